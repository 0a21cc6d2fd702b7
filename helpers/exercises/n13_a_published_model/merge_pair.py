# %% task [markdown]
# **Exercise** (*Deeper*; write a function). `tokens` is a list of whole numbers. Return a list in
# which each `first` that is directly followed by a `second` is joined with it into the one number
# `new`, which does not occur in `tokens`. Leave `tokens` itself as it is. Go from left to right; a
# number that has been joined is not joined again. `my_merge([5, 1, 2, 5, 1, 2], 1, 2, 9)` is `[5,
# 9, 5, 9]`, and `my_merge([1, 1, 1], 1, 1, 9)` is `[9, 1]`.
# %% stub
def my_merge(tokens, first, second, new):
    return ...  # about 9 lines


# %% solution
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if tokens[i : i + 2] == [first, second]:
            joined.append(new)
            i = i + 2
        else:
            joined.append(tokens[i])
            i = i + 1
    return joined


# %% why [markdown]
# A slice past the end is only shorter, so the last token needs no case of its own. Where two are
# joined, i moves on by 2: neither may be joined again.
# %% hints [markdown]
# - A for loop takes every token once. Here you need to skip one now and then: use while, and move i
#   yourself.
# - At i there are two cases: the pair begins here, or it does not. By how much does i grow in each?
# - tokens[i:i + 2] == [first, second] asks whether the pair begins at i. At the last token the
#   slice holds one number, and is not equal.
# %% cases
from helpers.exercises.engine.exercise import Case

title = "join one pair of tokens"
deeper = True
axes = ("", "tokens")


def reference(tokens, first, second, new):
    result, i = [], 0
    while i < len(tokens):
        if tokens[i : i + 2] == [first, second]:
            result.append(new)
            i += 2
        else:
            result.append(tokens[i])
            i += 1
    return result


def draw(rng):
    n = int(rng.integers(1, 13)) * int(rng.choice([1, 1, 1, 5]))
    numbers = [0, 1, 2, 11, 12, 21, 112, 30001, 49152]
    kinds = rng.choice(numbers, int(rng.integers(1, 4)), replace=False)
    first, second = rng.choice(kinds, 2).tolist()
    return rng.choice(kinds, n).tolist(), first, second, 99


cases = (
    Case("one token", ([7], 1, 2, 9), "There is nothing to join."),
    Case("nothing to join", ([3, 1, 4], 1, 2, 9), "1 is followed by 4, not by 2: all stay."),
    Case("just the pair", ([1, 2], 1, 2, 9), "1 with 2 behind it becomes 9."),
    Case("the other order", ([2, 1], 1, 2, 9), "2 with 1 behind it is another pair: it stays."),
    Case("the pair at the end", ([5, 1, 2], 1, 2, 9), "5 stays, and 1 with 2 becomes 9."),
    Case(
        "the first number at the end",
        ([1, 2, 1], 1, 2, 9),
        "1 with 2 becomes 9. The last 1 has nothing behind it, and stays.",
    ),
    Case("the pair twice", ([1, 2, 5, 1, 2], 1, 2, 9), "Both pairs are joined."),
    Case(
        "the first number twice",
        ([1, 1, 2], 1, 2, 9),
        "The first 1 has a 1 behind it and stays; the second has a 2.",
    ),
    Case(
        "three alike",
        ([1, 1, 1], 1, 1, 9),
        "From the left: the first two are joined, and are used up. The third is alone.",
    ),
    Case("four alike", ([1, 1, 1, 1], 1, 1, 9), "Two pairs: 9 and 9."),
    Case(
        "numbers that end or begin alike",
        ([11, 2, 1, 21], 1, 2, 9),
        "11 is not 1, and 21 is not 2: there is nothing to join.",
    ),
    Case("an empty list", ([], 1, 2, 9), "An empty list stays empty."),
)


# fmt: off
# %% mistake
# You join the first pair only. Join it wherever it stands.
def my_merge(tokens, first, second, new):
    for i in range(len(tokens) - 1):
        if tokens[i] == first and tokens[i + 1] == second:
            return tokens[:i] + [new] + tokens[i + 2:]
    return tokens
# %% mistake
# You leave second where it was. new stands for both.
def my_merge(tokens, first, second, new):
    joined, i = list(tokens), 0
    while i < len(tokens) - 1:
        if tokens[i:i + 2] == [first, second]:
            joined[i] = new
            i += 1
        i += 1
    return joined
# %% mistake
# The last token has nothing behind it: at the end, tokens[i + 1] is one too far.
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if tokens[i] == first and tokens[i + 1] == second:
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# %% mistake
# The last token is lost if no pair ends there: it must be appended, too.
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens) - 1:
        if tokens[i] == first and tokens[i + 1] == second:
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# %% mistake
# You replace in a text, where 11 ends in a 1. Compare numbers, not texts.
def my_merge(tokens, first, second, new):
    return eval(str(tokens).replace(f"{first}, {second}", str(new)))
# %% wrong: Your list has 8 entries, expected 7.
def my_merge(tokens, first, second, new):
    out, i = [], 0
    while i < len(tokens):
        if i + 1 < len(tokens) and tokens[i] is first and tokens[i + 1] is second:
            out.append(new)
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out
# %% right
def my_merge(tokens, first, second, new):
    result = tokens.copy()
    i = 0
    while i < len(result) - 1:
        if (result[i], result[i + 1]) == (first, second):
            result[i] = new
            del result[i + 1]
        i += 1
    return np.array(result)
# %% right
def my_merge(tokens, first, second, new):
    if first not in tokens or second not in tokens:
        return tokens
    out = []
    for t in tokens:
        if out and out[-1] == first and t == second:
            out[-1] = new
        else:
            out.append(t)
    return out
# %% wrong: IndexError
def my_merge(tokens, first, second, new):
    out = [tokens[0]]
    for token in tokens[1:]:
        if out[-1] == first and token == second:
            out[-1] = new
        else:
            out.append(token)
    return out
