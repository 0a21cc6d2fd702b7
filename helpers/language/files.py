"""Where the published models' files are, and how they are opened. `make model` writes them.

    files.is_installed("smollm2")     # whether this model's file is here
    files.arrays("minilm")     # {name: array}, mapped into memory

Each model is one file in the format safetensors: the length of a header in eight bytes, the header
in JSON, which says of each array where its bytes are, and then all bytes. Opening it reads the
header alone. The numbers come into memory when they are used, once for all processes of a machine.
"""

import json
import math
import os
import sys
from pathlib import Path

import numpy as np

VARIABLE = "SELF_ATTENTION_MODELS"  # of the environment: a folder for many, as on a hub
MISSING = (
    "The published models are not on this computer. Run make model once, in a terminal in the "
    r"series' folder (on Windows: py tools\start.py model)."
)
IN_A_BROWSER = "The published models do not run in a browser: the page has what they computed."
DTYPES = {"F32": "<f4", "I64": "<i8"}  # of those that safetensors has, what the models use


class NotHere(FileNotFoundError):
    """There is no file of a model. Jupyter prints its message alone, without the way to it."""

    def _render_traceback_(self):
        return [str(self)]


def folder():
    """The folder of all models: the one that SELF_ATTENTION_MODELS names, or one of the user's."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("self-attention-notebooks", appauthor=False)


def path(name):
    """The path of a model's file, there or not. name: "smollm2" or "minilm"."""
    return folder() / f"{name}.safetensors"


def is_installed(name="smollm2"):
    """Whether a model's file is here. In a browser it never is."""
    return sys.platform != "emscripten" and path(name).is_file()


def header(name):
    """What a model's file says of its arrays, {name: {dtype, shape, data_offsets}}, and where their
    bytes begin.

    FileNotFoundError if there is no file, ValueError if it is not whole."""
    if not is_installed(name):
        raise NotHere(IN_A_BROWSER if sys.platform == "emscripten" else MISSING)
    with path(name).open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        given = file.seek(0, os.SEEK_END)
        file.seek(8)
        try:
            described = json.loads(file.read(length) if length < given else b"")
            ends = [x["data_offsets"][1] for x in described.values() if "dtype" in x]
        except (ValueError, AttributeError, KeyError, TypeError):
            described, ends = {}, []
    if not ends or given != 8 + length + max(ends):
        raise ValueError(f"{path(name)} is not whole. Run make model again: it writes it anew.")
    return described, 8 + length


def arrays(name):
    """A model's arrays, {name: array}, for reading alone; none is loaded before it is used.

    FileNotFoundError, ValueError: see `header`. MemoryError if it cannot be mapped."""
    described, start = header(name)
    try:
        data = np.memmap(path(name), np.uint8, mode="r", offset=start)
    except OSError as error:
        size = path(name).stat().st_size / 1e9
        raise MemoryError(f"The model needs {size:.1f} GB of memory: {error.strerror}") from None
    return {
        key: array_at(data.view(np.ndarray), **x) for key, x in described.items() if "dtype" in x
    }


def array_at(data, dtype, shape, data_offsets):
    """The bytes of data from one place to another, as an array of this dtype and shape."""
    start, end = data_offsets
    if end - start != np.dtype(DTYPES[dtype]).itemsize * math.prod(shape):
        raise ValueError(f"an array of shape {shape} has {end - start} bytes")
    return data[start:end].view(DTYPES[dtype]).reshape(shape)


def texts(name):
    """What is in a model's file beside its arrays: {name: text}."""
    return header(name)[0].get("__metadata__", {})
