"""A cell that does not run in the book: it shows what is stored, and no button to run it."""

import jinja2
import nbformat
import pytest

from helpers.drawing.picture import FIELDS
from tools.book import book_pages
from tools.book.book_python import WEB
from tools.notebook.cell import Cell

SAID = nbformat.v4.new_output("display_data", {"text/html": "None of these is yours."})
SAID.metadata = {FIELDS: {"aside": True}}
LINK = "workbench/lab/index.html?workspace=03_softmax&amp;path=03_softmax.ipynb"


@pytest.mark.parametrize(
    ("tag", "outputs", "said"),
    [
        ("model", [SAID], "does not run in a browser"),
        ("widget", [], f'It moves in <a href="{LINK}">'),
    ],
)
def test_it_says_where_it_runs_and_not_what_it_said_to_whoever_ran_it(tag, outputs, said):
    stored = nbformat.v4.new_code_cell("draw()", metadata={"tags": [tag]}, outputs=outputs)
    cell = book_pages.cell_of(Cell(stored, 0), None)
    page = book_pages.BookPage("03_softmax", "Softmax", "", (cell,), (), ())
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(WEB)).get_template("page.html")
    html = template.render(series="", pages=[page], page=page, before=None, after=None, binder=None)
    _, _, below = html.partition("data-elsewhere")  # cells.js gives it no Run
    assert said in below
    assert "is yours" not in below
