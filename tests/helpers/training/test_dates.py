"""helpers.training.dates: what is read and what is written are one day; which ones are withheld."""

import re
from datetime import datetime

import numpy as np
import pytest

from helpers import attention, training
from helpers.training import dates, translator
from tools.record import record_seeds

pytestmark = pytest.mark.long

FORMS = {True: "%B %d, %Y", False: "%d %B %Y"}  # whether the month comes first


def some(sundays=False):
    return dates.drawn(np.random.default_rng(3), 2000, sundays)


def text_of(X):
    """The text that tokens (m,) were split from."""
    text = " ".join(dates.TOKENS[i] for i in X).rstrip(" ·").replace(" ,", ",")
    return re.sub(r"(?<=\d) (?=\d)", "", text)


def signs_of(Y):
    return "".join(dates.SIGNS[i] for i in Y)


@pytest.mark.parametrize("sundays", [False, True])
def test_what_is_written_is_the_day_that_is_read(sundays):
    seen = set()
    for X, Y in zip(*some(sundays), strict=True):
        text = text_of(X)
        day = datetime.strptime(text, FORMS[text[0].isalpha()])
        assert signs_of(Y) == f"^{day.date().isoformat()}"
        assert (day.isoweekday() == 7) == sundays
        seen.add((text[0].isalpha(), day.day < 10, day.year // 1000))
    assert len(seen) == 8  # both orders, days of one and of two digits, both thousands of years


def test_the_last_week_ends_with_the_range():
    first, last = dates.SUNDAY, dates.SUNDAY + 7 * (dates.WEEKS - 1) + 6
    assert str(first - 7) < "1000-01-01" <= str(first)
    assert str(last) <= "2999-12-31" < str(last + 7)


def test_a_text_is_split_into_tokens():
    assert dates.split("17 May 2026") == [*"17", "May", *"2026", "·"]
    assert dates.split("May 7, 2026") == ["May", *"7,2026", "·"]
    assert dates.in_words(np.datetime64("2026-05-07"), True) == "May 7, 2026"


def test_a_day_is_read_from_both_orders_of_its_text():
    for day in ("2026-05-07", "1000-01-01", "2999-12-31", "2024-02-29"):
        texts = dates.both_orders(day)
        assert [dates.day_of(text) for text in texts] == [day, day]
        assert [translator.translated(text).written for text in texts] == [day, day]


def test_what_takes_the_place_of_cross_attention_decides_what_is_written():
    """y, which asks, first; where nothing is read, all texts are written alike."""
    texts = ("17 May 2026", "March 3, 2008")

    def theirs(y, x, W_Q, W_K, W_V):
        return attention.attention(y @ W_Q, x @ W_K, x @ W_V).output

    def nothing(y, x, W_Q, W_K, W_V):
        return np.zeros((len(y), W_V.shape[1]))

    for text in texts:
        assert translator.translated(text, cross=theirs).written == dates.day_of(text)
    written = {translator.translated(text, cross=nothing).written for text in texts}
    assert len(written) == 1
    assert written.isdisjoint(map(dates.day_of, texts))
    p = translator.trained()
    off = p | {"cross.W_O": np.zeros_like(p["cross.W_O"])}
    assert written == {translator.translated(text, off).written for text in texts}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "17 May",
        "17 may 2026",
        "17 May, 2026",
        "May 17 2026",
        "07 May 2026",
        "31 June 2026",
        "17 May 3026",
        "17 May 226",
        "2026-05-17",
    ],
)
def test_what_is_no_date_of_the_model_is_refused(text):
    with pytest.raises(ValueError, match="a day of the years 1000 to 2999, such as '17 May 2026'"):
        translator.translated(text)


def test_each_sign_comes_from_its_token():
    X, Y = some()
    for tokens, signs, places in zip(X, Y[:, 1:], dates.origins(X), strict=True):
        written = signs_of(signs)
        read = [dates.TOKENS[tokens[place]] if place >= 0 else "" for place in places]
        year, month, day = read[:4], read[5:7], read[8:]
        assert "".join(year) == written[:4]
        name = dates.MONTHS[int(written[5:7]) - 1]
        assert month == (["", name] if written[5] == "0" else [name, name])
        assert "".join(day) == written[8:].lstrip("0")
        assert read[4] == read[7] == ""


def test_aligned_counts_the_signs_that_come_from_a_token():
    X, _ = some()
    places = dates.origins(X)
    A = np.eye(dates.LONGEST)[np.maximum(places, 0)]  # (b, n, m)
    assert dates.aligned(A, X) == 1
    A[:, 9] = np.roll(A[:, 9], 1, axis=-1)
    assert np.isclose(dates.aligned(A, X), 1 - len(X) / (places >= 0).sum())


@pytest.mark.rare
@pytest.mark.sample
def test_what_is_recorded_of_dates_is_what_a_training_gives():
    entry, kept = record_seeds.translated(seed=1), training.translated()[1].copy()
    for of_entry, of_kept in ((entry.pop("short"), kept.pop("short")), (entry, kept)):
        assert of_entry.keys() == of_kept.keys()
        for name, value in of_entry.items():
            assert np.allclose(value, of_kept[name], rtol=0, atol=0.02), name
