"""Exercises of notebook 01: the dot product, as products, angle, shadow and similarity."""

import math
import string

import numpy as np

from helpers.data import examples, recorded
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import (
    STOP,
    Case,
    FunctionExercise,
    Mistake,
    ValueExercise,
)
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

WORDS = examples.FIVE_WORDS
TABLE = examples.FIVE_WORDS_X


def dot(a, b):
    return a @ b


def length(a):
    return math.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / (length(a) * length(b))


def shadow(a, b):
    return dot(a, b) / length(b)


# --- what you know already ----------------------------------------------------------------------

NEGATIVE = Question(
    name="negative",
    title="a negative dot product",
    ask="Two vectors have $a \\cdot b = -6$. What follows?",
    options=(
        (
            "they point in exactly opposite directions",
            "at 180 degrees it is negative, but not only there: (1, 0) · (−1, 5) is −1.",
        ),
        (
            "the angle between them is more than 90 degrees",
            "lengths are positive, so the cosine is negative: the angle is more than 90 degrees.",
        ),
        (
            "one of them has mostly negative entries",
            "one entry can do it: (1, 1, 1) · (1, 1, −8) is −6. And two negatives give a plus.",
        ),
        (
            "they have nothing in common",
            "then the product would be 0. It is negative: they point away from each other.",
        ),
    ),
    right="b",
)

DOUBLED = Question(
    name="doubled",
    title="one vector doubled",
    ask="You double every entry of $b$. What happens to $a \\cdot b$, to the shadow of $a$ on $b$, "
    "and to the cosine of their angle?",
    options=(
        ("all three double", "a cosine is at most 1: what would become of 0.8?"),
        (
            "product and shadow double, the cosine stays",
            "the shadow of a falls on the line of b. Has that line changed?",
        ),
        (
            "the product doubles, the other two stay",
            "shadow and cosine are a · b divided by the length of b, which doubles as well.",
        ),
        (
            "the product grows fourfold, the other two stay",
            "b · b would grow fourfold. In each product a_i b_i only one factor is doubled.",
        ),
    ),
    right="c",
)

# --- multiply, then add -------------------------------------------------------------------------


def vectors(rng):
    """Both may be tiny or huge, but neither is so beside the other that a formula with squares of
    both, such as the law of cosines, would round the smaller one away."""
    (n,) = far_sizes(rng, 1)
    a, b = (numbers(rng, n, tiny=0.1, huge=10) for _ in "ab")
    scale = rng.choice([1e-9, 1e9]) if rng.random() < 0.3 else 1
    return scale * a, scale * b


DOT = FunctionExercise(
    name="dot",
    title="the dot product by a loop",
    task="**Exercise** (fill in one line). Complete the loop, so that it gives the dot product of "
    "two vectors `a` and `b`, both arrays of shape `(n,)`: one number. `a = [1, 2]` and "
    "`b = [3, 4]` give `11`."
    f" {STOP}",
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
        "The new total is the old total plus one product.",
        "total = total + … with the product of a_i and b_i in place of the dots.",
    ),
    reference=dot,
    cases=(
        Case(
            "two entries",
            (a([1, 2]), a([3, 4])),
            "Multiply first with first and second with second, then add: 3 + 8.",
        ),
        Case(
            "the larger entry first",
            (a([2, 1]), a([4, 5])),
            "The entries that are multiplied stand at the same place: 2 · 4 + 1 · 5.",
        ),
        Case(
            "a zero and equal entries",
            (a([2, 0, 2, 2]), a([1, 5, 3, 3])),
            "Each of the four products counts, the 0 and the two equal ones too: 2 + 0 + 6 + 6.",
        ),
        Case(
            "a negative product",
            (a([1, 2]), a([4, -5])),
            "A negative product makes the total smaller: 4 − 10.",
        ),
        Case(
            "a total of 0 on the way",
            (a([1, 2, 3]), a([2, -1, 4])),
            "The total is 2, then 0, then 12: a 0 is added to like any other total.",
        ),
        Case(
            "fractions",
            (a([0.5, 1.5]), a([1.0, 0.5])),
            "Whole numbers are right, fractions are not: the result is 0.5 + 0.75.",
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
            "You add all the entries. Multiply each pair first, and add the products.",
        ),
        Mistake(
            lambda a, b: a.sum() * b.sum(),
            "In effect, every entry of a is multiplied by every entry of b. Multiply only those "
            "that stand at the same place.",
        ),
        Mistake(lambda a, b: a * b, "These are the products, still a vector: add them up."),
        Mistake(
            lambda a, b: np.abs(a * b).sum(),
            "You add the products without their signs. A negative one makes the total smaller.",
        ),
        Mistake(lambda a, b: dot(a, a), "This is a · a: the entries of b are missing."),
        Mistake(
            lambda a, b: a[:-1] @ b[:-1],  # of nothing, 0
            "The last product is missing: the loop ends one round too early.",
        ),
    ),
    draw=vectors,
)

