"""Split and merge: an array at each stage, as ribbons, beside what reshape alone makes.

Part of the heads lab (notebook 06).
"""

from functools import lru_cache

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import SERIES
from helpers.drawing.shapes import Area, Boxes, Keyed, Word
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix

TOKENS = examples.IT_TIRED.keys
N, D = len(TOKENS), 12  # tokens, d_model
NUMBERED = 100 * np.arange(1, N + 1)[:, None] + np.arange(1, D + 1)  # 203: feature 3 of token 2
STAGES = ("tokens", "cut", "split into heads", "merged again")
X, CUT, SPLIT_UP, MERGED = range(4)  # where a stage is in STAGES
RIGHT, ALONE = 0, 1  # the lanes: as it should be, by reshape alone
WIDTH, HEIGHT = 410, 330  # of a lane's sheet
LEFT, ACROSS, BETWEEN = 10, 80, 66  # where columns begin, how wide one is, and its ribbons
HEADING, MANY = 22, 4  # above a group; of more heads, their names stand in them


@lru_cache
def stages(h):
    """The numbers in the cells at each stage, right and by reshape alone: (kind, array) each."""
    d = D // h
    pieces, heads = NUMBERED.reshape(N, h, d), attention.split_heads(NUMBERED, h).astype(int)
    alone, merged_alone = NUMBERED.reshape(h, N, d), heads.reshape(N, D)
    full, cut_up = ("whole", NUMBERED), ("pieces", pieces)
    merged = ("whole", attention.merge_heads(heads).astype(int))
    wrong, wrong_merged = ("heads", alone), ("whole", merged_alone)
    right = full, cut_up, ("heads", heads), merged
    return right, (full, wrong, wrong, wrong_merged)


def titles(h, stage):
    """What made the two arrays of a stage, as notebook 06 writes it."""
    d = D // h
    right = (
        f"x: (n, h·d) = ({N}, {D})",
        f"x.reshape({N}, {h}, {d}): (n, h, d)",
        f".swapaxes(0, 1): (h, n, d) = ({h}, {N}, {d})",
        f"heads.swapaxes(0, 1).reshape({N}, {D}): (n, h·d)",
    )
    wrong = f"x.reshape({h}, {N}, {d})" if stage < MERGED else f"heads.reshape({N}, {D})"
    if h > 1:  # with one head, nothing is wrong
        wrong = f"WRONG: {wrong}"
    return right[stage], wrong


def split_and_merge(h, stage, i, j):
    """The View of both lanes at a stage, and where number (i, j) goes."""
    picked = int(NUMBERED[i, j])
    right, wrong = stages(h)
    title, wrong_title = titles(h, stage)
    split, alone, merged, merged_alone = (
        place(way[k], picked) for k in (SPLIT_UP, MERGED) for way in (right, wrong)
    )
    in_place = sum(stays(h, a, b) for a in range(N) for b in range(D))
    lines = (
        f"{picked} is feature {j + 1} of token {i + 1}, “{TOKENS[i]}”.",
        f"Split: {split}. By reshape alone: {alone}.",
        f"Merged: {merged}. By reshape alone: {merged_alone}.",
        f"Reshape alone leaves {in_place} of {N * D} numbers in place.",
    )
    tones = {(a, b): SERIES[a] for a in range(N) for b in range(D)}
    names = [f"{i} {token}" for i, token in enumerate(TOKENS, 1)]
    shared = {"axes": ("tokens", "features"), "tones": tones, "control": "cell"}
    parts = {
        "x": Matrix("Number to follow", NUMBERED, names, range(1, D + 1), **shared),
        "right": lane(title, h, stage, RIGHT, picked),
        "wrong": lane(wrong_title, h, stage, ALONE, picked),
        "place": Lines("Where it goes", lines),
    }
    spoken = f"{picked}: split, {split}; by reshape alone, {alone}."
    off = ("sentence", "typed", "query", "off", "step")
    if stage == X:  # nothing has been done to it yet
        del parts["wrong"]
    main = tuple(name for name in ("right", "wrong") if name in parts)
    return View(parts, spoken, off=off, main=main, sentence=said(h, stage))


def said(h, stage):
    """What is seen at a stage."""
    if stage == X:
        return "Four tokens are to be shared out among heads: follow the framed piece of one."
    if h == 1:
        return "One head takes every token whole: nothing is cut, and reshape alone does no harm."
    if stage == CUT:
        return (
            "Done right, each token is cut, a piece for each head. "
            "Reshape alone fills head after head."
        )
    if stage == SPLIT_UP:
        return (
            "Ribbons that cross give every head a piece of every token. Reshape alone crosses none."
        )
    return "To merge, ribbons have to cross back. Reshape alone, from the same heads, mixes tokens."


def stays(h, i, j):
    """Whether reshape alone puts a number of x where it belongs."""
    right, wrong = (place(way[SPLIT_UP], NUMBERED[i, j]) for way in stages(h))
    return right == wrong


