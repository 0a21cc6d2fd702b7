"""make notebooks writes tasks and stubs from their entries, and says what gives way."""

import nbformat
import pytest
from nbconvert.exporters import ScriptExporter

from helpers.exercises import CHECKED, FILES
from tools.notebook import execute

NAME = "jacobian"
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


@pytest.mark.parametrize("at", [0, 1], ids=CELLS)
def test_an_edited_cell_gives_way_and_what_goes_is_printed(notebook, at, capsys):
    before = notebook.cells[at].source
    notebook.cells[at].source += "\nedited"
    execute.write_exercises(notebook, "03.ipynb")
    assert notebook.cells[at].source == before
    assert f"03.ipynb, cell {CELLS[at]}-{NAME}: written anew" in (said := capsys.readouterr().out)
    assert f"/{NAME}.py, in place of" in said
    assert "\n    edited\n" in said
    execute.write_exercises(notebook, "03.ipynb")
    assert not capsys.readouterr().out  # it is as it was


def test_an_entry_without_cells_gets_them_below_the_one_before():
    name = "03_softmax_scaling_weighted_sum"
    setup = nbformat.v4.new_code_cell("import math", metadata={"tags": ["setup"]})
    cells = [nbformat.v4.new_markdown_cell("# 03"), setup, nbformat.v4.new_markdown_cell("end")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    execute.write_exercises(notebook, f"{name}.ipynb")
    assert notebook.cells[1] is setup
    assert notebook.cells[-1].source == "end"
    deeper = {cell.metadata["entry"] for cell in notebook.cells if execute.has_tag(cell, "deeper")}
    assert deeper == {entry.name for entry in FILES[name].CHECKED if entry.deeper}
    assert deeper == {"temperature", "jacobian"}
    names = [entry.name for entry in FILES[name].CHECKED]
    ids = [cell.id for cell in notebook.cells if "entry" in cell.metadata]
    assert ids == [f"{kind}-{name}" for name in names for kind in CELLS]
    (taken,) = [i for i, cell in enumerate(notebook.cells) if cell.id == f"task-{NAME}"]
    del notebook.cells[taken : taken + 2]
    execute.write_exercises(notebook, f"{name}.ipynb")
    assert [cell.id for cell in notebook.cells if "entry" in cell.metadata] == ids


def test_they_stand_below_the_cell_that_goes_on_with_the_function_before():
    name = "01_dot_product"
    notebook = nbformat.v4.new_notebook()
    execute.write_exercises(notebook, f"{name}.ipynb")
    first, second, *_ = [entry.name for entry in FILES[name].CHECKED]
    goes_on = nbformat.v4.new_code_cell("", id="yours-dot", metadata={"tags": ["yours"]})
    notebook.cells = [*notebook.cells[:2], goes_on]
    execute.write_exercises(notebook, f"{name}.ipynb")
    ids = [cell.id for cell in notebook.cells[:5]]
    expected = [f"task-{first}", f"check-{first}", "yours-dot", f"task-{second}"]
    assert ids == [*expected, f"check-{second}"]


def test_the_ids_are_those_by_which_answers_are_found(notebook):
    for cell in notebook.cells:
        cell["id"] = "pasted"
    execute.write_exercises(notebook, "03.ipynb")
    assert [cell.id for cell in notebook.cells] == [f"task-{NAME}", f"check-{NAME}"]


def test_an_unknown_entry_is_named_with_its_cell_and_file(notebook):
    notebook.cells[1].metadata["entry"] = "scael"
    needed = r"^03\.ipynb, cell check-jacobian: no file and no question of .*n03 is 'scael'$"
    with pytest.raises(SystemExit, match=needed):
        execute.write_exercises(notebook, "03.ipynb")


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
