"""What becomes of a cell of the book when its Python breaks (python.js), in Node."""

import json
import re
import subprocess

import pytest

from tools.book.book_python import WEB
from tools.start import NODE

ANSWERS_NONSENSE = """
globalThis.document = { body: { dataset: {} } };
globalThis.Worker = class {
  constructor() { globalThis.worker = this; }
  postMessage({ id }) { this.asked = id; }
  terminate() { this.isEnded = true; }
};
const python = await import("./python.js");
const said = python.ask({ kind: "run" }).then(() => "an answer", ({ message }) => message);
worker.onmessage({ data: { id: worker.asked, answer: "\\0{" } });
const soon = new Promise((done) => setTimeout(done, 1000, "nothing"));
const told = [await Promise.race([said, soon]), python.isBusy(), Boolean(worker.isEnded)];
process.stdout.write(JSON.stringify(told), () => process.exit());
"""


def test_an_answer_that_cannot_be_read_leaves_no_cell_waiting():
    """Once its memory has been full, Python may answer anything."""
    if not NODE.exists():
        pytest.skip("python.js runs in Node, which tools/start.py installs")
    command = [NODE, "--input-type=module", "--eval", ANSWERS_NONSENSE]
    done = subprocess.run(command, cwd=WEB, capture_output=True, encoding="utf-8")
    said, is_busy, is_ended = json.loads(done.stdout or '["", true, false]')
    assert "All variables are gone" in said, done.stderr
    assert (is_busy, is_ended) == (False, True)


def test_what_a_page_loads_when_a_hand_asks_for_it_is_kept_for_later():
    """Without a network it would not come any more: labs, the editor, the links to share."""
    scripts = {path.name: path.read_text("utf-8") for path in WEB.glob("*.js")}
    loaded = {name for text in scripts.values() for name in re.findall(r'\bload\("(.*?)"\)', text)}
    assert {"lab.js", "editor.js"} <= loaded
    (kept,) = re.findall(r"LOADED_LATER = \[(.*?)\]", scripts["offline.js"])
    assert loaded <= {name.removeprefix("book/") for name in re.findall(r'"(.*?)"', kept)}
