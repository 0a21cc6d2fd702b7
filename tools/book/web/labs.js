// Labs: each is a still picture until it is touched. Then Python computes it.

import { beginningIn, followLab } from "./lab_address.js";
import { load } from "./loading.js";
import { modelLoader } from "./model.js";
import * as python from "./python.js";

/** @typedef {import("./lab_address.js").Beginning} Beginning */

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
  if (!beginningIn(still.dataset.labName ?? "")) return;
  const note = document.createElement("p");
  note.className = "state";
  note.textContent = "Start shows the state to which your link leads.";
  still.prepend(note);
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
    load("lab.js"),
  ]);
  const isAlone = "embed" in document.body.dataset;
  const begin = (/** @type {Beginning} */ beginning) => python.ask({ kind: "begin", session, message: JSON.stringify(beginning) });
  const linked = beginningIn(name);
  if (linked) state.answer = await begin(linked);
  const address = followLab(name, isAlone, async (beginning) => model.put(await begin(beginning)));
  address.note(state.answer);
  python.whenEnded(address.close);
  const ask = async (/** @type {string} */ message) => {
    const answer = await python.ask({ kind: "change", session, message });
    address.note(answer, JSON.parse(message));
    return answer;
  };
  const kernel = { get status() { return python.isBusy() ? "busy" : "idle"; } };
  const model = modelOf(state, ask, kernel);
  const el = document.createElement("div");
  el.className = "live";
  const readsSentences = state.lab.controls.some((/** @type {{ model?: boolean }} */ control) => control.model);
  el.addEventListener("placed", () => { // once it is on the page it knows its room
    lab.render({ model, el });
    if (readsSentences) el.append(modelLoader());
    if (!isAlone) el.append(sharing(state.lab.title, address));
    highest.observe(el);
    if (el.getBoundingClientRect().top < 0) el.scrollIntoView(); // it is lower than its still was
    /** @type {HTMLElement | null} */ (el.querySelector("select, input, button"))?.focus({ preventScroll: true });
  }, { once: true });
  return el;
}

/** What leads others to a lab as it is now. @param {string} title @param {ReturnType<typeof followLab>} address */
function sharing(title, address) {
  const line = document.createElement("p");
  const link = document.createElement("button");
  const more = document.createElement("button");
  line.className = "sharing";
  link.type = more.type = "button";
  link.textContent = "Copy link to this state";
  more.textContent = "QR code, embed";
  const open = async () => {
    const { share } = await load("share.js");
    share({ title: `Lab: ${title}`, address: address.link(), embedded: address.embedded() });
  };
  link.addEventListener("click", async () => {
    const { copy } = await load("share.js");
    copy(address.link(), link).catch(open); // where the page may not write to the clipboard, the reader can
  });
  more.addEventListener("click", open);
  line.append(link, more);
  return line;
}
