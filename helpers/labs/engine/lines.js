// Lines of text, some pieces in a tone. A typed word that runs from right to left moves no other.

import { h, setClass, setCount, setText } from "./patch.js";

/** @import { LinesPart } from "./protocol.js" */

export function linesView() {
  const title = h("div", { class: "lab-title" });
  const body = h("div", { class: "lab-lines" });
  return {
    node: h("div", {}, title, body),
    /** @param {LinesPart} part */
    patch(part) {
      const link = title.querySelector("a");
      if (!part.notebook) setText(title, part.title);
      else if (link?.textContent !== part.title)
        title.replaceChildren(
          h("a", { href: addressOf(part.notebook), target: "_blank" }, part.title),
        );
      setCount(body, part.lines.length, () => h("div"));
      part.lines.forEach((line, i) => {
        const row = body.children[i];
        setCount(row, line.length, () => h("bdi"));
        line.forEach(([text, tone], k) => {
          setText(row.children[k], text);
          setClass(row.children[k], tone ? `tone-${tone} lab-strong` : "");
        });
      });
    },
  };
}

/** Where a notebook is from this page: of JupyterLab, of the workbench, or of the book.
 * @param {string} notebook */
function addressOf(notebook) {
  const here = new URLSearchParams(location.search).get("path"); // in the workbench
  if (here) return `?path=${here.replace(/[^/]*$/, notebook)}`;
  return location.pathname.endsWith(".html") ? notebook.replace(".ipynb", ".html") : notebook;
}
