"""The pictures: described, labelled, escaped, the same bytes twice, readable without colour."""

import base64
import io
import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from helpers import figures, training
from helpers.data import recorded
from helpers.drawing import palette, picture, svg
from helpers.drawing.axes import multiples, powers
from helpers.drawing.labels import beside, spare
from helpers.drawing.numbers import (
    bracketed,
    exact,
    pair,
    plain,
    short,
    significant,
    typed,
    with_sign,
)
from helpers.drawing.pixels import address
from helpers.drawing.shapes import (
    Arc,
    Area,
    Arrow,
    Boxes,
    Cells,
    Dot,
    Line,
    Pixels,
    Ribbon,
    Word,
    strokes,
)
from helpers.experiments import path_lengths
from helpers.figures.here import strip
from tests.helpers.crowded import around, crowded
from tests.notebooks import stored

WEIGHTS = np.array([[0.25, 0.75], [1.0, 0.0]])
SENTENCE = recorded.tokens("too big")  # 17 tokens, the most
LOOKS = recorded.weights("too big", layer=4, head=2)  # (17, 17)
IT = SENTENCE.index("it")
HEADS_OF_ALL = recorded.every_head(recorded.weights, "too big")  # (6, 12, 17, 17)
THREE_WORDS = ("king", "queen", "dog")
X, HEADS, ONES = np.ones((12, 192)), np.ones((4, 12, 32)), np.tile(np.eye(12), (4, 1, 1))
LAYER = X, HEADS, HEADS, HEADS, ONES, HEADS, X  # X, Q, K, V, weights, outputs, output
CHAIN = path_lengths.recurrence(6)
WAY = path_lengths.way(CHAIN, (1, 2), (0, 1))
THREE = "the", "“on” seen", "mat"
LOSSES, SOME = (3.4, 2.96, 3.24), np.full(64, 0.43 / 64)
RULE = {"cat": (0, 0, 0), "sat": (0, 0, 0), "on": (0, 1, 0), "mat": (1, 0, 1), "the": (1, 1, 0)}
DIAGRAMS = {
    "arcs": lambda: figures.arcs("A sentence", LOOKS, SENTENCE, query=IT),
    "arcs of all": lambda: figures.arcs("A sentence", LOOKS, SENTENCE),
    "arcs of two": lambda: figures.arcs("Two", [[0.25, 0.75], [0, 0]], ["you", "me"]),
    "thumbnails": lambda: figures.thumbnails("Heads", HEADS_OF_ALL[2:4, :, :9, :9], [(2, 2)]),
    "maps": lambda: figures.maps(
        "Two heads", {"1.1": LOOKS, "1.2": LOOKS.T}, SENTENCE, {IT}, [(IT, 4)], ["1.2"]
    ),
    "maps of letters": lambda: figures.maps("A head", {"1.1": WEIGHTS}, "ab"),
    "one query": lambda: figures.one_query(
        "A query", "it", "abc", [2, 4, 4], [1, 2, 2], [0.2, 0.4, 0.4], [[1, 2], [-2, 8], [2, 6]]
    ),
    "a long query": lambda: figures.one_query(
        "it", "it", SENTENCE, LOOKS[0], LOOKS[1], LOOKS[IT], LOOKS, "values"
    ),
    "a query of raw scores": lambda: figures.one_query(
        "A query", "it", "ab", [1, 2], weights=[0.27, 0.73]
    ),
    "a query's start": lambda: figures.one_query("A query", "it", "abc", [2, -3.456, 1e5]),
    "one score": lambda: figures.one_score(
        "A score", [[1, 0], [0, 1]], [[2, 0], [0, 1]], [[1, -1], [3, 2]], 1, 0, "ab", "fg", "uv"
    ),
    "a score of its own": lambda: figures.one_score(
        "A score", [[1, 2], [3, 4]], [[0.5], [1]], [[-1], [3]], 0, 0, ["it", "animal"], "fg", "u"
    ),
    "blocks": lambda: figures.blocks("Blocks", 3, 5, 4, 2, step="weights"),
    "large blocks": lambda: figures.blocks("Blocks", 16, 16, 32, 32),
    "postcard": lambda: card(query=None),
    "postcard, one row": lambda: card(query=1),
    "layer of heads": lambda: figures.layer_of_heads("Layer", SENTENCE[:12], *LAYER, query=1),
    "clocks": lambda: figures.clocks(
        "Hands", {"first": (0, 1, 3, 0), "second": (0, 0, 0, -3)}, ["fast", "slow"]
    ),
    "circuit": lambda: figures.circuit(
        "Notes",
        ["Bea", "Rome", "Ann", "Oslo", "Ann"],
        {1: "Bea", 3: "Ann"},
        "Ann",
        20.3,
        np.eye(5)[[0, 0, 2, 2, 4]],
        np.eye(5)[[0, 1, 2, 3, 3]],
    ),
    "graph": lambda: two_ways({}),
    "graph, back": lambda: two_ways({"loss": 1, "y": 8, "u": 8, "w": 16, "x": 32}),
    "graph of a head": lambda: head(),
    "stream": lambda: figures.stream("A block", norm="before"),
    "stream, lit": lambda: figures.stream("A block", step="mlp"),
    "map": lambda: strip(title="A model that writes"),
    "map, lit": lambda: strip("heads", "norm", "loop", title="You are here"),
    "encoder and decoder": lambda: figures.encoder_decoder("Both"),
    "encoder and decoder, lit": lambda: figures.encoder_decoder("Both", step="cross"),
    "staircase": lambda: figures.staircase("Stairs", ["BOS", "a", "cat", "sat"]),
    "joins": lambda: figures.joins(
        "A word", ["_mimi!", *map(str.split, ["_ mi mi !", "_ mimi !"])]
    ),
    "lanes": lambda: figures.lanes("Lanes", ["animal", "street", "it"]),
    "paths": lambda: figures.paths("Who needs whom", {"in turn": (CHAIN, WAY)}),
    "counter": lambda: figures.counter("Sixteen positions"),
    "two hands": lambda: figures.two_hands(
        "Two faces", {"q at 0, k at 0": ((1, 0), (0, 2)), "q at 102, k at 100": ((0, -1), (-3, 0))}
    ),
    "cache rows": lambda: figures.cache_rows("Steps", ["BOS", "the", "cat", "sat"]),
    "views": lambda: figures.views(
        "One query",
        {
            "all keys": (
                np.ones(256, bool),
                np.r_[0.62, np.zeros(192), np.full(63, 0.006)],
                LOSSES,
            ),
            "the last 64, and b": (np.arange(256) >= 192, np.r_[np.zeros(192), SOME], LOSSES),
            "the last 64, and …": None,
        },
        ["bees", "ferry", "soil"],
        ("My", " hardly"),
        64,
    ),
    "what comes next": lambda: figures.what_comes_next(
        "Next tokens", "The cat", [([" sat", " is"], [0.6, 0.2]), (["\n", " on"], [0.7, 0.004])]
    ),
    "next letters": lambda: figures.next_letters(
        "Me", [1, 0, 2], [[0, 0.7, 0.3], [0.25, 0.5, 0.25], [0, 0, 1]], ["e", "m", "."], 1
    ),
    "next letters, a long name": lambda: figures.next_letters(
        "Mmm", [6] * 12, np.tile([0.3, 0.2, 0.2, 0.1, 0.1, 0.1, 0], (12, 1)), [*"abcdemw"]
    ),
    "one rule": lambda: figures.one_rule("A rule", RULE, (1, 2, 0), -2.5, (0, -3, 4), THREE),
    "one rule, beside another": lambda: figures.one_rule(
        "A rule", RULE, (0, 1, 0), -0.5, (0, 0, 4), THREE, ((1, 2, 0), -2.5), wanted=["the", "mat"]
    ),
    "one rule, not met": lambda: figures.one_rule(
        "A rule", {"the": (1, 0, 0), "a": (0, 1, 0)}, (1, -1, 0), -2, (0, 0, 4), THREE
    ),
    "one number": lambda: figures.one_number(
        "A number", [("We met twice", "a", 9), ("It was long ago, and on some", "a", 3)], ["day"]
    ),
    "word plane": lambda: figures.word_plane(
        "Words",
        THREE_WORDS,
        [(0, 1), (0.1, 1), (-2, -1)],
        reach=2,
        marked={"dog": ((-2, -1), "blue")},
        arrows={"a": ((-2, -1), (0, 1), "green"), "b": ((0, 0), (0, 9), "green")},
        feet={"dog": (0, -1)},
        axes=("big", "old"),
    ),
    "ruler": lambda: figures.ruler("Royal", THREE_WORDS, [2, 1.98, -3], {"queen": "green"}),
    "machine": lambda: at_work("ab"),
    "machine, lit": lambda: at_work("a", ("2.hidden", 0, 40)),
}
PICTURES = DIAGRAMS | {
    "plane": lambda: figures.plane("Two arrows", {"a": (1, 2), "b": (3, 0)}, project=("a", "b")),
    "walk": lambda: figures.walk("A walk", (0.8, 0.6), (2, 3)),
    "step": lambda: figures.walk("A step", (0.8, 0.6), (0, 1), mirror=True),
    "curves": lambda: figures.curves(
        "Two lines", [1, 2], {"up": [1.0, 4.0]}, across="x", up="y", bands={"up": ([0, 1], [2, 5])}
    ),
    "bars": lambda: figures.bars("Some bars", ["p", "q"], {"w": [0.25, 0.75]}, up="weight"),
    "levels": lambda: figures.levels(
        "Equal", {"dot": lambda q, k: k @ q}, (2, 1), {"k1": (2, 3), "k2": (5, 2)}
    ),
}


