"""What the reader wrote is kept, checked again and used later, whatever becomes of the file."""

import os
import re
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from helpers import attention, mine, training
from helpers.exercises import FUNCTIONS, PARTS, check
from helpers.exercises.engine import deadline, kept
from helpers.exercises.engine.files import scope
from helpers.exercises.engine.run import Outcome, RemoteFunction
from helpers.language.block_functions import NEW
from helpers.training import my_transformer
from tests.helpers.exercises.answers import FOLDERS, RIGHT, ran
from tests.lessons import read
from tools.notebook.execute import client_of
from tools.notebook.run import run
from tools.repository import ROOT

NOTEBOOK_03 = ROOT / "notebooks/03_softmax_scaling_weighted_sum.ipynb"
SOFTMAX, NORM = PARTS["softmax"], PARTS["layer_norm"]
GOOD = "import numpy as np\n\n\n" + SOFTMAX.solution + "\n"
SHIFTED = GOOD.replace("scores - scores.max(", "scores - 0.5 - scores.max(")  # right, too


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The reader's file, in the folder of a notebook whose kernel has just started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    monkeypatch.setattr(kept, "in_a_notebook", lambda: True)
    monkeypatch.setattr(mine, "aside", print)
    new_kernel(monkeypatch)
    return tmp_path / kept.NAME


def new_kernel(monkeypatch):
    monkeypatch.setattr(mine, "_checked", {})
    monkeypatch.setattr(mine, "_tried", {})
    monkeypatch.setattr(mine, "_printed", set())


def line_of(code, name="softmax"):
    """What the check of an answer says last."""
    feedback = check(name, ran(code, name))
    assert feedback.passed, feedback
    return feedback.verdict.splitlines()[-1]


def is_the_readers(part):
    return getattr(mine, part) is not PARTS[part].reference


# --- a check keeps what it accepts --------------------------------------------------------------


def test_the_parts_are_named_in_their_entries():
    parts = [entry.part for entry in FUNCTIONS.values() if entry.part]
    assert parts == [*PARTS]
    assert all(part.isidentifier() and part not in ("parts", "report") for part in parts)


def test_all_solutions_are_kept_in_the_order_of_the_series_and_used_everywhere(file, capsys):
    """The file is a module, and no solution is too slow for training or the language model."""
    for part in reversed(PARTS):
        line = line_of(PARTS[part].solution, PARTS[part].name)
        assert line == f"Kept in my_functions.py for later notebooks: mine.{part}."
    assert os.listdir() == [kept.NAME]
    text = file.read_text("utf-8")
    assert [piece.part for piece in kept.pieces(text)] == ["", *PARTS]
    assert all(entry.solution.strip() in text for entry in PARTS.values())
    assert "# --- 08_transformer_block: block\n" in text
    names = {}
    exec(compile(text, file, "exec"), names)
    assert {entry.answer for entry in PARTS.values()} <= set(names)
    for for_language in (False, True):
        mine.report(*PARTS, for_language=for_language)
        said = f"{len(PARTS)} of these {len(PARTS)} functions are yours: {', '.join(PARTS)}.\n"
        assert capsys.readouterr().out == said


@pytest.mark.parametrize("name", ["softmax", "multi_head", "values_back"])
def test_each_right_answer_runs_by_itself(name, file):
    for answer in RIGHT[name]:
        assert "Kept in my_functions.py" in check(name, answer).verdict


def test_12_takes_the_step_that_is_kept(file):
    cells = read(ROOT / "notebooks/12_it_writes.ipynb").code
    (adam,) = (cell.source for cell in cells if cell.id == "learn-adam")
    names = {"np": np, "parts": mine.parts, "my_transformer": my_transformer, "training": training}
    run(adam, names)
    assert names["adam_step"] is my_transformer.adam_step
    solution = ran(FUNCTIONS["first_step"].solution, "first_step")
    assert check("first_step", solution).passed
    names["parts"] = mine.parts
    run(adam, names)
    assert is_the_readers("adam_step")
    assert names["adam_step"] is mine.adam_step


