// h and s make nodes; the others change a node only where it differs, so that focus and selection
// stay.

/** @import { Attributes } from "./protocol.js" */

/** @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} attributes @param {(Node | string)[]} children */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Attributes} attributes */
export function s(tag, attributes = {}) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, []);
}

/** @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {(Node | string)[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export const newId = () => `lab-${Math.random().toString(36).slice(2)}`;

/** @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {Element} element @param {string} name @param {string | number | boolean} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** @param {Element} element @param {string} value */
export function setClass(element, value) {
  if (element.className !== value) element.className = value;
}

/** @param {HTMLElement | SVGElement} element @param {string} name @param {string} value */
export function setStyle(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/** As many children as needed: @param {Element} element @param {number} count
 * @param {() => Element} make */
export function setCount(element, count, make) {
  while (element.children.length > count) element.children[count].remove();
  while (element.children.length < count) element.append(make());
}

/** Give an element the children of another; those that are equal stay, and are not laid out again.
 * @param {Element} element @param {Element} wanted */
export function replaceChanged(element, wanted) {
  while (element.children.length > wanted.children.length) element.lastElementChild?.remove();
  [...wanted.children].forEach((child, i) => {
    const old = element.children[i];
    if (!old) element.append(child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
}
