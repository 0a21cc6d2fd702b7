"""What came out of twenty trainings on what "it" means, read from seeds.json.

tools/record/record_seeds.py made the file and says what each entry holds.
"""

import json
from functools import cache
from pathlib import Path


@cache
def seeds(layers):
    """A dictionary for each of the seeds 0 to 19. layers: 1 or 2."""
    file = Path(__file__).with_name("seeds.json")
    trainings = json.loads(file.read_text(encoding="utf-8"))
    if str(layers) not in trainings:
        raise ValueError(f"layers: given {layers!r}, needed 1 or 2")
    return trainings[str(layers)]
