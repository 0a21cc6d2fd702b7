"""Draw the README's pictures (make picture): where "it" looks in one head of a model that reads
and, where `make model` has fetched it, how a model that writes answers."""

from itertools import takewhile

from helpers import language
from helpers.data import recorded
from helpers.drawing import svg
from helpers.figures import arcs, what_comes_next
from helpers.language import files
from tools.record.record_next import places
from tools.repository import ROOT

FOLDER = ROOT / ".github"
LOOKS, ANSWERS = FOLDER / "series.svg", FOLDER / "answer.svg"
QUESTION = "What is the capital of Norway?"
LIKELIEST = 3  # tokens at each place


def where_it_looks():
    tokens = recorded.tokens("too tired")
    weights = recorded.head_4_2("too tired").weights  # recorded.weights rounds each to 1/255
    return arcs("Where “it” looks", weights, tokens, query=tokens.index("it"))


def how_it_answers():
    """In each column what may come next, with bars of the probabilities; the largest is written."""
    model = language.load()
    numbers = model.tokens.encode(language.chat(QUESTION))
    until_end = takewhile(
        lambda place: place[0][0] not in language.END, places(model, numbers, LIKELIEST)
    )
    written = [(texts, p) for _, texts, p in until_end]
    return what_comes_next("A model that writes answers", QUESTION, written)


def svg_text(picture):
    """The text of the SVG file."""
    return svg.document(picture.shapes, picture.title, picture.width, picture.height, scale=1)


if __name__ == "__main__":
    LOOKS.write_text(svg_text(where_it_looks()) + "\n", encoding="utf-8")
    if language.is_installed():
        ANSWERS.write_text(svg_text(how_it_answers()) + "\n", encoding="utf-8")
    else:
        print(f"{ANSWERS.name} stays as it is. {files.MISSING}")
