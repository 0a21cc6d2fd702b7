"""What a decoder computes at each step, without a cache and with one: repeated work is grey."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY
from helpers.drawing.shapes import Boxes, Word, text_width

CELL, GAP, APART, EDGE = 25, 4, 28, 12
ABOVE, BELOW = 62, 40
WAYS = "without a cache", "with a cache"


def cache_rows(title, tokens):
    """Two staircases: a column for each step, a row for each token's key and value. A row that is
    computed for the first time is coloured, one that is computed again grey; one that is kept from
    an earlier step is empty and dashed."""
    n = len(tokens)
    left = EDGE + max(map(text_width, (*tokens, "keys, values ↓"))) + 10
    again = n * (n - 1) // 2
    below = [f"{n + again} rows computed, {again} of them again", f"{n} rows computed"]
    across = max(n * (CELL + GAP), *map(text_width, (*WAYS, *below)))  # of one staircase
    shapes = [Word(left - 10, ABOVE - 18, "keys, values ↓", anchor="end")]
    for i, token in enumerate(tokens):
        y = ABOVE + (i + 0.5) * (CELL + GAP)
        shapes.append(Word(left - 10, y, token, anchor="end", bold=True))
    for w, way in enumerate(WAYS):
        x0 = left + w * (across + APART)
        boxes = {
            (i, step): (x0 + step * (CELL + GAP), ABOVE + i * (CELL + GAP), CELL, CELL)
            for step in range(n)
            for i in range(step + 1)
        }
        new = [box for (i, step), box in boxes.items() if i == step]
        earlier = [box for (i, step), box in boxes.items() if i < step]
        shapes.append(Boxes(new, KEY, 0.4, corner=4))
        shapes.append(Boxes(new, KEY, outline=2, corner=4))
        if earlier and way == WAYS[0]:
            shapes.append(Boxes(earlier, "faint", 0.5, corner=4))
        elif earlier:
            shapes.append(Boxes(earlier, "faint", outline=1, dash="dashed", corner=4))
        shapes.append(Word(x0 + across / 2, 14, way, bold=True))
        shapes += [
            Word(x0 + step * (CELL + GAP) + CELL / 2, ABOVE - 18, str(step + 1))
            for step in range(n)
        ]
        shapes.append(Word(x0 + across / 2, ABOVE + n * (CELL + GAP) + 18, below[w], KEY))
    shapes.append(Word(left - 10, ABOVE - 40, "steps →", anchor="end"))
    text = f"Steps 1 to {n} of a decoder that reads {' '.join(tokens)}. Without a cache each step "
    text += f"computes the keys and values of all words so far, {n + again} rows in all, of which "
    text += f"{again}, in grey, are computed again; with one, only those of the newest word, {n} "
    text += "rows, and the others, empty, are kept."
    size = left + 2 * across + APART + EDGE, ABOVE + n * (CELL + GAP) + BELOW
    return Drawing(title, text, *size, tuple(shapes))
