"""A notebook as slides: what is shown of it, in which order, and that the copy does the same."""

import ast
import json
import re
import shutil
import subprocess
from itertools import pairwise

import nbformat
import pytest

from helpers.exercises import CHECKED, EXERCISES
from helpers.exercises.engine.question import Question
from helpers.labs.engine.live import STATE
from helpers.names_in_code import bound, used
from tests.lessons import read
from tests.running import ANYWAY
from tools.handout import plan
from tools.notebook import division, teaching
from tools.notebook.blocks import blocks
from tools.notebook.lesson import read as lesson_of
from tools.notebook.lesson import read_with_outputs
from tools.notebook.outputs import Output
from tools.notebook.slide_pieces import LEFT_OUT, hidden_lines, with_formulas
from tools.repository import PATHS, ROOT, choose_notebook
from tools.slides import slides

MAKE = shutil.which("make")
every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])


@pytest.fixture(scope="module")
def made():
    """path → (the notebook, the copy on which the show runs)."""
    lessons = {path: read(path) for path in PATHS}
    copies = {path: slides.show(lesson) for path, lesson in lessons.items()}
    return lambda path: (lessons[path].notebook, copies[path])


@pytest.mark.skipif(not MAKE, reason=f"{ANYWAY}make")
@pytest.mark.parametrize(
    ("given", "refused"), [((), False), (("SHORT=1",), True), (("PORT=8890",), True)]
)
def test_a_pdf_has_all_slides_and_no_port(given, refused):
    command = [MAKE, "--dry-run", "slides", "N=03", "PDF=1", *given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode != 0) == refused
    assert ("leave out SHORT and PORT" in done.stderr) == refused


def clear_all(lesson):
    for cell in lesson.code:
        cell.stored.update(outputs=[], execution_count=None)


def clear_and_keep_counts(lesson):
    for cell in lesson.code:
        cell.stored["outputs"] = []


def stop(lesson):
    error = nbformat.v4.new_output("error", ename="NameError", evalue="labs", traceback=[])
    lesson.code[-1].stored["outputs"] = [error]


def test_a_notebook_whose_outputs_are_missing_is_run_first(tmp_path):
    code = ["from helpers import labs", 'print("seen")', "labs.lookup()"]
    cells = [nbformat.v4.new_markdown_cell("# Title"), *map(nbformat.v4.new_code_cell, code)]
    cells[-1].metadata["tags"] = ["lab"]
    path = tmp_path / "02_short.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    lesson = lesson_of(path)
    stop(lesson)
    nbformat.write(lesson.notebook, path)
    slides.write(path, tmp_path / "show")
    copy = nbformat.read(tmp_path / "show" / path.name, as_version=4)
    shown = [Output(cell.outputs[piece["index"]]) for piece, cell in outputs_seen(copy)]
    assert shown[0].text == "seen\n"
    assert shown[1].lab == "lookup"
    assert "version" not in copy.metadata.get("language_info", {})


def test_a_lab_that_stops_with_an_error_is_a_slide_too(tmp_path):
    path = tmp_path / "02_short.ipynb"
    cells = [nbformat.v4.new_markdown_cell("# Title"), nbformat.v4.new_code_cell("labs.lookup()")]
    cells[-1].metadata["tags"] = ["lab"]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    lesson = lesson_of(path)
    stop(lesson)
    ((_, cell),) = outputs_seen(slides.show(lesson))
    assert cell.outputs[0].ename == "NameError"


@pytest.mark.parametrize("fault", [clear_all, clear_and_keep_counts])
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_what_is_made_of_outputs_says_that_they_are_missing(path, fault, tmp_path):
    lesson = lesson_of(path)
    assert lesson.cleared is None
    fault(lesson)
    nbformat.write(lesson.notebook, tmp_path / path.name)
    with pytest.raises(SystemExit, match=rf"{path.name}, cell .*: its output is not in the file"):
        read_with_outputs(tmp_path / path.name)


