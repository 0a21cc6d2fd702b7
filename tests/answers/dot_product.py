"""Answers to the exercises of notebook 01, each a cell as a student typed it; see __init__.py."""
# --- dot: wrong: Only the last product
def my_dot(a, b):
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total
# --- dot: wrong: Only the first product
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total += a_i * b_i
        return total
# --- dot: wrong: stays 0
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total *= a_i * b_i
    return total
# --- dot: wrong: You add all the entries
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total
# --- dot: wrong: every entry of a meets every entry of b
def my_dot(a, b):
    return sum(a_i * b_j for a_i in a for b_j in b)
# --- dot: wrong: still a vector: add
def my_dot(a, b):
    return a * b
# --- dot: wrong: whole vectors
def my_dot(a, b):
    total = 0
    for _ in a:
        total = total + a * b
    return total
# --- dot: wrong: whole dot product in every round
def my_dot(a, b):
    total = 0
    for _ in a:
        total = total + a @ b
    return total
# --- dot: wrong: multiply the old total by b_i
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = (total + a_i) * b_i
    return total
# --- dot: wrong: The sign is turned
def my_dot(a, b):
    return -(a @ b)
# --- dot: wrong: without their signs
def my_dot(a, b):
    return np.abs(a * b).sum()
# --- dot: wrong: where is b?
def my_dot(a, b):
    return a @ a
# --- dot: wrong: one round too early
def my_dot(a, b):
    return sum(a[i] * b[i] for i in range(len(a) - 1))
# --- dot: wrong: counted from 0
def my_dot(a, b):
    return sum(a[1:] * b[1:])
# --- dot: wrong: cut the decimals off
def my_dot(a, b):
    return int(a @ b)
# --- dot: wrong: leave the decimals on
def my_dot(a, b):
    return round(float(a @ b))
# --- dot: wrong: the same for different input
def my_dot(a, b):
    return 11
# --- dot: wrong: 3 + 8
def my_dot(a, b):
    return u @ v
# --- dot: wrong: This is a table
def my_dot(a, b):
    return np.outer(a, b)
# --- dot: wrong: changes its argument a
def my_dot(a, b):
    a *= b
    return a.sum()
# --- dot: wrong: Does the function end in a line with return?
def my_dot(a, b):
    return print(a @ b)
# --- dot: wrong: nothing to sum
def my_dot(a, b):
    return sum(sum(x * y) for x, y in zip(a, b, strict=True))
# --- dot: wrong: are multiplied by *
def my_dot(a, b):
    return sum(x @ y for x, y in zip(a, b, strict=True))
# --- dot: fresh: Only the last product is left:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total
# --- dot: fresh: Your total stays 0.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total * a_i * b_i
    return total
# --- dot: fresh: You add all the entries.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total
# --- dot: fresh: You multiply the old total by b_i as well:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = (total + a_i) * b_i
    return total
# --- dot: fresh: You add the whole dot product in every round.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + np.dot(a, b)
    return total
# --- dot: fresh: Your result has shape (2,), needed ().
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * np.array(b)
    return total
# --- dot: fresh: You multiply a by itself:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * a_i
    return total
# --- dot: fresh: You add the products without their signs.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + abs(a_i * b_i)
    return total
# --- dot: fresh: IndexError:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a[0] * b[0] + a[1] * b[1]
    return total
# --- dot: fresh: You add first and multiply then.
def my_dot(a, b):
    total = 0
    for a_i in a:
        for b_i in b:
            total = total + a_i * b_i
    return total
# --- dot: right
def my_dot(a, b):
    return a @ b
# --- dot: right
def my_dot(a, b):
    return sum(a_i * b_i for a_i, b_i in zip(a, b, strict=True))
# --- dot: right
def my_dot(a, b):
    return np.einsum("i,i->", np.float32(a), np.float32(b))
# --- dot: right
def my_dot(a, b):
    return sum(a[i] * b[i] for i in range(len(a)))
# --- dot: right
def my_dot(a, b):
    return dot_loop(a.tolist(), b.tolist())
# --- dot: right
def my_dot(a, b):
    return np.float32(a @ b)
# --- shadow: wrong: each without its sign
def my_shadow(a, b):
    return a @ b / np.sqrt(b * b)
# --- shadow: wrong: by b again
def my_shadow(a, b):
    return a @ b / math.sqrt(b @ b) * b
