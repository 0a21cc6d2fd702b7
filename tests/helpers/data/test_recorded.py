"""Recorded numbers: what can be recomputed is recomputed, and what the lessons quote holds."""

import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from helpers.attention import attention, split_heads
from helpers.data import recorded
from helpers.data.recorded import SENTENCES, head_4_2, tokens, weights, word_vector, words
from tools.record import record_model

EVERY_HEAD = [(layer, head) for layer in range(1, 7) for head in range(1, 13)]
each_sentence = pytest.mark.parametrize("sentence", SENTENCES)
each_computable = pytest.mark.parametrize("sentence", recorded.COMPUTABLE)


# What is recomputed from the file


@each_computable
def test_head_4_2_is_computed_from_its_input(sentence):
    head = head_4_2(sentence)
    Q, K, V = (
        head.X @ head.W_Q + head.b_Q,
        head.X @ head.W_K + head.b_K,
        head.X @ head.W_V + head.b_V,
    )
    ours = attention(Q, K, V).weights
    assert np.abs(ours - head.weights).max() < 1e-6
    assert np.abs(ours - weights(sentence, 4, 2)).max() <= 0.51 / 255


def test_all_heads_of_layer_4_are_computed_from_its_queries_and_keys():
    Q, K, V = (split_heads(x, 12) for x in recorded.layer_4())  # three of (12, n, 32)
    ours = attention(Q, K, V).weights  # (12, n, n)
    theirs = np.array([weights("too tired", 4, head) for head in range(1, 13)])
    assert np.abs(ours - theirs).max() < 1 / 255
    head = head_4_2("too tired")
    assert np.allclose(K[1], head.X @ head.W_K + head.b_K, atol=5e-3)
    assert np.allclose(V[1], head.X @ head.W_V + head.b_V, atol=5e-3)


@each_sentence
def test_weights_add_up_to_1_but_for_rounding(sentence):
    n = len(tokens(sentence))
    for layer, head in EVERY_HEAD:
        rows = weights(sentence, layer, head)
        assert rows.shape == (n, n)
        assert np.abs(rows.sum(axis=1) - 1).max() <= n * 0.5 / 255


@each_sentence
def test_a_sentence_is_called_by_words_of_its_own(sentence):
    assert sentence in SENTENCES[sentence].lower()
    letters = "".join(tokens(sentence)[1:-1])
    assert letters == SENTENCES[sentence].lower().replace(" ", "")
    assert (tokens(sentence)[0], tokens(sentence)[-1]) == ("[CLS]", "[SEP]")


# The residual stream


def normalized(x, gain, shift):
    """A layer norm over the features, in other words than helpers.block."""
    return (x - x.mean(-1)[..., None]) / x.std(-1)[..., None] * gain + shift


def test_layer_4_is_its_input_with_both_parts_added_and_normalized():
    X, added, way = head_4_2("too tired").X, recorded.added_in_layer_4(), recorded.way_of_it()
    mixed = normalized(X + added.attention, way.gains[3, 0], way.shifts[3, 0])
    output = normalized(mixed + added.mlp, way.gains[3, 1], way.shifts[3, 1])
    assert np.abs(output - added.output).max() < 0.01
    ledger, before = recorded.ledger(), np.array([X, mixed])  # (2, n, 384)
    parts = np.array([added.attention, added.mlp])
    sizes = np.linalg.norm(before, axis=-1), np.linalg.norm(parts, axis=-1)
    assert np.allclose(ledger.stream[3], sizes[0], rtol=2e-3)
    assert np.allclose(ledger.writes[3], sizes[1], rtol=2e-3)
    assert np.allclose(ledger.cosines[3] * sizes[0] * sizes[1], (before * parts).sum(-1), atol=0.2)


# The words


def test_the_words_are_words_and_each_has_a_vector():
    assert len(set(words())) == len(words()) >= record_model.MOST_FREQUENT
    assert all(record_model.is_word(word) for word in words())
    assert recorded.word_vectors().shape == (len(words()), 50)
    assert words()[:3] == ("the", "of", "to")


