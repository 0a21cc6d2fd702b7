"""A trained model as a file, and back again."""

import io
import os
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from helpers.training.model import Transformer


@contextmanager
def if_writable():
    """with if_writable(): what cannot be written, as in a folder that is read-only or on a disk
    that is full, is said in a line, and the rest of the block is left out."""
    try:
        yield
    except OSError as error:
        print(f"Not written: {error.filename or 'a file'} ({error.strerror or error}).")


def save(model, path):
    """Write all that a model has learned, and its sizes, into a file .npz.

    OSError if that is impossible; a file that was there before is then as it was."""
    options = len(model.sinusoids), model.layers, model.heads, model.d_ff, model.causal
    file = io.BytesIO()
    np.savez_compressed(file, options=options, sinusoids=model.sinusoids, **model.p)
    write_file(path, file.getvalue())


def write_file(path, content):
    """Write bytes, or text, into a file as a whole: it is the old one until the new one is done.

    OSError, with the file's name, if that is impossible."""
    path = Path(path)
    new = path.with_name(f".{path.name}.new")
    if isinstance(content, str):
        content = content.encode("utf-8")
    try:
        new.write_bytes(content)
        os.replace(new, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def load(path):
    """The Transformer of a file that `save` wrote, in float32 if its numbers are float16."""
    with np.load(path) as file:
        arrays = dict(file)
    n, layers, heads, d_ff, causal = arrays.pop("options").tolist()
    sinusoids = arrays.pop("sinusoids")
    words, d = arrays["words"].shape
    dtype = np.result_type(arrays["words"], np.float32).type
    model = Transformer(words, n, layers, heads, d, d_ff, bool(causal), dtype=dtype)
    model.p = {name: x.astype(dtype) for name, x in arrays.items()}
    model.sinusoids = sinusoids.astype(dtype)
    return model
