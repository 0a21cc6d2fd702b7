"""A small transformer, trained while its maps are looked at (notebook 11)."""

import math
from itertools import product

import numpy as np

from helpers import attention
from helpers.drawing.numbers import number
from helpers.figures import curves, maps
from helpers.labs.engine.controls import Choice, Text, Toggles
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.train_lab.train_run import FRAME, course_of, right_without
from helpers.labs.train_lab.train_tasks import MOST_WORDS, TASKS
from helpers.training.model import KINDS

MOST = max(task.steps for task in TASKS.values())
SEEDS = 20  # as many as notebook 11 has recorded
CHOSEN = ("task", "layers", "heads", "positions", "seed")  # all that a training depends on
NONE = -1  # no second seed
LOSSES = 0.001, 5  # the range of the curve
SIZE = 320, 190  # of its sheet
FEW = 4  # answers, of which there is room for the weights
WIDE = 4  # heads, beside whose maps there is no room for the curve


def show(task, layers, heads, positions, seed, second, steps, on, sequence):
    chosen = TASKS[task]
    frames = course_of(task, layers, heads, positions, seed).at(steps)
    frame, lines, beside = frames[-1], {"loss": frames}, []
    if second not in (NONE, seed):
        others = course_of(task, layers, heads, positions, second).at(steps)
        lines = {f"seed {seed}": frames, f"seed {second}": others}
        beside = [said_of_second(second, others[-1])]
    off = heads_off(layers, heads, on)
    words, tokens, targets = chosen.read(sequence)
    run = frame.model.run(tokens[None], off)
    weights = [batch[0] for batch in run.weights]  # (h, n, n) of each layer
    results = what_is_right(chosen, frame, off)
    parts = {
        "maps": head_maps(weights, words, tokens, targets, off, frame.model.causal),
        "loss": loss_curve(lines, chosen.steps),
        "words": Lines("In words", (said_of_loss(chosen, steps, frame.loss), *results, *beside)),
        "answers": answers(chosen, words, targets, attention.softmax(run.logits[0])),
    }
    texts = [f"{step} of {chosen.steps}" for step in range(0, chosen.steps + 1, FRAME)]
    spoken = f"Step {steps}. " + " ".join([*results, *beside])
    main = ("maps", "words") if len(on[0]) == WIDE else ("maps", "loss", "words")
    return View(parts, spoken, {"steps": texts}, main=main)


def heads_off(layers, heads, on):
    """The heads that are switched off, as the model has them: pairs (layer, head) from 1."""
    pairs = product(range(1, layers + 1), range(1, heads + 1))
    return tuple(pair for pair, is_on in zip(pairs, on[0], strict=True) if not is_on)


def head_maps(weights, words, tokens, targets, off, causal):
    """A map of each head; framed are the cells where the right answer can be found."""
    named = {
        f"{layer}.{head}": weights_of_head
        for layer, of_layer in enumerate(weights, 1)
        for head, weights_of_head in enumerate(of_layer, 1)
    }
    asked = np.flatnonzero(targets >= 0)
    answer_is_here = targets[:, None] == tokens  # (n, n)
    if causal:
        answer_is_here &= attention.causal_mask(len(words))
    framed = [(int(i), int(j)) for i, j in np.argwhere(answer_is_here)]
    names = [f"{layer}.{head}" for layer, head in off]
    return maps("Heads, to switch off", named, words, set(asked.tolist()), framed, names, "on")


def loss_curve(lines, steps):
    """lines: {label: frames}, all as far as the first."""
    losses = {
        label: np.round([frame.loss for frame in frames], 3) for label, frames in lines.items()
    }
    first = next(iter(losses.values()))
    x = FRAME * np.arange(len(first))
    now = (x[-1], first[-1])
    options = {"log": "y", "here": now, "x_range": (0, steps), "y_range": LOSSES, "size": SIZE}
    return curves("Loss on new sequences", x, losses, across="step", up="", **options)


def answers(task, words, targets, weights):
    """What the model answers wherever something is asked, beside what is right."""
    asked = np.flatnonzero(targets >= 0)
    chosen = weights[asked].argmax(axis=1)
    known = task.language.words
    right = [known[k] for k in targets[asked]]
    marked = [
        known[k] if k == meant else f"{known[k]} ✗"
        for k, meant in zip(chosen, targets[asked], strict=True)
    ]
    sure = [number(x, 2) for x in weights[asked, chosen]]
    rows = {"right": right, "model": marked, "its weight": sure}
    if len(asked) > FEW:
        del rows["its weight"]
    return Matrix(
        "Answers",
        np.array([*rows.values()]),
        tuple(rows),
        [words[i] for i in asked],
        axes=("answer", "at"),
        write=str,
        min_chars=len(" ✗") + max(map(len, known)),
    )


def said_of_loss(task, steps, loss):
    guess = f"guessing {task.guess}: {number(math.log(task.among), 2)}"
    return f"Step {steps} of {task.steps}: loss {number(loss, 3)} ({guess})."


def said_of_second(second, frame):
    shares = " and ".join(number(x, 2) for x in frame.right)
    return f"Seed {second}, with all heads: loss {number(frame.loss, 3)}, right {shares}."


