"""Four small layers that answer one question at the end of a text, to compare how far they see.

    model = Attention(rng, heads=4)     # or Recurrence(rng), Gated(rng), Convolution(rng, (1, 3))
    scores = model.forward(tokens)      # (b, n) → (b, 17): a score for each word
    grads = model.backward(to_scores)   # ∂loss/∂scores → {name: ∂loss/∂parameter}

Each has a vector for each of 17 words, one kind of layer, and a matrix that turns the last token's
vector into a score for each word: about 5,200 numbers in `p`, in float32. b texts of n tokens,
d wide. No positions.
"""

import math

import numpy as np

from helpers.attention import merge_heads, softmax, split_heads
from helpers.training import layer_norm, softmax_back

TOKENS, D = 17, 32


def matrix(rng, down, across):
    return rng.standard_normal((down, across)) / math.sqrt(down)


def ends(rng, d, wide):
    """The vectors of the tokens, and what turns the last token's vector into scores."""
    return {"tokens": rng.standard_normal((TOKENS, d)), "answer": matrix(rng, wide, TOKENS)}


def in_float32(p):
    return {name: x.astype(np.float32) for name, x in p.items()}


def of_tokens(tokens, to_x):
    """∂loss/∂table (17, d), from ∂loss/∂x (b, n, d), where x = table[tokens]."""
    one_hot = tokens.reshape(-1, 1) == np.arange(TOKENS)  # (b·n, 17)
    return one_hot.T.astype(to_x.dtype) @ rows(to_x)  # (17, d)


def rows(x):
    return x.reshape(-1, x.shape[-1])  # (b, n, d) → (b·n, d)


def norm(x):
    """A layer norm without gain and shift, and its way back. (…, d) → (…, d)"""
    y, back = layer_norm(rows(x), 1.0, 0.0)
    return y.reshape(x.shape), lambda to_y: back(rows(to_y))[0].reshape(x.shape)


