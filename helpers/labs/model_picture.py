"""The pictures of the lab model: a model that reads, whose stream is added to, and one that
writes, whose token joins the end of the text."""

from itertools import pairwise

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Cells, Dot, Keyed, Line, Word, text_width

WIDTH, HEIGHT = 470, 370
TOP, ROW, OPEN = 34, 14.8, 44  # the first row's upper edge, a row, and the room around one of them
HIGH = 38  # how high a row may be, if they are few
NAMES, SPREAD = 92, 330  # where the tokens' names end, and where while the text becomes tokens
WORDS = 150  # where the text's words end then
STRIP, CELL = 98, 4  # a vector's strip, and one of its cells
LEFT, RIGHT, DRAWN = 132, 422, 330  # the stream; DRAWN: its end where a token is drawn from it
LOOK = 0.15  # a line to each token, where weights are not known
BODY = 4.5  # the stream's width before anything is added
SIDES = {WEIGHT: -1, VALUE: 1}  # of the stream: above, below
BEFORE = 60  # room for the blocks before the one that is shown alone
WIDE, NARROW = 13, 15  # how thick what is added is at most, in one block and in all
NEXT = "ink"  # what may come next: no colour of what is added
BARS = 376, 464, 54  # of the next tokens: left, right, and how far apart
LOOP = 12, 4, 58  # the way back of a token: left of all, above all, and where its place begins
TOKENS, VECTORS, HEAD, HEADS, MLP, BLOCKS, OUTPUT = range(7)


class Rows:
    """Where n rows are, of which the row number `open_` has room around it."""

    def __init__(self, n, open_):
        self.n, self.open = n, open_
        self.row = max(ROW, min(HIGH, (HEIGHT - TOP - OPEN - 22) / n))
        self.height = max(HEIGHT, TOP + self.row * n + OPEN + 22)

    def __getitem__(self, i):
        room = 0 if i < self.open else OPEN / 2 if i == self.open else OPEN
        return TOP + self.row * (i + 0.5) + room

    @property
    def bottom(self):
        return TOP + self.row * self.n + OPEN


def splitting(title, words, tokens, query):
    """A text becomes tokens. words: (word, how many tokens it becomes), in order."""
    rows, shapes, i = Rows(len(tokens), query), [], 1
    for word, count in words:
        mine = range(i, i + count)
        middle = (rows[i] + rows[i + count - 1]) / 2
        shapes.append(Word(WORDS, middle, cut(word, WORDS), anchor="end"))
        for k in mine:
            end = SPREAD - 12 - text_width(cut(tokens[k], NAMES))
            shapes.append(Line([(WORDS + 8, middle), (end, rows[k])], "faint", 1.5))
        i += count
    shapes += names(rows, tokens, query, SPREAD)
    headings = {"text": WORDS, "tokens": SPREAD}
    shapes += [Word(x, TOP - 16, word, anchor="end", bold=True) for word, x in headings.items()]
    text = " ".join(word for word, _ in words)
    said = f"The text “{text}” becomes {len(tokens)} tokens: {' '.join(tokens)}."
    return Drawing(title, said, WIDTH, rows.height, tuple(shapes))


def reading(title, step, tokens, query, start, output, one, one_writes, blocks, writes, opened):
    """The stream of n tokens at a step from VECTORS to OUTPUT.

    query: the row of the token that is followed. start, output (n, k): features before and after
    all blocks. one (n,): its weights in one head, and one_writes: how long what that head adds to
    it is; blocks (layers, n): those of all heads of each block, averaged. writes (layers, 2): how
    long what the heads and the MLP of each add to it is.
    opened: the block that steps before BLOCKS show alone, from 0.
    """
    rows = Rows(len(tokens), query)
    is_whole = step >= BLOCKS
    shown = range(len(blocks)) if is_whole else [opened] if step >= HEAD else []
    places = blocks_at(len(blocks), RIGHT) if is_whole else {opened: (LEFT + BEFORE, RIGHT - 4)}
    shapes = lines(rows, RIGHT)
    shapes += strips("start", STRIP, rows, start)
    pluses = []
    for b in shown:
        weights = one if step == HEAD else blocks[b]
        shapes += block(b, places[b], rows, None if is_whole else f"block {b + 1}")
        adds = (one_writes, 0) if step == HEAD else writes[b]
        pluses += added(b, places[b], adds, step)
        shapes += fan(b, rows, places[b][0] + 2, pluses[-1 if step < MLP else -2][0], weights)
        if step == MLP:
            shapes += mlp(b, rows[query], *pluses[-2:])
    if is_whole:
        shapes.append(Word(LEFT - 2, TOP - 16, "block", anchor="end"))
        shapes += [named_block(places[b], str(b + 1)) for b in shown]
    elif shown and opened:
        before = "block 1 left out" if opened == 1 else f"blocks 1–{opened} left out"
        shapes.append(Word(LEFT + BEFORE - 6, TOP - 16, before, "faint", "end"))
    most = max(writes.sum(axis=0)) if is_whole else max(writes[opened])
    unit = (NARROW if is_whole else WIDE) / most
    shapes += stream(rows[query], RIGHT, pluses, unit, is_whole)
    if step == OUTPUT:
        shapes += strips("output", RIGHT + 4, rows, output)
    if step == VECTORS:
        text = "the darker, the further from 0"
        shapes.append(Word(STRIP + 50, rows.height - 10, text, "faint", "start"))
    shapes += names(rows, tokens, query, NAMES)
    shapes += legend(rows.height - 10, tokens[query], step)
    return Drawing(
        title, described(step, tokens, query, one, len(blocks)), WIDTH, rows.height, tuple(shapes)
    )


