"""What a reader of notebook 13 writes in its decoder, tried in the page's own cells."""

import re
from unittest import mock

import numpy as np
import pytest

from helpers.language import blanks
from tests.lessons import cells_of

PAGE = cells_of("13")
RIGHT = KEYS, TURN, REPEAT, ATTEND, ADD = re.findall("<code>(.*?)</code>", PAGE["lines-way"].source)
GIVEN = [line for line in PAGE["lines-run"].source.split("\n") if " ..." in line]
DOTS, OF_Q = "There are dots left", TURN.split(" = ")[1].partition(", parts")[0]
ONE, K_ONLY = KEYS.partition(", parts")[0], "K = parts.repeat_heads(K, 3)"
WRONG = (  # in place of each line: what is said of it
    {
        "K, V = ...": DOTS,
        KEYS.replace("3", "9"): "y @ w.W_K is (n, 192): that is three heads",
        KEYS.replace("W_V", "W_K"): "The third should be made of W_V: values",
        KEYS.replace("K, V", "V, K"): "The second should be made of W_K: keys",
        ONE: "K and V need a call each",
        "K, V = y @ w.W_K, y @ w.W_V": "The keys are made of y @ w.W_K: three heads",
        KEYS.replace("parts.", ""): "A part is called as parts.split",
        KEYS.replace(" @ w", ", w"): "One array a call: split takes rows and a number",
    },
    {
        "...": "Q is not turned: a score tells how far",
        TURN.replace("Q", "V"): "Q is not turned",
        f"Q = {OF_Q.replace('Q', 'heads')}": "heads stands for Q, K or V",
        f"Q = {OF_Q}": "K is not turned",
        f"{TURN}; Q = {OF_Q}": "The first should be Q, turned once by",
        f"{TURN}; K = {OF_Q.replace('Q', 'K')}": "The keys are made of y @ w.W_K: three heads",
        f"{TURN}; V = {OF_Q.replace('Q', 'V')}": "V is turned: scores need places",
        TURN.replace("100_", "10_"): "The first should be Q, turned once by np.arange(n)",
        TURN.replace(", 100_000.0", ""): "rotate takes heads, an array with each token's place",
        TURN.replace("np.arange(n)", "list(range(n))"): "rotate takes heads, an array",
        TURN.replace("arange(n)", "arange(9)"): "The shapes do not fit",
    },
    {
        "...": "K has three heads, Q has nine",
        K_ONLY: "V has three heads, Q has nine",
        K_ONLY.replace("K", "Q"): "Q has nine heads already",
        f"{REPEAT}; Q = parts.repeat_heads(Q, 3)": "Q has nine heads already",
        f"{K_ONLY}; V = np.tile(V, (3, 1, 1))": "The values are made of y @ w.W_V: three heads",
        f"V = Q; {K_ONLY}": "The third should be made of W_V: values",
        "K = V = Q": "The second should be made of W_K: keys",
        REPEAT.replace("parts.repeat_heads", "np.repeat").replace("3", "3, 0"): "let parts compute",
    },
    {
        "output, _ = ...": DOTS,
        ATTEND.replace(", parts.causal_mask(n, n)", ""): "Each token sees those after it, which",
        ATTEND.replace("n))", "n).T)"): "Each token sees those after it, and none before it",
        ATTEND.replace("n))", "n) > np.eye(n))"): "Each token may see itself, too",
        ATTEND.replace("n, n", "9, n"): "n queries look at n keys",
        ATTEND.replace("n, n", "5, 5"): "n queries look at n keys",
        ATTEND.replace("n, n", "n"): "The mask is causal_mask(n, n)",
        ATTEND.replace("n, n", "Q, K"): "The mask is causal_mask(n, n)",
        ATTEND.replace(", _", ""): "attention returns its output and its weights",
        ATTEND.replace("Q, K", "K, Q"): "The first should be Q",
    },
    {
        "x = ...": DOTS,
        ADD.replace("x + ", ""): "x is replaced: add to it",
        ADD.replace("x + ", "y + "): "y is the normed copy",
        ADD.replace("x = ", ""): "What the heads found is not added to x",
        ADD.replace("(output)", ""): "a part is not called",
        f"{ADD}.T": "W_O is turned around",
        ADD.replace(" @ w.W_O", ""): "W_O is left out",
        ADD.replace("parts.merge(output)", "output"): "The shapes do not fit",
        ADD.replace("parts.merge(output)", "output.reshape(n, 576)"): "Not merged: reshape alone",
        f"{ADD} / 2": "It needs x, to which the merged heads times w.W_O are added",
        f"{ADD}; return": "Does it end in return, below the loop?",
        f"{ADD}; break": "The first block is right. Are the lines below as they were?",
    },
)
ALSO_RIGHT = (
    RIGHT,
    (KEYS, REPEAT, TURN, ATTEND, ADD),
    (KEYS, TURN.replace("arange(n)", "array(range(n))").replace("100_000.0", "1e5"), *RIGHT[2:]),
    (*RIGHT[:3], ATTEND.replace("parts.c", "np.log(parts.c").replace("n))", "n)))"), ADD),
    (
        *RIGHT[:3],
        ATTEND.replace(", _", "").replace("n))", "n)).output"),
        ADD.replace("= x +", "+="),
    ),
)


def told_of(*lines):
    """The decoder that runs the page, and what its folded cell says, for a reader's five lines."""
    told, source = [], PAGE["lines-run"].source
    for given, line in zip(GIVEN, lines, strict=True):
        source = source.replace(given, f"        {line}")
    names = {"np": np, "mine": mock.Mock(), "blanks": blanks, "aside": told.append}
    with np.errstate(divide="ignore"):  # the log of False
        exec(source + "\n" + PAGE["lines-tried"].source, names)
    return names["decoder"], told[0]


def test_a_wrong_decoder_is_told_why_and_does_not_run_the_page():
    every, tried = {*blanks.DECODER.mistakes.values()}, set()
    for place, of_line in enumerate(WRONG):
        for line, said in of_line.items():
            decoder, told = told_of(*RIGHT[:place], line, *RIGHT[place + 1 :])
            assert decoder is blanks.decoder
            (found,) = (x for x in every if x in told)
            assert f" {said}" in found, line
            tried |= {found}
    assert tried == every


@pytest.mark.parametrize("lines", ALSO_RIGHT)
def test_a_right_decoder_runs_the_page(lines):
    decoder, told = told_of(*lines)
    assert decoder is not blanks.decoder
    assert told == "Your decoder gives the right logits: it runs the rest of this page."


def test_the_untouched_decoder_is_told_of_its_dots_and_not_of_what_it_needs():
    _, told = told_of(*(line.strip() for line in GIVEN))
    assert DOTS in told
    assert "turned" not in told


@pytest.mark.long
def test_both_decoders_say_the_same_of_the_published_model(model):
    tokens = model.tokens.encode("The capital of Norway is")
    logits, own = (x(tokens, model.parts, model) for x in (told_of(*RIGHT)[0], blanks.decoder))
    assert np.allclose(logits, own, atol=1e-3)
    assert model.tokens.decode([logits[-1].argmax()]) == " Oslo"
