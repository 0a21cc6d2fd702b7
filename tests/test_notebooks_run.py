"""The notebooks run: Run All gives what is stored, twice in one kernel, and agrees with helpers."""

import json
import platform
import re
import sys
from importlib.metadata import version
from pathlib import Path

import checks
import execute
import pytest

ROOT = Path(__file__).resolve().parents[1]


def pinned():
    """Whether pictures must be equal to the byte: the pinned packages, on x86-64 Linux."""
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    drawing = ("numpy", "matplotlib", "pillow")
    same = all(f"{name}=={version(name)}\n" in pins for name in drawing)
    return same and sys.platform == "linux" and platform.machine() == "x86_64"


def comparable(text):
    return text if pinned() else re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,", text)


@pytest.mark.parametrize("path", checks.PATHS, ids=lambda path: path.stem)
def test_running_all_twice_gives_what_is_stored(path):
    first, second = execute.executed(path, runs=2)
    assert comparable(first) == comparable(path.read_text(encoding="utf-8"))
    assert without_counts(second) == without_counts(first)


def without_counts(text):
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        cell.pop("execution_count", None)
    return notebook
