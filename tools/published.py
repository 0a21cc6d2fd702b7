"""Where the series is published, and QR codes that lead there.

Whose repository it is, git says: its remote `origin`, if that is on GitHub. SITE in the
environment, as in `make site SITE=https://…`, names the book where it is anywhere else.
"""

import io
import os
import re
import subprocess
import sys
from functools import cache

from tools.repository import ROOT

GITHUB = "https://github.com"
BINDER = "https://mybinder.org/v2/gh"
COLAB = "https://colab.research.google.com/github"
REMOTE = re.compile(r"(?:^|[/@.])github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?$")
NOWHERE = (
    "Without addresses: git names no repository on GitHub as origin. Everything works; codes and "
    "links that would lead to the published book are left out. SITE=https://… names where it is."
)


@cache
def remote():
    """What git has as the address of `origin`, without who pushes there, or nothing."""
    command = ["git", "-C", ROOT, "config", "--get", "remote.origin.url"]
    try:
        return without_user(subprocess.run(command, capture_output=True, text=True).stdout.strip())
    except OSError:  # no git
        return ""


def without_user(address):
    """An address without what stands before @ in it, which may be a password."""
    return re.sub(r"^([a-z+]+://)?[^/]*@", r"\1", address)


def repository():
    """(owner, name) on GitHub, or None."""
    found = REMOTE.search(remote())
    return found.groups() if found else None


def book():
    """The address of the published book, without a slash at its end, or nothing."""
    site = without_user(os.environ.get("SITE", "").strip().rstrip("/"))
    if site:
        if not re.match(r"https?://[^\s/]+", site):
            sys.exit(f"SITE={site}: needed an address that begins with https:// or http://")
        return site
    if not repository():
        return ""
    owner, name = repository()
    host = f"https://{owner.lower()}.github.io"
    return host if name.lower() == f"{owner.lower()}.github.io" else f"{host}/{name}"


def book_address(stem, name=""):
    """The address of a notebook's page in the published book, or nothing where there is none.
    name: an exercise, a question or a prediction on it."""
    return book() and f"{book()}/{stem}.html{name and '#' + name}"


def source_address():
    """The repository's address on GitHub, or nothing."""
    return "/".join([GITHUB, *repository()]) if repository() else ""


def binder_address(stem):
    """The notebook's address on Binder, or nothing."""
    opened = f"HEAD?urlpath=lab/tree/notebooks/{stem}.ipynb"
    return "/".join([BINDER, *repository(), opened]) if repository() else ""


def colab_address(stem):
    """The notebook's address on Colab, or nothing."""
    opened = f"blob/main/notebooks/{stem}.ipynb"
    return "/".join([COLAB, *repository(), opened]) if repository() else ""


def say_if_nowhere():
    """One line, where what is made will have no codes."""
    if not book():
        print(NOWHERE, flush=True)


def qr_code(address):
    """An address as a QR code: SVG that is as large as the place it stands in, black on white, with
    the address as its title."""
    import segno  # addresses are asked for where no code is drawn

    target = io.BytesIO()
    segno.make(address, micro=False).save(
        target, kind="svg", xmldecl=False, omitsize=True, light="white", title=address, border=2
    )
    return target.getvalue().decode().strip()
