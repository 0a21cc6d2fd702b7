"""One query, seen several ways: over its keys a strip for each, and what the model loses by it."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Line, Word

LEFT, EDGE = 38, 10  # of the keys, where the drain is; at the right
ACROSS, BAR = 2, 3.2  # from a key to the next, and how wide its weight is drawn
HIGH, ABOVE, APART = 44, 24, 18  # a weight of 1; the line above a strip, the paper below it
TOP, BELOW = 28, 28
COLUMN, LAST = 50, 64  # from a loss to the next one, and to the number of keys
DRAIN, DRAINS = (10, 18), "drains away"  # its left edge and its width; what is said of it


def views(title, rows, texts, ends, window):
    """Strips of weights of the last query over its m keys, from the first key to its own.

    rows: {name: None, where it is still covered, or (seen (m,), weights (m,), losses)}. What the
    weights lack of 1 is in a drain before the keys. texts: whose losses they are; ends: the first
    token and the query's; window: how many last keys have a paler bar for what they get together.
    """
    m = max(len(row[0]) for row in rows.values() if row)
    right = LEFT + ACROSS * m
    places = [right - LAST - COLUMN * k for k in reversed(range(len(texts) + 1))]
    heads = [*zip(places, [*texts, "mean"], strict=True), (right, "cached")]
    shapes = [Word(x, 14, text, "faint", "end") for x, text in heads]
    shapes.append(Word(LEFT, 14, "loss when a query sees", "faint", "start"))
    said, y = [], TOP
    for name, row in rows.items():
        shapes.append(Word(LEFT, y + 10, name, anchor="start", bold=True))
        strip = LEFT, y + ABOVE, ACROSS * m, HIGH
        if row is None:
            shapes.append(Boxes([strip], "faint", outline=1, dash="dashed"))
            shapes.append(Word(LEFT + ACROSS * m / 2, y + ABOVE + HIGH / 2, "?", bold=True))
            said.append(f"{name}: covered")
        else:
            seen, weights = row[0], np.asarray(row[1], float)
            shares = _shares(seen, weights, window)
            shapes += _strip(*strip[:2], seen, weights, window, shares)
            numbers = [f"{x:.2f}" for x in (*row[2], np.mean(row[2]))]
            kept, parts = f"{np.sum(seen)}", [f"{x:.2f} {who}" for who, x in shares.items()]
            shapes += [
                Word(x, y + 10, text, anchor="end", bold=x == places[-1])
                for x, text in zip([*places, right], [*numbers, kept], strict=True)
            ]
            losses = ", ".join(map(" ".join, zip([*texts, "mean"], numbers, strict=True)))
            said.append(f"{name}, {kept} keys cached: {', '.join(parts)}; loss {losses}")
        y += ABOVE + HIGH + APART
    y += 2
    first, own = (f"“{token.strip()}”" for token in ends)
    shapes.append(Word(LEFT, y, f"1 {first}", KEY, "start"))
    shapes.append(Word(right - ACROSS * window, y, str(m - window + 1), KEY))
    shapes.append(Word(LEFT + ACROSS * m * 0.45, y, "keys →", "faint"))
    shapes.append(Word(right, y, f"{m} {own}", QUERY, "end"))
    text = f"The weights of query {m}, {own}, over its keys from the first, {first}, to its own. "
    text += ". ".join(part[0].upper() + part[1:] for part in said)
    return Drawing(title, f"{text}.", right + EDGE, y + BELOW - 14, tuple(shapes))


def _shares(seen, weights, window):
    """Who gets how much, and what the weights lack of 1: {words: share}."""
    between = slice(1, len(weights) - window)
    shares = {"to the first": weights[0]} if seen[0] else {}
    if np.any(seen[between]):
        shares["to those between"] = weights[between].sum()
    shares[f"to the last {window}"] = weights[-window:].sum()
    lost = 1 - weights.sum()
    return shares | ({DRAINS: lost} if lost >= 0.005 else {})


def _strip(left, top, seen, weights, window, shares):
    """The keys that are seen, a bar for each weight, one for all in the window, and the drain."""
    seen, m, near = np.asarray(seen), len(weights), shares[f"to the last {window}"]
    ground = [
        (left + ACROSS * a, top, ACROSS * (b - a), HIGH)
        for a, b in np.flatnonzero(np.diff(np.r_[0, seen, 0])).reshape(-1, 2)
    ]
    bars = [
        (left + ACROSS * (k + 0.5) - BAR / 2, top + HIGH * (1 - x), BAR, HIGH * x)
        for k, x in enumerate(weights)
        if HIGH * x >= 0.3
    ]
    edge, middle = left + ACROSS * (m - window), top + HIGH / 2
    shapes = [
        Boxes(ground, KEY, 0.16),
        Boxes([(left, top, ACROSS * m, HIGH)], "faint", outline=1),
        Line([(edge, top), (edge, top + HIGH)], "faint", 1, "dashed"),
        Boxes([(edge, top + HIGH * (1 - near), ACROSS * window, HIGH * near)], WEIGHT, 0.3),
        Boxes(bars, WEIGHT),
        Word(edge + 14, middle, f"{near:.2f}", anchor="start"),
    ]
    places = ("to the first", left + 10, "start"), ("to those between", (left + edge) / 2, "middle")
    for who, x, anchor in places:
        if who in shares:
            shapes.append(Word(x, middle, f"{shares[who]:.2f}", anchor=anchor))
    if DRAINS in shares:
        (x, across), lost = DRAIN, shares[DRAINS]
        sides = [(x, top), (x, top + HIGH), (x + across, top + HIGH), (x + across, top)]
        shapes += [
            Boxes([(x, top + HIGH * (1 - lost), across, HIGH * lost)], "faint", 0.7),
            Line(sides, "ink", 2),
            Arrow((x + across / 2, top + HIGH + 2), (x + across / 2, top + HIGH + 20), "faint", 4),
            Word(left + 10, middle, f"{lost:.2f} {DRAINS}", anchor="start"),
        ]
    return shapes
