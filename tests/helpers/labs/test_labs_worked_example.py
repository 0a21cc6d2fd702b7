"""The lab of notebook 04: the documents' numbers, another arithmetic, edits, the step player."""

import copy
import math
import re
from itertools import pairwise, product

import numpy as np
import pytest

from helpers import documents
from helpers.data import examples
from helpers.drawing.shapes import Boxes, Ribbon
from helpers.labs import worked_example
from helpers.labs.engine.controls import Numbers
from helpers.labs.worked_example_lab.worked_example_numbers import (
    EXAMPLES,
    FIVE,
    THE_CAT_SLEEPS,
    work,
)
from tests.helpers.crowded import BOLD, around, crowded, keyed, words_of
from tests.helpers.labs.lab_page import (
    act,
    changed,
    choose,
    lines_of,
    open_part,
    redrawn,
    setting,
    shows,
    values,
)


def at(**changes):
    return changed(worked_example, changes)


def edited(values, name, i, j, value):
    matrix = copy.deepcopy(values[name])
    matrix[i][j] = value
    return worked_example.apply_dependencies(values | {name: matrix}, name)


def cells(values, name):
    return worked_example.show(**values).parts[name].data()["cells"]


def lines(values):
    _, *lines = lines_of(worked_example.show(**values).parts["sum"])
    return lines


def floats(text):
    return [float(x) for x in re.findall(r"-?\d+\.?\d*", text.replace("−", "-"))]


# --- another arithmetic: lists and loops ------------------------------------------------------


