"""The lab of several heads: every head of a real model, and split and merge."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.drawing.shapes import Arc, Boxes, Word
from helpers.labs import heads
from helpers.labs.heads_lab.heads_lab import ASKS, CUTS, REAL, SPLIT
from helpers.labs.heads_lab.heads_real import ALL, TALLEST
from helpers.labs.heads_lab.heads_split import CELL, STAGES, TOKENS
from tests.helpers.labs.lab_page import act, begin, changed, shows, values

START = heads.at(heads.presets[0])


def at(**changes):
    """The values of the lab after these changes, one after the other."""
    return changed(heads, changes)


def parts(**changes):
    return heads.show(**at(**changes)).parts


def drawings(**changes):
    """The parts of split and merge."""
    return parts(look=SPLIT, **changes)


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
    places, firsts = {}, {}
    for w in numbers:  # row after row
        line = max(t.y for t in titles if t.y < w.y)
        above = [t for t in titles if t.y == line]
        title = min(above, key=lambda t: abs(t.x - w.x))
        first = firsts.setdefault((id(title), w.y), w.x)
        places[int(w.text)] = (title.text, rows[w.y], round((w.x - first) / CELL))
    return places


@pytest.mark.parametrize("h", CUTS)
def test_every_cell_stands_where_the_shapes_say(h):
    d = 12 // h
    for stage in range(len(STAGES)):
        shown = drawings(cuts=h, stage=stage)
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


@pytest.mark.parametrize("h", CUTS)
@pytest.mark.parametrize("stage", [2, 4])
def test_colour_is_the_token_and_dashes_frame_another_tokens_cells(h, stage):
    tones = ("blue", "orange", "green", "pink")
    for lane in ("right", "wrong"):
        drawing = drawings(cuts=h, stage=stage)[lane]
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


@pytest.mark.parametrize("h", CUTS)
@pytest.mark.parametrize("stage", [2, 4])
def test_wrong_is_what_puts_numbers_elsewhere(h, stage):
    shown = drawings(cuts=h, stage=stage)
    right, wrong = shown["right"], shown["wrong"]
    assert "WRONG" not in right.title
    assert ("WRONG" in wrong.title) == (read(right) != read(wrong)) == (h > 1)


@pytest.mark.parametrize("h", CUTS)
@pytest.mark.parametrize("stage", range(5))
def test_the_names_of_rows_are_whole(h, stage):
    for name in ("right", "wrong"):
        shapes = drawings(cuts=h, stage=stage)[name].shapes
        names = [s for s in shapes if isinstance(s, Word) and s.anchor == "end"]
        assert len(names) > 3
        assert all(word.x >= 9.5 * len(word.text) for word in names)


@pytest.mark.parametrize("h", CUTS)
def test_lines_say_where_the_picked_number_goes(h):
    fixed = sum(t * (h - 1) == 3 * g for t in range(4) for g in range(h)) * (12 // h)
    lines = [line[0][0] for line in drawings(cuts=h)["place"].data()["lines"]]
    assert lines[0] == "203 is feature 3 of token 2, “saw”."
    assert lines[-2] == f"Reshape alone leaves {fixed} of 48 numbers in place."
    if h == 2:
        assert lines[1].endswith("By reshape alone: head 1, row of “her”, place 3.")
        assert lines[2] == "Merged: row of “saw”, place 3. By reshape alone: row of “we”, place 9."


# --- the heads of a real model ------------------------------------------------------------------


def words_of(drawing):
    return [shape for shape in drawing.shapes if isinstance(shape, Word)]


def test_every_head_can_be_picked_where_it_is_drawn():
    grid = parts()["all"].data()["grid"]
    assert grid["control"] == "head"
    assert grid["rows"] == [f"layer {i}" for i in range(1, 7)]
    assert grid["columns"] == [f"head {j}" for j in range(1, 13)]
    names = {word.text: (word.x, word.y) for word in words_of(parts()["all"])}
    (left, top), (across, down) = grid["corner"], grid["size"]
    for j in range(12):  # a name stands over the middle of its column
        assert names[str(j + 1)][0] == pytest.approx(left + j * grid["step"][0] + across / 2)
    for i in range(6):
        assert names[f"layer {i + 1}"][1] == pytest.approx(top + i * grid["step"][1] + down / 2)


@pytest.mark.parametrize("sentence", ASKS)
def test_arcs_are_those_of_the_head_and_the_query(sentence):
    tokens = recorded.tokens(sentence)
    for layer, head in ((1, 3), (4, 2), (6, 12)):
        weights = recorded.weights(sentence, layer, head)
        place = [layer - 1, head - 1]
        for query in (0, len(tokens) - 1):
            shown = parts(sentence=sentence, head=place, query=query)["one"]
            assert shown.title == f"Head {layer}.{head}: where “{tokens[query]}” looks"
            drawn = [shape for shape in shown.shapes if isinstance(shape, Arc)]
            assert len(drawn) == (weights[query] >= 0.01).sum()
            large = [f"{w:.2f}" for w in weights[query] if w >= 0.05]
            assert [
                word.text for word in words_of(shown) if word.text.startswith(("0.", "1."))
            ] == large
        shown = parts(sentence=sentence, head=place, query=ALL)["one"]
        assert len([s for s in shown.shapes if isinstance(s, Arc)]) == (weights >= 0.05).sum()


def test_words_say_what_a_head_writes_and_what_its_loss_moves():
    it = recorded.tokens("too tired").index("it")
    written, moved = (f("too tired", 4, 2) for f in (recorded.written, recorded.moved))
    assert parts()["words"].lines == (
        f"Head 4.2 writes a vector of length {written[it]:.2f} for “it”.",
        f"Without it the final output of “it” would move by {moved[it]:.2f} of its length.",
    )
    lines = parts(query=ALL)["words"].lines
    assert f"length {written.mean():.2f} for a token" in lines[0]
    assert f"move by {moved.mean():.2f} of its length" in lines[1]


@pytest.mark.parametrize("sentence", ASKS)
def test_bars_show_what_moves_without_a_head(sentence):
    tokens = recorded.tokens(sentence)
    for layer, head in ((1, 1), (3, 10), (6, 12)):
        moved = recorded.moved(sentence, layer, head)
        place = [layer - 1, head - 1]
        shown = parts(sentence=sentence, head=place, off=True)
        (bars,) = [shape.boxes for shape in shown["one"].shapes if isinstance(shape, Boxes)]
        heights = np.array([down for *_, down in bars])
        assert np.allclose(heights / heights[0], moved / moved[0])
        assert all(y > 0 for _, y, _, _ in bars)
        texts = [word.text for word in words_of(shown["one"])]
        assert texts == [*tokens, *(f"{m:.2f}" for m in moved)]
        assert (
            f"by {moved.max():.2f} at most (“{tokens[moved.argmax()]}”)" in shown["words"].lines[0]
        )
        on = parts(sentence=sentence, head=place)["one"]
        assert (on.width, on.height) == (shown["one"].width, shown["one"].height)  # nothing jumps


def test_the_tallest_bar_is_of_the_output_that_moves_most():
    largest = max(
        recorded.moved(sentence, i, j).max()
        for sentence in ASKS
        for i in range(1, 7)
        for j in range(1, 13)
    )
    assert TALLEST == pytest.approx(largest, abs=0.01)


def test_sentences_of_the_presets_are_true():
    def of(name):
        chosen = heads.at(next(preset for preset in heads.presets if preset.name == name))
        place = chosen["sentence"], *(k + 1 for k in chosen["head"])
        tokens, weights = recorded.tokens(chosen["sentence"]), recorded.weights(*place)
        if chosen["query"] == ALL:
            return weights, place
        row = weights[chosen["query"]]
        return dict(zip(tokens, row, strict=True)), place

    def most(looks):
        return max(looks, key=looks.get)

    assert most(of("Tired")[0]) == "animal"
    wide = of("Wide")[0]
    assert wide["street"] < wide["[CLS]"]
    assert wide["animal"] < of("Tired")[0]["animal"]
    assert most(of("Big or small")[0]) == "trophy"
    big = recorded.weights("too big", 4, 2)[recorded.tokens("too big").index("it")]
    assert recorded.tokens("too big")[big.argmax()] == "trophy"
    assert (of("The token before")[0].argmax(axis=1) == [0, *range(15)]).all()
    sink, place = of("A sink")
    assert (sink[:, 0] > 0.5).mean() > 0.9
    assert recorded.written(*place).mean() < 0.8
    assert most(of("A preposition")[0]) == "thief"
    it = recorded.tokens("too tired").index("it")
    moved = recorded.moved(*of("Without 4.2")[1])
    assert moved[it] > 0.1 < np.sort(moved)[-3]
    assert recorded.moved(*of("Without 3.10")[1]).max() < 0.05


def test_sentences_of_split_and_merge_are_true():
    at_preset = {preset.name: heads.at(preset) for preset in heads.presets}

    def blocks_of(name, lane):
        """{(title, row): the numbers in it}."""
        drawing = heads.show(**at_preset[name]).parts[lane]
        numbers_of = {}
        for number, (block, row, _) in read(drawing).items():
            numbers_of.setdefault((block, row), set()).add(number)
        return numbers_of

    halves = blocks_of("Split", "right")
    assert all(len(numbers) == 6 for numbers in halves.values())
    first_head = set().union(
        *(numbers for (block, _), numbers in blocks_of("Split", "wrong").items() if block == "1")
    )
    assert first_head == {*range(101, 113), *range(201, 213)}
    assert blocks_of("Merge", "wrong")["", "we"] == {*range(101, 107), *range(201, 207)}
    for (block, _), numbers in blocks_of("As many heads as tokens", "wrong").items():
        assert {number // 100 for number in numbers} == {int(block)}


# --- settling, challenges -----------------------------------------------------------------------


def test_other_values_follow():
    assert at(cell=[9, 99])["cell"] == [3, 11]
    assert at(head=[9, 99])["head"] == [5, 11]
    assert at(sentence="dog chases")["query"] == 4  # after
    assert at(sentence="too big", query=16, off=True)["query"] == 16
    for sentence, word in ASKS.items():
        tokens = recorded.tokens(sentence)
        assert tokens[at(sentence=sentence)["query"]] == word
        view = heads.show(**at(sentence=sentence))
        assert view.options["query"] == ["all", *(f"{k} {t}" for k, t in enumerate(tokens, 1))]
    assert at(sentence="a second", query=16)["query"] == ALL  # it has no token 17


def test_one_head_still_looks_at_the_animal():
    right = {
        (i, j) for i in range(6) for j in range(12) if solved(sentence="too wide", head=[i, j])[0]
    }
    assert right == {(5, 11)}  # 6.12
    assert not solved(head=[5, 11])[0]  # too tired
    assert not solved(sentence="too wide", head=[5, 11], query=3)[0]
    assert not solved(sentence="too wide", head=[5, 11], off=True)[0]
    assert not solved(sentence="too wide", head=[5, 11], look=SPLIT)[0]


def test_some_heads_are_hardly_missed():
    right = {(i, j) for i in range(6) for j in range(12) if solved(head=[i, j], off=True)[1]}
    few = {(i - 1, j - 1) for i, j in ((1, 7), (1, 10), (2, 10), (3, 3), (3, 10), (5, 6))}
    assert right == few
    assert not solved(head=[2, 9])[1]  # on
    assert not solved(head=[2, 9], off=True, look=SPLIT)[1]


def test_in_place_only_where_heads_are_as_many_as_tokens():
    right = {(h, c) for h in CUTS for c in range(12) if solved(look=SPLIT, cuts=h, cell=[1, c])[2]}
    assert right == {(4, 3), (4, 4), (4, 5)}  # saw's second piece, in head 2
    assert not any(solved(look=SPLIT, cuts=4, cell=[r, 3 * r])[2] for r in (0, 2, 3))  # not saw
    assert not solved(cuts=4, cell=[1, 4], look=REAL)[2]


# --- in the browser -----------------------------------------------------------------------------


def press(root, *keys):
    for key in keys:
        act(root, root.page.keyboard.press, key)


def is_solved(root, index):
    return root.locator(".lab-tasks li").nth(index).inner_text().endswith("Solved.")


SPLIT_FIRST = next(
    k for k, preset in enumerate(heads.presets) if preset.values.get("look") == SPLIT
)


def test_a_head_is_picked_by_click_and_by_arrow_keys(live):
    _, root = begin(live, heads)
    shows(root, heads)
    box = root.get_by_role("button", name="layer 6, head 11")
    act(root, box.click)
    assert values(root)["head"] == [5, 10]
    assert box.get_attribute("aria-current") == "true"
    assert root.locator("[data-part=all] [aria-current=true]").count() == 1
    assert box.evaluate("box => getComputedStyle(box).outlineStyle") == "solid"  # the frame
    shows(root, heads)
    act(root, root.get_by_label("Sentence").select_option, index=1)
    box.focus()
    press(root, "ArrowRight")
    assert values(root)["head"] == [5, 11]
    assert is_solved(root, 0)
    root.page.keyboard.press("ArrowRight")  # there is no head 13
    root.page.keyboard.press("ArrowDown")
    press(root, "ArrowUp")
    assert values(root)["head"] == [4, 11]
    assert root.evaluate("() => document.activeElement.ariaLabel") == "layer 5, head 12"
    shows(root, heads)


def test_the_small_pictures_stay_while_heads_are_picked(live):
    _, root = begin(live, heads)
    root.evaluate("root => { root.querySelector('[data-part=all] svg > g').kept = true; }")
    root.get_by_role("button", name="layer 4, head 2").focus()
    press(root, "ArrowLeft", "ArrowUp", "ArrowRight")
    act(root, root.get_by_label("Switch it off").click)
    assert root.evaluate("root => root.querySelector('[data-part=all] svg > g').kept")
    act(root, root.get_by_label("Sentence").select_option, index=6)
    assert not root.evaluate("root => root.querySelector('[data-part=all] svg > g').kept")
    shows(root, heads)


def test_a_head_is_switched_off_and_nothing_below_moves(live):
    _, root = begin(live, heads)
    root.get_by_role("button", name="layer 4, head 2").focus()
    below = root.locator(".lab-tasks").bounding_box()
    press(root, "ArrowUp", "ArrowRight")
    assert root.locator(".lab-tasks").bounding_box() == below
    act(root, root.get_by_label("Switch it off").press, "Space")
    assert values(root)["off"] is True
    assert "is off" in root.locator("[data-part=one] .lab-title").inner_text()
    assert root.get_by_label("Query", exact=True).is_disabled()
    shows(root, heads)


def test_a_number_is_followed_by_mouse_and_found_in_its_place(live):
    page, root = begin(live, heads, SPLIT_FIRST)
    shows(root, heads)
    x = root.locator("[data-part=x]")
    act(root, x.get_by_text("307").hover)
    assert values(root)["cell"] == [2, 6]
    shows(root, heads)
    root.get_by_label("Heads × width").focus()  # by keyboard: two steps, to 4 × 3
    press(root, "ArrowRight", "ArrowRight")
    shows(root, heads)
    assert not is_solved(root, 2)
    act(root, x.get_by_text("205").click)
    page.mouse.move(5, 5)
    assert values(root)["cell"] == [1, 4]
    assert "head 2, row of “saw”, place 2. By" in root.locator("[data-part=place]").inner_text()
    assert is_solved(root, 2)


def test_stages_by_keyboard_move_nothing_below(live):
    _, root = begin(live, heads, SPLIT_FIRST)
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
