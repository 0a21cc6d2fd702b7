"""Counts of multiplications, and paths, against their formulas."""

import math
from itertools import pairwise

import numpy as np
import pytest

from helpers import attention
from helpers.experiments import multiplications, path_lengths
from helpers.experiments.multiplications import (
    FORMULAS,
    convolution,
    counted,
    recurrence,
    self_attention,
)

RNG = np.random.default_rng(0)


def arrays(n, d, k):
    tokens = RNG.standard_normal((3, n, d))
    matrices = RNG.standard_normal((k, d, d))
    return tokens, matrices


def test_attention_counted_is_attention():
    """The other two are compared with those of notebook 09 (tests/notebooks/test_series.py)."""
    (Q, K, V), _ = arrays(5, 3, 1)
    assert np.allclose(self_attention(Q, K, V), attention.attention(Q, K, V).output)


@pytest.mark.parametrize(("n", "d", "k"), [(1, 1, 1), (5, 3, 2), (4, 6, 3), (7, 2, 4)])
def test_formulas_are_what_is_counted(n, d, k):
    (Q, K, V), W = arrays(n, d, k)
    R = RNG.standard_normal((4, d, d))
    sizes = dict(n=n, d=d, k=k)

    def with_projections(X, W_Q, W_K, W_V, W_O):
        return self_attention(X @ W_Q, X @ W_K, X @ W_V) @ W_O

    assert counted(self_attention, Q, K, V) == FORMULAS["attention"](**sizes)
    assert counted(recurrence, Q, W[0], R[0]) == FORMULAS["recurrence"](**sizes)
    assert counted(convolution, Q, W) == FORMULAS["convolution"](**sizes)
    assert counted(with_projections, Q, *R) == FORMULAS["attention with W_Q, W_K, W_V, W_O"](
        **sizes
    )


def test_bytes_of_a_cache():
    kept = [np.zeros((12, 2, 100, 64), np.float16) for _ in "KV"]  # (layers, heads, n, d_k)
    assert multiplications.cache_bytes(12, 100, 2, 64) == sum(x.nbytes for x in kept)
    with pytest.raises(ValueError, match=r"^heads: given 0"):
        multiplications.cache_bytes(12, 100, 0, 64)


# --- paths


def test_a_way_leads_from_an_output_to_what_it_needs():
    graph = path_lengths.convolutions(6, 2, dilated=True)
    nodes = path_lengths.way(graph, (3, 5), (0, 0))
    assert (nodes[0], nodes[-1]) == ((3, 5), (0, 0))
    assert all(below in graph[above] for above, below in pairwise(nodes))
    assert path_lengths.way(graph, (3, 0), (0, 5)) is None  # no later token is needed


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 10, 27, 28])
def test_the_steps_between_ends_are_the_documents_formulas(n):
    assert path_lengths.steps_between_ends(path_lengths.attention(n), n) == 1
    assert path_lengths.steps_between_ends(path_lengths.recurrence(n), n) == n
    for k in (2, 3, 4):
        if n > 1:
            near = math.ceil((n - 1) / (k - 1))
            far = math.ceil(round(math.log(n, k), 9))
            assert path_lengths.steps_between_ends(path_lengths.convolutions(n, k), n) == near
            assert (
                path_lengths.steps_between_ends(path_lengths.convolutions(n, k, dilated=True), n)
                == far
            )


def test_steps_in_turn_are_the_longest_chain():
    assert path_lengths.steps_in_turn(path_lengths.attention(7)) == 1
    assert path_lengths.steps_in_turn(path_lengths.recurrence(7)) == 7
    assert path_lengths.steps_in_turn(path_lengths.convolutions(7, 3)) == 3


def test_one_token_needs_no_layer():
    graph = path_lengths.convolutions(1, 3)
    assert graph == {}
    assert path_lengths.steps_between_ends(graph, 1) == path_lengths.steps_in_turn(graph) == 0


def test_a_window_of_1_sees_no_other_token():
    assert path_lengths.layers_needed(1, 1) == 0
    with pytest.raises(ValueError, match=r"^k: given 1"):
        path_lengths.layers_needed(2, 1)
