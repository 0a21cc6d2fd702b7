"""Answers to the exercises of notebook 05, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
from helpers.data import examples

padding_mask = attention.padding_mask


def masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -np.inf))
# --- masked_softmax: wrong: However large a hidden score is, the visible keys share the whole 1 as if it
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + np.where(mask, 0, -1e4))
# --- masked_softmax: wrong: A matrix is right, three axes are not:
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    return attention.softmax(scores, axis=1)
# --- masked_softmax: wrong: You hide what may be seen.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, -np.inf, scores)
    return attention.softmax(scores)
# --- masked_softmax: wrong: You make the hidden scores 0.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, 0)
    return attention.softmax(scores)
# --- masked_softmax: wrong: 0 times −∞ is nan, so the visible scores are lost.
def my_masked_softmax(scores, mask):
    scores = scores + -np.inf * ~np.asarray(mask)
    return attention.softmax(scores)
# --- masked_softmax: wrong: Right for one query, wrong for two:
def my_masked_softmax(scores, mask):
    scores = np.where(np.asarray(mask)[0], scores, -np.inf)
    return attention.softmax(scores)
# --- masked_softmax: wrong: The second query may see nothing:
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -1e9)
    return attention.softmax(scores)
# --- masked_softmax: wrong: The hidden key must get 0, the only visible one 1.
def my_masked_softmax(scores, mask):
    scores = scores - 100 * (1 - mask)
    return attention.softmax(scores)
# --- masked_softmax: wrong: An index does not broadcast:
def my_masked_softmax(scores, mask):
    scores = scores.copy()
    scores[~mask] = -np.inf
    return attention.softmax(scores)
# --- masked_softmax: wrong: With nothing hidden this is the plain softmax:
def my_masked_softmax(scores, mask):
    scores = scores * mask
    scores = np.where(scores == 0, -np.inf, scores)
    return attention.softmax(scores)
# --- masked_softmax: wrong: exp of a large score is inf.
def my_masked_softmax(scores, mask):
    e = np.exp(scores) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
# --- masked_softmax: wrong: You subtract the largest of all scores.
def my_masked_softmax(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
# --- masked_softmax: wrong: A square mask that is not symmetric:
def my_masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    if scores.shape[-1] == scores.shape[-2]:
        mask = np.swapaxes(mask, -1, -2)
    scores = np.where(mask, scores, -np.inf)
    return attention.softmax(scores)
# --- masked_softmax: wrong: You set weights to 0 after the softmax.
def my_masked_softmax(scores, mask):
    scores = attention.softmax(scores)
    return np.where(mask, scores, 0.0)
# --- masked_softmax: wrong: True is added as 1 and False as 0, which hides nothing.
def my_masked_softmax(scores, mask):
    scores = scores + mask
    return attention.softmax(scores)
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    return attention.softmax(scores)
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    scores = scores + np.where(mask, 0.0, -math.inf)
    return attention.softmax(scores)
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    scores, mask = np.broadcast_arrays(scores, mask)
    out = np.zeros(scores.shape)
    for idx in np.ndindex(scores.shape[:-1]):
        see = mask[idx]
        if see.any():
            visible = scores[idx][see]
            e = np.exp(visible - visible.max())
            out[idx][see] = e / e.sum()
    return out
# --- causal_mask: wrong: Your result holds nothing, expected True or False.
def my_causal_mask(n, m):
    return np.array([])
# --- causal_mask: wrong: Your result holds text, expected True or False.
def my_causal_mask(n, m):
    return [['no' if j > i else 'yes' for j in range(m)] for i in range(n)]
# --- causal_mask: wrong: You count from the end:
def my_causal_mask(n, m):
    i = np.arange(n)[:, None] + (m - n)
    j = np.arange(m)
    return j <= i
# --- causal_mask: wrong: The right pairs, but the axes are the other way round:
def my_causal_mask(n, m):
    i = np.arange(n)
    j = np.arange(m)[:, None]
    return j <= i
# --- causal_mask: wrong: There may be fewer keys than i + 1:
def my_causal_mask(n, m):
    mask = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    return mask
# --- causal_mask: wrong: This is the strict mask, j < i:
def my_causal_mask(n, m):
    return np.arange(m)[None, :] < np.arange(n)[:, None]
# --- causal_mask: wrong: The wrong way round:
def my_causal_mask(n, m):
    return np.triu(np.ones((n, m), dtype=bool))
# --- causal_mask: wrong: A comparison gives these, and so does an array with dtype=bool.
def my_causal_mask(n, m):
    return np.tril(np.ones((n, m)))
# --- causal_mask: wrong: You put True where a key must be hidden:
def my_causal_mask(n, m):
    return np.triu(np.ones((n, m)), k=1) == 1
# --- causal_mask: wrong: Query 0 sees key 0 alone, query 1 sees both.
def my_causal_mask(n, m):
    rows = [[False] * m] * n
    for i in range(n):
        for j in range(i + 1):
            if j < m:
                rows[i][j] = True
    return np.array(rows)
# --- causal_mask: wrong: A row becomes too long where i + 1 is more than m.
def my_causal_mask(n, m):
    return np.array([[True] * (i + 1) + [False] * (m - i - 1) for i in range(n)])
# --- causal_mask: wrong: Queries 1 and 2 see both keys that there are.
def my_causal_mask(n, m):
    M = np.zeros((n, m), dtype=bool)
    for i in range(min(n, m)):
        M[i, :i + 1] = True
    return M
# --- causal_mask: wrong: Off by one: query i sees key i + 1, the very word that it has to predict.
def my_causal_mask(n, m):
    return np.tri(n, m, 1, dtype=bool)
# --- causal_mask: wrong: Your result is None.
def my_causal_mask(n, m):
    print(np.tril(np.ones((n, m), dtype=bool)))
# --- causal_mask: right
def my_causal_mask(n, m):
    return np.tril(np.ones((n, m), dtype=bool))
# --- causal_mask: right
def my_causal_mask(n, m):
    return [[j <= i for j in range(m)] for i in range(n)]
# --- padding_mask: wrong: Off by one: keys are counted from 0, so a sentence of 2 words has the keys 0 and 1.
def my_padding_mask(lengths, m):
    return np.arange(m) <= np.array(lengths)[:, None, None]
# --- padding_mask: wrong: You keep the last keys.
def my_padding_mask(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= m - lengths
# --- padding_mask: wrong: A list takes one index at a time.
def my_padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None, None]
# --- padding_mask: wrong: Key 0 is a word, key 1 is padding.
def my_padding_mask(lengths, m):
    mask = np.zeros((len(lengths), 1, m), dtype=bool)
    for k, length in enumerate(lengths):
        for j in range(1, length):
            mask[k, 0, j] = True
    return mask
# --- padding_mask: wrong: Off by one: you hide the last word of each sentence.
def my_padding_mask(lengths, m):
    j = np.arange(1, m + 1)
    return j < np.array(lengths)[:, None, None]
# --- padding_mask: wrong: You put True at the padding:
def my_padding_mask(lengths, m):
    return np.arange(m) >= np.array(lengths)[:, None, None]
# --- padding_mask: wrong: Yours is (b, m).
def my_padding_mask(lengths, m):
    return np.arange(m)[None, :] < np.array(lengths)[:, None]
# --- padding_mask: wrong: Yours is (b, m, 1):
def my_padding_mask(lengths, m):
    return (np.arange(m) < np.array(lengths)[:, None])[:, :, None]
# --- padding_mask: wrong: Yours is (b, m, m), a row for each of m queries.
def my_padding_mask(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None]
    return np.repeat(real[:, None, :], m, axis=1)
# --- padding_mask: wrong: Yours is (m, 1, b):
def my_padding_mask(lengths, m):
    mask = np.arange(m)[:, None] < np.array(lengths)
    return mask[:, None, :]
# --- padding_mask: wrong: A sentence as long as the width has no padding.
def my_padding_mask(lengths, m):
    return np.tri(len(lengths), m, dtype=bool)[:, None, :]
# --- padding_mask: wrong: Right for one sentence, wrong for two:
def my_padding_mask(lengths, m):
    lengths = np.array(sorted(lengths))
    return np.arange(m) < lengths[:, None, None]
# --- padding_mask: wrong: A sentence of length 0 is all padding.
def my_padding_mask(lengths, m):
    l = np.maximum(np.array(lengths), 1)
    return np.arange(m) < l[:, None, None]
# --- padding_mask: wrong: Yours is (1, b, m):
def my_padding_mask(lengths, m):
    return (np.arange(m) < np.array(lengths)[:, None])[None]
# --- padding_mask: right
def my_padding_mask(lengths, m):
    lengths = np.array(lengths)
    return np.arange(m) < lengths[:, None, None]
# --- padding_mask: right
def my_padding_mask(lengths, m):
    return np.array([[[j < l for j in range(m)]] for l in lengths])
# --- decoder_mask: wrong: Right for one sentence, wrong for three:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    return np.array([(j < min(lengths)) & (j <= i) for _ in lengths])
# --- decoder_mask: wrong: j <= i was right:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j >= i)
# --- decoder_mask: wrong: You join them with 'or'.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real | (j <= i)
# --- decoder_mask: wrong: You took the strict mask:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j < i)
# --- decoder_mask: wrong: The axes are right.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j <= np.array(lengths)[:, None, None]
    return real & (j <= i)
# --- decoder_mask: wrong: The axis of 1 is in front, so the lengths still meet the queries.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[None, :, None]
    return real & (j <= i)
# --- decoder_mask: wrong: Your padding tokens see nothing as queries.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = i < np.array(lengths)[:, None, None]
    return real & (j <= i)
# --- decoder_mask: wrong: j <= i was right:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j < i)
# --- decoder_mask: wrong: Your causal part is j ≥ i:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j >= i)
# --- decoder_mask: wrong: Every query sees the one word, key 0, and no padding.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j != np.array(lengths)[:, None, None]
    return real & (j <= i)
# --- decoder_mask: wrong: Without padding the causal mask is left.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return np.repeat(real, n, axis=1)
# --- decoder_mask: wrong: For arrays write &
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real and (j <= i)
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j <= i)
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    return np.array([(j < l) & (j <= i) for l in lengths])
# --- front_weight: wrong: The padding still takes weight:
front_weight = 0.087
# --- front_weight: wrong: “it” still takes weight:
front_weight = 0.047
# --- front_weight: wrong: All five keys are in the sum:
front_weight = 0.032
# --- front_weight: wrong: You let only “animal” be seen.
front_weight = 1.0
# --- front_weight: wrong: Your hidden scores are 0, and e⁰ is 1:
front_weight = 0.564
# --- front_weight: wrong: You hide the last two places.
front_weight = 0.09
# --- front_weight: wrong: These are shares of the scores.
front_weight = round(2 / (2 + 1), 3)
# --- front_weight: wrong: A weight is a share of 1:
front_weight = 73.1
# --- front_weight: wrong: Rounded too far:
front_weight = 0.7
# --- front_weight: wrong: You divided by √2 first.
front_weight = round(1 / (1 + math.exp(-1 / math.sqrt(2))), 3)
# --- front_weight: wrong: This is not the share of “animal” among the keys that both masks leave.
front_weight = round(10**2 / (10**2 + 10**1), 3)
# --- front_weight: wrong: You hide “animal”, which is earlier.
front_weight = 0.0
# --- front_weight: wrong: This is what the lower of two scores gets.
s = np.array([3.0, 2.0])
front_weight = round(float(np.exp(2) / np.exp(s).sum()), 3)
# --- front_weight: right
front_weight = 0.731
# --- safe_softmax: wrong: Right for one row, wrong for three:
def my_safe_softmax(scores):
    return np.nan_to_num(attention.softmax(scores, axis=0))
# --- safe_softmax: wrong: The first nan (not a number) is at [0].
def my_safe_softmax(scores):
    exponentials = np.exp(scores)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# --- safe_softmax: wrong: Very low scores are not hidden ones:
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), 0.0)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# --- safe_softmax: wrong: Such a row still gives nan.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
# --- safe_softmax: wrong: Each row has its own largest score:
def my_safe_softmax(scores):
    top = scores.max()
    if top == -np.inf:
        top = 0
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
# --- safe_softmax: wrong: A matrix is right, three axes are not:
def my_safe_softmax(scores):
    if scores.ndim == 1:
        scores = scores[None, :]
        return my_safe_softmax(scores)[0]
    out = []
    for row in scores:
        top = row.max()
        if top == -np.inf:
            out.append(np.zeros(row.shape))
        else:
            e = np.exp(row - top)
            out.append(e / e.sum())
    return np.array(out)
# --- safe_softmax: wrong: All scores are −∞, so all weights are 0.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return np.where(top == -np.inf, 1 / scores.shape[-1], exponentials / total)
# --- safe_softmax: wrong: The weight of the hidden key is exactly 0,
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return np.where(scores[..., :1] == -np.inf, 0, exponentials / total)
# --- safe_softmax: right
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0, top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
# --- safe_softmax: right
def my_safe_softmax(scores):
    scores = np.asarray(scores)
    if scores.ndim > 1:
        return [my_safe_softmax(row) for row in scores]
    if all(s == -np.inf for s in scores):
        return [0 for s in scores]
    e = [math.exp(s - max(scores)) for s in scores]
    return [x / sum(e) for x in e]
# --- leak: wrong: You count output j as well.
def my_leaks(before, after, j):
    return not np.allclose(before[: j + 1], after[: j + 1])
# --- leak: wrong: You look at all outputs.
def my_leaks(before, after, j):
    return not np.allclose(before, after)
# --- leak: wrong: This is the wrong way round:
def my_leaks(before, after, j):
    return bool(np.allclose(before[:j], after[:j]))
# --- leak: wrong: Nothing stands before position 0:
def my_leaks(before, after, j):
    return not np.allclose(before[j - 1], after[j - 1])
# --- leak: wrong: At j = 0 there is no output before:
def my_leaks(before, after, j):
    difference = np.abs(np.array(after)[:j] - np.array(before)[:j])
    return bool(difference.max() > 1e-9)
# --- leak: wrong: You look at the outputs from j on.
def my_leaks(before, after, j):
    return not np.allclose(before[j:], after[j:])
# --- leak: wrong: All positions before j count, up to j − 1.
def my_leaks(before, after, j):
    return j > 0 and not np.allclose(before[0], after[0])
# --- leak: wrong: One number of an output that moves is enough.
def my_leaks(before, after, j):
    return bool(j > 0 and (np.abs(before[:j] - after[:j]) > 1e-9).all())
# --- leak: wrong: A move of 0.001 is a small leak, but it is not rounding.
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], atol=0.1)
# --- leak: wrong: Output j stands on the changed token itself:
def my_leaks(before, after, j):
    return not np.allclose(before[:, :j], after[:, :j])
# --- leak: wrong: You answer for each output.
def my_leaks(before, after, j):
    return ~np.isclose(before[:j], after[:j]).all(axis=1)
# --- leak: wrong: Every number of outputs 0 and 1 has moved, though their sums, lengths and
def my_leaks(before, after, j):
    return not np.allclose(np.sort(before[:j], axis=0), np.sort(after[:j], axis=0))
# --- leak: wrong: 0.1 + 0.2 and 0.3 differ in their last digit only.
def my_leaks(before, after, j):
    return bool((before[:j] != after[:j]).any())
# --- leak: wrong: Output 0 fell from 1 to 0.5 when token 1 was changed:
def my_leaks(before, after, j):
    return bool(np.any(after[:j] - before[:j] > 1e-9))
# --- leak: wrong: .any() turns them all into one.
def my_leaks(before, after, j):
    return ~np.isclose(before[:j], after[:j])
# --- leak: right
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j])
# --- leak: right
def my_leaks(before, after, j):
    return any(abs(x - y) > 1e-8 for a, b in zip(before[:j], after[:j]) for x, y in zip(a, b))
# --- masked_softmax: wrong: Your result is a MaskedArray, which cannot be compared with numbers.
def my_masked_softmax(scores, mask):
    return np.ma.array(masked_softmax(scores, mask))
# --- leak: wrong: 1e-17 instead of 0 is rounding, too.
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], atol=0)
# --- masked_softmax: wrong: The visible key is the only one, so it gets all the weight,
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -1e9)) * mask
# --- causal_mask: wrong: random inputs: n is above 10 in each of them.
def my_causal_mask(n, m):
    i, j = np.arange(n)[:, None], np.arange(m)
    return (j <= i) & (i - j < 7)
# --- leak: wrong: A move of 0.002 is more than rounding, even beside 48:
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], rtol=1e-4)
# --- leak: right
def my_leaks(before, after, j):
    return bool((np.abs(before[:j] - after[:j]) >= 0.001).any())
# --- safe_softmax: wrong: Right on the small cases, wrong on this one.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    if np.isinf(top).any():
        top = 0
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
# --- safe_softmax: wrong: A score of −1e30 is very low, but it is not hidden:
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), -1e9)
    exponentials = np.exp(scores - top)
    return exponentials / np.maximum(exponentials.sum(axis=-1, keepdims=True), 1e-30)
# --- safe_softmax: right
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), -1e308)
    exponentials = np.exp(scores - top)
    return exponentials / np.maximum(exponentials.sum(axis=-1, keepdims=True), 1e-300)
# --- causal_mask: wrong: 4 of 40 random inputs: n is above 10 in each of them.
def my_causal_mask(n, m):
    mask = np.ones((n, m), dtype=bool)
    mask[:10] = np.tri(min(n, 10), m, dtype=bool)
    return mask
# --- leak: wrong: A difference of 8e-13 is rounding, but rounded or cut off,
def my_leaks(before, after, j):
    return bool((before[:j].round(10) != after[:j].round(10)).any())
