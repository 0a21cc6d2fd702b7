"""The exercises, questions and predictions of the notebooks, and what checks them.

Each is an entry in its notebook's file. An entry's judge gives the Feedback to an answer.
"""

import difflib

from helpers.exercises import dot_product, heads, masks, scores, softmax, worked_example
from helpers.exercises.feedback import Feedback, given

NOTEBOOKS = {  # each file's entries stand in the order of its notebook
    "01_dot_product": dot_product,
    "02_queries_keys_scores": scores,
    "03_softmax_scaling_weighted_sum": softmax,
    "04_worked_example": worked_example,
    "05_masking": masks,
    "06_multi_head": heads,
}
CHECKED = {entry.name: entry for file in NOTEBOOKS.values() for entry in file.CHECKED}
PREDICTED = {entry.name: entry for file in NOTEBOOKS.values() for entry in file.PREDICTED}
_done = {}  # name → whether it is done, in this kernel

__all__ = ["Feedback", "check", "predict", "progress"]


def check(name, answer):
    """The Feedback to an answer: a function or a value for an exercise, a letter for a question.

    An error in a student's function becomes Feedback too. ValueError for an unknown name."""
    feedback = _entry(name, CHECKED).judge(answer)
    _done[name] = _done.get(name, False) or feedback.passed  # playing on takes nothing away
    return feedback


def predict(name, guess):
    """The Feedback to a guess: a number, a choice or a list in an order, `...` for not yet.

    ValueError for an unknown name."""
    entry = _entry(name, PREDICTED)
    _done[name] = _done.get(name, False) or (guess is not ... and not entry.lacks(guess))
    return entry.judge(guess)


def progress():
    """What is done and what is open, in the notebooks whose checks this kernel has run."""
    lines, open_ones = [], []
    for notebook, file in NOTEBOOKS.items():
        entries = [*file.CHECKED, *file.PREDICTED]
        if not any(entry.name in _done for entry in entries):
            continue
        todo = [entry.title for entry in entries if not _done.get(entry.name)]
        lines.append(f"{notebook}: {len(entries) - len(todo)} of {len(entries)} done")
        open_ones += todo
    if not lines:
        return Feedback(False, "No check of this notebook has run yet.", head="Progress")
    lines += [f"open: {title}" for title in open_ones]
    return Feedback(not open_ones, "\n".join(lines), head="Progress" if open_ones else "All done")


def _entry(name, entries):
    if isinstance(name, str) and name in entries:
        return entries[name]
    (near,) = difflib.get_close_matches(given(name), entries, n=1, cutoff=0)
    raise ValueError(f"name: given {given(name)}, needed the name of a task, perhaps {near!r}")
