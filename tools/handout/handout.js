// Fits a handout to its pages: sets the formulas, then chooses figures and sizes by measuring.
//
// The rule: the text as large as fits, with two lines to write on below each prediction; then the
// labs, the drawings and the sections of text, in this order, as large as all of them fit on both
// sides of the recap, and as many as fit at their smallest size; then, where room is left, tables
// and what stands below predictions; then labs, drawings and the number of lines each as large as
// fits.

import { largest } from "../../helpers/labs/engine/largest.js";

const TEXT = ["10.5pt", "10pt", "9.5pt"];
const FORMULA = ["1.3em", "1.15em", "1em", "0.9em"];
const FIGURE = ["9pt", "8.5pt", "8pt", "7.5pt"]; // the text in drawings
const LAB = [...FIGURE, "7pt", "6.5pt", "6pt"]; // the text in labs, which hold the most
const LINES = [8, 7, 6, 5, 4, 3, 2, 1]; // to write on, below a prediction
const IF_ROOM = "8pt"; // of figures that come where room is left, at most
const FEW = [2, 1]; // before figures are placed

const DOLLARS = [
  { left: "$$", right: "$$", display: true },
  { left: "$", right: "$", display: false },
];

const waiting = /** @type {HTMLElement} */ (document.querySelector("#waiting")); // for room
const rooms = [...document.querySelectorAll(".room")];

/** Sets everything; resolves to whether the text fits on its pages. */
async function fitted() {
  const { renderMathInElement } = /** @type {any} */ (window); // of KaTeX
  renderMathInElement(document.body, { delimiters: DOLLARS, output: "html" });
  await Promise.all([...document.fonts].map((font) => font.load()));
  await Promise.all([...document.images].map((image) => image.decode()));
  size("--formula")(smallest(FORMULA));
  size("--figure")(smallest(FIGURE));
  size("--lab")(smallest(LAB));
  const textFits = FEW.some((count) => {
    setLines(count);
    return largest(TEXT, size("--text"), fits);
  });
  if (!textFits) return false;
  largest(FORMULA, size("--formula"), fits);
  const all = /** @type {HTMLElement[]} */ ([...waiting.children]);
  const blocks = all.filter((block) => !block.matches(".if-room"));
  const others = all.filter((block) => block.matches(".if-room"));
  others.forEach((block) => block.remove());
  for (const lab of LAB) {
    size("--lab")(lab);
    size("--figure")(FIGURE[Math.min(LAB.indexOf(lab), FIGURE.length - 1)]);
    if (placeAll(blocks)) break;
  }
  largest(FIGURE.slice(FIGURE.indexOf(IF_ROOM)), size("--figure"), fits);
  others.forEach(place);
  document.querySelector(".back:has(.room:empty)")?.remove();
  largest(LAB, size("--lab"), fits);
  largest(FIGURE, size("--figure"), fits);
  largest(LINES, setLines, fits);
  return true;
}
Object.assign(window, { fitted }); // for handout.py, which puts this script into the page

/** Returns whether all blocks have found room; those that have not wait on.
 * @param {HTMLElement[]} blocks */
function placeAll(blocks) {
  waiting.append(...blocks);
  blocks.forEach(place);
  return !waiting.children.length;
}

/** Puts a block on the first page that has room for it, in the lesson's order; else it waits on.
 * @param {HTMLElement} block */
function place(block) {
  for (const room of rooms) {
    const placed = /** @type {HTMLElement[]} */ ([...room.children]);
    const after = placed.find((other) => number(other) > number(block));
    room.insertBefore(block, after ?? null);
    if (fits()) return;
  }
  waiting.append(block);
}

/** Where a block stands in the lesson. @param {HTMLElement} block */
function number(block) {
  return Number(block.dataset.place);
}

/** What sets a size of the page. @param {string} name */
function size(name) {
  return (/** @type {string} */ value) => document.body.style.setProperty(name, value);
}

/** @param {string[]} sizes */
function smallest(sizes) {
  return sizes[sizes.length - 1];
}

/** @param {number} count of lines to write on, below each prediction */
function setLines(count) {
  for (const lines of document.querySelectorAll(".lines"))
    /** @type {HTMLElement[]} */ ([...lines.children]).forEach((line, i) => {
      line.hidden = i >= count;
    });
}

/** Whether no page is too full, and nothing is wider than the place where it stands. */
function fits() {
  const pages = [...document.querySelectorAll("main")];
  const parts = [...document.querySelectorAll("main, main p, main li, .formula, .room > *")];
  return (
    pages.every((page) => page.scrollHeight <= page.clientHeight) &&
    parts.every((part) => part.scrollWidth <= part.clientWidth)
  );
}
