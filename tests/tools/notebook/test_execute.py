"""make notebooks writes tasks and stubs from their entries, and overwrites no edit."""

import nbformat
import pytest
from nbconvert.exporters import ScriptExporter

from helpers.exercises import CHECKED
from tools.notebook import execute

NAME = "scale"
CELLS = ["task", "check"]


@pytest.fixture
def notebook():
    """A notebook of one task and one stub, as make notebooks wrote them."""
    task, check = nbformat.v4.new_markdown_cell(""), nbformat.v4.new_code_cell("")
    task["id"], check["id"] = f"task-{NAME}", f"check-{NAME}"
    for cell in (task, check):
        cell.metadata["entry"] = NAME
    notebook = nbformat.v4.new_notebook(cells=[task, check])
    execute.write_exercises(notebook, "03.ipynb")
    assert [cell.source for cell in notebook.cells] == [CHECKED[NAME].task, CHECKED[NAME].source()]
    return notebook


@pytest.fixture
def change_the_entry(monkeypatch):
    def change(task, stub):
        class Entry:
            name = NAME
            source = staticmethod(lambda: stub)

        Entry.task = task
        monkeypatch.setitem(CHECKED, NAME, Entry)

    return change


def test_a_changed_entry_is_written_again_and_again(notebook, change_the_entry):
    for texts in [("task 1", "stub = 1"), ("task 2", "stub = 2"), ("task 2", "stub = 2")]:
        change_the_entry(*texts)
        execute.write_exercises(notebook, "03.ipynb")
        assert [cell.source for cell in notebook.cells] == [*texts]


@pytest.mark.parametrize("changed", [False, True], ids=["entry as it was", "entry changed"])
@pytest.mark.parametrize("at", [0, 1], ids=CELLS)
def test_an_edited_cell_is_named_and_kept(notebook, change_the_entry, at, changed):
    if changed:
        change_the_entry("another task", "another = ...")
    notebook.cells[at].source += " edited"
    with pytest.raises(SystemExit, match=rf"03\.ipynb, cell {CELLS[at]}-scale: .* edited in"):
        execute.write_exercises(notebook, "03.ipynb")
    assert notebook.cells[at].source.endswith(" edited")


def test_the_ids_are_those_by_which_answers_are_found(notebook):
    for cell in notebook.cells:
        cell["id"] = "pasted"
    execute.write_exercises(notebook, "03.ipynb")
    assert [cell.id for cell in notebook.cells] == ["task-scale", "check-scale"]


def test_an_unknown_entry_is_named_with_its_cell_and_file(notebook):
    notebook.cells[1].metadata["entry"] = "scael"
    needed = r"^03\.ipynb, cell check-scale: 'scael' is not in .* of helpers/exercises/n03\.py$"
    with pytest.raises(SystemExit, match=needed):
        execute.write_exercises(notebook, "03.ipynb")


def test_an_edit_that_went_into_the_entry_as_well_is_no_loss(notebook, change_the_entry):
    change_the_entry("another task", CHECKED[NAME].source())
    notebook.cells[0].source = "another task"
    execute.write_exercises(notebook, "03.ipynb")
    assert notebook.cells[0].source == "another task"


def test_a_text_that_was_never_written_is_kept(notebook):
    del notebook.cells[0].metadata["written"]
    notebook.cells[0].source = "my own task"
    with pytest.raises(SystemExit, match="cell task-scale"):
        execute.write_exercises(notebook, "03.ipynb")


def test_the_notebook_s_file_is_untouched(notebook, tmp_path):
    notebook.cells[1].source = "edited"
    path = tmp_path / "03.ipynb"
    nbformat.write(notebook, path)
    before = path.read_bytes()
    with pytest.raises(SystemExit, match="cell check-scale"):
        execute.main([path])
    assert path.read_bytes() == before


def test_of_a_slider_what_it_shows_first_is_stored_and_of_a_lab_its_still():
    def widget(model):
        return nbformat.v4.new_output("display_data", {execute.WIDGET: {"model_id": model}})

    plot = nbformat.v4.new_output("display_data", {"text/html": "a plot", "text/plain": "a plot"})
    still = nbformat.v4.new_output("display_data", {"text/html": "a still"})
    states = {
        "box": {"children": ["IPY_MODEL_slider", "IPY_MODEL_page"]},
        "slider": {"value": 1.0},
        "page": {"outputs": [plot]},
        "lab": {"answer": {}},
    }
    cell = nbformat.v4.new_code_cell("", outputs=[still, widget("lab"), widget("box")])
    execute.drop_widgets(cell, states)
    assert cell.outputs == [still, plot]


def test_a_notebook_as_a_script_is_a_file_of_python():
    """jupyter nbconvert --to script reads its ending in the metadata, and writes .txt without."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata = nbformat.from_dict(execute.metadata_of(notebook))
    _, resources = ScriptExporter().from_notebook_node(notebook)
    assert resources["output_extension"] == ".py"
