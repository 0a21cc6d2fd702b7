# %% task [markdown]
# **Exercise** (*Deeper*). Make the boolean mask `(b, 1, m)` of `b` sentences, padded at the end to
# width `m`, from the list of their `lengths`, each from 0 to `m`: True at words, False at padding.
# `lengths = [1, 2]`, `m = 2` give `[[[True, False]], [[True, True]]]`.
# %% stub
def my_padding_mask(lengths, m):
    return ...  # about 2 lines


# %% solution
def my_padding_mask(lengths, m):
    each = np.array(lengths).reshape(-1, 1, 1)
    return np.arange(m) < each


# %% why [markdown]
# Key j is a word if j is less than the length. The axis of 1 lets every query share it.
# %% hints [markdown]
# - A sentence of length 2 has its words at the keys 0 and 1. How do you say that with j and the
#   length?
# - Compare the row np.arange(m) with the lengths, laid out as (b, 1, 1).
# - np.array(lengths).reshape(-1, 1, 1) has shape (b, 1, 1).
# %% cases
from helpers import attention
from helpers.exercises.engine.exercise import Case, each_alone

from .shared import PAIR, lengths_and_width

title = "the padding mask"
deeper = True
axes = PAIR


reference = attention.padding_mask

draw = lengths_and_width

cases = (
    Case("one word, width 2", ([1], 2), "Key 0 is a word, key 1 is padding."),
    Case("no word", ([0], 2), "A sentence of length 0 is all padding."),
    *each_alone(([3], 4), ([1], 4)),
    Case(
        "two sentences",
        ([3, 1], 4),
        "Right for one sentence, wrong for two: sentence b has the length lengths[b].",
    ),
)


# fmt: off
# %% mistake
# You put True at the padding: here True means that a key may be seen.
def my_padding_mask(lengths, m):
    return np.arange(m) >= np.array(lengths)[:, None, None]
# %% mistake
# Off by one: keys are counted from 0, so a sentence of 2 words has the keys 0 and 1.
def my_padding_mask(lengths, m):
    return np.arange(m) <= np.array(lengths)[:, None, None]
# %% mistake
# Off by one: you hide the last word of each sentence. With length 1, key 0 is a word.
def my_padding_mask(lengths, m):
    j = np.arange(1, m + 1)
    return j < np.array(lengths)[:, None, None]
# %% mistake
# You keep the last keys. Here the words come first, the padding at the end.
def my_padding_mask(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= m - lengths
# %% mistake
# Yours is (b, m). Beside scores (b, n, m), NumPy would take sentences for queries: put an axis of 1
# between them.
def my_padding_mask(lengths, m):
    return np.arange(m)[None, :] < np.array(lengths)[:, None]
# %% mistake
# Yours is (b, m, 1): it would hide queries. The last axis belongs to the keys.
def my_padding_mask(lengths, m):
    return (np.arange(m) < np.array(lengths)[:, None])[:, :, None]
# %% mistake
# A list takes one index at a time. If it is lengths that you index: np.array(lengths) first.
def my_padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None, None]
# %% wrong: A sentence of length 0 is all padding.
def my_padding_mask(lengths, m):
    l = np.maximum(np.array(lengths), 1)
    return np.arange(m) < l[:, None, None]
