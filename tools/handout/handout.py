"""Print each lesson's handout, two pages of A4, and write its drawings as files (make handout).

python -m tools.handout.handout [NOTEBOOK ...]

All that a handout says is read from the notebook (contents.py). handout.html sets it on two pages,
handout.js decides, by measuring, which of the figures there is room for, and Chromium prints them.
"""

import sys
import tempfile
from pathlib import Path

import jinja2

from tools import browser
from tools.handout.contents import contents
from tools.notebook.lesson import read
from tools.published import binder_address
from tools.repository import LARGEST, LESSONS, REFERENCE, ROOT, START

HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "handouts"
NOTEBOOKS = [START, *LESSONS]
KATEX = Path(sys.prefix) / "node_modules" / "katex" / "dist"  # where tools/start.py installs it


def page(lesson, contents):
    """The HTML of both pages, before handout.js has chosen what fits."""
    loader = jinja2.FileSystemLoader(HERE)
    template = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined)
    scripts = (LARGEST, HERE / "handout.js")
    return template.get_template("handout.html").render(
        lesson=lesson,
        contents=contents,
        address=binder_address(lesson.stem),
        tools=HERE.as_uri(),
        katex=KATEX.as_uri(),
        script="\n".join(script.read_text("utf-8") for script in scripts),
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
        sys.exit(f"{lesson.path.name}: without any figure, its handout is longer than two pages.")
    return tab


def print_page(tab, file):
    """Write the PDF, in which the figures keep their descriptions (tagged)."""
    tab.page.pdf(path=file, prefer_css_page_size=True, print_background=True, tagged=True)


def write_figures(lesson, folder):
    """Write every drawing of the notebook as a file of its own. Returns the files' paths."""
    files = []
    for cell in lesson.cells:
        figures = [figure for output in cell.outputs for figure in output.files()]
        for number, (suffix, data) in enumerate(figures, 1):
            end = f"-{number}" if len(figures) > 1 else ""
            files.append(folder / f"{lesson.number}-{cell.id}{end}{suffix}")
            files[-1].write_bytes(data)
    return files


def main(names):
    paths = [Path(name) for name in names]
    for path in paths:
        if path.name == REFERENCE.name:
            sys.exit(f"{path}: a notebook to look things up in has no handout.")
    if not browser.executable():
        sys.exit("Chromium or Chrome prints the handouts; the README says how to install it.")
    if not KATEX.exists():
        sys.exit(f"KaTeX, which sets the formulas, is not in {KATEX}; make handout installs it.")
    (FOLDER / "figures").mkdir(parents=True, exist_ok=True)
    with browser.chromium() as chromium:
        for path in paths or NOTEBOOKS:
            file = FOLDER / f"{path.stem}.pdf"
            lesson = read(path)
            tab = open_page(chromium, lesson, contents(lesson))
            print_page(tab, file)
            tab.close()
            figures = write_figures(lesson, FOLDER / "figures")
            count = f"{len(figures)} figure{'s' * (len(figures) != 1)}"
            print(f"{file.relative_to(ROOT)} and {count} in handouts/figures")


if __name__ == "__main__":
    main(sys.argv[1:])
