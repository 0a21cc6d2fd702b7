"""The pictures: described, labelled, escaped, the same bytes twice, readable without colour."""

import re

import checks
import numpy as np
import pytest
from matplotlib import colormaps

from helpers import figures
from helpers.figures import picture, plots

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


@pytest.fixture
def figure_of(monkeypatch):
    """The matplotlib figure that a drawing function makes into a picture."""

    def run(draw, *arguments, **options):
        names = draw.__globals__  # of its module
        monkeypatch.setitem(names, "drawn", lambda figure, title, description: figure)
        return draw("A title", *arguments, **options)

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
    assert "(3, 0); a falls onto the line of b at (1, 0)." in PICTURES["plane"]().text
    assert "up: from 1 to 4, the band at the end from 1 to 5." in PICTURES["curves"]().text
    assert "q 0.75" in PICTURES["bars"]().text
    assert "one: standard deviation 0.816." in PICTURES["histograms"]().text  # variance 0.667
    assert "dot ranks them k2, k1" in PICTURES["levels"]().text  # 12 before 7
    assert "you: he 0.25, she 0.75; me: he 1.00, she 0.00." in PICTURES["links"]().text


def test_descriptions_have_one_minus_sign():
    arrows = {"a": (-1, 2), "b": (-3, 0)}
    bands = {"d": ([-4, -4, -4], [-1, -1, -1])}
    dip = {"d": [-1.0, -3.0, -2.0]}
    texts = [
        figures.plane("Left", arrows, project=("a", "b")).text,
        figures.curves("A dip", [-1, -0.5, 0], dip, across="x", up="y", bands=bands).text,
        figures.bars("Down", ["p"], {"w": [-0.25]}, up="y").text,
        figures.levels("Left", {"dot": lambda q, k: k @ q}, (-2, 1), {"k": (1, 1)}).text,
    ]
    assert "a = (−1, 2); b = (−3, 0); a falls onto the line of b at (−1, 0)." in texts[0]
    assert "from −1 to 0; d: from −1 to −2, least −3 at −0.5, the band" in texts[1]
    assert "−" in texts[2]
    assert "-" not in "".join(texts)


def test_a_question_needs_no_full_stop():
    (alt,) = checks.Page(figures.plane("Which way?", {"a": (1, 2)}).html).alts
    assert alt == "Which way? Arrows from the origin: a = (1, 2)."


def test_links_name_uniform_empty_and_tied_rows():
    weights = [[0.5, 0.5], [0.0, 0.0]]
    text = figures.links("Links", weights, ["you", "me"], ["he", "she"]).text
    assert "you: evenly to all (0.50); me: to none." in text
    tie = figures.links("Six", [[0.1, 0.3, 0.0, 0.3, 0.2, 0.1]], ["I"], list("abcdef")).text
    assert "I: a 0.10, b 0.30, c 0.00, d 0.30, e 0.20, f 0.10." in tie
    tie = figures.links("Seven", [[0.1, 0.3, 0.0, 0.3, 0.2, 0.1, 0.0]], ["I"], list("abcdefg")).text
    assert "I: mostly to b and d (0.30)." in tie


def test_links_join_their_query_to_their_key_as_thick_as_the_weight(figure_of):
    weights = np.array([[0.2, 0.3, 0.5], [0.6, 0.4, 0.0]])
    queries, keys = ["you", "me"], ["he", "she", "it"]
    (ax,) = figure_of(figures.links, weights, queries, keys).axes
    at = {text.get_text(): text.get_position()[1] for text in ax.texts}
    assert ax.yaxis_inverted()
    assert at["you"] < at["me"]
    assert at["he"] < at["she"] < at["it"]
    width_of = {tuple(line.get_ydata()): line.get_linewidth() for line in ax.lines}
    assert all(list(line.get_xdata()) == [0, 1] for line in ax.lines)
    widths = np.array([[width_of.pop((at[q], at[k])) for k in keys] for q in queries])
    assert not width_of
    assert widths == pytest.approx(weights / weights.max() * widths.max())


def test_levels_pass_through_their_keys(figure_of):
    keys = {"k1": (2, 3), "k2": (5, 2)}
    (ax,) = figure_of(figures.levels, {"dot": lambda q, k: k @ q}, (2, 1), keys).axes
    assert [list(contour.levels) for contour in ax.collections] == [[7], [12]]


def test_log_says_which_axis(figure_of):
    for log in ("", "x", "y", "xy"):
        line = {"up": [1.0, 4.0]}
        (ax,) = figure_of(figures.curves, [1, 2], line, across="x", up="y", log=log).axes
        scales = {"x": ax.get_xscale(), "y": ax.get_yscale()}
        assert scales == {side: "log" if side in log else "linear" for side in "xy"}


def test_all_eight_heads_are_linked(figure_of):
    weights, heads = np.tile(WEIGHTS, (8, 1, 1)), [f"Head {i}:" for i in range(1, 9)]
    labels = ["you", "me"], ["he", "she"]
    assert "Head 8: you: he 0.25" in figures.links("Links", weights, *labels, heads=heads).text
    panels = figure_of(figures.links, weights, *labels, heads=heads).axes
    assert [len(ax.lines) for ax in panels] == [4] * 8


