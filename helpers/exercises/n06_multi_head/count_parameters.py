# %% task [markdown]
# **Exercise** (*Deeper*; fill in one line). Count the numbers in the matrices of `h` heads, without
# biases: tokens and outputs are `d_model` wide, queries and keys `d_k`, values `d_v`. `my_count(5,
# 2, 3, 1)` is 80.
# %% stub
def my_count(d_model, h, d_k, d_v):
    heads = ...  # 1 line: W_Q, W_K and W_V of all heads
    W_O = h * d_v * d_model
    return heads + W_O


# %% solution
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O


# %% why [markdown]
# With d_k = d_v = d_model / h each of the four matrices has d_model² numbers in all heads, whatever
# h is.
# %% hints [markdown]
# - What is the shape of one head's W_Q? It turns a token of width d_model into a query.
# - One head: W_Q and W_K hold d_model · d_k numbers each, W_V holds d_model · d_v.
# - Add the three, and take the sum h times.
# %% cases
from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

from .shared import count

title = "how many numbers there are to learn"
deeper = True


reference = count


def draw(rng):
    return tuple(far_sizes(rng, 4, far=2000))


cases = (
    Case("all sizes 1", (1, 1, 1, 1), "Four matrices of one number each: 4."),
    Case("tokens of width 5", (5, 1, 1, 1), "All four matrices grow with d_model."),
    Case(
        "queries and keys of width 3",
        (1, 1, 3, 1),
        "W_Q and W_K grow with d_k, W_V and W_O do not.",
    ),
    Case("values of width 3", (1, 1, 1, 3), "W_V and W_O grow with d_v, W_Q and W_K do not."),
    Case(
        "two heads",
        (1, 2, 1, 1),
        "Each head has its own W_Q, W_K and W_V. There is one W_O, with h · d_v rows.",
    ),
)


# fmt: off
# %% mistake
# W_O is missing from your sum: it has numbers to learn as well.
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads
# %% mistake
# One matrix that goes with d_v is counted without h. There is a W_V for every head, and W_O has h ·
# d_v rows.
def my_count(d_model, h, d_k, d_v):
    heads = 2 * h * d_model * d_k + d_model * d_v
    W_O = h * d_v * d_model
    return heads + W_O
# %% mistake
# You count d_k once. Queries and keys have the same width, not the same matrix.
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# %% mistake
# You add a bias, one number for every column. Count the matrices alone.
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_model + 1) * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# %% wrong: Each head has its own W_Q, W_K and W_V. There is one W_O,
def my_count(d_model, h, d_k, d_v):
    return h * (d_model * (2 * d_k + d_v) + h * d_v * d_model)
# %% wrong: All four matrices grow with d_model.
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_k + d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# %% wrong: W_V and W_O grow with d_v, W_Q and W_K do not.
def my_count(d_model, h, d_k, d_v):
    heads = h * (d_model * d_k + d_model * d_k + d_model)
    W_O = h * d_v * d_model
    return heads + W_O
# %% wrong: W_Q and W_K grow with d_k, W_V and W_O do not.
def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + 2 * d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# %% wrong: Four matrices of one number each: 4.
def my_count(d_model, h, d_k, d_v):
    heads = 2 * d_model * (2 * d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O
# %% right
def my_count(d_model, h, d_k, d_v):
    return float(2 * d_model * h * (d_k + d_v))
