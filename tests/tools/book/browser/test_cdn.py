"""The site of `make site CDN=1`: Pyodide and its packages come from elsewhere, and all runs.

Another address of this machine stands in for the CDN. It has Pyodide as npm has it, and packages as
the site has them, so it shows that each file is asked for where it is, not that the CDN's versions
of the packages do what the site's do.
"""

import json
import shutil
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.tools.book.browser.test_workbench import NAME, PATHS, run, runs_as_stored, tab_of
from tools import browser
from tools.book import book_cdn, serve
from tools.book.book_python import PYODIDE, ROOT, required

PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 4, 2]);"


class Elsewhere(serve.Handler):
    """Files for the pages of any site, as a CDN has them."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@pytest.fixture(scope="module")
def light(site, tmp_path_factory):
    """(folder of the site, its address, the address of what stands in for the CDN)."""
    place = tmp_path_factory.mktemp("cdn")
    shutil.copytree(site, place / "site")
    shutil.copytree(PYODIDE, place / "pyodide")
    python, lock = place / "site/book/python", place / "pyodide/pyodide-lock.json"
    ours = json.loads((python / lock.name).read_text("utf-8"))["packages"]
    listed = json.loads(lock.read_text("utf-8"))
    for name in ours.keys() & listed["packages"].keys() - {book_cdn.OURS}:
        listed["packages"][name] = ours[name]
        shutil.copy(python / ours[name]["file_name"], lock.parent)
    lock.write_text(json.dumps(listed), "utf-8")
    with serve.served(place / "pyodide", handler=Elsewhere) as cdn:
        book_cdn.leave(python, f"{cdn}/", lock.parent)
        with serve.served(place / "site") as address:
            yield place / "site", address, f"{cdn}/"


@pytest.mark.sample
def test_the_workbench_runs_with_a_cdn(chromium, light):
    folder, address, cdn = light
    asked = set()
    with tab_of(chromium, address) as opened:
        page = opened(NAME, asked)
        runs_as_stored(page, next(path for path in PATHS if path.stem == NAME))
        (picture,) = run(page, PLOT)
    assert "image/png" in picture["data"]
    from_cdn = elsewhere(asked, cdn)
    assert {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} <= from_cdn
    stays = {path.name for path in (folder / "book/python").iterdir()}
    assert stays & from_cdn == {"pyodide.mjs"}  # a script in its place
    assert {"numpy", "matplotlib", "ipython"} <= {name.partition("-")[0] for name in from_cdn}


@pytest.mark.sample
def test_the_book_runs_with_a_cdn(chromium, light):
    _, address, cdn = light
    asked = set()
    tab = browser.Page(chromium)
    tab.context.on("request", lambda each: asked.add(each.url.removeprefix(f"{address}/")))
    tab.page.goto(f"{address}/{NAME}.html")
    tab.page.locator(".still .start").first.click()
    tab.lab("masks")
    tab.close()
    assert tab.errors == []
    assert {"numpy", "contourpy"} <= {name.partition("-")[0] for name in elsewhere(asked, cdn)}


def elsewhere(asked, cdn):
    """The names of what did not come from the site: all of it came from the CDN."""
    urls = {url for url in asked if url.startswith("http")}
    assert [url for url in urls if not url.startswith(cdn)] == []
    return {url.removeprefix(cdn) for url in urls}


def test_what_stays_here_works_with_the_versions_there(site):
    there = json.loads((PYODIDE / book_cdn.LIST).read_text("utf-8"))["packages"]
    here = json.loads((site / "book/python" / book_cdn.LIST).read_text("utf-8"))["packages"]
    stays = [site / "book/python" / here[name]["file_name"] for name in here.keys() - there]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(line) for line in project["dependencies"]]
    needed += [each for path in stays for each in required(path)]
    wanted = [each for each in needed if each.name in there]
    assert {"numpy", "ipython", "traitlets"} <= {each.name for each in wanted}
    assert [
        f"{each}, but {there[each.name]['version']}"
        for each in wanted
        if there[each.name]["version"] not in each.specifier
    ] == []
