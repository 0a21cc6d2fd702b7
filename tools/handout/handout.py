"""Print each lesson's handout, two sheets of A4 (make handout).

python -m tools.handout.handout [NOTEBOOK ...]

The predictions have a page of their own, and the questions stand behind them: so nobody reads an
answer in the recap, or in what a question takes for granted, before they vote. All that a handout
says is read from the notebook (contents.py). handout.html sets its pages, handout.js decides, by
measuring, which of the figures there is room for, and Chromium prints them.
"""

import sys
import tempfile
from pathlib import Path

import jinja2

from helpers.labs.engine.scripts import as_one
from tools import browser
from tools.handout.contents import contents
from tools.notebook.lesson import read_with_outputs
from tools.published import binder_address, book_address, qr_code, say_if_nowhere
from tools.repository import LESSONS, REFERENCE, ROOT, START

HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "handouts"
NOTEBOOKS = [START, *LESSONS]
KATEX = Path(sys.prefix) / "node_modules" / "katex" / "dist"  # where tools/start.py installs it


def page(lesson, contents):
    """The HTML of all pages, before handout.js has chosen what fits."""
    book = book_address(lesson.stem)
    loader = jinja2.FileSystemLoader(HERE)
    template = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined)
    return template.get_template("handout.html").render(
        lesson=lesson,
        contents=contents,
        address=book or binder_address(lesson.stem),
        qr=qr_code(book) if book else "",
        tools=HERE.as_uri(),
        katex=KATEX.as_uri(),
        script=as_one(HERE / "handout.js"),
    )


def open_page(chromium, lesson, contents):
    """A tab with the handout, ready to print; close() it. SystemExit if the text does not fit."""
    tab = browser.Page(chromium, color_scheme="light")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "handout.html"
        file.write_text(page(lesson, contents), "utf-8")
        tab.page.goto(file.as_uri())
        fits = tab.page.evaluate("fitted()")
    if not fits:
        tab.close()
        sys.exit(f"{lesson.path.name}: without any figure, its handout is longer than its pages.")
    return tab


def print_sheets(tab, folder, stem):
    """Write the PDFs of both sheets, in which the figures keep their descriptions (tagged). Returns
    the files: questions, recap."""
    pages, asking = tab.page.locator(".page").count(), tab.page.locator(".page.ask").count()
    recap = pages - asking  # the pages before
    ranges = {"questions": f"{recap + 1}-{pages}", "recap": f"1-{recap}"}
    files = {sheet: folder / f"{stem}-{sheet}.pdf" for sheet in ranges}
    options = {"prefer_css_page_size": True, "print_background": True, "tagged": True}
    for sheet, file in files.items():
        tab.page.pdf(path=file, page_ranges=ranges[sheet], **options)
    return list(files.values())


def main(names):
    paths = [Path(name) for name in names]
    for path in paths:
        if path.name == REFERENCE.name:
            sys.exit(f"{path}: a notebook to look things up in has no handout.")
    if not browser.executable():
        sys.exit("Chromium or Chrome prints the handouts; the README says how to install it.")
    if not KATEX.exists():
        sys.exit(f"KaTeX, which sets the formulas, is not in {KATEX}; make handout installs it.")
    FOLDER.mkdir(exist_ok=True)
    say_if_nowhere()
    with browser.chromium() as chromium:
        for path in paths or NOTEBOOKS:
            lesson = read_with_outputs(path)
            tab = open_page(chromium, lesson, contents(lesson))
            questions, recap = print_sheets(tab, FOLDER, path.stem)
            tab.close()
            print(f"{questions.relative_to(ROOT)}, {recap.relative_to(ROOT)}")


if __name__ == "__main__":
    main(sys.argv[1:])
