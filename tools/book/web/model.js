// The sentence model, which reads any sentence in a lab: loaded only if a reader asks for it.

import { NO_NETWORK } from "./loading.js";
import * as python from "./python.js";

const PATIENCE = 30_000; // ms in which nothing arrives
const SILENT = "Nothing has arrived for 30 seconds: the network is gone or very slow. Try again.";
const FILE = new URL("./model/minilm.npz", import.meta.url);
const { model: megabytes, modelNote } = document.body.dataset; // of no model, if the site was made without

let isLoaded = false;
python.whenEnded(() => { isLoaded = false; });

/** What to do below a lab to have it read other sentences. */
export function modelLoader() {
  const line = document.createElement("p");
  line.className = "model";
  if (!megabytes) {
    line.textContent = "This book was made without the model: other sentences are for Jupyter.";
    return line;
  }
  const button = document.createElement("button");
  const note = document.createElement("span");
  button.type = "button";
  note.setAttribute("role", "status");
  line.append(button, " ", note);
  const ready = () => {
    button.hidden = true;
    note.textContent = `The model is loaded: type any sentence. ${modelNote}`;
  };
  const offer = (/** @type {string} */ text) => {
    button.disabled = false;
    button.textContent = `Load the model for other sentences (${megabytes} MB)`;
    note.textContent = text;
  };
  /** @type {AbortController | null} */
  let loading = null;
  button.addEventListener("click", async () => {
    if (loading) return loading.abort(new Error("You stopped it."));
    loading = new AbortController();
    button.textContent = "Stop loading";
    const report = (/** @type {number} */ loaded) => { note.textContent = `Loading the model: ${loaded} of ${megabytes} MB`; };
    report(0);
    try {
      const file = await download(loading, report);
      button.disabled = true;
      await python.ask({ kind: "model", file });
      isLoaded = true;
      ready();
      const field = /** @type {HTMLElement | null | undefined} */ (line.parentElement?.querySelector("input[type=text]"));
      field?.focus();
      field?.dispatchEvent(new Event("input")); // what stands in it can be read now
    } catch (error) {
      offer(`The model is not loaded. ${/** @type {Error} */ (error).message}`);
    } finally {
      loading = null;
    }
  });
  if (isLoaded) ready();
  else offer(modelNote ?? "");
  return line;
}

/** The model's file. @param {AbortController} loading @param {(megabytes: number) => void} report */
async function download(loading, report) {
  const { signal } = loading;
  const parts = [];
  let loaded = 0;
  let watch = 0;
  const wait = () => {
    clearTimeout(watch);
    watch = setTimeout(() => loading.abort(new Error(SILENT)), PATIENCE);
  };
  wait();
  try {
    const response = await fetch(FILE, { signal });
    if (!response.body || !response.ok) throw new Error(`The server answers ${response.status}.`);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(parts).arrayBuffer();
      wait();
      parts.push(value);
      loaded += value.length;
      report(Math.round(loaded / 1e6));
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof TypeError ? new Error(NO_NETWORK) : error; // fetch says so in its own words
  } finally {
    clearTimeout(watch);
  }
}