# --- shadow: wrong: the length of the page's r
def my_shadow(a, b):
    return a @ b / math.sqrt(r @ r)
# --- shadow: wrong: between the page's p and r
def my_shadow(a, b):
    return math.sqrt(a @ a) * math.cos(math.radians(45))
# --- shadow: wrong: the shadow of b on a
def my_shadow(a, b):
    return a @ b / math.sqrt(a @ a)
# --- shadow: wrong: the squared length
def my_shadow(a, b):
    return a @ b / (b @ b)
# --- shadow: wrong: the foot, a point
def my_shadow(a, b):
    return a @ b / (b @ b) * b
# --- shadow: wrong: The products are still a vector
def my_shadow(a, b):
    return a * b / math.sqrt(b @ b)
# --- shadow: wrong: This is the dot product
def my_shadow(a, b):
    return a @ b
# --- shadow: wrong: which gives the cosine
def my_shadow(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))
# --- shadow: wrong: You drop the sign
def my_shadow(a, b):
    return np.linalg.norm(a @ b / (b @ b) * b)
# --- shadow: wrong: You multiply by the length of b
def my_shadow(a, b):
    return a @ b * math.sqrt(b @ b)
# --- shadow: wrong: counts the entries
def my_shadow(a, b):
    return a @ b / len(b)
# --- shadow: wrong: You add the entries of b for its length
def my_shadow(a, b):
    return a @ b / np.abs(b).sum()
# --- shadow: wrong: how far the tip of a is from the line
def my_shadow(a, b):
    return np.linalg.norm(a - a @ b / (b @ b) * b)
# --- shadow: wrong: You divide by the first entry of b
def my_shadow(a, b):
    return a @ b / b[0]
# --- shadow: wrong: You compute with p and r
def my_shadow(a, b):
    return p @ r / math.sqrt(r @ r)
# --- shadow: wrong: You take the first entry of a
def my_shadow(a, b):
    return a[0]
# --- shadow: wrong: all entries of b count
def my_shadow(a, b):
    return a @ b / math.sqrt(b[0] ** 2 + b[1] ** 2)
# --- shadow: wrong: Right but for the fractions
def my_shadow(a, b):
    return a @ b // math.sqrt(b @ b)
# --- shadow: wrong: falls on the far side
def my_shadow(a, b):
    return max(a @ b / math.sqrt(b @ b), 0)
# --- shadow: wrong: the same for different input
def my_shadow(a, b):
    return 3.0
# --- shadow: wrong: only if a lies along b
def my_shadow(a, b):
    return math.sqrt(a @ a)
# --- shadow: fresh: This is the shadow of b on a.
def my_shadow(a, b):
    return a @ b / math.sqrt(a @ a)
# --- shadow: fresh: You divide by b · b, the squared length.
def my_shadow(a, b):
    return a @ b / (b @ b)
# --- shadow: fresh: You divide by both lengths, which gives the cosine.
def my_shadow(a, b):
    return cosine(a, b)
# --- shadow: fresh: This is the foot, a point on the line of b.
def my_shadow(a, b):
    return (a @ b) / (b @ b) * b
# --- shadow: fresh: You drop the sign.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return np.linalg.norm(shadow)
# --- shadow: fresh: This is the dot product:
def my_shadow(a, b):
    return a @ b
# --- shadow: fresh: This is how far the tip of a is from the line.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return math.sqrt((a - shadow) @ (a - shadow))
# --- shadow: fresh: You take the first entry of a:
def my_shadow(a, b):
    return float(a[0])
# --- shadow: fresh: len(b) counts the entries.
def my_shadow(a, b):
    return a @ b / len(b)
# --- shadow: fresh: You add the entries of b for its length.
def my_shadow(a, b):
    return a @ b / np.sum(np.abs(b))
# --- shadow: right
def my_shadow(a, b):
    return a @ b / np.linalg.norm(b)
# --- shadow: right
def my_shadow(a, b):
    return dot_loop(a, b) / math.sqrt(b @ b)
# --- shadow: right
def my_shadow(a, b):
    return math.sqrt(a @ a) * cosine(a, b)
# --- shadow: right
def my_shadow(a, b):
    return np.float32(a) @ np.float32(b / math.sqrt(b @ b))
# --- shadow: right
def my_shadow(a, b):
    return np.einsum("i,i->", a, b) / np.sqrt(np.einsum("i,i->", b, b))
