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
from tools.repository import ROOT

PATH = next(path for path in checks.PATHS if path.name.startswith("03"))
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


def run_out_of_order(notebook):
    code(notebook)[0].execution_count = 7


def tag_for_nbval(notebook):
    code(notebook)[1].metadata["tags"] = ["nbval-ignore-output"]


def comment_for_nbval(notebook):
    code(notebook)[1].source += "\n# NBVAL_IGNORE_OUTPUT"


def add_a_raw_cell(notebook):
    notebook.cells.insert(3, nbformat.v4.new_raw_cell("raw"))


def keep_widget_state(notebook):
    notebook.metadata.widgets = {"state": {}}


def keep_times(notebook):
    notebook.cells[1].metadata["execution"] = {"iopub.execute_input": "2026-01-01"}


def grow(notebook):
    notebook.cells[0].source += "x" * 400_000


def warn(notebook):
    print_out(notebook, "!")
    code(notebook)[0].outputs[0].name = "stderr"


def leave_a_bare_repr(notebook):
    code(notebook)[0].outputs = [
        nbformat.v4.new_output("execute_result", {"text/plain": "array([1])"})
    ]


def delete_the_plain_text(notebook):
    del output_with(notebook, "<table").data["text/plain"]


def show_a_bare_png(notebook):
    output_with(notebook, "<img").data["image/png"] = "iVBORw0KGgo="


def show_a_jpeg(notebook):
    output_with(notebook, "<img").data = {"image/jpeg": "AAAA", "text/plain": "a figure"}


def show_an_svg(notebook):
    rewrite(notebook, "<table", "<svg><rect/></svg><table")


def put_a_heading_in_an_output(notebook):
    rewrite(notebook, "<table", "<h1>Another title</h1><table")


def add_a_second_title(notebook):
    write(notebook, "\n\n# Another title")


def indent_a_second_title(notebook):
    write(notebook, "\n\n  # Another title")


def underline_a_second_title(notebook):
    write(notebook, "\n\nAnother title\n===")


def underline_a_section(notebook):
    write(notebook, "\n\nAnother section\n---")


def write_a_title_in_html(notebook):
    write(notebook, "\n\n<h1>Another title</h1>")


def write_before_the_title(notebook):
    notebook.cells[0].source = "First.\n\n" + notebook.cells[0].source


def skip_a_level(notebook):
    write(notebook, "\n\n#### Too deep")


def use_punctuation_in_a_heading(notebook):
    part = cell(notebook, "markdown", "## Recap")
    part.source = part.source.replace("## Recap", "## Recap: all of it")


def delete_an_alt_text(notebook):
    rewrite(notebook, ' alt="[^"]*"', "")


def fill_an_alt_text(notebook):
    output_with(notebook, "<img").data["text/plain"] += "\n" + "x" * 30
    rewrite(notebook, 'alt="[^"]*"', f'alt="{"x" * 30}"')


def forget_an_alt_text_in_markdown(notebook):
    write(notebook, "\n\n![](../README.md)")


def delete_a_scope(notebook):
    rewrite(notebook, 'scope="col" ', "")


def make_cells_of_row_heads(notebook):
    rewrite(notebook, '<th scope="row"(.*?)</th>', r"<td\1</td>")


def empty_a_head(notebook):
    rewrite(notebook, '(<th scope="row"[^>]*>)[^<]*', r"\1")


def empty_a_caption(notebook):
    rewrite(notebook, "(<caption[^>]*>)[^<]*", r"\1")


def write_x_for_plain_text(notebook):
    output_with(notebook, "<img").data["text/plain"] = "x"


def leave_a_number_out_of_the_plain_text(notebook):
    rewrite(notebook, "(<td[^>]*>)", r"\g<1>1234")


def forget_the_axes(notebook):
    rewrite(notebook, "queries ↓ keys →", "")


def forget_the_axes_of_one_matrix(notebook):
    rewrite(notebook, "(?s)(keys ↓.*)queries ↓ features →", r"\1queries")


def print_too_many_digits(notebook):
    print_out(notebook, "0.12345678")


def print_too_many_digits_without_a_zero(notebook):
    print_out(notebook, ".123456789")


def print_too_many_digits_without_a_point(notebook):
    print_out(notebook, "1234567e-9")


