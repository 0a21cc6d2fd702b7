"""The book and the workbench have the addresses of the repository that they are made in, and of no
other: not those that the notebooks were published with."""

import jinja2
import pytest

from tools import published
from tools.book import book, book_pages, workbench
from tools.book.book_python import WEB
from tools.notebook import alone
from tools.notebook.lesson import Lesson, read
from tools.repository import START

OTHERS, OURS = "https://github.com/others/series", "https://github.com/someone/attention"


@pytest.fixture(params=["", OURS])
def origin(request, monkeypatch):
    """The address of a clone of what others have published."""
    lesson = read(START)
    alone.write(lesson.notebook, OTHERS)
    for maker in (book, workbench):
        monkeypatch.setattr(maker, "read_all", lambda: [Lesson(lesson.path, lesson.notebook)])
    monkeypatch.setattr(published, "remote", lambda: request.param)
    return request.param


@pytest.mark.parametrize("write", [book.write_notebooks, workbench.write_notebooks])
def test_a_notebook_that_is_given_away_installs_from_here(write, origin, tmp_path):
    write(tmp_path / "notebooks")
    notebook = read(tmp_path / "notebooks" / START.name).notebook
    assert alone.address_in(notebook) == origin


def test_a_page_lacks_nothing_and_leads_to_its_own_copies(origin):
    (setup,) = (cell for cell in book.read_all()[0].cells if cell.kind == "setup")
    cell = book_pages.cell_of(setup, None)
    assert OTHERS in setup.source
    page = book_pages.BookPage(START.stem, "Start", "", (cell,), (), ())
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(WEB)).get_template("page.html")
    leads = {"binder": published.binder_address(page.name)}
    leads["colab"] = published.colab_address(page.name)
    html = template.render(series="", pages=[page], page=page, before=None, after=None, **leads)
    assert "git+" not in html
    for place in (published.BINDER, published.COLAB):
        assert (f"{place}/someone/attention/" in html) == bool(origin)
        assert html.count(place) == bool(origin)
