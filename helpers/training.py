"""A small transformer that learns: forward, backward and Adam by hand, in NumPy.

Read it aloud from top to bottom: first the parts, each with its way back, then the model, then its
training. There are b sequences of n tokens, d wide, h heads, all in float64.

Each part returns its output and a function `back`. Given ∂loss/∂output, `back` returns ∂loss/∂input
and the slopes of what the part learns, ∂loss/∂parameter. A name to_x stands for ∂loss/∂x, which has
the shape of x.
"""

import math
from collections import namedtuple

import numpy as np

from helpers.attention import causal_mask, merge_heads, softmax, split_heads
from helpers.checking import count, positive, require, takes, truth, whole
from helpers.positions import sinusoids

# --- the parts, each with its way back


def rows(x):
    return x.reshape(-1, x.shape[-1])  # (b, n, d) → (b·n, d)


def transposed(x):
    return x.swapaxes(-1, -2)  # (…, n, m) → (…, m, n)


def linear(x, W):
    """x W. (b, n, d) @ (d, e) → (b, n, e)"""

    def back(to_y):
        return to_y @ W.T, rows(x).T @ rows(to_y)  # to_x (b, n, d), to_W (d, e)

    return x @ W, back


def layer_norm(x, gain, shift):
    """As in block.py. (b, n, d) → (b, n, d)"""
    centred = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)  # (b, n, 1)
    z = centred / size  # (b, n, d)

    def back(to_y):
        slopes = {"gain": rows(to_y * z).sum(axis=0), "shift": rows(to_y).sum(axis=0)}
        to_z = to_y * gain
        # adding a number to x, or making x longer, leaves z as it is: take both directions out
        to_z = to_z - to_z.mean(axis=-1, keepdims=True) - z * (to_z * z).mean(-1, keepdims=True)
        return to_z / size, slopes

    return z * gain + shift, back


def softmax_back(A, to_A):
    """Through A = softmax(S): ∂loss/∂S. Each row is its own. (…, n, m) → (…, n, m)"""
    mean = (A * to_A).sum(axis=-1, keepdims=True)  # (…, n, 1): weighted by A
    return A * (to_A - mean)


def attend(x, W_Q, W_K, W_V, W_O, h, mask, on):
    """Self-attention with h heads: output (b, n, d), weights (b, h, n, n), back.

    mask (n, n): 0 or −∞, added to the scores. on (h, 1, 1): 0 for a head that is switched off.
    """
    Q, K, V = (split_heads(x @ W, h) for W in (W_Q, W_K, W_V))  # (b, h, n, d/h) each
    scale = 1 / math.sqrt(Q.shape[-1])
    A = softmax(Q @ transposed(K) * scale + mask)  # (b, h, n, n)
    heads = merge_heads(A @ V * on)  # (b, n, d)

    def back(to_y):
        to_O = split_heads(to_y @ W_O.T, h) * on  # (b, h, n, d/h), where O = A V
        to_A, to_V = to_O @ transposed(V), transposed(A) @ to_O
        to_S = softmax_back(A, to_A) * scale  # (b, h, n, n), where S = Q Kᵀ
        to_Q, to_K = to_S @ K, transposed(to_S) @ Q  # (b, h, n, d/h) each
        to_Q, to_K, to_V = (merge_heads(to_it) for to_it in (to_Q, to_K, to_V))  # (b, n, d) each
        slopes = {
            "W_Q": rows(x).T @ rows(to_Q),
            "W_K": rows(x).T @ rows(to_K),
            "W_V": rows(x).T @ rows(to_V),
            "W_O": rows(heads).T @ rows(to_y),
        }
        return to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T, slopes

    return heads @ W_O, A, back


def mlp(x, W_1, b_1, W_2, b_2):
    """relu(x W_1 + b_1) W_2 + b_2. (b, n, d) → (b, n, d)"""
    hidden = np.maximum(x @ W_1 + b_1, 0)  # (b, n, d_ff)

    def back(to_y):
        to_hidden = to_y @ W_2.T * (hidden > 0)  # relu lets pass where it let pass
        slopes = {
            "W_1": rows(x).T @ rows(to_hidden),
            "b_1": rows(to_hidden).sum(axis=0),
            "W_2": rows(hidden).T @ rows(to_y),
            "b_2": rows(to_y).sum(axis=0),
        }
        return to_hidden @ W_1.T, slopes

    return hidden @ W_2 + b_2, back


