# %% task [markdown]
# **Exercise.** `model(tokens)` takes the tokens so far, a list or an array of t numbers, and
# returns probabilities `(t, words)`: row i is what it expects after `tokens[: i + 1]`. Begin with
# `tokens` `(t,)`, none of which is `end`, and append the likeliest next token, again and again.
# Stop when the likeliest is `end`, which is not appended, or when there are `n` tokens (`n` is at
# least t). Return all tokens, the first ones included, as an array or a list.
# %% stub
def my_name(model, tokens, end, n):
    return ...  # about 7 lines


# %% solution
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens


# %% why [markdown]
# Only the last row is about a token that is not there yet. The whole beginning goes in each time,
# for the model may look at any of it; the cache of notebook 09 saves that work.
# %% hints [markdown]
# - A loop: as long as there are fewer than n tokens, ask the model.
# - Of the rows that the model returns, which is about the token after the last one?
# - list(tokens) makes a list that can grow; argmax finds the likeliest token of a row; break leaves
#   the loop.
# %% cases
from dataclasses import dataclass
from functools import cache

import numpy as np

from helpers.exercises.engine.exercise import Case

title = "a name, letter by letter"
axes = ("", "tokens")


@dataclass(frozen=True)
class Toy:
    """A model that looks at the last two tokens: likeliest[i][j] is what it expects after i, j. The
    last row is for a first token, which has none before it."""

    likeliest: tuple

    def __call__(self, tokens):
        words = len(self.likeliest)
        p = np.full((len(tokens), words), 0.1 / (words - 1))
        for i, token in enumerate(tokens):
            row = self.likeliest[tokens[i - 1] if i else -1]
            p[i, row[token]] = 0.9
        return p

    def __repr__(self):
        return f"a model of {len(self.likeliest)} tokens"


@dataclass(frozen=True)
class Reader:
    """A model to which each token so far matters, and that is never sure: its probabilities are
    those of the number that it makes of all tokens. It seldom expects the end."""

    words: int
    end: int
    seed: int

    def __call__(self, tokens):
        read, rows = 0, []
        for token in tokens:
            read = (3 * read + int(token) + 1) % NUMBERS
            rows.append(expected(self)[read])
        return np.array(rows)

    def __repr__(self):
        return f"a model of {self.words} tokens that reads all of them"


NUMBERS = 97  # of a Reader: a prime, so that no token is forgotten


@cache
def expected(reader):
    """The probabilities (NUMBERS, words) of a Reader, all of them near 1/words."""
    rng = np.random.default_rng(reader.seed)
    p = rng.uniform(0.99, 1, (NUMBERS, reader.words))
    p[rng.random(NUMBERS) < 0.9, reader.end] = 0.98
    return p / p.sum(axis=1, keepdims=True)


def reference(model, tokens, end, n):
    tokens = [*tokens]
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return np.array(tokens)


def draw(rng):
    words = int(rng.integers(2, 8))
    end = int(rng.integers(words))
    others = [token for token in range(words) if token != end]
    tokens = rng.choice(others, size=rng.integers(1, 5))
    n = len(tokens) + int(rng.integers(0, 20))
    return Reader(words, end, int(rng.integers(1000))), tokens, end, n


