// The sentence model, which reads any sentence in a lab: loaded only if a reader asks for it.

import { fetchWhole } from "./loading.js";
import * as python from "./python.js";

const FILE = new URL("./model/minilm.npz", import.meta.url);
// of no model, if the site was made without
const { model: megabytes, modelNote } = document.body.dataset;

let isLoaded = false;
python.whenEnded(() => {
  isLoaded = false;
});

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
    let loaded = 0;
    const count = (/** @type {number} */ bytes) => {
      loaded += bytes;
      note.textContent = `Loading the model: ${Math.round(loaded / 1e6)} of ${megabytes} MB`;
    };
    count(0);
    try {
      const file = await (await fetchWhole(FILE, count, loading)).arrayBuffer();
      button.disabled = true;
      await python.ask({ kind: "model", file });
      isLoaded = true;
      ready();
      const field = /** @type {HTMLElement | null | undefined} */ (
        line.parentElement?.querySelector("input[type=text]")
      );
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
