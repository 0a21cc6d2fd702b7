"""Answers to the exercises of notebook 12, each a cell as a student typed it; see __init__.py."""
import math

import numpy as np
# --- next_letters: wrong: You ask for the token that stands there.
def my_targets(tokens, end):
    targets = tokens.copy()
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: You ask for the token before.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, 1:] = tokens[:, :-1]
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: np.roll brings the first column round to the end
def my_targets(tokens, end):
    targets = np.roll(tokens, -1, axis=1)
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: np.roll without an axis moves through all rows
def my_targets(tokens, end):
    return np.where(tokens == end, -1, np.roll(tokens, -1))
# --- next_letters: wrong: In a full row your last target is the last letter itself
def my_targets(tokens, end):
    targets = tokens.copy()
    targets[:, :-1] = tokens[:, 1:]
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: You never ask for the end.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    targets[targets == end] = -1
    return targets
# --- next_letters: wrong: You ask for the end again after it.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    return targets
# --- next_letters: wrong: You write −1 only into the last column.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, -1)
    targets[:, :-1] = tokens[:, 1:]
    return targets
# --- next_letters: wrong: A name that fills its row has an end, too
def my_targets(tokens, end):
    targets = np.full(tokens.shape, -1)
    targets[:, :-1] = tokens[:, 1:]
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: You ask nothing at the country.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, 1:-1] = tokens[:, 2:]
    targets[:, 0] = -1
    targets[tokens == end] = -1
    return targets
# --- next_letters: wrong: You ask for the end twice
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    for row, target in zip(tokens, targets):
        ends = np.flatnonzero(row == end)
        target[ends[1:]] = -1
    return targets
# --- next_letters: wrong: You write 0 at places that are not scored.
def my_targets(tokens, end):
    b, n = tokens.shape
    targets = np.zeros((b, n), dtype=int)
    for i in range(b):
        for j in range(n):
            if tokens[i, j] != end:
                targets[i, j] = tokens[i, j + 1] if j < n - 1 else end
    return targets
# --- next_letters: wrong: You take 26 for the end.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, 26)
    targets[:, :-1] = tokens[:, 1:]
    targets[tokens == 26] = -1
    return targets
# --- next_letters: wrong: Your result has shape (1, 1), expected (1, 2).
def my_targets(tokens, end):
    targets = tokens[:, 1:].copy()
    targets[tokens[:, :-1] == end] = -1
    return targets
# --- next_letters: wrong: Your function changes its argument tokens.
def my_targets(tokens, end):
    empty = tokens == end
    tokens[:, :-1] = tokens[:, 1:]
    tokens[:, -1] = end
    tokens[empty] = -1
    return tokens
# --- next_letters: wrong: Your result has shape (1, 2), expected (1, 3).
def my_targets(tokens, end):
    names = []
    for row in tokens:
        name = [x for x in row if x != end]
        names.append(name[1:] + [end])
    return names
# --- next_letters: right
def my_targets(tokens, end):
    following = np.append(tokens[:, 1:], np.full((len(tokens), 1), end), axis=1)
    return np.where(tokens == end, -1, following)
# --- next_letters: right
def my_targets(tokens, end):
    b, n = tokens.shape
    targets = -np.ones((b, n), dtype=int)
    for i in range(b):
        for j in range(n):
            if tokens[i, j] != end:
                targets[i, j] = tokens[i, j + 1] if j + 1 < n else end
    return targets
# --- next_letters: right
def my_targets(tokens, end):
    targets = np.roll(tokens, -1, axis=1)
    targets[:, -1] = end
    targets[tokens == end] = -1
    return targets
# --- next_letters: right
def my_targets(tokens, end):
    rows = []
    for row in tokens.tolist():
        name = [token for token in row if token != end]
        rows.append(name[1:] + [end] + [-1] * (len(row) - len(name)))
    return rows
# --- next_letters: right
def my_targets(tokens, end):
    padded = np.pad(tokens, ((0, 0), (0, 1)), constant_values=end)
    targets = padded[:, 1:].copy()
    targets[padded[:, :-1] == end] = -1
    return targets
