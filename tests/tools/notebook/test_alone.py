"""What a page without its folder says: Jupyter shows it where the import of helpers fails."""

import subprocess
import sys

import pytest

from tools.notebook import alone
from tools.notebook.lesson import read
from tools.repository import PATHS, START

ADDRESS = "https://github.com/someone/attention"
FAILS = """
import sys
from IPython.core.interactiveshell import InteractiveShell
sys.modules["helpers"] = None  # as if it were not there
shell = InteractiveShell.instance()
shell.run_line_magic("colors", "nocolor")
shell.run_cell(sys.stdin.read())
"""


@pytest.mark.parametrize("address", ["", ADDRESS])
def test_the_error_shows_what_to_do(address):
    notebook = read(START).notebook
    alone.write(notebook, address)
    (cell,) = (cell for cell in notebook.cells if "setup" in cell.metadata.get("tags", []))
    command = [sys.executable, "-c", FAILS]
    shown = subprocess.run(command, input=cell.source, capture_output=True, encoding="utf-8")
    lines = shown.stdout.splitlines()
    (at,) = (i for i, line in enumerate(lines) if "> " in line and "from helpers import" in line)
    said = f'# %pip install -q "self-attention-notebooks @ git+{address}"' if address else "README"
    assert said in lines[at - 1]
    assert shown.stdout.count("Where this fails") == 1
    assert lines[-1].startswith("ModuleNotFoundError: ")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_address_is_written_above_the_first_import_and_taken_away_again(path):
    notebook = read(path).notebook
    before = [cell.source for cell in notebook.cells]
    alone.write(notebook, ADDRESS)
    after = [cell.source for cell in notebook.cells]
    (changed,) = (i for i in range(len(before)) if before[i] != after[i])
    assert f'git+{ADDRESS}"\nfrom helpers import' in after[changed]
    assert alone.address_in(notebook) == ADDRESS
    assert alone.without(after[changed]) == alone.without(before[changed])
    assert "# Where this fails" not in alone.without(before[changed])
    alone.write(notebook, "")
    assert alone.address_in(notebook) == ""
