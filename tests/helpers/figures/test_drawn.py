"""What is drawn is to the scale of the numbers that it shows, and stands where it belongs."""

import math
import re
from itertools import pairwise

import numpy as np
import pytest

from helpers import figures
from helpers.drawing import numbers as written
from helpers.drawing.shapes import Arc, Area, Arrow, Boxes, Cells, Dot, Keyed, Line, Pixels, Word
from helpers.figures.machine import shades_of
from helpers.figures.views import ACROSS, HIGH, LEFT
from helpers.training import letters
from tests.helpers.experiments.test_every_number import numbers_of
from tests.helpers.figures import test_figures
from tests.helpers.figures.test_figures import CHAIN, DIAGRAMS, PICTURES, WAY, around


def all_of(drawing):
    """Every shape, those with a key, too."""
    for shape in drawing.shapes:
        yield from shape.shapes if isinstance(shape, Keyed) else [shape]


def shapes(drawing, kind, tone=None):
    return [s for s in all_of(drawing) if isinstance(s, kind) and tone in (None, s.tone)]


def words(drawing):
    """{text: (x, y)}; of a text that is there twice, the last."""
    return {word.text: (word.x, word.y) for word in shapes(drawing, Word)}


def filled(drawing):
    """The boxes without an outline, each as (x, y, across, down)."""
    return [box for s in shapes(drawing, Boxes) if not s.outline for box in s.boxes]


def points_of(shape):
    """Points on it, or its corners: (k, 2)."""
    match shape:
        case Line():
            return np.array(shape.points, float)
        case Area():
            return np.array(shape.corners, float)
        case Boxes():
            corners = [((x, y), (x + right, y + down)) for x, y, right, down in shape.boxes]
            return np.reshape(corners, (-1, 2))
        case Arrow():
            return np.array([shape.start, shape.end], float)
        case Arc():
            t, rise = np.linspace(0, 1, 17)[:, None], np.array([0, 4 * shape.height])
            return (1 - t) * shape.start + t * np.array(shape.end) - t * (1 - t) * rise
        case Dot():
            return np.add((shape.x, shape.y), [[-shape.radius], [shape.radius]])
        case Cells():
            down, across = np.shape(shape.shares)
            size = across * shape.across, down * shape.down
            return np.add((shape.x, shape.y), [(0, 0), size])
    return np.zeros((0, 2))


@pytest.mark.parametrize("name", PICTURES)
def test_everything_is_on_the_sheet_and_no_line_runs_through_a_word(name):
    drawing = PICTURES[name]()
    texts = [word for word in shapes(drawing, Word) if word.text and not word.halo]
    inside = np.reshape([around(word) for word in texts], (-1, 1, 4)) + np.array([3, 4, -3, -4])
    steps = np.linspace(0, 1, 60)[:, None]
    for shape in all_of(drawing):
        points = points_of(shape)
        assert (points >= 0).all(), shape
        assert (points <= (drawing.width, drawing.height)).all(), shape
        if isinstance(shape, Line | Arrow | Arc):
            way = np.concatenate([(1 - steps) * a + steps * b for a, b in pairwise(points)])
            touched = ((way > inside[..., :2]) & (way < inside[..., 2:])).all(axis=2).any(axis=1)
            assert not touched.any(), (shape, [texts[k].text for k in np.flatnonzero(touched)])


JOINED = [  # diagrams whose arrows lead from one thing to another
    *("one score", "a score of its own", "blocks", "large blocks", "postcard", "layer of heads"),
    *("circuit", "graph", "graph, back", "graph of a head", "stream", "stream, lit"),
    *("encoder and decoder", "staircase", "lanes", "paths", "map"),
]


@pytest.mark.parametrize("name", JOINED)
def test_arrows_join_what_they_stand_between(name):
    """Each end is beside a box, a map, a dot, a word or the end of a line, and inside no map; one
    that leads on ends at the edge of the sheet."""
    drawing = DIAGRAMS[name]()
    things = [around(word) for word in shapes(drawing, Word) if word.text]
    boxes = [box for s in shapes(drawing, Boxes) for box in s.boxes]
    things += [(x, y, x + across, y + down) for x, y, across, down in boxes]
    maps = [points_of(cells).ravel().tolist() for cells in shapes(drawing, Cells)]
    things += [*maps, *(points_of(dot).ravel() for dot in shapes(drawing, Dot))]
    things += [(*end, *end) for line in shapes(drawing, Line) for end in points_of(line)]
    for arrow in shapes(drawing, Arrow):
        for x, y in (arrow.start, arrow.end):
            gaps = [
                np.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
                for left, top, right, bottom in things
            ]
            assert min(gaps) < 12 or drawing.width - x < 20, (x, y)
            assert not any(
                left < x < right and top < y < bottom for left, top, right, bottom in maps
            ), (x, y)


