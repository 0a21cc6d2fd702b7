"""softmax(Q Kᵀ / √d_k) V as blocks, each as tall and as wide as its matrix."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Line, Word, text_width
from helpers.drawing.steps import looks, tone
from helpers.single_values import is_whole

STEPS = "scores", "weights", "output"
ACROSS, DOWN = 560, 260  # of the sheet, for all blocks side by side and for the tallest one
CELL = 30  # the side of one number, at most
LEAST = 6  # and at least if the blocks show their cells
SIGN, APART = 28, 16  # the width of a sign, and the paper around it
ABOVE, BELOW = 40, 62
COLOURS = {"Q": QUERY, "Kᵀ": KEY, "V": VALUE}  # of the others: WEIGHT


def blocks(title, n, m, d_k, d_v, step=None):
    """softmax(Q Kᵀ / √d_k) V as blocks with their shapes, true to the numbers.

    n queries and m keys; d_k: the width of queries and keys; d_v: of values. step: the step that
    is lit, "scores", "weights" or "output"; None: all are plain.
    """
    sizes = {"n": n, "m": m, "d_k": d_k, "d_v": d_v}
    for name, value in sizes.items():
        if not is_whole(value) or value < 1:
            raise ValueError(f"{name}: given {value!r}, needed a whole number from 1 on")
    look = looks(STEPS, step)
    parts = [  # (name, rows, columns, step) or a sign and its step
        ("Q", "n", "d_k", "scores"),
        ("Kᵀ", "d_k", "m", "scores"),
        ("=", "scores"),
        ("raw scores", "n", "m", "scores"),
        ("→", "weights"),
        ("weights", "n", "m", "weights"),
        ("V", "m", "d_v", "output"),
        ("=", "output"),
        ("output", "n", "d_v", "output"),
    ]
    across = sum(sizes[part[2]] for part in parts if len(part) == 4)
    rows = max(sizes[part[1]] for part in parts if len(part) == 4)
    cell = min(CELL, ACROSS / across, DOWN / rows)
    x, middle = APART, ABOVE + cell * rows / 2
    shapes = []
    for part in parts:
        if len(part) == 2:
            x = _sign(shapes, x, middle, *part, look)
        else:
            x = _block(shapes, x, middle, cell, sizes, *part, look)
    words = f"Q ({n} × {d_k}) times Kᵀ ({d_k} × {m}) gives the raw scores ({n} × {m}); divided by "
    words += f"√d_k, the softmax of each row makes them the weights ({n} × {m}); these times V "
    words += f"({m} × {d_v}) give the output ({n} × {d_v})."
    height = ABOVE + cell * rows + BELOW
    return Drawing(title, words, x, height, tuple(shapes), step=step)


def _sign(shapes, x, middle, sign, step, look):
    """A sign between two blocks. Returns where the next block begins."""
    if sign == "=":
        shapes.append(Word(x + SIGN / 2, middle, sign, tone(look[step])))
        return x + SIGN + APART
    words = "÷ √d_k", "softmax"
    width = max(map(text_width, words)) + 8
    end = (x + width, middle)
    shapes.append(Arrow((x, middle), end, tone(look[step]), 2.5))
    for text, off in zip(words, (-18, 18), strict=True):
        shapes.append(
            Word(x + width / 2, middle + off, text, tone(look[step]), bold=look[step] == "lit")
        )
    return x + width + APART


def _block(shapes, x, middle, cell, sizes, name, height, width, step, look):
    """A block with its name above and its shape below. Returns where the next thing begins."""
    rows, columns = sizes[height], sizes[width]
    letters, size = f"{height} × {width}", f"{rows} × {columns}"
    across, down = cell * columns, cell * rows
    room = max(across, text_width(size), text_width(name))
    left, top = x + (room - across) / 2, middle - down / 2
    state, bold = look[step], look[step] == "lit"
    colour = COLOURS.get(name, WEIGHT)
    frame = [(left, top, across, down)]
    opacity = {"lit": 0.5, "plain": 0.3, "faint": 0.1}[state]
    shapes.append(Boxes(frame, colour, opacity))
    if cell >= LEAST:
        inside = [
            [(left + k * cell, top), (left + k * cell, top + down)] for k in range(1, columns)
        ]
        inside += [
            [(left, top + k * cell), (left + across, top + k * cell)] for k in range(1, rows)
        ]
        shapes += [Line(ends, colour, 1, opacity=opacity) for ends in inside]
    shapes.append(Boxes(frame, "faint" if state == "faint" else colour, outline=3 if bold else 1.5))
    shapes.append(Word(x + room / 2, top - 16, name, tone(state), bold=state != "faint"))
    shapes.append(Word(x + room / 2, top + down + 18, letters, "faint"))
    shapes.append(Word(x + room / 2, top + down + 40, size, tone(state), bold=bold))
    return x + room + APART