def test_nothing_is_kept_of_what_is_wrong_or_no_part(file):
    assert not check("softmax", ran(SOFTMAX.stub, "softmax")).passed
    assert not check("softmax", np.exp).passed
    assert check("formula", ran(FUNCTIONS["formula"].solution, "formula")).passed
    assert os.listdir() == []


def test_where_no_reader_is_nothing_is_kept_or_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    new_kernel(monkeypatch)
    assert not kept.in_a_notebook()
    assert "\n" not in check("softmax", ran(SOFTMAX.solution, "softmax")).verdict
    assert os.listdir() == []
    (tmp_path / kept.NAME).write_text("1 / 0")
    assert mine.softmax is SOFTMAX.reference


def test_a_later_answer_takes_the_place_of_the_one_before(file):
    line_of(GOOD)
    line_of(SHIFTED)
    text = file.read_text("utf-8")
    assert "scores - 0.5" in text
    assert text.count("def my_softmax") == 1
    assert np.allclose(mine.softmax([0.0, 0.0]), 0.5)


def test_the_same_answer_again_does_not_touch_the_file(file):
    line_of(GOOD)
    os.utime(file, (0, 0))
    assert line_of(GOOD).startswith("Kept")
    assert file.stat().st_mtime == 0


# --- what runs by itself ------------------------------------------------------------------------

WITH_HELPERS = '''
import math
from functools import reduce as fold

E = math.e


# the largest number
# of each row
def largest(x):
    return x.max(axis=-1, keepdims=True)


class Unused:
    pass


def powers(x, base=E):
    """# --- 03: no heading, as it is indented"""
    return base ** (x - largest(x))


@np.errstate(all="ignore")
def my_softmax(scores):
    e = powers(np.asarray(scores, float))  # np is of another cell
    return e / sum([e], start=0).sum(-1, keepdims=True)
'''


def test_helpers_constants_and_imports_go_along(file):
    assert line_of(WITH_HELPERS).startswith("Kept")
    text = file.read_text("utf-8")
    assert "import math\nimport numpy as np\n\n\nE = math.e\n" in text
    assert "# the largest number\n# of each row\ndef largest(x):" in text
    assert '@np.errstate(all="ignore")\ndef my_softmax(scores):' in text
    assert "Unused" not in text
    assert "fold" not in text


@pytest.mark.parametrize(
    ("above", "code"),
    [
        ("", "my_softmax = lambda s: attention.softmax(s)"),
        ("", "def better(s): return attention.softmax(s)\nmy_softmax = better"),
        ("", "def made(f):\n    return lambda s: f(s)\n\nmy_softmax = made(attention.softmax)"),
        ("", "x = 1; my_softmax = lambda s: attention.softmax(x * s)"),
        ("import helpers.attention", "def my_softmax(s): return helpers.attention.softmax(s)"),
        ("from helpers.attention import softmax as w", "def my_softmax(s):\n    return w(s)"),
        ("", "# --- 05_masking: causal_mask\n# x\ndef my_softmax(s): return attention.softmax(s)"),
        ("import numpy", "def my_softmax(s: numpy.ndarray):\n    return attention.softmax(s)"),
        ("", "def my_softmax(s):\n    from helpers import attention as a\n    return a.softmax(s)"),
        ("", "import numpy as np, math\ndef my_softmax(s): return attention.softmax(np.array(s))"),
    ],
)
def test_however_it_is_written_it_is_kept(above, code, file):
    names = scope(FOLDERS["softmax"])
    run(f"from helpers import attention\n{above}", names)
    run(code, names)
    assert "Kept in" in check("softmax", names["my_softmax"]).verdict
    assert is_the_readers("softmax")


TWICE = "def my_softmax(s)"


class Callable:
    __call__ = staticmethod(attention.softmax)


