"""The hours of the courses."""

from types import SimpleNamespace

from tools.notebook.teaching import SHORT_WAY, with_hours


def test_hours_are_counted_for_the_core_and_the_short_way():
    """14 and 90 are no part of the core."""
    lessons = [
        SimpleNamespace(number=number, minutes=40 if number in SHORT_WAY else 10)
        for number in ("00", "01", "02", "03", "04", "05", "12", "13", "14", "90")
    ]
    text = "The core takes 8 hours. The short way takes 1½ hours. It takes 3 hours."
    said = "The core takes 4¼ hours. The short way takes 4 hours. It takes 3 hours."
    assert with_hours(text, lessons) == said
