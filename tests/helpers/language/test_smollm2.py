"""The language model computes what transformers computed once, whatever its parts are."""

import numpy as np
import pytest

from helpers import attention, block, positions
from helpers.exercises import PARTS
from helpers.language import smollm2
from helpers.language.block_functions import SERIES, Parts, repeat_heads
from tests.helpers.exercises.answers import RIGHT

pytestmark = pytest.mark.long

EPS = np.finfo(np.float32).eps
SHOWN = np.arange(8) * 71  # the numbers of a stream that are recorded
NORWAY = [504, 3575, 282, 14197, 314]  # "The capital of Norway is"
OSLO = 30949


def rounding(terms, sums):
    """How far float32 may take a sum of these terms, when so many sums follow one another."""
    return EPS * sums * np.abs(terms).sum(axis=-1)


@pytest.fixture(scope="module")
def runs(model, answers):
    """Of each prompt: what is recorded, and what is computed for it and for what was written."""
    return [(run, model.run(run["numbers"] + run["written"])) for run in answers["runs"]]


def test_each_block_gives_the_stream_that_transformers_gives(runs):
    for recorded, ours in runs:
        last = len(recorded["numbers"]) - 1
        streams = ours.streams[1:-1, last]  # (29, d)
        theirs = np.array(recorded["blocks"])  # (29, 9)
        assert len(theirs) == smollm2.LAYERS - 1
        for k, (x, (size, *shown)) in enumerate(zip(streams, theirs, strict=True), start=1):
            # two additions to the stream in each block, of sums of up to 1536 products each
            near = EPS * np.sqrt(2 * k * 1536) * np.linalg.norm(x)
            assert np.abs(x[SHOWN] - shown).max() < near
            assert abs(np.linalg.norm(x) - size) < near


def test_the_logits_are_those_of_transformers(runs, model):
    for recorded, ours in runs:
        last = len(recorded["numbers"]) - 1
        x = block.rms_norm(ours.streams[-1, last], model.gain)  # (d,)
        numbers = [int(number) for number in recorded["logits"]]
        near = rounding(x * model.E[numbers], 2 * smollm2.LAYERS)
        gap = np.abs(ours.logits[last, numbers] - [*recorded["logits"].values()])
        assert (gap < near).all()
        assert near.max() < 0.05, "a tolerance that hides a mistake"


def test_it_writes_what_transformers_writes(runs):
    for recorded, ours in runs:
        asked = ours.logits[len(recorded["numbers"]) - 1 : -1]
        assert asked.argmax(axis=1).tolist() == recorded["written"]


def test_it_has_as_many_numbers_as_are_published(model):
    assert model.size() == 134_515_008


def test_it_is_a_copy_whose_numbers_were_rounded(model):
    """What README and LICENSE say: 16 levels a block of 32, the word table 8 bits."""
    for matrix in (model.blocks[0].W_Q, model.blocks[29].W_down):
        rows = np.sort(matrix.T.reshape(-1, 32), axis=1)  # (blocks, 32), as they are in the file
        assert (1 + (np.diff(rows, axis=1) > 0).sum(axis=1)).max() == 16
    E = model.E[:1000].reshape(-1, 32)
    step = np.abs(E).max(axis=1, keepdims=True) / 127
    assert np.abs(E / step - np.rint(E / step)).max() < 0.2


# --- a cache ------------------------------------------------------------------------------------


def test_with_a_cache_the_logits_are_the_same(model):
    kept, whole = {}, model.run([*NORWAY, OSLO, 30]).logits  # (7, words)
    begun = model.next_logits(NORWAY, kept)
    branch = dict(kept)
    both = model.next_logits([OSLO, 30], branch)
    for ours, row in ((begun, 4), (model.next_logits([OSLO], kept), 5), (both, 6)):
        assert np.abs(ours - whole[row]).max() < 0.01
    assert kept[1][0].shape == (3, 6, 64)
    assert branch[30][1].shape == (3, 7, 64)
    assert np.abs(model.next_logits([30], kept) - whole[6]).max() < 0.01


def test_an_interrupted_step_leaves_the_cache_as_it_was(model):
    calls = []

    def interrupted(x, gain):
        calls.append(x)
        if len(calls) == 40:
            raise KeyboardInterrupt
        return block.rms_norm(x, gain)

    kept = {}
    with pytest.raises(KeyboardInterrupt):
        model.next_logits(NORWAY, kept, parts=Parts(rms_norm=interrupted))
    assert kept == {}


# --- other parts --------------------------------------------------------------------------------


def test_without_other_parts_it_is_the_wall_s_attention():
    rng = np.random.default_rng(0)
    Q, K, V = rng.standard_normal((3, 9, 4, 64)).astype(np.float32)
    mask = attention.causal_mask(4)
    for times in (1, 30):  # times 30, some weights are too small for float32
        with np.errstate(all="raise"):
            ours = Parts().attention(times * Q, K, V, mask)
            wall = attention.attention(times * Q, K, V, mask)
        assert np.array_equal(ours.output, wall.output)
        assert np.array_equal(ours.weights, wall.weights)


