"""Every head of a real model, looked at and switched off; split and merge (notebook 06)."""

from dataclasses import replace

from helpers.data import recorded
from helpers.labs.engine.controls import Choice, Pick, Switch
from helpers.labs.engine.lab import Challenge, Lab, Preset
from helpers.labs.heads_lab.heads_real import ALL, HEADS, LAYERS, real_heads
from helpers.labs.heads_lab.heads_split import (
    SPLIT_UP,
    STAGES,
    D,
    N,
    X,
    split_and_merge,
    stays,
)
from helpers.labs.heads_lab.heads_stream import SAID, STEPS, what_heads_add
from helpers.labs.sentences import MOST_TOKENS, NAMES, Sentence, read

REAL, ADD, SPLIT = "the heads of a real model", "what heads add to a word", "split and merge"
ASKS = {  # the word whose arcs a sentence begins with
    "too tired": "it",
    "too wide": "it",
    "too big": "it",
    "too small": "it",
    "crossed by": "it",
    "garden apple": "apple",
    "apple phone": "apple",
    "a second": "second",
    "came second": "second",
    "dog chases": "after",
}
TYPED = "the sentence below"
LONGEST, END = 40, 22  # letters of a sentence in the menu, and of its end: some differ there alone


def shortened(text):
    """A long sentence as a phone has room for it: its beginning and its end, cut between words."""
    if len(text) <= LONGEST:
        return text
    beginning = text[: LONGEST - END - 3].rpartition(" ")[0]
    return f"{beginning} … {text[-END:].partition(' ')[2]}"


SHORTENED = [shortened(recorded.SENTENCES[name]) for name in ASKS]
CUTS = tuple(h for h in range(1, D + 1) if D % h == 0)  # into so many heads


def show(look, sentence, typed, head, query, off, step, cuts, stage, cell):
    if look == ADD:
        return what_heads_add(step)
    if look == SPLIT:
        return split_and_merge(cuts, stage, *cell)
    layer, number = head
    view = real_heads(typed, layer + 1, number + 1, query, off)
    texts = [*SHORTENED]
    if sentence == TYPED:
        texts.append(TYPED)
    return replace(view, options=view.options | {"sentence": texts})


def apply_dependencies(values, changed):
    """A sentence that is chosen is the one to type in; one that is typed need not be recorded."""
    if changed != "typed" and values["sentence"] != TYPED:
        values = values | {"typed": recorded.SENTENCES[values["sentence"]]}
    sentence = NAMES.get(values["typed"], TYPED)
    tokens = read(values["typed"]).tokens
    if sentence != values["sentence"] or changed == "sentence":
        asks = ASKS.get(sentence, "it")
        query = tokens.index(asks) if asks in tokens else ALL
        values = values | {"sentence": sentence, "query": query}
    (layer, head), (row, column) = values["head"], values["cell"]
    return values | {
        "query": ALL if values["query"] not in range(len(tokens)) else values["query"],
        "head": [min(layer, len(LAYERS) - 1), min(head, len(HEADS) - 1)],
        "cell": [min(row, N - 1), min(column, D - 1)],
    }


# --- presets and challenges ---------------------------------------------------------------------


def real(sentence, layer, head, query, **others):
    """The values of a preset; the query is a word of the sentence, or all."""
    query = ALL if query == ALL else recorded.tokens(sentence).index(query)
    return {"sentence": sentence, "head": (layer - 1, head - 1), "query": query, **others}


def finds_animal(v):
    """The head that gives "animal" most of "it" in "too wide"."""
    tokens = recorded.tokens("too wide")
    it, animal = tokens.index("it"), tokens.index("animal")
    if v["look"] != REAL or v["sentence"] != "too wide" or v["off"]:
        return False
    if v["query"] not in (it, ALL):
        return False
    weights = recorded.every_head(recorded.weights, "too wide")
    of_pair = weights[:, :, it, animal]  # (layers, heads)
    return of_pair[tuple(v["head"])] == of_pair.max()


def hardly_missed(v):
    """A head is off without which no output moves by more than 0.05 of its length."""
    i, j = v["head"]
    return v["look"] == REAL and v["off"] and read(v["typed"]).moved(i + 1, j + 1).max() < 0.05


def stays_in_place(v):
    """A number of “street” that reshape alone leaves where it belongs, with more than one head."""
    if v["look"] != SPLIT or v["cuts"] == 1 or v["cell"][0] != 1:
        return False
    return stays(v["cuts"], *v["cell"])


heads = Lab(
    name="heads",
    title="several heads",
    controls=(
        Choice("look", "Look at", (REAL, ADD, SPLIT), REAL, kind="select"),
        Choice(
            "sentence",
            "Sentence",
            (*ASKS, TYPED),
            "too tired",
            (*SHORTENED, TYPED),
            kind="select",
        ),
        Sentence("typed", "Or type one", recorded.SENTENCES["too tired"]),
        Pick("head", "Head", (3, 1)),
        Choice("query", "Query", (ALL, *range(MOST_TOKENS)), ALL, kind="select"),
        Switch("off", "Switch it off"),
        Choice("step", "Step", STEPS, 1, tuple(SAID)),
        Choice("cuts", "Heads × width", CUTS, 2, [f"{h} × {D // h}" for h in CUTS]),
        Choice("stage", "Stage", tuple(range(len(STAGES))), SPLIT_UP, STAGES),
        Pick("cell", "Number to follow", (1, 2)),
    ),
    show=show,
    apply_dependencies=apply_dependencies,
    presets=(
        Preset(
            "Tired",
            "Head 4.2, “… too tired”: “it” looks mostly at “animal”.",
            real("too tired", 4, 2, "it"),
            controls=("query", "sentence"),
        ),
        Preset(
            "Wide",
            "Head 4.2, “… too wide”: [CLS] gets most, then “animal”, not “street”, which is meant.",
            real("too wide", 4, 2, "it"),
            controls=("query", "sentence"),
        ),
        Preset(
            "The token before",
            "Head 1.3: every token looks at the one before it; [CLS] marks where the text begins.",
            real("too tired", 1, 3, ALL),
            controls=("query", "sentence"),
        ),
        Preset(
            "A sink",
            "Head 3.10: almost every token looks at [CLS], where the text begins.",
            real("too tired", 3, 10, ALL),
            controls=("query", "sentence"),
        ),
        Preset(
            "Without 4.2",
            "Head 4.2 is off: the output of “it” moves by a tenth of its length or more, and so do "
            "others.",
            real("too tired", 4, 2, "it", off=True),
            controls=("off",),
        ),
        Preset(
            "What heads add",
            "Layer after layer, twelve heads and an MLP add to the stream of “it”.",
            {"look": ADD},
            controls=(),
            through="step",
        ),
        Preset(
            "Split and merge",
            "Ribbons that cross give every head a piece of every token.",
            {"look": SPLIT, "stage": X},
            controls=("cuts",),
            through="stage",
        ),
    ),
    challenges=(
        Challenge(
            "The street is too wide: find the head that still gives “animal” most of the "
            "weight of “it”.",
            finds_animal,
        ),
        Challenge(
            "In any sentence, switch off a head without which no output moves by 0.05 of its "
            "length or more. A dark first column is the place to look.",
            hardly_missed,
        ),
        Challenge(
            "Split and merge, several heads: find a number of “street” that reshape alone leaves "
            "in its place.",
            stays_in_place,
        ),
    ),
)