# --- cosine: wrong: multiply by that of b
def my_cosine(a, b):
    return (a @ b / math.sqrt(a @ a)) * math.sqrt(b @ b)
# --- cosine: wrong: multiply by that of a
def my_cosine(a, b):
    return a @ b / math.sqrt(b @ b) * math.sqrt(a @ a)
# --- cosine: wrong: The length of b is still in it
def my_cosine(a, b):
    return a @ b / math.sqrt(a @ a)
# --- cosine: wrong: The length of a is still in it
def my_cosine(a, b):
    return a @ b / math.sqrt(b @ b)
# --- cosine: wrong: both lengths speak
def my_cosine(a, b):
    return a @ b
# --- cosine: wrong: You multiply by the lengths
def my_cosine(a, b):
    return a @ b * math.sqrt(a @ a) * math.sqrt(b @ b)
# --- cosine: wrong: the roots are missing
def my_cosine(a, b):
    return a @ b / ((a @ a) * (b @ b))
# --- cosine: wrong: You add the lengths
def my_cosine(a, b):
    return a @ b / (math.sqrt(a @ a) + math.sqrt(b @ b))
# --- cosine: wrong: You add a · a and b · b
def my_cosine(a, b):
    return a @ b / math.sqrt(a @ a + b @ b)
# --- cosine: wrong: len counts the entries
def my_cosine(a, b):
    return a @ b / (len(a) * len(b))
# --- cosine: wrong: still a vector
def my_cosine(a, b):
    return a * b / (math.sqrt(a @ a) * math.sqrt(b @ b))
# --- cosine: wrong: You drop the sign
def my_cosine(a, b):
    return abs(cosine(a, b))
# --- cosine: wrong: in radians
def my_cosine(a, b):
    return np.arccos(np.clip(cosine(a, b), -1, 1))
# --- cosine: wrong: in degrees
def my_cosine(a, b):
    return np.degrees(np.arccos(np.clip(cosine(a, b), -1, 1)))
# --- cosine: wrong: the same for different input
def my_cosine(a, b):
    return 0.6
# --- cosine: wrong: which is no angle
def my_cosine(a, b):
    return math.cos(a @ b)
# --- cosine: wrong: the length of a twice
def my_cosine(a, b):
    return a @ b / (a @ a)
# --- cosine: wrong: the cosine squared
def my_cosine(a, b):
    return (a @ b) ** 2 / ((a @ a) * (b @ b))
# --- cosine: wrong: Is it rounded?
def my_cosine(a, b):
    return round(cosine(a, b), 1)
# --- cosine: fresh: Python goes from left to right:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return (a @ b / length_a) * length_b
# --- cosine: fresh: The length of b is still in it:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a
# --- cosine: fresh: The length of a is still in it:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_b
# --- cosine: fresh: You add the lengths.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a + length_b)
# --- cosine: fresh: You divide by the squared lengths:
def my_cosine(a, b):
    length_a = a @ a
    length_b = b @ b
    return a @ b / (length_a * length_b)
# --- cosine: fresh: Python goes from left to right:
def my_cosine(a, b):
    length_a = np.linalg.norm(a)
    length_b = np.linalg.norm(b)
    return a @ b / length_a * length_b
# --- cosine: fresh: You divide by the length of a twice.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a / length_a
# --- cosine: fresh: You drop the sign.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return abs(a @ b) / (length_a * length_b)
# --- cosine: fresh: The length of b is still in it:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    b = b / length_b
    return a @ b / length_a * length_b
# --- cosine: fresh: This is the angle itself, in radians.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return math.acos(a @ b / (length_a * length_b))
# --- cosine: right
def my_cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))
# --- cosine: right
def my_cosine(a, b):
    a, b = a.astype(float), b.astype(float)
    a /= math.sqrt(a @ a)
    b /= math.sqrt(b @ b)
    return a @ b
# --- cosine: right
def my_cosine(a, b):
    return a @ b / math.sqrt(a @ a) / math.sqrt(b @ b)
# --- cosine: right
def my_cosine(a, b):
    return dot_loop(a, b) / (math.sqrt(a @ a) * math.sqrt(b @ b))
# --- cosine: right
def my_cosine(a, b):
    return np.float32(np.einsum("i,i->", a, b) / (math.sqrt(a @ a) * math.sqrt(b @ b)))
