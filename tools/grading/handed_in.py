"""What a class has handed in: whose notebook each file is, and its cells of code.

Files are known by what is checked in them, so their names may be anything. Students are known by
their folders or, where all files lie in one folder, by the files' names, as Moodle and Canvas write
them."""

import hashlib
import io
import itertools
import json
import os
import re
import unicodedata
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from helpers.exercises import FILES
from helpers.exercises.engine.run import shortened
from tools.grading.marking import CHECKS
from tools.grading.our_notebook import normal, texts
from tools.grading.tables import in_table

LARGEST = 2**26  # bytes of a notebook, of a zip, and of all notebooks in a zip
TOO_LARGE = (
    "is too large: {:.0f} MB, and at most {:.0f} MB are read. Clear Outputs of All Cells makes it "
    "smaller"
)
NO_NOTEBOOK = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # of what is none
MEMBERS = 100  # notebooks in a zip
PACKED = {".7z", ".rar", ".tar", ".gz", ".tgz"}  # what is not read
OUTPUTS = {  # what make grade writes, or reads
    *(
        "marks.csv",
        "marks.part",
        "marks.one.part",
        "students.csv",
        "moodle.csv",
        "canvas.csv",
        "points.csv",
    ),
    *("class.html", "mistakes.png", "feedback"),
}
# The first numbers are the system's; what follows is named by the student.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+_?(?P<rest>.*)", re.DOTALL)
CANVAS = re.compile(r"(?P<name>.+?)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<rest>.+)", re.DOTALL)
# Of Canvas, too.
ANONYMOUS = re.compile(r"(?P<late>LATE_)?(?P<name>anon_[^_]+)_\d+_(?P<rest>.+)", re.DOTALL)
NOTEBOOK = re.compile(r"(?i)\.ipynb$|\.ipynb\.(txt|json)$|\.json$")  # as browsers save it
STEM_OF = {
    entry.name: stem for stem, file in FILES.items() for entry in (*file.CHECKED, *file.PREDICTED)
}


@dataclass
class Student:
    """name: as it may be shown and written into tables, no other's; id: that of Moodle or Canvas,
    or nothing; notebooks: stem → Handed; others: files that are none; late: whether Canvas says so
    of a file; notes: lines that the teacher should read."""

    name: str
    id: str = ""
    system: str = ""
    notebooks: dict = field(default_factory=dict)
    others: list = field(default_factory=list)
    late: bool = False
    notes: list = field(default_factory=list)


@dataclass(frozen=True)
class Handed:
    """A notebook. cells: pairs (id, source) of its cells of code, or None if it cannot be read;
    digest: of its bytes; saved: when, in seconds; as_text: the names of what is checked in cells
    that are not code; trouble: why it cannot be read."""

    path: str
    cells: tuple | None
    digest: str
    saved: float
    as_text: frozenset = frozenset()
    trouble: str = ""


def collected(folder):
    """(the Students, in order of their names; lines about files that are nobody's)."""
    students, notes = {}, []

    def student_of(name, identifier="", system=""):
        key = system, identifier, name
        if key not in students:
            shown = in_table(harmless(name))
            new = Student(shown, identifier, system)
            if shown.removeprefix("'") != unicodedata.normalize("NFC", name).removeprefix("'"):
                new.notes.append("characters in the folder's name are written as \\x… here")
            taken = {x.name.casefold() for x in students.values()}
            numbers = itertools.chain([identifier] * bool(identifier), itertools.count(2))
            while new.name.casefold() in taken:
                new.name = f"{shown} ({next(numbers)})"
            students[key] = new
        return students[key]

    for path in sorted(folder.iterdir(), key=os.fsencode):
        if path.name in OUTPUTS or path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            match = MOODLE.fullmatch(path.name)
            named = (match["name"], match["id"], "Moodle") if match else (path.name,)
            student = student_of(*named)
            for file in sorted(path.rglob("*"), key=os.fsencode):
                if not is_hidden(inside(file, path)):
                    add(file, "/".join(inside(file, path)), student)
            continue
        name, identifier, system, rest, late = of_file(path)
        if name:
            student = student_of(name, identifier, system)
            student.late = student.late or late
            add(path, rest, student)
        else:
            is_packed = path.suffix.lower() in {".zip", *PACKED}
            why = "it is packed: unpack it" if is_packed else "no student's name is in it"
            notes.append(f"{harmless(path.name)}: ignored, as {why}.")
    for student in students.values():
        student.notes += of_others(student.others)
    return sorted(students.values(), key=lambda x: x.name.casefold()), notes


