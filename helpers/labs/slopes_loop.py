"""The part of the lab slopes that steps through a loop: the reader's, or one with a fault."""

from helpers.drawing.numbers import bracketed, exact
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.slopes_picture import picture
from helpers.training import tape, watched

YOURS, REPLACES, WRONG_ORDER = "your loop", "= in place of +=", "from the first box"
FAULTS = {  # what each is called, and the loop
    REPLACES: ("The loop with =", watched.replacing),
    WRONG_ORDER: ("The loop from the first box on", watched.from_the_first),
}
LOOPS = (YOURS, *FAULTS)
TURNS = tuple(range(6))  # nothing yet, four boxes, nudges
LAST = TURNS[-1]
TEXTS = ("1 Before", "2 The first box", "3 The second", "4 The third", "5 The fourth", "6 Nudges")
UNIT = 0.8  # the width of the arrow back of a slope of 1
CONSTANT = watched.NAMES.index("−7")  # the box, whose slope nobody needs
AT = {  # column and row of each box, and its text
    "w": (0, 0, "w"),
    "x": (0, 0.62, "x"),
    "u": (0.5, 0.1, "u = w · x"),
    "y": (0.5, 1, "y = u + x"),
    "e": (1, 0.1, "e = y − 7"),
    "loss": (1, 1, "loss = e · e"),
}
BOXES = [watched.NAMES.index(name) for name in AT]
NUDGED = {box: watched.nudged(box) for box in BOXES}


def loop_view(loop, turn, off):
    """off: the names of the controls that have no effect."""
    if loop in FAULTS:
        who, found = FAULTS[loop][0], watched.turns(FAULTS[loop][1])
    elif found := watched.readers():
        who = "Your loop"
    else:
        who, found = "The series' own loop", watched.turns(tape.back)
    is_end, is_over = turn == LAST, turn >= len(found)
    passed = found[1:] if is_end else found[1 : turn + 1]  # a loop may take more boxes than four
    now = passed[-1] if passed else found[0]
    lines = tuple(said_of(each, found[i]) for i, each in enumerate(passed))
    if is_end:
        sentence = compared(who, now.slopes)
    elif turn == 0:
        sentence = f"{who} has taken no box yet. The slope of the loss is 1."
    else:
        sentence = f"{who} takes no more boxes." if is_over else lines[-1]
    return View(
        {
            "graph": loop_graph(passed, now, is_end, is_over),
            "words": Lines(f"{who}, box by box", lines or (sentence,)),
        },
        sentence,
        off=off,
        main=("graph",),
        sentence=sentence,
    )


def loop_graph(passed, now, is_end, is_over):
    """What the boxes have sent so far; at the arrows, what this box sends."""
    nodes = {name: (*place, watched.VALUES[box]) for box, (name, place) in boxes()}
    edges = [
        (watched.NAMES[start], watched.NAMES[end])
        for end, paths in watched.PATHS.items()
        for start in dict(paths)
        if start != CONSTANT
    ]
    sent = {}
    for turn in passed:
        is_now = turn is now and not is_end
        for to, sents in by_box(turn).items():
            edge = watched.NAMES[to], watched.NAMES[turn.box]
            amount = sum(map(amount_of, sents))
            texts = [f"{'+' if x.is_added else '='} {amount_in_words(turn, x)}" for x in sents]
            sent[edge] = amount, ", ".join(texts) if is_now else ""
    touched = {x.to for turn in passed for x in turn.sent} | {BOXES[-1]}
    slopes = {name: now.slopes[box] for box, (name, _) in boxes() if box in touched or is_end}
    if is_end:
        slopes = {
            name: beside_the_nudge(now.slopes[box], NUDGED[box]) for box, (name, _) in boxes()
        }
    speaks = (watched.NAMES[now.box],) if now.box >= 0 and not (is_end or is_over) else ()
    focus = 1 if now.box in (-1, *BOXES[-2:]) else 0
    return picture(nodes, edges, slopes, UNIT, speaks, focus, sent=sent)


def boxes():
    return zip(BOXES, AT.items(), strict=True)


def by_box(turn):
    """{a box: what is sent to it}, without the constant."""
    found = {}
    for sent in turn.sent:
        if sent.to != CONSTANT:
            found.setdefault(sent.to, []).append(sent)
    return found


def amount_of(sent):
    return sent.after - sent.before if sent.is_added else sent.after


def amount_in_words(turn, sent):
    """8 · 3 of a product that sends its slope times the other factor, else a number."""
    amount, slope = amount_of(sent), turn.slopes[turn.box]
    local = dict(watched.PATHS[turn.box])[sent.to]
    if local != 1 and amount == slope * local:
        return f"{bracketed(exact(slope, 3))} · {bracketed(exact(local, 3))}"
    return bracketed(exact(amount, 3))


def said_of(turn, before):
    """What a box does, in a sentence; before: the turn before."""
    slope = before.slopes[turn.box]
    name = "The loss" if turn.box == BOXES[-1] else watched.NAMES[turn.box]
    if not turn.sent:
        return f"{name} sends nothing back."
    if not any(x.after != x.before for x in turn.sent) and not slope:
        return f"{name} is taken too early: its slope is still 0, and so is all it sends."
    sentences = [f"{name} has the slope {exact(slope, 3)}."]
    for to, sents in by_box(turn).items():
        words, lost = exact(sents[0].before, 3), ""
        for sent in sents:
            amount = amount_in_words(turn, sent)
            words = f"{words} + {amount}" if sent.is_added else amount
            if sent.before and not sent.is_added:
                lost = f", and the {exact(sent.before, 3)} is lost"
        after = exact(sents[-1].after, 3)
        result = "" if words == after else f": {after}" if lost else f" = {after}"
        sentences.append(f"{watched.NAMES[to]} gets {words}{lost}{result}.")
    return " ".join(sentences)


def compared(who, slopes):
    """The slopes of w and x at the end beside those by nudges."""
    given = [0, 1]
    theirs = " and ".join(f"{watched.NAMES[i]} {exact(slopes[i], 3)}" for i in given)
    needed = " and ".join(f"{watched.NAMES[i]} {round(NUDGED[i], 3):g}" for i in given)
    wrong = [watched.NAMES[i] for i in BOXES if not abs(slopes[i] - NUDGED[i]) < 1e-6]  # nan, too
    verdict = f"Wrong: {', '.join(wrong)}." if wrong else "All slopes agree."
    return f"{who} gives {theirs}; nudges give {needed}. {verdict}"


def beside_the_nudge(slope, nudged):
    if abs(slope - nudged) < 1e-6:
        return f"slope {exact(slope, 3)}, nudge {round(nudged, 3):g}"
    return f"slope {exact(slope, 3)}, not {round(nudged, 3):g}"
