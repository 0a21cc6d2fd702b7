"""make figures: every drawing, table and plot of a notebook as files that say what they show."""

from xml.etree import ElementTree

import pytest

from tools.handout import figures
from tools.notebook.lesson import read
from tools.repository import PATHS

pytestmark = pytest.mark.long

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def written(chromium, tmp_path_factory):
    """The folder, the lesson, its figures."""
    folder, lesson = tmp_path_factory.mktemp("figures"), read(PATHS[3])
    page = chromium.new_page(device_scale_factor=2, viewport={"width": 1400, "height": 1000})
    yield folder, lesson, figures.write(page, lesson, folder)
    page.close()


def test_each_has_its_files_and_its_words(written):
    folder, lesson, found = written
    html = "".join(output.html for cell in lesson.code for output in cell.outputs)
    assert len(found) == html.count("<img") + html.count("<table")
    assert len({figure.name for figure in found}) == len(found)
    for figure in found:
        assert figure.title
        assert figure.description
        for suffix in figure.suffixes:
            data = (folder / f"{figure.name}{suffix}").read_bytes()
            if suffix == ".svg":
                assert ElementTree.fromstring(data).tag == f"{SVG}svg"
            else:
                assert data.startswith(b"\x89PNG")


def test_the_page_lists_them_all(written):
    _, lesson, found = written
    page = figures.index([(lesson, found)])
    assert all(f'href="{x.name}{suffix}"' in page for x in found for suffix in x.suffixes)
    assert page.count("<figure>") == len(found)
