"""The show in a real JupyterLab: Page Down alone walks a notebook that has run, and each key does
what it is for."""

import numpy as np
import pytest

from tests.lessons import read
from tests.tools.slides.stages import (
    BLOCKS,
    PATH,
    check_slide,
    check_solutions,
    check_way,
    counted,
)
from tools.notebook.teaching import lecture_of

pytestmark = pytest.mark.long

LECTURE = lecture_of(read(PATH))
LEFT_OUT = """(rows) => rows.map((row) => [...row.querySelectorAll(".show-left-out")])
    .filter((buttons) => buttons.length).map((buttons) => {
        const numbers = buttons.map((button) => Number(button.textContent));
        return [numbers[0], numbers.at(-1)];
    })"""
PLACE = "e => [...document.querySelectorAll('.jp-CodeCell')].indexOf(e)"


def test_page_down_alone_walks_from_the_first_slide_to_the_last(show):
    before = PATH.read_bytes()
    walked, now = [], show.go(1)
    while not walked or (now["at"], now["step"]) != (walked[-1]["at"], walked[-1]["step"]):
        assert len(walked) < 1000, "Page Down does not come to an end"
        walked.append(now)
        if now["kind"] == "lab":
            now = walk_through_lab(show, now)
        else:
            check_slide(now)
            now = show.press("PageDown")
    check_way(walked)
    check_solutions(walked, PATH)
    assert show.page.locator(".jp-Notebook").evaluate(BLOCKS) == counted(PATH)
    assert show.errors == show.outside == []
    assert PATH.read_bytes() == before


def walk_through_lab(show, now):
    """Page Down shows every setting, and then the next slide."""
    root = show.page.locator("[data-lab]:focus")
    settings = root.locator(".lab-bar select option:not([hidden], .lab-deeper)").count()
    assert settings > 1
    assert root.evaluate("e => e.getBoundingClientRect().width") >= 1280
    places = []
    at = now["at"]
    for _ in range(settings):
        assert now["at"] == at
        root.page.wait_for_function("e => !('waiting' in e.dataset)", arg=root.element_handle())
        places.append(root.locator(".lab-place").inner_text())
        now = show.press("PageDown")
    assert places == [f"{place} / {settings}" for place in range(1, settings + 1)]
    assert now["at"] == at + 1
    return now


def test_back_again_by_page_up_and_by_the_arrows(show):
    show.go(2)
    assert show.press("PageUp")["at"] == 1
    assert show.press("PageUp")["at"] == 1
    for on, back in [("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"), ("Space", "PageUp")]:
        assert show.press(on)["at"] == 2
        assert show.press(back)["at"] == 1
    end = show.press("End")
    assert end["at"] == end["total"]
    assert show.press("PageDown")["at"] == end["total"]
    assert show.press("Home")["at"] == 1


@pytest.mark.sample
def test_a_number_the_overview_and_a_key_that_is_held_lead_to_a_slide(show):
    show.go(1)
    for key in "12":
        show.press(key)
    where = show.page.locator(".show-where")
    assert where.inner_text().startswith("slide 12, then Enter")
    assert show.press("Enter")["at"] == 12
    show.press("PageDown")
    assert show.press("r")["at"] == 1  # where the number was typed
    assert show.press("r")["at"] == 13
    show.press("PageUp")
    overview, chosen = (
        show.page.locator(f".show-{name}") for name in ("overview", "number[data-chosen]")
    )
    show.press("o")
    show.press("F5")  # it leaves nothing open behind the slide
    assert show.press("PageDown")["at"] == 13
    show.go(12)
    hold(show, "b")  # what a remote control has in place of O and Enter
    assert overview.is_visible()
    assert not show.page.locator(".show-black").is_visible()
    assert chosen.inner_text() == "12"
    show.press("PageDown")
    first = int(chosen.inner_text())
    assert first > 12
    assert show.press("b")["at"] == first
    assert not overview.is_visible()
    show.press("l")
    short = f"short version, {LECTURE.short} min"
    assert where.inner_text().startswith(f"the {short}")
    assert not overview.is_visible()  # nothing covers the slide
    show.press("?")
    assert short in show.page.locator(".show-version").inner_text()
    assert show.page.locator(".show-number[data-vote]").count() == len(LECTURE.asks)
    assert "V: a second vote" in show.page.locator(".show-keys").inner_text()
    left_out = show.page.locator(".show-row").evaluate_all(LEFT_OUT)
    show.press("Escape")
    (begins, ends) = left_out[0]
    show.go(begins - 1)
    assert show.press("PageDown")["at"] == ends + 1
    assert f"slide {ends + 1} ({begins} of " in where.inner_text()
    assert show.press("PageUp")["at"] == begins - 1
    show.press("End")
    assert share(show) == 1
    show.press("PageUp")
    assert share(show) < 1  # there is something still to come
    show.press("l")
    show.press("o")
    assert show.page.locator(".show-left-out").count() == 0
    show.press("o")
    show.go(12)
    hold(show, "PageDown")
    assert show.now()["at"] == first