def two_ways(slopes):
    nodes = {
        "w": (0, 0, "w", 3),
        "x": (0, 1, "x", 2),
        "u": (1, 0, "u = w · x", 6),
        "y": (2, 0.5, "y = u + x", 8),
        "loss": (3, 0.5, "loss = (y − 4)²", 16.0),
    }
    edges = {("w", "u"): 2, ("x", "u"): 3, ("u", "y"): 1, ("x", "y"): 1, ("y", "loss"): "dy"}
    return figures.graph("A graph", nodes, edges, slopes)


def head():
    nodes = {"X": (0, 1, "X", ""), "Q": (1.15, 0, "Q", "X W_Q"), "K": (1.15, 1, "K", "X W_K")}
    nodes |= {"V": (1.15, 2, "V", "X W_V"), "S": (2.35, 0.5, "S", "Q Kᵀ / √d_k")}
    nodes |= {"A": (3.35, 0.5, "A", "softmax(S)"), "O": (4.2, 1.25, "O", "A V")}
    edges = {("X", "Q"): "· W_Qᵀ", ("X", "K"): "· W_Kᵀ", ("X", "V"): "· W_Vᵀ"}
    edges |= {("Q", "S"): "· K / √d_k", ("K", "S"): "to_Sᵀ · Q / √d_k"}
    edges |= {("S", "A"): "softmax_back", ("A", "O"): "· Vᵀ", ("V", "O"): "Aᵀ ·"}
    return figures.graph("A head", nodes, edges, {name: f"to_{name}" for name in nodes})


