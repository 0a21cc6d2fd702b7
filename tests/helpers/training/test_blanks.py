"""What a reader writes on a page, tried in the page's own cells: parts of notebook 10's tape, a
rule of notebook 08's MLP, a step and a layer of notebook 12."""

import itertools
import re
import time

import numpy as np
import pytest

from helpers import figures
from helpers.drawing.shapes import Line
from helpers.training import blanks, letters, tape, watched
from tests.helpers.training.test_tape import (
    CELLS,
    DOTS,
    RELUS,
    Value,
    back,
    with_line,
)
from tests.lessons import read
from tools.repository import ROOT

BLANKS = {
    "tape-product": blanks.PRODUCT,
    "tape-back": blanks.LOOP,
    "relu-box": blanks.RELU,
}
FOLDED = {
    "tape-product": "tape-times",
    "tape-back": "tape-looped",
    "relu-box": "relu-tried",
}
RIGHT_LOOP = blanks.LOOP.right
RIGHT_PRODUCT = blanks.PRODUCT.right


def of_product(of_self, of_other, x="self.x * other.x"):
    return f"return Value({x}, (self, {of_self}), (other, {of_other}))"


def of_loop(line, paths="before, local in value.paths", order="reversed(order)"):
    return f"for value in {order}:\n        for {paths}:\n            {line}"


def of_relu(path="to * (x.x > 0)", value="np.maximum(x.x, 0)"):
    return f"return Value({value}, (x, lambda to: {path}))"


