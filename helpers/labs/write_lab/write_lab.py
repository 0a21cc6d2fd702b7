"""A transformer that writes place names, trained while they are read (notebook 12)."""

from functools import lru_cache
from itertools import product

import numpy as np

from helpers.drawing.numbers import number
from helpers.figures import curves, next_letters
from helpers.labs.engine.controls import Choice, Pick, Text, Toggles
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix
from helpers.labs.write_lab.fan import OPEN, choices, fan
from helpers.labs.write_lab.write_run import (
    EACH,
    MEASURED,
    NEW,
    SIZES,
    STEPS,
    TRAINED,
    UNMASKED,
    bits,
    bits_of_bigram,
    letter_by_letter,
    measured,
    model_of,
    names_to_learn_from,
    tests,
    written_names,
)
from helpers.training.letters import COUNTRIES, END, LETTERS, LONGEST

NAMES = {
    "DE": "Germany",
    "IT": "Italy",
    "JP": "Japan",
    "PL": "Poland",
    "GB": "Britain",
    "FR": "France",
}
OF_COUNTRY = {
    "DE": "German",
    "IT": "Italian",
    "JP": "Japanese",
    "PL": "Polish",
    "GB": "British",
    "FR": "French",
}
MODELS = {
    TRAINED: "trained before",
    NEW: "new, to be trained",
    UNMASKED: "new, no mask",
}
TEMPERATURES = 0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0
TOP_K = {END + 1: "all", 10: "10", 5: "5", 3: "3", 2: "2", 1: "1"}
HEADS = [*product(range(1, SIZES["layers"] + 1), range(1, SIZES["heads"] + 1))]
MOST_TYPED = LONGEST - 1  # letters, so that one at least is written
CURVE = 300, 170  # its sheet
WHOLE = LONGEST + 1  # places: what is written is seen to its end
NEARLY_ALL = 0.95  # a letter of more than this is alone
EMPTY = "–"  # in the place of a name without a letter


def show(model, steps, beginning, temperature, top_k, drawn, name, on, places):
    learned = model_of(model, steps)
    off = heads_off(on)
    names = written_names(learned, beginning, temperature, top_k, off, drawn)
    row, column = name
    country, picked = COUNTRIES[row], names[row][column]
    letters, weights = letter_by_letter(learned, picked, country, temperature, top_k, off)
    lines = (said_of_loss(model, steps, off), said_of_names(names))
    all_letters = [*LETTERS, "end"]
    parts = {
        "picture": fan(
            title_of(country, picked, letters, places),
            country,
            letters,
            weights,
            all_letters,
            len(beginning),
            places,
        ),
        "names": Matrix(
            "Names",
            np.array([[name or EMPTY for name in of_country] for of_country in names]),
            tuple(NAMES.values()),
            range(1, EACH + 1),
            axes=("countries", "names"),
            write=str,
            min_chars=LONGEST,
            mark=((row, column),),
            control="name",
            wrong=model == UNMASKED,
        ),
        "letters": next_letters(
            "Numbers",
            letters,
            weights,
            all_letters,
            given=len(beginning),
            places=WHOLE,
        ),
        "heads": heads(on),
        "words": Lines("In words", lines),
    }
    spoken = f"{' '.join(lines)} {NAMES[country]}: {picked}."
    sentence = said_of_place(
        country, picked, letters, weights, places, len(beginning), temperature > 0 and top_k > 1
    )
    if model == TRAINED:
        main = "picture", "names"
        return View(parts, spoken, off=("steps",), main=main, sentence=sentence)
    parts["loss"] = loss_curve(tuple(bits(model, at) for at in range(0, steps + 1, MEASURED)))
    return View(parts, spoken, main=("names", "loss"), sentence=sentence)


def title_of(country, name, letters, places):
    """The name as far as it is seen, and whether it was stopped before the model had ended it."""
    text = f"{NAMES[country]}: {name[:places].ljust(1)}"
    is_cut = places >= len(letters) and letters[-1] != END
    return f"{text}, cut at {len(name)} letters" if is_cut else text


