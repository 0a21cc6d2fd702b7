// A field, and a model's answers to what is typed there, word by word, each with a bar of its
// probability. The page asks for one word after the other (answers.py), so Stop stops at once.
// Without a model it plays what was recorded.

/** @typedef {[number: number, text: string, p: number]} Likely a token
 * @typedef {{ place: number, text: string, p: number, likeliest: Likely[] }} Word
 * @typedef {{ id: string, word: Word | null, end: string, said: string }} Reply
 * @typedef {{ openings: string[], fails: string, recorded: Record<string, Word[]> | null,
 *   line: string, warning: string, temperatures: number[] }} About
 * @typedef {{ get(name: "about"): About, send(message: object): void,
 *   on(event: string, callback: (message: any) => void): void,
 *   off(event: string, callback: (message: any) => void): void }} Model
 * @typedef {{ id: string, words: Word[], chips: HTMLElement[], node: HTMLElement,
 *   text: HTMLElement, likely: HTMLElement, say(text: string): void, question: string,
 *   goesOn: boolean }} Answer */

const PATIENCE = 2000; // ms without a word before the box says so
const RECORDED = 60; // ms a word of what was recorded
const SIDE_BY_SIDE = 4; // answers; a fifth takes the place of the second
const NEXT = { next: true }; // two are on their way: Python computes the one while the other travels
const WHY = {
  waits: "The kernel is busy with another cell, or it is gone. If it is gone, run the first cell.",
  gone: "The kernel is gone. Run the first cell, then this one.",
};

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const about = model.get("about");
  const view = Math.random().toString(36).slice(2); // a notebook may show a box twice
  /** @type {Answer[]} */
  let answers = [];
  /** @type {Answer | null} */
  let running = null;
  let seed = 0;
  let made = 0; // how many answers have been begun
  let timer = 0;
  let began = 0;
  let lost = false; // the kernel is gone

  const root = make("section", { class: "ask", "data-ask": "", "aria-label": "Ask it something" });
  const form = make("form", { class: "ask-form" });
  const field = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const go = make("button", { type: "submit" }, "Ask");
  const stopper = make("button", { type: "button", "aria-disabled": "true" }, "Stop");
  const heat = make("select");
  for (const value of about.temperatures) {
    const named = value === 0 ? "0: always the likeliest" : String(value);
    heat.append(make("option", { value: String(value) }, named));
  }
  const openings = make("div", { class: "ask-openings" });
  const list = make("div", { class: "ask-answers" });
  const again = make("button", { type: "button", class: "ask-again", hidden: "" });
  again.textContent = "Another answer";
  const note = make("div", { class: "ask-note", role: "status" });
  const spoken = make("div", { class: "ask-spoken", "aria-live": "polite" });

  if (about.recorded) note.textContent = about.line;
  else
    form.append(
      make("label", { class: "ask-question" }, "You ask", field),
      go,
      stopper,
      make("label", {}, "Temperature", heat),
    );
  const good = about.openings.filter((text) => !about.recorded || about.recorded[text]);
  const fails = make("span", {}, "Wrong when we asked: ", opening(about.fails));
  openings.append("Try", ...good.map(opening), fails);
  if (about.recorded) openings.append(stopper);
  root.append(make("div", { class: "ask-name" }, "Ask it something"));
  if (!about.recorded) root.append(make("div", { class: "ask-line" }, about.line));
  root.append(form, openings, note, list, again, spoken);
  root.append(make("div", { class: "ask-line" }, about.warning));

  /** @param {string} text */
  function opening(text) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      field.value = text;
      ask(text);
    });
    return button;
  }

  // --- asking

  /** @param {string} question */
  function ask(question) {
    if (!question.trim() || running?.question === question) return; // a double click asks once
    stop("");
    answers = [];
    list.replaceChildren();
    const answer = begin(question, "");
    if (about.recorded) return play(answer, about.recorded[question]);
    send(answer, { ask: question, ...drawn() });
  }

  /** A second answer, with the first `place` tokens of another one. @param {Answer} other
   * @param {number} place @param {number | null} choice @param {string} how
   * @param {string} [temperature] */
  function branch(other, place, choice, how, temperature) {
    stop("");
    const before = other.words.filter((word) => word.place < place);
    const answer = begin(other.question, how);
    for (const word of before) add(answer, word, true);
    send(answer, { from: other.id, place, choice, ...drawn(temperature) });
  }

  const drawn = (temperature = heat.value) => ({
    temperature: Number(temperature),
    seed: seed++,
    view,
    shown: answers.map(({ id }) => id), // Python forgets the others of this view
  });

  /** @param {string} question @param {string} how @returns {Answer} */
  function begin(question, how) {
    const id = `${view}-${made++}`;
    const head = make("div", { class: "ask-head" }, how || question);
    const text = make("div", { class: "ask-text", role: "group" });
    text.setAttribute("aria-label", "The answer. Arrow keys go from word to word.");
    const end = make("div", { class: "ask-end" });
    const likely = make("div", { class: "ask-likely", hidden: "" });
    const node = make("div", { class: "ask-answer" }, head, text, likely, end);
    const say = (/** @type {string} */ words) => void (end.textContent = words);
    const answer = { id, words: [], chips: [], node, text, likely, say, question, goesOn: false };
    if (answers.length === SIDE_BY_SIDE) answers.splice(1, 1)[0].node.remove();
    answers.push(answer);
    list.append(node);
    running = answer;
    began = performance.now();
    again.hidden = true;
    stopper.setAttribute("aria-disabled", "false");
    return answer;
  }

  /** @param {Answer} answer @param {object[]} messages */
  function send(answer, ...messages) {
    clearTimeout(timer);
    if (lost) return lose();
    timer = setTimeout(() => void (note.textContent = WHY.waits), PATIENCE);
    try {
      for (const asked of messages) model.send({ id: answer.id, ...asked });
    } catch {
      lose();
    }
  }

  /** @param {Reply} reply */
  function receive(reply) {
    const answer = running;
    if (!answer || reply.id !== answer.id) return; // it was stopped, or another view asked
    clearTimeout(timer);
    if (note.textContent === WHY.waits) note.textContent = "";
    if (!reply.end) send(answer, ...(answer.goesOn ? [NEXT] : [NEXT, NEXT]));
    answer.goesOn = true;
    if (reply.word) add(answer, reply.word);
    if (reply.said) answer.say(reply.said);
    if (reply.end) finish(reply.said);
  }

  /** @param {Answer} answer @param {Word[]} words */
  function play(answer, words) {
    let k = 0;
    const next = () => {
      add(answer, words[k++]);
      if (k === words.length) return finish("");
      timer = setTimeout(next, RECORDED);
    };
    timer = setTimeout(next, RECORDED);
  }

  /** @param {string} said */
  function finish(said) {
    clearTimeout(timer);
    const answer = running;
    running = null;
    if (!answer) return;
    const ms = Math.round((performance.now() - began) / Math.max(answer.chips.length, 1));
    answer.node.dataset.ms = String(ms);
    if (document.activeElement === stopper) (about.recorded ? openings : field).focus();
    stopper.setAttribute("aria-disabled", "true");
    again.hidden = Boolean(about.recorded) || !answers[0].words.length;
    const words = answer.words.map(({ text }) => text).join("");
    spoken.textContent = `${words.trim()} ${said}`;
  }

  /** @param {string} said */
  function stop(said) {
    if (!running) return;
    running.say(said);
    finish(said);
  }

  function lose() {
    lost = true;
    stop("");
    note.textContent = WHY.gone;
  }

  // --- words

  /** @param {Answer} answer @param {Word} word @param {boolean} [shared] with the one before */
  function add(answer, word, shared = false) {
    const shown = seen(word.text);
    const chip = make("button", { type: "button", class: "ask-word", "aria-expanded": "false" });
    chip.tabIndex = answer.chips.length ? -1 : 0;
    chip.setAttribute("aria-label", `${shown}, ${word.p.toFixed(2)}`);
    chip.append(make("span", {}, shown), bar(word.p));
    chip.classList.toggle("ask-shared", shared);
    const [, breaks] = /** @type {string[]} */ (/^[^\n]*(\n*)/.exec(word.text));
    const space = /^\s|^\(end\)$/.test(word.text);
    let group = answer.text.lastElementChild;
    if (!group || space || group.matches("br")) {
      group = make("span", { class: "ask-group" }); // no line ends within a word
      answer.text.append(group);
    }
    group.append(chip);
    if (breaks) answer.text.append(make("br"));
    const index = answer.words.length;
    answer.words.push(word);
    answer.chips.push(chip);
    chip.addEventListener("click", () => open(answer, index));
    chip.addEventListener("keydown", ({ key }) => {
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (by) focus(answer, index + by);
    });
  }

  /** @param {Answer} answer @param {number} index */
  function focus(answer, index) {
    if (!answer.chips[index]) return;
    answer.chips.forEach((chip, i) => (chip.tabIndex = i === index ? 0 : -1));
    answer.chips[index].focus();
  }

  /** Show what else was likely in the place of a word, or close that.
   * @param {Answer} answer @param {number} index */
  function open(answer, index) {
    const chip = answer.chips[index];
    const isOpen = chip.getAttribute("aria-expanded") === "true";
    for (const other of answers) close(other);
    if (isOpen) return;
    if (running) stop("Stopped.");
    chip.setAttribute("aria-expanded", "true");
    const { place, text, likeliest } = answer.words[index];
    const what = about.recorded ? "" : " Choose one, and it goes on from there.";
    const rows = likeliest.map(([number, likely, p]) => {
      const row = make(about.recorded ? "div" : "button", { class: "ask-row" }, bar(p));
      row.append(make("span", {}, seen(likely)), make("span", {}, p.toFixed(2)));
      if (about.recorded) return row; // it cannot go on
      row.setAttribute("type", "button");
      row.addEventListener("click", () => {
        close(answer);
        branch(answer, place, number, `Another answer, from “${seen(likely)}” on`);
        field.focus();
      });
      return row;
    });
    const head = make("div", {}, `In place of “${seen(text)}”:${what}`);
    answer.likely.replaceChildren(head, ...rows);
    answer.likely.hidden = false;
    answer.node.onkeydown = ({ key }) => {
      const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (by) rows[rows.findIndex((row) => row === document.activeElement) + by]?.focus();
      if (key !== "Escape") return;
      close(answer);
      focus(answer, index);
    };
    rows[0].focus({ preventScroll: true });
    answer.likely.scrollIntoView({ block: "nearest" });
  }

  /** @param {Answer} answer */
  function close(answer) {
    answer.likely.hidden = true;
    for (const chip of answer.chips) chip.setAttribute("aria-expanded", "false");
  }

  // --- what a hand does

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(field.value);
  });
  stopper.addEventListener("click", () => stop("Stopped."));
  again.addEventListener("click", () => {
    const temperature = heat.value === "0" ? "0.7" : heat.value; // at 0 it would be the same one
    branch(answers[0], 0, null, `Another answer, drawn at temperature ${temperature}`, temperature);
  });

  // JupyterLab and Notebook 7 take no key that is typed here, but for saving and Tab.
  const passes = (/** @type {KeyboardEvent} */ { key, ctrlKey, metaKey }) =>
    key === "Tab" || ((ctrlKey || metaKey) && key.toLowerCase() === "s");
  const mark = (/** @type {KeyboardEvent} */ event) => {
    const { target } = event;
    if (target instanceof Element && root.contains(target))
      root.toggleAttribute("data-lm-suppress-shortcuts", !passes(event));
  };
  root.addEventListener("keydown", (event) => {
    if (!passes(event)) event.stopPropagation();
    if (event.key === "Escape") stop("Stopped.");
  });
  window.addEventListener("keydown", mark, true);
  model.on("msg:custom", receive);
  model.on("comm_live_update", lose);
  el.append(root);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", mark, true);
    model.off("msg:custom", receive);
    model.off("comm_live_update", lose);
  };
}

/** A token as a reader sees it. @param {string} text */
const seen = (text) => text.trim() || (text.includes("\n") ? "↵" : "␣");

/** @param {number} p */
function bar(p) {
  const node = make("i", { class: "ask-bar", "aria-hidden": "true" });
  node.style.setProperty("--p", String(p));
  return node;
}

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name
 * @param {Record<string, string>} [attributes] @param {(string | Node)[]} children texts, as texts
 * @returns {HTMLElementTagNameMap[Name]} */
function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export default { render };
