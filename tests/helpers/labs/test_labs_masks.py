"""The lab of notebook 05: masks, how hidden keys are hidden, and the leak test."""

import numpy as np
import pytest

from helpers.drawing.palette import KEY
from helpers.drawing.shapes import Boxes, Keyed
from helpers.labs.masks_lab import (
    ALL,
    BOTH,
    CAUSAL,
    OWN,
    PADDING,
    STRICT,
    WINDOW,
    ZERO,
    masks,
    run,
)
from helpers.labs.masks_picture import ROLL, shares
from tests.helpers.crowded import keyed, words_of
from tests.helpers.labs.lab_page import changed, choose, redrawn, setting, shows, values

START = masks.at(masks.presets[0])


def at(**changes):
    return changed(masks, changes)


def parts(**changes):
    shown = masks.show(**at(**changes))
    return {name: part.data() for name, part in shown.parts.items()}


def grid(text):
    return [[c == "1" for c in row] for row in text.split()]


def column(part, heading):
    j = [head.replace("\n", " ") for head in part["columns"]].index(heading)
    return [row[j] for row in part["cells"]]


def lines(**changes):
    return [line[0][0] for line in parts(**changes)["words"]["lines"]]


@pytest.mark.parametrize(
    ("pattern", "rows"),
    [
        (ALL, "1111 1111 1111 1111"),
        (CAUSAL, "1000 1100 1110 1111"),
        (STRICT, "0000 1000 1100 1110"),
        (PADDING, "1110 1110 1110 1110"),
        (WINDOW, "1100 1110 0111 0011"),
        (BOTH, "1000 1100 1110 1110"),
    ],
)
def test_a_pattern_lets_each_query_see_its_keys(pattern, rows):
    assert at(pattern=pattern, length=3, width=1)["mask"] == grid(rows)


@pytest.mark.parametrize(
    ("changes", "weights"),
    [
        ({}, "1.000 0.000 0.000 0.000, 0.196 0.804 0.000 0.000, 0.768 0.187 0.045 0.000"),
        ({"pattern": ALL}, "0.234 0.057 0.234 0.475, 0.151 0.623 0.151 0.075"),
        ({"hide": ZERO}, "0.234 0.000 0.000 0.000, 0.151 0.623 0.000 0.000"),
        ({"pattern": ALL, "length": 3}, "0.365 0.089 0.365 0.180, 0.123 0.505 0.123 0.249"),
        ({"pattern": PADDING, "length": 3}, "0.446 0.108 0.446 0.000, 0.164 0.673 0.164 0.000"),
    ],
)
def test_weights_are_those_of_notebook_05(changes, weights):
    shown = parts(**changes, nudge=0)["weights"]
    wanted = [row.split() for row in weights.split(", ")]
    assert [row[:4] for row in shown["cells"][: len(wanted)]] == wanted
    sums = [sum(map(float, row)) for row in wanted]
    shown_sums = [float(x) for x in column(shown, "sum")[: len(wanted)]]
    assert shown_sums == pytest.approx(sums, abs=0.002)
    assert shown["title"].startswith("WRONG") == (changes == {"hide": ZERO})
    assert [row[4] for row in shown["marks"][: len(wanted)]] == [total < 0.99 for total in sums]


def test_outputs_are_those_of_notebook_05():
    outputs = [row[:2] for row in parts(nudge=0)["outputs"]["cells"]]
    assert outputs == [["1.00", "0.00"], ["0.20", "0.80"], ["0.77", "0.19"], ["0.16", "0.01"]]
    assert lines(hide=ZERO)[1] == "WRONG: not every row sums to 1: animal, street, it."


