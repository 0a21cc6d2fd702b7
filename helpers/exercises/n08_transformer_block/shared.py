"""What several exercises of notebook 08 share."""

from dataclasses import dataclass

import numpy as np

from helpers import block
from helpers.exercises.engine.draws import numbers, sizes


def think(x, W_1, b_1, W_2, b_2):
    return block.mlp(x, W_1, b_1, W_2, b_2)


X_2, W_1, B_1 = (
    np.array([[1.0, 2.0]]),
    np.array([[1.0, 0.0, 1.0], [0.0, -1.0, 1.0]]),
    np.array([1.0, 0.0, -2.0]),
)
W_2, B_2 = np.array([[3.0], [5.0], [10.0]]), np.array([1.0])


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


def tokens_and_parts(rng):
    """Floats, and parts that differ from each other, so that no two can change places unseen."""
    n, d = sizes(rng, 2)
    times, plus = rng.permutation(np.arange(1, 5)) / 2, rng.permutation(np.arange(-2, 3))
    mixes = rng.random() < 0.5, False, False, False
    parts = (
        Part(float(t), float(p), bool(m)) for t, p, m in zip(times, plus[:4], mixes, strict=True)
    )
    return numbers(rng, n, d) * 1.0, *parts
