// The slides: which pieces of which cells are seen, and the way from one slide to the next.

import { fit } from "./fit.js";
import { Votes } from "./votes.js";

export class Show {
  /** @param {Panel} panel @param {Memory} memory */
  constructor(panel, memory) {
    this.panel = panel;
    this.memory = memory;
    /** @type {Slide[]} */
    this.slides = panel.context.model.getMetadata("show");
    const [slide, step] = memory.get("slide").split(".").map(Number);
    this.at = Math.min(Math.max((slide || 1) - 1, 0), this.slides.length - 1);
    this.step = step || 0;
    this.running = false;
    this.where = document.createElement("div");
    this.where.className = "show-where";
    this.dark = document.createElement("div");
    this.dark.className = "show-dark";
    this.dark.popover = "manual";
    this.back = document.createElement("button");
    this.back.className = "show-back";
    this.back.addEventListener("click", () => this.begin());
    panel.node.append(this.where);
    document.body.append(this.dark, this.back);
    this.votes = new Votes(memory, () => this.fit());
    const changed = () => this.running && this.fitSoon();
    new MutationObserver(changed).observe(panel.content.node, { childList: true, subtree: true });
    new ResizeObserver(changed).observe(document.documentElement);
  }

  get slide() {
    return this.slides[this.at];
  }

  get steps() {
    return Math.max(...this.slide.pieces.map(({ step }) => step));
  }

  /** The slides fill the screen. */
  begin() {
    this.running = true;
    document.documentElement.dataset.show = "";
    this.panel.node.popover = "manual"; // above all else, whatever holds the panel
    this.panel.node.classList.add("show-stage");
    this.panel.node.showPopover();
    this.arrive();
  }

  /** Back to the notebook, at the slide's first cell. */
  leave() {
    this.lab()?.dispatchEvent(new CustomEvent("lab-full", { detail: false }));
    this.running = false;
    this.dark.hidePopover();
    delete document.documentElement.dataset.show;
    this.panel.node.hidePopover();
    this.panel.node.removeAttribute("popover");
    this.panel.node.classList.remove("show-stage");
    this.back.textContent = `Back to slide ${this.at + 1} (F5)`;
    for (const cell of this.panel.content.widgets) clear(cell.node);
    const { content } = this.panel;
    content.activeCellIndex = this.index(this.slide.pieces[0].cell);
    content.activate();
    content.scrollToItem(content.activeCellIndex, "start");
  }

  /** @param {1 | -1} by */
  move(by) {
    if (this.dark.matches(":popover-open")) return this.blank();
    const step = this.step + by;
    if (step >= 0 && step <= this.steps) {
      this.step = step;
      return this.arrive();
    }
    if (this.at + by < 0 || this.at + by >= this.slides.length) return;
    this.depart();
    this.at += by;
    this.step = by > 0 ? 0 : this.steps;
    this.arrive();
  }

  /** @param {number} at */
  go(at) {
    this.depart();
    this.at = at;
    this.step = 0;
    this.arrive();
  }

  blank() {
    this.dark.togglePopover();
  }

  depart() {
    this.lab()?.dispatchEvent(new CustomEvent("lab-full", { detail: false }));
  }

  arrive() {
    if (!this.running) return;
    this.memory.set("slide", this.step ? `${this.at + 1}.${this.step}` : `${this.at + 1}`);
    this.where.textContent = `${this.slide.section}  ${this.at + 1} / ${this.slides.length}`;
    for (const cell of this.panel.content.widgets) {
      clear(cell.node);
      const pieces = this.slide.pieces.filter((piece) => piece.cell === cell.model.id);
      if (pieces.length) this.reveal(cell.node, pieces);
    }
    document.documentElement.dataset.show = this.slide.kind;
    this.panel.content.activeCellIndex = this.index(this.slide.pieces[0].cell);
    const lab = this.lab();
    if (lab) {
      lab.dispatchEvent(new CustomEvent("lab-full", { detail: true }));
      lab.focus();
    } else if (document.activeElement !== document.body) {
      document.activeElement?.blur();
    }
    this.fit();
    this.fitSoon();
  }

  /** @param {HTMLElement} node @param {Piece[]} pieces */
  reveal(node, pieces) {
    node.classList.add("show-cell");
    for (const { part, index, rows, step } of pieces) {
      node.classList.add(`show-${part}`);
      const later = step > this.step;
      const area = part === "output" ? node.querySelector(".jp-Cell-outputWrapper") : node.querySelector(".jp-Cell-inputWrapper");
      area?.classList.toggle("show-later", later);
      if (part !== "output" || this.slide.kind === "lab") continue;
      const outputs = node.querySelectorAll(".jp-OutputArea-output");
      const output = outputs[index ?? 0];
      output?.closest(".jp-OutputArea-child")?.classList.add("show-part");
      for (const fold of output?.querySelectorAll("details") ?? []) fold.open = true;
      if (rows) output?.querySelectorAll("tbody tr").forEach((row, i) => row.classList.toggle("show-cut", i < rows[0] || i >= rows[1]));
    }
    if (this.slide.kind === "question" && pieces[0].step === 0) this.votes.put(node, this.slide);
  }

  fit() {
    fit(this.panel.content.node);
  }

  fitSoon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.running) return;
      for (const cell of this.panel.content.widgets) {
        const pieces = this.slide.pieces.filter((piece) => piece.cell === cell.model.id);
        if (pieces.length) this.reveal(cell.node, pieces); // outputs may be new
      }
      this.fit();
    });
  }

  /** The lab of the slide, once it is there. @returns {HTMLElement | null} */
  lab() {
    if (this.slide.kind !== "lab") return null;
    return this.panel.content.widgets[this.index(this.slide.pieces[0].cell)].node.querySelector("[data-lab]");
  }

  /** @param {string} id */
  index(id) {
    return this.panel.content.widgets.findIndex((cell) => cell.model.id === id);
  }
}

const MARKS = ["show-cell", "show-text", "show-source", "show-output"];
/** @param {HTMLElement} node */
function clear(node) {
  node.classList.remove(...MARKS);
  for (const part of node.querySelectorAll(".show-part, .show-later, .show-cut"))
    part.classList.remove("show-part", "show-later", "show-cut");
}
