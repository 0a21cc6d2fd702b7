"""Draw the README's picture: where "it" looks, in one head of a real model (make picture)."""

from helpers.data import recorded
from helpers.drawing import svg
from helpers.figures import arcs
from tools.repository import ROOT

PATH = ROOT / ".github" / "series.svg"


def drawing():
    tokens = recorded.tokens("too tired")
    weights = recorded.head_4_2("too tired").weights  # recorded.weights rounds each to 1/255
    return arcs("Where “it” looks", weights, tokens, query=tokens.index("it"))


def written(picture):
    """The text of the SVG file."""
    return svg.document(picture.shapes, picture.title, picture.width, picture.height, scale=1)


if __name__ == "__main__":
    PATH.write_text(written(drawing()) + "\n", encoding="utf-8")
