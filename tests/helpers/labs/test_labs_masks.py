"""The lab of notebook 05: masks, how hidden keys are hidden, and the leak test."""

import math
from itertools import product

import numpy as np
import pytest

from helpers.data import examples
from helpers.labs.engine.session import Session
from helpers.labs.masks_lab import (
    ALL,
    BOTH,
    CAUSAL,
    LEAK,
    OWN,
    PADDING,
    STRICT,
    WINDOW,
    ZERO,
    masks,
)
from tests.helpers.labs.lab_page import act, changed, choose, redrawn, shows, values

START = masks.at(masks.presets[0])
WORDS = ("we", "saw", "her", "duck")
RULES = {  # (query, key, length, width) → may attend; counted from 0
    ALL: lambda i, j, length, width: True,
    CAUSAL: lambda i, j, length, width: j <= i,
    STRICT: lambda i, j, length, width: j < i,
    PADDING: lambda i, j, length, width: j < length,
    WINDOW: lambda i, j, length, width: -width <= i - j <= width,
    BOTH: lambda i, j, length, width: j <= i and j < length,
}
SENTENCES = {0: "", 1: "we", 2: "we duck", 3: "we saw duck", 4: "we saw her duck"}


def at(**changes):
    return changed(masks, changes)


def parts(**changes):
    shown = masks.show(**at(**changes))
    return {name: part.data() for name, part in shown.parts.items()}


def column(part, heading):
    j = [head.replace("\n", " ") for head in part["columns"]].index(heading)
    return [row[j] for row in part["cells"]]


def lines(**changes):
    return [line[0][0] for line in parts(**changes)["words"]["lines"]]


def plain(text):
    """A cell as a number."""
    return float(text.replace("−", "-").replace("∞", "inf"))


def by_loop(v):
    """Weights and outputs with the chosen token nudged, in loops over plain numbers (float64)."""
    example = examples.WE_SAW_HER_DUCK
    inputs = [example.X[WORDS.index(word)].tolist() for word in SENTENCES[v["length"]].split()]
    inputs += [[0] * 5 for _ in range(4 - len(inputs))]
    inputs[v["token"] - 1] = [x + v["nudge"] for x in inputs[v["token"] - 1]]

    def project(W):
        return [
            [sum(x * w for x, w in zip(row, col, strict=True)) for col in W.T] for row in inputs
        ]

    Q, K, V = map(project, (example.W_Q, example.W_K, example.W_V))
    weights, outputs = [], []
    for i in range(4):
        may = v["mask"][i]
        s = [sum(a * b for a, b in zip(Q[i], K[j], strict=True)) / math.sqrt(2) for j in range(4)]
        summed = [j for j in range(4) if may[j] or v["hide"] == ZERO]
        top = max((s[j] for j in summed), default=0)
        total = sum(math.exp(s[j] - top) for j in summed)
        row = [math.exp(s[j] - top) / total if may[j] else 0.0 for j in range(4)]
        weights.append(row)
        outputs.append([sum(w * V[j][c] for j, w in enumerate(row)) for c in range(3)])
    return np.array(weights), np.array(outputs)


@pytest.mark.parametrize("hide", ["−∞", ZERO])
@pytest.mark.parametrize("pattern", RULES)
def test_numbers_are_those_of_a_loop(pattern, hide):
    for length, width, token, nudge in [(4, 1, 4, 1), (2, 0, 3, 10), (3, 2, 1, -1), (0, 3, 2, 1)]:
        v = at(pattern=pattern, length=length, width=width, hide=hide, token=token, nudge=nudge)
        rule = RULES[pattern]
        assert v["mask"] == [[rule(i, j, length, width) for j in range(4)] for i in range(4)]
        shown = {name: part.data() for name, part in masks.show(**v).parts.items()}
        weights, outputs = by_loop(v)
        before = by_loop(v | {"nudge": 0})[1]
        moves = abs(outputs - before).max(axis=1)
        cells = np.vectorize(plain)([row[:4] for row in shown["weights"]["cells"]])
        np.testing.assert_allclose(cells, weights, atol=5.1e-4)
        sums = [plain(x) for x in column(shown["weights"], "sum")]
        np.testing.assert_allclose(sums, weights.sum(axis=1), atol=5.1e-4)
        cells = np.vectorize(plain)([row[:3] for row in shown["outputs"]["cells"]])
        np.testing.assert_allclose(cells, outputs, atol=0.051)
        for cell, move in zip(column(shown["outputs"], "moves by"), moves, strict=True):
            assert (cell == "0") == (move < 1e-9)
            assert cell == "< 0.001" or plain(cell) == pytest.approx(move, abs=0.0051)


