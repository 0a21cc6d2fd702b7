"""What you wrote goes with you.

    from helpers import mine

    mine.softmax         # your function, kept in my_functions.py, or the series' own
    mine.parts           # training's parts, with your functions in them
    mine.language        # the published language model's parts, the same way
    mine.report()        # which parts are yours, in a line
    mine.names()         # the same as a list
    mine.write_file()    # my_transformer.py: your functions, and all that a model that writes needs

The names are those of PARTS in helpers.exercises. A function is checked again before it is used,
once for each text that it has had.
"""

import base64
import contextlib
import functools
import html
import itertools
import sys
import time

import numpy as np

from helpers.drawing.palette import TONES
from helpers.drawing.picture import Picture, aside, caption
from helpers.exercises import PARTS
from helpers.exercises.engine import kept
from helpers.exercises.engine.deadline import is_over, is_typed, limited
from helpers.exercises.engine.present import CODE, folded
from helpers.exercises.engine.run import ShortOutput, displays_printed, quiet
from helpers.language.block_functions import NEW, SERIES, Parts
from helpers.language.smollm2 import calls_of_a_block
from helpers.training import one_file, saving
from helpers.training.joined import Joined, calls_of_a_step

TRIES, MUCH, A_LITTLE = 5, 10, 0.01  # of two steps: how often, times as long, and so many seconds
MOST_LINES = 2000  # of the reader's, in two steps of training: with more, it loops over numbers
TRAINING, LANGUAGE = "training", "the language model"  # what uses your functions
_checked = {}  # part → the text that was checked, and its function or None
_tried = {}  # what uses it, part → its function, and why that cannot use it
_printed = set()  # what was said of the file


def __getattr__(name):
    if name == "parts":
        return Joined(_fit(PARTS, TRAINING))
    if name == "language":
        return Parts(**_fit(_parts_of_language(), LANGUAGE))
    if name in PARTS:
        return _yours(name) or PARTS[name].reference
    raise AttributeError(f"mine: given {name!r}, needed one of: {', '.join(__dir__())}")


def __dir__():
    return ["language", "names", "parts", "report", "write_file", *PARTS]


def names():
    """The names of the parts that are yours, in the order of the series."""
    return [part for part in PARTS if _yours(part)]


def report(*parts, for_language=False):
    """Say in an aside which of these parts are yours and which the series' own, and which of yours
    training cannot use. Without parts: all of the models that the series trains. for_language: all
    that the language model has, and which of them it cannot use.

    ValueError for an unknown part."""
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"part: given {part!r}, needed one of: {', '.join(PARTS)}")
    use = LANGUAGE if for_language else TRAINING
    parts = parts or (_parts_of_language() if for_language else [x for x in PARTS if x not in NEW])
    yours = [part for part in names() if part in parts]
    others = [part for part in parts if part not in yours]
    are = "are" if len(yours) > 1 else "is"
    listed = f": {', '.join(yours)}" if yours else ""
    said = [f"{len(yours) or 'None'} of these {len(parts)} functions {are} yours{listed}."]
    if len(parts) == 1:
        said = [f"This function is yours{listed}."] if yours else []
    if others:
        said.append(f"Taken from the series: {', '.join(others)}.")
    for part in yours:
        if why := _unfit(part, _yours(part), use):
            said.append(f"Your {part} is right, but {why}: the series' own replaces it.")
    aside(" ".join(said))


def write_file(steps=0):
    """Write my_transformer.py and names.txt into the notebook's folder: one file, which trains a
    transformer on words and writes new ones, with your functions in it. A line says which are
    yours, a link downloads the file; below stand the chapter in which it trains and, closed, the
    whole. steps: so many are run here, and a line says what it prints. What is there already stays:
    the new file then gets a number."""
    text = kept.read(kept.place()) if kept.in_a_notebook() else ""
    yours = _fit(one_file.PARTS, TRAINING)
    texts = {x.part: (PARTS[x.part].answer, x.text) for x in kept.pieces(text) if x.part in yours}
    source, reasons = one_file.written(texts)
    path, source = _saved(one_file.FILE.name, source)
    data, _ = _saved("names.txt", one_file.names())
    used = [part for part in texts if part not in reasons]
    are = "are" if len(used) > 1 else "is"
    listed = f": {', '.join(used)}" if used else ""
    many = f"Of its {len(one_file.PARTS)} parts from exercises, {len(used) or 'none'}"
    said = [f"{many} {are} yours{listed}."]
    if path.name != one_file.FILE.name:
        said.append(f"{one_file.FILE.name} holds other code: this file is {path.name}.")
    said += [f"Your {part} stays out: {why}." for part, why in reasons.items()]
    said.append(f"In a terminal: python {path.name} {data.name}, or a file of words of your own.")
    if steps:
        _, *lines = one_file.printed(source, data, "--steps", steps)
        said.append(f"Run here with --steps {steps}, it printed: {'; '.join(lines[:8])}; …")
    link = base64.b64encode(source.encode()).decode()
    link = f'<a download="{path.name}" href="data:text/x-python;base64,{link}">{path.name}</a>'
    told, bars = " ".join(said), "; those with a bar are yours" if used else ""
    whole = f"The whole file: {len(source.splitlines())} lines{bars}"
    heart = f'<div style="{CODE}">{html.escape(one_file.heart(source))}</div>'
    shown = heart + folded(whole, _marked(source))
    aside(Picture(caption(told) + link + shown, f"{path.name}: {told}\n\n{whole}:\n\n{source}"))


