"""Answers to the exercises of notebook 08, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention, block
from helpers.data import examples
# --- layer_norm: wrong: Your 1e-5 is missing. And you take one mean
def my_layer_norm(x, gain, shift):
    return (x - np.mean(x)) / np.std(x) * gain + shift
# --- layer_norm: wrong: You take one mean and one variance of the whole array. Each
def my_layer_norm(x, gain, shift):
    return (x - x.mean()) / np.sqrt(x.var() + 1e-5) * gain + shift
# --- layer_norm: wrong: You normalize each feature over the tokens. Layer norm
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=0)
    var = x.var(axis=0)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: You add 1e-5 to the root. It belongs under the root:
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True)
    return (x - mean) / (std + 1e-5) * gain + shift
# --- layer_norm: wrong: You divide by the variance. Divide by its root, so that the
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / (var + 1e-5) * gain + shift
# --- layer_norm: wrong: Your 1e-5 is missing: a token whose numbers are all the
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var) * gain + shift
# --- layer_norm: wrong: You add the shift before you multiply. First times gain,
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return ((x - mean) / np.sqrt(var + 1e-5) + shift) * gain
# --- layer_norm: wrong: You divide the squares by d − 1, as for a sample. Here take
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True, ddof=1)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: gain and shift are missing: times gain, plus shift.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5)
# --- layer_norm: wrong: / and * come before −, so only the mean is divided. Put x −
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return x - mean / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: Your variance is the mean of the squares of x. Subtract the
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = (x**2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: You do not subtract the mean: this is the RMS norm.
def my_layer_norm(x, gain, shift):
    rms = np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
    return x / rms * gain + shift
# --- layer_norm: wrong: You give every token the length 1. Subtract its mean, and
def my_layer_norm(x, gain, shift):
    norm = np.linalg.norm(x, axis=-1, keepdims=True)
    return x / (norm + 1e-5) * gain + shift
# --- layer_norm: wrong: The mean is 2 and the variance 1, so 1 becomes (1 − 2)
def my_layer_norm(x, gain, shift):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * gain + shift
# --- layer_norm: wrong: The variance is the mean of the squares 9, 1 and 16
def my_layer_norm(x, gain, shift):
    mu = x.mean(axis=-1, keepdims=True)
    var = np.abs(x - mu).mean(axis=-1, keepdims=True) ** 2
    return (x - mu) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: The functions of math take one number
def my_layer_norm(x, gain, shift):
    import math
    c = x - x.mean(axis=-1, keepdims=True)
    return c / math.sqrt((c**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift
# --- layer_norm: wrong: This is a single number here, without axes.
def my_layer_norm(x, gain, shift):
    mu = x.mean(axis=-1)[:, None]
    var = x.var(axis=-1)[:, None]
    return (x - mu) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: wrong: A loop over an array with one axis gives numbers, not rows.
def my_layer_norm(x, gain, shift):
    out = []
    for row in x:
        m = sum(row) / len(row)
        v = sum((row - m) ** 2) / len(row)
        out.append((row - m) / np.sqrt(v + 1e-5) * gain + shift)
    return np.array(out)
# --- layer_norm: wrong: shape[-1] is always the size of the last.
def my_layer_norm(x, gain, shift):
    d = x.shape[1]
    mu = x.sum(axis=-1, keepdims=True) / d
    var = ((x - mu) ** 2).sum(axis=-1, keepdims=True) / d
    return (x - mu) / np.sqrt(var + 1e-5) * gain + shift
# --- layer_norm: right
def my_layer_norm(x, gain, shift):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return gain * (x - mean) / np.sqrt(variance + 1e-5) + shift
# --- layer_norm: right
def my_layer_norm(x, gain, shift):
    x = np.asarray(x, float)
    flat = x.reshape(-1, x.shape[-1])
    out = [(r - r.mean()) / math.sqrt(r.var() + 1e-5) * gain + shift for r in flat]
    return np.array(out).reshape(x.shape)
# --- mlp: wrong: 1 + 2 = 3 in the hidden layer, 3 · 3 = 9 in the end.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return x @ W_1 + b_1 @ W_2 + b_2
# --- mlp: wrong: relu is missing. Without it two products are one: the MLP
def my_mlp(x, W_1, b_1, W_2, b_2):
    return (x @ W_1 + b_1) @ W_2 + b_2
# --- mlp: wrong: You add b_1 after relu. It decides what is negative, so it
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(x @ W_1, 0) + b_1
    return h @ W_2 + b_2
# --- mlp: wrong: You apply relu to the result, too. Only the hidden numbers
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(0, x @ W_1 + b_1)
    return np.maximum(0, h @ W_2 + b_2)
# --- mlp: wrong: You take away the sign. relu makes negative numbers 0.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.abs(x @ W_1 + b_1)
    return h @ W_2 + b_2
# --- mlp: wrong: You add x to the result. That is the block's task; the MLP
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(0, x @ W_1 + b_1)
    return h @ W_2 + b_2 + x
# --- mlp: wrong: b_2 is missing: it is added at the end.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(0, x @ W_1 + b_1)
    return h @ W_2
# --- mlp: wrong: b_1 is missing: it is added before relu.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(0, x @ W_1)
    return h @ W_2 + b_2
# --- mlp: wrong: For arrays write &, | and ~ instead of and, or and not, or
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = max(0, x @ W_1 + b_1)
    return h @ W_2 + b_2
# --- mlp: wrong: You keep the negative numbers. relu keeps the positive
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.minimum(0, x @ W_1 + b_1)
    return h @ W_2 + b_2
# --- mlp: wrong: You take a softmax over the hidden numbers. relu takes each
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = attention.softmax(x @ W_1 + b_1)
    return h @ W_2 + b_2
# --- mlp: wrong: This is gelu, which comes later in this notebook. Here relu
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = block.gelu(x @ W_1 + b_1)
    return h @ W_2 + b_2
# --- mlp: wrong: h > 0 is True or False, that is 1 or 0. Keep the positive
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = (x @ W_1 + b_1) > 0
    return h @ W_2 + b_2
# --- mlp: wrong: The hidden numbers are 2 and −2. relu makes them 2 and 0,
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    h = h if h.all() > 0 else 0
    return h @ W_2 + b_2
# --- mlp: wrong: relu has no name in NumPy: say in code what it does.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return relu(x @ W_1 + b_1) @ W_2 + b_2
# --- mlp: right
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    return np.where(h > 0, h, 0) @ W_2 + b_2
# --- mlp: right
def my_mlp(x, W_1, b_1, W_2, b_2):
    flat = np.reshape(x, (-1, x.shape[-1]))
    out = np.array([np.clip(row @ W_1 + b_1, 0, None) @ W_2 + b_2 for row in flat])
    return out.reshape(x.shape[:-1] + (-1,))
# --- norm_after: wrong: In the second step, what think writes takes the place
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(think(x))
# --- norm_after: wrong: This is the block with the norm before each part. Here the
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))
# --- norm_after: wrong: Nothing is added: what a part writes replaces the stream. x
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(attend(x))
    return norm_2(think(x))
# --- norm_after: wrong: In the second step you add the first x, as it came in. The
def my_block_after(x, attend, think, norm_1, norm_2):
    y = norm_1(x + attend(x))
    return norm_2(x + think(y))
# --- norm_after: wrong: You add the input once, at the end. What each part writes
def my_block_after(x, attend, think, norm_1, norm_2):
    y = norm_1(attend(x))
    z = norm_2(think(y))
    return x + z
# --- norm_after: wrong: You normalize what is written. Normalize the sum: norm_1(x
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + norm_1(attend(x))
    return x + norm_2(think(x))
# --- norm_after: wrong: The second sum is not normalized: norm_2 is missing.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return x + think(x)
# --- norm_after: wrong: norm_1 and norm_2 have changed places: norm_1 comes after
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_2(x + attend(x))
    return norm_1(x + think(x))
# --- norm_after: wrong: You use norm_1 twice. Each norm has a gain and a shift of
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_1(x + think(x))
# --- norm_after: wrong: The MLP comes first in your block. Attention does, then the
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + think(x))
    return norm_2(x + attend(x))
# --- norm_after: wrong: Both parts read the same x. think must read what comes
def my_block_after(x, attend, think, norm_1, norm_2):
    return norm_2(norm_1(x + attend(x) + think(x)))
# --- norm_after: wrong: You normalize twice at the end. norm_1 stands between the
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + attend(x)
    x = x + think(x)
    return norm_2(norm_1(x))
# --- norm_after: wrong: You normalize x before you add. The sum is normalized:
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x) + attend(x)
    return norm_2(x) + think(x)
# --- norm_after: wrong: think reads the first x, as it came in. It must read the
def my_block_after(x, attend, think, norm_1, norm_2):
    a = norm_1(x + attend(x))
    return norm_2(a + think(x))
# --- norm_after: wrong: attend needs all tokens at once: it takes the whole x.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = np.array([norm_1(row + attend(row)) for row in x])
    return norm_2(x + think(x))
# --- norm_after: wrong: attend, think and the norms take one argument, x, not 2
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x, x))
    return norm_2(x + think(x))
# --- norm_after: right
def my_block_after(x, attend, think, norm_1, norm_2):
    middle = norm_1(x + attend(x))
    return norm_2(middle + think(middle))
# --- norm_after: right
def my_block_after(x, attend, think, norm_1, norm_2):
    a = norm_1(x + attend(x))
    b = norm_2(a + think(a))
    return b
# --- norm_after: right
def my_block_after(x, attend, think, norm_1, norm_2):
    for part, norm in ((attend, norm_1), (think, norm_2)):
        x = norm(x + part(x))
    return x
# --- norm_after: right
def my_block_after(x, attend, think, norm_1, norm_2):
    y = x.copy()
    y += attend(x)
    y = norm_1(y)
    y += think(y)
    return norm_2(y)
# --- norm_before: wrong: This is the block of 2017, with the norm after each sum.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))
# --- norm_before: wrong: think reads the normalized copy now, but you add its output
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return norm_2(x) + think(norm_2(x))
# --- norm_before: wrong: norm_2 is gone: think must read a normalized copy.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(x)
# --- norm_before: wrong: You have moved norm_2 to the end. It belongs where think
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return norm_2(x + think(x))
# --- norm_before: wrong: You add the MLP's output to the first x, so what attention
def my_block_before(x, attend, think, norm_1, norm_2):
    y = x + attend(norm_1(x))
    return x + think(norm_2(y))
# --- norm_before: wrong: You normalize what think writes. Normalize what it reads:
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + norm_2(think(x))
# --- norm_before: wrong: Nothing is added any more: each part's output replaces the
def my_block_before(x, attend, think, norm_1, norm_2):
    x = attend(norm_1(x))
    x = think(norm_2(x))
    return x
# --- norm_before: wrong: Now the stream is normalized twice. Only what attend and
def my_block_before(x, attend, think, norm_1, norm_2):
    x = norm_1(x) + attend(norm_1(x))
    return norm_2(x) + think(norm_2(x))
# --- norm_before: wrong: You use norm_1 twice. Each norm has a gain and a shift of
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_1(x))
# --- norm_before: wrong: norm_1 and norm_2 have changed places: attend reads
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_2(x))
    return x + think(norm_1(x))
# --- norm_before: wrong: attend reads norm_1(4) = 5 and writes 10, which is added to
def my_block_before(x, attend, think, norm_1, norm_2):
    y = attend(norm_1(x))
    return x + think(norm_2(y))
# --- norm_before: wrong: Both parts read the same x. think must read the stream
def my_block_before(x, attend, think, norm_1, norm_2):
    return x + attend(norm_1(x)) + think(norm_2(x))
# --- norm_before: wrong: Both parts write 0, so the stream must come out as it went
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return think(norm_2(x))
# --- norm_before: wrong: You normalize what the parts write. Normalize what they
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + norm_1(attend(x))
    return x + norm_2(think(x))
# --- norm_before: wrong: The MLP comes first in your block.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + think(norm_2(x))
    return x + attend(norm_1(x))
# --- norm_before: right
def my_block_before(x, attend, think, norm_1, norm_2):
    middle = x + attend(norm_1(x))
    return middle + think(norm_2(middle))
# --- norm_before: right
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))
# --- norm_before: right
def my_block_before(x, attend, think, norm_1, norm_2):
    for part, norm in zip((attend, think), (norm_1, norm_2)):
        x = x + part(norm(x))
    return x
# --- count_model: wrong: In each block 7 d + d_ff numbers are missing
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d * d
    mlp = 2 * d * d_ff
    norms = 2 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: In each block 2 d numbers are missing.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * d * d_ff + d_ff + d
    norms = 2 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: In each block 4 d numbers are missing
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d * d
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count three matrices. W_O is the fourth.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 3 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You take d_ff = 4 d. Use d_ff itself: not every model has
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 8 * d * d + 5 * d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You give b_2 the width d_ff. W_2 leads back to d, so b_2
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * (d * d_ff + d_ff)
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You give b_1 the width d. W_1 leads to d_ff, so b_1 has
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * (d * d_ff + d)
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: 2 vectors of width 1; attention 4 + 4, the MLP 1 + 1 + 1 +
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 12 * 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count one matrix of the MLP. W_2 leads back, with b_2.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: The biases of the MLP are missing: d_ff numbers in b_1, d
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * d * d_ff
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count the embedding twice. The last matrix is its table
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return 2 * embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count one bias for attention. Each of the four matrices
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d**2 + d
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count each bias as one number.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + 1)
    mlp = d * d_ff + d_ff * d + 2
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count one block. Multiply its numbers by blocks.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + attention + mlp + norms + 2 * d
# --- count_model: wrong: 12 d² counts the matrices of a block if d_ff is 4 d.
def my_total(vocabulary, positions, d, d_ff, blocks):
    return blocks * 12 * d**2
# --- count_model: wrong: The position vectors are missing from your embedding.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = vocabulary * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: In each block d numbers are missing
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d**2 + 3 * d
    mlp = 2 * d * d_ff + d_ff + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: You count a gain and a shift for each position.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d**2 + d)
    mlp = 2 * d * d_ff + d_ff + d
    norms = 2 * 2 * positions
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: wrong: In Python ^ is not a power: the square of d is d**2.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d^2 + d)
    mlp = 2 * d * d_ff + d_ff + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: right
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d * (d + 1)
    mlp = 2 * d * d_ff + d + d_ff
    norms = 2 * 2 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# --- count_model: right
def my_total(vocabulary, positions, d, d_ff, blocks):
    total = vocabulary * d + positions * d + 2 * d
    for _ in range(blocks):
        total += sum(np.ones((d, d)).size + d for _ in range(4))
        total += d * d_ff + d_ff + d_ff * d + d
        total += 2 * (d + d)
    return total
# --- count_model: right
def my_total(vocabulary, positions, d, d_ff, blocks):
    shapes = [(d, d), (d,)] * 4 + [(d, d_ff), (d_ff,), (d_ff, d), (d,)] + [(d,)] * 4
    of_block = sum(math.prod(shape) for shape in shapes)
    return (vocabulary + positions) * d + blocks * of_block + 2 * d
# --- count_model: right
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 3 * d * d + 3 * d + d * d + d
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = d + d + d + d
    return float(embedding + blocks * (attention + mlp + norms) + 2 * d)
# --- layer_norm: wrong: You divide by the length of the centred token.
def my_layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / (np.linalg.norm(centred, axis=-1, keepdims=True) + 1e-5) * gain + shift
# --- layer_norm: wrong: The mean is subtracted, but nothing is divided:
def my_layer_norm(x, gain, shift):
    return (x - x.mean(axis=-1, keepdims=True)) * gain + shift
# --- layer_norm: wrong: gain and shift have changed places:
def my_layer_norm(x, gain, shift):
    return block.layer_norm(x) * shift + gain
# --- layer_norm: wrong: Right for a matrix, wrong for three axes:
def my_layer_norm(x, gain, shift):
    axis = 0 if x.ndim == 1 else 1
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=axis, keepdims=True) + 1e-5) * gain + shift
# --- layer_norm: right
def my_layer_norm(x, gain, shift):
    xt = x.T
    out = (xt - xt.mean(axis=0)) / np.sqrt(xt.var(axis=0) + 1e-5)
    return out.T * gain + shift
# --- mlp: wrong: You apply relu to the result. It belongs between
def my_mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum((x @ W_1 + b_1) @ W_2 + b_2, 0)
# --- mlp: wrong: Your result has shape (1, 1), expected
def my_mlp(x, W_1, b_1, W_2, b_2):
    return np.atleast_2d(np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2)
# --- norm_before: wrong: attend needs all tokens at once:
def my_block_before(x, attend, think, norm_1, norm_2):
    x = np.array([row + attend(norm_1(row)) for row in x])
    return x + think(norm_2(x))
# --- count_model: wrong: In each block 5 d + d_ff numbers are missing
def my_total(vocabulary, positions, d, d_ff, blocks):
    of_block = 4 * d * d + 2 * d * d_ff + 4 * d
    return (vocabulary + positions) * d + blocks * of_block + 2 * d
# --- mlp: wrong: The hidden numbers are 0.5, 3 and −5.5.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    return np.where(h >= 1, h, 0) @ W_2 + b_2
# --- mlp: wrong: The hidden numbers are 0, 2 and −5.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum(np.maximum(x, 0) @ W_1 + b_1, 0) @ W_2 + b_2
# --- mlp: wrong: The hidden numbers are 2, −2 and 1.
def my_mlp(x, W_1, b_1, W_2, b_2):
    y = np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2
    return x + y if x.shape == y.shape else y
# --- mlp: wrong: Right for each of these tokens alone, wrong for both
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    return np.where(np.any(np.atleast_2d(h) > 0, axis=0), np.abs(h) * (h > 0).any(), 0) @ W_2 + b_2
# --- count_model: wrong: In each block four of your vectors count as one number each
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d * d + 4
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
