"""What make grade writes beside marks.csv: a row a student, for Moodle and Canvas too; a page of
feedback a student; the most frequent mistakes of the class."""

import base64
import builtins
import csv
import html
import io
import os
import re
import textwrap
from collections import Counter
from functools import cache

from helpers.exercises import FILES
from helpers.exercises.engine.diagnose import NEARLY, REMEMBERS
from helpers.exercises.engine.exercise import STOPPED
from helpers.exercises.engine.prediction import Prediction
from helpers.exercises.engine.question import LETTERS, Question
from helpers.exercises.engine.run import one_line

COLUMNS = ["student", "notebook", "exercise", "passed", "tried", "misconception", "solution_shown"]
UNREADABLE = "(the file)"  # in place of an exercise
FREQUENT = 15  # mistakes that are shown
COMPUTED = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=[=+\-@\t\r＝＋－＠])")  # a text's beginning
COUNTS = (
    "What counts: your notebook as it was saved, run from the top, with every cell that you wrote "
    "or changed. Files beside it, such as my_functions.py, were not there, nor were libraries that "
    "the series does not use, such as pandas."
)
LOOK = (
    "To look at a hand-in itself, copy just the notebook into an empty folder inside the series' "
    "folder and open it in make lab: opening it there runs nothing. Never choose Trust Notebook. "
    "Run it only if you would run the student's program."
)
STOPS = re.compile(r"Your (code stops with an error|cell stops before its check)\. (?P<kind>\w+)")
OTHER = "Wrong in another way."
STYLE = """:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid #8886 }
td:nth-child(2) { white-space: nowrap }
td:last-child { overflow-wrap: anywhere }
img { max-width: 100%; background: white }"""
ENTRIES = {
    (stem, entry.name): entry
    for stem, file in FILES.items()
    for entry in (*file.CHECKED, *file.PREDICTED)
}


def write_table(path, rows):
    """Write a table as a whole: whoever reads it finds the old one or the new one. With a byte
    order mark, by which Excel knows UTF-8."""
    new = path.with_name(f".{path.name}.new")
    with new.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([[in_table(x) for x in row] for row in rows])
    os.replace(new, path)


def in_table(x):
    """A value of a table. A text that a spreadsheet would compute gets an apostrophe, also behind
    what separates columns in some countries."""
    return COMPUTED.sub("'", x) if isinstance(x, str) else x


def read_rows(path):
    """The rows of marks.csv: those of its columns, as write_table has written them."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [
            [int(row[x]) if x in ("passed", "tried", "solution_shown") else row[x] for x in COLUMNS]
            for row in csv.DictReader(file)
        ]


# --- points --------------------------------------------------------------------------------------


def points_of(path):
    """(notebook, exercise) → its points: 1, for a prediction and for what may be skipped 0, or what
    the table says.

    ValueError if the table names what there is not."""
    points = {key: 0 if isinstance(x, Prediction) or x.deeper else 1 for key, x in ENTRIES.items()}
    if not path.exists():
        return points
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            notebook, exercise = row.get("notebook") or "", row.get("exercise") or ""
            keys = [key for key in ENTRIES if key[0] == notebook and exercise in ("", key[1])]
            try:
                value = float(row.get("points"))
            except (TypeError, ValueError):
                keys = []
            if not keys:
                raise ValueError(
                    f"{path.name}, line {number}: given {[*row.values()]}, needed a notebook such "
                    "as 05_masking, one of its exercises or nothing for all, and a number of "
                    "points, in the columns notebook, exercise, points"
                )
            points |= dict.fromkeys(keys, value)
    return points


def earned(row, points):
    """The points of a row of marks.csv: for a prediction it is enough to have guessed."""
    _, stem, name, passed, tried, *_ = row
    entry = ENTRIES.get((stem, name))
    counts = tried if isinstance(entry, Prediction) else passed
    return counts * points.get((stem, name), 0)


# --- a row a student -----------------------------------------------------------------------------


def write_students(folder, students, rows, points, stems):
    """students.csv; moodle.csv and canvas.csv for those whose ids are known. stems: of the
    notebooks that count."""
    most = {stem: sum(x for key, x in points.items() if key[0] == stem) for stem in stems}
    table, moodle, canvas = [], [], []
    for student in students:
        own = [row for row in rows if row[0] == student.name]
        sums = [sum(earned(row, points) for row in own if row[1] == stem) for stem in stems]
        total = plain(sum(sums))
        shown = sum(row[6] for row in own if row[1] in stems)
        notes = "; ".join(student.notes)
        table.append(
            [student.name, student.id, total, *map(plain, sums), shown, int(student.late), notes]
        )
        if student.system == "Moodle":
            comment = ", ".join(f"{x}: {plain(y)}" for x, y in zip(stems, sums, strict=True))
            moodle.append([f"Participant {student.id}", student.name, total, "", comment])
        if student.system == "Canvas":
            canvas.append([student.name, student.id, "", "", "", total])
    full = plain(sum(most.values()))
    head = ["student", "id", f"total of {full}"]
    head += [f"{stem} of {plain(most[stem])}" for stem in stems] + [
        "solutions_shown",
        "late",
        "notes",
    ]
    write_table(folder / "students.csv", [head, *table])
    if moodle:  # it refuses a table without the fourth column; left empty, no grade is replaced
        head = ["Identifier", "Full name", "Grade", "Last modified (grade)", "Feedback comments"]
        write_table(folder / "moodle.csv", [head, *moodle])
    if canvas:
        head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Self-attention"]
        possible = ["    Points Possible", "", "", "", "", full]
        write_table(folder / "canvas.csv", [head, possible, *canvas])


def plain(number):
    """7 and not 7.0."""
    return int(number) if number == int(number) else round(number, 2)


# --- pages ---------------------------------------------------------------------------------------


def write_feedback(folder, students, rows, points, stems):
    """A page a student, in the folder feedback. stems: of the notebooks that count."""
    pages = folder / "feedback"
    pages.mkdir(exist_ok=True)
    taken = set()
    for student in students:
        own = [row for row in rows if row[0] == student.name]
        body = "".join(f"<p><strong>{html.escape(note)}</strong></p>" for note in student.notes)
        body += f"<p>{COUNTS}</p>"
        for stem in sorted(student.notebooks):
            of_notebook = [row for row in own if row[1] == stem]
            lines = [page_row(row) for row in of_notebook]
            full = sum(points.get((stem, row[2]), 0) for row in of_notebook)
            got = sum(earned(row, points) for row in of_notebook)
            marks = f"{plain(got)} of {plain(full)}" if stem in stems else "this does not count"
            body += f"<h2>{html.escape(stem)}: {marks}</h2>"
            body += cells(["exercise", "result", "what was said"], lines)
        page(pages / f"{file_name(student, taken)}.html", student.name, body)


def file_name(student, taken):
    """A name for a student's page that is no other's, and that any system can write."""
    name = re.sub(r"[^\w.-]+", "_", student.name).strip("._")[:80]
    name = "_".join(filter(None, [name, student.id])) or "student"
    while name.casefold() in taken:
        name += "_"
    taken.add(name.casefold())
    return name


def page_row(row):
    """A row of the page: exercise, result, what was said."""
    _, stem, name, passed, tried, message, shown = row
    entry = ENTRIES.get((stem, name))
    if isinstance(entry, Prediction):
        result = "guessed" if tried else "no guess"
    else:
        result = "right" if passed else "not right yet" if tried else "not tried"
    more = ["You asked for the solution."] if shown else []
    return [entry.title if entry else name, result, " ".join(filter(None, [message, *more]))]


def cells(head, lines):
    """A table of texts, as HTML."""
    top = "".join(f"<th scope=col>{html.escape(x)}</th>" for x in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{html.escape(str(x))}</td>' for x in line)}</tr>" for line in lines
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def page(path, title, body):
    title = html.escape(title)
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style><h1>{title}</h1>{body}</html>"
    )
    path.write_text(text, encoding="utf-8")


def mistakes(rows):
    """[((notebook, exercise, message), how many students)], the most frequent first: those of two
    or more, as a single student may be known by theirs. What is said of a guess is no mistake. The
    messages are for a wall, so nothing in them is a student's."""
    counts = Counter(
        (row[1], row[2], said_by_us(ENTRIES.get((row[1], row[2])), row[5]))
        for row in rows
        if row[5] and row[4] and row[2] != UNREADABLE
        if not isinstance(ENTRIES.get((row[1], row[2])), Prediction)
    )
    return [(key, count) for key, count in counts.most_common(FREQUENT) if count > 1]