def of_others(names):
    """A note about files that are no notebooks, in a list, if there are any."""
    few = names[:3] + [f"{len(names) - 3} more"] * (len(names) > 3)
    what = "it is no notebook" if len(names) == 1 else "they are no notebooks"
    return [f"{', '.join(few)}: ignored, as {what}."] if names else []


def inside(file, folder):
    return file.relative_to(folder).parts


def is_hidden(parts):
    """Whether a path leads through what systems put beside files, such as .ipynb_checkpoints."""
    return any(part.startswith((".", "__MACOSX")) for part in parts)


def of_file(path):
    """(student, id, system, the rest of the name, whether Canvas calls it late) of a file in the
    class's folder."""
    stem = by_name(path.name)
    if match := ANONYMOUS.fullmatch(path.name):
        return match["name"], "", "", match["rest"], bool(match["late"])
    for system, pattern in {"Moodle": MOODLE, "Canvas": CANVAS}.items():
        match = pattern.fullmatch(path.name)
        if match and by_name(match["rest"]) == stem:  # a number may be the notebook's own
            late = system == "Canvas" and bool(match["late"])
            return match["name"], match["id"], system, match["rest"], late
    if not stem:
        whose = NOTEBOOK.sub("", path.name) if by_content(read(contents(path)) or ()) else ""
        return whose, "", "", path.name, False
    plain = re.sub(r"[\s_-]+", "_", NOTEBOOK.sub("", path.name))
    name = re.sub(stem, "", plain, flags=re.IGNORECASE)
    name = re.sub(r"(?i)_copy\d*|copy_of_|\(\d+\)", "", name).strip("_ ")
    return name, "", "", path.name, False


def add(path, name, student):
    """Give a student what is in a file, or a note why not."""
    shown = harmless(name)
    if path.is_dir() and not path.is_symlink():
        return
    if path.is_symlink() or not path.is_file():
        student.notes.append(f"{shown}: ignored, because it is a link to a file.")
        return
    if path.suffix.lower() == ".zip":
        add_packed(path, shown, student)
    elif path.suffix.lower() in PACKED:
        student.notes.append(f"{shown}: ignored, as it is packed: unpack it.")
    elif NOTEBOOK.search(path.name):
        size, saved = path.stat().st_size, path.stat().st_mtime
        too_large = TOO_LARGE.format(size / 2**20, LARGEST / 2**20) if size > LARGEST else ""
        take(contents(path), path.name, shown, saved, student, too_large)
    else:
        student.others.append(shown)


def add_packed(path, shown, student):
    """Give a student what is in a zip, which is read and not unpacked, or a note why not."""
    try:
        with zipfile.ZipFile(io.BytesIO(contents(path))) as packed:
            members = [x for x in packed.infolist() if not x.is_dir()]
            members = [x for x in members if not is_hidden(PurePosixPath(x.filename).parts)]
            notebooks = [x for x in members if NOTEBOOK.search(x.filename)]
            if len(notebooks) > MEMBERS or sum(x.file_size for x in notebooks) > LARGEST:
                raise ValueError("more than a student hands in")
            unpacked = {x.filename: packed.read(x) for x in notebooks}
    except Exception:  # of all that may be wrong with a zip
        student.notes.append(f"{shown}: ignored, as it cannot be unpacked or holds too much.")
        return
    for name in dict.fromkeys(x.filename for x in members):
        inner = f"{shown}/{shortened(harmless(name))}"
        if name in unpacked:
            last = PurePosixPath(name).name
            take(unpacked[name], last, inner, path.stat().st_mtime, student)
        else:
            student.others.append(inner)


