"""What Binder does with binder/: repo2docker's plan, read without Docker, and its steps, repeated
in a clean environment of the same Python."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from helpers.language import files
from tests.running import ANYWAY
from tools.repository import ROOT

NOTEBOOK = "notebooks/04_worked_example.ipynb"

pytestmark = pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}Binder's tools on Windows")


@pytest.fixture(scope="module")
def plan():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout + result.stderr


def test_python_is_the_pinned_one(plan):
    assert "Building conda environment for python=3.11\n" in plan


def test_pins_come_before_the_repository_and_postbuild_after(plan):
    lines = plan.splitlines()
    steps = [line for line in lines if "binder/" in line or " src/ " in line]
    assert [re.sub(r"--chown=\S+ |RUN \S+/bin/", "", step) for step in steps] == [
        "COPY src/binder/requirements.txt ${REPO_DIR}/binder/requirements.txt",
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        "COPY src/ ${REPO_DIR}/",
        "RUN chmod +x binder/postBuild",
        "RUN ./binder/postBuild",
        'RUN chmod +x "${REPO_DIR}/binder/start"',
        'ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"',
    ]


def test_what_is_installed_is_what_serves_the_notebooks(plan):
    assert "ENV KERNEL_PYTHON_PREFIX=${NB_PYTHON_PREFIX}\n" in plan


def test_a_clone_on_windows_keeps_the_scripts_line_ends(tmp_path):
    """Git writes \\r\\n there, which no shell takes, and the folder may be given on to Linux."""
    script = (ROOT / "binder/start").read_bytes()
    for name in [".gitattributes", "binder/start"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for command in ["init", "add .", "checkout-index --all --force --prefix=clone/"]:
        git = ["git", "-c", "core.autocrlf=true", *command.split()]
        subprocess.run(git, cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "clone/binder/start").read_bytes() == script
    assert b"\r" not in script


def test_pins_are_the_top_level_ones_and_what_a_hub_adds():
    pins = (ROOT / "binder/requirements.txt").read_text().splitlines()
    readers = (ROOT / "requirements.txt").read_text().splitlines()
    common = [line for line in pins if not line.startswith("nbgitpuller==")]
    assert common == readers, "make pins writes both"
    assert len(pins) == len(readers) + 1
    assert all(line[0].isalnum() and "==" in line for line in pins)


def test_the_image_has_what_a_hub_starts():
    """hub/README.md says of which hub: repo2docker brings it."""
    files = Path(find_spec("repo2docker").origin).parent / "buildpacks/conda"
    assert "jupyterhub-singleuser==5" in (files / "environment.yml").read_text()


def test_the_repository_s_place_in_the_image_can_be_chosen(plan):
    """A hub's volume hides the home, so hub/README.md chooses another one."""
    assert "ARG REPO_DIR=${HOME}\n" in plan


@pytest.mark.parametrize(("changes", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_a_session_computes_in_one_thread_unless_told_otherwise(changes, threads):
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"} | changes
    command = [ROOT / "binder/start", "printenv", "OPENBLAS_NUM_THREADS"]
    assert subprocess.check_output(command, env=environment, text=True) == f"{threads}\n"


def test_a_session_finds_the_models_that_were_fetched_when_the_image_was_made():
    environment = {k: v for k, v in os.environ.items() if k != files.VARIABLE}
    command = [ROOT / "binder/start", "printenv", files.VARIABLE]
    assert subprocess.check_output(command, env=environment, text=True) == f"{ROOT}/.models\n"
    assert "$PWD/.models" in (ROOT / "binder/postBuild").read_text()


@pytest.mark.rare
@pytest.mark.sample
@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason=f"{ANYWAY}Python 3.11, which Binder's image has"
)
@pytest.mark.skipif(not os.environ.get("CI"), reason="needs the network and 40 s: CI runs it")
def test_the_steps_replayed_run_a_notebook(tmp_path):
    repository, prefix, fonts = tmp_path / "repository", tmp_path / "prefix", tmp_path / "fonts"
    shutil.copytree(ROOT, repository, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    path = f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "MPLCONFIGDIR": str(fonts)}
    environment[files.VARIABLE] = str(files.folder())  # they are fetched already

    def run(*command):
        command = [str(part) for part in command]
        result = subprocess.run(
            command, cwd=repository, env=environment, capture_output=True, text=True
        )
        assert result.returncode == 0, result.stdout + result.stderr

    run(sys.executable, "-m", "venv", prefix)
    install = [sys.executable, "-m", "uv", "pip", "install", "--python", prefix / "bin/python"]
    run(*install, "-r", "binder/requirements.txt")  # what pip would, with less work
    run("./binder/postBuild")
    assert list(fonts.glob("fontlist*")), "postBuild builds matplotlib's font cache"
    for path in filter(Path.is_file, (ROOT / "data").rglob("*")):
        assert (prefix / path.relative_to(ROOT / "data")).exists()
    run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--stdout", NOTEBOOK)
