// The native controls: sliders, steps, selects, switches and lines to type.

const MAKERS = { slider: choice, steps: choice, select: choice, switch: onOff, text: typed };

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
  const step = (by) => {
    const index = Number(input.value) + by;
    if (index < 0 || index >= texts.length) return false;
    put(index);
    send();
    return true;
  };
  const node = h("div", { class: "lab-control" }, h("label", { for: id }, spec.label), input);
  if (!isSelect) node.append(output);
  if (spec.kind === "steps") node.append(...player(step, spec.label));
  return {
    node,
    enable: (on) => { for (const e of node.querySelectorAll("input, select, button")) e.disabled = !on; },
    patch(value, names) {
      texts = names ?? spec.texts;
      if (isSelect) {
        fit(input, texts.length, () => h("option"));
        texts.forEach((text, i) => setText(input.options[i], text));
      } else setAttribute(input, "max", texts.length - 1);
      put(spec.options.indexOf(value));
    },
  };
}

function player(step, label) {
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    setText(play, "Play");
  };
  const button = (text, act) => {
    const node = h("button", { type: "button", "aria-label": `${label}: ${text}` }, text);
    node.addEventListener("click", () => act());
    return node;
  };
  const play = button("Play", () => {
    if (timer) return stop();
    setText(play, "Pause");
    timer = setInterval(() => (play.isConnected && step(1)) || stop(), 1500);
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const steps = [button("Back", () => step(-1)), button("Next", () => step(1))];
  return still ? steps : [...steps, play];
}

function onOff(lab, spec) {
  const input = h("input", { id: lab.id(), type: "checkbox" });
  input.addEventListener("input", () => lab.change(spec.name, input.checked));
  return {
    node: h("div", { class: "lab-control" }, input, h("label", { for: input.id }, spec.label)),
    enable: (on) => { input.disabled = !on; },
    patch(value) { input.checked = value; },
  };
}

function typed(lab, spec) {
  const message = h("span", { class: "lab-problem", id: lab.id(), role: "alert" });
  const input = h("input", { id: lab.id(), type: "text", "aria-describedby": message.id, size: 30 });
  input.addEventListener("input", () => lab.change(spec.name, input.value));
  input.addEventListener("change", () => lab.refresh());
  return {
    node: h("div", { class: "lab-control" }, h("label", { for: input.id }, spec.label), input, message),
    enable: (on) => { input.disabled = !on; },
    patch(value, names, problem = "") {
      setText(message, problem);
      setAttribute(input, "aria-invalid", Boolean(problem));
      const typing = problem || input === input.ownerDocument.activeElement;
      if (!(typing && lab.keepsTyping(spec.name)) && input.value !== value) input.value = value;
    },
  };
}
