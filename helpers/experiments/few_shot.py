"""The published model and three tasks that are told by examples: `make record WHAT=few_shot`.

A text has 17 pairs, a line each. One reading tells what the model says of each pair's second half
after all pairs before it, so after 0 to 16 examples."""

import json
from pathlib import Path

import numpy as np

FILE = Path(__file__).resolve().parents[1] / "data" / "few_shot.json"
TASKS = {
    "opposites": "hot cold, big small, up down, day night, old young, rich poor, wet dry, "
    "fast slow, open closed, left right, good bad, hard soft, strong weak, light dark, high low, "
    "early late, long short, full empty, happy sad, true false, first last, near far, "
    "thick thin, clean dirty, love hate, war peace, buy sell, win lose, push pull, "
    "start stop, black white, north south, east west, summer winter, life death, "
    "question answer",
    "past tense": "go went, see saw, eat ate, take took, come came, give gave, run ran, "
    "write wrote, speak spoke, break broke, drive drove, fly flew, know knew, grow grew, "
    "sing sang, "
    "swim swam, begin began, drink drank, find found, think thought, buy bought, bring "
    "brought, catch caught, teach taught, sell sold, tell told, feel felt, keep kept, "
    "sleep slept, leave left, lose lost, send sent, build built, make made, hear heard, "
    "fall fell",
    "capitals": "France Paris, Norway Oslo, Japan Tokyo, Italy Rome, Egypt Cairo, Canada Ottawa, "
    "Germany Berlin, Spain Madrid, Poland Warsaw, Sweden Stockholm, Kenya Nairobi, Peru "
    "Lima, Greece Athens, China Beijing, Chile Santiago, Russia Moscow, Austria Vienna, "
    "Hungary Budapest, Denmark Copenhagen, Finland Helsinki, Portugal Lisbon, Ireland "
    "Dublin, Belgium Brussels, Turkey Ankara, Iran Tehran, Iraq Baghdad, Cuba Havana, "
    "Vietnam Hanoi, Thailand Bangkok, Ukraine Kyiv, Lebanon Beirut, Syria Damascus, "
    "Ghana Accra, Senegal Dakar, Tunisia Tunis, Ecuador Quito",
}
PAIRS, ORDERS = 17, range(8)


def drawn(task, order):
    """Some pairs of a task."""
    pairs = [pair.split() for pair in TASKS[task].split(", ")]
    return [pairs[i] for i in np.random.default_rng(order).permutation(len(pairs))[:PAIRS]]


def right(model, task, order):
    """Of each pair, whether each token of its second half is the likeliest."""
    numbers, answers = [], []
    for one, other in drawn(task, order):
        numbers += model.tokens.encode(f"{one}:")
        answer = model.tokens.encode(f" {other}")
        answers.append((len(numbers), answer))
        numbers += [*answer, *model.tokens.encode("\n")]
    x = model.stream(numbers)  # (n, 576)
    said = ((model.read(x[at - 1 : at - 1 + len(y)]).argmax(axis=1), y) for at, y in answers)
    return [here.tolist() == answer for here, answer in said]


def recorded():
    """{task: of each order, whether it was right after 0 to 16 examples: (8, 17)}"""
    return {task: np.array(found) for task, found in json.loads(FILE.read_text("utf-8")).items()}
