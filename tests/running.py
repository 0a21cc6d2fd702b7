"""How the tests run: which of them, which ones share a process, in which order, and that CI skips
none.

A test marked sample("03") takes long for every notebook or lab: `make test` runs those of its cases
that have "03" in their name, and of one marked sample, without a name, none. It leaves out tests
marked long, and notebooks that train or need the published model. `make test-long` runs these, too,
in a browser as well, and of the samples every case that needs no browser and is not marked rare;
`make test-all` runs all. nbval leaves out what a test marked executes runs.
"""

import gc
import os

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.models import needs_minilm, needs_model
from tools.repository import NOTEBOOKS

JUPYTERLAB = "one JupyterLab"
SHOWS = "tests/tools/slides/test_show"  # the files whose names begin so
FIRST = (  # what takes longest of all that stays together
    JUPYTERLAB,
    SHOWS,
    "tests/tools/book/browser/test_workbench.py",
    "tests/tools/book/browser/test_book_faults.py",
    "tests/tools/grading/test_marks.py",  # waits for endless loops
    "tests/test_binder.py",  # waits for what is installed
    "tests/helpers/data/test_recorded.py",  # as well
)
ANYWAY = "cannot be had here: "  # begins the reason of a skip that CI accepts
APART = (  # long tests that share nothing, or a page that each process may have
    "tests/helpers/exercises/test_exercises_mutants.py",
    "tests/helpers/experiments/",
    "tests/helpers/training/",
    "tests/notebooks/test_notebooks_run.py",
    "tests/tools/book/browser/test_book.py",
    "tests/tools/classroom/",
    "tests/tools/new/",
    "tests/tools/test_jupyterlab.py",
    "tests/tools/test_start.py",
)


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run every case of the samples, too")
    parser.addoption("--long", action="store_true", help="run those that need no browser, too")
    parser.addoption("--firefox", action="store_true", help="the book and the workbench in Firefox")


def pytest_configure(config):
    """What notebooks show is compared with what is stored, where nobody has written anything."""
    if not getattr(config.option, "nbval", False):
        return
    from helpers.exercises.engine import kept  # a slip in an exercise stops its own tests alone

    file = NOTEBOOKS / kept.NAME
    if file.exists():
        raise pytest.UsageError(f"{file} is there: move it away while notebooks are tested.")


class Scheduling(LoadScopeScheduling):
    """A file's tests stay together, as they share pages or a run, and a notebook's cells need those
    above them. Each long test goes to whichever process is free."""

    def _split_scope(self, nodeid):
        return together(nodeid.partition("::")[0]) or nodeid


def together(file):
    """The name of what the tests of a file share, or None."""
    if file in (
        "tests/helpers/labs/test_labs_jupyter.py",
        "tests/helpers/labs/test_labs_full_screen.py",
        "tests/helpers/ask/test_ask_jupyter.py",
        "tests/helpers/exercises/test_exercises_browser.py",
        "tests/helpers/test_untrusted.py",
    ):
        return JUPYTERLAB
    if file.startswith(SHOWS):
        return SHOWS
    return None if file.startswith(APART) else file


# The mark xdist_group would say the same, but pytest-xdist 3.8 does not heed it under pytest 9.2.
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False  # as collected, not by the number of tests
    return Scheduling(config, log)


def pytest_itemcollected(item):
    """`pytest -m "not browser"` runs what needs none, wherever the file lies. A notebook or a cell
    that needs a published model is tested where that is."""
    if "chromium" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    if item.path.suffix == ".ipynb":
        if lesson_of(item).needs_model:
            item.add_marker(needs_model)
        if "recorded" in item.cell.metadata.get("tags", ()):  # what is shown without the model
            item.add_marker(needs_minilm)


def lesson_of(item):
    from tests.lessons import read  # all exercises

    return read(item.path)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """What takes long goes first: FIRST, then the notebooks and the long tests. The other files
    keep all processes busy to the end."""
    run_all, run_long = config.getoption("--all"), config.getoption("--long")
    beside_tests = any(item.path.suffix == ".py" for item in items)

    def runs(item):
        in_full = run_long and not any(map(item.get_closest_marker, ("browser", "rare")))
        left = item.get_closest_marker("long") and not run_long
        return run_all or in_full or (in_sample(item) and not left)

    executing = [item for item in items if item.get_closest_marker("executes")]
    executed = {item.callspec.params["path"] for item in executing if runs(item)}

    def needed(item):
        if item.path.suffix == ".py":
            return runs(item)
        wanted = run_all or run_long or lesson_of(item).is_quick or not beside_tests
        return wanted and item.path not in executed

    config.hook.pytest_deselected(items=[item for item in items if not needed(item)])
    items[:] = [item for item in items if needed(item)]

    def turn(item):
        file = item.nodeid.partition("::")[0]
        group = together(file)
        long = group is None or file.endswith(".ipynb")
        return [*(group == first for first in FIRST), long]

    items.sort(key=turn, reverse=True)


def pytest_collection_finish():
    gc.freeze()  # what is collected stays: not to be walked through again and again


def in_sample(item):
    mark = item.get_closest_marker("sample")
    case = item.name.partition("[")[2]
    return mark is None or any(name in case for name in mark.args)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and missed(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    if count := len(missed(terminalreporter)):
        terminalreporter.write_line(f"FAILED: {count} tests were skipped, and CI may skip none")


def missed(terminalreporter):
    """In CI, the reports of tests that were skipped although they could have run."""
    skipped = terminalreporter.stats.get("skipped", []) if os.environ.get("CI") else []
    return [report for report in skipped if ANYWAY not in str(report.longrepr)]
