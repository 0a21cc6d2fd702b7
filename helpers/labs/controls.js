// The native controls: sliders, steps, selects, switches and lines to type.

const PACE = 2000; // ms a step, when it plays

/** @type {Record<string, (session: Session, spec: any) => Field>} */
const FIELDS = { slider, steps: slider, select: selection, switch: onOff, text: typed };

/** A control that has no effect now is not seen. @param {HTMLElement} node @param {boolean} on */
function enable(node, on) {
  node.hidden = !on;
  for (const field of node.querySelectorAll("input, select, button")) field.toggleAttribute("disabled", !on);
}

/** @param {Session} session @param {ChoiceSpec} spec @returns {Field} */
function selection(session, spec) {
  const select = h("select", { id: newId() });
  select.addEventListener("input", () => session.change(spec.name, spec.options[select.selectedIndex]));
  return {
    node: h("div", { class: "lab-control" }, h("label", { for: select.id }, spec.label), select),
    patch(value, texts = spec.texts) {
      fit(select, texts.length, () => h("option"));
      texts.forEach((text, i) => setText(select.options[i], text));
      select.selectedIndex = spec.options.indexOf(value);
    },
  };
}

/** @param {Session} session @param {ChoiceSpec} spec @returns {Field} */
function slider(session, spec) {
  const { texts } = spec;
  const input = h("input", { id: newId(), type: "range", min: 0, max: texts.length - 1, step: 1 });
  const output = h("output", { for: input.id });
  const put = (/** @type {number} */ index) => {
    input.value = String(index);
    setText(output, texts[index]);
    setAttribute(input, "aria-valuetext", texts[index]);
  };
  const choose = (/** @type {number} */ index) => {
    put(index);
    session.change(spec.name, spec.options[index]);
  };
  input.addEventListener("input", () => choose(Number(input.value)));
  const steps = spec.kind === "steps" ? player(input, spec.label, choose) : null;
  if (steps) setStyle(output, "min-width", `${0.5 * Math.max(...texts.map((text) => text.length))}em`);
  return {
    node: h("div", { class: "lab-control" }, h("label", { for: input.id }, spec.label),
      input, ...(steps?.buttons ?? []), output),
    patch(value) {
      const index = spec.options.indexOf(value);
      if (steps && index !== Number(input.value)) steps.stop(); // by a setting
      put(index);
    },
  };
}

// Back, Next and Play for a slider; no Play where the reader asks for less movement.
/** @param {HTMLInputElement} input @param {string} label @param {(index: number) => void} go */
function player(input, label, go) {
  let timer = 0;
  const last = () => Number(input.max);
  const step = (/** @type {number} */ by) => {
    const index = Number(input.value) + by;
    if (index >= 0 && index <= last()) go(index);
  };
  /** @param {string} text @param {() => void} act */
  const button = (text, act) => {
    const node = h("button", { type: "button" });
    node.addEventListener("click", act);
    name(node, text);
    return node;
  };
  /** @param {Element} node @param {string} text */
  const name = (node, text) => {
    setText(node, text);
    setAttribute(node, "aria-label", `${label}: ${text}`);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    name(play, "Play");
  };
  const tick = () => {
    if (input.isConnected && !input.matches(":disabled")) step(1);
    if (!input.isConnected || input.matches(":disabled") || Number(input.value) === last()) stop();
  };
  const play = button("Play", () => {
    if (timer) return stop();
    if (Number(input.value) === last()) go(0); // from the beginning
    name(play, "Pause");
    timer = setInterval(tick, PACE);
  });
  play.classList.add("lab-play");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const buttons = [button("Back", () => step(-1)), button("Next", () => step(1)), play];
  return { buttons: still ? buttons.slice(0, 2) : buttons, stop };
}

/** @param {Session} session @param {ControlSpec} spec @returns {Field} */
function onOff(session, spec) {
  const input = h("input", { id: newId(), type: "checkbox" });
  input.addEventListener("input", () => session.change(spec.name, input.checked));
  return {
    node: h("div", { class: "lab-control" }, input, h("label", { for: input.id }, spec.label)),
    patch(value) { input.checked = value; },
  };
}

/** @param {Session} session @param {ControlSpec} spec @returns {Field} */
function typed(session, spec) {
  const message = h("span", { class: "lab-problem", id: newId(), role: "alert" });
  const input = h("input", { id: newId(), type: "text", "aria-describedby": message.id, size: 30 });
  input.addEventListener("input", () => session.change(spec.name, input.value));
  input.addEventListener("change", () => session.refresh());
  return {
    node: h("div", { class: "lab-control lab-typed" },
      h("label", { for: input.id }, spec.label), input, message),
    patch(value) {
      const problem = session.problem(spec.name);
      setText(message, problem);
      setAttribute(input, "aria-invalid", Boolean(problem));
      const typing = problem || input === input.ownerDocument.activeElement;
      if (!(typing && session.keepsTyping()) && input.value !== value) input.value = value;
    },
  };
}
