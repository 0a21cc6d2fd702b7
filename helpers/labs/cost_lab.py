"""What one layer costs: multiplications, path, memory and cache, as n, d, k and h grow."""

from helpers.drawing.numbers import significant
from helpers.experiments import path_lengths
from helpers.experiments.multiplications import FORMULAS, cache_bytes
from helpers.figures import bars
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View

NS = (16, 64, 256, 1024, 4096, 16384)
DS = (32, 64, 128, 256, 512, 1024)
KS = (2, 3, 5, 9)
HS = (1, 2, 4, 8, 16)
SIZE = 490, 190
SHORT = {  # the layers of FORMULAS, by short names
    "attention": "attention",
    "with W": "attention with W_Q, W_K, W_V, W_O",
    "recurrence": "recurrence",
    "convolution": "convolution",
}
BLOCK = 512
FEWER = {"GQA, 2": 2, "MQA, 1": 1}  # heads of keys


def multiplications(n, d, k):
    """{short name: multiplications of one layer}"""
    return {short: FORMULAS[name](n, d, k) for short, name in SHORT.items()}


def steps(n, k):
    """From the first token to the last output."""
    return {
        "attention": 1,
        "dilated": path_lengths.layers_needed(n, k, dilated=True),
        "recurrence": n,
        "convolution": path_lengths.layers_needed(n, k),
    }


def held(n, d, h):
    """Bytes of the scores of all heads, in float32: at once, and in blocks of 512 × 512."""
    side = min(n, BLOCK)
    return {"all at once": 4 * h * n * n, "by blocks": 4 * h * side * side}


def cached(n, d, h):
    """Bytes of the cache of one layer, in float16: a head of keys for each head of queries, 2 for
    all of them, or 1."""
    heads = {f"{h} head{'s' * (h > 1)}": h} | {name: few for name, few in FEWER.items() if few < h}
    return {name: cache_bytes(1, n, kept, d // h) for name, kept in heads.items()}


def picture(title, counts, units):
    """counts: {what: how many}; units: {how much one is: its name}, of which the largest is written
    that leaves a number of 1 or more."""
    most = max(counts.values())
    unit = max((size for size in units if size <= most), default=min(units))
    heights = [x / unit for x in counts.values()]
    digits = 0 if unit == 1 or max(heights) >= 100 else 2 if min(heights) >= 0.01 else 3
    title = f"{title}, in {units[unit]}"
    return bars(title, [*counts], {units[unit]: heights}, up="", digits=digits, size=SIZE)


def show(n, d, k, h):
    work, path = multiplications(n, d, k), steps(n, k)
    path_title = "First token to last output"
    parts = {
        "work": picture(
            "Multiplications", work, {1e3: "thousands", 1e6: "millions", 1e9: "billions"}
        ),
        "path": picture(path_title, path, {1: "steps"}),
        "memory": picture(
            "Scores held at a time", held(n, d, h), {1e3: "kB", 1e6: "MB", 1e9: "GB"}
        ),
        "cache": picture("Cache of one layer", cached(n, d, h), {1e3: "kB", 1e6: "MB"}),
    }
    ratio = significant(work["attention"] / work["convolution"], 2)
    spoken = f"{n} tokens of width {d}: the core of attention takes {ratio} × a convolution's work."
    return View(parts, spoken)


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
        Preset(
            "n = d",
            "The core of attention makes as many multiplications as a recurrence.",
            controls=("n",),
            main=("work",),
        ),
        Preset(
            "Long text",
            "n is far above d: attention makes by far the most multiplications.",
            {"n": 4096},
            controls=("n",),
            main=(
                "work",
                "memory",
            ),
        ),
        Preset(
            "Wide tokens",
            "n is far below d: W_Q, W_K, W_V and W_O cost more than the core of attention.",
            {"n": 64, "d": 1024},
            controls=(
                "n",
                "d",
            ),
            main=("work",),
        ),
        Preset(
            "One head of keys",
            "With 16 heads of queries that share their keys, the cache shrinks to a sixteenth.",
            {"h": 16},
            controls=("h",),
            main=("cache",),
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
