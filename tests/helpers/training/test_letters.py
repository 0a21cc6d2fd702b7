"""helpers.training.letters, writing and sentences: what a model learns to write, and its names."""

import errno
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from helpers import training
from helpers.attention import softmax
from helpers.experiments.counted_letters import CountedLetters
from helpers.training import letters, saving, sentences, writing
from helpers.training.letters import COUNTRIES, END, LONGEST, PLACES, WORDS
from tests.helpers.exercises.answers import RIGHT
from tools.record import record_names, record_writer
from tools.repository import NOTEBOOKS

pytestmark = pytest.mark.long

NEW = letters.encoded(PLACES.validation)


def text_of(numbers):
    return "".join(WORDS[i] for i in numbers)


# --- the names --------------------------------------------------------------------------------


def test_no_name_is_trained_on_and_tested_with():
    training_names = {name for names in PLACES.training.values() for name in names}
    validation = [name for names in PLACES.validation.values() for name in names]
    assert not training_names & set(validation)
    assert len(set(validation)) == len(validation) == 6 * 170


def test_names_are_letters_in_small_and_each_once():
    for part in (PLACES.training, PLACES.validation):
        assert tuple(part) == COUNTRIES
        for names in part.values():
            assert len(set(names)) == len(names)
            assert all(2 <= len(name) <= LONGEST for name in names)
            assert set("".join(names)) <= set(letters.LETTERS)


def test_names_are_read_when_they_are_first_asked_for():
    code = "from helpers import exercises; from helpers.training import letters; "
    code += "print(letters.recorded.cache_info().currsize, letters.PLACES.training['DE'][0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["0", PLACES.training["DE"][0]], done.stderr


def test_accents_are_left_out():
    assert [record_names.plain(x) for x in ("Łódź", "Gießen", "Évreux", "Ōita")] == [
        "lodz",
        "giessen",
        "evreux",
        "oita",
    ]


def test_the_split_leaves_names_of_two_countries_in_the_training():
    several = [chr(97 + i) + chr(97 + j) for i in range(26) for j in range(10)]
    names = {"DE": ["bergen", *several], "FR": ["bergen", *[name + "x" for name in several]]}
    parts = record_names.split(names, np.random.default_rng(0))
    for country, of_country in parts.items():
        assert "bergen" in of_country["training"]
        assert len(of_country["validation"]) == record_names.VALIDATION
        assert sorted(of_country["training"] + of_country["validation"]) == sorted(names[country])


def test_asked_is_the_next_letter_up_to_the_end():
    tokens, targets = letters.encoded({"PL": ["lodz"], "JP": ["abcdefghijk"]})
    assert text_of(tokens[0]) == "PLlodz" + 7 * "."
    assert text_of(targets[0][:5]) == "lodz."
    assert targets[0][5:].tolist() == [-1] * 7
    assert text_of(tokens[1]) == "JPabcdefghijk"
    assert text_of(targets[1]) == "abcdefghijk."


def test_countries_are_drawn_equally_often_and_all_names_may_come():
    rng = np.random.default_rng(0)
    tokens, targets = PLACES.sample(rng, 60_000)
    shares = np.bincount(tokens[:, 0], minlength=33)[27:] / len(tokens)
    assert np.allclose(shares, 1 / 6, atol=0.01)
    names = {text_of(row[1:]).rstrip(".") for row in tokens if row[0] == WORDS.index("JP")}
    assert names <= set(PLACES.training["JP"])
    assert len(names) > 0.98 * len(PLACES.training["JP"])
    again = PLACES.sample(np.random.default_rng(0), 60_000)
    assert np.array_equal(again[0], tokens)
    assert np.array_equal(again[1], targets)


# --- from logits to a letter ------------------------------------------------------------------


def test_temperature_stretches_logits_and_top_k_cuts():
    logits = np.random.default_rng(1).standard_normal((5, 8))
    assert np.allclose(writing.probabilities(logits), softmax(logits))
    assert np.allclose(writing.probabilities(logits, 0.5), softmax(2 * logits))
    kept = writing.probabilities(logits, top_k=3)
    assert ((kept > 0).sum(axis=1) == 3).all()
    assert np.allclose(kept.sum(axis=1), 1)
    coldest = writing.probabilities(logits, temperature=0)
    assert np.array_equal(coldest.argmax(axis=1), logits.argmax(axis=1))
    assert np.allclose(coldest.max(axis=1), 1)
    assert np.allclose(writing.probabilities(logits, top_k=99), softmax(logits))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"temperature": -1}, "temperature: given -1, needed 0 or more"),
        ({"top_k": 0}, "top_k: given 0, needed a whole number of at least 1"),
        ({"country": "US"}, "country: given 'US', needed one of DE, IT, JP, PL, GB, FR"),
        ({"beginning": "a1"}, "beginning: given 'a1', needed at most 11 letters from a to z"),
        ({"beginning": "a" * 12}, "beginning: given 'aaaaaaaaaaaa', needed at most 11"),
    ],
)
def test_what_cannot_be_written_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        writing.write(letters.trained(), PLACES, np.random.default_rng(0), **wrong)


