// The page's end of a session. Changes go to Python one message at a time; the answer is in the
// model, and nowhere else. Until it comes, `value` says what was asked for, and what Python said ahead
// (ahead.js) is shown in its place; an answer that is the same changes nothing.

import { aheadOf } from "./ahead.js";

/** @import { Answer, Guess, KernelListener, Message, Model, Session } from "./protocol.js" */

// ms in which what was said ahead is painted, before a message, and all that it sets off, takes time
const PAINTS = 30;
const PATIENCE = 1000; // ms without an answer before the lab says so
const SILENT = 10; // looks in a row, three a second, at a kernel that is idle and does not answer

/** `patch` shows how things are now, with a new answer or without one. likely: what may be asked next.
 * @param {Model} model @param {(answered: boolean) => void} patch
 * @param {() => Omit<Message, "number">[]} likely @returns {Session} */
export function openSession(model, patch, likely) {
  const spec = model.get("lab");
  const specs = new Map(spec.controls.map((control) => [control.name, control]));
  const ahead = aheadOf(model, () => (state === "ready" ? likely() : []), post);
  /** @type {Answer | null | undefined} */
  let early = null; // what Python said ahead to what is on its way
  const answer = () => early ?? model.get("answer");
  /** @type {Message | null} */
  let asked = null; // on its way
  /** @type {Omit<Message, "number"> | null} */
  let pending = null; // what has changed since
  let typing = false; // what is being typed is not overwritten by how it was read
  /** @type {ReturnType<Session["state"]>} */
  let state = "ready";
  let timer = 0;
  let unsent = 0; // the timer that sends what is asked, while what was said ahead is painted
  let idle = 0; // how often in a row the kernel was found idle, with no answer there
  let nudged = true; // since the last message

  /** @param {Message | Guess} message */
  function post(message) {
    nudged = false;
    model.send(message);
  }

  function send() {
    if (state === "lost") pending = null;
    if (asked && pending && unsent) deliver(); // a hand that goes on is not made to wait
    if (asked || !pending) return; // one message at a time: the newest wins
    state = "waiting";
    asked = { number: answer().number + 1, ...pending };
    pending = null;
    early = ahead.take(asked);
    idle = 0;
    timer = setTimeout(wait, PATIENCE);
    if (early) unsent = setTimeout(deliver, PAINTS);
    else deliver();
    if (asked) patch(Boolean(early));
  }

  function deliver() {
    clearTimeout(unsent);
    unsent = 0;
    try {
      if (asked) post(asked);
    } catch {
      giveUp();
    }
  }

  function receive() {
    if (unsent) {
      deliver(); // this one answers another view
      if (state === "lost") return;
    }
    const received = model.get("answer");
    if (asked && received.number < asked.number) return; // another view of this lab has asked too
    const isShown = JSON.stringify(received) === JSON.stringify(early);
    clearTimeout(timer);
    ahead.forget();
    asked = null;
    early = null;
    state = "ready";
    if (received.error) typing = false;
    patch(!isShown);
    send();
    ahead.begin();
  }

  // Between two cells a kernel is idle for a moment, and it is while a slow server or network still
  // carries a message: only long after that nobody answers.
  function wait() {
    if (!kernel || kernel.status === "busy") {
      // one that cannot be seen may be busy
      state = "busy";
      idle = 0;
      patch(false);
    } else if (++idle >= SILENT) return giveUp();
    timer = setTimeout(wait, PATIENCE / 3);
  }

  function giveUp() {
    clearTimeout(timer);
    clearTimeout(unsent);
    unsent = 0;
    ahead.forget();
    asked = null;
    early = null;
    pending = null;
    typing = false;
    state = "lost";
    patch(true); // the controls go back to what the picture shows
  }

  // The kernel first says that it is busy, then answers. TCP may hold the answer back until the
  // browser has confirmed the first message, and a browser with nothing to send waits 40 ms with
  // that: so it sends something. Where the page cannot see its kernel, the answer comes that much
  // later. Jupyter Server 2.21 does not call set_nodelay, with which Tornado sends at once; a test
  // says when it does:
  // https://www.tornadoweb.org/en/stable/websocket.html#tornado.websocket.WebSocketHandler.set_nodelay
  const kernel = model.widget_manager?.kernel;
  /** @type {KernelListener} */
  const nudge = (_, { msg, direction }) => {
    if (direction !== "recv" || msg.content.execution_state !== "busy" || nudged) return;
    nudged = true;
    model.send({});
  };

  kernel?.anyMessage?.connect(nudge); // before JupyterLab itself shows that the kernel is busy
  model.on("change:answer", receive);
  model.on("comm_live_update", giveUp);

  /** The newest values asked for and not yet answered that name this control.
   * @param {string} name */
  const lastAsked = (name) => {
    const unanswered = early ? [pending] : [pending, asked];
    return unanswered
      .flatMap((message) => [message?.hover, message?.change])
      .find((values) => values && name in values);
  };

  return {
    spec,
    answer,
    control: (name) => specs.get(name),
    value: (name) => (lastAsked(name) ?? { ...answer().values, ...answer().hovered })[name],
    waiting: (name) => lastAsked(name) !== undefined,
    preset: () => pending?.preset ?? asked?.preset ?? answer().preset,
    state: () => state,
    keepsTyping: () => typing,
    problem: (name) => (typing && answer().problems[name]) || "", // gone with the text it is about
    choose(preset, change = {}) {
      typing = false;
      pending = { preset, change: { ...change }, hover: {} };
      send();
    },
    change(name, value) {
      typing = true;
      pending ??= { change: {}, hover: {} };
      delete pending.hover[name];
      delete pending.change[name]; // the newest is the last
      pending.change[name] = value;
      send();
    },
    hover(name, value) {
      pending ??= { change: {}, hover: {} };
      pending.hover[name] = value;
      send();
    },
    lookAhead: ahead.begin,
    refresh() {
      typing = false;
      patch(true);
    },
    close() {
      if (unsent) deliver();
      clearTimeout(timer);
      ahead.close();
      model.off("change:answer", receive);
      model.off("comm_live_update", giveUp);
      kernel?.anyMessage?.disconnect(nudge);
    },
  };
}