@pytest.mark.parametrize(
    ("above", "code", "reason"),
    [
        ("def helper(s): return s", "def my_softmax(s): return soft(helper(s))", None),
        (
            "c = 0.0\ndef at(s): return s + c",
            f"{TWICE}: return soft(at(s))",
            "it uses c of another",
        ),
        ("def at(s): return s\nto = at", f"{TWICE}: return soft(to(s))", "it uses to of another"),
        ("def f(s): return g(s)\ndef g(s): return s", f"{TWICE}: return soft(f(s))", None),
        ("def f(s): return s\ndef f(s): return s + 1", f"{TWICE}: return soft(f(s))", None),
        ("c = 0.0", "def my_softmax(s): return soft(s + c)", "it uses c of another cell. Define c"),
        ("", "my_softmax = soft", "it was not typed into a cell as a function."),
        ("", "def my_softmax(s, n=[0]):\n    n[0] += 1\n    return soft(s)", None),
        ("", "x = lambda s: soft(s)\nother = {'f': x}; my_softmax = other['f']", None),
        ("", "if True:\n    def my_softmax(s): return soft(s)", None),
        ("", "for c in [0.0]: pass\ndef my_softmax(s): return soft(s + c)", None),
        ("", "with np.errstate():\n    c = 0.0\ndef my_softmax(s): return soft(s + c)", None),
        ("", "print(c := 0.0)\ndef my_softmax(s): return soft(s + c)", None),
        ("", "try: c = 0.0\nfinally: pass\ndef my_softmax(s): return soft(s + c)", None),
        ("c = 0.0", f"{TWICE}: return soft(s + c)\n{TWICE}: return soft(s)", None),
        ("c = 0.0", f"{TWICE}: return soft(s)\n{TWICE}: return soft(s + c)", "it uses c of "),
        ("", f"{TWICE}: return soft(s)\nold = my_softmax\n{TWICE}: return old(s)", None),
        ("", "made = np.zeros(1)\ndef my_softmax(s, c=made): return soft(s + c)", None),
        ("", f"n = 0\n{TWICE}:\n    global n\n    n += 1\n    return soft(s)", None),
        ("", "class C:\n    def f(self, s): return soft(s)\nmy_softmax = lambda s: C().f(s)", None),
        ("", f"{TWICE}: return soft(s + later)\nlater = 0.0", None),
        ("def deco(f): return f", f"@deco\n{TWICE}: return soft(s)", None),
        ("", f"def deco(f): return f\n@deco\n{TWICE}: return soft(s)", None),
        ("from numpy import *", f"{TWICE}: return soft(asarray(s))", None),
        (
            "made = 0",
            "made += 1\ndef my_softmax(s): return soft(s * made)",
            "my_functions.py, line",
        ),
    ],
)
def test_a_function_that_needs_the_notebook_is_told_what(above, code, reason, file):
    names = scope(FOLDERS["softmax"])
    run(f"from helpers.attention import softmax as soft\n{above}", names)
    run(code, names)
    feedback = check("softmax", names["my_softmax"])
    assert feedback.passed
    line = feedback.verdict.splitlines()[-1]
    if reason is None:
        assert line.startswith("Kept")
    else:
        assert line.startswith(f"Not kept for later notebooks: {reason}"), line
        assert os.listdir() == []
        assert not is_the_readers("softmax")


def test_the_plain_softmax_of_notebook_03_goes_along(file):
    (plain,) = [cell.source for cell in read(NOTEBOOK_03).code if cell.id == "rows-run"]
    names = scope(FOLDERS["softmax"])
    run(plain, names)
    top = "scores.max(axis=-1, keepdims=True)"
    run(f"def my_softmax(scores):\n    return plain_softmax(scores - {top})", names)
    line = check("softmax", names["my_softmax"]).verdict.splitlines()[-1]
    assert line == "Kept in my_functions.py for later notebooks: mine.softmax."
    assert plain.strip() in file.read_text("utf-8")


def test_a_cell_that_is_timed_is_told_how_it_is_kept(file):
    names = {}
    exec(compile(GOOD, "<timed exec>", "exec"), names)  # as IPython's %%time does
    line = check("softmax", names["my_softmax"]).verdict.splitlines()[-1]
    assert line.endswith("its cell begins with %%time. Run it once without that line.")


def test_what_is_right_only_in_its_notebook_is_not_kept(file):
    """Its helper was defined anew after the cell ran."""
    names = scope(FOLDERS["softmax"])
    run("from helpers.attention import softmax as soft", names)
    run("def e(s): return s[::-1]\ndef my_softmax(s): return soft(e(s))", names)
    run("def e(s): return s", names)
    line = check("softmax", names["my_softmax"]).verdict.splitlines()[-1]
    assert line.endswith("without the rest of the notebook, it is not right.")


