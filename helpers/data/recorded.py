"""What a published model and published word vectors really gave: `make record WHAT=model`.

    recorded.weights("too tired", layer=4, head=2)   one head's weights in a sentence, (n, n)
    recorded.head_4_2("too tired")                   what these weights are computed from
    recorded.word_vector("king")                     50 numbers
    recorded.ledger()                                how much each part of each layer adds

The model is all-MiniLM-L6-v2, run in NumPy on helpers.attention: 6 layers of 12 heads, d_model 384,
d_k = d_v = 32. Layers and heads are counted from 1, and head 4.2 is the second head of layer 4. The
word vectors are GloVe's, trained on Wikipedia and news. recorded.npz holds the numbers, and
recorded_positions.npz, recorded_block.npz and recorded_apples.npz those of notebooks 07, 08 and 01.
Every array that comes out of this file is read-only.
"""

import difflib
from collections import namedtuple
from functools import cache
from pathlib import Path

import numpy as np

from helpers.single_values import is_whole

FILE = Path(__file__).with_suffix(".npz")
POSITIONS_FILE = FILE.with_stem("recorded_positions")
BLOCK_FILE = FILE.with_stem("recorded_block")
APPLES_FILE = FILE.with_stem("recorded_apples")
LAYERS, HEADS = 6, 12
FEATURES = 8  # of every token before and after all layers

# Each sentence is called by two or three of its own words.
SENTENCES = {
    "too tired": "The animal didn't cross the street because it was too tired.",
    "too wide": "The animal didn't cross the street because it was too wide.",
    "too big": "The trophy didn't fit in the suitcase because it was too big.",
    "too small": "The trophy didn't fit in the suitcase because it was too small.",
    "crossed by": "The street wasn't crossed by the animal because it was too tired.",
    "garden apple": "The garden apple grows on a tree.",
    "apple phone": "The apple phone rings in my pocket.",
    "a second": "Give me a second please.",
    "came second": "I came second in the exam.",
    "dog chases": "My dog chases after the thief.",
}
OUTPUTS = {  # the words whose output vectors were recorded
    "garden apple": "apple",
    "apple phone": "apple",
    "a second": "second",
    "came second": "second",
}
SHORT = {  # of which the input of layer 4 was recorded, and no more
    "cup fell": "The cup fell because it was full.",
    "dog barked": "The dog barked because it was hungry.",
}
CHASING = ("The dog chases the thief.", "The thief chases the dog.")
APPLES = (  # four fruits, then four devices
    "The garden apple grows on a tree.",
    "She ate a sweet apple after lunch.",
    "An apple fell from the old tree.",
    "The apple pie was still warm.",
    "The apple phone rings in my pocket.",
    "I bought an apple laptop last week.",
    "The new apple computer has a small screen.",
    "My apple watch needs a new battery.",
)
WITHOUT_POSITIONS = ((1, 3), (4, 2))  # the heads whose weights without positions were recorded
COMPUTABLE = ("too tired", "too wide")  # the sentences in which head 4.2 can be computed anew

Head = namedtuple("Head", "X W_Q b_Q W_K b_K W_V b_V weights")
Layer = namedtuple("Layer", "Q K V")
Apples = namedtuple("Apples", "stream fruit phone")
Ledger = namedtuple("Ledger", "stream writes cosines")
Added = namedtuple("Added", "attention mlp output")
Ends = namedtuple("Ends", "start output")
Way = namedtuple("Way", "start writes gains shifts output")


# The model


class Tokens(tuple):
    """The tokens of a sentence, a tuple whose `index` says which words there are."""

    def index(self, word):
        """Where a word stands first, counted from 0."""
        _one_of("word", word, list(dict.fromkeys(self)))
        return super().index(word)


def tokens(sentence):
    """The n tokens of a sentence as the model sees them: in lower case, [CLS] first, [SEP] last."""
    return Tokens(_array(f"{_sentence(sentence)}/tokens").tolist())


