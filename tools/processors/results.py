"""Run pytest in a process of its own, and count what came out."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tools.repository import ROOT

WORKERS = str(min(4, os.cpu_count() or 1))
NBVAL = ["--nbval", "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]


@dataclass
class Results:
    passed: int  # tests, without the notebooks' cells
    failed: list  # the names of those that failed
    same: int  # notebooks of which each cell printed what is stored
    different: list  # the cells that did not
    seconds: float


def run(arguments, environment):
    """The results of pytest with these arguments; it gets the environment beside its own."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", *arguments, "--quiet", "-p", "no:cacheprovider"]
        command += [*NBVAL, "--numprocesses", WORKERS, "--dist", "loadscope"]
        command += ["--junitxml", str(report)]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if done.returncode not in (0, 1) or not report.exists():  # 1: tests failed
            raise SystemExit(f"pytest ended with {done.returncode}:\n{done.stdout[-3000:]}")
        cases = ElementTree.parse(report).findall(".//testcase")
    return counted(cases, time.perf_counter() - start)


def counted(cases, seconds):
    passed, failed, notebooks, different = 0, [], set(), []
    for case in cases:
        place, name = case.get("classname"), case.get("name")
        bad = [*case.findall("failure"), *case.findall("error")]
        if place.endswith(".ipynb"):
            notebooks.add(place)
            if bad:
                different.append((place, reason(name, bad[0].text or "")))
        elif bad:
            failed.append(f"{place}: {name}")
        elif case.find("skipped") is None:
            passed += 1
    same = len(notebooks - {place for place, _ in different})
    return Results(passed, failed, same, [": ".join(cell) for cell in different], seconds)


def reason(cell, report):
    """nbval's line on why this cell failed: other outputs, or no end in time."""
    _, found, after = report.partition(f"{cell}: ")
    return f"{cell}: {after.splitlines()[0]}" if found and after else cell
