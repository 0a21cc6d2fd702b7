"""Pages that Jupyter exports, by the settings that the package brings (data/etc/jupyter)."""

import json

import nbformat
import pytest
from nbconvert.nbconvertapp import NbConvertApp
from nbformat import v4

from tools.notebook.execute import collapse
from tools.repository import ROOT

SETTINGS = ROOT / "data/etc/jupyter"


@pytest.mark.long
def test_an_exported_page_leaves_out_the_code_that_is_folded(tmp_path, monkeypatch):
    """An answer is not beside its question; a script, which runs, keeps it all."""
    cells = [v4.new_code_cell("shown = 1"), v4.new_code_cell("folded = 2")]
    cells[1].metadata["tags"] = ["drawing"]
    language = {"name": "python", "file_extension": ".py", "nbconvert_exporter": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"language_info": language})
    collapse(notebook)
    nbformat.write(notebook, tmp_path / "page.ipynb")

    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(SETTINGS))

    def exported(to):
        app = NbConvertApp()  # what jupyter nbconvert starts
        app.initialize(["--to", to, "--output-dir", str(tmp_path), str(tmp_path / "page.ipynb")])
        app.start()
        text = (tmp_path / f"page{app.exporter.file_extension}").read_text("utf-8")
        return [name for name in ("shown", "folded") if name in text]

    assert exported("html") == ["shown"]
    assert exported("python") == ["shown", "folded"]

    cells[1].metadata["tags"].remove("drawing")
    collapse(notebook)
    assert not cells[1].metadata


def test_jupyterlab_exports_by_the_same_settings():
    """File > Save and Export: it reads its server's settings, not nbconvert's."""
    of_nbconvert, of_server = (
        json.loads((SETTINGS / f"jupyter_{name}_config.json").read_text("utf-8"))
        for name in ("nbconvert", "server")
    )
    assert of_nbconvert.items() <= of_server.items()
