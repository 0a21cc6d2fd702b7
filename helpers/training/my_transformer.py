"""A transformer that learns to write words, whole: from the text to what it writes.

    python my_transformer.py names.txt [--steps 2000] [--seed 0]

names.txt has a word on each line, or a kind and a word, as in "DE bern". It needs NumPy 2."""

import argparse
import math
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads mostly wait
import numpy as np

LAYERS, HEADS, D, D_FF = 2, 4, 32, 64  # D numbers a token, D_FF inside the MLP
BATCH, RATE, LONGEST, END = 64, 0.01, 40, "\n"  # words, step size, most letters; in no line

# --- functions of the exercises: the n tokens of all b words stand below each other, x is (b·n, D)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))  # the same, no overflow
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def causal_mask(n, m):
    return np.arange(m) <= np.arange(n).reshape(n, 1)


def split(x, h):
    return x.reshape(len(x), h, -1).swapaxes(0, 1)  # (n, h·d) → (h, n, d): each row in h pieces


def merge(heads):
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)  # (h, n, d) → (n, h·d): in one row


def layer_norm(x, gain, shift):
    size = np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)  # + 1e-5: never 0
    return (x - x.mean(axis=-1, keepdims=True)) / size * gain + shift  # one size, however large x


def mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2  # without the max, one matrix would do as well


def probabilities(logits, temperature, k):
    p = np.exp((logits - logits.max()) / temperature)
    p[logits < np.sort(logits)[-k]] = 0  # the k largest stay
    return p / p.sum()


def softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)  # the mean of to_A, weighted by A
    return A * (to_A - mean)  # to scores: small weights move little; what one gains, others lose


def loss_slope(logits, right):
    slope = softmax(logits)  # −log p is log(sum of e^logits), whose slope is this,
    slope[np.arange(len(right)), right] -= 1  # − the right logit, whose slope is −1
    return slope / len(right)  # the loss is a mean over all questions


def adam_step(p, slope, mean, square, step, rate):
    mean = mean + 0.1 * (slope - mean)  # over some ten batches, as usual; here it hardly matters
    square = square + 0.02 * (slope**2 - square)  # over some fifty: the slopes' size, not sign
    size = np.sqrt(square / (1 - 0.98**step)) + 1e-8  # 1 - …: means begin at 0; 1e-8: never 0 / 0
    return p - rate * mean / (1 - 0.9**step) / size, mean, square  # about rate if slopes agree


# --- the parts: each gives y and its way back, from ∂loss/∂y to the slopes of all that went in
# to_x is ∂loss/∂x. y = a + b: to_a = to_y; a * b: to_y * b; a @ b: to_y @ b.T, to_b = a.T @ to_y


def linear_part(x, W):
    return x @ W, lambda to_y: (to_y @ W.T, x.T @ to_y)  # the rule of @, to x and to W


def norm_part(x, gain, shift):
    size = np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)  # as in layer_norm
    z = (x - x.mean(axis=-1, keepdims=True)) / size

    def back(to_y):  # moving or stretching all of x leaves z as it is, so neither has a slope
        to_z = to_y * gain  # y = z * gain + shift; all rows use both: their slopes are sums, below
        moving = to_z.mean(axis=-1, keepdims=True)  # the part of to_z that would only move x
        stretching = z * (to_z * z).mean(axis=-1, keepdims=True)  # or stretch it; z**2 has mean 1
        return (to_z - moving - stretching) / size, (to_y * z).sum(0), to_y.sum(0)

    return layer_norm(x, gain, shift), back  # again: layer_norm does not return z and size


def mlp_part(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)  # (b·n, D_FF)

    def back(to_y):
        to_hidden = to_y @ W_2.T * (hidden > 0)  # nothing goes back where relu gave 0
        return to_hidden @ W_1.T, x.T @ to_hidden, to_hidden.sum(0), hidden.T @ to_y, to_y.sum(0)

    return mlp(x, W_1, b_1, W_2, b_2), back  # again: mlp does not return hidden


