"""The pictures: described, labelled, escaped, the same bytes twice, readable without colour."""

import base64
import re
from itertools import combinations, pairwise
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
from tests.notebooks import stored

WEIGHTS = np.array([[0.25, 0.75], [1.0, 0.0]])
SENTENCE = recorded.tokens("too big")  # 17 tokens, the most
LOOKS = recorded.weights("too big", layer=4, head=2)  # (17, 17)
IT = SENTENCE.index("it")
HEADS_OF_ALL = recorded.every_head(recorded.weights, "too big")  # (6, 12, 17, 17)
DIAGRAMS = {
    "arcs": lambda: figures.arcs("A sentence", LOOKS, SENTENCE, query=IT),
    "arcs of all": lambda: figures.arcs("A sentence", LOOKS, SENTENCE),
    "thumbnails": lambda: figures.thumbnails("Heads", HEADS_OF_ALL[2:4, :, :9, :9], [(4, 2)], 2),
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
    "a query's start": lambda: figures.one_query("A query", "it", "abc", [2, -3.456, 1e5]),
    "one score": lambda: figures.one_score(
        "A score", [[1, 0], [0, 1]], [[2, 0], [0, 1]], [[1, -1], [3, 2]], 1, 0, "ab", "fg", "uv"
    ),
    "a score of its own": lambda: figures.one_score(
        "A score", [[1, 2], [3, 4]], [[0.5], [1]], [[-1], [3]], 0, 0, ["it", "animal"], "fg", "u"
    ),
    "blocks": lambda: figures.blocks("Blocks", 3, 5, 4, 2, step="weights"),
    "large blocks": lambda: figures.blocks("Blocks", 16, 16, 32, 32),
    "flow": lambda: figures.flow("Flow", mask=True),
    "flow, lit": lambda: figures.flow("Flow", step="scores"),
    "rotary flow": lambda: figures.flow("Flow", rotary=True),
    "sheets": lambda: figures.sheets("Sheets", 4, step="concat"),
    "many sheets": lambda: figures.sheets("Sheets", 12, d_model=384, d_k=32),
    "heatmap": lambda: figures.heatmap(
        "Two", {"one": np.eye(3), "other": np.ones((9, 64)) / 3}, ("positions", "numbers"), low=0
    ),
    "clocks": lambda: figures.clocks(
        "Hands", {"first": (0, 1, 3, 0), "second": (0, 0, 0, -3)}, ["fast", "slow"]
    ),
    "stream": lambda: figures.stream("A block", norm="before"),
    "stream, lit": lambda: figures.stream("A block", step="mlp"),
    "encoder and decoder": lambda: figures.encoder_decoder("Both"),
    "encoder and decoder, lit": lambda: figures.encoder_decoder("Both", step="cross"),
    "staircase": lambda: figures.staircase("Stairs", ["BOS", "a", "cat", "sat"]),
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
    (alt,) = stored.Page(data["text/html"]).alts
    assert len(alt) >= 20
    assert alt.partition(". ")[0] in data["text/plain"]
    assert data["text/html"].count("data:image/svg+xml;base64,") == 1


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_is_the_same_twice_and_small(name):
    first, second = PICTURES[name](), PICTURES[name]()
    assert first.html == second.html
    assert len(first.html) < 20_000


def test_descriptions_hold_the_numbers_drawn():
    assert "(3, 0); a falls onto the line of b at (1, 0)." in PICTURES["plane"]().text
    assert "up: from 1 to 4, the band at the end from 1 to 5." in PICTURES["curves"]().text
    assert "q 0.75" in PICTURES["bars"]().text
    assert "one: mean 0, standard deviation 0.816, of" in PICTURES["histograms"]().text
    assert "dot ranks them k2, k1" in PICTURES["levels"]().text  # 12 before 7


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
    (alt,) = stored.Page(figures.plane("Which way?", {"a": (1, 2)}).html).alts
    assert alt == "Which way? Arrows from the origin: a = (1, 2)."


def test_levels_pass_through_their_keys():
    keys = {"k1": (2, 3), "k2": (5, 2)}
    drawing = figures.levels("Equal", {"dot": lambda q, k: k @ q}, (2, 1), keys)
    for line, dot in zip(
        [line for line in shapes(drawing, Line) if line.tone in palette.SERIES],
        shapes(drawing, Dot),
        strict=True,
    ):
        start, end = line.points[0], line.points[-1]  # straight, at a right angle to the query
        assert abs(np.cross([*(end - start), 0], [dot.x - start[0], dot.y - start[1], 0])[2]) < 1
        assert (end - start) @ (2, -1) == pytest.approx(0, abs=1)


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
    (_, up, _, tall), (_, zero, _, down) = fills.boxes
    assert up + tall == pytest.approx(zero)
    assert tall == pytest.approx(2 * down)
    at = {word.text: word.y for word in shapes(drawing, Word)}
    assert at["0.50"] < up < zero + down < at["−0.25"]
    assert at["0"] == pytest.approx(zero)


def test_narrow_bars_name_the_largest_and_no_two_labels_touch():
    names, heights = [f"word {i}" for i in range(30)], np.arange(30) / 30
    words = shapes(figures.bars("Bars", names, {"w": heights}, up="y"), Word)
    assert [word.text for word in words if word.tone == "blue"] == ["0.97"]
    named = [word for word in words if word.text.startswith("word")]
    gaps = [right.x - left.x for left, right in pairwise(named)]
    assert min(gaps) > text_width("word 28")


def test_histograms_share_their_axes():
    random = np.random.default_rng(0)
    samples = {f"sd {sd}": (sd * random.standard_normal(4000), sd**2) for sd in (1, 3)}
    drawing = figures.histograms("Bells", samples, across="score")
    narrow, wide = (np.asarray(bell.points) for bell in shapes(drawing, Line) if bell.width == 2.5)
    assert np.ptp(narrow[:, 1]) == pytest.approx(3 * np.ptp(wide[:, 1]), rel=0.01)
    assert np.ptp(narrow[:, 0]) == pytest.approx(np.ptp(wide[:, 0]))


def test_arrows_lead_from_the_origin_in_scale_and_no_letter_overlaps_another():
    random = np.random.default_rng(1)
    for _ in range(40):
        vectors = dict(
            zip("abcd", random.normal(size=(4, 2)) * 10.0 ** random.integers(-2, 4), strict=True)
        )
        drawing = figures.plane("Arrows", vectors, project=("a", "b"))
        tips = np.array([arrow.end - arrow.start for arrow in shapes(drawing, Arrow)])
        lengths = sorted(vectors.values(), key=lambda v: -(v @ v))
        assert tips * (1, -1) == pytest.approx(
            np.array(lengths) * (tips[0, 0] / lengths[0][0]), abs=1e-6
        )
        letters = [(word.x, word.y) for word in shapes(drawing, Word) if word.bold]
        apart = [np.hypot(*np.subtract(p, q)) for i, p in enumerate(letters) for q in letters[:i]]
        assert min(apart) > 16


# --- diagrams


def around(word):
    """The box (left, top, right, bottom) that a word takes at most."""
    wide = text_width(re.sub(r"\b([A-Za-z])_", r"\1", word.text))
    if word.upward:
        return word.x - 8, word.y - wide, word.x + 8, word.y
    left = word.x - wide * {"start": 0, "middle": 0.5, "end": 1}[word.anchor]
    return left, word.y - 8, left + wide, word.y + 8


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
    for x, y, across, down in (box for each in shapes(drawing, Boxes) for box in each.boxes):
        assert 0 <= x <= x + across <= drawing.width
        assert 0 <= y <= y + down <= drawing.height


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


def test_maps_stand_side_by_side_with_the_names_of_queries_and_keys():
    drawing = PICTURES["maps"]()
    first, second = shapes(drawing, Cells)
    assert np.array_equal(first.shares, LOOKS)
    assert (first.tone, second.tone) == ("blue", "faint")
    names = [word for word in shapes(drawing, Word) if word.text == "it"]
    (query,) = [word for word in names if not word.upward]
    assert query.bold
    assert query.y == first.y + (IT + 0.5) * first.down
    for cells, key in zip((first, second), [word for word in names if word.upward], strict=True):
        assert key.x == cells.x + (IT + 0.5) * cells.across
    frame = shapes(drawing, Boxes)[0].boxes[0]
    assert frame[:2] == (first.x + 4 * first.across, first.y + IT * first.down)
    assert "head 1.2 is off: at most" in drawing.text
    assert f"the framed cells have {LOOKS[IT, 4]:.2f} on average" in drawing.text


def test_arcs_lead_from_the_query_as_wide_as_the_weights():
    drawing = DIAGRAMS["arcs"]()
    at = {word.x: word.text for word in shapes(drawing, Word) if word.text in SENTENCE}
    found = [(at[arc.start[0]], arc.end[0], arc.width) for arc in shapes(drawing, Arc)]
    assert {start for start, _, _ in found} == {"it"}
    wide = {end: width for _, end, width in found}
    seen = [j for j, weight in enumerate(LOOKS[IT]) if weight >= 0.05]
    places = sorted(at)
    assert [wide[places[j]] / wide[places[seen[0]]] for j in seen] == pytest.approx(
        LOOKS[IT, seen] / LOOKS[IT, seen[0]]
    )
    assert 'from the query "it"' in drawing.text
    assert (
        "trophy 0.58, suitcase 0.24, [CLS] 0.09, the other 14 keys together 0.09." in drawing.text
    )


def test_arcs_of_all_queries_and_of_one_that_sees_nothing():
    drawing = figures.arcs("Two", [[0.25, 0.75], [0, 0]], ["you", "me"])
    assert len(shapes(drawing, Arc)) == 2
    assert "you mostly to me 0.75; me to none." in drawing.text
    drawing = figures.arcs("Two", [[0.25, 0.75], [0, 0]], ["you", "me"], query=1)
    assert shapes(drawing, Arc) == []
    assert "the other 2 keys together 0.00." in drawing.text


def test_all_heads_make_a_small_file_and_each_stands_at_its_place():
    drawing = figures.thumbnails("Heads", HEADS_OF_ALL, [(4, 2)])
    assert len(re.search('base64,([^"]+)', drawing.html)[1]) < 60_000
    (cells,), (tiles, frame) = shapes(drawing, Cells), shapes(drawing, Boxes)
    assert len(tiles.boxes) == 72
    x, y, across, down = tiles.boxes[12 * 3 + 1]
    row, column = round((y - cells.y) / cells.down), round((x - cells.x) / cells.across)
    assert (cells.shares[row : row + 17, column : column + 17] == HEADS_OF_ALL[3, 1]).all()
    left, top, wide, tall = frame.boxes[0]
    assert left < x < x + across < left + wide
    assert top < y < y + down < top + tall
    assert "framed: head 4.2" in drawing.text


def test_one_query_shows_its_weights_and_adds_up_its_values():
    drawing = DIAGRAMS["one query"]()
    bars = next(box.boxes for box in shapes(drawing, Boxes) if len(box.boxes) == 3)
    lengths = np.array([across for _, _, across, _ in bars])
    assert lengths / lengths.sum() == pytest.approx([0.2, 0.4, 0.4])
    assert (
        "c: q·k 4, ÷ √d_k 2, weight 0.40. The weighted values add up to [0.20, 6.00]."
        in drawing.text
    )
    dots = [word for word in shapes(DIAGRAMS["a query's start"](), Word) if word.text == "·"]
    assert len(dots) == 3 * 3 + 1  # what is still to come


def test_weights_of_raw_scores_say_nothing_of_a_scale():
    drawing = figures.one_query("A query", "it", "ab", [1, 2], weights=[0.27, 0.73])
    assert "÷ √d_k" not in {word.text for word in shapes(drawing, Word)}
    assert "b: q·k 2, weight 0.73." in drawing.text
    with pytest.raises(
        ValueError, match="step: given 'scale', needed None or one of 'scores', 'so"
    ):
        figures.one_query("A query", "it", "ab", [1, 2], weights=[0.27, 0.73], step="scale")


def test_one_score_is_the_product_of_a_query_and_a_key():
    said = DIAGRAMS["one score"]().text
    assert (
        "b [0, 1] times W_Q gives the query [0, 1]; a [1, 0] times W_K gives the key [1, −1]"
        in said
    )
    assert "their product is the raw score: q · k = −1." in said
    assert (
        "the query [2.5]; it [1, 2] times W_K gives the key [5]"
        in DIAGRAMS["a score of its own"]().text
    )


def test_in_one_score_the_rows_that_count_are_tinted_and_no_arrows_cross():
    drawing = DIAGRAMS["one score"]()
    tinted = [(box.tone, box.boxes[0][1]) for box in shapes(drawing, Boxes) if not box.outline]
    assert [tone for tone, _ in tinted].count(palette.QUERY) == 3  # b, its row of W_Q, and q
    assert [tone for tone, _ in tinted].count(palette.KEY) == 3
    at = {word.text: word.y for word in shapes(drawing, Word)}
    assert at["a"] < at["b"]
    assert at["W_K"] < at["W_Q"]  # a, which stands above b, is asked
    assert at["k of a"] < at["q of b"]


def test_blocks_are_as_large_as_their_matrices():
    drawing = DIAGRAMS["blocks"]()
    sizes = np.array(
        [box.boxes[0][2:] for box in shapes(drawing, Boxes) if box.outline]
    )  # (width, height) of Q, Kᵀ, raw scores, weights, V, output
    cell = sizes[0, 0] / 4
    assert sizes / cell == pytest.approx(np.array([(4, 3), (5, 4), (5, 3), (5, 3), (2, 5), (2, 3)]))


def test_one_step_is_lit_and_no_other_is_bold():
    for draw, bold in (
        (lambda: figures.flow("Flow", "mask", mask=True), {"mask"}),
        (lambda: figures.flow("Flow", "turn", rotary=True), {"turn", "Q", "K"}),
        (lambda: figures.blocks("Blocks", 2, 3, 4, 5, "output"), {"V", "output"}),
        (lambda: figures.sheets("Sheets", 4, "attend"), {"attend", "head 1"}),
        (lambda: figures.one_query("Query", "it", "ab", [1, 2], step="scale"), {"÷ √d_k", "it"}),
    ):
        drawing = draw()
        assert {w.text for w in shapes(drawing, Word) if w.bold and "×" not in w.text} == bold
        assert "The highlighted step: " in drawing.text


def test_an_arrowhead_stands_at_the_key():
    weights = np.zeros((3, 3))
    weights[2, 0] = 1  # the last query looks at the first key
    drawing = figures.arcs("A", weights, ["a", "b", "c"])
    (arc,), (head,) = shapes(drawing, Arc), shapes(drawing, Area)
    first, _, last = (word.x for word in shapes(drawing, Word))
    assert first < np.mean([x for x, _ in head.corners]) == arc.end[0] < arc.start[0] < last


def test_sheets_project_before_they_split():
    drawing = figures.sheets("Sheets", 12, d_model=384, d_k=32)
    at = {word.text: word.x for word in shapes(drawing, Word)}
    for letter in "QKV":
        assert at["X"] < at[f"· W_{letter}"] < at[letter] < at["attend"] < at["· W_O"]
    assert "X times W_Q, W_K and W_V gives Q, K and V, each 384 wide" in drawing.text


def test_a_cell_of_a_heatmap_is_as_strong_as_its_number_on_one_scale():
    one, other, scale = shapes(DIAGRAMS["heatmap"](), Cells)
    assert (one.shares == np.eye(3)).all()
    assert np.allclose(other.shares, 1 / 3)
    assert (scale.shares[0, 0], scale.shares[0, -1]) == (0, 1)
    drawing = figures.heatmap("Signed", {"": [[-2, 0, 2]]}, ("rows", "columns"), low=-1, high=1)
    assert shapes(drawing, Cells)[0].shares.tolist() == [[0, 0.5, 1]]
    assert "1 rows and 3 columns of numbers from −2 to 2" in drawing.text


def test_a_hand_of_a_clock_is_its_pair_of_numbers():
    drawing = DIAGRAMS["clocks"]()
    hands = [np.subtract(arrow.end, arrow.start) for arrow in shapes(drawing, Arrow)]
    unit = np.abs(hands).max() / 3  # a hand of 3 reaches the rim
    expected = [(0, -unit), (3 * unit, 0), (0, 3 * unit)]  # on the sheet y grows downward
    assert np.allclose(hands, expected)
    assert "second: (0, 0), (0, −3)" in drawing.text


def test_a_shift_leads_from_tip_to_tip():
    drawing = DIAGRAMS["shift"]()
    first, second, after, before = shapes(drawing, Arrow)
    assert before.end == pytest.approx(first.start)
    assert first.end == pytest.approx(second.start)
    assert second.end == pytest.approx(after.end)
    assert before.start == pytest.approx(after.start)
    assert "before is (3, 1). Arrows tip to tail: 0.7 red (1, 2); 0.3 old (−1, 0)." in drawing.text
    assert "after is (3, 3)." in drawing.text
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
        Word(0, 0, "√d_k and W_O"),
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
    assert [(path.get("opacity"), path.get("d")) for path in cells] == [
        ("0.5", "M0,.5m2,0h2"),
        ("1", "M0,.5m0,0h1m2,1h1"),
    ]
    assert "".join(lowered.itertext()).replace("\u200b", "") == "√dk and WO"
    assert [span.text for span in lowered][::2] == ["k", "O"]
    assert (word.text, word.get("class")) == ('<&"', "tone-faint halo")
    assert (word.get("text-anchor"), word.get("font-weight")) == ("end", "bold")


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
    width, height = map(float, root.get("viewBox").split()[2:])
    assert 16 * float(root.get("width")) / width >= 16  # pixels of text
    for word in root.iter("{http://www.w3.org/2000/svg}text"):
        runs_upward = word.get("transform")
        wide = 16 if runs_upward else text_width("".join(word.itertext()))
        x, y = float(word.get("x")), float(word.get("y"))
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[word.get("text-anchor")]
        assert -4 <= left <= left + wide <= width + 12, word.text
        assert 12 <= y <= height, word.text


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
    given = [1098.7, 0.000976562, 0.25, 1, 0, -0.0, -4.56e-5, 3e13]
    written = ["1100", "0.000977", "0.25", "1", "0", "0", "−4.56e−5", "3e13"]
    assert list(map(significant, given)) == written
    assert significant(1024, 4) == "1024"
    assert [plain(-2.50), plain(-0.00001), plain(3.0)] == ["−2.5", "0", "3"]
    assert [typed(1 / 3), typed(4.5e-5)] == ["0.333", "4.5e−5"]
    assert [short(0.5), short(-123.456), short(-12345)] == ["0.500", "−123.5", "−1.2e4"]
    assert pair((-0.5, 2)) == "(−0.5, 2)"


# --- tables


def test_matrix_says_axes_labels_and_every_number():
    table = figures.matrix("Weights", WEIGHTS, ["I", "you"], ["he", "she"], digits=2)
    (page_table,) = stored.Page(table.html).tables
    assert page_table.caption == "Weights"
    assert page_table.heads == ["queries ↓ keys →", "he", "she", "I", "you"]
    assert page_table.rows == [["col", "col", "col"], ["row", "td", "td"], ["row", "td", "td"]]
    assert table.text.splitlines() == [
        "Weights",
        "queries ↓ keys →    he   she",
        "               I  0.25  0.75",
        "             you  1.00  0.00",
    ]


def test_mark_frames_its_cell():
    marked = figures.matrix("One of six", np.zeros((2, 3)), mark=[(1, 0)]).html
    styles = re.findall(r'<td style="(.*?)"', marked)
    assert ["border:3px" in style for style in styles] == [False, False, False, True, False, False]


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
    "a light page": (["#ffffff"], ("#000000", 1)),
    "JupyterLab, dark": (["#111111", "#212121", "#0e2f3f"], ("#ffffff", 0.87)),
    "a lab, dark": (["#111111"], ("#f0f0f0", 1)),
}
SIGHT = {  # how linear red, green and blue are seen (Machado, Oliveira and Fernandes 2009)
    "in grey": np.tile(LUMINANCE, (3, 1)),
    "without red cones": [
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ],
    "without green cones": [
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ],
    "without blue cones": [
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ],
}


