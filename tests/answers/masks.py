"""Answers to the exercises of notebook 05, each a cell as a student typed it; see __init__.py."""
# --- masked_softmax: wrong: True means: may attend
def my_masked_softmax(scores, mask):
    return masked_softmax(scores, ~mask)
# --- masked_softmax: wrong: after the softmax
def my_masked_softmax(scores, mask):
    return attention.softmax(scores) * mask
# --- masked_softmax: wrong: e⁰ is 1
def my_masked_softmax(scores, mask):
    return attention.softmax(scores * mask)
# --- masked_softmax: wrong: True as 1 and False as 0
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + mask)
# --- masked_softmax: wrong: multiply by −∞
def my_masked_softmax(scores, mask):
    return attention.softmax(scores * np.where(mask, 1.0, -np.inf))
# --- masked_softmax: wrong: Which score has the exponential 0?
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, np.inf))
# --- masked_softmax: wrong: Your mask is transposed
def my_masked_softmax(scores, mask):
    return masked_softmax(scores, mask.T)
# --- masked_softmax: wrong: down the columns
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -np.inf), axis=-2)
# --- masked_softmax: wrong: is still missing
def my_masked_softmax(scores, mask):
    return np.where(mask, scores, -np.inf)
# --- masked_softmax: wrong: not yet shares of 1
def my_masked_softmax(scores, mask):
    return np.exp(np.where(mask, scores, -np.inf))
# --- masked_softmax: wrong: do not use the mask
def my_masked_softmax(scores, mask):
    return attention.softmax(scores)
# --- masked_softmax: wrong: the score itself must stay
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, 0, -np.inf))
# --- masked_softmax: wrong: not enough for a large score
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + np.where(mask, 0, -1e4))
# --- masked_softmax: wrong: is not −∞
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -1e9))
# --- masked_softmax: wrong: sees everything
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + ~mask * -1e9)
# --- masked_softmax: wrong: which is nan. And the mask
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + mask * -np.inf)
# --- masked_softmax: wrong: you take the large number off
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + mask * -1e9)
# --- masked_softmax: wrong: softmax twice: the line below
def my_masked_softmax(scores, mask):
    return attention.softmax(masked_softmax(scores, mask))
# --- masked_softmax: wrong: struck out in between
def my_masked_softmax(scores, mask):
    return attention.softmax(attention.softmax(scores) * mask)
# --- masked_softmax: wrong: You mask weights
def my_masked_softmax(scores, mask):
    return masked_softmax(attention.softmax(scores), mask)
# --- masked_softmax: wrong: out of their places
def my_masked_softmax(scores, mask):
    return attention.softmax(scores[mask])
# --- masked_softmax: wrong: Indexing does not broadcast
def my_masked_softmax(scores, mask):
    hidden = scores.copy()
    hidden[~mask] = -np.inf
    return attention.softmax(hidden)
# --- masked_softmax: wrong: Dividing by the sum once more
def my_masked_softmax(scores, mask):
    weights = attention.softmax(scores) * mask
    return weights / weights.sum(-1, keepdims=True)
# --- masked_softmax: wrong: nan, not a number, begins at [1, 0]
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# --- masked_softmax: wrong: changes the argument
def my_masked_softmax(scores, mask):
    scores[~mask] = -np.inf
    return attention.softmax(scores)
# --- masked_softmax: wrong: stops with an error
def my_masked_softmax(scores, mask):
    result = scores.copy()
    for at in np.ndindex(scores.shape):
        if not mask[at]:
            result[at] = -np.inf
    return attention.softmax(result)
# --- masked_softmax: wrong: A negative score is hidden
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, np.abs(scores), -np.inf))
# --- masked_softmax: wrong: the same for different input
def my_masked_softmax(scores, mask):
    return np.array([[1.0, 0.0]])
# --- masked_softmax: fresh: You make the hidden scores 0.
def my_masked_softmax(scores, mask):
    scores = scores * mask
    return attention.softmax(scores)
