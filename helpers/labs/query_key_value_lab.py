"""Queries, keys and values in one picture: a word asks, others answer, it moves (notebook 02)."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.numbers import bracketed, number, plain, vector
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.query_key_value_picture import ANSWER, ASK, MATCH, MOVE, SHARE, TAKE, picture

TIRED, WIDE = "… too tired", "… too wide"
EXAMPLES = {TIRED: examples.TOO_TIRED, WIDE: examples.TOO_WIDE}
LINES = "The animal didn't cross the street", "because it was too"
WORDS = examples.TOY_WORDS
STEPS = (ASK, ANSWER, MATCH, SHARE, TAKE, MOVE)
NAMES = (
    "1 It asks",
    "2 Every word answers",
    "3 Query meets key",
    "4 It shares out a weight of 1",
    "5 It takes values",
    "6 It moves",
)
COLUMNS = (
    *(f"q {name}" for name in examples.TOY_ASKS),
    *(f"k {name.removesuffix('?')}" for name in examples.TOY_ASKS),
    *(f"v {name}" for name in examples.TOY_GIVES),
)
TONES = (QUERY, QUERY, KEY, KEY, VALUE, VALUE)
FURRY = examples.TOY_FEATURES.index("furry")  # and the next is "paved"


class Case:
    """One word asks: Q, K, V of all words, its raw scores and its weights, (m,) each, where all
    words are in the features furry and paved, (m, 2), and where it moves to."""

    def __init__(self, query, sentence):
        example = EXAMPLES[sentence]
        self.row = WORDS.index(query)
        self.Q, self.K, self.V = (example.X @ W for W in (example.W_Q, example.W_K, example.W_V))
        self.raw = attention.scores(self.Q, self.K, scale=1.0)[self.row]
        self.weights = attention.softmax(attention.scores(self.Q, self.K)[self.row])
        self.at = example.X[:, FURRY:]
        self.before = self.at[self.row]
        self.after = self.before + self.weights @ self.V


def show(step, query, sentence):
    case = Case(query, sentence)
    keys, values = [key_in_words(k) for k in case.K], [value_in_words(v) for v in case.V]
    asks = question(case.Q[case.row])
    written_out = (*LINES, sentence.split()[-1] + ".", sentence != TIRED)
    other = (TIRED, Case(query, TIRED).after) if query == "it" and sentence != TIRED else None
    drawn = picture(step, WORDS, case.row, case, asks, keys, values, written_out, other)
    written = Lines("Numbers of this step", explained(step, query, case))
    parts = {"picture": drawn, "vectors": vectors(step, case), "text": written}
    first, *_ = written.lines
    spoken = "".join(text for text, _ in first)
    return View(parts, spoken, main=("picture",), sentence=said(step, query, sentence, case))


def said(step, query, sentence, case):
    """What happens in this step, in a sentence without numbers."""
    last = sentence.split()[-1]
    if step == ASK:
        asks = question(case.Q[case.row])
        why = f"Because of “{last}”, " if query == "it" else ""
        return f"{why}“{query}” asks: {asks} That is its query."
    if step == ANSWER:
        _, living = case.K[WORDS.index("it")]
        says = f"a key says what its word is: with “{last}”, “it” is {alive(living)}"
        return f"The query reaches all words; {says}."
    if step == MATCH:
        longer = "The longer a key's shadow along the query, the higher its score"
        return f"{longer}: here {best(case.raw)}."
    if step == SHARE:
        return f"All scores share out a weight of 1: most goes to {best(case.weights)}."
    if step == TAKE:
        return "Each word hands over its value, what it is made of: as much as its weight allows."
    taken = case.after - case.before
    way = examples.TOY_GIVES[taken.argmax()]
    moves = f"In this toy, what “{query}” takes moves it"
    return f"{moves}: above all towards {way}. It is still “{query}”."


def best(numbers):
    """The words with the largest number."""
    words = [WORDS[j] for j in np.flatnonzero(np.isclose(numbers, numbers.max()))]
    return " and ".join(f"“{word}”" for word in words)


def vectors(step, case):
    """Query, key and value of each word, side by side; those still to come have dots."""
    known = np.zeros((len(WORDS), len(COLUMNS)), bool)
    known[case.row, :2] = True
    known[:, 2:4] = step >= ANSWER
    known[:, 4:] = step >= TAKE
    return Matrix(
        "Numbers: q, k and v of each word",
        np.hstack([case.Q, case.K, case.V]),
        WORDS,
        COLUMNS,
        ("words", "vectors"),
        known=known,
        mark=tuple((case.row, j) for j in (0, 1)),
        tones={(i, j): tone for i in range(len(WORDS)) for j, tone in enumerate(TONES)},
    )


def explained(step, query, case):
    """What happens in this step, in a line or two of pieces (text, tone)."""
    q, best = case.Q[case.row], case.raw.argmax()
    word, weights = WORDS[best], case.weights
    if step == ASK:
        asks = (f"“{query}” asks ", None), (vector(q), QUERY), (f": {question(q)}", None)
        return asks, (("These two numbers are its query q: one for noun?, one for living?", None),)
    if step == ANSWER:
        keys = [(f"{word} {vector(k)}", KEY) for word, k in zip(WORDS, case.K, strict=True)]
        return (("Every word has a key:", None),), joined(keys, ", ")
    if step == MATCH:
        terms = [
            f"{bracketed(plain(a))}·{bracketed(plain(b))}"
            for a, b in zip(q, case.K[best], strict=True)
        ]
        total = f" = {plain(case.raw[best])}"
        scores = [(plain(x), "ink") for x in case.raw]
        return (
            ((f"The query of “{query}” times the key of “{word}”: ", None), *sum_of(terms, total)),
            (("All its raw scores: ", None), *joined(scores, ", ")),
        )
    if step == SHARE:
        shares = [(number(w, 2), WEIGHT) for w in weights]
        return (
            (
                (f"Divided by √2, the scores give “{query}” the weights ", None),
                *joined(shares, ", "),
            ),
            (("The larger the score, the larger the weight; together they are 1.", None),),
        )
    taken = [
        piece
        for w, v in zip(weights, case.V, strict=True)
        for piece in ((" + ", None), (number(w, 2), WEIGHT), ("·", None), (vector(v), VALUE))
    ]
    if step == TAKE:
        return (
            ((f"“{query}” takes ", None), *taken[1:]),
            (("The values say what a word is made of: furry or paved.", None),),
        )
    before, after = vector(case.before), vector(case.after, 2)
    return (
        (
            (f"What “{query}” takes is added to it: furry, paved ", None),
            (before, "ink"),
            (" → ", None),
            (after, WEIGHT),
        ),
        ((f"It is still “{query}”, with something of what it looked at.", None),),
    )


def sum_of(terms, total):
    return ((" + ".join(terms) + total, "ink"),)


def joined(pieces, between):
    """Pieces (text, tone) with a text between them."""
    rest = [piece for pair in pieces[1:] for piece in ((between, None), pair)]
    return (pieces[0], *rest)


def question(q):
    """What a query asks for, in words."""
    noun, living = q
    return f"which {'noun' if noun else 'word'} here is {alive(living)}?"


def key_in_words(k):
    """What a key says."""
    noun, living = k
    return f"{'a noun' if noun > 0 else 'not a noun'}, {alive(living)}"


def alive(living):
    return "alive" if living > 0 else "a place"


def value_in_words(v):
    """What a value is made of."""
    made_of = [name for name, x in zip(examples.TOY_GIVES, v, strict=True) if x]
    return " ".join(made_of) or "nothing"


def largest(values):
    """The word that gets the largest weight, if one alone does; else None."""
    weights = Case(values["query"], values["sentence"]).weights
    winners = np.flatnonzero(np.isclose(weights, weights.max()))
    return WORDS[winners[0]] if len(winners) == 1 else None


query_key_value = Lab(
    name="query_key_value",
    title="a word asks, others answer",
    controls=(
        Choice("step", "Step", STEPS, ASK, NAMES),
        Choice("query", "Who asks", WORDS, "it", kind="select"),
        Choice("sentence", "The sentence ends", tuple(EXAMPLES), TIRED, kind="select"),
    ),
    show=show,
    presets=(
        Preset(
            "What a word takes",
            "“it” asks for a noun that is alive, and takes most from “animal”.",
            controls=("query",),
            through="step",
        ),
        Preset(
            "One word changed",
            "In “… too wide”, “it” asks for a place, and becomes mostly paved.",
            {"sentence": WIDE},
            controls=("query", "sentence"),
            through="step",
        ),
    ),
    challenges=(
        Challenge(
            "Let “it” become more paved than furry.",
            lambda v: v["query"] == "it" and v["sentence"] == WIDE,
        ),
        Challenge(
            "Find a word that looks most at itself.",
            lambda v: largest(v) == v["query"],
        ),
    ),
)