@pytest.mark.parametrize("answer", [Callable(), attention.softmax, np.vectorize(max)])
def test_no_answer_breaks_its_check(answer, file):
    assert check("softmax", answer).verdict
    assert os.listdir() == []


def test_a_function_of_another_process_is_not_kept(file):
    entry = SOFTMAX
    remote = RemoteFunction("", {}, lambda case: Outcome(entry.reference(*case.arguments)))
    assert "Not kept" in check("softmax", remote).verdict


# --- the file in other hands --------------------------------------------------------------------

HEADING = "# --- 03_softmax_scaling_weighted_sum: softmax\n"
NORM_PIECE = f"# --- 08_transformer_block: layer_norm\nimport numpy as np\n\n{NORM.solution}\n"
BROKEN = {  # of the softmax: what stands in the file under its heading
    "half written": GOOD[:90],
    "unclosed bracket": "my_softmax = (\n",
    "unclosed text": '"""my_softmax\n',
    "merge conflict": f"<<<<<<< HEAD\n{GOOD}=======\n>>>>>>> theirs\n",
    "an error": "1 / 0\n",
    "wrong": "def my_softmax(scores):\n    return scores\n",
    "a stub": SOFTMAX.stub,
    "no function": "my_softmax = 3\n",
    "another name": "def my_sofmax(scores): return scores\n",
    "nothing": "",
    "other arguments": "def my_softmax(): return 1\n",
    "async": "async def my_softmax(scores): return scores\n",
    "null bytes": f"\0{GOOD}",
    "deep": "my_softmax = " + "(" * 3000 + ")" * 3000,
    "notebook": '{"cells": [{"cell_type": "code"}]}',
    "itself": "from helpers import mine\ndef my_softmax(s): return 2 * mine.softmax(s)\n",
    "an object": "class C:\n    __name__ = 1\n    def __call__(self, s): 1 / 0\nmy_softmax = C()\n",
}


