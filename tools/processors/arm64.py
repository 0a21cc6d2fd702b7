"""Run notebooks on an ARM64 processor, emulated, and compare what each cell prints with what is
stored (make test-arm). All of them take about half an hour.

    python -m tools.processors.arm64 [NOTEBOOK ...]

Needed: Debian or Ubuntu with apt-get and dpkg-deb, a network, 1 GB of disk. No root: the emulator,
an arm64 Python and its packages are unpacked into a folder that is removed at the end.
"""

import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from tools.notebook.lesson import read
from tools.processors import results
from tools.repository import PATHS, ROOT
from tools.start import quietly

# The emulator's default processor, `max`, computes wrongly with Debian 12's qemu 7.2.
PROCESSOR = "cortex-a72"
DEBIAN = ["python3:arm64", "libstdc++6:arm64", "qemu-user-static"]
PACKAGES = ["numpy", "contourpy", "ipython", "anywidget", "matplotlib", "ipykernel"]
WHEELS = ["manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64"]
PATIENT = ["--nbval-kernel-startup-timeout", "900", "--nbval-cell-timeout", "3600"]


def main(paths):
    lacking = [name for name in ("apt-get", "dpkg-deb") if not shutil.which(name)]
    if lacking or platform.machine() not in ("x86_64", "AMD64"):
        sys.exit(
            "make test-arm needs Debian or Ubuntu on an x86-64 processor: it unpacks Debian's "
            f"emulator with apt-get and dpkg-deb. Here: {platform.machine()}"
            + "".join(f", no {name}" for name in lacking)
        )
    with tempfile.TemporaryDirectory() as folder:
        emulated = unpack(Path(folder))
        install(Path(folder), emulated)
        write_kernel(Path(folder), emulated)
        print("Running the notebooks, slowly.", flush=True)
        result = results.run(
            [*paths, "--nbval-kernel-name", "arm64", *PATIENT], {"JUPYTER_PATH": folder}
        )
    print(f"{result.same} notebooks print what is stored ({result.seconds:.0f} s).")
    if result.different:
        sys.exit("\nDifferent:\n" + "\n".join(result.different))


def unpack(folder):
    """Debian's emulator and arm64 Python, unpacked. Returns the command that is this Python."""
    print("Unpacking Debian's emulator and its Python for arm64.", flush=True)
    lists, cache, root = folder / "lists", folder / "cache", folder / "root"
    for place in (lists / "partial", cache / "archives/partial", root):
        place.mkdir(parents=True)
    options = ["APT::Architectures::=amd64", "APT::Architectures::=arm64", "Debug::NoLocking=1"]
    options += [f"Dir::State::lists={lists}", f"Dir::Cache={cache}", "Dir::State::status=/dev/null"]
    options += ["APT::Sandbox::User=root"]  # no other user: the folder belongs to this one
    apt = ["apt-get", "-qq", *(part for option in options for part in ("-o", option))]
    trouble = "apt-get could not fetch Debian's packages. Is there a network?"
    quietly(trouble, *apt, "update")
    download = ["install", "--download-only", "--yes", "--no-install-recommends"]
    quietly(trouble, *apt, *download, *DEBIAN)
    for package in (cache / "archives").glob("*.deb"):
        if not package.name.endswith("_amd64.deb") or package.name.startswith("qemu-user"):
            quietly(f"{package.name} could not be unpacked:", "dpkg-deb", "-x", package, root)
    emulator = min(root.glob("usr/bin/qemu-aarch64*"))
    python = (root / "usr/bin/python3").resolve()
    return [str(emulator), "-cpu", PROCESSOR, "-L", str(root), str(python)]


def install(folder, emulated):
    """The pinned packages, as wheels for arm64, in folder/packages."""
    print("Installing the packages for arm64.", flush=True)
    version = Path(emulated[-1]).name.removeprefix("python")
    command = ["pip could not install the packages. Is there a network?"]
    command += [sys.executable, "-m", "pip", "install", "--target", folder / "packages"]
    command += ["--python-version", version, "--only-binary", ":all:"]
    command += [part for name in WHEELS for part in ("--platform", name)]
    quietly(*command, "--constraint", ROOT / "requirements.txt", *PACKAGES)


def write_kernel(folder, emulated):
    """Tell Jupyter of a kernel named arm64."""
    place = folder / "kernels/arm64"
    place.mkdir(parents=True)
    modules = os.pathsep.join([str(folder / "packages"), str(ROOT)])
    kernel = {
        "argv": [*emulated, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3 on arm64",
        "language": "python",
        "env": {"PYTHONPATH": modules, "OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": ""},
    }
    (place / "kernel.json").write_text(json.dumps(kernel), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or [path for path in PATHS if not read(path).needs_model])
