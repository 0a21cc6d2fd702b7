"""What a student meets: stubs, errors of their own, odd types, endless loops, hints, guesses."""

import contextlib
import linecache
import signal
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from helpers import attention, exercises
from helpers.exercises import (
    CHECKED,
    EXERCISES,
    PREDICTED,
    check,
    n06_multi_head,
    predict,
    progress,
    solution,
    whose,
    yours,
)
from helpers.exercises.engine import deadline, draws
from helpers.exercises.engine.exercise import Case, FunctionExercise
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.run import LONG, Line, call
from helpers.exercises.engine.traits import TRAITS, traits
from tests.helpers.exercises.answers import RIGHT, WRONG, ran
from tests.notebooks.stored import Markup
from tests.running import ANYWAY
from tools.notebook.execute import SCRIPT
from tools.notebook.run import run

DOUBLE = FunctionExercise(
    name="double",
    title="twice as much",
    task="**Exercise.** Double it.",
    answer="my_double",
    stub="def my_double(x):\n    factor = ...\n    return factor * x",
    solution="def my_double(x):\n    return 2 * x",
    why="Twice is plus itself.",
    hints=("One hint.", "Another hint."),
    reference=lambda x: 2 * np.asarray(x),
    cases=(
        Case("one", (np.array([1.0]),), "One is wrong."),
        Case("a matrix", (np.array([[1, 2], [3, 4]]),), "The matrix is wrong."),
        Case("three axes", (np.arange(8.0).reshape(2, 2, 2),), "Three axes are wrong."),
    ),
    axes=("queries", "keys"),
    draw=lambda rng: (rng.standard_normal((2, 3)),),
)


def html(feedback):
    return feedback._repr_mimebundle_()["text/html"]


def plain(feedback):
    return feedback._repr_mimebundle_()["text/plain"]


# --- stubs --------------------------------------------------------------------------------------


def stub(x):
    factor = ...
    return factor * x


def empty(x):
    return ...


def half_written(x):
    factor = ...
    return np.where(factor, x, 0)


@pytest.mark.parametrize("answer", [stub, empty, half_written, ...])
def test_a_stub_is_not_yet(answer):
    feedback = DOUBLE.judge(answer)
    assert (feedback.passed, feedback.head) == (False, "Not yet: twice as much")
    assert "in place of the dots" in feedback.message
    assert "Twice is plus itself." not in plain(feedback)


def test_a_part_of_the_given_code_is_an_attempt():
    code = CHECKED["cosine"].stub.removesuffix(" * length_b")
    assert check("cosine", ran(code, "cosine")).message.startswith("The length of b is still in it")


def index_by_dots(x):
    return 3 * x[..., 0]


def test_dots_in_an_index_are_no_stub():
    assert DOUBLE.judge(index_by_dots).head == "Not right yet: twice as much"


def test_where_a_fault_is_to_be_found_dots_are_the_student_s_own():
    assert check("jacobian", half_written).head.startswith("Not right yet")


def test_wrong_code_that_was_given_is_not_yet():
    stub = CHECKED["cosine"].stub
    for code in (stub, stub.replace("# 1 line is wrong", "# hm"), stub.replace(" * ", "*")):
        feedback = check("cosine", ran(code, "cosine"))
        assert feedback.head.startswith("Not yet")
        assert "find the bug" in feedback.message


def test_brackets_that_change_nothing_are_an_attempt():
    code = CHECKED["cosine"].stub.replace("a @ b / length_a", "(a @ b) / length_a")
    feedback = check("cosine", ran(code, "cosine"))
    assert feedback.head.startswith("Not right yet")
    assert feedback.message.startswith("This divides by the length of a")


# --- answers of many kinds ----------------------------------------------------------------------


def raises(x):
    return 2 * x["no such key"]


def returns_nothing(x):
    2 * x


def changes_its_input(x):
    x *= 2
    return x


def begins_nan(x):
    result = 2.0 * x
    if result.ndim == 2:
        result[1, 0] = np.nan
    return result


def prints(x):
    print("<b>here</b>", x.shape)
    return 3 * x


def fails_in_a_helper(x):
    return attention.scores(x, x[..., :0])


def recurses(x):
    return recurses(x)


def talkative(x):
    raise ValueError("no" * 10**6)


def prints_much(x):
    for i in range(10**3):
        print("row", i)
    return 3 * x


def remembers(x, rows=[]):  # noqa: B006
    rows.append(x.sum())
    return 2 * x + len(rows)


@pytest.mark.parametrize(
    ("answer", "fragment"),
    [
        (talkative, "nonono…"),
        (
            lambda x: np.broadcast_to(0.0, (10**6, 10**5)),
            "shape (1000000, 100000): too many numbers",
        ),
        (lambda x: np.array([None]), "is an array of dtype object, which the check cannot compare"),
        (lambda x: (x for x in x), "is a generator, which the check cannot compare"),
        (lambda x: [len], "Your result holds a function, expected what it returns"),
        (lambda x: np.ma.array(x), "is a MaskedArray, which the check cannot compare"),
        (None, "What you handed in is None, expected the function itself"),
        (lambda x: sys.exit(), "SystemExit"),
        (returns_nothing, "Your result is None.\nDoes the function end in a line with return?"),
        (changes_its_input, "changes its argument x."),
        (begins_nan, "The first nan (not a number) is at [1, 0]."),
        (lambda x: "2", "holds text, expected numbers"),
        (remembers, "Called again with the same arguments"),
        (lambda x: x + np.random.default_rng().random(), "or use random numbers?"),
        (lambda x: [[1], [2, 3]], "parts of different shapes, expected one array"),
        (lambda x: (2 * x, x[:0]), "parts of different shapes, expected one array"),
        (lambda x: x > 0, "holds True or False, expected numbers"),
        (lambda x: (2 * x).T if x.ndim < 3 else (2 * x)[0], "The matrix is wrong."),
        (lambda x: (2 * x).ravel(), "shape (4,), expected (2, 2)."),
        (lambda x: (2 * x, x), "shape (2, 1), expected (1,). It is a tuple of 2 results"),
        (lambda x: (2 * x)[None], "shape (1, 1), expected (1,)."),
        (lambda x: np.concatenate([2 * x, x]), "has 2 entries, expected 1; the first is right."),
        (lambda x, y: x, "TypeError"),
        ([2.0], "is a list, expected the function itself"),
    ],
)
def test_it_is_told_what_is_wrong(answer, fragment):
    feedback = DOUBLE.judge(answer)
    assert not feedback.passed
    assert fragment in feedback.message, feedback.message
    assert "Twice is plus itself." not in plain(feedback)
    assert len(html(feedback)) < 20_000


@pytest.mark.parametrize(
    ("answer", "code", "error"),
    [
        (raises, 'return 2 * x["no such key"]', "IndexError"),
        (fails_in_a_helper, "return attention.scores(x, x[..., :0])", "ValueError: Q: given shape"),
        (recurses, "return recurses(x)", "RecursionError"),
    ],
)
def test_an_error_is_shown_with_the_student_s_own_line(answer, code, error):
    feedback = DOUBLE.judge(answer)
    number = answer.__code__.co_firstlineno + 1
    assert feedback.verdict == "Your code stops with an error."
    assert feedback.line == Line(number, code)
    assert feedback.error.startswith(error)
    assert f"{feedback.verdict}\nline {number}: {code}\n{error}" in plain(feedback)
    assert code not in feedback.message


