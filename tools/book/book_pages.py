"""A notebook as a page of the book: its cells as HTML with formulas set, its headings."""

import base64
import html
import json
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from helpers.documents.tex import readable
from helpers.exercises.engine.exercise import INTERRUPT
from helpers.labs.engine.live import STATE, SWITCH
from tools.book.book_python import NODE, WEB
from tools.notebook.blocks import MINUTES

KATEX = Path(sys.prefix) / "node_modules/katex/dist/katex.mjs"
HEADING = re.compile(r"<h([23]) id=\"([^\"]*)\">(.*?)</h\1>", re.DOTALL)
SECTION = re.compile(r'<h[123] id="([^"]*)">(.*?)</h[123]>(.*?)(?=<h[123] id=|\Z)', re.DOTALL)
NOTEBOOK_LINK = re.compile(r'href="(?:\./)?(\d\d_\w+)\.ipynb')
IMAGE = re.compile(r'<img alt="([^"]*)" width="\d+" style="[^"]*" src="([^"]*;base64,([^"]+))">')
SHEET = re.compile(r'width="(\d+)" height="(\d+)" viewBox="0 0 ([\d.]+) ')
SMALLEST = 0.72  # of a drawing's own size, on a phone: its text is then 12 pixels high
LAB = re.compile(r'<div class="lab-still lab-still-(\w+)">')
# Where a notebook speaks of Jupyter, the book says something else: for these cells, how_to.md.
ABOUT_JUPYTER = ("notebook", "keyboard", "check", "check-run", "keep")
INSTEAD = {
    INTERRUPT: "If a cell does not end, press *Stop* below it.",
    STATE: "A still picture of this lab.",
}


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    html: str


@dataclass(frozen=True)
class Cell:
    """kind: text, code, task (an exercise and its cell), prediction, or lab.
    html: the text; code: highlighted; outputs: as HTML."""

    id: str
    kind: str
    deeper: bool
    html: str = ""
    code: str = ""
    outputs: tuple = ()


@dataclass(frozen=True)
class Page:
    name: str  # 05_masking
    title: str
    lead: str  # its first paragraph, as plain text
    cells: tuple
    headings: tuple
    sections: tuple  # (id, heading, text) of HTML, with formulas in plain signs, for the search

    @property
    def number(self):
        return self.name[:2]

    @property
    def groups(self):
        """The cells, each alone, but a task together with the cell below it."""
        groups = []
        for cell in self.cells:
            if cell.kind == "check":
                groups[-1].append(cell)
            else:
                groups.append([cell])
        return groups


def read(paths):
    """The pages of these notebooks."""
    formulas = Formulas()
    drafts = [draft(path, formulas) for path in paths]
    formulas.set()
    return [finished(page, formulas) for page in drafts]