# --- to scale


def ticks(drawing, across=False):
    """The numbers at an axis as (values, places), from the lowest."""
    found = {}
    for word in shapes(drawing, Word, "ink"):
        is_at_left = word.anchor == "end"
        try:
            value = float(word.text.replace("−", "-"))
        except ValueError:
            continue
        if is_at_left != across and not word.halo:
            found[value] = word.x if across else word.y
    values = sorted(found)
    return values, [found[value] for value in values]


def test_arcs_lead_from_the_query_to_its_keys_and_are_as_wide_as_their_weights():
    weights, tokens = [[0.7, 0, 0.3], [0.5, 0.5, 0], [0.2, 0.5, 0.3]], ["one", "two", "three"]
    drawing = figures.arcs("A sentence", weights, tokens, query=2)
    at = words(drawing)
    arcs = {arc.end[0]: arc for arc in shapes(drawing, Arc)}
    assert len(arcs) == 3
    for token, weight in zip(tokens, weights[2], strict=True):
        arc = arcs[at[token][0]]
        assert (arc.start[0], arc.width) == (at["three"][0], 18 * weight)
        assert at[f"{weight:.2f}"] == (at[token][0], at[token][1] + 28)
    assert arcs[at["one"][0]].height > arcs[at["two"][0]].height > arcs[at["three"][0]].height
    every = figures.arcs("A sentence", weights, tokens)
    at = words(every)
    tips = {tuple(area.corners[-1]) for area in shapes(every, Area)}
    assert tips == {(arc.end[0], arc.end[1] + 9) for arc in shapes(every, Arc)}
    assert {y for _, y in tips} == {at["one"][1] - 14}
    found = {(arc.start[0], arc.end[0]): arc.width for arc in shapes(every, Arc)}
    for i, query in enumerate(tokens):
        for j, key in enumerate(tokens):
            aside = 7 * np.sign(j - i)
            width = found.pop((at[query][0] + aside, at[key][0] - aside), 0)
            assert width == pytest.approx(7 * weights[i][j])
    assert not found


def test_bars_are_as_high_as_their_numbers():
    heights = [0.25, -0.5, 0.75]
    drawing = figures.bars("Bars", ["p", "q", "r"], {"w": heights}, up="weight")
    values, places = ticks(drawing)
    zero = np.interp(0, values, places)
    for height, (_, y, _, down) in zip(heights, filled(drawing), strict=True):
        ends = sorted([zero, np.polyval(np.polyfit(values, places, 1), height)])
        assert [y, y + down] == pytest.approx(ends)
        _, at = words(drawing)[f"{height:.2f}".replace("-", "−")]
        assert at == pytest.approx((y - 11) if height > 0 else (y + down + 11))
    baseline = shapes(drawing, Line)[-1]
    assert [y for _, y in baseline.points] == pytest.approx([zero, zero])


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_curves_are_where_their_axes_say(log):
    x, y = [1, 2, 8], [10, 1, 40]
    drawing = figures.curves(
        *("Lines", x, {"up": y}),
        **{"across": "steps", "up": "loss", "log": log, "here": (2, 10), "levels": {"level": 20}},
        bands={"up": ([5, 1, 30], [20, 2, 50])},
    )
    (xs, left), (ys, down) = ticks(drawing, across=True), ticks(drawing)
    if "x" in log:
        x, xs = np.log(x), np.log(xs)
    levels = [10, 20, [5, 1, 30], [20, 2, 50]]
    if "y" in log:
        y, ys, levels = np.log(y), np.log(ys), [np.log(each) for each in levels]
    to_x, to_y = np.polyfit(xs, left, 1), np.polyfit(ys, down, 1)
    (line,) = (s for s in shapes(drawing, Line) if s.width == 2.7 and len(s.points) == 3)
    assert np.allclose(line.points, np.stack([np.polyval(to_x, x), np.polyval(to_y, y)], 1))
    (dot,) = shapes(drawing, Dot)
    assert (dot.x, dot.y) == pytest.approx((np.polyval(to_x, x[1]), np.polyval(to_y, levels[0])))
    (level,) = (s for s in shapes(drawing, Line) if s.width == 2.7 and len(s.points) == 2)
    assert [at for _, at in level.points] == pytest.approx([np.polyval(to_y, levels[1])] * 2)
    (band,) = shapes(drawing, Area)
    assert np.allclose(band.corners[:3, 1], np.polyval(to_y, levels[2]))
    assert np.allclose(band.corners[:2:-1, 1], np.polyval(to_y, levels[3]))


