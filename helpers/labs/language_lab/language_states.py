"""What the lab `language` knows of a text: what may come next, and where every head looks.

The model computes it where its file is. Elsewhere the states of the lab's settings are there, which
tools/record/record_states.py recorded. Part of the lab of notebook 13.
"""

import json
from collections import namedtuple
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from helpers.data import __path__ as data
from helpers.language import is_installed, load
from helpers.language.block_functions import Parts
from helpers.language.smollm2 import END, HEADS, LAYERS
from helpers.language.tokens import BYTES

FILE = Path(data[0]) / "language_states.npz"
TEMPERATURES = 0, 0.3, 0.7, 1.0, 1.5, 2.5
WORDS = 49_152  # of its vocabulary
KEPT = 24  # states of the model in memory, of about 2 MB each
SPACES = {" ": "\u00a0", "\n": "↵", "\t": "⇥", "\r": "␍"}  # how they are shown in a token

# order (k,): the numbers of tokens, the likeliest first, and their logits (k,); log_sums: for each
# temperature but 0, log Σ exp(logit / temperature) over all tokens; tokens: the numbers of the text
# so far (n,); rows: of each step the weights (30, 9, new tokens, tokens); cache: the model's own
State = namedtuple("State", "order logits log_sums tokens rows cache")


def state(beginning, written=(), off=frozenset()):
    """The State after a beginning and the tokens written behind it, with the heads `off` off.

    LookupError where there is no model, and this is not among what was recorded."""
    return kept_state(beginning, written, off)


@lru_cache(maxsize=KEPT)  # its keys are the arguments as they are given: here always all three
def kept_state(beginning, written, off):
    if not is_installed():
        return recorded_state(beginning, written, off)
    model = load()
    if written:
        before = state(beginning, written[:-1], off)
        new, tokens, rows, kept = [written[-1]], before.tokens, before.rows, dict(before.cache)
    else:
        new, tokens, rows, kept = model.tokens.encode(beginning), (), (), {}
    run = model.run(new, off, Parts(), kept)
    logits = model.read(run.streams[-1, -1:], Parts())[0].astype(float)  # (49152,)
    order = np.argsort(-logits, kind="stable")
    sums = [log_sum(logits / temperature) for temperature in TEMPERATURES[1:]]
    return State(order, logits[order], sums, (*tokens, *new), (*rows, run.weights), kept)


def log_sum(x):
    return x.max() + np.log(np.exp(x - x.max()).sum())


def probabilities(state, temperature, top_k=None):
    """Of the tokens in state.order, by their order: (k,). They sum to 1 where all are there."""
    if temperature == 0:
        return (np.arange(len(state.order)) == 0).astype(float)
    logits = state.logits / temperature
    if top_k:
        logits = logits[:top_k]
        return np.exp(logits - log_sum(logits))
    return np.exp(logits - state.log_sums[TEMPERATURES.index(temperature) - 1])


def next_token(state, temperature, top_k, seed, place):
    """The number of the token that is drawn for a place. The same seed draws the same."""
    up_to = probabilities(state, temperature, top_k).cumsum()
    at = int((up_to < np.random.default_rng([seed, place]).random()).sum())
    if at == len(state.order) < WORDS:
        raise LookupError("a token that is too unlikely to be recorded")
    return int(state.order[min(at, len(up_to) - 1)])


def until_end(tokens, steps):
    """The numbers of a text's tokens up to the mark of its end, a tuple. tokens: of MOST places, of
    which `steps` are written."""
    numbers = tuple(tokens[:steps])
    ends = [place for place, number in enumerate(numbers) if number in END]
    return numbers[: ends[0]] if ends else numbers


def weights(state):
    """Of every head (30, 9, n, n): row = query, column = key."""
    n = len(state.tokens)
    filled, begin = np.zeros((LAYERS, HEADS, n, n), np.float32), 0
    for rows in state.rows:
        new, keys = rows.shape[2:]
        filled[:, :, begin : begin + new, :keys] = rows
        begin += new
    return filled


# --- what a token looks like ----------------------------------------------------------------------


def readable(numbers):
    """A text for each token, in which spaces and line breaks are seen. Where it is a part of a
    character, its bytes are there."""
    if is_installed():
        return [seen(load().tokens.all[number]) for number in numbers]
    return [seen(recording()["texts"][str(number)]) for number in numbers]


def seen(letters):
    """A token, in the letters that stand for its bytes, as a text for a reader."""
    in_bytes = bytes(BYTES[letter] for letter in letters)
    try:
        text = in_bytes.decode()
    except UnicodeDecodeError:
        return f"byte {in_bytes.hex(' ').upper()}"
    text = "".join(SPACES.get(letter, letter) for letter in text)
    return "".join(x if x.isprintable() or x == "\u00a0" else f"\\x{ord(x):02x}" for x in text)


# --- what was recorded ----------------------------------------------------------------------------


@cache
def recording():
    """{texts: {number: letters}, runs: what each was, arrays: {name: array}}"""
    with np.load(FILE) as file:
        arrays = {name: file[name] for name in file.files}
    return json.loads(str(arrays.pop("about"))) | {"arrays": arrays}


def recorded_state(beginning, written, off):
    given = [beginning, sorted(map(list, off))]
    for k, run in enumerate(recording()["runs"]):
        tokens = tuple(run["tokens"])
        n = run["first"] + len(written)
        fits = tokens[run["first"] : n] == tuple(written)
        if given == [run["beginning"], run["off"]] and fits and n <= len(tokens):
            order, logits, sums, rows = (
                recording()["arrays"][f"{name}_{k}"]
                for name in ("order", "logits", "sums", "weights")
            )
            rows = rows[:, :, :n, :n] / np.float32(100)
            i = len(written)
            return State(order[i], logits[i] / 1000, sums[i], tokens[:n], (rows,), None)
    raise LookupError("not recorded")
