"""A model whose matrices have one byte a number, for the browser: a quarter of the size.

    rounded.write(path, parameters)    parameters: {name: array}, float32
    rounded.read(path)                 the same, nearly
    rounded.largest_change(model, other, texts)    how far weights of attention move by it

GROUP neighbours in a row of a matrix share a scale: the largest of them becomes 127 or −127, the
others are rounded to whole numbers. What is no matrix stays as it is.
"""

import sys
from pathlib import Path

import numpy as np

GROUP = 32
IN_BROWSER = Path("/home/pyodide/minilm.npz")  # where the book's page or `fetch` puts it
IN_SITE = "../model/minilm.npz"  # seen from the folder that Python comes from
SCALES = "/scales"  # ends the name of a matrix's scales
UNUSED = "pooler", "position_ids"  # in MiniLM's file


def is_installed():
    """Whether a page has loaded the model."""
    return sys.platform == "emscripten" and IN_BROWSER.is_file()


def fetch():
    """Load the model's file from the site into this browser's Python, which waits until it is here.

    RuntimeError where this is no browser, or the site has no such file."""
    if sys.platform != "emscripten":
        raise RuntimeError("fetch is for the browser. Here, make model has the model fetched.")
    import pyodide_js
    from js import XMLHttpRequest

    request = XMLHttpRequest.new()
    request.open("GET", pyodide_js.lockfileBaseUrl + IN_SITE, False)
    request.responseType = "arraybuffer"
    request.send()
    if request.status != 200:
        raise RuntimeError(f"The model is not to be had: the server answers {request.status}.")
    IN_BROWSER.write_bytes(request.response.to_bytes())


class Table:
    """A matrix (n, d) of which only the rows that are asked for are written out as float32."""

    def __init__(self, whole, scales):
        self.whole, self.scales = whole, scales  # (n, d) int8, (n, d / GROUP) float16

    def __getitem__(self, rows):
        return np.repeat(self.scales[rows].astype(np.float32), GROUP, axis=-1) * self.whole[rows]


def rounded(matrix):
    """(n, d) → whole numbers (n, d) as int8, and scales (n, d / GROUP) as float16."""
    groups = matrix.reshape(len(matrix), -1, GROUP)
    scales = np.abs(groups).max(axis=-1, keepdims=True).astype(np.float16) / np.float16(127)
    scales[scales == 0] = 1  # a group of zeros
    whole = np.rint(groups / scales.astype(np.float32)).clip(-127, 127)
    return whole.reshape(matrix.shape).astype(np.int8), scales[..., 0]


def write(path, parameters):
    np.savez(path, **dict(arrays_of(parameters)))


def arrays_of(parameters):
    for name, array in parameters.items():
        if any(word in name for word in UNUSED):
            continue
        if array.ndim == 2 and array.shape[1] % GROUP == 0:
            yield name, (pair := rounded(array))[0]
            yield name + SCALES, pair[1]
        else:
            yield name, array


def read(path):
    """{name: array, or a Table for the word vectors}."""
    with np.load(path) as file:
        arrays = dict(file)
    return unpacked(arrays)


def unpacked(arrays):
    parameters = {}
    for name, array in arrays.items():
        if name + SCALES in arrays:
            table = Table(array, arrays[name + SCALES])
            parameters[name] = table if "word_embeddings" in name else table[:]
        elif not name.endswith(SCALES):
            parameters[name] = array
    return parameters


def largest_change(model, other, texts):
    """The largest difference between two models' weights of attention in any of the texts."""
    pairs = [(model.run(text), other.run(text)) for text in texts]
    return max(
        float(np.abs(ours.weights - theirs.weights).max())
        for pair in pairs
        for ours, theirs in zip(*pair, strict=True)
    )
