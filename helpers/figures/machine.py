"""A whole model as a picture: each of its numbers a square in its place, and those of one text."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, plain
from helpers.drawing.pixels import MOST
from helpers.drawing.shapes import Arrow, Boxes, Line, Pixels, Word
from helpers.drawing.steps import looks

SIDE = 2  # of a number's square, in units of the sheet
FIRST = 0.05  # below it a number has no shade; each next shade begins at twice the one before
EDGE, GAP, BESIDE = 8, 20, 6  # of the sheet; between two columns; between two matrices
HEAD, STREAM, NORM, MATRIX = 12, 30, 78, 134  # heights: of the headings, and of what is below
LABEL = 15  # how far the middle of a name is above its matrix
RING = 7  # the radius of a plus sign
SCALE, SHADE = 452, (44, 10)  # the height of the scale, and the size of one of its shades
SAYS = {
    "tokens": "Each token takes its row of “words”, and its place's row of “positions” is added.",
    "heads": "Each place looks back: queries meet keys, and the values, weighted, go through W_O.",
    "MLP": "Each place by itself: W_1 makes hidden numbers, none below 0, and W_2 leads back.",
    "answer": "The last matrix makes a logit for each token, and the softmax a probability.",
}


def machine(title, p, inside, tokens, words, at=None):
    """The model with the numbers p, {name: array}, and one text in it, from left to right.

    inside: the numbers of the text, as experiments.every_number gives them; tokens: its tokens;
    words: all tokens, in the order of the logits. at: the part that is framed and said
    in a sentence, "tokens", "heads 1", "MLP 1", … or "answer".
    """
    n, layers = len(tokens), layers_of(p)
    of_layers = [f"{part} {i}" for i in layers for part in ("heads", "MLP")]
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
    squares, frames, shapes, x = [], [], [], EDGE

    def put(x, y, numbers, name=""):
        """Numbers with their corner at (x, y), and a name above; returns where they end."""
        shades = shades_of(np.atleast_2d(numbers))
        across, down = SIDE * shades.shape[1], SIDE * shades.shape[0]
        squares.append((x, y, shades))
        frames.append((x - 0.5, y - 0.5, across + 1, down + 1))
        shapes.append(Word(x + across / 2, y - LABEL, name))
        return y + down

    def head(name, across):
        text = heading(name)
        shapes.append(Word(x + across / 2, HEAD, text, bold=look[name] == "lit"))
        if look[name] == "lit":
            frame = (x - 4, 2, across + 8, SCALE - 31)
            shapes.append(Boxes([frame], "orange", outline=3, corner=6))

    def normed(stream, z, gain, shift):
        """The stream, and below it the normed copy that a part reads."""
        end = put(x, STREAM, stream)
        shapes.append(Arrow((x + 10, end + 2), (x + 10, NORM - 3), "faint", 2))
        shapes.append(Word(x + 20, (STREAM + tall + NORM) / 2, "norm", "faint", "start"))
        put(x, put(x, NORM, [p[gain], p[shift]]) + 2, z)

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
    end = put(x, STREAM, inside["words"])
    shapes.append(Arrow((x + d / 2, MATRIX - 22), (x + d / 2, end + 3), "faint", 2))
    top = put(x, MATRIX, p["words"], "words") + 32
    put(x, top, p["positions"], "positions")
    joins(d, top)
    x += d + GAP

    # layers: heads and MLP
    for i in layers:
        arrays = {name[2:]: array for name, array in p.items() if name.startswith(f"{i}.")}
        own = {name[2:]: rows for name, rows in inside.items() if name.startswith(f"{i}.")}
        second = x + d + BESIDE
        head(f"heads {i}", both)
        normed(own["x_1"], own["z_1"], f"{i}.gain_1", f"{i}.shift_1")
        top = put(x, MATRIX, arrays["W_Q"], "W_Q") + 4
        put(second, MATRIX, arrays["W_K"], "W_K")
        put(x, top, own["Q"])
        put(second, top, own["K"])
        end, h, side = top + tall, len(own["weights"]), SIDE * n
        shapes.append(Word(x + both / 2, end + 15, "queries ↓ keys →", "faint"))
        for k, weights in enumerate(own["weights"]):
            put(x + k * (both - side) / max(1, h - 1), end + 27, weights)
        top = end + 27 + tall + 8
        low = top + tall + 24
        put(second, top, own["outputs"])
        shapes.append(Word(second - 8, top + tall / 2, "outputs", anchor="end"))
        end = put(second, low, arrays["W_O"], "W_O") + 4
        put(x, low, arrays["W_V"], "W_V")
        put(x, end, own["V"])
        put(second, end, own["heads"])
        joins(both, end)
        x += both + GAP

        second = x + d + BESIDE
        head(f"MLP {i}", both)
        normed(own["x_2"], own["z_2"], f"{i}.gain_2", f"{i}.shift_2")
        end = put(x, put(x, MATRIX, arrays["W_1"], "W_1") + 2, arrays["b_1"]) + 4
        put(x, end, own["hidden"])
        end += tall
        shapes.append(Word(x, end + 14, "hidden", anchor="start"))
        end = put(second, put(second, end + 26, arrays["W_2"], "W_2") + 2, arrays["b_2"]) + 4
        put(second, end, own["mlp"])
        joins(both, end)
        x += both + GAP

    # answer
    across = SIDE * len(words)
    head("answer", across)
    normed(inside["x"], inside["z"], "gain", "shift")
    top = put(x, MATRIX, p["answer"], "answer") + 4
    put(x, top, inside["logits"])
    top += tall + 32
    put(x, top, inside["p"], "softmax")
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
    if at:
        title = f"{heading(at)[:1].upper()}{heading(at)[1:]}. {SAYS[at.split()[0]]}"
    return Drawing(title, says, width, height, (Pixels(0, 0, SIDE, sheet), *shapes), step=at)


def layers_of(p):
    """The numbers of its layers, with which the names of their arrays begin."""
    return sorted({int(name.split(".")[0]) for name in p if "." in name})


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
    layers, most = layers_of(p), []
    for i in layers:
        for k, weights in enumerate(inside[f"{i}.weights"], start=1):
            row = weights[-1]
            most.append(f"{i}.{k}, {number(row.max(), 2)} to {tokens[row.argmax()]}")
    next_ones = ", ".join(f"{word} {number(share, 2)}" for word, share in likeliest)
    size = " by ".join(map(str, p["words"].shape))
    hidden = p["1.W_1"].shape[1]
    return (
        f"All {total:,} numbers of a model, a square each, blue below 0 and orange above, in the "
        f"order in which “{' '.join(tokens)}” runs through. From left to right: its tokens, with "
        f"the matrix of all vectors, {size}, and that of positions; for each of {len(layers)} "
        "layers two columns, its heads, with W_Q, W_K, W_V and W_O, and its MLP, with W_1, "
        f"W_2 and {hidden} hidden numbers between them; and the last matrix. Below a matrix stands "
        f"what it gives, a row for each of the {len(tokens)} tokens. Each part adds to the "
        "stream along the top. A map for each head has queries down and keys across; the "
        f"last token gives most, in head {'; '.join(most)}. Likeliest after it: {next_ones}."
    )