def test_a_map_has_its_tokens_beside_its_rows_and_frames_the_cells_that_are_asked():
    weights = np.random.default_rng(0).random((3, 3))
    drawing = figures.maps("Heads", {"1.1": weights, "1.2": weights.T}, "abc", (), [(2, 0)])
    for k, cells in enumerate(shapes(drawing, Cells)):
        assert np.array_equal(cells.shares, (weights, weights.T)[k])
        sides = {w.text: w.y for w in shapes(drawing, Word) if w.anchor == "end"}
        heads = {w.text: w.x for w in shapes(drawing, Word) if cells.x < w.x < cells.x + 48}
        for i, token in enumerate("abc"):
            assert sides[token] == cells.y + (i + 0.5) * cells.down
            assert heads[token] == cells.x + (i + 0.5) * cells.across
        frame = shapes(drawing, Boxes, "orange")[k].boxes
        assert frame == [(cells.x, cells.y + 2 * 16, 16, 16)]  # row 2, column 0
        assert words(drawing)[["1.1", "1.2"][k]] == (cells.x + 24, 10)


def test_hands_point_where_their_pairs_say():
    """(0, 1) up and (1, 0) to the right; the longest reaches the rim."""
    drawing = figures.clocks("Hands", {"a": (0, 1, 2, 0), "b": (-1, -1, 0, -2)})
    hands = [np.subtract(s.end, s.start) / 24 for s in shapes(drawing, Arrow)]
    assert np.allclose(hands, [(0, -0.5), (1, 0), (-0.5, 0.5), (0, 1)])
    middles = [(x + across / 2, y + down / 2) for x, y, across, down in faces(drawing)]
    assert [arrow.start for arrow in shapes(drawing, Arrow)] == middles
    assert [(dot.x, dot.y) for dot in shapes(drawing, Dot)] == middles
    at = words(drawing)
    assert [(at[name][0], at[label][1]) for label in "ab" for name in "12"] == middles
    drawing = figures.two_hands("Two", {"c": ((1, 0), (0, 2)), "d": ((0, -1), (-3, 0))})
    arrows, areas = shapes(drawing, Arrow), shapes(drawing, Area)
    hands = [np.subtract(s.end, s.start) / 62 for s in arrows]
    assert np.allclose(hands, [(0.5, 0), (0, -1), (0, 1 / 3), (-1, 0)])
    for area, q, k in zip(areas, arrows[::2], arrows[1::2], strict=True):
        between = np.subtract(area.corners[1:], area.corners[0])
        turned = np.arctan2(between[:, 1], between[:, 0])
        for end, hand in ((turned[0], q), (turned[-1], k)):
            (x, y) = np.subtract(hand.end, hand.start)
            assert np.cos(end - np.arctan2(y, x)) == pytest.approx(1)
        assert abs(np.unwrap(turned)[-1] - np.unwrap(turned)[0]) == pytest.approx(np.pi / 2)


def faces(drawing):
    return [s.boxes[0] for s in shapes(drawing, Boxes) if s.outline and s.corner > 20]


