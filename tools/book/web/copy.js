// Copying to the clipboard, where the browser allows it.

const SHOWN = 1500; // ms for which a button says what it has done

/** Copy a text and say so for a moment on the button. Rejects where the browser does not allow it.
 * @param {string} text @param {HTMLElement} button */
export async function copyText(text, button) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  if (before === "Copied") return;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, SHOWN);
}

/** A button that copies. @param {string} label for those who hear it @param {() => string} text */
export function copyButton(label, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", label);
  button.hidden = !navigator.clipboard; // which only safe addresses have
  button.addEventListener("click", () => copyText(text(), button));
  return button;
}
