# %% task [markdown]
# **Exercise** (fill in three lines). Count the multiplications that each layer makes for `n` tokens
# of width `d`. Attention makes the scores $QK^\top$, then weights times $V$; queries, keys and
# values are `d` wide. The recurrence multiplies each token by $W$ and the state before it by $R$,
# both `d` × `d`; the first state, of zeros, counts too. The convolution multiplies each of the `k`
# tokens in a window by its own `d` × `d` matrix. Each token has a window, and the zeros in front of
# the first token count like tokens. `my_multiplications(4, 3, 2)` is `[96, 72, 72]`.
# %% stub
def my_multiplications(n, d, k):
    attention = ...
    recurrence = ...
    convolution = ...
    return [attention, recurrence, convolution]


# %% solution
def my_multiplications(n, d, k):
    attention = n * n * d + n * n * d
    recurrence = n * d * d + n * d * d
    convolution = n * k * d * d
    return [attention, recurrence, convolution]


# %% why [markdown]
# A product (n, d) @ (d, m) has n · m entries, and each takes d multiplications.
# %% hints [markdown]
# - A product (n, d) @ (d, m) makes n · d · m multiplications: count the products first.
# - Q Kᵀ is (n, d) @ (d, n); weights times V is (n, n) @ (n, d).
# - A row times a d × d matrix takes d · d. A recurrence has two such products for each token, a
#   convolution has k.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case, Mistake
from helpers.experiments import multiplications

title = "the multiplications of a layer"
axes = ("", "layers")

LAYERS = "attention", "recurrence", "convolution"


def reference(n, d, k):
    return np.array([multiplications.FORMULAS[name](n, d, k) for name in LAYERS])


def draw(rng):
    return tuple(sizes(rng, 3))


cases = (
    Case(
        "one token, one number wide",
        (1, 1, 1),
        "Attention has two products, recurrence two, a window of 1 has one: [2, 2, 1].",
    ),
    Case("three tokens", (3, 1, 1), "Only attention grows with n²: each token asks every token."),
    Case("width 3", (1, 3, 1), "Attention grows with d, a d × d matrix with d²."),
    Case("a window of 2", (1, 1, 2), "Only the convolution has a window."),
    Case("the example", (4, 3, 2), "Right for small sizes, wrong when all differ."),
)


# fmt: off
# %% mistake
# You count one product of attention. It has two: the scores, and weights times V.
def my_multiplications(n, d, k):
    attention = n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# Your attention makes n (n + 1) d multiplications. The scores make n · n · d, and the weighted sum
# as many, as no mask hides anything.
def my_multiplications(n, d, k):
    attention = n * n * d + n * d
    recurrence = 2 * n * d * d
    convolution = n * k * d * d
    return [attention, recurrence, convolution]
# %% mistake
# Your attention grows with d². There are n × n scores, each a dot product of d.
def my_multiplications(n, d, k):
    attention = 2 * n * d * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count the scores. Each of them is a dot product: d multiplications.
def my_multiplications(n, d, k):
    attention = 2 * n * n
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count W_Q, W_K, W_V and W_O, too. The task is about what follows them.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d + 4 * n * d * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# Your recurrence has one product for each token. It has two: with W and with R.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count a row times a matrix as d multiplications. It takes d · d.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# A row times a d × d matrix takes d · d multiplications, not d.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d
    convolution = k * n * d
    return [attention, recurrence, convolution]
# %% mistake
# You count one token of each window. All k of them have a matrix of their own.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count a token times a matrix as d multiplications. It takes d · d.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d
    return [attention, recurrence, convolution]
# %% mistake
# You count k² products for each window. It has k tokens, each with one matrix.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You leave out the state before the first token. It is 0, and multiplied all the same.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = n * d**2 + (n - 1) * d**2
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count one token too few: the first is multiplied by W, and the 0 before it by R.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * (n - 1) * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count the convolution twice. Each token of a window meets one matrix.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = 2 * k * n * d * d
    return [attention, recurrence, convolution]
# %% mistakes
def counts_without_zeros(n, d, k):
    return [2 * n * n * d, 2 * n * d * d, sum(min(i + 1, k) for i in range(n)) * d * d]


mistakes = (
    Mistake(
        counts_without_zeros,
        "You leave out the zeros in front of the first token. They are multiplied all the same.",
    ),
)
# %% mistake
# You leave out the zeros in front of the first token. They are multiplied all the same.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = (n * k - k * (k - 1) // 2) * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count whole windows only. Each of the n tokens has a window, and in front of the first token
# it holds zeros.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = (n - k + 1) * k * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You count the division by √d, too. Count what the two products make.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d + n * n
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# Each of your numbers is twice too large. Do you count additions, too?
def my_multiplications(n, d, k):
    attention = 4 * n * n * d
    recurrence = 4 * n * d * d
    convolution = 2 * k * n * d * d
    return [attention, recurrence, convolution]
# %% mistake
# You take the window to be no longer than the text. Every token has k of them in its window, and
# what stands in front of the first is 0, and multiplied all the same.
def my_multiplications(n, d, k):
    attention = 2 * n ** 2 * d
    recurrence = 2 * n * d ** 2
    convolution = n * min(k, n) * d ** 2
    return [attention, recurrence, convolution]
# %% mistake
# Your last two numbers have changed places: first recurrence, then convolution.
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, convolution, recurrence]
# %% mistake
# You give orders of growth, without factors. Here every multiplication counts: attention and
# recurrence have two products each.
def my_multiplications(n, d, k):
    attention = n**2 * d
    recurrence = n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# %% wrong: Attention has two products, recurrence two, a window of 1 has
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = 2 * n * d * d
    return [attention, recurrence, convolution]
# %% wrong: Only attention grows with n²: each token asks every token.
def my_multiplications(n, d, k):
    attention = 2 * n * d**2
    recurrence = 2 * n**2 * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# %% wrong: Attention grows with d, a d × d matrix with d².
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d**3
    convolution = k * n * d**3
    return [attention, recurrence, convolution]
# %% right
def my_multiplications(n, d, k):
    attention = 2 * n**2 * d
    recurrence = 2 * n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# %% right
def my_multiplications(n, d, k):
    attention = (n * d) * n + (n * n) * d
    recurrence = n * (d * d + d * d)
    convolution = n * (k * (d * d))
    return attention, recurrence, convolution
# %% right
def my_multiplications(n, d, k):
    attention = recurrence = convolution = 0
    for i in range(n):
        for j in range(n):
            attention += d  # one score
            attention += d  # one weight times a value
        recurrence += d * d
        recurrence += d * d
        for j in range(k):
            convolution += d * d
    return [attention, recurrence, convolution]
