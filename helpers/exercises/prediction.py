"""A guess that a student makes before the truth is shown. Nothing is graded."""

import math
from dataclasses import dataclass
from numbers import Real

from helpers.exercises.feedback import Feedback, Fold, given
from helpers.figures.picture import SUMMARY

DOTS = "Put your guess in place of the dots and run the cell."


@dataclass(frozen=True)
class Prediction:
    """truth(): what is right, computed."""

    name: str
    title: str
    truth: object
    why: str

    def judge(self, guess):
        """The Feedback: the guess beside the truth; without a guess, the truth in a closed fold."""
        closed = (Fold(SUMMARY, f"{self.shown()}. {self.why}"),)
        head = f"Predict: {self.title}"
        if guess is ...:
            return Feedback(False, DOTS, folds=closed, head=head, untouched=True)
        if self.lacks(guess):
            said = f"Got {given(guess)}, expected {self.lacks(guess)}."
            return Feedback(False, said, folds=closed, head=head)
        right, distance = self.distance(guess)
        distance = f" ({distance})" if distance else ""
        guessed = ", ".join(map(str, guess)) if isinstance(guess, list | tuple) else str(guess)
        said = f"Your guess: {guessed}. Computed: {self.shown()}{distance}.\n{self.why}"
        return Feedback(right, said, head=f"{'Right' if right else 'Not quite'}: {self.title}")


@dataclass(frozen=True)
class Number(Prediction):
    """The guess of a number. near: how far off is still right, as a share; most: the largest it
    can be, as 1 for a weight."""

    near: float = 0.1
    unit: str = ""
    digits: int = 3
    most: float = math.inf

    def lacks(self, guess):
        """What is needed in place of what was given, or nothing if it is a guess."""
        if not isinstance(guess, Real) or isinstance(guess, bool) or not math.isfinite(guess):
            return "a number"
        return "" if guess <= self.most else f"a number of at most {self.most:g}"

    def shown(self):
        return f"{float(f'{self.truth():.{self.digits}g}'):g}{self.unit}"

    def distance(self, guess):
        """(whether it is right, how far off it is)."""
        guess, truth = float(guess), float(self.truth())
        far = abs(guess - truth)
        if far <= self.near * abs(truth) + 1e-9:
            return True, "" if far < 1e-9 else f"off by {far:.{self.digits}g}"
        side = "too high" if guess > truth else "too low"
        factor = max(guess / truth, truth / guess) if guess * truth > 0 else 0
        times = f", a factor of {factor:.2g}" if 1.05 <= factor < 1e6 else ""
        return False, f"{far:.{self.digits}g} {side}{times}"


@dataclass(frozen=True)
class Choice(Prediction):
    """The guess of one of `options`, texts."""

    options: tuple

    def lacks(self, guess):
        fits = isinstance(guess, str) and _bare(guess) in map(_bare, self.options)
        return "" if fits else f"one of {', '.join(map(repr, self.options))}"

    def shown(self):
        return self.truth()

    def distance(self, guess):
        right = _bare(guess) == _bare(self.truth())
        return right, "" if right else f"it is not {guess.strip()}"


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

    def distance(self, guess):
        truth = [*map(_bare, self.truth())]
        places = [truth.index(_bare(item)) for item in guess]
        pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]
        swapped = sum(a > b for a, b in pairs)
        return not swapped, f"{swapped} of {len(pairs)} pairs in the wrong order" if swapped else ""


def _bare(text):
    """In small letters and without spaces, which do not matter."""
    return "".join(text.lower().split())
