"""The lab of several heads: split and merge, the weights of each head, and what heads write."""

import json
import math

import numpy as np
import pytest
from browser import frame, settled
from lab_page import act, shows, values

from helpers.figures import links
from helpers.figures.shapes import Boxes, Line, Word
from helpers.labs import heads
from helpers.labs.heads_lab import (
    ALL,
    FULL_K,
    FULL_Q,
    FULL_V,
    HEADS,
    SPLIT,
    STAGES,
    TOKENS,
    W_O,
    WEIGHTS,
    WRITES,
    X,
)
from helpers.labs.heads_split import CELL
from helpers.labs.session import Session

START = heads.at(heads.presets[0])


def at(**changes):
    """The values of the lab after these changes, one after the other."""
    session = Session(heads)
    for name, value in changes.items():
        answer = session.change({"change": {name: value}})
        assert (answer["error"], answer["problems"]) == ("", {})
    return session.state.values


def parts(**changes):
    return {name: part.data() for name, part in heads.show(**at(**changes)).parts.items()}


def drawings(**changes):
    return heads.show(**at(**changes)).parts


def cells(part):
    return np.array([[float(text.replace("−", "-")) for text in row] for row in part["cells"]])


def solved(**changes):
    return [bool(challenge.solved(at(**changes))) for challenge in heads.challenges]


# --- split and merge --------------------------------------------------------------------------


def read(drawing):
    """The numbers of a stage from where they are drawn: {number: (title, row, place in the block)}.

    A block's title is bold, above its middle; a row's name is at the left."""
    words = [shape for shape in drawing.shapes if isinstance(shape, Word)]
    numbers = [w for w in words if w.text.isdigit() and not w.bold]
    rows = {w.y: w.text for w in words if not w.text.isdigit() and not w.bold}
    titles = [w for w in words if w.bold and w.anchor == "middle"]
    found, firsts = {}, {}
    for w in numbers:  # row after row
        line = max(t.y for t in titles if t.y < w.y)
        above = [t for t in titles if t.y == line]
        title = min(above, key=lambda t: abs(t.x - w.x))
        first = firsts.setdefault((id(title), w.y), w.x)
        found[int(w.text)] = (title.text, rows[w.y], round((w.x - first) / CELL))
    return found


