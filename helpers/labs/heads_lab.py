"""Every head of a real model, with arcs and switched off; split and merge (notebook 06)."""

from functools import lru_cache
from itertools import groupby

import numpy as np

from helpers import attention, examples, recorded
from helpers.figures import arcs, thumbnails
from helpers.figures.arcs import in_a_row
from helpers.figures.drawing import Drawing
from helpers.figures.numbers import number
from helpers.figures.palette import SERIES
from helpers.figures.shapes import Boxes, Word
from helpers.labs.controls import Choice, Pick, Switch
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, Matrix

REAL, SPLIT = "the heads of a real model", "split and merge"

LAYERS, HEADS = recorded.LAYERS, recorded.HEADS
ASKS = {  # the word whose arcs a sentence begins with
    "too tired": "it",
    "too wide": "it",
    "too big": "it",
    "too small": "it",
    "garden apple": "apple",
    "apple phone": "apple",
    "a second": "second",
    "came second": "second",
    "dog chases": "after",
}
ALL = "all"
LONGEST = max(len(recorded.tokens(sentence)) for sentence in ASKS)
TALLEST = 0.65  # the bar of the output that moves most, in any sentence

TOKENS = examples.WE_SAW_HER_DUCK.keys
N, D = len(TOKENS), 12  # tokens, d_model
CUTS = tuple(h for h in range(1, D + 1) if D % h == 0)  # into so many heads
STAGES = ("x", "cut", "heads", "back", "merged")
PER_LINE = {1: 1, 2: 2, 3: 2}  # {h: tokens side by side}; with more heads, all
CELL, LINE = 32, 24  # a cell's width and height
LEFT = 68  # where cells begin, after the names of the rows
NUMBERED = 100 * np.arange(1, N + 1)[:, None] + np.arange(1, D + 1)  # 203: feature 3 of token 2


def apply_dependencies(values, changed):
    tokens = recorded.tokens(values["sentence"])
    if changed == "sentence":
        values = values | {"query": tokens.index(ASKS[values["sentence"]])}
    if values["query"] != ALL and values["query"] >= len(tokens):
        values = values | {"query": ALL}
    (layer, head), (row, column) = values["head"], values["cell"]
    return values | {
        "head": [min(layer, LAYERS - 1), min(head, HEADS - 1)],
        "cell": [min(row, N - 1), min(column, D - 1)],
    }


def show(look, sentence, head, query, off, cuts, stage, cell):
    if look == SPLIT:
        return microscope(cuts, stage, *cell)
    return one_of_all(sentence, *head, query, off)


# --- the heads of a real model ------------------------------------------------------------------


def one_of_all(sentence, i, j, query, off):
    """All heads, and of the chosen one the arcs or, when it is off, what this moves."""
    tokens, place = recorded.tokens(sentence), (i + 1, j + 1)
    name = f"{i + 1}.{j + 1}"
    if off:
        picture, said = what_moves(name, tokens, recorded.moved(sentence, *place))
    else:
        picture, said = where_it_looks(name, tokens, sentence, place, query)
    parts = {"all": all_heads(sentence), "one": picture, "said": Lines("In words", said)}
    texts = [ALL, *(f"{k} {token}" for k, token in enumerate(tokens, 1))]
    closed = ("query", "cuts", "stage") if off else ("cuts", "stage")
    return View(parts, " ".join(said), {"query": texts}, closed)


@lru_cache
def all_heads(sentence):
    weights = [
        [recorded.weights(sentence, i, j) for j in range(1, HEADS + 1)]
        for i in range(1, LAYERS + 1)
    ]
    return thumbnails("All 72 heads: pick one", weights, pick="head")


def where_it_looks(name, tokens, sentence, place, query):
    """The arcs of a head, how much it writes, and what its loss would move."""
    weights = recorded.weights(sentence, *place)
    written, moved = recorded.written(sentence, *place), recorded.moved(sentence, *place)
    if query == ALL:
        who, asks, written, moved = "a token", "where all tokens look", written.mean(), moved.mean()
        mean, index = " on average", None
    else:
        index = query
        who = f"“{tokens[index]}”"
        asks, written, moved, mean = f"where {who} looks", written[index], moved[index], ""
    said = (
        f"For {who} head {name} writes a vector of length {number(written, 2)}{mean}.",
        f"Without it the final output of {who} would move by {number(moved, 2)} of its length"
        f"{mean}.",
    )
    return arcs(f"Head {name}: {asks}", weights, tokens, index), said


def what_moves(name, tokens, moved):
    """A bar over each word: how far its final output moves without the head."""
    row = in_a_row(tokens)
    foot, scale = row.line - 18, (row.line - 50) / TALLEST
    boxes = [
        (x - 11, foot - scale * m, 22, scale * m) for x, m in zip(row.middles, moved, strict=True)
    ]
    shapes = [Boxes(boxes, "blue", 0.8)]
    for x, token, (_, top, *_), m in zip(row.middles, tokens, boxes, moved, strict=True):
        shapes += [Word(x, row.line, token), Word(x, top - 12, number(m, 2), "blue")]
    most = tokens[moved.argmax()]
    title = f"Head {name} is off: how far the final outputs move, as a share of their length"
    said = (
        f"Without head {name} the final outputs move by {number(moved.mean(), 2)} of their length "
        f"on average, and by up to {number(moved.max(), 2)} (“{most}”).",
    )
    each = ", ".join(f"{token} {number(m, 2)}" for token, m in zip(tokens, moved, strict=True))
    return Drawing(title, f"A bar over each word: {each}.", row.width, row.line + 66, shapes), said


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
    return View(parts, say, off=("sentence", "query", "off"))


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