@pytest.mark.parametrize(
    ("hide", "fates"),
    [
        ("−∞", ("zero", "zero", "zero")),
        ("−1e9", ("as if there were no mask", "uniform", "zero")),
        ("−1e4", ("as if there were no mask",) * 3),
    ],
)
def test_a_row_that_may_see_nothing_in_three_dtypes(hide, fates):
    """As notebook 05 prints them, "A blind row in three dtypes"; float16 is computed in float32."""
    unmasked = parts(pattern=ALL, nudge=0)["weights"]["cells"][0][:4]
    rows = {"zero": ["0.000"] * 4, "uniform": ["0.250"] * 4, "as if there were no mask": unmasked}
    for dtype, fate in zip(("float64", "float32", "float16"), fates, strict=True):
        v = {"pattern": STRICT, "hide": hide, "dtype": dtype}
        assert parts(**v, nudge=0)["weights"]["cells"][0][:4] == rows[fate]
        number, blind, *_ = lines(**v)
        assert fate in blind
        assert blind.startswith("No visible key for animal")
        assert ("becomes −∞" in number) == ((hide, dtype) == ("−1e9", "float16"))
        leaks = column(parts(**v)["outputs"], "leak")
        assert leaks[0] == ("–" if fate == "zero" else "LEAK")
        assert leaks[1:] == ["–", "–", "query"]


def test_a_score_that_float16_could_not_hold_is_explained():
    line = "Scores beyond 65504 are computed in float32."
    for hide in ("−∞", "−1e9", "−1e4", ZERO):
        for dtype in ("float16", "float32"):
            for nudge in (1, 20_000):
                first = lines(hide=hide, dtype=dtype, nudge=nudge)[0]
                assert first.endswith(line) == (dtype == "float16" and nudge == 20_000)


def test_what_is_left_of_a_hidden_score():
    cell = {d: parts(hide="−1e9", dtype=d)["scores"]["cells"][0][1] for d in ("float64", "float32")}
    assert cell == {"float64": "−1e9−0.707", "float32": "−1e9"}  # raw score −1
    assert "64 apart: smaller scores are lost" in lines(hide="−1e9", dtype="float32")[0]
    assert "survive" in lines(hide="−1e9")[0]
    assert parts(hide="−1e4", nudge=-20_000)["scores"]["cells"][1][3] == "−1e4+1.4e4"
    assert parts(hide="−∞")["scores"]["cells"][0][1] == "−∞"
    assert parts(hide=ZERO)["scores"]["cells"][0][1] == "−0.707"


def test_the_leak_test_tells_what_moved_from_what_may():
    outputs = parts()["outputs"]
    assert column(outputs, "leak") == ["–"] * 4
    assert [mark[2] for mark in outputs["marks"]] == [False, False, False, True]
    zeroed = parts(hide=ZERO)["outputs"]
    assert column(zeroed, "leak") == ["LEAK", "LEAK", "LEAK", "–"]
    assert all(mark[2] for mark in zeroed["marks"])
    assert lines(hide=ZERO)[2:] == [
        "tired +1 moves animal, street, it, tired. LEAK to animal, street, it.",
        "Each token nudged in turn: 6 leaks of 6 possible.",
    ]
    assert column(parts(pattern=STRICT)["outputs"], "leak") == ["–", "–", "–", "query"]
    assert "by its own query" in lines(pattern=STRICT)[2]
    leaky = column(parts(hide="−1e4", nudge=-20_000)["outputs"], "leak")
    assert leaky == ["–", "LEAK", "–", "–"]  # the score 14141 exceeds 10000, −14141 does not
    assert lines(nudge=0)[2:4] == [
        "Nothing is nudged.",
        "With no nudge nothing is tested for leaks.",
    ]


