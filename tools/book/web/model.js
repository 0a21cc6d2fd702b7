// The sentence model, which reads any sentence in a lab: loaded only if a reader asks for it.

import * as python from "./python.js";

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
  button.addEventListener("click", async () => {
    button.disabled = true;
    note.textContent = `Loading the model: 0 of ${megabytes} MB`;
    try {
      const file = await download((loaded) => { note.textContent = `Loading the model: ${loaded} of ${megabytes} MB`; });
      await python.ask({ kind: "model", file });
      isLoaded = true;
      ready();
      const field = /** @type {HTMLElement | null | undefined} */ (line.parentElement?.querySelector("input[type=text]"));
      field?.focus();
      field?.dispatchEvent(new Event("input")); // what stands in it can be read now
    } catch (error) {
      offer(`It could not be loaded. ${/** @type {Error} */ (error).message}`);
    }
  });
  if (isLoaded) ready();
  else offer(modelNote ?? "");
  return line;
}

/** The model's file. @param {(megabytes: number) => void} report */
async function download(report) {
  const response = await fetch(FILE);
  if (!response.ok || !response.body) throw new Error(`The server answers ${response.status}.`);
  const reader = response.body.getReader();
  const parts = [];
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    loaded += value.length;
    report(Math.round(loaded / 1e6));
  }
}
