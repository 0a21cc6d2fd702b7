"""Queries, keys and values in one picture: a word asks, others answer, it moves (notebook 02)."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.numbers import bracketed, number, plain, vector
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.labs import query_key_value_made
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.query_key_value_picture import ANSWER, MAKE, MATCH, MOVE, SHARE, TAKE, picture

TIRED, WIDE = "… too tired", "… too wide"
EXAMPLES = {TIRED: examples.TOO_TIRED, WIDE: examples.TOO_WIDE}
LINES = "The animal didn't cross the street", "because it was too"
WORDS = examples.TOY_WORDS
STEPS = (MAKE, ANSWER, MATCH, SHARE, TAKE, MOVE)
NAMES = (
    "1 Three matrices, three vectors",
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
TURNS = tuple(range(0, 360, 45))  # of W_Q, in degrees
TONES = (QUERY, QUERY, KEY, KEY, VALUE, VALUE)
FURRY = examples.TOY_FEATURES.index("furry")  # and the next is "paved"


class Case:
    """One word asks: X, Q, K, V of all words, its raw scores and its weights, (m,) each, where all
    words are in the features furry and paved, (m, 2), and where it moves to. turn: of W_Q, and with
    it of every query, in degrees."""

    def __init__(self, query, sentence, turn=0):
        example = EXAMPLES[sentence]
        self.row, self.X = WORDS.index(query), example.X
        angle = np.deg2rad(turn)
        turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        self.Q = (example.X @ example.W_Q @ turned).round(9)  # no 1e-16 in place of 0
        self.K, self.V = example.X @ example.W_K, example.X @ example.W_V
        self.raw = attention.scores(self.Q, self.K, scale=1.0)[self.row]
        self.weights = attention.softmax(attention.scores(self.Q, self.K)[self.row])
        self.at = example.X[:, FURRY:]
        self.before = self.at[self.row]
        self.after = self.before + self.weights @ self.V


def show(step, query, sentence, turn):
    turn = turn if step == MAKE else 0
    case = Case(query, sentence, turn)
    keys, values = [key_in_words(k) for k in case.K], [value_in_words(v) for v in case.V]
    asks = question(case.Q[case.row])
    written_out = (*LINES, sentence.split()[-1] + ".", sentence != TIRED)
    other = (TIRED, Case(query, TIRED).after) if query == "it" and sentence != TIRED else None
    if step == MAKE:
        made = WORDS, case.row, case, examples.TOY_FEATURES, written_out, turn
        drawn = query_key_value_made.picture(*made)
    else:
        drawn = picture(step, WORDS, case.row, case, asks, keys, values, written_out, other)
    written = Lines("Numbers of this step", explained(step, query, case))
    off = () if step == MAKE else ("turn",)
    parts = {"picture": drawn, "vectors": vectors(case), "text": written}
    first, *_ = written.lines
    spoken = "".join(text for text, _ in first)
    sentence = said(step, query, sentence, case, turn)
    return View(parts, spoken, off=off, main=("picture",), sentence=sentence)


def turned_back(values, changed):
    """W_Q as it is, from the second step on."""
    return values if values["step"] == MAKE else values | {"turn": 0}


def said(step, query, sentence, case, turn):
    """What happens in this step, in a sentence without numbers."""
    last = sentence.split()[-1]
    if turn:
        turned = f"W_Q is turned by {turn}°, and every query with it, but no key"
        return f"{turned}: “{query}” now scores {best(case.raw)} highest."
    if step == MAKE:
        asks = question(case.Q[case.row])
        why = f"Because of “{last}”, " if query == "it" else ""
        return f"Three matrices make three vectors of x. {why}“{query}” asks: {asks}"
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


def vectors(case):
    """Query, key and value of each word, side by side."""
    return Matrix(
        "Numbers: q, k and v of each word",
        np.hstack([case.Q, case.K, case.V]),
        WORDS,
        COLUMNS,
        ("words", "vectors"),
        mark=tuple((case.row, j) for j in (0, 1)),
        tones={(i, j): tone for i in range(len(WORDS)) for j, tone in enumerate(TONES)},
    )


def explained(step, query, case):
    """What happens in this step, in a line or two of pieces (text, tone)."""
    q, best = case.Q[case.row], case.raw.argmax()
    word, weights = WORDS[best], case.weights
    if step == MAKE:
        x, k, v = (vector(V[case.row]) for V in (case.X, case.K, case.V))
        made = [(f"q = x W_Q = {vector(q.round(2))}", QUERY), (f"k = x W_K = {k}", KEY)]
        pieces = joined([*made, (f"v = x W_V = {v}", VALUE)], ", ")
        scores = [(plain(score, 2), "ink") for score in case.raw]
        return (
            ((f"x of “{query}” is {x}: ", None), *pieces),
            (("The query times each key: ", None), *joined(scores, ", ")),
        )
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
        Choice("step", "Step", STEPS, MAKE, NAMES),
        Choice("query", "Who asks", WORDS, "it", kind="select"),
        Choice("sentence", "The sentence ends", tuple(EXAMPLES), TIRED, kind="select"),
        Choice("turn", "Turn W_Q by", TURNS, 0, tuple(f"{turn}°" for turn in TURNS)),
    ),
    show=show,
    apply_dependencies=turned_back,
    presets=(
        Preset(
            "What a word takes",
            "“it” asks for a noun that is alive, and takes most from “animal”.",
            controls=("query", "turn"),
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
