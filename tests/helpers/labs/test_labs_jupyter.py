"""Labs in a real JupyterLab, four in one notebook, and once in Notebook 7: keys and focus, saved
copies, kernels that are busy, restart or are gone. Each test leaves the notebook running."""

import time

import nbformat
import pytest
from nbconvert import HTMLExporter

from helpers.labs import heads, scores, softmax, worked_example
from tests.helpers.labs.lab_page import (
    choose,
    redrawn,
    rest,
    shows,
    trouble,
)
from tools.browser import PATIENCE, Tab, write_notebook

pytestmark = pytest.mark.long
LABS = [softmax, scores, worked_example, heads]  # which have every kind of field and of part
every_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
SOURCES = ["from helpers import labs", *(f"labs.{lab.name}()" for lab in LABS), "pass", "pass"]
TALL = 11000  # pixels: JupyterLab leaves out of the page what is far from being seen
SEEN = "on => { Object.defineProperty(document, 'hidden', { value: !on, configurable: true }); }"
KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); window.sockets.push(this); }
};
"""


@pytest.fixture(scope="module")
def path(folder):
    return folder / "labs.ipynb"


@pytest.fixture(scope="module")
def tab(jupyter, lab_address, path):
    """A notebook with every lab, run."""
    write_notebook(path, *SOURCES)
    tab = Tab(jupyter, lab_address(path.name), height=TALL, begin=KEEP_SOCKETS)
    tab.run_all()
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def saved(tab, path):
    """What JupyterLab saved of it, by the keys of a reader whose focus is inside a lab."""
    tab.lab("softmax").locator("select").first.focus()
    tab.page.keyboard.press("Control+s")
    wait_until(tab.page, lambda: path.read_text().count("widget-view") == len(LABS))
    return nbformat.read(path, 4)


def wait_until(page, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"not within {PATIENCE} s"
        page.wait_for_timeout(50)


# --- beside JupyterLab's own keys and styles --------------------------------------------------


def test_text_is_larger_than_code_and_its_lines_are_short(tab):
    """By data/share/jupyter/labextensions."""
    tab.page.evaluate(
        "document.body.append(Object.assign(document.createElement('div'), {id: 'x'}))"
    )
    tab.page.locator("#x").evaluate(
        """(node) => (node.innerHTML =
            '<div class="jp-Notebook"><div class="jp-RenderedHTMLCommon jp-MarkdownOutput">' +
            '<p>text</p></div></div>')"""
    )
    size = "(node) => [getComputedStyle(node).fontSize, getComputedStyle(node).maxWidth]"
    assert tab.page.locator("#x p").evaluate(size) == ["17px", "680px"]
    code = tab.page.locator(".jp-CodeCell .cm-content").first
    assert code.evaluate("(node) => getComputedStyle(node).fontSize") == "14px"
    tab.page.locator("#x").evaluate("(node) => node.remove()")


def test_labs_are_live_and_their_stills_hide(tab):
    for lab in LABS:
        shows(tab.lab(lab.name), lab, lab.at(lab.presets[0]))
        still = tab.page.locator(f".lab-still-{lab.name}")
        assert still.count() == 1
        assert not still.is_visible()
    assert tab.errors == tab.outside == []


def test_a_busy_kernel_is_told_apart_and_the_picture_follows(tab, path):
    """Asked for the first time; after that a kernel with subshells answers while cells run. It is
    busy until the page has said so, however slow the machine."""
    root = tab.lab("softmax")
    tab.page.evaluate(SEEN, False)  # so that nothing is asked ahead
    end = path.with_name("end")
    ended = f"pathlib.Path({str(end)!r}).exists()"
    tab.run(f"import pathlib, time\nwhile not {ended}: time.sleep(0.05)", wait=False)
    slider = root.get_by_label("s₁ times", exact=True)
    with redrawn(root):
        for _ in range(3):
            slider.press("ArrowRight")
        slider.press("PageDown")  # the next setting; a change after it belongs to that
        slider.press("ArrowLeft")  # from 4
        try:
            wait_until(tab.page, lambda: "busy" in trouble(root))
            assert slider.is_enabled()
        finally:
            end.touch()
    tab.page.evaluate(SEEN, True)
    assert trouble(root) == ""
    shows(root, softmax, softmax.at(softmax.presets[1]) | {"factor": 3})


@pytest.mark.sample("scores")
@every_lab
def test_jupyter_takes_no_key_from_any_kind_of_field(tab, lab):
    root = tab.lab(lab.name)
    kinds = ["select", "[type=range]", "[type=checkbox]", "[type=text]", "td button", "button"]
    tab.page.locator(".jp-CodeCell").first.click(position={"x": 5, "y": 5})
    for kind in kinds:
        rest(root)  # an answer may switch a field off
        for field in root.locator(f"{kind}:enabled").all()[:1]:
            field.focus()
            cells = tab.cells()
            for key in ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "b", "x", "Backspace"]:
                tab.page.keyboard.press(key)
                assert tab.cells() == cells, (kind, key)
            assert root.evaluate("root => root.contains(document.activeElement)")
    choose(root, 1)
    shows(root, lab, lab.at(lab.presets[1]))
    assert tab.errors == []


# --- copies of a saved notebook ---------------------------------------------------------------


def shows_stills_alone(page):
    for lab in LABS:
        still = page.locator(f".lab-still-{lab.name}")
        still.get_by_text("run the first cell, then this one").wait_for()
        assert still.locator("img, table, svg").count() > 0
    for text in ("Error displaying widget", "model not found"):
        matches = page.get_by_text(text)
        assert not any(matches.nth(i).is_visible() for i in range(matches.count()))
    assert page.locator("[data-lab]").count() == 0


def test_a_saved_notebook_holds_no_state_of_widgets(saved):
    assert "widgets" not in saved.metadata


@pytest.mark.sample
@pytest.mark.parametrize("trusted", [False, True])
def test_a_copy_without_its_kernel_shows_stills(jupyter, lab_address, folder, saved, trusted):
    """JupyterLab trusts what it saved itself, whatever its name, until something in it changes: in
    two of the labs here, which then are as in a fresh clone."""
    copy = nbformat.from_dict(saved)
    if not trusted:
        for cell in copy.cells[1:3]:
            cell.outputs = [output for output in cell.outputs if "text/html" in output.data]
    nbformat.write(copy, folder / f"copy-{trusted}.ipynb")
    tab = Tab(jupyter, lab_address(f"copy-{trusted}.ipynb"), height=TALL)
    tab.kernel_is("idle")
    if trusted:
        lost = tab.page.get_by_text("model not found")
        wait_until(tab.page, lambda: lost.count() == len(LABS))
    shows_stills_alone(tab.page)
    cells = tab.page.evaluate(
        "async (path) => (await (await fetch(`/api/contents/${path}`)).json()).content.cells",
        f"copy-{trusted}.ipynb",
    )
    assert all(cell["metadata"]["trusted"] for cell in cells if cell["outputs"]) == trusted
    assert tab.outside == []
    assert trusted or tab.errors == []
    if trusted:  # the reader's own, the next morning: run again, it is live
        tab.run_all()
        tab.lab("softmax")
        assert not tab.page.locator(".lab-still-softmax").is_visible()
    tab.close()


@pytest.mark.sample
@pytest.mark.filterwarnings("ignore:Your element with mimetype")  # the widget: its still is shown
def test_exported_html_shows_stills(chromium, folder, saved):
    (folder / "labs.html").write_text(HTMLExporter().from_notebook_node(saved)[0])
    page = chromium.new_page()
    page.goto((folder / "labs.html").as_uri())
    shows_stills_alone(page)
    page.close()


# --- several on a page ------------------------------------------------------------------------


def test_two_copies_are_independent_and_run_again(tab):
    tab.run("labs.softmax()")
    first, second = tab.lab("softmax", 0), tab.lab("softmax", 1)
    choose(first, 2)
    choose(second, 3)
    shows(first, softmax, softmax.at(softmax.presets[2]))
    shows(second, softmax, softmax.at(softmax.presets[3]))
    ids = tab.page.evaluate("[...document.querySelectorAll('[data-lab] [id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    for _ in range(2):
        second.evaluate("root => { root.dataset.old = 1; }")
        tab.run("labs.softmax()")
        tab.page.locator("[data-lab][data-old]").wait_for(state="detached")
        choose(tab.lab("softmax", 1), 1)
    assert tab.page.locator("[data-lab=softmax]").count() == 2
    assert tab.errors == []


def test_two_views_of_one_lab_follow_each_other_until_nobody_answers(tab):
    """As in two browser tabs on one notebook; then as after a restart that nobody told the page."""
    tab.run(
        "from helpers.labs.engine.live import Live\n"
        "widget = Live(labs.softmax); display(widget, widget)",
        nth=-2,
    )
    views = tab.lab("softmax", 1), tab.lab("softmax", 2)
    for moved, preset in [(0, 1), (0, 2), (1, 3), (0, 0)]:
        with redrawn(views[1 - moved]):
            choose(views[moved], preset)
        for root in views:
            shows(root, softmax, softmax.at(softmax.presets[preset]))
    assert tab.errors == []
    tab.run("widget.on_msg(widget._on_change, remove=True)")
    root = views[0]
    slider = root.get_by_label("s₁ times", exact=True)
    was = slider.input_value()
    slider.press("ArrowRight")
    assert slider.input_value() != was
    wait_until(tab.page, lambda: "Run All Cells" in trouble(root))
    assert slider.input_value() == was
    shows(root, softmax, softmax.at(softmax.presets[0]))


# --- kernels that restart or lose their connection --------------------------------------------


def test_a_lab_outlives_its_connection(tab):
    """As when a laptop slept: the socket closes, JupyterLab opens another to the same kernel."""
    root = tab.lab("softmax")
    choose(root, 2)
    closed = tab.page.evaluate("sockets.map((socket) => socket.close()).length")
    tab.page.wait_for_function(
        """closed => sockets.slice(closed).some((socket) =>
            socket.readyState === 1 && socket.url.includes("/channels"))""",
        arg=closed,
    )
    assert trouble(root) == ""
    shows(root, softmax, softmax.at(softmax.presets[2]))
    choose(root, 3)
    shows(root, softmax, softmax.at(softmax.presets[3]))


@pytest.mark.sample
def test_a_reloaded_page_finds_its_kernel(tab, saved, lab_address, path):
    """With the setting that it is at; and Large text, once chosen, stays."""
    tab.lab("scores").get_by_role("button", name="Large text").click()
    choose(tab.lab("scores"), 2)
    tab.page.keyboard.press("Control+s")
    tab.page.locator(".jp-mod-dirty").wait_for(state="detached")
    tab.page.goto(lab_address(path.name).replace("&reset", ""))
    root = tab.lab("scores")
    shows(root, scores, scores.at(scores.presets[2]))
    choose(root, 3)
    shows(root, scores, scores.at(scores.presets[3]))
    for name in ("scores", "softmax"):
        large = tab.lab(name).get_by_role("button", name="Large text")
        assert large.get_attribute("aria-pressed") == "true"
    large.click()


@pytest.mark.sample
def test_after_a_restart_the_lab_says_so(tab):
    root = tab.lab("softmax")
    choose(root, 2)
    tab.menu("Kernel", "Restart Kernel…")
    tab.page.locator(".jp-Dialog button.jp-mod-warn").click()
    wait_until(tab.page, lambda: "Run All Cells" in trouble(root))
    assert not root.locator("input, select, button").first.is_enabled()
    shows(root, softmax, softmax.at(softmax.presets[2]))
    tab.kernel_is("idle")
    tab.run_all()
    tab.page.locator(".lab-trouble:text('Run All Cells')").first.wait_for(state="detached")
    choose(tab.lab("softmax"), 2)


# --- in Notebook 7 ----------------------------------------------------------------------------


@pytest.mark.sample
def test_in_notebook_7(jupyter, lab_address, folder):
    write_notebook(folder / "seven.ipynb", *SOURCES)
    tab = Tab(jupyter, lab_address("seven.ipynb", view="notebooks"), height=TALL)
    assert tab.page.locator("body[data-notebook=notebooks]").count() == 1
    tab.run_all()
    for lab in LABS:
        root = tab.lab(lab.name)
        choose(root, 1)
        shows(root, lab, lab.at(lab.presets[1]))
        root.get_by_role("button", name="Large text").focus()
        cells = tab.cells()
        for key in ["b", "ArrowDown", "d", "d", "Shift+Enter"]:
            tab.page.keyboard.press(key)
        assert tab.cells() == cells
    assert tab.page.locator(".lab-still:visible").count() == 0
    assert tab.errors == tab.outside == []
    tab.close()
