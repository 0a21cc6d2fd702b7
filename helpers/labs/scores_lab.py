"""Every query against every key, and the products that sum to one raw score (notebook 02)."""

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.numbers import bracketed, number
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.labs.engine.controls import Choice, Pick, Switch, Text
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.parts import Lines, Matrix

FIVE_INPUTS = replace(examples.FIVE_INPUTS, W_Q=None, W_K=None, W_V=None)
EXAMPLES = {
    "animal, street, it": examples.TOO_TIRED,
    " ".join(examples.THE_CAT_SLEEPS.keys): examples.THE_CAT_SLEEPS,
    " ".join(examples.WE_SAW_HER_DUCK.keys): examples.WE_SAW_HER_DUCK,
    "five words": FIVE_INPUTS,
    "three inputs": examples.THREE_INPUTS,
}
TOY, THE_CAT_SLEEPS, WE_SAW_HER_DUCK, FIVE, THREE = EXAMPLES
OWN = "your own words"
SELF, CROSS = "self", "cross"
ROWS, COLUMNS = "rows", "columns"


def vector(word):
    """Four whole numbers, −2 to 2, made from the word's letters: the same in every run. → (4,)"""
    return [byte % 5 - 2 for byte in sha256(word.encode()).digest()[:4]]


@lru_cache(maxsize=64)
def example_of(sentence, typed, asking):
    """The chosen example; your own words get the matrices of the three inputs."""
    if sentence != OWN:
        return EXAMPLES[sentence]
    queries, keys = tuple(asking.split()), tuple(typed.split())
    return examples.Example(
        source="each word's letters by a fixed rule (sha256): same word, same vector, not learned",
        queries=queries,
        keys=keys,
        Y=examples.readonly(*map(vector, queries)),
        X=examples.readonly(*map(vector, keys)),
        W_Q=examples.THREE_INPUTS.W_Q,
        W_K=examples.THREE_INPUTS.W_K,
        W_V=examples.THREE_INPUTS.W_V,
    )


class Compared(NamedTuple):
    """The tokens that ask and those that are asked, with Q (n, d_k) and K (m, d_k)."""

    example: examples.Example
    queries: tuple
    keys: tuple
    Q: np.ndarray
    K: np.ndarray


def compared(values):
    example = example_of(values["sentence"], values["typed"], values["asking"])
    queries, Y = example.queries, example.Y
    if values["attention"] == SELF:
        queries, Y = example.keys, example.X
    if not values["projected"]:
        return Compared(example, queries, example.keys, Y, example.X)
    return Compared(example, queries, example.keys, Y @ example.W_Q, example.X @ example.W_K)


def apply_dependencies(values, changed):
    """A new sentence begins as in notebook 02; what it lacks is off; the cell stays inside."""
    values = dict(values)
    example = example_of(values["sentence"], values["typed"], values["asking"])
    if changed == "sentence":
        values["attention"] = CROSS if values["sentence"] == THE_CAT_SLEEPS else SELF
        values["projected"] = True
    if not has_other(example):
        values["attention"] = SELF
    values["projected"] &= example.W_Q is not None
    size = len(compared(values).queries), len(example.keys)
    values["cell"] = [min(at, most - 1) for at, most in zip(values["cell"], size, strict=True)]
    return values


def has_other(example):
    return example.Y is not example.X


def show(**values):
    case = compared(values)
    i, j = values["cell"]
    of_Q, of_K, _ = letters(values)
    matrices = {
        "scores": score_matrix(values, case),
        "queries": vectors(case, f"Q = {of_Q}", case.queries, case.Q, "queries", i, QUERY),
        "keys": vectors(case, f"K = {of_K}", case.keys, case.K, "keys", j, KEY),
    }
    parts = {name: laid_out(matrix, values["layout"]) for name, matrix in matrices.items()}
    parts["sum"] = Lines("The chosen cell", tuple(explained(values, case)))
    spoken = f"“{case.queries[i]}” asks “{case.keys[j]}”: {number(case.Q[i] @ case.K[j], 0)}."
    if values["layout"] == COLUMNS:
        spoken += " Keys run down, queries across."
    options = {"attention": kinds(values, case.example)}
    return View(parts, spoken, options, without_effect(values, case.example))


