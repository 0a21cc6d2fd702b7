"""The labs in front of a class: on two projectors, in the page and in full screen, with the keys
that a presenter's remote control sends."""

import time

import pytest

from helpers.labs import LABS, heads, lookup, scores, softmax, worked_example
from tests.helpers.labs.lab_page import TEXT_SIZES, choose, redrawn, rest, shows
from tools.browser import PATIENCE, Tab, write_notebook

pytestmark = pytest.mark.long

every_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
SAMPLE = [lookup, softmax, worked_example]  # what make test asks for
VARIED = [heads, scores, softmax, worked_example]  # which have every kind of field and of part
SLIDE = "[data-show] .lab.lab-full { bottom: 26px; }"  # as show.css
ON_A_SLIDE = 18  # pixels of text, at least


@pytest.fixture(scope="module")
def tab(request, jupyter, lab_address, folder):
    """A notebook with the labs, run, in the page that `make lab` opens, side bar and all."""
    labs = LABS if request.config.getoption("--all") else SAMPLE
    sources = ["from helpers import labs", *map(source_of, labs), "'the end'"]
    write_notebook(folder / "hall.ipynb", *sources)
    tab = Tab(jupyter, lab_address("hall.ipynb", view="lab/tree"), width=1280, height=720)
    tab.sources = sources
    tab.run_all()
    tab.page.add_style_tag(content=SLIDE)
    yield tab
    tab.close()


def source_of(lab):
    """The cell that shows a lab."""
    return f"labs.{lab.name}()"


DOWN = """panel => {
    const atEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 1;
    panel.scrollTo(0, atEnd ? 0 : panel.scrollTop + 300);
}"""


def lab_of(tab, lab):
    """The lab's root, scrolled to from where the page is, and from its top again: JupyterLab leaves
    out of the page what is far from sight."""
    root = tab.page.locator(f"[data-lab={lab.name}]")
    cell = tab.sources.index(source_of(lab))
    panel = tab.page.locator(".jp-WindowedPanel-outer")
    end = time.monotonic() + PATIENCE
    in_sight = 0
    while in_sight < 2:  # JupyterLab may take it out of the page once more
        assert time.monotonic() < end, f"{lab.name} does not come into sight"
        if root.is_visible():
            tab.page.evaluate(f"document.querySelector('[data-lab={lab.name}]')?.scrollIntoView()")
            in_sight += 1
        else:
            panel.evaluate(DOWN)
            in_sight = 0
        tab.page.wait_for_timeout(50)
    return root, cell


def fill_screen(root, on):
    """As slides ask for it."""
    root.evaluate(
        "(root, detail) => root.dispatchEvent(new CustomEvent('lab-full', { detail }))", on
    )


# --- it fits --------------------------------------------------------------------------------------


@pytest.mark.sample("worked_example")
@every_lab
def test_every_setting_fits(tab, lab):
    """A setting is chosen in the page and then fills the screen, as on a slide; the next is chosen
    there and goes back to the page."""
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    root, _ = lab_of(tab, lab)
    check_settings(root, lab, least=12)
    fill_screen(root, False)


@pytest.mark.sample
@pytest.mark.parametrize("lab", VARIED, ids=lambda lab: lab.name)
def test_every_setting_fits_a_large_screen(tab, lab):
    """Of labs that have every kind of field and of part, as there is more room for the same."""
    tab.page.set_viewport_size({"width": 1920, "height": 1080})
    root, _ = lab_of(tab, lab)
    check_settings(root, lab, least=14)
    fill_screen(root, False)


def check_settings(root, lab, least):
    """Every setting fits, with text of at least so many pixels in the page."""
    options = {"count": len(lab.presets), "patience": 1000 * PATIENCE}
    for found in root.evaluate(MEASURE_SETTINGS, options):
        preset = lab.presets[found["index"]]
        place = preset.name, found["full"]
        assert found["faults"] == [], place
        is_on_slides = found["full"] and not preset.deeper
        assert round(found["smallest"], 2) >= (ON_A_SLIDE if is_on_slides else least), place
        if found["full"]:
            view = lab.show(**lab.at(preset))
            assert set(found["parts"]) == set(lab.main(preset, view) or view.parts), place


