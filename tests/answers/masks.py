"""Answers to the exercises of notebook 05: wrong ones with what they must be told, right ones."""

import math

import numpy as np

from helpers import attention
from helpers.attention import softmax

INF = np.inf


def masked_softmax(scores, mask):  # as in the notebook
    return softmax(np.where(mask, scores, -INF))


def in_place(scores, mask):
    scores[~mask] = -INF
    return softmax(scores)


def zero_after_renormalised(scores, mask):
    weights = softmax(scores) * mask
    return weights / weights.sum(-1, keepdims=True)


def loop_masked(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    result = np.zeros(scores.shape)
    for at in np.ndindex(scores.shape[:-1]):
        seen = [j for j in range(scores.shape[-1]) if mask[at][j]]
        total = sum(math.exp(scores[at][j] - max(scores[at][seen])) for j in seen)
        for j in seen:
            result[at][j] = math.exp(scores[at][j] - max(scores[at][seen])) / total
    return result


def own_loop(scores, mask):  # forgets that the mask may broadcast
    result = scores.copy()
    for at in np.ndindex(scores.shape):
        if not mask[at]:
            result[at] = -INF
    return softmax(result)


def indexed(scores, mask):
    hidden = scores.copy()
    hidden[~mask] = -INF
    return softmax(hidden)


def tri(n, m):
    return np.tri(n, m, dtype=bool)


def words(lengths, m):
    return [[[j < length for j in range(m)]] for length in lengths]


def as_given(lengths, n):
    queries, keys = np.arange(n)[:, None], np.arange(n)
    return (keys < np.array(lengths)[:, None]) & (keys <= queries)


def as_edited(lengths, n, causal):  # the given code, with another comparison of keys and queries
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j < np.array(lengths)[:, None]) & causal(i, j)


def loop_decoder(lengths, n):
    return [[[j < L and j <= i for j in range(n)] for i in range(n)] for L in lengths]


