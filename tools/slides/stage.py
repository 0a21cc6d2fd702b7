"""The shows of notebooks in a browser, as they are stored: what each slide has, and its picture.

    with on_stage([path]) as stage:
        stage.show(path)    # the slides

No kernel runs: a lab's slide has its still.
"""

import contextlib
import tempfile
from pathlib import Path

import nbformat

from tools import browser
from tools.jupyterlab import show_options
from tools.notebook.execute import with_outputs
from tools.notebook.lesson import read
from tools.slides import slides

NO_KERNEL = """
const { fetch } = window;
const asksForKernel = ({ method, url }) => method === "POST" && url.includes("/api/sessions");
window.fetch = (request, ...options) =>
    (asksForKernel(request) ? new Promise(() => {}) : fetch(request, ...options));
"""
OPEN = """async (path) => {
    const { Show } = await import("/lab/extensions/show/static/show.js");
    const { memory } = await import("/lab/extensions/show/static/memory.js");
    window.stage?.panel.dispose();
    const panel = await jupyterapp.commands.execute("docmanager:open", { path });
    await panel.context.ready;
    window.stage = new Show(panel, memory(""));
    await stage.prepare();
    stage.begin();
    return stage.slides;
}"""
TO_THE_END_OF = """(at) => {
    stage.go(at);
    while (stage.step < stage.steps) stage.move(1);
}"""


class Stage(browser.Page):
    """A page of JupyterLab with one show after the other."""

    def __init__(self, chromium, address):
        super().__init__(chromium, 1280, 720, begin=NO_KERNEL)
        self.page.goto(address)
        self.page.wait_for_selector(".show-stage .show-cell", state="attached")
        self.page.evaluate("jupyterapp.shell.currentWidget.dispose()")

    def show(self, path):
        """Put a notebook's show on the stage. Returns its slides: Slide in protocol.d.ts."""
        return self.page.evaluate(OPEN, Path(path).name)

    def print(self, at):
        """A slide, counted from 0, with all that comes with Page Down: a PDF of one page."""
        self.page.evaluate(TO_THE_END_OF, at)
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return self.page.pdf(
            width="1280px", height="720px", print_background=True, page_ranges="1", tagged=True
        )


@contextlib.contextmanager
def on_stage(paths):
    """A Stage for the shows of these notebooks. SystemExit where there is no browser."""
    if not browser.executable():
        raise SystemExit("Slides are shown in Chromium or Chrome: the README says how.")
    with tempfile.TemporaryDirectory() as folder:
        slides.write(paths[0], folder)
        for path in paths:
            nbformat.write(slides.show(with_outputs(read(path))), Path(folder) / path.name)
        options = [*show_options(folder), "--LabApp.expose_app_in_browser=True"]
        with browser.jupyter(folder, *options) as address, browser.chromium() as chromium:
            yield Stage(chromium, address(paths[0].name, view="lab/tree"))
