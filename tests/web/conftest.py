"""The book and the workbench, made once for all tests of a process, and their browser."""

import book
import browser
import pytest


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder in which make site has written both."""
    folder = tmp_path_factory.mktemp("book") / "site"
    book.write(folder)
    return folder


@pytest.fixture(scope="session")
def chromium(request):
    """Chromium; with --firefox, Firefox."""
    if request.config.getoption("firefox"):
        with browser.firefox() as started:
            yield started
    else:
        yield request.getfixturevalue("chromium")
