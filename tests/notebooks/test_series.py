"""The series run in this process, with every solution in its place: it says all done, and what it
derives is what the helpers compute."""

import functools
import inspect
import math
import re
import tomllib
from itertools import pairwise, product
from unittest import mock

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter

from helpers import attention, block, exercises, figures, flash, positions, training
from helpers.data import examples
from helpers.exercises import EXERCISES, FILES, PREDICTED, n01_dot_product
from helpers.exercises.engine import kept
from helpers.experiments import (
    assistant,
    few_shot,
    induction,
    latent,
    longer,
    multiplications,
    part_by_part,
    qk_norm,
    scale,
    today,
)
from helpers.language import files
from helpers.language.tokens import merged, published
from helpers.training import blanks, dates, letters, my_transformer, translator
from helpers.training.joined import Joined
from helpers.training.learn import Training
from tests.helpers.exercises.answers import RIGHT
from tests.lessons import SERIES, cells_of, read
from tools.notebook.run import new_names, run
from tools.notebook.teaching import SHORT_WAY
from tools.repository import LESSONS, PATHS, ROOT

quick = pytest.mark.sample(*(lesson.number for lesson in SERIES if lesson.is_quick))


WITHOUT_MODEL = [path for path in LESSONS if not read(path).needs_model]  # nbval runs the others
STEP = Training.step
# the pages' own, and that of a file
LOOPS = re.compile(
    r"(?m)^(steps, mean, square = |train_dates\(.*steps=| +mine\.write_file\(steps=)\d+"
)
STEPS = 30


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Pages write files into their folder: not into the repository."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kept, "FOLDER", tmp_path)


def step_at_first(training):
    """Three steps of a training; the others give the loss of the third, and learn nothing."""
    if training.adam.step < 3 or not hasattr(training, "last"):  # begun by a lab's test
        training.last = STEP(training)
    return training.last


@functools.cache
def solved(path):
    """The names that a notebook has after Run All, and what its checked cells say. Its models are
    hardly trained, which no exercise needs: nbval trains them to the end."""
    names, messages = new_names(), []
    with (
        mock.patch.object(exercises, "_done", {}),  # as in a new kernel
        mock.patch.object(FILES["10_slopes"], "WRITTEN", {}),  # test_blanks.py fills in the dots
        mock.patch.object(Training, "step", step_at_first),
    ):
        for cell in read(path).code:
            value = run(LOOPS.sub(rf"\g<1>{STEPS}", cell.solved()), names)
            if cell.is_checked:
                messages.append(DisplayFormatter().format(value)[0]["text/plain"])
    return names, messages


@pytest.mark.parametrize("number", SHORT_WAY[1:])
def test_progress_knows_what_the_short_way_leaves_out(number):
    """In a title cell: “Skip *A section* and *Another*”."""
    lesson = read(path_of(number))
    (said,) = [x for x in lesson.opening if x.startswith("**Short way.**")]
    skipped = re.findall(r"\*([^*]+)\*", said.partition("Skip ")[2])
    assert {*skipped} <= {section.title for section in lesson.sections}
    cells = [x for section in lesson.sections if section.title in skipped for x in section.cells]
    left_out = {x.entry.name for x in cells if x.entry and not x.entry.deeper}
    assert left_out == {*getattr(FILES.get(lesson.stem), "LEFT_OUT", ())}


def path_of(number):
    (path,) = (path for path in PATHS if path.name.startswith(number))
    return path


def names_of(number):
    return solved(path_of(number))[0]


@quick
@pytest.mark.parametrize("path", WITHOUT_MODEL, ids=lambda path: path.stem[:2])
def test_the_solved_series_says_all_done(path):
    _, messages = solved(path)
    assert len(messages) == len(FILES[path.stem].CHECKED) + len(FILES[path.stem].PREDICTED) + 1
    assert [text.partition("\n")[0] for text in messages if not text.startswith("✓")] == []
    assert messages[-1].startswith("✓ All done")


def is_shown(cell):
    """Whether it runs nothing here, and shows what was recorded."""
    return "recorded" in cell.tags and not files.is_installed("minilm")


@quick
@pytest.mark.parametrize("path", WITHOUT_MODEL, ids=lambda path: path.stem[:2])
def test_a_payoff_names_the_functions_that_it_ran_on(path, monkeypatch):
    lesson, (names, _), called = read(path), solved(path), set()

    def heard(function, exercise):
        def function_heard(*arguments, **named):
            called.add(exercise)
            return function(*arguments, **named)

        return function_heard

    for cell in [cell for cell in lesson.code if cell.kind == "yours"]:
        for name, exercise in re.findall(r'(\w+) = yours\("(\w+)"', cell.source):
            monkeypatch.setitem(names, name, heard(names[name], exercise))
    payoffs = [cell.source for cell in lesson.code if cell.kind == "payoff" and not is_shown(cell)]
    for source in payoffs:
        run(LOOPS.sub(rf"\g<1>{STEPS}", source), names)
    named = re.findall(r"whose\((.*)\)", "\n".join(payoffs))
    assert called == {*re.findall(r"\w+", ", ".join(named))}


@pytest.mark.parametrize("lesson", [x for x in SERIES if x.needs_model], ids=lambda x: x.number)
def test_what_needs_no_model_runs_without_one(lesson):
    """The exercises above all: who has no model, and the book, run the other cells. They hardly
    train, as in solved."""
    names = new_names()
    with mock.patch.object(Training, "step", step_at_first):
        for cell in lesson.code:
            if not cell.needs_model and not cell.lab:
                run(cell.solved(), names)
    assert "model" not in names


@pytest.mark.parametrize("lesson", SERIES, ids=lambda lesson: lesson.number)
def test_after_the_first_cell_alone_labs_and_answers_by_buttons_run(lesson):
    """As stills, and buttons whose kernel is gone, promise."""
    names = new_names()
    run(lesson.code[0].source, names)
    for cell in lesson.code[1:]:
        if cell.lab or getattr(cell.entry, "choices", ()):
            run(cell.source, names.copy())


# --- what a notebook derives is what the helpers compute --------------------------------------

RANDOM = np.random.default_rng(0)
Y, X = RANDOM.standard_normal((3, 4)), RANDOM.standard_normal((5, 6))
Q, K, V = (RANDOM.standard_normal(shape) for shape in [(3, 4), (5, 4), (5, 2)])
ROWS = RANDOM.standard_normal((3, 8))
HEADS = [RANDOM.standard_normal(shape) for shape in [(2, 4, 3), (2, 6, 3), (2, 6, 5), (10, 7)]]
NORM_1, NORM_2 = (block.Norm(*RANDOM.standard_normal((2, 6))) for _ in range(2))
BLOCK = block.random_weights(RANDOM, d=6, h=2)._replace(norm_1=NORM_1, norm_2=NORM_2)
MASK = RANDOM.random((3, 5)) < 0.7
MASK[:, 0] = True
W_3 = RANDOM.standard_normal((3, 8, 8))  # W_Q, W_K and W_V


