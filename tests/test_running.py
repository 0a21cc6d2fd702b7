"""What fails does fail: a test that is skipped in CI, and a notebook that shows something else."""

import copy
import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest

from tests.running import ANYWAY
from tools.repository import PATHS, ROOT

PATH = next(path for path in PATHS if path.name.startswith("03"))
SANITIZE = ROOT / "tests" / "nbval_sanitize.cfg"


def run_pytest(folder, *arguments, **environment):
    """pytest over a folder, with no plugins but those named."""
    environment = os.environ | environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    command += [f"--rootdir={folder}"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def test_in_ci_a_skip_is_a_failure_unless_it_cannot_be_helped(tmp_path):
    for i, reason in enumerate(["tired", f"{ANYWAY}Mars"]):
        (tmp_path / f"test_{i}.py").write_text(
            f"import pytest\n\ndef test_skip():\n    pytest.skip({reason!r})\n"
        )
    done = run_pytest(tmp_path, "-p", "xdist", "-p", "tests.running", CI="1", PYTHONPATH=str(ROOT))
    assert done.returncode == 1
    assert "1 tests were skipped" in done.stdout


def test_a_slip_in_an_exercise_stops_the_tests_of_exercises_alone():
    """What every run imports has none of them."""
    told = "import sys, tests.conftest, tests.running; print('helpers.exercises' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}bash")
@pytest.mark.parametrize(
    ("other", "says"), [("3.12", "No Python newer than 3.13"), ("3.14", "with")]
)
def test_newer_python_takes_none_that_is_older(tmp_path, other, says):
    script = tmp_path / ".ci" / "newer_python"
    script.parent.mkdir()
    script.write_text((ROOT / ".ci" / "newer_python").read_text("utf-8"), "utf-8")
    for file, version in ((".venv/bin/python", "3.13"), (f"bin/python{other}", other)):
        pretends = (
            f"import sys; sys.version_info = ({version.replace('.', ', ')}); exec(sys.argv[1])"
        )
        python = tmp_path / file
        python.parent.mkdir(parents=True)
        python.write_text(
            "#!/bin/sh\n"
            f'[ "$1" = --version ] && echo Python {version} && exit\n'
            f'[ "$1" = -c ] && exec "{sys.executable}" -c "{pretends}" "$2"\n'
            "exit 1\n"
        )
        python.chmod(0o755)
    for command in ("dirname", "mktemp", "rm"):  # no Python of this machine
        (tmp_path / "bin" / command).symlink_to(shutil.which(command))
    environment = os.environ | {"PATH": str(tmp_path / "bin"), "PYENV_ROOT": str(tmp_path)}
    command = [shutil.which("bash"), script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert says in done.stdout
    assert (f"The numbers with Python {other}" in done.stdout) == (other == "3.14")


@pytest.mark.sample
def test_nbval_passes_what_is_true_and_fails_what_is_false(tmp_path):
    true = nbformat.read(PATH, as_version=4)
    true.cells = true.cells[:5]  # the imports, the map, the table of scores
    false = copy.deepcopy(true)
    outputs = [output for cell in false.cells for output in cell.get("outputs", [])]
    data = next(o.data for o in outputs if "<td" in o.get("data", {}).get("text/html", ""))
    data["text/html"] = data["text/html"].replace(">2.12<", ">2.13<")
    nbformat.write(true, tmp_path / "true.ipynb")
    nbformat.write(false, tmp_path / "false.ipynb")
    done = run_pytest(tmp_path, "-p", "nbval", "--nbval", f"--nbval-sanitize-with={SANITIZE}")
    assert re.findall("FAILED (.*)::", done.stdout) == ["false.ipynb"]
    assert "1 failed, 5 passed" in done.stdout
