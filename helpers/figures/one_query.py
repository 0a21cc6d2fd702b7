"""One query's way: a score for each key, its share of the weight, its value, and their sum."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, plain, short, vector
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Cells, Line, Word, text_width
from helpers.drawing.steps import looks, tone

STEPS = {  # name: (what stands above its column, the column's width on the sheet)
    "scores": ("q · k", 76),
    "scale": ("÷ √d_k", 76),
    "softmax": ("softmax", 130),
    "values": ("weight · value", 150),
    "output": ("sum = output", 150),
}
APART = 42  # from column to column
ROW, CLOSE, MANY = 32, 28, 8  # from one key to the next, closer where there are many
TOP = 68  # above the first key
BAR = 80  # the length of weight 1
HEIGHT = 22  # of a bar and of a value
WIDTH = 12  # the line of weight 1, from a value to the sum
WRITTEN = 3  # values of at most so many numbers are written in numbers
SAID = 0.05  # keys of smaller weights are not in the description
FAINT = 0.3  # how strong a value of weight 0 is, where weight 1 is 1
PALE = 0.4  # how strong a cell with a number in it may be


def one_query(
    title, query, keys, raw=None, scores=None, weights=None, values=None, step=None, scaled=True
):
    """One query's way from left to right, with a row for each key.

    query: the query's token. keys: the m keys' tokens. raw: q·k of each key (m,). scores: these
    ÷ √d_k (m,). weights: their softmax (m,). values: (m, d_v), stronger for larger weights, and
    their weighted sum. What is None is still to come and has dots. step: the step that is lit,
    "scores", "scale", "softmax", "values" or "output"; None: all are plain. scaled: False where
    the weights are of the raw scores, and nothing is said of √d_k.
    """
    look = looks([name for name in STEPS if scaled or name != "scale"], step)
    keys = [str(key) for key in keys]
    raw, scores, weights = (
        _checked(name, value, len(keys))
        for name, value in (("raw", raw), ("scores", scores), ("weights", weights))
    )
    if values is not None and weights is None:
        raise ValueError("weights: given None, needed the weights of these values")
    values = _checked("values", values, len(keys), matrix=True)
    left = 20 + max(map(text_width, [*keys, "keys", query]))
    columns, x = {}, left + APART
    for name in look:
        _, width = STEPS[name]
        columns[name] = Column(x, x + width, look[name])
        x += width + APART
    pitch = ROW if len(keys) <= MANY else CLOSE
    rows = [TOP + pitch * (k + 0.5) for k in range(len(keys))]
    bottom = TOP + pitch * len(keys) + 12
    shapes = _frame(query, keys, left, rows, columns, bottom)
    shapes += _numbers(columns["scores"], raw, rows)
    if scaled:
        shapes += _numbers(columns["scale"], scores, rows)
    shapes += _bars(columns["softmax"], weights, rows)
    shapes += _values(columns["values"], values, weights, rows)
    shapes += _sum(columns["values"], columns["output"], values, weights, rows)
    described = _described(query, keys, raw, scores, weights, values)
    width = x - APART + 16
    focus = round(columns[step].middle / width, 2) if step else None
    return Drawing(title, described, width, bottom, tuple(shapes), step=step, focus=focus)


class Column:
    def __init__(self, left, right, look):
        self.left, self.right, self.look = left, right, look
        self.middle, self.tone = (left + right) / 2, tone(look)


def _checked(name, value, m, matrix=False):
    if value is None:
        return None
    array = np.asarray(value, float)
    if array.ndim != 1 + matrix or len(array) != m:
        needed = f"({m}, d_v): a value" if matrix else f"({m},): a number"
        raise ValueError(f"{name}: given shape {array.shape}, needed {needed} for each key")
    return array


def _frame(query, keys, left, rows, columns, bottom):
    """The query, the keys, and the names of the steps with an arrow before each."""
    shapes = []
    for name, column in columns.items():
        if column.look == "lit":
            around = (column.left - 10, 2, column.right - column.left + 20, bottom - 4)
            shapes.append(Boxes([around], "blue", 0.12, corner=8))
        bold = column.look != "faint"
        shapes.append(Word(column.middle, 22, STEPS[name][0], column.tone, bold=bold))
        shapes.append(Arrow((column.left - APART + 9, 22), (column.left - 9, 22), "faint", 2))
    shapes.append(Word(left, 22, query, QUERY, "end", bold=True))
    shapes.append(Word(left, 50, "keys", KEY, "end"))
    shapes += [Word(left, y, key, anchor="end") for y, key in zip(rows, keys, strict=True)]
    return shapes


def _dots(column, rows):
    return [Word(column.middle, y, "·", "faint") for y in rows]


def _numbers(column, numbers, rows):
    if numbers is None:
        return _dots(column, rows)
    right = column.middle + max(text_width(_written(x)) for x in numbers) / 2
    return [
        Word(right, y, _written(x), column.tone, "end") for y, x in zip(rows, numbers, strict=True)
    ]


def _written(x):
    return plain(x, 2) if float(x).is_integer() else short(x, 2)


def _bars(column, weights, rows):
    if weights is None:
        return _dots(column, rows)
    bars = [
        (column.left, y - HEIGHT / 2, max(1, BAR * weight), HEIGHT)
        for y, weight in zip(rows, weights, strict=True)
    ]
    return [
        Boxes(tuple(bars), WEIGHT, 0.75 if column.look != "faint" else 0.45),
        *(
            Word(column.right, y, number(weight, 2), column.tone, "end")
            for y, weight in zip(rows, weights, strict=True)
        ),
    ]


def _values(column, values, weights, rows):
    """Each value as a strip of cells, which is the stronger the larger its weight is."""
    if values is None:
        return _dots(column, rows)
    largest = np.abs(values).max() or 1
    return [
        shape
        for y, value, weight in zip(rows, values, weights, strict=True)
        for shape in _strip(column, y, value, largest, FAINT + (1 - FAINT) * weight)
    ]


def _strip(column, y, vector, largest, strength):
    """A vector as cells: the larger a number, the stronger; blue for plus and pink for minus."""
    width, written = column.right - column.left, len(vector) <= WRITTEN
    across, left, top = width / len(vector), column.left, y - HEIGHT / 2
    shares = np.abs(vector) / largest * strength * (PALE if written else 1)
    shapes = [
        Cells(left, top, across, HEIGHT, [np.where(side, shares, 0)], tone)
        for tone, side in (("blue", vector > 0), ("pink", vector < 0))
        if side.any()
    ]
    shapes.append(Boxes([(left, top, width, HEIGHT)], "faint", outline=1))
    if written:
        middles = left + across * (np.arange(len(vector)) + 0.5)
        texts = zip(middles, vector, strict=True)
        shapes += [Word(x, y, _written(entry)) for x, entry in texts]
    return shapes


def _sum(column, output, values, weights, rows):
    """Lines from the values to their sum, as wide as the weights, and the sum."""
    middle = (rows[0] + rows[-1]) / 2
    if values is None:
        return _dots(output, [middle])
    total = weights @ values
    ends = (column.right + 2, output.left - 2)
    lines = [
        Line([(ends[0], y), (ends[1], middle)], WEIGHT, WIDTH * weight, opacity=0.6)
        for y, weight in zip(rows, weights, strict=True)
        if WIDTH * weight > 0.3
    ]
    shapes = [*lines, *_strip(output, middle, total, np.abs(total).max() or 1, 1)]
    if len(total) > WRITTEN:
        shapes.append(Word(output.middle, middle - HEIGHT / 2 - 16, "positive", "blue"))
        shapes.append(Word(output.middle, middle + HEIGHT / 2 + 16, "negative", "pink"))
    return shapes


def _described(query, keys, raw, scores, weights, values):
    """The numbers of each key; of many keys, only those with a weight that can be seen."""
    phrases = []
    for j, key in enumerate(keys):
        if weights is not None and len(keys) > 6 and weights[j] < SAID:
            continue
        parts = [f"q·k {_written(raw[j])}"] if raw is not None else []
        parts += [f"÷ √d_k {_written(scores[j])}"] if scores is not None else []
        parts += [f"weight {number(weights[j], 2)}"] if weights is not None else []
        phrases.append(f"{key}: {', '.join(parts)}" if parts else str(key))
    text = f'The way of the query "{query}" to its output. {"; ".join(phrases)}'
    if len(phrases) < len(keys):
        text += f"; the other {len(keys) - len(phrases)} keys have weights below {SAID}"
    if values is None:
        return text + "."
    if len(values[0]) > WRITTEN:
        return f"{text}. The weighted values, {len(values[0])} numbers each, add up to the output."
    total = weights @ values
    return f"{text}. The weighted values add up to {vector(total, 2)}."
