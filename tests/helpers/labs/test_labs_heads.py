"""The lab of several heads: every head of a real model, and split and merge."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from helpers.data import recorded
from helpers.drawing.shapes import Cells, Line
from helpers.labs import heads
from helpers.labs.heads_lab.heads_lab import ADD, ASKS, CUTS, SHORTENED, SPLIT, TYPED
from helpers.labs.heads_lab.heads_real import ALL, HEIGHT, what_moves
from helpers.labs.heads_lab.heads_split import stages
from helpers.labs.heads_lab.heads_stream import LINE, SAID, SHOWN, STEPS, shares
from helpers.labs.sentences import Computed, read
from tests.helpers.crowded import keyed, words_of
from tests.helpers.labs.lab_page import act, begin, changed, open_part, setting, shows, values
from tests.models import needs_minilm


def at(**changes):
    """The values of the lab after these changes, one after the other."""
    return changed(heads, changes)


def parts(**changes):
    return heads.show(**at(**changes)).parts


def drawings(**changes):
    """The parts of split and merge."""
    return parts(look=SPLIT, **changes)


# --- split and merge --------------------------------------------------------------------------


def pieces(drawing, column):
    """The pieces (token, head) of a column, counted from 0, from the top."""
    found = keyed(drawing, f"piece {column} ")
    tops = {tuple(map(int, key.split())): piece.boxes[0][1] for key, (piece, *_) in found.items()}
    return sorted(tops, key=tops.get)


@pytest.mark.parametrize("h", CUTS)
@pytest.mark.parametrize(("stage", "column"), [(2, 1), (3, 2)])
def test_pieces_stand_where_the_arrays_say(h, stage, column):
    """Each number of the arrays that NumPy makes is in the piece that is drawn there."""
    shown = drawings(cuts=h, stage=stage)
    for lane, (_, array) in zip(("right", "wrong"), (way[stage] for way in stages(h)), strict=True):
        first = array.reshape(4 * h, 12 // h)[:, 0]  # of each piece
        meant = [(n // 100 - 1, (n % 100 - 1) * h // 12) for n in first.tolist()]
        assert pieces(shown[lane], column) == meant


@pytest.mark.parametrize("h", CUTS)
@pytest.mark.parametrize(("stage", "column"), [(2, 1), (3, 2)])
def test_wrong_is_what_puts_numbers_elsewhere(h, stage, column):
    shown = drawings(cuts=h, stage=stage)
    assert "WRONG" not in shown["right"].title
    differ = pieces(shown["right"], column) != pieces(shown["wrong"], column)
    assert ("WRONG" in shown["wrong"].title) == differ == (h > 1)
    sentence = heads.show(**at(look=SPLIT, cuts=h, stage=stage)).sentence
    assert ("no harm" in sentence) == (not differ)


@pytest.mark.parametrize("h", CUTS)
def test_lines_say_where_the_picked_number_goes(h):
    fixed = sum(t * (h - 1) == 3 * g for t in range(4) for g in range(h)) * (12 // h)
    lines = [line[0][0] for line in drawings(cuts=h)["place"].data()["lines"]]
    assert lines[0] == "203 is feature 3 of token 2, “street”."
    assert lines[-1] == f"Reshape alone leaves {fixed} of 48 numbers in place."
    if h == 2:
        assert lines[1].endswith("By reshape alone: head 1, row of “it”, place 3.")
        assert (
            lines[2]
            == "Merged: row of “street”, place 3. By reshape alone: row of “animal”, place 9."
        )


# --- the heads of a real model ------------------------------------------------------------------


def first(drawing, name):
    """Of all that has a key that begins so the first shape: {the rest of the key: shape}."""
    return {key: shape for key, (shape, *_) in keyed(drawing, f"{name} ").items()}


@pytest.mark.parametrize("sentence", ASKS)
def test_arcs_are_those_of_the_head_and_the_query(sentence):
    tokens, weights = recorded.tokens(sentence), recorded.weights(sentence, 6, 12)
    for query in (0, len(tokens) - 1):
        shown = parts(sentence=sentence, head=[5, 11], query=query)["one"]
        assert shown.title == f"Head 6.12: where “{tokens[query]}” looks"
        levels = {int(k): word.y for k, word in first(shown, "word").items()}
        drawn = first(shown, "arc")
        assert [*map(int, drawn)] == np.flatnonzero(weights[query] >= 0.01).tolist()
        for k, line in drawn.items():
            assert line.points[0][1] == pytest.approx(levels[query])
            assert line.points[-1][1] == pytest.approx(levels[int(k)])
    shown = parts(sentence=sentence, head=[5, 11], query=ALL)["one"]
    assert len(first(shown, "arc")) == (weights >= 0.05).sum()


def test_numbers_say_what_a_head_writes_and_what_its_loss_moves():
    it = recorded.tokens("too tired").index("it")
    written, moved = (f("too tired", 4, 2) for f in (recorded.written, recorded.moved))
    looks, *lines = parts()["words"].lines
    assert looks.startswith(
        f"Weights of “it”: animal {recorded.weights('too tired', 4, 2)[it].max():.2f}"
    )
    assert lines == [
        f"Head 4.2 writes a vector of length {written[it]:.2f} for “it”.",
        f"Without it the final output of “it” would move by {moved[it]:.2f} of its length.",
    ]
    lines = parts(query=ALL)["words"].lines
    assert f"length {written.mean():.2f} for a token" in lines[0]
    assert f"move by {moved.mean():.2f} of their length" in lines[1]


def test_bars_show_what_moves_without_a_head():
    tokens, moved = recorded.tokens("too tired"), recorded.moved("too tired", 3, 10)
    shown = parts(sentence="too tired", head=[2, 9], off=True)
    bars = [box.boxes[0] for box in first(shown["one"], "bar").values()]
    lengths = np.array([across for *_, across, _ in bars])
    assert np.allclose(lengths / lengths[0], moved / moved[0])
    for (_, y, _, down), word in zip(bars, first(shown["one"], "word").values(), strict=True):
        assert y + down / 2 == pytest.approx(word.y)
    most = f"by {moved.max():.2f} at most (“{tokens[moved.argmax()]}”)"
    assert most in shown["words"].lines[1]


@pytest.mark.parametrize("head", [(3, 10), (6, 12)])  # hardly anything moves, more than 30 %
def test_bars_are_as_long_as_the_scale_below_them_says(head):
    moved = recorded.moved("too tired", *head)
    shown = parts(sentence="too tired", head=[head[0] - 1, head[1] - 1], off=True)["one"]
    shares = {float(share): word for share, word in first(shown, "share").items()}
    assert [word.text for word in shares.values()] == ["0", "10", "20", "30 %"]
    lines = {float(share): line.points for share, line in first(shown, "line").items()}
    for share, word in shares.items():
        assert [x for x, _ in lines[share]] == [word.x] * 2
        assert word.x == pytest.approx(np.interp(share, [0, 0.3], [shares[0].x, shares[0.3].x]))
    for m, bar in zip(moved, first(shown, "bar").values(), strict=True):
        (left, _, across, _) = bar.boxes[0]
        assert left == shares[0].x
        assert across == pytest.approx(m / 0.3 * (shares[0.3].x - shares[0].x))
        assert left + across <= shown.width
    assert not [word for word in words_of(shown.shapes) if word.y == shares[0].y and word.x < left]


def test_a_head_that_is_off_is_crossed_out():
    """From corner to corner of its own picture, and of no other."""
    for layer, head in ((1, 1), (3, 10), (6, 12)):
        where = {"sentence": "too tired", "head": [layer - 1, head - 1]}
        before, after = (parts(**where, off=off)["all"].shapes for off in (False, True))
        (cells,) = (shape for shape in before if isinstance(shape, Cells))
        down, across = (size // n for size, n in zip(cells.shares.shape, (6, 12), strict=True))
        x, y = (
            cells.x + across * (head - 1) * cells.across,
            cells.y + down * (layer - 1) * cells.down,
        )
        end_x, end_y = x + 16 * cells.across, y + 16 * cells.down  # 16 tokens
        assert after[: len(before)] == before
        cross = after[len(before) :]
        assert all(isinstance(line, Line) for line in cross)
        assert np.allclose(
            [line.points for line in cross], [[(x, y), (end_x, end_y)], [(end_x, y), (x, end_y)]]
        )


def test_the_stream_of_it_is_the_model_s_and_its_parts_are_all_of_it():
    assert sum(shares().values()) == pytest.approx(np.ones(13))
    assert min(of.min() for of in shares().values()) >= 0
    own, heads_, mlps = (shares()[name] for name in ("own", "heads", "mlp"))
    assert own[0] == 1 > 0.1 > own[-1]
    assert heads_[-1] + mlps[-1] > 0.5  # “what was added is most of it now”
    assert min(heads_[-1], mlps[-1]) > 0.4
    assert own[4] > own[6]  # layer 3


def test_what_is_added_makes_the_stream_swell_until_its_norm_scales_it():
    """To as many times 100 % as the vector is longer then; “it” itself hardly shrinks before."""
    way, shown = recorded.way_of_it(), heads.show(**at(look=ADD, step=STEPS[-1])).parts["stream"]
    areas = first(shown, "from")
    edges = [areas[name].corners for name in ("heads", "own", "mlp", "norms")]
    count = len(edges[0]) // 2
    high = edges[-1][: count - 1 : -1, 1] - edges[0][:count, 1]  # from the start on
    own = edges[1][: count - 1 : -1, 1] - edges[1][:count, 1]
    whole = high[0]
    assert high[1::2] == pytest.approx(whole)
    first_added = np.linalg.norm(way.start + way.writes[0, 0]) / np.linalg.norm(way.start)
    assert high[2] == pytest.approx(whole * first_added)
    assert min(high[2::2]) > 1.1 * whole
    assert min(own[2:10:2] / own[1:9:2]) > 0.8


def test_what_the_piece_says_is_so():
    tokens = recorded.tokens("too tired")
    it, animal = tokens.index("it"), tokens.index("animal")
    weights = recorded.every_head(recorded.weights, "too tired")[:, :, it]  # (6, 12, n)
    written = recorded.every_head(recorded.written, "too tired")[:, :, it]
    assert weights[3, 1].argmax() == weights[5, 11].argmax() == animal
    assert written.argmax() == 71
    for step in STEPS:
        view = heads.show(**at(look=ADD, step=step))
        assert view.sentence == [*SAID.values()][step - 1]
        assert len(first(view.parts["stream"], "write")) == 12 * (4 <= step < STEPS[-1])
        scale = [word for word in words_of(view.parts["stream"].shapes) if word.text == "100 %"]
        assert len(scale) == 1  # heights are shares
    wide = recorded.tokens("too wide")
    weights = recorded.weights("too wide", 4, 2)[wide.index("it")]
    assert [wide[k] for k in weights.argsort()[:-3:-1]] == ["[CLS]", "animal"]


def test_a_head_has_one_line_and_every_part_of_the_stream_its_name():
    """But for the head that the sentence is about: it has a line to wherever it looks."""
    for step in STEPS:
        shown = heads.show(**at(look=ADD, step=step)).parts["stream"]
        looks = [int(key.split()[0]) for key in first(shown, "look")]
        several = {head for head in looks if looks.count(head) > 1}
        assert several == ({SHOWN[step]} if step in SHOWN else set())
        assert len({*looks}) == {1: 0, 2: 1, STEPS[-1]: 0}.get(step, 12)
        levels = sorted(word.y for word in first(shown, "name of").values())
        assert len(levels) == (1 if step < 4 else 3 if step == 4 else 4)
        assert min([*np.diff(levels), LINE]) >= LINE


def test_x_is_shown_once_before_it_is_split():
    assert [*heads.show(**at(look=SPLIT, stage=0)).main] == ["right"]
    assert [*heads.show(**at(look=SPLIT, stage=1)).main] == ["right", "wrong"]


def test_sentences_of_the_presets_are_true():
    def of(name):
        chosen = setting(heads, name)
        place = chosen["sentence"], *(k + 1 for k in chosen["head"])
        tokens, weights = recorded.tokens(chosen["sentence"]), recorded.weights(*place)
        if chosen["query"] == ALL:
            return weights, place
        row = weights[chosen["query"]]
        return dict(zip(tokens, row, strict=True)), place

    def most(looks):
        return max(looks, key=looks.get)

    assert most(of("Tired")[0]) == "animal"
    looks = of("Wide")[0]
    assert looks["street"] < min(0.15, looks["[CLS]"])
    assert looks["animal"] < of("Tired")[0]["animal"]
    assert (of("The token before")[0].argmax(axis=1) == [0, *range(15)]).all()
    sink, place = of("A sink")
    assert (sink[:, 0] > 0.5).mean() > 0.9
    assert recorded.written(*place).mean() < 0.8
    it = recorded.tokens("too tired").index("it")
    moved = recorded.moved(*of("Without 4.2")[1])
    assert moved[it] > 0.1 < np.sort(moved)[-3]


@needs_minilm
def test_the_heads_of_a_typed_sentence_are_the_model_s():
    """In lower case the recorded sentence is one that was not recorded, with the same tokens."""
    text = recorded.SENTENCES["too tired"]
    ours, meant = read(text.lower()), read(text)
    assert (ours.tokens, type(ours)) == (meant.tokens, Computed)
    assert np.allclose(ours.every_weight(), meant.every_weight(), atol=0.51 / 255)
    for layer, head in ((1, 3), (4, 2), (6, 12)):
        assert np.allclose(ours.written(layer, head), meant.written(layer, head), rtol=1e-3)
        assert np.allclose(ours.moved(layer, head), meant.moved(layer, head), rtol=2e-3, atol=1e-4)


@needs_minilm
def test_a_sentence_that_is_typed_is_chosen_and_leaves_its_place_again():
    typed = at(typed="It rained.")
    assert (typed["sentence"], typed["query"]) == (TYPED, 1)
    assert heads.show(**typed).options["sentence"][-1] == TYPED
    back = changed(heads, {"sentence": "dog chases"}, typed)
    assert (back["typed"], back["query"]) == (recorded.SENTENCES["dog chases"], 4)
    assert TYPED not in heads.show(**back).options["sentence"]
    assert at(typed=recorded.SENTENCES["too wide"])["sentence"] == "too wide"


# --- what follows from a change -----------------------------------------------------------------


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


def test_a_number_is_followed_by_mouse_and_found_in_its_place(live):
    page, root = begin(live, heads, SPLIT_FIRST)
    shows(root, heads)
    open_part(root, "x")
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
    assert (
        "head 2, row of “street”, place 2. By" in root.locator("[data-part=place]").text_content()
    )
    assert is_solved(root, 2)


def test_the_menu_of_sentences_says_in_few_letters_where_they_differ():
    assert len({*SHORTENED}) == len(SHORTENED)
    assert max(map(len, SHORTENED)) <= 40
    assert SHORTENED[1] == "The animal … it was too wide."


def test_a_long_sentence_goes_to_the_page_with_a_head_off():
    """In the book, too, where JSON takes none of NumPy's whole numbers."""
    long = SimpleNamespace(tokens=("word",) * 24, moved=lambda *_: np.full(24, 0.1))
    data = what_moves(long, 4, 2).data()
    assert json.loads(json.dumps(data))["height"] > HEIGHT
