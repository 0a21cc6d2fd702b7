// Keys go on in a lab while what is on the page changes.

/** Do something. What had the focus keeps it, though it moves to another place; if it is gone then,
 * hidden or switched off, the lab has it.
 * @param {HTMLElement} root @param {() => void} change */
export function keepFocus(root, change) {
  const before = document.activeElement;
  const wasHere = root.contains(before);
  change();
  if (wasHere && !inUse(root, document.activeElement))
    (inUse(root, before) ?? root).focus({ preventScroll: true });
}

/** @param {HTMLElement} root @param {Element | null} element */
const inUse = (root, element) =>
  element instanceof HTMLElement &&
  root.contains(element) &&
  !element.matches(":disabled") &&
  element.checkVisibility()
    ? element
    : null;
