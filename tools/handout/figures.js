// Turns each table of a page into an SVG drawing, and says what each figure shows.

const CELLS = "th, td";
const paint = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d")
);

/** @typedef {{ x: number, y: number, width: number, height: number }} Box in pixels, on the page */

/** {title, description, svg} of every table of the page, in order: for figures.py. */
function tables() {
  return [...document.querySelectorAll("table")].map((table) => {
    const description = tableInWords(table);
    return { title: titleOf(table), description, svg: tableAsSvg(table, description) };
  });
}

/** A table as an SVG document: its backgrounds, borders and words where the browser has put them.
 * @param {HTMLTableElement} table @param {string} description */
function tableAsSvg(table, description) {
  const box = table.getBoundingClientRect();
  const shapes = [...table.querySelectorAll(CELLS)].map((cell) => cellAsSvg(cell, box));
  const frame = getComputedStyle(table);
  if (frame.borderTopStyle === "dashed") shapes.push(rectangle(withoutCaption(table), box, frame));
  const size = `width="${box.width}" height="${box.height}" viewBox="0 0 ${box.width} ${box.height}"`;
  const about = `<title>${escaped(titleOf(table))}</title><desc>${escaped(description)}</desc>`;
  const white = `<rect width="100%" height="100%" fill="white"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${about}${white}${shapes.join("")}${words(table, box)}</svg>`;
}

/** @param {HTMLTableElement} table */
function withoutCaption(table) {
  const { x, y, width } = (table.tHead ?? table).getBoundingClientRect();
  return { x, y, width, height: table.tBodies[0].getBoundingClientRect().bottom - y };
}

/** @param {Element} cell @param {Box} box of the table */
function cellAsSvg(cell, box) {
  return rectangle(cell.getBoundingClientRect(), box, getComputedStyle(cell));
}

/** @param {Box} rect @param {Box} box of the table @param {CSSStyleDeclaration} style */
function rectangle(rect, box, style) {
  const { backgroundColor, borderTopColor, borderTopWidth, borderTopStyle } = style;
  const fill = backgroundColor === "rgba(0, 0, 0, 0)" ? "none" : backgroundColor;
  const dashes = borderTopStyle === "dashed" ? ` stroke-dasharray="9 6"` : "";
  const place = `x="${rect.x - box.x}" y="${rect.y - box.y}" width="${rect.width}" height="${rect.height}"`;
  return `<rect ${place} fill="${fill}" stroke="${borderTopColor}" stroke-width="${parseFloat(borderTopWidth)}"${dashes}/>`;
}

/** Each word of a table, as long as it is here, whatever font will draw it.
 * @param {HTMLTableElement} table @param {Box} box of the table */
function words(table, box) {
  const texts = [];
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const parent = /** @type {Element} */ (node.parentElement);
    const { color, font, fontSize, fontWeight, fontFamily } = getComputedStyle(parent);
    paint.font = font;
    const { fontBoundingBoxAscent } = paint.measureText("x");
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { x, y, width } = range.getBoundingClientRect();
      const place = `x="${x - box.x}" y="${y - box.y + fontBoundingBoxAscent}" textLength="${width}"`;
      const look = `fill="${color}" font-size="${fontSize}" font-weight="${fontWeight}" font-family="${escaped(fontFamily)}"`;
      texts.push(`<text ${place} ${look}>${escaped(word)}</text>`);
    }
  }
  return texts.join("");
}

/** What is in a table, row by row. @param {HTMLTableElement} table */
function tableInWords(table) {
  return [...table.rows]
    .map((row) => [...row.cells].map((cell) => cell.innerText.trim()).join(", "))
    .join("; ");
}

/** @param {HTMLTableElement} table */
function titleOf(table) {
  return table.caption?.innerText.trim() ?? "";
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
