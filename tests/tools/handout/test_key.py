"""make key: every exercise, question and prediction once, with what is right."""

import pytest

from helpers.exercises import CHECKED, PREDICTED
from helpers.exercises.engine.question import Question
from tests.lessons import SERIES
from tools.handout import key
from tools.notebook.asked import asked
from tools.notebook.media import JUPYTERLAB

pytestmark = pytest.mark.long


def test_it_has_every_entry_once_with_what_is_right():
    text = key.text(SERIES, {})
    pieces = [piece for lesson in SERIES for piece in key.key(lesson)]
    for entry in CHECKED.values():
        (piece,) = [piece for piece in pieces if piece.startswith(JUPYTERLAB.task(entry))]
        if isinstance(entry, Question):
            assert f"\n\n**Answer {entry.right}:** " in piece
        else:
            assert f"\n{entry.solution.strip()}\n```\n\n**Why:** {entry.why}" in piece
        assert piece in text
    for entry in PREDICTED.values():
        right = f"\n\n**Computed:** {key.letter(entry)}{entry.shown()}. {entry.why}"
        (piece,) = [piece for piece in pieces if piece.endswith(right)]
        assert piece.startswith("**Predict.** ")
        assert piece in text


def test_a_prediction_has_the_letter_that_its_slide_has():
    (lesson,) = [lesson for lesson in SERIES if lesson.number == "05"]
    predicted = [ask for ask in asked(lesson) if ask.name in PREDICTED]
    assert predicted
    for ask in predicted:
        assert key.letter(PREDICTED[ask.name]) == f"{ask.right}, "


@pytest.mark.parametrize("lesson", SERIES, ids=lambda lesson: lesson.number)
def test_it_answers_every_prediction_of_a_notebook(lesson):
    pieces = [piece for piece in key.key(lesson) if piece.startswith("**Predict.** ")]
    asked = [cell for cell in lesson.markdown if "**Predict.**" in cell.source]
    assert len(pieces) == len(asked)
    assert all("\n\n**Computed:** " in piece or "```text\nAnswer:" in piece for piece in pieces)


def test_its_contents_lead_to_its_headings():
    assert key.anchor("10 Slopes: how a network learns") == "10-slopes-how-a-network-learns"
    assert key.anchor("02 Queries, keys, values") == "02-queries-keys-values"
