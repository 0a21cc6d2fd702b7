"""Answers to the exercises of notebook 09, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np

from helpers import attention
# --- count_layer: wrong: You count one product of attention. It has two: the scores, and
def my_multiplications(n, d, k):
    attention = n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You give orders of growth, without factors. Here every
def my_multiplications(n, d, k):
    attention = n**2 * d
    recurrence = n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You leave out the state before the first token. It is 0, and
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = n * d**2 + (n - 1) * d**2
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Your recurrence has one product for each token. It has two:
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count one token too few: the first is multiplied by W, and
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * (n - 1) * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Attention has two products, recurrence two, a window of 1 has
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = 2 * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Only attention grows with n²: each token asks every token.
def my_multiplications(n, d, k):
    attention = 2 * n * d**2
    recurrence = 2 * n**2 * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You leave out the zeros in front of the first token. They are
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = (n * k - k * (k - 1) // 2) * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count whole windows only. Each of the n tokens has a
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = (n - k + 1) * k * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count a token times a matrix as d multiplications. It takes
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d
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
# --- count_layer: wrong: You count the division by √d, too. Count what the two products
def my_multiplications(n, d, k):
    attention = 2 * n * n * d + n * n
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Each of your numbers is twice too large. Do you count
def my_multiplications(n, d, k):
    attention = 4 * n * n * d
    recurrence = 4 * n * d * d
    convolution = 2 * k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: Your last two numbers have changed places: first recurrence,
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, convolution, recurrence]
# --- count_layer: wrong: Attention grows with d, a d × d matrix with d².
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d**3
    convolution = k * n * d**3
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count one token of each window. All k of them have a matrix
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d * d
    convolution = n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You count the scores. Each of them is a dot product: d multi
def my_multiplications(n, d, k):
    attention = 2 * n * n
    recurrence = 2 * n * d * d
    convolution = k * n * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: A row times a d × d matrix takes d · d multiplications, not
def my_multiplications(n, d, k):
    attention = 2 * n * n * d
    recurrence = 2 * n * d
    convolution = k * n * d
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
# --- dilated_layers: wrong: A logarithm is rounded: log(125, 5) is slightly above 3.
def my_layers(n, k):
    return math.ceil(math.log(n, k))
# --- dilated_layers: wrong: You round down. If the layers see too few tokens, one more is
def my_layers(n, k):
    return int(math.log(n, k))
# --- dilated_layers: wrong: You ask for more than n tokens. Seeing exactly n is enough.
def my_layers(n, k):
    return math.floor(math.log(n, k)) + 1
# --- dilated_layers: wrong: You round to the nearest number. If a part of a layer is needed, it
def my_layers(n, k):
    return round(math.log(n, k))
# --- dilated_layers: wrong: A part of a layer cannot be built: round it up.
def my_layers(n, k):
    return math.log(n) / math.log(k)
# --- dilated_layers: wrong: This is for contiguous windows, whose reach grows by k − 1 with
def my_layers(n, k):
    return math.ceil((n - 1) / (k - 1))
# --- dilated_layers: wrong: One layer sees 3 tokens.
def my_layers(n, k):
    return math.ceil(math.log(n))
# --- dilated_layers: wrong: You take the logarithm of k to the base n. Turn it round: of n,
def my_layers(n, k):
    return math.ceil(math.log(k, n))
# --- dilated_layers: wrong: You add k for each layer. Each layer multiplies the reach by k.
def my_layers(n, k):
    layers = 0
    seen = 1
    while seen < n:
        seen += k
        layers += 1
    return layers
# --- dilated_layers: wrong: One layer sees 3 of the 4 tokens.
def my_layers(n, k):
    layers = 0
    while n > 1:
        n = n // k
        layers += 1
    return layers
# --- dilated_layers: wrong: You return how many tokens are seen. The task asks for the
def my_layers(n, k):
    seen = 1
    while seen < n:
        seen *= k
    return seen
# --- dilated_layers: wrong: One window holds both.
def my_layers(n, k):
    layers = 0
    while k ^ layers < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: You compute layers**k. The reach of the layers is k**layers.
def my_layers(n, k):
    layers = 0
    while layers**k < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: Your reach doubles. It is multiplied by k.
def my_layers(n, k):
    layers = 0
    while 2**layers < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: That is how many windows lie side by side. With each layer the
def my_layers(n, k):
    return math.ceil(n / k)
# --- dilated_layers: wrong: One token needs no layer: it sees itself.
def my_layers(n, k):
    layers = 1
    while k**layers < n:
        layers += 1
    return layers
# --- dilated_layers: wrong: A logarithm is rounded, and where n is a power of k or one more,
def my_layers(n, k):
    return math.ceil(math.log2(n) / math.log2(k))
# --- dilated_layers: wrong: 2²⁰ is 1048576, and 2¹⁹ only 524288: 20 layers.
def my_layers(n, k):
    layers = 0
    seen = 1
    while seen < n and layers < 15:
        seen *= k
        layers += 1
    return layers
# --- dilated_layers: right
def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
    return layers
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
# --- dilated_layers: right
def my_layers(n, k):
    layers = 0
    while n > 1:
        n = n / k
        layers += 1
    return layers
# --- dilated_layers: wrong: 2 layers see 999² = 998001 tokens, and here there is one more
def my_layers(n, k):
    return math.ceil(round(np.log(n) / np.log(k), 6))
# --- dilated_layers: wrong: 3 layers see 1000 tokens, and here there is one more
def my_layers(n, k):
    return 0 if n == 1 else int(np.log(n - 1) / np.log(k)) + 1
# --- dilated_layers: right
def my_layers(n, k):
    layers = 0
    while n > 1:
        n /= k
        layers += 1
    return layers
# --- dilated_layers: right
def my_layers(n, k):
    return math.ceil(math.log(n, k) - 1e-9)
# --- append_and_attend: wrong: The scores are not divided by √d_k.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q) @ V
# --- append_and_attend: wrong: You divide by d_k. Divide by its root.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    scores = K @ q / len(q)
    return attention.softmax(scores) @ V
# --- append_and_attend: wrong: You divide by the root of the number of keys. Divide by that of
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    scores = K @ q / math.sqrt(len(K))
    return attention.softmax(scores) @ V
# --- append_and_attend: wrong: You divide by the root of d_v, the width of a value. Divide by
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    d_k = V.shape[1]
    return attention.softmax(K @ q / np.sqrt(d_k)) @ V
# --- append_and_attend: wrong: np.append without an axis makes one long row of all numbers
def my_next(q, K, V, k, v):
    K = np.append(K, k)
    V = np.append(V, v)
    scores = np.dot(K, q[0]) / np.sqrt(len(q))
    return np.array([attention.softmax(scores) @ V])
# --- append_and_attend: wrong: Lists have append, arrays do not: np.append makes a new array
def my_next(q, K, V, k, v):
    K = K.append(k)
    V = V.append(v)
    return attention.attention(q, K, V).output
# --- append_and_attend: wrong: The softmax is missing: these are scores times values.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    scores = K @ q / np.sqrt(len(q))
    return scores @ V
# --- append_and_attend: wrong: Both weights are 0.5: the mean of the old value and the new one.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    weights = np.exp(K @ q / np.sqrt(len(q)))
    return weights @ V
# --- append_and_attend: wrong: You divide after the softmax. Divide the scores, before it.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    weights = attention.softmax(K @ q) / np.sqrt(len(q))
    return weights @ V
# --- append_and_attend: wrong: The new key stands first and the new value last: each value
def my_next(q, K, V, k, v):
    K = np.vstack([k, K])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / np.sqrt(len(q))) @ V
# --- append_and_attend: wrong: You append the value to the keys and the key to the values.
def my_next(q, K, V, k, v):
    K = np.vstack([K, v])
    V = np.vstack([V, k])
    return attention.softmax(K @ q / np.sqrt(len(q))) @ V
# --- append_and_attend: wrong: The new key and value are missing: a token sees itself, too.
def my_next(q, K, V, k, v):
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
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
    K = np.insert(K, 0, k, axis=0)
    V = np.insert(V, 0, v, axis=0)
    return attention.softmax(K @ q / np.sqrt(len(q))) @ V
# --- cache_size: wrong: You count keys or values. The cache keeps both.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * heads * d_k * each
# --- cache_size: wrong: You count one layer. Each has keys and values of its own.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * n * heads * d_k * each
# --- cache_size: wrong: A key and a value: two numbers.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * heads * heads * d_k * each
# --- cache_size: wrong: You count the weights, n × n. They are not kept.
def my_bytes(layers, n, heads, d_k, each):
    return layers * heads * n * n * each
# --- cache_size: wrong: You keep queries, too. No later token needs them.
def my_bytes(layers, n, heads, d_k, each):
    return 3 * layers * n * heads * d_k * each
# --- cache_size: wrong: You count keys and values as one number. Each has d_k.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * each
# --- cache_size: wrong: You count numbers. Each takes `each` bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k
# --- cache_size: wrong: You count one token. Every token has its own key and value.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * heads * d_k * each
# --- cache_size: wrong: You count one token too few. The newest token's key and value
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * (n - 1) * heads * d_k * each
# --- cache_size: wrong: You give bits. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each * 8
# --- cache_size: wrong: You give kilobytes. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each / 1024
# --- cache_size: wrong: You give gibibytes. The task asks for bytes.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each / 2**30
# --- cache_size: wrong: You divide d_k by the number of heads. It is the width of one
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * (d_k // heads) * each
# --- cache_size: wrong: You count one head. Each head of keys keeps its own.
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * d_k * each
# --- cache_size: wrong: Each head of each layer has its own.
def my_bytes(layers, n, heads, d_k, each):
    keys = layers * n * heads * d_k * each
    values = n * heads * d_k * each
    return keys + values
# --- cache_size: wrong: There is a key and a value for each of the three tokens.
def my_bytes(layers, n, heads, d_k, each):
    return layers * n * (n + 1) * heads * d_k * each
# --- cache_size: wrong: You count n² of each. There is one key and one value for eac
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n**2 * heads * d_k * each
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    total = 0
    for layer in range(layers):
        for head in range(heads):
            total += 2 * n * d_k * each
    return total
# --- online_update: wrong: The old sum was made with the old maximum. Multiply it by
def my_update(largest, total, score):
    new = max(largest, score)
    total = total + math.exp(score - new)
    return new, total
# --- online_update: wrong: Your factor grows with the maximum. Turn the difference round:
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(new - largest) + math.exp(score - new)
    return new, total
# --- online_update: wrong: You divide by exp(old − new). Multiply by it.
def my_update(largest, total, score):
    new = max(largest, score)
    total = total / math.exp(largest - new) + math.exp(score - new)
    return new, total
# --- online_update: wrong: The old sum is right. The new score is lowered by the old
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - largest)
    return new, total
# --- online_update: wrong: The two numbers have changed places: first the largest, then the total.
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - new)
    return total, new
# --- online_update: wrong: You add 1 for every score. A score below the maximum adds less.
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(largest - new) + 1
# --- online_update: wrong: The maximum stays 1; the new score adds exp(0 − 1).
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(-abs(score - largest)) + 1
    return new, total
# --- online_update: wrong: The maximum becomes 3. The old sum was made with 1: times exp(1
def my_update(largest, total, score):
    if score > largest:
        return score, 1
    return largest, total + math.exp(score - largest)
# --- online_update: wrong: The new score adds exp(0 − 0), which is 1.
def my_update(largest, total, score):
    if score > largest:
        return score, total * math.exp(largest - score) + 1
    return largest, total
# --- online_update: wrong: math.exp stops above 709, where np.exp gives inf.
def my_update(largest, total, score):
    new = max(largest, score)
    total = (total * math.exp(largest) + math.exp(score)) / math.exp(new)
    return new, total
# --- online_update: wrong: The first nan (not a number) is at [1]. Nearly nothing is left
def my_update(largest, total, score):
    new = np.maximum(largest, score)
    total = (total * np.exp(largest) + np.exp(score)) * np.exp(-new)
    return new, total
# --- online_update: wrong: Nothing is subtracted from the new score: add exp(score − new).
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score)
    return new, total
# --- online_update: wrong: Nothing is subtracted from the score: exp(score) overflows from
def my_update(largest, total, score):
    return max(largest, score), total + math.exp(score)
# --- online_update: wrong: The new score itself is missing from the sum.
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new)
    return new, total
# --- online_update: wrong: Your factor exp(old − new) multiplies the new term, too. Only
def my_update(largest, total, score):
    new = max(largest, score)
    total = (total + math.exp(score - new)) * math.exp(largest - new)
    return new, total
# --- online_update: wrong: You subtract the old maximum from the score. Subtract the ne
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total + math.exp(score - largest)
# --- online_update: wrong: Subtract the new maximum from the score, not the old one: ex
def my_update(largest, total, score):
    new = max(largest, score)
    return new, (total + math.exp(score - largest)) * math.exp(largest - new)
# --- online_update: wrong: You take every score as the new maximum. A smaller one must
def my_update(largest, total, score):
    return score, total * math.exp(largest - score) + 1
# --- online_update: right
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(largest - new) + math.exp(score - new)
# --- online_update: right
def my_update(largest, total, score):
    new = max([largest, score])
    both = np.exp(np.array([largest, score]) - new)
    return [new, both @ [total, 1]]
# --- count_layer: wrong: Your attention makes n (n + 1) d multiplications.
def my_multiplications(n, d, k):
    attention = n * n * d + n * d
    recurrence = 2 * n * d * d
    convolution = n * k * d * d
    return [attention, recurrence, convolution]
# --- count_layer: wrong: You take the window to be no longer than the text.
def my_multiplications(n, d, k):
    attention = 2 * n ** 2 * d
    recurrence = 2 * n * d ** 2
    convolution = n * min(k, n) * d ** 2
    return [attention, recurrence, convolution]
# --- online_update: wrong: Before the first score the maximum is −∞ and the sum 0.
def my_update(largest, total, score):
    if total == 0:
        return score, 0.0
    new = max(largest, score)
    return new, total * math.exp(largest - new) + math.exp(score - new)
# --- online_update: wrong: 0 is a score like any other
def my_update(largest, total, score):
    if not total:
        return score, 1
    new = max(largest, score) or largest
    return new, total * math.exp(largest - new) + math.exp(score - new)
# --- append_and_attend: wrong: For the first token the cache holds no row
def my_next(q, K, V, k, v):
    if not len(K):
        return np.zeros(len(v))
    K, V = np.vstack([K, k]), np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- append_and_attend: wrong: The first nan (not a number) is at [0]. The scores are 1000, 1000 and 0
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    s = K @ q / np.sqrt(K.shape[1])
    w = np.exp(s) / np.exp(s).sum()
    return w @ V
# --- append_and_attend: wrong: The scores are 900 and 1000, so the new token has all the weight.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    s = np.clip(K @ q / np.sqrt(len(q)), -700, 700)
    w = np.exp(s - s.max())
    return (w / w.sum()) @ V
# --- online_update: wrong: All your numbers are nearly right.
def my_update(largest, total, score):
    if score > largest:
        return score, total * math.exp(max(largest - score, -20)) + 1
    return largest, total + math.exp(max(score - largest, -20))