def share(show):
    """How long the line along the bottom is, of the width."""
    line = show.page.locator(".show-line")
    return float(line.evaluate("e => e.style.getPropertyValue('--share')"))


def hold(show, key):
    """It goes down and is repeated."""
    for _ in range(4):
        show.page.keyboard.down(key)
    show.page.keyboard.up(key)


@pytest.mark.sample
def test_the_speaker_s_view_has_this_slide_the_next_and_what_teaching_says(show):
    number = show.with_text("How many times as much weight")
    show.go(number)
    view = show.speaker_view()
    view.wait_for_function("document.querySelectorAll('.speaker-slide .show-cell').length > 1")
    now, after = view.locator(".speaker-slide").all_inner_texts()
    assert "How many times as much weight" in now
    assert "2.72 times" in after
    assert "2.72 times" not in now
    notes, clock = view.locator(".speaker-notes"), view.locator(".speaker-clock")
    assert f"Ask on slide {number}:" in notes.inner_text()
    assert f"of {LECTURE.with_all} min" in clock.inner_text()
    view.keyboard.press("b")
    assert "the screen is dark" in clock.inner_text()
    view.keyboard.press("b")
    assert "the screen is dark" not in clock.inner_text()
    view.keyboard.press("PageDown")  # the remote control works there, too
    view.close()
    assert show.now()["step"] == 1


PLACES = """(lab) => {
    const { left, top, width } = lab.getBoundingClientRect();
    return [...lab.querySelectorAll(".lab-part, .lab-control, .lab-bar")]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect())
        .map((box) => [(box.left - left) / width, (box.top - top) / width, box.width / width]);
}"""


@pytest.mark.sample
def test_the_speaker_s_view_has_the_lab_as_the_room_sees_it_and_names_the_next_setting(show):
    show.page.set_viewport_size({"width": 1600, "height": 900})
    show.go_to_lab()
    settings = show.page.locator(".lab-settings:visible option").all_text_contents()
    view = show.speaker_view()
    view.locator("div", has_text=f"“{settings[1]}”: ").last.wait_for()
    room = show.page.locator("[data-lab].lab-full").evaluate(PLACES)
    copy = view.locator(".lab-full").evaluate(PLACES)
    view.close()
    show.page.set_viewport_size({"width": 1280, "height": 720})
    assert len(room) >= 3
    assert np.allclose(room, copy, atol=0.02)


@pytest.mark.sample
def test_the_speaker_s_view_has_the_answer_and_formulas_that_are_set(show):
    show.go(show.first("question"))
    view = show.speaker_view()
    view.locator(".speaker-notes", has_text="Answer b:").wait_for()
    for key in ["End", "PageUp", "PageUp"]:  # the recap
        show.press(key)
    view.locator(".speaker-slide mjx-container").first.wait_for()
    assert "$" not in view.locator(".speaker-slide").first.inner_text()
    view.close()


