# %% task [markdown]
# **Exercise** (*Deeper*; find an example). Replace only the three dots. `my_test` tries a function
# `attend` on an example and says whether its output is right. Choose the example: small arrays `Q`
# `(n, d_k)`, `K` `(m, d_k)`, `V` `(m, d_v)`. The test must accept $AV$, where $A =
# \operatorname{softmax}(QK^\top)$, and reject these mistakes: $A^\top V$, $AK$, $AV^\top$;
# $KQ^\top$ or $QK$ for $QK^\top$; scaled scores; a softmax down the columns or over all scores; the
# mean of `V` or the first query's output for every query; one number off by 0.01. On the three
# inputs it would accept $KQ^\top$, too.
# %% stub
def my_test(attend):
    Q, K, V = ...  # three arrays: about 3 lines
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# %% solution
def my_test(attend):
    Q = np.array([[1, 0, 0], [0, 1, 0]])  # (n, d_k)
    K = np.array([[0, 1, 0], [2, 0, 0]])  # (m, d_k)
    V = np.array([[1], [5]])  # (m, d_v)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# %% why [markdown]
# Its raw scores [[0, 2], [1, 0]] are not symmetric, and its sizes are not all equal.
# %% hints [markdown]
# - Why do the three inputs not expose K Qᵀ? Print Q @ K.T of your own example.
# - Take two queries and two or three keys, d_k = 3 and d_v = 1, and small whole numbers.
# - Q = np.array([[1, 0, 0], [0, 1, 0]]). Now choose the two rows of K so that Q @ K.T is not
#   symmetric.
# %% cases
import math
from dataclasses import dataclass

import numpy as np

from helpers.exercises.engine.exercise import Case

from .shared import by_hand, right, softmax

title = "an example that exposes mistakes"
deeper = True


@dataclass(frozen=True)
class Attend:
    """An attention, right or wrong, that a test is tried on. hidden: why a test may not see it."""

    text: str
    does: object
    hidden: str = ""

    def __call__(self, Q, K, V):
        if not all(isinstance(x, np.ndarray) and x.ndim == 2 for x in (Q, K, V)):
            raise TypeError("attend takes matrices, such as np.array([[1, 2], [3, 4]])")
        return self.does(Q, K, V)

    def __repr__(self):
        return self.text


def one_off(Q, K, V):
    outputs = right(Q, K, V)
    outputs[-1, -1] -= 0.01
    return outputs


def not_fitting(Q, K, V):
    raise ValueError("shapes do not fit")


RIGHT = Attend("softmax(Q Kᵀ) V, which is right", right)
ONE_OFF, NOT_FITTING, *OTHERS = WRONG = (  # the mistakes that the task names, and an error
    Attend(
        "A V with one number off by 0.01",
        one_off,
        "Keep the last line: the largest difference, without its sign, is below 1e-9.",
    ),
    Attend(
        "one that stops, since its shapes do not fit",
        not_fitting,
        "Keep the line below except: it returns False.",
    ),
    Attend(
        "the mean of V, for every query",
        lambda Q, K, V: np.zeros((len(Q), 1)) + V.mean(0),
        "As far as your test can see, the output is the plain mean of the values: take at least "
        "two keys, with different scores and clearly different values.",
    ),
    Attend(
        "a softmax over all of Q Kᵀ at once",
        by_hand(np.max),
        "With a single query, one row is everything: take two queries.",
    ),
    Attend(
        "softmax(K Qᵀ) V",
        lambda Q, K, V: right(K, Q, V),
        "Are your raw scores symmetric, or so far apart that each query picks one key?",
    ),
    Attend(
        "a softmax down the columns of Q Kᵀ",
        lambda Q, K, V: softmax(Q @ K.T, axis=0) @ V,
        "Do the exponentials have the same sums down the columns as along the rows?",
    ),
    Attend("Aᵀ V", lambda Q, K, V: softmax(Q @ K.T).T @ V, "Are your weights A symmetric?"),
    Attend(
        "softmax(Q K) V",
        lambda Q, K, V: right(Q, K.T, V),
        "Is your K symmetric, or are the scores so far apart that each query picks one key?",
    ),
    Attend("A K", lambda Q, K, V: right(Q, K, K), "Is your V the same as your K?"),
    Attend("A Vᵀ", lambda Q, K, V: right(Q, K, V.T), "Is your V symmetric?"),
    Attend(
        "the first query's output for every query",
        lambda Q, K, V: np.zeros((len(Q), 1)) + right(Q[0], K, V),
        "All your queries get the same output: either the scores of each differ by the same "
        "amounts, and only differences count, or all queries pick one key. Change one number of Q.",
    ),
    Attend(
        "softmax(Q Kᵀ / √d_k) V, which is scaled",
        lambda Q, K, V: right(Q / math.sqrt(Q.shape[1]), K, V),
        "Is your d_k 1, whose root is 1 as well, or are the scores so far apart that the softmax "
        "is saturated?",
    ),
)


