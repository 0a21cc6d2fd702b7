"""The files of exercises and questions: what they hold is read, what they lack is named."""

import re
from pathlib import Path

import pytest

from helpers.exercises import EXERCISES
from helpers.exercises.engine import files
from helpers.exercises.engine.exercise import FunctionExercise, StepsExercise, ValueExercise
from tests.helpers.exercises.answers import FOLDERS

EXERCISE = """\
# %% task [markdown]
# **Exercise.** Twice `x`, in a line
# that goes on.
#
# - a list
# - of two
# %% stub
def my_twice(x):
    return ...
# %% solution
def my_twice(x):
    return 2 * x
# %% why [markdown]
# Twice is plus itself.
# %% hints [markdown]
# - First
#   hint.
# - Second.
# %% cases
from helpers.exercises.engine.exercise import Case

title = "twice"
deeper = True


def reference(x):
    return 2 * x


def draw(rng):
    return (rng.integers(9),)


cases = (Case("three", (3,), "Twice 3 is 6."),)
# %% mistake
# You give it
# back.
def my_twice(x):
    return x
# %% wrong: Twice 3
def my_twice(x):
    return 7
# %% right
def my_twice(x):
    return x + x
"""
QUESTIONS = """\
# twice: how much (Deeper)

What is twice
two?

- [ ] three
  > one more.
- [x] four
  > two and
  > two.
- [ ] five
  > no.
- [ ] six
  > thrice.
"""


@pytest.fixture
def write(tmp_path):
    folder = tmp_path / "n99_some_words"
    folder.mkdir()

    def written(text, name="twice.py"):
        (folder / name).write_text(text, "utf-8")
        return folder / name

    return written


def test_a_file_is_an_exercise(write, monkeypatch):
    monkeypatch.setattr(files, "scope", lambda folder: {"nothing": 0})  # as its notebook has it
    made = files.exercise(write(EXERCISE.replace("    return x\n", "    return x + nothing\n")))
    assert isinstance(made, FunctionExercise)
    assert (made.name, made.title, made.answer, made.deeper) == ("twice", "twice", "my_twice", True)
    assert made.task == "**Exercise.** Twice `x`, in a line that goes on.\n\n- a list\n- of two"
    assert made.hints == ("First hint.", "Second.")
    assert made.solution == "def my_twice(x):\n    return 2 * x"
    assert [x.message for x in made.mistakes] == ["You give it back."]
    assert [x.function(5) for x in made.mistakes] == [5]
    assert made.judge(lambda x: x).message.startswith("You give it back.")
    assert made.judge(lambda x: x + x).passed


VALUE = re.sub(
    r"(?s)def draw.*",
    "near, about = 0.01, str\n# %% right\ntwice = 4\n",
    EXERCISE.replace("def my_twice(x):\n    return ...", "twice = ...").replace("(x)", "()"),
).replace("near, about = 0.01, str", "near = 0.01\nabout = str")


def test_what_the_stub_defines_says_whether_it_is_of_a_value(write):
    assert isinstance(files.exercise(write(VALUE)), ValueExercise)
    steps = VALUE.replace("twice = ...", "twice = [[...], [...]]")
    steps = steps.replace("near = 0.01\nabout = str", 'steps = (("one", "No."),)\ntolerance = 0.01')
    assert isinstance(files.exercise(write(steps)), StepsExercise)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            EXERCISE.replace("deeper", "near"),
            "line 19: given near, needed none, as the stub's last name, my_twice, is that of a "
            "function",
        ),
        (
            VALUE.replace("deeper", "axes"),
            "line 18: given axes, needed none, as the stub's last name, twice, is that of a value",
        ),
        (VALUE.replace("near = 0.01\n", ""), "line 18: not given ['near']"),
        (EXERCISE.replace('title = "twice"', ""), "line 19: not given ['title']"),
        (
            EXERCISE.replace("def my_twice(x):\n    return ...\n", ""),
            "line 7: needed code that defines a name",
        ),
    ],
)
def test_a_field_of_the_other_kind_and_one_that_is_missing_are_named(write, text, message):
    with pytest.raises(ValueError, match=re.escape(f"n99_some_words/twice.py, {message}")):
        files.exercise(write(text))


def test_a_slip_in_the_stub_names_its_line_in_the_file(write):
    with pytest.raises(SyntaxError) as caught:
        files.exercise(write(EXERCISE.replace("    return ...", "    return (")))
    assert (Path(caught.value.filename).name, caught.value.lineno) == ("twice.py", 9)


