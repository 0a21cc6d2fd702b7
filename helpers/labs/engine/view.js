// A lab on the page. Python computes; here each answer patches the nodes in place.

import { likelyNext } from "./ahead.js";
import { challengesView } from "./challenges.js";
import { FIELDS } from "./controls.js";
import { fitToRoom } from "./fit_to_room.js";
import { fullScreen } from "./full_screen.js";
import { keepFocus } from "./keep_focus.js";
import { inShow, listenToKeys } from "./lab_keys.js";
import { ASK_NEXT, DATA_LAB, DATA_LOST, LAB_CLASS } from "./lab_names.js";
import { largeText } from "./large_text.js";
import { moreControls } from "./more_controls.js";
import { movesOf } from "./move.js";
import { modelOf } from "./widget_model.js";
import { partsView } from "./parts.js";
import { h, setText } from "./patch.js";
import { openSession } from "./session.js";
import { settingsView } from "./settings.js";
import { wayOf } from "./way.js";

/** @import { Answer, Model } from "./protocol.js" */

const REST = 700; // ms after the last change before it is read aloud
const BUSY = "The kernel is busy: the picture follows when it is free.";
const LOST = "The kernel that computed this lab is gone. Choose Run > Run All Cells.";
const LOST_IN_SHOW =
  "The kernel that computed this lab is gone. All cells run again by themselves, as the corner says: Page Down goes on meanwhile.";

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const session = openSession(model, patch, () => likelyNext(root, session, way));
  const { spec } = session;

  // --- what stays on the page

  const root = h("section", {
    class: "lab",
    tabindex: -1,
    [DATA_LAB]: spec.name,
    "data-frame": 0,
    "aria-label": `Lab: ${spec.title}`,
  });
  const refit = () => size.refit();
  const begin = () => fields.some((field) => field.begin?.());
  const isRunning = () => fields.some((field) => field.isRunning?.());
  const way = wayOf(session);
  const moves = movesOf(root);
  const settings = settingsView(root, session, way, begin, isRunning);
  const challenges = challengesView(spec.challenges, refit);
  const large = largeText(root, refit);
  const full = fullScreen(root, refit);
  const parts = partsView(session, moves, refit);
  const controls = h("div", { class: "lab-controls" });
  const trouble = h("div", { class: "lab-trouble", role: "alert" });
  const spoken = h("div", { class: "lab-spoken", role: "status" });
  const bar = h(
    "div",
    { class: LAB_CLASS.bar },
    h("div", { class: "lab-name" }, `Lab: ${spec.title}`),
    settings.node,
  );
  const foot = h(
    "div",
    { class: LAB_CLASS.foot },
    parts.rest,
    challenges.button,
    large.button,
    full.button,
  );
  const all = h(
    "fieldset",
    {},
    bar,
    settings.sentence,
    controls,
    trouble,
    h("div", { class: "lab-body" }, parts.node, challenges.panel),
    spoken,
  );
  root.append(all, foot);
  const size = fitToRoom(root, [all, foot], parts);

  const fields = spec.controls
    .filter(({ kind }) => kind in FIELDS) // others have their place in a part
    .map((control) => ({ name: control.name, ...FIELDS[control.kind](session, control) }));
  for (const { name, node } of fields) node.dataset.control = name;
  const more = moreControls(session, fields, refit);
  controls.append(...fields.map(({ node }) => node), more.button);
  ASK_NEXT.listen(root, (asked) => {
    asked.begins = fields.map((field) => field.next?.()).find(Boolean) ?? "";
    const { at, count } = way.place();
    const stop = way.beside(1);
    asked.next = stop ? `${at + 1} / ${count} ${stop.says}` : "";
  });
  const keys = listenToKeys(root, session, way, begin, challenges, full);
  const isFollowed = handOn(root);
  for (const near of ["focusin", "pointermove"]) root.addEventListener(near, session.lookAhead);

  // --- what each answer changes

  let frame = 0;
  let shown = session.answer(); // before this answer
  let rest = 0; // the timer that speaks

  /** @param {boolean} answered */
  function patch(answered) {
    const { error } = session.answer();
    const state = session.state();
    root.toggleAttribute("data-waiting", state === "waiting" || state === "busy");
    root.toggleAttribute(DATA_LOST, state === "lost"); // for slides, which run its cell again
    root.classList.toggle("lab-waits", state === "busy" || state === "lost");
    all.disabled = state === "lost";
    const failed = error && `This lab has an error, and shows what was before it. ${error}`;
    setText(
      trouble,
      { ready: failed, waiting: failed, busy: BUSY, lost: inShow() ? LOST_IN_SHOW : LOST }[state],
    );
    if (!answered) return;
    try {
      keepFocus(root, () => patchAll(session.answer()));
    } catch (error) {
      setText(trouble, `This lab has an error in its page. ${error}`);
      console.error(error);
    }
  }

  /** @param {Answer} answer */
  function patchAll(answer) {
    const hovers = [answer, shown].some(({ hovered }) => Object.keys(hovered).length);
    moves.begin(!frame || hovers || isFollowed() || isRunning());
    for (const { name, node, patch } of fields) {
      if (answer.preset !== shown.preset)
        node.classList.toggle("lab-moved", !same(answer, shown, name));
      if (!session.waiting(name)) patch(answer.values[name], answer.options[name]);
    }
    more.patch(answer);
    shown = answer;
    settings.patch(answer);
    parts.patch(answer);
    const solved = challenges.patch(answer.solved);
    size.patch(answer);
    keys.noticeArrival();
    clearTimeout(rest);
    rest = setTimeout(() => setText(spoken, solved + answer.spoken), REST);
    root.dataset.frame = String(++frame);
  }

  /** Whether a control stands as it stood. @param {Answer} a @param {Answer} b
   * @param {string} name */
  const same = (a, b, name) => JSON.stringify(a.values[name]) === JSON.stringify(b.values[name]);

  patch(true);
  el.append(root);
  return () => {
    clearTimeout(rest);
    keys.close();
    settings.close();
    moves.close();
    large.close();
    size.close();
    session.close();
  };
}

/** Says whether a hand drags something or holds a key down: what it moves follows it at once.
 * @param {HTMLElement} root */
function handOn(root) {
  let isDown = false;
  let isRepeated = false;
  const listen = (/** @type {string[]} */ events, /** @type {(event: Event) => void} */ heard) => {
    for (const event of events) root.addEventListener(event, heard, true);
  };
  listen(["pointerdown"], () => (isDown = true));
  listen(["pointerup", "pointercancel", "lostpointercapture"], () => (isDown = false));
  listen(["keydown", "keyup"], (event) => {
    isRepeated = event instanceof KeyboardEvent && event.type === "keydown" && event.repeat;
  });
  return () => isDown || isRepeated;
}

export default { render };
export { modelOf }; // for pages without Jupyter