def test_what_is_too_small_for_a_gate_is_0():
    x, W = np.full((1, 1), 1e-20, np.float32), np.eye(1, dtype=np.float32)
    with np.errstate(all="raise"):
        assert Parts().gated_mlp(x, W, W, W) == block.gated_mlp(x, W, W, W)


def test_another_attention_is_told_its_layer_with_a_cache_too(model):
    """And where it is the wall's, nothing changes, to the last bit."""
    layers = []

    def ours(Q, K, V, mask, layer):
        layers.append(layer)
        return attention.attention(Q, K, V, mask)

    other, kept, kept_by_other = Parts(attention=ours), {}, {}
    for numbers in (NORWAY, [OSLO], [30, 198]):
        plain = model.next_logits(numbers, kept)
        assert np.array_equal(model.next_logits(numbers, kept_by_other, parts=other), plain)
    assert layers == [*range(1, 31)] * 3


def furthest(one, other):
    return max(np.abs(x - y).max() for x, y in zip(one, other, strict=True))


@pytest.fixture(scope="module")
def series():
    return smollm2.random_block(Parts())


@pytest.mark.parametrize("part", [part for part in PARTS if part in SERIES])
def test_with_a_right_answer_a_block_is_the_same(part, series):
    for answer in RIGHT[PARTS[part].name]:
        ours = smollm2.random_block(Parts(**{part: answer}))
        assert furthest(ours, series) < 1e-4  # of numbers up to about 5
        assert {x.dtype.name for x in ours} == {"float32"}


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ("rotate", lambda x, at, base: x),
        ("rotate", lambda x, at, base: positions.rotate(x[..., ::-1], at, base)[..., ::-1]),
        ("attention", lambda Q, K, V, mask, layer: attention.attention(Q, K, 2 * V, mask)),
        ("repeat_heads", lambda x, times: np.tile(x, (times, 1, 1))),
        ("causal_mask", lambda n, m: np.ones((n, m), bool)),
        ("rms_norm", lambda x, gain: x * gain),
        ("softmax", lambda scores: np.full_like(scores, 1 / scores.shape[-1])),
        ("masked_softmax", lambda scores, mask: mask / mask.sum(axis=-1, keepdims=True)),
        ("split", lambda x, h: x.reshape(h, len(x), -1)),
        ("merge", lambda x: x.reshape(x.shape[1], -1)),
        ("gated_mlp", lambda x, W_gate, W_up, W_down: (x @ W_up) @ W_down),
    ],
)
def test_each_part_matters(part, changed, series):
    assert furthest(smollm2.random_block(Parts(**{part: changed})), series) > 0.01


def test_only_the_distance_of_positions_counts(series):
    def moved(x, at, base):
        return positions.rotate(x, at + 1000, base)

    assert furthest(smollm2.random_block(Parts(rotate=moved)), series) < 1e-3


def test_heads_are_repeated_one_copy_behind_the_other():
    x = np.arange(6.0).reshape(2, 3, 1)
    assert repeat_heads(x, 2)[:, 0, 0].tolist() == [0, 0, 3, 3]


def test_heads_that_are_off_add_nothing(model):
    run = model.run(NORWAY, off=smollm2.ALL_HEADS)
    w, x = model.blocks[0], run.streams[0]
    y = block.rms_norm(x, w.gain_2)
    assert np.allclose(
        run.streams[1], x + block.gated_mlp(y, w.W_gate, w.W_up, w.W_down), atol=1e-5
    )
    one, other = (model.run(NORWAY, off=off).streams for off in ({(30, 1)}, ()))
    assert np.array_equal(one[:30], other[:30])
    assert not np.array_equal(one[30], other[30])


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([], "numbers: given none, needed at least one from 0 to 49151"),
        ([1, -1], "numbers: given -1, needed"),
        ([49152], "numbers: given 49152, needed"),
        ([True], "numbers: given True, needed"),
        ("text", "numbers: given 't', needed"),
        ([1] * 8193, "numbers: given 8193 in all, needed at most 8192"),
    ],
)
def test_what_is_no_list_of_tokens(numbers, message):
    with pytest.raises(ValueError, match=message):
        smollm2.checked(numbers)


@pytest.mark.parametrize("off", [{(0, 1)}, {(31, 1)}, {(1, 10)}, [(1,)], [1], [[1, 1]]])
def test_what_is_no_head(off):
    with pytest.raises(ValueError, match=r"off: given .*, needed pairs \(layer, head\), layers"):
        smollm2.checked_heads(off)


def test_what_is_no_part():
    with pytest.raises(ValueError, match="part: given 'soft', needed one of: softmax, masked"):
        Parts(soft=np.exp)
    with pytest.raises(ValueError, match="softmax: given 3, needed a function"):
        Parts(softmax=3)
