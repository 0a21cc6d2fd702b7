"""Mark the exercises of a class (make grade).

FOLDER has a folder for each student, with the notebooks in it or below, or the files as Moodle or
Canvas write them. Only what a student wrote is run, in a sandbox (sandbox.py), and judged outside
of it, on random inputs that no check has used (marking.py).

FOLDER/marks.csv gets a row for each student and exercise. tables.py says what else is written. A
run that was stopped goes on where it was.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import re
import secrets
import signal
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from tqdm import tqdm

from helpers.exercises import FILES
from helpers.exercises.engine.exercise import SEEDS
from helpers.exercises.engine.prediction import Prediction
from tools.grading import handed_in, marking, our_notebook, sandbox, tables
from tools.grading.tables import COLUMNS, UNREADABLE, in_table

NONE = """There is no sandbox here: {}.

Students' code would run as you: it could read and change your files, and send them away. With
bubblewrap (Debian, Ubuntu: sudo apt install bubblewrap; on Windows inside WSL, on a Mac in a
virtual machine with Linux) it can not. If you have read all that was handed in, or nothing on this
computer matters, SANDBOX=none marks without."""
# Forked processes begin with all that is loaded here.
PROCESSES = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
ENDED = """The process that judged this notebook was ended, which Linux does when memory is short. \
Mark this student again: STUDENT="name"."""
_worker = {}  # in each process that judges: ours, seeds, files


def start(settings):
    """Begin a process that judges. Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker.update(settings)


def judged(job):
    """(the key of a job, its Marks): what a process that judges does."""
    key, stem, cells = job
    try:
        marks = marking.marks(cells, _worker["ours"][stem], _worker["seeds"], _worker["files"])
    except OSError:  # of this computer, not of one notebook
        raise
    except Exception as error:
        return key, of_the_file(f"This could not be judged. {type(error).__name__}: {error}")
    return key, {name: vars(mark) for name, mark in marks.items()}


def of_the_file(message):
    """The Marks of a notebook of which there is nothing more to say than this."""
    return {UNREADABLE: vars(marking.Mark(message=marking.one_line(message)))}


@contextlib.contextmanager
def processes(count, settings):
    """A context with `count` processes that judge. They end with it, whatever they do."""
    with ProcessPoolExecutor(count, PROCESSES, start, [settings]) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def results(jobs, count, settings):
    """(key, Marks) of each job, in the order in which they are done. If a process is ended, the
    jobs that it may have had are done one by one."""
    left = dict(zip((key for key, *_ in jobs), jobs, strict=True))
    while left:
        with processes(count, settings) as pool, contextlib.suppress(BrokenProcessPool):
            for future in as_completed([pool.submit(judged, job) for job in left.values()]):
                key, marks = future.result()
                del left[key]
                yield key, marks
        for key in [*left][:count]:  # they are begun in their order
            with processes(1, settings) as pool:
                try:
                    yield pool.submit(judged, left.pop(key)).result()
                except BrokenProcessPool:
                    yield key, of_the_file(ENDED)


class Kept:
    """marks.part: the seed of a run and the marks of each notebook that is done, a line each, so
    that a run that was stopped goes on."""

    def __init__(self, path, seed):
        self.path = path
        self.done = {}
        lines = self._lines()
        if lines and seed in (None, lines[0].get("seed")):
            self.seed = lines[0]["seed"]
            self.done = {tuple(line["key"]): line["marks"] for line in lines[1:]}
        else:
            least = max(SEEDS) + 1  # the seeds below are those of the checks
            self.seed = least + secrets.randbelow(10**6) if seed is None else seed
            path.write_text(json.dumps({"seed": self.seed}) + "\n", encoding="utf-8")

    def _lines(self):
        """The lines that are whole: where it was stopped, one may be cut off."""
        lines = []
        for line in self.path.read_text("utf-8").splitlines() if self.path.exists() else []:
            with contextlib.suppress(ValueError):
                lines.append(json.loads(line))
        return lines if lines and "seed" in lines[0] else []

    def add(self, key, marks):
        self.done[key] = marks
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * self._is_cut() + json.dumps({"key": key, "marks": marks}) + "\n")

    def _is_cut(self):
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() != b"\n"


