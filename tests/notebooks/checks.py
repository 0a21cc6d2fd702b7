"""What must hold of a notebook as it is stored: each check returns a list of complaints."""

import ast
import functools
import re
from pathlib import Path

import nbformat

from helpers.exercises import FILES
from tests.notebooks.stored import (
    Page,
    code,
    headings,
    html_of,
    is_checked,
    markdown,
    plain_of,
    read,
    tags,
)
from tools.notebook.execute import mark, metadata_of
from tools.repository import ROOT

# --- the file -------------------------------------------------------------------------------


def counts_are_sequential(notebook, path):
    """nbval compares nothing in a cell without a count, so a stripped notebook would pass it."""
    counts = [cell.execution_count for cell in code(notebook)]
    expected = list(range(1, len(counts) + 1))
    return [] if counts == expected else [f"execution counts are {counts}"]


def nothing_is_skipped(notebook, path):
    """No tag or comment that switches nbval off, and no raw cell: nobody runs or sees those."""
    complaints = []
    for cell in notebook.cells:
        if set(tags(cell)) - {"deeper", "prediction", "exercise"}:
            complaints.append(f"cell {cell.id} has tags {tags(cell)}")
        if re.search("NBVAL|PYTEST_VALIDATE", cell.source):
            complaints.append(f"cell {cell.id} holds a command to nbval")
        if cell.cell_type == "raw":
            complaints.append(f"cell {cell.id} is raw: only code and Markdown are allowed")
    return complaints


def metadata_is_bare(notebook, path):
    """No widget state (it breaks previews), no version of Python, no times. A cell that make
    notebooks writes has the mark of its text."""
    expected = metadata_of(notebook)
    found = [] if notebook.metadata == expected else [f"metadata is {dict(notebook.metadata)}"]
    return found + [
        f"cell {cell.id} has metadata {dict(cell.metadata)}"
        for cell in notebook.cells
        if set(cell.metadata) - {"tags", "written"}
        or cell.metadata.get("written", mark(cell.source)) != mark(cell.source)
    ]


def file_is_small(notebook, path):
    size = len(nbformat.writes(notebook).encode())
    return [] if size <= 400_000 else [f"{size} bytes"]


def outputs_are_meant(notebook, path):
    """Only what is printed, and HTML with its plain text, in the tags that the helpers write."""
    complaints = []
    for cell in code(notebook):
        for output in cell.outputs:
            kind = output.get("name", output.output_type)
            allowed = ["stdout", "display_data"] + ["execute_result"] * is_checked(cell)
            if kind not in allowed:
                complaints.append(f"cell {cell.id} shows {kind}")
            elif kind != "stdout" and set(output.data) != {"text/html", "text/plain"}:
                complaints.append(f"cell {cell.id} shows {sorted(output.data)}")
            allowed = TAGS | ({"style"} if is_still(output) else set())
            if unknown := Page(html_of(output)).tags - allowed:
                complaints.append(f"cell {cell.id} shows HTML with {sorted(unknown)}")
    return complaints


def is_still(output):
    return '<div class="lab-still' in html_of(output)


TAGS = {"div", "table", "caption", "thead", "tbody", "tr", "th", "td"}
TAGS |= {"img", "a", "details", "summary"}


# --- what a reader sees ---------------------------------------------------------------------


def headings_are_in_order(notebook, path):
    """One H1, at the top; no level skipped; plain words, so that anchors agree everywhere."""
    levels = [level for level, _ in headings(notebook)]
    texts = [text for _, text in headings(notebook)]
    complaints = []
    if levels.count(1) != 1 or not notebook.cells[0].source.startswith("# "):
        complaints.append(f"not one title at the very top: levels are {levels}")
    complaints += [
        f"heading {text!r} skips a level"
        for text, before, level in zip(texts[1:], levels, levels[1:], strict=False)
        if level > before + 1
    ]
    complaints += [f"heading {t!r} is used twice" for t in set(texts) if texts.count(t) > 1]
    complaints += [
        f"heading {text!r} has more than letters, digits, spaces and hyphens"
        for level, text in headings(notebook)
        if level > 1 and not re.fullmatch(r"[A-Za-z0-9 -]+", text)
    ]
    return complaints + [
        f"cell {cell.id}: write headings with #, and no rule of = or -"
        for cell in markdown(notebook)
        if re.search(r"(?mi)^ {0,3}(=+|-+) *$|<h\d", cell.source)
    ]


