"""Scripts that import one another become one text, as a page without files needs them; and what a
session does that needs no page."""

import json
import subprocess
from pathlib import Path

import jupyter_server
import pytest

from helpers.labs.engine import scripts
from helpers.labs.engine.scripts import as_one
from tools.start import NODE


def test_what_is_imported_comes_once_and_before_what_uses_it(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    (tmp_path / "folder" / "b.js").write_text(
        'import { a } from "../a.js";\n\nexport function b() {\n  return a;\n}\n'
    )
    (tmp_path / "c.js").write_text(
        '// What a page asks for.\n\nimport {\n  a,\n} from "./a.js";\n'
        'import { b } from "./folder/b.js";\n\nexport const c = a + b();\nexport { b };\n'
    )
    assert as_one(tmp_path / "c.js").split("\n") == [
        *["const a = 1;", "", "", "function b() {", "  return a;", "}", ""],
        *["// What a page asks for.", "", "", "export const c = a + b();", "export { b };", ""],
    ]


def test_a_circle_is_named(tmp_path):
    for name, imported in ("ab", "bc", "cb"):
        (tmp_path / name).write_text(f'import {{ {imported} }} from "./{imported}";\n')
    with pytest.raises(ImportError, match="in a circle: b → c → b"):
        as_one(tmp_path / "a")


def test_the_kernel_s_server_still_lets_small_messages_wait():
    """So session.js sends empty ones. Where this fails, those can go, and the `if` in live.py."""
    folder = Path(jupyter_server.__file__).parent
    assert not any("set_nodelay" in path.read_text("utf-8") for path in folder.rglob("*.py"))


# A press whose answer was there ahead: it is shown, and not sent yet. Then something happens.
PRESSED = """
import { mock } from "node:test";
mock.timers.enable({ apis: ["setTimeout"] });
globalThis.document = { hidden: false };
const listeners = {};
const sent = [];
let answer = { number: 0 };
let isDead = false;
const model = {
    get: (name) => (name === "lab" ? { controls: [] } : answer),
    on: (event, listener) => { listeners[event] = listener; },
    off: (event) => { delete listeners[event]; },
    send(message) {
        if (isDead) throw new Error("no kernel");
        sent.push(message);
    },
};
const next = { change: { a: 1 }, hover: {} };
const session = openSession(model, () => {}, () => [next]);
function hear(number) {
    answer = { number };
    listeners["change:answer"]();
}
session.lookAhead();
mock.timers.tick(100);
const { ahead } = sent.pop();
listeners["msg:custom"]({ ahead, answer: { number: 1, isAhead: true } });
session.change("a", 1);
if (sent.length || !session.answer().isAhead) throw new Error("it has been sent");
"""
END = """
const state = session.state();
mock.timers.tick(5000);
const pressed = sent.filter((message) => !("ahead" in message)).map(({ number }) => number);
console.log(JSON.stringify({ state, sent: pressed }));
"""


@pytest.mark.parametrize(
    ("happens", "state", "sent"),
    [
        ("", "waiting", [1]),
        ("hear(1);", "ready", [1]),  # what another view asked for
        ("isDead = true; hear(1);", "lost", []),  # the same, as the last words of its kernel
        ("listeners.comm_live_update();", "lost", []),
        ("listeners.comm_live_update(); hear(1);", "ready", []),  # that kernel did answer
        ("session.close(); isDead = true;", "waiting", [1]),  # at once
    ],
)
def test_a_press_that_is_not_sent_yet_is_sent_once_or_said_to_be_lost(happens, state, sent):
    text = as_one(Path(scripts.__file__).with_name("session.js")) + PRESSED + happens + END
    command = [NODE, "--input-type=module", "-"]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == {"state": state, "sent": sent}
