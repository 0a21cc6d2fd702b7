"""Wrong answers to exercises, by someone who had read the tasks alone."""

import numpy as np
from answers.masks import SCOPE

attention = SCOPE["attention"]

FRESH = {}


# masked_softmax


# A mask is something one multiplies by.
def masked_softmax_times(scores, mask):
    scores = scores * mask
    return attention.softmax(scores)


# np.where with its two choices swapped: "where the mask is, put minus infinity".
def masked_softmax_swapped(scores, mask):
    scores = np.where(mask, -np.inf, scores)
    return attention.softmax(scores)


# Hidden means a score of zero.
def masked_softmax_zero(scores, mask):
    scores = np.where(mask, scores, 0)
    return attention.softmax(scores)


# Blank out the weights at the end, and forget that the rest must sum to 1 again.
def masked_softmax_after(scores, mask):
    weights = attention.softmax(scores)
    return np.where(mask, weights, 0.0)


# Remembered "add a large negative number", but took a small one.
def masked_softmax_minus_ten(scores, mask):
    scores = scores - 10.0 * (1 - np.asarray(mask).astype(float))
    return attention.softmax(scores)


# Add minus infinity times the hidden places; zero times infinity is nan.
def masked_softmax_inf_times(scores, mask):
    scores = scores + -np.inf * ~np.asarray(mask)
    return attention.softmax(scores)


# The example's mask has one row, so use that one row for all queries.
def masked_softmax_first_row(scores, mask):
    scores = np.where(np.asarray(mask)[0], scores, -np.inf)
    return attention.softmax(scores)


# Boolean indexing, which needs a mask of the very shape of the scores.
def masked_softmax_index(scores, mask):
    scores = np.array(scores, dtype=float)
    scores[~np.asarray(mask)] = -np.inf
    return attention.softmax(scores)


FRESH["masked_softmax"] = [
    masked_softmax_times,
    masked_softmax_swapped,
    masked_softmax_zero,
    masked_softmax_after,
    masked_softmax_minus_ten,
    masked_softmax_inf_times,
    masked_softmax_first_row,
    masked_softmax_index,
]


# causal_mask


# A query sees what came before it (and forgets that it sees itself).
def causal_strict(n, m):
    i = np.arange(n)[:, None]
    j = np.arange(m)
    return j < i


# Upper triangle instead of the lower one.
def causal_upper(n, m):
    i = np.arange(n)[:, None]
    j = np.arange(m)
    return j >= i


# np.tril of ones, left as numbers.
def causal_floats(n, m):
    return np.tril(np.ones((n, m)))


# A causal mask is square, so n is enough.
def causal_square(n, m):
    return np.tril(np.ones((n, n), dtype=bool))


# The last query stands at the last key, as when keys are kept from before.
def causal_end_aligned(n, m):
    i = np.arange(n)[:, None] + (m - n)
    j = np.arange(m)
    return j <= i


# Mixed up which index gets the new axis.
def causal_transposed(n, m):
    i = np.arange(n)
    j = np.arange(m)[:, None]
    return j <= i


# Copied the example.
def causal_example(n, m):
    return np.array([[True, False, False], [True, True, False]])


# A loop that runs out of keys when there are more queries than keys.
def causal_loop(n, m):
    mask = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    return mask


FRESH["causal_mask"] = [
    causal_strict,
    causal_upper,
    causal_floats,
    causal_square,
    causal_end_aligned,
    causal_transposed,
    causal_example,
    causal_loop,
]


# padding_mask


# Forgot the axis in the middle.
def padding_two_axes(lengths, m):
    return np.arange(m) < np.array(lengths)[:, None]


# Off by one: the place with the number of the length is still a word.
def padding_one_more(lengths, m):
    return np.arange(m) <= np.array(lengths)[:, None, None]


