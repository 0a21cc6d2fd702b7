// The keys of a lab: those of a presenter's remote control, and Escape. No other key that is
// pressed in a lab reaches Jupyter, but for saving and Tab.

import { DATA_SHOW, LAB_SAYS, FIRST_SETTING } from "./lab_names.js";

/** @import { Cell, Session } from "./protocol.js" */
/** @import { Way } from "./way.js" */

/** Of the arrow keys, in rows and columns. @type {Record<string, Cell>} */
export const ARROW_STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** begin: start what Page Down starts on a slide, before it goes on, or say that it runs; returns
 * whether there was anything.
 * @param {HTMLElement} root @param {Session} session @param {Way} way
 * @param {() => boolean} begin
 * @param {{ isOpen: () => boolean, close: () => void }} challenges
 * @param {{ isOn: () => boolean, leave: () => void }} full */
export function listenToKeys(root, session, way, begin, challenges, full) {
  let told = -1; // the setting of which Page Down has said that its picture is to come

  /** In a show, say once that the setting that was asked for is not seen yet; returns whether it
   * was said now. */
  function waitsOnce() {
    const { preset } = session.answer();
    if (!inShow() || session.state() !== "busy" || [preset, told].includes(session.preset()))
      return false;
    told = session.preset();
    showNotice("the next picture is to come: Page Down again passes it over");
    return true;
  }

  /** After an answer: what was said of a picture to come is gone once it is there. */
  function noticeArrival() {
    if (told !== session.answer().preset) return;
    told = -1;
    showNotice("");
  }

  /** In a show, in its corner. @param {string} text */
  const showNotice = (text) => LAB_SAYS.send(root, text);

  /** Page Down, Page Up: a step along the way, from its end to the next cell.
   * Returns whether the key is used up; slides go on by themselves. @param {number} by */
  function step(by) {
    if (by > 0 && waitsOnce()) return true;
    if (by > 0 && inShow() && session.state() !== "lost" && begin()) return true;
    if (session.state() !== "lost" && way.step(by)) return true;
    if (inShow()) return false;
    leaveFor(neighbour(cellOf(root), by));
    return true;
  }

  /** Escape: out of the challenges, out of the full screen, out of the lab. */
  function escape() {
    if (challenges.isOpen()) challenges.close();
    else if (inShow()) return false;
    else if (full.isOn()) full.leave();
    else cellOf(root)?.focus({ preventScroll: true });
    return true;
  }

  /** @param {HTMLElement | null} cell */
  function leaveFor(cell) {
    if (!cell) return;
    full.leave();
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "start" });
  }

  root.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "PageDown" || key === "PageUp") {
      if (!step(key === "PageDown" ? 1 : -1)) return;
      event.preventDefault();
    } else if (key === "Escape") {
      if (!escape()) return;
      event.preventDefault();
    } else if (key === "F5" || (key === " " && target === root)) event.preventDefault(); // no reload, no scrolling
    if (!passes(event)) event.stopPropagation();
  });

  // Asked by a show of slides: whoever comes from the slide before sees every setting.
  FIRST_SETTING.listen(root, () => void (way.place().at > 1 && way.goTo(0)));

  // JupyterLab sees a key after the lab does, Notebook 7 before it; this attribute on the field
  // stops Notebook 7. Saving and Tab are left to them.
  const passes = (/** @type {KeyboardEvent} */ { key, ctrlKey, metaKey }) =>
    key === "Tab" || ((ctrlKey || metaKey) && key.toLowerCase() === "s");
  const mark = (/** @type {KeyboardEvent} */ event) => {
    const { target } = event;
    if (target instanceof Element && root.contains(target))
      target.toggleAttribute("data-lm-suppress-shortcuts", !passes(event));
  };
  window.addEventListener("keydown", mark, true);
  return { noticeArrival, close: () => window.removeEventListener("keydown", mark, true) };
}

/** Whether the notebook is shown as slides, which have keys of their own. */
export const inShow = () => document.documentElement.hasAttribute(DATA_SHOW);

/** The notebook's cell around a lab. @param {HTMLElement} root @returns {HTMLElement | null} */
const cellOf = (root) => root.closest(".jp-Cell");

/** The cell after this one, or before it. @param {HTMLElement | null} cell @param {number} by */
function neighbour(cell, by) {
  const next = by > 0 ? cell?.nextElementSibling : cell?.previousElementSibling;
  return next instanceof HTMLElement && next.matches(".jp-Cell") ? next : null;
}
