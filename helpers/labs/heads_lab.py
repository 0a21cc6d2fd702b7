"""Split and merge, the weights of each head, and W_O as a sum over heads (notebook 06)."""

from collections import namedtuple
from functools import lru_cache
from itertools import groupby

import numpy as np

from helpers import attention, examples
from helpers.figures import links
from helpers.figures.drawing import Drawing
from helpers.figures.numbers import number
from helpers.figures.palette import SERIES
from helpers.figures.shapes import Boxes, Word
from helpers.labs.controls import Choice, Pick, Toggles
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, Matrix

TOKENS = examples.WE_SAW_HER_DUCK.keys
N, D, D_OUT = len(TOKENS), 12, 6  # tokens, d_model, width of the output
HEADS = tuple(h for h in range(1, D + 1) if D % h == 0)
AT_ONCE = 3  # heads in view
SPLIT, WEIGHTS, WRITES = "split and merge", "weights of each head", "what each head writes"
ALL = "all"
STAGES = ("x", "cut", "heads", "back", "merged")
PER_LINE = {1: 1, 2: 2, 3: 2}  # {h: tokens side by side}; with more heads, all
CELL, LINE = 32, 24  # a cell's width and height
LEFT = 68  # where cells begin, after the names of the rows

Computed = namedtuple("Computed", "weights written")  # (h, n, n), (h, n, d_out)


def whole(rows, columns, a, b, c):
    """Whole numbers from −2 to 2 by a fixed rule that looks like chance."""
    i, j = np.ogrid[:rows, :columns]
    return (a * i * i + b * j * j + c * i * j + i + 2 * j) % 13 % 5 - 2


X = whole(N, D, 1, 9, 3)  # (n, d_model)
FULL_Q = whole(D, D, 3, 3, 2) / 4  # (d_model, h·d)
FULL_K = whole(D, D, 8, 8, 7) / 4
FULL_V = whole(D, D, 4, 2, 7) / 4
W_O = whole(D, D_OUT, 3, 5, 1) / 4  # (h·d, d_out)
NUMBERED = 100 * np.arange(1, N + 1)[:, None] + np.arange(1, D + 1)  # 203: feature 3 of token 2


@lru_cache
def cut(h):
    """The full matrices (d_model, h·d) cut into W_Q, W_K, W_V of each head: (h, d_model, d)."""
    return [attention.split_heads(W, h) for W in (FULL_Q, FULL_K, FULL_V)]


