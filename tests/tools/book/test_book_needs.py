"""What helpers ask of the book's Python, found without making the book: its other tests make it."""

import ast
import builtins
import subprocess
import sys

from tests.lessons import read
from tools.repository import PATHS, ROOT

IMPORT_ALL = """
import pkgutil, sys
sys.path.insert(0, "tools/book/web")
import notebook, helpers.exercises  # notebook stands in for Jupyter
for module in pkgutil.walk_packages(helpers.__path__, "helpers."):
    is_text = module.name.split(".")[-1] in helpers.exercises.CHECKED  # in cells
    if not is_text and module.name != "helpers.ask.live":  # which ask() does without
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
        made = {*dir(builtins)}
        for i, cell in enumerate(code):
            if i < long or cell.entry:
                used, given = names_in(cell.solved())
                assert used <= made | given, cell.id
                made |= given
                found += i > long
    assert found > 3  # those of 12


def names_in(source):
    """The names that a cell uses and those that it gives, in its functions, too."""
    used, given = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else given).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            given.add(node.name)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, ast.alias):
            given.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            given.add(node.name)
    return used, given
