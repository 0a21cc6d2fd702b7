"""Answers to the exercises of notebook 10, each a cell as a student typed it; see __init__.py."""
import numpy as np

from helpers import attention, training
# --- chain: wrong: You forget the second way of x
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w])
# --- chain: wrong: You forget the way of x through u
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    to_x = to_y
    to_w = to_u * x
    return np.array([to_w, to_x])
# --- chain: wrong: w and x have changed places
def my_chain(w, x, target):
    y = w * x + x
    to_y = 2 * (y - target)
    to_w = to_y * w
    to_x = to_y * x + to_y
    return np.array([to_w, to_x])
# --- chain: wrong: The two slopes have changed places
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    to_x = to_y * (w + 1)
    to_w = to_y * x
    return np.array([to_x, to_w])
# --- chain: wrong: A factor 2 is missing
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = y - target
    return np.array([to_y * x, to_y * w + to_y])
# --- chain: wrong: The signs are reversed
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (target - y)
    return np.array([to_y * x, to_y * w + to_y])
# --- chain: wrong: You return the slopes of y with respect to w and x
def my_chain(w, x, target):
    return np.array([x, w + 1.0])
# --- chain: wrong: You compare u with the target
def my_chain(w, x, target):
    u = w * x
    to_u = 2 * (u - target)
    return np.array([to_u * x, to_u * w + to_u])
# --- chain: wrong: You leave the target out
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * y
    return np.array([to_y * x, to_y * (w + 1)])
# --- chain: wrong: You give w a second way
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_w = to_y * x + to_y
    to_x = to_y * w + to_y
    return np.array([to_w, to_x])
# --- chain: wrong: You multiply what comes back along the two ways
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w * to_y])
# --- chain: wrong: You take the mean of the two ways
def my_chain(w, x, target):
    y = w * x + x
    to_y = 2 * (y - target)
    return np.array([to_y * x, np.mean([to_y * w, to_y])])
# --- chain: wrong: You subtract what comes back past u
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([to_y * x, to_y * (w - 1)])
# --- chain: wrong: Past u, too, the slope of y comes back
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w + 1])
# --- chain: wrong: You carry the loss itself back
def my_chain(w, x, target):
    u = w * x
    y = u + x
    loss = (y - target) ** 2
    return np.array([loss * x, loss * w + loss])
# --- chain: wrong: This is a step against the slopes
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([w - to_y * x, x - to_y * (w + 1)])
# --- chain: right
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([to_y * x, to_y * (w + 1)])
# --- chain: right
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_loss = 1
    to_y = to_loss * 2 * (y - target)
    to_u = to_y
    to_w = x * to_u
    to_x = sum([w * to_u, to_y])
    return np.array([to_w, to_x])
# --- chain: right
def my_chain(w, x, target):
    # loss = (x (w + 1) - target)^2, multiplied out
    of_w = 2 * x * (x * w + x - target)
    of_x = 2 * x * (w + 1) ** 2 - 2 * target * (w + 1)
    return np.array([of_w, of_x])
# --- chain: right
def my_chain(w, x, target):
    u = w * x
    y = u + x
    d = y - target
    return np.array([2 * d * x, 2 * d + 2 * d * w])
# --- loss_slope: wrong: You leave out the mean: divide by the number of rows.
def my_loss_slope(logits, right):
    s = attention.softmax(logits)
    for i in range(len(right)):
        s[i, right[i]] -= 1
    return s
# --- loss_slope: wrong: The signs are reversed.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (one_hot - attention.softmax(logits)) / len(right)
# --- loss_slope: wrong: These are the weights alone.
def my_loss_slope(logits, right):
    return attention.softmax(logits) / len(right)
# --- loss_slope: wrong: Your weights add up to 1 down each column.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits, axis=0) - one_hot) / len(right)
# --- loss_slope: wrong: You divide by the number of words.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits) - one_hot) / logits.shape[1]
# --- loss_slope: wrong: You divide by rows times words
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits) - one_hot) / logits.size
# --- loss_slope: right
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits) - one_hot) / len(right)
# --- values_back: wrong: Every value gets the whole slope.
def my_values_back(A, to_output):
    return np.ones(A.shape).T @ to_output
# --- values_back: right
def my_values_back(A, to_output):
    return A.T @ to_output
# --- values_back: right
def my_values_back(A, to_output):
    return np.array([A[:, j] @ to_output for j in range(A.shape[1])])
# --- softmax_back: wrong: You leave out the mean.
def my_softmax_back(A, to_A):
    return A * to_A
# --- softmax_back: wrong: Your mean counts all keys alike.
def my_softmax_back(A, to_A):
    return A * (to_A - to_A.mean(axis=-1, keepdims=True))
