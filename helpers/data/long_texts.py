"""Three texts of some 300 tokens, written for notebook 14: no model was trained on them."""

import json
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")


def long_texts():
    """{name: text}"""
    return json.loads(FILE.read_text(encoding="utf-8"))
