"""Answers to the exercises of notebook 04, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
from helpers.data import examples

E = examples.FIVE_WORDS_X
# --- one_output: wrong: You round the weights. Take them as they are.
def my_output(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += round(weights[j], 2) * V[j]
    return output
# --- one_output: wrong: This is the last key's part alone: = replaces what was
def my_output(weights, V):
    for j in range(len(weights)):
        output = weights[j] * V[j]
    return output
# --- one_output: wrong: V[:, j] is a column: one feature of all keys. The value of
def my_output(weights, V):
    parts = [weights[j] * V[:, j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: You add up the values. Multiply each by its weight first.
def my_output(weights, V):
    parts = [V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: You add the weight to the value. Multiply them.
def my_output(weights, V):
    parts = [weights[j] + V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: V is the whole table, a row for each key. Part j needs V[j].
def my_output(weights, V):
    parts = [weights[j] * V for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: You add the whole output once for each key. Part j belongs
def my_output(weights, V):
    parts = [weights @ V for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: Equal weights give the mean of the values, feature by
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights) - 1)]
    return sum(parts)
# --- one_output: wrong: You divide by the number of keys. The weights add up to 1
def my_output(weights, V):
    parts = [weights[j] * V[j] / len(weights) for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: The output is 0.5 times the first value, plus 0.3 times the
def my_output(weights, V):
    return weights[0] * V[0] + weights[1] * V[1]
# --- one_output: wrong: You take a softmax of the weights, which come out of one
def my_output(weights, V):
    w = np.exp(weights) / np.exp(weights).sum()
    parts = [w[j] * V[j] for j in range(len(w))]
    return sum(parts)
# --- one_output: wrong: You take the value with the largest weight alone. The
def my_output(weights, V):
    best = int(np.argmax(weights))
    return np.array(V[best])
# --- one_output: wrong: Every key gets the first weight. Key j has weights[j].
def my_output(weights, V):
    parts = [weights[0] * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: weights is the whole row, a number for each key. Part j
def my_output(weights, V):
    parts = [weights * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: You add up the features. Each of them is mixed by itself.
def my_output(weights, V):
    parts = [weights[j] * V[j].sum() for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: These are the weighted values. Step 7, their sum over the
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights))]
    return parts
# --- one_output: right
def my_output(weights, V):
    return np.einsum("j,jf->f", weights, V)
# --- one_output: right
def my_output(weights, V):
    return np.float32(weights) @ np.float32(V)
# --- one_output: right
def my_output(weights, V):
    return [sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))]
# --- by_hand: wrong: You divide the raw scores by √3.
third = 0.736
# --- by_hand: wrong: You divide the raw scores by their sum.
third = 1.615
# --- by_hand: wrong: This is the weight of Input 3 for itself.
third = 0.119
# --- by_hand: wrong: This is the weight of Input 3 for Input 2.
third = 0.8805
# --- by_hand: wrong: This is the second number of its output.
third = 7.76
# --- by_hand: wrong: This is the first number of its output
third = 2.0
# --- by_hand: wrong: This is the third number of Output 1.
third = 1.5951
# --- by_hand: wrong: This is the third number of Output 2.
third = 0.054
# --- by_hand: wrong: The 0 stands in the value of Input 2
third = 2.64
# --- by_hand: wrong: A mixture of 3, 0 and 3 lies between 0 and 3.
third = 12.3
# --- by_hand: wrong: The raw scores are 4, 12 and 10
third = 0.5
# --- by_hand: right
third = 0.36
# --- by_hand: right
w = attention.softmax(np.array([4, 12, 10]))
third = w @ np.array([3, 0, 3])
# --- whole_example: wrong: Your softmax runs down the columns. Each query's weights, a
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T
    e = np.exp(scores - scores.max(axis=0))
    weights = e / e.sum(axis=0)
    return weights @ V
# --- whole_example: wrong: You divide the raw scores by √d_k. That is the scaled
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return weights @ V
# --- whole_example: wrong: In effect, queries and keys are swapped:
def my_self_attention(X, W_Q, W_K, W_V):
    K, Q, V = X @ W_K, X @ W_Q, X @ W_V
    weights = attention.softmax(K @ Q.T)
    return weights @ V
# --- whole_example: wrong: Column j of your exponentials is divided by the sum of row
def my_self_attention(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(scores - scores.max())
    weights = e / e.sum(axis=1)
    return weights @ (X @ W_V)
# --- whole_example: wrong: You mix the inputs themselves. Mix their values, X @ W_V.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return attention.softmax(Q @ K.T) @ X
# --- whole_example: wrong: This is the output of the first query alone. Step 8 repeats
def my_self_attention(X, W_Q, W_K, W_V):
    query = X[0] @ W_Q
    scores = (X @ W_K) @ query
    weights = attention.softmax(scores)
    return weights @ (X @ W_V)
# --- whole_example: wrong: You multiply the raw scores with the values: step 5, the
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return Q @ K.T @ V
# --- whole_example: wrong: All your weights together sum to 1. The weights of each
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum() @ V
# --- whole_example: wrong: exp(1000) overflows: subtract the largest score of each row
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum(axis=1, keepdims=True) @ V
# --- whole_example: wrong: You subtract one maximum from all rows; a row far below it
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.T
    e = np.exp(s - s.max())
    return e / e.sum(axis=1, keepdims=True) @ V
# --- whole_example: wrong: Right where d_k is 1, wrong where it is 4: the raw scores
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.reshape(K.shape[1], K.shape[0])) @ V
# --- whole_example: wrong: The queries are 0 and ln 3, the keys ½ and −½: the first
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(np.maximum(Q @ K.T, 0)) @ V
# --- whole_example: wrong: You divide by √d_model. This task does not divide at all
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.attention(X @ W_Q, X @ W_K, X @ W_V, scale=1 / math.sqrt(X.shape[1])).output
# --- whole_example: wrong: You mix with the transposed weights. Row i of the weights,
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T).T @ V
# --- whole_example: wrong: Your keys are made with W_Q, like the queries. Make them
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_Q, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: You round the weights to one decimal: a row then need not
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.round(attention.softmax(Q @ K.T), 1) @ V
# --- whole_example: wrong: Your W is transposed. Tokens are rows: X @ W_Q, as it is.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: All keys are 0, so all weights are ⅓, and each output is
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = np.where(np.tri(len(X)) > 0, Q @ K.T, -1e9)
    return attention.softmax(s) @ V
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    def project(W):
        return [[sum(x[i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))] for x in X]
    Q, K, V = project(W_Q), project(W_K), project(W_V)
    outputs = []
    for q in Q:
        raw = [sum(a * b for a, b in zip(q, k)) for k in K]
        e = [math.exp(score - max(raw)) for score in raw]
        outputs.append([sum(e[j] / sum(e) * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.attention(X @ W_Q, X @ W_K, X @ W_V, scale=1.0).output
# --- telling_example: wrong: Your test accepts “a softmax down the columns of Q Kᵀ”.
def my_test(attend):
    Q, K, V = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.eye(3), np.array([[1.0], [5.0], [2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “Aᵀ V”.
def my_test(attend):
    Q, K, V = np.eye(2), np.log([[3.0, 2.0], [4.0, 6.0]]).T, np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “softmax(K Qᵀ) V”.
def my_test(attend):
    Q, K, V = np.eye(2), np.eye(2), np.eye(2)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “the mean of V, for every query”.
def my_test(attend):
    Q = np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    K = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 2.0, 0.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 9.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “softmax(Q Kᵀ / √d_k) V, which is scaled”.
def my_test(attend):
    Q = np.array([[1.0], [2.0]])
    K = np.array([[0.5], [1.0], [-1.0]])
    V = np.array([[1.0, 0.0, 2.0, 5.0], [0.0, 3.0, 1.0, 1.0], [4.0, 4.0, 0.0, 2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test is False even for the right attention. Do your
def my_test(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.array([[1.0, 2.0, 0.0, 1.0], [3.0, 4.0, 1.0, 1.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “a softmax over all of Q Kᵀ at once”.
def my_test(attend):
    Q = np.array([[1.0, 2.0]])
    K = np.array([[0.5, 1.0], [1.0, 0.0], [0.0, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “softmax(Q K) V”.
def my_test(attend):
    Q = np.array([[1.0, 0.0], [1.0, 2.0]])
    K = np.array([[1.0, 0.5], [0.5, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “A Vᵀ”.
def my_test(attend):
    Q = np.array([[1.0, 0.5], [-0.3, 2.0]])
    K = np.array([[0.2, 1.5], [1.3, -2.0], [0.4, 0.6]])
    V = np.eye(3)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: TypeError: attend takes matrices, such as np.array([[1, 2],
def my_test(attend):
    Q = [[1.0, -0.5], [0.2, 0.8]]
    K = [[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]]
    V = [[1.0, -2.0, 3.0, 0.5], [0.1, 5.0, 1.0, -1.0], [2.0, -7.0, 1.5, 0.3]]
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test accepts “A K”.
def my_test(attend):
    Q = np.array([[1.0, -0.5], [0.2, 0.8]])
    K = np.array([[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]])
    V = K.copy()
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Your test rejects the right attention: keep the lines below
def my_test(attend):
    Q = np.array([[1.0, -0.5], [0.2, 0.8]])
    K = np.array([[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]])
    V = np.array([[1.0, -2.0, 3.0, 0.5], [0.1, 5.0, 1.0, -1.0], [2.0, -7.0, 1.5, 0.3]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1 / math.sqrt(2)).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: either the scores of each differ by the same amounts
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[1, 2, 3], [4, 5, 6]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    Q = np.array([[1.0, 0.5], [0.2, 0.8]])
    K = np.array([[0.3, 1.0], [2.0, 0.4], [1.2, 0.9]])
    V = np.array([[1.0, -2.0, 3.0, 0.5], [0.1, 5.0, 1.0, -1.0], [2.0, -7.0, 1.5, 0.3]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    np.random.seed(3)
    Q, K, V = (np.random.uniform(-2, 2, size) for size in [(3, 2), (4, 2), (4, 5)])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- scaled_outputs: wrong: You divide by d_k, or twice by √d_k (attention.scores
def my_scaled(Q, K, V):
    return attention.softmax(attention.scores(Q, K) / math.sqrt(K.shape[1])) @ V
# --- scaled_outputs: wrong: You divide by the root of n: len(Q) counts queries. It is
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(Q))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: You divide by √d_v. The scores come from queries and keys:
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(V.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: Nothing is divided now: these are the outputs of the raw
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: You divide by 2, right for d_k = 4 alone. Take the width
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(4)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: Equal keys have weights ½ and ½, and the output is the mean
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: You multiply by √d_k: the raw scores are too large and must
def my_scaled(Q, K, V):
    scores = Q @ K.T * math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: You divide after the softmax: the weights no longer add up
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores) / math.sqrt(K.shape[1])  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: Here d_k is 3: every raw score is divided by √3, which is
def my_scaled(Q, K, V):
    scores = Q @ K.T / int(math.sqrt(K.shape[1]))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: With d_k = 1 the divisor is 1: the raw scores ln 3 and 0 of
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(max(K.shape))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: wrong: Here d_k is 4: every raw score is divided by 2.
def my_scaled(Q, K, V):
    d = K.shape[1] if len(K) == 2 else len(K)
    scores = Q @ K.T / math.sqrt(d)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# --- scaled_outputs: wrong: The larger score of each query is ahead by 1000,
def my_scaled(Q, K, V):
    e = np.exp(Q @ K.T / math.sqrt(K.shape[1]))  # (n, m)
    return e @ V / e.sum(axis=1, keepdims=True)
# --- scaled_outputs: wrong: K.size counts all numbers of K, m · d_k. Its width is one
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.size)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# --- scaled_outputs: wrong: The divisor is right, but now the softmax runs down the
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V  # (n, d_v)
# --- scaled_outputs: wrong: You divide by √3, right for the three inputs alone. Take
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(E.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# --- scaled_outputs: wrong: You divide by the root of m: len(K) and len(V) count keys.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[0])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    return attention.attention(Q, K, V).output
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    Q, K, V = np.float32(Q), np.float32(K), np.float32(V)
    return attention.softmax(Q @ K.T / np.sqrt(np.float32(K.shape[1]))) @ V
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    outputs = []
    for q in Q:
        weights = attention.softmax([sum(q * k) / len(q) ** 0.5 for k in K])
        outputs.append([sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
# --- garden_share: wrong: These are the weights of the raw scores: divide by √d_k,
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T)[0, 3]
# --- garden_share: wrong: This is the old weight: compute the scores from longer, not
share = attention.softmax(E @ E.T / math.sqrt(3))[0, 3]
# --- garden_share: wrong: This is what garden gives to Apple: row and column are
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[3, 0]
# --- garden_share: wrong: This is what Apple gives to itself, or to all others than
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[0, 0]
# --- garden_share: wrong: This is not Apple's weight for garden: print the whole row
share = 3 * 0.00002
# --- garden_share: wrong: You divide the raw scores by 3, by d_k itself: divide by its root.
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / 3)[0, 3]
# --- garden_share: wrong: This is in per cent. A weight is a share of 1: leave out
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = 100 * attention.softmax(scaled)[0, 3]
# --- garden_share: wrong: This is the score. A weight is what the softmax of Apple's
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = scaled[0, 3]
# --- garden_share: wrong: You divide by √5: there are 5 words, but each vector has 3
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / math.sqrt(5))[0, 3]
# --- garden_share: wrong: You divide the score by the sum of its row. The softmax
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
s = longer @ longer[apple] / math.sqrt(3)
share = s[3] / s.sum()
# --- garden_share: wrong: This is what Apple gives to phone. Garden is entry 3,
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
share = attention.softmax(longer @ longer.T / math.sqrt(3))[apple, 2]
# --- garden_share: wrong: A weight lies between 0 and 1. Yours is too large.
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
share = attention.softmax(E @ E.T / math.sqrt(3))[apple, 3] * math.exp(4 * E[apple][0])
# --- garden_share: wrong: This is what garden gives to itself. Apple's row is the
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
share = attention.softmax(longer @ longer.T / math.sqrt(3))[3, 3]
# --- garden_share: right
share = 0.64
# --- garden_share: right
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
e = [math.exp(longer[apple] @ v / math.sqrt(3)) for v in longer]
share = e[3] / sum(e)
# --- one_output: wrong: random inputs: weights has a size above 10 in each of them.
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(min(10, len(weights)))]
    return sum(parts)
# --- whole_example: wrong: In both rows the second raw score is larger by 1000 or more,
def my_self_attention(X, W_Q, W_K, W_V):
    S = np.clip((X @ W_Q) @ (X @ W_K).T, -500, 500)
    return attention.softmax(S) @ (X @ W_V)
# --- one_output: wrong: The values are whole numbers, but their mixture is not:
def my_output(weights, V):
    out = np.zeros_like(V[0])
    for j in range(len(weights)):
        out += (weights[j] * V[j]).astype(V.dtype)
    return out
# --- whole_example: wrong: In both rows the first raw score is larger by 1000 or more,
def my_self_attention(X, W_Q, W_K, W_V):
    S = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(S - np.maximum(0, S.max(axis=1, keepdims=True)))
    return e / e.sum(axis=1, keepdims=True) @ (X @ W_V)
# --- telling_example: wrong: Your test accepts “A V with one number off by 0.01”.
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [2, 0, 0]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False
    return bool(off.max() < 1e-9)
# --- telling_example: wrong: Keep the line below except: it returns False.
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [2, 0, 0]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return True
    return bool(np.abs(off).max() < 1e-9)
