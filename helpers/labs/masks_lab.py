"""Which keys a query may see, how the others are hidden, and what leaks (notebook 05)."""

from collections import namedtuple
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.numbers import number, short, significant, with_sign
from helpers.labs.engine.controls import Choice, Toggles
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.masks_picture import picture

EXAMPLE = examples.IT_TIRED
WORDS = EXAMPLE.keys
N = len(WORDS)
NUDGED = np.isin(examples.TOY_FEATURES, ("living", "furry"))  # to which a nudge is added
ALL, CAUSAL, STRICT, PADDING = "everything", "causal: j ≤ i", "strict: j < i", "padding"
WINDOW, BOTH, OWN = "window", "causal and padding", "own: click the cells"
ZERO = "zero after the softmax"
ADDED = {"−∞": -np.inf, "−1e9": -1e9, "−1e4": -1e4}
DTYPES = {"float64": np.float64, "float32": np.float32, "float16": np.float16}
NUDGES = (-20_000, -1000, -100, -10, -1, 0, 1, 10, 100, 1000, 20_000)

Tested = namedtuple("Tested", "scores weights output moves moved may")


@lru_cache
def sentence(length):
    """The tokens, first words and then padding tokens, and their inputs X (n, d_model)."""
    names = (*WORDS[:length], *(f"PAD {k + 1}" for k in range(N - length)))
    X = np.zeros_like(EXAMPLE.X)
    X[:length] = EXAMPLE.X[:length]
    return names, X


def mask_of(pattern, length, width):
    """Boolean (n, n): True = may attend."""
    i, j = np.ogrid[:N, :N]
    causal, padding = attention.causal_mask(N), attention.padding_mask([length], N)[0]
    masks = {ALL: i == i, CAUSAL: causal, STRICT: attention.causal_mask(N, strict=True)}
    masks |= {PADDING: padding, WINDOW: abs(i - j) <= width, BOTH: causal & padding}
    return np.broadcast_to(masks[pattern], (N, N))


def apply_dependencies(values, changed):
    """A pattern makes the mask; after a click it is the reader's own."""
    if changed == "mask":
        return values | {"pattern": OWN}
    if values["pattern"] == OWN:
        return values
    pattern = {name: values[name] for name in ("pattern", "length", "width")}
    return values | {"mask": mask_of(**pattern).tolist()}


def added(mask, hide, dtype):
    """What is added to the scores, (n, n), in this dtype: in float16, −1e9 is −∞."""
    with np.errstate(over="ignore"):
        return np.where(mask, 0, ADDED[hide]).astype(DTYPES[dtype])


def attend(X, mask, hide, dtype):
    """X (…, n, d_model) → scores with the mask (…, n, n), weights (…, n, n), output (…, n, d_v)."""
    matrices = EXAMPLE.W_Q, EXAMPLE.W_K, EXAMPLE.W_V
    Q, K, V = (X.astype(DTYPES[dtype]) @ W.astype(DTYPES[dtype]) for W in matrices)
    computed_in = np.result_type(Q, np.float32)  # for float16 float32, as inside attention
    S = attention.scores(Q.astype(computed_in), K.astype(computed_in))
    if hide == ZERO:
        weights = attention.attention(Q, K, V).weights * np.asarray(mask)
        return S, weights, weights @ V
    M = added(mask, hide, dtype)
    output, weights = attention.attention(Q, K, V, mask=M)
    return S + M, weights, output


def run(mask, length, hide, dtype, token, nudge, **_):
    """The leak test: scores, weights and output with the chosen token nudged; and, for every output
    i and nudged token t, (n, n): how far i moves at most, whether it moved, whether it may."""
    mask = np.array(mask)
    _, X = sentence(length)
    changed = X + nudge * np.eye(N)[:, :, None] * NUDGED  # (tokens, n, d_model): one token each
    results = attend(np.concatenate([X[None], changed]), mask, hide, dtype)  # unchanged first
    before, *after = np.float64(results[2])  # (n, d_v), as many as tokens
    moves = np.abs(after - before).max(axis=-1).T  # (n, tokens)
    moved = ~np.isclose(after, before).all(axis=-1).T
    # Its own query may move an output, unless it sees one key at most: that weight stays.
    own_query = np.eye(N, dtype=bool) & (mask.sum(axis=1) > 1)[:, None]
    picked = (x[token] for x in results)  # 0: unchanged, t: token t nudged
    return Tested(*picked, moves, moved, mask | own_query)


