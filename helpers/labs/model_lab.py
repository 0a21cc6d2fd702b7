"""The whole model with one sentence in it: each part opens into its numbers (notebook 00)."""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.figures.here import LEADS
from helpers.figures.model_map import Real, model_map
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.sentences import MOST_TOKENS, NEEDED, Sentence, computed, lengths
from helpers.language import minilm

SENTENCE = "too tired"
TEXT = recorded.SENTENCES[SENTENCE]
IT = recorded.tokens(SENTENCE).index("it")
TYPED = "The wombat didn't cross the street because it was too tired."
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


class Numbers(NamedTuple):
    """What the model makes of a sentence of n tokens."""

    text: str
    tokens: recorded.Tokens
    vectors: np.ndarray  # (n, 384): the tokens, looked up
    start: np.ndarray  # (n, 8): their first features before block 1
    output: np.ndarray  # (n, 8): and after block 6
    weights: np.ndarray  # (6, 12, n, n), row = query, column = key
    writes: np.ndarray  # (6, 2, n): the lengths of what the heads and the MLP of a block add
    raw: np.ndarray  # (n, n): raw scores of the head that the map opens
    V: np.ndarray  # (n, 32): its values


def numbers_of(text):
    """Those of the recorded sentence, or of any other if the model is installed."""
    is_computed = text != TEXT and minilm.is_installed()
    return computed_numbers(text) if is_computed else recorded_numbers()


@cache
def recorded_numbers():
    one, ends = recorded.head_4_2(SENTENCE), recorded.ends()
    Q, K, V = one.X @ one.W_Q + one.b_Q, one.X @ one.W_K + one.b_K, one.X @ one.W_V + one.b_V
    return Numbers(
        text=TEXT,
        tokens=recorded.tokens(SENTENCE),
        vectors=recorded.token_vectors(),
        start=ends.start,
        output=ends.output,
        weights=recorded.every_head(recorded.weights, SENTENCE),
        writes=recorded.ledger().writes,
        raw=Q @ K.T,
        V=V,
    )


@lru_cache(maxsize=8)
def computed_numbers(text):
    sentence = computed(text)
    layers, number = sentence.layers, HEAD[0] - 1
    Q, K, V = (np.split(x, minilm.HEADS, axis=1)[HEAD[1] - 1] for x in layers[number][1:4])
    return Numbers(
        text=text,
        tokens=sentence.tokens,
        vectors=sentence.model.words(text).astype(float),
        start=layers[0].X[:, : len(FEATURES)].astype(float),
        output=layers[-1].output[:, : len(FEATURES)].astype(float),
        weights=sentence.every_weight(),
        writes=np.array([[lengths(x.attended), lengths(x.thought)] for x in layers]),
        raw=(Q @ K.T).astype(float),
        V=V.astype(float),
    )


def head(of):
    """The weights (n, n) of the head that the map opens."""
    return of.weights[HEAD[0] - 1, HEAD[1] - 1]


def real(of, query):
    """What the map shows while the token number `query` asks."""
    raw, weights = of.raw[query], head(of)[query]
    key = int(weights.argmax())
    return Real(
        text=of.text,
        tokens=of.tokens,
        start=of.start,
        output=of.output,
        weights=of.weights,
        writes=of.writes[:, :, query],
        query=query,
        head=HEAD,
        raw=raw[key],
        score=raw[key] / np.sqrt(of.V.shape[1]),
        weight=weights[key],
        key=of.tokens[key],
    )


def show(part, query, typed):
    name, box = PARTS[part]
    of = numbers_of(typed)
    lines, numbers = opened_text(typed) if part == "text" else OPENED[part](of, query)
    drawing = model_map(f"One sentence in a whole model: {name.lower()}", real(of, query), part)
    parts = {"map": drawing}
    notebook = NOTEBOOKS.get(box, "")
    title = f"{name} (notebook {notebook[:2]})" if notebook else name
    parts["text"] = Lines(title, lines, notebook)
    if numbers is not None:
        parts["numbers"] = numbers
    options = {"query": list(of.tokens)}
    off = ("query",) if part == "text" else ("typed",)
    spoken = "".join(text if isinstance(text, str) else text[0] for text in as_pieces(lines[0]))
    return View(parts, f"{name}. {spoken}", options, off)


def apply_dependencies(values, changed):
    """In a new sentence “it” asks, if it is there."""
    tokens = numbers_of(values["typed"]).tokens
    if changed in (None, "typed") and "it" in tokens:
        return values | {"query": tokens.index("it")}
    return values | {"query": min(values["query"], len(tokens) - 1)}


def as_pieces(line):
    return [line] if isinstance(line, str) else line


# --- each part opened: its lines, and its numbers or None -----------------------------------------


def opened_text(typed):
    pieces, most = word_pieces.tokens(typed), len(word_pieces.vocabulary())
    words = len(typed.split())
    lines = (
        (("  ".join(pieces), QUERY),),
        f"{words} {'word' if words == 1 else 'words'}, {len(pieces)} tokens, of the {most:,} that "
        "the model knows; ## means that a word goes on.",
    )
    if typed != TEXT and not minilm.is_installed():
        lines += (f"The map shows “{TEXT}”: {NEEDED}.",)
    return lines, None


