// What a hand is likely to ask next is asked ahead, while the reader looks: Python says what it
// would answer, and changes nothing. So the picture is there at once. The message is sent all the
// same, once that is painted, and Python's own answer to it has the last word (session.js).

import { placeOf } from "./drawing.js";
import { ARROW_STEPS } from "./lab_keys.js";

/** @import { Answer, ChoiceSpec, Guess, Hand, Message, Model, Session } from "./protocol.js" */
/** @import { Way } from "./way.js" */

const LOOKS = 90; // ms after an answer: a hand that goes on before is not made to wait

/** likely: messages that may be sent next, the likeliest first.
 * @param {Model} model @param {() => Omit<Message, "number">[]} likely
 * @param {(guess: Guess) => void} send */
export function aheadOf(model, likely, send) {
  /** Of each message, as it would be sent: its answer, if there is one.
   * @type {Map<string, Answer | null | undefined>} */
  const ready = new Map();
  let isAsked = false; // one at a time: whoever does something waits for one at most
  let timer = 0;

  function ask() {
    if (isAsked || document.hidden) return;
    const number = model.get("answer").number + 1;
    const message = likely()
      .map((next) => ({ number, ...next }))
      .find((next) => !ready.has(JSON.stringify(next)));
    if (!message) return;
    isAsked = true;
    send({ ahead: message });
  }
  function receive(/** @type {Guess} */ { ahead, answer }) {
    isAsked = false;
    ready.set(JSON.stringify(ahead), answer);
    ask();
  }
  /** What lay ready is true no longer. */
  function forget() {
    clearTimeout(timer);
    isAsked = false; // or it will be answered first
    ready.clear();
  }
  model.on("msg:custom", receive);

  return {
    forget,
    begin() {
      clearTimeout(timer);
      timer = setTimeout(ask, LOOKS);
    },
    /** @param {Message} message @returns its answer, if it lies ready */
    take(message) {
      const answer = ready.get(JSON.stringify(message));
      forget();
      return answer?.error ? null : answer;
    },
    close() {
      forget();
      model.off("msg:custom", receive);
    },
  };
}

const ARROWS = Object.values(ARROW_STEPS).reverse(); // right and left are likelier
/** What is one press away, of each kind of control; in a text by Backspace.
 * @type {Record<string, (value: any, spec: any, box: number, field: any) => unknown[]>} */
const BESIDE = {
  slider: along,
  // back in a training that goes in strides, some of it is trained again
  run: (value, spec) => along(value, spec).filter((to) => spec.stride === 1 || Number(to) > value),
  select: along,
  switch: (on) => [!on],
  point: ([x, y], spec) =>
    ARROWS.map(([down, right]) =>
      [x + right * spec.step, y - down * spec.step].map((to) => placeOf(to, spec)),
    ),
  pick: ([i, j]) =>
    ARROWS.map(([down, right]) => [i + down, j + right]).filter((to) => Math.min(...to) >= 0),
  toggles: (rows, _, box) => [
    rows.map((/** @type {boolean[]} */ row, /** @type {number} */ i) =>
      row.map((on, j) => on !== (i * row.length + j === box)),
    ),
  ],
  text: (_value, _spec, _box, { value, selectionStart: at }) => [
    value.slice(0, at && at - 1) + value.slice(at),
  ],
};

/** @param {unknown} value @param {ChoiceSpec} spec */
function along(value, { options, stride = 1 }) {
  const at = options.indexOf(value);
  return [options[at + stride], options[at - stride]].filter((option) => option !== undefined);
}

/** What a hand at a lab is likely to do next: what is one press away at the control that has the
 * focus and, without a run, the next step of the way or, on Back, the one before. Returns the
 * messages that it would send.
 * @param {HTMLElement} root @param {Session} session @param {Way} way */
export function likelyNext(root, session, way) {
  /** @type {Omit<Message, "number">[]} */
  const messages = [];
  /** @type {Hand} */
  const hand = {
    choose: (preset, change = {}) => messages.push({ preset, change, hover: {} }),
    change: (name, value) => messages.push({ change: { [name]: value }, hover: {} }),
  };
  if (!root.matches(":focus-within, :hover")) return messages;
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector(":focus"));
  const name = /** @type {HTMLElement | null} */ (field?.closest("[data-control]"))?.dataset
    .control;
  // who comes to a text will type
  if (field && name && (field.type !== "text" || session.keepsTyping())) {
    const spec = session.control(name);
    const box = `button[data-control=${name}], [data-control=${name}] button`;
    const at = [...root.querySelectorAll(box)].indexOf(field);
    const values = BESIDE[spec.kind]?.(session.value(name), spec, at, field) ?? [];
    for (const value of values) hand.change(name, value);
  }
  // a setting may begin with a whole run
  if (session.spec.controls.some(({ kept }) => kept)) return messages;
  way.step(field?.dataset.by === "-1" ? -1 : 1, hand);
  return messages;
}
