// The largest text at which a slide fits the window: 30 to 16 pixels, and more where the window is
// larger than 1280 × 720. Where drawings make a slide too tall, they shrink a little first.

const LARGEST = 30;
const SMALLEST = 16;
const TEXT = 16; // what tables and drawings are written in
const SHRINKS = [1, 0.9, 0.8, 0.7, 0.6];
const LEAST = 0.77; // of a drawing, whose text is 1.3 × 16 pixels

/** @param {HTMLElement} notebook */
export function fit(notebook) {
  const stage = notebook.querySelector(".jp-WindowedPanel-outer") ?? notebook;
  const scale = Math.min(innerWidth / 1280, innerHeight / 720);
  for (let size = Math.floor(LARGEST * Math.max(1, scale)); size >= SMALLEST; size--)
    for (const shrink of SHRINKS) {
      if (shrink < 1 && (size / TEXT) * shrink < LEAST) break;
      notebook.style.setProperty("--show-size", `${size}px`);
      notebook.style.setProperty("--show-zoom", `${size / TEXT}`);
      notebook.style.setProperty("--show-shrink", `${shrink}`);
      if (fits(stage)) return;
      if (!notebook.querySelector(".show-part img")) break;
    }
}

/** @param {Element} stage */
function fits(stage) {
  if (stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth) return false;
  const boxes = [...stage.querySelectorAll(".show-cell :is(.cm-scroller, .jp-OutputArea-output, .jp-OutputArea-output pre, .jp-RenderedHTMLCommon)")];
  return boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
}
