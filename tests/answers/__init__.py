"""Answers to the exercises, one file a notebook, gathered by the name of the exercise.

WRONG: [(answer, a piece of what must be said)]. RIGHT: [answer]. SCOPES: what a cell finds in its
notebook. FRESH: as WRONG; the answers stand in fresh_*.py, by someone who had read the tasks alone,
and are kept as they came.
"""

from importlib import import_module

from answers import dot_product, heads, masks, scores, softmax, worked_example

FILES = (dot_product, scores, softmax, worked_example, masks, heads)
WRONG = {name: answers for file in FILES for name, answers in file.WRONG.items()}
RIGHT = {name: answers for file in FILES for name, answers in file.RIGHT.items()}
FRESH = {
    name: list(zip(fresh, file.FRESH[name], strict=True))
    for file in FILES
    for name, fresh in import_module(file.__name__.replace(".", ".fresh_")).FRESH.items()
}
SCOPES = {name: file.SCOPE for file in FILES for name in file.WRONG}
