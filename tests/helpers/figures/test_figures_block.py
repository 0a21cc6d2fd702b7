"""The diagrams of a block, of encoder and decoder, and of how a decoder writes."""

import pytest

from helpers import figures
from helpers.drawing.shapes import Arrow, Boxes, Word

ALL = ("attention", "mlp", "norm", "add")


def shapes(drawing, kind):
    return [shape for shape in drawing.shapes if isinstance(shape, kind)]


def place(drawing, text):
    return [(word.x, word.y) for word in shapes(drawing, Word) if word.text == text]


def bold(drawing):
    return sorted(word.text for word in shapes(drawing, Word) if word.bold)


@pytest.mark.parametrize("norm", ["before", "after"])
def test_norms_stand_in_the_branches_or_in_the_stream(norm):
    drawing = figures.stream("A block", norm=norm)
    (_, high), (_, low) = place(drawing, "x")[0], place(drawing, "attention")[0]
    heights = {y for _, y in place(drawing, "norm")}
    assert heights == ({low} if norm == "before" else {high})
    order = [place(drawing, name)[0][0] for name in ("attention", "+", "MLP")]
    first, second = (x for x, _ in place(drawing, "norm"))
    attention, plus, mlp = order
    if norm == "before":
        assert first < attention < plus < second < mlp
    else:
        assert attention < plus < first < mlp < second


def test_one_step_of_a_block_is_lit():
    for step, words in zip(ALL, (["attention"], ["MLP"], ["norm"] * 2, ["+"] * 2), strict=True):
        drawing = figures.stream("A block", step)
        others = {"x", "residual stream"} if step == "add" else {"x"}
        assert [word for word in bold(drawing) if word not in others] == words
        assert drawing.description.endswith(f"The highlighted step: {step}.")


def test_each_attention_of_the_transformer_can_be_lit():
    named = {
        "self": "self-attention",
        "masked": "masked self-attention",
        "cross": "cross-attention",
    }
    for step, name in named.items():
        assert bold(figures.encoder_decoder("Both", step)) == [name]
    assert bold(figures.encoder_decoder("Both")) == []


def test_keys_and_values_come_from_the_encoder():
    drawing = figures.encoder_decoder("Both")
    ((x, y),) = place(drawing, "cross-attention")
    (arrow,) = [a for a in shapes(drawing, Arrow) if a.start[1] == a.end[1]]
    assert arrow.end[1] == y
    assert arrow.start[0] < arrow.end[0] < x


def test_a_staircase_has_a_row_for_every_new_token():
    tokens = ["BOS", "the", "cat", "sat"]
    drawing = figures.staircase("Stairs", tokens)
    heights = sorted({word.y for word in shapes(drawing, Word)})
    for row, y in enumerate(heights):
        words = [(w.x, w.text, w.bold) for w in shapes(drawing, Word) if w.y == y]
        assert [text for _, text, _ in sorted(words)] == tokens[: row + 2]
        assert [lit for _, _, lit in sorted(words)] == [False] * (row + 1) + [True]
    assert "BOS the → cat" in drawing.description
    outlines = [box.boxes[0] for box in shapes(drawing, Boxes) if box.outline]
    assert all(left >= 0 and left + wide <= drawing.width for left, _, wide, _ in outlines)
    given = figures.staircase("Stairs", tokens, prompt=3)
    assert "; " not in given.description


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: figures.stream("A", "scale"), "step: given 'scale', needed None or one of"),
        (lambda: figures.stream("A", norm="first"), "norm: given 'first', needed 'before' or"),
        (lambda: figures.encoder_decoder("A", "mlp"), "step: given 'mlp', needed None or one of"),
        (lambda: figures.staircase("A", "ab", prompt=2), "prompt: given 2, needed a whole number"),
        (lambda: figures.staircase("A", "ab", prompt=True), "prompt: given True, needed a whole"),
    ],
)
def test_bad_input_is_named(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_paths_are_drawn_from_the_first_token_to_the_last_output():
    graph = {(1, 0): [(0, 0)], (1, 1): [(0, 1), (1, 0)]}
    way = [(1, 1), (1, 0), (0, 0)]
    drawing = figures.paths("Who needs whom", {"in turn": (graph, way), "again": (graph, way)})
    arrows = shapes(drawing, Arrow)
    assert len(arrows) == 4
    for one, two in (arrows[:2], arrows[2:]):
        assert one.end[1] == two.end[1]  # both end in the layer
        assert two.end == one.start or one.end == two.start
    assert place(drawing, "in turn: 2 steps")
    assert "in turn, 2 steps: token 1 to 1 in layer 1 to 2 in layer 1" in drawing.description
