// Lines of text, some pieces in a tone. A typed word that runs from right to left moves no other.

function linesView() {
  const title = h("div", { class: "lab-title" });
  const body = h("div", { class: "lab-lines" });
  return {
    node: h("div", {}, title, body),
    /** @param {LinesPart} part */
    patch(part) {
      setText(title, part.title);
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
