"""Answers to the exercises of notebook 09, each a cell as a student typed it; see __init__.py."""
# --- count_layer: wrong: This is the document's table. Here every multiplication coun
def my_multiplications(n, d, k):
    attention = n**2 * d
    recurrence = n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count one product of attention. It has two: the scores,
def my_multiplications(n, d, k):
    attention = n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count the scores. Each of them is a dot product: d multi
def my_multiplications(n, d, k):
    attention = 2 * n * n
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Your recurrence has one product for each token. It has two:
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: A row times a d × d matrix takes d · d multiplications, not
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d
    convolution = k * n * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count one token of each window. All k of them have a mat
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count k² products for each window. It has k tokens, each
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count W_Q, W_K, W_V and W_O, too. The task is about what
def my_multiplications(n, d, k):
    attention = 2 * n * n * d + 4 * n * d * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Your result has shape (), expected (3,).
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return attention + recurrence + convolution
# --- count_layer: wrong: You count one token too few: the first is multiplied by W, a
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * (n - 1) * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: right
def my_multiplications(n, d, k):
    attention = 2 * n**2 * d
    recurrence = 2 * n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# --- count_layer: right
def my_multiplications(n, d, k):
    attention = (n * d) * n + (n * n) * d
    recurrence = n * (d * d + d * d)
    convolution = n * (k * (d * d))
    return attention, recurrence, convolution
# --- count_layer: right
def my_multiplications(n, d, k):
    row = d * d
    return np.array([2 * n * n * d, 2 * n * row, k * n * row])
# --- count_layer: right
def my_multiplications(n, d, k):
    attention = recurrence = convolution = 0
    for i in range(n):
        for j in range(n):
            attention += d  # one score
            attention += d  # one weight times a value
        recurrence += d * d
        recurrence += d * d
        for j in range(k):
            convolution += d * d
    return [attention, recurrence, convolution]
# --- count_layer: right
def product(rows, inner, columns):
    return rows * inner * columns


def my_multiplications(n, d, k):
    attention = product(n, d, n) + product(n, n, d)
    recurrence = 2 * product(n, d, d)
    convolution = k * product(n, d, d)
    return [attention, recurrence, convolution]
# --- count_layer: right
def my_multiplications(n, d, k):
    attention = n * n * d * 2
    recurrence = n * d * d * 2
    convolution = recurrence * k // 2
    return [attention, recurrence, convolution]
# --- dilated_layers: wrong: A logarithm is rounded: log(125, 5) is slightly above 3. Mul
def my_layers(n, k):
    return math.ceil(math.log(n, k))
# --- dilated_layers: wrong: A part of a layer cannot be built: round it up.
def my_layers(n, k):
    return math.log(n, k)
# --- dilated_layers: wrong: You round down. If the layers see too few tokens, one more i
def my_layers(n, k):
    return int(math.log(n, k))
# --- dilated_layers: wrong: You ask for more than n tokens. To see exactly n is enough.
def my_layers(n, k):
    layers = 0
    while k**layers <= n:
        layers += 1
    return layers
# --- dilated_layers: wrong: One token needs no layer: it sees itself.
def my_layers(n, k):
    layers = 1
    while k**layers < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: This is for contiguous windows, whose reach grows by k − 1 w
def my_layers(n, k):
    return math.ceil((n - 1) / (k - 1))
# --- dilated_layers: wrong: That is how many windows lie side by side. With each layer t
def my_layers(n, k):
    return math.ceil(n / k)
# --- dilated_layers: wrong: Your reach doubles. It is multiplied by k.
def my_layers(n, k):
    layers = 0
    while 2**layers < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: Your result is None. Does the function end in a line with re
def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
# --- dilated_layers: right
def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
    return layers
# --- dilated_layers: right
def my_layers(n, k):
    layers, sees = 0, 1
    while sees < n:
        sees *= k
        layers += 1
    return layers
