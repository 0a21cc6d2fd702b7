// The way through the slides: where the show is, and what it does on arrival.

import { raiseDialog, openDialog } from "./dialogs.js";
import { element } from "./element.js";
import { DATA_LAB, DATA_SHOW, FILL_SCREEN, LAB_SAYS, FIRST_SETTING } from "./lab_names.js";
import { Overview } from "./overview.js";
import {
  hasAllOutputs,
  closeAnswers,
  hide,
  reveal,
  addLineRules,
  keepSigns,
  showWideDrawings,
  waitUntilRendered,
} from "./pieces.js";
import { Plan } from "./plan.js";
import { Pointer } from "./pointer.js";
import { SHOW_CLASS } from "./show_names.js";
import { Speaker } from "./speaker.js";
import { fitToWindow } from "./text_size.js";
import { Votes } from "./votes.js";
import { Zoom } from "./zoom.js";

/** @import { Memory, Panel, Piece, Slide } from "./protocol.js" */
/** @import { Run } from "./run.js" */

const STAYS = "it is still training: Page Down again goes on"; // said once
const EVERY = 10_000; // milliseconds until the line along the bottom shows how much time has gone
// what may change its size
const GROWS = ".jp-OutputArea, .jp-RenderedMarkdown, .cm-content, .show-votes";

