"""A model that writes as one picture, with what a notebook is about lit: you are here."""

from html import escape
from itertools import pairwise

from helpers.drawing.drawing import Drawing
from helpers.drawing.picture import Picture
from helpers.drawing.shapes import Arrow, Boxes, Dot, Line, Word, text_width
from helpers.drawing.steps import box

TOP, ROW, NORM, STREAM, BOTTOM = 14, 98, 149, 192, 218  # from the loop down to the blocks' frame
BOXES = {  # part: (what its box says, its middle, its width)
    "text": ("text", (54, 66), 84),
    "tokens": ("tokens", (54, 129), 84),
    "vectors": ("vectors", (54, STREAM), 84),
    "position": ("position", (146, 129), 80),
    "scores": ("q · k", (295, ROW), 54),
    "mask": ("mask", (373, ROW), 62),
    "softmax": ("softmax", (465, ROW), 82),
    "values": ("· values", (567, ROW), 82),
    "mlp": ("MLP", (740, ROW), 56),
    "logits": ("logits", (896, 129), 112),
    "output": ("next token", (896, 66), 112),
}
NORMS = (228, NORM), (670, NORM), (896, STREAM)
FRAMES = {  # part: (what stands in it, its box)
    "heads": ("heads, side by side", (258, 56, 360, 70)),
    "blocks": ("blocks, one after the other", (192, 30, 630, BOTTOM - 30)),
}
INSIDE = {"heads": ("scores", "mask", "softmax", "values")}
INSIDE["blocks"] = (*INSIDE["heads"], "heads", "norm", "mlp")
LINES = {
    "stream": "stream",
    "norm": "norm",
    "loop": "the next token is appended, and all runs again",
}
PARTS = (*BOXES, *LINES, *FRAMES)
NAMES = LINES | {name: text for name, (text, *_) in (BOXES | FRAMES).items()}
SHORT = {"heads": "heads", "blocks": "blocks", "loop": "loop"}  # in words
LEADS = {  # notebook: what it explains; links below the picture, and of the map's lab
    "01_dot_product": ("vectors",),
    "02_queries_keys_scores": ("scores",),
    "03_softmax_scaling_weighted_sum": ("softmax", "values"),
    "05_masking": ("mask",),
    "06_multi_head": ("heads",),
    "07_order_and_position": ("position",),
    "08_transformer_block": ("stream", "norm", "mlp", "blocks"),
    "12_it_writes": ("logits", "output", "loop"),
    "13_a_published_model": ("tokens",),
}
HEIGHT, LOW, RING = 36, 28, 13  # of a box and of a norm's; the radius of a +
PLUSES = 146, 634, 786  # where something is added to the stream
NORM_WIDTH = 54
RIBBONS = (-6, -2, 2, 6)  # one for each token, around the stream's middle
READS = (
    "The model that reads has no mask and no loop. It normalizes after each +, not before, and "
    "ends in vectors. SmolLM2 adds no positions: its heads rotate queries and keys by them."
)


def here(*parts):
    """The picture, and below it a link to the notebook that explains each part."""
    drawing = strip(*parts, title="You are here" if parts else "A model that writes")
    texts = {
        f"{notebook}.ipynb": f"{notebook[:2]} {', '.join(map(short, explained))}"
        for notebook, explained in LEADS.items()
    }
    links = " | ".join(f'<a href="{to}">{escape(text)}</a>' for to, text in texts.items())
    below = " | ".join(texts.values())
    small = f'<div style="font-size:13px;text-align:left"><div>{READS}</div>{links}</div>'
    return Picture(
        f"{drawing.html}{small}",
        f"{drawing.text}\n{READS}\n{below}",
        drawing.drawings,
    )


def short(part):
    return SHORT.get(part, NAMES[part])


def strip(*parts, title):
    """text → tokens → vectors + position → a stream to which the heads and the MLP of each block
    add → norm → logits → the next token, and from there back to the text.

    parts: what is lit, of PARTS; none: all are plain.
    """
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"parts: given {part!r}, needed one of {', '.join(map(repr, PARTS))}")
    look = {name: _look(name, parts) for name in PARTS}
    shapes = [*_frames(look), *_stream(look), *_ways(), *_loop(look), *_boxes(look)]
    text = (
        "A model that writes, as a ring. Text becomes tokens, tokens become vectors, and their "
        "positions are added. These vectors are a stream through blocks, one after the other. In "
        "each block, heads read the stream (norm, then q · k, mask, softmax, · values) and add to "
        "it, and so does an MLP (norm, MLP). Then come a norm and the logits; the next token is "
        "drawn and appended, and all runs again."
    )
    if parts:
        *before, last = map(short, parts)
        lit = f"{', '.join(before)} and {last}" if before else last
        text += f" Highlighted: {lit}."
    seen = [x for part in parts for x in _extent(part)]
    width = BOXES["output"][1][0] + BOXES["output"][2] / 2 + 14
    focus = round((min(seen) + max(seen)) / 2 / width, 2) if parts else None
    return Drawing(title, text, width, BOTTOM + 8, tuple(shapes), focus=focus)


