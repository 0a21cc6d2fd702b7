"""Pictures: tables of matrices and drawings, each with its description.

`show(...)` puts pictures on the page, `answer(...)` puts them there closed, and what `aside(...)`
puts there is on no slide; the other functions make them. The drawing `arcs` is in arcs.py, and so
is every other in a file of its name. Nothing here computes attention.
"""

import importlib
import pkgutil

from helpers.drawing.picture import Picture, answer, aside, show
from helpers.drawing.tables import matrix, table

NAMES = [name for _, name, _ in pkgutil.iter_modules(__path__)]
for _name in NAMES:
    globals()[_name] = getattr(importlib.import_module(f"{__name__}.{_name}"), _name)

__all__ = ["Picture", "answer", "aside", "matrix", "show", "table", *NAMES]
