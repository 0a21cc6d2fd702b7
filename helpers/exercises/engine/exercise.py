"""An exercise: what is asked, what is right, and the cases that tell mistakes apart.

An answer is run, compared with what is expected, and diagnosed if it is wrong.
"""

import ast
import copy
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from helpers.exercises.engine import draws
from helpers.exercises.engine.compare import (
    FaultKind,
    array_or_problem,
    computed,
    fault_of,
    is_equal,
    is_near,
    kind_of,
)
from helpers.exercises.engine.deadline import is_over, limited
from helpers.exercises.engine.diagnose import diagnose
from helpers.exercises.engine.feedback import not_yet, passed, wrong, wrong_function
from helpers.exercises.engine.present import quoted
from helpers.exercises.engine.run import Outcome, call_on, is_function, quiet
from helpers.exercises.engine.unwritten import is_stub, is_unfinished

COMMA = "In Python decimals come after a point: 0.5, not 0,5."
STOP = "{how to stop}"  # in each first task, the slot of a sentence (tools/notebook/media.py)
STOPPED = (
    "Stopped: your code had not returned. Look for a loop that does not end. The cells below still "
    "run."
)
SEEDS = range(40)  # of the random inputs


@dataclass(frozen=True, eq=False)
class Case:
    """One call that isolates one step. name: the situation, in a few words; message: what is true
    of every answer that is right on all cases before this one and wrong here."""

    name: str
    arguments: tuple
    message: str


NO_ARGUMENTS = Case("", (), "")  # of a value


def each_alone(*arguments):
    """Cases with the rows, or the matrices, of the next case, each alone. Only after them is it
    true of every wrong answer to say "right for one, wrong for two"."""
    return [
        Case("one alone", x, "Right on the cases before, wrong on this one.") for x in arguments
    ]


@cache
def drawn(draw, seeds):
    """Random cases, from the smallest up. They are drawn once."""
    arguments = [draw(np.random.default_rng(seed)) for seed in seeds]
    message = "Right on the small cases, wrong on this one."
    return [Case("random input", x, message) for x in sorted(arguments, key=draws.size)]


@dataclass(frozen=True)
class Mistake:
    """A known misconception: the function that has it, and what is said to who has it."""

    function: object
    message: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """One cell, one check.

    task: Markdown above the cell. stub: the cell's code without the check; solution: what may
    stand in its place. answer: the name that is handed to the check. reference: the right function
    (for a value, of no arguments). hints: each says more than the one before. deeper: whether it
    stands in a part that can be skipped. blank: whether it asks for a line or two within given
    code.
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
    deeper: bool = False
    blank: bool = False

    @property
    def has_dots(self):
        """Whether the student's code goes in place of dots, not of a fault."""
        return "..." in self.stub

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
    (rows first; of a list, ("", what runs along it)). part: its name in helpers.mine, if what the
    reader writes here is used in later notebooks. terms(*arguments): how large what is added up is,
    entry by entry, where a result may be far smaller, so that rounding alone decides it. new:
    whether the task promises a new list or array, not the one that is given.
    """

    cases: tuple
    draw: object
    axes: tuple = ("rows", "columns")
    seeds: range = SEEDS
    part: str = ""
    terms: object = None
    new: bool = False

    @cached_property
    def parameters(self):
        """The names of its arguments."""
        functions = [x for x in ast.parse(self.solution).body if isinstance(x, ast.FunctionDef)]
        (function,) = [x for x in functions if x.name == self.answer]
        return [argument.arg for argument in function.args.args]

    def in_words_of(self, function):
        """The same exercise, which names another function and its arguments as the student does.
        Of one that has the task's name, the lines that are said speak as the task does."""
        code, name = getattr(function, "__code__", None), str(getattr(function, "__name__", ""))
        names = code.co_varnames[: code.co_argcount] if code else ()
        moved = [x for x, y in zip(names, self.parameters, strict=False) if x != y]
        if (
            name == self.answer
            or not name.isidentifier()
            or len(names) != len(self.parameters)
            or {*moved} & {*self.parameters}  # an argument's name would be another one's
        ):
            return self
        exercise = copy.copy(self)
        exercise.__dict__.update(answer=name, parameters=names)
        return exercise

    def all_cases(self):
        """The named cases, then random ones, from the smallest up."""
        return [*self.cases, *drawn(self.draw, self.seeds)]

    def is_close(self, yours, case):
        """Entry by entry, whether a result is right."""
        return is_near(yours, self.reference, case, self.terms)

    def first_fault(self, function, cases):
        """The first fault of a function on these cases, or None."""
        for case in cases:
            fault = fault_of(self, case, call_on(case, function))
            if fault:
                return fault
        return None

    def judge(self, answer):
        """The Feedback to a student's answer.

        KeyboardInterrupt if it is judged inside a limit (deadline.py) whose time is over."""
        if answer is ... or is_stub(self.stub, answer):
            return not_yet(self)
        if not is_function(answer):
            return wrong(
                self,
                f"What you handed in is {kind_of(answer)}, expected the function itself: "
                f'check("{self.name}", {self.answer}), without brackets after the name.',
            )
        try:
            with limited(), quiet():
                return self._judge_function(answer)
        except KeyboardInterrupt:
            if is_over():
                raise
            return wrong(self, STOPPED)

    def _judge_function(self, function):
        """All its calls together have one time limit (deadline.py); diagnose says what it knows
        when that is over."""
        cases, exercise = self.all_cases(), self.in_words_of(function)
        fault = exercise.first_fault(function, cases)
        if fault is None:
            count = f"{len(self.cases)} cases and {len(self.seeds)} random inputs"
            return passed(self, f"Right on {count}.")
        if self.has_dots and is_unfinished(function):
            return not_yet(self)
        return wrong_function(exercise, diagnose(exercise, function, cases, fault), fault)