# --- shadows ------------------------------------------------------------------------------------

P, R = a([2.0, 4.0]), a([6.0, 2.0])  # the two arrows of the notebook


def vectors_with_a_length(rng):
    """Now and then they nearly have the same direction, or opposite ones."""
    a, b = vectors(rng)
    if rng.random() < 0.2:
        b = rng.choice([-1, 1]) * a * (1 + 0.03 * rng.standard_normal(a.shape))
    return (a, b) if a.any() and b.any() else vectors_with_a_length(rng)


SHADOW = FunctionExercise(
    name="shadow",
    title="the shadow of one vector on another",
    task="**Exercise** (write a function). Return the signed length of the shadow of `a` on `b`, "
    "both `(n,)` and not zero: one number. The shadow of `a = [3, 4]` on `b = [2, 0]` is `3.0`.",
    answer="my_shadow",
    stub="""def my_shadow(a, b):
    return ...  # about 1 line""",
    solution="""def my_shadow(a, b):
    return a @ b / math.sqrt(b @ b)""",
    why="a · b is the shadow times the length of b: one division takes that length out again.",
    hints=(
        "Which length should not matter: that of a, which casts the shadow, or that of b, which it "
        "falls on?",
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
            "on itself",
            (a([3, 4]), a([3, 4])),
            "The shadow of a vector on itself is as long as the vector, here 5.",
        ),
        Case(
            "on the far side",
            (a([3, 4]), a([-2, 0])),
            "The angle is more than 90 degrees: the shadow falls on the far side and is negative.",
        ),
        Case(
            "perpendicular",
            (a([3, 4]), a([8, -6])),
            "a and b are perpendicular: the shadow is a point, of length 0.",
        ),
        Case(
            "a length that is not whole",
            (a([2, 1]), a([1, 1])),
            "The shadow is 3 divided by √2. Is something rounded or cut off?",
        ),
        Case(
            "three entries",
            (a([2, 3, 6]), a([1, 2, 2])),
            "Two entries are right, three are not: every entry counts, also in the length of b.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda a, b: shadow(b, a),
            "This is the shadow of b on a: the two are swapped.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(b, b),
            "You divide by b · b, the squared length. The length is its root.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(b, b) * b,
            "This is the foot, a point on the line of b. You need its signed distance from the "
            "origin: one number.",
        ),
        Mistake(
            lambda a, b: dot(a, b),
            "This is the dot product, the shadow times the length of b. Divide by that length.",
        ),
        Mistake(
            cosine,
            "This is the cosine, without the length of a. The shadow of a longer a is longer.",
        ),
        Mistake(
            lambda a, b: abs(shadow(a, b)),
            "You drop the sign. On the far side of the origin the shadow is negative.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / len(b),
            "len(b) counts the entries. The length of the arrow is the root of b · b.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / np.abs(b).sum(),
            "You divide by the sum of b's entries without their signs. The length of an arrow is "
            "the root of b · b.",
        ),
        Mistake(
            lambda a, b: dot(a, (b / length(b)).astype(b.dtype)),
            "b divided by its length stands in an array of whole numbers, which cuts the fractions "
            "off. np.zeros(len(b)) holds fractions.",
        ),
        Mistake(
            lambda a, b: a[0],
            "You take the first entry of a: its shadow on the first axis, not on b.",
        ),
        Mistake(
            lambda a, b: length(a - dot(a, b) / dot(b, b) * b),
            "This is how far the tip of a is from the line. The shadow lies on the line.",
        ),
    ),
    draw=vectors_with_a_length,
)

