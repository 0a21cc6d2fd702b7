"""What dishonest students try: forged answers, and what they look for outside of the sandbox."""

from tests.tools.grading.hand_ins import solved

# attack → what stands above a function that is wrong, in the same cell
FORGED = {
    "a judge that passes all": """from helpers.exercises import FunctionExercise
FunctionExercise.judge = lambda self, answer: None""",
    "a comparison that finds nothing": """from helpers.exercises.engine import compare, run
compare.fault_of = run.differ = lambda *_: None
compare.array_or_problem = lambda x: (True, None)""",
    "the record": """from helpers import exercises
exercises._done = dict.fromkeys(["causal_mask"], True)
print("✓ Passed: the causal mask")""",
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
    "a check of its own": "def check(name, answer):\n    return True",
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
    "what equals everything": """class Same(np.ndarray):
    __eq__ = __le__ = __and__ = lambda *_: True
ones, np.ones = np.ones, lambda *given: ones(*given).view(Same)""",
    "NumPy's own comparison": "np.equal = np.isclose = np.array_equal = lambda *_, **__: True",
    "pickles": """import pickle
class Bad:
    def __reduce__(self):
        return print, ("x",)
np.ones = lambda *_: Bad()""",
    "a result that changes": """class Changing:
    def __array__(self, *given, **more):
        return np.tril(np.ones((1, 1), bool))
np.ones = lambda *_: Changing()""",
    "a huge result": "ones, np.ones = np.ones, lambda *_: np.broadcast_to(True, (10**6, 10**6))",
    "a huge number": "np.ones = lambda *_: 10**5000",
    "an endless array": """import time
class Endless:
    def __array__(self, *given, **more):
        time.sleep(999)
np.ones = lambda *_: Endless()""",
    "a tracer": "import sys\nsys.settrace(lambda *_: None)\nsys.setprofile(lambda *_: None)",
    "an interrupt": "raise KeyboardInterrupt",
    "a timer": "import signal\nsignal.alarm(1)",
    "checks without end": "while True:\n    check('causal_mask', None)",
    "no syntax": "def broken(:",
    "a null": "\0",
}
WRONG = """

def my_causal_mask(n, m):
    return np.ones((n, m), bool)


check("causal_mask", my_causal_mask)"""
LETTERS = "for letter in ['a', 'b', 'c', 'd', '']:\n    check('all_at_once', letter)"
GUESSES = """for guess in range(1, 500):
    check("front_weight", guess / 500)"""
GIVEN = """from helpers import exercises


def my_causal_mask(n, m):
    return np.ones((n, m), bool)


check("causal_mask", my_causal_mask)"""
# A wrong answer, one below that uses it, and the wrong one once more, when ours is in its place.
LENT = [GIVEN, solved("decoder_mask").replace("check(", "my_causal_mask(1, 1)\n\n\ncheck(")]
LENT += ['check("causal_mask", my_causal_mask)']

# what is looked for outside → code; if it ends without an error, it was found
REACHED = {
    "the network": "import socket; socket.create_connection(('127.0.0.1', PORT), 2)",
    "an address outside": "import socket; socket.create_connection(('1.1.1.1', 53), 2)",
    "an abstract socket": "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\0NAME')",
    "a socket of a file": "import socket; s = socket.socket(socket.AF_UNIX); s.connect('/run/x')",
    "the other students": "open(FOLDER + '/ada/05_masking.ipynb').read()",
    "the marks": "open(FOLDER + '/marks.csv', 'w')",
    "the class's folder": "import os; os.listdir(FOLDER)",
    "the repository": "import os; os.listdir(ROOT)",
    "the tests": "open(ROOT + '/tests/helpers/exercises/answers/n05_masking.py')",
    "solutions": "import helpers.exercises.n05_masking",
    "solutions in the folder of Python": "open('/series/helpers/exercises/n05_masking.py')",
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
    "ten processes": "import subprocess; [subprocess.Popen(['/usr/bin/sleep', '1']) "
    "for _ in range(10)]",
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
"""
