"""Four small layers that answer one question at the end of a text, to compare how far they see.

    model = Attention(rng, heads=4)     # or Recurrence(rng), Gated(rng), Convolution(rng, (1, 3))
    scores, back = model.run(tokens)    # (b, n) → (b, 17): a score for each word
    slopes = back(to_scores)            # ∂loss/∂scores → {name: ∂loss/∂parameter}

Each has a vector for each of 17 words, one kind of layer, and a matrix that turns the last token's
vector into a score for each word: about 5,200 numbers in `p`, in float32. b texts of n tokens,
d wide. No positions.
"""

import math

import numpy as np

from helpers.training import attention, layer_norm, linear
from helpers.training.parts import merge, split

TOKENS, D = 17, 32


def matrix(rng, height, width):
    return rng.standard_normal((height, width)) / math.sqrt(height)


def ends(rng, d, width):
    """The vectors of the tokens, and what turns the last token's vector into scores."""
    return {"tokens": rng.standard_normal((TOKENS, d)), "answer": matrix(rng, width, TOKENS)}


def in_float32(p):
    return {name: x.astype(np.float32) for name, x in p.items()}


def slopes_of_table(tokens, to_x):
    """∂loss/∂table (17, d), from ∂loss/∂x (b, n, d), where x = table[tokens]."""
    one_hot = tokens.reshape(-1, 1) == np.arange(TOKENS)  # (b·n, 17)
    return one_hot.T.astype(to_x.dtype) @ rows(to_x)  # (17, d)


def rows(x):
    return x.reshape(-1, x.shape[-1])  # (b, n, d) → (b·n, d)


def norm(x):
    """A layer norm without gain and shift, and its way back. (…, d) → (…, d)"""
    y, back = layer_norm(rows(x), 1.0, 0.0)
    return y.reshape(x.shape), lambda to_y: back(rows(to_y))["x"].reshape(x.shape)


class Attention:
    """Self-attention, added to the tokens. Only the last token is asked, so only it has a query."""

    def __init__(self, rng, heads):
        self.heads = heads
        names = "W_Q", "W_K", "W_V", "W_O"
        self.p = in_float32(ends(rng, D, D) | {name: matrix(rng, D, D) for name in names})

    def run(self, tokens):
        p, h, (b, n) = self.p, self.heads, tokens.shape
        x = p["tokens"][tokens]  # (b, n, d)
        y, back_norm = norm(x)
        Q, back_Q = linear(y[:, -1], p["W_Q"])  # (b, d)
        K, back_K = linear(rows(y), p["W_K"])  # (b·n, d)
        V, back_V = linear(rows(y), p["W_V"])  # (b·n, d)
        attended, back_attention = attention(split(Q, 1, h), split(K, n, h), split(V, n, h))
        written, back_O = linear(merge(attended.output), p["W_O"])  # (b, d)
        last, back_last = norm(x[:, -1] + written)  # (b, d)
        scores, back_answer = linear(last, p["answer"])  # (b, 17)

        def back(to_scores):
            answer = back_answer(to_scores)
            to_last = back_last(answer["x"])  # (b, d)
            heads = back_O(to_last)
            of = back_attention(split(heads["x"], 1, h))  # (b, h, …, d/h)
            query, key, value = (
                back_part(merge(of[name]))
                for name, back_part in (("Q", back_Q), ("K", back_K), ("V", back_V))
            )
            to_y = (key["x"] + value["x"]).reshape(b, n, D)
            to_y[:, -1] += query["x"]
            to_x = back_norm(to_y)
            to_x[:, -1] += to_last
            return {
                "tokens": slopes_of_table(tokens, to_x),
                "answer": answer["W"],
                "W_Q": query["W"],
                "W_K": key["W"],
                "W_V": value["W"],
                "W_O": heads["W"],
            }

        return scores, back


class Recurrence:
    """One state (b, 48), from token to token: state = tanh(x W + state R + c).

    orthogonal: R turns a state and keeps its length at the start of training.
    """

    WIDTH = 48

    def __init__(self, rng, orthogonal=False):
        R = matrix(rng, self.WIDTH, self.WIDTH)
        W = matrix(rng, D, self.WIDTH)
        if orthogonal:
            R = np.linalg.qr(R)[0]
            W = 0.3 * W
        self.p = in_float32(ends(rng, D, self.WIDTH) | {"W": W, "R": R, "c": np.zeros(self.WIDTH)})

    def run(self, tokens):
        p, (b, n) = self.p, tokens.shape
        inputs = (p["tokens"] @ p["W"] + p["c"])[tokens]  # (b, n, width): each word times W, once
        states = np.zeros((n + 1, b, self.WIDTH), inputs.dtype)  # before and after each token
        for i in range(n):
            states[i + 1] = np.tanh(inputs[:, i] + states[i] @ p["R"])
        scores, back_answer = linear(states[-1], p["answer"])

        def back(to_scores):
            answer = back_answer(to_scores)
            to_state = answer["x"]  # (b, width)
            to_inputs = np.zeros_like(states[1:])  # (n, b, width)
            for i in reversed(range(n)):
                to_inputs[i] = to_state * (1 - states[i + 1] ** 2)
                to_state = to_inputs[i] @ p["R"].T
            to_words = slopes_of_table(tokens.T, to_inputs)  # (17, width)
            return {
                "tokens": to_words @ p["W"].T,
                "answer": answer["W"],
                "W": p["tokens"].T @ to_words,
                "R": rows(states[:-1]).T @ rows(to_inputs),
                "c": to_words.sum(axis=0),
            }

        return scores, back