# --- dilated_layers: right
def my_layers(n, k):
    if n == 1:
        return 0
    return 1 + my_layers(-(-n // k), k)
# --- dilated_layers: right
def my_layers(n, k):
    for layers in range(n + 1):
        if k**layers >= n:
            return layers
# --- dilated_layers: right
def my_layers(n, k):
    return math.ceil(round(math.log(n) / math.log(k), 9))
# --- dilated_layers: right
def my_layers(n, k):
    return next(layers for layers in range(100) if k**layers >= n)
# --- append_and_attend: wrong: The new key and value are missing: a token sees itself, too.
def my_next(q, K, V, k, v):
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: The scores are not divided by √d_k.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q) @ V
# --- append_and_attend: wrong: You divide by d_k. Divide by its root.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / len(q)) @ V
# --- append_and_attend: wrong: You divide by the root of the number of keys. Divide by that
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(K))) @ V
# --- append_and_attend: wrong: The new key stands first and the new value last: each value
def my_next(q, K, V, k, v):
    K = np.vstack([k, K])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: The softmax is missing: these are scores times values.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return (K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: Your result has shape (2,), expected (1,).
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q)))
# --- append_and_attend: wrong: Your code stops with an error.
def my_next(q, K, V, k, v):
    K = np.append(K, k)
    V = np.append(V, v)
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: Your code stops with an error.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(q @ K / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: Your result has shape (1, 1), expected (1,).
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.attention(q[None], K, V).output
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    keys = np.concatenate([K, k[None, :]])
    values = np.concatenate([V, v[None, :]])
    return attention.attention(q[None, :], keys, values).output[0]
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    s = np.append(K @ q, k @ q) / np.sqrt(K.shape[1])
    e = np.exp(s - s.max())
    w = e / e.sum()
    return w[:-1] @ V + w[-1] * v
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    scores = [row @ q / math.sqrt(len(q)) for row in [*K, k]]
    weights = attention.softmax(np.array(scores))
    output = np.zeros(len(v))
    for weight, value in zip(weights, [*V, v]):
        output = output + weight * value
    return output
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    return attention.attention([q], [*K, k], [*V, v])[0][0]
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    K = np.append(K, [k], axis=0)
    V = np.append(V, [v], axis=0)
    weights = attention.softmax(attention.scores(q[None], K))
    return (weights @ V).ravel()
# --- cache_size: wrong: You count keys or values. The cache keeps both.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * heads * d_k * each
# --- cache_size: wrong: You keep queries, too. No later token needs them.
def my_bytes(layers, n, heads, d_k, each):
    return 3 * layers * n * heads * d_k * each
# --- cache_size: wrong: You count n² of each. There is one key and one value for eac
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n**2 * heads * d_k * each
# --- cache_size: wrong: You count one layer. Each has keys and values of its own.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * n * heads * d_k * each
# --- cache_size: wrong: You count one head. Each head of keys keeps its own.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * d_k * each
# --- cache_size: wrong: You count numbers. Each takes `each` bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k
# --- cache_size: wrong: You count one token. Every token has its own key and value.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * heads * d_k * each
# --- cache_size: wrong: You count the weights, n × n. They are not kept.
def my_bytes(layers, n, heads, d_k, each):
    return layers * heads * n * n * each
# --- cache_size: wrong: You give kilobytes. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each / 1024
# --- cache_size: wrong: You give bits. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each * 8
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    keys = layers * n * heads * d_k
    values = layers * n * heads * d_k
    return (keys + values) * each
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    return np.zeros((2, layers, heads, n, d_k)).size * each
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    return math.prod([2, layers, n, heads, d_k, each])
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    total = 0
    for layer in range(layers):
        for head in range(heads):
            total += 2 * n * d_k * each
    return total
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    one_token = 2 * heads * d_k
    return one_token * each * n * layers
# --- online_update: wrong: The old sum was made with the old maximum. Multiply it by ex
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total + math.exp(score - new)
# --- online_update: wrong: You subtract the old maximum from the score. Subtract the ne
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total + math.exp(score - largest)
# --- online_update: wrong: Nothing is subtracted from the score: exp(score) overflows f
def my_update(largest, total, score):
    return max(largest, score), total + math.exp(score)
# --- online_update: wrong: Your factor grows with the maximum. Turn the difference roun
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(new - largest) + math.exp(score - new)
# --- online_update: wrong: Subtract the new maximum from the score, not the old one: ex
def my_update(largest, total, score):
    new = max(largest, score)
    return new, (total + math.exp(score - largest)) * math.exp(largest - new)
# --- online_update: wrong: You take every score as the new maximum. A smaller one must
def my_update(largest, total, score):
    return score, total * math.exp(largest - score) + 1
# --- online_update: wrong: You add 1 for every score. A score below the maximum adds le
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(largest - new) + 1
# --- online_update: wrong: The pair is turned round: first the largest, then the total.
def my_update(largest, total, score):
    new = max(largest, score)
    return total * math.exp(largest - new) + math.exp(score - new), new
# --- online_update: wrong: Your result has shape (), expected (2,).
def my_update(largest, total, score):
    new = max(largest, score)
    return total * math.exp(largest - new) + math.exp(score - new)
# --- online_update: right
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(largest - new) + math.exp(score - new)
# --- online_update: right
def my_update(largest, total, score):
    if score > largest:
        return score, total * math.exp(largest - score) + 1
    return largest, total + math.exp(score - largest)
# --- online_update: right
def my_update(largest, total, score):
    new = np.maximum(largest, score)
    old_part = total * np.exp(largest - new)
    new_part = np.exp(score - new)
    return np.array([new, old_part + new_part])
# --- online_update: right
def my_update(largest, total, score):
    new = max([largest, score])
    both = np.exp(np.array([largest, score]) - new)
    return [new, both @ [total, 1]]
# --- online_update: right
def my_update(largest, total, score):
    if total == 0:
        return score, 1
    new = max(largest, score)
    return new, total / math.exp(min(new - largest, 700)) + math.exp(score - new)
# --- online_update: right
def my_update(largest, total, score):
    if score <= largest:
        total += math.exp(score - largest)
    else:
        total = 1 + total * math.exp(largest - score)
        largest = score
    return largest, total
