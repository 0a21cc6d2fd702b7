"""The tape of notebook 10's page: its slopes are those of nudges, of the parts by hand and of
PyTorch, with the series' own functions where a reader writes some."""

import re

import numpy as np
import pytest

from helpers import attention
from helpers.data import examples
from helpers.training import blanks, parts, tape, watched
from tests.lessons import read
from tools.repository import ROOT

NOTEBOOK = read(ROOT / "notebooks" / "10_slopes.ipynb")
CELLS = {cell.id: cell for cell in NOTEBOOK.cells}
ON_THE_PAGE = "class Value", "def of_array(", "def product(", "def softmax(", "def order_of("
LINES = {
    "tape-product-text": "tape-product",
    "tape-loop-text": "tape-back",
    "relu": "relu-box",
}
DOTS = {
    "tape-product": "return ...",
    "tape-back": "for value in ...:\n        ...  # 2 lines: along each path, a slope comes back",
    "relu-box": "return ...  # a value with one path",
}


def with_line(cell, line):
    """The code of a cell of the page, with this line, or these lines, in place of its dots."""
    assert CELLS[cell].source.count(DOTS[cell]) == 1
    return CELLS[cell].source.replace(DOTS[cell], line)


def one_way(text):
    """The line, or the lines, that a closed fold of the page has."""
    (written,) = re.findall("(?s)One way</summary>(?:<pre>)?<code>(.*?)</code>", CELLS[text].source)
    return written.strip()


def on_the_page():
    """The names that these cells of the page define, with the lines that its reader writes."""
    names = {"np": np, "attention": attention, "tape": tape}
    names |= {"blanks": blanks, "aside": str}
    written = {cell: with_line(cell, one_way(text)) for text, cell in LINES.items()}
    for cell in NOTEBOOK.code:
        if cell.id in written or any(begin in cell.source for begin in ON_THE_PAGE):
            exec(written.get(cell.id, cell.source), names)
    return names


ITS = on_the_page()
Value, back, softmax = (ITS[name] for name in ("Value", "back", "softmax"))
RELUS = {Value: ITS["relu"], tape.Value: tape.relu}
SOFTMAX = {Value: softmax, tape.Value: tape.softmax}  # the page's, and the series'


def total(value):
    """The sum of a Value, each entry times a fixed number: a loss."""
    weights = np.random.default_rng(1).standard_normal(value.x.shape)
    return type(value)((value.x * weights).sum(), (value, lambda to: to * weights))


def nudged(loss, x):
    slopes = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        nudge = np.zeros(x.shape)
        nudge[place] = 1e-5
        slopes[place] = (loss(x + nudge) - loss(x - nudge)) / 2e-5
    return slopes


BOXES = {
    "a sum, a row for all": (lambda a, b: a + b, (4, 5), (5,)),
    "a product, a column for all": (lambda a, b: a * b, (4, 5), (4, 1)),
    "a product, one number for all": (lambda a, b: a * b, (2, 4, 5), ()),
    "a matrix product": (lambda a, b: a @ b, (4, 5), (5, 3)),
    "one matrix for all texts": (lambda a, b: a @ b, (2, 3, 4, 5), (5, 3)),
    "both used again and again": (lambda a, b: a @ b + a * a @ b, (4, 5), (5, 3)),
    "softmax": (lambda a, b: SOFTMAX[type(a)](a) * b, (4, 5), (4, 5)),
    "relu": (lambda a, b: RELUS[type(a)](a) * b, (4, 5), (4, 5)),
    "norm": (lambda a, b: tape.normed(a) * b, (4, 5), (5,)),
    "transposed": (lambda a, b: SOFTMAX[type(a)](tape.transpose(a)) * b, (4, 5), (5, 4)),
}


@pytest.mark.parametrize("Value", SOFTMAX, ids=["the page's", "the series'"])
@pytest.mark.parametrize("box", BOXES)
def test_slopes_are_those_of_nudges(box, Value):
    compute, *shapes = BOXES[box]
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(shape) for shape in shapes)
    A, B = Value(a), Value(b)
    back(total(compute(A, B)))
    for value, loss in (
        (A, lambda a: total(compute(Value(a), Value(b))).x),
        (B, lambda b: total(compute(Value(a), Value(b))).x),
    ):
        assert value.slope.shape == value.x.shape
        assert np.allclose(value.slope, nudged(loss, value.x), atol=1e-8)


def test_the_loss_is_that_of_the_parts():
    rng = np.random.default_rng(0)
    logits, targets = rng.standard_normal((2, 3, 5)), rng.integers(5, size=(2, 3))
    value = Value(logits)
    loss = tape.cross_entropy(value, targets)
    back(loss)
    expected, way_back = parts.cross_entropy(logits, targets)
    assert np.isclose(loss.x, expected, rtol=1e-14)
    assert np.allclose(value.slope, way_back()["logits"], rtol=0, atol=1e-15)