def cross_entropy(logits, targets):
    """The mean of −log(weight of the right word) over all places where a word is asked.

    logits (b, n, words), targets (b, n), −1 where none is asked → loss, ∂loss/∂logits.
    """
    weights = softmax(logits)  # (b, n, words)
    places = np.nonzero(targets >= 0)  # the sequences, the positions
    asked = len(places[0])
    right = *places, targets[places]
    loss = -np.log(weights[right] + 1e-300).mean()
    to_logits = np.zeros_like(logits)
    to_logits[places] = weights[places] / asked
    to_logits[right] -= 1 / asked
    return loss, to_logits


# --- the model: words and positions as vectors, layers, a logit for each word

Run = namedtuple("Run", "logits weights back")  # (b, n, words); (b, h, n, n) for each layer
KINDS = "none", "sinusoids", "learned"


def kind_of_positions(name, value, _):
    require(value in KINDS, f"{name}: given {value!r}, needed one of {', '.join(map(repr, KINDS))}")
    return value


class Transformer:
    """Layers of self-attention, and an MLP where d_ff is not 0, each with its norm before it.

    p: all that is learned, {name: array}; "2.W_Q" is the W_Q of layer 2. Layers and heads are
    counted from 1, as on the page.
    """

    @takes(
        words=count,
        n=count,
        layers=count,
        heads=count,
        d=count,
        d_ff=whole,
        causal=truth,
        positions=kind_of_positions,
        seed=whole,
    )
    def __init__(
        self, words, n, layers, heads, d=32, d_ff=0, causal=False, positions="learned", seed=0
    ):
        require(d % heads == 0, f"heads: given {heads}, needed a divisor of d = {d}")
        require(d_ff >= 0, f"d_ff: given {d_ff}, needed 0, for no MLP, or more")
        self.layers, self.heads, self.d_ff = layers, heads, d_ff
        self.mask = np.where(causal_mask(n), 0, -np.inf) if causal else np.zeros((n, n))
        self.sinusoids = sinusoids(n, d) if positions == "sinusoids" else np.zeros((n, d))
        self.p = starting_values(np.random.default_rng(seed), words, n, layers, d, d_ff)
        if positions != "learned":
            del self.p["positions"]

    def run(self, tokens, off=()):
        """tokens (b, n) → Run. off: heads to switch off, pairs (layer, head)."""
        n = tokens.shape[1]
        x = self.p["words"][tokens] + self.sinusoids[:n]  # (b, n, d)
        if "positions" in self.p:
            x = x + self.p["positions"][:n]
        weights, backs = [], []
        for layer in range(1, self.layers + 1):
            written, A, back = self._attend(layer, x, off)
            x = x + written
            weights.append(A)
            backs.append(back)
            if self.d_ff:
                written, back = self._think(layer, x)
                x = x + written
                backs.append(back)
        x, back_norm = layer_norm(x, self.p["gain"], self.p["shift"])
        logits, back_answer = linear(x, self.p["answer"])

        def back(to_logits):
            """∂loss/∂logits → ∂loss/∂parameter for all that is learned: {name: array}"""
            to_x, to_answer = back_answer(to_logits)
            to_x, slopes = back_norm(to_x)
            slopes["answer"] = to_answer
            for back_part in reversed(backs):
                to_part, of_part = back_part(to_x)
                to_x = to_x + to_part  # the stream led past the part, too
                slopes |= of_part
            if "positions" in self.p:
                slopes["positions"] = np.zeros_like(self.p["positions"])
                slopes["positions"][:n] = to_x.sum(axis=0)
            one_hot = np.eye(len(self.p["words"]))[tokens]  # a look-up is a one-hot row times E
            slopes["words"] = rows(one_hot).T @ rows(to_x)
            return slopes

        return Run(logits, weights, back)

    def _attend(self, layer, x, off):
        on = np.array([(layer, head) not in off for head in range(1, self.heads + 1)], float)
        normed, back_norm = layer_norm(x, *self._of(layer, "gain_1", "shift_1"))
        arrays = self._of(layer, "W_Q", "W_K", "W_V", "W_O")
        n = x.shape[1]
        y, A, back_part = attend(normed, *arrays, self.heads, self.mask[:n, :n], on[:, None, None])
        return y, A, self._back(layer, 1, back_norm, back_part)

    def _think(self, layer, x):
        normed, back_norm = layer_norm(x, *self._of(layer, "gain_2", "shift_2"))
        y, back_part = mlp(normed, *self._of(layer, "W_1", "b_1", "W_2", "b_2"))
        return y, self._back(layer, 2, back_norm, back_part)

    def _of(self, layer, *names):
        return [self.p[f"{layer}.{name}"] for name in names]

    def _back(self, layer, which, back_norm, back_part):
        """Back through a part and the norm before it, its slopes under the names in p."""

        def back(to_y):
            to_normed, slopes = back_part(to_y)
            to_x, of_norm = back_norm(to_normed)
            slopes |= {f"{name}_{which}": slope for name, slope in of_norm.items()}
            return to_x, {f"{layer}.{name}": slope for name, slope in slopes.items()}

        return back


