"""All recorded words as points of a plane: neighbours, sums, and a ruler (notebook 01)."""

import difflib
import re
from functools import cache

import numpy as np

from helpers.data import recorded
from helpers.drawing.numbers import number
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.figures import ruler, word_plane
from helpers.labs.engine.controls import Choice, Text
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines

ZOOMS = (1, 2, 4, 8)
TURNS = tuple(k / 10 for k in range(11))
SHOWN = 6  # words in a line
MARGIN = 1.04  # of the plane around all points
SIGNS = {"+": 1, "−": -1, "–": -1, "-": -1}


# --- the words, and the plane


@cache
def plane_of_words():
    """The plane in which the words are spread most: its two directions (2, 50), the places of the
    words in it (m, 2) and its share of their variance.

    The words' mean lies at the origin. The first direction points away from "government", the
    second towards "queen".
    """
    E = recorded.word_vectors()  # (m, 50)
    centred = E - E.mean(axis=0)
    _, sizes, Vt = np.linalg.svd(centred, full_matrices=False)
    directions = Vt[:2]
    towards = directions @ (recorded.word_vector("queen") - recorded.word_vector("government"))
    directions = directions * np.sign(towards)[:, None]
    return directions, centred @ directions.T, (sizes[:2] ** 2).sum() / (sizes**2).sum()


def place_of(vector):
    """Where a vector (50,) lies in the plane: (2,)."""
    return plane_of_words()[0] @ (vector - recorded.word_vectors().mean(axis=0))


def cosines(vector):
    """The cosine of every word with a vector (50,): (m,)."""
    E = recorded.word_vectors()
    return E @ vector / (np.linalg.norm(E, axis=1) * np.linalg.norm(vector))


def direction_of(pair, other, turned):
    """The ruler's arrow (50,): from word to word of the first pair, turned towards the second."""
    (a, b), (c, d) = (map(recorded.word_vector, words) for words in (pair, other))
    return (1 - turned) * (b - a) + turned * (d - c)


# --- what was typed


def terms_of(typed):
    """The words of a sum with their signs: "king − man + woman" → [(1, "king"), (−1, "man"), …]."""
    terms, sign = [], 1
    for token in re.findall(r"[-+−–]|[^-+−–\s]+", typed.lower()):
        if token in SIGNS:
            sign = SIGNS[token]
        else:
            terms.append((sign, token))
            sign = 1
    return terms


def unknown(words):
    """What to say of the first word that has no vector here, or None."""
    for word in words:
        if word not in recorded.words():
            near = difflib.get_close_matches(word, recorded.words(), n=1, cutoff=0.75)
            hint = f" Did you mean “{near[0]}”?" if near else ""
            return f"“{word}” is not among the {len(recorded.words()):,} words.{hint}"
    return None


def sum_of(typed):
    """(terms, the vector of their sum, None), or (terms, None, what is wrong with them)."""
    terms = terms_of(typed)
    problem = unknown(word for _, word in terms)
    if problem or not terms:
        return terms, None, problem or "Type a word, or a sum such as king − man + woman."
    vector = sum(sign * recorded.word_vector(word) for sign, word in terms)
    if not vector.any():
        return terms, None, "This sum is 0: it has no direction, and no nearest word."
    return terms, vector, None


def ruler_of(pair, towards, turned):
    """(the four words, the ruler's arrow, None), or (the words, None, what is wrong with them)."""
    typed = [text.lower().split() for text in (pair, towards)]
    words = [word for two in typed for word in two]
    problem = unknown(words)
    if problem or any(len(two) != 2 for two in typed):
        return words, None, problem or "A ruler needs two words, such as: man king"
    arrow = direction_of(*typed, turned)
    if not arrow.any():
        return words, None, "From a word to itself there is no direction."
    return words, arrow, None