def _marked(source):
    """The file to scroll in, with a bar beside what the reader wrote."""
    bars = {True: TONES["green"][0], False: "transparent"}
    inside = "".join(
        f'<div style="border-left:4px solid {bars[is_yours]};padding-left:8px">'
        f"{html.escape(piece)}</div>"
        for piece, is_yours in one_file.pieces(source)
    )
    return f'<div style="{CODE};max-height:480px;overflow-y:auto">{inside}</div>'


def _saved(name, text):
    """The path of a file with this text in the notebook's folder, a new one or one that has it, and
    the text: where it names itself first, it has the file's name."""
    stem, dot, ending = name.rpartition(".")
    for number in itertools.count(1):
        path = kept.FOLDER / (name if number == 1 else f"{stem}_{number}{dot}{ending}")
        of_path = text.replace(name, path.name, 1)
        if not path.exists():
            saving.write_file(path, of_path)
        if path.read_text(encoding="utf-8", errors="replace") == of_path:
            return path, of_path


def _yours(part):
    """The reader's function of a part, or None. A line says what is wrong with it, once."""
    if part in kept.in_check:  # its own check asks for it
        kept.in_check[part] = True
        return None
    entry = PARTS[part]
    try:
        text = kept.read(kept.place()) if kept.in_a_notebook() else ""
        _, problems = kept.above(kept.pieces(text)[0].text)
    except Exception as error:  # of the file or the folder
        text = ""
        problems = [f"{kept.NAME} cannot be read: {error}."]
    for problem in problems:
        _print_once(problem)
    relevant = [piece.text.strip() for piece in kept.pieces(text) if piece.part in ("", part)]
    if _checked.get(part, (None,))[0] != relevant:
        function, problems = kept.accepted(text, entry)
        for problem in problems:
            ending = "" if function else " The series' own is used."
            _print_once(f"{problem}{ending}")
        _checked[part] = relevant, function
    return _checked[part][1]


# --- whether a function that is right will do for training, or for the language model ------------


def _parts_of_language():
    return [part for part in PARTS if part in SERIES]


def _fit(parts, use):
    """The reader's functions of these parts that training, or the language model, can use."""
    yours = {part: _yours(part) for part in parts}
    return {part: x for part, x in yours.items() if x and not _unfit(part, x, use)}


def _unfit(part, function, use):
    """Why training, or the language model, cannot use the reader's function of a part, or nothing.
    It is tried once."""
    if _tried.get((use, part), (None,))[0] is not function:
        calls = _calls(use).get(part, [])
        _tried[use, part] = function, _trial(function, PARTS[part].reference, calls, use)
    return _tried[use, part][1]


@functools.cache
def _calls(use):
    if use == LANGUAGE:
        return calls_of_a_block({part: PARTS[part].reference for part in _parts_of_language()})
    return calls_of_a_step({part: entry.reference for part, entry in PARTS.items()})


def _trial(function, reference, calls, use):
    """Why these calls of training, or of the language model, cannot be a function's, or nothing."""

    @np.errstate(under="ignore")  # as in training
    def results_of(called):
        return [called(*arguments) for arguments in calls]

    printed = ShortOutput()
    try:
        with (
            limited(kept.SECONDS),
            quiet(),
            contextlib.redirect_stdout(printed),
            displays_printed(),
        ):
            expected = results_of(reference)
            with few_lines():
                results = results_of(function)
            same = all(map(_are_near, results, expected))
            slow = _is_slow(lambda: results_of(function), lambda: results_of(reference))
    except KeyboardInterrupt:
        if is_over():
            raise
        return f"too slow for {use}"
    except Exception as error:
        return f"it stops {use} with {type(error).__name__}"
    if not same:
        return f"{use} with it gives different numbers"
    if slow:
        return f"too slow for {use}"
    return "it prints or displays something at each call" if printed.getvalue() else ""


def _are_near(result, expected):
    """Whether both hold the same numbers; in float32, to as many digits as it carries, measured by
    the largest: another right form rounds otherwise."""
    single = getattr(expected, "dtype", None) == np.float32
    within = 1e-5 * np.abs(expected).max(initial=0) if single else 1e-8
    return np.allclose(result, expected, atol=within)


def _is_slow(yours, series):
    """Whether a function takes MUCH longer than the series' own, each at its fastest: a busy
    computer makes both slow, but not each time."""
    enough = MUCH * min(_seconds(series) for _ in range(TRIES)) + A_LITTLE
    return not any(_seconds(yours) <= enough for _ in range(TRIES))


def _seconds(run):
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


@contextlib.contextmanager
def few_lines():
    """A context in which what the reader wrote runs MOST_LINES lines; then it is interrupted.
    Lines are counted, as times differ: a busy computer is slow, too."""
    left = MOST_LINES

    def count(frame, event, _):
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise KeyboardInterrupt
        return count if is_typed(frame.f_code.co_filename) else None

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def _print_once(line):
    if line not in _printed:
        _printed.add(line)
        print(line)
