"""A JupyterLab with shows, made once, and pages of it, for each file that asks."""

import pytest

from tests.tools.slides.stages import PATH, Stage, Walk, write_show
from tools.browser import jupyter
from tools.jupyterlab import show_options
from tools.repository import START
from tools.slides import slides


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """With the shows of PATH, which begins, and of START; others are written where they are asked
    for."""
    folder = tmp_path_factory.mktemp("shows")
    slides.write(PATH, folder)
    write_show(START, folder)
    return folder


@pytest.fixture(scope="session")
def lab_address(folder):
    """A JupyterLab in that folder."""
    options = [*show_options(folder), "--LabApp.expose_app_in_browser=True"]
    with jupyter(folder, *options) as address:
        yield address


@pytest.fixture(scope="module")
def show(jupyter, lab_address):
    """The show of notebook 03, run."""
    walk = Walk(jupyter, lab_address(PATH.name))
    yield walk
    walk.close()


@pytest.fixture(autouse=True)
def in_front(request):
    """Behind another page, a browser draws the show's once a second."""
    if "show" in request.fixturenames:
        request.getfixturevalue("show").page.bring_to_front()


@pytest.fixture(scope="module")
def stage(jupyter, lab_address, folder):
    """The shows of all notebooks, one after the other, as they are stored."""
    stage = Stage(jupyter, lab_address(START.name, view="lab/tree"), folder)
    yield stage
    stage.close()
