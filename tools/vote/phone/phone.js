// The page on a phone: the question on the slide, a button for each letter, whether the vote has
// arrived and, once the show has opened the answer, which letter is right.

/** letter: what this phone has voted, as the server has it; late: it came when too many had come
 * since the question was opened; right: nothing until the answer is open.
 * @typedef {{ name: string, ask: string, options: string[], round: number, letter: string, late: boolean, right: string }} Asked */

const [state, ask, options] = ["state", "ask", "options"].map(
  (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
);
const PATIENCE = 4000; // milliseconds in which a vote should arrive
const AGAIN = 1000; // from one that did not until it is sent again

/** @type {Asked | null} */
let asked = null;
let chosen = ""; // the letter
let arrived = false;
/** @type {number | undefined} */
let waiting;
/** @type {EventSource | undefined} */
let events;

/** @param {Asked | null} question */
function show(question) {
  const same = question && asked && question.name === asked.name && question.round === asked.round;
  asked = question;
  if (!same) {
    ask.innerHTML = asked?.ask ?? "";
    options.replaceChildren(...(asked?.options ?? []).map(button));
  }
  if (!same || !sending() || asked?.right) mark(asked?.letter ?? "", true);
}

function sending() {
  return Boolean(chosen) && !arrived;
}

/** @param {string} text HTML of this computer's own @param {number} place */
function button(text, place) {
  const letter = "abcdefghijklmnopqrstuvwxyz"[place];
  const node = document.createElement("button");
  node.innerHTML = `<b>${letter}</b><span>${text}</span>`;
  node.dataset.letter = letter;
  node.addEventListener("click", () => vote(letter));
  return node;
}

/** Mark the letter, and say whether it has arrived. @param {string} letter
 * @param {boolean} hasArrived */
function mark(letter, hasArrived) {
  clearTimeout(waiting);
  chosen = letter;
  arrived = hasArrived;
  for (const node of options.querySelectorAll("button")) {
    node.setAttribute("aria-pressed", `${node.dataset.letter === letter}`);
    node.disabled = Boolean(asked?.right || asked?.late);
    node.classList.toggle("right", node.dataset.letter === asked?.right);
  }
  showState();
}

/** @param {string} letter */
function vote(letter) {
  mark(letter, false);
  send();
}

async function send() {
  const { name, round } = /** @type {Asked} */ (asked);
  const letter = chosen;
  const isMeant = () =>
    asked?.name === name && asked.round === round && !asked.right && chosen === letter;
  const late = new AbortController();
  setTimeout(() => late.abort(), PATIENCE);
  const vote = {
    method: "POST",
    body: JSON.stringify({ name, round, letter }),
    signal: late.signal,
  };
  const answer = await fetch("/vote", vote).catch(() => null);
  if (!isMeant()) return;
  if (answer?.ok) mark(letter, true);
  else waiting = setTimeout(send, AGAIN);
}

function showState() {
  if (!asked) state.textContent = "No question is open. Look at the slides.";
  else if (asked.right)
    state.textContent = `${asked.right} is right.${chosen && ` You chose ${chosen}.`}`;
  else if (asked.late)
    state.textContent =
      "Many have joined since this question was opened: you can vote on the next one.";
  else if (sending()) state.textContent = "Sending …";
  else if (chosen) state.textContent = `${chosen} has arrived. Another letter replaces it.`;
  else state.textContent = asked.round ? "Vote again:" : "Your vote:";
}

function listen() {
  events?.close();
  // a browser begins it again by itself, unless it is refused
  const source = new EventSource("/question");
  source.onmessage = ({ data }) => show(JSON.parse(data));
  source.onerror = () => {
    state.textContent = "The vote does not answer. Are you in the room's network?";
    if (source.readyState === EventSource.CLOSED) setTimeout(joinAnew, AGAIN);
  };
  events = source;
}

/** A server that was begun anew knows a browser once it has asked for its page. */
async function joinAnew() {
  await fetch("/").catch(() => null);
  listen();
}

listen();
// A phone that has slept may hold a connection on which nothing comes any more.
document.addEventListener("visibilitychange", () => document.hidden || listen());