# --- masked_softmax: fresh: You hide what may be seen.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, -np.inf, scores)
    return attention.softmax(scores)
# --- masked_softmax: fresh: You make the hidden scores 0.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, 0)
    return attention.softmax(scores)
# --- masked_softmax: fresh: You strike out weights after the softmax.
def my_masked_softmax(scores, mask):
    weights = attention.softmax(scores)
    return np.where(mask, weights, 0.0)
# --- masked_softmax: fresh: The hidden key must get 0, the only visible one 1.
def my_masked_softmax(scores, mask):
    scores = scores - 10.0 * (1 - np.asarray(mask).astype(float))
    return attention.softmax(scores)
# --- masked_softmax: fresh: 0 times −∞ is nan, so the visible scores are lost.
def my_masked_softmax(scores, mask):
    scores = scores + -np.inf * ~np.asarray(mask)
    return attention.softmax(scores)
# --- masked_softmax: fresh: One query is right, two are not:
def my_masked_softmax(scores, mask):
    scores = np.where(np.asarray(mask)[0], scores, -np.inf)
    return attention.softmax(scores)
# --- masked_softmax: fresh: Indexing does not broadcast a mask
def my_masked_softmax(scores, mask):
    scores = np.array(scores, dtype=float)
    scores[~np.asarray(mask)] = -np.inf
    return attention.softmax(scores)
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -np.inf))
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    result = np.zeros(scores.shape)
    for at in np.ndindex(scores.shape[:-1]):
        seen = [j for j in range(scores.shape[-1]) if mask[at][j]]
        total = sum(math.exp(scores[at][j] - max(scores[at][seen])) for j in seen)
        for j in seen:
            result[at][j] = math.exp(scores[at][j] - max(scores[at][seen])) / total
    return result
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + np.where(mask, 0, -np.inf))
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, np.float32(scores), -np.inf)).tolist()
# --- masked_softmax: right
def my_masked_softmax(scores, mask):
    return attention.attention(scores, np.eye(scores.shape[-1]), scores.mT, mask, 1.0).weights
# --- causal_mask: wrong: True at what must be hidden
def my_causal_mask(n, m):
    return np.triu(np.ones((n, m), bool), 1)
# --- causal_mask: wrong: Off by one
def my_causal_mask(n, m):
    return np.tri(n, m, 1, dtype=bool)
# --- causal_mask: wrong: You make m rows
def my_causal_mask(n, m):
    return np.tri(m, m, dtype=bool)
# --- causal_mask: wrong: a row for each key
def my_causal_mask(n, m):
    return np.tri(m, n, dtype=bool)
# --- causal_mask: wrong: its own position alone
def my_causal_mask(n, m):
    return np.arange(n)[:, None] == np.arange(m)
# --- causal_mask: wrong: hides nothing
def my_causal_mask(n, m):
    return np.full((n, m), True)
# --- causal_mask: wrong: holds numbers (dtype float64), needed True and False
def my_causal_mask(n, m):
    return np.tri(n, m)
# --- causal_mask: wrong: has shape (2, 3), needed (1, 1)
def my_causal_mask(n, m):
    return np.array([[True, False, False], [True, True, False]])
# --- causal_mask: wrong: Query 0 sees key 0 alone
def my_causal_mask(n, m):
    return np.tri(n, m, dtype=bool)[:, ::-1]
# --- causal_mask: wrong: one more in each row
def my_causal_mask(n, m):
    return np.tri(n, m, dtype=bool) & ~np.tri(n, m, -2, dtype=bool)
# --- causal_mask: fresh: This is the strict mask, j < i:
def my_causal_mask(n, m):
    i = np.arange(n)[:, None]
    j = np.arange(m)
    return j < i
# --- causal_mask: fresh: Turned round:
def my_causal_mask(n, m):
    i = np.arange(n)[:, None]
    j = np.arange(m)
    return j >= i
