"""Every query against every key, and the products that sum to one raw score (notebook 02)."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from helpers import attention
from helpers.data import examples, recorded, word_pieces
from helpers.drawing.numbers import bracketed, number
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.labs.engine.controls import Choice, Pick, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.scores_picture import picture
from helpers.labs.sentences import Sentence
from helpers.language import own_sentence

FIVE_INPUTS = replace(examples.FIVE_INPUTS, W_Q=None, W_K=None, W_V=None)
EXAMPLES = {
    "animal, street, it": examples.TOO_TIRED,
    " ".join(examples.THE_CAT_SLEEPS.keys): examples.THE_CAT_SLEEPS,
    " ".join(examples.WE_SAW_HER_DUCK.keys): examples.WE_SAW_HER_DUCK,
    "five words": FIVE_INPUTS,
    "three inputs": examples.THREE_INPUTS,
}
TOY, THE_CAT_SLEEPS, WE_SAW_HER_DUCK, FIVE, THREE = EXAMPLES
REAL = {f"{name}, a real head": name for name in recorded.SHORT}
CUP, DOG = REAL
OWN = "your sentence, a real head"
TEXTS = {sentence: recorded.SHORT[name] for sentence, name in REAL.items()}
SENTENCES = {text: sentence for sentence, text in TEXTS.items()}
SOURCE = "head 4.2 of a published model; X is the input of its layer"
MOST = 12  # tokens, so that the table fits
SHOWN = 6  # products of a real head
SELF, CROSS = "self", "cross"
ROWS, COLUMNS = "rows", "columns"


class Compared(NamedTuple):
    """The tokens that ask and those that are asked, with Q (n, d_k) and K (m, d_k)."""

    source: str
    queries: tuple
    keys: tuple
    Q: np.ndarray
    K: np.ndarray


def compared(values):
    if is_real(values):
        tokens, X, Q, K = real_head(values["typed"])
        if values["projected"]:
            return Compared(f"{SOURCE}; biases are added to Q and K", tokens, tokens, Q, K)
        return Compared(SOURCE, tokens, tokens, X, X)
    example = EXAMPLES[values["sentence"]]
    queries, Y = example.queries, example.Y
    if values["attention"] == SELF:
        queries, Y = example.keys, example.X
    Q, K = (Y @ example.W_Q, example.X @ example.W_K) if values["projected"] else (Y, example.X)
    return Compared(f"numbers from {example.source}", queries, example.keys, Q, K)


def is_real(values):
    return values["sentence"] not in EXAMPLES


@lru_cache(maxsize=8)
def real_head(text):
    """The tokens of a text, the input X (n, 384) of layer 4, and Q and K (n, 32) of head 4.2."""
    head = recorded.head_4_2("too tired")  # its matrices are those of every sentence
    X = own_sentence.inputs(text)
    return word_pieces.tokens(text), X, X @ head.W_Q + head.b_Q, X @ head.W_K + head.b_K


def apply_dependencies(values, changed):
    """A new sentence begins as in notebook 02; what it lacks is off; the cell stays inside."""
    values = dict(values)
    if changed == "typed" or values["sentence"] == OWN:
        values["sentence"] = SENTENCES.get(values["typed"], OWN)
    elif is_real(values):
        values["typed"] = TEXTS[values["sentence"]]
    if changed == "sentence":
        values["attention"] = CROSS if values["sentence"] == THE_CAT_SLEEPS else SELF
        values["projected"] = True
    if not has_other(values):
        values["attention"] = SELF
    values["projected"] &= has_projections(values)
    case = compared(values)
    size = len(case.queries), len(case.keys)
    values["cell"] = [min(at, most - 1) for at, most in zip(values["cell"], size, strict=True)]
    return values


def has_other(values):
    """Whether another sentence asks, too."""
    if is_real(values):
        return False
    example = EXAMPLES[values["sentence"]]
    return example.Y is not example.X


def has_projections(values):
    return is_real(values) or EXAMPLES[values["sentence"]].W_Q is not None


def show(**values):
    case = compared(values)
    i, j = values["cell"]
    of_Q, of_K, _ = letters(values)
    S = attention.scores(case.Q, case.K, scale=1.0)
    both = values["attention"] == SELF
    parts = {"picture": picture(case.queries, case.keys, S, (i, j), both)}
    matrices = {"scores": score_matrix(values, case)}
    if is_real(values):
        matrices["products"] = products(case, i, j)
    else:
        matrices["queries"] = vectors(values, f"Q = {of_Q}", case.queries, case.Q, i, QUERY)
        matrices["keys"] = vectors(values, f"K = {of_K}", case.keys, case.K, j, KEY)
    parts |= {name: laid_out(matrix, values["layout"]) for name, matrix in matrices.items()}
    parts["sum"] = Lines("Numbers", tuple(explained(values, case)))
    spoken = f"“{case.queries[i]}” asks “{case.keys[j]}”: {number(case.Q[i] @ case.K[j], 0)}."
    if values["layout"] == COLUMNS:
        spoken += " Keys run down, queries across."
    sentences = [*EXAMPLES, *REAL]
    if values["sentence"] == OWN:
        sentences.append(OWN)
    options = {"sentence": sentences, "attention": kinds(values)}
    is_turned = values["layout"] == COLUMNS
    main = ("scores", "queries", "keys") if is_turned else ("picture",)
    return View(parts, spoken, options, without_effect(values), main, sentence(values, case, S))


def sentence(values, case, S):
    """What the chosen cell says, in a sentence without numbers."""
    i, j = values["cell"]
    query, key = case.queries[i], case.keys[j]
    if values["layout"] == COLUMNS:
        return "Tokens as columns: the same scores transposed, keys down and queries across."
    if values["attention"] == CROSS:
        best = case.keys[S[i].argmax()]
        fits = "which fits it best" if best == key else f"but “{best}” fits it best"
        return f"“{query}”, of the other sentence, asks “{key}”, {fits}."
    if i == j:
        return f"“{query}” asks itself."
    if np.allclose(S, S.T):
        how = "Here" if values["projected"] else "Without W_Q and W_K"
        return f"{how} it makes no difference who asks: the table is its own mirror image."
    if np.isclose(S[i, j], S[j, i]):
        return f"“{query}” and “{key}” score each other the same; other pairs do not."
    more = "higher" if S[i, j] > S[j, i] else "lower"
    return f"“{query}” scores “{key}” {more} than “{key}” scores “{query}”: who asks counts."


def kinds(values):
    """What the control Attention offers: with no other sentence, only self."""
    if not has_other(values):
        return [SELF]
    other = " ".join(EXAMPLES[values["sentence"]].queries)
    return [SELF, f"{CROSS}, “{other}” asks"]


def without_effect(values):
    off = {
        "typed": not is_real(values),
        "attention": not has_other(values),
        "projected": not has_projections(values),
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
    shared = {"mark": ((i, j),), "tones": tones, "control": "cell", "digits": 0}
    return Matrix(title, S, case.queries, case.keys, **shared)


def vectors(values, title, tokens, x, chosen, tone):
    """Q or K, the chosen token's row framed."""
    width = x.shape[1]
    features = tuple(f"f{f}" for f in range(1, width + 1))
    if values["sentence"] == FIVE:
        features = examples.FIVE_WORDS_FEATURES
    elif values["sentence"] == TOY:
        features = examples.TOY_ASKS if values["projected"] else examples.TOY_FEATURES
    axes = ("queries" if tone == QUERY else "keys", "features")
    mark = tuple((chosen, f) for f in range(width))
    return Matrix(title, x, tokens, features, axes, mark=mark, tones=dict.fromkeys(mark, tone))


