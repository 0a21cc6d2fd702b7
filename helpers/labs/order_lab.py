"""Words in any order, with positions of several kinds: which outputs only travel? (notebook 07)"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from helpers import attention, positions
from helpers.data import recorded
from helpers.drawing.numbers import number
from helpers.figures import curves, two_hands
from helpers.labs.engine.controls import Choice, Point, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.order_picture import picture

SENTENCE = {  # the control of each word: the word and its vector (d,), d = 8
    "the_1": ("the", (1, 0, 1, 0, 0, 0, 0, 1)),
    "dog": ("dog", (2, 0, 0, 1, 0, 1, 0, 0)),
    "chases": ("chases", (0, 1, 0, 0, 2, 0, 1, 0)),
    "the_2": ("the", (1, 0, 1, 0, 0, 0, 0, 1)),
    "thief": ("thief", (1, 1, 0, 0, 0, 2, 0, 1)),
}
NAMES = tuple(SENTENCE)
LABELS = ("the, the first", "dog", "chases", "the, the second", "thief")
N, D = len(NAMES), 8
MIDDLE = N // 2  # the places of the words are −2, −1, 0, 1, 2 on the sheet
NONE, ONE_HOT, SINUSOIDS, LEARNED, ROTARY = (
    "none",
    "one-hot, added",
    "sinusoids, added",
    "learned, added",
    "rotary",
)
BASES = (3, 10, 100, 10_000)
FROM = 8, 24  # the two queries of the curve
REACH = 8  # how far a key is from them
SAID = 3  # the numbers of an output that are shown
WORDS, HANDS = "words", "two hands"
OF_WORDS = "kind", "base", "causal", "layers", "one", "other"  # controls
PLACES = tuple(range(13))
FURTHER = (*range(7), 100)  # a full turn, and far away


def word_vectors(names):
    return np.array([SENTENCE[name][1] for name in names], float)  # (n, d)


@lru_cache
def learned(n):
    """The real model's first n positions in their 8 strongest directions, as large as sinusoids."""
    table = recorded.positions()[1:]  # without [CLS]'s, which is unlike all others
    centred = table - table.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    strongest = centred @ directions[:D].T  # (63, d)
    strongest *= np.sign(strongest[0])  # a direction and its opposite are as strong
    return (strongest * np.sqrt(0.5 / (strongest**2).mean()))[:n]


def table_of(kind, n, base):
    """The positions that are added to n tokens: (n, d). One-hot ones mark the first d alone."""
    if kind == SINUSOIDS:
        return positions.sinusoids(n, D, base)
    if kind == LEARNED:
        return learned(n)
    return np.eye(n, D) if kind == ONE_HOT else np.zeros((n, D))


def outputs(names, kind, base, causal, layers):
    """The outputs of the words in this order: {name: (d,)}. Each layer adds what it finds."""
    X = word_vectors(names)
    X = X + table_of(kind, N, base)  # once, before the first layer
    mask = attention.causal_mask(N) if causal else None
    for _ in range(layers):
        QK = positions.rotate(X, base=base) if kind == ROTARY else X  # in every layer
        X = X + attention.attention(QK, QK, X, mask).output  # (n, d)
    return dict(zip(names, X, strict=True))


def scores_by_distance(kind, base):
    """The score of "dog" as a query for "thief" as a key at each distance, from both queries of
    FROM: (2, 2 · REACH + 1)."""
    n = FROM[-1] + REACH + 1
    table = table_of(kind, n, base)
    Q, K = (word_vectors([name]) + table for name in ("dog", "thief"))  # (n, d): in every place
    if kind == ROTARY:
        Q, K = positions.rotate(Q, base=base), positions.rotate(K, base=base)
    S = attention.scores(Q, K, scale=1.0)  # (n, n)
    return np.array([S[i, i - REACH : i + REACH + 1] for i in FROM])


def order_of(values):
    """The words from left to right."""
    return tuple(sorted(NAMES, key=lambda name: values[name][0]))


def at_places(names):
    """The places of the words in this order: {name: [x, y]}."""
    return {name: [i - MIDDLE, 0] for i, name in enumerate(names)}


