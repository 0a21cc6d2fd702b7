"""Answers to the exercises, each a cell as a student typed it, one file a notebook.

The files are read, not imported. Each answer follows a line that says what it is:

    # --- exercise: wrong: a piece of what must be said
    # --- exercise: fresh: a piece of what must be said
    # --- exercise: right

The wrong and the right ones are by the authors of the exercises; the fresh ones, wrong too, are by
people who had read only the task; for notebook 08, most, and for `mlp_back` of notebook 10, all by
the author, from the task alone and before there was a check. All are kept as they came, and run as
a cell of their notebook.

For each exercise's name, WRONG and FRESH hold [(answer, a piece of what must be said)], RIGHT holds
[answer], and SCOPES holds the names that the notebook has defined before the exercise.
"""

import math
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np

from helpers import attention, block, positions, training
from helpers.data import examples
from helpers.exercises import CHECKED
from tools.notebook.run import run

HEADER = re.compile(r"# --- (\w+): (?:right|(wrong|fresh): (.+))\n")


def cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))


def masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -np.inf))


SCOPES_OF = {  # file → the names that its notebook has defined
    "n01_dot_product": dict(
        np=np,
        math=math,
        examples=examples,
        u=np.array([1, 2, 3]),
        v=np.array([4, -5, 6]),
        p=np.array([2.0, 4.0]),
        r=np.array([6.0, 2.0]),
        cosine=cosine,
    ),
    "n02_queries_keys_scores": dict(np=np, attention=attention, examples=examples),
    "n03_softmax_scaling_weighted_sum": dict(
        np=np,
        math=math,
        attention=attention,
        examples=examples,
        softmax=attention.softmax,
        s1=np.array([1.0, 2.0, 3.0, 4.0]),
    ),
    "n04_worked_example": dict(
        np=np, math=math, attention=attention, examples=examples, E=examples.FIVE_WORDS_X
    ),
    "n05_masking": dict(
        np=np,
        math=math,
        attention=attention,
        examples=examples,
        masked_softmax=masked_softmax,
        padding_mask=attention.padding_mask,
    ),
    "n06_multi_head": dict(np=np, math=math, attention=attention, examples=examples),
    "n07_order_and_position": dict(
        np=np, math=math, attention=attention, frequencies=positions.frequencies
    ),
    "n08_transformer_block": dict(
        np=np, math=math, attention=attention, block=block, examples=examples
    ),
    "n09_why_self_attention": dict(np=np, math=math, attention=attention),
    "n10_trained_before_your_eyes": dict(np=np, attention=attention, training=training),
}
WRONG, FRESH, RIGHT = defaultdict(list), defaultdict(list), defaultdict(list)
SCOPES = {}


def ran(code, name, file=""):
    """Run a cell in its notebook; what is then handed to the check."""
    scope = dict(SCOPES[name])
    run(code, scope, file)
    return scope[CHECKED[name].answer]


def read(path, scope):
    """Run every answer of a file. An error in one of them names its line in the file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    heads = [i for i, line in enumerate(lines) if line.startswith("# --- ")]
    for head, end in pairwise([*heads, len(lines)]):
        place = f"{path.name}, line {head + 1}"
        header = HEADER.fullmatch(lines[head])
        if not header or header[1] not in CHECKED:
            raise ValueError(f"{place}: {lines[head]!r} does not say which answer follows")
        name, kind, piece = header.groups()
        SCOPES[name] = scope
        try:
            answer = ran("".join(lines[head + 1 : end]), name, f"<{place}>")
        except Exception as error:
            error.add_note(f"This is the answer in {place}.")
            raise
        if kind is None:
            RIGHT[name].append(answer)
        else:
            {"wrong": WRONG, "fresh": FRESH}[kind][name].append((answer, piece))


for file, scope in SCOPES_OF.items():
    read(Path(__file__).with_name(f"{file}.py"), scope)
