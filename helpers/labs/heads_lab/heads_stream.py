"""What the heads of all layers add to one word, layer after layer.

Part of the heads lab (notebook 06).
"""

from functools import lru_cache

import numpy as np

from helpers.block import layer_norm
from helpers.data import recorded
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Area, Arrow, Boxes, Dot, Keyed, Line, Word, text_width
from helpers.figures.arcs import in_a_row
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Matrix
from helpers.language.minilm import EPSILON

SENTENCE, WORD = "too tired", "it"
TOKENS = recorded.tokens(SENTENCE)
IT = TOKENS.index(WORD)
SAID = {  # at each step of the piece
    "1 In": "“it” enters the model as a vector, and a stream begins. It knows nothing of the "
    "other words.",
    "2 One head": "Layer 1. One head looks at every word, and takes more from some than from "
    "others.",
    "3 Twelve heads": "Twelve heads look at the same time, and a line shows where each looks most.",
    "4 They add": "What the twelve found is added: the stream swells. A norm scales it back to "
    "100 %.",
    "5 An MLP adds": "Then an MLP looks at this one word alone, works on what is there, and adds "
    "its part.",
    "6 Layers 2, 3": "Layers 2 and 3 read and add in the same way: what came in is a smaller part "
    "of the stream.",
    "7 Layer 4": "Layer 4. Head 2 looks mostly at “animal”: “it” gets something from that word.",
    "8 Layers 5, 6": "Layers 5 and 6. The last head looks mostly at “animal”, too, and writes the "
    "most of all 72.",
    "9 Out": "Out comes “it”. What went in is still part of it, but what was added is most of it "
    "now.",
}
STEPS = tuple(range(1, len(SAID) + 1))
IN, ONE, TWELVE, ADDED, OUT = 1, 2, 3, 4, STEPS[-1]
SHOWN = {ONE: 7, 7: 2, 8: 12}  # at a step: the head that the sentence is about
REACHED = {6: 3, 7: 4, 8: 6}  # at a later step: the layer
PARTS = {  # from the top: where the stream is from
    "heads": ("from heads", WEIGHT, 0.75),
    "own": ("“it” itself", QUERY, 0.75),
    "mlp": ("from MLPs", VALUE, 0.75),
    "norms": ("from norms", "faint", 0.25),
}
WIDTH, HEIGHT = 860, 364
WORDS_AT, HEADS_AT, TOP, DEEP = 16, 112, 192, 62  # down the sheet: words, heads, the stream
NAMES_AT = TOP + DEEP + 103  # below it: the names of layers
FIRST, LAYER, STUB = 78, 110, 56  # across: where layer 1 begins, how wide one is, what is before it
SWOLLEN = 0.65  # of the way from part to part: there one is added, and a norm is still to come
APART = 30  # from head to head
THICK = 14  # a line of weight 1
LINE = 20  # from a label to the next at least


@lru_cache
def shares():
    """Of the vector of “it” at the start and after each part of each layer (13), how much is from
    where: {name of PARTS: (13,)}, together 1.

    A layer norm multiplies and shifts, so that what it gives is a sum as what it got was; a part of
    a sum counts as far as it points where the sum does.
    """
    return {name: of[::2] for name, of in _heights().items()}


@lru_cache
def _heights():
    """The same, and between any two of them what is there before the norm, where together they are
    as many times longer as the vector is then: {name of PARTS: (25,)}."""
    way = recorded.way_of_it()
    parts = {name: np.zeros_like(way.start) for name in PARTS} | {"own": way.start}
    rows, total = [_along(parts)], way.start
    for of_layer in zip(way.writes, way.gains, way.shifts, strict=True):
        for name, write, gain, shift in zip(("heads", "mlp"), *of_layer, strict=True):
            parts[name] = parts[name] + write
            before, total = total, sum(parts.values())
            longer = np.linalg.norm(total) / np.linalg.norm(before)
            rows.append({name: longer * share for name, share in _along(parts).items()})
            scale = gain / np.sqrt(total.var() + EPSILON)
            parts = {part: scale * (x - x.mean()) for part, x in parts.items()}
            parts["norms"] = parts["norms"] + shift
            assert np.allclose(sum(parts.values()), layer_norm(total, gain, shift, EPSILON))
            total = sum(parts.values())
            rows.append(_along(parts))
    return {name: np.array([row[name] for row in rows]) for name in PARTS}


