"""Where things stand in a show: the slides of each section, and of each question and exercise."""

from dataclasses import dataclass

from tools.notebook.division import slides_of


@dataclass(frozen=True)
class Places:
    """total: the number of slides; sections: {title: (first slide, last slide)}; entries: {name of
    an exercise, question or prediction: slide}; asked: {id of a cell: its last slide}, on which it
    asks, if it asks for a guess.
    Slides are counted from 1, as in their corners."""

    total: int
    sections: dict
    entries: dict
    asked: dict


def places(lesson):
    """The Places of a lesson."""
    slides = slides_of(lesson)
    found = {}  # id of a cell → its slides
    for number, slide in enumerate(slides, 1):
        for piece, _ in slide.pieces:
            found.setdefault(piece.cell.id, []).append(number)
    sections = {}
    for section in lesson.sections:
        numbers = [number for cell in section.cells for number in found.get(cell.id, [])]
        if numbers:
            sections[section.title] = min(numbers), max(numbers)
    seen = [cell for cell in lesson.cells if cell.id in found]
    entries = {}
    for cell in seen:
        if cell.entry:
            entries.setdefault(cell.entry.name, found[cell.id][0])  # where it is asked
    asked = {cell.id: found[cell.id][-1] for cell in seen}
    return Places(len(slides), sections, entries, asked)