def seen(copy):
    """Pairs (piece, cell) of everything that is shown."""
    cells = {cell.id: cell for cell in copy.cells}
    return [(piece, cells[piece["cell"]]) for slide in slides_in(copy) for piece in slide["pieces"]]


def slides_in(copy):
    return copy.metadata["show"]


def outputs_seen(copy):
    return [(piece, cell) for piece, cell in seen(copy) if piece["part"] == "output"]


def text_of(piece, cell):
    return blocks(cell.source)[piece["index"]]


def tagged(cell, tag):
    return tag in cell.metadata.get("tags", [])


def is_left_out(cell):
    """Of text: Deeper, about Jupyter, or an exercise."""
    is_exercise = cell.metadata.get("entry") in EXERCISES
    return tagged(cell, "deeper") or tagged(cell, "jupyter") or is_exercise


NOT_ON_STAGE = {
    "machine",  # how to move a slider, and sliders are on no slide
    "project-picture-intro",  # the picture below it fills the slide, and has a title
    # tables of 90, which are longer than a slide, and the headings of those that say nothing else
    *("rosetta", "numbers-002", "table-002", "table-003"),
    *(f"{part}-{number:03}" for part in ("errata", "list") for number in range(5)),
}


# --- what is shown ------------------------------------------------------------------------------


@every_notebook
def test_every_block_of_the_core_is_shown_once_and_nothing_that_is_deeper(made, path):
    notebook, copy = made(path)
    core = [cell for cell in for_the_room(notebook) if cell.cell_type == "markdown"]
    core = [cell for cell in core if not is_left_out(cell) and cell.id not in NOT_ON_STAGE]
    title = read(path).title
    core = [block for cell in core for block in blocks(cell.source)]
    wanted = [block for block in core if not block.startswith(LEFT_OUT) and block != f"# {title}"]
    shown = [
        text_of(piece, cell)
        for piece, cell in seen(copy)
        if piece["part"] == "text" and not cell.id.startswith("answer-")
        if not (piece["asks"] and text_of(piece, cell).startswith("- **"))  # options
        if text_of(piece, cell) != f"# {title}"  # at the end once more
    ]
    assert sorted(shown) == sorted(wanted)
    assert not any(tagged(cell, "deeper") for _, cell in seen(copy))
    assert not any("details>" in text for text in shown)


@every_notebook
def test_what_a_reader_needs_and_takes_is_not_shown(made, path):
    """Minutes, what is needed, the short way."""
    texts = [text_of(piece, cell) for piece, cell in seen(made(path)[1]) if piece["part"] == "text"]
    told = [text for text in texts if re.match(r"\*\*(You need|Time|Short way)", text)]
    assert not told
    assert not [text for text in texts if re.search(r"\btakes \d+ minutes", text)]


def for_the_room(notebook):
    """The cells, but for those between the recap and what comes next, which are for readers."""
    tags = [tagged(cell, "recap") for cell in notebook.cells]
    after = tags.index(True) + 1 if True in tags else 0
    return [*notebook.cells[:after], *notebook.cells[after:][-1:]] if after else notebook.cells


@every_notebook
def test_every_output_of_the_core_is_shown_but_for_asides_checks_and_sliders(made, path):
    _, copy = made(path)
    shown = [(cell.id, piece["index"]) for piece, cell in seen(copy) if piece["part"] == "output"]
    for cell in for_the_room(copy):
        if cell.cell_type == "code" and not tagged(cell, "deeper") and "check(" not in cell.source:
            is_lab = cell.source.startswith("labs.")  # its still and itself are one piece
            count = 1 if is_lab else len(cell.outputs)
            slider = tagged(cell, "widget") and cell.metadata.slideshow.slide_type == "skip"
            left_out = slider or tagged(cell, "jupyter") or cell.id in NOT_ON_STAGE
            count = 0 if left_out else count
            wanted = [i for i in range(count) if not Output(cell.outputs[i]).is_aside]
            assert [i for name, i in shown if name == cell.id] == wanted, cell.id
    assert not any("check(" in cell.source for _, cell in seen(copy) if cell.cell_type == "code")
    code = [cell for cell in copy.cells if cell.cell_type == "code"]
    asides = [output for cell in code for output in cell.outputs if Output(output).is_aside]
    say_whose = [word in cell.source for cell in code for word in ("whose(", "mine.report(")]
    assert bool(asides) == any(say_whose)


