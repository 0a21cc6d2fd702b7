"""The picture of the lab today: where a head looks, what may come next, and what that costs."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, WEIGHT
from helpers.drawing.shapes import Boxes, Cells, Keyed, Line, Word

WIDTH, HEIGHT = 470, 340
LEFT, TOP, CELL = 26, 48, 6  # of the map
RIGHT, ACROSS, STEP = 324, 136, 34  # of the bars; from one next token to the following
WORST = 12  # bits: the loss of a whole bar


def picture(state, trained, w, first, bytes_kept, bytes_trained, marked):
    """state, trained: what is recorded, now and as trained. w, first: which keys are seen. marked:
    {number of a token: its text}, above the map."""
    n = len(state.weights)
    end = TOP + CELL * n
    shapes = [
        Word(LEFT + CELL * n, TOP - 32, "keys →", "faint", "end"),
        Word(LEFT - 14, TOP + CELL * n / 2, "← queries", "faint", upward=True),
        Cells(LEFT, TOP, CELL, CELL, state.weights, WEIGHT),
        Boxes([(LEFT, TOP, CELL * n, CELL * n)], "faint", outline=1),
        *edge(n, w, first),
    ]
    for number, text in marked.items():
        x = LEFT + CELL * (number + 0.5)
        shapes.append(Word(x, TOP - 12, text, KEY, "start" if number == 0 else "middle"))
    shapes.append(Word(RIGHT, TOP - 32, "comes next", anchor="start"))
    for k, (text, chance) in enumerate(zip(state.after, state.chances, strict=True)):
        y = TOP - 8 + STEP * k
        text = f"“{shown(text)}”"
        bar = Boxes([(RIGHT, y + 10, max(1, ACROSS * chance), 7)], "ink", 0.7)
        words = (
            Word(RIGHT, y, text, anchor="start"),
            Word(WIDTH - 10, y, f"{chance:.2f}", anchor="end"),
        )
        shapes.append(Keyed(f"next {text}", (*words, bar)))
    losses = state.loss / WORST, trained.loss / WORST
    shapes += measure("loss", f"{state.loss:.2f}", *losses, end - 72)
    kept = bytes_kept / bytes_trained
    shapes += measure("cache, KB", f"{bytes_kept / 1000:,.0f}", kept, 1, end - 26)
    text = described(state, w, first, bytes_kept)
    return Drawing("Where a head looks, and what comes next", text, WIDTH, HEIGHT, tuple(shapes))


def shown(text):
    """A token without the space before it."""
    return text.strip() or {"\n": "↵"}.get(text, "a space")


def edge(n, w, first):
    """The oldest key that each query sees, and the first one if it stays."""
    steps = [(LEFT + CELL * (i - w + 1), TOP + CELL * (i + 1)) for i in (w - 1, n - 1)]
    column = (LEFT, TOP, CELL if first else 0.1, CELL * n)
    return [
        Keyed("edge", (Line(steps, KEY, 3),)),
        Keyed("first", (Boxes([column], KEY, outline=2),)),
    ]


def measure(name, text, share, trained, y):
    """A bar with a mark where it is as trained."""
    mark = RIGHT + ACROSS * trained
    bar = Boxes([(RIGHT, y + 12, max(1, ACROSS * min(share, 1)), 12)], WEIGHT, 0.8)
    return [
        Word(RIGHT, y, name, anchor="start"),
        Word(WIDTH - 10, y, text, anchor="end"),
        Keyed(f"bar {name}", (bar,)),
        Line([(mark, y + 8), (mark, y + 28)], KEY, 3),
    ]


def described(state, w, first, bytes_kept):
    """The picture in words."""
    n = len(state.weights)
    seen = "all keys" if w == n else f"the last {w} keys{' and the first' * first}"
    after = ", ".join(
        f"“{shown(text)}” {chance:.2f}"
        for text, chance in zip(state.after, state.chances, strict=True)
    )
    return (
        f"A map of {n} queries and keys, of which a query sees {seen}. "
        f"The last query gives {state.weights[-1, 0]:.2f} to the first key and most, "
        f"{state.weights[-1].max():.2f}, to key {state.weights[-1].argmax() + 1}. "
        f"Next may come {after}. Loss {state.loss:.2f}, cache {bytes_kept / 1000:,.0f} KB."
    )
