"""A student's notebook in a process of its own, which can hand in answers and say what a function
returns, and nothing else: the verdict is marking.py's.

Bubblewrap keeps the process apart: it sees Python, its packages and `helpers` without solutions,
can write to an empty folder in memory alone, and has no network and no other processes.
"""

import base64
import contextlib
import json
import os
import pickle
import re
import shutil
import site
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np

from helpers.attention import Attended
from helpers.exercises.engine.run import MANY, Line, Outcome
from tools.grading.in_sandbox import LIMITS
from tools.repository import ROOT

LONGEST = 2**22  # bytes of one message
WRITABLE = 2**26  # bytes in the folder in memory
USERS = 2**30  # above it are the users that root becomes, which nobody else is
NOBODY = "65534"
START = "import sys; sys.path[:0] = {!r}; from helpers import exercises; exercises.serve({!r})"
CRASHED, KILLED = (4, 6, 7, 11), (9, 24)  # signals: of a fault in memory; of a limit
DISTURBS = "Your code disturbs the process that it runs in."
VARIABLES = {"OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg", "PYTHONUTF8": "1"}


class Broken(Exception):
    """What the other process sent is no message, or it has ended. Says which, to the student."""


class Missing(Exception):
    """There is no sandbox here. Says why."""


@dataclass(frozen=True)
class Files:
    """path: a folder with what a sandbox needs of the series; bubblewrap: the path of the program,
    or None for processes that nothing keeps apart; hidden: the modules that no reader has."""

    path: Path
    bubblewrap: str | None
    hidden: tuple = ()

    def command(self):
        """The command that serves one notebook."""
        if not self.bubblewrap:
            return [sys.executable, "-c", START.format([str(self.path)], self.hidden)]
        base, packages = Path(sys.base_prefix).resolve(), site.getsitepackages()[0]
        python = Path("/python", Path(sys.executable).resolve().relative_to(base))
        bind = ["--ro-bind", "/usr", "/usr"]
        for name in ("bin", "lib", "lib64"):
            if Path("/", name).is_symlink():
                bind += ["--symlink", f"usr/{name}", f"/{name}"]
            elif Path("/", name).exists():
                bind += ["--ro-bind", f"/{name}", f"/{name}"]
        bind += ["--ro-bind", str(base), "/python", "--ro-bind", packages, "/packages"]
        bind += ["--ro-bind", str(self.path), "/series"]
        bind += ["--ro-bind-try", matplotlib.get_cachedir(), "/fonts"]
        memory = ["--perms", "1777", "--size", str(WRITABLE), "--tmpfs", "/tmp"]
        memory += ["--perms", "1777", "--dir", "/tmp/matplotlib"]
        for path in Path(matplotlib.get_cachedir()).glob("fontlist-*.json"):
            memory += ["--symlink", f"/fonts/{path.name}", f"/tmp/matplotlib/{path.name}"]
        names = VARIABLES | {"HOME": "/tmp", "MPLCONFIGDIR": "/tmp/matplotlib"}
        names |= {"LD_LIBRARY_PATH": "/python/lib"}  # where Python is a shared library
        variables = [part for pair in names.items() for part in ("--setenv", *pair)]
        apart = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        apart += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--clearenv"]
        closed = ["--proc", "/proc", "--dev", "/dev", *memory, "--remount-ro", "/dev"]
        closed += ["--remount-ro", "/", "--chdir", "/tmp"]
        limits = [f"--{name.lower()}={most}" for name, most in LIMITS.items()]  # bubblewrap's, too
        command = ["prlimit", *limits, self.bubblewrap, *apart, *variables, *bind, *closed]
        command += self._user()
        start = START.format(["/series", "/packages"], self.hidden)
        return [*command, str(python), "-I", "-S", "-c", start]  # -S: without packages of its own

    def _user(self):
        """Bubblewrap's last options: as whom the command runs, without any rights. Root becomes
        a user first: of root, Linux does not limit the number of processes."""
        nobody = ["--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY, "--"]
        if os.geteuid():
            return nobody
        user = str(USERS + os.getpid())
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        return [
            *("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--"),
            *(*become, "--inh-caps=-all", "--"),
            *(self.bubblewrap, "--dev-bind", "/", "/", "--die-with-parent", *nobody),
        ]


def _hidden():
    """The modules of this environment that a reader does not have: those of packages that are not
    in requirements.txt, but for what carries our own variables."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    readers = {_normal(re.split("[=;<> ]", line)[0]) for line in lines} | {"cloudpickle"}
    return tuple(
        name
        for name, packages in packages_distributions().items()
        if name != "helpers" and not readers & {*map(_normal, packages)}
    )


def _normal(package):
    return re.sub("[-_.]+", "-", package).lower()


def _solutions(folder, names):
    """What of helpers is not copied: of exercises, all but the engine."""
    if Path(folder) == ROOT / "helpers" / "exercises":
        return [name for name in names if name != "engine"]
    return []


@contextlib.contextmanager
def prepared(wanted=""):
    """A context with the Files of the sandbox that there is. wanted: nothing, or "none" for none.

    Missing if there is no sandbox here; ValueError for another word."""
    if wanted not in ("", "none"):
        raise ValueError(f'SANDBOX: given {wanted!r}, needed "none" or nothing.')
    program = None
    if not wanted:
        program = shutil.which("bwrap") if sys.platform == "linux" else None
        if not program:
            on_linux = sys.platform == "linux"
            raise Missing("bubblewrap is not installed" if on_linux else "it needs Linux")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve()
        path.chmod(0o755)
        shutil.copytree(ROOT / "helpers", path / "helpers", ignore=_solutions)
        stand_in = path / "helpers" / "exercises" / "__init__.py"
        shutil.copy(Path(__file__).with_name("in_sandbox.py"), stand_in)
        (path / "empty").mkdir()
        files = Files(path, program, _hidden())
        with Sandbox(files) as box:
            box.ask("cell", "")
            try:
                box.receive()
            except Broken:
                raise Missing(f"it does not start here: {box.complaint}") from None
        yield files


class Sandbox:
    """While it is entered, a notebook runs in a process of its own."""

    def __init__(self, files):
        self.files = files

    def __enter__(self):
        self.late = False  # whether it was ended as its time was over
        self.complaint = ""
        self.errors = tempfile.TemporaryFile()
        known = {} if self.files.bubblewrap else os.environ  # bubblewrap's can be read inside
        self.process = subprocess.Popen(
            self.files.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            start_new_session=True,  # Ctrl-C ends us, and we end it
            cwd=self.files.path / "empty",
            env={"PATH": os.defpath} | known | VARIABLES,
        )
        self.ask("limits", bool(self.files.bubblewrap))
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            with contextlib.suppress(OSError):  # what was still to be sent
                file.close()

    @contextlib.contextmanager
    def within(self, seconds):
        """A context after whose time the process is ended; receive() then says so."""
        timer = threading.Timer(seconds, self._too_late)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _too_late(self):
        self.late = True
        self.process.kill()

    def ask(self, kind, given=None):
        """Send a request, as in_sandbox.py has them."""
        with contextlib.suppress(OSError):  # it has ended, as receive() says
            pickle.dump((kind, given), self.process.stdin)
            self.process.stdin.flush()

    def receive(self):
        """The next message, a dict. Broken if there is none; KeyboardInterrupt if its time is over,
        by within() or by the timer of a check."""
        try:
            line = self.process.stdout.readline(LONGEST)
        except KeyboardInterrupt:
            self._too_late()
            raise
        if self.late:
            raise KeyboardInterrupt
        if not line:
            raise Broken(self._how_it_ended())
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise Broken(DISTURBS)
        return message

    def _how_it_ended(self):
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            return DISTURBS
        self.errors.seek(0)
        self.complaint = self.errors.read(1000).decode(errors="replace").strip()
        signal = -code if code < 0 else code - 128  # bubblewrap says 128 and the signal
        if signal in CRASHED:
            return "Your code makes Python itself crash: does a function call itself without end?"
        if signal in KILLED:
            return "Your code was ended: it takes too much memory or time."
        return "Your code ends the process that it runs in."

    def outcome(self, arguments):
        """The Outcome of a call of the function that was handed in. arguments: pickled."""
        self.ask("call", arguments)
        message = self.receive()
        try:
            line = message["line"]
            return Outcome(
                result=unpacked(message["result"]),
                printed=str(message["printed"]),
                error=str(message["error"]),
                line=Line(int(line["number"]), str(line["text"])) if line else None,
                changed=tuple(map(int, message["changed"])),
                shared=tuple(map(int, message["shared"])),
            )
        except (KeyError, TypeError, ValueError):
            raise Broken(DISTURBS) from None

    def value(self):
        """The value that was handed in."""
        self.ask("value")
        return unpacked(self.receive()["value"])


def unpacked(x):
    """A value as in_sandbox.py packed it, or something that is called like its kind. Nothing of it
    can be run. ValueError or KeyError if it is nothing of the sort."""
    if isinstance(x, list):
        return [unpacked(item) for item in x]
    if not isinstance(x, dict):
        return x
    if "int" in x:
        return int(x["int"], 16)
    if "kind" in x:
        return _of_kind(**x)
    dtype = np.dtype(x["dtype"])
    if dtype.kind not in "biufU":
        raise ValueError(f"dtype: given {dtype}, needed numbers, truths or text")
    return np.frombuffer(base64.b64decode(x["data"]), dtype).reshape(x["shape"])[()]


def function(*_):
    """Stands for a function that was handed in, or returned, as a value."""
    raise Broken(DISTURBS)


def _of_kind(kind, shape=(), dtype=""):
    known = {"Attended": Attended(0, 0), "ellipsis": ..., "function": function}
    if kind in known:
        return known[kind]
    if kind == "ndarray":
        size = np.prod(shape, dtype=float)
        if size > MANY:
            return np.broadcast_to(np.nan, shape)
        if np.dtype(dtype).kind in "cOmM":
            return np.zeros(shape, dtype)
    return type(kind, (SimpleNamespace,), {})()
