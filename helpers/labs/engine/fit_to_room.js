// The size at which a lab fits its room: in a page the height that every setting has, so that
// nothing below it moves, on a phone what can be seen of the page, else the screen. What a phone has no
// room for waits behind its button.

import { keepFocus } from "./keep_focus.js";
import { inShow } from "./lab_keys.js";
import { LAB_CLASS } from "./lab_names.js";
import { largest } from "./largest.js";
import { setStyle } from "./patch.js";

/** @import { Answer, Size } from "./protocol.js" */

// What JupyterLab shows of a notebook at 1366 × 768, beside its sidebar, is about 900 × 560.
const HEIGHT = 33; // of a lab in a page, in lines of its text
const PHONE = "(max-width: 40rem)"; // as in lab.css
// Pixels: on a lower screen most labs scroll anyway; a frame is lower until it has grown.
const LEAST_ON_A_PHONE = 640;
// From large to small. Text in drawings, font × share, never has less than 13 pixels.
/** @type {Size[]} */
const IN_PAGE = [
  ...[1.4, 1.3, 1.2, 1.1, 1, 0.95, 0.9, 0.85].map((share) => /** @type {Size} */ ([16, share])),
  [15, 0.9],
  [14, 0.93],
];
/** @type {Size[]} */
const ON_A_PHONE = [...IN_PAGE, [14, 0.86]];
/** @type {Size[]} */
const LARGE_TEXT = [1.2, 1.1, 1, 0.9, 0.8, 0.7].map((share) => [24, share]);
/** @type {Size[]} */
const FULL_SCREEN = IN_PAGE.filter(([, share]) => share <= 1);
const LARGEST = 32;
for (let font = 17; font <= LARGEST; font++) FULL_SCREEN.unshift([font, 1]);
const MORE = 1.4; // on a full screen words may be so much larger than the text in drawings
const LEAST_SHARE_IN_A_ROW = 0.85; // drawings may become so small in order to stand side by side
// but not so small beside what they could be one below the other, as on a large screen
const LEAST_BESIDE_STACKED = 0.6;
const LEAST_ON_A_SLIDE = 18; // pixels of text in drawings that stand side by side

/** @typedef {{ most(): number, limit(most: number): void }} Parts how many of them are in sight */

/** @param {HTMLElement} root @param {HTMLElement[]} content what is in it, top to bottom
 * @param {Parts} parts */
