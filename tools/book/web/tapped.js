// Answers with a finger: the options of a question, the choices of a prediction, a number. Each is
// written into the code of its cell, as a reader would type it there.

import * as python from "./python.js";

/** Makes what stands in a cell for it answer. Returns what shows the answer that a cell's code
 * holds.
 * @param {HTMLElement} root a cell @param {string} original its code as it was given
 * @param {(source: string, verdict?: HTMLTemplateElement) => void} answer takes the code with the
 * answer in it and, where no Python is needed to judge that, what its check says
 * @returns {(source: string) => void} */
export function prepareChoices(root, original, answer) {
  const box = /** @type {HTMLElement | null} */ (root.querySelector(".choices"));
  if (!box) return () => {};
  const { entry = "", kind = "" } = { ...root.dataset, ...box.dataset };
  const asGiven = around(original, entry);
  let [before, after] = asGiven;
  const show = KINDS[kind](box, (value, verdict) => answer(before + value + after, verdict));
  return (source) => {
    const isAnswered = () => source.startsWith(before) && source.endsWith(after);
    // the reader's own code stays
    if (!isAnswered()) [before, after] = around(source, entry, asGiven);
    show(isAnswered() ? source.slice(before.length, source.length - after.length) : "");
  };
}

/** What stands before and after an answer, or before and after the dots in its place.
 * @param {string} source @param {string} entry
 * @param {string[]} otherwise where there is neither */
function around(source, entry, otherwise = []) {
  const call = `("${entry}", `;
  const at = source.indexOf(call) + call.length;
  const dots = source.indexOf("...");
  if (at < call.length && dots < 0) return otherwise;
  if (at < call.length || (dots >= 0 && dots < at))
    return [source.slice(0, dots), source.slice(dots + 3)];
  const end = source.indexOf(")", at);
  return end < 0 ? otherwise : [source.slice(0, at), source.slice(end)];
}

/** Each makes a box answer with a value, as code has it, and returns what shows one.
 * @type {Record<string, (box: HTMLElement, give: (value: string, verdict?: HTMLTemplateElement) => void) => (value: string) => void>} */
const KINDS = {
  one(box, give) {
    const buttons = buttonsIn(box, (item) =>
      give(item.dataset.value ?? "", item.querySelector("template") ?? undefined),
    );
    return (value) =>
      buttons.forEach(({ item, button }) => mark(button, item.dataset.value === value));
  },

  number(box, give) {
    const field = /** @type {HTMLInputElement} */ (box.querySelector("input"));
    const button = /** @type {HTMLElement} */ (box.querySelector("button"));
    const offer = () => {
      button.textContent = python.downloadSize() ? `Answer (${python.downloadSize()})` : "Answer";
    };
    python.whenStarted(offer);
    python.whenEnded(offer);
    offer();
    box.hidden = false;
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      // some keyboards have no point
      const number = parseFloat(field.value.replace(",", ".").replace("−", "-"));
      const isShare = /%|per cent/.test(field.value) && !box.textContent?.includes("per cent");
      give(String(isShare ? number / 100 : number));
    });
    return (value) => {
      const isNumber = value.trim() !== "" && Number.isFinite(Number(value));
      box.hidden = !isNumber && value !== "..."; // the reader's own code stays
      if (field !== document.activeElement) field.value = isNumber ? String(Number(value)) : "";
    };
  },
};

/** The items of a box as buttons. @param {HTMLElement} box
 * @param {(item: HTMLElement) => void} press */
function buttonsIn(box, press) {
  return [...box.querySelectorAll("li")].map((item) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...[...item.childNodes].filter((node) => !(node instanceof HTMLTemplateElement)));
    button.addEventListener("click", () => press(item));
    item.prepend(button);
    return { item, button };
  });
}

/** @param {HTMLElement} button @param {boolean} isChosen */
const mark = (button, isChosen) => button.setAttribute("aria-pressed", String(isChosen));