def show_too_many_digits(notebook):
    rewrite(notebook, "(<td[^>]*>)[^<]*", r"\g<1>0.12345678")


def describe_with_too_many_digits(notebook):
    rewrite(notebook, 'alt="', 'alt="0.12345678 ')


def break_a_link_in_an_output(notebook):
    rewrite(notebook, "<td", '<td><a href="">there</a></td><td')


def open_an_answer(notebook):
    rewrite(notebook, "<details", "<details open")


def open_an_answer_after_its_style(notebook):
    rewrite(notebook, "<details ", '<details class="" open ')


def answer_in_the_summary(notebook):
    rewrite(notebook, "(<summary[^>]*>)[^<]*", r"\1Answer: it is 3")


def write_before_an_answer(notebook):
    rewrite(notebook, "<details", "it is 3 <details")


def draw_before_an_answer(notebook):
    rewrite(notebook, "<details", '<img alt="" src=""><details')


def print_beside_an_answer(notebook):
    stream = nbformat.v4.new_output("stream", name="stdout", text="it is 3")
    answer_cell(notebook).outputs.append(stream)


def show_beside_an_answer(notebook):
    shown = nbformat.v4.new_output("display_data", {"text/plain": "it is 3"})
    answer_cell(notebook).outputs.append(shown)


def leave_a_prediction_open(notebook):
    notebook.cells.remove(answer_cell(notebook))


def ask_twice_in_a_cell(notebook):
    cell(notebook, "markdown", "**Predict.**").source += "\n\n**Predict.** And then?"


def import_no_numpy(notebook):
    first = code(notebook)[0]
    first.source = first.source.replace("import numpy as np", "# import numpy as np")


def change_the_minutes(notebook):
    top = notebook.cells[0]
    top.source = top.source.replace("**Time** 4", "**Time** 5")


def forget_the_minutes(notebook):
    part = cell(notebook, "markdown", "*4 minutes.*")
    part.source = part.source.replace("*4 minutes.*", "")


def forget_the_link_onward(notebook):
    part = notebook.cells[-1]
    part.source = part.source.replace("Next:", "Then:")


def link_onward_to_itself(notebook):
    part = notebook.cells[-1]
    part.source = re.sub(r"\d\d_\w+\.ipynb\)", f"{PATH.name})", part.source)


def style_an_output(notebook):
    rewrite(notebook, "<table", "<style>td { color: white }</style><table")


def keep_a_live_widget(notebook):
    lab_cell(notebook).outputs.append(
        nbformat.v4.new_output("display_data", {execute.WIDGET: {"model_id": "0"}})
    )


def lab_cell(notebook):
    return cell(notebook, "code", "labs.softmax")


def forget_the_lab(notebook):
    notebook.cells.remove(lab_cell(notebook))


def show_no_still(notebook):
    lab_cell(notebook).outputs = []


def show_another_still(notebook):
    lab_cell(notebook).source = "labs.scores()"


def compute_beside_the_lab(notebook):
    lab_cell(notebook).source += "\nx = 1"


def check_cell(notebook):
    return cell(notebook, "code", 'check("scale"')


def forget_an_exercise(notebook):
    notebook.cells.remove(check_cell(notebook))


def leave_a_solution(notebook):
    check_cell(notebook).source = check_cell(notebook).source.replace("...  # 1 line", "0.5")


def change_a_task(notebook):
    cell(notebook, "markdown", "Complete the scores").source += " Or not."


def swap_two_exercises(notebook):
    one, two = (notebook.cells.index(check_cell(notebook)) - k for k in (0, 1))
    notebook.cells[one], notebook.cells[two] = notebook.cells[two], notebook.cells[one]


def leave_a_guess(notebook):
    guess = cell(notebook, "code", 'predict("times"')
    guess.source = guess.source.replace("...", "2.72")


def forget_the_payoff(notebook):
    notebook.cells.remove(cell(notebook, "code", "progress()"))


def unfold_a_slip(notebook):
    write(notebook, "\n\n*In the documents:* the table is printed with a slip.")


def fold_a_slip_without_a_link(notebook):
    write(notebook, "\n\n<details><summary>In the documents</summary>A slip.</details>")


def open_a_hint(notebook):
    data = check_cell(notebook).outputs[0].data
    data["text/html"] = data["text/html"].replace("<details", "<details open")


