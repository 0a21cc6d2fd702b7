"""What must hold of a notebook as it is stored: each check returns a list of complaints."""

import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
LESSONS = [path for path in PATHS if path.name[:2] not in ("00", "90")]
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def read(path):
    return nbformat.read(path, as_version=4)


# --- the file -------------------------------------------------------------------------------


def counts_are_sequential(notebook, path):
    """nbval compares nothing in a cell without a count, so a stripped notebook would pass it."""
    counts = [cell.execution_count for cell in code(notebook)]
    expected = list(range(1, len(counts) + 1))
    return [] if counts == expected else [f"execution counts are {counts}"]


def metadata_is_bare(notebook, path):
    """No widget state (it breaks previews), no version of Python, no times."""
    found = [] if notebook.metadata == METADATA else [f"metadata is {dict(notebook.metadata)}"]
    allowed = {"tags"}
    return found + [
        f"cell {cell.id} has metadata {dict(cell.metadata)}"
        for cell in notebook.cells
        if set(cell.metadata) - allowed
    ]


def file_is_small(notebook, path):
    size = len(nbformat.writes(notebook).encode())
    return [] if size <= 300_000 else [f"{size} bytes"]


def outputs_are_meant(notebook, path):
    """No stderr, no error, no bare repr of a last expression."""
    return [
        f"cell {cell.id} shows {output.get('name', output.output_type)}"
        for cell in code(notebook)
        for output in cell.outputs
        if output.output_type in ("error", "execute_result") or output.get("name") == "stderr"
    ]


# --- what a reader sees ---------------------------------------------------------------------


def headings_are_in_order(notebook, path):
    """One H1, at the top; no level skipped; plain words, so that anchors agree everywhere."""
    levels = [level for level, _ in headings(notebook)]
    texts = [text for _, text in headings(notebook)]
    complaints = [] if levels.count(1) == 1 and levels[0] == 1 else [f"levels are {levels}"]
    complaints += [
        f"heading {text!r} skips a level"
        for text, before, level in zip(texts[1:], levels, levels[1:], strict=False)
        if level > before + 1
    ]
    complaints += [f"heading {t!r} is used twice" for t in set(texts) if texts.count(t) > 1]
    return complaints + [
        f"heading {text!r} has more than letters, digits, spaces and hyphens"
        for level, text in headings(notebook)
        if level > 1 and not re.fullmatch(r"[A-Za-z0-9 -]+", text)
    ]


def pictures_are_described(notebook, path):
    """Every picture has an alt text, every table a caption and real heads, both a plain text."""
    complaints = []
    for cell in code(notebook):
        for output in cell.outputs:
            page = Page(html_of(output))
            complaints += [
                f"cell {cell.id}: alt text {alt!r}" for alt in page.alts if len(alt.strip()) < 20
            ]
            if page.tables != page.captions or page.tables > page.heads:
                complaints.append(f"cell {cell.id}: a table without caption or heads")
            if html_of(output) and len(output.data.get("text/plain", "").strip()) < 1:
                complaints.append(f"cell {cell.id}: no plain text beside its HTML")
            if {"image/png", "image/svg+xml"} & set(output.get("data", {})):
                complaints.append(f"cell {cell.id}: a picture without a description")
    return complaints + [
        f"cell {cell.id}: alt text {alt!r}"
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for alt in re.findall(r"!\[(.*?)\]\(", cell.source) + Page(cell.source).alts
        if len(alt.strip()) < 20
    ]


def matrices_name_their_axes(notebook, path):
    """Every matrix says what runs down and what runs across."""
    return [
        f"cell {cell.id}: matrix() but no corner with both arrows"
        for cell in code(notebook)
        if re.search(r"(?<!def )\bmatrix\(", cell.source)
        and not any("↓" in html_of(o) and "→" in html_of(o) for o in cell.outputs)
        and "show(" in cell.source + "answer("
        and any(html_of(o) for o in cell.outputs)
    ]


def numbers_are_short(notebook, path):
    """At most six significant digits: the last bits differ between processors."""
    complaints = []
    for cell in code(notebook):
        for output in cell.outputs:
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            for number in re.findall(r"\d+\.\d+(?:e[+-]?\d+)?", text):
                digits = number.partition("e")[0].replace(".", "").lstrip("0")
                if len(digits) > 6 and number not in PRINTED_WITH_MORE_DIGITS:
                    complaints.append(f"cell {cell.id} prints {number}")
    return complaints


PRINTED_WITH_MORE_DIGITS = {  # by the documents themselves, shown beside what is recomputed
    "0.08714432",
    "0.23688282",
    "0.64391426",
    "9.35719813e-14",
    "2.06106005e-09",
    "4.53978686e-05",
    "9.99954600e-01",
}


def links_resolve(notebook, path):
    """Every relative link leads to a file, every anchor to a heading."""
    targets = [t for cell in markdown(notebook) for t in re.findall(r"\]\((.*?)\)", cell.source)]
    for cell in code(notebook):
        for output in cell.outputs:
            targets += Page(html_of(output)).hrefs
    complaints = []
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        if not file.exists():
            complaints.append(f"link to {target}: no such file")
        elif anchor and file.suffix == ".ipynb":
            there = notebook if not name or file == path else read(file)
            if anchor not in [text.replace(" ", "-") for _, text in headings(there)]:
                complaints.append(f"link to {target}: no such heading")
    return complaints


