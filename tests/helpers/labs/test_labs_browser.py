"""Every lab on a page without Jupyter, by mouse and keyboard: what it shows, says and survives."""

import re
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers.labs import (
    LABS,
    cost,
    dot_product,
    heads,
    language,
    lookup,
    masks,
    model,
    order,
    query_key_value,
    scores,
    softmax,
    train,
    worked_example,
    write,
)
from helpers.labs.sentences import Sentence
from helpers.language import minilm
from tests.helpers.labs.lab_page import (
    FIELDS,
    Bare,
    act,
    choose,
    contrasts,
    light,
    make_wide,
    redrawn,
    rest,
    seen,
    shows,
    tab_through,
    text_sizes,
    trouble,
    values,
)

pytestmark = pytest.mark.long

every_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)


# --- what is shown --------------------------------------------------------------------------


@pytest.mark.sample("heads", "query_key_value")
@every_lab
def test_every_setting_fits_what_a_notebook_shows_and_shows_what_the_pure_function_says(live, lab):
    """In 900 × 528, whatever the setting: nothing below the lab moves."""
    tab, _ = live(lab)
    root = tab.show(lab, opened=False)
    make_wide(tab.page, "900px")
    for index in [*range(1, len(lab.presets)), 0]:
        preset = lab.presets[index]
        choose(root, index)
        assert values(root) == lab.at(preset)
        shows(root, lab)
        said = lab.show(**lab.at(preset)).sentence or preset.spec()["sentence"]
        said += preset.by_hand and f" {preset.by_hand}"
        assert root.locator(".lab-sentence").inner_text() == said
        assert root.bounding_box()["height"] == 528, preset.name
        assert min(text_sizes(root)) >= 13, preset.name
        cut = root.locator(".lab-scroll:visible").evaluate_all(CUT)
        assert not any(cut), preset.name
    beside = root.locator(".lab-foot button:not(.lab-rest button):visible").all()
    assert len({button.bounding_box()["y"] for button in beside}) == 1  # one row
    assert tab.errors == tab.outside == []


CUT = "boxes => boxes.map((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)"


@pytest.mark.sample("query_key_value")
@every_lab
def test_page_down_and_page_up_lead_through_every_setting_and_stop_at_both_ends(live, lab):
    """With the steps of those that lead through a control; a run that waits begins first. That Next
    does the same is asked on a phone."""
    _, root = live(lab)
    ways = [(i, at) for i, preset in enumerate(lab.presets) for at in lab.way(preset)]
    root.locator(FIELDS).first.focus()
    for key, path in [("PageDown", ways[1:]), ("PageUp", ways[-2::-1])]:
        for preset, at in path:
            act(root, root.page.keyboard.press, key)
            assert values(root) == at
            place = ways.index((preset, at)) + 1
            assert root.locator(".lab-place").inner_text() == f"{place} / {len(ways)}"
        root.page.keyboard.press(key)
        assert root.get_attribute("data-waiting") is None  # nothing was asked for


def test_page_down_pressed_twice_goes_two_settings_on(live):
    """The second comes before the first is answered."""
    _, root = live(softmax)
    act(
        root,
        root.evaluate,
        """root => {
            const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key }));
            press("PageDown");
            press("PageDown");
        }""",
    )
    assert values(root) == softmax.at(softmax.presets[2])


def test_a_setting_changed_by_hand_loses_its_name_and_can_be_chosen_again(live):
    _, root = live(softmax)
    settings = root.locator(".lab-bar select")
    named = "e => e.selectedOptions[0].textContent"
    for key, then in [("PageDown", 3), ("PageUp", 1), (None, 2)]:
        choose(root, 2)
        assert settings.evaluate(named) == softmax.presets[2].name
        act(root, root.get_by_label("Query", exact=True).press, "ArrowRight")
        assert settings.evaluate(named) == "(changed)"
        if key:
            act(root, settings.press, key)
        else:
            choose(root, 2)
        assert values(root) == softmax.at(softmax.presets[then])


