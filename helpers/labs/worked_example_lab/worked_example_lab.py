"""From inputs to outputs in eight steps, every sum written out (notebook 04)."""

from functools import partial

import numpy as np

from helpers.data import examples
from helpers.drawing.numbers import plain, typed, vector
from helpers.labs.engine.controls import Choice, Numbers, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.worked_example_lab.worked_example_numbers import (
    DIVIDED,
    EXACT,
    EXAMPLES,
    FIVE,
    MATRICES,
    PRINTED,
    ROUNDED,
    THE_CAT_SLEEPS,
    THREE,
    WEIGHTS,
    decimals,
    is_given,
    is_printed,
    is_self,
    work,
)
from helpers.labs.worked_example_lab.worked_example_picture import picture
from helpers.labs.worked_example_lab.worked_example_steps import (
    ALL,
    INPUTS,
    MATRIX,
    PROJECT,
    SCORES,
    SOFTMAX,
    STEPS,
    SUM,
    TIMES,
    in_use,
    known_numbers,
    made,
    output,
)


def apply_dependencies(values, changed):
    """A new example brings its numbers and its method; in self-attention Y is X."""
    values = dict(values)
    example = EXAMPLES[values["example"]]
    if changed in (None, "example"):
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
    _, write, matrix = STEPS[step]
    title, lines = write(case, values)
    result = vector(getattr(case, matrix)[values["query"] - 1]) if matrix else lines[0]
    spoken = f"Step {step}, {title}: {result}"
    written = Lines("Numbers", (f"Step {step}: {title}", *lines))
    parts = {"picture": picture(case, values), "sum": written} | matrices(case, values)
    weights = [EXACT, ROUNDED, PRINTED] if is_printed(values) else [EXACT, ROUNDED]
    options = {"query": list(case.queries), "weights": weights}
    used_from = {"scaled": SCORES, "weights": SOFTMAX}  # the step
    off = tuple(name for name, first in used_from.items() if step < first)
    return View(parts, spoken, options, off, ("picture",), sentence(case, values))


def sentence(case, values):
    """What happens in a step, without numbers; settings of other examples have their own."""
    if values["example"] != THREE or values["scaled"] or values["weights"] != EXACT:
        return ""
    i = values["query"] - 1
    name, pale = case.queries[i], ", pale below 0" if (case.S[i] < 0).any() else ""
    return {
        INPUTS: f"How much of each row goes into {output(name)}? That is what {name} asks.",
        MATRIX: "Three matrices, the same for all rows: for queries, for keys and for values.",
        PROJECT: "Beside each matrix, an input (dark) multiplies its rows: the sum is q, k or v.",
        SCORES: f"The query of {name} meets every key: each beam is as broad as its score{pale}.",
        SOFTMAX: "The softmax turns scores into shares of a whole, the frame: each lights its row.",
        TIMES: "Each value shrinks to its share: value times weight.",
        SUM: f"What is left of the values is stacked: {output(name)}.",
        ALL: f"All rows ask at the same time, each as the first did; the beams of {name} are lit.",
    }[values["step"]]


# --- the matrices: numbers in use in tones, new ones framed, dots for those to come ---------------


def matrices(case, values):
    """{name: Matrix}: first what is given, to edit, then what the steps up to this one compute."""
    looks_at_itself = is_self(values)
    tokens = "inputs" if values["example"] == THREE else "words"
    features = examples.FIVE_WORDS_FEATURES if values["example"] == FIVE else None
    labels = [name.removeprefix("Input ") for name in case.keys]
    queries, keys = (case.queries, "queries"), (case.keys, "keys")
    scores = f"S / √{case.K.shape[1]}" if values["scaled"] else "S"
    digits = decimals(case, values)
    described = {  # title, rows and columns with their axes
        "Y": ("Y", (case.queries, tokens), (None, "features")),
        "X": ("X", (case.keys, tokens), (features, "features")),
        "W_Q": ("W_Q", (None, "in"), (None, "out")),
        "W_K": ("W_K", (None, "in"), (None, "out")),
        "W_V": ("W_V", (None, "in"), (None, "out")),
        "Q": ("Q", queries, (None, "d_k")),
        "K": ("K", keys, (None, "d_k")),
        "V": ("V", keys, (None, "d_v")),
        "S": (scores, queries, (labels, "keys")),
        "A": (f"A{WEIGHTS[values['weights']]}", queries, (labels, "keys")),
        "Z": ("Z", queries, (None, "d_v")),
    }
    if looks_at_itself:
        del described["Y"]
    since = {"Q": PROJECT, "K": PROJECT, "V": PROJECT, "S": SCORES, "A": SOFTMAX, "Z": SUM}
    since |= dict.fromkeys(("W_Q", "W_K", "W_V"), MATRIX)
    described = {
        name: what for name, what in described.items() if values["step"] >= since.get(name, INPUTS)
    }
    tones, framed, known = in_use(case, values), made(case, values), known_numbers(case, values)
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
            write=writer(name, digits),
            min_chars={"Q": 5, "K": 5, "V": 5, "S": 5, "A": 6, "Z": 6}.get(name, 0),
            shade=name == "A",
            mark=framed.get(name, ()),
            tones=tones.get(name),
            control=name if name in MATRICES else "",
            known=known.get(name, True),
        )
    return parts


