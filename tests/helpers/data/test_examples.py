"""The examples are what they claim to be, and ours show the mistakes that the documents' hide."""

from itertools import combinations

import numpy as np
import pytest

from helpers.attention import attention, scores, softmax
from helpers.data import examples
from helpers.data.examples import Example, readonly

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


# What they are


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_arrays_are_read_only_numbers(array):
    assert array.dtype in (np.int64, np.float64)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


def test_readonly_keeps_whole_numbers_whole():
    assert readonly([1, 2], [3, 4]).dtype == np.int64
    assert readonly([1, 2], [3, 4.5]).dtype == np.float64
    assert readonly(1, 2).shape == (2,)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_fits_together(example):
    Q, K, V = projections(example)
    assert len(example.queries) == len(example.Y) == len(Q)
    assert len(example.keys) == len(example.X) == len(K) == len(V)
    assert example.source
    with pytest.raises(AttributeError):
        example.source = "another"


def test_every_size_of_the_cat_sleeps_differs():
    e = examples.THE_CAT_SLEEPS
    (n, d_model), (m, _), (_, d_k), (_, d_v) = (x.shape for x in (e.Y, e.X, e.W_Q, e.W_V))
    assert len({n, m, d_model, d_k, d_v}) == 5


# The right answer, and four wrong turns on the way to it


def truth(Q, K, V):
    return attention(Q, K, V).output


def keys_against_queries(Q, K, V):
    return softmax(scores(K, Q)) @ V  # K Qᵀ


def untransposed(Q, K, V):
    return softmax(Q @ K / np.sqrt(Q.shape[-1])) @ V


def softmax_over_the_queries(Q, K, V):
    return softmax(scores(Q, K), axis=0) @ V


def weights_transposed(Q, K, V):
    return attention(Q, K, V).weights.T @ V


FITS = {  # in "the cat sleeps", K Qᵀ and Aᵀ are (m, n) and Q @ K is (n, d_k) @ (m, d_k)
    "the cat sleeps": [softmax_over_the_queries],
    "we saw her duck": [keys_against_queries, softmax_over_the_queries, weights_transposed],
}
WRONG = [keys_against_queries, untransposed, softmax_over_the_queries, weights_transposed]


@pytest.mark.parametrize("name", OURS)
def test_ours_tell_every_wrong_turn_from_the_truth(name):
    answers = [turn(*OURS[name]) for turn in [truth, *FITS[name]]]
    for one, another in combinations(answers, 2):
        assert one.shape == another.shape
        assert not np.allclose(one, another, rtol=0, atol=0.05)


@pytest.mark.parametrize("name", OURS)
def test_ours_stop_the_wrong_turns_whose_shapes_do_not_fit(name):
    for turn in WRONG:
        if turn not in FITS[name]:
            with pytest.raises(ValueError, match=r"mismatch|shapes"):
                turn(*OURS[name])


@pytest.mark.parametrize("name", OURS)
def test_ours_tell_every_wrong_weight_from_the_truth(name):
    Q, K, V = OURS[name]
    A = attention(Q, K, V).weights  # (n, m)
    tables = [A, softmax(scores(Q, K), axis=0), softmax(scores(K, Q)), A.T]
    for one, another in combinations(tables, 2):
        assert one.shape != another.shape or not np.allclose(one, another, rtol=0, atol=0.05)


@pytest.mark.parametrize("name", OURS)
def test_one_query_of_ours_tells_q_at_K_from_the_truth(name):
    Q, K, _ = OURS[name]
    with pytest.raises(ValueError, match="mismatch"):
        Q[0] @ K


def test_scores_of_we_saw_her_duck_are_not_symmetric():
    Q, K, _ = OURS["we saw her duck"]
    S = scores(Q, K, 1.0)
    assert S.shape == (4, 4)
    assert (S != S.T).any()


# On both documents' examples the same mistakes are hard or impossible to see.


@each_document
def test_scores_of_the_documents_are_symmetric(QKV):
    S = scores(*QKV[:2], 1.0)
    assert (S == S.T).all()


@each_document
def test_keys_against_queries_is_no_mistake_on_the_documents(QKV):
    assert np.allclose(keys_against_queries(*QKV), truth(*QKV), rtol=0, atol=1e-12)


@each_document
def test_the_wrong_axis_is_just_the_transpose_on_the_documents(QKV):
    S = scores(*QKV[:2])
    assert np.allclose(softmax(S, axis=0), softmax(S).T, rtol=0, atol=1e-12)
    assert np.allclose(softmax_over_the_queries(*QKV), weights_transposed(*QKV), rtol=0, atol=1e-12)


def test_q_at_K_runs_silently_on_the_three_inputs():
    Q, K, _ = DOCUMENTS["three inputs"]
    assert (Q[0] @ K).tolist() == [4, 7, 3]
    assert (Q[0] @ K.T).tolist() == [2, 4, 4]
