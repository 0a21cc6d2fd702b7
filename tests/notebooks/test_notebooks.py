"""The notebooks as they are stored, and as they run."""

import pytest

from tests.notebooks import checks
from tools.notebook.lesson import read

EVERY = [(check, path) for check in checks.EVERY for path in checks.PATHS]
LESSON = [(check, path) for check in checks.LESSON for path in checks.LESSONS]


def test_the_series_is_whole():
    numbers = [path.name[:2] for path in checks.PATHS]
    assert numbers == ["00", *(f"{number:02}" for number in range(1, 11)), "90"]


@pytest.mark.parametrize(
    ("check", "path"), EVERY + LESSON, ids=lambda x: getattr(x, "__name__", None) or x.stem[:2]
)
def test_stored(check, path):
    assert check(read(path)) == []
