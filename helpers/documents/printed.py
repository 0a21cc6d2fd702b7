"""Every number that a document prints, and the function that recomputes it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers.attention import merge_heads, softmax, split_heads
from helpers.data.examples import S1, S2, A, B, C
from helpers.documents.recompute import (
    A3,
    A5,
    K3,
    Q3,
    ROUNDED3,
    ROW5,
    S3,
    S5,
    V3,
    W_K,
    W_Q,
    W_V,
    X3,
    X5,
    factors,
    flat,
    pick,
    products,
    variance_is_width,
    weighted,
)
from helpers.documents.tex import readable

VERDICTS = ("differs", "agrees", "given")  # a table of numbers lists them in this order

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]\d\d)?")


@dataclass(frozen=True)
class Printed:
    """Numbers a document prints, and the function that recomputes them."""

    document: str
    place: str
    printed: str  # verbatim, … where parts are left out; says to how many digits to recompute
    recompute: Callable  # () → those numbers in that order, or the word that stands for them
    kind: str = "computed"  # given (an input), computed, slip, rounding
    right: str = ""  # slip and rounding only: what the stated numbers and rounding give
    quote: str = ""  # more of the text around it, where `printed` alone is not telling
    note: str = ""

    @property
    def recomputed(self):
        """The recomputed numbers, written as `right`, or else `printed`, writes its own."""
        like, values = self.right or self.printed, self.recompute()
        if isinstance(values, str):
            return values
        values = np.ravel(values)
        if len(values) != len(NUMBER.findall(like)):
            raise ValueError(f"recompute: gives {len(values)} numbers, needed those of {like!r}")
        numbers = iter(values)
        return NUMBER.sub(lambda match: _written(next(numbers), match[0]), like)

    @property
    def agrees(self):
        return self.recomputed == self.printed

    @property
    def verdict(self):
        """One of VERDICTS."""
        if not self.agrees:
            return "differs"
        return "given" if self.kind == "given" else "agrees"


def _written(x, like):
    """x as `like` is written: so many decimals, with or without an exponent."""
    digits, exponent, _ = like.partition("e")
    decimals = len(digits.partition(".")[2])
    return f"{x:.{decimals}{'e' if exponent else 'f'}}" + "." * like.endswith(".")


def _word(text, is_true):
    return text if is_true else f"not {text}"


def numbers(document):
    """Heads and rows of what a document prints beside what the series computes, by verdict."""
    entries = [entry for entry in PRINTED if entry.document == document]
    rows = [
        (
            entry.place,
            readable(entry.printed),
            readable(entry.recomputed),
            entry.verdict,
            entry.note or "–",
        )
        for entry in sorted(entries, key=lambda entry: VERDICTS.index(entry.verdict))
    ]
    return ("place", "printed", "recomputed", "verdict", "note"), rows


_INPUTS = ("[1, 0, 1, 0]", "[0, 2, 0, 2]", "[1, 1, 1, 1]")
_KEYS = ("[0, 1, 1]", "[4, 4, 0]", "[2, 3, 1]")
_BESIDE = {  # X × W = X W side by side, as the extract has its rows
    "keys": "[0, 0, 1] [1, 0, 1, 0] [1, 1, 0] [0, 1, 1] [0, 2, 0, 2] x [0, 1, 0] = [4, 4, 0]"
    " [1, 1, 1, 1] [1, 1, 0] [2, 3, 1]",
    "values": "[0, 2, 0] [1, 0, 1, 0] [0, 3, 0] [1, 2, 3] [0, 2, 0, 2] x [1, 0, 3] = [2, 8, 0]"
    " [1, 1, 1, 1] [1, 1, 0] [2, 6, 3]",
    "queries": "[1, 0, 1] [1, 0, 1, 0] [1, 0, 0] [1, 0, 2] [0, 2, 0, 2] x [0, 0, 1] = [2, 2, 2]"
    " [1, 1, 1, 1] [0, 1, 1] [2, 1, 3]",
}
_SCORING = "[0, 4, 2] [1, 0, 2] x [1, 4, 3] = [2, 4, 4] [1, 0, 1]"  # q₁ × Kᵀ, likewise
_SCORES = ("[ 2., 4., 4.]", "[ 4., 16., 12.]", "[ 4., 12., 10.]")
_WEIGHTED = (
    ("0.0 * [1, 2, 3] = ", "[0.0, 0.0, 0.0]", "[0.0634, 0.1268, 0.1901]"),
    ("0.5 * [2, 8, 0] = ", "[1.0, 4.0, 0.0]", "[0.9366, 3.7465, 0.0000]"),
    ("0.5 * [2, 6, 3] = ", "[1.0, 3.0, 1.5]", "[0.9366, 2.8099, 1.4049]"),
)

PRINTED = (
    # 000 Transformer's Self-Attention
    Printed("000", "section 1, cos 0", "1", lambda: np.cos(0), quote=r"\cos 0 = 1"),
    Printed(
        "000", "section 1, cos 2π", "-1", lambda: np.cos(2 * np.pi), "slip", "1",
        r"at minimum when is \(\theta\) is \(2\pi\) (\(\cos 2\pi = -1\))", "−1 is cos π",
    ),
    Printed(
        "000", "section 2, mean of q·k", "0", lambda: products(6).mean(),
        quote=r"\mathbb{E}[q_i] \mathbb{E}[k_i] \\ &= 0",
        note="over every q and k of six entries ±1",
    ),
    Printed(
        "000", "section 2, variance of q·k", "d_k", lambda: _word("d_k", variance_is_width()),
        quote=r"(1 + 0)(1 + 0) - 0 \cdot 0 \\ &= d_k",
        note="over every q and k of d_k entries ±1, d_k from 1 to 7",
    ),
    Printed("000", "section 2, script", "[1.0, 2.0, 3.0, 4.0]", lambda: S1, "given"),
    Printed("000", "section 2, script", "10", lambda: S2[0] / S1[0], "given",
            quote="s1 = s1 * 10 s2", note="s2 is ten times s1"),
    Printed("000", "section 2, s1", "[0.0320586 0.08714432 0.23688282 0.64391426]",
            lambda: softmax(S1)),
    Printed(
        "000", "section 2, s2", "[9.35719813e-14 2.06106005e-09 4.53978686e-05 9.99954600e-01]",
        lambda: softmax(S2),
    ),
    Printed("000", "section 3, one head", "64",
            lambda: split_heads(np.zeros((1, 512)), 8).shape[-1],
            quote="vectors of 64 (=512/8) dimensions"),
    Printed("000", "section 3, heads joined", "512",
            lambda: merge_heads(np.zeros((8, 1, 64))).shape[-1],
            quote="(=64x8=512)"),
    # 001 From Attention to Self-Attention and Transformers
    Printed(
        "001", "scaling", "mean of zero",
        lambda: _word("mean of zero", (products(6) / np.sqrt(6)).mean() == 0),
        note="over every q and k of six entries ±1",
    ),
    Printed("001", "scaling", "1", lambda: (products(6) / np.sqrt(6)).var(),
            quote="with a mean of zero and variance of 1", note="likewise"),
    # 002 Intuition Behind Self-Attention in Transformers
    Printed(
        "002", "Static vs context aware", "[5, 0, 0, 2, 0]", lambda: X5[0], "slip", "[5, 2, 0]",
        r"\( Apple [5, 0, 0, 2, 0] \)", "printed: the fruits column, one entry a word",
    ),
    Printed(
        "002", "Working Example", "Apple 5 2 0 is 0 0 5 phone 0 5 0 garden 2 0 0 The 0 0 6",
        lambda: X5, "given",
    ),
    Printed("002", "K, Q: a", "[1, 0, 0]", lambda: A, "given", quote="a = [1, 0, 0]"),
    Printed("002", "K, Q: b", "[0, 10, 2]", lambda: B, "given", quote="b = [0, 10, 2]"),
    Printed("002", "K, Q: c", "[2, 0, 2]", lambda: C, "given", quote="c = [2, 0, 2]"),
    Printed("002", "K, Q: a·a", r"1 \times 1 + 0 \times 0 + 0 \times 0 = 1",
            lambda: factors(A, A), quote=r"dot(a, a) = 1 \times 1 + 0 \times 0 + 0 \times 0 = 1"),
    Printed(
        "002", "K, Q: a·b", r"1 \times 0 + 0 \times 0 + 0 \times 2 = 0", lambda: factors(A, B),
        "slip", r"1 \times 0 + 0 \times 10 + 0 \times 2 = 0",
        r"dot(a, b) = 1 \times 0 + 0 \times 0 + 0 \times 2 = 0", "a factor; the sum is right",
    ),
    Printed("002", "K, Q: a·c", r"1 \times 2 + 0 \times 0 + 0 \times 2 = 2",
            lambda: factors(A, C), quote=r"dot(a, c) = 1 \times 2 + 0 \times 0 + 0 \times 2 = 2"),
    Printed(
        "002", "Technical Tricks: Apple, Apple",
        r"\frac{(5 \times 5 + 2 \times 2 + 0 \times 0)}{\sqrt{3}} = 16.74",
        lambda: flat(factors(X5[0], X5[0])[:-1], X5.shape[1], S5[0, 0]),
    ),
    Printed(
        "002", "Technical Tricks: Apple, phone",
        r"\frac{(5 \times 0 + 2 \times 5 + 0 \times 0)}{\sqrt{3}} = 5.77",
        lambda: flat(factors(X5[0], X5[2])[:-1], X5.shape[1], S5[0, 2]),
    ),
    Printed("002", "V: Apple", "[ 5 (fruits), 2 (computers), 0 (language)]", lambda: X5[0],
            "given"),
    Printed("002", "V: first row", "0.99997 & 0.00000 & 0.00002 & 0.00002 & 0.00000",
            lambda: A5[0]),
    Printed(
        "002", "V: Apple to itself", "0.9997", lambda: A5[0, 0], "slip", "0.99997",
        "Apple is mostly similar to itself (0.9997)", "a 9 is missing; the row has it",
    ),
    Printed(
        "002", "V: fruits", r"\begin{bmatrix} 5 \\ 0 \\ 0 \\ 2 \\ 0 \end{bmatrix}",
        lambda: X5[:, 0], "given",
    ),
    Printed("002", "V: Apple's fruits", "4.99986", lambda: A5[0] @ X5[:, 0],
            note="from the unrounded row"),
    Printed(
        "002", "V: Apple's fruits", "4.99986", lambda: ROW5 @ X5[:, 0], "rounding", "4.99989",
        r"\end{bmatrix} \right) = 4.99986", "from the row as printed, which sums to 1.00001",
    ),
    # 003 Illustrated Self-Attention: in words
    *(
        Printed("003", f"step 1, Input {i + 1}", text, lambda i=i: X3[i], "given",
                quote=f"Input {i + 1}: {text}")
        for i, text in enumerate(_INPUTS)
    ),
    Printed("003", "step 2, key", "[[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]", lambda: W_K,
            "given"),
    Printed("003", "step 2, query", "[[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]", lambda: W_Q,
            "given"),
    Printed("003", "step 2, value", "[[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]", lambda: W_V,
            "given"),
    *(
        Printed("003", f"step 3, key {i + 1}", _KEYS[i], lambda i=i: X3[i] @ W_K,
                quote=f"{_INPUTS[i]} x [1, 1, 0] = {_KEYS[i]}")
        for i in range(3)
    ),
    *(
        Printed("003", f"step 3, all {name}: {part}", pick(_BESIDE[name], *which),
                lambda array=array: array, kind, quote=_BESIDE[name])
        for name, W, letters in (
            ("keys", W_K, "W_K"), ("values", W_V, "W_V"), ("queries", W_Q, "W_Q")
        )
        for part, which, array, kind in (
            ("X", (1, 4, 7), X3, "given"), (letters, (0, 2, 5, 8), W, "given"),
            (f"X {letters}", (3, 6, 9), X3 @ W, "computed"),
        )
    ),
    *(
        Printed("003", f"step 4: {part}", pick(_SCORING, *which), lambda array=array: array,
                quote=_SCORING)
        for part, which, array in (
            ("query 1", (1,), Q3[0]), ("keys, as columns", (0, 2, 4), K3.T),
            ("raw scores", (3,), Q3[0] @ K3.T),
        )
    ),
    Printed(
        "003", "step 5", "[0.0, 0.5, 0.5]", lambda: softmax([2, 4, 4]), "rounding",
        "[0.1, 0.5, 0.5]", "softmax([2, 4, 4]) = [0.0, 0.5, 0.5]",
        "exact: 0.0634, 0.4683, 0.4683; to one decimal they sum to 1.1",
    ),
    *(
        Printed("003", f"step 6, value {i + 1}", times + result,
                lambda i=i: flat(ROUNDED3[0, i], V3[i], ROUNDED3[0, i] * V3[i]),
                note="from the weights as printed")
        for i, (times, result, _) in enumerate(_WEIGHTED)
    ),
    *(
        Printed("003", f"step 6, value {i + 1}", result, lambda i=i: A3[0, i] * V3[i], "rounding",
                exact, times + result, "from the exact weights")
        for i, (times, result, exact) in enumerate(_WEIGHTED)
    ),
    Printed("003", "step 7", "[2.0, 7.0, 1.5]", lambda: ROUNDED3[0] @ V3,
            quote="The resulting vector [2.0, 7.0, 1.5]", note="from the weights as printed"),
    Printed(
        "003", "step 7", "[2.0, 7.0, 1.5]", lambda: A3[0] @ V3, "rounding",
        "[1.9366, 6.6831, 1.5951]", "The resulting vector [2.0, 7.0, 1.5]",
        "from the exact weights",
    ),
    # 003 Illustrated Self-Attention: in code
    Printed("003", "code 3, keys", "[[0., 1., 1.], [4., 4., 0.], [2., 3., 1.]]", lambda: K3),
    Printed("003", "code 3, querys", "[[1., 0., 2.], [2., 2., 2.], [2., 1., 3.]]", lambda: Q3),
    Printed("003", "code 3, values", "[[1., 2., 3.], [2., 8., 0.], [2., 6., 3.]]", lambda: V3),
    *(
        Printed("003", f"code 4, Query {i + 1}", text, lambda i=i: S3[i])
        for i, text in enumerate(_SCORES)
    ),
    Printed(
        "003", "code 5",
        "[[6.3379e-02, 4.6831e-01, 4.6831e-01], [6.0337e-06, 9.8201e-01, 1.7986e-02],"
        " [2.9539e-04, 8.8054e-01, 1.1917e-01]]",
        lambda: A3,
    ),
    Printed(
        "003", "code 5, rounded", "[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]",
        lambda: A3, "rounding", "[0.1, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]",
        note="one number of nine",
    ),
    Printed(
        "003", "code 6",
        "[[[0.0000, 0.0000, 0.0000], [0.0000, 0.0000, 0.0000], [0.0000, 0.0000, 0.0000]],"
        " [[1.0000, 4.0000, 0.0000], [2.0000, 8.0000, 0.0000], [1.8000, 7.2000, 0.0000]],"
        " [[1.0000, 3.0000, 1.5000], [0.0000, 0.0000, 0.0000], [0.2000, 0.6000, 0.3000]]]",
        lambda: weighted(ROUNDED3), note="from the weights as printed",
    ),
    # 004 Lecture 23
    Printed(
        "004", "The Scaled Dot-Product", "zero mean",
        lambda: _word("zero mean", products(6).mean() == 0),
        quote="with zero mean and variance $d_k$", note="over every q and k of six entries ±1",
    ),
    Printed(
        "004", "The Scaled Dot-Product", "d_k", lambda: _word("d_k", variance_is_width()),
        quote="with zero mean and variance $d_k$",
        note="over every q and k of d_k entries ±1, d_k from 1 to 7",
    ),
    Printed(
        "004", "The Scaled Dot-Product", "unit variance",
        lambda: _word("unit variance", np.isclose((products(6) / np.sqrt(6)).var(), 1)),
        quote="(to zero mean and unit variance)", note="after the division by √6",
    ),
)  # fmt: skip
