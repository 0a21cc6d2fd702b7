// What a reader wrote on this page, and what was said of it: kept, downloaded as a notebook,
// cleared.

import { NO_NETWORK } from "./loading.js";
import { keys, read, write } from "./store.js";

/** @import { Output, Verdict } from "./protocol.js" */

export const FUNCTIONS = "my_functions.py";
const page = document.body.dataset.page ?? "";
const LARGEST = 200_000; // characters of a verdict that are kept; a picture may have more

/** @param {string} cell */
const key = (cell) => `${page}/${cell}`;

/** @param {string} cell */
export const sourceOf = (cell) => read(key(cell));

/** @param {string} cell @param {string} source */
export const keepSource = (cell, source) => write(key(cell), source);

/** @param {string} cell */
export const forgetSource = (cell) => write(key(cell), undefined);

/** What the reader wrote in a cell and then took away. @param {string} cell */
export const undoneSource = (cell) => read(`${page}~${cell}`);

/** @param {string} cell @param {string} [source] nothing: there is nothing to bring back */
export const keepUndoneSource = (cell, source) => write(`${page}~${cell}`, source);

/** What was last said of an entry of this page, or of another. @param {string} entry
 * @param {string} [of]
 * @returns {Verdict | undefined} */
export function verdict(entry, of = page) {
  try {
    const { done, source, outputs } = JSON.parse(read(`${of}#${entry}`) ?? "");
    const said = Array.isArray(outputs) ? outputs.filter(isSaid) : [];
    return { done: done === true, source: String(source), outputs: said };
  } catch {
    return undefined; // there is none, or it is not ours
  }
}

/** @param {any} output */
const isSaid = (output) =>
  ["text", "html", "error"].includes(output?.kind) && typeof output.text === "string";

/** Once done, an entry stays done: playing on takes nothing away. @param {string} entry
 * @param {Verdict} said */
export function keepVerdict(entry, { done, source, outputs }) {
  const isDone = done || Boolean(verdict(entry)?.done);
  const isShort = JSON.stringify(outputs).length < LARGEST;
  write(
    `${page}#${entry}`,
    JSON.stringify({ done: isDone, source, outputs: isShort ? outputs : [] }),
  );
}

/** How many cells of this page hold something of the reader's. */
export const count = () => keys(key("")).length;

/** Whether there is anything of the reader's to clear. */
export const isEmpty = () => !count() && !keys(`${page}#`).length && !keys(`${page}~`).length;

export function clear() {
  for (const beginning of [key(""), `${page}#`, `${page}~`]) {
    for (const name of keys(beginning)) write(name, undefined);
  }
  const pieces = [...piecesOf(functions())].filter(
    ([heading]) => !heading.startsWith(`# --- ${page}:`),
  );
  write(FUNCTIONS, pieces.length > 1 ? pieces.map(([, piece]) => piece).join("") : undefined);
}

/** The reader's functions that checks have accepted on any page: a Python module, for those that
 * follow. */
export const functions = () => read(FUNCTIONS) ?? "";

/** Keep what a run made of the functions that it was given; another tab may have kept others since.
 * @param {string} before @param {string} after */
export function keepFunctions(before, after) {
  if (after === before) return;
  write(FUNCTIONS, functions() === before ? after : joined(functions(), after, before));
}

/** A module of functions with the pieces of another one that are not as they were before.
 * @param {string} text @param {string} other @param {string} [before] */
export function joined(text, other, before = "") {
  const [given, pieces] = [piecesOf(before), piecesOf(text)];
  for (const [heading, piece] of piecesOf(other)) {
    if (piece !== given.get(heading)) pieces.set(heading, piece);
  }
  return [...pieces.values()].join("");
}

/** The module's pieces by their headings; the first has none. @param {string} text */
const piecesOf = (text) =>
  new Map(text.split(/^(?=# --- )/m).map((piece) => [/^# --- .*/.exec(piece)?.[0] ?? "", piece]));

export const downloadFunctions = () => save(FUNCTIONS, functions(), "text/x-python");

/** This page as a notebook, as it is stored. Error: a sentence. @returns {Promise<any>} */
export async function storedNotebook() {
  const response = await fetch(`notebooks/${page}.ipynb`).catch(() => {
    throw new Error(NO_NETWORK);
  });
  if (!response.ok) throw new Error(`The server answers ${response.status}.`);
  return response.json();
}

/** The notebook with the reader's cells in their places, and what was said of them. */
export async function download() {
  const notebook = await storedNotebook();
  for (const cell of notebook.cells) {
    const source = sourceOf(cell.id);
    if (source === undefined) continue;
    const said = verdict(cell.metadata.entry);
    cell.source = source;
    // the others are of another text
    cell.outputs = said?.source === source ? said.outputs.map(stored) : [];
    cell.execution_count = null;
  }
  save(`${page}.ipynb`, `${JSON.stringify(notebook, null, 1)}\n`, "application/x-ipynb+json");
}

/** An output as a notebook stores it. @param {Output} output */
function stored({ kind, text }) {
  if (kind === "html")
    return { output_type: "display_data", data: { "text/html": text }, metadata: {} };
  return { output_type: "stream", name: kind === "error" ? "stderr" : "stdout", text };
}

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