# --- angle: wrong: in radians
my_angle = math.acos(cosine(u, v))
# --- angle: wrong: the cosine of the angle
my_angle = cosine(u, v)
# --- angle: wrong: First comes math.acos
my_angle = math.degrees(cosine(u, v))
# --- angle: wrong: not asin
my_angle = math.degrees(math.asin(cosine(u, v)))
# --- angle: wrong: the angle to −v
my_angle = math.degrees(math.acos(-cosine(u, v)))
# --- angle: wrong: the roots are missing
my_angle = math.degrees(math.acos(u @ v / ((u @ u) * (v @ v))))
# --- angle: wrong: You add the lengths
my_angle = math.degrees(math.acos(u @ v / (math.sqrt(u @ u) + math.sqrt(v @ v))))
# --- angle: wrong: This is the dot product
my_angle = u @ v
# --- angle: wrong: between p and r
my_angle = 45.0
# --- angle: wrong: no angle has such a cosine
my_angle = np.nan
# --- angle: wrong: This is not the angle: print
my_angle = 70
# --- angle: wrong: from 0 to 180 degrees
my_angle = -math.degrees(math.acos(cosine(u, v)))
# --- angle: wrong: Nearly: give one decimal, rounded right. Yours is too large
my_angle = 69
# --- angle: wrong: Nearly: give one decimal, rounded right. Yours is too small
my_angle = 68.5
# --- angle: wrong: None was handed in, needed a value: print shows one
my_angle = None
# --- angle: wrong: is a str
my_angle = "68.6"
# --- angle: wrong: an axis too many
my_angle = [68.6]
# --- angle: wrong: needed a value
my_angle = cosine
# --- angle: fresh: This is in radians, where half a turn is π.
my_angle = 1.2
# --- angle: fresh: Yours is too small.
my_angle = 0.4
# --- angle: fresh: This is the angle between p and r.
my_angle = 45.0
# --- angle: fresh: This is 90 degrees less the angle:
my_angle = 21.4
# --- angle: fresh: You divide by the squared lengths:
my_angle = 89.4
# --- angle: fresh: Yours is too small.
my_angle = 12.9
# --- angle: fresh: Yours is too small.
my_angle = 68.5
# --- angle: fresh: You turn the cosine into degrees.
my_angle = 20.9
# --- angle: fresh: This is the angle to −v:
my_angle = 111.4
# --- angle: fresh: Yours is too small.
my_angle = 66.4
# --- angle: right
my_angle = 68.6
# --- angle: right
my_angle = 68.56
# --- angle: right
my_angle = np.degrees(np.arccos(np.float32(cosine(u, v))))
# --- nearest: wrong: as the dot product does
def my_nearest(v, words, X):
    return words[np.argmax(X @ v)]
