"""Where things are in a checkout."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))  # in the order of the series
START, *LESSONS, REFERENCE = PATHS  # 00, where readers begin; 01 …; 90, to look things up


def choose_notebook(number):
    """The path of the notebook with this number, as 3 or 03."""
    paths = {path.name[:2]: path for path in PATHS}
    if not number or number.zfill(2) not in paths:
        trouble = f"there is no notebook {number}" if number else "no notebook is named"
        names = "\n".join(f"    {key}  {path.stem[3:]}" for key, path in paths.items())
        sys.exit(f"N: {trouble}. Name one by its number, as in make slides N=03:\n{names}")
    return paths[number.zfill(2)]
