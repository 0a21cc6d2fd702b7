"""Answers to the exercises, one file a notebook, gathered by the name of the exercise.

WRONG: [(answer, a piece of what must be said)]. RIGHT: [answer]. SCOPES: what a cell finds in its
notebook. FRESH: what must be said to the wrong answers in fresh_*.py, by someone who had read the
tasks alone; these are kept as they came.
"""

from answers import dot_product, heads, masks, scores, softmax, worked_example

FILES = (dot_product, scores, softmax, worked_example, masks, heads)
WRONG = {name: answers for file in FILES for name, answers in file.WRONG.items()}
RIGHT = {name: answers for file in FILES for name, answers in file.RIGHT.items()}
SCOPES = {name: file.SCOPE for file in FILES for name in file.WRONG}
