"""Draw the README's pictures (make picture): where "it" looks in one head of a real model and,
where `make model` has fetched it, how the language model answers."""

import numpy as np

from helpers import attention, language
from helpers.data import recorded
from helpers.drawing import svg
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Word
from helpers.figures import arcs
from helpers.language import files
from tools.repository import ROOT

FOLDER = ROOT / ".github"
LOOKS, ANSWERS = FOLDER / "series.svg", FOLDER / "answer.svg"
QUESTION = "What is the capital of Norway?"
LIKELIEST, LEAST = 3, 0.005  # tokens at each place, and a probability that is drawn
LINE, COLUMN, BAR = 26, 140, 128  # a line's height, a token's width, a probability of 1


def where_it_looks():
    tokens = recorded.tokens("too tired")
    weights = recorded.head_4_2("too tired").weights  # recorded.weights rounds each to 1/255
    return arcs("Where “it” looks", weights, tokens, query=tokens.index("it"))


def answer():
    """At each place of the model's answer, the likeliest tokens and their probabilities: a
    generator. The first of them is written."""
    model, kept = language.load(), {}
    new = model.tokens.encode(language.chat(QUESTION))
    while True:
        p = attention.softmax(model.next_logits(new, kept).astype(float))  # (49152,)
        order = np.argsort(-p)[:LIKELIEST]
        if order[0] in language.END:
            return
        yield model.tokens.texts(order), p[order]
        new = [int(order[0])]


def how_it_answers():
    """In each column what may come next, with bars of the probabilities; the largest is written."""
    shapes, said = [Word(4, LINE / 2, f"You ask: {QUESTION}", anchor="start")], []
    for column, (texts, p) in enumerate(answer()):
        x = 4 + column * COLUMN
        shapes.append(Word(x, 1.7 * LINE, texts[0].strip(), "orange", "start", bold=True))
        for row, (text, chance) in enumerate(zip(texts, p, strict=True)):
            if chance < LEAST:
                break
            y = (2.3 + row) * LINE
            shapes.append(Boxes([(x, y, BAR * chance, LINE - 4)], WEIGHT, 0.3))
            label = f"{text.strip()} {number(chance, 2)}"
            shapes.append(Word(x + 4, y + (LINE - 4) / 2, label, anchor="start"))
        said.append(f"“{texts[0].strip()}” {number(p[0], 2)}")
    description = f"Asked “{QUESTION}”, it writes, each with its probability: {', '.join(said)}."
    size = len(said) * COLUMN + 4, (2.4 + LIKELIEST) * LINE
    return Drawing("A published model answers", description, *size, tuple(shapes))


def svg_text(picture):
    """The text of the SVG file."""
    return svg.document(picture.shapes, picture.title, picture.width, picture.height, scale=1)


if __name__ == "__main__":
    LOOKS.write_text(svg_text(where_it_looks()) + "\n", encoding="utf-8")
    if language.is_installed():
        ANSWERS.write_text(svg_text(how_it_answers()) + "\n", encoding="utf-8")
    else:
        print(f"{ANSWERS.name} stays as it is. {files.MISSING}")