@pytest.mark.sample
def test_a_link_to_another_notebook_opens_nothing(show):
    show.go(show.with_text("Next: 04"))
    before = show.page.url, len(show.context.pages)
    show.page.locator(".show-cell .jp-RenderedMarkdown a:visible").first.click()
    assert (show.page.url, len(show.context.pages)) == before
    assert show.now()["running"]


# --- questions and answers ----------------------------------------------------------------------


def test_a_prediction_is_answered_by_the_next_page_down(show):
    number = show.with_text("How many times as much weight")
    question = show.go(number)
    assert "How many times as much weight" in question["text"]
    assert "2.72" not in question["text"]
    answer = show.press("PageDown")
    assert (answer["at"], answer["step"]) == (number, 1)
    assert "2.72 times" in answer["text"]
    assert "Put your guess" not in answer["text"]
    assert show.press("PageDown")["at"] == number + 1
    assert show.press("PageUp")["step"] == 1
    assert "2.72" not in show.press("PageUp")["text"]


def test_votes_become_bars_and_stay(show):
    number = show.first("question")
    show.go(number)
    votes = show.page.get_by_label("Votes")
    votes.fill("a 31, b 80")
    now = show.now()
    assert "31 (28\xa0%)" in now["text"]
    assert "80 (72\xa0%)" in now["text"]
    widths = show.page.eval_on_selector_all(".show-bar", "all => all.map((e) => e.offsetWidth)")
    assert widths[0] > 0
    assert widths[1] / widths[0] == pytest.approx(80 / 31, rel=0.1)
    assert widths[2:] == [0, 0]
    assert "Answer b:" not in now["text"]
    now = show.press("PageDown")  # the keys work while the line has the focus
    assert "Answer b:" in now["text"]
    show.press("PageDown")
    show.press("PageUp")
    assert votes.input_value() == "a 31, b 80"
    assert "31 (28\xa0%)" in show.now()["text"]


@pytest.mark.sample
def test_v_begins_a_second_vote_beside_the_first(show):
    at = show.go(show.first("question"))["at"]
    votes = show.page.get_by_label("Votes")
    votes.fill("")
    show.press("Escape")
    show.press("v")
    assert votes.input_value() == ""  # nobody has voted yet
    votes.fill("a 31, b 80")
    hold(show, "b")  # in the field, too, this is no letter
    assert votes.input_value() == "a 31, b 80 / "
    show.press("v")
    assert votes.input_value() == "a 31, b 80 / "
    show.press("Tab")
    show.page.keyboard.type("a 9, b 102")
    show.press("Escape")
    assert "102 (92\xa0%)" in show.now()["text"]
    show.press("PageDown")
    right = show.page.locator(".show-option.show-right")
    assert right.inner_text().split("\n") == ["b ✓", "80 (72\xa0%)", "102 (92\xa0%)"]
    assert right.locator(".show-bar").count() == 2
    show.press("PageUp")
    votes.fill("")
    assert show.now()["at"] == at


@pytest.mark.sample("Tab")
@pytest.mark.parametrize("key", ["Escape", "Enter", "Tab"])
def test_votes_are_typed_after_tab_and_left_by_a_key(show, key):
    at = show.go(show.first("question"))["at"]
    votes = show.page.get_by_label("Votes")
    votes.fill("")
    show.page.evaluate("document.activeElement.blur()")
    cells = show.page.locator(".jp-Notebook .jp-Cell").count()
    show.press("Tab")
    for typed in ["b", "b 8", "b 80, a", "b 80, a 20"]:
        assert "not a letter" not in show.now()["text"]  # nor while it is typed
        show.page.keyboard.type(typed.removeprefix(votes.input_value()))
        assert votes.input_value() == typed
    assert "80 (80\xa0%)" in show.now()["text"]
    black = show.page.locator(".show-black")
    assert not black.is_visible()
    for is_dark in (True, False):
        show.press(".")  # that of a remote control
        assert (black.is_visible(), votes.input_value()) == (is_dark, "b 80, a 20")
    now = show.press(key)
    assert (now["running"], now["at"]) == (True, at)
    assert show.page.evaluate("document.activeElement === document.body")
    show.press("b")
    assert black.is_visible()
    show.press("b")
    assert show.page.locator(".jp-Notebook .jp-Cell").count() == cells
    votes.fill("")