def products(case, i, j):
    """The chosen query and key of a real head, where their products are largest."""
    q, k = case.Q[i], case.K[j]
    largest = largest_products(q, k)
    rows = {f"q, {case.queries[i]}": q, f"k, {case.keys[j]}": k, "product": q * k}
    values = np.array([row[largest] for row in rows.values()])
    features = tuple(f"f{f + 1}" for f in largest)
    tones = {(r, f): (QUERY, KEY)[r] for r in (0, 1) for f in range(len(largest))}
    title = f"The {len(largest)} largest of {len(q)} products"
    return Matrix(title, values, tuple(rows), features, ("vectors", "features"), 1, tones=tones)


def largest_products(q, k):
    """Which of the features have the products that are farthest from 0, in the order of these."""
    return np.argsort(-np.abs(q * k), kind="stable")[:SHOWN]


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
    yield (summed if is_real(values) else written_out)(case.Q[i], case.K[j])
    yield mirror(values, case)
    yield shapes(values, case)
    yield f"{case.source[0].upper()}{case.source[1:]}."


def mirror(values, case):
    """What the cell on the other side of the diagonal says, in self-attention."""
    if values["attention"] == CROSS:
        return "Cross-attention: only the other sentence asks, so no cell has a mirror cell."
    i, j = values["cell"]
    S = attention.scores(case.Q, case.K, scale=1.0)
    symmetric = "S is symmetric" if np.allclose(S, S.T) else "S is not symmetric"
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


