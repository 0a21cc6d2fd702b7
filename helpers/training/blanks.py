"""What pages leave to their reader: notebook 08 a rule of its MLP, notebook 10 parts of its tape (a
product, the loop back, relu), notebook 12 a step and a layer. Each is tried, and runs the page if
it is right; otherwise the series' own does, and a sentence says what is wrong."""

import textwrap
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from helpers.training import tape

AS_NUMPY_BEGINS = {  # whatever np.set_printoptions the reader has called
    **{"precision": 8, "floatmode": "maxprec", "suppress": False, "sign": "-"},
    **{"formatter": None, "legacy": False},
}

RUNS = {}  # what each is called, of this kernel: whether the reader's own runs the page


def tried(trial, written, page=None):
    """What the reader's gives, as a text; or what it raises."""
    with np.printoptions(**AS_NUMPY_BEGINS):
        try:
            return " ".join(map(str, trial(written, page)))
        except KeyboardInterrupt:  # of a reader whose loop does not end
            return "no result before it was stopped"
        except Exception as error:
            said = f"{type(error).__name__} ({error})"
            return "nothing" if "ellipsis" in said else said


@dataclass(frozen=True)
class Blank:
    called: str
    own: object  # the series'
    trial: Callable  # (the reader's, the page's Value, tokens or nothing) → arrays or words
    right: str  # these, as a text
    needed: str  # what they are
    mistakes: dict[str, str]  # how another text begins: what is said of it
    slow: Callable = lambda written: ""  # what to say of a right one that will take long

    def tried(self, written, page=None):
        return tried(self.trial, written, page)

    def accepted(self, written, page=None):
        """The reader's if it is right, else the series'; and what to say about it."""
        if written is self.own:  # the cell ran twice
            return written, f"The series' own {self.called} runs the rest of this page."
        given = self.tried(written, page)
        RUNS[self.called] = given == self.right
        if RUNS[self.called]:
            said = f"Your {self.called} gives {given}: it runs the rest of this page."
            return written, said + self.slow(written)
        said = f"Your {self.called} gives {given}. Needed: {self.right}, {self.needed}."
        said += next((why for begin, why in self.mistakes.items() if given.startswith(begin)), "")
        return self.own, f"{said} Until then, the series' own runs the rest of this page."


def no_box(given):
    return ["nothing"] if given is ... or given is None else [given, "without paths"]


def product_on_trial(product, Value):
    """w x, where w = 4 and x = 2, and the slopes of both if the slope of w x is 6."""
    w, x = Value(4.0), Value(2.0)
    u = product(w, x)
    if not isinstance(u, Value):
        return no_box(u)
    tape.back(Value(6 * u.x, (u, 6)))
    said = [f"u {u.x},", f"to w {w.slope},", f"to x {x.slope}"]
    if " ".join(said) != PRODUCT.right:
        return said
    one, other = Value(np.array([1.0, 2])), Value(np.array([3.0, 4]))
    rows = product(one, other)
    tape.back(Value(0.0, (rows, np.array([5.0, 7]))))
    is_each = np.array_equal([rows.x, one.slope, other.slope], [[3, 8], [15, 28], [5, 14]])
    return said + ["but not so for rows"][is_each:]