def test_the_case_is_the_call_that_failed():
    case = DOUBLE.judge(lambda x: x if x.ndim == 2 else 2 * x).case
    assert (case.name, case.function, [*case.arguments]) == ("a matrix", "my_double", ["x"])
    assert np.array_equal(case.arguments["x"], [[1, 2], [3, 4]])
    assert np.array_equal(case.yours, [[1, 2], [3, 4]])
    assert np.array_equal(case.expected, [[2, 4], [6, 8]])


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: (2 * x).tolist(),
        lambda x: np.float32(2 * x),
        lambda x: x + x,
        lambda x: print("fine") or 2 * x,
        lambda x: tuple(2 * x),
    ],
)
def test_what_is_right_is_accepted(answer, capsys):
    feedback = DOUBLE.judge(answer)
    assert feedback.passed, feedback.message
    assert feedback.head == "Passed: twice as much"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("answer", [0.5, [0.5], [[0.4]], "0.43", None, float("nan"), True])
def test_a_value_to_find_is_not_given_away(answer):
    feedback = check("temperature", answer)
    assert not feedback.passed
    assert feedback.case is None
    assert "0.43" not in repr(feedback).replace("'0.43'", "")


def test_a_slip_of_the_pen_is_not_taken_for_a_mistake_that_fails_otherwise():
    def my_padding_mask(lengths, m):
        return np.arrange(m) < np.array(lengths)[:, None, None]

    feedback = check("padding_mask", my_padding_mask)
    assert feedback.error.startswith("AttributeError: ")
    assert feedback.explanation == ()


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("sum = 5\ndef my_double(x):\n    return sum(x)", "Run del sum,"),
        ("max = np.ones(2)\ndef my_double(x):\n    return max(x) * 2", "Run del max,"),
        ("np = 3\ndef my_double(x):\n    return np.add(x, x)", "Run import numpy as np,"),
        (
            "def attention(Q, K, V): pass\ndef my_double(x):\n    return attention.softmax(x)",
            "Run from helpers import attention,",
        ),
    ],
)
def test_a_name_that_the_reader_has_given_to_something_else_is_told(cell, says):
    (advice,) = DOUBLE.judge(typed(cell)).explanation
    assert "is no longer" in advice
    assert says in advice


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("return x.sum()(2)", "A number or an array stands before a bracket"),
        ("return len(x)(x)", "A number or an array stands before a bracket"),
        ("return np.arrange(x)", ""),
    ],
)
def test_other_names_are_not_suspected(line, says):
    cell = f"sum, x = 5, 3\ndef my_double(x):\n    {line}"
    assert says in " ".join(DOUBLE.judge(typed(cell)).explanation)
    assert "no longer" not in str(DOUBLE.judge(typed(cell)).explanation)


def typed(cell):
    """my_double of a cell that was typed after numpy was imported."""
    names = {"np": np}
    run(cell, names)
    return names["my_double"]


def test_a_rounded_result_is_told_so():
    third = replace(DOUBLE, reference=lambda x: np.asarray(x) / 3)
    for decimals, says in [(4, "Right to 4 decimals: return"), (1, "Right to 1 decimal: return")]:
        feedback = third.judge(lambda x, decimals=decimals: np.round(x / 3, decimals))
        assert feedback.verdict.startswith(says)
    thousandth = replace(DOUBLE, reference=lambda x: np.asarray(x) / 1000)
    assert thousandth.judge(lambda x: np.round(x / 1000)).message.startswith("One is wrong.")


def test_of_endless_printing_the_beginning_is_kept():
    printed = call(prints_much, (np.ones(1),)).printed
    assert len(printed) == LONG + 1
    assert printed.endswith("…")
    feedback = DOUBLE.judge(prints_much)
    assert feedback.case.printed == printed
    assert f"Your code printed: {printed}" in plain(feedback)


def test_a_list_of_arrays_is_changed_only_if_an_array_in_it_is():
    rows = [np.arange(3.0), np.arange(2)]
    assert call(lambda rows: rows[0] + 1, (rows,)).changed == ()
    for changes in (list.pop, lambda rows: rows[1].fill(7), lambda rows: rows.append(rows[0])):
        assert call(changes, (rows,)).changed == (0,)
    assert call(lambda x, y: x.fill(7), (rows[0], rows[0])).changed == (0,)


@pytest.mark.rare
@pytest.mark.sample("safe_softmax", "cosine")
@pytest.mark.parametrize("name", CHECKED)
def test_what_the_reader_has_set_for_warnings_changes_nothing(name):
    answers = [answer for answer, _ in WRONG.get(name, [])[:3]] + RIGHT.get(name, [])[:1]
    before = [plain(check(name, answer)) for answer in answers]
    with np.errstate(all="raise"), warnings.catch_warnings(action="error"):
        after = [plain(check(name, answer)) for answer in answers]
    assert after == before


def test_an_error_of_other_sizes_is_not_taken_for_a_mistake_that_fails_alike():
    def my_attention(Q, K, V):
        return attention.softmax(Q @ K / np.sqrt(Q.shape[-1])) @ V

    feedback = check("formula", my_attention)
    (advice,) = feedback.explanation
    assert feedback.error.startswith("ValueError: ")
    assert "print the shapes on both sides" in advice


def test_the_reader_s_own_arrays_are_not_changed():
    kept = [case.arguments[0].copy() for case in DOUBLE.cases]
    DOUBLE.judge(changes_its_input)
    for case, before in zip(DOUBLE.cases, kept, strict=True):
        assert np.array_equal(case.arguments[0], before)


def test_yours_stands_beside_expected_with_labels_and_the_fault_framed():
    page = Markup(html(DOUBLE.judge(lambda x: np.where(x == 3, 0, 2 * x))))
    assert [table.caption for table in page.tables] == [
        "Yours, shape (2, 2)",
        "Expected, shape (2, 2)",
    ]
    assert all(table.heads[0] == "queries ↓ keys →" for table in page.tables)
    assert all(table.is_labelled() for table in page.tables)
    framed = html(DOUBLE.judge(lambda x: np.where(x == 3, 0, 2 * x)))
    all_wrong = html(DOUBLE.judge(lambda x: 0 * x if x.ndim == 2 else 2 * x))
    assert framed.count("border:3px") == 1
    assert all_wrong.count("border:3px") == 4


def test_tiny_and_huge_numbers_are_told_apart_in_the_tables():
    for size in (1e-200, 1e200):
        one = replace(DOUBLE, cases=(Case("one", (np.array([size, 1.5]),), "One is wrong."),))
        assert f"{2 * size:.0e}".replace("e+", "e").replace("-", "−") in plain(one.judge(prints))
    assert "2.000001" in plain(DOUBLE.judge(lambda x: 2 * x + 1.2e-6))


def test_of_three_axes_the_first_matrix_that_differs_is_shown():
    message = plain(DOUBLE.judge(lambda x: np.where(x == 5, 0, 2 * x)))
    assert "Yours, at [1], shape (2, 2, 2)" in message


def test_what_was_typed_is_escaped():
    page = html(DOUBLE.judge(prints))
    assert "&lt;b&gt;here&lt;/b&gt;" in page
    assert "<b>" not in page
    assert "<img" not in html(check("shift", "<img src=x onerror=alert(1)>"))
    assert "<img" not in html(predict("times", "<img src=x>"))


