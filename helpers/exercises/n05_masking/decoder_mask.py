# %% task [markdown]
# **Exercise** (*Deeper*; find the bug). This function should make one boolean mask `(b, n, n)` from
# a list of `lengths`, each from 0 to `n`. It should hide padding and whatever lies ahead. `lengths
# = [2, 1]`, `n = 2` must give `[[[True, False], [True, True]], [[True, False], [True, False]]]`.
# The function runs, but gives something else.
# %% stub
def my_decoder_mask(lengths, n):  # 1 line is wrong
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j <= i)


# %% solution
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j <= i)


# %% why [markdown]
# (b, 1, n) & (n, n) is (b, n, n). Without the 1, NumPy matches sentences with queries, and when b
# is n or 1 there is no error.
# %% hints [markdown]
# - Print the shapes of both sides of &. Which axis of the first meets the axis of queries?
# - real is (b, n): its first axis meets i. It needs an axis of 1 in the middle.
# - [:, None, None] makes the lengths (b, 1, 1).
# %% cases
from helpers import attention
from helpers.exercises.engine.exercise import Case, each_alone

from .shared import PAIR, lengths_and_width

title = "two masks in one"
deeper = True
axes = PAIR


def reference(lengths, n):
    return attention.padding_mask(lengths, n) & attention.causal_mask(n)


draw = lengths_and_width

cases = (
    Case("one sentence, no padding", ([2], 2), "Without padding the causal mask is left."),
    Case(
        "one sentence, one word, width 3",
        ([1], 3),
        "Every query sees the one word, key 0, and no padding.",
    ),
    *each_alone(([3], 3), ([2], 3)),
    Case(
        "three sentences of three",
        ([1, 3, 2], 3),
        "Right for one sentence, wrong for three: sentence b has the length lengths[b], for "
        "all of its queries.",
    ),
)


# fmt: off
# %% mistake
# The axis of 1 is in front, so the lengths still meet the queries. Put it between sentences and
# keys.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[None, :, None]
    return real & (j <= i)
# %% mistake
# You join them with 'or'. A key must pass both masks.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real | (j <= i)
# %% mistake
# You took the strict mask: each query may see its own position too.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j < i)
# %% mistake
# The axes are right. But key j is a word if j is less than the length: keys are counted from 0.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j <= np.array(lengths)[:, None, None]
    return real & (j <= i)
# %% mistake
# Your padding tokens see nothing as queries. Nobody reads their rows: a padding mask hides keys,
# which are columns, and nothing else.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = i < np.array(lengths)[:, None, None]
    return real & (j <= i)
# %% wrong: Right for one sentence, wrong for three:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    return np.array([(j < min(lengths)) & (j <= i) for _ in lengths])