NO_PATH = " Both factors need a path."
WRONG_FACTOR = " A local slope is the wrong factor: for each 1 that w grows, w x grows by x."
NUMBER = " A local slope is a number, such as other.x."
PRODUCT = Blank(
    called="product",
    own=tape.Value.__mul__,
    trial=product_on_trial,
    right="u 8.0, to w 12.0, to x 24.0",
    needed="if w is 4, x is 2 and a slope of 6 has come back to u",
    mistakes={
        "u 8.0, to w 12.0, to x 24.0 but": " It must hold for all factors, and rows of them.",
        "u 16.0": " u and x are given boxes: take the factors, self and other.",
        "u 6.0": " That is w + x.",
        "u 8.0, to w 6.0, to x 6.0": " These are the local slopes of a sum.",
        "u 8.0, to w 48.0": " That is the product itself: how fast does it grow with one factor?",
        "u 8.0, to w 0.0": NO_PATH,
        "u 8.0, to w 12.0, to x 0.0": NO_PATH,
        "u 8.0, to w 24.0": WRONG_FACTOR,
        "u 8.0, to w 12.0, to x 12.0": WRONG_FACTOR,
        "RecursionError": " self * other calls itself: multiply the numbers, self.x and other.x.",
        "TypeError (unsupported operand type(s) for @": " Multiply with *.",
        "TypeError (unsupported operand": NUMBER,
        "TypeError (can't multiply": NUMBER,
        "TypeError (cannot unpack": " A path is a pair in brackets, such as (self, …).",
        "ValueError (not enough": " A path is a pair: the earlier box and its local slope.",
        "AttributeError ('tuple'": " Give the two paths one after the other, with no list around.",
        "AttributeError ('float'": " A path begins with the earlier box, self or other.",
    },
)


def loop_on_trial(back, Value):
    """What comes back to e, w and x, where the loss is e e; and whether the loop runs on arrays,
    of which one was repeated."""
    w, x = Value(4.0), Value(2.0)
    e = w * x + x + Value(-7.0)
    back(e * e)
    said = [f"e {e.slope},", f"w {w.slope},", f"x {x.slope}"]
    if " ".join(said) != LOOP.right:
        return said
    row, rows = tape.Value([1.0, 2]), tape.Value([[3.0, 4], [5, 6]])
    try:
        back(tape.Value(0.0, (row * rows + rows, lambda to: to + np.eye(2))))
        is_each = np.array_equal([row.slope, rows.slope[0]], [[11, 16], [4, 3]])
    except Exception:
        is_each = False
    return said + ["but not so for arrays"][is_each:]


PAIR = " Each path is a pair: for before, local in value.paths."
FIRST = " In a path, before stands first, then local."
LOOP = Blank(
    called="loop",
    own=tape.back,
    trial=loop_on_trial,
    right="e 6.0, w 12.0, x 30.0",
    needed="the slopes of your graph",
    mistakes={
        "e 0.0": " Nothing has come back: begin with the loss, and send value.slope * local to "
        "before.",
        "e 6.0, w 0.0": " A slope has come back from the loss alone: begin there, at the end of "
        "the order, and go on to its beginning.",
        "e 3.0, w 6.0, x 12.0": " With =, a box that is used twice keeps only the slope that comes "
        "last: add.",
        "e 3.0, w 0.75": " What comes back along several paths is added, not averaged.",
        "e 3.0": " Paths are left out: a slope comes back along each path of each value.",
        "e 2.0": " The local slope is left out: multiply value.slope by it.",
        "e 6.0, w 2.0": " What has come back to the value itself, value.slope, is left out.",
        "e 8.0": " Along a path, slopes are multiplied, not added.",
        "e 54.0": " value.x is what the box holds: send on its slope.",
        "e 6.0, w 12.0, x 30.0 but": " Later, boxes hold arrays: send just value.slope * local.",
        "TypeError ('float' object": " local is a number: multiply by it.",
        "TypeError ('Value'": " The paths of a value are value.paths.",
        "TypeError ('NoneType'": " order.reverse() gives nothing: reversed(order) runs from the "
        "last box to the first.",
        "TypeError (can't multiply": PAIR,
        "TypeError (unsupported operand": FIRST,
        "AttributeError ('tuple'": PAIR,
        "AttributeError ('float' object has no attribute 'slope'": FIRST,
        "AttributeError ('float' object has no attribute 'x'": " Add to before.slope, not to "
        "before itself.",
    },
)


