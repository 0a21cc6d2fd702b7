# %% task [markdown]
# **Exercise** (*Deeper*). Write the whole tape once, without looking above: a class `Box` for single
# numbers, with `__init__`, `+`, `*`, `relu()` and `backward()`. `loss.backward()` gives a `slope` to
# each box that `loss` came from. (At 0, the slope of relu is 0.) `my_tape` runs lines such as
# `u = w * x; loss = u + x` on two boxes. With `w = 4.0` and `x = 2.0` it returns `10.0, 2.0, 5.0`:
# the loss, and the slopes of `w` and `x`.
# %% stub
class Box:
    def __init__(self, x):
        self.x = ...  # and what else a box has to remember

    # then __add__, __mul__, relu and backward: about 25 lines in all


def my_tape(lines, w, x):
    boxes = {"w": Box(w), "x": Box(x)}
    exec(lines, boxes)
    boxes["loss"].backward()
    return boxes["loss"].x, boxes["w"].slope, boxes["x"].slope


# %% solution
class Box:
    def __init__(self, x, *paths):  # a path: what it came from, and the local slope
        self.x, self.paths, self.slope = x, paths, 0.0

    def __add__(self, other):
        return Box(self.x + other.x, (self, 1), (other, 1))

    def __mul__(self, other):
        return Box(self.x * other.x, (self, other.x), (other, self.x))

    def relu(self):
        return Box(max(self.x, 0), (self, self.x > 0))

    def backward(self):
        order = []

        def visit(box):
            if box not in order:
                for before, _ in box.paths:
                    visit(before)
                order.append(box)

        visit(self)
        self.slope = 1.0
        for box in reversed(order):
            for before, local in box.paths:
                before.slope += box.slope * local


def my_tape(lines, w, x):
    boxes = {"w": Box(w), "x": Box(x)}
    exec(lines, boxes)
    boxes["loss"].backward()
    return boxes["loss"].x, boxes["w"].slope, boxes["x"].slope


# %% why [markdown]
# Each box keeps what it came from and its local slopes. backward takes the boxes from the last to the first,
# so that each one sends its slope on only when all of it has come back.
# %% hints [markdown]
# - Let __init__ take paths, too: pairs of an earlier box and a local slope. __add__ and __mul__ return a
#   Box with two of them, relu one with one. Each slope begins at 0.
# - backward first lists the boxes, each once and after all that it came from: a function that calls itself
#   visits the earlier boxes of a box, then appends the box.
# - The slope of the last box is 1. Then go through the list from its end: along each path, add the slope
#   of the box times the local slope.
# %% cases
from helpers.exercises.engine.exercise import Case
from helpers.training import tape

title = "a tape from an empty class"
deeper = True
axes = ("", "loss, slope of w, slope of x")


class Box(tape.Value):
    relu, backward = tape.relu, tape.back


def reference(lines, w, x):
    boxes = {"w": Box(w), "x": Box(x)}
    exec(lines, boxes)
    boxes["loss"].backward()
    return boxes["loss"].x, boxes["w"].slope, boxes["x"].slope


def draw(rng):
    names, lines = ["w", "x"], []
    for name in "abcd"[: rng.integers(5)]:
        one, other = rng.choice(names, 2)
        lines.append(
            f"{name} = {rng.choice([f'{one} + {other}', f'{one} * {other}', f'{one}.relu()'])}"
        )
        names.append(name)
    lines.append(f"loss = {names[-1]} * {rng.choice(names)} + {rng.choice(names)}")
    return "; ".join(lines), *rng.integers(-4, 5, 2) / 2


cases = (
    Case("a sum", ("loss = w + x", 4.0, 2.0), "A sum hands on the slope of the loss, 1, to both."),
    Case(
        "a product",
        ("loss = w * x", 4.0, 2.0),
        "Right for a sum. To each factor of a product goes the slope, times the other factor.",
    ),
    Case(
        "one box, twice",
        ("loss = x * x", 4.0, 3.0),
        "Both factors are one box: what comes back along its two paths is added. w is not used, so "
        "its slope is 0.",
    ),
    Case(
        "two paths",
        ("u = w * x; loss = u + x", 4.0, 2.0),
        "x has a way through u and one past it: what comes back along both is added. The loss sends "
        "first, the last of all boxes.",
    ),
    Case(
        "a slope that is not 1",
        ("u = w * x; loss = u * x", 4.0, 2.0),
        "The slope of u is 2. What goes on to w and x is that, times the local slope.",
    ),
    Case(
        "relu above 0",
        ("loss = w.relu() + x", 4.0, 2.0),
        "Above 0, relu hands the number on unchanged, and the slope back.",
    ),
    Case(
        "relu below 0",
        ("loss = w.relu() + x", -4.0, 2.0),
        "Below 0, relu is 0, and nothing goes back through it.",
    ),
    Case(
        "relu at 0",
        ("loss = w.relu() + x", 0.0, 2.0),
        "Right above 0 and below. At 0 itself, the slope of relu is 0.",
    ),
    Case(
        "a longer way",
        ("u = w * x; v = u * u; loss = u + v", 4.0, 2.0),
        "u gets a slope from the loss, and one from v. It may send on only when both have come, each "
        "once: mind the order.",
    ),
)


# fmt: off
# %% mistake
# You replace the slope of a box where you should add: = in place of +=.
class Box:
    def __init__(self, x, *paths):
        self.x, self.paths, self.slope = x, paths, 0
    def __add__(self, other):
        return Box(self.x + other.x, (self, 1), (other, 1))
    def __mul__(self, other):
        return Box(self.x * other.x, (self, other.x), (other, self.x))
    def relu(self):
        return Box(max(self.x, 0), (self, int(self.x > 0)))
    def backward(self):
        order = []
        def visit(box):
            if box not in order:
                [visit(before) for before, _ in box.paths]
                order.append(box)
        visit(self)
        self.slope = 1
        for box in order[::-1]:
            for before, local in box.paths:
                before.slope = box.slope * local


def my_tape(lines, w, x):
    boxes = {"w": Box(w), "x": Box(x)}
    exec(lines, boxes)
    boxes["loss"].backward()
    return boxes["loss"].x, boxes["w"].slope, boxes["x"].slope
# %% right
class Box:
    def __init__(self, x, *paths):
        self.x, self.paths, self.slope = x, paths, 0
    def __add__(self, other):
        return Box(self.x + other.x, (self, 1), (other, 1))
    def __mul__(self, other):
        return Box(self.x * other.x, (self, other.x), (other, self.x))
    def relu(self):
        return Box(max(self.x, 0), (self, int(self.x > 0)))
    def backward(self, slope=1):  # once for each way, so that no order is needed
        self.slope += slope
        for before, local in self.paths:
            before.backward(slope * local)


def my_tape(lines, w, x):
    boxes = {"w": Box(w), "x": Box(x)}
    exec(lines, boxes)
    boxes["loss"].backward()
    return boxes["loss"].x, boxes["w"].slope, boxes["x"].slope
