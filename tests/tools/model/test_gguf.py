"""A model's file in few bits is read as the package gguf reads it."""

import struct

import numpy as np
import pytest

from tests.helpers.language.conftest import ANSWERS
from tools.model import gguf


@pytest.mark.parametrize("kind", ANSWERS["stored"])
def test_stored_numbers_are_to_the_last_bit_those_of_gguf(kind):
    stored, numbers = ANSWERS["stored"][kind]
    ours = gguf.numbers(int(kind), (2, 64), np.frombuffer(bytes.fromhex(stored), np.uint8))
    assert ours.dtype == np.float32
    assert ours.tobytes() == np.array(numbers, np.float32).tobytes()


def text(words):
    return struct.pack("<Q", len(words.encode())) + words.encode()


def test_a_small_file_is_read(tmp_path):
    facts = text("d") + struct.pack("<If", 6, 0.5)
    facts += text("words") + struct.pack("<IIQ", 9, 8, 2) + text("é") + text("")
    places = text("b") + struct.pack("<IQIQ", 1, 3, 0, 32)
    places += text("a") + struct.pack("<IQQIQ", 2, 32, 2, 8, 64)
    head = b"GGUF" + struct.pack("<IQQ", 3, 2, 2) + facts + places
    head += bytes(-len(head) % 32)
    b = np.array([1, 2, 3], "<f4").tobytes()
    a = (struct.pack("<e", 0.5) + bytes(range(32))) * 2
    path = tmp_path / "small.gguf"
    path.write_bytes(head + bytes(32) + b + bytes(20) + a)
    facts, arrays = gguf.read(path)
    assert facts == {"d": 0.5, "words": ["é", ""]}
    assert gguf.numbers(*arrays["b"]).tolist() == [1, 2, 3]
    assert gguf.numbers(*arrays["a"]).tolist() == [[i / 2 for i in range(32)]] * 2


def test_what_is_no_such_file_is_refused(tmp_path):
    path = tmp_path / "other.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<I", 2) + bytes(16))
    with pytest.raises(ValueError, match=r"other\.gguf is no GGUF file of version 3"):
        gguf.read(path)
