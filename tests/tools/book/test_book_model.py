"""A cell that needs the published model, in the book: what it computed, and no button to run it."""

import jinja2
import nbformat

from helpers.drawing.picture import FIELDS
from tools.book import book_pages
from tools.book.book_python import WEB
from tools.notebook.cell import Cell

SAID = nbformat.v4.new_output("display_data", {"text/html": "None of these is yours."})
SAID.metadata = {FIELDS: {"aside": True}}
TAGS = {"tags": ["model"]}
CELL = nbformat.v4.new_code_cell("model.run(numbers)", metadata=TAGS, outputs=[SAID])


def test_a_cell_that_needs_the_model_says_so_and_not_what_it_said_to_whoever_ran_it():
    cell = book_pages.cell_of(Cell(CELL, 0), None)
    page = book_pages.BookPage("13_a_published_model", "A model", "", (cell,), (), ())
    template = jinja2.Environment(loader=jinja2.FileSystemLoader(WEB)).get_template("page.html")
    html = template.render(series="", pages=[page], page=page, before=None, after=None, binder=None)
    _, _, below = html.partition("data-elsewhere")  # cells.js gives it no Run
    assert "does not run in a browser" in below
    assert "is yours" not in below
