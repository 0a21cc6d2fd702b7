"""The lab of words in a plane: neighbours, sums and shadows by other arithmetic, and its tasks."""

import math

import numpy as np
import pytest

from helpers.data import recorded
from helpers.figures.word_plane import HEIGHT, WIDTH
from helpers.labs import words
from helpers.labs.words_lab import (
    QUESTIONS,
    cosines,
    direction_of,
    place_of,
    plane_of_words,
    shadows,
    sum_of,
    terms_of,
)
from tests.helpers.crowded import around, crowded, keyed, words_of
from tests.helpers.labs.lab_page import changed, lines_of


def shown(**changes):
    """The lines of text of the first setting with these changes."""
    return lines_of(words.show(**changed(words, changes)).parts["words"])


def test_no_plane_shows_more_of_the_words_than_this_one():
    directions, places, share = plane_of_words()
    E = recorded.word_vectors()
    assert np.allclose(directions @ directions.T, np.eye(2))
    spread = np.linalg.eigvalsh(np.cov(E.T))  # the smallest first
    assert share == pytest.approx(spread[-2:].sum() / spread.sum())
    assert np.allclose(places.var(axis=0, ddof=1), spread[:-3:-1])
    assert f"{share:.0%} of their variance" in shown()[-1]


def test_a_sum_in_the_plane_is_the_sum_of_its_steps():
    step = place_of(recorded.word_vector("woman")) - place_of(recorded.word_vector("man"))
    result = place_of(sum_of("king - man + woman")[1])
    assert np.allclose(result, place_of(recorded.word_vector("king")) + step)


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("Dog", [(1, "dog")]),
        ("king - man + woman", [(1, "king"), (-1, "man"), (1, "woman")]),
        ("king−man +woman", [(1, "king"), (-1, "man"), (1, "woman")]),
        ("cat dog", [(1, "cat"), (1, "dog")]),
        ("- - dog", [(-1, "dog")]),
        ("+", []),
    ],
)
def test_a_sum_is_read(typed, terms):
    assert terms_of(typed) == terms


def test_cosines_and_shadows_are_those_of_the_vectors():
    dog, cat = recorded.word_vector("dog"), recorded.word_vector("cat")
    cosine = math.fsum(dog * cat) / math.sqrt(math.fsum(dog**2) * math.fsum(cat**2))
    index = recorded.words().index
    assert cosines(dog)[index("cat")] == pytest.approx(cosine)
    assert f"cat {cosine:.2f}" in shown()[0]
    assert "dog " not in shown()[0]  # it is no neighbour of its own
    king = recorded.word_vector("king") - recorded.word_vector("man")
    difference = shadows(king)[index("king")] - shadows(king)[index("man")]
    assert difference == pytest.approx(math.sqrt(math.fsum(king**2)))


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"typed": "wombat"}, "“wombat” is not among the 1,066 words."),
        ({"typed": "quen"}, "“quen” is not among the 1,066 words. Did you mean “queen”?"),
        ({"typed": "king − king"}, "This sum is 0: it has no direction, and no nearest word."),
        ({"typed": "+"}, "Type a word, or a sum such as king − man + woman."),
        ({"pair": "man"}, "A ruler needs two words, such as: man king"),
        ({"pair": "man wombat"}, "“wombat” is not among the 1,066 words."),
        ({"pair": "man man"}, "From a word to itself there is no direction."),
    ],
)
def test_what_cannot_be_shown_gets_a_plain_line(changes, line):
    assert line in shown(**changes)
    if "pair" in changes:  # no word is drawn where there is no ruler
        picture = words.show(**words.at(words.presets[-1]) | changes).parts["plane"]
        assert picture.description == "A plane with 0 of 0 words."


def test_what_the_settings_say_is_so():
    texts = {preset.name: shown(**preset.values) for preset in words.presets}
    days = set(texts["A neighbourhood"][0].partition(": ")[2].split()[:8:2])
    assert days == {"tuesday", "wednesday", "thursday", "friday"}
    assert ": king 0.89  queen 0.86" in texts["A sum"][0]
    assert texts["Royal?"][2].startswith("Top of the ruler: emperor 2.97, king 2.71, throne 2.57")
    top = "Top of the ruler: throne 2.53, emperor 2.35, king 2.02, princess 1.87;"
    assert texts["Turned"][2].startswith(top)
    assert texts["It fails"][2].startswith("Top of the ruler: win 2.69, season 2.62, coach 2.47")


def question(**changes):
    values = changed(words, {"look": QUESTIONS, **changes})
    return words.show(**values).parts["plane"]


@pytest.mark.parametrize("turned", [0, 0.3, 0.7, 1])
def test_the_shadows_in_the_plane_are_in_the_order_of_those_in_all_numbers(turned):
    """They are measured on the sheet, along the ruler."""
    shapes = keyed(question(turned=turned))
    (ruler,) = shapes["arrow ruler"]
    along = np.subtract(ruler.end, ruler.start)
    assert np.add(ruler.end, ruler.start) == pytest.approx((WIDTH, HEIGHT))  # across the middle
    feet = {k: x[0].points for k, x in shapes.items() if k.startswith("fall")}
    for start, foot in feet.values():
        assert np.subtract(start, foot) @ along == pytest.approx(0, abs=1e-6)
    lengths = [foot @ along for _, foot in feet.values()]
    assert lengths == sorted(lengths, reverse=True)
    values = shadows(direction_of(("man", "king"), ("man", "woman"), turned))
    best = [recorded.words()[i] for i in np.argsort(-values)[: len(feet)]]
    assert [key.removeprefix("fall ") for key in feet] == best


def test_zoomed_the_sum_is_in_the_middle():
    def place(zoom):
        picture = words.show(**changed(words, {"typed": "queen", "zoom": zoom})).parts["plane"]
        (dot, *_) = keyed(picture)["dot queen"]
        return dot.x / picture.width, dot.y / picture.height

    assert place(1) != pytest.approx((0.5, 0.5))
    for zoom in (2, 8):
        assert place(zoom) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("preset", words.presets, ids=lambda preset: preset.name)
def test_every_marked_word_has_its_name(preset):
    """A line leads to one that stands higher or lower than its dot."""
    drawn = words.show(**words.at(preset)).parts["plane"]
    dots, names = keyed(drawn, "dot "), keyed(drawn, "name ")
    assert set(names) == set(dots)
    assert crowded(drawn) == []
    for name, (*ways, word) in names.items():
        (dot,) = dots[name]
        assert bool(ways) == (abs(word.y - dot.y) > 1), name
        assert all(way.points == [(dot.x, dot.y), (word.x, word.y)] for way in ways)


@pytest.mark.parametrize("turned", [0, 0.2, 0.5, 1])
def test_the_ruler_strikes_through_no_grey_word_and_its_first_words_have_names(turned):
    drawn = question(turned=turned)
    (ruler,) = keyed(drawn, "arrow ruler")[""]
    along = np.linspace(ruler.start, ruler.end, 2000)
    for word in words_of(drawn.shapes):
        left, top, right, bottom = around(word)
        inside = ((along > (left, top + 2)) & (along < (right, bottom - 2))).all(axis=1)
        assert word.tone != "faint" or not inside.any(), word.text
    assert set(keyed(drawn, "name ")) == set(keyed(drawn, "dot "))
