"""A browser, labs alone on a page and a JupyterLab, made once where a test asks."""

import os

import pytest

from helpers.labs.language_lab import language_lab, language_states
from tests.helpers.labs import lab_page
from tools import browser, published

# In the book and the workbench, Python's functions stay as they are compiled first, but for those
# that compute for seconds: to compile the others again, better, takes longer than it saves.
COMPILE_ONCE = "--js-flags=--wasm-tiering-budget=500000000"
NEEDED = "the browser tests need Chromium or Chrome; the README says how to install it"


@pytest.fixture(scope="session", autouse=True)
def unpublished():
    """What is made has no addresses, whatever repository the tests run in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SITE", raising=False)
        patch.setattr(published, "remote", lambda: "")
        yield


@pytest.fixture(scope="session")
def chromium():
    if not browser.executable():
        if os.environ.get("CI"):
            pytest.fail(NEEDED)
        pytest.skip(NEEDED)
    with browser.chromium(COMPILE_ONCE) as started:
        yield started


@pytest.fixture(scope="session")
def without_model():
    """The lab of the published model answers from what was recorded, as it does in a browser."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (language_lab, language_states):
            patch.setattr(module, "is_installed", lambda: False)
        yield


@pytest.fixture(scope="session")
def live(chromium):
    """lab → (tab, root): a lab just begun, alone on a page; Python answers in this process."""
    tabs = {}

    def begin(lab, **options):
        key = tuple(sorted(options.items()))
        if key not in tabs:
            tabs[key] = lab_page.Bare(chromium, **options)
        return tabs[key], tabs[key].show(lab)

    yield begin
    for tab in tabs.values():
        tab.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """What the JupyterLab of the tests serves."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def jupyter(chromium):
    """Opens pages of JupyterLab, which share what the browser has read and compiled of it."""
    return chromium.new_context()


@pytest.fixture(scope="session")
def lab_address(folder):
    """path → the address at which JupyterLab opens it; with view="notebooks", Notebook 7."""
    with browser.jupyter(folder) as address:
        yield address