def show(pattern, mask, length, width, hide, dtype, token, nudge):
    test = run(mask, length, hide, dtype, token, nudge)
    names, _ = sentence(length)
    mask = np.array(mask)
    wrong = hide == ZERO and not mask.all()
    sums = np.float64(test.weights).sum(axis=1)
    moves, moved, may = (x[:, token - 1] for x in (test.moves, test.moved, test.may))
    leak, by_query = moved & ~may, moved & may & ~mask[:, token - 1]
    verdict = moving(names, token - 1, nudge, moved, by_query)
    if nudge and not test.may.all():  # else nothing counts as a leak, as all_leaks says
        verdict += f" LEAK to {listed(names, leak)}." if leak.any() else " No leak."
    off = is_off(sums)
    sees = seeing(names, mask, test.weights, sums, wrong)
    nudged_token = token - 1 if nudge else None
    is_lost = hide == "−1e9" and np.isinf(added(False, hide, dtype))
    drawn = np.float64(test.weights).tolist()
    parts = {
        "mask": picture(
            names,
            mask.tolist(),
            drawn,
            nudged_token,
            moved,
            leak,
            by_query,
            off & mask.any(axis=1),
            range(length, N) if pattern in (PADDING, BOTH) else (),
        ),
        "weights": Beside(
            "weights" if wrong else "Weights",
            test.weights,
            names,
            names,
            shade=True,
            texts=[[number(x, 3) for x in row] for row in test.weights.tolist()],
            beside={"sum": [number(x, 3) for x in sums]},
            mark=[(i, N) for i in np.flatnonzero(off)],
            wrong=wrong,
        ),
        "scores": Beside(
            "Scores" if wrong else f"Scores + {hide} where hidden",
            test.scores,
            names,
            names,
            texts=score_texts(test.scores, mask, hide),
        ),
        "outputs": Beside(
            "outputs" if wrong else "Outputs",
            test.output,
            names,
            examples.TOY_GIVES,
            axes=("outputs", "features"),
            digits=2,
            texts=[[short(x, 2) for x in row] for row in test.output.tolist()],
            beside={
                "moves\nby": [
                    movement(x) if it else "0" for x, it in zip(moves, moved, strict=True)
                ],
                "leak": np.where(leak, "LEAK", np.where(by_query, "query", "–")).tolist(),
            },
            mark=[(i, 2) for i in np.flatnonzero(moved)],
            wrong=wrong,
        ),
        "words": Lines(
            "In words",
            (hiding(mask, hide, dtype, test.scores), sees, verdict, all_leaks(test, nudge)),
        ),
    }
    return View(
        parts,
        f"{verdict} {sees}",
        {"token": list(names)},
        () if pattern == WINDOW else ("width",),
        main=("mask",),
        sentence=said(
            pattern, names, mask, test.weights, token - 1, nudge, moved, leak, length, hide, is_lost
        ),
    )


@dataclass(frozen=True)
class Beside(Matrix):
    """A matrix with columns of text to its right, {heading: n texts}, and texts for its numbers."""

    texts: tuple = ()
    beside: dict = field(default_factory=dict)

    def data(self):
        data = super().data()
        data["cells"] = [list(row) for row in self.texts]
        for j, (heading, column) in enumerate(self.beside.items(), len(self.columns)):
            data["columns"].append(heading)
            for i, text in enumerate(column):
                data["cells"][i].append(text)
                data["fills"][i].append(None)
                data["marks"][i].append((i, j) in self.mark)
                data["tones"][i].append("orange" if text == "LEAK" else None)
        return data


def score_texts(scores, mask, hide):
    """Scores (n, n) as texts; where −1e9 was added, followed by what is left of the score."""

    def text(x, visible):
        if visible or hide == ZERO or np.isinf(x):
            return short(x)
        rest = short(x - ADDED[hide])
        return hide if x == ADDED[hide] else hide + rest if rest[0] == "−" else f"{hide}+{rest}"

    return [list(map(text, *rows)) for rows in zip(scores.tolist(), mask, strict=True)]


def movement(x):
    return short(x) if x >= 0.0005 else "< 0.001"


def nudged(name, nudge):
    return f"{name} {with_sign(nudge)}" if nudge else "nothing nudged"


def is_off(sums):
    """Which rows do not sum to 1, as far as three decimals show; float16 rounds by less."""
    return abs(sums - 1) >= 0.0005


# What the lab says in words


