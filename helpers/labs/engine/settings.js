// The way through a lab, in its head: back, next, play, where it stands, and a list for who jumps.

import { LAB_CLASS } from "./lab_names.js";
import { h, setAttribute, setText } from "./patch.js";

/** @import { Answer, Session } from "./protocol.js" */
/** @import { Way } from "./way.js" */

const PACE = 2500; // ms a step, when it plays
const READS = 60; // ms for a letter of a sentence, of which a long one needs more

/** begin: what Page Down starts on a slide; isRunning: whether something runs by itself.
 * @param {HTMLElement} root @param {Session} session @param {Way} way
 * @param {() => boolean} begin @param {() => boolean} isRunning */
export function settingsView(root, session, way, begin, isRunning) {
  const { presets } = session.spec;
  const list = h(
    "select",
    { "aria-label": "Setting" },
    ...presets.map(({ name, deeper }) => h("option", deeper ? { class: "lab-deeper" } : {}, name)),
    h("option", { hidden: "", disabled: "" }, "(changed)"), // shown, never chosen
  );
  const button = (/** @type {string} */ text) => h("button", { type: "button" }, text);
  const [back, next, play] = ["Back", "Next", "Play"].map(button);
  back.dataset.by = "-1"; // read by ahead.js
  const place = h("span", { class: LAB_CLASS.place });
  const said = h("span");
  const byHand = h("span", { class: "lab-by-hand" });
  const line = h("p", { class: "lab-sentence" }, said, byHand);
  let timer = 0; // while it plays

  play.classList.add("lab-play");
  play.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.addEventListener("input", () => way.goTo(list.selectedIndex));
  back.addEventListener("click", () => way.step(-1));
  next.addEventListener("click", goOnce);
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (!way.beside(1))
      way.goTo(0); // from the beginning
    else goOnce();
    setText(play, "Pause");
    wait();
  });
  const stopAtTouch = (/** @type {Event} */ { target }) => {
    if (!(target instanceof Node && play.contains(target))) stop();
  };
  for (const touch of ["pointerdown", "keydown"]) root.addEventListener(touch, stopAtTouch);

  /** In the order of Page Down on stage: what waits to run, then the next step. */
  function goOnce() {
    if (isRunning() || !begin()) way.step(1);
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    setText(play, "Play");
  }
  function wait() {
    timer = setTimeout(goOn, Math.max(PACE, READS * (line.textContent ?? "").length));
  }
  /** A step on, once what runs has ended. */
  function goOn() {
    if (!root.isConnected || session.state() === "lost") return stop();
    if (isRunning() || session.state() !== "ready" || begin() || way.step(1)) wait();
    else stop();
  }

  return {
    node: h("div", { class: "lab-settings" }, back, next, play, place, list),
    sentence: line,
    close: stop,
    /** @param {Answer} answer */
    patch({ changed, preset, sentence }) {
      list.selectedIndex = changed ? presets.length : preset;
      const { at, count } = way.place();
      setText(place, `${at} / ${count}`);
      setAttribute(back, "aria-disabled", !way.beside(-1)); // disabled, it would lose the focus
      setAttribute(next, "aria-disabled", !way.beside(1));
      const { sentence: whole, by_hand } = presets[preset];
      setText(said, sentence || whole);
      setText(byHand, by_hand && ` ${by_hand}`);
      // its room stays: nothing moves under a hand that drags
      line.classList.toggle("lab-past", changed && !sentence);
      byHand.hidden = changed;
    },
  };
}
