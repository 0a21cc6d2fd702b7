"""Exercises of notebook 01: the dot product, as products, angle, shadow and similarity."""

import math

import numpy as np

from helpers import attention, examples
from helpers.exercises.exercise import Case, FunctionExercise, Mistake, ValueExercise
from helpers.exercises.prediction import Choice, Number
from helpers.exercises.question import Question

a = np.array  # literal cases stay short

WORDS = examples.FIVE_WORDS
TABLE = examples.FIVE_WORDS_X
PEOPLE = {  # the notebook's table made by hand
    "king": a([4, -1, 5, 0]),
    "queen": a([6, -1, 2, -1]),
    "prince": a([4, 0, 4, 2]),
    "crown": a([3, -3, 1, -1]),
    "man": a([2, 1, 2, 3]),
    "woman": a([3, 2, 1, 2]),
    "apple": a([2, -2, -2, 2]),
}


def dot(a, b):
    return attention.scores(a[None], b[None], scale=1.0)[0, 0]  # (1, n), (1, n) -> (1, 1)


def length(a):
    return math.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / (length(a) * length(b))


def shadow(a, b):
    return dot(a, b) / length(b)


# --- multiply, then add -------------------------------------------------------------------------


def brackets_around_the_total(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = (total + a_i) * b_i
    return total


def total_times_entry(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total * a_i + b_i
    return total


DOT = FunctionExercise(
    name="dot",
    title="the dot product by a loop",
    task="**Exercise** (fill in one line). Complete the loop, so that it gives the dot product of "
    "two vectors `a` and `b`, both `(n,)`, one number. `a = [1, 2]` and `b = [3, 4]` give `11`.",
    answer="my_dot",
    stub="""def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = ...  # 1 line
    return total""",
    solution="""def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * b_i
    return total""",
    why="Each round multiplies one pair of entries, and adds the product to what is there.",
    hints=(
        "In each round a_i and b_i are one entry of a and one of b. What do they give, and where "
        "does it go?",
        "The new total is the old total and one product.",
        "total = total + … with the product of a_i and b_i in the place of the dots.",
    ),
    reference=dot,
    cases=(
        Case(
            "two entries",
            (a([1, 2]), a([3, 4])),
            "Multiply first with first and second with second, then add: 3 + 8.",
        ),
        Case(
            "one entry",
            (a([3]), a([4])),
            "With one entry there is one product, and it is the result.",
        ),
        Case(
            "a negative product",
            (a([1, 2, 3]), a([4, -5, 6])),
            "Positive entries are right, a negative one is not: the product 2 · (−5) takes 10 off.",
        ),
        Case(
            "products that cancel",
            (a([2, 1]), a([-1, 2])),
            "Products of opposite signs cancel: the result may be 0.",
        ),
        Case(
            "fractions",
            (a([0.5, 1.5]), a([1.0, 0.5])),
            "Whole numbers are right, fractions are not: leave the decimals on.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda a, b: a[-1] * b[-1],
            "Only the last product is left: each round overwrites the total. Add to the old one.",
        ),
        Mistake(
            lambda a, b: a[0] * b[0],
            "Only the first product is there. Does return stand inside the loop?",
        ),
        Mistake(lambda a, b: 0, "Your total stays 0. Is a product added to it in each round?"),
        Mistake(
            lambda a, b: a.sum() + b.sum(),
            "You add all the entries. Multiply each pair first; what is added are products.",
        ),
        Mistake(
            lambda a, b: a.sum() * b.sum(),
            "You add first and multiply then. So every entry of a meets every entry of b; each is "
            "to meet its partner alone.",
        ),
        Mistake(lambda a, b: a * b, "These are the products, still a vector: add them up."),
        Mistake(
            lambda a, b: sum(a[0] * b[0]),
            "a_i and b_i are single numbers, and so is their product: there is nothing to sum in "
            "one round.",
        ),
        Mistake(
            lambda a, b: a[0] @ b[0],
            "@ takes vectors or matrices. Two single numbers are multiplied by *.",
        ),
        Mistake(
            np.outer,
            "This is a table: every entry of a times every entry of b. Each is to meet its partner "
            "alone, and the products are added.",
        ),
        Mistake(
            lambda a, b: len(a) * (a * b),
            "You add whole vectors, a and b. The entries of one round are a_i and b_i.",
        ),
        Mistake(
            lambda a, b: len(a) * dot(a, b),
            "You add the whole dot product in every round. One round adds one product.",
        ),
        Mistake(
            brackets_around_the_total,
            "You multiply the old total by b_i as well: the product a_i · b_i comes first, without "
            "brackets around the sum.",
        ),
        Mistake(
            total_times_entry,
            "You multiply the old total by a_i and add b_i. It is a_i and b_i that are multiplied.",
        ),
        Mistake(
            lambda a, b: -dot(a, b),
            "The sign is turned: products are added to the total, not taken off.",
        ),
        Mistake(
            lambda a, b: np.abs(a * b).sum(),
            "You add the products without their signs. A negative one makes the total smaller.",
        ),
        Mistake(lambda a, b: dot(a, a), "You multiply a by itself: where is b?"),
        Mistake(lambda a, b: dot(b, b), "You multiply b by itself: where is a?"),
        Mistake(
            lambda a, b: a[:-1] @ b[:-1],  # of nothing, 0
            "The last product is missing: the loop ends one round too early.",
        ),
        Mistake(
            lambda a, b: a[1:] @ b[1:],
            "The first product is missing: entries are counted from 0.",
        ),
        Mistake(
            lambda a, b: int(dot(a, b)),
            "You cut the decimals off: without int the fractions stay.",
        ),
        Mistake(
            lambda a, b: dot(a, b[::-1]),
            "You multiply the first of a with the last of b. Partners stand at the same place.",
        ),
    ),
    draw=lambda rng: (rng.standard_normal(5), rng.standard_normal(5)),
)

NEGATIVE = Question(
    name="negative",
    title="a negative dot product",
    ask="Two vectors have $a \\cdot b = -6$. What follows?",
    options=(
        (
            "they point in exactly opposite directions",
            "at 180 degrees it is negative, but there alone? Look where p · r crosses 0 as r "
            "turns.",
        ),
        (
            "the angle between them is more than 90 degrees",
            "lengths are positive, so the cosine is negative: from beyond 90 to 180 degrees.",
        ),
        (
            "one of them has mostly negative entries",
            "one entry can do it: (1, 1, 1) · (1, 1, −8) is −6. And two negatives give a plus.",
        ),
        (
            "they have nothing in common",
            "nothing in common is a product of 0. This one says that they lean away.",
        ),
    ),
    right="b",
)

# --- shadows ------------------------------------------------------------------------------------

P, R = a([2.0, 4.0]), a([6.0, 2.0])  # the two arrows of the notebook

SHADOW = FunctionExercise(
    name="shadow",
    title="the shadow of one vector on another",
    task="**Exercise** (write a function). Give the signed length of the shadow of `a` on `b`, "
    "both `(n,)`: one number. The shadow of `a = [3, 4]` on `b = [2, 0]` is `3.0`.",
    answer="my_shadow",
    stub="""def my_shadow(a, b):
    return ...  # about 1 line""",
    solution="""def my_shadow(a, b):
    return a @ b / math.sqrt(b @ b)""",
    why="a · b is the shadow times the length of b: one division takes that length out again.",
    hints=(
        "Which of the two lengths must not count: that of the vector which falls, or that of the "
        "line it falls on?",
        "The shadow of p on r is p · r over the length of r. Which of a and b is r here?",
        "The length of b is math.sqrt(b @ b).",
    ),
    reference=shadow,
    cases=(
        Case(
            "on a line along the first axis",
            (a([3, 4]), a([2, 0])),
            "b points along the first axis: the shadow is the first entry of a.",
        ),
        Case(
            "b is longer",
            (a([3, 4]), a([10, 0])),
            "Only b has become longer, and its line is the same: the shadow must not change.",
        ),
        Case(
            "a is twice as long",
            (a([6, 8]), a([2, 0])),
            "Twice the vector throws twice the shadow.",
        ),
        Case(
            "on itself",
            (a([3, 4]), a([3, 4])),
            "On itself a vector falls with its whole length, here 5.",
        ),
        Case(
            "at a right angle", (a([2, 1]), a([-1, 2])), "At a right angle there is no shadow: 0."
        ),
        Case(
            "on the far side",
            (a([-3, 4]), a([2, 0])),
            "The angle is more than 90 degrees: the shadow falls on the far side and is negative.",
        ),
        Case(
            "not a whole number",
            (a([2, 1]), a([1, 1])),
            "Whole shadows are right, this one is not: it is 3 divided by √2. Is it rounded?",
        ),
        Case(
            "three entries",
            (a([2, 3, 6]), a([1, 2, 2])),
            "Two entries are right, three are not: all entries of b count in its length.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda a, b: shadow(b, a),
            "This is the shadow of b on a. Divide by the length of the vector whose line the "
            "shadow falls on.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(b, b),
            "You divide by b · b, the squared length. This says how many times b reaches the foot; "
            "the shadow's length needs the root.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(b, b) * b,
            "This is the foot, a point on the line of b. Its signed distance from the origin is "
            "wanted, one number.",
        ),
        Mistake(
            lambda a, b: a * b / length(b),
            "The products are still a vector. Add them: the shadow is one number.",
        ),
        Mistake(
            lambda a, b: dot(a, b),
            "This is the dot product: the shadow times the length of b, which must go out.",
        ),
        Mistake(
            cosine,
            "You divide by both lengths, which gives the cosine. The shadow of a long a is long: "
            "the length of a stays in.",
        ),
        Mistake(
            lambda a, b: abs(shadow(a, b)),
            "You drop the sign. On the far side of the origin the shadow is negative.",
        ),
        Mistake(
            lambda a, b: dot(a, b) * length(b),
            "You multiply by the length of b, which is in the dot product once already: divide.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / len(b),
            "len(b) counts the entries. The length of the arrow is the root of b · b.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / np.abs(b).sum(),
            "You add the entries of b for its length. An arrow's length is the root of b · b.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / b.sum(),
            "You divide by the sum of b's entries, which is no length: take the root of b · b.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / b[0],
            "You divide by the first entry of b. It is the length only where the others are 0.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / np.abs(b),
            "You divide by the entries of b, each without its sign. The length of b is one number, "
            "math.sqrt(b @ b).",
        ),
        Mistake(
            lambda a, b: shadow(a, b) * b,
            "You multiply the shadow by b again, a vector. Its signed length is one number.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / length(R),
            "You divide by the length of the page's r. Here the line is that of b.",
        ),
        Mistake(
            lambda a, b: length(a) * cosine(P, R),
            "Your angle is that between the page's p and r. a and b have another.",
        ),
        Mistake(
            lambda a, b: a[0],
            "You take the first entry of a: the shadow on the first axis. On which line does a "
            "fall here?",
        ),
        Mistake(
            lambda a, b: shadow(P, R),
            "You compute with p and r of the page. The function is given a and b.",
        ),
        Mistake(
            lambda a, b: length(a - dot(a, b) / dot(b, b) * b),
            "This is how far the tip of a is from the line. The shadow lies on the line.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(a, a),
            "You divide by a · a. It is the length of b that must go out, and its root.",
        ),
        Mistake(
            lambda a, b: math.sqrt(abs(dot(a, b))),
            "You take the root of a · b. The root belongs to b · b, below the line.",
        ),
        Mistake(
            lambda a, b: length(a),
            "This is the length of a itself. The shadow is as long only if a lies along b.",
        ),
    ),
    draw=lambda rng: (rng.standard_normal(5), 2 * rng.standard_normal(5)),
)

# --- direction alone ----------------------------------------------------------------------------

COSINE = FunctionExercise(
    name="cosine",
    title="the cosine",
    task="**Exercise** (find the bug). This is to give the cosine of the angle between `a` and "
    "`b`, both `(n,)`: one number. With `a = [3, 4]` it must be `0.6` for `b = [1, 0]` and for "
    "`b = [2, 0]` alike.",
    answer="my_cosine",
    stub="""def my_cosine(a, b):  # 1 line is wrong
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a * length_b""",
    solution="""def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a * length_b)""",
    why="Both lengths stand below the line, so both go into the brackets: only direction is left.",
    hints=(
        "Run it with a = [3, 4] and b = [1, 0], where it happens to be right; then b = [2, 0]. "
        "What does it do with the length of b?",
        "In which order does Python work out x / y * z?",
        "Put the two lengths into brackets, or divide twice.",
    ),
    reference=cosine,
    cases=(
        Case(
            "b of length 1",
            (a([3, 4]), a([1, 0])),
            "b has length 1: what is left is 3, divided by the length of a, 5.",
        ),
        Case(
            "b is twice as long",
            (a([3, 4]), a([2, 0])),
            "Only b has become longer: the cosine must not change.",
        ),
        Case(
            "a is twice as long",
            (a([6, 8]), a([1, 0])),
            "Only a has become longer: the cosine must not change.",
        ),
        Case("at a right angle", (a([2, 1]), a([-1, 2])), "At a right angle the cosine must be 0."),
        Case(
            "opposed",
            (a([1, 2]), a([-2, -4])),
            "Vectors that oppose each other have the cosine −1, however long they are.",
        ),
        Case(
            "45 degrees",
            (a([1, 1]), a([2, 0])),
            "The cosine of 45 degrees is 1 divided by √2. Is it rounded?",
        ),
        Case(
            "three entries",
            (a([2, 3, 6]), a([1, 2, 2])),
            "Two entries are right, three are not: all entries count in the lengths.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda a, b: dot(a, b) / length(a) * length(b),
            "Python goes from left to right: you divide by the length of a and multiply by that of "
            "b. Both must divide.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / length(b) * length(a),
            "Python goes from left to right: you divide by the length of b and multiply by that of "
            "a. Both must divide.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / length(a),
            "The length of b is still in it: this is the shadow of b on a.",
        ),
        Mistake(
            shadow,
            "The length of a is still in it: this is the shadow of a on b.",
        ),
        Mistake(
            lambda a, b: dot(a, b),
            "This is the dot product, in which both lengths speak. Divide by both.",
        ),
        Mistake(
            lambda a, b: dot(a, b) * length(a) * length(b),
            "You multiply by the lengths, which are in the dot product already. Divide by them.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / (dot(a, a) * dot(b, b)),
            "You divide by the squared lengths: the roots are missing.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(a, a),
            "You divide by the length of a twice. One division is for the length of b.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(b, b),
            "You divide by the length of b twice. One division is for the length of a.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / (length(a) + length(b)),
            "You add the lengths. a · b holds both as factors: divide by their product.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / math.sqrt(dot(a, a) + dot(b, b)),
            "You add a · a and b · b below the root. They must be multiplied.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / (len(a) * len(b)),
            "len counts the entries. The length of an arrow is math.sqrt(a @ a).",
        ),
        Mistake(
            lambda a, b: a * b / (length(a) * length(b)),
            "The products are still a vector. Add them: the cosine is one number.",
        ),
        Mistake(
            lambda a, b: abs(cosine(a, b)),
            "You drop the sign. Beyond 90 degrees a cosine is negative.",
        ),
        Mistake(
            lambda a, b: math.acos(max(-1, min(1, cosine(a, b)))),
            "This is the angle itself, in radians. Its cosine is wanted.",
        ),
        Mistake(
            lambda a, b: math.degrees(math.acos(max(-1, min(1, cosine(a, b))))),
            "This is the angle itself, in degrees. Its cosine is wanted.",
        ),
        Mistake(
            lambda a, b: math.cos(dot(a, b)),
            "You take the cosine of the dot product, which is no angle. Divide by the lengths.",
        ),
        Mistake(
            lambda a, b: 1 - cosine(a, b),
            "This is a distance: 0 for vectors alike. The cosine is 1 for them.",
        ),
        Mistake(
            lambda a, b: cosine(a, b) ** 2,
            "This is the cosine squared, which has no sign: a · b belongs above the line once.",
        ),
    ),
    draw=lambda rng: (3 * rng.standard_normal(5), 2 * rng.standard_normal(5)),
)

U, V = a([1, 2, 3]), a([4, -5, 6])  # the first two vectors of the notebook


def angle():
    return math.degrees(math.acos(cosine(U, V)))


def far_from_the_angle(value):
    if abs(math.cos(math.radians(value)) - cosine(U, V)) < 1e-3 and abs(value - angle()) > 1:
        return "Its cosine is right, but an angle between two vectors is from 0 to 180 degrees."
    if abs(value - angle()) < 0.6:
        return "Nearly: give one decimal, rounded right."
    return "This is not the angle: print math.cos(math.radians(my_angle)) beside cosine(u, v)."


ANGLE = ValueExercise(
    name="angle",
    title="an angle in three dimensions",
    task="**Exercise** (new numbers). How many degrees lie between `u = [1, 2, 3]` and "
    "`v = [4, -5, 6]`, to one decimal? For `p` and `r` it was 45.0.",
    answer="my_angle",
    stub="my_angle = ...  # a number: about 2 lines of code find it",
    solution="""both_lengths = math.sqrt((u @ u) * (v @ v))
my_angle = math.degrees(math.acos(u @ v / both_lengths))""",
    why="The cosine needs only dot products: so there are angles in any number of dimensions.",
    hints=(
        "Which formula holds the angle? Solve it for cos θ.",
        "cosine(u, v) is a number between −1 and 1. math.acos takes you back to the angle.",
        "math.acos gives radians; math.degrees turns them into degrees.",
    ),
    reference=angle,
    near=0.0007,
    says=far_from_the_angle,
    mistakes=(
        Mistake(
            lambda: math.radians(angle()),
            "This is in radians, where half a turn is π. math.degrees turns it into degrees.",
        ),
        Mistake(
            lambda: cosine(U, V),
            "This is the cosine of the angle. math.acos takes you back to the angle itself.",
        ),
        Mistake(
            lambda: math.degrees(cosine(U, V)),
            "You turn the cosine into degrees. First comes math.acos, which gives an angle.",
        ),
        Mistake(
            lambda: 90 - angle(),
            "This is 90 degrees less the angle: it is math.acos that undoes the cosine, not asin.",
        ),
        Mistake(
            lambda: 180 - angle(),
            "This is the angle to −v: the sign of the product has got lost, or turned.",
        ),
        Mistake(
            lambda: math.degrees(math.acos(dot(U, V) / (dot(U, U) * dot(V, V)))),
            "You divide by the squared lengths: the roots are missing.",
        ),
        Mistake(
            lambda: math.degrees(math.acos(dot(U, V) / (dot(U, U) + dot(V, V)))),
            "You add u · u and v · v. The lengths, their roots, must be multiplied.",
        ),
        Mistake(
            lambda: math.degrees(math.acos(dot(U, V) / (length(U) + length(V)))),
            "You add the lengths. The product of both belongs below the line.",
        ),
        Mistake(
            lambda: math.degrees(math.atan2(2, 1) - math.atan2(-5, 4)),
            "These are slopes of the first two entries alone. The third counts as well: use the "
            "cosine.",
        ),
        Mistake(lambda: dot(U, V), "This is the dot product. Divide it by both lengths first."),
        Mistake(
            lambda: math.degrees(math.acos(cosine(P, R))),
            "This is the angle between p and r. Put u and v in their place.",
        ),
        Mistake(
            lambda: math.nan,
            "nan: no angle has such a cosine, it must lie between −1 and 1. Is the product divided "
            "by both lengths, in brackets?",
        ),
    ),
)

DOUBLED = Question(
    name="doubled",
    title="one vector doubled",
    ask="You double every entry of $b$. What happens to $a \\cdot b$, to the shadow of $a$ on $b$, "
    "and to their cosine?",
    options=(
        ("all three double", "a cosine is at most 1: what would become of 0.8?"),
        (
            "product and shadow double, the cosine stays",
            "the shadow of a falls on the line of b. Is there a new line?",
        ),
        (
            "the product doubles, the other two stay",
            "the shadow divides by the length of b, the cosine too, and that doubles as well.",
        ),
        (
            "the product grows fourfold, the other two stay",
            "b · b would. In each product a_i b_i only one factor is doubled.",
        ),
    ),
    right="c",
)

# --- questions to words -------------------------------------------------------------------------

THIRD_QUESTION = Question(
    name="third_question",
    title="a third question",
    ask="`E @ W` asks 7 words, of 4 numbers each, two questions. What does a third one change?",
    options=(
        (
            "`E` gets a column",
            "E holds the words, a column for each of their numbers. A question adds none.",
        ),
        (
            "`W` gets a row, and the answers too",
            "W has a row for each number of a word, the answers have one for each word. Which of "
            "them are new?",
        ),
        (
            "`W` and the answers get a column, and the other answers shift",
            "an answer is the dot product of one word and one column. What is it to the others?",
        ),
        (
            "`W` and the answers get a column, and the other answers stay",
            "each column of W makes its own column of answers, alone.",
        ),
    ),
    right="d",
)


def products(v, X):
    return attention.scores(v[None], X, scale=1.0)[0]  # (1, d), (m, d) -> (1, m)


def lengths(X):
    return np.sqrt((X * X).sum(axis=-1))  # (m,)


def cosines(v, X):
    return products(v, X) / (lengths(X) * length(v))


def best(values):
    """The word with the largest of some values, one for each row."""
    return lambda v, words, X: words[int(values(v, X).argmax())]


nearest = best(cosines)


def cosine_on_the_page(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))


def after_a_start_of_zero(v, words, X):
    return nearest(v, words, X) if cosines(v, X).max() > 0 else None


def never_the_vector_itself(v, words, X):
    same = (X == v).all(axis=1)
    return words[int(np.where(same, -2, cosines(v, X)).argmax())]


def around(rng):
    """Words in directions around v, of very different lengths."""
    v = rng.standard_normal(4)
    X = (v + 0.5 * rng.standard_normal((9, 4))) * np.exp(rng.standard_normal((9, 1)))
    return v, tuple("abcdefghi"), X


NEAREST = FunctionExercise(
    name="nearest",
    title="the nearest word",
    task="**Exercise** (write a function). Return the one of `m` words whose row in `X` `(m, d)` "
    "has the largest cosine with `v` `(d,)`. In the table of five words, `v = [1, 0, 0]` gives "
    '`"garden"`.',
    answer="my_nearest",
    stub="""def my_nearest(v, words, X):
    return ...  # about 3 lines""",
    solution="""def my_nearest(v, words, X):
    lengths = np.sqrt((X * X).sum(axis=1))
    cosines = X @ v / lengths  # times the length of v, which is the same for all
    return words[np.argmax(cosines)]""",
    why="Each row is divided by its own length, so that a long one does not win by its length.",
    hints=(
        "What must be worked out for each row of X, and what is then done with the m numbers?",
        "[cosine(x, v) for x in X] holds a number for each word. At which place is the largest?",
        "np.argmax of these numbers is the place; words[place] is the word.",
    ),
    reference=nearest,
    cases=(
        Case(
            "the five words",
            (a([1, 0, 0]), WORDS, TABLE),
            "v asks for fruits alone. Of all the rows garden's, [2, 0, 0], has its direction.",
        ),
        Case(
            "two words of length 1",
            (a([2, 1]), ("east", "north"), a([[1, 0], [0, 1]])),
            "v goes further to the east than to the north.",
        ),
        Case(
            "a longer row",
            (a([2, 1]), ("east", "north"), a([[1, 0], [0, 9]])),
            "The row of north has become longer, not nearer: the cosine ignores length.",
        ),
        Case(
            "three lengths",
            (a([1, 0]), ("long", "short", "middle"), a([[9, 12], [4, 0], [6, 2]])),
            "short points where v points. What you do with the lengths does not take them out.",
        ),
        Case(
            "the last word",
            (a([1, 2, 2]), ("x", "y", "z"), a([[5, 0, 0], [0, 4, 0], [1, 2, 3]])),
            "Every row must be compared, the last one too.",
        ),
        Case(
            "far away in the same direction",
            (a([2, 1]), ("far", "near"), a([[8, 4], [1, 1]])),
            "far points exactly where v points. That it ends elsewhere does not count.",
        ),
        Case(
            "an opposite row",
            (a([2, 1]), ("against", "with"), a([[-4, -2], [1, 3]])),
            "A row that opposes v has the cosine −1: no row is farther.",
        ),
        Case(
            "only negative cosines",
            (a([-1, -1]), ("x", "y"), a([[3, 2], [1, 0]])),
            "All cosines are negative here: the largest is the one nearest to 0.",
        ),
        Case(
            "v is a row of the table",
            (PEOPLE["queen"], tuple(PEOPLE), a(list(PEOPLE.values()))),
            "v is the row of queen: its cosine with itself is 1, and no word is left out.",
        ),
        Case(
            "rows of many small and of one large entry",
            (a([3, 2, 2, 2]), ("one", "many"), a([[9, 0, 0, 0], [1, 1, 1, 1]])),
            "What must be divided by is a row's length, the root of the sum of its squares.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda v, words, X: cosine_on_the_page(v, X),
            "v @ X meets the columns of X. The vectors to compare with v are its rows, one by one "
            "or all at once by X @ v.",
        ),
        Mistake(
            lambda v, words, X: words[np.argmax([cosine_on_the_page(v, x) for x in X.T])],
            "You go through the columns of X. The vectors to compare with v are its rows.",
        ),
        Mistake(
            lambda v, words, X: [cosine_on_the_page(v, word) for word in words],
            "v meets a word, a text, where a vector is needed: the vector of words[i] is X[i].",
        ),
        Mistake(
            best(products),
            "You judge as the dot product does, in which a long row wins by its length. Divide "
            "each product by the length of its own row.",
        ),
        Mistake(
            lambda v, words, X: int(cosines(v, X).argmax()),
            "This is the place of the word. The word itself is words[place].",
        ),
        Mistake(
            lambda v, words, X: cosines(v, X).max(),
            "This is the largest cosine. Which word has it?",
        ),
        Mistake(
            lambda v, words, X: X[cosines(v, X).argmax()],
            "This is the row of the word. The word stands at the same place in words.",
        ),
        Mistake(
            best(lambda v, X: -cosines(v, X)),
            "You take the smallest cosine, the word that is farthest. For an angle the smallest "
            "is right, for a cosine the largest.",
        ),
        Mistake(
            best(lambda v, X: -lengths(X - v)),
            "You take the row whose tip is nearest to the tip of v. Direction alone counts.",
        ),
        Mistake(
            best(lambda v, X: np.abs(cosines(v, X))),
            "You drop the sign of the cosine, so that an opposite row counts as near.",
        ),
        Mistake(
            best(lambda v, X: products(v, X) / lengths(X) ** 2),
            "You divide by the squared length of the row, and short rows win: the root is missing.",
        ),
        Mistake(
            best(lambda v, X: products(v, X) / np.abs(X).sum(axis=1)),
            "You divide by the sum of the row's entries. Its length is the root of x · x.",
        ),
        Mistake(
            best(lambda v, X: products(v, X) / np.abs(X).max(axis=1)),
            "You divide by the row's largest entry. Its length is the root of x · x.",
        ),
        Mistake(
            best(lambda v, X: products(v, X) / np.sqrt(lengths(X))),
            "You take the root twice: a row's length is the root of x · x, once.",
        ),
        Mistake(
            best(lambda v, X: lengths(X)),
            "You take the longest row, whatever v is.",
        ),
        Mistake(
            best(lambda v, X: X.sum(axis=1)),
            "You take the row with the largest sum. What has v to say in it?",
        ),
        Mistake(
            lambda v, words, X: words[0],
            "You give the first word, whatever the rows are. Compare them all.",
        ),
        Mistake(
            lambda v, words, X: max(words),
            "max(words) is the last word of the alphabet. The cosines are to be compared.",
        ),
        Mistake(
            after_a_start_of_zero,
            "Your search starts at 0 and finds nothing where all cosines are negative. Start "
            "below −1.",
        ),
        Mistake(
            never_the_vector_itself,
            "You leave out the row that is v. Here no word is left out.",
        ),
    ),
    draw=around,
)

CHECKED = (DOT, NEGATIVE, SHADOW, COSINE, ANGLE, DOUBLED, THIRD_QUESTION, NEAREST)

# --- predictions --------------------------------------------------------------------------------

APPLE, PHONE, GARDEN = (TABLE[WORDS.index(word)] for word in ("Apple", "phone", "garden"))


def least():
    degrees = np.arange(361)
    return int(degrees[np.cos(np.radians(degrees)).argmin()])


def larger():
    difference = dot(APPLE, GARDEN) - dot(APPLE, PHONE)
    return "garden" if difference > 0 else "phone" if difference < 0 else "neither"


def analogy():
    target = PEOPLE["king"] - PEOPLE["man"] + PEOPLE["woman"]
    return nearest(target, tuple(PEOPLE), a(list(PEOPLE.values())))


PREDICTED = (
    Number(
        name="least",
        title="where the product is least",
        truth=least,
        why="There r points against p, and the cosine is −1, its least.",
        near=0.01,
        unit=" degrees",
    ),
    Choice(
        name="larger",
        title="the larger dot product",
        truth=larger,
        why=f"Apple with garden is {dot(APPLE, GARDEN):.0f}, with phone {dot(APPLE, PHONE):.0f}; "
        f"the cosines are {cosine(APPLE, GARDEN):.2f} and {cosine(APPLE, PHONE):.2f}.",
        options=("garden", "phone", "neither"),
    ),
    Choice(
        name="analogy",
        title="king − man + woman",
        truth=analogy,
        why="The words that were put in are words of the table too. Read on: queen comes second.",
        options=tuple(PEOPLE),
    ),
)