def open_the_answer_to_a_guess(notebook):
    data = cell(notebook, "code", 'predict("times"').outputs[0].data
    data["text/html"] = data["text/html"].replace("<details", "<details open")


def say_the_answer_beside_a_guess(notebook):
    data = cell(notebook, "code", 'predict("times"').outputs[0].data
    data["text/html"] += "<div>2.72</div>"


def show_a_value_in_a_lesson(notebook):
    cell(notebook, "code", "print(").outputs += check_cell(notebook).outputs


def forget_a_tag(notebook):
    del lab_cell(notebook).metadata["tags"]


def forget_which_prediction(notebook):
    del cell(notebook, "code", 'predict("times"').metadata["entry"]


def name_another_entry(notebook):
    check_cell(notebook).metadata["entry"] = "softmax"


def ask_without_a_tag(notebook):
    write(notebook, "\n\n**Predict.** And then?")


def tag_what_shows_nothing(notebook):
    drawing = cell(notebook, "code", "show(flow")
    drawing.outputs = []


def forget_the_fields_of_a_drawing(notebook):
    output_with(notebook, "<img").metadata = {}


def compute_among_the_imports(notebook):
    code(notebook)[0].source += "\nx = 1"


FAULTS = [
    (forget_a_tag, checks.tags_are_true),
    (forget_which_prediction, checks.tags_are_true),
    (name_another_entry, checks.tags_are_true),
    (ask_without_a_tag, checks.tags_are_true),
    (tag_what_shows_nothing, checks.tags_are_true),
    (forget_the_fields_of_a_drawing, checks.tags_are_true),
    (compute_among_the_imports, checks.tags_are_true),
    (forget_an_exercise, checks.lesson_has_its_exercises),
    (leave_a_solution, checks.lesson_has_its_exercises),
    (change_a_task, checks.lesson_has_its_exercises),
    (swap_two_exercises, checks.lesson_has_its_exercises),
    (leave_a_guess, checks.lesson_has_its_exercises),
    (forget_the_payoff, checks.lesson_ends_with_its_payoff),
    (unfold_a_slip, checks.lesson_folds_the_documents_slips),
    (fold_a_slip_without_a_link, checks.lesson_folds_the_documents_slips),
    (open_a_hint, checks.answers_are_closed),
    (open_the_answer_to_a_guess, checks.answers_are_closed),
    (say_the_answer_beside_a_guess, checks.answers_are_closed),
    (show_a_value_in_a_lesson, checks.outputs_are_meant),
    (style_an_output, checks.outputs_are_meant),
    (keep_a_live_widget, checks.outputs_are_meant),
    (forget_the_lab, checks.lesson_has_its_lab),
    (show_no_still, checks.lesson_has_its_lab),
    (show_another_still, checks.tags_are_true),
    (compute_beside_the_lab, checks.tags_are_true),
    (strip, checks.counts_are_sequential),
    (run_out_of_order, checks.counts_are_sequential),
    (tag_for_nbval, checks.nothing_is_skipped),
    (comment_for_nbval, checks.nothing_is_skipped),
    (add_a_raw_cell, checks.nothing_is_skipped),
    (keep_widget_state, checks.metadata_is_bare),
    (keep_times, checks.metadata_is_bare),
    (grow, checks.file_is_small),
    (warn, checks.outputs_are_meant),
    (leave_a_bare_repr, checks.outputs_are_meant),
    (delete_the_plain_text, checks.outputs_are_meant),
    (show_a_bare_png, checks.outputs_are_meant),
    (show_a_jpeg, checks.outputs_are_meant),
    (show_an_svg, checks.outputs_are_meant),
    (put_a_heading_in_an_output, checks.outputs_are_meant),
    (add_a_second_title, checks.headings_are_in_order),
    (indent_a_second_title, checks.headings_are_in_order),
    (underline_a_second_title, checks.headings_are_in_order),
    (underline_a_section, checks.headings_are_in_order),
    (write_a_title_in_html, checks.headings_are_in_order),
    (write_before_the_title, checks.headings_are_in_order),
    (skip_a_level, checks.headings_are_in_order),
    (use_punctuation_in_a_heading, checks.headings_are_in_order),
    (delete_an_alt_text, checks.pictures_are_described),
    (fill_an_alt_text, checks.pictures_are_described),
    (forget_an_alt_text_in_markdown, checks.pictures_are_described),
    (delete_a_scope, checks.pictures_are_described),
    (make_cells_of_row_heads, checks.pictures_are_described),
    (empty_a_head, checks.pictures_are_described),
    (empty_a_caption, checks.pictures_are_described),
    (write_x_for_plain_text, checks.pictures_are_described),
    (leave_a_number_out_of_the_plain_text, checks.pictures_are_described),
    (forget_the_axes, checks.matrices_name_their_axes),
    (forget_the_axes_of_one_matrix, checks.matrices_name_their_axes),
    (print_too_many_digits, checks.numbers_are_short),
    (print_too_many_digits_without_a_zero, checks.numbers_are_short),
    (print_too_many_digits_without_a_point, checks.numbers_are_short),
    (show_too_many_digits, checks.numbers_are_short),
    (describe_with_too_many_digits, checks.numbers_are_short),
    (break_a_link_in_an_output, checks.links_resolve),
    (open_an_answer, checks.answers_are_closed),
    (open_an_answer_after_its_style, checks.answers_are_closed),
    (answer_in_the_summary, checks.answers_are_closed),
    (write_before_an_answer, checks.answers_are_closed),
    (draw_before_an_answer, checks.answers_are_closed),
    (print_beside_an_answer, checks.answers_are_closed),
    (show_beside_an_answer, checks.answers_are_closed),
    (leave_a_prediction_open, checks.answers_are_closed),
    (ask_twice_in_a_cell, checks.tags_are_true),
    (import_no_numpy, checks.first_cell_imports_numpy),
    (change_the_minutes, checks.lesson_says_its_minutes),
    (forget_the_minutes, checks.lesson_says_its_minutes),
    (forget_the_link_onward, checks.lesson_has_its_parts),
    (link_onward_to_itself, checks.lesson_has_its_parts),
]

