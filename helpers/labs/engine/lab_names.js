// The names by which scripts find a lab and its parts on the page, and by which a lab and a show of
// slides hear one another. The show imports this file, too: slides.py copies it.

/** Attributes: of a live lab, which holds its name; of one whose kernel is gone; of the page while
 * it is shown as slides, which holds the kind of slide. */
export const DATA_LAB = "data-lab";
export const DATA_LOST = "data-lost";
export const DATA_MOVING = "data-moving"; // while what an answer has changed moves
export const DATA_SHOW = "data-show";

/** Classes, to which lab.css gives their look. */
export const LAB_CLASS = {
  full: "lab-full", // a lab that fills the screen
  large: "lab-large", // one with large text
  still: "lab-still", // the picture of one, which live.py writes
  bar: "lab-bar", // its head
  foot: "lab-foot", // what is below all else
  place: "lab-place", // in it: which setting is shown, from 1
  part: "lab-part",
  sheet: "lab-sheet", // a drawing
  scroll: "lab-scroll", // what is scrolled where it is too wide
};

/** From a lab, for the corner of a slide: a line, or nothing.
 * @type {PageEvent<string>} */
export const LAB_SAYS = pageEvent("lab-says");
/** To a lab: fill the screen, or leave it. @type {PageEvent<boolean>} */
export const FILL_SCREEN = pageEvent("lab-full");
/** To a lab: show the first setting. @type {PageEvent<null>} */
export const FIRST_SETTING = pageEvent("lab-first");
/** To a lab: fill in what Page Down begins, if anything, and what it shows next.
 * @type {PageEvent<{ begins: string, next: string }>} */
export const ASK_NEXT = pageEvent("lab-next");
/** To every lab of a page, by the page: whether text is large. @type {PageEvent<boolean>} */
export const SET_LARGE_TEXT = pageEvent("lab-large");

/** @template Detail @typedef {object} PageEvent
 * @property {(node: EventTarget, detail: Detail) => void} send
 * @property {(node: EventTarget, listener: (detail: Detail) => void) => () => void} listen returns
 * what ends it */

/** @template Detail @param {string} name @returns {PageEvent<Detail>} */
function pageEvent(name) {
  return {
    send: (node, detail) => node.dispatchEvent(new CustomEvent(name, { bubbles: true, detail })),
    listen(node, listener) {
      const heard = (/** @type {Event} */ event) =>
        listener(/** @type {CustomEvent<Detail>} */ (event).detail);
      node.addEventListener(name, heard);
      return () => node.removeEventListener(name, heard);
    },
  };
}
