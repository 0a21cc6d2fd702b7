"""From inputs to outputs in eight steps, every sum written out (notebook 04)."""

from typing import NamedTuple

import numpy as np

from helpers import attention, examples
from helpers.figures.numbers import bracketed, number, plain, significant, vector
from helpers.labs.controls import Choice, Numbers, Switch
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, Matrix

EXAMPLES = {
    "three inputs": examples.THREE_INPUTS,
    "five words": examples.FIVE_INPUTS,
    "the cat sleeps": examples.THE_CAT_SLEEPS,
}
THREE, FIVE, THE_CAT_SLEEPS = EXAMPLES
MATRICES = ("Y", "X", "W_Q", "W_K", "W_V")
DIVIDED = {THREE: False, FIVE: True, THE_CAT_SLEEPS: True}  # by √d_k, where the example is from
STEPS = (
    "1 inputs",
    "2 weight matrices",
    "3 query, key, value",
    "4 scores",
    "5 softmax",
    "6 weighted values",
    "7 their sum",
    "8 all queries",
)
INPUTS, MATRIX, PROJECT, SCORES, SOFTMAX, TIMES, SUM, ALL = range(1, 9)
WEIGHTS = {"exact": "", "rounded": ", rounded", "as printed": ", as printed"}  # added to a title
EXACT, ROUNDED, PRINTED = WEIGHTS
# The weights that the documents print, rounded; NaN: not printed
PRINTED_WEIGHTS = {
    THREE: np.array([[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]]),
    FIVE: np.array([[0.99997, 0, 0.00002, 0.00002, 0], *[[np.nan] * 5] * 4]),
}
EXACT_DIGITS, PRINTED_DIGITS = {THREE: 4, FIVE: 5, THE_CAT_SLEEPS: 4}, {THREE: 1, FIVE: 5}
QUERY, KEY, VALUE, WEIGHT = "blue", "orange", "green", "pink"  # the tones of their numbers


class Worked(NamedTuple):
    """One example, computed with the numbers now in the lab."""

    queries: tuple  # n names
    keys: tuple  # m names
    Y: np.ndarray  # (n, d_model), X itself in self-attention
    X: np.ndarray  # (m, d_model)
    W_Q: np.ndarray  # (d_model, d_k)
    W_K: np.ndarray  # (d_model, d_k)
    W_V: np.ndarray  # (d_model, d_v)
    Q: np.ndarray  # (n, d_k)
    K: np.ndarray  # (m, d_k)
    V: np.ndarray  # (m, d_v)
    S: np.ndarray  # (n, m), raw or scaled
    exact: np.ndarray  # (n, m), the softmax of S
    A: np.ndarray  # (n, m), the weights in use: exact, rounded or as printed
    Z: np.ndarray  # (n, d_v)


def work(values):
    example = EXAMPLES[values["example"]]
    Y, X, W_Q, W_K, W_V = given = [np.array(values[name]) for name in MATRICES]
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    S = attention.scores(Q, K, scale=None if values["scaled"] else 1.0)
    exact = A = attention.softmax(S)
    if values["weights"] == ROUNDED:
        A = exact.round(1)
    if values["weights"] == PRINTED:
        printed = PRINTED_WEIGHTS[values["example"]]
        A = np.where(np.isnan(printed), exact, printed)
    return Worked(example.queries, example.keys, *given, Q, K, V, S, exact, A, A @ V)


def is_self(values):
    example = EXAMPLES[values["example"]]
    return example.Y is example.X


def is_given(values, *names):
    """Are these matrices as the example gives them?"""
    example = EXAMPLES[values["example"]]
    return all(values[name] == getattr(example, name).tolist() for name in names)


def is_printed(values):
    """Does the document print the weights of this query for these numbers?"""
    name = values["example"]
    as_given = is_given(values, *MATRICES) and values["scaled"] == DIVIDED[name]
    return as_given and name in PRINTED_WEIGHTS and rows_printed(name)[values["query"] - 1]


def rows_printed(name):
    return ~np.isnan(PRINTED_WEIGHTS[name]).any(axis=1)  # (n,)


def apply_dependencies(values, changed):
    """A new example brings its numbers and its method; in self-attention Y is X."""
    values = dict(values)
    example = EXAMPLES[values["example"]]
    if changed == "example" or (changed is None and values["example"] != THREE):
        values |= {name: getattr(example, name).tolist() for name in MATRICES}
    if changed == "example":
        values |= {"scaled": DIVIDED[values["example"]], "weights": EXACT}
    if is_self(values):
        values["Y"] = values["X"]
    values["query"] = min(values["query"], len(values["Y"]))
    if values["weights"] == PRINTED and not is_printed(values):
        values["weights"] = EXACT
    return values


