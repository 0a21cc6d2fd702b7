// In JupyterLab: what an answer is chosen from, as buttons. Each types its answer into the cell, as a reader would, and
// runs the cell. Where there is no such cell, or where it holds something else, there are no buttons.
(() => {
  const script = /** @type {HTMLElement} */ (document.currentScript);
  const { name, choices = "" } = script.dataset;
  const editor = /** @type {HTMLElement | null} */ (script.closest(".jp-CodeCell")?.querySelector(".cm-content"));
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
    const keys = { key: "Enter", code: "Enter", keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true };
    editor.dispatchEvent(new KeyboardEvent("keydown", keys));
  }

  /** @param {string} choice */
  function choose(choice) {
    const line = find();
    if (!editor || !line) return group.remove();
    const code = (line.textContent ?? "").replace(answer, (_, before) => before + JSON.stringify(choice));
    write(editor, line, code);
    if (find()?.textContent !== code) return group.remove();
    // JupyterLab takes keys as the editor's only when it has drawn that it has the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => run(editor)));
  }

  const group = document.createElement("div");
  const given = answer.exec(find()?.textContent ?? "")?.[2].slice(1, -1);
  group.className = "answer-choices";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Your answer");
  for (const choice of JSON.parse(choices)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = choice;
    button.style.cssText = "font:16px sans-serif;margin:4px 12px 4px 0;padding:5px 14px;border:1px solid;border-radius:4px";
    Object.assign(button.style, { background: "none", color: "inherit", outline: choice === given ? "3px solid" : "" });
    button.setAttribute("aria-pressed", String(choice === given));
    // Enter presses it, and is no key of JupyterLab.
    button.setAttribute("data-lm-suppress-shortcuts", "true");
    button.addEventListener("click", () => choose(choice));
    group.append(button);
  }
  if (given !== undefined) script.replaceWith(group);
})();
