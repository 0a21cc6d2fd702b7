// The settings that a lecturer shows one after the other: a list, a step back, a step on.

import { inShow } from "./keys.js";
import { LAB_CLASS } from "./lab_names.js";
import { h, setText } from "./patch.js";

/** @import { Answer, Session } from "./protocol.js" */

/** @param {Session} session */
export function settingsView(session) {
  const { presets } = session.spec;
  const list = h(
    "select",
    { "aria-label": "Setting" },
    ...presets.map(({ name, deeper }) => h("option", deeper ? { class: "lab-deeper" } : {}, name)),
    h("option", { hidden: "", disabled: "" }, "(changed)"), // shown, never chosen
  );
  const back = h("button", { type: "button", "aria-label": "Previous setting" }, "◀");
  const next = h("button", { type: "button", "aria-label": "Next setting" }, "▶");
  const place = h("span", { class: LAB_CLASS.place });
  const said = h("span");
  const byHand = h("span", { class: "lab-by-hand" });
  const line = h("p", { class: "lab-sentence" }, said, byHand);
  list.addEventListener("input", () => session.choose(list.selectedIndex));
  // before the first is the last
  back.addEventListener("click", () => session.choose(session.preset() - 1));
  next.addEventListener("click", () => session.choose(session.preset() + 1));
  return {
    node: h("div", { class: "lab-settings" }, back, list, next, place),
    sentence: line,
    /** @param {Answer} answer */
    patch({ changed, preset }) {
      list.selectedIndex = changed ? presets.length : preset;
      const counted = presets.filter(({ deeper }) => !(deeper && inShow()));
      setText(place, `${counted.indexOf(presets[preset]) + 1} / ${counted.length}`);
      const { sentence, by_hand } = presets[preset];
      setText(said, sentence);
      setText(byHand, by_hand && ` ${by_hand}`);
      // its room stays: nothing moves under a hand that drags
      line.classList.toggle("lab-past", changed);
    },
  };
}