def card(query):
    two = np.array([[1, 2], [3, 4]])
    return figures.postcard(
        "A card", ["this", "that"], two, two, two, two, two, WEIGHTS, WEIGHTS @ two, query=query
    )


def at_work(letters, lit=None):
    """A model of 19,392 numbers, all 0, with numbers that its text makes: 0, too."""
    n, words = len(letters), [*"abcdefghijklmnopqrstuvwxyz.", "DE", "IT", "JP", "PL", "GB", "FR"]
    p = training.Transformer(33, 12, layers=2, heads=4, d_ff=64).p
    p = {name: np.zeros_like(x) for name, x in p.items()}
    inside = {name: np.zeros((n, 32)) for name in ("tokens", "x", "z")}
    for i in "12":
        names = "x_1", "z_1", "Q", "K", "V", "outputs", "heads", "x_2", "z_2", "mlp"
        inside |= {f"{i}.{name}": np.zeros((n, 32)) for name in names}
        inside |= {f"{i}.weights_{k}": np.zeros((n, n)) for k in range(1, 5)}
        inside[f"{i}.hidden"] = np.zeros((n, 64))
    inside |= {"logits": np.zeros((n, 33)), "p": np.full((n, 33), 1 / 33)}
    return figures.machine("At work", p, inside, letters, words, lit)


@pytest.fixture
def shown(monkeypatch):
    """show or answer, and what it would put on the page."""

    def run(*pictures, how=figures.show):
        outputs = []
        monkeypatch.setattr(picture, "display", lambda data, metadata, raw: outputs.append(data))
        assert how(*pictures) is None
        (data,) = outputs
        return data

    return run


def shapes(drawing, kind):
    return [shape for shape in drawing.shapes if isinstance(shape, kind)]


def xml(drawing):
    """The SVG of a drawing's still, read by a strict reader."""
    data = re.search('base64,([^"]+)', drawing.html)[1]
    return ElementTree.fromstring(base64.b64decode(data))


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_carries_its_title_and_description_and_is_the_same_twice_and_small(name, shown):
    first, second = PICTURES[name](), PICTURES[name]()
    assert first.html == second.html
    assert len(first.html) < 20_000
    data = shown(first)
    (alt,) = stored.Markup(data["text/html"]).alts
    assert len(alt) >= 20
    assert alt.partition(". ")[0] in data["text/plain"]
    assert data["text/html"].count("data:image/svg+xml;base64,") == 1


def test_a_circuit_says_in_its_place_what_is_noted_and_what_is_asked():
    drawn = [(word.text, word.x) for word in shapes(PICTURES["circuit"](), Word)]
    words, places = zip(*drawn, strict=True)
    assert words[:8] == (
        *("Bea", "Rome", "Ann", "Oslo", "Ann"),
        *("note: Bea", "note: Ann", "asks for: Ann"),
    )
    assert places[5:8] == (places[1], places[3], places[4])
    assert drawn[10] == ("score 20", (places[3] + places[4]) / 2)  # below note and question
    assert words[8:10] == ("1.00", "1.00")
    assert words[11:] == (
        "layer 2: Ann looks at Oslo 1.00",
        "layer 1: from a name to the city after it",
    )


def test_a_graph_names_what_its_nodes_lack():
    with pytest.raises(
        ValueError, match=r"edges, slopes, order: given \['y'\], needed names that nodes"
    ):
        figures.graph("A graph", {"w": (0, 0, "w", 3)}, {("w", "y"): 2})


def test_a_question_needs_no_full_stop():
    (alt,) = stored.Markup(figures.plane("Which way?", {"a": (1, 2)}).html).alts
    assert alt == "Which way? Arrows from the origin: a = (1, 2)."


# --- diagrams


@pytest.mark.parametrize("name", DIAGRAMS)
def test_no_text_overlaps_another_and_none_leaves_the_sheet(name):
    assert crowded(DIAGRAMS[name](), bold=1) == []


@pytest.mark.parametrize("page", [0, 1])
@pytest.mark.parametrize("name", DIAGRAMS)
def test_every_word_of_a_diagram_can_be_read_on_what_is_behind_it(name, page):
    drawing = DIAGRAMS[name]()
    for k, shape in enumerate(drawing.shapes):
        if isinstance(shape, Word) and shape.text and not shape.halo:
            ground = rgb(palette.GROUNDS["paper"][page])
            for tone, opacity in behind(shape, drawing.shapes[:k]):
                ground = opacity * rgb(palette.TONES[tone][page]) + (1 - opacity) * ground
            text = rgb(palette.TONES[shape.tone][page])
            assert contrast(luminance(text), luminance(ground)) >= 4.5, shape.text


