// A matrix as a table. Its cells may be buttons to pick or toggle, or fields to edit.

const HALF_TYPED = 1000; // ms before a cell that is empty, or ends in a sign, is read as it is

function matrixView(lab) {
  const caption = h("caption", { class: "lab-title" });
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", { class: "lab-matrix" }, caption, h("thead", {}, head), body);
  const message = h("div", { class: "lab-problem", id: lab.id(), role: "alert" });
  const node = h("div", {}, h("div", { class: "lab-scroll" }, table), message);
  let part = null; // what is drawn
  let shape = ""; // of the table; `part` itself is changed in place
  let rest = [0, 0]; // the cell that Tab reaches; for picks, the one that stays after a hover
  let hovered = null; // the cell under the pointer, picked while it is there
  let edited = new Map(); // "i j" -> text typed, not yet answered or refused
  let later; // the timer that sends what is half typed

  const cell = (i, j) => body.children[i]?.children[j + 1];
  const inside = (i, j) => cell(i, j)?.firstElementChild;
  const place = (target) => {
    const td = target.closest("td");
    return td && body.contains(td) ? [td.parentNode.sectionRowIndex, td.cellIndex - 1] : null;
  };

  const turned = ([i, j]) => (part.flip ? [j, i] : [i, j]); // table's cell <-> control's pair
  const same = (a, b) => Boolean(a && b) && a[0] === b[0] && a[1] === b[1];

  function pick(at, peek = false) {
    if (inside(...at).disabled) return; // nobody would answer
    for (const td of body.querySelectorAll(".lab-picked")) td.classList.remove("lab-picked", "lab-marked");
    cell(...at).classList.add("lab-picked");
    lab.change(part.control, turned(at), peek);
  }

  function press(button, on) {
    setAttribute(button, "aria-pressed", on);
    setText(button, on ? "✓" : "–");
  }

  function reach([i, j]) {
    inside(...rest)?.setAttribute("tabindex", "-1");
    rest = [i, j];
    inside(i, j)?.setAttribute("tabindex", "0");
  }

  // A hand that moves, not a table that moves under a resting one (pointerover comes then too).
  body.addEventListener("pointermove", (event) => {
    const at = place(event.target);
    if (part.use !== "pick" || !at || event.pointerType !== "mouse" || same(at, hovered)) return;
    hovered = at;
    pick(at, true);
  });
  body.addEventListener("pointerleave", () => {
    if (hovered && !same(hovered, rest)) pick(rest, true);
    hovered = null;
  });
  body.addEventListener("click", (event) => {
    const at = event.target.closest("button") && place(event.target);
    if (!at) return;
    reach(at);
    if (part.use === "pick") pick(at);
    if (part.use === "toggle") {
      const on = inside(...at).getAttribute("aria-pressed") !== "true";
      press(inside(...at), on);
      const grid = lab.value(part.control).map((row) => [...row]);
      grid[at[0]][at[1]] = on;
      lab.change(part.control, grid);
    }
  });
  body.addEventListener("keydown", (event) => {
    const at = place(event.target);
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    if (!at || !move || event.target.tagName !== "BUTTON") return;
    event.preventDefault();
    const to = [at[0] + move[0], at[1] + move[1]];
    if (!inside(...to)) return;
    reach(to);
    inside(...to).focus();
    if (part.use === "pick") pick(to);
  });
  // The other numbers go as they are, not as they are shown: 1/3 stays 1/3.
  function sendTyped(key, text) {
    edited.set(key, text);
    const grid = lab.value(part.control).map((row) => [...row]);
    for (const [place, typed] of edited) {
      const [i, j] = place.split(" ");
      grid[i][j] = typed;
    }
    lab.change(part.control, grid);
  }

  body.addEventListener("input", ({ target }) => {
    const text = target.value;
    const send = () => target.value === text && sendTyped(place(target).join(" "), text);
    clearTimeout(later);
    if (!/^[-−+]?$|[-−+/.,]$/.test(text.trim())) return send();
    later = setTimeout(send, HALF_TYPED);
  });
  // What was typed is shown as it was read, nonsense as the number that was there before.
  body.addEventListener("change", () => {
    clearTimeout(later);
    lab.refresh();
  });
  body.addEventListener("keydown", (event) => {
    const down = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (!down || event.target.tagName !== "INPUT") return;
    const [i, j] = place(event.target);
    event.preventDefault();
    inside(i + down, j)?.focus();
    inside(i + down, j)?.select();
  });

  function build(next) {
    rest = [0, 0];
    hovered = null;
    edited = new Map();
    clearTimeout(later);
    head.replaceChildren(h("th", { scope: "col" }), ...next.columns.map(() => h("th", { scope: "col" })));
    body.replaceChildren(
      ...next.rows.map((_, i) =>
        h("tr", {}, h("th", { scope: "row" }), ...next.columns.map((_, j) => {
          const reachable = i === 0 && j === 0 ? "0" : "-1";
          if (next.use === "edit")
            return h("td", {}, h("input", { type: "text", "aria-describedby": message.id }));
          if (next.use) return h("td", {}, h("button", { type: "button", tabindex: reachable }));
          return h("td");
        })),
      ),
    );
  }

  return {
    node,
    patch(next, answer) {
      const needed = `${next.rows.length} ${next.columns.length} ${next.use} ${next.control}`;
      const focused = shape !== needed && body.contains(body.ownerDocument.activeElement);
      if (shape !== needed) build(next);
      shape = needed;
      part = next;
      const problem = lab.problem(next.control);
      if (!lab.waiting(next.control) && !(problem && lab.keepsTyping())) edited.clear();
      setText(caption, next.title);
      setStyle(table, "--room", String(next.room));
      setClass(table, next.wrong ? "lab-matrix lab-wrong" : "lab-matrix");
      setText(head.children[0], next.corner.replace("↓ ", "↓\n"));
      const wide = (text) => text.replaceAll("−", "−−").length; // a minus is a wide sign
      const longest = (j) => Math.max(...next.cells.map((row) => wide(row[j])));
      next.columns.forEach((label, j) => setText(head.children[j + 1], label));
      setText(message, problem);
      const picked = next.use === "pick" && turned(answer.values[next.control]);
      const set = answer.sentence && !answer.peek; // else what is hovered is not there to stay
      if (picked && !lab.waiting(next.control) && (set || !same(picked, hovered))) reach(picked);
      if (focused) inside(...rest)?.focus({ preventScroll: true }); // its cell is gone
      next.rows.forEach((label, i) => {
        setText(body.children[i].firstElementChild, label);
        next.cells[i].forEach((text, j) => {
          const td = cell(i, j);
          const fill = next.fills[i][j];
          const name = `${label}, ${next.columns[j]}: ${text}`;
          const classes = [];
          if (next.marks[i][j]) classes.push("lab-marked");
          if (next.tones[i][j]) classes.push(`lab-fill-${next.tones[i][j]}`);
          if (same(picked, [i, j])) classes.push("lab-picked");
          if (!lab.waiting(next.control) || next.use !== "pick") setClass(td, classes.join(" "));
          setStyle(td, "background-color", fill ? fill[0] : "");
          setStyle(td, "color", fill ? fill[1] : "");
          const field = td.firstElementChild;
          if (!field) setText(td, text);
          else if (next.use === "edit") {
            const typed = edited.get(`${i} ${j}`);
            setAttribute(field, "aria-label", `${next.title}, ${label}, ${next.columns[j]}`);
            setAttribute(field, "aria-invalid", Boolean(problem && typed !== undefined));
            setStyle(field, "width", `${Math.max(3.2, 0.75 * longest(j) - 0.55)}em`);
            const typing = !focused && field === field.ownerDocument.activeElement && lab.keepsTyping();
            if (typed === undefined && !typing && field.value !== text) field.value = text;
          } else if (next.use === "toggle") { // pressed or not is said beside the name
            setAttribute(field, "aria-label", `${label}, ${next.columns[j]}`);
            if (!lab.waiting(next.control)) press(field, answer.values[next.control][i][j]);
          } else {
            setText(field, text);
            setAttribute(field, "aria-label", name);
            if (picked) setAttribute(field, "aria-current", same(picked, [i, j]));
          }
        });
      });
    },
  };
}
