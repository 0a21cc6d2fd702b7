"""A whole model as a picture: each of its numbers a square in its place, and those of one text."""

import math
from dataclasses import replace

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, number, plain
from helpers.drawing.pixels import MOST
from helpers.drawing.shapes import Arrow, Boxes, Line, Pixels, Word
from helpers.drawing.steps import looks
from helpers.experiments.every_number import layers, made_of

SIDE = 2  # of a number's square, in units of the sheet
FIRST = 0.05  # below it a number has no shade; each next shade begins at twice the one before
EDGE, GAP, BESIDE = 8, 20, 6  # of the sheet; between two columns; between two matrices
HEAD, STREAM, NORM, MATRIX = 12, 30, 78, 134  # heights: of the headings, and of what is below
LABEL = 15  # how far the middle of a name is above its matrix
RING = 7  # the radius of a plus sign
SCALE, SHADE = 452, (44, 10)  # the height of the scale, and the size of one of its shades
TERMS = 3  # products of a sum that are written out
SAYS = {  # of arrays, and of some in one layer
    "tokens": "Each token takes its row of “words”.",
    "1.x_1": "Its place's row of “positions” is added: that is the stream.",
    "2.x_1": "What the MLP returns is added. Layer 2 does the same with its own matrices.",
    "x": "What a part returns is added to the stream.",
    "z": "A normed copy: less the row's mean, divided by its size, times a gain, plus a shift.",
    "Q": "The copy times W_Q gives the queries; beside them the keys, with W_K.",
    "K": "The copy times W_K gives the keys.",
    "V": "The copy times W_V gives the values.",
    "weights": "Head {}: query times key is a score; the softmax makes weights of all scores seen.",
    "outputs": "The weights times V, the values: a sum, in which each counts by its weight.",
    "heads": "W_O joins the heads' outputs. What it gives is added to the stream.",
    "hidden": "The MLP reads a normed copy: times W_1, plus b_1; relu makes 0 of all below 0.",
    "mlp": "What relu leaves, times W_2, plus b_2: the MLP returns it.",
    "logits": "After the last norm, times “answer”: a logit for each token.",
    "p": "The softmax makes probabilities. A letter is drawn and appended; then all runs again.",
}
PARTS = "x_1", "z_1", "Q", "weights_1", "outputs", "heads", "hidden", "mlp"
WAY = "tokens", *(f"1.{name}" for name in PARTS), "2.x_1", "logits", "p"  # stop by stop


