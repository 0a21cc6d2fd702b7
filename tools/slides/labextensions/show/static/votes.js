// The votes on a question: the lecturer types "a 31, b 80", and each option gets its bar.

const LETTERS = "abcd";
const BEGUN = /^[a-d]\s*[:=]?$/i; // a letter whose number is not typed yet

export class Votes {
  /** @param {Memory} memory */
  constructor(memory) {
    this.memory = memory;
    this.node = document.createElement("div");
    this.node.className = "show-votes";
    this.input = document.createElement("input");
    this.input.placeholder = "Tab, then the votes: a 31, b 80";
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
    const all = votes.reduce((sum, count) => sum + count, 0);
    if (problem || !all) return this.bars.replaceChildren(...(problem ? [text("show-problem", problem)] : []));
    this.bars.replaceChildren(...votes.map((count, i) => {
      const share = count / all;
      const bar = text("show-bar", "");
      bar.style.setProperty("--share", `${share}`);
      const node = text("show-option", `${LETTERS[i]}  ${count} (${Math.round(100 * share)} %)`);
      node.append(bar);
      return node;
    }));
  }
}

/** How many chose each letter. @param {string} typed */
export function counted(typed) {
  const votes = [...LETTERS].map(() => 0);
  const parts = typed.split(/[,;]/).map((part) => part.trim());
  if (BEGUN.test(parts[parts.length - 1])) parts.pop();
  for (const part of parts.filter(Boolean)) {
    const [, letter, count] = part.match(/^([a-z])\s*[:=]?\s*(\d{1,6})$/i) ?? [];
    const at = LETTERS.indexOf((letter ?? "?").toLowerCase());
    if (at < 0) return { votes, problem: `“${part}” is not a letter from a to d and a number, as in: a 31, b 80.` };
    votes[at] += Number(count);
  }
  return { votes, problem: "" };
}

/** @param {string} name @param {string} content */
function text(name, content) {
  const node = document.createElement("div");
  node.className = name;
  node.textContent = content;
  return node;
}
