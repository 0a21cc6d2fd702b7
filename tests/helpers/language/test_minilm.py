"""The published sentence model: its similarities, and blocks that take the place of its own."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from helpers.data import recorded, word_pieces
from helpers.experiments import replaced_blocks
from helpers.language import minilm, rounded
from tests.models import needs_minilm


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


NOUNS = {  # sentences, and what their "it" is
    "The animal didn't cross the street because it was too tired.": "animal",
    "The animal didn't cross the street because it was too wide.": "street",
    "The trophy didn't fit in the suitcase because it was too big.": "trophy",
    "The trophy didn't fit in the suitcase because it was too small.": "suitcase",
    "The cup fell because it was full.": "cup",
    "The dog barked because it was hungry.": "dog",
    "The ball broke the window because it was heavy.": "ball",
    "The bird sang because it was happy.": "bird",
}


def nearer(text, noun, off=None):
    """By how much each token but the noun comes nearer to it in layer 4: {place: difference}, and
    the place of "it"."""
    tokens, model = word_pieces.tokens(text), minilm.load()
    X = model.run(text)[3].X
    at = tokens.index(noun)
    before, after = (
        x @ x[at] / np.linalg.norm(x, axis=1) / np.linalg.norm(x[at])
        for x in (X, model.layer(3, X, off).output)
    )
    moved = {i: after[i] - before[i] for i in range(len(tokens)) if i != at}
    return moved, tokens.index("it")


@needs_minilm
def test_what_notebook_08_says_of_layer_4_without_its_head_and_in_other_sentences():
    first, *others = NOUNS.items()
    for off, by in ((None, 0.10), (1, 0.05)):  # head 4.2
        moved, it = nearer(*first, off)
        assert max(moved, key=moved.get) == it
        assert round(float(moved[it]), 2) == by
    nearest = [max(moved, key=moved.get) == it for moved, it in (nearer(*x) for x in others)]
    assert (sum(nearest), len(nearest)) == (1, 7)


PAIRS = [  # sentence, first noun, its word, second noun, its word
    ("The ball broke the window because it was so {}.", "ball", "heavy", "window", "thin"),
    ("The truck did not pass the bridge because it was too {}.", "truck", "high", "bridge", "low"),
    ("The snake swallowed the egg because it was so {}.", "snake", "hungry", "egg", "small"),
    (
        "The boat could not enter the harbor because it was too {}.",
        "boat",
        "large",
        "harbor",
        "shallow",
    ),
    (
        "The table won't fit through the door because it is too {}.",
        "table",
        "wide",
        "door",
        "narrow",
    ),
    ("The dog didn't climb the hill because it was too {}.", "dog", "lazy", "hill", "steep"),
    (
        "The horse could not jump over the wall because it was too {}.",
        "horse",
        "old",
        "wall",
        "high",
    ),
    ("The cat ran from the house because it was so {}.", "cat", "scared", "house", "noisy"),
    ("The child ate the apple because it was so {}.", "child", "hungry", "apple", "sweet"),
    ("The truck hit the tree because it was {}.", "truck", "fast", "tree", "near"),
    ("The rabbit left the garden because it was too {}.", "rabbit", "afraid", "garden", "dry"),
]
SECOND_IS_RIGHT = [
    ("The window was broken by the ball because it was so heavy.", "window", "ball"),
    ("The bridge was not passed by the truck because it was too high.", "bridge", "truck"),
    ("The egg was swallowed by the snake because it was so hungry.", "egg", "snake"),
    ("The wall was not jumped by the horse because it was too old.", "wall", "horse"),
    ("The hill was not climbed by the dog because it was too lazy.", "hill", "dog"),
    ("The apple was eaten by the child because it was hungry.", "apple", "child"),
    ("The suitcase could not hold the trophy because it was too big.", "suitcase", "trophy"),
]


def prefers_first(text, first, second):
    """Whether "it" gives the first noun more weight than the second, in head 4.2."""
    tokens = word_pieces.tokens(text)
    of_it = minilm.load().run(text)[3].weights[1][tokens.index("it")]
    return bool(of_it[tokens.index(first)] > of_it[tokens.index(second)])


@needs_minilm
def test_what_notebook_06_says_of_head_4_2_in_29_other_sentences():
    asked = [(text, one, other, False) for text, one, other in SECOND_IS_RIGHT]
    for text, one, of_one, other, of_other in PAIRS:
        asked += [
            (text.format(of_one), one, other, True),
            (text.format(of_other), one, other, False),
        ]
    first = [prefers_first(*x[:3]) for x in asked]
    right = [found == is_first for found, (*_, is_first) in zip(first, asked, strict=True)]
    assert (len(asked), sum(first), sum(right)) == (29, 21, 13)
