"""A notebook as a page of the book: its cells as HTML with formulas set, its headings."""

import html
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from urllib.parse import quote

from nbconvert.filters.markdown_mistune import MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from helpers.documents.tex import readable
from helpers.exercises.engine.exercise import Exercise
from helpers.exercises.engine.question import Question
from tools.book import terms
from tools.book.book_python import NODE, WEB
from tools.book.recordings import RECORDED
from tools.book.tapped import Choices, choices_of, waiting
from tools.book.web.narrow import image_tag, is_table
from tools.notebook import alone, lesson
from tools.notebook.blocks import MINUTES, PREDICT
from tools.notebook.markdown import Renderer
from tools.notebook.media import BOOK

KATEX = Path(sys.prefix) / "node_modules/katex/dist/katex.mjs"
NOTEBOOK_LINK = re.compile(r'href="(?:\./)?(\d\d_\w+)\.ipynb')
BETWEEN = re.compile(r"\\qq?uad(?![a-z])")  # formulas that stand side by side where there is room
KINDS = {"predict": "text", "setup": "code", "drawing": "code", "payoff": "code"}


@dataclass
class Section:
    """What a heading begins. id: where links lead; heading and html: with formulas or their marks;
    html: all below the heading, as far as the next one."""

    level: int
    id: str
    heading: str
    html: str = ""

    @property
    def words(self):
        """The heading without its tags."""
        return html.unescape(re.sub("<[^>]*>", "", self.heading))


@dataclass(frozen=True)
class PageCell:
    """kind: text, code, task, check (the cell of a task), prediction, or lab.
    html: the text; code: highlighted; outputs: as HTML; entry: the name of the exercise, question
    or prediction that it asks the reader to answer, and choices: what may be tapped for that;
    label: what it is called for those who hear the page; folded: its code is out of sight;
    elsewhere: it runs in the workbench alone; needs_model: in JupyterLab on a computer alone; lab:
    the name of the one that it puts on the page; minutes: that it takes, where that is long."""

    id: str
    kind: str
    deeper: bool
    html: str = ""
    code: str = ""
    outputs: tuple = ()
    entry: str = ""
    choices: Choices | None = None
    label: str = ""
    folded: bool = False
    elsewhere: bool = False
    needs_model: bool = False
    lab: str = ""
    minutes: int = 0


@dataclass(frozen=True)
class Group:
    """Cells that stand together. name: of the exercise, question or prediction that they ask and
    answer, where links to it lead; other cells stand alone and have none."""

    cells: tuple
    name: str = ""


@dataclass(frozen=True)
class BookPage:
    name: str  # 05_masking
    title: str
    lead: str  # its first paragraph, as plain text
    cells: tuple
    headings: tuple  # sections of level 2 and 3 without their html, for the contents
    sections: tuple  # with marks for formulas, for the search

    @property
    def number(self):
        return self.name[:2]

    @property
    def groups(self):
        """The cells, each alone, but one that is to be answered together with what it asks."""
        groups = []
        for cell in self.cells:
            if cell.entry:
                (asking,) = groups.pop().cells
                groups.append(Group((asking, cell), cell.entry))
            else:
                groups.append(Group((cell,)))
        return groups


def read(paths):
    """The pages of these notebooks, and their Formulas."""
    formulas = Formulas()
    drafts = [draft(path, formulas) for path in paths]
    formulas.set()
    places = terms.introduced(drafts)
    return [finished(page, formulas, places) for page in drafts], formulas


def draft(path, formulas):
    """The page of a notebook, with a mark in the place of each formula."""
    renderer = PageRenderer(formulas)
    markdown = MarkdownWithMath(renderer=renderer)
    notebook = lesson.read_with_outputs(path)
    cells, count = [], Counter()
    for part in (part for cell in without_jupyter(notebook.cells) for part in parts_of(cell)):
        cell = cell_of(part, markdown)
        section = html.unescape(formulas.plain(renderer.sections[-1].words))
        count[section] += part.is_code
        cells.append(replace(cell, label=cell.label or f"{section}, code {count[section]}"))
    headings = tuple(replace(section, html="") for section in renderer.sections[1:])
    lead = without_marks(notebook.opening[0])
    return BookPage(
        notebook.stem, notebook.title, lead, tuple(cells), headings, tuple(renderer.sections)
    )


