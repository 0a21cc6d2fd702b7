// node formulas.mjs KATEX < JSON: sets formulas as HTML. In and out are lists: [[tex, display],
// ...], [html, ...].

import { argv, stdin, stdout } from "node:process";
import { pathToFileURL } from "node:url";

const { default: katex } = await import(pathToFileURL(argv[2]).href);
let text = "";
for await (const part of stdin) text += part;
/** @type {[tex: string, display: boolean][]} */
const formulas = JSON.parse(text);
const set = formulas.map(([tex, displayMode]) =>
  katex.renderToString(tex, { displayMode, strict: "error" }),
);
stdout.write(JSON.stringify(set));
