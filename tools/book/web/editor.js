// A field for Python: CodeMirror with as little as is of use in a cell of a few lines.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, Transaction } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, drawSelection, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** @import { Editor } from "./protocol.js" */

const HELP = "Your code. Shift and Enter run it. Escape, then Tab, leave it.";

/** Phones type quotation marks and dashes that Python does not know. @param {EditorView} view
 * @param {number} from @param {number} to @param {string} text */
function straighten(view, from, to, text) {
  const insert = text.replace(/[“”„]/g, '"').replace(/[‘’‚]/g, "'").replace(/[–−]/g, "-");
  if (insert === text) return false;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.type",
  });
  return true;
}

const HANG = 2; // letters by which what a line wraps to stands behind its beginning

/** On a phone lines wrap, and what they wrap to stands behind their own indentation. */
const hanging = ViewPlugin.define(
  (view) => {
    const indented = () =>
      Decoration.set(
        [...view.visibleRanges].flatMap(({ from, to }) => {
          const marks = [];
          for (let at = from; at <= to;) {
            const line = view.state.doc.lineAt(at);
            const hang = `${line.text.search(/\S|$/) + HANG}ch`;
            marks.push(
              Decoration.line({
                attributes: { style: `text-indent: -${hang}; padding-left: calc(${hang} + 6px)` },
              }).range(line.from),
            );
            at = line.to + 1;
          }
          return marks;
        }),
      );
    let decorations = indented();
    return {
      get decorations() {
        return decorations;
      },
      update({ docChanged, viewportChanged }) {
        if (docChanged || viewportChanged) decorations = indented();
      },
    };
  },
  { decorations: (plugin) => plugin.decorations },
);

/** @param {HTMLElement} parent @param {string} text
 * @param {{ changed: (text: string) => void, run: () => void }} on changed: by the reader's hand
 * @returns {Editor} */
export function openEditor(parent, text, on) {
  const run = () => (on.run(), true);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([
          { key: "Shift-Enter", run },
          { key: "Mod-Enter", run },
          indentWithTab,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        history(),
        python(),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        EditorView.inputHandler.of(straighten),
        drawSelection(),
        // on a phone
        matchMedia("(max-width: 40rem)").matches ? [EditorView.lineWrapping, hanging] : [],
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({
          "aria-label": HELP,
          autocapitalize: "off",
          tabindex: "0",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          const isSet = update.transactions.some((each) => each.annotation(Transaction.remote));
          if (update.docChanged && !isSet) on.changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    set: (text) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: Transaction.remote.of(true),
      }),
    focus: () => view.focus(),
  };
}
