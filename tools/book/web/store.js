// What a reader has done, in the browser's storage: the one place that knows its form.
//
// Each key begins with the path of the site, as other books may stand beside it:
//
//   PAGE/CELL         what the reader wrote in a cell
//   PAGE~CELL         what the reader wrote there and took away: it can be brought back
//   PAGE#ENTRY        what was said of an exercise, a question or a prediction: a Verdict, as JSON
//   my_functions.py   the reader's functions that checks accepted, a Python module
//
// Tabs agree: each hears at once what another writes. What the storage does not take, or loses as a
// whole, is held until the page is left.

const SITE = new URL("./", document.baseURI).pathname;
const EARLIER = /^(\d\d_\w+[/~#].*|my_functions\.py)$/; // keys without the path

/** What this page has read and written. @type {Map<string, string>} */
const known = new Map();
/** The keys of it that the storage does not have. @type {Set<string>} */
const held = new Set();
let isEmptied = false;
/** @type {Set<(key: string) => void>} */
const writtenListeners = new Set();
/** @type {Set<() => void>} */
const heldListeners = new Set();

try {
  for (const key of Object.keys(localStorage).filter((each) => EARLIER.test(each))) {
    if (localStorage.getItem(SITE + key) === null)
      localStorage.setItem(SITE + key, localStorage.getItem(key) ?? "");
    localStorage.removeItem(key);
  }
} catch {} // no storage is allowed, or it is full

/** Something was written, here or in another tab. @param {(key: string) => void} listener gets its
 * key, or "" where it may be anything */
export const whenWritten = (listener) => writtenListeners.add(listener);

/** Something is held that the storage does not have. @param {() => void} listener */
export const whenHeld = (listener) => heldListeners.add(listener);

/** @param {string} key */
const tellWritten = (key) => writtenListeners.forEach((listener) => listener(key));
const tellHeld = () => heldListeners.forEach((listener) => listener());

/** @param {string} key */
export function read(key) {
  if (held.has(key)) return known.get(key);
  let text;
  try {
    text = localStorage.getItem(SITE + key) ?? undefined;
  } catch {} // no storage is allowed
  remember(key, text);
  return text;
}

/** @param {string} key @param {string | undefined} text */
function remember(key, text) {
  if (text === undefined) known.delete(key);
  else known.set(key, text);
}

/** @param {string} key @param {string | undefined} text nothing: remove it */
export function write(key, text) {
  if (text === read(key)) return;
  held.delete(key);
  remember(key, text);
  try {
    if (text === undefined) localStorage.removeItem(SITE + key);
    else localStorage.setItem(SITE + key, text);
  } catch {
    if (text !== undefined) {
      held.add(key);
      tellHeld();
    }
  }
  tellWritten(key);
}

/** All keys that begin so. @param {string} beginning */
export function keys(beginning) {
  const found = new Set(held);
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(SITE)) found.add(key.slice(SITE.length));
  } catch {} // no storage is allowed
  return [...found].filter((key) => key.startsWith(beginning));
}

/** Why something is held, in a sentence, and what becomes of it. */
export function whyHeld() {
  if (isEmptied) return "The storage of this browser was emptied. What you wrote on this page";
  try {
    if (localStorage.length >= 0) return "The storage of this browser is full. What you write now";
  } catch {} // it is not there
  return "This browser allows no storage here. What you write now";
}

addEventListener("storage", ({ key }) => {
  if (key === null) {
    if (!known.size) return;
    isEmptied = true;
    for (const each of known.keys()) held.add(each);
    tellHeld();
  } else if (key.startsWith(SITE)) {
    held.delete(key.slice(SITE.length)); // what the other tab wrote is newer
    tellWritten(key.slice(SITE.length));
  }
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) tellWritten(""); // it heard nothing while it was away
});
addEventListener("beforeunload", (event) => {
  if (held.size) event.preventDefault(); // the browser asks whether to leave
});