CAME = "value.slope * local"
ADDED = f"before.slope += {CAME}"
NOTHING, ALONE, KEEPS = "Nothing has come back", "from the loss alone", "With =, a"
NO_LOCAL, NO_SLOPE, PATHS = (
    "local slope is left out",
    "itself, value.slope, is",
    "Paths are left out",
)
TIMES, AVERAGED, HOLDS = "slopes are multiplied", "not averaged", "what the box holds"
CALLED, OF_VALUE, PAIR, BEFORE = (
    "local is a number",
    "are value.paths",
    "is a pair: for",
    "stands first",
)
BACKWARDS, TO_SLOPE, LATER = "order.reverse() gives", "not to before", "Later, boxes hold"
OPERAND, AS_ARRAYS = "TypeError (unsupported operand", "e 6.0, w 12.0, x 30.0 but not so for arrays"
WRONG, ONLY, SUM, ITSELF = (
    "is the wrong factor",
    "Both factors need a path",
    "That is w + x",
    "product itself",
)
OF_A_SUM, NUMBER, ANY = "slopes of a sum", "local slope is a number,", "hold for all factors"
STAR, BRACKETED, TWO, IN_A_LIST = (
    "Multiply with *",
    "pair in brackets",
    "A path is a pair: the",
    "no list",
)
NO_ATTRIBUTE = "AttributeError ('float' object has no attribute"
EARLIER, LEFT_OUT = "begins with the earlier", "to, is left out"
NO_FLOAT, FALLS, OTHER_WAY, BRACKETS = (
    "leave out float",
    "does not fall",
    "above.",
    "comes before >",
)
A_PAIR, A_FUNCTION, CHANGED = "Write a path as", "only in a function", "other boxes use is"
R, STAYS, DECIDES = "y [0. 3.], to x", "and relu stays 0", "x decides"
BELOW, ITS_PATH, EACH, BY_VALUE = "Below 0, relu gives", "a path to x", "for itself", "by a value"
PRODUCT, LOOP, RELU = BLANKS
IN_PLACE = "to[x.x < 0] = 0; return to"
WRITTEN = [  # in which cell, the line, what it gives, and what is said of it
    (PRODUCT, "return ...", "nothing", ""),
    (PRODUCT, "...", "nothing", ""),
    (PRODUCT, of_product("...", "..."), "nothing", ""),
    (PRODUCT, of_product("self.x", "other.x"), "u 8.0, to w 24.0, to x 12.0", WRONG),
    (PRODUCT, of_product("self.x", "self.x"), "u 8.0, to w 24.0, to x 24.0", WRONG),
    (PRODUCT, of_product("other.x", "other.x"), "u 8.0, to w 12.0, to x 12.0", WRONG),
    (
        PRODUCT,
        "return Value(self.x * other.x, (self, other.x))",
        "u 8.0, to w 12.0, to x 0.0",
        ONLY,
    ),
    (
        PRODUCT,
        "return Value(self.x * other.x, (other, self.x))",
        "u 8.0, to w 0.0, to x 24.0",
        ONLY,
    ),
    (PRODUCT, "return Value(self.x * other.x)", "u 8.0, to w 0.0, to x 0.0", ONLY),
    (PRODUCT, "return self.x * other.x", "8.0 without paths", ""),
    (PRODUCT, of_product("1", "1", "self.x + other.x"), "u 6.0, to w 6.0, to x 6.0", SUM),
    (PRODUCT, of_product("1", "1"), "u 8.0, to w 6.0, to x 6.0", OF_A_SUM),
    (PRODUCT, of_product(*2 * ["self.x * other.x"]), "u 8.0, to w 48.0, to x 48.0", ITSELF),
    (PRODUCT, of_product("other", "self"), OPERAND, NUMBER),
    (PRODUCT, of_product("lambda to: to * other.x", "lambda to: to * self.x"), OPERAND, NUMBER),
    (PRODUCT, of_product("other.paths", "self.paths"), "TypeError (can't multiply", NUMBER),
    (
        PRODUCT,
        of_product("other.x", "self.x", "self.x @ other.x"),
        f"{OPERAND} type(s) for @",
        STAR,
    ),
    (
        PRODUCT,
        of_product("other.x", "self.x", "np.dot(self.x, other.x)"),
        f"{RIGHT_PRODUCT} but",
        ANY,
    ),
    (PRODUCT, "return Value(u.x * x.x, (u, x.x), (x, u.x))", "u 16.0,", "take the factors,"),
    (PRODUCT, of_product("other.x", "self.x", "self * other"), "RecursionError (", "calls itself"),
    (
        PRODUCT,
        "return Value(self.x * other.x, self, other)",
        "TypeError (cannot unpack",
        BRACKETED,
    ),
    (PRODUCT, "return Value(self.x * other.x, (self,), (other,))", "ValueError (not enough", TWO),
    (
        PRODUCT,
        "return Value(self.x * other.x, [(self, other.x), (other, self.x)])",
        "AttributeError ('tuple'",
        IN_A_LIST,
    ),
    (
        PRODUCT,
        "return Value(self.x * other.x, (self.x, other.x), (other.x, self.x))",
        "AttributeError ('float'",
        EARLIER,
    ),
    (PRODUCT, of_product("other.x", "self.x"), RIGHT_PRODUCT, ""),
    (
        PRODUCT,
        "return Value(other.x * self.x, (other, self.x), (self, other.x))",
        RIGHT_PRODUCT,
        "",
    ),
    (LOOP, DOTS["tape-back"], "nothing", ""),
    (LOOP, of_loop("..."), "e 0.0, w 0.0, x 0.0", NOTHING),
    (LOOP, of_loop(ADDED.replace("value.slope", "...")), "nothing", ""),
    (LOOP, of_loop(ADDED, order="order"), "e 6.0, w 0.0, x 0.0", ALONE),
    (LOOP, of_loop(ADDED.replace("+=", "=")), "e 3.0, w 6.0, x 12.0", KEEPS),
    (LOOP, of_loop("before.slope += value.slope"), "e 2.0, w 2.0, x 4.0", NO_LOCAL),
    (LOOP, of_loop("before.slope += local"), "e 6.0, w 2.0, x 5.0", NO_SLOPE),
    (LOOP, of_loop("before.slope += loss.slope * local"), "e 6.0, w 2.0, x 5.0", NO_SLOPE),
    (LOOP, of_loop("before.slope += before.slope * local"), "e 0.0, w 0.0, x 0.0", NOTHING),
    (LOOP, of_loop("value.slope += before.slope * local"), "e 0.0, w 0.0, x 0.0", NOTHING),
    (LOOP, of_loop("before.slope += value.slope + local"), "e 8.0, w 12.0", TIMES),
    (LOOP, of_loop("before.slope += value.x * local"), "e 54.0", HOLDS),
    (LOOP, of_loop(f"{ADDED}; break"), "e 3.0, w 6.0, x 0.0", PATHS),
    (LOOP, of_loop(ADDED, paths="before, local in value.paths[1:]"), "e 3.0, w 0.0", PATHS),
    (LOOP, of_loop(f"{ADDED}\n        return"), "e 6.0, w 0.0, x 0.0", ALONE),
    (LOOP, of_loop(f"{ADDED} / len(value.paths)"), "e 3.0, w 0.75, x 2.25", AVERAGED),
    (LOOP, of_loop("before.slope += local(value.slope)"), "TypeError ('float' object", CALLED),
    (LOOP, of_loop(ADDED, "local, before in value.paths"), f"{NO_ATTRIBUTE} 'slope'", BEFORE),
    (LOOP, of_loop("before += value.slope * local"), f"{NO_ATTRIBUTE} 'x'", TO_SLOPE),
    (LOOP, of_loop(ADDED, "before, local in value"), "TypeError ('Value'", OF_VALUE),
    (LOOP, of_loop("before.slope += value.slope * before"), OPERAND, BEFORE),
    (LOOP, of_loop("raise KeyboardInterrupt"), "no result before it was stopped", ""),
    (LOOP, of_loop(ADDED, "before in value.paths"), "AttributeError ('tuple'", PAIR),
    (LOOP, of_loop("value.slope += local", "local in value.paths"), OPERAND, BEFORE),
    (
        LOOP,
        of_loop("path[0].slope += value.slope * path", "path in value.paths"),
        "TypeError (can't multiply",
        PAIR,
    ),
    (LOOP, of_loop(ADDED, order="order.reverse()"), "TypeError ('NoneType'", BACKWARDS),
    (LOOP, of_loop("before.slope += value.slope * float(local)"), AS_ARRAYS, LATER),
    (LOOP, of_loop(ADDED), RIGHT_LOOP, ""),
    (LOOP, of_loop(ADDED, order="order[::-1]"), RIGHT_LOOP, ""),
    (LOOP, of_loop(ADDED.replace("+=", "= before.slope +")), RIGHT_LOOP, ""),
    (LOOP, of_loop("before.slope += local * value.slope"), RIGHT_LOOP, ""),
    (
        LOOP,
        of_loop("path[0].slope += path[1] * value.slope", "path in value.paths"),
        RIGHT_LOOP,
        "",
    ),
    (RELU, "return ...", "nothing", ""),
    (RELU, of_relu("..."), "nothing", ""),
    (RELU, "return np.maximum(x.x, 0)", "[[0. 3.]] without paths", ""),
    (RELU, of_relu(value="x.x"), "y [-2.  3.]", BELOW),
    (RELU, of_relu("to"), f"{R} [ 5. -7.]", STAYS),
    (RELU, of_relu("np.maximum(to, 0)"), f"{R} [5. 0.]", DECIDES),
    (RELU, of_relu("x.x > 0"), f"{R} [False  True]", LEFT_OUT),
    (RELU, of_relu("np.maximum(x.x, 0)"), f"{R} [0. 3.]", LEFT_OUT),
    (RELU, of_relu("to * np.maximum(x.x, 0)"), f"{R} [  0. -21.]", BY_VALUE),
    (RELU, of_relu("to * x.x"), f"{R} [-10. -21.]", BY_VALUE),
    (RELU, "return Value(np.maximum(x.x, 0))", f"{R} nothing", ITS_PATH),
    (RELU, of_relu("to * np.sign(x.x)"), f"{R} [-5. -7.]", FALLS),
    (RELU, of_relu("to * (x.x < 0)"), f"{R} [ 5. -0.]", OTHER_WAY),
    (RELU, of_relu("to * x.x > 0"), f"{R} [False False]", BRACKETS),
    (RELU, of_relu("1.0 * (x.x > 0)"), f"{R} [0. 1.]", LEFT_OUT),
    (RELU, of_relu(value="np.maximum(x.x, 0.01 * x.x)"), "y [-0.02", BELOW),
    (RELU, f"def path(to): {IN_PLACE}\n    {of_relu('path(to)')}", f"{R} [ 0. -7.] but", CHANGED),
    (RELU, "return Value(np.maximum(x.x, 0), x)", "TypeError (cannot unpack", A_PAIR),
    (
        RELU,
        "return Value(np.maximum(x.x, 0), (x, to * (x.x > 0)))",
        "NameError (name 'to'",
        A_FUNCTION,
    ),
    (RELU, of_relu(value="np.max(x.x, 0)"), "y [-2.  3.]", BELOW),
    (RELU, of_relu(value="max(x.x, 0)"), "ValueError (The truth value", EACH),
    (RELU, of_relu("to * (x > 0)"), "TypeError ('>", "Take the array, x.x"),
    (RELU, of_relu(value="np.maximum(x, 0)"), "TypeError ('>", "Take the array, x.x"),
    (RELU, of_relu(), blanks.RELU.right, ""),
    (RELU, of_relu("np.where(x.x < 0, 0, to)", "x.x * (x.x > 0)"), blanks.RELU.right, ""),
]
SAID = {said for *_, said in WRITTEN if said}


