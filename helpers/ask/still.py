"""The box without a kernel: one of the answers that were recorded, with its bars."""

import html
import json
from functools import cache
from pathlib import Path

from helpers.drawing import picture
from helpers.drawing.palette import TONES
from helpers.drawing.picture import Picture

FILE = Path(__file__).parents[1] / "data" / "asked.json"
SHOWN = "Name three animals."
STATE = (
    "Ask it something. (One answer, recorded. In Jupyter, with the model of make model: run the "
    "first cell, then all others, and it answers you.)"
)
LINE = "display:flex;flex-wrap:wrap;gap:6px 8px;font-size:16px;padding:2px 0"
TRACK = f"height:6px;border:1px solid {picture.RULE}"
BAR = f"height:6px;background:{TONES['blue'][0]}"


@cache
def recorded():
    """What the model answered to each of three openings: {question: words}, as answers.py has
    them, but for the numbers of tokens. `make record WHAT=asked`."""
    asked = json.loads(FILE.read_text("utf-8"))
    return {question: [word(*given) for given in words] for question, words in asked.items()}


def word(place, text, p, *likeliest):
    """A Word as answers.py replies it. likeliest: texts and their probabilities in turn."""
    pairs = zip(likeliest[::2], likeliest[1::2], strict=True)
    return {"place": place, "text": text, "p": p, "likeliest": [[0, *pair] for pair in pairs]}


def output():
    """The still, as an output: {mime type: text}."""
    return picture.output(drawn(SHOWN, recorded()[SHOWN]))


def drawn(question, words):
    """A question and the words of its answer, each above a bar of its probability."""
    lines, said = [[]], []
    for written in words:
        text = written["text"].strip()
        if text:
            lines[-1].append(above_bar(text, written["p"]))
            said.append(f"“{text}” {written['p']:.2f}")
        if "\n" in written["text"]:
            lines.append([])
    rows = "".join(f'<div style="{LINE}">{"".join(line)}</div>' for line in lines)
    asked = picture.caption(f"You ask: {question}")
    inside = f'<div class="ask-still">{picture.caption(STATE)}{asked}{rows}</div>'
    text = f"{STATE}\nYou ask: {question}\nThe answer, each word with its probability: "
    return Picture(inside, f"{text}{', '.join(said)}.")


def above_bar(text, p):
    """A word with its bar."""
    bar = f'<div style="{BAR};width:{100 * p:.0f}%"></div>'
    return f'<div>{html.escape(text)}<div style="{TRACK}">{bar}</div></div>'