def place(kind_and_array, picked):
    """Where a number stands, in words."""
    kind, array = kind_and_array
    *block, row, column = (int(k[0]) for k in np.nonzero(array == picked))
    if kind == "pieces":
        return f"token “{TOKENS[block[0]]}”, row of head {row + 1}, place {column + 1}"
    head = f"head {block[0] + 1}, " if block else ""
    return f"{head}row of “{TOKENS[row]}”, place {column + 1}"


def lane(title, h, stage, which, picked):
    """A lane of ribbons: x, its heads, and what is merged from them, each a column of pieces."""
    seen = 1 + (stage >= (SPLIT_UP, CUT)[which]) + (stage == MERGED)  # columns
    orders = columns(h, which, stage)
    shapes, boxes, names = [], [], []
    for c, pieces in enumerate(orders):
        here = where(pieces, h, min(c, seen - 1), stage, orders)
        boxes.append(here)
        for piece, (x, y, down) in here.items():
            name, box = f"{c} {piece[0]} {piece[1]}", (x, y, ACROSS, down)
            if c:  # a ribbon from the column before
                ends = boxes[c - 1][piece], here[piece]
                shapes.append(Keyed(f"ribbon {name}", (ribbon(*ends, SERIES[piece[0]]),)))
            shapes.append(
                Keyed(f"piece {name}", (Boxes([box], SERIES[piece[0]], 0.6 * (c < seen)),))
            )
        if c < seen:
            shapes += list(wrong(c, pieces, here, h, which, stage))
            names += headings(c, here, pieces, h, STAGES[(X, SPLIT_UP, MERGED)[c]])
    piece = picked // 100 - 1, (picked % 100 - 1) * h // D
    for c, here in enumerate(boxes):
        x, y, down = here[piece]
        shapes.append(Keyed(f"picked {c}", (Boxes([(x, y, ACROSS, down)], outline=3.5),)))
    description = (
        f"Pieces in the colour of their token. {picked}: {place(stages(h)[which][stage], picked)}."
    )
    if title.startswith("WRONG"):
        description += " Dashed frames: pieces in the row of another token."
    return Drawing(title, description, WIDTH, HEIGHT, (*shapes, *names))


def columns(h, which, stage):
    """The pieces (token, head) of x, of the heads and of what is merged, from the top."""
    by_token = [(t, a) for t in range(N) for a in range(h)]
    by_head = [(t, a) for a in range(h) for t in range(N)]
    if which == RIGHT:
        return by_token, by_head, by_token
    return (by_token, by_head, by_head) if stage == MERGED else (by_token, by_token, by_token)


def where(pieces, h, c, stage, orders):
    """{piece: (x, y, down)} in column c, in which pieces that are still to come wait."""
    size = N if c == 1 else h  # pieces of a group: a head, or a row
    groups, gap = N * h // size, HEADING if h <= MANY or c != 1 else 5
    down = (HEIGHT - 30 - gap * groups) / (N * h)
    cut = 2 if c == 1 or (stage in (CUT, SPLIT_UP) and down > 6) else 0
    places = {}
    for k, piece in enumerate(orders[c]):
        places[piece] = (
            LEFT + c * (ACROSS + BETWEEN),
            30 + gap * (k // size + 1) + k * down,
            down - cut,
        )
    return {piece: places[piece] for piece in pieces}


def ribbon(start, end, tone):
    """From the right side of a piece to the left side of another."""
    (x0, y0, down_0), (x1, y1, down_1) = start, end
    x0 = min(x0 + ACROSS, x1 + ACROSS)
    bend = (1 - np.cos(np.linspace(0, np.pi, 9))) / 2
    x = np.linspace(x0, max(x0, x1), 9)
    top, bottom = y0 + (y1 - y0) * bend, y0 + down_0 + (y1 + down_1 - y0 - down_0) * bend
    return Area([*zip(x, top, strict=True), *zip(x[::-1], bottom[::-1], strict=True)], tone, 0.35)


def wrong(c, pieces, here, h, which, stage):
    """Dashed frames around pieces in the row of another token."""
    is_wrong = which == ALONE and c == (2 if stage == MERGED else 1)
    for k, piece in enumerate(pieces):
        row = k % N if c == 1 else k // h
        if is_wrong and piece[0] != row:
            x, y, down = here[piece]
            frame = Boxes(
                [(x + 2, y + 1, ACROSS - 4, max(1, down - 2))], "orange", outline=2, dash="dashed"
            )
            yield Keyed(f"wrong {piece[0]} {piece[1]}", (frame,))


def headings(c, here, pieces, h, name):
    """The name of a column, and of its groups."""
    x = LEFT + c * (ACROSS + BETWEEN) + ACROSS / 2
    yield Keyed(f"column {c}", (Word(x, 10, name, bold=True),))
    size = N if c == 1 else h
    for g in range(N * h // size):
        _, y, _ = here[pieces[g * size]]
        *_, (_, last, more) = (here[piece] for piece in pieces[g * size : (g + 1) * size])
        if c == 1:
            level = y - 11 if h <= MANY else (y + last + more) / 2
            yield Keyed(f"head {g}", (Word(x, level, f"head {g + 1}", halo=True),))
        else:
            yield Keyed(f"row {c} {g}", (Word(x, y - 11, TOKENS[g]),))
