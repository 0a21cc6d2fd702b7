"""What labs show along their ways, for a page that answers a hand before Python is there."""

import gzip
import json

from helpers import labs
from helpers.labs.engine.session import Session

# What those with a run show depends on what has run before.
RECORDED = {lab.name: lab for lab in labs.LABS if not lab.kept}


def write(folder):
    """Write a recording of each of these labs into `folder`."""
    folder.mkdir()
    for lab in RECORDED.values():
        text = json.dumps({"lab": lab.spec(), "stops": stops(lab)}, ensure_ascii=False)
        packed = gzip.compress(text.encode(), mtime=0)
        (folder / f"{lab.name}.bin").write_bytes(packed)


def stops(lab):
    """[stop, answer] of where each setting begins, and of the steps through which it leads; a stop
    is a message to a Session."""
    found = []
    for index, preset in enumerate(lab.presets):
        through = [control for control in lab.controls if control.name == preset.through]
        steps = [{control.name: option} for control in through for option in control.options]
        for change in ({}, *steps):
            stop = {"preset": index, "change": change}
            found.append([stop, Session(lab).change(stop)])
    return found
