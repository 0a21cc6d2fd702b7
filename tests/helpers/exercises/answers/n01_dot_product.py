"""Answers to the exercises of notebook 01, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers.data import examples

u = np.array([1, 2, 3])
v = np.array([4, -5, 6])
p = np.array([2.0, 4.0])
r = np.array([6.0, 2.0])


def cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))
# --- dot: wrong: 3 + 8
def my_dot(a, b):
    return a @ b / math.sqrt(b @ b)
# --- dot: wrong: Only the last product is left:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total
# --- dot: wrong: Your total stays 0.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total * a_i * b_i
    return total
# --- dot: wrong: You add all the entries.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total
# --- dot: wrong: This is a · a:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * a_i
    return total
# --- dot: wrong: You add the products without their signs.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + abs(a_i * b_i)
    return total
# --- dot: wrong: every entry of a is multiplied by every entry of b.
def my_dot(a, b):
    total = 0
    for a_i in a:
        for b_i in b:
            total = total + a_i * b_i
    return total
# --- dot: wrong: Each of the four products counts, the 0 and the two equal ones too:
def my_dot(a, b):
    total = 0
    for a_i, b_i in set(zip(a, b, strict=True)):
        total = total + a_i * b_i
    return total
# --- dot: wrong: The entries that are multiplied stand at the same place:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(sorted(a), sorted(b), strict=True):
        total = total + a_i * b_i
    return total
# --- dot: wrong: Only the first product is there.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * b_i
        return total
# --- dot: wrong: A negative product makes the total smaller:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + max(0, a_i * b_i)
    return total
# --- dot: wrong: Whole numbers are right, fractions are not:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total += int(a_i * b_i)
    return total
# --- dot: wrong: The last product is missing:
def my_dot(a, b):
    total = 0
    for i in range(len(a) - 1):
        total = total + a[i] * b[i]
    return total
# --- dot: wrong: These are the products, still a vector:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a * b
    return total
# --- dot: right
def my_dot(a, b):
    return np.einsum("i,i->", np.float32(a), np.float32(b))
# --- dot: right
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total += b_i * a_i
    return total
# --- dot: right
def my_dot(a, b):
    return sum(a_i * b_i for a_i, b_i in zip(a, b, strict=True))
# --- shadow: wrong: This is the shadow of b on a:
def my_shadow(a, b):
    return a @ b / math.sqrt(a @ a)
# --- shadow: wrong: You divide by b · b, the squared length.
def my_shadow(a, b):
    return a @ b / (b @ b)
# --- shadow: wrong: This is the cosine, without the length of a.
def my_shadow(a, b):
    return cosine(a, b)
# --- shadow: wrong: This is the foot, a point on the line of b.
def my_shadow(a, b):
    return (a @ b) / (b @ b) * b
# --- shadow: wrong: You drop the sign.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return np.linalg.norm(shadow)
# --- shadow: wrong: This is the dot product, the shadow times the length of b.
def my_shadow(a, b):
    return a @ b
# --- shadow: wrong: This is how far the tip of a is from the line.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return math.sqrt((a - shadow) @ (a - shadow))
# --- shadow: wrong: You take the first entry of a:
def my_shadow(a, b):
    return float(a[0])
# --- shadow: wrong: len(b) counts the entries.
def my_shadow(a, b):
    return a @ b / len(b)
# --- shadow: wrong: You divide by the sum of b's entries without their signs.
def my_shadow(a, b):
    return a @ b / np.sum(np.abs(b))
# --- shadow: wrong: Right on the small cases, wrong on this one.
def my_shadow(a, b):
    return a @ b / (np.linalg.norm(b) + 1e-6)
# --- shadow: wrong: The shadow of a vector on itself is as long as the vector, here 5.
def my_shadow(a, b):
    return a @ b / np.max(np.abs(b))
# --- shadow: wrong: Two entries are right, three are not:
def my_shadow(a, b):
    return a @ b / math.hypot(b[0], b[1])
# --- shadow: wrong: An array of whole numbers cannot hold fractions:
def my_shadow(a, b):
    b /= np.linalg.norm(b)
    return a @ b
# --- shadow: wrong: The angle is more than 90 degrees:
def my_shadow(a, b):
    return max(0.0, a @ b / np.linalg.norm(b))
# --- shadow: wrong: Only b has become longer, and its line is the same:
def my_shadow(a, b):
    return a @ b / 2
# --- shadow: wrong: Right to 1 decimal:
def my_shadow(a, b):
    return round(float(a @ b / np.linalg.norm(b)), 1)
# --- shadow: wrong: b divided by its length stands in an array of whole numbers, which cuts
def my_shadow(a, b):
    unit = np.zeros_like(b)
    for i in range(len(b)):
        unit[i] = b[i] / np.linalg.norm(b)
    return float(a @ unit)
# --- shadow: wrong: The shadow is 3 divided by √2.
def my_shadow(a, b):
    return a @ b // np.linalg.norm(b)
# --- shadow: wrong: b points along the first axis:
def my_shadow(a, b):
    return a @ b / np.sqrt(np.mean(b ** 2))
# --- shadow: right
def my_shadow(a, b):
    return np.float32(a) @ np.float32(b / math.sqrt(b @ b))
# --- shadow: right
def my_shadow(a, b):
    return sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(y * y for y in b))
# --- cosine: wrong: The length of b is still in it:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a
# --- cosine: wrong: The length of a is still in it:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_b
# --- cosine: wrong: You add the lengths.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a + length_b)
# --- cosine: wrong: You divide by the squared lengths:
def my_cosine(a, b):
    length_a = a @ a
    length_b = b @ b
    return a @ b / (length_a * length_b)
# --- cosine: wrong: You divide by the length of a twice.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a / length_a
# --- cosine: wrong: You drop the sign.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return abs(a @ b) / (length_a * length_b)
# --- cosine: wrong: This is the angle itself, in radians.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return math.acos(a @ b / (length_a * length_b))
# --- cosine: wrong: Right on the small cases, wrong on this one.
def my_cosine(a, b):
    return a @ b / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-8)
# --- cosine: wrong: a and b have opposite directions:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return np.clip(a @ b / (length_a * length_b), 0, 1)
# --- cosine: wrong: a and b have the same direction:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = abs(b[0])
    return a @ b / length_a / length_b
# --- cosine: wrong: The cosine of 45 degrees is 1 / √2.
def my_cosine(a, b):
    length_a = int(math.sqrt(a @ a))
    length_b = int(math.sqrt(b @ b))
    return a @ b / (length_a * length_b)
# --- cosine: wrong: Two entries are right, three are not:
def my_cosine(a, b):
    length_a = math.hypot(a[0], a[1])
    length_b = math.hypot(b[0], b[1])
    return a @ b / (length_a * length_b)
# --- cosine: wrong: This divides by the length of a and multiplies by that of b.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a / length_b)
# --- cosine: wrong: a · b is 3, a has length 5 and b length 1:
def my_cosine(a, b):
    length_a = math.sqrt(u @ u)
    length_b = math.sqrt(v @ v)
    return u @ v / (length_a * length_b)
# --- cosine: wrong: This is 1 minus the cosine.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return 1 - a @ b / (length_a * length_b)
# --- cosine: wrong: You add a · a and b · b below the root.
def my_cosine(a, b):
    return a @ b / math.sqrt(a @ a + b @ b)
# --- cosine: wrong: This divides by the length of b and multiplies by that of a.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b * length_a / length_b
# --- cosine: right
def my_cosine(a, b):
    return np.float32(np.einsum("i,i->", a, b) / (math.sqrt(a @ a) * math.sqrt(b @ b)))
# --- cosine: right
def my_cosine(a, b):
    length_a = sum([x ** 2 for x in a]) ** 0.5
    length_b = sum([x ** 2 for x in b]) ** 0.5
    return sum([x / length_a * y / length_b for x, y in zip(a, b)])
# --- angle: wrong: This is in radians, where half a turn is π.
my_angle = 1.2
# --- angle: wrong: This is the angle between p and r.
my_angle = 45.0
# --- angle: wrong: This is 90 degrees minus the angle:
my_angle = 21.4
# --- angle: wrong: You divide by the squared lengths:
my_angle = 89.4
# --- angle: wrong: You turn the cosine into degrees.
my_angle = 20.9
# --- angle: wrong: This is the angle between u and −v:
my_angle = 111.4
# --- angle: wrong: Nearly.
my_angle = 69
# --- angle: wrong: Your result holds text, expected numbers.
my_angle = "68.6 degrees"
# --- angle: wrong: Your result has shape (1,), expected one value.
my_angle = [68.6]
# --- angle: wrong: You handed in a function, expected a value:
def my_angle(u, v):
    return round(math.degrees(math.acos(cosine(u, v))), 1)
# --- angle: wrong: Its cosine is right, but an angle between two vectors is from 0 to 180
my_angle = -68.6
# --- angle: wrong: This is not the angle:
my_angle = round(math.acos(12 / math.sqrt(14 * 77)) * 360 / math.pi, 1)
# --- angle: wrong: This is the dot product.
my_angle = 12.0
# --- angle: right
my_angle = np.degrees(np.arccos(np.float32(cosine(u, v))))
# --- nearest: wrong: only [6, 3] lies
def my_nearest(v, words, X):
    return words[np.argmax(X @ v / X.sum(axis=1))]
# --- nearest: wrong: You take the row whose tip is nearest to the tip of v.
def my_nearest(v, words, X):
    distances = np.linalg.norm(X - v, axis=1)
    return words[np.argmin(distances)]
# --- nearest: wrong: This is the place of the word.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return np.argmax(cosines)
# --- nearest: wrong: You let long rows win, as the dot product does.
def my_nearest(v, words, X):
    cosines = X @ v / (np.linalg.norm(X) * np.linalg.norm(v))
    return words[np.argmax(cosines)]
# --- nearest: wrong: You take the smallest cosine, the word that is farthest.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return words[np.argmin(cosines)]
# --- nearest: wrong: You drop the sign of the cosine, so that an opposite row counts as near.
def my_nearest(v, words, X):
    cosines = np.array([cosine(row, v) for row in X])
    return words[np.argmax(np.abs(cosines))]
# --- nearest: wrong: Your search starts at 0 and finds nothing where all cosines are negative
def my_nearest(v, words, X):
    best = 0
    best_word = None
    for word, row in zip(words, X):
        c = cosine(row, v)
        if c > best:
            best = c
            best_word = word
    return best_word
# --- nearest: wrong: This is the last word in the alphabet:
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    word, _ = max(zip(words, cosines))
    return word
# --- nearest: wrong: You divide by the squared length of the row, and short rows win:
def my_nearest(v, words, X):
    lengths = (X * X).sum(axis=1)
    cosines = X @ v / (lengths * (v @ v))
    return words[np.argmax(cosines)]
# --- nearest: wrong: You give the first word, whatever the rows are.
def my_nearest(v, words, X):
    best = -2
    for word, x in zip(words, X):
        c = x @ v / (np.linalg.norm(x) * np.linalg.norm(v))
        if c > best:
            best = c
            best_word = word
        return best_word
# --- nearest: wrong: This is the row of the word.
def my_nearest(v, words, X):
    cosines = X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v))
    return X[np.argmax(cosines)]
# --- nearest: wrong: This is the largest cosine.
def my_nearest(v, words, X):
    return max(X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v)))
# --- nearest: wrong: The same rows stand in another order here:
def my_nearest(v, words, X):
    best = 0
    for i in range(1, len(X) - 1):
        if cosine(v, X[i]) > cosine(v, X[best]):
            best = i
    return words[best]
# --- nearest: wrong: All cosines are negative here:
def my_nearest(v, words, X):
    best, best_word = 0, words[0]
    for word, x in zip(words, X):
        c = x @ v / (np.linalg.norm(x) * np.linalg.norm(v))
        if c > best:
            best, best_word = c, word
    return best_word
# --- nearest: wrong: The row of garden, [2, 0, 0], has the direction of v:
def my_nearest(v, words, X):
    cosines = X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v))
    return words[np.argsort(cosines)[-2]]
# --- nearest: wrong: You divide by the sum of the row's entries.
def my_nearest(v, words, X):
    return words[np.argmax(X @ v / np.abs(X).sum(axis=1))]
# --- nearest: wrong: These shapes do not fit entry by entry:
def my_nearest(v, words, X):
    units = X / np.linalg.norm(X, axis=1)
    return words[np.argmax(units @ v)]
# --- nearest: wrong: Right on the small cases, wrong on this one.
def my_nearest(v, words, X):
    cosines = np.round(X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v)), 1)
    return words[np.argmax(cosines)]
# --- nearest: right
def my_nearest(v, words, X):
    return words[np.argmax(np.einsum("md,d->m", np.float32(X), v) / np.sqrt(np.float32(X * X).sum(1)))]
# --- nearest: right
def my_nearest(v, words, X):
    cosines = [cosine(v, x) for x in X]
    return words[np.argmax(cosines)]
# --- angle: wrong: Your value is infinite
my_angle = math.inf
# --- nearest: wrong: You change the case of the word's first letter.
def my_nearest(v, words, X):
    return words[np.argmax(X @ v / np.linalg.norm(X, axis=1))].lower()
# --- dot: wrong: random inputs: a has a size above 10 in each of them.
def my_dot(a, b):
    total = 0
    for i in range(min(10, len(a))):
        total += a[i] * b[i]
    return total
# --- cosine: right
def my_cosine(a, b):
    x, y, z = np.linalg.norm(a), np.linalg.norm(b), np.linalg.norm(a - b)
    return (x * x + y * y - z * z) / (2 * x * y)
# --- dot: right
def my_dot(a, b):
    return ((a + b) @ (a + b) - (a - b) @ (a - b)) / 4
# --- dot: wrong: The total is 2, then 0, then 12:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * b_i or total
    return total
# --- shadow: wrong: a and b are perpendicular: the shadow is a point, of length 0.
def my_shadow(a, b):
    return (a @ b or math.sqrt(a @ a)) / math.sqrt(b @ b)
# --- shadow: right
def my_shadow(a, b):
    unit = b / math.sqrt(b @ b)
    rest = a - (a @ unit) * unit
    return math.sqrt(max(a @ a - rest @ rest, 0)) * np.sign(a @ b)
# --- shadow: right
def my_shadow(a, b):
    p = a @ b / (b @ b) * b
    return math.sqrt(p @ p) * (1 if a @ b > 0 else -1)
# --- cosine: wrong: a and b are perpendicular: their cosine is 0.
def my_cosine(a, b):
    return (a @ b or 1) / (math.sqrt(a @ a) * math.sqrt(b @ b))
# --- cosine: wrong: Both have length 5: the cosine is 24 / (5 · 5).
def my_cosine(a, b):
    return a @ b / math.prod({math.sqrt(a @ a), math.sqrt(b @ b)})
# --- nearest: wrong: All cosines are negative here: the largest is the one nearest to 0.
def my_nearest(v, words, X):
    best, word = -0.5, words[-1]
    for w, x in zip(words, X):
        if cosine(v, x) > best:
            best, word = cosine(v, x), w
    return word
# --- nearest: wrong: The only word is the nearest one, though its cosine is −1.
def my_nearest(v, words, X):
    best, word = -1, ""
    for w, x in zip(words, X):
        if cosine(v, x) > best:
            best, word = cosine(v, x), w
    return word
# --- nearest: wrong: Your search starts at −1 and finds nothing where the only cosine is −1
def my_nearest(v, words, X):
    best, word = -1, None
    for w, x in zip(words, X):
        if cosine(v, x) > best:
            best, word = cosine(v, x), w
    return word
