"""Apostrophes are those of a printer, but for code and formulas."""

from nbconvert.filters.markdown_mistune import MarkdownWithMath

from tools.notebook.markdown import Renderer


def test_code_and_formulas_keep_theirs():
    html = MarkdownWithMath(renderer=Renderer()).render("It's `a'b`'s, and $f'(x)$.")
    assert "It’s <code>a'b</code>’s" in html
    assert "$f'(x)$" in html