def show(**values):
    case, step = work(values), values["step"]
    title, lines = WRITERS[step - 1](case, values)
    result = lines[0]
    if step in RESULT:
        result = vector(getattr(case, RESULT[step])[values["query"] - 1])
    say = f"Step {step}, {title}: {result}"
    lines += ["\u00a0"] * (max(4, len(case.keys) + 1) - len(lines))  # as many at every step
    parts = {"sum": Lines(f"Step {step}: {title}", tuple(lines))}
    options = {"query": list(case.queries), "weights": list(WEIGHTS)[: 2 + is_printed(values)]}
    off = ("scaled",) * (step < SCORES) + ("weights",) * (step < SOFTMAX)
    return View(parts | matrices(case, values), say, options, off)


# --- the matrices: numbers in use in tones, new ones framed, dots for those to come ---------------


def matrices(case, values):
    """{name: Matrix}: first what is given, to edit, then what the steps compute."""
    own = is_self(values)
    tokens = "inputs" if values["example"] == THREE else "words"
    features = examples.FIVE_WORDS_FEATURES if values["example"] == FIVE else None
    short = [name.removeprefix("Input ") for name in case.keys]
    queries, keys = (case.queries, "queries"), (case.keys, "keys")
    scores = f"Scores Q Kᵀ / √{case.K.shape[1]}" if values["scaled"] else "Raw scores Q Kᵀ"
    digits = decimals(case, values)
    described = {  # title, rows and columns with their axes
        "Y": ("Y, who asks", (case.queries, tokens), (None, "features")),
        "X": ("Inputs X" if own else "X, looked at", (case.keys, tokens), (features, "features")),
        "W_Q": ("W_Q", (None, "in"), (None, "out")),
        "W_K": ("W_K", (None, "in"), (None, "out")),
        "W_V": ("W_V", (None, "in"), (None, "out")),
        "Q": (f"Q = {'X' if own else 'Y'} W_Q", queries, (None, "d_k")),
        "K": ("K = X W_K", keys, (None, "d_k")),
        "V": ("V = X W_V", keys, (None, "d_v")),
        "S": (scores, queries, (short, "keys")),
        "A": (f"Weights A{WEIGHTS[values['weights']]}", queries, (short, "keys")),
        "Z": ("Outputs Z = A V", queries, (None, "d_v")),
    }
    if own:
        del described["Y"]
    tones, framed, known = in_use(case, values), made(case, values), so_far(case, values)
    parts = {}
    for name, (title, (rows, down), (columns, across)) in described.items():
        array = getattr(case, name)
        parts[name] = Matrix(
            title,
            array,
            rows or range(1, len(array) + 1),
            columns or range(1, array.shape[1] + 1),
            (down, across),
            digits=digits.get(name, 0),
            plain=name in "QKVS",
            min_chars={"Q": 5, "K": 5, "V": 5, "S": 5, "A": 6, "Z": 6}.get(name, 0),
            shade=name == "A",
            mark=framed.get(name, ()),
            tones=tones.get(name),
            edit=name if name in MATRICES else "",
            known=known.get(name, True),
        )
    return parts


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


def so_far(case, values):
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


def decimals(case, values):
    """{matrix: with how many decimals its numbers are written, at most}."""
    digits = {EXACT: EXACT_DIGITS, PRINTED: PRINTED_DIGITS}.get(values["weights"], {})
    digits = digits.get(values["example"], 1)
    mixed = digits if np.array_equal(case.V, case.V.round()) else max(digits, 4)
    return {"Q": 3, "K": 3, "V": 3, "S": 2, "A": digits, "Z": mixed}


# --- each step written out: a title, and lines of pieces [text, tone] -----------------------------


def write_inputs(case, values):
    n, d_model = case.Y.shape
    first = f"X has {n} rows, one an input; each is d_model = {d_model} numbers wide."
    if not is_self(values):
        first = f"Y, {n} words, asks; X, {len(case.X)} words, is looked at. Each is {d_model} wide."
    return "prepare the inputs", [first, "Type over any number: all that follows is computed anew."]


def write_matrices(case, values):
    (d_model, d_k), d_v = case.W_K.shape, case.W_V.shape[1]
    last = "A network would learn these numbers; here they are given."
    if values["example"] == FIVE and is_given(values, "W_Q", "W_K", "W_V"):
        last = "The document has no matrices. The identity changes nothing: Q = K = V = X."
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
    last += f"; {plain(off)}, the largest score, was taken off all." if off else "."
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
    digits, known = decimals(case, values), so_far(case, values)["A"].all(axis=1)
    lines = []
    for i, weights in enumerate(case.A):
        line = [[f"{output(case.queries[i])} = ", None]]
        for j, weight in enumerate(weights, 1):
            line += [[number(weight, digits["A"]), WEIGHT], [f" v{j}", VALUE], [" + ", None]]
        line[-1] = [f" = {vector(case.Z[i], digits['Z'])}", None]
        lines.append(line if known[i] else [line[0], ["not printed", None]])
    return "steps 4 to 7 for every query", lines