# --- direction alone ----------------------------------------------------------------------------

COSINE = FunctionExercise(
    name="cosine",
    title="the cosine",
    task="**Exercise** (find the bug). This function should return the cosine of the angle "
    "between `a` and `b`, both `(n,)` and not zero: one number. With `a = [3, 4]` it must be `0.6` "
    "for `b = [1, 0]` and for `b = [2, 0]` alike.",
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
            "a · b is 3, a has length 5 and b length 1: the cosine is 3 / (5 · 1).",
        ),
        Case(
            "the same direction",
            (a([3, 4]), a([6, 8])),
            "a and b have the same direction: their cosine is 1, however long they are.",
        ),
        Case(
            "45 degrees",
            (a([1, 1]), a([2, 0])),
            "The cosine of 45 degrees is 1 / √2. Is something rounded or cut off?",
        ),
        Case(
            "opposite directions",
            (a([3, 4]), a([-6, -8])),
            "a and b have opposite directions: their cosine is −1.",
        ),
        Case(
            "perpendicular",
            (a([3, 4]), a([8, -6])),
            "a and b are perpendicular: their cosine is 0.",
        ),
        Case(
            "equal lengths",
            (a([3, 4]), a([4, 3])),
            "Both have length 5: the cosine is 24 / (5 · 5).",
        ),
        Case(
            "three entries",
            (a([2, 3, 6]), a([1, 2, 2])),
            "Two entries are right, three are not: every entry counts, also in the lengths.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda a, b: dot(a, b) / length(a) * length(b),
            "This divides by the length of a and multiplies by that of b. Both must divide.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / length(b) * length(a),
            "This divides by the length of b and multiplies by that of a. Both must divide.",
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
            lambda a, b: dot(a, b) / (dot(a, a) * dot(b, b)),
            "You divide by the squared lengths: the roots are missing.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / dot(a, a),
            "You divide by the length of a twice. Divide once by each length.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / (length(a) + length(b)),
            "You add the lengths. Divide by their product.",
        ),
        Mistake(
            lambda a, b: dot(a, b) / math.sqrt(dot(a, a) + dot(b, b)),
            "You add a · a and b · b below the root. They must be multiplied.",
        ),
        Mistake(
            lambda a, b: abs(cosine(a, b)),
            "You drop the sign. Beyond 90 degrees a cosine is negative.",
        ),
        Mistake(
            lambda a, b: math.acos(max(-1, min(1, cosine(a, b)))),
            "This is the angle itself, in radians. You need its cosine.",
        ),
        Mistake(
            lambda a, b: 1 - cosine(a, b),
            "This is 1 minus the cosine. You need the cosine itself.",
        ),
    ),
    draw=vectors_with_a_length,
)

U, V = a([1, 2, 3]), a([4, -5, 6])  # the first two vectors of the notebook


def angle():
    return math.degrees(math.acos(cosine(U, V)))


def far_from_the_angle(value):
    if abs(value - cosine(U, V)) < 0.006:
        return "This is the cosine of the angle. math.acos takes you back to the angle itself."
    if abs(math.cos(math.radians(value)) - cosine(U, V)) < 1e-3 and abs(value - angle()) > 1:
        return "Its cosine is right, but an angle between two vectors is from 0 to 180 degrees."
    if abs(value - angle()) < 0.6:
        return "Nearly. Round nothing but the angle itself, to one decimal."
    return "This is not the angle: print math.cos(math.radians(my_angle)) beside cosine(u, v)."


