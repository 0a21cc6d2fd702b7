"""What dishonest students try: forged answers, forged notebooks, what they send to the judge, and
what they look for outside of the sandbox."""

import base64
import json
import os
import pickle

from helpers.exercises import CHECKED
from tests.tools.grading.hand_ins import EVERYTHING, IDS, cells, code, notebook, solved

# attack → what stands above a function that is wrong, in the same cell
FORGED = {
    "a judge that passes all": """from helpers.exercises import FunctionExercise
FunctionExercise.judge = lambda self, answer: None""",
    "the record": """from helpers import exercises
exercises._done = dict.fromkeys(["causal_mask"], True)
print("✓ Passed: the causal mask")""",
    "an end": "import os\nos._exit(0)",
    "an exit": "raise SystemExit(0)",
    "signals": """import os, signal
for process in (0, os.getppid(), os.getpid(), -1):
    os.kill(process, signal.SIGKILL)""",
    "an error that clears the screen": "raise ValueError('\\n=1+1,\\x1b[2J' * 10**5)",
    "an error that says nothing": """class Mute(Exception):
    def __str__(self):
        raise Mute
raise Mute""",
    "a verdict": """import json, os
messages = [{"passed": True}, {"end": ""}, {"source": "", "result": True}, "✓", None, []] * 9
for number in range(3, 99):
    try:
        os.write(number, "".join(json.dumps(item) + "\\n" for item in messages).encode())
    except OSError:
        pass""",
    "a check of something unheard": """import json, os
for number in range(3, 99):
    try:
        os.write(number, b'{"check": ["causal_mask"], "function": 1}\\n{"check": "causal_mask"}\\n')
    except OSError:
        pass""",
    "a flood": """import os
for number in range(3, 99):
    try:
        while True:
            os.write(number, b"0" * 10**6)
    except OSError:
        pass""",
    "a nest of lists": """import os
for number in range(3, 99):
    try:
        os.write(number, b"[" * 10**6 + b"\\n")
    except OSError:
        pass""",
    "a closed channel": "import os\nos.closerange(0, 99)",
    "memory": "much = np.ones(3 * 2**27)  # 3 GB",
    "processes": """import os
while True:
    os.fork()""",
    "threads": """import threading, time
while True:
    threading.Thread(target=time.sleep, args=(60,)).start()""",
    "a recursion": "def f():\n    f()\nf()",
    "a crash": "import ctypes\nctypes.string_at(0)",
    "an endless array": """import time
class Endless:
    def __array__(self, *given, **more):
        time.sleep(999)
np.ones = lambda *_: Endless()""",
    "an interrupt": "raise KeyboardInterrupt",
    "a timer": "import signal\nsignal.alarm(1)",
    "checks without end": "while True:\n    check('causal_mask', None)",
    "no syntax": "def broken(:",
    "a null": "\0",
    "a pickle for the judge": """import os, pickle
class Bad:
    def __reduce__(self):
        return os.mkdir, ("/tmp/found",)
for number in range(3, 99):
    try:
        os.write(number, pickle.dumps({"check": Bad()}) + b"\\n")
    except OSError:
        pass""",
    "words of JSON": "import json\njson.dumps = lambda *_, **__: '{\"passed\": true}'",
    "requests of its own": """from helpers import exercises
exercises.pickle.load = lambda _: ("passed", True)""",
    "other modules": """import sys, types
sys.modules["helpers.exercises"] = types.SimpleNamespace(check=lambda *_: True)
sys.modules["json"] = sys.modules["pickle"] = None""",
    "a hook of import": """import sys
class Finder:
    def find_spec(self, name, *_):
        sys.modules[name] = sys
sys.meta_path.insert(0, Finder())
import helpers.exercises.n05_masking as ours
my_causal_mask = ours.CHECKED""",
    "a twin": "import os\nos.fork()",
    "a voice in the background": """import threading, time
from helpers import exercises
def speak():
    while True:
        exercises._send(check="causal_mask", function=True, source="", numbers=[], result=True)
        time.sleep(0.01)
threading.Thread(target=speak, daemon=True).start()
time.sleep(0.1)""",
    "a standstill": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "no limit of recursion": """import sys
sys.setrecursionlimit(10**9)
def f(*given):
    return f(*given)
np.ones = f""",
    "a name in other letters": "check('c\u0430usal_mask', lambda n, m: np.ones((n, m), bool))",
    "a letter from the middle": "import sys\nsys.stdout.write('\\x00' * 10**6)\nprint('✓')",
    "a request that is too long": "x = '" + "1" * 10**5 + "'",
}
# what is looked for → the same; they change nothing, and stand in one notebook
LOOKED_FOR = {
    "the reference, asked for": """from helpers import exercises
my_causal_mask = exercises.CHECKED["causal_mask"].reference""",
    "the reference, imported": """from helpers.exercises.n05_masking import CHECKED""",
    "the reference, found by gc": """import gc
found = [x for x in gc.get_objects() if getattr(x, "answer", "") == "my_causal_mask"]
my_causal_mask = found[0].reference
check("causal_mask", my_causal_mask)""",
    "the reference, in the frames": """import sys
frame = sys._getframe()
while frame:
    for x in [*frame.f_locals.values(), *frame.f_globals.values()]:
        if hasattr(x, "reference"):
            check("causal_mask", x.reference)
    frame = frame.f_back""",
    "the reference, on the disk": """import glob
for path in glob.glob("/**/n05_masking.py", recursive=True) + glob.glob("/**/answers/*"):
    exec(open(path).read())""",
    "the expected result, in the frames": """import sys
def spy(*given):
    frame = sys._getframe(1)
    while frame:
        for name in ("expected", "reference", "case", "fault"):
            if name in frame.f_locals:
                return frame.f_locals[name]
        frame = frame.f_back
check("causal_mask", spy)""",
    "the series' own by mine": """from helpers import mine
check("causal_mask", mine.causal_mask)""",
    "our function's variables": """for x in list(globals().values()):
    inner = getattr(x, "__globals__", {})
    if "my_causal_mask" in inner:
        check("causal_mask", inner["my_causal_mask"])""",
    "the solution": """from helpers.exercises import solution
check("causal_mask", solution("causal_mask"))""",
}
# what is returned → the same; each replaces np.ones
RETURNED = {
    "what equals everything": """class Same(np.ndarray):
    __eq__ = __le__ = __and__ = lambda *_: True
np.ones = lambda shape, *_: np.full(shape, True).view(Same)""",
    "pickles": """import pickle
class Bad:
    def __reduce__(self):
        return print, ("x",)
np.ones = lambda *_: Bad()""",
    "a result that changes": """class Changing:
    def __array__(self, *given, **more):
        return np.tril(np.ones((1, 1), bool))
np.ones = lambda *_: Changing()""",
    "a huge result": "np.ones = lambda *_: np.broadcast_to(True, (10**6, 10**6))",
    "a huge number": "np.ones = lambda *_: 10**5000",
    "what has no end": """class Long(list):
    def __iter__(self):
        while True:
            yield True
np.ones = lambda *_: Long()""",
    "a number that lies": """class Lie(int):
    def __eq__(self, other):
        return True
    __lt__ = __gt__ = __le__ = __ge__ = __index__ = __eq__
np.ones = lambda *_: Lie()""",
    "an array of objects": "np.ones = lambda *_: np.array([[object()]])",
}
WRONG = """

def my_causal_mask(n, m):
    return np.ones((n, m), bool)


check("causal_mask", my_causal_mask)"""
LETTERS = "for letter in ['a', 'b', 'c', 'd', '']:\n    check('all_at_once', letter)"
TRIED = """for letter in "abcd":
    if check("whose_lengths", letter).passed:
        break"""
