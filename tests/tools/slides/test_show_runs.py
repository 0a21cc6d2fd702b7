"""What a show runs: its lab, its kernel, a training; and what a reload keeps."""

import nbformat
import pytest

from tests.tools.slides.stages import Walk, check_slide, said, write_show
from tools.notebook.execute import executed

pytestmark = pytest.mark.long

DIED = """() => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    kernel.requestExecute({ code: "import os; os._exit(1)" });
}"""
IS_BUSY = """() => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const code = `import pathlib, time
while not pathlib.Path("done").exists():
    time.sleep(0.05)`;
    kernel.requestExecute({ code, silent: true });
}"""
SHUT_DOWN = "() => jupyterapp.shell.currentWidget.sessionContext.shutdown()"
RESTARTED = """async () => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const { token } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const headers = { Authorization: `token ${token}` };
    await fetch(`/api/kernels/${kernel.id}/restart`, { method: "POST", headers });
}"""
KERNEL_ENDS = {"died": DIED, "shut down": SHUT_DOWN, "restarted": RESTARTED}
STANDS_STILL = "() => Boolean(document.querySelector('.show-cell .lab-trouble')?.textContent)"
RUNS_NO_MORE = "!document.querySelector('.show-where').textContent.includes('is running')"


@pytest.mark.sample
def test_escape_leaves_from_inside_a_lab(show):
    number = show.first("lab")
    show.go(number)
    assert show.now()["lab"]
    assert not show.press("Escape")["running"]
    assert show.page.locator("[data-lab]").evaluate("e => !e.matches(':popover-open')")
    now = show.press("F5")
    assert (now["at"], bool(now["lab"])) == (number, True)
    assert show.page.locator("[data-lab]").evaluate("e => e.matches(':popover-open')")


@pytest.mark.sample
def test_what_a_field_shows_is_seen_in_its_output(show):
    show.go(1)
    shown = """() => {
        const output = document.querySelector(".show-output .jp-OutputArea-child.show-part");
        const inside = output.appendChild(document.createElement("div"));
        inside.className = "jp-OutputArea-child";
        const { display } = getComputedStyle(inside);
        inside.remove();
        return display;
    }"""
    assert show.page.evaluate(shown) != "none"


@pytest.mark.sample
def test_in_a_lab_too_the_corner_is_seen_and_a_number_leads_to_its_slide(show):
    number = show.go_to_lab()
    show.press("4")
    where = show.page.locator(".show-where")
    lab = show.page.locator("[data-lab]:focus").bounding_box()
    assert where.inner_text().startswith("slide 4, then Enter")
    assert where.bounding_box()["y"] >= lab["y"] + lab["height"]
    show.press("PageDown")
    assert where.inner_text().endswith(f"{number} / {show.now()['total']}")
    assert not where.inner_text().startswith("slide 4")
    assert show.press("Enter")["at"] == number
    show.press("4")
    assert show.press("Enter")["at"] == 4


@pytest.mark.sample
def test_page_down_says_once_that_a_lab_s_next_picture_is_to_come(show, folder):
    show.go_to_lab()
    show.page.wait_for_selector(".show-cell .lab-place:text('1 /')")
    to_come = "the next picture is to come: Page Down again passes it over"
    show.page.evaluate(IS_BUSY)
    try:
        show.press("PageDown")
        show.page.wait_for_function(f"({STANDS_STILL})()")  # the kernel is busy
        assert to_come not in said(show)
        at = show.press("PageDown")["at"]
        assert to_come in said(show)
        assert show.now()["at"] == at
    finally:
        (folder / "done").touch()
    show.page.wait_for_selector(".show-cell .lab-place:text('2 /')")  # not passed over
    show.page.wait_for_function(f"!({STANDS_STILL})()")
    assert to_come not in said(show)  # it has come
    show.press("PageDown")
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")


@pytest.mark.sample
def test_a_lab_begins_at_its_first_setting_for_whoever_comes_from_the_slide_before(show):
    number = show.go_to_lab()
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=2)
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")
    for key in [*str(number - 1), "Enter"]:
        show.press(key)
    show.press_until("PageDown", lambda here: here["at"] >= number)  # an answer may come first
    show.page.wait_for_selector(".show-cell .lab-place:text('1 /')")
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=2)
    show.page.wait_for_selector(".show-cell .lab-place:text('3 /')")
    for key in ["1", "Enter", *str(number), "Enter"]:  # from elsewhere it is as it was left
        show.press(key)
    show.page.wait_for_timeout(300)
    assert show.page.locator(".show-cell .lab-place").inner_text().startswith("3 /")


