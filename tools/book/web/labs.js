// Labs: each is a still picture until it is touched. Then it is live: at once along its recorded way,
// and all of it once Python computes it.

import { copyText } from "./copy.js";
import { beginningOf, followLab } from "./lab_address.js";
import { loadScript } from "./loading.js";
import { openAnswers, recordingOf } from "./recording.js";
import { modelLoader } from "./sentence_model.js";
import * as python from "./python.js";

const SHOWN = 200; // ms between two lines of what Python does

// Whether a lab reaches to the upper part of the window, where it needs the room of the bar.
const highest = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      target.classList.toggle("at-top", isIntersecting);
  },
  { rootMargin: "0px 0px -80% 0px" },
);

// What answers the first touch comes before it.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      loadScript("lab.js").catch(() => {});
      recordingOf(/** @type {HTMLElement} */ (target).dataset.labName ?? "");
    }
  },
  { rootMargin: "100%" },
);

export function prepareLabs() {
  for (const still of document.querySelectorAll(".still"))
    prepare(/** @type {HTMLElement} */ (still));
}

/** A still with the button that starts it. @param {HTMLElement} still */
function prepare(still) {
  const button = document.createElement("button");
  const problem = document.createElement("p");
  button.type = "button";
  button.className = "start";
  problem.className = "state";
  problem.setAttribute("role", "alert");
  still.prepend(button, problem);
  near.observe(still);
  still.addEventListener("pointerenter", python.startEarly);
  button.addEventListener("focus", python.startEarly);
  still.addEventListener("click", () => begin(still, button, problem).then(offer));
  const offer = () => {
    if (still.dataset.state !== "starting")
      button.textContent = python.downloadSize() ? `Start (${python.downloadSize()})` : "Start";
  };
  python.whenStarted(offer);
  python.whenEnded(offer);
  offer();
  if (!beginningOf(still.dataset.labName ?? "")) return;
  const note = document.createElement("p");
  note.className = "state";
  note.textContent = "Start shows the lab in the state that is in this page’s address.";
  still.prepend(note);
  still.classList.add("linked");
}

/** @param {HTMLElement} still @param {HTMLElement} button
 * @param {HTMLElement} problem what went wrong */
async function begin(still, button, problem) {
  if (still.dataset.state === "starting") return;
  still.dataset.state = "starting";
  const show = () => {
    button.textContent = python.state() || "Starting …";
  };
  const shown = setInterval(show, SHOWN);
  problem.textContent = "";
  show();
  try {
    const { node, render, isLive } = await openLab(still.dataset.labName ?? "");
    still.replaceWith(node);
    render();
    python.whenEnded(() => {
      if (isLive()) node.replaceWith(still);
    });
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
  } finally {
    clearInterval(shown);
    still.dataset.state = "";
  }
}

/** A live lab: its node, what draws it once the node is on the page, where it knows its room, and
 * whether Python answers it.
 * @param {string} name */
export async function openLab(name) {
  python.start(); // it takes longer
  const waiting = document.createElement("p");
  waiting.className = "state";
  waiting.setAttribute("role", "status");
  const say = (/** @type {string} */ text) => (waiting.textContent = text);
  const { default: lab, modelOf } = await loadScript("lab.js");
  const answers = await openAnswers(name, say);
  const { state } = answers;
  const isAlone = "embed" in document.body.dataset;
  const linked = beginningOf(name);
  if (linked) state.answer = await answers.begin(linked);
  const address = followLab(name, isAlone, async (beginning) => {
    const answer = await answers.begin(beginning);
    address.note(answer, beginning, true);
    model.setAnswer(answer);
  });
  address.note(state.answer, linked ?? { preset: 0, change: {} }, true);
  python.whenEnded(() => {
    if (answers.isLive()) address.close();
  });
  const ask = async (/** @type {string} */ text) => {
    const message = JSON.parse(text);
    const answer = await answers.change(message);
    if (!message.ahead) address.note(answer, message);
    return answer;
  };
  const kernel = {
    get status() {
      return python.isBusy() ? "busy" : "idle";
    },
  };
  const model = modelOf(state, ask, kernel);
  const node = document.createElement("div");
  node.className = "live";
  const readsSentences = state.lab.controls.some(
    (/** @type {{ model?: boolean }} */ control) => control.model,
  );
  function render() {
    lab.render({ model, el: node });
    node.append(waiting);
    if (readsSentences) node.append(modelLoader());
    if (!isAlone) node.append(sharing(node, state.lab.title, address));
    highest.observe(node);
    // it is lower than its still was
    if (node.getBoundingClientRect().top < 0) node.scrollIntoView();
    if (!document.hasFocus()) return; // it is a frame of a page that has it
    /** @type {HTMLElement | null} */ (node.querySelector("select, input, button"))?.focus({
      preventScroll: true,
    });
  }
  return { node, render, isLive: answers.isLive };
}

/** What leads others to a lab as it is now. @param {HTMLElement} node @param {string} title
 * @param {ReturnType<typeof followLab>} address */
function sharing(node, title, address) {
  const line = document.createElement("p");
  const link = document.createElement("button");
  const more = document.createElement("button");
  line.className = "sharing";
  link.type = more.type = "button";
  link.textContent = "Copy link to this state";
  more.textContent = "QR code, embed";
  const problem = document.createElement("span");
  problem.setAttribute("role", "alert");
  const open = async () => {
    try {
      const { share } = await loadScript("share.js");
      share({
        title: `Lab: ${title}`,
        address: address.link(),
        embedded: address.embedded(),
        height: node.offsetHeight,
      });
      problem.textContent = "";
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  // Where only the reader may copy, the click opens what shows the address.
  link.addEventListener("click", () => copyText(address.link(), link).catch(open));
  more.addEventListener("click", open);
  line.append(link, more, problem);
  return line;
}
