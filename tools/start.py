"""From a fresh clone to JupyterLab or to tested code: makes .venv, installs the pins, starts.

    python3 tools/start.py lab [--port PORT]    read and run the notebooks
    python3 tools/start.py slides 03            show a notebook as slides; also --port, --short
    python3 tools/start.py vote 03              the same, the room votes by phone; --shared, --host
    python3 tools/start.py model                fetch the published models of notebook 13
    python3 tools/start.py lint                 check format, lint and the JavaScript's types
    python3 tools/start.py test [--nbval-lax]   the same, then the tests and the notebooks
    python3 tools/start.py test-long            the same, and nearly all that needs no browser
    python3 tools/start.py test-all             all checks, tests and notebooks
    python3 tools/start.py python ARGUMENTS     the environment's Python, with what the tests need

All other commands of `make help` are of the last kind: `python -m tools.book.book`, for instance.
The standard library is enough. Python 3.11 is needed, but any Python 3.6 can read this file, so
that an old one gets a sentence and not a syntax error.
"""

import contextlib
import errno
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # repository.py's: this file runs by its path alone
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE, NPM = (PYTHON.with_name(name + PYTHON.suffix) for name in ("node", "npm"))
LAB_PINS = ["requirements.txt"]
TEST_PINS = ["requirements.txt", "tests/requirements.txt"]
NODE_PINS = ["package.json", "package-lock.json"]
COMMANDS = {  # what has to be installed, and what .venv's Python then runs
    "lab": (LAB_PINS, "-m", "tools.jupyterlab"),
    "slides": (LAB_PINS, "-m", "tools.slides.slides"),
    "vote": (LAB_PINS, "-m", "tools.vote.vote"),
    "model": (LAB_PINS, "-m", "tools.model.fetch"),
    "lint": (TEST_PINS, "-m", "tools.run_checks", "lint"),
    "test": (TEST_PINS, "-m", "tools.run_checks", "test"),
    "test-long": (TEST_PINS, "-m", "tools.run_checks", "test-long"),
    "test-all": (TEST_PINS, "-m", "tools.run_checks", "test-all"),
    "python": (TEST_PINS,),
}
NEWEST = (3, 15)  # the newest Python for which the pins have packages that need no compiler
ELSEWHERE = ["target", "prefix", "root"]  # settings of pip that lead out of .venv
UV_NAMES = {  # what uv calls the settings of pip that say where packages come from
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "proxy": "ALL_PROXY",
    "cert": "SSL_CERT_FILE",
}
THREADS = ["OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"]


def main(arguments):
    if sys.version_info < (3, 11):  # noqa: UP036
        version = "{}.{} ({})".format(*sys.version_info[:2], sys.executable)
        sys.exit(
            f"Python 3.11 or newer is needed, and this is {version}. Install one, or name one "
            f"that you have: {other_python('3.12')}"
        )
    if hasattr(sys.stdout, "reconfigure"):  # as tools/__init__.py has it for all other commands
        sys.stdout.reconfigure(errors="replace")
    if not arguments or arguments[0] not in COMMANDS:
        sys.exit(__doc__)
    compute_in_one_thread()
    for name in ("PYTHONPATH", "PYTHONHOME"):  # with them, .venv gets packages of another Python
        os.environ.pop(name, None)
    pins, *command = COMMANDS[arguments[0]]
    ensure(pins)
    return wait_for(subprocess.Popen([str(PYTHON), *command, *arguments[1:]], cwd=str(ROOT)))


def other_python(version):
    """How a command is begun with another Python."""
    if os.name == "nt":
        return rf"py -{version} tools\start.py lab"
    return f"make lab PYTHON=python{version}"


def compute_in_one_thread():
    """Small matrices gain nothing from NumPy's threads, which slow a busy machine down. What the
    user has set stays."""
    if "OMP_NUM_THREADS" not in os.environ:  # which stands for all of them
        for name in THREADS:
            os.environ.setdefault(name, "1")


def ensure(pins):
    """Install `pins` and the package in .venv; with the tests' pins, those of npm too.

    The stamp names what is installed already. If it is empty, an installation was interrupted and
    all is made anew: it is there before anything else. If there is none, .venv belongs to the
    reader."""
    stamp = VENV / "installed.txt"
    environment = "Python {}.{} for {}".format(*sys.version_info[:2], ROOT)
    data = sorted(path for path in (ROOT / "data").rglob("*") if path.is_file())
    node = NODE_PINS if pins is TEST_PINS else []
    files = [*(ROOT / name for name in [*pins, *node]), ROOT / "pyproject.toml", *data]
    needed = {environment, *(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)}
    installed = what_is_installed(stamp)
    if needed <= installed:
        return
    if environment not in installed:
        try:
            import ensurepip  # noqa: F401
            import venv  # noqa: F401
        except ImportError:
            packages = "python3-venv (or python{}.{}-venv)".format(*sys.version_info[:2])
            sys.exit("This Python has no venv module. Debian, Ubuntu: sudo apt install " + packages)
        if VENV.exists() and not stamp.exists():
            sys.exit("There is a folder .venv that this script did not make: rename or remove it.")
    VENV.mkdir(exist_ok=True)
    with only_one(stamp):
        installed = what_is_installed(stamp)  # perhaps another one has just done it
        if not needed <= installed:
            install(pins, node, stamp, anew=environment not in installed)
            stamp.write_text("\n".join(sorted(needed)), "utf-8")


def what_is_installed(stamp):
    """The lines of the stamp, none if there is nothing that runs."""
    lines = set(stamp.read_text("utf-8").splitlines()) if stamp.exists() else set()
    return lines if lines and runs() else set()


