"""The published sentence model: its similarities, and blocks that take the place of its own."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from helpers.data import pronouns, recorded
from helpers.experiments import replaced_blocks
from helpers.language import minilm, rounded
from tests.models import needs_minilm
from tools.record import record_pronouns


@needs_minilm
def test_the_published_similarities_come_out():
    model = minilm.load()
    for (one, other), published in minilm.PUBLISHED.items():
        similarity = model.sentence_vector(one) @ model.sentence_vector(other)
        assert abs(similarity - published) < 0.00006  # of four digits; computed in float32


def own(X, w, seen):
    """A block in which nothing but the mask of keys is new: the model's, for a filled batch."""
    model, number = (
        minilm.load(),
        next(k for k, known in enumerate(minilm.load().blocks) if known is w),
    )
    output = model.layer(number, X[seen]).output
    return np.concatenate([output, np.full((len(X) - len(output), output.shape[1]), np.nan)])


@needs_minilm
def test_the_model_s_own_blocks_change_nothing_and_what_is_not_seen_counts_for_nothing():
    found = replaced_blocks.measured(own)
    assert found.differences.max() < 1e-5  # numbers up to 5, in float32
    assert np.allclose(found.alone, list(minilm.PUBLISHED.values()), atol=6e-5)
    assert np.allclose(found.alone, found.in_a_batch, atol=1e-6)


def test_a_number_has_one_byte_and_moves_by_half_a_step_at_most(tmp_path):
    random = np.random.default_rng(0)
    parameters = {
        "word_embeddings": random.standard_normal((5, 64)).astype(np.float32),
        "W": random.standard_normal((3, 96)).astype(np.float32),
        "b": random.standard_normal(7).astype(np.float32),
        "pooler.W": np.ones((2, 32), np.float32),
    }
    parameters["W"][1, :32] = 0
    rounded.write(tmp_path / "small.npz", parameters)
    back = rounded.read(tmp_path / "small.npz")
    assert list(back) == ["word_embeddings", "W", "b"]
    assert np.array_equal(back["b"], parameters["b"])
    for name, rows in {"W": back["W"], "word_embeddings": back["word_embeddings"][[4, 0]]}.items():
        meant = parameters[name] if name == "W" else parameters[name][[4, 0]]
        step = np.abs(meant.reshape(len(meant), -1, rounded.GROUP)).max(axis=-1) / 127
        away = np.abs(rows - meant).reshape(len(meant), -1, rounded.GROUP).max(axis=-1)
        assert (away <= 0.6 * step).all()  # the scale is rounded, too
        assert rows.dtype == np.float32


def test_without_the_model_the_recorded_numbers_are_given_and_a_line_says_so(monkeypatch, capsys):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    found = replaced_blocks.measured(None)
    assert "run make model once" in capsys.readouterr().out
    assert np.allclose(found.alone, list(minilm.PUBLISHED.values()), atol=6e-5)
    assert np.array_equal(found.alone.round(6), found.in_a_batch.round(6))
    assert len(found.differences) == minilm.LAYERS
    assert found.differences.max() < 0.0005
    assert len(recorded.replaced_blocks()) == len(found)


class Request:
    """What the workbench asks the site with."""

    new = classmethod(lambda cls: cls())

    def open(self, method, address, in_background):
        here = address == "http://127.0.0.1/book/python/../model/minilm.npz"
        self.status = 200 if here and not in_background else 404

    def send(self):
        self.response = SimpleNamespace(to_bytes=lambda: b"a model" * 300_000)


@pytest.mark.parametrize(("folder", "said"), [("python", "2 MB loaded"), ("elsewhere", "404")])
def test_the_workbench_takes_the_model_from_the_site(folder, said, monkeypatch, tmp_path, capsys):
    with pytest.raises(RuntimeError, match="make model"):
        minilm.fetch()
    site = SimpleNamespace(lockfileBaseUrl=f"http://127.0.0.1/book/{folder}/")
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "pyodide_js", site)
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(XMLHttpRequest=Request))
    monkeypatch.setattr(rounded, "IN_BROWSER", tmp_path / "minilm.npz")
    if said == "404":
        with pytest.raises(RuntimeError, match=said):
            minilm.fetch()
    else:
        minilm.fetch()
        assert said in capsys.readouterr().out
    assert minilm.is_installed() == (said != "404")


@needs_minilm
@pytest.mark.long
def test_what_is_recorded_of_nouns_is_the_model_s():
    """Notebook 06 shows it."""
    assert record_pronouns.recorded(minilm.load())["preferred"] == pronouns.preferred()
