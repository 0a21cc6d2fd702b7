# %% task [markdown]
# **Exercise** (two lines). Cut a new word: begin with `_` and the letters of the word, go through
# `table` once and `join` each pair. `my_encode("tot", [("t", "o")], {"_": 0, "t": 1, "o": 2, "to":
# 3})` is `[0, 3, 1]`.
# %% stub
def my_encode(word, table, number):
    pieces = list("_" + word)  # "ton" -> ["_", "t", "o", "n"]
    ...  # 2 lines
    return [number[piece] for piece in pieces]


# %% solution
def my_encode(word, table, number):
    pieces = list("_" + word)  # "ton" -> ["_", "t", "o", "n"]
    for pair in table:
        pieces = join(pieces, pair)
    return [number[piece] for piece in pieces]


# %% why [markdown]
# The table was learned in this order, so each pair finds the pieces that the pairs before it made.
# %% hints [markdown]
# - One loop, over the pairs of the table.
# - join leaves its list as it is and gives a new one: the pieces for the next pair.
# %% cases
from itertools import pairwise

from helpers.exercises.engine.exercise import Case
from helpers.language.tokens import merged

title = "cut a word by a table"
axes = ("tokens",)
blank = True


def reference(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        pieces = merged(pieces, pair)
    return [number[piece] for piece in pieces]


def numbered(letters, table):
    """{piece: its number}: the letters, then what the pairs become."""
    pieces = dict.fromkeys([*letters, *(a + b for a, b in table)])
    return {piece: number for number, piece in enumerate(pieces)}


def given(word, *table):
    table = [tuple(pair.split("+")) for pair in table]
    return (
        word,
        table,
        numbered(["_", *sorted({*word, *"".join(map("".join, table))} - {"_"})], table),
    )


def earliest_first(word, table):
    """The pieces, where after each join the earliest pair of the table is the next."""
    pieces = list("_" + word)
    while found := [pair for pair in table if pair in pairwise(pieces)]:
        pieces = merged(pieces, found[0])
    return pieces


def draw(rng):
    """A table that was learned from one word of few letters, and another word. Both ways to read
    “in the table's order” cut it alike."""
    while True:
        letters = "abc"[: rng.integers(1, 4)]
        pieces, table = ["_", *rng.choice([*letters], 12).tolist()], []
        for _ in range(rng.integers(1, 6)):
            if len(pieces) > 1:
                i = int(rng.integers(len(pieces) - 1))
                table.append((pieces[i], pieces[i + 1]))
                pieces = merged(pieces, table[-1])
        word = "".join(rng.choice([*letters], rng.integers(1, 9)))
        number = numbered("_" + letters, table)
        cut = [number[piece] for piece in earliest_first(word, table)]
        if cut == reference(word, table, number):
            return word, table, number


cases = (
    Case("a word of one letter", given("a", "a+b"), "There is nothing to join: _ and a."),
    Case("one pair", given("ab", "a+b"), "a and b become ab: two tokens, _ and ab."),
    Case("a pair twice in a word", given("abab", "a+b"), "Each a b is joined: ab stands twice."),
    Case(
        "a pair of joined pieces",
        given("abc", "a+b", "ab+c"),
        "After the first pair the word is _ ab c, and the second pair joins ab and c.",
    ),
    Case(
        "two pairs that share a letter",
        given("abc", "b+c", "a+b"),
        "b c stands first in the table, so it takes the b.",
    ),
    Case(
        "a pair that the word does not have",
        given("cab", "b+c", "a+b"),
        "b c is not in the word. Go on with the next pair.",
    ),
)


# fmt: off
# %% mistake
# You return the pieces. The model gets their numbers.
def my_encode(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        pieces = join(pieces, pair)
    return pieces
# %% mistake
# The _ is missing: it stands for the space before the word, and begins it.
def my_encode(word, table, number):
    pieces = list(word)
    for pair in table:
        pieces = join(pieces, pair)
    return [number[piece] for piece in pieces]
# %% mistake
# Nothing is joined. join gives a new list: keep that as pieces. Its pair is a tuple, as the table has
# it. (pair in pieces is never true: there are single pieces.)
def my_encode(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        join(pieces, pair)
    return [number[piece] for piece in pieces]
# %% mistake
# Each round begins with the letters again. It goes on with the pieces of the round before.
def my_encode(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        pieces = join(list("_" + word), pair)
    return [number[piece] for piece in pieces]
# %% mistake
# Only the first pair of the table is joined. Is return inside the loop? Move it below.
def my_encode(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        pieces = join(pieces, pair)
        return [number[piece] for piece in pieces]
# %% mistake
# join takes the pieces first, then the pair.
def my_encode(word, table, number):
    pieces = list("_" + word)
    for pair in table:
        pieces = join(pair, pieces)
    return [number[piece] for piece in pieces]
# %% mistake
# You cut off the longest piece that has a number, from left to right. The table's order decides what
# is joined.
def my_encode(word, table, number):
    numbers, word = [], "_" + word
    while word:
        size = max(k for k in range(1, len(word) + 1) if word[:k] in number)
        numbers.append(number[word[:size]])
        word = word[size:]
    return numbers
# %% right
def my_encode(word, table, number):
    pieces = ["_"] + [letter for letter in word]
    while True:
        found = [pair for pair in table if tuple(pair) in list(zip(pieces, pieces[1:]))]
        if not found:
            return np.array([number[piece] for piece in pieces])
        pieces = join(pieces, found[0])
# %% right
def my_encode(word, table, number):
    word = "_" + word
    for pair in table:
        word = join(word, pair)
    return tuple(map(number.get, word))
