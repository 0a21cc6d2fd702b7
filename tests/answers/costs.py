"""Answers to the exercises of notebook 09, each a cell as a student typed it; see __init__.py."""
# --- count_layer: right
def my_multiplications(n, d, k):
    attention = 2 * n**2 * d
    recurrence = 2 * n * d**2
    convolution = k * n * d**2
    return [attention, recurrence, convolution]
# --- dilated_layers: right
def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
    return layers
# --- append_and_attend: right
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# --- cache_size: right
def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each
# --- online_update: right
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total * math.exp(largest - new) + math.exp(score - new)
