"""Notebooks as students hand them in: made of ours, with answers, and changed on the way."""

import json
import re
from functools import cache

from helpers.exercises import CHECKED
from tools.notebook import lesson
from tools.repository import NOTEBOOKS

STEM = "05_masking"


@cache
def ours():
    """The cells of our notebook."""
    return lesson.read(NOTEBOOKS / f"{STEM}.ipynb").cells


def answering():
    return [cell for cell in ours() if cell.is_code and cell.entry]


IDS = {cell.entry.name: cell.id for cell in answering()}
NAMES = [*IDS]


def solved(name):
    """The cell of an exercise, a question or a prediction, with what is right."""
    (cell,) = (cell for cell in answering() if cell.entry.name == name)
    if name in CHECKED:
        return cell.entry.solved()
    return re.sub(r"\.\.\.\)", f"{cell.entry.truth()!r})", cell.source)


def cells(answers):
    """The cells of our notebook with these answers, name → source, as Jupyter stores them."""
    result = []
    for cell in ours():
        source = cell.source
        if cell.is_code and cell.entry:
            source = answers.get(cell.entry.name, source)
        kind = {"cell_type": cell.stored["cell_type"], "metadata": {}, "id": cell.id}
        result.append(kind | {"source": source.splitlines(keepends=True)})
    return result


def code(source, identifier="own"):
    return {"cell_type": "code", "metadata": {}, "id": identifier, "source": source}


def notebook(found, **fields):
    return {"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | fields


def write(path, made):
    """Write a notebook, or text or bytes in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(made, str | bytes):
        made = json.dumps(made, ensure_ascii=False)
    path.write_bytes(made if isinstance(made, bytes) else made.encode())


EVERYTHING = {name: solved(name) for name in NAMES}
TWO = {name: solved(name) for name in ("causal_mask", "all_at_once")}
