"""Three small languages that a transformer can learn in seconds, each with questions.

A language draws b sequences of n tokens, as numbers of its words: tokens (b, n), and the words that
are asked for, targets (b, n), −1 wherever nothing is asked. Of two of the languages there is a
second version. It holds only combinations of words that the first one never shows, so it tells what
was understood from what was memorized.
"""

from collections import namedtuple
from functools import partial

import numpy as np

# sample(rng, b) → tokens, targets. causal: whether a token may see no later one.
Language = namedtuple("Language", "words n causal sample")

# --- reverse: "a f c …" → "… c f a"

LETTERS = [*"abcdefghijklmnopqrst"]
LENGTH = 12


def reversed_letters(rng, b):
    """Twelve random letters; asked is the same row from right to left."""
    tokens = rng.integers(len(LETTERS), size=(b, LENGTH))
    return tokens, tokens[:, ::-1].copy()


REVERSE = Language(LETTERS, LENGTH, causal=False, sample=reversed_letters)

# --- facts: "Ann Rome Ben Oslo Eva Lima Ida Bern Eva" → "Lima"

NAMES = ["Ann", "Ben", "Eva", "Ida", "Leo", "Max", "Tom", "Zoe"]
CITIES = ["Bern", "Cairo", "Delhi", "Lima", "Oslo", "Paris", "Quito", "Rome"]
FACTS_SHOWN = 4  # facts, and then as many questions, each followed by its answer
FACTS_N = 4 * FACTS_SHOWN - 1  # the last answer is asked, not given


def facts_and_questions(rng, b, pairs):
    """Four names, each with its city, then four of the names again: asked is the city after each.

    Name i and city j are a withheld pair if i + j is a multiple of 8: 8 of the 64. pairs: "all";
    "seen", with none of them; "withheld", with one or more, and only they are asked about.
    """
    facts = np.empty((0, FACTS_SHOWN, 2), dtype=int)  # the numbers of name and city
    while len(facts) < b:
        drawn = np.stack([different(rng, 4 * b), different(rng, 4 * b)], axis=-1)
        withheld = drawn.sum(axis=-1) % 8 == 0  # (4 b, 4)
        has_withheld = withheld.any(axis=1)  # (4 b,)
        fits = {"all": np.full(4 * b, True), "seen": ~has_withheld, "withheld": has_withheld}
        facts = np.concatenate([facts, drawn[fits[pairs]]])
    facts = facts[:b]  # (b, 4, 2)
    asked = rng.integers(FACTS_SHOWN, size=(b, FACTS_SHOWN))
    again = np.take_along_axis(facts, asked[:, :, None], axis=1)  # (b, 4, 2)
    text = np.concatenate([facts, again], axis=1) + np.array([0, len(NAMES)])  # (b, 8, 2), words
    text = text.reshape(b, -1)  # (b, 16)
    targets = np.full((b, FACTS_N), -1)
    answers = text[:, 2 * FACTS_SHOWN + 1 :: 2]  # (b, 4)
    if pairs == "withheld":
        answers = np.where(again.sum(axis=-1) % 8 == 0, answers, -1)
    targets[:, 2 * FACTS_SHOWN :: 2] = answers
    return text[:, :-1], targets


def different(rng, b):
    """Four different numbers below 8 in each of b rows: (b, 4)"""
    return rng.random((b, 8)).argsort(axis=1)[:, :FACTS_SHOWN]


FACTS, FACTS_SEEN, FACTS_WITHHELD = (
    Language(NAMES + CITIES, FACTS_N, True, partial(facts_and_questions, pairs=pairs))
    for pairs in ("all", "seen", "withheld")
)

# --- it: "the trophy did not fit into the vase because it was too big" → at "it": "trophy"

THINGS = ["trophy", "vase", "ball", "book", "lamp", "clock", "doll", "drum"]
BIG = ["big", "large", "wide", "long"]
SMALL = ["small", "tiny", "narrow", "short"]
FORMS = (
    "the CONTENT did not fit into the HOLDER because it was too SIZE",
    "into the HOLDER the CONTENT did not fit because it was too SIZE",
)
FRAME = FORMS[0].replace("CONTENT ", "").replace("HOLDER ", "").replace(" SIZE", "")
WORDS = [*dict.fromkeys(FRAME.split()), *THINGS, *BIG, *SMALL]
BLANKS = [*WORDS, "CONTENT", "HOLDER", "SIZE"]
OF_FORMS = np.array([[BLANKS.index(word) for word in form.split()] for form in FORMS])  # (2, 13)
IT_N = len(FORMS[0].split())
IT = FORMS[0].split().index("it")  # in both


def sentences_about_it(rng, b, withheld):
    """The content is too big or the holder too small; asked is, at "it", which of the two it is.

    Things i and j are a withheld pair if i + j is a multiple of 4, whichever holds the other: 6 of
    the 28 pairs. withheld: whether all are such pairs, or none.
    """
    both = [(i, j) for i in range(8) for j in range(8) if i != j]
    both = np.array([(i, j) for i, j in both if ((i + j) % 4 == 0) == withheld])
    content, holder = both[rng.integers(len(both), size=b)].T  # (b,) each
    form, size = rng.integers(len(FORMS), size=b), rng.integers(8, size=b)
    content, holder = content + WORDS.index(THINGS[0]), holder + WORDS.index(THINGS[0])
    tokens = OF_FORMS[form]  # (b, 13)
    tokens[tokens == BLANKS.index("CONTENT")] = content
    tokens[tokens == BLANKS.index("HOLDER")] = holder
    tokens[tokens == BLANKS.index("SIZE")] = size + WORDS.index(BIG[0])
    targets = np.full(tokens.shape, -1)
    targets[:, IT] = np.where(size < len(BIG), content, holder)
    return tokens, targets


PRONOUN, PRONOUN_WITHHELD = (
    Language(WORDS, IT_N, False, partial(sentences_about_it, withheld=withheld))
    for withheld in (False, True)
)


def weights_of_it(weights, tokens, targets):
    """How much each head gives from "it" to the noun that it means.

    weights (b, h, n, n) of one layer, tokens and targets (b, n) → (b, h).
    """
    noun = (tokens == targets[:, [IT]]).argmax(axis=1)  # (b,): where it stands
    return weights[np.arange(len(tokens)), :, IT, noun]  # (b, h)