@pytest.mark.parametrize("blank", BLANKS.values(), ids=lambda blank: blank.called)
def test_each_known_mistake_is_tried_here(blank):
    for begin in blank.mistakes:
        assert any(given.startswith(begin) for *_, given, _ in WRITTEN), begin


def of_the_page(names, cell):
    called = {LOOP: "back", RELU: "relu"}
    return names["Value"].__mul__ if cell == PRODUCT else names[called[cell]]


@pytest.mark.parametrize(("cell", "line", "given", "mistake"), WRITTEN)
def test_what_a_reader_writes_is_tried(cell, line, given, mistake, monkeypatch):
    monkeypatch.setattr(watched, "_kept", [])
    blank, told, followed = BLANKS[cell], [], []
    names = {"np": np, "blanks": blanks, "tape": tape, "Value": Value, "watched": watched}
    names |= {"aside": lambda said, *_: told.append(said), "order_of": tape.order_of}
    if cell != RELU:
        exec(CELLS["tape-value"].source, names)  # boxes of single numbers
        names["Value"].__mul__ = blanks.PRODUCT.own
    names |= {"table": figures.table, "slope_of": lambda f, x: (f(x + 1e-5) - f(x - 1e-5)) / 2e-5}
    monkeypatch.setattr(blanks, "RUNS", {})
    exec(with_line(cell, line), names)
    mine = of_the_page(names, cell)
    for _ in range(2):  # the folded cell may run again
        exec(CELLS[FOLDED[cell]].source, names)
        followed.append(watched.readers())
    first, again = told
    assert first.startswith(f"Your {blank.called} gives {given}")
    assert blanks.RUNS == {blank.called: given == blank.right}
    assert {x for x in SAID if x in first} == ({mistake} if mistake else set())
    assert of_the_page(names, cell) is (mine if given == blank.right else blank.own)
    own = f"The series' own {blank.called} runs the rest of this page."
    assert again == (first if given == blank.right else own)
    assert followed[0] == (watched.turns(mine) if cell == LOOP else ())  # a faulty one, too


