"""What starts Jupyter and a browser on this computer asks no proxy for it."""

import subprocess
import sys

from tools import browser
from tools.book import serve

CLOSED = "http://127.0.0.1:9"  # nothing listens there


def test_a_proxy_is_not_asked_for_a_page_of_this_computer(tmp_path, monkeypatch):
    """Where one is set that does not lead to it."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, CLOSED)
        monkeypatch.setenv(name.upper(), CLOSED)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(browser, "PATIENCE", 2)
    with (
        serve.served(tmp_path) as address,
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server,
    ):
        browser._until_it_answers(address, server)
        server.communicate(b"\n")
