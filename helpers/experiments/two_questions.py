"""What a verb asks in notebook 06, who crosses and what is crossed: what comes of the scores that
the reader gives to one head or to two, and what to say about them."""

import math

import numpy as np

from helpers import attention

NOUNS = np.array([[1, 0], [0, 0], [0, 1]])  # animal, crosses, street
VALUES = np.hstack([NOUNS, NOUNS])  # (3, 4): features 1 and 2 are for who, 3 and 4 for what
ROWS = "animal crosses street", "wanted", "street crosses animal", "wanted"
WANTED = np.array([[1, 0, 0, 1], [0, 1, 1, 0]])  # in both sentences
START = [5, 0, 4]  # of the first word, the verb, the last: until there are the reader's
NEAR = 0.1  # an answer is right if no feature is off by so much


def filled(heads, count):
    """Of a reader's scores, a list for each of `count` heads, `...` for not yet: (numbers for ROWS;
    the cells that are off; what to say)."""
    faults = faults_of(heads, count)
    weights = attention.softmax(np.array([START] * count if faults else heads, float))  # (count, 3)
    written = [[*weights[0] @ v[:, :2], *weights[-1] @ v[:, 2:]] for v in (VALUES, VALUES[::-1])]
    off = abs(written - WANTED)
    framed = [(2 * i, j) for i, j in np.argwhere(off >= NEAR).tolist()]
    rows = np.stack([written, WANTED], axis=1).reshape(4, 4)
    worst = f"{'Framed: what is off,' if framed else 'Off'} by {np.max(off):.2f} at worst."
    if faults:
        start = ", ".join(map(str, START))
        return rows, framed, f"{faults} Until then, the scores are {start}. {worst}"
    return rows, framed, f"{judged(weights, bool(framed))} {worst}"


def faults_of(heads, count):
    """What is wrong with what stands in place of scores, a sentence for each head."""
    heads = heads.tolist() if isinstance(heads, np.ndarray) else heads
    if not isinstance(heads, list | tuple) or len(heads) != count:
        return f"Needed: {count} lists, each with three scores."
    return " ".join(
        f"{f'Head {k}' if count > 1 else 'Your head'}: {why}"
        for k, row in enumerate(heads, 1)
        if (why := fault(row))
    )


def fault(row):
    """What is wrong with the scores of a head; nothing if they are three numbers."""
    row = row.tolist() if isinstance(row, np.ndarray) else row
    if not isinstance(row, list | tuple) or len(row) != 3:
        return f"needed is a list of three scores, such as {START}."
    if ... in row:
        return "each of the three words needs a score."
    for score in row:
        try:
            if math.isfinite(score):
                continue
        except (TypeError, OverflowError):
            if isinstance(score, str):
                return f"{score!r:.20} is a text; write a number, without quotation marks."
        return f"{score!r:.20} is no number that can be a score."
    return ""


def judged(weights, is_off):
    """What the weights of one head (1, 3), or of two (2, 3), answer."""
    (first, verb, last), *others = weights
    if not is_off:
        return "Right: two heads answer both questions, in both orders."
    if not others:
        if np.ptp(weights) < 0.01:
            return "Equal scores: each word has a third of the weight."
        if verb > 0.5:
            return "The verb has most of the weight, and its value names no noun."
        if max(first, last) > 1 - NEAR:
            right, wrong = ("who", "what") if first > last else ("what", "who")
            return f"Right about {right}. But the same noun is named for {wrong}."
        return "What is named for who is named for what, too."
    if np.allclose(weights[0], weights[1], atol=0.01):
        return "Both heads have the same weights: they answer as one head does."
    if last > 0.5 and others[0][0] > 0.5:
        return "Exchanged: head 1 writes who, and so needs the first word, head 2 the last."
    given = ("Head 1", "first", first), ("Head 2", "last", others[0][2])
    return " ".join(
        f"{head} gives the {word} word only {weight:.2f} of its weight."
        for head, word, weight in given
        if weight <= 1 - NEAR
    )


def best_of_one_head():
    """How far off the worst feature is with the best scores of one head, from −10 to 10."""
    scores = np.array([*np.ndindex(21, 21, 21)]) - 10.0
    off = abs(attention.softmax(scores) @ VALUES - WANTED[0])
    return off.max(axis=1).min()
