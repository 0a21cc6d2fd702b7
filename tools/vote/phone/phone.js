// The page on a phone: the open question, a button for each letter, and whether the vote has arrived.

/** @typedef {{ name: string, ask: string, options: string[], round: number }} Asked */

const [state, ask, options] = ["state", "ask", "options"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const AGAIN = 2000; // milliseconds until a vote that did not arrive is sent again

/** @type {Asked | null} */
let asked = null;
let chosen = ""; // the letter
let arrived = false;
/** @type {number | undefined} */
let waiting;

/** @param {Asked | null} question */
function show(question) {
  if (question && asked && question.name === asked.name && question.round === asked.round) return;
  clearTimeout(waiting);
  asked = question;
  chosen = "";
  arrived = false;
  ask.innerHTML = asked?.ask ?? "";
  options.replaceChildren(...(asked?.options ?? []).map(button));
  say();
}

/** @param {string} text HTML of this computer's own @param {number} place */
function button(text, place) {
  const letter = "abcdefghijklmnopqrstuvwxyz"[place];
  const node = document.createElement("button");
  node.innerHTML = `<b>${letter}</b><span>${text}</span>`;
  node.dataset.letter = letter;
  node.ariaPressed = "false";
  node.addEventListener("click", () => vote(letter));
  return node;
}

/** @param {string} letter */
async function vote(letter) {
  const sent = asked;
  if (!sent) return;
  chosen = letter;
  arrived = false;
  clearTimeout(waiting);
  for (const node of options.querySelectorAll("button")) node.ariaPressed = `${node.dataset.letter === letter}`;
  say();
  const body = JSON.stringify({ name: sent.name, round: sent.round, letter });
  const answer = await fetch("/vote", { method: "POST", body }).catch(() => null);
  if (asked !== sent || chosen !== letter) return; // another question, or another letter since
  if (answer?.status === 403) location.reload(); // the server is a new one
  arrived = Boolean(answer?.ok);
  if (!arrived) waiting = setTimeout(() => vote(letter), AGAIN);
  say();
}

function say() {
  if (!asked) state.textContent = "No question is open. Look at the slides.";
  else if (arrived) state.textContent = `${chosen} has arrived. Another letter replaces it.`;
  else if (chosen) state.textContent = "Sending …";
  else state.textContent = asked.round ? "Vote again:" : "Your vote:";
}

const events = new EventSource("/question"); // a browser begins it again by itself
events.addEventListener("message", ({ data }) => show(JSON.parse(data)));
events.onopen = say;
events.onerror = () => (state.textContent = "The vote does not answer. Are you in the room's network?");
