"""A published language model, token by token and head by head (notebook 13)."""

import numpy as np

from helpers.drawing.numbers import number
from helpers.labs.engine.controls import Choice, Numbers, Pick, Switch, Text, Toggles
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.language_lab.language_pictures import LONG, SHORT, all_heads, bars, text_so_far
from helpers.labs.language_lab.language_states import (
    END,
    HEADS,
    LAYERS,
    TEMPERATURES,
    WORDS,
    is_installed,
    next_token,
    probabilities,
    readable,
    state,
    until_end,
    weights,
)

NEXT, LOOK = "what may come next", "the heads"
MOST, MOST_WORDS, MOST_TOKENS = 24, 24, 64  # tokens to write; words and tokens to type
TOP_K = {0: "all", 40: "40", 10: "10", 3: "3"}
BARS, FEWER = 10, 6  # of the next tokens, and where the heads are above them
QUERIES = 12  # of the last tokens, that can be the query
FREE = -1  # a place at which no token is forced
ALL_FREE, ALL_ON = ((FREE,) * MOST,), ((True,) * HEADS,) * LAYERS
NONE = ((False,),) * BARS  # no bar is pressed
UNRECORDED = (
    "The published model is not here, and this was not recorded: go back, or choose a setting.",
    "With make model, run once in a terminal, this lab takes any text.",
)

NORWAY = "The capital of Norway is"
FOX = "Once upon a time there was a little fox who"
GUESTS = "Guests: Quill, Tarn, Osk, Velby, Gomp, Yarrow. Guests again: Quill,"
PRONOUN = "The animal didn't cross the street because it was too {0}. What was too {0}? The"
SIX = (18, 4), (18, 5), (19, 7), (19, 8), (24, 3), (24, 8)  # the notebook's induction heads
BEFORE = 17, 1  # its head that looks at the token before


def show(beginning, look, steps, temperature, top_k, drawn, append, head, off, query, on, tokens):
    switched_off, numbers = heads_off(on), until_end(tokens[0], steps)
    closed = ("query", "off") if look == NEXT else ()
    try:
        now = state(beginning, numbers, switched_off)
        before = state(beginning, numbers) if switched_off else None
    except LookupError:
        lines = Lines("In words", UNRECORDED)
        return View({"words": lines}, " ".join(UNRECORDED), off=closed)
    texts, first = readable(now.tokens), len(now.tokens) - len(numbers)
    chances = probabilities(now, temperature, top_k or None)[: BARS if look == NEXT else FEWER]
    names = readable(now.order[: len(chances)].tolist())
    others = chances_of(now.order[: len(chances)], before, temperature, top_k) if before else None
    title = "What may come next, to append"
    shown = bars(title, names, chances, LONG if look == NEXT else SHORT, others)
    lines = said(names, chances, len(numbers), steps, switched_off)
    if look == NEXT:
        parts = {"text": text_so_far("The text so far, token by token", texts, first)}
        parts |= {"next": shown, "words": Lines("In words", lines)}
        return View(parts, " ".join(lines), off=closed)
    layer, of_layer = head[1] + 1, head[0] + 1
    name, asked = f"{layer}.{of_layer}", len(texts) - 1 - query
    every = weights(now)
    row = every[layer - 1, of_layer - 1, asked]
    title = f"Where “{texts[asked]}” looks in head {name}"
    if (layer, of_layer) in switched_off:
        title, row = f"Head {name} is off", 0 * row
    else:
        most = f"“{texts[row.argmax()]}”, {number(row.max(), 2)}"
        lines = (f"Head {name}: “{texts[asked]}” looks most at {most}.", *lines)
    parts = {
        "all": all_heads(
            "All 270 heads: layers across, heads down",
            every,
            (layer, of_layer),
            switched_off,
        ),
        "next": shown,
        "text": text_so_far(title, texts, first, row, asked),
        "words": Lines("In words", lines),
    }
    choices = [f"{i} {text}" for i, text in enumerate(texts, 1)][: -QUERIES - 1 : -1]
    return View(parts, " ".join(lines), {"query": choices}, main=("all", "next", "text"))


def heads_off(on):
    """The heads that are switched off, as the model has them: pairs (layer, head) from 1."""
    return frozenset(
        (layer, head)
        for layer, row in enumerate(on, 1)
        for head, is_on in enumerate(row, 1)
        if not is_on
    )


def heads_on(*off):
    """The switches of all heads, those of the pairs (layer, head) off."""
    return tuple(
        tuple((layer, head) not in off for head in range(1, HEADS + 1))
        for layer in range(1, LAYERS + 1)
    )


