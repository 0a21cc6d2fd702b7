"""make grade: what each submission gets, forged and endless ones too, and what is said about files.

One class hands in notebook 05. Each forger tries one thing, in one answer."""

import contextlib
import csv
import errno
import io
import json
import mmap
import os
import re
import socket
import time
from unittest import mock

import numpy as np
import pytest

from helpers.exercises import CHECKED, Feedback
from helpers.exercises.engine import deadline
from helpers.exercises.engine.unwritten import source_of
from tests.helpers.exercises.answers import FRESH, RIGHT, SCOPES, WRONG
from tests.running import ANYWAY
from tools.grading import grade, sandbox
from tools.grading.sandbox import Sandbox, packed, send, unpacked

needs_fork = pytest.mark.skipif(
    not hasattr(os, "fork"), reason=ANYWAY + "Windows cannot fork a process"
)
STEM = "05_masking"
HIGH = 200  # the number of an open file, above all others
OURS = {cell.id: (cell.source, cell.entry) for cell in grade.answering_cells(STEM)}
OTHERS = ["check-masked_softmax", "check-all_at_once", "check-front_weight", "padding-answer"]
PASSED = {"passed": "1", "tried": "1", "misconception": ""}
UNTRIED = {"passed": "0", "tried": "0", "misconception": ""}

NOT_STRICT = """def my_causal_mask(n, m):
    return np.arange(m) < np.arange(n)[:, None]


check("causal_mask", my_causal_mask)"""
WITH_A_HELPER = """def column(n):
    return np.arange(n)[:, None]


def my_causal_mask(n, m):
    return np.arange(m) <= column(n)


check("causal_mask", my_causal_mask)"""
USES_THE_HELPER = """def my_decoder_mask(lengths, n):
    real = np.arange(n) < np.array(lengths)[:, None, None]
    return real & (np.arange(n) <= column(n))


check("decoder_mask", my_decoder_mask)"""
# Only with a causal mask that is right: ours, as this student's is not.
USES_OUR_ANSWERS = """from helpers import exercises


def my_decoder_mask(lengths, n):
    return my_padding_mask(lengths, n) & my_causal_mask(n, n)


exercises.check("decoder_mask", my_decoder_mask)"""
BREAKS = """def my_masked_softmax(S, mask):
    return S.nothing


check("masked_softmax", my_masked_softmax)"""
WRONG_MASK = """
def my_causal_mask(n, m):
    return np.ones((n, m), bool)


check("causal_mask", my_causal_mask)"""

FORGED = {
    "a judge that passes all": """from helpers.exercises import Feedback, FunctionExercise
from helpers.exercises.engine import exercise
FunctionExercise.judge = lambda self, answer: Feedback(True, "Right.")
exercise.fault_of = FunctionExercise.first_fault = lambda *_: None""",
    "the record": """from helpers import exercises
exercises._done.update({name: True for name in exercises.CHECKED})
print("✓ Passed: the causal mask")""",
    "a reference that is wrong": """from helpers import exercises
entry = exercises.CHECKED["causal_mask"]
object.__setattr__(entry, "reference", lambda n, m: np.ones((n, m), bool))
object.__setattr__(entry, "cases", ())""",
    "an end": "import os\nos._exit(0)",
    "an exit": "raise SystemExit(0)",
    "signals": """import os, signal
for process in (0, os.getppid(), os.getpid()):
    os.kill(process, signal.SIGKILL)""",
    "an error that clears the screen": "raise ValueError('\\n=1+1,\\x1b[2J' * 10**5)",
    "a check of its own": "def check(name, answer):\n    return True",
    "a message": """import json, os
messages = [{"passed": True}, {"source": "", "result": True}, "✓", None] * 9
for number in range(3, 99):
    try:
        os.write(number, "".join(json.dumps(item) + "\\n" for item in messages).encode())
    except OSError:
        pass""",
    "a flood": """import os
for number in range(3, 99):
    try:
        while True:
            os.write(number, b"0" * 10**6)
    except OSError:
        pass""",
    "files": """import pathlib
for path in pathlib.Path({folder!r}).rglob("*.*"):
    try:
        path.write_text("")
    except OSError:
        pass""",
    "memory": "much = np.empty(3 * 2**27)  # 3 GB",
    "what equals everything": """class Same(np.ndarray):
    __eq__ = __le__ = __and__ = lambda *_: True
ones, np.ones = np.ones, lambda *given: ones(*given).view(Same)""",
}
ENDLESS = {  # one loop runs when the cell does, one when it is called
    "check-causal_mask": "while True:\n    pass",
    "check-padding_mask": """def my_padding_mask(lengths, m):
    while True:
        pass


check("padding_mask", my_padding_mask)""",
}


