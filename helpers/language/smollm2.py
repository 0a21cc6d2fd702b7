"""SmolLM2-135M-Instruct in NumPy: a published language model of 2024 (Allal et al., 2025), from a
copy in which most numbers were rounded to 4 bits.

Read it aloud from top to bottom: how one block is computed, then the model, then what is asked of
it. 30 blocks of the form of Llama (Touvron et al., 2023). Next to the blocks of block.py, four
things are new: RMS norm, rotary positions, three queries' heads that share keys and values, and an
MLP with a gate; and there are no biases. Tokens are rows, d = 576 numbers wide. Layers and heads
are counted from 1.
"""

from collections import namedtuple
from functools import cache, cached_property, partial

import numpy as np

from helpers.language import files
from helpers.language.block_functions import Parts
from helpers.language.tokens import Tokens
from helpers.single_values import is_whole

LAYERS, HEADS, KEY_HEADS = 30, 9, 3  # each head of keys and values serves three heads of queries
BASE = 100_000.0  # of the rotary positions: the slowest pair turns once in half a million tokens
WORDS = 49_152  # in its vocabulary
LONGEST = 8192  # tokens: it was made for no longer text
END = 0, 2  # <|endoftext|> and <|im_end|>: a text ends, or somebody's turn
ALL_HEADS = frozenset((layer, head + 1) for layer in range(1, LAYERS + 1) for head in range(HEADS))

# what the file has of each block, and how it is named there; a matrix is (d_out, d_in) there
Block = namedtuple("Block", "gain_1 W_Q W_K W_V W_O gain_2 W_gate W_up W_down")
NAMES = Block(
    gain_1="attn_norm",
    W_Q="attn_q",
    W_K="attn_k",
    W_V="attn_v",
    W_O="attn_output",
    gain_2="ffn_norm",
    W_gate="ffn_gate",
    W_up="ffn_up",
    W_down="ffn_down",
)


# --- one block


