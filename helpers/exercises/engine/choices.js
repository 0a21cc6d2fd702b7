// In JupyterLab: what an answer is chosen from, as buttons. Each types its answer into the cell, as
// a reader would, and runs the cell. Where there is no such cell, or where it holds something else,
// there are no buttons; where the kernel that showed them is gone or was restarted, as the next
// morning, they are dead.
//
// CodeMirror 6 finds an editor only by its own class
// (https://codemirror.net/docs/ref/#view.EditorView^findFromDOM), and JupyterLab 4 gives an output
// neither that class nor its app: so this pastes, and presses Ctrl+Enter, as a reader would.
(() => {
  const script = /** @type {HTMLElement} */ (document.currentScript);
  const { name, choices = "", kernel } = script.dataset;
  const cell = script.closest(".jp-CodeCell");
  const editor = /** @type {HTMLElement | null} */ (cell?.querySelector(".cm-content"));
  const answer = new RegExp(`(\\("${name}", )([.]{3}|"[^"]*"|'[^']*')(?=\\))`);
  const lines = () => [...(editor?.children ?? [])];
  const find = () => lines().find(({ textContent }) => answer.test(textContent ?? ""));

  /** @param {HTMLElement} editor @param {Element} line @param {string} code */
  function write(editor, line, code) {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", code);
    const inFirefox = { data: code, dataType: "text/plain" };
    const pasted = { clipboardData, ...inFirefox, bubbles: true, cancelable: true };
    editor.focus({ preventScroll: true });
    getSelection()?.selectAllChildren(line);
    editor.dispatchEvent(new ClipboardEvent("paste", pasted));
  }

  /** @param {HTMLElement} editor */
  function run(editor) {
    const keys = {
      key: "Enter",
      code: "Enter",
      keyCode: 13,
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    };
    editor.dispatchEvent(new KeyboardEvent("keydown", keys));
  }

  /** Whether the kernel that showed the buttons is still there. */
  async function lives() {
    if (isGone) return false;
    const config = document.getElementById("jupyter-config-data")?.textContent;
    if (!config || !kernel) return true; // nobody knows
    const { baseUrl } = JSON.parse(config);
    // which a hub demands
    const [, key = ""] = document.cookie.match(/(?:^|; )_xsrf=([^;]*)/) ?? [];
    const headers = { "X-XSRFToken": key };
    const answered = await fetch(`${baseUrl}api/kernels`, { headers }).catch(() => null);
    if (!answered) return false; // without a server nothing runs
    const kernels = await answered.json().catch(() => null); // a proxy may answer with its own page
    return (
      !Array.isArray(kernels) ||
      kernels.some((/** @type {{ id: string }} */ { id }) => id === kernel)
    );
  }

  async function look() {
    const isAlive = await lives();
    for (const button of group.querySelectorAll("button")) button.disabled = !isAlive;
    group.style.opacity = isAlive ? "" : "0.6";
    note.textContent = isAlive
      ? ""
      : "To answer with these buttons, run the first cell, then this one.";
    return isAlive;
  }

  /** A restarted kernel keeps its name, and one that ends is listed a little longer: what
   * JupyterLab says tells. It says "unknown" when a kernel is gone, but also while it connects to
   * one: there the list tells. */
  function watch() {
    const panel = cell?.closest(".jp-NotebookPanel");
    const indicator = /** @type {HTMLElement | null} */ (
      panel?.querySelector(".jp-Notebook-ExecutionIndicator")
    );
    if (!indicator) return;
    const changes = new MutationObserver(() => {
      const status = indicator.dataset.status ?? "";
      isGone = ["starting", "restarting", "disconnected"].includes(status);
      if (isGone) changes.disconnect();
      if (isGone || status === "unknown") look();
    });
    changes.observe(indicator, { attributes: true });
  }

  /** If the cell ends in an error, the answer that was there comes back. If it lacks a name, as after
   * a restart that was over before it was drawn, the buttons come back dead, and say what to run.
   * @param {HTMLElement} editor @param {string} before the line */
  function keep(editor, before) {
    const results = new MutationObserver(() => {
      const output = cell?.querySelector(".jp-OutputArea-output");
      if (!output || group.isConnected) return; // nothing has come yet
      results.disconnect();
      const line = find();
      if (!line || !output.matches("[data-mime-type$=error], [data-mime-type$=stderr]")) return;
      write(editor, line, before);
      if (!output.textContent?.includes("NameError:")) return;
      isGone = true;
      output.replaceChildren(group);
      look();
    });
    results.observe(/** @type {Element} */ (cell), {
      childList: true,
      subtree: true,
      attributes: true,
    });
  }

  /** @param {string} choice */
  async function choose(choice) {
    if (!(await look())) return;
    const line = find();
    if (!editor || !line) return group.remove();
    const before = line.textContent ?? "";
    const code = before.replace(answer, (_, call) => call + JSON.stringify(choice));
    write(editor, line, code);
    if (find()?.textContent !== code) return group.remove();
    keep(editor, before);
    // JupyterLab takes keys as the editor's only when it has drawn that it has the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => run(editor)));
  }

  let isGone = false;
  const group = document.createElement("div");
  const note = document.createElement("div");
  const given = answer.exec(find()?.textContent ?? "")?.[2].slice(1, -1);
  group.className = "answer-choices";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Your answer");
  for (const choice of JSON.parse(choices)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = choice;
    button.style.cssText =
      "font:16px sans-serif;margin:4px 12px 4px 0;padding:5px 14px;border:1px solid;border-radius:4px";
    Object.assign(button.style, {
      background: "none",
      color: "inherit",
      outline: choice === given ? "3px solid" : "",
    });
    button.setAttribute("aria-pressed", String(choice === given));
    // Enter presses it, and is no key of JupyterLab.
    button.setAttribute("data-lm-suppress-shortcuts", "true");
    button.addEventListener("click", () => choose(choice));
    group.append(button);
  }
  group.append(note);
  look();
  watch();
  if (given !== undefined) script.replaceWith(group);
})();