def test_the_focus_stays_where_keys_go_on(live):
    """The control that has it may have no effect in the next setting."""
    _, root = live(scores)
    last = len(scores.presets) - 1
    choose(root, last)
    root.get_by_label("Or type one").focus()
    for then in (last - 1, last - 2):
        act(root, root.page.keyboard.press, "PageUp")
        assert values(root) == scores.at(scores.presets[then])
    _, root = live(language)  # and a button of a part may move to another place
    at = [preset.name for preset in language.presets].index("An induction head")
    choose(root, at)
    order = root.locator(".lab-rest button").evaluate_all(SHOWS)
    root.locator("[data-shows=words]").focus()
    act(root, root.page.keyboard.press, "PageDown")
    assert root.locator(".lab-rest button").evaluate_all(SHOWS) != order
    assert root.evaluate(FOCUSED) == "words"
    act(root, root.page.keyboard.press, "PageDown")
    assert values(root) == language.at(language.presets[at + 2])


# --- by keyboard ------------------------------------------------------------------------------


BEFORE_THE_LIST = re.compile(">(Back|Next|Play)</button>$")  # where tab_through begins


@pytest.mark.sample("scores")
@every_lab
def test_tab_reaches_every_control(live, lab):
    _, root = live(lab)
    for index in (len(lab.presets) - 1, 0):
        choose(root, index)
        tab_through(root)
        missed = root.evaluate(
            """(root, fields) => [...root.querySelectorAll(fields)]
                .filter(e => !e.disabled && e.checkVisibility())
                .filter(e => e.tabIndex >= 0 || !e.matches("td > *, .lab-box")) // arrow keys go on
                .filter(e => !("reached" in e.dataset)).map(e => e.outerHTML)""",
            FIELDS,
        )
        assert [field for field in missed if not BEFORE_THE_LIST.search(field)] == []
        tables = root.locator("table:visible:has(td > button:enabled)").all()
        assert all(table.locator("[data-reached]").count() for table in tables)


KEYS = {"range": ["ArrowRight", "End", "ArrowLeft"], "checkbox": ["Space", "Space"]}
KEYS |= {"text": ["b", "Backspace"]}


@pytest.mark.sample("scores")
@every_lab
def test_every_control_works_by_keyboard(live, lab):
    tab, root = live(lab)
    tab_through(root, lambda kind: KEYS.get(kind, ["ArrowDown", "ArrowUp"]))
    shows(root, lab)
    assert tab.errors == []


TYPED = {  # what the lab can read
    "language": "Guests: Quill, Tarn, Osk, Velby, Gomp, Yarrow. Guests again: Quill,",
    "train": "Zoe Lima Zoe",
    "write": "Lang",
}


@pytest.mark.sample("train")
@every_lab
def test_every_slider_and_select_moves_the_page(live, lab):
    _, root = live(lab)
    for control in lab.controls:
        spec = control.spec()
        if spec["kind"] not in ("slider", "run", "select", "switch", "text"):
            continue
        field = root.get_by_label(control.label, exact=True)
        reads = not isinstance(control, Sentence) or minilm.is_installed()
        if not field.is_enabled() or not reads:
            continue
        was = values(root)[control.name]
        if spec["kind"] == "switch":
            act(root, field.press, "Space")
        elif spec["kind"] == "text":
            act(root, field.fill, TYPED.get(lab.name, "one <b>bold</b> word"))
        else:
            index = spec["options"].index(was)
            last = index == int(field.get_attribute("max") or len(spec["options"]) - 1)
            if spec["kind"] == "select":
                act(root, field.select_option, index=index - 1 if last else index + 1)
            else:
                act(root, field.press, "ArrowLeft" if last else "ArrowRight")
        assert values(root)[control.name] != was, control.name
        shows(root, lab)


# --- by finger --------------------------------------------------------------------------------


def tap(root, target, across=0.5):
    """Tap an element, so far across it, and wait for the answer."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    act(
        root,
        root.page.touchscreen.tap,
        box["x"] + across * box["width"],
        box["y"] + box["height"] / 2,
    )


def drag(root, target, by):
    """Drag an element by a finger, and wait for the answer."""
    with redrawn(root):
        swipe(root, target, by)


def swipe(root, target, by, across=0.5):
    """Put a finger on an element, so far across it, and move it, in ten steps."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    x, y = box["x"] + across * box["width"], box["y"] + box["height"] / 2
    finger = root.page.context.new_cdp_session(root.page)

    def touch(kind, *points):
        at = [{"x": px, "y": py} for px, py in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x, y))
    for step in range(1, 11):
        touch("touchMove", (x + by[0] * step / 10, y + by[1] * step / 10))
    touch("touchEnd")