STILL_WORKS = {  # what goes wrong there is not needed
    "an unknown import": f"import no_such_module\n{GOOD}",
    "exit": f"import sys\nsys.exit()\n{GOOD}",
    "keyboard interrupt": f"raise KeyboardInterrupt\n{GOOD}",
    "a generator's exit": f"raise GeneratorExit\n{GOOD}",
    "no end": f"while True: pass\n{GOOD}",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_piece_costs_nothing_but_itself(kind, file, capsys):
    file.write_text(f"{HEADING}{BROKEN[kind]}\n{NORM_PIECE}", "utf-8")
    assert mine.softmax is SOFTMAX.reference
    assert is_the_readers("layer_norm")
    assert mine.softmax is SOFTMAX.reference
    lines = capsys.readouterr().out.splitlines()
    missing = kind in ("nothing", "another name", "notebook")
    assert len(lines) == (0 if missing else 1), lines
    assert all(line.startswith("my_functions.py") for line in lines)
    mine.report("softmax", "layer_norm")
    said = "1 of these 2 functions is yours: layer_norm. Taken from the series: softmax.\n"
    assert capsys.readouterr().out == said
    assert line_of(GOOD).startswith("Kept")
    assert is_the_readers("softmax")
    assert is_the_readers("layer_norm")


@pytest.mark.parametrize("kind", STILL_WORKS)
def test_a_statement_that_is_not_needed_costs_nothing(kind, file, capsys):
    file.write_text(f"{HEADING}{STILL_WORKS[kind]}\n{NORM_PIECE}", "utf-8")
    assert is_the_readers("softmax")
    assert is_the_readers("layer_norm")
    assert re.fullmatch(r"my_functions.py, line [23]: \w+.*\.\n", capsys.readouterr().out)
    assert not deadline.is_over()


WHOLE = {  # bytes of the whole file
    "empty": b"",
    "spaces": b" \n\n\t\n",
    "latin 1": "# Größe\n".encode("latin-1") + GOOD.encode(),
    "binary": bytes(range(256)) * 9,
    "huge": b"#" * (kept.LARGEST + 1),
    "two of a part": (HEADING + SHIFTED + HEADING + GOOD).encode(),
    "unknown part": f"# --- 99_other: unknown\n1 / 0\n{HEADING}{GOOD}".encode(),
    "no headings": GOOD.encode(),
    "a broken beginning": f"1 / 0\n{HEADING}{GOOD}".encode(),
    "an unclosed beginning": f"x = (\n{HEADING}{GOOD}".encode(),
    "windows": b"\xef\xbb\xbf" + (HEADING + GOOD).replace("\n", "\r\n").encode(),
    "shared imports": f"import numpy as np\n{HEADING}{SOFTMAX.solution}".encode(),
    "a heading in a text": f'x = """\n{HEADING}"""\n'.encode(),
    "only a heading": HEADING.encode(),
}
USED = ("two of a part", "unknown part", "no headings", "a broken beginning", "windows")
USED += ("an unclosed beginning", "shared imports")
NO_TEXT = ("latin 1", "binary", "huge")


@pytest.mark.parametrize("kind", WHOLE)
def test_whatever_the_file_is_checks_and_imports_work(kind, file, capsys):
    file.write_bytes(WHOLE[kind])
    assert is_the_readers("softmax") == (kind in USED)
    assert np.allclose(mine.softmax(np.zeros(2)), 0.5)
    assert not is_the_readers("mlp")
    mine.report()
    line = line_of(SHIFTED)
    if kind in NO_TEXT:
        assert line.startswith("Not kept for later notebooks: my_functions.py cannot be written (")
        assert file.read_bytes() == WHOLE[kind]  # it may be of use to somebody
    else:
        assert line.startswith("Kept")
        assert is_the_readers("softmax")
        assert "scores - 0.5" in file.read_text("utf-8")


def test_what_else_stands_in_the_file_stays(file):
    file.write_text(f"import math\n# mine\n{HEADING}{GOOD}\n# --- 99_other: unknown\nx = 1\n")
    line_of(NORM.solution, "layer_norm")
    parts = [piece.part for piece in kept.pieces(file.read_text("utf-8"))]
    assert parts == ["", "softmax", "layer_norm", "unknown"]
    assert file.read_text("utf-8").startswith("import math\n# mine\n\n\n# --- 03_")


@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling link"])
def test_something_else_in_the_place_of_the_file(kind, file):
    {"folder": os.mkdir, "pipe": os.mkfifo, "dangling link": lambda x: x.symlink_to("no")}[kind](
        file
    )
    assert not is_the_readers("softmax")
    assert line_of(GOOD).startswith("Kept" if kind == "dangling link" else "Not kept")
    mine.report()


def test_a_line_says_which_line_of_the_file_it_is(file, capsys):
    file.write_text(f"# 1\n# 2\n{HEADING}import numpy as np\n\nx = (\n", "utf-8")
    assert mine.softmax is SOFTMAX.reference
    said = "my_functions.py, line 6: SyntaxError: '(' was never closed. The series' own is used.\n"
    assert capsys.readouterr().out == said
    file.write_text(f"{HEADING}\ndef f():\n    return 1 / 0\n\nf()\n", "utf-8")
    assert mine.softmax is SOFTMAX.reference
    assert (
        "my_functions.py, line 4: ZeroDivisionError: division by zero." in capsys.readouterr().out
    )


def test_an_edit_by_hand_is_checked_when_it_is_used(file, capsys):
    line_of(GOOD)
    assert is_the_readers("softmax")
    text = file.read_text("utf-8")
    file.write_text(text.replace("scores - scores.max", "scores.max"), "utf-8")
    assert mine.softmax is SOFTMAX.reference
    assert "my_softmax no longer passes its check." in capsys.readouterr().out
    file.write_text(text.replace("scores - scores.max", "scores - 1 - scores.max"), "utf-8")
    assert is_the_readers("softmax")
    file.unlink()
    assert mine.softmax is SOFTMAX.reference
    assert capsys.readouterr().out == ""


def test_a_text_is_checked_once(file, monkeypatch):
    line_of(GOOD)
    first, judged = mine.softmax, []
    monkeypatch.setattr(type(SOFTMAX), "judge", lambda self, answer: judged.append(answer))
    line = file.read_text("utf-8") + f"\n{NORM_PIECE}"  # another piece changes
    file.write_text(line, "utf-8")
    assert mine.softmax is first
    assert judged == []


ABOVE = {  # what stands above the first heading, and what is said of it
    "x = (\n": "my_functions.py, line 1: SyntaxError: '(' was never closed.",
    "1 / 0\n": "my_functions.py, line 1: ZeroDivisionError: division by zero.",
    "while True: pass\n": "my_functions.py, line 1: stopped, because it did not end.",
    "print('seen')\n": "",
}


@pytest.mark.parametrize("text", ABOVE)
def test_what_goes_wrong_above_the_first_heading_is_told_once(text, file, capsys, monkeypatch):
    monkeypatch.setattr(kept, "SECONDS", 1)
    file.write_text(f"{text}{HEADING}{GOOD}{NORM_PIECE}", "utf-8")
    mine.report("softmax", "layer_norm", "mlp")
    said = capsys.readouterr().out.splitlines()
    listed = "softmax, layer_norm. Taken from the series: mlp."
    assert said == [*filter(None, [ABOVE[text]]), f"2 of these 3 functions are yours: {listed}"]


def test_what_stands_above_the_first_heading_runs_once(file, capsys):
    file.write_text(f"import time\nnow = time.monotonic_ns()\n{HEADING}{GOOD}{NORM_PIECE}", "utf-8")
    mine.report()
    times = {function.__globals__["now"] for function in (mine.softmax, mine.layer_norm)}
    assert len(times) == 1


def test_a_mask_in_lists_is_kept_and_used_as_an_array(file):
    """Its check takes lists; what uses it later indexes and combines it."""
    rows = "def my_causal_mask(n, m):\n    return [[j <= i for j in range(m)] for i in range(n)]\n"
    file.write_text(f"\n# --- 05_masking: causal_mask\n\n{rows}", "utf-8")
    assert mine.names() == ["causal_mask"]
    assert (~mine.causal_mask(2, 2)).sum() == 1


def test_another_right_form_in_float32_is_fit_for_the_language_model(file, capsys):
    """silu by tanh is right to about a millionth, as far as float32 goes."""
    code = """
import numpy as np


def my_gated_mlp(x, W_gate, W_up, W_down):
    z = x @ W_gate
    return (z / 2 * (1 + np.tanh(z / 2)) * (x @ W_up)) @ W_down
"""
    file.write_text(f"\n# --- 13_a_published_model: gated_mlp\n{code}", "utf-8")
    mine.report("gated_mlp", for_language=True)
    assert capsys.readouterr().out == "This function is yours: gated_mlp.\n"


ITSELF = "from helpers import mine\n\n\ndef my_softmax(s):\n    return mine.softmax(s)\n"


def test_a_function_that_is_itself_is_not_kept(file):
    line = line_of(ITSELF)
    assert line == "Not kept for later notebooks: it uses mine.softmax, which is this function."
    line_of(GOOD)
    assert line_of(ITSELF).startswith("Not kept")
    assert "mine.softmax" not in file.read_text("utf-8")


def test_a_function_that_is_itself_in_the_file_is_told(file, capsys):
    file.write_text(f"{HEADING}{ITSELF}", "utf-8")
    assert mine.softmax is SOFTMAX.reference
    said = "my_functions.py: my_softmax uses mine.softmax, which is this function. The series' own"
    assert said in capsys.readouterr().out
    assert np.allclose(mine.softmax(np.zeros(2)), 0.5)


SLOW = GOOD.replace("def my_softmax", "import time\n\n\ndef my_softmax").replace(
    "    return", "    time.sleep(0.05)\n    return", 1
)
PRINTS = GOOD.replace("    return", "    print('seen')\n    return", 1)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (SLOW, "too slow for training"),
        (PRINTS, "it prints or displays something at each call"),
    ],
)
def test_what_disturbs_training_is_replaced_there(code, why, file, capsys, monkeypatch):
    file.write_text(f"{HEADING}{code}", "utf-8")
    monkeypatch.setattr(kept, "SECONDS", 60)
    assert is_the_readers("softmax")
    assert mine.parts.yours == {}
    mine.report("softmax")
    said = f"This function is yours: softmax. Your softmax is right, but {why}: the series' own"
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_kept_function_that_does_not_end_is_told_soon(file, capsys, monkeypatch):
    monkeypatch.setattr(kept, "SECONDS", 1)
    file.write_text(f"{HEADING}def my_softmax(s):\n    while True: pass\n{NORM_PIECE}", "utf-8")
    assert mine.softmax is SOFTMAX.reference
    said = "my_functions.py: running and checking my_softmax takes longer than 1 seconds. The"
    assert said in capsys.readouterr().out