def relu_on_trial(relu, Value):
    """relu of −2 and 3, and what it sends back if 5 and −7 have come back to it."""
    x, came = Value([[-2.0, 3.0]]), np.array([[5.0, -7.0]])
    y = relu(x)
    if not isinstance(y, Value):
        return no_box(y)
    local = next((along.local for before, along in y.paths if before is x), None)
    if local is ...:
        return ["nothing"]
    gone = "nothing" if local is None else local(came) if callable(local) else came * local
    if gone is ...:
        return ["nothing"]
    said = f"y {np.squeeze(y.x) + 0.0},", f"to x {np.squeeze(gone)}"  # −0 is 0
    kept = np.array_equal([x.x, came], [[[-2, 3]], [[5, -7]]])
    return *said, *["but changes x or to"][kept:]


BELOW_0 = " Below 0, relu gives 0."
NOT_TO = " What has come back to relu, to, is left out."
NOT_BY_VALUE = " That multiplies by a value: how fast does relu grow with x, below 0 and above?"
EACH = " Each number for itself: np.maximum(x.x, 0), and in the path x.x > 0."
RELU = Blank(
    called="relu",
    own=tape.relu,
    trial=relu_on_trial,
    right="y [0. 3.], to x [ 0. -7.]",
    needed="if x is −2 and 3, and 5 and −7 have come back to relu",
    mistakes={
        "y [-2.": BELOW_0,
        "y [-0.": BELOW_0,
        "y [0. 3.], to x [ 5. -7.]": " Below 0, x may grow and relu stays 0: nothing goes back.",
        "y [0. 3.], to x [5. 0.]": " x decides what goes back, not to: a slope may be below 0.",
        "y [0. 3.], to x [-5. -7.]": " Below 0, relu does not fall: nothing goes back.",
        "y [0. 3.], to x [ 5. -0.]": " Something goes back below 0 and nothing above.",
        "y [0. 3.], to x [False False]": " * comes before >: put the comparison in brackets.",
        "y [0. 3.], to x [False": NOT_TO,
        "y [0. 3.], to x [0. 1.]": NOT_TO,
        "y [0. 3.], to x [0. 3.]": NOT_TO,
        "y [0. 3.], to x [  0. -21.]": NOT_BY_VALUE,
        "y [0. 3.], to x [-10. -21.]": NOT_BY_VALUE,
        "y [0. 3.], to x nothing": " It needs a path to x.",
        "y [0. 3.], to x [ 0. -7.] but": " An array that other boxes use is changed.",
        "ValueError (The truth value": EACH,
        "TypeError ('>": " Take the array, x.x.",
        "TypeError (cannot unpack": " Write a path as (x, its local slope).",
        "NameError (name 'to'": " to has a value only in a function: lambda to: …",
    },
)


def no_line_of(rule, directions):
    """Why a rule, (a column of W_1, a bias, a row of W_2), has no line in the plane of the first
    two of four directions (4, 4), in words; else nothing."""
    if any(part is ... for part in rule):
        return "nothing"
    asks, bias, adds = rule
    for part, called in ((asks, "column"), (adds, "row")):
        if not hasattr(part, "__len__") or len(part) != 4 or any(np.ndim(x) for x in part):
            return f"a {called} that is no vector of 4 numbers"
    if np.ndim(bias):
        return "a bias that is no single number"
    numbers = [np.asarray(x) for x in (*asks, bias, *adds)]
    if not all(x.dtype.kind in "biuf" and np.isfinite(x) for x in numbers):
        return "something that is no number"
    return "a question about Oslo or fjord" if (directions[2:] @ asks).round(9).any() else ""


def rule_on_trial(rule, page):
    """To which of the page's vectors a rule adds what."""
    (asks, bias, adds), (features, vectors) = rule, page
    directions = np.array([*features.values()])  # (4, 4)
    if why := no_line_of(rule, directions):
        return [why]
    answers = np.maximum((np.array([*vectors.values()]) @ asks + bias).round(9), 0)  # (n,)
    answered = [f"“{name}”" for name, answer in zip(vectors, answers, strict=True) if answer]
    if not answered:
        return ["no vector anything"]
    more = zip(features, (directions @ adds).round(9), strict=True)
    changes = [f"{'more' if x > 0 else 'less'} {name}" for name, x in more if x]
    last = answered.pop()
    return [
        " and ".join(filter(None, [", ".join(answered), last])),
        ", ".join(changes) or "nothing",
    ]