def test_a_circuit_is_as_wide_as_its_weights():
    first, second = np.eye(3)[[0, 0, 2]] * 0.5, np.array([[1, 0, 0], [0, 1, 0], [0.2, 0.7, 0.1]])
    names = ["Bea", "Rome", "Bea"]
    drawing = figures.circuit("Notes", names, {1: "Bea"}, "Bea", 9, first, second)
    places = [word.x for word in shapes(drawing, Word)[:3]]
    (taken,) = shapes(drawing, Arrow)
    assert (taken.start[0], taken.end[0], taken.width) == (places[0], places[1] - 6, 3 + 4 * 0.5)
    looks = [arc for arc in shapes(drawing, Arc) if arc.height > 0]
    assert [(arc.start[0], arc.end[0]) for arc in looks] == [(places[2], x) for x in places[:2]]
    assert [arc.width for arc in looks] == pytest.approx([16 * 0.2, 16 * 0.7])
    (link,) = (arc for arc in shapes(drawing, Arc) if arc.height < 0)
    assert (link.start[0], link.end[0]) == (places[2], places[1])


def test_a_graph_runs_forward_from_box_to_box_and_back_beside_it():
    for slopes in ({}, {"loss": 1, "y": 8, "u": 8, "w": 16, "x": 32}):
        drawing = test_figures.two_ways(slopes)
        boxes = [s.boxes[0] for s in shapes(drawing, Boxes) if s.outline]
        boxes = dict(zip(["w", "x", "u", "y", "loss"], boxes, strict=True))
        edges = [("w", "u"), ("x", "u"), ("u", "y"), ("x", "y"), ("y", "loss")]
        forward, back = shapes(drawing, Arrow)[:5], shapes(drawing, Arrow)[5:]
        for (start, end), arrow in zip(edges, forward, strict=True):
            for (x, y), (left, top, across, down), side in (
                (arrow.start, boxes[start], 1),
                (arrow.end, boxes[end], 0),
            ):
                assert x == pytest.approx(left + side * across + (5 if side else -5), abs=6)
                assert top < y < top + down
        assert len(back) == (5 if slopes else 0)
        for there, again in zip(forward, back, strict=False):
            apart = np.subtract(there.start, again.end)
            assert np.allclose(apart, np.subtract(there.end, again.start))
            assert np.hypot(*apart) == pytest.approx(12)
            assert apart @ np.subtract(there.end, there.start) == pytest.approx(0, abs=1e-9)
        for name, value in slopes.items():
            left, top, across, down = boxes[name]
            under = {w.text for w in shapes(drawing, Word, "orange") if w.x == left + across / 2}
            assert str(value) in under


def test_a_graph_numbers_its_boxes_in_the_order_that_is_given():
    nodes = {"w": (0, 0, "w", 3), "x": (0, 1, "x", 2), "u": (1, 0, "u", 6)}
    edges = {("w", "u"): 2, ("x", "u"): 3}
    drawing = figures.graph("A graph", nodes, edges, order=["x", "w", "u"])
    boxes = dict(zip(nodes, (s.boxes[0] for s in shapes(drawing, Boxes) if s.outline), strict=True))
    for name, number in (("x", "0"), ("w", "1"), ("u", "2")):
        left, top, *_ = boxes[name]
        corners = [w.text for w in shapes(drawing, Word) if (w.x, w.y) == (left + 12, top + 12)]
        assert corners == [number]
    assert drawing.words.endswith("Numbered from 0 in this order: x, w, u.")


def test_a_joined_piece_stands_below_its_letters():
    drawing = figures.joins("A word", ["camel", ["ca", "m", "el"], ["ca", "mel"]])
    texts = shapes(drawing, Word)
    boxes = {box for shape in shapes(drawing, Boxes) for box in shape.boxes}
    found = []
    for x, y, across, down in sorted(boxes, key=lambda box: (box[1], box[0])):
        (piece,) = (word for word in texts if x < word.x < x + across and y < word.y < y + down)
        above = [word.text for word in texts[:5] if x < word.x < x + across]
        assert "".join(above) == piece.text
        found.append(piece.text)
    assert found == ["ca", "el", "ca", "mel"]
    assert [word.text for word in texts if word.bold] == ["ca", "el", "mel"]


def test_paths_go_up_the_way_that_they_are_given():
    drawing = figures.paths("Who needs whom", {"in turn": (CHAIN, WAY)})
    dots = {(dot.x, dot.y) for dot in shapes(drawing, Dot, "faint")}
    floor, left = max(y for _, y in dots), min(x for x, _ in dots)
    nodes = {(round((floor - y) / 46), round((x - left) / 30)) for x, y in dots}
    assert nodes == {*CHAIN, *(below for needed in CHAIN.values() for below in needed)}
    assert len(shapes(drawing, Line)) == sum(map(len, CHAIN.values()))
    arrows = shapes(drawing, Arrow)
    ends = [(left + 30 * place, floor - 46 * level) for level, place in WAY]
    assert [(arrow.end, arrow.start) for arrow in arrows] == [*pairwise(ends)]
    assert all(arrow.start[1] >= arrow.end[1] for arrow in arrows)


