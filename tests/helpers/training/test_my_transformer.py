"""my_transformer.py: it trains and writes, its numbers are the series' own, a reader's functions
come into it, and odd files are told what they lack."""

import html
import io
import os
import re
import runpy
import subprocess
import sys

import numpy as np
import pytest

from helpers import mine
from helpers.exercises import FUNCTIONS, PARTS
from helpers.exercises.engine import kept
from helpers.training import my_transformer, one_file
from helpers.training.learn import Adam, rate_at
from helpers.training.letters import PLACES
from helpers.training.model import Transformer
from tools.repository import ROOT

SOLUTIONS = {part: (PARTS[part].answer, PARTS[part].solution) for part in one_file.PARTS}
NAMES = "DE bern\nDE ulm\nIT roma\nIT lodi\n" * 20


def run(path, *options):
    command = [sys.executable, "-I", path, *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """What was shown last, as HTML and in words; files are written into a folder of this test."""
    outputs = []
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    monkeypatch.setattr(mine, "aside", outputs.append)
    return lambda: (outputs[-1].html, outputs[-1].text)


def without_tags(page):
    return html.unescape(re.sub("<[^>]*>", "", page))


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text(NAMES, encoding="utf-8")
    return path


def losses_of_the_file(source, path, steps):
    """In float64, and the numbers that it began with."""
    double = source.replace("astype(np.float32)", "astype(np.float64)")
    file = path.with_name("file.py")
    file.write_text(double, encoding="utf-8")
    names = runpy.run_path(str(file))
    words, text = names["read"](path)
    p = names["starting_numbers"](len(words), text.shape[1] - 1, np.random.default_rng(0))
    start = {name: x.copy() for name, x in p.items()}
    losses = [*names["train"](p, text, steps, np.random.default_rng(1))]
    return losses, start, words, text


def losses_of_the_series(start, words, text, steps):
    n = text.shape[1] - 1
    model = Transformer(len(words), n, layers=2, heads=4, d=32, d_ff=64, causal=True)
    assert set(model.p) == set(start)
    model.p = start
    adam, rng, losses = Adam(model.p), np.random.default_rng(1), []
    for step in range(1, steps + 1):
        batch = text[rng.integers(len(text), size=64)]
        run = model.run(batch[:, :-1])
        targets = FUNCTIONS["next_letters"].reference(batch, 0)[:, :-1]  # as in notebook 12
        loss, back = model.parts.cross_entropy(run.logits, targets)
        adam.update(run.back(back()["logits"]), rate_at(step, steps, 0.01))
        losses.append(loss)
    return losses


@pytest.mark.parametrize("texts", [{}, SOLUTIONS], ids=["series", "reader"])
def test_its_losses_are_those_of_the_series(texts, names):
    source, reasons = one_file.written(texts)
    assert reasons == {}
    losses, start, words, text = losses_of_the_file(source, names, 60)
    expected = losses_of_the_series(start, words, text, 60)
    assert losses[-1] < losses[0] / 2
    np.testing.assert_allclose(losses, expected, rtol=0, atol=1e-12)


def test_it_learns_by_the_readers_step_and_writes_by_the_readers_probabilities(names):
    step = "def my_step(p, slope, m, s, t, rate):\n    return p + 1, m, s"
    last = "def my_probabilities(logits, T, k):\n    return np.eye(len(logits))[-1]"
    texts = {"adam_step": ("my_step", step), "probabilities": ("my_probabilities", last)}
    source, reasons = one_file.written(texts)
    assert reasons == {}
    path = names.with_name("file.py")
    path.write_text(source, encoding="utf-8")
    file = runpy.run_path(str(path))
    words, text = file["read"](names)
    rng = np.random.default_rng(0)
    p = file["starting_numbers"](len(words), text.shape[1] - 1, rng)
    start = {name: x.copy() for name, x in p.items()}
    assert len([*file["train"](p, text, 2, rng)]) == 2
    assert all((p[name] == x + 1 + 1).all() for name, x in start.items())
    assert file["write"](p, words, 1, rng) == words[-1] * (text.shape[1] - 1)


def test_it_runs_by_itself_and_writes_words_of_each_kind(names):
    result = run(one_file.FILE, names, "--steps", 30)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Words: 80. Different tokens: 14. To learn: ")
    assert lines[1].startswith("step 30 of 30: ")
    assert lines[2].startswith("Words held out: 4; on them ")
    written, said = [line.split() for line in lines[3:-1]], lines[-1]
    assert [kind for kind, *_ in written] == ["DE", "IT"] * 9
    listed = {line.split()[1] for line in NAMES.splitlines()}
    known = sum(word in listed for _, *word in written for word in word)
    assert said == f"Already in {names}: {known} of these 18."
    assert result.stdout == run(one_file.FILE, names, "--steps", 30).stdout
    assert result.stdout != run(one_file.FILE, names, "--steps", 30, "--seed", 1).stdout


def test_what_was_learned_is_kept_when_it_is_stopped(names, monkeypatch, capsys):
    file = runpy.run_path(str(one_file.FILE))

    def stopped(learned, seen, *given):
        assert len(seen) == 76  # of 80: every 20th is held out
        yield 1.0
        raise KeyboardInterrupt

    monkeypatch.setitem(file["main"].__globals__, "train", stopped)
    monkeypatch.setattr(sys, "argv", ["my_transformer.py", str(names)])
    monkeypatch.setattr(sys.stdout, "reconfigure", lambda **_: None, raising=False)
    file["main"]()
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Stopped: the model keeps what it has learned."
    assert len(lines) == 2 + 1 + 18 + 1


def test_without_a_step_it_writes_from_the_numbers_that_it_begins_with(names):
    result = run(one_file.FILE, names, "--steps", 0)
    assert result.stderr == ""
    assert len(result.stdout.splitlines()) == 1 + 1 + 18 + 1


@pytest.mark.parametrize("stop", [KeyboardInterrupt, BrokenPipeError])
def test_where_nothing_is_left_to_do_it_stops_without_a_word(stop, names, monkeypatch):
    """Ctrl-C while it writes, and a pipe whose other end is closed, as after | head -1."""

    class Stopping(io.StringIO):
        def write(self, text):
            raise stop

    monkeypatch.setattr(sys, "argv", ["my_transformer.py", str(names), "--steps", "1"])
    monkeypatch.setattr(sys, "stdout", Stopping())  # as in a notebook, without reconfigure
    runpy.run_path(str(one_file.FILE), run_name="__main__")


@pytest.mark.parametrize(("given", "kept"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_it_computes_in_one_thread_unless_told_otherwise(given, kept):
    """On a busy machine threads wait for each other: 200 steps took ten times as long."""
    code = "import os, runpy, sys; runpy.run_path(sys.argv[1]); print(os.environ[sys.argv[2]])"
    threads = "OPENBLAS_NUM_THREADS"
    bare = {name: value for name, value in os.environ.items() if name != threads}
    command = [sys.executable, "-I", "-c", code, one_file.FILE, threads]
    assert subprocess.check_output(command, env=bare | given, text=True).strip() == kept


@pytest.mark.skipif(sys.platform == "win32", reason="needs head")
def test_who_reads_its_first_line_alone_is_told_nothing_else(names):
    command = f'"{sys.executable}" -I "{one_file.FILE}" "{names}" --steps 2 | head -1'
    result = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert result.stderr == ""
    assert result.stdout.startswith("Words: 80.")


@pytest.mark.rare
@pytest.mark.sample("scripts")
@pytest.mark.parametrize(
    ("text", "count"),
    [
        (b"one\r\ntwo\r\n\r\n", 2),
        (b"\xef\xbb\xbfword", 1),
        ("łódź\n東京\nAthína\n".encode(), 3),
        (b"New York\nRome\n", 2),
        (b"a b\n" * 60 + b"word\n" * 3, 63),
        (b"w" * 41 + b"\nshort\n", 1),
        (b"".join(b"%d\n" % i for i in range(100_000)), 100_000),
    ],
    ids=["windows", "bom and one word", "scripts", "spaces", "some pairs", "too long", "many"],
)
def test_any_file_with_a_word_on_a_line_will_do(text, count, tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes(text)
    result = run(one_file.FILE, path, "--steps", 2)
    assert result.stderr == ""
    assert f"Words: {count:,}. " in result.stdout
    assert not any(line.startswith(" ") for line in result.stdout.splitlines())
    assert ("Left out, longer than 40 letters: 1" in result.stdout) == (b"w" * 41 in text)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "has no word of at most 40 letters: it needs one on each line"),
        (b"\n \n", "has no word"),
        (b"the quick brown fox jumps over the lazy dog\n", "has no word of at most 40 letters"),
        ("Köln\n".encode("latin-1"), "save it as UTF-8"),
        ("Köln\n".encode("utf-16"), "save it as UTF-8"),
        (None, "cannot be read. "),
        (["."], "cannot be read. "),
        ([], "required: file"),
        ([__file__, "--steps", 1.5], "invalid int value"),
        ([__file__, "--steps", -1], "given --steps -1 --seed 0, needed 0 or more"),
        ([__file__, "--seed", -1], "given --steps 2000 --seed -1, needed 0 or more"),
    ],
)
def test_what_cannot_be_learned_from_is_told_what_it_needs(
    given, said, tmp_path, monkeypatch, capsys
):
    path = tmp_path / "words.txt"
    if isinstance(given, bytes):
        path.write_bytes(given)
    given = given if isinstance(given, list) else [path]
    monkeypatch.setattr(sys, "argv", ["my_transformer.py", *map(str, given)])
    monkeypatch.setattr(sys.stdout, "reconfigure", lambda **_: None, raising=False)
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(one_file.FILE))["main"]()
    printed, complained = capsys.readouterr()
    assert said in f"{complained}{end.value.code}"
    assert printed == ""
    assert end.value.code not in (None, 0)


