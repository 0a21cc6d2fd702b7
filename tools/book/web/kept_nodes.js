// What was kept of an output as HTML, made anew of elements that do nothing by themselves: other pages
// of this address may have written into the browser's storage.

const ELEMENTS = new Set(
  "br caption code details div em img li ol p pre progress span strong summary table tbody td th thead tr ul".split(
    " ",
  ),
);
/** @type {Record<string, RegExp>} */
const ATTRIBUTES = {
  alt: /^/,
  class: /^/,
  colspan: /^\d+$/,
  "data-focus": /^[\d.]+$/,
  "data-solution": /^\w+$/,
  height: /^\d+$/,
  open: /^$/,
  scope: /^(col|row)$/,
  src: /^data:image\//,
  style: /^(?![^]*(url|fixed))[\w\s:;.,%#()+*/'-]*$/i,
  width: /^\d+$/,
};

/** @param {string} html */
export const keptNodes = (html) => within(new DOMParser().parseFromString(html, "text/html").body);

/** What stands in a node, made anew. @param {Node} node */
const within = (node) => [...node.childNodes].flatMap(made);

/** The same of a node, or nothing. @param {Node} node @returns {Node[]} */
function made(node) {
  if (node instanceof Text) return [new Text(node.data)];
  if (!(node instanceof HTMLElement) || !ELEMENTS.has(node.localName)) return [];
  const copy = document.createElement(node.localName);
  for (const { name, value } of node.attributes)
    if (ATTRIBUTES[name]?.test(value)) copy.setAttribute(name, value);
  copy.append(...within(node));
  return [copy];
}
