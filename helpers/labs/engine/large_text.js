// Large text: the reader's choice for every lab of the page, remembered where the browser allows
// it.

import { LAB_CLASS, SET_LARGE_TEXT } from "./lab_names.js";
import { h, setAttribute } from "./patch.js";

const REMEMBERED = "self-attention-labs-large-text";

/** @param {HTMLElement} root @param {() => void} refit */
export function largeText(root, refit) {
  const button = h("button", { type: "button", class: "lab-larger" }, "Large text");
  const set = (/** @type {boolean} */ on) => {
    root.classList.toggle(LAB_CLASS.large, on);
    setAttribute(button, "aria-pressed", on);
  };
  button.addEventListener("click", () => {
    const on = !root.classList.contains(LAB_CLASS.large);
    try {
      localStorage.setItem(REMEMBERED, String(on));
    } catch {
      /* refused: it holds until the page is loaded again */
    }
    SET_LARGE_TEXT.send(document, on);
  });
  const close = SET_LARGE_TEXT.listen(document, (on) => {
    set(on);
    refit();
  });
  try {
    set(localStorage.getItem(REMEMBERED) === "true");
  } catch {
    set(false);
  }
  return { button, close };
}
