"""The book where something is amiss: a server, the network, the storage, a second tab, Python."""

import contextlib
import io
import json
import re
import threading
from pathlib import Path

import nbformat
import pytest

from helpers import labs
from tests.helpers.labs import lab_page
from tests.tools.book.browser.test_book import run
from tools import browser
from tools.book import serve
from tools.repository import PATHS

NAME, OTHER = "05_masking", "06_multi_head"
ASKS, QUESTION = "01_dot_product", "doubled"
RIGHT = f"#{QUESTION} [data-value='\"c\"'] button"
CELL = "check-causal_mask"
GONE, SILENT = "gone", "silent"
# A book of three pages, with all scripts and recordings: 34 MB would take a third of their test.
PART_OF_IT = re.compile(rf"({NAME}|{OTHER}|index)\.html|book/[^/]+|book/(fonts|labs)/.*")
LABS = re.compile(r"\blabs\.(\w+)\(\)")
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
BLOCKED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(''); } });"
)
HARMFUL = """<details open><summary>Passed</summary><img src="x" onerror="window.harm = 1"
style="background:url(x)"></details><a href="javascript:window.harm = 2">A link</a>
<iframe srcdoc="<script>parent.harm = 3</script>"></iframe><svg onload="window.harm = 4"></svg>"""
WRITE = """(outputs) => {
    const key = Object.keys(localStorage).find((each) => each.includes("#"));
    const said = { ...JSON.parse(localStorage.getItem(key)), outputs };
    localStorage.setItem(key, JSON.stringify(said));
}"""
IS_KEPT = """async ([path, words]) => {
    const kept = await (await caches.open("book")).match(path);
    return kept !== undefined && (await kept.text()).includes(words);
}"""


class Faulty(serve.Handler):
    """Files, some of them with a fault. faults: the end of a path → GONE, SILENT, a status, a type
    or other content."""

    faults = {}  # noqa: RUF012
    end = threading.Event()

    def fault(self):
        path = self.path.partition("?")[0]
        return next((fault for end, fault in self.faults.items() if path.endswith(end)), None)

    def send_head(self):
        fault = self.fault()
        if fault == SILENT:
            self.end.wait(60)
        if fault in (GONE, SILENT):
            self.close_connection = True  # without an answer
            return None
        if isinstance(fault, int):
            self.send_error(fault)
            return None
        if isinstance(fault, bytes):
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.send_header("Content-Length", str(len(fault)))
            self.end_headers()
            return io.BytesIO(fault)
        return super().send_head()

    def guess_type(self, path):
        fault = self.fault()
        return fault if isinstance(fault, str) else super().guess_type(path)

    def copyfile(self, source, outputfile):
        with contextlib.suppress(OSError):  # Python was ended while it came
            super().copyfile(source, outputfile)

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@pytest.fixture
def address(site, monkeypatch):
    """The book's, of a server whose faults are Faulty.faults."""
    monkeypatch.setattr(Faulty, "faults", {})
    monkeypatch.setattr(Faulty, "end", threading.Event())
    with serve.served(site, handler=Faulty) as address:
        yield address
        Faulty.end.set()


def says(page, text):
    page.locator(f"[role=alert]:has-text('{text}')").first.wait_for()


