"""Trains a small transformer on one question, "which letter came first?", to see what knows order.

Each input is nine random letters and a question mark; the answer is read at the question mark, and
chance is 1/8. The model is as small as it can be: letters (and positions) as vectors, one or two
layers of attention with 4 heads, each added to what came in, and a matrix that gives a score to
every letter. Tokens are rows: b inputs of n tokens, d wide, h heads, in float64.

Every forward function returns its output and what its backward function needs. A backward function
takes ∂loss/∂output and returns ∂loss/∂input.
"""

import math

import numpy as np

from helpers.attention import causal_mask, merge_heads, softmax, split_heads
from helpers.positions import sinusoids

LETTERS, ASKED = 8, 8  # letters are 0 … 7, the question mark is 8
N, D, HEADS = 10, 32, 4  # tokens of an input, width, heads
RATE, BATCH, STEPS, TESTED = 0.005, 64, 150, 500


def accuracy(layers, causal, positions, seed=0):
    """Train a new model; the share of 500 new inputs that it then answers rightly.

    positions: "none", "sinusoids" or "learned".
    """
    rng = np.random.default_rng(seed)
    p = parameters(rng, layers, positions)
    adam = {name: (np.zeros_like(x), np.zeros_like(x)) for name, x in p.items()}
    for step in range(1, STEPS + 1):
        x, first = inputs(rng, BATCH)
        scores, kept = forward(p, x, layers, causal, positions)
        wrong = softmax(scores)  # (b, 8)
        wrong[np.arange(BATCH), first] -= 1  # ∂(mean of −log weight of the right letter)/∂scores
        update(p, backward(p, kept, wrong / BATCH, positions), adam, step)
    x, first = inputs(rng, TESTED)
    scores, _ = forward(p, x, layers, causal, positions)
    return float((scores.argmax(axis=-1) == first).mean())


def inputs(rng, b):
    """Random letters with a question mark at the end (b, n), and the first letter of each (b,)."""
    x = rng.integers(LETTERS, size=(b, N))
    x[:, -1] = ASKED
    return x, x[:, 0]


def parameters(rng, layers, positions):
    """The arrays that are learned: {name: array}."""
    p = {"letters": rng.standard_normal((LETTERS + 1, D))}
    p["answer"] = rng.standard_normal((D, LETTERS)) / math.sqrt(D)
    for layer in range(layers):
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            p[f"{name} {layer}"] = rng.standard_normal((D, D)) / math.sqrt(D)
    if positions == "learned":
        p["positions"] = rng.standard_normal((N, D))
    return p


def forward(p, x, layers, causal, positions):
    """Inputs (b, n) → a score for each letter (b, 8)."""
    stream = p["letters"][x]  # (b, n, d)
    if positions == "learned":
        stream = stream + p["positions"]
    if positions == "sinusoids":
        stream = stream + sinusoids(N, D)
    mask = causal_mask(N) if causal else np.ones((N, N), dtype=bool)
    kept = []
    for layer in range(layers):
        normed, of_norm = normalize(stream)
        written, of_layer = attend(p, layer, normed, mask)
        stream = stream + written  # (b, n, d)
        kept.append((of_norm, of_layer))
    last, of_last = normalize(stream[:, -1])  # (b, d): the row of the question mark
    return last @ p["answer"], (x, kept, of_last, last)


def backward(p, kept, to_scores, positions):
    """∂loss/∂scores (b, 8) → ∂loss/∂parameter for each parameter: {name: array}."""
    x, layers, of_last, last = kept
    grads = {"answer": last.T @ to_scores}
    to_stream = np.zeros((len(x), N, D))
    to_stream[:, -1] = normalize_back(to_scores @ p["answer"].T, of_last)
    for layer in reversed(range(len(layers))):
        of_norm, of_layer = layers[layer]
        to_normed = attend_back(p, layer, to_stream, of_layer, grads)
        to_stream = to_stream + normalize_back(to_normed, of_norm)
    if positions == "learned":
        grads["positions"] = to_stream.sum(axis=0)
    grads["letters"] = np.zeros_like(p["letters"])
    np.add.at(grads["letters"], x, to_stream)
    return grads


def normalize(x):
    """Each row to mean 0 and variance 1."""
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    return centred / spread, (centred / spread, spread)


def normalize_back(to_out, kept):
    out, spread = kept
    along = (to_out * out).mean(axis=-1, keepdims=True)
    return (to_out - to_out.mean(axis=-1, keepdims=True) - out * along) / spread


def attend(p, layer, x, mask):
    """Multi-head self-attention of x (b, n, d)."""
    Q, K, V = (split_heads(x @ p[f"W_{name} {layer}"], HEADS) for name in "QKV")  # (b, h, n, d/h)
    scale = 1 / math.sqrt(D // HEADS)
    weights = softmax(np.where(mask, Q @ K.swapaxes(-1, -2) * scale, -np.inf))  # (b, h, n, n)
    heads = merge_heads(weights @ V)  # (b, n, d)
    return heads @ p[f"W_O {layer}"], (x, Q, K, V, weights, heads, scale)


def attend_back(p, layer, to_out, kept, grads):
    x, Q, K, V, weights, heads, scale = kept
    grads[f"W_O {layer}"] = rows(heads).T @ rows(to_out)
    to_heads = split_heads(to_out @ p[f"W_O {layer}"].T, HEADS)  # (b, h, n, d/h)
    to_weights = to_heads @ V.swapaxes(-1, -2)  # (b, h, n, n), since a head is weights @ V
    average = (to_weights * weights).sum(axis=-1, keepdims=True)
    to_raw = weights * (to_weights - average) * scale  # back through the softmax
    to_Q, to_K, to_V = to_raw @ K, to_raw.swapaxes(-1, -2) @ Q, weights.swapaxes(-1, -2) @ to_heads
    to_x = 0
    for name, to_it in zip("QKV", (to_Q, to_K, to_V), strict=True):
        to_it = merge_heads(to_it)  # (b, n, d)
        grads[f"W_{name} {layer}"] = rows(x).T @ rows(to_it)
        to_x = to_x + to_it @ p[f"W_{name} {layer}"].T
    return to_x


def rows(x):
    return x.reshape(-1, x.shape[-1])  # (b, n, d) → (b·n, d)


def update(p, grads, adam, step):
    """One step of Adam, which divides each slope by its usual size; slower towards the end."""
    rate = RATE * min(1, step / 20) * (0.5 + 0.5 * math.cos(math.pi * step / (STEPS + 1)))
    for name, slope in grads.items():
        mean, square = adam[name]
        mean += 0.1 * (slope - mean)
        square += 0.02 * (slope**2 - square)
        usual = np.sqrt(square / (1 - 0.98**step)) + 1e-8
        p[name] -= rate * mean / (1 - 0.9**step) / usual
