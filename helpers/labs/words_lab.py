"""All recorded words as points of a plane: neighbours, sums, and a ruler (notebook 01)."""

import difflib
import re
from functools import cache, lru_cache

import numpy as np

from helpers.data import recorded
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.figures import word_plane
from helpers.figures.word_plane import HEIGHT, WIDTH
from helpers.labs.engine.controls import Choice, Text
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines

ZOOMS = (1, 2, 4, 8)
TURNS = tuple(k / 10 for k in range(11))
SHOWN = 6  # words in a line
ASKED = 4  # words that fall onto the ruler
SPREAD, QUESTIONS = "as they differ most", "by two questions"
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
            near = close_to(word)
            hint = f" Did you mean “{near[0]}”?" if near else ""
            return f"“{word}” is not among the {len(recorded.words()):,} words.{hint}"
    return None


@lru_cache  # asked three times for each letter that is typed
def close_to(word):
    """The word that is spelled most alike, if one is at all: [word]."""
    return difflib.get_close_matches(word, recorded.words(), n=1, cutoff=0.75)


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


def show(look, typed, zoom, pair, towards, turned):
    terms, vector, problem = sum_of(typed)
    ends, arrow, ruler_problem = ruler_of(pair, towards, turned)
    near = [] if problem else nearest(terms, vector)
    title = sum_of_words(terms) or "No word"
    lines = [problem] if problem else [*of_neighbours(terms, vector, near)]
    spoken = lines[0] if problem else f"{title}: nearest is {near[0][0]}, {number(near[0][1], 2)}."
    if ruler_problem:
        lines.append(ruler_problem)
    else:
        values = shadows(arrow)
        first = recorded.words()[int(values.argmax())]
        spoken += f" First on the ruler: {first}."
        lines.append(of_the_ruler(values))
    lines.append(of_the_plane())
    if look == SPREAD:
        drawn, wrong = plane_picture(zoom, terms, vector, near), problem
        off = ("pair", "towards", "turned")
    else:
        drawn = question_picture(terms, ends, arrow, turned)
        wrong, off = ruler_problem, ("zoom",)
    parts = {"plane": drawn, "words": Lines(f"Numbers: nearest to {title}", tuple(lines))}
    return View(parts, spoken, off=off, main=("plane",), sentence=wrong or "")


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


def plane_picture(zoom, terms, vector, near):
    _, places, _ = plane_of_words()
    low, high = places.min(axis=0), places.max(axis=0)
    middle, marked, arrows = (low + high) / 2, {}, {}
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
            arrows |= {"step": (b, c, WEIGHT), "same step": (a, result, WEIGHT)}
    reach = MARGIN * (high - low).max() / 2 / zoom
    title, words = f"{len(places):,} words in a plane", recorded.words()
    return word_plane(
        title, words, places, middle=middle, reach=reach, marked=marked, arrows=arrows
    )


def at(word):
    return plane_of_words()[1][recorded.words().index(word)]


def question_picture(terms, ends, arrow, turned):
    """The words by their shadows on two rulers, and between the two the ruler that is asked. Its
    first words fall onto it: their order along it is that of their shadows in all 50 numbers."""
    words = recorded.words()
    if arrow is None:
        return word_plane("No ruler", (), np.zeros((0, 2)), reach=1)
    both = [direction_of(two, two, 0) for two in (ends[:2], ends[2:])]
    places = np.stack([shadows(x) if x.any() else np.zeros(len(words)) for x in both], axis=-1)
    sizes = np.linalg.norm(both, axis=1) * (1 - turned, turned)
    along = sizes / np.linalg.norm(sizes)  # the ruler, in the plane
    order = np.argsort(-shadows(arrow), kind="stable")[:ASKED]
    first = {words[i]: (places[i], "ink" if k else QUERY) for k, i in enumerate(order)}
    feet = {word: along * (place @ along) for word, (place, _) in first.items()}
    named = [*ends[:2], *(word for _, word in terms if word in words)]
    marked = {word: (places[words.index(word)], WEIGHT) for word in named} | first
    across, up = abs(places).max(axis=0)
    reach = MARGIN * max(across * HEIGHT / WIDTH, up)
    end = along * 0.98 * reach / max(along[1], along[0] * HEIGHT / WIDTH)
    title = {0: f"{ends[0]} → {ends[1]}?", 1: f"{ends[2]} → {ends[3]}?"}.get(turned, "Between both")
    return word_plane(
        title,
        words,
        places,
        reach=reach,
        marked=marked,
        arrows={"ruler": (-end, end, QUERY)},
        feet=feet,
        axes=tuple(f"from {a} to {b}" for a, b in (ends[:2], ends[2:])),
    )


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
        Choice("look", "Words", (SPREAD, QUESTIONS), SPREAD, kind="select"),
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
            "“dog” and the six words nearest to it. The plane shows only a part of each vector.",
            controls=("typed", "zoom"),
        ),
        Preset(
            "A neighbourhood",
            "“monday” close up: the days of the week nearly coincide.",
            {"typed": "monday", "zoom": 4},
            controls=("typed", "zoom"),
        ),
        Preset(
            "A sum",
            "The step from “man” to “woman”, taken from “king”: “king” stays nearest.",
            {"typed": "king − man + woman", "zoom": 2},
            controls=("typed",),
        ),
        Preset(
            "Royal?",
            "From “man” to “king” is a question: who is royal? The furthest shadow answers.",
            {"look": QUESTIONS, "typed": "king"},
            controls=("pair",),
        ),
        Preset(
            "Turned",
            "The question is turned towards “woman”: other words come to the front.",
            {"look": QUESTIONS, "typed": "princess", "turned": 0.5},
            controls=("towards", "turned"),
        ),
        Preset(
            "It fails",
            "From “small” to “big” asks about sport: two words are too few for a question.",
            {"look": QUESTIONS, "typed": "big", "pair": "small big"},
            controls=("pair",),
        ),
    ),
    challenges=(
        Challenge("Find a word whose nearest word has a cosine of 0.99 or more.", almost_the_same),
        Challenge("Find a − b + c whose nearest word is none of the three.", arrives),
        Challenge("Turn the ruler until “princess” comes first.", princess_first),
    ),
)
