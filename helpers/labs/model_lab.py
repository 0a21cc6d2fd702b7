"""The whole model with one sentence in it: each part opens into its numbers (notebook 00)."""

from functools import cache

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.figures.here import LEADS
from helpers.figures.model_map import Real, model_map
from helpers.labs.engine.controls import Choice, Text
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.parts import Lines, Matrix

SENTENCE = "too tired"
TOKENS = recorded.tokens(SENTENCE)
IT = TOKENS.index("it")
TYPED = "The wombat didn't cross the street"
HEAD = (4, 2)
PARTS = {  # part of the map: (its name, what it is in the line of boxes)
    "text": ("Text becomes tokens", "tokens"),
    "vectors": ("Tokens become vectors", "vectors"),
    "position": ("Positions are added", "position"),
    "scores": ("Inside a head: scores", "scores"),
    "softmax": ("Inside a head: weights", "softmax"),
    "values": ("Inside a head: values", "values"),
    "heads": ("Twelve heads side by side", "heads"),
    "mlp": ("The MLP", "mlp"),
    "blocks": ("Six blocks, one after the other", "blocks"),
    "output": ("The output", "output"),
}
NOTEBOOKS = {part: f"{notebook}.ipynb" for notebook, parts in LEADS.items() for part in parts}
SHOWN = 8  # keys
FEATURES = tuple(f"f{i}" for i in range(1, recorded.FEATURES + 1))
LABELS = tuple(TOKENS)


@cache
def head():
    """Raw scores (n, n), weights (n, n) and values (n, d_v) of the head that the map opens."""
    one = recorded.head_4_2(SENTENCE)
    Q, K, V = one.X @ one.W_Q + one.b_Q, one.X @ one.W_K + one.b_K, one.X @ one.W_V + one.b_V
    return Q @ K.T, one.weights, V


@cache
def real(query):
    """What the map shows while the token number `query` asks."""
    raw, weights, V = head()
    key = int(weights[query].argmax())
    return Real(
        text=recorded.SENTENCES[SENTENCE],
        tokens=TOKENS,
        start=recorded.ends().start,
        output=recorded.ends().output,
        weights=recorded.every_head(recorded.weights, SENTENCE),
        writes=recorded.ledger().writes[:, :, query],
        query=query,
        head=HEAD,
        raw=raw[query, key],
        score=raw[query, key] / np.sqrt(V.shape[1]),
        weight=weights[query, key],
        key=TOKENS[key],
    )


def show(part, query, typed):
    name, box = PARTS[part]
    lines, numbers = OPENED[part](query, typed)
    parts = {"map": model_map(f"One sentence in a whole model: {name.lower()}", real(query), part)}
    notebook = NOTEBOOKS.get(box, "")
    title = f"{name} (notebook {notebook[:2]})" if notebook else name
    parts["text"] = Lines(title, lines, notebook)
    if numbers is not None:
        parts["numbers"] = numbers
    off = ("typed",) if part != "text" else ("query",)
    spoken = "".join(text if isinstance(text, str) else text[0] for text in as_pieces(lines[0]))
    return View(parts, f"{name}. {spoken}", off=off)


def as_pieces(line):
    return [line] if isinstance(line, str) else line


# --- each part opened: its lines, and its numbers or None -----------------------------------------


def opened_text(query, typed):
    pieces, most = word_pieces.tokens(typed), len(word_pieces.vocabulary())
    words = len(typed.split())
    return (
        (("  ".join(pieces), QUERY),),
        f"{words} {'word' if words == 1 else 'words'}, {len(pieces)} tokens, of the {most:,} that "
        "the model knows; ## continues a word.",
    ), None


def opened_vectors(query, typed):
    vector = recorded.token_vectors()[query]
    return (
        f"The model looks up “{TOKENS[query]}” in a table: {len(vector)} numbers, the same in "
        f"every sentence. Here are the first {len(FEATURES)}:",
    ), features({TOKENS[query]: vector})


def opened_position(query, typed):
    vector, place = recorded.token_vectors()[query], recorded.positions()[query]
    rows = {TOKENS[query]: vector, f"position {query}": place, "sum": vector + place}
    return (
        f"“{TOKENS[query]}” is token {query}, counted from 0. So vector {query} of a second table "
        "is added:",
    ), features(rows)


def features(rows):
    values = np.array([row[: len(FEATURES)] for row in rows.values()])
    return Matrix(
        "The first features", values, tuple(rows), FEATURES, ("vectors", "features"), digits=2
    )


def opened_scores(query, typed):
    raw, _, _ = head()
    best = int(raw[query].argmax())
    return (
        f"In head 4.2 the query of “{TOKENS[query]}” meets the key of every token. "
        f"“{TOKENS[best]}” fits best:",
    ), of_keys("Raw scores q · k", query, raw[query], digits=1)


