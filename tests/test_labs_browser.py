"""Every lab in a real JupyterLab, by mouse and by keyboard: what it shows, says and survives."""

import json
import re
import subprocess
import sys

import browser as tools
import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import frame, settled, values

from helpers.labs import LABS
from helpers.labs.live import Live

NAMES = [lab.name for lab in LABS]
BY_NAME = {lab.name: lab for lab in LABS}
FIELDS = "input, select, button"
TALL = 9000  # pixels: JupyterLab leaves out of the page what is far from being seen
every_lab = pytest.mark.parametrize("name", NAMES)


def seen(root):
    """{part: what a reader sees}: a matrix's cells, the lines of a text, a drawing's words."""
    return root.evaluate(
        """root => Object.fromEntries([...root.querySelectorAll("[data-part]")].map(part => {
            const cell = td => td.firstElementChild?.tagName === "INPUT"
                ? td.firstElementChild.value : td.textContent;
            const cells = [...part.querySelectorAll("tbody tr")].map(tr =>
                [...tr.querySelectorAll("td")].map(cell));
            const lines = [...part.querySelectorAll(".lab-lines > div")].map(e => e.textContent);
            const words = [...part.querySelectorAll("svg text")].map(e => e.textContent);
            const paths = [...part.querySelectorAll("svg path")].length;
            return [part.dataset.part, { cells, lines, words, paths }];
        }))"""
    )


def meant(lab, at):
    """The same, from the lab's pure function at these values."""
    shown = {}
    for name, part in lab.show(**at).parts.items():
        data = part.data()
        shapes = data.get("shapes", [])
        shown[name] = {
            "cells": data.get("cells", []),
            "lines": ["".join(text for text, _ in line) for line in data.get("lines", [])],
            "words": [shape["text"] for shape in shapes if shape["kind"] == "word"],
            "paths": sum(shape["kind"] not in ("word", "dot") for shape in shapes),
        }
    return shown


def choose(root, preset):
    before = frame(root)
    root.locator(".lab-bar select").select_option(index=preset)
    settled(root, before)


# --- what is shown --------------------------------------------------------------------------


@every_lab
def test_it_is_live_and_its_still_hides(live, name):
    tab, root = live(name)
    assert root.is_visible()
    assert tab.page.locator(f".lab-still-{name}").count() == 1
    assert not tab.page.locator(f".lab-still-{name}").is_visible()
    assert root.locator(FIELDS).count() > 3


@every_lab
def test_the_page_shows_what_the_pure_function_says(live, name):
    tab, root = live(name)
    lab = BY_NAME[name]
    for index in [*range(len(lab.presets)), 0]:
        choose(root, index)
        assert values(root) == lab.at(lab.presets[index])
        assert seen(root) == meant(lab, values(root))
        assert root.locator(".lab-sentence").inner_text() == lab.presets[index].sentence
    assert tab.errors == tab.outside == []


@every_lab
def test_page_down_steps_through_the_settings(live, name):
    _, root = live(name)
    lab = BY_NAME[name]
    choose(root, 0)
    root.locator(FIELDS).first.focus()
    for key, index in [("PageDown", 1), ("PageDown", 2), ("PageUp", 1), ("PageUp", 0)]:
        before = frame(root)
        root.page.keyboard.press(key)
        settled(root, before)
        assert values(root) == lab.at(lab.presets[index])
    before = frame(root)
    root.page.keyboard.press("PageUp")  # from the first to the last
    settled(root, before)
    assert root.locator(".lab-sentence").inner_text() == lab.presets[-1].sentence


def test_page_down_pressed_twice_goes_two_settings_on(live):
    """The second comes before the first is answered."""
    _, root = live("softmax")
    choose(root, 1)
    before = frame(root)
    root.evaluate(
        """root => {
            const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key }));
            press("PageDown");
            press("PageDown");
        }"""
    )
    settled(root, before)
    assert values(root) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[3])