class Attention:
    """Self-attention, added to the tokens. Only the last token is asked, so only it has a query."""

    def __init__(self, rng, heads):
        self.heads = heads
        names = "W_Q", "W_K", "W_V", "W_O"
        self.p = in_float32(ends(rng, D, D) | {name: matrix(rng, D, D) for name in names})

    def forward(self, tokens):
        p = self.p
        x = p["tokens"][tokens]  # (b, n, d)
        y, back_norm = norm(x)
        Q = split_heads(y[:, -1:] @ p["W_Q"], self.heads)  # (b, h, 1, d/h)
        K = split_heads(y @ p["W_K"], self.heads)  # (b, h, n, d/h)
        V = split_heads(y @ p["W_V"], self.heads)  # (b, h, n, d/h)
        scale = 1 / math.sqrt(D // self.heads)
        weights = softmax(Q @ K.swapaxes(-1, -2) * scale)  # (b, h, 1, n)
        heads = merge_heads(weights @ V)[:, 0]  # (b, d)
        last, back_last = norm(x[:, -1] + heads @ p["W_O"])  # (b, d)
        self.kept = tokens, y, back_norm, Q, K, V, scale, weights, heads, last, back_last
        return last @ p["answer"]

    def backward(self, to_scores):
        p = self.p
        tokens, y, back_norm, Q, K, V, scale, weights, heads, last, back_last = self.kept
        to_last = back_last(to_scores @ p["answer"].T)  # (b, d)
        to_heads = split_heads((to_last @ p["W_O"].T)[:, None], self.heads)  # (b, h, 1, d/h)
        to_weights = to_heads @ V.swapaxes(-1, -2)  # (b, h, 1, n)
        to_raw = softmax_back(weights, to_weights) * scale  # (b, h, 1, n)
        to_Q = merge_heads(to_raw @ K)[:, 0]  # (b, d)
        to_K = merge_heads(to_raw.swapaxes(-1, -2) @ Q)  # (b, n, d)
        to_V = merge_heads(weights.swapaxes(-1, -2) @ to_heads)  # (b, n, d)
        to_y = to_K @ p["W_K"].T + to_V @ p["W_V"].T
        to_y[:, -1] += to_Q @ p["W_Q"].T
        to_x = back_norm(to_y)
        to_x[:, -1] += to_last
        return {
            "tokens": of_tokens(tokens, to_x),
            "answer": last.T @ to_scores,
            "W_Q": y[:, -1].T @ to_Q,
            "W_K": rows(y).T @ rows(to_K),
            "W_V": rows(y).T @ rows(to_V),
            "W_O": heads.T @ to_last,
        }


class Recurrence:
    """One state (b, 48), from token to token: state = tanh(x W + state R + c).

    orthogonal: R turns a state and keeps its length at the start of training.
    """

    WIDE = 48

    def __init__(self, rng, orthogonal=False):
        R = matrix(rng, self.WIDE, self.WIDE)
        W = matrix(rng, D, self.WIDE)
        if orthogonal:
            R = np.linalg.qr(R)[0]
            W = 0.3 * W
        self.p = in_float32(ends(rng, D, self.WIDE) | {"W": W, "R": R, "c": np.zeros(self.WIDE)})

    def forward(self, tokens):
        p, (b, n) = self.p, tokens.shape
        given = (p["tokens"] @ p["W"] + p["c"])[tokens]  # (b, n, wide): each word times W, once
        states = np.zeros((n + 1, b, self.WIDE), given.dtype)  # before and after each token
        for i in range(n):
            states[i + 1] = np.tanh(given[:, i] + states[i] @ p["R"])
        self.kept = tokens, states
        return states[-1] @ p["answer"]

    def backward(self, to_scores):
        p, (tokens, states) = self.p, self.kept
        to_state = to_scores @ p["answer"].T  # (b, wide)
        to_given = np.zeros_like(states[1:])  # (n, b, wide)
        for i in reversed(range(len(to_given))):
            to_given[i] = to_state * (1 - states[i + 1] ** 2)
            to_state = to_given[i] @ p["R"].T
        to_words = of_tokens(tokens.T, to_given)  # (17, wide)
        return {
            "tokens": to_words @ p["W"].T,
            "answer": states[-1].T @ to_scores,
            "W": p["tokens"].T @ to_words,
            "R": rows(states[:-1]).T @ rows(to_given),
            "c": to_words.sum(axis=0),
        }


class Gated:
    """A state (b, 32) and a gate that says how much of it is new: state + gate · (new − state).

    new = tanh(x W + state R + c), gate = 1/(1 + exp(−(x W_g + state R_g + c_g))). c_g starts at −2:
    at first a token changes about an eighth of the state.
    """

    WIDE = 32

    def __init__(self, rng):
        wide = self.WIDE
        p = ends(rng, D, wide)
        for end, start in (("", 0.0), ("_g", -2.0)):
            p |= {f"W{end}": matrix(rng, D, wide), f"R{end}": matrix(rng, wide, wide)}
            p |= {f"c{end}": np.full(wide, start)}
        self.p = in_float32(p)

    def forward(self, tokens):
        p, (b, n) = self.p, tokens.shape
        given = (p["tokens"] @ p["W"] + p["c"])[tokens]  # (b, n, wide)
        given_g = (p["tokens"] @ p["W_g"] + p["c_g"])[tokens]  # (b, n, wide)
        states = np.zeros((n + 1, b, self.WIDE), given.dtype)
        new, gate = np.zeros_like(states[1:]), np.zeros_like(states[1:])  # (n, b, wide)
        for i in range(n):
            new[i] = np.tanh(given[:, i] + states[i] @ p["R"])
            gate[i] = 1 / (1 + np.exp(-(given_g[:, i] + states[i] @ p["R_g"])))
            states[i + 1] = states[i] + gate[i] * (new[i] - states[i])
        self.kept = tokens, states, new, gate
        return states[-1] @ p["answer"]

    def backward(self, to_scores):
        p, (tokens, states, new, gate) = self.p, self.kept
        to_state = to_scores @ p["answer"].T  # (b, wide)
        to_given, to_given_g = np.zeros_like(new), np.zeros_like(new)  # (n, b, wide)
        for i in reversed(range(len(new))):
            to_given[i] = to_state * gate[i] * (1 - new[i] ** 2)
            to_given_g[i] = to_state * (new[i] - states[i]) * gate[i] * (1 - gate[i])
            through = to_given[i] @ p["R"].T + to_given_g[i] @ p["R_g"].T
            to_state = to_state * (1 - gate[i]) + through
        grads = {"answer": states[-1].T @ to_scores, "tokens": 0}
        for end, to_it in (("", to_given), ("_g", to_given_g)):
            to_words = of_tokens(tokens.T, to_it)  # (17, wide)
            grads[f"R{end}"] = rows(states[:-1]).T @ rows(to_it)
            grads[f"W{end}"] = p["tokens"].T @ to_words
            grads[f"c{end}"] = to_words.sum(axis=0)
            grads["tokens"] = grads["tokens"] + to_words @ p[f"W{end}"].T
        return grads


class Convolution:
    """A layer for each entry of `apart`, each added: x + relu(window W + c).

    The window has 3 tokens of the normalized x and looks back; `apart` says how far apart they are.
    (1, 1, 1) sees 7 tokens, the dilated (1, 3, 9) sees 27.
    """

    D = 22

    def __init__(self, rng, apart):
        self.apart = apart
        p = ends(rng, self.D, self.D)
        for layer in range(len(apart)):
            p |= {f"W {layer}": matrix(rng, 3 * self.D, self.D), f"c {layer}": np.zeros(self.D)}
        self.p = in_float32(p)

    def forward(self, tokens):
        p, layers = self.p, []
        x = p["tokens"][tokens]  # (b, n, d)
        for layer, step in enumerate(self.apart):
            y, back_norm = norm(x)
            window = np.concatenate([later(y, by) for by in (0, step, 2 * step)], axis=-1)
            out = np.maximum(window @ p[f"W {layer}"] + p[f"c {layer}"], 0)  # (b, n, d)
            layers.append((back_norm, window, out))
            x = x + out
        self.kept = tokens, layers, x[:, -1]
        return x[:, -1] @ p["answer"]

    def backward(self, to_scores):
        p, (tokens, layers, last) = self.p, self.kept
        grads = {"answer": last.T @ to_scores}
        to_x = np.zeros_like(layers[0][2])  # (b, n, d)
        to_x[:, -1] = to_scores @ p["answer"].T
        for layer in reversed(range(len(layers))):
            back_norm, window, out = layers[layer]
            step = self.apart[layer]
            to_sum = to_x * (out > 0)
            grads[f"W {layer}"] = rows(window).T @ rows(to_sum)
            grads[f"c {layer}"] = rows(to_sum).sum(axis=0)
            pieces = np.split(to_sum @ p[f"W {layer}"].T, 3, axis=-1)  # (b, n, d) each
            back = (0, step, 2 * step)
            to_y = sum(earlier(piece, by) for piece, by in zip(pieces, back, strict=True))
            to_x = to_x + back_norm(to_y)
        return grads | {"tokens": of_tokens(tokens, to_x)}


def later(x, by):
    """Every token moved `by` places to the right, zeros in front: (b, n, d) → (b, n, d)."""
    moved = np.zeros_like(x)
    moved[:, by:] = x[:, : max(x.shape[1] - by, 0)]
    return moved


def earlier(x, by):
    """Every token moved `by` places to the left, zeros behind: (b, n, d) → (b, n, d)."""
    moved = np.zeros_like(x)
    moved[:, : max(x.shape[1] - by, 0)] = x[:, by:]
    return moved
