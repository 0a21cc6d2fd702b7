// Cells with code: Run runs one, after those above it that have not run yet or were changed since.

import * as answers from "./answers.js";
import { liveLab } from "./labs.js";
import * as python from "./python.js";

const SLOW = 400; // ms until a cell says that it runs
const NEAR = "600px"; // an exercise this close to the window becomes an editor

/** @typedef {ReturnType<typeof prepare>} Cell */
/** @type {Cell[]} */
let cells = [];

export function prepareCells() {
  document.addEventListener("toggle", offerSolution, { capture: true });
  cells = [...document.querySelectorAll(".cell")].map((root) => prepare(/** @type {HTMLElement} */ (root)));
  const nearby = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) cells.find(({ root }) => root === target)?.edit();
    }
  }, { rootMargin: NEAR });
  for (const cell of cells) if (cell.isOpen) nearby.observe(cell.root);
  python.whenEnded(() => cells.forEach((cell) => cell.forget()));
}

/** All cells as they were. */
export const restore = () => cells.forEach((cell) => cell.reset());

/** @param {HTMLElement} root */
function prepare(root) {
  const name = root.dataset.cell ?? "";
  const box = /** @type {HTMLElement} */ (root.querySelector(".code"));
  const shown = /** @type {HTMLElement} */ (root.querySelector(".outputs"));
  const original = box.textContent?.replace(/\n$/, "") ?? "";
  const stored = [...shown.childNodes];
  const { kind } = root.dataset;
  const asks = kind === "check" || (kind === "prediction" && original.includes("...")); // the reader to write
  let source = answers.kept(name) ?? original;
  let ran = ""; // the source that Python has run
  /** @type {Editor | null} */
  let editor = null;

  const run = button("Run", "Run this cell", () => runUntil(cell));
  const edit = button("Edit", "Change this cell", () => cell.edit(true));
  const undo = button("Undo my changes", "Undo my changes in this cell", () => cell.reset());
  const stop = button("Stop", "Stop Python", () => python.stop("Stopped. All variables are gone; the cells above run again when they are needed."));
  const bar = document.createElement("div");
  bar.className = "cell-bar";
  bar.append(run, stop, edit, undo);
  box.after(bar);
  stop.hidden = true;
  run.addEventListener("pointerenter", python.start);
  box.addEventListener("dblclick", () => cell.edit(true));

  const cell = {
    root,
    isOpen: asks || source !== original,
    isDue: () => ran !== source && kind !== "lab",
    isChanged: () => source !== original,
    forget: () => (ran = ""),

    async edit(focus = false) {
      const { openEditor } = await import("./editor.js");
      if (!editor) {
        const field = document.createElement("div");
        field.className = "code field";
        box.hidden = true;
        box.before(field);
        editor = openEditor(field, source, { changed, run: () => runUntil(cell) });
        edit.hidden = true;
      }
      if (focus) editor.focus();
    },
    reset() {
      editor?.set(original);
      changed(original);
      shown.replaceChildren(...stored);
    },
    /** @param {string} text */
    say(text) {
      const line = document.createElement("p");
      line.className = "state";
      line.textContent = text;
      shown.replaceChildren(line);
    },
    /** @param {boolean} on */
    running(on) {
      const [before, after] = on ? [run, stop] : [stop, run];
      const focused = document.activeElement === before;
      root.classList.toggle("running", on);
      shown.setAttribute("aria-busy", String(on)); // read aloud once, at the end
      before.hidden = true;
      after.hidden = false;
      if (focused) after.focus();
    },
    /** Run it alone. show: puts what it has shown so far on the page. @param {Watch} [show] */
    async run(show) {
      const given = source;
      const [outputs, ended] = /** @type {Ran} */ (await python.ask({ kind: "run", name, source: given }, show));
      if (ended) ran = given;
      await show?.(outputs);
    },
    /** @param {Output[]} outputs */
    show: (outputs) => put(shown, outputs),
  };

  /** @param {string} text */
  function changed(text) {
    source = text;
    answers.keep(name, text, original);
    showChange();
    document.dispatchEvent(new Event("answers"));
  }
  function showChange() {
    undo.hidden = source === original;
    root.classList.toggle("changed", source !== original);
  }
  showChange();
  if (cell.isChanged()) cell.say("You changed this cell. Run shows what it gives.");
  root.classList.toggle("asks", asks);
  shown.setAttribute("role", "group");
  shown.setAttribute("aria-live", "polite");
  shown.setAttribute("aria-label", "Output");
  return cell;
}

/** Run a cell, after what stands above it. @param {Cell} wanted */
async function runUntil(wanted) {
  if (wanted.root.classList.contains("running")) return;
  wanted.running(true);
  let left = cells.slice(0, cells.indexOf(wanted)).filter(({ isDue }) => isDue());
  const say = () => wanted.say(left.length ? `Python is running. Cells above to run: ${left.length} …` : "Python is running …");
  const slow = setInterval(say, SLOW);
  try {
    while (left.length) {
      await left[0].run(left[0].isChanged() ? left[0].show : undefined);
      left = left.slice(1);
    }
    await wanted.run((outputs) => {
      clearInterval(slow);
      return wanted.show(outputs);
    });
  } catch (error) {
    wanted.say(/** @type {Error} */ (error).message);
  } finally {
    clearInterval(slow);
    wanted.running(false);
  }
}

/** An opened fold that says how to see a solution gets a button for it. @param {Event} event */
function offerSolution({ target }) {
  const fold = /** @type {HTMLElement} */ (target);
  const call = fold.textContent?.match(/^Show a solution.*(solution\("\w+"\))/s)?.[1];
  if (!call || fold.querySelector(".solution")) return;
  const place = document.createElement("div");
  const show = button("Show it here", "Show a solution here", async () => {
    const source = `from helpers.exercises import solution\n${call}`;
    try {
      const [outputs] = /** @type {Ran} */ (await python.ask({ kind: "run", name: "solution", source }));
      await put(place, outputs);
    } catch (error) {
      place.textContent = /** @type {Error} */ (error).message;
    }
  });
  show.className = "solution";
  fold.append(show, place);
}

/** Put outputs on the page. @param {HTMLElement} place @param {Output[]} outputs */
async function put(place, outputs) {
  const nodes = await Promise.all(outputs.map(async ({ kind, text }) => {
    if (kind === "lab") return liveLab(text);
    const node = document.createElement(kind === "html" ? "div" : "pre");
    node.className = { text: "printed", error: "failed", html: "picture" }[kind];
    if (kind === "html") node.innerHTML = text;
    else node.textContent = text;
    return node;
  }));
  place.replaceChildren(...nodes);
  for (const node of nodes) node.dispatchEvent(new Event("placed"));
}

/** @param {string} text @param {string} label @param {() => void} press */
function button(text, label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.className = text.split(" ")[0].toLowerCase();
  made.addEventListener("click", press);
  return made;
}