def what_is_right(task, frame, off):
    """The accuracy, with all heads and without those that are off; in the task "it", the weight
    from "it" to the noun."""
    shares = [f"{number(x, 2)} of {of}" for x, of in zip(frame.right, task.tested_on, strict=True)]
    heads = "All heads are on."
    if off:
        names = " and ".join(f"{layer}.{head}" for layer, head in off)
        left = [number(x, 2) for x in right_without(task, frame.model, off)]
        heads = f"Without {names}: {' and '.join(left)}."
    lines = [f"Right: {', '.join(shares)}. {heads} Framed: the right answer."]
    if frame.to_noun is not None:
        layer = frame.model.layers
        means = [f"{number(x, 2)} in {layer}.{k}" for k, x in enumerate(frame.to_noun, 1)]
        lines.append(f"Mean weight from “it” to the right noun: {', '.join(means)}.")
    return lines


def apply_dependencies(values, changed):
    """Another model begins at step 0 with all heads on, and so does one with another second seed;
    another task has its own sequence."""
    task, count = TASKS[values["task"]], values["layers"] * values["heads"]
    if changed in (None, "task"):
        values = values | {"sequence": task.example}
    if changed == "sequence":
        try:
            task.read(values["sequence"])
        except ValueError as problem:
            raise ValueError(f"Your sequence: {problem}") from None
    if changed in (*CHOSEN, "second"):
        values = values | {"steps": 0}
    if changed in ("layers", "heads") or len(values["on"][0]) != count:
        values = values | {"on": [[True] * count]}
    return values | {"steps": min(values["steps"], task.steps)}


# --- presets and challenges ---------------------------------------------------------------------


def frame_of(v):
    return course_of(*(v[name] for name in CHOSEN)).at(v["steps"])[-1]


def two_heads_know_facts(v):
    is_small = v["task"] == "facts" and v["layers"] * v["heads"] == 2
    return is_small and frame_of(v).right[0] >= 0.95


def a_head_costs_nothing(v):
    off = heads_off(v["layers"], v["heads"], v["on"])
    if len(off) != 1 or min(frame_of(v).right) < 0.98:
        return False
    without = right_without(TASKS[v["task"]], frame_of(v).model, off)
    return without[-1] >= frame_of(v).right[-1] - 0.02


def right_without_a_pointer(v):
    if v["task"] != "it" or v["layers"] != 2 or v["steps"] != MOST:
        return False
    frame = frame_of(v)
    return bool(frame.right[-1] >= 0.9 and (frame.to_noun < 0.2).all())


train = Lab(
    name="train",
    title="training",
    controls=(
        Choice(
            "task",
            "Task",
            tuple(TASKS),
            "reverse",
            tuple(task.name for task in TASKS.values()),
            kind="select",
        ),
        Choice("layers", "Layers", (1, 2), 1, kind="select"),
        Choice("heads", "Heads", (1, 2), 1, kind="select"),
        Choice("positions", "Positions", KINDS, "learned", kind="select"),
        Choice("seed", "Seed", tuple(range(SEEDS)), 0, kind="select"),
        Choice(
            "second",
            "Second seed",
            (NONE, *range(SEEDS)),
            NONE,
            ("none", *map(str, range(SEEDS))),
            kind="select",
        ),
        Choice("steps", "Steps", tuple(range(0, MOST + 1, FRAME)), 0, kind="run", action="Train"),
        Toggles("on", "Heads", ((True,),)),
        Text("sequence", "Your sequence", TASKS["reverse"].example, most=MOST_WORDS),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Reverse",
            "As the loss falls, place 1 comes to look at place 12, place 2 at 11.",
            by_hand="Press Train.",
            controls=("task",),
        ),
        Preset(
            "Reversed",
            "After 100 steps every letter is right; without its head, the model guesses.",
            {"steps": 100},
            by_hand="Click the map.",
            controls=(),
        ),
        Preset(
            "No positions",
            "Every place sees the same twelve letters: in the end 1 answer in 5 is right.",
            {"positions": "none"},
            by_hand="Press Train.",
            controls=("positions",),
        ),
        Preset(
            "Two heads",
            "Once it is trained, one head is enough: switch off the other, whichever it is.",
            {"heads": 2, "seed": 1},
            by_hand="Train to the end, then switch off one, the other, both.",
            controls=("heads",),
        ),
        Preset(
            "Facts, one layer",
            "At the end about 1 question in 4 is right. Think about what the model knows.",
            {"task": "facts"},
            by_hand="Train to the end.",
            controls=("layers",),
        ),
        Preset(
            "Facts, two layers",
            "The loss falls to 2, then slowly. Watch both maps when it drops to 0.",
            {"task": "facts", "layers": 2},
            by_hand="Press Train.",
            controls=("layers",),
        ),
        Preset(
            "It, seed 0",
            "At the end, read the row of “it”, and see if a head of layer 2 looks at the noun.",
            {"task": "it", "layers": 2, "heads": 2},
            by_hand="Train, then switch off each head of layer 2.",
            controls=("seed",),
        ),
        Preset(
            "It, seed 4",
            "Another seed, shown beside seed 0: in the end head 2.1 points at the noun.",
            {"task": "it", "layers": 2, "heads": 2, "seed": 4, "second": 0},
            by_hand="Train, then switch it off.",
            controls=("seed",),
        ),
    ),
    challenges=(
        Challenge(
            "Get 0.95 of the questions about facts right with two heads in all. In which layers "
            "must they be?",
            two_heads_know_facts,
        ),
        Challenge(
            "In a model that is right at 0.98 or more, switch off a head that costs at most 0.02.",
            a_head_costs_nothing,
        ),
        Challenge(
            "What “it” means, two layers, all 400 steps: find a seed that is right at 0.9 or more "
            "of the pairs never shown, though no head of layer 2 gives 0.2 to the right noun.",
            right_without_a_pointer,
        ),
    ),
    pictured=1,
    within=("steps", "on"),
)
