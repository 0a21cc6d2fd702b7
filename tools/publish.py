"""`make publish`: what is to be done once to publish the series, and the two addresses of README.

All other pages take theirs from git when they are made (published.py). This opens no page and sends
nothing.
"""

import re
import sys

from tools import published
from tools.repository import ROOT

README = ROOT / "README.md"
BEGIN, END = "<!-- addresses: written by make publish -->", "<!-- end of addresses -->"
ONCE = """\
To do once, in this order:
1. Commit README.md and push `main` to {source}.
2. There, Settings > Pages: choose GitHub Actions as the source. The workflow `pages` then publishes
   {book}/ each time that `main` changes.
3. Open the Binder link below README's title. Its first image takes some minutes.
"""


def addresses():
    """README's lines that lead to the book and to Binder."""
    return (
        f"[Read it as a book]({published.book()}/), with nothing to install, or\n"
        "[![Open on Binder](https://mybinder.org/badge_logo.svg)]"
        f"({published.binder_address('00_start_here')})\n"
    )


def with_addresses(text, lines):
    """README's text with these lines between its two marks."""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"README.md: needed {BEGIN} and {END}, once each")
    marked = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    return marked.sub(lambda _: f"{BEGIN}\n{lines}{END}", text)


def main():
    if not published.repository():
        given = published.remote() or "nothing"
        sys.exit(
            "git has no repository on GitHub as origin: needed https://github.com/OWNER/NAME, "
            f"given {given}.\nMake one, then: git remote add origin https://github.com/OWNER/NAME"
        )
    text = README.read_text("utf-8")
    wanted = with_addresses(text, addresses())
    README.write_text(wanted, "utf-8")
    print("README.md has the addresses that git says" + (", now." if wanted != text else "."))
    print(addresses())
    print(ONCE.format(source=published.source_address(), book=published.book()), end="")


if __name__ == "__main__":
    main()
