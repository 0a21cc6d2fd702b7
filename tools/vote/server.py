"""The server of a vote: phones on the room's network, the show on this computer alone.

Phones may read one page and the open question, and may send a letter. What is right they learn once
the show has opened the answer. They are answered at one address, and only if they asked for it by
that address, the show at another one, on the loopback, whose path nobody can guess. Nothing is
stored: the votes are gone when the server ends.
"""

import asyncio
import contextlib
import json
import re
import secrets
import socket
from collections import Counter
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from tools.vote.ballots import Ballots

PHONE = Path(__file__).parent / "phone"
FILES = {"/": "phone.html", "/phone.js": "phone.js", "/phone.css": "phone.css"}
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
EACH = 8  # connections that a device may hold
RATE = 30  # connections that a device may begin in a second
ALL = 2000  # connections at once
LATE = 30  # browsers of an address that may join while a question is open, and vote on it
BODY = 200  # bytes of a vote
SLOW = 10  # seconds that a device may take to ask
ALIVE = 20  # seconds from one sign of life to the next
TOLD = 0.1  # seconds from one count to the next
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Server": "vote",
}


class Room:
    """A vote on these questions, a list of Asked, at `host`, an address of this computer.

    shared: many devices have one address, as a router between them and this computer hides theirs.
    Then each browser has a vote; of those that join while a question is open, LATE an address, so
    that a program which opens the page again and again does not outvote a room that is there.
    Otherwise each address has one vote, so that nobody votes twice.
    warn: a function that gets a sentence which the lecturer should read."""

    def __init__(self, questions, host, port=0, shared=False, warn=print):
        self.questions = {question.name: question for question in questions}
        self.ballots = Ballots({question.name: question.letters for question in questions})
        self.host, self.shared, self.warn = host, shared, warn
        self.key = secrets.token_urlsafe(24)
        self.secret = secrets.token_bytes(32)  # signs the browsers' cookies
        self.shows, self.streams = set(), set()  # who is told
        self.waiting = None  # until the shows are told
        self.seen = None  # what the phones see: a question, its round and, once open, its answer
        self.browsers = {}  # address → the first browser that voted from there
        self.joined = set()  # browsers that have been here, if many share an address
        self.newcomers = Counter()  # {address: browsers that joined since the question is open}
        self.late = set()  # those of them beyond LATE
        self.warning = ""  # a sentence for the speaker, once votes are replaced or not counted
        self.phones = bind_sockets(port, host, socket.AF_INET, backlog=1024)
        self.loopback = bind_sockets(0, "127.0.0.1", socket.AF_INET)
        self.address = f"http://{host}:{self.phones[0].getsockname()[1]}/"
        self.control = f"ws://127.0.0.1:{self.loopback[0].getsockname()[1]}/{self.key}"

    def start(self):
        """Answer, in the running event loop."""
        room = {"room": self}
        pages = [(path, File, {"name": name}) for path, name in FILES.items()]
        phones = Application(
            default_handler_class=Nothing, cookie_secret=self.secret, log_function=keep_quiet
        )
        phones.add_handlers(  # not by a name that a foreign page has for this address
            re.escape(self.host), [*pages, ("/question", Question, room), ("/vote", Vote, room)]
        )
        self.gate = Gate(
            phones,
            each=ALL if self.shared else EACH,
            rate=ALL if self.shared else RATE,
            no_keep_alive=True,
            max_body_size=BODY,
            max_header_size=4096,
            idle_connection_timeout=SLOW,
            body_timeout=SLOW,
        )
        self.gate.add_sockets(self.phones)
        show = Application([(f"/{self.key}", Show, room)], log_function=keep_quiet)
        self.private = HTTPServer(show, max_body_size=BODY)
        self.private.add_sockets(self.loopback)

    async def stop(self):
        for server in (self.gate, self.private):
            server.stop()
            await server.close_all_connections()

    # --- what happens

    def open(self, name, number, answered=False):
        """The show shows a question; answered: with its answer."""
        before = self.ballots.open
        if answered:
            self.tell_shows()  # what has arrived since it was told
            self.ballots.answer(name, number)
        else:
            self.ballots.ask(name, number)
        if self.ballots.open != before:
            self.browsers.clear()
            self.newcomers.clear()
            self.late.clear()
        seen = {**self.questions[name].seen(), "round": number, "right": ""}
        if (name, number) in self.ballots.answered:
            seen["right"] = self.questions[name].right
        self.tell_phones(seen)
        self.tell_shows()

    def close(self):
        self.ballots.close()
        self.tell_phones(None)

    def join(self, address, browser):
        """A browser is here, with its cookie; what follows if it is new."""
        if not self.shared or browser in self.joined:
            return
        self.joined.add(browser)
        if not self.ballots.open:
            return
        self.newcomers[address] += 1
        if self.newcomers[address] <= LATE:
            return
        self.late.add(browser)
        if self.newcomers[address] == LATE + 1:  # said once a question
            self.warn_speaker(
                f"More than {LATE} browsers have joined from {address} since the question was "
                "opened: the others may vote on the next one, or in a second vote (V)."
            )
            self.tell_soon()

    def device(self, address, browser):
        """Whose a vote is: the address's, or its browser's cookie's."""
        return browser if self.shared else address

    def vote(self, address, browser, name, number, letter):
        """Whether it counts. browser: its cookie."""
        self.join(address, browser)
        if browser in self.late:
            return False
        if not self.ballots.vote(self.device(address, browser), name, number, letter):
            return False
        if not self.shared and self.browsers.setdefault(address, browser) not in (browser, None):
            self.browsers[address] = None  # said once a question
            self.warn_speaker(
                f"Two browsers have voted from {address}, and the later vote counts. If a router "
                "hides the phones behind this address, end this and begin again with SHARED=1."
            )
        self.tell_soon()
        return True

    # --- who is told

    def warn_speaker(self, sentence):
        self.warning = sentence
        self.warn(sentence)

    def tell_soon(self):
        if self.waiting is None:
            self.waiting = asyncio.get_running_loop().call_later(TOLD, self.tell_shows)

    def tell_phones(self, seen):
        if seen != self.seen:
            self.seen = seen
            for stream in self.streams:
                stream.wake.set()

    def message(self, device):
        """What a phone sees, with its own letter; null while no question is shown."""
        if self.seen is None:
            return "null"
        letter = self.ballots.letter(device, self.seen["name"], self.seen["round"])
        return json.dumps({**self.seen, "letter": letter, "late": device in self.late})

    def tell_shows(self):
        self.waiting = None
        if self.ballots.open:
            name, number = self.ballots.open
            message = {"name": name, "round": number, "counts": self.ballots.counts()}
            message["warning"] = self.warning
            for show in list(self.shows):
                with contextlib.suppress(WebSocketClosedError):
                    show.write_message(message)


