// What makes a page of the book more than a text. Without it the text is all there.

import * as answers from "./answers.js";
import { prepareCells, restore } from "./cells.js";
import { prepareContents } from "./contents.js";
import { prepareLabs } from "./labs.js";
import { prepareTheme } from "./theme.js";

prepareTheme();
prepareContents();
prepareLabs();
prepareCells();
prepareSearch();
prepareAnswers();
prepareScrolling();

/** A box that is too narrow for what is in it shows that, and can be scrolled by the keyboard, too. */
function prepareScrolling() {
  const look = (/** @type {Element} */ box) => {
    const hidden = box.scrollWidth - box.clientWidth;
    if (hidden > 1) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
    box.classList.toggle("more", box.scrollLeft < hidden - 1);
  };
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target)));
  const boxes = document.querySelectorAll(".outputs, .wide, .formula, .still, pre");
  for (const box of boxes) {
    observer.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  }
  document.fonts.addEventListener("loadingdone", () => boxes.forEach(look)); // which widens what is in them
}

function prepareSearch() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector("#search"));
  const results = /** @type {HTMLElement} */ (document.querySelector("#results"));
  /** @type {HTMLElement} */ (document.querySelector(".search")).hidden = false;
  /** @type {Promise<() => void> | null} */
  let opened = null;
  const open = () => (opened ??= import("./search.js").then(({ openSearch }) => openSearch(field, results)));
  field.addEventListener("focus", open);
  field.addEventListener("input", async () => (await open())());
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Escape" && !results.hidden) return (results.hidden = true), field.focus();
    if (key !== "/" || /** @type {Element} */ (target).closest("input, select, [contenteditable], [data-lab]")) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(".search"))) results.hidden = true;
  });
}

function prepareAnswers() {
  const box = /** @type {HTMLElement} */ (document.querySelector("#answers"));
  const [download, functions, clear] = box.querySelectorAll("button");
  const status = /** @type {HTMLElement} */ (box.querySelector("span"));
  box.hidden = false;
  download.addEventListener("click", answers.download);
  functions.addEventListener("click", answers.downloadFunctions);
  clear.addEventListener("click", () => {
    if (!confirm("Remove everything that you wrote on this page?")) return;
    restore();
    answers.clear();
    show();
  });
  document.addEventListener("answers", show);
  show();

  function show() {
    const count = answers.count();
    clear.disabled = !count;
    functions.hidden = !answers.functions();
    status.textContent = count === 1 ? "You changed 1 cell." : `You changed ${count || "no"} cells.`;
  }
}
