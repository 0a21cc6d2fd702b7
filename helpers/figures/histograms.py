"""Histograms under normal curves, described from the numbers that they draw."""

import numpy as np

from helpers.drawing.axes import SIZE, Axes, below, key
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import significant
from helpers.drawing.shapes import Area, Line, Word


def histograms(title, samples, *, across, reach=None, size=SIZE):
    """A histogram for each label: {label: (values, variance)}, under N(0, variance).

    All have the same axes, from −reach to reach (by default as far as the normal curves go), and
    the same area.
    """
    reach = reach or 4 * max(np.sqrt(variance) for _, variance in samples.values())
    counted = [_densities(values, variance, reach) for values, variance in samples.values()]
    top = 1.06 * max(max(densities.max(), bell.max()) for _, densities, _, bell in counted)
    looks = {"measured": ("blue", "solid", True), "normal curve": ("ink", "solid", False)}
    shapes, key_end = key(looks, "", size[0])
    if len(samples) > 1:
        shapes.append(Word(size[0] - 12, 12, "all on one scale", "faint", "end"))
    across_each, words = size[0] / len(samples), []
    for i, (label, (values, variance)) in enumerate(samples.items()):
        edges, densities, x, bell = counted[i]
        left, top_edge = i * across_each, key_end + 24 * bool(label)
        right, bottom = left + across_each - 12, size[1] - below(across)
        axes = Axes(left + 12, top_edge, right, bottom, (-reach, reach), (0, top))
        shapes.append(Word((left + 12 + right) / 2, key_end + 4, label, bold=True))
        shapes += axes.frame(axes.ticks_x(), {0: ""}, across)
        corners = axes.at(np.repeat(edges, 2), np.concatenate([[0], np.repeat(densities, 2), [0]]))
        shapes += [Area(corners, "blue", 0.5), Line(axes.at(x, bell), "ink", 2.5)]
        mean, deviation = significant(np.mean(values)), significant(np.std(values))
        theory = significant(np.sqrt(variance))
        description = f"mean {mean}, standard deviation {deviation}, of the normal curve {theory}"
        words.append(f"{label}: {description}" if label else description)
    text = f"Histograms of {across}, each under the normal curve of its variance, to one scale. "
    return Drawing(title, text + "; ".join(words) + ".", *size, tuple(shapes))


def _densities(values, variance, reach):
    """The edges and densities of a histogram with bars of a third of a standard deviation, and
    x and y of the normal curve."""
    deviation = np.sqrt(variance)
    step = deviation / 3
    edges = step * np.arange(-np.ceil(reach / step), np.ceil(reach / step) + 1)
    counts, _ = np.histogram(values, edges)
    nonempty = np.flatnonzero(counts)
    first, last = (nonempty[0], nonempty[-1] + 1) if len(nonempty) else (0, 1)
    x = deviation * np.linspace(-4, 4, 81)
    x = np.concatenate([[-reach], x[abs(x) < reach], [reach]])
    bell = np.exp(-(x**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
    densities = counts[first:last] / (np.size(values) * step)
    return edges[first : last + 1], densities, x, bell
