"""Answers to the exercises of notebook 01: wrong ones with what they must be told, right ones."""

import math

import numpy as np


def dot_loop(a, b):
    return sum(a_i * b_i for a_i, b_i in zip(a, b, strict=True))


def last_only(a, b):
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total


def returned_at_once(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total += a_i * b_i
        return total


def multiplied_up(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total *= a_i * b_i
    return total


def sums(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total


def bracketed(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = (total + a_i) * b_i
    return total


def every_pair(a, b):
    return sum(a_i * b_j for a_i in a for b_j in b)


def whole_vectors(a, b):
    total = 0
    for _ in a:
        total = total + a * b
    return total


def whole_product(a, b):
    total = 0
    for _ in a:
        total = total + a @ b
    return total


def one_round_short(a, b):
    return sum(a[i] * b[i] for i in range(len(a) - 1))


def in_place(a, b):
    a *= b
    return a.sum()


def norm(x):
    return math.sqrt(sum(x_i * x_i for x_i in x))


def cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))


def scale_first(a, b):
    a, b = a.astype(float), b.astype(float)
    a /= norm(a)
    b /= norm(b)
    return a @ b


def by(value):
    return lambda v, words, X: words[int(np.argmax([value(x, v) for x in X]))]


def nearest_loop(v, words, X):
    highest = -2
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found


def from_zero(v, words, X):
    highest, found = 0, words[0]
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found


def nothing_from_zero(v, words, X):
    highest, found = 0, None
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found


def ordered(v, words, X):
    return [words[i] for i in np.argsort([-cosine(x, v) for x in X])]


def but_the_last(v, words, X):
    return by(cosine)(v, words[:-1], X[:-1])


def but_itself(v, words, X):
    others = [i for i, x in enumerate(X) if not (x == v).all()]
    return words[max(others, key=lambda i: cosine(X[i], v))]


def shortened_in_place(v, words, X):
    X[0] = 2 * X[0]
    return nearest_loop(v, words, X)


p, r = np.array([2.0, 4.0]), np.array([6.0, 2.0])
u, v = np.array([1, 2, 3]), np.array([4, -5, 6])

SCOPE = {"np": np, "math": math, "p": p, "r": r, "u": u, "v": v, "cosine": cosine}

WRONG = {
    "dot": [
        (last_only, "Only the last product"),
        (returned_at_once, "Only the first product"),
        (multiplied_up, "stays 0"),
        (sums, "You add all the entries"),
        (every_pair, "every entry of a meets every entry of b"),
        (lambda a, b: a * b, "still a vector: add"),
        (whole_vectors, "whole vectors"),
        (whole_product, "whole dot product in every round"),
        (bracketed, "multiply the old total by b_i"),
        (lambda a, b: -(a @ b), "The sign is turned"),
        (lambda a, b: np.abs(a * b).sum(), "without their signs"),
        (lambda a, b: a @ a, "where is b?"),
        (one_round_short, "one round too early"),
        (lambda a, b: sum(a[1:] * b[1:]), "counted from 0"),
        (lambda a, b: int(a @ b), "cut the decimals off"),
        (lambda a, b: round(float(a @ b)), "leave the decimals on"),
        (lambda a, b: 11, "the same for different input"),
        (lambda a, b: u @ v, "3 + 8"),
        (lambda a, b: np.outer(a, b), "This is a table"),
        (in_place, "changes its argument a"),
        (lambda a, b: print(a @ b), "Does the function end in a line with return?"),
        (lambda a, b: sum(sum(x * y) for x, y in zip(a, b, strict=True)), "nothing to sum"),
        (lambda a, b: sum(x @ y for x, y in zip(a, b, strict=True)), "are multiplied by *"),
    ],
    "shadow": [
        (lambda a, b: a @ b / np.sqrt(b * b), "each without its sign"),
        (lambda a, b: a @ b / math.sqrt(b @ b) * b, "by b again"),
        (lambda a, b: a @ b / math.sqrt(r @ r), "the length of the page's r"),
        (lambda a, b: norm(a) * math.cos(math.radians(45)), "between the page's p and r"),
        (lambda a, b: a @ b / math.sqrt(a @ a), "the shadow of b on a"),
        (lambda a, b: a @ b / (b @ b), "the squared length"),
        (lambda a, b: a @ b / (b @ b) * b, "the foot, a point"),
        (lambda a, b: a * b / math.sqrt(b @ b), "The products are still a vector"),
        (lambda a, b: a @ b, "This is the dot product"),
        (cosine, "which gives the cosine"),
        (lambda a, b: norm(a @ b / (b @ b) * b), "You drop the sign"),
        (lambda a, b: a @ b * math.sqrt(b @ b), "You multiply by the length of b"),
        (lambda a, b: a @ b / len(b), "counts the entries"),
        (lambda a, b: a @ b / np.abs(b).sum(), "You add the entries of b for its length"),
        (lambda a, b: norm(a - a @ b / (b @ b) * b), "how far the tip of a is from the line"),
        (lambda a, b: a @ b / b[0], "You divide by the first entry of b"),
        (lambda a, b: p @ r / math.sqrt(r @ r), "You compute with p and r"),
        (lambda a, b: a[0], "You take the first entry of a"),
        (lambda a, b: a @ b / math.sqrt(b[0] ** 2 + b[1] ** 2), "all entries of b count"),
        (lambda a, b: a @ b // math.sqrt(b @ b), "Right but for the fractions"),
        (lambda a, b: max(a @ b / norm(b), 0), "falls on the far side"),
        (lambda a, b: 3.0, "the same for different input"),
        (lambda a, b: norm(a), "only if a lies along b"),
    ],
    "cosine": [
        (lambda a, b: (a @ b / math.sqrt(a @ a)) * math.sqrt(b @ b), "multiply by that of b"),
        (lambda a, b: a @ b / math.sqrt(b @ b) * math.sqrt(a @ a), "multiply by that of a"),
        (lambda a, b: a @ b / math.sqrt(a @ a), "The length of b is still in it"),
        (lambda a, b: a @ b / math.sqrt(b @ b), "The length of a is still in it"),
        (lambda a, b: a @ b, "both lengths speak"),
        (lambda a, b: a @ b * norm(a) * norm(b), "You multiply by the lengths"),
        (lambda a, b: a @ b / ((a @ a) * (b @ b)), "the roots are missing"),
        (lambda a, b: a @ b / (norm(a) + norm(b)), "You add the lengths"),
        (lambda a, b: a @ b / math.sqrt(a @ a + b @ b), "You add a · a and b · b"),
        (lambda a, b: a @ b / (len(a) * len(b)), "len counts the entries"),
        (lambda a, b: a * b / (norm(a) * norm(b)), "still a vector"),
        (lambda a, b: abs(cosine(a, b)), "You drop the sign"),
        (lambda a, b: np.arccos(np.clip(cosine(a, b), -1, 1)), "in radians"),
        (lambda a, b: np.degrees(np.arccos(np.clip(cosine(a, b), -1, 1))), "in degrees"),
        (lambda a, b: 0.6, "the same for different input"),
        (lambda a, b: math.cos(a @ b), "which is no angle"),
        (lambda a, b: a @ b / (a @ a), "the length of a twice"),
        (lambda a, b: (a @ b) ** 2 / ((a @ a) * (b @ b)), "the cosine squared"),
        (lambda a, b: round(cosine(a, b), 1), "Is it rounded?"),
    ],
    "angle": [
        (math.acos(cosine(u, v)), "in radians"),
        (cosine(u, v), "the cosine of the angle"),
        (math.degrees(cosine(u, v)), "First comes math.acos"),
        (math.degrees(math.asin(cosine(u, v))), "not asin"),
        (math.degrees(math.acos(-cosine(u, v))), "the angle to −v"),
        (math.degrees(math.acos(u @ v / ((u @ u) * (v @ v)))), "the roots are missing"),
        (math.degrees(math.acos(u @ v / (norm(u) + norm(v)))), "You add the lengths"),
        (u @ v, "This is the dot product"),
        (45.0, "between p and r"),
        (np.nan, "no angle has such a cosine"),
        (70, "This is not the angle: print"),
        (-math.degrees(math.acos(cosine(u, v))), "from 0 to 180 degrees"),
        (69, "Nearly: give one decimal, rounded right. Yours is too large"),
        (68.5, "Nearly: give one decimal, rounded right. Yours is too small"),
        (None, "None was handed in, needed a value: print shows one"),
        ("68.6", "is a str"),
        ([68.6], "an axis too many"),
        (cosine, "needed a value"),
    ],
    "nearest": [
        (lambda v, words, X: words[np.argmax(X @ v)], "as the dot product does"),
        (by(lambda x, v: x @ v / norm(x) ** 0.5), "You take the root twice"),
        (lambda v, words, X: words[np.argmax(X.sum(1))], "the largest sum"),
        (lambda v, words, X: np.argmax([cosine(x, v) for x in X]), "the place of the word"),
        (lambda v, words, X: max(cosine(x, v) for x in X), "the largest cosine. Which"),
        (lambda v, words, X: X[np.argmax([cosine(x, v) for x in X])], "the row of the word"),
        (by(lambda x, v: -cosine(x, v)), "the word that is farthest"),
        (by(lambda x, v: -norm(x - v)), "Direction alone counts"),
        (by(lambda x, v: abs(cosine(x, v))), "an opposite row counts as near"),
        (by(lambda x, v: x @ v / (x @ x)), "short rows win"),
        (by(lambda x, v: x @ v / np.abs(x).sum()), "the sum of the row's entries"),
        (nothing_from_zero, "Your search starts at 0"),
        (but_itself, "Here no word is left out"),
        (but_the_last, "the last one too"),
        (ordered, "is a list, needed a word"),
        (lambda v, words, X: "garden", "the same for different input"),
        (lambda v, words, X: words[0], "the first word"),
        (lambda v, words, X: print(words[0]), "Your result is None"),
        (shortened_in_place, "changes its argument X"),
        (from_zero, "All cosines are negative"),
        (lambda v, words, X: words[np.argmax(cosine(v, X))], "meets the columns of X"),
        (lambda v, words, X: words[np.argmax([cosine(v, x) for x in X.T])], "go through the col"),
        (lambda v, words, X: words[np.argmax([cosine(v, x) for x in words])], "meets a word"),
    ],
}

RIGHT = {
    "dot": [
        lambda a, b: a @ b,
        dot_loop,
        lambda a, b: np.einsum("i,i->", np.float32(a), np.float32(b)),
        lambda a, b: sum(a[i] * b[i] for i in range(len(a))),
        lambda a, b: dot_loop(a.tolist(), b.tolist()),
        lambda a, b: np.float32(a @ b),
    ],
    "shadow": [
        lambda a, b: a @ b / np.linalg.norm(b),
        lambda a, b: dot_loop(a, b) / norm(b),
        lambda a, b: norm(a) * cosine(a, b),
        lambda a, b: np.float32(a) @ np.float32(b / norm(b)),
        lambda a, b: np.einsum("i,i->", a, b) / np.sqrt(np.einsum("i,i->", b, b)),
    ],
    "cosine": [
        cosine,
        scale_first,
        lambda a, b: a @ b / norm(a) / norm(b),
        lambda a, b: dot_loop(a, b) / (norm(a) * norm(b)),
        lambda a, b: np.float32(np.einsum("i,i->", a, b) / (norm(a) * norm(b))),
    ],
    "angle": [68.6, 68.56, np.degrees(np.arccos(np.float32(cosine(u, v))))],
    "nearest": [
        nearest_loop,
        by(cosine),
        lambda v, words, X: words[np.argmax(X @ v / np.linalg.norm(X, axis=1))],
        lambda v, words, X: np.array(words)[np.argsort([cosine(x, v) for x in X])[-1]],
        lambda v, words, X: max(zip([cosine(x, v) for x in X], words, strict=True))[1],
        lambda v, words, X: words[
            np.argmax(np.einsum("md,d->m", np.float32(X), v) / np.sqrt(np.float32(X * X).sum(1)))
        ],
    ],
}

FRESH = {  # what the answers of fresh_dot_product.py must be told, in their order
    "dot": [
        "Only the last product is left:",
        "Your total stays 0.",
        "You add all the entries.",
        "You multiply the old total by b_i as well:",
        "You add the whole dot product in every round.",
        "Your result has shape (2,), needed ().",
        "You multiply a by itself:",
        "You add the products without their signs.",
        "IndexError:",
        "You add first and multiply then.",
    ],
    "shadow": [
        "This is the shadow of b on a.",
        "You divide by b · b, the squared length.",
        "You divide by both lengths, which gives the cosine.",
        "This is the foot, a point on the line of b.",
        "You drop the sign.",
        "This is the dot product:",
        "This is how far the tip of a is from the line.",
        "You take the first entry of a:",
        "len(b) counts the entries.",
        "You add the entries of b for its length.",
    ],
    "cosine": [
        "Python goes from left to right:",
        "The length of b is still in it:",
        "The length of a is still in it:",
        "You add the lengths.",
        "You divide by the squared lengths:",
        "Python goes from left to right:",
        "You divide by the length of a twice.",
        "You drop the sign.",
        "The length of b is still in it:",
        "This is the angle itself, in radians.",
    ],
    "angle": [
        "This is in radians, where half a turn is π.",
        "Yours is too small.",
        "This is the angle between p and r.",
        "This is 90 degrees less the angle:",
        "You divide by the squared lengths:",
        "Yours is too small.",
        "Yours is too small.",
        "You turn the cosine into degrees.",
        "This is the angle to −v:",
        "Yours is too small.",
    ],
    "nearest": [
        "You judge as the dot product does, in which a long row wins by its lengt",
        "You take the row whose tip is nearest to the tip of v.",
        "This is the place of the word.",
        "You judge as the dot product does, in which a long row wins by its lengt",
        "v asks for fruits alone.",
        "You take the smallest cosine, the word that is farthest.",
        "You drop the sign of the cosine, so that an opposite row counts as near.",
        "Your search starts at 0 and finds nothing where all cosines are negative",
        "max(words) is the last word of the alphabet.",
        "You divide by the squared length of the row, and short rows win:",
    ],
}
