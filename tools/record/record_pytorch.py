"""PyTorch's answers to the examples: needs torch in .venv.

They go into helpers/data/pytorch_answers.json. The notebooks and tests/helpers/test_pytorch.py read
the file, so only this script needs torch. The inputs are in helpers.data.examples, or are written
here and recorded beside the answer. Arrays are float32 unless the name says otherwise. The names in
the file:

  torch                                  the version that answered
  three_inputs_softmax                   softmax of the raw scores, along the keys
  three_inputs_raw_weights, _output      scaled_dot_product_attention with scale=1.0
  three_inputs_weights, _output          … with its own 1/√d_k
  companion_weights, _output             … likewise
  square_weights, _output                … likewise
  five_words_weights, _output            … where Q = K = V = the embeddings
  square_causal_weights, _output         … with is_causal=True
  square_bool_mask, …_weights, …_output  … with attn_mask, True = may attend
  square_float_mask, …                   … with attn_mask added to the scores
  square_blind_mask, …                   … where query 2 ("her") may attend to nothing: zeros
  blind_softmax                          softmax of scores that are all −∞: NaN
  filler_scores                          three raw scores, to which a number is added in order to
  filler_one_key_softmax, _attention     mask the last key, {dtype: {number: weights}}
  filler_every_key_softmax, _attention   mask all three: uniform, NaN, zeros or no mask at all
  multihead_Y, _X, _W_Q, _W_K, _W_V, _W_O  what nn.MultiheadAttention was loaded with, in the shapes
                                         of helpers.attention; d_k = d_v is h's share of its width
  multihead_weights, _output             its answer without a mask
  multihead_causal_attn_mask, …          with attn_mask, True = may NOT attend
  multihead_padding_lengths, …           Y asks X twice, with key_padding_mask, True = padding: from
                                         the fourth key on, then everywhere, which gives NaN
  multihead_padding_output_alone         the same with need_weights=False: zeros where it was NaN
  block_X                                three tokens of width 4
  block_weights                          what the layers were loaded with, named and shaped as in
                                         helpers.block; attention has no biases there
  block_layer_norm, _rms_norm, _gelu     LayerNorm and RMSNorm of X with the first gain (and shift),
                                         gelu of X
  block_encoder_before, _after           TransformerEncoderLayer of X, norm_first true and false
  block_encoder_causal                   … norm_first, with a causal mask
  today_scores, today_b                  scores of two heads, −10⁹ where hidden; a number of each
  today_sink                             their softmax with it as one more score, which is then left
                                         out: as in gpt-oss
  today_Q, today_K, today_norm           queries, keys, and their weights where RMSNorm comes
                                         before scaled_dot_product_attention
  tape_graph                             slopes of w = 3 and x = 2, where the loss is (w x + x − 4)²
  tape_toy                               slopes of the turned toy's three matrices (notebook 10)
"""

import json
import math
import sys
from pathlib import Path

import numpy as np

from helpers.data import examples
from helpers.exercises.n10_slopes import TURNED

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    sys.exit("WHAT=pytorch needs PyTorch in .venv: .venv/bin/python -m pip install torch")

FILE = Path(examples.__file__).with_name("pytorch_answers.json")

# n = 4, m = 5, d_y = d_out = 6, d_x = 7, h = 2, d_k = d_v = 3: different wherever PyTorch allows
Y = [[1, 0, 0, 1, 0, -1], [0, 1, 0, 0, 1, 0], [1, 1, -1, 0, 0, 0], [0, 0, 1, -1, 0, 1]]
X = [
    [1, 0, 0, 0, 0, 1, 0],
    [0, 1, 0, 0, -1, 0, 0],
    [0, 0, 1, 1, 0, 0, 0],
    [-1, 0, 0, 1, 0, 0, 1],
    [0, -1, 0, 0, 1, 1, 0],
]
W_Q = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [0, -1, 0], [0, 0, 2]],
    [[0, 1, 0], [1, 0, 1], [0, 0, -1], [0, 2, 0], [1, 0, 0], [0, 1, 0]],
]
W_K = [
    [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0], [0, 0, 1], [-1, 0, 0]],
    [[1, 0, 0], [0, 0, 2], [0, 1, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, 1]],
]
W_V = [
    [[1, 0, 2], [0, 1, 0], [0, 0, 1], [2, 0, 0], [0, 1, 0], [1, 0, 0], [0, 3, 0]],
    [[0, 0, 1], [1, 0, 0], [0, 2, 0], [0, 0, 1], [3, 0, 0], [0, 1, 0], [1, 0, -1]],
]
W_O = [
    [1, 0, 0, 0, 2, 0],
    [0, 1, 0, 0, 0, 1],
    [0, 0, 1, 0, 0, 0],
    [0, 2, 0, 1, 0, 0],
    [0, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, 0, -1],
]