GUESSES = """for guess in range(1, 500):
    check("front_weight", guess / 500)"""
GIVEN = """from helpers import exercises


def my_causal_mask(n, m):
    return np.ones((n, m), bool)


check("causal_mask", my_causal_mask)"""
# A wrong answer, one below that uses it, and the wrong one once more, when ours is in its place.
LENT = [GIVEN, solved("decoder_mask").replace("check(", "my_causal_mask(1, 1)\n\n\ncheck(")]
LENT += ['check("causal_mask", my_causal_mask)']
# What the check in the notebook asks, with the right results, and nothing else.
KNOWN = """TABLE = {table}


def my_masked_softmax(S, mask):
    return np.array(TABLE[repr((S.tolist(), mask.tolist()))])


check("masked_softmax", my_masked_softmax)"""
# An end that is none, after which nothing is read; the next request is longer than what is kept.
DEAF = """import time
from helpers import exercises
exercises._send(end="")
time.sleep(999)"""


def known():
    """The cell of KNOWN."""
    entry = CHECKED["masked_softmax"]
    asked = [case.arguments for case in entry.all_cases()]
    table = {
        repr((S.tolist(), mask.tolist())): entry.reference(S, mask).tolist() for S, mask in asked
    }
    return KNOWN.format(table=table)


def saying_passed(cell):
    """A cell of code that says in its outputs and metadata what was not computed."""
    told = {"output_type": "stream", "name": "stdout", "text": "✓ Passed"}
    more = {"execution_count": 7, "outputs": [told]}
    return cell | more | {"metadata": {"passed": True, "tags": ["passed"], "grade": 99}}