# --- hints and solutions ------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [stub, prints])
def test_hints_unfold_one_in_the_other_and_the_last_says_how_to_see_a_solution(answer):
    page = html(DOUBLE.judge(answer))
    parts = ["Hint 1", "One hint.", "Hint 2", "Another hint.", '<details data-solution="double"']
    parts += ["Show a solution", "run solution(&quot;double&quot;)"]
    places = [page.index(part) for part in parts]
    first, how = places[0], places[-1]
    assert places == sorted(places)
    assert page[first:how].count("<details") == 2  # Hint 2, and in it what says how
    assert "</details>" not in page[first:how]
    assert "<details open" not in page


def test_a_solution_is_shown_open():
    shown = solution("causal_mask")
    assert plain(shown).startswith("○ A solution: ")
    assert Markup(html(shown)).answers == []  # nothing is folded


@pytest.mark.parametrize("name", EXERCISES)
def test_what_is_deeper_says_so_in_its_task(name):
    assert EXERCISES[name].deeper == ("(*Deeper*" in EXERCISES[name].task)


def test_only_exercises_have_a_solution_to_show():
    for name in ("all_at_once", "most_leaks", "causal"):
        with pytest.raises(ValueError, match=f"name: given '{name}', needed the name of a task"):
            solution(name)


def test_a_choice_has_buttons_where_a_cell_runs_and_no_other_product_has_them():
    for feedback in (check("all_at_once", ...), check("all_at_once", "a"), predict("becomes", ...)):
        assert "<script" in html(feedback)
        without = html(replace(feedback, choices=()))
        assert SCRIPT.sub("", without) == SCRIPT.sub("", html(feedback))
        assert plain(replace(feedback, choices=())) == plain(feedback)
    assert "<script" not in html(CHECKED["all_at_once"].judge("a"))
    assert "<script" not in html(predict("ten_times", 0.5))  # a number


# --- names, guesses, progress -------------------------------------------------------------------


def test_entries_that_are_no_tuple_name_their_file(monkeypatch):
    monkeypatch.setattr(n06_multi_head, "CHECKED", n06_multi_head.CHECKED[0])
    with pytest.raises(
        TypeError, match=r"n06_multi_head/__init__\.py: CHECKED is a .*, needed a tuple"
    ):
        exercises.entries("CHECKED")


def test_unknown_names_are_told_with_the_nearest():
    with pytest.raises(ValueError, match=r"given 'sofmax', needed .* perhaps 'softmax'"):
        check("sofmax", stub)
    with pytest.raises(ValueError, match="name: given 'softmax'"):
        predict("softmax", 1)
    with pytest.raises(ValueError, match="name: given <function stub"):
        check(stub, "softmax")
    with pytest.raises(ValueError, match=r"name: given array\(\[1., 2."):
        check(np.array([1.0, 2.0]), "softmax")


NUMBER = Number("n", "a number", lambda: 4.0, "Because.", near=0.1, unit=" m")
SMALL = Number("s", "a number", lambda: 1.0, "Because.", near=0.01)
NEARLY_0 = Number("z", "a number", lambda: 0.03, "Because.", within=0.05)
SHARE = Number(name="s", title="a share", truth=lambda: 60, why="Because.", share_of=100)
QUARTER = Number(name="q", title="a share", truth=lambda: 0.25, why="Because.", share_of=1)
CHOICE = OneOf("c", "a choice", lambda: "grow", "Because.", ("grow", "shrink"))


@pytest.mark.parametrize(
    ("entry", "guess", "passed", "fragment"),
    [
        (NUMBER, 4, True, "Your guess: 4. Computed: 4 m."),
        (NUMBER, 4.3, True, "Your guess: 4.3. Computed: 4 m."),
        (NUMBER, 2, False, "(2 too low)"),
        (SHARE, 10**308, False, "(1e+308 too high)"),
        (NUMBER, -8.0, False, "12 too low)"),
        (NUMBER, "–8", False, "12 too low)"),  # a dash
        (NUMBER, np.float64(8), False, "(4 too high)"),
        (NUMBER, np.int64(8), False, "(4 too high)"),
        (CHOICE, " Grow", True, "Computed: grow."),
        (CHOICE, "shrink", False, "Your guess: shrink. Computed: grow."),
        (NUMBER, np.float32(2.7), False, "Your guess: 2.7. Computed: 4 m (1.3 too low"),
        (SHARE, 0.6, False, "(your guess is a share of 1: times 100, it is right)"),
        (SHARE, 0.5, False, "(59.5 too low)"),
        (SHARE, "0.6 %", False, "(59.4 too low)"),  # no share of 1
        (QUARTER, 25, False, "(your guess is in per cent: divided by 100, it is right)"),
        (QUARTER, 60, False, "(59.8 too high)"),
        (QUARTER, "2500 per cent", False, "(24.8 too high)"),
        (SMALL, 1.04, False, "0.04 too high)"),
        (NEARLY_0, 0, True, "Computed: 0.03."),
        (NEARLY_0, 0.07, True, "Computed: 0.03."),
        (NEARLY_0, 0.09, False, "0.06 too high)"),
    ],
)
def test_a_guess_opens_the_truth_the_distance_and_why(entry, guess, passed, fragment):
    feedback = entry.judge(guess)
    assert feedback.passed is passed
    assert not feedback.untouched
    assert fragment in feedback.message
    assert repr(feedback) == f"{feedback.message}\nBecause."


def test_the_truth_is_computed_once_for_all_guesses():
    computed = []
    entry = replace(NUMBER, truth=lambda: computed.append("once") or 4.0)
    assert [entry.judge(guess).passed for guess in (2, 4)] == [False, True]
    assert computed == ["once"]


@pytest.mark.parametrize(
    ("entry", "guess", "needed"),
    [
        (NUMBER, ..., "in place of the dots"),
        (NUMBER, "four", "expected a number in digits alone, such as 0.5, with a point"),
        (NUMBER, "4 %", "expected a number"),  # of metres
        (NUMBER, "4,000", "expected a number"),  # 4 or 4000?
        (NUMBER, "1/0", "expected a number"),
        (NUMBER, "1e999", "expected a number"),
        (NUMBER, "", "expected a number"),
        (
            NUMBER,
            (0, 455),
            "Got (0, 455), expected a number in digits alone, such as 0.5, with a point",
        ),
        (NUMBER, True, "expected a number"),
        (NUMBER, float("nan"), "expected a number"),
        (NUMBER, 10**400, "expected a number"),
        (CHOICE, 1, "expected one of 'grow', 'shrink'"),
        (CHOICE, ["grow"], "expected one of 'grow', 'shrink'"),
    ],
)
def test_until_there_is_a_guess_the_answer_stays_closed(entry, guess, needed):
    feedback = entry.judge(guess)
    assert not feedback.passed
    assert feedback.untouched == (guess is ...)
    assert needed in feedback.message
    assert "Because." not in repr(feedback)
    page = Markup(html(feedback))
    assert page.summary
    assert "open" not in page.answers[0]
    assert "Because." not in page.outside


def test_a_number_too_long_for_python_to_write_is_told():
    long = "a number of more than 4,300 digits"
    for entry, needed in (
        (NUMBER, "a number"),
        (CHOICE, "one of"),
        (CHECKED["shift"], "one letter"),
    ):
        assert entry.judge(-(10**5000)).verdict.startswith(f"Got {long}, expected {needed}")
        assert entry.judge([10**5000]).verdict.startswith(
            f"Got a list with {long}, expected {needed}"
        )


