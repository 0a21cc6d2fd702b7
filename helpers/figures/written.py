"""The picture of a model that writes, with what the reader wrote lit."""

from helpers.figures.here import strip

COMPUTED_BY = {  # part of the map: the reader's functions that compute it (helpers/mine.py)
    "position": ("sinusoids",),
    "mask": ("causal_mask",),
    "softmax": ("softmax", "masked_softmax"),
    "heads": ("split", "merge", "multi_head"),
    "norm": ("layer_norm",),
    "mlp": ("mlp",),
    "blocks": ("block",),
}


def written(functions):
    """A part of the map is lit if one of the functions that compute it is among these names, as
    `mine.names()` has them."""
    lit = [part for part, names in COMPUTED_BY.items() if not {*names}.isdisjoint(functions)]
    title = "What you wrote in the model" if lit else "What you wrote in the model: nothing yet"
    return strip(*lit, title=title)
