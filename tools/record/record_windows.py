"""The losses that the lab “today” shows: needs make model and a minute.

What stands in helpers/data/windows.json: for each window, number of first tokens and choice of
layers the losses of three texts, rounded.
"""

import json

from helpers import language
from helpers.experiments import windows
from helpers.language import files


def recorded(model, setting):
    """What the file has of a setting."""
    return [round(x, 3) for x in windows.computed(model, *setting)]


def main():
    if not language.is_installed():
        raise SystemExit(files.MISSING)
    model = language.load()
    found = {
        "{} {} {}".format(*setting): recorded(model, setting) for setting in windows.settings()
    }
    windows.FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