def test_an_error_in_a_cell_names_its_line_in_the_file(write):
    path = write(EXERCISE.replace("cases = (", "cases = (nobody, "))
    with pytest.raises(NameError) as caught:
        files.exercise(path)
    line = 1 + EXERCISE[: EXERCISE.index("cases = (")].count("\n")
    assert (caught.traceback[-1].path, caught.traceback[-1].lineno + 1) == (path, line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# %% why [markdown]", "# %% because"),
        ("# %% right", "# %% right: yes"),
        ("# %% wrong: Twice 3", "# %% wrong"),
        ("# %% mistake", "#%% mistake"),
        ("# %% mistake", "# % mistake"),
        ("# %% mistake", " # %% mistake"),
        ("# %% right", "# %% right "),
    ],
)
def test_a_head_that_says_nothing_is_named_with_its_line(write, old, new):
    line = EXERCISE[: EXERCISE.index(old)].count("\n") + 1
    message = f"n99_some_words/twice.py, line {line}: given {new!r}, needed # %% and one of task, "
    with pytest.raises(ValueError, match=re.escape(message)):
        files.exercise(write(EXERCISE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# %% why [markdown]", "# %% why", "given '# %% why', needed [markdown] after why"),
        ("# %% right", "# %% right [markdown]", "needed no [markdown] after right"),
        ("# that goes on.", "that goes on.", "given 'that goes on.\\n#"),
        ("# Twice is plus itself.\n", "", "given '', needed a comment and nothing else"),
        ("# You give it\n# back.\n", "", "needed a comment, the line that is said, and code"),
    ],
)
def test_a_cell_that_says_nothing_is_named_with_its_line(write, old, new, message):
    with pytest.raises(ValueError, match=r"^n99_some_words/twice.py, line \d+: ") as caught:
        files.exercise(write(EXERCISE.replace(old, new)))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "twice"', ""),
        ("    return ...", "    return ("),
        ("def my_twice(x):\n    return ...\n", ""),
    ],
)
def test_any_error_names_its_file(write, old, new):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        files.exercise(write(EXERCISE.replace(old, new)))
    assert caught.value.__notes__ == ["This is the exercise in n99_some_words/twice.py."]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# %% hints [markdown]", "# %% right", "given 0 cells 'hints', needed one"),
        ("# %% right", "# %% stub", "given 2 cells 'stub', needed one"),
    ],
)
def test_a_cell_that_is_missing_or_stands_twice_is_named(write, old, new, message):
    with pytest.raises(ValueError, match=re.escape(f"n99_some_words/twice.py: {message}")):
        files.exercise(write(EXERCISE.replace(old, new)))


def test_a_part_of_a_text_is_a_question(write):
    (made,) = files.questions(write(QUESTIONS, "questions.md").parent)
    assert (made.name, made.title, made.deeper, made.right) == ("twice", "how much", True, "b")
    assert made.ask == "What is twice two?"
    assert made.options[:2] == (("three", "one more."), ("four", "two and two."))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- [ ] six\n  > thrice.\n", ""),
        ("[x]", "[ ]"),
        ("- [ ] six", "- [x] six"),
        ("- [ ] six", "- [X] six"),
        ("  > no.\n", ""),
    ],
)
def test_a_question_in_another_form_is_named(write, old, new):
    path = write(QUESTIONS.replace(old, new), "questions.md")
    with pytest.raises(ValueError, match=r"^n99_some_words/questions.md: given # twice: how much"):
        list(files.questions(path.parent))


def test_a_name_without_a_file_and_a_file_without_a_name_are_named(write):
    write(EXERCISE)
    package = write("", "__init__.py")
    with pytest.raises(ValueError, match=re.escape("given ['thrice'], needed names of files")):
        files.read(package, "twice", "thrice")
    with pytest.raises(ValueError, match=re.escape("not given ['twice']; needed")):
        files.read(package)
    with pytest.raises(ValueError, match=re.escape("given ['twice'] twice; needed once")):
        files.read(package, "twice", "twice")


def test_mistakes_are_run_when_they_are_needed(write, monkeypatch):
    monkeypatch.setattr(files, "scope", lambda folder: {})
    made = files.exercise(write(EXERCISE.replace("    return x\n", "    return x\nnobody\n")))
    with pytest.raises(NameError, match="nobody"):
        made.mistakes[0].function(1)


@pytest.mark.parametrize("name", EXERCISES)
def test_all_that_is_not_typed_is_formatted_and_the_rest_is_left(name):
    """ruff formats a file down to its first answer."""
    cells = files.cells(FOLDERS[name] / f"{name}.py")[: len(files.ONCE)]
    assert [cell.kind for cell in cells] == list(files.ONCE)
    if not cells[-1].text.endswith("\n# fmt: off\n"):
        pytest.fail(
            f"{cells[-1].place}: needed # fmt: off as the last line of cases", pytrace=False
        )


@pytest.mark.parametrize("above", ["# a note\n", "import math\n"])
def test_a_text_above_the_first_cell_is_refused(write, above):
    message = f"n99_some_words/twice.py: given {above.strip()!r} above the first cell"
    with pytest.raises(ValueError, match=re.escape(message)):
        files.exercise(write(above + EXERCISE))


def test_a_file_without_cells_is_refused(write):
    with pytest.raises(ValueError, match=r"twice\.py: given '' above the first cell"):
        files.exercise(write(""))


@pytest.mark.parametrize(
    ("slip", "meant"), [("deper", "deeper"), ("axis", "axes"), ("tems", "terms")]
)
def test_a_field_that_is_nearly_one_is_named(write, slip, meant):
    text = EXERCISE.replace("deeper = True", f"{slip} = True")
    with pytest.raises(ValueError, match=f"line 19: given {slip}, perhaps for {meant}"):
        files.exercise(write(text))


@pytest.mark.parametrize(
    ("typed", "line"),
    [("def my_twice(x):\n    return 2 * x", 10), ("def my_twice(x):\n    return x + x", 43)],
)
def test_an_answer_under_another_name_is_named(write, typed, line):
    text = EXERCISE.replace(typed, typed.replace("my_twice", "my_twcie"))
    with pytest.raises(ValueError, match=f"line {line}: needed code that defines my_twice, as"):
        files.exercise(write(text))


def test_a_question_called_as_an_exercise_is_named(write):
    write(EXERCISE)
    write(QUESTIONS, "questions.md")
    with pytest.raises(ValueError, match=re.escape("['twice'] are the names of two files or")):
        files.read(write("", "__init__.py"), "twice")