def apply_dependencies(values, changed):
    """A word that is dragged takes its new place, and the words between make room."""
    if changed not in NAMES:
        return values
    others = sorted((name for name in NAMES if name != changed), key=lambda name: values[name][0])
    others.insert(round(values[changed][0]) + MIDDLE, changed)
    return values | at_places(others)


def settings(values):
    return [values[name] for name in ("kind", "base", "causal", "layers")]


def changes(values):
    """How far each word's output is from its output in the first order: {name: number}."""
    now = outputs(order_of(values), *settings(values))
    first = outputs(NAMES, *settings(values))
    return {name: float(np.abs(now[name] - first[name]).max()) for name in NAMES}


def apart(values):
    """How far the outputs of the two compared words are from each other."""
    now = outputs(order_of(values), *settings(values))
    return float(np.abs(now[values["one"]] - now[values["other"]]).max())


def show(look, query, key, further, **of_words):
    if look == HANDS:
        return show_hands(query, key, further)
    view = show_words(**of_words)
    return replace(view, off=(*view.off, "query", "key", "further"))


def show_hands(query, key, further):
    """A pair of a query and one of a key, turned by their places, and then further by as many."""
    pairs = np.array([[1.0, 0.0], [0.6, 0.8]])  # q and k, as on the page
    clocks = {}
    for by, label in ((0, "places"), (further, f"+ {further}: places")):
        i, j = query + by, key + by
        along = positions.rotate(np.repeat(pairs[:, None], max(i, j) + 1, axis=1))  # (2, n, 2)
        clocks[f"{label} {i} and {j}"] = turned = along[0, i], along[1, j]
    hands = two_hands("Two hands that turn together", clocks, radius=110)
    score = number(float(np.dot(*turned)), 2)
    said = f"Query at {query}, key at {key}: the score q · k is {score}."
    if further:
        said = f"Both {further} further on: the angle between the hands stays, "
        said += f"and so does the score, {score}."
    return View({"hands": hands}, said, off=OF_WORDS, main=("hands",), sentence=said)


def show_words(kind, base, causal, layers, one, other, **places):
    values = dict(
        kind=kind, base=base, causal=causal, layers=layers, one=one, other=other, **places
    )
    order = order_of(values)
    now, moved = outputs(order, *settings(values)), changes(values)
    words = [SENTENCE[name][0] for name in order]
    changed = [moved[name] > 1e-9 for name in order]
    compared = f"“{LABELS[NAMES.index(one)]}” and “{LABELS[NAMES.index(other)]}”"
    first = outputs(NAMES, *settings(values))
    turns = positions.frequencies(D, base) if kind == ROTARY else None
    parts = {
        "picture": picture(
            order,
            dict(zip(order, words, strict=True)),
            dict(zip(NAMES, LABELS, strict=True)),
            now,
            first,
            changed,
            table_of(kind, N, base),
            turns,
            causal,
        ),
        "score": score_picture(kind, base),
        "outputs": Matrix(
            "Numbers: outputs",
            [[*now[name][:SAID], moved[name]] for name in order],
            words,
            (*map(str, range(1, SAID + 1)), "changes by"),
            axes=("outputs", "features"),
            digits=2,
            min_chars=5,
            mark=tuple((i, SAID) for i in np.flatnonzero(changed)),
        ),
        "words": Lines(
            "Compare two words",
            (
                f"The outputs of {compared} differ by {number(apart(values), 2)}.",
                said_of_scores(kind, base),
            ),
        ),
    }
    verdict = said_of(order, changed)
    main = ("picture",)
    if kind != NONE:
        verdict += f" {said_of_scores(kind, base)}"
        main = ("picture", "score")
    off = () if kind in (SINUSOIDS, ROTARY) else ("base",)
    return View(parts, verdict, off=off, main=main, sentence=verdict)


def said_of(order, changed):
    if order == NAMES:
        return "The words stand in their first order."
    if all(changed):
        return "Order matters: every output has changed."
    if not any(changed):
        return "Every output has travelled with its word and is otherwise the same."
    far = [SENTENCE[name][0] for name, it in zip(order, changed, strict=True) if it]
    last = "even the last" if changed[-1] else "not the last"
    return f"Order matters: the outputs of {', '.join(far)} have changed, {last}."


def depends_on_distance_alone(kind, base):
    one, other = scores_by_distance(kind, base)
    return np.allclose(one, other)


