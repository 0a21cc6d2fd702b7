"""How a similarity looks from one query: through each key, the points that score the same."""

from itertools import cycle

import matplotlib
import numpy as np
from matplotlib.patheffects import withStroke

from helpers.figures.picture import drawn
from helpers.figures.plots import COLOURS, DASHES, STYLE, _canvas, _pair


def levels(title, similarities, query, keys):
    """A panel for each similarity {label: f}, where f(query (2,), points (m, 2)) → scores (m,).

    Shows the query's arrow, the keys {label: (x, y)}, a line through each key: the points that f
    scores like that key, and from each key a small arrow towards better scores.
    """
    query, points = np.asarray(query, float), np.array([*keys.values()], float)
    ends = np.vstack([points, query, np.zeros(2)])
    low, high = ends.min(axis=0), ends.max(axis=0)
    middle, half = (low + high) / 2, (high - low).max() * 0.68
    sides = [np.linspace(m - half, m + half, 150) for m in middle]
    grid = np.stack(np.meshgrid(*sides), axis=-1)  # (150, 150, 2)
    words = [f"A query {_pair(query)} and the keys {', '.join(keys)}"]
    halo = [withStroke(linewidth=4, foreground="white")]
    with matplotlib.rc_context(STYLE):
        figure, panels = _canvas((3.4 * len(similarities), 3.6), len(similarities))
        for ax, (name, similarity) in zip(panels, similarities.items(), strict=True):
            field = similarity(query, grid.reshape(-1, 2)).reshape(150, 150)
            scores = similarity(query, points)
            better = _uphill(similarity, query, points)
            looks = zip(cycle(COLOURS), cycle(DASHES))
            for i, (label, tip) in enumerate(zip(keys, points, strict=True)):
                colour, dashes = next(looks)
                kind = {"colors": colour, "linestyles": dashes}
                ax.contour(*sides, field, levels=[scores[i]], linewidths=2.5, **kind)
                ax.plot(*tip, "o", color=colour, markersize=9)
                ax.annotate("", tip + half / 4 * better[i], tip, arrowprops=_arrow(colour, 14))
                place = {"textcoords": "offset points", "ha": "center", "va": "center"}
                place |= {"xytext": -17 * better[i], "path_effects": halo, "zorder": 5}
                ax.annotate(label, tip, color=colour, **place)
            ax.annotate("", query, (0, 0), arrowprops=_arrow("black", 20))
            ax.annotate(
                "q", query, textcoords="offset points", xytext=(0, -20), path_effects=halo, zorder=5
            )
            ax.set_title(name)
            ax.set_aspect("equal")
            ranked = [list(keys)[i] for i in np.argsort(-scores)]
            words.append(f"{name} ranks them {', '.join(ranked)}")
        words.append("at each key a small arrow points to the side that scores better")
        return drawn(figure, title, "; ".join(words) + ".")


def _uphill(similarity, query, points):
    """The unit vectors (m, 2) along which each point's score grows fastest."""
    gain = [similarity(query, points + h) - similarity(query, points - h) for h in np.eye(2) / 1e4]
    return np.transpose(gain) / np.linalg.norm(gain, axis=0)[:, None]


def _arrow(colour, head):
    arrow = {"arrowstyle": "-|>", "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
    return {**arrow, "mutation_scale": head, "color": colour}
