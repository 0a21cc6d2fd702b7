"""What must hold of a notebook as it is stored: each check takes a Lesson and returns a list of
complaints. What make notebooks writes (tasks, stubs, minutes, what is collapsed) is not asked here:
test_notebooks_run.py compares it as a whole."""

import ast
import functools
import math
import re
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

import nbformat

from helpers.exercises import FILES
from helpers.exercises.engine.exercise import FunctionExercise, StepsExercise
from helpers.exercises.engine.question import Question
from helpers.names_in_code import bound
from tests.lessons import read
from tests.notebooks.stored import Markup
from tools.notebook.blocks import PREDICT, headings
from tools.notebook.cell import TAGS
from tools.repository import ROOT

# --- the file -------------------------------------------------------------------------------


def counts_are_sequential(lesson):
    """nbval compares nothing in a cell without a count, so a stripped notebook would pass it."""
    counts = [cell.stored.execution_count for cell in lesson.code]
    expected = list(range(1, len(counts) + 1))
    return [] if counts == expected else [f"execution counts are {counts}"]


def nothing_is_skipped(lesson):
    """No tag or comment that switches nbval off but for a widget, and no raw cell: nobody runs or
    sees those."""
    complaints = []
    for cell in lesson.cells:
        ignored = "nbval-ignore-output" in cell.tags and "widget" not in cell.tags
        if set(cell.tags) - set(TAGS) or ignored:
            complaints.append(f"cell {cell.id} has tags {cell.tags}")
        if re.search("NBVAL|PYTEST_VALIDATE", cell.source):
            complaints.append(f"cell {cell.id} holds a command to nbval")
        if cell.stored.cell_type == "raw":
            complaints.append(f"cell {cell.id} is raw: only code and Markdown are allowed")
    return complaints


def metadata_is_bare(lesson):
    """Of a cell: no times, nothing that no tool of ours reads."""
    known = {"tags", "entry", "jupyter", "slideshow", "browser_minutes"}
    metadata = {cell.id: dict(cell.stored.metadata) for cell in lesson.cells}
    return [f"cell {name} has metadata {x}" for name, x in metadata.items() if set(x) - known]


def file_is_small(lesson):
    limits = {"12": 500_000, "13": 415_000}  # all numbers of a model; a lab and many pictures
    limit = limits.get(lesson.number, 400_000)
    size = len(nbformat.writes(lesson.notebook).encode())
    return [] if size <= limit else [f"{size} bytes, needed {limit} at most"]


def outputs_are_meant(lesson):
    """Only what is printed, and HTML with its plain text, in the tags that the helpers write."""
    complaints = []
    for cell in lesson.code:
        for output in cell.outputs:
            kind = output.stored.get("name", output.stored.output_type)
            kinds = ["stdout", "display_data"] + ["execute_result"] * cell.is_checked
            if kind not in kinds:
                complaints.append(f"cell {cell.id} shows {kind}")
            elif kind != "stdout" and set(output.stored.data) != {"text/html", "text/plain"}:
                complaints.append(f"cell {cell.id} shows {sorted(output.stored.data)}")
            elements = ELEMENTS | ({"style"} if output.lab else set())
            if unknown := Markup(output.html).tags - elements:
                complaints.append(f"cell {cell.id} shows HTML with {sorted(unknown)}")
    return complaints


ELEMENTS = {"div", "table", "caption", "thead", "tbody", "tr", "th", "td"}
ELEMENTS |= {"img", "a", "details", "summary"}


# --- what a cell is -------------------------------------------------------------------------


def tags_are_true(lesson):
    """What tags, entry and output fields say of a cell is what stands in it."""
    return [
        f"cell {cell.id}, tags {cell.tags}, entry {cell.entry and cell.entry.name!r}: {complaint}"
        for cell in lesson.cells
        for complaint in (untrue_of_code(cell) if cell.is_code else untrue_of_text(cell))
    ]


