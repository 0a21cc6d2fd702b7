"""A student's cell in a process of its own, which can say what its answer is and what its function
returns, and nothing else: the verdict is grade.py's. Linux and macOS.

The process is forked, so it begins with all that is loaded here, and it has limits. It is not a
jail: it can read what the user can read.
"""

import base64
import contextlib
import ctypes
import json
import os
import signal
import socket
import sys

import numpy as np

from helpers import attention, exercises
from helpers.exercises.engine.compare import array_or_problem
from helpers.exercises.engine.exercise import FunctionExercise
from helpers.exercises.engine.run import Line, Outcome, call
from helpers.exercises.engine.unwritten import source_of
from tools.notebook.run import keep_lines

try:
    import resource
except ImportError:  # Windows, where there is no fork either
    resource = None

LIMITS = {"AS": ("memory", 2**31), "CPU": ("time", 60), "FSIZE": ("writing files", 0)}
LIMITS["NPROC"] = ("starting processes", 0)
LONGEST = 2**23  # bytes of one message
MOST_FILES = 2**16  # that are closed, where the platform has no limit to how many are open

# Linux: unshare users, network, processes and mounts; make every mount private, then read-only
NAMESPACES = 0x10000000 | 0x40000000 | 0x20000000 | 0x20000
PRIVATE, MOUNT_SETATTR, NO_FOLDER, EVERY_MOUNT, READ_ONLY = 0x44000, 442, -100, 0x8000, 1


class Broken(Exception):
    """What the other process sent is no message, or it has ended."""


class Sandbox:
    """While it is entered, work(channel) runs in a process of its own. lacking: what cannot be
    limited on this platform, in words.

    A warden stands in between and ends that process as soon as we let go of the leash, or end."""

    def __init__(self, work):
        self.work = work

    def __enter__(self):
        self.socket, theirs = socket.socketpair()
        end, self.leash = os.pipe()
        self.warden = os.fork()
        if not self.warden:
            with contextlib.suppress(BaseException):
                os.close(self.leash)
                self.socket.close()
                guard(self.work, theirs, end)
            os._exit(0)
        theirs.close()
        os.close(end)
        self.channel = self.socket.makefile("rwb")
        self.lacking = self.receive()
        return self

    def __exit__(self, *_):
        os.close(self.leash)
        os.waitpid(self.warden, 0)
        with contextlib.suppress(OSError):  # what was still to be sent
            self.channel.close()
        self.socket.close()

    def receive(self):
        """The next message."""
        try:
            line = self.channel.readline(LONGEST)
            message = json.loads(line) if line else None
        except (OSError, ValueError, RecursionError) as error:
            raise Broken("Your code disturbs the process that it runs in.") from error
        if message is None:
            raise Broken("Your code ends the process that it runs in.")
        return message

    def outcome(self, index):
        """The outcome of the answer's function on the case with this index."""
        with contextlib.suppress(OSError):  # it has ended, as receive() says
            send(self.channel, index)
        message = self.receive()
        line = message["line"]
        return Outcome(
            result=unpacked(message["result"]),
            printed=str(message["printed"]),
            error=str(message["error"]),
            line=Line(int(line["number"]), str(line["text"])) if line else None,
            changed=tuple(message["changed"]),
        )


def send(channel, message):
    channel.write(json.dumps(message).encode() + b"\n")
    channel.flush()


def guard(work, channel, leash):
    """Run work in a process with limits, and end it when the leash is let go."""
    os.setsid()  # Ctrl-C ends us, and then this one ends the other
    lacking = confine()
    student = os.fork()
    if not student:
        with contextlib.suppress(BaseException):
            os.setsid()  # what it does to its group of processes reaches no other
            close_all_but(channel.fileno())
            file = channel.makefile("rwb")
            send(file, lacking + limit())
            work(file)
        os._exit(0)
    channel.close()
    os.read(leash, 1)
    os.kill(student, signal.SIGKILL)
    os.waitpid(student, 0)


def close_all_but(channel):
    """Close all else that is open; what is printed goes nowhere."""
    os.closerange(3, channel)
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    os.closerange(channel + 1, MOST_FILES if most == resource.RLIM_INFINITY else most)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.close(nothing)


def confine():
    """Take the network, other processes and the writing of files from the processes that this one
    will start. What the platform does not permit, in words."""
    allowed = ["the network", "other processes", "changing files"]
    if sys.platform != "linux":
        return allowed
    libc = ctypes.CDLL(None)
    if libc.unshare(NAMESPACES):
        return allowed
    libc.mount(b"none", b"/", None, PRIVATE, None)
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY)
    failed = libc.syscall(MOUNT_SETATTR, NO_FOLDER, b"/", EVERY_MOUNT, attributes, 32)
    return allowed[2:] if failed else []


def limit():
    """Limit this process. What the platform does not permit, in words."""
    lacking = []
    for name, (what, most) in LIMITS.items():
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
        except (AttributeError, ValueError, OSError):
            lacking.append(what)
    return lacking


# --- in that process ----------------------------------------------------------------------------


def serve(channel, entry, source, earlier, names):
    """Run the cell of an answer and say what it hands in; then outcomes of its function, by the
    index of the case.

    names: what our own notebook has defined above, with our solutions. earlier: the cells of the
    student's answers above; what else they define is there, too."""
    handed = {}

    def hand_in(name, answer):
        handed[name] = answer

    for name in ("check", "predict"):
        names[name] = hand_in
        setattr(exercises, name, hand_in)
    for cell in earlier:
        defined = dict(names)
        with contextlib.suppress(Exception):
            exec(cell, defined)
        names = defined | names
    error = ""
    file = keep_lines(source, f"<{entry.name}>")
    try:
        exec(compile(source, file, "exec"), names)
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}"
    if entry.name not in handed:
        send(channel, {"error": error})
        return
    answer = handed[entry.name]
    if not isinstance(entry, FunctionExercise) or not callable(answer):
        send(channel, {"value": packed(answer)})
        return
    send(channel, {"source": source_of(answer)})
    cases = entry.all_cases()
    for line in channel:
        outcome = call(answer, cases[int(line)].arguments)
        failed = vars(outcome.line) if outcome.line else None
        result = packed(outcome.result)
        send(channel, vars(outcome) | {"result": result, "line": failed})


# --- values on their way ------------------------------------------------------------------------


def packed(x):
    """A value as JSON can hold it: an array as its bytes, what is no number or text as the name of
    its kind."""
    if x is None or isinstance(x, bool | int | float | str):
        return x
    if isinstance(x, list | tuple) and not isinstance(x, attention.Attended):
        return [packed(item) for item in x]
    array, problem = array_or_problem(x)
    if problem:
        return {"kind": "function" if callable(x) else type(x).__name__}
    data = base64.b64encode(array.tobytes()).decode()
    return {"dtype": array.dtype.str, "shape": array.shape, "data": data}


def unpacked(x):
    """The value again, or something that is called like its kind. Nothing of it can be run."""
    if isinstance(x, list):
        return [unpacked(item) for item in x]
    if not isinstance(x, dict):
        return x
    if "kind" in x:
        known = {"Attended": attention.Attended(0, 0), "ellipsis": ..., "function": unpacked}
        return known[x["kind"]] if x["kind"] in known else type(x["kind"], (), {})()
    dtype = np.dtype(x["dtype"])
    if dtype.kind not in "biufU":
        raise ValueError(f"dtype: given {dtype}, needed numbers, truths or text")
    return np.frombuffer(base64.b64decode(x["data"]), dtype).reshape(x["shape"])[()]
