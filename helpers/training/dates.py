"""Dates to translate: "17 May 2026" or "May 17, 2026" is read, "2026-05-17" is written.

    X   17 May 2026    →  1 7 May 2 0 2 6 ·     at most eight tokens, filled up with "·"
    Y   2026-05-17     →  ^ 2 0 2 6 - 0 5 - 1 7   a start, then ten signs

All days of the years 1000 to 2999 are drawn, by today's calendar, but for the Sundays: they are
withheld, and drawn only for a test.
"""

import re

import numpy as np

MONTHS = "January February March April May June July August September October November December"
MONTHS = MONTHS.split()
TOKENS = [*"0123456789", *MONTHS, ",", "·"]  # what is read
SIGNS = [*"0123456789-", "^"]  # what is written, and the start
LONGEST, WRITTEN = 8, 10  # tokens, signs
SUNDAY, WEEKS = np.datetime64("1000-01-05"), 104_354  # the first one, and the weeks from there


def drawn(rng, b, sundays=False):
    """b dates, each in one of the two orders: X (b, 8), Y (b, 11). sundays: these alone."""
    weekday = 0 if sundays else rng.integers(1, 7, size=b)
    days = SUNDAY + 7 * rng.integers(WEEKS, size=b) + weekday  # (b,)
    orders = rng.random(b) < 0.5  # (b,): whether the month comes first
    X = [as_read(in_words(day, order)) for day, order in zip(days, orders, strict=True)]
    return np.array(X), np.array([as_written(day) for day in days])


def in_words(day, month_first):
    """A day as a text: "17 May 2026" or "May 17, 2026"."""
    year, month, day = str(day).split("-")
    month, day = MONTHS[int(month) - 1], int(day)
    return f"{month} {day}, {year}" if month_first else f"{day} {month} {year}"


def day_of(text):
    """The day that a text names, as it is written: "17 May 2026" → "2026-05-17"."""
    try:
        first, second, year = text.replace(",", "").split()
        day, month = (second, first) if first in MONTHS else (first, second)
        written = f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}"
        np.datetime64(written)  # not 31 June
        if text in both_orders(written) and 1000 <= int(year) < 3000:
            return written
    except ValueError:
        pass
    needed = "a day of the years 1000 to 2999, such as '17 May 2026' or 'May 17, 2026'"
    raise ValueError(f"text: given {text!r}, needed {needed}")


def both_orders(day):
    """The two texts that name a day: "17 May 2026" and "May 17, 2026"."""
    return [in_words(day, month_first) for month_first in (False, True)]


def split(text):
    """The tokens of a text: "17 May 2026" → 1 7 May 2 0 2 6 ·"""
    tokens = re.findall(r"[A-Za-z]+|[0-9,]", text)
    return tokens + ["·"] * (LONGEST - len(tokens))


def as_read(text):
    """The numbers of a text's tokens: eight."""
    return [TOKENS.index(token) for token in split(text)]


def as_written(day):
    """The numbers of a start and of a day's signs: eleven."""
    return [SIGNS.index(sign) for sign in f"^{day}"]


def origins(X):
    """Of each sign, the place of the token that it comes from: (b, 10). −1 for those that come from
    none: "-", and the "0" that fills up the month or the day to two signs."""
    rows = []
    for numbers in X:
        *day, a, b, c, d = np.flatnonzero(numbers < TOKENS.index("January"))  # all digits
        number = numbers[numbers < TOKENS.index(",")].max()  # of the month
        month = numbers.tolist().index(number)
        tens = month if number >= TOKENS.index("October") else -1
        rows.append([a, b, c, d, -1, tens, month, -1, *[-1, *day][-2:]])
    return np.array(rows)


def aligned(A, X):
    """Of the signs that come from a token, the share whose largest weight is on it: (b, 10, 8)."""
    places = origins(X)  # (b, 10)
    return float((A.argmax(axis=-1) == places)[places >= 0].mean())


def starting_values(seed, d=32, length=2):
    """What an encoder and a decoder of one layer each learn, random at first: {name: array}.
    length: how long the tokens' vectors are, where the other ones are 1."""
    rng = np.random.default_rng(seed)
    p = {
        "tokens": length * rng.standard_normal((len(TOKENS), d)),
        "places of tokens": rng.standard_normal((LONGEST, d)),
        "signs": rng.standard_normal((len(SIGNS), d)),
        "places of signs": rng.standard_normal((WRITTEN, d)),
    }
    for part in ("encoder", "decoder", "cross"):
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            p[f"{part}.{name}"] = rng.standard_normal((d, d)) / np.sqrt(d)
    p["answer"] = rng.standard_normal((d, len(SIGNS) - 1)) / np.sqrt(d)
    return p
