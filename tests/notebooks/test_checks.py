"""The checks bite: each is shown a notebook with the fault that it is there for."""

import copy
import os
import re
import subprocess
import sys

import nbformat
import pytest

from tests.notebooks import checks
from tests.running import ANYWAY
from tools.notebook import execute
from tools.notebook.lesson import Lesson
from tools.repository import PATHS, ROOT

PATH = next(path for path in PATHS if path.name.startswith("03"))
SANITIZE = ROOT / "tests" / "nbval_sanitize.cfg"
NOTEBOOK = nbformat.read(PATH, as_version=4)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def html_of(output):
    return output.get("data", {}).get("text/html", "")


def cell(notebook, kind, has):
    """The first cell of a kind whose source contains `has`."""
    return next(c for c in notebook.cells if c.cell_type == kind and has in c.source)


def output_with(notebook, text):
    return next(o for c in code(notebook) for o in c.outputs if text in html_of(o))


def rewrite(notebook, pattern, new):
    """Replace the first match of a pattern in the HTML of an output, which must have one."""
    for c in code(notebook):
        for output in c.outputs:
            html, count = re.subn(pattern, new, html_of(output), count=1)
            if count:
                output.data["text/html"] = html
                return
    raise AssertionError(f"no output has {pattern}")


def write(notebook, text):
    """Add a text to the recap."""
    cell(notebook, "markdown", "## Recap").source += text


def print_out(notebook, text):
    """Have the first code cell print a text, and nothing else."""
    code(notebook)[0].outputs = [nbformat.v4.new_output("stream", name="stdout", text=text)]


def answer_cell(notebook):
    return next(c for c in code(notebook) if "prediction" in c.metadata.get("tags", []))


def strip(notebook):
    for c in code(notebook):
        c.outputs, c.execution_count = [], None


def tag_for_nbval(notebook):
    code(notebook)[1].metadata["tags"] = ["nbval-ignore-output"]


def import_a_slider_without_a_tag(notebook):
    cell(notebook, "code", "def ").source += "\nfrom ipywidgets import interact"


def keep_widget_state(notebook):
    notebook.metadata.widgets = {"state": {}}


def grow(notebook):
    notebook.cells[0].source += "x" * 400_000


def print_too_many_digits(notebook):
    print_out(notebook, "0.12345678")


def leave_a_prediction_open(notebook):
    notebook.cells.remove(answer_cell(notebook))


def import_no_numpy(notebook):
    first = code(notebook)[0]
    first.source = first.source.replace("import numpy as np", "# import numpy as np")


def change_the_minutes(notebook):
    top = notebook.cells[0]
    top.source = top.source.replace("**Time** 4", "**Time** 5")


def forget_the_map(notebook):
    notebook.cells = [cell for cell in notebook.cells if cell.id != "here"]


def link_onward_to_itself(notebook):
    part = notebook.cells[-1]
    part.source = re.sub(r"\d\d_\w+\.ipynb\)", f"{PATH.name})", part.source)


def keep_a_live_widget(notebook):
    lab_cell(notebook).outputs.append(
        nbformat.v4.new_output("display_data", {execute.WIDGET: {"model_id": "0"}})
    )


def lab_cell(notebook):
    return cell(notebook, "code", "labs.softmax")


def show_no_still(notebook):
    lab_cell(notebook).outputs = []


def check_cell(notebook):
    return cell(notebook, "code", 'check("scale"')


def leave_a_solution(notebook):
    check_cell(notebook).source = check_cell(notebook).source.replace("...  # 1 line", "0.5")


def forget_the_payoff(notebook):
    notebook.cells.remove(cell(notebook, "code", "progress()"))


def say_the_answer_beside_a_guess(notebook):
    data = cell(notebook, "code", 'predict("times"').outputs[0].data
    data["text/html"] += "<div>2.72</div>"


def forget_a_tag(notebook):
    del lab_cell(notebook).metadata["tags"]


def forget_the_fields_of_a_drawing(notebook):
    output_with(notebook, "<img").metadata = {}


FAULTS = [
    (forget_a_tag, checks.tags_are_true),
    (forget_the_fields_of_a_drawing, checks.tags_are_true),
    (leave_a_solution, checks.lesson_has_its_exercises),
    (forget_the_payoff, checks.lesson_ends_with_its_payoff),
    (say_the_answer_beside_a_guess, checks.answers_are_closed),
    (keep_a_live_widget, checks.outputs_are_meant),
    (show_no_still, checks.lesson_has_its_lab),
    (strip, checks.counts_are_sequential),
    (import_a_slider_without_a_tag, checks.tags_are_true),
    (tag_for_nbval, checks.nothing_is_skipped),
    (keep_widget_state, checks.metadata_is_bare),
    (grow, checks.file_is_small),
    (print_too_many_digits, checks.numbers_are_short),
    (leave_a_prediction_open, checks.answers_are_closed),
    (import_no_numpy, checks.first_cell_imports_numpy),
    (change_the_minutes, checks.lesson_says_its_minutes),
    (link_onward_to_itself, checks.lesson_has_its_parts),
    (forget_the_map, checks.lesson_says_where_it_is),
]

