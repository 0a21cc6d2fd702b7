"""Compute and draw the README's picture of the series (make picture)."""

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from helpers import attention, examples
from helpers.figures.numbers import number

PATH = Path(__file__).resolve().parents[1] / ".github" / "series.png"


def panels():
    """(title, matrix, smallest, largest) of each stage, on four words."""
    e = examples.WE_SAW_HER_DUCK
    Q, K, V = e.X @ e.W_Q, e.X @ e.W_K, e.X @ e.W_V
    raw = attention.scores(Q, K, scale=1.0)
    seen = attention.attention(Q, K, V)
    masked = attention.attention(Q, K, V, mask=attention.causal_mask(4))
    return [
        ("02 raw scores\n$QK^T$", raw, -5, 5),
        ("03 weights\nsoftmax", seen.weights, 0, 1),
        ("03 output\n$AV$", seen.output, -2, 2),
        ("05 masked\nweights", masked.weights, 0, 1),
    ]


def draw(path=PATH):
    words = examples.WE_SAW_HER_DUCK.queries
    with matplotlib.rc_context({"font.size": 13, "savefig.dpi": 110}):
        figure = Figure(figsize=(11, 3.3), layout="constrained")
        for ax, (title, values, low, high) in zip(figure.subplots(1, 4), panels(), strict=True):
            ax.imshow(values, cmap="cividis", vmin=low, vmax=high)
            for (i, j), x in np.ndenumerate(values):
                text = number(x, 0 if low == -5 else 2)
                colour = "black" if (x - low) / (high - low) > 0.55 else "white"
                ax.text(j, i, text, ha="center", va="center", color=colour, size=11)
            keys = values.shape[1] == len(words)
            names = words if keys else ("v1", "v2", "v3")
            ax.set_xticks(range(values.shape[1]), names)
            ax.set_yticks(range(len(words)), words)
            ax.set(title=title, xlabel="keys →" if keys else "features →", ylabel="queries ↓")
        figure.savefig(path, metadata={"Software": None})


if __name__ == "__main__":
    draw()
