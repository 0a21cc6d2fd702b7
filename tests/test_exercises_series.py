"""The series with every solution in its place says all done; as it is stored, not yet."""

import ast
import contextlib
import io
import re

import checks
import pytest
import stored
from answers import kept
from IPython.core.formatters import DisplayFormatter

from helpers import exercises
from helpers.exercises import FILES, PREDICTED

by_stem = pytest.mark.parametrize("path", checks.LESSONS, ids=lambda path: path.stem[:2])


@by_stem
def test_the_solved_series_says_all_done(path, monkeypatch):
    monkeypatch.setattr(exercises, "_done", {})  # as in a new kernel
    entries = {f"check-{entry.name}": entry for entry in FILES[path.stem].CHECKED}
    names, said = {"__name__": "__main__"}, []
    for cell in stored.code(stored.read(path)):
        source = entries[cell.id].solved() if cell.id in entries else cell.source
        source = re.sub(r'predict\("(\w+)", \.\.\.\)', guessed, source)
        value = run(source, names)
        if stored.is_checked(cell):
            said.append(DisplayFormatter().format(value)[0]["text/plain"])
    assert len(said) == len(entries) + len(FILES[path.stem].PREDICTED) + 1
    assert [text.partition("\n")[0] for text in said if not text.startswith("✓")] == []
    assert said[-1].startswith("✓ All done")


def run(source, names):
    """Run a cell as Jupyter does: the value of its last line, if that is an expression."""
    *lines, last = ast.parse(source).body
    value = isinstance(last, ast.Expr)
    file = kept(source)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(ast.Module(lines if value else [*lines, last], []), file, "exec"), names)
        return eval(compile(ast.Expression(last.value), file, "eval"), names) if value else None


def guessed(found):
    return f'predict("{found[1]}", {PREDICTED[found[1]].truth()!r})'


@by_stem
def test_the_unsolved_series_says_not_yet(path):
    """As stored, which other tests find to be what Run All gives."""
    cells = [cell for cell in stored.code(stored.read(path)) if stored.is_checked(cell)]
    said = [cell.outputs[-1].data["text/plain"] for cell in cells]
    firsts = [re.match(r"○ (Not yet|Predict|Progress)", text) for text in said]
    assert all(firsts)
    assert "0 of" in said[-1]