def test_a_finger_moves_sliders_and_presses_buttons_cells_and_boxes(live):
    tab, root = live(softmax, has_touch=True)
    choose(root, 2)
    width = root.get_by_label("Width d_k")
    tap(root, width, 0.99)
    assert values(root)["d_k"] == 1024
    with redrawn(root):
        swipe(root, width, (-40, 3), across=0.9)
    assert 16 < values(root)["d_k"] < 1024
    tap(root, root.get_by_role("button", name="Next", exact=True))
    assert values(root) == softmax.at(softmax.presets[3])
    tab, root = live(scores, has_touch=True)
    tap(root, root.get_by_role("button", name="animal asks, animal", exact=True))
    assert values(root)["cell"] == [0, 0]
    tab, root = live(masks, has_touch=True)
    tap(root, root.get_by_role("switch", name="animal, street", exact=True))
    assert values(root)["mask"][0] == [True, True, False, False]
    tab, root = live(heads, has_touch=True)
    tap(root, root.get_by_role("button", name="layer 2, head 5", exact=True))
    assert values(root)["head"] == [1, 4]
    assert tab.errors == []


def text_size(field):
    return field.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")


def test_for_a_finger_all_controls_are_large_and_a_wide_drawing_fades_where_it_is_cut(live):
    _, root = live(heads, has_touch=True, is_mobile=True)
    make_wide(root.page, "360px")
    controls = root.locator(":is(.lab-bar, .lab-controls, .lab-foot) :is(button, select):visible")
    sizes = [control.bounding_box() for control in controls.all()]
    sizes += [slider.bounding_box() for slider in root.locator("[type=range]:visible").all()]
    assert len(sizes) > 6
    assert min(min(size["width"], size["height"]) for size in sizes) >= 40
    fields = root.locator(":is(select, input[type=text]):visible").all()
    assert min(map(text_size, fields)) >= 16  # a phone zooms into smaller ones
    drawing = root.locator(".lab-more").first.element_handle()
    drawing.evaluate("e => e.scrollTo(e.scrollWidth, 0)")
    root.page.wait_for_function("e => !e.matches('.lab-more')", arg=drawing)


def on_a_phone(live, lab, opened=True):
    """The root of a lab on a screen of 390 × 844. opened: whether all its controls are in sight."""
    tab, _ = live(lab, width=390, has_touch=True)
    root = tab.show(lab, opened=opened)
    tab.page.set_viewport_size({"width": 390, "height": 844})
    make_wide(tab.page, "auto")
    return root


@pytest.mark.sample("query_key_value")
@every_lab
def test_on_a_phone_no_lab_is_wider_than_the_screen_and_the_first_are_no_higher(live, lab):
    root = on_a_phone(live, lab)
    choose(root, len(lab.presets) - 1)
    large = root.get_by_role("button", name="Large text")
    for _ in range(2):  # and then as it was
        large.tap()
        assert root.page.evaluate("document.documentElement.scrollWidth") <= 390
    if lab in (dot_product, model, query_key_value, softmax):  # with all controls open
        assert root.bounding_box()["height"] <= 844


@pytest.mark.sample("order")
@pytest.mark.parametrize("lab", [heads, order, write], ids=lambda lab: lab.name)
def test_on_a_phone_a_lab_is_as_high_as_the_screen_at_every_stop(live, lab):
    """What has no room waits behind its button, and a sentence has two lines at most. A low screen
    scrolls."""
    root = on_a_phone(live, lab, opened=False)
    ways = [at for preset in lab.presets for at in lab.way(preset)]
    runs = "run" in {control.spec()["kind"] for control in lab.controls}  # which Next begins
    on = root.get_by_role("button", name="Next", exact=True)
    for stop in range(100):  # more than any lab has stops
        assert runs or values(root) == ways[stop]
        at = root.locator(".lab-place").inner_text()
        assert root.bounding_box()["height"] == 844, at
        assert root.locator(".lab-part:visible").count() > 0, at
        assert min(text_sizes(root)) >= 11, at
        sentence = root.locator(".lab-sentence")
        assert text_size(sentence) >= 16, at
        assert sentence.bounding_box()["height"] < 2.5 * 1.3 * text_size(sentence), at
        if on.get_attribute("aria-disabled") == "true":
            break
        act(root, on.click)
    else:
        pytest.fail("Next does not come to an end")
    root.page.set_viewport_size({"width": 375, "height": 553})
    low = "root => root.offsetHeight >= 640 && root.offsetHeight < 844"
    root.page.wait_for_function(low, arg=root.element_handle(), timeout=10_000)


