"""The five documents: how each writes things, every number it prints, and where it slips.

Three tables, ROSETTA, PRINTED and ERRATA. Quotes are verbatim but for white space; `plain` writes
their TeX in plain signs. Numbers are recomputed by the function that stands beside them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from helpers.attention import attention, merge_heads, scores, softmax, split_heads
from helpers.examples import FIVE_WORDS_X, S1, S2, THREE_INPUTS, A, B, C, readonly

TITLES = {
    "000": "Transformer's Self-Attention: Why Is Attention All You Need?",
    "001": "From Attention to Self-Attention and Transformers: a Mathematical Introduction",
    "002": "Intuition Behind Self-Attention in Transformers (Offsiteteam)",
    "003": "Illustrated Self-Attention",
    "004": 'Lecture 23: "Attention is All You Need", Mark Hasegawa-Johnson, ECE 537, Fall 2022, '
    "CC BY 4.0",
}


@dataclass(frozen=True)
class Name:
    """One thing and its name in the series and in each document; ";" parts several, – is none."""

    series: str
    d000: str
    d001: str
    d002: str
    d003: str
    d004: str


@dataclass(frozen=True)
class Printed:
    """Numbers a document prints, and the function that recomputes them."""

    document: str
    place: str
    printed: str  # verbatim, … where parts are left out; says to how many digits to recompute
    recompute: Callable  # () → those numbers in that order, or the word that stands for them
    kind: str = "holds"  # given (an input), holds, slip, rounding
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
        return NUMBER.sub(lambda found: _written(next(numbers), found[0]), like)

    @property
    def holds(self):
        return self.recomputed == self.printed

    @property
    def verdict(self):
        """One of VERDICTS."""
        if not self.holds:
            return "differs"
        return "given" if self.kind == "given" else "agrees"


@dataclass(frozen=True)
class Erratum:
    """A sentence of a document, what holds instead, and the heading under which that is shown."""

    document: str
    place: str
    quote: str
    kind: str  # one of KINDS
    holds: str
    notebook: str
    heading: str
    check: Callable | None = None  # () → True: recomputes what holds

    @property
    def link(self):
        """Text and address, as seen from notebook 90."""
        anchor = "#" + self.heading.replace(" ", "-")
        if self.notebook == N90:
            return f"here: {self.heading}", anchor
        return f"{self.notebook[:2]} {self.heading}", self.notebook + anchor


KINDS = ("slip", "rounding", "convention", "over-claim", "lost in the extract")
SLIP, ROUNDING, CONVENTION, OVER_CLAIM, LOST = KINDS

VERDICTS = ("differs", "agrees", "given")  # a table of numbers lists them in this order

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]\d\d)?")

N01 = "01_dot_product.ipynb"
N02 = "02_queries_keys_scores.ipynb"
N03 = "03_softmax_scaling_weighted_sum.ipynb"
N04 = "04_worked_example.ipynb"
N05 = "05_masking.ipynb"
N06 = "06_multi_head.ipynb"
N90 = "90_the_documents.ipynb"

ROSETTA = (
    Name("Y, the sentence that asks", "Y", "–", "x", "x", "–"),
    Name("X, the sentence that is looked at", "X", "X", "x", "x", "–"),
    Name("token i, a row", "x_1; y_1", "Xᵢ", "–", "Input 1", "q^i; k^j; v^j"),
    Name("n, number of queries", "m", "–", "–", "n", "n"),
    Name("m, number of keys", "n", "N", "–", "n", "n"),
    Name("d_model", "512", "D_X; D", "length of each embedding vector", "dimension 4", "d"),
    Name("d_k", "d_k", "D_q; D_Q", "d_k; embedding length", "dimension of 3", "d_k"),
    Name("W_Q", "W^Q", "W_Q", "–", "w_query", "W_i^Q"),
    Name("W_K", "W^K", "W_K", "–", "w_key", "W_i^K"),
    Name("W_V", "W^V", "–", "–", "w_value", "W_i^V"),
    Name("Q = Y W_Q", "Q = YW^Q", "Q", "Q (queries)", "query; querys", "Q; q^i; QW_i^Q"),
    Name("K = X W_K", "K = XW^K", "X; K", "K (keys)", "key; keys", "K; k^j; KW_i^K"),
    Name("V = X W_V", "V = XW^V", "X; V", "V or values", "value; values", "V; v^j; VW_i^V"),
    Name("raw score: q·k", "score; s_11", "dot product", "dot product similarity; QK^T",
         "attention scores; attn_scores", "q^i k^j,T"),
    Name("score: q·k / √d_k; S", "QK^T / √d_k", "alignment scores; scaled dot product; E",
         "similarity; scaled dot product", "–", "similarity score; e_i,j"),
    Name("weight; A", "attention weights; w_11", "attention weights",
         "attention weights; attention scores; w",
         "softmaxed attention score; attn_scores_softmax", "attention weight; α_i,j"),
    Name("weight times value", "w_1i v_i", "–", "weighted contributions",
         "weighted values; alignment vectors", "α_i,j v^j"),
    Name("output; Z = A V", "context; attention vectors", "weighted sum of the keys; Y",
         "adjusted embeddings; y", "Output 1", "context vector; c(q^i)"),
    Name("mask", "masked", "minus infinity", "–", "Masking", "m_i^j"),
    Name("Y is X", "self-attention", "self-attention", "self-attention", "self-attention",
         "Self-attention"),
    Name("Y is not X", "encoder-decoder (source-target) attention", "attention", "–", "attention",
         "Inter-Attention"),
    Name("h, number of heads", "h=8", "h", "–", "–", "h"),
    Name("d_k of one head", "64 (=512/8)", "D/h", "–", "–", "d_k"),
    Name("multi-head attention of Y and X", "MultiHead(Y, X)", "multihead self-attention", "–",
         "nn.MultiheadAttention; Multihead", "MultiHead(Q, K, V)"),
    Name("W_O", "W^O", "–", "–", "–", "W^O"),
)  # fmt: skip


def rosetta():
    """Heads and rows of the Rosetta table."""
    names = ("000 Transformer's", "001 From Attention", "002 Intuition", "003 Illustrated")
    rows = [
        (name.series, name.d000, name.d001, name.d002, name.d003, name.d004) for name in ROSETTA
    ]
    return ("the series", *names, "004 Lecture 23"), rows


def numbers(document):
    """Heads and rows of what a document prints beside what the series computes, by verdict."""
    entries = [entry for entry in PRINTED if entry.document == document]
    rows = [
        (
            entry.place,
            plain(entry.printed),
            plain(entry.recomputed),
            entry.verdict,
            entry.note or "–",
        )
        for entry in sorted(entries, key=lambda entry: VERDICTS.index(entry.verdict))
    ]
    return ("place", "printed", "recomputed", "verdict", "note"), rows


def errata(document):
    """Heads and rows of a document's errata, each with its link."""
    rows = [
        (entry.place, plain(entry.quote), entry.kind, entry.holds, entry.link)
        for entry in ERRATA
        if entry.document == document
    ]
    return ("place", "printed", "kind", "what holds", "shown in"), rows


