"""make test-kernels and make test-arm, without their long runs: what is asked of NumPy is what it
does, what fails is counted and named, and what is missing is said."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.running import ANYWAY
from tools.processors import arm64, kernels, results

REPORT = """<testsuites><testsuite>
<testcase classname="tests.test_a" name="test_one" />
<testcase classname="tests.test_a" name="test_two"><failure message="2 is not 3" /></testcase>
<testcase classname="tests.test_a" name="test_three"><error message="setup" /></testcase>
<testcase classname="tests.test_a" name="test_four"><skipped message="not here" /></testcase>
<testcase classname="notebooks.01.ipynb" name="Cell 0" />
<testcase classname="notebooks.01.ipynb" name="Cell 1"><failure message="failed">failed
#x1B[94mCell 1: Cell outputs differ

Input: 2</failure></testcase>
<testcase classname="notebooks.02.ipynb" name="Cell 0" />
</testsuite></testsuites>"""


@pytest.fixture
def openblas():
    if "X86_V3" not in kernels.FEATURES or not kernels.taken("Prescott"):
        pytest.skip(f"{ANYWAY}NumPy 2.4 with OpenBLAS on an x86 processor")


def test_tests_and_notebooks_are_counted_and_failures_named():
    result = results.counted(ElementTree.fromstring(REPORT).findall(".//testcase"), 1.0)
    assert (result.passed, result.same) == (1, 1)
    assert result.failed == ["tests.test_a: test_two", "tests.test_a: test_three"]
    assert result.different == ["notebooks.01.ipynb: Cell 1: Cell outputs differ"]


def test_the_environment_reaches_pytest_and_its_failure_the_results(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "WORKERS", "0")
    file = tmp_path / "test_environment.py"
    file.write_text(
        "import os\n"
        "def test_one():\n    assert os.environ['SEEN'] == '1'\n"
        "def test_two():\n    assert os.environ['SEEN'] == '2'\n"
    )
    result = results.run([str(file)], {"SEEN": "1"})
    assert result.passed == 1
    (failed,) = result.failed
    assert failed.endswith("test_two")


def test_a_pytest_that_ran_no_test_is_no_result(monkeypatch):
    done = subprocess.CompletedProcess([], 4, stdout="not found: missing.py")
    monkeypatch.setattr(results.subprocess, "run", lambda *_, **__: done)
    with pytest.raises(SystemExit, match=r"pytest ended with 4:\nnot found: missing\.py"):
        results.run(["missing.py"], {})


def test_each_kernel_that_the_processor_can_run_is_the_one_that_is_taken(openblas):
    assert kernels.taken("Nehalem") == "Nehalem"
    assert kernels.taken("Sandybridge") == "Sandybridge"


@pytest.mark.parametrize("kernel", ["Nehalem", "Haswell"])
def test_numpy_s_own_loops_are_no_newer_than_the_kernel(openblas, kernel):
    code = (
        "from numpy._core._multiarray_umath import __cpu_features__ as f; import json;"
        "print(json.dumps({name: f[name] for name in ('SSE42', 'X86_V3', 'X86_V4')}))"
    )
    environment = {**os.environ, **kernels.environment(kernel)}
    features = json.loads(subprocess.check_output([sys.executable, "-c", code], env=environment))
    assert features["SSE42"]
    assert not features["X86_V4"]
    assert features["X86_V3"] == (kernel == "Haswell" and kernels.FEATURES["X86_V3"])


def test_a_red_kernel_is_named_and_the_table_goes_on(monkeypatch, capsys):
    red = results.Results(3, ["tests.test_a: test_two"], 1, ["notebooks.01.ipynb: Cell 1"], 2.0)
    green = results.Results(4, [], 2, [], 2.0)
    monkeypatch.setattr(kernels, "KERNELS", {"A": "SSE3", "B": "SSE3", "C": "SSE3", "D": "NEON"})
    monkeypatch.setattr(kernels, "FEATURES", {"SSE3": True, "NEON": False})
    monkeypatch.setattr(kernels, "taken", {"A": "A", "B": "A", "C": "C", "D": "D"}.get)
    monkeypatch.setattr(kernels, "environment", lambda kernel: {"kernel": kernel})
    monkeypatch.setattr(
        kernels.results, "run", lambda _, environment: {"A": red, "C": green}[environment["kernel"]]
    )
    with pytest.raises(
        SystemExit, match=r"A: tests\.test_a: test_two\nA: notebooks\.01\.ipynb: Cell 1"
    ):
        kernels.main()
    lines = capsys.readouterr().out.splitlines()[2:]
    assert lines[0] == "| A | 3 | 1 | 1 | 1 | 2 |"
    assert lines[1].startswith("| B | as A")
    assert lines[2] == "| C | 4 | 0 | 2 | 0 | 2 |"
    assert "lacks NEON" in lines[3]


def test_without_debian_the_emulation_says_what_it_needs(monkeypatch):
    monkeypatch.setattr(arm64.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"needs Debian or Ubuntu .* no apt-get, no dpkg-deb"):
        arm64.main([])


def test_the_kernel_for_jupyter_runs_the_emulator_on_the_processor_that_computes_rightly(tmp_path):
    arm64.write_kernel(tmp_path, ["qemu", "-cpu", arm64.PROCESSOR, "python3.11"])
    kernel = json.loads((tmp_path / "kernels/arm64/kernel.json").read_text("utf-8"))
    assert kernel["argv"][:4] == ["qemu", "-cpu", "cortex-a72", "python3.11"]
    assert str(Path(tmp_path / "packages")) in kernel["env"]["PYTHONPATH"]