# --- bits_a_letter: wrong: 0 is a token like any other
def my_bits(p, targets):
    bits = []
    for i in range(len(p)):
        for j in range(len(p[i])):
            if targets[i, j] > 0:
                bits.append(-np.log2(p[i, j, targets[i, j]]))
    return sum(bits) / len(bits)
# --- bits_a_letter: wrong: You take the natural logarithm, so this is in nats.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log(right).mean()
# --- bits_a_letter: wrong: You take the logarithm to the base 10.
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log10(p[asked, targets[asked]]).mean()
# --- bits_a_letter: wrong: The sign is missing
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return np.log2(right).mean()
# --- bits_a_letter: wrong: You count all places.
def my_bits(p, targets):
    b, n = targets.shape
    losses = []
    for i in range(b):
        for j in range(n):
            losses.append(-np.log2(p[i, j, targets[i, j]]))
    return np.mean(losses)
# --- bits_a_letter: wrong: You add up the right places and divide by the number of all
def my_bits(p, targets):
    total = 0
    for probabilities, row in zip(p, targets):
        for weights, target in zip(probabilities, row):
            if target >= 0:
                total -= np.log2(weights[target])
    return total / targets.size
# --- bits_a_letter: wrong: You take the mean over the names of their sums.
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log2(p[asked, targets[asked]]).sum() / len(targets)
# --- bits_a_letter: wrong: You add up the bits of all letters.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log2(right).sum()
# --- bits_a_letter: wrong: 1, 3 and 3 bits for three letters: their mean is 7/3
def my_bits(p, targets):
    names = []
    for probabilities, row in zip(p, targets):
        m = (row >= 0).sum()
        names.append(-np.log2(probabilities[np.arange(m), row[:m]]).mean())
    return np.mean(names)
# --- bits_a_letter: wrong: You take the mean of the probabilities first.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]].mean()
    return -np.log2(right)
# --- bits_a_letter: wrong: You leave token 0 out.
def my_bits(p, targets):
    asked = targets > 0
    right = p[asked, targets[asked]]
    return -np.log2(right).sum() / max(1, asked.sum()) if asked.any() else np.nan
# --- bits_a_letter: wrong: This is the mean probability of the right tokens.
def my_bits(p, targets):
    asked = targets >= 0
    return p[asked, targets[asked]].mean()
# --- bits_a_letter: wrong: This is how much probability the wrong tokens have.
def my_bits(p, targets):
    asked = targets >= 0
    return np.mean(1 - p[asked, targets[asked]])
# --- bits_a_letter: wrong: This is the perplexity
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return 2 ** (-np.log2(right).mean())
# --- bits_a_letter: wrong: This is how unsure the model is, whatever is right.
def my_bits(p, targets):
    entropy = -np.sum(p * np.log2(p), axis=2)
    return entropy[targets >= 0].mean()
# --- bits_a_letter: wrong: You take the largest probability at each place.
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log2(p[asked].max(axis=1)).mean()
# --- bits_a_letter: wrong: Your result has shape (1, 1), expected one value.
def my_bits(p, targets):
    right = np.take_along_axis(p, targets[:, :, None], axis=2)[:, :, 0]
    return np.where(targets >= 0, -np.log2(right), 0)
# --- bits_a_letter: wrong: You take the mean of each name and then the mean of the names.
def my_bits(p, targets):
    rows = []
    for i in range(len(p)):
        asked = targets[i] >= 0
        rows.append(-np.log2(p[i][asked, targets[i][asked]]).mean())
    return np.mean(rows)
# --- bits_a_letter: wrong: Each has a probability of 1e-300 and costs 996.6 bits.
def my_bits(p, targets):
    asked = targets >= 0
    picked = np.take_along_axis(p, targets[..., None], axis=-1)[..., 0]
    return -np.log2(np.prod(picked[asked])) / asked.sum()
# --- bits_a_letter: wrong: Only the second place counts: 1 bit.
def my_bits(p, targets):
    total = 0
    for i in range(len(p)):
        for j in range(len(p[i])):
            if targets[i, j] == -1:
                break
            total += -np.log2(p[i, j, targets[i, j]])
    return total / (targets >= 0).sum()
# --- bits_a_letter: right
def my_bits(p, targets):
    total, count = 0, 0
    for probabilities, row in zip(p, targets):
        for weights, target in zip(probabilities, row):
            if target >= 0:
                total -= math.log2(weights[target])
                count += 1
    return total / count