def pictures_are_described(notebook, path):
    """Pictures have alt texts, tables captions and heads; the plain text lacks nothing."""
    complaints = []
    for cell in notebook.cells:
        alts = []
        if cell.cell_type == "markdown":
            alts = re.findall(r"!\[(.*?)\]\(", cell.source) + Page(cell.source).alts
        for output in cell.get("outputs", []):
            page, plain = Page(html_of(output)), words_of(plain_of(output))
            alts += page.alts
            complaints += [
                f"cell {cell.id}: the plain text lacks {said!r}"
                for said in page.alts + page.said
                if words_of(said) not in plain
            ]
            complaints += [
                f"cell {cell.id}: table {table.caption!r} without caption or heads"
                for table in page.tables
                if not table.is_labelled()
            ]
        complaints += [
            f"cell {cell.id}: alt text {alt!r}"
            for alt in alts
            if len(alt.strip()) < 20 or len(alt.split()) < 4
        ]
    return complaints


def words_of(text):
    """The text with single spaces and no full stops, which differ between alt and plain text."""
    return re.sub(r"[.\s]+", " ", text).strip()


def matrices_name_their_axes(notebook, path):
    """Every table says in its corner what runs down and across, unless table() alone made it."""
    return [
        f"cell {cell.id}: table {table.caption!r} does not name its axes"
        for cell in code(notebook)
        for output in cell.outputs
        for table in Page(html_of(output)).tables
        if not re.fullmatch(".+ ↓ .+ →", "".join(table.heads[:1]))
        and ("matrix(" in cell.source or not re.search(r"\btable\(", cell.source))
    ]