def kinds(values, example):
    """What the control Attention offers: with no other sentence, only self."""
    if not has_other(example):
        return [SELF]
    other = "the other" if values["sentence"] == OWN else f"“{' '.join(example.queries)}”"
    return [SELF, f"{CROSS}, {other} asks"]


def without_effect(values, example):
    off = {
        "typed": values["sentence"] != OWN,
        "asking": values["sentence"] != OWN or values["attention"] == SELF,
        "attention": not has_other(example),
        "projected": example.W_Q is None,
    }
    return tuple(name for name, is_off in off.items() if is_off)


def letters(values):
    """How the queries, the keys and their scores are written, with tokens as rows or as columns."""
    Y, rows = "X" if values["attention"] == SELF else "Y", values["layout"] == ROWS
    if not values["projected"]:
        return Y, "X", f"{Y} Xᵀ" if rows else f"Xᵀ {Y}"
    if rows:
        return f"{Y} W_Q", "X W_K", "Q Kᵀ"
    return f"W_Q {Y}", "W_K X", "Kᵀ Q"


def score_matrix(values, case):
    """All raw scores: those of the chosen query, those of the chosen key, the mirror cell."""
    i, j = values["cell"]
    tones = {(i, b): QUERY for b in range(len(case.keys))}
    tones |= {(a, j): KEY for a in range(len(case.queries))}
    if values["attention"] == SELF:
        tones[j, i] = WEIGHT
    del tones[i, j]
    S = attention.scores(case.Q, case.K, scale=1.0)
    title = f"Raw scores S = {letters(values)[2]}"
    return Matrix(title, S, case.queries, case.keys, mark=((i, j),), tones=tones, control="cell")


def vectors(case, title, tokens, x, axis, chosen, tone):
    """Q or K, the chosen token's row framed."""
    width = x.shape[1]
    features = tuple(f"f{f}" for f in range(1, width + 1))
    if case.example is FIVE_INPUTS:
        features = examples.FIVE_WORDS_FEATURES
    elif case.example is examples.TOO_TIRED:
        features = examples.TOY_FEATURES if x is case.example.X else examples.TOY_ASKS
    mark = tuple((chosen, f) for f in range(width))
    tones = dict.fromkeys(mark, tone)
    return Matrix(title, x, tokens, features, (axis, "features"), mark=mark, tones=tones)


def laid_out(matrix, layout):
    """The matrix in this layout: with tokens as columns, all of it is transposed."""
    if layout == COLUMNS:
        matrix = replace(
            matrix,
            values=matrix.values.T,
            rows=matrix.columns,
            columns=matrix.rows,
            axes=matrix.axes[::-1],
            mark=tuple(cell[::-1] for cell in matrix.mark),
            tones={cell[::-1]: tone for cell, tone in matrix.tones.items()},
            flip=True,
        )
    return replace(matrix, columns=tuple(map(cut, matrix.columns)))


def cut(label):
    """A label above a column, cut so that eight fit side by side."""
    return label if len(label) <= 9 else label[:8] + "…"


def explained(values, case):
    """Who asks whom, the sum written out, the mirror cell, the shapes, the numbers' source."""
    i, j = values["cell"]
    line = "row" if values["layout"] == ROWS else "column"
    asks, asked = (f"“{case.queries[i]}”", QUERY), (f"“{case.keys[j]}”", KEY)
    yield asks, (f", {line} {i + 1} of Q, asks ", None), asked, (f", {line} {j + 1} of K:", None)
    yield written_out(case.Q[i], case.K[j])
    yield mirror(values, case)
    yield shapes(values, case)
    yield f"Numbers from {case.example.source}."


def mirror(values, case):
    """What the cell on the other side of the diagonal says, in self-attention."""
    if values["attention"] == CROSS:
        return "Cross-attention: only the other sentence asks, so no cell has a mirror cell."
    i, j = values["cell"]
    S = attention.scores(case.Q, case.K, scale=1.0)
    symmetric = "S is symmetric" if (S == S.T).all() else "S is not symmetric"
    if i == j:
        return f"On the diagonal: “{case.keys[i]}” asks itself. {symmetric}."
    back = (f"“{case.queries[j]}” asks “{case.keys[i]}”", WEIGHT)
    return ("Mirror cell, ", None), back, (f": {number(S[j, i], 0)}. {symmetric}.", None)


