"""Run the checks of this repository, all at once, and name those that failed (make test).

python -m tools.run_checks format | lint | test | test-long | test-all [--nbval-lax]
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

from tools.repository import ROOT
from tools.start import NODE, VENV

TSC = VENV / "node_modules/typescript/bin/tsc"
PRETTIER = VENV / "node_modules/prettier/bin/prettier.cjs"
FORMATTED = "{data,helpers,tests,tools}/**/*.{js,mjs,ts}"  # by prettier
SCRIPTS = [  # folders of JavaScript
    "helpers/labs/engine",
    "tools/book/web",
    "tools/handout",
    "tools/slides/labextensions/show/static",
    "tools/vote/phone",
]
WEB_TESTS = "tests/tools/book/browser"
TESTS = {  # → how many processes, and options; who waits for a browser leaves a processor free
    "test": ("2",),
    "test-long": ("3", "--long"),
    "test-all": ("4", "--all"),
}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=["format", "lint", *TESTS])
    parser.add_argument("--nbval-lax", action="store_true")
    options = parser.parse_args(arguments)
    if options.which == "format":  # of JavaScript: ruff formats Python
        return verdict({"scripts": [NODE, PRETTIER, "--write", "--log-level=warn", FORMATTED]})
    checks = lints()
    if options.which in TESTS:
        # Each of their many processes would compile all that it imports.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        comparing = "--nbval-lax" if options.nbval_lax else "--nbval"
        checks |= tests(*TESTS[options.which], comparing)
    return verdict(checks)


def lints():
    """name → command, of the checks that run none of the code."""
    return {
        "format": [sys.executable, "-m", "ruff", "format", "--check"],
        "scripts": [NODE, PRETTIER, "--check", FORMATTED],
        "lint": [sys.executable, "-m", "ruff", "check"],
        "types": [NODE, TSC, "--build", *SCRIPTS],  # which are checked anew where they changed
    }


def tests(processes, *options):
    """name → command, of the check that runs the tests, and the notebooks as tests."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests",
        "notebooks",
        "--quiet",
        "--ignore",
        WEB_TESTS,
    ]
    command += ["--numprocesses", processes, "--dist", "loadscope"]
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
