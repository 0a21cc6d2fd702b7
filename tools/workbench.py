"""Make the workbench: JupyterLab in the browser, with Python in it, for all notebooks (make site).

python tools/workbench.py [FOLDER]   write it into FOLDER/workbench, by default into `site`

JupyterLite is installed beside the packages of .venv, not among them: its extensions are for it
alone. The folder lite configures it. Its Python is the book's (book_python.py).
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from book_python import ROOT, TOOLS

LITE = TOOLS / "lite"
PINS = LITE / "requirements.txt"
INSTALLED = Path(sys.prefix) / "jupyterlite" / hashlib.sha256(PINS.read_bytes()).hexdigest()[:12]
EXTENSIONS = "share/jupyter/labextensions"
# Of the extensions in .venv, those that carry labs; Notebook 7's has no place here.
LABS = ("@jupyter-widgets/jupyterlab-manager", "anywidget")


def write(folder):
    """Write the workbench into `folder`, which is made anew."""
    install()
    shutil.rmtree(folder, ignore_errors=True)
    environment = dict(os.environ, PYTHONPATH=str(INSTALLED))
    with tempfile.TemporaryDirectory() as temporary:  # it leaves a log where it runs
        for name in ("jupyter-lite.json", "overrides.json"):
            shutil.copy(LITE / name, temporary)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--log-level", "ERROR"]
        command += ["--apps", "lab", "--no-sourcemaps", "--no-unused-shared-packages"]
        command += ["--ignore-sys-prefix", "--contents", ROOT / "notebooks", "--output-dir", folder]
        for name in LABS:
            extension = Path(sys.prefix) / EXTENSIONS / name
            command.append(f"--LiteBuildConfig.federated_extensions={extension}")
        command.append(f"--FederatedExtensionAddon.extra_labextensions_path={INSTALLED/EXTENSIONS}")
        done = subprocess.run(
            command, cwd=temporary, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    if done.returncode:
        sys.exit(f"JupyterLite could not be built:\n{done.stdout.decode()[-2000:]}")


def install():
    """Install JupyterLite, once."""
    if not (INSTALLED / "whole").exists():
        shutil.rmtree(INSTALLED.parent, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        command += ["--require-hashes", "--requirement", PINS, "--target", INSTALLED]
        subprocess.run(command, check=True)
        (INSTALLED / "whole").touch()


if __name__ == "__main__":
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    write(site / "workbench")
    print(f"The workbench is in {site / 'workbench'}.")
