"""The lab of notebook 14 shows what is recorded."""

import numpy as np
import pytest

from helpers.drawing.shapes import Cells, Line, Word
from helpers.experiments.today import AS_TRAINED, CHEESE, LIKELIEST, TOKENS, recorded, settings
from helpers.labs.today_lab import sentence, share, today
from helpers.labs.today_picture import CELL, LEFT, TOP, WORST, shown
from tests.helpers.crowded import keyed


def test_what_may_come_next_has_five_names():
    for setting in settings():
        assert len({*map(shown, recorded(*setting).after)}) == LIKELIEST


@pytest.mark.parametrize("setting", settings()[::31])
def test_its_picture_is_the_recorded_state(setting):
    view, state = today.show(*setting), recorded(*setting)
    said = view.parts["picture"].description
    assert f"Loss {state.loss:.2f}" in said
    assert f"“{shown(state.after[0])}” {state.chances[0]:.2f}" in said
    assert view.sentence.endswith(f"with “{shown(state.after[0])}”.")


def test_its_picture_is_drawn_to_scale():
    """The map and what is marked in it; bars, and where the marks beside them are."""
    w, first = 16, 1
    drawing = today.show(w, first, 16, 4, 1).parts["picture"]
    shapes, found = drawing.shapes, keyed(drawing)
    state, trained = recorded(w, first, 16, 4, 1), recorded(*AS_TRAINED)
    (cells,) = (s for s in shapes if isinstance(s, Cells))
    assert (cells.x, cells.y, cells.across, cells.down) == (LEFT, TOP, CELL, CELL)
    words = {s.text: s for s in shapes if isinstance(s, Word)}
    assert words["cheese"].x == LEFT + CELL * (CHEESE + 0.5)  # the middle of its column
    (first_key,) = found["first"][0].boxes
    assert first_key == (LEFT, TOP, CELL, CELL * TOKENS)
    # Behind query i the oldest key is i − w + 1: at its left edge, below the query's row.
    assert found["edge"][0].points == [
        (LEFT + CELL * (i - w + 1), TOP + CELL * (i + 1)) for i in (w - 1, TOKENS - 1)
    ]
    whole = found["bar cache, KB"][0].boxes[0][2] / share(w, first, 16, 4, 1)
    (loss,) = found["bar loss"][0].boxes
    assert loss[2] == pytest.approx(whole * state.loss / WORST)
    for text, chance in zip(state.after, state.chances, strict=True):
        left, _, across, _ = found[f"next “{shown(text)}”"][-1].boxes[0]
        assert (left, across) == pytest.approx((loss[0], max(1, whole * chance)))
    marks = [s.points[0][0] - loss[0] for s in shapes if isinstance(s, Line)]
    assert marks == pytest.approx([whole * trained.loss / WORST, whole])


def test_it_says_which_keys_are_seen_and_whether_cheese_is_among_them():
    for w, first, seen in (
        (TOKENS, 0, "all keys"),
        (8, 1, "the last 8 keys and the first"),
        (32, 0, "the last 32 keys"),
    ):
        view = today.show(w, first, 16, 16, 1)
        assert f"sees {seen}." in view.parts["picture"].description
        assert ("out of sight" in view.sentence) == (w == 8)
    since = TOKENS - 1 - CHEESE  # tokens after “cheese”
    near, far = (sentence(recorded(*AS_TRAINED), (w, 0, 16, 16, 1)) for w in (since + 1, since))
    assert "out of sight" not in near
    assert "out of sight" in far


def test_its_settings_say_what_is_recorded():
    """The sentences of the lab's settings, in their order."""
    trained, window, with_first, keys, values, positions = (
        recorded(**today.at(preset)) for preset in today.presets
    )
    assert trained.weights[-1].argmax() == CHEESE
    assert window.loss > trained.loss + 1
    assert with_first.loss - trained.loss < (window.loss - trained.loss) / 2  # “most is gone”
    assert window.after[0] != " cheese" != with_first.after[0]
    assert keys.loss > 2 * trained.loss
    assert 0.1 < values.loss - trained.loss < (keys.loss - trained.loss) / 10  # “a little”
    assert " cheese" not in values.after
    assert positions.loss > trained.loss + 0.3
    assert positions.after[:2] == [" fox", " cheese"]


def test_few_bits_and_few_keys_keep_a_part_of_the_cache():
    assert share(*AS_TRAINED) == 1
    assert share(16, 1, 16, 16, 1) == 17 / TOKENS
    assert share(TOKENS, 0, 4, 16, 1) == (4.5 + 16) / 32
    assert np.isclose(share(8, 1, 4, 2, 2), 9 / TOKENS * (4.5 + 2.5) / 32)
