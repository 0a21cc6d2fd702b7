// A grid of boxes in a drawing, a button over each of them: by click or by keys one of them is
// picked, or each is switched on and off.

import { ARROW_STEPS } from "./lab_keys.js";
import { h, setAttribute, setStyle } from "./patch.js";

/** @import { Answer, Cell, Grid, Session } from "./protocol.js" */

export const UNIT = 16; // of the sheet, to one em

/** @param {Session} session @param {HTMLElement} sheet */
export function gridView(session, sheet) {
  /** @type {Grid} */
  let grid;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let shown = ""; // where the buttons stand

  const isPicked = () => session.control(grid.control).kind === "pick";
  /** @param {Cell} pair */
  const button = ([i, j]) => buttons[i * grid.columns.length + j];
  /** Tab reaches this box; of boxes to pick it is the chosen one. @param {Cell} pair */
  function reach(pair) {
    for (const box of buttons) {
      setAttribute(box, "tabindex", box === button(pair) ? 0 : -1);
      if (isPicked()) setAttribute(box, "aria-current", box === button(pair));
    }
  }
  /** @param {Cell} pair */
  function go(pair) {
    reach(pair);
    button(pair).focus({ preventScroll: true });
    if (isPicked()) session.change(grid.control, pair);
  }
  /** @param {Cell} pair */
  function press(pair) {
    go(pair);
    if (isPicked()) return;
    const wanted = session.value(grid.control).map((/** @type {boolean[]} */ row) => [...row]);
    const [i, j] = pair;
    wanted[i][j] = !wanted[i][j];
    setAttribute(button(pair), "aria-checked", wanted[i][j]);
    session.change(grid.control, wanted);
  }

  /** @param {number} i @param {number} j */
  function makeBox(i, j) {
    const box = h("button", { type: "button", class: "lab-box", "data-control": grid.control });
    if (!isPicked()) setAttribute(box, "role", "switch");
    box.addEventListener("click", () => press([i, j]));
    box.addEventListener("keydown", (event) => {
      const [down, right] = ARROW_STEPS[event.key] ?? [0, 0];
      if (!down && !right) return;
      event.preventDefault();
      /** @type {Cell} */
      const to = [i + down, j + right];
      if (to[0] in grid.rows && to[1] in grid.columns) go(to);
    });
    return box;
  }

  const shape = (/** @type {Grid | undefined} */ of) =>
    String([of?.rows.length, of?.columns.length]);

  /** Each box has its name, and is a little larger than the picture under it. */
  function place() {
    const [x, y] = grid.corner;
    buttons.forEach((box, k) => {
      const [i, j] = [Math.floor(k / grid.columns.length), k % grid.columns.length];
      setAttribute(box, "aria-label", `${grid.rows[i]}, ${grid.columns[j]}`);
      setStyle(box, "left", `${(x + j * grid.step[0] - 3) / UNIT}em`);
      setStyle(box, "top", `${(y + i * grid.step[1] - 3) / UNIT}em`);
      setStyle(box, "width", `${(grid.size[0] + 6) / UNIT}em`);
      setStyle(box, "height", `${(grid.size[1] + 6) / UNIT}em`);
    });
  }

  return {
    /** @param {Grid} next @param {Answer} answer */
    patch(next, answer) {
      const isNew = shape(next) !== shape(grid);
      grid = next;
      if (isNew) {
        for (const box of buttons) box.remove();
        buttons = grid.rows.flatMap((_, i) => grid.columns.map((_, j) => makeBox(i, j)));
        sheet.append(...buttons);
        reach([0, 0]);
      }
      const places = JSON.stringify(grid);
      if (places !== shown) place();
      shown = places;
      if (session.waiting(grid.control)) return;
      const value = answer.values[grid.control];
      if (isPicked()) reach(value);
      else buttons.forEach((box, k) => setAttribute(box, "aria-checked", value.flat()[k]));
    },
  };
}
