"""The package, built and used far from the repository: every notebook's first cell and its labs."""

import ast
import json
import subprocess
import sys
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement

from tools.repository import PATHS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
IN_THE_BROWSER = {"js", "pyodide_js"}  # modules that Pyodide itself brings
BROUGHT = {"traitlets", "ipykernel"}  # by anywidget, and by Jupyter, which alone starts a kernel
COLAB = {  # what its runtime 2026.01 comes with: github.com/googlecolab/backend-info
    "numpy": "2.0.2",
    "contourpy": "1.3.3",
    "matplotlib": "3.10.0",
    "pillow": "11.3.0",
    "ipython": "7.34.0",
    "anywidget": "0.9.21",
    "platformdirs": "4.5.1",
}
NAMES = {"PIL": "pillow", "IPython": "ipython"}  # of a module, of its package

RUN = """
import json, sys
import helpers
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.instance()
assert helpers.__file__.startswith(sys.argv[1]), helpers.__file__
for first, labs in json.loads(sys.stdin.read()):
    names = {}
    exec(first, names)
    for lab in labs:
        exec(lab, names)
"""


def modules(path):
    """The top-level names of what a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def test_what_helpers_imports_is_a_dependency():
    used = {name for path in (ROOT / "helpers").rglob("*.py") for name in modules(path)}
    others = used - sys.stdlib_module_names - {"helpers"} - IN_THE_BROWSER - BROUGHT
    needed = {line.partition(">")[0] for line in PROJECT["dependencies"]}
    assert {NAMES.get(name, name) for name in others} <= needed


def test_on_colab_the_package_replaces_nothing():
    """What is replaced while it runs needs a restart, and Colab needs its own IPython."""
    for needed in map(Requirement, PROJECT["dependencies"]):
        assert needed.specifier.contains(COLAB[needed.name]), needed


@pytest.mark.long
def test_every_first_cell_and_lab_runs_with_the_built_package(tmp_path):
    build = [sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--out-dir", tmp_path, ROOT]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    cells = []
    for path in PATHS:
        notebook = json.loads(path.read_text("utf-8"))
        sources = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
        labs = [line for source in sources for line in source.splitlines() if line[:5] == "labs."]
        cells.append([sources[0], labs])
    (tmp_path / "away").mkdir()
    code = f"import sys; sys.path.insert(0, {str(installed)!r})\n{RUN}"
    ran = subprocess.run(
        [sys.executable, "-c", code, str(installed)],
        cwd=tmp_path / "away",
        input=json.dumps(cells),
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