def opened_softmax(query, typed):
    _, weights, _ = head()
    best = int(weights[query].argmax())
    return (
        "The softmax turns the scores into weights that add up to 1. "
        f"“{TOKENS[best]}” has {number(weights[query, best], 2)}:",
    ), of_keys("Weights", query, weights[query], digits=2, shade=True)


def opened_values(query, typed):
    _, weights, V = head()
    sizes = weights[query] * np.linalg.norm(V, axis=1)
    best = int(sizes.argmax())
    return (
        f"“{TOKENS[query]}” takes of each token its weight times its value, and most of "
        f"“{TOKENS[best]}”. Lengths:",
    ), of_keys("Length of weight · value", query, sizes, digits=2)


def of_keys(title, query, values, **options):
    """The keys with the largest of the values (n,), the largest first."""
    best = values.argsort()[::-1][:SHOWN]
    keys = tuple(TOKENS[key] for key in best)
    return Matrix(f"{title}, the largest", values[best][None], (TOKENS[query],), keys, **options)


def opened_heads(query, typed):
    weights = real(query).weights[HEAD[0] - 1, :, query]  # (heads, n)
    keys = weights.argmax(axis=-1)
    columns = tuple(f"4.{i + 1}\n{TOKENS[key]}" for i, key in enumerate(keys))
    return (
        f"Each head of block 4 asks a question of its own. Where “{TOKENS[query]}” looks most:",
    ), Matrix(
        "The largest weight in each head",
        weights.max(axis=-1)[None],
        (TOKENS[query],),
        columns,
        ("query", "head and key"),
        digits=2,
        shade=True,
    )


def opened_mlp(query, typed):
    adds = real(query).writes
    return (
        "After the heads, a small network works on each token alone. In block 4 it adds a vector "
        f"of length {number(adds[3, 1], 1)} to “{TOKENS[query]}”.",
    ), added(query)


def opened_blocks(query, typed):
    return (
        f"No block replaces “{TOKENS[query]}”: each adds to it. Lengths of what is added:",
    ), added(query)


def added(query):
    values = real(query).writes.T  # (2, layers)
    columns = tuple(f"block {i}" for i in range(1, values.shape[1] + 1))
    return Matrix(
        f"What is added to “{TOKENS[query]}”",
        values,
        ("heads", "MLP"),
        columns,
        ("parts", "blocks"),
        digits=1,
        tones={(i, j): (WEIGHT, VALUE)[i] for i, j in np.ndindex(values.shape)},
    )


def opened_output(query, typed):
    ends = recorded.ends()
    return (
        f"After six blocks “{TOKENS[query]}” has other numbers. They depend on the whole sentence:",
        "This model's output is vectors, with which texts are searched by meaning. It writes none.",
    ), features({"before block 1": ends.start[query], "after block 6": ends.output[query]})


OPENED = {
    "text": opened_text,
    "vectors": opened_vectors,
    "position": opened_position,
    "scores": opened_scores,
    "softmax": opened_softmax,
    "values": opened_values,
    "heads": opened_heads,
    "mlp": opened_mlp,
    "blocks": opened_blocks,
    "output": opened_output,
}


def in_pieces(values):
    """A typed word that the model cuts into four pieces or more."""
    if values["part"] != "text":
        return False
    return any(len(word_pieces.pieces(word)) >= 4 for word in word_pieces.words(values["typed"]))


def looks_at_street(values):
    weights = head()[1][values["query"]]
    return values["part"] == "softmax" and TOKENS[int(weights.argmax())] == "street"


model = Lab(
    name="model",
    title="one sentence in a whole model",
    controls=(
        Choice(
            "part",
            "Part",
            tuple(PARTS),
            "text",
            [name for name, _ in PARTS.values()],
            kind="steps",
        ),
        Choice("query", "Token", tuple(range(len(TOKENS))), IT, LABELS, kind="select"),
        Text("typed", "Your text", TYPED, most=12),
    ),
    show=show,
    presets=(
        Preset("Tokens", "“wombat” becomes two tokens, “didn't” three; [CLS] and [SEP] are added."),
        Preset(
            "A head", "In head 4.2, “it” gives “animal” the largest weight.", {"part": "softmax"}
        ),
        Preset("A block", "Twelve heads look at twelve things at once.", {"part": "heads"}),
        Preset("The stream", "Each block adds to “it”; nothing is replaced.", {"part": "blocks"}),
    ),
    challenges=(
        Challenge("Type a word that the model cuts into four pieces or more.", in_pieces),
        Challenge("Find a token that looks most at “street” in head 4.2.", looks_at_street),
    ),
    pictured=1,
    within=("part", "query"),
)