def passes(attend):
    says = f"Your test accepts “{attend.text}”. {attend.hidden}"
    return Case("a wrong attention", (attend,), says)


def reference(attend):
    return attend.does is right


def draw(rng):
    return ((*WRONG, RIGHT)[rng.integers(len(WRONG) + 1)],)


cases = (
    passes(ONE_OFF),
    passes(NOT_FITTING),
    Case(
        "the right attention",
        (RIGHT,),
        "Your test rejects the right attention: keep the lines below Q, K, V as they were.",
    ),
    *map(passes, OTHERS),
)


# fmt: off
# %% mistake
# Your test is False even for the right attention. Do your shapes fit: three matrices, Q and K
# equally wide, K and V with equally many rows?
def my_test(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.array([[1.0, 2.0, 0.0, 1.0], [3.0, 4.0, 1.0, 1.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “a softmax down the columns of Q Kᵀ”.
def my_test(attend):
    Q, K, V = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.eye(3), np.array([[1.0], [5.0], [2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “Aᵀ V”.
def my_test(attend):
    Q, K, V = np.eye(2), np.log([[3.0, 2.0], [4.0, 6.0]]).T, np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “softmax(K Qᵀ) V”.
def my_test(attend):
    Q, K, V = np.eye(2), np.eye(2), np.eye(2)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “the mean of V, for every query”.
def my_test(attend):
    Q = np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    K = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 2.0, 0.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 9.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “softmax(Q Kᵀ / √d_k) V, which is scaled”.
def my_test(attend):
    Q = np.array([[1.0], [2.0]])
    K = np.array([[0.5], [1.0], [-1.0]])
    V = np.array([[1.0, 0.0, 2.0, 5.0], [0.0, 3.0, 1.0, 1.0], [4.0, 4.0, 0.0, 2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “a softmax over all of Q Kᵀ at once”.
def my_test(attend):
    Q = np.array([[1.0, 2.0]])
    K = np.array([[0.5, 1.0], [1.0, 0.0], [0.0, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “softmax(Q K) V”.
def my_test(attend):
    Q = np.array([[1.0, 0.0], [1.0, 2.0]])
    K = np.array([[1.0, 0.5], [0.5, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “A Vᵀ”.
def my_test(attend):
    Q = np.array([[1.0, 0.5], [-0.3, 2.0]])
    K = np.array([[0.2, 1.5], [1.3, -2.0], [0.4, 0.6]])
    V = np.eye(3)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: TypeError: attend takes matrices, such as np.array([[1, 2],
def my_test(attend):
    Q = [[1.0, -0.5], [0.2, 0.8]]
    K = [[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]]
    V = [[1.0, -2.0, 3.0, 0.5], [0.1, 5.0, 1.0, -1.0], [2.0, -7.0, 1.5, 0.3]]
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “A K”.
def my_test(attend):
    Q = np.array([[1.0, -0.5], [0.2, 0.8]])
    K = np.array([[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]])
    V = K.copy()
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test rejects the right attention: keep the lines below
def my_test(attend):
    Q = np.array([[1.0, -0.5], [0.2, 0.8]])
    K = np.array([[0.3, 1.0], [2.0, -0.4], [-1.2, 0.9]])
    V = np.array([[1.0, -2.0, 3.0, 0.5], [0.1, 5.0, 1.0, -1.0], [2.0, -7.0, 1.5, 0.3]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1 / math.sqrt(2)).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: either the scores of each differ by the same amounts
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[1, 2, 3], [4, 5, 6]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# %% wrong: Your test accepts “A V with one number off by 0.01”.
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [2, 0, 0]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False
    return bool(off.max() < 1e-9)
# %% wrong: Keep the line below except: it returns False.
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [2, 0, 0]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return True
    return bool(np.abs(off).max() < 1e-9)
