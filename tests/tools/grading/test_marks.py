"""make grade: what each student gets, and what the teacher reads, in a class with notebook 05."""

import contextlib
import csv
import ctypes
import io
import json
import linecache
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace

import matplotlib
import pytest

from helpers.exercises import CHECKED
from helpers.exercises.engine import deadline
from helpers.exercises.engine.unwritten import source_of
from tests.helpers.exercises.answers import FOLDERS, RIGHT, WRONG
from tests.running import ANYWAY
from tests.tools.grading import attacks, honest
from tests.tools.grading.hand_ins import (
    EVERYTHING,
    IDS,
    NAMES,
    STEM,
    TWO,
    cells,
    code,
    notebook,
    solved,
    write,
)
from tools.grading import grade, handed_in, marking, our_notebook, sandbox, tables
from tools.repository import ROOT

SEED = 1234
BREAKS = """def my_masked_softmax(S, mask):
    return S.nothing


check("masked_softmax", my_masked_softmax)"""
PART = {
    "causal_mask": honest.STRICT,
    "padding_mask": solved("padding_mask"),
    "all_at_once": 'check("all_at_once", "z")',
    "front_weight": "front_weight = 7\ncheck('front_weight', front_weight)",
    "same_words_before": 'predict("same_words_before", "the same")',
    "decoder_mask": "def broken(:\ncheck('decoder_mask', 1)",
    "masked_softmax": BREAKS,
}
ENDLESS = {  # one loop runs when the cell does, one when it is called
    "causal_mask": f"{honest.SLEEPS}\ncheck('causal_mask', ...)",
    "padding_mask": f"def my_padding_mask(lengths, m):\n{indent(honest.SLEEPS, '    ')}\n\n\n"
    'check("padding_mask", my_padding_mask)',
    "all_at_once": f"{solved('all_at_once')}\n{honest.SLEEPS}",
}


ALWAYS = ["looked for", "memory"]  # forgeries that tests of the tables read, too

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def files():
    """The sandbox. CI installs it; a kernel that gives nobody namespaces cannot run it."""
    try:
        with sandbox.prepared() as made, pytest.MonkeyPatch.context() as patch:
            patch.setattr(our_notebook, "computed", cache(our_notebook.computed))
            our_notebook.computed(STEM)  # once for all processes, which begin with what is here
            yield made
    except sandbox.Missing as why:
        installed = sys.platform != "linux" or shutil.which("bwrap")
        pytest.skip(ANYWAY + f"{why}" if installed else f"{why}")


def forged():
    """student → notebook, a forgery each, with one right answer above it."""
    for name, source in attacks.FORGED.items():
        answers = {"masked_softmax": solved("masked_softmax")}
        answers["causal_mask"] = source + attacks.WRONG
        yield f"forged: {name}", notebook(cells(answers))
    for name, sources in {"looked for": attacks.LOOKED_FOR, "returned": attacks.RETURNED}.items():
        own = [code(source + attacks.WRONG) for source in sources.values()]
        answers = {"masked_softmax": solved("masked_softmax"), "causal_mask": attacks.WRONG}
        yield f"forged: {name}", notebook([*cells(answers), *own])
    guessed = {"all_at_once": attacks.LETTERS, "whose_lengths": attacks.TRIED}
    guessed |= {"front_weight": attacks.GUESSES, "masked_softmax": attacks.known()}
    yield "forged: guessed", notebook(cells(guessed))
    yield "forged: lent", notebook([*cells({}), *map(code, attacks.LENT)])
    deaf = [attacks.DEAF, f"'{'1' * 10**5}'\n{solved('masked_softmax')}"]
    yield "forged: deaf", notebook([*cells({}), *map(code, deaf)])
    for name, made in attacks.static().items():
        yield f"forged: {name}", made


def hand_in(folder):
    for place, made in [*honest.CHANGED.values(), *honest.EXPORTED.values()]:
        write(folder / place, made)
    for place, made, *_ in honest.ODD.values():
        write(folder / place, made)
    for i, kinds in enumerate(honest.CELLS):
        write(folder / f"cells {i}" / f"{STEM}.ipynb", honest.with_cells(kinds))
    for i in range(5):
        write(folder / "twice" / "env" / f"{i}.py", "")
    extra = [code('solution("leak")'), code("raise SystemExit")]
    write(folder / "part" / f"{STEM}.ipynb", notebook([*cells(PART), *extra]))
    write(folder / "twice" / f"{STEM}.ipynb", notebook(cells({"leak": solved("leak")})))
    write(folder / "twice" / "sent again" / f"{STEM}.ipynb", honest.full())
    (folder / "a link").mkdir()
    (folder / "a link" / f"{STEM}.ipynb").symlink_to(folder / "as it is" / f"{STEM}.ipynb")
    write(folder / "z, the last" / f"{STEM}.ipynb", notebook(cells(EVERYTHING)))
    write(folder / "readme.txt", "")


