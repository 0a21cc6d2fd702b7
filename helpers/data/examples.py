"""The worked examples of the series as named, read-only arrays, each with its source."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from helpers.block import MLP, Norm, SelfAttention, Weights
from helpers.checking import has_fields


def readonly(*rows):
    """A read-only array: int64 if every number is written as an int, else float64."""
    array = np.array(rows)
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class Example:
    """Sentence Y (n, d_model) asks sentence X (m, d_model); in self-attention Y is X.

    W_Q (d_model, d_k), W_K (d_model, d_k), W_V (d_model, d_v); `source` says where it is from.
    """

    source: str
    queries: tuple  # n tokens
    keys: tuple  # m tokens
    Y: np.ndarray
    X: np.ndarray
    W_Q: np.ndarray
    W_K: np.ndarray
    W_V: np.ndarray


THREE_INPUTS_X = readonly([1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1])
THREE_INPUTS = Example(
    source="Illustrated Self-Attention, steps 1 and 2",
    queries=("Input 1", "Input 2", "Input 3"),
    keys=("Input 1", "Input 2", "Input 3"),
    Y=THREE_INPUTS_X,
    X=THREE_INPUTS_X,
    W_Q=readonly([1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]),
    W_K=readonly([0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]),
    W_V=readonly([0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]),
)
# the weights with which the document goes on, one decimal each
THREE_INPUTS_PRINTED = readonly([0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1])


# Ours: a model of one block, worked out by hand, that writes a sentence. A word is a row of E with
# a single 1; feature 8 says that "on" has been seen. The only head looks at "on" if it can, else at
# BOS, and writes feature 8. Each column of W_1 is a rule for one word, two of them with "on" seen
# or not; W_2 writes the word that follows. The norms leave a row with a single 1 as it is.
@dataclass(frozen=True)
class TinyModel:
    """words, E (vocabulary, d), and the weights of its block."""

    words: tuple
    E: np.ndarray
    weights: Weights


SAME = Norm(gain=readonly(*[7**0.5 / 8] * 8), shift=readonly(*[1 / 8] * 8))
THE_CAT_SAT = TinyModel(
    words=("BOS", "the", "cat", "sat", "on", "mat", "."),
    E=readonly(*np.eye(7, 8)),
    weights=Weights(
        attention=SelfAttention(
            W_Q=readonly([[1], [1], [1], [1], [1], [1], [1], [0]]),  # (h, d, d_k) = (1, 8, 1)
            W_K=readonly([[10], [0], [0], [0], [20], [0], [0], [0]]),
            W_V=readonly([[0], [0], [0], [0], [1], [0], [0], [0]]),
            W_O=readonly([0, 0, 0, 0, 0, 0, 0, 1]),  # (h·d_v, d) = (1, 8)
        ),
        mlp=MLP(
            W_1=readonly(  # (d, d_ff) = (8, 7)
                [1, 0, 0, 0, 0, 0, 0],  # BOS
                [0, 1, 1, 0, 0, 0, 0],  # the, before and after "on"
                [0, 0, 0, 1, 0, 0, 0],  # cat
                [0, 0, 0, 0, 1, 0, 0],  # sat
                [0, 0, 0, 0, 0, 1, 0],  # on
                [0, 0, 0, 0, 0, 0, 1],  # mat
                [0, 0, 0, 0, 0, 0, 0],  # .
                [0, -1, 1, 0, 0, 0, 0],  # "on" has been seen
            ),
            b_1=readonly(0, 0, -1.2, 0, 0, 0, 0),  # the third rule needs both
            W_2=readonly(  # (d_ff, d) = (7, 8)
                [0, 4, 0, 0, 0, 0, 0, 0],  # the
                [0, 0, 4, 0, 0, 0, 0, 0],  # cat
                [0, 0, 0, 0, 0, 8, 0, 0],  # mat
                [0, 0, 0, 4, 0, 0, 0, 0],  # sat
                [0, 0, 0, 0, 4, 0, 0, 0],  # on
                [0, 4, 0, 0, 0, 0, 0, 0],  # the
                [0, 0, 0, 0, 0, 0, 4, 0],  # .
            ),
            b_2=readonly(*[0] * 8),
        ),
        norm_1=SAME,
        norm_2=SAME,
    ),
)

# Intuition Behind Self-Attention in Transformers, "Start from fixed Input word embeddings"
FIVE_WORDS = ("Apple", "is", "phone", "garden", "The")
FIVE_WORDS_FEATURES = ("fruits", "computers", "language")
FIVE_WORDS_X = readonly([5, 2, 0], [0, 0, 5], [0, 5, 0], [2, 0, 0], [0, 0, 6])  # (5, 3)
FIVE_WORDS_PRINTED = readonly(0.99997, 0.0, 0.00002, 0.00002, 0.0)  # the weights of Apple alone
IDENTITY = readonly([1, 0, 0], [0, 1, 0], [0, 0, 1])  # as a weight matrix it changes nothing
FIVE_INPUTS = Example(
    source="Intuition Behind Self-Attention in Transformers, which has no W_Q and no W_K",
    queries=FIVE_WORDS,
    keys=FIVE_WORDS,
    Y=FIVE_WORDS_X,
    X=FIVE_WORDS_X,
    W_Q=IDENTITY,
    W_K=IDENTITY,
    W_V=IDENTITY,
)

# The same document, "K, Q": three vectors compared by the dot product
A, B, C = readonly(1, 0, 0), readonly(0, 10, 2), readonly(2, 0, 2)

# Transformer's Self-Attention, section 2: scores before and after multiplication by 10
S1 = readonly(1.0, 2.0, 3.0, 4.0)
S2 = readonly(10.0, 20.0, 30.0, 40.0)

# Ours: the toy of notebooks 02, 03 and 05. Every feature has a name, so each number can be read:
# "it" asks for a noun that is alive, or a place; "animal" and "street" say what they are made of.
TOY_WORDS = ("animal", "street", "it")
TOY_FEATURES = ("noun", "pronoun", "living", "place", "furry", "paved")
TOY_ASKS = ("noun?", "living?")  # the columns of W_Q and W_K; minus: no noun, a place
TOY_GIVES = ("furry", "paved")  # the columns of W_V


def toy(it):
    """The toy (n = m = 3, d_model = 6, d_k = d_v = 2) with this row for "it" (6,)."""
    X = readonly([1, 0, 1, 0, 1, 0], [1, 0, 0, 1, 0, 1], it)
    return Example(
        source="this series: made up, so that every feature has a name",
        queries=TOY_WORDS,
        keys=TOY_WORDS,
        Y=X,
        X=X,
        W_Q=readonly([0, 0], [2, 0], [0, 1], [0, -1], [0, 0], [0, 0]),
        W_K=readonly([1, 0], [-1, 0], [0, 1], [0, -1], [0, 0], [0, 0]),
        W_V=readonly([0, 0], [0, 0], [0, 0], [0, 0], [1, 0], [0, 1]),
    )


TOO_TIRED = toy([0, 1, 1, 0, 0, 0])  # "it" counts as living
TOO_WIDE = toy([0, 1, 0, 1, 0, 0])  # as a place


def and_then(word, row):
    """The toy with one more word behind "it" (n = m = 4), which has this row (6,)."""
    words, X = (*TOY_WORDS, word), readonly(*TOO_TIRED.X, row)
    return replace(TOO_TIRED, queries=words, keys=words, Y=X, X=X)


# Notebook 05: only the last row differs, and a row that may not look ahead cannot tell which it is.
IT_TIRED = and_then("tired", [0, 0, 2, 0, 0, 0])  # what is tired lives
IT_WIDE = and_then("wide", [0, 0, 0, 2, 0, 0])  # what is wide is a place

# Ours: n = 2, m = 3, d_model = 6, d_k = 4, d_v = 5 all differ, so no wrong axis goes unnoticed.
THE_CAT_SLEEPS = Example(
    source="this series: the beginning of a French sentence asks an English one",
    queries=("BOS", "le"),
    keys=("the", "cat", "sleeps"),
    Y=readonly([0, 0, 1, 0, 1, -1], [1, 1, 0, 1, 0, -1]),
    X=readonly([1, 0, 0, -1, -1, -1], [1, 0, -1, 0, 0, 1], [1, 0, 0, 1, -1, 2]),
    W_Q=readonly(
        [0, 0, 0, 2], [0, 0, 1, 1], [1, 0, -1, 1], [0, -1, 0, 0], [-1, 0, 0, 1], [0, -1, 0, 0]
    ),
    W_K=readonly(
        [0, 0, 0, 1], [1, 1, 0, 1], [0, 2, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1], [-1, 0, 1, 0]
    ),
    W_V=readonly(
        [-1, 0, 0, 0, 0],
        [0, 1, 1, 0, 0],
        [0, -1, 0, -1, 1],
        [0, 1, 0, 0, 1],
        [0, 1, -1, 0, 0],
        [1, 1, 0, 0, 1],
    ),
)

# Ours: n = m = 4, d_model = 5, d_k = 2, d_v = 3. Symmetric scores would hide a wrong axis.
DUCK_X = readonly([-1, 0, 0, 0, 1], [-1, 0, 0, -1, -1], [-1, 0, 1, 0, 0], [0, 0, 1, 0, 2])
WE_SAW_HER_DUCK = Example(
    source="this series: self-attention with scores that are not symmetric",
    queries=("we", "saw", "her", "duck"),
    keys=("we", "saw", "her", "duck"),
    Y=DUCK_X,
    X=DUCK_X,
    W_Q=readonly([1, 1], [0, 1], [0, 1], [1, 0], [1, 0]),
    W_K=readonly([1, 1], [0, -1], [0, 1], [1, -1], [0, -1]),
    W_V=readonly([0, 1, 1], [2, 0, 2], [1, 1, 0], [1, 0, 1], [0, -1, 1]),
)


def pytorch_answers():
    """PyTorch's answers for these examples, from `make record WHAT=pytorch`: {name: value}. The
    weights of its block are those of block.py."""
    path = Path(__file__).with_name("pytorch_answers.json")
    answers = json.loads(path.read_text(encoding="utf-8"))
    answers["block_weights"] = filled(Weights, answers["block_weights"])
    return answers


def filled(kind, fields):
    """A named tuple of block.py, from {field: numbers or fields of its own}."""
    return kind(
        *(
            filled(need, fields[name]) if has_fields(need) else np.array(fields[name], float)
            for name, need in kind.needs.items()
        )
    )
