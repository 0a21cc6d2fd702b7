"""make model WEIGHTS=file, on a small file in the publisher's form."""

import json

import numpy as np
import pytest

from helpers import positions
from helpers.language import files
from helpers.language.smollm2 import NAMES, origin
from tools.model import published
from tools.model.fetch import Trouble

SHAPES = {  # two heads of 4 numbers for each of the model's 9 and 3, d = 6
    "self_attn.q_proj": (36, 6),
    "self_attn.k_proj": (12, 6),
    "self_attn.v_proj": (12, 6),
    "self_attn.o_proj": (6, 36),
    "input_layernorm": (6,),
    "post_attention_layernorm": (6,),
    "mlp.gate_proj": (8, 6),
    "mlp.up_proj": (8, 6),
    "mlp.down_proj": (6, 8),
}
ALL = {"model.embed_tokens.weight": (5, 6), "model.norm.weight": (6,)}
ALL |= {f"model.layers.0.{name}.weight": shape for name, shape in SHAPES.items()}


def write(path, arrays, dtype, metadata):
    """A file in the format safetensors."""
    head, data = {"__metadata__": metadata}, b""
    for name, x in arrays.items():
        offsets = [len(data), len(data) + x.nbytes]
        head[name] = {"dtype": dtype, "shape": list(x.shape), "data_offsets": offsets}
        data += x.tobytes()
    text = json.dumps(head).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


@pytest.fixture
def theirs(tmp_path, monkeypatch):
    """The publisher's arrays, float32 numbers whose lower 16 bits are 0. Their file is beside a
    copy that has other numbers."""
    monkeypatch.setenv(files.VARIABLE, str(tmp_path))
    rng = np.random.default_rng(0)
    arrays = {}
    for name, shape in ALL.items():
        bits = rng.standard_normal(shape).astype("<f4").view("<u4")
        arrays[name] = (bits >> 16 << 16).view("<f4")
    halves = {name: (x.view("<u4") >> 16).astype("<u2") for name, x in arrays.items()}
    write(tmp_path / "model.safetensors", halves, "BF16", {"format": "pt"})
    copy = {published.name_of(name): np.zeros_like(x) for name, x in arrays.items()}
    write(files.path("smollm2"), copy, "F32", {"tokens": "a\nb"})
    return arrays


def read(tmp_path, monkeypatch):
    target = published.written(tmp_path / "model.safetensors", tmp_path)
    monkeypatch.setenv(files.VARIABLE, str(target.parent))
    return files.arrays("smollm2")


def test_it_writes_the_publisher_s_numbers_and_the_copy_s_tokens(theirs, tmp_path, monkeypatch):
    ours = read(tmp_path, monkeypatch)
    for name, x in theirs.items():
        if not name.endswith(("q_proj.weight", "k_proj.weight")):
            assert np.array_equal(ours[published.name_of(name)], x)
    assert files.texts("smollm2")["tokens"] == "a\nb"


def test_the_pages_say_on_which_numbers_they_run(theirs, tmp_path, monkeypatch):
    assert origin() == "It runs on the copy: most of its numbers were rounded to one of 16 levels."
    read(tmp_path, monkeypatch)
    assert origin().startswith("It runs on model.safetensors, your own file: none")


def rotate_halves(x):
    """The publisher's rotation: its pairs are columns t and t + d/2. (…, n, d) → (…, n, d)"""
    *_, n, d = x.shape
    angles = np.arange(n)[:, None] * positions.frequencies(d)  # (n, d/2)
    (first, second), cos, sin = np.split(x, 2, axis=-1), np.cos(angles), np.sin(angles)
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


def test_scores_are_those_of_the_publisher_s_rotation(theirs, tmp_path, monkeypatch):
    ours = read(tmp_path, monkeypatch)
    y = np.random.default_rng(1).standard_normal((7, 6))
    wanted, given = (
        [
            rotate((y @ W.T).reshape(7, heads, 4).swapaxes(0, 1))
            for W, heads in zip(arrays, (9, 3), strict=True)
        ]
        for rotate, arrays in (
            (
                rotate_halves,
                [theirs[f"model.layers.0.self_attn.{x}_proj.weight"] for x in "qk"],
            ),
            (positions.rotate, [ours[f"blk.0.attn_{x}.weight"] for x in "qk"]),
        )
    )
    for q, k in ((0, 0), (4, 1), (8, 2)):
        assert np.allclose(wanted[0][q] @ wanted[1][k].T, given[0][q] @ given[1][k].T)


def test_another_model_is_refused(theirs, tmp_path):
    del theirs["model.norm.weight"]
    write(tmp_path / "model.safetensors", theirs, "F32", {})
    with pytest.raises(Trouble, match=r"output_norm\.weight has the shape None"):
        published.written(tmp_path / "model.safetensors", tmp_path)


def test_numbers_of_another_kind_are_refused(theirs, tmp_path):
    write(tmp_path / "model.safetensors", theirs, "F32", {})
    with pytest.raises(Trouble, match="is of F32, needed BF16"):
        published.written(tmp_path / "model.safetensors", tmp_path)


def test_its_names_become_those_of_the_model():
    ours = {f"blk.0.{name}.weight" for name in NAMES}
    assert {published.name_of(name) for name in ALL} == ours | {
        "token_embd.weight",
        "output_norm.weight",
    }