def numbers_are_short(notebook, path):
    """At most six significant digits: the last bits differ between processors."""
    complaints = []
    for cell in code(notebook):
        for output in cell.outputs:
            page = Page(html_of(output))
            text = "\n".join([plain_of(output), *page.said, *page.alts])
            for number in re.findall(r"\d*\.\d+(?:e[+−-]?\d+)?|\d+e[+−-]?\d+", text):
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
    """Every link leads to the web, to a file of the repository, or to a heading of a notebook."""
    targets, complaints = [], []
    for cell in markdown(notebook):
        targets += re.findall(r"\]\((.*?)\)", cell.source) + Page(cell.source).links
        if re.search(r"(?m)^ {0,3}\[.+\]:", cell.source):
            complaints.append(f"cell {cell.id}: write the address beside the text, [text](address)")
    for cell in code(notebook):
        for output in cell.outputs:
            targets += Page(html_of(output)).links
    for target in targets:
        if re.match("https?://|mailto:|data:image/", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not (name or anchor) or Path(name).anchor:  # of the disk, not of the page
            complaints.append(f"link to {target!r}: needed a relative address")
        elif not file.is_file() or not file.is_relative_to(ROOT):
            complaints.append(f"link to {target}: no such file in the repository")
        elif anchor and file.suffix != ".ipynb":
            complaints.append(f"link to {target}: only headings of notebooks may be linked")
        elif anchor and anchor not in (anchors(notebook) if file == path else anchors_of(file)):
            complaints.append(f"link to {target}: no such heading")
    return complaints


def anchors(notebook):
    return [text.replace(" ", "-") for _, text in headings(notebook)]


@functools.cache
def anchors_of(file):
    """Those of a notebook on the disk, to which many links lead."""
    return anchors(read(file))


def answers_are_closed(notebook, path):
    """Each prediction is followed by a cell that shows one closed answer and nothing else; the
    hints of exercises are closed too."""
    complaints, waiting = [], None
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            predictions = len(re.findall(r"(?i)\*\*predict", cell.source))
            if predictions > 1 or (predictions and waiting):
                complaints.append(f"a prediction in {waiting or cell.id} has no answer")
            waiting = cell.id if predictions else waiting
        elif cell.cell_type == "code":
            pages = [Page(html_of(output)) for output in cell.outputs]
            if "prediction" in tags(cell):
                if not waiting:
                    complaints.append(f"cell {cell.id} answers no prediction")
                waiting = None
                if [page.is_closed_answer(is_checked(cell)) for page in pages] != [True]:
                    complaints.append(f"cell {cell.id} does not show one closed answer alone")
            elif is_checked(cell):
                if any("open" in fold for page in pages for fold in page.answers):
                    complaints.append(f"cell {cell.id} shows an open hint")
            elif any("details" in page.tags for page in pages):
                complaints.append(f"cell {cell.id} shows an answer but is not tagged prediction")
    return complaints + ([f"prediction in {waiting} has no answer"] if waiting else [])


# --- the shape of a lesson ------------------------------------------------------------------


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
    """The top says what to expect; the end links to a later notebook."""
    top, end = notebook.cells[0].source, notebook.cells[-1].source
    parts = ["**You will be able to**", "**You need**", "**Time**", "**Documents**"]
    complaints = [f"the top lacks {part}" for part in parts if part not in top]
    link = re.search(r"Next: \[.*\]\((\d\d_\w+\.ipynb)\)", end)
    if not link or link[1] <= path.name:
        complaints.append("the end has no link onward")
    return complaints


def lesson_has_its_lab(notebook, path):
    """At least one cell with a lab; each calls one lab and nothing else, and shows its still."""
    cells = [cell for cell in code(notebook) if re.search(r"\blabs\.", cell.source)]
    complaints = [] if cells else ["no lab"]
    for cell in cells:
        name = re.fullmatch(r"labs\.(\w+)\(\)", cell.source)
        if not name:
            complaints.append(f"cell {cell.id} does more than call one lab")
        elif [f'lab-still-{name[1]}"' in html_of(output) for output in cell.outputs] != [True]:
            complaints.append(f"cell {cell.id} does not show its lab's still alone")
    return complaints


def lesson_has_its_exercises(notebook, path):
    """Every entry of the notebook's file, in its order, with its task, its stub and its place."""
    file = FILES[path.stem]
    ids = [cell.id for cell in notebook.cells]
    complaints = []
    checked = [cell_id.removeprefix("check-") for cell_id in ids if cell_id.startswith("check-")]
    if checked != [entry.name for entry in file.CHECKED]:
        complaints.append(f"its checks are {checked}, unlike those of its file or in another order")
    for entry in file.CHECKED:
        at = ids.index(f"check-{entry.name}") if f"check-{entry.name}" in ids else 0
        if ids[at - 1] != f"task-{entry.name}" or notebook.cells[at - 1].source != entry.task:
            complaints.append(f"above the check of {entry.name} is not its task")
        if notebook.cells[at].source != entry.source():
            complaints.append(f"the stub of {entry.name} is not that of its file")
    guesses = re.findall(r'predict\("(\w+)", \.\.\.\)', "\n".join(c.source for c in code(notebook)))
    if guesses != [entry.name for entry in file.PREDICTED]:
        complaints.append(f"its predictions are {guesses}, unlike those of its file")
    skipped = "\n".join(cell.source for cell in code(notebook) if "deeper" in tags(cell))
    skipped = re.findall(r'(?m)^(?:check|predict)\("(\w+)"', skipped)
    if {*skipped} != {entry.name for entry in (*file.CHECKED, *file.PREDICTED) if entry.deeper}:
        complaints.append(f"in its Deeper parts are {skipped}, unlike in its file")
    return complaints


def lesson_ends_with_its_payoff(notebook, path):
    """The last cell of code has the reader's own function on real numbers, then progress(); the
    recap stands before it, and the way onward after it."""
    cells, last = notebook.cells, code(notebook)[-1]
    complaints = []
    if last.id != "payoff" or "yours(" not in last.source or "recorded." not in last.source:
        complaints.append("the last cell of code is no payoff: yours(…) on recorded numbers")
    if last.source.splitlines()[-1] != "progress()":
        complaints.append("the payoff does not end with progress()")
    if cells[-1].cell_type != "markdown" or cells[-2] is not last:
        complaints.append("the payoff is not followed by the way onward alone")
    if not [cell for cell in markdown(notebook)[:-1] if cell.source.startswith("## Recap")]:
        complaints.append("no recap before the payoff")
    return complaints


def lesson_folds_the_documents_slips(notebook, path):
    """What a document got wrong is one folded line, which leads to notebook 90."""
    complaints = []
    for cell in markdown(notebook):
        for fold in re.findall(r"(?s)<details>.*?</details>", cell.source):
            if "<summary>In the documents</summary>" in fold and "90_the_documents" not in fold:
                complaints.append(f"cell {cell.id}: the fold does not lead to notebook 90")
        if re.search(r"(?i)\*in the documents:?\*", cell.source):
            complaints.append(f"cell {cell.id}: a slip of the documents is not folded")
    return complaints


def first_cell_imports_numpy(notebook, path):
    """The browser-only build loads the packages that the first cell names."""
    statements = [ast.unparse(line) for line in ast.parse(code(notebook)[0].source).body]
    return [] if "import numpy as np" in statements else ["the first cell does not import numpy"]


EVERY = [
    counts_are_sequential,
    nothing_is_skipped,
    metadata_is_bare,
    file_is_small,
    outputs_are_meant,
    headings_are_in_order,
    pictures_are_described,
    matrices_name_their_axes,
    numbers_are_short,
    links_resolve,
    answers_are_closed,
    first_cell_imports_numpy,
]
LESSON = [
    lesson_says_its_minutes,
    lesson_has_its_parts,
    lesson_has_its_lab,
    lesson_has_its_exercises,
    lesson_ends_with_its_payoff,
    lesson_folds_the_documents_slips,
]
