// Cells with code: Run runs one, after those above it that have not run yet or were changed since,
// and those that stand below such a change.

import * as answers from "./answers.js";
import { prepareChoices } from "./tapped.js";
import { copyButton } from "./copy.js";
import { keptNodes } from "./kept_nodes.js";
import { openLab } from "./labs.js";
import { loadScript } from "./loading.js";
import * as python from "./python.js";
import { whenWritten } from "./store.js";

/** @import { Editor, Output, OutputsListener, RunResult } from "./protocol.js" */

const SLOW = 400; // ms until a cell says that it runs
const LONG = 2000; // characters: what is longer scrolls in a box
const UNDO = "Undo my changes";
const BRING_BACK = "Bring back what I wrote";
const NEAR = "600px"; // an exercise this close to the window becomes an editor

/** @typedef {ReturnType<typeof prepare>} Cell */
/** @type {Cell[]} */
let cells = [];

export function prepareCells() {
  document.addEventListener("toggle", offerSolution, { capture: true });
  cells = [...document.querySelectorAll(".cell:not([data-elsewhere])")].map((root) =>
    prepare(/** @type {HTMLElement} */ (root)),
  );
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) cells.find(({ root }) => root === target)?.edit();
      }
    },
    { rootMargin: NEAR },
  );
  for (const cell of cells) if (cell.isOpen && !cell.fold) nearby.observe(cell.root);
  python.whenEnded(() => cells.forEach((cell) => cell.forget()));
  whenWritten((key) => cells.forEach((cell) => cell.refresh(key)));
}

/** All cells as they were. */
export const resetCells = () => cells.forEach((cell) => cell.reset());