@dataclass(frozen=True, kw_only=True, eq=False)
class ValueExercise(Exercise):
    """Its answer is a number. near: how far off it may be, as a share; about(value): what is said
    about a wrong one; unit: what is written behind the number, if it has one."""

    near: float
    about: object
    unit: str = ""

    def is_close(self, yours, case):
        return is_equal(yours, computed(self.reference, case).result, self.near)

    def judge(self, answer):
        """The Feedback to a student's answer. It does not show the right value."""
        if answer is ...:
            return not_yet(self)
        if answer is None:
            return wrong(self, "You handed in None: print shows a value but returns None.")
        if isinstance(answer, tuple):
            verdict = f"Got {quoted(answer)}, expected one number."
            return wrong(self, f"{verdict} {COMMA}" if len(answer) > 1 else verdict)
        if callable(answer):
            return wrong(
                self, "You handed in a function, expected a value: what the function returns."
            )
        with quiet():
            fault = fault_of(self, NO_ARGUMENTS, Outcome(answer))
            if fault is None:
                return passed(self, "Right.")
            if fault.kind != FaultKind.NUMBERS:
                return wrong(self, fault.message)
            return wrong(self, self._about_number(fault.yours.item(), fault.expected))

    def _about_number(self, value, expected):
        if np.isnan(value):
            return "Your value is nan (not a number)."
        if np.isinf(value):
            return "Your value is infinite: something is divided by 0 or overflows."
        for mistake in self.mistakes:
            if is_equal(value, mistake.function(), rounding(value)):
                return mistake.message
        side = "too large" if value > expected else "too small"
        return f"{self.about(value)} Yours is {side}."


@dataclass(frozen=True, kw_only=True, eq=False)
class StepsExercise(Exercise):
    """Its answer is a list with a row of numbers for each step. They are judged in turn: the first
    that is not right is told.

    steps: of each, its name and what is said of a wrong row; tolerance: how far off a number may
    be. reference: the right rows. The function of a mistake gives an answer that has it.
    """

    steps: tuple
    tolerance: float

    def judge(self, answer):
        """The Feedback to a student's answer. It does not show the right numbers."""
        names = [name for name, _ in self.steps]
        answer = answer.tolist() if isinstance(answer, np.ndarray) else answer
        if not isinstance(answer, list | tuple) or len(answer) != len(names):
            if answer is ...:
                return not_yet(self)
            return wrong(self, f"Expected a list of {len(names)} rows: {', '.join(names)}.")
        for number, (right, (name, about)) in enumerate(
            zip(self.reference(), self.steps, strict=True)
        ):
            before = f"Right so far: {', '.join(names[:number])}. " if number else ""
            row = answer[number]
            if row is ... or (isinstance(row, list | tuple) and ... in row):
                if not number:
                    return not_yet(self)
                return wrong(self, f"{before}Next: {name}.")
            yours = row_of_numbers(row)
            if yours is None or len(yours) != len(right):
                verdict = f"{before}Expected {len(right)} numbers in {name}, got {quoted(row)}."
                too_many = yours is not None and len(yours) > len(right)
                return wrong(self, f"{verdict} {COMMA}" if too_many else verdict)
            if not self._is_near(yours, right):
                return wrong(self, before + self._about_row(yours, number, about))
        return passed(self, "Right, every step.")

    def _is_near(self, yours, right):
        return bool(np.allclose(yours, right, rtol=0, atol=self.tolerance))

    def _about_row(self, yours, number, about):
        for mistake in self.mistakes:
            theirs = row_of_numbers(mistake.function()[number])
            if theirs is not None and self._is_near(yours, theirs):
                return mistake.message
        return about


def row_of_numbers(given):
    """Finite real numbers in a row, as an array, or None if it is something else."""
    array, problem = array_or_problem(given)
    if problem or array.ndim != 1 or array.dtype.kind not in "iuf":
        return None
    return array if np.isfinite(array).all() else None


def rounding(value):
    """How far off a typed number may be, as a share of it: half a unit of its last digit, but no
    less than 0.0001 and no more than 0.012."""
    digits = len(str(value).partition(".")[2])
    return min(max(1e-4, 0.5 * 10.0**-digits / abs(value)), 0.012) if value and digits else 1e-4
