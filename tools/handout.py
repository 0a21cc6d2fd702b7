"""Print each lesson's handout, two pages of A4, and write its drawings as files (make handout).

python tools/handout.py [NOTEBOOK ...]

All that a handout says is read from the notebook's cells and their stored outputs. handout.html
sets it on two pages, handout.js decides, by measuring, which of the figures there is room for, and
Chromium prints them.
"""

import base64
import html
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import browser
import jinja2
import nbformat
from nbconvert.filters.markdown import markdown2html

from helpers.labs.live import STATE

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
FOLDER = ROOT / "handout"
NOTEBOOKS = "0*.ipynb"  # the lessons; notebook 90 is for looking things up
KATEX = Path(sys.prefix) / "node_modules" / "katex" / "dist"  # where tools/start.py installs it

PREDICT = "**Predict.**"
QUESTION = "**Question.**"
PLACE = "https://mybinder.org/v2/gh/OWNER/REPOSITORY"  # in the README until someone publishes it
BINDER = re.compile(r"https://mybinder\.org/v2/gh/[^?)]+\?urlpath=lab/tree/")
DRAWING = re.compile(r'(<img alt="[^"]*") width="\d+"([^>]*;base64,([^"]+)">)')
ALT = re.compile('<img alt="([^"]*)"')
SHEET = re.compile(r'viewBox="0 0 ([\d.]+) ')
MINUTES = re.compile(r"^\*(?:Deeper, )?\d+ minutes?\.\* ")
# A line of code with its shape in letters: Z = A @ V  # (n, m) @ (m, d_v) -> (n, d_v)
SHAPED = re.compile(
    r"^ *(?!print|def |for )(?:return )?(\S.*?)  # (\([a-z][\w·]*, .*)$", re.MULTILINE
)
MATRIX = re.compile(r"(?<![A-Za-z_])(?:W_[A-Z]|[A-Z])(?![A-Za-z])")  # Q of Q_cross, W_Q
TEX_NAME = re.compile(r"\\[a-z]+(?:\{[A-Za-z]+\})?")  # \text{head}, \operatorname{softmax}
ASIDE = re.compile(r'<a class="anchor-link".*?</a>|<details>.*?</details>|</?a( [^>]*)?>')
OPTIONS = re.compile(r'# ((?:"[^"]+"(?:, | or )?){2,})$')


@dataclass(frozen=True)
class Prediction:
    """section: the heading above it; options: the answers to choose from, if it names them."""

    section: str
    text: str
    options: tuple


@dataclass(frozen=True)
class Figure:
    """A drawing or a lab's still. place: the number of its cell; title and description: as its alt
    text says them, without the step that is highlighted."""

    place: int
    title: str
    description: str
    html: str
    is_lab: bool


@dataclass
class Lesson:
    """What a handout takes from a notebook. Texts are HTML with formulas between dollar signs."""

    path: Path
    title: str = ""
    lead: str = ""
    aims: str = ""
    recap: str = ""
    formula: str = ""
    shapes: list = field(default_factory=list)  # pairs (line of code, shape)
    predictions: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    figures: list = field(default_factory=list)
    texts: list = field(
        default_factory=list
    )  # without a recap: pairs (place, section without code)

    @property
    def number(self):
        return self.path.stem[:2]


def read(path):
    """The Lesson of the notebook at `path`."""
    lesson = Lesson(path)
    cells = nbformat.read(path, as_version=4).cells
    for place, cell in enumerate(cells):
        cell.place = place
    core = [cell for cell in cells if "deeper" not in tags(cell)]
    for section in sections(core):
        first = section[0]
        if first.id == "title":
            read_title(lesson, first.source)
        elif first.id == "recap":
            read_recap(lesson, first.source)
        read_tasks(lesson, section)
        read_figures(lesson, section)
    lesson.figures = without_repeats(lesson.figures)
    lesson.shapes = shapes(core, lesson.formula)
    if not lesson.recap:
        lesson.texts = [text_of(section) for section in sections(core)[1:] if is_text(section)]
    return lesson


def tags(cell):
    return cell.metadata.get("tags", [])


def sections(cells):
    """The cells of each section, from its heading to the next of the two highest levels."""
    found = []
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith(("# ", "## ")):
            found.append([])
        found[-1].append(cell)
    return found


def read_title(lesson, source):
    heading, *paragraphs = source.split("\n\n")
    lesson.title = heading.lstrip("# ")
    lesson.lead = as_html([text for text in paragraphs if not text.startswith("**")])
    lesson.aims = as_html([text for text in paragraphs if text.startswith("**You")])


def read_recap(lesson, source):
    _, lines, formula = source.split("\n\n")
    lesson.recap, lesson.formula = as_html([lines]), html.escape(formula)


def read_tasks(lesson, section):
    """The predictions and the questions of a section."""
    name = section[0].source.partition("\n")[0].lstrip("# ")
    for cell, following in zip(section, [*section[1:], None], strict=True):
        if cell.source.startswith(QUESTION):
            lesson.questions.append(as_html([cell.source.removeprefix(QUESTION)]))
        elif cell.cell_type == "markdown" and PREDICT in cell.source:
            named = OPTIONS.search(following.source)
            options = re.findall('"([^"]+)"', named[1]) if named else []
            text = as_html(asked_in(cell.source))
            lesson.predictions.append(Prediction(name, text, tuple(options)))


def asked_in(source):
    """The paragraphs of a prediction: what is asked, and before it the one that leads up to it."""
    before, asked = source.split(PREDICT)
    leading = MINUTES.sub("", before.strip().rpartition("\n\n")[2])
    if leading.startswith(("#", "$$")):
        return [asked]
    return [leading, asked]