@pytest.mark.parametrize("h", HEADS)
def test_every_cell_stands_where_the_shapes_say(h):
    d = 12 // h
    for stage in range(len(STAGES)):
        shown = drawings(heads=h, stage=stage)
        right, wrong = read(shown["right"]), read(shown["wrong"])
        for t, f in np.ndindex(4, 12):
            number = 100 * (t + 1) + f + 1
            head, place = divmod(f, d)
            token = TOKENS[t]
            pieces = (token, f"head {head + 1}", place)
            expected = [
                ("", token, f),
                pieces,
                (str(head + 1), token, place),
                pieces,
                ("", token, f),
            ]
            assert right[number] == expected[stage]
            cell = 12 * t + f  # reshape reads row after row
            alone = (str(cell // (4 * d) + 1), TOKENS[cell // d % 4], cell % d)
            cell = (head * 4 + t) * d + place  # as it lies in heads
            merged = ("", TOKENS[cell // 12], cell % 12)
            assert wrong[number] == [("", token, f), alone, alone, merged, merged][stage]


@pytest.mark.parametrize("h", HEADS)
@pytest.mark.parametrize("stage", [2, 4])
def test_colour_is_the_token_and_dashes_frame_another_tokens_cells(h, stage):
    tones = ("blue", "orange", "green", "pink")
    for lane in ("right", "wrong"):
        drawing = drawings(heads=h, stage=stage)[lane]
        stands = read(drawing)
        words = [shape for shape in drawing.shapes if isinstance(shape, Word)]
        where = {int(w.text): (w.x, w.y) for w in words if w.text.isdigit() and not w.bold}
        boxes = [shape for shape in drawing.shapes if isinstance(shape, Boxes)]
        fills = {shape.tone: shape.boxes for shape in boxes if not shape.outline}
        (dashed,) = [shape.boxes for shape in boxes if shape.dash == "dashed"]
        picked = boxes[-1].boxes
        for number, (x, y) in where.items():

            def within(places, x=x, y=y):
                return any(a < x < a + w and b < y < b + h for a, b, w, h in places)

            assert [tone for tone in tones if within(fills[tone])] == [tones[number // 100 - 1]]
            assert within(picked) == (number == 203)
            assert within(dashed) == (stands[number][1] != TOKENS[number // 100 - 1])
        assert bool(dashed) == (lane == "wrong" and h > 1)
    area = sum(w * h for _, _, w, h in fills["blue"])
    assert area == 12 * 32 * 24


def test_the_notebooks_row():
    """Two heads: the row of token 2 in head 1 is the second half of token 1."""
    drawing = drawings(stage=2)["wrong"]
    shown = read(drawing)
    row = {
        number: place
        for number, (block, token, place) in shown.items()
        if (block, token) == ("1", "saw")
    }
    assert row == {107: 0, 108: 1, 109: 2, 110: 3, 111: 4, 112: 5}
    assert drawing.title == "WRONG: x.reshape(2, 4, 6)"


@pytest.mark.parametrize("h", HEADS)
@pytest.mark.parametrize("stage", [2, 4])
def test_wrong_is_what_puts_numbers_elsewhere(h, stage):
    shown = drawings(heads=h, stage=stage)
    right, wrong = shown["right"], shown["wrong"]
    assert "WRONG" not in right.title
    assert ("WRONG" in wrong.title) == (read(right) != read(wrong)) == (h > 1)


@pytest.mark.parametrize("h", HEADS)
@pytest.mark.parametrize("stage", range(5))
def test_the_names_of_rows_are_whole(h, stage):
    for name in ("right", "wrong"):
        shapes = drawings(heads=h, stage=stage)[name].shapes
        names = [s for s in shapes if isinstance(s, Word) and s.anchor == "end"]
        assert len(names) > 3
        assert all(word.x >= 9.5 * len(word.text) for word in names)


@pytest.mark.parametrize("h", HEADS)
def test_lines_say_where_the_picked_number_goes(h):
    fixed = sum(t * (h - 1) == 3 * g for t in range(4) for g in range(h)) * (12 // h)
    lines = [line[0][0] for line in parts(heads=h)["place"]["lines"]]
    assert lines[0] == "203 is feature 3 of token 2, “saw”."
    assert lines[-2] == f"Reshape alone leaves {fixed} of 48 numbers in place."
    if h == 2:
        assert lines[1].endswith("By reshape alone: head 1, row of “her”, place 3.")
        assert lines[2] == "Merged: row of “saw”, place 3. By reshape alone: row of “we”, place 9."


# --- weights, and what is written ---------------------------------------------------------------


def by_hand(h):
    """Weights [head][query][key] and what each head writes (h, n, d_out), one number at a time."""
    d = 12 // h
    full = FULL_Q, FULL_K, FULL_V  # (12, 12) each, heads side by side
    Q, K, V = (
        [[sum(x[a] * W[a, c] for a in range(12)) for c in range(12)] for x in X] for W in full
    )
    weights, written = np.zeros((h, 4, 4)), np.zeros((h, 4, 6))
    for head in range(h):
        own = range(head * d, head * d + d)
        for i in range(4):
            powers = [
                math.exp(sum(Q[i][c] * K[j][c] for c in own) / math.sqrt(d)) for j in range(4)
            ]
            weights[head, i] = [power / sum(powers) for power in powers]
            for c in own:
                out = sum(weights[head, i, j] * V[j][c] for j in range(4))
                written[head, i] += [out * W_O[c, o] for o in range(6)]
    return weights, written


@pytest.mark.parametrize("h", HEADS)
def test_weights_of_every_head_are_in_reach(h):
    weights, _ = by_hand(h)
    seen = {}
    for first in range(1, max(1, h - 2) + 1):
        for name, part in parts(look=WEIGHTS, heads=h, first=first).items():
            if name.startswith("weights"):
                seen[part["title"]] = cells(part)
    assert list(seen) == [f"Weights of head {k + 1}" for k in range(h)]
    assert np.allclose(list(seen.values()), weights, atol=0.00501)
    names = heads.show(**at(look=WEIGHTS, heads=h)).options["first"]
    assert len(names) == max(1, h - 2)


def lines_of(drawing):
    return [shape for shape in drawing.shapes if isinstance(shape, Line)]


def test_lines_are_as_wide_as_the_weights_of_the_query():
    weights, _ = by_hand(2)
    tones = {"blue": ("solid", 0), "orange": ("dashed", 1)}
    shown = lines_of(drawings(look=WEIGHTS, query="her")["lines"])
    for tone, (dash, head) in tones.items():
        *drawn, key = [line for line in shown if line.tone == tone]
        seen = [10 * w for w in weights[head, 2] if w > 0.02]
        assert [line.width for line in drawn] == pytest.approx(seen)
        assert {line.dash for line in drawn} == {key.dash} == {dash}
        assert len({line.points[0] for line in drawn}) == 1
    everyone = lines_of(drawings(look=WEIGHTS, query=ALL)["lines"])
    assert len(everyone) == (weights > 0.02).sum() + 2


def test_a_head_keeps_its_look_and_heads_in_view_differ():
    looks = {}
    for first in range(1, 11):
        keys = lines_of(drawings(look=WEIGHTS, heads=12, first=first, query="we")["lines"])
        keys = {(line.tone, line.dash) for line in keys}
        assert len(keys) == 3
        assert len({tone for tone, _ in keys}) == len({dash for _, dash in keys}) == 3
        looks[first] = keys
    assert all(len(looks[k] & looks[k + 1]) == 2 for k in range(1, 10))


def test_links_of_two_sentences():
    weights = np.array([[[1.0, 0, 0], [0, 0.5, 0.5]]])
    shown = links("Links", weights, ["a", "b"], ["p", "q", "r"], heads=["head"], together=True)
    *drawn, _ = lines_of(shown)
    assert [line.width for line in drawn] == [10, 5, 5]
    assert len({line.points[1] for line in drawn}) == 3
    words = {word.text: word.y for word in shown.shapes if isinstance(word, Word)}
    assert words["a"] == (words["p"] + words["q"]) / 2  # both columns have one middle


@pytest.mark.parametrize("h", HEADS)
def test_what_heads_write_adds_up_to_the_output(h):
    _, written = by_hand(h)
    random = np.random.default_rng(h)
    for on in ([True] * h, random.random(h) < 0.5, [False] * h):
        on = np.array(on)
        for i, query in enumerate(TOKENS):
            chosen = {"look": WRITES, "heads": h, "on": on[:, None].tolist(), "query": query}
            shown = parts(**chosen)
            left = written * on[:, None, None]
            *rows, total = cells(shown["parts"])
            assert np.allclose(rows, left[:, i], atol=0.00501)
            assert np.allclose(total, left[:, i].sum(axis=0), atol=0.00501)
            assert np.allclose(cells(shown["output"]), left.sum(axis=0), atol=0.00501)
            assert shown["parts"]["cells"][-1] == shown["output"]["cells"][i]
        moved = abs((written - left).sum(axis=0)).max(axis=1)
        effect = shown["change"]["lines"][0][0][0]
        if on.all():
            assert effect == "All heads are on."
        else:
            assert effect.endswith(f"up to {moved.max():.2f} (“{TOKENS[moved.argmax()]}”).")


def test_sentences_of_the_presets_are_true():
    at_preset = {preset.name: heads.at(preset) for preset in heads.presets}

    def blocks_of(name, lane):
        """{(title, row): the numbers in it}."""
        drawing = heads.show(**at_preset[name]).parts[lane]
        found = {}
        for number, (block, row, _) in read(drawing).items():
            found.setdefault((block, row), set()).add(number)
        return found

    halves = blocks_of("Split", "right")
    assert all(len(numbers) == 6 for numbers in halves.values())
    whole = set().union(
        *(numbers for (block, _), numbers in blocks_of("Split", "wrong").items() if block == "1")
    )
    assert whole == {*range(101, 113), *range(201, 213)}
    assert blocks_of("Merge", "wrong")["", "we"] == {*range(101, 107), *range(201, 207)}
    for (block, _), numbers in blocks_of("As many heads as tokens", "wrong").items():
        assert {number // 100 for number in numbers} == {int(block)}
    her = [cells(heads.show(**at_preset["One head"]).parts["weights 0"].data())[2]]
    her += [
        cells(heads.show(**at_preset["Two heads"]).parts[f"weights {k}"].data())[2] for k in (0, 1)
    ]
    assert her[0][[0, 3]].min() > 0.3
    assert her[1][0] > 0.95 < her[2][2]
    assert (
        "W_i^K (12, 1), i from 1 to 12"
        in heads.show(**at_preset["Twelve heads"]).parts["made"].lines[0]
    )
    rows = cells(heads.show(**at_preset["A sum of heads"]).parts["parts"].data())
    without = cells(heads.show(**at_preset["Without head 2"]).parts["parts"].data())
    assert not without[1].any()
    assert (rows[[0, 2, 3]] == without[[0, 2, 3]]).all()


# --- settling, nonsense, challenges -------------------------------------------------------------


def test_other_values_follow():
    assert at(heads=12, first=10)["first"] == 10
    assert at(heads=12, first=10)["on"] == [[True]] * 12
    after = Session(heads)
    for change in ({"heads": 12}, {"first": 10}, {"heads": 4}):
        after.change({"change": change})
    assert (after.state.values["first"], len(after.state.values["on"])) == (2, 4)
    assert at(cell=[9, 99])["cell"] == [3, 11]
    assert at(look=WRITES)["query"] == "saw"
    assert at(look=WRITES, query=ALL)["query"] == "saw"
    assert at(look=WEIGHTS)["query"] == ALL


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"heads": 5}, "Heads × width: 5 is not one of the choices"),
        ({"first": 11}, "Heads shown: 11 is not one of the choices"),
        ({"query": "<b>"}, "Query: “<b>” is not one of the choices"),
        ({"stage": 5}, "Stage: 5 is not one of the choices"),
        ({"cell": [-1, 0]}, "Number to follow: [-1, 0] is not a cell"),
        ({"on": [[True]]}, "Heads on: [[True]], needed 2 entries"),
        ({"on": [[True], ["x"]]}, "Heads on: [[True], ['x']] is not all on and off"),
    ],
)
def test_nonsense_is_answered(change, message):
    answer = Session(heads).change({"change": change})
    assert list(answer["problems"].values()) == [message]
    assert answer["values"] == START


def test_in_place_only_where_heads_are_as_many_as_tokens():
    right = {(h, c) for h in HEADS for c in range(12) if solved(heads=h, cell=[1, c])[0]}
    assert right == {(4, 3), (4, 4), (4, 5)}  # saw's second piece, in head 2
    assert not any(solved(heads=4, cell=[r, 3 * r])[0] for r in (0, 2, 3))  # not saw
    assert not solved(heads=4, cell=[1, 4], look=WEIGHTS)[0]


def test_a_word_asks_nothing_in_two_of_twelve_heads():
    solves = heads.challenges[1].solved
    asked = {
        (h, query, first)
        for h in HEADS
        for query in TOKENS
        for first in range(1, 11)
        if solves(START | {"look": WEIGHTS, "heads": h, "query": query, "first": first})
    }
    her, saw = (
        {(12, word, k) for k in (head - 2, head - 1, head)}
        for word, head in (("her", 5), ("saw", 6))
    )
    assert asked == her | saw
    assert not solved(look=WEIGHTS, heads=12, first=5)[1]  # no word chosen
    assert not solved(heads=12, query="her", first=5)[1]
    shown = drawings(look=WEIGHTS, heads=12, query="her", first=5)["lines"].description
    assert "her: evenly to all (0.25)" in shown


def test_least_of_six_heads():
    _, written = by_hand(6)
    least = abs(written).max(axis=(1, 2)).argmin()

    def off(*which, **others):
        chosen = {"look": WRITES, "heads": 6} | others
        return solved(**chosen, on=[[k not in which] for k in range(chosen["heads"])])[2]

    assert [k for k in range(6) if off(k)] == [least]
    assert not off()
    assert not off(least, (least + 1) % 6)
    assert not off(4, heads=12)
    assert not off(8, heads=12)  # the least of twelve


def test_answers_stay_small():
    for h in HEADS:
        for look in (SPLIT, WEIGHTS, WRITES):
            for stage in range(len(STAGES)):
                text = json.dumps(parts(look=look, heads=h, stage=stage), separators=(",", ":"))
                assert len(text) < 20_000


# --- in the browser -----------------------------------------------------------------------------


def begin(live):
    tab, root = live(heads)
    return tab.page, root


def choose(root, css, index):
    act(root, root.locator(css).select_option, index=index)


def look_at(root, index):
    choose(root, ".lab-controls select >> nth=0", index)


def press(root, *keys):
    for key in keys:
        act(root, root.page.keyboard.press, key)


def is_solved(root, index):
    return root.locator(".lab-tasks li").nth(index).inner_text().endswith("Solved.")


def test_a_number_is_followed_by_mouse_and_found_in_its_place(live):
    page, root = begin(live)
    shows(root, heads)
    x = root.locator("[data-part=x]")
    before = frame(root)
    x.get_by_text("307").hover()
    settled(root, before)
    assert values(root)["cell"] == [2, 6]
    shows(root, heads)
    root.get_by_label("Heads × width").focus()  # by keyboard: two steps, to 4 × 3
    press(root, "ArrowRight", "ArrowRight")
    shows(root, heads)
    before = frame(root)
    assert not is_solved(root, 0)
    x.get_by_text("205").click()
    settled(root, before)
    page.mouse.move(5, 5)
    assert values(root)["cell"] == [1, 4]
    assert "head 2, row of “saw”, place 2. By" in root.locator("[data-part=place]").inner_text()
    assert is_solved(root, 0)


def test_stages_by_keyboard_move_nothing_below(live):
    _, root = begin(live)
    root.get_by_label("Heads × width").focus()
    press(root, "End")
    root.get_by_role("button", name="Stage: Next").focus()
    below = root.locator(".lab-tasks").bounding_box()
    press(root, "Enter", "Enter")
    assert values(root)["stage"] == 4
    shows(root, heads)
    root.get_by_role("button", name="Stage: Back").focus()
    for stage in (3, 2, 1, 0):
        press(root, "Space")
        assert values(root)["stage"] == stage
        assert root.locator(".lab-tasks").bounding_box() == below
        shows(root, heads)


def test_a_word_that_asks_nothing_is_found_by_keyboard(live):
    _, root = begin(live)
    look_at(root, 1)
    root.get_by_label("Heads × width").focus()
    press(root, "End")
    choose(root, ".lab-controls select >> nth=1", 2)
    root.get_by_label("Heads shown").focus()
    press(root, "ArrowRight")
    assert not is_solved(root, 1)
    press(root, "ArrowRight")
    assert root.locator("[data-part=lines]").get_by_text("head 5").count() == 1
    assert "0.25" in root.locator("[data-part='weights 2'] tr >> nth=3").inner_text()
    shows(root, heads)
    assert is_solved(root, 1)


def test_heads_are_switched_off_by_click_and_key(live):
    _, root = begin(live)
    look_at(root, 2)
    assert root.locator(".lab-controls select >> nth=1").locator("option").count() == len(TOKENS)
    root.get_by_label("Heads × width").focus()
    press(root, "ArrowRight", "ArrowRight", "ArrowRight")
    on = root.locator("[data-part=on] button")
    before = frame(root)
    on.nth(3).click()
    settled(root, before)
    root.page.keyboard.press("ArrowDown")  # moves the focus, asks nothing
    press(root, "Space")
    assert values(root)["on"] == [[True], [True], [True], [False], [False], [True]]
    shows(root, heads)
    assert not is_solved(root, 2)
    root.page.keyboard.press("ArrowUp")
    press(root, "Space")
    shows(root, heads)
    assert is_solved(root, 2)


def test_a_head_switched_off_that_is_no_longer_there_is_told(live):
    """Six heads become two; before the answer, one of the six is clicked."""
    _, root = begin(live)
    look_at(root, 2)
    root.get_by_label("Heads × width").focus()
    press(root, "ArrowRight", "ArrowRight", "ArrowRight")
    before = frame(root)
    root.evaluate(
        """root => {
            const heads = root.querySelector("input[type=range]");
            heads.value = 1;
            heads.dispatchEvent(new Event("input"));
            root.querySelector("[data-part=on] button").click();
        }"""
    )
    settled(root, before)
    assert values(root)["on"] == [[True], [True]]
    assert "needed 2 entries" in root.locator("[data-part=on] .lab-problem").inner_text()
    shows(root, heads)