def shapes(values, case):
    (n, d), m = case.Q.shape, len(case.keys)
    if values["layout"] == ROWS:
        return f"Tokens as rows: ({n}, {d}) @ ({d}, {m}) → ({n}, {m}), a row of S for each query."
    product = f"({m}, {d}) @ ({d}, {n}) → ({m}, {n})"
    if values["projected"]:
        product += "; with tokens as rows this would be K Qᵀ"
    return f"Tokens as columns: {product}, a row of S for each key."


def written_out(q, k):
    """2·1 + 0·3 + … = 2 + 0 + … = score, in the tones of the query and the key."""
    pieces = []
    for a, b in zip(q.tolist(), k.tolist(), strict=True):
        pieces += [(" + ", None), (entry(a), QUERY), ("·", None), (entry(b), KEY)]
    products = " + ".join(map(entry, (q * k).tolist()))
    return (*pieces[1:], (f" = {products} = ", None), (number(q @ k, 0), "ink"))


def entry(x):
    return bracketed(number(x, 0))


def cancels(values):
    products = products_of(values, *values["cell"])
    return products.sum() == 0 and products.all()


def longer_wins(values):
    """Without projections, a word scores another higher than itself."""
    if values["attention"] == CROSS or values["projected"]:
        return False
    i, j = values["cell"]
    return products_of(values, i, j).sum() > products_of(values, i, i).sum()


def own_words_differ(values):
    if values["sentence"] != OWN or values["attention"] == CROSS:
        return False
    i, j = values["cell"]
    return products_of(values, i, j).sum() != products_of(values, j, i).sum()


def products_of(values, i, j):
    case = compared(values)
    return case.Q[i] * case.K[j]


scores = Lab(
    name="scores",
    title="raw scores",
    controls=(
        Choice("sentence", "Sentence", (*EXAMPLES, OWN), TOY, kind="select"),
        Choice("attention", "Attention", (SELF, CROSS), SELF, kind="select"),
        Switch("projected", "with W_Q, W_K", True),
        Choice("layout", "Tokens as", (ROWS, COLUMNS), ROWS, kind="select"),
        Text("typed", "Your sentence", "the dog saw the cat"),
        Text("asking", "The other sentence", "le chien"),
        Pick("cell", "Cell", (2, 0)),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "It asks", "“it” scores “animal” 3, and “animal” scores “it” only 1: who asks counts."
        ),
        Preset(
            "Two sentences",
            "A translation has begun: “le” asks, and “cat” scores highest.",
            {"sentence": THE_CAT_SLEEPS, "attention": CROSS, "cell": (1, 1)},
        ),
        Preset(
            "One sentence",
            "The sentence asks itself: “we” asking “duck” is not “duck” asking “we”.",
            {"sentence": WE_SAW_HER_DUCK, "attention": SELF, "cell": (0, 3)},
        ),
        Preset(
            "Columns",
            "Tokens as columns: the same scores transposed, keys down and queries across.",
            {"sentence": THE_CAT_SLEEPS, "attention": CROSS, "layout": COLUMNS, "cell": (1, 1)},
        ),
        Preset(
            "Q = K = X",
            "Five words without projections: it makes no difference which word asks which.",
            {"sentence": FIVE, "attention": SELF, "projected": False, "cell": (0, 2)},
        ),
        Preset(
            "By chance",
            "Deeper: Q and K differ, yet S is symmetric: both ways give 4. Notebook 04 says why.",
            {"sentence": THREE, "attention": SELF, "cell": (0, 1)},
        ),
        Preset(
            "Your words",
            "Type a sentence. The vectors mean nothing, but equal words have equal vectors.",
            {"sentence": OWN, "attention": SELF, "cell": (0, 3)},
        ),
    ),
    challenges=(
        Challenge(
            "Cancel: with your own words, find a score of 0 though none of its products is 0.",
            cancels,
        ),
        Challenge(
            "Longer wins: with Q = K = X, find a word that scores another higher than itself.",
            longer_wins,
        ),
        Challenge(
            "Who asks matters: with your own words, find a cell that differs from its mirror cell.",
            own_words_differ,
        ),
    ),
)
