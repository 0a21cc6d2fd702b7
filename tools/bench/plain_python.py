"""The model of my_transformer.py in plain Python, one number at a time, to compare speeds: each
number remembers what it came from. Of the same kind as Andrej Karpathy's microgpt, not its code.

    loss = loss_of(p, tokens)    # p: {name: rows of Numbers}, tokens: of one word, with its end
    back(loss)                   # number.slope is ∂loss/∂number
    step(p, state, 1, rate=0.01)
"""

import itertools
import math

from helpers.training.my_transformer import HEADS, LAYERS, D


class Number:
    __slots__ = "paths", "slope", "x"

    def __init__(self, x, *paths):  # a path: what it came from, and its local slope
        self.x, self.paths, self.slope = x, paths, 0.0

    def __add__(self, other):
        return Number(self.x + other.x, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        return Number(self.x * other.x, (self, other.x), (other, self.x))

    def times(self, factor):
        return Number(self.x * factor, (self, factor))

    def to_the(self, power):
        return Number(self.x**power, (self, power * self.x ** (power - 1)))

    def exp(self):
        y = math.exp(self.x)
        return Number(y, (self, y))

    def log(self):
        return Number(math.log(self.x), (self, 1 / self.x))

    def relu(self):
        return Number(max(self.x, 0.0), (self, float(self.x > 0)))


def back(loss):
    order, seen, stack = [], set(), [(loss, False)]
    while stack:  # each number stands after all that it came from
        number, is_done = stack.pop()
        if is_done:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            stack.append((number, True))
            stack.extend((before, False) for before, _ in number.paths)
    loss.slope = 1.0
    for number in reversed(order):
        for before, local in number.paths:
            before.slope += local * number.slope


def total(numbers):
    first, *others = numbers
    for number in others:
        first = first + number
    return first


def dot(x, y):
    return total(a * b for a, b in zip(x, y, strict=True))


def linear(x, W):
    return [dot(x, column) for column in zip(*W, strict=True)]


def added(x, y):
    return [a + b for a, b in zip(x, y, strict=True)]


def softmax(scores):
    most = Number(-max(score.x for score in scores))
    exponentials = [(score + most).exp() for score in scores]
    share = total(exponentials).to_the(-1)
    return [x * share for x in exponentials]


def layer_norm(x, gain, shift):
    mean = total(x).times(-1 / len(x))
    centred = [a + mean for a in x]
    size = (dot(centred, centred).times(1 / len(x)) + Number(1e-5)).to_the(-0.5)
    return added([a * size * g for a, g in zip(centred, gain, strict=True)], shift)


def logits_of(p, token, place, kept):
    """The logits after one token; kept: of each layer the keys and values so far."""
    d, x = D // HEADS, added(p["words"][token], p["positions"][place])
    for i in range(1, LAYERS + 1):
        keys, values = kept[i - 1]
        z = layer_norm(x, p[f"{i}.gain_1"][0], p[f"{i}.shift_1"][0])
        q, k, v = (linear(z, p[f"{i}.{name}"]) for name in ("W_Q", "W_K", "W_V"))
        keys.append(k)
        values.append(v)
        output = []
        for here in (slice(h * d, h * d + d) for h in range(HEADS)):
            weights = softmax([dot(q[here], k[here]).times(d**-0.5) for k in keys])
            output += [
                dot(weights, column) for column in zip(*(v[here] for v in values), strict=True)
            ]
        x = added(x, linear(output, p[f"{i}.W_O"]))
        z = layer_norm(x, p[f"{i}.gain_2"][0], p[f"{i}.shift_2"][0])
        hidden = added(linear(z, p[f"{i}.W_1"]), p[f"{i}.b_1"][0])
        hidden = [number.relu() for number in hidden]
        x = added(x, added(linear(hidden, p[f"{i}.W_2"]), p[f"{i}.b_2"][0]))
    return linear(layer_norm(x, p["gain"][0], p["shift"][0]), p["answer"])


def loss_of(p, tokens):
    kept = [([], []) for _ in range(LAYERS)]
    losses = []
    for place, (token, right) in enumerate(itertools.pairwise(tokens)):
        chances = softmax(logits_of(p, token, place, kept))
        losses.append(chances[right].log())
    return total(losses).times(-1 / len(losses))


def numbers_of(arrays):
    """{name: array} → {name: rows of Numbers}; an array of one axis is one row."""
    rows = {name: [x] if x.ndim == 1 else x for name, x in arrays.items()}
    return {name: [[Number(float(a)) for a in row] for row in x] for name, x in rows.items()}


def step(p, state, number, rate):
    """Step `number` of Adam, counted from 1. state: what it keeps, empty at first."""
    for x in (x for rows in p.values() for row in rows for x in row):
        mean, square = state.get(x, (0.0, 0.0))
        mean, square = 0.9 * mean + 0.1 * x.slope, 0.98 * square + 0.02 * x.slope**2
        state[x] = mean, square
        x.x -= rate * mean / (1 - 0.9**number) / (math.sqrt(square / (1 - 0.98**number)) + 1e-8)
        x.slope = 0.0