def test_a_setting_changed_by_hand_loses_its_name_and_can_be_chosen_again(live):
    _, root = live("softmax")
    choose(root, 2)
    settings = root.locator(".lab-bar select")
    named = "e => e.selectedOptions[0].textContent"
    for key, then in [("PageDown", 3), ("PageUp", 1), (None, 2)]:
        choose(root, 2)
        assert settings.evaluate(named) == "Nothing, near tie"
        before = frame(root)
        root.get_by_label("Query", exact=True).press("ArrowRight")
        settled(root, before)
        assert settings.evaluate(named) == "(changed)"
        before = frame(root)
        if key:
            settings.press(key)
        else:
            settings.select_option(index=2)
        settled(root, before)
        assert values(root) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[then])


def test_the_focus_stays_where_keys_go_on(live):
    """The control that has it may have no effect in the next setting."""
    _, root = live("scores")
    choose(root, 4)
    before = frame(root)
    root.get_by_label("Sentence", exact=True).select_option(label="your own words")
    settled(root, before)
    root.get_by_label("Your sentence").focus()
    for then in (5, 0):
        before = frame(root)
        root.page.keyboard.press("PageDown")
        settled(root, before)
        assert values(root) == BY_NAME["scores"].at(BY_NAME["scores"].presets[then])
    before = frame(root)
    root.page.keyboard.press("PageDown")
    settled(root, before)


KEYS = {"range": ["ArrowRight", "End", "ArrowLeft"], "checkbox": ["Space", "Space"]}
KEYS |= {"text": ["b", "Backspace"]}


# --- by keyboard ------------------------------------------------------------------------------


def tab_through(tab, root, keys=lambda kind: ()):
    """From the first field of a lab to its end by Tab alone, with these keys pressed at each; every
    field that had the focus is marked, and no key may lose it."""
    root.evaluate("root => root.querySelectorAll('*').forEach((e) => delete e.dataset.reached)")
    root.locator(".lab-bar select").focus()
    for _ in range(300):
        held = tab.page.evaluate(HELD)
        if held is None:
            return
        for key in keys(held["kind"]):
            tab.page.keyboard.press(key)
            tab.page.wait_for_function("e => !('waiting' in e.dataset)", arg=root.element_handle())
            assert tab.page.evaluate(HELD) is not None, f"{key} at {held} lost the focus"
        tab.page.keyboard.press("Tab")
    raise AssertionError("Tab does not leave the lab")


HELD = """() => {
    const field = document.activeElement;
    if (!field.closest("[data-lab]")) return null;
    field.dataset.reached = "";
    return { kind: field.type || field.tagName, name: field.ariaLabel || field.outerHTML };
}"""


@every_lab
def test_tab_reaches_every_control(live, name):
    tab, root = live(name)
    for index in (0, len(BY_NAME[name].presets) - 1):
        choose(root, index)
        tab_through(tab, root)
        missed = root.evaluate(
            """(root, fields) => [...root.querySelectorAll(fields)]
                .filter(e => !e.disabled && e.checkVisibility())
                .filter(e => e.tabIndex >= 0 || !e.closest("td")) // in a matrix, arrow keys go on
                .filter(e => !("reached" in e.dataset)).map(e => e.outerHTML)""",
            FIELDS,
        )
        assert [field for field in missed if "Previous setting" not in field] == []  # before it
        tables = root.locator("table:has(td > button:enabled)").all()
        assert all(table.locator("[data-reached]").count() for table in tables)


@every_lab
def test_every_control_works_by_keyboard_and_jupyter_takes_no_key(live, name):
    tab, root = live(name)
    choose(root, 0)
    tab.page.locator(".jp-CodeCell").first.click(position={"x": 5, "y": 5})
    root.locator(".lab-bar select").focus()
    cells = tab.cells()
    tab_through(tab, root, lambda kind: KEYS.get(kind, ["ArrowDown", "ArrowUp"]))
    assert tab.cells() == cells
    assert seen(root) == meant(BY_NAME[name], values(root))
    assert tab.errors == []


@every_lab
def test_no_key_reaches_the_notebook(live, name):
    tab, root = live(name)
    button = root.locator(".lab-bar button").last
    button.focus()
    cells = tab.cells()
    keys = [*"abcdmxyzjkros0123", "Enter", "Space", "Delete", "Backspace", "Home", "End", "Insert"]
    keys += ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift+Enter", "Control+Enter"]
    keys += ["Alt+Enter", "Shift+ArrowDown", "Shift+M", "Control+Shift+Minus", "F2", "Control+b"]
    for key in keys:
        button.focus()
        tab.page.keyboard.press(key)
        assert tab.cells() == cells, key
    large = button.get_attribute("aria-pressed") == "true"
    if large:
        button.click()
    assert root.is_visible()