def draft(path, formulas):
    """The page of a notebook, with a mark in the place of each formula."""
    markdown = MarkdownWithMath(renderer=Renderer(formulas))
    notebook = nbformat.read(path, as_version=4)
    cells, headings = [], []
    for cell in without_jupyter(notebook.cells):
        tags = cell.metadata.get("tags", [])
        deeper = "deeper" in tags
        if cell.cell_type == "markdown":
            text = text_of(cell.source, markdown)
            kind = "task" if cell.id.startswith("task-") else "text"
            cells.append(Cell(cell.id, kind, deeper, text))
            headings += headings_of(text)
        else:
            outputs = tuple(filter(None, map(output, cell.outputs)))
            code = highlight(cell.source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")
            kind = "prediction" if "prediction" in tags else "code"
            kind = "check" if cell.id.startswith("check-") else kind
            kind = "lab" if any(LAB.search(each) for each in outputs) else kind
            cells.append(Cell(cell.id, kind, deeper, "", code, outputs))
    title, lead = opening(notebook.cells[0].source)
    sections = tuple(SECTION.findall(formulas.plain("".join(cell.html for cell in cells))))
    return Page(path.stem, title, lead, tuple(cells), tuple(headings), sections)


def without_jupyter(cells):
    """The cells, with how_to.md in the place of those about Jupyter."""
    told = [cell for cell in cells if cell.id in ABOUT_JUPYTER]
    if told:
        told[0].source = (WEB / "how_to.md").read_text("utf-8")
    return [cell for cell in cells if cell not in told[1:]]


def opening(source):
    """The title of a notebook and its first paragraph, without Markdown's marks."""
    heading, lead, *_ = source.split("\n\n")
    return heading.lstrip("# "), re.sub(r"[*_`]|\]\([^)]*\)|\[", "", lead)


def text_of(source, markdown):
    for before, after in INSTEAD.items():
        source = source.replace(before, after)
    text = markdown.render(MINUTES.sub(minutes_span, source))
    text = text.replace("<th></th>", "<td></td>")  # a corner is no heading
    return linked(
        text.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    )


def minutes_span(match):
    """The minutes of a section, as what stands above its text."""
    deeper = "Deeper · " if match[0].startswith("*Deeper") else ""
    return f'<span class="minutes">{deeper}{match[1]}</span>\n'


def linked(text):
    """Links to notebooks as links to pages."""
    return NOTEBOOK_LINK.sub(r'href="\1.html', text)


def headings_of(text):
    for level, anchor, inside in HEADING.findall(text):
        without_link = re.sub(r'<a class="anchor-link".*?</a>', "", inside)
        yield Heading(int(level), anchor, without_link)


def output(output):
    """An output as HTML, or nothing."""
    if output.output_type == "stream":
        return f'<pre class="printed">{html.escape(output.text)}</pre>'
    if output.output_type == "error":
        return (
            f'<pre class="failed">{html.escape(output.ename)}: {html.escape(output.evalue)}</pre>'
        )
    markup = output.data.get("text/html", "").replace(SWITCH, "").replace(STATE, INSTEAD[STATE])
    if not markup:
        return f'<pre class="printed">{html.escape(output.data["text/plain"])}</pre>'
    markup = linked(markup)
    return IMAGE.sub(image, LAB.sub(r'<div class="still" data-lab-name="\1">', markup))


def image(match):
    """A drawing as large as the page allows, but on a phone no smaller than can be read."""
    alt, source, data = match.groups()
    width, height, sheet = SHEET.search(base64.b64decode(data).decode()).groups()
    least = min(int(width), round(SMALLEST * float(sheet)))
    style = f"min-width:{least}px"
    return f'<img alt="{alt}" width="{width}" height="{height}" style="{style}" src="{source}">'


class Renderer(IPythonRenderer):
    """Markdown as HTML, with marks for formulas and with a printer's quotation marks."""

    def __init__(self, formulas):
        super().__init__(escape=False, anchor_link_text="#")
        self.formulas = formulas
        self.before = ""  # the last character of the text so far, in this paragraph

    def text(self, text):
        text = re.sub(r"(^|[\s(\[“‘/-])\"", r"\1“", self.before + text).replace('"', "”")
        text = re.sub(r"(^|[\s(\[“])'(?=\w)", r"\1‘", text).replace("'", "’")
        shown, self.before = text[len(self.before) :], text[-1:]
        return super().text(shown)

    def softbreak(self):
        self.before = " "
        return super().softbreak()

    def codespan(self, text):
        self.before = "`"  # a quotation mark after it closes
        return super().codespan(text)

    def paragraph(self, text):
        self.before = ""
        return super().paragraph(text)

    def block_text(self, text):
        self.before = ""
        return super().block_text(text)

    def heading(self, text, level, **attributes):
        self.before = ""
        return super().heading(text, level, **attributes)

    def block_code(self, code, info=None):
        return f'<pre class="sample"><code>{html.escape(code)}</code></pre>\n'

    def inline_math(self, body):
        self.before = "$"
        return self.formulas.mark(body, False)

    def block_math(self, body):
        return f'<div class="formula">{self.formulas.mark(body, True)}</div>\n'


class Formulas:
    """All formulas of the book, set at once."""

    MARK = re.compile("\x02(\\d+)\x03")

    def __init__(self):
        self.asked = []

    def mark(self, tex, display):
        self.asked.append([tex.strip(), display])
        return f"\x02{len(self.asked) - 1}\x03"

    def set(self):
        command = [NODE, WEB / "formulas.mjs", KATEX]
        given = json.dumps(self.asked)
        done = subprocess.run(command, input=given, stdout=subprocess.PIPE, encoding="utf-8")
        if done.returncode:
            sys.exit("KaTeX could not set a formula; what it says of it stands above.")
        self.html = json.loads(done.stdout)

    def put(self, text):
        return self.MARK.sub(lambda match: self.html[int(match[1])], text)

    def plain(self, text):
        """Formulas in plain signs."""
        return self.MARK.sub(
            lambda match: html.escape(readable(self.asked[int(match[1])][0])), text
        )


def finished(page, formulas):
    """The page with its formulas."""
    cells = tuple(replace(cell, html=formulas.put(cell.html)) for cell in page.cells)
    headings = tuple(replace(each, html=formulas.put(each.html)) for each in page.headings)
    return replace(page, cells=cells, headings=headings)