def test_tab_finds_nothing_else_to_press(show):
    show.go(1)
    for key in ["Tab", "Tab", "Shift+Tab", "Enter"]:
        now = show.press(key)
        assert show.page.evaluate("document.activeElement === document.body")
        assert (now["running"], now["at"]) == (True, 1)


def test_nonsense_gets_a_sentence(show):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill("<b> 3")
    assert "“<b> 3” is not a letter from a to d and a number" in show.now()["text"]
    assert show.page.locator(".show-bar").count() == 0
    assert show.page.locator(".show-votes b").count() == 0
    votes.fill("")
    assert "%" not in show.now()["text"]
    assert "not a letter" not in show.now()["text"]


COLOR = "e => getComputedStyle(e).color"


@pytest.mark.sample
def test_h_hides_the_bars_until_the_answer(show):
    show.go(show.first("question"))
    votes = show.page.get_by_label("Votes")
    votes.fill("a 31, b 80 / a 9, b 102")
    show.press("Escape")
    assert votes.evaluate(COLOR) != "rgba(0, 0, 0, 0)"
    assert "votes: 111, then 111" in show.press("h")["text"]
    assert votes.evaluate(COLOR) == "rgba(0, 0, 0, 0)"  # what is typed is hidden, too
    assert show.page.locator(".show-bar").count() == 0
    show.press("PageDown")
    assert show.page.locator(".show-bar").count() == 8
    show.press("PageUp")
    assert show.page.locator(".show-bar").count() == 0
    show.press("h")
    assert show.page.locator(".show-bar").count() == 8
    votes.fill("")


# --- other keys, and a double click -------------------------------------------------------------


def test_a_double_click_opens_no_source(show):
    show.go(1)
    show.page.locator(".jp-RenderedMarkdown:visible").first.dblclick()
    assert show.page.locator(".jp-MarkdownCell .jp-InputArea-editor:visible").count() == 0


def test_the_screen_goes_black_and_comes_back(show):
    before = show.go(3)
    black = show.page.locator(".show-black")
    show.press("b")
    assert black.is_visible()
    top = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).className"
    assert show.page.evaluate(top) == "show-black"
    show.press("b")
    assert not black.is_visible()
    show.press(".")
    assert show.press("PageDown") == before  # the first press only brings the slide back
    assert not black.is_visible()


