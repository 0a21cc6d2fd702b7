"""What commands print into a file whose encoding does not have every sign."""

import os
import subprocess
import sys

import pytest

from tools.repository import ROOT

IMPORTED = [
    "import tools",
    # start.py runs by its path alone
    "import sys; sys.path.insert(0, 'tools'); import start; start.ensure = lambda pins: None; "
    "start.PYTHON = sys.executable; start.main(['python', '-c', ''])",
]


@pytest.mark.parametrize("imported", IMPORTED, ids=["tools", "start"])
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_sign_that_it_does_not_have_is_a_question_mark(imported, encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-c", f"{imported}; print('\\u0141ukasz')"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment)
    assert (done.stdout.split(), done.stderr) == ([b"?ukasz"], b"")
