"""Print the installed version of each direct dependency; fail if one is not the lowest allowed.

Only CI's job for the lowest versions runs it.
"""

import re
import tomllib
from importlib.metadata import version

from tools.repository import ROOT


def main():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wrong = []
    for line in [*project["dependencies"], *project["optional-dependencies"]["lab"]]:
        name, lowest = re.fullmatch(r"([\w-]+)>=([\d.]+)", line).groups()
        installed = version(name)
        print(f"{name} {installed}, allowed from {lowest}")
        if not f"{installed}.".startswith(f"{lowest}."):  # 2.0.0 is the lowest of 2.0
            wrong.append(name)
    if wrong:
        raise SystemExit(f"Not the lowest versions: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
