"""Show the book that make site made, on this machine alone (make serve).

python -m tools.book.serve [--port PORT]
"""

import argparse
import contextlib
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from tools.repository import ROOT

SITE = ROOT / "site"


class Handler(SimpleHTTPRequestHandler):
    """Files, with nothing said of each."""

    protocol_version = "HTTP/1.1"  # one connection for many files
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",  # some systems say text/plain, and browsers refuse it
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder, port=0, handler=Handler):
    """Serve a folder. Yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(handler, directory=folder))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    if not (SITE / "index.html").exists():
        sys.exit("There is no book yet: make site writes it.")
    with served(SITE, options.port) as address:
        print(f"The book is at {address}; Ctrl-C here ends it.", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped.")
