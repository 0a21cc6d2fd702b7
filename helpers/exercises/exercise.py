"""An exercise: what is asked, what is right, and the cases that tell one mistake from another."""

import ast
from dataclasses import dataclass

import numpy as np

from helpers.exercises import judge

SEEDS = range(4)  # of the random cases
RANDOM = "The small cases are right; these random numbers, with no two sizes equal, are not."


@dataclass(frozen=True)
class Case:
    """One call that isolates one step. what: the situation, in a few words; says: what it means
    when an answer is right before it and wrong here (for a value to find, perhaps a function of
    the student's)."""

    what: str
    arguments: tuple
    says: object


@dataclass(frozen=True)
class Mistake:
    """A known misconception: the function that has it, and the line that says so."""

    does: object
    says: str


@dataclass(frozen=True)
class Exercise:
    """One cell, one check.

    task: Markdown above the cell. stub: the cell's code without the check; solution: what may
    stand in its place. answer: the name that is handed to the check, a function or a value.
    reference: the right function (for a value, of no arguments). cases: from the smallest up.
    random(rng): further arguments, off saturation. axes: what runs along the last two axes of the
    result (rows first). near: how far off a number may be, as a share. hints: each says more than
    the one before.
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
    cases: tuple
    mistakes: tuple = ()
    random: object = None
    axes: tuple = ("rows", "columns")
    near: float = 1e-4

    def source(self):
        """The code of its cell."""
        return self._cell(self.stub)

    def solved(self):
        """The same with the solution."""
        return self._cell(self.solution)

    def _cell(self, code):
        space = "\n\n\n" if code.lstrip().startswith("def ") or "\ndef " in code else "\n"
        return f'{code.strip()}{space}check("{self.name}", {self.answer})'

    def parameters(self):
        """The names of its arguments, as the student sees them in the stub."""
        (function,) = (
            node
            for node in ast.walk(ast.parse(self.stub))
            if isinstance(node, ast.FunctionDef) and node.name == self.answer
        )
        return [argument.arg for argument in function.args.args]

    def judge(self, answer):
        return judge.judged(self, answer)

    def all_cases(self):
        """The cases, then random ones."""
        yield from self.cases
        if self.random:
            for seed in SEEDS:
                arguments = self.random(np.random.default_rng(seed))
                yield Case("random numbers", arguments, RANDOM)