def opened_vectors(of, query):
    vector = of.vectors[query]
    return (
        f"The model looks up “{of.tokens[query]}” in a table: {len(vector)} numbers, the same in "
        f"every sentence. Here are the first {len(FEATURES)}.",
    ), features({of.tokens[query]: vector})


def opened_position(of, query):
    vector, place = of.vectors[query], recorded.positions()[query]
    rows = {of.tokens[query]: vector, f"position {query}": place, "sum": vector + place}
    return (
        f"“{of.tokens[query]}” is token {query}, counted from 0. So vector {query} of a second "
        "table is added.",
    ), features(rows)


def features(rows):
    values = np.array([row[: len(FEATURES)] for row in rows.values()])
    return Matrix(
        "The first features", values, tuple(rows), FEATURES, ("vectors", "features"), digits=2
    )


def opened_scores(of, query):
    raw = of.raw[query]
    best = int(raw.argmax())
    return (
        f"In head 4.2 the query of “{of.tokens[query]}” meets the key of every token. "
        f"“{of.tokens[best]}” fits best.",
    ), of_keys(of, "Raw scores q · k", query, raw, digits=1)


def opened_softmax(of, query):
    weights = head(of)[query]
    best = int(weights.argmax())
    return (
        "The softmax turns the scores into weights that add up to 1. "
        f"“{of.tokens[best]}” has {number(weights[best], 2)}.",
    ), of_keys(of, "Weights", query, weights, digits=2, shade=True)


def opened_values(of, query):
    sizes = head(of)[query] * lengths(of.V)
    best = int(sizes.argmax())
    return (
        f"“{of.tokens[query]}” takes the value of each token times its weight, most from "
        f"“{of.tokens[best]}”.",
    ), of_keys(of, "Length of weight · value", query, sizes, digits=2)


def of_keys(of, title, query, values, **options):
    """The keys with the largest of the values (n,), the largest first."""
    best = values.argsort()[::-1][:SHOWN]
    keys = tuple(of.tokens[key] for key in best)
    return Matrix(f"{title}, the largest", values[best][None], (of.tokens[query],), keys, **options)


def opened_heads(of, query):
    weights = of.weights[HEAD[0] - 1, :, query]  # (heads, n)
    keys = weights.argmax(axis=-1)
    columns = tuple(f"4.{i + 1}\n{of.tokens[key]}" for i, key in enumerate(keys))
    return (
        "Each head of block 4 asks a question of its own; the table has where "
        f"“{of.tokens[query]}” looks most.",
    ), Matrix(
        "The largest weight in each head",
        weights.max(axis=-1)[None],
        (of.tokens[query],),
        columns,
        ("query", "head and key"),
        digits=2,
        shade=True,
    )


def opened_mlp(of, query):
    adds = of.writes[:, :, query]
    return (
        "After the heads, a small network works on each token alone. In block 4 it adds a vector "
        f"of length {number(adds[3, 1], 1)} to “{of.tokens[query]}”.",
    ), added(of, query)


def opened_blocks(of, query):
    return (
        f"No block replaces “{of.tokens[query]}”: each adds vectors to it, of these lengths.",
    ), added(of, query)


def added(of, query):
    values = of.writes[:, :, query].T  # (2, layers)
    columns = tuple(f"block {i}" for i in range(1, values.shape[1] + 1))
    return Matrix(
        f"What is added to “{of.tokens[query]}”",
        values,
        ("heads", "MLP"),
        columns,
        ("parts", "blocks"),
        digits=1,
        tones={(i, j): (WEIGHT, VALUE)[i] for i, j in np.ndindex(values.shape)},
    )


def opened_output(of, query):
    return (
        f"After six blocks “{of.tokens[query]}” has other numbers. They depend on the whole "
        "sentence.",
        "The output of this model is vectors, which serve to search texts by meaning.",
    ), features({"before block 1": of.start[query], "after block 6": of.output[query]})


OPENED = {
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
    return any(len(word_pieces.pieces(word)) >= 4 for word in word_pieces.words(values["typed"]))


def looks_at_street(values):
    of = numbers_of(values["typed"])
    weights = head(of)[values["query"]]
    return of.tokens[int(weights.argmax())] == "street"


model = Lab(
    name="model",
    title="one sentence in a whole model",
    controls=(
        Choice("part", "Part", tuple(PARTS), "text", [name for name, _ in PARTS.values()]),
        Choice("query", "Token", tuple(range(MOST_TOKENS)), IT, kind="select"),
        Sentence("typed", "Your text", TEXT, free=True),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Tokens",
            "“wombat” becomes two tokens, “didn't” three; [CLS] and [SEP] are added.",
            {"typed": TYPED},
            controls=("typed",),
            main=("map",),
        ),
        Preset(
            "A head",
            "In head 4.2, “it” gives “animal” the largest weight.",
            {"part": "softmax"},
            controls=("part",),
            main=("map",),
        ),
        Preset(
            "A block",
            "Twelve heads look at once, each with weights of its own.",
            {"part": "heads"},
            controls=("part",),
            main=("map",),
        ),
        Preset(
            "The stream",
            "Each block adds to “it”; nothing is replaced.",
            {"part": "blocks"},
            controls=("part",),
            main=("map",),
        ),
    ),
    challenges=(
        Challenge("Type a word that the model cuts into four pieces or more.", in_pieces),
        Challenge("Find a token that looks most at “street” in head 4.2.", looks_at_street),
    ),
    pictured=1,
)