@contextlib.contextmanager
def only_one(stamp):
    """While it is entered, no other of these commands installs. The lock ends with its process; it
    is far behind the stamp's text, which on Windows nobody could read otherwise."""
    with stamp.open("a") as file:
        file.seek(2**20)
        waits = False
        while not locked(file):
            if not waits:
                print("Another command is installing: waiting until it is done.", flush=True)
            waits = True
            time.sleep(1)
        yield


def locked(file):
    """Lock a file; whether that was possible."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:  # Windows says so of a lock, and some network drives know none
        return error.errno not in (errno.EACCES, errno.EDEADLK)
    return True


def install(pins, node, stamp, anew):
    """Install pins of pip and of npm (node); anew: into a .venv that is empty but for its stamp."""
    print(
        "Installing the pinned packages into .venv: once, about half a minute, or as long as it "
        "takes to download 110 MB (for tests, 250 MB).",
        flush=True,
    )
    stamp.write_text("", "utf-8")
    if anew:
        for path in VENV.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path != stamp:
                path.unlink()
        quietly("Could not make .venv:", sys.executable, "-m", "venv", VENV)
    trouble = (
        "{} could not install the packages. Is there a network, without a page that asks you to "
        "log in, and space on the disk?"
    )
    if sys.version_info[:2] > NEWEST:
        newer, newest = ("{}.{}".format(*version[:2]) for version in (sys.version_info, NEWEST))
        trouble += f" Or Python {newer} is too new for them: name {newest}, if you have it: "
        trouble += other_python(newest)
    own = VENV / ("pip.ini" if os.name == "nt" else "pip.conf")  # stands above the user's
    sections = ["[{}]\n{} =\n".format(x, " =\n".join(ELSEWHERE)) for x in ("global", "install")]
    own.write_text("".join(sections), "utf-8")
    wanted = ["--no-deps", *(part for name in pins for part in ("-r", ROOT / name)), "-e", ROOT]
    if not installed_by_uv(wanted):
        quietly(trouble.format("pip"), PYTHON, "-m", "pip", "install", *wanted)
    for name in node:
        shutil.copy(ROOT / name, VENV)
    if node:
        npm = [trouble.format("npm"), NPM, "--prefix", VENV]
        quietly(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")


def installed_by_uv(wanted):
    """Whether uv has installed what is wanted, in a third of pip's time: the uv that is here, or
    one that pip brings. Where there is none, or uv cannot read an index, it is left to pip."""
    uv = [shutil.which("uv")]
    if uv == [None]:
        pip = [PYTHON, "-m", "pip", "install", "--retries", "1", "--only-binary", "uv"]
        if output_of(*pip, "--constraint", ROOT / "tests/requirements.txt", "uv").returncode:
            return False
        uv = [PYTHON, "-m", "uv"]
    install = [*uv, "pip", "install", "--python", PYTHON, "--index-strategy", "unsafe-best-match"]
    install += ["--reinstall-package", "self-attention-notebooks"]  # or changes in data/ are missed
    return output_of(*install, *wanted, settings=uv_settings()).returncode == 0


def uv_settings():
    """What pip has been told of where packages come from, in uv's words."""
    listed = output_of(PYTHON, "-m", "pip", "config", "list").stdout
    settings = {}
    for place in ("global", "install", ":env:"):  # the later ones override
        for name, value in re.findall(rf"(?m)^{place}\.([\w-]+)='(.+)'$", listed):
            if name in UV_NAMES:
                settings[UV_NAMES[name]] = value.replace(r"\n", " ").strip()
    return settings


def runs():
    """Whether the interpreter of .venv still starts."""
    try:
        return subprocess.call([str(PYTHON), "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def quietly(trouble, *command):
    """Run a command. If it fails, end with the trouble, and of the command's lines with the first
    that pip calls an error and the last."""
    result = output_of(*command)
    if result.returncode:
        lines = result.stdout.strip().splitlines()
        errors = [line for line in lines[:-3] if line.startswith("ERROR: ")][:1]
        sys.exit("\n".join([trouble, *(line[-300:] for line in errors + lines[-3:])]))


def output_of(*command, settings=None):
    """Run a command to its end: its exit code, and what it printed. settings: variables for it,
    where the reader has not set them."""
    environment = dict(settings or {}, **os.environ)
    environment.update(PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    environment.update(("PIP_" + name.upper(), "") for name in ELSEWHERE)
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")  # as pip; else npm fails behind some proxies
    return subprocess.run(
        [str(part) for part in command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


@contextlib.contextmanager
def ending(process, names=("SIGINT", "SIGTERM", "SIGHUP"), patience=None):
    """While this process waits for another one, these signals end the other one. Windows would end
    it without its kernels, so Ctrl-C there is left to what it reaches by itself. What nohup ignores
    stays ignored. patience: seconds after which one that has not ended is killed."""

    def end(*_):
        process.terminate()
        if patience is not None:
            killing = threading.Timer(patience, process.kill)
            killing.daemon = True
            killing.start()

    before = {}
    for name in names:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or (name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN):
            continue
        is_left = name == "SIGINT" and os.name == "nt"
        act = signal.SIG_IGN if is_left else end
        before[number] = signal.signal(number, act)
    try:
        yield
    finally:
        for number, act in before.items():
            signal.signal(number, act)


def wait_for(process):
    """The exit code of a process that Ctrl-C reaches too, and that may have to clean up then."""
    with ending(process, ["SIGTERM", "SIGHUP"]):
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
    except OSError as error:  # a full disk, a folder that is for reading alone
        sys.exit(f"{error.strerror}: {error.filename or ROOT}")
