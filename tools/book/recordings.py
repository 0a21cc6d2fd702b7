"""What labs show along their ways, for a page that answers a hand before Python is there."""

import gzip
import json

from helpers import labs
from helpers.labs.engine.session import Session


def write(folder):
    """Write a recording of each lab into `folder`, but of those with a run: what they show depends
    on what has run before."""
    folder.mkdir()
    for lab in labs.LABS:
        if not lab.kept:
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
