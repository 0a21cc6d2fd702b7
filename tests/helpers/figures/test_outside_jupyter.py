"""What a script of Python prints in the place of pictures and labs: their words."""

import subprocess
import sys

SCRIPT = """
from helpers import labs
from helpers.drawing.drawing import Drawing
from helpers.drawing.picture import answer, aside, show
from helpers.figures import growing
drawing = Drawing("Two lines", "One is longer.", 10, 10, ())
show(drawing, "and a string")
answer(drawing)
aside("beside")
watch = growing("Training", 2)
watch([3.0])
watch([3.0, 2.0])
labs.lookup()
"""


def test_a_script_prints_the_words_of_what_it_shows(tmp_path):
    command = [sys.executable, "-X", "utf8", "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path)
    assert done.stderr == ""
    shown, _, rest = done.stdout.partition("Answer:\n")
    assert shown == "Two lines\nOne is longer.\n\nand a string\n"
    assert rest.startswith("Two lines\nOne is longer.\nbeside\n")
    assert "Training: 1 of 2 steps" in rest
    assert "Lab: " in rest
    assert not any(sign in done.stdout for sign in ("base64", "<div", "widget-view", "{"))
