"""Where the series is published: what git says, or SITE, or nothing; and README's addresses."""

import subprocess
import sys

import pytest

from tools import publish, published
from tools.repository import ROOT

HTTPS = "https://github.com/someone/attention"


@pytest.mark.parametrize(
    "remote",
    [
        HTTPS,
        f"{HTTPS}.git",
        f"{HTTPS}/",
        "git@github.com:someone/attention.git",
        "ssh://git@github.com/someone/attention.git",
        "https://someone:secret@github.com/someone/attention.git",
    ],
)
def test_the_addresses_are_those_of_the_remote(monkeypatch, remote):
    monkeypatch.setattr(published, "remote", lambda: remote)
    book = "https://someone.github.io/attention/05_masking.html"
    assert published.book_address("05_masking") == book
    assert published.book_address("05_masking", "whose_score") == f"{book}#whose_score"
    binder = "https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab/tree/notebooks/"
    assert published.binder_address("05_masking") == f"{binder}05_masking.ipynb"
    assert published.source_address() == HTTPS


@pytest.mark.parametrize(
    "remote",
    [
        "",
        "/home/ada/series",
        "https://gitlab.com/a/b",
        "https://notgithub.com/a/b",
        "../github.com",
    ],
)
def test_elsewhere_there_is_no_address_and_a_line_says_so(monkeypatch, capsys, remote):
    monkeypatch.setattr(published, "remote", lambda: remote)
    assert published.book_address("05_masking") == ""
    assert published.binder_address("05_masking") == published.source_address() == ""
    published.say_if_nowhere()
    assert capsys.readouterr().out == published.NOWHERE + "\n"
    with pytest.raises(SystemExit, match=r"needed https://github\.com/OWNER/NAME"):
        publish.main()


def test_a_page_of_its_owner_has_no_folder(monkeypatch):
    monkeypatch.setattr(published, "remote", lambda: "https://github.com/Ada/ada.github.io")
    assert published.book_address("05_masking") == "https://ada.github.io/05_masking.html"


@pytest.mark.parametrize("address", ["https://attention.example/book", "http://10.0.0.7:8000/"])
def test_the_book_may_be_anywhere(monkeypatch, address):
    monkeypatch.setenv("SITE", address)
    assert published.book_address("05_masking") == f"{address.rstrip('/')}/05_masking.html"
    assert published.source_address() == ""


def test_what_is_no_address_is_refused(monkeypatch):
    monkeypatch.setenv("SITE", "attention.example")
    with pytest.raises(SystemExit, match=r"^SITE=attention\.example: needed an address"):
        published.book()


def test_git_is_asked(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", HTTPS], check=True)
    code = "from tools import published; published.ROOT = {!r}; print(published.source_address())"
    printed = subprocess.check_output([sys.executable, "-c", code.format(str(tmp_path))], cwd=ROOT)
    assert printed.decode().strip() == HTTPS


def test_publish_writes_the_two_addresses_and_nothing_else(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(published, "remote", lambda: HTTPS)
    before = publish.README.read_text("utf-8")
    readme = tmp_path / "README.md"
    readme.write_text(before, "utf-8")
    monkeypatch.setattr(publish, "README", readme)
    publish.main()
    text = readme.read_text("utf-8")
    assert "](https://someone.github.io/attention/)" in text
    assert "](https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab/tree/notebooks/" in text
    assert publish.with_addresses(text, "") == publish.with_addresses(before, "")
    assert "Settings > Pages" in capsys.readouterr().out
    publish.main()
    assert readme.read_text("utf-8") == text