def said_of_place(country, name, letters, weights, places, given, is_drawn):
    """What is drawn at the last place in sight; of the whole name, nothing. is_drawn: whether at
    random, not always the likeliest."""
    if places > len(letters):
        return ""
    i = letters[places - 1]
    before = name[: places - 1]
    if places <= given:
        return f"“{name[places - 1]}” is typed."
    letter, chances = "the end" if i == END else f"“{LETTERS[i]}”", weights[places - 1]
    takes = f"{'drawn at random' if is_drawn else 'the likeliest is taken'}: {letter}"
    if is_drawn and i != chances.argmax():
        takes += ", not the likeliest"
    begins = f"After “{before}”" if before else f"A {OF_COUNTRY[country]} name:"
    if is_drawn and chances[i] > NEARLY_ALL:
        return f"{begins} only {letter} is likely."
    if len(choices(i, chances, False, OPEN)) == 1:
        return f"{begins} {takes}."
    if before:
        return f"{begins} letters fan out; {takes}."
    return f"{begins} likelier letters have larger discs; {takes}."


def heads_off(on):
    """The heads that are switched off, as the model has them: pairs (layer, head) from 1."""
    switches = [is_on for of_layer in on for is_on in of_layer]
    return tuple(head for head, is_on in zip(HEADS, switches, strict=True) if not is_on)


def heads(on):
    layers, heads = range(1, SIZES["layers"] + 1), range(1, SIZES["heads"] + 1)
    return Matrix(
        "Heads: ✓ on, – off",
        np.array(on),
        [f"layer {layer}" for layer in layers],
        heads,
        axes=("layers", "heads"),
        control="on",
    )


@lru_cache(maxsize=1)  # it stays from one loss to the next
def loss_curve(losses):
    x = MEASURED * np.arange(len(losses))
    model = np.round(losses, 2)
    return curves(
        "Loss on new names, bits a letter",
        x,
        {"model": model},
        levels={"bigram": bits_of_bigram().round(2)},
        across="step",
        up="",
        here=(x[-1], model[-1]),
        x_range=(0, STEPS),
        y_range=(0, 6),
        size=CURVE,
    )


def said_of_loss(model, steps, off):
    """The loss and the perplexity; with heads off, also without them."""
    last = measured(steps)
    loss = bits(model, last)
    said = f"{number(loss, 2)} bits a letter on {len(tests()[0])} new names, "
    said += f"perplexity {number(2**loss, 1)}"
    if model != TRAINED:
        said = f"Step {last} of {STEPS}: {said} (bigram {number(bits_of_bigram(), 2)} bits)"
    if model == UNMASKED:
        said += "; it sees the right letter"
    if not off:
        return f"{said}."
    names = " and ".join(f"{layer}.{head}" for layer, head in off)
    if len(off) == len(HEADS):
        names = "any head"
    return f"{said}. Without {names}: {number(bits(model, last, off), 2)}."


def said_of_names(names):
    """How many of them are new."""
    every = [name for of_country in names for name in of_country]
    if not any(every):
        return f"All {len(every)} are empty: the model ends each name before its first letter."
    known = sorted({name for name in every if name in names_to_learn_from()})
    new = sum(name not in names_to_learn_from() for name in every)
    if not known:
        return f"All {len(every)} are new: none is among the names to learn from."
    listed = ", ".join(known[:3]) + ("…" if len(known) > 3 else "")
    return f"{new} of {len(every)} are new. Among the names to learn from: {listed}."


def apply_dependencies(values, changed):
    """Another model begins at step 0; what is typed must be letters; the pick stays inside."""
    if changed == "beginning":
        beginning = values["beginning"]
        if wrong := next((c for c in beginning if c.lower() not in LETTERS), None):
            raise ValueError(f"Beginning: “{wrong}” is not a letter from a to z")
        if len(beginning) > MOST_TYPED:
            raise ValueError(f"Beginning: {len(beginning)} letters; at most {MOST_TYPED} fit here")
    if changed == "model":
        values = values | {"steps": 0}
    size = len(COUNTRIES), EACH
    name = [min(at, most - 1) for at, most in zip(values["name"], size, strict=True)]
    return values | {"name": name}


# --- challenges -----------------------------------------------------------------------------------


def beats_the_bigram(v):
    return v["model"] == NEW and bits(NEW, measured(v["steps"])) < bits_of_bigram()