export function fitToRoom(root, content, parts) {
  let room = { width: 0, height: 0 };
  let phone = room; // as it was first seen: its bar comes and goes, and a frame grows with the lab
  let shape = ""; // of what has to fit
  let sizes = IN_PAGE; // to choose from
  let size = sizes[0]; // the one that was chosen
  let stillFits = () => true; // whether what it was chosen for still holds
  /** What was found last time for each way to arrange the parts.
   * @type {Map<string, Size | undefined>} */
  const lastTime = new Map();
  /** What was chosen for each shape in this room.
   * @type {Map<string, { sizes: Size[], size: Size, most: number, stillFits: () => boolean }>} */
  const chosen = new Map();
  let leastHeight = 0; // in its room, a lab never becomes lower: the page below it does not jump

  const has = (/** @type {string} */ name) => root.classList.contains(name);
  const scroller = () => root.closest(".jp-WindowedPanel-outer") ?? document.documentElement;

  function measure() {
    const { clientHeight } = has(LAB_CLASS.full) ? root : scroller();
    let height = HEIGHT * lineHeight();
    if (has(LAB_CLASS.full)) height = clientHeight;
    else if (isPhone()) {
      if (phone.width !== root.clientWidth)
        phone = { width: root.clientWidth, height: Math.max(LEAST_ON_A_PHONE, clientHeight) };
      height = phone.height;
    }
    return { width: root.clientWidth, height };
  }

  const lineHeight = () => (has(LAB_CLASS.large) ? LARGE_TEXT : IN_PAGE)[0][0];

  /** @param {Size} wanted */
  function take(wanted) {
    size = wanted;
    const [font, share] = size;
    setStyle(root, "font-size", `${font}px`);
    setStyle(root, "--share", String(share));
  }

  const fitsWidth = () =>
    [...root.querySelectorAll(`.${LAB_CLASS.scroll}`)].every(
      (box) => box.scrollWidth <= box.clientWidth,
    );
  const fitsHeight = () =>
    content.reduce((sum, { offsetHeight }) => sum + offsetHeight, 2) <= room.height; // 2: the border
  const fits = () => fitsHeight() && fitsWidth();
  const isInARow = () => {
    // all drawings in sight stand side by side
    const sheets = [...root.querySelectorAll(`.${LAB_CLASS.sheet}`)].filter((sheet) =>
      sheet.checkVisibility(),
    );
    return new Set(sheets.map((sheet) => Math.round(sheet.getBoundingClientRect().top))).size < 2;
  };
  const fitsInARow = () => fits() && isInARow();

  /** The largest of these sizes that will do, beginning with what was found last time.
   * @param {string} way @param {Size[]} candidates @param {() => boolean} willDo */
  function search(way, candidates, willDo) {
    const guess = lastTime.has(way) ? (lastTime.get(way) ?? candidates.at(-1)) : undefined;
    const result = largest(candidates, take, willDo, guess);
    lastTime.set(way, result);
    return result;
  }

  /** The largest size that fits, else the page has to scroll. Drawings rather become a little
   * smaller than stand one below the other. */
  function choose() {
    if (has(LAB_CLASS.full)) sizes = FULL_SCREEN;
    else if (has(LAB_CLASS.large)) sizes = LARGE_TEXT;
    else sizes = isPhone() ? ON_A_PHONE : IN_PAGE;
    parts.limit(Infinity);
    if (isPhone()) for (let most = 3; most > 0 && isTooHigh(); most--) parts.limit(most);
    const several = root.querySelectorAll(`.${LAB_CLASS.sheet}`).length > 1;
    const inARow = several ? sizes.filter(([, share]) => share >= LEAST_SHARE_IN_A_ROW) : [];
    stillFits = fits;
    const narrowEnough = inARow.filter(
      (size) => couldStandInARow(size) && !(inShow() && drawn(size) < LEAST_ON_A_SLIDE),
    );
    if (search("in a row", narrowEnough, fitsInARow) && !couldBeMuchLarger()) return enlargeWords();
    if (search("any way", sizes, fits)) return enlargeWords();
    const notLarger = sizes.filter(([, share]) => share <= 1);
    stillFits = search("width", notLarger, fitsWidth) ? fitsWidth : () => true; // it has to be scrolled
  }

  function isTooHigh() {
    take(sizes[sizes.length - 1]);
    return !fitsHeight();
  }

  /** What was chosen when the lab had this shape before; whether it still holds. */
  function recall() {
    const before = chosen.get(shape);
    if (!before) return false;
    ({ sizes, stillFits } = before);
    parts.limit(before.most);
    take(before.size);
    return stillFits();
  }

  /** Whether the drawings in sight are together no wider than the room, without laying out the
   * page.
   * @param {Size} candidate */
  function couldStandInARow(candidate) {
    const sheets = [
      ...root.querySelectorAll(`.${LAB_CLASS.part}:not([hidden]) .${LAB_CLASS.sheet}`),
    ];
    const widths = sheets.map((sheet) =>
      sheet instanceof HTMLElement ? parseFloat(sheet.style.width) : 0,
    ); // em
    return widths.reduce((sum, width) => sum + width, 0) * drawn(candidate) <= root.clientWidth;
  }

  /** Whether drawings one below the other are much larger; if so, the size at which they are is
   * taken. */
  function couldBeMuchLarger() {
    const before = size;
    const muchLarger = sizes
      .filter((larger) => drawn(larger) * LEAST_BESIDE_STACKED >= drawn(before))
      .at(-1);
    if (!muchLarger) return false;
    take(muchLarger);
    if (fits()) return true;
    take(before);
    return false;
  }

  /** On a full screen: drawings as wide as the screen may leave room below. */
  function enlargeWords() {
    if (!has(LAB_CLASS.full) || !root.querySelector(`.${LAB_CLASS.sheet}`)) return;
    const chosen = size;
    const pixels = drawn(chosen);
    const larger = FULL_SCREEN.filter(
      ([font, share]) => share === 1 && font > chosen[0] && font <= MORE * pixels,
    ).map(([font]) => /** @type {Size} */ ([font, pixels / font]));
    sizes = [...larger, chosen];
    search("words", sizes, isInARow() ? fitsInARow : fits);
  }

  function keepHeight() {
    const { height } = root.getBoundingClientRect();
    leastHeight = has(LAB_CLASS.full) ? 0 : Math.max(leastHeight, room.height, Math.ceil(height));
    setStyle(root, "min-height", `${leastHeight}px`);
  }

  function refit() {
    if (!root.clientWidth) return; // it is not to be seen
    room = measure();
    lastTime.clear();
    chosen.clear();
    leastHeight = 0;
    setStyle(root, "min-height", "0");
    keepFocus(root, choose); // the button of a part comes and goes with it while room is sought
    keepHeight();
  }

  const resized = new ResizeObserver(() => {
    const { width, height } = measure();
    const isKeyboard = isTyping(root) && width === room.width; // it takes half of the screen
    if (!isKeyboard && (width !== room.width || height !== room.height)) refit();
  });
  resized.observe(root);
  requestAnimationFrame(() => resized.observe(scroller())); // once it is on the page

  return {
    refit,
    close: () => resized.disconnect(),
    /** After each answer; within a setting a lab only becomes smaller. @param {Answer} answer */
    patch(answer) {
      if (!root.clientWidth) return;
      const before = shape;
      shape = shapeOf(answer);
      const smaller = () => largest(sizes.slice(sizes.indexOf(size)), take, stillFits);
      if (shape !== before ? !recall() : !stillFits() && !smaller()) choose();
      chosen.set(shape, { sizes, size, stillFits, most: parts.most() });
      keepHeight();
    },
  };
}

const isPhone = () => matchMedia(PHONE).matches;

/** Whether the reader is in a field of the lab for words. @param {HTMLElement} root */
const isTyping = (root) =>
  root.contains(document.activeElement) &&
  Boolean(document.activeElement?.matches('input[type="text"]'));

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