/** @param {HTMLElement} root */
function prepare(root) {
  const { cell: name = "", label = "" } = root.dataset;
  const fold = /** @type {HTMLDetailsElement | null} */ (root.querySelector("details.folded"));
  const code = /** @type {HTMLElement} */ (root.querySelector(".code"));
  const outputs = /** @type {HTMLElement} */ (root.querySelector(".outputs"));
  const original = code.textContent?.replace(/\n$/, "") ?? "";
  const stored = [...outputs.childNodes];
  const asks = "entry" in root.dataset; // the reader to write
  const entry = root.dataset.entry ?? "";
  const call = root.dataset.kind === "prediction" ? "predict" : "check";
  let source = answers.sourceOf(name) ?? original;
  let lastRun = ""; // the source that Python has run
  let isUnsaid = false; // what it gives is not known
  let undone = answers.undoneSource(name) ?? ""; // what the reader wrote, where they took it away
  /** @type {Editor | null} */
  let editor = null;
  const isChanged = () => source !== original;
  const minutes = Number(root.dataset.minutes ?? 0); // that it takes here, where that is long

  const run = button("run", "Run", `Run: ${label}`, () => runUntil(cell));
  const edit = button("edit", "Edit", `Edit: ${label}`, () => cell.edit(true));
  const undo = button("undo", UNDO, `${UNDO}: ${label}`, () => (undone ? bringBack() : takeAway()));
  const stop = button("stop", "Stop", "Stop Python", () =>
    python.stop("Stopped. All variables are gone; the cells above run again when they are needed."),
  );
  const bar = document.createElement("div");
  bar.className = "cell-bar";
  bar.append(
    run,
    edit,
    copyButton(`Copy: ${label}`, () => source),
    undo,
  );
  code.after(bar);
  if (fold)
    fold.after(stop); // what runs can be stopped while its code is out of sight
  else run.after(stop);
  stop.hidden = true;
  fold?.addEventListener("toggle", () => {
    if (fold.open && cell.isOpen) cell.edit();
  });
  run.addEventListener("pointerenter", python.startEarly);
  code.addEventListener("dblclick", () => cell.edit(true));

  /** An answer that was tapped. @param {string} text @param {HTMLTemplateElement} [verdict] */
  function answered(text, verdict) {
    editor?.set(text);
    changed(text);
    // where the code stands between
    const bring = () => outputs.scrollIntoView({ block: "nearest" });
    if (verdict === undefined) {
      runUntil(cell).then(bring);
      return bring();
    }
    listenTo(cell);
    cell
      .show(
        keepVerdict("passed" in verdict.dataset || root.dataset.kind === "prediction", [
          { kind: "html", text: verdict.innerHTML },
        ]),
      )
      .then(bring);
  }
  const showAnswer = prepareChoices(root, original, answered);

  const cell = {
    root,
    fold,
    outputs,
    label,
    minutes,
    asks,
    isOpen: asks || isChanged(),
    isDue: () => lastRun !== source && root.dataset.kind !== "lab",
    isChanged,
    forget: () => (lastRun = ""),

    async edit(focus = false) {
      const openEditor = await editorScript(focus ? cell : undefined);
      if (openEditor && !editor) {
        if (!root.classList.contains("running"))
          outputs.querySelector(":scope > .waiting")?.remove(); // why it did not come
        const field = document.createElement("div");
        field.className = "code field";
        code.hidden = true;
        code.before(field);
        editor = openEditor(field, source, { changed, run: () => runUntil(cell) });
        edit.hidden = true;
      }
      if (focus) editor?.focus();
    },
    reset() {
      editor?.set(original);
      changed(original);
      showKept();
    },
    /** What another tab has written, and then what was said of it.
     * @param {string} key of what was kept */
    refresh(key) {
      const text = answers.sourceOf(name) ?? original;
      undone = answers.undoneSource(name) ?? "";
      if (text !== source) {
        source = text;
        forgetBelow();
        editor?.set(text);
        showChange();
        showKept();
      } else if ((isUnsaid || !isChanged()) && key.endsWith(`#${entry}`)) showKept();
      else if (key.endsWith(`~${name}`)) showChange();
    },
    /** A line in the place of the outputs. @param {string} text */
    showState(text) {
      outputs.replaceChildren(stateLine(text));
    },
    /** A line above the outputs, which stay until there are others. @param {string} text */
    showWaiting(text) {
      const line = outputs.querySelector(":scope > .state") ?? document.createElement("p");
      line.className = "state waiting";
      line.textContent = text;
      outputs.prepend(line);
    },
    /** @param {boolean} isRunning */
    markRunning(isRunning) {
      const [before, after] = isRunning ? [run, stop] : [stop, run];
      const isFocused = document.activeElement === before;
      root.classList.toggle("running", isRunning);
      if (isRunning) listenTo(cell);
      outputs.setAttribute("aria-busy", String(isRunning)); // read aloud once, at the end
      // what stands below does not jump
      outputs.style.minHeight = isRunning ? `${outputs.offsetHeight}px` : "";
      before.hidden = true;
      after.hidden = false;
      if (isFocused) after.focus();
    },
    /** Run it alone. show: puts what it has shown so far on the page.
     * @param {OutputsListener} [show] */
    async run(show) {
      const sent = source;
      isUnsaid = false;
      const [results, ended, , done] = await runSource(name, sent, show);
      if (ended) lastRun = sent;
      if (ended && entry && !(entry in done))
        results.push({
          kind: "text",
          text: `${call}("${entry}", …) did not run. It has to be the last line of the cell, at the left margin.`,
        });
      // also where it was edited meanwhile
      if (entry in done && sent !== original) keepVerdict(done[entry], results, sent);
      await show?.(results);
    },
    /** @param {Output[]} results */
    show: (results) => place(outputs, results),
  };

  /** The cell as it was given; what the reader wrote can be brought back. */
  function takeAway() {
    const written = source;
    cell.reset();
    undone = written;
    answers.keepUndoneSource(name, undone);
    showChange();
  }
  function bringBack() {
    const written = undone;
    editor?.set(written);
    changed(written);
    showKept();
  }

  /** @param {string} text */
  function changed(text) {
    if (text !== source) {
      undone = "";
      answers.keepUndoneSource(name);
      forgetBelow();
    }
    source = text;
    if (isChanged()) answers.keepSource(name, text);
    else answers.forgetSource(name);
    showChange();
  }
  /** What stands below may have used it, but nothing uses an answer that is tapped. */
  function forgetBelow() {
    if (root.querySelector(".choices")) return;
    for (const below of cells.slice(cells.indexOf(cell) + 1)) below.forget();
  }
  function showChange() {
    undo.hidden = !isChanged() && !undone;
    undo.textContent = undone ? BRING_BACK : UNDO;
    undo.setAttribute("aria-label", `${undo.textContent}: ${label}`);
    showAnswer(source);
    root.classList.toggle("changed", isChanged());
  }
  /** @param {boolean} done @param {Output[]} shown @param {string} code of which it is */
  function keepVerdict(done, shown, code = source) {
    answers.keepVerdict(entry, { done, source: code, outputs: shown });
    return shown;
  }
  /** Without running anything: what it showed last, of the same code. */
  function showKept() {
    const said = entry ? answers.verdict(entry) : undefined;
    isUnsaid = isChanged() && !(said?.source === source && said.outputs.length);
    if (isUnsaid) cell.showState("You changed this cell. Run shows what it gives.");
    else if (isChanged()) place(outputs, said?.outputs ?? [], true);
    else {
      outputs.replaceChildren(
        ...(said?.done ? [stateLine("You have done this. Here it is as it was given.")] : []),
        ...stored,
      );
    }
  }
  showChange();
  if (isChanged() || entry) showKept();
  root.classList.toggle("asks", asks);
  outputs.setAttribute("role", "group");
  outputs.setAttribute("aria-label", `Output: ${label}`);
  return cell;
}

/** What opens an editor, or nothing if it does not come.
 * @param {Cell} [target] says why, if the reader asked for it */
async function editorScript(target) {
  try {
    const { openEditor } = /** @type {typeof import("./editor.js")} */ (
      await loadScript("editor.js")
    );
    return openEditor;
  } catch (error) {
    target?.showWaiting(`The editor could not be loaded. ${/** @type {Error} */ (error).message}`);
  }
}