def times(A, B):
    columns = list(zip(*B, strict=True))
    return [[math.fsum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in A]


def by_hand(values):
    """Q, K, V, scores, weights and outputs."""
    Q, K, V = (times(values[x], values[w]) for x, w in (("Y", "W_Q"), ("X", "W_K"), ("X", "W_V")))
    root = math.sqrt(len(K[0])) if values["scaled"] else 1
    S = [[s / root for s in row] for row in times(Q, list(zip(*K, strict=True)))]
    exponentials = [[math.exp(s) for s in row] for row in S]
    A = [[e / math.fsum(row) for e in row] for row in exponentials]
    if values["weights"] == "rounded":
        A = [[round(a * 10) / 10 for a in row] for row in A]
    return {"Q": Q, "K": K, "V": V, "S": S, "A": A, "Z": times(A, V)}


def settings():
    three, five, sleeps = (at(example=e, step=8) for e in EXAMPLES)
    yield from (three, five, sleeps)
    yield from (three | {"scaled": True}, five | {"scaled": False}, three | {"weights": "rounded"})
    yield edited(three, "X", 0, 1, 0.5)
    yield edited(edited(sleeps, "Y", 1, 5, -2.5), "W_V", 0, 0, 7)
    yield edited(five, "W_Q", 0, 2, -1)


@pytest.mark.parametrize("values", list(settings()))
def test_every_number_is_that_of_loops(values):
    for name, expected in by_hand(values).items():
        shown = cells(values, name)
        for row, right in zip(shown, expected, strict=True):
            for text, x in zip(row, right, strict=True):
                decimals = len(text.partition(".")[2])
                assert abs(float(text.replace("−", "-")) - x) <= 0.500001 / 10**decimals, name


@pytest.mark.parametrize("query", [1, 2, 3])
@pytest.mark.parametrize("step", range(1, 9))
def test_dots_stand_for_what_is_still_to_come(query, step):
    values = at(query=query, step=step)
    since = {"Q": 3, "K": 3, "V": 3, "S": 4, "A": 5, "Z": 7}
    parts = worked_example.show(**values).parts
    for name, first in since.items():
        assert (name in parts) == (step >= first)
        if step < first:
            continue
        for i, row in enumerate(cells(values, name)):
            come = step >= first and (step == 8 or first == 3 or i == query - 1)
            assert all(("·" not in text) == come for text in row), (name, i)
    for name in ("X", "W_Q", "W_K", "W_V"):
        assert (name in parts) == (name == "X" or step >= 2)
        assert name not in parts or "·" not in str(cells(values, name))


def test_a_number_that_comes_moves_nothing():
    """A dot has as many characters as the number."""
    for example in EXAMPLES:
        steps = [worked_example.show(**at(example=example, step=step)) for step in range(1, 9)]
        for name in "QKVSAZ":
            sizes = [
                [list(map(len, row)) for row in shown.parts[name].data()["cells"]]
                for shown in steps
                if name in shown.parts
            ]
            assert sizes == [sizes[0]] * len(sizes)
        assert list(steps[-1].parts)[: len(steps[0].parts)] == list(steps[0].parts)


# --- the picture ------------------------------------------------------------------------------


def beams(values):
    """How broad the beams of Input 1 are, and the numbers beside them."""
    picture = worked_example.show(**values).parts["picture"]
    widths = [beam.width for beam, *_ in keyed(picture, "beam ").values()]
    texts = [word.text for word, *_ in keyed(picture, "figure").values()]
    return widths, texts


def test_beams_are_as_broad_as_scores_then_as_weights_and_fill_the_same_whole():
    case = work(at())
    scores, texts = beams(at(step=4))
    assert texts == ["2", "4", "4"]
    assert [width / scores[0] for width in scores] == pytest.approx(case.S[0] / 2)
    weights, texts = beams(at(step=5))
    assert texts == ["0.06", "0.47", "0.47"]
    assert [width / sum(weights) for width in weights] == pytest.approx(case.A[0])
    assert sum(weights) == pytest.approx(sum(scores))


def test_beams_of_one_weight_look_equally_broad_however_far_they_go():
    """They have one width all along, and begin side by side."""
    found = keyed(worked_example.show(**at(step=5)).parts["picture"], "beam ")
    ribbons = [beam for beam, *_ in found.values()]
    assert all(isinstance(beam, Ribbon) for beam in ribbons)
    assert ribbons[1].width == ribbons[2].width
    for one, other in pairwise(ribbons):
        apart = other.start[1] - one.start[1]
        assert apart == pytest.approx((one.width + other.width) / 2)


@pytest.mark.parametrize("step", range(1, 9))
def test_a_name_keeps_clear_of_the_numbers_of_its_row(step):
    drawn = keyed(worked_example.show(**at(step=step)).parts["picture"])
    for i in range(3):
        _, _, right, _ = around(drawn[f"name {i}"][0], BOLD)
        number = min(around(word)[0] for word in words_of(drawn[f"x {i}"]))
        assert number - right >= 10


def test_values_shrink_by_their_weights_and_then_stand_one_on_the_other():
    case = work(at())
    heights = case.A[0][:, None] * case.V  # (keys, features)
    for step in (6, 7):
        found = keyed(worked_example.show(**at(step=step)).parts["picture"], "piece ")
        boxes = np.array([[found[f"{j} {f}"][0].boxes[0] for f in range(3)] for j in range(3)])
        unit = boxes[..., 3].max() / heights.max()
        assert unit > 5
        assert boxes[..., 3] == pytest.approx(heights * unit)
    tops, grounds = boxes[..., 1].min(axis=0), (boxes[..., 1] + boxes[..., 3]).max(axis=0)
    assert grounds - tops == pytest.approx(case.Z[0] * unit)


def test_what_a_number_picks_of_a_matrix_is_beside_its_row():
    """The numbers of an input that are not 0 are dark, and so are the rows that they pick."""
    for query in (1, 2, 3):
        values = at(step=3, query=query)
        drawn = keyed(worked_example.show(**values).parts["picture"])
        for (r, a), name in product(enumerate(values["X"][query - 1]), ("W_Q", "W_K", "W_V")):
            (pick,), (first,) = drawn[f"pick {name} {r}"], drawn[f"{name} {r} 0"]
            assert (pick.opacity > 0.3) == (a != 0)
            (x, y, across, _), (left, top, _, _) = pick.boxes[0], first.boxes[0]
            assert (y, x + across < left) == (top, True)


def test_the_number_of_a_beam_keeps_clear_of_the_other_beams():
    """Along the middle of each, which is a Bézier curve from where it bends."""
    t = np.linspace(0, 1, 200)[:, None]
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
    for query, step in product((1, 2, 3), (4, 5, 6, 7)):
        drawn = worked_example.show(**at(step=step, query=query)).parts["picture"]
        figures = keyed(drawn, "figure ")
        for j, (beam,) in keyed(drawn, "beam ").items():
            (x, y), end = beam.start, beam.end
            bends = x + beam.lead
            middle = bends + beam.steep * (end[0] - bends)
            points = (bends, y), (middle, y), (middle, end[1]), end
            way = sum(w * np.array(p) for w, p in zip(weights, points, strict=True))
            for left, top, right, bottom in [around(w) for k, (w,) in figures.items() if k != j]:
                apart = [
                    np.maximum(0, np.maximum(low - way[:, k], way[:, k] - high))
                    for k, low, high in ((0, left, right), (1, top + 2, bottom - 2))
                ]
                assert np.hypot(*apart).min() > beam.width / 2, (query, step, j)


def test_what_the_settings_say_of_their_numbers():
    def of(name):
        return work(setting(worked_example, name))

    raw, divided = work(at()).A[0], of("Scaled").A[0]
    assert [f"{x:.2f}" for x in (*raw, *divided)] == [
        *("0.06", "0.47", "0.47", "0.14"),
        "0.43",
        "0.43",
    ]
    assert of("Rounded").A[0].sum() == pytest.approx(1.1)
    outputs = [case.Z[0][1].round(1) for case in (work(at()), of("As printed"), of("Rounded"))]
    assert outputs == pytest.approx([6.7, 7.0, 7.2])


def test_query_key_and_value_have_one_scale():
    rows = keyed(worked_example.show(**at(step=3)).parts["picture"])
    units = set()
    for name, numbers in (("q 0", [1, 0, 2]), ("k 1", [4, 4, 0]), ("v 1", [2, 8, 0])):
        boxes = [shape.boxes[0] for shape in rows[name] if isinstance(shape, Boxes)]
        units |= {round(box[3] / a, 6) for box, a in zip(boxes, numbers, strict=True) if a}
    assert len(units) == 1


def test_a_score_below_0_is_pale_and_said():
    values = edited(at(step=4), "X", 0, 0, -3)
    assert "pale below 0" in worked_example.show(**values).sentence
    assert "pale" not in worked_example.show(**at(step=4)).sentence


# --- the documents' numbers -------------------------------------------------------------------


def printed(place):
    entries = documents.PRINTED
    return floats(next(e.printed for e in entries if (e.document, e.place) == ("003", place)))


def test_as_printed_is_what_the_table_of_documents_says():
    shown = cells(at(step=8, weights="as printed"), "A")
    assert [float(x) for row in shown for x in row] == printed("code 5, rounded")
    for step, i in ((1, 0), (1, 1), (1, 2)):
        assert [float(x) for x in cells(at(), "X")[i]] == printed(f"step {step}, Input {i + 1}")
    for W, name in (("W_K", "key"), ("W_Q", "query"), ("W_V", "value")):
        assert [float(x) for row in cells(at(step=2), W) for x in row] == printed(f"step 2, {name}")
    for X, name in (("K", "keys"), ("Q", "querys"), ("V", "values")):
        shown = cells(at(step=3), X)
        assert [float(x) for row in shown for x in row] == printed(f"code 3, {name}")
    outputs = cells(at(step=8, weights="as printed"), "Z")
    assert outputs == [["2.0", "7.0", "1.5"], ["2.0", "8.0", "0.0"], ["2.0", "7.8", "0.3"]]


def test_sums_are_written_out():
    assert lines(at(step=3))[1] == "key of Input 1 = 1 · [0, 0, 1] + 1 · [0, 1, 0] = [0, 1, 1]"
    assert lines(at(step=4))[1] == "Input 2: 1·4 + 0·4 + 2·0 = 4"
    assert lines(at(step=4) | {"scaled": True})[1] == "Input 2: 1·4 + 0·4 + 2·0 = 4,  / √3 = 2.3094"
    assert lines(at(step=5))[0] == "Input 1: e^2 / sum = 7.38906 / 116.585 = 0.0634"
    assert lines(at(step=6))[1] == "Input 2: 0.4683 · [2, 8, 0] = [0.9366, 3.7465, 0.0000]"
    last = "Output 3 = 0.0003 v1 + 0.8805 v2 + 0.1192 v3 = [1.9997, 7.7599, 0.3584]"
    assert lines(at(step=8))[2] == last
    negative = "the: 0·1 + 1·(−2) + (−1)·(−2) + 2·0 = 0,  / √4 = 0"
    assert lines(at(example="the cat sleeps", step=4))[0] == negative
    nothing = edited(at(step=3), "X", 0, 0, 0)
    nothing = edited(nothing, "X", 0, 2, 0)
    assert lines(nothing)[0] == "query of Input 1 = nothing but zeros = [0, 0, 0]"


def test_no_product_has_a_zero_below_0():
    for step in range(3, 9):
        texts = " ".join(lines(edited(at(step=step), "X", 0, 0, -0.00001)))
        assert not re.search(r"−0(?![.\d])", texts)


def test_five_words_have_the_identity_and_only_apple_is_printed():
    values = at(example="five words", step=7)
    assert values["scaled"] is True
    assert cells(values, "S")[0] == ["16.74", "0", "5.77", "5.77", "0"]
    assert cells(values, "Q") == cells(values, "V") == cells(values, "X")
    assert "identity" in lines(values | {"step": 2})[2]
    assert "identity" not in lines(edited(values | {"step": 2}, "W_V", 0, 0, 2))[2]
    values = at(example="five words", step=8, weights="as printed")
    assert cells(values, "A")[0] == ["0.99997", "0.00000", "0.00002", "0.00002", "0.00000"]
    assert cells(values, "Z")[0][0] == "4.99989"  # the operands as printed, not the printed 4.99986
    assert "·" in cells(values, "A")[1][0]
    assert lines(values)[1] == "output of is = not printed"
    assert worked_example.apply_dependencies(values | {"query": 2}, "query")["weights"] == "exact"


def test_large_scores_do_not_overflow():
    values = at(step=5)
    values = edited(values, "X", 0, 0, 99)
    assert "was subtracted from all" in lines(values)[-1]
    assert "inf" not in str(worked_example.show(**values))
    assert sum(float(x) for x in cells(values, "A")[0]) == pytest.approx(1)


# --- apply_dependencies --------------------------------------------------------------------


def test_an_example_brings_its_numbers_its_method_and_a_query_that_it_has():
    values = at(query=3, step=5, weights="as printed", example="the cat sleeps")
    assert values["X"] == examples.THE_CAT_SLEEPS.X.tolist()
    assert values["Y"] == examples.THE_CAT_SLEEPS.Y.tolist()
    assert (values["query"], values["weights"], values["scaled"]) == (2, "exact", True)
    shown = worked_example.show(**values)
    assert shown.options == {"query": ["BOS", "le"], "weights": ["exact", "rounded"]}
    assert [len(cells(values, name)) for name in ("Y", "X", "W_V", "S", "A")] == [2, 3, 6, 2, 2]
    values = worked_example.apply_dependencies(values | {"example": "three inputs"}, "example")
    assert values["Y"] == values["X"] == examples.THREE_INPUTS_X.tolist()
    assert values["scaled"] is False


def test_in_self_attention_an_edit_of_x_changes_queries_and_keys():
    before = at(step=3)
    after = edited(before, "X", 0, 1, 1)
    assert after["Y"] == after["X"]
    assert cells(after, "Q")[0] == ["2", "0", "2"]
    assert cells(after, "K")[0] == ["1", "2", "1"]
    before = at(example="the cat sleeps", step=3)
    after = edited(before, "X", 0, 1, 1)
    assert cells(after, "Q") == cells(before, "Q")
    assert cells(after, "K") != cells(before, "K")


def test_as_printed_goes_once_numbers_or_method_are_not_the_document_s():
    values = at(step=7, weights="as printed")
    for change in ({"scaled": True}, {"X": edited(values, "X", 2, 3, 4)["X"]}):
        after = worked_example.apply_dependencies(values | change, next(iter(change)))
        assert after["weights"] == "exact"
        assert worked_example.show(**after).options["weights"] == ["exact", "rounded"]
    assert (
        worked_example.apply_dependencies(values | {"query": 2}, "query")["weights"] == "as printed"
    )


def test_what_cannot_apply_is_off():
    assert worked_example.show(**at(step=3)).off == ("scaled", "weights")
    assert worked_example.show(**at(step=4)).off == ("weights",)
    assert worked_example.show(**at(step=5)).off == ()


# --- numbers typed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("2", 2),
        ("-2.5", -2.5),
        ("−3", -3),
        (" 0,5 ", 0.5),
        ("1/3", 1 / 3),
        ("-1/4", -0.25),
        ("1,0005", 1.0005),
    ],
)
def test_what_may_be_typed(typed, number):
    control = Numbers("W", "W", ((0, 1 / 3),), limit=1000)
    assert control.parse([[typed, 1 / 3]], [[0, 1 / 3]]) == [[number, 1 / 3]]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("abc", "W, row 1, column 2: “abc” is not a number"),
        ("", "W, row 1, column 2: “” is not a number"),
        ("1/0", "W, row 1, column 2: “1/0” is not a number"),
        ("1/2/3", "W, row 1, column 2: “1/2/3” is not a number"),
        ("/", "W, row 1, column 2: “/” is not a number"),
        ("1e999", "W, row 1, column 2: “1e999” is not a number"),
        ("1_0", "W, row 1, column 2: “1_0” is not a number"),
        ("1,000", "W, row 1, column 2: “1,000” may mean thousands: write a point, or no comma"),
        ("1001", "W, row 1, column 2: “1001” is beyond ±1000"),
    ],
)
def test_nonsense_gets_its_message(typed, problem):
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        Numbers("W", "W", ((0, 0),), limit=1000).parse([[0, typed]], [[0, 0]])