# --- bits_a_letter: right
def my_bits(p, targets):
    right = np.take_along_axis(p, targets[..., None], axis=-1)[..., 0]
    return -np.log2(right)[targets >= 0].mean()
# --- bits_a_letter: right
def my_bits(p, targets):
    rows, places = np.nonzero(targets != -1)
    right = p[rows, places, targets[rows, places]]
    return np.mean(np.log(1 / right)) / np.log(2)
# --- bits_a_letter: right
def my_bits(p, targets):
    one_hot = np.arange(p.shape[-1]) == targets[..., None]
    return -np.log2(p[one_hot]).mean()
# --- perplexity: wrong: This is the loss in nats.
def my_perplexity(p):
    return -np.log(p).mean()
# --- perplexity: wrong: This is the loss in bits.
def my_perplexity(p):
    return -np.log2(p).mean()
# --- perplexity: wrong: Logarithm and power must have the same base
def my_perplexity(p):
    return 2 ** np.mean(-np.log(p))
# --- perplexity: wrong: You undo log₂ by a power of e.
def my_perplexity(p):
    return np.exp(-np.log2(p).mean())
# --- perplexity: wrong: The sign is missing
def my_perplexity(p):
    return 2 ** np.log2(p).mean()
# --- perplexity: wrong: You add the logarithms up.
def my_perplexity(p):
    return np.exp(-np.log(p).sum())
# --- perplexity: wrong: You take the mean of the probabilities.
def my_perplexity(p):
    return 1 / np.mean(p)
# --- perplexity: wrong: You take the mean of 1/p.
def my_perplexity(p):
    return np.mean(1 / p)
# --- perplexity: wrong: The idea is right, but for a long text a product becomes too small or
def my_perplexity(p):
    return np.prod(p) ** (-1 / len(p))
# --- perplexity: wrong: You weight each logarithm by p, as entropy does.
def my_perplexity(p):
    return np.exp(-np.sum(p * np.log(p)))
# --- perplexity: wrong: You take the letter in the middle.
def my_perplexity(p):
    return 1 / np.median(p)
# --- perplexity: wrong: Your result has shape (1,), expected one value.
def my_perplexity(p):
    return 2 ** -np.log2(p)
# --- perplexity: wrong: The mean of −log₁₀ p is 100, so it is 1e100.
def my_perplexity(p):
    return 2 ** -np.log2(p + 1e-12).mean()
# --- perplexity: right
def my_perplexity(p):
    return 2 ** (-np.log2(p).mean())
# --- perplexity: right
def my_perplexity(p):
    total = 0
    for x in p:
        total += math.log(x)
    return math.exp(-total / len(p))
# --- perplexity: right
def my_perplexity(p):
    return np.exp(np.mean(np.log(1 / p)))
# --- perplexity: right
def my_perplexity(p):
    return np.prod(p ** (-1 / len(p)))
# --- counted_bigram: wrong: You leave out what is followed by token 0.
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), extra)
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j > 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: A pair that comes up several times is counted once, as by
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    asked = targets >= 0
    counts[tokens[asked], targets[asked]] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You count places with a target of −1, too
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You count places that are not scored as if token 0 came next.
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), extra)
    for i, j in zip(tokens.flat, targets.flat):
        counts[i, max(j, 0)] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You count what stands side by side in tokens.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for row in tokens:
        for i, j in zip(row[:-1], row[1:]):
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: Your columns sum to 1.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=0)
# --- counted_bigram: wrong: Rows and columns have changed places
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[j, i] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You divide by the sum of the whole table.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum()
# --- counted_bigram: wrong: These are the counts with the extra.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts
# --- counted_bigram: wrong: You add 1 to each count, whatever extra is.
def my_bigram(tokens, targets, words, extra):
    counts = np.ones((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: Pairs that never came up get nothing added
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You add extra only where something was counted.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts[counts > 0] += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You write extra only where nothing was counted.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts[counts == 0] = extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: You add extra to the sum of a row once.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return (counts + extra) / (counts.sum(axis=1, keepdims=True) + extra)
# --- counted_bigram: wrong: You divide by the sums before extra was added.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return (counts + extra) / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: Each column is divided by another row's sum.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1)
# --- counted_bigram: wrong: The first place has the target −1 and is not counted
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for row, nxt in zip(tokens, targets):
        for i, j in zip(row, nxt):
            if j == -1:
                break
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: wrong: Right on the small cases, wrong on this one.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words), dtype=np.uint8)
    ok = targets != -1
    np.add.at(counts, (tokens[ok], targets[ok]), 1)
    counts = counts + extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: right
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), float(extra))
    for row, target in zip(tokens, targets):
        for i, j in zip(row, target):
            if j != -1:
                counts[i, j] += 1
    return counts / counts.sum(axis=1)[:, None]
