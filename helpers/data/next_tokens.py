"""What a published model that writes gave as the next token: `make record WHAT=next`.

The model is SmolLM2-135M-Instruct, in the 4-bit copy that `make model` fetches.
"""

import json
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")


def next_tokens(text):
    """The places after one of the recorded texts. Of each: (texts of the likeliest tokens, their
    probabilities), the likeliest first; it is appended before the model runs again."""
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    if text not in recorded:
        needed = ", ".join(map(repr, recorded))
        raise ValueError(f"text: given {text!r}, needed one of {needed}")
    return recorded[text]