NAMES = " Build it from the names of the directions, with + or − and no reshape."
CAPITAL = " “capital” alone is answered: it has to take away."
RULE = Blank(
    called="fact",
    own=([0.0, 0.0, 1.0, -1.0], 0.0, [0.5, 0.5, 0.5, 0.5]),
    trial=rule_on_trial,
    right="“Norway alone” more fjord",
    needed="the other vectors nothing",
    mistakes={
        "nothing": " There are dots left: replace all three.",
        "a bias": " It is one number, without brackets; decimals come after a point: -0.5.",
        "a column": NAMES,
        "a row": NAMES,
        "a question": " The column has to be made of norway and capital alone, with + or −.",
        "something": " Write a number as 1 or -0.5, and names without quotation marks.",
        "“neither": " The bias is above 0: then even a vector with neither feature is answered.",
        "“Norway alone” and": " “Norway” is answered even with “capital”: that has to count "
        "against it.",
        "“Norway alone”, “capital alone” and “both” less Norway": NAMES,  # of [0, 0, 0, 1]
        "“Norway alone”, “capital": CAPITAL,
        "“capital": CAPITAL,
        "“both": " That is the question of the first fact: here “capital” must not be there.",
        "no vector": " No answer is above 0, not even for “Norway alone”: “Norway” has to add more "
        "than the bias takes away.",
        "“Norway alone” more Oslo": " The row adds Oslo: it should add fjord alone.",
        "“Norway alone” less fjord": " It asks the right thing, but its row takes fjord away.",
        "“Norway alone” nothing": " It asks the right thing, but its row is 0 everywhere.",
        "“Norway alone” ": " It asks the right thing. Its row should add fjord alone.",
    },
)


def written(head, returned, lines="pass"):
    """A function as a reader writes it."""
    names, lines = {"np": np}, textwrap.indent(lines, "    ")
    exec(f"def function({head}):\n{lines}\n    return {returned}", names)
    return names["function"]


def step_on_trial(step, _page=None):
    """Where it moves the numbers of two letters, one each, and those of three next letters."""
    E, W = np.array([[1.0], [2]]), np.array([[1.0, 0, 2]])
    moved, texts = step(E, W, np.array([[0.1, 0, -0.1], [0, 0.2, -0.2]])), []
    for name, x, before in zip("EW", moved, (E, W), strict=True):
        fits = np.shape(x) == before.shape
        texts += [
            f"{name} {np.round(x, 9).ravel().tolist() if fits else f'of shape {np.shape(x)}'}"
        ]
    if " ".join(texts) == RIGHT_STEP:
        draw = np.random.default_rng(0).standard_normal
        E, W, slopes = draw((4, 2)), draw((2, 3)), draw((4, 3))
        right = E - 5 * slopes @ W.T, W - 5 * E.T @ slopes
        texts += ["alone"][all(map(np.allclose, step(E, W, slopes), right)) :]
    return texts


RIGHT_STEP = "E [1.5, 4.0] W [0.5, -2.0, 4.5]"


def slow_steps(step):
    """What to say if the steps of the page, 10,000, will take long."""
    arrays = np.ones((26, 2)), np.ones((2, 27)), np.zeros((26, 27))
    seconds = 10_000 * min(timeit.repeat(partial(step, *arrays), number=1, repeat=3))
    said = f" The steps below take about {seconds:.0f} seconds; with matrix products, one or two."
    return said if seconds > 10 else ""


