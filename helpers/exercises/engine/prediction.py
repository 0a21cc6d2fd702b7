"""A guess that a student makes before the truth is shown. Nothing is graded."""

import math
from dataclasses import dataclass, field
from numbers import Real

from helpers.drawing.picture import SUMMARY
from helpers.exercises.engine.feedback import Feedback, Fold, given

DOTS = "Put your guess in place of the dots and run the cell."


@dataclass(frozen=True)
class Prediction:
    """truth(): what is right, computed. deeper: whether it stands in a part that can be skipped.

    Each kind adds lacks(guess): what is needed in its place, or nothing if it is a guess;
    is_right(guess); and shown(): the truth in words.
    """

    name: str
    title: str
    truth: object
    why: str
    deeper: bool = field(default=False, kw_only=True)

    def distance(self, guess):
        """How far off a wrong guess is, in words: nothing, unless the kind can say it."""
        return ""

    def judge(self, guess):
        """The Feedback: the guess beside the truth; without a guess, the truth in a closed fold."""
        closed = (Fold(SUMMARY, f"{self.shown()}. {self.why}"),)
        head = f"Predict: {self.title}"
        if guess is ...:
            return Feedback(False, DOTS, folds=closed, head=head, untouched=True)
        if self.lacks(guess):
            said = f"Got {given(guess)}, expected {self.lacks(guess)}."
            return Feedback(False, said, folds=closed, head=head)
        right = self.is_right(guess)
        distance = "" if right else self.distance(guess)
        guessed = ", ".join(map(str, guess)) if isinstance(guess, list | tuple) else str(guess)
        said = f"Your guess: {guessed}. Computed: {self.shown()}{distance}.\n{self.why}"
        return Feedback(right, said, head=f"{'Right' if right else 'Not quite'}: {self.title}")


@dataclass(frozen=True)
class Number(Prediction):
    """The guess of a number. How far off is still right: near, as a share; within, as it is, for
    what is nearly 0 or nearly 1."""

    near: float = 0.1
    within: float = 1e-9
    unit: str = ""
    digits: int = 3

    def lacks(self, guess):
        try:
            fits = isinstance(guess, Real) and not isinstance(guess, bool) and math.isfinite(guess)
        except OverflowError:  # a whole number larger than any float
            fits = False
        return "" if fits else "a number"

    def shown(self):
        return f"{float(f'{self.truth():.{self.digits}g}'):g}{self.unit}"

    def is_right(self, guess):
        return math.isclose(guess, self.truth(), rel_tol=self.near, abs_tol=self.within)

    def distance(self, guess):
        if self.unit == " per cent" and self.is_right(100 * guess):
            return " (your guess is a share of 1: times 100, it is right)"
        far = float(guess) - self.truth()
        return f" ({abs(far):.{self.digits}g} too {'high' if far > 0 else 'low'})"


@dataclass(frozen=True)
class Choice(Prediction):
    """The guess of one of `options`, texts."""

    options: tuple

    def lacks(self, guess):
        fits = isinstance(guess, str) and _bare(guess) in map(_bare, self.options)
        return "" if fits else f"one of {', '.join(map(repr, self.options))}"

    def shown(self):
        return self.truth()

    def is_right(self, guess):
        return _bare(guess) == _bare(self.truth())


@dataclass(frozen=True)
class Order(Prediction):
    """The guess of the order of `items`, as a list."""

    items: tuple

    def lacks(self, guess):
        texts = isinstance(guess, list | tuple) and all(isinstance(item, str) for item in guess)
        fits = texts and sorted(map(_bare, guess)) == sorted(map(_bare, self.items))
        return "" if fits else f"a list of {', '.join(map(repr, self.items))}, each once"

    def shown(self):
        return ", ".join(self.truth())

    def is_right(self, guess):
        return [*map(_bare, guess)] == [*map(_bare, self.truth())]


def _bare(text):
    """In small letters and without spaces, which do not matter."""
    return "".join(text.lower().split())
