"""The exercises, questions and predictions of the notebooks, and what checks them.

Each is an entry in its notebook's folder, which is found by its name. An entry's judge gives the
Feedback to an answer.
"""

import difflib
import importlib
import pkgutil
import sys
from dataclasses import replace

from helpers.drawing.picture import Picture, aside, show
from helpers.exercises.engine import kept
from helpers.exercises.engine.exercise import Exercise, FunctionExercise
from helpers.exercises.engine.feedback import Feedback, solved
from helpers.exercises.engine.in_kind import in_kind
from helpers.exercises.engine.present import Fold, opening, quoted

# The entries of notebooks/01_dot_product.ipynb are in n01_dot_product, in the notebook's order.
NAMES = sorted(name for _, name, _ in pkgutil.iter_modules(__path__) if name[1:3].isdigit())
FILES = {name[1:]: importlib.import_module(f"{__name__}.{name}") for name in NAMES}


def entries(kind):
    """{name: entry} of the CHECKED or of the PREDICTED of all files."""
    result = {}
    for stem, file in FILES.items():
        listed = getattr(file, kind)
        if not isinstance(listed, tuple):
            raise TypeError(
                f"helpers/exercises/n{stem}/__init__.py: {kind} is a {type(listed).__name__}, "
                f"needed a tuple: {kind} = (X,), with a comma after a single entry"
            )
        result |= {entry.name: entry for entry in listed}
    return result


CHECKED, PREDICTED = entries("CHECKED"), entries("PREDICTED")
EXERCISES = {name: entry for name, entry in CHECKED.items() if isinstance(entry, Exercise)}
FUNCTIONS = {name: entry for name, entry in CHECKED.items() if isinstance(entry, FunctionExercise)}
PARTS = {entry.part: entry for entry in FUNCTIONS.values() if entry.part}  # those of helpers.mine
MOST_NAMED = 5  # open entries, at most
listeners = []  # each is called with a name and whether it is done, at every check and guess
_done = {}  # name → whether it is done, in this kernel
_runs = {}  # name of an exercise → whether the page goes on with the student's function
_passes = {}  # name of an exercise → whether the student's function passed when it was last judged

__all__ = ["Feedback", "check", "predict", "progress", "solution", "whose", "yours"]


def check(name, answer, *more):
    """The Feedback to an answer: a function or a value for an exercise, a letter for a question.
    more: of a number with a comma in it, which are two to Python.

    An error in a student's function becomes Feedback too. A function that is right and one of the
    PARTS is kept for later notebooks. ValueError for an unknown name."""
    entry = _entry(name, CHECKED)
    feedback = entry.judge((answer, *more) if more else answer)
    _record(name, feedback.passed)
    _passes[name] = feedback.passed
    verdict = feedback.verdict
    if feedback.passed and getattr(entry, "part", ""):
        (notebook,) = (stem for stem, file in FILES.items() if entry in file.CHECKED)
        line = kept.keep(entry, notebook, answer, list(PARTS))
        verdict = "\n".join(filter(None, [verdict, line]))
    return _with_choices(replace(feedback, verdict=verdict), entry)


def solution(name):
    """A solution of an exercise, and why it is right.

    ValueError for an unknown name."""
    return solved(_entry(name, EXERCISES))


def predict(name, guess, *more):
    """The Feedback to a guess: a number or a choice, `...` for not yet.
    more: as in check.

    ValueError for an unknown name."""
    entry = _entry(name, PREDICTED)
    guess = (guess, *more) if more else guess
    _record(name, guess is not ... and not entry.lacks(guess))
    return _with_choices(entry.judge(guess), entry)


def yours(name, function):
    """The student's function if its check passes, else the series' own, with which the page goes
    on, and a solution, closed. Where the check passes it has shown one.

    ValueError for an unknown name."""
    entry = _entry(name, FUNCTIONS)
    passed = entry.judge(function).passed
    _runs[name] = _passes[name] = passed
    if passed:
        return in_kind(function, entry)
    fold = Fold("One way", code=entry.solution.strip())
    show(Picture(fold.html() + opening(), fold.plain()))
    return entry.reference


def whose(*names):
    """Say in one line which of the functions that `yours` has given are the student's. names: the
    exercises whose functions what stands above ran on. One that is Deeper is named if it ran, or if
    all are.

    ValueError for an unknown name."""
    entries = [_entry(name, FUNCTIONS) for name in names]
    theirs = ", ".join(entry.answer for entry in entries if _runs.get(entry.name))
    asked = [entry for entry in entries if not entry.deeper] or entries
    others = ", ".join(entry.answer for entry in asked if not _runs.get(entry.name))
    if not theirs:
        said = f"Computed with the series' own functions in place of {others}."
    elif not others:
        said = f"Computed with your {theirs}."
    else:
        said = f"Computed with your {theirs}, and with the series' own in place of {others}."
    late = [x.answer for x in asked if _passes.get(x.name) and not _runs.get(x.name)]
    if late:
        said += f" Passed since then: {', '.join(late)}. Run the page again from there."
    aside(said)


def progress():
    """How much is done in the notebooks whose checks this kernel has run and, once something is
    done, what is open. All done means all but what is Deeper. Where checks of Deeper alone have
    run, as on a page that offers an exercise of another one, these are named, not counted."""
    lines, lefts = [], []
    for notebook, file in FILES.items():
        entries = [*file.CHECKED, *file.PREDICTED]
        run = [entry for entry in entries if entry.name in _done]
        if all(entry.deeper for entry in run):
            lines += [f"{notebook}: {x.title}, {'done' if _done[x.name] else 'open'}" for x in run]
            continue
        core = [entry for entry in entries if not entry.deeper]
        missing = [entry for entry in core if not _done.get(entry.name, False)]
        written = getattr(file, "WRITTEN", {})  # into given code: whether it is right
        left = [*(x for x, done in written.items() if not done), *(x.title for x in missing)]
        count = len(written) + len(core)
        deeper = [_done.get(entry.name, False) for entry in entries if entry.deeper]
        more = f", and {sum(deeper)} of {len(deeper)} Deeper" if deeper else ""
        lines.append(f"{notebook}: {count - len(left)} of {count} done{more}")
        if 0 < len(left) < count:
            others = f"; and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
            lines.append(f"Open: {'; '.join(left[:MOST_NAMED])}{others}")
            skipped = {*getattr(file, "LEFT_OUT", ())}
            if len(missing) == len(left) and {entry.name for entry in missing} <= skipped:
                lines[-1] += ". The short way skips what is open: on it, this page is done."
        lefts.append(left)
    if not lines:
        return Feedback(False, "No check of this notebook has run yet.", head="Progress")
    done = bool(lefts) and not any(lefts)
    head = "All done" if done else "Progress"
    return Feedback(done, "\n".join(lines), head=head, untouched=not done)


def _record(name, is_done):
    _done[name] = _done.get(name, False) or is_done  # playing on takes nothing away
    for listener in listeners:
        listener(name, is_done)


def _with_choices(feedback, entry):
    """The Feedback, with what the reader may choose from."""
    return replace(feedback, choices=getattr(entry, "choices", ()), name=entry.name)


def _entry(name, entries):
    if sys._getframe(2).f_code.co_filename == "<magic-timeit>":  # the caller's, as IPython has it
        raise ValueError("%%timeit shows no verdict: remove it and run the cell again.")
    if isinstance(name, str) and name in entries:
        return entries[name]
    (near,) = difflib.get_close_matches(quoted(name), entries, n=1, cutoff=0)
    raise ValueError(f"name: given {quoted(name)}, needed the name of a task, perhaps {near!r}")
