"""The pictures: described, labelled, escaped, the same bytes twice, readable without colour."""

import base64
import re
from functools import partial
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from helpers import figures
from helpers.data import recorded
from helpers.drawing import palette, picture, svg
from helpers.drawing.axes import multiples, powers
from helpers.drawing.numbers import pair, plain, short, significant, typed
from helpers.drawing.shapes import Arc, Area, Arrow, Boxes, Cells, Dot, Line, Word, text_width
from helpers.experiments import path_lengths
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
        ["Ann", "Oslo", "Ann"],
        {1: "Ann"},
        "Ann",
        20.3,
        np.eye(3)[[0, 0, 2]],
        np.eye(3)[[0, 1, 1]],
    ),
    "graph": lambda: two_ways({}),
    "graph, back": lambda: two_ways({"loss": 1, "y": 8, "u": 8, "w": 16, "x": 32}),
    "graph of a head": lambda: head(),
    "stream": lambda: figures.stream("A block", norm="before"),
    "stream, lit": lambda: figures.stream("A block", step="mlp"),
    "encoder and decoder": lambda: figures.encoder_decoder("Both"),
    "encoder and decoder, lit": lambda: figures.encoder_decoder("Both", step="cross"),
    "staircase": lambda: figures.staircase("Stairs", ["BOS", "a", "cat", "sat"]),
    "lanes": lambda: figures.lanes("Lanes", ["animal", "street", "it"]),
    "paths": lambda: figures.paths("Who needs whom", {"in turn": (CHAIN, WAY)}),
    "counter": lambda: figures.counter("Sixteen positions"),
    "two hands": lambda: figures.two_hands(
        "Two faces", {"q at 0, k at 0": ((1, 0), (0, 2)), "q at 102, k at 100": ((0, -1), (-3, 0))}
    ),
    "cache rows": lambda: figures.cache_rows("Steps", ["BOS", "the", "cat", "sat"]),
    "what comes next": lambda: figures.what_comes_next(
        "Next tokens", "The cat", [([" sat", " is"], [0.6, 0.2]), (["\n", " on"], [0.7, 0.004])]
    ),
    "next letters": lambda: figures.next_letters(
        "Me", [1, 0, 2], [[0, 0.7, 0.3], [0.25, 0.5, 0.25], [0, 0, 1]], ["e", "m", "."], 1
    ),
    "next letters, a long name": lambda: figures.next_letters(
        "Mmm", [6] * 12, np.tile([0.3, 0.2, 0.2, 0.1, 0.1, 0.1, 0], (12, 1)), [*"abcdemw"]
    ),
    "one rule": lambda: figures.one_rule(
        "A rule", (1, 0.5, 2), (1, 2, 0), -1, (0, -3, 4), ("the", "“on” seen", "mat")
    ),
    "one rule, not met": lambda: figures.one_rule(
        "A rule", (1, 0), (-1, 0), 0, (0, 4), ("the", "mat")
    ),
    "word plane": lambda: figures.word_plane(
        "Words",
        THREE_WORDS,
        [(0, 1), (0.1, 1), (-2, -1)],
        reach=2,
        marked={"dog": ((-2, -1), "blue")},
        arrows=[((-2, -1), (0, 1), "green"), ((0, 0), (0, 9), "green")],
    ),
    "ruler": lambda: figures.ruler("Royal", THREE_WORDS, [2, 1.98, -3], {"queen": "green"}),
    "shift": lambda: figures.shift("A shift", (3, 1), {"0.7 red": (1, 2), "0.3 old": (-1, 0)}),
}
PICTURES = DIAGRAMS | {
    "plane": lambda: figures.plane("Two arrows", {"a": (1, 2), "b": (3, 0)}, project=("a", "b")),
    "curves": lambda: figures.curves(
        "Two lines", [1, 2], {"up": [1.0, 4.0]}, across="x", up="y", bands={"up": ([0, 1], [2, 5])}
    ),
    "bars": lambda: figures.bars("Some bars", ["p", "q"], {"w": [0.25, 0.75]}, up="weight"),
    "histograms": lambda: figures.histograms("One bell", {"one": ([-1, 0, 1], 1)}, across="score"),
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


def card(**options):
    two = np.array([[1, 2], [3, 4]])
    return figures.postcard(
        "A card", ["this", "that"], two, two, two, two, two, WEIGHTS, WEIGHTS @ two, **options
    )


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
def test_a_drawing_carries_its_title_and_description(name, shown):
    data = shown(PICTURES[name]())
    (alt,) = stored.Markup(data["text/html"]).alts
    assert len(alt) >= 20
    assert alt.partition(". ")[0] in data["text/plain"]
    assert data["text/html"].count("data:image/svg+xml;base64,") == 1


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_is_the_same_twice_and_small(name):
    first, second = PICTURES[name](), PICTURES[name]()
    assert first.html == second.html
    assert len(first.html) < 20_000


SAYS = {  # what the text of a picture says of its numbers
    "plane": "(3, 0); a falls onto the line of b at (1, 0).",
    "curves": "up: from 1 to 4, the band at the end from 1 to 5.",
    "bars": "q 0.75",
    "histograms": "one: mean 0, standard deviation 0.816, of",
    "levels": "dot ranks them k2, k1",  # 12 before 7
    "arcs": 'from the query "it" to its keys, as wide as their weights: trophy 0.58, suitcase '
    "0.24, [CLS] 0.09, the other 14 keys together 0.09.",
    "arcs of two": "you mostly to me 0.75; me to none.",
    "thumbnails": "framed: head 2.2",
    "maps": f"the framed cells have {LOOKS[IT, 4]:.2f} on average",
    "one query": "c: q·k 4, ÷ √d_k 2, weight 0.40. The weighted values add up to [0.20, 6.00].",
    "a query of raw scores": "b: q·k 2, weight 0.73.",
    "one score": "b [0, 1] times W_Q gives the query [0, 1]; a [1, 0] times W_K gives the key "
    "[1, −1]; their product is the raw score: q · k = −1.",
    "a score of its own": "the query [2.5]; it [1, 2] times W_K gives the key [5]",
    "layer of heads": "of 4 heads 1, 2, 4, each with its Q, K and V, 32 wide",
    "clocks": "second: (0, 0), (0, −3)",
    "graph": "u = w · x is 6; y = u + x is 8; loss = (y − 4)² is 16.",
    "graph, back": "x is 2, slope 32; u = w · x is 6, slope 8;",
    "paths": "in turn, 2 steps: token 2 to 2 in layer 1 to 3 in layer 1",
    "word plane": "A plane with 3 of 3 words; dog at (−2, −1).",
    "ruler": "3 words along a ruler, the largest first; among them queen 1.98, dog −3.00.",
    "circuit": "Layer 1: Oslo takes the note of Ann from Ann, 1.00. Layer 2: Ann asks for the note "
    "of Ann, score 20, and looks at Oslo 1.00.",
    "shift": "before is (3, 1). Arrows tip to tail: 0.7 red (1, 2); 0.3 old (−1, 0). after is "
    "(3, 3).",
}


@pytest.mark.parametrize("name", SAYS)
def test_a_text_holds_the_numbers_drawn(name):
    assert SAYS[name] in " ".join(PICTURES[name]().text.split())


def test_a_graph_names_what_its_nodes_lack():
    with pytest.raises(ValueError, match=r"edges, slopes: given \['y'\], needed names that nodes"):
        figures.graph("A graph", {"w": (0, 0, "w", 3)}, {("w", "y"): 2})


def test_descriptions_have_one_minus_sign():
    arrows = {"a": (-1, 2), "b": (-3, 0)}
    bands = {"d": ([-4, -4, -4], [-1, -1, -1])}
    dip = {"d": [-1.0, -3.0, -2.0]}
    texts = [
        figures.plane("Left", arrows, project=("a", "b")).text,
        figures.curves("A dip", [-1, -0.5, 0], dip, across="x", up="y", bands=bands).text,
        figures.bars("Down", ["p"], {"w": [-0.25]}, up="y").text,
        figures.levels("Left", {"dot": lambda q, k: k @ q}, (-2, 1), {"k": (1, 1)}).text,
    ]
    assert "a = (−1, 2); b = (−3, 0); a falls onto the line of b at (−1, 0)." in texts[0]
    assert "from −1 to 0; d: from −1 to −2, least −3 at −0.5, the band" in texts[1]
    assert "−" in texts[2]
    assert "-" not in "".join(texts)


def test_a_question_needs_no_full_stop():
    (alt,) = stored.Markup(figures.plane("Which way?", {"a": (1, 2)}).html).alts
    assert alt == "Which way? Arrows from the origin: a = (1, 2)."


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_log_says_which_axis_grows_by_factors(log):
    drawing = figures.curves("A", [1, 4, 16], {"up": [1, 4, 16]}, across="x", up="y", log=log)
    (line,) = [line for line in shapes(drawing, Line) if line.tone == "blue"]
    (x0, y0), (x1, y1), (x2, y2) = line.points
    assert (x1 - x0 == pytest.approx(x2 - x1)) == ("x" in log)
    assert (y1 - y0 == pytest.approx(y2 - y1)) == ("y" in log)


def test_bars_stand_on_zero_and_name_their_heights():
    drawing = figures.bars("Bars", ["p", "q"], {"w": [0.5, -0.25]}, up="y")
    (fills, _) = shapes(drawing, Boxes)
    (_, up, _, height), (_, zero, _, down) = fills.boxes
    assert up + height == pytest.approx(zero)
    assert height == pytest.approx(2 * down)
    at = {word.text: word.y for word in shapes(drawing, Word)}
    assert at["0.50"] < up < zero + down < at["−0.25"]
    assert at["0"] == pytest.approx(zero)


# --- diagrams


def around(word):
    """The box (left, top, right, bottom) that a word takes at most; a lowered letter hangs down."""
    text, lowered = re.subn(r"\b([A-Za-z])_(?=\w)", r"\1", word.text)
    width = text_width(text)
    if word.upward:
        return word.x - 8, word.y - width, word.x + 8, word.y
    left = word.x - width * {"start": 0, "middle": 0.5, "end": 1}[word.anchor]
    return left, word.y - 8, left + width, word.y + (12 if lowered else 8)


@pytest.mark.parametrize("key", [0, 1, 2])
def test_the_word_query_stands_below_a_number_of_its_own_or_beside_it(key):
    weights = np.full((3, 3), 0.02)
    weights[1, key] = 0.96
    drawing = figures.arcs("Three", weights, ["Ann", "Oslo", "Ida"], query=1)
    at = {word.text: word.y for word in shapes(drawing, Word)}
    assert at["0.96"] < at["query"] < drawing.height


@pytest.mark.parametrize("name", DIAGRAMS)
def test_no_text_overlaps_another_and_none_leaves_the_sheet(name):
    drawing = DIAGRAMS[name]()
    words = [word for word in shapes(drawing, Word) if word.text]
    for word, other in combinations(words, 2):
        left, top, right, bottom = around(word)
        its_left, its_top, its_right, its_bottom = around(other)
        beside = right <= its_left or its_right <= left
        assert beside or bottom <= its_top or its_bottom <= top, (word.text, other.text)
    for word in words:
        left, top, right, bottom = around(word)
        assert 0 <= left < right <= drawing.width, word.text
        assert 0 <= top < bottom <= drawing.height, word.text
    for x, y, across, down in (box for shape in shapes(drawing, Boxes) for box in shape.boxes):
        assert 0 <= x <= x + across <= drawing.width
        assert 0 <= y <= y + down <= drawing.height


@pytest.mark.parametrize("name", ["graph, back", "graph of a head"])
def test_no_slope_of_a_graph_reaches_into_a_box(name):
    drawing = DIAGRAMS[name]()
    for left, top, right, bottom in (around(word) for word in shapes(drawing, Word) if word.halo):
        for x, y, across, down in (box for shape in shapes(drawing, Boxes) for box in shape.boxes):
            beside = right <= x or x + across <= left
            assert beside or bottom <= y or y + down <= top


def test_a_layer_of_heads_numbers_the_heads_side_by_side_so_that_1_and_2_are_not_12():
    words = shapes(DIAGRAMS["layer of heads"](), Word)
    numbers = [around(word) for word in words if word.text.replace(", ", "").isdigit()]
    for word, other in combinations(sorted(numbers), 2):
        assert word[2] + text_width(" ") <= other[0]


def test_a_layer_of_heads_has_its_words_above_its_arrows():
    drawing = DIAGRAMS["layer of heads"]()
    for arrow in shapes(drawing, Arrow):
        (start, high), (end, low) = arrow.start, arrow.end
        words = [around(word) for word in shapes(drawing, Word) if word.text]
        for left, top, right, bottom in words:
            if high == low and start < right and left < end:
                assert bottom + svg.HEAD / 2 <= high or low + svg.HEAD / 2 <= top


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


@pytest.mark.parametrize(
    ("norm", "order"),
    [("before", "norm attention + norm MLP +"), ("after", "attention + norm MLP + norm")],
)
def test_norms_stand_before_the_parts_or_after_the_sums(norm, order):
    drawing = figures.stream("A block", norm=norm)
    words = sorted(shapes(drawing, Word), key=lambda word: word.x)
    assert " ".join(word.text for word in words if word.text in order.split()) == order


def test_a_staircase_has_a_row_for_every_new_token():
    drawing = figures.staircase("Stairs", ["BOS", "the", "cat"])
    heights = sorted({word.y for word in shapes(drawing, Word)})
    rows = [[word.text for word in shapes(drawing, Word) if word.y == y] for y in heights]
    assert rows == [["BOS", "the"], ["BOS", "the", "cat"]]
    assert "BOS → the; BOS the → cat." in drawing.description


def test_a_marked_head_is_described_by_where_its_queries_look():
    heads = np.array([[np.eye(4), np.eye(4, k=-1), np.ones((4, 1)) * np.eye(4)[0]]])
    text = figures.thumbnails("Three", heads, mark=[(1, 1), (1, 2), (1, 3)]).description
    assert "head 1.1, where queries look most at their own key, 1.00" in text
    assert "head 1.2, where queries look most at the key before them, 1.00" in text
    assert "head 1.3, where queries look most at key 1, 1.00" in text


def test_lanes_meet_in_attention_and_have_an_mlp_each():
    drawing = figures.lanes("Lanes", ["animal", "it"])
    assert [word.text for word in shapes(drawing, Word)].count("MLP") == 2 * 2
    slanted = [arrow for arrow in shapes(drawing, Arrow) if arrow.start[1] != arrow.end[1]]
    assert len(slanted) == 2 * 2
    with pytest.raises(ValueError, match="tokens: given none"):
        figures.lanes("Lanes", [])


def test_one_score_names_the_query_and_the_key_that_it_multiplies():
    words = {word.text for word in shapes(DIAGRAMS["one score"](), Word)}
    assert {"k of a", "q of b"} <= words


def test_a_drawing_is_kept_as_a_file(tmp_path):
    card().save(tmp_path / "card.svg")
    text = (tmp_path / "card.svg").read_text("utf-8")
    assert text.startswith("<svg ")
    assert 'aria-label="A card"' in text


def test_a_postcard_follows_one_query_and_leaves_the_other_rows_to_the_reader():
    assert "this: x [1, 2], q [1, 2], k [1, 2], v [1, 2], raw scores [1, 2], " in card().text
    text = card(query=1).text
    assert "that: x [3, 4], q [3, 4], k [3, 4], v [3, 4], raw scores [3, 4], " in text
    assert text.endswith("weights [1.00, 0.00], output [1.00, 2.00].")
    assert "this" not in text
    words = [word.text for word in shapes(card(query=1), Word)]
    assert words.count("·") == 3 * 2
    with pytest.raises(ValueError, match="query: given 2, needed a whole number below 2"):
        card(query=2)
    with pytest.raises(ValueError, match=r"Z: given shape \(1, 2\), needed 2 rows"):
        figures.postcard("A card", ["this", "that"], *[WEIGHTS] * 6, WEIGHTS[:1])


def test_blocks_are_as_large_as_their_matrices():
    drawing = DIAGRAMS["blocks"]()
    sizes = np.array(
        [box.boxes[0][2:] for box in shapes(drawing, Boxes) if box.outline]
    )  # (width, height) of Q, Kᵀ, raw scores, weights, V, output
    cell = sizes[0, 0] / 4
    assert sizes / cell == pytest.approx(np.array([(4, 3), (5, 4), (5, 3), (5, 3), (2, 5), (2, 3)]))


def test_one_step_is_lit_and_no_other_is_bold():
    for draw, bold in (
        (lambda: figures.blocks("Blocks", 2, 3, 4, 5, "output"), {"V", "output"}),
        (lambda: figures.one_query("Query", "it", "ab", [1, 2], step="scale"), {"÷ √d_k", "it"}),
        (lambda: figures.stream("A block", "attention"), {"attention", "x"}),
        (lambda: figures.stream("A block", "add"), {"+", "x", "residual stream"}),
        (lambda: figures.encoder_decoder("Both", "cross"), {"cross-attention"}),
    ):
        drawing = draw()
        assert {w.text for w in shapes(drawing, Word) if w.bold and "×" not in w.text} == bold
        assert "The highlighted step: " in drawing.text


def test_a_hand_of_a_clock_is_its_pair_of_numbers():
    drawing = DIAGRAMS["clocks"]()
    hands = [np.subtract(arrow.end, arrow.start) for arrow in shapes(drawing, Arrow)]
    unit = np.abs(hands).max() / 3  # a hand of 3 reaches the rim
    expected = [(0, -unit), (3 * unit, 0), (0, 3 * unit)]  # on the sheet y grows downward
    assert np.allclose(hands, expected)


def test_a_shift_leads_from_tip_to_tip():
    drawing = DIAGRAMS["shift"]()
    first, second, after, before = shapes(drawing, Arrow)
    assert before.end == pytest.approx(first.start)
    assert first.end == pytest.approx(second.start)
    assert second.end == pytest.approx(after.end)
    assert before.start == pytest.approx(after.start)
    at_origin = figures.shift("A sum", (0, 0), {"v": (1, 2)}, names=("", "output"))
    assert len(shapes(at_origin, Arrow)) == 2


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


def test_the_lowest_digit_changes_at_every_position():
    text = DIAGRAMS["counter"]().text
    assert "digit worth 2: 0011001100110011; digit worth 1: 0101010101010101." in text


def test_a_face_has_both_hands_and_their_score():
    drawing = figures.two_hands("Faces", {"a": ((1, 0), (0.6, 0.8)), "b": ((0, 3), (0, -1))})
    assert "a: q (1, 0), k (0.6, 0.8), q · k = 0.60; b:" in drawing.text
    assert drawing.text.endswith("q · k = −3.00.")
    q, k, longer, opposite = (
        np.subtract(arrow.end, arrow.start) for arrow in shapes(drawing, Arrow)
    )
    assert np.allclose([q, k], [(62, 0), (0.6 * 62, -0.8 * 62)])  # y runs downward on the sheet
    assert np.allclose([longer, opposite], [(0, -62), (0, 62 / 3)])
    with pytest.raises(ValueError, match=r"clocks\['c'\]: given .*, needed two pairs"):
        figures.two_hands("Faces", {"c": ((0, 0), (1, 0))})


def test_with_a_cache_each_row_is_computed_once_and_then_kept():
    drawing = figures.cache_rows("Steps", "abcd")
    filled = [len(shape.boxes) for shape in shapes(drawing, Boxes) if not shape.outline]
    assert filled == [4, 6, 4]  # without: new, again; with: new
    assert "10 rows in all, of which 6, in grey, are computed again" in drawing.text
    assert "only those of the newest word, 4 rows" in drawing.text


def test_a_hidden_number_says_what_it_asks_and_adds():
    text = PICTURES["one rule"]().text
    assert "the: 1.00 · 1, “on” seen: 0.50 · 2, always: −1. That gives 1.00" in text
    assert "adds “on” seen: 1.00 · (−3) = −3.00, mat: 1.00 · 4 = 4.00." in text
    assert "That gives −1.00, so it adds nothing." in PICTURES["one rule, not met"]().text
    with pytest.raises(ValueError, match="and 1 names, needed as many numbers in each"):
        figures.one_rule("A rule", (1, 0), (1, 0), 0, (0, 1), ["the"])


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
    ]
    line, area, boxes, dot, word, arc, rounded, cells, lowered = ElementTree.fromstring(
        f"<svg>{svg.markup(drawn)}</svg>"
    )
    assert (line.tag, line.get("d"), line.get("class")) == ("path", "M0,1L2,3.1", "tone-blue")
    assert (line.get("stroke-dasharray"), line.get("opacity")) == ("8 5", "0.5")
    assert (area.get("d"), area.get("stroke")) == ("M0,0L4,0L4,4Z", None)
    assert (boxes.get("d"), boxes.get("fill")) == ("M1,2h3v4h-3Z", "none")
    assert (dot.tag, dot.get("cx"), dot.get("r")) == ("circle", "1", "3")
    assert (arc.get("d"), arc.get("stroke-width")) == ("M0,9C0,1 8,1 8,9", "3")
    assert rounded.get("d").startswith("M2,0h5a2,2 0 0 1 2,2v2a")
    assert cells.get("transform") == "translate(1,2) scale(3,4)"
    assert [(path.get("stroke-opacity"), path.get("d")) for path in cells] == [
        ("0.5", "M0,.5m2,0h2"),
        ("1", "M0,.5m0,0h1m2,1h1"),
    ]
    assert "".join(lowered.itertext()).replace("\u200b", "") == "√dk and WOᵀ"
    assert [span.text for span in lowered][::2] == ["k", "O"]
    assert (word.text, word.get("class")) == ('<&"', "tone-faint halo")
    assert (word.get("text-anchor"), word.get("font-weight")) == ("end", "bold")


