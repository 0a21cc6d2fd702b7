"""How far a layer's output is from its input: the shortest way in the graph of what needs what.

    graph = recurrence(n=8)
    way(graph, (1, 7), (0, 0))     # from the last output back to the first token: all its nodes

A node is (level, place): level 0 holds the tokens, the last level the outputs. A graph is a
dictionary: for each node, the nodes that it is computed from.
"""

import math

from helpers.checking import takes
from helpers.single_values import count


@takes(n=count)
def attention(n):
    """One layer: every output needs all tokens."""
    return {(1, i): [(0, j) for j in range(n)] for i in range(n)}


@takes(n=count)
def recurrence(n):
    """One layer: every state needs its token and the state before it."""
    graph = {(1, i): [(0, i), (1, i - 1)] for i in range(1, n)}
    return {(1, 0): [(0, 0)]} | graph


@takes(n=count, k=count)
def convolutions(n, k, dilated=False):
    """Layers with a window of k that looks back, as many as the last output needs to see all n.

    dilated: the tokens of a window are 1 apart in the first layer, then k, k², …
    """
    graph, layers = {}, layers_needed(n, k, dilated)
    for layer in range(layers):
        apart = k**layer if dilated else 1
        for i in range(n):
            window = [i - j * apart for j in range(k)]
            graph[layer + 1, i] = [(layer, j) for j in window if j >= 0]
    return graph


@takes(n=count, k=count)
def layers_needed(n, k, dilated=False):
    """How many layers the last of n outputs needs to see the first token.

    A layer with a window of k adds k − 1 tokens to what is seen; a dilated one multiplies it by k.
    """
    if k == 1 and n > 1:
        raise ValueError("k: given 1, needed 2 at least: a window of 1 sees no other token")
    if not dilated:
        return math.ceil((n - 1) / (k - 1)) if n > 1 else 0
    layers = 0
    while k**layers < n:
        layers += 1
    return layers


def way(graph, start, end):
    """The nodes of a shortest way from start back to end, both included; None if there is none."""
    came_from = search(graph, start)
    if end not in came_from:
        return None
    nodes = [end]
    while nodes[-1] != start:
        nodes.append(came_from[nodes[-1]])
    return nodes[::-1]


def search(graph, start):
    """Breadth first: all nodes one step away, then all that are two steps away, and so on.

    For every node that can be reached, the node from which it was reached first.
    """
    came_from, front = {start: None}, [start]
    while front:
        reached = []
        for node in front:
            for needed in graph.get(node, []):
                if needed not in came_from:
                    came_from[needed] = node
                    reached.append(needed)
        front = reached
    return came_from


def steps_between_ends(graph, n):
    """The steps from the last output back to the first token, the pair farthest apart."""
    top = max((level for level, _ in graph), default=0)  # no layer: the tokens are the outputs
    return len(way(graph, (top, n - 1), (0, 0))) - 1


def steps_in_turn(graph):
    """How many computations wait for each other: the longest chain of nodes."""
    depth = {}
    for node in sorted(graph):  # level by level, from left to right: what a node needs comes first
        depth[node] = 1 + max(depth.get(needed, 0) for needed in graph[node])
    return max(depth.values(), default=0)
