"""Every number that a model makes of one text, part by part."""

import numpy as np


def every_number(p, tokens, steps, logits, parts, h):
    """{name: numbers} of one text of n tokens (n,), a row for each token.

    p: what the model has learned; steps: of each part of its forward pass what it was given and
    what it gave, both (n, …); logits (n, words); parts: what the model is made of; h: how many
    heads a layer has. "1.x_1" is the stream before the heads of layer 1, "1.x_2" that before its
    MLP, "x" that at the end.
    """
    n, found, steps = len(tokens), {"words": p["words"][tokens]}, iter(steps)
    mask = parts.causal_mask(n)
    for i in layers(p):
        (x, z), (_, added) = next(steps), next(steps)
        arrays = [p[f"{i}.{name}"] for name in ("W_Q", "W_K", "W_V", "W_O")]
        Q, K, V = (z @ W for W in arrays[:3])  # (n, d) each
        attended, _ = parts.self_attention(z, *arrays, n=n, h=h, off={}, mask=mask)
        outputs = parts.merge(attended.weights @ parts.split(V, n, h))  # (n, d)
        of_heads = {"x_1": x, "z_1": z, "Q": Q, "K": K, "weights": attended.weights[0], "V": V}
        of_heads |= {"outputs": outputs, "heads": added}
        (x, z), (_, added) = next(steps), next(steps)
        hidden = np.maximum(z @ p[f"{i}.W_1"] + p[f"{i}.b_1"], 0)
        of_mlp = {"x_2": x, "z_2": z, "hidden": hidden, "mlp": added}
        found |= {f"{i}.{name}": numbers for name, numbers in (of_heads | of_mlp).items()}
    found["x"], found["z"] = next(steps)
    return found | {"logits": logits, "p": parts.softmax(logits)}


def layers(p):
    """The numbers of a model's layers, with which the names of its arrays begin."""
    return sorted({int(name.split(".")[0]) for name in p if "." in name})