def test_the_letter_that_was_written_is_always_among_those_shown():
    drawing = figures.next_letters("B", [6], [[0.3, 0.2, 0.2, 0.1, 0.1, 0.1, 0]], [*"abcdefg"])
    head, *listed = [word.text for word in shapes(drawing, Word)]
    assert (head, listed[::2]) == ("g", [*"abcdg"])
    assert "g written, weight 0.00, likeliest a 0.30" in drawing.description
    (frame,) = [boxes for boxes in shapes(drawing, Boxes) if boxes.outline]
    assert frame.boxes[0][1] == 26 + 4 * 21
    typed = figures.next_letters("B", [0], [[0.9, 0.1]], "ab", given=1, places=12)
    assert "a typed, weight 0.90" in typed.description
    assert typed.width > 800
    with pytest.raises(ValueError, match=r"weights: given shape \(1, 2\), needed \(2, 2\)"):
        figures.next_letters("B", [0, 1], [[0.9, 0.1]], "ab")


def test_an_arrow_ends_at_its_tip_and_none_is_too_short():
    for length in (0, 0.5, 5, 50):
        shaft, head = ElementTree.fromstring(
            f"<svg>{svg.markup([Arrow((1, 1), (1 + length, 1))])}</svg>"
        )
        x = [float(number) for number in re.findall(r"[ML]([\d.-]+),", head.get("d"))]
        assert max(x) == x[1] == pytest.approx(1 + length)
        assert x[0] >= 1
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
    assert [typed(1 / 3), typed(4.5e-5)] == ["0.333", "4.5e−5"]
    assert [short(0.5), short(-123.456), short(-12345)] == ["0.500", "−123.5", "−1.2e4"]
    assert pair((-0.5, 2)) == "(−0.5, 2)"


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
    ):
        assert "<script" not in shown(nasty_picture, nasty)["text/html"]
    assert "<script" not in shown(nasty, how=figures.answer)["text/html"]