def behind(word, below):
    """The (tone, opacity) of all that is filled behind the middle of a word, bottom first."""
    left, _, right, _ = around(word)
    x, y = (left + right) / 2, word.y
    for shape in below:
        if isinstance(shape, Boxes) and not shape.outline:
            boxes = shape.boxes
        elif isinstance(shape, Area):
            low, high = np.min(shape.corners, axis=0), np.max(shape.corners, axis=0)
            boxes = [(*low, *(high - low))] if len(shape.corners) == 4 else []
        elif isinstance(shape, Cells):
            (row, column) = int((y - shape.y) // shape.down), int((x - shape.x) // shape.across)
            shares = np.asarray(shape.shares)
            if 0 <= row < len(shares) and 0 <= column < shares.shape[1]:
                yield shape.tone, shares[row, column]
            continue
        else:
            continue
        if any(a <= x <= a + across and b <= y <= b + down for a, b, across, down in boxes):
            yield shape.tone, shape.opacity


def test_a_drawing_is_kept_as_a_file(tmp_path):
    card(None).save(tmp_path / "card.svg")
    text = (tmp_path / "card.svg").read_text("utf-8")
    assert text.startswith("<svg ")
    assert 'aria-label="A card"' in text


@pytest.mark.parametrize("several", [1, 2, 3])
def test_bars_stand_around_the_middles_of_their_labels(several):
    labels = ["p", "q", "r"]
    groups = {f"g{i}": [1, 2, 3] for i in range(several)}
    drawing = figures.bars("Some", labels, groups, up="y")
    filled = [s.boxes for s in drawing.shapes if isinstance(s, Boxes) and not s.outline]
    pale = [boxes for boxes in filled if len(boxes) == len(labels)]  # without those of the key
    ticks = {s.text: s.x for s in drawing.shapes if isinstance(s, Word) and s.text in labels}
    for k, label in enumerate(labels):
        first, last = pale[0][k], pale[-1][k]
        assert (first[0] + last[0] + last[2]) / 2 == pytest.approx(ticks[label])


def test_a_number_below_a_bar_keeps_off_the_ticks():
    heights, low = {"it": [18.2, -4.0]}, (740, 250)
    drawing = figures.bars("Scores", ["dog", "."], heights, up="score", across="key", size=low)
    (number,) = (word for word in shapes(drawing, Word) if word.text.startswith("−4"))
    ticks = [min(y for _, y in line.points) for line in shapes(drawing, Line) if upright(line)]
    assert len(ticks) == 2
    assert around(number)[3] < min(ticks)


def upright(line):
    return len({x for x, _ in map(tuple, line.points)}) == 1


def test_a_label_stands_nearest_to_its_own_arrow():
    ends = {"animal": (1, 0), "street": (0, 1), "it, tired": (0.77, 0.19), "it, wide": (0.19, 0.77)}
    drawing = figures.plane("What it becomes", ends, side=380, axes=("furry", "paved"))
    arrows = {arrow.tone: arrow for arrow in shapes(drawing, Arrow)}
    words = [word for word in shapes(drawing, Word) if word.text in ends]
    assert len(words) == len(arrows) == len(ends)
    for word in words:
        apart = {
            tone: spare(word.x, word.y, word.text, [(arrow.start, arrow.end, 0)])
            for tone, arrow in arrows.items()
        }
        assert min(apart, key=apart.get) == word.tone, word.text


def test_a_matrix_moves_the_grid_of_a_plane():
    moves = np.array([[1, 1], [-0.5, 1]])
    drawing = figures.plane("Moved", {"a": (1, 0)}, moves=moves, limit=2)
    (square,) = shapes(drawing, Area)
    across, up = np.ptp(square.corners, axis=0)
    assert across / up == pytest.approx(1.5 / 2)  # from −0.5 to 1, and from 0 to 2
    ways = [np.diff(line.points, axis=0)[0] for line in shapes(drawing, Line)]
    steep = {round(-up / right) for right, up in ways if abs(right) > 1e-6 < abs(up)}
    assert steep == {1, -2}  # the lines along (1, 1), and those along (−0.5, 1)


def test_more_than_the_colours_are_drawn():
    many = [str(i) for i in range(20)]
    dot = {"dot": lambda q, k: k @ q}
    text = figures.levels("Many keys", dot, (1, 0), {name: (int(name), 1) for name in many}).text
    assert "dot ranks them 19, 18" in text
    arrows = shapes(figures.plane("Many", {name: (int(name), 1) for name in many}), Arrow)
    assert len(arrows) == 20
    drawing = figures.bars("Many", ["p"], {name: [1] for name in many}, up="y")
    looks = {(box.tone, box.dash) for box in shapes(drawing, Boxes) if box.outline}
    assert len(looks) == 20


def test_ticks():
    assert multiples(-1.1, 1.1, 5) == {-1: "−1", -0.5: "−0.5", 0: "0", 0.5: "0.5", 1: "1"}
    assert list(multiples(0, 60000, 6).values())[-1] == "60000"
    assert list(powers(1, 1024, 2, 6).values()) == ["1", "4", "16", "64", "256", "1024"]
    assert list(powers(1e-7, 3, 10, 5).values()) == ["1e−6", "0.0001", "0.01", "1"]
    assert [*multiples(0, 4, 2)] == [0, 2, 4]
    assert [*powers(1, 4096, 2, 5)] == [1, 8, 64, 512, 4096]


def test_the_key_of_many_lines_goes_on_below():
    drawing = figures.bars("Many", ["p"], {f"{i} groups": [1] for i in range(12)}, up="weight")
    words = [word for word in shapes(drawing, Word) if word.text.endswith("groups")]
    assert len(words) == 12
    assert crowded(drawing) == []


def test_a_legend_has_each_name_behind_its_stroke():
    line, word, next_line, next_word = strokes([("query", "blue"), ("key", "green")], 10, 5, 3, 60)
    assert [*line.points, (word.x, word.anchor)] == [(10, 5), (34, 5), (42, "start")]
    assert (next_line.tone, next_word.text) == ("green", "key")
    assert next_line.points[0][0] > around(word)[2]


def test_where_no_label_has_room_it_stands_where_there_is_most():
    taken = [((x, -60), (x, 60), 0) for x in range(-40, 140, 10) if x != 50]  # a gap in a fence
    place = beside(np.zeros(2), np.array([100, 0]), 1, "k", taken)
    assert place[0] == 50
    free = beside(np.zeros(2), np.array([100, 0]), 1, "k", [((0, 200), (9, 200), 0)])
    assert free[0] == 50
    assert free[1] < 0  # its left, as it goes to the right: y grows downward


NAN = float("nan")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: multiples(1, 1, 5), r"low, high: given 1, 1, needed"),
        (lambda: figures.curves("Y", [1], {"h": [2]}, across="x", up="y"), "x: given 1, 1, needed"),
        (lambda: figures.curves("Y", [1, 2], {"h": [1, NAN]}, across="x", up="y"), "y: given nan"),
        (lambda: figures.bars("H", ["a"], {"h": [NAN]}, up="y"), r"groups\['h'\]: given \[nan\]"),
    ],
)
def test_what_has_no_place_on_axes_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# --- the writer of SVG