# --- counted_bigram: right
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    asked = targets >= 0
    np.add.at(counts, (tokens[asked], targets[asked]), 1)
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# --- counted_bigram: right
def my_bigram(tokens, targets, words, extra):
    asked = targets >= 0
    pairs = tokens[asked] * words + targets[asked]
    counts = np.bincount(pairs, minlength=words * words).reshape(words, words)
    return (counts + extra) / (counts.sum(axis=1, keepdims=True) + words * extra)
# --- counted_bigram: right
def my_bigram(tokens, targets, words, extra):
    counts = [[extra] * words for _ in range(words)]
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i][j] += 1
    return [[count / sum(row) for count in row] for row in counts]
# --- temperature_and_top_k: wrong: You multiply by the temperature.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) * T)
    p[logits < least] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: T changes nothing in your result
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp(logits - logits.max()) / T
    p[logits < least] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: k changes nothing in your result
def my_probabilities(logits, T, k):
    p = np.exp((logits - logits.max()) / T)
    return p / p.sum()
# --- temperature_and_top_k: wrong: What is left does not sum to 1
def my_probabilities(logits, T, k):
    p = np.exp((logits - logits.max()) / T)
    p = p / p.sum()
    p[logits < np.sort(logits)[-k]] = 0
    return p
# --- temperature_and_top_k: wrong: You set the others' logits to 0, and exp(0) is 1.
def my_probabilities(logits, T, k):
    x = np.where(logits < np.sort(logits)[-k], 0, logits / T)
    p = np.exp(x - x.max())
    return p / p.sum()
# --- temperature_and_top_k: wrong: You keep the k smallest.
def my_probabilities(logits, T, k):
    largest = np.sort(logits)[k - 1]
    x = np.where(logits > largest, -np.inf, logits / T)
    p = np.exp(x - x.max())
    return p / p.sum()
# --- temperature_and_top_k: wrong: You keep one token too many
def my_probabilities(logits, T, k):
    order = np.argsort(logits)[::-1]
    p = np.exp((logits - logits.max()) / T)
    p[order[k + 1 :]] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: You keep one token too few
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits <= least] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: Your probabilities are sorted.
def my_probabilities(logits, T, k):
    best = np.sort(logits)[::-1]
    p = np.exp((best - best[0]) / T)
    p[k:] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: exp overflows where logits / T is large
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp(logits / T)
    p[logits < least] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: You divide the probabilities by T.
def my_probabilities(logits, T, k):
    p = np.exp(logits - logits.max())
    p = p / p.sum() / T
    p[logits < np.sort(logits)[-k]] = 0
    return p
# --- temperature_and_top_k: wrong: These are logits.
def my_probabilities(logits, T, k):
    return np.where(logits < np.sort(logits)[-k], 0, logits / T)
# --- temperature_and_top_k: wrong: You give the k tokens the same probability.
def my_probabilities(logits, T, k):
    return (logits >= np.sort(logits)[-k]) / k
# --- temperature_and_top_k: wrong: At temperature 1, with all tokens, this is the softmax
def my_probabilities(logits, T, k):
    best = np.sort(logits)[-k:] / T
    p = np.exp(best - best.max())
    return p / p.sum()
# --- temperature_and_top_k: wrong: Your function changes its argument logits.
def my_probabilities(logits, T, k):
    logits -= logits.max()
    p = np.exp(logits / T)
    p[logits < np.sort(logits)[-k]] = 0
    return p / p.sum()
# --- temperature_and_top_k: wrong: The largest of the kept logits gets all the probability: [1, 0, 0].
def my_probabilities(logits, T, k):
    z = logits / T
    z[np.argsort(z)[: len(z) - k]] = -1e9
    p = np.exp(z - z.max())
    return p / p.sum()
