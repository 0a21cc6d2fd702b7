"""The notebooks run: Run All gives what is stored, twice in one kernel, and agrees with helpers."""

import contextlib
import functools
import io
import json
import platform
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import checks
import execute
import numpy as np
import picture
import pytest
import stored

from helpers import attention, block, examples, positions

ROOT = Path(__file__).resolve().parents[1]


def pinned():
    """Whether pictures must be equal to the byte: the pinned packages, on x86-64 Linux."""
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    drawing = ("numpy", "contourpy")
    same = all(f"{name}=={version(name)}\n" in pins for name in drawing)
    return same and sys.platform == "linux" and platform.machine() == "x86_64"


def comparable(text):
    """The text itself; off the pins without pictures, and with its floats to 3 digits."""
    if pinned():
        return text
    text = re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,", text)
    return re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.3g}", text)


@pytest.mark.parametrize("path", checks.PATHS, ids=lambda path: path.stem)
def test_running_all_twice_gives_what_is_stored(path):
    first, second = execute.executed(path, runs=2)
    stored = path.read_text(encoding="utf-8")
    for fresh, kept in zip(cells(first), cells(stored), strict=True):
        assert fresh == kept
    assert comparable(first) == comparable(stored)
    for again, fresh in zip(cells(second), cells(first), strict=True):
        assert uncounted(again) == uncounted(fresh)


def cells(text):
    return json.loads(comparable(text))["cells"]


def uncounted(cell):
    """A cell without the counts of when it ran."""
    outputs = [output | {"execution_count": None} for output in cell.get("outputs", [])]
    return cell | {"execution_count": None, "outputs": outputs}


# --- what a notebook derives is what the helpers compute --------------------------------------

RANDOM = np.random.default_rng(0)
Y, X = RANDOM.standard_normal((3, 4)), RANDOM.standard_normal((5, 6))
Q, K, V = (RANDOM.standard_normal(shape) for shape in [(3, 4), (5, 4), (5, 2)])
ROWS = RANDOM.standard_normal((3, 8))
HEADS = [RANDOM.standard_normal(shape) for shape in [(2, 4, 3), (2, 6, 3), (2, 6, 5), (10, 7)]]
SHAPES = [(2, 6, 3), (2, 6, 3), (2, 6, 4), (8, 6), (6, 9), (9,), (9, 6), *[(6,)] * 5]
BLOCK = block.Weights(*(RANDOM.standard_normal(shape) for shape in SHAPES))
MASK = RANDOM.random((3, 5)) < 0.7
MASK[:, 0] = True
OWN = [  # notebook, its function, the helper, arguments
    ("02", "scores", lambda Q, K: attention.scores(Q, K, scale=1.0), (Q, K)),
    ("03", "plain_softmax", attention.softmax, (ROWS,)),
    ("03", "softmax", attention.softmax, (ROWS,)),
    ("03", "softmax", attention.softmax, (ROWS, 0)),
    ("03", "softmax_loop", attention.softmax, (ROWS[0],)),
    ("04", "attention_by_formula", lambda *x: attention.attention(*x).output, (Q, K, V)),
    (
        "04",
        "attend_by_loop",
        lambda q, K, V: attention.attention([q], K, V, scale=1.0).output[0],
        (Q[0], K, V),
    ),
    ("05", "causal_mask", attention.causal_mask, (4,)),
    ("05", "causal_mask", attention.causal_mask, (3, 5, True)),
    ("05", "padding_mask", attention.padding_mask, ([0, 2, 4], 4)),
    (
        "05",
        "masked_softmax",
        lambda S, mask: attention.attention(S, np.eye(5), np.eye(5), mask, 1.0).weights,
        (RANDOM.standard_normal((3, 5)), MASK),
    ),
    ("06", "split_heads", attention.split_heads, (ROWS, 4)),
    ("06", "merge_heads", attention.merge_heads, (RANDOM.standard_normal((4, 3, 2)),)),
    ("06", "multi_head", lambda *x: attention.multi_head_attention(*x).output, (Y, X, *HEADS)),
    ("07", "frequencies", positions.frequencies, (8,)),
    ("07", "sinusoids", positions.sinusoids, (5, 8)),
    ("07", "shift_matrix", positions.shift_matrix, (3, 8)),
    ("07", "rotate", positions.rotate, (ROWS,)),
    ("07", "rotate", positions.rotate, (ROWS, [4, 0, 100])),
    ("07", "rotate_halves", positions.rotate_halves, (ROWS,)),
    ("08", "layer_norm", block.layer_norm, (ROWS, ROWS[1], ROWS[2])),
    ("08", "rms_norm", block.rms_norm, (ROWS, ROWS[1])),
    ("08", "mlp", block.mlp, (Y, HEADS[0][0], ROWS[0, :3], HEADS[0][1].T, ROWS[0, :4])),
    ("08", "block_before", block.block, (X, BLOCK)),
]


