"""The small graph of notebook 10 with two paths to x, whose slopes its reader fills in by pencil:
what is right, and what a wrong slope comes from."""

import math

w, x = 4, 2
u = w * x
y = u + x
loss = (y - 7) ** 2
to_y = 2 * (y - 7)
to_u = to_y * 1
SLOPES = {"loss": 1, "y": to_y, "u": to_u, "w": to_u * x, "x": to_u * w + to_y * 1}

NEAR = 0.011  # what a nudge of 0.01 gives is right
ADDED = "along a path, slopes are multiplied, not added."
ALONE = "this is the local slope alone. Multiply it by what has come back to the next box."
VALUE = "this is the value of the box. How fast does the loss grow with it?"
SIGN = "the sign is wrong: if this box grows, so does the loss."
OTHERWISE = {
    "loss": "if the loss grows by 1, it grows by 1.",
    "y": "(y − 7)² grows 2 (y − 7) times as fast as y.",
    "u": "if u grows by 1, so does y. Multiply the slope of y by that.",
    "w": "if w grows by 1, how much does w · x grow? Multiply the slope of u by that.",
    "x": "multiply along each of its two paths, through u and past it, and add.",
}
MISTAKES = {  # of each box, pairs: a wrong slope, and what is said of it
    "loss": (),
    "y": (
        (loss, "this is the value of the loss. How fast does it grow with y?"),
        (y - 7, "the slope of a square is twice what is squared."),
        (2 * y, "this is twice y, and what is squared is y − 7."),
        (1, "y − 7 grows that fast. The loss is its square."),
        (y, VALUE),
    ),
    "u": (
        (1, ALONE),
        (to_y + 1, ADDED),
        (to_y * x, "the local slope is 1: y = u + x grows by 1 if u does."),
        (u, VALUE),
    ),
    "w": (
        (to_u * w, "the wrong factor: if w grows by 1, w · x grows by x."),
        (x, ALONE),
        (to_u + x, ADDED),
        (to_u, "the local slope is missing: if w grows by 1, w · x grows by x."),
        (w, VALUE),
    ),
    "x": (
        (
            to_u * w,
            f"{to_u * w} comes back through u alone. x has a path past u, too.",
        ),
        (to_y, f"{to_y} comes back past u alone. x has a path through u, too."),
        (to_u * w * to_y, "what comes back along two paths is added, not multiplied."),
        (to_u * w + 1, "past u, too, the slope of y comes back."),
        (to_u + w + to_y, ADDED),
        (w + 1, ALONE),
        (to_u * x, "the wrong factor: if x grows by 1, w · x grows by w."),
        (
            to_u * x + to_y,
            f"this is {to_u * w} − {to_y}, or {to_u} · {x} + {to_y}. What comes back along two "
            "paths is added, and w · x grows by w if x grows by 1.",
        ),
        (x, VALUE),
    ),
}


def filled(slopes):
    """Of a reader's {box: slope}, `...` for not yet: {box: a number, or a text if it is wrong}; and
    what to say about it."""
    if not isinstance(slopes, dict):
        return {}, f"Needed: a dictionary with the slopes of {', '.join(SLOPES)}."
    given = {box: slopes[box] for box in SLOPES if slopes.get(box, ...) is not ...}
    wrong = {}
    for box, slope in given.items():
        if why := mistake(box, slope):
            if wrong and follows(box, slope, given):
                why = OTHERWISE[box]
            known = why != OTHERWISE[box] or not wrong
            wrong[box] = why if known else f"mend {next(iter(wrong))} first."
    shown = {box: f"{slope} ?" if box in wrong else float(slope) for box, slope in given.items()}
    missing = [box for box in SLOPES if box not in given]
    if not wrong and not missing:
        through_u = SLOPES["x"] - to_y
        return shown, f"Right, every slope: x gets {through_u} through u, and {to_y} past it."
    right = [box for box in given if box not in wrong and box != "loss"]
    said = [f"Right so far: {', '.join(right)}."] if right else []
    said += [f"Wrong at {box}: {why}" for box, why in wrong.items()]
    if not wrong:
        said.append(f"Next: the slope of {missing[0]}.")
    return shown, " ".join(said)


def mistake(box, slope):
    """What is wrong with the slope of a box; nothing if it is right."""
    try:
        number = float(slope)
    except (TypeError, ValueError, OverflowError):
        return "a number is needed."
    if is_near(number, SLOPES[box]):
        return ""
    if is_near(-number, SLOPES[box]):
        return SIGN
    known = (why for theirs, why in MISTAKES[box] if is_near(number, theirs))
    return next(known, OTHERWISE[box])


def follows(box, slope, given):
    """Whether a slope is right by those that the reader has given to the boxes after it."""
    try:
        slope, to_y, to_u = (float(x) for x in (slope, given.get("y"), given.get("u", 0)))
    except (TypeError, ValueError, OverflowError):
        return False
    by_theirs = {"u": to_y, "w": to_u * x, "x": to_u * w + to_y}
    return box in by_theirs and is_near(slope, by_theirs[box])


def is_near(number, other):
    return math.isclose(number, other, rel_tol=NEAR)
