"""Where the series is published: what git says, or SITE, or nothing; and README's addresses."""

import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tools import publish, published
from tools.marked import with_part
from tools.notebook import alone
from tools.repository import ROOT, START

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
    colab = "https://colab.research.google.com/github/someone/attention/blob/main/notebooks/"
    assert published.colab_address("05_masking") == f"{colab}05_masking.ipynb"
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
    assert published.colab_address("05_masking") == ""
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


@pytest.fixture
def with_origin(tmp_path):
    """What a call prints in a repository with this origin."""

    def said(origin, call):
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
        subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", origin], check=True)
        code = f"from tools import published; published.ROOT = {str(tmp_path)!r}; {call}"
        run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
        return (run.stdout + run.stderr).strip()

    return said


def test_git_is_asked(with_origin):
    assert with_origin(HTTPS, "print(published.source_address())") == HTTPS


@pytest.mark.parametrize("host", ["gitlab.example", "github.com"])
def test_a_password_in_an_address_is_never_said(with_origin, host, monkeypatch):
    origin = f"https://someone:secret@{host}/someone/attention.git"
    said = with_origin(origin, "print(published.remote())")
    assert f"https://{host}/someone/attention.git" in said
    assert "secret" not in said
    monkeypatch.setenv("SITE", f"https://someone:secret@{host}/attention/")
    assert published.book() == f"https://{host}/attention"
    monkeypatch.setenv("SITE", f"someone:secret@{host}")
    with pytest.raises(SystemExit, match=f"^SITE={host}: needed"):
        published.book()


def test_publish_writes_addresses_and_nothing_else(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(published, "remote", lambda: HTTPS)
    before = [path.read_text("utf-8") for path in (publish.README, START)]
    readme, notebook = (Path(shutil.copy(path, tmp_path)) for path in (publish.README, START))
    monkeypatch.setattr(publish, "README", readme)
    monkeypatch.setattr(publish, "PATHS", [notebook])
    publish.main()
    text = readme.read_text("utf-8")
    assert "](https://someone.github.io/attention/)" in text
    assert "](https://mybinder.org/v2/gh/someone/attention/HEAD?urlpath=lab/tree/notebooks/" in text
    assert "](https://colab.research.google.com/github/someone/attention/blob/main/" in text
    blank = [with_part(page, "addresses", "publish", "") for page in (text, before[0])]
    assert blank[0] == blank[1]
    assert alone.address_in(nbformat.read(notebook, as_version=4)) == HTTPS
    lines = set(notebook.read_text("utf-8").splitlines()) ^ set(before[1].splitlines())
    assert len(lines) == 3  # one goes, two come
    assert "Settings > Pages" in capsys.readouterr().out
    publish.main()
    assert readme.read_text("utf-8") == text