def take(data, name, shown, saved, student, too_large=""):
    """Give a student what is in a file of this name, or a note why not. data: its bytes; shown: its
    name as the teacher reads it; saved: when, in seconds; too_large: what is said if it is."""
    cells = read(data)
    trouble = "" if cells is not None else too_large or "cannot be read as a notebook"
    stem = by_content(cells or ()) or by_name(name)
    if stem is None:
        what = f"it {trouble}" if trouble else "it is not one of ours, or has no exercises"
        student.notes.append(f"{shown}: ignored, as {what}.")
        return
    digest = hashlib.sha256(data).hexdigest()
    handed = Handed(shown, cells, digest, saved, checked_as_text(data), trouble)
    other = student.notebooks.get(stem)
    if other:
        second, first = sorted([other, handed], key=lambda x: (answered(x, stem), x.saved))
        more = answered(first, stem) > answered(second, stem)
        why = "answers more" if more else "answers as much and is no older"
        student.notes.append(f"{second.path}: ignored, as {first.path} {why}.")
        handed = first
    student.notebooks[stem] = handed


def answered(handed, stem):
    """How many answers are checked in cells that differ from ours."""
    known = texts(stem)
    changed = [source for _, source in handed.cells or () if normal(source) not in known]
    return len({name for source in changed for name in CHECKS.findall(source)})


def by_content(cells):
    """The stem of the notebook whose exercises are checked in these cells, or None."""
    names = [name for _, source in cells for name in CHECKS.findall(source)]
    stems = Counter(STEM_OF[name] for name in names if name in STEM_OF)
    return max(stems, key=stems.get, default=None)


def by_name(name):
    """The stem of the notebook that a file's name names, or None."""
    plain = re.sub(r"[\s-]+", "_", name).casefold()
    return next((stem for stem in FILES if stem.casefold() in plain), None)


def contents(path):
    """The bytes of a file, or none if it is too large or cannot be read."""
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else b""
    except OSError:
        return b""


def read(data):
    """The cells of code of a notebook, pairs (id, source), or None if these bytes are none."""
    try:
        code, _ = code_and_texts(data)
        return tuple((identifier(cell), source(cell)) for cell in code)
    except NO_NOTEBOOK:
        return None


def checked_as_text(data):
    """The names of what is checked in a notebook's cells that are not code: nobody runs these."""
    try:
        _, markdown = code_and_texts(data)
        return frozenset(name for cell in markdown for name in CHECKS.findall(source(cell)))
    except NO_NOTEBOOK:
        return frozenset()


def code_and_texts(data):
    """The cells of code and the others of a notebook, two lists. One of the errors in NO_NOTEBOOK
    if these bytes are none."""
    notebook = json.loads(decoded(data))
    sheets = notebook.get("worksheets") or [notebook]  # in formats before 4
    cells = [cell for sheet in sheets for cell in sheet["cells"]]
    code = [cell for cell in cells if cell.get("cell_type") == "code"]
    return code, [cell for cell in cells if cell.get("cell_type") != "code"]


def decoded(data):
    """The text of a file that an editor may have saved in UTF-16."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if b"\0" in data[:2]:
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le")
    return data.decode("utf-8-sig", errors="replace")


def identifier(cell):
    metadata = cell.get("metadata")
    in_metadata = metadata.get("id") if isinstance(metadata, dict) else None  # as Colab writes it
    return str(cell.get("id") or in_metadata or "")


def source(cell):
    lines = cell.get("source", cell.get("input", ""))
    text = lines if isinstance(lines, str) else "".join(map(str, lines))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def harmless(name):
    """A name for screens and tables: other bytes than UTF-8, escape codes and newlines written
    as \\x…."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    text = unicodedata.normalize("NFC", text)
    return "".join(x if x.isprintable() else x.encode("unicode_escape").decode() for x in text)
