"""Markdown as HTML with a printer's apostrophes, for the book and the handouts."""

from nbconvert.filters.markdown_mistune import IPythonRenderer


class Renderer(IPythonRenderer):
    """For nbconvert's MarkdownWithMath. Formulas stay between dollar signs."""

    def __init__(self, **options):
        super().__init__(escape=False, **options)

    def text(self, text):
        return super().text(text.replace("'", "’"))
