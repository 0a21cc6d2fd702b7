// What makes a page of the book more than a text. Without it the text is all there.

import * as answers from "./answers.js";
import { prepareCells, resetCells } from "./cells.js";
import { prepareContents } from "./contents.js";
import { fetchFromWorkbench, takeToWorkbench } from "./handing_over.js";
import { prepareLabs } from "./labs.js";
import { loadScript } from "./loading.js";
import { notice } from "./notice.js";
import { prepareOffline } from "./offline.js";
import { prepareProgress } from "./progress.js";
import * as python from "./python.js";
import { prepareScrolling } from "./scrolling.js";
import * as store from "./store.js";
import { prepareTheme } from "./theme.js";

document.querySelector("#not-run")?.remove();
prepareTheme();
prepareContents();
prepareLabs();
prepareCells();
prepareSearch();
prepareAnswers();
prepareRestart();
prepareProgress();
prepareScrolling();
prepareWorkbench();
prepareSharing();
prepareOffline();

/** What no device keeps. */
function prepareWorkbench() {
  document.addEventListener("click", (event) => {
    if (
      navigator.onLine ||
      !(/** @type {Element} */ (event.target).closest('a[href^="workbench/"]'))
    )
      return;
    event.preventDefault();
    notice("The workbench needs a network, and there is none.");
  });
}

/** For whatever code has done to Python. */
function prepareRestart() {
  const button = /** @type {HTMLElement} */ (document.querySelector("#restart"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const said =
      "Python begins anew. All variables are gone; the cells above run again when they are needed.";
    python.stop(said);
    python.startEarly();
    notice(said);
  });
}

/** The page's address and those of its exercises, to copy and to project. */
function prepareSharing() {
  const button = /** @type {HTMLElement} */ (document.querySelector("#share"));
  button.hidden = false;
  /** @param {string} title @param {string} address */
  const open = async (title, address) => {
    try {
      (await loadScript("share.js")).share({ title, address });
    } catch (error) {
      notice(`The QR code could not be loaded. ${/** @type {Error} */ (error).message}`);
    }
  };
  button.addEventListener("click", () => open(document.title, location.href.replace(/[?#].*/, "")));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll("a.address")
  )) {
    link.addEventListener("click", () => open(link.dataset.title ?? "", link.href));
  }
}

function prepareSearch() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector("#search"));
  const results = /** @type {HTMLElement} */ (document.querySelector("#results"));
  const status = /** @type {HTMLElement} */ (document.querySelector("#found"));
  const form = /** @type {HTMLElement} */ (document.querySelector(".search"));
  form.hidden = false;
  form.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const places = [
      field,
      .../** @type {NodeListOf<HTMLElement>} */ (results.querySelectorAll("a")),
    ];
    if (!step || results.hidden) return;
    event.preventDefault();
    places[
      Math.max(0, places.findIndex((place) => place === document.activeElement) + step)
    ]?.focus();
  });
  /** @type {Promise<() => void> | null} */
  let opened = null;
  const open = () =>
    (opened ??= loadScript("search.js")
      .then(({ openSearch }) => openSearch(field, results, status))
      .catch(failed));
  const failed = (/** @type {Error} */ error) => {
    opened = null; // the next letter tries again
    results.hidden = false;
    results.textContent = `The search could not be loaded. ${error.message}`;
    return () => {};
  };
  field.addEventListener("focus", open);
  addEventListener("online", async () => {
    // what could not be loaded
    if (!results.hidden) (await open())();
  });
  field.addEventListener("input", async () => (await open())());
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Escape" && !results.hidden) return ((results.hidden = true), field.focus());
    if (
      key !== "/" ||
      /** @type {Element} */ (target).closest("input, select, [contenteditable], [data-lab]")
    )
      return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(".search"))) results.hidden = true;
  });
}

function prepareAnswers() {
  const box = /** @type {HTMLElement} */ (document.querySelector("#answers"));
  const [take, fetched, download, functions, clear] = box.querySelectorAll("button");
  const status = /** @type {HTMLElement} */ (box.querySelector("span"));
  box.hidden = false;
  take.addEventListener("click", () =>
    handOver(take, async () => location.assign(await takeToWorkbench())),
  );
  fetched.addEventListener("click", () =>
    handOver(fetched, async () => {
      const count = await fetchFromWorkbench();
      const cells = count === 1 ? "1 cell was" : `${count || "No"} cells were`;
      notice(`${cells} changed by what you wrote in the workbench.`);
    }),
  );
  download.addEventListener("click", save);
  functions.addEventListener("click", answers.downloadFunctions);
  clear.addEventListener("click", () => {
    if (!confirm("Remove everything that you wrote on this page?")) return;
    answers.clear();
    resetCells();
    show();
  });
  let isWarned = false;
  store.whenWritten(show);
  store.whenHeld(() => {
    if (isWarned) return;
    isWarned = true;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = download.textContent;
    button.addEventListener("click", save);
    notice(`${store.whyHeld()} is lost when you leave this page, unless you download it.`, button);
  });
  show();

  /** @param {HTMLButtonElement} button @param {() => Promise<void>} act */
  async function handOver(button, act) {
    button.disabled = true;
    status.textContent = "The workbench begins …";
    try {
      await act();
    } catch (error) {
      notice(`Nothing was handed over. ${/** @type {Error} */ (error).message}`);
    }
    button.disabled = false;
    show();
  }

  async function save() {
    try {
      await answers.download();
    } catch (error) {
      notice(`The notebook could not be downloaded. ${/** @type {Error} */ (error).message}`);
    }
  }

  function show() {
    const count = answers.count();
    clear.disabled = answers.isEmpty();
    functions.hidden = !answers.functions();
    status.textContent =
      count === 1 ? "You changed 1 cell." : `You changed ${count || "no"} cells.`;
  }
}
