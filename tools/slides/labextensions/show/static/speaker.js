// The speaker's view, a window of its own: this slide, the next one, the clock, and what
// TEACHING.md says of the section.

import { element } from "./element.js";
import { ASK_NEXT, DATA_LAB, DATA_SHOW, LAB_CLASS } from "./lab_names.js";
import { hide, reveal } from "./pieces.js";
import { SHOW_CLASS } from "./show_names.js";
import { fitToWindow } from "./text_size.js";

/** @import { Plan } from "./plan.js" */
/** @import { PlannedSection, Slide } from "./protocol.js" */
/** @import { Show } from "./show.js" */

const SIZE = { width: 1200, height: 650 }; // pixels: in a smaller window everything is smaller
const BUTTONS = "jp-toolbar, jp-button"; // of JupyterLab
const EVERY = 1000; // milliseconds from one look at the clock to the next
const NOTES = { largest: 20, smallest: 14 }; // pixels: of their text
const STAGE = 1280; // pixels: the width of a copied slide, before it is made smaller
const NAME = "speaker"; // of the window
// with the page of the slides
const ENDS = "setInterval(() => !opener || opener.closed ? close() : 0, 1000)";
const REST = 200; // milliseconds without a change of the slide, before it is copied

export class Speaker {
  /** @param {Show} show */
  constructor(show) {
    this.show = show;
    /** @type {Window | null} */
    this.window = null;
    this.timer = 0;
    this.drawn = ""; // the slide and its step
    this.clock = element("div", "speaker-clock");
    this.now = element("div", "speaker-slide");
    this.next = element("div", "speaker-slide");
    this.label = element("div", "");
    this.notes = element("div", "speaker-notes");
    setInterval(() => this.updateClock(), EVERY);
    addEventListener("pagehide", () => (this.clock.textContent = "the slides are being loaded"));
  }

  /** Open the window, or bring it to the front. */
  open() {
    if (this.isOpen) return this.window?.focus();
    const window = open("", NAME, "popup,width=1200,height=800");
    if (!window)
      return this.show.setKernelStatus("the browser has blocked the window of the speaker's view");
    this.useWindow(window);
  }

  /** After a reload, use the window that is open still. A browser finds it by its name, and opens
   * no other without a key. */
  findWindow() {
    if (!this.show.memory.get("speaker")) return;
    const window = open("", NAME);
    if (window?.document.querySelector(".speaker-notes")) this.useWindow(window);
    else window?.close();
  }

  /** @param {Window} window */
  useWindow(window) {
    this.window = window;
    const { memory } = this.show;
    memory.set("speaker", "open");
    const { document: page } = window;
    page.title = "Speaker's view";
    page.documentElement.className = "speaker";
    // JupyterLab's theme
    for (const { name, value } of document.body.attributes) page.body.setAttribute(name, value);
    page.head.replaceChildren(...styles());
    const following = element("div", "speaker-next");
    following.append(this.clock, this.label, this.next);
    page.body.replaceChildren(this.now, following, this.notes, element("script", "", ENDS));
    window.onresize = () => this.update(); // in place of those of the page before a reload
    window.onkeydown = (event) => this.press(event); // the remote control works here, too
    window.onpagehide = () => memory.set("speaker", "");
    this.update();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, code, repeat, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    event.preventDefault(); // no reload by F5
    const pressed = new KeyboardEvent("keydown", {
      key,
      code,
      repeat,
      bubbles: true,
      cancelable: true,
    });
    (document.activeElement ?? document.body).dispatchEvent(pressed);
  }

  get isOpen() {
    return Boolean(this.window) && !this.window?.closed;
  }

  /** Draw it again, once the slides have come to rest. */
  scheduleUpdate() {
    clearTimeout(this.timer);
    if (this.isOpen) this.timer = setTimeout(() => this.update(), REST);
  }

