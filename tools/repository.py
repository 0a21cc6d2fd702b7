"""Where things are in a checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))  # in the order of the series
START, *LESSONS, REFERENCE = PATHS  # 00, where readers begin; 01 …; 90, to look things up
LARGEST = ROOT / "helpers/labs/engine/largest.js"  # shared by labs, slides and handouts
