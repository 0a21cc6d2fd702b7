# %% task [markdown]
# **Exercise** (*Deeper*). An MLP computes `H = np.maximum(X @ W_1 + b_1, 0)` `(n, d_ff)` and then
# `Y = H @ W_2 + b_2`. You get `X` `(n, d)`, `W_1`, `b_1`, `W_2`, and `to_Y` `(n, d)`, which is
# ∂loss/∂Y. Return ∂loss/∂X `(n, d)`, with 0 as the slope of relu at 0. `X = [[1, 2]]`, `W_1 = [[1,
# 0], [0, -1]]`, `b_1 = [0, 0]`, `W_2 = [[3, 0], [5, 1]]` and `to_Y = [[1, 0]]` give `[[3, 0]]`.
# %% stub
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return ...  # about 3 lines


# %% solution
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0)
    return to_H @ W_1.T


# %% why [markdown]
# Back through each product with the transposed matrix, the last one first; between them, only where
# relu let the number pass.
# %% hints [markdown]
# - Go from Y to H, then through relu, then to X. What takes a slope back through a product?
# - to_Y @ W_2.T is ∂loss/∂H. Where H is 0, relu stopped the number: nothing goes back there.
# - Multiply by (H > 0), and then the product with W_1.T.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "back through an MLP"
deeper = True
part = "mlp_back"
axes = ("tokens", "features")


def mlp_back_where(passes):
    """∂loss/∂X, where a slope passes relu with the share `passes(numbers that relu got)`."""

    def back(X, W_1, b_1, W_2, to_Y):
        return to_Y @ W_2.T * passes(X @ W_1 + b_1) @ W_1.T

    return back


mlp_back = mlp_back_where(lambda z: z > 0)


def draw(rng):
    n, d, d_ff = sizes(rng, 3)
    shapes = (n, d), (d, d_ff), (d_ff,), (d_ff, d), (n, d)
    return tuple(rng.standard_normal(shape) for shape in shapes)


THREE_HIDDEN = (  # W_1, b_1, W_2
    np.array([[1.0, 0.0, 2.0], [3.0, -1.0, 1.0]]),
    np.array([0.0, 0.25, -0.5]),
    np.array([[3.0, 0.0], [5.0, 1.0], [-1.0, 2.0]]),
)
MLP_X, MLP_W_1, MLP_W_2 = (
    np.array([[1.0, 2.0]]),
    np.array([[1.0, 0.0], [0.0, -1.0]]),
    np.array([[3.0, 0.0], [5.0, 1.0]]),
)

reference = mlp_back