# --- causal_mask: fresh: Your result holds numbers (dtype float64), needed True and False.
def my_causal_mask(n, m):
    return np.tril(np.ones((n, m)))
# --- causal_mask: fresh: You make n columns.
def my_causal_mask(n, m):
    return np.tril(np.ones((n, n), dtype=bool))
# --- causal_mask: fresh: You count from the end:
def my_causal_mask(n, m):
    i = np.arange(n)[:, None] + (m - n)
    j = np.arange(m)
    return j <= i
# --- causal_mask: fresh: The right pairs, laid on their side:
def my_causal_mask(n, m):
    i = np.arange(n)
    j = np.arange(m)[:, None]
    return j <= i
# --- causal_mask: fresh: Your result has shape (2, 3), needed (1, 1).
def my_causal_mask(n, m):
    return np.array([[True, False, False], [True, True, False]])
# --- causal_mask: fresh: IndexError:
def my_causal_mask(n, m):
    mask = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    return mask
# --- causal_mask: right
def my_causal_mask(n, m):
    return np.tri(n, m, dtype=bool)
# --- causal_mask: right
my_causal_mask = attention.causal_mask
# --- causal_mask: right
def my_causal_mask(n, m):
    return [[j <= i for j in range(m)] for i in range(n)]
# --- causal_mask: right
def my_causal_mask(n, m):
    return ~np.triu(np.ones((n, m), bool), 1)
# --- causal_mask: right
def my_causal_mask(n, m):
    return np.less_equal.outer(np.arange(m), np.arange(n)).T
# --- padding_mask: wrong: the other way
def my_padding_mask(lengths, m):
    return np.arange(1, m + 1) < np.array(lengths)[:, None, None]
# --- padding_mask: wrong: (1, b, m)
def my_padding_mask(lengths, m):
    return np.arange(m) < np.array(lengths)[None, :, None]
# --- padding_mask: wrong: a row for each of m queries
def my_padding_mask(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None, None]
    return np.repeat(real, m, axis=1)
# --- padding_mask: wrong: hide the queries of fillers too
def my_padding_mask(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None, None]
    return real & real.swapaxes(1, 2)
# --- padding_mask: wrong: the first one's length
def my_padding_mask(lengths, m):
    return np.array([[np.arange(m) < lengths[0]] for _ in lengths])
# --- padding_mask: wrong: np.array(lengths) first
def my_padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None, None]
# --- padding_mask: wrong: none of an array's methods
def my_padding_mask(lengths, m):
    return np.arange(m) < lengths.reshape(-1, 1, 1)
# --- padding_mask: wrong: key 0 meets sentence 0
def my_padding_mask(lengths, m):
    return np.arange(m) < np.array(lengths)
# --- padding_mask: wrong: no axis of sentences yet
def my_padding_mask(lengths, m):
    return (np.arange(m) < lengths)[:, None, :]
# --- padding_mask: wrong: holds numbers (dtype float64)
def my_padding_mask(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None, None]
    return real.astype(float)
# --- padding_mask: wrong: has shape (2, 1, 2)
def my_padding_mask(lengths, m):
    return np.array([[[True, False]], [[True, True]]])
# --- padding_mask: wrong: key 1 is a filler
def my_padding_mask(lengths, m):
    return np.full((len(lengths), 1, m), True)
# --- padding_mask: fresh: Yours is (b, m).
def my_padding_mask(lengths, m):
    return np.arange(m) < np.array(lengths)[:, None]
# --- padding_mask: fresh: Off by one:
def my_padding_mask(lengths, m):
    return np.arange(m) <= np.array(lengths)[:, None, None]
