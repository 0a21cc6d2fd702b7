"""Answers to the exercises of notebook 04, each a cell as a student typed it; see __init__.py."""
# --- one_output: wrong: add the values themselves
def my_output(weights, V):
    parts = [V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: plain mean
def my_output(weights, V):
    parts = [V[j] / len(V) for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: weights alone
def my_output(weights, V):
    parts = [weights[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: share is a product
def my_output(weights, V):
    parts = [weights[j] + V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: weights is the whole row
def my_output(weights, V):
    parts = [weights * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: is a column
def my_output(weights, V):
    parts = [weights[j] * V[:, j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: add up to 1 already
def my_output(weights, V):
    parts = [weights[j] * V[j] / len(weights) for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: once for each key
def my_output(weights, V):
    parts = [weights @ V for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: first weight
def my_output(weights, V):
    parts = [weights[0] * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: softmax of the weights
def my_output(weights, V):
    parts = [attention.softmax(weights)[j] * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: the whole table
def my_output(weights, V):
    parts = [weights[j] * V for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: one number is left
def my_output(weights, V):
    parts = [weights[j] * V[j].sum() for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: stops with an error
def my_output(weights, V):
    return sum(weights[0, j] * V[j] for j in range(len(weights)))
# --- one_output: wrong: feature by feature
def my_output(weights, V):
    parts = [weights[j] ** 2 * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: its own weight
def my_output(weights, V):
    parts = [2 * weights[j] * V[j] - V[j] / len(V) for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: nothing of its value
def my_output(weights, V):
    parts = [max(weights[j], 0.01) * V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: wrong: all digits of all weights
def my_output(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += round(weights[j], 2) * V[j]
    return output
# --- one_output: wrong: behind the loop
def my_output(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += weights[j] * V[j]
        return output
# --- one_output: wrong: throws away
def my_output(weights, V):
    for j in range(len(weights)):
        output = weights[j] * V[j]
    return output
# --- one_output: wrong: changes its argument V
def my_output(weights, V):
    V *= weights[:, None]
    return V.sum(0)
# --- one_output: wrong: largest weight alone
def my_output(weights, V):
    return V[np.argmax(weights)]
# --- one_output: wrong: Step 7
def my_output(weights, V):
    return weights[:, None] * V
# --- one_output: wrong: sum over the features
def my_output(weights, V):
    return (weights[:, None] * V).sum(1)
# --- one_output: wrong: the whole weight, 1
def my_output(weights, V):
    return weights @ V + 1
# --- one_output: wrong: the same for different input
def my_output(weights, V):
    return np.array([3.0, 5.0])
# --- one_output: wrong: the task's own numbers
def my_output(weights, V):
    return [1.0, 6.0, 2.0]
# --- one_output: fresh: V[:, j] is a column:
def my_output(weights, V):
    parts = [weights[j] * V[:, j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: You add the values themselves, all of each.
def my_output(weights, V):
    parts = [V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: You add the weight to the value.
def my_output(weights, V):
    parts = [weights[j] + V[j] for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: V is the whole table, a row for each key.
def my_output(weights, V):
    parts = [weights[j] * V for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: You add the whole output once for each key.
def my_output(weights, V):
    parts = [weights @ V for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: Your result has shape (), needed (2,).
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights) - 1)]
    return sum(parts)
# --- one_output: fresh: You divide by the number of keys too.
def my_output(weights, V):
    parts = [weights[j] * V[j] / len(weights) for j in range(len(weights))]
    return sum(parts)
# --- one_output: fresh: IndexError:
def my_output(weights, V):
    return weights[0] * V[0] + weights[1] * V[1]
# --- one_output: fresh: You take a softmax of the weights.
def my_output(weights, V):
    w = np.exp(weights) / np.exp(weights).sum()
    parts = [w[j] * V[j] for j in range(len(w))]
    return sum(parts)
# --- one_output: fresh: You take the value of the largest weight alone.
def my_output(weights, V):
    best = int(np.argmax(weights))
    return np.array(V[best])
# --- one_output: fresh: Right until here, not with the weights of Input 1:
def my_output(weights, V):
    V = np.array(V)
    out = np.zeros_like(V[0])
    for j in range(len(weights)):
        for c in range(V.shape[1]):
            out[c] += weights[j] * V[j, c]
    return out
# --- one_output: right
def my_output(weights, V):
    return weights @ V
# --- one_output: right
def my_output(weights, V):
    return np.einsum("j,jf->f", weights, V)
# --- one_output: right
def my_output(weights, V):
    return (weights[:, None] * V).sum(axis=0)
# --- one_output: right
def my_output(weights, V):
    return np.float32(weights) @ np.float32(V)
# --- one_output: right
def my_output(weights, V):
    return [sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))]
# --- whole_example: wrong: yours are K Qᵀ
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(K @ Q.T) @ V
# --- whole_example: wrong: down the columns
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T, axis=0) @ V
# --- whole_example: wrong: All your weights together
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / np.sum(e) @ V
# --- whole_example: wrong: transposed weights
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T).T @ V
# --- whole_example: wrong: keeps each sum beside
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum(1) @ V
# --- whole_example: wrong: math.exp(1000) is too large
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = []
    for q in Q:
        exponentials = [math.exp(q @ k) for k in K]
        total = sum(exponentials)
        outputs.append(sum(e / total * v for e, v in zip(exponentials, V, strict=True)))
    return np.array(outputs)
# --- whole_example: wrong: stands in front of X
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.softmax(W_Q @ X @ (W_K @ X).T) @ W_V @ X
# --- whole_example: wrong: Your W is transposed
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: a transpose is missing
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K) @ V
# --- whole_example: wrong: by √d_k
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T / math.sqrt(Q.shape[1])) @ V
# --- whole_example: wrong: raw scores by d_k
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T / Q.shape[1]) @ V
# --- whole_example: wrong: by √d_model
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(X.shape[1])) @ X @ W_V
# --- whole_example: wrong: not divided here
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T / math.sqrt(3)) @ V
# --- whole_example: wrong: ¾ and ¼
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(2 * Q @ K.T) @ V
# --- whole_example: wrong: must reach the softmax as they are
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T * math.sqrt(Q.shape[1])) @ V
# --- whole_example: wrong: step 5, the softmax, is missing
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return Q @ K.T @ V
# --- whole_example: wrong: Divide each row by its sum
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.exp(Q @ K.T) @ V
# --- whole_example: wrong: takes exponentials first
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return (Q @ K.T) / (Q @ K.T).sum(-1, keepdims=True) @ V
# --- whole_example: wrong: the inputs themselves.
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.softmax(X @ W_Q @ (X @ W_K).T) @ X
# --- whole_example: wrong: mix the keys
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ K
# --- whole_example: wrong: compare the inputs themselves
def my_self_attention(X, W_Q, W_K, W_V):
    return attention.softmax(X @ X.T) @ X @ W_V
# --- whole_example: wrong: queries are made with W_K
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_K, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: keys are made with W_Q
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_Q, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: first query alone
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q[0] @ K.T) @ V
# --- whole_example: wrong: These are the weights
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T)
# --- whole_example: wrong: round the weights
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T).round(1) @ V
# --- whole_example: wrong: plain mean of the values
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.ones((len(Q), 1)) * V.mean(0)
# --- whole_example: wrong: all weights are ⅓
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.ones((len(Q), 1)) * V.sum(0)
# --- whole_example: wrong: These are the values
def my_self_attention(X, W_Q, W_K, W_V):
    return X @ W_V
# --- whole_example: wrong: whatever
def my_self_attention(X, W_Q, W_K, W_V):
    three = examples.THREE_INPUTS
    Q, K, V = three.X @ three.W_Q, three.X @ three.W_K, three.X @ three.W_V
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: wrong: as of dtype int, cut them off
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = np.zeros_like(V)
    for i in range(len(Q)):
        outputs[i] = attention.softmax(Q[i] @ K.T) @ V
    return outputs
# --- whole_example: wrong: look at itself
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V + 0.5
# --- whole_example: wrong: the same for different input
def my_self_attention(X, W_Q, W_K, W_V):
    return [[1.0, 2.0, 4.0]]
# --- whole_example: wrong: result is None
def my_self_attention(X, W_Q, W_K, W_V):
    attention.softmax(X @ W_Q @ (X @ W_K).T) @ X @ W_V
# --- whole_example: wrong: changes its argument X
def my_self_attention(X, W_Q, W_K, W_V):
    outputs = attention.softmax(X @ W_Q @ (X @ W_K).T) @ X @ W_V
    X -= X
    return outputs
# --- whole_example: fresh: Your softmax runs down the columns.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T
    e = np.exp(scores - scores.max(axis=0))
    weights = e / e.sum(axis=0)
    return weights @ V
# --- whole_example: fresh: You divide the raw scores by √d_k.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return weights @ V
# --- whole_example: fresh: Queries and keys are exchanged:
def my_self_attention(X, W_Q, W_K, W_V):
    K, Q, V = X @ W_K, X @ W_Q, X @ W_V
    weights = attention.softmax(K @ Q.T)
    return weights @ V
# --- whole_example: fresh: Weight j of every row is divided by the sum of row j, not of its own:
def my_self_attention(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(scores - scores.max())
    weights = e / e.sum(axis=1)
    return weights @ (X @ W_V)
# --- whole_example: fresh: You mix the inputs themselves.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return attention.softmax(Q @ K.T) @ X
# --- whole_example: fresh: This is the output of the first query alone.
def my_self_attention(X, W_Q, W_K, W_V):
    query = X[0] @ W_Q
    scores = (X @ W_K) @ query
    weights = attention.softmax(scores)
    return weights @ (X @ W_V)
# --- whole_example: fresh: You multiply the raw scores with the values:
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return Q @ K.T @ V
# --- whole_example: fresh: IndexError:
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = []
    for i in range(3):
        scores = np.array([Q[i] @ K[j] for j in range(3)])
        weights = attention.softmax(scores)
        outputs.append(sum(weights[j] * V[j] for j in range(3)))
    return np.array(outputs)
# --- whole_example: fresh: Right to 4 decimals: return the numbers without rounding them.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.round(attention.softmax(Q @ K.T) @ V, 4)
# --- whole_example: fresh: All your weights together add up to 1.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum() @ V
# --- whole_example: fresh: nan, not a number, begins at [0, 0].
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    def project(W):
        return [[sum(x[i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))] for x in X]
    Q, K, V = project(W_Q), project(W_K), project(W_V)
    outputs = []
    for q in Q:
        raw = [sum(a * b for a, b in zip(q, k)) for k in K]
        e = [math.exp(score - max(raw)) for score in raw]
        outputs.append([sum(e[j] / sum(e) * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    A = attention.softmax(np.einsum("ia,ad,jb,bd->ij", X, W_Q, X, W_K))
    return np.einsum("ij,jb,bf->if", A, X, W_V)
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V, scale=1.0).output
# --- whole_example: right
def my_self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = np.float32(X), np.float32(W_Q), np.float32(W_K), np.float32(W_V)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# --- telling_example: wrong: raw scores are symmetric
def my_test(attend):
    example = examples.THREE_INPUTS
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: One query and one key
def my_test(attend):
    Q, K, V = np.array([[1.0]]), np.array([[1.0]]), np.array([[1.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Identity matrices
def my_test(attend):
    Q, K, V = np.eye(3), np.eye(3), np.eye(3)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: values all 0
def my_test(attend):
    Q = K = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    V = np.zeros((3, 2))
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: one row is everything
def my_test(attend):
    Q, K, V = np.array([[1.0, 2.0]]), np.eye(2), np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: no weight shows
def my_test(attend):
    Q, K, V = np.array([[1.0], [2.0]]), np.array([[1.0], [1.0]]), np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: the exponentials add up
def my_test(attend):
    Q, K, V = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.eye(3), np.array([[1.0], [5.0], [2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: weights A are symmetric
def my_test(attend):
    Q, K, V = np.eye(2), np.log([[3.0, 2.0], [4.0, 6.0]]).T, np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: K and its transpose
def my_test(attend):
    Q, K, V = 2 * np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.diag([1, 2, 3]), np.array([[1.0], [5.0], [2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: V is your K
def my_test(attend):
    Q = np.array([[0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 3, 1]])
    K = V = Q[[1, 2, 0]]
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: Is your d_k 1
def my_test(attend):
    Q, K, V = np.array([[1.0], [2.0]]), np.array([[0.5], [-1.0]]), np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: False even for the right
def my_test(attend):
    Q, K, V = np.array([[0, 1, 0], [2, 0, 0], [0, 0, 3]]), np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.array([[1.0], [5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: wrong: the wrong way round
def my_test(attend):
    example = examples.THE_CAT_SLEEPS
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return True  # shapes do not fit
    return bool(np.abs(off).max() >= 1e-9)
# --- telling_example: wrong: True for everything
def my_test(attend):
    return True
# --- telling_example: wrong: Your code stops with an error
def my_test(attend):
    example = examples.THE_CAT_SLEEPS
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    return np.allclose(attend(Q, K, V), attention.attention(Q, K, V, scale=1.0).output)
# --- telling_example: wrong: is a str
def my_test(attend):
    return "yes"
# --- telling_example: fresh: Your test takes “softmax(K Qᵀ) V” for right.
def my_test(attend):
    Q = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])
    K = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]])
    V = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Identity matrices hide every axis:
def my_test(attend):
    Q, K, V = np.eye(2), np.eye(2), np.eye(2)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “the mean of V, for every query” for right.
def my_test(attend):
    Q = np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    K = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 2.0, 0.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 9.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “the mean of V, for every query” for right.
def my_test(attend):
    Q = np.array([[1.0, 2.0], [0.0, 3.0], [2.0, 1.0]])
    K = np.array([[3.0, 1.0]])
    V = np.array([[5.0, 7.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “the mean of V, for every query” for right.
def my_test(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.ones((3, 2))
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “softmax(Q Kᵀ / √d_k) V, which is scaled” for right.
def my_test(attend):
    Q = np.array([[1.0], [2.0]])
    K = np.array([[0.5], [1.0], [-1.0]])
    V = np.array([[1.0, 0.0, 2.0, 5.0], [0.0, 3.0, 1.0, 1.0], [4.0, 4.0, 0.0, 2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “softmax(K Qᵀ) V” for right.
def my_test(attend):
    X = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    Q, K, V = X, X, X
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “softmax(Q Kᵀ / √d_k) V, which is scaled” for right.
def my_test(attend):
    Q = np.array([[30.0, 0.0], [0.0, 40.0]])
    K = np.array([[20.0, 5.0], [1.0, 30.0], [7.0, 2.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test is False even for the right attention.
def my_test(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.array([[1.0, 2.0, 0.0, 1.0], [3.0, 4.0, 1.0, 1.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “a softmax over all of Q Kᵀ at once” for right.
def my_test(attend):
    Q = np.array([[1.0, 2.0]])
    K = np.array([[0.5, 1.0], [1.0, 0.0], [0.0, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: fresh: Your test takes “softmax(Q K) V” for right.
def my_test(attend):
    Q = np.array([[1.0, 0.0], [1.0, 2.0]])
    K = np.array([[1.0, 0.5], [0.5, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    example = examples.THE_CAT_SLEEPS
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    example = examples.WE_SAW_HER_DUCK
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    Q, K, V = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [2, 0, 0]]), np.array([[1], [5]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)
# --- telling_example: right
def my_test(attend):
    rng = np.random.default_rng(8)
    for _ in range(3):
        Q, K, V = rng.standard_normal((3, 2)), rng.standard_normal((3, 2)), rng.standard_normal((3, 4))
        try:
            off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
        except ValueError:
            return False
        if not np.abs(off).max() < 1e-9:
            return False
    return True
# --- telling_example: right
def my_test(attend):
    example = examples.WE_SAW_HER_DUCK
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return np.abs(off).max() < 1e-9
# --- scaled_outputs: wrong: root of m
def my_scaled(Q, K, V):
    scores = Q @ K.T / np.sqrt(len(K))
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: root of n
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(Q))
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: by √d_v
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(V.shape[1])
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: Nothing is divided
def my_scaled(Q, K, V):
    scores = Q @ K.T
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: by d_k itself
def my_scaled(Q, K, V):
    scores = Q @ K.T / K.shape[1]
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: multiply by √d_k
def my_scaled(Q, K, V):
    scores = Q @ K.T * math.sqrt(K.shape[1])
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: K.size counts
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.size)
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: by √3
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(3)
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: by 2, right
def my_scaled(Q, K, V):
    scores = Q @ K.T / 2
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: divide after the softmax
def my_scaled(Q, K, V):
    scores = Q @ K.T
    weights = attention.softmax(scores) / math.sqrt(K.shape[1])
    return weights @ V
# --- scaled_outputs: wrong: now keys ask
def my_scaled(Q, K, V):
    scores = K @ Q.T / math.sqrt(K.shape[1])
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: over the queries
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])
    weights = attention.softmax(scores, axis=0)
    return weights @ V
# --- scaled_outputs: wrong: each row is shared out
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])
    weights = np.exp(scores)
    return weights / weights.sum() @ V
# --- scaled_outputs: wrong: scaled weights
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])
    return attention.softmax(scores)
# --- scaled_outputs: wrong: give weights ¾ and ¼
def my_scaled(Q, K, V):
    return V.mean(0, keepdims=True)
# --- scaled_outputs: wrong: must become 1 and 0
def my_scaled(Q, K, V):
    scores = Q @ K.T / K.shape[1] ** 2
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: wrong: weights ½ and ½
def my_scaled(Q, K, V):
    return V.sum(0, keepdims=True)
# --- scaled_outputs: wrong: the task's own number.
def my_scaled(Q, K, V):
    return [[0.7311]]
# --- scaled_outputs: fresh: You divide by the root of n:
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(Q))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You divide by √d_v, the width of the values.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(V.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: Nothing is divided now:
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You divide by d_k itself.
def my_scaled(Q, K, V):
    scores = Q @ K.T / K.shape[1]  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You divide by 2, right for d_k = 4 alone.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(4)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You divide by the root of m:
def my_scaled(Q, K, V):
    d_k = K.shape[0]
    scores = Q @ K.T / math.sqrt(d_k)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: Equal keys have weights ½ and ½, and the output is the mean of the value
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You multiply by √d_k:
def my_scaled(Q, K, V):
    scores = Q @ K.T * math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You divide after the softmax:
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores) / math.sqrt(K.shape[1])  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: You have lost what was right:
def my_scaled(Q, K, V):
    scores = Q @ K.T / int(math.sqrt(K.shape[1]))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: fresh: With d_k = 1 nothing is divided:
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(max(K.shape))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    scores = Q @ K.T / (Q.shape[-1] ** 0.5)
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    scores = Q @ K.T / np.linalg.norm(np.ones(len(K[0])))
    weights = attention.softmax(scores)
    return weights @ V
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    return attention.attention(Q, K, V).output
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    Q, K, V = np.float32(Q), np.float32(K), np.float32(V)
    return attention.softmax(Q @ K.T / np.sqrt(np.float32(K.shape[1]))) @ V
# --- scaled_outputs: right
def my_scaled(Q, K, V):
    outputs = []
    for q in Q:
        weights = attention.softmax([sum(q * k) / len(q) ** 0.5 for k in K])
        outputs.append([sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
# --- garden_share: wrong: of the raw scores
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0])[3]
# --- garden_share: wrong: by d_k itself
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / 3)[3]
# --- garden_share: wrong: by √5
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(5))[3]
# --- garden_share: wrong: gives to itself. Garden stands
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(3))[0]
# --- garden_share: wrong: garden gives to Apple
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[3] / math.sqrt(3))[0]
# --- garden_share: wrong: garden gives to itself
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[3] / math.sqrt(3))[3]
# --- garden_share: wrong: the raw score
share = 30
# --- garden_share: wrong: This is the score
share = 30 / math.sqrt(3)
# --- garden_share: wrong: takes exponentials
share = 30 / 69
# --- garden_share: wrong: as little as this
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(3))[2]
# --- garden_share: wrong: gave to Apple, with the old vectors
share = attention.softmax(E @ E[3] / math.sqrt(3))[0]
# --- garden_share: wrong: old weight
share = 0.00002
# --- garden_share: wrong: output in fruits
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(3)) @ longer[:, 0]
# --- garden_share: wrong: too small
share = 0.5
# --- garden_share: wrong: too large
share = 0.9
# --- garden_share: wrong: shape (5,)
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(3))
# --- garden_share: wrong: is a str
share = "0.64"
# --- garden_share: wrong: None was handed in
share = None
# --- garden_share: fresh: These are the weights of the raw scores:
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T)[0, 3]
# --- garden_share: fresh: This is the old weight:
share = attention.softmax(E @ E.T / math.sqrt(3))[0, 3]
# --- garden_share: fresh: This is what garden gives to Apple:
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[3, 0]
# --- garden_share: fresh: This is what Apple gives to itself.
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[0, 0]
# --- garden_share: fresh: This is what garden gives to itself.
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[3, 3]
# --- garden_share: fresh: Yours is too small.
share = 3 * 0.00002
# --- garden_share: fresh: You divide the raw scores by 3, by d_k itself:
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / 3)[0, 3]
# --- garden_share: fresh: Your result has shape (5,), needed ().
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[0]
# --- garden_share: fresh: Yours is too large.
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = 100 * attention.softmax(scaled)[0, 3]
# --- garden_share: fresh: This is the score.
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = scaled[0, 3]
# --- garden_share: fresh: You divide by √5:
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / math.sqrt(5))[0, 3]
# --- garden_share: right
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer[0] / math.sqrt(3))[3]
# --- garden_share: right
share = 0.64
# --- garden_share: right
longer = E.copy()
longer[3] = [6, 0, 0]
share = np.float32(attention.softmax(longer @ longer[0] / math.sqrt(3))[3])
# --- garden_share: right
longer = E.copy()
longer[3] = [6, 0, 0]
share = round(attention.softmax(longer @ longer[0] / math.sqrt(3))[3], 3)