@pytest.mark.parametrize("Value", [Value, tape.Value], ids=["of the page", "of the series"])
def test_the_page_s_own_are_right(Value):
    assert blanks.PRODUCT.tried(Value.__mul__, Value) == RIGHT_PRODUCT
    for way_back in (back, tape.back):
        assert blanks.LOOP.tried(way_back, Value) == RIGHT_LOOP
    assert blanks.RELU.tried(RELUS[Value], Value) == blanks.RELU.right


def test_the_series_own_product_gives_the_page_s_values():
    assert type(blanks.PRODUCT.own(Value(3.0), Value(2.0))) is Value


@pytest.mark.parametrize(
    "options",
    [{"precision": 3, "floatmode": "fixed"}, {"sign": " "}, {"legacy": "1.13"}],
    ids=lambda options: next(iter(options)),
)
def test_it_is_right_however_arrays_are_printed(options):
    with np.printoptions(**options):
        assert blanks.LOOP.accepted(back, Value)[0] is back


# --- the rule of notebook 08

PAGE_08 = read(ROOT / "notebooks" / "08_transformer_block.ipynb")
RULES = [  # the reader's cell, what it gives, and the mistake that is named
    ("", "nothing", "There are dots left"),
    ("norway - capital; 0; fjord", blanks.RULE.right, ""),
    ("2 * norway - 3 * capital; -0.9; fjord / 2", blanks.RULE.right, ""),
    ("[0, 0, 1, -1]; -0.5; [1, 1, 1, 1]", blanks.RULE.right, ""),
    (
        "0.3 * norway - 0.2 * capital; -0.1; fjord",
        blanks.RULE.right,
        "",
    ),  # 0.3 − 0.2 − 0.1 is not 0
    ("norway; 0; fjord", "“Norway alone” and “both” more fjord", "count against"),
    ("2 * norway - capital; 0; fjord", "“Norway alone” and “both” more fjord", "count against"),
    ("norway - capital; 1; fjord", "“neither”, “Norway alone” and “both”", "bias is above 0"),
    ("norway - capital; 0.5; fjord", "“neither”, “Norway alone” and “both”", "bias is above 0"),
    (
        "norway + capital; 0; fjord",
        "“Norway alone”, “capital alone” and “both”",
        "has to take away",
    ),
    ("capital; 0; fjord", "“capital alone” and “both”", "has to take away"),
    ("capital - norway; 0; fjord", "“capital alone” more fjord", "has to take away"),
    ("norway + capital; -1; oslo", "“both” more Oslo", "question of the first fact"),
    ("norway - capital; -1; fjord", "no vector anything", "No answer is above 0"),
    ("-norway; 0; fjord", "no vector anything", "No answer is above 0"),
    ("norway - capital; 0; oslo", "“Norway alone” more Oslo", "The row adds Oslo"),
    (
        "norway - capital; 0; fjord + oslo",
        "“Norway alone” more Oslo, more fjord",
        "The row adds Oslo",
    ),
    ("norway - capital; 0; -fjord", "“Norway alone” less fjord", "takes fjord away"),
    ("norway - capital; 0; 0 * fjord", "“Norway alone” nothing", "0 everywhere"),
    ("norway - capital; 0; norway", "“Norway alone” more Norway", "Its row should add"),
    ("norway - capital + fjord; 0; fjord", "a question about Oslo or fjord", "has to be made of"),
    ("[1, -1, 0, 0]; -1; fjord", "“both” more fjord", "question of the first fact"),
    ("norway * capital; 0; fjord", "a question about Oslo or fjord", "has to be made of"),
    (
        "[1, -1, 0, 0]; 0; [0, 0, 0, 1]",
        "“Norway alone”, “capital alone”",
        "names of the directions",
    ),
    ("norway.reshape(4, 1); 0; fjord", "a column that is no vector", "names of the directions"),
    ("norway - capital; [0]; fjord", "a bias that is no single number", "without brackets"),
    ("norway - capital; '0'; fjord", "something that is no number", "quotation marks"),
    ("norway - capital; 0; 'fjord'", "a row that is no vector of 4", "names of the directions"),
    ("[norway, -capital]; 0; fjord", "a column that is no vector of 4", "names of the directions"),
    ("[norway, 1, 0, 0]; 0; fjord", "a column that is no vector of 4", "names of the directions"),
    ("norway @ capital; 0; fjord", "a column that is no vector of 4", "names of the directions"),
    ("norway - capital; ...; fjord", "nothing", "There are dots left"),
    ("norway - capital; 0; [0, 0, ..., 1]", "something that is no number", "quotation marks"),
]
NAMED = {named for *_, named in RULES if named}


