"""What the lab language shows where the published model is not: needs make model and a minute.

What stands in helpers/data/language_states.npz, rounded: of each place the likeliest tokens, with
logits to 0.001, and the weights of all heads to 0.01 (those below 0.02 are 0).
"""

import json

import numpy as np

from helpers import language
from helpers.labs import language as lab
from helpers.labs.language_lab import language_states
from helpers.labs.language_lab.language_lab import (
    BARS,
    FREE,
    GUESTS,
    MOST,
    NEXT,
    NORWAY,
    filled,
    heads_off,
)
from helpers.labs.language_lab.language_states import FILE, state, until_end, weights

LIKELIEST = 40  # tokens at each place
MORE = 6  # tokens that can be written where a setting ends
LEAST = 0.02  # smaller weights are 0, which makes the file half as large
ONE_OFF = (17, 1), (19, 7), (18, 4)  # heads that can be switched off alone in the guests' text


def paths():
    """(beginning, heads off, numbers of the tokens that are written there), one after the other."""
    for preset in lab.presets:
        v = lab.at(preset)
        steps = min(v["steps"] + MORE, MOST) if v["look"] == NEXT else 0
        steps, tokens = filled(v, steps, v["tokens"][0])
        numbers = until_end(tokens, steps)
        for off in dict.fromkeys([heads_off(v["on"]), frozenset()]):
            yield v["beginning"], off, numbers
    first = lab.at(lab.presets[0]) | {"temperature": 0}
    for number in state(NORWAY).order[:BARS].tolist():
        steps, tokens = filled(first, 4, [number] + [FREE] * (MOST - 1))
        yield NORWAY, frozenset(), until_end(tokens, steps)
    for head in ONE_OFF:
        yield GUESTS, frozenset([head]), ()


def is_within(path, others):
    """Whether another path begins in the same way and goes on."""
    *same, numbers = path
    return any(
        other[:-1] == tuple(same)
        and len(numbers) < len(other[-1])
        and other[-1][: len(numbers)] == numbers
        for other in others
    )


def main():
    names = language.load().tokens.all
    every_path = list(dict.fromkeys(paths()))
    arrays, runs, seen = {}, [], set()
    for path in every_path:
        if is_within(path, every_path):
            continue
        beginning, off, numbers = path
        states = [state(beginning, numbers[:i], off) for i in range(len(numbers) + 1)]
        k = len(runs)
        arrays[f"order_{k}"] = np.array([s.order[:LIKELIEST] for s in states], np.int32)
        logits = np.array([s.logits[:LIKELIEST] for s in states])
        arrays[f"logits_{k}"] = np.rint(1000 * logits).astype(np.int32)
        arrays[f"sums_{k}"] = np.array([s.log_sums for s in states]).round(4)
        every = weights(states[-1])
        arrays[f"weights_{k}"] = np.rint(100 * np.where(every < LEAST, 0, every)).astype(np.uint8)
        tokens = [int(number) for number in states[-1].tokens]
        first = len(tokens) - len(numbers)
        heads = sorted(map(list, off))
        runs.append({"beginning": beginning, "off": heads, "tokens": tokens, "first": first})
        seen |= {*tokens, *arrays[f"order_{k}"].flat}
    texts = {str(number): names[number] for number in sorted(map(int, seen))}
    about = json.dumps({"texts": texts, "runs": runs}, ensure_ascii=False)
    np.savez_compressed(FILE, about=about, **arrays)
    language_states.recording.cache_clear()
    print(f"{FILE.name}: {len(runs)} runs, {FILE.stat().st_size / 1000:.0f} KB")
