"""What the language model writes, how it draws, and how likely it finds a text."""

import numpy as np
import pytest

from helpers import language

QUESTION = language.chat("What is the capital of Norway?")


def test_it_answers_and_ends(model):
    tokens = model.tokens
    written = language.write(model, tokens.encode(QUESTION), 20)
    assert "".join(tokens.streamed(written)) == "The capital of Norway is Oslo."


def test_the_loss_is_that_of_the_logits(model):
    numbers = model.tokens.encode("The capital of Norway is Oslo.")
    logits = model.run(numbers).logits.astype(float)
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    asked = p[np.arange(len(numbers) - 1), numbers[1:]]
    assert np.allclose(language.losses(model, numbers), -np.log(asked), atol=1e-6)
    assert np.allclose(language.losses(model, numbers, last=3), -np.log(asked[-3:]), atol=1e-6)
    assert len(language.losses(model, numbers, last=100)) == len(numbers) - 1  # all there are
    assert np.array_equal(
        language.losses(model, numbers, last=100), language.losses(model, numbers)
    )


def test_it_draws_by_probability():
    logits, rng = np.log([0.2, 0.5, 0.3]), np.random.default_rng(0)
    assert language.draw(None, logits) == 1
    drawn = [language.draw(rng, logits, 1.0) for _ in range(3000)]
    shares = np.bincount(drawn) / 3000
    assert np.abs(shares - [0.2, 0.5, 0.3]).max() < 0.03
    two = {language.draw(rng, logits, 1.0, top_k=2) for _ in range(200)}
    assert two == {1, 2}
    cold = [language.draw(rng, logits, 0.1) for _ in range(200)]
    assert cold.count(1) > 190


def test_n_is_a_whole_number():
    with pytest.raises(ValueError, match=r"n: given 1\.5, needed a whole number of at least 1"):
        next(language.write(None, [1], 1.5))


def test_lines_begin_anew_at_a_space_where_one_is_full():
    pieces = ["a b", *["cde", " fg", "h"] * 3, "\n", " i"]
    text = "".join(language.lines("x\ny", pieces, width=5))
    assert text.replace("\n", " ").replace("  ", " ") == "x y" + "".join(pieces).replace("\n", "")
    assert [len(line) for line in text.split("\n")] == [1, 7, 6, 6, 3, 2]