@lru_cache
def computed(h):
    """Each head's weights, and what it writes: its output (n, d) times its d rows of W_O."""
    W_Q, W_K, W_V = cut(h)
    heads, weights = attention.attention(X @ W_Q, X @ W_K, X @ W_V)  # (h, n, d), (h, n, n)
    return Computed(weights, heads @ W_O.reshape(h, D // h, D_OUT))


def output_of(on):
    """MultiHead(X, X) of the heads that are on, (h,) booleans → (n, d_out)."""
    h = len(on)
    if not any(on):
        return np.zeros((N, D_OUT))
    rows = W_O.reshape(h, D // h, D_OUT)[on].reshape(-1, D_OUT)
    return attention.multi_head_attention(X, X, *(W[on] for W in cut(h)), rows).output


def apply_dependencies(values, changed):
    h = values["heads"]
    row, column = values["cell"]
    values = values | {
        "first": min(values["first"], max(1, h - AT_ONCE + 1)),
        "cell": [min(row, N - 1), min(column, D - 1)],
    }
    if len(values["on"]) != h:
        values["on"] = [[True]] * h
    if values["look"] == WRITES and values["query"] == ALL:
        values["query"] = TOKENS[1]
    return values


def show(look, heads, stage, first, query, cell, on):
    if look == SPLIT:
        return microscope(heads, stage, *cell)
    if look == WEIGHTS:
        return weights_of(heads, first, query)
    return writing(query, on)


# --- split and merge --------------------------------------------------------------------------


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
    wrong = f"x.reshape({h}, {N}, {d})" if stage < 3 else f"heads.reshape({N}, {D})"
    wrong = "WRONG: " * (h > 1) + wrong  # with one head, nothing is wrong
    return right[stage], wrong if stage else "x, once more"


def microscope(h, stage, i, j):
    picked = int(NUMBERED[i, j])
    right, wrong = stages(h)
    title, wrong_title = titles(h, stage)
    split, alone, merged, merged_alone = (
        place(lane[k], picked) for k in (2, 4) for lane in (right, wrong)
    )
    stays = (right[2][1] == wrong[2][1]).sum()
    lines = (
        f"{picked} is feature {j + 1} of token {i + 1}, “{TOKENS[i]}”.",
        f"Split: {split}. By reshape alone: {alone}.",
        f"Merged: {merged}. By reshape alone: {merged_alone}.",
        f"Reshape alone leaves {stays} of {N * D} numbers in place.",
        "Dashed frame: in the row of another token. No frame: in the row of its own token.",
    )
    tones = {(a, b): SERIES[a] for a in range(N) for b in range(D)}
    names = [f"{i} {token}" for i, token in enumerate(TOKENS, 1)]
    look = {"axes": ("tokens", "features"), "tones": tones, "control": "cell"}
    parts = {
        "x": Matrix("x: pick a number to follow", NUMBERED, names, range(1, D + 1), **look),
        "right": blocks(title, h, stage, 0, picked),
        "wrong": blocks(wrong_title, h, stage, 1, picked),
        "place": Lines(f"Where {picked} goes", lines),
    }
    say = f"{picked}: split, {split}; by reshape alone, {alone}."
    return View(parts, say, off=("first", "query"))


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
    shapes, boxed = blocks_of(h, stage, lane)
    stands = place(stages(h)[lane][stage], picked)
    description = f"Cells in the colour of their token. {picked}: {stands}."
    if title.startswith("WRONG"):
        description += " Dashed frames: numbers in the row of another token."
    lines = -(-N // PER_LINE.get(h, N))  # of tokens, each with h rows and a title
    height = LINE * max(lines * (h + 1), N + 1) + 4  # the same at all stages, so that nothing jumps
    shapes = (*shapes, Boxes([boxed[picked]], outline=3.5))
    return Drawing(title, description, LEFT + (D + 1) * CELL, height, shapes)


@lru_cache
def blocks_of(h, stage, lane):
    """All but the picked cell's frame: shapes, and {number: its cell as a box (x, y, w, h)}."""
    kind, array = stages(h)[lane][stage]
    array = array.reshape(-1, *array.shape[-2:])  # a block is a token, a head, or all there is
    _, rows, columns = array.shape
    places, words = arranged(h, kind, *array.shape)
    boxed, outlines, foreign, fills = {}, [], [], {tone: [] for tone in SERIES}
    for block, (x, y) in zip(array.tolist(), places, strict=True):
        outlines += [(x + c * CELL, y, CELL, rows * LINE) for c in range(columns)]
        for r, row in enumerate(block):
            for c, value in enumerate(row):
                boxed[value] = (x + c * CELL, y + r * LINE, CELL, LINE)
            for token, run in groupby(row, lambda value: value // 100 - 1):
                first, *others = run
                a, top, _, _ = boxed[first]
                across = CELL * (1 + len(others))
                fills[SERIES[token]].append((a, top, across, LINE))
                if kind != "pieces" and token != r:
                    foreign.append((a + 0.5, top + 2, across - 1, LINE - 4))  # none touches another
    shapes = [Boxes(places, tone, 0.3) for tone, places in fills.items()]
    shapes.append(Boxes(outlines, "faint", outline=1))
    shapes.append(Boxes(foreign, "orange", outline=2, dash="dashed"))
    words += [Word(x + CELL / 2, y + LINE / 2, str(value)) for value, (x, y, _, _) in boxed.items()]
    return (*shapes, *words), boxed


def arranged(h, kind, count, rows, columns):
    """Where the blocks of cells begin, and the names above and left of them."""
    heads = [str(i + 1) for i in range(h)]
    above, left, corner = {
        "whole": ([""], TOKENS, ""),
        "pieces": (TOKENS, [f"head {i}" for i in heads], "token"),
        "heads": (heads, TOKENS, "head"),
    }[kind]
    per_line = PER_LINE.get(h, N) if kind == "pieces" else count
    start = LEFT + 12 * (kind == "pieces" and h > 9)  # for "head 12", which is longer
    gap = min(12, CELL // max(1, per_line - 1))
    places, words = [], []
    for b in range(count):
        x = start + b % per_line * (columns * CELL + gap)
        y = (b // per_line * (rows + 1) + 1) * LINE
        places.append((x, y))
        words.append(Word(x + columns * CELL / 2, y - LINE / 2, above[b], bold=True))
        for r, name in enumerate([corner, *left] if b % per_line == 0 else []):
            words.append(Word(start - 6, y + (r - 0.5) * LINE, name, anchor="end", bold=r == 0))
    return places, words


# --- weights, and what is written ---------------------------------------------------------------


def weights_of(h, first, query):
    """The weights of the heads in view, as lines and as tables."""
    w = computed(h).weights[first - 1 :][:AT_ONCE]  # (heads in view, n, n)
    names = [f"head {first + k}" for k in range(len(w))]
    only = None if query == ALL else TOKENS.index(query)
    asking = range(N) if only is None else [only]
    words = "; ".join(
        f"{name}: {', '.join(f'{TOKENS[i]} → {most(of_head[i])}' for i in asking)}"
        for name, of_head in zip(names, w, strict=True)
    )
    look = {"heads": names, "together": True, "before": first - 1, "only": only}
    title = f"Lines as wide as the weights; d_k = {D // h}"
    parts = {"lines": links(title, w, TOKENS, TOKENS, **look)}
    mark = [(i, j) for i in asking for j in range(N)] if only is not None else []
    look = {"digits": 2, "shade": True, "mark": mark}
    for slot, name in enumerate(names):
        parts[f"weights {slot}"] = Matrix(f"Weights of {name}", w[slot], TOKENS, TOKENS, **look)
    d = D // h
    made = (
        f"X ({N}, {D}) of whole numbers; W_Q and W_K ({D}, {D}), "
        f"cut into W_i^Q and W_i^K ({D}, {d}), i from 1 to {h}."
    )
    root = f"Scores of head i: (X W_i^Q)(X W_i^K)ᵀ / √{d}."
    parts["made"] = Lines("Where they come from", (made, root))
    off = ("stage", "first") if h <= AT_ONCE else ("stage",)
    return View(parts, f"{words}.", {"first": windows(h)}, off)


def most(weights):
    which = "all alike" if np.ptp(weights) < 1e-9 else TOKENS[weights.argmax()]
    return f"{which} {number(weights.max(), 2)}"


def windows(h):
    """Which heads can be in view together."""
    return [f"{k} to {min(h, k + AT_ONCE - 1)}" for k in range(1, max(1, h - AT_ONCE + 1) + 1)]


def writing(query, on):
    """What each head writes for one token, and the sum; beside it the output of all tokens."""
    on = np.array(on)[:, 0]
    h, i = len(on), TOKENS.index(query)
    written = computed(h).written * on[:, None, None]  # (h, n, d_out)
    names = [f"head {k + 1}" for k in range(h)]
    rows = np.vstack([written[:, i], written[:, i].sum(axis=0)])
    effect = without(on)
    title, features = f"What each head writes for “{query}”, and the sum", range(1, D_OUT + 1)
    parts = {
        "on": Matrix("Heads on", on[:, None], names, ["on"], ("heads", "state"), control="on"),
        "parts": Matrix(title, rows, [*names, "sum"], features, ("parts", "features"), **blue(h)),
        "output": Matrix(
            "The output, by W_O at once",
            output_of(on),
            TOKENS,
            features,
            ("tokens", "features"),
            **blue(i),
        ),
        "change": Lines("In words", (effect, *products(h))),
    }
    texts = {"query": list(TOKENS), "first": windows(h)}
    return View(parts, effect, texts, ("stage", "first"))


def blue(row):
    """The row that the sum and the output share."""
    return {"digits": 2, "tones": {(row, j): "blue" for j in range(D_OUT)}}


def products(h):
    d = D // h
    joined = f"Side by side ({N}, {D}) @ W_O ({D}, {D_OUT}) = the output ({N}, {D_OUT})."
    if h == 1:
        return (joined, "One head writes all of it.")
    return (joined, f"The same: {h} products ({N}, {d}) @ ({d}, {D_OUT}), added up.")


def change(on):
    """By how much the output moves, at most, for each token: (n,)."""
    return np.abs(output_of(on) - output_of(np.ones_like(on))).max(axis=-1)


def without(on):
    """Which heads are off, and what this does to the output."""
    off = [str(k + 1) for k in np.flatnonzero(~on)]
    if not off:
        return "All heads are on."
    moved = change(on)
    heads = f"head{'s' * (len(off) > 1)} {', '.join(off)}"
    at_most = f"{number(moved.max(), 2)} (“{TOKENS[moved.argmax()]}”)"
    return f"Without {heads} the output moves by up to {at_most}."


# --- challenges ---------------------------------------------------------------------------------


def stays_in_place(v):
    """A number of “saw” that reshape alone leaves where it belongs, with more than one head."""
    right, wrong = (place(lane[2], NUMBERED[tuple(v["cell"])]) for lane in stages(v["heads"]))
    return v["look"] == SPLIT and v["heads"] > 1 and v["cell"][0] == 1 and right == wrong


def asks_nothing(v):
    """The chosen word has equal weights in a head in view."""
    if v["look"] != WEIGHTS or v["query"] == ALL:
        return False
    w = computed(v["heads"]).weights[v["first"] - 1 :][:AT_ONCE, TOKENS.index(v["query"])]
    return bool((np.ptp(w, axis=-1) < 1e-9).any())


def least_is_off(v):
    """Six heads, and the one that matters least to the output is off."""
    off = [k for k, (is_on,) in enumerate(v["on"]) if not is_on]
    if v["look"] != WRITES or v["heads"] != 6:
        return False
    alone = [change(np.arange(6) != k).max() for k in range(6)]
    return off == [int(np.argmin(alone))]


heads = Lab(
    name="heads",
    title="several heads",
    controls=(
        Choice("look", "Look at", (SPLIT, WEIGHTS, WRITES), SPLIT, kind="select"),
        Choice("heads", "Heads × width", HEADS, 2, [f"{h} × {D // h}" for h in HEADS]),
        Choice("query", "Query", (*TOKENS, ALL), ALL, kind="select"),
        Choice("stage", "Stage", tuple(range(len(STAGES))), 2, STAGES, kind="steps"),
        Choice("first", "Heads shown", tuple(range(1, D - AT_ONCE + 2)), 1, windows(D)),
        Pick("cell", "Number to follow", (1, 2)),
        Toggles("on", "Heads on", ((True,), (True,))),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Split",
            "Split right, each head has half of every token; by reshape alone, two whole tokens.",
        ),
        Preset(
            "Merge",
            "By reshape alone, the way back lays the first halves of “we” and “saw” into one row.",
            {"stage": 4},
        ),
        Preset(
            "As many heads as tokens",
            "Four heads, four tokens: reshape alone gives each head one whole token.",
            {"heads": 4, "cell": (2, 5)},
        ),
        Preset(
            "One head",
            "One head, one set of weights: “her” shares its attention between “we” and “duck”.",
            {"look": WEIGHTS, "heads": 1, "query": "her"},
        ),
        Preset(
            "Two heads",
            "The same matrices cut in two: “her” looks at “we” in one, at itself in the other.",
            {"look": WEIGHTS, "query": "her"},
        ),
        Preset(
            "Twelve heads",
            "Twelve heads of width 1: a score is one number of the query times one of the key.",
            {"look": WEIGHTS, "heads": 12},
        ),
        Preset(
            "A sum of heads",
            "Each head meets its own rows of W_O, and what they write is added up.",
            {"look": WRITES, "heads": 4, "query": "saw"},
        ),
        Preset(
            "Without head 2",
            "Head 2 is off: its part is gone from the sum, the others write what they wrote.",
            {
                "look": WRITES,
                "heads": 4,
                "query": "saw",
                "on": ((True,), (False,), (True,), (True,)),
            },
        ),
    ),
    challenges=(
        Challenge(
            "With several heads, find a number of “saw” that reshape alone leaves in its place.",
            stays_in_place,
        ),
        Challenge(
            "Choose as query a word that asks nothing in a head shown: equal weights for all keys. "
            "Narrow heads are the place to look.",
            asks_nothing,
        ),
        Challenge(
            "With six heads, all others on, switch off the one that moves the output least. "
            "Compare how far it moves, in words below.",
            least_is_off,
        ),
    ),
)
