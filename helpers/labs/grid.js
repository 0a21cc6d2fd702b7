// A grid of boxes in a drawing: a button over each of them, to pick one by click or by arrow keys.

/** @param {Session} session @param {HTMLElement} sheet */
function gridView(session, sheet) {
  /** @type {Grid} */
  let grid;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let shown = ""; // where the buttons stand

  /** @param {Cell} pair */
  const button = ([i, j]) => buttons[i * grid.columns.length + j];
  /** @param {Cell} pair */
  function mark(pair) {
    for (const each of buttons) {
      setAttribute(each, "aria-current", each === button(pair));
      setAttribute(each, "tabindex", each === button(pair) ? 0 : -1); // Tab reaches the chosen one
    }
  }
  /** @param {Cell} pair */
  function pick(pair) {
    mark(pair);
    button(pair).focus({ preventScroll: true });
    session.change(grid.control, pair);
  }

  /** @param {number} i @param {number} j */
  function made(i, j) {
    const box = h("button", { type: "button", class: "lab-box", "aria-label": `${grid.rows[i]}, ${grid.columns[j]}` });
    box.addEventListener("click", () => pick([i, j]));
    box.addEventListener("keydown", (event) => {
      const [down, right] = MOVES[event.key] ?? [0, 0];
      if (!down && !right) return;
      event.preventDefault();
      /** @type {Cell} */
      const to = [i + down, j + right];
      if (to[0] in grid.rows && to[1] in grid.columns) pick(to);
    });
    return box;
  }

  /** Each box a little larger than the picture under it. */
  function place() {
    const [x, y] = grid.corner;
    buttons.forEach((box, k) => {
      const [i, j] = [Math.floor(k / grid.columns.length), k % grid.columns.length];
      setStyle(box, "left", `${(x + j * grid.step[0] - 3) / UNIT}em`);
      setStyle(box, "top", `${(y + i * grid.step[1] - 3) / UNIT}em`);
      setStyle(box, "width", `${(grid.size[0] + 6) / UNIT}em`);
      setStyle(box, "height", `${(grid.size[1] + 6) / UNIT}em`);
    });
  }

  return {
    /** @param {Grid} next @param {Answer} answer */
    patch(next, answer) {
      grid = next;
      if (!buttons.length) {
        buttons = grid.rows.flatMap((_, i) => grid.columns.map((_, j) => made(i, j)));
        sheet.append(...buttons);
      }
      const places = JSON.stringify(grid);
      if (places !== shown) place();
      shown = places;
      if (!session.waiting(grid.control)) mark(answer.values[grid.control]);
    },
  };
}