def test_a_server_s_faults_are_named_and_what_is_mended_works(chromium, site, address):
    page = browser.Page(chromium, service_workers="block").page
    Faulty.faults = {"/book.js": "text/plain"}
    page.goto(f"{address}/{NAME}.html")
    page.get_by_text("its script book/book.js did not come, or not as text/javascript").wait_for()
    Faulty.faults = {"/embed.js": 404}
    page.goto(f"{address}/embed/masks.html")
    page.get_by_text("its script book/embed.js did not come").wait_for()
    Faulty.faults = {}
    page.set_content(f"<iframe sandbox=allow-scripts src={address}/embed/masks.html></iframe>")
    alone = page.frame_locator("iframe")
    alone.get_by_text("sandbox that has no allow-same-origin").wait_for()
    Faulty.faults = {"/masks.bin": 404, "/lab.js": 404}  # what answers before Python is there
    page.goto(f"{address}/{NAME}.html")
    page.clock.install()
    page.reload()
    assert page.locator("#not-run").count() == 0
    start = page.locator(".still .start")
    assert start.inner_text() == "Start (11 MB)"
    Faulty.faults = {"/masks.bin": 404, "/lab.js": SILENT, "/worker.js": "text/plain"}
    start.click()
    page.locator("[data-state=starting]").wait_for()
    page.clock.run_for(31_000)
    says(page, "Nothing has arrived for 30 seconds")
    worker = (site / "book/worker.js").read_bytes()
    for fault, words in [
        ({"/worker.js": "text/plain"}, "sends worker.js as text/plain"),
        ({"/worker.js": b"globalThis.WebAssembly = undefined;" + worker}, "allows no WebAssembly"),
        ({"/pyodide.js": "text/plain"}, "sends pyodide.js as text/plain"),
        ({"/pyodide.asm.wasm.bin": 404}, "answers 404 where pyodide.asm.wasm.bin should be"),
        ({"/pyodide.asm.wasm.bin": b"<!doctype html>"}, "pyodide.asm.wasm.bin is something else"),
        ({"": GONE}, "There is no network"),
    ]:
        Faulty.faults = fault
        start.click()
        says(page, words)
        page.locator(".start:text-is('Start (11 MB)')").wait_for()
    Faulty.faults = {"/python_stdlib.zip.bin": SILENT}
    start.click()
    page.locator(".start:has-text('of 11 MB')").wait_for()
    silent = page.get_by_text("Nothing has arrived for 30 seconds")
    for _ in range(100):  # until all else has arrived
        if silent.count():
            break
        page.clock.run_for(31_000)
    else:
        pytest.fail("a file that never comes is not told of")
    the_editor_and_the_code_to_project_name_it_too(page)

    Faulty.faults = {".wasm.bin": "text/plain", ".zip.bin": "text/plain", ".mjs": "text/plain"}
    start.click()
    page.clock.resume()
    page.locator("[data-lab=masks]").wait_for()
    python_ends_and_says_so(page)
    page.close()


@pytest.mark.sample("03")
@pytest.mark.parametrize("path", PATHS[:4], ids=lambda path: path.stem)
def test_a_lab_answers_the_first_hand_without_python(chromium, address, path):
    """Along its way, and where it is linked to; what else is touched says what is missing."""
    tab = browser.Page(chromium, service_workers="block")
    Faulty.faults = {"/worker.js": GONE}
    names = LABS.findall(path.read_text("utf-8"))
    for name in names:
        lab = getattr(labs, name)
        last = len(lab.presets) - 1
        tab.page.goto(f"{address}/{path.stem}.html?lab={name}&setting={last + 1}#lab-{name}")
        tab.page.locator(f"[data-lab-name={name}] .start").click()
        root = tab.page.locator(f"[data-lab={name}]")
        root.wait_for()
        assert lab_page.seen(root) == lab_page.meant(lab, lab.at(lab.presets[last]))
        lab_page.choose(root, 0)
        assert lab_page.seen(root) == lab_page.meant(lab, lab.way(lab.presets[0])[0])
        with lab_page.redrawn(root):
            root.hover()
            root.get_by_role("button", name="Next", exact=True).click()
        way = [values for preset in lab.presets for values in lab.way(preset)]
        assert lab_page.seen(root) == lab_page.meant(lab, way[1])
    assert names
    tab.close()


def test_what_is_not_recorded_waits_for_python_which_goes_on_from_there(chromium, site, address):
    """Also without JSPI, which not every browser has. (Chromium 156 has no flag that takes it
    away.)"""
    taken = "for (const name of ['Suspending', 'promising']) delete WebAssembly[name];"
    without_jspi = {"/worker.js": taken.encode() + (site / "book/worker.js").read_bytes()}
    page = browser.Page(chromium, service_workers="block").page
    Faulty.faults = {"/worker.js": GONE}
    page.goto(f"{address}/{NAME}.html")
    page.locator(".still .start").click()
    root = page.locator("[data-lab=masks]")
    root.wait_for()
    lab_page.choose(root, 2)
    switch = root.get_by_role("switch", name="animal, street", exact=True)
    lab_page.act(root, switch.click)
    page.locator(".live .state:has-text('There is no network')").wait_for()
    Faulty.faults = without_jspi
    values = labs.masks.at(labs.masks.presets[2])
    lab_page.act(root, switch.click)
    after = lab_page.seen(root)
    assert after != lab_page.meant(labs.masks, values)
    lab_page.act(root, switch.click)
    assert lab_page.seen(root) == lab_page.meant(labs.masks, values)
    asks = "from js import WebAssembly\nprint(hasattr(WebAssembly, 'Suspending'), 1 + 1)"
    assert run(page, CELL, asks).startswith("False 2")
    page.close()