def attention_part(x, W_Q, W_K, W_V, W_O, length):
    def apart(y):  # into heads, and each head into words: (b·n, D) → (h, b, n, d)
        return split(y, HEADS).reshape(HEADS, -1, length, D // HEADS)

    def together(y):  # and back: (h, b, n, d) → (b·n, D)
        return merge(y.reshape(HEADS, len(x), -1)).astype(x.dtype)  # float32, as in run

    Q, K, V = apart(x @ W_Q), apart(x @ W_K), apart(x @ W_V)
    S = Q @ K.mT / math.sqrt(D // HEADS)  # .mT transposes each matrix: (h, b, n, n)
    A = softmax(np.where(causal_mask(length, length), S, -np.inf))  # e^−∞ is 0: no weight
    output = together(A @ V)

    def back(to_y):
        to_heads = apart(to_y @ W_O.T)  # heads = A @ V
        to_QK = softmax_back(A, to_heads @ V.mT) / math.sqrt(D // HEADS)  # of Q @ K.mT; 0 if masked
        # rows are queries, columns keys: what all queries ask of a key adds up in its column: .mT
        to_Q, to_K, to_V = map(together, (to_QK @ K, to_QK.mT @ Q, A.mT @ to_heads))
        to_x = to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T  # x is used three times: the sum
        return to_x, x.T @ to_Q, x.T @ to_K, x.T @ to_V, output.T @ to_y

    return output @ W_O, back


# --- the model: a stream x, to which the parts of each block add


def starting_numbers(count, length, rng):  # words: a vector for each token; positions: each place
    def matrix(height, width):
        numbers = rng.normal(size=(height, width))  # random: equal columns get equal slopes, always
        return numbers / math.sqrt(height)  # x @ it is as large as x; ten times as large: far worse

    learned = {"words": rng.normal(size=(count, D)), "positions": rng.normal(size=(length, D))}
    for i in range(1, LAYERS + 1):
        learned |= {f"{i}.gain_1": np.ones(D), f"{i}.shift_1": np.zeros(D)}
        learned |= {f"{i}.{name}": matrix(D, D) for name in ("W_Q", "W_K", "W_V", "W_O")}
        learned |= {f"{i}.gain_2": np.ones(D), f"{i}.shift_2": np.zeros(D)}
        learned |= {f"{i}.W_1": matrix(D, D_FF), f"{i}.b_1": np.zeros(D_FF)}
        learned |= {f"{i}.W_2": matrix(D_FF, D), f"{i}.b_2": np.zeros(D)}
    learned |= {"gain": np.ones(D), "shift": np.zeros(D), "answer": matrix(D, count)}
    return {name: x.astype(np.float32) for name, x in learned.items()}  # half the size: faster


def forward(learned, tokens):  # (b, n) → logits (b·n, vocabulary), and all ways back
    ways_back, length = [], tokens.shape[1]

    def run(part, x, *names, **more):
        y, back = part(x, *(learned[name] for name in names), **more)
        ways_back.append((back, names))
        return y.astype(x.dtype)  # float32, even if a part of yours computes in float64

    x = (learned["words"][tokens] + learned["positions"][:length]).reshape(-1, D)
    for i in range(1, LAYERS + 1):
        normed = run(norm_part, x, f"{i}.gain_1", f"{i}.shift_1")
        x = x + run(attention_part, normed, *(f"{i}.W_{of}" for of in "QKVO"), length=length)
        normed = run(norm_part, x, f"{i}.gain_2", f"{i}.shift_2")
        x = x + run(mlp_part, normed, f"{i}.W_1", f"{i}.b_1", f"{i}.W_2", f"{i}.b_2")
    return run(linear_part, run(norm_part, x, "gain", "shift"), "answer"), ways_back


def backward(learned, tokens, ways_back, to_logits):  # → {name: slopes}: the parts, last to first
    slopes = {}

    def back_through(to_y):
        back, names = ways_back.pop()
        to_x, *of_arrays = back(to_y)
        slopes.update(zip(names, of_arrays, strict=True))
        return to_x

    to_x = back_through(back_through(to_logits))  # through the answer, then the last norm
    for _ in range(2 * LAYERS):  # through the MLP or attention, then its norm
        to_x = to_x + back_through(back_through(to_x))  # x also went past both: the sum
    slopes["positions"] = to_x.reshape(*tokens.shape, D).sum(axis=0)  # added over words
    is_token = np.eye(len(learned["words"]), dtype=to_x.dtype)[tokens.ravel()]  # a 1 in each row
    slopes["words"] = is_token.T @ to_x  # each token's slopes, added over all its places
    return slopes


# --- training: the loss, its slopes, and a step of Adam against them


def loss_and_slopes(learned, batch):  # at each place of a word, up to its END: what comes next?
    tokens, targets = batch[:, :-1], batch[:, 1:].ravel()
    asked = tokens.ravel() != 0  # 0 is END
    logits, ways_back = forward(learned, tokens)
    to_logits = np.zeros_like(logits)  # where nothing is asked, it stays 0
    to_logits[asked] = loss_slope(logits[asked], targets[asked])
    right = softmax(logits[asked])[np.arange(asked.sum()), targets[asked]]
    loss = -np.log(np.maximum(right, 1e-38)).mean()  # never log of 0
    return loss, backward(learned, tokens, ways_back, to_logits)


def train(learned, text, steps, rng):
    means = {name: (0 * x, 0 * x) for name, x in learned.items()}  # of slopes and their squares
    for step in range(1, steps + 1):
        loss, slopes = loss_and_slopes(learned, text[rng.integers(len(text), size=BATCH)])
        # small steps at the end: better than one rate; a straight line down is as good as a cosine
        rate = RATE * min(1, step / 20)  # grows for 20 steps, as is usual: here it hardly matters
        rate = rate * (0.525 + 0.475 * math.cos(math.pi * step / steps))  # then falls to 1/20
        for name, slope in slopes.items():
            learned[name], *means[name] = adam_step(learned[name], slope, *means[name], step, rate)
        yield loss  # to the loop in main


# --- text and writing


def read(path):  # → its tokens, and each word as a row of their numbers: kind or "", letters, END
    try:
        with open(path, encoding="utf-8-sig") as file:  # -sig: Windows may put a mark first
            lines = [line.split() for line in file if line.strip()]
    except (OSError, UnicodeError) as error:
        sys.exit(f"{path} cannot be read. If it is text, save it as UTF-8. ({error})")
    has_kinds = all(len(x) == 2 for x in lines) and len({x[0] for x in lines}) <= 50  # kinds: few
    rows = [[line[0], *line[1]] if has_kinds else ["", *" ".join(line)] for line in lines]
    rows = [[*row, END] for row in rows if len(row) <= LONGEST + 1]
    if not rows:
        sys.exit(f"{path} has no word of at most {LONGEST} letters: it needs one on each line.")
    if len(rows) < len(lines):
        print(f"Left out, longer than {LONGEST} letters: {len(lines) - len(rows):,}")
    vocabulary = [END, *sorted({token for row in rows for token in row[:-1]})]
    number, longest = {token: i for i, token in enumerate(vocabulary)}, max(map(len, rows))
    rows = [[*row, *(longest - len(row)) * [END]] for row in rows]
    return vocabulary, np.array([[number[token] for token in row] for row in rows])


def write(learned, vocabulary, kind, rng, temperature=0.8, k=10):
    tokens, longest = [kind], len(learned["positions"])
    while len(tokens) <= longest and vocabulary[tokens[-1]] != END:
        logits, _ = forward(learned, np.array([tokens]))
        chances = probabilities(logits[-1], temperature, min(k, len(vocabulary)))
        tokens.append(rng.choice(len(vocabulary), p=chances))  # draw one, and read on from there
    return "".join(vocabulary[token] for token in tokens[1:]).removesuffix(END)


def main(given=None):  # given: in place of what follows the file's name in a terminal
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="a word on each line, or a kind and a word")
    parser.add_argument("--steps", type=int, default=2000, help="0: it writes untrained")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(given)
    if options.steps < 0 or options.seed < 0:
        parser.error(f"given --steps {options.steps} --seed {options.seed}, needed 0 or more")
    if hasattr(sys.stdout, "reconfigure"):  # not in a notebook
        sys.stdout.reconfigure(errors="replace", line_buffering=True)  # ? for odd letters; at once
    vocabulary, text = read(options.file)
    new, seen = text[19::20][:2000], np.delete(text, np.s_[19::20], axis=0)  # new: held out
    rng = np.random.default_rng(options.seed)
    learned = starting_numbers(len(vocabulary), text.shape[1] - 1, rng)
    size = sum(x.size for x in learned.values())
    print(f"Words: {len(text):,}. Different tokens: {len(vocabulary)}. To learn: {size:,} numbers.")
    try:
        for step, loss in enumerate(train(learned, seen, options.steps, rng), start=1):
            if step % 100 == 0 or step == options.steps:
                print(f"step {step} of {options.steps}: {loss / math.log(2):.2f} bits a letter")
    except KeyboardInterrupt:
        print("Stopped: the model keeps what it has learned.")
    if len(new):  # at most 2,000, as they go in at once: some 500 MB for words of 40 letters
        bits = loss_and_slopes(learned, new)[0] / math.log(2)
        print(f"Words held out: {len(new):,}; on them {bits:.2f} bits a letter")
    listed, known = {"".join(vocabulary[i] for i in row[1:]).rstrip(END) for row in text}, 0
    for kind in np.resize(np.unique(text[:, 0]), 18):  # each kind, again and again
        word = write(learned, vocabulary, kind, rng)
        known += word in listed
        print(f"{vocabulary[kind]} {word}".strip())
    print(f"Already in {options.file}: {known} of these 18.")


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # nobody reads on, as after | head -1; or Ctrl-C
        sys.stdout = None