def machine(title, p, inside, tokens, words, lit=None):
    """The model with the numbers p, {name: array}, and one text in it, from left to right.

    inside: the numbers of the text, as experiments.every_number gives them; tokens: its tokens;
    words: all tokens, in the order of the logits. lit: a number, (name in inside, row, column): it
    is framed, as is all that it is made of, and the title goes on with what it is, and the sum.
    """
    n, at = len(tokens), part_of(lit[0]) if lit else None
    of_layers = [f"{part} {i}" for i in layers(p) for part in ("heads", "MLP")]
    look = looks(["tokens", *of_layers, "answer"], at)
    if not n:
        raise ValueError("tokens: given none, needed at least one")
    if np.shape(inside["p"]) != (n, len(words)):
        raise ValueError(
            f"inside: given probabilities {np.shape(inside['p'])}, needed {(n, len(words))}"
        )
    d, line = SIDE * p["words"].shape[1], STREAM + n * SIDE / 2  # a vector, the stream's middle
    tall = SIDE * len(p["positions"])  # of the longest text, for which there is room
    both = 2 * d + BESIDE  # two matrices side by side
    squares, frames, shapes, places, x = [], [], [], {}, EDGE

    def put(x, y, name, says=""):
        """An array with its corner at (x, y), and words above; returns where it ends."""
        shades = shades_of(np.atleast_2d((p | inside)[name]))
        across, down = SIDE * shades.shape[1], SIDE * shades.shape[0]
        places[name] = x, y, across, down
        squares.append((x, y, shades))
        frames.append((x - 0.5, y - 0.5, across + 1, down + 1))
        shapes.append(Word(x + across / 2, y - LABEL, says))
        return y + down

    def head(name, across):
        text = heading(name)
        shapes.append(Word(x + across / 2, HEAD, text, bold=look[name] == "lit"))
        if look[name] == "lit":
            frame = (x - 4, 2, across + 8, SCALE - 31)
            shapes.append(Boxes([frame], "orange", outline=3, corner=6))

    def normed(own, k=""):
        """The stream, and below it the normed copy that a part reads."""
        end = put(x, STREAM, f"{own}x{k}")
        shapes.append(Arrow((x + 10, end + 2), (x + 10, NORM - 3), "faint", 2))
        shapes.append(Word(x + 20, (STREAM + tall + NORM) / 2, "norm", "faint", "start"))
        end = put(x, put(x, NORM, f"{own}gain{k}"), f"{own}shift{k}") + 2
        put(x, end, f"{own}z{k}")

    def joins(across, top):
        """What stands at this height at the column's right is added to the stream."""
        plus, row = x + across + GAP / 2, top + n * SIDE / 2
        shapes.append(Line([(x + across + 2, row), (plus, row)], "faint", 2))
        shapes.append(Arrow((plus, row), (plus, line + RING + 2), "faint", 2))
        ring = (plus - RING, line - RING, 2 * RING, 2 * RING)
        shapes.append(Boxes([ring], outline=2, corner=RING))
        shapes.append(Line([(plus - 4, line), (plus + 4, line)], width=2))
        shapes.append(Line([(plus, line - 4), (plus, line + 4)], width=2))
        shapes.append(Line([(x + d + 2, line), (plus - RING, line)]))
        shapes.append(Line([(plus + RING, line), (x + across + GAP - 2, line)]))

    # tokens
    head("tokens", d)
    end = put(x, STREAM, "tokens")
    shapes.append(Arrow((x + d / 2, MATRIX - 22), (x + d / 2, end + 3), "faint", 2))
    top = put(x, MATRIX, "words", "words") + 32
    put(x, top, "positions", "positions")
    joins(d, top)
    x += d + GAP

    # layers: heads and MLP
    for i in layers(p):
        second = x + d + BESIDE
        head(f"heads {i}", both)
        normed(f"{i}.", "_1")
        top = put(x, MATRIX, f"{i}.W_Q", "W_Q") + 4
        put(second, MATRIX, f"{i}.W_K", "W_K")
        put(x, top, f"{i}.Q")
        put(second, top, f"{i}.K")
        end, maps, side = top + tall, maps_of(inside, i), SIDE * n
        shapes.append(Word(x + both / 2, end + 15, "queries ↓ keys →", "faint"))
        for k, name in enumerate(maps):
            put(x + k * (both - side) / max(1, len(maps) - 1), end + 27, name)
        top = end + 27 + tall + 8
        low = top + tall + 24
        put(second, top, f"{i}.outputs")
        shapes.append(Word(second - 8, top + tall / 2, "outputs", anchor="end"))
        end = put(second, low, f"{i}.W_O", "W_O") + 4
        put(x, low, f"{i}.W_V", "W_V")
        put(x, end, f"{i}.V")
        put(second, end, f"{i}.heads")
        joins(both, end)
        x += both + GAP

        second = x + d + BESIDE
        head(f"MLP {i}", both)
        normed(f"{i}.", "_2")
        end = put(x, put(x, MATRIX, f"{i}.W_1", "W_1") + 2, f"{i}.b_1") + 4
        put(x, end, f"{i}.hidden")
        end += tall
        shapes.append(Word(x, end + 14, "hidden", anchor="start"))
        end = put(second, put(second, end + 26, f"{i}.W_2", "W_2") + 2, f"{i}.b_2") + 4
        put(second, end, f"{i}.mlp")
        joins(both, end)
        x += both + GAP

    # answer
    across = SIDE * len(words)
    head("answer", across)
    normed("")
    top = put(x, MATRIX, "answer", "answer") + 4
    put(x, top, "logits")
    top += tall + 32
    put(x, top, "p", "softmax")
    end = top + tall + 22
    last = inside["p"][-1]
    likeliest = [(words[k], last[k]) for k in np.argsort(-last)[:5]]
    shapes.append(Word(x, end, f"after {tokens[-1]}:", anchor="start"))
    for word, share in likeliest:
        end += 20
        shapes.append(Word(x + 6, end, f"{word}  {number(share, 2)}", anchor="start"))
    width = x + across + EDGE

    # the scale, and all squares as one image
    steps = np.arange(-MOST, MOST + 1)
    left = (width - len(steps) * SHADE[0]) // 2 // SIDE * SIDE
    say = "each number is a square; one scale for all: each shade starts at twice the one before"
    shapes.append(Word(width / 2, SCALE - 16, say, "faint"))
    size = SHADE[1] // SIDE, SHADE[0] // SIDE
    squares.append((left, SCALE, np.kron(steps, np.ones(size, int))))
    frames.append((left - 0.5, SCALE - 0.5, len(steps) * SHADE[0] + 1, SHADE[1] + 1))
    shapes.append(Boxes(frames, "faint", outline=1))
    for k in range(0, MOST, 2):
        value = FIRST * 2**k
        for sign in (-1, 1):
            at_edge = left + SHADE[0] * (len(steps) / 2 + sign * (k + 0.5))
            shapes.append(Word(at_edge, SCALE + 22, plain(sign * value, 2)))
    height = SCALE + 36
    sheet = np.zeros((height // SIDE, int(width) // SIDE), int)
    for left, top, shades in squares:
        row, column = int(top) // SIDE, int(left) // SIDE
        sheet[row : row + len(shades), column : column + shades.shape[1]] = shades
    says = said(p, inside, tokens, likeliest)
    if lit:
        name, i, j = lit
        made = made_of(inside, [words.index(token) for token in tokens], *lit)
        words_above = [replace(x, halo=True) if isinstance(x, Word) else x for x in shapes]
        shapes = framed(places, made, *lit) + words_above
        left, top, *_ = places[name]
        at_number = left + SIDE * j + 8, top + SIDE * (i + 0.5)
        text = number(inside[name][i, j], 2)
        shapes.append(Word(*at_number, text, anchor="start", bold=True, halo=True))
        line = as_sum(p, inside, made, *lit)
        what, _, k = name.rpartition(".")[2].partition("_")
        say = SAYS.get(name, SAYS[what]).format(k)
        spot = f"Row {i} (“{tokens[i]}”), column {j} of {what}. {line}"
        title = f"{title}{heading(at)[:1].upper()}{heading(at)[1:]}. {say} {spot}"
        says = f"{says} The number is framed, with all that it is made of."
    shapes = Pixels(0, 0, SIDE, sheet), *shapes
    return Drawing(title, says, width, height, shapes, step=at, places=places)


def framed(places, made, name, i, j):
    """Frames around a number and around all that it is made of, with lines between them."""
    left, top, *_ = places[name]
    x, y = left + SIDE * (j + 0.5), top + SIDE * (i + 0.5)
    boxes, shapes = [(x - 3, y - 3, 6, 6)], []
    for array, *at in made:
        left, top, across, down = places[array]
        rows, columns = (
            range(size // SIDE)[k] if isinstance(k, slice) else [k]
            for k, size in zip(at, (down, across), strict=True)
        )
        box = left + SIDE * columns[0] - 2, top + SIDE * rows[0] - 2
        boxes.append((*box, SIDE * len(columns) + 4, SIDE * len(rows) + 4))
        near = [
            min(max(to, start), start + size)
            for to, start, size in zip((x, y), box, boxes[-1][2:], strict=True)
        ]
        shapes.append(Line([near, (x, y)], "ink", 1.5))
    return [*shapes, Boxes(boxes, "ink", outline=1.5)]


def as_sum(p, inside, made, name, i, j):
    """A number, and how it is computed from what it is made of, as a text."""
    arrays, what = p | inside, name.rpartition(".")[2]
    a, *others = (np.atleast_2d(arrays[array])[rows, columns] for array, rows, columns in made)
    if what == "tokens":
        how = f"words[{made[0][1]}, {j}]"
    elif what == "p":
        how = f"e^{short(a[j])} / {short(np.exp(a).sum())}"
    elif what[0] == "z":
        gain, shift = map(short, others)
        less = f"({short(a[j])} − {short(a.mean())}) / {short(np.sqrt(a.var() + 1e-5))}"
        how = f"{less} · {gain} + {shift}"
    elif what[0] == "x":
        how = f"{short(a)} + {short(others[0])}"
    elif what.startswith("weights"):
        K, own = arrays[made[1][0]], made[1][2]
        scores = K[: i + 1, own] @ a / math.sqrt(len(a))
        how = "hidden by the mask"
        if j <= i:
            score = f"e^{short(scores[j])} / {short(np.exp(scores).sum())}"
            how = f"{score}; {number(scores[j], 2)} = ({products(a, others[0])}) / √{len(a)}"
    else:
        how = " + ".join([products(a, others[0]), *map(short, others[1:])])
        how = f"max(0, {how})" if what == "hidden" else how
    return f"{number(inside[name][i, j], 2)} = {how}"


def products(a, b):
    """The sum of products: those farthest from 0, and all others together."""
    order = np.argsort(-np.abs(a * b), kind="stable")
    terms = [f"{short(a[k])} · {short(b[k])}" for k in order[:TERMS]]
    rest = order[TERMS:]
    if len(rest):
        terms.append(f"{short((a * b)[rest].sum())} ({len(rest)} more)")
    return " + ".join(terms)


def short(x):
    return bracketed(number(x, 2))


def part_of(name):
    """The part in whose column an array of the text stands."""
    layer, _, what = name.rpartition(".")
    if layer:
        return f"{'MLP' if what in ('x_2', 'z_2', 'hidden', 'mlp') else 'heads'} {layer}"
    return "tokens" if what == "tokens" else "answer"


def maps_of(inside, layer):
    """The names of the weights of a layer's heads."""
    return [name for name in inside if name.startswith(f"{layer}.weights")]


def heading(part):
    """What stands above a part: tokens, layer 1: heads"""
    name, *layer = part.split()
    return f"layer {layer[0]}: {name}" if layer else name


def shades_of(numbers):
    """Numbers as shades of pixels.py: 1 from FIRST on, 2 from twice FIRST on, …"""
    size = np.abs(np.asarray(numbers, float))
    steps = 1 + np.floor(np.log2(np.maximum(size, FIRST / 2) / FIRST)).astype(int)
    return (np.sign(numbers) * np.minimum(steps, MOST)).astype(int)


def said(p, inside, tokens, likeliest):
    """The picture in words."""
    total = sum(x.size for x in p.values())
    most = []
    for i in layers(p):
        for k, name in enumerate(maps_of(inside, i), start=1):
            row = inside[name][-1]
            most.append(f"{i}.{k}, {number(row.max(), 2)} to {tokens[row.argmax()]}")
    next_ones = ", ".join(f"{word} {number(share, 2)}" for word, share in likeliest)
    size = " by ".join(map(str, p["words"].shape))
    hidden = p["1.W_1"].shape[1]
    return (
        f"All {total:,} numbers of a model, a square each, blue below 0 and orange above, in the "
        f"order in which “{' '.join(tokens)}” runs through. From left to right: its tokens, with "
        f"the matrix of all vectors, {size}, and that of positions; for each of {len(layers(p))} "
        "layers two columns, its heads, with W_Q, W_K, W_V and W_O, and its MLP, with W_1, "
        f"W_2 and {hidden} hidden numbers between them; and the last matrix. Below a matrix stands "
        f"what it gives, a row for each of the {len(tokens)} tokens. Each part adds to the "
        "stream along the top. A map for each head has queries down and keys across; the "
        f"last token gives most, in head {'; '.join(most)}. Likeliest after it: {next_ones}."
    )