def answers_are_closed(notebook, path):
    """Each prediction is followed by its answer, which is all that its cell shows, and closed."""
    complaints = []
    waiting = None
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if "**Predict.**" in cell.source:
                if waiting:
                    complaints.append(f"prediction in {waiting} has no answer")
                waiting = cell.id
            continue
        shown = "".join(map(html_of, cell.outputs))
        if "prediction" in tags(cell):
            if not waiting:
                complaints.append(f"cell {cell.id} answers no prediction")
            waiting = None
            outside = Page(shown).outside_details
            if "<details" not in shown or "<details open" in shown or outside.strip():
                complaints.append(f"cell {cell.id}: the answer is not closed")
            if any(output.output_type == "stream" for output in cell.outputs):
                complaints.append(f"cell {cell.id} prints beside its closed answer")
        elif "<details" in shown:
            complaints.append(f"cell {cell.id} shows an answer but is not tagged prediction")
    return complaints + ([f"prediction in {waiting} has no answer"] if waiting else [])


# --- the shape of a lesson ------------------------------------------------------------------


def lesson_is_short(notebook, path):
    cells = [cell for cell in code(notebook) if "prediction" not in tags(cell)]
    core = [cell for cell in markdown(notebook) if "deeper" not in tags(cell)]
    complaints = [] if len(cells) <= 26 else [f"{len(cells)} code cells"]
    if words(markdown(notebook)) > 2500:
        complaints.append(f"{words(markdown(notebook))} words")
    if words(core) > 1500:
        complaints.append(f"{words(core)} words in the core")
    if len(code(notebook)) - len(cells) > 12:
        complaints.append("more than 12 cells of predictions")
    for cell in code(notebook):
        lines = cell.source.splitlines()
        if len(lines) > 15 or max(map(len, lines)) > 100:
            complaints.append(f"cell {cell.id}: {len(lines)} lines, up to {max(map(len, lines))}")
    return complaints


def lesson_says_its_minutes(notebook, path):
    """Each section says its minutes; the core's add up to what the top says, 45 at most."""
    said = re.search(r"\*\*Time\*\* (\d+) minutes", notebook.cells[0].source)
    total, complaints = 0, []
    for cell in markdown(notebook):
        heading = re.match(r"## (.*)\n", cell.source)
        if not heading or heading[1] == "Recap":
            continue
        minutes = re.search(r"\n\*(Deeper, )?(\d+) minutes?\.\*", cell.source)
        if not minutes:
            complaints.append(f"section {heading[1]!r} does not say its minutes")
        elif bool(minutes[1]) != ("deeper" in tags(cell)):
            complaints.append(f"section {heading[1]!r}: 'Deeper' and the tag disagree")
        elif not minutes[1]:
            total += int(minutes[2])
    if not said or int(said[1]) != total or total > 45:
        complaints.append(f"the core takes {total} minutes, the top says {said and said[1]}")
    return complaints


def lesson_has_its_parts(notebook, path):
    """The opening, two predictions or more, the recap in five lines with a link onward."""
    top, end = notebook.cells[0].source, notebook.cells[-1].source
    parts = ["**You will be able to**", "**You need**", "**Time**", "**Documents**"]
    complaints = [f"the top lacks {part}" for part in parts if part not in top]
    if not end.startswith("## Recap") or len(re.findall(r"(?m)^\d\. ", end)) != 5:
        complaints.append("the recap has no five lines")
    if "$$" not in end or not re.search(r"Next: \[.*\]\(\d\d_\w+\.ipynb\)", end):
        complaints.append("the recap has no formula or no link onward")
    if sum("**Predict.**" in cell.source for cell in markdown(notebook)) < 2:
        complaints.append("fewer than two predictions")
    return complaints


def first_cell_names_its_packages(notebook, path):
    """The browser-only build loads the packages that the first cell names."""
    first = code(notebook)[0].source
    return [f"first cell lacks {line!r}" for line in ("import matplotlib", "import numpy as np")
            if line not in first]  # fmt: skip


EVERY = [
    counts_are_sequential,
    metadata_is_bare,
    file_is_small,
    outputs_are_meant,
    headings_are_in_order,
    pictures_are_described,
    matrices_name_their_axes,
    numbers_are_short,
    links_resolve,
    answers_are_closed,
    first_cell_names_its_packages,
]
LESSON = [lesson_is_short, lesson_says_its_minutes, lesson_has_its_parts]


# --- reading a notebook ---------------------------------------------------------------------


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def markdown(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "markdown"]


def tags(cell):
    return cell.metadata.get("tags", [])


def words(cells):
    return sum(len(cell.source.split()) for cell in cells)


def html_of(output):
    return output.get("data", {}).get("text/html", "")


def headings(notebook):
    """[(level, text)] of all Markdown headings outside code fences."""
    found = []
    for cell in markdown(notebook):
        source = re.sub(r"(?s)```.*?```", "", cell.source)
        found += [(len(h), text.strip()) for h, text in re.findall(r"(?m)^(#+) (.*)$", source)]
    return found


class Page(HTMLParser):
    """Counts what the checks ask about in a piece of HTML."""

    def __init__(self, source):
        super().__init__()
        self.alts, self.hrefs, self.outside_details = [], [], ""
        self.tables = self.captions = self.heads = self.depth = 0
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tables += tag == "table"
        self.captions += tag == "caption"
        self.heads += tag == "th" and "scope" in attributes
        self.depth += tag == "details"
        if tag == "img":
            self.alts.append(attributes.get("alt") or "")
        if tag == "a":
            self.hrefs.append(attributes.get("href") or "")

    def handle_endtag(self, tag):
        self.depth -= tag == "details"

    def handle_data(self, data):
        if not self.depth:
            self.outside_details += data
