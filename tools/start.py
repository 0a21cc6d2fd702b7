"""From a fresh clone to JupyterLab or to tested code: makes .venv, installs the pins, starts.

    python3 tools/start.py lab [--port PORT]    read and run the notebooks
    python3 tools/start.py slides 03            show a notebook as slides; also --port, --short
    python3 tools/start.py vote 03              the same, the room votes by phone; --shared, --host
    python3 tools/start.py model                fetch the published models of notebook 13
    python3 tools/start.py lint                 check format, lint and the JavaScript's types
    python3 tools/start.py test [--nbval-lax]   the same, then the tests and the notebooks
    python3 tools/start.py test-long            the same, and all that needs no browser
    python3 tools/start.py test-all             all checks, tests and notebooks
    python3 tools/start.py python ARGUMENTS     the environment's Python, with what the tests need

All other commands of `make help` are of the last kind: `python -m tools.book.book`, for instance.
The standard library is enough. Python 3.11 is needed, but any Python 3.6 can read this file, so
that an old one gets a sentence and not a syntax error.
"""

import argparse
import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # repository.py's: this file runs by its path alone
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE, NPM = (PYTHON.with_name(name + PYTHON.suffix) for name in ("node", "npm"))
TSC = VENV / "node_modules/typescript/bin/tsc"
LAB_PINS = ["requirements.txt"]
TEST_PINS = ["requirements.txt", "tests/requirements.txt"]
SCRIPTS = [  # folders of JavaScript
    "helpers/labs/engine",
    "tools/book/web",
    "tools/slides/labextensions/show/static",
    "tools/vote/phone",
]
WEB_TESTS = "tests/tools/book/browser"
WORKERS = "4"  # on two processors, too: who waits for a browser or a kernel leaves one free
NODE_PINS = ["package.json", "package-lock.json"]
PAGE = "/lab/tree/notebooks/00_start_here.ipynb"
NEWEST = (3, 15)  # the newest Python for which the pins have packages that need no compiler
ELSEWHERE = ["target", "prefix", "root"]  # settings of pip that lead out of .venv
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
    compute_in_one_thread()
    for name in ("PYTHONPATH", "PYTHONHOME"):  # with them, .venv gets packages of another Python
        os.environ.pop(name, None)
    if arguments[:1] == ["python"]:
        ensure(TEST_PINS)
        return wait_for(subprocess.Popen([str(PYTHON), *arguments[1:]]))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(
        dest="command",
        required=True,
        metavar="lab | slides | vote | model | lint | test | test-long | test-all | python",
    )
    commands.add_parser("lab").add_argument("--port", type=int)
    for name in ("slides", "vote"):
        show = commands.add_parser(name)
        show.add_argument("notebook", nargs="?", default="")
        show.add_argument("--port", type=int)
        show.add_argument("--short", action="store_true")
    show.add_argument("--shared", action="store_true")
    show.add_argument("--host", default="")
    commands.add_parser("model")
    commands.add_parser("lint")
    for name in ("test", "test-long", "test-all"):
        commands.add_parser(name).add_argument("--nbval-lax", action="store_true")
    options = parser.parse_args(arguments)
    if options.command == "lab":
        port = choose_port(options.port)
        ensure(LAB_PINS)
        return lab(port)
    if options.command == "slides":
        notebook = choose_notebook(options.notebook)
        port = choose_port(options.port)
        ensure(LAB_PINS)
        return slides(port, notebook, ["--short"] * options.short)
    if options.command == "vote":
        notebook = choose_notebook(options.notebook)
        port = choose_port(options.port)
        ensure(LAB_PINS)
        command = [str(PYTHON), "-m", "tools.vote.vote", str(notebook), str(port)]
        command += ["--shared"] * options.shared + ["--short"] * options.short
        command += ["--host", options.host] * bool(options.host)
        vote = subprocess.Popen(command, cwd=str(ROOT))
        with ending(vote):
            return vote.wait()
    if options.command == "model":
        ensure(LAB_PINS)
        return wait_for(subprocess.Popen([str(PYTHON), "-m", "tools.model.fetch"], cwd=str(ROOT)))
    ensure(TEST_PINS)
    if options.command == "lint":
        return verdict(lints())
    which = {"test": [], "test-long": ["--long"], "test-all": ["--all"]}[options.command]
    comparing = "--nbval-lax" if options.nbval_lax else "--nbval"
    return verdict({**lints(), **tests(comparing, *which)})


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
        "Installing the pinned packages into .venv: once, about a minute, or as long as it takes "
        "to download 100 MB (for tests, 250 MB).",
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
    pip = [trouble.format("pip"), PYTHON, "-m", "pip", "install"]
    install = pip
    if "CI" in os.environ:  # uv takes a tenth of the time, but knows no settings of pip
        quietly(*pip, "--constraint", ROOT / "tests/requirements.txt", "uv")
        install = [trouble.format("uv"), PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON]
    quietly(*install, *(part for name in pins for part in ("-r", ROOT / name)))
    quietly(*pip, "--no-deps", "-e", ROOT)
    for name in node:
        shutil.copy(ROOT / name, VENV)
    if node:
        npm = [trouble.format("npm"), NPM, "--prefix", VENV]
        quietly(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")


def runs():
    """Whether the interpreter of .venv still starts."""
    try:
        return subprocess.call([str(PYTHON), "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def quietly(trouble, *command):
    """Run a command. If it fails, end with the trouble, and of the command's lines with the first
    that pip calls an error and the last."""
    environment = dict(os.environ, PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    environment.update(("PIP_" + name.upper(), "") for name in ELSEWHERE)
    result = subprocess.run(
        [str(part) for part in command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if result.returncode:
        lines = result.stdout.strip().splitlines()
        errors = [line for line in lines[:-3] if line.startswith("ERROR: ")][:1]
        sys.exit("\n".join([trouble, *(line[-300:] for line in errors + lines[-3:])]))


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


def choose_port(port):
    """The port asked for; if it is None, the first free one from 8888."""
    if port is not None:
        if not free(port):
            sys.exit(f"Port {port} is in use or not allowed: name another, or none for a free one.")
        return port
    port = next((port for port in range(8888, 8988) if free(port)), None)
    if port is None:
        sys.exit("Ports 8888 to 8987 are all in use: name another one, as in make lab PORT=9000.")
    if port != 8888:
        print(f"Port 8888 is in use, so JupyterLab takes {port}.", flush=True)
    return port


def free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        return False
    return True


def choose_notebook(number):
    """The path of the notebook with this number, as 3 or 03."""
    paths = {path.name[:2]: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
    if not number or number.zfill(2) not in paths:
        trouble = f"there is no notebook {number}" if number else "no notebook is named"
        names = "\n".join(f"    {key}  {path.stem[3:]}" for key, path in paths.items())
        sys.exit(f"N: {trouble}. Name one by its number, as in make slides N=03:\n{names}")
    return paths[number.zfill(2)]


def slides(port, notebook, options=()):
    """Start JupyterLab as a show, on a copy of the notebook. options: of tools.slides.slides."""
    with tempfile.TemporaryDirectory() as folder:
        make = [PYTHON, "-m", "tools.slides.slides", notebook, folder, *options]
        quietly("The slides could not be made:", *make)
        return lab(port, folder, f"/doc/tree/{notebook.name}", *show_options(folder))


def show_options(folder):
    """What JupyterLab is told of a show that is in this folder."""
    return [
        f"--LabApp.extra_labextensions_path={folder}/.labextensions",
        f"--LabApp.user_settings_dir={folder}/.settings",
        f"--LabApp.workspaces_dir={folder}/.workspaces",
    ]


def lab(port, folder=ROOT, page=PAGE, *options):
    """Start JupyterLab, print its address once it answers, and wait until it ends."""
    token = secrets.token_hex(16)
    command = [str(PYTHON), "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    command += ["--ServerApp.port_retries=0", f"--LabApp.default_url={page}", *options]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--ServerApp.answer_yes=True", "--ServerApp.base_url=/"]
    command += ["--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR"]
    command += ["--MappingKernelManager.transport_encryption=auto"]  # or each kernel warns
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]
    server = subprocess.Popen(command, cwd=ROOT, env=dict(os.environ, JUPYTER_TOKEN=token))
    with ending(server, patience=20):  # its last thread may wait for ever
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                print("JupyterLab is running; Ctrl-C here ends it. If no browser opens, go to")
                print(f"http://127.0.0.1:{port}{page}?token={token}", flush=True)
                break
        return server.wait()


def lints():
    """name → command, of the checks that run none of the code."""
    return {
        "format": [PYTHON, "-m", "ruff", "format", "--check"],
        "lint": [PYTHON, "-m", "ruff", "check"],
        "types": [NODE, TSC, "--build", *SCRIPTS],  # which are checked anew where they changed
    }


def tests(*options):
    """name → command, of the check that runs the tests, and the notebooks as tests."""
    command = [PYTHON, "-m", "pytest", "tests", "notebooks", "--quiet", "--ignore", WEB_TESTS]
    command += ["--numprocesses", WORKERS, "--dist", "loadscope"]
    return {"tests": [*command, *options, "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]}


def verdict(checks):
    """Run all checks at once, even if one fails, and name those that failed. What the last one
    prints is seen as it runs, what the others print after it."""
    commands = {name: [str(part) for part in check] for name, check in checks.items()}
    *beside, last = commands
    with contextlib.ExitStack() as stack:
        printed = {name: stack.enter_context(tempfile.TemporaryFile()) for name in beside}
        begun = {
            name: subprocess.Popen(commands[name], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)
            for name, file in printed.items()
        }
        print("\n{}: {}".format(last, " ".join(commands[last])), flush=True)
        ended = {last: subprocess.call(commands[last], cwd=ROOT)}
        for name, file in printed.items():
            ended[name] = begun[name].wait()
            file.seek(0)
            print("\n{}: {}".format(name, " ".join(commands[name])), flush=True)
            shutil.copyfileobj(file, sys.stdout.buffer)
            sys.stdout.flush()
    failed = [name for name in checks if ended[name]]
    if failed:
        sys.exit("\nFailed: " + ", ".join(failed))
    print("\nAll good: " + ", ".join(checks))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
    except OSError as error:  # a full disk, a folder that is for reading alone
        sys.exit(f"{error.strerror}: {error.filename or ROOT}")
