# %% task [markdown]
# **Exercise** (about 3 lines). Learn a table from `words`, a list of strings, each of them one word.
# In each of `rounds` rounds, `counts` says how often each pair of neighbouring pieces occurs in all
# words (`aaa` has the pair of `a` and `a` twice). Take the most frequent pair (if there are several,
# the one that comes first in the words), append it to `table`, and `join` it in every word. There
# is always a pair left.
# `my_learn(["ton", "tin", "ton"], 2)` is `[("t", "o"), ("to", "n")]`. {how to stop}
# %% stub
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []  # "ton" -> ["t", "o", "n"]
    for _ in range(rounds):
        counts = Counter()  # a dictionary whose values begin at 0
        for word in words:
            counts.update(pairwise(word))  # ["t", "o", "n"]: ("t", "o") and ("o", "n")
        ...  # about 3 lines
    return table


# %% solution
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []  # "ton" -> ["t", "o", "n"]
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        best = max(counts, key=counts.get)
        table.append(best)
        words = [join(word, best) for word in words]
    return table


# %% why [markdown]
# Of equals, max takes the one that it
# meets first, and a Counter keeps its keys in the order in which they came. Counting anew in each
# round lets a joined piece be joined again.
# %% hints [markdown]
# - Three steps are left in each round: choose a pair, keep it, join it.
# - max(counts, key=counts.get) is the pair with the highest count, the first of equals. At the end of
#   the round, words becomes a list of join(word, pair), one for each word.
# %% cases
from collections import Counter
from itertools import pairwise

from helpers.exercises.engine.exercise import Case
from helpers.language.tokens import merged

title = "learn a table of pairs"
axes = ("rounds", "pieces")
blank = True


def rounds_of(words):
    """The pairs that are joined, round after round, until none is left."""
    words = [list(word) for word in words]
    while counts := Counter(pair for word in words for pair in pairwise(word)):
        best = max(counts, key=counts.get)
        yield best
        words = [merged(word, best) for word in words]


def reference(words, rounds):
    return [pair for _, pair in zip(range(rounds), rounds_of(words), strict=False)]


def draw(rng):
    """Words of few letters, so that many pairs are equally frequent, and as many rounds as they
    may have."""
    letters = list("abcd"[: rng.integers(1, 5)])
    sizes = [2, *rng.integers(1, 9, rng.integers(1, 9))]  # one has a pair
    words = ["".join(rng.choice(letters, size)) for size in rng.permutation(sizes)]
    return words, int(rng.integers(1, 1 + len([*rounds_of(words)])))


cases = (
    Case("one word of two letters", (["ab"], 1), "There is one pair, of a and b."),
    Case(
        "a pair that stands in two words",
        (["ab", "cd", "cd"], 1),
        "c and d stand side by side twice, a and b once.",
    ),
    Case(
        "the second letter begins a pair, too",
        (["abc", "bc"], 1),
        "abc has two pairs, a b and b c. With the second word, b c is there twice.",
    ),
    Case(
        "a pair twice in a word",
        (["cd", "abab", "cd", "ab"], 1),
        "a b is there three times, twice in one word; c d twice.",
    ),
    Case(
        "three alike",
        (["bc", "aaa"], 1),
        "aaa has the pair of a and a twice: at places 0 and 1, and at 1 and 2.",
    ),
    Case(
        "two pairs equally frequent",
        (["cd", "ab"], 1),
        "Each is there once. The one that comes first is taken, c d.",
    ),
    Case(
        "many pairs equally frequent",
        (["on", "it", "an", "at", "be", "by", "do", "go", "he", "in", "us", "we"], 1),
        "Each of the 12 pairs is there once. The one that comes first is taken, o n.",
    ),
    Case(
        "two pairs equally frequent, in different words",
        (["abe", "cd", "cd", "abf"], 1),
        "a b and c d are there twice each. a b comes first, though its words differ.",
    ),
    Case(
        "the end of a word and the beginning of the next",
        (["ba", "ca", "da", "cd"], 1),
        "No pair reaches from a word into the next: each is there once, and b a comes first.",
    ),
    Case(
        "two rounds",
        (["abc", "abc", "cd"], 2),
        "After the first round, abc is ab and c: these are the next pair.",
    ),
)


