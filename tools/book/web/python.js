// The page's end of Python: one worker for all cells and labs, started when the first of them needs
// it.

import { PATIENCE, SILENT, whyItFailed } from "./loading.js";
import { notice } from "./notice.js";

/** @import { Arrived, Job, OutputsListener, Reply } from "./protocol.js" */

const UNREADABLE =
  "Python has ended: its answer cannot be read, as when the memory is full. All variables are gone. The next Run computes them again: it runs the cells above first. A smaller array, or one deleted (del name), leaves it room.";
// bytes that the worker loads before Python runs
const total = Number(document.body.dataset.python);

/** @type {Worker | null} */
let worker = null;
let last = 0;
let isStarted = false;
let isHere = false; // on this device
let watch = 0;
/** @type {Arrived} */
let arrived;
let before = 0; // bytes that had arrived when what is loaded now began
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, listener?: OutputsListener }>} */
const waiting = new Map();
/** Called when Python has ended, with all its variables. @type {Set<() => void>} */
const endListeners = new Set();
/** @type {Set<() => void>} */
const startListeners = new Set();

/** Whether Python is on this device: the service worker has kept it. */
export const onDevice = Promise.resolve(
  globalThis.caches?.match(new URL("./python/pyodide.asm.wasm.bin", import.meta.url)),
).then(Boolean, () => false); // a browser that keeps nothing
onDevice.then((isKept) => {
  isHere = isKept;
  if (isHere) for (const listener of startListeners) listener();
});

/** Begin to start Python, if it does not run yet. */
export function start() {
  if (!worker) ask({ kind: "start" }).catch(() => {});
}

/** The same, where it is not asked for yet, but likely to be: not where bytes are dear. */
export function startEarly() {
  if (!(/** @type {any} */ (navigator).connection?.saveData)) start();
}

/** Python's answer. Rejects if Python fails or is stopped. listener: gets what a cell has shown so
 * far.
 * @param {Job} job @param {OutputsListener} [listener] @returns {Promise<any>} */
export function ask(job, listener) {
  worker ??= begin();
  const id = ++last;
  worker.postMessage({ id, job });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, listener }));
}

export const isRunning = () => isStarted;
export const isBusy = () => waiting.size > 0;

/** What there is to load before Python runs, as "12 MB"; nothing once it runs or is on this device,
 * and without a network. */
export const downloadSize = () =>
  isStarted || isHere || !navigator.onLine ? "" : megabytes(total);

/** What Python does before it computes, or nothing. */
export function state() {
  if (!worker || (isStarted && !arrived.open)) return "";
  const bytes = arrived.bytes - before;
  if (!arrived.open) return "Starting Python …";
  if (isStarted) return `Loading what the code imports: ${megabytes(bytes)} …`;
  const share = Math.min(99, Math.round((100 * bytes) / total));
  return `Loading Python: ${megabytes(bytes)} of ${megabytes(total)} (${share} %) …`;
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0)} MB`;

/** End Python, whatever it does. The next cell or lab starts it anew. */
export function stop(reason = "Stopped.") {
  clearTimeout(watch);
  worker?.terminate();
  worker = null;
  isStarted = false;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  for (const listener of endListeners) listener();
}

/** Python is of no more use. @param {string} reason */
function end(reason) {
  if (isStarted) notice(reason); // wherever the reader is on the page
  stop(reason);
}

/** @param {() => void} listener */
export const whenEnded = (listener) => endListeners.add(listener);

/** @param {() => void} listener */
export const whenStarted = (listener) => startListeners.add(listener);

/** Resolves when Python is not on its way: it runs, or nobody has asked for it. */
export async function notLoading() {
  if (!worker || isStarted) return;
  await new Promise((resolve) => {
    whenStarted(() => resolve(undefined));
    whenEnded(() => resolve(undefined));
  });
}

/** A worker that loads Python; what it posts is a Reply. */
function begin() {
  const address = new URL("./worker.js", import.meta.url).href;
  const started = new Worker(address, { type: "module" });
  arrived = { bytes: 0, open: 1 };
  before = 0;
  awaitMore();
  started.onmessage = ({ data }) => {
    const {
      id,
      edition,
      arrived: more,
      progress,
      answer,
      missing,
      error,
    } = /** @type {Reply} */ (data);
    if (edition) return compare(edition);
    if (more) return awaitMore(more);
    if (error !== undefined) return end(error);
    let said = null;
    try {
      said = JSON.parse((progress ?? answer) || "null");
    } catch {
      return end(UNREADABLE);
    }
    if (progress !== undefined) return waiting.get(id)?.listener?.(said);
    if (!isStarted) begun();
    if (missing !== undefined) waiting.get(id)?.reject(new Error(missing));
    else waiting.get(id)?.resolve(said);
    waiting.delete(id);
  };
  started.onerror = async () => {
    const why = await whyItFailed(address);
    if (worker === started) stop(`Python could not be loaded. ${why}`);
  };
  return started;
}

/** A page that has been open for long may be older than what Python now loads.
 * @param {string} edition */
function compare(edition) {
  if (edition !== document.body.dataset.edition)
    notice("There is a new edition of this page. Reload it: what you wrote stays.");
}

/** The first answer has come. */
function begun() {
  isStarted = true;
  for (const listener of startListeners) listener();
}

/** Wait for what is still to arrive, but not for ever. @param {Arrived} [more] */
function awaitMore(more = arrived) {
  if (isStarted && !arrived.open) before = arrived.bytes;
  arrived = more;
  clearTimeout(watch);
  if (arrived.open)
    watch = setTimeout(
      isStarted ? giveUp : () => stop(`Python could not be loaded. ${SILENT}`),
      PATIENCE,
    );
}

/** Python goes on without what it has asked for. */
function giveUp() {
  worker?.postMessage({ id: 0, job: { kind: "give up" } });
}
