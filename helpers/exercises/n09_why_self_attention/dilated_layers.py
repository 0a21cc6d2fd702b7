# %% task [markdown]
# **Exercise.** With dilated windows of `k` tokens, one layer sees `k` tokens, two see `k²`, three
# `k³`. After how many layers does the last of `n` tokens see all `n`? `n` is from 1 to a million,
# and `k` at least 2. One token needs no layer: `my_layers(1, 3)` is 0, `my_layers(9, 3)` is 2,
# `my_layers(10, 3)` is 3. {how to stop}
# %% stub
def my_layers(n, k):
    return ...  # about 4 lines


# %% solution
def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
    return layers


# %% why [markdown]
# Whole numbers are exact. A logarithm is rounded, and where n is a power of k, a rounding upward
# makes it a layer too many.
# %% hints [markdown]
# - Start with 0 layers, which see 1 token, and add layers while they see too few.
# - layers see k**layers tokens. Is that at least n?
# - while k**layers < n: add 1 to layers. Then return layers.
# %% cases
import math

from helpers.exercises.engine.exercise import Case, Mistake
from helpers.experiments import path_lengths

title = "layers of a dilated stack"


def draw(rng):
    """Half of them a power of the window, or one more or less, up to a million."""
    k = int(rng.choice([rng.integers(2, 9), rng.integers(9, 1000)]))
    if rng.random() < 0.5:
        return int(rng.integers(1, 300)), k
    power = int(rng.integers(1, int(math.log(10**6, k)) + 1))
    return k**power + int(rng.integers(-1, 2)), k


def layers_of(n, k):
    return path_lengths.layers_needed(n, k, dilated=True)


reference = layers_of

cases = (
    Case("one token", (1, 3), "A token sees itself without any layer."),
    Case("two tokens, a window of 2", (2, 2), "One window holds both."),
    Case("as many as a window has", (3, 3), "One layer sees 3 tokens."),
    Case("one more than a window has", (4, 3), "One layer sees 3 of the 4 tokens."),
    Case("nine tokens", (9, 3), "Two layers see exactly 9 tokens."),
    Case("one more", (10, 3), "Two layers see 9 of the 10 tokens."),
    Case(
        "a power of 5",
        (125, 5),
        "5³ is 125, so 3 layers are enough. A logarithm here is 3.0000000000000004.",
    ),
    Case(
        "a power of 3",
        (243, 3),
        "3⁵ is 243, so 5 layers are enough. Computed with log₂, it is 5.000000000000001.",
    ),
    Case("a million tokens", (10**6, 2), "2²⁰ is 1048576, and 2¹⁹ only 524288: 20 layers."),
    Case(
        "one more than a large power",
        (999**2 + 1, 999),
        "2 layers see 999² = 998001 tokens, and here there is one more: 3. The logarithms of "
        "the two numbers are nearly the same.",
    ),
    Case(
        "one more than a power of 10",
        (1001, 10),
        "3 layers see 1000 tokens, and here there is one more: 4. log(1000) / log(10) is "
        "slightly below 3 to a computer.",
    ),
)


# fmt: off
# %% mistake
# This is for contiguous windows, whose reach grows by k − 1 with each layer. Dilated ones multiply
# it by k.
def my_layers(n, k):
    return math.ceil((n - 1) / (k - 1))
# %% mistake
# You round down. If the layers see too few tokens, one more is needed.
def my_layers(n, k):
    return int(math.log(n, k))
# %% mistake
# You round to the nearest number. If a part of a layer is needed, it takes a whole one.
def my_layers(n, k):
    return round(math.log(n, k))
# %% mistake
# A logarithm is rounded: log(125, 5) is slightly above 3. Multiply whole numbers.
def my_layers(n, k):
    return math.ceil(math.log(n, k))
