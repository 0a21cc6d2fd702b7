// Below a check that has run, where scripts of outputs run: in place of the words that say how to see
// a solution stands a button that shows it. Then it need not stand in the cell below (yours), too.
// Opening something by mouse leaves the reader where they are: JupyterLab would make this cell the
// active one, and Shift+Enter would run it again instead of the next.
(() => {
  const script = /** @type {HTMLElement} */ (document.currentScript);
  const fold = script.parentElement?.querySelector("details[data-solution]");
  const below = script.closest(".jp-CodeCell")?.nextElementSibling;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show a solution";
  button.style.cssText =
    "font:16px sans-serif;margin:4px 0;padding:5px 14px;border:1px solid;border-radius:4px";
  Object.assign(button.style, { background: "none", color: "inherit" });
  // Enter presses it, and is no key of JupyterLab.
  button.setAttribute("data-lm-suppress-shortcuts", "true");
  button.addEventListener("click", ({ detail }) => {
    const shown = document.createElement("div");
    shown.innerHTML = script.dataset.shown ?? "";
    shown.tabIndex = -1;
    button.replaceWith(shown);
    if (!detail) shown.focus({ preventScroll: true }); // it was pressed by a key
    for (const other of below?.querySelectorAll("details") ?? [])
      if (other.textContent?.endsWith(script.dataset.code ?? "")) other.remove(); // the same code
  });
  fold?.replaceWith(button);
  for (const opens of [button, ...(script.parentElement?.querySelectorAll("summary") ?? [])])
    opens.addEventListener("mousedown", (event) => event.preventDefault());
})();