def shaded(page):
    """The (background, text) of cells with weights from 0 to 1 on a page, as red, green, blue."""
    grounds, (ink, opaque) = PAGES[page]
    for ground in grounds:
        colours = []
        for weight in np.linspace(0, 1, 201):
            cell = figures.matrix("A shaded cell", [[weight]], shade=True).html
            *blue, share = map(
                float, re.search(r"background-color:rgba\((.*?)\)", cell)[1].split(",")
            )
            back = share * np.array(blue) / 255 + (1 - share) * rgb(ground)
            white = ";color:#ffffff" in cell
            colours.append(
                (back, rgb("#ffffff") if white else opaque * rgb(ink) + (1 - opaque) * back)
            )
        yield np.array(colours)


@pytest.mark.parametrize("page", PAGES)
def test_every_weight_can_be_read_on_its_shade(page):
    for colours in shaded(page):
        back, text = luminance(colours).T
        assert (contrast(back, text) >= 4.5).all()


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("page", PAGES)
def test_larger_weights_are_further_from_the_page(page, sight):
    for colours in shaded(page):
        seen = linear(colours[:, 0]) @ np.transpose(SIGHT[sight]) @ LUMINANCE
        steps = np.diff(seen)
        assert (steps < 0).all() or (steps > 0).all()
        assert contrast(seen[0], seen[-1]) > 2.5


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
    assert stored.Page(page.html).links == ["y.ipynb#Z"]
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
    assert stored.Page(figures.table("Words", ["a", "b"], rows).html).links == addresses


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


