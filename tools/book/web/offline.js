// The book on the device: what was opened stays there (sw.js), and all of it if the reader asks for
// that.

import { fetchWhole } from "./loading.js";
import { notLoading } from "./python.js";
import { whenWritten } from "./store.js";

const LIST = "book/files.json"; // path → [bytes, hash of the content] of all that the book has
const SCRIPTS = /^book\/[^/]*\.js(on)?$/; // of it, what a page may load when a hand asks for it
/** @typedef {Record<string, [number, string]>} Files */

export async function prepareOffline() {
  // a server without https, or a browser that keeps nothing
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete")
    await new Promise((loaded) => addEventListener("load", loaded));
  try {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    const cache = await caches.open("book");
    await keepThisPage(cache);
    const files = await refreshed(cache);
    if (!files) return;
    await keep(cache, Object.keys(files).filter(mayBeLoaded));
    offer(cache, files);
  } catch (error) {
    console.warn(`The book is not kept on this device: ${error}`);
  }
}

/** Whether it is a script, or a recording of a lab that is on this page. @param {string} path */
function mayBeLoaded(path) {
  const [, lab] = /^book\/labs\/(\w+)\.bin$/.exec(path) ?? [];
  return SCRIPTS.test(path) || (lab && document.querySelector(`[data-lab-name=${lab}]`) !== null);
}

/** What was loaded before the service worker was there and, once there is an answer, the notebook
 * into which it is put.
 * @param {Cache} cache */
async function keepThisPage(cache) {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const scope = new URL("./", document.baseURI).href;
  const notebook = `${scope}notebooks/${document.body.dataset.page}.ipynb`;
  let isAsked = false;
  whenWritten(() => {
    if (!isAsked) cache.add(notebook).catch(() => {});
    isAsked = true;
  });
  await keep(
    cache,
    [location.href, ...loaded].filter((address) => address.startsWith(scope)),
  );
}

/** What is not kept yet. @param {Cache} cache @param {string[]} addresses */
async function keep(cache, addresses) {
  for (const address of new Set(addresses.map(plain))) {
    if (await cache.match(address)) continue;
    await notLoading(); // it goes first
    await cache.put(address, await fetchWhole(address));
  }
}

/** As sw.js has it. @param {string} address */
const plain = (address) =>
  address
    .replace(/[?#].*/, "")
    .replace(/\/$/, "/index.html")
    .replace(/\/([^./]+)$/, "/$1.html");

/** Keep what is there now. @param {Cache} cache @param {string} path
 * @param {(bytes: number) => void} [count] */
const renew = async (cache, path, count) =>
  cache.put(path, await fetchWhole(path, count, undefined, "no-store"));

/** The list of files; what is kept and has changed since is fetched anew. @param {Cache} cache
 * @returns {Promise<Files | undefined>} */
async function refreshed(cache) {
  const kept = await cache.match(LIST);
  const before = /** @type {Files} */ (kept ? await kept.json() : {});
  const response = await fetch(LIST, { cache: "no-store" }).catch(() => undefined);
  if (!response?.ok) return kept && before;
  const copy = response.clone();
  const now = /** @type {Files} */ (await response.json());
  const wasWhole = kept && !(await missing(cache, before)).length;
  try {
    for (const [path, [, hash]] of Object.entries(before)) {
      if (now[path]?.[1] === hash || !(await cache.match(path))) continue;
      if (now[path]) await renew(cache, path);
      else await cache.delete(path);
    }
    if (wasWhole) for (const path of await missing(cache, now)) await renew(cache, path);
    await cache.put(LIST, copy);
  } catch (error) {
    console.warn(`The next visit goes on with the new edition: ${error}`);
  }
  return now;
}

/** The paths that are not kept. @param {Cache} cache @param {Files} files */
async function missing(cache, files) {
  const found = await Promise.all(
    Object.keys(files).map(async (path) => ({ path, isKept: await cache.match(path) })),
  );
  return found.filter(({ isKept }) => !isKept).map(({ path }) => path);
}

/** A line at the end of the page, with a button. @param {Cache} cache @param {Files} files */
async function offer(cache, files) {
  const line = /** @type {HTMLElement} */ (document.querySelector("#offline"));
  const text = document.createElement("span");
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", keepAll);
  line.replaceChildren(text, button);
  await show();
  line.hidden = false;

  async function show() {
    const paths = await missing(cache, files);
    const bytes = paths.reduce((sum, path) => sum + files[path][0], 0);
    button.hidden = !paths.length;
    button.textContent = `Keep the whole book on this device (${Math.ceil(bytes / 1e6)} MB)`;
    text.textContent = paths.length
      ? "What you have opened works without a network."
      : "The whole book is on this device and works without a network.";
  }

  async function keepAll() {
    text.setAttribute("role", "status"); // now the reader has asked
    button.disabled = true;
    const paths = await missing(cache, files);
    let left = paths.reduce((sum, path) => sum + files[path][0], 0);
    const count = (/** @type {number} */ bytes) => {
      left -= bytes;
      text.textContent = `Still to load: ${Math.max(0, Math.ceil(left / 1e6))} MB …`;
    };
    count(0);
    try {
      navigator.storage?.persist?.();
      for (const path of paths) await renew(cache, path, count);
      await show();
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      await show();
      text.textContent = isFull
        ? "There is no room for it on this device."
        : `It is not whole yet. ${/** @type {Error} */ (error).message}`;
    }
    button.disabled = false;
  }
}
