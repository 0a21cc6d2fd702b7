// All sections and their slides, to go to one of them: by a click, or by the keys of a remote
// control, whose B goes there.

import { element } from "./element.js";

/** @import { Plan } from "./plan.js" */
/** @import { Show } from "./show.js" */

const KEYS =
  "Page Down, Page Up: on, back (held: to the next section) · a number, Enter: to that slide · R: back to where you were · B: dark (held: this overview, or a second vote) · T: train · " +
  "Tab: type votes · V: a second vote · H: bars, or only how many have voted · C: the phones' address · S: the speaker's view · Z or a click: a picture or what is printed, large · P: a pointer · L: the short version · " +
  "Escape: the notebook · F5: back";

export class Overview {
  /** @param {Show} show */
  constructor(show) {
    this.show = show;
    this.node = element("div", "show-overview");
    this.node.popover = "manual";
    this.node.setAttribute("role", "dialog");
    this.node.setAttribute("aria-label", "Overview");
    this.chosen = 0; // the number of a slide, from 0
    document.body.append(this.node);
  }

  get isOpen() {
    return this.node.matches(":popover-open");
  }

  toggle() {
    if (this.isOpen) return this.close();
    this.chosen = this.show.at;
    this.node.showPopover();
    this.draw();
  }

  /** What the short version leaves out, or all again: the overview shows which, or the corner says
   * so. */
  toggleShort() {
    const { plan } = this.show;
    plan.toggleShort();
    if (this.isOpen) this.draw();
    this.show.setNotice(
      `${plan.isShort ? "the short version" : "the whole version"}, ${plan.totalMinutes} min`,
    );
    this.show.speaker.scheduleUpdate();
  }

  draw() {
    const { plan } = this.show;
    const votes = "with a vote on each shaded slide that asks, and labs";
    const rows = plan.parts.map((part) => this.row(part));
    if (plan.parts.some(({ section }) => section.left_out)) {
      const said = plan.isShort
        ? `the short version, ${plan.totalMinutes} min (L: the whole)`
        : `${plan.totalMinutes} min ${votes} (L: the short version)`;
      rows.push(element("div", "show-version", said));
    }
    this.node.replaceChildren(...rows, element("div", "show-keys", KEYS));
    this.mark();
  }

  close() {
    if (this.isOpen) this.node.hidePopover();
  }

  /** @param {Plan["parts"][0]} part */
  row(part) {
    const { show } = this;
    const { section, first, count } = part;
    const isLeftOut = show.plan.leavesOut(part);
    const row = element("div", "show-row");
    const minutes = section.minutes ? `${section.minutes} min` : "";
    row.append(
      element("div", "show-minutes", isLeftOut ? "left out" : minutes),
      element("div", "", section.title),
    );
    const slides = element("div", "show-numbers");
    for (let at = first; at < first + count; at++) {
      const button = element("button", "show-number", `${at + 1}`);
      const { kind, pieces } = show.slides[at];
      button.classList.toggle("show-left-out", show.plan.isLeftOut(at));
      button.dataset.kind = pieces.some(({ asks }) => asks) ? "question" : kind;
      button.toggleAttribute("data-vote", show.plan.hasVote(at));
      button.tabIndex = -1;
      button.addEventListener("click", () => this.go(at));
      slides.append(button);
    }
    row.append(slides);
    return row;
  }

  /** To another slide, or to another section. @param {1 | -1} by @param {boolean} bySection */
  choose(by, bySection) {
    const { plan, slides } = this.show;
    const to = bySection ? plan.sectionFrom(this.chosen, by) : this.chosen + by;
    this.chosen = Math.min(Math.max(to, 0), slides.length - 1);
    this.mark();
  }

  mark() {
    const buttons = [...this.node.querySelectorAll("button")];
    buttons.forEach((button, at) => button.toggleAttribute("data-chosen", at === this.chosen));
    buttons[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} at */
  go(at) {
    this.close();
    this.show.go(at);
  }
}