def test_words_and_pictures_that_are_made_for_show_alone_are_not_on_a_slide():
    source = """title, axes = "weights", ("outputs", f"token {i}")
other = "printed"
sizes = 1, 2
left = matrix("left", A, words)
show(left, matrix(title, B, words, axes=axes), table(other, sizes))
print(other)
import matplotlib.pyplot as plt
for size in sizes:
    plt.plot(size)
answer(A)
def last():
    plt.plot(1)"""
    assert household(source) == {1, 4, 5, 7, 8, 9, 10}
    assert household("import matplotlib.pyplot as plt\n\nA = 1\n\nshow(A)") == {1, 2, 4, 5}


def test_a_tuple_that_is_computed_is_on_a_slide():
    source = 'it, animal = tokens.index("it"), tokens.index("animal")\nshow(arcs("A", A, it))'
    assert household(source) == {2}


def household(source):
    return set(hidden_lines(source))


@every_notebook
def test_the_order_is_that_of_the_cells(made, path):
    _, copy = made(path)
    places = [cell.id for cell in copy.cells]
    shown = [places.index(piece["cell"]) for piece, _ in seen(copy)]
    assert shown == sorted(shown)


@every_notebook
def test_each_cell_says_what_it_is_on_stage(path):
    lesson = read(path)
    kinds = {"slide", "subslide", "fragment", "skip", "notes", "-"}
    said = [cell.stored["metadata"].get("slideshow", {}).get("slide_type") for cell in lesson.cells]
    assert [
        cell.id for cell, kind in zip(lesson.cells, said, strict=True) if kind not in kinds
    ] == []
    room = {cell["id"] for cell in for_the_room(lesson.notebook)}
    for cell in lesson.cells:
        if cell.deeper or is_left_out(cell.stored) or cell.id not in room:
            assert cell.on_stage == "skip", cell.id
    for cell in lesson.cells:
        if cell.outputs_on_stage[len(cell.outputs) :]:
            assert {*cell.outputs_on_stage} <= kinds - {"skip", "notes"}, cell.id


@every_notebook
def test_every_slide_shows_something_and_none_ends_with_a_colon(made, path):
    cells = {cell.id: cell for cell in made(path)[1].cells}
    for slide in slides_in(made(path)[1]):
        last = slide["pieces"][-1]
        if last["part"] == "text":
            text = text_of(last, cells[last["cell"]])
            assert not text.endswith(":"), last
            assert not text.startswith("#"), last  # a heading, with nothing below it


@every_notebook
def test_below_a_vote_there_is_nothing_but_its_answer(made, path):
    """The field for votes stands in the answer's place, which is kept free."""
    _, copy = made(path)
    for slide in slides_in(copy):
        votes = [at for at, piece in enumerate(slide["pieces"]) if piece["votes"]]
        if votes:
            after = slide["pieces"][votes[-1] + 1 :]
            assert after, slide
            assert all(piece["step"] for piece in after), slide


@every_notebook
def test_page_down_opens_each_answer_and_one_solution_at_a_time(made, path):
    _, copy = made(path)
    cells = {cell.id: cell for cell in copy.cells}
    for slide in slides_in(copy):
        opened = [piece for piece in slide["pieces"] if tagged(cells[piece["cell"]], "yours")]
        steps = [piece["step"] for piece in opened]
        assert sorted({*steps}) == steps, slide
        assert 0 not in steps, slide
        steps = [0, *(piece["step"] for piece in slide["pieces"])]
        assert all(after - before in (0, 1) for before, after in pairwise(steps)), slide