def test_the_documents_numbers():
    her = parts(nudge=0)["weights"]["cells"][2]
    exponentials = [math.exp(x / math.sqrt(2)) for x in (1, 2, 1)]  # notebook 05, by hand
    by_hand = [f"{x / sum(exponentials):.3f}" for x in exponentials]
    assert her == [*by_hand, "0.000", "1.000"] == ["0.248", "0.503", "0.248", "0.000", "1.000"]
    padded = parts(pattern=ALL, length=2, nudge=0)["weights"]
    assert padded["columns"][:4] == ["we", "duck", "PAD 1", "PAD 2"]
    assert padded["cells"][1][1:4] == ["0.193", "0.392", "0.392"]  # "padding-mask"
    zeroed = parts(hide=ZERO, nudge=0)["weights"]
    assert zeroed["title"].startswith("WRONG")
    assert [f"{x:.3f}" for x in by_loop(at(hide=ZERO, nudge=0))[0].sum(axis=1)] == column(
        zeroed, "sum"
    )
    strict = parts(pattern=STRICT, nudge=0)["outputs"]["cells"][3]
    assert strict[:3] == [
        f"{x:.2f}".replace("-", "−") for x in by_loop(at(pattern=STRICT, nudge=0))[1][3]
    ]


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
        assert blind.startswith("No visible key for we")
        assert ("becomes −∞" in number) == ((hide, dtype) == ("−1e9", "float16"))
        leaks = column(parts(**v)["outputs"], "leak")
        assert leaks[0] == ("–" if fate == "zero" else "LEAK")
        assert leaks[1:] == ["–"] * 3


def test_a_score_that_float16_could_not_hold_is_explained():
    line = "Scores beyond 65504 are computed in float32."
    for hide in ("−∞", "−1e9", "−1e4", ZERO):
        for dtype in ("float16", "float32"):
            for nudge in (1, 10_000):
                first = lines(hide=hide, dtype=dtype, nudge=nudge)[0]
                assert first.endswith(line) == (dtype == "float16" and nudge == 10_000)


def test_what_is_left_of_a_hidden_score():
    cell = {d: parts(hide="−1e9", dtype=d)["scores"]["cells"][0][1] for d in ("float64", "float32")}
    assert cell == {"float64": "−1e9−0.707", "float32": "−1e9"}  # raw score −1
    assert "64 apart: smaller scores are lost" in lines(hide="−1e9", dtype="float32")[0]
    assert "survive" in lines(hide="−1e9")[0]
    assert parts(hide="−1e4", nudge=-10_000)["scores"]["cells"][1][3] == "−1e4+3.5e4"
    assert parts(hide="−∞")["scores"]["cells"][0][1] == "−∞"
    assert parts(hide=ZERO)["scores"]["cells"][0][1] == "−0.707"


