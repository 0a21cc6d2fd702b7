"""The notebooks run: Run All gives what is stored, and once more in one kernel the same."""

import base64
import json
import platform
import re
import sys
from importlib.metadata import version

import numpy as np
import pytest
from PIL import Image

from helpers import exercises
from helpers.language import files
from helpers.training import one_file
from tests.lessons import read
from tests.models import needs_model
from tools.notebook import execute, lesson
from tools.notebook.run import new_names, run
from tools.record import film, readme_picture
from tools.repository import PATHS, ROOT

HANDED_OUT = re.compile(r'<a download="([^"]+)" href="data:[^;]+;base64,([^"]+)"')


def pinned():
    """Whether pictures must be equal to the byte: the pinned packages, on x86-64 Linux."""
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    drawing = ("numpy", "contourpy", "matplotlib", "pillow")
    same = all(is_pin(name, version(name), pins) for name in drawing)
    return same and sys.platform == "linux" and platform.machine() == "x86_64"


def is_pin(name, number, pins):
    """Whether this version is pinned, perhaps for some versions of Python alone."""
    return re.search(rf"(?m)^{name}=={re.escape(number)}( ;|$)", pins) is not None


def test_a_pin_for_some_versions_of_python_is_one():
    """Else no picture is compared."""
    pins = "numpy==2.4.6 ; python_full_version < '3.15'\npillow==13.0.0\n"
    assert is_pin("numpy", "2.4.6", pins)
    assert is_pin("pillow", "13.0.0", pins)
    assert not is_pin("pillow", "13.0", pins)


def comparable(text):
    """The text itself; off the pins without pictures, and with its floats to 3 digits."""
    if pinned():
        return text
    text = re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,", text)
    return re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.3g}", text)


def shows_recorded(lesson):
    """Whether a cell shows here what was recorded, in place of what the model gives."""
    recorded = any("recorded" in cell.tags for cell in lesson.code)
    return recorded and not files.is_installed("minilm")


# The others would take a minute, or are not all to be had here: nbval runs their cells, once.
QUICK = [path for path in PATHS if read(path).is_quick and not shows_recorded(read(path))]


@pytest.mark.executes  # nbval leaves these notebooks out
@pytest.mark.sample("01")
@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_running_all_gives_what_is_stored(path, request):
    """Twice in one kernel: the one that make test takes, and with --all each."""
    is_twice = request.config.getoption("--all") or path.name.startswith("01")
    first, *others = execute.executed(path, runs=2 if is_twice else 1)
    stored = path.read_text(encoding="utf-8")
    for fresh, kept in zip(cells(first), cells(stored), strict=True):
        assert fresh == kept
    assert comparable(first) == comparable(stored)
    for second in others:
        for again, fresh in zip(cells(second), cells(first), strict=True):
            assert uncounted(again) == uncounted(fresh)


@pytest.mark.rare
@pytest.mark.sample("05")
@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_cells_run_where_numpy_is_told_to_raise_errors(path, tmp_path, monkeypatch):
    """As by np.seterr in the first cell, which some have in their habits."""
    monkeypatch.chdir(tmp_path)
    names = new_names()
    with np.errstate(all="raise"):
        for cell in read(path).code:
            run(cell.source, names)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_is_stored_is_what_make_notebooks_writes(path):
    """But for the outputs, which others run for."""
    prepared = execute.prepared(lesson.read(path))  # anew: the lesson is changed
    if execute.text_of(prepared) != path.read_text(encoding="utf-8"):
        stored = {cell.id: cell for cell in lesson.read(path).notebook.cells}
        differ = [cell.id for cell in prepared.cells if stored.get(cell.id) != cell]
        where = ", ".join(differ) or "its metadata, or how it is written"
        pytest.fail(f"{path.name} is older than make notebooks writes it: {where}", pytrace=False)


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path not in QUICK], ids=lambda path: path.stem
)
def test_what_stored_outputs_hold_of_files_is_in_them_today(path, monkeypatch):
    """Of tasks, hints and solutions, and of the file that 12 hands out. These notebooks run in
    other tests, which come later."""
    monkeypatch.setattr(exercises, "_done", {})
    code = read(path).code
    handed_out = [cell.id for cell in code for x in cell.outputs if HANDED_OUT.search(x.html)]
    assert handed_out == (["payoff"] if path.stem == "12_it_writes" else [])
    old = [cell.id for cell in code if not holds_what_is_there(cell)]
    if old:
        pytest.fail(f"{path.name} has to run anew, for {', '.join(old)}", pytrace=False)


def holds_what_is_there(cell):
    if cell.entry:
        ask = exercises.predict if cell.entry.name in exercises.PREDICTED else exercises.check
        fresh = ask(cell.entry.name, ...)._repr_mimebundle_()
        stored = cell.outputs[0].stored["data"]
        return all(execute.SCRIPT.sub("", fresh[kind]) == stored[kind] for kind in stored)
    if "yours" in cell.tags:
        (name,) = re.findall(r'yours\("(\w+)"', cell.source)
        solution = exercises.FUNCTIONS[name].solution.strip()
        return cell.outputs[0].text == f"One way:\n{solution}"
    links = [link for output in cell.outputs for link in HANDED_OUT.findall(output.html)]
    return all(
        name == one_file.FILE.name and base64.b64decode(data).decode() == one_file.written({})[0]
        for name, data in links
    )


def cells(text):
    return json.loads(comparable(text))["cells"]


def uncounted(cell):
    """A cell without the counts of when it ran."""
    outputs = [output | {"execution_count": None} for output in cell.get("outputs", [])]
    return cell | {"execution_count": None, "outputs": outputs}


def check_the_picture(path, drawing):
    """What stands in the README's file, and what is said of it there."""
    assert path.read_text(encoding="utf-8") == readme_picture.svg_text(drawing) + "\n"
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"![{drawing.title}. {drawing.description}](.github/{path.name})" in readme


def test_the_readme_s_picture_and_its_description_are_current():
    check_the_picture(readme_picture.LOOKS, readme_picture.where_it_looks())


def test_the_film_in_the_readme_is_of_the_lab_as_it_is():
    """What is said there are the lab's sentences; it shows each step as long as the lab does."""
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"![{film.described()}](.github/film_02.gif)" in readme
    assert film.FILE.stat().st_size <= film.MOST
    with Image.open(film.FILE) as moving:
        assert moving.info["loop"] == 0  # for ever
        times = []
        for k in range(moving.n_frames):
            moving.seek(k)
            times.append(moving.info["duration"])
    steps = [film.time_of(sentence) for sentence in film.sentences()]
    long = [time for time in times if time >= film.SHORTEST]  # with equal frames before them
    assert long == pytest.approx(steps, abs=5 * film.FRAME)


@needs_model
def test_the_answer_in_the_readme_is_the_model_s():
    check_the_picture(readme_picture.ANSWERS, readme_picture.how_it_answers())
