"""What Python cannot do in a page of the book is said in a sentence."""

import importlib.util

import pytest

from tools.book.book_python import WEB

spec = importlib.util.spec_from_file_location("not_here", WEB / "not_here.py")
not_here = importlib.util.module_from_spec(spec)
spec.loader.exec_module(not_here)


def advice(source):
    """What is said of the error of a cell."""
    with pytest.raises(Exception) as caught:  # noqa: PT011  whichever it is
        exec(compile(source, "cell", "exec"), {"input": not_here.ask})
    return not_here.advice(caught.value, source)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\n%timeit x", "%timeit is a command to Jupyter"),
        ("!ls", "a page has none"),
        ("raise MemoryError", "memory that a page may have is full"),
        ("x = 1\nx?", "help(…)"),
        ("pip install torch", "Nothing can be installed"),
        ("!python -m pip install torch", "Nothing can be installed"),
        (">>> x = 1", "Leave out >>>"),
        ("In [3]: x = 1", "Leave out In [3]:"),
        ("def f():\n    x = 1\n\treturn x", "indent with spaces only"),
        ("print（1)", "type '(' in its place"),
        ("x = 1 ≤ 2", "type '<=' in its place"),
        ("x = y\u200b", "invisible"),
        ("x = 1\nx = 2\0", "invisible character in line 2"),
        ("print = 3\nprint(4)", "del print brings Python's back"),
        ("max = 3\n\ndef f():\n    return max(1, 2)\n\nf()", "max has another value here"),
        ("import asyncio\nawait asyncio.sleep(0)", "a function that begins with async def"),
        ("async for x in y: pass", "a function that begins with async def"),
        ("from IPython.display import HTML_of_another_kind", "a page has only display"),
        ("import IPython.of_another_kind", "a page has only display"),
        ("import threading\nthreading.Semaphore(-1)", "A page has one thread"),
        ("print(“a”)", "Python does not know “: type '\"' in its place."),
        ("x = ‘a’", 'type "\'" in its place'),
        ("x = 3 − 1", "type '-' in its place"),
        ("x =\u00a01", "a space of another kind"),
        ("import torch.nn", "torch is not in this page"),
        ("import matplotlib_of_another_kind", "is not in this page"),
        ("open('data.csv')", "The files of your computer"),
        ("import http.client\nhttp.client.HTTPConnection('a:b')", "reaches no network"),
    ],
)
def test_what_is_not_here_is_named(source, words):
    assert words in advice(source)


@pytest.mark.parametrize(
    "source",
    ["x = (", "1 +", "1 / 0", "x = 'a", "print(1)(2)", "x = 3\nx()", "if True:\npass", "5 % "],
)
def test_of_other_errors_nothing_is_said(source):
    assert advice(source) == ""


def test_input_says_what_to_do():
    with pytest.raises(EOFError, match="write the value into the code"):
        not_here.ask("Your name? ")


def test_a_limit_of_recursion_that_would_end_python_is_refused():
    given = []
    not_here.set_recursion_limit(5000, given.append)
    with pytest.raises(ValueError, match="room for 5000 calls"):
        not_here.set_recursion_limit(10**7, given.append)
    assert given == [5000]