def test_a_check_whose_time_is_over_says_nothing_of_the_file(file, capsys, monkeypatch):
    """An answer calls a kept function that does not end."""
    monkeypatch.setattr(deadline, "SECONDS", 0.3)
    file.write_text(f"{HEADING}def my_softmax(s):\n    while True: pass\n", "utf-8")
    code = "from helpers import mine\n\n\ndef my_masked_softmax(s, m):\n    return mine.softmax(s)"
    masked = PARTS["masked_softmax"]
    answer = code.replace("my_masked_softmax", masked.answer)
    assert check(masked.name, ran(answer, masked.name)).verdict.startswith("Stopped")
    assert capsys.readouterr().out == ""
    assert "softmax" not in kept.in_check


# --- where nothing can be written ---------------------------------------------------------------


@pytest.mark.parametrize("call", ["open", "replace"])
def test_the_check_passes_where_nothing_can_be_written(call, file, monkeypatch):
    def fails(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept.os, call, fails)
    reason = "my_functions.py cannot be written (No space left on device)."
    assert line_of(GOOD) == f"Not kept for later notebooks: {reason}"
    assert os.listdir() == []


def test_a_folder_that_is_gone(file, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.setattr(kept, "FOLDER", gone)
    gone.rmdir()
    assert line_of(GOOD).startswith("Not kept")
    assert mine.softmax is SOFTMAX.reference


# --- two notebooks at once ----------------------------------------------------------------------


def keep_thrice(part):
    entry = PARTS[part]
    answer = ran(entry.solution, entry.name)
    for _ in range(3):
        line = kept.keep(entry, "some", answer, [*PARTS])
    return line


def begin_in(folder):
    """What `file` does, in a process of its own."""
    os.chdir(folder)
    kept.FOLDER, kept.in_a_notebook = folder, lambda: True


def test_nothing_is_lost_when_many_write(file):
    with ProcessPoolExecutor(4, initializer=begin_in, initargs=[file.parent]) as pool:
        lines = [*pool.map(keep_thrice, PARTS)]
    assert all(line.startswith("Kept") for line in lines), lines
    assert [piece.part for piece in kept.pieces(file.read_text("utf-8"))] == ["", *PARTS]
    assert os.listdir() == [kept.NAME]


def test_a_lock_that_was_left_is_removed_and_a_fresh_one_is_waited_for(file, monkeypatch):
    lock = file.with_name(f".{kept.NAME}.lock")
    lock.touch()
    monkeypatch.setattr(kept, "WAIT", 0.1)
    assert "(another notebook is writing to it)" in line_of(GOOD)
    assert lock.exists()
    long_ago = time.time() - kept.STALE - 1
    os.utime(lock, (long_ago, long_ago))
    assert line_of(GOOD).startswith("Kept")
    assert os.listdir() == [kept.NAME]


# --- the report, and training -------------------------------------------------------------------


def test_the_report_is_a_sentence(file, capsys):
    mine.report("softmax", "mlp")
    assert (
        capsys.readouterr().out
        == "None of these 2 functions is yours. Taken from the series: softmax, mlp.\n"
    )
    line_of(GOOD)
    mine.report("softmax", "mlp")
    said = "1 of these 2 functions is yours: softmax. Taken from the series: mlp.\n"
    assert capsys.readouterr().out == said
    mine.report("softmax")
    assert capsys.readouterr().out == "This function is yours: softmax.\n"
    mine.report()
    assert capsys.readouterr().out.startswith(
        f"1 of these {len(PARTS) - len(NEW)} functions is yours: softmax. Taken from the series: "
    )


def test_an_unknown_part_is_named():
    with pytest.raises(
        AttributeError, match="mine: given 'sofmax', needed one of: language, names"
    ):
        mine.sofmax  # noqa: B018
    with pytest.raises(ValueError, match="part: given 'sofmax', needed one of: softmax, "):
        mine.report("sofmax")
    assert "softmax" in dir(mine)
    assert not hasattr(mine, "__path__")


LOOPS = """
def my_softmax(scores):
    scores = np.asarray(scores, float)
    result = np.empty_like(scores)
    for place in np.ndindex(scores.shape[:-1]):
        e = np.exp(scores[place] - scores[place].max())
        result[place] = e / e.sum()
    return result
"""
LOOPS_TWICE = """
def my_softmax(scores):
    scores = np.asarray(scores, float)
    result = np.exp(scores - scores.max(axis=-1, keepdims=True))
    for place in np.ndindex(scores.shape[:-1]):
        total = 0.0
        for x in result[place]:
            total += x
        result[place] /= total
    return result
"""
STRAY = """
def my_mlp(x, W_1, b_1, W_2, b_2):
    if len(x) > 500:
        raise ValueError("too many")
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2
"""
OF_LISTS = """
from helpers import attention


def my_softmax(scores):
    return attention.softmax(scores.tolist())
"""


def test_helpers_take_lists_in_training_too(file, monkeypatch):
    monkeypatch.setattr(kept, "SECONDS", 60)  # on a busy computer lists take longer than two
    monkeypatch.setattr(mine, "MUCH", 1000)  # and longer than is borne where nothing else runs
    line_of(OF_LISTS)
    assert set(mine.parts.yours) == {"softmax"}


def test_what_is_too_slow_is_replaced_in_training_alone(file, capsys):
    line_of(LOOPS)
    line_of(STRAY, "mlp")
    line_of(PARTS["split"].solution, "split")
    assert is_the_readers("softmax")
    assert set(mine.parts.yours) == {"split"}
    mine.report("softmax", "split", "mlp")
    said = " ".join(capsys.readouterr().out.split())
    assert said == (
        "3 of these 3 functions are yours: softmax, split, mlp. Your softmax is right, but too "
        "slow for training: the series' own replaces it. Your mlp is right, but it stops "
        "training with ValueError: the series' own replaces it."
    )


def test_the_language_model_has_the_reader_s_parts_too(file, capsys):
    line_of(LOOPS)
    line_of(PARTS["split"].solution, "split")
    line_of(PARTS["mlp"].solution, "mlp")  # its MLP has another form
    assert set(mine.language.yours) == {"softmax", "split"}
    mine.report(for_language=True)
    assert " are yours: softmax, split. Taken from the series: masked" in capsys.readouterr().out
    line_of(LOOPS_TWICE)
    assert set(mine.language.yours) == {"split"}
    mine.report("softmax", for_language=True)
    said = (
        "Your softmax is right, but too slow for the language model: the series' own replaces it."
    )
    assert said in " ".join(capsys.readouterr().out.split())


def test_without_a_file_all_is_the_series_own(file):
    assert mine.parts.yours == {}
    assert all(getattr(mine, part) is PARTS[part].reference for part in PARTS)


# --- in Jupyter ---------------------------------------------------------------------------------


@pytest.mark.sample
def test_a_kernel_keeps_what_another_notebook_takes(file, capsys, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # an environment may lack helpers: .ci/newer_python
    sources = (
        "import numpy as np\nfrom helpers.exercises import check",
        "%cd ..",  # for a file of the reader's, say: what is kept stays beside the notebooks
        SOFTMAX.solved(),
    )
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    client_of(notebook, file.parent).execute()
    (output,) = notebook.cells[-1].outputs
    kept_in = "Kept in my_functions.py for later notebooks: mine.softmax."
    assert kept_in in output["data"]["text/plain"]
    mine.report("softmax", "mlp")
    said = "1 of these 2 functions is yours: softmax. Taken from the series: mlp.\n"
    assert capsys.readouterr().out == said
    assert os.listdir() == [kept.NAME]
