"""What a verb asks in notebook 06, who crosses and what is crossed: what comes of the scores that
the reader gives to one head or to two, and what to say about them."""

from numbers import Real

import numpy as np

from helpers import attention

VALUES = np.array([[1, 0, 1, 0], [0, 0, 0, 0], [0, 1, 0, 1]])  # animal, crosses, street
ROWS = "animal crosses street", "wanted", "street crosses animal", "wanted"
WANTED = np.array([[1, 0, 0, 1], [0, 1, 1, 0]])  # in both sentences
START = [5, 0, 4]  # of the first word, the verb, the last: until there are the reader's
NEAR = 0.1  # a feature is right if it is off by less
ON_ONE_WORD = (  # what a head with nearly all of its weight on one of the three answers
    "Right about who crosses. But the same noun is named as what is crossed.",
    "The verb has nearly all of the weight, and its value names no noun.",
    "Right about what is crossed. But the same noun is named as who crosses.",
)


def filled(heads, count):
    """Of a reader's scores, a list for each of `count` heads, `...` for not yet: (numbers for ROWS;
    the cells that are off; what to say)."""
    heads = np.array(heads, object).tolist()
    fits = isinstance(heads, list) and len(heads) == count
    heads = heads if fits else [None] * count
    faults = [fault(scores) for scores in heads]
    used = [START if why else scores for why, scores in zip(faults, heads, strict=True)]
    weights = attention.softmax(np.array(used, float))  # (count, 3)
    written = [[*weights[0] @ v[:, :2], *weights[-1] @ v[:, 2:]] for v in (VALUES, VALUES[::-1])]
    off = abs(written - WANTED)
    framed = [(2 * i, j) for i, j in np.argwhere(off >= NEAR).tolist()]
    names = ("Head 1", "Head 2") if count > 1 else ("Your head",)
    said = [f"{x}: {why}" for x, why in zip(names, faults, strict=True) if why]
    said = said if fits else ["Needed: two lists of three scores, one for each head."]
    said = [*said, f"Until then, {START} stands in."] if said else [judged(weights, bool(framed))]
    worst = f"{'Framed: what is off,' if framed else 'Off'} by {off.max():.2f} at worst."
    return np.stack([written, WANTED], axis=1).reshape(4, 4), framed, " ".join([*said, worst])


def fault(scores):
    """What is wrong with a head's scores; nothing if they are three numbers."""
    if not isinstance(scores, list) or len(scores) != 3:
        return f"this is no list of three scores, such as {START}."
    for score in scores:
        if score is ...:
            return "each of the three words needs a score."
        if not isinstance(score, Real) or not (abs(score) < 1e300 or score == -np.inf):
            why = (
                "a text: a number has no quotation marks" if isinstance(score, str) else "no score"
            )
            return f"{score!r:.20} is {why}."
    return "at least one score must not be −inf." if max(scores) == -np.inf else ""


def judged(weights, is_off):
    """What the weights of one head (1, 3), or of two (2, 3), answer."""
    who, what = weights[0], weights[-1]
    if not is_off:
        return "Right: two heads answer both questions, in both orders."
    if len(weights) == 1:
        if np.ptp(who) < 0.01:
            return "Equal scores: each word has a third of the weight."
        same = "Both questions get the same answer."
        return ON_ONE_WORD[who.argmax()] if who.max() > 1 - NEAR else same
    if np.allclose(who, what, atol=0.01):
        return "Both heads have the same weights: they answer as one head does."
    if who[2] > 0.5 < what[0]:
        return "Exchanged: head 1 writes who, and so needs the first word, head 2 the last."
    given = (1, "first", who[0]), (2, "last", what[2])
    said = "Head {} gives the {} word only {:.2f} of its weight."
    return " ".join(said.format(*head) for head in given if head[2] <= 1 - NEAR)


def best_of_one_head():
    """How far off the worst feature is with the best scores of one head, from −10 to 10."""
    scores = np.array([*np.ndindex(21, 21, 21)]) - 10
    return abs(attention.softmax(scores) @ VALUES - WANTED[0]).max(axis=1).min()
