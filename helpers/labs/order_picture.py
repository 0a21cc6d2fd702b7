"""The picture of the lab order: words in a row, what each of them sees, and its output below it."""

import math

from helpers.drawing.drawing import Drawing
from helpers.drawing.shapes import Boxes, Keyed, Line, Word

PLACE, HEIGHT = 92, 340  # of the sheet: the width of a word's place
WORDS, DISC, RING = 46, 72, 82  # their middle line, the disc under a word, the handle around it
SEEN = 88, 144  # where lines from the words begin, and end at the outputs
ZERO, UP, REACH = 206, 13, 4.6  # of the bars: where 0 is, how high 1 is, and how far they are seen
SAID = 246  # whether an output is the same
TOLD = 268  # what the places do
AT = 298  # the middle of what a place adds or turns
CLOCK = 18  # a radius


def picture(order, words, labels, now, first, changed, table, turns, causal):
    """order: names from left to right; words and labels: {name: text}; now and first: the outputs
    {name: (d,)}, now and in the first order; changed: of each in this order; table: the positions
    that are added (n, d); turns: how far each pair turns from place to place, or None."""
    n = len(order)
    origin = PLACE * n / 2
    columns = [PLACE * (i + 0.5) for i in range(n)]
    shapes, handles = [], []
    for i, name in enumerate(order):
        for j in range(i + 1 if causal else n):
            way = Line([(columns[j], SEEN[0]), (columns[i], SEEN[1])], "faint", 1.5, opacity=0.6)
            shapes.append(Keyed(f"{name} sees {order[j]}", (way,)))
    is_moved = list(order) != list(first)
    for i, (name, x) in enumerate(zip(order, columns, strict=True)):
        tone = "faint" if words[name] == "the" else "blue"
        disc = (x - DISC / 2, WORDS - DISC / 2, DISC, DISC)
        word = Word(x, WORDS, words[name], bold=True)
        shapes.append(
            Keyed(f"word {name}", (Boxes([disc], tone, 0.12, corner=DISC / 2), word)),
        )
        shapes += output(name, x, now[name], first[name], changed[i])
        if is_moved:
            said = "changed" if changed[i] else "the same"
            look = ("orange", "middle", True) if changed[i] else ("blue", "middle", False)
            shapes.append(Keyed(f"said {name}", (Word(x, SAID, said, *look),)))
        shapes += place(i, x, table[i], turns)
        handles.append(
            {
                "control": name,
                "at": [x, WORDS],
                "label": f"{labels[name]}, place {i + 1} of {n}",
                "tone": tone,
                "across": RING,
                "scale": PLACE,
                "origin": [origin, WORDS],
            }
        )
    if turns is not None or table.any():
        does = "adds this" if turns is None else "turns queries and keys so far"
        shapes.append(Word(origin, TOLD, f"each place {does}", "green"))
    title = "Words, to drag, and the output of each"
    text = f"Five words in a row, each of which can be dragged: {' '.join(words.values())}. "
    listed = ", ".join(words[name] for name, it in zip(order, changed, strict=True) if it)
    text += f"Below each its output; changed: {listed or 'none'}."
    return Drawing(title, text, PLACE * n, HEIGHT, tuple(shapes), tuple(handles))


def output(name, x, now, first, is_changed):
    """An output as bars, with those of the first order as outlines where they were others."""
    tone = "orange" if is_changed else "blue"
    zero = Line([(x - 38, ZERO), (x + 38, ZERO)], "faint", 1)
    shapes = [Keyed(f"output {name}", (zero, Boxes(bars(x, now), tone, 0.75)))]
    if is_changed:
        shapes.append(Keyed(f"first {name}", (Boxes(bars(x, first), "faint", outline=1.5),)))
    return shapes


def bars(x, numbers, unit=UP, zero=ZERO, reach=REACH):
    """A bar up or down for each number, in the room of a place."""
    across = 72 / len(numbers)
    boxes = []
    for k, value in enumerate(numbers):
        up = unit * max(-reach, min(reach, float(value)))
        left = x - 36 + across * k
        boxes.append((left + 1, min(zero, zero - up), across - 2, abs(up)))
    return boxes


def place(i, x, added, turns):
    """What a place adds to the word that stands there, as bars, or how far it turns it."""
    shapes = [Word(x, HEIGHT - 10, f"place {i + 1}", "faint")]
    if turns is not None:
        circle = (x - CLOCK, AT - CLOCK, 2 * CLOCK, 2 * CLOCK)
        shapes.append(Boxes([circle], "faint", outline=1, corner=CLOCK))
        for turn, length, width in zip(turns, (15, 11), (2.5, 4), strict=False):
            a = i * float(turn)
            hand = [(x, AT), (x + length * math.sin(a), AT - length * math.cos(a))]
            shapes.append(Line(hand, "green", width))
    elif any(added):
        shapes.append(Boxes(bars(x, added, 16, AT, 1), "green", 0.8))
    return [Keyed(f"place {i}", tuple(shapes))]