def static():
    """name → notebook, in which nothing is answered."""
    found = cells({})
    answers = "\n\n".join(EVERYTHING.values())
    return {
        "outputs and metadata": notebook([saying_passed(x) for x in found], metadata={"grade": 1}),
        "cells of text": notebook([*found, code(answers) | {"cell_type": "markdown"}]),
        "raw cells": notebook([*found, code(answers) | {"cell_type": "raw"}]),
        "attachments": notebook([x | {"attachments": {"a.py": answers}} for x in found]),
        "another key": notebook([*found, code("") | {"input": answers, "code": answers}]),
        "ids": notebook([*found, *(code("...", x) for x in IDS.values())]),
        "two keys": json.dumps(notebook(cells(EVERYTHING)))[:-1]
        + f', "cells": {json.dumps(found)}}}',
    }


# --- what is sent to the judge -------------------------------------------------------------------


class Bad:
    """Runs where it is unpickled."""

    def __reduce__(self):
        return os.abort, ()


def array(dtype, shape, data=b""):
    return {"dtype": dtype, "shape": shape, "data": base64.b64encode(data).decode()}


def kind(name, **more):
    return {"kind": name} | more


PICKLE = pickle.dumps(Bad())
# what is sent as the result of a call, or as a value
VALUES = {
    "pointers": array("|O", [1], bytes(8)),
    "a pickle as objects": array("O", [1], PICKLE.ljust(96)),
    "a pickle as bytes": array("|S1", [len(PICKLE)], PICKLE),
    "a pickle as text": PICKLE.decode("latin-1"),
    "objects in a record": array("O,O", [1], bytes(16)),
    "a record": array([["a", "O"]], [1], bytes(8)),
    "a dtype with a title": array({"names": ["a"], "formats": ["O"]}, [1], bytes(8)),
    "a dtype that is no word": array(7, [1]),
    "a dtype of a module": array("os.system", [1]),
    "signs without size": array("U0", [3]),
    "signs of any size": array("U999999999", [1]),
    "a large shape": array("f8", [10**18]),
    "a shape below nothing": array("f8", [-1], bytes(80)),
    "a shape of words": array("f8", ["x"]),
    "no base64": {"dtype": "f8", "shape": [1], "data": "?"},
    "a number without end": {"int": "0x" + "f" * 10**6},
    "no number": {"int": "print()"},
    "a kind that is called": kind("function"),
    "a kind of Python": kind("__import__('os').abort()"),
    "a kind with a null": kind("\0"),
    "a kind that is no word": kind(["ndarray"]),
    "a kind and more": kind("Feedback", passed=True),
    "an array of objects": kind("ndarray", shape=[10**5], dtype="O"),
    "an array without end": kind("ndarray", shape=[10**9, 10**9], dtype="O"),
    "an array of records": kind("ndarray", shape=[9], dtype="O,O"),
    "an array of dates": kind("ndarray", shape=[9], dtype="M8[s]"),
    "dots": kind("ellipsis"),
    "two results": kind("Attended"),
    "lists in lists": json.loads("[" * 500 + "]" * 500),
    "many lists": [[]] * 10**5,
    "what is no number": [float("nan"), float("inf")],
    "a verdict": {"passed": True},
}
OUTCOME = {"result": True, "printed": "", "error": "", "line": None, "changed": []}
# what is sent of a call
OUTCOMES = {
    "an argument that is not there": OUTCOME | {"changed": [99]},
    "an argument of words": OUTCOME | {"changed": ["x"]},
    "a long error": OUTCOME | {"error": "=1+1\x1b[2J\n" * 10**4},
    "an error that is searched": OUTCOME | {"error": "inhomogeneous shape " * 10**4},
    "a line of words": OUTCOME | {"error": "x", "line": "7"},
    "a long line": OUTCOME | {"error": "x", "line": {"number": 10**400, "text": "x" * 10**5}},
    "nothing": {},
    "a verdict": {"passed": True},
    "a feedback": {"Feedback": {"passed": True}},
}
# what is sent as a function's source
SOURCES = {
    "brackets": "def f(n, m):\n    return " + "(" * 10**4,
    "signs": "def f(n, m):\n    return " + "-" * 10**4 + "1",
    "sums": "def f(n, m):\n    return " + "1+" * 10**4 + "1",
    "indented": "".join(" " * i + "if 1:\n" for i in range(120)),
    "calls": "def f(n, m):\n" + "    attention()\n" * 2000,
    "attributes": "def f(n, m):\n    return n" + ".x" * 10**4,
    "long": "#" * 10**6,
    "a null": "\0",
    "half a sign": "\ud800",
}

