"""Where the series is published, as pyproject.toml says it, and QR codes that lead there."""

import io
import tomllib

import segno

from tools.repository import ROOT

FILE = ROOT / "pyproject.toml"
BINDER = "https://mybinder.org/v2/gh"
GITHUB = "https://github.com"
PLACEHOLDER = "OWNER"  # until it names a repository


def book_address(stem, name="", file=FILE):
    """The address of a notebook's page in the published book, or nothing while the file names none.
    name: an exercise, a question or a prediction on it."""
    book = _address("Book", file)
    return book and f"{book}/{stem}.html{name and '#' + name}"


def binder_address(stem, file=FILE):
    """The notebook's address on Binder, or nothing while the file names none."""
    source = source_address(file)
    repository = source.replace(GITHUB, BINDER)
    return source and f"{repository}/HEAD?urlpath=lab/tree/notebooks/{stem}.ipynb"


def source_address(file=FILE):
    """The repository's address on GitHub, or nothing while the file names none."""
    return _address("Source", file)


def _address(name, file):
    address = tomllib.loads(file.read_text("utf-8"))["project"]["urls"][name]
    return "" if PLACEHOLDER in address else address.rstrip("/")


def qr_code(address):
    """An address as a QR code: SVG that is as large as the place it stands in, black on white, with
    the address as its title."""
    target = io.BytesIO()
    segno.make(address, micro=False).save(
        target, kind="svg", xmldecl=False, omitsize=True, light="white", title=address, border=2
    )
    return target.getvalue().decode().strip()