def writer(name, digits):
    """How the numbers of a matrix are written, if not with all their decimals."""
    if name in MATRICES:
        return typed
    return partial(plain, decimals=digits[name]) if name in "QKVS" else None


# --- challenges -----------------------------------------------------------------------------------


def is_alone(weights, j):
    """Is weight j larger than all others?"""
    return bool(weights[j] > np.delete(weights, j).max() + 1e-9)


def count_changed(values, name):
    """How many numbers differ from the example's."""
    original = getattr(EXAMPLES[values["example"]], name)
    return int((np.array(values[name]) != original).sum())


def prefers_the_second(values):
    return (
        values["example"] == THREE
        and is_given(values, "W_Q", "W_K", "W_V")
        and count_changed(values, "X") == 1
        and is_alone(work(values).exact[0], 1)
    )


def is_level(values):
    weights = work(values).exact[0]
    return values["example"] == THREE and is_given(values, "X") and bool(np.ptp(weights) < 1e-9)


def prefers_another(values):
    i = values["query"] - 1
    weights = work(values).exact[i]
    return values["example"] == FIVE and is_given(values, *MATRICES) and int(weights.argmax()) != i


def start(name):
    return getattr(examples.THREE_INPUTS, name).tolist()


STEP_NAMES = tuple(f"{step} {name}" for step, (name, _, _) in STEPS.items())

worked_example = Lab(
    name="worked_example",
    title="eight steps",
    controls=(
        Choice("step", "Step", tuple(STEPS), INPUTS, STEP_NAMES),
        Choice("example", "Example", tuple(EXAMPLES), THREE, kind="select"),
        Choice("query", "Query", (1, 2, 3, 4, 5), 1, kind="select"),
        Switch("scaled", "Divide by √d_k"),
        Choice("weights", "Weights A", tuple(WEIGHTS), EXACT, kind="select"),
        *(Numbers(name, name, start(name), limit=99) for name in MATRICES),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Inputs",
            "Three inputs of four numbers become three outputs, in eight steps.",
            controls=("query",),
            through="step",
        ),
        Preset(
            "As printed",
            "“Illustrated Self-Attention” prints weights 0.0, 0.5, 0.5: the first should be 0.1.",
            {"step": SUM, "weights": PRINTED},
            controls=("weights",),
        ),
        Preset(
            "Rounded",
            "Rightly rounded, they add up to 1.1: 7.2 in the output is farther from 6.7 than 7.0.",
            {"step": SUM, "weights": ROUNDED},
            controls=("weights",),
        ),
        Preset(
            "Scaled",
            "Divided by √3, weights are less extreme: 0.06, 0.47, 0.47 become 0.14, 0.43, 0.43.",
            {"step": SOFTMAX, "scaled": True},
            controls=("scaled",),
        ),
        Preset(
            "Five words",
            "Step 5 of another example: a word is its own q, k and v, and Apple fits itself best.",
            {"example": FIVE, "step": SOFTMAX, "scaled": True},
            controls=("query",),
        ),
        Preset(
            "The cat sleeps",
            "A translation: BOS (the start) and “le” ask “the cat sleeps”: outputs mix its values.",
            {"example": THE_CAT_SLEEPS, "step": ALL, "scaled": True},
            controls=("step",),
        ),
    ),
    challenges=(
        Challenge(
            "Three inputs: change one number of X so that Input 1 gives Input 2 more weight than "
            "it gives to each of the others.",
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
