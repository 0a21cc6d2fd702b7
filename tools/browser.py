"""Start JupyterLab and a browser, open a notebook and run it, for tests and measurements.

Needs Playwright and a Chromium or Chrome of the system.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import nbformat

PATIENCE = 120  # seconds that a page, or Jupyter, may take on a busy machine
# Every so many ms a page is asked whether Python is done. Playwright would ask at each frame, and
# have the page drawn for it, as long as Python computes.
POLLING = 100
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
FLAGS += ["--no-proxy-server"]
# Two pages that each window would start behind its address bar, a sixth of what a JupyterLab takes.
OFF = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
# Chromium hears the last list alone: this is what Playwright 1.65 turns off, and Chromium has.
OFF += ["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"]
OFF += ["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"]
OFF += ["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"]
OFF += ["TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying"]
OFF += ["AimEnabled", "PreconnectToSearch"]
FLAGS += ["--disable-features=" + ",".join(OFF)]
# What asks this computer: http_proxy in the environment is for others.
LOOPBACK = urllib.request.build_opener(urllib.request.ProxyHandler({}))
NAMES = ["chromium-headless-shell"]  # draws no windows: an eighth less to compute
NAMES += ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
PLACES = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
]


def executable():
    """The path of a Chromium or Chrome, or None."""
    on_the_path = [shutil.which(name) for name in NAMES]
    return next(filter(None, on_the_path), next(filter(os.path.exists, PLACES), None))


@contextlib.contextmanager
def chromium(*flags):
    """A browser without a window, with a new profile. flags: of Chromium, beside FLAGS."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = executable()
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


@contextlib.contextmanager
def firefox():
    """The same, in a Firefox of the system: 159 or newer, as Playwright's BiDi needs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        place = shutil.which("firefox")
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=place)
        yield browser
        browser.close()


@contextlib.contextmanager
def jupyter(folder, *options):
    """Serve a folder by JupyterLab, and by Notebook 7 where that is installed. Yields a function:
    path → the address at which that notebook opens; with view="notebooks" in Notebook 7.

    options: further arguments of JupyterLab."""
    token = secrets.token_hex(8)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "jupyter", "lab"]
        command += ["--no-browser", "--ServerApp.ip=127.0.0.1"]
        command += [f"--ServerApp.root_dir={folder}", f"--ServerApp.port={port}", "--allow-root"]
        command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
        command += ["--ServerApp.log_level=ERROR"]
        command += ["--MappingKernelManager.buffer_offline_messages=0", *options]
        environment = dict(os.environ, JUPYTER_TOKEN=token)
        for name in ("CONFIG", "DATA", "RUNTIME"):
            environment[f"JUPYTER_{name}_DIR"] = str(Path(home) / name)
        environment["JUPYTERLAB_SETTINGS_DIR"] = str(Path(home) / "settings")
        environment["JUPYTERLAB_WORKSPACES_DIR"] = str(Path(home) / "workspaces")
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _until_it_answers(f"http://127.0.0.1:{port}/api?token={token}", server)
            root = f"http://127.0.0.1:{port}"
            yield lambda path, view="doc/tree": f"{root}/{view}/{path}?token={token}&reset"
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _until_it_answers(address, server):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError("Jupyter ended before it answered")
        with contextlib.suppress(OSError):
            LOOPBACK.open(address, timeout=5).close()
            return
        time.sleep(0.2)
    raise RuntimeError(f"Jupyter did not answer within {PATIENCE} s")


def write_notebook(path, *sources):
    """A notebook with these code cells, never run, at `path`."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)


class Page:
    """A page, and what went wrong on it: console errors, requests to the outside.

    browser: a browser, or a context of it, whose pages then read and compile the same code once.
    begin: a script to run before the page's own. options: of a browser's new context."""

    def __init__(self, browser, width=1200, height=1000, begin="", **options):
        self.page = browser.new_page(**options)
        self.context = self.page.context
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.add_init_script(begin)
        self.errors, self.outside = [], []
        self.page.on("console", self._console)
        self.page.on("pageerror", self._page_error)
        self.page.on("request", self._request)

    def _console(self, message):
        if message.type == "error":
            self.errors.append(message.text)

    def _page_error(self, error):
        if "blob:" in (error.stack or "blob:"):  # a lab's code; others are the application's own
            self.errors.append(str(error))

    def _request(self, request):
        inside = ("http://127.0.0.1", "data:", "blob:", "ws://127.0.0.1", "about:")
        if not request.url.startswith(inside):
            self.outside.append(request.url)

    def lab(self, name, nth=0):
        """A lab's root, once it is live."""
        root = self.page.locator(f"[data-lab={name}]").nth(nth)
        root.wait_for()
        return root

    def close(self):
        self.page.close()


# JupyterLab takes keys as an editor's only when it has drawn that it has the focus; and on a busy
# machine the run before takes the focus away late.
TAKES_KEYS = """async (editor) => {
    editor.focus();
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    return editor === document.activeElement && editor.closest(".jp-mod-editMode") !== null;
}"""


class Tab(Page):
    """A page with a notebook in Jupyter."""

    def __init__(self, browser, address, **options):
        super().__init__(browser, **options)
        self.page.goto(address)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")

    def run_all(self):
        """Run > Run All Cells, once the kernel is there; waits until the last cell has run."""
        connected = """async () => {
            const sessions = await (await fetch("/api/sessions")).json();
            const session = sessions.find((item) => location.pathname.endsWith(`/${item.path}`));
            return session?.kernel?.connections > 0;
        }"""
        end = time.monotonic() + PATIENCE  # a page without a kernel says idle too, and would ask
        while not self.page.evaluate(connected):  # wait_for_function does not await its answer
            assert time.monotonic() < end, f"no kernel within {PATIENCE} s"
            self.page.wait_for_timeout(200)
        self.kernel_is("Idle")
        self.menu("Run", "Run All Cells")
        last = self.page.locator(".jp-CodeCell .jp-InputPrompt").last.element_handle()
        has_run = "prompt => /\\d/.test(prompt.textContent)"
        self.page.wait_for_function(has_run, arg=last, polling=POLLING)

    def run(self, code, nth=-1, wait=True):
        """Replace the code of a cell, by default the last one, and run it."""
        cell = self.page.locator(".jp-CodeCell").nth(nth)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        editor = cell.locator(".cm-content")
        editor.fill(code)
        end = time.monotonic() + PATIENCE
        while not editor.evaluate(TAKES_KEYS):
            assert time.monotonic() < end, f"no focus within {PATIENCE} s"
        editor.press("Control+Enter")
        if wait:
            has_run = "([e, before]) => /\\d/.test(e.textContent) && e.textContent !== before"
            given = [prompt.element_handle(), before]
            self.page.wait_for_function(has_run, arg=given, polling=POLLING)

    def kernel_is(self, status):
        self.page.locator(
            f".jp-Notebook-ExecutionIndicator[data-status={status.lower()}]"
        ).wait_for()

    def menu(self, menu, item):
        self.page.click(f".lm-MenuBar-itemLabel:text-is('{menu}')")
        self.page.click(f".lm-Menu-itemLabel:text-is('{item}')")

    def cells(self):
        """(the number of cells, which one is active). A lab must change neither."""
        return self.page.evaluate(
            """() => {
                const cells = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
                return [cells.length, cells.findIndex((cell) => cell.matches(".jp-mod-active"))];
            }"""
        )
