"""The pictures: described, labelled, escaped, the same bytes twice, readable without colour."""

import re

import checks
import numpy as np
import pytest
from matplotlib import colormaps

from helpers import figures
from helpers.figures import picture

WEIGHTS = np.array([[0.25, 0.75], [1.0, 0.0]])
PICTURES = {
    "plane": lambda: figures.plane("Two arrows", {"a": (1, 2), "b": (3, 0)}, project=("a", "b")),
    "curves": lambda: figures.curves(
        "Two lines", [1, 2], {"up": [1.0, 4.0]}, across="x", up="y", bands={"up": ([0, 1], [2, 5])}
    ),
    "bars": lambda: figures.bars("Some bars", ["p", "q"], {"w": [0.25, 0.75]}, up="weight"),
    "histograms": lambda: figures.histograms("One bell", {"one": ([-1, 0, 1], 1)}, across="score"),
    "links": lambda: figures.links("Links", WEIGHTS, ["you", "me"], ["he", "she"]),
    "levels": lambda: figures.levels(
        "Equal", {"dot": lambda q, k: k @ q}, (2, 1), {"k1": (2, 3), "k2": (5, 2)}
    ),
}


@pytest.fixture
def shown(monkeypatch):
    """show or answer, and what it would put on the page."""

    def run(*pictures, how=figures.show):
        outputs = []
        monkeypatch.setattr(picture, "display", lambda data, raw: outputs.append(data))
        assert how(*pictures) is None
        (data,) = outputs
        return data

    return run


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_carries_its_title_and_description(name, shown):
    data = shown(PICTURES[name]())
    (alt,) = checks.Page(data["text/html"]).alts
    assert len(alt) >= 20
    assert alt.partition(". ")[0] in data["text/plain"]
    assert data["text/html"].count("data:image/png;base64,") == 1


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_is_the_same_twice_and_small(name):
    first, second = PICTURES[name](), PICTURES[name]()
    assert first == second
    assert len(first.html) < 60_000


def test_descriptions_hold_the_numbers_drawn():
    assert "(3, 0)" in PICTURES["plane"]().text
    assert "from 1 to 4" in PICTURES["curves"]().text
    dip = figures.curves("A dip", [0, 1, 2], {"d": [3.0, -1.0, 2.0]}, across="x", up="y")
    assert "d: from 3 to 2, least -1 at 1." in dip.text
    assert "q 0.75" in PICTURES["bars"]().text
    assert "you mostly to she (0.75)" in PICTURES["links"]().text


def test_links_name_uniform_and_empty_rows():
    weights = [[0.5, 0.5], [0.0, 0.0]]
    text = figures.links("Links", weights, ["you", "me"], ["he", "she"]).text
    assert "you evenly to all (0.50), me to none" in text


def test_matrix_says_axes_labels_and_every_number():
    table = figures.matrix("Weights", WEIGHTS, ["I", "you"], ["he", "she"], digits=2)
    page = checks.Page(table.html)
    assert (page.tables, page.captions, page.heads) == (1, 1, 5)
    assert "queries ↓ keys →" in table.html
    assert table.text.splitlines() == [
        "Weights",
        "queries ↓ keys →    he   she",
        "               I  0.25  0.75",
        "             you  1.00  0.00",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "−3"),
        (-3.0, "−3"),
        (2.5, "2.50"),
        (-0.0001, "0.00"),
        (-np.inf, "−∞"),
        (np.nan, "nan"),
        (True, "✓"),
        (False, "–"),
    ],
)
def test_cells(value, text):
    table = figures.matrix("One cell of a matrix", np.array([[value]]), digits=2)
    assert re.search(r"<td[^>]*>(.*?)</td>", table.html)[1] == text


def test_shaded_cells_keep_contrast():
    """Text on every shade of cividis has a contrast of at least 4.5 (WCAG AA)."""
    for weight in np.linspace(0, 1, 101):
        cell = figures.matrix("A shaded cell", [[weight]], shade=True).html
        back, fore = re.search(r"background-color:(#\w{6});color:(#\w{6})", cell).groups()
        light, dark = sorted((luminance(back), luminance(fore)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, weight
    assert colormaps["cividis"](1.0)[0] > 0.9  # light for large


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_two_strings_in_a_cell_are_a_link_and_a_shape_is_not():
    page = figures.table("Words", ["a", "b", "c"], [["x", ("there", "y.ipynb#Z"), (2, 3)]])
    assert checks.Page(page.html).hrefs == ["y.ipynb#Z"]
    assert "(2, 3)" in page.html
    assert "there  (2, 3)" in page.text


def test_wrong_is_said_in_words():
    table = figures.matrix("columns", WEIGHTS, wrong=True)
    assert "WRONG: columns" in table.html
    assert table.text.startswith("WRONG: columns")


def test_text_is_escaped(shown):
    nasty = "<script>alert(1)</script>"
    for nasty_picture in (
        figures.matrix(nasty, [[1]], [nasty], [nasty]),
        figures.table(nasty, [nasty, "b"], [[nasty, nasty]]),
        figures.bars(nasty, ["a"], {"b": [1]}, up="c"),
    ):
        assert "<script" not in shown(nasty_picture, nasty)["text/html"]
    assert "<script" not in shown(nasty, how=figures.answer)["text/html"]


def test_an_answer_is_closed_until_opened(shown):
    html = shown("because", figures.matrix("Weights", WEIGHTS), how=figures.answer)["text/html"]
    assert html.index("<details") < html.index("<summary") < html.index("because")
    assert "<details open" not in html
    assert checks.Page(html).outside_details.strip() == ""


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"values: given shape \(2,\), needed a matrix"):
        figures.matrix("A vector", [1, 2])
    with pytest.raises(ValueError, match="rows: given 1 labels, needed 2"):
        figures.matrix("Weights", WEIGHTS, ["only one"])
    with pytest.raises(ValueError, match="rows: given a row of 1, needed 2"):
        figures.table("Words", ["a", "b"], [["x"]])
    with pytest.raises(ValueError, match="pictures: given a int"):
        figures.show(3)