def test_every_word_of_the_sentences_has_a_vector():
    pieces = {token for sentence in SENTENCES for token in tokens(sentence)}
    pieces = {token for token in pieces if record_model.is_word(token)} - {
        "didn",
        "wasn",
    }  # of "didn't"
    assert pieces | {*record_model.NAMED.split(), *record_model.ASKED.split()} <= set(words())


# Wrong arguments


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tokens("tired"), "sentence: given 'tired', needed one of 'too tired', 'too wide'"),
        (lambda: tokens("tired"), "did you mean 'too tired'?"),
        (lambda: weights("too tired", 0, 2), "layer: given 0, needed a whole number from 1 to 6"),
        (lambda: weights("too tired", 4, 13), "head: given 13, needed a whole number from 1 to 12"),
        (lambda: recorded.moved("too tired", True, 2), "layer: given True, needed"),
        (lambda: tokens("too tired").index("dog"), "word: given 'dog', needed one of '[CLS]', "),
        (lambda: recorded.largest(np.ones((6, 11)), 1), "of_heads: given shape (6, 11), needed"),
        (lambda: word_vector("King"), "did you mean 'king'?"),
        (lambda: head_4_2("too big"), "given 'too big', needed one of 'too tired', 'too wide'"),
        (lambda: recorded.output("too tired", "it"), "needed one of 'garden apple', 'apple phone'"),
        (lambda: recorded.weights_without_positions(3, 10), "layer, head: given (3, 10), needed "),
        (lambda: recorded.output("a second", "me"), "word: given 'me', needed 'second', the word"),
    ],
)
def test_a_wrong_argument_is_told_what_there_is(call, message):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        call()
    assert message in str(error.value)


def test_nothing_recorded_can_be_overwritten():
    head, layer = head_4_2("too tired"), recorded.layer_4()
    arrays = [*head, *layer, weights("too tired", 4, 2), word_vector("king")]
    arrays += [recorded.written("a second", 1, 1), recorded.moved("a second", 1, 1)]
    arrays += [recorded.output("a second", "second"), recorded.word_vectors()]
    arrays += [recorded.positions(), recorded.token_vectors(), recorded.chasing_dogs()]
    arrays += [recorded.weights_without_positions(1, 3)]
    arrays += [*recorded.ledger(), *recorded.added_in_layer_4(), *recorded.way_of_it()]
    arrays += [*recorded.ends()]
    for array in arrays:
        assert array.dtype == np.float64
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


# The file


@pytest.mark.parametrize(
    ("path", "most"),
    [
        (recorded.FILE, 500_000),
        (recorded.POSITIONS_FILE, 61_440),
        (recorded.BLOCK_FILE, 90_000),
    ],
)
def test_a_file_is_small_and_says_nothing_of_the_day(path, most):
    assert path.stat().st_size <= most
    with zipfile.ZipFile(path) as file:
        assert {member.date_time for member in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.rare
@pytest.mark.sample
@pytest.mark.skipif(
    not (os.environ.get("CI") and sys.platform == "linux" and sys.version_info[:2] == (3, 11)),
    reason="cannot be had here: 250 MB are downloaded, in CI on Linux with Python 3.11 alone",
)
def test_recording_anew_gives_what_is_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    try:
        record_model.install(tmp_path)
    except subprocess.CalledProcessError:
        pytest.skip("cannot be had here: the packages that are recorded")
    for path, anew in record_model.record(tmp_path).items():
        with np.load(path) as stored:
            assert set(stored) == set(anew)
            for name, array in anew.items():
                same_as_stored(array, stored[name])


def same_as_stored(array, stored):
    assert array.dtype == stored.dtype
    assert array.shape == stored.shape
    if array.dtype.kind == "U":
        assert (array == stored).all()
    elif array.dtype == np.uint8:
        assert np.abs(array.astype(int) - stored).max() <= 1
    else:
        assert np.allclose(array, stored, rtol=2e-3, atol=1e-5)
