"""Answers to the exercises of notebook 03, each a cell as a student typed it; see __init__.py."""
# --- softmax: wrong: All your weights together
def my_softmax(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()
# --- softmax: wrong: Your columns sum to 1
def my_softmax(scores):
    return softmax(scores, axis=0)
# --- softmax: wrong: inf / inf is nan
def my_softmax(scores):
    e = np.exp(scores)
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: one maximum from all rows
def my_softmax(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: not yet shares
def my_softmax(scores):
    return np.exp(scores - scores.max(-1, keepdims=True))
# --- softmax: wrong: takes the exponential first
def my_softmax(scores):
    return scores / scores.sum(-1, keepdims=True)
# --- softmax: wrong: not its size
def my_softmax(scores):
    e = np.exp(scores - np.abs(scores).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: neither its least nor its mean
def my_softmax(scores):
    e = np.exp(scores - scores.min(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: A lead of ln 3
def my_softmax(scores):
    return np.full(scores.shape, 1 / scores.shape[-1])
# --- softmax: wrong: changes its argument scores
def my_softmax(scores):
    scores -= scores.max(-1, keepdims=True)
    e = np.exp(scores)
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: the same for different input
def my_softmax(scores):
    return np.array([0.5, 0.5])
# --- softmax: wrong: as -1, not as 1
def my_softmax(scores):
    return softmax(scores, axis=1) if scores.ndim > 1 else softmax(scores)
# --- softmax: fresh: You subtract one maximum from all rows; a row far below it becomes 0/0.
def my_softmax(scores):
    scores = scores - np.max(scores)
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: fresh: AxisError:
def my_softmax(scores):
    top = scores.max(axis=1, keepdims=True)
    e = np.exp(scores - top)
    return e / e.sum(axis=1, keepdims=True)
# --- softmax: fresh: exp(1000) overflows, and scores cut off
def my_softmax(scores):
    safe = np.clip(scores, -700, 700)
    e = np.exp(safe)
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: fresh: nan, not a number, begins at [2].
def my_softmax(scores):
    centred = scores - scores.mean(axis=-1, keepdims=True)
    e = np.exp(centred)
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: fresh: One row is right, a matrix is not:
def my_softmax(scores):
    m = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - m)
    return e / np.sum(e)
# --- softmax: right
my_softmax = softmax
# --- softmax: right
def my_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    if scores.ndim > 1:
        return [my_softmax(row) for row in scores]
    exponentials = [math.exp(s - max(scores)) for s in scores]
    return [e / sum(exponentials) for e in exponentials]
# --- softmax: right
def my_softmax(scores):
    return softmax(np.float32(scores))
# --- softmax: right
def my_softmax(scores):
    return np.moveaxis(softmax(np.moveaxis(scores, -1, 0), axis=0), 0, -1)
# --- temperature: wrong: take 1 over it
T = 1 / 0.434465
# --- temperature: wrong: the second key alone
T = 0.4551
# --- temperature: wrong: the weight that is wanted
T = 0.9
# --- temperature: wrong: too large
T = 0.5
# --- temperature: wrong: too small
T = 0.38
# --- temperature: wrong: T must be above 0
T = -0.4345
# --- temperature: wrong: is a str
T = "0.43"
# --- temperature: wrong: None was handed in
T = None
# --- temperature: wrong: needed a value
T = softmax
# --- temperature: fresh: By this number the scores must be multiplied.
T = 2.30
# --- temperature: fresh: Yours is too large.
T = 0.44
# --- temperature: fresh: This counts the largest and the second key alone.
T = round(1 / math.log(9), 2)
# --- temperature: fresh: Yours is too large.
T = round(0.644 / 0.9, 2)
# --- temperature: fresh: Yours is too small.
T = 0.4
# --- temperature: right
T = 0.434
# --- temperature: right
T = np.float32(0.4345)
# --- temperature: right
T = 0.43
# --- scale: wrong: raw scores
def my_scores(Q, K):
    return Q @ K.T
# --- scale: wrong: You divide by d_k.
def my_scores(Q, K):
    return Q @ K.T / Q.shape[-1]
# --- scale: wrong: multiply by √d_k
def my_scores(Q, K):
    return Q @ K.T * math.sqrt(Q.shape[-1])
# --- scale: wrong: multiply by d_k
def my_scores(Q, K):
    return Q @ K.T * Q.shape[-1]
# --- scale: wrong: number of queries
def my_scores(Q, K):
    return Q @ K.T / math.sqrt(len(Q))
# --- scale: wrong: number of keys
def my_scores(Q, K):
    return Q @ K.T / math.sqrt(len(K))
# --- scale: wrong: divide by d_k²
def my_scores(Q, K):
    return Q @ K.T / Q.shape[-1] ** 2
# --- scale: wrong: right at width 4 alone
def my_scores(Q, K):
    return Q @ K.T / 2
# --- scale: wrong: You multiply by d_k / 2
def my_scores(Q, K):
    return Q @ K.T * Q.shape[-1] ** 1 / 2
# --- scale: wrong: You divide by d_k / 2
def my_scores(Q, K):
    return Q @ K.T / (Q.shape[-1] ** 1 / 2)
# --- scale: wrong: other way round
def my_scores(Q, K):
    return K @ Q.T / math.sqrt(Q.shape[-1])
# --- scale: wrong: the same for different input
def my_scores(Q, K):
    return np.array([[6.0]])
# --- scale: fresh: You divide by d_k.
def my_scores(Q, K):
    scale = 1 / Q.shape[-1]
    return Q @ K.T * scale
# --- scale: fresh: You divide by 2, which is right at width 4 alone.
def my_scores(Q, K):
    scale = 0.5
    return Q @ K.T * scale
# --- scale: fresh: You take the root of m, the number of keys (len(K) counts rows).
def my_scores(Q, K):
    scale = 1 / math.sqrt(len(K))
    return Q @ K.T * scale
# --- scale: fresh: Right for one query and one key, not for two and three:
def my_scores(Q, K):
    scale = 1 / np.sqrt(Q.size)
    return Q @ K.T * scale
# --- scale: fresh: You divide by 2 d_k:
def my_scores(Q, K):
    scale = K.shape[1] ** -1 / 2
    return Q @ K.T * scale
# --- scale: right
def my_scores(Q, K):
    return np.einsum("nd,md->nm", Q, K) / np.sqrt(K.shape[1])
# --- scale: right
def my_scores(Q, K):
    return [[float(q @ k) / len(q) ** 0.5 for k in K] for q in Q]
# --- scale: right
def my_scores(Q, K):
    return np.float32(Q) @ np.float32(K).T / np.sqrt(np.float32(Q.shape[1]))
# --- formula: wrong: the raw scores
def my_attention(Q, K, V):
    return softmax(Q @ K.T) @ V
# --- formula: wrong: by the width itself
def my_attention(Q, K, V):
    return softmax(Q @ K.T / Q.shape[1]) @ V
# --- formula: wrong: root of m
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(len(K))) @ V
# --- formula: wrong: root of n
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(len(Q))) @ V
# --- formula: wrong: down the columns
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(S, axis=0) @ V
# --- formula: wrong: These are the weights
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(S)
# --- formula: wrong: softmax between is missing
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return S @ V
# --- formula: wrong: You mix the keys
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(S) @ K
# --- formula: wrong: A second softmax
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(softmax(S) @ V)
# --- formula: wrong: the mean of their values
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return V[S.argmax(-1)]
# --- formula: wrong: are exchanged
def my_attention(Q, K, V):
    S = K @ Q.T / math.sqrt(Q.shape[-1])
    return softmax(S) @ V
# --- formula: wrong: its bracket must close before @ V
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(S @ V)
# --- formula: wrong: with the transposed weights
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return softmax(S).T @ V
# --- formula: wrong: V stands in front of the weights
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return V @ softmax(S)
# --- formula: wrong: Weights ¾ and ¼
def my_attention(Q, K, V):
    return np.broadcast_to(V.mean(0), (len(Q), V.shape[1]))
# --- formula: fresh: You divide by 2 d_k:
def my_attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = (Q @ K.T) / d_k**1 / 2
    return softmax(scores) @ V
# --- formula: fresh: You divide the weights, which then add up to less than 1.
def my_attention(Q, K, V):
    scores = Q @ K.T
    weights = softmax(scores) / math.sqrt(K.shape[-1])
    return weights @ V
# --- formula: fresh: Your softmax runs down the columns.
def my_attention(Q, K, V):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights.T @ V
# --- formula: fresh: You divide by the root of d_v.
def my_attention(Q, K, V):
    d = V.shape[-1]
    scores = Q @ K.T / np.sqrt(d)
    return softmax(scores) @ V
# --- formula: fresh: Equal keys have weight ½ each:
def my_attention(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    n, d_k = Q.shape
    out = np.zeros((n, V.shape[1]))
    for i in range(n):
        scores = np.array([Q[i] @ K[j] / math.sqrt(d_k) for j in range(n)])
        weights = softmax(scores)
        for j in range(n):
            out[i] += weights[j] * V[j]
    return out
# --- formula: fresh: Right at width 1, wrong at width 4:
def my_attention(Q, K, V):
    m, d_k = K.shape
    scores = Q @ K.reshape(d_k, m) / math.sqrt(d_k)
    return softmax(scores) @ V
# --- formula: fresh: One query is right, two are not:
def my_attention(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores)
    weights = weights / weights.sum()
    return weights @ V
# --- formula: fresh: nan, not a number, begins at [0, 0].
def my_attention(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return weights @ V
# --- formula: right
def my_attention(Q, K, V):
    outputs = []
    for q in Q:
        s = [q @ k / len(q) ** 0.5 for k in K]
        e = [math.exp(s_j - max(s)) for s_j in s]
        outputs.append(sum(e_j / sum(e) * v for e_j, v in zip(e, V)))
    return outputs
# --- formula: right
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return np.einsum("nm,mv->nv", softmax(S), V)
# --- formula: right
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return np.float32(softmax(S) @ V)
# --- formula: right
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    return (softmax(S) @ V).tolist()
# --- jacobian: wrong: is one number
def my_jacobian(z):
    return np.diag(softmax(z)) - softmax(z) @ softmax(z)
# --- jacobian: wrong: The sign is turned
def my_jacobian(z):
    p = softmax(z)
    return np.outer(p, p) - np.diag(p)
# --- jacobian: wrong: takes weight away
def my_jacobian(z):
    return np.diag(softmax(z)) + np.outer(softmax(z), softmax(z))
# --- jacobian: wrong: not ones
def my_jacobian(z):
    return np.eye(len(z)) - np.outer(softmax(z), softmax(z))
# --- jacobian: wrong: the diagonal alone
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p * (1 - p))
# --- jacobian: wrong: not in the scores z
def my_jacobian(z):
    return np.diag(z) - np.outer(z, z)
# --- jacobian: wrong: square of weight j
def my_jacobian(z):
    return np.diag(softmax(z)) - softmax(z) ** 2 + 0.0
# --- jacobian: fresh: p @ p is one number, the sum of squares.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p @ p
# --- jacobian: fresh: You keep the diagonal alone.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p - p * p)
# --- jacobian: fresh: You take the square of weight i off its whole row.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p[:, None] * p[:, None]
# --- jacobian: fresh: p * p takes the square of weight j off every row.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p * p.T
# --- jacobian: fresh: You take p_i² off the diagonal twice:
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p * (1 - p)) - np.outer(p, p)
# --- jacobian: right
def my_jacobian(z):
    p = softmax(z)
    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]
# --- jacobian: right
def my_jacobian(z):
    return softmax(z)[:, None] * (np.eye(len(z)) - softmax(z))
# --- jacobian: right
def my_jacobian(z):
    p = softmax(z)
    return np.float32(np.diag(p) - np.outer(p, p))
