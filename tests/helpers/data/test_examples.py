"""The examples are what they claim to be, and ours show the mistakes that the documents' hide."""

from itertools import combinations

import numpy as np
import pytest

from helpers import block
from helpers.attention import attention, causal_mask, multi_head_attention, scores, softmax
from helpers.data import examples
from helpers.data.examples import Example

EXAMPLES = {name: value for name, value in vars(examples).items() if isinstance(value, Example)}
ARRAYS = {
    name: value for name, value in vars(examples).items() if isinstance(value, np.ndarray)
} | {
    f"{name}.{field}": value
    for name, example in EXAMPLES.items()
    for field, value in vars(example).items()
    if isinstance(value, np.ndarray)
}


def projections(example):
    return example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V


DOCUMENTS = {
    "three inputs": projections(examples.THREE_INPUTS),
    "five words": (examples.FIVE_WORDS_X,) * 3,
}
OURS = {
    "the cat sleeps": projections(examples.THE_CAT_SLEEPS),
    "we saw her duck": projections(examples.WE_SAW_HER_DUCK),
}
each_document = pytest.mark.parametrize("QKV", DOCUMENTS.values(), ids=DOCUMENTS)


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_arrays_are_read_only_numbers(array):
    assert array.dtype in (np.int64, np.float64)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


# The right answer, and four wrong turns on the way to it


def truth(Q, K, V):
    return attention(Q, K, V).output


def keys_against_queries(Q, K, V):
    return softmax(scores(K, Q)) @ V  # K Qᵀ


def softmax_over_the_queries(Q, K, V):
    return softmax(scores(Q, K), axis=0) @ V


def weights_transposed(Q, K, V):
    return attention(Q, K, V).weights.T @ V


FITS = {  # in "the cat sleeps", K Qᵀ and Aᵀ are (m, n) and Q @ K is (n, d_k) @ (m, d_k)
    "the cat sleeps": [softmax_over_the_queries],
    "we saw her duck": [keys_against_queries, softmax_over_the_queries, weights_transposed],
}


@pytest.mark.parametrize("name", OURS)
def test_ours_tell_every_wrong_turn_from_the_truth(name):
    answers = [turn(*OURS[name]) for turn in [truth, *FITS[name]]]
    for one, another in combinations(answers, 2):
        assert one.shape == another.shape
        assert not np.allclose(one, another, rtol=0, atol=0.05)


def test_one_more_word_leaves_the_toy_as_it_was_where_it_is_hidden():
    """Notebooks 02, 03 and 05 meet the same numbers; and no two keys of "it" share a score."""
    Q, K, _ = projections(examples.IT_TIRED)
    S = scores(Q, K, 1.0)
    assert S[2].tolist() == [3, 1, -1, 2]
    assert (S != S.T).any()
    hidden = attention(*projections(examples.IT_TIRED), mask=np.tri(4, dtype=bool))
    toy = attention(*projections(examples.TOO_TIRED))
    assert np.allclose(hidden.weights[2], [*toy.weights[2], 0])
    assert np.allclose(hidden.output[2], toy.output[2])
    assert np.array_equal(examples.IT_TIRED.X[:3], examples.IT_WIDE.X[:3])


# On both documents' examples the same mistakes are hard or impossible to see.


@each_document
def test_scores_of_the_documents_are_symmetric(QKV):
    S = scores(*QKV[:2], 1.0)
    assert (S == S.T).all()


@each_document
def test_the_wrong_axis_is_just_the_transpose_on_the_documents(QKV):
    S = scores(*QKV[:2])
    assert np.allclose(softmax(S, axis=0), softmax(S).T, rtol=0, atol=1e-12)
    assert np.allclose(softmax_over_the_queries(*QKV), weights_transposed(*QKV), rtol=0, atol=1e-12)


def test_the_third_rule_of_the_model_that_writes_is_met_by_the_second_the_alone():
    """By none of the others nearly: notebook 08 draws them beside its line."""
    model, ids = examples.THE_CAT_SAT, [0, 1, 2, 3, 4, 1, 5]
    w, X = model.weights, model.E[ids]
    y = block.layer_norm(X, *w.norm_1)
    X = X + multi_head_attention(y, y, *w.attention, causal_mask(len(ids))).output
    read = block.layer_norm(X, *w.norm_2)
    assert np.allclose(read[5, [1, 7]], 0.70, atol=0.005)
    answers = read @ w.mlp.W_1[:, 2] + w.mlp.b_1[2]
    assert [*np.flatnonzero(answers > 0)] == [5]
    assert answers[5] > 0.15
    assert np.delete(answers, 5).max() < -0.15
