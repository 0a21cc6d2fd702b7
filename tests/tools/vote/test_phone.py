"""The page on a phone: a tap is a vote, and the page follows the show."""

import asyncio
import contextlib
import threading

import pytest
from playwright.sync_api import expect

from tools import browser
from tools.notebook.asked import asked
from tools.notebook.lesson import read
from tools.repository import PATHS
from tools.vote import server
from tools.vote.server import Room

pytestmark = pytest.mark.long

QUESTIONS = asked(read(next(path for path in PATHS if path.stem[:2] == "07")))


@contextlib.contextmanager
def answering(**options):
    """A Room that answers, and what calls its methods where it runs."""
    room, loop = Room(QUESTIONS, "127.0.0.1", **options), asyncio.new_event_loop()

    async def end():
        await room.stop()
        loop.stop()

    loop.call_soon(room.start)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield room, loop.call_soon_threadsafe
    asyncio.run_coroutine_threadsafe(end(), loop)
    thread.join()
    loop.close()


@pytest.fixture
def room():
    with answering() as room:
        yield room


def test_a_tap_is_a_vote_and_the_page_follows_the_show(chromium, room):
    room, call = room
    phone = browser.Page(chromium, 390, 844, has_touch=True)
    phone.page.goto(room.address)
    state, buttons = phone.page.locator("#state"), phone.page.locator("button")
    expect(state).to_have_text("No question is open. Look at the slides.")
    call(room.open, "adding", 0)
    expect(state).to_have_text("Your vote:")
    expect(buttons).to_have_count(4)
    assert all(button.bounding_box()["height"] >= 48 for button in buttons.all())
    for letter in "bd":
        phone.page.locator(f"[data-letter={letter}]").tap()
        expect(state).to_have_text(f"{letter} has arrived. Another letter replaces it.")
    assert room.ballots.counts() == [0, 0, 0, 1]
    call(room.open, "adding", 1)
    expect(state).to_have_text("Vote again:")
    expect(phone.page.locator("[aria-pressed=true]")).to_have_count(0)
    phone.page.locator("[data-letter=a]").tap()
    expect(state).to_have_text("a has arrived. Another letter replaces it.")
    phone.page.reload()
    expect(phone.page.locator("[aria-pressed=true]")).to_have_attribute("data-letter", "a")
    assert phone.page.locator(".right").count() == 0
    call(room.open, "adding", 1, True)
    expect(state).to_have_text("d is right. You chose a.")
    expect(phone.page.locator(".right")).to_have_attribute("data-letter", "d")
    call(room.open, "dog_turned_round", 0)
    expect(buttons).to_have_count(2)
    call(room.close)
    expect(buttons).to_have_count(0)
    assert phone.errors == phone.outside == []
    phone.close()


def test_a_phone_has_joined_again_before_a_server_begun_anew_asks(chromium, monkeypatch):
    """Else, if a router hides the phones, most of them would be too late for that question."""
    monkeypatch.setattr(server, "LATE", 0)
    phone = browser.Page(chromium, 390, 844, has_touch=True)
    state, letter = phone.page.locator("#state"), phone.page.locator("[data-letter=d]")
    with answering(shared=True) as (room, call):
        port = room.phones[0].getsockname()[1]
        phone.page.goto(room.address)
        expect(state).to_have_text("No question is open. Look at the slides.")
        call(room.open, "adding", 0)
        letter.tap()
        expect(state).to_have_text("d has arrived. Another letter replaces it.")
    with answering(port=port, shared=True) as (room, call):
        expect(state).to_have_text("No question is open. Look at the slides.", timeout=30_000)
        assert len(room.joined) == 1
        call(room.open, "adding", 0)
        expect(state).to_have_text("Your vote:")
        letter.tap()
        expect(state).to_have_text("d has arrived. Another letter replaces it.")
        assert room.ballots.counts() == [0, 0, 0, 1]
    phone.close()
