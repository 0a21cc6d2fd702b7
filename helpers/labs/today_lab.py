"""A published model with fewer keys, in fewer bits: what a head sees, and what comes next
(notebook 14). All is recorded: tools/record/record_today.py."""

from helpers.experiments.today import (
    AS_TRAINED,
    BITS,
    CHEESE,
    HEAD,
    SCALES,
    TOKENS,
    WINDOWS,
    cache_bytes,
    recorded,
)
from helpers.labs.engine.controls import Choice, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.today_picture import picture, shown

MARKED = {0: "The", CHEESE: "cheese"}  # of the text's tokens
FOUND = 0.3  # the weight from which on the head has found “cheese”


def share(w, first, of_keys, of_values, scale):
    """Of the cache as the model was trained."""
    whole = cache_bytes(TOKENS, *AS_TRAINED[:-1])
    return cache_bytes(TOKENS, w, first, of_keys, of_values) / whole


def show(w, first, of_keys, of_values, scale):
    setting = w, first, of_keys, of_values, scale
    state, trained = recorded(*setting), recorded(*AS_TRAINED)
    kept = [cache_bytes(TOKENS, *seen[:-1]) for seen in (setting, AS_TRAINED)]
    drawn = picture(state, trained, w, first and w < TOKENS, *kept, MARKED)
    layer, head = HEAD
    return View(
        {"picture": drawn},
        f"Head {head} of layer {layer}. {drawn.description}",
        main=("picture",),
        sentence=sentence(state, setting),
    )


def sentence(state, setting):
    """What is changed, and what the head and the model make of it."""
    w, first, of_keys, of_values, scale = setting
    changes = [
        f"the last {w} keys{' and the first' * first}" * (w < TOKENS),
        f"keys in {of_keys} bits" * (of_keys < 16),
        f"values in {of_values} bits" * (of_values < 16),
        {0.5: "positions half as far apart", 2: "positions twice as far apart"}.get(scale, ""),
    ]
    changed = ", ".join(filter(None, changes)) or "as trained"
    found = state.weights[-1, CHEESE] >= FOUND
    if w <= TOKENS - 1 - CHEESE:
        sees = "“cheese” is out of sight"
    else:
        sees = "the head finds “cheese”" if found else "the head does not find “cheese”"
    said = f"{changed[0].upper()}{changed[1:]}: {sees}"
    return f"{said}, and “down fell the” goes on with “{shown(state.after[0])}”."


def bits_of(of_what, name):
    texts = [str(bits) for bits in BITS[:-1]] + ["16: as they are"]
    return Choice(name, f"Bits of {of_what}", BITS, 16, texts=texts)


today = Lab(
    name="today",
    title="less of a published model's cache",
    controls=(
        Choice("w", "Last keys seen", WINDOWS, TOKENS, texts=(*WINDOWS[:-1], f"all {TOKENS}")),
        Switch("first", "The first key stays"),
        bits_of("keys", "of_keys"),
        bits_of("values", "of_values"),
        Choice("scale", "Positions, times", SCALES, 1),
    ),
    show=show,
    presets=(
        Preset("As trained", "The last query looks back at “cheese”, and “cheese” comes next."),
        Preset(
            "A window",
            "The window hides “cheese” and the first key: the loss rises.",
            {"w": 16, "first": False},
        ),
        Preset(
            "And the first",
            "With the first key most of that rise is gone. The word is still lost.",
            {"w": 16, "first": True},
        ),
        Preset("Keys in 2 bits", "Weight goes astray, and the loss is very high.", {"of_keys": 2}),
        Preset("Values in 2 bits", "The loss rises a little; the word is lost.", {"of_values": 2}),
        Preset(
            "Positions",
            "Twice as far apart: the loss rises, and “fox” comes before “cheese”.",
            {"scale": 2},
        ),
    ),
    challenges=(
        Challenge(
            "Bring the cache below a quarter, so that “cheese” still comes next, and the loss no "
            "higher than as trained.",
            lambda v: (
                share(**v) < 0.25
                and recorded(**v).after[0].strip() == "cheese"
                and recorded(**v).loss <= recorded(*AS_TRAINED).loss
            ),
        ),
        Challenge(
            "Find 9 keys or fewer with a lower loss than the last 16 alone.",
            lambda v: (
                v["w"] + v["first"] <= 9 and recorded(**v).loss < recorded(16, 0, 16, 16, 1).loss
            ),
        ),
    ),
)
