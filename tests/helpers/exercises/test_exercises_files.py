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


STUB = "def my_twice(x):\n    return ...\n"
NAMED = "needed code that defines my_twice, as"
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


AT = "n99_some_words/twice.py"
IS_VALUE = "needed none, as the stub's last name, twice, is that of a value"
IS_FUNCTION = "needed none, as the stub's last name, my_twice, is that of a function"
FAULTS = [  # a file, what is written in the place of what, and the message
    (EXERCISE, "deeper", "near", f"{AT}, line 19: given near, {IS_FUNCTION}"),
    (VALUE, "deeper", "axes", f"{AT}, line 18: given axes, {IS_VALUE}"),
    (VALUE, "near = 0.01\n", "", f"{AT}, line 18: not given ['near']"),
    (EXERCISE, 'title = "twice"', "", f"{AT}, line 19: not given ['title']"),
    (EXERCISE, STUB, "", f"{AT}, line 7: needed code that defines a name"),
    (EXERCISE, "deeper = ", "deper = ", f"{AT}, line 19: given deper, perhaps for deeper"),
    (EXERCISE, "deeper = ", "tems = ", f"{AT}, line 19: given tems, perhaps for terms"),
    (
        EXERCISE,
        "my_twice(x):\n    return 2",
        "my_twcie(x):\n    return 2",
        f"{AT}, line 10: {NAMED}",
    ),
    (EXERCISE, "my_twice(x):\n    return x +", "my(x):\n    return x +", f"{AT}, line 43: {NAMED}"),
    (EXERCISE, "# %% why [", "# %% because [", f"{AT}, line 13: given '# %% because [markdown]', "),
    (
        EXERCISE,
        "# %% right",
        "# %% right: yes",
        f"{AT}, line 43: given '# %% right: yes', needed #",
    ),
    (EXERCISE, "# %% wrong: Twice 3", "# %% wrong", f"{AT}, line 40: given '# %% wrong', needed #"),
    (EXERCISE, "# %% mistake", "#%% mistake", f"{AT}, line 35: given '#%% mistake', needed #"),
    (EXERCISE, "# %% mistake", "# % mistake", f"{AT}, line 35: given '# % mistake', needed #"),
    (EXERCISE, "# %% right", "# %% right ", f"{AT}, line 43: given '# %% right ', needed #"),
    (EXERCISE, "why [markdown]", "why", "given '# %% why', needed [markdown] after why"),
    (EXERCISE, "# %% right", "# %% right [markdown]", "needed no [markdown] after right"),
    (EXERCISE, "# that goes on.", "that goes on.", "given 'that goes on.\\n#"),
    (EXERCISE, "# Twice is plus itself.\n", "", "given '', needed a comment and nothing else"),
    (EXERCISE, "# You give it\n# back.\n", "", "needed a comment, the line that is said, and code"),
    (EXERCISE, "# %% hints [markdown]", "# %% right", f"{AT}: given 0 cells 'hints', needed one"),
    (EXERCISE, "# %% right", "# %% stub", f"{AT}: given 2 cells 'stub', needed one"),
    ("# a note\n" + EXERCISE, "", "", f"{AT}: given '# a note' above the first cell"),
    ("", "", "", f"{AT}: given '' above the first cell"),
]


@pytest.mark.parametrize(("text", "old", "new", "message"), FAULTS)
def test_a_fault_in_a_file_is_named_with_its_line(write, text, old, new, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        files.exercise(write(text.replace(old, new)))
    assert str(caught.value).startswith(AT)
    assert caught.value.__notes__ == [f"This is the exercise in {AT}."]


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


def test_a_question_called_as_an_exercise_is_named(write):
    write(EXERCISE)
    write(QUESTIONS, "questions.md")
    with pytest.raises(ValueError, match=re.escape("['twice'] are the names of two files or")):
        files.read(write("", "__init__.py"), "twice")
