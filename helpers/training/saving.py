"""A trained model as a file, and back again."""

from contextlib import contextmanager
from zipfile import BadZipFile

import numpy as np

from helpers.training.model import Transformer


@contextmanager
def if_writable():
    """with if_writable(): what cannot be written, as in a folder that is read-only, is said in a
    line, and the rest of the block is left out."""
    try:
        yield
    except OSError as error:
        print(f"Not written: {error.filename} ({error.strerror}).")


def save(model, path):
    """Write all that a model has learned, and its sizes, into a file .npz."""
    options = len(model.sinusoids), model.layers, model.heads, model.d_ff, model.causal
    np.savez_compressed(path, options=options, sinusoids=model.sinusoids, **model.p)


def load(path):
    """The Transformer of a file that `save` wrote, in float32 if its numbers are float16."""
    try:
        with np.load(path) as file:
            arrays = dict(file)
        n, layers, heads, d_ff, causal = arrays.pop("options").tolist()
        sinusoids = arrays.pop("sinusoids")
    except (BadZipFile, EOFError, KeyError, ValueError, AttributeError):
        needed = "needed a file that save(model, path) wrote"
        raise ValueError(f"path: given {str(path)!r}, {needed}") from None
    words, d = arrays["words"].shape
    dtype = np.result_type(arrays["words"], np.float32).type
    model = Transformer(words, n, layers, heads, d, d_ff, bool(causal), dtype=dtype)
    model.p = {name: x.astype(dtype) for name, x in arrays.items()}
    model.sinusoids = sinusoids.astype(dtype)
    return model
