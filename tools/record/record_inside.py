"""What the payoffs of notebooks 07 and 08 show of the language model: needs make model.

In helpers/data/recorded_rotary.npz, in float16: see helpers/experiments/rotated_head.py. In
helpers/data/thirty_blocks.json: the likeliest tokens; see helpers/experiments/thirty_blocks.py.
"""

import json

import numpy as np

from helpers.experiments import rotated_head, thirty_blocks


def main():
    found = rotated_head.computed(rotated_head.RECORDED)
    numbers = {name: np.float16(getattr(found, name)) for name in ("Q", "K", "weights")}
    np.savez_compressed(rotated_head.FILE, tokens=np.array(found.tokens), **numbers)
    rows = [thirty_blocks.computed(thirty_blocks.RECORDED, block) for block in thirty_blocks.BLOCKS]
    thirty_blocks.FILE.write_text(json.dumps(rows) + "\n", encoding="utf-8")
    for file in (rotated_head.FILE, thirty_blocks.FILE):
        print(f"{file.name}: {file.stat().st_size:,} bytes")
