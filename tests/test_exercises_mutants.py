"""Every solution with one small fault in it is refused, or gives the same as the solution."""

import multiprocessing
import sys

import numpy as np
import pytest
from answers import SCOPES
from mutants import mutants
from test_exercises import EXERCISES

from helpers.exercises import check
from helpers.exercises.compare import compared
from helpers.exercises.run import call

SECONDS = 3  # for one mutant; a loop that does not end counts as refused
TRIALS = range(100, 112)  # seeds that the checks do not use
LARGE = 300  # times: softmax overflows unless it takes care
COUNTS = {"made": 0, "refused": 0, "equivalent": 0}  # printed at the end, by conftest.py


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork a process for each mutant")
@pytest.mark.parametrize("name", EXERCISES)
def test_every_mutant_of_a_solution_is_refused_or_equivalent(name):
    made = mutants(EXERCISES[name].solution)
    assert len(made) >= 2
    verdicts = {source: verdict(name, source) for source in made}
    COUNTS["made"] += len(made)
    for kind in ("refused", "equivalent"):
        COUNTS[kind] += sum(found == kind for found in verdicts.values())
    accepted = [source for source, found in verdicts.items() if found == "accepted"]
    assert not accepted, "accepted, though it gives another answer:\n" + "\n\n".join(accepted)


def verdict(name, source):
    """Judged in a process of its own, under a time limit."""
    context = multiprocessing.get_context("fork")
    mine, other = context.Pipe(duplex=False)
    process = context.Process(target=judged, args=(name, source, other))
    process.start()
    other.close()
    try:
        return mine.recv() if mine.poll(SECONDS) else "refused"
    except EOFError:  # it ended without a word
        return "refused"
    finally:
        process.kill()
        process.join()


def judged(name, source, answer_to):
    scope = dict(SCOPES[name])
    try:
        exec(compile(source, "mutant", "exec"), scope)
        answer = scope[EXERCISES[name].answer]
    except Exception:  # it does not even run
        answer_to.send("refused")
        return
    if not check(name, answer).passed:
        answer_to.send("refused")
    else:
        answer_to.send("equivalent" if same(name, answer) else "accepted")


def trials(exercise):
    """Arguments that the check does not use: of the usual size, and large ones."""
    for seed in TRIALS:
        arguments = exercise.random(np.random.default_rng(seed))
        yield arguments
        yield tuple(LARGE * x if np.asarray(x).dtype.kind == "f" else x for x in arguments)


def same(name, answer):
    """Whether an answer is the reference's on inputs that the check does not use."""
    exercise = EXERCISES[name]
    if not callable(answer):
        return True  # a value has been compared as it is
    for arguments in trials(exercise):
        expected = exercise.reference(*arguments)
        if compared(exercise, exercise.cases[0], call(answer, arguments), expected)[0]:
            return False
    return True
