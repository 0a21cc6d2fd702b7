"""How soon the workbench runs notebooks in a real browser, and how many bytes that takes."""

import statistics
import time

from tools import browser
from tools.bench import bench_labs
from tools.notebook.lesson import read_all
from tools.percentiles import middle_and_late

LESSONS = [lesson for lesson in read_all() if not lesson.needs_model]  # no browser has it
NAMES = [lesson.stem for lesson in LESSONS]
TRAINING = [lesson.stem for lesson in LESSONS if lesson.trains]
NAME = "05_masking"
NOTEBOOK = "window.jupyterapp?.shell?.currentWidget"
READY = f"""async () => {{
    const session = {NOTEBOOK}.sessionContext;
    await session.ready;
    await session.session.kernel.requestExecute({{ code: "0", silent: true }}).done;
}}"""
PLOT = f"""async () => {{
    const code = "import matplotlib.pyplot as plt; plt.plot([1, 2])";
    await {NOTEBOOK}.sessionContext.session.kernel.requestExecute({{ code }}).done;
}}"""
RUN_ALL = """() => {
    window.jupyterapp.commands.execute("notebook:clear-all-cell-outputs");
    window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""
IDLE = f'{NOTEBOOK}?.sessionContext?.session?.kernel?.status === "idle"'
RAN = f"""{IDLE} && {NOTEBOOK}.content.widgets.every(
    (cell) => cell.model.type !== "code" || cell.model.executionCount)"""


def link(address, name):
    """Where a notebook opens in the workbench, as the book links there."""
    return f"{address}/workbench/lab/index.html?workspace={name}&path={name}.ipynb"


def visit(chromium, folder, address, name, packed):
    """{what: seconds, MB or a list of milliseconds} of one visit, with an empty cache."""
    tab = browser.Page(chromium)
    page, asked, start = tab.page, set(), time.monotonic()
    tab.context.on("request", lambda request: asked.add(request.url.removeprefix(f"{address}/")))
    page.goto(link(address, name))
    page.wait_for_function(f"{NOTEBOOK}?.sessionContext")
    page.evaluate(READY)
    measured = {"ready": time.monotonic() - start}
    begun = time.monotonic()
    page.evaluate(RUN_ALL)
    page.wait_for_function(RAN)
    measured["run"] = time.monotonic() - begun
    measured["MB"] = megabytes(folder, asked, packed)
    if name == NAME:
        lab = tab.lab("masks")
        measured["live"] = time.monotonic() - start
        hand = lab.locator("input[type=range]:enabled").first
        measured["keys"] = list(bench_labs.presses(page, lab, hand, True))
        page.evaluate(PLOT)
        measured["MB with matplotlib"] = megabytes(folder, asked, packed)
    tab.close()
    return measured


def megabytes(folder, asked, packed):
    files = {folder / path.partition("?")[0] for path in asked}
    return sum(packed(file) for file in files if file.is_file()) / 1e6


def print_rows(chromium, folder, address, packed):
    """Of the site in `folder`, served at `address`."""
    visits = {name: visit(chromium, folder, address, name, packed) for name in NAMES}
    ready = statistics.median(measured["ready"] for measured in visits.values())
    keys = visits[NAME]["keys"]
    key_to_pixels = middle_and_late(keys, unit=" ms")
    print(
        f"| workbench: from the link to a kernel that runs, nothing cached | {ready:.1f} s | 10 s |"
    )
    print(f"| workbench: to a live lab, all cells run | {visits[NAME]['live']:.1f} s | 12 s |")
    plot = visits[NAME]["MB with matplotlib"]
    print(f"| workbench: what travels | {visits[NAME]['MB']:.1f} MB | 18.5 MB |")
    print(f"| workbench: the same, with a picture by matplotlib | {plot:.1f} MB | 26 MB |")
    print(f"| workbench, lab masks: key to pixels | {key_to_pixels} | median 36 ms, p95 50 ms |")
    for name, measured in visits.items():
        goal = "none: it trains models" if name in TRAINING else "7 s"
        print(f"| workbench: all cells of {name[:2]} | {measured['run']:.1f} s | {goal} |")
