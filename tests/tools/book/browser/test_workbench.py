"""The workbench in a browser: each notebook runs there as it is stored, work is kept, and what is
opened runs nothing uninvited."""

import contextlib
import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from helpers import labs
from helpers.ask import still
from helpers.exercises import CHECKED
from helpers.training import one_file
from tests import hostile
from tests.helpers.labs import lab_page
from tests.lessons import read
from tests.notebooks import stored
from tests.tools.book.browser.hands import write
from tools import browser
from tools.bench.bench_book import packed
from tools.book import serve
from tools.notebook.execute import SCRIPT
from tools.notebook.media import JUPYTERLAB
from tools.repository import PATHS, ROOT

NAME, LAB = "05_masking", labs.masks
RUN_HERE = [path for path in PATHS if not read(path).needs_model]  # no browser has the model
OTHERS = [path for path in RUN_HERE if path.stem != NAME]
KEPT = CHECKED["causal_mask"]
BUDGET = 33_000_000  # bytes, from a server that packs nothing, until all cells have run
WITH_PLOTS = 41_000_000  # where a cell imports matplotlib
VIEW = "application/vnd.jupyter.widget-view+json"
# What JupyterLab shows around it is its own, and a slider of ipywidgets, which has no name.
OURS = ".jp-RenderedMarkdown, .jp-OutputArea-output:not(:has(.noUi-handle))"
# An output that is too wide scrolls in a box of JupyterLab, which takes no focus.
THEIRS = {"rules": {"scrollable-region-focusable": {"enabled": False}}}
NOTEBOOK = "window.jupyterapp?.shell?.currentWidget"
RUN_ALL = """() => {
    window.jupyterapp.commands.execute("notebook:clear-all-cell-outputs");
    window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""
IDLE = f'{NOTEBOOK}?.sessionContext?.session?.kernel?.status === "idle"'
RAN = f"""{IDLE} && {NOTEBOOK}.content.widgets.every(
    (cell) => cell.model.type !== "code" || cell.model.executionCount)"""
HAS_RUN = f"""(index) => {NOTEBOOK}.content.widgets
    .filter((cell) => cell.model.type === "code")[index].model.executionCount"""
COUNT = f"{NOTEBOOK}.content.activeCell.model.executionCount"  # of the cell that has just run
# Put a file there, as by uploading it, and open it.
UPLOAD = """async (content) => {
    const { commands, serviceManager } = window.jupyterapp;
    const file = { name: "hostile.ipynb", path: "hostile.ipynb", type: "notebook", content };
    await serviceManager.contents.save(file.path, { ...file, format: "json" });
    await commands.execute("docmanager:open", { path: file.path });
}"""
READ = """async (path) => {
    const asked = { content: true, type: "file", format: "text" };
    return (await window.jupyterapp.serviceManager.contents.get(path, asked)).content;
}"""
# Change cells there as a reader does, and save: {id: text}.
CHANGE = """async (texts) => {
    const { commands, shell } = window.jupyterapp;
    for (const { model } of shell.currentWidget.content.widgets) {
        if (texts[model.id] !== undefined) model.sharedModel.setSource(texts[model.id]);
    }
    await commands.execute("docmanager:save");
}"""
FILES = """async () => (await window.jupyterapp.serviceManager.contents.get("", { content: true }))
    .content.map((file) => file.name)"""
OPEN = "[...window.jupyterapp.shell.widgets('main')].map((each) => each.context.path)"


def until(page, holds, given=None):
    """Wait until what a script says of the page, and of what is given, holds."""
    page.wait_for_function(holds, arg=given, polling=browser.POLLING)


def link(address, name):
    """Where a notebook opens in the workbench, as the book links there."""
    return f"{address}/workbench/lab/index.html?workspace={name}&path={name}.ipynb"


@pytest.fixture(scope="module")
def address(site):
    with serve.served(site) as address:
        yield address


@contextlib.contextmanager
def tab_of(chromium, address):
    """A tab; tab.open: name → its page with this notebook; tab.asked: what it has loaded. At the
    end nothing has failed, and nothing came from outside."""
    tab = browser.Page(chromium)
    tab.asked = set()
    tab.context.on("request", lambda each: tab.asked.add(each.url.removeprefix(f"{address}/")))

    def open_notebook(name=NAME):
        tab.page.goto(link(address, name))
        tab.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        if chromium.browser_type.name == "firefox":  # left earlier, it reports what it was loading
            until(tab.page, IDLE)
        return tab.page

    tab.open = open_notebook
    yield tab
    assert tab.errors == []
    assert tab.outside == []
    tab.close()


@pytest.fixture(scope="module")
def tab(chromium, address):
    """One notebook, NAME, for all tests that need no other: first it runs as a whole, and at last
    it is left."""
    with tab_of(chromium, address) as tab:
        tab.open()
        yield tab


@pytest.fixture(scope="module")
def page(tab):
    return tab.page


def cells(page):
    """The code cells, as they would be stored."""
    found = page.evaluate(f"{NOTEBOOK}.content.model.toJSON()")["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def first_open(page):
    """The first code cell that is open, as the notebook would be stored."""
    return next(cell for cell in cells(page) if "jupyter" not in cell["metadata"])


def run(page, code):
    """Run code in the first code cell that is open. Returns its outputs."""
    until(page, IDLE)
    cell = page.locator(".jp-CodeCell:has(.cm-content)").first
    write(cell.locator(".cm-content"), code)
    page.evaluate("window.jupyterapp.commands.execute('notebook:clear-cell-output')")
    page.keyboard.press("Control+Enter")
    until(page, f"{IDLE} && {COUNT}")
    return first_open(page)["outputs"]


def seen(output):
    """What a reader sees of an output."""
    if output["output_type"] == "stream":
        return "".join(output["text"])
    text = output["data"].get("text/html") or output["data"]["text/plain"]
    return stored.without_pictures(SCRIPT.sub("", "".join(text)))


def runs_as_stored(tab, site, path):
    """Run the whole notebook: each cell shows what is stored, each lab comes alive, there are no
    barriers, and what was loaded is within the budget."""
    page = tab.page
    until(page, IDLE)
    page.evaluate(RUN_ALL)
    meant = read(path).code
    for index in range(len(meant)):  # the page's patience is for a cell: some train for minutes
        until(page, HAS_RUN, index)
    until(page, RAN)
    for cell, as_stored in zip(cells(page), meant, strict=True):
        outputs = [each for each in cell["outputs"] if VIEW not in each.get("data", {})]
        assert all(each["output_type"] != "error" for each in outputs), outputs
        here = [seen(each).replace("int32", "int64") for each in outputs]
        if not {"recorded", "widget"} & {*as_stored.tags}:  # what a slider shows is its own
            assert here == [seen(output.stored) for output in as_stored.outputs], cell["id"]
    live = [cell for cell in meant if cell.lab]
    until(page, f"document.querySelectorAll('[data-lab]').length === {len(live)}")
    found = Axe().run(page, OURS, THEIRS)
    assert found.response["violations"] == [], found.generate_report()
    plots = any("import matplotlib" in cell.source for cell in meant)
    budget = WITH_PLOTS if plots else BUDGET
    assert sum(file.stat().st_size for file in loaded(tab, site)) < budget


def loaded(tab, site):
    """The files of the site that a tab has loaded."""
    files = {site / name.partition("?")[0] for name in tab.asked}
    return [file for file in files if file.is_file()]


def test_a_notebook_runs_as_it_is_stored(tab, site, request):
    """And with --all, for packing takes a while, so many MB travel as README says."""
    runs_as_stored(tab, site, next(path for path in RUN_HERE if path.stem == NAME))
    if request.config.getoption("all"):
        readme = (ROOT / "README.md").read_text("utf-8")
        (said,) = re.findall(r"The first time, it loads (\d+) MB", readme)
        assert abs(sum(map(packed, loaded(tab, site))) / 1e6 - int(said)) < 1


@pytest.mark.sample
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_every_other_notebook_does_too(chromium, address, site, path):
    with tab_of(chromium, address) as tab:
        tab.open(path.stem)
        runs_as_stored(tab, site, path)


def test_a_lab_answers(page):
    run(page, f"from helpers import labs\nlabs.{LAB.name}()")
    root = page.locator(f"[data-lab={LAB.name}]").first
    root.wait_for()
    lab_page.choose(root, 1)
    assert lab_page.seen(root) == lab_page.meant(LAB, LAB.at(LAB.presets[1]))


def test_a_button_answers_a_question(page):
    question = 'from helpers.exercises import check\ncheck("all_at_once", {})  # one letter'
    run(page, question.format("..."))
    cell = page.locator(".jp-CodeCell:has(.cm-content)").first
    cell.get_by_role("button", name="d", exact=True).click()
    cell.get_by_text("Passed").wait_for()
    assert first_open(page)["source"] == question.format('"d"')


def test_tab_completes(page):
    run(page, "from helpers import attention")
    write(
        page.locator(".jp-CodeCell:has(.cm-content)").first.locator(".cm-content"),
        "attention.causal_",
    )
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.locator(".jp-Completer-item").first.wait_for()
    page.keyboard.press("Enter")
    assert first_open(page)["source"] == "attention.causal_mask"


def test_a_loop_without_end_is_answered(page):
    run(page, "from helpers.exercises import check")
    endless = "def endless(n, m):\n    while True:\n        pass\n"
    (told,) = run(page, f'{endless}\n\ncheck("causal_mask", endless)')
    assert "your code had not returned" in seen(told)
    assert [each["name"] for each in run(page, "print(1)")] == ["stdout"]


@pytest.mark.sample
def test_a_notebook_takes_what_another_kept(chromium, address):
    with tab_of(chromium, address) as tab:
        page = tab.open()
        check = f"import numpy as np\nfrom helpers.exercises import check\n{KEPT.solved()}"
        (told,) = run(page, check)
        assert "Kept in my_functions.py for later notebooks: mine.causal_mask." in seen(told)
        page = tab.open("03_softmax_scaling_weighted_sum")
        assert page.evaluate(OPEN) == ["03_softmax_scaling_weighted_sum.ipynb"]  # and nothing else
        report = "from helpers import mine\nmine.report('causal_mask', 'split')"
        (told,) = run(page, report)
        assert "1 of these 2 functions is yours: causal_mask. Taken from the series" in seen(told)


def test_a_file_that_trains_a_transformer_can_be_downloaded_and_lies_beside_the_notebooks(page):
    (told,) = run(page, "from helpers import mine\nmine.write_file()")
    name, names = re.search(r"python (\S+) (\S+), or", seen(told)).groups()
    with page.expect_download() as download:
        page.get_by_role("link", name=name, exact=True).click()
    assert download.value.suggested_filename == name
    text = Path(download.value.path()).read_text("utf-8")
    assert text.startswith(one_file.FILE.read_text("utf-8").split("\n")[0])
    assert page.evaluate(READ, name) == text
    assert page.evaluate(READ, names) == one_file.names()


@pytest.mark.sample
def test_the_box_plays_what_was_recorded_and_says_so(page):
    run(page, "from helpers.ask import ask\nask()")
    box = page.locator("[data-ask]")
    box.get_by_text("These answers were recorded.").wait_for()
    box.get_by_role("button", name=still.SHOWN).click()
    box.get_by_role("button", name="(end)").wait_for()
    assert "bear" in box.locator(".ask-text").inner_text()


def test_no_notebook_speaks_of_what_is_not_here(site):
    files = sorted((site / "workbench/files").glob("*.ipynb"))
    assert [file.name for file in files] == [path.name for path in PATHS]
    assert all(JUPYTERLAB.stop not in file.read_text("utf-8") for file in files)
    assert not (site / "workbench/notebooks").exists()  # links between notebooks break there


@pytest.mark.sample
def test_matplotlib_is_there_when_it_is_asked_for(page):
    (picture,) = run(
        page, "import matplotlib.pyplot as plt\nplt.title('$QK^T$')\nplt.plot([1, 4, 2]);"
    )
    assert "image/png" in picture["data"]


def test_work_is_kept_and_goes_to_the_workbench_and_back(page, address):
    """What goes there or back is not lost on either side, also where something else stood
    already."""
    exercise, other = "check-causal_mask", first_open(page)["id"]
    masked = "# --- 05_masking: causal_mask\n"
    cell = page.locator(".jp-CodeCell:has(.cm-content)").first
    written = "content.model.toJSON().cells.some((cell) => cell.source === 'mine = 1')"
    for _ in range(120):  # the field may not yet be alive
        if page.evaluate(f"{NOTEBOOK}.{written}"):
            break
        write(cell.locator(".cm-content"), "mine = 1")
        page.wait_for_timeout(500)
    else:
        pytest.fail("nothing can be written")
    page.keyboard.press("Control+s")
    for _ in range(120):
        if '"mine = 1"' in page.evaluate(READ, f"{NAME}.ipynb"):
            break
        page.wait_for_timeout(500)
    else:
        pytest.fail("what was written is not saved")

    def wrote(cell):
        return page.evaluate("(key) => localStorage.getItem(key)", f"/{NAME}{cell}")

    def there():
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        until(page, f"{NOTEBOOK}.context.isReady")
        assert page.evaluate(OPEN) == [f"{NAME}.ipynb"]
        return {cell["id"]: cell["source"] for cell in cells(page)}

    given, before = there(), {*page.evaluate(FILES)}
    assert given[other] == "mine = 1"
    page.evaluate(
        "(kept) => Object.assign(localStorage, kept)",
        {f"/{NAME}/{exercise}": "written_here = 1", "/my_functions.py": masked},
    )
    page.goto(f"{address}/{NAME}.html")
    page.get_by_role("button", name="Take to the workbench").click()
    assert there() == given | {exercise: "written_here = 1"}
    assert page.evaluate(READ, "my_functions.py") == masked
    assert {*page.evaluate(FILES)} == before | {"my_functions.py"}  # nothing was lost: no copy

    page.evaluate(CHANGE, {exercise: "written_there = 2", other: "other = 3"})
    page.goto(f"{address}/{NAME}.html")
    page.get_by_role("button", name="Fetch from the workbench").click()
    page.get_by_text("2 cells were changed by what you wrote in the workbench.").wait_for()
    assert wrote(f"/{exercise}") == "written_there = 2"
    assert wrote(f"/{other}") == "other = 3"
    assert wrote(f"~{exercise}") == "written_here = 1"
    cell = page.locator(f"[data-cell={exercise}]")
    cell.scroll_into_view_if_needed()  # then it has its editor
    cell.locator(".cm-content", has_text="written_there = 2").wait_for()
    cell.get_by_role("button", name="Bring back what I wrote").click()
    cell.locator(".cm-content", has_text="written_here = 1").wait_for()
    assert wrote(f"/{exercise}") == "written_here = 1"

    page.get_by_role("button", name="Take to the workbench").click()
    page.wait_for_url("**/workbench/**")
    assert there() == given | {exercise: "written_here = 1", other: "other = 3"}
    (copy,) = {*page.evaluate(FILES)} - before - {"my_functions.py"}
    kept = json.loads(page.evaluate(READ, copy))["cells"]
    replaced = {each["id"]: each["source"] for each in kept if each["cell_type"] == "code"}
    assert replaced == given | {exercise: "written_there = 2", other: "other = 3"}


@pytest.mark.sample
def test_a_hostile_notebook_runs_nothing(chromium, address):
    """Also not what it calls trusted; a cell that its reader runs shows all that it can."""
    tab = browser.Page(chromium, height=9000)
    tab.page.goto(link(address, NAME))
    tab.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    tab.page.evaluate(UPLOAD, json.loads(json.dumps(hostile.hostile())))
    tab.page.get_by_text("Markdown output", exact=True).wait_for()
    until(tab.page, IDLE)
    tab.page.wait_for_timeout(1000)
    assert [error for error in tab.errors if error.startswith(hostile.RAN)] == []
    assert tab.page.locator(hostile.ALIVE).count() == 0
    tab.close()
