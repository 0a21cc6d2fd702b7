"""Every solution with one small fault in it is refused, or gives the same as the solution."""

import multiprocessing
import sys

import pytest
from answers import ran
from mutants import mutants
from test_exercises import EXERCISES, OTHERS

from helpers.exercises import check
from helpers.exercises.exercise import ValueExercise
from helpers.exercises.run import quiet

SECONDS = 3  # for one mutant; a loop that does not end counts as refused
FINE = ("refused", "not running", "equivalent")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork a process for each mutant")
@pytest.mark.parametrize("name", EXERCISES)
def test_every_mutant_of_a_solution_is_refused_or_equivalent(name):
    verdicts = {source: verdict(name, source) for source in mutants(EXERCISES[name].solution)}
    assert len(verdicts) - list(verdicts.values()).count("equivalent") >= 2
    bad = [f"{found}:\n{source}" for source, found in verdicts.items() if found not in FINE]
    assert not bad, "\n\n".join(bad)


def verdict(name, source):
    """What judged() finds, in a process of its own, which is ended after SECONDS."""
    context = multiprocessing.get_context("fork")
    mine, other = context.Pipe(duplex=False)
    process = context.Process(target=judged, args=(name, source, other))
    process.start()
    other.close()
    try:
        return mine.recv() if mine.poll(SECONDS) else "refused"
    except EOFError:
        return "ended without an answer"
    finally:
        process.kill()
        process.join()


def judged(name, source, answer_to):
    try:
        answer = ran(source, name)
    except Exception:
        answer_to.send("not running")
        return
    try:
        passed = check(name, answer).passed
        equal = passed and same(EXERCISES[name], answer)
    except Exception as error:
        answer_to.send(f"check raised {error!r}")
        return
    accepted = "equivalent" if equal else "accepted, though it gives another answer"
    answer_to.send(accepted if passed else "refused")


def same(exercise, answer):
    """Whether an answer is right on draws that the check does not use; a value, whether it is as
    near as the exercise asks."""
    if isinstance(exercise, ValueExercise):
        right = exercise.reference()
        return bool(abs(answer - right) <= 1.01 * exercise.near * abs(right))
    with quiet():
        return exercise.first_fault(answer, exercise.all_cases(OTHERS)) is None
