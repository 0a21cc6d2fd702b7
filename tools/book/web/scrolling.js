// Boxes that are too narrow for what is in them.

const WORDS = 30; // characters of a cell that make a table one of words
/** What may be too narrow for what is in it: of an output, each picture and table alone. */
const NARROW = ".outputs div:has(> :is(img, table)):not(.live *), .wide, .formula, pre";

/** A box that is too narrow for what is in it shows that, and can be scrolled by the keyboard,
 * too. */
export function prepareScrolling() {
  const look = (/** @type {Element} */ box) => {
    const hidden = box.scrollWidth - box.clientWidth;
    if (hidden > 1) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
    // Firefox rounds up: nothing is cut, and nothing is to scroll
    const rounded = hidden === 1 ? "hidden" : "";
    /** @type {HTMLElement} */ (box).style.setProperty("overflow-x", rounded, "important");
    box.classList.toggle("more", box.scrollLeft < hidden - 1);
    box.classList.toggle("more-left", box.scrollLeft > 1);
  };
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target)));
  /** @type {Set<Element>} */
  const boxes = new Set();
  const watch = () => {
    for (const box of document.querySelectorAll(NARROW)) {
      if (boxes.has(box)) continue;
      boxes.add(box);
      observer.observe(box);
      nameCells(box);
      showFocus(box);
      showWholeOnTap(box);
      box.addEventListener("scroll", () => look(box), { passive: true });
    }
  };
  watch();
  const shown = new MutationObserver(watch); // what a cell shows when it has run
  for (const outputs of document.querySelectorAll(".outputs"))
    shown.observe(outputs, { childList: true });
  let width = innerWidth;
  addEventListener("resize", () => {
    // a phone was turned
    if (innerWidth !== width) boxes.forEach(showFocus);
    width = innerWidth;
  });
  document.addEventListener(
    "toggle",
    ({ target }) => {
      // a fold that is opened
      if (target instanceof Element) target.querySelectorAll(NARROW).forEach(showFocus);
    },
    { capture: true },
  );
  document.fonts.addEventListener(
    "loadingdone",
    () =>
      boxes.forEach((box) => {
        // which widens what is in them
        showFocus(box);
        look(box);
      }),
    { once: true },
  );
}

/** The cells of a table of words say in which column they stand: a phone shows one below the other.
 * @param {Element} box */
function nameCells(box) {
  for (const table of box.querySelectorAll(":scope > table")) {
    const cells = /** @type {HTMLTableCellElement[]} */ ([...table.querySelectorAll("td")]);
    if (
      !box.matches(".outputs *") ||
      !cells.some((cell) => (cell.textContent ?? "").length > WORDS)
    )
      continue;
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
    for (const cell of cells) cell.dataset.column = heads[cell.cellIndex];
    table.classList.add("words");
  }
}

/** A picture that is cut is seen whole, and small, after a tap, and large again after another.
 * @param {Element} box */
function showWholeOnTap(box) {
  const image = box.querySelector(":scope > img");
  if (!(image instanceof HTMLElement && box instanceof HTMLElement)) return;
  const [inner, outer] = [image.getBoundingClientRect(), box.getBoundingClientRect()];
  box.style.setProperty("--title", `${inner.top - outer.top}px`);
  box.style.setProperty("--below", `${outer.bottom - inner.bottom}px`);
  image.addEventListener("click", () => {
    const isCut = box.scrollWidth > box.clientWidth + 1;
    if (isCut || box.matches(".whole")) box.classList.toggle("whole", isCut);
    if (!isCut) showFocus(box);
  });
}

/** What it is about comes first: the focus of a picture, or a framed cell of a table.
 * @param {Element} box */
function showFocus(box) {
  const image = /** @type {HTMLImageElement | null} */ (box.querySelector("img[data-focus]"));
  const framed = /** @type {HTMLElement | null} */ (box.querySelector('td[style*="border:3px"]'));
  if (image) box.scrollLeft = Number(image.dataset.focus) * image.offsetWidth - box.clientWidth / 2;
  else if (framed)
    box.scrollLeft = columnBefore(
      framed,
      framed.offsetLeft + framed.offsetWidth / 2 - box.clientWidth / 2,
    );
}

/** Where a table is scrolled so far, or less, that no number is cut by its first column, which
 * stays.
 * @param {HTMLElement} cell @param {number} wanted */
function columnBefore(cell, wanted) {
  const [, ...others] = /** @type {HTMLElement[]} */ ([...(cell.closest("tr")?.children ?? [])]);
  const starts = others.map((other) => other.offsetLeft - others[0].offsetLeft);
  return Math.max(0, ...starts.filter((start) => start <= wanted));
}
