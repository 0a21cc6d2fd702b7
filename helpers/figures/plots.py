"""Drawings by matplotlib: vectors, curves, bars, histograms, links.

Each begins with a title and describes itself from the numbers that it draws.
"""

from itertools import cycle

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from helpers.figures.picture import drawn

# Okabe and Ito's colours, told apart by colour-blind readers; lines differ in dashes as well.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"]
DASHES = ["-", "--", "-.", ":"]
STYLE = {
    "font.size": 15,
    "axes.titlesize": 15,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.5,
    "savefig.dpi": 150,
}
WIDE = (8.0, 4.2)  # inches


def plane(title, vectors, *, project=None, size=5.5):
    """Arrows from the origin: {label: (x, y)}. project=(a, b) drops the end of a onto b's line."""
    vectors = {label: np.asarray(v, float) for label, v in vectors.items()}
    points = [np.zeros(2), *vectors.values()]
    words = [f"{label} = {_pair(v)}" for label, v in vectors.items()]
    with matplotlib.rc_context(STYLE):
        figure, (ax,) = _canvas((size, size))
        if project:
            a, b = (vectors[label] for label in project)
            foot = (a @ b) / (b @ b) * b
            points.append(foot)
            line = f"the line of {project[1]}"
            words.append(f"{project[0]} falls onto {line} at {_pair(foot, '.3g')}")
            ax.plot(*zip(a, foot, strict=True), ":", color="0.4", zorder=1)
            ax.plot([0, foot[0]], [0, foot[1]], color="#e69f00", linewidth=9, alpha=0.6, zorder=0)
        for (label, tip), colour in zip(vectors.items(), cycle(COLOURS)):
            arrow = {"arrowstyle": "-|>", "color": colour, "lw": 2.5, "mutation_scale": 22}
            ax.annotate("", tip, (0, 0), arrowprops={**arrow, "shrinkA": 0, "shrinkB": 0})
            ax.annotate(label, tip, textcoords="offset points", xytext=(8, 6), color=colour)
        low, high = np.min(points, axis=0), np.max(points, axis=0)
        middle, half = (low + high) / 2, (high - low).max() * 0.62 + 0.2
        ax.set(xlim=middle[0] + np.array([-half, half]), ylim=middle[1] + np.array([-half, half]))
        ax.axhline(0, color="0.8", linewidth=1, zorder=-1)
        ax.axvline(0, color="0.8", linewidth=1, zorder=-1)
        ax.set_aspect("equal")
        return drawn(figure, title, "Arrows from the origin: " + "; ".join(words) + ".")


def curves(title, x, lines, *, across, up, bands=None, log=""):
    """Lines over x: {label: y}. bands: {label: (low, high)}; log: "x", "y" or "xy" (x base 2)."""
    words = [f"{up} against {across}, from {_number(x[0])} to {_number(x[-1])}"]
    with matplotlib.rc_context(STYLE):
        figure, (ax,) = _canvas(WIDE)
        for (label, y), colour, dashes in zip(lines.items(), cycle(COLOURS), cycle(DASHES)):
            ax.plot(x, y, dashes, color=colour, label=label)
            words.append(f"{label}: from {_number(y[0], '.3g')} to {_number(y[-1], '.3g')}")
            for extreme, at in (("least", np.argmin(y)), ("greatest", np.argmax(y))):
                if y[at] not in (y[0], y[-1]):
                    words[-1] += f", {extreme} {_number(y[at], '.3g')} at {_number(x[at])}"
            if bands and label in bands:
                low, high = bands[label]
                ax.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
                ends = " to ".join(_number(edge[-1], ".2g") for edge in (low, high))
                words[-1] += f", the band at the end from {ends}"
        if "x" in log:
            ax.set_xscale("log", base=2)
        if "y" in log:
            ax.set_yscale("log")
        ax.set(xlabel=across, ylabel=up)
        if len(lines) > 1:
            ax.legend(frameon=False)
        return drawn(figure, title, "; ".join(words) + ".")


def bars(title, labels, groups, *, up, digits=2):
    """Bars side by side: {label: heights} over `labels`, each with its height above it."""
    words = []
    with matplotlib.rc_context(STYLE):
        figure, (ax,) = _canvas(WIDE)
        width = 0.8 / len(groups)
        looks = zip(cycle(COLOURS), cycle(["", "//", "..", "xx"]))
        for i, (label, heights) in enumerate(groups.items()):
            at = np.arange(len(labels)) + (i - (len(groups) - 1) / 2) * width
            colour, hatch = next(looks)
            kind = {"color": colour, "hatch": hatch, "edgecolor": "white", "label": label}
            numbers = [_number(h, f".{digits}f") for h in heights]
            ax.bar_label(ax.bar(at, heights, width * 0.92, **kind), numbers, fontsize=12)
            each = (f"{name} {number}" for name, number in zip(labels, numbers, strict=True))
            words.append(f"{label}: " + ", ".join(each))
        ax.margins(y=0.1)
        ax.axhline(0, color="black", linewidth=1)
        ax.set_xticks(np.arange(len(labels)), labels)
        ax.set_ylabel(up)
        if len(groups) > 1:
            ax.legend(frameon=False)
        return drawn(figure, title, f"Bars of {up}. " + "; ".join(words) + ".")