def without_jupyter(cells):
    """The cells, with how_to.md in the place of those about Jupyter."""
    about = [cell for cell in cells if "jupyter" in cell.tags]
    if about:
        how_to = {**about[0].stored, "source": (WEB / "how_to.md").read_text("utf-8")}
        cells = [cell for cell in cells if cell not in about[1:]]
        cells[cells.index(about[0])] = replace(about[0], stored=how_to)
    return cells


def parts_of(cell):
    """A cell, cut where it begins to ask for a prediction: what stands above is no part of that."""
    before, asks, asked = cell.source.partition(PREDICT)
    if cell.kind != "predict" or not before:
        return [cell]
    return [
        replace(cell, stored={**cell.stored, "source": text}) for text in (before, asks + asked)
    ]


def cell_of(cell, markdown):
    """A cell of a notebook as a cell of the page."""
    kind = KINDS.get(cell.kind, cell.kind)
    if cell.is_code:
        code = alone.without(cell.source)
        code = highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")
        # What the model's own cells say to whoever ran them was not said to this reader.
        kept = [each for each in cell.outputs if not (cell.needs_model and each.is_aside)]
        outputs = tuple(filter(None, map(output_html, kept)))
        entry, choices = cell.entry, choices_of(cell.entry, partial(inline, markdown))
        is_tapped = choices is not None and not isinstance(entry, Exercise)  # no code is asked for
        if choices is not None:
            outputs = (*outputs[:-1], waiting(entry, choices.kind if is_tapped else "code"))
        if cell.source.endswith("progress()"):
            outputs = outputs[:-1]  # the line at the top counts what this reader has done
        return PageCell(
            cell.id,
            kind,
            cell.deeper,
            code=in_lines(breakable(code)),
            outputs=outputs,
            entry=entry.name if entry else "",
            choices=choices,
            label=entry.title if entry else "",
            folded=cell.is_folded or (is_tapped and not cell.teaches),
            elsewhere="widget" in cell.tags,
            needs_model=cell.needs_model,
            lab=cell.lab,
            minutes=cell.browser_minutes,
        )
    source = BOOK.text(cell.source)
    if isinstance(cell.entry, Question):
        source = cell.entry.opening  # its options are choices, below
    elif cell.kind == "task":
        source = BOOK.task(cell.entry)
    return PageCell(cell.id, kind, cell.deeper, markdown.render(MINUTES.sub(minutes_span, source)))


def breakable(code):
    """Highlighted code that a phone also wraps behind a bracket that opens, never in an arrow."""
    code = re.sub(r'(<span class="p">[^<]*[(\[{]</span>)', r"\1<wbr>", code)
    return code.replace("-&gt;", '<span class="arrow">-&gt;</span>')


def in_lines(text):
    """HTML of which each line is an element: a phone shows what it wraps to behind its start."""
    return "".join(map(line_of, text.splitlines(keepends=True)))


def line_of(text):
    indent = len(text) - len(text.lstrip(" "))
    style = f' style="--indent:{indent}ch"' if indent else ""
    return f'<span class="line"{style}>{text}</span>'


def inline(markdown, text):
    """A text of one paragraph as HTML that may stand in a line."""
    return markdown.render(text).strip().removeprefix("<p>").removesuffix("</p>")


def without_marks(source):
    """A paragraph without Markdown's marks."""
    return re.sub(r"[*_`]|\]\([^)]*\)|\[", "", source)


def minutes_span(match):
    """The minutes of a section, as what stands above its text."""
    deeper = "Deeper · " if match[1] else ""
    return f'<span class="minutes">{deeper}{match[2]}</span>\n'


def linked(text):
    """Links to notebooks as links to pages."""
    return NOTEBOOK_LINK.sub(r'href="\1.html', text)