@every_lab
def test_every_slider_and_select_moves_the_page(live, name):
    _, root = live(name)
    lab = BY_NAME[name]
    choose(root, 0)
    for control in lab.controls:
        spec = control.spec()
        if spec["kind"] not in ("slider", "steps", "select", "switch", "text"):
            continue
        field = root.get_by_label(control.label, exact=True)
        if not field.is_enabled():
            continue
        before, was = frame(root), values(root)[control.name]
        if spec["kind"] == "switch":
            field.press("Space")
        elif spec["kind"] == "text":
            field.fill("one <b>bold</b> word")
        else:
            last = spec["options"].index(was) == len(spec["options"]) - 1
            if spec["kind"] == "select":
                index = spec["options"].index(was)
                field.select_option(index=index - 1 if last else index + 1)
            else:
                field.press("ArrowLeft" if last else "ArrowRight")
        settled(root, before)
        assert values(root)[control.name] != was, control.name
        assert seen(root) == meant(lab, values(root))


# --- for everyone -----------------------------------------------------------------------------


@every_lab
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["default", "large"])
def test_axe_finds_nothing(live, name, theme, size):
    tab, root = live(name)
    tab.page.evaluate(
        "light => document.body.dataset.jpThemeLight = light", str(theme == "light").lower()
    )
    large = root.get_by_role("button", name="Large text")
    if size == "large":
        large.click()
    try:
        found = Axe().run(tab.page, context=f"[data-lab={name}]")
    finally:
        tab.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
        if size == "large":
            large.click()
    assert found.response["violations"] == [], found.generate_report()
    assert len(found.response["passes"]) > 5


@every_lab
@pytest.mark.parametrize("light", ["true", "false"])
def test_text_stands_out_from_its_ground(live, name, light):
    """WCAG's contrast of every text with what is behind it; axe judges few of them in Jupyter."""
    tab, root = live(name)
    tab.page.evaluate("light => (document.body.dataset.jpThemeLight = light)", light)
    contrasts = root.evaluate(CONTRASTS)
    tab.page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    assert len(contrasts) > 10
    assert [found for found in contrasts if found["ratio"] < 4.5] == []


CONTRASTS = """root => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => parts(colour).slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (e) => {
        const colour = getComputedStyle(e).backgroundColor;
        return parts(colour)[3] === 0 ? ground(e.parentElement) : colour;
    };
    return [...root.querySelectorAll("*")]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
        .filter((e) => e.checkVisibility() && !e.disabled && !e.closest(":disabled"))
        .map((e) => {
            const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
            return { ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text: e.outerHTML };
        });
}"""


@every_lab
@pytest.mark.parametrize(("large", "least"), [(False, 14), (True, 24)])
def test_text_is_large_enough(live, name, large, least):
    """Of every text that is seen, the size on the screen, SVG included."""
    _, root = live(name)
    button = root.get_by_role("button", name="Large text")
    if large:
        button.click()
    sizes = root.evaluate(
        """root => [...root.querySelectorAll("*")]
            .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.value)
            .filter(e => e.checkVisibility() && !e.closest(".lab-spoken"))
            .map(e => {
                const size = parseFloat(getComputedStyle(e).fontSize);
                const svg = e.ownerSVGElement;
                const sheet = svg?.viewBox.baseVal.width;
                return svg ? size * svg.getBoundingClientRect().width / sheet : size;
            })"""
    )
    if large:
        button.click()
    assert len(sizes) > 10
    assert min(sizes) >= least


@every_lab
def test_in_large_text_the_setting_is_named_above_every_part_of_the_picture(live, name):
    """As on a projector; and no matrix is cut."""
    tab, root = live(name)
    size = tab.page.viewport_size
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    large = root.get_by_role("button", name="Large text")
    large.click()
    found = []
    for index in range(len(BY_NAME[name].presets)):
        choose(root, index)
        root.locator("[data-part]").last.evaluate("e => e.scrollIntoView()")
        found.append(root.evaluate(HEAD))
    large.click()
    tab.page.set_viewport_size(size)
    for head in found:
        assert abs(head["below"]) <= 2
        assert head["seen"]
        assert head["cut"] == []
        assert head["controls"] < 140


