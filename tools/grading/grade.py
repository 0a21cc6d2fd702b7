"""Mark the exercises of a class (make grade).

FOLDER has a folder for each student, with the notebooks in it or below: ada/05_masking.ipynb. Only
the answers are taken from them, by the ids of their cells. Each runs in our own notebook, in a
process of its own (sandbox.py), and is judged here, on random inputs that no check has used.
FOLDER/marks.csv gets a row for each student and exercise. It is not a jail, and the solutions are
public.
"""

import argparse
import csv
import json
import os
import re
import secrets
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from tqdm import tqdm

from helpers.exercises import FILES
from helpers.exercises.engine.deadline import limited
from helpers.exercises.engine.exercise import SEEDS, STOPPED, FunctionExercise
from helpers.exercises.engine.run import RemoteFunction, shortened
from tools.grading.sandbox import Broken, Sandbox, serve, unpacked
from tools.notebook import lesson
from tools.notebook.run import new_names, run
from tools.repository import NOTEBOOKS

COLUMNS = ["student", "notebook", "exercise", "passed", "tried", "misconception", "solution_shown"]
FREQUENT = 15  # mistakes that are printed
SOLUTION = re.compile(r"""\bsolution\(\s*["'](\w+)""")  # as a student types it
tqdm.monitor_interval = 0  # no thread: it would not be forked


@dataclass
class Submission:
    """A student's notebook. answers: id → the code of a cell that was changed; earlier: those that
    were judged so far; shown: the names of the exercises whose solution it asks for."""

    student: str
    answers: dict = field(default_factory=dict)
    earlier: list = field(default_factory=list)
    shown: set = field(default_factory=set)


@dataclass(frozen=True)
class Mark:
    """passed, tried: each 1 or 0, as in marks.csv; message: what is wrong, in a line."""

    passed: int = 0
    tried: int = 0
    message: str = ""


class Unchecked(Exception):
    """The student's cell does not come to its check."""


@cache
def our_cells(stem):
    """The cells of code of our notebook."""
    return lesson.read(NOTEBOOKS / f"{stem}.ipynb").code


def answering_cells(stem):
    """Those that answer an exercise, a question or a prediction."""
    return [cell for cell in our_cells(stem) if cell.entry]


# --- what was handed in -------------------------------------------------------------------------


def collected(folder):
    """notebook → the Submission of every student, and what is wrong with their files. All is read
    before the first answer runs."""
    paths = sorted(folder.iterdir())
    students = [path for path in paths if path.is_dir() and not path.name.startswith(".")]
    if not students:
        sys.exit(f"{folder}: there is no folder of a student in it, such as {folder / 'ada'}.")
    submissions, complaints = {}, []
    for student in students:
        for path in sorted(student.rglob("*.ipynb")):
            if ".ipynb_checkpoints" in path.parts:
                continue
            if path.stem not in FILES:
                if not (NOTEBOOKS / path.name).exists():
                    complaints.append(f"{path}: this is not the name of one of our notebooks.")
            elif (path.stem, student.name) in submissions:
                complaints.append(f"{path}: not marked, as there is another {path.name}.")
            else:
                submissions[path.stem, student.name] = read(path, student.name, complaints)
    handed_in = {stem for stem, _ in submissions}
    for student in students:
        missing = sorted(stem for stem in handed_in if (stem, student.name) not in submissions)
        if missing:
            complaints.append(f"{student}: missing: {', '.join(missing)}")
        submissions |= {(stem, student.name): Submission(student.name) for stem in missing}
    names = [student.name for student in students]
    by_notebook = {stem: [submissions[stem, name] for name in names] for stem in sorted(handed_in)}
    return by_notebook, complaints


