"""The book and the workbench, made once for all tests."""

import book
import pytest


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder in which make site has written both."""
    folder = tmp_path_factory.mktemp("book") / "site"
    book.write(folder)
    return folder