def weights(sentence, layer, head):
    """One head's weights in a sentence: (n, n), row = query, column = key. They are recorded to the
    nearest 1/255, but for head 4.2 in the COMPUTABLE sentences, which is recorded as it was."""
    if (layer, head) == (4, 2) and sentence in COMPUTABLE:
        return head_4_2(sentence).weights
    weights = _array(f"{_sentence(sentence)}/weights")  # (6, 12, n, n), where 255 stands for 1
    return _readonly(weights[_place(layer, head)] / 255)


def written(sentence, layer, head):
    """How much a head writes: for each of the n tokens, the length of the vector that it adds.

    That vector is what the head found for the token, times the head's own rows of W_O.
    """
    return _array(f"{_sentence(sentence)}/written")[_place(layer, head)]


def moved(sentence, layer, head):
    """How far each of the n tokens' final outputs moves when this one head is switched off.

    As a share of that output's length: 0 is not at all, 0.1 is a tenth of its length.
    """
    return _array(f"{_sentence(sentence)}/moved")[_place(layer, head)]


def every_head(of_head, sentence):
    """What `of_head`, which is weights, written or moved, gives for all heads: (6, 12, …)."""
    layers, heads = range(1, LAYERS + 1), range(1, HEADS + 1)
    numbers = [[of_head(sentence, layer, head) for head in heads] for layer in layers]
    return _readonly(np.array(numbers))


def largest(of_heads, count):
    """The heads with the largest of the numbers (6, 12): [(name, number)], the largest first."""
    of_heads = np.asarray(of_heads)
    shape = (LAYERS, HEADS)
    if of_heads.shape != shape:
        raise ValueError(f"of_heads: given shape {of_heads.shape}, needed {shape}")
    places = np.argsort(-of_heads, axis=None, kind="stable")[:count]
    return [(f"{k // HEADS + 1}.{k % HEADS + 1}", float(of_heads.flat[k])) for k in places]


def output(sentence, word):
    """The final output of the model for a word of a sentence: (384,)."""
    _one_of("sentence", sentence, OUTPUTS)
    recorded = OUTPUTS[sentence]
    _one_of("word", word, [recorded], f"{recorded!r}, the word whose output was recorded")
    return _array(f"{sentence}/output")


def apples():
    """The token "apple" in each of APPLES, and two words to compare it with.

    `stream` (8, 7, 384) is its vector before layer 1 and after each of the six layers; `fruit` and
    `phone` (384,) are the final outputs of these words, each alone in its sentence.
    """
    return Apples(*(_array(name, APPLES_FILE) for name in Apples._fields))


def head_4_2(sentence):
    """Head 4.2 in a sentence: X, W_Q, b_Q, W_K, b_K, W_V, b_V and weights, as a named tuple.

    X (n, 384) is the input of layer 4. The queries are X W_Q + b_Q, keys and values likewise; each
    W is (384, 32), each b (32,). `weights` (n, n) are the model's, to compare yours with.
    """
    _one_of("sentence", sentence, COMPUTABLE)
    projections = (_array(f"head 4.2/{name}") for name in Head._fields[1:-1])
    return Head(_array(f"{sentence}/X"), *projections, _array(f"{sentence}/weights of head 4.2"))


def input_of_layer_4(sentence):
    """What head 4.2 reads in one of the SHORT sentences: X (n, 384)."""
    _one_of("sentence", sentence, SHORT)
    return _array(f"{sentence}/X")


def layer_4():
    """Q, K and V of layer 4 in "too tired", each (n, 384): those of its 12 heads side by side."""
    return Layer(*(_array(f"layer 4/{name}") for name in Layer._fields))


# The model's positions


def positions():
    """The model's learned positions, one row for each of the first 64: (64, 384)."""
    return _array("positions", POSITIONS_FILE)


def token_vectors():
    """The n tokens of "too tired" as the model looks them up, before positions are added: (n, 384).

    Up to a layer norm, the model's first layer gets token_vectors() + positions()[:n]; to every row
    one more vector is added, the same for all.
    """
    return _array("words", POSITIONS_FILE)


def nearest_tokens():
    """For each of the n tokens of "too tired" plus its position: of all 30,522 vectors of tokens
    that the model has, the one with the largest cosine to this sum."""
    return tuple(_array("nearest", POSITIONS_FILE).tolist())


