"""Classes of pages: no stylesheet and no script asks for one that nothing has."""

import functools
import re

import pytest

from tools.repository import ROOT

# Of JupyterLab, CodeMirror, KaTeX and Pygments.
OTHERS = re.compile(r"jp-|cm-|tok-|katex|(reset-)?size\d|\w\w?$")
STRING = re.compile(r'"([^"\n]*)"|`([^`]*)`')
ASKED = re.compile(r"(?:querySelector(?:All)?|closest|matches)\(\s*" + f"(?:{STRING.pattern})")
CLASS = re.compile(r"\.([a-z][\w-]*)")


@functools.cache
def texts(suffix):
    """{file below helpers and tools: its text}."""
    paths = [
        path for folder in ("helpers", "tools") for path in (ROOT / folder).rglob(f"*.{suffix}")
    ]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def strings(text):
    return ["".join(found) for found in STRING.findall(text)]


@functools.cache
def given():
    """The words of all strings, and how those begin that a program completes: tone-{tone}."""
    every = [text for suffix in ("js", "py", "html") for text in texts(suffix).values()]
    found = [string for text in every for string in strings(text)]
    words = {word for string in found for word in re.findall(r"(?<![.\w-])[a-z][\w-]*", string)}
    begun = {
        begin for string in found for begin in re.findall(r"(?<![\w-])([a-z][a-z-]*-)\$?\{", string)
    }
    return words, tuple(begun - {"lab-"})  # lab-{random letters} is an id


def classes(text):
    return {name for name in CLASS.findall(text) if not OTHERS.match(name)}


def styled(path):
    without = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", texts("css")[path], flags=re.DOTALL)
    return classes(without)


def asked(path):
    found = ["".join(strings) for strings in ASKED.findall(texts("js")[path])]
    return classes(re.sub(r"\$\{[^}]*\}", "", " ".join(found)))


def test_each_class_that_is_asked_for_is_given():
    words, begun = given()
    wanted = {path: styled(path) for path in texts("css")} | {p: asked(p) for p in texts("js")}
    assert sum(map(len, wanted.values())) > 100
    missing = {
        path: {x for x in names - words if not x.startswith(begun)}
        for path, names in wanted.items()
    }
    assert {path: names for path, names in missing.items() if names} == {}


@pytest.mark.parametrize("name", ["lab_names.js", "show_names.js"])
def test_each_class_that_scripts_share_has_a_rule(name):
    """In a stylesheet, or in the one that live.py writes beside a still."""
    (text,) = [text for path, text in texts("js").items() if path.endswith(f"/{name}")]
    shared = set(re.findall(r': "((?:lab|show)-[\w-]+)",', text))
    rules = set().union(
        *map(styled, texts("css")), classes(texts("py")["helpers/labs/engine/live.py"])
    )
    assert shared
    assert shared <= rules