class Gate(HTTPServer):
    """Lets a device hold `each` connections at once and begin `rate` in a second; what comes on top
    is closed before it is read."""

    def initialize(self, *arguments, each, rate, **options):
        super().initialize(*arguments, **options)
        self.each, self.rate = each, rate
        self.here, self.begun, self.second = Counter(), Counter(), 0

    def handle_stream(self, stream, address):
        device, second = address[0], int(asyncio.get_running_loop().time())
        if second != self.second:
            self.begun, self.second = Counter(), second
        self.begun[device] += 1
        full = self.here[device] >= self.each or self.here.total() >= ALL
        if full or self.begun[device] > self.rate:
            stream.close()
            return
        self.here[device] += 1
        super().handle_stream(stream, address)

    def on_close(self, server_conn):
        device = server_conn.context.address[0]
        self.here[device] -= 1
        if not self.here[device]:
            del self.here[device]
        super().on_close(server_conn)


class Quiet(RequestHandler):
    """Says no more than a status where something is wrong."""

    def set_default_headers(self):
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def write_error(self, status_code, **_):
        self.finish()


class Nothing(Quiet):
    def prepare(self):
        self.send_error(404)


class File(Quiet):
    def initialize(self, name):
        self.name = name

    def get(self):
        if self.name == "phone.html" and not self.get_signed_cookie("browser"):
            name = secrets.token_hex(8)
            self.set_signed_cookie("browser", name, None, httponly=True, samesite="Lax")
        self.set_header("Content-Type", f"{TYPES[Path(self.name).suffix]}; charset=utf-8")
        self.finish((PHONE / self.name).read_bytes())


class Question(Quiet):
    """What the show shows of a question, and each that follows, as events."""

    def initialize(self, room):
        self.room, self.wake, self.gone = room, asyncio.Event(), False

    async def get(self):
        browser = (self.get_signed_cookie("browser") or b"").decode()
        if not browser:  # as after a restart of this server: the phone asks for its page first
            self.send_error(403)
            return
        self.set_header("Content-Type", "text/event-stream")
        device = self.room.device(self.request.remote_ip, browser)
        self.room.join(self.request.remote_ip, browser)
        self.room.streams.add(self)
        said = f"data: {self.room.message(device)}\n\n"
        with contextlib.suppress(StreamClosedError):
            while not self.gone:
                self.write(said)
                await self.flush()
                try:
                    await asyncio.wait_for(self.wake.wait(), ALIVE)
                    self.wake.clear()
                    said = f"data: {self.room.message(device)}\n\n"
                except TimeoutError:
                    said = ":\n\n"  # a comment: the phone knows that the server is there
        self.room.streams.discard(self)

    def on_connection_close(self):
        self.gone = True
        self.wake.set()


class Vote(Quiet):
    def initialize(self, room):
        self.room = room

    def post(self):
        try:
            sent = json.loads(self.request.body)
            name, number, letter = sent["name"], sent["round"], sent["letter"]
        except (ValueError, TypeError, KeyError, RecursionError):
            self.send_error(400)
            return
        browser = self.get_signed_cookie("browser")
        if not browser:
            self.send_error(403)
            return
        counts = self.room.vote(self.request.remote_ip, browser.decode(), name, number, letter)
        self.set_status(204 if counts else 409)


class Show(WebSocketHandler):
    """The show says which question it shows; it gets the counts."""

    def initialize(self, room):
        self.room = room

    def check_origin(self, origin):
        return True  # who knows the path is the show

    def open(self):
        self.room.shows.add(self)

    def on_message(self, message):
        asked = json.loads(message)
        if asked:
            self.room.open(asked["name"], asked["round"], asked.get("answered", False))
        else:
            self.room.close()

    def on_close(self):
        self.room.shows.discard(self)
        if not self.room.shows:
            self.room.close()


def keep_quiet(handler):
    """Nothing is written about who asked for what."""