# --- softmax_back: wrong: You divide the weighted sum by the number of keys.
def my_softmax_back(A, to_A):
    return A * (to_A - np.mean(A * to_A, axis=-1, keepdims=True))
# --- softmax_back: wrong: The first A is missing
def my_softmax_back(A, to_A):
    return to_A - (A * to_A).sum(axis=-1, keepdims=True)
# --- softmax_back: wrong: Your sum runs over the queries.
def my_softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-2, keepdims=True))
# --- softmax_back: wrong: You subtract A · to_A from the mean.
def my_softmax_back(A, to_A):
    both = A * to_A
    return A * (both.sum(axis=-1, keepdims=True) - both)
# --- softmax_back: right
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (to_A - mean)
# --- softmax_back: right
def my_softmax_back(A, to_A):
    result = np.zeros(np.broadcast(A, to_A).shape)
    for place in np.ndindex(A.shape[:-1]):
        a, g = A[place], to_A[place]
        result[place] = (np.diag(a) - np.outer(a, a)) @ g
    return result
# --- softmax_back: right
def my_softmax_back(A, to_A):
    out = np.zeros_like(to_A)
    for i in np.ndindex(A.shape[:-1]):
        out[i] = A[i] * (to_A[i] - A[i] @ to_A[i])
    return out
# --- first_step: right
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    unbiased = mean / (1 - 0.9)
    size = np.sqrt(square / (1 - 0.98)) + 1e-8
    return p - rate * unbiased / size
# --- first_step: right
def my_first_step(p, slope, rate):
    new = np.zeros(p.shape)
    for i in range(p.shape[0]):
        for j in range(p.shape[1]):
            new[i, j] = p[i, j] - rate * slope[i, j] / (abs(slope[i, j]) + 1e-8)
    return new
# --- first_step: right
def my_first_step(p, slope, rate):
    m = np.zeros_like(slope)
    s = np.zeros_like(slope)
    m += 0.1 * slope
    s += 0.001 * slope**2
    return p - rate * (m / 0.1) / (np.sqrt(s / 0.001) + 1e-8)
# --- mlp_back: wrong: Let them pass where the number passed.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    stopped = X @ W_1 + b_1 < 0
    return (stopped * (to_Y @ W_2.T)) @ W_1.T
# --- mlp_back: wrong: You leave b_1 out.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 > 0, to_Y @ W_2.T, 0) @ W_1.T
# --- mlp_back: wrong: One product is left: back to X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# --- mlp_back: wrong: These are the slopes of W_1.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return X.T @ np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# --- mlp_back: wrong: You add to_Y.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0) @ W_1.T + to_Y
# --- mlp_back: wrong: You run the MLP forward.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, X @ W_1 + b_1, 0) @ W_2
# --- mlp_back: wrong: You divide by the number of tokens.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0) @ W_1.T / X.shape[0]
# --- mlp_back: wrong: Rows and columns have changed places
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return W_1 @ np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0).T
# --- mlp_back: right
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0)
    return to_H @ W_1.T
# --- mlp_back: right
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    rows = []
    for x, g in zip(X, to_Y):
        on = x @ W_1 + b_1 > 0
        rows.append(W_1[:, on] @ (W_2[on] @ g))
    return np.array(rows)
# --- mlp_back: wrong: You let all slopes pass.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T @ W_1.T
# --- mlp_back: wrong: You send the slopes through relu.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = np.maximum(to_Y @ W_2.T, 0)
    return to_H @ W_1.T
# --- mlp_back: wrong: You multiply by H itself.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * H
    return to_H @ W_1.T
# --- mlp_back: wrong: relu got −2 and gave 0.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T @ W_1.T * (X > 0)
# --- mlp_back: wrong: relu leaves [3, 0] of it
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    Y = np.maximum(X @ W_1 + b_1, 0) @ W_2
    return (to_Y * (Y > 0)) @ W_2.T @ W_1.T
# --- mlp_back: wrong: You never use X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = to_Y @ W_2.T
    return np.maximum(to_H @ W_1.T, 0)
# --- mlp_back: wrong: relu got 3 and let it pass
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0) + b_1
    return to_H @ W_1.T
# --- loss_slope: wrong: You subtract 1 in every row at the right words of all rows
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[:, right] -= 1
    return weights / len(right)
# --- loss_slope: wrong: You subtract the number of the right word.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    return (weights - right[:, None]) / len(right)
# --- loss_slope: wrong: You subtract 1 everywhere. Only the right word of each row loses 1.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    return (weights - 1) / len(right)
# --- loss_slope: wrong: You subtract from the logits.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (logits - one_hot) / len(right)
# --- loss_slope: wrong: The weights are 0.5 and 0.5.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(logits)), logits.argmax(axis=1)] -= 1
    return weights / len(logits)
