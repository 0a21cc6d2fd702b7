"""The checks refuse wrong answers and say why; they accept right ones, however written."""

import re
from dataclasses import replace

import pytest

from helpers.exercises import CHECKED, EXERCISES, check
from helpers.exercises.engine.exercise import FunctionExercise
from helpers.exercises.engine.question import LETTERS, Question
from helpers.exercises.engine.run import quiet
from tests.helpers.exercises.answers import FRESH, RIGHT, WRONG, ran

OTHER_SEEDS = range(1000, 1100)  # which the checks do not use
REFUSED = {name: WRONG[name] + FRESH[name] for name in EXERCISES}
QUESTIONS = {name: entry for name, entry in CHECKED.items() if isinstance(entry, Question)}


def listed(answers):
    return [(name, i) for name in answers for i in range(len(answers[name]))]


def without_quoted_code(message):
    """The message without the line of code that it quotes, where the fragment might stand too."""
    return re.sub(r"(?m)^line \d+: .*$", "", message)


@pytest.mark.parametrize(("name", "i"), listed(REFUSED))
def test_a_wrong_answer_is_refused_with_what_helps(name, i):
    answer, fragment = REFUSED[name][i]
    feedback = check(name, answer)
    assert not feedback.passed
    assert fragment in without_quoted_code(feedback.message), feedback.message


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


@pytest.mark.parametrize("name", EXERCISES)
def test_no_message_serves_two_faults(name):
    messages = [check(name, answer).message.partition("\nCase:")[0] for answer, _ in WRONG[name]]
    assert len(set(messages)) == len(messages), messages


@pytest.mark.parametrize("name", EXERCISES)
def test_the_stub_is_not_yet_and_the_solution_passes(name):
    entry = EXERCISES[name]
    for code, passed, head in ((entry.stub, False, "Not yet"), (entry.solution, True, "Passed")):
        feedback = check(name, ran(code, name))
        assert (feedback.passed, feedback.head.partition(":")[0]) == (passed, head), feedback


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_option_of_a_question_has_its_own_line(name):
    question = QUESTIONS[name]
    feedback = {letter: check(name, letter) for letter in LETTERS}
    assert [letter for letter in LETTERS if feedback[letter].passed] == [question.right]
    assert len({feedback[letter].message[3:] for letter in LETTERS}) == 4
    assert len({text for text, _ in question.options}) == 4
    assert check(name, f" {question.right.upper()} ").passed
