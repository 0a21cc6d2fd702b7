// What changes from one answer to the next moves there. A node that a drawing names (`data-key`)
// stays, and the numbers in its attributes run from what is seen to what is wanted; a new one fades
// in, one that is gone fades out.
//
// By hand, frame by frame: CSS can move `transform`, `opacity` and `r`, but x1 … y2 and points are
// no CSS properties in any browser, and `d` is one in Chromium and Firefox, not in Safari; the Web
// Animations API moves CSS properties only.

import { DATA_MOVING } from "./lab_names.js";
import { setAttribute, setStyle } from "./patch.js";

const TAKES = 250; // ms; also in lab.css
// ms: the next frame is dated before the answer, as a rule, and yet is to show that something moves
const SOON = 16;
const NUMBER = /-?\d*\.?\d+(?:e[-+]?\d+)?/g;

/** @typedef {object} Motion
 * @property {string} wanted
 * @property {number} begun
 * @property {(share: number) => void} show at a share of its way, from 0 to 1 */

/** The motions of a lab, in one loop. @param {HTMLElement} root */
export function movesOf(root) {
  /** Of each node: its attributes that move, or "" while it fades.
   * @type {Map<Element, Map<string, Motion>>} */
  const moving = new Map();
  let isOn = false; // whether what this answer changes moves
  let wereStill = true; // before this answer
  let begun = 0; // when it came
  let frame = 0;

  /** @param {number} now */
  function show(now) {
    frame = 0;
    for (const [node, motions] of moving) {
      for (const [name, motion] of motions) {
        const share = Math.min(1, Math.max(0, (now - motion.begun) / TAKES));
        motion.show(1 - (1 - share) ** 3); // fast, then slow
        if (share === 1) motions.delete(name);
      }
      if (!motions.size) moving.delete(node);
    }
    if (moving.size || now - begun < TAKES) frame = requestAnimationFrame(show);
    else root.removeAttribute(DATA_MOVING);
  }
  /** @param {Element} node @param {string} name @param {string} wanted
   * @param {(share: number) => void} show */
  function add(node, name, wanted, show) {
    const motions = moving.get(node) ?? new Map();
    moving.set(node, motions.set(name, { wanted, begun, show }));
  }

  /** What moves to it already goes on; what moves elsewhere turns from where it is.
   * @param {Element} node @param {string} name @param {string} from @param {string} wanted
   * @param {(text: string) => void} give */
  function change(node, name, from, wanted, give) {
    if (isOn && moving.get(node)?.get(name)?.wanted === wanted) return;
    const between = isOn && betweenTexts(from, wanted);
    if (between) return add(node, name, wanted, (share) => give(between(share)));
    moving.get(node)?.delete(name);
    give(wanted);
  }

  return {
    /** Before the nodes are patched. @param {boolean} jumps whether nothing is to move */
    begin(jumps) {
      wereStill = !moving.size;
      isOn = !jumps && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isOn) return;
      begun = performance.now() - SOON;
      root.setAttribute(DATA_MOVING, "");
      if (!frame) frame = requestAnimationFrame(show);
    },
    wereStill: () => wereStill,
    /** Give a kept node an attribute. @param {Element} node @param {string} name
     * @param {string} wanted */
    set(node, name, wanted) {
      change(node, name, node.getAttribute(name) ?? "", wanted, (text) =>
        setAttribute(node, name, text),
      );
    },
    /** Give one a style. @param {HTMLElement} node @param {string} name @param {string} wanted */
    setStyle(node, name, wanted) {
      change(node, name, node.style.getPropertyValue(name), wanted, (text) =>
        setStyle(node, name, text),
      );
    },
    /** @param {SVGElement} node */
    fadeIn(node) {
      if (!isOn) return;
      node.style.opacity = "0";
      add(node, "", "in", (share) => {
        if (share < 1) node.style.opacity = String(share);
        else node.removeAttribute("style");
      });
    },
    /** @param {SVGElement} node */
    fadeOut(node) {
      if (!isOn) return node.remove();
      node.removeAttribute("data-key"); // it is nobody's any more
      node.setAttribute("data-gone", "");
      const before = Number(node.style.opacity || 1);
      add(node, "", "out", (share) => {
        node.style.opacity = String(before * (1 - share));
        if (share === 1) node.remove();
      });
    },
    close: () => cancelAnimationFrame(frame),
  };
}

/** @typedef {ReturnType<typeof movesOf>} Moves */

/** What lies between two texts that differ in numbers alone, or null.
 * @param {string} from @param {string} to */
function betweenTexts(from, to) {
  if (from === to || from.replace(NUMBER, "#") !== to.replace(NUMBER, "#")) return null;
  const [before, after] = [from, to].map((text) => text.match(NUMBER) ?? []);
  // an arc's flags are 0 or 1, and nothing is between them
  const isFlag = (/** @type {string} */ x) => x === "0" || x === "1";
  const isTurned = before.some((x, i) => x !== after[i] && isFlag(x) && isFlag(after[i]));
  if (isTurned && /[Aa]/.test(to)) return null;
  return (/** @type {number} */ share) => {
    if (share === 1) return to;
    let i = 0;
    return to.replace(NUMBER, (x) => {
      const [a, b] = [before[i], after[i++]].map(Number);
      return a === b ? x : (a + share * (b - a)).toFixed(2);
    });
  };
}
