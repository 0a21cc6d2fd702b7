// A matrix as a table. Where its cells set a control they are buttons or fields: of a control of
// kind "pick" a click chooses the cell, of "toggles" it switches it on or off, of "numbers" one
// types in it.

import { ARROW_STEPS } from "./lab_keys.js";
import { LAB_CLASS } from "./lab_names.js";
import { h, newId, setAttribute, setClass, setStyle, setText } from "./patch.js";

/** @import { Answer, Cell, MatrixPart, Session } from "./protocol.js" */

const HALF_TYPED = 1000; // ms before a cell that is empty, or ends in a sign, is read as it is

/** @param {Session} session */
export function matrixView(session) {
  const caption = h("caption", { class: "lab-title" });
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", { class: "lab-matrix" }, caption, h("thead", {}, head), body);
  const message = h("div", { class: "lab-problem", id: newId(), role: "alert" });
  /** @type {MatrixPart} */
  let part; // what is drawn
  let kind = ""; // of the control that its cells set, if they set one
  /** @type {Cell} */
  let rest = [0, 0]; // the cell that Tab reaches; of cells to pick, the chosen one
  /** @type {Map<string, string>} */
  const edited = new Map(); // "i j" -> text typed, not yet answered or refused
  let later = 0; // the timer that sends what is half typed

  /** @param {number} i @param {number} j */
  const cell = (i, j) => body.rows[i]?.cells[j + 1];
  /** The button or the field in a cell. @type {(i: number, j: number) => HTMLElement | null} */
  const inside = (i, j) => body.rows[i]?.cells[j + 1]?.querySelector("button, input") ?? null;
  /** @param {EventTarget | null} target @returns {Cell | undefined} */
  const place = (target) => {
    const td = target instanceof Element ? target.closest("td") : null;
    return td ? [[...body.rows].findIndex((row) => row.contains(td)), td.cellIndex - 1] : undefined;
  };
  /** The table's cell <-> the control's pair. @param {Cell} pair @returns {Cell} */
  const turned = ([i, j]) => (part.flip ? [j, i] : [i, j]);
  /** @param {Cell} a @param {Cell} b */
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  /** The control's matrix, to be changed. @returns {any[][]} */
  const grid = () => session.value(part.control).map((/** @type {any[]} */ row) => [...row]);

  /** @param {Cell} at @param {"change" | "hover"} how */
  function pick(at, how) {
    if (session.state() === "lost") return; // nobody would answer
    for (const td of body.querySelectorAll(".lab-picked"))
      td.classList.remove("lab-picked", "lab-marked");
    cell(...at).classList.add("lab-picked");
    session[how](part.control, turned(at));
  }

  /** @param {Element} button @param {boolean} on */
  function press(button, on) {
    setAttribute(button, "aria-pressed", on);
    setText(button, on ? "✓" : "–");
  }

  /** @param {Cell} at */
  function reach(at) {
    inside(...rest)?.setAttribute("tabindex", "-1");
    rest = at;
    inside(...at)?.setAttribute("tabindex", "0");
  }

  // Not pointerover: it also comes when the table moves under a resting pointer.
  body.addEventListener("pointermove", (event) => {
    const at = place(event.target);
    if (kind !== "pick" || !at || at[1] < 0 || event.pointerType !== "mouse") return;
    if (!same(at, turned(session.value(part.control)))) pick(at, "hover");
  });
  body.addEventListener("pointerleave", () => {
    if (kind === "pick" && !same(rest, turned(session.value(part.control)))) pick(rest, "hover");
  });
  body.addEventListener("click", (event) => {
    const at = place(event.target);
    const button = at && inside(...at);
    if (!at || !(button instanceof HTMLButtonElement)) return;
    reach(at);
    if (kind === "pick") return pick(at, "change");
    const on = button.ariaPressed !== "true";
    press(button, on);
    const wanted = grid();
    wanted[at[0]][at[1]] = on;
    session.change(part.control, wanted);
  });
  body.addEventListener("keydown", (event) => {
    const at = place(event.target);
    // there, left and right move in the text
    const typing = event.target instanceof HTMLInputElement;
    const [down, right] = (typing && event.key === "Enter"
      ? ARROW_STEPS.ArrowDown
      : ARROW_STEPS[event.key]) ?? [0, 0];
    if (!at || ((typing || !right) && !down)) return;
    event.preventDefault();
    /** @type {Cell} */
    const to = [at[0] + down, at[1] + right];
    const next = inside(...to);
    next?.focus();
    if (next instanceof HTMLInputElement) return next.select();
    if (!next) return;
    reach(to);
    if (kind === "pick") pick(to, "change");
  });
  body.addEventListener("input", ({ target }) => {
    const at = place(target);
    if (!at || !(target instanceof HTMLInputElement)) return;
    const text = target.value;
    const send = () => target.value === text && sendTyped(at, text);
    clearTimeout(later);
    if (!/^[-−+]?$|[-−+/.,]$/.test(text.trim())) return send();
    later = setTimeout(send, HALF_TYPED);
  });
  // The other numbers go as they are, not as they are shown: 1/3 stays 1/3.
  /** @param {Cell} at @param {string} text */
  function sendTyped(at, text) {
    edited.set(at.join(" "), text);
    const wanted = grid();
    for (const [place, typed] of edited) {
      const [i, j] = place.split(" ").map(Number);
      wanted[i][j] = typed;
    }
    session.change(part.control, wanted);
  }
  // What was typed is shown as it was read, nonsense as the number that was there before.
  body.addEventListener("change", () => {
    clearTimeout(later);
    session.refresh();
  });

  /** @param {MatrixPart} next */
  function build(next) {
    rest = [0, 0];
    edited.clear();
    clearTimeout(later);
    const made = () => {
      if (kind === "numbers")
        return h("td", {}, h("input", { type: "text", "aria-describedby": message.id }));
      return kind ? h("td", {}, h("button", { type: "button", tabindex: -1 })) : h("td");
    };
    head.replaceChildren(
      h("th", { scope: "col" }),
      ...next.columns.map(() => h("th", { scope: "col" })),
    );
    body.replaceChildren(
      ...next.rows.map(() => h("tr", {}, h("th", { scope: "row" }), ...next.columns.map(made))),
    );
  }

  const shape = (/** @type {MatrixPart} */ { rows, columns, control }) =>
    `${rows.length} ${columns.length} ${control}`;

  return {
    node: h("div", {}, h("div", { class: LAB_CLASS.scroll }, table), message),
    /** @param {MatrixPart} next @param {Answer} answer */
    patch(next, answer) {
      const { control } = next;
      const isNew = !part || shape(part) !== shape(next);
      const { activeElement } = body.ownerDocument;
      const focused = isNew && body.contains(activeElement);
      kind = session.control(control)?.kind ?? "";
      if (isNew) build(next);
      part = next;
      const problem = session.problem(control);
      const waiting = session.waiting(control);
      if (!waiting && !(problem && session.keepsTyping())) edited.clear();
      setText(caption, next.title);
      setStyle(table, "--min-chars", String(next.min_chars));
      setAttribute(table, "data-control", control);
      setClass(table, next.wrong ? "lab-matrix lab-wrong" : "lab-matrix");
      setText(head.children[0], next.corner.replace("↓ ", "↓\n"));
      next.columns.forEach((label, j) => setText(head.children[j + 1], label));
      setText(message, problem);
      const picked =
        kind === "pick" ? turned(answer.hovered[control] ?? answer.values[control]) : undefined;
      if (isNew && kind !== "numbers") reach(rest);
      if (picked && !waiting) reach(turned(answer.values[control]));
      if (focused) inside(...rest)?.focus({ preventScroll: true }); // its cell is gone
      // a minus is a wide sign
      const signs = (/** @type {string} */ text) => text.replaceAll("−", "−−").length;
      const widths = next.columns.map((_, j) =>
        Math.max(...next.cells.map((row) => signs(row[j]))),
      );
      next.rows.forEach((label, i) => {
        setText(body.rows[i].cells[0], label);
        next.cells[i].forEach((text, j) => {
          const td = cell(i, j);
          const isPicked = picked !== undefined && same(picked, [i, j]);
          const classes = [];
          if (next.marks[i][j]) classes.push("lab-marked");
          if (next.tones[i][j]) classes.push(`fill-${next.tones[i][j]}`);
          if (isPicked) classes.push("lab-picked");
          if (!waiting || kind !== "pick") setClass(td, classes.join(" "));
          const [ground, ink] = next.fills[i][j] ?? ["", ""];
          setStyle(td, "background-color", ground);
          setStyle(td, "color", ink);
          const field = inside(i, j);
          if (!field) setText(td, text);
          else if (field instanceof HTMLInputElement) {
            const typed = edited.get(`${i} ${j}`);
            setAttribute(field, "aria-label", `${next.title}, ${label}, ${next.columns[j]}`);
            setAttribute(field, "aria-invalid", Boolean(problem && typed !== undefined));
            setStyle(field, "width", `${Math.max(3, 0.75 * widths[j] - 0.55)}em`);
            const typing = !focused && field === activeElement && session.keepsTyping();
            if (typed === undefined && !typing && field.value !== text) field.value = text;
          } else if (kind === "toggles") {
            // pressed or not is said beside the name
            setAttribute(field, "aria-label", `${label}, ${next.columns[j]}`);
            if (!waiting) press(field, answer.values[control][i][j]);
          } else {
            setText(field, text);
            setAttribute(field, "aria-label", `${label}, ${next.columns[j]}: ${text}`);
            setAttribute(field, "aria-current", isPicked);
          }
        });
      });
    },
  };
}