LINKS = [
    "[there](no_such.ipynb)",
    "[there](#No-such-heading)",
    "[there](../README.md#nope)",
    "[there](../notebooks)",
    "[there](../../../../../../../etc/passwd)",
    f"[there]({PATH})",
    "[there](javascript:alert)",
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


@pytest.mark.parametrize("link", LINKS)
def test_the_link_is_found(link):
    notebook = copy.deepcopy(NOTEBOOK)
    write(notebook, " [next](04_worked_example.ipynb#Softmax)")
    assert checks.links_resolve(Lesson(PATH, notebook)) == []
    write(notebook, f" {link}")
    assert len(checks.links_resolve(Lesson(PATH, notebook))) == 1


def test_every_check_has_its_fault():
    assert {check for _, check in FAULTS} == {*checks.EVERY, *checks.LESSON}


def run_pytest(folder, *arguments, **environment):
    """pytest over a folder, with no plugins but those named."""
    environment = os.environ | environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    command += [f"--rootdir={folder}"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_in_ci_a_skip_is_a_failure_unless_it_cannot_be_helped(tmp_path, ci, code):
    for i, reason in enumerate(["tired", f"{ANYWAY}Mars"]):
        (tmp_path / f"test_{i}.py").write_text(
            f"import pytest\n\ndef test_skip():\n    pytest.skip({reason!r})\n"
        )
    done = run_pytest(tmp_path, "-p", "xdist", "-p", "tests.running", CI=ci, PYTHONPATH=str(ROOT))
    assert done.returncode == code
    assert ("1 tests were skipped" in done.stdout) == bool(ci)


def test_nbval_passes_what_is_true_and_fails_what_is_false(tmp_path):
    true = copy.deepcopy(NOTEBOOK)
    true.cells = true.cells[:5]  # the imports, the table of raw scores
    false = copy.deepcopy(true)
    data = output_with(false, "<td").data
    data["text/html"] = data["text/html"].replace(">4<", ">5<")
    nbformat.write(true, tmp_path / "true.ipynb")
    nbformat.write(false, tmp_path / "false.ipynb")
    done = run_pytest(tmp_path, "-p", "nbval", "--nbval", f"--nbval-sanitize-with={SANITIZE}")
    assert re.findall("FAILED (.*)::", done.stdout) == ["false.ipynb"]
    assert "1 failed, 3 passed" in done.stdout
