// Search over titles and text. The index is loaded when the field is first used.

import MiniSearch from "minisearch";

import { fetchWhole } from "./loading.js";

/** @import { Section } from "./protocol.js" */

const MOST = 12; // results
const AROUND = 70; // characters shown on each side of a match
const FORMULA = /\x02(\d+)\x03/;

/** @param {HTMLInputElement} field @param {HTMLElement} results
 * @param {HTMLElement} status says how many there are */
export async function openSearch(field, results, status) {
  const response = await fetchWhole(new URL("./search.json", import.meta.url));
  /** @type {{ sections: Section[], formulas: [signs: string, mathml: string][] }} */
  const { sections, formulas } = await response.json();
  const parts = (/** @type {string} */ text) => partsOf(text, formulas);
  const plain = (/** @type {string} */ text) =>
    parts(text)
      .map((part) => part.text)
      .join("");
  const texts = sections.map((section) => ({
    ...section,
    title: plain(section.title),
    text: plain(section.text),
  }));
  const index = new MiniSearch({
    processTerm: signs,
    fields: ["title", "page", "text"],
    searchOptions: { boost: { title: 3, page: 2 }, prefix: true, combineWith: "AND" },
  });
  index.addAll(texts);

  return function search() {
    const words = field.value.trim();
    const phrase = asIn(words);
    const has = (/** @type {string} */ text) => asIn(text).includes(phrase);
    const rank = (/** @type {number} */ id) => {
      const { title, page, terms, text } = texts[id];
      const isPage = page.endsWith(` ${title}`) && has(title);
      if (isPage || asIn(title).replace(/^(the|an?) /, "") === phrase) return 5;
      return 2 * Number(has(title)) + 2 * Number(has(terms)) || Number(has(text));
    };
    const matches = words ? matching(index, phrase) : [];
    // First what bears these very words as its name, as the series has them, then what has them in
    // its title or explains them, then what has them, each in the order of the series.
    matches.sort(
      (one, other) => rank(other.id) - rank(one.id) || (rank(one.id) ? one.id - other.id : 0),
    );
    const shown = matches.slice(0, MOST);
    results.replaceChildren(
      ...shown.map(({ id, terms }) => result(sections[id], parts, [phrase, ...terms])),
    );
    if (words && !matches.length) results.textContent = "Nothing found.";
    status.textContent = words && (shown.length ? `Results: ${shown.length}` : "Nothing found.");
    results.hidden = !words;
  };
}

/** Signs that are typed in different ways, in one: QKᵀ as QK^T. @param {string} text */
const signs = (text) => text.normalize("NFKC").replaceAll("^", "").toLowerCase();

/** Words in small letters, each by itself, without the s of many. @param {string} text */
const asIn = (text) =>
  signs(text.replace(/([a-z]{3})([A-Z])/g, "$1 $2")).replace(/(?<=[^s]{3})s$/, "");

/** What has all these words; if nothing has, what has words that are one typing error away: a
 * letter too many, one missing, another one, or two that changed places. @param {MiniSearch} index
 * @param {string} words */
function matching(index, words) {
  const exact = index.search(words);
  if (exact.length) return exact;
  const near = index.search(words, { fuzzy: (term) => (term.length > 3 ? 2 : 1) });
  return near.filter(({ queryTerms, terms }) =>
    queryTerms.every((typed) => terms.some((term) => isNear(typed, term))),
  );
}

/** Whether a term, or its beginning, is what was typed but for one typing error.
 * @param {string} typed @param {string} term */
function isNear(typed, term) {
  const [a, b] = [[...typed], [...term]];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  const begins = (/** @type {number} */ from, /** @type {number} */ to) =>
    term.slice(to).startsWith(typed.slice(from));
  const areSwapped = a[i] === b[i + 1] && a[i + 1] === b[i];
  return (
    begins(i + 1, i + 1) ||
    begins(i + 1, i) ||
    begins(i, i + 1) ||
    (areSwapped && begins(i + 2, i + 2))
  );
}

/** A text in pieces, those between formulas and the formulas. @param {string} text
 * @param {[signs: string, mathml: string][]} formulas
 * @returns {{ text: string, mathml?: string }[]} */
function partsOf(text, formulas) {
  return text.split(FORMULA).map((piece, i) => {
    if (i % 2 === 0) return { text: piece };
    const [signs, mathml] = formulas[Number(piece)];
    return { text: signs, mathml };
  });
}

/** @param {Section} section @param {(text: string) => { text: string, mathml?: string }[]} parts
 * @param {string[]} words */
function result({ page, href, title, text }, parts, words) {
  const link = document.createElement("a");
  link.href = href;
  const name = document.createElement("strong");
  if (page.endsWith(title)) name.textContent = page;
  else name.append(...nodesOf(parts(title)), ` · ${page}`);
  const pieces = parts(text);
  const whole = pieces.map((piece) => piece.text).join("");
  const at =
    words.map((word) => whole.toLowerCase().indexOf(word)).find((place) => place >= 0) ?? 0;
  const from = at > AROUND ? whole.indexOf(" ", at - AROUND) + 1 : 0; // where a word begins
  const excerpt = document.createElement("span");
  const to = whole.lastIndexOf(" ", at + AROUND); // where one ends
  excerpt.append(from ? "…" : "", ...nodesOf(pieces, from, to > at ? to : at + AROUND), " …");
  link.append(name, excerpt);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** Pieces of a text as nodes: of words what stands from one place to another, of formulas those
 * that reach into that.
 * @param {{ text: string, mathml?: string }[]} pieces @returns {(string | Node)[]} */
function nodesOf(pieces, from = 0, to = Infinity) {
  let place = 0;
  return pieces.flatMap(({ text, mathml }) => {
    const begin = place;
    place += text.length;
    if (place <= from || begin >= to) return [];
    if (mathml === undefined)
      return /** @type {(string | Node)[]} */ ([text.slice(Math.max(0, from - begin), to - begin)]);
    const formula = document.createElement("span");
    formula.className = "math";
    formula.innerHTML = mathml; // our own: KaTeX has made it
    return /** @type {(string | Node)[]} */ ([formula]);
  });
}
