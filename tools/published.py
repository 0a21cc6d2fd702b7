"""Where the series is published, as the README's two links say it, and QR codes that lead there."""

import io
import re

import segno

from tools.repository import ROOT

BOOK = re.compile(r"\((https?://[^)\s]+?)/?\), with nothing to install")
BINDER = re.compile(
    r"https://mybinder\.org/v2/gh/([^/]+/[^/]+)/[^?)\s]+\?urlpath=lab/tree/notebooks/"
)
PLACEHOLDER = "OWNER"  # until the README names a repository


def book_address(stem, name="", readme=ROOT / "README.md"):
    """The address of a notebook's page in the published book, or nothing while the README names
    none. name: an exercise, a question or a prediction on it."""
    return _named(f"{_link(BOOK, readme)[1]}/", f"{stem}.html{name and '#' + name}")


def binder_address(stem, readme=ROOT / "README.md"):
    """The notebook's address on Binder, or nothing while the README names none."""
    return _named(_link(BINDER, readme)[0], f"{stem}.ipynb")


def source_address(readme=ROOT / "README.md"):
    """The repository's address on GitHub, or nothing while the README names none."""
    return _named("https://github.com/", _link(BINDER, readme)[1])


def _link(pattern, readme):
    """The match of one of the README's two links."""
    match = pattern.search(readme.read_text("utf-8"))
    if not match:
        raise ValueError(
            f"{readme.name}: needed both links below the title, as in “[Read it as a book]"
            "(https://example.org/), with nothing to install” and “mybinder.org/v2/gh/owner/name/…”"
        )
    return match


def _named(folder, file):
    return "" if PLACEHOLDER in folder + file else folder + file


def qr_code(address):
    """An address as a QR code: SVG that is as large as the place it stands in, black on white, with
    the address as its title."""
    target = io.BytesIO()
    segno.make(address, micro=False).save(
        target, kind="svg", xmldecl=False, omitsize=True, light="white", title=address, border=2
    )
    return target.getvalue().decode().strip()