HEAD = """root => {
    const box = (selector) => root.querySelector(selector).getBoundingClientRect();
    const { x, y, height } = box(".lab-sentence");
    const there = document.elementFromPoint(x + 9, y + height / 2);
    const top = root.closest(".jp-WindowedPanel-outer").getBoundingClientRect().top;
    const tables = [...root.querySelectorAll(".lab-scroll:has(table)")];
    return {
        below: box(".lab-head").top - top,
        seen: there === root.querySelector(".lab-sentence"),
        cut: tables.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText),
        controls: box(".lab-controls").height,
    };
}"""


@every_lab
def test_what_changed_is_announced_once_the_hand_rests(live, name):
    _, root = live(name)
    lab = BY_NAME[name]
    choose(root, 1)
    says = lab.show(**values(root)).say
    root.page.wait_for_function(
        "([root, says]) => root.querySelector('[role=status]').textContent === says",
        arg=[root.element_handle(), says],
        timeout=3000,
    )


@every_lab
def test_nothing_outgrows_the_lab_and_the_page_does_not_jump(live, name):
    _, root = live(name)
    for index in [*range(len(BY_NAME[name].presets)), 0]:
        choose(root, index)
    bottom = root.bounding_box()["height"]
    for index in range(len(BY_NAME[name].presets)):
        choose(root, index)
        assert root.bounding_box()["height"] == bottom
        wide = root.evaluate("root => root.scrollWidth - root.clientWidth")
        assert wide <= 0


@every_lab
def test_text_has_a_row_of_its_own(live, name):
    """Nothing beside it hops when it grows."""
    _, root = live(name)
    left = root.evaluate(
        """root => [...root.querySelectorAll(".lab-part:has(> .lab-lines)")].map((part) =>
            part.parentElement.clientWidth - part.offsetWidth)"""
    )
    assert left
    assert max(left) <= 1


# --- its states -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_labs(folder):
    """A notebook with every lab, run, with its outputs as JupyterLab would save them."""
    path = folder / "all.ipynb"
    tools.write_notebook(path, "from helpers import labs", *(f"labs.{name}()" for name in NAMES))
    command = [
        "-m",
        "jupyter",
        "nbconvert",
        "--to",
        "notebook",
        "--execute",
        "--inplace",
        str(path),
    ]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    notebook = nbformat.read(path, 4)
    notebook.metadata.pop("widgets", None)
    nbformat.write(notebook, path)
    return path


def copy(path, name, change=lambda output: True):
    """A copy of the notebook with only those outputs."""
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        cell.outputs = [output for output in cell.outputs if change(output)]
    nbformat.write(notebook, path.with_name(name))
    return path.with_name(name)


def shows_stills_alone(page):
    for name in NAMES:
        still = page.locator(f".lab-still-{name}")
        still.wait_for()
        assert "Run this cell" in still.inner_text()
        assert still.locator("img, table").count() > 0
    for text in ("Error displaying widget", "model not found"):
        found = page.get_by_text(text)
        assert not any(found.nth(i).is_visible() for i in range(found.count()))
    assert page.locator("[data-lab]").count() == 0


def test_a_fresh_clone_shows_stills(chromium, lab_address, all_labs):
    path = copy(all_labs, "fresh.ipynb", lambda output: "text/html" in output.data)
    tab = tools.Tab(chromium, lab_address(path.name), height=TALL)
    tab.kernel_is("idle")
    shows_stills_alone(tab.page)
    assert tab.errors == tab.outside == []
    tab.close()


@pytest.mark.parametrize("trusted", [False, True])  # trust is in the content, whatever the name
def test_a_saved_copy_without_its_kernel_shows_stills(chromium, lab_address, all_labs, trusted):
    path = copy(all_labs, f"saved-{trusted}.ipynb")
    if trusted:
        lab_address.trust(path)
    tab = tools.Tab(chromium, lab_address(path.name), height=TALL)
    tab.kernel_is("idle")
    tab.page.wait_for_timeout(2000)  # the time that JupyterLab takes to look for the models
    shows_stills_alone(tab.page)
    cells = tab.page.evaluate(
        "async (path) => (await (await fetch(`/api/contents/${path}`)).json()).content.cells",
        path.name,
    )
    assert all(cell["metadata"]["trusted"] for cell in cells if cell["outputs"]) == trusted
    assert tab.outside == []
    tab.close()


