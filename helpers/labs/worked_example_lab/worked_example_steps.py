"""The eight steps of an example: which numbers each reads and makes, and each written out.

All follows from the example's numbers (`Worked`) and the values of the lab's controls.
"""

import numpy as np

from helpers.drawing.numbers import bracketed, number, plain, significant, vector
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.labs.worked_example_lab.worked_example_numbers import (
    EXACT,
    FIVE,
    PRINTED,
    WEIGHTS,
    decimals,
    is_given,
    is_self,
    rows_printed,
)

INPUTS, MATRIX, PROJECT, SCORES, SOFTMAX, TIMES, SUM, ALL = range(1, 9)


def places(case, values):
    """The query's row, and the row of the key and of the value that step 3 writes out with it."""
    i = values["query"] - 1
    return i, min(i, len(case.keys) - 1)


def in_use(case, values):
    """{matrix: {(i, j): tone}} of the numbers that this step reads."""
    i, j = places(case, values)
    asks = {"X" if is_self(values) else "Y": cells(case.Y, QUERY, [i])}
    factors = {"W_Q": (case.Y[i], QUERY), "W_K": (case.X[j], KEY), "W_V": (case.X[j], VALUE)}
    every_W = {name: cells(getattr(case, name), tone) for name, (_, tone) in factors.items()}
    picked = {
        name: cells(getattr(case, name), tone, np.flatnonzero(x))
        for name, (x, tone) in factors.items()
    }
    query, keys = {"Q": cells(case.Q, QUERY, [i])}, {"K": cells(case.K, KEY)}
    mixed = {"V": cells(case.V, VALUE)}
    return {
        INPUTS: asks,
        MATRIX: asks | every_W,
        PROJECT: {"X": cells(case.X, KEY, [j])} | asks | picked,
        SCORES: query | keys,
        SOFTMAX: {"S": cells(case.S, WEIGHT, [i])},
        TIMES: mixed,
        SUM: mixed,
        ALL: query | keys | mixed,
    }[values["step"]]


def made(case, values):
    """{matrix: cells} of the numbers that this step makes."""
    i, j = places(case, values)
    rows = {
        PROJECT: {"Q": [i], "K": [j], "V": [j]},
        SCORES: {"S": [i]},
        SOFTMAX: {"A": [i]},
        TIMES: {"A": [i]},
        SUM: {"Z": [i]},
        ALL: {"Z": None},
    }.get(values["step"], {})
    return {name: tuple(cells(getattr(case, name), "", of)) for name, of in rows.items()}


def known_numbers(case, values):
    """{matrix: which of its numbers are known at this step, broadcasting against it}."""
    step = values["step"]
    asked = (np.arange(len(case.Y)) == values["query"] - 1) | (step == ALL)  # (n,)
    weighed = asked
    if values["weights"] == PRINTED:
        weighed = asked & rows_printed(values["example"])
    known = {name: step >= PROJECT for name in "QKV"}
    since = {"S": (asked, SCORES), "A": (weighed, SOFTMAX), "Z": (weighed, SUM)}
    return known | {name: rows[:, None] & (step >= n) for name, (rows, n) in since.items()}


def cells(array, tone, rows=None):
    """{(i, j): tone} of those rows, all by default."""
    rows = range(len(array)) if rows is None else rows
    return {(int(i), j): tone for i in rows for j in range(array.shape[1])}


# --- each step written out: a title, and lines of pieces [text, tone] -----------------------------


def write_inputs(case, values):
    n, d_model = case.Y.shape
    first = f"X has {n} rows, one for each input; each is d_model = {d_model} numbers wide."
    if not is_self(values):
        first = f"Y, {n} words, asks; X, {len(case.X)} words, is looked at. Each is {d_model} wide."
    return "prepare the inputs", [first, "From these numbers all that follows is computed."]


def write_matrices(case, values):
    (d_model, d_k), d_v = case.W_K.shape, case.W_V.shape[1]
    last = "A network would learn these numbers; here they are given."
    if values["example"] == FIVE and is_given(values, "W_Q", "W_K", "W_V"):
        last = "This example has no matrices. The identity changes nothing: Q = K = V = X."
    lines = [
        f"W_Q and W_K are {d_model} × {d_k}: queries and keys are d_k = {d_k} wide.",
        f"W_V is {d_model} × {d_v}: values, and so outputs, are d_v = {d_v} wide.",
        last,
    ]
    return "initialise the weights", lines


