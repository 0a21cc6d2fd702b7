// How high each piece of a show is, measured on a stage of 1280 × 720 at several sizes of text.
// What is higher than a slide is cut: an output into its tables and drawings, a table into runs of
// rows.

import { blocksOf, boxesOf, hide, outputOf, reveal } from "./pieces.js";
import { LARGEST, SMALLEST, UNWRAPPED, codeSize, drawnText, setSizes } from "./text_size.js";

/** @import { Heights, Panel, Piece } from "./protocol.js" */

const STEP = 3; // pixels between the sizes that are measured
const LEAST = 12; // of outputs
const SIZES = Array.from({ length: (LARGEST - LEAST) / STEP + 1 }, (_, i) => LEAST + i * STEP);
const MORE = 1.04; // that text_size.js finds room for its smallest size
const OF_TABLE = MORE * SMALLEST; // the size at which a table must fit a slide
const IN_ROWS = 20; // the size at which rows of a table fill one
const SPARE = 40; // pixels that a part of a table leaves free
const PARTS = 100; // more than one piece is ever cut into
const WAIT = 20_000; // ms, on a slow computer, for what JupyterLab has not rendered yet

/** Until all that is measured is on the page, with its formulas, drawings and fonts.
 * @param {Panel} panel @param {Piece[]} pieces */
export async function waitUntilRendered(panel, pieces) {
  const named = new Set(pieces.map(({ cell }) => cell));
  const nodes = panel.content.widgets
    .filter(({ model }) => named.has(model.id))
    .map(({ node }) => node);
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
  // a browser may not decode what it does not paint
  const waited = new Promise((done) => setTimeout(done, WAIT));
  // A browser loads a font once it paints it, and here the slides are measured before they are
  // painted.
  const fonts = [...document.fonts].map((font) => font.load().catch(() => {}));
  await Promise.race([Promise.all([...drawn, ...fonts]), waited]);
}

/** The pieces, cut where they are too high, and their heights.
 * @param {Panel} panel @param {Piece[]} pieces @returns {{ pieces: Piece[], heights: Heights }} */
