// The native controls: sliders, selects, switches and lines to type.

import { LAB_SAYS } from "./lab_names.js";
import { h, newId, setAttribute, setCount, setStyle, setText } from "./patch.js";

/** @import { ChoiceSpec, ControlSpec, Field, Mover, Session, TextSpec } from "./protocol.js" */

const LONG = 40; // letters of a field, beside which there is no room for a message
// letters of a field that does not stand on a line of its own: a message covers what is below
const SHORT = 24;
// pixels: a finger that has moved so far along a slider means it, and does not scroll the page
const ALONG = 8;
// a run goes on by so many strides at a time when the hand asks for an option far ahead
const FAR = 5;
const FRAME = 70; // ms: a run goes on by as many options as it shows in that time

/** @type {Record<string, (session: Session, spec: any) => Field>} */
export const FIELDS = {
  slider,
  run: slider,
  select: selection,
  switch: onOff,
  text: typed,
};

/** @param {Session} session @param {ChoiceSpec} spec @returns {Field} */
function selection(session, spec) {
  const select = h("select", { id: newId() });
  select.addEventListener("input", () =>
    session.change(spec.name, spec.options[select.selectedIndex]),
  );
  return {
    node: h("div", { class: "lab-control" }, h("label", { for: select.id }, spec.label), select),
    patch(value, texts = spec.texts) {
      setCount(select, texts.length, () => h("option"));
      texts.forEach((text, i) => setText(select.options[i], text));
      select.selectedIndex = spec.options.indexOf(value);
    },
  };
}

/** @param {Session} session @param {ChoiceSpec} spec @returns {Field} */
function slider(session, spec) {
  let { texts } = spec;
  const input = h("input", {
    id: newId(),
    type: "range",
    min: 0,
    max: texts.length - 1,
    step: spec.stride ?? 1,
  });
  const output = h("output", { for: input.id });
  const showOption = (/** @type {number} */ index) => {
    input.value = String(index);
    setText(output, texts[index]);
    setAttribute(input, "aria-valuetext", texts[index]);
  };
  const choose = (/** @type {number} */ index) => {
    showOption(index);
    session.change(spec.name, spec.options[index]);
  };
  const moves = MOVERS[spec.kind]?.(input, spec, choose, session);
  onMoved(input, () => (moves?.reach ?? choose)(Number(input.value)));
  if (moves)
    setStyle(output, "min-width", `${0.5 * Math.max(...texts.map((text) => text.length))}em`);
  return {
    node: h(
      "div",
      { class: "lab-control" },
      h("label", { for: input.id }, spec.label),
      input,
      ...(moves?.buttons ?? []),
      output,
    ),
    begin: () => Boolean(moves?.begin?.()),
    next: () => moves?.next?.() ?? "",
    isRunning: () => Boolean(moves?.isRunning?.()),
    patch(value, varied = spec.texts) {
      const index = spec.options.indexOf(value);
      texts = varied;
      setAttribute(input, "max", texts.length - 1);
      moves?.shown(index);
      showOption(index);
    },
  };
}

/** Calls back when a hand has moved a slider. A finger that comes down on it to scroll the page
 * moves nothing.
 * @param {HTMLInputElement} input @param {() => void} moved */
function onMoved(input, moved) {
  /** @type {{ x: number, value: string } | null} */
  let touch = null; // where a finger came down that has not moved along yet, and the value before
  const decide = () => {
    const before = touch?.value;
    touch = null;
    if (before !== undefined && before !== input.value) moved();
  };
  input.addEventListener("pointerdown", ({ pointerType, clientX }) => {
    if (pointerType === "touch") touch = { x: clientX, value: input.value };
  });
  input.addEventListener("pointermove", ({ clientX }) => {
    if (touch && Math.abs(clientX - touch.x) > ALONG) decide();
  });
  input.addEventListener("pointerup", decide);
  input.addEventListener("pointercancel", () => {
    // the page scrolls
    if (touch) input.value = touch.value;
    touch = null;
  });
  input.addEventListener("input", () => {
    if (!touch) moved();
  });
}

/** What moves a slider by itself. @type {Record<string, Mover>} */
const MOVERS = { run: runner };

/** A button of a control. @param {string} label @param {string} text @param {() => void} act */
function button(label, text, act) {
  const node = h("button", { type: "button" });
  node.addEventListener("click", act);
  entitle(node, label, text);
  return node;
}

/** @param {Element} node @param {string} label @param {string} text */
function entitle(node, label, text) {
  setText(node, text);
  setAttribute(node, "aria-label", `${label}: ${text}`);
}

