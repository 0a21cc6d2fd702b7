// The parts of a lab: those that its setting is about are in sight, as far as there is room, and each
// of the others has a button that shows it, until the next setting.

import { drawingView } from "./drawing.js";
import { LAB_CLASS } from "./lab_names.js";
import { linesView } from "./lines.js";
import { matrixView } from "./matrix.js";
import { h, setAttribute, setText } from "./patch.js";

/** @import { Moves } from "./move.js" */
/** @import { Answer, PartView, Session } from "./protocol.js" */

/** @type {Record<string, (session: Session, moves: Moves) => PartView>} */
const PARTS = { matrix: matrixView, drawing: drawingView, lines: linesView };

/** @param {Session} session @param {Moves} moves @param {() => void} refit */
export function partsView(session, moves, refit) {
  const node = h("div", { class: "lab-parts" });
  const rest = h("div", { class: "lab-rest", role: "group", "aria-label": "More of this lab" });
  /** @type {Map<string, PartView & { kind: string }>} */
  const views = new Map();
  /** Of each part, shown while the part is out of sight. @type {Map<string, HTMLElement>} */
  const buttons = new Map();
  let opened = ""; // the part that a button has shown, until the next setting
  let most = Infinity; // of the parts that it is about
  let preset = 0;

  function fold() {
    const { main, parts } = session.answer();
    const names = Object.keys(parts);
    const about = main.length ? main : names;
    const inSight = about.slice(0, most);
    const others = names.filter((name) => !inSight.includes(name));
    for (const [name, view] of views) view.node.hidden = others.includes(name) && name !== opened;
    rest.hidden = !others.length;
    // Those that come and go with the room stand behind the others, so that none moves under a finger.
    const order = [...names.filter((name) => !about.includes(name)), ...[...about].reverse()];
    order.forEach((name, i) => {
      const made = buttons.get(name) ?? button(name);
      buttons.set(name, made);
      setText(made, parts[name].title);
      setAttribute(made, "aria-pressed", name === opened);
      made.hidden = !others.includes(name);
      if (rest.children[i] !== made) rest.insertBefore(made, rest.children[i] ?? null);
    });
    for (const left of [...rest.children].slice(order.length)) left.remove();
  }

  /** @param {string} name */
  function button(name) {
    const made = h("button", { type: "button", "data-shows": name });
    made.addEventListener("click", () => {
      opened = name === opened ? "" : name;
      fold();
      refit();
      views.get(opened)?.node.scrollIntoView({ block: "nearest" });
    });
    return made;
  }

  return {
    node,
    rest,
    most: () => most,
    /** Show no more of the parts that it is about than so many. @param {number} limit */
    limit(limit) {
      if (limit === most) return;
      most = limit;
      fold();
    },
    /** @param {Answer} answer */
    patch(answer) {
      if (answer.preset !== preset) opened = "";
      preset = answer.preset;
      for (const [name, view] of views)
        if (answer.parts[name]?.kind !== view.kind) {
          view.node.remove();
          views.delete(name);
        }
      Object.entries(answer.parts).forEach(([name, part], i) => {
        const view = views.get(name) ?? { kind: part.kind, ...PARTS[part.kind](session, moves) };
        views.set(name, view);
        view.node.classList.add(LAB_CLASS.part);
        view.node.dataset.part = name;
        view.patch(part, answer);
        if (node.children[i] !== view.node) node.insertBefore(view.node, node.children[i] ?? null);
      });
      fold();
    },
  };
}