def test_with_the_sliders_of_08_the_sheet_has_one_size():
    names, sheets = {"np": np, "one_rule": figures.one_rule, "show": lambda *_: None}, []
    cells = {cell.id: cell.source for cell in PAGE_08.cells}
    exec(cells["mlp-hand"].partition("for name, x in")[0] + cells["mlp-rule"], names)
    names |= {"interact": lambda **_: lambda f: f, "show": sheets.append}
    exec(cells["rule-moved"].partition("\n\n")[2], names)
    for sliders in [(1, 1, -1), (1, -1, 0), (-1.9, -1.9, -1.9), (1.9, -1.9, 2), (0, 0, 0)]:
        names["moved"](*sliders)
    assert len({(sheet.width, sheet.height) for sheet in sheets}) == 1
    assert ["To Norway alone it adds fjord" in sheet.description for sheet in sheets][1]


@pytest.mark.parametrize(("written", "given", "named"), RULES)
def test_the_rule_that_a_reader_writes_is_tried(written, given, named):
    cells, told, shown = {cell.id: cell.source for cell in PAGE_08.cells}, [], []
    names = {"np": np, "blanks": blanks, "aside": told.append, "show": shown.append}
    names["one_rule"] = figures.one_rule
    exec(cells["mlp-hand"].partition("for name, x in")[0] + cells["mlp-rule"], names)
    exec(cells["rule-yours"], names)
    mine = blanks.RULE.own
    if written:
        mine = [eval(x, names) for x in written.split("; ")]
        names |= dict(zip(("my_asks", "my_bias", "my_adds"), mine, strict=True))
    for _ in range(2):  # the folded cell may run again
        exec(cells["rule-tried"], names)
    assert told[0] == told[1]
    assert told[0].startswith(f"Your fact gives {given}")
    assert {x for x in NAMED if x in told[0]} == ({named} if named else set())
    rule = mine if given == blanks.RULE.right else blanks.RULE.own
    assert np.array_equal(names["W_1"], np.transpose([[1, -1, 0, 0], rule[0]]))
    assert np.array_equal(names["b_1"], [-1, rule[1]])
    assert np.array_equal(names["W_2"], [[0.5, 0.5, -0.5, -0.5], rule[2]])
    X = np.array([*names["four"].values()])
    assert ((X @ names["W_1"] + names["b_1"]).round(9) > 0).T.tolist() == [
        [False, False, False, True],  # Oslo where both are
        [False, True, False, False],
    ]
    fact, *shown = shown
    assert "neither −1, Norway alone 0, capital alone 0, both 1;" in fact.description
    if not written or given.startswith(("nothing", "a ", "some")):
        assert shown == []  # the series' own would be the answer
        return
    assert shown[0].title.startswith("Your fact")
    assert "Dotted: the line where Norway + capital is 1." in shown[0].description
    beyond = (X @ mine[0] + mine[1]).round(9) > 0
    wrong = [
        name for name, is_in in zip(names["four"], beyond != [0, 1, 0, 0], strict=True) if is_in
    ]
    assert f"On the wrong side: {', '.join(wrong) or 'none'}." in shown[0].description
    crosses = [
        s
        for s in shown[0].shapes
        if isinstance(s, Line) and np.ptp(s.points, axis=0).tolist() == [18, 18]
    ]
    assert len(crosses) == 2 * len(wrong)


