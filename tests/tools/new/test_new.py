"""make new: its files run as they stand, and the tests ask only for what nobody has written yet."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tools.new import new
from tools.repository import LESSONS, ROOT

FOLDERS = ("helpers", "notebooks", "tools", "tests")
FILES = ("README.md", "TEACHING.md", "pyproject.toml")
BEFORE = LESSONS[-1].name
MISSING = {
    "89_some_words.ipynb: link to 90_the_documents.ipynb#From-notebook-89: no such heading",
    "README.md has no row for 89",
    "00_start_here.ipynb has no row for 89",
    f"{BEFORE} does not end with a link to [89 Some words](89_some_words.ipynb)",
}


@pytest.fixture
def python(tmp_path):
    """Runs Python in a copy of the repository. → what it prints"""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)

    def run(*arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""},
            capture_output=True,
            encoding="utf-8",
        )

    return run


@pytest.mark.sample
def test_a_new_notebook_runs_and_the_tests_say_what_is_missing(python):
    done = python("-m", "tools.new.new", "89", "some_words")
    assert done.returncode == 0, done.stderr
    assert "executed 89_some_words.ipynb" in done.stdout
    files = [f"tests/notebooks/test_{name}.py" for name in ("notebooks", "teaching", "series")]
    files += ["tests/helpers/exercises/test_exercises.py"]
    chosen = ["-k", "89 or its_page or its_files or some_words", "--all"]
    done = python("-m", "pytest", *files, *chosen, "--quiet", "--tb=line", "--no-header", "-rN")
    assert sorted(re.findall(": Failed: (.*)", done.stdout)) == sorted(MISSING), done.stdout
    assert f"\n{len(MISSING)} failed, " in done.stdout


@pytest.mark.parametrize(
    ("number", "name", "message"),
    [
        ("05", "some_words", "N: given 05, which is 05_masking.ipynb"),
        ("95", "some_words", "N: given '95', needed two digits"),
        ("x", "some_words", "N: given 'x', needed two digits"),
        ("89", "Some words", "NAME: given 'Some words', needed small letters"),
        ("89", "softmax", "NAME: given softmax, which is the lab in helpers/labs/softmax_lab"),
    ],
)
def test_what_cannot_be_a_notebook_is_refused(number, name, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        new.refuse(number, name)


def test_the_name_of_an_exercise_is_free_for_a_notebook():
    new.refuse("89", "temperature")