# --- temperature_and_top_k: wrong: Divided by 1000, the logits are 0 and −1
def my_probabilities(logits, T, k):
    p = np.exp(logits - logits.max())
    p = (p / p.sum()) ** (1 / T)
    p[np.argsort(p)[: len(p) - k]] = 0
    return p / p.sum()
# --- temperature_and_top_k: right
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits < least] = 0
    return p / p.sum()
# --- temperature_and_top_k: right
def my_probabilities(logits, T, k):
    kept = np.full(len(logits), -np.inf)
    best = np.argsort(logits)[len(logits) - k :]
    kept[best] = logits[best] / T
    p = np.exp(kept - kept.max())
    return p / p.sum()
# --- temperature_and_top_k: right
def my_probabilities(logits, T, k):
    order = np.argsort(-logits)
    weights = np.exp((logits - logits.max()) / T)
    p = np.zeros(len(logits))
    for i in order[:k]:
        p[i] = weights[i] / weights[order[:k]].sum()
    return p
# --- temperature_and_top_k: right
def my_probabilities(logits, T, k):
    rank = (logits[:, None] < logits).sum(axis=1)
    p = np.exp((logits - logits.max()) / T) * (rank < k)
    return p / p.sum()
# --- letter_by_letter: wrong: You ask each time what comes after the first token.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[0].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You show the model its last token alone.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model([tokens[-1]])[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You append the least likely token
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = np.argmin(model(tokens)[-1])
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You append the end, too.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        tokens.append(token)
        if token == end:
            break
    return tokens
# --- letter_by_letter: wrong: You go on after the end.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        tokens.append(model(tokens)[-1].argmax())
    return tokens
# --- letter_by_letter: wrong: You return the new tokens alone.
def my_name(model, tokens, end, n):
    before, new = list(tokens), []
    while len(before) + len(new) < n:
        token = model(before + new)[-1].argmax()
        if token == end:
            break
        new.append(token)
    return np.array(new, dtype=int)
# --- letter_by_letter: wrong: You append one token and return.
def my_name(model, tokens, end, n):
    token = model(tokens)[-1].argmax()
    if token == end or len(tokens) == n:
        return tokens
    return np.append(tokens, token)
# --- letter_by_letter: wrong: You write one token too many
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) <= n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You stop one token too early
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n - 1:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You append up to n tokens.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    for _ in range(n):
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: You ask the model once
def my_name(model, tokens, end, n):
    return model(tokens).argmax(axis=1)
# --- letter_by_letter: wrong: You mix all rows.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens).mean(axis=0).argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: Your code stops with an error.
def my_name(model, tokens, end, n):
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens
# --- letter_by_letter: wrong: For this model every token so far matters
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        nxt = int(np.argmax(model(tokens[-2:])[-1]))
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# --- letter_by_letter: wrong: Your argmax looks at all rows at once.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        nxt = int(np.argmax(model(tokens)))
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# --- letter_by_letter: wrong: Your code stops with an error.
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        p = model(tokens)[-1]
        nxt = int(np.where(p > 0.5)[0][0])
        if nxt == end:
            break
        tokens.append(nxt)
    return tokens
# --- letter_by_letter: right
def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        p = model(tokens)[-1]
        best = p.argmax()
        if best == end:
            return np.array(tokens)
        tokens.append(int(best))
    return np.array(tokens)
# --- letter_by_letter: right
def my_name(model, tokens, end, n):
    for _ in range(n - len(tokens)):
        token = np.argmax(model(tokens)[-1])
        if token == end:
            break
        tokens = np.append(tokens, token)
    return tokens
# --- letter_by_letter: right
def my_name(model, tokens, end, n):
    if len(tokens) == n:
        return list(tokens)
    token = model(tokens)[-1].argmax()
    if token == end:
        return list(tokens)
    return my_name(model, [*tokens, token], end, n)
# --- letter_by_letter: right
def my_name(model, tokens, end, n):
    name = np.full(n, end)
    t = len(tokens)
    name[:t] = tokens
    while t < n and (token := model(name[:t])[t - 1].argmax()) != end:
        name[t] = token
        t += 1
    return name[:t]