# --- the step and the layer of notebook 12

LAYER = blanks.LAYER
PAGE_12 = {cell.id: cell for cell in read(ROOT / "notebooks" / "12_it_writes.ipynb").cells}
RIGHT_LAYERS = [
    "normed = norm_1(x); x = x + heads(normed); normed = norm_2(x); x = x + mlp(normed)",
    "x += heads(norm_1(x)); x += mlp(norm_2(x))",
    "x = heads(norm_1(x)) + x; return mlp(norm_2(x)) + x",
    "a = x + heads(norm_1(x)); return np.add(a, mlp(norm_2(a)))",
]
ODD_LAYERS = [  # what it gives, and what is said of it
    ("x = ...", "nothing", "There are dots left"),
    ("return", "None", "Does it end in a line with return?"),
    ("return x, x", "something of shape (2, 1, 1)", "Return x alone"),
    ("return x[0, 0]", "something of shape ()", "Return x alone"),
    (f"{RIGHT_LAYERS[0]}; x = np.maximum(x, 0)", "234.0 for one row alone", "also below 0"),
    ("x = x + heads(norm_1(x)); return sum(x, mlp(norm_2(x)))", "234.0 for one row", "add to each"),
    ("x = heads(x, norm_1)", "TypeError (heads() takes 1 positional argument", ""),
    ("x = x * heads(norm_1(x)); x += mlp(norm_2(x))", "213.0", "heads return is not added to x."),
    ("raise KeyboardInterrupt", "no result before it was stopped", ""),
    ("normed = ...; x = x + heads(normed)", "nothing", "There are dots left"),
    ("x = x + heads", "TypeError (unsupported", "a part not called?"),
    (
        "heads(norm_1(x)); x = x + heads(norm_1(x)); x = x + mlp(norm_2(x))",
        "234.0 with 2 runs of norm_1 with 2 runs of heads",
        "let each run once",
    ),
]


