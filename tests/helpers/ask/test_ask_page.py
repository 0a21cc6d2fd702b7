"""The box on a page: asking, stopping, choosing another word, by mouse and by keyboard; what it
looks like."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers import ask
from helpers.ask import still
from helpers.ask.live import Live
from tests.helpers.ask.test_answers import Fake, asked, text
from tests.helpers.labs.lab_page import contrasts, light
from tools import browser

BARE = """<html lang="en"><title>The box</title>
<style>body { width: 1000px; margin: 0; }</style><body data-jp-theme-light="true"></body></html>"""
BEGIN = """async ([script, about]) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { default: made } = await import(url);
    const heard = {};
    const model = {
        get: () => about,
        on: (event, callback) => void (heard[event] = callback),
        off: (event) => void delete heard[event],
        send: (message) => void window.reply(JSON.stringify(message))
            .then((answer) => answer && heard["msg:custom"]?.(JSON.parse(answer))),
    };
    window.lose = () => heard["comm_live_update"]();
    made.render({ model, el: document.body });
}"""


class Box(browser.Page):
    """A box alone on a page, one after the other; Python answers in this process. asked: the
    messages that came."""

    def __init__(self, chromium):
        super().__init__(chromium)
        self.page.expose_function("reply", self._reply)

    def begin(self, model, recorded=False):
        """Put a new box on the page. Returns this."""
        self.page.goto("about:blank")  # the one before asks no more
        self.page.set_viewport_size({"width": 1200, "height": 900})
        self.asked, self.silent = [], False
        about = json.loads(json.dumps(ask.about((), recorded)))
        self.live = Live(about, model)
        self.page.set_content(f"<style>{Live._css}</style>{BARE}")
        self.page.evaluate(BEGIN, [Live._esm, about])
        self.root = self.page.locator("[data-ask]")
        self.words = self.root.locator(".ask-word")
        return self

    def _reply(self, text):
        message = json.loads(text)
        self.asked.append(message)
        return "" if self.silent else json.dumps(self.live.answers.reply(message))

    def ask(self, question, key="Enter"):
        field = self.root.get_by_label("You ask")
        field.fill(question)
        if key:
            field.press(key)
        else:
            self.root.get_by_role("button", name="Ask", exact=True).click()

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def ended(self, nth=0):
        self.root.locator(".ask-answer").nth(nth).and_(self.page.locator("[data-ms]")).wait_for()

    def text(self, nth=0):
        spans = self.root.locator(".ask-answer").nth(nth).locator(".ask-word span")
        return "".join(spans.all_text_contents())


@pytest.fixture(scope="module")
def tab(chromium):
    tab = Box(chromium)
    yield tab
    tab.close()


@pytest.fixture
def begin(tab):
    """model → its box."""
    yield tab.begin
    assert tab.errors == []


@pytest.fixture
def box(begin):
    return begin(Fake("Oslo ó\n<img src=x onerror=alert(1)>"))


@pytest.fixture
def endless(begin):
    return begin(Fake("ab " * 300))


def questions(box):
    return [message["ask"] for message in box.asked if "ask" in message]


def test_it_answers_word_by_word_with_bars_and_the_same_question_twice(box):
    for _ in range(2):
        box.ask("Where?")
        box.ended()
        assert box.text().startswith("Oslo␣ó↵<img")
        assert box.text().endswith("(end)")
        bar = box.words.first.locator(".ask-bar")
        share = float(bar.evaluate("e => e.style.getPropertyValue('--p')"))
        assert box.words.first.get_attribute("aria-label") == f"O, {share:.2f}"
        assert 0.2 < share < 0.5
        assert box.root.locator(".ask-word[tabindex='0']").count() == 1  # in the order of Tab
        box.root.locator(".ask-answers").evaluate("node => node.replaceChildren()")
    assert questions(box) == ["Where?"] * 2
    spoken = box.root.locator("[aria-live=polite]").inner_text()
    assert spoken.startswith("Oslo ó")
    line, field = box.root.get_by_text("It runs on"), box.root.get_by_label("You ask")
    assert line.bounding_box()["y"] < field.bounding_box()["y"]


def test_a_double_click_asks_once(endless):
    endless.root.get_by_label("You ask").fill("Where?")
    endless.button("Ask").dblclick()
    endless.ended()
    assert questions(endless) == ["Where?"]
    assert "120" in endless.root.locator(".ask-end").inner_text()


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_field_asks_nothing(box, text):
    box.ask(text)
    box.ask(text, None)
    assert box.asked == []


def test_stop_stops_at_once(endless):
    endless.ask("Where?")
    endless.words.nth(3).wait_for()
    endless.button("Stop").click()
    count = endless.words.count()
    endless.page.wait_for_timeout(300)
    assert endless.words.count() == count < 119
    assert endless.root.locator(".ask-end").inner_text() == "Stopped."
    asked = len(endless.asked)
    endless.page.wait_for_timeout(200)
    assert len(endless.asked) == asked
    endless.ask("And now?")  # it still answers
    endless.words.nth(3).wait_for()
    endless.root.get_by_label("You ask").press("Escape")
    assert endless.root.locator(".ask-end").inner_text() == "Stopped."


def test_what_is_typed_or_written_is_text(box):
    evil = "<img src=x onerror=alert(1)>"
    word = {"place": 0, "text": evil, "p": 0.5, "likeliest": [[7, evil, 0.5]]}
    box.live.answers.reply = lambda message: {
        "id": message["id"],
        "word": word,
        "end": "end",
        "said": evil,
    }
    box.ask(evil)
    box.ended()
    box.words.first.click()
    box.root.locator(".ask-row").click()
    box.ended(1)
    assert box.root.locator("img").count() == 0
    assert box.root.get_by_text(evil).count() >= 6


def test_another_word_is_chosen_by_mouse(box):
    box.ask("Where?")
    box.ended()
    box.words.nth(1).click()
    likely = box.root.locator(".ask-likely:visible")
    assert likely.locator(".ask-row").count() == 5
    likely.locator(".ask-row", has_text="x").first.click()
    box.ended(1)
    assert box.text(1).startswith("Oxlo")
    assert box.text(0).startswith("Oslo")  # both stand there
    first, second = (node.bounding_box() for node in box.root.locator(".ask-answer").all())
    assert second["x"] > first["x"]
    assert second["y"] == first["y"]


def test_another_word_is_chosen_by_keyboard(box):
    box.ask("Where?")
    box.ended()
    box.words.first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
        box.page.keyboard.press(key)
    assert box.words.nth(1).get_attribute("aria-expanded") == "true"
    box.page.keyboard.press("Escape")
    assert box.root.locator(".ask-likely:visible").count() == 0
    assert box.words.nth(1).evaluate("node => node === document.activeElement")
    for key in ("Enter", "ArrowDown", "Enter"):
        box.page.keyboard.press(key)
    box.ended(1)
    assert box.text(1).startswith("Oxlo")


def test_another_answer_is_drawn_and_five_do_not_crowd(box):
    box.ask("Where?")
    box.ended()
    for nth in (1, 2, 3, 3):
        box.button("Another answer").click()
        box.ended(nth)
    assert box.root.get_by_label("Temperature").input_value() == "0"  # for what is asked next
    drawn = [message["temperature"] for message in box.asked if "temperature" in message]
    assert drawn == [0, *[0.7] * 4]
    assert "temperature 0.7" in box.root.locator(".ask-head").nth(1).inner_text()
    assert box.root.locator(".ask-answer").count() == 4
    assert box.text(0).startswith("Oslo")
    assert len({message["seed"] for message in box.asked if "seed" in message}) == 5


def test_after_an_interrupt_it_answers_again(begin):
    box = begin(Fake("Oslo", 2, KeyboardInterrupt()))
    box.ask("Where?")
    box.ended()
    assert box.text() == "Os"
    said = box.root.locator(".ask-end").inner_text()
    assert "answer ends here" in said
    box.ask("Where?")
    box.page.locator(".ask-word", has_text="(end)").wait_for()
    assert box.text() == "Oslo(end)"


def test_a_kernel_that_is_busy_or_gone_is_said(box):
    box.silent = True
    box.ask("Where?")
    box.root.get_by_text("busy with another cell").wait_for()
    box.page.evaluate("lose()")
    note = box.root.locator(".ask-note")
    assert "The kernel is gone" in note.inner_text()
    box.ask("And now?")
    box.ended()
    assert "The kernel is gone" in note.inner_text()
    assert questions(box) == ["Where?"]


@pytest.mark.long
def test_recorded_answers_say_so_and_go_nowhere(begin):
    box = begin(None, recorded=True)
    assert "recorded" in box.root.locator(".ask-note").inner_text()
    assert box.root.get_by_label("You ask").count() == 0
    for question in still.recorded():
        box.button(question).click()
        box.page.wait_for_timeout(300)
    box.ended()
    box.words.nth(3).click()
    assert box.root.locator(".ask-row:visible").count() >= 5
    box.root.locator(".ask-row").nth(1).click()
    box.page.wait_for_timeout(200)
    assert box.root.locator(".ask-answer").count() == 1
    assert not box.root.get_by_text("Another answer").is_visible()
    box.words.nth(3).focus()
    box.page.keyboard.press("Escape")
    assert box.root.locator(".ask-row:visible").count() == 0
    assert box.asked == []


@pytest.mark.long
def test_axe_finds_nothing_and_text_stands_out(box):
    box.ask("Where?")
    box.ended()
    box.words.nth(1).click()
    box.root.locator(".ask-row").nth(1).click()
    box.ended(1)
    box.words.nth(2).click()
    result = Axe().run(box.page, context="[data-ask]", options={"resultTypes": ["violations"]})
    assert result.response["violations"] == [], result.generate_report()
    for on in (True, False):
        light(box.page, on)
        texts = contrasts(box.root)
        assert len(texts) > 30
        assert [text for text in texts if text["ratio"] < 4.5] == []
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    sizes = [node.evaluate(size) for node in box.root.locator("div, button, span").all()]
    assert min(sizes) >= 14


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1000])
def test_nothing_is_wider_than_the_page(endless, width):
    box = endless
    box.page.set_viewport_size({"width": width, "height": 800})
    box.page.evaluate("width => { document.body.style.width = `${width}px`; }", width)
    box.ask("w" * 200)
    box.ended()
    box.words.nth(1).click()
    assert box.root.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_two_threads_compute_no_word_twice():
    """JupyterLab sends the first messages to the main thread, later ones to a subshell's."""
    model = Fake("Oslo " * 20)
    fast, replies = model.next_logits, []
    model.next_logits = lambda *given: (time.sleep(0.002), fast(*given))[1]
    box = Live({}, model)
    box.send = replies.append
    box._on_message(None, asked(), [])
    message = {"id": "v-0", "next": True}
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(box._on_message, None, message, []) for _ in range(60)]
    assert [future.result() for future in done] == [None] * 60
    assert text(replies) == ("Oslo " * 20)[:61]