# --- padding_mask: fresh: True at the fillers:
def my_padding_mask(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= lengths
# --- padding_mask: fresh: Yours is (b, m, 1):
def my_padding_mask(lengths, m):
    real = np.arange(m) < np.array(lengths)[:, None]
    return real[:, :, None]
# --- padding_mask: fresh: You keep the last keys:
def my_padding_mask(lengths, m):
    lengths = np.array(lengths)[:, None, None]
    return np.arange(m) >= m - lengths
# --- padding_mask: fresh: Your result has shape (1, 1, 1), needed (1, 1, 2).
def my_padding_mask(lengths, m):
    width = max(lengths)
    return np.arange(width) < np.array(lengths)[:, None, None]
# --- padding_mask: fresh: lengths is a list,
def my_padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None, None]
# --- padding_mask: fresh: Key 0 is a word, key 1 is a filler.
def my_padding_mask(lengths, m):
    mask = np.zeros((len(lengths), 1, m), dtype=bool)
    for k, length in enumerate(lengths):
        for j in range(1, length):
            mask[k, 0, j] = True
    return mask
# --- padding_mask: right
def my_padding_mask(lengths, m):
    return [[[j < length for j in range(m)]] for length in lengths]
# --- padding_mask: right
my_padding_mask = attention.padding_mask
# --- padding_mask: right
def my_padding_mask(lengths, m):
    return np.array([np.arange(m) < length for length in lengths])[:, None]
# --- padding_mask: right
def my_padding_mask(lengths, m):
    return np.less.outer(np.arange(m), lengths).T.reshape(len(lengths), 1, m)
# --- decoder_mask: wrong: lie along the queries still
def my_decoder_mask(lengths, n):
    queries, keys = np.arange(n)[:, None], np.arange(n)
    return (keys < np.array(lengths)[:, None]) & (keys <= queries)
# --- decoder_mask: wrong: with j < i nobody
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j < i)
# --- decoder_mask: wrong: with j >= i each
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (i <= j)
# --- decoder_mask: wrong: sees only what lies ahead
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j > i)
# --- decoder_mask: wrong: shows the next word
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j <= i + 1)
# --- decoder_mask: wrong: j < length was right
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j <= np.array(lengths)[:, None]
    return real & (j <= i)
# --- decoder_mask: wrong: & was right
def my_decoder_mask(lengths, n):
    return (np.arange(n) < np.array(lengths)[:, None]) | np.tri(n, n, dtype=bool)
# --- decoder_mask: wrong: Without a column
def my_decoder_mask(lengths, n):
    return (np.arange(n) < np.array(lengths)) & np.tri(n, n, dtype=bool)
# --- decoder_mask: wrong: the causal mask alone
def my_decoder_mask(lengths, n):
    return np.array([np.tri(n, n, dtype=bool) for _ in lengths])
# --- decoder_mask: wrong: the padding mask alone
def my_decoder_mask(lengths, n):
    return [[[j < length for j in range(n)]] for length in lengths]
# --- decoder_mask: wrong: are all the same
def my_decoder_mask(lengths, n):
    real = np.arange(n) < np.array(lengths)[:, None, None]
    return np.repeat(real, n, axis=1)
# --- decoder_mask: wrong: is transposed
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j <= i).T
# --- decoder_mask: wrong: All is turned round
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return ~(real & (j <= i))
# --- decoder_mask: wrong: show the fillers
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return ~real & (j <= i)
# --- decoder_mask: wrong: holds numbers
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real * 1.0 * (j <= i)
# --- decoder_mask: wrong: not to one query
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    return np.array([(j < min(lengths)) & (j <= i) for _ in lengths])
# --- decoder_mask: wrong: no query sees anything
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    return np.array([(j < max(length, 1)) & (j <= i) for length in lengths])
# --- decoder_mask: fresh: j <= i was right: with j >= i each query sees what lies ahead.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j >= i)
# --- decoder_mask: fresh: The rows of fillers are all False:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real[:, :, None] & (j <= i)
# --- decoder_mask: fresh: The rows of fillers are all False:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real[:, None, :] & real[:, :, None] & (j <= i)
# --- decoder_mask: fresh: You join them by 'or'.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real | (j <= i)
# --- decoder_mask: fresh: You took the strict mask:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j < i)
# --- decoder_mask: fresh: The axes are right.
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j <= np.array(lengths)[:, None, None]
    return real & (j <= i)
