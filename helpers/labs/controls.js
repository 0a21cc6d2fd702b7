// The native controls: sliders, steps, selects, switches and lines to type.

const MAKERS = { slider: choice, steps: choice, select: choice, switch: onOff, text: typed };

const PACE = 2000; // ms a step, when it plays

function enable(node, on) {
  node.classList.toggle("lab-off", !on);
  for (const field of node.querySelectorAll("input, select, button")) field.disabled = !on;
}

function choice(lab, spec) {
  const id = lab.id();
  const isSelect = spec.kind === "select";
  const input = isSelect
    ? h("select", { id })
    : h("input", { id, type: "range", min: 0, max: spec.options.length - 1, step: 1 });
  const output = h("output", { for: id });
  let texts = spec.texts;
  const send = () => {
    const index = Number(isSelect ? input.selectedIndex : input.value);
    say(index);
    lab.change(spec.name, spec.options[index]);
  };
  const say = (index) => {
    setText(output, texts[index]);
    if (!isSelect) setAttribute(input, "aria-valuetext", texts[index]);
  };
  const put = (index) => {
    if (isSelect) input.selectedIndex = index;
    else input.value = index;
    say(index);
  };
  input.addEventListener("input", send);
  const node = h("div", { class: "lab-control" }, h("label", { for: id }, spec.label), input);
  const steps = spec.kind === "steps" && player(input, spec.label, (index) => {
    put(index);
    send();
  });
  if (steps) node.append(...steps.buttons);
  if (!isSelect) node.append(output);
  return {
    node,
    patch(value, names) {
      texts = names ?? spec.texts;
      if (steps && spec.options.indexOf(value) !== Number(input.value)) steps.stop(); // by a setting
      if (steps) setStyle(output, "min-width", `${0.6 * Math.max(...texts.map((text) => text.length))}em`);
      if (isSelect) {
        fit(input, texts.length, () => h("option"));
        texts.forEach((text, i) => setText(input.options[i], text));
      } else setAttribute(input, "max", texts.length - 1);
      put(spec.options.indexOf(value));
    },
  };
}

// Back, Next and Play for a slider; no Play where the reader asks for less movement.
function player(input, label, go) {
  let timer = null;
  const last = () => Number(input.max);
  const step = (by) => {
    const index = Number(input.value) + by;
    if (index >= 0 && index <= last()) go(index);
  };
  const button = (text, act) => {
    const node = h("button", { type: "button" });
    node.addEventListener("click", act);
    name(node, text);
    return node;
  };
  const name = (node, text) => {
    setText(node, text);
    setAttribute(node, "aria-label", `${label}: ${text}`);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    name(play, "Play");
  };
  const tick = () => {
    if (input.isConnected && !input.disabled) step(1);
    if (!input.isConnected || input.disabled || Number(input.value) === last()) stop();
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

function onOff(lab, spec) {
  const input = h("input", { id: lab.id(), type: "checkbox" });
  input.addEventListener("input", () => lab.change(spec.name, input.checked));
  return {
    node: h("div", { class: "lab-control" }, input, h("label", { for: input.id }, spec.label)),
    patch(value) { input.checked = value; },
  };
}

function typed(lab, spec) {
  const message = h("span", { class: "lab-problem", id: lab.id(), role: "alert" });
  const input = h("input", { id: lab.id(), type: "text", "aria-describedby": message.id, size: 30 });
  input.addEventListener("input", () => lab.change(spec.name, input.value));
  input.addEventListener("change", () => lab.refresh());
  return {
    node: h("div", { class: "lab-control lab-typed" },
      h("label", { for: input.id }, spec.label), input, message),
    patch(value, names, problem) {
      setText(message, problem);
      setAttribute(input, "aria-invalid", Boolean(problem));
      const typing = problem || input === input.ownerDocument.activeElement;
      if (!(typing && lab.keepsTyping()) && input.value !== value) input.value = value;
    },
  };
}