DERIVED = [  # notebook, its function, the helper, arguments
    ("02", "scores", lambda Q, K: attention.scores(Q, K, scale=1.0), (Q, K)),
    ("03", "plain_softmax", attention.softmax, (ROWS,)),
    ("03", "softmax", attention.softmax, (ROWS,)),
    ("03", "plain_softmax", attention.softmax, (ROWS, 0)),
    ("03", "attend", lambda *x: attention.attention(*x).output, (Q, K, V)),
    (
        "04",
        "attend",
        lambda X, *W: attention.attention(*(X @ each for each in W), scale=1.0).output,
        (ROWS, *W_3),
    ),
    ("05", "causal_mask", attention.causal_mask, (4, 4)),
    ("05", "causal_mask", attention.causal_mask, (3, 5)),
    ("05", "padding_mask", attention.padding_mask, ([0, 2, 4], 4)),
    (
        "05",
        "masked_softmax",
        lambda S, mask: attention.attention(S, np.eye(5), np.eye(5), mask, 1.0).weights,
        (RANDOM.standard_normal((3, 5)), MASK),
    ),
    ("06", "split_heads", attention.split_heads, (ROWS, 4)),
    ("06", "merge_heads", attention.merge_heads, (RANDOM.standard_normal((4, 3, 2)),)),
    ("06", "multi_head", lambda *x: attention.multi_head_attention(*x).output, (Y, X, *HEADS)),
    ("07", "sinusoids", positions.sinusoids, (5, 8)),
    ("07", "rotate", lambda x, omega: positions.rotate(x), (ROWS, positions.frequencies(8))),
    ("08", "layer_norm", block.layer_norm, (ROWS, ROWS[1], ROWS[2])),
    ("08", "mlp", block.mlp, (Y, HEADS[0][0], ROWS[0, :3], HEADS[0][1].T, ROWS[0, :4])),
    ("08", "block_before", block.block, (X, BLOCK)),
    ("09", "recurrence", multiplications.recurrence, (X, *RANDOM.standard_normal((2, 6, 6)))),
    ("09", "convolution", multiplications.convolution, (X, RANDOM.standard_normal((3, 6, 6)))),
    ("09", "by_blocks", flash.by_blocks, (Q, K, V, 2)),
    ("11", "exchanged", induction.exchanged, (RANDOM.standard_normal((2, 15, 4)),)),
    (
        "10",
        "attend",
        lambda X, *W: tuple(attention.attention(*(X @ M for M in W))),
        (ROWS, *W_3),
    ),
]


