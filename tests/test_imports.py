"""Imports run one way: whoever follows them from a file never comes back to it."""

import ast
import functools
import graphlib
import re

import pytest

from tools.repository import ROOT
from tools.slides.slides import EXTENSION, OF_LABS

FOLDERS = ("helpers", "tools")
FROM = r'^import [^";]* from "(\./.+|\.\./.+)";'  # of JavaScript, from a file beside it


@functools.cache
def python():
    """{module: the modules that it imports, in its functions, too}, of this repository."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    modules = {}
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts).removesuffix(".__init__")] = path.read_text("utf-8")
    graph = {}
    for module, source in modules.items():
        found = set()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= (names & modules.keys()) or {node.module}
        graph[module] = found & modules.keys()
    return graph


def folders():
    """{tools.vote, for instance: the folders beside it from which its files import}."""
    graph = {}
    for module, imported in python().items():
        folder, *others = (".".join(name.split(".")[:2]) for name in (module, *imported))
        graph.setdefault(folder, set()).update(set(others) - {folder})
    return graph


def scripts():
    """{a script of JavaScript: the scripts that it imports}; that names are exported, tsc says."""
    paths = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*.js")}
    graph = {}
    for path in paths:
        found = re.findall(FROM, path.read_text("utf-8"), re.MULTILINE)
        is_of_show = EXTENSION in path.parents
        copied = {path.parent / file.name: file for file in OF_LABS if is_of_show}
        imported = [(path.parent / name).resolve() for name in found]
        graph[path] = {copied.get(file, file) for file in imported}
        assert graph[path] <= paths, path
    return graph


@pytest.mark.parametrize("read", [python, folders, scripts])
def test_imports_run_one_way(read):
    graph = read()
    assert sum(map(len, graph.values())) > 50
    graphlib.TopologicalSorter(graph).prepare()  # CycleError names those in a circle
