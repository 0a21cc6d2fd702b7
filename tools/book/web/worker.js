// Python, in a worker of its own: the page stays free while it computes, and can end it.

import {
  Missing,
  failure,
  countFetches,
  PYTHON_FOLDER,
  giveUp,
  packedScript,
  pyodideScript,
  why,
} from "./fetching.js";

/** @import { Job, Message, Python } from "./protocol.js" */

// What a cell may need that is not loaded from the start, and how that is seen: 8 MB for plots, and
// what draws levels.
const NEEDS = { matplotlib: /^\s*(import|from)\b.*\bmatplotlib\b/m, contourpy: /\blevels\(/ };
const NO_WASM =
  "This browser allows no WebAssembly, in which Python runs here: a strict mode or a rule of the device turns it off. Try another browser.";
const NO_ROOM =
  "It was downloaded but could not be unpacked: the memory may be full. Delete large variables (del name), and run the cell again.";
const python = Promise.race([start(), failure]).catch((error) => {
  console.warn(error);
  const reason =
    error instanceof Missing
      ? error.message
      : `Something that it needs was refused: ${lastLine(error)}. A rule of the server may forbid it, or this browser is too old for it.`;
  throw new Error(`Python could not be loaded. ${reason}`);
});

async function start() {
  if (typeof WebAssembly === "undefined") throw new Missing(NO_WASM);
  const { loadPyodide, packed, edition } = await pyodideScript();
  postMessage({ id: 0, edition });
  countFetches(packed ?? [], (arrived) => postMessage({ id: 0, arrived }));
  const helpers = bytes("helpers.zip");
  const createPyodideModule = packed && (await packedScript("pyodide.asm.mjs")).default;
  /** @type {Python} */
  const pyodide = await loadPyodide({
    indexURL: PYTHON_FOLDER,
    packages: ["numpy"],
    createPyodideModule,
  });
  pyodide.unpackArchive(await helpers, "zip");
  return { pyodide, notebook: pyodide.pyimport("notebook") };
}

/** A file's. @param {string} name */
const bytes = async (name) => (await fetch(PYTHON_FOLDER + name)).arrayBuffer();

/** @param {number} id @param {Job} job */
async function answer(id, job) {
  const { pyodide, notebook } = await python;
  switch (job.kind) {
    case "start":
      return "";
    case "run":
      for (const [name, isNeeded] of Object.entries(NEEDS)) {
        if (isNeeded.test(job.source) && !(await add(pyodide, name)))
          return notebook.not_loaded(name, why || NO_ROOM, job.functions);
      }
      return notebook.run(job.name, job.source, job.functions, (/** @type {string} */ progress) =>
        postMessage({ id, progress }),
      );
    case "open":
      if (job.lab === "language") pyodide.unpackArchive(await bytes("language_states.zip"), "zip");
      return notebook.open_lab(job.session, job.lab);
    case "model": // where helpers/language/rounded.py looks for it
      pyodide.FS.writeFile("/home/pyodide/minilm.npz", new Uint8Array(job.file));
      return "";
    case "begin":
      return notebook.begin_lab(job.session, job.message);
    case "change":
      return notebook.change_lab(job.session, job.message);
  }
}

/** Load a package that is not loaded from the start. Returns whether it is there.
 * @param {Python} pyodide @param {string} name */
async function add(pyodide, name) {
  await pyodide.loadPackage(name).catch(() => {});
  return name in pyodide.loadedPackages;
}

/** Why Python is of no more use, in a sentence. @param {unknown} error */
function ended(error) {
  const message = lastLine(error);
  const isDeep = /call stack|stack overflow|too much recursion/i.test(message);
  const isFull = /out of memory|out of bounds|allocation/i.test(message);
  const isMeant = /terminated with exit/.test(message);
  const other = isMeant ? "the code ended it" : `something broke inside it (${message})`;
  const reason = isDeep
    ? "a function called itself too often"
    : isFull
      ? "the memory was full"
      : other;
  return `Python has ended: ${reason}. All variables are gone. The next Run computes them again: it runs the cells above first.`;
}

/** The last line of a traceback says it. @param {unknown} error */
const lastLine = (error) =>
  (error instanceof Error ? error.message : String(error)).trim().split("\n").pop() ?? "";

onmessage = async ({ data }) => {
  const { id, job } = /** @type {Message} */ (data);
  if (job.kind === "give up") return giveUp();
  try {
    postMessage({ id, answer: await answer(id, job) });
  } catch (error) {
    const isStarted = await python.then(
      () => true,
      () => false,
    );
    if (!isStarted) postMessage({ id, error: /** @type {Error} */ (error).message });
    else if (error instanceof Missing) postMessage({ id, missing: error.message });
    else postMessage({ id, error: ended(error) });
  }
};
