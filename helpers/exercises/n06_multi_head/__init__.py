"""Exercises of notebook 06: multi-head attention."""

from helpers.data import recorded
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.experiments import two_questions

CHECKED = read(
    __file__,
    "split",
    "merge",
    "multi_head",
    "under_the_root",
    "head_off",
    "head_writes",
)


def heads_on_animal():
    """How many heads of the model give "animal" more than half of the weight of "it"."""
    tokens = recorded.tokens("too tired")
    it, animal = tokens.index("it"), tokens.index("animal")
    places = [(layer, head) for layer in range(1, 7) for head in range(1, 13)]
    weights = [recorded.weights("too tired", *place)[it, animal] for place in places]
    return sum(weight > 0.5 for weight in weights)


def count(d_model, h, d_k, d_v):
    """The numbers in W_Q, W_K, W_V (h, d_model, d_k or d_v) and W_O (h·d_v, d_model)."""
    return h * d_model * (d_k + d_k + d_v) + h * d_v * d_model


def one_wide_head():
    one, eight = count(512, 1, 512, 512), count(512, 8, 64, 64)
    return "the same" if one == eight else "more" if one > eight else "fewer"


PREDICTED = (
    Number(
        name="heads_on_animal",
        title="heads in which “it” looks at “animal”",
        truth=heads_on_animal,
        why="4.2 and 6.12.",
        near=0,
        unit=" heads",
    ),
    Number(
        name="best_of_one_head",
        title="how far off one head is at best",
        truth=two_questions.best_of_one_head,
        why="Features 1 and 3 are the same number, but one should be 1 and the other 0.",
        digits=2,
    ),
    OneOf(
        name="one_wide_head",
        title="one head of 512",
        deeper=True,
        truth=one_wide_head,
        why="Eight matrices of 512 · 64 numbers hold as many as one of 512 · 512, and W_O is as "
        "large as before.",
        options=("more", "fewer", "the same"),
    ),
)