def nearest(terms, vector):
    """The words with the largest cosine to a sum, [(word, cosine)]; one word alone does not count
    as its own neighbour."""
    alone = terms[0][1] if len(terms) == 1 else None
    c = cosines(vector)
    words = recorded.words()
    order = [i for i in np.argsort(-c, kind="stable")[: SHOWN + 1] if words[i] != alone]
    return [(words[i], c[i]) for i in order[:SHOWN]]


# --- what is shown


def show(typed, zoom, pair, towards, turned):
    terms, vector, problem = sum_of(typed)
    ends, arrow, ruler_problem = ruler_of(pair, towards, turned)
    near = [] if problem else nearest(terms, vector)
    title = sum_of_words(terms) or "No word"
    lines = [problem] if problem else [*of_neighbours(terms, vector, near)]
    parts = {"plane": plane_picture(zoom, terms, vector, near, ends, arrow)}
    spoken = lines[0] if problem else f"{title}: nearest is {near[0][0]}, {number(near[0][1], 2)}."
    if ruler_problem:
        lines.append(ruler_problem)
    else:
        values = shadows(arrow)
        parts["ruler"] = ruler_picture(values, ends, turned)
        first = recorded.words()[int(values.argmax())]
        spoken += f" First on the ruler: {first}."
        lines.append(of_the_ruler(values))
    lines.append(of_the_plane())
    parts["words"] = Lines(f"Nearest to {title}", tuple(lines))
    return View(parts, spoken)


def sum_of_words(terms):
    text = " ".join(f"{'+' if sign > 0 else '−'} {word}" for sign, word in terms)
    return text.removeprefix("+ ")


def shadows(arrow):
    """The shadow of every word on the ruler: (m,)."""
    return recorded.word_vectors() @ arrow / np.linalg.norm(arrow)


def of_neighbours(terms, vector, near):
    """The nearest words by the cosine in all 50 numbers, and those nearest in the plane alone."""
    pieces = [("By the cosine of all 50 numbers: ", None)]
    typed = {word for _, word in terms}
    for word, cosine in near:
        pieces += [(word, None if word in typed else QUERY), (f" {number(cosine, 2)}  ", None)]
    yield tuple(pieces)
    _, places, _ = plane_of_words()
    far = np.linalg.norm(places - place_of(vector), axis=1)
    alone = terms[0][1] if len(terms) == 1 else None
    words = [recorded.words()[i] for i in np.argsort(far, kind="stable")[: SHOWN + 1]]
    yield "By the distance in the plane: " + ", ".join(
        [word for word in words if word != alone][:SHOWN]
    )


def of_the_ruler(values):
    """The words with the longest shadows, and those with the shortest."""
    words, order = recorded.words(), np.argsort(-values, kind="stable")
    top = [f"{words[i]} {number(values[i], 2)}" for i in order[:4]]
    end = [f"{words[i]} {number(values[i], 2)}" for i in order[-2:]]
    return f"Top of the ruler: {', '.join(top)}; bottom: {', '.join(end)}."


def of_the_plane():
    share = plane_of_words()[2]
    return (
        "The plane: the two directions in which the words differ most (principal components). "
        f"It shows {share:.0%} of their variance; {1 - share:.0%} is out of sight."
    )


def plane_picture(zoom, terms, vector, near, ends, arrow):
    _, places, _ = plane_of_words()
    low, high = places.min(axis=0), places.max(axis=0)
    middle, marked, arrows = (low + high) / 2, {}, []
    if vector is not None:
        marked |= {word: (at(word), WEIGHT) for _, word in terms}
        result = place_of(vector)
        if zoom > 1:
            middle = result
        if len(terms) > 1:
            marked["the sum"] = (result, VALUE)
        marked |= {word: (at(word), QUERY) for word, _ in near if word not in marked}
        if [sign for sign, _ in terms] == [1, -1, 1]:
            a, b, c = (at(word) for _, word in terms)
            arrows += [(b, c, WEIGHT), (a, result, WEIGHT)]
    if arrow is not None:
        start = at(ends[0])
        arrows.append((start, start + plane_of_words()[0] @ arrow, KEY))
        marked |= {word: (at(word), KEY) for word in ends[:2] if word not in marked}
    reach = MARGIN * (high - low).max() / 2 / zoom
    title, words = f"{len(places):,} words in a plane", recorded.words()
    return word_plane(
        title, words, places, middle=middle, reach=reach, marked=marked, arrows=arrows
    )


