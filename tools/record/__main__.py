"""Record anew what the notebooks and the tests read: make record WHAT=name, or a list of the names.

The scripts are beside this file: the first line of record_name.py says what it records, and what it
needs.
"""

import ast
import importlib
import sys
from pathlib import Path

from helpers.language.files import NotHere

SCRIPTS = {
    path.stem.removeprefix("record_"): path
    for path in sorted(Path(__file__).parent.glob("record_*.py"))
}


def main(what=""):
    if what in SCRIPTS:
        try:
            return importlib.import_module(f"tools.record.record_{what}").main()
        except NotHere as missing:
            sys.exit(str(missing))
    print("make record WHAT=… writes anew what the notebooks and the tests read:")
    for name, path in SCRIPTS.items():
        first, *_ = ast.get_docstring(ast.parse(path.read_text("utf-8"))).splitlines()
        print(f"    {name:9} {first}")
    sys.exit(f"WHAT: there is no {what}." if what else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