// Step, and a button that goes on from answer to answer, to the end, by as many options as there is
// time for. Where the hand asks for a place far ahead, it goes there in long strides. A page that
// is not seen is not painted, and does not ask.
/** @type {Mover} */
function runner(input, { name, label, kept, options, action = "", stride: most = 1 }, go, session) {
  let aim = -1; // the option to which it goes by itself, if it does
  let stride = 1;
  let isFar = false;
  let begun = 0; // the setting in which it was started
  let asked = 0;
  let since = 0; // when it asked last
  let notice = ""; // that it runs, to who is about to leave
  /** The settings that were left before the end. @type {Set<number>} */
  const left = new Set();
  let stuck = -1; // the setting in which nothing followed its beginning
  const last = () => Number(input.max);
  const at = () => options.indexOf(session.answer().values[name]);
  const ask = (/** @type {number} */ index) => {
    asked = index;
    since = performance.now();
    go(index);
  };
  // What is on its way already will be answered, and this be called again.
  const goOn = () => {
    if (aim < 0 || !input.isConnected || session.state() !== "ready") return;
    ask(Math.min(aim, at() + (isFar ? FAR * most : stride)));
  };
  function keepPace() {
    const took = performance.now() - since;
    if (took > FRAME) stride = Math.max(1, stride - 1);
    else if ((took * (stride + 1)) / stride < FRAME) stride = Math.min(most, stride + 1);
  }
  const stop = () => {
    aim = -1;
    entitle(run, label, action);
    if (notice) showNotice("");
  };
  /** To a show of slides, for its corner. @param {string} text */
  const showNotice = (text) => {
    notice = text;
    LAB_SAYS.send(input, notice);
  };
  const noticeOnce = () => {
    showNotice(notice ? "" : `“${action}” is running: Page Down again goes on`);
    return Boolean(notice);
  };
  /** Whether it stands at its beginning, or was left on its way, in a setting that stays while it
   * runs. */
  const waits = () =>
    kept &&
    !input.matches(":disabled") &&
    at() < last() &&
    (left.has(session.preset()) || (!at() && session.preset() !== stuck));
  /** @param {number} to @param {boolean} far */
  const start = (to, far) => {
    [aim, isFar, begun] = [to, far, session.preset()];
    entitle(run, label, "Pause");
    goOn();
  };
  const step = button(label, "Step", () => reach(Math.min(at() + 1, last())));
  const run = button(label, action, () => {
    if (aim >= 0) return stop();
    if (at() === last()) ask(0); // from the beginning
    start(last(), false);
  });
  run.classList.add("lab-play");
  /** @param {number} index */
  function reach(index) {
    stop();
    if (index > at() + FAR * most) start(index, true);
    else ask(index);
  }
  return {
    buttons: [step, run],
    reach,
    begin() {
      if (aim >= 0) return noticeOnce();
      if (!waits()) return false;
      left.delete(session.preset());
      start(last(), false);
      return true;
    },
    isRunning: () => aim >= 0,
    next: () => (aim >= 0 ? `“${action}” is running` : waits() ? `“${action}” begins` : ""),
    shown(index) {
      if (aim < 0) return;
      keepPace();
      const { error, problems, preset } = session.answer();
      if (preset !== begun) left.add(begun);
      else if (!index) stuck = preset;
      const isTold = error || Object.keys(problems).length; // a message is to be read
      if (index !== asked || index === aim || isTold) stop();
      else requestAnimationFrame(() => setTimeout(goOn)); // once it is painted
    },
  };
}

/** @param {Session} session @param {ControlSpec} spec @returns {Field} */
function onOff(session, spec) {
  const input = h("input", { id: newId(), type: "checkbox" });
  input.addEventListener("input", () => session.change(spec.name, input.checked));
  return {
    node: h("div", { class: "lab-control" }, input, h("label", { for: input.id }, spec.label)),
    patch(value) {
      input.checked = value;
    },
  };
}

/** The class of a field to type. @param {number} size */
const lengthOf = (size) => (size > LONG ? "lab-long" : size < SHORT ? "lab-short" : "");

/** @param {Session} session @param {TextSpec} spec @returns {Field} */
function typed(session, spec) {
  const message = h("span", { class: "lab-problem", id: newId(), role: "alert" });
  const input = h("input", {
    id: newId(),
    type: "text",
    "aria-describedby": message.id,
    size: spec.size,
  });
  input.addEventListener("input", () => session.change(spec.name, input.value));
  input.addEventListener("change", () => {
    // what is refused stays, beside what is wrong with it
    if (!session.waiting(spec.name) && !session.problem(spec.name)) session.refresh();
  });
  return {
    node: h(
      "div",
      { class: `lab-control lab-typed ${lengthOf(spec.size)}` },
      h("label", { for: input.id }, spec.label),
      input,
      message,
    ),
    patch(value) {
      const problem = session.problem(spec.name);
      setText(message, problem);
      setAttribute(input, "aria-invalid", Boolean(problem));
      const typing = problem || input === input.ownerDocument.activeElement;
      if (!(typing && session.keepsTyping()) && input.value !== value) input.value = value;
    },
  };
}
