// The keys of the show. A remote control sends Page Down, Page Up, F5, Escape and b or a full stop.

import { cancelDialog, openDialog } from "./dialogs.js";
import { DATA_LAB } from "./lab_names.js";

/** @import { Show } from "./show.js" */

/** @typedef {Record<string, (() => unknown) | undefined>} Actions */

const TYPED = "input:not([type=range], [type=checkbox]), textarea, [contenteditable=true]";
const MOVED = "input, select, td"; // in a lab they have keys of their own

/** While a dialog is open its keys are its own; those of a remote control cancel it.
 * @param {KeyboardEvent} event @param {HTMLElement} dialog */
function pressInDialog(event, dialog) {
  if (!["PageDown", "PageUp", "F5", "."].includes(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  cancelDialog(dialog);
}

/** The key, whatever the keyboard: with Caps Lock, or in a layout where a remote control's b and
 * full stop are other signs. @param {KeyboardEvent} event */
function keyOf({ key, code }) {
  if (key.length > 1) return key; // it has a name
  if (/[a-z]/i.test(key)) return key.toLowerCase();
  if (code === "Period") return ".";
  return key > "~" && /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : key;
}

/** @param {Show} show */
export function listenToKeys(show) {
  const address = location.pathname; // JupyterLab changes it when the notebook is closed
  const begin = () =>
    show.panel.isDisposed ? location.assign(`${address}#${show.memory}`) : show.begin();
  const last = () => show.slides.length - 1;
  /** @type {Actions} */
  const everywhere = { F5: begin, Escape: () => show.leave() };
  /** @type {Actions} */
  const unlessTyped = {
    b: () => show.blank(),
    ".": () => show.blank(),
    o: () => show.overview.toggle(),
    "?": () => show.overview.toggle(),
    l: () => show.overview.toggleShort(),
    r: () => show.goBack(),
    s: () => show.speaker.open(),
    t: () => show.run?.train(),
    v: () => show.votes.beginSecondVote(),
    h: () => show.votes.toggleBars(),
    c: () => show.votes.toggleCode(),
    z: () => show.zoom.next(),
    p: () => show.pointer.toggle(),
  };
  /** @type {Actions} */
  const pages = { PageDown: () => show.move(1), PageUp: () => show.move(-1) };
  /** @type {Actions} */
  const ends = { Home: () => show.go(0), End: () => show.go(last()) };
  /** @type {Actions} */
  const arrows = {
    ArrowRight: pages.PageDown,
    ArrowDown: pages.PageDown,
    " ": pages.PageDown,
    ArrowLeft: pages.PageUp,
    ArrowUp: pages.PageUp,
  };
  /** @type {Actions} */
  const unlessNeeded = {
    ...arrows,
    Tab: () => show.focusInput(), // and to no cell or link
    Enter: () => {}, // in no cell either
  };
  /** Of the number of a slide, also in a lab. @type {Actions} */
  const digits = Object.fromEntries(
    [..."0123456789"].map((digit) => [digit, () => show.typeDigit(digit)]),
  );
  const { overview } = show;
  /** @type {Actions} */
  const inOverview = {
    F5: begin,
    Escape: () => overview.close(),
    o: () => overview.close(),
    "?": () => overview.close(),
    l: () => overview.toggleShort(),
    Enter: () => overview.go(overview.chosen),
    b: () => overview.go(overview.chosen), // of a remote control, as is the full stop
    ".": () => overview.go(overview.chosen),
    PageDown: () => overview.choose(1, true),
    PageUp: () => overview.choose(-1, true),
    ArrowDown: () => overview.choose(1, true),
    ArrowUp: () => overview.choose(-1, true),
    ArrowRight: () => overview.choose(1, false),
    ArrowLeft: () => overview.choose(-1, false),
  };

  const { zoom } = show;
  const close = ["Escape", "Enter", ...Object.keys(pages), ...Object.keys(arrows)];
  /** @type {Actions} */
  const inZoom = Object.fromEntries(close.map((key) => [key, () => zoom.close()]));
  const { input } = show.votes;
  /** @type {Actions} */
  const inCode = Object.fromEntries(close.map((key) => [key, () => show.votes.hideCode()]));
  /** @type {Actions} */
  const inVotes = Object.fromEntries(
    ["Escape", "Enter", "Tab"].map((key) => [key, () => input.blur()]),
  );
  inVotes["."] = () => show.blank(); // of a remote control

  /** What a key does here. @param {string} key @param {EventTarget | null} target
   * @param {boolean} typed @param {boolean} inLab */
  function actionOf(key, target, typed, inLab) {
    const moved = target instanceof Element && Boolean(target.closest(MOVED));
    if (overview.isOpen) return inOverview[key];
    if (zoom.isOpen && key in inZoom) return inZoom[key];
    if (show.votes.isCodeLarge && key in inCode) return inCode[key];
    if (target === input && key in inVotes) return inVotes[key];
    if (key in everywhere) return everywhere[key];
    if (!typed && key in unlessTyped) return unlessTyped[key];
    if (!typed && key in digits) return digits[key];
    if (!typed && key === "Enter" && show.typedNumber) return () => show.enterTyped();
    if (!inLab && key in pages) return pages[key];
    if (!moved && !typed && key in ends) return ends[key];
    if (!inLab && !typed) return unlessNeeded[key];
    return undefined;
  }

  /** In the notebook, after Escape: b inserts no cell, and any key ends the dark.
   * @param {string} key @param {boolean} typed @param {boolean} repeat */
  function inNotebook(key, typed, repeat) {
    if (key === "F5") return begin;
    const blanks = show.isDark || (!typed && ["b", "."].includes(key));
    return blanks ? () => repeat || show.blank() : undefined;
  }

  let from = 0; // the slide on which a key of the remote control went down
  let isHeld = false;
  /** What a key does that is held down, once. @type {Actions} */
  const held = {
    PageDown: () => show.skip(1, from), // to the next section, or back
    PageUp: () => show.skip(-1, from),
    b: () => show.voteAgainOrOverview(),
    ".": () => show.voteAgainOrOverview(),
  };

  /** That, and then nothing; or undefined for a key that may be repeated. @param {KeyboardEvent}
   * event @param {string} key @param {boolean} typed */
  function whileHeld({ repeat }, key, typed) {
    if (!repeat) {
      from = show.at;
      isHeld = false;
    }
    const isOnce =
      key in pages ? !overview.isOpen : key in everywhere || (!typed && key in unlessTyped);
    if (!repeat || !isOnce) return undefined;
    const act = isHeld ? undefined : held[key];
    isHeld = true;
    return act ?? (() => {});
  }

  // Before JupyterLab and the page see a key, and while a lab has the focus all but a few go to it.
  window.addEventListener(
    "keydown",
    (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const within = (/** @type {string} */ css) =>
        target instanceof Element && Boolean(target.closest(css));
      // held down: a command, not a letter
      const isRemote = event.repeat && target === input && /^b$/i.test(event.key);
      if (isRemote) show.votes.leaveField();
      const typed = within(TYPED) && !isRemote;
      const key = typed ? event.key : keyOf(event);
      const dialog = openDialog();
      if (dialog && show.running) return pressInDialog(event, dialog);
      const inLab = within(`[${DATA_LAB}]`);
      const act = show.running
        ? (whileHeld(event, key, typed) ?? actionOf(key, target, typed, inLab))
        : inNotebook(key, typed, event.repeat);
      if (act) event.preventDefault();
      if (act || (show.running && (overview.isOpen || !(typed || inLab))))
        event.stopImmediatePropagation();
      // Shift: French digits
      if (!(key in digits) && !["Enter", "Shift"].includes(key)) show.forgetTyped();
      act?.();
    },
    true,
  );

  // What a lab did not take, because it was at its last setting or at its first.
  document.addEventListener("keydown", (event) => {
    if (!show.running || event.defaultPrevented || !(event.key in pages)) return;
    event.preventDefault();
    pages[event.key]?.();
  });
}