  update() {
    if (!this.window || !this.isOpen) return;
    const { innerWidth, innerHeight, document: page } = this.window;
    page.body.style.setProperty(
      "--shrink",
      `${Math.min(1, innerWidth / SIZE.width, innerHeight / SIZE.height)}`,
    );
    const { show } = this;
    const { at, step, steps, slides } = show;
    this.drawn = `${at}.${step}`;
    const isLast = step === steps && at === slides.length - 1;
    const [nextAt, nextStep] = step < steps ? [at, step + 1] : [show.neighbour(1), 0];
    this.copySlide(this.now, at, step);
    if (isLast) this.next.replaceChildren();
    else this.copySlide(this.next, nextAt, nextStep);
    this.label.textContent = isLast ? "Next: the end" : nextSetting(show.lab) || "Next";
    this.next.hidden = isLast;
    const { section } = show.plan.partOf(at);
    const asks = slides[at].pieces.find(({ votes }) => votes);
    const why = (asks && show.votes.asked[asks.cell]?.why) ?? "";
    const columns = element("div", "speaker-columns");
    columns.append(
      ...notesOf(section, slides[at], show.plan, why, show.plan.timeAt(at), show.plan.nextAsk(at)),
    );
    this.notes.replaceChildren(columns);
    this.updateClock();
    this.fitNotes();
  }

  /** As large as they may be to fit below the slides; what even small notes have no room for is
   * scrolled to. */
  fitNotes() {
    const { style } = this.notes;
    for (let size = NOTES.largest; size >= NOTES.smallest; size--) {
      style.fontSize = `${size}px`;
      if (this.notes.scrollHeight <= this.notes.clientHeight) return;
    }
  }

  /** A copy of a slide. @param {HTMLElement} place @param {number} at @param {number} step */
  copySlide(place, at, step) {
    const { panel, slides } = this.show;
    const slide = slides[at];
    const stage = element("div", `jp-NotebookPanel ${SHOW_CLASS.stage}`);
    const notebook = element("div", "jp-Notebook");
    const outer = element("div", "jp-WindowedPanel-outer");
    const cells = [];
    for (const { node, model } of panel.content.widgets) {
      const pieces = slide.pieces.filter(({ cell }) => cell === model.id);
      if (!pieces.length) continue;
      const copy = node.cloneNode(true);
      if (!(copy instanceof HTMLElement)) continue;
      copyValues(node, copy);
      hide(copy);
      reveal(copy, pieces, step, slide.kind);
      // they would not live in another window
      for (const part of copy.querySelectorAll(BUTTONS)) part.remove();
      if (slide.kind === "lab") asInTheRoom(node, copy);
      cells.push(copy);
    }
    const lab = cells.map((cell) => cell.querySelector(`.${LAB_CLASS.full}`)).find(Boolean);
    outer.append(...cells);
    notebook.append(outer);
    stage.append(lab ?? notebook);
    place.replaceChildren(stage);
    place.setAttribute(DATA_SHOW, slide.kind);
    fitToWindow(notebook, cells);
  }

  /** How much time has gone, beside what the plan says of this slide. */
  updateClock() {
    if (!this.isOpen) return;
    // while a slide never rests
    if (this.drawn !== `${this.show.at}.${this.show.step}`) return this.update();
    const { plan, at } = this.show;
    const { minutes } = plan.partOf(at).section;
    const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const planned = Math.round(plan.minutesBefore(at));
    const gone = Math.floor(plan.elapsed);
    const ahead = planned - gone;
    // the opening has none
    const until = minutes ? `, this section to minute ${plan.endOf(at)}` : "";
    const said = ahead > 0 ? `${ahead} min ahead` : ahead < 0 ? `${-ahead} min behind` : "on time";
    const {
      isDark,
      running,
      votes: { warning },
    } = this.show;
    const seen = !running
      ? "\nthe room sees the notebook (F5 goes back)"
      : isDark
        ? "\nthe screen is dark (B)"
        : "";
    this.clock.textContent = `${time}\n${gone} of ${plan.totalMinutes} min, ${said}${until}\n${plan.slideName(at)}${seen}${warning && `\n${warning}`}`;
  }
}

/** JupyterLab's styles and the show's, for another window, with the rules that were added later, as
 * for formulas. */