def test_exported_html_shows_stills(chromium, all_labs):
    path = copy(all_labs, "exported.ipynb")
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    page = chromium.new_page()
    page.goto(path.with_suffix(".html").as_uri())
    shows_stills_alone(page)
    page.close()


def test_the_reader_s_own_copy_saved_and_opened_again(chromium, lab_address, folder):
    """Run, save with the keyboard from inside a lab, kernel gone, open again; then run again."""
    path = folder / "own.ipynb"
    tools.write_notebook(path, "from helpers import labs\n\nlabs.softmax()")
    tab = tools.Tab(chromium, lab_address(path.name))
    tab.run_all()
    root = tab.lab("softmax")
    root.locator("select").first.focus()
    tab.page.keyboard.press("Control+s")
    wait_until(tab.page, lambda: "lab-still" in path.read_text())
    assert "widgets" not in nbformat.read(path, 4).metadata
    tab.menu("Kernel", "Shut Down Kernel")
    tab.page.wait_for_timeout(1000)
    tab.close()
    tab = tools.Tab(chromium, lab_address(path.name))
    tab.kernel_is("idle")
    still = tab.page.locator(".lab-still")
    still.wait_for()
    tab.page.wait_for_timeout(2000)
    assert still.is_visible()
    assert "model not found" not in tab.page.locator(".jp-Notebook").inner_text()
    tab.run_all()
    tab.lab("softmax")
    assert not tab.page.locator(".lab-still").is_visible()
    tab.close()


def wait_until(page, holds, seconds=10):
    for _ in range(seconds * 10):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not within {seconds} s")


def test_a_reloaded_page_finds_its_kernel(chromium, lab_address, folder):
    path = folder / "reload.ipynb"
    tools.write_notebook(path, "from helpers import labs\n\nlabs.softmax()")
    tab = tools.Tab(chromium, lab_address(path.name))
    tab.run_all()
    choose(tab.lab("softmax"), 2)
    tab.page.keyboard.press("Control+s")
    wait_until(tab.page, lambda: "lab-still" in path.read_text())
    tab.page.goto(lab_address(path.name).replace("&reset", ""))
    root = tab.lab("softmax")
    assert values(root) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[2])
    choose(root, 3)
    assert seen(root) == meant(BY_NAME["softmax"], values(root))
    tab.close()


# --- kernels that restart, are busy, or fail --------------------------------------------------


@pytest.fixture
def page_with(chromium, lab_address, folder, request):
    """sources → a tab on which they have run."""
    tabs = []

    def run(*sources):
        name = re.sub(r"\W", "-", request.node.name)
        path = folder / f"{name}.ipynb"
        tools.write_notebook(path, *sources)
        tabs.append(tools.Tab(chromium, lab_address(path.name), height=1600))
        tabs[-1].run_all()
        return tabs[-1]

    yield run
    for tab in tabs:
        tab.close()


def trouble(root):
    return root.locator(".lab-trouble").inner_text()


def agree(root):
    """Controls and picture say the same."""
    lab = BY_NAME[root.get_attribute("data-lab")]
    at = values(root)
    for control in lab.controls:
        if control.spec()["kind"] in ("slider", "steps"):
            field = root.get_by_label(control.label, exact=True)
            assert int(field.input_value()) == control.options.index(at[control.name])
    assert seen(root) == meant(lab, at)


def test_after_a_restart_the_lab_says_so(page_with):
    tab = page_with("from helpers import labs\n\nlabs.softmax()")
    root = tab.lab("softmax")
    tab.menu("Kernel", "Restart Kernel…")
    tab.page.locator(".jp-Dialog button.jp-mod-warn").click()
    wait_until(tab.page, lambda: "Run this cell again" in trouble(root), 5)
    assert not root.locator("input, select, button").first.is_enabled()
    agree(root)
    tab.kernel_is("idle")
    tab.run_all()
    tab.page.locator(".lab-trouble:text('Run this cell')").wait_for(state="detached")
    choose(tab.lab("softmax"), 2)


