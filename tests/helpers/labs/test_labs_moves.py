"""What changes between two answers moves, ends where it would have jumped to, and can be followed
at once; a lab has one height, and shows what its setting is about."""

from dataclasses import replace
from itertools import pairwise

import pytest

from helpers.drawing.drawing import Drawing
from helpers.drawing.shapes import Arrow, Boxes, Dot, Keyed, Word
from helpers.labs import query_key_value
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Lab, Preset, View
from helpers.labs.engine.session import Session
from tests.helpers.labs.lab_page import Bare, act, choose, make_wide, seen, settled

pytestmark = pytest.mark.long

SVG = "root => root.querySelector('svg').innerHTML"


def show(at):
    """Two dots, of which one moves and one comes and goes; a box whose corners are arcs."""
    shapes = [
        Keyed("dot", (Dot(20 + 100 * at, 20), Word(20 + 100 * at, 50, f"at {at}"))),
        Keyed("arrow", (Arrow((0, 80), (50 + 50 * at, 80 + 9 * at)),)),
        Keyed("box", (Boxes([(10, 100, 40 + 30 * at, 20)], corner=4),)),
        Dot(150, 150, radius=1 + at),
    ]
    if at % 2:
        shapes.append(Keyed("guest", (Dot(180, 20),)))
    return View({"drawing": Drawing("Dots", "Dots.", 400, 160, tuple(shapes))}, f"At {at}.")


MOVING = Lab(
    name="moving",
    title="dots",
    controls=(Choice("at", "At", tuple(range(4)), 0), Choice("other", "Other", (0, 1), 0)),
    show=lambda at, other: show(at),
    presets=(Preset("One", "It begins."), Preset("Two", "It has moved.", {"at": 3})),
    challenges=(),
)


def dot(root):
    return root.evaluate(
        "root => parseFloat(root.querySelector('[data-key=dot] circle').cx.baseVal.value)"
    )


def jumped(live, lab, preset):
    """The picture where nothing moves."""
    _, root = live(lab, reduced_motion="reduce")
    choose(root, preset)
    return root.evaluate(SVG)


def test_what_moves_ends_as_what_jumps(live):
    wanted = [jumped(live, MOVING, preset) for preset in (1, 0)]
    _, root = live(MOVING)
    for preset, end in zip((1, 0), wanted, strict=True):
        choose(root, preset)
        settled(root)
        assert root.evaluate(SVG) == end


def test_it_is_on_its_way_and_a_new_answer_turns_it_from_where_it_is(live):
    _, root = live(MOVING)
    root.evaluate(WATCH)
    choose(root, 1)
    choose(root, 0)
    settled(root)
    places = root.page.evaluate("places")
    assert any(20 < x < 320 for x in places)
    assert max(abs(b - a) for a, b in pairwise(places)) < 300
    assert dot(root) == 20
    before, after = (Session(MOVING).change({"number": 99, "preset": i}) for i in (0, 1))
    # before a frame has moved anything
    root.evaluate("(_, answers) => answers.forEach(model.setAnswer)", [after, before])
    settled(root)
    assert dot(root) == 20
    # the first frame shows some of it, though no time has passed
    assert 20 < root.evaluate(AT_FIRST, [after, before]) < 120


AT_FIRST = """async (root, [{ number, ...answer }]) => {
    const frame = requestAnimationFrame;
    performance.now = () => 1000;
    window.requestAnimationFrame = (show) => frame(() => show(1000));
    model.setAnswer({ number: number + 1, ...answer });
    await new Promise(frame);
    return root.querySelector("[data-key=dot] circle").cx.baseVal.value;
}"""
WATCH = """root => {
    const circle = root.querySelector("[data-key=dot] circle");
    window.places = [];
    new MutationObserver(() => places.push(circle.cx.baseVal.value))
        .observe(circle, { attributeFilter: ["cx"] });
}"""


