// The largest text at which a slide fits the window: 30 to 16 pixels, and more where the window is
// larger than 1280 × 720. Before the text is small, drawings shrink. Code and what is printed do not
// wrap: where a line is too wide, they are smaller than the text.

const LARGEST = 30;
const SMALLEST = 16;
const DRAWN = 1.3 * 16; // the text of a drawing, where nothing enlarges it
const SHRINKS = [1, 0.9, 0.8, 0.7, 0.6];
const CODE = ":is(.cm-scroller, .jp-OutputArea-output pre)";

/** @param {HTMLElement} notebook */
export function fit(notebook) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer");
  if (!stage) return;
  const drawings = stage.querySelector(".show-part img");
  const largest = LARGEST * Math.max(1, Math.min(innerWidth / 1280, innerHeight / 720));
  for (let size = Math.floor(largest); size >= SMALLEST; size--)
    for (const shrink of drawings ? SHRINKS : [1]) {
      const zoom = size / 16; // of tables and drawings, whose text is set in 16 pixels
      if (shrink < 1 && zoom * shrink * DRAWN < SMALLEST) break;
      const set = (/** @type {string} */ name, /** @type {string | number} */ value) =>
        notebook.style.setProperty(name, `${value}`);
      set("--show-size", `${size}px`);
      set("--show-zoom", zoom);
      set("--show-shrink", shrink);
      let code = Math.max(SMALLEST, 0.9 * size);
      set("--show-code", `${code}px`);
      const wide = Math.max(...seen(stage, CODE).map((box) => box.scrollWidth / box.clientWidth), 1);
      if (wide > 1) {
        code = Math.max(SMALLEST, Math.floor((10 * code) / wide) / 10);
        set("--show-code", `${code}px`);
      }
      if (fits(stage)) return;
    }
}

/** @param {Element} stage */
function fits(stage) {
  if (stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth) return false;
  const boxes = [...seen(stage, CODE), ...seen(stage, ":is(.jp-OutputArea-output, .jp-RenderedHTMLCommon)")];
  return boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
}

/** @param {Element} stage @param {string} what */
const seen = (stage, what) => [...stage.querySelectorAll(`.show-cell ${what}`)].filter((box) => box.clientWidth);
