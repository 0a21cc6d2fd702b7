"""A model's file is opened without reading its numbers, and refused where it is not whole."""

import json

import numpy as np
import pytest

from helpers import language
from helpers.language import files

DESCRIBED = {
    "__metadata__": {"marks": "<m>"},
    "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
    "b": {"dtype": "I64", "shape": [1], "data_offsets": [24, 32]},
}
A = np.arange(6, dtype="<f4").reshape(2, 3)
BYTES = A.tobytes() + np.array([7]).astype("<i8").tobytes()


@pytest.fixture
def write(tmp_path, monkeypatch):
    """A function that writes a model's file from what its header says and the bytes behind it."""
    monkeypatch.setenv(files.VARIABLE, str(tmp_path))

    def write(described, data):
        header = described if isinstance(described, bytes) else json.dumps(described).encode()
        header += b" " * (-len(header) % 8)
        files.path("some").write_bytes(len(header).to_bytes(8, "little") + header + data)

    return write


def test_what_is_written_is_opened(write):
    write(DESCRIBED, BYTES)
    arrays = files.arrays("some")
    assert np.array_equal(arrays["a"], A)
    assert arrays["b"].tolist() == [7]
    assert files.texts("some") == {"marks": "<m>"}
    assert files.is_installed("some")
    with pytest.raises(ValueError, match="read-only"):
        arrays["a"][0] = 1


def test_without_a_file_it_says_what_to_run(write):
    assert not language.is_installed()
    for open_it in (lambda: files.arrays("minilm"), language.load.__wrapped__):
        with pytest.raises(FileNotFoundError, match="Run make model once, in a terminal"):
            open_it()


@pytest.mark.parametrize(
    ("described", "data"),
    [
        (DESCRIBED, BYTES[:-1]),
        (DESCRIBED, BYTES + b"0"),
        (DESCRIBED, b""),
        (b"{", BYTES),
        (b"[]", BYTES),
        ({}, b""),
    ],
)
def test_what_is_not_whole_is_refused(write, described, data):
    write(described, data)
    with pytest.raises(ValueError, match=r"is not whole\. Run make model again"):
        files.arrays("some")


def test_an_empty_file_is_refused(write):
    files.path("some").write_bytes(b"")
    with pytest.raises(ValueError, match="is not whole"):
        files.arrays("some")


def test_without_the_variable_the_folder_is_the_user_s(monkeypatch):
    monkeypatch.delenv(files.VARIABLE, raising=False)
    assert files.folder().name == "self-attention-notebooks"