# --- in the browser ---------------------------------------------------------------------------


def begin(live, step=1, opened=("X",)):
    tab, root = live(worked_example)
    for _ in range(1, step):
        act(root, root.get_by_role("button", name="Next", exact=True).click)
    for name in opened:
        open_part(root, name)
    return tab, root


def cell(root, name, i, j):
    return root.locator(f"[data-part={name}] tbody tr").nth(i).locator("td").nth(j)


def field(root, name, i, j):
    return cell(root, name, i, j).locator("input")


def type_into(root, at, text):
    """By mouse and keys, one answer a key."""
    field(root, *at).click()
    root.page.keyboard.press("Control+a")
    for key in text:
        act(root, root.page.keyboard.press, key)


def places(root):
    return [part.bounding_box() for part in root.locator("[data-part]").all()]


def test_an_edit_stays_as_typed_and_alters_no_other_cell(live):
    _, root = begin(live, 7, ("W_V",))
    act(root, field(root, "W_V", 0, 0).fill, "1/3")
    assert values(root)["W_V"][0][0] == pytest.approx(1 / 3, abs=1e-15)
    field(root, "W_V", 0, 1).focus()
    assert field(root, "W_V", 0, 0).input_value() == "0.333"
    type_into(root, ("W_V", 0, 1), "2,50")
    assert field(root, "W_V", 0, 1).input_value() == "2,50"
    assert values(root)["W_V"][0] == [1 / 3, 2.5, 0]
    root.page.keyboard.press("Tab")
    assert field(root, "W_V", 0, 1).input_value() == "2.5"
    shows(root, worked_example)


