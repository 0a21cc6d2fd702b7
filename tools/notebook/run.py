"""Run the code of cells in this process, one after the other, as Jupyter does: for tests, marks and
what is recorded. What cells print is dropped. execute.py runs them in a kernel."""

import ast
import contextlib
import io
import itertools
import linecache

_numbers = itertools.count()


def new_names():
    """The variables of a notebook of which no cell has run yet."""
    return {"__name__": "__main__"}


def run(source, names, file=""):
    """Run a cell with these variables. Returns the value of its last line, if that is an
    expression. file: under which name its lines are kept, by default a new one."""
    file = keep_lines(source, file)
    tree = ast.parse(source, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, file, "exec"), names)
        return eval(compile(ast.Expression(last.value), file, "eval"), names) if last else None


def keep_lines(source, file=""):
    """Keep the lines of a cell where checks and tracebacks read them. Returns the name of the
    file that they seem to be in."""
    file = file or f"<cell {next(_numbers)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    return file
