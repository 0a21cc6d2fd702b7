"""Scripts that import one another become one text, as a page without files needs them."""

from pathlib import Path

import jupyter_server
import pytest

from helpers.labs.engine.scripts import as_one


def test_what_is_imported_comes_once_and_before_what_uses_it(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    (tmp_path / "folder" / "b.js").write_text(
        'import { a } from "../a.js";\n\nexport function b() {\n  return a;\n}\n'
    )
    (tmp_path / "c.js").write_text(
        '// What a page asks for.\n\nimport {\n  a,\n} from "./a.js";\n'
        'import { b } from "./folder/b.js";\n\nexport const c = a + b();\nexport { b };\n'
    )
    assert as_one(tmp_path / "c.js").split("\n") == [
        *["const a = 1;", "", "", "function b() {", "  return a;", "}", ""],
        *["// What a page asks for.", "", "", "export const c = a + b();", "export { b };", ""],
    ]


def test_a_circle_is_named(tmp_path):
    for name, imported in ("ab", "bc", "cb"):
        (tmp_path / name).write_text(f'import {{ {imported} }} from "./{imported}";\n')
    with pytest.raises(ImportError, match="in a circle: b → c → b"):
        as_one(tmp_path / "a")


def test_the_kernel_s_server_still_lets_small_messages_wait():
    """So session.js sends empty ones. Where this fails, those can go, and the `if` in live.py."""
    folder = Path(jupyter_server.__file__).parent
    assert not any("set_nodelay" in path.read_text("utf-8") for path in folder.rglob("*.py"))