def chances_of(order, state, temperature, top_k):
    """The probabilities of the tokens with the numbers `order` in a state; 0 where top-k leaves one
    out, and where it was not recorded."""
    chances = probabilities(state, temperature, top_k)  # of the tokens in state.order
    places = [np.flatnonzero(state.order[: len(chances)] == token) for token in order]
    return [float(chances[place].sum()) for place in places]


def said(names, chances, count, steps, off):
    """How sure the model is, why it writes no more, and what is off."""
    likeliest = f"Likeliest: “{names[0]}”, {number(chances[0], 3)}."
    lines = [f"{likeliest} The bars together: {number(chances.sum(), 3)}."]
    if count < steps:
        lines.append("It has drawn the mark for the end: nothing is written after it.")
    elif count == MOST:
        lines.append(f"{MOST} tokens are written: no more fit here.")
    if off:
        lines.append(said_of_heads(off))
    if not is_installed():
        lines.append(
            "The published model is not here: these are recorded answers, a few tokens long."
        )
    return tuple(lines)


def said_of_heads(off):
    if len(off) > len(SIX):
        return f"{len(off)} of {LAYERS * HEADS} heads are off. Orange lines: with all heads on."
    names = ", ".join(f"{layer}.{head}" for layer, head in sorted(off))
    return f"Off: {names}. Orange lines: with all heads on."


# --- what follows from a change -------------------------------------------------------------------


def apply_dependencies(values, changed):
    """With a new text or new dice it begins anew. What is written stays when the temperature, top-k
    or the heads change; what was to come is drawn anew. A bar that is pressed appends its token.
    The switch is that of the head that is picked."""
    row, column = min(values["head"][0], HEADS - 1), min(values["head"][1], LAYERS - 1)
    on = [list(of_layer) for of_layer in values["on"]]
    tokens = [int(x) if x in range(FREE, WORDS) else FREE for x in values["tokens"][0]]
    steps, query = values["steps"], values["query"]
    if changed == "off":
        on[column][row] = not values["off"]
    if changed == "beginning":
        check_length(values["beginning"])
    if changed in ("beginning", "drawn"):
        steps, tokens, query = 0, [FREE] * MOST, 0
    if changed in ("temperature", "top_k", "on", "off"):
        tokens[steps:] = [FREE] * (MOST - steps)
    values = values | {"head": [row, column], "on": on, "off": not on[column][row]}
    try:
        if changed == "append":
            steps, tokens = appended(values, steps, tokens)
        steps, tokens = filled(values, steps, tokens)
        n = len(state(values["beginning"], until_end(tokens, steps), heads_off(on)).tokens)
    except LookupError:
        n = 0
    nothing = [[False] for _ in values["append"]]
    query = query if query < n else 0
    return values | {"steps": steps, "tokens": [tokens], "append": nothing, "query": query}


def check_length(beginning):
    if is_installed() and (count := len(state(beginning).tokens)) > MOST_TOKENS:
        raise ValueError(f"Beginning: {count} tokens; at most {MOST_TOKENS} fit here")


def appended(values, steps, tokens):
    """steps and tokens after the bar that is pressed has appended its token."""
    numbers = until_end(tokens, steps)
    pressed = [i for i, (is_pressed,) in enumerate(values["append"]) if is_pressed]
    if not pressed or len(numbers) == MOST:
        return steps, tokens
    now = state(values["beginning"], numbers, heads_off(values["on"]))
    after = [*numbers, int(now.order[pressed[0]])]
    return len(after), after + [FREE] * (MOST - len(after))


def filled(values, steps, tokens):
    """steps and tokens, drawn where they were free. The steps are fewer where the text ends before,
    and where no more of it was recorded."""
    beginning, off, tokens = values["beginning"], heads_off(values["on"]), list(tokens)
    dice = values["temperature"], values["top_k"] or None, values["drawn"]
    for place in range(steps):
        if tokens[place] == FREE:
            before = tuple(tokens[:place])
            try:
                number = next_token(state(beginning, before, off), *dice, place)
                if number not in END:
                    state(beginning, (*before, number), off)  # what may come behind it
            except LookupError:
                return place, tokens
            tokens[place] = number
        if tokens[place] in END:
            return place + 1, tokens
    return steps, tokens


# --- challenges -----------------------------------------------------------------------------------