def shown_parts(root):
    return set(root.evaluate(SHOWN_PARTS))


SHOWN_PARTS = """root => [...root.querySelectorAll("[data-part]")]
    .filter((part) => part.checkVisibility()).map((part) => part.dataset.part)"""
# What does not fit, in words: what is outside of its room or of the lab, scrolls or overlaps.
FAULTS = """root => {
    const boxes = new Map(); // each measured once
    const box = (e) => {
        if (!boxes.has(e)) boxes.set(e, e.getBoundingClientRect());
        return boxes.get(e);
    };
    const seen = (selector) => [...root.querySelectorAll(selector)]
        .filter((e) => e.checkVisibility() && !e.closest(".lab-spoken, option"));
    const name = (e) => e.dataset.part ?? `${e.classList} ${e.textContent.slice(0, 30)}`;
    const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
        && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const full = root.classList.contains("lab-full");
    const panel = box(root.closest(".jp-WindowedPanel-outer"));
    const foot = "show" in document.documentElement.dataset ? 26 : 0;
    const room = full ? new DOMRect(0, 0, innerWidth, innerHeight - foot) : panel;
    const content = box(root.querySelector("fieldset"));
    const faults = [];
    if (content.height > room.height) faults.push(`${content.height} of ${room.height} high`);
    if (full && !inside(room, box(root))) faults.push("does not fill the screen");
    for (const e of [root, ...seen("*")]) {
        const scrolls = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
        if (getComputedStyle(e).overflowX !== "visible" && e.clientWidth && scrolls)
            faults.push(`scrolls: ${name(e)}`);
    }
    const texts = seen("*")
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
    for (const e of [...texts, ...seen("button, select, input")])
        if (!inside(box(e), box(root))) faults.push(`is cut: ${name(e)}`);
    const blocks = seen(".lab-bar > *, .lab-sentence, .lab-control, .lab-part, .lab-rest > *");
    for (const a of [...blocks, ...texts])
        for (const b of blocks)
            if (!a.contains(b) && !b.contains(a) && meet(box(a), box(b)))
                faults.push(`overlap: ${name(a)} and ${name(b)}`);
    return faults;
}"""


# All settings in one go, as a question to the page for each would cost more than the answer.
MEASURE_SETTINGS = (
    """async (root, { count, patience }) => {
    const faultsOf = """
    + FAULTS
    + """;
    const sizesOf = """
    + TEXT_SIZES
    + """;
    const partsOf = """
    + SHOWN_PARTS
    + """;
    const end = performance.now() + patience;
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const choose = async (index) => {
        const before = Number(root.dataset.frame);
        const select = root.querySelector(".lab-bar select");
        select.selectedIndex = index;
        select.dispatchEvent(new Event("input", { bubbles: true }));
        while (Number(root.dataset.frame) <= before || "waiting" in root.dataset) {
            if (performance.now() > end) throw new Error(`setting ${index} is not shown`);
            await painted();
        }
    };
    const found = [];
    let full = false;
    const measure = async (index) => {
        await painted();
        const [faults, parts] = [faultsOf(root), partsOf(root)];
        found.push({ index, full, faults, smallest: Math.min(...sizesOf(root)), parts });
    };
    for (let index = 0; index < count; index++) {
        await choose(index);
        await measure(index);
        full = !full;
        document.documentElement.toggleAttribute("data-show", full);
        root.dispatchEvent(new CustomEvent("lab-full", { detail: full }));
        await measure(index);
    }
    document.documentElement.removeAttribute("data-show");
    return found;
}"""
)


def test_within_a_setting_a_lab_only_becomes_smaller(tab):
    """A longer number may need room; what was small does not become large again at the next key."""
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    root, _ = lab_of(tab, worked_example)
    choose(root, 5)  # X has six columns
    fill_screen(root, True)
    root.get_by_role("button", name="X", exact=True).click()
    sizes = []
    for text in ("2", "-12.125", "2", "1"):
        with redrawn(root):
            root.get_by_label("X, the, 1", exact=True).fill(text)
        sizes.append(root.evaluate("root => parseFloat(root.style.fontSize)"))
    fill_screen(root, False)
    large, *small = sizes
    assert large > small[0]
    assert len(set(small)) == 1