def output_html(output):
    """An output as HTML, or nothing."""
    if output.kind == "error":
        return f'<pre class="failed">{html.escape(output.text)}</pre>'
    if not output.html:
        kind = "printed table" if is_table(output.text) else "printed"
        return f'<pre class="{kind}">{in_lines(html.escape(output.text))}</pre>'
    return linked(output.html_with(tag_of=image_tag, state=BOOK.still, frame_of=still_frame))


def still_frame(name):
    recorded = " data-recorded" if name in RECORDED else ""
    return f'<div class="still" data-lab-name="{name}"{recorded}>'


class PageRenderer(Renderer):
    """Markdown as HTML, with marks for formulas. sections: those of all it has rendered."""

    def __init__(self, formulas):
        super().__init__()
        self.formulas = formulas
        self.sections = []

    def __call__(self, tokens, state):
        """The HTML of a text."""
        pieces = []
        for token in tokens:
            pieces.append(linked(self.render_token(token, state)))
            if token["type"] != "heading":
                self.sections[-1].html += pieces[-1]
        return "".join(pieces)

    def heading(self, text, level, **attributes):
        section = Section(level, "", text)
        section.id = quote(section.words.replace(" ", "-"), safe="?/:@!$&'()*+,;=")
        self.sections.append(section)
        return f'<h{level} id="{section.id}"><a href="#{section.id}">{text}</a></h{level}>'

    def table(self, text):
        return f'<div class="wide"><table>\n{text}</table></div>\n'

    def table_cell(self, text, align=None, head=False):
        tag = "th" if head and text else "td"  # a corner is no heading
        style = f' style="text-align:{align}"' if align else ""
        return f"  <{tag}{style}>{text}</{tag}>\n"

    def block_code(self, code, info=None):
        return f'<pre class="sample"><code>{html.escape(code)}</code></pre>\n'

    def inline_math(self, body):
        return self.formulas.mark(body, False)

    def block_math(self, body):
        marks = (self.formulas.mark(part, True) for part in BETWEEN.split(body))
        return f'<div class="formula">{" ".join(marks)}</div>\n'


class Formulas:
    """All formulas of the book, set at once."""

    MARK = re.compile("\x02(\\d+)\x03")
    HELD = re.compile(r"([(“]?)(\x02\d+\x03)([)”,.;:?!]+)")  # signs that no line may begin with

    def __init__(self):
        self.asked = []

    def mark(self, tex, display):
        self.asked.append([tex.strip(), display])
        return f"\x02{len(self.asked) - 1}\x03"

    def set(self):
        command = [NODE, WEB / "formulas.mjs", KATEX]
        formulas = json.dumps(self.asked)
        done = subprocess.run(command, input=formulas, stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode:
            sys.exit("KaTeX could not set a formula; what it says of it stands above.")
        self.html = json.loads(done.stdout)

    def put(self, text):
        text = self.HELD.sub(r'<span class="held">\1\2\3</span>', text)
        return self.MARK.sub(lambda match: self.html[int(match[1])], text)

    def plain(self, text):
        """The text with its formulas in plain signs."""
        return self.MARK.sub(lambda match: html.escape(self.signs(int(match[1]))), text)

    def signs(self, number):
        """A formula in plain signs."""
        return readable(self.asked[number][0])

    def mathml(self, number):
        """A formula as a browser sets it by itself, without its TeX."""
        math = re.search("<math.*?</math>", self.html[number], re.DOTALL)[0]
        return re.sub("<annotation.*?</annotation>", "", math, flags=re.DOTALL)


def finished(page, formulas, places):
    """The page with its formulas, and with links from terms to the places that introduce them."""
    texts = terms.linked([cell.html for cell in page.cells], page.name, places)
    cells = [replace(cell, html=text) for cell, text in zip(page.cells, texts, strict=True)]
    cells = tuple(with_formulas(cell, formulas) for cell in cells)
    headings = tuple(replace(item, heading=formulas.put(item.heading)) for item in page.headings)
    return replace(page, cells=cells, headings=headings)


def with_formulas(cell, formulas):
    choices = cell.choices
    if choices:
        put = (replace(choice, html=formulas.put(choice.html)) for choice in choices.choices)
        choices = replace(choices, choices=tuple(put))
    return replace(cell, html=formulas.put(cell.html), choices=choices)