SHAPES = {
    "E - 5 * slopes @ W, W": "ValueError (",
    "E - 5 * (slopes @ W.T).T, W": "E of",
    "E - 5 * slopes @ W.T, W - 5 * slopes.T @ E": "E [1.5, 4.0] W of",
    "E - 5 * slopes[a, j] * W[k, j], W - 5 * E[a, k] * slopes[a, j]": "NameError (",
    "E - 5 * (slopes * W).sum(axis=1, keepdims=True), W - 5 * E.T @ slopes": "ValueError (",
    "E - 5 * (slopes @ W.T)[:, :1], W - 5 * E.T @ slopes": f"{blanks.RIGHT_STEP} alone",
}
OF_12 = {"vectors": blanks.STEP, "learn-layer": LAYER}
MISTAKES = [
    *(("vectors", blanks.step_of(x), said) for x, said in blanks.WRONG_STEPS.items()),
    *(("vectors", blanks.step_of(x), blanks.STEP.mistakes[y][1:]) for x, y in SHAPES.items()),
    *(("learn-layer", blanks.layer_of(x), said) for x, said in blanks.WRONG_LAYERS.items()),
]


def told_on_12(section, mine):
    """Whether the series' own runs the page, and what the folded cell says of the reader's."""
    blank, told = OF_12[section], []
    names = {"blanks": blanks, "letters": letters, "aside": told.append, f"my_{blank.called}": mine}
    exec(PAGE_12[f"{section}-tried"].source, names)
    is_own = any(x is blank.own for x in names.values())
    assert is_own == ("Until then, the series' own runs the rest of this page." in told[0])
    assert told[0].startswith(f"Your {blank.called} gives ")
    return is_own, told[0]


