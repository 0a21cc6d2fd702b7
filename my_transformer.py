"""A transformer that learns to write words, whole: from the text to what it writes.

    python my_transformer.py names.txt [--steps 2000] [--seed 0]

names.txt has a word on each line, or a kind and a word, as in "DE bern". All it needs is NumPy 2.
"""

import argparse
import math
import sys

import numpy as np

LAYERS, HEADS, D, D_FF = 2, 4, 32, 64  # D numbers a token, D_FF inside the MLP
BATCH, RATE, LONGEST = 64, 0.01, 40  # words a step; the size of a step; letters of a word
END = "\n"

# --- the parts, forward: the n tokens of all b words stand below each other, x is (b·n, D)


# the series' own
def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


# the series' own
def causal_mask(n, m):
    return np.arange(m) <= np.arange(n).reshape(n, 1)


# the series' own
def split(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h).swapaxes(0, 1)  # (n, h·d) → (h, n, d)


# the series' own
def merge(heads):
    h, n, d = heads.shape
    return heads.swapaxes(0, 1).reshape(n, h * d)  # (h, n, d) → (n, h·d)


# the series' own
def layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gain + shift


# the series' own
def mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2


def attention(x, W_Q, W_K, W_V, W_O, n):
    Q, K, V = (split(x @ W, HEADS).reshape(HEADS, -1, n, D // HEADS) for W in (W_Q, W_K, W_V))
    S = Q @ K.mT / math.sqrt(D // HEADS)  # (h, b, n, n)
    S = np.where(causal_mask(n, n), S, S.dtype.type(-1e30))  # no token sees a later one
    A = softmax(S).astype(x.dtype)
    heads = merge((A @ V).reshape(HEADS, len(x), -1))  # (b·n, D)
    return heads @ W_O, (Q, K, V, A, heads)


# --- the parts, backward: to_y is ∂loss/∂y; each gives the slopes of all that went in


# the series' own
def softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-1, keepdims=True))


# the series' own
def loss_slope(logits, right):
    slope = softmax(logits)
    slope[np.arange(len(right)), right] -= 1
    return slope / len(right)


def layer_norm_back(x, gain, shift, to_y):
    z = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((z**2).mean(axis=-1, keepdims=True) + 1e-5)
    z, to_z = z / size, to_y * gain
    along_z = z * (to_z * z).mean(axis=-1, keepdims=True)
    to_x = (to_z - to_z.mean(axis=-1, keepdims=True) - along_z) / size
    return to_x, (to_y * z).sum(axis=0), to_y.sum(axis=0)


def mlp_back(x, W_1, b_1, W_2, b_2, to_y):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    to_hidden = to_y @ W_2.T * (hidden > 0)
    to_W_1, to_W_2 = x.T @ to_hidden, hidden.T @ to_y
    return to_hidden @ W_1.T, to_W_1, to_hidden.sum(axis=0), to_W_2, to_y.sum(axis=0)


def attention_back(x, W_Q, W_K, W_V, W_O, n, kept, to_y):
    Q, K, V, A, heads = kept
    to_heads = split(to_y @ W_O.T, HEADS).reshape(V.shape)
    to_S = softmax_back(A, to_heads @ V.mT) / math.sqrt(D // HEADS)
    slopes = to_S @ K, to_S.mT @ Q, A.mT @ to_heads  # of Q, K and V
    to_Q, to_K, to_V = (merge(y.reshape(HEADS, len(x), -1)).astype(x.dtype) for y in slopes)
    to_x = to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T
    return to_x, x.T @ to_Q, x.T @ to_K, x.T @ to_V, heads.T @ to_y


# --- the model: a stream x, to which the parts of each block add

NORM_1, NORM_2 = ("gain_1", "shift_1"), ("gain_2", "shift_2")
ATTENTION, MLP = ("W_Q", "W_K", "W_V", "W_O"), ("W_1", "b_1", "W_2", "b_2")


def starting_numbers(words, n, rng):
    def matrix(height, width):
        return rng.standard_normal((height, width)) / math.sqrt(height)

    p = {"words": rng.standard_normal((words, D)), "answer": matrix(D, words)}
    p["positions"] = rng.standard_normal((n, D))
    for layer in range(1, LAYERS + 1):
        arrays = {name: matrix(D, D) for name in ATTENTION}
        arrays |= {"gain_1": np.ones(D), "shift_1": np.zeros(D)}
        arrays |= {"W_1": matrix(D, D_FF), "b_1": np.zeros(D_FF)}
        arrays |= {"W_2": matrix(D_FF, D), "b_2": np.zeros(D)}
        arrays |= {"gain_2": np.ones(D), "shift_2": np.zeros(D)}
        p |= {f"{layer}.{name}": x for name, x in arrays.items()}
    p |= {"gain": np.ones(D), "shift": np.zeros(D)}
    return {name: x.astype(np.float32) for name, x in p.items()}


def of(p, layer, names):
    return [p[f"{layer}.{name}"] for name in names]


def model(p, tokens):
    """tokens (b, n) → logits (b·n, words), and what went in where, for the backward pass"""
    b, n = tokens.shape
    x = (p["words"][tokens] + p["positions"][:n]).reshape(b * n, D)
    inside = []
    for layer in range(1, LAYERS + 1):
        normed_1 = layer_norm(x, *of(p, layer, NORM_1)).astype(x.dtype)
        y, kept = attention(normed_1, *of(p, layer, ATTENTION), n)
        before, x = x, x + y
        normed_2 = layer_norm(x, *of(p, layer, NORM_2)).astype(x.dtype)
        inside.append((before, normed_1, kept, x, normed_2))
        x = x + mlp(normed_2, *of(p, layer, MLP)).astype(x.dtype)
    last = layer_norm(x, p["gain"], p["shift"]).astype(x.dtype)
    return last @ p["answer"], (inside, x, last)


def backward(p, tokens, run, to_logits):
    """∂loss/∂logits → {name: slope}: the same parts, from the last to the first"""
    (inside, x, last), (b, n) = run, tokens.shape
    slopes = {"answer": last.T @ to_logits}
    to_last = to_logits @ p["answer"].T
    to_x, slopes["gain"], slopes["shift"] = layer_norm_back(x, p["gain"], p["shift"], to_last)
    for layer in range(LAYERS, 0, -1):
        before, normed_1, kept, x, normed_2 = inside[layer - 1]
        to_normed, *of_mlp = mlp_back(normed_2, *of(p, layer, MLP), to_x)
        to_stream, *of_norm_2 = layer_norm_back(x, *of(p, layer, NORM_2), to_normed)
        to_x = to_x + to_stream  # past the MLP, and through it
        heads = of(p, layer, ATTENTION)
        to_normed, *of_heads = attention_back(normed_1, *heads, n, kept, to_x)
        to_stream, *of_norm_1 = layer_norm_back(before, *of(p, layer, NORM_1), to_normed)
        to_x = to_x + to_stream
        names = [*MLP, *NORM_2, *ATTENTION, *NORM_1]
        for name, slope in zip(names, of_mlp + of_norm_2 + of_heads + of_norm_1, strict=True):
            slopes[f"{layer}.{name}"] = slope
    slopes["words"] = np.eye(len(p["words"]), dtype=x.dtype)[tokens.ravel()].T @ to_x
    slopes["positions"] = np.zeros_like(p["positions"])
    slopes["positions"][:n] = to_x.reshape(b, n, D).sum(axis=0)
    return slopes


# --- training: the loss, its slopes, and a step of Adam against them


def train(p, text, steps, rng):
    means = {name: np.zeros_like(x) for name, x in p.items()}
    squares = {name: np.zeros_like(x) for name, x in p.items()}
    for step in range(1, steps + 1):
        batch = text[rng.integers(len(text), size=BATCH)]
        tokens, targets = np.maximum(batch[:, :-1], 0), batch[:, 1:].ravel()
        logits, run = model(p, tokens)
        asked = np.flatnonzero(targets >= 0)
        right = softmax(logits[asked])[np.arange(len(asked)), targets[asked]]
        loss = -np.log(np.maximum(right, 1e-38)).mean()
        to_logits = np.zeros_like(logits)
        to_logits[asked] = loss_slope(logits[asked], targets[asked])
        slopes = backward(p, tokens, run, to_logits)
        falling = 0.05 + 0.475 * (1 + math.cos(math.pi * step / steps))
        rate = RATE * min(1, step / 20) * falling
        for name, slope in slopes.items():
            means[name] += 0.1 * (slope - means[name])
            squares[name] += 0.02 * (slope**2 - squares[name])
            size = np.sqrt(squares[name] / (1 - 0.98**step)) + 1e-8
            p[name] -= rate * means[name] / (1 - 0.9**step) / size
        yield loss


# --- text and writing


def read(path):
    """The tokens of a file's words, and of each word their numbers in a row, −1 behind its end"""
    with open(path, encoding="utf-8-sig") as file:
        lines = [line.split() for line in file if line.strip()]
    has_kinds = all(len(line) == 2 for line in lines) and len({line[0] for line in lines}) <= 50
    rows = [[line[0], *line[1]] if has_kinds else [END, *" ".join(line)] for line in lines]
    rows = [[*row, END] for row in rows if len(row) <= LONGEST + 1]
    if not rows:
        sys.exit(f"{path}: needed a word on each line, of at most {LONGEST} letters")
    words = sorted({token for row in rows for token in row})
    number = {token: i for i, token in enumerate(words)}
    text = np.full((len(rows), max(map(len, rows))), -1)
    for i, row in enumerate(rows):
        text[i, : len(row)] = [number[token] for token in row]
    return words, text


def write(p, words, first, n, rng, temperature=0.8):
    """A word, letter by letter: draw a token, append it, and read on."""
    tokens = [first]
    while len(tokens) <= n and (len(tokens) == 1 or words[tokens[-1]] != END):
        logits, _ = model(p, np.array([tokens]))
        chances = softmax(logits[-1].astype(float) / temperature)
        tokens.append(rng.choice(len(words), p=chances))
    return "".join(words[token] for token in tokens[1:]).removesuffix(END)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")  # a terminal may lack some letters
    try:
        words, text = read(options.file)
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{options.file} cannot be read as text: {error}")
    n = text.shape[1] - 1
    rng = np.random.default_rng(options.seed)
    p = starting_numbers(len(words), n, rng)
    size = sum(x.size for x in p.values())
    print(f"{len(text):,} words of {len(words)} tokens; the model has {size:,} numbers.")
    try:
        for step, loss in enumerate(train(p, text, options.steps, rng), start=1):
            if step % 100 == 0 or step == options.steps:
                print(f"step {step} of {options.steps}: {loss / math.log(2):.2f} bits a letter")
    except KeyboardInterrupt:
        print("Stopped: it keeps what it has learned.")
    for first in 3 * sorted({*text[:, 0]}):
        print(words[first].strip().ljust(3), write(p, words, first, n, rng))


if __name__ == "__main__":
    main()
