"""Reads a model's file in llama.cpp's format GGUF, version 3: facts, then arrays in few bits."""

import struct
from math import prod

import numpy as np

NUMBERS = "<B", "<b", "<H", "<h", "<I", "<i", "<f", "<?", "", "", "<Q", "<q", "<d"
TEXT, LIST = 8, 9  # kinds of facts, beside numbers
BLOCK = 32  # numbers that share a scale
DTYPES = {  # kinds of arrays: how a block of them, or one number, is stored
    0: np.dtype("<f4"),
    3: np.dtype([("scale", "<f2"), ("least", "<f2"), ("codes", "u1", BLOCK // 2)]),  # Q4_1
    8: np.dtype([("scale", "<f2"), ("codes", "i1", BLOCK)]),  # Q8_0
}


def read(path):
    """The facts {name: value} of a file, and {name: (kind, shape, bytes)}, for `numbers`."""
    data = np.memmap(path, np.uint8, mode="r")
    at = 0

    def take(form):
        nonlocal at
        (value,) = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        return value

    def fact(kind):
        if kind == TEXT:
            return take(f"{take('<Q')}s").decode()
        if kind == LIST:
            kind, size = take("<I"), take("<Q")
            return [fact(kind) for _ in range(size)]
        return take(NUMBERS[kind])

    if (take("4s"), take("<I")) != (b"GGUF", 3):
        raise ValueError(f"{path.name} is no GGUF file of version 3")
    arrays, facts = take("<Q"), take("<Q")
    facts = {fact(TEXT): fact(take("<I")) for _ in range(facts)}
    places = [
        (fact(TEXT), [take("<Q") for _ in range(take("<I"))], take("<I"), take("<Q"))
        for _ in range(arrays)
    ]
    start = -(-at // 32) * 32  # the arrays begin at the next multiple of 32 bytes
    return facts, {
        name: (kind, shape[::-1], data[start + place :]) for name, shape, kind, place in places
    }


def numbers(kind, shape, data):
    """An array as float32: each code times its block's scale, in Q4_1 plus the block's least."""
    dtype = DTYPES[kind]
    size = prod(shape) * dtype.itemsize // (BLOCK if dtype.names else 1)
    blocks = data[:size].view(dtype)
    if not dtype.names:
        return blocks.reshape(shape)
    codes = blocks["codes"]
    if kind == 3:  # two codes a byte: the first half of the block in the low four bits
        codes = np.concatenate([codes & 15, codes >> 4], axis=1)  # (blocks, 32)
    x = codes.astype(np.float32) * blocks["scale"].astype(np.float32)[:, None]
    if kind == 3:
        x += blocks["least"].astype(np.float32)[:, None]
    return x.reshape(shape)
