"""Start JupyterLab, on the notebooks or on a show, and print its address (make lab).

python -m tools.jupyterlab [--port PORT]
"""

import argparse
import os
import secrets
import socket
import subprocess
import sys
import time

from tools.repository import ROOT
from tools.start import ending

PAGE = "/lab/tree/notebooks/00_start_here.ipynb"


def choose_port(port):
    """The port asked for; if it is None, the first free one from 8888."""
    if port is not None:
        if not free(port):
            sys.exit(f"Port {port} is in use or not allowed: name another, or none for a free one.")
        return port
    port = next((port for port in range(8888, 8988) if free(port)), None)
    if port is None:
        sys.exit("Ports 8888 to 8987 are all in use: name another one, as in make lab PORT=9000.")
    if port != 8888:
        print(f"Port 8888 is in use, so JupyterLab takes {port}.", flush=True)
    return port


def free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        return False
    return True


def show_options(folder):
    """What JupyterLab is told of a show that is in this folder."""
    return [
        f"--LabApp.extra_labextensions_path={folder}/.labextensions",
        f"--LabApp.user_settings_dir={folder}/.settings",
        f"--LabApp.workspaces_dir={folder}/.workspaces",
    ]


def run_jupyterlab(port, folder=ROOT, page=PAGE, *options):
    """Start JupyterLab, print its address once it answers, and wait until it ends."""
    token = secrets.token_hex(16)
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    command += ["--ServerApp.port_retries=0", f"--LabApp.default_url={page}", *options]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--ServerApp.answer_yes=True", "--ServerApp.base_url=/"]
    command += ["--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR"]
    command += ["--MappingKernelManager.transport_encryption=auto"]  # or each kernel warns
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]
    server = subprocess.Popen(command, cwd=ROOT, env=dict(os.environ, JUPYTER_TOKEN=token))
    with ending(server, patience=20):  # its last thread may wait for ever
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                print("JupyterLab is running; Ctrl-C here ends it. If no browser opens, go to")
                print(f"http://127.0.0.1:{port}{page}?token={token}", flush=True)
                break
        return server.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int)
    sys.exit(run_jupyterlab(choose_port(parser.parse_args().port)))
