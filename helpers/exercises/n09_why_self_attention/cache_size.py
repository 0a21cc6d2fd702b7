# %% task [markdown]
# **Exercise.** How many bytes does a cache hold after `n` tokens? There are `layers` layers, and in
# each of them `heads` heads of keys, which keep a key and a value for every token. Keys and values
# are `d_k` numbers wide, and a number takes `each` bytes. `my_bytes(1, 10, 2, 4, 2)` is 320.
# %% stub
def my_bytes(layers, n, heads, d_k, each):
    return ...


# %% solution
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each


# %% why [markdown]
# Keys and values: the 2. Nothing grows with n², since no weights are kept.
# %% hints [markdown]
# - How many numbers does one head keep for one token?
# - 2 · d_k for one token and head: a key and a value. Then all tokens, heads and layers.
# - Everything is multiplied: 2, layers, n, heads, d_k and the bytes of a number.
# %% cases
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "the bytes of a cache"


def reference(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each


def draw(rng):
    return tuple(sizes(rng, 5))


cases = (
    Case("one of each", (1, 1, 1, 1, 1), "A key and a value: two numbers."),
    Case("two bytes a number", (1, 1, 1, 1, 2), "Every number takes `each` bytes."),
    Case(
        "three tokens",
        (1, 3, 1, 1, 1),
        "There is a key and a value for each of the three tokens.",
    ),
    Case("keys of width 4", (1, 1, 1, 4, 1), "Keys and values are d_k wide."),
    Case("two heads in three layers", (3, 1, 2, 1, 1), "Each head of each layer has its own."),
    Case("all sizes", (3, 10, 2, 4, 2), "Right for small sizes, wrong when all differ."),
)


# fmt: off
# %% mistake
# You count keys or values. The cache keeps both.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * heads * d_k * each
# %% mistake
# You keep queries, too. No later token needs them.
def my_bytes(layers, n, heads, d_k, each):
    return 3 * layers * n * heads * d_k * each
# %% mistake
# You count n² of each. There is one key and one value for each token.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n**2 * heads * d_k * each
# %% mistake
# You give kilobytes. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each / 1024
# %% mistake
# You count one token too few. The newest token's key and value are kept, too.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * (n - 1) * heads * d_k * each
# %% mistake
# You divide d_k by the number of heads. It is the width of one head already.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * (d_k // heads) * each
# %% wrong: A key and a value: two numbers.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * heads * heads * d_k * each
# %% wrong: Each head of each layer has its own.
def my_bytes(layers, n, heads, d_k, each):
    keys = layers * n * heads * d_k * each
    values = n * heads * d_k * each
    return keys + values
# %% wrong: There is a key and a value for each of the three tokens.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * (n + 1) * heads * d_k * each
