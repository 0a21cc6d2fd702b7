// The votes on a question: the lecturer types "a 31, b 80", or phones send letters, and each option
// gets its bar. Counts alone are those of the letters in turn: "31 80". What follows a slash is the
// second vote, beside the first: "a 31, b 80 / b 111".

import { element } from "./element.js";
import { Phones } from "./phones.js";

/** @import { Memory, VotesFromPhones, VotesMetadata } from "./protocol.js" */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ROUND = "/"; // what parts two votes
const COUNTS = /^\d{1,6}(?:[\s,;]+\d{1,6})*[\s,;]*$/; // without letters
const BEGUN = /^[a-z]\s*[:=]?$/i; // a letter whose number is not typed yet

export class Votes {
  /** @param {Memory} memory @param {VotesMetadata | undefined} metadata */
  constructor(memory, metadata) {
    this.memory = memory;
    this.asked = metadata?.asked ?? {};
    this.phones = metadata?.room ? new Phones(metadata.room, (told) => this.receive(told)) : null;
    this.node = element("div", "show-votes");
    this.input = document.createElement("input");
    this.input.placeholder = "Tab, then the votes: 31 80 5";
    this.input.setAttribute("aria-label", "Votes");
    this.bars = element("div", "show-bars");
    this.code = element("div", "show-code");
    this.node.append(this.bars, this.input, this.code);
    this.input.addEventListener("input", () => this.onInput());
    this.large = element("div", "show-code-large"); // to join before the first question
    this.large.popover = "manual";
    this.large.innerHTML = this.phones?.html ?? "";
    document.body.append(this.large);
    this.warning = ""; // of the phones' server, for the speaker
    this.cell = ""; // the id of the cell that asks
    this.isAnswered = false;
  }

  /** The bars, or only how many have voted: nobody follows the others. An answer always has its
   * bars. */
  toggleBars() {
    this.memory.set("bars", this.hidesBars ? "" : "hidden");
    this.draw();
  }

  get hidesBars() {
    return this.memory.get("bars") === "hidden";
  }

  /** The address for the phones and its code, on the whole screen. */
  toggleCode() {
    if (this.phones) this.large.togglePopover();
  }

  get isCodeLarge() {
    return this.large.matches(":popover-open");
  }

  hideCode() {
    if (this.isCodeLarge) this.large.hidePopover();
  }

  /** Below the options of a question. @param {HTMLElement} options the cell that has them */
  showBelow(options) {
    if (this.node.parentElement !== options) options.append(this.node);
  }

  /** The vote on a question is open until its answer is seen. @param {string} cell the id of the
   * cell that asks @param {boolean} isAnswered */
  setQuestion(cell, isAnswered) {
    if (this.cell === cell && this.isAnswered === isAnswered) return;
    this.cell = cell;
    this.isAnswered = isAnswered;
    this.node.toggleAttribute("data-answered", isAnswered);
    this.input.value = this.memory.get(cell);
    this.code.innerHTML = this.phones?.html ?? this.asked[cell]?.code ?? "";
    this.draw();
    this.tellRoom();
  }

  /** By a remote control's B, held down, whose first letter was typed. */
  leaveField() {
    this.input.value = this.input.value.replace(/b$/i, "");
    this.input.dispatchEvent(new Event("input"));
    this.input.blur();
  }

  /** The slide is left: no more votes are taken. */
  close() {
    this.cell = "";
    this.tellRoom();
  }

  /** A second vote on the same question, once somebody has voted; returns whether it begins. */
  beginSecondVote() {
    const { letters } = this.asked[this.cell] ?? { letters: "" };
    const last = this.input.value.split(ROUND).pop() ?? "";
    if (!letters || this.isAnswered || !parseVotes(last, letters).rounds.length) return false;
    this.input.value = `${this.input.value.trim()} ${ROUND} `;
    this.onInput();
    return true;
  }

  /** The lecturer has typed. */
  onInput() {
    this.memory.set(this.cell, this.input.value);
    this.draw();
    this.tellRoom();
  }

  /** Tell the phones' server which question is on the slide, if one is: once it has seen the
   * answer, it takes no more votes in this round. */
  tellRoom() {
    const asked = this.asked[this.cell];
    const round = this.input.value.split(ROUND).length - 1;
    this.phones?.setQuestion(asked ? { name: asked.name, round, answered: this.isAnswered } : null);
  }

