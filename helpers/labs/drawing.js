// A drawing (SVG, written in Python), with handles: buttons that a hand drags.

const UNIT = 16; // of the sheet, to one em

function drawingView(lab) {
  const title = h("div", { class: "lab-title" });
  const svg = s("svg", { role: "img" });
  const sheet = h("div", { class: "lab-sheet" }, svg);
  const node = h("div", { class: "lab-scroll" }, title, sheet);
  const handles = new Map();
  let shown = ""; // the markup inside the svg

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
      const { origin, scale } = view.grip;
      put(button, origin[0] + point[0] * scale, origin[1] - point[1] * scale);
      lab.change(grip.control, point);
    };
    const pointed = (event) => { // the pointer, in the plane
      const box = sheet.getBoundingClientRect();
      const unit = svg.viewBox.baseVal.width / box.width;
      const { origin, scale } = view.grip;
      const x = (event.clientX - box.left) * unit;
      const y = (event.clientY - box.top) * unit;
      return [(x - origin[0]) / scale, (origin[1] - y) / scale];
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
      if (part.svg !== shown) svg.innerHTML = shown = part.svg;
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
