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

// Sets everything; resolves to whether the text fits on its pages.
async function fitted() {
  renderMathInElement(document.body, { delimiters: DOLLARS, output: "html" });
  await Promise.all([...document.fonts].map((font) => font.load()));
  await Promise.all([...document.images].map((image) => image.decode()));
  size("--formula")(FORMULA.at(-1));
  size("--figure")(FIGURE.at(-1));
  size("--lab")(LAB.at(-1));
  const textFits = FEW.some((number) => {
    setLines(number);
    return largest(TEXT, size("--text"), fits);
  });
  if (!textFits) return false;
  largest(FORMULA, size("--formula"), fits);
  const blocks = [...document.querySelectorAll("#waiting > :not(.if-room)")];
  const others = [...document.querySelectorAll("#waiting > .if-room")];
  others.forEach((block) => block.remove());
  for (const lab of LAB) {
    size("--lab")(lab);
    size("--figure")(FIGURE[Math.min(LAB.indexOf(lab), FIGURE.length - 1)]);
    if (placed(blocks)) break;
  }
  largest(FIGURE.slice(FIGURE.indexOf(IF_ROOM)), size("--figure"), fits);
  others.forEach(place);
  if (!document.querySelector(".back .room").hasChildNodes())
    document.querySelector(".back").remove();
  largest(LAB, size("--lab"), fits);
  largest(FIGURE, size("--figure"), fits);
  largest(LINES, setLines, fits);
  return true;
}
window.fitted = fitted; // for handout.py, which puts this script into the page

// Whether all blocks have found room; those that have not wait on.
function placed(blocks) {
  const waiting = document.querySelector("#waiting");
  waiting.append(...blocks);
  blocks.forEach(place);
  return !waiting.children.length;
}

// Puts a block on the first page that has room for it, in the lesson's order; else it waits on.
function place(block) {
  const waiting = document.querySelector("#waiting");
  for (const room of document.querySelectorAll(".room")) {
    const after = [...room.children].find((other) => number(other) > number(block));
    room.insertBefore(block, after ?? null);
    if (fits()) return;
  }
  waiting.append(block);
}

function number(block) {
  return Number(block.dataset.place);
}

function size(name) {
  return (value) => document.body.style.setProperty(name, value);
}

function setLines(number) {
  for (const line of document.querySelectorAll(".lines > div")) {
    line.hidden = [...line.parentElement.children].indexOf(line) >= number;
  }
}

// Whether no page is too full, and nothing is wider than the place where it stands.
function fits() {
  const pages = [...document.querySelectorAll("main")];
  const parts = [...document.querySelectorAll("main, main p, main li, .formula, .room > *")];
  return (
    pages.every((page) => page.scrollHeight <= page.clientHeight) &&
    parts.every((part) => part.scrollWidth <= part.clientWidth)
  );
}