def test_with_less_movement_and_under_a_hand_it_jumps(live):
    _, still = live(MOVING, reduced_motion="reduce")
    still.evaluate(WATCH)
    choose(still, 1)
    assert still.page.evaluate("places") == [320]
    _, root = live(MOVING)
    root.evaluate(WATCH)
    slider = root.get_by_label("At", exact=True)
    box = slider.bounding_box()
    mouse = root.page.mouse
    mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    mouse.down()
    act(root, mouse.move, box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    assert dot(root) == 320
    mouse.up()
    assert set(root.page.evaluate("places")) <= {20, 120, 220, 320}


def test_what_has_a_key_stays_the_same_node_and_what_has_none_is_made_anew(live):
    _, root = live(MOVING)
    root.evaluate("""root => {
        for (const node of root.querySelectorAll("svg *")) node.mine = true;
    }""")
    choose(root, 1)
    settled(root)
    mine = "e => Boolean(e.mine)"
    for key in ("dot", "arrow", "box"):
        assert all(node.evaluate(mine) for node in root.locator(f"[data-key={key}] *").all())
    assert not root.locator("svg > circle").evaluate(mine)
    assert root.locator("[data-key=guest]").count() == 1
    choose(root, 0)
    settled(root)
    assert root.locator("svg > *").count() == 4  # the guest has gone


def test_a_lab_is_as_high_in_every_setting_and_step(live):
    tab, root = live(query_key_value)
    make_wide(tab.page, "900px")
    heights = {root.bounding_box()["height"]}
    on = root.get_by_role("button", name="Next", exact=True)
    for _ in range(100):  # more than any lab has stops
        if on.get_attribute("aria-disabled") == "true":
            break
        act(root, on.click)
        heights.add(root.bounding_box()["height"])
        assert root.locator(".lab-part:visible").count() == 1
    else:
        pytest.fail("Next does not come to an end")
    assert heights == {528}


def test_the_controls_that_a_setting_does_not_need_come_when_they_are_asked_for(live):
    tab, _ = live(MOVING)
    root = tab.show(MOVING, opened=False)
    more = root.get_by_role("button", name="More controls")
    assert [root.get_by_label(name).is_visible() for name in ("At", "Other")] == [True, False]
    more.click()
    assert root.get_by_label("Other").is_visible()
    act(root, root.get_by_label("Other").press, "ArrowRight")
    assert root.get_by_label("Other").is_visible()
    choose(root, 1)
    assert not root.get_by_label("Other").is_visible()


def test_play_leads_to_the_end_and_stops_at_a_touch(chromium):
    tab = Bare(chromium)  # of its own: its clock stands still
    tab.page.clock.install(time=0)
    root = tab.show(query_key_value)
    tab.page.clock.pause_at(60_000)  # from here on no time passes by itself
    play = root.get_by_role("button", name="Play")
    act(root, play.click)
    place = root.locator(".lab-place")
    assert place.inner_text() == "2 / 12"
    assert play.count() == 0  # it is Pause
    for number in range(3, 6):
        for _ in range(40):  # 20 seconds of its clock
            if place.inner_text().startswith(f"{number} "):
                break
            assert place.inner_text() == f"{number - 1} / 12"
            tab.page.clock.run_for(500)
        else:
            pytest.fail(f"Play does not come to step {number}")
    root.locator(".lab-sentence").click()
    assert play.count() == 1
    tab.page.clock.run_for(20_000)
    assert place.inner_text() == "5 / 12"
    tab.close()


def test_a_sentence_of_the_values_stands_whatever_is_changed(live):
    lab = replace(MOVING, show=lambda at, other: replace(show(at), sentence=f"Now at {at}."))
    _, root = live(lab)
    act(root, root.get_by_label("At", exact=True).press, "ArrowRight")
    assert root.locator(".lab-sentence").inner_text() == "Now at 1."
    assert (
        root.locator(".lab-sentence").evaluate("e => getComputedStyle(e).visibility") == "visible"
    )
    assert seen(root)["drawing"]["words"] == ["at 1"]
