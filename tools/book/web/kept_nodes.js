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

/** @param {string} html @returns {Node[]} */
export const keptNodes = (html) => made(new DOMParser().parseFromString(html, "text/html").body);

/** What stands in a node, made anew. @param {Node} node @returns {Node[]} */
const made = ({ childNodes }) =>
  [...childNodes].flatMap((child) => {
    if (child instanceof Text) return [new Text(child.data)];
    if (!(child instanceof HTMLElement) || !ELEMENTS.has(child.localName)) return [];
    const node = document.createElement(child.localName);
    for (const { name, value } of child.attributes)
      if (ATTRIBUTES[name]?.test(value)) node.setAttribute(name, value);
    node.append(...made(child));
    return [node];
  });
