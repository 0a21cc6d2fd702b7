"""The labs of the tests have no published model: every computer has the recorded answers."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def recorded(without_model):
    """As in a browser, and on a computer without `make model`."""