def one_head_costs_much(v):
    off = heads_off(v["on"])
    if v["model"] != TRAINED or len(off) != 1:
        return False
    return bits(TRAINED, 0, off) > bits(TRAINED, 0) + 0.3


def only_one_letter_follows(v):
    if v["model"] != TRAINED or heads_off(v["on"]) or len(v["beginning"]) < 3:
        return False
    model, country = model_of(TRAINED, 0), COUNTRIES[v["name"][0]]
    _, weights = letter_by_letter(model, v["beginning"], country, 1.0, None, ())
    return bool(weights[len(v["beginning"])].max() >= 0.9)


write = Lab(
    name="write",
    title="it writes",
    controls=(
        Choice("model", "Model", tuple(MODELS), TRAINED, tuple(MODELS.values()), kind="select"),
        Choice(
            "steps",
            "Steps",
            tuple(range(STEPS + 1)),
            0,
            tuple(f"{step} of {STEPS}" for step in range(STEPS + 1)),
            kind="run",
            action="Train",
            stride=MEASURED,
        ),
        Text("beginning", "Beginning", "", most=3, least=0),
        Choice("temperature", "Temperature", TEMPERATURES, 0.8),
        Choice("top_k", "Top-k", tuple(TOP_K), END + 1, tuple(TOP_K.values()), kind="select"),
        Choice("drawn", "Draw", tuple(range(1, 11)), 1, kind="select"),
        Pick("name", "Name", (0, 2)),
        Choice("places", "Places seen", tuple(range(1, WHOLE + 1)), WHOLE),
        Toggles("on", "Heads", ((True,) * SIZES["heads"],) * SIZES["layers"]),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Letter by letter",
            "A whole name, four letters a place at most: likelier ones above, others below.",
            {"places": 1},
            controls=(),
            main=("picture",),
            through="places",
        ),
        Preset(
            "Six countries",
            "Six countries: of the framed name, what else was likely is seen.",
            by_hand="Pick another name.",
            controls=(),
        ),
        Preset(
            "Train",
            "A new model: read the names while the loss falls.",
            {"model": NEW},
            by_hand="Press Train.",
            controls=(),
        ),
        Preset(
            "Zo",
            "The model trained before, “Zo” typed: down a column, each country goes its own way.",
            {"beginning": "Zo", "name": (2, 0)},
            controls=("beginning",),
        ),
        Preset(
            "Another country",
            "“Heim” sounds German, but in Japan's row it continues as Japanese names do.",
            {"beginning": "Heim", "name": (2, 0)},
            controls=("beginning",),
        ),
        Preset(
            "Cold",
            "At temperature 0 the likeliest letter always wins: one name a country, whatever the "
            "draw.",
            {"temperature": 0},
            controls=("temperature", "drawn"),
        ),
        Preset(
            "Hot",
            "At temperature 3 even unlikely letters have their chance, and the names fall apart.",
            {"temperature": 3.0},
            controls=("temperature", "drawn"),
        ),
        Preset(
            "Top 3",
            "As hot as before, but only the three likeliest letters are left at each place.",
            {"temperature": 3.0, "top_k": 3},
            controls=("top_k", "temperature"),
        ),
        Preset(
            "No heads",
            "Without heads, after “Zo”, the country makes no difference, here at temperature 0.",
            {
                "on": ((False,) * SIZES["heads"],) * SIZES["layers"],
                "beginning": "Zo",
                "temperature": 0,
            },
            controls=(),
            main=("names", "heads"),
        ),
        Preset(
            "No mask",
            "Without a mask each place sees its answer: the loss falls, names stay noise.",
            {"model": UNMASKED},
            by_hand="Press Train.",
            controls=(),
        ),
    ),
    challenges=(
        Challenge(
            "Train a new model until its loss on new names is below that of the bigram.",
            beats_the_bigram,
        ),
        Challenge(
            "Switch off the one head of the trained model that costs more than 0.3 bits a letter.",
            one_head_costs_much,
        ),
        Challenge(
            "Type three letters or more after which the trained model gives 0.9 to one letter at "
            "temperature 1.",
            only_one_letter_follows,
        ),
    ),
    within=("steps", "on", "name", "drawn"),
)
