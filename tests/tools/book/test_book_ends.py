"""What becomes of a cell of the book when its Python breaks (python.js), in Node."""

import json
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
worker.onmessage({ data: { id: worker.asked, KIND: "\\0{" } });
const soon = new Promise((done) => setTimeout(done, 1000, "nothing"));
const told = [await Promise.race([said, soon]), python.isBusy(), Boolean(worker.isEnded)];
process.stdout.write(JSON.stringify(told), () => process.exit());
"""


def in_node(script):
    """What a script prints that runs beside the book's own, as JSON."""
    if not NODE.exists():
        pytest.skip("the book's scripts run in Node, which tools/start.py installs")
    command = [NODE, "--input-type=module", "--eval", script]
    done = subprocess.run(command, cwd=WEB, capture_output=True, encoding="utf-8")
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["answer", "progress"])
def test_an_answer_that_cannot_be_read_leaves_no_cell_waiting(kind):
    """Once its memory has been full, Python may answer anything."""
    said, is_busy, is_ended = in_node(ANSWERS_NONSENSE.replace("KIND", kind))
    assert "All variables are gone" in said
    assert "del name" in said
    assert (is_busy, is_ended) == (False, True)


def test_the_network_is_not_blamed_before_anything_failed_to_come():
    """A package that comes and finds no room is no matter of the network."""
    why = 'import { why } from "./fetching.js"; process.stdout.write(JSON.stringify([why]));'
    assert in_node(why) == [""]