def test_what_a_function_needs_comes_with_it_or_it_stays_out():
    with_helper = (
        "import numpy as np\n\n\ndef shares(x):\n    return x / x.sum(-1, keepdims=True)\n"
    )
    with_helper += (
        "\n\ndef my_softmax(scores):\n    scores = scores - scores.max(-1, keepdims=True)"
    )
    with_helper += "\n    return shares(np.exp(scores))\n"
    source, reasons = one_file.written({"softmax": ("my_softmax", with_helper)})
    assert reasons == {}
    assert "def shares(x):" in source
    assert "my_softmax" not in source
    step = "def adam_step(x, slope, m, s, t, rate):\n    return x, m, s\n"  # as in 12
    source, _ = one_file.written({"adam_step": ("my_step", f"{step}\n\nmy_step = adam_step\n")})
    assert f"# yours\n{step}\n\n#" in source  # and no adam_step = adam_step
    needy = "def my_softmax(scores):\n    return elsewhere(scores)\n"
    source, reasons = one_file.written({"softmax": ("my_softmax", needy)})
    assert reasons == {"softmax": "it needs elsewhere, which the file has not"}
    assert source == one_file.written({})[0]
    clashing = (
        "def forward(x):\n    return x\n\n\ndef my_softmax(scores):\n    return forward(scores)\n"
    )
    _, reasons = one_file.written({"softmax": ("my_softmax", clashing)})
    assert reasons == {"softmax": "forward is the name of something else in the file"}
    twice = clashing.replace("forward", "softmax")  # under one name it would call itself
    _, reasons = one_file.written({"softmax": ("my_softmax", twice)})
    assert reasons == {"softmax": "its cell has another softmax, too"}
    borrowed = "from helpers import attention\n\n\ndef my_softmax(scores):\n"
    borrowed += "    return attention.softmax(scores)\n"  # in the file it would call itself
    source, reasons = one_file.written({"softmax": ("my_softmax", borrowed)})
    assert reasons == {"softmax": "it calls the series' own softmax"}
    assert source == one_file.written({})[0]