def said(pattern, names, mask, weights, t, nudge, moved, leak, length, hide, is_lost):
    """What the picture shows, in a sentence without numbers."""
    word, blind = f"“{names[t]}”", ~mask.any(axis=1)
    if leak.any():
        how = "Behind this blind the score is still there"
        if hide == ZERO:
            how = "A blind that drops after the softmax is too late"
            if is_off(np.float64(weights).sum(axis=1)).any():
                return f"{how}: sums fall below 1, and {word} leaks."
        elif not blind.any():
            where = listed(names, leak)
            return (
                f"Where its score outweighs the blind's {hide}, a change in {word} leaks: {where}."
            )
        return f"{how}: a change in {word} leaks."
    if pattern == BOTH and length < N:
        return "Lying slats hide keys that are ahead, upright slats PAD: a key must be neither."
    if blind.any():
        empty = not weights[blind].any()
        what = (
            "its bar stays empty, its output is 0"
            if empty
            else "yet its bar is full, a whole weight"
        )
        lost = "In float16 this number becomes −∞. " if is_lost else ""
        return f"{lost}“{listed(names, blind)}” may see no key at all: {what}."
    if t >= length:
        if not nudge:
            seen = mask[:length, length:].any()
            rest = "takes weight from the words" if seen else "takes no weight from any word"
            return f"PAD fills up a short text. It is a key like any other, and {rest}."
        if not moved[:length].any():
            own = ", only its own output, by its query" if moved[t] else ""
            return f"Whatever is written into this PAD, it reaches no word{own}."
    if not nudge:
        return "Nothing is changed: nothing runs."
    if moved.all():
        what = "Without blinds, a change" if mask.all() else "A change"
        earlier = ", even of earlier words" if t else ""
        return f"{what} in {word} (thick line) runs to every output{earlier}."
    others = np.arange(N) != t
    stops = (moved == mask[:, t])[others].all()  # at blinds, and nowhere else
    if not moved.any():
        return f"A change in {word} (thick line) runs to no output."
    if not moved[others].any():
        if stops:
            past = "runs past the blinds and enters its own row alone"
            return f"A change in {word} (thick line) {past}."
        return f"A change in {word} (thick line) runs to its own output alone."
    blinds = ", and stops at the blinds" if stops else ""
    return f"A change in {word} (thick line) runs to {listed(names, moved)}{blinds}."


def hiding(mask, hide, dtype, scores):
    """What becomes of a hidden score, and why a score can be larger than its dtype allows."""
    large = np.abs(scores[np.isfinite(scores)]).max(initial=0) > 65504
    if dtype == "float16" and large:
        return f"{fate_of_hidden(mask, hide, dtype)} Scores beyond 65504 are computed in float32."
    return fate_of_hidden(mask, hide, dtype)


def fate_of_hidden(mask, hide, dtype):
    if mask.all():
        return "Nothing is hidden."
    if hide == ZERO:
        return "WRONG: the softmax has divided by a sum over all keys, the hidden ones included."
    if hide == "−∞":
        return "e to the −∞ is 0: a hidden key adds nothing to the sum."
    if np.isinf(added(False, hide, dtype)):
        return f"The largest number of {dtype} is 65504: {hide} becomes −∞."
    computed_in = np.result_type(DTYPES[dtype], np.float32).type
    step = np.spacing(computed_in(-ADDED[hide]))
    fate = "smaller scores are lost" if step > 1 else "the scores survive"
    where = f"{dtype} (computed in float32)" if computed_in != DTYPES[dtype] else dtype
    apart = significant(step, 2)
    return f"In {where}, numbers near {hide} are {apart} apart: {fate}."


def seeing(names, mask, weights, sums, wrong):
    """Which rows do not sum to 1, and what becomes of rows without a visible key."""
    blind = ~mask.any(axis=1)
    if wrong and is_off(sums).any():
        return f"WRONG: not every row sums to 1: {listed(names, is_off(sums))}."
    if not blind.any():
        return "Every row sums to 1."
    rows, who = np.float64(weights[blind]), f"No visible key for {listed(names, blind)}"
    if not rows.any():
        return f"{who}: zero weights, zero output."
    how = "uniform" if np.allclose(rows, 1 / N, atol=1e-3) else "as if there were no mask"
    return f"{who}, yet weights that sum to 1: {how}."


def moving(names, t, nudge, moved, by_query):
    """Which outputs the nudge of token t moves."""
    if not nudge:
        return "Nothing is nudged."
    outputs = listed(names, moved) or "no output"
    query = ", by its own query" if (moved & by_query).any() else ""
    return f"{nudged(names[t], nudge)} moves {outputs}{query}."