def _along(parts):
    total = sum(parts.values())
    return {name: float(x @ total / (total @ total)) for name, x in parts.items()}


def what_heads_add(step):
    """The View of a step of the piece."""
    _, stop = place_of(step)
    names = [text for text, _, _ in PARTS.values()]
    stops = ["in", *(f"{k} {part}" for k in range(1, 7) for part in ("heads", "MLP"))]
    numbers = Matrix(
        "Numbers: where the stream is from",
        np.array([*shares().values()]).T,
        stops,
        names,
        ("after", "shares"),
        digits=2,
        known=np.arange(len(stops))[:, None] <= stop,
    )
    sentence = [*SAID.values()][step - 1]
    return View(
        {"stream": picture(step), "shares": numbers},
        sentence,
        off=("sentence", "typed", "query", "off", "cuts", "stage"),
        main=("stream",),
        sentence=sentence,
    )


def place_of(step):
    """(the layer whose heads are seen, or None; how many parts have been added)."""
    if step in (IN, OUT):
        return None, 0 if step == IN else 12
    if step <= ADDED + 1:
        return 1, max(0, step - TWELVE)
    return REACHED[step], 2 * REACHED[step]


def picture(step):
    layer, stop = place_of(step)
    shapes = [*stream(stop, layer or stop // 2), *words(layer is not None or step == IN)]
    if step == IN:
        start, end = (place_of_words()[IT], WORDS_AT + 17), (FIRST - STUB / 2, TOP - 4)
        shapes.append(Keyed("enters", (Arrow(start, end, QUERY, 5),)))
    if layer:
        shapes += heads(layer, step)
    if stop and stop % 2 == 0 and layer:
        shapes += mlp(layer)
    focus = (FIRST + LAYER / 2 * stop) / WIDTH
    title = "What heads add to “it”, as shares of its stream"
    return Drawing(title, described(step), WIDTH, HEIGHT, tuple(shapes), focus=round(focus, 2))


def place_of_words():
    row = in_a_row(TOKENS)
    return (WIDTH - row.width) / 2 + row.places


def words(is_read):
    """The sentence, “it” framed as where the stream is."""
    places, slots = place_of_words(), in_a_row(TOKENS).slots
    x, across = places[IT], slots[IT] + 8
    yield Keyed(
        "frame", (Boxes([(x - across / 2, WORDS_AT - 14, across, 28)], QUERY, 0.2, corner=6),)
    )
    for k, (at, token) in enumerate(zip(places, TOKENS, strict=True)):
        yield Keyed(
            f"word {k}", (Word(at, WORDS_AT, token, "ink" if is_read else "faint", bold=k == IT),)
        )


def stream(stop, reached):
    """What the vector of “it” is made of, from its beginning to where it is; reached: the last
    layer that is seen."""
    stops = np.minimum(np.arange(25), 2 * stop)  # what is to come waits where it is
    x, level = np.array([(FIRST - STUB, TOP), *map(edge, stops)]).T
    middle = TOP + DEEP / 2 + text_width("100 %") / 2
    shapes, middles = [Word(FIRST - STUB - 12, middle, "100 %", "faint", "start", upward=True)], {}
    for name, (_, tone, opacity) in PARTS.items():
        share = _heights()[name][stops]
        below = level + DEEP * np.concatenate([share[:1], share])
        corners = np.concatenate([np.stack([x, level], 1), np.stack([x, below], 1)[::-1]])
        shapes.append(Keyed(f"from {name}", (Area(corners, tone, opacity),)))
        if share[-1]:
            middles[name] = (level[-1] + below[-1]) / 2
        level = below
    lowest = NAMES_AT
    for name, middle in reversed(middles.items()):
        text, tone, _ = PARTS[name]
        lowest = min(middle, lowest - LINE)
        label = Word(x[-1] + 13, lowest, text, tone, "start", bold=True)
        leads = Line([(x[-1], middle), (x[-1] + 10, lowest)], tone, 2)
        shapes.append(Keyed(f"name of {name}", (label, leads)))
    for layer in range(1, 7):
        at = FIRST + LAYER * (layer - 0.5)
        tone = "ink" if layer <= reached else "faint"
        yield Keyed(f"layer {layer}", (Word(at, NAMES_AT, f"layer {layer}", tone),))
    yield from shapes


def edge(k):
    """The upper edge, (x, y), at place k of 25: heads make the stream swell upward, MLPs
    downward."""
    swells = sum(of[k] for of in _heights().values()) - 1 if k % 4 == 1 else 0
    share = k // 2 + SWOLLEN * (k % 2)
    return FIRST + LAYER / 2 * share, TOP - DEEP * swells


def heads(layer, step):
    """Twelve heads between the words and the stream: where each looks most, how much it writes; of
    the head that the sentence is about, wherever it looks."""
    places = place_of_words()
    into, top = edge(4 * layer - 3)
    middle = np.clip(into, 6.2 * APART + 60, WIDTH - 6.2 * APART)
    writes = [recorded.written(SENTENCE, layer, head)[IT] for head in range(1, 13)]
    for head, write in enumerate(writes, 1):
        x, is_shown = middle + APART * (head - 6.5), head == SHOWN.get(step, head)
        if is_shown or step != ONE:
            weights = recorded.weights(SENTENCE, layer, head)[IT]
            seen = weights >= (0.01 if step in SHOWN and is_shown else weights.max())
            for k in np.flatnonzero(seen):
                way = Line(
                    [(places[k], WORDS_AT + 16), (x, HEADS_AT)],
                    WEIGHT,
                    max(0.8, THICK * weights[k]),
                    opacity=0.7 if is_shown else 0.3,
                )
                yield Keyed(f"look {head} {k}", (way,))
        if step >= ADDED:
            line = Line(
                [(x, HEADS_AT), (into, top - 3)],
                WEIGHT,
                2 * write,
                opacity=0.75 if is_shown else 0.4,
            )
            yield Keyed(f"write {head}", (line,))
        look = "ink" if is_shown else "faint"
        yield Keyed(f"head {head}", (Dot(x, HEADS_AT, look, 8),))
    name = Word(middle - 6.2 * APART - 4, HEADS_AT, "heads", "ink", "end", bold=True, halo=True)
    yield Keyed("heads", (name,))


def mlp(layer):
    """The MLP of a layer, below what it adds."""
    at, across = 4 * layer - 1, text_width("MLP") + 10
    x, top = edge(at)
    below = top + DEEP * sum(of[at] for of in _heights().values())
    way = Line([(x, below + 9), (x, below)], VALUE, 5, opacity=0.75)
    box = Boxes([(x - across / 2, below + 9, across, 22)], VALUE, 0.3, corner=6)
    yield Keyed("mlp", (way, box, Word(x, below + 20, "MLP", bold=True)))


def described(step):
    """The picture in words."""
    layer, stop = place_of(step)
    parts = ", ".join(
        f"{text} {number(shares()[name][stop], 2)}" for name, (text, _, _) in PARTS.items()
    )
    text = f"The stream of “it” in “{recorded.SENTENCES[SENTENCE]}”, so far of: {parts}."
    if not layer:
        return text
    looks = [
        f"{layer}.{head} at {TOKENS[recorded.weights(SENTENCE, layer, head)[IT].argmax()]}"
        for head in ([SHOWN[ONE]] if step == ONE else range(1, 13))
    ]
    return f"{text} Above it, heads, which look most: {', '.join(looks)}."
