"""helpers.training: its slopes are right, its parts are those of the block, its models learn."""

import sys

import numpy as np
import pytest

from helpers import attention, block, training
from helpers.drawing import picture
from helpers.figures import growing
from helpers.training import languages, learn
from helpers.training.languages import (
    FACTS,
    FACTS_SEEN,
    FACTS_WITHHELD,
    IT,
    IT_N,
    PRONOUN,
    PRONOUN_WITHHELD,
    REVERSE,
)
from tools.record import record_seeds

pytestmark = pytest.mark.long


def new(language, layers, heads, **more):
    return training.Transformer(
        len(language.words), language.n, layers, heads, causal=language.causal, **more
    )


def some(language, b=400):
    return language.sample(np.random.default_rng(9), b)


# --- forward: the same as the helpers that the series has read --------------------------------


def test_one_layer_is_the_block_of_notebook_08():
    model = new(FACTS, 1, 2, d_ff=20, positions="sinusoids", seed=1)
    p = {name.removeprefix("1."): x for name, x in model.p.items()}
    for name in ("gain_1", "shift_1", "b_1", "b_2", "gain_2", "shift_2"):
        p[name] += np.random.default_rng(2).standard_normal(p[name].shape)
    tokens, _ = some(FACTS, 3)
    heads = [p[w].reshape(32, 2, 16).swapaxes(0, 1) for w in ("W_Q", "W_K", "W_V")]
    weights = block.Weights(
        attention=block.SelfAttention(*heads, p["W_O"]),
        mlp=block.MLP(p["W_1"], p["b_1"], p["W_2"], p["b_2"]),
        norm_1=block.Norm(p["gain_1"], p["shift_1"]),
        norm_2=block.Norm(p["gain_2"], p["shift_2"]),
    )
    X = p["words"][tokens] + model.sinusoids
    out = block.block(X, weights, attention.causal_mask(FACTS.n))
    logits = block.layer_norm(out, p["gain"], p["shift"]) @ p["answer"]
    assert np.allclose(model.run(tokens).logits, logits, atol=1e-12)


def test_a_head_that_is_off_adds_nothing():
    model = new(PRONOUN, 1, 2, seed=3)
    tokens, _ = some(PRONOUN, 5)
    without = model.run(tokens, off={(1, 2)}).logits
    model.p["1.W_O"][16:] = 0  # the rows of head 2
    assert np.allclose(without, model.run(tokens).logits, atol=1e-12)


def test_what_stands_in_place_of_a_head_is_computed_from_its_output():
    model = new(PRONOUN, 2, 2, seed=3)
    tokens, _ = some(PRONOUN, 5)
    shapes = []

    def unchanged(output):
        shapes.append(output.shape)
        return output

    same = model.run(tokens, off={(1, 2): unchanged, (2, 1): unchanged}).logits
    assert shapes == [(5, 13, 16)] * 2
    assert np.allclose(same, model.run(tokens).logits, atol=1e-12)
    zeros = model.run(tokens, off={(2, 1): np.zeros_like}).logits
    assert np.array_equal(zeros, model.run(tokens, off={(2, 1)}).logits)
    mean = model.run(tokens, off={(1, 1): lambda output: output.mean(axis=0)}).logits
    assert not np.allclose(mean, zeros)


def test_a_causal_model_sees_no_later_token():
    model = new(FACTS, 2, 1, seed=4)
    tokens, _ = some(FACTS, 5)
    changed = tokens.copy()
    changed[:, 8:] = tokens[:, :7]
    one, other = model.run(tokens).logits, model.run(changed).logits
    assert np.allclose(one[:, :8], other[:, :8])
    assert not np.allclose(one[:, 8:], other[:, 8:])


# --- backward ---------------------------------------------------------------------------------


def slope_of(loss, array, place):
    value, step, losses = array[place], 1e-5, []
    for by in (step, -step):
        array[place] = value + by
        losses.append(loss())
    array[place] = value
    return (losses[0] - losses[1]) / (2 * step)


@pytest.mark.parametrize("off", [(), {(1, 2)}])
@pytest.mark.parametrize("d_ff", [0, 12])
@pytest.mark.parametrize("positions", ["none", "learned"])
@pytest.mark.parametrize("language", [FACTS, PRONOUN], ids=["causal", "not causal"])
def test_slopes_are_finite_differences(language, positions, d_ff, off):
    model = new(language, 2, 2, d=8, d_ff=d_ff, positions=positions, seed=5)
    rng = np.random.default_rng(6)
    for x in model.p.values():
        x += 0.1 * rng.standard_normal(x.shape)  # gains away from 1, biases from 0
    tokens, targets = language.sample(rng, 3)

    def loss():
        return training.cross_entropy(model.run(tokens, off).logits, targets)[0]

    run = model.run(tokens, off)
    slopes = run.back(training.cross_entropy(run.logits, targets)[1]()["logits"])
    assert set(slopes) == set(model.p)
    for name, slope in slopes.items():
        assert slope.shape == model.p[name].shape
        for place in [tuple(rng.integers(size) for size in slope.shape) for _ in range(4)]:
            by_hand = slope_of(loss, model.p[name], place)
            assert np.isclose(slope[place], by_hand, rtol=1e-6, atol=1e-9), (name, place)