@pytest.mark.parametrize(
    ("entry", "texts"),
    [
        (
            QUARTER,
            ["0.25", "0,25", "0,250", ".25", "1/4", " 25% ", "25 %", "25 per cent", "2.5e-1"],
        ),
        (SHARE, ["60", "60%", "60 %", "60,0 per cent", "60%.", "60 per cent !"]),
        (NUMBER, ["4", "4.", "4 m", "+4,0", "8/2", "4 m.", "4?"]),
        (NEARLY_0, ["3 %", "−0,01", "3/100"]),
    ],
)
def test_a_number_that_is_typed_as_text_means_what_it_says(entry, texts):
    for text in texts:
        assert entry.judge(text).passed, text
        assert f"Your guess: {text.rstrip('.')}. " in entry.judge(text).verdict


@pytest.mark.parametrize(
    ("name", "text"),
    [("rows_again", "500 times"), ("break_even", "48 tokens"), ("heads_on_animal", "2 heads")],
)
def test_what_is_counted_may_stand_behind_the_number(name, text):
    entry = PREDICTED[name]
    entry = replace(entry, truth=lambda: float(text.split()[0]))
    assert entry.judge(text).passed
    assert entry.lacks(text.replace(" ", " thousand ")), "thousand is no unit"


@pytest.mark.parametrize(
    ("name", "option", "texts"),
    [
        ("looks_at_itself", "in between", ["in-between", "between", "inbetween"]),
        ("large_rate", "as far as before", ["as far", "As far as before", "the same"]),
        ("large_rate", "farther away", ["farther", "further", "further away"]),
        ("which_shrink", "all", ["all three", "all"]),
        ("which_shrink", "the first", ["first", "only the first", "The first"]),
        ("which_shrink", "the first and the third", ["first and third", "the first and third"]),
        ("mixed_shape", "3 x 3", ["3x3", "3 X 3"]),
        ("one_head_off", "about 95", ["95", 95, "(about 95)"]),
        ("mask_alone", "2", ["2.", "(2)", 2]),
        ("mask_alone", "never", ["Never.", '"never"', "never!"]),
        ("noun_looked_at", "street", ["street.", "'street'", "“street”", "**street**", "street!"]),
    ],
)
def test_a_choice_may_be_named_by_part_of_its_words(name, option, texts):
    entry = replace(PREDICTED[name], truth=lambda: option)
    assert [text for text in texts if not entry.judge(text).passed] == []


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("one_head_off", ["", "the", "about", "5", 5, 95.5, True, "."]),
        ("large_rate", ["as far away", "not nearer", "away from it", "near"]),
        ("which_shrink", ["third and first", "second"]),
    ],
)
def test_what_several_choices_have_or_none_is_no_guess(name, texts):
    assert [text for text in texts if not PREDICTED[name].lacks(text)] == []


@pytest.mark.parametrize("text", ["d", "D", "(d)", "d.", " d) ", "d:", "[D]", "**d**", '"d"'])
def test_a_letter_means_itself_however_it_is_written(text):
    assert check("all_at_once", text).passed
    assert not check("shift", text).passed


@pytest.mark.parametrize("text", ["", "e", "ad", "a d", "d and c", "4", "ä", 4, None, ["d"]])
def test_what_names_no_letter_is_not_taken_for_one(text):
    assert "expected one letter in quotes" in check("all_at_once", text).message


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("ten_times", (0.99, 0.999, 1), (0.98, 0.64))],
)
def test_what_is_close_enough_is_right(name, right, wrong):
    assert all(predict(name, guess).passed for guess in right)
    assert not any(predict(name, guess).passed for guess in wrong)


def test_a_decimal_comma_is_told():
    assert "after a point: 0.5, not 0,5" in check("temperature", 0, 455).message
    one = check("temperature", (0.434,)).message  # T = 0.434,
    assert "Got (0.434,), expected one number." in one
    assert "not 0,5" not in one
    for row, is_comma in (([4, 12, 10, 5], True), (["4", "12", "10"], False), (4, False)):
        assert ("not 0,5" in check("by_hand", [row, ..., ...]).message) is is_comma
    assert "Got (7, 4), expected a number" in predict("times", 7, 4).message
    assert "expected one letter" in check("shift", "a", "b").message


def test_a_wrong_function_is_spoken_of_in_its_writers_words():
    """As in 12, whose adam_step may be handed in."""

    def adam_step(x, slope, m, s, t, rate):
        return x, m, s

    message = check("first_step", adam_step).case
    assert message.function == "adam_step"
    assert list(message.arguments) == ["x", "slope", "m", "s", "t", "rate"]

    def moves(x, slope, m, s, t, rate):
        x -= rate
        return x, m, s

    assert "changes its argument x." in check("first_step", moves).message

    def my_step(x, slope, m, s, t, rate):  # whose lines speak of p
        return x, m, s

    def exchanged(slope, p, m, s, t, rate):
        return p, m, s

    others = (lambda x, *more: x, lambda *given: given[0], np.add, my_step, exchanged)
    for other in others:
        of_stub = check("first_step", other).case
        assert of_stub.function == "my_step"
        assert list(of_stub.arguments) == ["p", "slope", "m", "s", "t", "rate"]


def test_progress_names_what_is_open(monkeypatch):
    monkeypatch.setattr(exercises, "_done", {})
    core = [
        entry for entry in (*n06_multi_head.CHECKED, *n06_multi_head.PREDICTED) if not entry.deeper
    ]
    check(core[0].name, ...)
    assert "Open" not in progress().message  # all are
    exercises._done[core[0].name] = True
    monkeypatch.setattr(exercises, "MOST_NAMED", 2)
    titles = [entry.title for entry in core[1:]]
    open_ones = f"\nOpen: {'; '.join(titles[:2])}; and {len(titles) - 2} more"
    assert progress().message.endswith(open_ones)
    for entry in core[3:]:
        exercises._done[entry.name] = True
    assert progress().message.endswith(f" Deeper\nOpen: {titles[0]}; {titles[1]}")
    assert all(title in Markup(html(progress())).outside for title in titles[:2])
    exercises._done |= {entry.name: True for entry in core}
    assert "Open" not in progress().message


def test_progress_counts_what_is_done(monkeypatch):
    monkeypatch.setattr(exercises, "_done", {})
    monkeypatch.setattr(exercises.FILES["10_slopes"], "WRITTEN", {})  # whatever ran before
    assert "No check" in progress().message
    check("shift", "a")
    predict("times", ...)
    assert progress().message.startswith("03_softmax_scaling_weighted_sum: 0 of ")
    check("shift", "b")
    predict("times", 100)
    assert progress().message.startswith("03_softmax_scaling_weighted_sum: 2 of ")
    assert " done, and 0 of 2 Deeper\nOpen: " in progress().message
    assert progress().untouched
    for name, entry in (CHECKED | exercises.PREDICTED).items():
        exercises._done[name] = not entry.deeper
    assert progress().passed
    assert progress().head == "All done"
    check("shift", "a")
    predict("times", ...)
    assert progress().passed  # playing on takes nothing away


