"""A head of the language model before its rotation, for notebook 07: needs make model.

In helpers/data/recorded_rotary.npz, in float16; helpers/experiments/rotated_head.py says what.
"""

import numpy as np

from helpers.experiments.rotated_head import FILE, RECORDED, computed
from helpers.language import files


def main():
    if not files.is_installed():
        raise SystemExit(files.MISSING)
    found = computed(RECORDED)
    numbers = {name: np.float16(getattr(found, name)) for name in ("Q", "K", "weights")}
    np.savez_compressed(FILE, tokens=np.array(found.tokens), **numbers)
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