def plain(text):
    """A quote with its TeX written in plain signs, on one line."""
    for pattern, replacement in PLAIN:
        text = re.sub(pattern, replacement, text)
    return text.strip()


PLAIN = (
    (r"\\\\", ","),
    (r"\\left|\\right|\\displaystyle|\\\(|\\\)|\\ |[$#]|(?<=\w)\*+|\*+(?=\w)", ""),
    (r"\\begin\{(?:bmatrix|cases)\}", "["),
    (r"(, *)?\\end\{(?:bmatrix|cases)\}", "]"),
    (r"\\(?:boldsymbol|mathcal|mathsf|mathbb|text|operatorname)\{([^{}]*)\}", r"\1"),
    (r"\\times", "×"),
    (r"\\cdot", "·"),
    (r"\\theta", "θ"),
    (r"\\pi", "π"),
    (r"\\alpha", "α"),
    (r"\\infty", "∞"),
    (r"\\ge", "≥"),
    (r"\\v?dots", "…"),
    (r"\\quad", " "),
    (r"\\top", "T"),
    (r"\\(cos|log)", r"\1"),
    (r"\\\|", "‖"),
    (r"\\([{}])", r"\1"),
    (r"\\sqrt\{([^{}]*)\}", r"√\1"),
    (r"([_^])\{([^{}]*)\}", r"\1\2"),
    (r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1 / \2"),
    (r"&|\s+", " "),
    (r" +(?=[ ,\]])|(?<=\[) +", ""),
)


def _written(x, like):
    """x as `like` is written: so many decimals, with or without an exponent."""
    digits, exponent, _ = like.partition("e")
    decimals = len(digits.partition(".")[2])
    return f"{x:.{decimals}{'e' if exponent else 'f'}}" + "." * like.endswith(".")


def _word(text, holds):
    return text if holds else f"not {text}"


# What the numbers are recomputed from --------------------------------------------------------

X3, W_Q, W_K, W_V = THREE_INPUTS.X, THREE_INPUTS.W_Q, THREE_INPUTS.W_K, THREE_INPUTS.W_V
Q3, K3, V3 = X3 @ W_Q, X3 @ W_K, X3 @ W_V  # (3, 3) each
S3 = scores(Q3, K3, scale=1.0)  # (3, 3): raw scores, as in the document
A3 = softmax(S3)  # (3, 3)
ROUNDED3 = readonly(
    [0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]
)  # the weights it goes on with
X5 = FIVE_WORDS_X  # (5, 3)
S5 = scores(X5, X5)  # (5, 5)
A5 = softmax(S5)  # (5, 5)
ROW5 = readonly(0.99997, 0.0, 0.00002, 0.00002, 0.0)  # the first row of A5, as printed
HALF5 = attention(X5 / 2, X5 / 2, X5 / 2)  # the same words half as long


def _pick(text, *which):
    """Those of the [rows] in a text, … between them."""
    rows = re.findall(r"\[.*?\]", text)
    return " … ".join(rows[i] for i in which)


def _flat(*parts):
    return np.concatenate([np.ravel(part) for part in parts])


def _factors(a, b):
    """a₁, b₁, a₂, b₂ … and a · b: the numbers of "a₁ × b₁ + a₂ × b₂ + … = a · b"."""
    return _flat(np.column_stack([a, b]), a @ b)


def _weighted(weights):
    """Every value times its weight: (key, query, d_v)."""
    return V3[:, None] * weights.T[:, :, None]


def _products(d):
    """q · k for every q and k of d entries ±1: entries independent, mean 0, variance 1."""
    signs = np.array(list(product([-1, 1], repeat=d)))  # (2^d, d)
    return signs @ signs.T  # (2^d, 2^d), all equally likely


def _variance_is_width():
    return all(_products(d).var() == d for d in range(1, 8))


def _cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


def _distances(points):
    """Between every two points, each pair once."""
    first, second = np.triu_indices(len(points), 1)
    return np.linalg.norm(points[first] - points[second], axis=1)


def _apple_moves():
    moved, turned = A5[0] @ X5 - X5[0], HALF5.output[0]
    return (
        np.allclose(moved[:2], [-0.00014, 0.00002], atol=5e-6)
        and np.allclose(turned[:2], [2.21, 1.0015], atol=(5e-3, 5e-5))
        and _cosine(turned, X5[2]) > _cosine(X5[0], X5[2])
        and _cosine(turned, X5[3]) < _cosine(X5[0], X5[3])
    )


def _half_a_difference():
    q, k = np.arange(-4, 5)[:, None], np.arange(-4, 5)
    half = ((q + k) / np.sqrt(2)) ** 2 / 2 - ((q - k) / np.sqrt(2)) ** 2 / 2
    return np.allclose(half, q * k)


def _overflows(number, dtype):
    with np.errstate(over="ignore"):
        return np.isinf(np.exp(dtype(number))) and np.isfinite(np.exp(dtype(number - 1)))


def _order_is_lost():
    moved = [2, 0, 1]
    same = attention(Q3, K3[moved], V3[moved]).output
    whole = attention(Q3[moved], K3[moved], V3[moved]).output
    truth = attention(Q3, K3, V3).output
    return np.allclose(same, truth) and np.allclose(whole, truth[moved])


def reach(layers, kernel, dilated=False):
    """How many tokens the last of so many stacked convolutions can see, found by stacking them."""
    seen = np.ones(1)
    for layer in range(layers):
        gap = kernel**layer if dilated else 1
        taps = np.zeros((kernel - 1) * gap + 1)
        taps[::gap] = 1
        seen = np.convolve(seen, taps)
    return np.count_nonzero(seen)


# Every number that is printed and can be recomputed ------------------------------------------

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
        "000", "section 2, mean of q·k", "0", lambda: _products(6).mean(),
        quote=r"\mathbb{E}[q_i] \mathbb{E}[k_i] \\ &= 0",
        note="over every q and k of six entries ±1",
    ),
    Printed(
        "000", "section 2, variance of q·k", "d_k", lambda: _word("d_k", _variance_is_width()),
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
        lambda: _word("mean of zero", (_products(6) / np.sqrt(6)).mean() == 0),
        note="over every q and k of six entries ±1",
    ),
    Printed("001", "scaling", "1", lambda: (_products(6) / np.sqrt(6)).var(),
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
            lambda: _factors(A, A), quote=r"dot(a, a) = 1 \times 1 + 0 \times 0 + 0 \times 0 = 1"),
    Printed(
        "002", "K, Q: a·b", r"1 \times 0 + 0 \times 0 + 0 \times 2 = 0", lambda: _factors(A, B),
        "slip", r"1 \times 0 + 0 \times 10 + 0 \times 2 = 0",
        r"dot(a, b) = 1 \times 0 + 0 \times 0 + 0 \times 2 = 0", "a factor; the sum is right",
    ),
    Printed("002", "K, Q: a·c", r"1 \times 2 + 0 \times 0 + 0 \times 2 = 2",
            lambda: _factors(A, C), quote=r"dot(a, c) = 1 \times 2 + 0 \times 0 + 0 \times 2 = 2"),
    Printed(
        "002", "Technical Tricks: Apple, Apple",
        r"\frac{(5 \times 5 + 2 \times 2 + 0 \times 0)}{\sqrt{3}} = 16.74",
        lambda: _flat(_factors(X5[0], X5[0])[:-1], X5.shape[1], S5[0, 0]),
    ),
    Printed(
        "002", "Technical Tricks: Apple, phone",
        r"\frac{(5 \times 0 + 2 \times 5 + 0 \times 0)}{\sqrt{3}} = 5.77",
        lambda: _flat(_factors(X5[0], X5[2])[:-1], X5.shape[1], S5[0, 2]),
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
        Printed("003", f"step 3, all {name}: {part}", _pick(_BESIDE[name], *which),
                lambda array=array: array, kind, quote=_BESIDE[name])
        for name, W, letters in (
            ("keys", W_K, "W_K"), ("values", W_V, "W_V"), ("queries", W_Q, "W_Q")
        )
        for part, which, array, kind in (
            ("X", (1, 4, 7), X3, "given"), (letters, (0, 2, 5, 8), W, "given"),
            (f"X {letters}", (3, 6, 9), X3 @ W, "holds"),
        )
    ),
    *(
        Printed("003", f"step 4: {part}", _pick(_SCORING, *which), lambda array=array: array,
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
                lambda i=i: _flat(ROUNDED3[0, i], V3[i], ROUNDED3[0, i] * V3[i]),
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
        lambda: _weighted(ROUNDED3), note="from the weights as printed",
    ),
    # 004 Lecture 23
    Printed(
        "004", "The Scaled Dot-Product", "zero mean",
        lambda: _word("zero mean", _products(6).mean() == 0),
        quote="with zero mean and variance $d_k$", note="over every q and k of six entries ±1",
    ),
    Printed(
        "004", "The Scaled Dot-Product", "d_k", lambda: _word("d_k", _variance_is_width()),
        quote="with zero mean and variance $d_k$",
        note="over every q and k of d_k entries ±1, d_k from 1 to 7",
    ),
    Printed(
        "004", "The Scaled Dot-Product", "unit variance",
        lambda: _word("unit variance", np.isclose((_products(6) / np.sqrt(6)).var(), 1)),
        quote="(to zero mean and unit variance)", note="after the division by √6",
    ),
)  # fmt: skip