def test_a_quotation_stays_inside_the_description():
    (alt,) = stored.Page(figures.plane('Salt & "pepper" <', {"a": (1, 2)}).html).alts
    assert alt == 'Salt & "pepper" <. Arrows from the origin: a = (1, 2).'


def test_every_picture_is_in_the_plain_text(shown):
    text = shown(figures.matrix("First", [[1]]), "second", PICTURES["plane"]())["text/plain"]
    assert [part.split("\n")[0] for part in text.split("\n\n")] == ["First", "second", "Two arrows"]


def test_an_answer_is_closed_until_opened(shown):
    html = shown("because", figures.matrix("Weights", WEIGHTS), how=figures.answer)["text/html"]
    assert html.index("<details") < html.index("<summary") < html.index("because")
    assert stored.Page(html).is_closed_answer()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"values: given shape \(2,\), needed a matrix"):
        figures.matrix("A vector", [1, 2])
    with pytest.raises(ValueError, match="rows: given 1 labels, needed 2"):
        figures.matrix("Weights", WEIGHTS, ["only one"])
    with pytest.raises(ValueError, match="rows: given a row of 1, needed 2"):
        figures.table("Words", ["a", "b"], [["x"]])
    for values, kind in (([[1j]], "complex128"), ([["a", None]], "object"), ([["a"]], "<U1")):
        with pytest.raises(ValueError, match=f"values: given {kind}, needed real numbers or"):
            figures.matrix("No numbers", values)
    for wrong, problem in (
        (
            lambda: figures.arcs("A", WEIGHTS, ["one"]),
            r"weights: given shape \(2, 2\), needed \(1, 1",
        ),
        (
            lambda: figures.arcs("A", WEIGHTS, ["a", "b"], query=2),
            "query: given 2, needed None or a",
        ),
        (
            lambda: figures.thumbnails("A", WEIGHTS),
            r"weights: given shape \(2, 2\), needed \(layers",
        ),
        (lambda: figures.thumbnails("A", WEIGHTS[None, None], [(2, 1)]), r"mark: given \(2, 1\), "),
        (
            lambda: figures.maps("A", {"1.1": WEIGHTS}, "abc"),
            r"weights: given 1.1 of shape \(2, 2\), needed \(3, 3\)",
        ),
        (
            lambda: figures.one_query("A", "q", "ab", [1]),
            r"raw: given shape \(1,\), needed \(2,\): a",
        ),
        (
            lambda: figures.one_query("A", "q", "a", [1], weights=[1], values=[1]),
            r"values: given shape \(1,\), needed \(1, d_v\)",
        ),
        (
            lambda: figures.one_query("A", "q", "a", [1], values=[[1]]),
            "weights: given None, needed the weights",
        ),
        (
            lambda: figures.one_score("A", [[1, 2]], [[1]], [[1], [2]], 0, 0, "a", "fg", "u"),
            r"W_Q: given shape \(1, 1\), needed \(2, 1\), as many as names",
        ),
        (
            lambda: figures.one_score("A", [[1]], [[1]], [[1]], 0, 1, "a", "f", "u"),
            "key: given 1, needed a whole number below 1",
        ),
        (lambda: figures.blocks("A", 1, 2, 3, 0), "d_v: given 0, needed a whole number from 1"),
        (lambda: figures.sheets("A", 2.5), "h: given 2.5, needed a whole number from 1"),
        (lambda: figures.flow("A", "mask"), "step: given 'mask', needed None or one of 'scores', "),
        (lambda: figures.shift("A", 1, {"v": (1, 2)}), r"start: given shape \(\), needed \(2,\)"),
        (lambda: figures.shift("A", (1, 2), {}), "given 0 parts and 2 names, needed at least one"),
        (lambda: figures.arcs("A", WEIGHTS, "ab", query=True), "query: given True, needed None or"),
        (
            lambda: figures.heatmap("A", {"a": [1, 2]}, ("rows", "columns")),
            r"a: given shape \(2,\), needed \(rows, columns\)",
        ),
        (
            lambda: figures.clocks("A", {"a": (1, 2), "b": (1, 2, 3, 4)}),
            r"vectors: given \[2, 4\] numbers, needed as many in each",
        ),
        (lambda: figures.plane("A", {"a": (1, 2)}, project="ab"), "project: given 'ab', needed"),
        (lambda: figures.plane("A", {"a": (1, 2)}, angle="θ"), "angle: given 'θ' and 1 arrows"),
        (lambda: figures.levels("A", {}, (0, 0), {"k": (1, 2)}), r"query: given \(0, 0\), needed"),
    ):
        with pytest.raises(ValueError, match=problem):
            wrong()
    with pytest.raises(ValueError, match=r"pictures: given <class 'int'>"):
        figures.show(3)