def test_progress_counts_what_is_written_into_given_code(monkeypatch):
    page = exercises.FILES["10_slopes"]
    core = [x.name for x in (*page.CHECKED, *page.PREDICTED) if not x.deeper]
    monkeypatch.setattr(exercises, "_done", dict.fromkeys(core, True))
    monkeypatch.setattr(page, "WRITTEN", {"loop": True, "relu": False})
    said = f"10_slopes: {len(core) + 1} of {len(core) + 2} done"
    assert progress().message.startswith(said)
    assert progress().message.endswith("Open: relu")
    assert not progress().passed
    page.WRITTEN["relu"] = True
    assert progress().head == "All done"


def test_progress_says_that_the_short_way_skips_what_is_open(monkeypatch):
    monkeypatch.setattr(exercises, "_done", {})
    page = exercises.FILES["13_a_published_model"]
    core = [x.name for x in (*page.CHECKED, *page.PREDICTED) if not x.deeper]
    exercises._done |= {name: name not in page.LEFT_OUT for name in core}
    assert progress().message.endswith(
        "\nOpen: a score for induction; the loss without the six heads. The short way skips what "
        "is open: on it, this page is done."
    )
    exercises._done["encode"] = False
    assert "short way" not in progress().message


def test_progress_counts_no_page_whose_deeper_exercise_is_done_on_another_one(monkeypatch):
    """As on 12, whose `adam_step` is that of 10: nothing says here what is done there."""
    monkeypatch.setattr(exercises, "_done", {"first_step": False})
    assert progress().message == "10_slopes: a step of Adam, open"
    exercises._done["first_step"] = True
    assert progress().message == "10_slopes: a step of Adam, done"
    assert progress().untouched
    predict("names_in_the_data", ...)
    lines = progress().message.splitlines()
    assert lines[0] == "10_slopes: a step of Adam, done"
    assert lines[1].startswith("12_it_writes: 0 of ")
    page = exercises.FILES["12_it_writes"]
    exercises._done |= {entry.name: True for entry in (*page.CHECKED, *page.PREDICTED)}
    assert progress().head == "All done"


def test_the_page_goes_on_with_arrays_where_lists_have_passed():
    """Rows in lists are right, but S[2] / 2 and S[[0, 1]] below need an array, and a target is an
    index, which 4.0 cannot be."""
    rows = yours("all_scores", lambda Q, K: [[q @ k for k in K] for q in Q])
    S = rows(np.eye(2), np.eye(2))
    np.testing.assert_array_equal(S[[0]] / 2, [[0.5, 0.0]])
    assert rows(np.eye(2, dtype=int), np.eye(2)).dtype == float

    def my_targets(tokens, end):
        moved = np.full(tokens.shape, float(end))
        moved[:, :-1] = tokens[:, 1:]
        return np.where(tokens == end, -1.0, moved)

    targets = yours("next_letters", my_targets)(np.array([[27, 4]]), 26)
    assert np.arange(30)[targets].tolist() == [[4, 26]]

    heads = yours("repeat_heads", lambda K, group: [head for head in K for _ in range(group)])
    assert heads(np.full((1, 1, 1), 0.5), 2).ravel().tolist() == [0.5, 0.5]  # its cases are whole
    assert heads(K=np.full((1, 1, 1), 0.5), group=2).ravel().tolist() == [0.5, 0.5]


def test_the_page_goes_on_with_the_students_own_function_once_it_is_right(capsys, monkeypatch):
    def my_dot(a, b):
        return sum(a_i * b_i for a_i, b_i in zip(a, b, strict=True))

    def my_wrong_dot(a, b):
        return 0

    for of_names in ("_runs", "_passes", "_done"):
        monkeypatch.setattr(exercises, of_names, {})
    for other in (..., stub, my_wrong_dot):
        assert yours("dot", other)(np.array([1, 2]), np.array([3, 4])) == 11
        assert capsys.readouterr().out == f"One way:\n{EXERCISES['dot'].solution.strip()}\n"
        whose("dot")
        *_, said = capsys.readouterr().out.splitlines()
        assert said == "Computed with the series' own functions in place of my_dot."
    check("dot", my_dot)  # but the page has not run again
    whose("dot")
    assert capsys.readouterr().out == (
        "Computed with the series' own functions in place of my_dot. "
        "Passed since then: my_dot. Run the page again from there.\n"
    )
    check("dot", my_wrong_dot)
    whose("dot")
    assert "since" not in capsys.readouterr().out
    assert yours("dot", my_dot) is my_dot
    assert capsys.readouterr().out == ""  # its check has shown a solution
    yours("softmax", ...)
    capsys.readouterr()
    whose("dot")  # what else the page has is not named
    assert capsys.readouterr().out == "Computed with your my_dot.\n"
    whose("dot", "mean_ablation")  # Deeper, and it has not run
    assert capsys.readouterr().out == "Computed with your my_dot.\n"
    whose("mean_ablation")  # nothing else was asked
    said = "Computed with the series' own functions in place of my_ablation.\n"
    assert capsys.readouterr().out == said
    whose("dot", "softmax")
    said = "Computed with your my_dot, and with the series' own in place of my_softmax.\n"
    assert capsys.readouterr().out.endswith(said)
    with pytest.raises(ValueError, match="name: given 'shift'"):  # a question has no function
        yours("shift", my_dot)


def test_what_is_known_of_a_slow_function_is_said_when_it_is_interrupted():
    calls = []

    def slow(x):
        calls.append(x)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return 3 * x

    assert DOUBLE.judge(slow).message.startswith("One is wrong.")


# --- what does not end ----------------------------------------------------------------------------

ENDLESS = {  # what a cell may hold
    "a loop": "while True:\n        pass",
    "a loop that catches everything": """while True:
        try:
            [].pop()
        except:
            pass""",
    "a loop inside that catches everything": """while True:
        try:
            while True: pass
        except BaseException:
            continue""",
    "a generator": "return sum(1 for _ in iter(int, 1))",
}
ENDLESS_ONES = {kind: f"def my_double(x):\n    {body}" for kind, body in ENDLESS.items()}
has_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="Windows has no timer that interrupts"
)
WAYS = [
    pytest.param(deadline.timed, marks=has_timer),
    deadline.watched,
    pytest.param(
        deadline.looking,
        marks=pytest.mark.skipif(
            sys.version_info < (3, 12), reason=f"{ANYWAY}sys.monitoring, new in Python 3.12"
        ),
    ),
]


@pytest.fixture(params=WAYS)
def soon(request, monkeypatch):
    """One of the ways to interrupt, and a limit that is soon over."""
    monkeypatch.setattr(deadline, "_way", lambda: request.param)
    monkeypatch.setattr(deadline, "SECONDS", 0.2)
    monkeypatch.setattr(deadline, "AGAIN", 0.02)


@pytest.mark.parametrize("kind", ENDLESS)
def test_what_does_not_end_is_stopped(kind, soon):
    if kind == "a loop inside that catches everything" and deadline._way() is deadline.watched:
        pytest.skip(f"{ANYWAY}what strikes from another thread is always caught there")
    assert DOUBLE.judge(typed(ENDLESS_ONES[kind])).message.startswith("Stopped: your code had not")
    assert not deadline.is_over()
    assert DOUBLE.judge(prints).message.startswith("One is wrong.")  # the next has its own time


def test_a_cell_of_an_older_ipython_is_typed(monkeypatch):
    """IPython 7, which Colab has, keeps lines with a time, as if they belonged to a file."""
    cell, file = (2, 1.0, ["1\n"], "<cell>"), (2, 1.0, ["1\n"], "one.py")
    monkeypatch.setattr(linecache, "cache", {"<cell>": cell, "one.py": file})
    monkeypatch.setattr(linecache, "_ipython_cache", {"<cell>": cell}, raising=False)
    assert deadline.is_typed("<cell>")
    assert not deadline.is_typed("one.py")


