"""`make publish`: what is to be done once to publish the series, and the addresses of README and of
the notebooks.

All other pages take theirs from git when they are made (published.py). This opens no page and sends
nothing.
"""

import sys

import nbformat

from tools import published
from tools.marked import with_part
from tools.notebook import alone
from tools.notebook.lesson import read
from tools.repository import PATHS, ROOT, START

README = ROOT / "README.md"
ONCE = """\
To do once, in this order:
1. Commit README.md and the notebooks, and push `main` to {source}.
2. There, Settings > Pages: choose GitHub Actions as the source. The workflow `pages` then publishes
   {book}/ each time that `main` changes.
3. Open the links to Binder and Colab below README's title. Binder's first image takes some minutes.
"""


def addresses():
    """README's lines that lead to the book, to Binder and to Colab."""
    binder, colab = published.binder_address(START.stem), published.colab_address(START.stem)
    return (
        f"[Read it as a book]({published.book()}/), with nothing to install, or\n"
        f"[![Open on Binder](https://mybinder.org/badge_logo.svg)]({binder})\n"
        f"[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({colab})"
    )


def write():
    text = with_part(README.read_text("utf-8"), "addresses", "publish", addresses())
    README.write_text(text, encoding="utf-8", newline="\n")
    for path in PATHS:
        notebook = read(path).notebook
        alone.write(notebook, published.source_address())
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8", newline="\n")


def main():
    if not published.repository():
        given = published.remote() or "nothing"
        sys.exit(
            "git has no repository on GitHub as origin: needed https://github.com/OWNER/NAME, "
            f"given {given}.\nMake one, then: git remote add origin https://github.com/OWNER/NAME"
        )
    write()
    print(f"README.md and the notebooks have the addresses that git says:\n\n{addresses()}\n")
    print(ONCE.format(source=published.source_address(), book=published.book()), end="")


if __name__ == "__main__":
    main()