def write_projections(case, values):
    i, j = places(case, values)
    three = (
        ("query", case.queries[i], QUERY, case.Y[i], case.W_Q, case.Q[i]),
        ("key", case.keys[j], KEY, case.X[j], case.W_K, case.K[j]),
        ("value", case.keys[j], VALUE, case.X[j], case.W_V, case.V[j]),
    )
    lines = []
    for what, name, tone, x, W, result in three:
        picked = [f"{factor(a)} · {vector(w)}" for a, w in zip(x, W, strict=True) if a]
        terms = " + ".join(picked) or "nothing but zeros"
        lines.append([[f"{what} of {name}", tone], [f" = {terms} = {vector(result)}", None]])
    lines.append("Each number of the input multiplies a row of the matrix; zeros drop out.")
    return f"the query, key and value of {case.queries[i]}", lines


def write_scores(case, values):
    i, _ = places(case, values)
    lines = []
    for name, k, score in zip(case.keys, case.K, case.S[i], strict=True):
        line = [[f"{name}: ", None]]
        for a, b in zip(case.Q[i], k, strict=True):
            line += [[factor(a), QUERY], ["·", None], [factor(b), KEY], [" + ", None]]
        divided = f",  / √{len(k)} = {plain(score)}" if values["scaled"] else ""
        lines.append([*line[:-1], [f" = {plain(case.Q[i] @ k)}{divided}", None]])
    return f"the query of {case.queries[i]} meets every key", lines


def write_softmax(case, values):
    i, _ = places(case, values)
    s, digits = case.S[i], decimals(case, values)["A"]
    off = s.max() if np.abs(s).max() > 99 else 0  # taken off large scores, or exp would overflow
    e = np.exp(s - off)
    lines = []
    for j, name in enumerate(case.keys):
        share = number(case.exact[i, j], max(digits, 4))
        share = f"{significant(e[j], 6)} / {significant(e.sum(), 6)} = {share}"
        lines.append([[f"{name}: e^{factor(s[j] - off)} / sum = {share}", None]])
        if values["weights"] != EXACT:
            as_what = WEIGHTS[values["weights"]]
            lines[-1].append([f"{as_what} {number(case.A[i, j], digits)}", WEIGHT])
    last = f"The weights add up to {plain(case.A[i].sum(), 5)}"
    last += f"; {plain(off)}, the largest score, was subtracted from all." if off else "."
    return f"the softmax of the scores of {case.queries[i]}", [*lines, last]


def write_weighted(case, values):
    digits = decimals(case, values)
    rows = zip(case.keys, case.A[values["query"] - 1], case.V, weighted(case, values), strict=True)
    lines = [
        [
            [f"{name}: ", None],
            [number(weight, digits["A"]), WEIGHT],
            [" · ", None],
            [vector(value), VALUE],
            [f" = {vector(product, digits['Z'])}", None],
        ]
        for name, weight, value, product in rows
    ]
    return "every value times its weight", lines


def weighted(case, values):
    """Every value times its weight. → (m, d_v)"""
    return case.A[values["query"] - 1][:, None] * case.V


def write_sum(case, values):
    i, _ = places(case, values)
    digits = decimals(case, values)["Z"]
    signs = ["\u2007\u2007", *["+ "] * (len(case.keys) - 1)]
    rows = zip(signs, case.keys, weighted(case, values), strict=True)
    lines = [f"{sign}{vector(row, digits)}  from {name}" for sign, name, row in rows]
    lines.append([[f"= {vector(case.Z[i], digits)}", WEIGHT]])
    return f"the weighted values add up to {output(case.queries[i])}", lines


def write_all(case, values):
    digits, known = decimals(case, values), known_numbers(case, values)["A"].all(axis=1)
    lines = []
    for i, weights in enumerate(case.A):
        line = [[f"{output(case.queries[i])} = ", None]]
        for j, weight in enumerate(weights, 1):
            line += [[number(weight, digits["A"]), WEIGHT], [f" v{j}", VALUE], [" + ", None]]
        line[-1] = [f" = {vector(case.Z[i], digits['Z'])}", None]
        lines.append(line if known[i] else [line[0], ["not printed", None]])
    return "steps 4 to 7 for every query", lines


def factor(x):
    """A number within a product."""
    return bracketed(plain(x))


def output(name):
    return name.replace("Input", "Output") if name.startswith("Input ") else f"output of {name}"


STEPS = {  # its name, what writes it out, and the matrix whose row is read aloud
    INPUTS: ("inputs", write_inputs, None),
    MATRIX: ("weight matrices", write_matrices, None),
    PROJECT: ("query, key, value", write_projections, "Q"),
    SCORES: ("scores", write_scores, "S"),
    SOFTMAX: ("softmax", write_softmax, "A"),
    TIMES: ("weighted values", write_weighted, "A"),
    SUM: ("their sum", write_sum, "Z"),
    ALL: ("all queries", write_all, "Z"),
}
