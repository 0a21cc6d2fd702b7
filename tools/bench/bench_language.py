"""What the published language model takes: seconds and memory, and transformers beside it, where
that is installed, with the same numbers in float32 and one thread.

python -m tools.bench.bench_language
"""

import statistics
import subprocess
import sys
import time

import psutil

from helpers import language
from helpers.language import files, smollm2
from tools.repository import ROOT

PROMPT, TOKENS, TURNS = 64, 16, 5
READER = """
from helpers import language
model = language.load()
numbers = model.tokens.encode("The capital of Norway is")
print(*language.write(model, numbers, n=4), flush=True)
input()
"""


def print_rows():
    if not language.there():
        print("| The language model is not here (make model): not measured | | |")
        return
    opened = seconds(language.load)
    print(f"| the language model, opened | {opened * 1000:.0f} ms | 200 ms |")
    times = in_turn(steps_of_ours(), steps_of_transformers())
    for what, goal in (("token", 150), ("prompt", 600)):
        said = "a token with a cache" if what == "token" else f"a prompt of {PROMPT} tokens"
        ours = times["ours"][what]
        print(f"| the language model: {said} | {ours * 1000:.0f} ms | {goal} ms |")
        if "transformers" in times:
            theirs = times["transformers"][what]
            measured = f"{ours * 1000:.0f} ms to {theirs * 1000:.0f} ms, {ours / theirs:.2f} ×"
            print(f"| {said}, against transformers | {measured} | at most 1.5 × |")
    own, whole = memory()
    measured = f"{own:.0f} MB each, {whole:.0f} MB with what they share"
    print(f"| the language model in three processes at once: memory | {measured} | 300 MB each |")


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turn(*ways):
    """{name: {"prompt": seconds, "token": seconds}}, each the median of turns that alternate, so
    that a busy moment slows all of them; the first turn is left out."""
    taken = {name: {"prompt": [], "token": []} for name, _, _ in filter(None, ways)}
    for turn in range(TURNS + 1):
        for name, prompt, token in filter(None, ways):
            of_prompt = seconds(prompt)
            of_tokens = seconds(lambda token=token: [token() for _ in range(TOKENS)]) / TOKENS
            if turn:
                taken[name]["prompt"].append(of_prompt)
                taken[name]["token"].append(of_tokens)
    return {
        name: {what: statistics.median(x) for what, x in of.items()} for name, of in taken.items()
    }


def steps_of_ours():
    """A name, what reads a prompt, and what reads one more token."""
    model, kept = language.load(), {}

    def prompt():
        kept.clear()
        model.next_logits(range(1000, 1000 + PROMPT), kept)

    return "ours", prompt, lambda: model.next_logits([1000], kept)


def steps_of_transformers():
    """The same for transformers, or None where it is not installed."""
    try:
        import torch
        from transformers import LlamaConfig, LlamaForCausalLM
    except ImportError:
        return None
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=smollm2.WORDS,
            hidden_size=576,
            intermediate_size=1536,
            num_hidden_layers=smollm2.LAYERS,
            num_attention_heads=smollm2.HEADS,
            num_key_value_heads=smollm2.KEY_HEADS,
            rms_norm_eps=1e-5,
            rope_parameters={"rope_type": "default", "rope_theta": smollm2.BASE},
            max_position_embeddings=smollm2.LONGEST,
            tie_word_embeddings=True,
        )
    ).eval()
    own = model.state_dict()
    for name, x in state_of_transformers(torch).items():
        own[name].copy_(x)
    kept = {}

    def read(numbers):
        out = model(numbers, past_key_values=kept.get("before"), use_cache=True, logits_to_keep=1)
        kept["before"] = out.past_key_values
        return out.logits[0, -1]

    def prompt():
        kept.clear()
        return read(torch.arange(1000, 1000 + PROMPT)[None])

    one = torch.tensor([[1000]])
    ours = language.load().run(range(1000, 1000 + PROMPT)).logits[-1]
    assert abs(prompt().numpy() - ours).max() < 0.05, "they do not compute the same"
    return "transformers", prompt, lambda: read(one)


def state_of_transformers(torch):
    """The model's numbers by the names of transformers, which turns pairs from two halves."""
    block = {
        "attn_norm": "input_layernorm",
        "attn_q": "self_attn.q_proj",
        "attn_k": "self_attn.k_proj",
        "attn_v": "self_attn.v_proj",
        "attn_output": "self_attn.o_proj",
        "ffn_norm": "post_attention_layernorm",
        "ffn_gate": "mlp.gate_proj",
        "ffn_up": "mlp.up_proj",
        "ffn_down": "mlp.down_proj",
    }
    outside = {"token_embd": "embed_tokens", "output_norm": "norm"}
    state = {}
    for name, x in files.arrays("smollm2").items():
        *where, part, _ = name.split(".")
        if part in ("attn_q", "attn_k"):  # neighbours 0, 1, 2, 3, … → halves 0, 2, …, 1, 3, …
            x = x.reshape(-1, 32, 2, 576).swapaxes(1, 2).reshape(-1, 576)
        theirs = f"layers.{where[1]}.{block[part]}" if where else outside[part]
        state[f"model.{theirs}.weight"] = torch.tensor(x)
    return state


def memory():
    """(MB of its own, MB with what is shared) of one of three processes that hold the model."""
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READER],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for reader in readers:
            reader.stdout.readline()  # it has written four tokens
        used = [psutil.Process(reader.pid).memory_full_info() for reader in readers]
    finally:
        for reader in readers:
            reader.communicate("\n")
    return max(x.uss for x in used) / 2**20, max(x.rss for x in used) / 2**20


if __name__ == "__main__":
    print_rows()