def said_by_us(entry, message):
    """What of a message is ours: that the code stops, with the kind of error if it is one of
    Python's; or the longest line of the exercise's own that is in it; or that it is another
    mistake. What an error says may be a student's, so nothing is looked for in it."""
    stopped = STOPS.match(message)
    if stopped:
        kind = getattr(builtins, stopped["kind"], None)
        known = isinstance(kind, type) and issubclass(kind, BaseException)
        return f"The code stops: {kind.__name__}." if known else "The code stops with an error."
    return max((line for line in lines_of(entry) if line in message), key=len, default=OTHER)


@cache
def lines_of(entry):
    """The lines that stand in an exercise or in the engine, as marks.csv has them."""
    if isinstance(entry, Question):
        lines = [f"{x}: {comment}" for x, (_, comment) in zip(LETTERS, entry.options, strict=True)]
    else:
        lines = [x.message for x in (*getattr(entry, "cases", ()), *getattr(entry, "mistakes", ()))]
    sides = [f"Yours is too {side}." for side in ("large", "small")]
    return [one_line(x) for x in (*lines, NEARLY, REMEMBERS, STOPPED, *sides) if x]


def write_class(folder, rows):
    """class.html: the most frequent mistakes, as a picture and as a table."""
    frequent = mistakes(rows)
    body = "<p>No mistake was made by two students.</p>"
    if frequent:
        picture = base64.b64encode(bars_of(frequent)).decode()
        of = "; ".join(f"{name} in {stem}: {count}" for (stem, name, _), count in frequent)
        alt = html.escape(f"Bars: how many students made each mistake. {of}.", quote=True)
        body = f'<p><img alt="{alt}" src="data:image/png;base64,{picture}"></p>'
        lines = [[count, stem, name, message] for (stem, name, message), count in frequent]
        body += cells(["students", "notebook", "exercise", "what was said"], lines)
    body += f"<p>{LOOK}</p>"
    page(folder / "class.html", "The most frequent mistakes", body)


def bars_of(frequent):
    """The bars as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.6 + 0.42 * len(frequent)), layout="constrained")
    axes = figure.subplots()
    labels = [
        f"{stem[:2]} {name}: {textwrap.shorten(message, 50, placeholder=' …')}"
        for (stem, name, message), _ in frequent
    ]
    bars = axes.barh(range(len(frequent)), [count for _, count in frequent], color="#0072B2")
    axes.bar_label(bars, padding=3)
    axes.set_yticks(range(len(frequent)), [x.replace("$", r"\$") for x in labels])
    axes.invert_yaxis()
    axes.set_xlabel("students")
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.get_major_locator().set_params(integer=True)
    file = io.BytesIO()
    figure.savefig(file, dpi=120)
    return file.getvalue()
