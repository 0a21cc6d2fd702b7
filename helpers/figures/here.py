"""The whole model as one line of boxes, with what a notebook is about lit: you are here."""

from html import escape

from helpers.drawing.drawing import Drawing
from helpers.drawing.picture import Picture
from helpers.drawing.shapes import Arrow, Boxes, Word
from helpers.drawing.steps import box

PARTS = {  # name: (what its box says, the box's width on the sheet)
    "text": ("text", 58),
    "tokens": ("tokens", 76),
    "vectors": ("vectors", 78),
    "position": ("+ position", 98),
    "scores": ("q · k", 62),
    "mask": ("mask", 62),
    "softmax": ("softmax", 86),
    "values": ("· values", 84),
    "mlp": ("MLP", 56),
    "output": ("output", 76),
}
FRAMES = {  # name: (first part, last part, what stands above it, how far it reaches beyond)
    "heads": ("scores", "values", "12 heads", 9),
    "blocks": ("scores", "mlp", "6 blocks", 17),
}
LEADS = {  # notebook: what it explains; lines of links below the boxes, and of the map's lab
    "01_dot_product": ("vectors",),
    "07_order_and_position": ("position",),
    "02_queries_keys_scores": ("scores",),
    "05_masking": ("mask",),
    "03_softmax_scaling_weighted_sum": ("softmax", "values"),
    "06_multi_head": ("heads",),
    "08_transformer_block": ("mlp", "blocks"),
    "12_it_writes": ("output",),
}
HEIGHT, APART = 40, 30
MIDDLE = 84


def here(*parts):
    """The line of boxes, and below it a link to the notebook that explains each of them."""
    drawing = strip(*parts, title="You are here")
    names = {name: text for name, (text, _) in PARTS.items()}
    names |= {name: frame[2] for name, frame in FRAMES.items()}
    texts = {
        f"{notebook}.ipynb": f"{notebook[:2]} {', '.join(names[part] for part in explained)}"
        for notebook, explained in LEADS.items()
    }
    links = " | ".join(f'<a href="{to}">{escape(text)}</a>' for to, text in texts.items())
    below = " | ".join(texts.values())
    return Picture(
        f'{drawing.html}<div style="font-size:13px;text-align:left">{links}</div>',
        f"{drawing.text}\n{below}",
        drawing.drawings,
    )


def strip(*parts, title):
    """text → tokens → vectors → + position → 6 blocks of 12 heads and an MLP → output.

    parts: what is lit, of "text", "tokens", "vectors", "position", "scores", "mask", "softmax",
    "values", "mlp", "output", and of the frames "heads" and "blocks"; none: all are plain.
    """
    known = [*PARTS, *FRAMES]
    for part in parts:
        if part not in known:
            raise ValueError(f"parts: given {part!r}, needed one of {', '.join(map(repr, known))}")
    lefts, rights, boxes, x = {}, {}, [], 12
    for name, (text, width) in PARTS.items():
        look = "lit" if name in parts else "plain"
        lefts[name], rights[name] = x, x + width
        boxes += box(x + width / 2, MIDDLE, width, HEIGHT, text, look)
        x += width + APART
        if name != "output":
            boxes.append(Arrow((x - APART + 5, MIDDLE), (x - 5, MIDDLE), "faint", 2.5))
    frames = []
    for name, (first, last, text, beyond) in reversed(FRAMES.items()):
        left, top = lefts[first] - beyond + 3, MIDDLE - HEIGHT / 2 - beyond - 18
        place = [(left, top, rights[last] + beyond - 3 - left, HEIGHT + 2 * beyond + 18)]
        is_lit = name in parts
        tone = "blue" if is_lit else "faint"
        if is_lit:
            frames.append(Boxes(place, "blue", 0.16, corner=8))
        frames.append(Boxes(place, tone, outline=3 if is_lit else 1, corner=8))
        right = rights[last] + beyond - 12
        frames.append(Word(right, top + 14, text, "ink" if is_lit else "faint", "end", is_lit))
    lit = " and ".join(FRAMES[part][2] if part in FRAMES else PARTS[part][0] for part in parts)
    line = (
        "The model from left to right: text, tokens, vectors, + position; then 6 blocks, each of "
    )
    line += "12 heads (q · k, mask, softmax, · values) and an MLP; then the output."
    text = f"{line} Highlighted: {lit}." if lit else line
    width = x - APART + 12
    ends = [FRAMES[part][:2] if part in FRAMES else (part, part) for part in parts]
    seen = [lefts[first] for first, _ in ends], [rights[last] for _, last in ends]
    focus = round((min(seen[0]) + max(seen[1])) / 2 / width, 2) if parts else None
    return Drawing(title, text, width, MIDDLE + HEIGHT / 2 + 26, (*frames, *boxes), focus=focus)
