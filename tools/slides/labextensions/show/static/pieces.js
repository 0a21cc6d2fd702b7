// Which pieces of a cell are seen: classes say so, and show.css hides the rest.

/** @import { NotebookCell, Piece } from "./protocol.js" */

const SEEN = [
  "show-cell",
  "show-text",
  "show-source",
  "show-output",
  "show-part",
  "show-later",
  "show-cut",
];
const LIST = "ul, ol";

/** On the stage, a cell of code has all its lines but those that only show what was computed, or
 * some lines alone. CodeMirror may draw its lines anew, so rules hide them by their numbers.
 * @param {NotebookCell[]} cells */
export function ruleLines(cells) {
  const longest = Math.max(
    0,
    ...cells.map(({ model }) => model.sharedModel.getSource().split("\n").length),
  );
  const rules = Array.from({ length: longest }, (_, i) => i + 1).map(
    (line) =>
      `.show-stage :is([data-hidden-lines~="${line}"], [data-only-lines]:not([data-only-lines~="${line}"])) .cm-line:nth-child(${line}) { display: none; }`,
  );
  const style = document.createElement("style");
  style.textContent = rules.join("\n");
  document.head.append(style);
}

/** @param {HTMLElement} cell @param {Piece} piece of its code */
function revealLines({ dataset }, { hidden, madeIn }) {
  delete dataset.onlyLines;
  dataset.hiddenLines = hidden.join(" ");
  if (madeIn.length) dataset.onlyLines = madeIn.join(" ");
}

/** Nothing of a cell. @param {HTMLElement} cell */
export function hide(cell) {
  if (!cell.matches(".show-cell")) return; // there is nothing to hide
  for (const node of [cell, ...cell.querySelectorAll(SEEN.map((name) => `.${name}`).join())])
    node.classList.remove(...SEEN);
}

/** @param {HTMLElement} cell @param {Piece[]} pieces @param {number} step @param {string} kind */
export function reveal(cell, pieces, step, kind) {
  cell.classList.add("show-cell");
  for (const piece of pieces) {
    cell.classList.add(`show-${piece.part}`);
    if (piece.part === "source") revealLines(cell, piece);
    const area = piece.part === "output" ? ".jp-Cell-outputWrapper" : ".jp-Cell-inputWrapper";
    cell.querySelector(area)?.classList.toggle("show-later", piece.step > step);
    if (piece.part === "text") revealText(cell, pieces);
    if (piece.part !== "output") continue;
    const output = outputOf(cell, piece.index);
    if (kind === "lab")
      outputsOf(cell).forEach((node) => node.classList.add("show-part")); // its still, then itself
    else if (output) revealOutput(output, piece);
  }
}

/** @param {HTMLElement} cell @param {Piece[]} pieces blocks of its text */
function revealText(cell, pieces) {
  const seen = new Set(pieces.map(({ index }) => index));
  blocksOf(cell).forEach((block, i) => block.classList.toggle("show-cut", !seen.has(i)));
  for (const list of listsOf(cell)) [...list.children].forEach((item, i) => number(item, list, i));
  for (const list of listsOf(cell))
    list.classList.toggle("show-cut", !list.querySelector(":scope > li:not(.show-cut)"));
}

/** An item keeps its number when those before it are not seen.
 * @param {Element} item @param {Element} list @param {number} place */
function number(item, list, place) {
  if (list instanceof HTMLOListElement && item instanceof HTMLLIElement)
    item.value = list.start + place;
}

/** @param {Element} output @param {Piece} piece */
function revealOutput(output, { box, rows }) {
  output.classList.add("show-part");
  // the step decides if it is seen
  for (const fold of output.querySelectorAll("details")) fold.open = true;
  if (box !== null)
    boxesOf(output).forEach((child, i) => child.classList.toggle("show-cut", i !== box));
  if (rows)
    output
      .querySelectorAll("tbody tr")
      .forEach((row, i) => row.classList.toggle("show-cut", i < rows[0] || i >= rows[1]));
}

/** For the notebook itself: answers that are folded in are closed again, and their code, which may
 * say them, is there only if slides have shown it. Of the other cells with pieces that are not to
 * be told, what slides have not shown is away, and stays away if it runs meanwhile.
 * @param {NotebookCell[]} cells @param {Piece[]} all @param {Piece[]} untold */
export function closeAnswers(cells, all, untold) {
  const told = all.filter((piece) => !untold.includes(piece));
  const isUntold = new Set(untold.map(({ cell }) => cell));
  for (const { node, model } of cells) {
    const folds = [...node.querySelectorAll("details")];
    for (const fold of folds) fold.open = false;
    const parts = told.filter(({ cell }) => cell === model.id).map(({ part }) => part);
    const [input, output] = ["input", "output"].map((name) =>
      node.querySelector(`.jp-Cell-${name}Wrapper`),
    );
    const isAway = isUntold.has(model.id);
    node.classList.toggle("show-untold", isAway && !folds.length && !parts.length);
    input?.classList.toggle("show-untold", isAway && folds.length > 0 && !parts.includes("source"));
    output?.classList.toggle("show-untold", isAway && !folds.length);
  }
}

/** Headings, paragraphs, formulas, tables, and each item of a list: what blocks.py calls a block.
 * @param {HTMLElement | undefined} cell @returns {Element[]} */
export function blocksOf(cell) {
  const text = cell?.querySelector(".jp-RenderedMarkdown");
  return [...(text?.children ?? [])].flatMap((block) =>
    block.matches(LIST) ? [...block.children] : [block],
  );
}

/** @param {HTMLElement} cell */
const listsOf = (cell) => [...cell.querySelectorAll(`.jp-RenderedMarkdown > :is(${LIST})`)];

/** @param {HTMLElement | undefined} cell */
const outputsOf = (cell) => [...(cell?.querySelectorAll(".jp-OutputArea-child") ?? [])];

/** @param {HTMLElement | undefined} cell @param {number} index */
export const outputOf = (cell, index) => outputsOf(cell).at(index);

/** Drawings that have a wider sheet for slides show that one: new images, which have its shape
 * before it is decoded. @param {HTMLElement} notebook */
export function widen(notebook) {
  for (const image of notebook.querySelectorAll("img[data-wide]")) {
    const wide = image.cloneNode();
    if (!(wide instanceof HTMLImageElement)) continue;
    const { wide: source = "", wideSize = "" } = wide.dataset;
    [wide.width, wide.height] = wideSize.split(" ").map(Number);
    wide.src = source;
    delete wide.dataset.wide;
    image.replaceWith(wide);
  }
}

/** Whether the outputs of all pieces are on the page. @param {NotebookCell[]} cells
 * @param {Piece[]} pieces */
export function areThere(cells, pieces) {
  const nodes = new Map(cells.map(({ node, model }) => [model.id, node]));
  return pieces.every(
    ({ part, cell, index }) => part !== "output" || outputOf(nodes.get(cell), index),
  );
}

/** The tables, drawings and words that stand side by side in an output. @param {Element} output */
export function boxesOf(output) {
  const holder = output.querySelector("details") ?? output.querySelector(".jp-RenderedHTML > div");
  return [...(holder?.children ?? [])].filter((child) => !child.matches("summary"));
}