def test_each_setting_says_and_draws_what_runs_and_what_leaks():
    """A blind is up where a key is seen; the colour of a leak is drawn where one is counted."""
    said = {}
    for preset in masks.presets:
        v = masks.at(preset)
        view = masks.show(**v)
        said[preset.name] = view.sentence
        drawn = keyed(view.parts["mask"])
        tops = [[drawn[f"blind {i} {j}"][0].boxes[0][1] for j in range(4)] for i in range(4)]
        assert [[top == ROLL for top in row] for row in tops] == v["mask"], preset.name
        leaks = [word == "LEAK" for word in column(view.parts["outputs"].data(), "leak")]
        assert [f"leak {i}" in drawn for i in range(4)] == leaks
        assert ("leaks" in view.sentence) == any(leaks)
        assert (
            any(key.startswith("run") for key in drawn) == run(**v).moved[:, v["token"] - 1].any()
        )
    assert "to every output" in said["No mask"]
    assert "too late: sums fall below 1" in said["Zero after"]
    assert said["−1e4 leaks"].startswith("Where its score outweighs")
    assert said["−1e4 leaks"].endswith(": street.")
    assert "reaches no word" in said["Padding"]
    assert "empty" in said["Strict"]
    assert "whole weight" in masks.show(**at(pattern=STRICT, hide="−1e9", nudge=0)).sentence


def test_the_weights_of_a_row_fill_their_frame_end_to_end():
    *pieces, frame = shares(2, 100, [0.5, 0.3, 0.2], False)
    boxes = [piece.shapes[0].boxes[0] for piece in pieces]
    left, top, whole, high = frame.boxes[0]
    assert [across + 1 for _, _, across, _ in boxes] == pytest.approx(
        [w * whole for w in (0.5, 0.3, 0.2)]
    )
    assert [x for x, *_ in boxes] == pytest.approx([left, left + whole / 2, left + 0.8 * whole])
    assert {(y, down) for _, y, _, down in boxes} == {(top, high)}
    assert top < 100 < top + high


def test_a_row_without_a_key_has_the_output_0_and_a_change_ends_at_a_blind():
    drawn = keyed(masks.show(**at(pattern=STRICT, nudge=0)).parts["mask"])
    kinds = [drawn[f"output {i}"][0] for i in range(4)]
    assert [getattr(it, "text", "dot") for it in kinds] == ["0", "dot", "dot", "dot"]
    drawn = keyed(masks.show(**setting(masks, "Padding")).parts["mask"])
    (line, *_), (blind, *_) = drawn["nudge"], drawn["blind 0 3"]
    (_, y), (left, _), (right, _) = line.points[-3:]
    assert y < min(top for _, top, *_ in blind.boxes)
    assert (left, right) == (blind.boxes[0][0] + 1, blind.boxes[0][0] + 51)


def test_green_means_key_and_nothing_else():
    for preset in masks.presets:
        drawn = masks.show(**masks.at(preset)).parts["mask"]
        shapes = [x for s in drawn.shapes for x in (s.shapes if isinstance(s, Keyed) else [s])]
        assert KEY not in {shape.tone for shape in shapes}


def test_what_is_said_of_blinds_is_so():
    def said(*hidden, token=4, **changes):
        mask = [[(i, j) not in hidden for j in range(4)] for i in range(4)]
        return masks.show(**at(pattern=OWN, mask=mask, token=token, **changes)).sentence

    assert "stops at the blinds" in said((0, 3))
    elsewhere = said((3, 0))  # the only blind is before another key
    assert (
        elsewhere == "A change in “tired” (thick line) runs to every output, even of earlier words."
    )
    assert said((0, 3), token=1) == "A change in “animal” (thick line) runs to every output."
    unseen = at(pattern=WINDOW, width=1, token=3, nudge=-100)  # whose weight is 0 to one that may
    assert masks.show(**unseen).sentence == "A change in “it” (thick line) runs to street, it."
    assert "upright slats" in masks.show(**at(pattern=BOTH, length=3)).sentence
    assert "upright" not in masks.show(**at(pattern=BOTH, length=4)).sentence


@pytest.mark.parametrize(
    ("pattern", "upright", "named"),
    [(BOTH, {3}, {"ahead", "PAD"}), (PADDING, {3}, {"PAD"}), (CAUSAL, set(), {"hidden"})],
)
def test_the_blinds_of_padding_are_upright_and_each_kind_in_sight_is_named(pattern, upright, named):
    """A slat is as high as the cell, instead of as wide."""
    drawn = masks.show(**at(pattern=pattern, length=3, nudge=0)).parts["mask"]
    blinds = keyed(drawn, "blind ")
    columns = set()
    for key, (blind,) in blinds.items():
        _, _, across, down = blind.boxes[0]
        columns |= {int(key.split()[1])} if down > across else set()
    assert columns == upright
    words = {word.text for word in words_of(drawn.shapes)}
    assert words & {"ahead", "PAD", "hidden"} == named