@every_notebook
def test_questions_and_labs_have_slides_of_their_own_and_an_answer_says_why(made, path):
    notebook, copy = made(path)
    core = [cell for cell in notebook.cells if not tagged(cell, "deeper")]
    tasks = [CHECKED[cell.metadata["entry"]] for cell in core if cell.id.startswith("task-")]
    kinds = [slide["kind"] for slide in slides_in(copy)]
    assert kinds.count("question") == sum(isinstance(task, Question) for task in tasks)
    assert kinds.count("lab") == sum(cell.source.startswith("labs.") for cell in core)
    cells = {cell.id: cell for cell in copy.cells}
    for slide in slides_in(copy):
        if slide["kind"] == "lab":
            assert len(slide["pieces"]) == 1
        if slide["kind"] == "question":
            answer = cells[slide["pieces"][-1]["cell"]]
            question = CHECKED[answer.metadata["entry"]]
            assert answer.source.startswith(f"**Answer {question.right}:** ")
            assert all(with_formulas(said) in answer.source for _, said in question.options)
            assert slide["pieces"][-1]["step"] == 1


def test_at_the_end_stand_the_title_what_comes_next_and_the_published_page(monkeypatch):
    lesson = read(next(path for path in PATHS if path.stem == "05_masking"))
    title, following = end_of(slides.show(lesson))
    assert (title, following[:28]) == ("# Masking", "Next: [06 Multi-head attenti")
    monkeypatch.setattr(
        division, "book_address", lambda stem, name="": f"https://a.org/{stem}.html"
    )
    *_, words, code = end_of(slides.show(lesson))
    assert words.endswith("https://a.org/05_masking.html")
    assert code.startswith("![Its address](data:image/svg+xml;base64,")


def end_of(copy):
    assert [slide["kind"] for slide in slides_in(copy)].count("end") == 1
    cells = {cell.id: cell for cell in copy.cells}
    return [text_of(piece, cells[piece["cell"]]) for piece in slides_in(copy)[-1]["pieces"]]


# --- the plan ---------------------------------------------------------------------------------


@every_notebook
def test_the_plan_has_the_sections_of_all_slides_and_what_teaching_says_of_them(made, path):
    _, copy = made(path)
    sections = {section["title"]: section for section in copy.metadata["plan"]["sections"]}
    assert {slide["title"] for slide in slides_in(copy)} <= sections.keys()
    lecture = teaching.lecture_of(read(path))
    _, whole, _ = plan.rows(read(path), lecture)
    assert sum(section["minutes"] + section["more"] for section in sections.values()) == whole
    told = [len(section["asks"]) + len(section["answers"]) for section in sections.values()]
    assert sum(told) == len(lecture.asks) + len(lecture.answers)
    left_out = {title for title, section in sections.items() if section["left_out"]}
    assert left_out == lecture.left_out.keys()


def test_a_curve_that_grows_is_trained_anew_by_the_cells_that_make_its_model(made):
    _, copy = made(next(path for path in PATHS if path.stem == "12_it_writes"))
    trained = [piece["trains"] for piece, cell in seen(copy) if piece["trains"]]
    assert trained == [["learn-parts", "learn-train"]] * 2


# --- the copy -----------------------------------------------------------------------------------


def code_of(notebook):
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ast.dump(ast.parse("\n".join(cell.source for cell in cells)))


@every_notebook
def test_the_copy_computes_the_same(made, path):
    notebook, copy = made(path)
    assert code_of(copy) == code_of(notebook)
    outputs = [
        json.dumps([output for cell in each.cells for output in cell.get("outputs", [])])
        for each in (notebook, copy)
    ]
    said = [text.replace(f" {STATE}", "") for text in outputs]  # by a still, of Jupyter
    assert said[0] == said[1]
    nbformat.validate(copy)


