"""Opening a notebook runs nobody's code: what servers read, which kernel they start, and what a
browser makes of a hostile notebook in JupyterLab and in Notebook 7."""

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request

import ipywidgets
import nbformat
import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.services.contents.largefilemanager import (
    AsyncLargeFileManager,
    LargeFileManager,
)
from nbformat.sign import MemorySignatureStore, NotebookNotary

from helpers import untrusted
from tests import hostile
from tools import browser

NAME = "widgets.ipynb"
HOSTILE = ["ipykernel_launcher", "pathlib", "numpy", "django", "colorama"]  # some nobody installed
HOSTILE += ["sitecustomize", "usercustomize", "ipython_config", "ipython_kernel_config"]
HOSTILE += ["jupyter_config", "profile_default/startup/first", ".ipython/profile_default/startup/a"]


def extended(**managers):
    """A server's managers, once the extension is loaded."""
    app = SimpleNamespace(
        **{"contents_manager": LargeFileManager(), "kernel_spec_manager": KernelSpecManager()}
        | managers
    )
    untrusted._load_jupyter_server_extension(app)
    return app


def call(function, *given):
    """What it gives. In a thread, because Playwright leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(ensure_async(function(*given)))).result()


@pytest.fixture(params=[LargeFileManager, AsyncLargeFileManager])
def contents(request, tmp_path):
    """A folder with a notebook that brings a widget along."""
    contents = request.param(root_dir=str(tmp_path))
    contents.notary = NotebookNotary(store_factory=MemorySignatureStore)
    metadata = {"widgets": hostile.state(ipywidgets.IntSlider())}
    nbformat.write(hostile.notebook([], **metadata), tmp_path / NAME)
    return extended(contents_manager=contents).contents_manager


def has_widgets(contents, path=NAME):
    return "widgets" in call(contents.get, path)["content"]["metadata"]


def test_only_a_signed_notebook_keeps_its_widgets(contents, tmp_path):
    assert not has_widgets(contents)
    contents.notary.sign(nbformat.read(tmp_path / NAME, 4))
    assert has_widgets(contents)


def test_only_a_signed_notebook_keeps_its_drawings(contents, tmp_path):
    kinds = {hostile.VEGA: {}, "application/vnd.vegalite.v5+json": {}, "text/plain": "a drawing"}
    said = nbformat.v4.new_output("stream", text="said")
    drawn = nbformat.v4.new_output("display_data", kinds)
    cells = [nbformat.v4.new_markdown_cell(), nbformat.v4.new_code_cell(outputs=[said, drawn])]
    nbformat.write(hostile.notebook(cells), tmp_path / NAME)

    def outputs():
        return call(contents.get, NAME)["content"]["cells"][1]["outputs"]

    drawn["data"] = {"text/plain": "a drawing"}
    assert outputs() == [said, drawn]
    contents.notary.sign(nbformat.read(tmp_path / NAME, 4))
    assert outputs() == [said, drawn | {"data": kinds}]


def test_no_way_to_the_same_file_brings_them_back(contents):
    """Also not a save that signs, as there is no output to trust; nor a file that was uploaded."""
    point = call(contents.create_checkpoint, NAME)
    call(contents.save, call(contents.get, NAME), NAME)
    assert not has_widgets(contents)
    call(contents.restore_checkpoint, point["id"], NAME)
    assert not has_widgets(contents)
    raw = call(contents.get, NAME, True, "file")
    assert "widget-state" in raw["content"]
    call(contents.save, raw, "uploaded.ipynb")
    call(contents.rename, "uploaded.ipynb", "renamed.ipynb")
    for path in ("renamed.ipynb", call(contents.copy, NAME)["path"]):
        assert not has_widgets(contents, path)


@pytest.mark.parametrize("manager", ["contents_manager", "kernel_spec_manager"])
def test_a_server_that_it_does_not_fit_ends(manager):
    with pytest.raises(SystemExit, match=r"does not fit .* AttributeError"):
        extended(**{manager: object()})


@pytest.mark.long
def test_no_server_starts_where_an_extension_cannot_be_loaded(tmp_path, monkeypatch):
    """So also not without this one, whoever starts it, and how."""
    path = tmp_path / "jupyter_server_config.d" / "other.json"
    path.parent.mkdir()
    path.write_text('{"ServerApp": {"jpserver_extensions": {"is_not_there": true}}}')
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="ended before"), browser.jupyter(tmp_path):
        pass


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["python", "-m", "ipykernel_launcher", "-f", "x"], ["python", *untrusted.KERNEL]),
        (
            [sys.executable, "-Xa", "-m", "ipykernel_launcher", "-f", "x"],
            [sys.executable, "-Xa", *untrusted.KERNEL],
        ),
        (
            ["/other/python3.9", "-m", "ipykernel_launcher", "-f", "x"],
            ["/other/python3.9", "-m", "ipykernel_launcher"],
        ),
        (["julia", "-f", "x"], ["julia"]),
    ],
)
def test_the_environment_s_own_kernel_is_started_otherwise(argv, meant):
    kernels = SimpleNamespace(get_kernel_spec=lambda name: SimpleNamespace(argv=[*argv]))
    app = extended(kernel_spec_manager=kernels)
    assert app.kernel_spec_manager.get_kernel_spec("any").argv == [*meant, "-f", "x"]


@pytest.mark.long
def test_files_beside_a_notebook_wait_until_a_cell_runs(tmp_path):
    """Until then none of them runs; after that a reader's own modules are there, and a file that
    is called like an installed package does not stand in for it."""
    for name in HOSTILE:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open('ran.txt', 'a').write('{name} ')")
    (tmp_path / "my_helpers.py").write_text("VALUE = 41")
    manager = KernelManager()
    manager.kernel_spec_manager = extended().kernel_spec_manager
    manager.start_kernel(cwd=str(tmp_path))
    client = manager.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=browser.PATIENCE)
        client.complete("impo", 4, reply=True, timeout=browser.PATIENCE)
        assert not (tmp_path / "ran.txt").exists()
        code = "import my_helpers, numpy, pathlib; print(my_helpers.VALUE, numpy.arange(2))"
        said = []
        client.execute_interactive(code, output_hook=said.append, timeout=browser.PATIENCE)
        assert [each["content"].get("text") for each in said[-2:-1]] == ["41 [0 1]\n"], said
        assert not (tmp_path / "ran.txt").exists()
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


# --- in a browser -----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.sample("lab/tree")
@pytest.mark.parametrize("view", ["lab/tree", "notebooks"])
def test_a_hostile_notebook_runs_nothing_and_an_honest_one_keeps_its_slider(
    jupyter, lab_address, folder, view
):
    """The honest one is as Jupyter saves a notebook whose cells its reader has run. It is opened
    after the hostile one: when its slider is there, the other's widgets would have been, too."""
    widget = ipywidgets.IntSlider()
    cell = nbformat.v4.new_code_cell(outputs=[hostile.view(widget)], execution_count=1)
    cell.metadata["trusted"] = True
    honest = hostile.notebook([cell], widgets=hostile.state(widget))
    (folder / "hostile.ipynb").write_text(json.dumps(hostile.hostile()), "utf-8")
    (folder / hostile.BESIDE).write_text('[{"text": "secret"}]', "utf-8")
    save(lab_address("honest.ipynb"), honest)
    bad = browser.Tab(jupyter, lab_address("hostile.ipynb", view=view), height=9000)
    bad.kernel_is("Idle")
    bad.page.get_by_text("Markdown output", exact=True).wait_for()  # it is shown, and that is all
    if view == "lab/tree":  # in the same page, as JupyterLab takes long to load
        bad.page.locator(".jp-DirListing-item", has_text="honest.ipynb").dblclick()
        good = bad
    else:
        good = browser.Tab(jupyter, lab_address("honest.ipynb", view=view))
    good.page.locator(".widget-slider .noUi-handle").wait_for()
    bad.page.wait_for_timeout(1000)
    assert [error for error in bad.errors if error.startswith(hostile.RAN)] == []
    assert [asked for asked in bad.outside if asked.startswith(hostile.ELSEWHERE)] == []
    assert bad.page.locator(hostile.ALIVE).count() == 0
    for tab in {bad, good}:
        tab.close()


def save(address, notebook):
    """What the page sends when its reader saves a notebook."""
    place = urlsplit(address)
    name, token = place.path.rpartition("/")[2], parse_qs(place.query)["token"][0]
    request = Request(
        f"{place.scheme}://{place.netloc}/api/contents/{name}",
        data=json.dumps({"type": "notebook", "format": "json", "content": notebook}).encode(),
        headers={"Authorization": f"token {token}"},
        method="PUT",
    )
    browser.LOOPBACK.open(request).close()
