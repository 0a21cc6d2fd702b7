"""A notebook as slides: what is shown of it, in which order, and that the copy does the same."""

import ast
from itertools import pairwise

import nbformat
import pytest

from helpers.exercises import CHECKED
from helpers.exercises.engine.question import Question
from tools import start
from tools.notebook.blocks import blocks, minutes
from tools.repository import PATHS
from tools.slides import slides
from tools.slides.slide_code import drawing_names, name_of, parts, teaches
from tools.slides.slide_heights import HEIGHT, boxes, height
from tools.slides.slide_pieces import LEFT_OUT, take_apart

every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])


@pytest.fixture(scope="module")
def made():
    """path → (the notebook, the copy on which the show runs)."""
    notebooks = {path: nbformat.read(path, as_version=4) for path in PATHS}
    copies = {path: slides.show(notebook) for path, notebook in notebooks.items()}
    return lambda path: (notebooks[path], copies[path])


def seen(copy):
    """(slide, piece, cell) of everything that is shown."""
    cells = {cell.id: cell for cell in copy.cells}
    for slide in copy.metadata["show"]:
        for piece in slide["pieces"]:
            yield slide, piece, cells[piece["cell"]]


def tagged(cell, tag):
    return tag in cell.metadata.get("tags", [])


# --- what is shown ------------------------------------------------------------------------------


@every_notebook
def test_every_block_of_the_core_is_shown_once_and_nothing_that_is_deeper(made, path):
    notebook, copy = made(path)
    core = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    core = [block for cell in core if not tagged(cell, "deeper") for block in blocks(cell.source)]
    wanted = [block for block in core if not block.startswith(LEFT_OUT)]
    shown = [cell for _, piece, cell in seen(copy) if piece["part"] == "text"]
    shown = [cell for cell in shown if not cell.id.startswith("answer-")]
    assert sorted(block for cell in shown for block in blocks(cell.source)) == sorted(wanted)
    assert not any(tagged(cell, "deeper") for _, _, cell in seen(copy))
    assert not any("details>" in cell.source for cell in shown)


@every_notebook
def test_every_output_of_the_core_is_shown_but_for_those_of_checks(made, path):
    _, copy = made(path)
    shown = [
        (cell.id, piece["index"]) for _, piece, cell in seen(copy) if piece["part"] == "output"
    ]
    for cell in copy.cells:
        if cell.cell_type == "code" and not tagged(cell, "deeper") and "check(" not in cell.source:
            progress = "progress()" in cell.source
            wanted = [(cell.id, i) for i in range(len(cell.outputs) - progress)]
            assert [part for part in shown if part[0] == cell.id and part not in wanted] == []
            assert set(wanted) <= set(shown), cell.id
    assert not any("check(" in cell.source for _, _, cell in seen(copy) if cell.cell_type == "code")


@every_notebook
def test_no_slide_is_too_full_by_the_estimate(path):
    _, pieces = take_apart(nbformat.read(path, as_version=4))
    pieces = slides.question_last([part for piece in pieces for part in slides.cut(piece)])
    found = slides.slides([piece for piece in pieces if piece.shown])
    assert all(slide for slide in found)
    for slide in found:
        if not slide[0].kind:
            assert sum(height(piece, 16, 0.7) for piece in slide) <= HEIGHT


@every_notebook
def test_an_answer_comes_after_its_question(made, path):
    """A prediction's is seen one Page Down later than the question, on the same slide."""
    _, copy = made(path)
    parts = list(seen(copy))
    for slide, piece, cell in parts:
        if piece["part"] == "text" and "**Predict.**" in cell.source:
            steps = [each["step"] for each in slide["pieces"]]
            assert piece["step"] == 0
            assert 1 in steps
            assert steps == sorted(steps)
    answers = [cell.id for _, _, cell in parts if tagged(cell, "prediction")]
    open_at_once = [
        slide["pieces"][0]["cell"]
        for slide in copy.metadata["show"]
        if all(piece["cell"] in answers for piece in slide["pieces"])
    ]
    before = [slide["pieces"][-1]["cell"] for slide in copy.metadata["show"]]
    for cell in open_at_once:  # a second drawing of an answer: the slide before has shown the first
        assert before.count(cell) == 2


@every_notebook
def test_a_question_is_a_slide_and_its_answer_says_why(made, path):
    _, copy = made(path)
    for slide in copy.metadata["show"]:
        if slide["kind"] != "question":
            continue
        *lead, task, answer = slide["pieces"]
        assert {(piece["part"], piece["step"]) for piece in lead} <= {("text", 0)}
        assert (task["step"], answer["step"]) == (0, 1)
        name = task["cell"].removeprefix("task-")
        (cell,) = [cell for cell in copy.cells if cell.id == answer["cell"]]
        question = CHECKED[name]
        assert cell.source.startswith(f"**Answer: {question.right}.**")
        assert all(said in cell.source for _, said in question.options)


@every_notebook
def test_tasks_and_labs_are_slides_of_their_own(made, path):
    notebook, copy = made(path)
    core = [cell for cell in notebook.cells if not tagged(cell, "deeper")]
    tasks = [CHECKED[cell.id[5:]] for cell in core if cell.id.startswith("task-")]
    kinds = [slide["kind"] for slide in copy.metadata["show"]]
    asked = sum(isinstance(task, Question) for task in tasks)
    assert kinds.count("question") == asked
    assert kinds.count("exercise") == len(tasks) - asked
    assert kinds.count("lab") == sum(cell.source.startswith("labs.") for cell in core)


