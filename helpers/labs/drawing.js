// A drawing of lines, dots and words (SVG), with handles: buttons that a hand drags.

const STROKES = { solid: "", dashed: "8 5", dotted: "2 4", dashdot: "10 4 2 4" };
const UNIT = 16; // of the sheet, to one em

function drawingView(lab) {
  const title = h("div", { class: "lab-title" });
  const svg = s("svg", { role: "img" });
  const sheet = h("div", { class: "lab-sheet" }, svg);
  const node = h("div", { class: "lab-scroll" }, title, sheet);
  const handles = new Map();
  let shown = []; // shapes as drawn: one that is the same object has not changed

  function patchShape(old, shape) {
    const tags = { line: "path", arrow: "path", areas: "path", boxes: "path", dot: "circle", word: "text" };
    const tag = tags[shape.kind];
    const element = old?.tagName === tag ? old : s(tag);
    if (old && old !== element) old.replaceWith(element);
    if (!old) svg.append(element);
    const look = shape.kind !== "boxes" ? shape.kind : shape.width ? "line" : "areas";
    setAttribute(element, "class", `lab-${look} lab-tone-${shape.tone}`);
    if (tag === "path") {
      setAttribute(element, "d", path(shape));
      setAttribute(element, "stroke-width", shape.width ?? 0);
      setAttribute(element, "stroke-dasharray", STROKES[shape.dash] ?? "");
      setAttribute(element, "opacity", shape.opacity);
    } else if (tag === "circle") {
      setAttribute(element, "cx", shape.at[0]);
      setAttribute(element, "cy", shape.at[1]);
      setAttribute(element, "r", shape.r);
    } else {
      setAttribute(element, "x", shape.at[0]);
      setAttribute(element, "y", shape.at[1] + 5.5);
      setAttribute(element, "text-anchor", shape.anchor);
      setAttribute(element, "font-weight", shape.bold ? "bold" : "normal");
      setText(element, shape.text);
    }
  }

  function path({ kind, points, corners, boxes, width }) {
    if (boxes) return boxes.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}Z`).join("");
    if (corners) return corners.map((each) => `M${each.join("L")}Z`).join("");
    const joined = `M${points.join("L")}`;
    if (kind !== "arrow") return joined;
    const [[x0, y0], [x1, y1]] = points; // a head of two strokes
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const length = Math.min(4 * width, Math.hypot(x1 - x0, y1 - y0));
    const barb = (turn) => {
      const x = x1 - length * Math.cos(angle + turn);
      const y = y1 - length * Math.sin(angle + turn);
      return `M${x.toFixed(2)} ${y.toFixed(2)}L${x1} ${y1}`;
    };
    return joined + barb(0.45) + barb(-0.45);
  }

  // Two handles at one place lie in each other, the smaller, first one on top: both are in reach.
  function handle(grip) {
    const { limit, step } = lab.control(grip.control);
    const button = h("button", { type: "button", class: "lab-handle", "data-control": grip.control });
    setStyle(button, "width", `${grip.across / UNIT}em`);
    setStyle(button, "height", `${grip.across / UNIT}em`);
    setStyle(button, "border-color", `var(--${grip.tone})`);
    setStyle(button, "z-index", String(99 - handles.size));
    const view = { button, grip };
    let held = null; // from the point to where the hand took hold of it
    const rounded = (x) => {
      const within = Math.max(-limit, Math.min(limit, Math.round(x / step) * step));
      return Number(within.toFixed(6)) + 0;
    };
    const move = (x, y) => {
      const point = [rounded(x), rounded(y)];
      const [before, after] = [lab.value(grip.control), point].map(String);
      if (before === after) return;
      put(button, view.grip.origin + point[0] * view.grip.scale, view.grip.origin - point[1] * view.grip.scale);
      lab.change(grip.control, point);
    };
    const pointed = (event) => { // the pointer, in the plane
      const box = sheet.getBoundingClientRect();
      const unit = svg.viewBox.baseVal.width / box.width;
      const { origin, scale } = view.grip;
      const x = (event.clientX - box.left) * unit;
      const y = (event.clientY - box.top) * unit;
      return [(x - origin) / scale, (origin - y) / scale];
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || held) return;
      const [x, y] = lab.value(grip.control);
      const [px, py] = pointed(event);
      held = [px - x, py - y];
      button.setPointerCapture(event.pointerId);
      button.focus({ preventScroll: true });
      event.preventDefault();
    });
    button.addEventListener("pointermove", (event) => {
      if (!held || button.disabled) return;
      const [x, y] = pointed(event);
      move(x - held[0], y - held[1]);
    });
    button.addEventListener("lostpointercapture", () => {
      held = null;
      lab.refresh();
    });
    button.addEventListener("keydown", (event) => {
      const moves = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
      const to = moves[event.key];
      if (!to) return;
      event.preventDefault();
      const [x, y] = lab.value(grip.control);
      const size = step * (event.shiftKey ? 10 : 1);
      move(x + to[0] * size, y + to[1] * size);
    });
    sheet.append(button);
    return view;
  }

  function put(button, x, y) {
    setStyle(button, "left", `${x / UNIT}em`);
    setStyle(button, "top", `${y / UNIT}em`);
  }

  return {
    node,
    patch(part) {
      setText(title, part.title);
      setAttribute(svg, "viewBox", `0 0 ${part.width} ${part.height}`);
      setAttribute(svg, "aria-label", `${part.title}. ${part.description}`);
      setStyle(sheet, "width", `${part.width / UNIT}em`);
      setStyle(sheet, "height", `${part.height / UNIT}em`);
      part.shapes.forEach((shape, i) => {
        if (shape !== shown[i]) patchShape(svg.children[i], shape);
      });
      shown = [...part.shapes];
      while (svg.children.length > part.shapes.length) svg.lastChild.remove();
      for (const grip of part.handles) {
        if (!handles.has(grip.control)) handles.set(grip.control, handle(grip));
        const view = handles.get(grip.control);
        view.grip = grip;
        setAttribute(view.button, "aria-label", `${grip.label}. Drag it, or use the arrow keys.`);
        if (!lab.waiting(grip.control)) put(view.button, ...grip.at);
      }
    },
  };
}