@functools.cache
def names_of(number):
    """What a notebook has defined after Run All, here without a kernel."""
    (path,) = (path for path in checks.PATHS if path.name.startswith(number))
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in stored.code(stored.read(path)):
            exec(cell.source, names)
    return names


@pytest.mark.parametrize(
    ("number", "name", "helper", "arguments"), OWN, ids=lambda x: x if isinstance(x, str) else ""
)
def test_own_version_equals_the_helper(number, name, helper, arguments):
    own, helpers = names_of(number)[name](*arguments), helper(*arguments)
    for mine, theirs in zip(as_arrays(own), as_arrays(helpers), strict=True):
        assert mine.shape == theirs.shape
        assert np.allclose(mine, theirs)


def as_arrays(result):
    return [np.asarray(x) for x in (result if isinstance(result, tuple) else (result,))]


def test_every_version_of_a_helper_is_compared():
    """A function in a notebook that is named like a public helper stands in OWN; the stubs of
    exercises, my_…, have checks of their own."""
    alike = re.compile("softmax|scores|attend|attention|mask|heads|multi_head|norm|mlp|block")
    compared = {(number, name) for number, name, *_ in OWN}
    compared |= {("05", "plain_softmax")}  # NaN on purpose, where the helper gives zeros
    compared |= {("05", "attend"), ("05", "masked_by"), ("07", "attend")}  # they call the helper
    compared |= {("06", "cut_heads"), ("06", "full_heads")}  # not what the helper does
    for path in checks.LESSONS:
        source = "\n".join(cell.source for cell in stored.code(stored.read(path)))
        for name in re.findall(r"(?m)^def (\w+)", source):
            meant = name.startswith("my_") or "WRONG" in name or not alike.search(name)
            assert meant or (path.name[:2], name) in compared, (path.name, name)


def test_the_literal_arrays_of_04_are_the_examples():
    names, example = names_of("04"), examples.THREE_INPUTS
    for name in ("X", "W_Q", "W_K", "W_V"):
        assert np.array_equal(names[name], getattr(example, name))


# --- what notebook 00 promises ----------------------------------------------------------------


def test_the_map_gives_each_notebook_s_minutes():
    (start,) = (path for path in checks.PATHS if path.name.startswith("00"))
    source = "\n".join(cell.source for cell in stored.markdown(stored.read(start)))
    rows = re.findall(r"\| \[.*?\]\((\S+)\) \|.*\| (.*) \|", source)
    assert [name for name, _ in rows] == [path.name for path in checks.PATHS[1:]]
    for path, (_, minutes) in zip(checks.LESSONS, rows[:-1], strict=True):
        assert f"**Time** {minutes} minutes" in stored.read(path).cells[0].source


def test_the_environment_check_asks_for_what_pyproject_asks():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = names_of("00")["least"]
    assert project["requires-python"] == ">=" + ".".join(map(str, least["Python"]))
    for name in ("NumPy", "anywidget"):
        pin = name.lower() + ">=" + ".".join(map(str, least[name]))
        assert pin in project["dependencies"]


def test_the_readme_links_every_notebook():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"(notebooks/{path.name})" in readme for path in checks.PATHS)


def test_the_readme_s_picture_and_its_description_are_current():
    drawing = picture.drawing()
    assert picture.PATH.read_text(encoding="utf-8") == picture.written(drawing) + "\n"
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"![{drawing.title}. {drawing.description}](.github/{picture.PATH.name})" in readme
