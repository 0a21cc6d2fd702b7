"""A room of 300 phones, and what happens when some of them are hostile."""

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from tornado.websocket import websocket_connect

from tools.notebook.asked import asked
from tools.notebook.lesson import read
from tools.repository import PATHS
from tools.vote import server
from tools.vote import vote as vote_command
from tools.vote.server import Room

PHONES = 300
QUESTIONS = asked(read(next(path for path in PATHS if path.stem[:2] == "07")))
NAME, LETTERS = "adding", "abcd"


def run(test, **options):
    """Run a coroutine, test(room, show), in a room whose show has connected."""

    async def whole():
        room = Room(QUESTIONS, "127.0.0.1", **options)
        room.start()
        show = await websocket_connect(room.control)
        try:
            await asyncio.wait_for(test(room, show), 60)
        finally:
            show.close()
            await room.stop()

    with ThreadPoolExecutor(1) as thread:  # where a browser is open, this one has a loop already
        thread.submit(lambda: asyncio.run(whole())).result()


@contextlib.asynccontextmanager
async def within(seconds, what):
    """For what is awaited inside: a failure that says what has not come."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise AssertionError(f"{what} has not come within {seconds} s") from None


async def shown(show, name=NAME, number=0, answered=False):
    """The show says what is on its slide."""
    asked = {"name": name, "round": number, "answered": answered}
    await show.write_message(json.dumps(asked))


async def ask(room, show, name=NAME, number=0):
    """The show opens a question."""
    await shown(show, name, number)
    return json.loads(await show.read_message())


async def counted(show, votes, name=NAME, number=0):
    """Until the show has got so many votes: (the counts, how often it was told)."""
    for told in range(1, 1000):
        message = json.loads(await show.read_message())
        assert (message["name"], message["round"]) == (name, number)
        if sum(message["counts"]) >= votes:
            return message["counts"], told
    raise AssertionError("it was told a thousand times")


def address(room):
    return "127.0.0.1", room.phones[0].getsockname()[1]


async def sent(room, text, limit=10):
    """What the server answers to these bytes; nothing if it closes the connection."""
    reader, writer = await asyncio.open_connection(*address(room))
    with contextlib.suppress(ConnectionError):
        writer.write(text)
        await writer.drain()
        return await asyncio.wait_for(reader.read(), limit)
    return b""


def request(line, body=b"", *headers, host="127.0.0.1:8300"):
    head = [line + " HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*head, "", ""]).encode() + body


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer else 0


async def cookie(room):
    """A browser that has opened the page."""
    answer = await sent(room, request("GET /"))
    assert status(answer) == 200
    (line,) = [
        x for x in answer.split(b"\r\n\r\n")[0].split(b"\r\n") if x.startswith(b"Set-Cookie")
    ]
    assert b"HttpOnly" in line
    assert b"expires" not in line.lower()  # gone when the browser ends
    return line.split(b": ")[1].split(b";")[0].decode()


def vote(browser, letter, name=NAME, number=0):
    body = json.dumps({"name": name, "round": number, "letter": letter}).encode()
    return request("POST /vote", body, f"Cookie: {browser}")


class Phone:
    """A phone with the page open: it votes as soon as it sees a question."""

    def __init__(self, room, number):
        self.room, self.letter = room, LETTERS[number % 3]

    async def come_in(self):
        self.browser = await cookie(self.room)
        assert await self.listen() is None

    async def listen(self):
        """Open the page's stream. Returns what it shows first."""
        self.reader, self.writer = await asyncio.open_connection(*address(self.room))
        self.writer.write(request("GET /question", b"", f"Cookie: {self.browser}"))
        return await self.event()

    async def event(self):
        async with within(20, "What a phone is to show"):
            while True:
                line = await self.reader.readline()
                assert line, "the room has closed the stream"
                if line.startswith(b"data: "):
                    return json.loads(line[6:])

    async def take_part(self):
        seen = await self.event()
        assert (seen["name"], seen["right"]) == (NAME, "")
        assert len(seen["options"]) == len(LETTERS)
        assert status(await sent(self.room, vote(self.browser, self.letter))) == 204

    def leave(self):
        self.writer.close()


