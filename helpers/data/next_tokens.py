"""What a published model that writes gave as the next token: `make record WHAT=next`.

The model is SmolLM2-135M-Instruct, in the 4-bit copy that `make model` fetches.
"""

import json
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")


def next_tokens():
    """(the text that the model continued, its next places). Of a place: (texts of the likeliest
    tokens, their probabilities), the likeliest first; it is appended before the model runs again.
    """
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded["text"], recorded["places"]
