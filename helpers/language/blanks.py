"""What notebook 13 leaves to its reader: the attention of its decoder. It is tried in two random
blocks, with parts that look at what reaches attention and the second norm in the first of them."""

from types import SimpleNamespace

import numpy as np

from helpers.language.block_functions import SERIES, Parts
from helpers.language.smollm2 import BASE, Block, block
from helpers.training.blanks import Blank

D, D_KV, TOKENS = 576, 192, [2, 0, 1, 3, 2]
SHAPES = (D,), (D, D), (D, D_KV), (D, D_KV), (D, D), (D,), (D, 7), (D, 7), (7, D)
RIGHT, SUM = "the right logits", "x + merged W_O"
ATTENDED = "Q turned, K turned and repeated, V repeated, a causal mask"


def decoder(tokens, parts, model):
    """The numbers of n tokens → logits (n, 49152)"""
    return model.read(model.stream(tokens, parts=parts), parts)


class Seen(Exception):
    """Something else than a part needs has reached it."""


def named(x, known):
    """What an array is called among those that are known."""
    are = (name for name, y in known.items() if np.shape(x) == y.shape and np.allclose(x, y))
    return next(are, f"something of shape {np.shape(x)}")


def of_mask(mask, n):
    """What a mask is called; numbers are added to the scores."""
    seen = np.ones((n, n), bool) if mask is None else np.asarray(mask)
    masks = np.ones((n, n)), np.tri(n), np.tri(n, k=-1), np.tri(n).T
    names = "no mask", "a causal mask", "a mask that hides the token itself", "a mask upside down"
    return named(seen if seen.dtype == bool else np.exp(seen), dict(zip(names, masks, strict=True)))


class Watching(Parts):
    """The series' parts, which know what a block w makes of a stream x (n, 576)."""

    def __init__(self, x, w):
        super().__init__()
        self.w, self.x, self.output, self.heads, self.called = w, x, None, {}, set()
        self.y = self.rms_norm(x, w.gain_1)
        for source, W, h in ("Q", w.W_Q, 9), ("K", w.W_K, 3), ("V", w.W_V, 3):
            heads = self.split(self.y @ W, h)
            turned = self.rotate(heads, np.arange(len(x)), BASE)
            repeated = self.repeat_heads(heads, 3), self.repeat_heads(turned, 3)
            kinds = "", " turned", " repeated", " turned and repeated"
            for kind, of_kind in zip(kinds, (heads, turned, *repeated), strict=True):
                self.heads[source + kind] = of_kind
        self.called.clear()

    def attention(self, Q, K, V, mask=None, layer=None):
        if self.output is None:
            reached = [named(x, self.heads) for x in (Q, K, V)] + [of_mask(mask, len(self.x))]
            if ", ".join(reached) != ATTENDED:
                raise Seen(f"attention {', '.join(reached)}")
            self.output = super().attention(Q, K, V, mask).output
        self.called.add("attention")
        return super().attention(Q, K, V, mask)

    def _call(self, name, *arguments):
        self.called.add(name)
        if arguments[-1] is self.w.gain_2 and self.output is not None:
            x, y, output, W_O = self.x, self.y, self.output, self.w.W_O
            merged = super()._call("merge", output)
            sums = {
                **{SUM: x + merged @ W_O, "x": x, "x + merged": x + merged, "y": y},
                **{"merged W_O": merged @ W_O, "x + merged W_O.T": x + merged @ W_O.T},
                **{"y + merged W_O": y + merged @ W_O, "merged": merged},
                "x + heads W_O": x + output.reshape(x.shape) @ W_O,
            }
            if (reached := named(arguments[0], sums)) != SUM:
                raise Seen(f"the second norm {reached}")
        return super()._call(name, *arguments)


def on_trial(decoder, _page):
    """What reaches a part instead of what it needs, or whether the logits are right, and which
    parts have not run."""
    draw, parts = np.random.default_rng(0).standard_normal, Parts()
    blocks = [Block(*(draw(x) / 24 ** (len(x) - 1) for x in SHAPES)) for _ in range(2)]
    model, missing = SimpleNamespace(E=draw((4, D)), gain=draw(D), blocks=blocks), set()
    for tokens in TOKENS, TOKENS[:3]:
        x, n = model.E[tokens], len(tokens)
        watching = Watching(x, blocks[0])
        try:
            logits = decoder(tokens, watching, model)
        except Seen as seen:
            return [seen]
        for w in blocks:
            x = block(x, w, None, np.arange(n), parts.causal_mask(n, n), parts)[0]
        right = parts.rms_norm(x, model.gain) @ model.E.T
        if named(logits, {"right": right}) != "right":
            return ["other logits" if np.shape(logits) == right.shape else "no logits"]
        missing |= {*SERIES} - {"softmax", "masked_softmax"} - watching.called
    return RIGHT, *(f"without parts.{name}" for name in sorted(missing))


