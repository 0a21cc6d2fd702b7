// The way through the slides: where the show is, and what it does on arrival.

import { fill } from "./fill.js";
import { measured, rendered } from "./heights.js";
import { hide, reveal } from "./pieces.js";
import { fitToWindow } from "./text_size.js";
import { Votes } from "./votes.js";

const GROWS = ".jp-OutputArea, .jp-RenderedMarkdown, .cm-content, .show-votes"; // what may change its size

export class Show {
  /** @param {Panel} panel @param {Memory} memory */
  constructor(panel, memory) {
    this.panel = panel;
    this.memory = memory;
    /** @type {Slide[]} */
    this.slides = [];
    this.at = 0;
    this.step = 0;
    this.running = false;
    /** @type {HTMLElement | null} */
    this.lab = null; // the lab that fills the screen
    this.frame = 0;

    this.votes = new Votes(memory, panel.context.model.getMetadata("votes"));
    this.where = element("div", "show-where");
    this.black = element("div", "show-black");
    this.black.popover = "manual";
    this.back = element("button", "show-back");
    this.back.addEventListener("click", () => this.begin());
    panel.node.append(this.where);
    // In a notebook, a double click on text opens its source.
    panel.node.addEventListener("dblclick", (event) => this.running && event.stopPropagation(), true);
    document.body.append(this.black, this.back);

    // An output that arrives, what is typed, another window: the slide is laid out again.
    const soon = () => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.running && this.lay());
    };
    const grows = (/** @type {MutationRecord} */ { target }) => target instanceof Element && target.closest(GROWS);
    new MutationObserver((changes) => changes.some(grows) && soon())
      .observe(panel.content.node, { childList: true, subtree: true });
    new ResizeObserver(soon).observe(document.documentElement);
    document.fonts.addEventListener("loadingdone", soon);
  }

  /** Fill the slides, once all is there that is measured, and go where the show was before a reload. */
  async prepare() {
    /** @type {Piece[]} */
    const all = this.panel.context.model.getMetadata("show");
    this.raise();
    await rendered(this.panel, all);
    const { pieces, heights } = measured(this.panel, all);
    this.slides = fill(pieces, heights);
    const [piece, step] = this.memory.get("piece").split(".").map(Number);
    this.at = Math.max(0, this.slides.findLastIndex(({ first }) => first <= piece));
    this.step = Math.min(step || 0, this.steps);
  }

  get slide() {
    return this.slides[this.at];
  }

  get steps() {
    return Math.max(...this.slide.pieces.map(({ step }) => step));
  }

  // --- into the show and out of it

  begin() {
    this.running = true;
    this.raise();
    this.arrive();
  }

  /** The notebook as a stage, above all else, whatever holds the panel. */
  raise() {
    this.panel.node.popover = "manual";
    this.panel.node.classList.add("show-stage");
    if (!this.panel.node.matches(":popover-open")) this.panel.node.showPopover();
  }

  /** To the notebook, at the slide's code or else its first cell. */
  leave() {
    this.running = false;
    this.depart();
    if (this.black.matches(":popover-open")) this.black.hidePopover();
    this.panel.node.hidePopover();
    this.panel.node.popover = null;
    this.panel.node.classList.remove("show-stage");
    delete document.documentElement.dataset.show;
    this.back.textContent = `Back to slide ${this.at + 1} (F5)`;
    const { content } = this.panel;
    for (const { node } of content.widgets) hide(node);
    this.panel.update(); // JupyterLab measures its room anew
    const code = this.slide.pieces.find(({ part }) => part === "source");
    if (code) this.activate(code.cell);
    content.activate();
    content.widgets[content.activeCellIndex].node.scrollIntoView();
  }

  // --- from slide to slide

  /** @param {1 | -1} by */
  move(by) {
    if (this.black.matches(":popover-open")) return this.blank();
    const step = this.step + by;
    if (step >= 0 && step <= this.steps) {
      this.step = step;
      this.arrive();
    } else if (this.slides[this.at + by]) {
      this.depart();
      this.at += by;
      this.step = by > 0 ? 0 : this.steps;
      this.arrive();
    }
  }

  /** @param {number} at */
  go(at) {
    this.depart();
    this.at = at;
    this.step = 0;
    this.arrive();
  }

  /** What the class answers can be typed: the votes on a question, or into a lab. */
  answer() {
    if (this.slide.kind === "question") this.votes.input.focus();
    this.lab?.focus();
  }

  blank() {
    this.black.togglePopover();
  }

  arrive() {
    const { slide } = this;
    this.memory.set("piece", this.step ? `${slide.first}.${this.step}` : `${slide.first}`);
    document.documentElement.dataset.show = slide.kind;
    this.where.textContent = `${slide.section}   ${this.at + 1} / ${this.slides.length}`;
    this.activate(slide.pieces[0].cell);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && !this.lab?.contains(activeElement)) activeElement.blur();
    this.lay();
  }

  /** @param {string} id */
  activate(id) {
    const { content } = this.panel;
    content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === id);
  }

  depart() {
    this.lab?.dispatchEvent(new CustomEvent("lab-full", { detail: false }));
    this.lab = null;
    this.votes.leave();
  }

  /** The slide as it is now: its pieces, its lab, the size of its text. */
  lay() {
    const [asked] = this.slide.pieces.filter(({ step }) => !step).slice(-1); // the options of a question
    const cells = [];
    for (const { node, model } of this.panel.content.widgets) {
      const pieces = this.slide.pieces.filter(({ cell }) => cell === model.id);
      hide(node);
      if (!pieces.length) continue;
      cells.push(node);
      reveal(node, pieces, this.step, this.slide.kind);
      if (this.slide.kind === "question" && asked && pieces.includes(asked)) this.votes.put(node, model.id, this.step);
    }
    if (this.slide.kind === "lab") this.enter();
    else fitToWindow(this.panel.content.node, cells);
  }

  /** A lab fills the screen and takes the focus, once it is there and again when it is a new one. */
  enter() {
    const lab = this.panel.node.querySelector(".show-cell [data-lab]");
    if (!(lab instanceof HTMLElement) || lab === this.lab) return;
    this.lab = lab;
    lab.dispatchEvent(new CustomEvent("lab-full", { detail: true }));
  }
}

/** @param {string} name @param {string} style */
function element(name, style) {
  const node = document.createElement(name);
  node.className = style;
  return node;
}