# A padding mask marks the padding.
def padding_inverted(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= lengths


# The axis of length 1 comes last.
def padding_axis_last(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None]
    return real[:, :, None]


# Fillers stand in front.
def padding_in_front(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= m - lengths


# The width is that of the longest sentence.
def padding_longest(lengths, m):
    width = max(lengths)
    return np.arange(width) < np.array(lengths)[:, None, None]


# A list takes no None index, but the student thinks it is an array.
def padding_list(lengths, m):
    return np.arange(m) < lengths[:, None, None]


# A loop that counts words from 1 and so misses the first one.
def padding_loop(lengths, m):
    mask = np.zeros((len(lengths), 1, m), dtype=bool)
    for k, length in enumerate(lengths):
        for j in range(1, length):
            mask[k, 0, j] = True
    return mask


FRESH["padding_mask"] = [
    padding_two_axes,
    padding_one_more,
    padding_inverted,
    padding_axis_last,
    padding_in_front,
    padding_longest,
    padding_list,
    padding_loop,
]


# decoder_mask


# The comparison looked suspicious, so turned it round.
def decoder_turned(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j >= i)


# Saw that an axis is missing, and put it last: hides filler queries, not filler keys.
def decoder_axis_last(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real[:, :, None] & (j <= i)


# Hides fillers both as keys and as queries.
def decoder_both(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real[:, None, :] & real[:, :, None] & (j <= i)


# Mended the axis, and then made an "and" into an "or".
def decoder_or(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real | (j <= i)


# Mended the axis, and "nothing ahead" became "only what is behind".
def decoder_strict(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j < i)


# Mended the axis, and changed < to <= as well, to be like the line below.
def decoder_one_more(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j <= np.array(lengths)[:, None, None]
    return real & (j <= i)


# Only the shape was wrong, so brought the result to the shape.
def decoder_broadcast(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return np.broadcast_to(real & (j <= i), (len(lengths), n, n))


# Put the new axis in front of the batch.
def decoder_axis_first(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[None, :, None]
    return real & (j <= i)


FRESH["decoder_mask"] = [
    decoder_turned,
    decoder_axis_last,
    decoder_both,
    decoder_or,
    decoder_strict,
    decoder_one_more,
    decoder_broadcast,
    decoder_axis_first,
]


# front_weight

FRESH["front_weight"] = [
    # Gave the weight of "saw" instead of "we".
    0.269,
    # Causal mask alone.
    0.087,
    # Padding mask alone.
    0.047,
    # No mask at all (or masked after the softmax, without dividing again).
    0.032,
    # "saw" may not see itself.
    1.0,
    # Shared out the scores themselves, 2 of 2 + 1, without exponentials.
    0.667,
    # Hidden scores set to 0 instead of minus infinity.
    0.564,
    # Took the padding to be at the end, as always: hid the last two places.
    0.09,
]


# safe_softmax


# Saw that -inf minus -inf is nan, and mended that alone: 0 / 0 is left.
def safe_top_only(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0.0, top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total


# Thought that the division by zero is the whole trouble.
def safe_total_only(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    total = np.where(total == 0, 1.0, total)
    return exponentials / total


# The subtraction makes the nan, so left it out; large scores overflow.
def safe_no_top(scores):
    exponentials = np.exp(scores)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)


# Tests whether all scores are -inf, not all of a row.
def safe_whole(scores):
    if np.all(scores == -np.inf):
        return np.zeros_like(scores)
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total


# Any instead of all: a row with one hidden key gets zeros too.
def safe_any(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    hidden = np.isinf(scores).any(axis=-1, keepdims=True)
    return np.where(hidden, 0.0, exponentials / total)


# A very negative finite number instead of -inf: no nan, but equal weights.
def safe_finite(scores):
    scores = np.where(np.isinf(scores), -1e9, scores)
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total


# A little something in the denominator, which changes the other rows.
def safe_epsilon(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True) + 1e-3
    return exponentials / total


# Keeps the top from being -inf by letting it be no less than 0; very negative rows vanish.
def safe_top_at_least_zero(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), 0.0)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)


FRESH["safe_softmax"] = [
    safe_top_only,
    safe_total_only,
    safe_no_top,
    safe_whole,
    safe_any,
    safe_finite,
    safe_epsilon,
    safe_top_at_least_zero,
]


# leak


# Compares exactly, so that rounding counts as a leak.
def leaks_exact(before, after, j):
    return bool((np.array(before)[:j] != np.array(after)[:j]).any())


# Counts position j itself as earlier.
def leaks_with_j(before, after, j):
    return not np.allclose(before[: j + 1], after[: j + 1])


# Anything that moved, wherever.
def leaks_anywhere(before, after, j):
    return not np.allclose(before, after)


# Forgot the "not".
def leaks_inverted(before, after, j):
    return bool(np.allclose(before[:j], after[:j]))


# Looks at the one position before j; at j = 0 that is the last one.
def leaks_one_before(before, after, j):
    return not np.allclose(before[j - 1], after[j - 1])


# All numbers must have moved, instead of any.
def leaks_all(before, after, j):
    moved = np.abs(np.array(after)[:j] - np.array(before)[:j]) > 1e-9
    return bool(moved.all())


# Adds up the differences before taking the size, so that they can cancel.
def leaks_sum(before, after, j):
    difference = (np.array(after) - np.array(before))[:j]
    return bool(abs(difference.sum()) > 1e-9)


# The largest difference; there is none at j = 0, and max complains.
def leaks_max(before, after, j):
    difference = np.abs(np.array(after)[:j] - np.array(before)[:j])
    return bool(difference.max() > 1e-9)


FRESH["leak"] = [
    leaks_exact,
    leaks_with_j,
    leaks_anywhere,
    leaks_inverted,
    leaks_one_before,
    leaks_all,
    leaks_sum,
    leaks_max,
]
