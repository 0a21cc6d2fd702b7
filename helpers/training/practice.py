"""Short trainings of notebook 12, of which curves are drawn: the reader's own, and five that have
one fault each, which the reader names."""

import re
from collections import namedtuple

import numpy as np

from helpers.checking import takes
from helpers.single_values import count, is_whole, number, that
from helpers.training import letters
from helpers.training.learn import Adam, loss, rate_at
from helpers.training.model import Transformer
from helpers.training.parts import cross_entropy

STEPS, EVERY = 100, 20  # of a training; between two looks at the names set aside
NAMES = sum(map(len, letters.PLACES.training.values()))  # 22,334 to learn from
Trained = namedtuple("Trained", "model losses new")  # bits: of each batch; of names set aside


@takes(
    rate=number,
    batch=count,
    names=that(lambda n: is_whole(n) and 1 <= n <= NAMES, f"a whole number from 1 to {NAMES}"),
    layers=count,
    d=that(lambda d: is_whole(d) and d > 0 and d % 4 == 0, "a multiple of 4, for four heads"),
)
def trained(loop, parts=None, rate=0.01, batch=64, names=NAMES, layers=1, d=16, fault="", seed=0):
    """A model of its own, trained by a loop that takes what the exercise training_loop does.

    names: from how many it learns. fault: "same", the same batch at every step; "answer", what the
    model is asked for is the token that it reads."""
    model = Transformer(33, 12, layers, 4, d, 2 * d, causal=True, seed=seed, parts=parts)
    adam, rng, ran, new = Adam(model.p), np.random.default_rng(seed), {}, []
    chosen = rng.permutation(NAMES)[:names]
    tokens, targets = (x[chosen] for x in letters.for_training()[:2])
    aside = letters.encoded(letters.PLACES.validation)  # tokens, targets

    def asked(tokens, targets):
        return tokens, np.where(targets < 0, -1, tokens) if fault == "answer" else targets

    def sample():
        rows = rng.integers(names, size=batch) if fault != "same" else np.arange(batch)
        return asked(tokens[rows], targets[rows])

    def forward(tokens):
        ran["last"] = model.run(tokens)
        return ran["last"].logits

    def backward(tokens, targets, logits):
        return ran["last"].back(cross_entropy(logits, targets)[1]()["logits"])

    def step(slopes, number):
        adam.update(slopes, rate_at(number, STEPS, rate))
        if number % EVERY == 0:
            look()

    def look():
        new.append(loss(model, *asked(*aside)) / np.log(2))

    def in_bits(logits, targets):
        return cross_entropy(logits, targets)[0] / np.log(2)

    with np.errstate(all="ignore"):  # at too high a rate, numbers may grow beyond all bounds
        look()
        losses = loop(STEPS, sample, forward, backward, step, in_bits)
    return Trained(model, np.array(losses, float), np.array(new))


BROKEN = {  # what differs from the training that is in order
    "A": ("same", {"fault": "same"}),
    "B": ("high", {"rate": 3}),
    "C": ("answer", {"fault": "answer"}),
    "D": ("low", {"rate": 0.0001}),
    "E": ("few", {"batch": 2}),
}
SHOWS = {  # by what its curves give a fault away
    "same": "with the same batch each time the thin line falls smoothly, without noise, and the "
    "thick one turns and rises",
    "high": "at far too high a rate the loss jumps far above where it began",
    "answer": "a model that sees its answer comes near 0 bits, on names set aside, too, and writes "
    "one letter again and again",
    "low": "at far too low a rate both lines hardly fall",
    "few": "with 2 names a batch the thin line jumps up and down around the thick one",
}
REPAIRED = {
    "same": "tokens, targets = sample() moves from above the loop into it",
    "high": "rate = 3 becomes 0.01",
    "answer": "targets = text[:-1] becomes text[1:]",
    "low": "rate = 0.0001 becomes 0.01",
    "few": "batch = 2 becomes 64",
}


def diagnosed(named):
    """What is said of {run: word}, the faults that a reader names: a line for each run."""
    if not isinstance(named, dict):
        return [f"Needed a dictionary, {{'A': …}}, got the type {type(named).__name__}."]
    lines = [line_on(run, named.get(run, ...)) for run in BROKEN]
    if strange := [str(run) for run in named if run not in BROKEN]:
        lines.append(f"There is no run {', '.join(strange)}: the runs are {', '.join(BROKEN)}.")
    right = sum(" right: " in line for line in lines)
    return [*lines, f"{right} of {len(BROKEN)} are right."]


def line_on(run, given):
    if given is ...:
        return f"{run}: not named yet."
    words = set(re.findall("[a-z]+", given.lower())) if isinstance(given, str) else ()
    found = [word for word in SHOWS if word in words]
    if len(found) != 1:
        return f"{run}: {given!r} names none of the five, or more than one: {', '.join(SHOWS)}."
    (word,) = found
    if word == BROKEN[run][0]:
        return f"{run}: right: {SHOWS[word]}. Repair: {REPAIRED[word]}."
    return f"{run}: not {word}: {SHOWS[word]}."
