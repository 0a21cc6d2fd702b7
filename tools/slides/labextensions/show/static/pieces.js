// Which pieces of a cell are seen: classes say so, and show.css hides the rest.

import { element } from "./element.js";
import { SHOW_CLASS } from "./show_names.js";

/** @import { NotebookCell, Piece } from "./protocol.js" */

const LATER = "show-later"; // what a later step shows
const CUT = "show-cut"; // a block of text that is not on the slide
const { stage: STAGE, ...OF_PIECES } = SHOW_CLASS;
const SEEN = [...Object.values(OF_PIECES), LATER, CUT];
const LIST = "ul, ol";

/** On the stage, a cell of code has all its lines but those that only show what was computed.
 * CodeMirror may draw its lines anew, so rules hide them by their numbers.
 * @param {NotebookCell[]} cells */
export function addLineRules(cells) {
  const longest = Math.max(
    0,
    ...cells.map(({ model }) => model.sharedModel.getSource().split("\n").length),
  );
  const rules = Array.from({ length: longest }, (_, i) => i + 1).map(
    (line) =>
      `.${STAGE} [data-hidden-lines~="${line}"] .cm-line:nth-child(${line}) { display: none; }`,
  );
  const style = document.createElement("style");
  style.textContent = rules.join("\n");
  document.head.append(style);
}

/** Nothing of a cell. @param {HTMLElement} cell */
export function hide(cell) {
  if (!cell.matches(`.${SHOW_CLASS.cell}`)) return; // there is nothing to hide
  for (const node of [cell, ...cell.querySelectorAll(SEEN.map((name) => `.${name}`).join())])
    node.classList.remove(...SEEN);
}

/** @param {HTMLElement} cell @param {Piece[]} pieces @param {number} step @param {string} kind */
export function reveal(cell, pieces, step, kind) {
  cell.classList.add(SHOW_CLASS.cell);
  for (const piece of pieces) {
    cell.classList.add(SHOW_CLASS[piece.part]);
    if (piece.part === "source") cell.dataset.hiddenLines = piece.hidden.join(" ");
    const area = piece.part === "output" ? ".jp-Cell-outputWrapper" : ".jp-Cell-inputWrapper";
    cell.querySelector(area)?.classList.toggle(LATER, piece.step > step);
    if (piece.part === "text") revealText(cell, pieces);
    if (piece.part !== "output") continue;
    const output = outputOf(cell, piece.index);
    if (kind === "lab")
      // its still, then itself
      outputsOf(cell).forEach((node) => node.classList.add(SHOW_CLASS.part));
    else if (output) revealOutput(output);
  }
}

/** @param {HTMLElement} cell @param {Piece[]} pieces blocks of its text */
function revealText(cell, pieces) {
  const seen = new Set(pieces.map(({ index }) => index));
  blocksOf(cell).forEach((block, i) => block.classList.toggle(CUT, !seen.has(i)));
  for (const list of listsOf(cell)) [...list.children].forEach((item, i) => number(item, list, i));
  for (const list of listsOf(cell))
    list.classList.toggle(CUT, !list.querySelector(`:scope > li:not(.${CUT})`));
}

/** An item keeps its number when those before it are not seen.
 * @param {Element} item @param {Element} list @param {number} place */
function number(item, list, place) {
  if (list instanceof HTMLOListElement && item instanceof HTMLLIElement)
    item.value = list.start + place;
}

/** @param {Element} output */
function revealOutput(output) {
  output.classList.add(SHOW_CLASS.part);
  // the step decides if it is seen
  for (const fold of output.querySelectorAll("details")) fold.open = true;
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
function blocksOf(cell) {
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
const outputOf = (cell, index) => outputsOf(cell).at(index);

/** Drawings that have a wider sheet for slides show that one: new images, which have its shape
 * before it is decoded. @param {HTMLElement} notebook */
export function showWideDrawings(notebook) {
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

/** A browser may break a line between a formula and a bracket, a comma or a colon beside it: here it
 * may not. @param {HTMLElement} notebook */
export function keepSigns(notebook) {
  for (const formula of notebook.querySelectorAll(".jp-RenderedMarkdown mjx-container")) {
    const { previousSibling: before, nextSibling: after } = formula;
    const kept = element("span", "show-kept");
    formula.replaceWith(kept);
    kept.append(cut(before, /[([“]+$/), formula, cut(after, /^[^\s\w]+/));
  }
}

/** Takes what is found off a text. @param {Node | null} text @param {RegExp} sign */
function cut(text, sign) {
  if (!(text instanceof Text)) return "";
  const found = text.data.match(sign)?.[0] ?? "";
  text.data = text.data.replace(sign, "");
  return found;
}

const WAIT = 20_000; // ms, on a slow computer, for what JupyterLab has not rendered yet

/** Until all text is on the page, with its formulas, drawings and fonts.
 * @param {NotebookCell[]} cells */
export async function waitUntilRendered(cells) {
  const nodes = cells.map(({ node }) => node);
  const isRendered = (/** @type {HTMLElement} */ node) => {
    if (!node.matches(".jp-MarkdownCell")) return Boolean(node.querySelector(".cm-content"));
    const text = node.querySelector(".jp-RenderedMarkdown")?.textContent;
    return Boolean(text) && !text?.includes("$"); // a formula that is not set yet
  };
  const end = performance.now() + WAIT;
  while (!nodes.every(isRendered) && performance.now() < end)
    await new Promise((done) => setTimeout(done, 30));
  const images = nodes.flatMap((node) => [...node.querySelectorAll("img")]);
  const drawn = images.map((image) => image.decode().catch(() => {}));
  // a browser may not decode what it does not paint, and loads a font once it paints it
  const waited = new Promise((done) => setTimeout(done, WAIT));
  const fonts = [...document.fonts].map((font) => font.load().catch(() => {}));
  await Promise.race([Promise.all([...drawn, ...fonts]), waited]);
}

/** Whether the outputs of all pieces are on the page. @param {NotebookCell[]} cells
 * @param {Piece[]} pieces */
export function hasAllOutputs(cells, pieces) {
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
