"""Run the tests of numbers, and every notebook, as other processors compute them.

NumPy multiplies matrices by OpenBLAS, which has a kernel for each family of processors, and its own
loops come in several versions, too. They add in another order, or round once where others round
twice, so that last digits differ. This runs all with each kernel that this processor can run,
and prints a table (make test-kernels). It takes some minutes a kernel.
"""

import os
import re
import subprocess
import sys

from numpy._core._multiarray_umath import __cpu_dispatch__ as LOOPS
from numpy._core._multiarray_umath import __cpu_features__ as FEATURES

from tools.processors import results

KERNELS = {  # OpenBLAS's name → what NumPy calls the instructions that the kernel uses
    "Prescott": "SSE3",
    "Nehalem": "SSE42",
    "Sandybridge": "AVX",
    "Haswell": "X86_V3",
    "Zen": "X86_V3",
    "SkylakeX": "X86_V4",
}


def environment(kernel):
    """The variables by which NumPy computes as on a processor of this family."""
    needed = KERNELS[kernel]
    newer = LOOPS[LOOPS.index(needed) + 1 :] if needed in LOOPS else LOOPS
    return {
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": "1",
        "NPY_DISABLE_CPU_FEATURES": " ".join(name for name in newer if FEATURES[name]),
    }


def taken(kernel):
    """The name of the kernel that OpenBLAS takes if it is asked for this one, or None.

    A build does not have all of them, and takes the nearest older one in place of one it lacks."""
    done = subprocess.run(
        [sys.executable, "-c", "import numpy"],
        env={**os.environ, **environment(kernel), "OPENBLAS_VERBOSE": "2"},
        capture_output=True,
        text=True,
    )
    core = re.search(r"^Core: (\w+)", done.stderr + done.stdout, re.MULTILINE)
    return core and core[1]


def main():
    if not any(FEATURES.get(needed) for needed in KERNELS.values()):
        sys.exit("make test-kernels knows the kernels of x86 processors, and this is none.")
    print("| kernel | tests passed | failed | notebooks same | different | seconds |")
    print("|---|---|---|---|---|---|", flush=True)
    tried = {}
    red = []
    for kernel, needed in KERNELS.items():
        core = taken(kernel)
        if not FEATURES[needed]:
            print(f"| {kernel} | this processor lacks {needed} | | | | |", flush=True)
        elif core is None:
            sys.exit("This NumPy does not say which kernel it takes: its BLAS is not OpenBLAS.")
        elif core in tried:
            print(f"| {kernel} | as {tried[core]}: OpenBLAS takes the same kernel | | | | |")
        else:
            tried[core] = kernel
            red += row(kernel)
    if red:
        sys.exit("\nFailed or different:\n" + "\n".join(red))


def row(kernel):
    """Print the kernel's line; return what failed, a line each."""
    paths = ["tests/helpers", "notebooks", "-m", "not browser", "--all"]
    result = results.run(paths, environment(kernel))
    different = {cell.partition(": ")[0] for cell in result.different}
    counts = [result.passed, len(result.failed), result.same, len(different)]
    print(f"| {kernel} | {' | '.join(map(str, counts))} | {result.seconds:.0f} |", flush=True)
    return [f"{kernel}: {name}" for name in result.failed + result.different]


if __name__ == "__main__":
    main()