step_of = partial(written, "E, W, slopes")
WRONG_STEPS = {  # what a reader may write: what is said of it, and of the picture
    "E + 5 * slopes @ W.T, W + 5 * E.T @ slopes": "Both climb their slopes: the numbers overflow.",
    "E + 5 * slopes @ W.T, W - 5 * E.T @ slopes": "E climbs its slopes: hardly any vowels meet.",
    "E - 5 * slopes @ W.T, W + 5 * E.T @ slopes": "W climbs its slopes: letters end in one spot.",
    "E - 5 * slopes @ W.T, W": "W stands still: in the picture fewer vowels meet.",
    "E, W - 5 * E.T @ slopes": "E stands still: in the picture no letter moves.",
    "(new := E - 5 * slopes @ W.T), W - 5 * new.T @ slopes": "W's slopes take the old E, though "
    "the picture is nearly the same.",
}
STEP = Blank(
    called="step",
    own=step_of("E - 5 * slopes @ W.T, W - 5 * E.T @ slopes"),
    trial=step_on_trial,
    right=RIGHT_STEP,
    needed="if E is [[1], [2]], W [[1, 0, 2]] and slopes [[0.1, 0, -0.1], [0, 0.2, -0.2]]",
    mistakes={
        "nothing": " There are dots left: replace both.",
        f"{RIGHT_STEP} alone": " With two numbers a letter, they end in the wrong place.",
        "NameError (": " a, j and k only number rows and columns: write whole arrays, and @.",
        "IndexError (": " Here the arrays are smaller: take their sizes from E.shape and W.shape.",
        "ValueError (": " The shapes do not fit: what is summed over? .T turns a matrix around.",
        "E of": " Each number of E has one slope: the shape is that of E.",
        "E [1.5, 4.0] W of": " Each number of W has one slope: the shape is that of W.",
        **{tried(step_on_trial, step_of(x)): f" {said}" for x, said in WRONG_STEPS.items()},
    },
    slow=slow_steps,
)


def layer(x, norm_1, heads, norm_2, mlp):
    """The stream through a layer, each part of which is a function of one array."""
    normed = norm_1(x)
    x = x + heads(normed)
    normed = norm_2(x)
    x = x + mlp(normed)
    return x


STAND_INS = {  # for the parts, on trial
    "norm_1": lambda x: 4 * x,
    "heads": lambda x: 2 * x + 2,
    "norm_2": lambda x: 10 * x,
    "mlp": lambda x: 2 * x + 3,
}


def layer_on_trial(layer, _page=None):
    """What becomes of a stream of one number, 1, which parts run more than once, and whether two
    rows, one below 0, become right, too."""
    ran = []

    def counted(name):
        def run(x):
            ran.append(name)
            return STAND_INS[name](x)

        run.__qualname__ = name  # which errors say
        return run

    parts, rows = [counted(name) for name in STAND_INS], np.array([[1.0], [-2.0]])
    given = layer(np.ones((1, 1)), *parts)
    if given is ...:
        return ["nothing"]
    if np.shape(given) != (1, 1):
        return ["None" if given is None else f"something of shape {np.shape(given)}"]
    again = [f"with {ran.count(name)} runs of {name}" for name in STAND_INS if ran.count(name) > 1]
    if given == 234 and not again and not np.array_equal(layer(rows + 0, *parts), 189 * rows + 45):
        again = ["for one row alone"]
    return float(np.reshape(given, ())), *again