def test_the_leak_test_tells_what_moved_from_what_may():
    outputs = parts()["outputs"]
    assert column(outputs, "may move") == ["–", "–", "–", "✓"]
    assert column(outputs, "leak") == ["–"] * 4
    assert [mark[3] for mark in outputs["marks"]] == [False, False, False, True]
    zeroed = parts(hide=ZERO)["outputs"]
    assert column(zeroed, "leak") == ["LEAK", "LEAK", "LEAK", "–"]
    assert all(mark[3] for mark in zeroed["marks"])
    assert lines(hide=ZERO)[2:] == [
        "duck +1 moves we, saw, her, duck. LEAK to we, saw, her.",
        "Each token nudged in turn: 6 leaks of 6 possible.",
        *LEAK,
    ]
    assert column(parts(pattern=STRICT)["outputs"], "may move") == ["–", "–", "–", "query"]
    assert "by its own query" in lines(pattern=STRICT)[2]
    assert column(parts(pattern=STRICT, token=2)["outputs"], "may move") == ["–", "–", "✓", "✓"]
    leaky = column(parts(hide="−1e4", nudge=-10_000)["outputs"], "leak")
    assert leaky == [
        "–",
        "LEAK",
        "LEAK",
        "–",
    ]  # scores 35356 and 14142 exceed 10000, −7070 does not
    assert lines(nudge=0)[2:4] == [
        "Nothing is nudged.",
        "With no nudge nothing is tested for leaks.",
    ]


@pytest.mark.parametrize("hide", ["−∞", "−1e9", "−1e4"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_small_nudges_leak_only_into_rows_that_see_nothing(hide, dtype):
    for pattern in RULES:
        for nudge in (-1, 1, 10):
            v = at(pattern=pattern, length=3, hide=hide, dtype=dtype, nudge=nudge, token=4)
            leaks = column(masks.show(**v).parts["outputs"].data(), "leak")
            blind = [not any(row) for row in v["mask"]]
            assert all(b or leak == "–" for b, leak in zip(blind, leaks, strict=True)), pattern


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


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ("x", "4 entries"),
        ([[True]], "4 entries"),
        ([[1] * 4] * 4, "on and off"),
        ([[True]] * 4, "4"),
    ],
)
def test_a_mask_that_is_none_is_refused(mask, message):
    answer = Session(masks).change({"number": 1, "change": {"mask": mask}})
    assert message in answer["problems"]["mask"]
    assert answer["values"] == START


@pytest.mark.parametrize(
    ("hide", "dtype"),
    [*product([ZERO], ["float64", "float32", "float16"]), *product(["−∞", "−1e4"], ["float16"])],
)
def test_a_row_whose_shown_sum_is_not_1_is_named(hide, dtype):
    """Those that see nothing apart; and what float16 rounds is shown as 1."""
    patterns = [*product(RULES, [1]), (WINDOW, 2)]
    for (pattern, width), token, nudge in product(patterns, (1, 4), (-10_000, 0, 100)):
        v = at(pattern=pattern, width=width, hide=hide, dtype=dtype, token=token, nudge=nudge)
        shown = masks.show(**v).parts
        weights, sees = shown["weights"].data(), shown["words"].lines[1]
        sums = column(weights, "sum")
        assert [row[4] for row in weights["marks"]] == [x != "1.000" for x in sums]
        if hide == ZERO and set(sums) != {"1.000"}:
            off = ", ".join(word for word, x in zip(WORDS, sums, strict=True) if x != "1.000")
            assert sees == f"WRONG: not every row sums to 1: {off}."
        elif hide != ZERO:
            blind = [not any(row) for row in v["mask"]]
            assert all(b or x == "1.000" for b, x in zip(blind, sums, strict=True))


def test_nothing_is_wrong_where_nothing_is_hidden():
    assert parts(pattern=ALL, hide=ZERO)["weights"]["title"] == "Weights"
    assert lines(pattern=ALL)[0] == "Nothing is hidden."


def test_a_still_frames_the_cells_that_the_page_frames():
    for preset in masks.presets:
        for part in masks.show(**masks.at(preset)).parts.values():
            if part.data()["kind"] == "matrix":
                framed = sum(map(sum, part.data()["marks"]))
                assert part.still().html.count("border:3px solid") == framed


def grid(text):
    return [[c == "1" for c in row] for row in text.split()]