export function measure(panel, pieces) {
  const { node: notebook, widgets } = panel.content;
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!(stage instanceof HTMLElement))
    return { pieces, heights: { room: 0, of: () => 0, least: () => 0 } };
  panel.node.classList.add("show-measuring");
  const cells = new Map(widgets.map(({ node, model }) => [model.id, node]));
  const shared = pieces.filter(({ kind }) => !kind); // the others have slides of their own
  const places = new Map(widgets.map(({ model }, i) => [model.id, i]));
  const isOutput = (/** @type {Piece} */ { part }) => Number(part === "output");
  const place = (/** @type {Piece} */ { cell }) => places.get(cell) ?? 0;
  // As they stand on the page: the code of an answer is shown after it.
  shared.sort((a, b) => place(a) - place(b) || isOutput(a) - isOutput(b) || a.index - b.index);
  for (const [cell, node] of cells) {
    hide(node);
    const parts = shared.filter((piece) => piece.cell === cell);
    if (parts.length) reveal(node, parts, Infinity, "");
  }
  const { paddingTop, paddingBottom } = getComputedStyle(stage);
  const room = stage.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);

  const nodes = new Map(shared.map((piece) => [piece, nodeOf(piece, cells)]));
  // Words alone are as large as the text.
  const scaled = new Set(
    shared.filter((piece) => nodes.get(piece)?.querySelector(".jp-RenderedHTML :is(img, table)")),
  );
  const setOutputs = (/** @type {number} */ output) =>
    setSizes(notebook, { text: Math.max(SMALLEST, output), output });

  /** Of every piece, from its top to that of the next: with the gap between them. */
  function totalHeights() {
    const tops = shared.map((piece) => nodes.get(piece)?.getBoundingClientRect().top);
    tops.push(stage?.querySelector(".jp-WindowedPanel-viewport")?.getBoundingClientRect().bottom);
    for (let i = shared.length; i--;) tops[i] ??= tops[i + 1]; // it is not on the page
    return new Map(shared.map((piece, i) => [piece, (tops[i + 1] ?? 0) - (tops[i] ?? 0)]));
  }

  /** @param {Piece} piece a piece or a part of it @param {number} total the height of the piece */
  function heightOf({ box, rows, ...piece }, total) {
    const output = outputOf(cells.get(piece.cell), piece.index);
    if (!output || (box === null && !rows)) return total;
    const part = box === null ? output : boxesOf(output)[box];
    const height = box === null ? total : part.getBoundingClientRect().height;
    const isCut = (/** @type {unknown} */ _, /** @type {number} */ i) =>
      rows && (i < rows[0] || i >= rows[1]);
    const cut = rowsOf(part)
      .filter(isCut)
      .map((row) => row.getBoundingClientRect().height);
    return height - cut.reduce((sum, rowHeight) => sum + rowHeight, 0);
  }

  /** @param {Piece} piece @returns {Piece[]} */
  function cutBoxes(piece) {
    const output = outputOf(cells.get(piece.cell), piece.index);
    const count = output ? boxesOf(output).length : 0;
    return count > 1 ? Array.from({ length: count }, (_, box) => ({ ...piece, box })) : [piece];
  }

  /** @param {Piece} piece @param {number} total @returns {Piece[]} */
  function cutRows(piece, total) {
    const output = outputOf(cells.get(piece.cell), piece.index);
    const table = output && (piece.box === null ? output : boxesOf(output)[piece.box]);
    const count = table ? rowsOf(table).length : 0;
    /** @type {Piece[]} */
    const parts = [];
    let first = 0;
    for (let end = 1; end <= count; end++) {
      if (end < count && heightOf({ ...piece, rows: [first, end + 1] }, total) <= room - SPARE)
        continue;
      parts.push({ ...piece, rows: [first, end] });
      first = end;
    }
    return parts.length > 1 ? parts : [piece];
  }

  const withTables = new Set(shared.filter((piece) => nodes.get(piece)?.querySelector("table")));
  /** @type {Map<Piece, number>} */
  let totals = new Map();
  const tooHigh = (/** @type {Piece} */ part, /** @type {Piece} */ piece) =>
    scaled.has(piece) && heightOf(part, totals.get(piece) ?? 0) > room;
  const partsOf = new Map(pieces.map((piece) => [piece, [piece]]));
  /** What is too high even alone on a slide, and the piece of which it is.
   * @type {Map<Piece, Piece>} */
  const high = new Map();
  for (const least of new Set(pieces.map(leastOf))) {
    setOutputs(least);
    totals = totalHeights();
    for (const piece of pieces.filter((piece) => leastOf(piece) === least)) {
      const parts = tooHigh(piece, piece) ? cutBoxes(piece) : [piece];
      partsOf.set(piece, parts);
      for (const part of parts) if (tooHigh(part, piece)) high.set(part, piece);
    }
  }
  setOutputs(IN_ROWS);
  totals = totalHeights();
  const inRows = new Map(
    [...high].map(([part, piece]) => [part, cutRows(part, totals.get(piece) ?? 0)]),
  );
  const cut = [...partsOf].flatMap(([piece, parts], i) =>
    parts
      .flatMap((part) => inRows.get(part) ?? [part])
      .map((part, j) => /** @type {[Piece, Piece]} */ ([{ ...part, place: PARTS * i + j }, piece])),
  );

  /** The smallest size of an output, as text_size.js takes it. @param {Piece} piece */
  function leastOf(piece) {
    if (!scaled.has(piece)) return 0;
    const images = [...(nodes.get(piece)?.querySelectorAll("img") ?? [])];
    const ofDrawing = OF_TABLE / drawnText(images);
    return withTables.has(piece) ? Math.max(OF_TABLE, ofDrawing) : ofDrawing;
  }

  /** @type {Map<Piece, number[]>} */
  const table = new Map(cut.map(([part]) => [part, []]));
  for (const size of SIZES) {
    setOutputs(size);
    const text = Math.max(SMALLEST, size);
    const heights = totalHeights();
    for (const [part, piece] of cut) {
      const unwrapped = [...(nodes.get(piece)?.querySelectorAll(UNWRAPPED) ?? [])];
      const narrower = unwrapped.length ? codeSize(text, unwrapped) / codeSize(text, []) : 1;
      table.get(part)?.push(narrower * heightOf(part, heights.get(piece) ?? 0));
    }
  }
  for (const node of cells.values()) hide(node);
  panel.node.classList.remove("show-measuring");

  /** Between the sizes that were measured: of text on the line from one to the next; of an output,
   * whose parts may stand side by side only while they are small, what the next larger one is, made
   * smaller.
   * @param {Piece} piece @param {number} text @param {number} shrink of outputs */
  function of(piece, text, shrink) {
    const known = table.get(piece) ?? [];
    const size = piece.part === "output" && least(piece) ? text * shrink : text;
    const place = Math.min(Math.max((size - LEAST) / STEP, 0), SIZES.length - 1);
    const below = Math.floor(place);
    const above = Math.ceil(place);
    if (least(piece)) return (known[above] * size) / (LEAST + above * STEP);
    return known[below] + (place - below) * ((known[below + 1] ?? known[below]) - known[below]);
  }
  const leasts = new Map(cut.map(([part, piece]) => [part, leastOf(piece)]));
  const least = (/** @type {Piece} */ piece) => leasts.get(piece) ?? 0;
  return { pieces: cut.map(([part]) => part), heights: { room, of, least } };
}

/** Where a piece begins on the page. @param {Piece} piece
 * @param {Map<string, HTMLElement>} cells */
function nodeOf({ cell, part, index }, cells) {
  const node = cells.get(cell);
  if (part === "text") return blocksOf(node)[index];
  return part === "source" ? node?.querySelector(".jp-Cell-inputWrapper") : outputOf(node, index);
}

/** @param {Element} part */
function rowsOf(part) {
  return [...part.querySelectorAll("tbody tr")];
}