def is_flat(kind, base):
    return np.ptp(scores_by_distance(kind, base)) < 1e-9


def said_of_scores(kind, base):
    if is_flat(kind, base):
        return "A score is the same at every distance."
    if depends_on_distance_alone(kind, base):
        return "For a score, only the distance counts."
    return "Scores depend on places, not distance alone."


def score_picture(kind, base):
    k = np.arange(-REACH, REACH + 1)
    lines = {
        f"dog, at {i}": line for i, line in zip(FROM, scores_by_distance(kind, base), strict=True)
    }
    across = "how far to the right thief is"
    title = "Scores, near and far"
    return curves(title, k, lines, across=across, up="", y_range=(-5, 16), size=(380, 300))


def knows_order_without_positions(values):
    """The last word is the same as at first, and its output is not."""
    order = order_of(values)
    is_last = order[-1] == NAMES[-1] and order != NAMES
    return is_last and values["kind"] == NONE and changes(values)[NAMES[-1]] > 0.005


def cannot_be_told_apart(values):
    plain = values["kind"] == NONE and not values["causal"]
    return plain and values["one"] != values["other"] and apart(values) < 1e-9


def by_distance(values):
    kind, base = values["kind"], values["base"]
    return depends_on_distance_alone(kind, base) and not is_flat(kind, base)


TURNED_ROUND = at_places(("the_1", "thief", "chases", "the_2", "dog"))
EXCHANGED = at_places(("the_1", "chases", "dog", "the_2", "thief"))

order = Lab(
    name="order",
    title="order",
    controls=(
        *(
            Point(name, label, tuple(at_places(NAMES)[name]), MIDDLE, step=1)
            for name, label in zip(NAMES, LABELS, strict=True)
        ),
        Choice(
            "kind", "Positions", (NONE, ONE_HOT, SINUSOIDS, LEARNED, ROTARY), NONE, kind="select"
        ),
        Choice("base", "Base", BASES, 100),
        Switch("causal", "Causal mask"),
        Choice("layers", "Layers", (1, 2), 1),
        Choice("one", "Compare", NAMES, "dog", LABELS, kind="select"),
        Choice("other", "with", NAMES, "thief", LABELS, kind="select"),
        Choice("look", "Look at", (WORDS, HANDS), WORDS, kind="select"),
        Choice("query", "Query at", PLACES, 2),
        Choice("key", "Key at", PLACES, 0),
        Choice("further", "Both further by", FURTHER, 0),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "No positions",
            "The tokens have no positions yet.",
            controls=(),
        ),
        Preset(
            "Turned round",
            "The thief chases the dog: every output has travelled, and no number has changed.",
            TURNED_ROUND,
            controls=(),
        ),
        Preset(
            "One masked layer",
            "With a causal mask two outputs change, but that of the last word does not.",
            {**EXCHANGED, "causal": True},
            controls=("causal",),
        ),
        Preset(
            "Two masked layers",
            "In a second layer the last word learns of the order, too, without any positions.",
            {**EXCHANGED, "causal": True, "layers": 2},
            controls=("layers",),
        ),
        Preset(
            "Sinusoids",
            "With sinusoids every output changes, and the score depends on both places.",
            {**TURNED_ROUND, "kind": SINUSOIDS},
            controls=("kind",),
        ),
        Preset(
            "Learned",
            "Taken from the real model's positions: again the score depends on both places.",
            {**TURNED_ROUND, "kind": LEARNED},
            controls=("kind",),
        ),
        Preset(
            "Two hands",
            "One pair of a query and one of a key: each place turns its hand by 1 radian.",
            {"look": HANDS},
            controls=("query", "key", "further"),
            through="further",
        ),
        Preset(
            "Rotary",
            "Queries and keys are turned: only the distance between their places counts.",
            {**TURNED_ROUND, "kind": ROTARY},
            controls=("kind",),
        ),
    ),
    challenges=(
        Challenge(
            "Without positions and mask, find two words that no layer can tell apart, and compare "
            "them.",
            cannot_be_told_apart,
        ),
        Challenge(
            "Make the score vary, but only with the distance between the two places.", by_distance
        ),
        Challenge(
            "Without positions, keep “thief” as the last word and make its output change by more "
            "than 0.005.",
            knows_order_without_positions,
        ),
    ),
    pictured=4,
)
