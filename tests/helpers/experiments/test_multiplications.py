"""Counts against loops, and paths against every way there is."""

import math
from itertools import pairwise

import numpy as np
import pytest

from helpers import attention
from helpers.experiments import multiplications, path_lengths
from helpers.experiments.multiplications import (
    FORMULAS,
    Counted,
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


@pytest.mark.parametrize(("n", "d", "k"), [(1, 1, 1), (5, 3, 2), (4, 6, 3), (2, 5, 4)])
def test_layers_give_what_loops_give(n, d, k):
    (Q, K, V), W = arrays(n, d, k)
    R = RNG.standard_normal((d, d))
    assert np.allclose(self_attention(Q, K, V), attention.attention(Q, K, V).output)
    state, states, windows = np.zeros(d), [], np.zeros((n, d))
    for i in range(n):
        state = np.array([math.tanh(Q[i] @ W[0][:, t] + state @ R[:, t]) for t in range(d)])
        states.append(state)
        for j in range(k):  # W[k − 1] is for the token itself
            if i - (k - 1 - j) >= 0:
                windows[i] += Q[i - (k - 1 - j)] @ W[j]
    assert np.allclose(recurrence(Q, W[0], R), states)
    assert np.allclose(convolution(Q, W), windows)


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


def test_counting_changes_no_result():
    (Q, K, V), _ = arrays(4, 3, 1)
    counting = np.vectorize(Counted, otypes=[object])
    result = self_attention(counting(Q), counting(K), counting(V)).astype(float)
    assert np.allclose(result, self_attention(Q, K, V), rtol=1e-13)


def test_layers_keep_float32():
    (Q, K, V), W = arrays(4, 3, 2)
    Q, K, V, W = (x.astype(np.float32) for x in (Q, K, V, W))
    for result in (self_attention(Q, K, V), recurrence(Q, *W), convolution(Q, W)):
        assert result.dtype == np.float32


def test_bytes_of_a_cache():
    kept = [np.zeros((12, 2, 100, 64), np.float16) for _ in "KV"]  # (layers, heads, n, d_k)
    assert multiplications.cache_bytes(12, 100, 2, 64) == sum(x.nbytes for x in kept)
    assert multiplications.cache_bytes(12, 100, 2, 64, bytes_per_number=4) == 2 * sum(
        x.nbytes for x in kept
    )
    with pytest.raises(ValueError, match=r"^heads: given 0"):
        multiplications.cache_bytes(12, 100, 0, 64)


# --- paths


def shortest_of_all(graph, node, end):
    """By trying every way."""
    if node == end:
        return 0
    ways = (shortest_of_all(graph, needed, end) for needed in graph.get(node, []))
    return 1 + min(ways, default=math.inf)


GRAPHS = {
    "attention": path_lengths.attention(6),
    "recurrence": path_lengths.recurrence(6),
    "convolutions": path_lengths.convolutions(6, 3),
    "dilated": path_lengths.convolutions(6, 2, dilated=True),
}


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_a_way_is_a_shortest_one(graph):
    top = max(level for level, _ in graph)
    for i in range(6):
        for j in range(6):
            nodes = path_lengths.way(graph, (top, i), (0, j))
            best = shortest_of_all(graph, (top, i), (0, j))
            if nodes is None:
                assert best == math.inf
                continue
            assert len(nodes) - 1 == best
            assert nodes[0] == (top, i)
            assert nodes[-1] == (0, j)
            assert all(b in graph[a] for a, b in pairwise(nodes))


def test_the_last_output_and_the_first_token_are_farthest_apart():
    for graph in GRAPHS.values():
        top = max(level for level, _ in graph)
        ways = [shortest_of_all(graph, (top, i), (0, j)) for i in range(6) for j in range(6)]
        assert path_lengths.steps_between_ends(graph, 6) == max(
            steps for steps in ways if steps < math.inf
        )


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


@pytest.mark.parametrize(("n", "k", "dilated"), [(9, 3, False), (9, 3, True), (10, 3, True)])
def test_one_layer_less_does_not_reach_the_first_token(n, k, dilated):
    layers = path_lengths.layers_needed(n, k, dilated)
    graph = path_lengths.convolutions(n, k, dilated)
    assert path_lengths.way(graph, (layers, n - 1), (0, 0))
    assert path_lengths.way(graph, (layers - 1, n - 1), (0, 0)) is None


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
