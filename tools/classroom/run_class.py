"""Start a hub for a class on this machine, and simulate the class (make class N=30).

Each simulated student logs in, starts a server and a kernel, and runs all cells of notebook 03, or
of another one (NOTEBOOK=13). Without N there is only the hub, for you to log in.
hub/README.md says more.
"""

import argparse
import asyncio
import os
import signal
import sys
import time

from tools.classroom.hub import hub
from tools.classroom.student import Student
from tools.notebook.lesson import read
from tools.percentiles import middle_and_late
from tools.repository import ROOT, choose_notebook

NOTEBOOK = "03"
LOGINS = 90  # seconds in which all students log in
SHOWN = 3  # failures that are printed


async def hold(students, logins):
    """The class, who come one after the other; returns when all are done."""

    async def attend(student, late):
        await asyncio.sleep(late)
        try:
            await student.attend()
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())
            student.failure = f"{student.name}, {student.doing}: {what[:300]}"

    gap = logins / len(students)
    await asyncio.gather(*(attend(student, i * gap) for i, student in enumerate(students)))


def pss(process):
    """In bytes: the memory, with each page shared by n processes counted as 1/n of it. Only Linux
    knows it; elsewhere, as uss."""
    full = process.memory_full_info()
    return full.pss if sys.platform == "linux" else full.uss


def uss(process):
    """In bytes: the memory that a process shares with none."""
    return process.memory_full_info().uss


def processor(process):
    times = process.cpu_times()
    return times.user + times.system


def total(measure, processes):
    return sum(measure(process) for process in processes)


def rows(lesson, students, failures, running):
    """(what, measured, goal) of the table."""
    present = [student for student in students if not student.failure]
    groups = [running.processes(student.name) for student in present]
    kind = "PSS" if sys.platform == "linux" else "USS"
    all_of_them, unshared = ([total(x, group) / 1e6 for group in groups] for x in (pss, uss))
    goals = ("", "300") if lesson.needs_model else ("220", "")
    yield (
        "students, and those for whom something failed",
        (f"{len(students)}, {len(failures)}"),
        "none failed",
    )
    yield (
        "from the login to a kernel that answers, s",
        middle_and_late([student.ready for student in students if student.ready], 1),
        "",
    )
    yield (
        f"all cells of notebook {lesson.number}, s",
        middle_and_late([student.ran for student in students if student.ran], 1),
        "",
    )
    yield f"memory of a student ({kind}), MB", middle_and_late(all_of_them), goals[0]
    yield "of it, what no other process has (USS), MB", middle_and_late(unshared), goals[1]
    yield f"memory of all students ({kind}), MB", f"{sum(all_of_them):,.0f}", ""
    of_hub = total(pss, running.hub_processes()) / 1e6
    yield f"memory of the hub, its proxy and its culler ({kind}), MB", f"{of_hub:.0f}", ""
    seconds = [total(processor, group) for group in groups]
    yield "processor time of a student, s", middle_and_late(seconds, 1), ""


def measure(count, lesson, logins=LOGINS):
    """Hold a class, print its table and return what failed."""
    notebook = lesson.path.relative_to(ROOT).as_posix()
    with hub() as running:
        students = [Student(f"student{i + 1:02}", running, notebook) for i in range(count)]
        asyncio.run(hold(students, logins))
        failures = [student.failure for student in students if student.failure]
        print(f"| on {os.cpu_count()} processors | measured | goal |\n|---|---|---|")
        for row in rows(lesson, students, failures, running):
            print("| {} | {} | {} |".format(*row))
        if failures:
            print("\nFailed:", *failures[:SHOWN], sep="\n- ")
            print(f"\nThe hub's last warnings:\n{running.trouble()}")
    return failures


def show():
    """The hub alone, until Ctrl-C."""
    with hub() as running:
        print(f"The hub is at {running.address}: any name, password {running.password}")
        print("Ctrl-C ends it and removes the students' files.", flush=True)
        while True:
            time.sleep(1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("students", nargs="?", type=int, default=0)
    parser.add_argument("--notebook", default=NOTEBOOK)
    options = parser.parse_args()
    count, lesson = options.students, read(choose_notebook(options.notebook))
    if count < 0:
        sys.exit(
            f"N: {count} students were asked for; from 1 up are needed, as in make class N=30."
        )
    if os.name == "nt":
        sys.exit("JupyterHub needs Linux or macOS; on Windows, WSL.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the hub ends with this process
    if not count:
        show()
    print(f"{count} students log in within {LOGINS} seconds; each runs all cells.", flush=True)
    sys.exit(1 if measure(count, lesson) else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped.")