class Gated:
    """A state (b, 32) and a gate that says how much of it is new: state + gate · (new − state).

    new = tanh(x W + state R + c), gate = 1/(1 + exp(−(x W_g + state R_g + c_g))). c_g starts at −2:
    at first a token changes about an eighth of the state.
    """

    WIDTH = 32

    def __init__(self, rng):
        width = self.WIDTH
        p = ends(rng, D, width)
        for end, start in (("", 0.0), ("_g", -2.0)):
            p |= {f"W{end}": matrix(rng, D, width), f"R{end}": matrix(rng, width, width)}
            p |= {f"c{end}": np.full(width, start)}
        self.p = in_float32(p)

    def run(self, tokens):
        p, (b, n) = self.p, tokens.shape
        inputs = (p["tokens"] @ p["W"] + p["c"])[tokens]  # (b, n, width)
        inputs_g = (p["tokens"] @ p["W_g"] + p["c_g"])[tokens]  # (b, n, width)
        states = np.zeros((n + 1, b, self.WIDTH), inputs.dtype)
        new, gate = np.zeros_like(states[1:]), np.zeros_like(states[1:])  # (n, b, width)
        for i in range(n):
            new[i] = np.tanh(inputs[:, i] + states[i] @ p["R"])
            gate[i] = 1 / (1 + np.exp(-(inputs_g[:, i] + states[i] @ p["R_g"])))
            states[i + 1] = states[i] + gate[i] * (new[i] - states[i])
        scores, back_answer = linear(states[-1], p["answer"])

        def back(to_scores):
            answer = back_answer(to_scores)
            to_state = answer["x"]  # (b, width)
            to_inputs, to_inputs_g = np.zeros_like(new), np.zeros_like(new)  # (n, b, width)
            for i in reversed(range(n)):
                to_inputs[i] = to_state * gate[i] * (1 - new[i] ** 2)
                to_inputs_g[i] = to_state * (new[i] - states[i]) * gate[i] * (1 - gate[i])
                through = to_inputs[i] @ p["R"].T + to_inputs_g[i] @ p["R_g"].T
                to_state = to_state * (1 - gate[i]) + through
            slopes = {"answer": answer["W"], "tokens": 0}
            for end, to_it in (("", to_inputs), ("_g", to_inputs_g)):
                to_words = slopes_of_table(tokens.T, to_it)  # (17, width)
                slopes[f"R{end}"] = rows(states[:-1]).T @ rows(to_it)
                slopes[f"W{end}"] = p["tokens"].T @ to_words
                slopes[f"c{end}"] = to_words.sum(axis=0)
                slopes["tokens"] = slopes["tokens"] + to_words @ p[f"W{end}"].T
            return slopes

        return scores, back


class Convolution:
    """A layer for each of `distances`, each added: x + relu(window W + c).

    The window has 3 tokens of the normalized x and looks back; its distance is that from one of
    them to the next. (1, 1, 1) sees 7 tokens, the dilated (1, 3, 9) sees 27.
    """

    D = 22

    def __init__(self, rng, distances):
        self.distances = distances
        p = ends(rng, self.D, self.D)
        for layer in range(len(distances)):
            p |= {f"W {layer}": matrix(rng, 3 * self.D, self.D), f"c {layer}": np.zeros(self.D)}
        self.p = in_float32(p)

    def run(self, tokens):
        p, backs = self.p, []
        x = p["tokens"][tokens]  # (b, n, d)
        for layer, distance in enumerate(self.distances):
            written, back_layer = convolve(x, p[f"W {layer}"], p[f"c {layer}"], distance)
            x = x + written
            backs.append(back_layer)
        scores, back_answer = linear(x[:, -1], p["answer"])

        def back(to_scores):
            answer = back_answer(to_scores)
            slopes, to_x = {"answer": answer["W"]}, np.zeros_like(x)  # (b, n, d)
            to_x[:, -1] = answer["x"]
            for layer in reversed(range(len(backs))):
                of_layer = backs[layer](to_x)
                slopes |= {f"W {layer}": of_layer["W"], f"c {layer}": of_layer["c"]}
                to_x = to_x + of_layer["x"]
            return slopes | {"tokens": slopes_of_table(tokens, to_x)}

        return scores, back


def convolve(x, W, c, distance):
    """relu(window W + c) of the normalized x. (b, n, d) → (b, n, d)"""
    shifts = 0, distance, 2 * distance
    y, back_norm = norm(x)
    window = np.concatenate([later(y, shift) for shift in shifts], axis=-1)  # (b, n, 3·d)
    out = np.maximum(window @ W + c, 0)  # (b, n, d)

    def back(to_out):
        to_sum = to_out * (out > 0)
        pieces = np.split(to_sum @ W.T, 3, axis=-1)  # (b, n, d) each
        to_y = sum(earlier(piece, shift) for piece, shift in zip(pieces, shifts, strict=True))
        to_sum_rows = rows(to_sum)
        return {
            "x": back_norm(to_y),
            "W": rows(window).T @ to_sum_rows,
            "c": to_sum_rows.sum(axis=0),
        }

    return out, back


def later(x, shift):
    """Every token moved `shift` places to the right, zeros in front: (b, n, d) → (b, n, d)."""
    moved = np.zeros_like(x)
    moved[:, shift:] = x[:, : max(x.shape[1] - shift, 0)]
    return moved


def earlier(x, shift):
    """Every token moved `shift` places to the left, zeros behind: (b, n, d) → (b, n, d)."""
    moved = np.zeros_like(x)
    moved[:, : max(x.shape[1] - shift, 0)] = x[:, shift:]
    return moved