def starting_values(rng, words, n, layers, d, d_ff):
    """Random arrays, sized so that a vector times a matrix stays about as long."""

    def matrix(height, width):
        return rng.standard_normal((height, width)) / math.sqrt(height)

    p = {"words": rng.standard_normal((words, d)), "answer": matrix(d, words)}
    p["positions"] = rng.standard_normal((n, d))
    for layer in range(1, layers + 1):
        p |= {f"{layer}.{name}": matrix(d, d) for name in ("W_Q", "W_K", "W_V", "W_O")}
        p |= {f"{layer}.gain_1": np.ones(d), f"{layer}.shift_1": np.zeros(d)}
        if d_ff:
            p |= {f"{layer}.W_1": matrix(d, d_ff), f"{layer}.b_1": np.zeros(d_ff)}
            p |= {f"{layer}.W_2": matrix(d_ff, d), f"{layer}.b_2": np.zeros(d)}
            p |= {f"{layer}.gain_2": np.ones(d), f"{layer}.shift_2": np.zeros(d)}
    return p | {"gain": np.ones(d), "shift": np.zeros(d)}


# --- training


class Adam:
    """Moves each number against its slope. The usual size of a slope does not matter: the mean of
    the last slopes is divided by the root of the mean of their squares."""

    def __init__(self, p):
        self.p, self.step = p, 0
        self.mean = {name: np.zeros_like(x) for name, x in p.items()}
        self.square = {name: np.zeros_like(x) for name, x in p.items()}

    def update(self, slopes, rate):
        self.step += 1
        for name, slope in slopes.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (slope - mean)
            square += 0.02 * (slope**2 - square)
            unbiased = mean / (1 - 0.9**self.step)  # both began at 0: make up for it
            size = np.sqrt(square / (1 - 0.98**self.step)) + 1e-8
            self.p[name] -= rate * unbiased / size


def rate_at(step, steps, rate):
    """Rises during the first 20 steps, then falls along a cosine to a twentieth."""
    falling = 0.05 + 0.95 * (1 + math.cos(math.pi * step / steps)) / 2
    return rate * min(1, step / 20) * falling


@takes(steps=count, rate=positive, seed=whole)
def train(model, language, steps, rate, seed=0, watch=None):
    """Train for so many steps on 64 new sequences each; the loss of each step, as a list.

    watch(losses) is called after every step. Stop (Kernel > Interrupt) keeps what was learned.
    """
    rng, adam, losses = np.random.default_rng([seed, 1]), Adam(model.p), []
    try:
        for step in range(1, steps + 1):
            tokens, targets = language.sample(rng, 64)
            run = model.run(tokens)
            loss, to_logits = cross_entropy(run.logits, targets)
            adam.update(run.back(to_logits), rate_at(step, steps, rate))
            losses.append(float(loss))
            if watch:
                watch(losses)
    except KeyboardInterrupt:
        print(f"Stopped after {len(losses)} of {steps} steps.")
    return losses


def accuracy(model, tokens, targets, off=()):
    """The share of the asked words that get the largest logit, with heads `off` switched off."""
    answered = model.run(tokens, off).logits.argmax(axis=-1)  # (b, n)
    return float((answered == targets)[targets >= 0].mean())


def size(model):
    """How many numbers the model learns."""
    return sum(x.size for x in model.p.values())
