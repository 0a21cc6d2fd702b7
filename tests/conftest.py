"""A JupyterLab and a browser, started once, for the tests that look at labs as a reader does."""

import os
import sys

import browser as tools
import pytest

NEEDED = "the browser tests need Chromium or Chrome; the README says how to install it"


@pytest.fixture(scope="session")
def chromium():
    if not tools.executable():
        if os.environ.get("CI"):
            pytest.fail(NEEDED)
        pytest.skip(NEEDED)
    with tools.chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """What the JupyterLab of the tests serves."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab_address(folder):
    """path → the address at which JupyterLab opens it."""
    with tools.jupyter(folder) as address:
        yield address


@pytest.fixture(scope="session")
def live(chromium, lab_address, folder):
    """name → (tab, root): a page on which the lab is live. Pages stay open; `anew`, the lab begins
    once more, with no challenge solved."""
    tabs = {}

    def open_lab(name, anew=False, **options):
        key = (name, *sorted(options.items()))
        if key not in tabs:
            path = folder / f"{name}-{len(tabs)}.ipynb"
            tools.write_notebook(path, f"from helpers import labs\n\nlabs.{name}()", "'after'")
            tabs[key] = tools.Tab(chromium, lab_address(path.name), height=1600, **options)
            tabs[key].run_all()
        elif anew:
            tabs[key].run_again(name)
        return tabs[key], tabs[key].lab(name)

    yield open_lab
    for tab in tabs.values():
        tab.close()


def pytest_terminal_summary(terminalreporter):
    """How many mutants of the exercises' solutions were made and refused."""
    mutants = sys.modules.get("test_exercises_mutants")
    if mutants and mutants.COUNTS["made"]:
        counts = ", ".join(f"{count} {kind}" for kind, count in mutants.COUNTS.items())
        terminalreporter.write_line(f"mutants of the exercises' solutions: {counts}")