def test_a_counter_reads_downward_as_its_position_in_binary():
    drawing = figures.counter("Sixteen positions")
    ones = filled(drawing)
    heads = {w.text: w.x for w in shapes(drawing, Word) if w.y == 18 and w.text.isdigit()}
    for position in range(16):
        digits = [w for w in shapes(drawing, Word) if w.x == heads[str(position)] and w.y > 18]
        digits.sort(key=lambda w: w.y)
        assert int("".join(w.text for w in digits), 2) == position
        for w in digits:
            is_filled = any(
                x < w.x < x + across and y < w.y < y + down for x, y, across, down in ones
            )
            assert is_filled == (w.text == "1")
    worths = [words(drawing)[f"digit worth {worth}"][1] for worth in (8, 4, 2, 1)]
    assert worths == [w.y for w in digits]


def test_a_cache_keeps_what_is_computed_again_without_one():
    drawing = figures.cache_rows("Steps", ["BOS", "the", "cat"])
    at = words(drawing)
    rows = [at[token][1] for token in ("BOS", "the", "cat")]
    steps = sorted(w.x for w in shapes(drawing, Word) if w.text in "123")
    groups = [s for s in shapes(drawing, Boxes) if s.outline != 2]
    places = [
        sorted((steps.index(x + 12.5) % 3, rows.index(y + 14.5)) for x, y, *_ in s.boxes)
        for s in groups
    ]
    diagonal, below = [(0, 0), (1, 1), (2, 2)], [(1, 0), (2, 0), (2, 1)]
    assert places == [diagonal, below, diagonal, below]
    looks = [(s.tone, bool(s.outline), s.dash) for s in groups]
    assert looks[1::2] == [("faint", False, "solid"), ("faint", True, "dashed")]
    for x, y, *_ in groups[0].boxes:
        assert x + 12.5 < at["with a cache"][0]
        assert y + 25 < at["3 rows computed"][1]


def test_the_letters_of_a_name_have_bars_as_long_as_their_weights():
    weights = [[0.1, 0.6, 0.3], [0.25, 0.5, 0.25]]
    drawing = figures.next_letters("Me", [2, 0], weights, ["e", "m", "."])
    best = [[1, 2, 0], [1, 0, 2]]
    bars = [s.boxes for s in shapes(drawing, Boxes, "blue")]
    framed = [s.boxes[0] for s in shapes(drawing, Boxes, "orange")]
    for place, row in enumerate(best):
        lengths = [across for _, _, across, _ in bars[place]]
        assert lengths == pytest.approx([64 * weights[place][i] for i in row])
        tops = [y for _, y, *_ in bars[place]]
        assert tops == sorted(tops)
        written = [2, 0][place]
        assert framed[place][:2] == bars[place][row.index(written)][:2]
        named = [w.text for w in shapes(drawing, Word) if w.x == bars[place][0][0] + 4]
        assert named == [["e", "m", "."][i] for i in row]
        written = ["e", "m", "."][written]
        assert (bars[place][0][0] + 32, 12) in {
            (w.x, w.y) for w in shapes(drawing, Word) if w.text == written
        }


def test_words_stand_on_their_plane_where_they_are():
    drawing = DIAGRAMS["word plane"]()  # ±2 upward, as far as fits across
    centre, unit = np.array([470, 330]) / 2, 330 / 4

    def place(x, y):
        return centre + np.array([x, -y]) * unit

    (dots,) = (s for s in shapes(drawing, Boxes, "faint") if not s.outline)
    for (x, y, across, down), at in zip(dots.boxes, [(0, 1), (0.1, 1), (-2, -1)], strict=True):
        assert np.allclose((x + across / 2, y + down / 2), place(*at))
    marked = {s.tone: (s.x, s.y) for s in shapes(drawing, Dot)}
    assert np.allclose(marked["blue"], place(-2, -1))
    assert np.allclose(marked["green"], place(0, -1))  # its foot
    (arrow,) = shapes(drawing, Arrow)
    assert np.allclose([arrow.start, arrow.end], [place(-2, -1), place(0, 1)])
    named = {*words(drawing)} & {"king", "queen", "dog"}
    assert named == {"queen", "dog"}  # “king” has no room between the arrow and “queen”
    shadow, fall = shapes(drawing, Line)
    assert np.allclose(shadow.points, [place(0, 0), place(0, -1)])
    assert np.allclose(fall.points, [place(-2, -1), place(0, -1)])


