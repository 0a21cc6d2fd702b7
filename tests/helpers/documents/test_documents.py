"""What helpers/documents says of the documents: every number, every quote, every name."""

import os
import re
from pathlib import Path

import nbformat
import pytest

from helpers import documents
from helpers.documents import ERRATA, PRINTED, ROSETTA
from helpers.documents.errata import KINDS
from helpers.documents.printed import Printed
from helpers.documents.tex import readable
from helpers.figures import table
from tests.running import ANYWAY
from tools.repository import NOTEBOOKS, PATHS

SOURCES = os.environ.get("SOURCES")  # the folder of the texts, which are not in the repository
TITLES = {
    "000": "Transformer's Self-Attention: Why Is Attention All You Need?",
    "001": "From Attention to Self-Attention and Transformers: a Mathematical Introduction",
    "002": "Intuition Behind Self-Attention in Transformers (Offsiteteam)",
    "003": "Illustrated Self-Attention",
    "004": 'Lecture 23: "Attention is All You Need", Mark Hasegawa-Johnson, ECE 537, Fall 2022, '
    "CC BY 4.0",
}


def named(entry):
    return f"{entry.document} {entry.place}"


def squashed(text):
    """Without white space and the # of comments, which the prints in the documents carry."""
    return re.sub(r"[\s#]+", "", text)


def bare(text):
    """Plain signs without spaces, commas and braces: q^i k^{j,T} is q^ik^jT."""
    return re.sub(r"[\s,{}]", "", readable(text))


def source(document):
    if not SOURCES:
        pytest.skip(f"{ANYWAY}the documents' texts; SOURCES names their folder")
    (path,) = Path(SOURCES).glob(f"{document}_*.txt")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", PRINTED, ids=named)
def test_a_printed_number_agrees_or_differs_as_stated(entry):
    if entry.kind in ("given", "computed"):
        assert entry.recomputed == entry.printed
        assert not entry.right
        assert entry.agrees
        assert entry.verdict == ("given" if entry.kind == "given" else "agrees")
    else:
        assert entry.kind in ("slip", "rounding")
        assert entry.recomputed == entry.right
        assert entry.right != entry.printed
        assert not entry.agrees
        assert entry.verdict == "differs"


@pytest.mark.parametrize("entry", PRINTED, ids=named)
def test_a_printed_number_is_in_its_document(entry):
    quote = entry.quote or entry.printed
    parts = [re.escape(squashed(part)) for part in entry.printed.split("…")]
    assert re.search(".*".join(parts), squashed(quote))
    assert squashed(quote) in squashed(source(entry.document))


def test_a_wrong_number_is_noticed():
    entry = Printed("002", "anywhere", "16.74", lambda: 16.75)
    assert not entry.agrees
    assert Printed("002", "anywhere", "16.74", lambda: 16.7432).agrees
    assert Printed("003", "anywhere", "6.3379e-02", lambda: 0.0633789).agrees
    assert not Printed("003", "anywhere", "6.3379e-02", lambda: 0.0633799).agrees
    with pytest.raises(ValueError, match=r"recompute: gives 2 numbers"):
        Printed("002", "anywhere", "16.74", lambda: [16.74, 5.77]).agrees  # noqa: B018


@pytest.mark.parametrize("erratum", ERRATA, ids=named)
def test_an_erratum_quotes_its_document(erratum):
    assert squashed(erratum.quote) in squashed(source(erratum.document))


@pytest.mark.parametrize("erratum", ERRATA, ids=named)
def test_what_holds_does_hold(erratum):
    assert erratum.kind in KINDS
    assert erratum.instead.endswith((".", ".”"))
    if erratum.check is not None:
        assert erratum.check()


@pytest.mark.parametrize("entry", [e for e in PRINTED if e.right], ids=named)
def test_every_number_that_differs_is_an_erratum(entry):
    quote = squashed(entry.quote or entry.printed)
    theirs = [squashed(e.quote) for e in ERRATA if e.document == entry.document]
    assert any(quote in other or other in quote for other in theirs)


@pytest.mark.parametrize("erratum", ERRATA, ids=named)
def test_an_erratum_leads_to_a_heading(erratum):
    assert re.fullmatch(r"[A-Za-z0-9 -]+", erratum.heading)
    (path,) = (path for path in PATHS if path.name.startswith(erratum.notebook))
    assert erratum.link[1].partition("#")[0] in ("", path.name)
    cells = nbformat.read(str(path), 4).cells
    headings = re.findall(
        r"^#+ (.+)$", "\n".join(c.source for c in cells if c.cell_type == "markdown"), re.M
    )
    assert erratum.heading in headings


@pytest.mark.parametrize("document", TITLES)
def test_the_names_of_the_rosetta_table_are_the_documents_own(document):
    text = bare(source(document))
    names = [n for name in ROSETTA for n in getattr(name, f"d{document}").split("; ") if n != "–"]
    assert names
    assert [name for name in names if bare(name) not in text] == []


@pytest.mark.parametrize("document", TITLES)
def test_a_table_can_be_made_of_it(document):
    for columns, rows in (
        documents.rosetta(),
        documents.numbers(document),
        documents.errata(document),
    ):
        assert rows
        assert "\\" not in table("What is printed", columns, rows).text


def test_the_notebook_names_every_document_by_its_title():
    cells = nbformat.read(str(NOTEBOOKS / "90_the_documents.ipynb"), 4).cells
    text = "\n".join(cell.source for cell in cells).replace("*", "").replace("[CC BY", "CC BY")
    text = text.replace("“", '"').replace("”", '"')
    assert [title for title in TITLES.values() if title not in text] == []
