"""The lab of queries, keys and values: its numbers as somebody works them out by hand."""

import math
import re
from itertools import pairwise, product

import numpy as np
import pytest

from helpers.drawing.shapes import Arc, Arrow, Dot, Line
from helpers.labs import query_key_value
from helpers.labs.query_key_value_lab import (
    ANSWER,
    EXAMPLES,
    MAKE,
    MATCH,
    MOVE,
    SHARE,
    STEPS,
    TAKE,
    TIRED,
    TURNS,
    WIDE,
    WORDS,
    Case,
)
from helpers.labs.query_key_value_made import ACROSS, DOWN, LONG, UNIT
from helpers.labs.query_key_value_picture import BAR, SMALL, place, small
from tests.helpers.crowded import around, crowded, keyed, of_kind, words_of
from tests.helpers.labs.lab_page import changed

RAW = {  # what each word asks (noun?, living?), against the keys (1, 1), (1, −1), (−1, 1)
    TIRED: {"animal": [1, -1, 1], "street": [-1, 1, -1], "it": [3, 1, -1]},
    WIDE: {"animal": [1, -1, -1], "street": [-1, 1, 1], "it": [1, 3, -1]},
}
OPENING = query_key_value.at(query_key_value.presets[0])


@pytest.mark.parametrize("sentence", RAW)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_s_scores_weights_and_where_it_moves(sentence, word):
    case, raw = Case(word, sentence), RAW[sentence][word]
    assert case.raw.tolist() == raw
    exponentials = [math.exp(score / math.sqrt(2)) for score in raw]
    weights = [e / sum(exponentials) for e in exponentials]
    assert case.weights == pytest.approx(weights)
    furry, paved = {"animal": (1, 0), "street": (0, 1), "it": (0, 0)}[word]
    assert case.after == pytest.approx((furry + weights[0], paved + weights[1]))


@pytest.mark.parametrize(("sentence", "after"), [(TIRED, "[0.77, 0.19]"), (WIDE, "[0.19, 0.77]")])
def test_it_becomes_furry_or_paved(sentence, after):
    shown = query_key_value.show(**OPENING | {"step": MOVE, "sentence": sentence})
    pieces = [text for line in shown.parts["text"].data()["lines"] for text, _ in line]
    assert after in pieces
    towards = "furry" if sentence == TIRED else "paved"
    assert f"above all towards {towards}" in shown.sentence


@pytest.mark.parametrize("word", WORDS)
def test_the_picture_alone_is_in_sight_and_goes_on_from_step_to_step(word):
    """What it shows is named: a word is the same thing at every step, and so is what comes back."""
    for step in STEPS:
        shown = query_key_value.show(**OPENING | {"step": step, "query": word})
        keys = set(re.findall('data-key="([^"]*)"', shown.parts["picture"].data()["svg"]))
        assert shown.main == ("picture",)
        does = {
            MAKE: "gets a query, a key and a value",
            SHARE: "shares out a weight of 1",
            TAKE: "takes values",
            MOVE: "moves",
        }
        assert shown.parts["picture"].title == f"“{word}” {does.get(step, 'asks')}"
        assert {f"word {name}" for name in WORDS} <= keys
        assert ("question" in keys) == (MAKE < step <= MATCH)
        assert ("back animal" in keys) == (step >= MATCH)
        assert ("share animal" in keys) == (SHARE <= step < MOVE)