  /** The votes that have come from phones. @param {VotesFromPhones} told */
  receive({ name, round, counts, warning }) {
    this.warning = warning;
    const rounds = this.input.value.split(ROUND).map((part) => part.trim());
    if (
      this.asked[this.cell]?.name !== name ||
      rounds.length - 1 !== round ||
      !counts.some(Boolean)
    )
      return;
    rounds[round] = counts.map((count, i) => `${LETTERS[i]} ${count}`).join(", ");
    this.input.value = rounds.join(" / ");
    this.memory.set(this.cell, this.input.value);
    this.draw();
  }

  /** The bars below the options, as they are typed: a sentence, a total or a bar an option. */
  draw() {
    this.node.toggleAttribute("data-hidden", this.hidesBars && !this.isAnswered);
    const { letters, right } = this.asked[this.cell] ?? { letters: "abcd", right: "" };
    const { rounds, problem } = parseVotes(this.input.value, letters);
    if (problem) return this.bars.replaceChildren(element("div", "show-problem", problem));
    if (!rounds.length) return this.bars.replaceChildren();
    if (this.hidesBars && !this.isAnswered) {
      const cast = rounds.map((votes) => votes.reduce((sum, count) => sum + count, 0));
      return this.bars.replaceChildren(element("div", "", `votes: ${cast.join(", then ")}`));
    }
    const percents = rounds.map(percentages);
    this.bars.replaceChildren(
      ...[...letters].map((letter, i) => {
        const isRight = this.isAnswered && letter === right;
        const option = element("div", isRight ? "show-option show-right" : "show-option");
        option.append(element("div", "show-letter", isRight ? `${letter} ✓` : letter));
        rounds.forEach((votes, round) => {
          const bar = element("div", "show-bar");
          bar.style.setProperty("--share", `${percents[round][i] / 100}`);
          option.append(element("div", "", `${votes[i]} (${percents[round][i]}\u00a0%)`), bar);
        });
        return option;
      }),
    );
  }
}

/** How many chose each letter, in each round that anyone voted in. @param {string} typed
 * @param {string} letters */
export function parseVotes(typed, letters) {
  const rounds = [];
  for (const part of typed.split(ROUND)) {
    const { votes, problem } = parseRound(part, letters);
    if (problem) return { rounds: [], problem };
    if (votes.some(Boolean)) rounds.push(votes);
  }
  return { rounds, problem: "" };
}

/** @param {string} typed @param {string} letters */
function parseRound(typed, letters) {
  const votes = [...letters].map(() => 0);
  if (COUNTS.test(typed.trim())) {
    const counts = typed.match(/\d+/g) ?? [];
    if (counts.length > votes.length)
      return { votes, problem: `${counts.length} counts, but ${votes.length} options.` };
    return { votes: votes.map((_, i) => Number(counts[i] ?? 0)), problem: "" };
  }
  const parts = typed.split(/[,;]|(?<=\d)\s+(?=[a-z])/i).map((part) => part.trim());
  if (BEGUN.test(parts[parts.length - 1])) parts.pop();
  for (const part of parts.filter(Boolean)) {
    const [, letter, count] = part.match(/^([a-z])\s*[:=]?\s*(\d{1,6})$/i) ?? [];
    const at = letters.indexOf((letter ?? "?").toLowerCase());
    const last = letters[letters.length - 1];
    if (at < 0)
      return {
        votes,
        problem: `“${part}” is not a letter from a to ${last} and a number, as in: a 31, b 80.`,
      };
    votes[at] += Number(count);
  }
  return { votes, problem: "" };
}

/** Shares in whole per cent that add up to 100: the largest remainders are rounded up.
 * @param {number[]} votes */
export function percentages(votes) {
  const all = votes.reduce((sum, count) => sum + count, 0);
  const exact = votes.map((count) => (100 * count) / all);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((_, i) => i)
    .sort((i, j) => exact[j] - whole[j] - (exact[i] - whole[i]));
  for (const i of byRemainder.slice(0, missing)) whole[i] += 1;
  return whole;
}
