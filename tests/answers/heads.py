"""Answers to the exercises of notebook 06: wrong ones with what they must be told, right ones."""

import numpy as np

from helpers import attention

# --- splitting and merging, a number at a time --------------------------------------------------


def loop_split(x, h):
    d = x.shape[1] // h
    return [[[row[i * d + j] for j in range(d)] for row in x] for i in range(h)]


def loop_merge(heads):
    return [[float(x) for piece in heads for x in piece[token]] for token in range(len(heads[0]))]


def zeroing_split(x, h):
    heads = loop_split(x, h)
    x[:] = 0
    return heads


def zeroing_merge(heads):
    merged = np.concatenate(heads, axis=1)
    heads[:] = 0
    return merged


def typed_in(x, h):
    return np.array([[[11], [21]], [[12], [22]]])


# --- what heads write ---------------------------------------------------------------------------


def rows_of(first, step=None):
    """heads[i] @ W_O from row first(i, h, d_v) on, d_v rows or every step-th."""

    def answer(heads, W_O):
        h, _, d_v = heads.shape
        parts = []
        for i in range(h):
            start = first(i, h, d_v)
            rows = W_O[start::h] if step else W_O[start : start + d_v]
            parts.append(heads[i] @ rows)
        return np.array(parts)

    return answer


right_writes = rows_of(lambda i, h, d_v: i * d_v)

# --- multi-head attention -----------------------------------------------------------------------


def weights_of(scores, axis=-1):
    exponentials = np.exp(scores - scores.max(axis, keepdims=True))
    return exponentials / exponentials.sum(axis, keepdims=True)


def multi(
    root=lambda Y, Q, h: np.sqrt(Q.shape[1]),
    axis=-1,
    number=lambda i: i,
    join=lambda heads: np.concatenate(heads, axis=1),
    asked=lambda Y, X: X,
    W=lambda W_O: W_O,
):
    """Multi-head attention with one step done in some other way."""

    def answer(Y, X, W_Q, W_K, W_V, W_O):
        heads = []
        for i in map(number, range(len(W_Q))):
            Q, K, V = Y @ W_Q[i], asked(Y, X) @ W_K[i], asked(Y, X) @ W_V[i]
            heads.append(weights_of(Q @ K.T / root(Y, Q, len(W_Q)), axis) @ V)
        return join(heads) @ W(W_O)

    return answer


def not_joined_by_W_O(join):
    def answer(Y, X, W_Q, W_K, W_V, W_O):
        heads = [
            attention.attention(Y @ q, X @ k, X @ v).output
            for q, k, v in zip(W_Q, W_K, W_V, strict=True)
        ]
        return join(heads)

    return answer


def with_weights(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        heads.append(attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]))
    return np.concatenate(heads, axis=1) @ W_O