def test_nonsense_keeps_the_last_good_state_and_is_mended(live):
    _, root = begin(live, 7)
    good, before_it = values(root), places(root)
    message = root.locator("[data-part=X] .lab-problem")
    done = root.locator(".lab-tasks li").first
    act(root, field(root, "X", 0, 1).fill, "<b>1")
    assert message.inner_text() == "X, row 1, column 2: “<b>1” is not a number"
    assert field(root, "X", 0, 1).get_attribute("aria-invalid") == "true"
    assert values(root) == good
    root.page.keyboard.press("End")
    assert field(root, "X", 0, 1).input_value() == "<b>1"
    assert places(root) == before_it
    root.page.keyboard.press("Tab")  # the last good number is back, and the message gone
    assert field(root, "X", 0, 1).input_value() == "0"
    assert message.inner_text() == ""
    assert places(root) == before_it
    shows(root, worked_example)
    assert not done.inner_text().endswith("Solved.")
    act(root, field(root, "X", 0, 1).fill, "1")
    assert message.inner_text() == ""
    assert field(root, "X", 0, 1).get_attribute("aria-invalid") == "false"
    assert values(root)["X"][0] == [1, 1, 1, 0]
    assert done.inner_text().endswith("Solved.")
    shows(root, worked_example)
    act(root, field(root, "X", 0, 1).fill, "abc")
    choose(root, 1)  # a setting clears it
    open_part(root, "X")
    assert message.inner_text() == ""
    assert field(root, "X", 0, 1).input_value() == "0"


