// The page's end of Python: one worker for all cells and labs, started when the first of them needs it.

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
/** @type {Set<() => void>} */
const ended = new Set(); // who wants to know that Python has ended, with all its variables

/** Begin to start Python, if it does not run yet. */
export function start() {
  if (!worker) ask({ kind: "start" }).catch(() => {});
}

/** Python's answer. Rejects if Python fails or is stopped. @param {Ask} request @returns {Promise<any>} */
export function ask(request) {
  worker ??= begin();
  const id = ++last;
  worker.postMessage({ id, ask: request });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
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
    const { id, answer, error } = /** @type {Reply} */ (data);
    if (error !== undefined) return stop(error); // a cell's own errors come as answers
    waiting.get(id)?.resolve(answer ? JSON.parse(answer) : null);
    waiting.delete(id);
  };
  begun.onerror = () => stop("Python could not be loaded. Is there a network?");
  return begun;
}
