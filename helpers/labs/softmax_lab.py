"""Width, divisor, weights, gradient: what the root of d_k does to the softmax (notebook 03)."""

from functools import lru_cache

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.numbers import number, plain, significant
from helpers.figures import curves
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.softmax_picture import picture

WIDTHS = tuple(2**i for i in range(11))  # d_k from 1 to 1024
POWERS = {"nothing": 0.0, "√d_k": 0.5, "d_k": 1.0}  # the divisor is d_k to this power
DONE = {"nothing": "At d_k = {}, undivided", "√d_k": "Divided by √d_k", "d_k": "Divided by d_k"}
NEAR, FAR = 1, 6  # from the lowest score to the highest
QUERIES, KEYS = 60, 16
SIZE = 300, 260  # of a picture's sheet
RANDOM, BY_HAND = "random q and k", "s₁ = 1, 2, 3, 4, times a factor"
FACTORS = tuple(range(1, 11))
MANY = "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"
TIMES = "As they are", "Twice as large", *(f"{x} times as large" for x in MANY)


@lru_cache
def scores_of(d_k):
    """For 60 random queries with 16 random keys each, entries of mean 0 and variance 1: raw scores
    (60, 16) and K Kᵀ (60, 16, 16)."""
    random = np.random.default_rng(d_k)
    q = random.standard_normal((QUERIES, 1, d_k), dtype=np.float32)
    k = random.standard_normal((QUERIES, KEYS, d_k), dtype=np.float32)
    raw, gram = attention.scores(q, k, scale=1.0)[:, 0], k @ np.swapaxes(k, -1, -2)
    return np.float64(raw), np.float64(gram)


@lru_cache
def derivative_sizes(d_k, divisor):
    """The size of J K / c for each query: how the weights move with the query (notebook 03).

    Its square is the trace of J K Kᵀ J / c², so K Kᵀ is enough. → (60,)"""
    raw, gram = scores_of(d_k)
    c = d_k ** POWERS[divisor]
    p = attention.softmax(raw / c)  # (60, 16)
    J = p[:, :, None] * (np.eye(KEYS) - p[:, None, :])  # (60, 16, 16)
    return np.sqrt(np.maximum(((J @ gram) * J).sum((-2, -1)), 0)) / c


@lru_cache
def courses(divisor):
    """The least, the median and the greatest of the 60 sizes at every width: (3, widths)."""
    sizes = [derivative_sizes(d_k, divisor) for d_k in WIDTHS]
    return np.percentile(sizes, [0, 50, 100], axis=1)


DIALS = ("d_k", "divisor")  # the controls of most settings


def show(source, d_k, divisor, query, factor):
    return by_hand(factor) if source == BY_HAND else random_scores(d_k, divisor, query)


def random_scores(d_k, divisor, query):
    c = d_k ** POWERS[divisor]
    raw, _ = scores_of(d_k)
    z = raw / c  # (60, 16)
    w = attention.softmax(z[query - 1])  # (16,): the weights of one query
    size = derivative_sizes(d_k, divisor)
    expected = d_k / c**2
    marks = ("÷ 1", "÷ √d_k", "÷ d_k")
    parts = {
        "picture": picture(
            f"From scores to weights: query {query}",
            z[query - 1],
            w,
            False,
            raw[query - 1],
            "q · k",
            marks,
            tuple(POWERS).index(divisor),
            (f"d_k = {d_k},", "the width", "of q and k"),
        ),
        "derivative": derivative_picture(d_k, divisor),
        "numbers": Lines(
            "Numbers",
            (
                f"scores: mean {number(z.mean(), 2)}, variance {significant(z.var())}; "
                f"{significant(expected, 4)} is expected",
                f"weights of query {query}: largest {w.max():.3f}, smallest "
                f"{significant(w.min(), 2)}",
                f"derivative of the weights with respect to q: {significant(size[query - 1], 2)}; "
                f"of {QUERIES} queries: {ends_of(size)}",
            ),
        ),
    }
    said = sentence(DONE[divisor].format(d_k), z[query - 1], w)
    spoken = f"d_k {d_k}, divided by {divisor}: largest weight {w.max():.3f}."
    return View(parts, spoken, off=("factor",), main=("picture",), sentence=said)


def by_hand(factor):
    s = examples.S1 * factor
    w = attention.softmax(s)
    J = np.diag(w) - np.outer(w, w)
    lines = (
        "scores s: " + ", ".join(f"{x:g}" for x in s),
        "weights: " + ", ".join(f"{x:.6f}" for x in w),
        f"largest entry of the derivative J = diag(p) − pᵀp: {significant(np.abs(J).max(), 2)}",
    )
    ends = [x for x in (1, 10) if abs(x - factor) > 2]  # their marks would meet
    marks = [f"× {x}" if x in (*ends, factor) else "" for x in FACTORS]
    meant = ("s_1 = " + ", ".join(f"{x:g}" for x in examples.S1),)
    title, hand = "From scores to weights", FACTORS.index(factor)
    drawn = picture(title, s, w, True, s, "s_1", marks, hand, meant)
    spoken = f"s1 times {factor}: largest weight {w.max():.4f}."
    off = ("d_k", "divisor", "query")
    parts = {"picture": drawn, "numbers": Lines("Numbers", lines)}
    return View(
        parts, spoken, off=off, main=("picture",), sentence=sentence(TIMES[factor - 1], s, w)
    )