/** Only what the reader has asked for is read aloud. @param {Cell} target */
function listenTo(target) {
  for (const { outputs } of cells) outputs.removeAttribute("aria-live");
  target.outputs.setAttribute("aria-live", "polite");
}

/** What stands above a cell and runs before it. An answer is checked without what takes minutes:
 * from there on it needs only other answers. @param {Cell} target */
function dueAbove(target) {
  const due = cells.slice(0, cells.indexOf(target)).filter(({ isDue }) => isDue());
  const long = target.asks ? due.findIndex(({ minutes }) => minutes) : -1;
  return long < 0 ? due : due.filter(({ asks }, i) => i < long || asks);
}

/** What a cell waits for, whose turn comes after those above. @param {Cell[]} above */
function waitsFor(above) {
  const long = above.find(({ minutes }) => minutes);
  const first = long ? ` First “${long.label}” has to run: about ${long.minutes} minutes.` : "";
  return above.length
    ? `Python is running.${first} Cells above to run: ${above.length} …`
    : "Python is running …";
}

/** Run a cell, after what stands above it. @param {Cell} target */
async function runUntil(target) {
  if (target.root.classList.contains("running")) return;
  target.markRunning(true);
  let above = dueAbove(target);
  const showState = () => target.showWaiting(python.state() || waitsFor(above));
  const slow = setInterval(showState, SLOW);
  try {
    while (above.length) {
      await above[0].run(above[0].isChanged() ? above[0].show : undefined);
      above = above.slice(1);
    }
    await target.run((outputs) => {
      clearInterval(slow);
      return target.show(outputs);
    });
  } catch (error) {
    target.showWaiting(/** @type {Error} */ (error).message);
  } finally {
    clearInterval(slow);
    target.markRunning(false);
  }
}

/** @param {string} name @param {string} source @param {OutputsListener} [show]
 * @returns {Promise<RunResult>} */
async function runSource(name, source, show) {
  const functions = answers.functions();
  const result = await python.ask({ kind: "run", name, source, functions }, show);
  answers.keepFunctions(functions, result[2]);
  return result;
}

/** A fold that offers a solution gets a button for it when it is opened. @param {Event} event */
function offerSolution({ target }) {
  const fold = /** @type {HTMLElement} */ (target);
  const exercise = fold.dataset.solution;
  if (!exercise || fold.querySelector(".solution")) return;
  const answer = document.createElement("div");
  const show = button("solution", "Show it here", "Show a solution here", async () => {
    const source = `from helpers.exercises import solution\nsolution(${JSON.stringify(exercise)})`;
    const slow = setInterval(
      () => answer.replaceChildren(stateLine(python.state() || "Python is running …")),
      SLOW,
    );
    show.disabled = true;
    try {
      const [outputs] = await runSource("solution", source);
      clearInterval(slow);
      await place(answer, outputs);
    } catch (error) {
      answer.replaceChildren(stateLine(/** @type {Error} */ (error).message));
    } finally {
      clearInterval(slow);
      show.disabled = false;
    }
  });
  fold.append(show, answer);
}

/** Put outputs on the page. @param {HTMLElement} parent @param {Output[]} outputs
 * @param {boolean} areKept in the browser's storage: no cell has just shown them */
async function place(parent, outputs, areKept = false) {
  /** @type {(() => void)[]} */
  const renders = [];
  const nodes = await Promise.all(
    outputs.map(async ({ kind, text, cut, table }) => {
      if (kind === "lab") {
        const { node, render } = await openLab(text);
        renders.push(render);
        return node;
      }
      const node = document.createElement(kind === "html" ? "div" : "pre");
      node.className = { text: "printed", error: "failed", html: "picture" }[kind];
      node.classList.toggle("table", Boolean(table));
      if (kind === "html" && areKept) node.append(...keptNodes(text));
      else if (kind === "html") node.innerHTML = text;
      else if (text.length <= LONG) node.append(...text.split(/(?<=\n)/).map(line));
      else
        node.textContent = cut
          ? `${text}\n… and ${cut} more characters, which are not shown.`
          : text;
      if (kind !== "html" && text.length > LONG) {
        node.classList.add("long");
        node.tabIndex = 0; // scrolled by the keyboard, too
      }
      return node;
    }),
  );
  parent.replaceChildren(...nodes);
  for (const render of renders) render();
}

/** A printed line: where it is too long for a phone, it goes on a little to the right.
 * @param {string} text */
function line(text) {
  const node = document.createElement("span");
  node.className = "line";
  node.textContent = text;
  node.style.setProperty("--indent", `${text.search(/[^ ]|$/)}ch`);
  return node;
}

/** A line of small print. @param {string} text */
function stateLine(text) {
  const line = document.createElement("p");
  line.className = "state";
  line.textContent = text;
  return line;
}

/** @param {string} name its class @param {string} text @param {string} label
 * @param {() => void} press */
function button(name, text, label, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = name;
  element.textContent = text;
  element.setAttribute("aria-label", label);
  element.addEventListener("click", press);
  return element;
}