# --- full screen ------------------------------------------------------------------------------


REFUSALS = {
    "granted": "window.granted",
    "refused": "() => Promise.reject(new TypeError())",
    "missing": "undefined",
}


@pytest.mark.sample("granted")
@pytest.mark.parametrize("how", REFUSALS)
def test_full_screen_by_its_button_and_back_by_escape(tab, how):
    tab.page.evaluate(
        f"""() => {{
            window.granted ??= Element.prototype.requestFullscreen;
            Element.prototype.requestFullscreen = {REFUSALS[how]};
        }}"""
    )
    root, _ = lab_of(tab, softmax)
    choose(root, 0)
    before = root.bounding_box()
    root.get_by_role("button", name="Full screen").click()
    leave = root.get_by_role("button", name="Leave full screen")
    leave.wait_for()
    assert tab.page.evaluate("document.fullscreenElement?.dataset.lab") == (
        "softmax" if how == "granted" else None
    )
    tab.page.wait_for_function(
        """root => root.clientWidth === innerWidth && root.clientHeight === innerHeight
            && [2, innerWidth - 2].every((x) => [2, innerHeight - 2]
                .every((y) => root.contains(document.elementFromPoint(x, y))))""",
        arg=root.element_handle(),
    )
    with redrawn(root):
        tab.page.keyboard.press("PageDown")
    root.get_by_role("button", name="Challenges").click()
    tab.page.keyboard.press("Escape")  # the challenges
    assert leave.is_visible()
    assert not root.locator(".lab-panel").is_visible()
    tab.page.keyboard.press("Escape")
    root.get_by_role("button", name="Full screen", exact=True).wait_for()
    tab.page.wait_for_function(
        "([root, width]) => root.getBoundingClientRect().width === width",
        arg=[root.element_handle(), before["width"]],
    )
    assert tab.page.evaluate("document.fullscreenElement") is None
    if how == "granted":  # in a window the browser itself leaves at Escape, and says so afterwards
        root.get_by_role("button", name="Full screen").click()
        leave.wait_for()
        tab.page.evaluate("document.exitFullscreen()")
        root.get_by_role("button", name="Full screen", exact=True).wait_for()
    choose(root, 0)
    assert tab.errors == []


def test_in_full_screen_the_other_parts_wait_behind_their_buttons(tab):
    root, _ = lab_of(tab, worked_example)
    choose(root, 3)
    fill_screen(root, True)
    assert shown_parts(root) == {"picture"}
    root.get_by_role("button", name="X", exact=True).click()
    assert shown_parts(root) == {"picture", "X"}
    root.get_by_role("button", name="W_Q", exact=True).click()
    assert shown_parts(root) == {"picture", "W_Q"}
    assert root.evaluate(FAULTS) == []
    root.get_by_role("button", name="W_Q", exact=True).click()
    assert shown_parts(root) == {"picture"}
    fill_screen(root, False)


def test_in_full_screen_tab_stays_in_the_lab(tab):
    root, _ = lab_of(tab, softmax)
    choose(root, 0)
    fill_screen(root, True)
    held = "root => root.contains(document.activeElement)"
    for key in ["Tab"] * 20 + ["Shift+Tab"] * 20:
        tab.page.keyboard.press(key)
        assert root.evaluate(held), key
    fill_screen(root, False)
    for _ in range(20):  # in the page it goes on to the next cell
        tab.page.keyboard.press("Tab")
    assert not root.evaluate(held)


# --- the remote control -----------------------------------------------------------------------


FOCUSED = "root => root === document.activeElement"
BELOW_TOP = """cell => cell.getBoundingClientRect().top
    - cell.closest(".jp-WindowedPanel-outer").getBoundingClientRect().top"""


