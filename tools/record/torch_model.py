"""The model of helpers.training in PyTorch's words, for record_pytorch.py and bench.py."""

import numpy as np
import torch
import torch.nn.functional as F


def tensors(p):
    """What a model learns, {name: array}, as tensors that get gradients."""
    return {name: torch.tensor(x, requires_grad=True) for name, x in p.items()}


def loss_of(model, p, tokens, targets):
    """model: a Transformer, for its sizes. p: its arrays as tensors. tokens, targets (b, n)"""
    n = tokens.shape[1]
    x = p["words"][tokens] + torch.tensor(model.sinusoids[:n])  # (b, n, d)
    if "positions" in p:
        x = x + p["positions"][:n]
    width = x.shape[-1:]
    for layer in range(1, model.layers + 1):
        of = {name.removeprefix(f"{layer}."): value for name, value in p.items()}
        y = F.layer_norm(x, width, of["gain_1"], of["shift_1"])
        Q, K, V = (split(y @ of[name], model.heads) for name in ("W_Q", "W_K", "W_V"))
        heads = F.scaled_dot_product_attention(Q, K, V, is_causal=model.causal)  # (b, h, n, d/h)
        x = x + heads.transpose(1, 2).flatten(2) @ of["W_O"]
        if model.d_ff:
            y = F.layer_norm(x, width, of["gain_2"], of["shift_2"])
            x = x + F.relu(y @ of["W_1"] + of["b_1"]) @ of["W_2"] + of["b_2"]
    x = F.layer_norm(x, width, p["gain"], p["shift"])
    logits = (x @ p["answer"]).flatten(0, 1)  # (b·n, words)
    return F.cross_entropy(logits, torch.tensor(np.ravel(targets)), ignore_index=-1)


def split(x, h):
    return x.unflatten(-1, (h, -1)).transpose(1, 2)  # (b, n, d) → (b, h, n, d/h)
