// Which pieces share a slide: the division that costs least, as small text, shrunk outputs, one
// slide more and each break cost something. What the pieces say of breaks, slides.py has written.

import { LARGEST, SMALLEST } from "./text_size.js";

/** @import { Heights, Piece, Slide } from "./protocol.js" */

// pixels: of text, largest first
const SIZES = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, i) => LARGEST - i);
const SHRINKS = [1, 0.9, 0.8, 0.7]; // of outputs, where a slide is full
const GOOD = 28; // a size of text that is large enough
const SLIDE = 100; // what one slide more costs
const TOO_FULL = 1e6;
const VOTES = 140; // pixels: the field for votes, and their bars
const LINE = 1.25; // the height of a line of code above what it computes, in that of the text
const EDGES = 1.1; // of such lines together
const READABLE = 22; // the size of text at which they must fit
const LACK = 100; // what it costs that there is no room for them
// pixels: at most so high are words that only lead to a question, and share its slide
const LEAD = 190;
// what it costs to part what ends with a colon from what follows, as in slides.py (COLON)
const COLON = 250;

/** The slides of a notebook: its pieces in groups that begin anew, each group divided at the least
 * cost. @param {Piece[]} pieces @param {Heights} heights @returns {Slide[]} */
export function fill(pieces, heights) {
  const groups = withLeads(groupsOf(pieces), heights);
  let section = "";
  return groups
    .flatMap((group) => (kindOf(group) ? [group] : divided(group, heights)))
    .map((slide) => {
      section = slide.find((piece) => piece.section)?.section ?? section;
      return {
        section,
        title: slide[0].title,
        kind: kindOf(slide),
        first: slide[0].place,
        pieces: inSteps(withLines(slide, heights)),
      };
    });
}

/** @param {Piece[]} slide */
const kindOf = (slide) => slide[slide.length - 1].kind;

/** Where results are parted from their code, the lines that compute or print them stand above once
 * more, if there is room. @param {Piece[]} slide @param {Heights} heights */
function withLines(slide, heights) {
  const lines = linesOf(slide);
  return lines && hasRoom(lines, slide, heights) ? [lines, ...slide] : slide;
}

/** Those lines. @param {Piece[]} slide @returns {Piece | undefined} */
function linesOf(slide) {
  const [{ cell, part, rows }] = slide;
  if (part !== "output" || rows?.[0]) return undefined;
  const numbers = new Set(
    slide.flatMap((piece) => (piece.cell === cell && piece.part === "output" ? piece.madeIn : [])),
  );
  const madeIn = [...numbers].sort((a, b) => a - b);
  return madeIn.length
    ? { ...slide[0], part: "source", index: 0, madeIn, box: null, rows: null, trains: [] }
    : undefined;
}

/** @param {Piece} lines @param {Piece[]} slide @param {Heights} heights */
const hasRoom = ({ madeIn }, slide, heights) =>
  heightOf(slide, heights, READABLE, SMALLEST / READABLE) +
    READABLE * (EDGES + LINE * madeIn.length) <=
  heights.room;

/** What follows an answer on its slide comes with it. @param {Piece[]} slide */
function inSteps(slide) {
  let step = 0;
  return slide.map((piece) => {
    step = Math.max(step, piece.step - slide[0].step);
    return { ...piece, step };
  });
}

/** Pieces that may share slides. @param {Piece[]} pieces */
function groupsOf(pieces) {
  /** @type {Piece[][]} */
  const groups = [];
  for (const piece of pieces) {
    if (piece.begins) groups.push([]);
    groups[groups.length - 1].push(piece);
  }
  return groups;
}

/** The same groups, but a few words that only lead to a question share its slide.
 * @param {Piece[][]} groups @param {Heights} heights */
function withLeads(groups, heights) {
  /** @type {Piece[][]} */
  const joined = [];
  for (const group of groups) {
    const before = joined.pop() ?? [];
    const lead = group[0].kind === "question" ? leadOf(before, group[0], heights) : [];
    const rest = before.slice(0, before.length - lead.length);
    joined.push(...(rest.length ? [rest] : []), [...lead, ...group]);
  }
  return joined;
}

/** Of the pieces before a question those that lead to it: all, or only what ends with a colon.
 * @param {Piece[]} before @param {Piece} question @param {Heights} heights */
function leadOf(before, question, heights) {
  const lead = question.apart === COLON && before.length > 1 ? before.slice(-1) : before;
  const leads =
    lead.every(({ part, kind }) => part === "text" && !kind) &&
    heightOf(lead, heights, GOOD, 1) <= LEAD;
  return leads ? lead : [];
}

/** @param {Piece[]} pieces @param {Heights} heights @param {number} text @param {number} shrink */
const heightOf = (pieces, heights, text, shrink) =>
  pieces.reduce(
    (sum, piece) => sum + heights.of(piece, text, shrink),
    pieces.some(({ votes }) => votes) ? VOTES : 0,
  );

/** The slides of a group, by dynamic programming from its end: the cheapest division of the pieces
 * from each place on is its first slide and the cheapest division of the rest.
 * @param {Piece[]} group @param {Heights} heights */
function divided(group, heights) {
  /** Of the pieces from each place on: what their division costs, and where its first slide
   * ends. */
  const best = Array.from({ length: group.length + 1 }, () => ({
    cost: Infinity,
    end: group.length,
  }));
  best[group.length].cost = 0;
  for (let first = group.length; first--;) {
    for (let end = first + 1; end <= group.length; end++) {
      const here = slideCost(group.slice(first, end), heights);
      const cost = here + (group[end]?.apart ?? 0) + best[end].cost;
      if (cost < best[first].cost) best[first] = { cost, end };
      if (here >= 2 * TOO_FULL) break;
    }
  }
  const slides = [];
  for (let first = 0; first < group.length; first = best[first].end)
    slides.push(group.slice(first, best[first].end));
  return slides;
}

/** What it costs to show these pieces on one slide. Nothing costs more than an output, code,
 * another question or another answer after an answer, since it would appear together with it.
 * @param {Piece[]} pieces @param {Heights} heights */
function slideCost(pieces, heights) {
  const answer = pieces.findIndex(({ step }) => step);
  const isTooEarly = (/** @type {Piece} */ { step, part, asks }, /** @type {number} */ i) =>
    i > answer && (step ? !pieces[i - 1].step : part !== "text" || asks);
  if (answer >= 0 && pieces.some(isTooEarly)) return 10 * TOO_FULL;
  const lines = linesOf(pieces);
  const lack = lines && !hasRoom(lines, pieces, heights) ? LACK : 0;
  const least = Math.max(0, ...pieces.map((piece) => heights.least(piece)));
  for (const size of SIZES)
    for (const shrink of SHRINKS)
      if (size * shrink >= least && heightOf(pieces, heights, size, shrink) <= heights.room)
        return SLIDE + lack + 3 * Math.max(0, GOOD - size) ** 2 + 400 * (1 - shrink);
  return (
    (TOO_FULL * heightOf(pieces, heights, SIZES[SIZES.length - 1], SHRINKS[SHRINKS.length - 1])) /
    heights.room
  );
}
