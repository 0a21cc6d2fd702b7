// The votes on a question: the lecturer types "a 31, b 80", and each option gets its bar.

const LETTERS = "abcd";

export class Votes {
  /** @param {Memory} memory */
  constructor(memory) {
    this.memory = memory;
    this.node = document.createElement("div");
    this.node.className = "show-votes";
    this.input = document.createElement("input");
    this.input.placeholder = "a 31, b 80";
    this.input.setAttribute("aria-label", "Votes");
    this.bars = document.createElement("div");
    this.bars.className = "show-bars";
    this.node.append(this.input, this.bars);
    this.input.addEventListener("input", () => {
      memory.set(this.name, this.input.value);
      this.draw();
    });
    this.name = "";
  }

  /** Below the options of a question. @param {HTMLElement} cell @param {string} name */
  put(cell, name) {
    if (this.node.parentElement !== cell) cell.append(this.node);
    if (this.name === name) return;
    this.name = name;
    this.input.value = this.memory.get(this.name);
    this.draw();
  }

  draw() {
    const { votes, problem } = counted(this.input.value);
    const all = votes.reduce((sum, each) => sum + each, 0);
    this.bars.replaceChildren(...(problem ? [text("show-problem", problem)] : votes.map((count, i) => {
      const share = all ? count / all : 0;
      const bar = text("show-bar", "");
      bar.style.setProperty("--share", `${share}`);
      const said = this.input.value.trim() ? `${LETTERS[i]}  ${count} (${Math.round(100 * share)} %)` : LETTERS[i];
      const node = text("show-option", said);
      node.append(bar);
      return node;
    })));
  }
}

/** How many chose each letter. @param {string} typed */
export function counted(typed) {
  const votes = [...LETTERS].map(() => 0);
  for (const part of typed.split(/[,;]/).map((each) => each.trim()).filter(Boolean)) {
    const [, letter, count] = part.match(/^([a-z])\s*[:=]?\s*(\d{1,6})$/i) ?? [];
    const at = LETTERS.indexOf((letter ?? "?").toLowerCase());
    if (at < 0) return { votes, problem: `“${part}” is not a letter from a to d and a number, as in: a 31, b 80.` };
    votes[at] += Number(count);
  }
  return { votes, problem: "" };
}

/** @param {string} name @param {string} said */
function text(name, said) {
  const node = document.createElement("div");
  node.className = name;
  node.textContent = said;
  return node;
}
