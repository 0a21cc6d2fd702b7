"""How the answer to a check looks: a head, a message, code, pictures, and what unfolds below."""

import html
from dataclasses import dataclass

from helpers.drawing.palette import RULE, TONES
from helpers.drawing.picture import output

TEXT = "font-size:16px;white-space:pre-wrap;margin:4px 0"
CODE = "font-size:15px;white-space:pre;font-family:monospace;overflow-x:auto;margin:4px 0"
SIGNS = {True: ("✓", TONES["green"][0]), False: ("○", TONES["orange"][0])}


@dataclass(frozen=True)
class Fold:
    """Something that stays closed until the reader opens it: text, code, then folds inside."""

    summary: str
    text: str = ""
    code: str = ""
    inside: tuple = ()

    def html(self):
        parts = [_div(TEXT, self.text)] if self.text else []
        parts += [_div(CODE, self.code)] if self.code else []
        parts += [fold.html() for fold in self.inside]
        summary = f'<summary style="cursor:pointer">{html.escape(self.summary)}</summary>'
        style = "font-size:16px;margin:4px 0 4px 8px"
        return f'<details style="{style}">{summary}{"".join(parts)}</details>'

    def plain(self):
        own = [part for part in (self.text, self.code) if part]
        return "\n\n".join(["\n".join([f"{self.summary}:", *own]), *map(Fold.plain, self.inside)])


@dataclass(frozen=True)
class Feedback:
    """passed, and a message that says why; a notebook shows it with its code, pictures and folds.

    untouched: there is no answer yet. It is then one slim line without colour."""

    passed: bool
    message: str
    pictures: tuple = ()  # see helpers.figures
    folds: tuple = ()
    head: str = ""  # the first words, in bold
    untouched: bool = False
    code: str = ""

    def __repr__(self):
        return self.message

    def _repr_mimebundle_(self, include=None, exclude=None):
        sign, colour = SIGNS[self.passed]
        head = f"{sign} {self.head}" if self.head else ""
        plain = [part for part in (head, self.message) if part]
        if self.untouched:
            plain, border = [". ".join(plain)], f"1px solid {RULE}"
            parts = [_div(TEXT, plain[0])]
        else:
            border = f"4px solid {colour}"
            parts = [_div(TEXT + ";font-weight:bold", head)] if head else []
            parts += [_div(TEXT, self.message)] if self.message else []
        if self.code:
            parts.append(_div(CODE, self.code))
            plain.append(self.code)
        if self.pictures:
            shown = output(*self.pictures)
            parts.append(shown["text/html"])
            plain.append(shown["text/plain"])
        parts += [fold.html() for fold in self.folds]
        plain += [fold.plain() for fold in self.folds]
        style = f"border-left:{border};padding:2px 12px"
        return {
            "text/html": f'<div style="{style}">{"".join(parts)}</div>',
            "text/plain": "\n\n".join(plain),
        }


def given(x):
    """What was handed in, as Python writes it, cut if it is long."""
    text = repr(x)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _div(style, text):
    return f'<div style="{style}">{html.escape(text)}</div>'