def summed(q, k):
    """The sum of so many products that only the largest are written."""
    largest = largest_products(q, k)
    written, score = (q * k)[largest], q @ k
    terms = " + ".join(bracketed(number(x, 1)) for x in written.tolist())
    others = bracketed(number(score - written.sum(), 1))
    rest = f"{len(q) - len(written)} others, together {others}: "
    return (f"{terms} + {rest}", None), (number(score, 1), "ink")


def entry(x):
    return bracketed(number(x, 0))


def longer_wins(values):
    """Without projections, a word scores another higher than itself."""
    if values["attention"] == CROSS or values["projected"]:
        return False
    i, j = values["cell"]
    return score(values, i, j) > score(values, i, i)


def far_from_its_mirror(values):
    there, back = both_ways(values)
    return abs(there - back) > 30


def each_likes_the_other(values):
    return min(both_ways(values)) > 12


def both_ways(values):
    """The scores of two different words of the real head for each other; of others 0, 0."""
    i, j = values["cell"]
    if not is_real(values) or not values["projected"]:
        return 0, 0
    case = compared(values)
    if len({case.queries[i], case.keys[j]} - {"[CLS]", "[SEP]"}) < 2:
        return 0, 0
    return score(values, i, j), score(values, j, i)


def score(values, i, j):
    case = compared(values)
    return case.Q[i] @ case.K[j]


scores = Lab(
    name="scores",
    title="raw scores",
    controls=(
        Choice("sentence", "Sentence", (*EXAMPLES, *REAL, OWN), TOY, kind="select"),
        Choice("attention", "Attention", (SELF, CROSS), SELF, kind="select"),
        Switch("projected", "with W_Q, W_K", True),
        Choice("layout", "Tokens as", (ROWS, COLUMNS), ROWS, kind="select"),
        Sentence("typed", "Or type one", TEXTS[CUP], tokens=MOST, recorded=tuple(SENTENCES)),
        Pick("cell", "Cell", (2, 0)),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "It asks",
            "“it” scores “animal” 3, and “animal” scores “it” only 1: who asks counts.",
            controls=(),
        ),
        Preset(
            "Two sentences",
            "A translation has begun: “le” asks, and “cat” scores highest.",
            {"sentence": THE_CAT_SLEEPS, "attention": CROSS, "cell": (1, 1)},
            controls=("attention",),
        ),
        Preset(
            "One sentence",
            "The sentence asks itself: “we” asking “duck” is not “duck” asking “we”.",
            {"sentence": WE_SAW_HER_DUCK, "attention": SELF, "cell": (0, 3)},
            controls=(),
        ),
        Preset(
            "Columns",
            "Tokens as columns: the same scores transposed, keys down and queries across.",
            {"sentence": THE_CAT_SLEEPS, "attention": CROSS, "layout": COLUMNS, "cell": (1, 1)},
            controls=("layout",),
        ),
        Preset(
            "Q = K = X",
            "Five words without projections: it makes no difference which word asks which.",
            {"sentence": FIVE, "attention": SELF, "projected": False, "cell": (0, 2)},
            controls=(),
        ),
        Preset(
            "By chance",
            "Q and K differ, yet S is symmetric: both ways give 4. Notebook 90 says why.",
            {"sentence": THREE, "attention": SELF, "cell": (0, 1)},
            deeper=True,
            controls=(),
        ),
        Preset(
            "A real head",
            "A trained head: “it” scores “cup” 22, and “cup” scores “it” only 4.",
            {"sentence": CUP, "cell": (5, 2)},
            controls=("typed",),
        ),
        Preset(
            "No W_Q, W_K",
            "The same tokens without W_Q and W_K: S is symmetric, and each fits itself best.",
            {"sentence": CUP, "projected": False, "cell": (5, 2)},
            controls=("projected",),
        ),
    ),
    challenges=(
        Challenge(
            "In the real head, find two different words that both score each other above 12.",
            each_likes_the_other,
        ),
        Challenge(
            "Longer wins: with Q = K = X, find a word that scores another higher than itself.",
            longer_wins,
        ),
        Challenge(
            "Who asks matters: in the real head, find two words whose cell differs from its mirror "
            "cell by more than 30.",
            far_from_its_mirror,
        ),
    ),
)
