"""Markdown as HTML with a printer's quotation marks, for the book and the handouts."""

import re

from nbconvert.filters.markdown_mistune import IPythonRenderer


def curled(text, before=""):
    """Straight quotation marks as curled ones. before: the character that the text follows."""
    text = re.sub(r"(^|[\s(\[“‘/-])\"", r"\1“", before + text).replace('"', "”")
    text = re.sub(r"(^|[\s(\[“])'(?=\w)", r"\1‘", text).replace("'", "’")
    return text[len(before) :]


class Renderer(IPythonRenderer):
    """For nbconvert's MarkdownWithMath. Formulas stay between dollar signs."""

    def __init__(self, **options):
        super().__init__(escape=False, **options)
        self.before = ""  # the last character of the text so far, in this paragraph

    def text(self, text):
        text = curled(text, self.before)
        self.before = text[-1:] or self.before
        return super().text(text)

    def softbreak(self):
        self.before = " "
        return super().softbreak()

    def codespan(self, text):
        self.before = "`"  # a quotation mark after it closes
        return super().codespan(text)

    def inline_math(self, body):
        self.before = "$"
        return super().inline_math(body)

    def paragraph(self, text):
        self.before = ""
        return super().paragraph(text)

    def block_text(self, text):
        self.before = ""
        return super().block_text(text)

    def heading(self, text, level, **attributes):
        self.before = ""
        return super().heading(text, level, **attributes)