class Class:
    """A folder, the rows of its marks.csv, and what was printed."""

    def __init__(self, folder, printed=""):
        self.folder, self.printed = folder, printed
        self.rows = tables.read_rows(folder / "marks.csv")

    def of(self, student):
        """exercise → (passed, tried, what was said)"""
        name = tables.in_table(student)
        return {row[2]: tuple(row[3:6]) for row in self.rows if row[0] == name}

    def passed(self, student):
        return {name for name, (passed, *_) in self.of(student).items() if passed}

    def notes(self, student):
        return students(self.folder)[tables.in_table(student)]["notes"]


def students(folder):
    with (folder / "students.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def marked(folder, files):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        grade.grade(folder, files, SEED)
    return Class(folder, printed.getvalue())


@pytest.fixture(scope="module")
def graded(tmp_path_factory, files):
    """What is fair, or odd."""
    folder = tmp_path_factory.mktemp("class")
    hand_in(folder)
    return marked(folder, files)


@pytest.fixture(scope="module")
def attacked(request, tmp_path_factory, files):
    """What is forged, or does not end, with less patience. Most of the time is waited. Of what is
    forged, only what a test of this run asks for."""
    folder = tmp_path_factory.mktemp("attacked")
    cases = [item for item in request.session.items if hasattr(item, "callspec")]
    asked = {item.callspec.params.get("name") for item in cases if "attacked" in item.fixturenames}
    for name, made in forged():
        if name.removeprefix("forged: ") in {*asked, *ALWAYS}:
            write(folder / name / f"{STEM}.ipynb", made)
    write(folder / "endless" / f"{STEM}.ipynb", notebook(cells(ENDLESS)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deadline, "SECONDS", 5)
        patch.setattr(marking, "CELL_SECONDS", 5)
        patch.setattr(marking, "SLACK_SECONDS", 1)
        patch.setattr(marking, "MOST_CHECKS", 100)
        patch.setattr(os, "cpu_count", lambda: 4)
        return marked(folder, files)


# --- fair ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def handed(tmp_path_factory):
    """student → what was collected of theirs."""
    folder = tmp_path_factory.mktemp("handed")
    for place, made in honest.FILES.values():
        write(folder / place, made)
    students, _ = handed_in.collected(folder)
    return {student.name: student for student in students}


@pytest.mark.parametrize("student", honest.FILES)
def test_a_file_is_known_whatever_became_of_it(files, handed, student):
    """What is judged is what the student wrote."""
    made = handed[student].notebooks[STEM]
    own = marking.own_cells(made.cells, our_notebook.computed(STEM))
    assert {our_notebook.normal(cell.source) for cell in own} == {*TWO.values()}


def test_whose_a_file_is(tmp_path):
    for name in honest.NAMED:
        write(tmp_path / name, honest.full())
    students, notes = handed_in.collected(tmp_path)
    assert sorted((x.name, x.system) for x in students) == sorted(honest.NAMED.values())
    assert all(x.notebooks.keys() == {STEM} for x in students)
    assert not notes


@pytest.mark.parametrize("student", [*honest.CHANGED, *honest.EXPORTED])
def test_a_notebook_is_judged_whatever_became_of_its_cells(graded, student):
    assert graded.passed(student) == set(TWO)


KINDS = [(i, kind) for i, kinds in enumerate(honest.CELLS) for kind in kinds]


@pytest.mark.parametrize(("number", "kind"), KINDS)
def test_what_passed_in_the_notebook_passes(graded, number, kind):
    name, *_ = honest.CELLS[number][kind]
    assert graded.of(f"cells {number}")[name] == (1, 1, "")


@pytest.mark.parametrize("student", honest.ODD)
def test_odd_files_have_rows_and_notes(graded, student):
    _, _, passed, said = honest.ODD[student]
    rows = graded.of(student)
    assert {*NAMES} <= {*rows}
    assert len(graded.passed(student)) == passed
    assert said in graded.notes(student)
    if said == honest.UNREADABLE:
        assert rows[tables.UNREADABLE] == (0, 0, "The file cannot be read as a notebook.")


def test_who_is_right_gets_all(graded):
    assert graded.of("z, the last") == dict.fromkeys(sorted(NAMES, key=NAMES.index), (1, 1, ""))


def test_who_is_right_in_part_gets_that_part_and_hears_why(graded):
    rows = {name: said for name, (_, tried, said) in graded.of("part").items() if tried}
    assert graded.passed("part") == {"padding_mask"}
    assert rows.pop("padding_mask") == ""
    assert rows.pop("causal_mask").startswith("This is the strict mask, j < i:")
    assert "AttributeError: " in rows.pop("masked_softmax")
    assert rows.pop("all_at_once").startswith("Got 'z', expected one letter")
    assert rows.pop("front_weight").endswith("Yours is too large.")
    assert rows.pop("same_words_before").startswith("Your guess: the same. Computed: ")
    assert rows.pop("decoder_mask").startswith("Your cell stops before its check. SyntaxError")
    assert rows == {}


def test_an_endless_loop_is_said_only_of_the_answer(attacked):
    rows = attacked.of("endless")
    assert rows["all_at_once"] == (1, 1, "")
    said = rows["causal_mask"][2]
    assert said == "Stopped: your cell had not come to its check after 5 seconds."
    assert rows["padding_mask"][2].startswith("Stopped: your code had not returned.")


def test_a_cell_above_that_stops_is_named():
    own = [marking.StudentCell(x, 0) for x in ("helper = 1 / 0", "check('leak', helper)")]
    replay = marking.Replay(ended={0: "It stops.", 1: "This stops."}, errors={0: "No.", 1: "Nor."})
    said = marking.mark("leak", None, {"leak"}, own, replay).message
    assert said == "This stops. A cell of yours above it stops: No."


def test_of_two_files_the_one_with_more_answers_is_marked(graded):
    assert graded.passed("twice") == set(TWO)
    assert f"{STEM}.ipynb: ignored, as sent again/" in graded.notes("twice")
    said = "env/0.py, env/1.py, env/2.py, 2 more: ignored, as they are no notebooks."
    assert said in graded.notes("twice")


def handed_twice(folder, first, second):
    """Which of two files for one notebook is marked, and the note. Each: (its age, its answers)."""
    for name, (age, answers) in {"a.ipynb": first, "b.ipynb": second}.items():
        write(folder / "ada" / name, notebook(cells(answers)))
        os.utime(folder / "ada" / name, (10**9 - age, 10**9 - age))
    (student,), _ = handed_in.collected(folder)
    return student.notebooks[STEM].path, student.notes


def test_of_two_files_answers_count_first_and_then_the_date(tmp_path):
    one = {"leak": solved("leak")}
    older, newer = (9, TWO), (1, TWO)
    said = ["b.ipynb: ignored, as a.ipynb answers as much and is no older."]
    assert handed_twice(tmp_path, newer, older) == ("a.ipynb", said)
    said = ["a.ipynb: ignored, as b.ipynb answers as much and is no older."]
    assert handed_twice(tmp_path, older, newer) == ("b.ipynb", said)
    said = ["b.ipynb: ignored, as a.ipynb answers more."]
    assert handed_twice(tmp_path, older, (1, one)) == ("a.ipynb", said)


@pytest.mark.parametrize(
    "odd",
    [
        {"cells": [{"cell_type": "markdown", "source": None}]},
        {"cells": [{"cell_type": "raw", "source": 5}]},
        {"cells": None, "worksheets": [{"cells": []}]},
        {"cells": [1], "worksheets": [{"cells": []}]},
    ],
    ids=str,
)
def test_an_odd_text_in_a_notebook_stops_nobody_s_marks(odd, tmp_path):
    """What is not code was never needed to mark it."""
    write(tmp_path / "eve" / f"{STEM}.ipynb", json.dumps(odd))
    write(tmp_path / "bo" / f"{STEM}.ipynb", honest.text())
    students, _ = handed_in.collected(tmp_path)
    assert [student.notebooks[STEM].cells is None for student in students] == [False, False]


def test_what_is_checked_in_texts_is_found_in_older_formats_too():
    cells = [{"cell_type": "markdown", "source": ['check("leak", ', "x)"]}]
    for old in ({"cells": cells}, {"worksheets": [{"cells": cells}]}):
        assert handed_in.checked_as_text(json.dumps(old).encode()) == {"leak"}


def test_a_zip_is_read_and_not_unpacked(tmp_path, monkeypatch):
    members = {
        "home/05_masking.ipynb": honest.text(),
        "home/.ipynb_checkpoints/05_masking.ipynb": "",
        "__MACOSX/home/._05_masking.ipynb": "",
        "../../06_multi_head.ipynb": "",
        "my_functions.py": "",
    }
    write(tmp_path / "Ada_101_assignsubmission_file_" / "all.zip", honest.packed(members))
    large = {"05_masking.ipynb": honest.text() + " " * 10**6}
    write(tmp_path / "loveada_201_3001_all.ZIP", honest.packed(large))
    write(tmp_path / "bo" / "all.zip", honest.packed(members)[:-30])
    many = {f"{i}.ipynb": "" for i in range(handed_in.MEMBERS + 1)}
    write(tmp_path / "eve" / "all.zip", honest.packed(many))
    write(tmp_path / "cem" / "all.7z", "")
    monkeypatch.setattr(handed_in, "LARGEST", 10**6)
    write(tmp_path / "all submissions.zip", honest.packed(members))
    before = sorted(tmp_path.rglob("*"))
    students, notes = handed_in.collected(tmp_path)
    assert notes == ["all submissions.zip: ignored, as it is packed: unpack it."]
    found = {student.name: student for student in students}
    assert [*found["Ada"].notebooks] == [STEM]
    assert found["Ada"].notebooks[STEM].cells == handed_in.read(honest.text().encode())
    assert found["Ada"].notes == ["all.zip/my_functions.py: ignored, as it is no notebook."]
    ignored = "ignored, as it cannot be unpacked or holds too much."
    assert found["loveada"].notes == [f"all.ZIP: {ignored}"]
    assert found["bo"].notes == found["eve"].notes == [f"all.zip: {ignored}"]
    assert found["cem"].notes == ["all.7z: ignored, as it is packed: unpack it."]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_is_not_followed(graded):
    assert graded.passed("a link") == set()
    assert "ignored, because it is a link" in graded.notes("a link")


def test_a_solution_that_was_asked_for_is_in_its_row(graded, attacked):
    shown = [[row[0::2][:2] for row in done.rows if row[6]] for done in (graded, attacked)]
    assert shown == [[["part", "leak"]], [["forged: looked for", "causal_mask"]]]


@pytest.mark.rare
@pytest.mark.sample("masked_softmax")
@pytest.mark.parametrize("name", ["masked_softmax", "cosine", "leak"])
def test_what_is_said_is_what_the_student_is_told(files, name, monkeypatch):
    """The same message for every recorded answer, though the function runs elsewhere."""
    entry, stem = CHECKED[name], handed_in.STEM_OF[name]
    above = (FOLDERS[name] / "scope.py").read_text("utf-8")
    answers = [answer for answer, _ in WRONG[name]] + RIGHT[name]
    answers = [x for x in answers if f"def {entry.answer}(" in source_of(x)]
    check = f"\n\ncheck({name!r}, {entry.answer})"
    typed = ["".join(linecache.getlines(answer.__code__.co_filename)) for answer in answers]
    cells = [("", above), *(("", source + check) for source in typed)]
    made = our_notebook.computed(stem)
    monkeypatch.setattr(marking, "MOST_ANSWERS", len(answers))
    monkeypatch.setattr(deadline, "SECONDS", 100)  # on a busy machine, too, all is looked at
    run = marking.Run(marking.own_cells(cells, made), made, made.entries, files)
    told = run.replay({name}).answers[name]
    assert [*map(repr, told)] == [repr(entry.judge(answer)) for answer in answers]
    assert {feedback.passed for feedback in told} == {True, False}


# --- attacks -------------------------------------------------------------------------------------

SOME = ["a judge that passes all", "the record", "a verdict", "a pickle for the judge", "a twin"]
SOME += ["requests of its own", "an error that clears the screen", "memory", "looked for"]


@pytest.mark.sample(*SOME)
@pytest.mark.parametrize("name", [*attacks.FORGED, "looked for", "returned"])
def test_a_forged_answer_gets_nothing(attacked, name):
    rows = attacked.of(f"forged: {name}")
    passed, tried, said = rows.pop("causal_mask")
    assert (passed, tried) == (0, 1)
    assert said.isprintable()
    assert said[:4] in ("Your", "This", "What", "Quer", "Stop", "Righ")  # no formula
    assert len(said) < 500
    assert attacked.passed(f"forged: {name}") == {"masked_softmax"}


@pytest.mark.parametrize("name", ["guessed", "lent", *attacks.static()])
def test_guessing_and_lending_get_nothing(attacked, name):
    assert attacked.passed(f"forged: {name}") <= {"decoder_mask"}


@pytest.mark.sample
@pytest.mark.parametrize("name", ["deaf"])
def test_a_cell_that_does_not_listen_is_ended(attacked, name):
    assert attacked.of(f"forged: {name}")["masked_softmax"][2].startswith("Stopped: ")


class Sent:
    """In place of a sandbox: what is asked gets these answers."""

    def __init__(self, **message):
        self.box = sandbox.Sandbox(None)
        lines = io.BytesIO(json.dumps(message).encode() + b"\n" + b"{}\n" * 999)
        self.box.process = SimpleNamespace(stdin=io.BytesIO(), stdout=lines)

    def judged(self, source="", function=True):
        """The Feedback to an answer of which this is sent."""
        run = marking.Run([], None, {}, None)
        message = {"function": function, "source": source, "numbers": []}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(marking, "pickled", lambda _: b"")
            return run._judged(CHECKED["causal_mask"], message, self.box)


SENT = {
    **{
        f"returned: {x}": Sent(**attacks.OUTCOME | {"result": y}) for x, y in attacks.VALUES.items()
    },
    **{f"said of a call: {x}": Sent(**y) for x, y in attacks.OUTCOMES.items()},
}


@pytest.mark.parametrize("name", SENT)
def test_nothing_that_is_sent_is_run_or_passes(name):
    """The judge reads lines of JSON alone: a pickle in them stays what it is."""
    feedback = SENT[name].judged()
    assert not feedback.passed
    assert marking.one_line(feedback.message).isprintable()


@pytest.mark.parametrize("name", attacks.VALUES)
def test_no_value_that_is_sent_passes(name):
    assert not Sent(value=attacks.VALUES[name]).judged(function=False).passed


@pytest.mark.parametrize("name", attacks.SOURCES)
def test_a_source_is_read_and_not_run(name):
    assert not Sent(**attacks.OUTCOME).judged(attacks.SOURCES[name]).passed


def test_no_notebook_takes_longer_than_it_may(files, monkeypatch):
    monkeypatch.setattr(marking, "NOTEBOOK_SECONDS", 0.5)
    slow = [("", f"import time\ntime.sleep(0.3)  # {i}") for i in range(99)]
    cells = [*slow, ("", TWO["causal_mask"])]
    marks = marking.marks(cells, our_notebook.computed(STEM), range(40), files)
    assert marks["causal_mask"].message == "Your notebook takes too long: this was not judged."


def places(folder):
    """Words of attacks.REACHED, and what they mean here."""
    known = {"FOLDER": repr(str(folder)), "ROOT": repr(str(ROOT)), "OURS": os.getpid()}
    return known | {"KEY": 4321}


def test_nothing_outside_is_reached(files, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH_TO_SECRET", "secret")
    write(tmp_path / "ada" / f"{STEM}.ipynb", honest.full())
    (tmp_path / "marks.csv").write_text("mine")
    name = f"marks{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind(f"\0{name}")
        abstract.listen()
        port = server.getsockname()[1]
        add_key, keyctl, unlink, session = 248, 250, 9, -3
        system_call = ctypes.CDLL(None).syscall
        key = system_call(add_key, b"user", name.encode(), b"secret", 6, session)
        with sandbox.Sandbox(files) as box, box.within(60):
            box.ask("cell", attacks.search(PORT=port, NAME=name, **places(tmp_path)))
            box.receive()
            found = dict(box.value())
        system_call(keyctl, unlink, key, session)
    assert found.keys() == attacks.REACHED.keys()
    assert [name for name, how in found.items() if how == "reached"] == []
    assert (tmp_path / "marks.csv").read_text() == "mine"


BY_A_USER = ["memory", "processes", "signals"]


def as_a_user(folder):
    """The beginning of a command that root runs as an ordinary user, to whom this folder belongs
    and who may read Python and the repository, wherever they are."""
    user = 4321
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, user, user)
    options, opened = ["--dev-bind", "/", "/"], set()
    for path in (Path(sys.base_prefix), ROOT):
        parents = [*reversed(path.parents)]
        closed = [x for x in parents if not x.stat().st_mode & stat.S_IXOTH]
        below = [x for x in parents if closed and x.is_relative_to(closed[0])]
        for parent in below:
            if parent not in opened:
                how = "--tmpfs" if parent == closed[0] else "--dir"
                options += ["--perms", "0755", how, str(parent)]
        opened |= {*below}
        options += ["--ro-bind", str(path), str(path)] if closed else []
    become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return ["bwrap", *options, "--chdir", str(ROOT), "--", *become, "env", f"HOME={folder}"]


def test_an_ordinary_user_marks_as_root_does(files):
    """The command itself, by somebody else, in what is attacked and what is fair."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip(ANYWAY + "a change of the user; all other tests ran as an ordinary one")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        tried = {name: attacks.FORGED[name] for name in BY_A_USER}
        tried["reached"] = attacks.search(PORT=1, NAME="x", **places(folder))
        for name, source in tried.items():
            answers = {"causal_mask": source + attacks.WRONG, "all_at_once": TWO["all_at_once"]}
            write(folder / name / f"{STEM}.ipynb", notebook(cells(answers)))
        write(folder / "fair" / f"{STEM}.ipynb", honest.full())
        fonts = Path(matplotlib.get_cachedir()).glob("fontlist-*.json")
        for path in fonts:  # which take seconds to be found
            shutil.copy(path, folder)
        command = [f"MPLCONFIGDIR={folder}", sys.executable, "-m", "tools.grading.grade", made]
        subprocess.run([*as_a_user(folder), *command], check=True, capture_output=True)
        marked = Class(folder)
    assert marked.passed("fair") == set(TWO)
    for name in tried:
        assert marked.passed(name) == {"all_at_once"}, marked.of(name)
    said = marked.of("reached")["causal_mask"][2]
    assert said == "Your cell stops before its check. SystemExit: []"


# --- nothing is lost -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["marks.csv", "students.csv"])
def test_tables_are_harmless_and_known_to_be_utf8(graded, attacked, name):
    for done in (graded, attacked):
        data = (done.folder / name).read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))):
            assert all(x.isprintable() and x[:1] not in tuple("=+-@\t\r") for x in row)
        assert not [x for x in done.folder.iterdir() if x.suffix in (".part", ".new")]


def test_moodle_and_canvas_get_their_tables(graded):
    moodle = (graded.folder / "moodle.csv").read_text("utf-8-sig").splitlines()
    head = "Identifier,Full name,Grade,Last modified (grade),Feedback comments"
    assert moodle[0] == head  # as mod/assign/feedback/offline/importgradeslib.php looks for them
    assert moodle[1].startswith("Participant 101,Ada Moodle,1,,05_masking: 1")
    canvas = (graded.folder / "canvas.csv").read_text("utf-8-sig").splitlines()
    assert canvas[0] == "Student,ID,SIS User ID,SIS Login ID,Section,Self-attention"
    assert canvas[1].startswith("    Points Possible,,,,,")
    assert "canvaslate,202,,,,1" in canvas  # what may be skipped earns no points


def test_each_student_has_a_page_and_the_class_one(graded, attacked):
    page = (graded.folder / "feedback" / "part.html").read_text("utf-8")
    assert "This is the strict mask, j &lt; i:" in page
    assert "You asked for the solution." in page
    odd = (graded.folder / "feedback" / "b.html").read_text("utf-8")
    assert "<h1>&lt;b&gt;&amp;</h1>" in odd
    page = (attacked.folder / "class.html").read_text("utf-8")
    assert "Never choose Trust Notebook." in page
    assert 'alt="Bars: how many students made each mistake. ' in page
    assert attacked.of("forged: memory")["causal_mask"][2] not in page  # of one student


def test_what_is_ignored_is_printed(graded, attacked):
    assert "readme.txt: ignored, as no student's name is in it." in graded.printed
    counts = [int(x.split()[0]) for x in attacked.printed.splitlines() if x.startswith("   ")]
    assert counts == sorted(counts, reverse=True)


def test_a_process_that_is_killed_costs_a_row(files, monkeypatch):
    def marks(cells, *_):
        match cells:
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raises":
                raise RecursionError("too deep")
        return {}

    monkeypatch.setattr(marking, "marks", marks)
    jobs = [((x,), STEM, x) for x in ("a", "killed", "b", "raises", "c", "d")]
    given = {"ours": {STEM: None}, "seeds": None, "files": None}
    found = {key: marks for (key,), marks in grade.results(jobs, 2, given)}
    assert found.keys() == {cells for *_, cells in jobs}
    said = {key: x[tables.UNREADABLE]["message"] for key, x in found.items() if x}
    assert said.keys() == {"killed", "raises"}
    assert said["killed"].startswith("The process that judged this notebook was ended")
    assert said["raises"].endswith("RecursionError: too deep")


def test_a_stopped_run_goes_on_and_one_student_is_marked_again(
    files, tmp_path, monkeypatch, capsys
):
    for name in ("ada", "bo"):
        write(tmp_path / name / f"{STEM}.ipynb", notebook([code(TWO["all_at_once"])]))
    students, _ = handed_in.collected(tmp_path)
    jobs = grade.jobs_of(students)
    kept = grade.Kept(tmp_path / "marks.part", SEED)
    kept.add(jobs[0][0], {"leak": {"passed": 1, "tried": 1, "message": "kept", "shown": 0}})
    with (tmp_path / "marks.part").open("a") as file:
        file.write('{"key": ["bo", ')  # cut off
    (tmp_path / "points.csv").write_text(f"notebook,exercise,points\n{STEM},all_at_once,2.5\n")
    grade.grade(tmp_path, files)
    assert "Going on: 1 of 2 notebooks were done before." in capsys.readouterr().out
    done = Class(tmp_path)
    assert (done.passed("ada"), done.passed("bo")) == ({"leak"}, {"all_at_once"})
    assert "bo,,2.5," in (tmp_path / "students.csv").read_text("utf-8-sig")

    write(tmp_path / "ada" / f"{STEM}.ipynb", notebook([code(TWO["all_at_once"])]))
    grade.grade(tmp_path, files, wanted="ada")
    done = Class(tmp_path)
    assert (done.passed("ada"), done.passed("bo")) == ({"all_at_once"}, {"all_at_once"})

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(grade, "judge_all", stop)
    before = (tmp_path / "marks.csv").read_bytes()
    with pytest.raises(SystemExit, match="the same command goes on"):
        grade.grade(tmp_path, files)
    assert (tmp_path / "marks.csv").read_bytes() == before


# --- what is asked of the command ----------------------------------------------------------------


def test_a_folder_is_needed(tmp_path, files):
    for folder in (str(tmp_path / "none"), ""):  # as make gives without SUBMISSIONS
        with pytest.raises(SystemExit, match="needed a folder of submissions"):
            grade.main([folder])
    with pytest.raises(SystemExit, match="there is no folder of a student in it"):
        grade.grade(tmp_path, files)


def test_points_are_checked(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("notebook,exercise,points\n05_masking,nothing,1\n")
    with pytest.raises(ValueError, match=r"points\.csv, line 2: given .*'nothing'.* needed"):
        tables.points_of(path)


def test_without_a_sandbox_it_refuses_and_says_what_none_means(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    with pytest.raises(
        SystemExit, match=r"(?s)There is no sandbox here: .*SANDBOX=none"
    ) as stopped:
        grade.main([str(tmp_path)])
    assert "could read and change your files" in str(stopped.value)
    with pytest.raises(SystemExit, match="given 'no', needed \"none\" or nothing"):
        grade.main([str(tmp_path), "--sandbox", "no"])
    with sandbox.prepared("none") as made, sandbox.Sandbox(made) as box:
        box.ask("cell", "from helpers.exercises import check\ncheck('a', 10**5000)")
        assert box.receive()["check"] == "a"
        assert box.value() == 10**5000


# --- values on their way -------------------------------------------------------------------------


def test_the_folder_of_tests_is_not_in_the_sandbox(files):
    assert not Path(files.path, "tests").exists()
    assert sorted(os.listdir(files.path / "helpers" / "exercises")) == ["__init__.py", "engine"]


# --- habits --------------------------------------------------------------------------------------


def in_text(made, name):
    """A notebook whose cell with this check was turned into Markdown."""
    for cell in made["cells"]:
        if cell["id"] == IDS[name]:
            cell["cell_type"] = "markdown"
    return made


def without_cell(made, name):
    return made | {"cells": [cell for cell in made["cells"] if cell["id"] != IDS[name]]}


@pytest.fixture(scope="module")
def habits(tmp_path_factory, files):
    """Three hand 05 in; one of them hands in 06, too, and one is late."""
    folder = tmp_path_factory.mktemp("habits")
    timed = TWO | {"leak": "%%timeit\n" + solved("leak")}
    timed |= {"padding_mask": "%%capture\n" + solved("padding_mask")}
    timed |= {"decoder_mask": "%%html\n" + solved("decoder_mask")}
    write(folder / "ada" / f"{STEM}.ipynb", notebook(cells(timed)))
    write(folder / "ada" / "06_multi_head.ipynb", notebook([code('check("split", "x")')]))
    made = in_text(notebook(cells(TWO)), "leak")
    write(folder / "bo" / f"{STEM}.ipynb", without_cell(made, "padding_mask"))
    write(folder / "cem_LATE_202_3002_05_masking.ipynb", notebook(cells(RUDE)))
    write(folder / "dan" / f"{STEM}.ipynb", notebook(cells(RUDE)))
    return marked(folder, files)


RUDE = {
    "causal_mask": "class Idiot(Exception):\n    pass\n\n\nraise Idiot('rude')\n"
    "check('causal_mask', 1)",
    "masked_softmax": "def my_masked_softmax(S, mask):\n    raise ValueError('rude')\n\n\n"
    'check("masked_softmax", my_masked_softmax)',
    "padding_mask": "def my_padding_mask(lengths, m):\n    return 'rude'\n\n\n"
    'check("padding_mask", my_padding_mask)',
    "all_at_once": 'check("all_at_once", "rude")',
}


def test_a_check_that_is_measured_has_its_verdict(habits):
    assert habits.passed("ada") == {*TWO, "leak", "padding_mask"}
    said = "Your cell begins with %%html: what stands below it was not run as Python."
    assert habits.of("ada")["decoder_mask"] == (0, 1, said)


def test_a_cell_that_is_text_and_a_check_that_is_gone_are_named(habits):
    rows = habits.of("bo")
    assert rows["leak"] == (0, 0, "Its cell is text (Markdown or raw), so nothing runs in it.")
    assert rows["padding_mask"] == (0, 0, 'No cell has check("padding_mask", …): it was deleted.')
    assert rows["decoder_mask"] == (0, 0, "")  # it is as it was given


def test_what_one_alone_has_handed_in_does_not_count(habits):
    """Nobody gets more than the most."""
    rows = students(habits.folder)
    (total,) = (name for name in rows["ada"] if name.startswith("total of "))
    assert [name for name in rows["ada"] if " of " in name] == [total, f"{STEM} of {total[9:]}"]
    assert rows["ada"][total] == "2"
    assert "missing" not in rows["bo"]["notes"]
    assert f"What counts: {STEM}. Most have not handed in 06_multi_head" in habits.printed
    page = (habits.folder / "feedback" / "ada.html").read_text("utf-8")
    assert "<h2>06_multi_head: this does not count</h2>" in page


def test_the_notebooks_that_are_named_count(tmp_path):
    write(tmp_path / "ada" / f"{STEM}.ipynb", honest.full())
    found, _ = handed_in.collected(tmp_path)
    assert grade.counted(found) == [STEM]
    assert grade.counted(found, "05") == grade.counted(found, "5") == [STEM]
    assert grade.counted(found, "06,05") == grade.counted(found, "5 6") == [STEM, "06_multi_head"]
    with pytest.raises(ValueError, match="NOTEBOOKS: given '77', needed numbers such as"):
        grade.counted(found, "05,77")


def test_who_is_late_is_in_a_column(habits):
    assert {name: row["late"] for name, row in students(habits.folder).items()} == {
        "ada": "0",
        "bo": "0",
        "cem": "1",
        "dan": "0",
    }


def test_the_page_for_the_class_has_nothing_that_a_student_wrote(habits):
    page = (habits.folder / "class.html").read_text("utf-8")
    assert "rude" not in page
    assert "Idiot" not in page
    assert "The code stops: ValueError." in page
    shown = habits.printed.partition("The most frequent mistakes")[2]
    assert "rude" not in shown
    assert "Idiot" not in shown


def test_of_a_message_a_line_of_ours_is_kept():
    entry = CHECKED["causal_mask"]
    line = entry.mistakes[0].message
    assert tables.said_by_us(entry, f"rude {line} rude") == tables.one_line(line)
    assert tables.said_by_us(entry, "rude") == "Wrong in another way."


@pytest.mark.parametrize(
    "said", ["Your code stops with an error.", "Your cell stops before its check."]
)
def test_the_kind_of_an_error_is_its_own_and_not_a_word_of_it(said):
    entry = CHECKED["causal_mask"]
    for error in ("KeyError: rude", "KeyError: ValueError", "KeyError"):
        assert tables.said_by_us(entry, f"{said} {error}") == "The code stops: KeyError."
    for error in ("Idiot: KeyError: rude", f"Idiot: {entry.mistakes[0].message}", "print: rude"):
        assert tables.said_by_us(entry, f"{said} {error}") == "The code stops with an error."
    found = "Your result is a KeyError, which the check cannot compare."
    assert tables.said_by_us(entry, found) == "Wrong in another way."


def test_a_file_that_is_too_large_is_said_to_be(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "LARGEST", 2**20)
    write(tmp_path / "ada" / f"{STEM}.ipynb", honest.text() + " " * 3 * 2**20)
    found, _ = handed_in.collected(tmp_path)
    grade.note_what_is_missing(found, [STEM])
    (note,) = found[0].notes
    assert note.startswith(f"{STEM}.ipynb: it is too large: 3 MB, and at most 1 MB are read.")


def test_in_the_sandbox_are_the_packages_of_a_reader_and_no_others(files):
    """Whatever else is installed here, where the tests are."""
    for made in (files, sandbox.Files(files.path, None, files.hidden)):
        with sandbox.Sandbox(made) as box, box.within(60):
            for name in ("numpy", "matplotlib", "ipywidgets", "IPython", "json", "helpers.block"):
                box.ask("cell", f"import {name}")
                assert box.receive() == {"end": ""}
            for name in ("playwright", "jupyterhub", "a_library_of_mine"):
                box.ask("cell", f"import {name}")
                assert box.receive()["end"].startswith("ModuleNotFoundError: No module named")
            box.ask("cell", "import sys\nsites = [x for x in sys.path if 'site-packages' in x]")
            box.receive()
            if made.bubblewrap:  # Python's own, which pip fills where no environment is
                box.ask("cell", "assert not sites, sites")
                assert box.receive() == {"end": ""}
