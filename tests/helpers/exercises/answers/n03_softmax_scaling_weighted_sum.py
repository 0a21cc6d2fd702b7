"""Answers to the exercises of notebook 03, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
from helpers.data import examples

softmax = plain_softmax = attention.softmax
s1 = np.array([1.0, 2.0, 3.0, 4.0])
# --- softmax: wrong: The same two scores in another order:
def my_softmax(scores):
    return softmax(np.sort(scores))
# --- softmax: wrong: With the largest score subtracted the exponents are −2000, −2000 and 0:
def my_softmax(scores):
    e = np.exp(np.maximum(scores - scores.max(-1, keepdims=True), -10))
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: The first nan (not a number) is at [0].
def my_softmax(scores):
    e = np.exp(scores - scores.max() if scores.max() > 700 else scores)
    return e / e.sum(-1, keepdims=True)
# --- softmax: wrong: There are fewer axes than that;
def my_softmax(scores):
    top = scores.max(axis=1, keepdims=True)
    e = np.exp(scores - top)
    return e / e.sum(axis=1, keepdims=True)
# --- softmax: wrong: exp(1000) is inf, and scores cut off at a limit become equal.
def my_softmax(scores):
    safe = np.clip(scores, -700, 700)
    e = np.exp(safe)
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: wrong: The first nan (not a number) is at [2].
def my_softmax(scores):
    centred = scores - scores.mean(axis=-1, keepdims=True)
    e = np.exp(centred)
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: wrong: The first nan (not a number) is at [0, 0].
def my_softmax(scores):
    scores = np.asarray(scores)
    e = np.exp(scores - scores.max())
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: wrong: Your columns sum to 1.
def my_softmax(scores):
    e = np.exp(scores - np.max(scores, axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)
# --- softmax: wrong: A matrix is right, three axes are not:
def my_softmax(scores):
    scores = np.asarray(scores)
    if scores.ndim == 1:
        e = np.exp(scores - scores.max())
        return e / e.sum()
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
# --- softmax: wrong: One row is right, a matrix is not:
def my_softmax(scores):
    shifted = scores - np.max(scores)
    return np.exp(shifted) / np.sum(np.exp(shifted))
# --- softmax: wrong: random inputs: scores holds whole numbers (dtype int64) in each
def my_softmax(scores):
    scores = np.asarray(scores)
    out = np.zeros_like(scores)
    for i in np.ndindex(scores.shape[:-1]):
        e = np.exp(scores[i] - scores[i].max())
        out[i] = e / e.sum()
    return out
# --- softmax: wrong: A single key gets all the weight, 1.
def my_softmax(scores):
    s = scores - np.max(scores, axis=-1, keepdims=True)
    return s - np.log(np.exp(s).sum(axis=-1, keepdims=True))
# --- softmax: wrong: A lead of ln 3 must give three times the weight:
def my_softmax(scores):
    scores = np.array(scores, dtype=int)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: right
def my_softmax(scores):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
# --- softmax: right
def my_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    shifted = scores - scores.max(axis=-1)[..., None]
    top = np.exp(shifted)
    bottom = top.sum(axis=-1)[..., None]
    return top / bottom
# --- temperature: wrong: T must be above 0.
T = -0.4345
# --- temperature: wrong: This is what the scores must be multiplied by.
T = 2.30
# --- temperature: wrong: At this T the largest weight is 0.897, not 0.9.
T = 0.44
# --- temperature: wrong: This counts only the largest and the second key.
T = round(1 / math.log(9), 2)
# --- temperature: wrong: 0.9 is the weight to reach, not the T that gives it.
T = 0.9
# --- temperature: right
T = 0.43
# --- temperature: right
T = 1.0
while softmax(np.array(s1) / T).max() < 0.9:
    T = T - 0.01
T = round(T, 2)
# --- temperature: right
roots = np.roots([1, 1, 1, 1 - 1 / 0.9])
x = [r.real for r in roots if abs(r.imag) < 1e-12 and r.real > 0][0]
T = -1 / math.log(x)
# --- temperature: right
x = 0.1
for _ in range(100):
    x = 1 / 0.9 - 1 - x**2 - x**3
T = 1 / np.log(1 / x)
# --- scale: wrong: You use d_k of the notebook, which is the same in every call.
d_k = 256
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(d_k)
    return Q @ K.T * scale
# --- scale: wrong: You divide by 2, which is right at width 4 alone.
def my_scaled_scores(Q, K):
    scale = 0.5
    return Q @ K.T * scale
# --- scale: wrong: You take the root of m, the number of keys (len(K) counts rows).
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(len(K))
    return Q @ K.T * scale
# --- scale: wrong: Right for one query and one key, not for two and three:
def my_scaled_scores(Q, K):
    scale = 1 / np.sqrt(Q.size)
    return Q @ K.T * scale
# --- scale: wrong: You divide by 2 d_k, as d_k ** -1 / 2 does:
def my_scaled_scores(Q, K):
    scale = K.shape[1] ** -1 / 2
    return Q @ K.T * scale
# --- scale: wrong: You divide by d_k.
def my_scaled_scores(Q, K):
    scale = 1 / K.shape[1]
    return Q @ K.T * scale
# --- scale: wrong: You multiply by √d_k;
def my_scaled_scores(Q, K):
    scale = math.sqrt(K.shape[1])
    return Q @ K.T * scale
# --- scale: wrong: You take the root of n, the number of queries (len(Q) counts rows).
def my_scaled_scores(Q, K):
    scale = 1 / np.sqrt(Q.shape[0])
    return Q @ K.T * scale
# --- scale: wrong: You divide by d_k / 2, which is right at width 4 alone.
def my_scaled_scores(Q, K):
    return 2 * np.array([[np.mean(q * k) for k in K] for q in Q])
# --- scale: right
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(K.shape[1])
    return Q @ K.T * scale
# --- scale: right
def my_scaled_scores(Q, K):
    n, d_k = Q.shape
    return np.array([[sum(a * b for a, b in zip(q, k)) / math.sqrt(d_k) for k in K] for q in Q])
# --- scale: right
def my_scaled_scores(Q, K):
    return np.einsum('nd,md->nm', Q, K) / np.sqrt(Q.shape[1])
# --- jacobian: wrong: p @ p is one number, the sum of squares.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p @ p
# --- jacobian: wrong: You keep the diagonal alone.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p - p * p)
# --- jacobian: wrong: p * p takes the square of weight j off every row.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p * p.T
# --- jacobian: wrong: You take p_i² off the diagonal twice:
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p * (1 - p)) - np.outer(p, p)
# --- jacobian: wrong: You take the square of weight i off its whole row.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - (p * p)[:, None]
# --- jacobian: wrong: The diagonal is p_i (1 − p_i):
def my_jacobian(z):
    p = softmax(z)
    return np.eye(len(p)) - np.outer(p, p)
# --- jacobian: wrong: The sign: a score that rises takes weight away from the others.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) + np.outer(p, p)
# --- jacobian: wrong: The sign is turned:
def my_jacobian(z):
    p = softmax(z)
    return np.outer(p, p) - np.diag(p)
# --- jacobian: wrong: The first nan (not a number) is at [0, 0].
def my_jacobian(z):
    e = np.exp(z)
    p = e / e.sum()
    return np.diag(p) - np.outer(p, p)
# --- jacobian: wrong: Right for two scores, wrong for three:
def my_jacobian(z):
    p = np.sort(softmax(z))
    return np.diag(p) - np.outer(p, p)
# --- jacobian: wrong: Right on the small cases, wrong on this one.
def my_jacobian(z):
    p = softmax(np.array(s1)) if len(z) == len(s1) else softmax(z)
    return np.diag(p) - np.outer(p, p)
# --- jacobian: wrong: Off the diagonal stands −p_i p_j, the same on both sides, and rows sum to 0.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, 1 - p)
# --- jacobian: wrong: Here all weights are ½:
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, z)
# --- jacobian: wrong: Right to 4 decimals:
def my_jacobian(z):
    p = softmax(z)
    return np.round(np.diag(p) - np.outer(p, p), 4)
# --- jacobian: right
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, p)
# --- jacobian: right
def my_jacobian(z):
    p = softmax(z)
    return np.array([[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))])
# --- formula: wrong: You divide by √4, which is 2, in every call: take d_k from Q
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(4)) @ V
# --- formula: wrong: You divide by √32 in every call: take d_k from Q
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(32)) @ V
# --- formula: wrong: Right for one query, wrong for two:
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(max(Q.shape))) @ V
# --- formula: wrong: You divide by 2 d_k.
def my_attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = (Q @ K.T) / d_k**1 / 2
    return softmax(scores) @ V
# --- formula: wrong: You divide after the softmax, weights or outputs.
def my_attention(Q, K, V):
    scores = Q @ K.T
    weights = softmax(scores) / math.sqrt(K.shape[-1])
    return weights @ V
# --- formula: wrong: Your weights sum to 1 over the queries.
def my_attention(Q, K, V):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights.T @ V
# --- formula: wrong: You divide by the root of d_v.
def my_attention(Q, K, V):
    d = V.shape[-1]
    scores = Q @ K.T / np.sqrt(d)
    return softmax(scores) @ V
# --- formula: wrong: Equal keys have weight ½ each:
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
# --- formula: wrong: exp(1000) overflows:
def my_attention(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return weights @ V
# --- formula: wrong: You use the raw scores.
def my_attention(Q, K, V):
    s = Q @ K.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: You divide by the width itself.
def my_attention(Q, K, V):
    s = Q @ K.T / Q.shape[1]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: You divide by the root of m, the number of keys.
def my_attention(Q, K, V):
    s = Q @ K.T / np.sqrt(len(K))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: You divide by the root of n, the number of queries.
def my_attention(Q, K, V):
    s = Q @ K.T / np.sqrt(len(Q))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: Weights ¾ and ¼:
def my_attention(Q, K, V):
    s = Q @ K.T / math.sqrt(K.shape[1])
    return s / s.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: In effect, queries and keys are swapped:
def my_attention(Q, K, V):
    s = K @ Q.T / math.sqrt(K.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: Right on the small cases, wrong on this one.
def my_attention(Q, K, V):
    out = np.zeros((len(Q), V.shape[1]), dtype=V.dtype)
    for i in range(len(Q)):
        s = K @ Q[i] / math.sqrt(Q.shape[1])
        e = np.exp(s - s.max())
        out[i] = e / e.sum() @ V
    return out
# --- formula: wrong: Right at width 1, wrong at width 2:
def my_attention(Q, K, V):
    s = Q @ K.T / int(math.sqrt(K.shape[1]))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: These are the weights.
def my_attention(Q, K, V):
    s = Q @ K.T / math.sqrt(K.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
# --- formula: right
def my_attention(Q, K, V):
    s = Q @ K.T / math.sqrt(K.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: right
def my_attention(Q, K, V):
    s = (Q / math.sqrt(Q.shape[1])) @ np.transpose(K)
    e = np.exp(s - np.max(s, axis=1).reshape(-1, 1))
    return (e @ V) / e.sum(axis=1).reshape(-1, 1)
# --- softmax: right
def my_softmax(scores):
    apart = scores[..., None, :] - scores[..., :, None]  # of each pair
    return 1 / np.exp(np.clip(apart, -700, 700)).sum(axis=-1)
# --- formula: wrong: You subtract one maximum from all rows; a row far below it becomes 0/0.
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(K.shape[1])
    e = np.exp(S - S.max())
    return e / e.sum(axis=1, keepdims=True) @ V
# --- formula: wrong: With raw scores of 0 and 0, the output is the mean of the values;
def my_attention(Q, K, V):
    S = np.clip(Q @ K.T / math.sqrt(Q.shape[1]), -30, 30)
    return softmax(S) @ V
# --- jacobian: wrong: The scores are whole numbers, but the derivatives are fractions.
def my_jacobian(z):
    p = softmax(z)
    J = np.zeros((len(z), len(z)), dtype=z.dtype)
    for i in range(len(z)):
        for j in range(len(z)):
            J[i, j] = p[i] * ((i == j) - p[j])
    return J