# --- writing ----------------------------------------------------------------------------------


def test_a_name_begins_with_the_beginning():
    model, rng = letters.trained(), np.random.default_rng(2)
    some = writing.names(model, PLACES, rng, 20, "Zo", "PL")
    assert len(some) == 20
    assert all(name.startswith("Zo") and len(name) <= LONGEST for name in some)
    assert writing.write(model, PLACES, rng, "abcdefghijk") == "Abcdefghijk"


def test_the_coldest_name_takes_the_likeliest_letter_each_time():
    model = letters.trained()
    tokens = [WORDS.index("IT")]
    while len(tokens) <= LONGEST and tokens[-1] != END:
        tokens.append(int(model.run(np.array([tokens])).logits[0, -1, : END + 1].argmax()))
    written = writing.write(model, PLACES, np.random.default_rng(3), country="IT", temperature=0)
    assert written == writing.as_name(PLACES, tokens[1:])


@pytest.mark.parametrize("positions", ["learned", "sinusoids"])
@pytest.mark.parametrize("d_ff", [0, 16])
def test_with_a_cache_the_names_are_the_same(positions, d_ff):
    model = training.Transformer(
        33, 12, 2, 2, d=16, d_ff=d_ff, causal=True, positions=positions, seed=4
    )
    for seed, beginning in enumerate(["", "Zo", "abcdefghijk", ""]):
        options = {"beginning": beginning, "country": "FR", "temperature": 0.9, "top_k": 20}
        by_the_reader = partial(writing.write_with_cache, step=RIGHT["append_and_attend"][0])
        plain, kept, readers = (
            way(model, PLACES, np.random.default_rng(seed), **options)
            for way in (writing.write, writing.write_with_cache, by_the_reader)
        )
        assert plain == kept == readers


# --- how good it is ---------------------------------------------------------------------------


def test_the_loss_is_that_of_training_though_taken_in_pieces():
    tokens, targets = NEW[0][::3], NEW[1][::3]  # 340 names
    model = training.Transformer(33, 12, 1, 2, causal=True, seed=6)
    expected, _ = training.cross_entropy(model.run(tokens, {(1, 2)}).logits, targets)
    assert np.isclose(training.loss(model, tokens, targets, {(1, 2)}), expected, rtol=1e-12)
    log_p = training.log_probabilities(model, tokens, targets)
    assert log_p.shape == targets.shape
    assert (log_p[targets < 0] == 0).all()
    p = softmax(model.run(tokens[:1]).logits[0, 0])
    assert np.isclose(log_p[0, 0], np.log(p[targets[0, 0]]))


# --- a model that is recorded, saved and loaded -----------------------------------------------


def test_the_recorded_model_writes_better_than_a_trigram():
    model = letters.trained()
    assert model.p["words"].dtype == np.float32
    assert training.loss(model, *NEW) < 1.98
    assert training.loss(model, *NEW, off={(1, 4)}) > 2.05


def test_a_saved_model_is_loaded_as_it_was(tmp_path):
    for options in (
        {"positions": "sinusoids", "dtype": np.float32},
        {"positions": "none", "d_ff": 16},
        {"causal": True},
    ):
        model = training.Transformer(33, 12, 2, 2, d=16, **options)
        saving.save(model, tmp_path / "model.npz")
        again = saving.load(tmp_path / "model.npz")
        assert again.p["words"].dtype == model.p["words"].dtype
        assert np.array_equal(again.run(NEW[0][:5]).logits, model.run(NEW[0][:5]).logits)
        assert (again.causal, again.size()) == (model.causal, model.size())


def test_what_cannot_be_written_is_said_in_a_line(tmp_path, capsys):
    path = tmp_path / "not there" / "names.txt"
    with training.if_writable():
        saving.write_file(path, "one")
    assert capsys.readouterr().out == f"Not written: {path} (No such file or directory).\n"


def test_on_a_full_disk_a_file_stays_as_it_was(tmp_path, capsys, monkeypatch):
    path = tmp_path / "names.txt"
    saving.write_file(path, "before")

    def full(self, content):
        self.touch()  # some of it may be written
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with training.if_writable():
        saving.write_file(path, "after")
    assert capsys.readouterr().out == f"Not written: {path} (No space left on device).\n"
    assert path.read_text(encoding="utf-8") == "before"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("content", ["Łódź\n", b"1"])