def test_three_hundred_phones_lose_no_vote():
    """And the show is told what they are together, not each."""

    async def lecture(room, show):
        phones = [Phone(room, number) for number in range(PHONES)]
        for first in range(0, PHONES, 50):
            await asyncio.gather(*(phone.come_in() for phone in phones[first : first + 50]))
        voting = [asyncio.create_task(phone.take_part()) for phone in phones]
        await ask(room, show)
        counts, told = await counted(show, PHONES)
        assert counts == [PHONES // 3] * 3 + [0]
        assert told < PHONES / 4  # and not once a vote
        await asyncio.gather(*voting)
        for phone in phones:
            phone.leave()

    run(lecture, shared=True)


def test_what_is_right_reaches_a_phone_with_the_answer_and_not_before():
    """Nor does the vote open again when the slide goes back."""

    async def lecture(room, show):
        phone = Phone(room, 1)
        await phone.come_in()
        await ask(room, show)
        await phone.take_part()
        await shown(show, answered=True)
        seen = await phone.event()
        assert (seen["right"], seen["letter"]) == ("d", "b")
        message = json.loads(await show.read_message())
        assert message["counts"] == [0, 1, 0, 0]  # nothing of the last moment is lost
        await shown(show)
        assert status(await sent(room, vote(phone.browser, "c"))) == 409
        assert status(await sent(room, vote(phone.browser, "c", number=1))) == 409
        await ask(room, show, number=1)
        seen = await phone.event()
        assert (seen["right"], seen["letter"]) == ("", "")
        assert status(await sent(room, vote(phone.browser, "c", number=1))) == 204
        phone.leave()

    run(lecture, shared=True)


def test_a_phone_that_comes_back_has_its_letter():
    """And from a server begun anew, none."""

    async def lecture(room, show):
        phone = Phone(room, 1)
        await phone.come_in()
        await ask(room, show)
        await phone.take_part()
        phone.leave()
        assert (await phone.listen())["letter"] == "b"
        phone.leave()
        phone.browser = await cookie(room)
        assert (await phone.listen())["letter"] == ""
        phone.leave()

    run(lecture, shared=True)


def test_a_device_has_one_vote():
    said = []

    async def lecture(room, show):
        await ask(room, show)
        first, second = await cookie(room), await cookie(room)
        for browser, letter in [(first, "a"), (first, "b"), (second, "c")]:
            assert status(await sent(room, vote(browser, letter))) == 204
        assert (await counted(show, 1))[0] == [0, 0, 1, 0]
        assert [(await ask(room, show))["warning"]] == said  # the speaker reads it, too

    run(lecture, warn=said.append)
    (warning,) = said
    assert "Two browsers have voted from 127.0.0.1" in warning


def test_one_device_behind_a_router_does_not_outvote_the_room():
    """A program that opens the page again and again while a question is open. Who was there before
    votes; all may in the second vote."""
    said = []

    async def lecture(room, show):
        there = [Phone(room, number) for number in range(40)]
        await asyncio.gather(*(phone.come_in() for phone in there))
        await ask(room, show)
        flood = [await cookie(room) for _ in range(200)]
        counted_ones = [status(await sent(room, vote(browser, "d"))) for browser in flood]
        assert counted_ones == [204] * server.LATE + [409] * (200 - server.LATE)
        await asyncio.gather(*(phone.take_part() for phone in there))
        assert sum(room.ballots.counts()) == 40 + server.LATE
        async with within(20, "The warning"):
            while not (warning := json.loads(await show.read_message())["warning"]):
                pass  # what was told while the first of them voted
        assert warning == said[0]
        late = Phone(room, 0)
        late.browser = flood[-1]
        assert (await late.listen())["late"]
        await ask(room, show, number=1)
        assert not (await late.event())["late"]
        assert status(await sent(room, vote(flood[-1], "a", number=1))) == 204
        for phone in (late, *there):
            phone.leave()

    run(lecture, shared=True, warn=said.append)
    (warning,) = said
    assert "More than 30 browsers have joined from 127.0.0.1" in warning


HOSTILE = {
    "no cookie": (request("POST /vote", b'{"name":"adding","round":0,"letter":"d"}'), 403),
    "a cookie of its own": (vote("browser=0123456789abcdef", "d"), 403),
    "no JSON": (request("POST /vote", b"letter=d"), 400),
    "a list": (request("POST /vote", b"[]"), 400),
    "deep": (request("POST /vote", b"[" * 190), 400),
    "binary": (request("POST /vote", bytes(range(200))), 400),
    "a long body": (request("POST /vote", b" " * 201), 400),
    "a longer body than it says": (request("POST /vote", b"", "Content-Length: 99999999999"), 400),
    "long headers": (request("GET /", b"", "X: " + "x" * 5000), 0),
    "no HTTP": (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
    "another page": (request("GET /../server.py"), 404),
    "a file": (request("GET /phone.html"), 404),
    "a method": (request("DELETE /vote"), 405),
    "a name of its own for this address": (request("GET /", host="room.example"), 404),
}
FOREIGN = {
    "a foreign question": {"name": "shift", "letter": "d"},
    "another question": {"name": "no_leak_found", "letter": "d"},
    "another round": {"number": 1, "letter": "d"},
    "a truth for a round": {"number": False, "letter": "d"},
    "a text for a round": {"number": "0", "letter": "d"},
    "lists": {"name": [NAME], "number": {}, "letter": "d"},
    "no letter of it": {"letter": "e"},
    "a capital letter": {"letter": "D"},
    "two letters": {"letter": "cd"},
    "no letter": {"letter": ""},
    "null": {"letter": None},
    "a script": {"letter": "<script>alert(1)</script>"},
    "a number": {"letter": 4},
    "a list": {"letter": ["d"]},
}


def test_hostile_posts_change_nothing():
    async def lecture(room, show):
        await ask(room, show)
        browser = await cookie(room)
        assert status(await sent(room, vote(browser, "b"))) == 204
        for what, (text, wanted) in HOSTILE.items():
            answer = await sent(room, text)
            assert status(answer) == wanted, what
            assert b"Tornado" not in answer, what
        for what, said in FOREIGN.items():
            assert status(await sent(room, vote(browser, **said))) == 409, what
        assert room.ballots.counts() == [0, 1, 0, 0]
        assert list(room.ballots.cast) == [(NAME, 0)]

    # All come from one address: what that slows down is another test's.
    run(lecture, shared=True)


def test_a_flood_and_slow_connections_keep_nobody_from_voting(monkeypatch):
    """A device that holds or begins many connections loses those on top; a slow one its own."""
    monkeypatch.setattr(server, "SLOW", 0.2)

    async def lecture(room, show):
        await ask(room, show)
        browser = await cookie(room)
        slow = [await asyncio.open_connection(*address(room)) for _ in range(server.EACH + 4)]
        for _, writer in slow:
            writer.write(b"POST /vote HTTP/1.1\r\n")
        await asyncio.sleep(0)
        ends = [await asyncio.wait_for(reader.read(), 10) for reader, _ in slow]
        assert set(ends) == {b""}
        flood = await asyncio.gather(*(sent(room, vote(browser, "a")) for _ in range(100)))
        assert any(not answer for answer in flood)
        await asyncio.sleep(1)  # the next second counts anew
        assert status(await sent(room, vote(browser, "c"))) == 204
        assert room.ballots.counts() == [0, 0, 1, 0]
        assert room.gate.here.total() <= 1

    run(lecture)


def test_without_the_show_nothing_is_open():
    async def lecture(room, show):
        assert (await ask(room, show))["counts"] == [0, 0, 0, 0]
        browser = await cookie(room)
        show.close()
        for _ in range(100):
            if status(await sent(room, vote(browser, "a"))) == 409:
                return
            await asyncio.sleep(0.02)
        raise AssertionError("votes are still taken")

    run(lecture, shared=True)


@pytest.mark.parametrize(
    "host", ["192.0.2.77", "room", "a..b", "::1", "::", "0.0.0.0", "0", "192.168.1.7:8300", " "]
)
def test_an_address_that_is_not_this_computer_s_is_refused(monkeypatch, host):
    """And those that would work are named."""
    monkeypatch.setattr(vote_command, "addresses", lambda: ["192.168.1.7", "10.0.0.3"])
    with pytest.raises(SystemExit) as ended:
        vote_command.room_at(host, QUESTIONS, shared=False)
    assert f"HOST: given {host!r}, needed" in str(ended.value)
    assert "192.168.1.7 or 10.0.0.3" in str(ended.value)


def test_the_addresses_that_are_named_are_those_of_this_computer():
    for address in vote_command.addresses():
        vote_command.check_host(address)


def test_only_who_knows_the_path_is_the_show():
    async def lecture(room, show):
        with pytest.raises(Exception, match="404"):
            await websocket_connect(room.control.rpartition("/")[0] + "/guess")
        assert status(await sent(room, request(f"GET /{room.key}"))) == 404

    run(lecture)