def sentence(done, z, w):
    """What scores z (m,) and their weights (m,) have in common, in words. done: to the scores."""
    apart = np.ptp(z)
    lowest, highest = (plain(x, 0 if apart > FAR else 1) for x in (z.min(), z.max()))
    are = "lie far apart," if apart > FAR else "go from"
    are = "hardly differ" if apart < NEAR else f"{are} {lowest} to {highest}"
    if w.max() > 0.95:
        said = "one key takes nearly all"
    elif w.max() < 2 / len(w):
        said = "no key stands out"
    elif apart > FAR and np.sort(w)[-2:].sum() > 0.95:
        said = "the two highest share the weight"
    elif w.max() > 0.5:
        said = "one key takes over half"
    else:
        said = "no key takes over half"
    return f"{done}, the scores {are}: {said}."


def derivative_picture(d_k, divisor):
    low, middle, high = np.maximum([courses(name) for name in POWERS], 1e-6).swapaxes(0, 1)
    at = tuple(POWERS).index(divisor), WIDTHS.index(d_k)
    return curves(
        f"How far weights move with q: {ends_of(derivative_sizes(d_k, divisor))}",
        WIDTHS,
        dict(zip(POWERS, middle, strict=True)),
        bands=dict(zip(POWERS, zip(low, high, strict=True), strict=True)),
        across="d_k",
        up="",
        log="xy",
        here=(d_k, middle[at]),
        y_range=(1e-6, 30),
        size=SIZE,
    )


def ends_of(sizes):
    """From the least to the greatest, in words."""
    least = "almost 0" if sizes.min() < 1e-6 else significant(sizes.min(), 1)
    return f"{least} to {significant(sizes.max(), 1)}"


def weights_at(values):
    """The weights of the chosen query: (16,)."""
    c = values["d_k"] ** POWERS[values["divisor"]]
    return attention.softmax(scores_of(values["d_k"])[0][values["query"] - 1] / c)


def is_random(values):
    return values["source"] == RANDOM


softmax = Lab(
    name="softmax",
    title="divisor and softmax",
    controls=(
        Choice("source", "Scores from", (RANDOM, BY_HAND), RANDOM, kind="select"),
        Choice("d_k", "Width d_k", WIDTHS, 4),
        Choice("divisor", "Divide by c =", tuple(POWERS), "nothing", kind="select"),
        Choice("query", "Query", tuple(range(1, 13)), 7),
        Choice("factor", "s₁ times", FACTORS, 1),
    ),
    show=show,
    presets=(
        Preset(
            "s1",
            "The scores 1, 2, 3 and 4: the largest gets 0.64.",
            {"source": BY_HAND},
            by_hand="Make them larger.",
            controls=("factor",),
        ),
        Preset(
            "s2",
            "Ten times as large: one gets all.",
            {"source": BY_HAND, "factor": 10},
            controls=("factor",),
        ),
        Preset(
            "Nothing, narrow",
            "Four numbers wide, not divided by anything: every key gets a share.",
            {},
            controls=DIALS,
        ),
        Preset(
            "Nothing, wide",
            "Sixteen numbers wide: the scores lie further apart, and one key takes nearly all.",
            {"d_k": 16},
            controls=DIALS,
        ),
        Preset(
            "Root, wide",
            "Just as wide, but divided by the root: every key has a share again.",
            {"d_k": 16, "divisor": "√d_k"},
            controls=DIALS,
        ),
        Preset(
            "d_k, wide",
            "Divided by d_k itself: no key stands out.",
            {"d_k": 16, "divisor": "d_k"},
            controls=DIALS,
        ),
        Preset(
            "Nothing, 60 queries",
            "Undivided, some queries move their weights thousands of times as far as others.",
            {"d_k": 64},
            by_hand="Look for the divisor with which they move about as far at every width.",
            controls=DIALS,
            main=("derivative",),
        ),
    ),
    challenges=(
        Challenge(
            "Saturate: without a divisor, find a query whose largest weight is above 0.99.",
            lambda v: is_random(v) and v["divisor"] == "nothing" and weights_at(v).max() > 0.99,
        ),
        Challenge(
            "Level: bring a query's largest weight below 0.12.",
            lambda v: is_random(v) and weights_at(v).max() < 0.12,
        ),
    ),
    pictured=4,
)