# --- decoder_mask: fresh: Two sentences, two queries:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return np.broadcast_to(real & (j <= i), (len(lengths), n, n))
# --- decoder_mask: fresh: An axis in front changes nothing:
def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[None, :, None]
    return real & (j <= i)
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    return [[[j < L and j <= i for j in range(n)] for i in range(n)] for L in lengths]
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    return attention.padding_mask(lengths, n) & attention.causal_mask(n)
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    return np.stack([np.tri(n, n, dtype=bool) & (np.arange(n) < length) for length in lengths])
# --- decoder_mask: right
def my_decoder_mask(lengths, n):
    return np.minimum(attention.padding_mask(lengths, n), np.tri(n, n, dtype=bool))
# --- front_weight: wrong: divided by √2 first
front_weight = 0.6698
# --- front_weight: wrong: Your hidden scores are 0
front_weight = 0.564
# --- front_weight: wrong: Nearly: give three decimals
front_weight = 0.73
# --- front_weight: wrong: The fillers still take weight
front_weight = 0.0871
# --- front_weight: wrong: "her" still takes weight
front_weight = 0.0466
# --- front_weight: wrong: All five keys are in the sum
front_weight = 0.0317
# --- front_weight: wrong: Not strict
front_weight = 1
# --- front_weight: wrong: fillers stand in front
front_weight = 0.09003
# --- front_weight: wrong: gives to itself
front_weight = 0.269
# --- front_weight: wrong: You hide "we"
front_weight = 0
# --- front_weight: wrong: shares of the scores
front_weight = 0.6667
# --- front_weight: wrong: too large
front_weight = 0.74
# --- front_weight: wrong: too small
front_weight = 0.5
# --- front_weight: wrong: needed a value
front_weight = masked_softmax
# --- front_weight: fresh: This is what "saw" gives to itself.
front_weight = 0.269
# --- front_weight: fresh: The fillers still take weight:
front_weight = 0.087
# --- front_weight: fresh: "her" still takes weight:
front_weight = 0.047
# --- front_weight: fresh: All five keys are in the sum:
front_weight = 0.032
# --- front_weight: fresh: You let "we" alone be seen.
front_weight = 1.0
# --- front_weight: fresh: These are shares of the scores.
front_weight = 0.667
# --- front_weight: fresh: Your hidden scores are 0,
front_weight = 0.564
# --- front_weight: fresh: You hide the last two places.
front_weight = 0.09
# --- front_weight: right
front_weight = 0.731
# --- front_weight: right
front_weight = np.float32(0.7311)
# --- front_weight: right
front_weight = 1 / (1 + math.exp(-1))
# --- safe_softmax: wrong: Print its exponentials
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# --- safe_softmax: wrong: decide once for all rows
def my_safe_softmax(scores):
    top = scores.max(-1, keepdims=True)
    if top == -np.inf:
        top = 0
    e = np.exp(scores - top)
    return e / np.where(e.sum(-1, keepdims=True) == 0, 1, e.sum(-1, keepdims=True))
# --- safe_softmax: wrong: An if asks one question
def my_safe_softmax(scores):
    top = scores.max(-1, keepdims=True)
    if top == -np.inf:
        top = 0
    e = np.exp(scores - top)
    return e / e.sum(-1, keepdims=True)
