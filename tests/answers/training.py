"""Answers to the exercises of notebook 10, each a cell as a student typed it; see __init__.py."""
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
# --- loss_slope: wrong: You subtract from the logits.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (logits - one_hot) / len(right)
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
# --- loss_slope: right
def my_loss_slope(logits, right):
    n, words = logits.shape
    slope = np.zeros((n, words))
    for i in range(n):
        a = attention.softmax(logits[i])
        for j in range(words):
            slope[i, j] = (a[j] - (j == right[i])) / n
    return slope
# --- loss_slope: right
def my_loss_slope(logits, right):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    a = e / e.sum(axis=1, keepdims=True)
    a[range(len(a)), right] -= 1
    return a / a.shape[0]
# --- loss_slope: right
def my_loss_slope(logits, right):
    rows = []
    for z, r in zip(logits, right):
        a = attention.softmax(z)
        a[r] = a[r] - 1
        rows.append(a / len(logits))
    return np.array(rows)
# --- loss_slope: right
def my_loss_slope(logits, right):
    words = np.arange(logits.shape[1])
    return (attention.softmax(logits) - (words == right[:, None])) / right.size
# --- loss_slope: right
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    target = np.zeros_like(weights)
    np.put_along_axis(target, right[:, None], 1, axis=1)
    return (weights - target) / len(weights)
# --- values_back: wrong: You take the mean over the queries.
def my_values_back(A, to_output):
    return A.T @ to_output / A.shape[0]
# --- values_back: wrong: You divide by the sum of each column of A.
def my_values_back(A, to_output):
    share = A / A.sum(axis=0)
    return share.T @ to_output
# --- values_back: wrong: You invert A.
def my_values_back(A, to_output):
    return np.linalg.pinv(A) @ to_output
# --- values_back: wrong: Every value gets the whole slope.
def my_values_back(A, to_output):
    return np.ones(A.shape).T @ to_output
# --- values_back: right
def my_values_back(A, to_output):
    return A.T @ to_output
# --- values_back: right
def my_values_back(A, to_output):
    return np.einsum("nm,nd->md", A, to_output)
# --- values_back: right
def my_values_back(A, to_output):
    n, m = A.shape
    result = np.zeros((m, to_output.shape[1]))
    for i in range(n):
        for j in range(m):
            result[j] += A[i, j] * to_output[i]
    return result
# --- values_back: right
def my_values_back(A, to_output):
    return (to_output.T @ A).T
# --- values_back: right
def my_values_back(A, to_output):
    return np.array([A[:, j] @ to_output for j in range(A.shape[1])])
# --- values_back: right
def my_values_back(A, to_output):
    return (A[:, :, None] * to_output[:, None, :]).sum(axis=0)
# --- softmax_back: wrong: You leave out the mean.
def my_softmax_back(A, to_A):
    return A * to_A
# --- softmax_back: wrong: Your mean counts all keys alike.
def my_softmax_back(A, to_A):
    return A * (to_A - to_A.mean(axis=-1, keepdims=True))
# --- softmax_back: wrong: You divide the weighted sum by the number of keys.
def my_softmax_back(A, to_A):
    return A * (to_A - np.mean(A * to_A, axis=-1, keepdims=True))
# --- softmax_back: wrong: You use A (1 − A)
def my_softmax_back(A, to_A):
    return to_A * A * (1 - A)
# --- softmax_back: wrong: The first A is missing
def my_softmax_back(A, to_A):
    return to_A - (A * to_A).sum(axis=-1, keepdims=True)
# --- softmax_back: wrong: Your sum runs over the queries.
def my_softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-2, keepdims=True))
# --- softmax_back: wrong: You take one sum of everything.
def my_softmax_back(A, to_A):
    return A * (to_A - np.sum(A * to_A))
# --- softmax_back: wrong: The signs are reversed
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (mean - to_A)
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
    both = A * to_A
    return both - A * both.sum(axis=-1)[..., None]
# --- softmax_back: right
def my_softmax_back(A, to_A):
    result = np.zeros(np.broadcast(A, to_A).shape)
    for place in np.ndindex(A.shape[:-1]):
        a, g = A[place], to_A[place]
        result[place] = (np.diag(a) - np.outer(a, a)) @ g
    return result
# --- softmax_back: right
def my_softmax_back(A, to_A):
    mean = np.einsum("...m,...m->...", A, to_A)
    return A * (to_A - np.expand_dims(mean, -1))