WRITERS = (
    write_inputs,
    write_matrices,
    write_projections,
    write_scores,
    write_softmax,
    write_weighted,
    write_sum,
    write_all,
)
RESULT = {PROJECT: "Q", SCORES: "S", SOFTMAX: "A", TIMES: "A", SUM: "Z", ALL: "Z"}  # read aloud


def factor(x):
    """A number within a product."""
    return bracketed(plain(x))


def output(name):
    return name.replace("Input", "Output") if name.startswith("Input ") else f"output of {name}"


# --- challenges -----------------------------------------------------------------------------------


def is_alone(weights, j):
    """Is weight j larger than all others?"""
    return bool(weights[j] > np.delete(weights, j).max() + 1e-9)


def changed(values, name):
    """How many numbers differ from the example's."""
    given = getattr(EXAMPLES[values["example"]], name)
    return int((np.array(values[name]) != given).sum())


def prefers_the_second(values):
    return (
        values["example"] == THREE
        and is_given(values, "W_Q", "W_K", "W_V")
        and changed(values, "X") == 1
        and is_alone(work(values).exact[0], 1)
    )


def is_level(values):
    weights = work(values).exact[0]
    return values["example"] == THREE and is_given(values, "X") and bool(np.ptp(weights) < 1e-9)


def prefers_another(values):
    i = values["query"] - 1
    weights = work(values).exact[i]
    return (
        values["example"] == FIVE
        and is_given(values, *MATRICES)
        and values["step"] >= SOFTMAX
        and int(weights.argmax()) != i
    )


def start(name):
    return getattr(examples.THREE_INPUTS, name).tolist()


worked_example = Lab(
    name="worked_example",
    title="an example in eight steps",
    controls=(
        Choice("example", "Example", tuple(EXAMPLES), THREE, kind="select"),
        Choice("query", "Query", (1, 2, 3, 4, 5), 1, kind="select"),
        Choice("weights", "Weights A", tuple(WEIGHTS), EXACT, kind="select"),
        Switch("scaled", "Divide by √d_k"),
        Choice("step", "Step", tuple(range(1, 9)), 1, STEPS, kind="steps"),
        *(Numbers(name, name, start(name), limit=99) for name in MATRICES),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    pictured=4,  # Output
    presets=(
        Preset(
            "Inputs",
            "Three inputs of four numbers: press Next, and follow Input 1 for eight steps.",
        ),
        Preset(
            "Query, key, value",
            "The two ones of Input 1 pick two rows of each matrix, and the rows are added.",
            {"step": PROJECT},
        ),
        Preset(
            "Raw scores",
            "The query of Input 1 meets every key, and its own scores lowest.",
            {"step": SCORES},
        ),
        Preset("Softmax", "The softmax turns 2, 4, 4 into shares of one whole.", {"step": SOFTMAX}),
        Preset("Output", "Output 1 is the three values, mixed by these shares.", {"step": SUM}),
        Preset(
            "As printed",
            "The document goes on with 0.0, 0.5, 0.5: one digit is off, the sum is still 1.",
            {"step": SUM, "weights": PRINTED},
        ),
        Preset(
            "Rounded",
            "Each weight rightly rounded, they add up to 1.1, and the output is farther off.",
            {"step": SUM, "weights": ROUNDED},
        ),
        Preset(
            "Scaled",
            "Divided by √3, the weights are less extreme: another method, not a rounding error.",
            {"step": ALL, "scaled": True},
        ),
        Preset(
            "Five words",
            "Nothing is projected, and Apple is long: it gives itself 0.99997 of its weight.",
            {"example": FIVE, "step": SOFTMAX, "scaled": True},
        ),
        Preset(
            "The cat sleeps",
            "Two queries ask three keys and every size differs: a wrong axis cannot hide.",
            {"example": THE_CAT_SLEEPS, "step": SCORES, "scaled": True},
        ),
    ),
    challenges=(
        Challenge(
            "Three inputs: change one number of X so that Input 1 gives Input 2 more weight than "
            "either other.",
            prefers_the_second,
        ),
        Challenge(
            "Three inputs: make all weights of Input 1 equal, and leave X as it is.", is_level
        ),
        Challenge(
            "Five words: find a word that gives another word more than it gives itself.",
            prefers_another,
        ),
    ),
)
