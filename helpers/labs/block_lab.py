"""A stack of blocks, random or a real model's: what each part adds to a token, and what depth does
(notebook 08).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from helpers.block import layer_norm
from helpers.data import recorded, word_pieces
from helpers.drawing.numbers import significant
from helpers.experiments import depth
from helpers.labs.block_picture import picture
from helpers.labs.engine.controls import Choice, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Matrix
from helpers.labs.sentences import MOST_TOKENS, Sentence, lengths
from helpers.language import minilm

RANDOM, REAL = "random ones", "a real model's"
TEXT = recorded.SENTENCES["too tired"]  # of which “it” was recorded
DEPTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24)  # blocks
MOST = DEPTHS[-1]
BEFORE, AFTER, NEVER = "before each part", "after each sum", "never"
SCALES = (0.5, 1.0, 2.0)
PARTS = "attention", "MLP"  # the two steps of a block, in this order


@dataclass(frozen=True)
class Step:
    """One part of one block, for all tokens, (n, d) each. total: what a norm after it reads."""

    name: str
    stream: np.ndarray
    written: np.ndarray
    total: np.ndarray
    after: np.ndarray


def stack_of(v):
    """Both steps of each block that there is, with these values of the controls."""
    how = v["norm"], v["residual"], v["attention"], v["mlp"]
    if v["whose"] == RANDOM:
        return steps_of(*how, v["scale"])
    return steps_of_model(v["typed"], *how) if is_computed(v) else steps_of_it()


def is_computed(v):
    """Whether the real model computes; if not, what was recorded of “it” is shown as it was."""
    return v["whose"] == REAL and minilm.is_installed()


@lru_cache
def steps_of(norm, residual, attention, mlp, scale):
    """Both steps of each of 24 random blocks. A part that is switched off writes 0."""
    steps, step = recorder(norm, residual, attention, mlp)
    depth.stack(depth.random_tokens(), depth.random_blocks(MOST, scale), step)
    return steps


@lru_cache(maxsize=16)
def steps_of_model(text, *how):
    """The same of the 6 blocks of the real model, with a sentence in it."""
    model, (steps, step) = minilm.load(), recorder(*how)
    x = model.embed(word_pieces.numbers(text))  # (n, 384)
    for k, w in enumerate(model.blocks):
        x = step(x, lambda x, k=k: model.attend(k, x)[-1], norm_of(w.gain_1, w.shift_1))
        x = step(x, lambda x, k=k: model.think(k, x), norm_of(w.gain_2, w.shift_2))
    return steps


@lru_cache
def steps_of_it():
    """The same as it was recorded, of the token “it” alone."""
    way, (steps, step) = recorded.way_of_it(), recorder(AFTER, True, True, True)
    x = way.start[None]  # (1, 384)
    for of_block in zip(way.writes, way.gains, way.shifts, strict=True):
        for write, *gain_shift in zip(*of_block, strict=True):
            x = step(x, lambda x, write=write: write[None], norm_of(*gain_shift))
    return steps


def norm_of(gain, shift):
    return lambda x: layer_norm(x, gain, shift, minilm.EPSILON)


def recorder(norm, residual, attention, mlp):
    """A list of steps, at first empty, and a function that takes one and adds it to the list."""
    is_on = {"attention": attention, "MLP": mlp}
    steps = []

    def step(x, part, normalized):
        name = PARTS[len(steps) % 2]
        if is_on[name]:
            written = part(normalized(x) if norm == BEFORE else x)  # (n, d)
            total = x + written if residual else written
            after = normalized(total) if norm == AFTER else total
        else:
            written, total, after = np.zeros_like(x), x, x
        steps.append(Step(name, x, written, total, after))
        return after

    return steps, step


def streams(steps, blocks):
    """The stream before the first block and after each: (blocks + 1, n, d)."""
    return np.array([steps[0].stream, *(step.after for step in steps[1 : 2 * blocks : 2])])


def show(**v):
    blocks, token = v["blocks"], v["token"]
    steps = stack_of(v)[: 2 * blocks]
    stream, i = streams(steps, blocks), token - 1
    length = lengths(stream)  # (blocks + 1, n)
    name = names_of(v)[i]
    written = np.array([lengths(s.written[i]) for s in steps]).reshape(-1, 2)  # (blocks, 2)
    alike = np.array([depth.mean_cosine(x) if len(x) > 1 else 1 for x in stream])
    parts = {
        "stream": picture(name, length, i, written, alike),
        "numbers": numbers(name, length[:, i], written, alike),
    }
    spoken = f"{blocks} blocks: {name} ends with length {significant(length[-1, i])}."
    return View(parts, spoken, options_of(v), without_effect(v), main=("stream",))


def numbers(name, length, written, alike):
    """The numbers behind the picture, block by block."""
    rows = (f"length of {name}", "of what attention adds", "of what the MLP adds")
    rows += ("mean cosine of two tokens",)
    values = np.stack([length, *np.concatenate([np.zeros((1, 2)), written]).T, alike])
    blocks = ("in", *range(1, len(length)))
    known = np.ones(values.shape, bool)
    known[1:3, 0] = False  # nothing is written before the first block
    return Matrix(
        "Numbers of each block", values, rows, blocks, ("", "block"), known=known, write=significant
    )


def names_of(v):
    """What the tokens are called: (n,)."""
    if v["whose"] == RANDOM:
        return [f"token {k}" for k in range(1, depth.N + 1)]
    return (
        [f"“{token}”" for token in word_pieces.tokens(v["typed"])] if is_computed(v) else ["“it”"]
    )


def options_of(v):
    """Which tokens and how many blocks there are to choose from."""
    steps = len(stack_of(v))
    depths = [str(blocks) for blocks in DEPTHS if 2 * blocks <= steps]
    return {"token": names_of(v), "blocks": depths}


def without_effect(v):
    if v["whose"] == RANDOM:
        return ("typed",)
    return ("scale",) if is_computed(v) else ("scale", "norm", "residual", "attention", "mlp")


def apply_dependencies(values, changed):
    """A real model begins as it is, in a new sentence with “it”, if that is there."""
    values = dict(values)
    if changed == "whose" or (changed is None and values["whose"] == REAL):
        norm = AFTER if values["whose"] == REAL else BEFORE
        values |= {"norm": norm, "residual": True, "attention": True, "mlp": True, "token": 1}
    names = names_of(values)
    if changed in (None, "whose", "typed") and "“it”" in names:
        values["token"] = names.index("“it”") + 1
    values["token"] = min(values["token"], len(names))
    return values | {"blocks": min(values["blocks"], len(stack_of(values)) // 2)}


# --- presets and challenges ---------------------------------------------------------------------


def all_is_on(v):
    return v["blocks"] == MOST and v["residual"] and v["attention"] and v["mlp"]


def cosine_of_token_1(v):
    first, last = depth.random_tokens()[0], end_of(v)[0]
    return first @ last / lengths(first) / lengths(last)


def end_of(v):
    """All tokens after the last block: (n, d)."""
    return streams(stack_of(v), v["blocks"])[-1]


block = Lab(
    name="block",
    title="a stack of blocks",
    controls=(
        Choice("whose", "Whose blocks", (RANDOM, REAL), RANDOM, kind="select"),
        Sentence("typed", "Your sentence", TEXT, recorded=(TEXT,)),
        Choice("blocks", "Blocks", DEPTHS, 6),
        Choice("norm", "Normalize", (BEFORE, AFTER, NEVER), BEFORE, kind="select"),
        Switch("residual", "Add to the stream", True),
        Switch("attention", "Attention", True),
        Switch("mlp", "MLP", True),
        Choice("scale", "Size of the weights", SCALES, 1.0),
        Choice("token", "Token", tuple(range(1, MOST_TOKENS + 1)), 1),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Six blocks",
            "Norm before each part: the stream grows, and later blocks add a smaller share of it.",
            controls=("blocks",),
        ),
        Preset(
            "24 blocks",
            "After 24 blocks the tokens are five to seven times as long, and they still differ.",
            {"blocks": MOST},
            controls=("blocks",),
        ),
        Preset(
            "Norm after",
            "Norm after each sum: the length stays, and block 24 adds about as much as it finds.",
            {"blocks": MOST, "norm": AFTER},
            controls=("norm",),
        ),
        Preset(
            "Only add",
            "Added but never normalized: the stream explodes.",
            {"blocks": MOST, "norm": NEVER},
            controls=("norm", "blocks"),
        ),
        Preset(
            "Neither",
            "Neither added nor normalized: the stream dies away, and all tokens become alike.",
            {"blocks": MOST, "norm": NEVER, "residual": False},
            controls=("norm", "residual"),
        ),
        Preset(
            "Only normalize",
            "Normalized but not added: the length is right, and all tokens become alike.",
            {"blocks": MOST, "norm": AFTER, "residual": False},
            controls=("norm", "residual"),
        ),
        Preset(
            "A real model",
            "“it” in a real model: in block 5 its MLP writes more than “it” was long.",
            {"whose": REAL},
            controls=("whose",),
        ),
    ),
    challenges=(
        Challenge(
            "Both parts on, added, but never normalized: get token 1 through 24 blocks with a "
            "length from 1 to 100.",
            lambda v: all_is_on(v) and v["norm"] == NEVER and 1 <= lengths(end_of(v)[0]) <= 100,
        ),
        Challenge(
            "Norm after each sum, weights of size 1, 24 blocks: make the mean cosine of two tokens "
            "less than 0.9. Which part must go?",
            lambda v: (
                v["blocks"] == MOST
                and v["norm"] == AFTER
                and v["scale"] == 1.0
                and (v["attention"] or v["mlp"])
                and depth.mean_cosine(end_of(v)) < 0.9
            ),
        ),
        Challenge(
            "Both parts on, 24 blocks: keep a cosine of 0.65 or more between the first and the "
            "last vector of token 1.",
            lambda v: all_is_on(v) and cosine_of_token_1(v) >= 0.65,
        ),
    ),
)
