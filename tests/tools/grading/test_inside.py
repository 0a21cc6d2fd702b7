"""What runs of a cell in the sandbox."""

from types import SimpleNamespace

from tools.grading import inside


def test_what_a_page_alone_installs_is_not_installed_again(monkeypatch):
    """On Colab its first cell begins with %pip. Marks are not the place for that."""
    given = []
    shell = SimpleNamespace(transform_cell=lambda source: given.append(source) or source)
    monkeypatch.setattr(inside, "_shell", lambda: shell)
    monkeypatch.setattr(inside, "_names", names := {})
    said = inside._run("if True:\n    !pip install it\n%pip install -q 'it @ git+https://x'\nx = 1")
    assert (said, names["x"]) == ("", 1)
    assert "install" not in given[0]
