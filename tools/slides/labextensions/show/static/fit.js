// The largest text at which a slide fits the window: 30 to 16 pixels, and more where the window is
// larger than 1280 × 720. Before the text is small, tables and drawings shrink. Code and what is printed
// do not wrap: where a line is too wide, they are smaller than the text.

const LARGEST = 30;
const SMALLEST = 16;
const CODE = 0.9; // the size of code, in that of the text
const SHRINKS = [1, 0.9, 0.8, 0.7, 0.6];
const TABLE = 1.2; // what the text of a table counts, as its numbers stand out
const DRAWN = 1.3; // the text of a drawing, in that of a table
const FIXED = ":is(.cm-scroller, .jp-OutputArea-output pre)"; // what does not wrap

/** @typedef {{ text: number, output: number }} Sizes */

/** @param {HTMLElement} notebook @param {HTMLElement[]} cells those of the slide */
export function fit(notebook, cells) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!stage) return;
  const seen = (/** @type {string} */ what) => cells
    .flatMap((cell) => [...cell.querySelectorAll(what)]).filter((box) => box.clientWidth);
  const fixed = seen(FIXED);
  const boxes = [...fixed, ...seen(":is(.jp-OutputArea-output, .jp-RenderedHTMLCommon)")];
  const tables = seen(".show-part table").length > 0;
  const shrinks = tables || seen(".show-part img").length ? SHRINKS : [1];
  const worth = (/** @type {Sizes} */ { text, output }) =>
    Math.min(text, (tables ? TABLE : DRAWN) * output) + 0.1 * (text + output); // the smaller counts most
  const fits = () => stage.scrollHeight <= stage.clientHeight && stage.scrollWidth <= stage.clientWidth
    && boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
  let [best, last] = [{ text: SMALLEST, output: SMALLEST / DRAWN }, { text: 0, output: 0 }];
  const largest = Math.floor(LARGEST * Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720)));
  let least = SMALLEST;
  for (const shrink of shrinks) {
    if (worth({ text: largest, output: largest * shrink }) <= worth(best)) break;
    /** Whether the slide fits with text of this size. @param {number} text */
    const willDo = (text) => {
      last = { text, output: text * shrink };
      set(notebook, fixed, last);
      return fits();
    };
    const smallest = Math.ceil((tables ? SMALLEST : SMALLEST / DRAWN) / shrink);
    const text = search(Math.max(least, smallest), largest, willDo);
    if (!text) continue;
    const found = { text, output: text * shrink };
    if (worth(found) > worth(best)) best = found;
    if (text === largest) break; // to shrink more would win nothing
    least = text; // where outputs shrink more, this still fits
  }
  if (last.text !== best.text || last.output !== best.output) set(notebook, fixed, best);
}

/** The largest size that will do, as each smaller one then does, too; 0 if none does.
 * @param {number} from @param {number} to @param {(size: number) => boolean} willDo */
function search(from, to, willDo) {
  if (from > to) return 0;
  if (willDo(to)) return to;
  let found = 0;
  for (let last = to - 1; from <= last; ) {
    const middle = Math.ceil((from + last) / 2);
    if (willDo(middle)) from = (found = middle) + 1;
    else last = middle - 1;
  }
  return found;
}

/** Text of this size, outputs as if theirs were that size, and code that fits the width.
 * @param {HTMLElement} notebook @param {Element[]} fixed @param {Sizes} sizes */
function set(notebook, fixed, { text, output }) {
  const zoom = Math.max(1, output / SMALLEST); // tables and captions are set in 16 pixels
  const values = { size: `${text}px`, zoom, drawing: output / SMALLEST / zoom };
  for (const [name, value] of Object.entries(values)) notebook.style.setProperty(`--show-${name}`, `${value}`);
  const setCode = (/** @type {number} */ code) => notebook.style.setProperty("--show-code", `${code}px`);
  const code = Math.max(SMALLEST, CODE * text);
  setCode(code);
  const wide = Math.max(...fixed.map((box) => box.scrollWidth / box.clientWidth));
  if (wide > 1) setCode(Math.max(SMALLEST, Math.floor((10 * code) / wide) / 10));
}
