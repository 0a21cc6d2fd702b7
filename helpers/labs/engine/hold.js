// On a phone a lab is higher than the screen: the control that was touched last stays in sight
// while the page is scrolled to what it changes (lab.css), and what is typed brings what it changes
// into sight.

/** @import { Answer } from "./protocol.js" */

const PHONE = "(max-width: 40rem)"; // as in lab.css

/** @param {HTMLElement} root @param {HTMLElement[]} controls the first one that has an effect is
 * held until one is touched */
export function holdControls(root, controls) {
  /** @type {HTMLElement | undefined} */
  let held;
  /** @param {HTMLElement | undefined} wanted */
  function hold(wanted) {
    held = wanted;
    for (const control of controls) control.classList.toggle("lab-held", control === held);
  }
  const holdTouched = (/** @type {Event} */ { target }) => {
    const touched = controls.find((control) => target instanceof Node && control.contains(target));
    if (touched) hold(touched);
  };
  root.addEventListener("pointerdown", holdTouched);
  root.addEventListener("input", holdTouched);

  return {
    /** @param {Answer} answer @param {Answer} before */
    patch(answer, before) {
      if (!held || held.hidden) hold(controls.find((control) => !control.hidden));
      if (matchMedia(PHONE).matches && isTyping(root)) bringIntoSight(root, answer, before);
    },
  };
}

/** Whether the reader is in a field of the lab for words. @param {HTMLElement} root */
export const isTyping = (root) =>
  root.contains(document.activeElement) &&
  Boolean(document.activeElement?.matches('input[type="text"]'));

/** The first part that has changed comes into sight. @param {HTMLElement} root
 * @param {Answer} answer @param {Answer} before */
function bringIntoSight(root, answer, before) {
  const isChanged = (/** @type {string} */ name) =>
    JSON.stringify(answer.parts[name]) !== JSON.stringify(before.parts[name]);
  const name = Object.keys(answer.parts).find(isChanged);
  root.querySelector(`[data-part="${name}"]`)?.scrollIntoView({ block: "nearest" });
}
