"""Every number that a model makes of one text, part by part, and what each is made of."""

import numpy as np

ALL = slice(None)
PRODUCTS = {  # a row times a column, in an MLP plus a bias
    "Q": ("z_1", "W_Q"),
    "K": ("z_1", "W_K"),
    "V": ("z_1", "W_V"),
    "heads": ("outputs", "W_O"),
    "hidden": ("z_2", "W_1", "b_1"),
    "mlp": ("hidden", "W_2", "b_2"),
    "logits": ("z", "answer"),
}


def every_number(p, tokens, steps, logits, parts, h):
    """{name: numbers} of one text of n tokens (n,), a row for each token.

    p: what the model has learned; steps: of each part of its forward pass what it was given and
    what it gave, both (n, …); logits (n, words); parts: what the model is made of; h: how many
    heads a layer has. "1.x_1" is the stream before the heads of layer 1, "1.x_2" that before its
    MLP, "x" that at the end; "1.weights_1" has the weights of its first head.
    """
    n, found, steps = len(tokens), {"tokens": p["words"][tokens]}, iter(steps)
    mask = parts.causal_mask(n)
    for i in layers(p):
        (x, z), (_, added) = next(steps), next(steps)
        arrays = [p[f"{i}.{name}"] for name in ("W_Q", "W_K", "W_V", "W_O")]
        Q, K, V = (z @ W for W in arrays[:3])  # (n, d) each
        attended, _ = parts.self_attention(z, *arrays, n=n, h=h, off={}, mask=mask)
        outputs = parts.merge(attended.weights @ parts.split(V, n, h))  # (n, d)
        of_heads = {"x_1": x, "z_1": z, "Q": Q, "K": K}
        of_heads |= {f"weights_{k}": A for k, A in enumerate(attended.weights[0], start=1)}
        of_heads |= {"V": V, "outputs": outputs, "heads": added}
        (x, z), (_, added) = next(steps), next(steps)
        hidden = np.maximum(z @ p[f"{i}.W_1"] + p[f"{i}.b_1"], 0)
        of_mlp = {"x_2": x, "z_2": z, "hidden": hidden, "mlp": added}
        found |= {f"{i}.{name}": numbers for name, numbers in (of_heads | of_mlp).items()}
    found["x"], found["z"] = next(steps)
    return found | {"logits": logits, "p": parts.softmax(logits)}


def made_of(inside, tokens, name, i, j):
    """What the number in row i and column j of inside[name] is made of: [(array, rows, columns),
    …], each array by its name in p or inside."""
    layer, _, what = name.rpartition(".")
    this = f"{layer}." if layer else ""
    before = int(layer) - 1 if layer else len(layers(inside))
    if what == "tokens":
        return [("words", tokens[i], ALL)]
    if what == "p":
        return [("logits", i, ALL)]
    if what in PRODUCTS:
        row, matrix, *bias = (f"{this}{array}" for array in PRODUCTS[what])
        return [(row, i, ALL), (matrix, ALL, j), *((array, 0, j) for array in bias)]
    if what.startswith("z"):
        gain, shift = (f"{this}{array}{what[1:]}" for array in ("gain", "shift"))
        return [(f"{this}x{what[1:]}", i, ALL), (gain, 0, j), (shift, 0, j)]
    h = sum(array.startswith("1.weights") for array in inside)
    width = inside["1.Q"].shape[1] // h
    if what.startswith("weights"):
        head = int(what.removeprefix("weights_"))
        own = slice((head - 1) * width, head * width)
        return [(f"{this}Q", i, own), (f"{this}K", j, own)]
    if what == "outputs":
        seen = slice(i + 1)
        return [(f"{this}weights_{j // width + 1}", i, seen), (f"{this}V", seen, j)]
    if what == "x_2":
        return [(f"{this}x_1", i, j), (f"{this}heads", i, j)]
    if before:
        return [(f"{before}.x_2", i, j), (f"{before}.mlp", i, j)]
    return [("tokens", i, j), ("positions", i, j)]


def made_by(inside, name, i, j):
    """The number, (array, row, column), that a number in row i and column j of an array helps to
    make, the first one if it is learned: its row is None where every row has one. Of a number in
    inside, itself."""
    if name in inside:
        return name, i, j
    if name == "positions":
        return "1.x_1", i, j
    readers = (made for made in inside if name in [x for x, *_ in made_of(inside, [0], made, 0, 0)])
    return next(readers), None, j


def layers(p):
    """The numbers of a model's layers, with which the names of its arrays begin."""
    return sorted({int(name.split(".")[0]) for name in p if "." in name})
