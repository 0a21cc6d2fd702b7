// What a reader has done, in the browser's storage: the one place that knows its form.
//
//   PAGE/CELL         what the reader wrote in a cell
//   PAGE~CELL         what the reader wrote there and took away: it can be brought back
//   PAGE#ENTRY        what was said of an exercise, a question or a prediction: a Verdict, as JSON
//   my_functions.py   the reader's functions that checks accepted, a Python module
//
// Tabs agree: each hears at once what another writes. What the storage does not take is held until the page is left;
// "unkept" is then sent to the document, and "kept", with the key, whenever something was written here or elsewhere.

/** @type {Map<string, string>} */
const held = new Map();

/** @param {string} key */
export function read(key) {
  if (held.has(key)) return held.get(key);
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch { // no storage is allowed
    return undefined;
  }
}

/** @param {string} key @param {string | undefined} text nothing: remove it */
export function write(key, text) {
  if (text === read(key)) return;
  held.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) hold(key, text);
  }
  send("kept", key);
}

/** @param {string} key @param {string} text */
function hold(key, text) {
  held.set(key, text);
  send("unkept", key);
}

/** All keys that begin so. @param {string} beginning */
export function keys(beginning) {
  const found = new Set(held.keys());
  try {
    for (const key of Object.keys(localStorage)) found.add(key);
  } catch {} // no storage is allowed
  return [...found].filter((key) => key.startsWith(beginning));
}

/** Whether the storage is there, but full. */
export function isFull() {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** @param {string} name @param {string} key */
const send = (name, key) => document.dispatchEvent(new CustomEvent(name, { detail: key }));

addEventListener("storage", ({ key }) => {
  if (key !== null) held.delete(key); // what the other tab wrote is newer
  send("kept", key ?? "");
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) send("kept", ""); // it heard nothing while it was away
});
addEventListener("beforeunload", (event) => {
  if (held.size) event.preventDefault(); // the browser asks whether to leave
});
