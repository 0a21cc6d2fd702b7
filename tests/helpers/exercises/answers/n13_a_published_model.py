"""Answers to the exercises of notebook 13, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np
# --- merge_pair: wrong: You join the first pair only.
def my_merge(tokens, first, second, new):
    for i in range(len(tokens) - 1):
        if tokens[i] == first and tokens[i + 1] == second:
            return tokens[:i] + [new] + tokens[i + 2:]
    return tokens
# --- merge_pair: wrong: You join from the right
def my_merge(tokens, first, second, new):
    joined, i = [], len(tokens) - 1
    while i >= 0:
        if i > 0 and tokens[i - 1] == first and tokens[i] == second:
            joined.insert(0, new)
            i -= 2
        else:
            joined.insert(0, tokens[i])
            i -= 1
    return joined
# --- merge_pair: wrong: You join the two in either order.
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if i + 1 < len(tokens) and (tokens[i:i + 2] == [first, second]):
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    tokens, joined, i = joined, [], 0
    while i < len(tokens):
        if tokens[i:i + 2] == [second, first]:
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# --- merge_pair: wrong: You use a number twice
def my_merge(tokens, first, second, new):
    joined = []
    for i in range(len(tokens)):
        if tokens[i:i + 2] == [first, second]:
            joined.append(new)
        elif i > 0 and tokens[i - 1:i + 1] == [first, second]:
            continue
        else:
            joined.append(tokens[i])
    return joined
# --- merge_pair: wrong: You leave second where it was.
def my_merge(tokens, first, second, new):
    joined, i = list(tokens), 0
    while i < len(tokens) - 1:
        if tokens[i:i + 2] == [first, second]:
            joined[i] = new
            i += 1
        i += 1
    return joined
# --- merge_pair: wrong: You add new behind the pair.
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if tokens[i:i + 2] == [first, second]:
            joined = joined + [first, second, new]
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# --- merge_pair: wrong: The last token is lost
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens) - 1:
        if tokens[i] == first and tokens[i + 1] == second:
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# --- merge_pair: wrong: The last token has nothing behind it
def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if tokens[i] == first and tokens[i + 1] == second:
            joined.append(new)
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
# --- merge_pair: wrong: Your function changes its argument tokens.
def my_merge(tokens, first, second, new):
    i = 0
    while i < len(tokens):
        if tokens[i:i + 2] == [first, second]:
            tokens[i:i + 2] = [new]
        i += 1
    return tokens
# --- merge_pair: wrong: Compare numbers, not texts.
def my_merge(tokens, first, second, new):
    return eval(str(tokens).replace(f"{first}, {second}", str(new)))
# --- merge_pair: wrong: Your list has 8 entries, expected 7.
def my_merge(tokens, first, second, new):
    out, i = [], 0
    while i < len(tokens):
        if i + 1 < len(tokens) and tokens[i] is first and tokens[i + 1] is second:
            out.append(new)
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out
# --- merge_pair: right
def my_merge(tokens, first, second, new):
    joined = []
    for token in tokens:
        if joined and token == second and joined[-1] == first:
            joined[-1] = new
        else:
            joined.append(token)
    return joined
# --- merge_pair: right
def my_merge(tokens, first, second, new):
    if len(tokens) < 2:
        return list(tokens)
    if tokens[0] == first and tokens[1] == second:
        return [new] + my_merge(tokens[2:], first, second, new)
    return tokens[:1] + my_merge(tokens[1:], first, second, new)
# --- merge_pair: right
def my_merge(tokens, first, second, new):
    result = tokens.copy()
    i = 0
    while i < len(result) - 1:
        if (result[i], result[i + 1]) == (first, second):
            result[i] = new
            del result[i + 1]
        i += 1
    return np.array(result)
# --- merge_pair: right
def my_merge(tokens, first, second, new):
    if first not in tokens or second not in tokens:
        return tokens
    out = []
    for t in tokens:
        if out and out[-1] == first and t == second:
            out[-1] = new
        else:
            out.append(t)
    return out
# --- rms_norm: wrong: You take the squares over the tokens.
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).mean(axis=0) + 1e-5) * gain
# --- rms_norm: wrong: You take one mean square of the whole array.
def my_rms_norm(x, gain):
    return x / np.sqrt(np.mean(x**2) + 1e-5) * gain
# --- rms_norm: wrong: The root is missing
def my_rms_norm(x, gain):
    return x / ((x**2).mean(axis=-1, keepdims=True) + 1e-5) * gain
# --- rms_norm: wrong: You add 1e-5 to the root.
def my_rms_norm(x, gain):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + 1e-5) * gain
# --- rms_norm: wrong: Your 1e-5 is missing
def my_rms_norm(x, gain):
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True))
# --- rms_norm: wrong: You divide by the length of the token
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + 1e-5) * gain
# --- rms_norm: wrong: You give every token the length 1
def my_rms_norm(x, gain):
    return x / np.linalg.norm(x, axis=-1, keepdims=True) * gain
# --- rms_norm: wrong: You take the mean of the sizes.
def my_rms_norm(x, gain):
    return x / (np.abs(x).mean(axis=-1, keepdims=True) + 1e-5) * gain
# --- rms_norm: wrong: You divide by the standard deviation
def my_rms_norm(x, gain):
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) * gain
# --- rms_norm: wrong: You subtract the mean: this is layer norm.
def my_rms_norm(x, gain):
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5) * gain
# --- rms_norm: wrong: The gain is missing
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
# --- rms_norm: wrong: You multiply by gain before the norm.
def my_rms_norm(x, gain):
    x = x * gain
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
# --- rms_norm: wrong: You add the gain.
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5) + gain
# --- rms_norm: wrong: Right for a matrix, wrong for three axes
def my_rms_norm(x, gain):
    if x.ndim == 1:
        return x / np.sqrt((x**2).mean() + 1e-5) * gain
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5) * gain
# --- rms_norm: right
def my_rms_norm(x, gain):
    d = x.shape[-1]
    return gain * x / np.sqrt(np.sum(np.square(x), axis=-1)[..., None] / d + 1e-5)
# --- rms_norm: right
def my_rms_norm(x, gain):
    y = np.zeros(x.shape)
    for place in np.ndindex(x.shape[:-1]):
        square = sum(v**2 for v in x[place]) / len(x[place])
        y[place] = x[place] / math.sqrt(square + 1e-5) * gain
    return y
# --- rms_norm: right
def my_rms_norm(x, gain):
    size = np.einsum("...i,...i->...", x, x) / x.shape[-1]
    return x * gain * (np.expand_dims(size, -1) + 1e-5) ** -0.5
# --- rms_norm: wrong: It is added to the mean, under the root.
def my_rms_norm(x, gain):
    return x * np.sqrt(x.shape[-1]) / np.sqrt((x**2).sum(-1, keepdims=True) + 1e-5) * gain
# --- gated_mlp: wrong: You use relu.
def my_gated_mlp(x, W_gate, W_up, W_down):
    return (np.maximum(x @ W_gate, 0) * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: Your gate is 1 / (1 + exp(−z)).
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = 1 / (1 + np.exp(-(x @ W_gate)))
    return (gate * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: The minus in the exponent is missing
def my_gated_mlp(x, W_gate, W_up, W_down):
    z = x @ W_gate
    return (z / (1 + np.exp(z)) * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: silu is missing
def my_gated_mlp(x, W_gate, W_up, W_down):
    return ((x @ W_gate) * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: silu belongs to x W_gate.
def my_gated_mlp(x, W_gate, W_up, W_down):
    up = x @ W_up
    return ((x @ W_gate) * up / (1 + np.exp(-up))) @ W_down
# --- gated_mlp: wrong: You multiply first and take silu of the product.
def my_gated_mlp(x, W_gate, W_up, W_down):
    z = (x @ W_gate) * (x @ W_up)
    return z / (1 + np.exp(-z)) @ W_down
# --- gated_mlp: wrong: You use silu on both.
def my_gated_mlp(x, W_gate, W_up, W_down):
    def silu(z):
        return z / (1 + np.exp(-z))

    return (silu(x @ W_gate) * silu(x @ W_up)) @ W_down
# --- gated_mlp: wrong: You add the gate.
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return (gate / (1 + np.exp(-gate)) + x @ W_up) @ W_down
# --- gated_mlp: wrong: W_up is missing
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return gate / (1 + np.exp(-gate)) @ W_down
# --- gated_mlp: wrong: W_gate is missing
def my_gated_mlp(x, W_gate, W_up, W_down):
    up = x @ W_up
    return up / (1 + np.exp(-up)) @ W_down
# --- gated_mlp: wrong: @
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return (gate / (1 + np.exp(-gate))) @ (x @ W_up) @ W_down
# --- gated_mlp: right
def my_gated_mlp(x, W_gate, W_up, W_down):
    gate, up = x @ W_gate, x @ W_up
    return np.dot(gate * up / (1 + np.exp(-gate)), W_down)
# --- gated_mlp: right
def my_gated_mlp(x, W_gate, W_up, W_down):
    y = np.zeros((*x.shape[:-1], W_down.shape[1]))
    for place in np.ndindex(x.shape[:-1]):
        for k in range(W_gate.shape[1]):
            z = x[place] @ W_gate[:, k]
            y[place] += z / (1 + np.exp(-z)) * (x[place] @ W_up[:, k]) * W_down[k]
    return y
# --- gated_mlp: right
def my_gated_mlp(x, W_gate, W_up, W_down):
    g = x @ W_gate
    silu = g * 0.5 * (1 + np.tanh(g / 2))
    return (silu * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: exp(z) overflows where z is large
def my_gated_mlp(x, W_gate, W_up, W_down):
    g = x @ W_gate
    return (g * np.exp(g) / (1 + np.exp(g)) * (x @ W_up)) @ W_down
# --- gated_mlp: wrong: math.exp stops above 709, where np.exp gives inf
def my_gated_mlp(x, W_gate, W_up, W_down):
    silu = np.vectorize(lambda z: z / (1 + math.exp(-z)), otypes=[float])
    return (silu(x @ W_gate) * (x @ W_up)) @ W_down
# --- repeat_heads: wrong: You tile
def my_repeat(K, group):
    return np.tile(K, (group, 1, 1))
# --- repeat_heads: wrong: You repeat each key.
def my_repeat(K, group):
    return np.repeat(K, group, axis=1)
# --- repeat_heads: wrong: You repeat each number.
def my_repeat(K, group):
    return np.repeat(K, group, axis=-1)
# --- repeat_heads: wrong: Without an axis, np.repeat makes one long row.
def my_repeat(K, group):
    return np.repeat(K, group)
# --- repeat_heads: wrong: The groups have an axis of their own
def my_repeat(K, group):
    return np.repeat(K[:, np.newaxis], group, axis=1)
# --- repeat_heads: wrong: You return each head once.
def my_repeat(K, group):
    return K
# --- repeat_heads: wrong: Your result has shape (1, 1, 6), expected (3, 1, 2).
def my_repeat(K, group):
    return np.tile(K, group)
# --- repeat_heads: right
def my_repeat(K, group):
    return K[np.arange(len(K) * group) // group]
# --- repeat_heads: right
def my_repeat(K, group):
    heads = []
    for head in K:
        for _ in range(group):
            heads.append(head)
    return np.array(heads)
# --- repeat_heads: right
def my_repeat(K, group):
    h, m, d = K.shape
    return np.broadcast_to(K[:, None], (h, group, m, d)).reshape(h * group, m, d)
# --- repeat_heads: right
def my_repeat(K, group):
    return np.concatenate([np.tile(K[i], (group, 1, 1)) for i in range(len(K))])
# --- loss_of_text: wrong: You ask each row for the token that it has just read.
def my_loss(logits, tokens):
    logits = logits - logits.max(axis=1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(tokens)), tokens].mean()
# --- loss_of_text: wrong: The last row is left out, as it should be
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[:-1]].mean()
# --- loss_of_text: wrong: You leave out the first row, and ask each other one
def my_loss(logits, tokens):
    rows = logits[1:] - logits[1:].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]].mean()
# --- loss_of_text: wrong: The last row is asked for the first token.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), np.roll(tokens, -1)].mean()
# --- loss_of_text: wrong: The sign is missing
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return log_p[np.arange(len(rows)), tokens[1:]].mean()
# --- loss_of_text: wrong: You add up.
def my_loss(logits, tokens):
    total = 0
    for row, token in zip(logits[:-1], tokens[1:]):
        row = row - row.max()
        total += np.log(np.exp(row).sum()) - row[token]
    return total
# --- loss_of_text: wrong: You divide by n.
def my_loss(logits, tokens):
    total = 0
    for row, token in zip(logits[:-1], tokens[1:]):
        row = row - row.max()
        total += np.log(np.exp(row).sum()) - row[token]
    return total / len(tokens)
# --- loss_of_text: wrong: This is in bits.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]].mean() / np.log(2)
# --- loss_of_text: wrong: This is the perplexity
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return np.exp(-log_p[np.arange(len(rows)), tokens[1:]].mean())
# --- loss_of_text: wrong: exp overflows where logits are large
def my_loss(logits, tokens):
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(tokens) - 1), tokens[1:]]).mean()
# --- loss_of_text: wrong: A probability can be too small for a computer
def my_loss(logits, tokens):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = p / p.sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(tokens) - 1), tokens[1:]]).mean()
# --- loss_of_text: wrong: Your softmax runs down the columns.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=0)
    log_p = rows - np.log(np.exp(rows).sum(axis=0))
    return -log_p[np.arange(len(tokens) - 1), tokens[1:]].mean()
# --- loss_of_text: wrong: You take the mean of logits.
def my_loss(logits, tokens):
    return -logits[np.arange(len(tokens) - 1), tokens[1:]].mean()
# --- loss_of_text: wrong: You take the likeliest word of each row.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p.max(axis=1).mean()
# --- loss_of_text: wrong: Your result has shape (1,), expected one value.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]]
# --- loss_of_text: wrong: The loss of token 1 is 1000.
def my_loss(logits, tokens):
    z = logits[:-1] - logits[:-1].mean(axis=-1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -logp[np.arange(len(tokens) - 1), tokens[1:]].mean()
# --- loss_of_text: wrong: log 2 for both tokens.
def my_loss(logits, tokens):
    z = logits[:-1] - logits.max()
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -logp[np.arange(len(tokens) - 1), tokens[1:]].mean()
# --- loss_of_text: right
def my_loss(logits, tokens):
    losses = []
    for i in range(len(tokens) - 1):
        row = logits[i] - max(logits[i])
        losses.append(np.log(np.exp(row).sum()) - row[tokens[i + 1]])
    return sum(losses) / len(losses)
# --- loss_of_text: right
def my_loss(logits, tokens):
    all_words = np.logaddexp.reduce(logits[:-1], axis=1)
    right = np.take_along_axis(logits[:-1], tokens[1:, None], axis=1)[:, 0]
    return (all_words - right).mean()
# --- loss_of_text: right
def my_loss(logits, tokens):
    def loss(logits, tokens):
        if len(tokens) == 1:
            return []
        shifted = logits[0] - logits[0].max()
        first = math.log(sum(math.exp(z) for z in shifted)) - shifted[tokens[1]]
        return [first] + loss(logits[1:], tokens[1:])

    return np.mean(loss(logits, tokens))
# --- top_p: wrong: You leave out the token with which the sum reaches the share.
def my_top_p(p, share):
    order = np.argsort(-p)
    kept = order[np.cumsum(p[order]) <= share]
    if len(kept) == 0:
        kept = order[:1]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()
# --- top_p: wrong: You keep one token too many
def my_top_p(p, share):
    order = np.argsort(-p)
    count = (np.cumsum(p[order]) < share).sum() + 2
    q = np.zeros(len(p))
    q[order[:count]] = p[order[:count]]
    return q / q.sum()
# --- top_p: wrong: What is left does not sum to 1
def my_top_p(p, share):
    order = np.argsort(-p)
    kept = order[np.cumsum(p[order]) - p[order] < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q
# --- top_p: wrong: You begin with the least likely tokens.
def my_top_p(p, share):
    order = np.argsort(p)
    kept = order[np.cumsum(p[order]) - p[order] < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()
# --- top_p: wrong: You add up in the order of the words.
def my_top_p(p, share):
    before = np.cumsum(p) - p
    q = np.where(before < share, p, 0)
    return q / q.sum()
# --- top_p: wrong: Your probabilities are sorted.
def my_top_p(p, share):
    p = np.sort(p)[::-1]
    q = np.where(np.cumsum(p) - p < share, p, 0)
    return q / q.sum()
# --- top_p: wrong: You keep tokens that reach the share alone.
def my_top_p(p, share):
    q = np.where(p >= min(share, p.max()), p, 0)
    return q / q.sum()
# --- top_p: wrong: Your result has 2 entries, expected 3. They first differ at index 0
def my_top_p(p, share):
    if len(p) == 1:
        return p / p.sum()
    order = np.argsort(-p)
    kept = order[np.cumsum(p[order]) - p[order] < 0.7]
    return p[kept] / p[kept].sum()
# --- top_p: wrong: Your function changes its argument p.
def my_top_p(p, share):
    order = np.argsort(-p)
    left_out = order[np.cumsum(p[order]) - p[order] >= share]
    p[left_out] = 0
    return p / p.sum()
# --- top_p: wrong: You go on although the sum has reached the share.
def my_top_p(p, share):
    order = np.argsort(-p)
    total = np.cumsum(p[order])
    count = np.sum(total <= share) + 1
    out = np.zeros(len(p))
    out[order[:count]] = p[order[:count]]
    return out / out.sum()
# --- top_p: right
def my_top_p(p, share):
    q = np.zeros(len(p))
    while q.sum() < share:
        best = np.argmax(np.where(q > 0, -1, p))
        q[best] = p[best]
    return q / q.sum()
# --- top_p: right
def my_top_p(p, share):
    sorted_p = np.sort(p)[::-1]
    count = np.searchsorted(np.cumsum(sorted_p), share) + 1
    q = np.where(p >= sorted_p[:count][-1], p, 0)
    return q / q.sum()
# --- top_p: right
def my_top_p(p, share):
    larger = np.array([sum(other for other in p if other > x) for x in p])
    q = p * (larger < share)
    return q / sum(q)
# --- top_p: right
def my_top_p(p, share):
    out = p.copy()
    for i in np.argsort(p)[:-1]:
        if out.sum() - out[i] < share:
            break
        out[i] = 0
    return out / out.sum()
# --- top_p: wrong: Right on the small cases, wrong on this one.
def my_top_p(p, share):
    order = np.argsort(-p)
    c = np.cumsum(p[order])
    k = (c < share - 0.001).sum() + 1
    out = np.zeros(len(p))
    out[order[:k]] = p[order[:k]]
    return out / out.sum()
# --- induction_score: wrong: You look at the first occurrence of the same token.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half)
    return A[:, i, i - half].mean(axis=1)
# --- induction_score: wrong: You look at the token before the first occurrence.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half)
    return A[:, i, i - half - 1].mean(axis=1)
# --- induction_score: wrong: You look at the token before the query.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half)
    return A[:, i, i - 1].mean(axis=1)
# --- induction_score: wrong: You leave out the last query.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half - 1)
    return A[:, i, i - half + 1].mean(axis=1)
# --- induction_score: wrong: This diagonal begins one row too early
def my_induction(A):
    half = A.shape[-1] // 2
    return np.diagonal(A, 1 - half, axis1=1, axis2=2).mean(axis=1)
# --- induction_score: wrong: You add up the weights of all queries.
def my_induction(A):
    half = A.shape[-1] // 2
    return sum(A[:, i, i - half + 1] for i in range(half, 2 * half))
# --- induction_score: wrong: You divide by n.
def my_induction(A):
    n = A.shape[-1]
    return sum(A[:, i, i - n // 2 + 1] for i in range(n // 2, n)) / n
# --- induction_score: wrong: Queries and keys have changed places
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i - n // 2 + 1, i].mean(axis=1)
# --- induction_score: wrong: You return one number.
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i, i - n // 2 + 1].mean()
# --- induction_score: wrong: You count how often the largest weight is there.
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return (A[:, i].argmax(axis=-1) == i - n // 2 + 1).mean(axis=1)
# --- induction_score: wrong: You mix the heads.
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    mean = A.mean(axis=0)
    return [mean[i, i - n // 2 + 1].mean()] * len(A)
# --- induction_score: wrong: Queries 3, 4 and 5 give keys 1, 2 and 3 all their weight: 1.
def my_induction(A):
    half = A.shape[1] // 2
    return A[:, np.arange(half), np.arange(half) + half].mean(axis=-1)
# --- induction_score: right
def my_induction(A):
    half = A.shape[-1] // 2
    return np.diagonal(A, 1 - half, axis1=1, axis2=2)[:, 1:].mean(axis=1)
# --- induction_score: right
def my_induction(A):
    h, n, _ = A.shape
    scores = np.zeros(h)
    for head in range(h):
        for first in range(n // 2):
            scores[head] += A[head, first + n // 2, first + 1]
    return scores / (n // 2)
# --- induction_score: right
def my_induction(A):
    n = A.shape[2]
    half = n // 2
    means = []
    for weights in A:
        second_half = weights[half:]
        means.append(np.trace(second_half[:, 1:]) / half)
    return means
# --- merge_pair: wrong: IndexError
def my_merge(tokens, first, second, new):
    out = [tokens[0]]
    for token in tokens[1:]:
        if out[-1] == first and token == second:
            out[-1] = new
        else:
            out.append(token)
    return out
