"""Run the notebooks on the publisher's own numbers: make model WEIGHTS=model.safetensors.

WEIGHTS is SmolLM2-135M-Instruct as its publisher has it, numbers of 16 bits (bfloat16), which you
have got yourself. What is written lies in a folder of its own, beside the 4-bit copy, whose tokens
it takes. Tested on a small file that a test makes; nobody has tried it on the real one.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np

from helpers.language import files
from helpers.language.smollm2 import HEADS, KEY_HEADS
from tools.model.fetch import Trouble, write_float32

FOLDER = "published"  # in the folder of the models
OTHERWISE = {"model.embed_tokens.weight": "token_embd", "model.norm.weight": "output_norm"}
NAMES = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def main(weights):
    try:
        target = written(Path(weights), files.folder())
    except (Trouble, OSError, ValueError, KeyError) as trouble:
        sys.exit(f"{weights}: {trouble}")
    print(f"Written: {target}\nThe notebooks run on it where {files.VARIABLE}={target.parent}")


def written(source, folder):
    """The path of a file for files.py with the arrays of the published file as float32.

    Trouble if its arrays are not those of the copy in the folder."""
    copy, _ = files.header("smollm2")
    needed = {name: x["shape"] for name, x in copy.items() if "dtype" in x}
    found = {name_of(key): (key, x) for key, x in described(source).items() if "dtype" in x}
    given = {name: x["shape"] for name, (_, x) in found.items()}
    if given != needed:
        wrong = sorted(
            name for name in given.keys() | needed if given.get(name) != needed.get(name)
        )
        raise Trouble(
            f"{wrong[0]} has the shape {given.get(wrong[0])}, needed {needed.get(wrong[0])}"
        )
    for key, x in found.values():
        if x["dtype"] != "BF16":
            raise Trouble(f"{key} is of {x['dtype']}, needed BF16")
    target = folder / FOLDER / "smollm2.safetensors"
    target.parent.mkdir(exist_ok=True)
    sentences = folder / "minilm.safetensors"
    if sentences.is_file() and not (target.parent / sentences.name).exists():
        shutil.copyfile(sentences, target.parent / sentences.name)
    unfinished = target.with_suffix(".unfinished")
    metadata = copy["__metadata__"] | {"own": source.name}
    arrays = (np.ascontiguousarray(array(source, *found[name])) for name in needed)
    write_float32(unfinished, metadata, needed, arrays)
    os.replace(unfinished, target)
    return target


def described(source):
    """What the header of a file says of its arrays, and under "" where their bytes begin."""
    with source.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > source.stat().st_size:
            raise Trouble("this is no file in the format safetensors")
        return json.loads(file.read(length)) | {"": {"start": 8 + length}}


def name_of(key):
    """model.layers.3.mlp.up_proj.weight → blk.3.ffn_up.weight"""
    if key in OTHERWISE:
        return f"{OTHERWISE[key]}.weight"
    layer, _, rest = key.removeprefix("model.layers.").partition(".")
    part, _, kind = rest.rpartition(".")
    return f"blk.{layer}.{NAMES.get(part, part)}.{kind}"


def array(source, key, x):
    """An array of the file as float32; of queries and keys, the rows as the series rotates them."""
    start, end = x["data_offsets"]
    begin = described(source)[""]["start"] + start
    data = np.memmap(source, np.uint8, mode="r", offset=begin, shape=(end - start,))
    W = from_bfloat16(data).reshape(x["shape"])
    heads = {"q_proj": HEADS, "k_proj": KEY_HEADS}.get(key.split(".")[-2])
    return as_neighbours(W, heads) if heads else W


def from_bfloat16(data):
    """Its 16 bits are the upper half of a float32: bytes → numbers."""
    return (data.view("<u2").astype("<u4") << 16).view("<f4")


def as_neighbours(W, heads):
    """The publisher rotates number t with number t + 32 of a head, the series neighbours."""
    return W.reshape(heads, 2, -1, W.shape[1]).swapaxes(1, 2).reshape(W.shape)


if __name__ == "__main__":
    main(*sys.argv[1:])