def the_editor_and_the_code_to_project_name_it_too(page):
    Faulty.faults = {"/share.js": GONE, "/editor.js": GONE}
    page.click("#share")
    says(page, "The QR code could not be loaded. There is no network")
    payoff = page.locator("[data-cell=payoff]")
    payoff.hover()
    payoff.locator(".edit").click()
    payoff.get_by_text("The editor could not be loaded. There is no network").wait_for()
    assert "series' own function" in payoff.inner_text()  # what stood there stays


def python_ends_and_says_so(page):
    """And what Python cannot do in a page."""
    assert "input() cannot ask in a page" in run(page, CELL, "input()")
    assert "1" in run(page, CELL, "kept = 1\nprint(kept)")
    for fault, words in [(GONE, "There is no network"), (404, "The server answers 404 where")]:
        Faulty.faults = {".whl": fault}
        said = run(page, CELL, "import math, matplotlib")
        assert f"matplotlib could not be loaded. {words}" in said
    page.clock.run_for(31_000)  # nothing is waited for any more
    Faulty.faults = {}
    assert run(page, CELL, "print(kept)").startswith("1")
    run(page, CELL, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
    assert page.locator(f"[data-cell={CELL}] .outputs img").count() == 1
    printed = page.locator(f"[data-cell={CELL}] .printed").first
    assert "8890 more characters" in run(page, CELL, "for i in range(20_000): print(i)")
    assert printed.bounding_box()["height"] < 600
    said = run(page, CELL, "import os\nos._exit(1)")
    assert "Python has ended" in said
    assert "All variables are gone" in said
    page.locator(".still .start").wait_for()  # in the place of the lab
    assert run(page, CELL, "print(words[0])").split()[0] == "animal"  # the cells above ran again
    assert "room for 5000 calls" in run(page, CELL, "import sys\nsys.setrecursionlimit(10**7)")
    assert "del print" in run(page, CELL, "print = 3\nprint(4)")
    page.get_by_role("button", name="Restart Python").click()
    says(page, "All variables are gone")
    assert run(page, CELL, "print(4)").startswith("4")
    deep = "def f(x): return sorted([x], key=f)\nf(1)"
    assert "called itself too often" in run(page, CELL, deep)


@pytest.mark.sample("is full")
@pytest.mark.parametrize(("script", "words"), [(FULL, "is full"), (BLOCKED, "allows no storage")])
def test_what_the_storage_does_not_take_is_said_and_can_be_downloaded(
    chromium, address, script, words
):
    page = browser.Page(chromium, begin=script, service_workers="block").page
    page.goto(f"{address}/{ASKS}.html")
    page.click(RIGHT)
    says(page, words)
    assert "✓ Passed" in page.locator(f"#{QUESTION} .outputs").inner_text()
    with page.expect_download() as download:
        page.click("#notice button")
    notebook = nbformat.reads(Path(download.value.path()).read_text("utf-8"), as_version=4)
    nbformat.validate(notebook)
    (cell,) = [cell for cell in notebook.cells if cell.id == f"check-{QUESTION}"]
    assert '"c"' in cell.source
    assert "Passed" in cell.outputs[0].data["text/html"]
    page.close()


def test_two_tabs_agree_and_a_reload_shows_what_was_done(chromium, address):
    context = chromium.new_context(service_workers="block")
    one, other = browser.Page(context).page, browser.Page(context).page
    for page in (one, other):
        page.goto(f"{address}/{ASKS}.html")
    one.click(RIGHT)
    for _ in range(2):
        other.locator(f"#{QUESTION} .outputs:has-text('Passed')").wait_for()
        other.get_by_text("Done on this page: 1 of").wait_for()
        assert other.locator("#contents [aria-current=page] .count").inner_text()[:2] == "1/"
        other.reload()
    other.once("dialog", lambda dialog: dialog.accept())
    other.get_by_text("Clear", exact=True).click()
    one.get_by_text("Done on this page: 0 of").wait_for()
    assert "Passed" not in one.locator(f"#{QUESTION} .outputs").inner_text()
    one.click(RIGHT)
    other.evaluate("localStorage.clear()")
    says(one, "The storage of this browser was emptied")
    assert "Passed" in one.locator(f"#{QUESTION} .outputs").inner_text()
    one.once("dialog", lambda dialog: dialog.accept())  # it is lost now
    one.reload()
    one.click(RIGHT)
    one.goto(f"{address}/index.html")
    one.get_by_text("Done in the series: 1 of").wait_for()
    context.close()


def until_kept(page, path, words):
    for _ in range(600):  # wait_for_function takes a promise for true
        if page.evaluate(IS_KEPT, [path, words]):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{path} is not kept")


def test_without_a_network_what_was_opened_works_and_all_that_was_asked_for(
    chromium, site, address
):
    page, files = browser.Page(chromium).page, json.loads((site / "book/files.json").read_text())
    assert all((site / path).stat().st_size == size for path, (size, _) in files.items())
    files = {path: about for path, about in files.items() if PART_OF_IT.fullmatch(path)}
    listed = {"/files.json": json.dumps(files).encode()}
    Faulty.faults = listed
    page.goto(f"{address}/{NAME}.html")
    button = page.locator("#offline button")
    button.wait_for()
    assert "1" in run(page, CELL, "print(1)")  # Python is on the device, no lab has been live
    Faulty.faults = {"": GONE}
    page.reload()
    page.locator(".start:text-is('Start')").click()
    page.locator("[data-lab=masks]").wait_for()
    page.get_by_role("button", name="QR code, embed").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    payoff = page.locator("[data-cell=payoff]")
    payoff.hover()
    payoff.locator(".edit").click()
    payoff.locator(".cm-content").wait_for()
    page.keyboard.press("/")
    search = page.locator("#search")
    search.fill("strict or not")
    page.locator("#results a", has_text="Strict or not").first.wait_for()
    page.goto(f"{address}/{OTHER}.html")
    page.get_by_role("heading", name="No network").wait_for()
    page.get_by_role("link", name="05 masking").click()
    page.locator(".still .start").wait_for()

    Faulty.faults = listed
    button.click()
    page.get_by_text("The whole book is on this device").wait_for()
    files[f"{OTHER}.html"][1] = "another hash"
    second = (site / f"{OTHER}.html").read_bytes().replace(b"<h1", b"<p>Second edition</p><h1", 1)
    listed = {"/files.json": json.dumps(files).encode()}
    Faulty.faults = listed | {f"/{OTHER}.html": 500}
    page.reload()
    button.wait_for(state="attached")
    until_kept(page, f"{OTHER}.html", "<h1")  # no error takes its place
    Faulty.faults = listed | {f"/{OTHER}.html": second}
    page.reload()
    until_kept(page, f"{OTHER}.html", "Second edition")
    Faulty.faults = {"": GONE}
    page.goto(f"{address}/")  # as index.html
    assert page.title().startswith("00 ")
    page.goto(f"{address}/{OTHER}.html")
    page.get_by_text("Second edition").wait_for()
    page.close()


def test_two_books_of_one_address_keep_their_answers_apart(chromium, site, tmp_path):
    """An earlier edition kept them under keys that both had: the first book takes them over."""
    for name in ("one", "other"):
        (tmp_path / name).symlink_to(site, target_is_directory=True)
    tab = browser.Page(chromium, service_workers="block")
    with serve.served(tmp_path) as address:
        tab.page.goto(f"{address}/one/{ASKS}.html")
        tab.page.evaluate(f"localStorage.setItem('{ASKS}/check-{QUESTION}', 'earlier')")
        tab.page.reload()
        tab.page.get_by_text("You changed this cell").wait_for()
        tab.page.click(RIGHT)
        for name, text in (("other", "0 of"), ("one", "1 of")):
            tab.page.goto(f"{address}/{name}/{ASKS}.html")
            tab.page.get_by_text(f"Done on this page: {text}").wait_for()
    assert tab.errors == []
    tab.close()


def test_a_verdict_that_another_page_wrote_runs_nothing_and_breaks_nothing(chromium, address):
    tab = browser.Page(chromium, service_workers="block")
    page = tab.page
    page.goto(f"{address}/{ASKS}.html")
    page.click(RIGHT)
    shown = page.locator(f"#{QUESTION} .outputs")
    shown.get_by_text("Passed").first.wait_for()
    given = shown.inner_html()
    page.reload()
    shown.get_by_text("Passed").first.wait_for()
    assert shown.inner_html() == given  # our own is shown as it was
    for outputs in [None, [3], [{"kind": "html", "text": HARMFUL}]]:
        page.evaluate(WRITE, outputs)
        page.reload()
        page.get_by_text("Done on this page: 1 of").wait_for()
    shown.get_by_text("Passed").wait_for()
    assert shown.locator("a, iframe, svg, [src], [onerror], [style*=url]").count() == 0
    assert page.evaluate("window.harm") is None
    assert tab.errors == []
    tab.close()