def test_cross_entropy_asks_only_where_there_is_a_target():
    logits, targets = np.zeros((1, 3, 4)), np.array([[-1, 2, -1]])
    loss, back = training.cross_entropy(logits, targets)
    assert np.isclose(loss, np.log(4))
    assert np.allclose(back()["logits"], [[[0] * 4, [0.25, 0.25, -0.75, 0.25], [0] * 4]])


# --- Adam -------------------------------------------------------------------------------------


def test_adam_is_the_loop_of_its_definition():
    rng, p = np.random.default_rng(8), {"x": np.array([0.5])}
    adam, x, mean, square = training.Adam(p), 0.5, 0, 0
    for step in range(1, 8):
        slope = rng.standard_normal()
        adam.update({"x": np.array([slope])}, rate=0.01)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.98 * square + 0.02 * slope**2
        x -= 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.98**step)) + 1e-8)
        assert np.isclose(p["x"][0], x, rtol=1e-12)


def test_the_rate_rises_then_falls():
    rates = [learn.rate_at(step, 100, 1.0) for step in range(1, 101)]
    assert np.argmax(rates) in (18, 19)
    assert np.isclose(rates[-1], 0.05)
    assert all(np.diff(rates[20:]) < 0)


# --- training ---------------------------------------------------------------------------------


@pytest.mark.rare
@pytest.mark.sample("0-300-")
@pytest.mark.parametrize(
    ("steps", "options"),
    [(300, {"heads": 1}), (1500, {"heads": 1}), (1500, {"heads": 4, "d_ff": 64})],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_one_layer_stays_at_a_quarter_of_facts(seed, steps, options):
    sizes = {"words": 16, "n": 15, "layers": 1, "causal": True, "dtype": np.float32}
    model = training.Transformer(**sizes, seed=seed, **options)
    training.train(model, FACTS, steps, 0.007, seed=seed)
    assert 0.2 < training.accuracy(model, *some(FACTS)) < 0.3


def test_stop_keeps_what_was_learned(capsys):
    model = new(REVERSE, 1, 1)

    def stop(losses):
        if len(losses) == 3:
            raise KeyboardInterrupt

    before = model.p["words"].copy()
    assert len(training.train(model, REVERSE, 100, 0.01, watch=stop)) == 3
    assert capsys.readouterr().out == "Stopped after 3 of 100 steps.\n"
    assert not np.allclose(model.p["words"], before)


def test_the_same_seed_gives_the_same_model():
    one, other = (new(REVERSE, 1, 1, seed=2) for _ in range(2))
    losses = [training.train(model, REVERSE, 3, 0.01, seed=2) for model in (one, other)]
    assert losses[0] == losses[1]
    assert all((one.p[name] == other.p[name]).all() for name in one.p)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"layers": 0}, "layers: given 0, needed a whole number of at least 1"),
        ({"heads": 5}, "heads: given 5, needed a divisor of d = 32"),
        ({"d_ff": -1}, "d_ff: given -1, needed 0, for no MLP, or more"),
        ({"positions": "rotary"}, "positions: given 'rotary', needed one of 'none', "),
        ({"causal": 1}, "causal: given 1, needed True or False"),
    ],
)
def test_a_wrong_size_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        training.Transformer(**{"words": 20, "n": 12, "layers": 1, "heads": 1} | wrong)


@pytest.mark.parametrize(
    ("tokens", "given"),
    [
        ([1, 2], r"shape \(2,\)"),
        ([[1] * 13], r"shape \(1, 13\)"),
        ([[]], "dtype float64"),
        ([[3, -1]], "numbers from -1 to 3"),
        ([[20]], "numbers from 20 to 20"),
        ([[0.5]], "dtype float64"),
    ],
)
def test_wrong_tokens_are_named(tokens, given):
    needed = "needed rows of 1 to 12 numbers of words, from 0 to 19"
    with pytest.raises(ValueError, match=f"tokens: given {given}, {needed}"):
        new(REVERSE, 1, 1).run(tokens)


# --- the languages ----------------------------------------------------------------------------


def test_facts_are_answered_by_what_was_told():
    for language in (FACTS, FACTS_SEEN, FACTS_WITHHELD):
        tokens, targets = some(language, 50)
        for text, asked in zip(tokens.tolist(), targets.tolist(), strict=True):
            city_of = dict(zip(text[0:8:2], text[1:8:2], strict=True))
            assert len(set(text[:8])) == 8
            for at, answer in enumerate(asked):
                if answer >= 0:
                    assert at >= 8
                    assert city_of[text[at]] == answer


def test_withheld_facts_are_never_shown():
    def pairs(language):
        tokens, _ = some(language, 500)
        return set(zip(tokens[:, 0:8:2].ravel(), tokens[:, 1:8:2].ravel() - 8, strict=True))

    assert len(pairs(FACTS)) == 64
    assert len(pairs(FACTS_SEEN)) == 56
    tokens, targets = some(FACTS_WITHHELD, 500)
    asked = targets >= 0
    assert not pairs(FACTS_SEEN) & set(zip(tokens[asked], targets[asked] - 8, strict=True))