def read(path, student, complaints):
    """The Submission in a file; an empty one if it is no notebook."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = [x for x in cells if x["cell_type"] == "code"]
        pairs = [(x.get("id"), "".join(x["source"])) for x in code]
    except Exception:  # whatever there may be in a file
        complaints.append(f"{path}: this cannot be read as a notebook.")
        return Submission(student)
    submission = Submission(student, shown={x for _, text in pairs for x in SOLUTION.findall(text)})
    for cell in answering_cells(path.stem):
        texts = [text for cell_id, text in pairs if cell_id == cell.id]
        if not texts:
            complaints.append(f"{path}: the cell {cell.id} is missing.")
        elif texts[0].strip() != cell.source.strip():
            submission.answers[cell.id] = texts[0]
        if len(texts) > 1:
            complaints.append(f"{path}: {len(texts)} cells are {cell.id}; the first is marked.")
    return submission


# --- marks --------------------------------------------------------------------------------------


def marks(stem, submissions, seeds, bar):
    """The rows of a notebook: our cells run here, one after the other, with our solutions."""
    rows, names = [], new_names()
    left = {cell_id for submission in submissions for cell_id in submission.answers}
    for cell in our_cells(stem):
        if entry := cell.entry:
            asked = replace(entry, seeds=seeds) if isinstance(entry, FunctionExercise) else entry
            for submission in submissions:
                mark = marked(asked, submission, cell.id, names)
                # parts of it may be typed by the student
                message = "".join(filter(str.isprintable, shortened(mark.message)))
                shown = int(entry.name in submission.shown)
                row = [submission.student, stem, entry.name, mark.passed, mark.tried]
                rows.append([*row, message, shown])
                bar.update()
        left.discard(cell.id)
        if left and not cell.needs_model:  # no answer needs those below the last one, or the model
            run(cell.solved(), names)
    return rows


def marked(entry, submission, cell_id, names):
    """The Mark of an answer."""
    source = submission.answers.get(cell_id)
    if source is None:
        return Mark()
    try:
        feedback = judged(entry, source, submission.earlier, names)
    except KeyboardInterrupt:
        return Mark(tried=1, message=STOPPED)
    except (Broken, Unchecked) as error:
        return Mark(tried=1, message=str(error))
    except Exception as error:  # what it sent cannot be judged
        message = f"This could not be judged. {type(error).__name__}: {error}"
        return Mark(tried=1, message=message)
    submission.earlier.append(source)
    if feedback.untouched:
        return Mark()
    if feedback.passed:
        return Mark(passed=1, tried=1)
    return Mark(tried=1, message=" ".join(feedback.message.splitlines()))


def judged(entry, source, earlier, names):
    """The Feedback to the answer in a student's cell."""
    with Sandbox(lambda channel: serve(channel, entry, source, earlier, names)) as student:
        with limited():
            message = student.receive()
        if "error" in message:
            stops = f"Your cell stops before its check. {message['error']}"
            raise Unchecked(stops if message["error"] else "Your cell hands in nothing.")
        if "value" in message:
            return entry.judge(unpacked(message["value"]))

        cases = entry.all_cases()

        def outcome_on(case):
            return student.outcome(cases.index(case))

        return entry.judge(RemoteFunction(str(message["source"]), names, outcome_on))


def grade(folder, seed):
    """Write marks.csv and print what the lecturer should know."""
    print(f"The random inputs are drawn from seed {seed}; SEED={seed} draws the same again.")
    with Sandbox(lambda channel: None) as probe:
        if probe.lacking:
            print(f"This platform cannot keep answers from: {', '.join(probe.lacking)}.")
    submissions, complaints = collected(folder)
    seeds = range(seed, seed + len(SEEDS))
    entries = {stem: len(answering_cells(stem)) for stem in submissions}
    total = sum(entries[stem] * len(students) for stem, students in submissions.items())
    rows = []
    with tqdm(total=total, unit=" answers") as bar:
        for stem, students in submissions.items():
            bar.set_description(stem)
            rows += marks(stem, students, seeds, bar)
    rows.sort(key=lambda row: row[:2])
    path = folder / "marks.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    print(*complaints, f"{len(rows)} marks are in {path}. The most frequent mistakes:", sep="\n")
    mistakes = Counter((stem, name, message) for _, stem, name, _, _, message, _ in rows if message)
    for (stem, name, message), count in mistakes.most_common(FREQUENT):
        print(f"{count:4}  {stem}, {name}: {message}")


def main(arguments):
    if not hasattr(os, "fork"):
        sys.exit("This needs Linux or macOS (on Windows, WSL): answers run in forked processes.")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    least = max(SEEDS) + 1  # the seeds below are those of the checks
    parser.add_argument("--seed", type=int, default=least + secrets.randbelow(10**6))
    options = parser.parse_args(arguments)
    if not os.path.isdir(options.folder):
        sys.exit(f"SUBMISSIONS: given {options.folder!r}, needed a folder of submissions.")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C is not a student's endless loop
    grade(Path(options.folder), options.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
