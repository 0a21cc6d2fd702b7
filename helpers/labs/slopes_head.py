"""The part of the lab slopes in which the toy head of notebook 10 learns, step by step."""

import functools

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.axes import Axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arc, Dot, Keyed, Line, Word
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Matrix
from helpers.training import tape

AFTER = (0, 1, 2, 3, 4, 5, 7, 10, 15, 20)  # steps
RATE = 0.15
ASKED = {"tired": (examples.TOO_TIRED, 0), "wide": (examples.TOO_WIDE, 1)}  # which answer is right
WIDTH, HEIGHT = 860, 340
PLACES = (60, 210, 360)  # of the words, across
ROWS = {"tired": 128, "wide": 290}  # where the words of a sentence stand
WIDEST, HIGH = 18, 5  # of an arc; the losses go up to 5


@functools.cache
def learned():
    """After 0, 1, 2, … steps: W_Q, the weights of "it" and of its answers in both sentences, and
    the loss of both."""
    toy = examples.TOO_TIRED
    W_Q, stops = toy.W_Q * [[1.0], [1], [-1], [-1], [1], [1]], []
    for _ in range(AFTER[-1] + 1):
        learns, total, weights, answers = tape.Value(W_Q), tape.Value(0.0), {}, {}
        for name, (sentence, right) in ASKED.items():
            X = tape.Value(sentence.X)
            Q, K, V = X @ learns, X @ tape.Value(toy.W_K), X @ tape.Value(toy.W_V)
            A = tape.softmax(Q @ tape.transpose(K) * tape.Value(1 / np.sqrt(2)))
            logits = tape.Value([[0, 0, 4.0]]) @ (A @ V)  # (1, 2)
            total = total + tape.cross_entropy(logits, np.array([right]))
            weights[name], answers[name] = A.x[2], attention.softmax(logits.x[0])
        stops.append((W_Q, weights, answers, float(total.x)))
        tape.back(total)
        W_Q = W_Q - RATE * learns.slope
    return stops


def head_view(after, off):
    """off: the names of the controls that have no effect."""
    stops = learned()
    W_Q, weights, _, loss = stops[after]
    tired, wide = (
        f"{examples.TOY_WORDS[w.argmax()]} ({number(w.max(), 2)})" for w in weights.values()
    )
    sentence = f"After {after} step{'s' * (after != 1)}, the loss is {number(loss, 2)}. "
    sentence += f"A tired “it” looks most at {tired}, a wide one at {wide}."
    names = [examples.TOY_FEATURES, examples.TOY_ASKS]
    return View(
        {
            "head": head_picture(after, stops),
            "matrix": Matrix("W_Q", np.round(W_Q, 2), *names, ("features", "asks")),
        },
        sentence,
        off=off,
        main=("head",),
        sentence=sentence,
    )


def head_picture(after, stops):
    """On the left where "it" looks in both sentences, on the right the loss of all steps so far."""
    _, weights, answers, loss = stops[after]
    shapes, phrases = [], []
    for name, (_, right) in ASKED.items():
        line, gives = ROWS[name], examples.TOY_GIVES[right]
        share = number(answers[name][right], 2)
        for k, (x, word) in enumerate(zip(PLACES, examples.TOY_WORDS, strict=True)):
            weight = weights[name][k]
            text = f"{number(weight, 2)}"
            shapes.append(Word(x, line, word, bold=word == "it"))
            shapes.append(Keyed(f"weight {name} {word}", (Word(x, line + 22, text, WEIGHT),)))
            if word != "it":
                arc = Arc((PLACES[2], line - 14), (x, line - 14), 60, QUERY, WIDEST * weight)
                shapes.append(Keyed(f"arc {name} {word}", (arc,)))
        answer = f"“it” is {name}: {gives} {share}"
        shapes.append(
            Keyed(f"answer {name}", (Word(PLACES[0] - 40, line - 98, answer, "ink", "start"),))
        )
        looks = ", ".join(
            f"{word} {number(w, 2)}"
            for word, w in zip(examples.TOY_WORDS, weights[name], strict=True)
        )
        phrases.append(
            f"If “it” is {name}, its weights are {looks}; the right answer, {gives}, has {share}"
        )
    axes = Axes(520, 36, WIDTH - 26, HEIGHT - 56, (0, AFTER[-1]), (0, HIGH))
    shapes += axes.frame(axes.ticks_x(), axes.ticks_y(), "steps")
    shapes.append(Word(520, 16, "loss of both sentences", WEIGHT, "start"))
    points = axes.at(np.arange(after + 1), [stop[-1] for stop in stops[: after + 1]])
    if after:
        shapes.append(Line(points, WEIGHT, 2.5))
    shapes.append(Keyed("here", (Dot(*points[-1], "ink", 7),)))
    words = f"{'. '.join(phrases)}. The loss after {after} steps is {number(loss, 2)}."
    return Drawing("A head learns where to look", words, WIDTH, HEIGHT, tuple(shapes))
