"""Split and merge, the weights of each head, and W_O as a sum over heads (notebook 06)."""

from collections import namedtuple
from functools import lru_cache

import numpy as np

from helpers import attention
from helpers.figures import links
from helpers.figures.numbers import number
from helpers.labs.controls import Choice, Pick, Toggles
from helpers.labs.heads_split import NUMBERED, STAGES, TOKENS, D, N, microscope, place, stages
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, Matrix

D_OUT = 6  # width of the output
HEADS = tuple(h for h in range(1, D + 1) if D % h == 0)
AT_ONCE = 3  # heads in view
SPLIT, WEIGHTS, WRITES = "split and merge", "weights of each head", "what each head writes"
ALL = "all"

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
