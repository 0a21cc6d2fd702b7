"""Python for the browser: Pyodide, packages and helpers as files that a worker loads.

The book's worker takes NumPy and helpers, the workbench's (workbench.py) the rest too. Pyodide
comes from npm. Packages come as wheels (web/requirements.txt); NumPy and others that are compiled
come inside another package. All are pinned by their hashes. All Python in them is compiled once,
and kept beside the packages.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email import message_from_bytes
from pathlib import Path

from packaging.requirements import Requirement

from helpers.labs.language_lab import language_states
from tools.repository import ROOT

HERE = Path(__file__).resolve().parent
WEB = HERE / "web"
LITE = HERE / "lite"
PYODIDE = Path(sys.prefix) / "node_modules" / "pyodide"  # where tools/start.py installs it
NODE = Path(sys.executable).with_name("node" + Path(sys.executable).suffix)
KEPT = Path(sys.prefix) / "book"  # what is downloaded or compiled once
# What the book's worker loads before Python runs, and of it what comes packed as a whole: that is
# smaller, and needs no server that packs.
PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "helpers.zip", "numpy-*.whl")
PLAIN = ("pyodide.js", "pyodide-lock.json")
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
LIBRARY = "python_stdlib.zip"
STATES = "language_states.zip"
# The wheels that come inside others.
COMPILED = {"contourpy", "kiwisolver", "matplotlib", "numpy", "pillow"}
CARRIED = COMPILED | {"ipykernel", "piplite", "pyodide_kernel"}
# What neither lessons nor readers need here: tests, types for editors, C, processes, mail, old
# encodings, terminals, drawings of buttons, unused fonts, colours for other languages.
UNUSED = re.compile(
    r"(^|/)(tests?|f2py|distutils|_pyinstaller|typing|_examples)/|\.(pyi|pxd|pyx|h|c|a)$|\.data/|"
    r"^(multiprocessing|xmlrpc|wsgiref|mailbox|imaplib|smtplib|ftplib|modulefinder|"
    r"optparse|_pyio|pickletools|wave)[./]|"
    r"^(asyncio/(windows|proactor)|http/(server|cookiejar)|"
    r"_pydatetime|doctest|ctypes/(macholib|wintypes|_aix))|"
    r"^encodings/(big5|cp(?!437|1252)|euc_|gb|hp_|hz|iso2022|iso8859_(?!1\.)|johab|koi8|kz|mac_|"
    r"palmos|ptcp|shift|tis)|"
    r"^_pyrepl/\w*(reader|console|readline|queue|terminfo|commands|completer|keymap|interact|input)|"
    r"^xml/(dom|sax)/|^numpy/linalg/lapack_lite|"
    r"mpl-data/(images|sample_data|fonts/(afm|pdfcorefonts))/|DejaVu(Serif|SansMono-)|"
    r"^wcwidth/table_grapheme_overrides/_known|"
    r"^pygments/lexers/(?!__init__|_mapping|python|special|shell|markup|html|css|javascript|data)"
)
OURS = ("*.py", "*.md", "*.npz", "*.json", "*.js", "*.css", "*.mplstyle")  # of helpers
THERE = {"sys_platform": "emscripten", "platform_system": "Emscripten", "python_version": "3.14"}


def write(folder):
    """Write all that the worker loads into `folder`."""
    folder.mkdir(parents=True)
    for name in CORE:
        shutil.copy(PYODIDE / name, folder)
    packages = foundation(folder)
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "helpers.zip"
        made.write_bytes(ours())
        compile_into(folder, made)
    packages += [folder / "helpers.zip", stand_in(folder / "jedi.zip"), states(folder / STATES)]
    write_packed(folder)
    lock = folder / "pyodide-lock.json"
    content = json.loads(lock.read_text("utf-8"))
    lock.write_text(json.dumps({**content, "packages": locked(packages)}), "utf-8")


def write_packed(folder):
    """What the book's worker loads packed (web/fetching.js), and the script that names it."""
    paths = [path for pattern in PACKED for path in folder.glob(pattern)]
    for path in paths:
        content = stored(path) if path.suffix in (".zip", ".whl") else path.read_bytes()
        path.with_name(f"{path.name}.bin").write_bytes(gzip.compress(content, mtime=0))
    script = (PYODIDE / "pyodide.mjs").read_text("utf-8")
    names = json.dumps([path.name for path in paths])
    ours = f'export const packed = {names};\nexport const edition = "{edition()}";\n'
    (folder / "pyodide.js").write_text(f"{script}\n{ours}", "utf-8")


def stored(path):
    """A zip file with its content as it is, but for what the workbench alone needs."""
    made = io.BytesIO()
    with zipfile.ZipFile(path) as packed, zipfile.ZipFile(made, "w") as archive:
        for name in packed.namelist():
            if name not in ("unittest/mock.pyc", "helpers/data/pairs.npz"):
                archive.writestr(zipfile.ZipInfo(name), packed.read(name))
    return made.getvalue()


def first(folder):
    """What the book's worker loads of `folder` before Python runs."""
    return [*folder.glob("*.bin"), *(folder / name for name in PLAIN)]


