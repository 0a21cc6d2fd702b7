"""Scripts that import one another, as one text: for a page that gets a text and not files."""

import re

IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|function)", re.MULTILINE)


def as_one(entry):
    """The text of the module at this path, after that of each module that it imports, directly or
    not. All share one scope, so no two of them may define the same name; what `entry` exports, the
    whole exports. ImportError: one of them imports itself, directly or not."""
    texts = {}

    def add(path, above=()):
        if path in above:
            circle = [file.name for file in (*above[above.index(path) :], path)]
            raise ImportError(f"Imports run in a circle: {' → '.join(circle)}")
        if path not in texts:
            text = path.read_text("utf-8")
            for name in IMPORT.findall(text):
                add((path.parent / name).resolve(), (*above, path))
            texts[path] = IMPORT.sub("", text)

    add(entry.resolve())
    *imported, last = texts.values()
    return "\n".join([*(EXPORT.sub("", text) for text in imported), last])
