// Search over titles and text. The index is loaded when the field is first used.

import MiniSearch from "minisearch";

import { NO_NETWORK } from "./loading.js";

const MOST = 12; // results
const AROUND = 70; // characters shown on each side of a match

/** @param {HTMLInputElement} field @param {HTMLElement} results */
export async function openSearch(field, results) {
  const response = await fetch(new URL("./search.json", import.meta.url)).catch(() => { throw new Error(NO_NETWORK); });
  /** @type {Section[]} */
  const sections = await response.json();
  const index = new MiniSearch({
    fields: ["title", "page", "text"],
    searchOptions: { boost: { title: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  index.addAll(sections);

  return function search() {
    const words = field.value.trim();
    const phrase = words.toLowerCase();
    const has = (/** @type {string} */ text) => Number(text.toLowerCase().includes(phrase));
    const rank = (/** @type {number} */ id) => {
      const { title, terms, text } = sections[id];
      return 4 * has(terms) + 2 * has(title) + has(text);
    };
    const matches = words ? index.search(words) : [];
    // First the sections that explain these very words, as the series has them; then those that have them.
    matches.sort((one, other) => rank(other.id) - rank(one.id) || (rank(one.id) > 3 ? one.id - other.id : 0));
    results.replaceChildren(...matches.slice(0, MOST).map(({ id, terms }) => result(sections[id], [phrase, ...terms])));
    if (words && !matches.length) results.textContent = "Nothing found.";
    results.hidden = !words;
  };
}

/** @param {Section} section @param {string[]} words */
function result({ page, href, title, text }, words) {
  const link = document.createElement("a");
  link.href = href;
  const name = document.createElement("strong");
  name.textContent = page.endsWith(title) ? page : `${title} · ${page}`;
  const excerpt = document.createElement("span");
  const at = words.map((word) => text.toLowerCase().indexOf(word)).find((place) => place >= 0) ?? 0;
  const from = Math.max(0, at - AROUND);
  excerpt.textContent = `${from ? "…" : ""}${text.slice(from, at + AROUND)}…`;
  link.append(name, excerpt);
  const item = document.createElement("li");
  item.append(link);
  return item;
}
