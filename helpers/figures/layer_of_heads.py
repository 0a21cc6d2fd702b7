"""The heads of one layer from text to output: Q, K, V, weights, outputs side by side, and W_O."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Cells, Word, text_width

CELL = 5  # the height of a row in a head's maps; its weights are as wide
LINE = 17  # the height of a token's row
FEATURES = 8  # in a cell, whose strength is the mean of their sizes; of X and the output, twice
WIDE, NARROW = 9, 3.2  # a cell of a head's map, and of all heads side by side
EDGE, TOP, BETWEEN = 10, 34, 40  # the paper between two heads
ARROW = 40


def layer_of_heads(title, tokens, X, Q, K, V, weights, outputs, output, query):
    """X (n, d) → for each of h heads Q, K, V (h, n, d_k), weights (h, n, n) and outputs
    (h, n, d_v) → these side by side → times W_O the layer's output (n, d_out).

    query: the place of a token that is framed all the way. Heads 1 and 2 and the last are drawn.
    Vectors are rows of cells: the stronger, the larger their numbers.
    """
    h, n = len(weights), len(tokens)
    for name, part in {"Q": Q, "K": K, "V": V, "weights": weights, "outputs": outputs}.items():
        if np.shape(part)[:2] != (h, n):
            raise ValueError(f"{name}: given shape {np.shape(part)}, needed ({h}, {n}, …)")
    drawn = [1, 2, h]
    height = n * CELL
    heights = [TOP + 24 + k * (height + BETWEEN) for k in range(len(drawn))]
    bottom = heights[-1] + height
    middle = (heights[0] + bottom) / 2
    shapes = []

    def map_of(x, top, vectors, tone, across, down):
        """Vectors as rows of cells; returns how wide they are."""
        shares = sizes(vectors, FEATURES * (1 + (tone == "faint")))
        framed(x, top, across * shares.shape[1], down, Cells(x, top, across, down, shares, tone))
        return across * shares.shape[1]

    def framed(x, top, across, down, cells):
        shapes.append(cells)
        shapes.append(Boxes([(x, top, across, down * n)], "faint", outline=1))
        shapes.append(Boxes([(x, top + query * down, across, down)], "orange", outline=1.5))

    def arrow(start, end, word=""):
        shapes.append(Arrow(start, end, "faint", 2.5))
        shapes.append(Word((start[0] + end[0]) / 2, start[1] - 20, word))

    def header(left, across, text):
        shapes.append(Word(left + across / 2, 14, text, bold=True))

    # text and vectors
    top, x = middle - n * LINE / 2, EDGE
    column = max(map(text_width, ["tokens", *tokens]))
    for i, token in enumerate(tokens):
        y, tone = top + (i + 0.5) * LINE, "orange" if i == query else "ink"
        shapes.append(Word(x + column, y, token, tone, "end", bold=i == query))
    header(x, column, "tokens")
    x += column + 8
    across = map_of(x, top, X, "faint", 2 * NARROW, LINE)
    header(x, across, "X")
    x += across

    # the heads
    for k, (head, y) in enumerate(zip(drawn, heights, strict=True)):
        at, row, i = x + ARROW, y + height / 2, head - 1
        arrow((x + 5, middle + (k - (len(drawn) - 1) / 2) * 30), (at - 5, row))
        shapes.append(Word(at, y - 14, f"head {head}", anchor="start"))
        for letter, part, tone in (("Q", Q, QUERY), ("K", K, KEY), ("V", V, VALUE)):
            across = map_of(at, y, part[i], tone, WIDE, CELL)
            if k == 0:
                header(at, across, letter)
            at += across + 8
        arrow((at - 3, row), (at + ARROW - 13, row))
        at += ARROW - 8
        framed(at, y, height, CELL, Cells(at, y, CELL, CELL, weights[i], WEIGHT))
        if k == 0:
            header(at, height, "weights")
            shapes.append(Word(at + height / 2, y - 14, "queries ↓ keys →", "faint"))
        at += height
        arrow((at + 5, row), (at + ARROW - 5, row), "· V")
        at += ARROW
        across = map_of(at, y, outputs[i], WEIGHT, WIDE, CELL)
        if k == 0:
            header(at, across, "outputs")
        end = at + across
        after = end + ARROW
        spread = middle + (k - (len(drawn) - 1) / 2) * 30
        arrow((end + 5, row), (after - 5, spread))
    if h > len(drawn):
        y = (heights[-2] + height + heights[-1]) / 2 - 8
        shapes.append(Word(end, y, f"and {h - len(drawn)} more heads", anchor="end"))

    # side by side, and the output
    side_by_side = np.concatenate(list(outputs), axis=1)  # (n, h · d_v)
    x, y = after, middle - height / 2
    across = map_of(x, y, side_by_side, WEIGHT, NARROW, CELL)
    header(x, across, "side by side")
    strip = across / h
    for head in drawn:
        place = (x + (head - 1) * strip, y, strip, height)
        shapes.append(Boxes([place], WEIGHT, outline=2))
    shapes.append(Word(x + strip, y + height + 14, "1, 2"))
    shapes.append(Word(x + across - strip / 2, y + height + 14, str(h)))
    x += across
    arrow((x + 5, middle), (x + ARROW + 5, middle), "· W_O")
    x += ARROW + 10
    across = map_of(x, y, output, "faint", 2 * NARROW, CELL)
    header(x, across, "output")

    of_query = {head: weights[head - 1][query] for head in drawn}
    most = ", ".join(
        f"in head {head} {number(row.max(), 2)} to “{tokens[row.argmax()]}”"
        for head, row in of_query.items()
    )
    text = (
        f"From left to right: the {n} tokens “{' '.join(tokens)}”; their vectors X, "
        f"{np.shape(X)[1]} wide; of {h} heads {', '.join(map(str, drawn))}, each with its Q, K and "
        f"V, {np.shape(Q)[2]} wide, its weights, queries down and keys across, and its outputs; "
        f"the outputs of all heads side by side, {side_by_side.shape[1]} wide; times W_O the "
        f"output, {np.shape(output)[1]} wide. Framed: “{tokens[query]}”, which gives most {most}."
    )
    return Drawing(title, text, x + across + EDGE, bottom + 14, tuple(shapes))


def sizes(vectors, together):
    """The mean sizes of so many numbers together, as shares of nearly the largest: (n, k)."""
    vectors = np.abs(np.asarray(vectors, float))
    starts = np.arange(0, vectors.shape[1], together)
    means = np.add.reduceat(vectors, starts, axis=1) / np.diff([*starts, vectors.shape[1]])
    return np.clip(means / (np.percentile(means, 98) or 1), 0, 1)
