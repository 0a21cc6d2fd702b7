// A drawing (SVG, written in Python), with handles, buttons that a hand drags, or with a grid to
// pick from.

import { gridView, UNIT } from "./grid.js";
import { ARROW_STEPS } from "./lab_keys.js";
import { LAB_CLASS } from "./lab_names.js";
import { h, patchChildren, s, setAttribute, setStyle, setText } from "./patch.js";

/** @import { Moves } from "./move.js" */
/** @import { Answer, DrawingPart, Grip, PointSpec, Session } from "./protocol.js" */

/** The place of a point that is nearest. @param {number} x @param {PointSpec} spec */
export function placeOf(x, { limit, step }) {
  const within = Math.max(-limit, Math.min(limit, Math.round(x / step) * step));
  return Number(within.toFixed(6)) + 0;
}

/** @param {Session} session @param {Moves} moves */
export function drawingView(session, moves) {
  const title = h("div", { class: "lab-title" });
  const svg = s("svg", { role: "img" });
  const sheet = h("div", { class: LAB_CLASS.sheet }, svg);
  const node = h("div", { class: LAB_CLASS.scroll }, title, sheet);
  /** @type {Map<string, { button: HTMLButtonElement, grip: Grip }>} */
  const handles = new Map();
  const boxes = gridView(session, sheet);
  let shown = ""; // the markup inside the svg
  /** @type {number | null} */
  let focus = null; // how far across is what it is about
  /** Too wide, it fades where it is cut; without a button, keys scroll it. */
  const showOverflow = () => {
    const hidden = Math.max(0, sheet.offsetWidth - node.clientWidth);
    const across = Math.min(node.scrollLeft, hidden);
    setStyle(title, "transform", across ? `translateX(${across}px)` : "none"); // it stays in sight
    if (hidden > 0 && !node.querySelector("button")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
    node.classList.toggle("lab-more", across < hidden - 1);
  };
  node.addEventListener("scroll", showOverflow, { passive: true });
  const center = () => {
    // what it is about, where not all of it is to be seen
    if (focus !== null) node.scrollLeft = focus * sheet.offsetWidth - node.clientWidth / 2;
    showOverflow();
  };
  let room = 0;
  const resized = new ResizeObserver(() => {
    if (room === node.clientWidth) return showOverflow();
    room = node.clientWidth;
    center();
  });
  resized.observe(node);
  resized.observe(sheet);

  // The first one lies on top: where two meet, it is the smaller one (plane.py).
  /** @param {Grip} grip */
  function handle(grip) {
    const spec = /** @type {PointSpec} */ (session.control(grip.control));
    const button = h("button", {
      type: "button",
      class: "lab-handle",
      "data-control": grip.control,
    });
    setStyle(button, "border-color", `var(--${grip.tone})`);
    setStyle(button, "z-index", String(99 - handles.size));
    const view = { button, grip };
    /** @type {number[] | null} */
    let held = null; // from the point to where the hand took hold of it
    /** @param {number} x @param {number} y */
    const move = (x, y) => {
      const point = [placeOf(x, spec), placeOf(y, spec)];
      const [before, after] = [session.value(grip.control), point].map(String);
      if (before === after) return;
      const { origin, scale } = view.grip;
      moveTo(button, origin[0] + point[0] * scale, origin[1] - point[1] * scale);
      session.change(grip.control, point);
    };
    const pointed = (/** @type {PointerEvent} */ event) => {
      // the pointer, in the plane
      const box = sheet.getBoundingClientRect();
      const unit = svg.viewBox.baseVal.width / box.width;
      const { origin, scale } = view.grip;
      const x = (event.clientX - box.left) * unit;
      const y = (event.clientY - box.top) * unit;
      return [(x - origin[0]) / scale, (origin[1] - y) / scale];
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || held) return;
      const [x, y] = session.value(grip.control);
      const [px, py] = pointed(event);
      held = [px - x, py - y];
      button.setPointerCapture(event.pointerId);
      button.focus({ preventScroll: true });
      event.preventDefault();
    });
    button.addEventListener("pointermove", (event) => {
      if (!held || button.matches(":disabled")) return;
      const [x, y] = pointed(event);
      move(x - held[0], y - held[1]);
    });
    button.addEventListener("lostpointercapture", () => {
      held = null;
      session.refresh();
    });
    button.addEventListener("keydown", (event) => {
      const [down, right] = ARROW_STEPS[event.key] ?? [0, 0];
      if (!down && !right) return;
      event.preventDefault();
      const [x, y] = session.value(grip.control);
      const size = spec.step * (event.shiftKey ? 10 : 1);
      move(x + right * size, y - down * size);
    });
    sheet.append(button);
    return view;
  }

  /** @param {HTMLElement} button @param {number} x @param {number} y */
  function moveTo(button, x, y) {
    setStyle(button, "left", `${x / UNIT}em`);
    setStyle(button, "top", `${y / UNIT}em`);
  }

  return {
    node,
    /** @param {DrawingPart} part @param {Answer} answer */
    patch(part, answer) {
      setText(title, part.title);
      setAttribute(svg, "viewBox", `0 0 ${part.width} ${part.height}`);
      setAttribute(svg, "aria-label", `${part.title}. ${part.description}`);
      setStyle(sheet, "width", `${part.width / UNIT}em`);
      setStyle(sheet, "height", `${part.height / UNIT}em`);
      if (part.focus !== focus) {
        focus = part.focus;
        center();
      }
      if (part.svg !== shown) {
        const wanted = s("svg");
        wanted.innerHTML = shown = part.svg;
        patchChildren(svg, wanted, moves);
      }
      if (part.grid) boxes.patch(part.grid, answer);
      for (const grip of part.handles) {
        const view = handles.get(grip.control) ?? handle(grip);
        handles.set(grip.control, view);
        view.grip = grip;
        for (const side of ["width", "height"])
          setStyle(view.button, side, `${grip.across / UNIT}em`);
        setAttribute(view.button, "aria-label", `${grip.label}. Drag it, or use the arrow keys.`);
        if (session.waiting(grip.control)) continue;
        const [x, y] = grip.at;
        moves.setStyle(view.button, "left", `${x / UNIT}em`);
        moves.setStyle(view.button, "top", `${y / UNIT}em`);
      }
    },
  };
}