def untrue_of_text(cell):
    asks = [block.startswith(PREDICT) for block in cell.blocks]
    if sum(asks) != ("predict" in cell.tags):
        yield f"{sum(asks)} of its paragraphs begin with {PREDICT}"
    if ("recap" in cell.tags) != (cell.heading == (2, "Recap")):
        yield f"its heading is {cell.heading}"
    if cell.entry and cell.id != f"task-{cell.entry.name}":
        yield "a task has the id task-NAME and the metadata entry NAME"


def untrue_of_code(cell):
    name = cell.entry.name if cell.entry else None
    entries = re.findall(r'\b(check|predict)\("(\w+)"', cell.source)
    meant = [("check" if cell.kind == "check" else "predict", name)] if name else []
    if entries != meant:
        yield f"it hands in {entries}, which the metadata entry must say"
    if ("prediction" in cell.tags) != bool(re.search(r"\b(answer|predict)\(", cell.source)):
        yield "a prediction is answered by answer(…) or predict(…)"
    if ("yours" in cell.tags) != (" = yours(" in cell.source):
        yield "yours(…) gives the page's function"
    is_payoff = "payoff" in cell.tags
    says = "whose(" in cell.source or (is_payoff and "mine.report(" in cell.source)
    if is_payoff != says:
        yield "a payoff says whose functions ran"
    labs = re.findall(r"\blabs\.(\w+)\(", cell.source)
    if labs != [output.lab for output in cell.outputs if output.lab]:
        yield f"it calls the labs {labs}, and its outputs say {cell.lab!r}"
    if ("lab" in cell.tags) != bool(labs) or (labs and cell.source != f"labs.{labs[0]}()"):
        yield "a lab is called alone in its cell"
    imports = all(isinstance(x, ast.Import | ast.ImportFrom) for x in ast.parse(cell.source).body)
    if ("setup" in cell.tags) != imports:
        yield "a setup has imports and nothing else"
    if ("widget" in cell.tags) != ("ipywidgets" in cell.source):
        yield "a widget imports ipywidgets"
    if "drawing" in cell.tags and not cell.outputs:
        yield "a drawing shows something"
    for output in cell.outputs:
        if output.html.count("<img ") != len(output.drawings) or not all(output.files()):
            yield "its drawings are not those in its metadata: make notebooks"


# --- what a reader sees ---------------------------------------------------------------------


def headings_are_in_order(lesson):
    """One H1, at the top; no level skipped; plain words, so that anchors agree everywhere."""
    levels = [level for level, _ in headings_of(lesson)]
    texts = [text for _, text in headings_of(lesson)]
    complaints = []
    if levels.count(1) != 1 or not lesson.cells[0].source.startswith("# "):
        complaints.append(f"not one title at the very top: levels are {levels}")
    complaints += [
        f"heading {text!r} skips a level"
        for text, before, level in zip(texts[1:], levels, levels[1:], strict=False)
        if level > before + 1
    ]
    complaints += [f"heading {t!r} is used twice" for t in set(texts) if texts.count(t) > 1]
    complaints += [
        f"heading {text!r} has more than letters, digits, spaces and hyphens"
        for level, text in headings_of(lesson)
        if level > 1 and not re.fullmatch(r"[A-Za-z0-9 -]+", text)
    ]
    return complaints + [
        f"cell {cell.id}: write headings with #, and no rule of = or -"
        for cell in lesson.markdown
        if re.search(r"(?mi)^ {0,3}(=+|-+) *$|<h\d", cell.source)
    ]


def headings_of(lesson):
    """[(level, text)] of all its headings."""
    return [heading for cell in lesson.markdown for heading in headings(cell.source)]


def quotation_marks_are_a_printers(lesson):
    """Prose has “ ”, and ‘ ’ within them. Straight ones stand in code, formulas and HTML alone."""
    return [
        f"cell {cell.id}: {found!r} has a straight quotation mark, needed “ or ”"
        for cell in lesson.markdown
        for found in re.findall(r'\S*"\S*', NO_PROSE.sub("", cell.source))
    ]


