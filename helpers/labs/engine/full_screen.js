// A lab that fills the screen: by the browser or, where that refuses, laid over the page.

import { inShow } from "./lab_keys.js";
import { FILL_SCREEN, LAB_CLASS } from "./lab_names.js";
import { h, setText } from "./patch.js";

const DIALOG = "dialog, [role=dialog], .jp-Dialog";

/** @param {HTMLElement} root @param {() => void} refit */
export function fullScreen(root, refit) {
  const button = h("button", { type: "button" }, "Full screen");
  let on = false;

  /** @param {boolean} wanted */
  function setOn(wanted) {
    if (on === wanted) return;
    on = wanted;
    root.classList.toggle(LAB_CLASS.full, on);
    setText(button, on ? "Leave full screen" : "Full screen");
    button.hidden = on && inShow(); // where each lab fills the screen
    if (!on) root.parentElement?.style.removeProperty("min-height");
    refit();
  }
  /** The page keeps the lab's place. */
  const keepPlace = () =>
    root.parentElement?.style.setProperty("min-height", `${root.offsetHeight}px`);
  async function enter() {
    keepPlace();
    try {
      await root.requestFullscreen();
      setOn(true);
    } catch {
      overlay();
    }
  }
  function overlay() {
    if (on) return;
    keepPlace();
    root.popover = "manual";
    root.showPopover(); // above all else, whatever holds the lab
    setOn(true);
    root.focus({ preventScroll: true });
  }
  function leave() {
    if (document.fullscreenElement === root) document.exitFullscreen();
    root.popover = null; // it goes back to its place
    setOn(false);
  }

  button.addEventListener("click", () => (on ? leave() : enter()));
  root.addEventListener("fullscreenchange", () => {
    if (document.fullscreenElement !== root) leave();
  });
  root.addEventListener("focusout", ({ relatedTarget }) => {
    // By Tab: what is behind must not get the keys. What is above keeps the focus itself.
    const isAbove = relatedTarget instanceof Element && relatedTarget.closest(DIALOG);
    if (on && relatedTarget instanceof Node && !root.contains(relatedTarget) && !isAbove)
      root.focus({ preventScroll: true });
  });
  FILL_SCREEN.listen(root, (isAsked) => (isAsked ? overlay() : leave()));
  return { button, isOn: () => on, leave };
}
