"""make key: the plan of a lecture, and where its slides are."""

import pytest

from helpers.exercises.engine.question import Question
from tools.handout import key, plan
from tools.notebook import teaching
from tools.notebook.lesson import read
from tools.notebook.places import places
from tools.repository import PATHS

LESSON = read(next(path for path in PATHS if path.stem == "05_masking"))
LECTURE = teaching.lecture_of(LESSON)


@pytest.fixture(scope="module")
def found():
    return places(LESSON)


def test_a_section_has_its_slides_in_order(found):
    ranges = list(found.sections.values())
    assert list(found.sections) == [x.title for x in LESSON.sections if not x.deeper]
    assert ranges == sorted(ranges)
    assert ranges[-1][1] == found.total
    for section in LESSON.sections:
        for cell in section.cells:
            if cell.entry and cell.entry.name in found.entries:
                first, last = found.sections[section.title]
                assert first <= found.entries[cell.entry.name] <= last


def test_the_minutes_add_up(found):
    rows, whole, short = plan.rows(LESSON, LECTURE, found)
    asked, labs = sum(row.votes for row in rows), sum(row.labs for row in rows)
    assert asked == len(LECTURE.asks)
    assert whole == LECTURE.with_all == LESSON.class_minutes + plan.VOTE * asked + plan.LAB * labs
    assert short == LECTURE.short + plan.VOTE
    assert [row.whole for row in rows] == sorted(row.whole for row in rows)
    assert {row.title for row in rows if row.short is None} == set(LECTURE.left_out)


@pytest.mark.parametrize("path", PATHS[:-1], ids=lambda path: path.stem[:2])
def test_the_short_version_has_a_vote_as_its_minutes_say(path):
    lesson = read(path)
    lecture = teaching.lecture_of(lesson)
    rows, _, short = plan.rows(lesson, lecture)
    assert any(row.votes for row in rows if row.short is not None)
    assert short == lecture.short + plan.VOTE


def test_the_text_names_the_slides_of_each_section(found):
    html = plan.html([LESSON], {"05": found}, "katex")
    first, last = found.sections["Masking"]
    assert f'<td>Masking</td>\n      <td class="number">{first}–{last}</td>' in html
    first, last = found.sections["A mask in one head"]
    assert f"<em>A mask in one head</em> [slides {first}–{last}]" in html
    assert "left out" in html
    assert all(f"<h2>{name}</h2>" in html for name in LECTURE.notes)


def test_what_to_ask_and_to_say_stands_with_its_section(found):
    rows, _, _ = plan.rows(LESSON, LECTURE, found)
    told = {row.title: " ".join(row.said) for row in rows}
    (asking,) = [cell.id for cell in LESSON.cells if "Does “it” give" in cell.source and cell.asked]
    assert f"Ask on slide {found.asked[asking]}:" in told["A mask in one head"]
    assert "Who reads the row of a PAD?" in told["Padding"]
    assert sum(len(row.said) for row in rows) == len(LECTURE.asks) + len(LECTURE.answers)


def test_the_key_names_the_slide_of_each_question():
    lesson = read(next(path for path in PATHS if path.stem.startswith("03_")))
    found = places(lesson)
    pieces = key.key(lesson, found)
    asked = [cell.entry for cell in lesson.cells if cell.kind == "task" and not cell.deeper]
    questions = [entry for entry in asked if isinstance(entry, Question)]
    assert len(questions) > 1
    for question in questions:
        (at,) = [i for i, piece in enumerate(pieces) if question.explained() in piece]
        assert pieces[at - 1] == f"*Slide {found.entries[question.name]}*"
    assert key.key(lesson) == [piece for piece in pieces if not piece.startswith("*Slide ")]


def test_an_answer_without_an_entry_has_the_sentence_below_it():
    lesson = read(next(path for path in PATHS if path.stem == "06_multi_head"))
    (piece,) = [piece for piece in key.key(lesson) if "```text\nAnswer:" in piece]
    assert piece.startswith("**Predict.** Which three numbers stand in its first head")
    assert "token 2  14  15  16\n" in piece
    assert "```\n\n`reshape` never moves a number; it changes where each row ends." in piece


def test_a_sentence_that_leads_on_is_no_part_of_an_answer():
    """In 00, “How does the model do that? Change one word of the text:”."""
    lesson = read(next(path for path in PATHS if path.stem == "00_start_here"))
    first, *_ = [piece for piece in key.key(lesson) if "```text\nAnswer:" in piece]
    assert first.endswith("The model has finished its sentence.\n```")
