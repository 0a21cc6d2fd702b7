"""What a class votes on: the same on the slide and on the phones, with the letter that is right."""

import pytest

from helpers.exercises import CHECKED, PREDICTED
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from tools.notebook.asked import as_html, asked
from tools.notebook.lesson import read
from tools.repository import PATHS
from tools.slides import slides


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem[:2])
def test_each_is_asked_on_a_slide_and_its_letter_is_right(path):
    lesson = read(path)
    copy = slides.show(lesson)
    shown = {piece["cell"] for slide in copy.metadata["show"] for piece in slide["pieces"]}
    entries = [cell.entry for cell in lesson.cells if cell.kind in ("task", "prediction")]
    voted = [x.name for x in entries if isinstance(x, (Question, OneOf)) and not x.deeper]
    assert [ask.name for ask in asked(lesson)] == voted
    for ask in asked(lesson):
        assert ask.cell in shown
        assert set(ask.seen()) == {"name", "ask", "options"}  # and not what is right
        entry = {**CHECKED, **PREDICTED}[ask.name]
        assert len(ask.seen()["options"]) == len(ask.letters) == len(ask.options)
        if isinstance(entry, Question):
            assert ask.right == entry.right
        else:
            assert ask.options[ask.letters.index(ask.right)] == entry.truth()
        told = copy.metadata["votes"]["asked"][ask.cell]
        assert (told["letters"], told["right"]) == (ask.letters, ask.right)


def test_a_phone_gets_formulas_in_plain_signs_and_no_script():
    assert as_html(r"Is $a \cdot b \le d_k$?") == "<p>Is a · b ≤ d<sub>k</sub>?</p>"
    assert as_html("$<script>$") == "<p>&lt;script&gt;</p>"
