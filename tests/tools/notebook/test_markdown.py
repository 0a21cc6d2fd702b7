"""Quotation marks are curled as a printer sets them."""

import pytest
from nbconvert.filters.markdown_mistune import MarkdownWithMath

from tools.notebook.markdown import Renderer, curled


@pytest.mark.parametrize(
    ("straight", "right"),
    [
        ('"it" is "the animal"', "“it” is “the animal”"),
        ('("it")', "(“it”)"),
        ("it's a head's", "it’s a head’s"),
        ("'one' word", "‘one’ word"),
        ("\"'one' word\"", "“‘one’ word”"),
    ],
)
def test_quotation_marks(straight, right):
    assert curled(straight) == right


def test_a_mark_after_a_letter_closes():
    assert curled('" here', before="`") == "” here"
    assert curled('here"', before=" ") == "here”"


def test_code_and_formulas_keep_theirs():
    html = MarkdownWithMath(renderer=Renderer()).render('A "word", `"code"`" and $f\'(x)$.')
    assert "“word”" in html
    assert "<code>&quot;code&quot;</code>”" in html
    assert "$f'(x)$" in html
