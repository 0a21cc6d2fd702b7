"""Times, sizes and memory as tables."""

import time


def seconds(action, *arguments):
    """How long a call takes."""
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start