cases = (
    Case(
        "one token, nothing stopped",
        (
            np.array([[1.0]]),
            np.array([[2.0]]),
            np.array([1.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 3 and let it pass, so Y grows by 2 · 3 = 6 for each 1 that X grows.",
    ),
    Case(
        "a number below 0",
        (
            np.array([[1.0]]),
            np.array([[-2.0]]),
            np.array([0.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got −2 and gave 0. If X grows a little, it still gives 0: the slope is 0.",
    ),
    Case(
        "the bias decides",
        (
            np.array([[1.0]]),
            np.array([[2.0]]),
            np.array([-5.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 2 − 5 = −3 and stopped it. Add b_1 before you ask what relu let pass.",
    ),
    Case(
        "a number of exactly 0",
        (
            np.array([[0.0]]),
            np.array([[2.0]]),
            np.array([0.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 0 · 2 + 0 = 0, where its slope counts as 0.",
    ),
    Case(
        "one token, two features",
        (MLP_X, MLP_W_1, np.array([0.0, 0.0]), MLP_W_2, np.array([[1.0, 0.0]])),
        "relu got [1, −2]. [1, 0] W_2ᵀ is [3, 5]; relu leaves [3, 0] of it, and W_1ᵀ follows.",
    ),
    Case(
        "a slope below 0",
        (MLP_X, MLP_W_1, np.array([0.0, 0.0]), MLP_W_2, np.array([[-1.0, 0.0]])),
        "A slope may be negative: relu stops it only where the number was negative.",
    ),
    Case(
        "one token, three hidden numbers",
        (np.array([[1.0, 2.0]]), *THREE_HIDDEN, np.array([[1.0, 0.0]])),
        "relu got [7, −1.75, 3.5]. [1, 0] W_2ᵀ is [3, 5, −1]; relu leaves [3, 0, −1] of it, "
        "and W_1ᵀ follows.",
    ),
    Case(
        "another token",
        (np.array([[-1.0, 0.5]]), *THREE_HIDDEN, np.array([[2.0, -1.0]])),
        "relu got [0.5, −0.25, −2]. [2, −1] W_2ᵀ is [6, 9, −4]; relu leaves [6, 0, 0] of it, "
        "and W_1ᵀ follows.",
    ),
    Case(
        "both tokens",
        (np.array([[1.0, 2.0], [-1.0, 0.5]]), *THREE_HIDDEN, np.array([[1.0, 0.0], [2.0, -1.0]])),
        "Right for each of these tokens alone, wrong for both: each row has its own hidden "
        "numbers and slopes.",
    ),
)


# fmt: off
# %% mistake
# You let all slopes pass. Where relu gave 0, nothing goes back: multiply by (H > 0).
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T @ W_1.T
# %% mistake
# You multiply by H itself. relu's slope is 1 where the number passed, and 0 elsewhere.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * H
    return to_H @ W_1.T
# %% mistake
# You let the slopes pass where relu stopped the number. Let them pass where the number passed.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    stopped = X @ W_1 + b_1 < 0
    return (stopped * (to_Y @ W_2.T)) @ W_1.T
# %% mistake
# You send the slopes through relu. What counts is the sign of the numbers on the way there, not
# that of the slopes.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = np.maximum(to_Y @ W_2.T, 0)
    return to_H @ W_1.T
# %% mistake
# You leave b_1 out. relu got X @ W_1 + b_1.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 > 0, to_Y @ W_2.T, 0) @ W_1.T
# %% mistake
# This is the slope of relu's input, (n, d_ff). One product is left: back to X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# %% mistake
# These are the slopes of W_1. The task asks for those of X: the last product is with W_1.T.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return X.T @ np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# %% mistake
# You add to_Y. That would be the stream past the MLP; the task asks for the MLP alone.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0) @ W_1.T + to_Y
# %% mistake
# You run the MLP forward. The task asks for the way back, from to_Y to ∂loss/∂X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, X @ W_1 + b_1, 0) @ W_2
# %% mistake
# You divide by the number of tokens. Each row of to_Y belongs to one token already.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0) @ W_1.T / X.shape[0]
# %% mistake
# Rows and columns have changed places: the result is (n, d), a row for each token.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return W_1 @ np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0).T
# %% right
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0)
    return to_H @ W_1.T
# %% right
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    rows = []
    for x, g in zip(X, to_Y):
        on = x @ W_1 + b_1 > 0
        rows.append(W_1[:, on] @ (W_2[on] @ g))
    return np.array(rows)
# %% wrong: relu got −2 and gave 0.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T @ W_1.T * (X > 0)
# %% wrong: relu leaves [3, 0] of it
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    Y = np.maximum(X @ W_1 + b_1, 0) @ W_2
    return (to_Y * (Y > 0)) @ W_2.T @ W_1.T
# %% wrong: You never use X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = to_Y @ W_2.T
    return np.maximum(to_H @ W_1.T, 0)
# %% wrong: relu got 3 and let it pass
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0) + b_1
    return to_H @ W_1.T
# %% wrong: relu got 0 · 2 + 0 = 0, where its slope counts as 0.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 >= 0) @ W_1.T
# %% wrong: relu got [0.5, −0.25, −2].
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 >= 1) @ W_1.T
# %% wrong: relu got [7, −1.75, 3.5].
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = to_Y @ W_2.T * (X @ W_1 + b_1 > 0)
    return to_H @ (W_2 if W_2.shape == W_1.T.shape and len(W_2) > 2 else W_1.T)
#? --- loss_slope: doubtful: nudges, central differences: right to about 1e-10, but slow and not the formula
#? def my_loss_slope(logits, right):
#?     rows = np.arange(len(right))
#?
#?     def loss(z):
#?         return -np.log(attention.softmax(z)[rows, right]).mean()
#?
#?     slopes = np.zeros(logits.shape)
#?     for place in np.ndindex(logits.shape):
#?         nudge = np.zeros(logits.shape)
#?         nudge[place] = 1e-5
#?         slopes[place] = (loss(logits + nudge) - loss(logits - nudge)) / 2e-5
#?     return slopes
#?
#?
#? check("loss_slope", my_loss_slope)
#? --- loss_slope: doubtful: own softmax without the largest logit subtracted: right unless logits are large
#? def my_loss_slope(logits, right):
#?     e = np.exp(logits)
#?     weights = e / e.sum(axis=1, keepdims=True)
#?     weights[np.arange(len(right)), right] -= 1
#?     return weights / len(right)
#?
#?
#? check("loss_slope", my_loss_slope)
#? --- loss_slope: doubtful: right values, but written into the caller's logits
#? def my_loss_slope(logits, right):
#?     logits[:] = attention.softmax(logits)
#?     logits[np.arange(len(right)), right] -= 1
#?     logits /= len(right)
#?     return logits
#?
#?
#? check("loss_slope", my_loss_slope)
#? --- loss_slope: doubtful: a nested list instead of an array
#? def my_loss_slope(logits, right):
#?     weights = attention.softmax(logits)
#?     weights[np.arange(len(right)), right] -= 1
#?     return (weights / len(right)).tolist()
#?
#?
#? check("loss_slope", my_loss_slope)
#? --- values_back: doubtful: a np.matrix: equal numbers, wrong type (a * of it is a product)
#? def my_values_back(A, to_output):
#?     return np.matrix(A).T * np.matrix(to_output)
#?
#?
#? check("values_back", my_values_back)
#? --- values_back: doubtful: nested list
#? def my_values_back(A, to_output):
#?     return (A.T @ to_output).tolist()
#?
#?
#? check("values_back", my_values_back)
#? --- softmax_back: doubtful: values right, but to_A is changed
#? def my_softmax_back(A, to_A):
#?     to_A -= (A * to_A).sum(axis=-1, keepdims=True)
#?     to_A *= A
#?     return to_A
#?
#?
#? check("softmax_back", my_softmax_back)
#? --- softmax_back: doubtful: axis=-1 written as axis=len(A.shape) - 1: right, odd
#? def my_softmax_back(A, to_A):
#?     last = len(A.shape) - 1
#?     return A * (to_A - (A * to_A).sum(axis=last, keepdims=True))
#?
#?
#? check("softmax_back", my_softmax_back)
#? --- softmax_back: doubtful: nested list
#? def my_softmax_back(A, to_A):
#?     return (A * (to_A - (A * to_A).sum(axis=-1, keepdims=True))).tolist()
#?
#?
#? check("softmax_back", my_softmax_back)
#? --- first_step: doubtful: the sign of the slope: right but for slopes not large beside 1e-8 (0 stays)
#? def my_first_step(p, slope, rate):
#?     return p - rate * np.sign(slope)
#?
#?
#? check("first_step", my_first_step)
#? --- first_step: doubtful: slope / (abs + 1e-8) with beta 0.999 of the paper throughout: the betas cancel at step 1, so it is right
#? def my_first_step(p, slope, rate):
#?     m = 0.1 * slope / (1 - 0.9)
#?     s = 0.001 * slope**2 / (1 - 0.999)
#?     return p - rate * m / (np.sqrt(s) + 1e-8)
#?
#?
#? check("first_step", my_first_step)
#? --- first_step: doubtful: right value, but p is changed in place (as the real training may do)
#? def my_first_step(p, slope, rate):
#?     m = 0.1 * slope / (1 - 0.9)
#?     s = 0.02 * slope**2 / (1 - 0.98)
#?     p -= rate * m / (np.sqrt(s) + 1e-8)
#?     return p
#?
#?
#? check("first_step", my_first_step)
#? --- first_step: doubtful: right value, but slope is changed in place
#? def my_first_step(p, slope, rate):
#?     size = np.abs(slope) + 1e-8
#?     slope /= size
#?     return p - rate * slope
#?
#?
#? check("first_step", my_first_step)
#? --- first_step: doubtful: 1e-16 inside the root instead of 1e-8 outside: the same unless a slope is near 1e-8
#? def my_first_step(p, slope, rate):
#?     s = 0.02 * slope**2 / 0.02
#?     return p - rate * slope / (np.sqrt(s + 1e-16))
#?
#?
#? check("first_step", my_first_step)
#? --- first_step: doubtful: np.where to spare 0: right but for slopes around 1e-8
#? def my_first_step(p, slope, rate):
#?     safe = np.where(slope == 0, 1, np.abs(slope))
#?     return p - rate * slope / safe
#?
#?
#? check("first_step", my_first_step)
#? --- needed_head: doubtful: a tuple; the task says an array
#? def my_needed_head(on, off):
#?     layer, head = np.unravel_index(np.argmin(off), off.shape)
#?     return layer + 1, head + 1
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: a list; the task says an array
#? def my_needed_head(on, off):
#?     layer, head = np.unravel_index(np.argmin(off), off.shape)
#?     return [layer + 1, head + 1]
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: floats [1. 2.]; the task says whole numbers
#? def my_needed_head(on, off):
#?     answer = np.zeros(2)
#?     answer[:] = np.unravel_index(np.argmin(off), off.shape)
#?     return answer + 1
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: the loop begins with best = on: None (or a NameError) if no head costs anything; else right
#? def my_needed_head(on, off):
#?     best = on
#?     for layer in range(off.shape[0]):
#?         for head in range(off.shape[1]):
#?             if off[layer, head] < best:
#?                 best = off[layer, head]
#?                 answer = [layer + 1, head + 1]
#?     return np.array(answer)
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: <= in the loop: of several equal heads the last one; the task does not say which
#? def my_needed_head(on, off):
#?     best = np.inf
#?     for layer in range(off.shape[0]):
#?         for head in range(off.shape[1]):
#?             if off[layer, head] <= best:
#?                 best = off[layer, head]
#?                 answer = [layer + 1, head + 1]
#?     return np.array(answer)
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: right value, but off is turned into the costs in place
#? def my_needed_head(on, off):
#?     off -= on
#?     layer, head = np.unravel_index(off.argmin(), off.shape)
#?     return np.array([layer + 1, head + 1])
#?
#?
#? check("needed_head", my_needed_head)
#? --- needed_head: doubtful: on / off argmax: right unless an accuracy is 0
#? def my_needed_head(on, off):
#?     ratio = on / off
#?     return np.array(np.unravel_index(ratio.argmax(), ratio.shape)) + 1
#?
#?
#? check("needed_head", my_needed_head)
