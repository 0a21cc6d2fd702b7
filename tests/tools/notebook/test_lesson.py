"""The reader of notebooks: what a lesson, a cell and an output are known by."""

import json
import re
import warnings

import nbformat
import pytest

from helpers.drawing.picture import FIELDS
from helpers.exercises import CHECKED, PREDICTED
from helpers.labs.engine.live import SWITCH
from tests.lessons import SERIES
from tools.notebook.blocks import blocks, headings
from tools.notebook.cell import Cell
from tools.notebook.lesson import read
from tools.notebook.media import BOOK, JUPYTERLAB, WORKBENCH
from tools.notebook.outputs import Output

LESSONS = {lesson.number: lesson for lesson in SERIES}


def cell(source, kind="code", **metadata):
    new = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    return Cell(new(source, metadata=metadata), 0)


def cells_of(number, kind):
    return [cell for cell in LESSONS[number].cells if cell.kind == kind]


def test_an_entry_says_what_a_cell_asks_or_answers():
    assert cell("", "markdown", entry="jacobian").kind == "task"
    assert cell("", entry="jacobian").kind == "check"
    assert cell("", entry="jacobian").entry is CHECKED["jacobian"]
    assert cell("", entry="times", tags=["prediction"]).entry is PREDICTED["times"]
    with pytest.raises(ValueError, match="has the entry 'unheard_of'"):
        _ = cell("", entry="unheard_of").entry


def test_what_is_asked_stands_below_what_leads_up_to_it():
    asking = cell("## Here\n\n*3 minutes.* So far.\n\n**Predict.** And then?", "markdown")
    assert asking.leading == ["## Here", "So far.", "**Predict.** And then?"]
    assert asking.asked == []
    asking.stored.metadata["tags"] = ["predict"]
    assert asking.leading == ["## Here", "So far."]
    assert asking.asked == ["**Predict.** And then?"]
    assert asking.heading == (2, "Here")


def test_a_solved_cell_has_what_is_right():
    guess = cell('predict("times", ...)', entry="times", tags=["prediction"])
    assert guess.solved() == f'predict("times", {PREDICTED["times"].truth()!r})'
    assert CHECKED["jacobian"].solution.strip() in cell("", entry="jacobian").solved()
    assert cell("x = 1").solved() == "x = 1"


def test_a_heading_is_one_thing_to_blocks_headings_and_cells():
    source = "  ## Two\ntext\n#no-heading\n\n```\n# code\n```"
    assert headings(source) == [(2, "Two")]
    assert cell(source, "markdown").heading == (2, "Two")
    assert blocks(source)[:2] == ["## Two", "text\n#no-heading"]


def test_each_guess_has_its_first_answer():
    pairs = [pair for section in LESSONS["03"].sections for pair in section.predictions]
    assert [asking.id for asking, _ in pairs] == [x.id for x in cells_of("03", "predict")]
    assert {answer.id for _, answer in pairs} <= {x.id for x in cells_of("03", "prediction")}


@pytest.mark.parametrize("number", [number for number in LESSONS if number != "90"])
def test_each_medium_has_its_own_words(number):
    """In the place of JupyterLab's, which stand in the notebook."""
    for task in cells_of(number, "task"):
        assert task.source == JUPYTERLAB.task(task.entry)
        assert BOOK.task(task.entry) == task.source.replace(JUPYTERLAB.stop, BOOK.stop)
    texts = [cell.source for cell in LESSONS[number].markdown if "jupyter" not in cell.tags]
    for text in set(texts) - {task.source for task in cells_of(number, "task")}:
        assert not re.search("In JupyterLab|\\*(Run|Kernel) >", BOOK.text(text))
        assert "Interrupt" not in WORKBENCH.text(text)
    for lab in cells_of(number, "lab"):
        (output,) = lab.outputs
        html = output.html_with(state=BOOK.still, frame_of=lambda name: f"<i id={name}>")
        assert html.startswith(f"<i id={lab.lab}>")
        assert BOOK.still in html
        assert JUPYTERLAB.still not in html
        assert JUPYTERLAB.still in output.html
        assert output.html == SWITCH + output.html_with()


def test_the_drawings_of_an_output_are_found_by_its_fields():
    (output,) = next(x for x in LESSONS["03"].cells if x.id == "here").outputs
    (drawing,), ((suffix, svg),) = output.drawings, output.files()
    assert suffix == ".svg"
    assert svg.startswith(b"<svg ")
    assert f'width="{drawing.width}" height="{drawing.height}"' in svg.decode()
    html = output.html_with(tag_of=lambda drawing: '<img src="data:image/svg+xml;base64,')
    assert html.count("<img src=") == output.html.count("<img alt=") == 1


def test_fields_that_are_not_in_the_html_are_refused():
    (output,) = next(x for x in LESSONS["03"].cells if x.id == "here").outputs
    stored = nbformat.from_dict(output.stored)
    stored.metadata[FIELDS]["drawings"][0]["title"] = "Another"
    with pytest.raises(ValueError, match="make notebooks"):
        Output(stored).files()


def colab(cell, place):
    """As Colab saves a cell."""
    cell["metadata"]["id"] = f"aB{place}-_"


def twice(cell, place):
    cell["id"] = "pasted"


@pytest.mark.parametrize("save", [None, colab, twice])
@pytest.mark.parametrize("minor", [4, 5])
@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["", "BOM"])
def test_a_notebook_without_ids_is_given_the_same_ones_each_time(save, minor, begin, tmp_path):
    stored = json.loads(LESSONS["03"].path.read_text("utf-8"))
    stored["nbformat_minor"] = minor
    for place, each in enumerate(stored["cells"]):
        del each["id"]
        if save:
            save(each, place)
    path = tmp_path / LESSONS["03"].path.name
    path.write_text(begin + json.dumps(stored, indent=1), "utf-8", newline="\r\n")
    with warnings.catch_warnings(action="error"):
        lesson = read(path)
        nbformat.validate(lesson.notebook)
    assert lesson.notebook.nbformat_minor == 5
    ids = [cell.id for cell in lesson.cells]
    assert len({*ids}) == len(ids)
    assert ids == [cell.id for cell in read(path).cells]
    assert (ids[2] == "aB2-_") == (save is colab)
    assert not any("id" in cell.stored.metadata for cell in lesson.cells)