ANGLE = ValueExercise(
    name="angle",
    title="an angle in three dimensions",
    task="**Exercise** (new numbers). How many degrees lie between `u = [1, 2, 3]` and "
    "`v = [4, -5, 6]`? Give at least one decimal. For `p` and `r` it was 45.0.",
    answer="my_angle",
    unit="degrees",
    stub="my_angle = ...  # a number: about 2 lines of code find it",
    solution="""both_lengths = math.sqrt((u @ u) * (v @ v))
my_angle = math.degrees(math.acos(u @ v / both_lengths))""",
    why="The cosine needs only dot products: so there are angles in any number of dimensions.",
    hints=(
        "Which formula contains the angle? Solve it for cos θ.",
        "cosine(u, v) is a number between −1 and 1. math.acos takes you back to the angle.",
        "math.acos gives radians; math.degrees turns them into degrees.",
    ),
    reference=angle,
    near=0.0007,
    about=far_from_the_angle,
    mistakes=(
        Mistake(
            lambda: math.radians(angle()),
            "This is in radians, where half a turn is π. math.degrees turns it into degrees.",
        ),
        Mistake(
            lambda: math.degrees(cosine(U, V)),
            "You turn the cosine into degrees. First comes math.acos, which gives an angle.",
        ),
        Mistake(
            lambda: 90 - angle(),
            "This is 90 degrees minus the angle: take math.acos, not math.asin.",
        ),
        Mistake(
            lambda: 180 - angle(),
            "This is the angle between u and −v: a sign is wrong.",
        ),
        Mistake(
            lambda: math.degrees(math.acos(dot(U, V) / (dot(U, U) * dot(V, V)))),
            "You divide by the squared lengths: the roots are missing.",
        ),
        Mistake(lambda: dot(U, V), "This is the dot product. Divide it by both lengths first."),
        Mistake(
            lambda: math.degrees(math.acos(cosine(P, R))),
            "This is the angle between p and r. Put u and v in their place.",
        ),
    ),
)

# --- real words ---------------------------------------------------------------------------------


def products(v, X):
    return X @ v  # (m,)


def lengths(X):
    return np.sqrt((X * X).sum(axis=-1))  # (m,)


def cosines(v, X):
    return products(v, X) / (lengths(X) * length(v))


def best(values):
    """The word with the largest of some values, one for each row."""
    return lambda v, words, X: words[int(values(v, X).argmax())]


nearest = best(cosines)


def after_a_start_of(start):
    return lambda v, words, X: nearest(v, words, X) if cosines(v, X).max() > start else None


def a_vector_and_words(rng):
    """No zero vectors, and one cosine clearly above all others. Half of the time all rows are near
    the direction of v, and one may be v itself."""
    m, d = far_sizes(rng, 2, far=26)
    v, X = numbers(rng, d), numbers(rng, m, d)
    words = tuple(rng.permutation(list(string.ascii_lowercase))[:m].tolist())
    if rng.random() < 0.5:
        near = v + 10 ** rng.uniform(-2, 0) * rng.standard_normal((m, d))
        X = near * 10 ** rng.uniform(-3, 3, (m, 1))
        X[0] = v if rng.random() < 0.3 else X[0]
    if v.any() and X.any(axis=1).all():
        second, first = sorted([-2, *cosines(v, X)])[-2:]
        if first - second > 1e-5:
            return v, words, X
    return a_vector_and_words(rng)


