"""Imports run one way: whoever follows them from a file never comes back to it."""

import ast
import functools
import graphlib

import pytest

from tools.repository import ROOT

FOLDERS = ("helpers", "tools")


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


@pytest.mark.parametrize("read", [python, folders])
def test_imports_run_one_way(read):
    graph = read()
    assert sum(map(len, graph.values())) > 50
    graphlib.TopologicalSorter(graph).prepare()  # CycleError names those in a circle
