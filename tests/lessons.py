"""The notebooks of the series, read once in a process, for tests that change nothing in them."""

import functools

from tools.notebook import lesson
from tools.repository import PATHS

read = functools.cache(lesson.read)
SERIES = [read(path) for path in PATHS]


def cells_of(number):
    return {cell.id: cell for cell in SERIES[int(number)].cells}