def writing(title, tokens, place, layers):
    """A model that writes, its stream and the tokens that may come next: place, (texts, their
    probabilities). The likeliest joins the end of the text."""
    n = len(tokens)
    rows, texts = Rows(n, n - 1), [quoted(token) for token in tokens]
    slots = blocks_at(6, DRAWN)
    labels = ["1", "2", "3", "…", str(layers - 1), str(layers)]
    shapes, pluses = lines(rows, DRAWN), []
    for b, label in enumerate(labels):
        shapes.append(named_block(slots[b], label))
        if label != "…":
            shapes += block(b, slots[b], rows)
            pluses += added(b, slots[b], (1, 1), BLOCKS)
            looks = np.full(n, LOOK)
            shapes += fan(b, rows, slots[b][0] + 2, pluses[-2][0], looks)
    shapes.append(Word(LEFT - 2, TOP - 16, "block", anchor="end"))
    shapes += stream(rows[n - 1], DRAWN, pluses, 1.2, True)
    shapes += names(rows, texts, n - 1, NAMES)
    left, right, apart = BARS
    for row, (text, chance) in enumerate(zip(*place, strict=True)):
        y = TOP + 26 + apart * row
        across = max(1, (right - left) * chance)
        way = [(DRAWN + 4, rows[n - 1]), (left - 6, y + 6)]
        shapes.append(Keyed(f"choice {row}", (Line(way, NEXT, 0.8 + 8 * chance, opacity=0.5),)))
        bar = Boxes([(left, y + 10, across, 10)], NEXT, 0.55)
        shapes.append(Keyed(f"bar {row}", (bar,)))
        name = Word(left, y, quoted(text), "ink" if row else QUERY, "start", bold=not row)
        shapes.append(name if row else Keyed(f"token {n}", (name,)))
    y = TOP + 26 + apart * len(place[0])
    shapes.append(Line([(left - 28, y), (left - 6, y)], NEXT, 5, opacity=0.55))
    shapes.append(Word(left, y, "probability", anchor="start"))
    end, y = left + text_width(quoted(texts[0])) / 2, rows.bottom - 12
    x, top, slot = LOOP
    shapes += [
        Line([(end, TOP + 15), (end, top), (x, top), (x, y), (x + 4, y)], QUERY, 3),
        Arrow((x + 2, y), (slot - 4, y), QUERY, 3),
        Boxes([(slot, y - 9, NAMES - slot, 18)], QUERY, outline=1.5, dash="dashed", corner=4),
        *legend(rows.height - 10, tokens[-1], BLOCKS),
    ]
    said = (
        f"The text “{' '.join(tokens)}” runs through {layers} blocks. Bars show what may come "
        f"next: {', '.join(place[0])}. A line leads from the first to the end of the text."
    )
    return Drawing(title, said, WIDTH, rows.height, tuple(shapes))


def quoted(token):
    """A token without a letter in quotation marks, so that it is seen."""
    return token if any(map(str.isalnum, token)) else f"“{token}”"


def names(rows, tokens, query, end):
    return [
        Keyed(
            f"token {i}",
            (
                Word(
                    end,
                    rows[i],
                    cut(token, NAMES),
                    QUERY if i == query else "ink",
                    "end",
                    i == query,
                ),
            ),
        )
        for i, token in enumerate(tokens)
    ]


def cut(text, room):
    """As much of a text as there is room for."""
    if text_width(text) <= room:
        return text
    return next(f"{text[:k]}…" for k in range(len(text), 0, -1) if text_width(text[:k]) < room - 14)


def lines(rows, end):
    """The stream of all tokens but the one that is followed."""
    return [
        Keyed(f"row {i}", (Line([(LEFT, rows[i]), (end, rows[i])], "faint", 1.2),))
        for i in range(rows.n)
        if i != rows.open
    ]


def strips(key, x, rows, vectors):
    """Each row as a strip of cells, the darker the further from 0."""
    shares = np.abs(vectors) / np.abs(vectors).max()
    cuts = 0, rows.open, rows.open + 1, rows.n  # above, of, and below the row with room
    return [
        Keyed(f"{key} {a}", (Cells(x, rows[a] - rows.row / 2, CELL, rows.row, shares[a:b], "ink"),))
        for a, b in pairwise(cuts)
        if a < b
    ]


