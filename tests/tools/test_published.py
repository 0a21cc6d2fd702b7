"""The addresses of the published series, from pyproject.toml."""

import tomllib

import pytest

from tools import published
from tools.repository import ROOT


@pytest.fixture
def file(tmp_path):
    """A pyproject.toml that names a repository, as that of a published series."""
    text = published.FILE.read_text("utf-8")
    path = tmp_path / "pyproject.toml"
    path.write_text(text.replace("OWNER", "someone").replace("REPOSITORY", "attention"), "utf-8")
    return path


def test_the_addresses_are_those_of_the_file(file):
    book = "https://someone.github.io/attention/05_masking.html"
    assert published.book_address("05_masking", file=file) == book
    assert published.book_address("05_masking", "whose_score", file) == f"{book}#whose_score"
    binder = "https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab/tree/notebooks/"
    assert published.binder_address("05_masking", file) == f"{binder}05_masking.ipynb"
    assert published.source_address(file) == "https://github.com/someone/attention"


def test_a_file_that_names_no_repository_has_no_address(tmp_path):
    file = tmp_path / "pyproject.toml"
    file.write_text('[project.urls]\nBook = "https://OWNER.x/"\nSource = "https://x/OWNER"\n')
    assert published.book_address("05_masking", file=file) == ""
    assert published.binder_address("05_masking", file) == published.source_address(file) == ""


@pytest.mark.parametrize("address", ["https://attention.example/book", "http://10.0.0.7:8000/"])
def test_a_book_may_be_anywhere_with_a_slash_at_its_end_or_without(file, address):
    text = file.read_text("utf-8").replace("https://someone.github.io/attention/", address)
    file.write_text(text, "utf-8")
    page = f"{address.rstrip('/')}/05_masking.html"
    assert published.book_address("05_masking", file=file) == page


def test_the_readme_s_two_links_lead_there():
    urls = tomllib.loads(published.FILE.read_text("utf-8"))["project"]["urls"]
    readme = (ROOT / "README.md").read_text("utf-8")
    binder = urls["Source"].replace(published.GITHUB, published.BINDER)
    assert f"({urls['Book']}), with nothing to install" in readme
    assert f"({binder}/HEAD?urlpath=lab/tree/notebooks/00_start_here.ipynb)" in readme