NEAREST = FunctionExercise(
    name="nearest",
    title="the nearest word",
    task="**Exercise** (write a function). `X` `(m, d)` has one row for each of `m` words. Return "
    "the word whose row has the largest cosine with `v` `(d,)`, even if that row is `v` itself. "
    "There are no zero vectors and no ties. In the table of five words, `v = [1, 0, 0]` gives "
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
            "The row of garden, [2, 0, 0], has the direction of v: its cosine is 1, the largest.",
        ),
        Case(
            "between two axes",
            (a([1, 1]), ("East", "Between", "North"), a([[3, 0], [6, 3], [0, 3]])),
            "v points halfway between the axes. Of the three rows only [6, 3] lies between them.",
        ),
        Case(
            "the same rows in another order",
            (a([1, 1]), ("East", "North", "Between"), a([[3, 0], [0, 3], [6, 3]])),
            "The same rows stand in another order here: the last one must be compared as well.",
        ),
        Case(
            "only negative cosines",
            (a([-1, -1]), ("x", "y", "z"), a([[3, 2], [1, 0], [2, 1]])),
            "All cosines are negative here: the largest is the one nearest to 0.",
        ),
        Case(
            "one word, opposite to v",
            (a([2, 0]), ("only",), a([[-1, 0]])),
            "The only word is the nearest one, though its cosine is −1.",
        ),
    ),
    mistakes=(
        Mistake(
            best(products),
            "You let long rows win, as the dot product does. Divide each product by the length of "
            "its own row.",
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
            lambda v, words, X: nearest(v, words, X).lower(),
            "You change the case of the word's first letter. Return the word as it stands in "
            "words.",
        ),
        Mistake(
            lambda v, words, X: words[0],
            "You give the first word, whatever the rows are. Compare them all.",
        ),
        Mistake(
            lambda v, words, X: max(words),
            "This is the last word in the alphabet: max compares the words. Compare the cosines.",
        ),
        Mistake(
            after_a_start_of(0),
            "Your search starts at 0 and finds nothing where all cosines are negative. Start "
            "below −1.",
        ),
        Mistake(
            after_a_start_of(-1),
            "Your search starts at −1 and finds nothing where the only cosine is −1. Start below "
            "it.",
        ),
    ),
    draw=a_vector_and_words,
)

THIRD_QUESTION = Question(
    name="third_question",
    title="a third question",
    ask="`E @ W` asks a thousand words, of 50 numbers each, two questions. What changes with a "
    "third question?",
    options=(
        (
            "`E` gets a column",
            "E holds the words, a column for each of their numbers. A question adds none.",
        ),
        (
            "`W` gets a row, and the answers too",
            "W has a row for each of a word's numbers, and the answers have a row for each word. "
            "Is any of these new?",
        ),
        (
            "`W` and the answers get a column, and the other answers shift",
            "an answer is the dot product of one word and one column. Why would a new column "
            "change it?",
        ),
        (
            "`W` and the answers get a column, and the other answers stay",
            "each column of W makes its own column of answers, and changes no other.",
        ),
    ),
    right="d",
)

CHECKED = (NEGATIVE, DOUBLED, DOT, SHADOW, COSINE, ANGLE, NEAREST, THIRD_QUESTION)

# --- predictions --------------------------------------------------------------------------------

APPLE, PHONE, GARDEN = (TABLE[WORDS.index(word)] for word in ("Apple", "phone", "garden"))


def least():
    degrees = np.arange(361)
    return int(degrees[np.cos(np.radians(degrees)).argmin()])


def larger():
    difference = dot(APPLE, GARDEN) - dot(APPLE, PHONE)
    return "garden" if difference > 0 else "phone" if difference < 0 else "neither"


def nearer():
    two = ("garden", "phone")
    return nearest(recorded.word_vector("apple"), two, a([*map(recorded.word_vector, two)]))


def analogy():
    king, man, woman = map(recorded.word_vector, ("king", "man", "woman"))
    return nearest(king - man + woman, recorded.words(), recorded.word_vectors())


ANA = a([2, 1, -2])  # how much she likes what is funny, romantic, scary
FILMS = ("love story", "ghost comedy", "horror film")
HAVE = a([[1, 2, 0], [3, 0, 2], [0, 0, 3]])  # (films, 3)


def film():
    return FILMS[(HAVE @ ANA).argmax()]


PREDICTED = (
    Number(
        name="least",
        title="where the product is smallest",
        truth=least,
        why="There r points against p, and the cosine is −1, its smallest value.",
        near=0.01,
        unit=" degrees",
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
        why="Apple's nearest words have to do with computers and phones.",
        options=("garden", "phone"),
    ),
    OneOf(
        name="analogy",
        deeper=True,
        title="king − man + woman",
        truth=analogy,
        why="The three input words are candidates, too. Read on: queen comes second.",
        options=("king", "queen", "prince", "princess", "man", "woman"),
    ),
    OneOf(
        name="film",
        title="the film that fits Ana",
        truth=film,
        why="2·1 + 1·2 − 2·0 = 4. The ghost comedy is funnier, but it is scary, too: "
        "2·3 + 1·0 − 2·2 = 2. The horror film gets −6.",
        options=FILMS,
    ),
)
