"""The tasks of the train lab: what is trained, on what it is tested, and what a reader may type.

Part of the train lab (notebook 11).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers.training.languages import (
    BIG,
    CITIES,
    FACTS,
    FACTS_N,
    FORMS,
    IT,
    LENGTH,
    LETTERS,
    NAMES,
    PRONOUN,
    PRONOUN_WITHHELD,
    REVERSE,
    SMALL,
    THINGS,
    Language,
)

TESTED = 100  # sequences


@dataclass(frozen=True)
class Task:
    """answers(words): the right answers, {place: word}, or a ValueError that says what is needed.

    tested_on: what the accuracies are of. unseen: a second language, of combinations that training
    never shows. guess: what a model knows that only guesses, and among how many words.
    """

    name: str
    language: Language
    steps: int
    rate: float
    example: str
    answers: Callable
    tested_on: tuple
    guess: str
    among: int
    unseen: Language = None

    @cached_property
    def tests(self):
        """Tokens and targets of new sequences, of each of the languages."""
        languages = [language for language in (self.language, self.unseen) if language]
        return [language.sample(np.random.default_rng(9), TESTED) for language in languages]

    def read(self, text):
        """What was typed, as the task has it: words, tokens (n,), targets (n,), −1 where nothing
        is asked."""
        words, answers = self.answers(text.split())
        number = {word: i for i, word in enumerate(self.language.words)}
        tokens = np.array([number[word] for word in words])
        targets = np.full(len(words), -1)
        for place, answer in answers.items():
            targets[place] = number[answer]
        return words, tokens, targets


def reversed_row(typed):
    """The letters may be typed with spaces or without."""
    letters = list("".join(typed).lower())
    for letter in letters:
        require_one_of(LETTERS, letter, f"a letter from {LETTERS[0]} to {LETTERS[-1]}")
    if len(letters) != LENGTH:
        raise ValueError(f"{len(letters)} letters, needed {LENGTH}")
    return letters, dict(enumerate(reversed(letters)))


def told_before(typed):
    """Names and cities in turn. Asked is the city after each name that was told before."""
    words = [word.capitalize() for word in typed]
    city_of, answers = {}, {}
    for place, word in enumerate(words):
        kind, known = ("name", NAMES) if place % 2 == 0 else ("city", CITIES)
        require_one_of(known, word, f"a {kind}: {', '.join(known)}")
        if place % 2 == 0 and word in city_of:
            answers[place] = city_of[word]
        elif place % 2 and city_of.setdefault(words[place - 1], word) != word:
            raise ValueError(f"{words[place - 1]} has two cities")
    if len(words) - 1 not in answers:
        raise ValueError("needed a name at the end whose city came before: Ann Rome Ben Oslo Ann")
    return words, answers


def meant_by_it(typed):
    """Either of the two forms. Asked is, at "it", the thing that is too big or too small."""
    words = [word.lower() for word in typed]
    for form in FORMS:
        pattern = form.split()
        pairs = list(zip(pattern, words, strict=False))
        if len(words) == len(pattern) and all(part in (word, part.upper()) for part, word in pairs):
            named = {part: word for part, word in pairs if part.isupper()}
            break
    else:
        raise ValueError("needed “the … did not fit into the … because it was too …”")
    for part in ("CONTENT", "HOLDER"):
        require_one_of(THINGS, named[part], f"one of {', '.join(THINGS)}")
    require_one_of(BIG + SMALL, named["SIZE"], f"one of {', '.join(BIG + SMALL)}")
    if named["CONTENT"] == named["HOLDER"]:
        raise ValueError(f"needed two things, not “{named['HOLDER']}” twice")
    return words, {IT: named["CONTENT"] if named["SIZE"] in BIG else named["HOLDER"]}


def require_one_of(known, word, needed):
    if word not in known:
        raise ValueError(f"“{word}” is not {needed}")


TASKS = {
    "reverse": Task(
        name="reverse letters",
        language=REVERSE,
        steps=200,
        rate=0.01,
        example="a f c t h k b p e n r d",
        answers=reversed_row,
        tested_on=("the letters of new rows",),
        guess="a letter",
        among=len(LETTERS),
    ),
    "facts": Task(
        name="facts",
        language=FACTS,
        steps=400,
        rate=0.005,
        example="Ann Rome Ben Oslo Eva Lima Ida Bern Ben",
        answers=told_before,
        tested_on=("the questions in new texts",),
        guess="one of four cities",
        among=4,
    ),
    "it": Task(
        name="what “it” means",
        language=PRONOUN,
        steps=400,
        rate=0.005,
        example="the trophy did not fit into the vase because it was too big",
        answers=meant_by_it,
        tested_on=("sentences with shown pairs", "those with new pairs"),
        guess="one of two things",
        among=2,
        unseen=PRONOUN_WITHHELD,
    ),
}
MOST_WORDS = FACTS_N