layer_of = partial(written, "x, norm_1, heads, norm_2, mlp", "x")
BELOW = "Below, “What each part is worth” says what that does to the loss: no"
EXCHANGED = "Heads and MLP are exchanged: the heads come first."
NEW_X = "norm_2 needs the new x, to which the heads have added."
OWN_NORM = "Each norm has numbers of its own: norm_1 is for the heads, norm_2 for the MLP."
WRONG_LAYERS = {  # what a reader may write: what is said of it
    "x = heads(norm_1(x)); x = mlp(norm_2(x))": f"x is replaced, not added to. {BELOW} sums.",
    "x = heads(norm_1(x)); x = x + mlp(norm_2(x))": "What the heads return is not added to x.",
    "x = x + heads(norm_1(x)); x = mlp(norm_2(x))": "What the MLP returns replaces x: add it.",
    "x = x + heads(x); x = x + mlp(x)": f"Both parts read x itself, not normed. {BELOW} norms.",
    "x = x + heads(x); x = x + mlp(norm_2(x))": "The heads read x itself, not its normed copy.",
    "x = x + heads(norm_1(x)); x = x + mlp(x)": "The MLP reads x itself, not its normed copy.",
    "z = norm_1(x); x = z + heads(z); z = norm_2(x); x = z + mlp(z)": "What the parts return is "
    "added to the normed copy: add it to x itself.",
    "z = norm_1(x); x = z + heads(z); x = x + mlp(norm_2(x))": "What the heads return is added to "
    "the normed copy: add it to x itself.",
    "x = x + heads(norm_1(x)); z = norm_2(x); x = z + mlp(z)": "What the MLP returns is added to "
    "the normed copy: add it to x itself.",
    "x = x + mlp(norm_1(x)); x = x + heads(norm_2(x))": EXCHANGED,
    "x = x + mlp(norm_2(x)); x = x + heads(norm_1(x))": EXCHANGED,
    "x = x + heads(norm_1(x)) + mlp(norm_2(x))": f"The MLP reads the old x: {NEW_X}",
    "z = x + heads(norm_1(x)); x = x + mlp(norm_2(z))": "What the MLP returns is added to the "
    "old x, without what the heads have added.",
    "x = x + heads(norm_1(x)) + mlp(norm_1(x))": f"The MLP reads the heads' copy: {NEW_X}",
    "z = norm_1(x); x = x + heads(z) + mlp(norm_2(z))": f"norm_2 reads the heads' copy: {NEW_X}",
    "x = heads(x + norm_1(x)); x = mlp(x + norm_2(x))": "You add x to what a part reads: add it to "
    "what the part returns.",
    "z = heads(norm_1(x)); x = x + z + mlp(norm_2(z))": "norm_2 reads what the heads return alone: "
    f"{NEW_X}",
    "x = x + mlp(norm_2(x))": "What the heads return is lost.",
    "x = x + heads(norm_1(x))": "What the MLP returns is lost.",
    "x = x + heads(norm_1(x)); x = x + mlp(norm_1(x))": OWN_NORM,
    "x = x + heads(norm_2(x)); x = x + mlp(norm_2(x))": OWN_NORM,
    "x = x + heads(norm_2(x)); x = x + mlp(norm_1(x))": OWN_NORM,
    "x = norm_1(x + heads(x)); x = norm_2(x + mlp(x))": "You norm the sums: here x itself is never "
    "normed, and each part reads a normed copy of it.",
    "x = x + norm_1(heads(x)); x = x + norm_2(mlp(x))": "You norm what a part returns, not what it "
    "reads.",
    "pass": "Nothing is added to x.",
}
LAYER = Blank(
    called="layer",
    own=layer,
    trial=layer_on_trial,
    right="234.0",
    needed="if x is 1.0, norm_1(x) is 4 x, heads(x) 2 x + 2, norm_2(x) 10 x and mlp(x) 2 x + 3",
    mistakes={
        "nothing": " There are dots left: replace all four.",
        "None": " Does it end in a line with return?",
        "something": " Return x alone, in the shape in which it came, (1, 1).",
        "234.0 for": " Of two rows, 1 and −2, it makes something else: add to each, also below 0.",
        "TypeError (unsupported": " Is a part not called? norm_1(x) calls one.",
        "234.0 with": " Each part keeps its way back when it runs: let each run once.",
        **{f"{layer_on_trial(layer_of(x))[0]}": f" {said}" for x, said in WRONG_LAYERS.items()},
    },
)