# --- loss_slope: wrong: You subtract 1 at the word before the right one. right counts from 0, as Python does.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right - 1] -= 1
    return weights / len(right)
# --- loss_slope: wrong: These are the slopes for the weights, −1/weight.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    slopes = np.zeros(logits.shape)
    rows = np.arange(len(right))
    slopes[rows, right] = -1 / weights[rows, right]
    return slopes / len(right)
# --- loss_slope: wrong: Only the right word has a slope.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    slopes = np.zeros(logits.shape)
    rows = np.arange(len(right))
    slopes[rows, right] = weights[rows, right] - 1
    return slopes / len(right)
# --- loss_slope: wrong: The first nan (not a number) is at [0, 0]. The weights are 0.5 and 0.5
def my_loss_slope(logits, right):
    A = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    one_hot = np.eye(logits.shape[1])[right]
    return (A - one_hot) / len(right)
# --- loss_slope: wrong: The first nan (not a number) is at [0, 0]. The weights are 1, 0, 0 and 0.
def my_loss_slope(logits, right):
    e = np.exp(logits - logits.mean(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    A[np.arange(len(right)), right] -= 1
    return A / len(right)
# --- values_back: wrong: You send the slopes through A once more.
def my_values_back(A, to_output):
    return A @ to_output
# --- values_back: wrong: Its axes are the other way round.
def my_values_back(A, to_output):
    return to_output @ A
# --- values_back: wrong: The sizes that meet at @ differ: print the shapes on both sides of it.
def my_values_back(A, to_output):
    return A.T @ to_output.T
# --- values_back: wrong: Value 1 went into both outputs: its slope is 0.25 · 4 + 1 · 8 = 9.
def my_values_back(A, to_output):
    return A.reshape(A.shape[1], A.shape[0]) @ to_output
# --- values_back: wrong: You invert A.
def my_values_back(A, to_output):
    return np.linalg.pinv(A) @ to_output
# --- values_back: wrong: You take the mean over the queries.
def my_values_back(A, to_output):
    return A.T @ to_output / len(to_output)
# --- values_back: wrong: You divide by the root of d_v.
def my_values_back(A, to_output):
    return A.T @ to_output / np.sqrt(to_output.shape[1])
# --- values_back: wrong: Value 1 gets 0.25 of the slope 4, value 2 gets 0.75 of it.
def my_values_back(A, to_output):
    return attention.softmax(A.T) @ to_output
# --- values_back: wrong: Each feature by itself: row j is the sum over queries i of A[i, j] · to_output[i].
def my_values_back(A, to_output):
    V_bar = np.zeros((A.shape[1], to_output.shape[1]), dtype=int)
    for i in range(A.shape[0]):
        V_bar += (A[i][:, None] * to_output[i]).astype(int)
    return V_bar
# --- values_back: wrong: A number or an array stands before a bracket, as if it were a function.
def my_values_back(A, to_output):
    return A.T() @ to_output
# --- values_back: wrong: Your result has parts of different shapes, expected one array.
def my_values_back(A, to_output):
    return A.T @ to_output, to_output @ A
# --- values_back: wrong: The signs are reversed.
def my_values_back(A, to_output):
    return -A.T @ to_output
# --- values_back: wrong: You divide by the sum of each column of A.
def my_values_back(A, to_output):
    return (A / A.sum(axis=0)).T @ to_output
# --- softmax_back: wrong: You take one sum of everything. Each query has its own.
def my_softmax_back(A, to_A):
    return A * (to_A - np.sum(A * to_A))
# --- softmax_back: wrong: Brackets are missing:
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * to_A - mean
# --- softmax_back: wrong: You use A (1 − A), as if every score moved its own weight alone.
def my_softmax_back(A, to_A):
    return to_A * A * (1 - A)
# --- softmax_back: wrong: The signs are reversed: it is to_A minus the mean.
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (mean - to_A)
# --- softmax_back: wrong: You add the mean. It is to_A minus the mean.
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (to_A + mean)
# --- softmax_back: wrong: Right for one query, wrong for two: each row has a mean of its own.
def my_softmax_back(A, to_A):
    return A * (to_A - A @ to_A.T)
# --- softmax_back: wrong: The weighted mean is 0.25 · 4 = 1, so the row is 0.25 · (4 − 1) and 0.75 · (0 − 1).
def my_softmax_back(A, to_A):
    return attention.softmax(to_A)
# --- softmax_back: wrong: The weighted mean is 5, and nothing is left: all slopes of the scores are 0.
def my_softmax_back(A, to_A):
    result = np.zeros(A.shape)
    for index in np.ndindex(A.shape[:-1]):
        mean = 0
        for k in range(A.shape[-1]):
            mean += A[index][k] * to_A[index][k]
            result[index][k] = A[index][k] * (to_A[index][k] - mean)
    return result
# --- softmax_back: wrong: Right for a matrix, wrong for three axes: the keys stand on the last axis.
def my_softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=1, keepdims=True))
# --- softmax_back: wrong: Here each score moves only the other weights down.
def my_softmax_back(A, to_A):
    return -A * (A * to_A).sum(axis=-1, keepdims=True)