REWRITTEN = [  # the first match of this pattern in an output, what stands there instead
    (' alt="[^"]*"', "", checks.pictures_are_described),
    ("(<td[^>]*>)", r"\g<1>1234", checks.pictures_are_described),
    ("(?s)(keys ↓.*)queries ↓ features →", r"\1queries", checks.matrices_name_their_axes),
    ("<td", '<td><a href="">there</a></td><td', checks.links_resolve),
    ("<details", "<details open", checks.answers_are_closed),
    ("<table", "<h1>Another title</h1><table", checks.outputs_are_meant),
]
WRITTEN = [  # into the recap
    ("\n\n#### Too deep", checks.headings_are_in_order),
    ('\n\nThe word "it".', checks.quotation_marks_are_a_printers),
    ("\n\n*In the documents:* a slip.", checks.lesson_folds_the_documents_slips),
]
LINKS = [
    "[there](no_such.ipynb)",
    "[there](#No-such-heading)",
    "[there](../README.md#nope)",
    "[there](../../../../../../../etc/passwd)",
    f"[there]({PATH})",
    "[there](file:///etc/passwd)",
    "[there]()",
    '<a href="no_such.ipynb">there</a>',
    "[there][1]\n\n[1]: 04_worked_example.ipynb",
]


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=lambda x: x.__name__)
def test_the_fault_is_found(fault, check):
    notebook = copy.deepcopy(NOTEBOOK)
    assert check(Lesson(PATH, notebook)) == []
    fault(notebook)
    assert check(Lesson(PATH, notebook)) != []


@pytest.mark.parametrize(("pattern", "new", "check"), REWRITTEN)
def test_the_fault_of_an_output_is_found(pattern, new, check):
    notebook = copy.deepcopy(NOTEBOOK)
    rewrite(notebook, pattern, new)
    assert check(Lesson(PATH, notebook)) != []


@pytest.mark.parametrize(("text", "check"), WRITTEN)
def test_the_fault_of_a_text_is_found(text, check):
    notebook = copy.deepcopy(NOTEBOOK)
    write(notebook, text)
    assert check(Lesson(PATH, notebook)) != []


@pytest.mark.parametrize("link", LINKS)
def test_the_link_is_found(link):
    notebook = copy.deepcopy(NOTEBOOK)
    write(notebook, " [next](04_worked_example.ipynb#Five-words)")
    assert checks.links_resolve(Lesson(PATH, notebook)) == []
    write(notebook, f" {link}")
    assert len(checks.links_resolve(Lesson(PATH, notebook))) == 1


def run_pytest(folder, *arguments, **environment):
    """pytest over a folder, with no plugins but those named."""
    environment = os.environ | environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    command += [f"--rootdir={folder}"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def test_in_ci_a_skip_is_a_failure_unless_it_cannot_be_helped(tmp_path):
    for i, reason in enumerate(["tired", f"{ANYWAY}Mars"]):
        (tmp_path / f"test_{i}.py").write_text(
            f"import pytest\n\ndef test_skip():\n    pytest.skip({reason!r})\n"
        )
    done = run_pytest(tmp_path, "-p", "xdist", "-p", "tests.running", CI="1", PYTHONPATH=str(ROOT))
    assert done.returncode == 1
    assert "1 tests were skipped" in done.stdout


@pytest.mark.sample
def test_nbval_passes_what_is_true_and_fails_what_is_false(tmp_path):
    true = copy.deepcopy(NOTEBOOK)
    true.cells = true.cells[:5]  # the imports, the map, the table of raw scores
    false = copy.deepcopy(true)
    data = output_with(false, "<td").data
    data["text/html"] = data["text/html"].replace(">3<", ">5<")
    nbformat.write(true, tmp_path / "true.ipynb")
    nbformat.write(false, tmp_path / "false.ipynb")
    done = run_pytest(tmp_path, "-p", "nbval", "--nbval", f"--nbval-sanitize-with={SANITIZE}")
    assert re.findall("FAILED (.*)::", done.stdout) == ["false.ipynb"]
    assert "1 failed, 5 passed" in done.stdout