@quick
@pytest.mark.parametrize(
    ("number", "name", "helper", "arguments"),
    DERIVED,
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_the_derived_version_equals_the_helper(number, name, helper, arguments):
    derived, expected = names_of(number)[name](*arguments), helper(*arguments)
    for array, right in zip(as_arrays(derived), as_arrays(expected), strict=True):
        assert array.shape == right.shape
        assert np.allclose(array, right)


def as_arrays(result):
    return [np.asarray(x) for x in (result if isinstance(result, tuple) else (result,))]


def test_the_literal_arrays_of_02_are_the_toy():
    names, tired = names_of("02"), examples.TOO_TIRED
    assert (*names["words"], *names["features"]) == (*tired.keys, *examples.TOY_FEATURES)
    for name in ("X", "W_Q", "W_K", "W_V"):
        assert np.array_equal(names[name], getattr(tired, name))
    assert np.array_equal(names["X_wide"], examples.TOO_WIDE.X)


def test_what_03_says_of_the_root_holds():
    """The mean largest of 16 weights at three widths, for the three divisors."""
    names = names_of("03")
    widths, largest = names["widths_drawn"], names["largest"]
    undivided, root, whole = ([largest[name, d] for d in widths] for name in names["powers"])
    assert undivided[0] < undivided[1] - 0.1 < undivided[2] - 0.1
    assert max(root) - min(root) < 0.03
    assert whole[0] > 0.1 > whole[1] > whole[2] > 1 / 16
    assert [names["spread"][d] / d**0.5 for d in widths] == pytest.approx([1, 1, 1], abs=0.05)


def test_what_03_says_of_the_derivative_holds():
    """Its size for the median query at each width, for the three divisors."""
    undivided, root, whole = names_of("03")["middle"].values()
    assert root[0] < undivided[0] < 4 * root[0]
    assert undivided[-1] < root[-1] / 10
    assert root.max() / root.min() < 1.2
    assert whole[-1] < whole[0] / 4


@pytest.mark.sample
def test_what_07_says_of_distances_holds():
    """Rotary scores depend on the distance alone, whatever the words and the matrices, also beyond
    the table; those of sums do not."""
    names, near = names_of("07"), np.arange(-20, 21)
    for seed, pair in enumerate([("dog", "thief"), ("thief", "dog"), ("animal", "tired")]):
        rotary, added = names["in_all_places"](*pair, seed)
        assert np.allclose(rotary[20, 20 + near], rotary[40, 40 + near])
        assert not np.allclose(added[20, 20 + near], added[40, 40 + near], atol=2)
    q, k = np.random.default_rng(0).standard_normal((2, 1, 16))
    close, far = (positions.rotate(q, [i]) @ positions.rotate(k, [i - 5]).T for i in (5, 100))
    assert np.allclose(close, far)


def test_the_matrix_of_01_is_the_one_that_its_prediction_is_about():
    assert np.array_equal(names_of("01")["M"], n01_dot_product.MOVES)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rows", [n01_dot_product.MOVES, [[1, -2], [-0.5, 1]], np.zeros((2, 2))])
def test_in_01_two_moves_of_the_plane_look_like_the_one_of_their_product(rows):
    names, M = names_of("01"), np.array(rows)
    pictures = names["picture"]("", M, names["N"]), names["picture"]("", M @ names["N"])
    two, one = (picture.markup for picture in pictures)
    assert two == one
    assert "nan" not in two
    assert two != names["picture"]("", names["N"] @ M).markup or not M.any()


def test_the_literal_arrays_of_04_are_the_examples():
    names, example = names_of("04"), examples.THREE_INPUTS
    for name in ("X", "W_Q", "W_K", "W_V"):
        assert np.array_equal(names[name], getattr(example, name))


@pytest.mark.sample
def test_what_11_reads_in_its_model_is_what_is_recorded_of_it():
    names = names_of("11")
    model, tokens = names["two"], names["facts"].sample(np.random.default_rng(9), 500)[0]
    assert np.allclose(names["notes"], induction.notes(model))
    assert np.allclose(names["written"], induction.written(model, tokens))
    printed = "".join(output.text for cell in cells_of("11").values() for output in cell.outputs)
    recorded = training.looked_up()[0]
    assert re.search(rf"the note, in what head 1.1 writes +{recorded['read']:.2f}", printed)
    assert f"the other's city {recorded['misled']:.2f}" in printed


def test_what_11_says_of_dates_is_recorded_of_ten_models():
    cells, ten = cells_of("11"), training.translated()
    short = [model["short"] for model in ten]

    def said(cell, words, holds):
        assert words in cells[cell].source
        assert np.all(holds), words

    def of(models, done):
        return np.array([model[done] for model in models])

    looks = of(ten, "looks").argmax(axis=-1)  # (10, 2): row 7's largest weight, in both orders
    printed = cells["cross-map"].outputs[0].text
    assert f"{sum(looks[:, 0] == 2)} of ten models" in printed
    assert f"in the other order in {sum(looks[:, 1] == 0)}." in printed
    elsewhere = re.search(r"but for (.*): there it is on “·”, and 2 of these 2 ", printed)[1]
    for month in elsewhere.split(" and "):
        text = f"17 {month} 2026"
        assert dates.split(text)[translator.translated(text).weights[6].argmax()] == "·"
    said("dates-off-text", "the largest weight of each row, or all but that one", True)
    for part in ("cross-attention", "encoder's self-attention", "decoder's self-attention"):
        said("dates-maps-text", "All three are needed", of(ten, f"{part} off") < 0.5)
    said(
        "dates-maps-text", "without cross-attention no date is", of(ten, "cross-attention off") == 0
    )
    only, others = of(ten, "only the largest weights"), of(ten, "all but the largest weights")
    said("dates-maps-text", "nearly enough, and without it nothing is left", only > 0.9)
    assert np.all(others < 0.01)
    said(
        "dates-maps-text", "seed 7, has the clearest map of ten", of(ten, "own token").argmax() == 7
    )
    said("dates-read", "are right nearly as often", of(short, "nothing") > 0.95)
    own = of(short, "own token")
    said(
        "dates-read",
        "in some of them half",
        [own[7] < 0.6, sum(own < 0.6) > 1],
    )
    printed = "".join(cells[name].outputs[0].text for name in ("dates-train", "dates-ten"))
    assert f"right in all ten signs: {ten[7]['nothing']:.3f}" in printed
    for done in list(ten[7])[:6]:
        assert re.search(rf"{done} +{ten[7][done]:.2f}", printed), done


def test_what_11_says_of_one_vector_and_of_two_heads_is_recorded():
    cells, copied = cells_of("11"), training.copied()
    all_rows, one, longer = np.transpose([[*x.values()] for x in copied], (1, 0, 2))  # (5, 8) each
    assert all_rows.min() > 0.97
    assert one[:, 0].min() > 0.97
    assert np.all(np.diff(one[:, 2:]) < 0)
    assert one[:, 7].max() < 0.2
    assert np.all(np.abs(longer[:, 7] - 0.4) < 0.1)
    assert "seed 2 needs its head 1.2: its head 1.1 alone gets little more than half" in (
        cells["two-seeds-read"].source
    )
    without = np.array(training.reversed_without_a_head())[:, 0]  # (10, heads)
    assert 0.5 < without[2, 1] < 0.65
    assert without.max(axis=1).min() > 0.98


@pytest.mark.sample
def test_the_encoder_and_the_decoder_of_11_are_those_of_the_helpers():
    """Masks, heads and norms: nothing but the tape is the page's own."""
    names = names_of("11")
    for text, p in product(("17 May 2026", "October 3, 2008"), (names["learned"], None)):
        written, _, x, *_, weights = translator.translated(text, p)
        arrays = translator.trained() if p is None else p
        values = {name: names["Value"](array) for name, array in arrays.items()}
        encoded = names["encode"](values, np.array([dates.as_read(text)]))
        signs = np.array([dates.as_written(written)[:-1]])
        logits, across = names["decode"](values, signs, encoded)
        assert np.allclose(x, encoded.x[0], rtol=0, atol=1e-12)
        assert np.allclose(weights, across[0], rtol=0, atol=1e-12)
        assert "".join(dates.SIGNS[i] for i in logits.x[0].argmax(axis=-1)) == written
        assert written == (dates.day_of(text) if p is None else names["write"](text)[-1])


def test_the_recorded_translator_is_the_seventh_of_the_ten():
    for text, looks in zip(
        dates.both_orders("2026-05-17"), training.translated()[7]["looks"], strict=True
    ):
        _, y, x, W_Q, W_K, *_ = translator.translated(text)
        A = attention.softmax(attention.scores(y @ W_Q, x @ W_K))
        assert np.allclose(A[6], looks, rtol=0, atol=0.01)  # it is in float16


@pytest.mark.sample
def test_the_loop_of_12_trains_as_the_series_own_training():
    names = names_of("12")
    model = training.Transformer(33, 12, layers=2, heads=4, d_ff=64, causal=True)
    losses = training.train(model, training.letters.PLACES, STEPS, rate=0.01)
    assert len(losses) == len(names["losses"]) == STEPS
    assert np.allclose(np.log(2) * np.array(names["losses"]), losses, rtol=0, atol=1e-12)
    assert names["learned"].keys() == model.p.keys()
    for name, x in model.p.items():
        assert np.allclose(names["learned"][name], x, rtol=0, atol=1e-12)


@pytest.mark.sample
def test_an_interrupt_of_the_loop_of_12_keeps_what_was_learned():
    loop = cells_of("12")["learn-train"].source
    names, drawn, printed = dict(names_of("12")), [], []

    def sample(rng, b):
        drawn.append(b)
        if len(drawn) == 4:
            raise KeyboardInterrupt
        return training.letters.PLACES.sample(rng, b)

    names["language"] = training.letters.PLACES._replace(sample=sample)
    names["print"] = printed.append
    run(loop, names)
    assert printed == [f"Stopped after 3 of {STEPS} steps."]
    learned = names["learned"]["1.W_Q"]
    assert not np.allclose(learned, names["at_first"]["1.W_Q"])
    drawn.clear()
    run(loop, names)  # begins anew
    assert np.array_equal(names["learned"]["1.W_Q"], learned)
    assert names["learned"]["1.W_Q"] is not learned


@pytest.mark.sample
@pytest.mark.parametrize("training_loop", RIGHT["training_loop"])
def test_every_right_loop_trains_the_model_of_12_alike(training_loop):
    """Also one that asks for the loss, which draws, between forward and backward."""
    names, learned = names_of("12"), []
    loop = cells_of("12")["learn-train"].source
    for own in (EXERCISES["training_loop"].reference, training_loop):
        run(loop, names | {"training_loop": own})
        learned.append({name: x.copy() for name, x in names["learned"].items()})
    for name, x in learned[0].items():
        assert np.array_equal(learned[1][name], x)


@pytest.mark.sample
def test_a_loss_that_is_asked_for_twice_counts_once_in_12():
    def twice(steps, sample, forward, backward, adam, loss):
        def asked_twice(logits, targets):
            return (loss(logits, targets), loss(logits, targets))[1]

        return EXERCISES["training_loop"].reference(
            steps, sample, forward, backward, adam, asked_twice
        )

    names, losses = dict(names_of("12")), []
    for loop in (EXERCISES["training_loop"].reference, twice):
        names["training_loop"] = loop
        run(cells_of("12")["learn-train"].source, names)
        losses.append(names["losses"])
    assert len(losses[1]) == STEPS
    assert losses[1] == losses[0]


@pytest.mark.sample
@pytest.mark.filterwarnings("error")
def test_own_runs_of_12_add_a_row_each_once_also_where_numbers_run_away():
    names, seen = dict(names_of("12")), []
    loop = EXERCISES["training_loop"].reference
    names |= {"show": seen.append, "training_loop": lambda _, *given: loop(3, *given)}
    run(cells_of("12")["over-picture"].source, names)
    seen.clear()
    for chosen in ((0.01,), (0.01, 2, 64, 2, 8), (1e200,), (-1e200,), (0.01,)):
        names["own_run"](*chosen)
    names["show_runs"]()
    picture, rows = (x.text for x in seen)
    assert "run 2, " in picture
    *_, first, second, up, down = rows.splitlines()
    assert first.split()[:7] == ["1", "0.01", "64", "22,334", "1", "16", "3,440"]
    assert second.split()[:6] == ["2", "0.01", "2", "64", "2", "8"]
    assert "no number" in up
    assert "no number" in down


@pytest.mark.sample
def test_a_press_on_the_machine_of_12_chooses_a_number_and_next_goes_on():
    names, seen = dict(names_of("12")), []
    names["show"] = seen.append
    for cell in ("learn-forward", "learn-machine"):
        run(cells_of("12")[cell].source, names)
    for array, i, j, said in (
        ("2.outputs", 3, 9, "Row 3 (“r”), column 9 of outputs"),
        ("2.W_1", 5, 40, "Row 8 (“s”), column 40 of hidden"),
        ("positions", 1, 2, "Row 1 (“b”), column 2 of x."),
    ):
        whole, before = names["whole"], len(seen)
        left, top, *_ = whole.places[array]
        pressed = left + 2 * j + 1, top + 2 * i + 1
        names["press"].at = [pressed[0] / whole.width, pressed[1] / whole.height]
        assert said in names["whole"].title
        assert len(seen) == before + 1  # once
    names["press"].at = [0.5, 0.01]  # beside all numbers
    assert len(seen) == before + 1
    for button in (*["onward"] * 13, "back"):
        names[button].click()
    stops, first = [x.title for x in seen[before + 1 :]], "1 of 12. Tokens. Each token takes"
    assert [x.startswith(first) for x in stops] == [k in (0, 12, 13) for k in range(14)]
    row = names["x"]["p"][8]  # the last token's
    assert f" Row 8 (“s”), column {row.argmax()} of p. {row.max():.2f} = " in stops[11]


@pytest.mark.sample
def test_12_runs_on_the_readers_layer():
    """Also on one that adds in place: its picture shows each part's stream as that part read it."""
    cells, names, seen = cells_of("12"), dict(names_of("12")), []
    names |= {"aside": seen.append, "show": seen.append}
    for add in ("x = x +", "x +="):
        layer = cells["learn-layer"].source.partition("\n")[0]
        for norm, part in (("norm_1", "heads"), ("norm_2", "mlp")):
            layer += f"\n    {add} {part}({norm}(x))"
        for source in (f"{layer}\n    return x", cells["learn-layer-tried"].source):
            run(source, names)
        assert names["layer"] is names["my_layer"]
        assert "it runs the rest of this page" in seen.pop()
        for cell in ("learn-forward", "learn-back", "learn-machine"):
            run(cells[cell].source, names)
        assert not re.search("wrong|No slopes", seen[-2])
    assert seen[0] == seen[2]
    assert seen[1].html == seen[3].html


@pytest.mark.sample
def test_the_loop_of_12_takes_the_readers_step():
    adam = cells_of("12")["learn-adam"].source
    names = {"np": np, "training": training, "my_transformer": my_transformer}
    names["learned"] = {"W": np.zeros(2)}
    names["parts"] = Joined({"adam_step": lambda p, slope, m, s, t, rate: (p + t, m + slope, s)})
    run(adam, names)
    names["mean"]["W"], names["square"]["W"] = np.zeros((2, 2))
    names["adam"]({"W": np.ones(2)}, 3)
    assert names["learned"]["W"].tolist() == [3, 3]
    assert names["mean"]["W"].tolist() == [1, 1]


def test_06_says_how_many_heads_turn_with_the_last_word():
    cells = cells_of("06")
    said = (
        "With “tired” and “wide”, four heads are right both times, and three are wrong both times."
    )
    assert said in cells["pictures-read"].source
    found = re.findall(
        r"both right: (\d) heads, both wrong: (\d)", cells["pictures-count"].outputs[0].text
    )
    assert found == [("4", "3"), ("0", "0")]


def test_12_says_what_each_part_is_worth():
    cells = cells_of("12")

    def said(cell, words, holds):
        assert words in cells[cell].source
        assert np.all(holds), words

    bits = np.array([part_by_part.recorded(has) for has in part_by_part.BUILT_UP])  # (6, 3)
    gains = dict(zip(part_by_part.PARTS, bits[:-1] - bits[1:], strict=True))
    others = np.array([gain for part, gain in gains.items() if part != "attention"])
    said("learn-built-read", "Attention gains most", gains["attention"] > 2 * others)
    few = np.array([gains["sums"], gains["MLP"]])
    said("learn-built-read", "Sums and the MLP gain a little more", [few > 0.02, few < 0.15])
    said(
        "learn-built-read",
        "norms](#What-norms-are-for) cost a little",
        bits[-1].min() > bits[-2].max(),
    )
    sizes, both = part_by_part.SIZES, part_by_part.BUILT_UP[-2:]
    large, small = ([np.array(part_by_part.recorded(has, x)) for has in both] for x in sizes)
    said("norms-read", "the model without norms learns nothing", large[0] > 100)
    said("learn-built-read", "twelve layers learn nothing without them", large[0] > 100)
    said("norms-read", "a little better than with norms", small[0] + 0.05 < small[1].min())
    said("norms-read", "With norms, it learns from both", np.array([large[1], small[1]]) < 3.3)
    written = "\n".join(output.text for output in cells["learn-train"].outputs)
    said(
        "learn-read", "such as “Candia” and “Susani”", re.search(r" 100 .*Candia +Susani", written)
    )


def test_08_says_what_sums_and_norms_are_for():
    cell, found = cells_of("08")["trained-read"], {}  # name, layers: (rates, seeds)

    def said(words, holds):
        assert words in cell.source
        assert np.all(holds), words

    for name, kind in part_by_part.AT_RATES.items():
        for layers in (2, 12):
            bits = [part_by_part.recorded(*kind, layers, rate) for rate in part_by_part.RATES]
            found[name, layers] = np.nan_to_num(bits, nan=1000)
    middle = {key: np.median(bits, axis=1) for key, bits in found.items()}
    both, large, small = "sums and norms", "no norms", "no norms, 0.55"
    said("Without sums, two layers learn less", middle["no sums", 2] > middle[both, 2] + 0.02)
    *_, counted = letters.encoded(letters.PLACES.training)
    *_, asked = letters.encoded(letters.PLACES.validation)
    counted, asked = np.bincount(counted[counted >= 0]), asked[asked >= 0]
    frequent = -np.log2(counted / counted.sum())[asked].mean()
    assert f"each letter is, {frequent:.1f}." in cells_of("08")["trained-text"].source
    said("no more than how frequent", np.abs(middle["no sums", 12] - frequent) < 0.07)
    for name in (large, small):
        cost = middle[both, 2][:-1] - middle[name, 2][:-1]
        said("as well or a little better, except at the largest rate", [cost > -0.02, cost < 0.1])
    said("learn nothing at any of these rates", found[large, 12] > 5)
    cost = middle[both, 12][:-1] - middle[small, 12][:-1]
    said("even a little better than with norms", [cost > 0.1, cost < 0.2])
    broken = [sum(found[name, 2][-1] > 5) for name in (large, small)]
    said("except at the largest rate", broken == [1, 3])
    said("but not at the largest rate", found[small, 12][-1] > 5)
    learned = np.array([found[both, layers] for layers in (2, 12)])
    said("With both, every training learns", learned < 4)


@pytest.mark.sample
def test_the_first_step_of_12_is_as_it_says_and_leaves_the_model_alone():
    names = names_of("12")
    learned = {name: x.copy() for name, x in names["learned"].items()}
    for seed in range(4):
        title, (logit, p, number, loss) = names["first_step"](seed)
        assert loss[1] > loss[3]
        assert np.isclose(logit[2], (p[1] - 1) / int(re.search(r"; (\d+) places", title)[1]))
        rate = 0.01 / 20 * (0.525 + 0.475 * math.cos(math.pi / STEPS))
        assert np.isclose(number[1] - number[3], np.sign(number[2]) * rate, rtol=1e-3)
    for name, x in learned.items():
        assert np.array_equal(names["learned"][name], x)


@pytest.mark.sample
def test_the_letters_of_12_go_where_it_says(monkeypatch):
    """Also by a wrong step."""
    names, said = names_of("12"), cells_of("12")["vectors-why"].source
    near, numbers_of, paths = names["near"], names["numbers_of"], []
    assert [near(numbers_of(seed)[-1]) for seed in range(10)] == [5] * 10
    assert near(numbers_of(23)[-1]) == 4
    assert "With each of these ten seeds" in said
    assert "With seed 23, four of the five" in said
    for returned in blanks.WRONG_STEPS:
        monkeypatch.setitem(names, "move_both", blanks.step_of(returned))
        with np.errstate(all="ignore"):
            paths.append(np.array([numbers_of(seed) for seed in range(3)]))
    overflow, none_meet, spot, fewer, still, same = paths
    assert np.isnan(overflow[:, -1]).all()
    assert np.ptp(spot[:, -1], axis=1).max() < 0.3 < np.ptp(same[:, -1], axis=1).min()
    assert np.array_equal(still[:, 0], still[:, -1])
    meet = [sum(near(x[-1]) for x in of_three) for of_three in (none_meet, fewer, same)]
    assert meet[0] < 3 < meet[1] < meet[2] == 15


def test_the_environment_check_asks_for_what_pyproject_asks():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = names_of("00")["least"]
    assert project["requires-python"] == ">=" + ".".join(map(str, least["Python"]))
    for name in ("NumPy", "anywidget"):
        pin = name.lower() + ">=" + ".".join(map(str, least[name]))
        assert pin in project["dependencies"]


def lines_of(number, *ids):
    """How many lines of these cells are not empty."""
    code = "\n".join(cells_of(number)[name].source for name in ids)
    return len([line for line in code.splitlines() if line.strip()])


def test_13_counts_its_lines():
    heading = cells_of("13")["lines"].source
    assert re.findall(r"^## .* in (\w+) lines$", heading, re.MULTILINE) == ["twenty"]
    assert lines_of("13", "lines-run", "lines-loop") == 20
    named = {*re.findall(r"parts\.(\w+)", cells_of("13")["lines-run"].source)}
    assert named <= {*re.findall(r"`(\w+)", cells_of("13")["lines"].source)}
    assert len(named) == 8
    assert "the eight functions that they call" in cells_of("13")["recap"].source


def test_12_goes_back_through_its_forward_pass_line_by_line():
    """Each comment of backward names its line of forward, where a layer has the series' own lines,
    from the last to the first."""
    cells = cells_of("12")
    call = re.compile(r"(\w+)\((x|normed)\)")
    of_layer, end = inspect.getsource(blanks.layer), cells["learn-forward"].source
    forward = call.findall(of_layer.partition('"""')[2] + end.partition("layers:")[2])
    assert forward[:4] == call.findall(cells["learn-layer-way"].source)
    backward = cells["learn-back"].source.partition("def backward")[2]
    assert call.findall("\n".join(re.findall(r"# .*", backward))) == forward[::-1]


def test_13_says_of_head_17_1_what_its_cells_print():
    cells = cells_of("13")
    (line,) = re.findall(r"^head 17\.1: .*", cells["previous-run"].outputs[0].text, re.MULTILINE)
    losses = [float(loss) for loss in line.partition("second halves: ")[2].split()]
    (row,) = re.findall(r"^ *none .*", cells["induction-answer"].outputs[-1].text, re.MULTILINE)
    all_on = [float(loss) for loss in row.split()[1:4]]
    least, most = re.search(
        r"costs more than ([\d.]+) bits, in all three texts\. With all heads on, it is ([\d.]+) at",
        cells["previous-read"].source,
    ).groups()
    assert len(losses) == len(all_on) == 3
    assert min(losses) > float(least)
    assert max(all_on) == float(most)


def test_13_says_of_it_what_its_table_says():
    cells = cells_of("13")
    text = cells["pronoun-pairs"].outputs[-1].text
    right, of = re.search(r"right answers +(\d+) of (\d+)", text).groups()
    assert f"right {right} times in {of}" in cells["recap"].source
    asked, without = re.search(r"divides the odds by.*? ([\d.]+) +([\d.]+)", text).groups()
    assert abs(float(asked) - 4.25) < 0.75  # "about a quarter"
    assert abs(float(without) - 3) < 0.5  # "about a third"
    said = cells["pronoun-read"].source
    assert f"{right} right answers of {of}" in said
    assert re.search(r"move the right way +8 of 8 +8 of 8", text)  # "in all eight", "still move"
    for source in (said, cells["recap"].source):
        assert re.search("about a quarter.* about a third", source)


def test_13_counts_as_right_what_its_picture_shows_on_the_right_side():
    """A 0.0 in its description is neither."""
    cells = cells_of("13")
    listed = cells["pronoun-pairs"].outputs[0].text
    pairs = re.findall(r"([+-]\d\.\d) and ([+-]\d\.\d)", listed)
    ways = [(float(one) > 0) + (float(other) < 0) for one, other in pairs]
    said = [f"{sum(ways[way::3])} of 16" for way in range(3)]
    (row,) = re.findall(r"^ *right answers +(.*)$", cells["pronoun-pairs"].outputs[-1].text, re.M)
    assert re.split(r"  +", row) == said


def test_13_says_of_its_tables_of_pairs_what_its_cells_print():
    cells = cells_of("13")
    printed = re.split(r"^(GB|DE|JP):", cells["towns-learn"].outputs[0].text, flags=re.MULTILINE)[
        1:
    ]
    for country, name in {"GB": "British", "DE": "German", "JP": "Japanese"}.items():
        learned = printed[printed.index(country) + 1].replace("+", "").split()
        said = re.search(rf"{name} ((?:`\w+`(?:, | and )?)+)", cells["towns-read"].source)[1]
        assert {*re.findall(r"\w+", said.replace("and", ""))} <= {*learned}


def test_13_says_of_tokens_what_its_cells_print():
    cells = cells_of("13")

    def printed(name, pattern):
        return re.findall(pattern, "\n".join(output.text for output in cells[name].outputs))

    rows = printed("three-texts", r"([\d,]+) characters, (\d+) tokens of SmolLM2, (\d+) words")
    characters, tokens, words = np.array([[x.replace(",", "") for x in r] for r in rows], int).T
    assert len(rows) == 3
    assert ((characters / words > 4.7) & (characters / words < 5)).all()  # "nearly five times"
    assert ((words < tokens) & (tokens < characters)).all()  # "Tokens lie between"
    (across,) = printed("across-run", "(?m)^.*_.*$")
    assert all(re.search("[a-z]_[a-z]", token) for token in across.split())
    learned = [*printed("learn", r"(?m)^(\w+ +_.*)$"), *printed("learn-published", "SmolLM2.*")]
    assert [bool(re.search(r"_t\+he|_th\+e", line)) for line in learned] == [True] * 4
    assert [len(line.split()) - 1 for line in learned] == [12] * 4
    (spaced,) = printed("capitals", r"space after “is”: (\d+); (\d+) times it goes on with a digit")
    assert spaced == ("0", "20")  # "no capital is named", "a digit is what it writes"
    wrong = printed("capitals", r"it says '(.*)'")
    assert "(Four of its seven wrong answers above name another" in cells["cannot-read"].source
    assert (sum(not x.startswith("the capital") for x in wrong), len(wrong)) == (4, 7)


def test_13_cuts_what_is_typed_and_its_first_300_characters_alone():
    shown = []
    names = {"published": published, "in_tokens": figures.in_tokens, "show": shown.append}
    run(cells_of("13")["cut"].source, names)
    for typed in ("", "<b>👋", "a" * 300, "a " * 151):
        names["cut"](typed)
    titles = [picture.text.partition(".")[0] for picture in shown[1:]]
    assert titles[0].startswith("0 tokens of 0 characters")
    assert [" of 300 characters" in title for title in titles] == [False, False, True, True]
    assert ["(the first 300" in title for title in titles] == [False, False, False, True]
    cut = "<: 44 | b: 82 | >: 46 | bytes 240 159: 10813 | byte 145: 235 | byte 139: 229"
    assert shown[2].text.endswith(f"\n{cut}")


@pytest.mark.parametrize("learn", RIGHT["learn_pairs"])
def test_13_cuts_a_word_with_the_table_of_every_right_learner(learn):
    """An accepted function may give an array, or a list of lists."""
    cells, names = cells_of("13"), {"pairwise": pairwise}
    run(cells["join"].source + "\n" + cells["grow-word"].source.partition("word =")[0], names)
    for word, pair in (("aaa", "aa"), ("abab", "ab"), ("aab", "ab"), ("ba", "ab"), ("", "ab")):
        assert names["join"]([*word], (*pair,)) == merged([*word], (*pair,))
    steps = names["grown"]("tonton", learn(["tonton", "lington", "ton", "ring"], 4))
    assert [" ".join(pieces) for pieces in steps] == ["t o n t o n", "to n to n", "ton ton"]
    printed = []
    names |= {"learn": learn, "print": lambda *words: printed.append(words[-1])}
    run(cells["bytes-learn"].source, names)
    assert printed == ["ó", "ów", "Ł", "ł", "wi", "Ż"]


@pytest.mark.parametrize(
    ("learn", "encode"),
    [(learn, RIGHT["encode"][-1]) for learn in RIGHT["learn_pairs"]]
    + [(RIGHT["learn_pairs"][-1], encode) for encode in RIGHT["encode"]],
)
def test_13_gets_a_text_back_with_every_right_function(learn, encode):
    cells, words = cells_of("13"), ["_the", "_bees", "_behind", "_the", "_house"]
    printed = []
    names = {"lists": {"one": words}, "learn": learn, "encode": encode}
    names["print"] = lambda *words: printed.append(words)
    run(cells["vocabulary"].source.replace("300", "4"), names)
    run(cells["decode"].source, names)
    assert printed[-1] == (" the bees behind the schoolhouse",)
    assert {*map(type, printed[-2][1])} == {int}


def test_13_says_of_its_questions_what_its_table_shows():
    cells = cells_of("13")
    rows = re.findall(r"^ *\S.*\? +.*|^ *Name .*", cells["assistant-asked"].outputs[0].text, re.M)
    alone, in_form = zip(*(re.split(r"  +", row.strip())[1:] for row in rows), strict=True)
    ends = "(<|im_end|> at once)"
    assert (len(rows), alone.count(ends), in_form.count(ends)) == (6, 4, 0)
    assert cells["assistant-read"].source.startswith("Four of the six, asked alone,")


def test_13_scores_the_answer_of_its_chat_alone():
    scored, shown = cells_of("13")["targets-chat"].outputs[0].text.strip().split("\n")
    token, target = zip(*(pair.split(": ") for pair in shown.split(" | ")), strict=True)
    assert " ".join(token[2:]) == r"\n The capital of Norway is Oslo . <|im_end|>"
    assert target == ("−1", "−1", *token[3:], "−1")
    assert scored == f"{len(token[3:])} of 45 places are scored: here the last {len(token)}"


@pytest.mark.parametrize("targets", RIGHT["answer_targets"])
def test_13_trains_on_what_each_right_function_scores(targets):
    known = assistant.conversations(EXERCISES["answer_targets"].reference)
    assert np.array_equal(assistant.conversations(targets), known)
    names = {"model": mock.Mock(), "answer_targets": targets, "form": [2, 3, 4], "np": np}
    names |= {"pieces": ["t2", "t3", "t4"], "show": id, "in_tokens": figures.in_tokens}
    names["model"].tokens.encode = lambda text: [5, 6]
    names["model"].tokens.texts = lambda numbers: [f" t{number}" for number in numbers]
    run(cells_of("13")["targets-chat"].source, names)
    assert names["asked_for"] == ["−1", "−1", "t5", "t6", "−1"]


def test_13_marks_an_answer_that_goes_on_and_names_what_ends_one_at_once():
    names = new_names() | {"model": mock.MagicMock(), "language": mock.Mock()}
    names["model"].tokens.decode = lambda numbers: " ".join(map(str, numbers))
    names["model"].next_logits.return_value = np.eye(3)[2]
    run(cells_of("13")["assistant-asked"].source.partition("\n\n\n")[0], names)
    for there, said in ((0, "(2 at once)"), (2, "0 1"), (3, "0 1 2"), (4, "0 1 2 …")):
        names["language"].write = lambda model, numbers, n, there=there: range(min(n, there))
        assert names["goes_on"]("Name three animals.", n=3) == said


def test_13_says_of_its_stages_what_was_recorded():
    found, cells = assistant.recorded(), cells_of("13")
    assert {*found["knows"]} == {1.0}  # "in all ten models", "for all forty countries"
    assert {*found["questions"]} == {1.0}
    never = {stages: [x for _, x in shares] for stages, shares in found["right"].items()}
    assert {*never["1"], *never["2"], min(never["1 and 2"])} == {0.0}  # "carries none over"
    assert "In nine of the ten, at least nine in ten" in cells["stages-read"].source
    assert sorted(x >= 0.9 for x in never["1 and 2"]) == [False] + 9 * [True]
    by_reward = [zip(*pairs, strict=True) for pairs in found["rewarded"].values()]
    (known, _), (lost, marks), (kept, ends) = by_reward
    assert {*lost, *marks} == {0.0, 6.0}  # "nothing else"
    assert min(ends) >= 1
    assert sorted(a - b > 0.2 for a, b in zip(known, kept, strict=True)) == [False, False, True]
    steps = dict(re.findall(r"after +(\d+) steps: (.*)", cells["reward-run"].outputs[0].text))
    assert [*steps] == [str(step) for step in range(0, 41, 10)]
    assert steps["10"].startswith("oslo . anything else ?")
    assert steps["40"] == "? ? ? ? ? ?"
    better, worse = re.search(
        r"better: \+([\d.]+), of the worse: -([\d.]+)", cells["rated"].outputs[0].text
    ).groups()
    assert 2 * float(better) < float(worse)  # "gain little"


def test_13_says_of_examples_and_size_what_was_recorded():
    for found in few_shot.recorded().values():
        assert not found[:, 0].any()  # "Without an example it cannot know"
        assert found[:, 2:5].mean() > 0.6  # "most of the time, in all three tasks"
    assert f" {scale.STEPS} steps:" in cells_of("13")["size-text"].source
    sizes, bits = np.array(scale.recorded()).mean(axis=1).T
    assert ((sizes[1:] / sizes[:-1] > 2.5) & (sizes[1:] / sizes[:-1] < 4.5)).all()
    assert (np.diff(bits, 2) > 0).all()  # "by less each time"
    assert (np.diff(bits) < 0).all()


def test_13_asks_of_relu_what_its_picture_shows():
    shown = cells_of("13")["worth-picture"].outputs[-1].text
    as_trained = float(re.search(r"as trained +([\d.]+\d)", shown)[1])
    with_relu = float(re.search(r"relu, not silu +([\d.]+\d)", shown)[1])
    assert (PREDICTED["relu_for_silu"].truth() == "much higher") == (with_relu > 2 * as_trained)


def test_13_asks_of_the_six_what_its_table_shows():
    shown = cells_of("13")["induction-answer"].outputs[-1].text
    table = re.findall(r"^ *(none|the six)((?: +[\d.]+){4})$", shown, re.MULTILINE)
    rows = {name: np.array(row.split(), float) for name, row in table}
    higher = rows["the six"] > 2 * rows["none"]  # three second halves, the bees
    assert PREDICTED["six_off"].truth() == "the second halves"
    assert [*higher] == [True] * 3 + [False]


def printed_by_14():
    return "\n".join(output.text for cell in cells_of("14").values() for output in cell.outputs)


def losses_of_14():
    """What a query sees: the loss on three texts, and the mean."""
    number = r"  +(\d\.\d\d)"
    rows = re.findall(rf"^ *(.+?){4 * number}$", printed_by_14(), re.MULTILINE)
    return {name: np.array(row, float) for name, *row in rows}


def losses_with_the_first_hidden():
    """The losses on three texts; of all keys and then, the mean weights on the first tokens."""
    text = cells_of("14")["hidden-table"].outputs[-1].text
    rows = [
        re.search(rf"(?m)^ *{name} +(\d.*)$", text)[1] for name in ("all keys", "all but the first")
    ]
    numbers = np.array([row.split() for row in rows], float)
    return numbers[1, :3], numbers[:, 3:]


VIEWS_OF_14 = "all keys", "the last 64", "the last 64, and the first", "the last 64, and b"


def test_14_draws_what_its_text_says_of_a_query():
    """The shares that are written in the picture, and the losses that are printed elsewhere."""
    cells, losses = cells_of("14"), losses_of_14()
    half, whole = (cells[cell].outputs[0].text for cell in ("window-table", "sink-table"))
    assert "The last 64, and …: covered." in half
    for name in VIEWS_OF_14:
        numbers = zip(("bees", "ferry", "soil", "mean"), losses[name], strict=True)
        said = ", ".join(f"{text} {loss:.2f}" for text, loss in numbers)
        (drawn,) = re.findall(rf"(?i)\. {name}, \d+ keys cached: ([^;]*); loss {said}\.", whole)
        assert name == "the last 64, and b" or drawn in half
        found = re.findall(r"(\d\.\d\d) (?:to the|to those|drains) (\w+)", drawn)
        views = {who: float(share) for share, who in found}
        if name == "all keys":
            trained = views
            assert f"the first token gets {trained['first']:.2f}." in cells["window-read"].source
            assert trained["between"] < 0.02
        elif name == "the last 64":
            assert 2.5 < views["last"] / trained["last"] < 3  # “nearly three times”
        else:
            assert abs(views["last"] - trained["last"]) < 0.07  # “nearly what they got”
    many = re.search(r"the middle one of (\d+)", whole)[1]
    assert f"(In {many} of the 270 heads" in cells["window-view"].source


def test_14_says_the_numbers_of_its_tables():
    cells, losses = cells_of("14"), losses_of_14()
    trained, window, with_first, number = (losses[name] for name in VIEWS_OF_14)
    assert "rises by 1.3 bits in each text" in cells["window-predict"].source
    assert np.array_equal(np.round(window - trained, 1)[:3], [1.3] * 3)
    differences = window - trained, with_first - trained, window - with_first, window - number
    cost, left, by_first, by_number = (f"{x[3]:.2f}" for x in differences)
    for cell, said in {
        "window-read": f"repairs most, {by_first} of {cost}",
        "sixth": f"with the first token still costs {left} bits",
        "recap": f"layers: {cost} bits here, measured with 64, and {left} if the first token stays",
    }.items():
        assert said in cells[cell].source
    said = f"of the {cost} bits the first token repairs {by_first}, a number $b$ in its place"
    assert f"{said} {by_number} |" in cells["recap"].source
    assert PREDICTED["one_token_kept"].truth() == "most of it"
    assert (with_first - trained < 0.3 * (window - trained)).all()
    assert PREDICTED["first_token_hidden"].truth() == "hardly changes"
    hidden, on_three = losses_with_the_first_hidden()
    assert (np.abs(hidden - trained[:3]) < 0.03).all()
    assert np.allclose(on_three, [[0.3, 0, 0], [0, 0.3, 0]], atol=0.02)  # the second takes over
    two_bits = {"values": "keys in 8 bits, values in 2", "keys": "keys in 2 bits, values in 8"}
    assert PREDICTED["two_bits"].truth() == min(two_bits, key=lambda x: losses[two_bits[x]][3])
    exactly, small, large = (np.mean(latent.recorded(r, "inputs")) for r in (latent.ALL, 256, 128))
    small, large = small - exactly, large - exactly
    assert f"by {small:.2f} on average, with 128 by {large:.2f}" in cells["latent-read"].source
    as_it_is, halved, by_parts = (np.mean(longer.recorded(way)) for way in longer.WAYS)
    said = f"{by_parts - as_it_is:.2f} bits, and halving all positions {halved - as_it_is:.2f}"
    assert said in cells["more"].source
    plain, yarn = (np.array([*longer.far_recorded(way).values()]) for way in longer.FAR_WAYS)
    costs = yarn[:, :8].mean(axis=1) - plain[:, :8].mean(axis=1)  # of each text
    assert (costs < 0.03).all()
    higher = f"{(plain - yarn)[:, -1].mean():.2f} bits higher than with YaRN"
    assert f"{higher}, which costs less than 0.03 on" in cells["longer-read"].source


def test_14_says_in_words_what_its_tables_show():
    cells, losses, text = cells_of("14"), losses_of_14(), printed_by_14()

    def said(cell, words, holds):
        assert words in cells[cell].source
        assert np.all(holds), words

    trained, window, with_first, number = (losses[name] for name in VIEWS_OF_14)
    no_value = losses["the last 64, and the first without its value"]
    in_turn = losses["the same, but all keys in every sixth layer"]
    rest = ((in_turn - trained) / (with_first - trained))[3]
    said("sixth-read", "half of the rest", 0.4 < rest < 0.6)
    said("sink-read", "less than a third", 0 < window - number)
    said("sink-read", "less than a third", window - number < (window - trained) / 3)
    said("sink-read", "repairs less than half", window - no_value < (window - trained) / 2)

    few_bits = "8 bits, values in 2", "in 2 bits, values in 8"
    of_values, of_keys = (
        (x - trained)[3] for end in few_bits for name, x in losses.items() if name.endswith(end)
    )
    said(
        "bits-read",
        "values cost 0.3 and keys about 3",
        [0.25 < of_values < 0.37, 2.8 < of_keys < 3.4],
    )

    slow, fast = (
        [np.array(qk_norm.recorded(rate, norm)).T for norm in (False, True)] for rate in (0.01, 0.2)
    )
    said("norm-read", "hardly changes the loss", np.abs(slow[0][0] - slow[1][0]) < 0.01)
    (bits, score), (bits_normed, _) = fast
    said("norm-read", "At 0.2 scores grow to thousands", score > 1000)
    said("norm-read", "3.31 bits; with the norm it does not", [bits > 3.31, bits_normed < 3.31])

    memories = ("all keys, softmax", "state", "delta rule", "delta rule, β = 0.3")
    rows = (re.search(rf"(?m)^ *{name}  .*?((?:  +\d\.\d\d)+)$", text)[1] for name in memories)
    cache, state, delta, gentle = (np.array(row.split(), float) for row in rows)
    new = min(delta[3], gentle[3]) > 0.95 > 0.6 > max(cache[3], state[3])
    said("state-read", "finds all", cache[:3] == 1)
    said("state-read", "Only the delta rule finds the *new* word", new)
    said("state-read", "it pays for that", (delta < state)[:3])
    said("state-read", "nearly as many pairs", (state - gentle)[:3] < 0.1)

    exactly = np.mean(latent.recorded(latent.ALL, "inputs"))
    for r in (128, 256):
        by_way = {way: np.mean(latent.recorded(r, way)) - exactly for way in latent.WAYS}
        said("latent-read", "costs far more", by_way["weights"] > 4 * by_way["inputs"])

    runs = [int(n) for n in re.findall(r"12 tokens in (\d+) runs; .*: True", text)]
    said("draft-read", "The texts are the same", len(runs) == 2)
    said("draft-read", "needs far fewer runs", runs[1] < 6 <= runs[0])

    plain, yarn = (np.array([*longer.far_recorded(way).values()]) for way in longer.FAR_WAYS)
    said("longer-read", "does not jump at 8,192", (plain - yarn)[:, 8] < 0.15)

    for answers in today.written().values():
        goes_on, ends = ({*" ".join(x.split())[700:940].split()} for x in answers)
        said("written-read", "keeps to sentences", len(goes_on) > 30)
        said("written-read", "two answers fall to pieces", len(ends) < 30)