PRESS = """([key, code]) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


@pytest.mark.sample
def test_with_caps_lock_and_in_other_layouts_the_remote_s_keys_are_the_same(show):
    """A remote control sends the places of b and of the full stop."""
    show.go(3)
    black = show.page.locator(".show-black")
    for name, key, code in [
        ("Caps Lock", "B", "KeyB"),
        ("Russian", "и", "KeyB"),
        ("French", ":", "Period"),
    ]:
        for is_dark in (True, False):
            show.page.evaluate(PRESS, [key, code])
            assert black.is_visible() == is_dark, name
    show.page.evaluate(PRESS, ["v", "Period"])  # Dvorak
    assert not black.is_visible()


def test_no_key_of_a_notebook_does_harm(show):
    show.go(3)
    cells = "document.querySelectorAll('.jp-Notebook .jp-Cell').length"
    before = show.page.evaluate(cells)
    show.page.locator(".show-cell .jp-RenderedMarkdown").first.click()  # JupyterLab has its keys
    for key in [*"abxcvdd", "0", "0", "m", "y", "Enter", "ArrowDown", "ArrowDown", "ArrowUp", "F5"]:
        now = show.press(key)
        assert show.page.evaluate(cells) == before, key
    if show.page.locator(".show-black").is_visible():
        now = show.press("b")
    assert (now["at"], now["running"]) == (3, True)


def test_escape_leaves_for_the_notebook_and_f5_comes_back(show):
    number = show.with_text("z_it += weight")
    show.go(number)
    assert not show.press("Escape")["running"]
    assert show.page.evaluate("document.documentElement.dataset.show") is None
    page = show.page
    page.wait_for_function(  # nothing is cut at the right
        """() => document.querySelector(".jp-Notebook").getBoundingClientRect().right
            <= document.querySelector(".jp-NotebookPanel").getBoundingClientRect().right"""
    )
    assert "z_it += weight" in page.locator(".jp-Cell.jp-mod-active").inner_text()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    for is_dark in (True, False):  # b inserts no cell
        show.press("b")
        assert page.locator(".show-black").is_visible() == is_dark
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    cell = page.locator(".jp-CodeCell", has_text="z_it += weight").first
    assert cell.is_visible()
    cell = page.locator(f".jp-CodeCell >> nth={cell.evaluate(PLACE)}")  # whatever it will hold
    assert page.locator(".jp-CodeCell", has_text="import math").first.evaluate(
        "e => e.checkVisibility()"
    )
    source = cell.locator(".cm-content").inner_text()
    cell.locator(".cm-content").fill('print("a question", "from the floor")')
    page.keyboard.press("Control+Enter")
    cell.locator(".jp-OutputArea-output", has_text="a question from the floor").wait_for()
    back = page.get_by_role("button", name=f"Back to slide {number}")
    assert back.is_visible()
    page.keyboard.press("Escape")  # out of the editor, and not into anything else
    now = show.press("F5")
    assert (now["running"], now["at"]) == (True, number)
    assert "a question from the floor" in now["text"]
    assert now["fits"]
    show.press("Escape")
    back.click()
    assert show.now()["running"]
    show.press("Escape")
    cell.locator(".cm-content").fill(source)
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Escape")
    assert show.press("F5")["running"]


def test_the_fonts_of_formulas_are_there_before_the_slides_are_shown(show):
    """Else a slide is of another size once they come."""
    fonts = "[...document.fonts].filter((font) => font.family.includes('MJX'))"
    status = show.page.evaluate(f"{fonts}.map((font) => font.status)")
    assert len(status) > 10
    assert set(status) == {"loaded"}


OPEN = "e => [...e.querySelectorAll('details')].filter((fold) => fold.open).length"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        ("You add 5 to every score", "is in every exponential and in their sum"),
        ("How many times as much weight", "2.72 times"),
    ],
    ids=["question", "prediction"],
)
def test_escape_shows_no_answer_that_the_slides_have_not_shown(show, ask, answer):
    """From the slide, and from the field for votes, which it only leaves."""
    number = show.with_text(ask)
    if show.go(number)["kind"] == "question":
        show.press("Tab")
        assert show.press("Escape")["running"]
    notebook, active = (
        show.page.locator(".jp-Notebook"),
        show.page.locator(".jp-mod-active.jp-Cell"),
    )
    assert not show.press("Escape")["running"]
    assert ask in active.inner_text()
    assert active.is_visible()
    assert notebook.evaluate(OPEN) == 0
    assert notebook.get_by_text(answer).count() > 0
    assert not any(found.is_visible() for found in notebook.get_by_text(answer).all())
    assert show.press("F5")["at"] == number
    now = show.press("PageDown")
    assert answer in now["text"]
    assert not show.press("Escape")["running"]
    assert (show.press("F5")["step"], show.now()["text"]) == (now["step"], now["text"])


@pytest.mark.sample
def test_escape_in_the_speaker_s_view_shows_no_answer_either(show):
    """It leaves the slides, as in their own window, and F5 there comes back."""
    ask, answer = "You add 5 to every score", "is in every exponential and in their sum"
    number = show.with_text(ask)
    show.go(number)
    view = show.speaker_view()
    view.locator(".speaker-slide", has_text=ask).first.wait_for()
    view.keyboard.press("Escape")
    view.locator(".speaker-clock", has_text="the room sees the notebook (F5 goes back)").wait_for()
    notebook = show.page.locator(".jp-Notebook")
    assert not show.now()["running"]
    assert ask in show.page.locator(".jp-mod-active.jp-Cell").inner_text()
    assert notebook.evaluate(OPEN) == 0
    assert notebook.get_by_text(answer).count() > 0
    assert not any(found.is_visible() for found in notebook.get_by_text(answer).all())
    view.keyboard.press("F5")
    view.locator(".speaker-clock", has_not_text="the room sees").wait_for()
    assert f"slide {number} /" in view.locator(".speaker-clock").inner_text()
    view.keyboard.press("PageDown")
    view.close()
    now = show.now()
    assert (now["running"], now["at"], now["step"]) == (True, number, 1)
    assert answer in now["text"]


# As in a show of make vote.
WITH_PHONES = """async () => {
    const { Votes } = await import("/lab/extensions/show/static/votes.js");
    const { toggleCode } = Votes.prototype;
    Votes.prototype.toggleCode = function () {
        this.phones = {};
        toggleCode.call(this);
        this.phones = null;
    };
}"""


@pytest.mark.sample("PageDown")
@pytest.mark.parametrize("key", ["PageDown", "PageUp", "Escape", "c"])
def test_c_shows_the_phones_code_and_a_key_only_hides_it(show, key):
    """Page Down would open the answer of the question behind it, and end its vote."""
    show.page.evaluate(WITH_PHONES)
    before = show.go(show.first("question"))
    code = show.page.locator(".show-code-large")
    show.press("c")
    assert code.is_visible()
    assert show.press(key) == before
    assert not code.is_visible()


ZOOMED = """() => {
    const box = document.querySelector(".show-zoom > div").getBoundingClientRect();
    const fits = Math.min(box.left, box.top) >= 0
        && box.right <= innerWidth && box.bottom <= innerHeight;
    return fits && Math.max(box.width / innerWidth, box.height / innerHeight) > 0.9;
}"""


@pytest.mark.sample
def test_a_picture_fills_the_screen_and_goes_back(show):
    at = show.go(show.place("three", lambda now: "queries ↓ keys →" in now["text"]))["at"]
    zoom = show.page.locator(".show-zoom")
    for key in ["PageDown", "PageUp", "Escape", "click"]:
        show.page.locator(".show-part table:visible").first.click()
        assert "queries ↓ keys →" in zoom.inner_text()
        assert show.page.evaluate(ZOOMED)
        if key == "click":
            zoom.click()
        else:
            show.press(key)
        assert not zoom.is_visible()
        assert (show.now()["running"], show.now()["at"]) == (True, at)
    count = show.page.locator(".show-part :is(table, img, pre):visible").count()
    show.press("z")
    assert zoom.is_visible()
    for _ in range(count):
        show.press("z")
    assert not zoom.is_visible()
    show.press("z")
    show.press("Home")
    assert (show.now()["at"], zoom.is_visible()) == (1, False)
    show.go(show.with_text("weights of it: [0.77 0.19 0.05]"))
    show.press("z")  # what is printed
    assert zoom.inner_text().strip().endswith("weights of it: [0.77 0.19 0.05]")
    assert show.page.evaluate(ZOOMED)
    show.press("Space")
    assert not zoom.is_visible()


BACKGROUND = "e => getComputedStyle(e).backgroundColor"


@pytest.mark.sample
def test_p_turns_the_mouse_into_a_dot_above_all_else_that_rests_with_it(show):
    show.go(1)
    dot = show.page.locator(".show-pointer")
    show.page.mouse.move(300, 200)
    assert not dot.is_visible()
    show.press("p")
    show.press("b")  # what comes later is not above it
    show.page.mouse.move(400, 300)
    box = dot.bounding_box()
    assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == (400, 300)
    dot.wait_for(state="hidden")
    show.press("b")
    show.go(show.with_text("z_it += weight"))
    line = show.page.locator(".show-cell .cm-line:visible", has_text="z_it += weight")
    plain = line.evaluate(BACKGROUND)
    line.hover()
    assert line.evaluate(BACKGROUND) != plain  # the line that it points at
    show.press("p")
    assert line.evaluate(BACKGROUND) == plain
    show.page.mouse.move(400, 300)
    assert not dot.is_visible()
