"""The checks refuse wrong answers and say why; they accept right ones, however written."""

import re
from dataclasses import replace

import pytest

from helpers.exercises import CHECKED, EXERCISES, check
from helpers.exercises.engine.exercise import FunctionExercise
from helpers.exercises.engine.question import LETTERS, Question
from helpers.exercises.engine.run import quiet
from tests.helpers.exercises.answers import FRESH, RIGHT, WRONG, ran

OTHERS = range(1000, 1100)  # seeds that the checks do not use
REFUSED = {name: WRONG[name] + FRESH[name] for name in EXERCISES}
QUESTIONS = {name: entry for name, entry in CHECKED.items() if isinstance(entry, Question)}


def listed(answers):
    return [(name, i) for name, given in answers.items() for i in range(len(given))]


def told(feedback):
    """The message without the line of code that it quotes, where the fragment might stand too."""
    return re.sub(r"(?m)^line \d+: .*$", "", feedback.message)


@pytest.mark.parametrize(("name", "i"), listed(REFUSED))
def test_a_wrong_answer_is_refused_with_what_helps(name, i):
    answer, fragment = REFUSED[name][i]
    feedback = check(name, answer)
    assert not feedback.passed
    assert fragment in told(feedback), feedback.message


@pytest.mark.parametrize(("name", "i"), listed(RIGHT))
def test_a_right_answer_is_accepted_however_it_is_written(name, i):
    feedback = check(name, RIGHT[name][i])
    assert feedback.passed, feedback.message
    exercise = EXERCISES[name]
    if isinstance(exercise, FunctionExercise):
        with quiet():
            assert (
                exercise.first_fault(RIGHT[name][i], replace(exercise, seeds=OTHERS).all_cases())
                is None
            )


@pytest.mark.parametrize("name", EXERCISES)
def test_no_message_serves_two_faults(name):
    said = [check(name, answer).message.partition("\nCase:")[0] for answer, _ in WRONG[name]]
    assert len(set(said)) == len(said), said


@pytest.mark.parametrize("name", EXERCISES)
def test_the_stub_is_not_yet_and_the_solution_passes(name):
    entry = EXERCISES[name]
    for code, passed, head in ((entry.stub, False, "Not yet"), (entry.solution, True, "Passed")):
        feedback = check(name, ran(code, name))
        assert (feedback.passed, feedback.head.partition(":")[0]) == (passed, head), feedback


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_option_of_a_question_has_its_own_line(name):
    question = QUESTIONS[name]
    said = [check(name, letter) for letter in LETTERS]
    assert [feedback.passed for feedback in said].count(True) == 1
    assert said[LETTERS.index(question.right)].passed
    assert len({feedback.message[3:] for feedback in said}) == 4
    assert len({text for text, _ in question.options}) == 4
    assert check(name, f" {question.right.upper()} ").passed