def test_clicks_make_the_mask_the_readers_own():
    clicked = [list(row) for row in START["mask"]]
    clicked[0][3] = True
    v = at(mask=clicked)
    assert (v["pattern"], v["mask"]) == (OWN, clicked)
    assert masks.apply_dependencies(v | {"length": 2}, "length")["mask"] == clicked  # and it stays
    assert masks.apply_dependencies(v | {"pattern": CAUSAL}, "pattern") == START
    assert at(pattern=OWN)["mask"] == START["mask"]
    assert at(length=2)["mask"] == START["mask"]  # padding tokens at the end: causal as before
    assert at(pattern=WINDOW, width=0)["mask"] == np.eye(4, dtype=bool).tolist()
    assert "width" in masks.show(**START).off
    assert "width" not in masks.show(**at(pattern=WINDOW)).off
    assert "mask" in masks.show(**at(pattern=OWN)).main  # in sight where not all parts are


def test_nothing_is_wrong_where_nothing_is_hidden():
    assert parts(pattern=ALL, hide=ZERO)["weights"]["title"] == "Weights"
    assert lines(pattern=ALL)[0] == "Nothing is hidden."
    assert "leak." not in lines(pattern=ALL)[2]


def test_clicks_faster_than_answers_all_count(live):
    """Each cell turns at once, before Python answers, and no earlier answer turns it back."""
    _, root = live(masks)
    choose(root, 0)
    click_all = """(root) => {
        const cells = [...root.querySelectorAll("[data-part=mask] button")];
        window.turns = 0;
        const watch = new MutationObserver((changes) => { window.turns += changes.length; });
        for (const cell of cells) watch.observe(cell, { attributeFilter: ["aria-checked"] });
        for (const cell of cells) cell.click();
        return cells.map((cell) => cell.ariaChecked);
    }"""
    with redrawn(root):
        at_once = root.evaluate(click_all)
        flipped = [[not x for x in row] for row in START["mask"]]
        assert at_once == [str(x).lower() for row in flipped for x in row]
    assert values(root)["mask"] == flipped
    assert root.evaluate("() => window.turns") == 16
    shows(root, masks)


def test_of_two_actions_during_an_answer_the_last_wins(live):
    """While a message is on its way: a pattern, a click that makes the mask one's own, a pattern;
    then a pattern and a click."""
    _, root = live(masks)
    for click_last in (False, True):
        choose(root, 0)
        with redrawn(root):
            root.evaluate(
                """(root, clickLast) => {
                    const pattern = root.querySelectorAll("select")[1];
                    const choose = (index) => {
                        pattern.selectedIndex = index;
                        pattern.dispatchEvent(new Event("input"));
                    };
                    choose(1);
                    choose(2);
                    root.querySelector("[data-part=mask] button").click();
                    if (!clickLast) choose(3);
                }""",
                click_last,
            )
        assert values(root)["pattern"] == (OWN if click_last else PADDING)
        shows(root, masks)


def test_the_legend_shows_a_blind_where_one_hangs_in_front_of_a_cell():
    def striped(drawn):
        """Below the matrix."""
        boxes = [shape.boxes for shape in drawn.shapes if isinstance(shape, Boxes)]
        return [few for few in boxes if len(few) > 1 and few[0][1] > drawn.height - 30]

    assert len(striped(masks.show(**START).parts["mask"])) == 1
    assert striped(masks.show(**at(pattern=ALL)).parts["mask"]) == []


def test_a_bar_without_a_weight_says_why():
    def said(name):
        words = words_of(masks.show(**setting(masks, name)).parts["mask"].shapes)
        return [word.text for word in words].count("no key")

    assert [said("Strict"), said("Causal"), said("Zero after")] == [1, 0, 0]