def test_attention_is_that_of_the_parts():
    Q, K, V, to_output = np.random.default_rng(0).standard_normal((4, 2, 3, 5, 4))  # (b, h, n, d)
    attended, way_back = parts.attention(Q, K, V)
    values = {name: Value(x) for name, x in zip("QKV", (Q, K, V), strict=True)}
    scores = values["Q"] @ tape.transpose(values["K"]) * Value(1 / 2)
    output = softmax(scores) @ values["V"]
    back(Value((output.x * to_output).sum(), (output, lambda to: to * to_output)))
    assert np.allclose(output.x, attended.output, rtol=0, atol=1e-14)
    for name, slopes in way_back(to_output).items():
        assert np.allclose(values[name].slope, slopes, rtol=0, atol=1e-13)


def test_the_page_says_how_many_lines_its_reader_writes():
    core = [text for text in LINES if not CELLS[text].deeper]
    assert sum(len(one_way(text).splitlines()) for text in core) == 4
    assert "? Four lines: " in CELLS["whole-yours"].source


def test_the_picture_and_the_lists_have_what_the_page_s_own_visit_finds():
    shown = []
    names = {"show": lambda *pictures: shown.extend(pictures), "watched": watched}
    names |= {"graph": lambda *_, order: order, "table": lambda *given: given}
    exec(CELLS["tape-written"].source, names)
    w, x = Value(4.0), Value(2.0)
    e = w * x + x + Value(-7.0)
    found = ITS["order_of"](e * e)
    assert shown[0] == watched.NAMES
    assert [float(value.x) for value in found] == [*watched.VALUES]
    for box, (value, (_, x, kept)) in enumerate(zip(found, shown[1][-1], strict=True)):
        paths = [(found.index(before), float(1.0 * local)) for before, local in value.paths]
        assert tuple(paths) == watched.PATHS.get(box, ())
        assert x.replace("−", "-") == f"{value.x:g}"
        assert kept == ",  ".join(f"({watched.NAMES[i]}, {local:g})" for i, local in paths)


def test_three_numbers_learn_from_one_start_and_are_stuck_from_the_other():
    """Also by slopes from nudges; what is said of them is read off the table."""
    names = ITS | {"back": tape.back, "show": lambda rows: rows, "table": lambda *given: given[-1]}
    for cell in ("tape-learns", "tape-learned"):
        exec(CELLS[cell].source, names)
    answers = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), np.array([0, 1, 1, 0])

    def loss(p):
        return (((answers[0] @ p) ** 2 - answers[1]) ** 2).sum()

    ends = []
    for row in names["rows"]:
        p = np.array([float(x.replace("−", "-")) for x in row[0].split(", ")])
        for step in range(101):
            if step in (0, 10, 100):
                assert f"{loss(p):.2f}" == row[1 + (0, 10, 100).index(step)]
            if step < 100:
                p = p - 0.05 * nudged(loss, p)
        assert np.allclose(p, [float(x.replace("−", "-")) for x in row[-1].split(", ")], 0, 0.006)
        ends.append(p)
    right = (answers[0] @ ends[0]) ** 2 > 0.5
    assert np.array_equal(right, answers[1])
    assert np.allclose(ends[0], [1, -1, 0], 0, 0.1)
    assert np.abs(nudged(loss, ends[1])).max() < 0.02
    assert loss(ends[1]) > 0.9


def test_a_second_way_back_begins_anew():
    x = Value(3.0)
    loss = x * x
    back(loss)
    back(loss)
    assert x.slope == 6


def test_the_graph_of_the_page_has_pytorch_s_slopes():
    w, x = Value(4.0), Value(2.0)
    e = w * x + x + Value(-7.0)
    back(e * e)
    assert {"w": w.slope, "x": x.slope} == examples.pytorch_answers()["tape_graph"]


def test_the_lines_of_pytorch_on_the_page_are_those_whose_answers_were_recorded():
    (page,) = [cell.source for cell in NOTEBOOK.cells if "\nloss.backward()\n" in cell.source]
    said, lines, _ = page.split("```")
    *lines, last = lines.removeprefix("python\n").splitlines()
    recorded = (ROOT / "tools" / "record" / "record_pytorch.py").read_text("utf-8")
    assert "".join(f"        {line}\n" for line in lines) in recorded
    assert last == "print(w.grad, x.grad)"
    slopes = examples.pytorch_answers()["tape_graph"]
    assert f"`tensor({slopes['w']:.0f}.) tensor({slopes['x']:.0f}.)`" in said
