"""What one layer costs: multiplications, path, memory and cache, as n, d, k and h grow."""

from helpers import paths
from helpers.costs import FORMULAS, cache_bytes
from helpers.figures import bars
from helpers.figures.numbers import significant
from helpers.labs.controls import Choice
from helpers.labs.lab import Challenge, Lab, Preset, View

NS = (16, 64, 256, 1024, 4096, 16384)
DS = (32, 64, 128, 256, 512, 1024)
KS = (2, 3, 5, 9)
HS = (1, 2, 4, 8, 16)
SIZE = 440, 180
SHORT = {  # the layers of FORMULAS, by short names
    "core": "attention",
    "with W": "attention with W_Q, W_K, W_V, W_O",
    "recur.": "recurrence",
    "conv.": "convolution",
}
BLOCK = 512


def multiplications(n, d, k):
    """{short name: multiplications of one layer}"""
    return {short: FORMULAS[name](n, d, k) for short, name in SHORT.items()}


def steps(n, k):
    """From the first token to the last output."""
    return {
        "attention": 1,
        "dilated": paths.layers_needed(n, k, dilated=True),
        "conv.": paths.layers_needed(n, k),
        "recur.": n,
    }


def held(n, d, h):
    """Bytes of the scores of all heads, in float32: at once, and in blocks of 512 × 512."""
    side = min(n, BLOCK)
    return {"all at once": 4 * h * n * n, "by blocks": 4 * h * side * side}


def cached(n, d, h):
    """Bytes of the cache of one layer, in float16, with h heads of keys, with 2 or 1 for all."""
    few = min(2, h)
    names = {f"{h} of keys": h, "2 of keys": few, "1 of keys": 1} if h > 2 else {"each": h, "1": 1}
    return {name: cache_bytes(1, n, heads, d // h) for name, heads in names.items()}


def picture(title, found, up, unit=1):
    tall = [x / unit for x in found.values()]
    digits = 0 if max(tall) >= 100 else 2
    return bars(title, [*found], {up: tall}, up=up, digits=digits, size=SIZE)


def show(n, d, k, h):
    work, way = multiplications(n, d, k), steps(n, k)
    parts = {
        "work": picture("Millions of multiplications", work, "millions", 1e6),
        "path": picture("Steps from the first token to the last output", way, "steps"),
        "memory": picture("Scores held, in MB", held(n, d, h), "MB", 1e6),
        "cache": picture("Cache of one layer, in kB", cached(n, d, h), "kB", 1e3),
    }
    ratio = significant(work["core"] / work["conv."], 2)
    say = f"{n} tokens of width {d}: the core of attention takes {ratio} × a convolution's work."
    return View(parts, say)


cost = Lab(
    name="cost",
    title="what a layer costs",
    controls=(
        Choice("n", "n, tokens", NS, 256),
        Choice("d", "d, the width of a token", DS, 256),
        Choice("k", "k, tokens in a window", KS, 3),
        Choice("h", "h, heads", HS, 8),
    ),
    show=show,
    presets=(
        Preset("Short text", "n = d: attention's core costs as much as a recurrence."),
        Preset(
            "Long text",
            "Now n is far above d, and attention is by far the most expensive layer.",
            {"n": 4096},
        ),
        Preset(
            "Wide tokens",
            "With n far below d, the matrices W cost more than the core.",
            {"n": 64, "d": 1024},
        ),
        Preset(
            "One head of keys",
            "With 16 heads of queries that share their keys, the cache shrinks to a sixteenth.",
            {"h": 16},
        ),
    ),
    challenges=(
        Challenge(
            "Make the core of attention cheaper than a tenth of the convolution.",
            lambda v: (
                10 * FORMULAS["attention"](v["n"], v["d"], v["k"])
                < FORMULAS["convolution"](v["n"], v["d"], v["k"])
            ),
        ),
        Challenge(
            "At 1024 tokens or more, let dilated convolutions need at most 4 steps.",
            lambda v: v["n"] >= 1024 and steps(v["n"], v["k"])["dilated"] <= 4,
        ),
    ),
)