def test_every_kind_of_shape_is_written():
    drawn = [
        Line([(0, 1), (2.04, 3.06)], "blue", 2, "dashed", 0.5),
        Area([(0, 0), (4, 0), (4, 4)], "pink"),
        Boxes([(1, 2, 3, 4)], "green", outline=2),
        Dot(1, 2, "orange", 3),
        Word(1, 2, '<&"', "faint", "end", bold=True, halo=True),
        Arc((0, 9), (8, 9), 6, width=3),
        Boxes([(0, 0, 9, 6)], corner=2),
        Cells(1, 2, 3, 4, [[1, 0, 0.5, 0.5], [0, 0, 0, 1]]),
        Word(0, 0, "√d_k and W_Oᵀ"),
        Arc((5, 9), (5, 9), 10),
        Word(3, 4, "keys", upward=True),
        Ribbon((0, 0), (9, 9), width=3, lead=1, steep=0.25),
        Pixels(1, 2, 3, [[0, 1, -7]]),
    ]
    line, area, boxes, dot, word, arc, rounded, cells, lowered, loop, up, ribbon, squares = (
        ElementTree.fromstring(f"<svg>{svg.markup(drawn)}</svg>")
    )
    assert (line.tag, line.get("d"), line.get("class")) == ("path", "M0,1L2,3.1", "tone-blue")
    assert (line.get("stroke-dasharray"), line.get("opacity")) == ("8 5", "0.5")
    assert (area.get("d"), area.get("stroke")) == ("M0,0L4,0L4,4Z", None)
    assert (boxes.get("d"), boxes.get("fill")) == ("M1,2h3v4h-3Z", "none")
    assert (dot.tag, dot.get("cx"), dot.get("r")) == ("circle", "1", "3")
    assert (arc.get("d"), arc.get("stroke-width")) == ("M0,9C0,1 8,1 8,9", "3")
    corners = "a2,2 0 0 1 2,2", "a2,2 0 0 1 -2,2", "a2,2 0 0 1 -2,-2", "a2,2 0 0 1 2,-2"
    sides = zip(("h5", "v2", "h-5", "v-2"), corners, strict=True)
    assert rounded.get("d") == f"M2,0{''.join(map(''.join, sides))}Z"
    assert loop.get("d") == "M5,9C-4,-4.3 14,-4.3 5,9"  # out to both sides and back
    assert (ribbon.get("d"), ribbon.get("stroke-width")) == ("M0,0H1C3,0 3,9 9,9", "3")
    place = [squares.get(side) for side in ("x", "y", "width", "height")]
    assert (squares.tag, place) == ("image", ["1", "2", "9", "3"])
    assert up.get("transform") == "rotate(-90,8.5,4)"  # about its own place, where its foot is
    assert (up.get("x"), up.get("y"), word.get("y")) == ("8.5", "4", "7.5")
    assert cells.get("transform") == "translate(1,2) scale(3,4)"
    assert [(path.get("stroke-opacity"), path.get("d")) for path in cells] == [
        ("0.5", "M0,.5m2,0h2"),
        ("1", "M0,.5m0,0h1m2,1h1"),
    ]
    assert "".join(lowered.itertext()).replace("\u200b", "") == "√dk and WOᵀ"
    assert "stroke-opacity" in svg.markup([Cells(0, 0, 1, 1, [[1 / svg.SHADES]])])  # the palest
    assert "stroke-opacity" not in svg.markup([Cells(0, 0, 1, 1, [[0.4 / svg.SHADES]])])
    assert [span.text for span in lowered][::2] == ["k", "O"]
    assert [span.get("dy") for span in lowered] == ["4", "-4"] * 2
    assert (word.text, word.get("class")) == ('<&"', "tone-faint halo")
    assert (word.get("text-anchor"), word.get("font-weight")) == ("end", "bold")