def never_split(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = Y @ np.hstack(list(W_Q)), X @ np.hstack(list(W_K)), X @ np.hstack(list(W_V))
    return weights_of(Q @ K.T / np.sqrt(Q.shape[1])) @ V @ W_O


def einsum_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K = np.einsum("nc,hcd->hnd", Y, W_Q), np.einsum("mc,hcd->hmd", X, W_K)
    A = weights_of(np.einsum("hnd,hmd->hnm", Q, K) / W_K.shape[2] ** 0.5)
    rows = W_O.reshape(len(W_V), W_V.shape[2], -1)
    return np.einsum("hnm,mc,hcv,hvo->no", A, X, W_V, rows, optimize=True)


def summed_multi(Y, X, W_Q, W_K, W_V, W_O):
    total, d_v = 0, W_V.shape[2]
    for i in range(len(W_Q)):
        head = attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output
        total = total + head @ W_O[i * d_v : (i + 1) * d_v]
    return total.tolist()


def in_place_multi(Y, X, W_Q, W_K, W_V, W_O):
    result = einsum_multi(Y, X, W_Q, W_K, W_V, W_O)
    W_Q /= np.sqrt(W_Q.shape[2]) * 2
    return result


def float32_multi(*arguments):
    return attention.multi_head_attention(*map(np.float32, arguments)).output


def at_once(*arguments):
    heads_and_W_O = arguments[:5], arguments[5]
    Y, X, W_Q, W_K, W_V = heads_and_W_O[0]
    heads = attention.attention(Y @ W_Q, X @ W_K, X @ W_V).output
    return heads.swapaxes(0, 1).reshape(len(Y), -1) @ heads_and_W_O[1]


# --- one matrix for a cut input -----------------------------------------------------------------


def loop_blocks(small):
    h, d, e = small.shape
    return [
        [float(small[r // d, r % d, c % e]) if r // d == c // e else 0.0 for c in range(h * e)]
        for r in range(h * d)
    ]


def placed(rows, columns, number=lambda i: i, background=0.0):
    def answer(small):
        h, d, e = small.shape
        W = np.full((h * d, h * e), background)
        for i in range(h):
            for r in range(d):
                for c in range(e):
                    W[rows(i, r, h, d), columns(i, c, h, e)] = small[number(i), r, c]
        return W

    return answer


def stretch(i, k, h, width):
    return i * width + k


def backwards(i, k, h, width):
    return (h - 1 - i) * width + k


def whole_rows(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d] = np.tile(small[i], h)
    return W


def empty_slices(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : d, i * e : e] = small[i]
    return W


def kron_blocks(small):
    return sum(np.kron(np.diag(np.eye(len(small))[i]), matrix) for i, matrix in enumerate(small))


SCOPE = {"np": np, "attention": attention}

WRONG = {
    "count_parameters": [
        (lambda d_model, h, d_k, d_v: h * d_model * (2 * d_k + d_v), "W_O is missing"),
        (
            lambda d_model, h, d_k, d_v: d_model * (d_k + d_k + d_v) + h * d_v * d_model,
            "one of each for every head",
        ),
        (
            lambda d_model, h, d_k, d_v: h * d_model * (d_k + d_k + d_v) + d_v * d_model,
            "is counted without h",
        ),
        (
            lambda d_model, h, d_k, d_v: h * d_model * 3 * d_k + h * d_v * d_model,
            "You give W_V the width d_k",
        ),
        (lambda d_model, h, d_k, d_v: 4 * d_model * d_k * h, "four matrices of width d_k"),
        (
            lambda d_model, h, d_k, d_v: h * d_model * (d_k + d_v) + h * d_v * d_model,
            "You count d_k once",
        ),
        (lambda d_model, h, d_k, d_v: 4 * d_model * d_model, "holds only where"),
        (
            lambda d_model, h, d_k, d_v: h * (d_model + 1) * (2 * d_k + d_v) + h * d_v * d_model,
            "for every column, a bias",
        ),
        (
            lambda d_model, h, d_k, d_v: h * (d_model + d_k + d_v) + h * d_v * d_model,
            "You add the sizes",
        ),
        (lambda d_model, h, d_k, d_v: 80, "Four matrices of one number"),
        (lambda d_model, h, d_k, d_v: 4, "the same for different input"),
    ],
    "split": [
        (lambda x, h: np.array([x[:, i::h] for i in range(h)]), "like cards"),
        (
            lambda x, h: x.reshape(x.shape[0], -1, h).swapaxes(0, 1),
            "pieces of width h",
        ),
        (lambda x, h: x.T.reshape(h, len(x), -1), "You transpose x and reshape"),
        (lambda x, h: x.reshape(len(x), h, 3).swapaxes(0, 1), "You cut into pieces of 3"),
        (typed_in, "Your result has shape (2, 2, 1), needed (1, 3, 2)"),
        (lambda x, h: x.reshape(len(x), h, x.shape[1] / h).swapaxes(0, 1), "/ gives a float"),
        (lambda x, h: np.zeros((h, len(x), x.shape[1] // h)), "With h = 1 nothing is cut"),
        (zeroing_split, "changes its argument x"),
    ],
    "merge": [
        (lambda heads: heads.reshape(heads.shape[1], -1), "Still reshape alone"),
        (
            lambda heads: np.stack(list(heads), axis=-1).reshape(heads.shape[1], -1),
            "You interleave",
        ),
        (
            lambda heads: heads.swapaxes(1, 2).reshape(heads.shape[1], -1),
            "You swap tokens and features",
        ),
        (lambda heads: sum(heads), "You add the heads"),
        (lambda heads: np.mean(heads, axis=0), "You average the heads"),
        (lambda heads: np.array([[11, 12], [21, 22], [31, 32]]), "the same for different input"),
        (lambda heads: np.zeros((heads.shape[1], heads[:, 0].size)), "comes back as it is"),
        (zeroing_merge, "changes its argument heads"),
    ],
    "head_writes": [
        (rows_of(lambda i, h, d_v: i, step=True), "every h-th row"),
        (lambda heads, W_O: right_writes(heads, W_O) / len(heads), "You divide by h"),
        (lambda heads, W_O: [heads[i] @ W_O[i] for i in range(len(heads))], "W_O[i] is one row"),
        (lambda heads, W_O: heads.reshape(heads.shape[1], -1) @ W_O, "merge by reshape alone"),
        (lambda heads, W_O: np.array([[[20]], [[300]]]), "has shape (2, 1, 1), needed (1, 2, 3)"),
        (lambda heads, W_O: np.zeros((*heads.shape[:2], W_O.shape[1])), "A single head meets all"),
        (lambda heads, W_O: heads @ W_O, "All of W_O is h · d_v"),
        (lambda heads, W_O: np.array([heads[0] @ W_O[:3], heads[1] @ W_O[3:]]), "end at 3"),
        (
            lambda heads, W_O: [
                head @ rows
                for head, rows in zip(heads, np.split(W_O, heads.shape[2]), strict=False)
            ],
            "pieces of h rows",
        ),
    ],
    "multi_head": [
        (
            multi(join=lambda heads: np.array(heads).reshape(len(heads[0]), -1)),
            "You merge by reshape alone: it reads",
        ),
        (multi(root=lambda Y, Q, h: 1), "Your scores are raw"),
        (multi(root=lambda Y, Q, h: Y.shape[1] ** 0.5), "the tokens' width"),
        (multi(root=lambda Y, Q, h: np.sqrt(h * Q.shape[1])), "all heads' keys together"),
        (multi(root=lambda Y, Q, h: Q.shape[1]), "You divide by d_k."),
        (with_weights, "attention.attention gives a pair"),
        (multi(join=sum), "are only d_v wide"),
        (multi(asked=lambda Y, X: Y), "Your keys and values come from Y"),
        (multi(number=lambda i: 0), "the matrices of the first"),
        (
            lambda Y, X, W_Q, W_K, W_V, W_O: multi()(Y, X, W_K, W_Q, W_V, W_O),
            "have changed places",
        ),
        (never_split, "One softmax serves all"),
        (multi(axis=0), "sum to 1 over the queries"),
        (not_joined_by_W_O(lambda heads: np.mean(heads, axis=0)), "average the heads. They"),
        (multi(W=lambda W_O: 0 * W_O), "A key that is alone"),
        (lambda *z: multi()(*z) / len(z[2]), "You divide the output by h"),
        (lambda *z: np.array([[12.0]]), "the same for different input"),
        (in_place_multi, "changes its argument W_Q"),
        (
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                np.hstack([X.mean(0) @ W for W in W_V])[None].repeat(len(Y), axis=0) @ W_O
            ),
            "Means are right, weights are not",
        ),
    ],
    "block_diagonal": [
        (lambda small: np.hstack(list(small)), "You lay the matrices side by side"),
        (empty_slices, "empty from the second piece on"),
        (placed(backwards, backwards), "The order is turned"),
        (placed(stretch, backwards), "from lower left to upper right"),
        (placed(stretch, stretch, number=lambda i: 0), "Every block is the first"),
        (placed(stretch, stretch, background=1.0), "you have ones"),
        (lambda small: np.tile(np.hstack(list(small)), (len(small), 1)), "meets every matrix"),
        (lambda small: kron_blocks(small).T, "Your W is transposed"),
        (lambda small: np.zeros_like(kron_blocks(small)), "still all zeros"),
        (whole_rows, "fill whole rows"),
        (
            lambda small: np.array([[1, 2, 0, 0], [0, 0, 3, 4]]),
            "has shape (2, 4), needed (2, 3)",
        ),
    ],
}

RIGHT = {
    "count_parameters": [
        lambda d_model, h, d_k, d_v: 2 * d_model * h * (d_k + d_v),
        lambda d_model, h, d_k, d_v: float(2 * d_model * h * (d_k + d_v)),
        lambda d_model, h, d_k, d_v: sum(
            np.ones(shape).size
            for shape in (
                (h, d_model, d_k),
                (h, d_model, d_k),
                (h, d_model, d_v),
                (h, d_v, d_model),
            )
        ),
    ],
    "split": [
        loop_split,
        lambda x, h: np.array(np.split(x, h, axis=1)),
        lambda x, h: np.float32(x).reshape(len(x), h, -1).transpose(1, 0, 2),
        lambda x, h: x.T.reshape(h, -1, len(x)).swapaxes(1, 2),
        attention.split_heads,
    ],
    "merge": [
        loop_merge,
        lambda heads: np.concatenate(heads, axis=1),
        lambda heads: np.float32(np.einsum("hnd->nhd", heads).reshape(heads.shape[1], -1)),
        attention.merge_heads,
    ],
    "head_writes": [
        right_writes,
        lambda heads, W_O: np.einsum(
            "hnv,hvo->hno", heads, W_O.reshape(len(heads), -1, W_O.shape[1])
        ),
        lambda heads, W_O: [h @ W for h, W in zip(heads, np.split(W_O, len(heads)), strict=True)],
        lambda heads, W_O: np.float32(right_writes(np.float32(heads), np.float32(W_O))),
    ],
    "multi_head": [
        multi(),
        einsum_multi,
        summed_multi,
        float32_multi,
        at_once,
    ],
    "block_diagonal": [
        loop_blocks,
        kron_blocks,
        placed(stretch, stretch),
        lambda small: np.float32(kron_blocks(small)),
    ],
}

FRESH = {  # what the answers of fresh_heads.py must be told, in their order
    "count_parameters": [
        "You count W_Q, W_K and W_V once.",
        "You give W_V the width d_k.",
        "One matrix that goes with d_v is counted without h.",
        "Wider tokens make W_Q, W_K and W_V longer and W_O wider:",
        "Every head has its own W_Q, W_K and W_V:",
        "d_v is the width of the values:",
    ],
    "split": [
        "This is reshape alone.",
        "The rows are cut, but tokens still come first:",
        "You deal the features out like cards:",
        "You transpose x and reshape:",
        "You cut the sentence:",
        "Your pieces start at i, so they overlap.",
    ],
    "merge": [
        "You reshape first and turn after.",
        "You interleave:",
        "Tokens come first, and each has its pieces below each other:",
        ".T turns all three axes round, so features come first.",
        "You put the heads below each other:",
        "Your result has a row for each head; it needs one for each token.",
    ],
    "head_writes": [
        "This is the output, the sum over all heads.",
        "You give head i every h-th row of W_O.",
        "Your slice starts at i.",
        "You write out two heads.",
        "Every head meets the first d_v rows of W_O here.",
        "Each head has its own rows now, but * multiplies entry by entry.",
    ],
    "multi_head": [
        "Your queries come from X.",
        "Y and X have changed places:",
        "You merge by reshape alone:",
        "All your heads take the values of the first:",
        "You stop at the heads side by side.",
        "You cut W_O into d_k rows for each head.",
    ],
    "block_diagonal": [
        "Your blocks start at row i and column i, so they overlap.",
        "Your columns go in steps of d.",
        "All your blocks stand in the first e columns,",
        "You spread each block over every h-th row and column.",
        "You fill one row for each piece.",
        "d and e have changed places:",
    ],
}
