"""What solves the challenges of a lab, and what nearly does."""

import contextlib

import pytest

from helpers.data import recorded
from helpers.labs import (
    LABS,
    block,
    cost,
    dot_product,
    downhill,
    heads,
    language,
    lookup,
    masks,
    model,
    online,
    order,
    query_key_value,
    scores,
    slopes,
    softmax,
    today,
    train,
    words,
    worked_example,
    write,
)
from helpers.labs.block_lab import AFTER, NEVER
from helpers.labs.downhill_lab import VALLEY
from helpers.labs.downhill_valley import MOMENTUM
from helpers.labs.heads_lab.heads_lab import ALL, REAL, SPLIT
from helpers.labs.language_lab.language_lab import BARS, GUESTS
from helpers.labs.masks_lab import PADDING, STRICT, WINDOW, ZERO
from helpers.labs.model_lab import TEXT
from helpers.labs.online_lab import FALLING
from helpers.labs.order_lab import LEARNED, NONE, ONE_HOT, ROTARY, SINUSOIDS
from helpers.labs.query_key_value_lab import WIDE
from helpers.labs.scores_lab import CUP, DOG, FIVE, WE_SAW_HER_DUCK
from helpers.labs.slopes_lab import ONE, SOFT, TWO
from helpers.labs.softmax_lab import RANDOM
from helpers.labs.worked_example_lab.worked_example_numbers import FIVE as FIVE_WORDS
from tests.helpers.labs.lab_page import changed


def grid(text):
    return [[c == "1" for c in row] for row in text.split()]


THE = 260  # the token “ the”
BAR = [{"append": [[i == k] for i in range(BARS)]} for k in range(2)]  # the first, the second
EXCHANGED = {"dog": [0, 0], "causal": True}  # the chases dog the thief