def tensor(array, dtype=torch.float32):
    return torch.tensor(np.asarray(array), dtype=dtype)


def attention(Q, K, V, **options):
    """PyTorch's weights and output; with the identity matrix for V the output is the weights."""
    ask = F.scaled_dot_product_attention
    Q, K, V = (x[None, None] for x in (Q, K, V))  # (1, 1, n, d): the usual batch and heads
    weights = ask(Q, K, torch.eye(K.shape[-2], dtype=K.dtype)[None, None], **options)[0, 0]
    return {"weights": weights, "output": ask(Q, K, V, **options)[0, 0]}


def projections(example):
    """An example's Q (n, d_k), K (m, d_k), V (m, d_v)."""
    Y, X = tensor(example.Y), tensor(example.X)
    return Y @ tensor(example.W_Q), X @ tensor(example.W_K), X @ tensor(example.W_V)


def one_head():
    answers = {}

    def record(name, parts):
        answers.update({f"{name}_{part}": value for part, value in parts.items()})

    Q, K, V = projections(examples.THREE_INPUTS)
    answers["three_inputs_softmax"] = F.softmax(Q @ K.T, dim=-1)
    record("three_inputs_raw", attention(Q, K, V, scale=1.0))
    record("three_inputs", attention(Q, K, V))
    record("five_words", attention(*[tensor(examples.FIVE_WORDS_X)] * 3))
    record("companion", attention(*projections(examples.THE_CAT_SLEEPS)))

    QKV = projections(examples.WE_SAW_HER_DUCK)
    record("square", attention(*QKV))
    record("square_causal", attention(*QKV, is_causal=True))
    sees = torch.tensor([[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]], dtype=torch.bool)
    blind = sees.clone()
    blind[2] = False
    added = torch.tensor([[0, -1, 2, 0], [0.5, 0, 0, -3], [0, 0, 0, 0], [-1e4, 0, 1, 0]])
    for name, mask in {"bool": sees, "float": added, "blind": blind}.items():
        answers[f"square_{name}_mask"] = mask
        record(f"square_{name}_mask", attention(*QKV, attn_mask=mask))
    answers["blind_softmax"] = F.softmax(torch.full((4,), -torch.inf), dim=-1)
    return answers


def fillers():
    """What −10⁴, −10⁹ and −∞ do in each dtype, added for one key or for all of them."""
    row = [1.0, 2.0, 3.0]
    answers = {"filler_scores": row}
    for name, masked in {"one": [0, 0, 1], "every": [1, 1, 1]}.items():
        for dtype in (torch.float16, torch.float32, torch.float64):
            K, Q, hidden = tensor(row, dtype)[:, None], tensor([[1]], dtype), tensor(masked) == 1
            for number in ("-1e4", "-1e9", "-inf"):
                # masked_fill would refuse −10⁹ in float16, where a cast makes it −∞
                mask = torch.where(hidden, float(number), 0.0).to(dtype)
                by_function = {
                    "softmax": F.softmax(tensor(row, dtype) + mask, dim=-1),
                    "attention": attention(Q, K, K, attn_mask=mask[None], scale=1.0)["weights"][0],
                }
                for function, weights in by_function.items():
                    table = answers.setdefault(f"filler_{name}_key_{function}", {})
                    table.setdefault(str(dtype).removeprefix("torch."), {})[number] = weights
    return answers