def jobs_of(students):
    """(key, stem, cells) of each notebook that can be read. key: student, stem, digest."""
    return [
        ((student.name, stem, handed.digest), stem, handed.cells)
        for student in students
        for stem, handed in sorted(student.notebooks.items())
        if handed.cells is not None
    ]


def judge_all(jobs, kept, files):
    """Judge the notebooks that are not done, on all processors."""
    left = [job for job in jobs if job[0] not in kept.done]
    if len(left) < len(jobs):
        print(f"Going on: {len(jobs) - len(left)} of {len(jobs)} notebooks were done before.")
    if not left:
        return
    stems = sorted({stem for _, stem, _ in left})
    count = min(os.cpu_count() or 1, len(left))
    with processes(min(count, len(stems)), {}) as pool:
        runs = pool.map(our_notebook.computed, stems)
        notebooks = tqdm(runs, "our notebooks", total=len(stems), disable=None)
        settings = {"ours": dict(zip(stems, notebooks, strict=True)), "files": files}
    settings["seeds"] = range(kept.seed, kept.seed + len(SEEDS))
    for key, marks in tqdm(
        results(left, count, settings), "notebooks", total=len(left), disable=None
    ):
        kept.add(key, marks)


def rows_of(students, done, stems):
    """The rows of marks.csv: for each student all exercises of these notebooks, which count, and of
    the others that they have handed in."""
    rows = []
    for student in students:
        for stem in sorted({*stems, *student.notebooks}):
            handed = student.notebooks.get(stem)
            marks = done.get((student.name, stem, handed.digest), {}) if handed else {}
            if handed and handed.cells is None:
                marks = of_the_file(f"The file {handed.trouble}.")
            if UNREADABLE in marks:
                rows.append([student.name, stem, UNREADABLE, 0, 0, marks[UNREADABLE]["message"], 0])
            for entry in entries_of(stem):
                mark = vars(marking.Mark()) | marks.get(entry.name, {})
                if handed and handed.cells is not None and not mark["tried"]:
                    mark["message"] = mark["message"] or not_checked(entry, handed)
                values = [mark["passed"], mark["tried"], mark["message"], mark["shown"]]
                rows.append([student.name, stem, entry.name, *values])
    return [[in_table(x) for x in row] for row in rows]


def not_checked(entry, handed):
    """What is said about an exercise that no cell of a notebook checks, or nothing."""
    code = {name for _, source in handed.cells for name in marking.CHECKS.findall(source)}
    if entry.name in code:
        return ""
    if entry.name in handed.as_text:
        return "Its cell is text (Markdown or raw), so nothing runs in it."
    call = "predict" if isinstance(entry, Prediction) else "check"
    return f'No cell has {call}("{entry.name}", …): it was deleted.'


def counted(students, wanted=""):
    """The notebooks that count: those that are wanted, by their numbers; or those that more than
    half of the students have handed in, or all if there is none. ValueError for no notebook."""
    numbers = re.findall(r"[^\s,;]+", wanted)
    known = {stem[:2]: stem for stem in FILES}
    for number in numbers:
        if number.zfill(2) not in known:
            raise ValueError(f"NOTEBOOKS: given {number!r}, needed numbers such as 05,06.")
    if numbers:
        return sorted({known[number.zfill(2)] for number in numbers})
    handed = Counter(stem for student in students for stem in student.notebooks)
    most = [stem for stem in handed if 2 * handed[stem] > len(students)]
    return sorted(most or handed)


