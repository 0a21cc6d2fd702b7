// A slide is made as large as fits the window, as one piece: its text is 30 pixels or less, and more
// where the window is larger than 1280 × 720. Code, tables and drawings are as large as the text
// makes them, and no text in them is below 18 pixels before the text itself is.

import { LAB_CLASS } from "./lab_names.js";
import { largest } from "./largest.js";
import { SHOW_CLASS } from "./show_names.js";

const LARGEST = 30; // pixels, of text
const READABLE = 18;
const LEAST = 6; // where nothing is cut off, however much there is
const SET = 16; // pixels: in which tables and captions are set
const CODE = 0.9; // the size of code and of what is printed, in that of the text
const OUTPUT = 0.85; // that of tables; drawings are as large as makes their text that of the slide
const DRAWN = 1.3; // the text of a drawing, in that of a table, unless the drawing is wide
// how large a lab's still may be
const STILL = Array.from({ length: 24 }, (_, i) => 1.5 - i * 0.05);
// as in show.css, where it has
const ABOVE_TABLE = ".jp-RenderedHTML :is(div, details):has(> div > table) > div img";
const BESIDE_OTHERS = 0.72; // of its size, so that there is room for the words of the table

/** @param {HTMLElement} notebook @param {HTMLElement[]} cells those of the slide
 * @param {boolean} keeps whether the size stays if the slide fits with it */
export function fitToWindow(notebook, cells, keeps = false) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!stage) return;
  const still = cells
    .map((cell) => cell.querySelector(`.${LAB_CLASS.still}`))
    .find((found) => found?.clientWidth);
  if (still instanceof HTMLElement) return fitStill(notebook, stage, still);
  const seen = (/** @type {string} */ css) =>
    cells.flatMap((cell) => [...cell.querySelectorAll(css)]).filter((box) => box.clientWidth);
  const boxes = seen(":is(.cm-scroller, pre, .jp-OutputArea-output, .jp-RenderedHTMLCommon)");
  const smallest = Math.min(
    ...seen(`.${SHOW_CLASS.part} img`).map(drawnText),
    seen(`.${SHOW_CLASS.part} table`).length ? 1 : DRAWN,
  );
  const fits = () =>
    stage.scrollHeight <= stage.clientHeight &&
    stage.scrollWidth <= stage.clientWidth &&
    boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
  if (keeps && fits()) return;
  const most = LARGEST * Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720));
  const sizes = Array.from({ length: Math.floor(2 * (most - LEAST)) + 1 }, (_, i) => most - i / 2);
  // one by one: at a smaller size, a formula that cannot be broken may stick out of its line
  sizes.find((size) => {
    setSize(notebook, size, smallest);
    return fits();
  });
}

/** What a lab shows until it lives, and in print: all of it is seen, however small.
 * @param {HTMLElement} notebook @param {Element} stage @param {HTMLElement} still */
function fitStill(notebook, stage, still) {
  setSize(notebook, READABLE, 1);
  const take = (/** @type {number} */ zoom) => (still.style.zoom = `${zoom}`);
  largest(
    STILL,
    take,
    () => stage.scrollHeight <= stage.clientHeight && stage.scrollWidth <= stage.clientWidth,
  );
}

/** @type {WeakMap<Element, number>} */
const scales = new WeakMap();

/** The size of the smallest text of a drawing, in that of a table. @param {Element} image */
function drawnText(image) {
  const known = scales.get(image);
  if (known) return known;
  const shrink = image.matches(ABOVE_TABLE) ? BESIDE_OTHERS : 1;
  const [type, data] = (image.getAttribute("src") ?? "").split(",");
  const [, units] = (type.includes("svg") && atob(data).match(/viewBox="0 0 ([\d.]+)/)) || [];
  const scale = shrink * (units ? Number(image.getAttribute("width")) / Number(units) : DRAWN);
  scales.set(image, scale);
  return scale;
}

/** @param {HTMLElement} notebook @param {number} size of the text @param {number} smallest the
 * smallest text of its outputs, in that of a table */
function setSize({ style }, size, smallest) {
  const readable = Math.min(size, READABLE);
  const output = Math.max(size * Math.min(OUTPUT, 1 / smallest), readable / smallest);
  const zoom = Math.max(1, output / SET);
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    style.setProperty(`--show-${name}`, value);
  set("size", `${size}px`);
  set("code", `${Math.max(CODE * size, readable)}px`);
  set("zoom", `${zoom}`);
  set("drawing", `${output / SET / zoom}`);
}
