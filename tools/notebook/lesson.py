"""A notebook, read: its title, its sections, its cells.

    lesson = read(path)
    [cell.id for cell in lesson.cells if cell.kind == "lab"]

Everything that is made of the notebooks reads them here: the book, slides, handouts and key, marks,
and the tests."""

import itertools
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat

from tools.notebook.cell import Cell
from tools.notebook.minutes import ALONE, IN_CLASS, minutes
from tools.repository import PATHS

ID = re.compile(r"[\w-]{1,64}", re.ASCII)  # what nbformat allows


@dataclass(frozen=True)
class Section:
    """The cells from a heading of one of the two highest levels to the next."""

    cells: tuple

    @property
    def level(self):
        return self.cells[0].heading[0]

    @property
    def title(self):
        return self.cells[0].heading[1]

    @property
    def deeper(self):
        return self.cells[0].deeper

    @property
    def minutes(self):
        """How long it takes who works through it alone; a core section without what is Deeper in
        it."""
        return self._minutes(ALONE)

    @property
    def class_minutes(self):
        """How long it takes in a class, without its votes and labs."""
        return self._minutes(IN_CLASS)

    def _minutes(self, pace):
        cells = [cell for cell in self.cells if self.deeper or not cell.deeper]
        return max(1, round(minutes(cells, pace)))

    @property
    def labs(self):
        """How many labs it has that are not Deeper."""
        return sum(cell.kind == "lab" and not cell.deeper for cell in self.cells)

    @property
    def source(self):
        """All that is written in it."""
        return "\n".join(cell.source for cell in self.cells)

    @property
    def predictions(self):
        """Pairs (the cell that asks for a guess, the first cell that answers it)."""
        pairs, asking = [], None
        for cell in self.cells:
            if cell.kind == "predict":
                asking = cell
            elif cell.kind == "prediction" and asking:
                pairs.append((asking, cell))
                asking = None
        return pairs


@dataclass(frozen=True)
class Lesson:
    """notebook: as nbformat reads it."""

    path: Path
    notebook: dict

    @property
    def stem(self):
        return self.path.stem

    @property
    def number(self):
        return self.stem[:2]

    @cached_property
    def cells(self):
        return [Cell(cell, place) for place, cell in enumerate(self.notebook.cells)]

    @property
    def code(self):
        return [cell for cell in self.cells if cell.is_code]

    @property
    def markdown(self):
        return [cell for cell in self.cells if not cell.is_code]

    @cached_property
    def sections(self):
        """The first has the title, and what stands before the first section."""
        groups = []
        for cell in self.cells:
            if cell.heading and cell.heading[0] <= 2:
                groups.append([])
            groups[-1].append(cell)
        return [Section(tuple(group)) for group in groups]

    @property
    def title(self):
        return self.sections[0].title

    @property
    def link(self):
        """A link to it from another notebook, which says its number and title."""
        return f"[{self.number} {self.title}]({self.path.name})"

    @property
    def trains(self):
        """Whether it trains models, which takes seconds; the notebook's metadata says so."""
        return self.notebook.metadata.get("trains", False)

    @property
    def needs_model(self):
        """Whether some of its cells compute with the published model of `make model`."""
        return any(cell.needs_model for cell in self.cells)

    @property
    def cleared(self):
        """The first cell whose outputs are missing, or None: it has not run since it was written,
        or its outputs were cleared."""
        return next((cell for cell in self.code if cell.is_cleared), None)

    @property
    def is_quick(self):
        """Whether it runs within seconds."""
        return not self.trains and not self.needs_model

    @property
    def opening(self):
        """The paragraphs below the title."""
        return self.cells[0].source.split("\n\n")[1:]

    @property
    def recap(self):
        """The cell with the recap, or None."""
        return next((cell for cell in self.cells if "recap" in cell.tags), None)

    @property
    def minutes(self):
        """How long its core takes, with its exercises: the sum of its sections, without those
        marked Deeper."""
        return sum(section.minutes for section in self.sections if not section.deeper)

    @property
    def deeper_minutes(self):
        """How long all that is Deeper takes."""
        return round(minutes([cell for cell in self.cells if cell.deeper]))

    @property
    def class_minutes(self):
        """How long its core takes in a class, without votes and labs."""
        return sum(section.class_minutes for section in self.sections if not section.deeper)


def read(path):
    path = Path(path)
    notebook = nbformat.reader.reads(path.read_text("utf-8-sig"))
    notebook = nbformat.convert(notebook, to_version=4)
    give_ids(notebook.cells)
    notebook.nbformat_minor = 5  # the first format in which cells have ids
    return Lesson(path, notebook)


def give_ids(cells):
    """Give each cell an id that no cell above it has: the one that it has, which Colab writes into
    its metadata, or one of its place. They are the same at each reading."""
    taken = set()
    for place, cell in enumerate(cells):
        wanted = [str(cell.get("id", "")), str(cell.metadata.pop("id", ""))]
        made = (f"cell-{number}" for number in itertools.count(place))
        ids = itertools.chain(wanted, made)
        cell["id"] = next(x for x in ids if ID.fullmatch(x) and x not in taken)
        taken.add(cell["id"])


def read_with_outputs(path):
    """A notebook of whose outputs something is made. SystemExit if some are missing."""
    lesson = read(path)
    if lesson.cleared:
        sys.exit(
            f"{lesson.path.name}, cell {lesson.cleared.id}: its output is not in the file, as "
            "after Clear Outputs of All Cells. Run all cells and save, or run make notebooks."
        )
    return lesson


def read_all():
    """Every notebook of the series, in order."""
    return [read(path) for path in PATHS]
