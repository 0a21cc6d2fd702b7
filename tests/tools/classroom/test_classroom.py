"""make class, with three students: one gets through, faults are named, and nothing stays."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from tests.lessons import SERIES
from tests.running import ANYWAY
from tools.browser import LOOPBACK, PATIENCE
from tools.repository import ROOT

TOOL = ["-m", "tools.classroom.run_class"]
LESSON = next(lesson for lesson in SERIES if lesson.number == "03")
pytestmark = [
    pytest.mark.sample,
    pytest.mark.rare,
    pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}JupyterHub on Windows"),
]


def in_a_thread(coroutine, run=asyncio.run):
    """The tests with a browser keep an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run, coroutine).result()


def processes():
    """Those that this one has begun, but for the browser of other tests, which begins more."""
    found = set()
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            found |= set() if "chrom" in child.name() else {child}
    return found


@pytest.fixture
def classroom(monkeypatch):
    from tools.classroom import run_class

    monkeypatch.setattr(asyncio, "run", in_a_thread)
    before = processes()
    yield run_class
    assert processes() == before


def test_a_class_is_measured_and_what_fails_is_named(classroom, monkeypatch, capsys):
    """In the first student's copy a cell is wrong; the others get through."""
    log_in = classroom.Student.log_in

    async def and_spoil(student, client):
        await log_in(student, client)
        if student.name != "student01":
            return
        path = student.hub.folder / "students" / student.name / student.notebook
        notebook = json.loads(path.read_text("utf-8"))
        (cell,) = (cell for cell in notebook["cells"] if cell["id"] == "by-hand")
        cell["source"] = "1 / 0"
        path.write_text(json.dumps(notebook), "utf-8")

    monkeypatch.setattr(classroom.Student, "log_in", and_spoil)
    (first,) = classroom.measure(3, LESSON, logins=1)
    assert first == (
        "student01, running cell by-hand: Trouble: ZeroDivisionError: division by zero"
    )

    printed = capsys.readouterr().out
    assert first in printed
    _, ruler, *rows = printed.partition("\n\n")[0].splitlines()
    assert ruler == "|---|---|---|"
    table = {row.split(" | ")[0].removeprefix("| "): row.split(" | ")[1] for row in rows}
    assert len(table) == 8
    assert table["students, and those for whom something failed"] == "3, 1"
    for what in ("from the login", "all cells", "memory of a student"):
        (cell,) = [cell for name, cell in table.items() if name.startswith(what)]
        median, late = map(float, re.fullmatch(r"median (\S+), p95 (\S+)", cell).groups())
        assert 0 < median <= late


def test_the_hub_alone_ends_with_all_its_processes():
    process = subprocess.Popen([sys.executable, *TOOL], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    watchdog = threading.Timer(PATIENCE, process.kill)  # a silent hub must not hang the tests
    watchdog.start()
    try:
        address = process.stdout.readline().split()[4].rstrip(":")
        assert LOOPBACK.open(f"{address}/hub/login").status == 200
        family = psutil.Process(process.pid).children(recursive=True)
        assert len(family) == 3  # the hub, its proxy and what ends idle servers
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 1
        assert not any(child.is_running() for child in family)
    finally:
        watchdog.cancel()
        process.kill()