def test_a_limit_inside_a_limit_does_not_end_the_outer_one(soon):
    """A function that its check accepts calls another that is checked."""
    names = {"DOUBLE": DOUBLE, "np": np, "deadline": deadline}
    cell = """def my_double(x):
    assert DOUBLE.judge(np.float64(2).__mul__).passed
    with deadline.limited(1000):
        pass
    while x.ndim > 2:
        pass
    return 2 * x"""
    run(cell, names)
    assert DOUBLE.judge(names["my_double"]).message.startswith("Stopped: your code had not")


def test_a_limit_inside_a_limit_says_nothing_false(soon, monkeypatch):
    monkeypatch.setattr(deadline, "SECONDS", 100)

    def my_double(x):
        return 2 * x if DOUBLE.judge(np.float64(2).__mul__).passed else x

    assert DOUBLE.judge(my_double).passed


def test_an_inner_limit_leaves_an_outer_interrupt_alone(soon):
    """Whose time is over is said of that one."""
    inner = replace(DOUBLE, name="inner")
    with pytest.raises(KeyboardInterrupt), deadline.limited(0.1):
        inner.judge(typed(ENDLESS_ONES["a loop"]))
    with deadline.limited(1000):
        assert "Stopped" in inner.judge(typed(ENDLESS_ONES["a loop"])).message
        assert not deadline.is_over()


@has_timer
def test_a_debugger_follows_a_cell_on_after_its_check_was_stopped(monkeypatch):
    """Nothing strikes there any more, though a debugger traces each line."""
    monkeypatch.setattr(deadline, "SECONDS", 0.2)
    lines = []

    def trace(frame, event, _):
        if event == "line" and frame.f_code.co_name == "<module>":
            lines.append(frame.f_lineno)
        return trace

    names = {"DOUBLE": DOUBLE, "np": np}
    cell = f"{ENDLESS_ONES['a loop']}\nfeedback = DOUBLE.judge(my_double)\nbelow = 1\nend = 2"
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            run(cell, names)
    finally:
        sys.settrace(before)
    assert names["feedback"].message.startswith("Stopped")
    assert lines[-3:] == [4, 5, 6]


@pytest.mark.parametrize("at", ["begin", "end"])
def test_a_limit_that_fails_is_over_all_the_same(at, monkeypatch):
    """As when no thread can be started, or its reader interrupts the kernel there."""

    @contextlib.contextmanager
    def fails(end):
        if at == "end":
            yield
        raise OSError

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(6000)
    monkeypatch.setattr(deadline, "_way", lambda: fails)
    try:
        with pytest.raises(OSError), deadline.limited(1e-9):  # noqa: PT011
            pass
        assert not deadline.is_over()
        assert sys.getrecursionlimit() == 6000
    finally:
        deadline._of_thread.__dict__.clear()
        sys.setrecursionlimit(before)