# %% mistakes
mistakes = (
    *(
        Mistake(
            lambda n, k, log=log: math.ceil(log(n) / log(k)),
            "A logarithm is rounded, and where n is a power of k or one more, that can give a "
            "layer too many or too few. Multiply whole numbers instead.",
        )
        for log in (math.log2, math.log10)
    ),
    *(
        Mistake(more, "You ask for more than n tokens. Seeing exactly n is enough.")
        for more in (
            lambda n, k: layers_of(n + 1, k),
            lambda n, k: math.floor(math.log(n, k)) + 1,
        )
    ),
)
# %% mistake
# One token needs no layer: it sees itself.
def my_layers(n, k):
    layers = 1
    while k**layers < n:
        layers += 1
    return layers
# %% mistakes
mistakes = (
    Mistake(
        lambda n, k: layers_of(n, k) + 1,
        "One too many: do you count the tokens themselves as a layer?",
    ),
)
# %% mistake
# That is how many windows lie side by side. With each layer the reach is multiplied by k.
def my_layers(n, k):
    return math.ceil(n / k)
# %% mistake
# You take the logarithm of k to the base n. Turn it round: of n, to the base k.
def my_layers(n, k):
    return math.ceil(math.log(k, n))
# %% mistake
# You return how many tokens are seen. The task asks for the number of layers.
def my_layers(n, k):
    seen = 1
    while seen < n:
        seen *= k
    return seen
# %% mistake
# You compute layers**k. The reach of the layers is k**layers.
def my_layers(n, k):
    layers = 0
    while layers**k < n:
        layers += 1
    return layers
# %% mistake
# You add k for each layer. Each layer multiplies the reach by k.
def my_layers(n, k):
    layers = 0
    seen = 1
    while seen < n:
        seen += k
        layers += 1
    return layers
# %% mistake
# Your reach doubles. It is multiplied by k.
def my_layers(n, k):
    layers = 0
    while 2**layers < n:
        layers += 1
    return layers
# %% mistake
# A part of a layer cannot be built: round it up.
def my_layers(n, k):
    return math.log(n) / math.log(k)
# %% wrong: You ask for more than n tokens. Seeing exactly n is enough.
def my_layers(n, k):
    return math.floor(math.log(n, k)) + 1
# %% wrong: One layer sees 3 tokens.
def my_layers(n, k):
    return math.ceil(math.log(n))
# %% wrong: One layer sees 3 of the 4 tokens.
def my_layers(n, k):
    layers = 0
    while n > 1:
        n = n // k
        layers += 1
    return layers
# %% wrong: One window holds both.
def my_layers(n, k):
    layers = 0
    while k ^ layers < n:
        layers += 1
    return layers
# %% wrong: A logarithm is rounded, and where n is a power of k or one more,
def my_layers(n, k):
    return math.ceil(math.log2(n) / math.log2(k))
# %% wrong: 2²⁰ is 1048576, and 2¹⁹ only 524288: 20 layers.
def my_layers(n, k):
    layers = 0
    seen = 1
    while seen < n and layers < 15:
        seen *= k
        layers += 1
    return layers
# %% right
def my_layers(n, k):
    for layers in range(n + 1):
        if k**layers >= n:
            return layers
# %% right
def my_layers(n, k):
    return math.ceil(round(math.log(n) / math.log(k), 9))
# %% right
def my_layers(n, k):
    return next(layers for layers in range(100) if k**layers >= n)
# %% right
def my_layers(n, k):
    layers = 0
    while n > 1:
        n = n / k
        layers += 1
    return layers
# %% wrong: 2 layers see 999² = 998001 tokens, and here there is one more
def my_layers(n, k):
    return math.ceil(round(np.log(n) / np.log(k), 6))
# %% wrong: 3 layers see 1000 tokens, and here there is one more
def my_layers(n, k):
    return 0 if n == 1 else int(np.log(n - 1) / np.log(k)) + 1
# %% right
def my_layers(n, k):
    layers = 0
    while n > 1:
        n /= k
        layers += 1
    return layers
# %% right
def my_layers(n, k):
    return math.ceil(math.log(n, k) - 1e-9)
