"""Split and merge: a numbered array at each stage, beside what reshape alone makes of it.

Part of the heads lab (notebook 06).
"""

from functools import lru_cache
from itertools import groupby

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import SERIES
from helpers.drawing.shapes import Boxes, Word
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix

TOKENS = examples.IT_TIRED.keys
N, D = len(TOKENS), 12  # tokens, d_model
NUMBERED = 100 * np.arange(1, N + 1)[:, None] + np.arange(1, D + 1)  # 203: feature 3 of token 2
STAGES = ("x", "cut", "heads", "back", "merged")
X, CUT, SPLIT_UP, BACK, MERGED = range(5)  # where a stage is in STAGES
RIGHT, ALONE = 0, 1  # the lanes: as it should be, by reshape alone
PER_LINE = {1: 1, 2: 2, 3: 2}  # {h: tokens side by side}; with more heads, all
CELL, LINE = 32, 24  # a cell's width and height
LEFT = 68  # where cells begin, after the names of the rows


@lru_cache
def stages(h):
    """The numbers in the cells at each stage, right and by reshape alone: (kind, array) each."""
    d = D // h
    pieces, heads = NUMBERED.reshape(N, h, d), attention.split_heads(NUMBERED, h).astype(int)
    alone, merged_alone = NUMBERED.reshape(h, N, d), heads.reshape(N, D)
    full, cut_up = ("whole", NUMBERED), ("pieces", pieces)
    merged = ("whole", attention.merge_heads(heads).astype(int))
    wrong, wrong_merged = ("heads", alone), ("whole", merged_alone)
    right = full, cut_up, ("heads", heads), cut_up, merged
    return right, (full, wrong, wrong, wrong_merged, wrong_merged)


def titles(h, stage):
    """What made the two arrays of a stage, as notebook 06 writes it."""
    d = D // h
    right = (
        f"x: (n, h·d) = ({N}, {D})",
        f"x.reshape({N}, {h}, {d}): (n, h, d)",
        f".swapaxes(0, 1): (h, n, d) = ({h}, {N}, {d})",
        f"heads.swapaxes(0, 1): (n, h, d) = ({N}, {h}, {d})",
        f".reshape({N}, {D}): (n, h·d)",
    )
    wrong = f"x.reshape({h}, {N}, {d})" if stage < BACK else f"heads.reshape({N}, {D})"
    if h > 1:  # with one head, nothing is wrong
        wrong = f"WRONG: {wrong}"
    return right[stage], "x, once more" if stage == X else wrong


def split_and_merge(h, stage, i, j):
    """The View of both lanes at a stage, and where number (i, j) goes."""
    picked = int(NUMBERED[i, j])
    right, wrong = stages(h)
    title, wrong_title = titles(h, stage)
    split, alone, merged, merged_alone = (
        place(lane[k], picked) for k in (SPLIT_UP, MERGED) for lane in (right, wrong)
    )
    in_place = sum(stays(h, a, b) for a in range(N) for b in range(D))
    lines = (
        f"{picked} is feature {j + 1} of token {i + 1}, “{TOKENS[i]}”.",
        f"Split: {split}. By reshape alone: {alone}.",
        f"Merged: {merged}. By reshape alone: {merged_alone}.",
        f"Reshape alone leaves {in_place} of {N * D} numbers in place.",
        "Dashed frame: in the row of another token. No frame: in the row of its own token.",
    )
    tones = {(a, b): SERIES[a] for a in range(N) for b in range(D)}
    names = [f"{i} {token}" for i, token in enumerate(TOKENS, 1)]
    shared = {"axes": ("tokens", "features"), "tones": tones, "control": "cell"}
    parts = {
        "x": Matrix("x: pick a number to follow", NUMBERED, names, range(1, D + 1), **shared),
        "right": blocks(title, h, stage, RIGHT, picked),
        "wrong": blocks(wrong_title, h, stage, ALONE, picked),
        "place": Lines(f"Where {picked} goes", lines),
    }
    spoken = f"{picked}: split, {split}; by reshape alone, {alone}."
    main = ("right", "wrong", "place")
    return View(parts, spoken, off=("sentence", "typed", "query", "off"), main=main)


def stays(h, i, j):
    """Whether reshape alone puts a number of x where it belongs."""
    right, wrong = (place(lane[SPLIT_UP], NUMBERED[i, j]) for lane in stages(h))
    return right == wrong


