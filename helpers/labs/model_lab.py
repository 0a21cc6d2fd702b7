"""A whole model with one sentence in it, step by step, and one that writes (notebook 00)."""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.data.next_tokens import next_tokens
from helpers.drawing.palette import VALUE, WEIGHT
from helpers.figures.here import LEADS
from helpers.figures.what_comes_next import NAMES
from helpers.labs import model_picture
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.sentences import MOST_TOKENS, NEEDED, Sentence, computed, lengths
from helpers.language import minilm, smollm2

SENTENCE = "too tired"
TEXT = recorded.SENTENCES[SENTENCE]
IT = recorded.tokens(SENTENCE).index("it")
WAS = IT + 1
TYPED = "Two wombats hibernate near Gundagai."
HEAD = (4, 2)
READS, WRITES = "one that reads", "one that writes"
CAPITAL = "The capital of Norway is"
TIMES = tuple(range(1, len(next_tokens(CAPITAL)) + 1))
PARTS = {  # part: (its name, which is its step in the picture, what it is in the line of boxes)
    "tokens": ("Text becomes tokens", "tokens"),
    "vectors": ("Tokens become vectors", "vectors"),
    "head": ("One head", "softmax"),
    "heads": ("Twelve heads", "heads"),
    "mlp": ("The MLP", "mlp"),
    "blocks": ("Six blocks", "blocks"),
    "output": ("The output", ""),
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
    one: np.ndarray  # (n,): and of what the head that the map opens adds
    raw: np.ndarray  # (n, n): raw scores of the head that the map opens
    V: np.ndarray  # (n, 32): its values


def read(text):
    """The sentence that is shown: this one if the model is installed, else the recorded one."""
    return text if minilm.is_installed() else TEXT


def tokens_of(text):
    """The tokens of the sentence that is shown, for which the model need not run."""
    return recorded.Tokens(word_pieces.tokens(read(text)))


def numbers_of(text):
    """Those of the recorded sentence, or of any other if the model is installed."""
    return recorded_numbers() if read(text) == TEXT else computed_numbers(text)


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
        one=recorded.written(SENTENCE, *HEAD),
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
        one=sentence.written(*HEAD),
        raw=(Q @ K.T).astype(float),
        V=V.astype(float),
    )


def head(of):
    """The weights (n, n) of the head that the map opens."""
    return of.weights[HEAD[0] - 1, HEAD[1] - 1]


def show(model, part, query, typed, time):
    return while_it_writes(time) if model == WRITES else while_it_reads(part, query, typed)


def while_it_reads(part, query, typed):
    name, box = PARTS[part]
    if part == "tokens":
        drawn, said, numbers = opened_tokens(typed)
    else:
        of = numbers_of(typed)
        drawn = model_picture.reading(
            name,
            [*PARTS].index(part),
            of.tokens,
            query,
            of.start,
            of.output,
            head(of)[query],
            of.one[query],
            of.weights[:, :, query].mean(axis=1),
            of.writes[:, :, query],
            HEAD[0] - 1,
        )
        said, numbers = OPENED[part](of, query)
    parts = {"map": drawn, "numbers": numbers}
    if box:
        notebook = NOTEBOOKS[box]
        parts["more"] = Lines(
            f"Notebook {notebook[:2]}", (f"More of it: {name.lower()}.",), notebook
        )
    options = {"query": list(tokens_of(typed))}
    off = ("time", "query") if part == "tokens" else ("time",)
    return View(parts, f"{name}. {said}", options, off, ("map",), said)


def while_it_writes(time):
    places = next_tokens(CAPITAL)
    tokens = CAPITAL.split() + [written(texts[0]) for texts, _ in places[: time - 1]]
    texts, chances = places[time - 1]
    texts = [written(text) for text in texts]
    title = f"Another model, with {smollm2.LAYERS} blocks"
    drawn = model_picture.writing(title, tokens, (texts, chances), smollm2.LAYERS)
    rows = (f"after “{tokens[-1]}”",)
    numbers = Matrix("Numbers: what may come next", np.array([chances]), rows, texts, digits=2)
    said = f"“{texts[0]}” is likeliest to come next: it joins the text, and all runs again."
    parts, off = {"map": drawn, "numbers": numbers}, ("part", "query", "typed")
    return View(parts, f"After “{tokens[-1]}”: {said}", off=off, main=("map",), sentence=said)


def written(token):
    return NAMES.get(token, token.strip())


def asks(tokens):
    """Which token is followed in a new sentence: “it”, if it is there, else the first word."""
    return tokens.index("it") if "it" in tokens else min(1, len(tokens) - 1)


def apply_dependencies(values, changed):
    """In a new sentence “it” is followed, if it is there."""
    tokens = tokens_of(values["typed"])
    if changed == "typed" or (changed is None and values["typed"] != TEXT):
        return values | {"query": asks(tokens)}
    return values | {"query": min(values["query"], len(tokens) - 1)}


# --- each part: its sentence, and its numbers -----------------------------------------------------


def opened_tokens(typed):
    tokens = word_pieces.tokens(typed)
    words = [(word, len(word_pieces.tokens(word)) - 2) for word in typed.split()]
    drawn = model_picture.splitting("Text becomes tokens", words, tokens, asks(tokens))
    said = said_of_cuts(typed)
    lines = (
        f"{len(words)} {'word' if len(words) == 1 else 'words'}, {len(tokens)} tokens, of the "
        f"{len(word_pieces.vocabulary()):,} that the model knows; ## means that a word goes on.",
    )
    if typed == TEXT:  # of which the next steps show what becomes
        said = f"{said} Follow “{tokens[asks(tokens)]}”, in orange."
    elif minilm.is_installed():
        said = f"{said} “Part” leads the text through the model."
    else:
        said = f"{said} Beyond this step, {NEEDED}."
        lines += (f"What follows shows “{TEXT}”.",)
    return drawn, said, Lines("Numbers", lines)


