// Python, in a worker of its own: the page stays free while it computes, and can end it.

const files = new URL("./python/", import.meta.url).href;
const python = start();

async function start() {
  const { loadPyodide } = await import(`${files}pyodide.mjs`);
  const helpers = fetch(`${files}helpers.zip`).then((response) => response.arrayBuffer());
  /** @type {Python} */
  const pyodide = await loadPyodide({ indexURL: files, packages: ["numpy", "contourpy"] });
  pyodide.unpackArchive(await helpers, "zip");
  return pyodide.pyimport("notebook");
}

/** @param {Ask} ask */
async function answer(ask) {
  const notebook = await python.catch((error) => {
    console.error(error);
    throw new Error("Python could not be loaded. Is there a network?");
  });
  switch (ask.kind) {
    case "start": return "";
    case "run": return notebook.run(ask.name, ask.source);
    case "open": return notebook.open_lab(ask.session, ask.lab);
    case "change": return notebook.change_lab(ask.session, ask.message);
  }
}

onmessage = async ({ data }) => {
  const { id, ask } = /** @type {Request} */ (data);
  try {
    postMessage({ id, answer: await answer(ask) });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
