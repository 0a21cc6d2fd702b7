/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} name @param {string} style
 * @param {string} [text] */
export function element(name, style, text = "") {
  const node = document.createElement(name);
  node.className = style;
  node.textContent = text;
  return node;
}