def test_arrows_of_a_plane_end_where_they_say():
    drawing = figures.plane("Two", {"a": (1, 2), "b": (3, 0)}, project=("a", "b"), angle="θ")
    to = on_plane(drawing)
    for x, y in (np.ptp(s.points, axis=0) for s in shapes(drawing, Line, "faint")):
        assert min(x, y) == pytest.approx(0)  # the grid is level and upright
    (a, b) = shapes(drawing, Arrow)
    if np.allclose(a.end, to(3, 0)):
        a, b = b, a
    assert np.allclose([a.start, a.end, b.start, b.end], [to(0, 0), to(1, 2), to(0, 0), to(3, 0)])
    (shadow,) = shapes(drawing, Line, "green")
    assert np.allclose(shadow.points, [to(0, 0), to(1, 0)])
    (way,) = (s for s in shapes(drawing, Line) if s.dash == "dashed")
    assert np.allclose(way.points, [to(1, 2), to(1, 0)])
    (line,) = (s for s in shapes(drawing, Line) if s.dash == "dotted")
    assert [y for _, y in line.points] == pytest.approx([to(0, 0)[1]] * 2)
    corner, turn = (s.points for s in shapes(drawing, Line, "ink") if s.dash == "solid")
    assert np.allclose(corner[0][1], to(0, 0)[1])
    assert np.allclose(corner[2][0], to(1, 0)[0])
    assert np.allclose(corner[1], (corner[0][0], corner[2][1]))
    assert corner[0][0] < to(1, 0)[0]  # on the side of the origin
    from_origin = np.subtract(turn, to(0, 0)) * (1, -1)
    angles = np.arctan2(from_origin[:, 1], from_origin[:, 0])
    assert (angles[0], angles[-1]) == pytest.approx((0, np.arctan2(2, 1)))
    (dot,) = shapes(drawing, Dot)
    assert np.allclose((dot.x, dot.y), to(0, 0))


def on_plane(drawing):
    """A function from a point to its place, as the numbers at the axes say."""
    to_x, to_y = np.polyfit(*ticks(drawing, across=True), 1), np.polyfit(*ticks(drawing), 1)
    return lambda x, y: (np.polyval(to_x, x), np.polyval(to_y, y))


# --- a whole model


