"""The checks refuse wrong answers and say why; they accept right ones, however written."""

import functools
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from helpers.exercises import CHECKED, EXERCISES, FUNCTIONS, PREDICTED, check, solution
from helpers.exercises.engine import deadline
from helpers.exercises.engine.exercise import FunctionExercise
from helpers.exercises.engine.question import LETTERS, Question
from helpers.exercises.engine.run import call_on, quiet
from tests.helpers.exercises.answers import RIGHT, WRONG, ran

OTHER_SEEDS = range(1000, 1100)  # which the checks do not use
QUESTIONS = {name: entry for name, entry in CHECKED.items() if isinstance(entry, Question)}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """What is said does not depend on how busy this machine is: a check that is stopped by its time
    says less."""
    monkeypatch.setattr(deadline, "SECONDS", 100)


def listed(answers):
    return [(name, i) for name in answers for i in range(len(answers[name]))]


@functools.cache
def feedback_to_wrong(name, i):
    """What is said to a wrong answer, which several tests ask."""
    return check(name, WRONG[name][i][0])


def plain(feedback):
    return feedback._repr_mimebundle_()["text/plain"]


def without_quoted_code(message):
    """The message without the line of code that it quotes, where the fragment might stand too."""
    return re.sub(r"(?m)^line \d+: .*$", "", message)


@pytest.mark.sample("-0]", "-1]")  # two for each exercise
@pytest.mark.parametrize(("name", "i"), listed(WRONG))
def test_a_wrong_answer_is_refused_with_what_helps(name, i):
    piece = WRONG[name][i][1]
    feedback = feedback_to_wrong(name, i)
    said = without_quoted_code(feedback.message)
    if feedback.passed:
        pytest.fail(f"{name}: accepted, though its file says wrong: {piece}", pytrace=False)
    if piece not in said:
        pytest.fail(f"{name}: needed {piece!r}, what is said is\n{said}", pytrace=False)
    assert feedback.answer is None


@pytest.mark.sample("-0]")
@pytest.mark.parametrize(("name", "i"), listed(RIGHT))
def test_a_right_answer_is_accepted_however_it_is_written(name, i):
    answer = RIGHT[name][i]
    feedback = check(name, answer)
    assert feedback.passed, feedback.message
    exercise = EXERCISES[name]
    if isinstance(exercise, FunctionExercise):
        with quiet():
            cases = replace(exercise, seeds=OTHER_SEEDS).all_cases()
            assert exercise.first_fault(answer, cases) is None


def said_of(entry):
    """All that is said to an answer."""
    if isinstance(entry, Question):
        return [comment for _, comment in entry.options]
    said = [entry.why, *getattr(entry, "hints", ())]
    return said + [x.message for kind in ("cases", "mistakes") for x in getattr(entry, kind, ())]


def test_a_number_at_the_end_of_a_message_is_the_result():
    said = 0
    for name, exercise in FUNCTIONS.items():
        for case in exercise.cases:
            number = re.search(r"(?::|=|mean is) ([-−]?\d+(?:\.\d+|/\d+)?)\.$", case.message)
            result = np.asarray(exercise.reference(*case.arguments)) if number else np.zeros(0)
            if result.size == 1 and result.dtype.kind in "if":
                said += 1
                expected = float(Fraction(number[1].replace("−", "-")))
                assert result.item() == pytest.approx(expected), (name, case.message)
    assert said > 10


@pytest.mark.parametrize("name", CHECKED | PREDICTED)
def test_what_is_said_is_plain_text(name):
    for text in said_of((CHECKED | PREDICTED)[name]):
        if "$" in text:
            pytest.fail(f"{name}: {text!r} has a $, needed plain text: no formula", pytrace=False)


@pytest.mark.parametrize("name", EXERCISES)
def test_only_a_passed_answer_contains_its_solution(name):
    """Nothing that may be said has it, nor what one wrong answer shows; it passes, and has it."""
    code, why = EXERCISES[name].solution.strip(), EXERCISES[name].why
    said = [text for text in said_of(EXERCISES[name]) if text != why]
    for text in (*said, plain(feedback_to_wrong(name, 0))):
        assert code not in text
        assert why not in text
    for feedback in (check(name, RIGHT[name][-1]), solution(name)):
        assert code in plain(feedback)
        assert why in plain(feedback)


@pytest.mark.sample
@pytest.mark.parametrize("name", EXERCISES)
def test_no_message_serves_two_faults(name):
    """A line that was written for two ways to make one mistake does."""
    answers = range(len(WRONG[name]))
    messages = [feedback_to_wrong(name, i).message.partition("\nCase:")[0] for i in answers]
    lines = Counter(mistake.message for mistake in EXERCISES[name].mistakes)
    meant = {line for line, count in lines.items() if count > 1}
    twice = sorted({message for message in messages if messages.count(message) > 1} - meant)
    if twice:
        pytest.fail(f"{name}: two answers are told the same: {twice}", pytrace=False)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_known_mistake_has_a_slip_of_its_author(name):
    """It may stop with an error, as students' code does, but not for want of a name."""
    for mistake in FUNCTIONS[name].mistakes:
        with quiet():
            errors = {call_on(x, mistake.function).error for x in FUNCTIONS[name].all_cases()}
        for error in errors:
            if re.match("NameError|UnboundLocalError|AttributeError: module", error):
                pytest.fail(
                    f"{name}: the mistake {mistake.message!r} stops with {error}", pytrace=False
                )


@pytest.mark.parametrize("name", EXERCISES)
def test_the_stub_is_not_yet(name):
    feedback = check(name, ran(EXERCISES[name].stub, name))
    assert (feedback.passed, feedback.head.partition(":")[0]) == (False, "Not yet"), feedback


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_option_of_a_question_has_its_own_line(name):
    question = QUESTIONS[name]
    feedback = {letter: check(name, letter) for letter in LETTERS}
    assert [letter for letter in LETTERS if feedback[letter].passed] == [question.right]
    assert len({feedback[letter].message[3:] for letter in LETTERS}) == 4
    assert len({text for text, _ in question.options}) == 4
    assert check(name, f" {question.right.upper()} ").passed


def test_the_length_of_an_option_tells_nothing():
    """The right one is the longest of four about as often as chance has it, and never by much."""
    longest = []
    for name, question in QUESTIONS.items():
        lengths = {x: len(text) for x, (text, _) in zip(LETTERS, question.options, strict=True)}
        right = lengths.pop(question.right)
        assert right <= 1.3 * max(lengths.values()), name
        longest += [name] if right > max(lengths.values()) else []
    assert len(longest) <= 0.3 * len(QUESTIONS), longest


@pytest.mark.parametrize(("name", "number"), [("rounded", 4), ("softmax_with_sink", np.float32(2))])
def test_what_goes_into_the_published_model_keeps_float32(name, number):
    x = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    for function in (EXERCISES[name].reference, ran(EXERCISES[name].solution, name)):
        assert function(x, number).dtype == np.float32