def all_leaks(test, nudge):
    if not nudge:
        return "With no nudge nothing is tested for leaks."
    leaks, possible = (test.moved & ~test.may).sum(), (~test.may).sum()
    if not possible:
        return "Nothing is hidden, so nothing counts as a leak: each output may use every token."
    return f"Each token nudged in turn: {leaks} leaks of {possible} possible."


def listed(names, chosen):
    return ", ".join(names[i] for i in np.flatnonzero(chosen))


def first_alone(v):
    return (
        v["length"] > 0
        and v["token"] == 1
        and run(**v).moved[:, 0].tolist() == [True, False, False, False]
    )


def full_row_without_a_key(v):
    blind = ~np.any(v["mask"], axis=1)
    return bool(blind.any() and (run(**v).weights[blind].sum(axis=1) > 0.99).any())


def harmless_padding(v):
    """A padding token that moves no word although no padding mask hides it."""
    return (
        1 <= v["length"] < v["token"]
        and v["nudge"] != 0
        and v["pattern"] not in (PADDING, BOTH)
        and not run(**v).moved[: v["length"], v["token"] - 1].any()
    )


masks = Lab(
    name="masks",
    title="masks",
    controls=(
        Choice(
            "pattern",
            "Mask",
            (ALL, CAUSAL, STRICT, PADDING, WINDOW, BOTH, OWN),
            CAUSAL,
            kind="select",
        ),
        Toggles("mask", "Mask", tuple(map(tuple, np.tri(N, dtype=bool).tolist()))),
        Choice("length", "Words before PAD", tuple(range(N + 1)), N),
        Choice("width", "Window", tuple(range(N)), 1, [f"{k} away" for k in range(N)]),
        Choice("dtype", "dtype", tuple(DTYPES), "float64", kind="select"),
        Choice(
            "hide",
            "Hidden",
            (*ADDED, ZERO),
            "−∞",
            (*(f"{x} before softmax" for x in ADDED), "WRONG: zero after softmax"),
            kind="select",
        ),
        Choice("token", "Nudge", tuple(range(1, N + 1)), N, WORDS, kind="select"),
        Choice("nudge", "living and furry by", NUDGES, 1, [with_sign(x) for x in NUDGES]),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Causal",
            "tired, the last word, becomes livelier and furrier: no earlier output moves.",
            controls=("token", "nudge"),
        ),
        Preset(
            "No mask",
            "Without a mask every output moves: a row could copy the word that it is to predict.",
            {"pattern": ALL},
            controls=("pattern",),
        ),
        Preset(
            "Zero after",
            "Weights zeroed after the softmax: tired still moves all rows, and their sums are off.",
            {"hide": ZERO},
            controls=("hide",),
        ),
        Preset(
            "Strict",
            "Strict hides the word itself too: the first row has no visible key.",
            {"pattern": STRICT, "nudge": 0},
            deeper=True,
            controls=("pattern",),
        ),
        Preset(
            "PAD seen",
            "PAD, a row of zeros, scores 0, and e⁰ is 1: “it” gives PAD twice its own share.",
            {"pattern": ALL, "length": 3, "token": 4, "nudge": 0},
            controls=("length",),
        ),
        Preset(
            "Padding",
            "The padding mask hides every PAD: whatever is written into it, no word moves.",
            {"pattern": PADDING, "length": 3, "token": 4, "nudge": 10},
            controls=("pattern",),
        ),
        Preset(
            "Both at once",
            "Both at once: a key must be a word, not a padding token, and not ahead.",
            {"pattern": BOTH, "length": 3, "nudge": 0},
            controls=("length",),
        ),
        Preset(
            "Window",
            "A row sees itself and its neighbours: street is nudged, and tired, 2 away, stays.",
            {"pattern": WINDOW, "token": 2},
            controls=("width", "token"),
        ),
        Preset(
            "−1e4 leaks",
            "With −10000 added instead of −∞, a huge score still wins: street sees only tired.",
            {"hide": "−1e4", "nudge": -20_000},
            deeper=True,
            controls=("hide", "nudge"),
        ),
    ),
    challenges=(
        Challenge("Nudge “animal” so that its own output moves and no other.", first_alone),
        Challenge(
            "Deeper: make a row sum to 1 although it has no visible key.", full_row_without_a_key
        ),
        Challenge("Nudge a PAD so that no word moves, without a padding mask.", harmless_padding),
    ),
)
