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

/** @param {HTMLElement} notebook */
export function fit(notebook) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!stage) return;
  const largest = LARGEST * Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720));
  for (const { text, output } of pairs(Math.floor(largest), seen(stage, ".show-part table").length > 0))
    if (set(notebook, stage, text, output)) return;
  set(notebook, stage, SMALLEST, SMALLEST / DRAWN);
}

/** Sizes of text and of outputs, the best first: the smaller of the two counts most.
 * @param {number} largest @param {boolean} tables */
function pairs(largest, tables) {
  const counts = tables ? TABLE : DRAWN;
  const found = [];
  for (let text = largest; text >= SMALLEST; text--)
    for (const shrink of SHRINKS) {
      const output = text * shrink;
      if (output < (tables ? SMALLEST : SMALLEST / DRAWN)) break;
      found.push({ text, output, worth: Math.min(text, counts * output) + 0.1 * (text + output) });
    }
  return found.sort((a, b) => b.worth - a.worth);
}

/** Whether the slide fits with text of this size, and outputs as if it had that size.
 * @param {HTMLElement} notebook @param {Element} stage @param {number} size @param {number} output */
function set(notebook, stage, size, output) {
  const zoom = Math.max(1, output / SMALLEST); // tables and captions are set in 16 pixels
  const values = { size: `${size}px`, zoom, drawing: output / SMALLEST / zoom };
  for (const [name, value] of Object.entries(values)) notebook.style.setProperty(`--show-${name}`, `${value}`);
  const setCode = (/** @type {number} */ code) => notebook.style.setProperty("--show-code", `${code}px`);
  const code = Math.max(SMALLEST, CODE * size);
  setCode(code);
  const wide = Math.max(...seen(stage, FIXED).map((box) => box.scrollWidth / box.clientWidth));
  if (wide > 1) setCode(Math.max(SMALLEST, Math.floor((10 * code) / wide) / 10));
  return fits(stage);
}

/** @param {Element} stage */
function fits(stage) {
  if (stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth) return false;
  const boxes = [...seen(stage, FIXED), ...seen(stage, ":is(.jp-OutputArea-output, .jp-RenderedHTMLCommon)")];
  return boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
}

/** @param {Element} stage @param {string} what */
const seen = (stage, what) => [...stage.querySelectorAll(`.show-cell ${what}`)].filter((box) => box.clientWidth);
