// The largest text at which a slide fits the window: 30 to 18 pixels, and more where the window is
// larger than 1280 × 720. Before the text is small, tables and drawings shrink. Code and what is
// printed do not wrap: where a line of one of them is too wide, it is smaller than the text.

import { LAB_CLASS } from "./lab_names.js";
import { largest } from "./largest.js";
import { SHOW_CLASS } from "./show_names.js";

export const LARGEST = 30;
export const SMALLEST = 18;
const SET = 16; // pixels: in which tables and captions are set
const CODE = 0.9; // the size of code, in that of the text
const SHRINKS = [1, 0.9, 0.8, 0.7, 0.6];
// how large a lab's still may be
const STILL = Array.from({ length: 24 }, (_, i) => 1.5 - i * 0.05);
const TABLE = 1.2; // what the text of a table counts, as its numbers stand out
const DRAWN = 1.3; // the text of a drawing, in that of a table, unless the drawing is wide
// as in show.css, where it has
const ABOVE_TABLE = ".jp-RenderedHTML > div:has(> div > table) > div > img";
const BESIDE_OTHERS = 0.72; // of its size, so that there is room for the words of the table
const [CODES, PRINTS] = [".cm-scroller", ".jp-OutputArea-output pre"];
export const UNWRAPPED = `:is(${CODES}, ${PRINTS})`;

/** @typedef {{ text: number, output: number }} Sizes */

/** @param {HTMLElement} notebook @param {HTMLElement[]} cells those of the slide
 * @param {boolean} keeps whether the sizes stay if the slide fits with them */
export function fitToWindow(notebook, cells, keeps = false) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!stage) return;
  const still = cells
    .map((cell) => cell.querySelector(`.${LAB_CLASS.still}`))
    .find((found) => found?.clientWidth);
  if (still instanceof HTMLElement) return fitStill(notebook, stage, still);
  const seen = (/** @type {string} */ css) =>
    cells.flatMap((cell) => [...cell.querySelectorAll(css)]).filter((box) => box.clientWidth);
  const [codes, prints] = [seen(CODES), seen(PRINTS)];
  const boxes = [
    ...codes,
    ...prints,
    ...seen(":is(.jp-OutputArea-output, .jp-RenderedHTMLCommon)"),
  ];
  const hasTables = seen(`.${SHOW_CLASS.part} table`).length > 0;
  const shrinks = hasTables || seen(`.${SHOW_CLASS.part} img`).length ? SHRINKS : [1];
  const drawn = drawnText(seen(`.${SHOW_CLASS.part} img`));
  const lowest = hasTables ? Math.max(SMALLEST, SMALLEST / drawn) : SMALLEST / drawn;
  const worth = (/** @type {Sizes} */ { text, output }) =>
    // the smaller counts most
    Math.min(text, (hasTables ? TABLE : drawn) * output) + 0.1 * (text + output);
  const fits = () =>
    stage.scrollHeight <= stage.clientHeight &&
    stage.scrollWidth <= stage.clientWidth &&
    boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
  if (keeps && fits()) return;
  /** @type {Sizes | undefined} */
  let taken;
  const take = (/** @type {Sizes} */ sizes) => {
    if (sizes.text === taken?.text && sizes.output === taken.output) return;
    taken = sizes;
    setSizes(notebook, sizes);
    setCode(notebook, codeSize(sizes.text, codes), codeSize(sizes.text, prints));
  };

  const most = Math.floor(LARGEST * Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720)));
  let least = SMALLEST;
  let best = { text: SMALLEST, output: SMALLEST / drawn };
  for (const shrink of shrinks) {
    const sized = (/** @type {number} */ text) => ({ text, output: text * shrink });
    if (worth(sized(most)) <= worth(best)) break;
    const smallest = Math.max(least, Math.ceil(lowest / shrink));
    const candidates = Array.from({ length: Math.max(0, most - smallest + 1) }, (_, i) =>
      sized(most - i),
    );
    const result = largest(candidates, take, fits);
    if (!result) continue;
    if (worth(result) > worth(best)) best = result;
    if (result.text === most) break; // to shrink more would win nothing
    least = result.text; // where outputs shrink more, this still fits
  }
  take(best);
}

/** What a lab shows until it lives, and in print: all of it is seen, however small.
 * @param {HTMLElement} notebook @param {Element} stage @param {HTMLElement} still */
function fitStill(notebook, stage, still) {
  setSizes(notebook, { text: SMALLEST, output: SET });
  const take = (/** @type {number} */ zoom) => (still.style.zoom = `${zoom}`);
  largest(
    STILL,
    take,
    () => stage.scrollHeight <= stage.clientHeight && stage.scrollWidth <= stage.clientWidth,
  );
}

/** @type {WeakMap<Element, number>} */
const scales = new WeakMap();

/** The size of the smallest text of drawings, in that of a table. @param {Element[]} images */
export const drawnText = (images) => Math.min(DRAWN, ...images.map(scaleOf));

/** @param {Element} image */
function scaleOf(image) {
  const known = scales.get(image);
  if (known) return known;
  const shrink = image.matches(ABOVE_TABLE) ? BESIDE_OTHERS : 1;
  const [type, data] = (image.getAttribute("src") ?? "").split(",");
  const [, units] = (type.includes("svg") && atob(data).match(/viewBox="0 0 ([\d.]+)/)) || [];
  const scale = shrink * (units ? Number(image.getAttribute("width")) / Number(units) : DRAWN);
  scales.set(image, scale);
  return scale;
}

/** Text of this size, and outputs as if theirs were that size.
 * @param {HTMLElement} notebook @param {Sizes} sizes */
export function setSizes(notebook, { text, output }) {
  const zoom = Math.max(1, output / SET);
  set(notebook, "size", `${text}px`);
  set(notebook, "zoom", `${zoom}`);
  set(notebook, "drawing", `${output / SET / zoom}`);
  const code = Math.max(SMALLEST, CODE * text);
  setCode(notebook, code, code);
}

/** The size of code beside text of this size: its widest line fits, down to the smallest size.
 * @param {number} text @param {Element[]} unwrapped where the code stands, at the size that
 * `setSizes` gave it */
export function codeSize(text, unwrapped) {
  const size = Math.max(SMALLEST, CODE * text);
  const excess = Math.max(1, ...unwrapped.map((box) => box.scrollWidth / box.clientWidth));
  return excess > 1 ? Math.max(SMALLEST, Math.floor((10 * size) / excess) / 10) : size;
}

/** @param {HTMLElement} notebook @param {number} code @param {number} print of what is printed */
function setCode(notebook, code, print) {
  set(notebook, "code", `${code}px`);
  set(notebook, "print", `${print}px`);
}

/** @param {HTMLElement} notebook @param {string} name @param {string} value */
function set(notebook, name, value) {
  const { style } = notebook;
  if (style.getPropertyValue(`--show-${name}`) !== value)
    style.setProperty(`--show-${name}`, value);
}
