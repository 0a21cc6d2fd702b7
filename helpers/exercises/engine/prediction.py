"""A guess that a student makes before the truth is shown. Nothing is graded."""

import functools
import math
import re
from dataclasses import dataclass, field

from helpers.drawing.picture import SUMMARY
from helpers.exercises.engine.feedback import Answer, Feedback
from helpers.exercises.engine.present import quoted
from helpers.exercises.engine.typed import is_in_per_cent, number_in

AROUND = ".,:;!?()[]*_`\"'“”"
DOTS = "Put your guess in place of the dots and run the cell."


@dataclass(frozen=True)
class Prediction:
    """truth(): what is right, computed once. deeper: whether it stands in a part that may be
    skipped.

    Each kind adds lacks(guess): what is needed in its place, or nothing if it is a guess;
    is_right(guess); and shown(): the truth in words.
    """

    name: str
    title: str
    truth: object
    why: str
    deeper: bool = field(default=False, kw_only=True)

    def __post_init__(self):
        object.__setattr__(self, "truth", functools.cache(self.truth))

    def distance(self, guess):
        """How far off a wrong guess is, in words: nothing, unless the kind can say it."""
        return ""

    def judge(self, guess):
        """The Feedback: the guess beside the truth; without a guess, the truth in a closed fold."""
        closed = Answer(f"{self.shown()}. {self.why}", summary=SUMMARY)
        head = f"Predict: {self.title}"
        if guess is ...:
            return Feedback(False, DOTS, head=head, untouched=True, answer=closed)
        if self.lacks(guess):
            verdict = f"Got {quoted(guess)}, expected {self.lacks(guess)}."
            return Feedback(False, verdict, head=head, answer=closed)
        is_right = self.is_right(guess)
        distance = "" if is_right else self.distance(guess)
        verdict = f"Your guess: {str(guess).rstrip('.')}. Computed: {self.shown()}{distance}."
        head = f"{'Right' if is_right else 'Not quite'}: {self.title}"
        return Feedback(is_right, verdict, head=head, answer=Answer(self.why))


@dataclass(frozen=True)
class Number(Prediction):
    """The guess of a number. How far off is still right: near, as a share; within, as it is, for
    what is nearly 0 or nearly 1. unit: what is written after the number. share_of: of a
    share, 1, or 100 for per cent; a guess of the other kind is told so."""

    near: float = 0.1
    within: float = 1e-9
    unit: str = ""
    digits: int = 3
    share_of: int = 0

    def _number(self, guess):
        return number_in(guess, self.unit, self.share_of)

    def lacks(self, guess):
        needed = "a number in digits alone, such as 0.5, with a point"
        return needed if self._number(guess) is None else ""

    def shown(self):
        unit = " per cent" if self.share_of == 100 else self.unit
        return f"{float(f'{self.truth():.{self.digits}g}'):g}{unit}"

    def is_right(self, guess):
        return self._is_near(self._number(guess))

    def _is_near(self, number):
        return math.isclose(number, self.truth(), rel_tol=self.near, abs_tol=self.within)

    def distance(self, guess):
        number = self._number(guess)
        is_bare = not is_in_per_cent(guess)
        if is_bare and self.share_of == 100 and self._is_near(100 * number):
            return " (your guess is a share of 1: times 100, it is right)"
        if is_bare and self.share_of == 1 and self._is_near(number / 100):
            return " (your guess is in per cent: divided by 100, it is right)"
        distance = number - self.truth()
        return f" ({abs(distance):.{self.digits}g} too {'high' if distance > 0 else 'low'})"


@dataclass(frozen=True)
class OneOf(Prediction):
    """The guess of one of `options`, texts. also: other words for them, pairs (words, option). Some
    of an option's words in a row are enough if no other option has them. 2 means "2", 0.5 "0.5"."""

    options: tuple
    also: tuple = field(default=(), kw_only=True)

    @property
    def choices(self):
        return self.options

    def _meant(self, guess):
        """The option that a guess names, or nothing."""
        is_read = isinstance(guess, str | int | float) and not isinstance(guess, bool)
        words = _words(guess if isinstance(guess, str) else quoted(guess)) if is_read else []
        texts = [*((option, option) for option in self.options), *self.also]
        named = [(_words(text), option) for text, option in texts]
        same = {option for text, option in named if "".join(text) == "".join(words)}
        part = {option for text, option in named if f" {' '.join(words)} " in f" {' '.join(text)} "}
        found = (same or part) if words else ()
        return found.pop() if len(found) == 1 else ""

    def lacks(self, guess):
        return "" if self._meant(guess) else f"one of {', '.join(map(repr, self.options))}"

    def shown(self):
        return self.truth()

    def is_right(self, guess):
        return self._meant(guess) == self.truth()


def _words(text):
    """In small letters, without hyphens, articles and what stands around a word."""
    spaced = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text.lower())
    words = [word.strip(AROUND) for word in spaced.split()]
    return [word for word in words if word not in ("", "the", "a", "an")]