# what is looked for outside → code; if it ends without an error, it was found
REACHED = {
    "the network": "import socket; socket.create_connection(('127.0.0.1', PORT), 2)",
    "an abstract socket": "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\0NAME')",
    "a socket of a file": "import socket; s = socket.socket(socket.AF_UNIX); s.connect('/run/x')",
    "the other students": "open(FOLDER + '/ada/05_masking.ipynb').read()",
    "the marks": "open(FOLDER + '/marks.csv', 'w')",
    "the class's folder": "import os; os.listdir(FOLDER)",
    "the repository": "import os; os.listdir(ROOT)",
    "the tests": "open(ROOT + '/helpers/exercises/n05_masking/leak.py')",
    "solutions": "import helpers.exercises.n05_masking",
    "solutions in the folder of Python": "open('/series/helpers/exercises/n05_masking/leak.py')",
    "a home": "import os; assert os.listdir('/root') or os.listdir('/home')",
    "passwords": "open('/etc/shadow')",
    "users": "open('/etc/passwd')",
    "secrets of the environment": "import os; os.environ['PATH_TO_SECRET']",
    "the parent's environment": "import os; "
    "assert b'SECRET' in open(f'/proc/{os.getppid()}/environ', 'rb').read()",
    "other processes": "import os; assert len([x for x in os.listdir('/proc') if x.isdigit()]) > 3",
    "the parent's root": "import os; os.listdir(f'/proc/{os.getppid()}/root/' + FOLDER)",
    "the parent's folder": "import os; "
    "assert 'notebooks' in os.listdir(f'/proc/{os.getppid()}/cwd')",
    "what the parent has open": "import os, glob; "
    "assert any(os.path.isdir(x) for x in glob.glob('/proc/[0-9]*/fd/*') if 'self' not in x)",
    "a signal to us": "import os; os.kill(OURS, 0)",
    "writing to Python": "open('/python/x', 'w')",
    "writing to packages": "open('/packages/numpy/x', 'w')",
    "writing to helpers": "open('/series/helpers/x', 'w')",
    "writing to the root": "open('/x', 'w')",
    "writing to /usr": "open('/usr/x', 'w')",
    "writing to /dev": "open('/dev/x', 'w')",
    "a key of the session": "import ctypes; "
    "assert ctypes.CDLL(None).syscall(250, 10, -3, b'user', b'NAME', 0) >= 0",  # search
    "shared memory": "open('/dev/shm/x', 'w')",
    "shared memory of System V": "import ctypes; n = ctypes.CDLL(None).shmget(KEY, 1, 0); "
    "assert n >= 0",
    "a mount made writable": "import ctypes; assert not ctypes.CDLL(None, use_errno=True).mount("
    "b'none', b'/usr', None, 0x1020, None)",  # remount, bind
    "a mount taken away": "import ctypes; assert not ctypes.CDLL(None).umount2(b'/usr', 2)",
    "a mount made writable, in a name space of its own": "import ctypes; c = ctypes.CDLL(None); "
    "assert not c.unshare(0x10020000); assert not c.mount(b'none', b'/usr', None, 0x1020, None)",
    "a new root": "import os; os.chroot('/tmp')",
    "being root": "import os; os.setuid(0)",
    "being root by a program": "import subprocess; out = subprocess.run(['/bin/su', '-c', 'id'],"
    " input=b'', capture_output=True); assert out.returncode == 0",
    "more than the folder holds": "f = [open(f'/tmp/{i}', 'wb') for i in range(9)]; "
    "[x.write(b'1' * 10**7) for x in f]; [x.flush() for x in f]",
    "a file that is too large": "f = open('/tmp/x', 'wb'); f.write(b'1' * 2**25); f.flush()",
    "more memory by a limit": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "more processes by a limit": "import resource; "
    "resource.setrlimit(resource.RLIMIT_NPROC, (99, 99))",
    "a process without limits": "import re; "
    "assert re.search('cpu time +unlimited', open('/proc/1/limits').read())",
    "thirty processes": "import subprocess; [subprocess.Popen(['/usr/bin/sleep', '1']) "
    "for _ in range(30)]",
    "the terminal": "open('/dev/tty', 'w').write('x')",
    "a disk": "import glob; open(glob.glob('/dev/[svn]d*')[0], 'rb')",
    "the kernel's log": "open('/dev/kmsg')",
    "the kernel's settings": "open('/proc/sys/kernel/hostname', 'w').write('x')",
    "the kernel's buttons": "open('/proc/sysrq-trigger', 'w').write('h')",
}
SEARCH = """
found = {{}}
for name, code in {codes!r}.items():
    try:
        exec(code, {{}})
        found[name] = "reached"
    except BaseException as error:
        found[name] = type(error).__name__
check("reached", [[name, how] for name, how in found.items()])
raise SystemExit([name for name, how in found.items() if how == "reached"])
"""


def search(**words):
    """The cell that looks for all of it. words: what stands for what."""
    codes = dict(REACHED)
    for word, meant in words.items():
        codes = {name: code.replace(word, str(meant)) for name, code in codes.items()}
    return "from helpers.exercises import check\n" + SEARCH.format(codes=codes)