def solved(cell_id):
    source, entry = OURS[cell_id]
    if entry.name in CHECKED:
        return entry.solved()
    return re.sub(r"\.\.\.\)", f"{entry.truth()!r})", source)


def write(folder, student, answers, then=lambda cells: None):
    notebook = json.loads((grade.NOTEBOOKS / f"{STEM}.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    then(notebook["cells"])
    path = folder / student / f"{STEM}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def lose_and_double(cells):
    """The causal mask is missing; the question all_at_once is there twice, the second right."""
    (question,) = (cell for cell in cells if cell["id"] == "check-all_at_once")
    cells[:] = [cell for cell in cells if cell["id"] != "check-causal_mask"]
    cells.append(question | {"source": solved("check-all_at_once")})
    question["source"] = 'check("all_at_once", "z")'


def ask_for_a_solution(cells):
    cells.append({"id": "own", "cell_type": "code", "source": 'solution("leak")'})
    cells.append({"id": "more", "cell_type": "code", "source": "raise SystemExit"})


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """folder, {(student, exercise): row} and what was printed, of one class."""
    if not hasattr(os, "fork"):
        pytest.skip(ANYWAY + "Windows cannot fork a process")
    folder = tmp_path_factory.mktemp("class")
    everything = {cell_id: solved(cell_id) for cell_id in OURS}
    some = {cell_id: everything[cell_id] for cell_id in OTHERS}
    everywhere = write(folder, "all/home/notebooks", everything)
    everywhere.with_name(".ipynb_checkpoints").mkdir()
    copy = everywhere.with_name(".ipynb_checkpoints") / f"{STEM}-checkpoint.ipynb"
    copy.write_text("{}", encoding="utf-8")
    later = OURS["check-causal_mask"][0] + "\n# later"
    again = write(folder, "nothing", {"check-causal_mask": later}).with_name("sent again")
    again.mkdir()
    (again / f"{STEM}.ipynb").write_text("{}", encoding="utf-8")
    part = {
        "check-causal_mask": NOT_STRICT,
        "check-padding_mask": CHECKED["padding_mask"].solved(),
        "check-all_at_once": 'check("all_at_once", "z")',
        "check-front_weight": "front_weight = 7\ncheck('front_weight', front_weight)",
        "real-answer": 'predict("same_words_before", "the same")',
        "check-decoder_mask": "def broken(:",
        "check-masked_softmax": BREAKS,
    }
    write(folder, "part", part, ask_for_a_solution)
    ours = {"check-causal_mask": NOT_STRICT, "check-decoder_mask": USES_OUR_ANSWERS}
    write(folder, "on ours", ours)
    write(folder, "same mistake", {"check-causal_mask": NOT_STRICT}, lose_and_double)
    write(
        folder,
        "helper",
        everything | {"check-causal_mask": WITH_A_HELPER, "check-decoder_mask": USES_THE_HELPER},
    )
    write(folder, "alike", {"check-causal_mask": NOT_STRICT})
    for name, code in FORGED.items():
        code = code.replace("{folder!r}", repr(str(folder)))
        write(folder, f"forged: {name}", some | {"check-causal_mask": code + WRONG_MASK})
    write(folder, "endless", some | ENDLESS)
    (folder / "empty").mkdir()
    (folder / "no notebook").mkdir()
    (folder / "no notebook" / f"{STEM}.ipynb").write_text("{", encoding="utf-8")
    (folder / "no notebook" / "essay.ipynb").write_text("{}", encoding="utf-8")
    write(folder, "z, the last", everything)

    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(io.StringIO()) as printed,
    ):
        patch.setattr(deadline, "SECONDS", 1)
        grade.grade(folder, 1234)
    with (folder / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(file)}
    return folder, rows, printed.getvalue()


def of(row):
    return {column: row[column] for column in PASSED}


def rows_of(graded, student):
    return {name: row for (who, name), row in graded[1].items() if who == student}


def test_every_student_gets_a_row_for_every_answer(graded):
    students = sorted(path.name for path in graded[0].iterdir() if path.is_dir())
    names = [entry.name for _, entry in OURS.values()]
    assert [*graded[1]] == [(student, name) for student in students for name in names]


@pytest.mark.parametrize("student", ["all", "helper", "z, the last"])
def test_who_is_right_gets_all(graded, student):
    assert [row for row in rows_of(graded, student).values() if of(row) != PASSED] == []


@pytest.mark.parametrize("student", ["nothing", "empty", "no notebook"])
def test_who_tried_nothing_gets_nothing(graded, student):
    assert [row for row in rows_of(graded, student).values() if of(row) != UNTRIED] == []


def test_who_is_right_in_part_gets_that_part_and_hears_why(graded):
    rows = rows_of(graded, "part")
    tried = {name: row["misconception"] for name, row in rows.items() if row["tried"] == "1"}
    assert of(rows["padding_mask"]) == PASSED
    assert [name for name, row in rows.items() if row["passed"] == "1"] == ["padding_mask"]
    assert tried.pop("padding_mask") == ""
    strict = tried.pop("causal_mask")
    assert strict.startswith("This is the strict mask, j < i:")
    assert "Case: " not in strict
    breaks = tried.pop("masked_softmax")
    assert "AttributeError: " in breaks
    assert "S.nothing" not in breaks
    assert tried.pop("all_at_once").startswith("Got 'z', expected one letter")
    assert tried.pop("front_weight").endswith("Yours is too large.")
    assert tried.pop("same_words_before").startswith("Your guess: the same. Computed: ")
    assert tried.pop("decoder_mask").startswith("Your cell stops before its check. SyntaxError")
    assert tried == {}


def test_an_answer_may_use_those_above_and_gets_ours_where_there_are(graded):
    rows = rows_of(graded, "on ours")
    assert rows["causal_mask"]["passed"] == "0"
    assert of(rows["decoder_mask"]) == PASSED


def test_of_two_cells_the_first_is_marked(graded):
    message = rows_of(graded, "same mistake")["all_at_once"]["misconception"]
    assert message.startswith("Got 'z'")


def test_the_inputs_are_drawn_from_the_seeds_of_this_run(monkeypatch):
    asked = []
    wrong = Feedback(False, "")
    monkeypatch.setattr(grade, "judged", lambda entry, *_: asked.append(entry) or wrong)
    one = grade.Submission("ada", {"check-causal_mask": NOT_STRICT})
    grade.marks(STEM, [one], range(1234, 1274), mock.Mock())
    assert [entry.seeds for entry in asked] == [range(1234, 1274)]


def test_a_solution_that_was_asked_for_is_in_its_row(graded):
    shown = [key for key, row in graded[1].items() if row["solution_shown"] == "1"]
    assert shown == [("part", "leak")]


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_answer_gets_nothing_and_leaves_the_others_as_they_are(graded, name):
    rows = rows_of(graded, f"forged: {name}")
    row = rows.pop("causal_mask")
    assert (row["passed"], row["tried"]) == ("0", "1")
    assert row["misconception"].isprintable()
    assert row["misconception"][:4] in ("Your", "This", "Quer", "Stop")  # no formula
    assert len(row["misconception"]) < 500
    assert sum(of(row) == PASSED for row in rows.values()) == len(OTHERS)


def test_who_ends_the_process_hears_so(graded):
    message = rows_of(graded, "forged: an end")["causal_mask"]["misconception"]
    assert message == "Your code ends the process that it runs in."


def test_an_answer_gets_no_more_memory_than_the_limit(graded):
    message = rows_of(graded, "forged: memory")["causal_mask"]["misconception"]
    assert "MemoryError" in message


def test_an_endless_answer_is_stopped(graded):
    rows = rows_of(graded, "endless")
    for name in ("causal_mask", "padding_mask"):
        assert rows.pop(name)["misconception"].startswith("Stopped: your code had not returned.")
    assert sum(of(row) == PASSED for row in rows.values()) == len(OTHERS)


def test_what_is_wrong_with_the_files_is_said(graded):
    folder, _, printed = graded
    needed = {
        f"{folder}/empty: missing: {STEM}",
        f"{folder}/nothing/sent again/{STEM}.ipynb: not marked, as there is another {STEM}.ipynb.",
        f"{folder}/no notebook/essay.ipynb: this is not the name of one of our notebooks.",
        f"{folder}/no notebook/{STEM}.ipynb: this cannot be read as a notebook.",
        f"{folder}/same mistake/{STEM}.ipynb: the cell check-causal_mask is missing.",
        f"{folder}/same mistake/{STEM}.ipynb: 2 cells are check-all_at_once; the first is marked.",
    }
    complaints = [line for line in printed.splitlines() if line.startswith(f"{folder}/")]
    assert sorted(complaints) == sorted(needed)


def test_the_most_frequent_mistakes_are_counted(graded):
    _, table = graded[2].split("The most frequent mistakes:\n")
    counts = [int(line.split()[0]) for line in table.splitlines()]
    assert counts == sorted(counts, reverse=True)
    assert re.search(rf"(?m)^ +3  {STEM}, causal_mask: This is the strict mask, j < i:", table)
    assert re.search(r"(?m)^ +1  .*: Stopped: your code", table)


def test_submissions_are_only_read(graded):
    path = graded[0] / "z, the last" / f"{STEM}.ipynb"
    assert path.read_text(encoding="utf-8") or lacking()


def lacking():
    with Sandbox(lambda channel: None) as probe:
        return probe.lacking


@needs_fork
def test_an_answer_does_not_reach_the_network():
    if lacking():
        pytest.skip(ANYWAY + f"this platform does not keep answers from {lacking()[0]}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()

        def connect(channel):
            try:
                socket.create_connection(address, timeout=5)
            except OSError as error:
                send(channel, error.errno)

        with Sandbox(connect) as student:
            assert student.receive() == errno.ENETUNREACH


@needs_fork
def test_an_answer_does_not_reach_other_processes_and_has_only_its_channel():
    if lacking():
        pytest.skip(ANYWAY + f"this platform does not keep answers from {lacking()[0]}")
    ours = os.getpid()

    def look(channel):
        try:
            os.kill(ours, 0)
        except ProcessLookupError:
            send(channel, len(os.listdir("/dev/fd")))

    with Sandbox(look) as student:
        assert student.receive() == 5  # in, out, error, the channel, and the list itself


@needs_fork
def test_an_answer_has_only_its_channel_where_open_files_have_no_limit(monkeypatch):
    unlimited = 2**63 - 1  # on macOS, and more than a file's number may be
    monkeypatch.setattr(sandbox.resource, "RLIM_INFINITY", unlimited)
    monkeypatch.setattr(sandbox.resource, "getrlimit", lambda _: (unlimited, unlimited))
    end, other_end = os.pipe()  # which the answer would have, too
    os.dup2(end, HIGH)

    def look(channel):
        try:
            os.fstat(HIGH)
            send(channel, "open")
        except OSError:
            send(channel, "closed")

    try:
        with Sandbox(look) as student:
            assert student.receive() == "closed"
    finally:
        for file in (end, other_end, HIGH):
            os.close(file)


@needs_fork
def test_nothing_goes_on_when_an_answer_is_judged():
    beats = mmap.mmap(-1, 1)  # which both processes have

    def go_on(channel):
        send(channel, "")
        while True:
            beats[0] = 1

    with Sandbox(go_on) as student:
        student.receive()
    beats[0] = 0
    time.sleep(0.05)
    assert beats[0] == 0


@needs_fork
@pytest.mark.sample("masked_softmax")
@pytest.mark.parametrize("name", ["masked_softmax", "cosine", "telling_example", "leak"])
def test_what_is_said_is_what_the_student_is_told(name):
    """The same message, though the function runs elsewhere: errors, prints, known mistakes."""
    entry = CHECKED[name]
    verdicts = set()
    wrong = [answer for answer, _ in WRONG[name] + FRESH[name]]
    for answer in [*wrong, *RIGHT[name]]:
        source = source_of(answer)
        if f"def {entry.answer}(" not in source:
            continue
        source = f"{source}\n\ncheck({name!r}, {entry.answer})"
        feedback = grade.judged(entry, source, [], dict(SCOPES[name]))
        expected = entry.judge(answer)
        assert feedback.passed == expected.passed
        assert repr(feedback) == repr(expected)
        verdicts.add(feedback.passed)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    "value",
    [None, True, 2, 0.5, float("inf"), "2", [1, [2.0, "3"]], np.float32(2), np.bool_(True)],
)
def test_values_arrive_as_they_are(value):
    there = unpacked(json.loads(json.dumps(packed(value))))
    assert there == value
    assert type(there) is type(value)


@pytest.mark.parametrize("array", [np.eye(2) > 0, np.ones((2, 0, 3)), np.array(["a", "bc"])])
def test_arrays_arrive_as_they_are(array):
    there = unpacked(json.loads(json.dumps(packed(array))))
    assert there.dtype == array.dtype
    assert np.array_equal(there, array)


def test_nothing_else_arrives():
    assert unpacked(packed(...)) is ...
    assert callable(unpacked(packed(print)))
    assert type(unpacked(packed({1}))).__name__ == "set"
    with pytest.raises(ValueError, match="dtype: given object"):
        unpacked({"dtype": "O", "shape": [1], "data": ""})


def test_a_folder_is_needed(tmp_path):
    for folder in (str(tmp_path / "none"), ""):  # as make gives without SUBMISSIONS
        with pytest.raises(SystemExit, match="needed a folder of submissions"):
            grade.main([folder])
    with pytest.raises(SystemExit, match="there is no folder of a student in it"):
        grade.collected(tmp_path)