@pytest.mark.parametrize("sentence", RAW)
def test_weights_share_a_bar_and_values_lead_tip_to_tail_to_where_the_word_moves(sentence):
    case = Case("it", sentence)

    def first(step):
        shown = query_key_value.show(
            **OPENING | {"step": step, "query": "it", "sentence": sentence}
        )
        return {key: shape for key, (shape, *_) in keyed(shown.parts["picture"]).items()}

    left, top, across, down = BAR
    for word, weight in zip(WORDS, case.weights, strict=True):
        (box,) = first(SHARE)[f"share {word}"].boxes
        assert box == pytest.approx((left, top, across, down * weight - 3))
        top += down * weight
    values = first(TAKE)  # to which the bar's parts have gone
    for word, weight in zip(WORDS, case.weights, strict=True):
        ((x, y, *size),) = values[f"share {word}"].boxes
        assert size == pytest.approx((down * weight - 3, across))  # it lies
        tag = values[f"tag {word}"]
        *_, right, _ = around(tag)
        assert right < x < right + 20
        assert y + across / 2 == tag.y
    for step in (SHARE, TAKE):  # arrows have a colour that is named below
        values = OPENING | {"step": step, "query": "it", "sentence": sentence}
        words = words_of(query_key_value.show(**values).parts["picture"].shapes)
        named = {word.tone for word in words if word.y == 294}
        assert named == {first(step)["back animal"].tone}
    for step in STEPS[1:]:  # and a colour with a stroke there is that of an arrow
        values = OPENING | {"step": step, "query": "it", "sentence": sentence}
        drawn = query_key_value.show(**values).parts["picture"]
        strokes = {s.tone for s in drawn.shapes if isinstance(s, Line) and s.points[0][1] == 294}
        assert strokes
        assert strokes <= {s.tone for s in first(step).values() if isinstance(s, Arrow)}
    arrows = first(MOVE)
    ends = [place(point) for point in ((0, 0), (case.weights[0], 0), case.after)]
    for word, start, end in zip(("animal", "street"), ends, ends[1:], strict=False):
        arrow = arrows[f"back {word}"]
        assert [*arrow.start, *arrow.end] == pytest.approx([*start, *end])
    assert [arrows["word it"].x, arrows["word it"].y] == pytest.approx(ends[-1])
    assert arrows["move"].start == ends[0]


@pytest.mark.parametrize("sentence", RAW)
@pytest.mark.parametrize("word", WORDS)
def test_whoever_asks_no_text_touches_another_or_the_loop_below_a_word(word, sentence):
    for step in STEPS:
        shown = query_key_value.show(step=step, query=word, sentence=sentence, turn=0)
        drawn = shown.parts["picture"]
        assert crowded(drawn) == []
        for arc, text in product(of_kind(Arc, drawn.shapes), words_of(drawn.shapes)):
            (x, y), (to, _) = arc.start, arc.end
            high, low = sorted((y, y - arc.height))
            left, top, right, bottom = around(text)
            assert not (left < x and right > to and top < low and bottom > high), text.text


@pytest.mark.parametrize("sentence", RAW)
@pytest.mark.parametrize("word", WORDS)
def test_a_query_goes_to_every_word_and_a_key_s_shadow_on_it_says_how_well_it_fits(word, sentence):
    case = Case(word, sentence)
    q = case.Q[case.row]

    def seen(step):
        shown = query_key_value.show(step=step, query=word, sentence=sentence, turn=0)
        return keyed(shown.parts["picture"])

    answers, match = seen(ANSWER), seen(MATCH)
    for j, (name, k) in enumerate(zip(WORDS, case.K, strict=True)):
        here = small(place(case.at[j]))
        (came,) = answers[f"query {name}"]
        assert came.start == here
        assert np.subtract(came.end, here) == pytest.approx(SMALL * q * (1, -1))
        _, way = answers[f"ask {name}"]
        if name != word:  # it swings out, away from the axes
            (x, y), ends = way.points[6], [place(case.at[i]) for i in (case.row, j)]
            assert np.hypot(*np.subtract((x, y), np.mean(ends, axis=0))) > 15
        (key,) = answers[f"key {name}"]
        assert key.start == here
        assert np.subtract(key.end, here) == pytest.approx(SMALL * k * (1, -1))
        flat, down = (line.points for line in match[f"shadow {name}"])
        assert (flat[0], down[0]) == (here, key.end)
        assert flat[1] == down[1]
        foot = np.subtract(flat[1], here)
        assert foot @ np.subtract(*down) == pytest.approx(0)  # straight down on the query
        along = foot @ (q * (1, -1)) / SMALL
        assert along == pytest.approx(RAW[sentence][word][j])
    widths = [match[f"back {name}"][0].width for name in WORDS]
    assert (
        np.argsort(widths, kind="stable").tolist() == np.argsort(case.raw, kind="stable").tolist()
    )


