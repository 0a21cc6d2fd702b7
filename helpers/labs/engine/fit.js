// The size at which a lab fits its room: in a page what can be seen of the page, else the screen.

// From large to small. Text in drawings, font × share, never has less than 12 pixels.
/** @type {Size[]} */
const IN_PAGE = [[16, 1], [16, 0.95], [16, 0.9], [16, 0.85], [16, 0.8], [16, 0.75], [15, 0.8], [14, 0.86]];
/** @type {Size[]} */
const LARGE_TEXT = [[24, 1], [24, 0.9], [24, 0.8], [24, 0.7]];
/** @type {Size[]} */
const FULL_SCREEN = [...IN_PAGE];
const LARGEST = 32;
for (let font = 17; font <= LARGEST; font++) FULL_SCREEN.unshift([font, 1]);
const MORE = 1.4; // on a full screen words may be so much larger than the text in drawings
const LEAST_SHARE_IN_A_ROW = 0.85; // drawings may become so small in order to stand side by side
const LEAST_BESIDE_STACKED = 0.6; // but not so small beside what they could be one below the other, as on a large screen

/** @param {HTMLElement} root @param {HTMLElement} content @param {{ fold: (wanted: boolean) => void }} parts */
function fitted(root, content, parts) {
  let room = { width: 0, height: 0 };
  let shape = ""; // of what has to fit
  let sizes = IN_PAGE; // to choose from
  let index = 0; // of the size that was chosen
  let stillHolds = () => true; // whether what held when it was chosen holds now
  let tall = 0; // in its room, a lab never becomes lower: the page below it does not jump

  const has = (/** @type {string} */ name) => root.classList.contains(name);
  const scroller = () => root.closest(".jp-WindowedPanel-outer") ?? document.documentElement;

  function measure() {
    const { clientHeight } = has("lab-full") ? root : scroller();
    return { width: root.clientWidth, height: clientHeight };
  }

  /** @param {number} wanted */
  function take(wanted) {
    index = wanted;
    const [font, share] = sizes[index];
    setStyle(root, "font-size", `${font}px`);
    setStyle(root, "--share", String(share));
  }

  const isNarrow = () => [...root.querySelectorAll(".lab-scroll")].every((e) => e.scrollWidth <= e.clientWidth);
  const isLow = () => content.offsetHeight + 2 <= room.height; // 2: the border
  const fits = () => isLow() && isNarrow();
  const isInARow = () => { // all drawings in sight stand side by side
    const sheets = [...root.querySelectorAll(".lab-sheet")].filter((sheet) => sheet.checkVisibility());
    return new Set(sheets.map((sheet) => Math.round(sheet.getBoundingClientRect().top))).size < 2;
  };
  const fitsInARow = () => fits() && isInARow();

  /** Take the first size that will do, as each is smaller than the one before it; return whether
   * there is one. @param {() => boolean} willDo */
  function search(willDo, first = 0, last = sizes.length - 1) {
    take(first);
    if (willDo()) return true;
    let [from, to] = [first + 1, last];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      take(middle);
      if (willDo()) to = middle;
      else from = middle + 1;
    }
    take(to);
    return willDo();
  }

  /** All parts at a size that fits, else those that matter, else the page has to scroll. Drawings
   * rather become a little smaller than stand one below the other. */
  function choose() {
    sizes = has("lab-full") ? FULL_SCREEN : has("lab-large") ? LARGE_TEXT : IN_PAGE;
    const lastInARow = sizes.findIndex(([, share]) => share < LEAST_SHARE_IN_A_ROW) - 1;
    const several = root.querySelectorAll(".lab-sheet").length > 1;
    stillHolds = fits;
    for (const folded of has("lab-full") ? [true] : has("lab-large") ? [false] : [false, true]) {
      parts.fold(folded);
      const inARow = several && search(fitsInARow, 0, lastInARow) && !couldBeMuchLarger();
      if (inARow || search(fits)) return enlargeWords();
    }
    stillHolds = search(isNarrow) ? isNarrow : () => true; // it has to be scrolled
  }

  function couldBeMuchLarger() {
    const now = index;
    const larger = sizes.filter((size) => drawn(size) * LEAST_BESIDE_STACKED >= drawn(sizes[now])).length - 1;
    if (larger < 0) return false;
    take(larger);
    if (fits()) return true;
    take(now);
    return false;
  }

  /** On a full screen: drawings that are as wide as the screen may leave room below. */
  function enlargeWords() {
    if (!has("lab-full") || !root.querySelector(".lab-sheet")) return;
    const [font, share] = sizes[index];
    const pixels = drawn(sizes[index]);
    const larger = FULL_SCREEN.filter(([each, whole]) => whole === 1 && each > font && each <= MORE * pixels);
    sizes = [...larger.map(([each]) => /** @type {Size} */ ([each, pixels / each])), [font, share]];
    search(isInARow() ? fitsInARow : fits);
  }

  function keepTall() {
    tall = has("lab-full") ? 0 : Math.max(tall, Math.ceil(root.getBoundingClientRect().height));
    setStyle(root, "min-height", `${tall}px`);
  }

  function refit() {
    if (!root.clientWidth) return; // it is not to be seen
    room = measure();
    tall = 0;
    setStyle(root, "min-height", "0");
    choose();
    keepTall();
  }

  const resized = new ResizeObserver(() => {
    const { width, height } = measure();
    if (width !== room.width || height !== room.height) refit();
  });
  resized.observe(root);
  requestAnimationFrame(() => resized.observe(scroller())); // once it is on the page

  return {
    refit,
    close: () => resized.disconnect(),
    /** After each answer; within a setting a lab only becomes smaller. @param {Answer} answer */
    patch(answer) {
      if (!root.clientWidth) return;
      const now = shapeOf(answer);
      if (now !== shape) choose();
      else if (!stillHolds() && !search(stillHolds, index)) choose();
      shape = now;
      keepTall();
    },
  };
}

/** The pixels of text in drawings. @param {Size} size */
const drawn = ([font, share]) => font * share;

/** What of an answer has a size of its own. @param {Answer} answer */
function shapeOf({ preset, main, parts, off }) {
  const measures = Object.entries(parts).map(([name, part]) => {
    if (part.kind === "drawing") return [name, part.width, part.height];
    return part.kind === "matrix" ? [name, part.rows.length, part.columns.length] : [name];
  });
  return JSON.stringify([preset, main, off, measures]);
}
