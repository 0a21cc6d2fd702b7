"""A whole model with a sentence in it, from text to output, and the way through one head."""

from typing import NamedTuple

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Cells, Line, Word, text_width
from helpers.drawing.steps import tone

PARTS = (
    "text",
    "tokens",
    "vectors",
    "position",
    "blocks",
    "heads",
    "head",
    "scores",
    "softmax",
    "values",
    "mlp",
    "output",
)
TOP, ROW = 62, 16  # the first token's upper edge, and the height of a row
LOOP = 10  # the height of what leads from the output back to the text
EDGE, GAP = 14, 18
CELL = 9  # of a vector's strip
TILE, APART = 21, 5  # a head's picture, and the paper between two
ACROSS = 3  # heads side by side
MLP, ACROSS_MLP = 30, 46  # its box
RING = 12  # the radius of a +
ZOOM, BELOW = 64, 10  # the height of one head's way, and the paper above it
SPAN = 34  # an arrow within one head's way
WIDTHS = {"scores": 168, "softmax": 168, "values": 230}  # of its steps
WAY, AFTER = 190, 116  # where they begin, and what stands after them


class Real(NamedTuple):
    """The numbers of a model in a sentence of n tokens, one of which asks.

    start, output: some features of all tokens before and after all blocks. writes: the lengths of
    what the heads together and the MLP of each block add to the token that asks. head: which head
    is opened, (layer, number) from 1; of its largest weight: raw score, score, weight and key.
    """

    text: str
    tokens: tuple
    start: np.ndarray  # (n, k)
    output: np.ndarray  # (n, k)
    weights: np.ndarray  # (layers, heads, n, n)
    writes: np.ndarray  # (layers, 2)
    query: int
    head: tuple
    raw: float
    score: float
    weight: float
    key: str


def model_map(title, real, part=None):
    """The model from left to right, and below it the way of one query through one head.

    part: what is lit, one of PARTS; None: all are plain.
    """
    if part is not None and part not in PARTS:
        needed = ", ".join(map(repr, PARTS))
        raise ValueError(f"part: given {part!r}, needed None or one of {needed}")
    places = Layout(real)
    shapes = []
    for piece in (_loop, _text, _tokens, _vectors, _stream, _blocks, _output, _way):
        shapes += piece(places, real, part)
    frame, focus = places.frames(real).get(part), None
    if frame:
        shapes.append(Boxes([frame], "orange", outline=3, corner=8))
        left, _, across, _ = frame
        focus = round(float(left + across / 2) / float(places.width), 2)
    words = described(real)
    if part:
        words += f" Framed: {NAMES[part]}."
    return Drawing(title, words, places.width, places.height, tuple(shapes), focus=focus)


def described(real):
    """The map in words."""
    layers, heads = real.weights.shape[:2]
    query, (layer, head) = real.tokens[real.query], real.head
    of_heads, of_mlps = (", ".join(number(x, 1) for x in added) for added in real.writes.T)
    return (
        f"The text “{real.text}” becomes {len(real.tokens)} tokens, each a vector with its "
        f"position added. {layers} blocks follow, each of {heads} heads and an MLP, which add to "
        f"the vectors; then the output. {GOES_ON}. To “{query}” the heads of the blocks add "
        f"vectors of length {of_heads}, the MLPs {of_mlps}. In head {layer}.{head} its raw score "
        f"for “{real.key}” is "
        f"{number(real.raw, 1)}, after division by √d_k {number(real.score, 1)}, and the weight "
        f"{number(real.weight, 2)}."
    )


GOES_ON = "A model that writes goes on: norm, logits, next token, and again from the text"
NAMES = {
    "text": "the text",
    "tokens": "the tokens",
    "vectors": "the vectors",
    "position": "their positions",
    "blocks": "the blocks",
    "heads": "the heads of one block",
    "head": "one head",
    "scores": "the raw scores of one head",
    "softmax": "the softmax of one head",
    "values": "the weighted values of one head",
    "mlp": "the MLP of one block",
    "output": "the output",
}


