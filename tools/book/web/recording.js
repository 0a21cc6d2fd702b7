// Who answers a lab: Python and, until it is there, what was recorded along the lab's way when the
// book was made (book.py). So a hand is answered at once.

import { fetchWhole } from "./loading.js";
import * as python from "./python.js";

/** @import { Beginning } from "./lab_address.js" */
/** @typedef {{ preset?: number, change?: Record<string, unknown>, hover?: object, number?: number, ahead?: Message }} Message */

const SHOWN = 200; // ms between two lines of what Python does
/** @type {Beginning} */
const FIRST = { preset: 0, change: {} };
let last = 0; // session
/** @type {Map<string, ReturnType<typeof fetched>>} */
const loading = new Map();

/** A lab's recording, or nothing where there is none. @param {string} name */
export function recordingOf(name) {
  if (!document.querySelector(`[data-lab-name=${name}][data-recorded]`)) return undefined;
  const found = loading.get(name) ?? fetched(name).catch(() => undefined);
  loading.set(name, found);
  return found;
}

/** What never changes in a lab, and the stops of its way: the answer to each. @param {string} name
 * @returns {Promise<{ lab: any, answers: Map<string, any> } | undefined>} */
async function fetched(name) {
  const { body } = await fetchWhole(new URL(`./labs/${name}.bin`, import.meta.url));
  const unpacked = body?.pipeThrough(new DecompressionStream("gzip"));
  const { lab, stops } = await new Response(unpacked).json();
  const keyed = (/** @type {[object, object]} */ [stop, answer]) => [JSON.stringify(stop), answer];
  return { lab, answers: new Map(stops.map(keyed)) };
}

/** @param {string} name of a lab @param {(text: string) => void} say what it waits for, or why in vain */
export async function openAnswers(name, say) {
  const session = ++last;
  const recording = python.isRunning() ? undefined : await recordingOf(name);
  /** Where the recording stands; nothing once Python answers. @type {Beginning | undefined} */
  let at = recording && FIRST;
  /** @type {Promise<any> | undefined} */
  let opened;
  let isOpen = false;
  const open = () =>
    (opened ??= python.ask({ kind: "open", session, lab: name }).then((state) => {
      isOpen = true;
      return state;
    }));
  python.whenEnded(() => {
    opened = undefined;
    isOpen = false;
  });
  if (recording) open().catch(() => {}); // it is said when it is missed

  /** What is recorded of where a message leads; what the pointer only hovers over waits for Python.
   * @param {Beginning} from @param {Message} message */
  function recorded(from, { preset, change = {}, hover = {}, number = 0 }) {
    if (!at || (isOpen && Object.keys(hover).length)) return undefined;
    const isMoved = preset !== undefined || Object.keys(change).length;
    const to = isMoved ? { preset: preset ?? from.preset, change } : from;
    const answer = recording?.answers.get(JSON.stringify(to));
    if (answer) at = to;
    return answer && { ...answer, number };
  }

  /** @param {Beginning} place */
  async function beginInPython(place) {
    const shown = setInterval(() => say(python.state() || "Python is running …"), SHOWN);
    try {
      await open();
      const message = JSON.stringify(place);
      const answer = await python.ask({ kind: "begin", session, message });
      at = undefined;
      return answer;
    } finally {
      clearInterval(shown);
      say("");
    }
  }

  return {
    state: recording ? { lab: recording.lab, answer: recorded(FIRST, FIRST) } : await open(),
    isLive: () => !at,
    /** @param {Beginning} place */
    begin: async (place) => recorded(FIRST, place) ?? beginInPython(place),
    /** @param {Message} message */
    async change(message) {
      if (at && message.ahead) return { ahead: message.ahead }; // what is recorded is there at once
      say("");
      const answer = at && recorded(at, message);
      if (answer) return answer;
      try {
        if (at) await beginInPython(at);
      } catch (error) {
        say(/** @type {Error} */ (error).message);
        return recorded(/** @type {Beginning} */ (at), { number: message.number });
      }
      return python.ask({ kind: "change", session, message: JSON.stringify(message) });
    },
  };
}