X_TYPED = [[1, 1, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]  # one number of Input 1 is another one
LEVEL = [[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 1]]  # a W_Q in which Input 1 finds only zeros

# (lab, which challenge, solved?, what is changed in its first setting)
TRIALS = [
    (model, 0, True, {"typed": "unbelievably"}),
    (model, 0, False, {"typed": "anteater"}),
    (model, 1, True, {"typed": TEXT, "part": "output", "query": 6}),  # cross
    (model, 1, False, {"typed": TEXT, "part": "head", "query": 5}),
    (lookup, 0, True, {"softness": 0.8}),
    (lookup, 0, False, {"softness": 0.7}),
    (lookup, 1, True, {"softness": 0.9}),
    (lookup, 1, False, {"softness": 1.0}),
    (query_key_value, 0, True, {"sentence": WIDE}),
    (query_key_value, 0, False, {"sentence": WIDE, "query": "animal"}),
    (query_key_value, 1, True, {"query": "street"}),
    (query_key_value, 1, True, {"query": "animal", "sentence": WIDE}),
    (query_key_value, 1, False, {"query": "animal"}),
    (worked_example, 0, True, {"X": X_TYPED}),
    (worked_example, 0, False, {"X": X_TYPED, "W_V": [[1, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 1]]}),
    (worked_example, 0, False, {"X": [[1, -1, 1, 0], [0, 2, 0, 2], [1] * 4]}),  # another preferred
    (worked_example, 0, False, {"X": [[1, 1, 1, 1], [0, 2, 0, 2], [1] * 4]}),  # two numbers
    (worked_example, 1, True, {"W_Q": LEVEL}),
    (worked_example, 1, False, {"X": [[0] * 4, [0, 2, 0, 2], [1] * 4]}),
    (worked_example, 2, True, {"example": FIVE_WORDS, "query": 2}),
    (worked_example, 2, False, {"example": FIVE_WORDS, "query": 3}),
    (online, 0, True, {"step": 7}),
    (online, 0, True, {"order": FALLING, "step": 8}),
    (online, 0, False, {"step": 6}),
    (online, 1, True, {"lift": 1000, "step": 3}),
    (online, 1, False, {"lift": 100, "step": 3}),
    (today, 0, True, {"w": 32, "first": True, "of_keys": 4, "of_values": 4}),
    (today, 0, False, {"w": 16, "first": True, "of_keys": 4, "of_values": 4}),
    (today, 1, True, {"w": 8, "first": True}),
    (today, 1, False, {"w": 16, "first": True}),
    (cost, 0, True, {"n": 64, "d": 512, "k": 3}),
    (cost, 0, False, {"n": 256, "d": 512, "k": 3}),
    (cost, 1, True, {"n": 1024, "k": 9}),
    (cost, 1, False, {"n": 256, "k": 9}),
    (dot_product, 0, True, {"a": [-1.5, 4.5]}),
    (dot_product, 0, True, {"b": [-4, 2]}),
    (dot_product, 0, False, {"a": [-1, 3]}),  # shorter
    (dot_product, 0, False, {"a": [-1.4, 4.3]}),  # a shadow of 0.03
    (dot_product, 0, False, {"b": [0, 0]}),  # no shadow at all
    (dot_product, 1, True, {"a": [-4.2, -1.4]}),
    (dot_product, 1, True, {"b": [-2.8, -5.7]}),
    (dot_product, 1, False, {"a": [-6, -2]}),  # longer
    (dot_product, 1, False, {"a": [-4.4, -0.8]}),  # not quite opposed
    (dot_product, 1, False, {"a": [4.2, 1.4]}),
    (dot_product, 1, False, {"a": [0, 0]}),
    (dot_product, 2, True, {"a": [0, 3], "b": [6, 3.2]}),
    (dot_product, 2, True, {"a": [3, 0], "b": [3.1, 6]}),
    (dot_product, 2, False, {"a": [0, 3], "b": [6, 3]}),  # a · b = a · a
    (dot_product, 2, False, {"a": [0, 3], "b": [5.9, 3.5]}),  # cosine 0.51
    (dot_product, 2, False, {"a": [0, 2.9], "b": [6, 3]}),  # a too short
    (words, 0, True, {"typed": "january"}),
    (words, 0, False, {"typed": "third"}),  # fourth 0.98
    (words, 0, False, {"typed": "monday − dog"}),  # no word
    (words, 0, False, {"typed": "wombat"}),
    (words, 1, True, {"typed": "italian − italy + france"}),
    (words, 1, True, {"typed": "london - england + france"}),
    (words, 1, False, {"typed": "king − man + woman"}),
    (words, 1, True, {"typed": "italian + france − italy"}),  # the same sum
    (words, 1, False, {"typed": "italian + france + italy"}),
    (words, 1, False, {"typed": "king − king + king"}),
    (words, 2, True, {"turned": 0.7}),
    (words, 2, True, {"pair": "man princess"}),
    (words, 2, False, {"turned": 0.6}),  # throne
    (words, 2, False, {"turned": 1.0}),  # woman
    (scores, 0, True, {"sentence": DOG, "cell": [5, 2]}),  # "it" and "dog": 18 and 13
    (scores, 0, False, {"sentence": CUP, "cell": [5, 2]}),  # 22 and 4
    (scores, 0, False, {"sentence": DOG, "cell": [0, 2]}),  # [CLS] is no word
    (scores, 0, False, {"sentence": DOG, "cell": [5, 5]}),  # the same word
    (scores, 0, False, {"sentence": DOG, "projected": False, "cell": [5, 2]}),
    (scores, 0, False, {"sentence": FIVE, "cell": [4, 1]}),
    (scores, 1, True, {"sentence": FIVE, "cell": [1, 4]}),  # "is" 25 and "The" 30
    (scores, 1, False, {"sentence": FIVE, "cell": [4, 1]}),
    (scores, 1, False, {"sentence": FIVE, "cell": [1, 1]}),
    (scores, 1, False, {"sentence": WE_SAW_HER_DUCK, "cell": [2, 1]}),  # with W_Q, W_K
    (scores, 2, True, {"sentence": CUP, "cell": [3, 2]}),  # "fell" and "cup": 25.4 and −6.3
    (scores, 2, False, {"sentence": DOG, "cell": [2, 0]}),  # [CLS] is no word
    (scores, 2, False, {"sentence": CUP, "cell": [5, 2]}),  # 22 and 4
    (scores, 2, False, {"sentence": CUP, "projected": False, "cell": [3, 2]}),  # symmetric
    (softmax, 0, True, {"source": RANDOM, "divisor": "nothing", "d_k": 1024, "query": 2}),  # 0.996
    (softmax, 0, False, {"source": RANDOM, "divisor": "nothing", "d_k": 1024, "query": 9}),  # 0.964
    (softmax, 1, True, {"source": RANDOM, "divisor": "d_k", "d_k": 256}),  # 0.07
    (softmax, 1, False, {"source": RANDOM, "divisor": "√d_k", "d_k": 2}),  # 0.15
    (masks, 0, True, {"pattern": WINDOW, "width": 0, "token": 1}),
    (masks, 0, True, {"mask": grid("1111 0111 0111 0111"), "token": 1}),
    (masks, 0, False, {"pattern": WINDOW, "width": 0}),  # tired is nudged
    (masks, 0, False, {"pattern": WINDOW, "width": 0, "token": 1, "length": 0}),  # it is a PAD
    (masks, 0, False, {"mask": grid("1111 1111 0111 0111"), "token": 1}),
    (masks, 1, True, {"pattern": STRICT, "hide": "−1e4"}),
    (masks, 1, True, {"mask": grid("1111 0000 1111 1111"), "hide": "−1e9"}),
    (masks, 1, False, {"hide": "−1e4"}),  # each row sees something
    (masks, 1, False, {"pattern": STRICT, "hide": "−1e9", "dtype": "float16"}),
    (masks, 1, False, {"pattern": STRICT, "hide": ZERO}),
    (masks, 2, True, {"length": 2, "token": 3}),
    (masks, 2, True, {"mask": grid("1100 1100 1111 1111"), "length": 2, "token": 4}),
    (masks, 2, False, {"pattern": PADDING, "length": 2, "token": 3}),
    (masks, 2, False, {"length": 2, "token": 2}),  # a word
    (masks, 2, False, {"length": 2, "token": 3, "nudge": 0}),
    (masks, 2, False, {"length": 2, "token": 3, "hide": ZERO}),
    (masks, 2, False, {"length": 0, "token": 3}),  # there are no words
    (heads, 0, True, {"sentence": "too wide", "head": [5, 11]}),
    (heads, 0, True, {"sentence": "too wide", "head": [5, 11], "query": ALL}),
    (heads, 0, True, {"typed": recorded.SENTENCES["too wide"], "head": [5, 11]}),
    (heads, 0, False, {"sentence": "too wide", "head": [5, 10]}),
    (heads, 0, False, {"head": [5, 11]}),  # too tired
    (heads, 0, False, {"sentence": "too wide", "head": [5, 11], "query": 3}),
    (heads, 0, False, {"sentence": "too wide", "head": [5, 11], "off": True}),
    (heads, 0, False, {"sentence": "too wide", "head": [5, 11], "look": SPLIT}),
    (heads, 1, True, {"head": [2, 9], "off": True}),
    (heads, 1, False, {"head": [3, 1], "off": True}),
    (heads, 1, False, {"head": [2, 9]}),  # on
    (heads, 1, False, {"head": [2, 9], "off": True, "look": SPLIT}),
    (heads, 2, True, {"look": SPLIT, "cuts": 4, "cell": [1, 4]}),  # street's piece for head 2
    (heads, 2, False, {"look": SPLIT, "cuts": 4, "cell": [1, 6]}),
    (heads, 2, False, {"look": SPLIT, "cuts": 4, "cell": [2, 6]}),  # in place, but not street
    (heads, 2, False, {"look": SPLIT, "cuts": 2, "cell": [1, 4]}),
    (heads, 2, False, {"look": REAL, "cuts": 4, "cell": [1, 4]}),
    (order, 0, True, {"one": "the_1", "other": "the_2"}),
    (order, 0, True, {"one": "the_2", "other": "the_1", "layers": 2}),
    (order, 0, False, {"one": "the_1", "other": "the_1"}),
    (order, 0, False, {"one": "the_1", "other": "thief"}),
    (order, 0, False, {"one": "the_1", "other": "the_2", "causal": True, "the_2": [-1, 0]}),
    (order, 0, False, {"one": "the_1", "other": "the_2", "kind": ROTARY}),
    (order, 1, True, {"kind": ROTARY, "base": 3}),
    *((order, 1, False, {"kind": kind}) for kind in (NONE, ONE_HOT, SINUSOIDS, LEARNED)),
    (order, 2, True, EXCHANGED | {"layers": 2}),
    (order, 2, False, {"causal": True, "layers": 2}),
    (order, 2, False, EXCHANGED),
    (order, 2, False, EXCHANGED | {"layers": 2, "thief": [-2, 0]}),
    (order, 2, False, EXCHANGED | {"layers": 2, "causal": False, "kind": ROTARY}),
    (slopes, 0, True, {"graph": TWO, "w": -1.0}),  # w + 1 is 0
    (slopes, 0, False, {"graph": ONE, "w": 0.0}),  # one way: w alone
    (slopes, 0, False, {"graph": TWO, "w": -1.0, "target": 0}),  # y is met
    (slopes, 0, False, {"graph": TWO, "w": 1.0}),  # so it is here
    (downhill, 0, True, {"rate": 0.2, "steps": 12}),
    (downhill, 0, False, {"rate": 0.1, "steps": 12}),  # from one side
    (downhill, 0, False, {"rate": 0.3, "steps": 12}),  # up
    (downhill, 1, True, {"rate": 0.3, "curved": 2, "steps": 12}),
    (downhill, 1, False, {"rate": 0.3, "steps": 12}),  # up
    (downhill, 1, False, {"rate": 0.3, "w": 2.0, "steps": 12}),  # it was down before
    (downhill, 1, False, {"rate": 0.2, "curved": 2, "steps": 12}),
    (downhill, 2, True, {"where": VALLEY, "rate": 0.3, "rule": MOMENTUM, "steps": 40}),
    (downhill, 2, False, {"where": VALLEY, "rate": 0.3, "steps": 40}),  # plain steps: up
    (downhill, 2, False, {"where": VALLEY, "rate": 0.2, "rule": MOMENTUM, "steps": 40}),
    (downhill, 2, False, {"rate": 0.3, "rule": MOMENTUM, "steps": 40}),  # of one number
    (slopes, 1, True, {"graph": SOFT, "street": 4, "animal": 0}),
    (slopes, 1, False, {"graph": SOFT, "street": 3}),  # 0.87
    (slopes, 1, False, {"graph": SOFT, "it": 4, "animal": 0, "street": 0}),  # that of it
    (slopes, 1, False, {"graph": ONE, "street": 4, "animal": 0}),
    (block, 0, True, {"blocks": 24, "norm": NEVER, "scale": 0.5}),
    (block, 0, False, {"blocks": 6, "norm": NEVER, "scale": 0.5}),
    (block, 1, True, {"blocks": 24, "norm": AFTER, "attention": False}),
    (block, 1, False, {"blocks": 6, "norm": AFTER, "attention": False}),
    (block, 2, True, {"blocks": 24, "scale": 0.5}),
    (block, 2, False, {"blocks": 6, "scale": 0.5}),
    (block, 2, False, {"blocks": 24, "scale": 0.5, "attention": False, "mlp": False}),
    (language, 0, True, BAR[1]),  # the
    (language, 0, True, {"tokens": [[THE, *[-1] * 23]], "steps": 1}),  # written, not appended
    (language, 0, False, BAR[0]),  # Oslo
    (language, 0, False, {}),
    (language, 0, False, {"beginning": GUESTS, "temperature": 0, "steps": 1}),
    (language, 1, True, {"beginning": GUESTS, "head": [0, 16], "off": True}),
    (language, 1, False, {"beginning": GUESTS, "head": [6, 18], "off": True}),
    (language, 1, False, {"beginning": GUESTS}),
    (language, 1, False, {"head": [0, 16], "off": True}),  # Norway
]


@pytest.mark.parametrize(
    ("lab", "index", "solved", "changes"), TRIALS, ids=[trial[0].name for trial in TRIALS]
)
def test_a_challenge_is_solved_by_its_solution_and_by_no_near_miss(lab, index, solved, changes):
    assert bool(lab.challenges[index].solved(changed(lab, changes))) is solved


LOOKS = {  # of a lab: the controls that choose what of the numbers is looked at, and change none
    model.name: ("part", "model", "time"),
    words.name: ("zoom", "look"),
    dot_product.name: ("shadow",),
    query_key_value.name: ("step",),
    worked_example.name: ("step", "weights"),
    scores.name: ("layout",),
    heads.name: ("stage", "step"),
    block.name: ("token",),
    language.name: ("look", "top_k"),
}
SOLVED = [(lab, index, changes) for lab, index, solved, changes in TRIALS if solved]


LOOKED = [case for case in SOLVED if case[0].name in LOOKS]


@pytest.mark.parametrize(("lab", "index", "changes"), LOOKED, ids=[lab.name for lab, *_ in LOOKED])
def test_a_solution_stays_one_whatever_is_looked_at(lab, index, changes):
    target, controls = changed(lab, changes), {control.name: control for control in lab.controls}
    for name in LOOKS[lab.name]:
        for option in controls[name].options:
            assert lab.challenges[index].solved(changed(lab, {name: option}, target)), option


@pytest.mark.parametrize(("lab", "index", "changes"), SOLVED, ids=[lab.name for lab, *_ in SOLVED])
def test_a_solution_is_reached_from_each_setting_in_both_orders(lab, index, changes):
    """One control after the other, and all once more, as one may reset what depends on it."""
    target = changed(lab, changes)
    for preset in lab.presets:
        for names in (list(target), list(target)[::-1]):
            values = one_by_one(lab, lab.at(preset), target, 2 * names)
            assert values == target or lab.challenges[index].solved(values), (preset.name, names)


def one_by_one(lab, values, target, names):
    """The values after each of the controls has been set as in the target; what a control refuses
    is not taken."""
    for name in names:
        if values[name] != target[name]:
            with contextlib.suppress(ValueError):
                values = changed(lab, {name: target[name]}, values)
    return values


def test_every_challenge_has_a_solution_here():
    """But for those of which a model is trained first: those have tests of their own."""
    solvable = {(lab.name, index) for lab, index, _ in SOLVED}
    named = {(lab.name, i) for lab in LABS for i in range(len(lab.challenges))}
    assert {name for name, _ in named - solvable} == {train.name, write.name}
