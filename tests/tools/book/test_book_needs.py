"""What helpers ask of the book's Python, found without making the book: its other tests make it."""

import builtins
import subprocess
import sys

from helpers.names_in_code import bound, used
from tests.lessons import read
from tools.repository import PATHS, ROOT

IMPORT_ALL = """
import pkgutil, sys
sys.path.insert(0, "tools/book/web")
import notebook, helpers.exercises  # notebook stands in for Jupyter
for module in pkgutil.walk_packages(helpers.__path__, "helpers."):
    is_text = module.name.split(".")[-1] in helpers.exercises.CHECKED  # in cells
    without = "helpers.ask.live", "helpers.drawing.press"  # ask(), and cells tagged `widget`
    if not is_text and module.name not in without:
        __import__(module.name)
print(*{name.partition(".")[0] for name in sys.modules} & {"anywidget", "matplotlib", "traitlets"})
"""


def test_helpers_need_nothing_of_jupyter_s_that_the_book_has_not():
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert not done.returncode, done.stderr
    assert done.stdout.split() == []


def test_answers_below_what_takes_minutes_need_nothing_of_it():
    """The book checks them without it (cells.js)."""
    found = 0
    for path in PATHS:
        code = read(path).code
        long = next((i for i, cell in enumerate(code) if cell.browser_minutes), len(code))
        run = [cell for i, cell in enumerate(code) if i < long or cell.entry]
        made = {*dir(builtins)}.union(*(bound(cell.solved()) for cell in run))
        for cell in run:
            assert used(cell.solved()) <= made, cell.id
        found += len(run) - min(long, len(code))
    assert found > 3  # those of 12