NO_PROSE = re.compile(r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]*>", re.DOTALL)


def pictures_are_described(lesson):
    """Pictures have alt texts, tables captions and heads; the plain text lacks nothing."""
    complaints = []
    for cell in lesson.cells:
        alts = []
        if not cell.is_code:
            alts = re.findall(r"!\[(.*?)\]\(", cell.source) + Markup(cell.source).alts
        for output in cell.outputs:
            page, plain = Markup(output.html), words_of(output.text)
            alts += page.alts
            complaints += [
                f"cell {cell.id}: the plain text lacks {text!r}"
                for text in page.alts + page.texts
                if words_of(text) not in plain
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


def plots_are_in_the_style(lesson):
    """The series' style comes before the first plot: in matplotlib's own, labels are cut off."""
    used = (
        (cell.id, name) for cell in lesson.code for name in re.findall(r"plt\.(\w+)", cell.source)
    )
    name, first = next(used, (None, "style"))
    return [] if first == "style" else [f"cell {name} calls plt.{first} before plt.style.use"]


def matrices_name_their_axes(lesson):
    """Every table says in its corner what runs down and across, unless table() alone made it."""
    return [
        f"cell {cell.id}: table {table.caption!r} does not name its axes"
        for cell in lesson.code
        for output in cell.outputs
        for table in Markup(output.html).tables
        if not re.fullmatch(r".+ ↓ .+\s→", "".join(table.heads[:1]))
        and ("matrix(" in cell.source or not re.search(r"\btable\(", cell.source))
    ]


def no_zero_has_a_minus(lesson):
    complaints = []
    for cell in lesson.code:
        for output in cell.outputs:
            page = Markup(output.html)
            text = "\n".join([output.text, *page.texts, *page.alts])
            zeros = re.findall(r"(?<![\w.)])[−-]0\.0+(?!\d)", text)
            complaints += [f"cell {cell.id} prints {zero}" for zero in zeros]
    return complaints


def numbers_are_short(lesson):
    """At most six significant digits: the last bits differ between processors."""
    complaints = []
    for cell in lesson.code:
        for output in cell.outputs:
            page = Markup(output.html)
            text = "\n".join([output.text, *page.texts, *page.alts])
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


def sliders_are_named(lesson):
    """The name of an argument stands before its slider of ipywidgets, which cuts it there after
    about eight letters."""
    complaints = []
    for cell in lesson.code:
        for call in ast.walk(ast.parse(cell.source)):
            is_call = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            if is_call and call.func.id == "interact":
                names = [keyword.arg for keyword in call.keywords if len(keyword.arg) > 8]
                complaints += [f"cell {cell.id}: the slider of {name} is cut" for name in names]
    return complaints


def links_resolve(lesson):
    """Every link leads to the web, to a file of the repository, or to a heading of a notebook."""
    targets, complaints = [], []
    for cell in lesson.markdown:
        targets += re.findall(r"\]\((.*?)\)", cell.source) + Markup(cell.source).links
        if re.search(r"(?m)^ {0,3}\[.+\]:", cell.source):
            complaints.append(f"cell {cell.id}: write the address beside the text, [text](address)")
    for cell in lesson.code:
        for output in cell.outputs:
            targets += Markup(output.html).links
    for target in targets:
        if re.match("https?://|mailto:|data:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (lesson.path.parent / name).resolve() if name else lesson.path
        if not (name or anchor) or Path(name).anchor:  # of the disk, not of the page
            complaints.append(f"link to {target!r}: needed a relative address")
        elif not file.is_file() or not file.is_relative_to(ROOT):
            complaints.append(f"link to {target}: no such file in the repository")
        elif anchor and file.suffix != ".ipynb":
            complaints.append(f"link to {target}: only headings of notebooks may be linked")
        elif anchor and anchor not in (
            anchors(lesson) if file == lesson.path else anchors_of(file)
        ):
            complaints.append(f"link to {target}: no such heading")
    return complaints


def anchors(lesson):
    return [text.replace(" ", "-") for _, text in headings_of(lesson)]


@functools.cache
def anchors_of(file):
    """Those of a notebook on the disk, to which many links lead."""
    return anchors(read(file))


SENTENCE = re.compile(r'\.\s*"')  # in code: the end of a text


def answers_are_closed(lesson):
    """Each prediction is followed by a cell that shows one closed answer and nothing else, and up
    to the next heading by more of them where it takes more to show it, as a question or an exercise
    by hand may be; what is said with it stands in no open code. The hints of exercises are closed
    too."""
    complaints, asking, asked = [], None, False
    for cell in lesson.cells:
        pages = [Markup(output.html) for output in cell.outputs]
        if cell.heading:
            asked = False
        if cell.kind == "predict":
            if asking:
                complaints.append(f"the prediction in {asking} has no answer")
            asking, asked = cell.id, True
        elif cell.kind == "prediction":
            if not asking and (cell.entry or not asked):
                complaints.append(f"cell {cell.id} answers no prediction")
            asking = None
            if [page.is_closed_answer(cell.is_checked) for page in pages] != [True]:
                complaints.append(f"cell {cell.id} does not show one closed answer alone")
            if not cell.is_folded and SENTENCE.search(cell.source):
                complaints.append(f"cell {cell.id} says its answer in open code")
        elif cell.kind == "yours":
            if [page.is_closed_solution for page in pages] != [True]:
                complaints.append(f"cell {cell.id} does not show one closed solution alone")
        elif cell.is_checked:
            asked = asked or isinstance(cell.entry, Question | StepsExercise)
            if any("open" in fold for page in pages for fold in page.answers):
                complaints.append(f"cell {cell.id} shows an open hint")
        elif any("details" in page.tags for page in pages):
            complaints.append(f"cell {cell.id} shows an answer but is not tagged prediction")
    return complaints + ([f"the prediction in {asking} has no answer"] if asking else [])


def answers_come_first(lesson):
    """No task stands between a prediction and the closed answer below it: it may give it away."""
    complaints, guess, task = [], None, None
    for cell in lesson.cells:
        if cell.heading or cell.kind == "predict":
            guess = task = None
        elif cell.kind == "task":
            task = guess and cell.id
        elif cell.kind == "prediction":
            if task:
                complaints.append(f"cell {task} stands before the answer to {guess}, in {cell.id}")
            guess, task = (cell.id if cell.entry else None), None
    return complaints


def options_are_named(lesson):
    """What a guess may be stands in the prediction or in its cell, or the cell says where."""
    complaints = []
    for section in lesson.sections:
        for asking, guess in section.predictions:
            options = getattr(guess.entry, "options", ())
            if "# one of" not in guess.source:
                texts = asking.source + guess.source
                unsaid = [option for option in options if option.lower() not in texts.lower()]
                complaints += [f"cell {guess.id} does not say {unsaid}"] if unsaid else []
    return complaints


# Cells below a prediction or a question that go on to something else: what they show does not
# answer it. Whoever adds one has looked.
GOES_ON = {
    "00": {"france"},
    "03": {"loop", "why-exp", "gradient-claims"},
    "04": {"bias-check", "words-moved"},
    "05": {"real-inputs-run"},
    "06": {"seventy-picture", "seventy-arcs", "seventy-means"},
    "07": {"rotary-speeds"},
    "11": {"two-seeds", "cross-picture", "it-seeds"},
    "13": {"induction-off", "previous-run"},
}


def no_open_output_answers(lesson):
    """From a prediction or a question to the next heading, task or prediction, what answers it is
    closed."""
    known = GOES_ON.get(lesson.number, set())
    found, asked = set(), False
    for cell in lesson.cells:
        if cell.heading or cell.kind in ("task", "predict"):
            asked = False
        elif cell.kind == "prediction" or isinstance(cell.entry, Question):
            asked = True
        elif (
            asked and cell.kind in ("code", "drawing") and not all(x.is_aside for x in cell.outputs)
        ):
            found.add(cell.id)
    complaints = [f"cell {name} is open below what it may answer" for name in found - known]
    gone = known - found
    return complaints + [f"cell {name} of GOES_ON stands below nothing asked" for name in gone]


# --- the shape of a lesson ------------------------------------------------------------------


def core_is_short(lesson):
    limit = {"04": 24, "90": math.inf}.get(lesson.number, 40)  # 90 is looked up
    is_long = lesson.minutes > limit
    return [f"its core takes {lesson.minutes} minutes, needed {limit} at most"] * is_long


def lesson_has_its_parts(lesson):
    """The opening, a recap with a formula."""
    top = lesson.cells[0].source
    parts = ["**You will be able to**", "**You need**", "**Time**"]
    complaints = [f"the top lacks {part}" for part in parts if part not in top]
    if not lesson.recap or "$$" not in lesson.recap.source:
        complaints.append("it has no recap with a formula")
    return complaints


def lesson_says_where_it_is(lesson):
    """Below the imports, the map of the model in a line: you are here."""
    _, second, *_ = lesson.code
    is_map = second.source.startswith("show(here(")
    return [] if is_map else ["the cell below the imports is no show(here(…)): where is this page?"]


def lesson_has_its_lab(lesson):
    """At least one cell with a lab; each shows its still alone."""
    cells = [cell for cell in lesson.cells if cell.kind == "lab"]
    complaints = [] if cells else ["no lab"]
    for cell in cells:
        if [bool(output.lab) for output in cell.outputs] != [True]:
            complaints.append(f"cell {cell.id} does not show its lab's still alone")
    return complaints


def lesson_has_its_exercises(lesson):
    """Every entry of the notebook's file, in its order."""
    if lesson.stem not in FILES:
        return [f"helpers/exercises has no n{lesson.stem}"]
    file, complaints = FILES[lesson.stem], []
    for kind, entries in (("check", file.CHECKED), ("prediction", file.PREDICTED)):
        cells = [cell for cell in lesson.cells if cell.kind == kind and cell.entry]
        if [cell.entry for cell in cells] != list(entries):
            names = [cell.entry.name for cell in cells]
            complaints.append(f"its {kind}s are {names}, unlike its file's or in another order")
        for cell in cells:
            if cell.deeper != cell.entry.deeper:
                complaints.append(f"cell {cell.id}: only one of cell and entry is Deeper")
    for above, cell in pairwise(lesson.cells):
        if cell.kind == "check":
            if above.entry is not cell.entry:
                complaints.append(f"above the check of {cell.entry.name} is not its task")
        elif cell.kind == "prediction" and cell.entry and "...)" not in cell.source:
            complaints.append(f"cell {cell.id} holds a guess")
    return complaints


def what_readers_are_told_to_run_is_there(lesson):
    """A message says “run solution(…)”: the name has a value on the page."""
    names, complaints = set(), []
    for cell in lesson.code:
        names |= bound(cell.source)
        told = {name for x in cell.outputs for name in re.findall(r"\brun (\w+)\(", x.text)}
        complaints += [f"cell {cell.id} says to run {name}(…): not there" for name in told - names]
    return complaints


def solutions_are_out_of_sight(lesson):
    """No open code below an exercise has all that its solution computes, whatever it is called."""
    complaints = []
    for check in lesson.code:
        if check.kind != "check" or not isinstance(check.entry, FunctionExercise):
            continue
        solution = {shape(x) for x in computed(check.entry.solution) if operations(x)}
        if sum(map(operations, computed(check.entry.solution))) < 2:
            continue  # a product of two matrices is no secret
        for cell in lesson.code[lesson.code.index(check) + 1 :]:
            is_open = cell.kind in ("code", "payoff", "prediction") and not cell.is_folded
            if is_open and solution <= shapes(cell.source):
                complaints.append(f"cell {cell.id} solves {check.entry.name}")
    return complaints


def what_is_done_by_hand_is_out_of_sight(lesson):
    """No open output has all numbers of the last step of an exercise by hand."""
    complaints = []
    for check in lesson.code:
        if check.kind != "check" or not isinstance(check.entry, StepsExercise):
            continue
        asked = {round(float(x), 2) for x in check.entry.reference()[-1]}
        if len(asked) < 3:
            continue  # a 0 and a 1 stand everywhere
        for cell in lesson.code:
            if cell.kind in ("check", "prediction", "yours", "lab"):
                continue  # closed, or moved by the reader
            for output in cell.outputs:
                if asked <= {round(float(x), 2) for x in re.findall(r"\d+\.?\d*", output.text)}:
                    complaints.append(f"cell {cell.id} shows the answer of {check.entry.name}")
    return complaints


def computed(source):
    """The values that code gives names to or returns."""
    named = (ast.Return, ast.Assign, ast.AugAssign)
    return [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, named)]


def operations(node):
    return sum(isinstance(x, ast.BinOp | ast.Call) for x in ast.walk(node))


@functools.cache
def shapes(source):
    """Those of all expressions in a cell, which several exercises ask."""
    return {shape(x) for x in ast.walk(ast.parse(source)) if isinstance(x, ast.expr)}


def shape(node):
    """An expression without its names, but for those of functions and attributes."""
    names = {}
    called = {id(x.func) for x in ast.walk(node) if isinstance(x, ast.Call)}
    copy = deepcopy(node, memo := {})
    for original in ast.walk(node):
        if isinstance(original, ast.Name) and id(original) not in called:
            memo[id(original)].id = f"x{names.setdefault(original.id, len(names))}"
    return ast.dump(copy)


def lesson_ends_with_its_payoff(lesson):
    """The last cell of code has the reader's own function on numbers of a model or of the reader's
    own, then progress(); the recap stands before it."""
    last, complaints = lesson.code[-1], []
    if last.kind != "payoff":
        complaints.append("the last cell of code is no payoff")
    if last.source.splitlines()[-1] != "progress()":
        complaints.append("the payoff does not end with progress()")
    if not lesson.recap or lesson.recap.place > last.place:
        complaints.append("no recap before the payoff")
    return complaints


def lesson_leads_to_the_documents(lesson):
    """A line before the last cell leads to what the documents have of the page, in notebook 90."""
    anchor = f"(90_the_documents.ipynb#From-notebook-{lesson.number})"
    source = lesson.cells[-2].source
    is_line = source.startswith("*In the documents:*") and "\n" not in source and anchor in source
    return [] if is_line else [f"cell {lesson.cells[-2].id} is no line that leads to {anchor}"]


def first_cell_imports_numpy(lesson):
    """The browser-only build loads the packages that the first cell names."""
    statements = [ast.unparse(line) for line in ast.parse(lesson.code[0].source).body]
    return [] if "import numpy as np" in statements else ["the first cell does not import numpy"]


EVERY = [
    counts_are_sequential,
    nothing_is_skipped,
    metadata_is_bare,
    file_is_small,
    outputs_are_meant,
    tags_are_true,
    headings_are_in_order,
    quotation_marks_are_a_printers,
    pictures_are_described,
    plots_are_in_the_style,
    matrices_name_their_axes,
    no_zero_has_a_minus,
    numbers_are_short,
    sliders_are_named,
    links_resolve,
    answers_are_closed,
    answers_come_first,
    options_are_named,
    no_open_output_answers,
    first_cell_imports_numpy,
    core_is_short,
]
LESSON = [
    lesson_has_its_parts,
    lesson_says_where_it_is,
    lesson_has_its_lab,
    lesson_has_its_exercises,
    what_readers_are_told_to_run_is_there,
    solutions_are_out_of_sight,
    what_is_done_by_hand_is_out_of_sight,
    lesson_ends_with_its_payoff,
    lesson_leads_to_the_documents,
]
