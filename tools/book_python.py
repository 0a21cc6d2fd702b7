"""Python for the browser: Pyodide, NumPy and helpers as files that a worker loads.

Pyodide comes from npm. NumPy's wheel for it comes inside another package (web/requirements.txt).
Both are pinned by their hashes. All Python in them is compiled once, and kept beside the packages.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
WEB = TOOLS / "web"
PYODIDE = Path(sys.prefix) / "node_modules" / "pyodide"  # where tools/start.py installs it
NODE = Path(sys.executable).with_name("node" + Path(sys.executable).suffix)
KEPT = Path(sys.prefix) / "book"  # what is downloaded or compiled once
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
LIBRARY = "python_stdlib.zip"
WHEELS = ("numpy", "contourpy")
# What neither lessons nor readers need here: tests, types for editors, processes, mail.
UNUSED = re.compile(
    r"(^|/)(tests?|f2py|distutils|_pyinstaller|typing)/|\.pyi$|\.pxd$|\.data/|"
    r"^(multiprocessing|xml|xmlrpc|wsgiref|mailbox|imaplib|smtplib|ftplib|pdb|bdb|modulefinder|"
    r"optparse|_pyio|pickletools|plistlib|wave)[./]"
)
OURS = ("*.py", "*.npz", "*.json")  # of helpers


def write(folder):
    """Write all that the worker loads into `folder`."""
    folder.mkdir(parents=True)
    for name in CORE:
        shutil.copy(PYODIDE / name, folder)
    names = [path.name for path in foundation(folder)]
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "helpers.zip"
        made.write_bytes(ours())
        compile_into(folder, made)
    lock = folder / "pyodide-lock.json"
    lock.write_text(json.dumps(locked(json.loads(lock.read_text("utf-8")), folder, names)))


def foundation(folder):
    """Python's library and the wheels, compiled: copied into `folder`. Returns the wheels there."""
    pins = (WEB / "requirements.txt").read_bytes() + (PYODIDE / "package.json").read_bytes()
    pins += Path(__file__).read_bytes() + (WEB / "compile.mjs").read_bytes()
    kept = KEPT / hashlib.sha256(pins).hexdigest()[:12]
    if not kept.exists():
        KEPT.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as temporary:
            given, made = Path(temporary) / "given", Path(temporary) / "made"
            given.mkdir()
            made.mkdir()
            library = given / LIBRARY
            library.write_bytes(without_unused((PYODIDE / LIBRARY).read_bytes()))
            compile_into(made, library, *wheels(given))
            made.rename(kept)  # whole, or not at all
    files = sorted(kept.iterdir())
    for path in files:
        shutil.copy(path, folder)
    return [folder / path.name for path in files if path.suffix == ".whl"]


def wheels(folder):
    """Download what carries the wheels; take out ours, without what no lesson needs."""
    print("Downloading NumPy for the browser: once, 106 MB.", flush=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    command += ["--only-binary", ":all:", "--python-version", "3.12", "--require-hashes"]
    subprocess.run([*command, "--requirement", WEB / "requirements.txt"], check=True)
    (carrier,) = folder.glob("*.whl")
    found = []
    with zipfile.ZipFile(carrier) as archive:
        for name in archive.namelist():
            file = name.rpartition("/")[2]
            if file.endswith("wasm32.whl") and file.split("-")[0] in WHEELS:
                found.append(folder / file)
                found[-1].write_bytes(without_unused(archive.read(name)))
    carrier.unlink()
    return found


def without_unused(zipped):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as given, zipfile.ZipFile(made, "w") as archive:
        for name in given.namelist():
            if not UNUSED.search(name):
                archive.writestr(name, given.read(name))
    return made.getvalue()


def ours():
    """A zip file of helpers, and of what runs cells in the browser."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(path for kind in OURS for path in (ROOT / "helpers").rglob(kind)):
            archive.writestr(path.relative_to(ROOT).as_posix(), path.read_bytes())
        archive.writestr("notebook.py", (WEB / "notebook.py").read_bytes())
    return made.getvalue()


def compile_into(folder, *files):
    subprocess.run([NODE, WEB / "compile.mjs", PYODIDE, folder, *files], check=True)


def locked(lock, folder, names):
    """Pyodide's list of packages, with these wheels alone."""
    packages = {}
    for name in names:
        package, version = name.split("-")[:2]
        packages[package] = {
            "name": package,
            "version": version,
            "file_name": name,
            "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "imports": [package],
            "depends": [] if package == "numpy" else ["numpy"],
            "unvendored_tests": False,
        }
    return {**lock, "packages": packages}