def test_the_whole_file_is_shown_closed_and_how_it_trains_in_sight(shown):
    mine.write_file()
    source = (kept.FOLDER / "my_transformer.py").read_text(encoding="utf-8")
    page, words = shown()
    opened, closed = page.split("<details")
    assert without_tags(f"<details{closed}") == f"The whole file: 273 lines{source}"
    heart = one_file.heart(source)
    assert without_tags(opened).endswith(heart)
    assert "def loss_and_slopes(" in heart
    assert heart.endswith("yield loss  # to the loop in main")
    assert len(heart.splitlines()) <= 25
    assert words.endswith(f"The whole file: 273 lines:\n\n{source}")


def test_a_bar_stands_beside_what_is_the_readers_alone(shown, monkeypatch):
    """Two parts side by side, one of them with a helper of its own, and the last of all."""
    helper = "def last(x):\n    return x.shape[-1]\n\n\n"
    texts = {part: SOLUTIONS[part] for part in ("softmax", "causal_mask", "adam_step")}
    name, answer = texts["causal_mask"]
    texts["causal_mask"] = name, helper + answer
    source, _ = one_file.written(texts)
    pieces = one_file.pieces(source)
    assert "".join(text for text, _ in pieces) == source
    yours = [text for text, is_yours in pieces if is_yours]
    assert [text.count("# yours\n") for text in yours] == [1, 1, 1]
    assert [re.findall(r"^def (\w+)", text, re.MULTILINE) for text in yours] == [
        ["softmax"],
        ["last", "causal_mask"],
        ["adam_step"],
    ]
    assert not any("# yours" in text for text, is_yours in pieces if not is_yours)
    monkeypatch.setattr(one_file, "written", lambda texts: (source, {}))
    mine.write_file()
    page, _ = shown()
    assert page.count("4px solid") == len(pieces)
    assert page.count("4px solid transparent") == len(pieces) - 3