def test_more_than_the_colours_are_drawn(figure_of):
    many = [str(i) for i in range(3 * len(plots.COLOURS) + 1)]
    dot = {"dot": lambda q, k: k @ q}
    text = figures.levels("Many keys", dot, (1, 0), {name: (int(name), 1) for name in many}).text
    assert "dot ranks them 21, 20" in text
    (ax,) = figure_of(figures.plane, {name: (int(name), 1) for name in many}).axes
    assert [text.get_text() for text in ax.texts if text.get_text()] == many
    (ax,) = figure_of(figures.bars, ["p"], {name: [1] for name in many}, up="y").axes
    assert len(ax.containers) == len(many)
    panels = figure_of(figures.histograms, {name: ([0], 1) for name in many[:8]}, across="x").axes
    assert [ax.get_title() for ax in panels if ax.patches] == many[:8]


def test_matrix_says_axes_labels_and_every_number():
    table = figures.matrix("Weights", WEIGHTS, ["I", "you"], ["he", "she"], digits=2)
    (page_table,) = checks.Page(table.html).tables
    assert page_table.caption == "Weights"
    assert page_table.heads == ["queries ↓ keys →", "he", "she", "I", "you"]
    assert page_table.rows == [["col", "col", "col"], ["row", "td", "td"], ["row", "td", "td"]]
    assert table.text.splitlines() == [
        "Weights",
        "queries ↓ keys →    he   she",
        "               I  0.25  0.75",
        "             you  1.00  0.00",
    ]


def test_mark_frames_its_cell():
    marked = figures.matrix("One of six", np.zeros((2, 3)), mark=[(1, 0)]).html
    styles = re.findall(r'<td style="(.*?)"', marked)
    assert ["border:3px" in style for style in styles] == [False, False, False, True, False, False]


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
    assert checks.Page(page.html).links == ["y.ipynb#Z"]
    assert "(2, 3)" in page.html
    assert "there  (2, 3)" in page.text


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "http://example.org",
    ],
)
def test_an_address_with_another_scheme_is_refused(address):
    with pytest.raises(ValueError, match=r"rows: given a link to .*, needed relative or https://"):
        figures.table("Words", ["a", "b"], [["x", ("there", address)]])


def test_relative_and_https_addresses_are_links():
    addresses = ["#here:or-there", "../a.ipynb#b:c", "https://example.org/a:b"]
    rows = [["x", ("there", address)] for address in addresses]
    assert checks.Page(figures.table("Words", ["a", "b"], rows).html).links == addresses


def test_wrong_is_said_in_words():
    table = figures.matrix("columns", WEIGHTS, wrong=True)
    assert "WRONG: columns" in table.html
    assert table.text.startswith("WRONG: columns")


def test_text_is_escaped(shown):
    nasty = "<script>alert(1)</script>"
    for nasty_picture in (
        figures.matrix(nasty, [[1]], [nasty], [nasty]),
        figures.table(nasty, [nasty, "b"], [[nasty, nasty]]),
        figures.table("A link", ["a", "b"], [["x", (nasty, f'"{nasty}')]]),
        figures.bars(nasty, ["a"], {"b": [1]}, up="c"),
    ):
        assert "<script" not in shown(nasty_picture, nasty)["text/html"]
    assert "<script" not in shown(nasty, how=figures.answer)["text/html"]


def test_a_quotation_stays_inside_the_description():
    (alt,) = checks.Page(figures.plane('Salt & "pepper" <', {"a": (1, 2)}).html).alts
    assert alt == 'Salt & "pepper" <. Arrows from the origin: a = (1, 2).'


def test_every_picture_is_in_the_plain_text(shown):
    text = shown(figures.matrix("First", [[1]]), "second", PICTURES["plane"]())["text/plain"]
    assert [part.split("\n")[0] for part in text.split("\n\n")] == ["First", "second", "Two arrows"]


def test_an_answer_is_closed_until_opened(shown):
    html = shown("because", figures.matrix("Weights", WEIGHTS), how=figures.answer)["text/html"]
    assert html.index("<details") < html.index("<summary") < html.index("because")
    assert checks.Page(html).is_closed_answer()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"values: given shape \(2,\), needed a matrix"):
        figures.matrix("A vector", [1, 2])
    with pytest.raises(ValueError, match="rows: given 1 labels, needed 2"):
        figures.matrix("Weights", WEIGHTS, ["only one"])
    with pytest.raises(ValueError, match="rows: given a row of 1, needed 2"):
        figures.table("Words", ["a", "b"], [["x"]])
    for values, kind in (([[1j]], "complex128"), ([["a", None]], "object"), ([["a"]], "<U1")):
        with pytest.raises(ValueError, match=f"values: given {kind}, needed real numbers or"):
            figures.matrix("No numbers", values)
    for weights, labels, heads in (
        (WEIGHTS, (["you"], ["he", "she"]), None),
        (WEIGHTS, (["you", "me"], ["he", "she", "it"]), None),
        ([WEIGHTS, WEIGHTS], (["you", "me"], ["he", "she"]), ["Head 1:"]),
    ):
        with pytest.raises(ValueError, match=r"weights: given shape .*, needed .*: the names in"):
            figures.links("Links", weights, *labels, heads=heads)
    with pytest.raises(ValueError, match="pictures: given a int"):
        figures.show(3)
