// A matrix as a table. Its cells may be buttons to pick or toggle, or fields to edit.

function matrixView(lab) {
  const caption = h("caption", { class: "lab-title" });
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", { class: "lab-matrix" }, caption, h("thead", {}, head), body);
  const message = h("div", { class: "lab-problem", id: lab.id(), role: "alert" });
  const node = h("div", { class: "lab-scroll" }, table, message);
  let part = null; // what is drawn
  let rest = [0, 0]; // the cell that Tab reaches; for picks, the one that stays after a hover
  let edited = new Map(); // "i j" -> text typed and not yet answered

  const cell = (i, j) => body.children[i]?.children[j + 1];
  const inside = (i, j) => cell(i, j)?.firstElementChild;
  const place = (target) => {
    const td = target.closest("td");
    return td && body.contains(td) ? [td.parentNode.sectionRowIndex, td.cellIndex - 1] : null;
  };

  function pick([i, j]) {
    for (const td of body.querySelectorAll(".lab-picked")) td.classList.remove("lab-picked");
    cell(i, j).classList.add("lab-picked");
    lab.change(part.control, [i, j]);
  }

  function reach([i, j]) {
    inside(...rest)?.setAttribute("tabindex", "-1");
    rest = [i, j];
    inside(i, j)?.setAttribute("tabindex", "0");
  }

  body.addEventListener("pointerover", (event) => {
    const at = place(event.target);
    if (part.use === "pick" && at && event.pointerType === "mouse") pick(at);
  });
  body.addEventListener("pointerleave", () => part.use === "pick" && pick(rest));
  body.addEventListener("click", (event) => {
    const at = event.target.closest("button") && place(event.target);
    if (!at) return;
    reach(at);
    if (part.use === "pick") pick(at);
    if (part.use === "toggle") {
      const button = inside(...at);
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
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
  body.addEventListener("input", (event) => {
    const at = place(event.target);
    edited.set(at.join(" "), event.target.value);
    const grid = lab.value(part.control).map((row) => [...row]);
    for (const [key, text] of edited) {
      const [i, j] = key.split(" ");
      grid[i][j] = text;
    }
    lab.change(part.control, grid);
  });
  body.addEventListener("change", () => lab.refresh()); // what was typed is shown as it was read

  function build(next) {
    rest = [0, 0];
    edited = new Map();
    head.replaceChildren(h("th", { scope: "col" }), ...next.columns.map(() => h("th", { scope: "col" })));
    body.replaceChildren(
      ...next.rows.map((_, i) =>
        h("tr", {}, h("th", { scope: "row" }), ...next.columns.map((_, j) => {
          const reachable = i === 0 && j === 0 ? "0" : "-1";
          if (next.use === "edit")
            return h("td", {}, h("input", { type: "text", inputmode: "decimal", size: 4, "aria-describedby": message.id }));
          if (next.use) return h("td", {}, h("button", { type: "button", tabindex: reachable }));
          return h("td");
        })),
      ),
    );
  }

  return {
    node,
    patch(next, answer) {
      const shape = (p) => p && `${p.rows.length} ${p.columns.length} ${p.use} ${p.control}`;
      if (shape(part) !== shape(next)) build(next);
      part = next;
      const problem = answer.problems[next.use === "edit" ? next.control : ""] ?? "";
      if (!problem && !lab.waiting(next.control)) edited.clear();
      setText(caption, next.title);
      setClass(table, next.wrong ? "lab-matrix lab-wrong" : "lab-matrix");
      setText(head.children[0], next.corner);
      next.columns.forEach((label, j) => setText(head.children[j + 1], label));
      setText(message, problem);
      const picked = next.use === "pick" && answer.values[next.control];
      next.rows.forEach((label, i) => {
        setText(body.children[i].firstElementChild, label);
        next.cells[i].forEach((text, j) => {
          const td = cell(i, j);
          const fill = next.fills[i][j];
          const name = `${label}, ${next.columns[j]}: ${text}`;
          const classes = [];
          if (next.marks[i][j]) classes.push("lab-marked");
          if (next.tones[i][j]) classes.push(`lab-fill-${next.tones[i][j]}`);
          if (picked && picked[0] === i && picked[1] === j) classes.push("lab-picked");
          if (!lab.waiting(next.control) || next.use !== "pick") setClass(td, classes.join(" "));
          setStyle(td, "background-color", fill ? fill[0] : "");
          setStyle(td, "color", fill ? fill[1] : "");
          const field = td.firstElementChild;
          if (!field) setText(td, text);
          else if (next.use === "edit") {
            const typed = edited.get(`${i} ${j}`);
            setAttribute(field, "aria-label", `${next.title}, ${label}, ${next.columns[j]}`);
            setAttribute(field, "aria-invalid", Boolean(problem && typed !== undefined));
            const kept = typed !== undefined || field === field.ownerDocument.activeElement;
            if (!(kept && lab.keepsTyping(next.control)) && field.value !== text) field.value = text;
          } else {
            setText(field, text);
            setAttribute(field, "aria-label", name);
            if (next.use === "toggle" && !lab.waiting(next.control))
              setAttribute(field, "aria-pressed", Boolean(answer.values[next.control][i][j]));
          }
        });
      });
    },
  };
}