def test_on_a_phone_a_button_stays_under_the_finger_while_parts_make_room(live):
    root = on_a_phone(live, train, opened=False)
    choose(root, 3)
    root.evaluate(CHANGES)
    buttons = root.locator(".lab-rest button:visible")
    before = buttons.evaluate_all(SHOWS)
    place = root.locator("[data-shows=words]").bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    root.page.touchscreen.tap(x, y)
    assert root.locator("[data-part=words]").is_visible()
    assert buttons.evaluate_all(SHOWS) == [*before, "loss"]  # which has made room
    assert root.evaluate(FOCUSED) == "words"
    root.page.touchscreen.tap(x, y)
    assert not root.locator("[data-part=words]").is_visible()
    assert buttons.evaluate_all(SHOWS) == before
    assert root.evaluate("changes.length") == 0  # no button became another, or moved
    root.locator("[data-shows=words]").tap()
    root.locator("[data-shows=loss]").press("Enter")  # then there is room for it, and no button
    assert buttons.evaluate_all(SHOWS) == before
    assert root.evaluate("root => root === document.activeElement")


SHOWS = "all => all.map((button) => button.dataset.shows)"
FOCUSED = "() => document.activeElement.dataset.shows"
CHANGES = """root => {
    window.changes = [];
    new MutationObserver((all) => changes.push(...all)).observe(
        root.querySelector(".lab-rest"), { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("lab", [cost, order], ids=lambda lab: lab.name)
def test_on_a_phone_bars_and_words_are_seen_whole_and_a_value_stands_by_its_name(live, lab):
    root = on_a_phone(live, lab)
    cut = "e => e.scrollWidth - e.clientWidth"
    boxes = root.locator(".lab-scroll:has(.lab-sheet):visible").all()
    assert boxes
    assert max(box.evaluate(cut) for box in boxes) <= 0
    for slider in root.locator(".lab-control:has(input[type=range]):visible").all():
        name, value = (
            slider.locator("label").bounding_box(),
            slider.locator("output").bounding_box(),
        )
        assert value["x"] > name["x"]
        assert abs(value["y"] - name["y"]) < 4


def test_a_finger_that_scrolls_over_a_slider_does_not_set_it(live):
    tab, root = live(softmax, has_touch=True)
    tab.page.evaluate("() => { document.body.style.paddingBottom = '4000px'; }")
    choose(root, 2)
    width = root.get_by_label("Width d_k")
    before = values(root), width.input_value()
    swipe(root, width, (3, -200), across=0.9)
    tab.page.wait_for_function("scrollY > 100")
    assert (values(root), width.input_value()) == before
    assert tab.errors == []


def test_a_finger_drags_an_arrow_and_not_the_page(live):
    tab, root = live(dot_product, has_touch=True)
    tab.page.evaluate("() => { document.body.style.paddingBottom = '4000px'; }")
    handle = root.locator(".lab-handle[data-control=b]")
    unit = handle.bounding_box()["width"] / 2
    drag(root, handle, (-unit, 2 * unit))
    x, y = values(root)["b"]
    assert x < 6
    assert y < 1
    assert tab.page.evaluate("scrollY") == 0
    drag(root, root.locator(".lab-handle[data-control=a]"), (0, -unit))
    assert values(root)["a"][1] > 4
    assert tab.page.evaluate("scrollY") == 0
    shows(root, dot_product)


# --- for everyone -----------------------------------------------------------------------------


@pytest.mark.sample("worked_example")
@every_lab
def test_axe_finds_nothing(live, lab):
    """Colours and sizes of text are measured below, of every text."""
    tab, _ = live(lab)
    options = {"resultTypes": ["violations"]}
    result = Axe().run(tab.page, context=f"[data-lab={lab.name}]", options=options)
    assert result.response["violations"] == [], result.generate_report()
    assert len(result.response["passes"]) >= 6


@pytest.mark.sample("heads")
@every_lab
def test_text_is_large_and_stands_out_from_its_ground(live, lab):
    tab, root = live(lab)
    for on in (False, True):
        light(tab.page, on)
        texts = contrasts(root)
        assert len(texts) > 10
        assert [text for text in texts if text["ratio"] < 4.5] == []
    assert min(text_sizes(root)) >= 13  # with all controls open
    large = root.get_by_role("button", name="Large text")
    large.click()
    sizes = text_sizes(root)
    large.click()
    assert len(sizes) > 10
    assert round(min(sizes), 1) >= 0.7 * 24  # in drawings that would be too wide; else 24


def test_what_changed_is_announced_once_the_hand_rests(live):
    _, root = live(softmax)
    choose(root, 1)
    says = softmax.show(**values(root)).spoken
    root.page.wait_for_function(
        "([root, says]) => root.querySelector('[role=status]').textContent === says",
        arg=[root.element_handle(), says],
    )


@pytest.mark.sample("heads")
@every_lab
def test_in_a_narrow_window_nothing_is_wider_than_the_lab(live, lab):
    """But for tables and drawings, which then scroll inside themselves."""
    _, root = live(lab)
    large = root.get_by_role("button", name="Large text")
    large.click()
    make_wide(root.page, "640px")
    for index, preset in enumerate(lab.presets):
        choose(root, index)
        assert root.evaluate("root => root.style.fontSize") == "24px"
        assert root.bounding_box()["width"] == 640
        assert root.evaluate(WIDER) == [], preset.name
    large.click()
    assert root.evaluate("root => root.style.fontSize") != "24px"
    assert root.bounding_box()["width"] == 640
    assert root.evaluate(WIDER) == []


WIDER = """root => {
    const edge = root.getBoundingClientRect().right;
    const spills = (e) => e.clientWidth && e.scrollWidth > e.clientWidth && !e.matches("select")
        && getComputedStyle(e).overflowX === "visible"; // a select cuts its text itself
    return [root, ...root.querySelectorAll("*")]
        .filter((e) => e.checkVisibility() && !e.closest(".lab-spoken"))
        .filter((e) => e === root || !e.parentElement.closest(".lab-scroll"))
        .filter((e) => e.getBoundingClientRect().right > edge + 1 || spills(e))
        .map((e) => e.outerHTML.slice(0, 80));
}"""


def test_large_text_is_one_choice_for_all_labs_and_where_nothing_can_be_stored(live):
    """On this page localStorage is refused."""
    tab, root = live(softmax)
    with pytest.raises(Exception, match="localStorage"):
        tab.page.evaluate("() => localStorage.length")
    button = root.get_by_role("button", name="Large text")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    tab.page.evaluate("document.dispatchEvent(new CustomEvent('lab-large', { detail: false }))")
    assert button.get_attribute("aria-pressed") == "false"
    assert tab.errors == []


def test_challenges_are_behind_a_button_which_says_what_is_solved(live):
    _, root = live(lookup)
    button, panel = root.locator(".lab-challenges"), root.locator(".lab-panel")
    assert button.inner_text() == "Challenges 0 of 2"
    assert not panel.is_visible()
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    for challenge in lookup.challenges:
        assert challenge.task in panel.inner_text()
    button.click()
    assert not panel.is_visible()
    slider = root.get_by_label("Softness", exact=False)
    for _ in range(8):  # to 0.8
        act(root, slider.press, "ArrowRight")
    assert button.inner_text() == "Solved 1 of 2 ☑"
    root.page.wait_for_function(
        "([root, task]) => root.querySelector('[role=status]').textContent.startsWith(task)",
        arg=[root.element_handle(), f"Solved: {lookup.challenges[0].task}"],
    )
    act(root, slider.press, "ArrowRight")
    assert button.inner_text() == "Solved 2 of 2 ☑"
    root.page.evaluate("document.documentElement.dataset.show = 'lab'")
    assert button.inner_text() == ""  # but a word of the style, without a number
    root.page.evaluate("delete document.documentElement.dataset.show")


def test_without_movement_nothing_plays_by_itself(live):
    """Asked to reduce motion, there is no Play."""
    _, root = live(worked_example, reduced_motion="reduce")
    assert root.get_by_role("button", name="Next", exact=True).is_visible()
    assert root.get_by_role("button", name="Play").count() == 0


# --- before it is asked for -------------------------------------------------------------------

HOLD_BACK = """() => {
    const { ask } = window;
    window.guesses = [];
    window.ask = async (message) => {
        const { ahead } = JSON.parse(message);
        if (!ahead) window.sentAt = document.querySelector("[data-lab]").dataset.frame;
        const answer = await ask(message);
        if (ahead) guesses.push(ahead);
        else await new Promise((go) => { window.answer = go; });
        return answer;
    };
}"""

PRESS_AND_HEAR = """(handle, answer) => {
    handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    model.setAnswer(answer);
}"""


def test_what_was_asked_ahead_is_there_at_once_and_python_has_the_last_word(chromium):
    alone = Bare(chromium)
    root = alone.show(dot_product, HOLD_BACK)
    page, handle = alone.page, root.locator(".lab-handle[data-control=a]")

    def asked():
        """All has been asked ahead; Next comes last."""
        page.wait_for_function("guesses.some((guess) => 'preset' in guess)")
        page.evaluate("guesses.length = 0")

    def answered():
        page.wait_for_function("Boolean(window.answer)")
        page.evaluate("answer(); answer = undefined")
        rest(root)

    def press(sees, then):
        """What is seen before Python answers, and after it."""
        frame = int(root.get_attribute("data-frame"))
        handle.press("ArrowRight")
        assert root.get_attribute("data-waiting") == ""
        shows(root, dot_product, sees)
        answered()
        assert page.evaluate("sentAt") == str(frame + 1)  # the picture first, then the message
        shows(root, dot_product, then)
        assert values(root) == then
        return int(root.get_attribute("data-frame")) - frame

    def elsewhere(b, number=1):
        """The answer to another view of this lab, in which a hand moves b."""
        return alone.widget.session.change({"number": number, "change": {"b": b}})

    at = dot_product.at(dot_product.presets[0])
    x, y = at["a"]
    steps = [at | {"a": [round(x + step / 10, 1), y]} for step in range(5)]
    handle.focus()
    asked()
    assert press(steps[1], steps[1]) == 1  # nothing is shown twice
    asked()
    page.evaluate("answer => model.setAnswer(answer)", elsewhere([1, 1]))
    asked()  # what lay ready is not true any more
    assert press(steps[2] | {"b": [1, 1]}, steps[2] | {"b": [1, 1]}) == 1
    asked()
    elsewhere([0, 2])  # and the page does not know yet
    assert press(steps[3] | {"b": [1, 1]}, steps[3] | {"b": [0, 2]}) == 2
    asked()
    handle.evaluate(PRESS_AND_HEAR, elsewhere([1, 2], 99))  # before the press is sent: it still is
    answered()
    assert values(root) == steps[4] | {"b": [1, 2]}
    root.get_by_role("button", name="Next").press("Enter")
    answered()
    root.get_by_role("button", name="Back").focus()
    page.wait_for_function("guesses.some(({ preset }) => preset === 0)")
    assert alone.errors == []
    alone.close()


@pytest.mark.parametrize(
    ("lab", "preset", "asks"),
    [
        (train, 0, [{"steps": 4}]),  # and no other setting
        (write, 2, [{"steps": 10}]),  # a stride ahead, and none back
    ],
)
def test_what_is_asked_ahead_where_something_runs(chromium, lab, preset, asks):
    alone = Bare(chromium)
    root = alone.show(lab)
    choose(root, preset)
    alone.page.evaluate(HOLD_BACK)
    root.locator("[data-control=steps] input").focus()
    assert guessed(alone.page) == asks
    text = root.locator("input[type=text]").first
    text.focus()
    assert guessed(alone.page) == []  # what will be typed?
    before = text.input_value()
    text.press("Home")
    text.press("ArrowRight")
    text.press("a")
    alone.page.wait_for_function("Boolean(window.answer)")
    alone.page.evaluate("answer()")
    assert [*guessed(alone.page)[0].values()] == [before]  # by Backspace
    assert alone.errors == []
    alone.close()


def guessed(page):
    """The changes that were asked ahead since the last time, once no more are."""
    page.wait_for_timeout(400)
    return page.evaluate("guesses.splice(0).map((guess) => guess.change)")


# --- when Python does not answer, or fails ----------------------------------------------------


@pytest.mark.parametrize(
    ("statuses", "says"),
    [
        ([*9 * ["idle"], "busy", *9 * ["idle"]], "busy"),
        (["busy", *10 * ["idle"]], "Run All Cells"),
        (["busy", *10 * ["idle"]], "Page Down goes on"),  # on a stage
    ],
)
def test_a_kernel_that_is_idle_for_three_seconds_is_not_gone(chromium, statuses, says):
    """A kernel that never answers, and a clock in the test's hand."""
    alone = Bare(chromium)
    alone.page.clock.install(time=0)
    root = alone.show(
        softmax,
        f"""() => {{
            window.statuses = {statuses};
            window.kernel = {{ get status() {{ return statuses.shift(); }} }};
            window.ask = () => new Promise(() => {{}});
        }}""",
    )
    if says == "Page Down goes on":
        alone.page.evaluate("document.documentElement.dataset.show = 'lab'")
    alone.page.clock.pause_at(1000)  # from here on no time passes by itself
    slider = root.locator("input[type=range]:visible").first
    was = slider.input_value()
    slider.press("ArrowRight")
    for asked in range(1, len(statuses) + 1):
        assert "is gone" not in trouble(root)
        assert slider.input_value() != was
        alone.page.clock.run_for(1000 if asked == 1 else 334)
        assert alone.page.evaluate("statuses.length") == len(statuses) - asked
    assert says in trouble(root)
    lost = says != "busy"
    assert slider.is_enabled() != lost
    assert (slider.input_value() == was) == lost  # taken back
    alone.close()