const styles = () =>
  [...document.styleSheets].map((sheet) => {
    if (sheet.href)
      return Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet.href });
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText);
    return Object.assign(document.createElement("style"), { textContent: rules.join("\n") });
  });

/** A lab as large as the room sees it, made smaller as a whole; one that does not fill the room's
 * screen yet is its still.
 * @param {HTMLElement} node @param {HTMLElement} copy */
function asInTheRoom(node, copy) {
  const [lab, seen] = [node, copy].map((cell) => cell.querySelector(`[${DATA_LAB}]`));
  if (!(lab instanceof HTMLElement && seen instanceof HTMLElement)) return;
  if (!lab.matches(`.${LAB_CLASS.full}`)) return seen.closest(".jp-OutputArea-child")?.remove();
  seen.removeAttribute("popover");
  const { width, height } = lab.getBoundingClientRect();
  const zoom = lab.currentCSSZoom;
  const style = {
    width: `${width / zoom}px`,
    height: `${height / zoom}px`,
    zoom: `${(STAGE * zoom) / width}`,
  };
  Object.assign(seen.style, style);
  const [bar, seenBar] = [lab, seen].map((of) => of.querySelector(`.${LAB_CLASS.bar}`));
  if (bar && seenBar instanceof HTMLElement)
    seenBar.style.fontSize = getComputedStyle(bar).fontSize; // of the room's width
}

/** What Page Down begins or shows next in the room's lab, or nothing.
 * @param {HTMLElement | null} lab */
function nextSetting(lab) {
  const asked = { begins: "", next: "" };
  if (lab) ASK_NEXT.send(lab, asked);
  const begins = asked.begins && `${asked.begins}, then `;
  if (!asked.next) return begins && `Next: ${begins}`;
  return `Next: ${begins}${asked.next} After the last:`;
}

const FIELDS = "input, select";

/** What is chosen and typed in a lab. @param {HTMLElement} node @param {HTMLElement} copy */
function copyValues(node, copy) {
  const fields = [...node.querySelectorAll(FIELDS)];
  [...copy.querySelectorAll(FIELDS)].forEach((field, i) => {
    const from = fields[i];
    if (field instanceof HTMLSelectElement && from instanceof HTMLSelectElement)
      field.selectedIndex = from.selectedIndex;
    if (!(field instanceof HTMLInputElement && from instanceof HTMLInputElement)) return;
    field.value = from.value;
    field.checked = from.checked;
  });
}

/** @param {PlannedSection} section @param {Slide} slide @param {Plan} plan
 * @param {string} why the answer to what the slide asks
 * @param {string} time what to know of the time here
 * @param {PlannedSection["asks"][0] | undefined} next what is asked after this section */
function notesOf({ title, minutes, asks, answers }, { kind, pieces }, plan, why, time, next) {
  const nodes = [element("h2", "", minutes ? `${title}, ${minutes} min` : title)];
  if (kind === "lab") return [element("h2", "", "The lab"), noteOf(plan.lab)];
  if (time) nodes.push(noteOf(`<b>Time:</b> ${time}`));
  if (why) nodes.push(noteOf(why));
  if (pieces.some(({ trains }) => trains.length))
    nodes.push(noteOf("<b>T</b> trains this model anew."));
  for (const ask of asks) {
    const { words, right } = ask;
    const number = plan.slideOf(ask) + 1;
    nodes.push(noteOf(`<b>${number ? `Ask on slide ${number}` : "Ask"}:</b> ${words}`));
    if (right) nodes.push(noteOf(`<b>Right:</b> ${right}`));
  }
  for (const { they_say, you_say } of answers)
    nodes.push(noteOf(`<b>They say:</b> ${they_say}`), noteOf(`<b>You say:</b> ${you_say}`));
  if (next) nodes.push(noteOf(`<b>Later, on slide ${plan.slideOf(next) + 1}:</b> ${next.words}`));
  return nodes;
}

/** @param {string} html of TEACHING.md, as slides.py has written it */
function noteOf(html) {
  const node = element("div", "speaker-note");
  node.innerHTML = html;
  return node;
}
