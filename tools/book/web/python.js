// The page's end of Python: one worker for all cells and labs, started when the first of them needs it.

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, listener?: OutputsListener }>} */
const waiting = new Map();
/** Called when Python has ended, with all its variables. @type {Set<() => void>} */
const endListeners = new Set();

/** Begin to start Python, if it does not run yet. */
export function start() {
  if (!worker) ask({ kind: "start" }).catch(() => {});
}

/** Python's answer. Rejects if Python fails or is stopped. listener: gets what a cell has shown so far.
 * @param {Job} job @param {OutputsListener} [listener] @returns {Promise<any>} */
export function ask(job, listener) {
  worker ??= begin();
  const id = ++last;
  worker.postMessage({ id, job });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, listener }));
}

export const isBusy = () => waiting.size > 0;

/** End Python, whatever it does. The next cell or lab starts it anew. */
export function stop(reason = "Stopped.") {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  for (const listener of endListeners) listener();
}

/** @param {() => void} listener */
export const whenEnded = (listener) => endListeners.add(listener);

function begin() {
  const started = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => {
    const { id, progress, answer, error } = /** @type {Reply} */ (data);
    if (progress !== undefined) return waiting.get(id)?.listener?.(JSON.parse(progress));
    if (error !== undefined) return stop(error); // a cell's own errors come as answers
    waiting.get(id)?.resolve(answer ? JSON.parse(answer) : null);
    waiting.delete(id);
  };
  started.onerror = () => stop("Python could not be loaded. Is there a network?");
  return started;
}
