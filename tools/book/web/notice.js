// A line at the lower edge of the window, for what a reader has to know wherever they are on the
// page.

/** @param {string} text @param {Node[]} buttons what to do about it */
export function notice(text, ...buttons) {
  const line = /** @type {HTMLElement} */ (document.querySelector("#notice"));
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => {
    line.hidden = true;
  });
  line.hidden = false; // first, so that the text is read aloud
  line.replaceChildren(text, ...buttons, close);
}
