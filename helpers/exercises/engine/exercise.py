"""An exercise: what is asked, what is right, and the cases that tell mistakes apart.

An answer is run, compared with what is expected, diagnosed if it is wrong, and presented.
"""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np

from helpers.exercises.engine import draws, present
from helpers.exercises.engine.compare import computed, fault_of, is_equal, is_near, kind_of
from helpers.exercises.engine.deadline import limited
from helpers.exercises.engine.diagnose import diagnose
from helpers.exercises.engine.run import Outcome, call, quiet
from helpers.exercises.engine.unwritten import is_stub, is_unfinished

STOP = "{how to stop}"  # in each first task, the slot of a sentence (tools/notebook/media.py)
STOPPED = (
    "Stopped: your code had not returned. Look for a loop that does not end. The cells below still "
    "run."
)
SEEDS = range(40)  # of the random inputs


@dataclass(frozen=True, eq=False)
class Case:
    """One call that isolates one step. what: the situation, in a few words; says: what is true of
    every answer that is right on all cases before this one and wrong here."""

    what: str
    arguments: tuple
    says: str


NO_ARGUMENTS = Case("", (), "")  # of a value


@cache
def drawn(draw, seeds):
    """Random cases, from the smallest up. They are drawn once."""
    arguments = [draw(np.random.default_rng(seed)) for seed in seeds]
    says = "Right on the small cases, wrong on this one."
    return [Case("random numbers", x, says) for x in sorted(arguments, key=draws.size)]


@dataclass(frozen=True)
class Mistake:
    """A known misconception: the function that has it, and the line that says so."""

    does: object
    says: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """One cell, one check.

    task: Markdown above the cell. stub: the cell's code without the check; solution: what may
    stand in its place. answer: the name that is handed to the check. reference: the right function
    (for a value, of no arguments). hints: each says more than the one before.
    """

    name: str
    title: str
    task: str
    answer: str
    stub: str
    solution: str
    why: str
    hints: tuple
    reference: object
    mistakes: tuple = ()

    @property
    def deeper(self):
        """Whether it stands in a part that can be skipped."""
        return self.task.startswith("**Exercise** (*Deeper*")

    def source(self):
        """The code of its cell."""
        return self._cell(self.stub)

    def solved(self):
        """The same with the solution."""
        return self._cell(self.solution)

    def _cell(self, code):
        code = code.strip()
        space = "\n\n\n" if "\ndef " in f"\n{code}" else "\n"
        return f'{code}{space}check("{self.name}", {self.answer})'


@dataclass(frozen=True, kw_only=True, eq=False)
class FunctionExercise(Exercise):
    """Its answer is a function.

    cases: from the smallest up. draw(rng): random arguments of one call, anything that the task
    promises; seeds: of the random inputs. axes: what runs along the last two axes of the result
    (rows first).
    """

    cases: tuple
    draw: object
    axes: tuple = ("rows", "columns")
    seeds: range = SEEDS

    def parameters(self):
        """The names of its arguments, as the student sees them in the stub."""
        return re.search(rf"def {self.answer}\((.+)\):", self.stub)[1].split(", ")

    def all_cases(self):
        """The named cases, then random ones, from the smallest up."""
        return [*self.cases, *drawn(self.draw, self.seeds)]

    def is_close(self, yours, case):
        """Entry by entry, whether a result is right."""
        return is_near(yours, self.reference, case)

    def first_fault(self, function, cases):
        """The first fault of a function on these cases, or None."""
        for case in cases:
            fault = fault_of(self, case, call(function, case.arguments))
            if fault:
                return fault
        return None

    def judge(self, answer):
        """The Feedback to a student's answer."""
        if answer is ... or is_stub(self.stub, answer):
            return present.not_yet(self)
        if not callable(answer):
            return present.wrong(
                self,
                f"What you handed in is {kind_of(answer)}, expected the function itself: "
                f'check("{self.name}", {self.answer}), without brackets after the name.',
            )
        try:
            with limited(), quiet():
                return self._run(answer)
        except KeyboardInterrupt:
            return present.wrong(self, STOPPED)

    def _run(self, answer):
        """The Feedback to a function. Its calls have SECONDS in all; diagnose says what it knows
        when they are over."""
        cases = self.all_cases()
        fault = self.first_fault(answer, cases)
        if fault is None:
            count = f"{len(self.cases)} cases and {len(self.seeds)} random inputs"
            return present.passed(self, f"Right on {count}.")
        if "..." in self.stub and is_unfinished(answer):
            return present.not_yet(self)
        return present.wrong(self, diagnose(self, answer, cases, fault), fault)


@dataclass(frozen=True, kw_only=True, eq=False)
class ValueExercise(Exercise):
    """Its answer is a number. near: how far off it may be, as a share; says(value): what is said
    about a wrong one."""

    near: float
    says: object

    def is_close(self, yours, case):
        return is_equal(yours, computed(self.reference, case).result, self.near)

    def judge(self, answer):
        """The Feedback to a student's answer. It does not show the right value."""
        if answer is ...:
            return present.not_yet(self)
        if answer is None:
            return present.wrong(self, "You handed in None: print shows a value but returns None.")
        if callable(answer):
            return present.wrong(
                self, "You handed in a function, expected a value: what the function returns."
            )
        with quiet():
            fault = fault_of(self, NO_ARGUMENTS, Outcome(answer))
            if fault is None:
                return present.passed(self, "Right.")
            if fault.kind != "numbers":
                return present.wrong(self, fault.said)
            value = fault.yours.item()
            if np.isnan(value):
                return present.wrong(self, "Your value is nan (not a number).")
            for mistake in self.mistakes:
                if is_equal(value, mistake.does(), rounding(value)):
                    return present.wrong(self, mistake.says)
            side = "too large" if value > fault.expected else "too small"
            return present.wrong(self, f"{self.says(value)} Yours is {side}.")


def rounding(value):
    """How far off a typed number may be, as a share of it: half a unit of its last digit, but no
    less than 0.0001 and no more than 0.012."""
    digits = len(str(value).partition(".")[2])
    return min(max(1e-4, 0.5 * 10.0**-digits / abs(value)), 0.012) if value and digits else 1e-4
