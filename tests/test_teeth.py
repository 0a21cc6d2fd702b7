"""The checks bite: each is shown a notebook with the fault that it is there for."""

import copy
import subprocess
import sys
from pathlib import Path

import checks
import nbformat
import pytest

PATH = next(path for path in checks.PATHS if path.name.startswith("03"))
SANITIZE = Path(__file__).with_name("nbval_sanitize.cfg")
NOTEBOOK = checks.read(PATH)


def cell(notebook, kind, has):
    """The first cell of a kind whose source contains `has`."""
    return next(c for c in notebook.cells if c.cell_type == kind and has in c.source)


def output_with(notebook, text):
    return next(o for c in checks.code(notebook) for o in c.outputs if text in checks.html_of(o))


def strip(notebook):
    for c in checks.code(notebook):
        c.outputs, c.execution_count = [], None


def run_out_of_order(notebook):
    checks.code(notebook)[0].execution_count = 7


def keep_widget_state(notebook):
    notebook.metadata.widgets = {"state": {}}


def keep_times(notebook):
    notebook.cells[1].metadata["execution"] = {"iopub.execute_input": "2026-01-01"}


def grow(notebook):
    notebook.cells[0].source += "x" * 300_000


def warn(notebook):
    checks.code(notebook)[0].outputs = [nbformat.v4.new_output("stream", name="stderr", text="!")]


def leave_a_bare_repr(notebook):
    checks.code(notebook)[0].outputs = [
        nbformat.v4.new_output("execute_result", {"text/plain": "array([1])"})
    ]


def add_a_second_title(notebook):
    cell(notebook, "markdown", "## Recap").source += "\n\n# Another title"


def skip_a_level(notebook):
    cell(notebook, "markdown", "## Recap").source += "\n\n#### Too deep"


def use_punctuation_in_a_heading(notebook):
    part = cell(notebook, "markdown", "## Recap")
    part.source = part.source.replace("## Recap", "## Recap: all of it")


def delete_an_alt_text(notebook):
    data = output_with(notebook, "<img").data
    before, _, after = data["text/html"].partition('alt="')
    data["text/html"] = before + 'alt="' + after[after.index('"') :]


def delete_the_plain_text(notebook):
    del output_with(notebook, "<table").data["text/plain"]


def show_a_bare_png(notebook):
    output_with(notebook, "<img").data["image/png"] = "iVBORw0KGgo="


def forget_the_axes(notebook):
    data = output_with(notebook, "queries ↓").data
    data["text/html"] = data["text/html"].replace("↓", "").replace("→", "")


def print_too_many_digits(notebook):
    checks.code(notebook)[0].outputs = [
        nbformat.v4.new_output("stream", name="stdout", text="0.12345678")
    ]


def break_a_link(notebook):
    cell(notebook, "markdown", "## Recap").source += " [there](no_such.ipynb)"


def break_an_anchor(notebook):
    cell(notebook, "markdown", "## Recap").source += " [there](#No-such-heading)"


def open_an_answer(notebook):
    data = output_with(notebook, "<details").data
    data["text/html"] = data["text/html"].replace("<details", "<details open")


def print_beside_an_answer(notebook):
    answer = next(c for c in checks.code(notebook) if "prediction" in checks.tags(c))
    answer.outputs.append(nbformat.v4.new_output("stream", name="stdout", text="it is 3"))


def leave_a_prediction_open(notebook):
    answer = next(c for c in checks.code(notebook) if "prediction" in checks.tags(c))
    notebook.cells.remove(answer)


def import_no_numpy(notebook):
    first = checks.code(notebook)[0]
    first.source = first.source.replace("import numpy as np", "")


def add_a_long_cell(notebook):
    checks.code(notebook)[0].source += "\nx = 1" * 15


def add_many_words(notebook):
    cell(notebook, "markdown", "## Recap").source += " word" * 1500


def add_many_cells(notebook):
    notebook.cells[5:5] = [nbformat.v4.new_code_cell("x = 1") for _ in range(20)]


def change_the_minutes(notebook):
    top = notebook.cells[0]
    top.source = top.source.replace("**Time** 4", "**Time** 5")


def forget_the_minutes(notebook):
    part = cell(notebook, "markdown", "*4 minutes.*")
    part.source = part.source.replace("*4 minutes.*", "")


def forget_the_link_onward(notebook):
    part = cell(notebook, "markdown", "## Recap")
    part.source = part.source.replace("Next:", "Then:")


FAULTS = [
    (strip, checks.counts_are_sequential),
    (run_out_of_order, checks.counts_are_sequential),
    (keep_widget_state, checks.metadata_is_bare),
    (keep_times, checks.metadata_is_bare),
    (grow, checks.file_is_small),
    (warn, checks.outputs_are_meant),
    (leave_a_bare_repr, checks.outputs_are_meant),
    (add_a_second_title, checks.headings_are_in_order),
    (skip_a_level, checks.headings_are_in_order),
    (use_punctuation_in_a_heading, checks.headings_are_in_order),
    (delete_an_alt_text, checks.pictures_are_described),
    (delete_the_plain_text, checks.pictures_are_described),
    (show_a_bare_png, checks.pictures_are_described),
    (forget_the_axes, checks.matrices_name_their_axes),
    (print_too_many_digits, checks.numbers_are_short),
    (break_a_link, checks.links_resolve),
    (break_an_anchor, checks.links_resolve),
    (open_an_answer, checks.answers_are_closed),
    (print_beside_an_answer, checks.answers_are_closed),
    (leave_a_prediction_open, checks.answers_are_closed),
    (import_no_numpy, checks.first_cell_names_its_packages),
    (add_a_long_cell, checks.lesson_is_short),
    (add_many_words, checks.lesson_is_short),
    (add_many_cells, checks.lesson_is_short),
    (change_the_minutes, checks.lesson_says_its_minutes),
    (forget_the_minutes, checks.lesson_says_its_minutes),
    (forget_the_link_onward, checks.lesson_has_its_parts),
]


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=lambda x: x.__name__)
def test_the_fault_is_found(fault, check):
    notebook = copy.deepcopy(NOTEBOOK)
    assert check(notebook, PATH) == []
    fault(notebook)
    assert check(notebook, PATH) != []


def test_every_check_has_its_fault():
    assert {check for _, check in FAULTS} == {*checks.EVERY, *checks.LESSON}


def nbval(notebook, folder):
    path = folder / "short.ipynb"
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval"]
    command += ["--nbval-sanitize-with", str(SANITIZE), str(path), f"--rootdir={folder}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_nbval_passes_what_is_true_and_fails_what_is_false(tmp_path):
    short = copy.deepcopy(NOTEBOOK)
    short.cells = short.cells[:5]  # the imports, the table of raw scores
    assert nbval(short, tmp_path).returncode == 0
    data = output_with(short, "<td").data
    data["text/html"] = data["text/html"].replace(">4<", ">5<")
    red = nbval(short, tmp_path)
    assert red.returncode == 1
    assert "1 failed" in red.stdout