def click_a_text(root):
    """With the cursor still in the cell's code."""
    root.evaluate("root => root.closest('.jp-Cell').querySelector('.cm-content').focus()")
    root.locator(".lab-sentence").click()
    assert root.evaluate(FOCUSED)


@pytest.mark.sample("lookup")
@pytest.mark.parametrize("lab", [lookup, softmax], ids=lambda lab: lab.name)
def test_page_down_walks_through_the_settings_to_the_next_cell(tab, lab):
    root, cell = lab_of(tab, lab)
    choose(root, 0)
    click_a_text(root)
    for index in range(len(lab.presets)):
        if index:
            with redrawn(root):
                tab.page.keyboard.press("PageDown")
        shows(root, lab, lab.at(lab.presets[index]))
        assert root.locator(".lab-place").inner_text() == f"{index + 1} / {len(lab.presets)}"
        assert root.evaluate(FOCUSED)
    count, _ = tab.cells()
    tab.page.keyboard.press("PageDown")
    active = tab.page.locator(".jp-Cell.jp-mod-active")
    assert active.evaluate("cell => cell === document.activeElement")
    assert tab.sources[cell + 1] in active.inner_text()
    assert active.evaluate(BELOW_TOP) < 50
    assert tab.cells()[0] == count
    root, _ = lab_of(tab, lab)
    choose(root, 0)
    click_a_text(root)
    tab.page.keyboard.press("PageUp")
    assert tab.sources[cell - 1] in tab.page.locator(".jp-Cell.jp-mod-active").inner_text()


def test_past_the_last_setting_the_key_is_left_to_slides(tab):
    """Those listen on the document; at every other setting they must not hear of it."""
    root, _ = lab_of(tab, softmax)
    tab.page.evaluate(
        """() => {
            document.documentElement.dataset.show = "";
            window.heard = [];
            const listen = ({ key, defaultPrevented }) => heard.push([key, defaultPrevented]);
            document.addEventListener("keydown", listen);
        }"""
    )
    last = len(softmax.presets) - 1
    for index, key, heard in [
        (0, "PageDown", []),
        (last, "PageUp", []),
        (0, "PageUp", [["PageUp", False]]),
        (last, "PageDown", [["PageDown", False]]),
        (1, "Escape", [["Escape", False]]),
    ]:
        choose(root, index)
        root.evaluate("root => { root.focus(); window.heard = []; }")
        tab.page.keyboard.press(key)
        assert tab.page.evaluate("heard") == heard, (index, key)
        rest(root)
    tab.page.evaluate("() => { delete document.documentElement.dataset.show; }")


def test_other_keys_of_a_remote_do_no_harm(tab):
    root, _ = lab_of(tab, softmax)
    choose(root, 2)
    click_a_text(root)
    tab.page.evaluate("addEventListener('keydown', (event) => { window.last = event; }, true)")
    scrolled = "document.querySelector('.jp-WindowedPanel-outer').scrollTop"
    before = tab.cells(), tab.page.evaluate(scrolled)
    for key in ["b", "B", ".", "F5", "Shift+F5", "Space", "Shift+Space", "Enter", "w"]:
        tab.page.keyboard.press(key)
        tab.page.wait_for_timeout(20)
        assert (tab.cells(), tab.page.evaluate(scrolled)) == before, key
        assert root.evaluate(FOCUSED), key
        if "F5" in key:  # which here would not reload the page, as it does in a window
            assert tab.page.evaluate("last.key === 'F5' && last.defaultPrevented")
    shows(root, softmax, softmax.at(softmax.presets[2]))


def test_escape_goes_back_to_the_cell(tab):
    root, cell = lab_of(tab, softmax)
    slider = root.locator("input[type=range]:visible").first
    for inside in (slider, root):
        inside.focus()
        tab.page.keyboard.press("Escape")
        assert root.evaluate("root => root.closest('.jp-Cell') === document.activeElement")
        assert tab.sources[cell] in tab.page.locator(".jp-Cell.jp-mod-active").inner_text()
    assert tab.errors == tab.outside == []