ERRATA = (
    # 000 Transformer's Self-Attention
    Erratum(
        "000", "introduction", "It solely relies on attention mechanisms.", OVER_CLAIM,
        "Attention alone moves information between tokens. But every block also has a feed-forward"
        " network, in the paper 512 to 2048 and back: twice the weights of one W_Q, W_K, W_V, W_O.",
        N90, "Counted multiplications", lambda: 2 * 512 * 2048 == 2 * (4 * 512 * 512),
    ),
    Erratum(
        "000", "section 1",
        r"\boldsymbol{a} \cdot \boldsymbol{b} & = [a_1 b_1 + a_2 b_2 + \dots + a_n b_n]",
        CONVENTION,
        "The brackets enclose a single number, not a vector, as the sentence before it says.",
        N01, "Multiply then add",
    ),
    Erratum(
        "000", "section 1", "element-wise multiplication (that is, “inner product”)", SLIP,
        "Element-wise multiplication alone is the Hadamard product. With the sum it is the inner"
        " product.",
        N01, "Multiply then add", lambda: np.array_equal(A * C, [2, 0, 0]) and A @ C == 2,
    ),
    Erratum(
        "000", "section 1", r"\(\|\boldsymbol{b}\|\) is the magnitude of vector \(\boldsymbol{a}\)",
        SLIP, "It is the magnitude of b.", N01, "Length and angle",
    ),
    Erratum(
        "000", "section 1", r"at minimum when is \(\theta\) is \(2\pi\) (\(\cos 2\pi = -1\))", SLIP,
        "The dot product is least at θ = π, where the cosine is −1; cos 2π is 1, as cos 0.",
        N01, "Length and angle", lambda: np.allclose(np.cos([np.pi, 2 * np.pi]), [-1, 1]),
    ),
    Erratum(
        "000", "section 1",
        "the dot-product is bigger when two vectors have similar directions than otherwise",
        OVER_CLAIM,
        "Only between vectors of equal length. For Intuition's vectors a·a = 1 is less than a·c ="
        " 2, though a has its own direction and c is 45° away.",
        N01, "When the dot product misleads",
        lambda: A @ A == 1 and A @ C == 2 and np.isclose(_cosine(A, C), np.sqrt(0.5)),
    ),
    Erratum(
        "000", "section 2",
        "unused word positions filled with a filler are effectively ignored", OVER_CLAIM,
        "Only with a mask. A filler of zeros has a raw score of zero, and the softmax gives it a"
        " weight above zero.",
        N05, "Padding",
        lambda: (softmax(X5 @ np.vstack([X5, np.zeros(3)]).T)[:, -1] > 0).all(),
    ),
    Erratum(
        "000", "section 2",
        "Since we are dealing with a specific query, we should also extract particular values",
        OVER_CLAIM, "V = X W_V is the same for every query; only the weights differ.",
        N03, "Values of their own",
    ),
    Erratum(
        "000", "section 2", r"\text{softmax}(\boldsymbol{q}_1^\top K) V", SLIP,
        "With rows for tokens it is softmax(q₁ Kᵀ) V, as the text has it a few lines earlier. The"
        " other form runs only if n = d_k, and is wrong then: [4, 7, 3] for [2, 4, 4] in"
        " Illustrated.",
        N04, "Softmax",
        lambda: np.array_equal([Q3[0] @ K3, Q3[0] @ K3.T], [[4, 7, 3], [2, 4, 4]]),
    ),
    Erratum(
        "000", "section 2",
        r"Q = \begin{bmatrix} \boldsymbol{q}_1 \\ \boldsymbol{q}_2 \\ \vdots \\ \boldsymbol{q}_n \\"
        r" \end{bmatrix}",
        SLIP, "There is one query for each of the m words of Y; n counts the words of X.",
        N02, "Rows or columns",
    ),
    Erratum(
        "000", "section 2, script", "= np.array([1.0, 2.0, 3.0, 4.0]) s1 = s1 * 10 s2",
        LOST,
        "s1 = np.array([1.0, 2.0, 3.0, 4.0]) and s2 = s1 * 10, with plain quotes and an indented"
        " return. Repaired it prints its two rows, yet np.exp overflows from 710 on in float64,"
        " 89 in float32, 12 in float16; subtracting the maximum first helps.",
        N03, "Where exp overflows",
        lambda: all(map(_overflows, (710, 89, 12), (np.float64, np.float32, np.float16))),
    ),
    Erratum(
        "000", "section 2", r"p_i = \text{softmax}(z_i)", CONVENTION,
        "Entry i of the softmax of the whole vector z. The softmax of the number z_i alone is 1.",
        N03, "From scores to weights", lambda: np.array_equal(softmax([[2], [4]]), [[1], [1]]),
    ),
    Erratum(
        "000", "section 4", "CNN can only associate data within the kernel size.", OVER_CLAIM,
        "In one layer. Each further layer of kernel 3 sees 2 tokens more, and Lecture 23 gives"
        " convolutions a path length.",
        N90, "How far stacked layers reach",
        lambda: [reach(layers, 3) for layers in (1, 2, 3)] == [3, 5, 7],
    ),
    Erratum(
        "000", "section 4", "It is clear there is a strong relationship between “making” and “more"
        " difficult”.",
        OVER_CLAIM,
        "The picture shows large weights in one layer, for one sentence. What a token adds to the"
        " output also depends on its value and on W_O.",
        N06, "What head pictures show",
    ),
    Erratum(
        "000", "section 4", "Give me a I camesecond, please.secondin the exam.", LOST,
        "Two sentences: “Give me a second, please.” and “I came second in the exam.”",
        N06, "Two meanings of second",
    ),
    # 001 From Attention to Self-Attention and Transformers
    Erratum(
        "001", "all", "Mathematically, we can say we have the following inputs:", LOST,
        "This formula and all others of the text are gone. The series writes them from the"
        " mathematics.",
        N03, "The whole formula",
    ),
    Erratum(
        "001", "introduction", "together form a new vector which is a weighted sum of the keys",
        CONVENTION,
        "Keys double as values at first. With W_V the output is a weighted sum of values, as the"
        " text says later.",
        N03, "Keys as values",
    ),
    Erratum(
        "001", "scaling", "two vectors *q* and *k* which are independent random variables with zero"
        " mean and variance of one",
        OVER_CLAIM,
        "The entries within q, or within k, must be uncorrelated too. If each vector repeats one"
        " number four times, the variance of q·k is 16, not 4.",
        N90, "Entries that depend on each other",
        lambda: (4 * _products(1)).var() == 16 and _products(4).var() == 4,
    ),
    Erratum(
        "001", "Attention and Order",
        "the attention (and specifically the self-attention) is permutation equivariant",
        OVER_CLAIM,
        "Self-attention without a mask is. In attention with queries of its own, permuting the keys"
        " with their values leaves the output as it was.",
        N90, "Order in and order out", _order_is_lost,
    ),
    Erratum(
        "001", "Masked", "only the words previous to it", CONVENTION,
        "Read strictly, word i sees j < i. The next paragraph masks only the vectors ahead, which"
        " leaves j ≤ i, the usual choice.",
        N05, "Strict or not",
    ),
    Erratum(
        "001", "Multihead", "split each of them into *h* sub-vectors", CONVENTION,
        "A restriction: each head sees only its piece of the input, as if its projections were"
        " zero elsewhere, and W_O is absent. In Transformer's Self-Attention and in"
        " Lecture 23 each head projects the whole input.",
        N06, "Cut the input instead",
    ),
    Erratum(
        "001", "Multihead",
        "improved performance, leverage parallelization, and even can act as regularization",
        OVER_CLAIM,
        "Named, not shown. One wide head runs in parallel as well, and 8 heads of 64 need as many"
        " multiplications for their scores as one head of 512.",
        N06, "Count the parameters", lambda: 8 * 64 == 512,
    ),
    Erratum(
        "001", "The Transformer", "it only uses the self-attention mechanism to make interactions"
        " between the vectors",
        OVER_CLAIM,
        "True of a stack of encoder blocks. In the paper each decoder block also attends to the"
        " encoder: MultiHead(Y, X) in Transformer's Self-Attention, inter-attention in Lecture"
        " 23.",
        N06, "MultiHead of Y and X",
    ),
    # 002 Intuition Behind Self-Attention in Transformers
    Erratum(
        "002", "Fixed Embeddings",
        "while preserving the relative distances between the original vectors", OVER_CLAIM,
        "At most roughly: one-hot words are all √2 apart, and 3 numbers a word cannot keep that for"
        " five words. Nor do trained embeddings try: words that are used alike come out close.",
        N90, "Distances between one-hot words",
        lambda: np.isclose(_distances(np.eye(5)), np.sqrt(2)).all() and np.ptp(_distances(X5)) > 6,
    ),
    Erratum(
        "002", "Fixed Embeddings", "resulting in vectors of different sizes", SLIP,
        "Not with one fixed vocabulary, as defined a paragraph earlier: every text gets one count"
        " for each word of it.",
        N01, "From counts to dense vectors",
    ),
    Erratum(
        "002", "Static vs context aware", r"\( Apple [5, 0, 0, 2, 0] \)", SLIP,
        "Five numbers, one a word: the fruits column. Apple's own vector is [5, 2, 0].",
        N01, "One vector for two apples", lambda: np.array_equal(X5[:, 0], [5, 0, 0, 2, 0]),
    ),
    Erratum(
        "002", "Self-Attention",
        r"\( Apple = weight \times Apple + weight \times is + weight \times fruit \)", SLIP,
        "The “a” of “Apple is a fruit” is left out. The Apple on the left is"
        " the new vector, the one on the right the old.",
        N03, "Keys as values",
    ),
    Erratum(
        "002", "Self-Attention", 'the similarity of "Apple" with itself is typically close to one',
        OVER_CLAIM,
        "The raw score is 29, the score 16.74, and the weight 0.99997 here. But “garden” gives"
        " itself 0.030 and “Apple” 0.961; “is” gives “The” 0.947.",
        N04, "Five words",
        lambda: X5[0] @ X5[0] == 29
        and np.array_equal(A5[[3, 3, 1], [3, 0, 4]].round(3), [0.030, 0.961, 0.947]),
    ),
    Erratum(
        "002", "Self-Attention", "there are no parameters requiring training", OVER_CLAIM,
        "True of this sketch, where Q = K = V = X. In a transformer W_Q, W_K, W_V and W_O are"
        " learned, and so are the embeddings.",
        N02, "Project to queries and keys",
    ),
    Erratum(
        "002", "Working Example",
        'the similarity between "apple" and "garden" is higher than between "apple" and "phone."',
        SLIP,
        "By its own table both raw scores are 10 and both weights 1.72e-05. Only the cosines"
        " differ: 0.93 and 0.37.",
        N04, "Five words",
        lambda: (X5[0] @ X5[3], X5[0] @ X5[2]) == (10, 10)
        and np.allclose(A5[0, 2:4], 1.72e-5, atol=5e-8)
        and np.allclose([_cosine(X5[0], X5[i]) for i in (3, 2)], [0.93, 0.37], atol=0.005),
    ),
    Erratum(
        "002", "K, Q", 'vector "a" is highly similar to itself', OVER_CLAIM,
        "a·a = 1 is less than a·c = 2: c is longer, and length wins.",
        N01, "When the dot product misleads", lambda: (A @ A, A @ C) == (1, 2),
    ),
    Erratum(
        "002", "K, Q", r"dot(a, b) = 1 \times 0 + 0 \times 0 + 0 \times 2 = 0", SLIP,
        "The middle term is 0 × 10. The sum stays 0.",
        N01, "Multiply then add", lambda: A[1] * B[1] == 0 and B[1] == 10,
    ),
    Erratum(
        "002", "K, Q", "multiply the embedding matrix by itself", SLIP,
        "By its transpose: (5, 3) times (5, 3) does not exist, (5, 3) times (3, 5) does.",
        N04, "Five words", lambda: (X5 @ X5.T).shape == (5, 5),
    ),
    Erratum(
        "002", "K, Q", "though in practice, they are often the same matrix", OVER_CLAIM,
        "They are in this sketch. In a transformer W_Q and W_K are learned apart, so Q and K differ"
        " even if they come from the same sentence.",
        N02, "When the scores are symmetric",
    ),
    Erratum(
        "002", "Technical Tricks",
        "making it less dependent on the length of the embedding vector itself", CONVENTION,
        "Length here is the number of entries. All scores are divided by the same √3, so long"
        " vectors win as before: 16.74 is to 5.77 as 29 to 10.",
        N03, "Nothing or the root or d", lambda: np.isclose(S5[0, 0] / S5[0, 2], 29 / 10),
    ),
    Erratum(
        "002", "Technical Tricks",
        "Another useful transformation for embedding vectors is to apply softmax normalization",
        SLIP, "The softmax is applied to the rows of the score matrix, not to embedding vectors.",
        N03, "From scores to weights",
    ),
    Erratum(
        "002", "Technical Tricks",
        '"Apple" may depend on "Fruit," but "Fruit" does not depend on "Apple" to the same degree',
        OVER_CLAIM,
        "In this example the scores are symmetric; the weights differ only because each row is"
        " divided by its own sum. Scores that depend on the direction need W_Q ≠ W_K.",
        N02, "When the scores are symmetric", lambda: np.array_equal(X5 @ X5.T, (X5 @ X5.T).T),
    ),
    Erratum(
        "002", "Technical Tricks", "or visualized: scaled dot-product with softmax visualization",
        LOST,
        "The matrices of raw scores, weights and new embeddings were pictures. All are recomputed.",
        N04, "Five words",
    ),
    Erratum(
        "002", "V", 'slightly away from "Fruits" and closer to "Phones"', OVER_CLAIM,
        "It moves by −0.00014 in fruits and 0.00002 in computers: saturated. With every vector half"
        " as long fruits go from 2.5 to 2.21 and computers from 1 to 1.0015; the cosine to phone"
        " grows, that to garden falls.",
        N04, "The same words half as long",
        _apple_moves,
    ),
    Erratum(
        "002", "V", "Apple is mostly similar to itself (0.9997)", SLIP,
        "0.99997, as in the row above it.",
        N04, "Five words", lambda: f"{A5[0, 0]:.5f}" == "0.99997",
    ),
    Erratum(
        "002", "V",
        r"\text{dot}\left( \begin{bmatrix} 0.99997 & 0.00000 & 0.00002 & 0.00002 & 0.00000"
        r" \end{bmatrix} \cdot \begin{bmatrix} 5 \\ 0 \\ 0 \\ 2 \\ 0 \end{bmatrix} \right) ="
        r" 4.99986",
        ROUNDING,
        "The printed operands give 4.99989, since the printed row sums to 1.00001. 4.99986 needs"
        " the unrounded weights.",
        N04, "Five words", lambda: np.isclose(ROW5.sum(), 1.00001, atol=1e-9),
    ),
    Erratum(
        "002", "Conclusion",
        "making any further training significantly less computationally intensive", OVER_CLAIM,
        "Nothing is trained here, so nothing is saved. In a transformer the four projections are"
        " trained with everything else.",
        N06, "Count the parameters",
    ),
    # 003 Illustrated Self-Attention
    Erratum(
        "003", "step 2", "(I know that’s not the correct spelling)", LOST,
        "The remark is about “querys”, as the code below has it; here the word was put right.",
        N04, "Inputs and weights",
    ),
    Erratum(
        "003", "step 3, notes", "In practice, a *bias vector", LOST,
        "The rest of the note is gone: a bias is added to each product, x W + b, for keys, queries"
        " and values.",
        N04, "Bias",
    ),
    Erratum(
        "003", "step 4, note", "The above operation is known as *dot product attention",
        CONVENTION,
        "So nothing is divided by √d_k. The series shows the scaled variant beside it.",
        N04, "Exact printed rounded scaled",
    ),
    Erratum(
        "003", "step 5", "softmax([2, 4, 4]) = [0.0, 0.5, 0.5]", ROUNDING,
        "[0.0634, 0.4683, 0.4683]; to one decimal [0.1, 0.5, 0.5], which sums to 1.1.",
        N04, "Exact printed rounded scaled",
        lambda: np.array_equal(A3[0].round(4), [0.0634, 0.4683, 0.4683])
        and np.isclose(A3[0].round(1).sum(), 1.1),
    ),
    Erratum(
        "003", "step 6", "Multiply scores with **values**", CONVENTION,
        "In the words of the series: weights with values, after the softmax.",
        N04, "Weighted values and their sum",
    ),
    Erratum(
        "003", "step 6", "0.0 * [1, 2, 3] = [0.0, 0.0, 0.0] 2: 0.5 * [2, 8, 0] = [1.0, 4.0, 0.0] 3:"
        " 0.5 * [2, 6, 3] = [1.0, 3.0, 1.5]",
        ROUNDING,
        "The products of the printed weights. The exact weights leave 0.0634 of value 1.",
        N04, "Weighted values and their sum", lambda: round(A3[0, 0], 4) == 0.0634,
    ),
    Erratum(
        "003", "step 7", "The resulting vector [2.0, 7.0, 1.5]", ROUNDING,
        "Exactly [1.9366, 6.6831, 1.5951]. Weights properly rounded to one decimal would give"
        " [2.1, 7.2, 1.8], which is farther off.",
        N04, "Exact printed rounded scaled",
        lambda: np.allclose(A3[0].round(1) @ V3, [2.1, 7.2, 1.8])
        and abs([2.1, 7.2, 1.8] - A3[0] @ V3).max() > abs([2.0, 7.0, 1.5] - A3[0] @ V3).max(),
    ),
    Erratum(
        "003", "code, before step 1", "indexing in the following code snippets, make sure you’re on"
        " Python≥3.6 and PyTorch 1.3.1. **None**",
        LOST, "“None” belongs before “indexing”: it adds an axis.",
        N04, "The tensor of weighted values",
    ),
    Erratum(
        "003", "code 5", "[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]", ROUNDING,
        "The first 0.0 is 0.0634, to one decimal 0.1. The other eight are rounded rightly.",
        N04, "Exact printed rounded scaled",
        lambda: np.argwhere(A3.round(1) != ROUNDED3).tolist() == [[0, 0]],
    ),
    Erratum(
        "003", "code 6", "values[:,None] * attn_scores_softmax.T[:,:,None]", CONVENTION,
        "The axes are (key, query, d_v), so the outputs are the sum over axis 0. Most libraries put"
        " the query first.",
        N04, "The tensor of weighted values",
        lambda: np.allclose(_weighted(A3).sum(axis=0), A3 @ V3),
    ),
    Erratum(
        "003", "code 7", "**Step 7: Sum weighted values** *Note*", LOST,
        "The sum over axis 0 is missing, and with it Outputs 2 and 3: [2, 8, 0] and [2, 7.8, 0.3]"
        " from the printed weights.",
        N04, "The tensor of weighted values",
        lambda: np.allclose(ROUNDED3[1:] @ V3, [[2, 8, 0], [2, 7.8, 0.3]]),
    ),
    Erratum(
        "003", "code 7, note",
        "this API requires that you feed in key, query, and value PyTorch tensors", CONVENTION,
        "What it calls query, key and value, in this order, are the inputs before any projection."
        " It has W_Q, W_K, W_V inside and divides by √d_k. Self-attention is a call with x, x, x.",
        N04, "What PyTorch answers",
    ),
    # 004 Lecture 23
    Erratum(
        "004", "Difference …", "Difford nco Rotu wan Attention an d Calf Attanti 0 P", LOST,
        "The slide's title: Difference Between Attention and Self-Attention.",
        N02, "Two sentences or one",
    ),
    Erratum(
        "004", "The Data Matrices",
        r"Q = \begin{bmatrix} q^{1} \\ \vdots \\ q^{n} \end{bmatrix}, \quad"
        r" K = \begin{bmatrix} k^{1} \\ \vdots \\ k^{n} \end{bmatrix}",
        CONVENTION,
        "Both end in n: as many queries as keys. Inter-attention, between two sentences, needs two"
        " counts; the series writes n and m.",
        N02, "Two sentences or one",
    ),
    Erratum(
        "004", "The Scaled Dot-Product",
        "each normalized so that they are independent Gaussian random variables", OVER_CLAIM,
        "Normalising gives mean 0 and variance 1. It makes nothing independent or Gaussian:"
        " independence, also of the entries, is assumed; Gaussian is not needed.",
        N90, "Entries that depend on each other", _variance_is_width,
    ),
    Erratum(
        "004", "The Scaled Dot-Product", "is a difference of chi-squared random variables", SLIP,
        "Half of one: q k = ((q + k)/√2)²/2 − ((q − k)/√2)²/2. Without the half the variance would"
        " be 4 d_k.",
        N90, "Half a difference", _half_a_difference,
    ),
    Erratum(
        "004", "Scaled Dot-Product Attention",
        r"\alpha_{i,j} = \operatorname{softmax}(e_{i,j})", CONVENTION,
        "Entry j of the softmax of row i. The j under the sum is another j, over all keys.",
        N03, "From scores to weights",
    ),
    Erratum(
        "004", "Masking", r"m_i^j = \begin{cases} 0 & j < i \\ -\infty & j \ge i \end{cases}",
        CONVENTION,
        "Strict. The first context is then an empty sum, 0, but a softmax over −∞ alone is 0/0; the"
        " helper gives 0. Decoders usually keep j ≤ i and shift their input by one.",
        N05, "Strict or not", lambda: np.array_equal(softmax([-np.inf, -np.inf]), [0, 0]),
    ),
    Erratum(
        "004", "Multi-Head Attention",
        r"\frac{\mathcal{QW}_i^{\mathcal{Q}} \mathcal{W}_i^{\mathcal{K}, \mathcal{T}}"
        r" \mathcal{K}^{\mathcal{T}}}{\sqrt{d_k}}",
        CONVENTION,
        "Q and K are not yet projected here, so d_k is no longer the width of their rows, as on the"
        " earlier slide, but the number of columns of W_i^Q and W_i^K.",
        N06, "One head",
    ),
    Erratum(
        "004", "Why?", "Self-attention is as fast as convolution", OVER_CLAIM,
        "By its table, n²d against k n d²: cheaper while n < k·d, equal at n = k·d. The table"
        " leaves out the four projections, 4 n d²; with them, never if k = 3.",
        N90, "Counted multiplications",
        lambda: (3 * 512) ** 2 * 512 == 3 * (3 * 512) * 512**2 and 4 * 512**2 > 3 * 512**2,
    ),
    Erratum(
        "004", "Why?", r"$O\{\log_k(n)\}$", CONVENTION,
        "With dilated kernels. With contiguous ones it is (n − 1)/(k − 1) layers, of the order n/k:"
        " to reach 81 tokens with kernel 3, 40 layers against 4.",
        N90, "How far stacked layers reach",
        lambda: (reach(4, 3, dilated=True), reach(40, 3), reach(39, 3)) == (81, 81, 79),
    ),
    Erratum(
        "004", "Conclusion",
        "Because of the shorter pathlength, Transformer trains faster than LSTM.", OVER_CLAIM,
        "The paper's argument for speed is that all positions of a layer are computed at once."
        " Short paths are its argument for learning links between distant tokens.",
        N90, "How far stacked layers reach",
    ),
)  # fmt: skip
