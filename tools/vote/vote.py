"""Slides on which a room votes by phone, from this computer, without the internet (make vote).

python -m tools.vote.vote NUMBER [--port PORT] [--host ADDRESS] [--shared] [--short]

PORT is JupyterLab's. The phones' page is at an address of this computer in the room's network: the
one from which it reaches other networks, if none is named.
"""

import argparse
import asyncio
import contextlib
import socket
import sys
import tempfile
import threading

import segno

from tools.jupyterlab import choose_port, run_jupyterlab, show_options
from tools.notebook.asked import asked
from tools.notebook.lesson import read
from tools.repository import choose_notebook
from tools.slides import slides
from tools.vote.server import ALL, LATE, Room

FIRST, LAST = 8300, 8399  # ports for the phones
SOMEWHERE = "192.0.2.1"  # an address that belongs to nobody; nothing is sent there


def network_address():
    """The address of this computer in its network, or nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((SOMEWHERE, 9))
        return probe.getsockname()[0]
    return ""


def addresses():
    """The addresses of this computer that phones might reach, the likeliest first."""
    found = [network_address()]
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [*dict.fromkeys(x for x in found if x and not x.startswith("127."))]


def check_host(host):
    """End with the addresses that would work, unless `host` is one of this computer: no name that
    is unknown, nor 0.0.0.0, which means all of them and leads a phone to none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
            if probe.getsockname()[0] != "0.0.0.0":
                return
    except (OSError, UnicodeError):  # the latter: of what cannot be a name
        pass
    known = " or ".join(addresses())
    here = f": {known}" if known else ". It is in no network that leads to others"
    sys.exit(f"HOST: given {host!r}, needed an IPv4 address of this computer{here}.")


def room_at(host, questions, shared):
    """A Room at the first free port, so that the address is the same in each lecture."""
    check_host(host)
    for port in range(FIRST, LAST + 1):
        with contextlib.suppress(OSError):
            return Room(questions, host, port, shared)
    sys.exit(f"Ports {FIRST} to {LAST} of {host} are all in use: end another program.")


def serve(room):
    """Answer for as long as this process lives."""

    async def forever():
        room.start()
        await asyncio.Event().wait()

    asyncio.run(forever())


def allow_connections():
    """A phone holds one, and some systems allow a program 256."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ALL + 100
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def print_address(room):
    segno.make(room.address, micro=False).terminal(compact=True, border=2)
    print(f"Phones vote at {room.address}")
    print("If they are in another network of this computer, name its address there: HOST=…")
    print(
        "Everyone in this network can open this page while the slides run. It shows the open\n"
        "question and takes letters; nothing else of this computer is served, and no vote is kept."
    )
    if room.shared:
        print(
            "Each browser has a vote: anyone who knows how can vote more than once. Of the "
            f"browsers that\njoin while a question is open, the first {LATE} vote at once, the "
            "others on the next."
        )
    print(flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", default="")
    parser.add_argument("--port", type=int)
    parser.add_argument("--host", default="")
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args(arguments)
    path, port = choose_notebook(options.number), choose_port(options.port)
    questions = asked(read(path))
    if not questions:
        sys.exit(f"{path.name} has nothing to vote on: show it by make slides.")
    host = options.host or network_address()
    if not host:
        sys.exit(
            "This computer is in no network that leads to others. Connect it to the one that the "
            "phones are in, or name its address there: HOST=192.168.1.7"
        )
    allow_connections()
    room = room_at(host, questions, options.shared)
    threading.Thread(target=serve, args=(room,), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        told = {"control": room.control, "address": room.address}
        slides.write(path, folder, told, options.short)
        print_address(room)
        page = f"/doc/tree/{path.name}"
        return run_jupyterlab(port, folder, page, *show_options(folder))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
