"""The hub of make class: started on free ports, and ended with all that it has started."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from tools.browser import PATIENCE
from tools.repository import ROOT

CONFIG = ROOT / "hub" / "jupyterhub_config.py"
ENDING = (signal.SIGINT, signal.SIGTERM)


@dataclass
class Hub:
    address: str
    password: str
    folder: Path
    process: psutil.Process

    def log(self):
        return (self.folder / "log.txt").read_text("utf-8", errors="replace")

    def trouble(self, lines=12):
        """The last warnings and errors of the hub and of its servers."""
        bad = [line for line in self.log().splitlines() if line.startswith(("[W", "[E", "[C"))]
        return "\n".join(bad[-lines:])

    def processes(self, student):
        """A student's server and kernels."""
        home = self.folder / "students" / student
        servers = [child for child in self.process.children() if folder_of(child) == home]
        kernels = [child for server in servers for child in server.children(recursive=True)]
        return [*servers, *kernels]

    def hub_processes(self):
        """The hub, its proxy and the culler."""
        homes = self.folder / "students"
        others = [child for child in self.process.children() if folder_of(child).parent != homes]
        return [self.process, *others]


def folder_of(process):
    """Where a process runs; nowhere if it has ended."""
    try:
        return Path(process.cwd())
    except psutil.Error:
        return Path()


@contextlib.contextmanager
def hub():
    """A hub on free ports, in a folder of its own. At the end, all that it has started ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = Path(folder).resolve()
        port, inner, api = free_ports(3)
        address, password = f"http://127.0.0.1:{port}", secrets.token_hex(16)
        command = [sys.executable, "-m", "jupyterhub", "-f", str(CONFIG)]
        command += [f"--JupyterHub.bind_url={address}", f"--JupyterHub.hub_port={inner}"]
        command += [f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{api}"]
        with (folder / "log.txt").open("wb") as log:
            started = subprocess.Popen(
                command,
                cwd=folder,
                env=dict(os.environ, HUB_PASSWORD=password),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C reaches this process alone, which ends the hub
            )
        running = Hub(address, password, folder, psutil.Process(started.pid))
        try:
            wait_for(running, started)
            yield running
        finally:
            end(started, running.process)


def free_ports(count):
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [probe.getsockname()[1] for probe in probes]


def wait_for(running, started):
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if started.poll() is not None:
            raise SystemExit(f"The hub ended before it answered:\n{running.log()[-2000:]}")
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{running.address}/hub/api", trust_env=False).status_code == 200:
                return
        time.sleep(0.2)
    raise SystemExit(f"The hub did not answer within {PATIENCE} s:\n{running.log()[-2000:]}")


def end(started, process):
    """The hub ends its servers and its proxy; what is left of them after a while is killed."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDING}
    try:
        with contextlib.suppress(psutil.NoSuchProcess):
            family = process.children(recursive=True)
            started.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                started.wait(60)
            _, left = psutil.wait_procs(family, timeout=5)
            for remaining in [*left, process]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    remaining.kill()
            started.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