@pytest.mark.parametrize("columns", [7, 8])  # two of them are one byte
def test_the_image_of_shades_has_a_pixel_for_each(columns):
    shades = np.arange(-7, 7 * columns - 7).reshape(7, columns) % 15 - 7
    file = base64.b64decode(address(shades).partition("base64,")[2])
    image = np.asarray(Image.open(io.BytesIO(file)).convert("RGBA")).astype(int)
    assert image.shape == (7, columns, 4)
    assert np.array_equal(image[..., 3], np.rint(255 * np.abs(shades) / 7))
    assert (image[shades < 0][:, :3] == palette.BELOW).all()
    assert (image[shades > 0][:, :3] == palette.ABOVE).all()


def test_the_rim_of_a_lowered_letter_covers_no_letter_before_it():
    """Each part of a text is painted with its rim, one after the other: all rims lie below."""
    word = Word(0, 0, "W_Vᵀ", "blue", halo=True)
    rims, letters = ElementTree.fromstring(f"<svg>{svg.markup([word])}</svg>")
    assert (rims.get("class"), rims.get("aria-hidden")) == ("tone-blue halo", "true")
    assert (letters.get("class"), letters.get("aria-hidden")) == ("tone-blue", None)
    assert [*rims.itertext()] == [*letters.itertext()]


def test_an_arrow_ends_at_its_tip_and_none_is_too_short():
    for length in (0, 0.5, 5, 50):
        shaft, head = ElementTree.fromstring(
            f"<svg>{svg.markup([Arrow((1, 1), (1 + length, 1))])}</svg>"
        )
        x, y = np.array(re.findall(r"[ML]([\d.-]+),([\d.-]+)", head.get("d")), float).T
        assert max(x) == x[1] == pytest.approx(1 + length)
        assert x[0] == x[2] >= 1
        assert y[0] - 1 == 1 - y[2]  # as far above its shaft as below
        start, end = re.findall(r"[ML]([\d.-]+),1(?=L|$)", shaft.get("d"))
        assert (float(start), float(end) < 1 + length or not length) == (1, True)
        assert float(end) >= x[0]
        assert shaft.get("stroke-width") == "3"


@pytest.mark.parametrize("name", PICTURES)
def test_a_still_is_an_image_of_its_own(name):
    root = xml(PICTURES[name]())
    style, paper, *rest = root
    assert root.get("role") == "img"
    assert root.get("aria-label") in PICTURES[name]().text
    assert paper.get("class") == "paper"
    for page, rules in enumerate(style.text.split("@media (prefers-color-scheme:dark)")):
        assert f".paper{{fill:{palette.GROUNDS['paper'][page]}}}" in rules
        assert f"svg{{color:{palette.TONES['ink'][page]}}}" in rules
    classes = {c for e in rest for c in e.get("class", "").split()}
    assert all(f".{c}{{" in style.text for c in classes)
    assert not {e.get("id") for e in root.iter()} - {None}
    width = float(root.get("viewBox").split()[2])
    assert 16 * float(root.get("width")) / width >= 16  # pixels of text


def test_the_style_sheet_of_the_labs_has_the_colours_of_the_palette():
    sheet = Path(picture.__file__).parents[1] / "labs/engine/lab.css"
    rules = sheet.read_text(encoding="utf-8")
    assert not re.search(r"#[0-9a-f]{3,6}\b", rules)
    used = set(re.findall(r"var\(--([a-z-]+)\)", rules)) - {"min-chars", "jp-ui-font-family"}
    assert used <= {*palette.TONES, *palette.GROUNDS}


@pytest.mark.parametrize("page", [0, 1])
def test_tones_can_be_read_on_their_paper(page):
    paper = luminance(rgb(palette.GROUNDS["paper"][page]))
    for name, colours in palette.TONES.items():
        assert contrast(luminance(rgb(colours[page])), paper) >= 4.5, name


# --- numbers


def test_numbers_are_short_and_have_a_true_minus():
    numbers = [1098.7, 0.000976562, 0.25, 1, 0, -0.0, -4.56e-5, 3e13]
    written = ["1100", "0.000977", "0.25", "1", "0", "0", "−4.56e−5", "3e13"]
    assert list(map(significant, numbers)) == written
    assert significant(1024, 4) == "1024"
    assert [plain(-2.50), plain(-0.00001), plain(3.0)] == ["−2.5", "0", "3"]
    assert [typed(1 / 3), typed(4.56e-5)] == ["0.333", "4.6e−5"]
    assert [short(0.5), short(-123.456), short(-12345)] == ["0.500", "−123.5", "−1.2e4"]
    assert short(23.456) == "23.46"
    assert pair((-0.5, 2)) == "(−0.5, 2)"
    assert [exact(x, 3) for x in (1098.7, 1098.0, -0.5, 3e12)] == ["1100", "1098", "−0.5", "3e12"]
    assert [bracketed("−2"), bracketed("2")] == ["(−2)", "2"]
    assert [with_sign(x) for x in (2, -2, 0)] == ["+2", "−2", "0"]


