// The challenges, behind a button that says how many are solved, beside the figures; in a show of
// slides the room does not read that.

import { h, newId, setAttribute, setText } from "./patch.js";

/** @param {string[]} tasks @param {() => void} refit */
export function challengesView(tasks, refit) {
  const id = newId();
  const button = h("button", {
    type: "button",
    class: "lab-challenges",
    "aria-expanded": false,
    "aria-controls": id,
  });
  const score = h("span", { class: "lab-score" });
  button.append(score);
  const items = tasks.map((task) => h("li", {}, task));
  const hint = "Challenges: solve them by hand, a setting alone does not count.";
  const panel = h(
    "div",
    { id, class: "lab-panel", hidden: "" },
    h("div", { class: "lab-title" }, hint),
    h("ul", { class: "lab-tasks" }, ...items),
  );
  let before = tasks.map(() => false);

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    panel.hidden = !isOpen;
    setAttribute(button, "aria-expanded", isOpen);
    refit();
  }
  button.addEventListener("click", () => setOpen(panel.hidden));

  return {
    button,
    panel,
    isOpen: () => !panel.hidden,
    close: () => setOpen(false),
    /** What is to be said of those that are solved now. @param {boolean[]} solved */
    patch(solved) {
      const count = solved.filter(Boolean).length;
      const label = count
        ? `Solved ${count} of ${tasks.length} ☑`
        : `Challenges 0 of ${tasks.length}`;
      setText(score, label);
      score.classList.toggle("lab-done", count > 0);
      items.forEach((item, i) => {
        setText(item, `${solved[i] ? "☑" : "☐"} ${tasks[i]}${solved[i] ? " Solved." : ""}`);
        item.classList.toggle("lab-done", solved[i]);
      });
      const fresh = tasks.filter((_, i) => solved[i] && !before[i]);
      before = solved;
      return fresh.map((task) => `Solved: ${task} `).join("");
    },
  };
}