# --- softmax_back: wrong: Your rows add up to 0, but what is subtracted is the same for all keys.
def my_softmax_back(A, to_A):
    slopes = A * to_A
    return slopes - slopes.mean(axis=-1, keepdims=True)
# --- first_step: wrong: The corrections are missing: divide mean by 1 − 0.9 and square by 1 − 0.98.
def my_first_step(p, slope, rate):
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: You correct the square only. Divide mean by 1 − 0.9, too.
def my_first_step(p, slope, rate):
    m = 0.1 * slope
    s = 0.02 * slope**2 / (1 - 0.98)
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: You correct the mean only. Divide square by 1 − 0.98, too.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / (1 - 0.9)
    s = 0.02 * slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: This is a plain step down the slope, without dividing by its size.
def my_first_step(p, slope, rate):
    return p - rate * slope
# --- first_step: wrong: You go up the slope. Subtract, so that the loss becomes smaller.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p + rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: The root is missing: the size is the root of the corrected square.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / (s + 1e-8)
# --- first_step: wrong: The corrected mean is 2 and the root of the corrected square is 2: p moves by 0.1, to 0.9.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope / 0.02
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: The rate is missing: the step is rate · (corrected mean) / size.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: 0.9 and 0.1 have changed places, and 0.98 and 0.02: a new slope counts 0.1.
def my_first_step(p, slope, rate):
    m = 0.9 * slope
    s = 0.98 * slope**2
    m = m / (1 - 0.9)
    s = s / (1 - 0.98)
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: You add 1e-8 under the root. It is added to the root.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / np.sqrt(s + 1e-8)
# --- first_step: wrong: The first nan (not a number) is at [0, 0].
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / np.sqrt(s)
# --- first_step: wrong: You correct for step 2.
def my_first_step(p, slope, rate):
    t = 2
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8)
# --- first_step: wrong: Your step is a twentieth of the rate.
def my_first_step(p, slope, rate):
    rate = rate / 20
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * (m / (1 - 0.9)) / (np.sqrt(s / (1 - 0.98)) + 1e-8)
# --- first_step: wrong: You divide by the length of all slopes together.
def my_first_step(p, slope, rate):
    return p - rate * slope / (np.linalg.norm(slope) + 1e-8)
# --- first_step: wrong: Both numbers move by 0.1: each slope is divided by its own size.
def my_first_step(p, slope, rate):
    return p - rate * slope / np.linalg.norm(slope, axis=1, keepdims=True)
# --- first_step: wrong: This is the step alone. Subtract it from p.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / (1 - 0.9)
    s = 0.02 * slope**2 / (1 - 0.98)
    return rate * m / (np.sqrt(s) + 1e-8)
# --- first_step: wrong: Against a negative slope p grows: 1.1. The size is positive.
def my_first_step(p, slope, rate):
    m = np.abs(slope)
    s = slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
# --- loss_slope: right
def my_loss_slope(logits, right):
    slopes = attention.softmax(logits)
    for i, r in enumerate(right):
        slopes[i, r] = slopes[i, r] - 1
    slopes /= len(slopes)
    return slopes
# --- loss_slope: right
def my_loss_slope(logits, right):
    n, words = logits.shape
    out = attention.softmax(logits) / n
    for i, r in enumerate(right):
        out[i, r] = out[i, r] - 1 / n
    return out
# --- values_back: right
def my_values_back(A, to_output):
    to_V = np.zeros((A.shape[1], to_output.shape[1]))
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            to_V[j] += A[i, j] * to_output[i]
    return to_V
# --- mlp_back: wrong: relu got 0 · 2 + 0 = 0, where its slope counts as 0.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 >= 0) @ W_1.T
# --- mlp_back: wrong: relu got [0.5, −0.25, −2].
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 >= 1) @ W_1.T
# --- mlp_back: wrong: relu got [7, −1.75, 3.5].
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
# --- chain: right
def my_chain(w, x, target):
    def loss(w, x):
        return (w * x + x - target) ** 2
    h = 1e-3
    rise = np.array([loss(w + h, x) - loss(w - h, x), loss(w, x + h) - loss(w, x - h)])
    return rise / (2 * h)