# --- tables


def test_matrix_says_axes_labels_and_every_number():
    table = figures.matrix("Weights", WEIGHTS, ["I", "you"], ["he", "she"], digits=2)
    (page_table,) = stored.Markup(table.html).tables
    assert page_table.caption == "Weights"
    assert page_table.heads == ["queries ↓ keys →", "he", "she", "I", "you"]
    assert page_table.rows == [["col", "col", "col"], ["row", "td", "td"], ["row", "td", "td"]]
    assert table.text.splitlines() == [
        "Weights",
        "queries ↓ keys →    he   she",
        "               I  0.25  0.75",
        "             you  1.00  0.00",
    ]


def test_a_matrix_frames_the_marked_cells_alone():
    table = figures.matrix("Weights", WEIGHTS, mark=[(0, 1)])
    styles = re.findall(r'<td style="([^"]*)"', table.html)
    assert ["border:3px" in style for style in styles] == [False, True, False, False]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "−3"),
        (-3.0, "−3"),
        (2.5, "2.50"),
        (-0.0001, "0.00"),
        (-np.inf, "−∞"),
        (np.nan, "nan"),
        (True, "✓"),
        (False, "–"),
    ],
)
def test_cells(value, text):
    table = figures.matrix("One cell of a matrix", np.array([[value]]), digits=2)
    assert re.search(r"<td[^>]*>(.*?)</td>", table.html)[1] == text


LUMINANCE = (0.2126, 0.7152, 0.0722)  # of linear red, green and blue
PAGES = {  # under a cell: (grounds, (colour of the text, how opaque it is))
    "JupyterLab, light": (["#ffffff", "#f5f5f5", "#e1f5fe"], ("#000000", 0.87)),
    "JupyterLab, dark": (["#111111", "#212121", "#0e2f3f"], ("#ffffff", 0.87)),
    "a lab, dark": (["#111111"], ("#f0f0f0", 1)),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_weight_can_be_read_on_its_shade_and_a_larger_one_is_further_from_the_page(page):
    grounds, (ink, opaque) = PAGES[page]
    cells = [
        figures.matrix("A shaded cell", [[weight]], shade=True).html
        for weight in np.linspace(0, 1, 51)
    ]
    for ground in map(rgb, grounds):
        backs = []
        for cell in cells:
            shade = re.search(r"background-color:rgba\((.*?)\)", cell)[1]
            *blue, share = map(float, shade.split(","))
            back = share * np.array(blue) / 255 + (1 - share) * ground
            text = opaque * rgb(ink) + (1 - opaque) * back
            if ";color:#ffffff" in cell:
                text = rgb("#ffffff")
            assert contrast(luminance(back), luminance(text)) >= 4.5
            backs.append(luminance(back))
        steps = np.diff(backs)
        assert (steps < 0).all() or (steps > 0).all()
        assert contrast(backs[0], backs[-1]) > 2.5


def contrast(one, other):
    """As WCAG defines it."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)


def rgb(colour):
    """The red, green and blue of #rrggbb, from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def linear(colours):
    return np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)


def luminance(colours):
    return linear(colours) @ LUMINANCE


def test_two_strings_in_a_cell_are_a_link_and_a_shape_is_not():
    page = figures.table("Words", ["a", "b", "c"], [["x", ("there", "y.ipynb#Z"), (2, 3)]])
    assert stored.Markup(page.html).links == ["y.ipynb#Z"]
    assert "(2, 3)" in page.html
    assert "there  (2, 3)" in page.text


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "http://example.org",
    ],
)
def test_an_address_with_another_scheme_is_refused(address):
    with pytest.raises(ValueError, match=r"rows: given a link to .*, needed relative or https://"):
        figures.table("Words", ["a", "b"], [["x", ("there", address)]])


def test_relative_and_https_addresses_are_links():
    addresses = ["#here:or-there", "../a.ipynb#b:c", "https://example.org/a:b"]
    rows = [["x", ("there", address)] for address in addresses]
    assert stored.Markup(figures.table("Words", ["a", "b"], rows).html).links == addresses


def test_wrong_is_said_in_words():
    table = figures.matrix("columns", WEIGHTS, wrong=True)
    assert "WRONG: columns" in table.html
    assert table.text.startswith("WRONG: columns")


def test_text_is_escaped(shown):
    nasty = "<script>alert(1)</script>"
    for nasty_picture in (
        figures.matrix(nasty, [[1]], [nasty], [nasty]),
        figures.table(nasty, [nasty, "b"], [[nasty, nasty]]),
        figures.table("A link", ["a", "b"], [["x", (nasty, f'"{nasty}')]]),
        figures.bars(nasty, ["a"], {"b": [1]}, up="c"),
        figures.in_tokens(nasty, [(nasty.encode(), 1)]),
    ):
        assert "<script" not in shown(nasty_picture, nasty)["text/html"]
    assert "<script" not in shown(nasty, how=figures.answer)["text/html"]


