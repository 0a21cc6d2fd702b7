import pytest

from tools import published
from tools.repository import ROOT


@pytest.fixture
def readme(tmp_path):
    """A README that names a repository, as that of a published series."""
    text = (ROOT / "README.md").read_text("utf-8")
    path = tmp_path / "README.md"
    path.write_text(text.replace("OWNER", "someone").replace("REPOSITORY", "attention"), "utf-8")
    return path


def test_the_addresses_are_those_of_the_readme(readme):
    book = "https://someone.github.io/attention/05_masking.html"
    assert published.book_address("05_masking", readme=readme) == book
    assert published.book_address("05_masking", "whose_score", readme) == f"{book}#whose_score"
    binder = "https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab/tree/notebooks/"
    assert published.binder_address("05_masking", readme) == f"{binder}05_masking.ipynb"
    assert published.source_address(readme) == "https://github.com/someone/attention"


def test_a_readme_that_names_no_repository_has_no_address():
    assert published.book_address("05_masking") == published.binder_address("05_masking") == ""
    assert published.source_address() == ""


@pytest.mark.parametrize("address", ["https://attention.example/book", "http://10.0.0.7:8000/"])
def test_a_book_may_be_anywhere_with_a_slash_at_its_end_or_without(readme, address):
    text = readme.read_text("utf-8").replace("https://someone.github.io/attention/", address)
    readme.write_text(text, "utf-8")
    page = f"{address.rstrip('/')}/05_masking.html"
    assert published.book_address("05_masking", readme=readme) == page


def test_a_readme_without_its_links_is_named(readme):
    readme.write_text("# Ours", "utf-8")
    with pytest.raises(ValueError, match="needed both links below the title"):
        published.book_address("05_masking", readme=readme)