@pytest.mark.sample
def test_a_reload_comes_back_to_the_slide_with_the_votes_and_the_speaker_s_view(show):
    number = show.first("question")
    show.go(number)
    view = show.speaker_view()
    show.page.bring_to_front()
    show.page.get_by_label("Votes").fill("c 7")
    show.press("PageDown")
    count = len(show.context.pages)
    show.reload()
    view.locator(".speaker-clock", has_text=f"slide {number} /").wait_for()
    view.keyboard.press("PageUp")
    assert show.now()["step"] == 0
    view.keyboard.press("PageDown")
    assert len(show.context.pages) == count
    view.close()
    show.page.wait_for_function("!location.hash.includes('speaker')")
    show.page.wait_for_function("document.querySelector('.show-where')?.textContent")
    now = show.now()
    assert (now["at"], now["step"]) == (number, 1)
    assert "7 (100\xa0%)" in now["text"]
    assert "Answer b:" in now["text"]
    assert show.errors == show.outside == []


@pytest.mark.sample
def test_after_a_reload_the_lab_of_the_slide_has_its_setting_and_the_keys(show):
    show.go_to_lab()  # it lives again some time after a reload
    show.page.locator(".show-cell").get_by_label("Setting", exact=True).select_option(index=1)
    second = ".show-cell .lab-place:text('2 /')"
    show.page.wait_for_selector(second)
    show.page.wait_for_timeout(300)
    show.reload()
    show.page.wait_for_selector("[data-lab]:focus")
    assert show.now()["kind"] == "lab"
    show.page.wait_for_selector(second)  # nothing has run again


@pytest.mark.sample
@pytest.mark.parametrize("end", KERNEL_ENDS.values(), ids=KERNEL_ENDS)
def test_where_the_kernel_is_another_one_the_cells_run_again(show, end):
    number = show.go_to_lab()
    show.page.evaluate(end)
    if end == RESTARTED:  # by another page, which this one is not told
        show.press("PageDown")  # nobody answers
        show.page.wait_for_function(f"({STANDS_STILL})()")
    show.page.wait_for_function(f"!({RUNS_NO_MORE})")
    show.page.wait_for_function(f"!({STANDS_STILL})() && {RUNS_NO_MORE}")
    show.page.wait_for_selector("[data-lab]:focus")
    assert show.page.locator(".jp-Dialog").count() == 0
    before = show.page.locator(".show-cell .lab-place").inner_text()
    assert show.press("PageDown")["at"] == number  # no key is lost
    show.page.wait_for_function(
        "(before) => document.querySelector('.show-cell .lab-place').innerText !== before",
        arg=before,
    )


@pytest.mark.sample
def test_outputs_that_were_missing_fit_their_slide_once_they_have_come(
    jupyter, lab_address, folder, tmp_path
):
    path = tmp_path / "71_it_prints.ipynb"
    lines = [f"number_{i} = {i}" for i in range(8)]
    prints = "\n".join([*lines, "print(*range(16), sep='\\n')"])
    run_notebook(path, {"setup": "import math", "prints": prints})
    write_show(path, folder)
    stored = nbformat.read(folder / path.name, as_version=4)
    for cell in stored.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbformat.write(stored, folder / path.name)
    walk = Walk(jupyter, lab_address(path.name))
    walk.press("End")
    walk.page.wait_for_selector(".show-part pre:has-text('15')")
    for key in ("PageUp", "PageDown"):
        check_slide(walk.press(key))
    assert walk.now()["text"].strip().endswith("15")
    walk.close()


# --- a training on a slide ------------------------------------------------------------------------

TRAINS = """import numpy as np

from helpers import training
from helpers.figures import growing
from helpers.training import languages"""
MAKES = "model = training.Transformer(words=20, n=12, layers=1, heads=1)"
GROWS = """watch = growing("The loss", steps=400)
losses = training.train(model, languages.REVERSE, steps=400, rate=0.01, watch=watch)"""
CURVE = ".show-part img[alt^='The loss']"
WATCH = """(curve) => {
    window.sizes = new Set();
    window.emptied = 0;
    const { style } = document.querySelector(".jp-Notebook");
    const look = () => {
        sizes.add(style.getPropertyValue("--show-size") + style.getPropertyValue("--show-zoom"));
        requestAnimationFrame(look);
    };
    look();
    const outputs = document.querySelector(curve).closest(".jp-OutputArea");
    const check = () => { emptied += !outputs.querySelector(".jp-OutputArea-output"); };
    new MutationObserver(check).observe(outputs, { childList: true });
}"""
GROWING = """(curve) => {
    const bar = document.querySelector(".show-part progress");
    const image = document.querySelector(curve);
    const width = (node) => node.getBoundingClientRect().width;
    const { alt } = bar?.parentElement.querySelector("img") ?? {};
    return bar && image && [width(image), width(bar), alt];
}"""