# Rows: the token before, with 3, the end, for none. Columns: the last token.
ENDS = Toy(((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)))
ONE_MORE = Toy(((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (1, 3, 3, 3)))
TWO_MORE = Toy(((3, 2, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (1, 3, 3, 3)))
FOR_EVER = Toy(((1, 2, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0)))

cases = (
    Case(
        "the end at once",
        (ENDS, np.array([0]), 3, 4),
        "The model expects 3, the end: nothing is appended, and [0] comes back.",
    ),
    Case(
        "one token more",
        (ONE_MORE, np.array([0]), 3, 4),
        "After 0 the model expects 1, and then the end: [0, 1].",
    ),
    Case(
        "two tokens more",
        (TWO_MORE, np.array([0]), 3, 4),
        "After 0 comes 1, and after 0 and 1 comes 2. The model must see both, and its last row "
        "counts.",
    ),
    Case(
        "a longer beginning",
        (TWO_MORE, np.array([0, 1]), 3, 4),
        "After 0 and 1 comes 2. Row 0 is about what follows the 0 alone.",
    ),
    Case(
        "no end",
        (FOR_EVER, np.array([0]), 3, 4),
        "This model never expects the end: stop when there are n = 4 tokens.",
    ),
    Case(
        "no room",
        (FOR_EVER, np.array([0, 1]), 3, 2),
        "There are n = 2 tokens already: nothing is appended.",
    ),
    Case(
        "room for one",
        (FOR_EVER, np.array([2, 0, 1]), 3, 4),
        "There is room for one token more.",
    ),
    Case(
        "another number for the end",
        (FOR_EVER, np.array([0]), 2, 4),
        "Here the end is 2: use the argument end.",
    ),
    Case(
        "a model that reads everything",
        (Reader(4, 3, 0), np.array([0]), 3, 12),
        "For this model every token so far matters, and none of its probabilities is above 1/2.",
    ),
)


# fmt: off
# %% mistake
# Your argmax looks at all rows at once. Only the last row is about a token that is not there yet.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        nxt = int(np.argmax(model(tokens)))
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# %% mistake
# You ask each time what comes after the first token. The last row of all tokens so far is about the
# next one.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[0].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You show the model its last token alone. It may look at all that came before.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model([tokens[-1]])[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You append the least likely token: argmin finds the smallest.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = np.argmin(model(tokens)[-1])
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You append the end, too. It only says that the name is complete.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        tokens.append(token)
        if token == end:
            break
    return tokens
# %% mistake
# You go on after the end. When the likeliest token is the end, the name is complete.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        tokens.append(model(tokens)[-1].argmax())
    return tokens
# %% mistake
# You return the new tokens alone. The first ones belong to the name.
def my_name(model, tokens, end, n):
    before, new = list(tokens), []
    while len(before) + len(new) < n:
        token = model(before + new)[-1].argmax()
        if token == end:
            break
        new.append(token)
    return np.array(new, dtype=int)
# %% mistake
# You append one token and return. Go on until the end, or until there are n.
def my_name(model, tokens, end, n):
    token = model(tokens)[-1].argmax()
    if token == end or len(tokens) == n:
        return tokens
    return np.append(tokens, token)
# %% mistake
# You write one token too many: stop when there are n.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) <= n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You stop one token too early: there may be n.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n - 1:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You append up to n tokens. There may be n in all, the first ones included.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    for _ in range(n):
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% mistake
# You ask the model once: these are its answers at every place. Append only the last one, then ask
# again.
def my_name(model, tokens, end, n):
    return model(tokens).argmax(axis=1)
# %% mistake
# You mix all rows. Only the last row is about a token that is not there yet.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens).mean(axis=0).argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% wrong: Your code stops with an error.
def my_name(model, tokens, end, n):
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# %% wrong: For this model every token so far matters
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        nxt = int(np.argmax(model(tokens[-2:])[-1]))
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# %% wrong: Your code stops with an error.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        p = model(tokens)[-1]
        nxt = int(np.where(p > 0.5)[0][0])
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# %% right
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        p = model(tokens)[-1]
        best = p.argmax()
        if best == end:
            return np.array(tokens)
        tokens.append(int(best))
    return np.array(tokens)
# %% right
def my_name(model, tokens, end, n):
    for _ in range(n - len(tokens)):
        token = np.argmax(model(tokens)[-1])
        if token == end:
            break
        tokens = np.append(tokens, token)
    return tokens
# %% right
def my_name(model, tokens, end, n):
    if len(tokens) == n:
        return list(tokens)
    token = model(tokens)[-1].argmax()
    if token == end:
        return list(tokens)
    return my_name(model, [*tokens, token], end, n)
# %% right
def my_name(model, tokens, end, n):
    name = np.full(n, end)
    t = len(tokens)
    name[:t] = tokens
    while t < n and (token := model(name[:t])[t - 1].argmax()) != end:
        name[t] = token
        t += 1
    return name[:t]