def chasing_dogs(positions=True):
    """The final outputs of "dog" in the two sentences of CHASING: (2, 384).

    positions: whether the model gets its positions; without, nothing is added to the tokens.
    """
    return _array("chasing" if positions else "chasing without", POSITIONS_FILE)


def weights_without_positions(layer, head):
    """The weights of head 1.3 or 4.2 in "too tired" when the model gets no positions: (n, n)."""
    needed = " or ".join(map(str, WITHOUT_POSITIONS))
    if (layer, head) not in WITHOUT_POSITIONS:
        raise ValueError(f"layer, head: given {(layer, head)!r}, needed {needed}")
    weights = _array("weights without", POSITIONS_FILE)  # (2, n, n), where 255 stands for 1
    return _readonly(weights[WITHOUT_POSITIONS.index((layer, head))] / 255)


# The residual stream in "too tired". A layer has two parts, its attention and then its MLP; a layer
# norm follows each.


def ledger():
    """How much each part of each layer adds to each token: stream, writes, cosines, (6, 2, n) each.

    `stream` is the length of the token's vector before the part, `writes` the length of what the
    part adds to it, `cosines` the cosine between the two.
    """
    return Ledger(*(_array(f"ledger/{name}", BLOCK_FILE) for name in Ledger._fields))


def added_in_layer_4():
    """What the two parts of layer 4 add to its tokens, and its output: (n, 384) each.

    Its input is `head_4_2("too tired").X`.
    """
    return Added(*(_array(f"layer 4/{name}", BLOCK_FILE) for name in Added._fields))


def way_of_it():
    """The token "it" from embedding to output: start, writes, gains, shifts and output.

    `start` and `output` are (384,). `writes` (6, 2, 384) is what each part of each layer adds to
    it; `gains` and `shifts` (6, 2, 384) belong to the layer norm after that part.
    """
    return Way(*(_array(f"it/{name}", BLOCK_FILE) for name in Way._fields))


def ends():
    """The first features of the tokens of "too tired", before all layers and after: (n, 8) each."""
    return Ends(*(_array(f"ends/{name}", BLOCK_FILE) for name in Ends._fields))


def replaced_blocks():
    """What helpers.experiments.replaced_blocks measured with the series' own functions: differences
    (6,), and the similarities (3,) sentence by sentence and in a batch."""
    names = "differences", "alone", "in a batch"
    return tuple(_array(f"replaced/{name}", BLOCK_FILE) for name in names)


# The words


@cache
def words():
    """The words that have a vector here, the most frequent first."""
    return tuple(_array("words").tolist())


def word_vectors():
    """All word vectors, one row for each of `words()`: (m, 50)."""
    return _array("word vectors")


def word_vector(word):
    """GloVe's vector for a word, which is written in lower case: (50,)."""
    _one_of("word", word, words(), "one of recorded.words()")
    return word_vectors()[words().index(word)]


# The files


@cache
def _array(name, path=FILE):
    """One array of a file, read-only; numbers that are not whole as float64."""
    with np.load(path) as file:
        array = file[name]
    return _readonly(array.astype(np.float64) if array.dtype.kind == "f" else array)


def _readonly(array):
    array.setflags(write=False)
    return array


def _sentence(name):
    _one_of("sentence", name, SENTENCES)
    return name


def _place(layer, head):
    """Where a head's numbers stand in the file, which counts from 0."""
    for name, value, last in (("layer", layer, LAYERS), ("head", head, HEADS)):
        if not is_whole(value) or not 1 <= value <= last:
            raise ValueError(f"{name}: given {value!r}, needed a whole number from 1 to {last}")
    return layer - 1, head - 1


def _one_of(argument, name, known, needed=None):
    """Check that `name` is one of the known names; `needed` describes them if they are many."""
    if isinstance(name, str) and name in known:
        return
    needed = needed or "one of " + ", ".join(map(repr, known))
    near = difflib.get_close_matches(str(name).lower(), known, n=1, cutoff=0.7)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{argument}: given {name!r}, needed {needed}{hint}")