def test_every_number_of_a_model_is_a_square_in_its_place():
    """And so is every number that a text becomes, to one scale: both are read back from it."""
    model, tokens = letters.trained(), ["DE", *"burg"]
    p, row = model.p, np.array([letters.WORDS.index(token) for token in tokens])
    numbers = numbers_of(model, row)
    drawing = figures.machine("At work", p, numbers, tokens, letters.WORDS)
    (squares,) = (s for s in drawing.shapes if isinstance(s, Pixels))
    frames = [box for s in shapes(drawing, Boxes, "faint") for box in s.boxes]
    found = []
    for x, y, across, down in frames[:-1]:  # the last one is that of the scale
        left, top = int(x + 0.5) // 2, int(y + 0.5) // 2
        found.append(squares.shades[top : top + int(down) // 2, left : left + int(across) // 2])
    matrices = [*p.values(), *numbers.values()]
    assert sum(np.size(x) for x in p.values()) == 19_392
    assert len(found) == len(matrices)
    meant = sorted(shades_of(np.atleast_2d(x)).tolist() for x in matrices)
    assert sorted(shades.tolist() for shades in found) == meant


def test_a_shade_begins_at_twice_the_number_of_the_one_before():
    numbers = [0, 0.049, 0.051, 0.099, 0.101, 0.21, 0.41, 0.81, 1.61, 3.19, 3.21, 1e9]
    shades = [0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 7, 7]
    assert shades_of(numbers).tolist() == shades
    assert shades_of(np.negative(numbers)).tolist() == [-x for x in shades]


def test_views_are_bars_of_one_scale_and_what_is_lost_of_a_row_is_in_the_drain():
    """A weight, the sum in the window and what drains away: as high as they are large."""
    seen = {"all": np.ones(6, bool), "last": np.arange(6) >= 4}
    weights = {"all": [0.5, 0, 0.1, 0, 0.1, 0.3], "last": [0, 0, 0, 0, 0.1, 0.3]}
    rows = {name: (seen[name], weights[name], (1.0, 2.0)) for name in seen}
    drawing = figures.views("Views", rows, ["one", "two"], ("a", " z"), 2)
    boxes = [s.boxes for s in shapes(drawing, Boxes) if not s.outline]
    for (ground, near, bars, *lost), name in ((boxes[:3], "all"), (boxes[3:], "last")):
        first = np.flatnonzero(seen[name])[0]
        assert ground[0][0] == LEFT + ACROSS * first
        assert sum(box[2] for box in ground) == ACROSS * seen[name].sum()
        assert near[0][2:] == pytest.approx((2 * ACROSS, 0.4 * HIGH))
        places = np.flatnonzero(weights[name])
        assert [bar[0] + bar[2] / 2 for bar in bars] == pytest.approx(
            [LEFT + ACROSS * (k + 0.5) for k in places]
        )
        assert [bar[3] for bar in bars] == pytest.approx([HIGH * weights[name][k] for k in places])
        bottoms = {
            round(y + down, 6) for box in (ground, near, bars, *lost) for _, y, _, down in box
        }
        assert len(bottoms) == 1
        for (_, _, _, down), *_ in lost:
            assert down == pytest.approx(0.6 * HIGH)
        assert bool(lost) == (name == "last")
    assert (
        "last, 2 keys cached: 0.40 to the last 2, 0.60 drains away" in drawing.description.lower()
    )


def test_what_a_number_of_a_model_is_made_of_is_framed():
    """A frame around the number, the row and the column, and the sum in words: all of one place."""
    model, tokens = letters.trained(), ["DE", *"burg"]
    p, row = model.p, np.array([letters.WORDS.index(token) for token in tokens])
    numbers = numbers_of(model, row)
    for name, i, j, made in (
        ("1.Q", 4, 20, [("1.z_1", 4, 0, 1, 32), ("1.W_Q", 0, 20, 32, 1)]),
        ("2.weights_3", 4, 2, [("2.Q", 4, 16, 1, 8), ("2.K", 2, 16, 1, 8)]),
        ("1.outputs", 3, 9, [("1.weights_2", 3, 0, 1, 4), ("1.V", 0, 9, 4, 1)]),
        ("2.x_1", 1, 7, [("1.x_2", 1, 7, 1, 1), ("1.mlp", 1, 7, 1, 1)]),
    ):
        drawing = figures.machine("", p, numbers, tokens, letters.WORDS, (name, i, j))
        (frames,) = (s.boxes for s in shapes(drawing, Boxes, "ink") if s.outline == 1.5)
        wanted = []
        for array, top, left, rows, columns in [(name, i, j, 1, 1), *made]:
            x, y, *_ = drawing.places[array]
            at = x + 2 * left - 2, y + 2 * top - 2
            wanted.append((*at, 2 * columns + 4, 2 * rows + 4))
        assert np.allclose(frames, wanted), name
        value = written.number(numbers[name][i, j], 2)
        assert f". {value} = " in drawing.title
        assert shapes(drawing, Word)[-1].text == value


def test_the_sum_of_a_number_comes_out():
    """As it is written, with two decimals."""
    model, tokens = letters.trained(), ["DE", *"burg"]
    p, row = model.p, np.array([letters.WORDS.index(token) for token in tokens])
    numbers = numbers_of(model, row)
    for name in set(numbers) - {"tokens"}:
        drawing = figures.machine("", p, numbers, tokens, letters.WORDS, (name, 3, 1))
        line = re.search(r"\. (−?\d+\.\d\d = .*)", drawing.title)[1]
        value, said = line.partition(";")[0].split(" = ")
        said = re.sub(r"\(\d+ more\)", "", said).replace("−", "-").replace("·", "*")
        found = eval(said.replace("e^", "math.e**"), {"math": math, "max": max})
        assert abs(found - float(value.replace("−", "-"))) < 0.06, (name, line)
