"""Answers to the exercises of notebook 07, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
from helpers.positions import frequencies
# --- equivariant: wrong: You ask whether the outputs stay where they were. That is invariance.
def my_equivariant(before, after, order):
    return np.allclose(before, after)
# --- equivariant: wrong: You compare outputs of different tokens. The old outputs in the new
def my_equivariant(before, after, order):
    return np.allclose(after[order], before)
# --- equivariant: wrong: Your comparison sees differences that are rounding alone.
def my_equivariant(before, after, order):
    return (before[order] == after).all()
# --- equivariant: wrong: You compare the means. The mean of the outputs is the same whichever
def my_equivariant(before, after, order):
    return np.allclose(before.mean(axis=0), after.mean(axis=0))
# --- equivariant: wrong: You ask only whether the same outputs occur somewhere.
def my_equivariant(before, after, order):
    return np.allclose(np.sort(before, axis=0), np.sort(after, axis=0))
# --- equivariant: wrong: One number that agrees is enough for you: take .all() instead of
def my_equivariant(before, after, order):
    return np.isclose(before[order], after).any()
# --- equivariant: wrong: Only row 0 is compared.
def my_equivariant(before, after, order):
    for i, o in enumerate(order):
        return np.allclose(after[i], before[o])
# --- equivariant: wrong: wrong way round: equal means True.
def my_equivariant(before, after, order):
    return not np.allclose(before[order], after)
# --- equivariant: wrong: A negative difference counts as small: take np.abs first.
def my_equivariant(before, after, order):
    return (after - before[order]).max() < 1e-9
# --- equivariant: wrong: In a sum, one difference may cancel another.
def my_equivariant(before, after, order):
    return abs((after - before[order]).sum()) < 1e-9
# --- equivariant: wrong: The last number differs by 0.001, which is no rounding: False.
def my_equivariant(before, after, order):
    return np.allclose(before[order], after, atol=0.01)
# --- equivariant: wrong: You compare lengths. A vector may turn and keep its length.
def my_equivariant(before, after, order):
    return np.allclose(np.linalg.norm(before[order], axis=1), np.linalg.norm(after, axis=1))
# --- equivariant: wrong: You also demand that something changes.
def my_equivariant(before, after, order):
    return np.allclose(before[order], after) and not np.allclose(before, after)
# --- equivariant: right
def my_equivariant(before, after, order):
    return np.allclose(after, before[order])
# --- equivariant: right
def my_equivariant(before, after, order):
    for i in range(len(order)):
        if not np.allclose(after[i], before[order[i]]):
            return False
    return True
# --- sinusoids: wrong: sin and cos have changed places: sin is in the even columns 0, 2, 4, …
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for t in range(d // 2):
            P[i, 2 * t] = np.cos(i / 10000 ** (2 * t / d))
            P[i, 2 * t + 1] = np.sin(i / 10000 ** (2 * t / d))
    return P
# --- sinusoids: wrong: All sines stand left and all cosines right. In this formula each cos
def my_sinusoids(n, d):
    omega = 10000 ** (-2 * np.arange(d // 2) / d)
    angles = np.arange(n)[:, None] * omega
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
# --- sinusoids: wrong: Each of your columns has a frequency of its own. A sin and the cos
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for j in range(d):
            w = 10000 ** (-j / d)
            P[i, j] = np.sin(i * w) if j % 2 == 0 else np.cos(i * w)
    return P
# --- sinusoids: wrong: Your frequencies fall too fast: the exponent is −4t/d. If your t runs
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    t = np.arange(0, d, 2)
    angles = np.arange(n)[:, None] * 10000 ** (-2 * t / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: Your first row is position 1. Positions are counted from 0.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    angles = np.arange(1, n + 1)[:, None] * 10000 ** (-np.arange(0, d, 2) / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: Your later pairs turn faster. The exponent is negative: the first
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    angles = np.arange(n)[:, None] * 10000 ** (np.arange(0, d, 2) / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: Slow and fast have changed places: the first pair is the fastest,
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    omega = 10000 ** (-np.arange(0, d, 2) / d)
    angles = np.arange(n)[:, None] * omega[::-1]
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: Both columns of a pair hold the sin. The second has to hold the cos.
def my_sinusoids(n, d):
    i = np.arange(n)[:, None]
    t = np.arange(d)[None, :] // 2
    return np.sin(i * 10000.0 ** (-2 * t / d))
# --- sinusoids: wrong: Pair t is written into columns t and t + 1, over parts of the pair
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for t in range(d // 2):
            P[i, t] = np.sin(i * 10000 ** (-2 * t / d))
            P[i, t + 1] = np.cos(i * 10000 ** (-2 * t / d))
    return P
# --- sinusoids: wrong: A whole number to a negative power is a fraction:
def my_sinusoids(n, d):
    t = np.arange(d // 2)
    omega = 10000 ** (-2 * t // d)
    angles = np.arange(n)[:, None] * omega
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n, d)
# --- sinusoids: wrong: Sines and cosines are stacked as rows, so reshape mixes positions:
def my_sinusoids(n, d):
    angles = np.arange(n)[:, None] * 10000 ** (-np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)]).reshape(n, d)
# --- sinusoids: wrong: The first pair has ω = 1: position 1 is [sin 1, cos 1], in radians.
def my_sinusoids(n, d):
    P = np.zeros((n, d), dtype=int)
    angles = np.arange(n)[:, None] * 10000 ** (-np.arange(0, d, 2) / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: The base is 1000 instead of 10000.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    angles = np.arange(n)[:, None] * 1000 ** (-np.arange(0, d, 2) / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: You turn the angles into degrees. np.sin and np.cos take radians.
def my_sinusoids(n, d):
    angles = np.degrees(np.arange(n)[:, None] * 10000 ** (-np.arange(0, d, 2) / d))
    P = np.zeros((n, d))
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# --- sinusoids: wrong: which is also 100 ** (−2t/d)
def my_sinusoids(n, d):
    w = [100 ** (-2 * t / d) for t in range(d // 2)]
    P = np.zeros((n, d))
    P[:, 0::2] = np.sin(np.outer(range(n), w))
    P[:, 1::2] = np.cos(np.outer(range(n), w))
    return P
# --- sinusoids: wrong: You take the number of a column for t.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for c in range(d):
            w = 10000 ** (-2 * c / d)
            P[i, c] = np.sin(i * w) if c % 2 == 0 else np.cos(i * w)
    return P
# --- sinusoids: wrong: so only the 2 is in your exponent
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for t in range(d // 2):
            omega = 10000 ** -2 * t / d
            P[i, 2 * t] = np.sin(i * omega)
            P[i, 2 * t + 1] = np.cos(i * omega)
    return P
# --- sinusoids: wrong: Your first pair is t = 1.
def my_sinusoids(n, d):
    w = [10000 ** (-2 * t / d) for t in range(1, d // 2 + 1)]
    P = np.zeros((n, d))
    P[:, 0::2] = np.sin(np.outer(range(n), w))
    P[:, 1::2] = np.cos(np.outer(range(n), w))
    return P
# --- sinusoids: right
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for t in range(d // 2):
            w = 10000 ** (-2 * t / d)
            P[i, 2 * t] = np.sin(i * w)
            P[i, 2 * t + 1] = np.cos(i * w)
    return P
# --- sinusoids: right
def my_sinusoids(n, d):
    return [[(math.cos if j % 2 else math.sin)(i / 10000 ** ((j - j % 2) / d)) for j in range(d)] for i in range(n)]
# --- sinusoids: right
def my_sinusoids(n, d):
    z = np.exp(1j * np.outer(np.arange(n), np.exp(-np.log(10000) * np.arange(0, d, 2) / d)))
    return np.stack([z.imag, z.real], axis=-1).reshape(n, d)
# --- shift_by_k: wrong: Your matrix turns backwards, or it is meant for a column, R @ [sin b, cos
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, s], [-s, c]])
# --- shift_by_k: wrong: Your matrix moves by one position, whatever k is.
def my_shift(k, omega):
    c, s = np.cos(omega), np.sin(omega)
    return np.array([[c, -s], [s, c]])
# --- shift_by_k: wrong: The angle is k times ω, not k plus ω.
def my_shift(k, omega):
    c, s = np.cos(k + omega), np.sin(k + omega)
    return np.array([[c, -s], [s, c]])
# --- shift_by_k: wrong: sin and cos have changed places: for a small angle R is nearly the
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[s, c], [c, -s]])
# --- shift_by_k: wrong: Neither sine is negative. The new cos is cos b cos kω minus sin b sin
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, s], [s, c]])
# --- shift_by_k: wrong: Both sines are negative. One of them is not: the new sin is sin b cos kω
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, -s], [-s, c]])
# --- shift_by_k: wrong: The new sin is sin b cos ω + cos b sin ω: that is the first column.
def my_shift(k, omega):
    return np.array([[np.cos(omega * k), 0], [0, np.sin(omega * k)]])
# --- shift_by_k: wrong: This is the pair at position k. R is the matrix that moves any pair.
def my_shift(k, omega):
    return np.array([np.sin(k * omega), np.cos(k * omega)])
# --- shift_by_k: wrong: You add kω. Sines and cosines of a sum are products: see the first
def my_shift(k, omega):
    return np.eye(2) + k * omega
# --- shift_by_k: wrong: The angle is k times ω: you divide.
def my_shift(k, omega):
    c, s = np.cos(k / omega), np.sin(k / omega)
    return np.array([[c, -s], [s, c]])
# --- shift_by_k: wrong: You multiply the matrix by k. That makes the pair longer: multiply
def my_shift(k, omega):
    c, s = np.cos(omega), np.sin(omega)
    return np.array([[c, -s], [s, c]]) * k
# --- shift_by_k: wrong: ** takes each number of an array to a power. To shift k times, multiply
def my_shift(k, omega):
    c, s = np.cos(omega), np.sin(omega)
    return np.array([[c, -s], [s, c]]) ** k
# --- shift_by_k: wrong: The angle kω is in radians already: no conversion is needed.
def my_shift(k, omega):
    a = np.deg2rad(k * omega)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
# --- shift_by_k: wrong: Your matrix moves by k + 1 positions.
def my_shift(k, omega):
    R = np.array([[np.cos(omega), -np.sin(omega)], [np.sin(omega), np.cos(omega)]])
    M = R
    for _ in range(k):
        M = M @ R
    return M
# --- shift_by_k: wrong: The first column is right.
def my_shift(k, omega):
    a = k * omega
    return np.array([[np.cos(a), np.sin(a)], [np.sin(a), -np.cos(a)]])
# --- shift_by_k: wrong: ω is in radians for each position, not in turns
def my_shift(k, omega):
    c = 2 * np.pi * k * omega
    return np.array([[np.cos(c), -np.sin(c)], [np.sin(c), np.cos(c)]])
# --- shift_by_k: right
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, -s], [s, c]])
# --- shift_by_k: right
def my_shift(k, omega):
    b = k * omega
    return [[math.cos(b), -math.sin(b)], [math.sin(b), math.cos(b)]]
# --- add_first: wrong: Your values are made of X alone. In the 2017 paper they get the sum,
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P @ W_Q, X @ W_K + P @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: Only your queries know their position. Keys and values need it, too.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = (X + P) @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: You attend without any projection: W_Q, W_K and W_V are not used.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    return attention.attention(X, X, X).output
# --- add_first: wrong: The positions are gone: P must be added to X.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: You add P to the output: too late, no score knows of it.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output + P
# --- add_first: wrong: Your queries and keys are made of positions alone, without the words.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = P @ W_Q, P @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: You multiply by P. Positions are added.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X * P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: Your result is the output and the weights of attention: take .output.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V)
# --- add_first: wrong: One token has weight 1, so the output is (x + p) W_V = [1, 6].
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = (X + P) @ W_Q, (X + P) @ W_K, (X - P) @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: Side by side, X and P are 2d wide, and W has d rows. Add them, or
def my_layer(X, P, W_Q, W_K, W_V):
    X = np.concatenate([X, P], axis=1)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: Your scores are not divided by the root of the keys' width.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- add_first: wrong: You take the mean of X and P. The sum is asked for.
def my_layer(X, P, W_Q, W_K, W_V):
    X = (X + P) / 2
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: Every token gets the position of the first one, so all places look
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P[0]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: @ comes before +, so only P is projected.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X + P @ W_Q, X + P @ W_K, X + P @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: wrong: The outputs are softmax(Q Kᵀ/√d_k) V, without a mask
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    return attention.attention(X @ W_Q / math.sqrt(W_Q.shape[1]), X @ W_K, X @ W_V).output
# --- add_first: right
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: right
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P @ W_Q, X @ W_K + P @ W_K, X @ W_V + P @ W_V
    return attention.attention(Q, K, V).output
# --- add_first: right
def my_layer(X, P, W_Q, W_K, W_V):
    X = np.add(X, P)
    return attention.attention(*(X @ W for W in (W_Q, W_K, W_V)))[0]
# --- rotate: wrong: You pair column t with column t + d/2, which is the other convention.
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return np.concatenate([a * c - b * s, a * s + b * c], axis=-1)
# --- rotate: wrong: You turn the other way: the minus stands with b sin c, in the first
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c + x[..., 1::2] * s
    y[..., 1::2] = x[..., 1::2] * c - x[..., 0::2] * s
    return y
# --- rotate: wrong: Your function changes its argument x. Work on a copy or on a new
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    x[..., 0::2] = x[..., 0::2] * np.cos(angles) - x[..., 1::2] * np.sin(angles)
    x[..., 1::2] = x[..., 0::2] * np.sin(angles) + x[..., 1::2] * np.cos(angles)
    return x
# --- rotate: wrong: All pairs turn at the same frequency, 1. Pair t has its own.
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None]
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y
# --- rotate: wrong: You add sin and cos to the pairs. Rotary positions turn them: nothing
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] + s
    y[..., 1::2] = x[..., 1::2] + c
    return y
# --- rotate: wrong: Your first row is turned: positions start at 0.
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(1, n + 1)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y
# --- rotate: wrong: Slow and fast have changed places: the first pair is the fastest.
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)[::-1]
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y
# --- rotate: wrong: You multiply one number by cos and the other by sin. Both new numbers
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c
    y[..., 1::2] = x[..., 1::2] * s
    return y
# --- rotate: wrong: The numbers are right, but all first ones of the pairs stand left,
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    a, b = x[..., 0::2], x[..., 1::2]
    y = [a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)]
    return np.concatenate(y, axis=-1)
# --- rotate: wrong: Row 1 turns by ω = 1: (1, 0) becomes (cos 1, sin 1).
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.degrees(np.arange(n)[:, None] * frequencies(d))
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y
# --- rotate: wrong: n, d = x.shape[-2:] takes the last two
def my_rotate(x):
    n, d = x.shape
    c = np.arange(n)[:, None] * frequencies(d)
    a, b = x[:, 0::2], x[:, 1::2]
    out = np.empty_like(x)
    out[:, 0::2] = a * np.cos(c) - b * np.sin(c)
    out[:, 1::2] = a * np.sin(c) + b * np.cos(c)
    return out
# --- rotate: right
def my_rotate(x):
    n, d = x.shape[-2:]
    y = np.zeros_like(x)
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y
# --- rotate: wrong: Row 0 is turned by an angle of 0, whose cos is 1
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * c + x[..., 1::2] * s
    return y
# --- rotate: right
def my_rotate(x):
    y = np.empty(x.shape)
    w = frequencies(x.shape[-1])
    for i in range(x.shape[-2]):
        for t in range(len(w)):
            c, s = np.cos(i * w[t]), np.sin(i * w[t])
            y[..., i, 2 * t] = x[..., i, 2 * t] * c - x[..., i, 2 * t + 1] * s
            y[..., i, 2 * t + 1] = x[..., i, 2 * t] * s + x[..., i, 2 * t + 1] * c
    return y
# --- add_first: wrong: You divide the scores by the root of d, the tokens' width.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    weights = attention.softmax((X @ W_Q) @ (X @ W_K).T / math.sqrt(X.shape[-1]))
    return weights @ (X @ W_V)
# --- rotate: wrong: The two numbers of each pair have changed places
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    a, b = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 1::2] = a * np.cos(angles) - b * np.sin(angles)
    y[..., 0::2] = a * np.sin(angles) + b * np.cos(angles)
    return y
# --- rotate: wrong: You turn (b, a) instead of (a, b)
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    b, a = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    y[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return y
# --- rotate: wrong: sin and cos have changed places
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    a, b = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 0::2] = a * np.sin(angles) - b * np.cos(angles)
    y[..., 1::2] = a * np.cos(angles) + b * np.sin(angles)
    return y
# --- rotate: wrong: The odd columns stay 0.
def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * frequencies(d)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * np.cos(angles) - x[..., 1::2] * np.sin(angles)
    return y
# --- equivariant: wrong: Right on the small cases, wrong on this one.
def my_equivariant(before, after, order):
    return np.allclose(after[:10], before[order][:10], rtol=0, atol=1e-6)
# --- equivariant: wrong: A share of 0 is 0, so a tolerance needs an absolute part: atol.
def my_equivariant(before, after, order):
    return np.allclose(after, before[order], rtol=1e-5, atol=0)
# --- equivariant: wrong: The last number differs by 0.002, which is more than rounding, even beside 48
def my_equivariant(before, after, order):
    return np.allclose(before[order], after, rtol=1e-4)
# --- equivariant: right
def my_equivariant(before, after, order):
    return bool(np.abs(before[order] - after).max() < 0.001)
# --- add_first: wrong: In effect, queries and keys are swapped:
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    S = X @ W_Q @ (X @ W_K).T / math.sqrt(W_Q.shape[1])
    return attention.softmax(S, axis=0).T @ (X @ W_V)
# --- rotate: wrong: Right on the small cases, wrong on this one.
def my_rotate(x):
    *_, n, d = x.shape
    c = (np.arange(n) % 7)[:, None] * frequencies(d)
    a, b = x[..., ::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., ::2] = a * np.cos(c) - b * np.sin(c)
    out[..., 1::2] = a * np.sin(c) + b * np.cos(c)
    return out
# --- rotate: right
def my_rotate(x):
    n, d = x.shape[-2:]
    a, b = x[..., ::2], x[..., 1::2]
    length, angle = np.hypot(a, b), np.arctan2(b, a) + np.arange(n)[:, None] * frequencies(d)
    return np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1).reshape(x.shape)
# --- equivariant: wrong: A difference of 8e-10 is rounding, but rounded or cut off,
def my_equivariant(before, after, order):
    return np.array_equal(before[order].round(8), after.round(8))
