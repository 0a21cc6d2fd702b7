// The controls in sight are those that the setting needs; a button shows the others, until the next
// setting. One that has no effect now is never seen.

import { h, setAttribute } from "./patch.js";

/** @import { Answer, Field, Session } from "./protocol.js" */

/** @param {Session} session @param {(Field & { name: string })[]} fields @param {() => void} refit */
export function moreControls(session, fields, refit) {
  const button = h("button", { type: "button", class: "lab-more-controls" }, "More controls");
  let isOpen = false;
  let preset = 0;

  function show() {
    const { off } = session.answer();
    const inSight = session.spec.presets[preset].controls;
    let others = 0;
    for (const { name, node } of fields) {
      const isOn = !off.includes(name);
      const isOther = !inSight.includes(name);
      others += Number(isOn && isOther);
      node.hidden = !isOn || (isOther && !isOpen);
      for (const field of node.querySelectorAll("input, select, button"))
        field.toggleAttribute("disabled", !isOn);
    }
    button.hidden = !others;
    setAttribute(button, "aria-expanded", isOpen);
  }
  button.addEventListener("click", () => {
    isOpen = !isOpen;
    show();
    refit();
  });

  return {
    button,
    /** @param {Answer} answer */
    patch(answer) {
      if (answer.preset !== preset) isOpen = false;
      preset = answer.preset;
      show();
    },
  };
}