def asked(folder):
    """All that it may load of `folder`: matplotlib, too, with what that stands on."""
    packages = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]
    packed = {"numpy"}
    names = ["matplotlib"]
    for name in names:
        names += [other for other in packages[name]["depends"] if other not in {*names, *packed}]
    return [*first(folder), folder / STATES, *(folder / packages[x]["file_name"] for x in names)]


def foundation(folder):
    """Python's library and the wheels, compiled: copied into `folder`. Returns the wheels there."""
    pins = (WEB / "requirements.txt").read_bytes() + (PYODIDE / "package.json").read_bytes()
    pins += Path(__file__).read_bytes() + (WEB / "compile.mjs").read_bytes()
    kept = KEPT / hashlib.sha256(pins).hexdigest()[:12]
    if not kept.exists():
        KEPT.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as temporary:
            source, made = Path(temporary) / "source", Path(temporary) / "made"
            source.mkdir()
            made.mkdir()
            library = source / LIBRARY
            library.write_bytes(without_unused((PYODIDE / LIBRARY).read_bytes()))
            compile_into(made, library, *wheels(source))
            made.rename(kept)  # whole, or not at all
    files = sorted(kept.iterdir())
    for path in files:
        shutil.copy(path, folder)
    return [folder / path.name for path in files if path.suffix == ".whl"]


def wheels(folder):
    """Download the packages, as wheels without what no lesson needs."""
    print("Downloading Python for the browser: once, 116 MB.", flush=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    command += ["--only-binary", ":all:", "--ignore-requires-python", "--platform", "any"]
    command += ["--require-hashes", "--requirement", WEB / "requirements.txt"]
    subprocess.run(command, check=True)
    for path in [*folder.glob("*.whl")]:
        with zipfile.ZipFile(path) as archive:
            carried = [name for name in archive.namelist() if name.endswith(".whl")]
            for name in carried:
                file = Path(name).name
                if file.split("-")[0] in CARRIED:
                    (folder / file).write_bytes(without_unused(archive.read(name)))
        if carried:
            path.unlink()
        else:
            path.write_bytes(without_unused(path.read_bytes()))
    return sorted(folder.glob("*.whl"))


def without_unused(zipped):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as packed, zipfile.ZipFile(made, "w") as archive:
        for name in packed.namelist():
            if not UNUSED.search(name):
                archive.writestr(name, packed.read(name))
    return made.getvalue()


def ours():
    """A zip file of helpers, and of what runs cells in the browser."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, path in our_files().items():
            archive.writestr(name, path.read_bytes())
    return made.getvalue()


def our_files():
    """{name in the zip file: path}."""
    paths = sorted(path for kind in OURS for path in (ROOT / "helpers").rglob(kind))
    helpers = {path.relative_to(ROOT).as_posix(): path for path in paths}
    del helpers[language_states.FILE.relative_to(ROOT).as_posix()]
    return helpers | {name: WEB / name for name in ("notebook.py", "not_here.py", "narrow.py")}


def edition():
    """A hash of them: a page that was made with others can say so."""
    content = hashlib.sha256()
    for name, path in our_files().items():
        content.update(name.encode() + path.read_bytes())
    return content.hexdigest()[:8]


def states(path):
    """What one lab alone needs, the language model's recorded states, as a package of its own."""
    with zipfile.ZipFile(path, "w") as archive:
        name = language_states.FILE.relative_to(ROOT).as_posix()
        archive.writestr(zipfile.ZipInfo(name), language_states.FILE.read_bytes())
    return path


def compile_into(folder, *files):
    subprocess.run([NODE, WEB / "compile.mjs", PYODIDE, folder, *files], check=True)


def stand_in(path):
    """A package in the place of jedi, which the kernel asks for by its name: it would take half of
    the kernel's start. IPython's own completion is as good here."""
    with zipfile.ZipFile(path, "w") as archive:
        text = (LITE / "ipython_config.py").read_text("utf-8")
        archive.writestr("ipython/profile_default/ipython_config.py", text)
    return path


def locked(paths):
    """Pyodide's list of packages, with these alone."""
    packages = {}
    for path in paths:
        name, version = (*path.stem.split("-"), "0")[:2]
        name = name.replace("_", "-")
        with zipfile.ZipFile(path) as archive:
            files = archive.namelist()
        packages[name] = {
            "name": name,
            "version": version,
            "file_name": path.name,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "imports": sorted({re.split("[./]", file)[0] for file in files if ".py" in file}),
            "depends": [needed.name.replace("_", "-") for needed in required(path)],
            "unvendored_tests": False,
        }
    for package in packages.values():
        package["depends"] = [name for name in package["depends"] if name in packages]
    return packages


def required(path):
    """What the package in this zip file stands on."""
    with zipfile.ZipFile(path) as archive:
        needed = [
            Requirement(line)
            for file in archive.namelist()
            if file.endswith(".dist-info/METADATA")
            for line in message_from_bytes(archive.read(file)).get_all("Requires-Dist", [])
        ]
    return [item for item in needed if not item.marker or item.marker.evaluate(THERE)]
