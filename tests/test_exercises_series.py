"""The series with every solution in its place says all done; as it is stored, not yet."""

import re

import checks
import nbformat
import pytest
from execute import NOTEBOOKS
from nbclient import NotebookClient

from helpers.exercises import NOTEBOOKS as FILES
from helpers.exercises import PREDICTED

by_stem = pytest.mark.parametrize("path", checks.LESSONS, ids=lambda path: path.stem[:2])


@by_stem
def test_the_solved_series_says_all_done(path):
    notebook = nbformat.read(path, as_version=4)
    entries = {f"check-{entry.name}": entry for entry in FILES[path.stem].CHECKED}
    for cell in notebook.cells:
        if cell.id in entries:
            cell.source = entries[cell.id].solved()
        elif cell.cell_type == "code":
            cell.source = re.sub(r'predict\("(\w+)", \.\.\.\)', guessed, cell.source)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": NOTEBOOKS}}).execute()
    said = feedback(notebook)
    assert len(said) == len(entries) + len(FILES[path.stem].PREDICTED) + 1
    assert [text.partition("\n")[0] for text in said if not text.startswith("✓")] == []
    assert said[-1].startswith("✓ All done")


def guessed(found):
    return f'predict("{found[1]}", {PREDICTED[found[1]].truth()!r})'


@by_stem
def test_the_unsolved_series_says_not_yet(path):
    """As stored, which other tests find to be what Run All gives."""
    said = feedback(checks.read(path))
    firsts = [re.match(r"○ (Not yet|Predict|Progress)", text) for text in said]
    assert all(firsts)
    assert "0 of" in said[-1]


def feedback(notebook):
    """The texts of all answers in a notebook, in order."""
    return [
        output.data["text/plain"]
        for cell in checks.code(notebook)
        if checks.is_checked(cell)
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