def test_spaces_and_bytes_of_a_token_are_seen():
    tokens = (b" b", 1), (b"\n\n", 2), ("ó".encode(), 3), (b" \xf0\x9f", 4), (b"\x91", 5)
    picture = figures.in_tokens("A text", tokens)
    assert picture.text == "A text\n␣b: 1 | ↵↵: 2 | ó: 3 | ␣ bytes 240 159: 4 | byte 145: 5"
    assert [f">{text}<" in picture.html for text in ("␣b", "␣ bytes 240 159")] == [True, True]


def test_every_picture_is_in_the_plain_text(shown):
    text = shown(figures.matrix("First", [[1]]), "second", PICTURES["plane"]())["text/plain"]
    assert [part.split("\n")[0] for part in text.split("\n\n")] == ["First", "second", "Two arrows"]


def test_an_answer_is_closed_until_opened(shown):
    html = shown("because", figures.matrix("Weights", WEIGHTS), how=figures.answer)["text/html"]
    assert html.index("<details") < html.index("<summary") < html.index("because")
    assert stored.Markup(html).is_closed_answer()
    below = shown("too", how=partial(figures.answer, more=True))["text/html"]
    assert stored.Markup(below).is_closed_answer()
    assert stored.Markup(below).summary == picture.MORE != stored.Markup(html).summary


BAD = [  # (figure, its arguments, what the message says)
    (figures.matrix, ("A vector", [1, 2]), "values: given shape (2,), needed a matrix"),
    (figures.matrix, ("A", WEIGHTS, ["only one"]), "rows: given 1 labels, needed 2"),
    (figures.matrix, ("A", [[1j]]), "values: given complex128, needed real numbers or"),
    (figures.matrix, ("A", [["a", None]]), "values: given object, needed real numbers or"),
    (figures.table, ("Words", ["a", "b"], [["x"]]), "rows: given a row of 1, needed 2"),
    (figures.arcs, ("A", WEIGHTS, ["one"]), "weights: given shape (2, 2), needed (1, 1"),
    (figures.arcs, ("A", WEIGHTS, "ab", True), "query: given True, needed None or"),
    (figures.thumbnails, ("A", WEIGHTS), "weights: given shape (2, 2), needed (layers"),
    (figures.thumbnails, ("A", WEIGHTS[None, None], [(2, 1)]), "mark: given (2, 1), "),
    (figures.maps, ("A", {"1.1": WEIGHTS}, "abc"), "weights: given 1.1 of shape (2, 2), needed"),
    (figures.one_query, ("A", "q", "ab", [1]), "raw: given shape (1,), needed (2,): a"),
    (
        figures.one_score,
        ("A", [[1, 2]], [[1]], [[1], [2]], 0, 0, "a", "fg", "u"),
        "W_Q: given shape (1, 1), needed (2, 1), as many as names",
    ),
    (figures.blocks, ("A", 1, 2, 3, 0), "d_v: given 0, needed a whole number from 1"),
    (
        figures.layer_of_heads,
        ("A", "ab", *LAYER, 0),
        "Q: given shape (4, 12, 32), needed (4, 2, …)",
    ),
    (figures.stream, ("A", None, "first"), "norm: given 'first', needed 'before' or"),
    (
        figures.clocks,
        ("A", {"a": (1, 2), "b": (1, 2, 3, 4)}),
        "vectors: given [2, 4] numbers, needed as many in each",
    ),
    (partial(figures.plane, project="ab"), ("A", {"a": (1, 2)}), "project: given 'ab', needed"),
    (partial(figures.plane, angle="θ"), ("A", {"a": (1, 2)}), "angle: given 'θ' and 1 arrows"),
    (figures.levels, ("A", {}, (0, 0), {"k": (1, 2)}), "query: given (0, 0), needed"),
    (figures.show, (3,), "pictures: given <class 'int'>"),
    (figures.lanes, ("A", []), "tokens: given none"),
    (figures.joins, ("A", ["ab", ["ac"]]), "steps: given ['ac'], needed pieces of 'ab'"),
    (card, (2,), "query: given 2, needed a whole number below 2"),
    (figures.walk, ("A", (1, 1), (2, 3)), "q, counts: given (1, 1) and [2, 3], needed length 1"),
    (figures.two_hands, ("A", {"c": ((0, 0), (1, 0))}), "clocks['c']: given "),
    (figures.one_rule, ("A", {"a": (1, 0)}, (1, 1), 0, (0, 1), ["the"]), "and 1 names, needed d"),
    (figures.one_rule, ("A", {"a": (1, 0)}, (1, 0), 0, (0, 1), "ab"), "asks: given 1 numbers that"),
    (figures.next_letters, ("A", [0, 1], [[0.9, 0.1]], "ab"), "weights: given shape (1, 2)"),
    (at_work, ("",), "tokens: given none, needed at least one"),
]


@pytest.mark.parametrize(("figure", "arguments", "message"), BAD)
def test_bad_input_is_named(figure, arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        figure(*arguments)


def test_the_words_of_a_curve_do_not_hang_on_a_last_bit():
    line = {"a": [0.0, 1.0, np.nextafter(1, 0)]}
    assert "greatest" not in figures.curves("A line", [1, 2, 3], line, across="x", up="y").text
