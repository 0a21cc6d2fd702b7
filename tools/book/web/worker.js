// Python, in a worker of its own: the page stays free while it computes, and can end it.

const PLOTS = /^\s*(import|from) matplotlib\b/m; // in a cell: it needs 7 MB more than the others
const files = new URL("./python/", import.meta.url).href;
const python = start();

async function start() {
  const { loadPyodide } = await import(`${files}pyodide.mjs`);
  const helpers = fetch(`${files}helpers.zip`).then((response) => response.arrayBuffer());
  /** @type {Python} */
  const pyodide = await loadPyodide({ indexURL: files, packages: ["numpy", "contourpy"] });
  pyodide.unpackArchive(await helpers, "zip");
  return { pyodide, notebook: pyodide.pyimport("notebook") };
}

/** @param {number} id @param {Job} job */
async function answer(id, job) {
  const { pyodide, notebook } = await python.catch((error) => {
    console.error(error);
    const reason = error.message.trim().split("\n").pop(); // the last line of a traceback says it
    throw new Error(`Python could not be loaded. Is there a network? The browser says: ${reason}`);
  });
  switch (job.kind) {
    case "start": return "";
    case "run":
      if (PLOTS.test(job.source)) await pyodide.loadPackage("matplotlib");
      return notebook.run(job.name, job.source, job.functions, (/** @type {string} */ progress) => postMessage({ id, progress }));
    case "open": return notebook.open_lab(job.session, job.lab);
    case "model": // where helpers/language/rounded.py looks for it
      pyodide.FS.writeFile("/home/pyodide/minilm.npz", new Uint8Array(job.file));
      return "";
    case "begin": return notebook.begin_lab(job.session, job.message);
    case "change": return notebook.change_lab(job.session, job.message);
  }
}

onmessage = async ({ data }) => {
  const { id, job } = /** @type {Message} */ (data);
  try {
    postMessage({ id, answer: await answer(id, job) });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
