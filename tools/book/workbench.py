"""Make the workbench: JupyterLab in the browser, with Python in it, for all notebooks (make site).

JupyterLite is installed beside the packages of .venv, not among them: its extensions are for it
alone. The folder lite configures it. Its Python is the book's (book_python.py).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

from tools.book.book_python import LITE
from tools.notebook import alone
from tools.notebook.lesson import read_all
from tools.notebook.media import WORKBENCH
from tools.published import source_address

PINS = LITE / "requirements.txt"
INSTALLED = Path(sys.prefix) / "jupyterlite" / hashlib.sha256(PINS.read_bytes()).hexdigest()[:12]
EXTENSIONS = "share/jupyter/labextensions"
# Of the extensions in .venv, those that carry labs; Notebook 7's has no place here.
LABS = ("@jupyter-widgets/jupyterlab-manager", "anywidget")
# Two places in JupyterLite 0.8.6 for which it has no setting: a build says if they are not there.
# Whether Python may read and write the files beside the notebooks: a service worker carries them.
# JupyterLite asks before it has looked for it, except on a first visit (`enabled` in its file
# packages/apputils/src/service-worker-manager.ts). The browser knows; the book has one, too.
MAY_WRITE = "get enabled(){return null!==this._registration"
KNOWN = "||!!navigator.serviceWorker?.controller?.scriptURL.includes('/workbench/')"
# Where it reads a notebook. It believes a file that says of its cells that they are trusted, and
# brings back the widgets in its metadata: both could run the code of whoever wrote the file. It has
# no signatures as a server has (https://github.com/jupyter-book/jupyterlab-myst/issues/132).
READS = re.compile(
    r"fromJSON\((\w+)\)\{(?=var [\w,]+;let \w+=\w+\.JSONExt\.deepCopy\(\1\),"
    r"\w+=\1\.metadata\.orig_nbformat)"
)
UNTRUSTED = (
    r"\g<0>delete \1.metadata.widgets;"
    r"for(const cell of \1.cells)delete cell.metadata?.trusted;"
)


def write(folder):
    """Write the workbench into `folder`, which is made anew."""
    install()
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        for name in ("jupyter-lite.json", "overrides.json"):
            shutil.copy(LITE / name, place)
        write_notebooks(place / "notebooks")
        build(place, folder)
    connect_files(folder)
    trust_no_file(folder)
    page = folder / "lab" / "index.html"
    config = json.loads((LITE / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    head = f"<title>{config['appName']}</title><link rel='icon' href=\"{config['faviconUrl']}\">"
    text = page.read_text("utf-8").replace("<title>JupyterLite</title>", head)
    page.write_text(text, "utf-8")


def write_notebooks(folder):
    """The notebooks, with the tasks as the workbench says them."""
    folder.mkdir()
    for lesson in read_all():
        for cell in lesson.cells:
            if cell.kind == "task":
                cell.stored["source"] = WORKBENCH.task(cell.entry)
            elif not cell.is_code:
                cell.stored["source"] = WORKBENCH.text(cell.source)
        alone.write(lesson.notebook, source_address())
        nbformat.write(lesson.notebook, folder / lesson.path.name)


def build(place, folder):
    """Let JupyterLite build into `folder` what stands in `place`."""
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--apps", "lab"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--ignore-sys-prefix"]
    command += ["--contents", place / "notebooks", "--output-dir", folder]
    command += [f"--FederatedExtensionAddon.extra_labextensions_path={INSTALLED / EXTENSIONS}"]
    for name in LABS:
        extension = Path(sys.prefix) / EXTENSIONS / name
        command.append(f"--LiteBuildConfig.federated_extensions={extension}")
    environment = dict(os.environ, PYTHONPATH=str(INSTALLED))
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8"}
    done = subprocess.run(command, cwd=place, env=environment, **options)
    if done.returncode:
        sys.exit(f"JupyterLite could not be built:\n{done.stdout[-2000:]}")


def connect_files(folder):
    """Let Python have the files on every visit (helpers.mine keeps functions in one)."""
    scripts = [path for path in folder.rglob("*.js") if MAY_WRITE in path.read_text("utf-8")]
    if not scripts:
        sys.exit("JupyterLite has changed: connect_files in tools/book/workbench.py is out of date")
    for path in scripts:
        text = path.read_text("utf-8").replace(MAY_WRITE, MAY_WRITE + KNOWN)
        path.write_text(text, "utf-8")


def trust_no_file(folder):
    """Let a notebook run nothing when it is opened: what its reader runs is trusted, as ever."""
    done = 0
    for path in folder.rglob("*.js"):
        text, count = READS.subn(UNTRUSTED, path.read_text("utf-8"))
        if count:
            path.write_text(text, "utf-8")
            done += count
    if done != 1:
        sys.exit("JupyterLite has changed: trust_no_file in tools/book/workbench.py is out of date")


def install():
    """Install JupyterLite, once."""
    if not (INSTALLED / "whole").exists():
        shutil.rmtree(INSTALLED.parent, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        command += ["--require-hashes", "--requirement", PINS, "--target", INSTALLED]
        subprocess.run(command, check=True)
        (INSTALLED / "whole").touch()