# --- nearest: wrong: You take the root twice
def my_nearest(v, words, X):
    cosines = [x @ v / math.sqrt(x @ x) ** 0.5 for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: the largest sum
def my_nearest(v, words, X):
    return words[np.argmax(X.sum(1))]
# --- nearest: wrong: the place of the word
def my_nearest(v, words, X):
    return np.argmax([cosine(x, v) for x in X])
# --- nearest: wrong: the largest cosine. Which
def my_nearest(v, words, X):
    return max(cosine(x, v) for x in X)
# --- nearest: wrong: the row of the word
def my_nearest(v, words, X):
    return X[np.argmax([cosine(x, v) for x in X])]
# --- nearest: wrong: the word that is farthest
def my_nearest(v, words, X):
    cosines = [-cosine(x, v) for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: Direction alone counts
def my_nearest(v, words, X):
    distances = [np.linalg.norm(x - v) for x in X]
    return words[np.argmin(distances)]
# --- nearest: wrong: an opposite row counts as near
def my_nearest(v, words, X):
    cosines = [abs(cosine(x, v)) for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: short rows win
def my_nearest(v, words, X):
    cosines = [x @ v / (x @ x) for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: the sum of the row's entries
def my_nearest(v, words, X):
    cosines = [x @ v / np.abs(x).sum() for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: Your search starts at 0
def my_nearest(v, words, X):
    highest, found = 0, None
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found
# --- nearest: wrong: Here no word is left out
def my_nearest(v, words, X):
    others = [i for i, x in enumerate(X) if not (x == v).all()]
    return words[max(others, key=lambda i: cosine(X[i], v))]
# --- nearest: wrong: the last one too
def my_nearest(v, words, X):
    cosines = [cosine(x, v) for x in X[:-1]]
    return words[np.argmax(cosines)]
# --- nearest: wrong: is a list, needed a word
def my_nearest(v, words, X):
    return [words[i] for i in np.argsort([-cosine(x, v) for x in X])]
# --- nearest: wrong: the same for different input
def my_nearest(v, words, X):
    return "garden"
# --- nearest: wrong: the first word
def my_nearest(v, words, X):
    return words[0]
# --- nearest: wrong: Your result is None
def my_nearest(v, words, X):
    return print(words[0])
# --- nearest: wrong: changes its argument X
def my_nearest(v, words, X):
    X[0] = 2 * X[0]
    cosines = [cosine(x, v) for x in X]
    return words[np.argmax(cosines)]
# --- nearest: wrong: All cosines are negative
def my_nearest(v, words, X):
    highest, found = 0, words[0]
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found
# --- nearest: wrong: meets the columns of X
def my_nearest(v, words, X):
    return words[np.argmax(cosine(v, X))]
# --- nearest: wrong: go through the col
def my_nearest(v, words, X):
    return words[np.argmax([cosine(v, x) for x in X.T])]
# --- nearest: wrong: meets a word
def my_nearest(v, words, X):
    return words[np.argmax([cosine(v, x) for x in words])]
# --- nearest: fresh: You judge as the dot product does, in which a long row wins by its lengt
def my_nearest(v, words, X):
    scores = X @ v
    return words[np.argmax(scores)]
# --- nearest: fresh: You take the row whose tip is nearest to the tip of v.
def my_nearest(v, words, X):
    distances = np.linalg.norm(X - v, axis=1)
    return words[np.argmin(distances)]
# --- nearest: fresh: This is the place of the word.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return np.argmax(cosines)
# --- nearest: fresh: You judge as the dot product does, in which a long row wins by its lengt
def my_nearest(v, words, X):
    cosines = X @ v / (np.linalg.norm(X) * np.linalg.norm(v))
    return words[np.argmax(cosines)]
# --- nearest: fresh: v asks for fruits alone.
def my_nearest(v, words, X):
    unit = X / np.linalg.norm(X, axis=0)
    cosines = unit @ v / np.linalg.norm(v)
    return words[np.argmax(cosines)]
# --- nearest: fresh: You take the smallest cosine, the word that is farthest.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return words[np.argmin(cosines)]
# --- nearest: fresh: You drop the sign of the cosine, so that an opposite row counts as near.
def my_nearest(v, words, X):
    cosines = np.array([cosine(row, v) for row in X])
    return words[np.argmax(np.abs(cosines))]
# --- nearest: fresh: Your search starts at 0 and finds nothing where all cosines are negative
def my_nearest(v, words, X):
    best = 0
    best_word = None
    for word, row in zip(words, X):
        c = cosine(row, v)
        if c > best:
            best = c
            best_word = word
    return best_word
# --- nearest: fresh: max(words) is the last word of the alphabet.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    word, _ = max(zip(words, cosines))
    return word
# --- nearest: fresh: You divide by the squared length of the row, and short rows win:
def my_nearest(v, words, X):
    lengths = (X * X).sum(axis=1)
    cosines = X @ v / (lengths * (v @ v))
    return words[np.argmax(cosines)]
# --- nearest: right
def my_nearest(v, words, X):
    highest = -2
    for word, x in zip(words, X, strict=True):
        if cosine(x, v) > highest:
            highest, found = cosine(x, v), word
    return found
# --- nearest: right
def my_nearest(v, words, X):
    cosines = [cosine(x, v) for x in X]
    return words[np.argmax(cosines)]
# --- nearest: right
def my_nearest(v, words, X):
    return words[np.argmax(X @ v / np.linalg.norm(X, axis=1))]
# --- nearest: right
def my_nearest(v, words, X):
    return np.array(words)[np.argsort([cosine(x, v) for x in X])[-1]]
# --- nearest: right
def my_nearest(v, words, X):
    return max(zip([cosine(x, v) for x in X], words, strict=True))[1]
# --- nearest: right
def my_nearest(v, words, X):
    return words[np.argmax(np.einsum("md,d->m", np.float32(X), v) / np.sqrt(np.float32(X * X).sum(1)))]