def nearly_sure_after_one(v):
    """Whether the token was appended by a bar, was written or was typed."""
    now, start = state_of(v), state(NORWAY)
    if now is None or heads_off(v["on"]) or now.tokens[:-1] != start.tokens:
        return False
    return bool(probabilities(now, 1.0)[0] > 0.9)


def forgets_the_guests(v):
    now = state_of(v)
    if v["beginning"] != GUESTS or len(heads_off(v["on"])) != 1 or v["steps"] or now is None:
        return False
    return readable(now.order[:1].tolist()) != ["\u00a0T"]


def state_of(v):
    """After what is written, or None where that was not recorded."""
    try:
        return state(v["beginning"], until_end(v["tokens"][0], v["steps"]), heads_off(v["on"]))
    except LookupError:
        return None


language = Lab(
    name="language",
    title="a published model",
    controls=(
        Text("beginning", "Beginning", NORWAY, most=MOST_WORDS),
        Choice("look", "Look at", (NEXT, LOOK), NEXT, kind="select"),
        Choice("steps", "Written", tuple(range(MOST + 1)), 0, kind="run", action="Write"),
        Choice("temperature", "Temperature", TEMPERATURES, 1.0),
        Choice("top_k", "Top-k", tuple(TOP_K), 0, tuple(TOP_K.values()), kind="select"),
        Choice("drawn", "Draw", tuple(range(1, 6)), 1, kind="select"),
        Toggles("append", "Append", NONE),
        Pick("head", "Head", (6, 18)),
        Switch("off", "Switch it off"),
        Choice("query", "Query", tuple(range(QUERIES)), 0, kind="select"),
        Toggles("on", "Heads", ALL_ON),
        Numbers("tokens", "Tokens", ALL_FREE, limit=WORDS),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Norway",
            "Oslo is likeliest, but “ the” may begin a true sentence, too.",
            {"steps": 0},
            by_hand="Click on a bar: its token is appended.",
            controls=(),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "Guests",
            "It copies made-up names, piece by piece; two are already there.",
            {"beginning": GUESTS, "temperature": 0, "steps": 6},
            by_hand="Press Write.",
            controls=("beginning",),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "An induction head",
            "Head 19.7: the comma looks at what came after the first “ Quill,”.",
            {"beginning": GUESTS, "look": LOOK},
            controls=(),
            main=(
                "all",
                "text",
            ),
        ),
        Preset(
            "Six heads off",
            "Without six induction heads “ T” has lost most of its probability.",
            {"beginning": GUESTS, "look": LOOK, "on": heads_on(*SIX)},
            controls=(),
            main=(
                "all",
                "next",
            ),
        ),
        Preset(
            "The token before",
            "Head 17.1: tokens look at the one before them.",
            {"beginning": GUESTS, "look": LOOK, "head": (0, 16)},
            by_hand="Switch it off, and see the bars.",
            controls=(
                "off",
                "query",
            ),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "A sink",
            "Head 19.9: here nearly all weight lies on the first token, “Gu”.",
            {"beginning": GUESTS, "look": LOOK, "head": (8, 18)},
            controls=("query",),
            main=(
                "all",
                "text",
            ),
        ),
        Preset(
            "Cold",
            "At temperature 0 the likeliest token always wins: another draw writes the same.",
            {"beginning": FOX, "temperature": 0, "steps": 12},
            controls=("temperature",),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "Hot",
            "At temperature 2.5, among the 40 likeliest: another draw writes something else.",
            {"beginning": FOX, "temperature": 2.5, "top_k": 40, "steps": 12},
            controls=(
                "temperature",
                "top_k",
                "drawn",
            ),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "Tired",
            "Of the two nouns, only “ animal” has a bar. Next: too wide.",
            {"beginning": PRONOUN.format("tired")},
            controls=("beginning",),
            main=(
                "text",
                "next",
            ),
        ),
        Preset(
            "Wide",
            "Now “it” is the street, but of the two nouns only “ animal” has a bar: the model "
            "fails the test of notebook 00.",
            {"beginning": PRONOUN.format("wide")},
            controls=("beginning",),
            main=(
                "text",
                "next",
            ),
        ),
    ),
    challenges=(
        Challenge(
            "Norway: append one token after which a single token has more than 0.9 at "
            "temperature 1.",
            nearly_sure_after_one,
        ),
        Challenge(
            "Guests: switch off a single head of the 270, so that “ T” is no longer likeliest.",
            forgets_the_guests,
        ),
    ),
    pictured=2,
    within=("steps", "append", "head", "off", "on", "query", "tokens"),
)