def test_what_is_half_typed_waits_for_the_rest(live):
    _, root = begin(live, 7)
    message = root.locator("[data-part=X] .lab-problem")
    field(root, "X", 0, 1).click()
    with redrawn(root):
        before = root.get_attribute("data-frame")
        root.page.keyboard.press("Control+a")
        root.page.keyboard.press("Backspace")
        root.page.keyboard.press("-")
        assert (root.get_attribute("data-frame"), message.inner_text()) == (before, "")
        root.page.keyboard.press("2")
    assert (values(root)["X"][0][1], message.inner_text()) == (-2, "")
    field(root, "X", 0, 1).fill("")
    root.page.keyboard.press("Tab")  # an empty cell that is left has its number back
    assert field(root, "X", 0, 1).input_value() == "−2"
    act(root, field(root, "X", 0, 1).fill, "")  # one that is not is told
    assert field(root, "X", 0, 1).input_value() == ""
    assert message.inner_text() == "X, row 1, column 2: “” is not a number"


def test_by_keyboard_alone(live):
    """Tab to the player, step, Tab on to a matrix, go down a column, type, down again."""
    _, root = begin(live)
    root.get_by_label("Step", exact=True).focus()
    with redrawn(root):
        for key in ["ArrowRight", "ArrowRight", "ArrowRight"]:
            root.page.keyboard.press(key)
    for _ in range(100):
        if field(root, "X", 0, 0).evaluate("e => e === document.activeElement"):
            break
        root.page.keyboard.press("Tab")
    else:
        pytest.fail("Tab does not reach X")
    for key in ["ArrowDown", "Enter", "ArrowUp"]:
        root.page.keyboard.press(key)
    assert field(root, "X", 1, 0).evaluate("e => e === document.activeElement")
    act(root, root.page.keyboard.press, "3")  # the number was selected: it is typed over
    assert values(root)["X"][1] == [3, 2, 0, 2]
    assert values(root)["Y"][1] == [3, 2, 0, 2]
    shows(root, worked_example)


def test_the_first_picture_asks_how_much_of_each_row_goes_into_the_output():
    for given in (at(), at(example=THE_CAT_SLEEPS), at(query=2)):
        drawn = worked_example.show(**given | {"step": 1}).parts["picture"]
        lines = [line for line, *_ in keyed(drawn, "to come").values()]
        assert len(lines) == len(given["X"])
        (_, y), *_ = {tuple(line.points[-1]) for line in lines}
        (mark,) = (x for x in words_of(drawn.shapes) if x.text == "?")
        assert mark.y == y
        assert crowded(drawn, slack=1) == []


def test_a_weight_stands_in_its_own_row():
    values = at(example=FIVE, step=5)
    places = keyed(worked_example.show(**values).parts["picture"])
    for j in range(5):
        apart = [abs(places[f"figure {j}"][0].y - places[f"name {i}"][0].y) for i in range(5)]
        assert min(apart) == apart[j]
