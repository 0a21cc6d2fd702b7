// h and s make nodes; the others change a node only where it differs, so that focus and selection
// stay.

/** @import { Moves } from "./move.js" */
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

/** Give an element the children of another. One that is equal stays, and is not laid out again; so
 * does one with the same `data-key`, and moves to what is wanted.
 * @param {Element} element @param {Element} wanted @param {Moves} moves */
export function patchChildren(element, wanted, moves) {
  const isFirst = !element.children.length; // nothing has been seen yet
  const here = [...element.children].filter((child) => !child.hasAttribute("data-gone"));
  const keyed = new Map(here.map((child) => [keyOf(child), child]));
  const others = here.filter((child) => !keyOf(child));
  /** @type {Set<Element>} */
  const kept = new Set();
  let next = 0; // of the others
  let last = /** @type {Element | null} */ (null); // the child that is in its place already
  for (const child of [...wanted.children]) {
    const key = keyOf(child);
    const old = key ? keyed.get(key) : others[next++];
    let node = child;
    if (old && old.tagName === child.tagName && (key || old.isEqualNode(child))) {
      node = old;
      if (key) patchNode(old, child, moves);
    } else if (key && !isFirst) moves.fadeIn(/** @type {SVGElement} */ (child));
    kept.add(node);
    const place = last ? last.nextElementSibling : element.firstElementChild;
    if (place !== node) element.insertBefore(node, place);
    last = node;
  }
  for (const child of here)
    if (!kept.has(child)) {
      if (keyOf(child)) moves.fadeOut(/** @type {SVGElement} */ (child));
      else child.remove();
    }
}

const keyOf = (/** @type {Element} */ node) => node.getAttribute("data-key");

/** The same node, as it is wanted now, and what is in it, by its order.
 * @param {Element} node @param {Element} wanted @param {Moves} moves */
function patchNode(node, wanted, moves) {
  if (moves.wereStill() && node.isEqualNode(wanted)) return;
  for (const name of node.getAttributeNames())
    if (name !== "style" && !wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) moves.set(node, name, value);
  const [inside, wantedInside] = [node, wanted].map((of) => [...of.children]);
  const isAlike =
    [node, wanted].every((of) => of.childElementCount === of.childNodes.length) &&
    inside.length === wantedInside.length &&
    inside.every((child, i) => child.tagName === wantedInside[i].tagName);
  if (isAlike) inside.forEach((child, i) => patchNode(child, wantedInside[i], moves));
  else if (node.innerHTML !== wanted.innerHTML) node.replaceChildren(...wanted.childNodes);
}
