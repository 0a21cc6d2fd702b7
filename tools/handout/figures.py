"""Writes every drawing, table and plot of the notebooks as a file, with a page that lists them
(make figures).

python -m tools.handout.figures

Drawings are there as SVG and as PNG of twice their size, tables as PNG alone, plots as the PNG that
the notebook stores. The names of files begin with the notebook's number and the cell's id.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import jinja2

from tools import browser
from tools.notebook.lesson import read_with_outputs
from tools.published import book_address
from tools.repository import PATHS, ROOT

HERE = Path(__file__).parent
FOLDER = ROOT / "handouts" / "figures"
WIDTH = 1400  # pixels of the page on which tables are laid out
PAGE = """<!doctype html>
<meta charset="utf-8">
<style>
  body { background: white; font: 16px sans-serif; }
  summary { display: none; }
</style>
"""


@dataclass(frozen=True)
class Figure:
    """name: of its files; suffixes: which there are; description: the same in words."""

    name: str
    suffixes: tuple
    title: str
    description: str


def page_of(cell):
    """The HTML of all that a cell shows, with folds open."""
    html = "".join(f"<section>{output.html}</section>" for output in cell.outputs)
    return PAGE + html.replace("<details", "<details open")


def write(page, lesson, folder):
    """Write the figures of a lesson. page: one of a browser, with two pixels in place of one.
    Returns the Figures."""
    figures = []
    for cell in lesson.code:
        if any(output.html for output in cell.outputs):
            page.set_content(page_of(cell))
            figures += [*drawings(page, lesson, cell, folder), *tables(page, lesson, cell, folder)]
    return figures


def drawings(page, lesson, cell, folder):
    """Those that are images in the notebook."""
    fields = [drawing for output in cell.outputs for drawing in output.drawings]
    files = [file for output in cell.outputs for file in output.files()]
    images = page.locator("img").all()
    for number, (drawing, (suffix, data)) in enumerate(zip(fields, files, strict=True), 1):
        name = f"{lesson.number}-{cell.id}-{number}"
        (folder / f"{name}{suffix}").write_bytes(data)
        if suffix == ".svg":
            images[number - 1].screenshot(path=folder / f"{name}.png")
        suffixes = (".svg", ".png") if suffix == ".svg" else (suffix,)
        yield Figure(name, suffixes, drawing.title, drawing.description)


def tables(page, lesson, cell, folder):
    """Those that are tables in the notebook."""
    for number, table in enumerate(page.locator("table").all(), 1):
        name = f"{lesson.number}-{cell.id}-table-{number}"
        table.screenshot(path=folder / f"{name}.png")
        title = "".join(table.locator("caption").all_inner_texts()).strip()
        rows = [row.locator("th, td").all_inner_texts() for row in table.locator("tr").all()]
        description = "; ".join(", ".join(map(str.strip, row)) for row in rows)
        yield Figure(name, (".png",), title, description)


def index(series):
    """The page that lists them. series: pairs (lesson, its figures)."""
    loader = jinja2.FileSystemLoader(HERE)
    environment = jinja2.Environment(
        loader=loader, undefined=jinja2.StrictUndefined, autoescape=True
    )
    return environment.get_template("figures.html").render(series=series, book_address=book_address)


def main():
    if not browser.executable():
        sys.exit("Chromium or Chrome draws the figures; the README says how to install it.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    series = []
    with browser.chromium() as chromium:
        size = {"width": WIDTH, "height": 1000}
        page = chromium.new_page(device_scale_factor=2, viewport=size, color_scheme="light")
        for lesson in map(read_with_outputs, PATHS):
            series.append((lesson, write(page, lesson, FOLDER)))
            print(f"{lesson.number}: {len(series[-1][1])} figures", flush=True)
    (FOLDER / "index.html").write_text(index(series), "utf-8")
    print(f"{(FOLDER / 'index.html').relative_to(ROOT)} lists them.")


if __name__ == "__main__":
    main()
