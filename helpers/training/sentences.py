"""Small sentences with agreement, word by word: a language that a transformer learns to write.

    the dogs chased the hen because they were hungry .
    the dogs chased the hen because it was slow .

Whoever chases is hungry, angry or bored, and whoever is chased is slow, small or weak; "it was" or
"they were" agrees with the one that is meant. So the last word depends on both nouns and on the
pronoun. All right sentences can be listed: whether one is right can be looked up.

finished(model, [("the", "cow")] * 5, rng)   # five sentences that begin so, as tuples of words

Animals i and j are a withheld pair if i + j is a multiple of 4, whichever chases the other: 3 of
the 15 pairs. SENTENCES draws from the sentences without them.
"""

from itertools import permutations, product

import numpy as np

from helpers.attention import softmax
from helpers.training.languages import Language

ANIMALS = ["cat", "cow", "dog", "duck", "hen", "pig"]
VERBS = ["chased", "followed", "caught"]
OF_CHASER, OF_CHASED = ["hungry", "angry", "bored"], ["slow", "small", "weak"]


def listed(withheld):
    """All right sentences with a withheld pair, or all without one, as tuples of words."""
    sentences = []
    for (i, chaser), (j, chased) in permutations(enumerate(ANIMALS), 2):
        if ((i + j) % 4 == 0) != withheld:
            continue
        for ends, verb, why in product(product(["", "s"], repeat=2), VERBS, OF_CHASER + OF_CHASED):
            is_many = ends[why in OF_CHASED] == "s"
            pronoun = ("they", "were") if is_many else ("it", "was")
            nouns = chaser + ends[0], chased + ends[1]
            words = ("the", nouns[0], verb, "the", nouns[1], "because", *pronoun, why, ".")
            sentences.append(words)
    return sentences


SHOWN, WITHHELD = listed(withheld=False), listed(withheld=True)
WORDS = sorted({word for sentence in SHOWN for word in sentence})
ROWS = np.array([[WORDS.index(word) for word in sentence] for sentence in SHOWN])


def drawn(rng, b):
    """b of the sentences that are shown; asked is the next word at each place."""
    rows = ROWS[rng.integers(len(ROWS), size=b)]
    return rows[:, :-1], rows[:, 1:]


SENTENCES = Language(WORDS, ROWS.shape[1] - 1, True, drawn)


def finished(model, beginnings, rng):
    """A sentence of each beginning, all equally long, as tuples of words: each word is drawn with
    the probability that the model gives it."""
    tokens = np.array([[WORDS.index(word) for word in words] for words in beginnings])  # (b, i)
    while tokens.shape[1] <= SENTENCES.n:
        p = softmax(model.run(tokens).logits[:, -1].astype(float))  # (b, words)
        tokens = np.column_stack([tokens, [rng.choice(len(WORDS), p=of_one) for of_one in p]])
    return [tuple(WORDS[i] for i in row) for row in tokens]
