"""The published language model, where `make model` has been run, and other programs' answers."""

import json
from pathlib import Path

import pytest

from helpers import language
from helpers.language import files

ANSWERS = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def model():
    if not language.is_installed():
        pytest.skip(files.MISSING)
    return language.load()


@pytest.fixture(scope="session")
def answers():
    return ANSWERS