def test_a_kernel_that_cannot_be_seen_may_be_busy(chromium):
    alone = Bare(chromium)
    alone.page.clock.install(time=0)
    root = alone.show(softmax, "() => { window.ask = () => new Promise(() => {}); }")
    alone.page.clock.pause_at(1000)
    slider = root.locator("input[type=range]:visible").first
    slider.press("ArrowRight")
    alone.page.clock.run_for(5000)
    assert "busy" in trouble(root)
    assert slider.is_enabled()
    alone.close()


def test_while_a_lab_waits_a_busy_kernel_is_sent_one_empty_message(chromium):
    alone = Bare(chromium)
    root = alone.show(
        softmax,
        """() => {
            const { ask } = window;
            window.sent = [];
            window.kernel = {
                status: "busy",
                anyMessage: { connect: (listener) => { window.hear = listener; } },
            };
            window.ask = async (message) => {
                sent.push(message);
                if (message !== "{}") await new Promise((go) => { window.answer = go; });
                return ask(message);
            };
        }""",
    )
    hear = """(states) => states.forEach((execution_state) =>
        hear(null, { direction: "recv", msg: { content: { execution_state } } }))"""
    alone.page.evaluate(hear, ["busy", "idle"])
    assert alone.page.evaluate("sent") == []  # nothing is awaited
    with redrawn(root):
        root.locator("input[type=range]:visible").first.press("ArrowRight")
        alone.page.evaluate(hear, ["idle", "busy", "busy"])
        assert alone.page.evaluate("sent").count("{}") == 1
        alone.page.evaluate("answer()")
    assert trouble(root) == ""
    shows(root, softmax, softmax.at(softmax.presets[0]) | {"factor": 2})
    alone.close()


def test_an_error_in_a_callback_is_shown_and_the_last_good_state_stays(live):
    def show(**values):
        if values["factor"] == 3:
            raise RuntimeError("<i>no</i> three")
        return softmax.show(**values)

    _, root = live(replace(softmax, show=show))
    slider = root.get_by_label("s₁ times", exact=True)
    act(root, slider.press, "ArrowRight")  # 2
    good = seen(root)
    act(root, slider.press, "ArrowRight")  # 3
    assert "RuntimeError: <i>no</i> three" in trouble(root)
    assert values(root)["factor"] == 2
    assert seen(root) == good
    assert slider.get_attribute("aria-valuetext") == "2"
    act(root, slider.press, "ArrowLeft")
    assert trouble(root) == ""
    shows(root, softmax)
