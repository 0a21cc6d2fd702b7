"""A notebook's end in the browser's worker: it runs cells, keeps what they show, and holds the labs
that are open. Here it stands in for Jupyter, so that notebooks and helpers are the same in both.
"""

import ast
import builtins
import contextlib
import io
import itertools
import json
import linecache
import os
import sys
import traceback
import types
import warnings
from dataclasses import replace

MOST = 100_000  # characters in a row that are shown of what a cell prints
variables = {"__name__": "__main__"}  # of the notebook
# Of the cell that runs: {"kind": "text", "html", "error" or "lab", "text": …, "cut": how many more
# characters were printed, "table": whether wrapping would break what is printed}
outputs = []
sessions = {}  # number → a lab in use
numbers = itertools.count()
cell_files = set()  # the names under which linecache keeps the cells that have run
done = {}  # of the cell that runs: the name of what was checked or guessed → whether it is done


def display(data, metadata=None, raw=True):
    """What helpers show: {mime type: text}; the metadata says what drawings are in it."""
    html = data["text/html"]
    for stored in (metadata or {}).get(FIELDS, {}).get("drawings", ()):
        drawing = Fields(**stored)
        html = html.replace(drawing.tag, narrow.image_tag(drawing), 1)
    outputs.append({"kind": "html", "text": html})


class DisplayHandle:
    """An output that is replaced while its cell runs."""

    def display(self, data, raw=True):
        display(data)
        self.output = outputs[-1]

    def update(self, data, raw=True):
        self.output["text"] = data["text/html"]
        show_progress(json.dumps(outputs))


def display_lab(lab):
    outputs.append({"kind": "lab", "text": lab.name})


def stand_in(name, **names):
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(names)


os.environ["MPLBACKEND"] = "agg"  # matplotlib draws into files: a worker has no page
# IPython shows, and anywidget carries labs, where Jupyter is. Here neither is needed.
stand_in("IPython", get_ipython=lambda: None, version_info=(9, 0))  # matplotlib asks for both
stand_in("IPython.display", display=display, DisplayHandle=DisplayHandle)
stand_in("helpers.labs.engine.live", display_lab=display_lab)

import narrow  # noqa: E402
import not_here  # noqa: E402

from helpers import exercises, labs  # noqa: E402
from helpers.drawing.drawing import Fields  # noqa: E402
from helpers.drawing.picture import FIELDS  # noqa: E402
from helpers.exercises.engine import kept  # noqa: E402
from helpers.figures import plot, show  # noqa: E402
from helpers.labs.engine.session import Session  # noqa: E402


def display_values(*values):
    """What Jupyter's display does for a reader."""
    for value in values:
        show_value(value)


exercises.listeners.append(done.__setitem__)
builtins.input = not_here.ask
builtins.display = display_values
sys.setrecursionlimit = not_here.set_recursion_limit
warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")  # show_plots shows it


def run(name, source, functions="", progress=lambda outputs: None):
    """Run a cell. Returns JSON: [its outputs, whether it ended without an error, the reader's
    functions, done].

    functions: the text of the reader's file, which the page keeps; a check may add to it.
    progress: called with the outputs so far, as JSON, whenever one of them is replaced.
    """
    file = kept.place()
    file.write_text(functions, encoding="utf-8")
    ended = run_cell(name, source, progress)
    for output in outputs:
        output["table"] = output["kind"] != "html" and narrow.is_table(output["text"])
    return json.dumps([outputs, ended, kept.read(file), done])


def run_cell(name, source, progress):
    """Whether a cell ended without an error."""
    global show_progress
    show_progress = progress
    outputs.clear()
    done.clear()
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")  # of a cell that failed
    file = f"<{name}, {next(numbers)}>"
    cell_files.add(file)
    linecache.cache[file] = len(source), None, source.splitlines(True), file  # where checks read it
    out = Printed()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            show_value(evaluated(source, file))
            show_plots()
    except BaseException as error:  # SystemExit and KeyboardInterrupt end the cell, too
        text = "\n".join(filter(None, [explained(error), not_here.advice(error, source)]))
        outputs.append({"kind": "error", "text": text})
        return False
    return True


def not_loaded(name, why, functions):
    """The answer to a cell that was not run, as a package that it imports could not be loaded."""
    text = f"{name} could not be loaded. {why}"
    return json.dumps([[{"kind": "error", "text": text}], False, functions, {}])


def evaluated(source, file):
    """The value of the cell's last line, if that is an expression."""
    tree = ast.parse(source, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, file, "exec"), variables)
    return eval(compile(ast.Expression(last.value), file, "eval"), variables) if last else None


def show_value(value):
    if isinstance(value, exercises.Feedback):
        value = replace(value, choices=())  # the page has its own buttons
    if hasattr(value, "_repr_mimebundle_"):
        display(value._repr_mimebundle_())
    elif value is not None:
        print(repr(value))


def show_plots():
    """What a cell drew with matplotlib and did not show itself, as in Jupyter."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot else ():
        pyplot.figure(number)
        show(plot("", "A plot."))


class Printed(io.TextIOBase):
    """What is printed, between the other outputs, in the order in which it came."""

    def write(self, text):
        if not outputs or outputs[-1]["kind"] != "text":
            outputs.append({"kind": "text", "text": "", "cut": 0})
        shown = outputs[-1]
        room = MOST - len(shown["text"])
        shown["text"] += text[:room]
        shown["cut"] += len(text[room:])
        return len(text)


def explained(error):
    """The lines of cells that the error came through, each once, and its type and message."""
    lines = [
        f"line {frame.lineno}: {linecache.getline(frame.filename, frame.lineno).strip()}"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename in cell_files
    ]
    words = traceback.format_exception_only(error)
    if isinstance(error, SyntaxError) and len(words) > 1:  # the first is the cell's name
        words[0] = f"line {error.lineno}:"
    return "\n".join(line.rstrip() for line in [*dict.fromkeys(lines), *words])


def open_lab(number, name):
    """Begin a lab, as session `number`. Returns JSON: what never changes in it, and an answer."""
    lab = getattr(labs, name)
    sessions[number] = Session(lab)
    return json.dumps({"lab": lab.spec(), "answer": sessions[number].answer()})


def begin_lab(number, message):
    """The answer of a lab that begins anew where a message says, both as JSON."""
    return json.dumps(sessions[number].begin(json.loads(message)))


def change_lab(number, message):
    """The answer of a lab to a message of its page, both as JSON."""
    return json.dumps(sessions[number].change(json.loads(message)))
