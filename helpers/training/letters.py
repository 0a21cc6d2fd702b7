"""Place names of six countries, letter by letter: a language that a transformer learns to write.

A name's tokens are its country and its letters. Asked is at each place the letter after it, and
after the last one the end of the name, ".":

    tokens   DE  b  e  r  n  .  .  …
    targets   b  e  r  n  .  −1 −1 …

The names are from GeoNames (https://www.geonames.org), under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/): those of single words of 2 to 11 letters, in small
letters without accents. tools/record/record_names.py recorded them in place_names.json.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from helpers.training.languages import Language
from helpers.training.saving import load

DATA = Path(__file__).parents[1] / "data"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
END = len(LETTERS)  # the number of "."
COUNTRIES = "DE", "IT", "JP", "PL", "GB", "FR"
WORDS = [*LETTERS, ".", *COUNTRIES]
LONGEST = 11  # letters
N = 1 + LONGEST  # a country, then the letters


class PlaceNames(Language):
    """A Language with the names to train on and the new ones to test with: {country: names} each.
    They are read when they are first asked for: most notebooks never ask."""

    @property
    def training(self):
        return recorded("training")

    @property
    def validation(self):
        return recorded("validation")


@cache
def recorded(part):
    """{country: names} of one part, "training" or "validation"; no name is in both."""
    names = json.loads((DATA / "place_names.json").read_text(encoding="utf-8"))
    return {country: names[country][part].split() for country in COUNTRIES}


def encoded(names):
    """{country: names} → tokens (b, 12), targets (b, 12), −1 where nothing is asked."""
    rows = [
        [WORDS.index(country), *(ord(letter) - ord("a") for letter in name)]
        for country, of_country in names.items()
        for name in of_country
    ]
    text = np.full((len(rows), N + 1), END)  # the end of a name is repeated to the end of its row
    for numbers, row in zip(text, rows, strict=True):
        numbers[: len(row)] = row
    tokens, following = text[:, :-1], text[:, 1:]
    return tokens, np.where(tokens == END, -1, following)


@cache
def for_training():
    """The names to train on: tokens, targets, and how many names each country has."""
    return *encoded(PLACES.training), np.array([len(x) for x in PLACES.training.values()])


def drawn_names(rng, b):
    """Names to train on: each country is as likely as the others, and so is each of its names."""
    tokens, targets, sizes = for_training()
    country = rng.integers(len(sizes), size=b)
    before = np.cumsum(sizes) - sizes  # the names of the countries before it
    rows = before[country] + rng.integers(sizes[country])
    return tokens[rows], targets[rows]


PLACES = PlaceNames(WORDS, N, causal=True, sample=drawn_names)


def trained():
    """A model that has learned PLACES, trained and recorded by tools/record/record_writer.py."""
    return load(DATA / "writer.npz")


def trainings():
    """What came out of ten more trainings: a dictionary each, as record_writer.py says."""
    return json.loads((DATA / "writers.json").read_text(encoding="utf-8"))
