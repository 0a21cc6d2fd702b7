"""What helpers ask of the book's Python, found without making the book: its other tests make it."""

import subprocess
import sys

from tools.repository import ROOT

IMPORT_ALL = """
import pkgutil, sys
sys.path.insert(0, "tools/book/web")
import notebook, helpers  # notebook stands in for Jupyter
for module in pkgutil.walk_packages(helpers.__path__, "helpers."):
    __import__(module.name)
print(*{name.partition(".")[0] for name in sys.modules} & {"anywidget", "matplotlib", "traitlets"})
"""


def test_helpers_need_nothing_of_jupyter_s_that_the_book_has_not():
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert not done.returncode, done.stderr
    assert done.stdout.split() == []
