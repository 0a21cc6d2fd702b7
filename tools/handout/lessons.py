"""What a notebook says, without the code that says it: its recap, formula, shapes, predictions,
questions, drawings and labs, read from its cells and their stored outputs. Deeper parts are left
out. The handouts are made of it (handout.py)."""

import base64
import html
import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbconvert.filters.markdown import markdown2html

from helpers.labs.engine.live import STATE
from tools.notebook.blocks import PREDICT, QUESTION, blocks

DRAWING = re.compile(r'(<img alt="[^"]*") width="\d+"([^>]*;base64,([^"]+)">)')
ALT = re.compile('<img alt="([^"]*)"')
SHEET = re.compile(r'viewBox="0 0 ([\d.]+) ')
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
    """What a notebook says. Texts are HTML with formulas between dollar signs."""

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
    texts: list = field(default_factory=list)  # where there is no recap: pairs (place, section)

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
    """The blocks of a prediction: what is asked, and before it what leads up to it."""
    found = blocks(source)
    at = next(i for i, block in enumerate(found) if block.startswith(PREDICT))
    asked = [found[at].removeprefix(PREDICT), *found[at + 1 :]]
    leading = [block for block in found[max(0, at - 1) : at] if not block.startswith(("#", "$$"))]
    return [*leading, *asked]


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


def drawings(cell):
    """The text of an SVG file for each drawing that a cell shows."""
    return [decoded(data) for _, _, data in DRAWING.findall("".join(outputs(cell)))]


def in_units(match):
    """The drawing as many pixels wide as its sheet has units: its text is as large as a table's."""
    width = SHEET.search(decoded(match[3]))[1]
    return f'{match[1]} width="{width}"{match[2]}'


def decoded(data):
    """The text of an SVG file that stands in a notebook in base 64."""
    return base64.b64decode(data).decode()


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
    """The place of a section and its text."""
    return section[0].place, as_html(cell.source for cell in section)


def as_html(texts):
    """Markdown as HTML, without what has a use on a screen only; formulas stay between dollars."""
    markup = markdown2html("\n\n".join(texts).strip())
    return ASIDE.sub("", markup)
