"""What shares a slide, whatever was on the stage before."""

from itertools import pairwise

import nbformat
import pytest

from tests.lessons import read
from tools import browser
from tools.jupyterlab import show_options
from tools.repository import PATHS
from tools.slides import slides
from tools.slides.stage import Stage

TO_THE_END = "stage.enterSlide(stage.slides.length - 1)"
SIZES = """() => {
    const box = document.querySelector(".show-cell details > div");
    const ownLine = getComputedStyle(box, "::before").display === "block";
    return [ownLine, stage.panel.content.node.style.getPropertyValue("--show-size")];
}"""


def path_of(number):
    return next(path for path in PATHS if path.stem[:2] == number)


@pytest.fixture(scope="module")
def lab_address(tmp_path_factory):
    """A JupyterLab with the shows of 08 and 13."""
    folder = tmp_path_factory.mktemp("shows")
    slides.write(path_of("08"), folder)
    nbformat.write(slides.show(read(path_of("13"))), folder / path_of("13").name)
    options = [*show_options(folder), "--LabApp.expose_app_in_browser=True"]
    with browser.jupyter(folder, *options) as address:
        yield address


@pytest.fixture(scope="module")
def stage(jupyter, lab_address):
    stage = Stage(jupyter, lab_address(path_of("08").name, view="lab/tree"))
    yield stage
    stage.close()


def cells(slide):
    return [piece["cell"] for piece in slide["pieces"]]


def test_a_show_is_filled_alike_when_another_stands_at_its_end(stage):
    """The last slide, in the middle of the screen, once made all images 260 px wide."""
    first = [cells(slide) for slide in stage.show(path_of("13"))]
    stage.show(path_of("08"))
    stage.page.evaluate(TO_THE_END)
    assert [cells(slide) for slide in stage.show(path_of("13"))] == first


@pytest.mark.parametrize("number", ["08", "13"])
def test_a_page_down_shows_one_solution(stage, number):
    """13 has three parts to write, one after the other."""
    found = stage.show(path_of(number))
    core = [cell for cell in read(path_of(number)).cells if not cell.deeper]
    yours = {cell.id for cell in core if "yours" in cell.tags}
    shown = [set(cells(slide)) & yours for slide in found]
    assert sum(map(len, shown)) == len(yours) > 1
    assert max(map(len, shown)) == 1


def test_a_solution_stands_below_its_label_and_is_large(stage):
    found = stage.show(path_of("13"))
    (at,) = [at for at, slide in enumerate(found) if "gate-yours" in cells(slide)]
    stage.page.evaluate("(at) => { stage.enterSlide(at); stage.move(1); }", at)
    own_line, size = stage.page.evaluate(SIZES)
    assert own_line
    assert float(size.removesuffix("px")) >= 24


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_something_leads_to_each_solution_on_the_slides(path):
    """Right below the answer of a prediction, it would come with it."""
    yours = {cell.id for cell in read(path).cells if "yours" in cell.tags}
    shown = slides.show(read(path)).metadata["show"]
    solutions = [(before, piece) for before, piece in pairwise(shown) if piece["cell"] in yours]
    answers = [before for before, _ in solutions if before["step"] and before["cell"] not in yours]
    assert answers == []
