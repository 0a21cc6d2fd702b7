"""The lab of words in another order: its numbers, what its settings say, and dragging."""

import numpy as np
import pytest

from helpers.labs import order
from helpers.labs.engine.session import Session
from helpers.labs.order_lab import (
    LEARNED,
    NAMES,
    NONE,
    ONE_HOT,
    REACH,
    ROTARY,
    SENTENCE,
    SINUSOIDS,
    apart,
    at_places,
    changes,
    order_of,
    scores_by_distance,
)
from helpers.labs.order_picture import UP, ZERO, bars, place
from helpers.positions import sinusoids
from tests.helpers.crowded import keyed
from tests.helpers.labs.lab_page import redrawn, shows, values


def chosen(**values):
    return order.at(order.presets[0]) | values


# --- what is shown


@pytest.mark.parametrize("kind", [ONE_HOT, SINUSOIDS, LEARNED, ROTARY])
def test_positions_change_the_outputs_and_tell_equal_words_apart(kind):
    v = chosen(**at_places(NAMES[::-1]), kind=kind, one="the_1", other="the_2")
    assert min(changes(v).values()) > 1e-3
    assert apart(v) > 1e-3
    assert apart(v | {"kind": NONE}) < 1e-12


@pytest.mark.parametrize(
    ("kind", "varies", "on_the_distance_alone"),
    [(NONE, False, True), (ONE_HOT, True, False), (SINUSOIDS, True, False), (ROTARY, True, True)],
)
def test_scores_by_distance(kind, varies, on_the_distance_alone):
    one, other = scores_by_distance(kind, 10)
    assert (np.ptp(one) > 1e-9) == varies
    assert np.allclose(one, other) == on_the_distance_alone
    dog, thief = (np.array(SENTENCE[name][1]) for name in ("dog", "thief"))
    table = {SINUSOIDS: sinusoids(9, 8, 10), ONE_HOT: np.eye(9, 8)}.get(kind)
    if table is not None:  # from the first query, at place 8, to the key at place 7
        assert np.isclose(one[REACH - 1], (dog + table[8]) @ (thief + table[7]))


def test_what_the_settings_say_is_so():
    plain, turned, one, two, sinusoids, learned, hands, rotary = map(order.at, order.presets)
    assert max(changes(plain).values()) == 0
    assert order_of(turned) == ("the_1", "thief", "chases", "the_2", "dog")
    assert max(changes(turned).values()) < 1e-12
    assert changes(one)["thief"] < 1e-12 < 0.1 < changes(one)["dog"]
    assert changes(two)["thief"] > 0.005
    for setting in (sinusoids, learned, rotary):
        assert min(changes(setting).values()) > 0.01
    assert "depend on places" in order.show(**learned).sentence
    assert "only the distance counts" in order.show(**rotary).sentence
    assert "not the last" in order.show(**one).sentence
    assert "even the last" in order.show(**two).sentence
    assert order.show(**hands).sentence.endswith("q · k is 0.48.")


def found(values):
    return keyed(order.show(**values).parts["picture"])


def test_the_picture_moves_an_output_with_its_word_and_marks_one_that_has_changed():
    plain, turned, one, *_ = map(order.at, order.presets)
    before, after = found(plain), found(turned)
    for name, other in (("dog", "thief"), ("thief", "dog")):
        old, new, there = (
            x[f"output {x_name}"][1].boxes
            for x, x_name in ((before, name), (after, name), (before, other))
        )
        assert [box[3] for box in old] == pytest.approx([box[3] for box in new])  # as high
        assert [box[0] for box in new] == [box[0] for box in there]  # at the other's place
    said = {name: found(one)[f"said {name}"][0].text for name in NAMES}
    assert {name for name, text in said.items() if text == "changed"} == {"dog", "chases"}
    assert "thief sees the_1" in found(one)
    assert "the_1 sees thief" not in found(one)
    first = found(one | {name: plain[name] for name in NAMES})  # in the first order
    for name in ("dog", "chases"):
        outline, before = found(one)[f"first {name}"][0].boxes, first[f"output {name}"][1].boxes
        assert [box[1:] for box in outline] == [box[1:] for box in before]
        now = found(one)[f"output {name}"][1].boxes
        assert [box[1:] for box in now] != [box[1:] for box in outline]


