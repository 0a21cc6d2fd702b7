// A widget's model where there is no Jupyter, as in the book and in tests: what a lab needs of one.

/** @import { Answer, Guess, Kernel, LabSpec, Model } from "./protocol.js" */

/** @param {{ lab: LabSpec, answer: Answer }} state the model's values, as Python made them
 * @param {(message: string) => Promise<Answer | Guess>} ask Python, which answers each message
 * @param {Kernel} [kernel] @returns {Model & { setAnswer: (answer: Answer) => void }} setAnswer: to
 * one that nobody asked for */
export function modelOf(state, ask, kernel) {
  /** @type {Map<string, (content?: any) => void>} */
  const listeners = new Map();
  const setAnswer = (/** @type {Answer} */ answer) => {
    state.answer = answer;
    listeners.get("change:answer")?.();
  };
  return {
    setAnswer,
    get: (/** @type {"lab" | "answer"} */ name) => /** @type {any} */ (state[name]),
    on: (event, callback) => void listeners.set(event, callback),
    off: (event) => void listeners.delete(event),
    send(message) {
      ask(JSON.stringify(message)).then(
        (answer) => ("ahead" in answer ? listeners.get("msg:custom")?.(answer) : setAnswer(answer)),
        () => listeners.get("comm_live_update")?.(), // nobody answers
      );
    },
    widget_manager: { kernel },
  };
}
