"""What several exercises of notebook 02 share."""

from helpers.exercises.engine.draws import far_sizes, numbers


def raw(Q, K):
    return Q @ K.T


def two_sentences(rng):
    n, m, d_y, d_x, d_k = far_sizes(rng, 5)
    Y, X = numbers(rng, n, d_y), numbers(rng, m, d_x)
    return Y, X, numbers(rng, d_y, d_k), numbers(rng, d_x, d_k)