def test_a_lab_outlives_its_connection(chromium, lab_address, folder):
    """As when a laptop slept: the socket closes, JupyterLab opens another to the same kernel."""
    path = folder / "slept.ipynb"
    tools.write_notebook(path, "from helpers import labs\n\nlabs.softmax()")
    tab = tools.Tab(chromium, lab_address(path.name), begin=KEEP_SOCKETS)
    tab.run_all()
    root = tab.lab("softmax")
    choose(root, 2)
    closed = tab.page.evaluate("sockets.map((socket) => socket.close()).length")
    tab.page.wait_for_function(
        """closed => sockets.slice(closed).some((socket) =>
            socket.readyState === 1 && socket.url.includes("/channels"))""",
        arg=closed,
    )
    assert trouble(root) == ""
    assert values(root) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[2])
    choose(root, 3)
    agree(root)
    tab.close()


KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); window.sockets.push(this); }
};
"""


def test_an_unanswered_change_is_told_within_two_seconds_and_taken_back(page_with):
    """As after a restart that nobody told the page about: nothing in the kernel listens."""
    deaf = "from helpers.labs import live\nlive.Live._on_change = lambda *_: None\n"
    tab = page_with(deaf + "from helpers import labs\nlabs.softmax()")
    root = tab.lab("softmax")
    slider = root.locator("input[type=range]").first
    was = slider.input_value()
    slider.press("ArrowRight")
    assert slider.input_value() != was
    wait_until(tab.page, lambda: "Run this cell again" in trouble(root), 2)
    assert slider.input_value() == was
    agree(root)


def test_a_busy_kernel_is_told_apart_and_the_picture_follows(page_with):
    tab = page_with("from helpers import labs\n\nlabs.softmax()", "import time\ntime.sleep(0)")
    root = tab.lab("softmax")
    tab.page.locator(".jp-CodeCell .cm-content").last.fill("time.sleep(4)")
    tab.page.keyboard.press("Control+Enter")
    slider = root.locator("input[type=range]").first
    before = frame(root)
    for _ in range(3):
        slider.press("ArrowRight")
    slider.press("PageDown")  # the next setting; a change after it belongs to that
    tab.page.wait_for_timeout(100)
    root.get_by_label("Query", exact=True).press("ArrowRight")
    wait_until(tab.page, lambda: "busy" in trouble(root), 2)
    assert slider.is_enabled()
    settled(root, before)
    wait_until(tab.page, lambda: trouble(root) == "", 5)
    root.page.wait_for_function("root => !('waiting' in root.dataset)", arg=root.element_handle())
    setting = BY_NAME["softmax"].at(BY_NAME["softmax"].presets[1])
    assert values(root) == setting | {"query": 2}
    agree(root)


@pytest.mark.parametrize(
    ("statuses", "says"),
    [
        (["idle", "busy", "idle", "busy", "idle"], "busy"),
        (["busy", "idle", "idle"], "Run this cell again"),
    ],
)
def test_a_kernel_idle_for_a_moment_between_two_cells_is_not_gone(chromium, statuses, says):
    """The lab alone on a page, with a kernel that never answers and a clock in the test's hand."""
    widget = Live(BY_NAME["softmax"])
    page = chromium.new_page()
    page.clock.install()
    page.evaluate(ALONE, [Live._esm, {"lab": widget.lab, "shown": widget.shown}, statuses])
    root = page.locator("[data-lab]")
    root.locator("input[type=range]").first.press("ArrowRight")
    for asked in range(1, len(statuses) + 1):
        assert "Run this cell again" not in trouble(root)
        page.clock.run_for(1000 if asked == 1 else 334)
        assert page.evaluate("statuses.length") == len(statuses) - asked
    assert says in trouble(root)
    page.close()


ALONE = """async ([script, state, statuses]) => {
    window.statuses = statuses;
    const kernel = { get status() { return statuses.shift(); } };
    const widget_manager = { kernel };
    const model = { get: (name) => state[name], set() {}, on() {}, send() {}, widget_manager };
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    (await import(url)).default.render({ model, el: document.body });
}"""


