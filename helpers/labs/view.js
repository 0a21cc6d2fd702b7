// A lab on the page: what stays, the native controls, and the parts. Python computes; here each answer
// patches the nodes in place.

const REST = 700; // ms after the last change before it is read aloud
const BUSY = "The kernel is busy with another cell: the picture follows when it is free.";
const LOST = "The kernel that computed this lab is gone. Run this cell again.";
/** @type {Record<string, (session: Session) => PartView>} */
const PARTS = { matrix: matrixView, drawing: drawingView, lines: linesView };

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const session = openSession(model, patch);
  const { spec } = session;

  // --- what stays on the page

  const settings = h("select", { id: newId() }, ...spec.presets.map(({ name }) => h("option", {}, name)),
    h("option", { hidden: "", disabled: "" }, "(changed)")); // the last is shown, never chosen
  const back = h("button", { type: "button", "aria-label": "Previous setting" }, "◀");
  const next = h("button", { type: "button", "aria-label": "Next setting" }, "▶");
  const large = h("button", { type: "button", "aria-pressed": "false" }, "Large text");
  const sentence = h("p", { class: "lab-sentence" });
  const bar = h("div", { class: "lab-bar" }, h("div", { class: "lab-name" }, `Lab: ${spec.title}`),
    h("label", { for: settings.id }, "Setting"), back, settings, next, large);
  const controls = h("div", { class: "lab-controls" });
  const trouble = h("div", { class: "lab-trouble", role: "alert" });
  const parts = h("div", { class: "lab-parts" });
  const done = spec.challenges.map(() => [h("span"), h("span", { class: "lab-done" })]);
  const tasks = spec.challenges.map((task, i) => h("li", {}, done[i][0], task, done[i][1]));
  const challenges = "Challenges (by hand: a setting alone does not count)";
  const spoken = h("div", { class: "lab-spoken", role: "status" });
  const all = h("fieldset", {}, h("div", { class: "lab-head" }, bar, sentence), controls, trouble, parts,
    h("div", { class: "lab-title" }, challenges), h("ul", { class: "lab-tasks" }, ...tasks), spoken);
  const root = h("section", { class: "lab", "data-lab": spec.name, "data-frame": 0, "aria-label": `Lab: ${spec.title}` }, all);

  const fields = spec.controls.filter(({ kind }) => kind in FIELDS) // others have their place in a part
    .map((control) => ({ name: control.name, ...FIELDS[control.kind](session, control) }));
  controls.append(...fields.map(({ node }) => node));
  /** @type {Map<string, PartView & { kind: string }>} */
  const views = new Map();

  settings.addEventListener("input", () => session.choose(settings.selectedIndex));
  back.addEventListener("click", () => session.choose(session.preset() - 1));
  next.addEventListener("click", () => session.choose(session.preset() + 1));
  large.addEventListener("click", () => {
    setAttribute(large, "aria-pressed", root.classList.toggle("lab-large"));
    root.style.minHeight = "";
  });
  root.addEventListener("keydown", (event) => {
    const step = { PageDown: 1, PageUp: -1 }[event.key]; // as a presenter's remote control sends them
    if (step && session.state() !== "lost") {
      event.preventDefault();
      session.choose(session.preset() + step);
    }
    if (!passes(event)) event.stopPropagation();
  });

  // JupyterLab sees a key after the lab does, Notebook 7 before it; this attribute on the field stops
  // Notebook 7. Saving, Tab and Escape are left to them.
  const passes = (/** @type {KeyboardEvent} */ { key, ctrlKey, metaKey }) =>
    ["Tab", "Escape"].includes(key) || ((ctrlKey || metaKey) && key.toLowerCase() === "s");
  const mark = (/** @type {KeyboardEvent} */ event) => {
    const { target } = event;
    if (target instanceof Element && root.contains(target))
      target.toggleAttribute("data-lm-suppress-shortcuts", !passes(event));
  };
  window.addEventListener("keydown", mark, true);

  // --- what each answer changes

  let frame = 0;
  let rest = 0; // the timer that speaks
  let width = 0; // of the root, when it was drawn

  /** @param {boolean} answered */
  function patch(answered) {
    const { error, say } = session.answer();
    const state = session.state();
    root.toggleAttribute("data-waiting", state === "waiting" || state === "busy");
    root.classList.toggle("lab-waits", state === "busy" || state === "lost");
    all.disabled = state === "lost";
    const failed = error && `This lab has an error, and shows what was before it. ${error}`;
    setText(trouble, { ready: failed, waiting: failed, busy: BUSY, lost: LOST }[state]);
    if (!answered) return;
    try {
      patchAll(session.answer());
    } catch (error) {
      setText(trouble, `This lab has an error in its page. ${error}`);
      console.error(error);
    }
    clearTimeout(rest);
    rest = setTimeout(() => setText(spoken, say), REST);
  }

  /** @param {Answer} answer */
  function patchAll(answer) {
    for (const { name, node, patch } of fields) {
      if (!session.waiting(name)) patch(answer.values[name], answer.options[name]);
      enable(node, !answer.off.includes(name));
    }
    const { activeElement } = root.ownerDocument;
    if (activeElement?.matches(":disabled") && root.contains(activeElement)) settings.focus({ preventScroll: true });
    settings.selectedIndex = answer.changed ? spec.presets.length : answer.preset;
    setText(sentence, answer.changed ? "" : spec.presets[answer.preset].sentence);
    patchParts(answer);
    answer.solved.forEach((solved, i) => {
      setText(done[i][0], solved ? "☑ " : "☐ ");
      setText(done[i][1], solved ? " Solved." : "");
    });
    root.dataset.frame = String(++frame);
    // the page below does not jump: a lab that became taller stays so, at the same width
    const box = root.getBoundingClientRect();
    if (box.width !== width) root.style.minHeight = "";
    else if (box.height > (parseFloat(root.style.minHeight) || 0)) root.style.minHeight = `${Math.ceil(box.height)}px`;
    width = box.width;
  }

  /** @param {Answer} answer */
  function patchParts(answer) {
    for (const [name, view] of views)
      if (answer.parts[name]?.kind !== view.kind) {
        view.node.remove();
        views.delete(name);
      }
    Object.entries(answer.parts).forEach(([name, part], i) => {
      const view = views.get(name) ?? { kind: part.kind, ...PARTS[part.kind](session) };
      views.set(name, view);
      view.node.classList.add("lab-part");
      view.node.dataset.part = name;
      view.patch(part, answer);
      if (parts.children[i] !== view.node) parts.insertBefore(view.node, parts.children[i] ?? null);
    });
  }

  patch(true);
  el.append(root);
  return () => {
    clearTimeout(rest);
    window.removeEventListener("keydown", mark, true);
    session.close();
  };
}

export default { render };
