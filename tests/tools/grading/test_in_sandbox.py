"""What runs of a cell in the sandbox."""

from types import SimpleNamespace

from tools.grading import in_sandbox


def test_what_a_page_alone_installs_is_not_installed_again(monkeypatch):
    """On Colab its first cell begins with %pip. Marks are not the place for that."""
    given = []
    shell = SimpleNamespace(transform_cell=lambda source: given.append(source) or source)
    monkeypatch.setattr(in_sandbox, "_shell", lambda: shell)
    monkeypatch.setattr(in_sandbox, "_names", names := {})
    said = in_sandbox._run(
        "if True:\n    !pip install it\n%pip install -q 'it @ git+https://x'\nx = 1"
    )
    assert (said, names["x"]) == ("", 1)
    assert "install" not in given[0]