def test_what_a_short_run_prints_is_said_in_a_line(shown, monkeypatch):
    monkeypatch.setattr(one_file, "names", lambda: NAMES)
    mine.write_file(steps=2)
    page, words = shown()
    first, *_ = words.splitlines()
    _, lines = first.split(" Run here with --steps 2, it printed: ")
    path = kept.FOLDER / "my_transformer.py"
    printed = run(path, path.with_name("names.txt"), "--steps", 2).stdout.splitlines()
    assert lines == f"{'; '.join(printed[1:9])}; …"
    assert printed[1].startswith("step 2 of 2: ")
    assert lines in html.unescape(page)


def test_each_part_says_whose_it_is():
    source, _ = one_file.written({"merge": SOLUTIONS["merge"]})
    assert "# yours\ndef merge(" in source
    assert source.count("):  # the series' own\n") == len(one_file.PARTS) - 1


def test_the_series_own_has_at_most_200_lines():
    source, _ = one_file.written({})
    assert len([line for line in source.splitlines() if line.strip()]) <= 200


def test_nothing_that_is_there_is_lost(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    other = "my_transformer.py holds other code: this file is my_transformer_2.py."
    mine.write_file()
    assert other not in capsys.readouterr().out
    (tmp_path / "my_transformer.py").write_text("mine", encoding="utf-8")
    for _ in range(2):
        mine.write_file()
        printed = capsys.readouterr().out
        assert "In a terminal: python my_transformer_2.py names.txt" in printed
        assert f"Of its 10 parts from exercises, none is yours. {other}" in printed
        assert (
            "\n    python my_transformer_2.py names.txt [--steps" in printed
        )  # its own first lines
    source = (tmp_path / "my_transformer_2.py").read_text(encoding="utf-8")
    assert "\n    python my_transformer_2.py names.txt [--steps" in source
    assert source.replace("my_transformer_2.py", "my_transformer.py") == one_file.written({})[0]
    assert (tmp_path / "my_transformer.py").read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "my_transformer.py",
        "my_transformer_2.py",
        "names.txt",
    ]


def test_the_readme_counts_its_lines_and_numbers():
    readme = (ROOT / "README.md").read_text("utf-8")
    lines = one_file.FILE.read_text("utf-8").splitlines()
    full = [line for line in lines if line.strip()]
    names = [[kind, *name] for kind, of in PLACES.training.items() for name in of]
    tokens = {token for name in names for token in name} | {my_transformer.END}
    longest = max(map(len, names))
    p = my_transformer.starting_numbers(len(tokens), longest, np.random.default_rng(0))
    size = sum(x.size for x in p.values())
    assert f"| {len(lines)}, of which {len(full)} are not empty |" in readme
    assert f"| {size:,} numbers, 2,000 steps of 64 names" in readme
