// The minutes of a lecture: what each section is to take, what the short version leaves out, how
// much time has gone.

/** @import { Memory, PlanMetadata, PlannedSection, Slide } from "./protocol.js" */

const MINUTE = 60_000; // milliseconds

export class Plan {
  /** @param {Slide[]} slides @param {PlanMetadata | undefined} metadata @param {Memory} memory */
  constructor(slides, metadata, memory) {
    const { sections, short, lab, time } = metadata ?? {
      sections: [],
      short: false,
      lab: "",
      time: "",
    };
    this.slides = slides;
    this.lab = lab;
    this.timeNote = time;
    this.memory = memory;
    this.arrived = 0; // when the first slide was come to, while it is seen
    /** Whether what the short version leaves out is passed over. */
    this.isShort = (memory.get("short") || `${short}`) === "true";
    /** The sections that have slides.
     * @type {{ section: PlannedSection, first: number, count: number }[]} */
    this.parts = [];
    slides.forEach(({ title }, at) => {
      const last = this.parts[this.parts.length - 1];
      if (last?.section.title === title) return void last.count++;
      const section = sections.find((known) => known.title === title) ?? {
        title,
        minutes: 0,
        more: 0,
        left_out: false,
        asks: [],
        answers: [],
      };
      this.parts.push({ section, first: at, count: 1 });
    });
  }

  /** The slide on which something is asked, from 0, or -1.
   * @param {PlannedSection["asks"][0]} ask */
  slideOf({ cell }) {
    return this.slides.findIndex(({ pieces }) => pieces.some((piece) => piece.cell === cell));
  }

  /** Whether TEACHING.md has the class vote on this slide. @param {number} at */
  hasVote(at) {
    return this.partOf(at).section.asks.some((ask) => this.slideOf(ask) === at);
  }

  /** The short version in place of the whole one, or back. */
  toggleShort() {
    this.isShort = !this.isShort;
    this.memory.set("short", `${this.isShort}`);
  }

  /** @param {Plan["parts"][0]} part */
  leavesOut({ section }) {
    return this.isShort && section.left_out;
  }

  /** @param {number} at the number of a slide, from 0 */
  partOf(at) {
    return this.parts[this.partIndex(at)];
  }

  /** @param {number} at */
  partIndex(at) {
    return this.parts.findLastIndex(({ first }) => first <= at);
  }

  /** What TEACHING.md says of the time, and of what to say in place of what is left out: at the
   * beginning, and after each gap. @param {number} at */
  timeAt(at) {
    const before = this.parts[this.partIndex(at) - 1];
    return at === 0 || (before && this.leavesOut(before)) ? this.timeNote : "";
  }

  /** @param {number} at */
  isLeftOut(at) {
    const part = this.partOf(at);
    return Boolean(part) && this.leavesOut(part);
  }

  /** The slides that are shown, from 0. */
  get shownSlides() {
    return [...this.slides.keys()].filter((at) => !this.isLeftOut(at));
  }

  /** How many of them there are up to a slide. @param {number} at */
  countTo(at) {
    return this.shownSlides.filter((other) => other <= at).length;
  }

  /** The slide's number, which is the same in the short version, and how many there are.
   * @param {number} at */
  slideName(at) {
    const all = this.isShort
      ? ` (${this.countTo(at)} of ${this.shownSlides.length})`
      : ` / ${this.slides.length}`;
    return `slide ${at + 1}${all}`;
  }

  get totalMinutes() {
    return this.minutesOf(this.parts);
  }

  /** Where we should be by now: a share of the slides that are shown. */
  get dueShare() {
    const { elapsed, shownSlides: shown, totalMinutes: total } = this;
    if (!elapsed) return 0;
    const begins = [...shown.map((at) => this.minutesBefore(at)), total];
    const next = begins.findIndex((minute) => minute > elapsed);
    if (next < 0) return 1;
    const within = (elapsed - begins[next - 1]) / (begins[next] - begins[next - 1]);
    return (next - 1 + within) / shown.length;
  }

  /** The minutes that all before a slide are to take. @param {number} at */
  minutesBefore(at) {
    const place = this.partIndex(at);
    const part = this.parts[place];
    const within = (this.minutesOf([part]) * (at - part.first)) / part.count;
    return this.minutesOf(this.parts.slice(0, place)) + within;
  }

  /** In the whole version with votes and labs. @param {Plan["parts"]} parts */
  minutesOf(parts) {
    const kept = parts.filter((part) => !this.leavesOut(part)).map(({ section }) => section);
    return kept.reduce((sum, { minutes, more }) => sum + minutes + (this.isShort ? 0 : more), 0);
  }

  /** The first slide of the section after this one, or of this one and then of the one before it.
   * @param {number} at @param {1 | -1} by */
  sectionFrom(at, by) {
    const place = this.partIndex(at);
    if (by < 0 && this.parts[place].first < at) return this.parts[place].first;
    let to = place + by;
    while (this.parts[to] && this.leavesOut(this.parts[to])) to += by;
    return this.parts[to]?.first ?? at;
  }

  /** The clock begins when the first slide is left, and anew when it was seen for more than a
   * minute: a look back at it is no beginning. @param {number} at */
  startClock(at) {
    const isAnew = this.arrived && Date.now() - this.arrived > MINUTE;
    if (at > 0 && (isAnew || !this.memory.get("began"))) this.memory.set("began", `${Date.now()}`);
    if (at > 0) this.arrived = 0;
    else this.arrived ||= Date.now();
  }

  /** What TEACHING.md has the class asked next, after this section. @param {number} at */
  nextAsk(at) {
    return this.parts
      .slice(this.partIndex(at) + 1)
      .filter((part) => !this.leavesOut(part))
      .flatMap(({ section }) => section.asks)[0];
  }

  /** The minute at which the section of a slide is to end. @param {number} at */
  endOf(at) {
    return this.minutesOf(this.parts.slice(0, this.partIndex(at) + 1));
  }

  /** Minutes since the first slide was left. */
  get elapsed() {
    const began = Number(this.memory.get("began"));
    return began ? (Date.now() - began) / MINUTE : 0;
  }
}
