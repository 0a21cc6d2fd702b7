// Labs: each is a still picture until it is touched. Then Python computes it.

import { modelLoader } from "./model.js";
import * as python from "./python.js";

let last = 0; // session

// Whether a lab reaches to the upper part of the window, where it needs the room of the bar.
const highest = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) target.classList.toggle("at-top", isIntersecting);
}, { rootMargin: "0px 0px -80% 0px" });

export function prepareLabs() {
  for (const still of document.querySelectorAll(".still")) prepare(/** @type {HTMLElement} */ (still));
}

/** A still with the button that starts it. @param {HTMLElement} still */
function prepare(still) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "start";
  button.textContent = "Start";
  still.prepend(button);
  still.addEventListener("pointerenter", python.start);
  button.addEventListener("focus", python.start);
  still.addEventListener("click", () => begin(still, button));
}

/** @param {HTMLElement} still @param {HTMLButtonElement} button */
async function begin(still, button) {
  if (still.dataset.state === "starting") return;
  still.dataset.state = "starting";
  button.textContent = "Starting Python …";
  try {
    const el = await liveLab(still.dataset.labName ?? "");
    still.replaceWith(el);
    el.dispatchEvent(new Event("placed"));
    python.whenEnded(() => el.replaceWith(still));
  } catch (error) {
    button.textContent = `Start again. ${/** @type {Error} */ (error).message}`;
    return;
  } finally {
    still.dataset.state = "";
  }
  button.textContent = "Start";
}

/** A live lab, to be put on the page. @param {string} name */
export async function liveLab(name) {
  const session = ++last;
  const [state, { default: lab, modelOf }] = await Promise.all([
    python.ask({ kind: "open", session, lab: name }),
    import(new URL("./lab.js", import.meta.url).href),
  ]);
  const ask = (/** @type {string} */ message) => python.ask({ kind: "change", session, message });
  const kernel = { get status() { return python.isBusy() ? "busy" : "idle"; } };
  const el = document.createElement("div");
  el.className = "live";
  const readsSentences = state.lab.controls.some((/** @type {{ model?: boolean }} */ control) => control.model);
  el.addEventListener("placed", () => { // once it is on the page it knows its room
    lab.render({ model: modelOf(state, ask, kernel), el });
    if (readsSentences) el.append(modelLoader());
    highest.observe(el);
    if (el.getBoundingClientRect().top < 0) el.scrollIntoView(); // it is lower than its still was
    /** @type {HTMLElement | null} */ (el.querySelector("select, input, button"))?.focus({ preventScroll: true });
  }, { once: true });
  return el;
}