# fmt: off
# %% mistake
# return stands inside the loop, so the loop ends after one round. Move it below the loop.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter(pair for word in words for pair in pairwise(word))
        table.append(max(counts, key=counts.get))
        return table
# %% mistake
# += takes the pair apart: the table gets its pieces, one by one. Append the pair.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter(pair for word in words for pair in pairwise(word))
        best = max(counts, key=counts.get)
        table += best
        words = [join(word, best) for word in words]
    return table
# %% mistake
# Only the last word is counted. Begin the Counter before the loop over the words.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        for word in words:
            counts = Counter()
            counts.update(pairwise(word))
        best = max(counts, key=counts.get)
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% mistake
# You count once and take the most frequent pairs of that count. Count anew in each round: a join
# makes new pairs and takes others away.
def my_learn(words, rounds):
    counts = Counter()
    for word in words:
        counts.update(zip(word, word[1:]))
    return [pair for pair, _ in counts.most_common(rounds)]
# %% mistake
# Each round finds the same pair, as if nothing were joined. join takes one word and a pair, a
# tuple, in this order. What it returns takes the word's place in words, and the next round counts
# its pieces, not its letters.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        table.append(max(counts, key=counts.get))
    return table
# %% mistake
# The pairs that you count are texts, such as ab, which join does not find. A pair is a tuple of
# two pieces: counts[a, b].
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            for a, b in pairwise(word):
                counts[a + b] += 1
        best = max(counts, key=counts.get)
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% mistake
# max(counts) is the pair that is last in the alphabet: it compares the keys. Say what to compare:
# key=counts.get.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        best = max(counts)
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% mistake
# You add what you count to the counts of the rounds before. Pairs that were joined are no longer
# there: begin each round with an empty Counter.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    counts = Counter()
    for _ in range(rounds):
        for word in words:
            counts.update(pairwise(word))
        best = max(counts, key=counts.get)
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% mistake
# You append the joined piece. The table has pairs: both pieces, as the Counter's keys have them.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        best = max(counts, key=counts.get)
        table.append("".join(best))
        words = [join(word, best) for word in words]
    return table
# %% mistake
# You append how often the pair stands there, too. The table has the pairs alone: most_common(1)
# gives a list with one (pair, count).
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        best, count = counts.most_common(1)[0]
        table.append((*best, str(count)))
        words = [join(word, best) for word in words]
    return table
# %% mistake
# Return the table alone, with pairs of pieces alone. most_common(1)[0] is a pair with its count:
# take [0] of that.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word in words:
            counts.update(pairwise(word))
        best = counts.most_common(1)[0]
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% wrong: a b comes first, though its words differ.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter()
        for word, times in Counter(map(tuple, words)).most_common():
            for pair in pairwise(word):
                counts[pair] += times
        best = max(counts, key=counts.get)
        table.append(best)
        words = [join(word, best) for word in words]
    return table
# %% wrong: Each of the 12 pairs is there once.
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        pairs = [pair for word in words for pair in pairwise(word)]
        in_no_order = sorted(pairs, key=lambda pair: pair[1], reverse=True)  # as a set might
        table.append(max(in_no_order, key=pairs.count))
        words = [join(word, table[-1]) for word in words]
    return table
# %% right
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    while len(table) < rounds:
        pairs = [pair for word in words for pair in pairwise(word)]
        table.append(max(pairs, key=pairs.count))
        words = [join(word, table[-1]) for word in words]
    return np.array(table)
# %% right
def my_learn(words, rounds):
    words, table = [list(word) for word in words], []
    for _ in range(rounds):
        counts = Counter(pair for word in words for pair in zip(word, word[1:]))
        table += [counts.most_common(1)[0][0]]
        words = [join(word, table[-1]) for word in words]
    return table