def blocks_at(count, right):
    """From where to where each of so many blocks reaches."""
    pitch = (right - LEFT - 6) / count
    return {b: (LEFT + 6 + b * pitch, LEFT + 6 + (b + 1) * pitch - 4) for b in range(count)}


def block(b, place, rows, name=None):
    left, right = place
    frame = Boxes([(left, TOP - 4, right - left, rows.bottom - TOP + 6)], "faint", outline=1.2)
    named = [named_block(place, name)] if name else []
    return [Keyed(f"block {b}", (frame,)), *named]


def named_block(place, name):
    return Word(sum(place) / 2, TOP - 16, name, bold=True)


def added(b, place, writes, step):
    """The + of a block's heads and of its MLP: (where, how much each adds, its tone, its key)."""
    left, right = place
    of_heads, of_mlp = (0.55, 0.85) if step >= BLOCKS else (0.3, 0.77)
    return [
        (left + of_heads * (right - left), writes[0], WEIGHT, f"heads {b}"),
        (left + of_mlp * (right - left), writes[1], VALUE, f"MLP {b}"),
    ][: 1 if step < MLP else 2]


def fan(b, rows, x, plus, weights):
    """What the heads of a block take from each token, as wide as its weight."""
    y = rows[rows.open]
    return [
        Keyed(
            f"take {b} {i}",
            (
                Line(
                    [(x, rows[i]), (plus, y)],
                    WEIGHT,
                    max(0.4, min(9, (plus - x) / 3) * weight),
                    opacity=0.8,
                ),
            ),
        )
        for i, weight in enumerate(weights)
        if i != rows.open
    ]


def mlp(b, y, of_heads, of_mlp):
    """The MLP reads the stream of one token and adds to it."""
    (before, *_), (after, *_) = of_heads, of_mlp
    start, box = before + 28, (before + 40, y + 11, 46, 19)
    return [
        Dot(start, y, VALUE, 4),
        Line([(start, y), (start, y + 20), (box[0], y + 20)], VALUE, 2.5),
        Line([(box[0] + box[2], y + 20), (after, y + 20), (after, y)], VALUE, 2.5),
        mlp_box(b, box),
        Word(box[0] + box[2] / 2, box[1] + box[3] / 2, "MLP"),
    ]


def mlp_box(b, box):
    outline = Boxes([box], VALUE, outline=2, corner=5)
    return Keyed(f"MLP box {b}", (Boxes([box], VALUE, 0.2, corner=5), outline))


def stream(y, end, pluses, unit, in_boxes):
    """A wide line that grows at each +: above by what heads add, below by what MLPs add, which are
    small boxes around their + if in_boxes."""
    thick, x, shapes = {WEIGHT: 0.0, VALUE: 0.0}, LEFT, []
    for plus, length, tone, key in [*pluses, (end, 0, "", "end")]:
        layers = [Line([(x, y), (plus, y)], QUERY, BODY)]
        for of, side in SIDES.items():
            at = y + side * (BODY + thick[of]) / 2
            layers.append(Line([(x, at), (plus, at)], of, thick[of]))
        shapes.append(Keyed(f"stream to {key}", tuple(layers)))
        if tone:
            thick[tone] += unit * length
            at = y + SIDES[tone] * (BODY / 2 + thick[tone] + 9)
            if in_boxes and tone == VALUE:
                shapes.append(mlp_box(key.split()[-1], (plus - 8, at - 7, 16, 15)))
            shapes.append(Keyed(f"plus {key}", (Word(plus, at, "+", tone, bold=True, halo=True),)))
        x = plus
    return shapes


def legend(y, token, step):
    entries = [(f"“{token}”", QUERY), ("from heads", WEIGHT), ("from MLPs", VALUE)]
    shapes, x = [], NAMES - text_width(token) - 30
    for text, tone in entries[: 1 if step < HEAD else 2 if step < MLP else 3]:
        shapes += [Line([(x, y), (x + 22, y)], tone, 5), Word(x + 28, y, text, tone, "start")]
        x += 50 + text_width(text)
    return shapes


def described(step, tokens, query, one, layers):
    """The picture in words."""
    text = f"{len(tokens)} tokens, each a line of the stream: {' '.join(tokens)}. "
    token = f"“{tokens[query]}”"
    return (
        text
        + {
            VECTORS: "Each has a strip of coloured cells, its vector.",
            HEAD: f"In one head, lines lead from the tokens to {token}, the widest from "
            f"“{tokens[int(one.argmax())]}”, and are added to it.",
            HEADS: f"Lines as wide as the mean weights lead to {token}; what they bring is added.",
            MLP: f"After the heads, an MLP reads {token} alone and adds to it, too.",
            BLOCKS: f"In each of {layers} blocks, heads and an MLP add to {token}; its line grows.",
            OUTPUT: "After the last block each token has another vector.",
        }[step]
    )