def test_every_picture_is_in_the_plain_text(shown):
    text = shown(figures.matrix("First", [[1]]), "second", PICTURES["plane"]())["text/plain"]
    assert [part.split("\n")[0] for part in text.split("\n\n")] == ["First", "second", "Two arrows"]


def test_an_answer_is_closed_until_opened(shown):
    html = shown("because", figures.matrix("Weights", WEIGHTS), how=figures.answer)["text/html"]
    assert html.index("<details") < html.index("<summary") < html.index("because")
    assert stored.Markup(html).is_closed_answer()


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
    (figures.shift, ("A", 1, {"v": (1, 2)}), "start: given shape (), needed (2,)"),
    (figures.shift, ("A", (1, 2), {}), "given 0 parts and 2 names, needed at least one"),
    (
        figures.clocks,
        ("A", {"a": (1, 2), "b": (1, 2, 3, 4)}),
        "vectors: given [2, 4] numbers, needed as many in each",
    ),
    (partial(figures.plane, project="ab"), ("A", {"a": (1, 2)}), "project: given 'ab', needed"),
    (partial(figures.plane, angle="θ"), ("A", {"a": (1, 2)}), "angle: given 'θ' and 1 arrows"),
    (figures.levels, ("A", {}, (0, 0), {"k": (1, 2)}), "query: given (0, 0), needed"),
    (figures.show, (3,), "pictures: given <class 'int'>"),
]


@pytest.mark.parametrize(("figure", "arguments", "message"), BAD)
def test_bad_input_is_named(figure, arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        figure(*arguments)


def test_the_words_of_a_curve_do_not_hang_on_a_last_bit():
    line = {"a": [0.0, 1.0, np.nextafter(1, 0)]}
    assert "greatest" not in figures.curves("A line", [1, 2, 3], line, across="x", up="y").text


def test_what_comes_next_is_written_or_not():
    places = [([" Oslo", " the"], [0.6, 0.3]), (["\n", "."], [0.7, 0.001])]
    written = figures.what_comes_next("A", "It is", places)
    assert "it writes, each with its probability: “Oslo” 0.60, “(new line)” 0.70." in written.text
    assert {"Oslo", "(new line)"} == {w.text for w in shapes(written, Word) if w.bold}
    waits = figures.what_comes_next("A", "It is", places[:1], written=False)
    assert "these may come next: “Oslo” 0.60, “the” 0.30." in waits.text
    assert not any(word.bold for word in shapes(waits, Word))