def told_of(lines):
    """The same, for the lines of a layer."""
    given, names = PAGE_12["learn-layer"].source, {"np": np}
    (head, *_), last = given.splitlines(), given.splitlines()[-1]
    exec(f"{head}\n    {lines}\n{last}" if lines else given, names)
    return told_on_12("learn-layer", names["my_layer"])


@pytest.mark.parametrize(
    ("section", "cell"), [("vectors", "vectors-step"), ("learn-layer", "learn-layer")]
)
def test_what_the_page_says_is_right_and_stands_below_the_try(section, cell):
    source, one_way = PAGE_12[cell].source, PAGE_12[f"{section}-way"].source
    ids = [*PAGE_12]
    assert ids.index(cell) < ids.index(f"{section}-tried") < ids.index(f"{section}-way")
    blank, names, codes = OF_12[section], {"np": np}, re.findall("<code>(.*?)</code>", one_way)
    exec(source, names)
    assert "gives nothing. " in told_on_12(section, names[f"my_{blank.called}"])[1]
    for code in codes:
        source = source.replace("...", code, 1)
    exec(source, names)
    said = f"Your {blank.called} gives {blank.right}: it runs the rest of this page."
    assert told_on_12(section, names[f"my_{blank.called}"]) == (False, said)
    assert blank.tried(blank.own) == blank.right


def test_a_right_layer_runs_the_page():
    for lines in RIGHT_LAYERS:
        assert told_of(lines) == (False, "Your layer gives 234.0: it runs the rest of this page.")


@pytest.mark.parametrize(("section", "wrong", "said"), MISTAKES)
def test_what_is_wrong_is_said(section, wrong, said):
    is_own, told = told_on_12(section, wrong)
    assert is_own
    assert {x for *_, x in MISTAKES if f" {x} " in told} == {said}


def test_a_step_with_the_page_s_sizes_in_it_is_told_so():
    step = blanks.step_of("E[25], W", "E[25]")
    assert "take their sizes from E.shape and W.shape" in told_on_12("vectors", step)[1]


def test_a_right_step_that_is_slow_is_told_so():
    def my_step(E, W, slopes):
        time.sleep(0.001)
        return blanks.STEP.own(E, W, slopes)

    is_own, told = told_on_12("vectors", my_step)
    assert not is_own
    assert re.search(r"this page\. The steps below take about [1-9]\d+ seconds;", told)


@pytest.mark.parametrize(("lines", "given", "said"), [*ODD_LAYERS, ("", "nothing", "dots left")])
def test_a_layer_that_gives_no_number_is_told_why(lines, given, said):
    is_own, told = told_of(lines)
    assert is_own
    assert told.startswith(f"Your layer gives {given}")
    assert said in told


def test_of_all_layers_of_such_lines_one_is_right():
    """The others give another number on trial, or run a part twice."""
    reads, adds = ("x", "norm_1(x)", "norm_2(x)"), ("", "x + ", "normed + ")
    parts, right = [f"{part}({x}normed)" for part in ("heads", "mlp") for x in adds[:2]], []
    for read_1, add_1, part_1, read_2, add_2, part_2 in itertools.product(
        *(reads, adds, parts) * 2
    ):
        lines = f"normed = {read_1}; x = {add_1}{part_1}; normed = {read_2}; x = {add_2}{part_2}"
        right += [lines] * (LAYER.tried(blanks.layer_of(lines)) == LAYER.right)
    assert right == RIGHT_LAYERS[:1]


@pytest.mark.parametrize("word", ["sums", "norms"])
def test_what_a_layer_s_mistake_costs_stands_below_it(word):
    (said,) = [x for x in blanks.WRONG_LAYERS.values() if x.endswith(f"no {word}.")]
    (heading,) = re.findall("“(.*)”", said)
    ids = [*PAGE_12]
    below = ids[ids.index("learn-layer") :]
    assert any(f"**{heading}.**" in PAGE_12[name].source for name in below)
    assert f"no {word} " in PAGE_12["learn-built"].outputs[-1].text