@has_timer
def test_a_timer_that_runs_already_goes_on():
    struck = []
    before = signal.signal(signal.SIGALRM, lambda *_: struck.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        with deadline.limited(1):
            pass
        left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        assert 1 < left <= 100
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_check_in_another_thread_is_stopped_too(monkeypatch):
    monkeypatch.setattr(deadline, "SECONDS", 0.2)
    in_a_thread = ThreadPoolExecutor(1).submit(DOUBLE.judge, typed(ENDLESS_ONES["a loop"]))
    assert in_a_thread.result().message.startswith("Stopped: your code had not returned.")


def test_however_deep_calls_may_go_for_the_reader_a_check_ends_them():
    """Ten million calls inside calls would fill the memory."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**7)
    try:
        assert DOUBLE.judge(recurses).error.startswith("RecursionError")
        assert sys.getrecursionlimit() == 10**7
    finally:
        sys.setrecursionlimit(before)


# --- random inputs, and how near is near enough ---------------------------------------------------


def test_the_smallest_random_input_that_fails_is_shown():
    by_loops = replace(DOUBLE, draw=lambda rng: (rng.standard_normal(rng.integers(1, 8, 2)),))
    feedback = by_loops.judge(lambda x: np.where(np.arange(len(x)) == 4, 0, 2 * x.T).T)
    assert feedback.verdict == "Right on the small cases, wrong on this one."
    assert feedback.case.name == "random input"
    assert len(feedback.case.arguments["x"]) == 5


SUM = replace(
    DOUBLE,
    reference=lambda x: np.asarray(x).sum(axis=-1),
    cases=(Case("two", (np.array([1.0, 2.0]),), "Two are wrong."),),
    draw=lambda rng: (draws.numbers(rng, *draws.sizes(rng, 2)),),
)


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: [sum(row) for row in x] if x.ndim > 1 else sum(x),
        lambda x: np.float32(x).sum(axis=-1),
        lambda x: x[..., ::-1].sum(axis=-1),
    ],
)
def test_what_is_right_is_accepted_at_every_size(answer):
    assert SUM.first_fault(answer, replace(SUM, seeds=range(1000)).all_cases()) is None


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: x.sum(axis=-1) + 1e-6,
        lambda x: np.abs(x.sum(axis=-1)),
        lambda x: np.clip(x, -1e5, None).sum(axis=-1),
        lambda x: np.where(np.abs(x) < 1e-4, 0, x).sum(axis=-1),
        lambda x: [sum(set(row)) for row in x] if x.ndim > 1 else sum(x),
        lambda x: np.floor(x).sum(axis=-1),
        lambda x: x[..., :6].sum(axis=-1),
        lambda x: x.astype(np.float16).sum(axis=-1),
    ],
)
def test_what_is_wrong_at_some_size_is_refused(answer):
    assert not SUM.judge(answer).passed


def silu(x):
    return np.asarray(x) / (1 + np.exp(-np.asarray(x, float)))


SILU = replace(
    DOUBLE,
    reference=silu,
    cases=(Case("far below 0", (np.array([-185.0, -36.5, -30.0, -20.0, 3.0]),), "It is wrong."),),
    draw=lambda rng: (rng.uniform(-60, 60, (3, 4)),),
)
SOFTMAX = replace(
    DOUBLE,
    reference=attention.softmax,
    cases=(Case("far apart", (np.array([[0.0, -20.7, -25.0], [500, 400, 0]]),), "It is wrong."),),
    draw=lambda rng: (draws.numbers(rng, 3, 4, huge=1e3),),
)


def test_a_right_formula_may_give_0_for_what_is_nearly_nothing():
    assert SILU.judge(lambda x: x * (1 + np.tanh(x / 2)) / 2).passed
    assert SILU.judge(silu).passed


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: np.where(x < -15, 0, silu(x)),
        lambda x: silu(x) + 1e-11,
        lambda x: silu(x) * (1 + 2e-6),
    ],
)
def test_what_is_not_nearly_nothing_is_compared(answer):
    assert not SILU.judge(answer).passed


@pytest.mark.parametrize("least", [1e-10, 2e-9])
def test_small_weights_are_compared(least):
    """The second weight is 1e-9, the third 1e-11."""
    weights = attention.softmax
    assert not SOFTMAX.judge(lambda x: np.where(weights(x) < least, 0, weights(x))).passed
    assert not SOFTMAX.judge(lambda x: weights(x) + 1e-12).passed


def test_only_matrices_have_more_rows_than_others():
    batch = np.ones((3, 2, 4))
    for other in (np.ones((2, 4)), np.ones(5), np.array(1.0)):
        assert "S has more rows than x" not in traits(("S", "x"), (batch, other))
    matrices = np.ones((3, 4)), np.ones((2, 4))
    assert "Q has more rows than x" in traits(("Q", "x"), matrices)


@pytest.mark.parametrize(
    ("answer", "trait"),
    [
        (lambda x: np.where(x.dtype == int, 0, 2.0 * x), "holds whole numbers (dtype int64)"),
        (lambda x: np.where(x.dtype == np.float32, 0, 2 * x), "is in float32"),
        (lambda x: np.where(np.abs(x) > 100, 0, 2 * x), "holds numbers above 100"),
        (lambda x: 2 * x if 1 not in x.shape or x.size == 1 else 3 * x, "has a size of 1"),
        (lambda x: np.where(np.argmax(x) == 1, 0, 2 * x), None),  # nothing in the table
        (lambda x: np.where(x.ndim and x.size > 1, 0, 2 * x), None),  # most draws are wrong
    ],
)
def test_what_is_special_about_the_wrong_draws_is_said_only_if_it_is_true(answer, trait):
    by_kind = replace(SUM, reference=lambda x: 2 * np.asarray(x))
    explanation = " ".join(by_kind.judge(answer).explanation)
    _, *draws = by_kind.all_cases()
    wrong = [case.arguments[0] for case in draws if by_kind.first_fault(answer, [case])]
    if trait is None:
        assert "Wrong on " not in explanation
    else:
        sentence = f"Wrong on {len(wrong)} of 40 random inputs: x {trait} in each of them."
        assert sentence in explanation
        assert all(map(TRAITS[trait], wrong))
        assert len(wrong) >= 2


def test_masks_are_drawn_in_every_shape_that_broadcasts():
    drawn = [draws.mask(np.random.default_rng(seed), 2, 3, 4) for seed in range(400)]
    shapes = {mask.shape for mask in drawn}
    assert len(shapes) == 2 + 4 + 8
    assert all(np.broadcast_shapes(shape, (2, 3, 4)) == (2, 3, 4) for shape in shapes)
    assert any(not mask.any(axis=-1).all() for mask in drawn)
    seen = [draws.mask(np.random.default_rng(seed), 2, 3, 4, blind=False) for seed in range(400)]
    assert all(mask.any(axis=-1).all() for mask in seen)


# --- what is certain of an answer's own code ------------------------------------------------------

OURS, WIDTH = np.array([3.0]), 4


def our_width(x):
    return WIDTH * x


def never_x(x):
    return 2 * OURS


def no_x(x):
    return np.ones(3)


def one_list(x):
    rows = [[0] * x.shape[-1]] * len(x)
    for i, row in enumerate(np.atleast_2d(x)):
        for j, entry in enumerate(row):
            rows[i][j] = 2 * entry
    return np.reshape(rows[: len(np.atleast_2d(x))], x.shape)


def counts_twice(x):
    for i in range(2):
        for i in range(len(x)):
            x = x + i
    return x


def pairs_all(x):
    return np.dot(2 * x, x) if x.ndim == 3 else 2 * x


@pytest.mark.parametrize(
    ("answer", "fragment"),
    [
        (never_x, "You never use x, but OURS of the notebook"),
        (our_width, "You use WIDTH of the notebook"),
        (no_x, "You never use x."),
        (one_list, "holds the same list n times"),
        (lambda x: np.broadcast_to(2 * x[0], x.shape), "Both rows of your result are the same."),
        (lambda x: np.int64(3 * x / 2), "holds whole numbers (dtype int64)"),
        (lambda x: 2 * x + 1e-5 * (x > 0), "nearly right"),
        (lambda x: 6 * x, "All your numbers are the right ones times 3."),
        (lambda x: -2 * x, "All your numbers have the wrong sign."),
        (counts_twice, "The inner loop puts other values into i of the outer one"),
        (pairs_all, "np.dot multiplies each matrix"),
    ],
)
def test_what_is_certain_is_said(answer, fragment):
    factor = 2.25 if "whole numbers" in fragment else 2
    exercise = replace(DOUBLE, reference=lambda x: factor * np.asarray(x))
    assert fragment in exercise.judge(answer).message


def test_numbers_are_the_right_ones_times_another_only_where_all_of_them_are():
    for answer in (lambda x: 6 * x + (x == 0), lambda x: 6 * x if x.ndim > 1 else 2 * x):
        assert "right ones times" not in DOUBLE.judge(answer).message


def test_what_stops_may_use_the_notebook_and_not_what_it_is_given():
    """The table in view is that of the page, which has another size than the case: "print the
    shapes" alone leads nowhere."""
    cell = "S = np.ones((3, 3))\n\ndef my_attention(Q, K, V):\n    return softmax(S) @ V"
    said = check("formula", ran(cell, "formula")).message
    assert "You never use Q, but S of the notebook, which is the same in every call." in said
    assert "The sizes that meet at @ differ" in said


def test_pythons_max_is_named_where_it_stops_at_rows():
    cell = "def my_softmax(scores):\n    e = np.exp(scores - max(scores))\n    return e / e.sum()"
    said = check("softmax", ran(cell, "softmax")).message
    assert "Python's max compares whole rows" in said
    assert "write &" not in said
    by_and = "def my_masked_softmax(scores, mask):\n    return scores if max(1, 2) and mask else 0"
    assert "write &" in check("masked_softmax", ran(by_and, "masked_softmax")).message


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("return x.sum(axis=3)", "axis=-1 is always the last"),
        ("return x @ np.ones(17)", "print the shapes on both sides of it"),
        ("return np.ones(17) + np.ones(16)", "These shapes do not fit entry by entry: print"),
        ("y = np.ones((2, 3)); return y / y.sum(axis=1)", "keepdims=True keeps the axis of a sum"),
        ("return 2 * x if np.ones(2) else x", "For arrays write &, | and ~"),
        ("y = np.arange(3); y /= 2", "write x = x / y"),
        ("return max({}, key=len)", "nothing was counted"),
        ("return {[1]: x}", "What a dictionary counts is a tuple"),
        ("a, b = my_double", "Brackets after its name call it"),
        ("return silu(x)", "silu has no name in NumPy"),
        ("return relu(x)", "relu has no name in NumPy"),
        ("return math.exp(x)", "np.exp"),
        ("return my_other(x)", "mine"),
        ("return x / d", "take it from the shape of an argument"),
        ("y = y * x; return y", "mind their order"),
        ("x.append(1)", "Lists have append, arrays do not"),
        (
            "rows = []; rows = rows.append(x); return 2 * rows",
            "append changes rows and returns None",
        ),
        ("return np.append(x, x) @ x", "np.vstack keeps the rows"),
        ("return np.arange(1, 3) ** -1", "to a negative power is a fraction"),
        ("import math; return math.sqrt(np.ones(2))", "The functions of math take one number"),
        ("import math; return math.exp(1000)", "math.exp stops above 709"),
        ("y = np.ones((1, 2, 3)); n, d = y.shape", "takes the last two"),
        ("attention = lambda: (np.ones(2), np.ones(3)); np.array(attention())", "take .output"),
        ("return np.ones((1, 2, 3)).transpose(1, 0)", "swapaxes exchanges two of them"),
        ("return 2.5 ^ x", "the square of x is x**2"),
        ("return x.sum()[0]", "This is a single number here"),
        ("return [np.ones(2)[i] for i in range(3)]", "A range with a number in it fits one size"),
        ("return np.zeros(2, 3)", "A shape is one argument"),
        ("return x.shape[5]", "shape[-1] is always the size of the last"),
        ("return [list(row) for row in np.ones(2)]", "gives numbers, not rows"),
        ("return [x[i] for i in np.ones((2, 2))]", "for i in range(len(…))"),
        ("return np.ones(6).reshape(2, 4)", "A number in reshape fits one size"),
        ("return np(x)", "A module is no function"),
        ("return softmax(x)", "attention.softmax"),
        ("return x - inf", "np.inf"),
    ],
)
def test_a_line_that_stops_is_explained(line, says):
    (advice,) = DOUBLE.judge(typed(f"def my_double(x):\n    {line}")).explanation
    assert says in advice