def test_a_file_is_written_over(content, tmp_path):
    path = tmp_path / "names.txt"
    for one in ("longer than what comes next", content):
        saving.write_file(path, one)
    assert path.read_bytes() == (content if isinstance(content, bytes) else content.encode())
    assert [*tmp_path.iterdir()] == [path]


# --- learning to write ------------------------------------------------------------------------


def model_of(**more):
    return training.Transformer(33, 12, 2, 4, d_ff=64, **more)


@pytest.mark.sample
def test_ten_trainings_are_what_notebook_12_says():
    others = letters.trainings()
    assert len(others) == 10
    counted = [
        CountedLetters(*letters.encoded(PLACES.training), order, weight)
        for order, weight in ((3, 10), (4, 20), (5, 30))
    ]
    trigram, four, five = (x.loss(*NEW) / np.log(2) for x in counted)
    for one in others:
        assert five < four < one["bits"] < trigram
        assert one["known"] < 0.05
        assert one["unmasked"] < 0.02
        _, best, new, own = one["few"]
        assert own < best < new - 0.4
        assert min(one["words"]) > 0.9
    again = [one["again"] for one in others]  # trained twice as long, level with the 5-gram
    assert max(again) < four
    assert abs(np.mean(again) - five) < 0.02


@pytest.mark.sample
def test_what_is_recorded_is_what_a_training_gives():
    """A short one; notebook 12, which nbval runs, trains to the end."""
    fresh = record_writer.trained(seed=3, steps=200, dtype=np.float32, causal=False)
    assert abs(record_writer.bits(fresh) - letters.trainings()[2]["unmasked"]) < 0.003


def test_slopes_in_float32_are_those_in_float64():
    tokens, targets = PLACES.sample(np.random.default_rng(5), 8)
    slopes = []
    for dtype in (np.float32, np.float64):
        model = model_of(causal=True, dtype=dtype)
        run = model.run(tokens)
        loss, back = training.cross_entropy(run.logits, targets)
        slopes.append(run.back(back()["logits"]))
        assert {x.dtype for x in slopes[-1].values()} == {np.dtype(dtype)}
        assert run.logits.dtype == loss.dtype == dtype
    for name, exact in slopes[1].items():
        assert np.allclose(slopes[0][name], exact, rtol=1e-3, atol=1e-6), name


# --- words --------------------------------------------------------------------------------------


def is_right(words):
    """By the rules, without the list."""
    ends = [words[i].endswith("s") for i in (1, 4)]
    animals = [words[i].removesuffix("s") for i in (1, 4)]
    assert animals[0] != animals[1]
    assert set(animals) <= set(sentences.ANIMALS)
    meant = ends[0] if words[-2] in ("hungry", "angry", "bored") else ends[1]
    return words[6:8] == (("they", "were") if meant else ("it", "was"))


def test_the_chaser_tells_what_the_last_four_words_do_not():
    """The two sentences of notebook 12: four words that are the same, and different right ends."""
    text = (NOTEBOOKS / "12_it_writes.ipynb").read_text(encoding="utf-8")
    ends = []
    for chaser in ("dogs", "dog"):
        words = ("the", chaser, "chased", "the", "hen", "because", "it", "was")
        assert f"“{' '.join(words)}”" in text
        ends.append({sentence[8] for sentence in sentences.SHOWN if sentence[:8] == words})
    assert ends == [{*sentences.OF_CHASED}, {*sentences.OF_CHASER, *sentences.OF_CHASED}]


def test_sentences_agree_and_pairs_are_withheld():
    shown, withheld = sentences.SHOWN, sentences.WITHHELD
    assert all(map(is_right, shown + withheld))
    assert len({*shown, *withheld}) == 6 * 5 * 4 * 3 * 6
    pairs = [
        {frozenset(word.removesuffix("s") for word in (words[1], words[4])) for words in part}
        for part in (shown, withheld)
    ]
    assert list(map(len, pairs)) == [12, 3]
    assert not pairs[0] & pairs[1]
    tokens, targets = sentences.SENTENCES.sample(np.random.default_rng(0), 50)
    for row, asked in zip(tokens, targets, strict=True):
        assert tuple(sentences.WORDS[i] for i in [*row, asked[-1]]) in shown
        assert (row[1:] == asked[:-1]).all()


def test_a_sentence_begins_with_its_beginning():
    model = training.Transformer(len(sentences.WORDS), 9, 1, 2, causal=True)
    made = sentences.finished(model, [("the", "cow", "chased")] * 4, np.random.default_rng(0))
    assert [words[:3] for words in made] == [("the", "cow", "chased")] * 4
    assert {len(words) for words in made} == {10}
    assert len(set(made)) == 4


@pytest.mark.rare
@pytest.mark.sample
@pytest.mark.parametrize("seed", range(3))
def test_a_model_of_words_agrees_with_animals_that_it_never_saw_together(seed):
    assert min(record_writer.right_sentences(seed)) > 0.9
