# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Write the gated MLP,
# $\bigl(\operatorname{silu}(xW_\text{gate})\cdot xW_\text{up}\bigr)W_\text{down}$, for `x` `(…, d)`.
# The dot multiplies number by number, and silu(z) is $z\,/\,(1+e^{-z})$. There are no biases.
# `x = [[1]]`, `W_gate = [[2]]`, `W_up = [[3]]`, `W_down = [[10]]` give about `[[52.85]]`, since
# silu(2) is 1.7616.
# %% stub
def my_gated_mlp(x, W_gate, W_up, W_down):
    return ...  # about 3 lines


# %% solution
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    gate = gate / (1 + np.exp(-gate))
    return (gate * (x @ W_up)) @ W_down


# %% why [markdown]
# Each hidden number has a gate of its own, which the token itself opens or closes: at 0 nothing of
# it passes.
# %% hints [markdown]
# - Three products with @. Which two of them start from x?
# - silu works on each number of x @ W_gate by itself. What comes out has the shape of x @ W_up.
# - gate / (1 + np.exp(-gate)) times (x @ W_up), number by number; then @ W_down.
# %% cases
import numpy as np

from helpers import block
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "the gated MLP"
part = "gated_mlp"
deeper = True
axes = ("tokens", "features")


def reference(x, W_gate, W_up, W_down):
    return block.gated_mlp(x, W_gate, W_up, W_down)


def draw(rng):
    d, d_ff, d_out = sizes(rng, 3)
    x = numbers(rng, *leading(rng), d, huge=1e2)
    W_gate, W_up = numbers(rng, d, d_ff, huge=1e2), numbers(rng, d, d_ff, huge=1e2)
    return x, W_gate, W_up, numbers(rng, d_ff, d_out, huge=1e2)


ONE = np.array([[1.0]])
X_GATED = np.array([[1.0, 2.0]])
W_GATE, W_UP = (
    np.array([[1.0, 0.0, -1.0], [0.0, -1.0, 1.0]]),
    np.array([[3.0, 1.0, 0.0], [1.0, 2.0, 1.0]]),
)
W_DOWN = np.array([[1.0, 0.0], [0.0, 10.0], [1.0, 1.0]])


def terms(x, W_gate, W_up, W_down):
    return np.abs(x @ W_gate * (x @ W_up)) @ np.abs(W_down)


cases = (
    Case(
        "one number, a gate of 0",
        (ONE, np.array([[0.0]]), np.array([[3.0]]), np.array([[10.0]])),
        "silu(0) = 0 / (1 + 1) = 0: the gate is closed, and nothing passes.",
    ),
    Case(
        "one number, a wide open gate",
        (ONE, np.array([[50.0]]), np.array([[3.0]]), np.array([[10.0]])),
        "silu(50) is nearly 50 / 1: 50 · 3 · 10 = 1500.",
    ),
    Case(
        "one number, a gate of 2",
        (ONE, np.array([[2.0]]), np.array([[3.0]]), np.array([[10.0]])),
        "silu(2) = 2 / (1 + 0.1353) = 1.7616; times 3, times 10.",
    ),
    Case(
        "two features, three hidden numbers",
        (X_GATED, W_GATE, W_UP, W_DOWN),
        "The gates are 1, −2 and 1 before silu, and x W_up is 5, 5 and 2.",
    ),
)


# fmt: off
# %% mistake
# * and @ are done from left to right: put x @ W_up into brackets.
def my_gated_mlp(x, W_gate, W_up, W_down):
    g = x @ W_gate
    return (g / (1 + np.exp(-g)) * x @ W_up) @ W_down
# %% mistake
# You use relu. silu lets a little through below 0: z / (1 + exp(−z)).
def my_gated_mlp(x, W_gate, W_up, W_down):
    return (np.maximum(x @ W_gate, 0) * (x @ W_up)) @ W_down
# %% mistake
# The minus in the exponent is missing: exp(−z).
def my_gated_mlp(x, W_gate, W_up, W_down):
    z = x @ W_gate
    return (z / (1 + np.exp(z)) * (x @ W_up)) @ W_down
# %% mistake
# exp(z) overflows where z is large, and inf / inf is nan. z / (1 + exp(−z)) is the same number, and
# there exp(−z) becomes 0.
def my_gated_mlp(x, W_gate, W_up, W_down):
    g = x @ W_gate
    return (g * np.exp(g) / (1 + np.exp(g)) * (x @ W_up)) @ W_down
# %% mistake
# silu is missing: without it, the gate is only one more factor.
def my_gated_mlp(x, W_gate, W_up, W_down):
    return ((x @ W_gate) * (x @ W_up)) @ W_down
# %% mistake
# silu belongs to x W_gate. You use it on x W_up.
def my_gated_mlp(x, W_gate, W_up, W_down):
    up = x @ W_up
    return ((x @ W_gate) * up / (1 + np.exp(-up))) @ W_down
# %% mistake
# You multiply first and take silu of the product. silu comes before the product.
def my_gated_mlp(x, W_gate, W_up, W_down):
    z = (x @ W_gate) * (x @ W_up)
    return z / (1 + np.exp(-z)) @ W_down
# %% mistake
# Brackets are missing: z / 1 + e is (z / 1) + e.
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return ((gate / 1 + np.exp(-gate)) * (x @ W_up)) @ W_down
# %% mistake
# The dot in the formula multiplies number by number: that is *. @ multiplies matrices.
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return (gate / (1 + np.exp(-gate)) @ (x @ W_up)) @ W_down
# %% right
def my_gated_mlp(x, W_gate, W_up, W_down):
    g = x @ W_gate
    silu = g * 0.5 * (1 + np.tanh(g / 2))
    return (silu * (x @ W_up)) @ W_down