@pytest.mark.parametrize(
    ("index", "solves", "misses"),
    [
        (
            0,
            [
                {"pattern": WINDOW, "width": 0, "token": 1},
                {"mask": grid("1111 0111 0111 0111"), "token": 1},
            ],
            [
                {"pattern": WINDOW, "width": 0},  # duck is nudged
                {"pattern": WINDOW, "width": 0, "token": 1, "nudge": 0},
                {"pattern": WINDOW, "width": 0, "token": 1, "length": 0},  # it is a PAD
                {"mask": grid("1111 1111 0111 0111"), "token": 1},
            ],
        ),
        (
            1,
            [
                {"pattern": STRICT, "hide": "−1e4"},
                {"mask": grid("1111 0000 1111 1111"), "hide": "−1e9"},
            ],
            [
                {"hide": "−1e4"},  # each row sees something
                {"pattern": STRICT, "hide": "−1e9", "dtype": "float16"},
                {"pattern": STRICT, "hide": ZERO},
            ],
        ),
        (
            2,
            [
                {"length": 2, "token": 3},
                {"pattern": STRICT, "length": 3, "token": 4},
                {"mask": grid("1100 1100 1111 1111"), "length": 2, "token": 4},
            ],
            [
                {"pattern": PADDING, "length": 2, "token": 3},
                {"length": 2, "token": 2},  # a word
                {"length": 2, "token": 3, "nudge": 0},
                {"length": 2, "token": 3, "hide": ZERO},
                {"length": 0, "token": 3},  # there are no words
            ],
        ),
    ],
)
def test_challenges(index, solves, misses):
    solved = masks.challenges[index].solved
    assert all(solved(at(**changes)) for changes in solves)
    assert not any(solved(at(**changes)) for changes in misses)
    assert not any(solved(masks.at(preset)) for preset in masks.presets)


def cell(root, i, j):
    return root.locator(f"[data-part=mask] tbody tr:nth-child({i + 1}) button").nth(j)


def test_a_click_lets_a_query_see_a_key(live):
    tab, root = live(masks)
    choose(root, 3)  # strict
    shows(root, masks)
    with redrawn(root):
        cell(root, 0, 3).click()
        assert cell(root, 0, 3).get_attribute("aria-pressed") == "true"
        assert cell(root, 0, 3).inner_text() == "✓"
    now = values(root)
    assert now["pattern"] == OWN
    assert now["mask"][0] == [False, False, False, True]
    assert root.locator("label:text-is('Mask') + select").input_value() == OWN
    shows(root, masks)
    may_move = root.locator("[data-part=outputs] tbody tr").first.locator("td").nth(4)
    assert may_move.inner_text() == "✓"
    assert tab.errors == []


def test_clicks_faster_than_answers_all_count(live):
    """Each cell turns at once, before Python answers, and no earlier answer turns it back."""
    _, root = live(masks)
    choose(root, 0)
    click_all = """(root) => {
        const cells = [...root.querySelectorAll("[data-part=mask] button")];
        window.turns = 0;
        const watch = new MutationObserver((changes) => { window.turns += changes.length; });
        for (const cell of cells) watch.observe(cell, { attributeFilter: ["aria-pressed"] });
        for (const cell of cells) cell.click();
        return cells.map((cell) => [cell.ariaPressed, cell.textContent]);
    }"""
    with redrawn(root):
        at_once = root.evaluate(click_all)
        flipped = [[not x for x in row] for row in START["mask"]]
        looks = {True: ["true", "✓"], False: ["false", "–"]}
        assert at_once == [looks[x] for row in flipped for x in row]
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


def test_the_keyboard_alone_makes_a_leak(live):
    _, root = live(masks)
    choose(root, 0)
    root.locator("label:text-is('Hidden') + select").focus()
    act(root, root.page.keyboard.press, "End")  # zero after the softmax
    assert values(root)["hide"] == ZERO
    shows(root, masks)
    assert root.locator("[data-part=outputs] td:text-is('LEAK')").count() == 3
    cell(root, 0, 0).focus()
    with redrawn(root):
        for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Space"):
            root.page.keyboard.press(key)
    assert values(root)["mask"][2] == [True, False, True, False]
    focused = "(root) => root.contains(document.activeElement) && document.activeElement.ariaLabel"
    assert root.evaluate(focused) == "her, saw"
    shows(root, masks)
    root.locator("label:text-is('by') + input").focus()
    act(root, root.page.keyboard.press, "ArrowRight")
    assert values(root)["nudge"] == 10
    shows(root, masks)