def test_a_name_that_an_answer_gives_away_is_told():
    exercise = replace(DOUBLE, cases=(Case("a function", (np.sin,), "It is wrong."),))
    cell = "def my_double(x):\n    x = x(1)\n    return x(2)"
    assert "Your code gives the name x to a result" in exercise.judge(typed(cell)).message


WORDS = replace(
    DOUBLE,
    reference=lambda x: list(x),
    cases=(Case("words", (["so", "it", "is"],), "They are wrong."),),
    draw=lambda rng: (rng.choice(["a", "b"], 3).tolist(),),
)
COUNTS = replace(
    WORDS,
    reference=lambda x: np.array([2, 4, 6]),
    draw=lambda rng: (["a"],),
)
TEXT = replace(WORDS, reference=lambda x: "so it", draw=lambda rng: (["a"],))


@pytest.mark.parametrize(
    ("exercise", "result", "says"),
    [
        (COUNTS, [2, 4], "Your list has 2 entries, expected 3; the first 2 are right."),
        (COUNTS, (2, 4, 6, 8), "Your tuple has 4 entries, expected 3; the first 3 are right."),
        (
            COUNTS,
            [2, 5, 6, 8],
            "Your list has 4 entries, expected 3. They first differ at index 1: 5, expected 4.",
        ),
        (
            COUNTS,
            np.array([0.5]),
            "Your result has 1 entry, expected 3. They first differ at index 0: 0.5, expected 2.",
        ),
        (WORDS, ["so"], "Your list has 1 entry, expected 3; the first is right."),
        (
            WORDS,
            ["so", "is"],
            "Your list has 2 entries, expected 3. They first differ at index 1: 'is', "
            "expected 'it'.",
        ),
        (WORDS, ["so", "it", "was"], "It first differs at index 2: 'was', expected 'is'."),
        (TEXT, "so i", "Your text has 4 characters, expected 5; the first 4 are right."),
        (TEXT, "so", "Your text has 2 characters, expected 5; the first 2 are right."),
        (TEXT, "so at", "It first differs at index 3: 'a', expected 'i'."),
        (COUNTS, [[2, 4, 6]], "Your result has shape (1, 3), expected (3,)."),
    ],
)
def test_a_list_or_a_text_says_where_it_first_differs(exercise, result, says):
    assert says in exercise.judge(lambda x: result).message


def test_matrices_are_called_the_same_only_if_all_of_them_are():
    """Not those of one head in each text."""
    matrices = np.arange(24.0).reshape(2, 2, 2, 3)
    four = replace(DOUBLE, cases=(Case("four", (matrices,), "They are wrong."),))
    same_texts = four.judge(lambda x: np.broadcast_to(2 * x[0] + 1, x.shape) if x.ndim > 3 else x)
    assert "are the same" not in same_texts.message
    all_same = four.judge(lambda x: np.broadcast_to(2 * x[0, 0], x.shape) if x.ndim > 3 else x)
    assert "All 4 matrices of your result are the same." in all_same.message
    two = replace(DOUBLE, cases=(Case("two", (matrices[0],), "They are wrong."),))
    both = two.judge(lambda x: np.broadcast_to(2 * x[0], x.shape) if x.ndim > 2 else 2 * x)
    assert "Both matrices of your result are the same." in both.message


ONLY_POSITIVE = replace(
    DOUBLE,
    new=True,
    reference=lambda x: np.maximum(x, 0),
    cases=(Case("one", (np.array([1.0]),), "One is wrong."),),
)
JOINED = replace(WORDS, new=True)


@pytest.mark.parametrize(
    ("exercise", "answer", "says"),
    [
        (ONLY_POSITIVE, lambda x: x if (x > 0).all() else np.maximum(x, 0), "is x itself"),
        (ONLY_POSITIVE, lambda x: x[:] if (x > 0).all() else np.maximum(x, 0), "a new array."),
        (
            JOINED,
            lambda x: x,
            "What your function returns is x itself, or a part of it: expected a",
        ),
        (JOINED, lambda x: [*x], ""),
        (JOINED, lambda x: tuple(x), ""),
        (ONLY_POSITIVE, lambda x: np.maximum(x, 0), ""),
        (replace(JOINED, new=False), lambda x: x, ""),
    ],
)
def test_where_a_new_list_is_promised_the_given_one_is_none(exercise, answer, says):
    feedback = exercise.judge(answer)
    assert feedback.passed == (not says)
    assert says in feedback.message


# --- in a kernel --------------------------------------------------------------------------------


def test_in_a_kernel_what_is_displayed_an_error_and_an_endless_loop_end_in_the_verdict():
    """Of displays and plots, the text stands there, as of what is printed."""
    first = """import time
from IPython.display import clear_output, display
import matplotlib.pyplot as plt
from helpers.exercises import check"""
    displays = """def my_softmax(scores):
    clear_output()
    display(scores)
    plt.figure(figsize=(0.1, 0.1))  # drawn soon: all calls together have ten seconds
    plt.show()

check("softmax", my_softmax)"""
    wrong = """def my_softmax(scores):
    total = scores.sum(axes=-1)
    return scores / total

check("softmax", my_softmax)"""
    endless = """def my_softmax(scores):
    while True:
        time.sleep(0.01)

check("softmax", my_softmax)"""
    sources = [first, displays, "display('seen')", wrong, endless, "print('below')"]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    client = NotebookClient(notebook, timeout_func=lambda cell: 2 if cell.source == endless else 60)
    client.interrupt_on_timeout = True
    client.execute()
    _, *outputs = (cell.outputs for cell in notebook.cells)
    assert [*map(len, outputs)] == [1] * 5
    displayed, after, shown, looped, below = (output for (output,) in outputs)
    assert "Your code printed: array([3.])\n<Figure size" in displayed.data["text/plain"]
    assert after.data["text/plain"] == "'seen'"
    shown = shown.data["text/plain"]
    assert "line 2: total = scores.sum(axes=-1)\nTypeError:" in shown
    assert "helpers" not in shown
    assert "Stopped: your code had not returned" in looped.data["text/plain"]
    assert below.text == "below\n"


def test_a_check_that_is_measured_says_that_it_shows_no_verdict():
    """IPython has the lines of %%timeit in a file of this name."""
    code = compile('check("leak", ...)', "<magic-timeit>", "exec")
    with pytest.raises(ValueError, match=r"^%%timeit shows no verdict: remove it"):
        exec(code, {"check": check})
