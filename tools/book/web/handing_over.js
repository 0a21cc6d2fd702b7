// What a reader wrote on this page, and their functions, taken to the workbench and fetched from it.
// The workbench's files are its own: its application reads and writes them, in a frame that nobody sees.

import * as answers from "./answers.js";

const WORKBENCH = "workbench/lab/index.html";
const PATIENCE = 60_000; // ms until its application has begun
const page = document.body.dataset.page ?? "";
const PATH = `${page}.ipynb`;
const FUNCTIONS = { path: answers.FUNCTIONS, type: "file", format: "text" };

/** Write them into the workbench's files. A cell that says something else there is kept in a copy of
 * the notebook. Returns where it opens. Error: a sentence. */
export async function takeToWorkbench() {
  await withFiles(async (files) => {
    const original = sources(await answers.storedNotebook());
    const { content } = await files.get(PATH, { content: true });
    let isLost = false;
    for (const cell of content.cells) {
      const mine = answers.sourceOf(cell.id);
      if (mine === undefined || mine === textOf(cell)) continue;
      isLost ||= textOf(cell) !== original.get(cell.id);
      Object.assign(cell, { source: mine, outputs: [], execution_count: null });
    }
    if (isLost) await files.copy(PATH, "");
    await files.save(PATH, { path: PATH, type: "notebook", format: "json", content });
    const functions = answers.joined(await functionsIn(files), answers.functions());
    if (functions) await files.save(FUNCTIONS.path, { ...FUNCTIONS, content: functions });
  });
  return `${WORKBENCH}?workspace=${page}&path=${PATH}`;
}

/** Take over what the reader changed there on this page; what it replaces can be brought back, cell by
 * cell. Returns how many cells changed. Error: a sentence. */
export async function fetchFromWorkbench() {
  return withFiles(async (files) => {
    const original = sources(await answers.storedNotebook());
    const { content } = await files.get(PATH, { content: true });
    let count = 0;
    for (const cell of content.cells) {
      const [given, here, there] = [original.get(cell.id), answers.sourceOf(cell.id), textOf(cell)];
      if (given === undefined || there === given || there === here) continue;
      if (here !== undefined) answers.keepUndoneSource(cell.id, here);
      answers.keepSource(cell.id, there);
      count += 1;
    }
    answers.keepFunctions("", await functionsIn(files));
    return count;
  });
}

/** @param {any} cell of a notebook, whose source may be a list of lines */
const textOf = (cell) => [cell.source].flat().join("");

/** id of a code cell → its text. @param {any} notebook @returns {Map<string, string>} */
const sources = (notebook) =>
  new Map(
    notebook.cells
      .filter((/** @type {any} */ cell) => cell.cell_type === "code")
      .map((/** @type {any} */ cell) => [cell.id, textOf(cell)]),
  );

/** The reader's functions in the workbench, or "". @param {any} files */
async function functionsIn(files) {
  const { content } = await files.get("", { content: true });
  const isThere = content.some((/** @type {any} */ file) => file.name === FUNCTIONS.path);
  return isThere ? (await files.get(FUNCTIONS.path, { ...FUNCTIONS, content: true })).content : "";
}

/** @template T @param {(files: any) => Promise<T>} act with the workbench's files (JupyterLab's
 * Contents.IManager) */
async function withFiles(act) {
  const frame = document.createElement("iframe");
  frame.className = "spoken";
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  frame.src = `${WORKBENCH}?workspace=handing-over`;
  document.body.append(frame);
  try {
    const { serviceManager } = await begun(frame);
    await serviceManager.ready;
    return await act(serviceManager.contents);
  } finally {
    frame.remove();
  }
}

/** JupyterLite's application, which its setting exposeAppInBrowser gives to the page.
 * @param {HTMLIFrameElement} frame @returns {Promise<any>} */
async function begun(frame) {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    const { jupyterapp } = /** @type {any} */ (frame.contentWindow);
    if (jupyterapp?.serviceManager) return jupyterapp;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("The workbench did not begin. Is there a network?");
}
