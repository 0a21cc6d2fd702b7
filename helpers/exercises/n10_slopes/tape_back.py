# %% task [markdown]
# **Exercise.** `values` `(boxes,)` has the numbers of a graph's boxes, in the order in which they
# were computed; the last box is the loss. `made` says how: `(2, "*", 0, 1)` means that box 2 is box
# 0 times box 1, and `(3, "+", 2, 1)` that box 3 is box 2 plus box 1. Boxes that `made` leaves out
# are given. Return the slopes of all boxes `(boxes,)`. `values = [4.0, 2.0, 8.0, 10.0]` and
# `made = [(2, "*", 0, 1), (3, "+", 2, 1)]`, the first four boxes above with y as the loss, give
# `[2.0, 5.0, 1.0, 1.0]`. {how to stop}
# %% stub
def my_tape(values, made):
    slopes = np.zeros_like(values)
    slopes[-1] = 1.0  # of the loss with respect to itself
    for box, sign, left, right in ...:
        ...  # about 6 lines: send the slope of this box back to left and right
    return slopes


# %% solution
def my_tape(values, made):
    slopes = np.zeros_like(values)
    slopes[-1] = 1.0  # of the loss with respect to itself
    for box, sign, left, right in reversed(made):
        if sign == "+":
            slopes[left] += slopes[box]
            slopes[right] += slopes[box]
        else:
            slopes[left] += slopes[box] * values[right]
            slopes[right] += slopes[box] * values[left]
    return slopes


# %% why [markdown]
# A sum grows as fast as each of its parts, so its slope goes back unchanged. If one factor grows
# by 1, a product grows by the other. In reverse order a box is reached only when all its
# slopes have arrived, and += adds what comes back on several paths.
# %% hints [markdown]
# - Begin at the loss: reversed(made) runs from the last box to the first.
# - A sum hands its slope on as it is. A product hands each factor its slope times the value of the
#   other factor.
# - A box may be used twice, so slopes are added: slopes[left] += slopes[box] * values[right].
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "the tape"
axes = ("", "boxes")


def reference(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        for this, other in ((left, right), (right, left)):
            slopes[this] += slopes[box] * (1 if sign == "+" else values[other])
    return slopes


def run(given, made):
    """The arguments of a case: the boxes that made leaves out hold the given numbers, in order."""
    given, how, values = iter(given), {box: rest for box, *rest in made}, []
    for box in range(1 + made[-1][0]):
        sign, left, right = how.get(box, ("", 0, 0))
        if sign:
            one, other = values[left], values[right]
            values.append(one + other if sign == "+" else one * other)
        else:
            values.append(float(next(given)))
    return np.array(values), made


def draw(rng):
    inputs, steps = int(rng.integers(1, 4)), int(rng.integers(1, 9))
    given = rng.uniform(0.5, 1.5, inputs) * rng.choice([-1, 1], inputs)
    is_made = rng.permutation([False] * (inputs - 1) + [True] * (steps - 1))
    made = []
    for box in np.flatnonzero([False, *is_made, True]).tolist():
        left, right = (max(0, box - 1 - int(rng.integers(4))) for _ in range(2))
        made.append((box, str(rng.choice(["+", "*"])), left, right))
    return run(given * (rng.random(inputs) < 0.9), made)  # some are 0


def terms(values, made):
    """All slopes are sums of products of sizes."""
    return reference(np.abs(values), made)


cases = (
    Case("one sum", run([3, 2], [(2, "+", 0, 1)]), "A sum hands its slope, 1, to both."),
    Case(
        "one product",
        run([3, 2], [(2, "*", 0, 1)]),
        "The slope of 3 is 2, the other factor, and that of 2 is 3.",
    ),
    Case(
        "a product, then a product",
        run([3, 2, 5], [(3, "*", 0, 1), (4, "*", 3, 2)]),
        "The slope of box 3 is 5, and along the path it is multiplied: 5 · 2 for box 0.",
    ),
    Case(
        "a sum, then a product",
        run([3, 2, 5], [(3, "+", 0, 1), (4, "*", 3, 2)]),
        "The slope of box 3 is 5, and a sum hands it to both parts: 5 for box 0 and for box 1.",
    ),
    Case(
        "a box that is used twice",
        run([4, 2], [(2, "*", 0, 1), (3, "+", 2, 1)]),
        "Box 1 has two paths to the loss. 4 comes back through box 2, and 1 past it: 5.",
    ),
    Case(
        "a square",
        run([3], [(1, "*", 0, 0)]),
        "Both factors are box 0: 3 comes back to it twice.",
    ),
    Case(
        "a box given later",
        run([3, 2, 5], [(2, "*", 0, 1), (4, "*", 2, 3)]),
        "Box 3 is given, and box 2 is the product: its slope is 5, and box 0 gets 5 · 2.",
    ),
    Case(
        "a factor that is 0",
        run([3, 0], [(2, "*", 0, 1)]),
        "Box 1 is 0, and its slope is 3, the other factor. The product divided by 0 does not give "
        "that factor back.",
    ),
)


# fmt: off
# %% mistake
# Where several paths meet, you keep only what arrives last. Add: slopes[left] += …
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        if sign == "+":
            slopes[left] = slopes[box]
            slopes[right] = slopes[box]
        else:
            slopes[left] = slopes[box] * values[right]
            slopes[right] = slopes[box] * values[left]
    return slopes
# %% mistake
# Only what goes into the last box gets a slope. Go back from the loss, reversed(made), so that each
# box's slope has arrived before you send it on.
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in made:
        if sign == "+":
            slopes[left] += slopes[box]
            slopes[right] += slopes[box]
        else:
            slopes[left] += slopes[box] * values[right]
            slopes[right] += slopes[box] * values[left]
    return slopes
# %% mistake
# You treat a product like a sum. A product hands each factor its slope times the other factor.
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        slopes[left] += slopes[box]
        slopes[right] += slopes[box]
    return slopes
# %% mistake
# Where left and right are the same box, you add only one of its two slopes. Add twice, in two lines.
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        if sign == "+":
            slopes[[left, right]] += slopes[box]
        else:
            slopes[[left, right]] += slopes[box] * values[[right, left]]
    return slopes
# %% wrong: The slope of box 3 is 5, and a sum hands it to both parts
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        if sign == "+":
            slopes[left] += 1
            slopes[right] += 1
        else:
            slopes[left] += slopes[box] * values[right]
            slopes[right] += slopes[box] * values[left]
    return slopes
# %% wrong: Box 3 is given, and box 2 is the product
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    box = len(values)
    for _, sign, left, right in reversed(made):
        box -= 1
        for this, other in ((left, right), (right, left)):
            slopes[this] += slopes[box] * (values[other] if sign == "*" else 1)
    return slopes
# %% wrong: The product divided by 0 does not give that factor back.
def my_tape(values, made):
    slopes = np.zeros(len(values))
    slopes[-1] = 1.0
    for box, sign, left, right in reversed(made):
        if sign == "*":
            slopes[left] += slopes[box] * values[box] / values[left]
            slopes[right] += slopes[box] * values[box] / values[right]
        else:
            slopes[left] += slopes[box]
            slopes[right] += slopes[box]
    return slopes
# %% right
def my_tape(values, made):
    slopes = [0.0] * len(values)
    slopes[-1] = 1.0
    for step in made[::-1]:
        box, sign, a, b = step
        to_a, to_b = (values[b], values[a]) if sign == "*" else (1, 1)
        slopes[a] += slopes[box] * to_a
        slopes[b] += slopes[box] * to_b
    return slopes