class Layout:
    """Where everything stands on the sheet."""

    def __init__(self, real):
        layers, heads = real.weights.shape[:2]
        rows = -(-heads // ACROSS)
        self.text_lines = _wrapped(real.text, 12)
        self.text = EDGE
        self.tokens = self.text + max(map(text_width, self.text_lines)) + GAP + 22
        self.vectors = self.tokens + max(map(text_width, real.tokens)) + GAP + 10
        self.strip = CELL * real.start.shape[1]
        self.blocks = self.vectors + self.strip + 2 * GAP + 12
        self.block_width = ACROSS * TILE + (ACROSS - 1) * APART + 16
        self.pitch = self.block_width + GAP - 4
        self.output = self.blocks + layers * self.pitch + 8
        of_way = WAY + sum(WIDTHS.values()) + SPAN * len(WIDTHS) + AFTER
        self.width = max(self.output + self.strip, of_way) + EDGE
        self.tiles = TOP + 16
        self.tiles_bottom = self.tiles + rows * (TILE + APART) - APART
        self.bottom = max(TOP + ROW * len(real.tokens), self.tiles_bottom + MLP + 78)
        self.stream = self.bottom - 26 - RING
        self.mlp = self.stream - RING - MLP - 14
        self.zoom = self.bottom + BELOW
        self.height = self.zoom + ZOOM + 2

    def row(self, i):
        """The middle line of token i."""
        return TOP + ROW * (i + 0.5)

    def block(self, layer):
        return self.blocks + (layer - 1) * self.pitch

    def tile(self, layer, head):
        down, right = divmod(head - 1, ACROSS)
        x = self.block(layer) + 8 + right * (TILE + APART)
        return x, self.tiles + down * (TILE + APART), TILE, TILE

    def pluses(self, layer):
        """Where the heads and the MLP of a block add to the stream."""
        x = self.block(layer)
        return x + 8 + RING, x + self.block_width - 8 - ACROSS_MLP / 2

    def frames(self, real):
        """What is framed where a part is lit: {part: box}."""
        layer, head = real.head
        layers = len(real.weights)
        x, y = self.block(layer), TOP - 12
        height = self.bottom - y
        right = self.blocks + layers * self.pitch - GAP
        steps = {name: (*box,) for name, box in _step_boxes(self).items()}
        return {
            "text": (self.text - 6, y, max(map(text_width, self.text_lines)) + 12, height),
            "tokens": (self.tokens - 8, y, self.vectors - self.tokens - 6, height),
            "vectors": (self.vectors - 6, y, self.strip + 12, height),
            "position": (self.vectors + self.strip / 2 - 52, y - 37, 104, 21),
            "blocks": (self.blocks - 8, y - 34, right - self.blocks + 16, height + 34),
            "heads": (
                x + 3,
                self.tiles - 5,
                self.block_width - 6,
                self.tiles_bottom + 9 - self.tiles + 5,
            ),
            "head": tuple(
                a + b for a, b in zip(self.tile(layer, head), (-4, -4, 8, 8), strict=True)
            ),
            "mlp": (
                self.pluses(layer)[1] - ACROSS_MLP / 2 - 4,
                self.mlp - 4,
                ACROSS_MLP + 8,
                MLP + 8,
            ),
            "output": (self.output - 6, y, self.strip + 12, height),
            **steps,
        }


def _wrapped(text, letters):
    """The text in lines of about so many letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _header(x, text, is_lit):
    return Word(x, TOP - 21, text, "orange" if is_lit else "ink", bold=True)


def _text(places, real, part):
    middle = places.bottom / 2 + TOP / 2
    first = middle - ROW * (len(places.text_lines) - 1) / 2
    words = [
        Word(places.text, first + ROW * i, line, anchor="start")
        for i, line in enumerate(places.text_lines)
    ]
    arrow = Arrow((places.tokens - 34, middle), (places.tokens - 12, middle), "faint", 2.5)
    width = max(map(text_width, places.text_lines))
    return [_header(places.text + width / 2, "text", part == "text"), *words, arrow]


def _tokens(places, real, part):
    shapes = [
        Word(
            places.tokens,
            places.row(i),
            token,
            QUERY if i == real.query else "ink",
            "start",
            i == real.query,
        )
        for i, token in enumerate(real.tokens)
    ]
    middle = (places.tokens + places.vectors - GAP) / 2
    return [*shapes, _header(middle, "tokens", part == "tokens")]


def _strips(x, vectors):
    """Each row as a strip of cells: blue for plus and pink for minus."""
    largest = np.abs(vectors).max()
    return [
        Cells(x, TOP, CELL, ROW, np.where(side, np.abs(vectors) / largest, 0), tone)
        for tone, side in (("blue", vectors > 0), ("pink", vectors < 0))
    ]


def _vectors(places, real, part):
    middle = places.vectors + places.strip / 2
    shapes = _strips(places.vectors, real.start)
    shapes.append(_header(middle, "vectors", part == "vectors"))
    shapes.append(
        Word(middle, TOP - 38, "+ positions", "orange" if part == "position" else "faint")
    )
    return shapes


def _loop(places, real, part):
    """What a model that writes has, and this one has not."""
    start, end = places.output + places.strip / 2, places.text + 22
    middle, half = (places.blocks + places.output) / 2, text_width(GOES_ON) / 2
    top = TOP - 32
    return [
        Line([(start, top), (start, LOOP), (middle + half, LOOP)], "faint", 1.5, "dashed"),
        Line([(middle - half, LOOP), (end, LOOP), (end, top - 14)], "faint", 1.5, "dashed"),
        Arrow((end, top - 18), (end, top), "faint", 1.5),
        Word(middle, LOOP, GOES_ON, "faint"),
    ]


def _stream(places, real, part):
    """The lines of all tokens; that of the query is wide, and the blocks add to it."""
    layers = len(real.weights)
    lefts = [places.block(layer) - GAP + 4 for layer in range(1, layers + 2)]
    ends = [(left, left + GAP - 4) for left in lefts]
    ends[0] = (lefts[0] - 14, ends[0][1])
    rows = [places.row(i) for i in range(len(real.tokens)) if i != real.query]
    shapes = [Line([(a, y), (b, y)], "faint", 0.8) for a, b in ends for y in rows]
    y, x, end = places.row(real.query), places.vectors + places.strip, places.output
    down, up = x + 14, end - 14
    edges = [x for layer in range(1, layers + 1) for x in places.pluses(layer)]
    edges = [down, *(x + side for x in edges for side in (-RING, RING)), up]
    ways = [
        [(a, places.stream), (b, places.stream)]
        for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]
    ways[0] = [(x + 4, y), (down, y), *ways[0]]
    ways[-1] = [*ways[-1], (up, y), (end - 4, y)]
    return [*shapes, *(Line(way, QUERY, 5) for way in ways)]


def _blocks(places, real, part):
    shapes = []
    layers, heads = real.weights.shape[:2]
    for layer in range(1, layers + 1):
        x = places.block(layer)
        place = (x, TOP - 12, places.block_width, places.bottom - TOP + 12)
        shapes.append(Boxes([place], "faint", outline=1.5, corner=8))
        shapes.append(_header(x + places.block_width / 2, f"block {layer}", part == "blocks"))
        for head in range(1, heads + 1):
            left, top, *_ = tile = places.tile(layer, head)
            shapes.append(Boxes([tile], "faint", 0.1))
            shares = real.weights[layer - 1, head - 1]
            shapes.append(Cells(left, top, TILE / len(shares), TILE / len(shares), shares))
        of_heads, of_mlp = places.pluses(layer)
        box = (of_mlp - ACROSS_MLP / 2, places.mlp, ACROSS_MLP, MLP)
        shapes += [Boxes([box], VALUE, 0.14, corner=6), Word(of_mlp, places.mlp + MLP / 2, "MLP")]
        starts = places.tiles_bottom, places.mlp + MLP
        added = zip(
            (of_heads, of_mlp), starts, real.writes[layer - 1], (WEIGHT, VALUE), strict=True
        )
        for plus, start, length, colour in added:
            shapes += _plus(plus, places.stream, start, colour)
            text = number(length, 1)
            shapes.append(Word(plus, places.stream + RING + 11, text, colour))
    return shapes


def _plus(x, y, start, colour):
    """A + on the stream, and the line from what it adds."""
    ring = [(x - RING, y - RING, 2 * RING, 2 * RING)]
    return [
        Line([(x, start + 3), (x, y - RING)], colour, 2),
        Boxes(ring, colour, outline=2, corner=RING),
        Word(x, y, "+", colour, bold=True),
    ]


def _output(places, real, part):
    header = _header(places.output + places.strip / 2, "output", part == "output")
    return [*_strips(places.output, real.output), header]


def _step_boxes(places):
    """Where the three steps of one head's way stand."""
    boxes, x = {}, WAY
    for name, width in WIDTHS.items():
        boxes[name] = (x, places.zoom + 6, width, ZOOM - 12)
        x += width + SPAN
    return boxes


def _way(places, real, part):
    """One head, opened: from the query to the vector that it adds."""
    layer, head = real.head
    query = real.tokens[real.query]
    boxes = _step_boxes(places)
    x, y, across, down = places.tile(layer, head)
    block = places.block(layer)
    last = boxes["values"]
    left, top, right = EDGE, places.zoom, last[0] + last[2] + SPAN + AFTER
    faint = "faint"
    shapes = [
        Boxes([(left, top, right - left, ZOOM)], faint, outline=1.5, corner=8),
        Boxes([(x - 2, y - 2, across + 4, down + 4)], "orange", outline=2, corner=3),
        Line([(block, places.bottom), (left + 6, top)], faint, 1, "dashed"),
        Line([(block + places.block_width, places.bottom), (right - 6, top)], faint, 1, "dashed"),
        Word(left + 12, top + 13, f"head {layer}.{head}", "ink", "start", True),
        Word(left + 12, top + 32, f"“{query}” asks", QUERY, "start"),
        Word(left + 12, top + 51, f"“{real.key}”", KEY, "start"),
    ]
    lines = {
        "scores": ("q · k, ÷ √d_k", f"{number(real.raw, 1)} → {number(real.score, 1)}"),
        "softmax": ("softmax", f"weight {number(real.weight, 2)}"),
        "values": ("weight · value, summed", "what “" + query + "” takes"),
    }
    for name, (does, gives) in lines.items():
        bx, by, width, height = boxes[name]
        ink = tone("lit" if name == part else "plain")
        shapes += [
            Boxes([boxes[name]], WEIGHT, 0.12, corner=8),
            Word(bx + width / 2, by + height / 2 - 10, does, ink, bold=name == part),
            Word(bx + width / 2, by + height / 2 + 10, gives, WEIGHT),
            Arrow((bx - SPAN + 4, by + height / 2), (bx - 4, by + height / 2), faint, 2.5),
        ]
    end = last[0] + last[2]
    shapes.append(Arrow((end + 4, top + ZOOM / 2), (end + SPAN - 4, top + ZOOM / 2), faint, 2.5))
    shapes.append(Word(end + SPAN, top + ZOOM / 2, "× W_O, added", "ink", "start"))
    return shapes
