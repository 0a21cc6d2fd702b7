"""What a handout says: recap, formula, shapes, predictions, questions, drawings and labs of a
notebook, without its code. Deeper parts are left out."""

import html
import re
from dataclasses import dataclass, replace

from nbconvert.filters.markdown_mistune import MarkdownWithMath

from helpers.exercises.engine.question import Question
from tools.notebook.blocks import PREDICT, QUESTION
from tools.notebook.lesson import Section
from tools.notebook.markdown import Renderer
from tools.notebook.media import PAPER

MATRIX = re.compile(r"(?<![A-Za-z_])(?:W_[A-Z]|[A-Z])(?![A-Za-z])")  # Q of Q_cross, W_Q
TEX_NAME = re.compile(r"\\[a-z]+(?:\{[A-Za-z]+\})?")  # \text{head}, \operatorname{softmax}
ASIDE = re.compile(r'<a class="anchor-link".*?</a>|<details>.*?</details>|</?a( [^>]*)?>')


@dataclass(frozen=True)
class Prediction:
    """options: the answers to choose from, if it names them."""

    text: str
    options: tuple


@dataclass(frozen=True)
class Figure:
    """What a cell shows: a drawing, a lab's still, or tables alone. place: the number of its cell;
    title and description: those of its first drawing; if_room: whether the sheet is made without
    it, and it comes where room is left: tables, and what stands below a prediction."""

    place: int
    title: str
    description: str
    html: str
    is_lab: bool
    if_room: bool = False


@dataclass
class Contents:
    """What a handout says. Texts are HTML with formulas between dollar signs."""

    lead: str
    aims: str
    recap: str
    formula: str
    shapes: list  # pairs (line of code, shape)
    predictions: list
    questions: list
    figures: list
    texts: list  # where there is no recap: pairs (place, section)


def contents(lesson):
    """The Contents of a Lesson."""
    # Below the recap readers see their own functions at work.
    last = lesson.recap.place if lesson.recap else len(lesson.cells)
    core = [cell for cell in lesson.cells[:last] if not cell.deeper]
    parts = [core_of(section) for section in lesson.sections if section.cells[0] in core]
    taught = parts[1:]  # the opening has a map of the series, as wide as a screen
    lead = [text for text in lesson.opening if not text.startswith("**")]
    aims = [text for text in lesson.opening if text.startswith("**You")]
    recap = lesson.recap.source.split("\n\n")[1:] if lesson.recap else []
    formula = "\n\n".join(text for text in recap if text.startswith("$$"))
    lines = "\n\n".join(text for text in recap if not text.startswith("$$"))
    return Contents(
        as_html(lead),
        as_html(aims),
        as_html([lines]),
        html.escape(formula),
        shapes(core, formula),
        [prediction for section in parts for prediction in predictions(section)],
        [as_html([cell.source.removeprefix(QUESTION)]) for cell in core if is_question(cell)],
        without_repeats([figure for section in taught for figure in figures(section)]),
        [] if lesson.recap else [text_of(section) for section in taught if is_text(section)],
    )


def core_of(section):
    """The section without what is marked Deeper in it."""
    return Section(tuple(cell for cell in section.cells if not cell.deeper))


def is_question(cell):
    return cell.kind == "task" and isinstance(cell.entry, Question)


def predictions(section):
    """The predictions of a section. What is asked stands below what leads up to it."""
    for asking, answering in section.predictions:
        leading = [text for text in asking.leading[-1:] if not text.startswith(("#", "$$"))]
        first, *more = asking.asked
        text = as_html([*leading, first.removeprefix(PREDICT), *more])
        yield Prediction(text, getattr(answering.entry, "options", ()))


def figures(section):
    """The drawings, labs and tables of a section. What answers a prediction or belongs to an
    exercise is for the student to find."""
    asked = False
    for cell in section.cells:
        asked = asked or cell.kind == "predict"
        if cell.kind in ("check", "payoff", "prediction"):
            continue
        for output in cell.outputs:
            if output.is_aside or not (output.has_figure or "<table" in output.html):
                continue
            yield figure(cell, output, if_room=not output.lab and (asked or not output.drawings))


def figure(cell, output, if_room):
    first = output.drawings[0] if output.drawings else None
    return Figure(
        cell.place,
        first.title if first else "",
        first.description if first else "",
        output.html_with(tag_of=tag_in_units, state=PAPER.still),
        bool(output.lab),
        if_room,
    )


def tag_in_units(drawing):
    """A drawing as many pixels wide as its sheet has units: its text is as large as a table's."""
    return replace(drawing, width=f"{drawing.units:g}").tag


def without_repeats(figures):
    """Without the drawings that come again: of one made in steps, under one title, the last stays,
    which is whole; of one with another step highlighted, the first. What has no title stays."""
    last = {figure.title: figure for figure in figures}
    first = {}
    for figure in figures:
        if not figure.title or last[figure.title] is figure:
            first.setdefault(figure.description or figure.html or figure.place, figure)
    return list(first.values())


def shapes(cells, formula):
    """Pairs of a line of code and its shape: of the cells that compute with the matrices of the
    formula, first the one that has most of them, then one that adds the most, until none does."""
    missing = matrices(TEX_NAME.sub("", formula.replace("W_i^", "W_")))
    shown = [cell for cell in cells if cell.kind in ("code", "drawing")]
    lines = {cell.place: cell.shapes for cell in shown if cell.shapes}
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
    return not any(cell.is_code for cell in section.cells)


def text_of(section):
    """The place of a section and its text."""
    return section.cells[0].place, as_html(cell.source for cell in section.cells)


def as_html(texts):
    """Markdown as HTML, without what has a use on a screen only; formulas stay between dollars."""
    markdown = MarkdownWithMath(renderer=Renderer())
    return ASIDE.sub("", markdown.render("\n\n".join(texts).strip()))
