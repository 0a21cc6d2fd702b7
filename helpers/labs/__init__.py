"""Live figures, one call each: `labs.softmax()` puts the lab of notebook 03 on the page.

A lab is a pure function from the values of its controls to what is shown. The lab `softmax` is in
softmax_lab.py, and so is every other in a file of its name; a large one, such as `heads`, is a
folder, whose __init__.py names it. A lab is loaded when it is first asked for: a notebook waits for
its own lab alone. engine/lab.py says what a lab is; engine/live.py puts it in the browser.
"""

import importlib
import pkgutil
from pathlib import Path

NAMES = [
    name.removesuffix("_lab")
    for _, name, _ in pkgutil.iter_modules(__path__)
    if name.endswith("_lab")
]
__all__ = ["LABS", *NAMES]


def __getattr__(name):
    """A lab, by its name; LABS: every lab."""
    if name == "LABS":
        return tuple(__getattr__(lab) for lab in NAMES)
    if name not in NAMES:
        raise AttributeError(f"There is no lab {name!r}, only {', '.join(NAMES)}.")
    module = importlib.import_module(f"{__name__}.{name}_lab")
    lab = getattr(module, name, None)
    if getattr(lab, "name", None) != name:
        file = Path(module.__file__).relative_to(Path(__file__).parents[2]).as_posix()
        raise ImportError(
            f"{file} has no lab named {name}: its variable and its name must both be {name}"
        )
    return lab


def __dir__():
    return __all__
