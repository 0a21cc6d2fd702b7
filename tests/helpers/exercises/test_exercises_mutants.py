"""Every solution with one small fault in it is refused, or gives the same as the solution."""

import multiprocessing
import sys
from dataclasses import replace

import numpy as np
import pytest

from helpers.exercises import EXERCISES, check
from helpers.exercises.engine.exercise import StepsExercise, ValueExercise
from helpers.exercises.engine.run import quiet
from tests.helpers.exercises.answers import ran
from tests.helpers.exercises.mutants import mutants
from tests.helpers.exercises.test_exercises import OTHER_SEEDS

SECONDS = 1  # for one mutant; a loop that does not end counts as refused
TOO_LONG, DIED = "not done in time", "ended without an answer"
FINE = ("refused", "not running", "equivalent", TOO_LONG)


@pytest.mark.rare
@pytest.mark.sample("cosine", "safe_softmax")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork a process for each mutant")
@pytest.mark.parametrize("name", EXERCISES)
def test_every_mutant_of_a_solution_is_refused_or_equivalent(name):
    verdicts = verdicts_on(name, mutants(EXERCISES[name].solution))
    assert len(verdicts) - list(verdicts.values()).count("equivalent") >= 2
    bad = {source: verdict for source, verdict in verdicts.items() if verdict not in FINE}
    assert not bad, "\n\n".join(f"{bad[source]}:\n{source}" for source in bad)


def verdicts_on(name, sources):
    """{source: the verdict of judged()}, in a process of its own. If a mutant ends it, or takes
    longer than SECONDS, another process goes on with the next."""
    verdicts = {}
    while len(verdicts) < len(sources):
        context = multiprocessing.get_context("fork")
        receiver, sender = context.Pipe(duplex=False)
        left = sources[len(verdicts) :]
        process = context.Process(target=judge, args=(name, left, sender))
        process.start()
        sender.close()
        for source in left:
            try:
                verdicts[source] = receiver.recv() if receiver.poll(SECONDS) else TOO_LONG
            except EOFError:
                verdicts[source] = DIED
            if verdicts[source] in (TOO_LONG, DIED):
                break
        process.kill()
        process.join()
    return verdicts


def judge(name, sources, sender):
    for source in sources:
        sender.send(judged(name, source))


def judged(name, source):
    try:
        answer = ran(source, name)
    except Exception:
        return "not running"
    try:
        passed = check(name, answer).passed
        equal = passed and same(EXERCISES[name], answer)
    except Exception as error:
        return f"check raised {error!r}"
    if not passed:
        return "refused"
    return "equivalent" if equal else "accepted, though it gives another answer"


def same(exercise, answer):
    """Whether an answer is right on draws that the check does not use; a value, whether it is as
    near as the exercise asks."""
    if isinstance(exercise, StepsExercise):
        rows = zip(answer, exercise.reference(), strict=True)
        return all(np.abs(np.subtract(x, y)).max() <= exercise.tolerance for x, y in rows)
    if isinstance(exercise, ValueExercise):
        right = exercise.reference()
        return bool(abs(answer - right) <= 1.01 * exercise.near * abs(right))
    with quiet():
        return (
            exercise.first_fault(answer, replace(exercise, seeds=OTHER_SEEDS).all_cases()) is None
        )