def multihead():
    heads, width = len(W_Q), len(W_O)
    module = torch.nn.MultiheadAttention(
        width, heads, bias=False, kdim=len(X[0]), vdim=len(X[0]), batch_first=True
    )
    for parameter, W in [("q_proj_weight", W_Q), ("k_proj_weight", W_K), ("v_proj_weight", W_V)]:
        # (h, d_x, d) → (d_x, h·d) → its (h·d, d_x): PyTorch computes x Wᵀ
        side_by_side = torch.cat([tensor(head) for head in W], dim=-1)
        getattr(module, parameter).data = side_by_side.T.contiguous()
    module.out_proj.weight.data = tensor(W_O).T.contiguous()
    literal = {"Y": Y, "X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    answers = {f"multihead_{name}": value for name, value in literal.items()}

    def ask(name, Y, X, **masks):
        output, weights = module(Y, X, X, average_attn_weights=False, **masks)
        answers.update({f"{name}_output": output, f"{name}_weights": weights})

    y, x = tensor(Y), tensor(X)
    later = torch.ones(len(Y), len(X), dtype=torch.bool).triu(1)
    answers["multihead_causal_attn_mask"] = later
    ask("multihead", y, x)
    ask("multihead_causal", y, x, attn_mask=later)

    lengths = [3, 0]
    answers["multihead_padding_lengths"] = lengths
    padding = torch.arange(len(X)) >= torch.tensor(lengths)[:, None]
    twice = [torch.stack([y, y]), torch.stack([x, x])]
    ask("multihead_padding", *twice, key_padding_mask=padding)
    alone, _ = module(*twice, twice[1], key_padding_mask=padding, need_weights=False)
    answers["multihead_padding_output_alone"] = alone
    return answers


def blocks():
    """The layers of torch.nn, with weights of one decimal."""
    rng, d, heads, d_ff = np.random.default_rng(0), 4, 2, 3

    def literal(*shape):
        return rng.normal(size=shape).round(1).tolist()

    attention = {name: (heads, d, d // heads) for name in ("W_Q", "W_K", "W_V")} | {"W_O": (d, d)}
    mlp = {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d), "b_2": (d,)}
    norm = {"gain": (d,), "shift": (d,)}

    def literals(**parts):
        return {
            part: {name: literal(*shape) for name, shape in shapes.items()}
            for part, shapes in parts.items()
        }

    weights = literals(attention=attention, mlp=mlp, norm_1=norm, norm_2=norm)
    X = literal(3, d)
    x = tensor(X)
    gain, shift = tensor(weights["norm_1"]["gain"]), tensor(weights["norm_1"]["shift"])
    answers = {
        "block_X": X,
        "block_weights": weights,
        "block_layer_norm": F.layer_norm(x, (d,), gain, shift),
        "block_rms_norm": F.rms_norm(x, (d,), gain, eps=1e-5),
        "block_gelu": F.gelu(x),
    }

    def encoder(norm_first):
        kind = torch.nn.TransformerEncoderLayer
        layer = kind(d, heads, d_ff, dropout=0, batch_first=True, norm_first=norm_first).eval()
        load_attention(layer.self_attn, weights["attention"].values())
        for linear, i in ((layer.linear1, 1), (layer.linear2, 2)):
            linear.weight.data = tensor(weights["mlp"][f"W_{i}"]).T.contiguous()
            linear.bias.data = tensor(weights["mlp"][f"b_{i}"])
        for norm, i in ((layer.norm1, 1), (layer.norm2, 2)):
            norm.weight.data = tensor(weights[f"norm_{i}"]["gain"])
            norm.bias.data = tensor(weights[f"norm_{i}"]["shift"])
        return layer

    later = torch.ones(3, 3, dtype=torch.bool).triu(1)
    answers["block_encoder_before"] = encoder(norm_first=True)(x[None])[0]
    answers["block_encoder_after"] = encoder(norm_first=False)(x[None])[0]
    answers["block_encoder_causal"] = encoder(norm_first=True)(x[None], src_mask=later)[0]
    return answers


def today():
    """A sink in the softmax, and a norm for queries and keys (notebook 14)."""
    rng = np.random.default_rng(0)
    Q, K = (tensor(rng.normal(size=(n, 6)).round(1), torch.float64) for n in (4, 5))
    scores, b = tensor(rng.normal(size=(2, 4, 5)).round(1), torch.float64), [-1.5, 2.0]
    scores = scores.masked_fill(torch.ones(4, 5, dtype=torch.bool).triu(2), -1e9)
    sinks = tensor(b, torch.float64)[:, None, None].expand(2, 4, 1)
    weights = F.softmax(torch.cat([scores, sinks], dim=-1), dim=-1)[..., :-1]
    normed = [F.rms_norm(x, (6,), eps=0) for x in (Q, K)]
    products = attention(*normed, torch.eye(5, 6, dtype=torch.float64))["weights"]
    return {
        "today_scores": scores,
        "today_b": b,
        "today_sink": weights,
        "today_Q": Q,
        "today_K": K,
        "today_norm": products,
    }


def of_the_tape():
    """Slopes of the graph and of the head that notebook 10 puts on its tape."""
    with torch.enable_grad():
        w = torch.tensor(4.0, requires_grad=True)
        x = torch.tensor(2.0, requires_grad=True)
        y = w * x + x
        loss = (y - 7) ** 2
        loss.backward()

        toy = examples.TOO_TIRED
        matrices = {"W_Q": TURNED, "W_K": toy.W_K, "W_V": toy.W_V}
        W = {name: tensor(M, torch.float64).requires_grad_() for name, M in matrices.items()}
        X = tensor(toy.X, torch.float64)
        Q, K, V = (X @ matrix for matrix in W.values())
        output = F.softmax(Q @ K.T / math.sqrt(Q.shape[1]), dim=-1) @ V
        F.cross_entropy(4 * output[2], torch.tensor(0)).backward()  # "it" is furry
    slopes = {name: matrix.grad for name, matrix in W.items()}
    return {"tape_graph": {"w": w.grad, "x": x.grad}, "tape_toy": slopes}


def load_attention(module, matrices):
    """Give W_Q, W_K, W_V (h, d, d/h) and W_O (d, d) to an nn.MultiheadAttention, without biases."""
    *three, W_O = (tensor(W) for W in matrices)
    # (h, d, d/h) → (d, d) → its (3·d, d): PyTorch computes x Wᵀ
    beside = [torch.cat(list(W), dim=-1).T for W in three]
    module.in_proj_weight.data = torch.cat(beside)
    module.in_proj_bias.data.zero_()
    module.out_proj.weight.data = W_O.T.contiguous()
    module.out_proj.bias.data.zero_()


def as_lists(value):
    """Tensors as nested lists, each number in the fewest digits that its dtype needs."""
    if isinstance(value, dict):
        return {name: as_lists(inner) for name, inner in value.items()}
    if not isinstance(value, torch.Tensor):
        return value
    if value.ndim:
        return [as_lists(inner) for inner in value]
    number = value.numpy()[()]
    return bool(number) if number.dtype == bool else float(str(number))


def readable(value, indent="\n"):
    """JSON with one row of an array a line."""
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {readable(value[name], inner)}" for name in sorted(value)]
        return "{" + inner + f",{inner}".join(parts) + indent + "}"
    if isinstance(value, list) and isinstance(value[0], list):
        return "[" + inner + f",{inner}".join(readable(v, inner) for v in value) + indent + "]"
    return json.dumps(value)


def main():
    torch.set_grad_enabled(False)
    answers = {"torch": torch.__version__.split("+")[0]}
    answers |= one_head() | fillers() | multihead() | blocks() | today() | of_the_tape()
    FILE.write_text(readable(as_lists(answers)) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(answers)} answers of PyTorch {answers['torch']}")