@pytest.mark.parametrize("sentence", RAW)
@pytest.mark.parametrize("word", WORDS)
def test_three_matrices_make_three_arrows_and_one_of_them_turns_all_queries(word, sentence):
    example, row = EXAMPLES[sentence], WORDS.index(word)
    for turn in TURNS:
        shown = query_key_value.show(step=MAKE, query=word, sentence=sentence, turn=turn)
        drawn = shown.parts["picture"]
        assert crowded(drawn) == []
        found = keyed(drawn)
        angle = math.radians(turn)
        c, s = math.cos(angle), math.sin(angle)
        queries = [(c * a - s * b, s * a + c * b) for a, b in example.X @ example.W_Q]
        (middle_of_q, *_), scores = found[f"query {word}"][0].start, []
        for j, name in enumerate(WORDS):
            own = f"query {word}" if j == row else f"other query {name}"
            for key, vector in [
                (own, queries[j]),
                (f"key {name}", (example.X @ example.W_K)[j]),
                (f"value {name}", (example.X @ example.W_V)[j]),
            ]:
                (arrow,) = found[key]
                if not any(vector):
                    assert isinstance(arrow, Dot)
                    continue
                way = np.subtract(arrow.end, arrow.start) * (1, -1)
                assert way == pytest.approx(UNIT * np.array(vector))
                assert abs(way).max() < DOWN / 2  # it stays in its plane
                assert (arrow.width > 2) == (j == row)
            scores.append(queries[row] @ (example.X @ example.W_K)[j])
            ((_, _, across, _),) = found[f"score {name}"][0].boxes
            assert across == pytest.approx(LONG * abs(scores[j]), abs=1e-6)
            assert (found[f"score {name}"][0].outline == 0) == (scores[j] > 1e-9)
        assert middle_of_q == ACROSS / 2
        if turn:
            assert f"turned by {turn}°" in shown.sentence
            highest = {
                name for name, x in zip(WORDS, scores, strict=True) if x > max(scores) - 1e-6
            }
            said = shown.sentence.split("scores")[1]
            assert {name for name in WORDS if f"“{name}”" in said} == highest
        else:
            assert "Three matrices" in shown.sentence


def test_a_turn_is_of_the_first_step_alone():
    for step in STEPS:
        at = OPENING | {"step": step}
        turned, straight = (query_key_value.show(**at | {"turn": turn}) for turn in (90, 0))
        assert ("turn" in turned.off) == (step != MAKE)
        assert (turned.sentence == straight.sentence) == (step != MAKE)
    turned = OPENING | {"turn": 90}
    assert changed(query_key_value, {"query": "street"}, turned)["turn"] == 90
    assert changed(query_key_value, {"step": ANSWER}, turned)["turn"] == 0


def test_where_it_moved_in_the_first_sentence_stays_in_sight_in_the_second():
    def dots(query, sentence):
        shown = query_key_value.show(step=MOVE, query=query, sentence=sentence, turn=0)
        return [(dot.x, dot.y) for dot in of_kind(Dot, shown.parts["picture"].shapes)]

    at = place(Case("it", TIRED).after)
    assert at in dots("it", WIDE)
    assert len(dots("it", TIRED)) == len(dots("street", WIDE)) == len(dots("it", WIDE)) - 1


@pytest.mark.parametrize("sentence", [TIRED, WIDE])
@pytest.mark.parametrize("query", WORDS)
def test_beside_the_bar_there_is_room_between_names(query, sentence):
    shown = query_key_value.show(step=SHARE, query=query, sentence=sentence, turn=0).parts[
        "picture"
    ]
    beside = [s.shapes[0].y for s in shown.shapes if getattr(s, "key", "").startswith("share of")]
    assert len(beside) == len(WORDS)
    assert min(b - a for a, b in pairwise(beside)) >= 22
