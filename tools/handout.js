// Fits a handout to its two pages: sets the formulas, then chooses figures and sizes by measuring.

const TEXT = [10.5, 10];  // points
const FIGURE = [9, 8.5, 8, 7.5, 7, 6.5];  // points, of the text in figures
const LINES = [5, 4, 3, 2];  // to write on, below a prediction

const DOLLARS = [
  { left: "$$", right: "$$", display: true },
  { left: "$", right: "$", display: false },
];

// Sets everything; resolves to whether the text fits on the two pages.
async function fitted() {
  renderMathInElement(document.body, { delimiters: DOLLARS, output: "html" });
  curl(document.body);
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
  set("--figure", FIGURE.at(-1));
  lines(LINES.at(-1));
  if (!largest(TEXT, (size) => set("--text", size))) return false;
  for (const block of document.querySelectorAll("#waiting > *")) place(block);
  largest(FIGURE, (size) => set("--figure", size));
  largest(LINES, lines);
  return true;
}

// Curls the straight quotes of the text.
function curl(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("code, .katex, figure, script")) continue;
    node.data = node.data.replace(/(^|[\s(])"/g, "$1“").replaceAll('"', "”").replaceAll("'", "’");
  }
}

// Puts a block on the first page that has room for it, in the lesson's order; else it waits on.
function place(block) {
  const waiting = block.parentElement;
  for (const room of document.querySelectorAll(".room")) {
    const after = [...room.children].find((other) => Number(other.dataset.place) > Number(block.dataset.place));
    room.insertBefore(block, after ?? null);
    if (fits()) return;
  }
  waiting.append(block);
}

// Applies the first value, from the largest down, with which all fits; says whether one does.
function largest(values, apply) {
  return values.some((value) => {
    apply(value);
    return fits();
  });
}

function set(name, points) {
  document.body.style.setProperty(name, `${points}pt`);
}

function lines(number) {
  for (const one of document.querySelectorAll(".lines > div")) {
    one.hidden = [...one.parentElement.children].indexOf(one) >= number;
  }
}

function fits() {
  return [...document.querySelectorAll("main")].every((main) => {
    const right = main.getBoundingClientRect().right + 0.5;
    const wide = [...main.querySelectorAll(".katex .base, .shapes, figure, figure *")];
    return main.scrollHeight <= main.clientHeight
      && wide.every((part) => part.getBoundingClientRect().right <= right);
  });
}
