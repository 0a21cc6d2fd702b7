// The one way through a lab: its settings, one after the other, and in a setting that leads through
// the steps of a control, those. Back, Next, Play and a remote control's keys go along it.

import { inShow } from "./lab_keys.js";

/** @import { Hand, Session } from "./protocol.js" */
/** @typedef {object} Stop
 * @property {number} preset
 * @property {string} says in a few words, what is to be seen there
 * @property {Record<string, unknown>} change what of the setting's values differs there */

/** @param {Session} session */
export function wayOf(session) {
  const { presets } = session.spec;
  /** @type {Stop[]} */
  const all = presets.flatMap(({ name, sentence, through }, preset) => {
    if (!through) return [{ preset, says: `“${name}”: ${sentence}`, change: {} }];
    const { options, texts } = session.control(through);
    return options.map((/** @type {unknown} */ option, /** @type {number} */ i) => ({
      preset,
      says: `“${name}”: ${texts[i]}.`,
      change: { [through]: option },
    }));
  });
  /** Slides have nothing that is Deeper. */
  const stops = () => all.filter(({ preset }) => !(inShow() && presets[preset].deeper));
  const isHere = (/** @type {Stop} */ { preset, change }) =>
    preset === session.preset() &&
    Object.entries(change).every(([name, option]) => session.value(name) === option);

  /** The stop so many further on, if there is one. @param {number} by 1 or -1 */
  function beside(by) {
    const way = stops();
    const here = way.findIndex(isHere);
    if (here >= 0) return way[here + by];
    const isBefore = (/** @type {Stop} */ { preset }) => preset < session.preset();
    return by > 0 ? way.find((stop) => !isBefore(stop)) : way.filter(isBefore).at(-1);
  }
  /** @param {Stop | undefined} stop @param {Hand} hand what goes @returns whether there was one */
  function go(stop, hand) {
    if (!stop) return false;
    if (stop.preset === session.preset() && Object.keys(stop.change).length)
      for (const [name, option] of Object.entries(stop.change)) hand.change(name, option);
    else hand.choose(stop.preset, stop.change);
    return true;
  }

  return {
    beside,
    /** @param {number} by @param {Hand} [hand] */
    step: (by, hand = session) => go(beside(by), hand),
    /** To where a setting begins. @param {number} preset */
    goTo: (preset) => session.choose(preset, all.find((stop) => stop.preset === preset)?.change),
    /** Where it stands, from 1, and of how many. */
    place() {
      const way = stops();
      return { at: way.findIndex(isHere) + 1, count: way.length };
    },
  };
}

/** @typedef {ReturnType<typeof wayOf>} Way */
