"""The book and the workbench, made once for all tests, and their browser."""

import os

import pytest
from filelock import FileLock

from tools import browser
from tools.book import book


@pytest.fixture(scope="session")
def site(tmp_path_factory, request):
    """The folder in which make site has written both. Without --all there is no sentence model in
    it, which takes a quarter of the time: no other test loads it."""
    place = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        place = place.parent  # which all processes have
    folder = place / "site"
    with FileLock(place / "site.lock"):  # the first one makes them, the others wait
        if not folder.exists():
            with pytest.MonkeyPatch.context() as patch:
                if not request.config.getoption("all"):
                    patch.setattr(book, "write_model", lambda folder: None)
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