# --- the copy -----------------------------------------------------------------------------------


def code_of(notebook):
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    cells = [cell for cell in cells if not cell.id.startswith("solved-")]
    return ast.dump(ast.parse("\n".join(cell.source for cell in cells)))


@every_notebook
def test_the_copy_computes_the_same(made, path):
    notebook, copy = made(path)
    assert code_of(copy) == code_of(notebook)
    outputs = [
        [output for cell in each.cells for output in cell.get("outputs", [])]
        for each in (notebook, copy)
    ]
    assert outputs[0] == outputs[1]
    nbformat.validate(copy)


def test_the_notebook_itself_stays_as_it_is(tmp_path):
    before = {path: path.read_bytes() for path in PATHS}
    slides.write(PATHS[3], tmp_path)
    assert {path: path.read_bytes() for path in PATHS} == before
    assert "show" in nbformat.read(tmp_path / PATHS[3].name, as_version=4).metadata
    assert (tmp_path / PATHS[4].name).read_bytes() == before[PATHS[4]]  # for the links


# --- which code is shown ------------------------------------------------------------------------

DRAWING = {"matrix", "curves"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("w = np.exp(s)", True),
        ("Z = A @ V", True),
        ("def f(x):\n    return x", True),
        ("print(softmax(s))", True),
        ("for a in b:\n    print(a)", True),
        ("import math\nfrom helpers import labs", False),
        ("title = 'a'\nshow(matrix(title, A))", False),
        ("show(matrix('a', A @ B))", False),
        ("print(f'{a:.2f}', len(b))", False),
        ("assert np.allclose(a, b)", False),
        ("both = places | {'a': b}", False),
    ],
)
def test_code_teaches_if_it_computes_beside_drawing(source, expected):
    assert teaches(ast.parse(source), DRAWING) == expected


def test_a_function_that_draws_is_known_by_what_it_calls():
    code = ast.parse(
        "from helpers.figures import matrix, show\n\ndef picture(A):\n    show(matrix(A))"
    )
    assert drawing_names(code, {"matrix"}) == {"matrix", "picture"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1\nshow(a)\nassert a", [(0, False), (1, True)]),
        ("a = 1\nprint(a)\nassert a", [(0, False), (2, True)]),
        ("a = 1\nassert a\nprint(a)", [(0, False)]),  # printed with what it computes
        ("a = 1\nshow(a)\nprint(a)", [(0, False), (1, True)]),
        ("show(a)\nb = 1\nshow(b)", [(0, True), (1, False), (2, True)]),
        ("show(a)\nb = a\nassert b", [(0, True)]),  # there for the check
        ("show(a)\nb = a\nprint(b)\nassert b", [(0, True), (1, False), (3, True)]),
        ("a = 1\nfor b in a:\n    assert b", [(0, False), (1, True)]),
        ("show(a)\nassert a", [(0, True)]),
        ("a = 1\nb = 2", [(0, False)]),
        ("a = 1\nfor b in a:\n    show(b)\nshow(a)", [(0, False)]),  # nobody knows how often
        ('a = 1\npredict("x", ...)', [(0, False), (1, True)]),
    ],
)
def test_what_of_a_cell_only_shows(source, expected):
    assert parts(ast.parse(source)) == expected


@every_notebook
def test_no_slide_shows_code_that_draws(made, path):
    _, copy = made(path)
    for _, piece, cell in seen(copy):
        if piece["part"] == "source":
            assert "show" not in {
                name_of(node.value)
                for node in ast.parse(cell.source).body
                if isinstance(getattr(node, "value", None), ast.Call)
            }, cell.source


# --- long texts and tables ----------------------------------------------------------------------


def test_markdown_is_taken_apart_into_blocks():
    found = ["## A", "One\nline:", "$$a\n= b$$", "- x", "- y\n  z", "| a |\n|---|\n| b |"]
    assert blocks("\n\n".join(found)) == found
    assert blocks("## A\n*5 minutes.* One\n- x\n- y") == ["## A", "One", "- x", "- y"]
    assert minutes("## A\n*5 minutes.* One") == "5 minutes"
    assert minutes("## A") == ""


@every_notebook
def test_a_long_table_is_shown_in_parts_with_every_row_once(made, path):
    _, copy = made(path)
    parts = {}
    for _, piece, cell in seen(copy):
        if piece["part"] == "output" and piece["rows"]:
            parts.setdefault((cell.id, piece["index"], piece["box"]), []).append(piece["rows"])
    if path.stem.startswith("90"):
        assert parts
    for (name, index, box), rows in parts.items():
        (cell,) = [cell for cell in copy.cells if cell.id == name]
        table = boxes(cell.outputs[index].data["text/html"])[box or 0]
        assert rows[0][0] == 0
        assert rows[-1][1] == len(table.rows) - 1
        assert all(a[1] == b[0] for a, b in pairwise(rows))


# --- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["3", "03"])
def test_a_notebook_is_named_by_its_number(asked):
    assert start.choose_notebook(asked).name.startswith("03_softmax")


@pytest.mark.parametrize("asked", ["", "77", "softmax"])
def test_an_unknown_number_is_answered_by_the_list(asked, monkeypatch):
    monkeypatch.setattr(start, "ensure", lambda pins: pytest.fail("installed all the same"))
    with pytest.raises(SystemExit) as end:
        start.main(["slides", asked])
    assert all(f"{path.stem[:2]}  {path.stem[3:]}" in str(end.value) for path in PATHS)
    assert asked in str(end.value)
