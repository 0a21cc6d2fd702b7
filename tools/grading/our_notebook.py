"""Our own notebook, run with our solutions: what each of its cells defines, kept as pickles. A
student's cells then find what stands above them, without running our cells again.

A pickle never holds a solution by the way: where a function of ours calls one that students write,
it calls the student's.
"""

import contextlib
import io
import re
import types
from dataclasses import dataclass
from functools import cache

import cloudpickle

from helpers.exercises import FILES, PARTS
from helpers.exercises.engine.exercise import Exercise
from tools.notebook import lesson
from tools.notebook.run import new_names, run
from tools.repository import NOTEBOOKS

WORD = re.compile(r"[^\W\d]\w*")
FIXED = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)  # do not change


@dataclass(frozen=True)
class OurNotebook:
    """stem: the notebook's name. Of each cell of code: its id, its text, and changes: name → the
    pickled value that the cell gives it. answers: entry's name → the place of its cell. calls:
    name → the functions of the student's that its value calls."""

    stem: str
    ids: tuple
    texts: tuple
    changes: tuple
    answers: dict
    calls: dict

    @property
    def entries(self):
        """name → entry, in the notebook's order."""
        file = FILES[self.stem]
        entries = {entry.name: entry for entry in (*file.CHECKED, *file.PREDICTED)}
        return {name: entries[name] for name in self.answers}

    def defined(self, names, start, end, closed):
        """name → pickle, of those of `names` that our cells from start to end define. closed:
        entries whose solution is among them, too."""
        exercises = [x for x in self.answers if isinstance(self.entries[x], Exercise)]
        left_out = {self.answers[name] for name in exercises if name not in closed}
        pickles = {}
        for place in range(start, end):
            if place not in left_out:
                pickles |= {x: y for x, y in self.changes[place].items() if x in names}
        return pickles


@cache
def texts(stem):
    """The texts of a notebook's cells of code."""
    return {normal(cell.source) for cell in lesson.read(NOTEBOOKS / f"{stem}.ipynb").code}


def computed(stem):
    """The OurNotebook of a notebook: its cells run, down to the last that is answered."""
    code = lesson.read(NOTEBOOKS / f"{stem}.ipynb").code
    answers = {cell.entry.name: place for place, cell in enumerate(code) if cell.entry}
    names, changes, solutions, latest, calls = new_names(), [], {}, {}, {}
    for cell in code[: max(answers.values()) + 1]:
        before = dict(names)
        if not cell.needs_model:  # no answer needs it
            run(cell.solved(), names)
        mentioned = set(WORD.findall(cell.solved())) & names.keys()
        changed = {}
        for name in mentioned:
            value = names[name]
            if isinstance(value, FIXED) and before.get(name) is value:
                continue
            pickled, called = dumped(value, solutions)
            calls.setdefault(name, set()).update(called)
            if pickled and latest.get(name) != pickled:
                latest[name] = changed[name] = pickled
        changes.append(changed)
        if isinstance(cell.entry, Exercise):
            functions = [x for x in changed if isinstance(names[x], types.FunctionType)]
            solutions |= {id(names[name]): name for name in functions}
    changes += [{}] * (len(code) - len(changes))
    ids = tuple(cell.id for cell in code)
    sources = tuple(normal(cell.source) for cell in code)
    return OurNotebook(stem, ids, sources, tuple(changes), answers, calls)


def dumped(value, solutions):
    """A value as a pickle, or None if it cannot be one, and the names of the functions in whose
    place the student's is taken. solutions: id → name, of all such functions."""
    called = set()

    class Pickler(cloudpickle.Pickler):
        def persistent_id(self, x):
            name = solutions.get(id(x))
            if name:
                called.add(name)
            return name

    file = io.BytesIO()
    with contextlib.suppress(Exception):  # of all that a variable may hold
        Pickler(file).dump(value)
        return file.getvalue(), called
    return None, called


def normal(source):
    """A cell's text without what platforms change in it."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


@cache
def parts_before(stem):
    """The series' own functions of earlier notebooks, for helpers.mine: a pickle."""
    earlier = {x.name for name, file in FILES.items() if name < stem for x in file.CHECKED}
    parts = {part: entry for part, entry in PARTS.items() if entry.name in earlier}
    return with_their_code(
        {
            part: types.SimpleNamespace(part=part, answer=x.answer, reference=x.reference)
            for part, x in parts.items()
        }
    )


def with_their_code(value):
    """A pickle of values with functions of helpers.exercises in it, which the sandbox lacks."""
    for module in FILES.values():
        cloudpickle.register_pickle_by_value(module)
    try:
        return cloudpickle.dumps(value)
    finally:
        for module in FILES.values():
            cloudpickle.unregister_pickle_by_value(module)
