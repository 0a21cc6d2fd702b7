"""What an answer means that was typed as a text: a letter, or a number."""

import math
import re
from numbers import Real

MINUS = str.maketrans("−–", "--")  # the sign, and the dash that some programs make of a hyphen
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
PER_CENT = re.compile(r" ?(%|per ?cent)[ .!?]*$", re.IGNORECASE)


def letter_in(answer, letters):
    """The one of these letters that an answer names, as (d), d. or D do; nothing if it is none."""
    found = (
        re.fullmatch(r"[\W_]*([a-z])[\W_]*", answer.lower()) if isinstance(answer, str) else None
    )
    return found[1] if found and found[1] in letters else ""


def number_in(answer, unit="", share_of=0):
    """The finite number that an answer is or names, or None. As text: 0.25, 0,25, 1/4, 25 %.

    unit: what may be written behind it. share_of: 100 if per cent are asked for. A percentage is
    none of another unit; a comma before three digits may mean thousands, and is none either."""
    if isinstance(answer, str):
        return _number_in_text(answer, unit.strip(), share_of)
    try:
        fits = isinstance(answer, Real) and not isinstance(answer, bool) and math.isfinite(answer)
    except OverflowError:  # a whole number larger than any float
        fits = False
    return float(answer) if fits else None


def is_in_per_cent(answer):
    """Whether an answer was typed with a sign or words for per cent behind it."""
    return isinstance(answer, str) and bool(PER_CENT.search(answer))


def _number_in_text(text, unit, share_of):
    text = re.sub(r"\s+", " ", text.lower().translate(MINUS)).lstrip().rstrip(" .!?")
    if unit and unit not in ("%", "per cent"):
        text = text.removesuffix(unit.lower()).strip()
    bare = PER_CENT.sub("", text)
    is_percentage = bare != text
    if is_percentage and unit and unit not in ("%", "per cent"):
        return None
    if re.search(r"[1-9]\d{0,2},\d{3}(?!\d)", bare):
        return None
    found = re.fullmatch(rf"({NUMBER})(?: ?/ ?({NUMBER}))?", bare.replace(",", "."))
    if not found:
        return None
    above, below = float(found[1]), float(found[2] or 1)
    if not below or not math.isfinite(above / below):
        return None
    return above / below / (100 if is_percentage and share_of != 100 else 1)
