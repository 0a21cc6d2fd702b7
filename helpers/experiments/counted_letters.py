"""Models that count instead of learning: how often does each letter follow the last few?

    counted = CountedLetters(*encoded(PLACES.training), order=3)   # a trigram: after two letters
    counted.probabilities(tokens, targets)                         # of each right letter, (b, n)

Every country is counted by itself. A context that was seen seldom tells little, so the counts are
mixed with those of the context that is one letter shorter, as if that one had been seen `weight`
times:

    p(letter | context) = (count + weight · p(letter | shorter context)) / (total + weight)

The shortest context is the country alone, and before it all 27 are equally likely.
"""

import numpy as np

from helpers.training.letters import END

CHOICES = END + 1  # letters and the end


class CountedLetters:
    """An n-gram with n = order. tokens, targets (b, n) as of letters.encoded."""

    def __init__(self, tokens, targets, order, weight=5):
        self.order, self.weight = order, weight
        asked = targets >= 0
        self.tables = []
        for length in range(order):
            seen = contexts(tokens, length)[asked]
            self.tables.append(
                (table_of(seen * CHOICES + targets[asked]), table_of(seen))  # both sorted
            )

    def size(self):
        """How many counts it keeps: of the letters that follow each context."""
        return sum(len(known) for (known, _), _ in self.tables)

    def probabilities(self, tokens, targets):
        """Of the right letter at each place; 1 where nothing is asked. (b, n) → (b, n)"""
        p = np.full(tokens.shape, 1 / CHOICES)
        for length, (pairs, alone) in enumerate(self.tables):
            seen = contexts(tokens, length)
            count = look_up(pairs, seen * CHOICES + np.maximum(targets, 0))
            p = (count + self.weight * p) / (look_up(alone, seen) + self.weight)
        return np.where(targets >= 0, p, 1.0)

    def loss(self, tokens, targets):
        """The mean of −log(probability of the right letter), as of a model that is trained."""
        return float(-np.log(self.probabilities(tokens, targets)[targets >= 0]).mean())


def contexts(tokens, length):
    """At each place the country and the last `length` letters, as one number. (b, n) → (b, n)"""
    number = np.broadcast_to(tokens[:, :1], tokens.shape).astype(np.int64)
    for back in range(length):
        earlier = np.roll(tokens, back, axis=1)
        earlier[:, : back + 1] = END  # the country, and what would be before it, is no letter
        number = number * CHOICES + earlier
    return number


def table_of(numbers):
    """Each number that occurs, in order, and how often."""
    return np.unique(numbers, return_counts=True)


def look_up(table, numbers):
    """How often each of the numbers occurs in a table, in their shape."""
    known, counts = table
    place = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
    return np.where(known[place] == numbers, counts[place], 0)
