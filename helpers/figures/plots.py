"""Drawings by matplotlib: vectors, curves, bars, histograms, links. Each takes its description."""

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from helpers.figures.picture import drawn

# Okabe and Ito's colours, told apart by colour-blind readers; lines differ in dashes as well.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"]
DASHES = ["-", "--", "-.", ":"]
STYLE = {
    "font.size": 15,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.5,
    "savefig.dpi": 150,
    "path.simplify": True,
}


def plane(vectors, description, *, project=None, size=6.0):
    """Arrows from the origin: {label: (x, y)}. project=(a, b) drops a's shadow onto b's line."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(size, size), layout="constrained")
        ax = figure.subplots()
        points = np.array([[0, 0], *vectors.values()], dtype=float)
        if project:
            a, b = (np.asarray(vectors[label], float) for label in project)
            foot = (a @ b) / (b @ b) * b
            points = np.vstack([points, foot])
            ax.plot([a[0], foot[0]], [a[1], foot[1]], ":", color="0.4", zorder=1)
            ax.plot(
                [0, foot[0]], [0, foot[1]], "-", color="#e69f00", linewidth=8, alpha=0.6, zorder=0
            )
        for (label, (x, y)), colour in zip(vectors.items(), COLOURS * 3, strict=False):
            ax.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2.5,
                        "shrinkA": 0, "shrinkB": 0, "mutation_scale": 22})  # fmt: skip
            ax.annotate(label, (x, y), textcoords="offset points", xytext=(8, 6), color=colour)
        low, high = points.min(0), points.max(0)
        middle, half = (low + high) / 2, max(high - low) * 0.62 + 0.2
        ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half))
        ax.axhline(0, color="0.8", linewidth=1, zorder=-1)
        ax.axvline(0, color="0.8", linewidth=1, zorder=-1)
        ax.set_aspect("equal")
        return drawn(figure, description)


def curves(x, lines, description, *, across, up, bands=None, log=(), points=None, size=(8.0, 4.2)):
    """Lines over x: {label: y}. bands: {label: (low, high)}; log: any of "xy"; points: {label: (x, y)}."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        ax = figure.subplots()
        for i, (label, y) in enumerate(lines.items()):
            colour = COLOURS[i % len(COLOURS)]
            ax.plot(x, y, DASHES[i % len(DASHES)], color=colour, label=label)
            if bands and label in bands:
                ax.fill_between(x, *bands[label], color=colour, alpha=0.18, linewidth=0)
        for label, (px, py) in (points or {}).items():
            ax.plot(px, py, "ko", markersize=9)
            ax.annotate(label, (px, py), textcoords="offset points", xytext=(8, 8))
        if "x" in log:
            ax.set_xscale("log", base=2)
        if "y" in log:
            ax.set_yscale("log")
        ax.set(xlabel=across, ylabel=up)
        if len(lines) > 1:
            ax.legend(frameon=False)
        return drawn(figure, description)


def bars(groups, labels, description, *, up, across="", digits=None, size=(8.0, 4.2)):
    """Bars side by side: {label: heights} over `labels`. digits: write each height above its bar."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        ax = figure.subplots()
        width = 0.8 / len(groups)
        for i, (label, heights) in enumerate(groups.items()):
            at = np.arange(len(labels)) + (i - (len(groups) - 1) / 2) * width
            drawn_bars = ax.bar(at, heights, width * 0.92, color=COLOURS[i], label=label,
                                hatch=["", "//", "..", "xx"][i % 4], edgecolor="white")  # fmt: skip
            if digits is not None:
                ax.bar_label(drawn_bars, fmt=f"%.{digits}f", fontsize=12)
        ax.set_xticks(np.arange(len(labels)), labels)
        ax.set(xlabel=across, ylabel=up)
        if len(groups) > 1:
            ax.legend(frameon=False)
        return drawn(figure, description)


def histograms(samples, description, *, across, normal=True, size=(8.0, 4.2)):
    """One histogram a label: {label: (samples, variance)}, with N(0, variance) drawn over it."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        panels = figure.subplots(1, len(samples), sharex=True, squeeze=False)[0]
        spread = max(4 * np.sqrt(variance) for _, variance in samples.values())
        grid = np.linspace(-spread, spread, 400)
        for ax, (label, (values, variance)), colour in zip(
            panels, samples.items(), COLOURS, strict=False
        ):
            ax.hist(
                values, bins=60, range=(-spread, spread), density=True, color=colour, alpha=0.55
            )
            if normal:
                density = np.exp(-(grid**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
                ax.plot(grid, density, "k-", linewidth=2)
            ax.set_title(label, fontsize=15)
            ax.set(xlabel=across, yticks=[])
            ax.spines["left"].set_visible(False)
        return drawn(figure, description)


def links(weights, queries, keys, description, *, heads=None, size=None):
    """Lines from each query (left) to each key (right), as thick as the weight.

    weights: (n, m), or (h, n, m) with `heads` naming h panels.
    """
    weights = np.asarray(weights, float)
    panels = weights[None] if weights.ndim == 2 else weights
    titles = heads or [""] * len(panels)
    n, m = panels.shape[1:]
    if size is None:
        size = (min(4.6 * len(panels), 9.2), 0.55 * max(n, m) + 0.9)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        left, right = (
            np.linspace(0.5, max(n, m) - 0.5, k) if k > 1 else [max(n, m) / 2] for k in (n, m)
        )
        for ax, panel, title, colour in zip(axes, panels, titles, COLOURS * 3, strict=False):
            for i, y in enumerate(left):
                for j, z in enumerate(right):
                    ax.plot([0, 1], [y, z], color=colour, linewidth=9 * panel[i, j], alpha=0.75,
                            solid_capstyle="butt")  # fmt: skip
            for y, token in zip(left, queries, strict=True):
                ax.text(-0.04, y, token, ha="right", va="center")
            for z, token in zip(right, keys, strict=True):
                ax.text(1.04, z, token, ha="left", va="center")
            ax.set_title(title or "queries        keys", fontsize=15)
            ax.set(xlim=(-0.6, 1.6), ylim=(max(n, m), 0))
            ax.axis("off")
        return drawn(figure, description)
