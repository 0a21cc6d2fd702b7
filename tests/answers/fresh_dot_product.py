"""Wrong answers to exercises, by someone who had read the tasks alone."""

import math

import numpy as np
from answers.dot_product import SCOPE

cosine = SCOPE["cosine"]

FRESH = {}


# total is the product of this pair (forgets to add to the running total)
def dot_overwrite(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total


# "product": multiply everything into the total
def dot_multiply(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total * a_i * b_i
    return total


# adds the two numbers where they should be multiplied
def dot_add(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total


# brackets in the wrong place
def dot_brackets(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = (total + a_i) * b_i
    return total


# knows @, and adds the whole dot product in every round
def dot_each_round(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + np.dot(a, b)
    return total


# types b for b_i
def dot_whole_b(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * np.array(b)
    return total


# thinks of the length: squares a_i
def dot_square(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * a_i
    return total


# thinks that a dot product, like a length, is never negative
def dot_abs(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + abs(a_i * b_i)
    return total


# writes out the example: two numbers only
def dot_two_only(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a[0] * b[0] + a[1] * b[1]
    return total


# multiplies each number of a with each of b
def dot_all_pairs(a, b):
    total = 0
    for a_i in a:
        for b_i in b:
            total = total + a_i * b_i
    return total


FRESH["dot"] = [
    dot_overwrite,
    dot_multiply,
    dot_add,
    dot_brackets,
    dot_each_round,
    dot_whole_b,
    dot_square,
    dot_abs,
    dot_two_only,
    dot_all_pairs,
]


# divides by the length of the wrong vector
def shadow_length_a(a, b):
    return a @ b / math.sqrt(a @ a)


# forgets the root: that is the factor of b, not a length
def shadow_no_root(a, b):
    return a @ b / (b @ b)


# gives the cosine
def shadow_cosine(a, b):
    return cosine(a, b)


# gives the shadow itself, a vector
def shadow_vector(a, b):
    return (a @ b) / (b @ b) * b


# builds the vector and takes its length, so the sign is lost
def shadow_unsigned(a, b):
    shadow = (a @ b) / (b @ b) * b
    return np.linalg.norm(shadow)


# thinks that the dot product is the shadow already
def shadow_dot(a, b):
    return a @ b


# gives the other side of the triangle: how far a is from the line of b
def shadow_other_side(a, b):
    shadow = (a @ b) / (b @ b) * b
    return math.sqrt((a - shadow) @ (a - shadow))


# thinks that b is always the first axis
def shadow_first_axis(a, b):
    return float(a[0])


# takes len() for the length of the vector; right in the example
def shadow_len(a, b):
    return a @ b / len(b)


# adds up b for its length; right in the example
def shadow_sum(a, b):
    return a @ b / np.sum(np.abs(b))


FRESH["shadow"] = [
    shadow_length_a,
    shadow_no_root,
    shadow_cosine,
    shadow_vector,
    shadow_unsigned,
    shadow_dot,
    shadow_other_side,
    shadow_first_axis,
    shadow_len,
    shadow_sum,
]


# sets brackets, but round the wrong part
def cosine_brackets_left(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return (a @ b / length_a) * length_b


# drops length_b, which looked wrong; right for b = [1, 0]
def cosine_drop_b(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a


# drops length_a, gets the shadow
def cosine_drop_a(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_b


# brackets right, but adds the lengths
def cosine_add(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a + length_b)


# brackets right, but thinks that the roots were the bug and takes them out
def cosine_no_roots(a, b):
    length_a = a @ a
    length_b = b @ b
    return a @ b / (length_a * length_b)


# takes the lengths for the bug and leaves the last line
def cosine_norm(a, b):
    length_a = np.linalg.norm(a)
    length_b = np.linalg.norm(b)
    return a @ b / length_a * length_b


# divides twice, but by the same length
def cosine_same_twice(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a / length_a


# brackets right, but a cosine "lies between 0 and 1"
def cosine_abs(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return abs(a @ b) / (length_a * length_b)


# makes b one long, but still multiplies by its old length
def cosine_unit_b(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    b = b / length_b
    return a @ b / length_a * length_b


# brackets right, then on to the angle, since the task says "angle"
def cosine_angle(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return math.acos(a @ b / (length_a * length_b))


FRESH["cosine"] = [
    cosine_brackets_left,
    cosine_drop_b,
    cosine_drop_a,
    cosine_add,
    cosine_no_roots,
    cosine_norm,
    cosine_same_twice,
    cosine_abs,
    cosine_unit_b,
    cosine_angle,
]


FRESH["angle"] = [
    # left it in radians
    1.2,
    # gave the cosine
    0.4,
    # ran the cell of p and r again
    45.0,
    # asin for acos
    21.4,
    # forgot the roots in the lengths
    89.4,
    # typed 5 for -5
    12.9,
    # cut 68.56 off instead of rounding it
    68.5,
    # turned the cosine, not the angle, into degrees
    20.9,
    # a negative number in v, so "it must be more than 90"
    111.4,
    # added up the numbers for the lengths: 12 / (6 * 5)
    66.4,
]


# largest dot product, nothing divided
def nearest_dot(v, words, X):
    scores = X @ v
    return words[np.argmax(scores)]


# "nearest" is the smallest distance
def nearest_distance(v, words, X):
    distances = np.linalg.norm(X - v, axis=1)
    return words[np.argmin(distances)]


# gives the number of the row, not the word
def nearest_index(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return np.argmax(cosines)


# forgets axis=1: one length for the whole table
def nearest_whole_norm(v, words, X):
    cosines = X @ v / (np.linalg.norm(X) * np.linalg.norm(v))
    return words[np.argmax(cosines)]


# lengths of the columns instead of the rows
def nearest_axis_0(v, words, X):
    unit = X / np.linalg.norm(X, axis=0)
    cosines = unit @ v / np.linalg.norm(v)
    return words[np.argmax(cosines)]


# nearest, so the smallest
def nearest_argmin(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return words[np.argmin(cosines)]


# lets the sign go
def nearest_abs(v, words, X):
    cosines = np.array([cosine(row, v) for row in X])
    return words[np.argmax(np.abs(cosines))]


# starts the best at 0, so that negative cosines never win
def nearest_from_zero(v, words, X):
    best = 0
    best_word = None
    for word, row in zip(words, X):
        c = cosine(row, v)
        if c > best:
            best = c
            best_word = word
    return best_word


# pairs the wrong way round: max() goes by the alphabet
def nearest_max_pairs(v, words, X):
    cosines = [cosine(row, v) for row in X]
    word, _ = max(zip(words, cosines))
    return word


# forgets the root in the lengths of the rows
def nearest_no_root(v, words, X):
    lengths = (X * X).sum(axis=1)
    cosines = X @ v / (lengths * (v @ v))
    return words[np.argmax(cosines)]


FRESH["nearest"] = [
    nearest_dot,
    nearest_distance,
    nearest_index,
    nearest_whole_norm,
    nearest_axis_0,
    nearest_argmin,
    nearest_abs,
    nearest_from_zero,
    nearest_max_pairs,
    nearest_no_root,
]