# --- safe_softmax: wrong: gets equal weights
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.nan_to_num(weights, nan=1 / scores.shape[-1])
# --- safe_softmax: wrong: gets ones
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.nan_to_num(weights, nan=1.0)
# --- safe_softmax: wrong: wipes out all the others
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.zeros(scores.shape) if np.isnan(weights).any() else weights
# --- safe_softmax: wrong: Only rows without any key
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.where(np.isfinite(scores).all(-1, keepdims=True), weights, 0)
# --- safe_softmax: wrong: keep taking off
def my_safe_softmax(scores):
    e = np.exp(scores)
    return np.divide(e, e.sum(-1, keepdims=True), out=np.zeros_like(scores), where=scores > -np.inf)
# --- safe_softmax: wrong: You left out the largest score
def my_safe_softmax(scores):
    e = np.exp(scores)
    return e / (e.sum(-1, keepdims=True) + 1e-12)
# --- safe_softmax: wrong: one largest score off all rows
def my_safe_softmax(scores):
    e = np.exp(scores - (scores.max() if np.isfinite(scores.max()) else 0))
    return np.divide(e, e.sum(-1, keepdims=True), out=np.zeros_like(e), where=e > 0)
# --- safe_softmax: wrong: runs down the first axis
def my_safe_softmax(scores):
    return attention.softmax(scores, axis=0)
# --- safe_softmax: wrong: decide row by row
def my_safe_softmax(scores):
    if np.isneginf(scores).all():
        return np.zeros_like(scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# --- safe_softmax: wrong: changes its argument scores
def my_safe_softmax(scores):
    scores[np.isneginf(scores).all(-1)] = -1e300
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return weights * (scores > -1e300)
# --- safe_softmax: wrong: Very small scores are not hidden
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.where(scores < -500, 0, weights)
# --- safe_softmax: wrong: stops with an error
def my_safe_softmax(scores):
    return np.where(np.isnan(attention.softmax(scores, 1)), 0, attention.softmax(scores, 1))
# --- safe_softmax: wrong: this is the softmax
def my_safe_softmax(scores):
    return np.zeros(scores.shape)
# --- safe_softmax: wrong: the same for different input
def my_safe_softmax(scores):
    return np.array([0.5, 0.5])
# --- safe_softmax: fresh: Such a row still gives nan.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0.0, top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total
# --- safe_softmax: fresh: Such a row still gives nan.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    total = np.where(total == 0, 1.0, total)
    return exponentials / total
# --- safe_softmax: fresh: You left out the largest score:
def my_safe_softmax(scores):
    exponentials = np.exp(scores)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# --- safe_softmax: fresh: nan, not a number, begins at [0, 0].
def my_safe_softmax(scores):
    if np.all(scores == -np.inf):
        return np.zeros_like(scores)
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total
# --- safe_softmax: fresh: A row with one hidden key is set to 0 as a whole.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    hidden = np.isinf(scores).any(axis=-1, keepdims=True)
    return np.where(hidden, 0.0, exponentials / total)
# --- safe_softmax: fresh: Your empty row gets equal weights, as a large number in place of −∞ give
def my_safe_softmax(scores):
    scores = np.where(np.isinf(scores), -1e9, scores)
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total
# --- safe_softmax: fresh: With nothing hidden, this is the softmax.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True) + 1e-3
    return exponentials / total
# --- safe_softmax: fresh: Very small scores are not hidden ones:
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), 0.0)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# --- safe_softmax: right
my_safe_softmax = attention.softmax
# --- safe_softmax: right
def my_safe_softmax(scores):
    scores = np.asarray(scores)
    if scores.ndim > 1:
        return [my_safe_softmax(row) for row in scores]
    if all(s == -np.inf for s in scores):
        return [0 for s in scores]
    e = [math.exp(s - max(scores)) for s in scores]
    return [x / sum(e) for x in e]
# --- safe_softmax: right
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.nan_to_num(weights)
# --- safe_softmax: right
def my_safe_softmax(scores):
    return attention.softmax(np.float32(scores))
# --- safe_softmax: right
def my_safe_softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.where(np.isneginf(scores), 0, weights)
# --- leak: wrong: the outputs after j
def my_leaks(before, after, j):
    return bool((np.abs(after - before) > 1e-9)[j + 1 :].any())
