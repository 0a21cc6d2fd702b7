"""Start a hub for a class on this machine, and simulate the class (make class N=30).

Each simulated student logs in, starts a server and a kernel, runs all cells of notebook 03 and
moves its lab twice a second. What comes back is compared with what Python gives here. With another
notebook (NOTEBOOK=13) no lab is moved. Without N there is only the hub, for you to log in.
hub/README.md says more.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import time

from helpers.labs.engine.session import Session
from tools.classroom.hub import hub
from tools.classroom.student import LAB, Student, change, digest
from tools.notebook.lesson import read
from tools.percentiles import middle_and_late
from tools.repository import ROOT, choose_notebook

NOTEBOOK = "03"
LOGINS = 90  # seconds in which all students log in
MOVING = 60  # seconds for which all of them move the lab
SHOWN = 3  # failures that are printed


class Room:
    """Students move the lab from when they can until `end`, some time after the last one could.
    moving: that time in seconds; 0: there is no lab to move."""

    def __init__(self, students, moving):
        self.missing = {student.name for student in students}
        self.moving = moving
        self.full = self.end = float("inf")

    def settle(self, student):
        """The student has begun to move the lab, or never will."""
        if student.name in self.missing:
            self.missing.remove(student.name)
            if not self.missing:
                self.full = time.perf_counter()
                self.end = self.full + self.moving


async def attend(student, room, late):
    await asyncio.sleep(late)
    try:
        await student.attend(room)
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        student.failure = f"{student.name}, {student.doing}: {what[:300]}"
    finally:
        room.settle(student)


async def hold(students, logins, moving):
    """The class; returns when all students were there together."""
    room = Room(students, moving)
    gap = logins / len(students)
    await asyncio.gather(*(attend(student, room, i * gap) for i, student in enumerate(students)))
    return room.full


def wrong_answers(students):
    """For each student whose lab did not show what Python gives here, a sentence."""
    session = Session(LAB)
    longest = max(len(student.answers) for student in students)
    right = [digest(as_sent(session.change(change(i + 1)))) for i in range(longest)]
    for student in students:
        pairs = zip(student.answers, right, strict=False)  # the longest has as many as right
        wrong = [i for i, (answer, expected) in enumerate(pairs, 1) if answer != expected]
        if wrong:
            what = f"{len(wrong)} wrong answers, first to change {wrong[0]}"
            yield f"{student.name}, moving the lab: {what}"


def as_sent(answer):
    return json.loads(json.dumps(answer))


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


def rows(lesson, students, full, failures, running):
    """(what, measured, goal) of the table."""
    present = [student for student in students if not student.failure]
    groups = [running.processes(student.name) for student in present]
    trips = [trip for student in students for trip in student.trips]
    early = [taken * 1000 for sent, taken in trips if sent < full]
    together = [taken * 1000 for sent, taken in trips if sent >= full]
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
    if trips:
        yield "a change of the lab while others still start, ms", middle_and_late(early), ""
        yield "a change of the lab, all moving it, ms", middle_and_late(together), "p95 100"
        yield "changes", f"{len(trips):,}", ""
    yield f"memory of a student ({kind}), MB", middle_and_late(all_of_them), goals[0]
    yield "of it, what no other process has (USS), MB", middle_and_late(unshared), goals[1]
    yield f"memory of all students ({kind}), MB", f"{sum(all_of_them):,.0f}", ""
    of_hub = total(pss, running.hub_processes()) / 1e6
    yield f"memory of the hub, its proxy and its culler ({kind}), MB", f"{of_hub:.0f}", ""
    seconds = [total(processor, group) for group in groups]
    yield "processor time of a student, s", middle_and_late(seconds, 1), ""


def moves(lesson):
    """Whether the simulated students move the lab of a lesson: they know one."""
    return LAB.name in [cell.lab for cell in lesson.cells]


def measure(count, lesson, logins=LOGINS, moving=MOVING):
    """Hold a class, print its table and return what failed."""
    notebook, moving = lesson.path.relative_to(ROOT).as_posix(), moving if moves(lesson) else 0
    with hub() as running:
        students = [Student(f"student{i + 1:02}", running, notebook) for i in range(count)]
        full = asyncio.run(hold(students, logins, moving))
        failures = [student.failure for student in students if student.failure]
        failures += wrong_answers(students)
        print(f"| on {os.cpu_count()} processors | measured | goal |\n|---|---|---|")
        for row in rows(lesson, students, full, failures, running):
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
    then = f"all together move the lab for {MOVING}" if moves(lesson) else "each runs all cells"
    print(f"{count} students log in within {LOGINS} seconds; {then}.", flush=True)
    sys.exit(1 if measure(count, lesson) else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped.")