K, V = "attention Q turned, ", "attention Q turned, K turned and repeated, "
MASK, SECOND = f"{V}V repeated, ", "the second norm "
DOTS = " There are dots left, or a part is not called, as parts.merge(output) is."
NINE = " Q has nine heads already: each head of K and V serves three of them."
NO_PLACE = " is not turned: a score tells how far apart two tokens stand only if both Q and K are."
NEW = " (A part changes nothing in place: its result needs a name.)"
THREE = f" has three heads, Q has nine: three heads of queries share each.{NEW}"
HEADS = ": three heads, turned once at most, then each three times, its copies side by side."
MISTAKES = {  # how what a decoder gives begins: what is said of it
    ("nothing", f"{SECOND}something of shape ()", "TypeError (unsupported"): DOTS,
    ("ValueError (matmul: Input operand 0 does not",): DOTS,
    ("attention Q repeated", "attention Q turned and repeated"): NINE,
    ("attention Q, ",): f" Q{NO_PLACE}{NEW}",
    (f"{K}K turned, ",): f" K{THREE}",
    (f"{K}K, ", f"{K}K repeated"): f" K{NO_PLACE}",
    (f"{K}V", f"{K}Q"): " The second should be made of W_K: keys, which queries are compared with.",
    (f"{K}something",): f" The keys are made of y @ w.W_K{HEADS}",
    (f"{V}V, ",): f" V{THREE}",
    (f"{V}V turned",): " V is turned: scores need places, but values are handed on as they are.",
    (f"{V}K", f"{V}Q"): " The third should be made of W_V: values, which are handed on.",
    (f"{V}something",): f" The values are made of y @ w.W_V{HEADS}",
    (f"{MASK}no",): " Each token sees those after it, which it should guess.",
    (f"{MASK}a mask upside",): " Each token sees those after it, and none before it.",
    (f"{MASK}a mask that",): " Each token may see itself, too.",
    (MASK,): " n queries look at n keys, and True lets row i see column j: causal_mask(n, n).",
    ("attention",): " The first should be Q, turned once by np.arange(n) and 100_000.0.",
    (f"{SECOND}x + merged W_O.T",): " W_O is turned around: it stands behind @ as it is.",
    (f"{SECOND}x + merged",): " W_O is left out: it mixes what nine heads found.",
    (f"{SECOND}x + heads",): " Not merged: reshape alone cuts the heads in the wrong places. merge "
    "puts a token's nine heads side by side.",
    (f"{SECOND}x",): " What the heads found is not added to x.",
    (f"{SECOND}merged",): " x is replaced: add to it what the heads found.",
    (f"{SECOND}y",): " y is the normed copy: add what the heads found to x itself.",
    (SECOND,): " It needs x, to which the merged heads times w.W_O are added.",
    (f"{RIGHT} without",): " But let parts compute all: your own functions run there, and the "
    "page exchanges some below.",
    ("other",): " The first block is right. Are the lines below as they were?",
    ("no logits",): " Does it end in return, below the loop?",
    ("ValueError (cannot",): " y @ w.W_K is (n, 192): that is three heads of 64 numbers.",
    ("ValueError (too", "ValueError (not", "AttributeError ('Attended'"): " Two names, two arrays: "
    "K and V need a call each; attention returns its output and its weights.",
    ("TypeError (Parts.causal", "TypeError (loop", "ValueError (The truth"): " The mask is "
    "causal_mask(n, n).",
    ("ValueError (",): " The shapes do not fit: rows left of @, split before rotate, a place for "
    "each of n tokens, merge before @ w.W_O.",
    tuple(f"TypeError ({x}" for x in ("Parts.rotate", "'int'", "list", "range")): " rotate takes "
    "heads, an array with each token's place, np.arange(n), and 100_000.0.",
    ("TypeError (Parts.", "AttributeError ('tuple'"): " One array a call: split takes rows and a "
    "number, repeat_heads heads and a number, merge heads.",
    ("UnboundLocalError (", "NameError (name 'heads'"): " heads stands for Q, K or V: write that.",
    ("TypeError ('module'", "NameError (", "AttributeError ("): " A part is called as parts.split, "
    "an array of the block as w.W_K.",
}
DECODER = Blank(
    called="decoder",
    own=decoder,
    trial=on_trial,
    right=RIGHT,
    needed="of five tokens and of three, in two blocks of random numbers",
    mistakes={begin: said for begins, said in MISTAKES.items() for begin in begins},
)