def read_figures(lesson, section):
    """The drawings and labs of a section. What stands below a prediction may give its answer away,
    and what belongs to an exercise is for the student to find."""
    asked = False
    for cell in section:
        asked = asked or (cell.cell_type == "markdown" and PREDICT in cell.source)
        if "exercise" not in tags(cell):
            lesson.figures += [each for each in figures(cell) if each.is_lab or not asked]


def figures(cell):
    for markup in outputs(cell):
        is_lab = "lab-still" in markup
        alt = ALT.search(markup)
        if is_lab or alt:
            title, _, description = (alt[1] if alt else "").partition(". ")
            yield Figure(
                cell.place,
                title,
                description.partition("The highlighted step")[0],
                DRAWING.sub(in_units, markup).replace(STATE, ""),
                is_lab,
            )


def outputs(cell):
    """The HTML of each output of a cell."""
    found = [output.get("data", {}).get("text/html") for output in cell.get("outputs", [])]
    return [markup for markup in found if markup]


def drawings(markup):
    """Pairs of each drawing's match in a piece of HTML and the text of its SVG."""
    return [(m, base64.b64decode(m[3]).decode()) for m in DRAWING.finditer(markup)]


def in_units(match):
    """The drawing as wide in pixels as its sheet in units, so that its text has 16, as a table's."""
    width = SHEET.search(base64.b64decode(match[3]).decode())[1]
    return f'{match[1]} width="{width}"{match[2]}'


def without_repeats(figures):
    """Without the drawings that come again: of one made in steps, under one title, the last stays,
    which is whole; of one with another step highlighted, the first."""
    last = {figure.title: figure for figure in figures}
    first = {}
    for figure in figures:
        if figure.is_lab or last[figure.title] is figure:
            first.setdefault(figure.place if figure.is_lab else figure.description, figure)
    return list(first.values())


def shapes(cells, formula):
    """Pairs of a line of code and its shape: of the cells that compute with the matrices of the
    formula, first the one that has most of them, then one that adds the most, until none does."""
    missing = matrices(TEX_NAME.sub("", formula.replace("W_i^", "W_")))
    lines = {}  # {place: pairs}
    for cell in cells:
        if cell.cell_type == "code" and not tags(cell) and SHAPED.search(cell.source):
            lines[cell.place] = SHAPED.findall(cell.source)
    held = {place: matrices(" ".join(line for line, _ in lines[place])) for place in lines}
    chosen = []
    while lines and missing:
        best = max(lines, key=lambda place: len(held[place] & missing))
        if not held[best] & missing:
            break
        missing = missing - held[best]
        chosen.append(best)
    pairs = [pair for place in sorted(chosen) for pair in lines[place]]
    return [(line, shape.replace("->", "→")) for line, shape in pairs]


def matrices(text):
    """The names of matrices in a piece of code or of a formula."""
    return set(MATRIX.findall(text))


def is_text(section):
    return all(cell.cell_type == "markdown" for cell in section)


def text_of(section):
    return section[0].place, as_html(cell.source for cell in section)


def as_html(texts):
    """Markdown as HTML, without what has a use on a screen only; formulas stay between dollars."""
    markup = markdown2html("\n\n".join(texts).strip())
    return ASIDE.sub("", markup)


def address(path):
    """The notebook's address on Binder, or nothing while the README has no repository's name."""
    found = BINDER.search((ROOT / "README.md").read_text("utf-8"))[0]
    return "" if found.startswith(PLACE) else f"{found}notebooks/{path.name}"


def page(lesson):
    """The HTML of both pages, before handout.js has chosen what fits."""
    loader = jinja2.FileSystemLoader(TOOLS)
    template = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined)
    return template.get_template("handout.html").render(
        lesson=lesson, address=address(lesson.path), tools=TOOLS.as_uri(), katex=KATEX.as_uri()
    )


def open_page(chromium, lesson):
    """A tab with the handout, ready to print; close() it. SystemExit if the text does not fit."""
    tab = browser.Page(chromium, color_scheme="light")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "handout.html"
        file.write_text(page(lesson), "utf-8")
        tab.page.goto(file.as_uri())
        fits = tab.page.evaluate("fitted()")
    if not fits:
        tab.close()
        sys.exit(f"{lesson.path.name}: without any figure, its handout is longer than two pages.")
    return tab


def print_handout(chromium, path, folder):
    """Write the notebook's handout to the folder. Returns the file's path."""
    tab = open_page(chromium, read(path))
    file = folder / f"{path.stem}.pdf"
    tab.page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    tab.close()
    return file


def write_figures(path, folder):
    """Write every drawing of the notebook as a file of its own. Returns the files' paths."""
    files = []
    for cell in nbformat.read(path, as_version=4).cells:
        drawn = [svg for markup in outputs(cell) for _, svg in drawings(markup)]
        for number, svg in enumerate(drawn, 1):
            end = f"-{number}" if len(drawn) > 1 else ""
            files.append(folder / f"{path.stem[:2]}-{cell.id}{end}.svg")
            files[-1].write_text(svg, "utf-8")
    return files


def main(paths):
    if not browser.executable():
        sys.exit(
            "The handouts are printed by Chromium or Chrome; the README says how to install it."
        )
    if not KATEX.exists():
        sys.exit(f"KaTeX, which sets the formulas, is not in {KATEX}; make handout installs it.")
    (FOLDER / "figures").mkdir(parents=True, exist_ok=True)
    with browser.chromium() as chromium:
        for path in map(Path, paths or sorted((ROOT / "notebooks").glob(NOTEBOOKS))):
            file = print_handout(chromium, path, FOLDER)
            drawn = write_figures(path, FOLDER / "figures")
            print(f"{file.relative_to(ROOT)} and {len(drawn)} figures in handout/figures")


if __name__ == "__main__":
    main(sys.argv[1:])
