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

/** @param {number} id @param {Ask} ask */
async function answer(id, ask) {
  const notebook = await python.catch((error) => {
    console.error(error);
    const reason = error.message.trim().split("\n").pop(); // the last line of a traceback says it
    throw new Error(`Python could not be loaded. Is there a network? The browser says: ${reason}`);
  });
  switch (ask.kind) {
    case "start": return "";
    case "run": return notebook.run(ask.name, ask.source, (/** @type {string} */ so_far) => postMessage({ id, so_far }));
    case "open": return notebook.open_lab(ask.session, ask.lab);
    case "change": return notebook.change_lab(ask.session, ask.message);
  }
}

onmessage = async ({ data }) => {
  const { id, ask } = /** @type {Request} */ (data);
  try {
    postMessage({ id, answer: await answer(id, ask) });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