def test_it_is_what_is_too_big_or_what_is_too_small():
    shown, tested = set(), set()
    for language, pairs in ((PRONOUN, shown), (PRONOUN_WITHHELD, tested)):
        for text, asked in zip(*some(language), strict=True):
            words = [language.words[i] for i in text]
            things = [word for word in words if word in languages.THINGS]
            content, holder = things if words[0] == "the" else things[::-1]
            meant = content if words[-1] in languages.BIG else holder
            assert words[IT] == "it"
            assert len(words) == IT_N
            assert np.flatnonzero(asked >= 0).tolist() == [IT]
            assert language.words[asked[IT]] == meant
            pairs.add(frozenset(things))
    assert (len(shown), len(tested)) == (22, 6)
    assert not shown & tested


def test_the_weight_from_it_is_read_at_the_noun():
    tokens, targets = some(PRONOUN, 6)
    weights = np.zeros((6, 2, IT_N, IT_N))
    for row, head in np.ndindex(6, 2):
        noun = tokens[row].tolist().index(targets[row, IT])
        weights[row, head, IT, noun] = 10 * row + head
    to_noun = languages.weights_of_it(weights, tokens, targets)
    assert to_noun.tolist() == [[10 * row, 10 * row + 1] for row in range(6)]


# --- what was recorded ------------------------------------------------------------------------


@pytest.mark.sample
def test_what_is_recorded_is_what_a_training_gives():
    entry = record_seeds.recorded(seed=4)
    kept = training.seeds()[4]
    assert entry["shown"] == kept["shown"]
    assert abs(entry["never shown"] - kept["never shown"]) < 0.005
    assert np.allclose(entry["weights"], kept["weights"], atol=0.01)


@pytest.mark.sample
def test_what_is_recorded_of_reversing_is_what_a_training_gives():
    kept = training.reversed_without_a_head()[2]
    assert np.allclose(record_seeds.reversed_without_a_head(seed=2), kept, atol=0.01)


@pytest.mark.rare
@pytest.mark.sample
def test_what_is_recorded_of_facts_is_what_a_training_gives():
    entry, kept = record_seeds.facts(seed=1), training.looked_up()[1]
    assert abs(entry.pop("step") - kept["step"]) <= 2
    assert all(abs(entry[name] - kept[name]) < 0.02 for name in entry)


# --- the curve that grows ---------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn, each in the place of the one before, and what is left at the end."""
    on_the_way, left = [], []

    class Handle:
        def display(self, bundle, raw):
            on_the_way.append(bundle)

        update = display

    monkeypatch.setattr(sys.modules["helpers.figures.growing"], "DisplayHandle", Handle)
    monkeypatch.setattr(picture, "display", lambda bundle, **more: left.append(bundle))
    return on_the_way, left


def test_a_growing_curve_leaves_one_drawing_and_stays_faint_behind_the_next(drawn):
    on_the_way, left = drawn
    for begins in (1, 2):
        watch = growing("One loss", steps=40)
        for step in range(1, 41):
            assert len(left) == begins - 1
            watch([3.0 / begins] * step)
    first, second = (bundle["text/plain"] for bundle in left)
    assert first.startswith("One loss: 40 of 40 steps")
    assert "loss: from 3 to 3" in first
    assert "faint" not in first
    displayed, *begun, last = (x["text/plain"] for x in on_the_way[len(on_the_way) // 2 :])
    assert displayed == last == ""  # the last drawing is an output of its own
    assert begun[0].startswith("One loss: 1 of 40 steps")
    assert all("faint, from the time before: from 3 to 3" in text for text in [*begun, second])


@pytest.mark.parametrize("loss", [np.inf, np.nan])
def test_a_loss_that_is_no_number_says_where_a_training_went_wrong(drawn, loss):
    watch = growing("A wrong step", steps=40)
    watch([3.0])
    with pytest.raises(ValueError, match=f"losses: a number is needed, and at step 2 .* {loss}"):
        watch([3.0, loss])


def test_words_stand_above_a_growing_curve_and_some_rows_stay(drawn):
    """Those to come are there from the first step: nothing below them moves."""
    on_the_way, left = drawn
    written = iter(range(1000))
    watch = growing("The loss", steps=400, words=lambda: {"name": f"name {next(written)}"})
    for step in range(1, 401):
        watch([3.0] * step)
    (bundle,) = left
    assert bundle["text/html"].count("data-wide=") == 1  # for slides
    assert bundle["text/html"].index("name 0") < bundle["text/html"].index("data-wide=")
    rows = [line.split()[0] for line in bundle["text/plain"].splitlines() if "name " in line]
    assert rows == ["1", "100", "300", "400"]
    _, *drawings, _ = on_the_way
    assert {bundle["text/html"].count("<tr") for bundle in drawings} == {5}
    for bundle in drawings:  # wherever the training is stopped
        table, _, _ = bundle["text/plain"].partition("\n\n")
        steps = [int(line.split()[0]) for line in table.splitlines()[2:]]
        assert steps == sorted(steps)