def proposed(students, stems):
    """The lines that say which notebooks count where nobody has said it."""
    others = sorted({x for student in students for x in student.notebooks} - {*stems})
    numbers = ",".join(stem[:2] for stem in stems)
    lines = [f"What counts: {', '.join(stems)}."]
    if others:
        lines[0] += f" Most have not handed in {', '.join(others)}, which earns no points."
    return [*lines, f"NOTEBOOKS={numbers} means the same; name others to count those."]


def note_what_is_missing(students, stems):
    """Add to the notes which notebooks are missing or cannot be read."""
    for student in students:
        for stem in stems:
            handed = student.notebooks.get(stem)
            if not handed:
                student.notes.append(f"missing: {stem}")
            elif handed.cells is None:
                student.notes.append(f"{handed.path}: it {handed.trouble}.")


def entries_of(stem):
    return [*FILES[stem].CHECKED, *FILES[stem].PREDICTED]


def grade(folder, files, seed=None, wanted="", notebooks=""):
    """Mark a folder. files: the sandbox's; wanted: the name or the id of one student, who alone is
    marked again; notebooks: the numbers of those that count."""
    points = tables.points_of(folder / "points.csv")
    students, notes = handed_in.collected(folder)
    if not students:
        sys.exit(f"{folder}: there is no folder of a student in it, such as {folder / 'ada'}.")
    stems = counted(students, notebooks)
    if not notebooks:
        print(*proposed(students, stems), sep="\n")
    chosen = [x for x in students if wanted in ("", x.name, x.id)]
    if not chosen:
        sys.exit(f"STUDENT: given {wanted!r}, needed one of {[x.name for x in students]}.")
    path = folder / "marks.csv"
    part = folder / f"marks{'.one' if wanted else ''}.part"
    kept = Kept(part, seed)
    print(f"The random inputs are drawn from seed {kept.seed}; SEED={kept.seed} draws them again.")
    try:
        judge_all(jobs_of(chosen), kept, files)
    except KeyboardInterrupt:
        sys.exit(f"\nStopped. {len(kept.done)} notebooks are done; the same command goes on.")
    note_what_is_missing(students, stems)
    rows = rows_of(chosen, kept.done, stems)
    if wanted:
        names = {x.name for x in chosen}
        rows += [row for row in tables.read_rows(path) if row[0] not in names]
    order = {x.name: i for i, x in enumerate(students)}
    rows.sort(key=lambda row: (order.get(row[0], len(order)), row[1]))
    tables.write_table(path, [COLUMNS, *rows])
    tables.write_students(folder, students, rows, points, stems)
    tables.write_feedback(folder, students, rows, points, stems)
    tables.write_class(folder, rows)
    part.unlink()
    report(path, students, notes, rows)


def report(path, students, notes, rows):
    """Print what the teacher should know."""
    for student in students:
        for note in student.notes:
            print(f"{student.name}: {note}")
    print(*notes, sep="\n", end="\n" * bool(notes))
    print(f"{len(rows)} marks are in {path}, a row a student in students.csv, a page a student in")
    print("feedback. The most frequent mistakes, in class.html with a picture:")
    for (stem, name, message), count in tables.mistakes(rows):
        print(f"{count:4}  {stem}, {name}: {message}")


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--student", default="")
    parser.add_argument("--sandbox", default="")
    parser.add_argument("--notebooks", default="")
    options = parser.parse_args(arguments)
    if not os.path.isdir(options.folder):
        sys.exit(f"SUBMISSIONS: given {options.folder!r}, needed a folder of submissions.")
    try:
        with sandbox.prepared(options.sandbox) as files:
            grade(Path(options.folder), files, options.seed, options.student, options.notebooks)
    except sandbox.Missing as why:
        sys.exit(NONE.format(why))
    except ValueError as error:
        sys.exit(str(error))
    except BrokenProcessPool:
        sys.exit("A process was ended, which Linux does when memory is short: our own notebooks.")
    except OSError as error:  # marks.csv is open in Excel, for instance
        sys.exit(f"{error}\nWhen that is mended, the same command goes on where this one was.")


if __name__ == "__main__":
    main(sys.argv[1:])