# --- challenges ---------------------------------------------------------------------------------


def finds_animal(v):
    """The head that gives "animal" most of "it" in "too wide"."""
    tokens = recorded.tokens("too wide")
    it, animal = tokens.index("it"), tokens.index("animal")
    if v["look"] != REAL or v["sentence"] != "too wide" or v["query"] != it or v["off"]:
        return False
    weights = [
        [recorded.weights("too wide", i, j)[it, animal] for j in range(1, HEADS + 1)]
        for i in range(1, LAYERS + 1)
    ]
    return v["head"] == list(np.unravel_index(np.argmax(weights), (LAYERS, HEADS)))


def hardly_missed(v):
    """A head is off without which no output moves by more than 0.05 of its length."""
    i, j = v["head"]
    return (
        v["look"] == REAL and v["off"] and recorded.moved(v["sentence"], i + 1, j + 1).max() < 0.05
    )


def stays_in_place(v):
    """A number of “saw” that reshape alone leaves where it belongs, with more than one head."""
    if v["look"] != SPLIT or v["cuts"] == 1 or v["cell"][0] != 1:
        return False
    right, wrong = (place(lane[2], NUMBERED[tuple(v["cell"])]) for lane in stages(v["cuts"]))
    return right == wrong


def at_once(sentence, layer, head, query, **others):
    """The values of a preset; the query is a word of the sentence, or all."""
    tokens = recorded.tokens(sentence)
    query = ALL if query == ALL else tokens.index(query)
    return {"sentence": sentence, "head": (layer - 1, head - 1), "query": query, **others}


heads = Lab(
    name="heads",
    title="several heads",
    controls=(
        Choice("look", "Look at", (REAL, SPLIT), REAL, kind="select"),
        Choice(
            "sentence",
            "Sentence",
            tuple(ASKS),
            "too tired",
            [recorded.SENTENCES[name] for name in ASKS],
            kind="select",
        ),
        Pick("head", "Head", (3, 1)),
        Choice("query", "Query", (ALL, *range(LONGEST)), ALL, kind="select"),
        Switch("off", "Switch it off"),
        Choice("cuts", "Heads × width", CUTS, 2, [f"{h} × {D // h}" for h in CUTS]),
        Choice("stage", "Stage", tuple(range(len(STAGES))), 2, STAGES, kind="steps"),
        Pick("cell", "Number to follow", (1, 2)),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Tired",
            "Head 4.2, “… too tired”: “it” looks mostly at “animal”.",
            at_once("too tired", 4, 2, "it"),
        ),
        Preset(
            "Wide",
            "Head 4.2, “… too wide”: less for “animal”, and more for [CLS] than for “street”.",
            at_once("too wide", 4, 2, "it"),
        ),
        Preset(
            "Big or small",
            "Head 4.2, “… too small”: “it” looks mostly at the trophy, as with “too big”.",
            at_once("too small", 4, 2, "it"),
        ),
        Preset(
            "The token before",
            "Head 1.3: every token looks at the one before it, whatever the words are.",
            at_once("too tired", 1, 3, ALL),
        ),
        Preset(
            "A sink",
            "Head 3.10: almost every token looks at [CLS], and the head writes little.",
            at_once("too tired", 3, 10, ALL),
        ),
        Preset(
            "A preposition",
            "Head 2.5: “after” looks mostly at its noun, “thief”.",
            at_once("dog chases", 2, 5, "after"),
        ),
        Preset(
            "Without 4.2",
            "Head 4.2 is off: the output of “it” moves, and so do others.",
            at_once("too tired", 4, 2, "it", off=True),
        ),
        Preset(
            "Without 3.10",
            "Head 3.10 is off, and hardly any output moves.",
            at_once("too tired", 3, 10, "it", off=True),
        ),
        Preset(
            "Split",
            "Split right, each head has half of every token; by reshape alone, two whole tokens.",
            {"look": SPLIT},
        ),
        Preset(
            "Merge",
            "By reshape alone, the way back lays the first halves of “we” and “saw” into one row.",
            {"look": SPLIT, "stage": 4},
        ),
        Preset(
            "As many heads as tokens",
            "Four heads, four tokens: reshape alone gives each head one whole token.",
            {"look": SPLIT, "cuts": 4, "cell": (2, 5)},
        ),
    ),
    challenges=(
        Challenge(
            "The street is too wide: find the head in which “it” still looks most at “animal”.",
            finds_animal,
        ),
        Challenge(
            "In any sentence, switch off a head without which no output moves by 0.05 of its "
            "length or more. A dark first column is the place to look.",
            hardly_missed,
        ),
        Challenge(
            "Split and merge, several heads: find a number of “saw” that reshape alone leaves in "
            "its place.",
            stays_in_place,
        ),
    ),
)
