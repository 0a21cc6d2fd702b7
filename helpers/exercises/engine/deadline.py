"""An end to loops that do not end: KeyboardInterrupt after SECONDS, in a browser BROWSER_SECONDS.

What holds where: in a Unix main thread a timer interrupts loops and waiting. In other threads, and
in Windows, another thread interrupts loops; what waits, in time.sleep say, is interrupted once it
returns. In a browser, nothing can interrupt Python: loops and calls in cells look at the clock.
Nowhere does it end a single call of C that goes on for ever, such as sum(itertools.count()).
Code that swallows the interrupt gets it AGAIN and again, until one strikes where nothing catches
it; a timer strikes inside what catches, too.
"""

import contextlib
import itertools
import linecache
import math
import signal
import sys
import threading
import time

SECONDS = 10  # for all calls of a check, where they can be interrupted
BROWSER_SECONDS = 4  # for the same in a browser, where a loop stops the whole page's Python
AGAIN = 0.1  # seconds between an interrupt that was swallowed and the next
DEEP = 5000  # calls inside calls, whatever limit the reader has set: more would fill the memory
CATCHING = 100  # calls inside calls that may swallow an interrupt
TOOL, NAME = 4, "deadline"  # a number of sys.monitoring that no debugger or profiler takes
_of_thread = threading.local()  # end: when the innermost limit that is entered is over


class limited:
    """A context in which an endless loop ends: after so many seconds (by default those of a check),
    but no later than a limit around it.

    Whoever catches its KeyboardInterrupt outside asks is_over() whether it came from a limit around
    it, and then raises it again."""

    def __init__(self, seconds=None):
        self.seconds = seconds or (BROWSER_SECONDS if sys.platform == "emscripten" else SECONDS)

    def __enter__(self):
        end = min(_end(), time.monotonic() + self.seconds)
        with contextlib.ExitStack() as entered:
            entered.enter_context(until(end))
            entered.enter_context(shallow())
            entered.enter_context(_way()(end))
            self.entered = entered.pop_all()

    def __exit__(self, *_):
        self.entered.close()


@contextlib.contextmanager
def until(end):
    """`end` is what is_over() asks for."""
    around, _of_thread.end = _end(), end
    try:
        yield
    finally:
        _of_thread.end = around


def is_over():
    """Whether the time of a limit that is still entered is over."""
    return time.monotonic() >= _end()


def _end():
    return getattr(_of_thread, "end", math.inf)


def _way():
    if sys.platform == "emscripten":
        return looking
    in_main_thread = threading.current_thread() is threading.main_thread()
    return timed if hasattr(signal, "setitimer") and in_main_thread else watched


@contextlib.contextmanager
def timed(end):
    """By a timer, in a Unix main thread. One that is already running goes on afterwards, and so
    does a debugger in the cells around."""
    traces = [(frame, frame.f_trace) for frame in _typed_frames(sys._getframe())]
    handler, trace = signal.signal(signal.SIGALRM, strike), sys.gettrace()
    begin = time.monotonic()
    left, interval = signal.setitimer(signal.ITIMER_REAL, max(end - begin, 1e-3), AGAIN)
    try:
        yield
    finally:
        passed = time.monotonic() - begin
        signal.setitimer(signal.ITIMER_REAL, left and max(left - passed, 1e-3), interval)
        signal.signal(signal.SIGALRM, handler)
        sys.settrace(trace)
        for frame, local_trace in traces:
            frame.f_trace = local_trace


def strike(_, frame):
    """KeyboardInterrupt here, and at the next line of a cell that runs nevertheless: that is where
    it was swallowed."""

    def strike_at_line(frame, event, _):
        if event == "line":
            raise KeyboardInterrupt
        return strike_at_line if is_typed(frame.f_code.co_filename) else None

    if _is_ours(frame):  # the next strike will do
        return
    for catching in itertools.islice(_typed_frames(frame), CATCHING):
        catching.f_trace = strike_at_line
    sys.settrace(strike_at_line)
    raise KeyboardInterrupt


def _typed_frames(frame):
    """The frames of code in cells, from this frame outwards."""
    while frame:
        if is_typed(frame.f_code.co_filename):
            yield frame
        frame = frame.f_back


def _is_ours(frame):
    """Whether a limit is just being entered or left there, which nothing may interrupt."""
    for _ in range(10):
        if frame and frame.f_code.co_filename == _is_ours.__code__.co_filename:
            return True
        frame = frame and frame.f_back
    return False


@contextlib.contextmanager
def watched(end):
    """By another thread, which watches the time."""
    import ctypes  # which a browser may lack

    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
    watched_one = threading.get_ident()
    running = threading.Lock()
    running.acquire()

    def watch():
        pause = end - time.monotonic()
        while not running.acquire(timeout=max(pause, 0)):
            if not _is_ours(sys._current_frames().get(watched_one)):
                raised(ctypes.c_ulong(watched_one), ctypes.py_object(KeyboardInterrupt))
            pause = AGAIN

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        running.release()  # at once: nothing can strike inside, as it could in Event.set
        with contextlib.suppress(KeyboardInterrupt):
            watcher.join()
            for _ in range(2):  # one that is still to strike does so at a turn of a loop
                pass


@contextlib.contextmanager
def looking(end):
    """In a browser: each turn of a loop and each call in a cell looks at the clock, which makes
    them a little slower. Inside a limit that looks already, that one goes on looking."""
    watch = sys.monitoring
    if watch.get_tool(TOOL) == NAME:
        yield
        return

    def look(code, *_):
        if not is_typed(code.co_filename):
            return watch.DISABLE
        if is_over():
            raise KeyboardInterrupt

    events = (watch.events.JUMP, watch.events.PY_START)
    watch.use_tool_id(TOOL, NAME)
    for event in events:
        watch.register_callback(TOOL, event, look)
    watch.set_events(TOOL, sum(events))
    try:
        yield
    finally:
        watch.set_events(TOOL, 0)
        for event in events:
            watch.register_callback(TOOL, event, None)
        watch.free_tool_id(TOOL)


@contextlib.contextmanager
def shallow():
    """Calls are no deeper than DEEP."""
    before = sys.getrecursionlimit()
    with contextlib.suppress(RecursionError):  # we are deeper already
        sys.setrecursionlimit(min(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def is_typed(file):
    """Whether code was typed into a cell: its lines are kept, but belong to no file."""
    entry = linecache.cache.get(file, ())
    if file in getattr(linecache, "_ipython_cache", ()):  # IPython 7, as on Colab, gives a time
        return True
    return len(entry) == 4 and entry[1] is None