def at(word):
    return plane_of_words()[1][recorded.words().index(word)]


def ruler_picture(values, ends, turned):
    a, b, c, d = ends
    title = {0: f"{a} → {b}", 1: f"{c} → {d}"}.get(turned, f"turned by {turned:.0%}")
    return ruler(title, recorded.words(), values, dict.fromkeys(ends[:2], KEY))


# --- the tasks


def almost_the_same(values):
    terms, vector, problem = sum_of(values["typed"])
    return not problem and len(terms) == 1 and nearest(terms, vector)[0][1] >= 0.99


def arrives(values):
    """a − b + c in any order, and the nearest of all words is none of the three."""
    terms, vector, problem = sum_of(values["typed"])
    if problem or sorted(sign for sign, _ in terms) != [-1, 1, 1]:
        return False
    return nearest(terms, vector)[0][0] not in {word for _, word in terms}


def princess_first(values):
    _, arrow, problem = ruler_of(values["pair"], values["towards"], values["turned"])
    return not problem and recorded.words()[int(shadows(arrow).argmax())] == "princess"


words = Lab(
    name="words",
    title="words in a plane",
    controls=(
        Text("typed", "Word or sum", "dog", most=6),
        Choice("zoom", "Zoom", ZOOMS, 1, tuple(f"{zoom} ×" for zoom in ZOOMS)),
        Text("pair", "Ruler from, to", "man king", most=3),
        Text("towards", "turned to", "man woman", most=3),
        Choice("turned", "by", TURNS, 0.0, tuple(f"{turn:.0%}" for turn in TURNS)),
    ),
    show=show,
    presets=(
        Preset(
            "A plane",
            "“dog” and the six words nearest to it. Some look far away, because the plane shows "
            "only a part of each vector.",
            controls=(
                "typed",
                "zoom",
            ),
            main=(
                "plane",
                "words",
            ),
        ),
        Preset(
            "A neighbourhood",
            "“monday” close up: the days of the week nearly coincide, in all 50 numbers, too.",
            {"typed": "monday", "zoom": 4},
            controls=(
                "typed",
                "zoom",
            ),
            main=(
                "plane",
                "words",
            ),
        ),
        Preset(
            "A sum",
            "The step from “man” to “woman”, taken from “king”: “king” stays nearest, “queen” "
            "follows.",
            {"typed": "king − man + woman", "zoom": 2},
            controls=("typed",),
            main=(
                "plane",
                "words",
            ),
        ),
        Preset(
            "Royal?",
            "The ruler from “man” to “king” asks for royalty: look what stands at its top.",
            {"typed": "king"},
            controls=("pair",),
            main=(
                "ruler",
                "words",
            ),
        ),
        Preset(
            "Turned",
            "Turned halfway to “female?”: first “throne”, then “emperor”, “king”, “princess”.",
            {"typed": "princess", "turned": 0.5},
            controls=("turned",),
            main=(
                "ruler",
                "words",
            ),
        ),
        Preset(
            "It fails",
            "The ruler from “small” to “big” asks about sport, not size: two words are too few to "
            "define a question.",
            {"typed": "big", "pair": "small big"},
            controls=("pair",),
            main=(
                "ruler",
                "words",
            ),
        ),
    ),
    challenges=(
        Challenge("Find a word whose nearest word has a cosine of 0.99 or more.", almost_the_same),
        Challenge("Find a − b + c whose nearest word is none of the three.", arrives),
        Challenge("Turn the ruler until “princess” comes first.", princess_first),
    ),
)
