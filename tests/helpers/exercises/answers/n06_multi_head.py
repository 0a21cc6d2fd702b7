"""Answers to the exercises of notebook 06, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
from helpers.data import examples
# --- count_parameters: wrong: Each head has its own W_Q, W_K and W_V. There is one W_O,
def my_count(d_model, h, d_k, d_v):
    return h * (d_model * (2 * d_k + d_v) + h * d_v * d_model)
# --- count_parameters: wrong: You count W_Q, W_K and W_V once. There is one of each for
def my_count(d_model, h, d_k, d_v):
    heads = d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: You give W_V the width d_k. Values have a width of their
def my_count(d_model, h, d_k, d_v):
    heads = 3 * h * d_model * d_k
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: One matrix that goes with d_v is counted without h. There
def my_count(d_model, h, d_k, d_v):
    heads = 2 * h * d_model * d_k + d_model * d_v
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: All four matrices grow with d_model.
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_k + d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: W_V and W_O grow with d_v, W_Q and W_K do not.
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_model * d_k + d_model * d_k + d_model)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: You count d_k once. Queries and keys have the same width,
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: W_Q and W_K grow with d_k, W_V and W_O do not.
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + 2 * d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: Four matrices of one number each: 4.
def my_count(d_model, h, d_k, d_v):
    heads = 2 * d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: You add a bias, one number for every column. Count the
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_model + 1) * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# --- count_parameters: wrong: W_O is missing from your sum: it has numbers to learn as
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads
# --- count_parameters: right
def my_count(d_model, h, d_k, d_v):
    return float(2 * d_model * h * (d_k + d_v))
# --- count_parameters: right
def my_count(d_model, h, d_k, d_v):
    return sum(np.ones(shape).size for shape in ((h, d_model, d_k), (h, d_model, d_k), (h, d_model, d_v), (h, d_v, d_model)))
# --- split: wrong: This is reshape alone: it moves no number, so a head's rows
def my_split(x, h):
    n, width = x.shape
    return x.reshape(h, n, width // h)
# --- split: wrong: The rows are cut, but tokens still come first: (n, h, d).
def my_split(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h)
# --- split: wrong: You transpose x and reshape: what stands in a row now comes
def my_split(x, h):
    n, width = x.shape
    return x.T.reshape(h, n, width // h)
# --- split: wrong: You cut the sentence. Each head gets a piece of every token.
def my_split(x, h):
    return np.array(np.split(x, h, axis=0))
# --- split: wrong: One token: 11 and 12 go to head 1, 13 and 14 to head 2, 15
def my_split(x, h):
    d = x.shape[1] // h
    return np.array([x[:, i : i + d] for i in range(h)])
# --- split: wrong: Heads come first, but each is lying on its side, (d, n):
def my_split(x, h):
    return np.array(np.split(x.T, h))
# --- split: wrong: You swap heads and features. Swap tokens and heads: axes 0
def my_split(x, h):
    n, w = x.shape
    return x.reshape(n, h, w // h).swapaxes(1, 2)
# --- split: wrong: The cut is right, but .T turns all three axes round. Swap
def my_split(x, h):
    n, w = x.shape
    return x.reshape(n, h, w // h).T
# --- split: wrong: You cut into pieces of width h. There are to be h pieces,
def my_split(x, h):
    n, w = x.shape
    return x.reshape(n, w // h, h).transpose(1, 0, 2)
# --- split: wrong: If width / h stands there: / gives a float. Write //, which
def my_split(x, h):
    n, w = x.shape
    d = w / h
    return x.reshape(n, h, d).transpose(1, 0, 2)
# --- split: wrong: Your result holds whole numbers (dtype int64), but
def my_split(x, h):
    n, w = x.shape
    d = w // h
    out = np.zeros((h, n, d), dtype=int)
    for i in range(h):
        out[i] = x[:, i * d:(i + 1) * d]
    return out
# --- split: wrong: You deal the features out like cards: feature 1 to head 1,
def my_split(x, h):
    return np.array([x[:, i::h] for i in range(h)])
# --- split: right
def my_split(x, h):
    d = x.shape[1] // h
    return [[[row[i * d + j] for j in range(d)] for row in x] for i in range(h)]
# --- split: right
def my_split(x, h):
    return np.float32(x).reshape(len(x), h, -1).transpose(1, 0, 2)
# --- merge: wrong: NumPy's transpose takes all axes in their new order.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)
# --- merge: wrong: You reshape first and turn after: the reshape has cut the
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(h * d, n).T
# --- merge: wrong: You interleave: feature 1 of each head, then feature 2 of
def my_merge(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 2, 0).reshape(n, h * d)
# --- merge: wrong: Tokens come first, and each has its pieces below each
def my_merge(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 0, 2)
# --- merge: wrong: .T turns all three axes round, so features come first. Swap
def my_merge(heads):
    h, n, d = heads.shape
    return heads.T.reshape(n, h * d)
# --- merge: wrong: You put the heads below each other: h · n rows. They belong
def my_merge(heads):
    h, n, d = heads.shape
    return np.concatenate(heads, axis=0)
# --- merge: wrong: Your result has a row for each head; it needs one for each
def my_merge(heads):
    n, h, d = heads.shape
    return heads.reshape(n, h * d)
# --- merge: wrong: Right on the small cases, wrong on this one.
def my_merge(heads):
    h, n, d = heads.shape
    return np.sort(np.hstack(heads), axis=1)
# --- merge: wrong: Still reshape alone: it reads head 1 to its end, so a row
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(n, d * h)
# --- merge: wrong: One token: the piece of head 1, and the piece of head 2
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d, order='F')
# --- merge: wrong: You swap tokens and features inside each head. Swap heads
def my_merge(heads):
    h, n, d = heads.shape
    return heads.swapaxes(1, 2).reshape(n, h * d)
# --- merge: wrong: You add the heads. They are laid side by side, so that
def my_merge(heads):
    h, n, d = heads.shape
    return heads.sum(axis=0)
# --- merge: right
def my_merge(heads):
    return [[float(x) for piece in heads for x in piece[token]] for token in range(len(heads[0]))]
# --- merge: right
def my_merge(heads):
    return np.float32(np.einsum("hnd->nhd", heads).reshape(heads.shape[1], -1))
# --- head_writes: wrong: Here every head meets all of W_O.
def my_writes(heads, W_O):
    return heads @ W_O
# --- head_writes: wrong: This is the output, the sum over all heads. Give each
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(h, d_v, -1)
    return (heads @ blocks).sum(axis=0)
# --- head_writes: wrong: You give head i every h-th row of W_O. Its rows stand
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(d_v, h, -1).transpose(1, 0, 2)
    return heads @ blocks
# --- head_writes: wrong: Your slice starts at i. Head i starts after i heads of d_v
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    out = []
    for i in range(h):
        out.append(heads[i] @ W_O[i : i + d_v])
    return np.array(out)
# --- head_writes: wrong: You write out two heads. There may be one, or three: loop
def my_writes(heads, W_O):
    d_v = heads.shape[2]
    return np.stack([heads[0] @ W_O[:d_v], heads[1] @ W_O[d_v:]])
# --- head_writes: wrong: Every head meets the first d_v rows of W_O here. Each has
def my_writes(heads, W_O):
    d_v = heads.shape[-1]
    return heads @ W_O[:d_v]
# --- head_writes: wrong: Each head has its own rows now, but * multiplies entry by
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads * W_O.reshape(h, d_v, -1)
# --- head_writes: wrong: Head 1 meets rows 1 and 2 of W_O, head 2 rows 3 and 4, head
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(h, d_v, -1)
    return np.array([heads[i] @ blocks[-i] for i in range(h)])
# --- head_writes: wrong: You give head i one row of W_O. It needs d_v rows, as many
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.array([heads[i] @ W_O[i:i + 1] for i in range(h)])
# --- head_writes: wrong: The parts are right, but tokens come first, (n, h, d_out).
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.einsum('hnd,hdo->nho', heads, W_O.reshape(h, d_v, -1))
# --- head_writes: wrong: A single head meets all of W_O: its output times W_O.
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.einsum('hnd,hko->hno', heads, W_O.reshape(h, d_v, -1))
# --- head_writes: wrong: You divide by h. W_O adds up what the heads write; nothing
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1) / h
# --- head_writes: wrong: You add each head to those before it. Keep every head's
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    out = []
    total = 0
    for i in range(h):
        total = total + heads[i] @ W_O[i * d_v:(i + 1) * d_v]
        out.append(total)
    return np.array(out)
# --- head_writes: wrong: Your result holds whole numbers (dtype int64), but
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    out = np.zeros((h, n, W_O.shape[1]), dtype=int)
    for i in range(h):
        out[i] = heads[i] @ W_O[i * d_v:(i + 1) * d_v]
    return out
# --- head_writes: right
def my_writes(heads, W_O):
    return [h @ W for h, W in zip(heads, np.split(W_O, len(heads)), strict=True)]
# --- head_writes: right
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.float32(heads) @ np.float32(W_O).reshape(h, d_v, -1)
# --- head_writes: right
def my_writes(heads, W_O):
    d_v = heads.shape[-1]
    result, start = [], 0
    for head in heads:
        result.append(head @ W_O[start:start + d_v])
        start += d_v
    return np.array(result)
# --- multi_head: wrong: You divide by the root of Y's width, before the projection.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / Y.shape[1] ** 0.5) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: The scores of head 1 are 2 and 0, those of head 2 are −2
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = Y @ np.hstack(list(W_Q)), X @ np.hstack(list(W_K)), X @ np.hstack(list(W_V))
    return attention.attention(Q, K, V).output @ W_O
# --- multi_head: wrong: Your values come from Y. Values come from X: V is X @ W_V[i].
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], Y @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: attention.attention gives output and weights: take .output.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        heads.append(attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]))
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: This name is not defined here. If it is a size, take it from
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(h):
        heads.append(attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output)
    return np.concatenate(heads, axis=1) @ W_O
# --- head_writes: wrong: Head 1 meets rows 1 and 2 of W_O and writes 1 + 2. Head 2
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)[::-1]
# --- multi_head: wrong: What meets it here is only d_v wide: heads below each other
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=0) @ W_O
# --- multi_head: wrong: Your queries come from X. Y asks: Q is Y @ W_Q[i].
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(attention.attention(X @ W_Q[i], X @ W_K[i], X @ W_V[i]).output)
    return np.concatenate(outs, axis=1) @ W_O
# --- multi_head: wrong: Y and X have changed places: Y asks, so it makes the
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(attention.attention(X @ W_Q[i], Y @ W_K[i], Y @ W_V[i]).output)
    return np.concatenate(outs, axis=1) @ W_O
# --- multi_head: wrong: You merge by reshape alone: it reads head 1 to its end, so
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = np.array([attention.attention(Y @ q, X @ k, X @ v).output for q, k, v in zip(W_Q, W_K, W_V)])
    h, n, d_v = heads.shape
    return heads.reshape(n, h * d_v) @ W_O
# --- multi_head: wrong: All your heads take the values of the first: head i needs
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[0]
        outs.append(attention.attention(Q, K, V).output)
    return np.concatenate(outs, axis=-1) @ W_O
# --- multi_head: wrong: You stop at the heads side by side. The product with W_O is
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output)
    return np.concatenate(outs, axis=1)
# --- multi_head: wrong: You cut W_O into d_k rows for each head. A head's output is
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    out = 0
    for i in range(len(W_Q)):
        d = W_Q[i].shape[1]
        head = attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output
        out = out + head @ W_O[i * d : (i + 1) * d]
    return out
# --- multi_head: wrong: Equal keys get equal weights: in each head both tokens get
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        S = (Y @ W_Q[i]) @ (X @ W_K[i]).T / np.sqrt(W_K[i].shape[1])
        A = S / S.sum(axis=1, keepdims=True)
        heads.append(A @ X @ W_V[i])
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: The larger score of each query is ahead by 1000,
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        E = np.exp((Y @ W_Q[i]) @ (X @ W_K[i]).T / np.sqrt(W_K[i].shape[1]))
        heads.append(E / E.sum(axis=1, keepdims=True) @ (X @ W_V[i]))
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You compute the first head alone. Loop over i:
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = Y @ W_Q[0], X @ W_K[0], X @ W_V[0]
    head = attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
    return head @ W_O[:V.shape[1]]
# --- multi_head: wrong: You divide the output by h. W_O adds up what the heads
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    h, _, d_v = W_V.shape
    S = (Y @ W_Q) @ (X @ W_K).swapaxes(1, 2) / np.sqrt(W_K.shape[2])
    writes = attention.softmax(S) @ (X @ W_V) @ W_O.reshape(h, d_v, -1)
    return writes.mean(axis=0)
# --- multi_head: wrong: Your scores are raw: they are not yet divided by √d_k.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You divide by d_k, or twice by √d_k (attention.scores
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / K.shape[1]) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You divide by the root of X's width, before the projection. Under
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(X.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You divide by √d_v. The scores come from queries and keys:
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(V.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You divide by the root of m, the number of keys: len(K)
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(len(K))) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: W_Q and W_K have changed places: W_Q makes the queries of
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_K[i], X @ W_Q[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: In effect, the heads' features are interleaved.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.stack(heads, axis=-1).reshape(len(Y), -1) @ W_O
# --- multi_head: wrong: All your heads take the keys of the first: head i needs
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[0], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: Your weights sum to 1 over the queries. Each query shares
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        A = attention.softmax((Q @ K.T / np.sqrt(K.shape[1])).T).T
        heads.append(A @ V)
    return np.concatenate(heads, axis=1) @ W_O
# --- multi_head: wrong: You divide by √(h·d_k), the width of all heads' keys
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    h, _, d_k = W_Q.shape
    heads = []
    for i in range(h):
        S = (Y @ W_Q[i]) @ (X @ W_K[i]).T / np.sqrt(h * d_k)
        heads.append(attention.softmax(S) @ (X @ W_V[i]))
    return np.hstack(heads) @ W_O
# --- multi_head: right
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K = np.einsum("nc,hcd->hnd", Y, W_Q), np.einsum("mc,hcd->hmd", X, W_K)
    A = attention.softmax(np.einsum("hnd,hmd->hnm", Q, K) / W_K.shape[2] ** 0.5)
    rows = W_O.reshape(len(W_V), W_V.shape[2], -1)
    return np.einsum("hnm,mc,hcv,hvo->no", A, X, W_V, rows, optimize=True)
# --- multi_head: right
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    total, d_v = 0, W_V.shape[2]
    for i in range(len(W_Q)):
        head = attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output
        total = total + head @ W_O[i * d_v : (i + 1) * d_v]
    return total.tolist()
# --- multi_head: right
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    given = [np.float32(array) for array in (Y, X, W_Q, W_K, W_V, W_O)]
    return attention.multi_head_attention(*given).output
# --- block_diagonal: wrong: small[i] is e wide: choose the columns, too.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d] = small[i]
    return W
# --- block_diagonal: wrong: Your blocks start at row i and column i, so they overlap.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i : i + d, i : i + e] = small[i]
    return W
# --- block_diagonal: wrong: Your columns go in steps of d. Each piece has e results:
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * d : (i + 1) * d] = small[i]
    return W
# --- block_diagonal: wrong: All your blocks stand in the first e columns, so the
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, :e] = small[i]
    return W
# --- block_diagonal: wrong: You spread each block over every h-th row and column. A
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i::h, i::h] = small[i]
    return W
# --- block_diagonal: wrong: You fill one row for each piece. A piece has d features, so
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i, i * e : (i + 1) * e] = small[i]
    return W
# --- block_diagonal: wrong: d and e have changed places: rows go in steps of d, columns
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * e : (i + 1) * e, i * d : (i + 1) * d] = small[i]
    return W
# --- block_diagonal: wrong: 1 and 2 stand in column 1, rows 1 and 2; 3 and 4 in column
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * h:i * h + e] = small[i]
    return W
# --- block_diagonal: wrong: 1 and 2 stand in row 1, columns 1 and 2; 3 and 4 in row 2,
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:] = np.tile(small[i], h - i)
    return W
# --- block_diagonal: wrong: Every block is the first matrix. Piece i meets small[i].
def my_blocks(small):
    h, d, e = small.shape
    return np.kron(np.eye(h), small[0])
# --- block_diagonal: wrong: You put the matrices below each other: the results of all
def my_blocks(small):
    h, d, e = small.shape
    return small.reshape(h * d, e)
# --- block_diagonal: wrong: Your blocks fill whole rows: each piece writes to the
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d] = np.tile(small[i], h)
    return W
# --- block_diagonal: wrong: The order is turned: small[0] belongs to the first piece,
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:(i + 1) * e] = small[-i - 1]
    return W
# --- block_diagonal: wrong: One piece is the whole input: its matrix is all of W.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:(i + 1) * e - 1] = small[i][:, :-1]
    return W
# --- block_diagonal: wrong: Your W is transposed: rows belong to the features of x,
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * e, h * d))
    for i in range(h):
        W[i * e:(i + 1) * e, i * d:(i + 1) * d] = small[i].T
    return W
# --- block_diagonal: wrong: Your blocks run from lower left to upper right: the pieces'
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        k = h - 1 - i
        W[i * d:(i + 1) * d, k * e:(k + 1) * e] = small[i]
    return W
# --- block_diagonal: wrong: Your result holds whole numbers (dtype int64), but
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e), dtype=int)
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:(i + 1) * e] = small[i]
    return W
# --- block_diagonal: right
def my_blocks(small):
    h, d, e = small.shape
    return [
        [float(small[r // d, r % d, c % e]) if r // d == c // e else 0.0 for c in range(h * e)]
        for r in range(h * d)
    ]
# --- block_diagonal: right
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return np.float32(W)
# --- block_diagonal: right
def my_blocks(small):
    h, d, e = small.shape
    return np.einsum('hde,hk->hdke', small, np.eye(h)).reshape(h * d, h * e)
# --- multi_head: wrong: Right on the small cases, wrong on this one.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    three = zip(W_Q[:8], W_K, W_V)
    heads = [attention.attention(Y @ q, X @ k, X @ v).output for q, k, v in three]
    return np.hstack(heads) @ W_O[: sum(head.shape[1] for head in heads)]