def test_bars_go_up_and_down_as_far_as_numbers_say_and_hands_turn_from_place_to_place():
    boxes = bars(100, [1, -0.5, 99])
    assert [box[0] for box in boxes] == [65, 89, 113]  # side by side, around 100
    assert [(box[1], box[1] + box[3]) for box in boxes[:2]] == [
        (ZERO - UP, ZERO),
        (ZERO, ZERO + UP / 2),
    ]
    assert boxes[2][3] < boxes[2][1] + boxes[2][3] == ZERO  # no further than there is room
    for i in range(5):
        _, circle, *hands = place(i, 100, [], (0.5, 0.1))[0].shapes
        (x, y, across, _) = circle.boxes[0]
        for hand, turn in zip(hands, (0.5, 0.1), strict=True):
            (right, down) = np.subtract(hand.points[1], hand.points[0])
            assert np.arctan2(right, -down) == pytest.approx(i * turn)  # clockwise, from above
            assert hand.points[0] == (x + across / 2, y + across / 2)


def test_a_word_is_taken_where_it_stands():
    at = order.at(order.presets[1])
    drawing = order.show(**at).parts["picture"]
    for handle in drawing.handles:
        (x, y), (left, top) = handle["at"], handle["origin"]
        assert [(x - left) / handle["scale"], y - top] == [*at[handle["control"]]]
        (box,) = found(at)[f"word {handle['control']}"][0].boxes
        assert (x, y) == (box[0] + box[2] / 2, box[1] + box[3] / 2)


def test_two_hands_turn_by_their_places_and_the_angle_stays_where_both_go_further():
    (hands,) = (order.at(preset) for preset in order.presets if preset.name == "Two hands")
    for places in ({}, {"query": 7, "key": 5}, {"query": 0, "key": 12}):
        for further in (0, 3, 100):
            v = hands | places | {"further": further}
            drawn, angles = keyed(order.show(**v).parts["hands"]), []
            for i, by in enumerate((0, further)):
                starts = {"q": 0, "k": np.arctan2(0.8, 0.6)}
                for (name, start), at in zip(starts.items(), ("query", "key"), strict=True):
                    arrow = drawn[f"{name} {i}"][0]
                    (x, y) = np.subtract(arrow.end, arrow.start) / 110
                    wanted = start + v[at] + by  # 1 radian a place, anticlockwise
                    assert (x, -y) == pytest.approx((np.cos(wanted), np.sin(wanted)))
                (corners,) = (np.array(area.corners) for area in drawn[f"angle {i}"])
                angles.append(np.linalg.norm(corners[1] - corners[-1]))
            assert angles[0] == pytest.approx(angles[1])


# --- dragging


def test_a_dragged_word_takes_its_place_and_the_others_make_room():
    session = Session(order)
    for change, wanted in [
        ({"dog": [2, 0]}, ("the_1", "chases", "the_2", "thief", "dog")),
        ({"dog": [0, 2]}, ("the_1", "chases", "dog", "the_2", "thief")),
        ({"thief": [-1.6, 0.4]}, ("thief", "the_1", "chases", "dog", "the_2")),
        ({"thief": [-2, 0]}, ("thief", "the_1", "chases", "dog", "the_2")),
    ]:
        answer = session.change({"number": 1, "change": change})
        assert answer["problems"] == {}
        assert order_of(answer["values"]) == wanted
        assert sorted(answer["values"][name] for name in NAMES) == [[x, 0] for x in range(-2, 3)]


def grip(root, name):
    return root.locator(f"button[data-control={name}]")


def test_arrow_keys_alone(live):
    tab, root = live(order)
    grip(root, "chases").focus()
    for key, wanted in [
        ("ArrowLeft", ("the_1", "chases", "dog", "the_2", "thief")),
        ("ArrowLeft", ("chases", "the_1", "dog", "the_2", "thief")),
        ("Shift+ArrowRight", ("the_1", "dog", "the_2", "thief", "chases")),
    ]:
        with redrawn(root):
            tab.page.keyboard.press(key)
        assert order_of(values(root)) == wanted
        assert grip(root, "chases").evaluate("e => e === document.activeElement")
    label = grip(root, "chases").get_attribute("aria-label")
    assert label.startswith("chases, place 5 of 5.")
    shows(root, order)
