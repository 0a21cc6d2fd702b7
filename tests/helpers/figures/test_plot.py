"""The reader's own plots: described, small, true in colour, closed once they are shown."""

import base64
import gc
import io
import re

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from PIL import Image

matplotlib.use("agg")

import matplotlib.pyplot as plt

from helpers.data import recorded
from helpers.drawing import palette
from helpers.figures import plot

STYLE = "helpers.figures.series"
WEIGHTS = recorded.weights("too tired", layer=4, head=2)  # (16, 16)


@pytest.fixture(autouse=True)
def style():
    with plt.style.context(STYLE):
        yield
    plt.close("all")


def drawn():
    """A heatmap of a head, as a reader plots it."""
    plt.figure(figsize=(6, 5))
    plt.imshow(WEIGHTS, vmin=0, vmax=1)
    plt.xlabel("keys")
    plt.ylabel("queries")
    plt.colorbar(label="weight")


def file_of(picture):
    return base64.b64decode(re.search('data:image/png;base64,([^"]+)', picture.html)[1])


def test_a_plot_has_its_title_and_description_and_is_closed():
    drawn()
    picture = plot("Head <4.2>", "“it” looks at “animal” & little else.")
    alt = "Head &lt;4.2&gt;. “it” looks at “animal” &amp; little else."
    assert f'alt="{alt}"' in picture.html
    assert picture.text == "Head <4.2>\n“it” looks at “animal” & little else."
    assert plt.get_fignums() == []


def test_a_plot_is_the_same_twice_and_small():
    files = []
    for _ in range(2):
        drawn()
        files.append(file_of(plot("A head", "Its weights.")))
    assert files[0] == files[1]
    assert len(files[0]) < 30_000


def test_a_plot_leaves_no_canvas_in_memory():
    before = renderers()  # of other tests
    drawn()
    kept = plt.gcf()  # as a reader keeps it, or Python until it collects its garbage
    plot("A head", "Its weights.")
    new = [renderer for renderer in renderers() if not any(renderer is old for old in before)]
    sizes = [memoryview(renderer.buffer_rgba()).nbytes for renderer in new]
    assert kept.axes
    assert set(sizes) == {4}  # a pixel


def renderers():
    return [thing for thing in gc.get_objects() if type(thing) is RendererAgg]


def test_the_size_on_the_page_is_that_of_the_figure():
    drawn()
    picture = plot("A head", "Its weights.")
    (fields,) = picture.drawings
    assert (fields["width"], fields["height"], fields["units"]) == (780, 650, 600)
    assert Image.open(io.BytesIO(file_of(picture))).size == (1170, 975)


def test_a_palette_does_not_change_what_a_colour_says():
    plt.figure(figsize=(2, 2))
    shares = np.linspace(0, 1, 400)[None]
    plt.imshow(shares, aspect="auto", extent=(0, 1, 0, 1))
    plt.gca().set_position([0, 0, 1, 1])
    plt.axis("off")
    seen = np.asarray(Image.open(io.BytesIO(file_of(plot("All", "All shares.")))).convert("RGB"))
    row = seen[len(seen) // 2, 1:-1].astype(int)
    meant = plt.get_cmap("Blues")(np.linspace(0, 1, len(row)))[:, :3] * 255
    assert np.abs(row - meant).max() < 16


def test_without_a_figure_it_says_what_is_needed():
    with pytest.raises(ValueError, match=r"no figure, needed one"):
        plot("Nothing", "Nothing was drawn.")


def test_the_style_has_the_series_colours():
    cycle = plt.rcParams["axes.prop_cycle"].by_key()
    light = [palette.TONES[name][0] for name in (*palette.SERIES, "ink")]
    assert [f"#{colour.removeprefix('#')}" for colour in cycle["color"]] == light
    assert len(set(zip(cycle["color"], cycle["linestyle"], strict=True))) == len(light)


def test_a_plot_needs_no_latex_whatever_the_reader_s_matplotlibrc_says(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with plt.rc_context({"text.usetex": True}), plt.style.context(STYLE):
        drawn()
        assert file_of(plot("A head", "Its weights."))
