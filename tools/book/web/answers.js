// What a reader wrote in the cells of this page: kept in the browser, downloaded as a notebook, cleared.

const FUNCTIONS = "my_functions.py";
const store = storage();
const page = document.body.dataset.page ?? "";
/** @param {string} cell */
const key = (cell) => `${page}/${cell}`;

/** @param {string} cell */
export const kept = (cell) => /** @type {string | undefined} */ (store[key(cell)]);

/** @param {string} cell @param {string} source */
export const keep = (cell, source) => (store[key(cell)] = source);

/** @param {string} cell */
export const forget = (cell) => delete store[key(cell)];

/** Where nothing may be kept, it is forgotten when the page is left. @returns {Storage | Record<string, any>} */
function storage() {
  try {
    return localStorage;
  } catch {
    return {};
  }
}

/** How many cells of this page hold something of the reader's. */
export const count = () => keysOfPage().length;

const keysOfPage = () => Object.keys(store).filter((name) => name.startsWith(key("")));

export function clear() {
  for (const name of keysOfPage()) delete store[name];
  const [beginning, ...pieces] = functions().split(/^(?=# --- )/m);
  const others = pieces.filter((piece) => !piece.startsWith(`# --- ${page}:`));
  keepFunctions(others.length ? [beginning, ...others].join("") : "");
}

/** The reader's functions that checks have accepted on any page: a Python module, for those that follow. */
export const functions = () => /** @type {string} */ (store[FUNCTIONS] ?? "");

/** @param {string} text */
export function keepFunctions(text) {
  if (text) store[FUNCTIONS] = text;
  else delete store[FUNCTIONS];
  document.dispatchEvent(new Event("answers"));
}

export const downloadFunctions = () => save(FUNCTIONS, functions(), "text/x-python");

/** The notebook with the reader's cells in their places. */
export async function download() {
  const response = await fetch(`notebooks/${page}.ipynb`);
  const notebook = await response.json();
  for (const cell of notebook.cells) {
    const source = kept(cell.id);
    if (source === undefined) continue;
    cell.source = source;
    cell.outputs = []; // they are of another text
    cell.execution_count = null;
  }
  save(`${page}.ipynb`, `${JSON.stringify(notebook, null, 1)}\n`, "application/x-ipynb+json");
}

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
