"""What starts Jupyter and a browser on this computer asks no proxy for it."""

import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tools import browser

CLOSED = "http://127.0.0.1:9"  # nothing listens there


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def address(monkeypatch):
    """A page of this computer, where a proxy is set that does not lead to it."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, CLOSED)
        monkeypatch.setenv(name.upper(), CLOSED)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_proxy_is_not_asked_for_a_page_of_this_computer(address, monkeypatch):
    monkeypatch.setattr(browser, "PATIENCE", 2)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server:
        browser._until_it_answers(address, server)
        server.communicate(b"\n")
