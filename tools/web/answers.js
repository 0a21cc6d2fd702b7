// What a reader wrote in the cells of this page: kept in the browser, downloaded as a notebook, cleared.

const page = document.body.dataset.page ?? "";
/** @param {string} cell */
const key = (cell) => `${page}/${cell}`;

/** @param {string} cell */
export const kept = (cell) => localStorage.getItem(key(cell));

/** @param {string} cell @param {string} source @param {string} original */
export function keep(cell, source, original) {
  if (source === original) localStorage.removeItem(key(cell));
  else localStorage.setItem(key(cell), source);
}

/** How many cells of this page hold something of the reader's. */
export const count = () => own().length;

const own = () => Object.keys(localStorage).filter((name) => name.startsWith(`${page}/`));

export function clear() {
  for (const name of own()) localStorage.removeItem(name);
}

/** The notebook with the reader's cells in their places. */
export async function download() {
  const response = await fetch(`notebooks/${page}.ipynb`);
  const notebook = await response.json();
  for (const cell of notebook.cells) {
    const source = kept(cell.id);
    if (source === null) continue;
    cell.source = source;
    cell.outputs = []; // they are of another text
    cell.execution_count = null;
  }
  const file = new Blob([JSON.stringify(notebook, null, 1), "\n"], { type: "application/x-ipynb+json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${page}.ipynb`;
  link.click();
  URL.revokeObjectURL(link.href);
}
