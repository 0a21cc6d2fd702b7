"""Wrong answers to exercises, by someone who had read the tasks alone."""

import numpy as np

FRESH = {}


def _attend(Q, K, V):
    """Softmax of the scaled scores, times the values (what a student would have at hand)."""
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ V


# ---------------------------------------------------------------- count_parameters


# Counted W_Q, W_K and W_V of one head, forgot that there are h of them.
def count_one_head(d_model, h, d_k, d_v):
    heads = d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O


# Three matrices, all of the same size: 3 times d_k.
def count_three_d_k(d_model, h, d_k, d_v):
    heads = 3 * h * d_model * d_k
    W_O = h * d_v * d_model
    return heads + W_O


# Multiplied the queries and keys by h, but not the values.
def count_h_half(d_model, h, d_k, d_v):
    heads = 2 * h * d_model * d_k + d_model * d_v
    W_O = h * d_v * d_model
    return heads + W_O


# Added up the widths of queries, keys and values, forgot the rows of the matrices.
def count_no_rows(d_model, h, d_k, d_v):
    heads = h * (d_k + d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O


# Believes each head gets only its share of the token, d_model / h numbers.
def count_shared_token(d_model, h, d_k, d_v):
    heads = h * (d_model // h) * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O


# Forgot d_v in W_V; in the example d_v is 1, so nobody notices.
def count_no_d_v(d_model, h, d_k, d_v):
    heads = h * (d_model * d_k + d_model * d_k + d_model)
    W_O = h * d_v * d_model
    return heads + W_O


FRESH["count_parameters"] = [
    count_one_head,
    count_three_d_k,
    count_h_half,
    count_no_rows,
    count_shared_token,
    count_no_d_v,
]


# ---------------------------------------------------------------- split


# Reshapes straight to the shape that is asked for.
def split_reshape_only(x, h):
    n, width = x.shape
    return x.reshape(h, n, width // h)


# Cuts each row well, but forgets to bring the heads to the front.
def split_no_transpose(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h)


# Mixes up which of h and d comes first in the row.
def split_d_first(x, h):
    n, width = x.shape
    return x.reshape(n, width // h, h).transpose(2, 0, 1)


# Columns must come first, so transposes x and then reshapes.
def split_transpose_first(x, h):
    n, width = x.shape
    return x.T.reshape(h, n, width // h)


# Cuts the rows into h groups instead of the columns.
def split_rows(x, h):
    return np.array(np.split(x, h, axis=0))


# Loop over the heads; each piece starts at i instead of i * d.
def split_loop_start(x, h):
    d = x.shape[1] // h
    return np.array([x[:, i : i + d] for i in range(h)])


FRESH["split"] = [
    split_reshape_only,
    split_no_transpose,
    split_d_first,
    split_transpose_first,
    split_rows,
    split_loop_start,
]


# ---------------------------------------------------------------- merge


# Found that the transpose of the reshape fits the example.
def merge_reshape_T(heads):
    h, n, d = heads.shape
    return heads.reshape(h * d, n).T


# Tokens must come first, heads go last.
def merge_heads_last(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 2, 0).reshape(n, h * d)


# Repaired the order of the axes, and lost the reshape.
def merge_no_reshape(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 0, 2)


# "Transpose, then reshape": .T turns all three axes round.
def merge_dot_T(heads):
    h, n, d = heads.shape
    return heads.T.reshape(n, h * d)


# Joins the pieces with concatenate, but below each other.
def merge_below(heads):
    h, n, d = heads.shape
    return np.concatenate(heads, axis=0)


# Changed the wrong line: thinks h and n are swapped in the shape.
def merge_wrong_line(heads):
    n, h, d = heads.shape
    return heads.reshape(n, h * d)


FRESH["merge"] = [
    merge_reshape_T,
    merge_heads_last,
    merge_no_reshape,
    merge_dot_T,
    merge_below,
    merge_wrong_line,
]


# ---------------------------------------------------------------- head_writes


# Adds up what the heads write, as the layer does in the end.
def writes_summed(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(h, d_v, -1)
    return (heads @ blocks).sum(axis=0)


# Deals the rows of W_O out in turn: row 0 to head 0, row 1 to head 1, ...
def writes_dealt_rows(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(d_v, h, -1).transpose(1, 0, 2)
    return heads @ blocks


# Loop over the heads, the block of rows starts at i instead of i * d_v.
def writes_start_at_i(heads, W_O):
    h, n, d_v = heads.shape
    out = []
    for i in range(h):
        out.append(heads[i] @ W_O[i : i + d_v])
    return np.array(out)


# Writes it for the two heads of the example.
def writes_two_heads(heads, W_O):
    d_v = heads.shape[2]
    return np.stack([heads[0] @ W_O[:d_v], heads[1] @ W_O[d_v:]])


# Made the shapes fit by taking d_v rows of W_O, the same for all heads.
def writes_first_block(heads, W_O):
    d_v = heads.shape[-1]
    return heads @ W_O[:d_v]


# Cuts W_O well, then multiplies with * instead of @.
def writes_star(heads, W_O):
    h, n, d_v = heads.shape
    return heads * W_O.reshape(h, d_v, -1)


FRESH["head_writes"] = [
    writes_summed,
    writes_dealt_rows,
    writes_start_at_i,
    writes_two_heads,
    writes_first_block,
    writes_star,
]


# ---------------------------------------------------------------- multi_head


# Self-attention out of habit: queries, keys and values all from X.
def multi_all_from_X(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(_attend(X @ W_Q[i], X @ W_K[i], X @ W_V[i]))
    return np.concatenate(outs, axis=1) @ W_O


# Takes X for the tokens that ask and Y for those that answer.
def multi_swapped(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(_attend(X @ W_Q[i], Y @ W_K[i], Y @ W_V[i]))
    return np.concatenate(outs, axis=1) @ W_O


# Joins the heads with a reshape, which mixes the tokens.
def multi_reshape_merge(Y, X, W_Q, W_K, W_V, W_O):
    heads = np.array([_attend(Y @ q, X @ k, X @ v) for q, k, v in zip(W_Q, W_K, W_V)])
    h, n, d_v = heads.shape
    return heads.reshape(n, h * d_v) @ W_O


# Tried it out with one head first and forgot one [0] when making the loop.
def multi_first_values(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[0]
        outs.append(_attend(Q, K, V))
    return np.concatenate(outs, axis=-1) @ W_O


# Lays the heads side by side and stops; W_O is 1 in the example.
def multi_no_W_O(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(_attend(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]))
    return np.concatenate(outs, axis=1)


# Adds what each head writes, but cuts W_O by d_k instead of d_v.
def multi_cut_by_d_k(Y, X, W_Q, W_K, W_V, W_O):
    out = 0
    for i in range(len(W_Q)):
        d = W_Q[i].shape[1]
        head = _attend(Y @ W_Q[i], X @ W_K[i], X @ W_V[i])
        out = out + head @ W_O[i * d : (i + 1) * d]
    return out


FRESH["multi_head"] = [
    multi_all_from_X,
    multi_swapped,
    multi_reshape_merge,
    multi_first_values,
    multi_no_W_O,
    multi_cut_by_d_k,
]


# ---------------------------------------------------------------- block_diagonal


# Starts block i at row i and column i.
def blocks_start_at_i(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i : i + d, i : i + e] = small[i]
    return W


# Uses d for the columns too.
def blocks_d_twice(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * d : (i + 1) * d] = small[i]
    return W


# Moves down for each block, but not to the right.
def blocks_left_column(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, :e] = small[i]
    return W


# Every h-th row and column, starting at i.
def blocks_strided(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i::h, i::h] = small[i]
    return W


# Looks at the example alone, where a block has one row.
def blocks_one_row(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i, i * e : (i + 1) * e] = small[i]
    return W


# Swaps the sizes: e for the rows, d for the columns.
def blocks_swapped_sizes(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * e : (i + 1) * e, i * d : (i + 1) * d] = small[i]
    return W


FRESH["block_diagonal"] = [
    blocks_start_at_i,
    blocks_d_twice,
    blocks_left_column,
    blocks_strided,
    blocks_one_row,
    blocks_swapped_sizes,
]