def histograms(title, samples, *, across):
    """A histogram for each label: {label: (values, variance)}, under N(0, variance)."""
    words = []
    spread = max(4 * np.sqrt(variance) for _, variance in samples.values())
    grid = np.linspace(-spread, spread, 400)
    with matplotlib.rc_context(STYLE):
        figure, panels = _canvas(WIDE, len(samples), sharex=True)
        colours = cycle(COLOURS)
        for ax, (label, (values, variance)) in zip(panels, samples.items(), strict=True):
            look = {"color": next(colours), "alpha": 0.55, "histtype": "stepfilled"}
            ax.hist(values, bins=60, range=(-spread, spread), density=True, **look)
            bell = np.exp(-(grid**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
            ax.plot(grid, bell, "k-", linewidth=2)
            ax.set_title(label)
            ax.set(xlabel=across, yticks=[])
            ax.spines["left"].set_visible(False)
            words.append(f"{label}: standard deviation {_number(np.std(values), '.3g')}")
        text = f"Histograms of {across}, each under the normal curve of its variance. "
        return drawn(figure, title, text + "; ".join(words) + ".")


def links(title, weights, queries, keys, *, heads=None, size=None):
    """Lines from each query (left) to each key (right), as thick as its weight.

    weights: (n, m), or (h, n, m) with `heads` naming the h panels.
    """
    weights, heads = np.asarray(weights, float), heads or [""]
    weights = weights[None] if weights.ndim == 2 else weights
    needed = len(heads), len(queries), len(keys)
    if weights.shape != needed:
        given = f"weights: given shape {weights.shape}"
        raise ValueError(f"{given}, needed {needed}: the names in heads, queries, keys")
    n, m = weights.shape[1:]
    tall = max(n, m)
    left, right = (np.arange(k) + 0.5 + (tall - k) / 2 for k in (n, m))
    words = []
    with matplotlib.rc_context(STYLE):
        figure, axes = _canvas(size or (min(4.6 * len(heads), 9.2), 0.55 * tall + 0.9), len(heads))
        colours = cycle(COLOURS)
        for ax, head, panel in zip(axes, heads, weights, strict=True):
            look = {"color": next(colours), "alpha": 0.75, "solid_capstyle": "butt"}
            for (i, j), weight in np.ndenumerate(panel):
                ax.plot([0, 1], [left[i], right[j]], linewidth=9 * weight, **look)
            for side, ends, tokens in (("right", left, queries), ("left", right, keys)):
                for y, token in zip(ends, tokens, strict=True):
                    ax.text(-0.04 if side == "right" else 1.04, y, token, ha=side, va="center")
            ax.set_title("  ".join(filter(None, [head, "queries → keys"])))
            ax.set(xlim=(-0.6, 1.6), ylim=(tall, 0))
            ax.axis("off")
            looks = (f"{q}: {_looks(row, keys)}" for q, row in zip(queries, panel, strict=True))
            words.append(" ".join(filter(None, [head, "; ".join(looks)])))
        return drawn(figure, title, f"Queries on the left, keys on the right. {'. '.join(words)}.")


def _looks(weights, keys):
    """What one query looks at: every weight of up to six keys, the largest of more."""
    if not weights.any():
        return "to none"
    if np.ptp(weights) < 1e-9:
        return f"evenly to all ({weights.max():.2f})"
    if len(keys) <= 6:
        return ", ".join(f"{key} {weight:.2f}" for key, weight in zip(keys, weights, strict=True))
    most = [key for key, w in zip(keys, weights, strict=True) if w > weights.max() - 1e-9]
    return f"mostly to {' and '.join(most)} ({weights.max():.2f})"


def _canvas(size, panels=1, **kinds):
    figure = Figure(figsize=size, layout="constrained")
    return figure, figure.subplots(1, panels, squeeze=False, **kinds)[0]


def _number(x, digits="g"):
    return f"{x:{digits}}".replace("-", "−")


def _pair(point, digits="g"):
    return f"({_number(point[0], digits)}, {_number(point[1], digits)})"