# --- leak: wrong: from j on
def my_leaks(before, after, j):
    return bool((np.abs(after - before) > 1e-9)[j:].any())
# --- leak: wrong: to the last digit
def my_leaks(before, after, j):
    return not np.array_equal(before[:j], after[:j])
# --- leak: wrong: only numbers that rise
def my_leaks(before, after, j):
    return bool((after[:j] > before[:j] + 1e-9).any())
# --- leak: wrong: just before j alone
def my_leaks(before, after, j):
    return j > 0 and not np.allclose(before[j - 1], after[j - 1])
# --- leak: wrong: for each output
def my_leaks(before, after, j):
    return (np.abs(after - before) > 1e-9)[:j].any(1)
# --- leak: wrong: Nothing stands before position 0
def my_leaks(before, after, j):
    return not np.allclose(before[:1], after[:1])
# --- leak: wrong: max() of nothing
def my_leaks(before, after, j):
    return bool(np.abs(before[:j] - after[:j]).max() > 1e-9)
# --- leak: wrong: a small leak
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], atol=0.01)
# --- leak: wrong: One number of an output that moves
def my_leaks(before, after, j):
    return bool((np.abs(after - before) > 1e-9)[:j].all(1).any())
# --- leak: wrong: not the nearest alone: one that moves is enough.
def my_leaks(before, after, j):
    return bool(j and (np.abs(after - before) > 1e-9)[:j].any(1).all())
# --- leak: wrong: up to j − 1
def my_leaks(before, after, j):
    return j > 0 and bool((np.abs(after - before) > 1e-9)[0].any())
# --- leak: wrong: Nothing has moved here
def my_leaks(before, after, j):
    return True
# --- leak: wrong: Output 0 moved from 1 to 1.5
def my_leaks(before, after, j):
    return False
# --- leak: fresh: You compare to the last digit.
def my_leaks(before, after, j):
    return bool((np.array(before)[:j] != np.array(after)[:j]).any())
# --- leak: fresh: You count output j as well.
def my_leaks(before, after, j):
    return not np.allclose(before[: j + 1], after[: j + 1])
# --- leak: fresh: You look at all outputs.
def my_leaks(before, after, j):
    return not np.allclose(before, after)
# --- leak: fresh: The wrong way round:
def my_leaks(before, after, j):
    return bool(np.allclose(before[:j], after[:j]))
# --- leak: fresh: Nothing stands before position 0:
def my_leaks(before, after, j):
    return not np.allclose(before[j - 1], after[j - 1])
# --- leak: fresh: You ask that every number has moved.
def my_leaks(before, after, j):
    moved = np.abs(np.array(after)[:j] - np.array(before)[:j]) > 1e-9
    return bool(moved.all())
# --- leak: fresh: You add up the differences:
def my_leaks(before, after, j):
    difference = (np.array(after) - np.array(before))[:j]
    return bool(abs(difference.sum()) > 1e-9)
# --- leak: fresh: At j = 0 there is no output before:
def my_leaks(before, after, j):
    difference = np.abs(np.array(after)[:j] - np.array(before)[:j])
    return bool(difference.max() > 1e-9)
# --- leak: right
def my_leaks(before, after, j):
    for i in range(j):
        for x, y in zip(before[i], after[i], strict=True):
            if abs(x - y) > 1e-6:
                return True
    return False
# --- leak: right
def my_leaks(before, after, j):
    return bool((~np.isclose(before[:j], after[:j])).any())
# --- leak: right
def my_leaks(before, after, j):
    return np.abs(before[:j] - after[:j]).sum() > 1e-8
# --- leak: right
def my_leaks(before, after, j):
    return not np.allclose(np.float32(before[:j]), np.float32(after[:j]))
# --- leak: right
def my_leaks(before, after, j):
    return max([0, *np.abs(before[:j] - after[:j]).ravel()]) > 1e-6