def test_the_notebook_itself_stays_as_it_is(tmp_path):
    before = {path: path.read_bytes() for path in PATHS}
    slides.write(PATHS[3], tmp_path)
    assert {path: path.read_bytes() for path in PATHS} == before
    assert "show" in nbformat.read(tmp_path / PATHS[3].name, as_version=4).metadata
    assert (tmp_path / PATHS[4].name).read_bytes() == before[PATHS[4]]  # for the links


# --- which code is shown ------------------------------------------------------------------------


@every_notebook
def test_no_slide_shows_the_code_of_a_picture(made, path):
    """Of a cell that only draws, by our functions or by matplotlib."""
    _, copy = made(path)
    for piece, cell in seen(copy):
        if piece["part"] == "source":
            lines = enumerate(cell.source.split("\n"), 1)
            left = [line for number, line in lines if number not in piece["hidden"]]
            assert left, cell.source
            assert not any(line.startswith("show(") for line in left), cell.source
            ast.parse("\n".join(left))
            assert not tagged(cell, "drawing"), cell.source
            assert "plt." not in cell.source or "def " in cell.source, cell.source


# --- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["3", "03"])
def test_a_notebook_is_named_by_its_number(asked):
    assert choose_notebook(asked).name.startswith("03_softmax")


@pytest.mark.parametrize("asked", ["", "77", "softmax"])
def test_an_unknown_number_is_answered_by_the_list(asked):
    with pytest.raises(SystemExit) as end:
        slides.main([asked])
    assert all(f"{path.stem[:2]}  {path.stem[3:]}" in str(end.value) for path in PATHS)
    assert asked in str(end.value)


# What closed cells give, and a table, a title or a sentence on the slides tells.
def test_code_on_a_slide_uses_no_name_that_only_a_cell_out_of_sight_gives(made):
    missing = []
    for path in PATHS:
        notebook, copy = made(path)
        given = set()
        for cell in notebook.cells:  # a reader's functions are on a slide, as a solution
            theirs = "check(" in cell.source or tagged(cell, "yours") or tagged(cell, "setup")
            if cell.cell_type == "code" and not theirs:
                given |= bound(cell.source)
        for cell in notebook.cells:
            if tagged(cell, "yours"):
                given -= bound(cell.source)
        codes = [source_seen(piece, cell) for piece, cell in seen(copy)]
        at_last = set().union(*map(bound, codes))
        seen_so_far = set()
        for (piece, cell), code in zip(seen(copy), codes, strict=True):
            seen_so_far |= bound(code) | names_in_words(piece, cell)
            is_called_later = code.startswith("def ")  # its names may come below it
            shown = seen_so_far | at_last if is_called_later else seen_so_far
            unseen = used(code) & given - shown
            missing += [f"{path.stem[:2]}, {cell.id}: {name}" for name in sorted(unseen)]
    assert not missing, missing


def names_in_words(piece, cell):
    """Those that a text of a slide has as code: `likes`, `model.E`."""
    return {*re.findall(r"`(\w+)[`.]", text_of(piece, cell))} if piece["part"] == "text" else set()


def source_seen(piece, cell):
    """The lines of code of a piece that are on a slide."""
    if piece["part"] != "source":
        return ""
    lines = enumerate(cell.source.split("\n"), 1)
    return "\n".join(line for number, line in lines if number not in piece["hidden"])


def test_names_with_an_index_are_set_in_an_answer_but_not_in_code():
    text = "take √d_k, W_Q and x_1, not `d_k` or may_see"
    set_ = r"take $\sqrt{d_{k}}$, $W_{Q}$ and $x_{1}$, not `d_k` or may_see"
    assert with_formulas(text) == set_
