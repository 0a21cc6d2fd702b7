// Large text: the reader's choice for every lab of the page, remembered where the browser allows
// it.

import { h, setAttribute } from "./patch.js";

const REMEMBERED = "self-attention-labs-large-text";

/** @param {HTMLElement} root @param {() => void} refit */
export function largeText(root, refit) {
  const button = h("button", { type: "button", class: "lab-larger" }, "Large text");
  const put = (/** @type {boolean} */ on) => {
    root.classList.toggle("lab-large", on);
    setAttribute(button, "aria-pressed", on);
  };
  const follow = (/** @type {Event} */ event) => {
    put(/** @type {CustomEvent} */ (event).detail);
    refit();
  };
  button.addEventListener("click", () => {
    const on = !root.classList.contains("lab-large");
    try {
      localStorage.setItem(REMEMBERED, String(on));
    } catch {
      /* refused: it holds until the page is loaded again */
    }
    document.dispatchEvent(new CustomEvent("lab-large", { detail: on }));
  });
  document.addEventListener("lab-large", follow);
  try {
    put(localStorage.getItem(REMEMBERED) === "true");
  } catch {
    put(false);
  }
  return { button, close: () => document.removeEventListener("lab-large", follow) };
}
