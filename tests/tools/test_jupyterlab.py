"""make lab: a free port, and a JupyterLab that starts without a pop-up."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

from tests.running import ANYWAY
from tools import jupyterlab
from tools.browser import LOOPBACK, PATIENCE
from tools.repository import ROOT


def test_a_port_asked_for_is_taken_or_refused():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"Port {port} is in use"):
            jupyterlab.choose_port(port)
    assert jupyterlab.choose_port(port) == port


def test_without_a_port_asked_for_the_next_free_one_is_taken(monkeypatch, capsys):
    monkeypatch.setattr(jupyterlab, "free", lambda port: port >= 8890)
    assert jupyterlab.choose_port(None) == 8890
    assert capsys.readouterr().out == "Port 8888 is in use, so JupyterLab takes 8890.\n"
    monkeypatch.setattr(jupyterlab, "free", lambda port: False)
    with pytest.raises(SystemExit, match="name another one"):
        jupyterlab.choose_port(None)


@pytest.mark.skipif(os.name == "nt", reason=f"{ANYWAY}the signal SIGTERM on Windows")
def test_the_lab_prints_an_address_that_answers_and_has_no_news(tmp_path):
    """Whatever the reader's own configuration says."""
    own = {"ServerApp": {"base_url": "/elsewhere/", "port": 1, "root_dir": "/"}}
    (tmp_path / "jupyter_server_config.json").write_text(json.dumps(own))
    port = next(port for port in range(8988, 9999) if jupyterlab.free(port))
    environment = {**os.environ, "BROWSER": "true", "JUPYTER_CONFIG_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tools.jupyterlab", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment
    )
    watchdog = threading.Timer(PATIENCE, process.kill)  # a silent server must not hang the tests
    watchdog.start()
    try:
        process.stdout.readline()
        address = process.stdout.readline().strip()
        page, token = address.split("?token=")
        assert page == f"http://127.0.0.1:{port}/lab/tree/notebooks/00_start_here.ipynb"
        assert LOOPBACK.open(address).status == 200
        name = "@jupyterlab/apputils-extension:notification"
        settings = f"http://127.0.0.1:{port}/lab/api/settings/{name}?token={token}"
        properties = json.load(LOOPBACK.open(settings))["schema"]["properties"]
        assert properties["fetchNews"]["default"] == "false"
        assert properties["checkForUpdates"]["default"] is False
    finally:
        watchdog.cancel()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
