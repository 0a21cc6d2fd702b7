"""An end to loops that do not end: KeyboardInterrupt after SECONDS, or in a browser after
SOON."""

import contextlib
import linecache
import signal
import sys
import threading
import time

SECONDS = 10  # for all calls of a check, where a timer can interrupt them
SOON = 4  # for the same in a browser, where a loop stops the whole page's Python
TOOL = 4  # a number of sys.monitoring that no debugger or profiler takes


def limited():
    """A context in which an endless loop ends, where the platform has a way."""
    if sys.platform == "emscripten":
        return looking(SOON)
    in_main_thread = threading.current_thread() is threading.main_thread()
    if hasattr(signal, "setitimer") and in_main_thread:
        return timed()
    return contextlib.nullcontext()


@contextlib.contextmanager
def timed():
    """By a timer, in a Unix main thread."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def looking(seconds):
    """In a browser nothing can interrupt Python: so the loops in cells look at the clock at each
    turn, which makes them a little slower."""
    end = time.monotonic() + seconds
    watch = sys.monitoring

    def look(code, *_):
        if not is_typed(code.co_filename):
            return watch.DISABLE
        if time.monotonic() > end:
            raise KeyboardInterrupt

    watch.use_tool_id(TOOL, "deadline")
    watch.register_callback(TOOL, watch.events.JUMP, look)
    watch.set_events(TOOL, watch.events.JUMP)
    try:
        yield
    finally:
        watch.set_events(TOOL, 0)
        watch.register_callback(TOOL, watch.events.JUMP, None)
        watch.free_tool_id(TOOL)


def is_typed(file):
    """Whether code was typed into a cell: its lines are kept, but belong to no file."""
    entry = linecache.cache.get(file, ())
    return len(entry) == 4 and entry[1] is None