export class Show {
  /** @param {Panel} panel @param {Memory} memory @param {() => void} toFront puts the panel before
   * JupyterLab's others */
  constructor(panel, memory, toFront = () => {}) {
    this.panel = panel;
    this.memory = memory;
    this.toFront = toFront;
    /** @type {Run | null} */
    this.run = null; // once there is a kernel
    this.kernelStatus = ""; // of the kernel, in the corner
    this.typedNumber = ""; // the number of a slide, until Enter
    this.notice = ""; // of what a key has done, until the next slide
    const { model } = panel.context;
    /** @type {Slide[]} */
    this.slides = model.getMetadata("show");
    this.plan = new Plan(this.slides, model.getMetadata("plan"), memory);
    this.at = 0;
    this.step = 0;
    this.running = false;
    /** @type {HTMLElement | null} */
    this.lab = null; // the lab that fills the screen
    this.frame = 0;

    this.votes = new Votes(memory, model.getMetadata("votes"));
    this.status = element("div", "show-where");
    this.progressLine = element("div", "show-line");
    this.black = element("div", "show-black");
    this.black.popover = "manual";
    this.back = element("button", "show-back");
    this.back.addEventListener("click", () => this.begin());
    panel.node.append(this.status, this.progressLine);
    // In a notebook, a double click on text opens its source, and a click on a link opens another
    // behind the stage.
    panel.node.addEventListener(
      "dblclick",
      (event) => this.running && event.stopPropagation(),
      true,
    );
    panel.node.addEventListener("click", (event) => this.running && this.onClick(event), true);
    LAB_SAYS.listen(panel.node, (text) => this.setNotice(text));
    // JupyterLab may put the panel elsewhere, which closes the stage.
    panel.node.addEventListener("toggle", () => this.running && !this.isRaised && this.begin());
    document.body.append(this.black, this.back);
    this.overview = new Overview(this);
    this.speaker = new Speaker(this);
    this.zoom = new Zoom(panel.node);
    this.pointer = new Pointer();
    setInterval(() => this.updateStatus(), EVERY);

    // An output that arrives, what is typed, another window: the slide is laid out again.
    const scheduleLayout = (/** @type {boolean} */ keeps) => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.running && this.layOut(keeps));
    };
    const grows = (/** @type {MutationRecord} */ { target }) =>
      target instanceof Element && target.closest(GROWS);
    new MutationObserver((changes) => {
      if (!changes.some(grows)) return;
      // at once: the new image is there when the slide is laid out
      showWideDrawings(panel.content.node);
      scheduleLayout(Boolean(this.run?.isTraining));
    }).observe(panel.content.node, { childList: true, subtree: true });
    new ResizeObserver(() => scheduleLayout(false)).observe(document.documentElement);
    document.fonts.addEventListener("loadingdone", () => scheduleLayout(false));
  }

  /** Go where the show was before a reload, once all is on the page. */
  async prepare() {
    this.raise();
    const { content } = this.panel;
    addLineRules(content.widgets);
    showWideDrawings(content.node);
    await waitUntilRendered(content.widgets.filter(({ model }) => this.isShown(model.id)));
    keepSigns(content.node);
    this.restorePlace(this.memory.get("slide"));
  }

  /** Whether a slide has something of a cell. @param {string} id */
  isShown(id) {
    return this.slides.some(({ pieces }) => pieces.some(({ cell }) => cell === id));
  }

  /** Whether all that the slides show of outputs is on the page. */
  get isWhole() {
    const pieces = this.slides.flatMap((slide) => slide.pieces);
    return hasAllOutputs(this.panel.content.widgets, pieces);
  }

  /** Where the show is: the number of the slide, and the step. */
  get place() {
    return this.step ? `${this.at + 1}.${this.step}` : `${this.at + 1}`;
  }

  /** Go where `place` says, without showing it yet. @param {string} place */
  restorePlace(place) {
    const [number, step] = place.split(".").map(Number);
    this.at = this.slides[number - 1] ? number - 1 : 0;
    this.step = Math.min(step || 0, this.steps);
  }

  get slide() {
    return this.slides[this.at];
  }

  get steps() {
    return Math.max(...this.slide.pieces.map(({ step }) => step));
  }

  // --- into the show and out of it

  /** To the front, also where the show is running already and something lies above it. */
  begin() {
    this.running = true;
    this.overview.close();
    this.leaveSlide();
    if (this.isDark) this.black.hidePopover();
    this.raise();
    this.showSlide();
    this.run?.recover();
    const dialog = openDialog();
    if (dialog) raiseDialog(dialog, this);
  }

  get isRaised() {
    return this.panel.node.matches(":popover-open");
  }

  /** The notebook as a stage, above all else, whatever holds the panel. */
  raise() {
    const { node } = this.panel;
    this.toFront();
    node.popover = "manual";
    node.classList.add(SHOW_CLASS.stage);
    if (this.isRaised) node.hidePopover(); // what is shown last is on top
    if (node.isConnected) node.showPopover();
  }

  /** To the notebook: at what the slide still asks, at its code or else its first cell. No answer
   * is open there that the slides have not shown. */
  leave() {
    this.running = false;
    this.overview.close();
    this.leaveSlide();
    this.votes.hideCode();
    if (this.isDark) this.black.hidePopover();
    this.panel.node.hidePopover();
    this.panel.node.popover = null;
    this.panel.node.classList.remove(SHOW_CLASS.stage);
    document.documentElement.removeAttribute(DATA_SHOW);
    this.back.textContent = `Back to slide ${this.at + 1} (F5)`;
    const { content } = this.panel;
    for (const { node } of content.widgets) hide(node);
    closeAnswers(
      content.widgets,
      this.slides.flatMap(({ pieces }) => pieces),
      this.untold(),
    );
    this.panel.update(); // JupyterLab measures its room anew
    const { pieces } = this.slide;
    const asked =
      this.step < this.steps && pieces.filter(({ step, part }) => !step && part === "text").at(-1);
    const come = asked || pieces.find(({ part }) => part === "source");
    if (come) this.activate(come.cell);
    content.activate();
    content.widgets[content.activeCellIndex].node.scrollIntoView();
    this.speaker.updateClock();
  }

  /** What the notebook must not tell: the answers that the slides have not shown, and after each of
   * them what follows in its section, which speaks of it, but for the slide that is on.
   * @returns {Piece[]} */
  untold() {
    let asked = ""; // the section with a question that is still open
    return this.slides.flatMap(({ pieces, title }, at) => {
      const isOn = at === this.at;
      if (isOn || title !== asked) asked = "";
      const told = isOn ? this.step : this.hasAnswered(at) ? Infinity : 0;
      const untold = pieces.filter(({ step }) => asked || step > told);
      if (untold.length) asked = title;
      return untold;
    });
  }

  /** A picture fills the screen. A link to the web opens a page of its own, one to a section its
   * slide. One to another notebook opens nothing: it would be behind the stage. @param {MouseEvent}
   * event */
  onClick(event) {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement)) return void this.zoom.openAt(event.target);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (link.origin !== location.origin) return open(link.href, "_blank", "noopener");
    if (link.pathname !== location.pathname) return;
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const cell = this.panel.content.widgets.find(({ node }) => node.contains(heading));
    const at = this.slides.findIndex(({ pieces }) =>
      pieces.some((piece) => piece.cell === cell?.model.id),
    );
    if (at >= 0) this.go(at);
  }

  // --- from slide to slide

  /** Page Down, Page Up: to the next step of the slide, then to the next slide; back as far as what
   * the slide before has shown. @param {1 | -1} by */
  move(by) {
    if (this.isDark) return this.blank();
    const step = this.step + by;
    if (step >= 0 && step <= this.steps) {
      this.step = step;
      this.showSlide();
    } else if (by > 0 && this.trains && this.notice !== STAYS) {
      this.setNotice(STAYS);
    } else if (this.neighbour(by) !== this.at) {
      this.leaveSlide();
      this.at = this.neighbour(by);
      this.step = by < 0 && this.hasAnswered(this.at) ? this.steps : 0;
      this.showSlide();
      if (by > 0 && this.lab) FIRST_SETTING.send(this.lab, null);
    }
  }

  /** Whether a slide has shown its answer, before a reload too. @param {number} at */
  hasAnswered(at) {
    return this.memory
      .get("answered")
      .split(" ")
      .includes(`${at + 1}`);
  }

  /** Remember that this slide has shown its answer. */
  keepAnswered() {
    if (this.step && !this.hasAnswered(this.at))
      this.memory.set("answered", `${this.memory.get("answered")} ${this.at + 1}`.trim());
  }

  /** Whether a curve of this slide grows now. */
  get trains() {
    return Boolean(this.run?.isTraining) && this.slide.pieces.some(({ trains }) => trains.length);
  }

  /** The number of the next slide, or of the one before, that the short version does not leave out.
   * @param {1 | -1} by */
  neighbour(by) {
    let at = this.at + by;
    while (this.slides[at] && this.plan.isLeftOut(at)) at += by;
    return this.slides[at] ? at : this.at;
  }

  /** Past what is left of a section, or back to its beginning. @param {1 | -1} by @param {number}
   * from */
  skip(by, from) {
    this.enterSlide(this.plan.sectionFrom(from, by));
  }

  /** Type the number of a slide; Enter goes there. @param {string} digit */
  typeDigit(digit) {
    this.typedNumber += digit;
    this.updateStatus();
  }

  enterTyped() {
    const at = Number(this.typedNumber) - 1;
    this.forgetTyped();
    if (this.slides[at]) this.go(at);
  }

  forgetTyped() {
    if (!this.typedNumber) return;
    this.typedNumber = "";
    this.updateStatus();
  }

  /** To a slide that is elsewhere; R then leads back. @param {number} at */
  go(at) {
    this.memory.set("from", this.place);
    this.enterSlide(at);
  }

  /** Back to where the last such way began, and there again. */
  goBack() {
    const from = this.memory.get("from");
    if (!from) return;
    this.memory.set("from", this.place);
    this.leaveSlide();
    this.restorePlace(from);
    this.showSlide();
  }

  /** To the beginning of a slide. @param {number} at its number, from 0 */
  enterSlide(at) {
    this.leaveSlide();
    this.at = at;
    this.step = 0;
    this.showSlide();
  }

  /** Tab: the focus goes to where the class's answers are typed, the field for votes or the lab. */
  focusInput() {
    if (this.votes.cell) this.votes.input.focus();
    this.lab?.focus();
  }

  /** What of the kernel is to be known, in the corner. @param {string} text */
  setKernelStatus(text) {
    this.kernelStatus = text;
    this.updateStatus();
  }

  /** What a key has done, in the corner. @param {string} text */
  setNotice(text) {
    this.notice = text;
    this.updateStatus();
  }

  /** Where we are: in the corner, and as a line along the bottom. */
  updateStatus() {
    const { slide, plan, at } = this;
    if (!slide) return;
    const typed = this.typedNumber && `slide ${this.typedNumber}, then Enter`;
    const section = slide.kind === "lab" ? "the lab" : slide.section;
    this.status.textContent = [this.kernelStatus, this.notice, typed, section, plan.slideName(at)]
      .filter(Boolean)
      .join("   ");
    // its end is where we are, and its mark where we should be by now
    const { style } = this.progressLine;
    style.setProperty("--share", `${plan.countTo(at) / plan.shownSlides.length}`);
    style.setProperty("--gone", `${plan.dueShare}`);
  }

  get isDark() {
    return this.black.matches(":popover-open");
  }

  /** The screen dark, or bright again. */
  blank() {
    this.black.togglePopover();
    this.speaker.updateClock();
  }

  /** B held down, which a remote control has: a second vote where one has been counted, or else the
   * overview. */
  voteAgainOrOverview() {
    if (this.isDark) this.blank();
    if (this.votes.beginSecondVote()) this.setNotice("a second vote");
    else this.overview.toggle();
  }

  /** What changes when a slide or a step is come to: memory, clock, corner, focus, layout. */
  showSlide() {
    const { slide } = this;
    this.typedNumber = "";
    this.notice = "";
    this.votes.hideCode();
    this.memory.set("slide", this.place);
    this.keepAnswered();
    document.documentElement.setAttribute(DATA_SHOW, slide.kind);
    this.plan.startClock(this.at);
    this.updateStatus();
    this.activate(slide.pieces[0].cell);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && !this.lab?.contains(activeElement))
      activeElement.blur();
    this.layOut();
  }

  /** @param {string} id */
  activate(id) {
    const { content } = this.panel;
    content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === id);
  }

  /** Before another slide, or the notebook, is seen: its lab and its vote end. */
  leaveSlide() {
    this.zoom.close();
    if (this.lab) FILL_SCREEN.send(this.lab, false);
    this.lab = null;
    this.votes.close();
  }

  /** The slide as it is now: its pieces, its lab, the size of its text. keeps: whether that stays
   * while it fits, as what grows on it will be as large as what it replaces. */
  layOut(keeps = false) {
    this.fitStage();
    const asks = this.slide.pieces.find(({ votes }) => votes);
    const right = asks && this.votes.asked[asks.cell]?.right;
    const cells = [];
    let isAnswered = false; // a slide says "Answer" once
    for (const { node, model } of this.panel.content.widgets) {
      const pieces = this.slide.pieces.filter(({ cell }) => cell === model.id);
      hide(node);
      if (!pieces.length) continue;
      cells.push(node);
      const isSolution = model.getMetadata("tags")?.includes("yours");
      const answer = isAnswered ? "" : right ? `Answer ${right}: ` : "Answer: ";
      const label = isSolution ? "One way: " : answer;
      node.style.setProperty("--show-label", `"${label}"`); // before what Page Down opens
      isAnswered ||= !isSolution && Boolean(node.querySelector("details"));
      reveal(node, pieces, this.step, this.slide.kind);
      if (!asks || model.id !== asks.cell) continue;
      node.classList.add("show-options");
      this.votes.showBelow(node);
      this.votes.setQuestion(asks.cell, this.step > 0);
    }
    this.speaker.scheduleUpdate();
    this.openLab();
    // until a lab lives, its still is seen
    if (!this.lab) fitToWindow(this.panel.content.node, cells, keeps);
  }

  /** In a window smaller than 1280 × 720, browser's zoom included, the whole stage is smaller. */
  fitStage() {
    this.panel.node.style.setProperty(
      "--show-shrink",
      `${Math.min(1, innerWidth / 1280, innerHeight / 720)}`,
    );
  }

  /** A lab fills the screen and takes the focus, once it is there and again when it is a new one.
   */
  openLab() {
    const lab =
      this.slide.kind === "lab" &&
      this.panel.node.querySelector(`.${SHOW_CLASS.cell} [${DATA_LAB}]`);
    if (!(lab instanceof HTMLElement) || lab === this.lab) return;
    this.lab = lab;
    FILL_SCREEN.send(lab, true);
  }
}