# --- softmax_back: right
def my_softmax_back(A, to_A):
    mean = np.average(to_A, axis=-1, weights=A, keepdims=True)
    return A * (to_A - mean)
# --- softmax_back: right
def my_softmax_back(A, to_A):
    a = A[..., None, :]
    g = to_A[..., :, None]
    mean = (a @ g)[..., 0]
    return A * to_A - A * mean
# --- first_step: wrong: You go up the slope.
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p + rate * (mean / 0.1) / (np.sqrt(square / 0.02) + 1e-8)
# --- first_step: wrong: This is a plain step down the slope
def my_first_step(p, slope, rate):
    return p - rate * slope
# --- first_step: wrong: The corrections are missing
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p - rate * mean / (np.sqrt(square) + 1e-8)
# --- first_step: wrong: You correct the mean only.
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p - rate * (mean / 0.1) / (np.sqrt(square) + 1e-8)
# --- first_step: wrong: You correct the square only.
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p - rate * mean / (np.sqrt(square / 0.02) + 1e-8)
# --- first_step: wrong: The root is missing
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p - rate * (mean / 0.1) / (square / 0.02 + 1e-8)
# --- first_step: wrong: You add 1e-8 under the root.
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    return p - rate * (mean / 0.1) / np.sqrt(square / 0.02 + 1e-8)
# --- first_step: wrong: This is the step alone.
def my_first_step(p, slope, rate):
    mean = 0.1 * slope / 0.1
    square = 0.02 * slope**2 / 0.02
    return rate * mean / (np.sqrt(square) + 1e-8)
# --- first_step: right
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    unbiased = mean / (1 - 0.9)
    size = np.sqrt(square / (1 - 0.98)) + 1e-8
    return p - rate * unbiased / size
# --- first_step: right
def my_first_step(p, slope, rate):
    return p - rate * slope / (np.abs(slope) + 1e-8)
# --- first_step: right
def my_first_step(p, slope, rate):
    m = 0.1 * slope / (1 - 0.9**1)
    s = 0.02 * slope**2 / (1 - 0.98**1)
    step = rate * m / (s**0.5 + 1e-8)
    return p - step
# --- first_step: right
def my_first_step(p, slope, rate):
    new = np.zeros(p.shape)
    for i in range(p.shape[0]):
        for j in range(p.shape[1]):
            new[i, j] = p[i, j] - rate * slope[i, j] / (abs(slope[i, j]) + 1e-8)
    return new
# --- first_step: right
def my_first_step(p, slope, rate):
    size = (slope**2) ** 0.5
    return p + -rate * slope / (size + 1e-8)
# --- first_step: right
def my_first_step(p, slope, rate):
    mean, square = slope, slope * slope
    return np.subtract(p, rate * mean / np.add(np.sqrt(square), 1e-8))
# --- needed_head: wrong: This is the head that costs least
def my_needed_head(on, off):
    layer, head = np.unravel_index(off.argmax(), off.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: wrong: You count from 0.
def my_needed_head(on, off):
    return np.array(np.unravel_index(off.argmin(), off.shape))
# --- needed_head: wrong: Layer and head have changed places
def my_needed_head(on, off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return np.array([head + 1, layer + 1])
# --- needed_head: wrong: You compare means of rows and of columns.
def my_needed_head(on, off):
    return np.array([off.mean(axis=1).argmin() + 1, off.mean(axis=0).argmin() + 1])
# --- needed_head: right
def my_needed_head(on, off):
    cost = on - off
    layer, head = np.unravel_index(cost.argmax(), cost.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: right
def my_needed_head(on, off):
    layer, head = np.argwhere(off == off.min())[0]
    return np.array([layer + 1, head + 1])
# --- needed_head: right
def my_needed_head(on, off):
    best, place = -1, None
    for i in range(off.shape[0]):
        for j in range(off.shape[1]):
            if on - off[i, j] > best:
                best, place = on - off[i, j], [i + 1, j + 1]
    return np.array(place)
# --- needed_head: right
def my_needed_head(on, off):
    k = off.argmin()
    return np.array([k // off.shape[1] + 1, k % off.shape[1] + 1])
# --- needed_head: right
def my_needed_head(on, off):
    return [off.min(axis=1).argmin() + 1, off.min(axis=0).argmin() + 1]
# --- needed_head: right
def my_needed_head(on, off):
    layers, heads = np.where(off == np.min(off))
    return layers[0] + 1, heads[0] + 1