def plain(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def whole_array_only(scores):
    return np.zeros_like(scores) if np.isneginf(scores).all() else plain(scores)


def asks_once(scores):  # an if where np.where is needed
    top = scores.max(-1, keepdims=True)
    if top == -INF:
        top = 0
    e = np.exp(scores - top)
    return e / np.where(e.sum(-1, keepdims=True) == 0, 1, e.sum(-1, keepdims=True))


def asks_once_of_top(scores):
    top = scores.max(-1, keepdims=True)
    if top == -INF:
        top = 0
    e = np.exp(scores - top)
    return e / e.sum(-1, keepdims=True)


def with_epsilon(scores):
    e = np.exp(scores)
    return e / (e.sum(-1, keepdims=True) + 1e-12)


def one_top(scores):
    e = np.exp(scores - (scores.max() if np.isfinite(scores.max()) else 0))
    return np.divide(e, e.sum(-1, keepdims=True), out=np.zeros_like(e), where=e > 0)


def safe_in_place(scores):
    scores[np.isneginf(scores).all(-1)] = -1e300
    return plain(scores) * (scores > -1e300)


def loop_safe(scores):
    scores = np.asarray(scores)
    if scores.ndim > 1:
        return [loop_safe(row) for row in scores]
    if all(s == -INF for s in scores):
        return [0 for s in scores]
    e = [math.exp(s - max(scores)) for s in scores]
    return [x / sum(e) for x in e]


def moves(before, after):
    return np.abs(after - before) > 1e-9


def loop_leaks(before, after, j):
    for i in range(j):
        for x, y in zip(before[i], after[i], strict=True):
            if abs(x - y) > 1e-6:
                return True
    return False


SCOPE = {
    "np": np,
    "math": math,
    "attention": attention,
    "masked_softmax": masked_softmax,
    "causal_mask": attention.causal_mask,
    "padding_mask": attention.padding_mask,
}

WRONG = {
    "masked_softmax": [
        (lambda s, mask: masked_softmax(s, ~mask), "True means: may attend"),
        (lambda s, mask: softmax(s) * mask, "after the softmax"),
        (lambda s, mask: softmax(s * mask), "e⁰ is 1"),
        (lambda s, mask: softmax(s + mask), "True as 1 and False as 0"),
        (lambda s, mask: softmax(s * np.where(mask, 1.0, -INF)), "multiply by −∞"),
        (lambda s, mask: softmax(np.where(mask, s, INF)), "Which score has the exponential 0?"),
        (lambda s, mask: masked_softmax(s, mask.T), "Your mask is transposed"),
        (lambda s, mask: softmax(np.where(mask, s, -INF), axis=-2), "down the columns"),
        (lambda s, mask: np.where(mask, s, -INF), "is still missing"),
        (lambda s, mask: np.exp(np.where(mask, s, -INF)), "not yet shares of 1"),
        (lambda s, mask: softmax(s), "do not use the mask"),
        (lambda s, mask: softmax(np.where(mask, 0, -INF)), "the score itself must stay"),
        (lambda s, mask: softmax(s + np.where(mask, 0, -1e4)), "not enough for a large score"),
        (lambda s, mask: softmax(np.where(mask, s, -1e9)), "is not −∞"),
        (lambda s, mask: softmax(s + ~mask * -1e9), "sees everything"),
        (lambda s, mask: softmax(s + mask * -INF), "which is nan. And the mask"),
        (lambda s, mask: softmax(s + mask * -1e9), "you take the large number off"),
        (lambda s, mask: softmax(masked_softmax(s, mask)), "softmax twice: the line below"),
        (lambda s, mask: softmax(softmax(s) * mask), "struck out in between"),
        (lambda s, mask: masked_softmax(softmax(s), mask), "You mask weights"),
        (lambda s, mask: softmax(s[mask]), "out of their places"),
        (indexed, "Indexing does not broadcast"),
        (zero_after_renormalised, "Dividing by the sum once more"),
        (lambda s, mask: plain(np.where(mask, s, -INF)), "nan, not a number, begins at [1, 0]"),
        (in_place, "changes the argument"),
        (own_loop, "stops with an error"),
        (lambda s, mask: softmax(np.where(mask, np.abs(s), -INF)), "A negative score is hidden"),
        (lambda s, mask: np.array([[1.0, 0.0]]), "the same for different input"),
    ],
    "causal_mask": [
        (lambda n, m: np.triu(np.ones((n, m), bool), 1), "True at what must be hidden"),
        (lambda n, m: np.tri(n, m, 1, dtype=bool), "Off by one"),
        (lambda n, m: tri(m, m), "You make m rows"),
        (lambda n, m: tri(m, n), "a row for each key"),
        (lambda n, m: np.arange(n)[:, None] == np.arange(m), "its own position alone"),
        (lambda n, m: np.full((n, m), True), "hides nothing"),
        (lambda n, m: np.tri(n, m), "holds numbers (dtype float64), needed True and False"),
        (
            lambda n, m: np.array([[True, False, False], [True, True, False]]),
            "has shape (2, 3), needed (1, 1)",
        ),
        (lambda n, m: tri(n, m)[:, ::-1], "Query 0 sees key 0 alone"),
        (lambda n, m: tri(n, m) & ~np.tri(n, m, -2, dtype=bool), "one more in each row"),
    ],
    "padding_mask": [
        (lambda L, m: np.arange(1, m + 1) < np.array(L)[:, None, None], "the other way"),
        (lambda L, m: np.arange(m) < np.array(L)[None, :, None], "(1, b, m)"),
        (lambda L, m: np.repeat(words(L, m), m, axis=1), "a row for each of m queries"),
        (
            lambda L, m: np.array(words(L, m)) & np.swapaxes(words(L, m), 1, 2),
            "hide the queries of fillers too",
        ),
        (lambda L, m: np.array(words([L[0]] * len(L), m)), "the first one's length"),
        (lambda L, m: np.arange(m) < L[:, None, None], "np.array(lengths) first"),
        (lambda L, m: np.arange(m) < L.reshape(-1, 1, 1), "none of an array's methods"),
        (lambda L, m: np.arange(m) < np.array(L), "key 0 meets sentence 0"),
        (lambda L, m: (np.arange(m) < L)[:, None, :], "no axis of sentences yet"),
        (lambda L, m: np.array(words(L, m), float), "holds numbers (dtype float64)"),
        (lambda L, m: np.array([[[True, False]], [[True, True]]]), "has shape (2, 1, 2)"),
        (lambda L, m: np.full((len(L), 1, m), True), "key 1 is a filler"),
    ],
    "decoder_mask": [
        (as_given, "lie along the queries still"),
        (lambda L, n: as_edited(L, n, lambda i, j: j < i), "with j < i nobody"),
        (lambda L, n: as_edited(L, n, lambda i, j: i <= j), "with j >= i each"),
        (lambda L, n: as_edited(L, n, lambda i, j: j > i), "sees only what lies ahead"),
        (lambda L, n: as_edited(L, n, lambda i, j: j <= i + 1), "shows the next word"),
        (lambda L, n: as_edited(np.array(L) + 1, n, lambda i, j: j <= i), "j < length was right"),
        (lambda L, n: (np.arange(n) < np.array(L)[:, None]) | tri(n, n), "& was right"),
        (lambda L, n: (np.arange(n) < np.array(L)) & tri(n, n), "Without a column"),
        (lambda L, n: np.array([tri(n, n) for _ in L]), "the causal mask alone"),
        (words, "the padding mask alone"),
        (lambda L, n: np.repeat(words(L, n), n, axis=1), "are all the same"),
        (lambda L, n: np.array(words(L, n)) & tri(n, n).T, "is transposed"),
        (lambda L, n: ~(np.array(words(L, n)) & tri(n, n)), "All is turned round"),
        (lambda L, n: ~np.array(words(L, n)) & tri(n, n), "show the fillers"),
        (lambda L, n: np.array(words(L, n)) * np.tri(n), "holds numbers"),
        (lambda L, n: loop_decoder([min(L)] * len(L), n), "not to one query"),
        (lambda L, n: loop_decoder([max(x, 1) for x in L], n), "no query sees anything"),
    ],
    "front_weight": [
        (0.6698, "divided by √2 first"),
        (0.564, "Your hidden scores are 0"),
        (0.73, "Nearly: give three decimals"),
        (0.0871, "The fillers still take weight"),
        (0.0466, '"her" still takes weight'),
        (0.0317, "All five keys are in the sum"),
        (1, "Not strict"),
        (0.09003, "fillers stand in front"),
        (0.269, "gives to itself"),
        (0, 'You hide "we"'),
        (0.6667, "shares of the scores"),
        (0.74, "too large"),
        (0.5, "too small"),
        (masked_softmax, "needed a value"),
    ],
    "safe_softmax": [
        (plain, "Print its exponentials"),
        (asks_once, "decide once for all rows"),
        (asks_once_of_top, "An if asks one question"),
        (lambda s: np.nan_to_num(plain(s), nan=1 / s.shape[-1]), "gets equal weights"),
        (lambda s: np.nan_to_num(plain(s), nan=1.0), "gets ones"),
        (
            lambda s: np.zeros(s.shape) if np.isnan(plain(s)).any() else plain(s),
            "wipes out all the others",
        ),
        (
            lambda s: np.where(np.isfinite(s).all(-1, keepdims=True), plain(s), 0),
            "Only rows without any key",
        ),
        (
            lambda s: np.divide(
                np.exp(s),
                np.exp(s).sum(-1, keepdims=True),
                out=np.zeros_like(s),
                where=s > -INF,
            ),
            "keep taking off",
        ),
        (with_epsilon, "You left out the largest score"),
        (one_top, "one largest score off all rows"),
        (lambda s: softmax(s, axis=0), "runs down the first axis"),
        (whole_array_only, "decide row by row"),
        (safe_in_place, "changes its argument scores"),
        (lambda s: np.where(s < -500, 0, plain(s)), "Very small scores are not hidden"),
        (lambda s: np.where(np.isnan(softmax(s, 1)), 0, softmax(s, 1)), "stops with an error"),
        (lambda s: np.zeros(s.shape), "this is the softmax"),
        (lambda s: np.array([0.5, 0.5]), "the same for different input"),
    ],
    "leak": [
        (lambda b, a, j: bool(moves(b, a)[j + 1 :].any()), "the outputs after j"),
        (lambda b, a, j: bool(moves(b, a)[j:].any()), "from j on"),
        (lambda b, a, j: not np.array_equal(b[:j], a[:j]), "to the last digit"),
        (lambda b, a, j: bool((a[:j] > b[:j] + 1e-9).any()), "only numbers that rise"),
        (lambda b, a, j: j > 0 and not np.allclose(b[j - 1], a[j - 1]), "just before j alone"),
        (lambda b, a, j: moves(b, a)[:j].any(1), "for each output"),
        (lambda b, a, j: not np.allclose(b[:1], a[:1]), "Nothing stands before position 0"),
        (lambda b, a, j: bool(np.abs(b[:j] - a[:j]).max() > 1e-9), "max() of nothing"),
        (lambda b, a, j: not np.allclose(b[:j], a[:j], atol=0.01), "a small leak"),
        (
            lambda b, a, j: bool(moves(b, a)[:j].all(1).any()),
            "One number of an output that moves",
        ),
        (
            lambda b, a, j: bool(j and moves(b, a)[:j].any(1).all()),
            "one that moves is enough.\nCase: output 0",
        ),
        (lambda b, a, j: j > 0 and bool(moves(b, a)[0].any()), "up to j − 1"),
        (lambda b, a, j: True, "Nothing has moved here"),
        (lambda b, a, j: False, "Output 0 moved from 1 to 1.5"),
    ],
}

RIGHT = {
    "masked_softmax": [
        masked_softmax,
        loop_masked,
        lambda s, mask: softmax(s + np.where(mask, 0, -INF)),
        lambda s, mask: softmax(np.where(mask, np.float32(s), -INF)).tolist(),
        lambda s, mask: attention.attention(s, np.eye(s.shape[-1]), s.mT, mask, 1.0).weights,
    ],
    "causal_mask": [
        tri,
        attention.causal_mask,
        lambda n, m: [[j <= i for j in range(m)] for i in range(n)],
        lambda n, m: ~np.triu(np.ones((n, m), bool), 1),
        lambda n, m: np.less_equal.outer(np.arange(m), np.arange(n)).T,
    ],
    "padding_mask": [
        words,
        attention.padding_mask,
        lambda L, m: np.array([np.arange(m) < length for length in L])[:, None],
        lambda L, m: np.less.outer(np.arange(m), L).T.reshape(len(L), 1, m),
    ],
    "decoder_mask": [
        loop_decoder,
        lambda L, n: attention.padding_mask(L, n) & attention.causal_mask(n),
        lambda L, n: np.stack([tri(n, n) & (np.arange(n) < length) for length in L]),
        lambda L, n: np.minimum(attention.padding_mask(L, n), tri(n, n)),
    ],
    "front_weight": [0.731, np.float32(0.7311), 1 / (1 + math.exp(-1))],
    "safe_softmax": [
        softmax,
        loop_safe,
        lambda s: np.nan_to_num(plain(s)),
        lambda s: softmax(np.float32(s)),
        lambda s: np.where(np.isneginf(s), 0, plain(s)),
    ],
    "leak": [
        loop_leaks,
        lambda b, a, j: bool((~np.isclose(b[:j], a[:j])).any()),
        lambda b, a, j: np.abs(b[:j] - a[:j]).sum() > 1e-8,
        lambda b, a, j: not np.allclose(np.float32(b[:j]), np.float32(a[:j])),
        lambda b, a, j: max([0, *np.abs(b[:j] - a[:j]).ravel()]) > 1e-6,
    ],
}

FRESH = {  # what the answers of fresh_masks.py must be told, in their order
    "masked_softmax": [
        "You make the hidden scores 0.",
        "You hide what may be seen.",
        "You make the hidden scores 0.",
        "You strike out weights after the softmax.",
        "The hidden key must get 0, the only visible one 1.",
        "0 times −∞ is nan, so the visible scores are lost.",
        "One query is right, two are not:",
        "Indexing does not broadcast a mask",
    ],
    "causal_mask": [
        "This is the strict mask, j < i:",
        "Turned round:",
        "Your result holds numbers (dtype float64), needed True and False.",
        "You make n columns.",
        "You count from the end:",
        "The right pairs, laid on their side:",
        "Your result has shape (2, 3), needed (1, 1).",
        "IndexError:",
    ],
    "padding_mask": [
        "Yours is (b, m).",
        "Off by one:",
        "True at the fillers:",
        "Yours is (b, m, 1):",
        "You keep the last keys:",
        "Your result has shape (1, 1, 1), needed (1, 1, 2).",
        "lengths is a list,",
        "Key 0 is a word, key 1 is a filler.",
    ],
    "decoder_mask": [
        "j <= i was right: with j >= i each query sees what lies ahead.",
        "The rows of fillers are all False:",
        "The rows of fillers are all False:",
        "You join them by 'or'.",
        "You took the strict mask:",
        "The axes are right.",
        "Two sentences, two queries:",
        "An axis in front changes nothing:",
    ],
    "front_weight": [
        'This is what "saw" gives to itself.',
        "The fillers still take weight:",
        '"her" still takes weight:',
        "All five keys are in the sum:",
        'You let "we" alone be seen.',
        "These are shares of the scores.",
        "Your hidden scores are 0,",
        "You hide the last two places.",
    ],
    "safe_softmax": [
        "Such a row still gives nan.",
        "Such a row still gives nan.",
        "You left out the largest score:",
        "nan, not a number, begins at [0, 0].",
        "A row with one hidden key is set to 0 as a whole.",
        "Your empty row gets equal weights, as a large number in place of −∞ give",
        "With nothing hidden, this is the softmax.",
        "Very small scores are not hidden ones:",
    ],
    "leak": [
        "You compare to the last digit.",
        "You count output j as well.",
        "You look at all outputs.",
        "The wrong way round:",
        "Nothing stands before position 0:",
        "You ask that every number has moved.",
        "You add up the differences:",
        "At j = 0 there is no output before:",
    ],
}
