# %% task [markdown]
# **Exercise** (by hand). Fill in the last row of the postcard: take Input 3 through steps 4 to 7, with
# a pencil, and a calculator for the exponentials. Its query is `[2, 1, 3]`. The keys are `[0, 1, 1]`,
# `[4, 4, 0]` and `[2, 3, 1]`, the values `[1, 2, 3]`, `[2, 8, 0]` and `[2, 6, 3]`. Replace the dots of
# one step, run the cell, go on with the next. Two decimals are enough.
# %% stub
input_3 = [
    [..., ..., ...],  # step 4: its raw scores for Inputs 1, 2 and 3
    [..., ..., ...],  # step 5: its weights
    [..., ..., ...],  # steps 6 and 7: Output 3
]
# %% solution
e = [math.exp(score) for score in (4, 12, 10)]
a1, a2, a3 = (x / sum(e) for x in e)
output = a1 * np.array([1, 2, 3]) + a2 * np.array([2, 8, 0]) + a3 * np.array([2, 6, 3])
input_3 = [[4, 12, 10], [a1, a2, a3], output]
# %% why [markdown]
# The weights are 0.000, 0.881 and 0.119. The largest falls on the value that has 0 in its third
# place.
# %% hints [markdown]
# - Three dot products first: the query [2, 1, 3] with each key. You found them in step 4.
# - Take the exponentials of the three raw scores, and divide each by the sum of all three.
# - Each value counts by its weight. The third numbers of the values are 3, 0 and 3.
# %% cases
from helpers import attention
from helpers.data.examples import THREE_INPUTS

title = "Input 3 by hand"
tolerance = 0.012
steps = (
    (
        "the raw scores",
        "The raw scores are not right: each is the dot product of the query with a key.",
    ),
    (
        "the weights",
        "The weights are not right: exponentials of the raw scores, divided by their sum.",
    ),
    (
        "Output 3",
        "The output is not right: each value times its weight, then column by column the sum.",
    ),
)


def reference():
    X = THREE_INPUTS.X
    raw = X[2] @ THREE_INPUTS.W_Q @ (X @ THREE_INPUTS.W_K).T
    weights = attention.softmax(raw)
    return raw, weights, weights @ (X @ THREE_INPUTS.W_V)


# fmt: off
# %% mistake
# These are the raw scores of Input 1. Here Input 3 asks.
input_3 = [[2, 4, 4], [..., ..., ...], [..., ..., ...]]
# %% mistake
# These are the raw scores of Input 2. Here Input 3 asks.
input_3 = [[4, 16, 12], [..., ..., ...], [..., ..., ...]]
# %% mistake
# You have divided the raw scores by √3. This example does not, as the list of its steps says.
input_3 = [[2.31, 6.93, 5.77], [..., ..., ...], [..., ..., ...]]
# %% mistake
# These weights come from raw scores divided by √3. This example does not divide.
input_3 = [[4, 12, 10], [0.0075, 0.7545, 0.2379], [..., ..., ...]]
# %% mistake
# You divide the raw scores by their sum. The softmax takes exponentials first.
input_3 = [[4, 12, 10], [0.154, 0.462, 0.385], [..., ..., ...]]
# %% mistake
# These are the exponentials. Divide each by the sum of all three.
input_3 = [[4, 12, 10], [54.6, 162754.79, 22026.47], [..., ..., ...]]
# %% mistake
# Right to one decimal: give two.
input_3 = [[4, 12, 10], [0, 0.9, 0.1], [..., ..., ...]]
# %% mistake
# Right to one decimal: give two.
input_3 = [[4, 12, 10], [0, 0.88, 0.12], [2, 7.8, 0.4]]
# %% mistake
# This is the mean of the three values: each must count by its weight.
input_3 = [[4, 12, 10], [0, 0.88, 0.12], [1.67, 5.33, 2.0]]
# %% mistake
# This is Output 1. Here Input 3 asks.
input_3 = [[4, 12, 10], [0, 0.88, 0.12], [1.9366, 6.6831, 1.5951]]
# %% mistake
# This is Output 2. Here Input 3 asks.
input_3 = [[4, 12, 10], [0, 0.88, 0.12], [2.0, 7.964, 0.054]]
# %% mistake
# You mix the keys. The values are to be mixed.
input_3 = [[4, 12, 10], [0, 0.88, 0.12], [3.76, 3.88, 0.12]]
# %% wrong: The raw scores are not right
input_3 = [[4, 12, 11], [..., ..., ...], [..., ..., ...]]
# %% wrong: Right so far: the raw scores. Next: the weights.
input_3 = [[4, 12, 10], [..., ..., ...], [..., ..., ...]]
# %% wrong: The weights are not right
input_3 = [[4, 12, 10], [0.12, 0.88, 0], [..., ..., ...]]
# %% wrong: Right so far: the raw scores, the weights. Next: Output 3.
input_3 = [[4, 12, 10], [0.0, 0.88, 0.12], [..., ..., ...]]
# %% wrong: The output is not right
input_3 = [[4, 12, 10], [0.0, 0.88, 0.12], [2, 7.76, 3]]
# %% wrong: got [0, 0, 88, 0, 12]. In Python decimals come after a point: 0.5, not 0,5.
input_3 = [[4, 12, 10], [0, 0, 88, 0, 12], [..., ..., ...]]
# %% wrong: Right so far: the raw scores. Expected 3 numbers in the weights, got ['0', '0.88', '0.12'].
input_3 = [[4, 12, 10], ["0", "0.88", "0.12"], [2, 7.76, 0.36]]
# %% wrong: Expected 3 numbers in the raw scores, got 4.
input_3 = [4, 12, 10]
# %% wrong: Expected a list of 3 rows
input_3 = 0.36
# %% right
input_3 = [[4, 12, 10], [0.0, 0.88, 0.12], [2.0, 7.76, 0.36]]
# %% right
input_3 = np.array([[4, 12, 10], [0.0003, 0.8805, 0.1192], [1.9997, 7.7599, 0.3584]])
# %% right
w = attention.softmax(np.array([4, 12, 10]))
input_3 = np.array([4, 12, 10]), w, w @ np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