def said_of_cuts(typed):
    """What becomes of the text; of one that is typed, of the first word that is cut up."""
    for word in typed.split():
        _, *pieces, _ = word_pieces.tokens(word)
        if any(piece.startswith("##") for piece in pieces):
            return f"“{word}” is cut into pieces, {' and '.join(pieces)}."
    return "The text is cut into tokens: words, pieces, a marker at each end."


def opened_vectors(of, query):
    token, vector, place = of.tokens[query], of.vectors[query], recorded.positions()[query]
    rows = {token: vector, f"position {query}": place, "sum": vector + place}
    return (
        "Each token becomes a vector: numbers, here as shades; its position is in them, too.",
        features("Numbers: the first features", rows),
    )


def features(title, rows):
    values = np.array([row[: len(FEATURES)] for row in rows.values()])
    return Matrix(title, values, tuple(rows), FEATURES, ("vectors", "features"), digits=2)


def opened_head(of, query):
    weights, raw = head(of)[query], of.raw[query]
    best = weights.argsort()[::-1][:SHOWN]
    asks, key = of.tokens[query], of.tokens[best[0]]
    return (
        f"In a head “{asks}” looks at all tokens and adds what it takes, most from “{key}”."
    ), Matrix(
        f"Numbers: head {HEAD[0]}.{HEAD[1]}, the largest",
        np.array([raw, raw / np.sqrt(of.V.shape[1]), weights])[:, best],
        ("q · k", "÷ √d_k", "weight"),
        tuple(of.tokens[key] for key in best),
        ("steps", "keys"),
        digits=2,
    )


def opened_heads(of, query):
    weights = of.weights[HEAD[0] - 1, :, query]  # (heads, n)
    keys = weights.argmax(axis=-1)
    columns = tuple(f"{HEAD[0]}.{i + 1}\n{of.tokens[key]}" for i, key in enumerate(keys))
    most = of.tokens[weights.mean(axis=0).argmax()]
    little = ", but take little from it" * (most == "[CLS]" and query > 0)  # its values are short
    return (
        f"Twelve heads look on average most at “{most}”{little}; what they take is added."
    ), Matrix(
        "Numbers: the largest weight in each head",
        weights.max(axis=-1)[None],
        (of.tokens[query],),
        columns,
        ("query", "head and key"),
        digits=2,
        shade=True,
    )


def opened_mlp(of, query):
    return (
        f"Then a small network, the MLP, reads “{of.tokens[query]}” alone and adds to it, too."
    ), added(of, query)


def opened_blocks(of, query):
    return (
        f"All six blocks, drawn finer: “{of.tokens[query]}” is added to and rescaled, not replaced."
    ), added(of, query)


def added(of, query):
    values = of.writes[:, :, query].T  # (2, layers)
    columns = tuple(f"block {i}" for i in range(1, values.shape[1] + 1))
    return Matrix(
        f"Numbers: lengths of what is added to “{of.tokens[query]}”",
        values,
        ("heads", "MLP"),
        columns,
        ("parts", "blocks"),
        digits=1,
        tones={(i, j): (WEIGHT, VALUE)[i] for i, j in np.ndindex(values.shape)},
    )


def opened_output(of, query):
    rows = {"before block 1": of.start[query], "after block 6": of.output[query]}
    word = of.tokens[query]
    return (
        f"Out comes a new vector for each token: something was added to each, as to “{word}”.",
        features(f"Numbers: “{word}”", rows),
    )


OPENED = {
    "vectors": opened_vectors,
    "head": opened_head,
    "heads": opened_heads,
    "mlp": opened_mlp,
    "blocks": opened_blocks,
    "output": opened_output,
}


def in_pieces(values):
    """A typed word that the model cuts into four pieces or more."""
    return any(len(word_pieces.pieces(word)) >= 4 for word in word_pieces.words(values["typed"]))


def looks_at_street(values):
    tokens = tokens_of(values["typed"])
    if "street" not in tokens:
        return False
    weights = head(numbers_of(values["typed"]))[values["query"]]
    return tokens[int(weights.argmax())] == "street"


model = Lab(
    name="model",
    title="a whole model",
    controls=(
        Choice("part", "Part", tuple(PARTS), "tokens", [name for name, _ in PARTS.values()]),
        Choice("query", "Token", tuple(range(MOST_TOKENS)), IT, kind="select"),
        Sentence("typed", "Your text", TEXT, free=True),
        Choice("model", "Model", (READS, WRITES), READS, kind="select"),
        Choice("time", "Round", TIMES, 1),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Through the model",
            "“it” on its way through a whole model.",
            controls=("part",),
            through="part",
        ),
        Preset(
            "It writes",
            "The likeliest token joins the text, and all runs again.",
            {"model": WRITES},
            controls=("time",),
            through="time",
        ),
        Preset(
            "Tokens",
            "“wombats” becomes two tokens, “Gundagai” three; [CLS] and [SEP] are added.",
            {"typed": TYPED},
            controls=("part", "typed"),
        ),
        Preset(
            "A head",
            "In head 4.2, “was” takes most from “tired”.",
            {"part": "head", "query": WAS},
            by_hand="Try others.",
            controls=("query",),
        ),
    ),
    challenges=(
        Challenge("Type a word that the model cuts into four pieces or more.", in_pieces),
        Challenge("Find a token that looks most at “street” in head 4.2.", looks_at_street),
    ),
)
