"""Leave to Pyodide's CDN what it has: the site takes half the space (make site CDN=1).

python -m tools.book.book_cdn [FOLDER]   take it out of the site in FOLDER, by default `site`

Pyodide and all in its own list of packages, such as NumPy and matplotlib, then come from the CDN,
in its versions; the rest comes from the site, as before. The list is the one from npm, with the
hashes by which a browser checks what it loads.
"""

import json
import sys
from pathlib import Path

from tools.book.book_python import CORE, LIBRARY, PYODIDE, ROOT, edition

VERSION = json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"]
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LIST = "pyodide-lock.json"
OURS = "jedi"  # the stand-in of book_python, not the real one
# In the place of Pyodide's own script, for the book's worker and the workbench's alike.
SCRIPT = """\
import { loadPyodide as load } from "CDNpyodide.mjs";
const lockFileURL = new URL("LIST", import.meta.url).href;
export const loadPyodide = (options) => load({ ...options, indexURL: "CDN", lockFileURL });
export const edition = "EDITION";
"""


def leave(folder, cdn=CDN, pyodide=PYODIDE):
    """Keep in `folder`, which book_python.write has written, what is not at the address `cdn`.

    pyodide: a folder with the list of the packages that are there."""
    packages = json.loads((folder / LIST).read_text("utf-8"))["packages"]
    listed = json.loads((pyodide / LIST).read_text("utf-8"))
    on_cdn = {name: data for name, data in listed["packages"].items() if name != OURS}
    for name in packages.keys() & on_cdn:
        (folder / packages[name]["file_name"]).unlink()
    for path in (*(folder / name for name in (*CORE, LIBRARY)), *folder.glob("*.bin")):
        path.unlink()
    for package in on_cdn.values():
        package["file_name"] = cdn + package["file_name"]
    (folder / LIST).write_text(json.dumps({**listed, "packages": packages | on_cdn}), "utf-8")
    script = SCRIPT.replace("CDN", cdn).replace("LIST", LIST).replace("EDITION", edition())
    files = folder.parent / "files.json"
    listed_files = json.loads(files.read_text("utf-8"))
    site = folder.parent.parent
    left = {path: data for path, data in listed_files.items() if (site / path).exists()}
    files.write_text(json.dumps(left), "utf-8")
    for name in ("pyodide.mjs", "pyodide.js"):  # the workbench's and the book's
        (folder / name).write_text(script, "utf-8")


if __name__ == "__main__":
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    leave(site / "book" / "python")
    print(f"Pyodide and its packages will come from {CDN}.")