def run_notebook(path, sources):
    """A notebook with a title, a section and these cells of code, {id: source}, which have run."""
    new = nbformat.v4
    cells = [new.new_markdown_cell("# A title\n\nAnd words.", id="title")]
    cells += [new.new_markdown_cell("## A section\n\n*2 minutes.* See.", id="section")]
    cells += [new.new_code_cell(source, id=name) for name, source in sources.items()]
    cells[2].metadata["tags"] = ["setup"]
    for cell, kind in zip(cells, ["slide", "slide", "skip"], strict=False):
        cell.metadata["slideshow"] = {"slide_type": kind}
    cells[-1].metadata["slideshow"] = {"slide_type": "subslide"}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(new.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    for text in executed(path, runs=1):
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def training_show(jupyter, lab_address, folder, tmp_path_factory):
    """The show of a notebook with one curve that grows."""
    path = tmp_path_factory.mktemp("trains") / "70_it_grows.ipynb"
    run_notebook(path, {"setup": TRAINS, "makes": MAKES, "grows": GROWS})
    write_show(path, folder)
    walk = Walk(jupyter, lab_address(path.name))
    yield walk
    walk.close()


def trained(show):
    """Wait for the end of a training that has begun."""
    show.page.wait_for_function(
        "!document.querySelector('.show-where').innerText.match(/training/)"
    )


@pytest.mark.sample
def test_a_curve_is_trained_anew_in_the_same_place_with_that_of_before_behind_it(training_show):
    show = training_show
    show.go(show.place(CURVE, lambda now: "training.train(model" in now["text"]))
    show.page.wait_for_selector(CURVE)
    show.page.evaluate(WATCH, CURVE)
    show.press("t")
    wide, bar, alt = show.page.wait_for_function(GROWING, arg=CURVE).json_value()
    assert said(show).startswith("training")
    assert wide > 0.8 * 1280
    assert bar == pytest.approx(wide, rel=0.1)
    assert "faint, from the time before" in alt
    trained(show)
    assert show.page.locator(CURVE).get_attribute("alt").startswith("The loss: 400 of 400 steps")
    assert show.page.locator(".show-part progress").count() == 0
    assert show.page.locator(CURVE).bounding_box()["width"] > 0.8 * 1280
    assert len(show.page.evaluate("[...sizes]")) == 1  # nothing has become larger or smaller
    assert show.page.evaluate("emptied") == 0  # JupyterLab took nothing away (keep_outputs.js)


@pytest.mark.sample
def test_page_down_says_that_a_curve_still_grows_before_it_leaves_it(training_show):
    show = training_show
    number = show.place(CURVE, lambda now: "training.train(model" in now["text"])
    show.go(number - 1)
    show.press("PageDown")
    show.page.wait_for_selector(CURVE)
    show.press("t")
    show.page.wait_for_selector(".show-part progress")
    assert show.press("PageDown")["at"] == number
    assert "it is still training: Page Down again goes on" in said(show)
    show.press("PageUp")
    assert show.now()["at"] == number - 1
    trained(show)


@pytest.mark.sample
def test_a_training_that_a_reload_cuts_off_begins_anew(training_show):
    show = training_show
    show.go(show.place(CURVE, lambda now: "training.train(model" in now["text"]))
    show.press("t")
    show.page.wait_for_selector(".show-part progress")
    show.page.reload()
    show.page.wait_for_selector(CURVE)  # that of before, at once, or the new one before it
    alt = show.page.locator(CURVE).get_attribute("alt")
    assert alt.startswith("The loss: 400 of 400 steps") or "faint, from the time before" in alt
    show.page.wait_for_selector(".show-part progress")
    assert said(show).startswith("training")
    show.ready()
    trained(show)
    alt = show.page.locator(CURVE).get_attribute("alt")
    assert alt.startswith("The loss: 400 of 400 steps")
    assert "faint, from the time before" in alt
    assert "trains" not in show.page.url
