# %% task [markdown]
# **Exercise** (find the bug). `attend`, `think` (the MLP), `norm_1` and `norm_2` take floats
# `(n, d)`. Each part must read a normalized copy; the stream is only ever added to. If `attend`
# doubles its input, `think` adds 1 to it and both norms halve it, `[[4.0]]` must become `[[13.0]]`.
# %% stub
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    x = norm_2(x)
    return x + think(x)


# %% solution
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))


# %% why [markdown]
# x = norm_2(x) normalizes the stream itself. think(norm_2(x)) reads a normalized copy and leaves
# the stream alone.
# %% hints [markdown]
# - Compare the two steps. What is added to what, in each of them?
# - After x = norm_2(x), the stream as it was is gone.
# - Write norm_2(x) where think reads, and nowhere else.
# %% cases
from dataclasses import dataclass

import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "a norm in the wrong place"
part = "block"
axes = ("tokens", "features")


@dataclass(frozen=True)
class Part:
    """A function of x (n, d) that stands for a part of a block, or for a norm, and can be read:
    times · x + plus, and with `mixes`, plus the mean of all tokens."""

    times: float
    plus: float = 0
    mixes: bool = False

    def __call__(self, *arguments):
        if len(arguments) != 1:
            raise TypeError(
                f"attend, think and the norms take one argument, x, not {len(arguments)}"
            )
        x = arguments[0]
        mean = np.mean(x, axis=0) if self.mixes else 0
        return self.times * np.asarray(x, float) + self.plus + mean

    def __repr__(self):
        terms = {"x": self.times, "1": self.plus, "the mean of the tokens": float(self.mixes)}
        parts = [f"{n:g} · {of}".removesuffix(" · 1") for of, n in terms.items() if n]
        return f"(x → {' + '.join(parts) or '0'})"


NOTHING, SAME = Part(0), Part(1)  # writes nothing; leaves x as it is
DOUBLES, ADDS_ONE, HALVES = Part(2), Part(1, 1), Part(0.5)


def draw(rng):
    """Floats, and parts that differ from each other, so that no two can change places unseen."""
    n, d = sizes(rng, 2)
    times, plus = rng.permutation(np.arange(1, 5)) / 2, rng.permutation(np.arange(-2, 3))
    mixes = rng.random() < 0.5, False, False, False
    parts = (
        Part(float(t), float(p), bool(m)) for t, p, m in zip(times, plus[:4], mixes, strict=True)
    )
    return numbers(rng, n, d) * 1.0, *parts


def reference(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))


cases = (
    Case(
        "nothing is written",
        (np.array([[4.0]]), NOTHING, NOTHING, HALVES, HALVES),
        "Both parts write 0, so the stream must come out as it went in: 4.",
    ),
    Case(
        "only attention writes",
        (np.array([[4.0]]), DOUBLES, NOTHING, ADDS_ONE, SAME),
        "attend reads norm_1(4) = 5 and writes 10, which is added to 4.",
    ),
    Case(
        "only the MLP writes",
        (np.array([[4.0]]), NOTHING, DOUBLES, SAME, ADDS_ONE),
        "think reads norm_2(4) = 5 and writes 10, which is added to 4.",
    ),
    Case(
        "both write",
        (np.array([[4.0]]), DOUBLES, ADDS_ONE, HALVES, HALVES),
        "4 + 4 = 8 after attention. think reads 8 / 2 = 4 and writes 5: 8 + 5 = 13.",
    ),
    Case(
        "attention mixes two tokens",
        (np.array([[1.0, 2.0], [5.0, 0.0]]), Part(1, 0, True), DOUBLES, HALVES, Part(1, -1)),
        "attend needs all tokens at once: it takes the whole x.",
    ),
)


# fmt: off
# %% mistake
# think reads the normalized copy now, but you add its output to that copy. Add it to the stream.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return norm_2(x) + think(norm_2(x))
# %% mistake
# This is the block of 2017, with the norm after each sum. Here each part reads a normalized copy.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))
# %% mistake
# think reads the stream itself. It needs a normalized copy, too.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(x)
# %% mistake
# You use norm_1 twice. think has a norm of its own, norm_2.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_1(x))
# %% mistake
# You have moved norm_2 to the end. It belongs where think reads.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return norm_2(x + think(x))
# %% mistake
# Now the stream is normalized twice. Only what attend and think read is.
def my_block_before(x, attend, think, norm_1, norm_2):
    x = norm_1(x) + attend(norm_1(x))
    return norm_2(x) + think(norm_2(x))
# %% mistake
# You add the MLP's output to the first x, so what attention wrote is lost.
def my_block_before(x, attend, think, norm_1, norm_2):
    y = x + attend(norm_1(x))
    return x + think(norm_2(y))
# %% mistake
# Both parts read the same x. think must read the stream after attention has written.
def my_block_before(x, attend, think, norm_1, norm_2):
    return x + attend(norm_1(x)) + think(norm_2(x))
# %% wrong: attend needs all tokens at once:
def my_block_before(x, attend, think, norm_1, norm_2):
    x = np.array([row + attend(norm_1(row)) for row in x])
    return x + think(norm_2(x))
