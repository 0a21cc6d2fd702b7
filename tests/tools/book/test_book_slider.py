"""A slider of the reader's own in the book: a still, and the way to the workbench."""

import jinja2
import nbformat

from tools.book import book_pages
from tools.book.book_python import WEB
from tools.notebook.cell import Cell

SLIDER = nbformat.v4.new_code_cell("draw()", metadata={"tags": ["widget"]})


def test_a_slider_leads_to_the_workbench():
    cell = book_pages.cell_of(Cell(SLIDER, 0), None)
    page = book_pages.BookPage("03_softmax", "Softmax", "", (cell,), (), ())
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(WEB)).get_template("page.html")
    html = template.render(series="", pages=[page], page=page, before=None, after=None, binder=None)
    _, _, below = html.partition("data-elsewhere")  # cells.js gives it no Run
    link = "workbench/lab/index.html?workspace=03_softmax&amp;path=03_softmax.ipynb"
    assert f'The slider moves in <a href="{link}">' in below
