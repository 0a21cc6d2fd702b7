"""Exercises of notebook 01: the dot product, as products, angle, shadow and similarity."""

import numpy as np

from helpers.data import recorded
from helpers.drawing.numbers import pair
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.n01_dot_product.shared import TABLE, WORDS, cosine, dot, nearest

CHECKED = read(__file__, "dot", "doubled", "cosine", "nearest")

APPLE, PHONE, GARDEN = (TABLE[WORDS.index(word)] for word in ("Apple", "phone", "garden"))


def larger():
    difference = dot(APPLE, GARDEN) - dot(APPLE, PHONE)
    return "garden" if difference > 0 else "phone" if difference < 0 else "neither"


def nearer():
    two = ("garden", "phone")
    return nearest(recorded.word_vector("apple"), two, np.array([*map(recorded.word_vector, two)]))


def why_nearer():
    apple, E = recorded.word_vector("apple"), recorded.word_vectors()
    garden, phone = (cosine(apple, recorded.word_vector(word)) for word in ("garden", "phone"))
    nearer_ones = sum(cosine(apple, x) > garden for x in E) - 1  # but "apple" itself
    return (
        f"Its cosine is {phone:.2f} with phone and {garden:.2f} with garden: {nearer_ones} words are "
        "nearer to it than garden. In GloVe's texts, apple seems to be a company more often than a "
        "fruit."
    )


MOVES = np.array([[1, 1], [-0.5, 1]])  # the page's M


def goes_to():
    return pair(np.array([4, 4]) @ MOVES)


ANA = np.array([2, 1, -2])  # how much she likes what is funny, romantic, scary
FILMS = ("love story", "ghost comedy", "horror film")
HAVE = np.array([[1, 2, 0], [3, 0, 2], [0, 0, 3]])  # (films, 3)


def film():
    return FILMS[(HAVE @ ANA).argmax()]


def left_and_up():
    return dot(np.array([-1, 2]), np.array([0.8, 0.6]))


PREDICTED = (
    OneOf(
        name="film",
        title="the film that fits Ana",
        truth=film,
        why="2·1 + 1·2 − 2·0 = 4. The ghost comedy is funnier, but it is scary, too: "
        "2·3 + 1·0 − 2·2 = 2. The horror film gets −6.",
        options=FILMS,
    ),
    Number(
        name="left_and_up",
        title="the shadow of one step to the left and two up",
        truth=left_and_up,
        why="It is −1·0.8 + 2·0.6. The step to the left takes 0.8 away, and each step up adds 0.6.",
        near=0,
        within=1e-6,  # as np.float32 rounds
    ),
    OneOf(
        name="larger",
        title="the larger dot product",
        truth=larger,
        why=f"Apple with garden is {dot(APPLE, GARDEN):.0f}, with phone {dot(APPLE, PHONE):.0f}; "
        f"the cosines are {cosine(APPLE, GARDEN):.2f} and {cosine(APPLE, PHONE):.2f}.",
        options=("garden", "phone", "neither"),
    ),
    OneOf(
        name="nearer",
        title="the word nearer to apple",
        truth=nearer,
        why=why_nearer(),
        options=("garden", "phone"),
    ),
    OneOf(
        name="goes_to",
        title="where (4, 4) goes",
        truth=goes_to,
        why="By columns, 4·1 − 4·0.5 is 2 and 4·1 + 4·1 is 8. By rows, 4·(1, 1) + 4·(−0.5, 1). Or by "
        "the grey square: its far corner goes from (1, 1) to (0.5, 2), and this is four times as far.",
        options=("(2, 8)", "(4, 4)", "(8, 2)"),
    ),
)
