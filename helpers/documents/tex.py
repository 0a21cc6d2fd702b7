"""The TeX of the documents' quotes in plain signs."""

import re


def readable(text):
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
    (r"\\le(?!ft)", "≤"),
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
