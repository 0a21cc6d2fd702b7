// The page's end of Python: one worker for all cells and labs, started when the first of them needs it.

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, watch?: Watch }>} */
const waiting = new Map();
/** @type {Set<() => void>} */
const ended = new Set(); // who wants to know that Python has ended, with all its variables

/** Begin to start Python, if it does not run yet. */
export function start() {
  if (!worker) ask({ kind: "start" }).catch(() => {});
}

/** Python's answer. Rejects if Python fails or is stopped. watch: gets what a cell has shown so far.
 * @param {Ask} request @param {Watch} [watch] @returns {Promise<any>} */
export function ask(request, watch) {
  worker ??= begin();
  const id = ++last;
  worker.postMessage({ id, ask: request });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, watch }));
}

export const isBusy = () => waiting.size > 0;

/** End Python, whatever it does. The next cell or lab starts it anew. */
export function stop(reason = "Stopped.") {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  for (const tell of ended) tell();
}

/** @param {() => void} tell */
export const whenEnded = (tell) => ended.add(tell);

function begin() {
  const begun = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  begun.onmessage = ({ data }) => {
    const { id, so_far, answer, error } = /** @type {Reply} */ (data);
    if (so_far !== undefined) return waiting.get(id)?.watch?.(JSON.parse(so_far));
    if (error !== undefined) return stop(error); // a cell's own errors come as answers
    waiting.get(id)?.resolve(answer ? JSON.parse(answer) : null);
    waiting.delete(id);
  };
  begun.onerror = () => stop("Python could not be loaded. Is there a network?");
  return begun;
}