def test_an_error_in_a_callback_is_shown_and_the_last_good_state_stays(page_with):
    breaks = """
from dataclasses import replace
from helpers import labs

def show(**values):
    if values["d_k"] == 64:
        raise RuntimeError("<i>no</i> sixty-four")
    return labs.softmax.show(**values)

replace(labs.softmax, show=show)()
"""
    tab = page_with(breaks)
    root = tab.lab("softmax")
    slider = root.locator("input[type=range]").first
    before = frame(root)
    slider.press("ArrowRight")  # 32
    settled(root, before)
    before = frame(root)
    slider.press("ArrowRight")  # 64
    settled(root, before)
    assert "RuntimeError: <i>no</i> sixty-four" in trouble(root)
    assert values(root)["d_k"] == 32
    agree(root)
    before = frame(root)
    root.locator("select").nth(2).select_option(label="nothing")
    settled(root, before)
    assert trouble(root) == ""
    agree(root)


def test_two_copies_are_independent_and_run_again(page_with):
    tab = page_with("from helpers import labs\n\nlabs.softmax()", "labs.softmax()")
    first, second = tab.lab("softmax", 0), tab.lab("softmax", 1)
    choose(first, 2)
    assert values(first) != values(second)
    choose(second, 3)
    assert values(first) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[2])
    ids = [e.get_attribute("id") for e in tab.page.locator("[data-lab] [id]").all()]
    assert len(ids) == len(set(ids))
    for _ in range(2):
        tab.page.evaluate("document.querySelectorAll('[data-lab]').forEach(e => e.dataset.old = 1)")
        tab.run_all()
        tab.page.locator("[data-lab][data-old]").first.wait_for(state="detached")
        tab.page.wait_for_function(
            "document.querySelectorAll('[data-lab]:not([data-old])').length === 2"
        )
    choose(tab.lab("softmax", 0), 1)
    assert tab.page.locator("[data-lab]").count() == 2
    assert tab.errors == []


def test_two_views_of_one_lab_follow_each_other(page_with):
    """As in two browser tabs on one notebook."""
    imports = "from helpers import labs\nfrom helpers.labs.live import Live"
    tab = page_with(imports, "widget = Live(labs.softmax)", "widget", "widget")
    views = tab.lab("softmax", 0), tab.lab("softmax", 1)
    for moved, preset in [(0, 1), (0, 2), (1, 3), (0, 4)]:
        choose(views[moved], preset)
        settled(views[1 - moved], 0)
        for root in views:
            assert values(root) == BY_NAME["softmax"].at(BY_NAME["softmax"].presets[preset])
            agree(root)
    assert tab.errors == []


def test_without_movement_nothing_plays_by_itself(chromium, lab_address, folder, live):
    """Asked to reduce motion, the step player has no Play."""
    player = next(
        (lab.name for lab in LABS if any(c.spec()["kind"] == "steps" for c in lab.controls)), None
    )
    _, root = live(player, reduced_motion="reduce")
    assert root.get_by_role("button", name=re.compile("Next$")).count() >= 1
    assert root.get_by_role("button", name=re.compile("Play$")).count() == 0


def test_in_notebook_7(chromium, folder):
    path = folder / "seven.ipynb"
    tools.write_notebook(path, "from helpers import labs", *(f"labs.{name}()" for name in NAMES))
    with tools.jupyter(folder, "notebook") as address:
        tab = tools.Tab(chromium, address(path.name), height=TALL)
        tab.run_all()
        for name in NAMES:
            root = tab.lab(name)
            choose(root, 1)
            assert seen(root) == meant(BY_NAME[name], values(root))
            root.locator(".lab-bar button").last.focus()
            cells = tab.cells()
            for key in ["b", "ArrowDown", "d", "d", "Shift+Enter"]:
                tab.page.keyboard.press(key)
            assert tab.cells() == cells
        assert tab.page.locator(".lab-still:visible").count() == 0
        assert tab.errors == tab.outside == []
        tab.close()


def test_the_lab_page_stores_json(live):
    _, root = live("softmax")
    assert json.loads(root.get_attribute("data-values")).keys() == {
        control.name for control in BY_NAME["softmax"].controls
    }
