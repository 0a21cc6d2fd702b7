// node formulas.mjs KATEX < JSON: sets formulas as HTML. In and out are lists: [[tex, display],
// ...], [html, ...].

import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(process.argv[2]).href);
let text = "";
for await (const part of process.stdin) text += part;
const set = JSON.parse(text).map(([tex, displayMode]) =>
  katex.renderToString(tex, { displayMode, strict: "error" }),
);
process.stdout.write(JSON.stringify(set));