def attend(y, w, kept, positions, mask, parts, off=(), layer=None):
    """Self-attention of n new tokens: y (n, d) → what it adds (n, d), and its weights (9, n, m).

    kept: the keys and values (3, m − n, 64) of the tokens before, or None; the third result is
    those of all m. mask (n, m) or None. off: numbers of heads, from 0, that find nothing. layer:
    what the attention is told of where it stands.
    """
    Q = parts.split(y @ w.W_Q, HEADS)  # (n, 576) → (9, n, 64)
    K = parts.split(y @ w.W_K, KEY_HEADS)  # (n, 192) → (3, n, 64)
    V = parts.split(y @ w.W_V, KEY_HEADS)  # (n, 192) → (3, n, 64)
    Q = parts.rotate(Q, positions, BASE)  # (9, n, 64)
    K = parts.rotate(K, positions, BASE)  # (3, n, 64)
    if kept:
        K = np.concatenate([kept[0], K], axis=1)  # (3, m, 64)
        V = np.concatenate([kept[1], V], axis=1)  # (3, m, 64)
    keys = parts.repeat_heads(K, HEADS // KEY_HEADS)  # (9, m, 64)
    values = parts.repeat_heads(V, HEADS // KEY_HEADS)  # (9, m, 64)
    output, weights = parts.attention(Q, keys, values, mask, layer)  # (9, n, 64), (9, n, m)
    output[list(off)] = 0
    return parts.merge(output) @ w.W_O, weights, (K, V)  # (n, 576) @ (576, 576)


@np.errstate(under="ignore")  # what is too small for the dtype is 0
def block(x, w, kept, positions, mask, parts, off=(), layer=None):
    """The stream x (n, d) after one block, its weights (9, n, m), and its keys and values."""
    y = parts.rms_norm(x, w.gain_1)  # (n, d)
    added, weights, kept = attend(y, w, kept, positions, mask, parts, off, layer)  # (n, d)
    x = x + added
    y = parts.rms_norm(x, w.gain_2)  # (n, d)
    return x + parts.gated_mlp(y, w.W_gate, w.W_up, w.W_down), weights, kept


def random_block(parts):
    """What a block of random numbers, as large as the model's, makes of 24 tokens and of one more,
    with a causal mask and without: (2, 24, 576), (1, 576)."""
    rng, d, d_kv, d_ff = np.random.default_rng(0), 576, 192, 1536

    def matrix(height, width):
        return rng.standard_normal((height, width), np.float32) / np.sqrt(np.float32(height))

    gain = np.ones(d, np.float32)
    of_attention = matrix(d, d), matrix(d, d_kv), matrix(d, d_kv), matrix(d, d)
    w = Block(gain, *of_attention, gain, matrix(d, d_ff), matrix(d, d_ff), matrix(d_ff, d))
    x = rng.standard_normal((25, d), np.float32)
    masked, _, kept = block(x[:24], w, None, np.arange(24), parts.causal_mask(24, 24), parts)
    seen, _, _ = block(x[:24], w, None, np.arange(24), None, parts)
    last, _, _ = block(x[24:], w, kept, np.array([24]), None, parts)
    return np.array([masked, seen]), last


def calls_of_a_block(functions):
    """The arguments of all calls of these parts in `random_block`: {name: [arguments]}, for those
    that it calls."""
    calls = {}

    def recorded(name):
        def call(*arguments):
            calls.setdefault(name, []).append(arguments)
            return functions[name](*arguments)

        return call

    random_block(Parts(**{name: recorded(name) for name in functions}))
    return calls


# --- the model


class Run:
    """What the model makes of n tokens.

    streams (31, n, d): before the first block, and after each. weights (30, 9, n, m): row = query,
    column = key. logits (n, 49152): row i is what may come after token i; they are computed when
    they are first asked for.
    """

    def __init__(self, streams, weights, read):
        self.streams, self.weights, self._read = streams, weights, read

    @cached_property
    def logits(self):
        return self._read(self.streams[-1])


class SmolLM2:
    """The model of `make model`. tokens: see tokens.py. A run takes other parts than
    block_functions.py's: `mine.language` has the reader's functions.

    E (49152, 576) has a row for each word of the vocabulary, and is used twice: at the beginning
    for what a token is, at the end for how likely each is to come next.
    """

    layers, heads = LAYERS, HEADS

    def __init__(self, arrays, tokens):
        self.tokens, self.parts = tokens, Parts()
        self.E, self.gain = arrays["token_embd.weight"], arrays["output_norm.weight"]
        self.blocks = [
            Block(*(arrays[f"blk.{k}.{name}.weight"].T for name in NAMES)) for k in range(LAYERS)
        ]
        self.d = self.E.shape[1]

    def size(self):
        """How many numbers the model has learned."""
        return sum(x.size for x in [self.E, self.gain, *(x for w in self.blocks for x in w)])

    def run(self, numbers, off=(), parts=None, kept=None):
        """All tokens at once: numbers, a list of n → Run. For 500 tokens, its weights take 270 MB.

        off: heads that are switched off, pairs (layer, head). parts: others for this run.
        kept: a cache, as in `next_logits`; then weights are (30, 9, n, m), with all m keys.
        """
        kept = {} if kept is None else kept
        numbers = checked(numbers)
        n = len(numbers)
        m = n + (kept[1][0].shape[1] if kept else 0)
        streams = np.empty((LAYERS + 1, n, self.d), np.float32)  # made at once: less memory
        weights = np.empty((LAYERS, HEADS, n, m), np.float32)
        streams[0] = self.E[numbers]
        for k, (x, A) in enumerate(self._blocks(numbers, kept, off, parts)):
            streams[k + 1], weights[k] = x, A
        return Run(streams, weights, partial(self.read, parts=parts))

    def next_logits(self, numbers, kept, off=(), parts=None):
        """The logits (49152,) of what comes after these tokens.

        kept, a cache: {layer: (K, V)} of all tokens before them, {} at the beginning; theirs are
        added. The arrays in it never change, so dict(kept) is a copy that may go another way.
        """
        return self.read(self.stream(numbers, kept, off, parts)[-1:], parts)[0]

    def stream(self, numbers, kept=None, off=(), parts=None):
        """The stream (n, d) of these tokens after the last block, and nothing else is held."""
        with_these = dict(kept or {})
        for x, _ in self._blocks(numbers, with_these, off, parts):
            last = x  # (n, d)
        if kept is not None:
            kept |= with_these  # all layers at once: whoever interrupts finds it as it was
        return last

    @np.errstate(under="ignore")
    def read(self, x, parts=None):
        """What a stream x (n, d) says of the next token: normed, times Eᵀ → logits (n, 49152)."""
        return (parts or self.parts).rms_norm(x, self.gain) @ self.E.T

    def _blocks(self, numbers, kept, off, parts):
        """The stream (n, d) after each block, and its weights (9, n, m), one after the other."""
        off, parts = checked_heads(off), parts or self.parts
        begin = kept[1][0].shape[1] if kept else 0
        x = self.E[checked(numbers, begin)]  # (n, d)
        n, m = len(x), begin + len(x)
        positions = np.arange(begin, m)  # (n,)
        mask = parts.causal_mask(m, m)[begin:] if n > 1 else None  # (n, m): the last row sees all
        for layer, w in enumerate(self.blocks, start=1):
            switched_off = [head - 1 for number, head in off if number == layer]
            x, weights, kept[layer] = block(
                x, w, kept.get(layer), positions, mask, parts, switched_off, layer
            )
            yield x, weights


@cache
def load():
    """The model, mapped into memory; the same at each call.

    FileNotFoundError if `make model` has not been run; see files.py for other errors."""
    texts = files.texts("smollm2")
    tokens = Tokens(*(texts[name].split("\n") for name in ("tokens", "merges", "marks")))
    return SmolLM2(files.arrays("smollm2"), tokens)


def origin():
    """Which numbers the model runs on, in a line: the copy's, or those that a reader has put in
    their place by make model WEIGHTS=file."""
    own = files.texts("smollm2").get("own")
    if own:
        return f"It runs on {own}, your own file: none of its numbers was rounded to 16 levels."
    return "It runs on the copy: most of its numbers were rounded to one of 16 levels."


# --- what is refused


def checked(numbers, before=0):
    """The numbers of at least one token, after so many others, as a list."""
    given = list(numbers)
    wrong = [number for number in given if not is_whole(number) or not 0 <= number < WORDS]
    if wrong or not given:
        given = repr(wrong[0]) if wrong else "none"
        raise ValueError(f"numbers: given {given}, needed at least one from 0 to {WORDS - 1}")
    if before + len(given) > LONGEST:
        raise ValueError(f"numbers: given {before + len(given)} in all, needed at most {LONGEST}")
    return given


def checked_heads(off):
    """The heads that are off."""
    wrong = [head for head in off if not isinstance(head, tuple) or head not in ALL_HEADS]
    if wrong:
        needed = f"pairs (layer, head), layers from 1 to {LAYERS}, heads from 1 to {HEADS}"
        raise ValueError(f"off: given {wrong[0]!r}, needed {needed}")
    return off