def _look(name, parts):
    if name in parts:
        return "lit"
    is_plain = not parts or any(name in INSIDE.get(part, ()) for part in parts)
    return "plain" if is_plain else "faint"


def _extent(part):
    """From where to where a part reaches across the sheet."""
    if part in BOXES:
        _, (x, _), width = BOXES[part]
        return x - width / 2, x + width / 2
    left, _, across, _ = FRAMES["blocks" if part in LINES else part][1]
    return left, left + across


def _frames(look):
    shapes = []
    for name in reversed(FRAMES):
        text, place = FRAMES[name]
        is_lit = look[name] == "lit"
        tone, width = ("blue", 3) if is_lit else ("faint", 1)
        if is_lit:
            shapes.append(Boxes([place], tone, 0.12, corner=8))
        shapes.append(Boxes([place], tone, outline=width, corner=8))
        x, y, across, _ = place
        ink = "ink" if is_lit else "faint"
        shapes.append(Word(x + across - 10, y + 13, text, ink, "end", is_lit))
    return shapes


def _stream(look):
    """A wide line, one ribbon for each token, and a + wherever something is added to it."""
    shapes, x = [], BOXES["vectors"][1][0] + BOXES["vectors"][2] / 2
    is_lit = look["stream"] == "lit"
    tone = "faint" if look["stream"] == "faint" else "blue"
    for plus in (*PLUSES, None):
        end = plus - RING if plus else NORMS[-1][0] - NORM_WIDTH / 2
        ribbons = [[(x, STREAM + y), (end, STREAM + y)] for y in RIBBONS]
        shapes += [Line(ribbon, tone, 3 if is_lit else 2) for ribbon in ribbons]
        if plus:
            shapes += box(plus, STREAM, 2 * RING, 2 * RING, "+", look["stream"])[:-1]
            shapes.append(Word(plus, STREAM, "+", "ink"))
            x = plus + RING
    ink = "ink" if is_lit else "faint"
    return [*shapes, Word(430, STREAM - 20, NAMES["stream"], ink, bold=is_lit)]


def _ways():
    """From box to box, and from the stream through the heads and the MLP back to it."""
    steps = [("text", "tokens"), ("tokens", "vectors"), ("logits", "output")]
    shapes = [_step(BOXES[a][1], BOXES[b][1]) for a, b in steps]
    shapes += [_step(BOXES["position"][1], (PLUSES[0], STREAM + HEIGHT / 2 - RING))]
    shapes += [_step(NORMS[-1], BOXES["logits"][1])]
    ways = zip(NORMS[:2], ("scores", "mlp"), ("values", "mlp"), PLUSES[1:], strict=True)
    for (x, _), first, last, plus in ways:
        (left, _), (_, right) = _extent(first), _extent(last)
        shapes += [
            Dot(x, STREAM - 8, "faint", 4),
            Line([(x, STREAM - 8), (x, NORM + LOW / 2)], "faint"),
            Line([(x, NORM - LOW / 2), (x, ROW), (left - 12, ROW)], "faint"),
            Arrow((left - 18, ROW), (left - 3, ROW), "faint", 2),
            Line([(right, ROW), (plus, ROW), (plus, STREAM - RING - 12)], "faint"),
            Arrow((plus, STREAM - RING - 18), (plus, STREAM - RING - 2), "faint", 2),
        ]
    for a, b in pairwise(INSIDE["heads"]):
        (_, start), (end, _) = _extent(a), _extent(b)
        shapes.append(Arrow((start + 3, ROW), (end - 3, ROW), "faint", 2))
    return shapes


def _step(start, end):
    """An arrow up or down from one box to another."""
    (x, y), (_, below) = start, end
    side = HEIGHT / 2 if below > y else -HEIGHT / 2
    return Arrow((x, y + side), (x, below - side * 1.1), "faint", 2)


def _loop(look):
    (_, (start, low), _), (_, (end, _), _) = BOXES["output"], BOXES["text"]
    is_lit = look["loop"] == "lit"
    tone, width = ("blue", 4) if is_lit else ("faint", 2)
    top = low - HEIGHT / 2
    middle, half = (start + end) / 2, text_width(NAMES["loop"]) / 2 + 20
    return [
        Line([(start, top), (start, TOP), (middle + half, TOP)], tone, width),
        Line([(middle - half, TOP), (end, TOP), (end, top - 12)], tone, width),
        Arrow((end, top - 20), (end, top - 2), tone, width),
        Word(middle, TOP, NAMES["loop"], "ink" if is_lit else "faint", bold=is_lit),
    ]


def _boxes(look):
    """The parts that have a box, and the three norms."""
    shapes = []
    for name, (text, (x, y), width) in BOXES.items():
        shapes += box(x, y, width, HEIGHT, text, look[name])
    for x, y in NORMS:
        shapes += box(x, y, NORM_WIDTH, LOW if y == NORM else HEIGHT, "norm", look["norm"])
    return shapes
