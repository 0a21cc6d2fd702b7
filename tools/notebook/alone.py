"""A page without its folder, as on Colab: the import of helpers fails there, and Jupyter shows the
lines above it. They say what to do.

They are a comment. So a page in its folder runs nothing more, and nothing is fetched but by who
asks for it. `make publish` writes the repository's address into them, `make notebooks` what
notebook 00 has; the book and the workbench have their own in the notebooks that they give away.
"""

import re

FOLDER = """\
# Where this fails, the page is alone: get its whole folder, and open it as the README there says.
"""
PACKAGE = """\
# Where this fails, as on Colab, run the next line first, without its #.
# %pip install -q "self-attention-notebooks @ git+{}"
"""
SAID = re.compile(
    r'^(?:# Where this fails.*\n(?:# %pip .*@ git\+(.*)"\n)?)?(?=from helpers\b)', re.MULTILINE
)


def address_in(notebook):
    """The address that a notebook names, or nothing."""
    found = [SAID.search(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    return next((match[1] for match in found if match), None) or ""


def write(notebook, address):
    """Write the lines above a notebook's first import of helpers. address: of the repository, or
    nothing."""
    lines = PACKAGE.format(address) if address else FOLDER
    for cell in notebook.cells:
        if cell.cell_type == "code" and SAID.search(cell.source):
            cell.source = SAID.sub(lines, cell.source, count=1)
            return


def without(source):
    """A cell's code where nobody needs these lines."""
    return SAID.sub("", source, count=1)