def place(kind_and_array, picked):
    """Where a number stands, in words."""
    kind, array = kind_and_array
    *block, row, column = (int(k[0]) for k in np.nonzero(array == picked))
    if kind == "pieces":
        return f"token “{TOKENS[block[0]]}”, row of head {row + 1}, place {column + 1}"
    head = f"head {block[0] + 1}, " if block else ""
    return f"{head}row of “{TOKENS[row]}”, place {column + 1}"


def blocks(title, h, stage, lane, picked):
    """An array as blocks of cells, the picked one framed."""
    stands = place(stages(h)[lane][stage], picked)
    description = f"Cells in the colour of their token. {picked}: {stands}."
    if title.startswith("WRONG"):
        description += " Dashed frames: numbers in the row of another token."
    lines = -(-N // PER_LINE.get(h, N))  # of tokens, each with h rows and a title
    height = LINE * max(lines * (h + 1), N + 1) + 4  # the same at all stages, so that nothing jumps
    shapes, boxes = unpicked(h, stage, lane)
    frame = Boxes([boxes[picked]], outline=3.5)
    return Drawing(title, description, LEFT + (D + 1) * CELL, height, (*shapes, frame))


@lru_cache
def unpicked(h, stage, lane):
    """Shapes before a number is picked, and {number: its cell as a box (x, y, across, down)}."""
    kind, array = stages(h)[lane][stage]
    array = array.reshape(-1, *array.shape[-2:])  # a block is a token, a head, or all there is
    places = corners(h, kind, *array.shape)
    boxes = {
        value: (x + c * CELL, y + r * LINE, CELL, LINE)
        for block, (x, y) in zip(array.tolist(), places, strict=True)
        for r, row in enumerate(block)
        for c, value in enumerate(row)
    }
    numbers = [Word(x + CELL / 2, y + LINE / 2, str(n)) for n, (x, y, _, _) in boxes.items()]
    names = headings(h, kind, places, array.shape[-1])
    return (*colours(kind, array, places, boxes), *names, *numbers), boxes


def corners(h, kind, count, rows, columns):
    """Where each block begins: [(x, y)]."""
    left, per_line = LEFT, count
    if kind == "pieces":
        per_line = PER_LINE.get(h, N)
        if h > 9:  # "head 12" is longer
            left += 12
    gap = min(12, CELL // max(1, per_line - 1))
    return [
        (left + b % per_line * (columns * CELL + gap), (b // per_line * (rows + 1) + 1) * LINE)
        for b in range(count)
    ]


def colours(kind, array, places, boxes):
    """Cells in the colours of their tokens; dashed frames around those in another token's row."""
    filled, foreign = {tone: [] for tone in SERIES}, []
    for token, r, (x, y, across, down) in runs(array, boxes):
        filled[SERIES[token]].append((x, y, across, down))
        if kind != "pieces" and token != r:
            foreign.append((x + 0.5, y + 2, across - 1, down - 4))  # none touches another
    _, rows, columns = array.shape
    outlines = [(x + c * CELL, y, CELL, rows * LINE) for x, y in places for c in range(columns)]
    yield from (Boxes(cells, tone, 0.3) for tone, cells in filled.items())
    yield Boxes(outlines, "faint", outline=1)
    yield Boxes(foreign, "orange", outline=2, dash="dashed")


def runs(array, boxes):
    """Neighbours in a row that belong to one token: (token, row, their cells as one box)."""
    for block in array.tolist():
        for r, row in enumerate(block):
            for token, (first, *others) in groupby(row, lambda value: value // 100 - 1):
                x, y, _, _ = boxes[first]
                yield token, r, (x, y, CELL * (1 + len(others)), LINE)


def headings(h, kind, places, columns):
    """The names above the blocks, and left of each line of them."""
    above, beside = {
        "whole": ([""], ["", *TOKENS]),
        "pieces": (TOKENS, ["token", *(f"head {i + 1}" for i in range(h))]),
        "heads": ([str(i + 1) for i in range(h)], ["head", *TOKENS]),
    }[kind]
    for name, (x, y) in zip(above, places, strict=True):
        yield Word(x + columns * CELL / 2, y - LINE / 2, name, bold=True)
        for r, label in enumerate(beside if x == places[0][0] else []):  # where a line begins
            yield Word(x - 6, y + (r - 0.5) * LINE, label, anchor="end", bold=r == 0)
