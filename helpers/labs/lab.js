// The root of every lab: it holds the controls and the parts, asks Python, and says how things are.
// Python computes; here nodes are patched in place, so that focus and selection stay.

const VIEWS = { matrix: matrixView, drawing: drawingView, lines: linesView };
const PATIENCE = 1000; // ms without an answer before the lab says so
const REST = 700; // ms after the last change before it is read aloud

function render({ model, el }) {
  const spec = model.get("lab");
  const root = h("section", { class: "lab", "data-lab": spec.name, "data-frame": 0, "aria-label": `Lab: ${spec.title}` });
  const prefix = `lab-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  const specs = new Map(spec.controls.map((control) => [control.name, control]));
  let ids = 0;
  let frame = 0;
  let sent = 0; // the number of the last message
  let flying = {}; // changes sent and not yet answered
  let pending = null; // changes made meanwhile
  let setting; // the number of the setting shown, or asked for
  let timer, rest, answer;

  const lab = {
    id: () => `${prefix}-${ids++}`,
    control: (name) => specs.get(name),
    value: (name) => pending?.change?.[name] ?? flying[name] ?? answer.values[name],
    waiting: (name) => name in flying || name in (pending?.change ?? {}),
    keepsTyping: () => typing,
    problem: (name) => (typing && answer.problems[name]) || "", // gone with the text it is about
    change(name, value, peek = false) { // a peek solves no challenge
      typing ||= !peek;
      if (peek && pending?.peek === false) return; // what was chosen is asked first
      const change = { ...pending?.change };
      delete change[name]; // the newest is the last
      pending = { ...pending, change: { ...change, [name]: value }, peek };
      send();
    },
    refresh() {
      typing = false;
      if (!lost && answer) patch();
    },
  };
  let typing = false; // what is being typed is not overwritten by how it was read
  let lost = false;
  let width = 0; // of the root, when it was drawn
  const tall = () => parseFloat(root.style.minHeight) || 0;

  // --- what stays on the page

  const title = h("div", { class: "lab-name" }, `Lab: ${spec.title}`);
  const byHand = h("option", { hidden: "", disabled: "" }, "(changed)"); // shown, never chosen
  const presets = h("select", { id: lab.id() }, ...spec.presets.map((name) => h("option", {}, name)), byHand);
  const back = h("button", { type: "button", "aria-label": "Previous setting" }, "◀");
  const next = h("button", { type: "button", "aria-label": "Next setting" }, "▶");
  const large = h("button", { type: "button", "aria-pressed": "false" }, "Large text");
  const sentence = h("p", { class: "lab-sentence" });
  const controls = h("div", { class: "lab-controls" });
  const parts = h("div", { class: "lab-parts" });
  const tasks = h("ul", { class: "lab-tasks" }, ...spec.challenges.map((task) =>
    h("li", {}, h("span", {}, "☐ "), task, h("span", { class: "lab-done" }))));
  const trouble = h("div", { class: "lab-trouble", role: "alert" });
  const spoken = h("div", { class: "lab-spoken", role: "status" });
  const bar = h("div", { class: "lab-bar" },
    title, h("label", { for: presets.id }, "Setting"), back, presets, next, large);
  const head = h("div", { class: "lab-head" }, bar, sentence);
  const challenges = "Challenges (by hand: a setting alone does not count)";
  root.append(head, controls, trouble, parts, h("div", { class: "lab-title" }, challenges), tasks, spoken);
  const fields = new Map();
  for (const control of spec.controls) {
    const make = MAKERS[control.kind];
    if (!make) continue; // its place is in a part
    fields.set(control.name, make(lab, control));
    controls.append(fields.get(control.name).node);
  }
  const views = new Map();

  presets.addEventListener("input", () => ask(presets.selectedIndex));
  back.addEventListener("click", () => ask(setting - 1));
  next.addEventListener("click", () => ask(setting + 1));
  large.addEventListener("click", () => {
    const on = root.classList.toggle("lab-large");
    large.setAttribute("aria-pressed", on);
    root.style.minHeight = "";
  });
  root.addEventListener("keydown", (event) => {
    const steps = { PageDown: 1, PageUp: -1 }; // as a presenter's remote control sends them
    if (event.key in steps && !lost) {
      event.preventDefault();
      ask(setting + steps[event.key]);
    }
    if (!passes(event)) event.stopPropagation();
  });

  // Jupyter's shortcuts: JupyterLab listens after the lab, Notebook 7 before it, unless the field
  // with the focus is marked so. Saving, Tab and Escape are left to them.
  const passes = ({ key, ctrlKey, metaKey }) =>
    ["Tab", "Escape"].includes(key) || ((ctrlKey || metaKey) && key.toLowerCase() === "s");
  const mark = (event) => {
    const { target } = event;
    if (root.contains(target)) target.toggleAttribute("data-lm-suppress-shortcuts", !passes(event));
  };
  window.addEventListener("keydown", mark, true);

  // --- asking Python

  function ask(preset) {
    typing = false;
    const count = spec.presets.length;
    setting = ((preset % count) + count) % count;
    pending = { preset: setting };
    send();
  }

  function send() {
    if (answer.number < sent || !pending) return; // one message at a time: the newest wins
    sent = Math.max(sent, answer.number) + 1; // another view of this lab may have asked meanwhile
    const message = { number: sent, ...pending };
    flying = pending.change ?? {};
    pending = null;
    clearTimeout(timer);
    idle = 0;
    timer = setTimeout(wait, PATIENCE);
    root.dataset.waiting = "";
    try {
      model.send(message);
    } catch {
      lose();
    }
  }

  // The kernel first says that it is busy, then answers. TCP may hold the answer back until the
  // browser has confirmed the first message, which it delays by 40 ms if it has nothing to say: so
  // it says something. Without a kernel at hand here, all works, only later.
  const kernel = model.widget_manager?.kernel;
  const nudge = (_, status) => {
    if (status !== "busy" || answer.number >= sent || nudged === sent) return;
    nudged = sent;
    model.send({});
  };
  let nudged = 0;
  let idle = 0; // how often in a row the kernel was found idle, with no answer there
  kernel?.statusChanged?.connect(nudge);

  // Between two cells a kernel is idle for a moment: only twice in a row means that nobody answers.
  function wait() {
    if (answer.number >= sent) return;
    idle = kernel?.status === "busy" ? 0 : idle + 1;
    if (idle > 1) return lose();
    if (!idle) {
      root.classList.add("lab-waits");
      setText(trouble, "The kernel is busy with another cell: the picture follows when it is free.");
    }
    timer = setTimeout(wait, PATIENCE / 3);
  }

  function lose() {
    clearTimeout(timer);
    lost = true;
    delete root.dataset.waiting;
    typing = false;
    flying = {};
    pending = null;
    setting = answer.preset;
    patch(); // the controls go back to what the picture shows
    root.classList.add("lab-waits");
    for (const field of root.querySelectorAll("input, select, button")) field.disabled = true;
    setText(trouble, "The kernel that computed this lab is gone. Run this cell again.");
  }

  function receive(difference) {
    const error = answer?.error;
    if (difference) answer = changed(answer, difference);
    model.set("shown", answer); // for a view that begins later
    if (answer.number < sent) return;
    clearTimeout(timer);
    if (lost) for (const field of root.querySelectorAll("input, select, button")) field.disabled = false;
    lost = false;
    flying = {};
    if (pending?.preset === undefined) setting = answer.preset;
    root.classList.remove("lab-waits");
    setText(trouble, answer.error ? `This lab has an error, and shows what was before it. ${answer.error}` : "");
    if (answer.error && answer.error !== error) typing = false;
    delete root.dataset.waiting;
    try {
      patch();
    } catch (error) {
      setText(trouble, `This lab has an error in its page. ${error}`);
      console.error(error);
    }
    send();
    clearTimeout(rest);
    rest = setTimeout(() => setText(spoken, answer.say), REST);
  }

  function patch() {
    const { activeElement } = root.ownerDocument;
    for (const [name, field] of fields) {
      if (!lab.waiting(name)) field.patch(answer.values[name], answer.options[name], lab.problem(name));
      enable(field.node, !answer.off.includes(name));
    }
    if (root.contains(activeElement) && activeElement.disabled) presets.focus({ preventScroll: true });
    presets.selectedIndex = pending?.preset === undefined && answer.changed ? spec.presets.length : setting;
    setText(sentence, answer.sentence);
    for (const [name, part] of Object.entries(answer.parts)) {
      let view = views.get(name);
      if (view?.kind !== part.kind) {
        view?.node.remove();
        view = { kind: part.kind, ...VIEWS[part.kind](lab) };
        view.node.classList.add("lab-part");
        view.node.dataset.part = name;
        views.set(name, view);
      }
      view.patch(part, answer);
    }
    for (const [name, view] of views)
      if (!(name in answer.parts)) {
        view.node.remove();
        views.delete(name);
      }
    Object.keys(answer.parts).forEach((name, i) => {
      const { node } = views.get(name);
      if (parts.children[i] !== node) parts.insertBefore(node, parts.children[i] ?? null);
    });
    answer.solved.forEach((solved, i) => {
      setText(tasks.children[i].firstElementChild, solved ? "☑ " : "☐ ");
      setText(tasks.children[i].lastElementChild, solved ? " Solved." : "");
    });
    root.dataset.values = JSON.stringify(answer.values);
    root.dataset.frame = ++frame;
    // the page below does not jump: a lab that became taller stays so, at the same width
    const box = root.getBoundingClientRect();
    if (box.width !== width) root.style.minHeight = "";
    else if (box.height > tall()) root.style.minHeight = `${Math.ceil(box.height)}px`;
    width = box.width;
  }

  model.on("msg:custom", receive);
  model.on("comm_live_update", lose);
  answer = structuredClone(model.get("shown"));
  sent = answer.number;
  receive();
  el.append(root);
  return () => {
    clearTimeout(timer);
    clearTimeout(rest);
    window.removeEventListener("keydown", mark, true);
    kernel?.statusChanged?.disconnect(nudge);
    model.off("msg:custom", receive);
    model.off("comm_live_update", lose);
  };
}

// --- small tools of all files

function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

function s(tag, attributes = {}) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, []);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Applies what live.py's difference() found; what has not changed stays the same object.
function changed(value, difference) {
  if ("=" in difference) return difference["="];
  for (const [key, part] of Object.entries(difference)) value[key] = changed(value[key], part);
  return value;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function setClass(element, value) {
  if (element.className !== value) element.className = value;
}

function setStyle(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

function fit(element, count, make) {
  while (element.children.length > count) element.lastChild.remove();
  while (element.children.length < count) element.append(make());
}

export default { render };
