"""How to cite the series, as BibTeX, from CITATION.cff."""

import yaml

from tools.repository import ROOT


def bibtex(address=""):
    """The entry, as text; with the address of the published book where there is one."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    fields = {
        "title": cited["title"],
        "author": " and ".join("{" + author["name"] + "}" for author in cited["authors"]),
        "year": cited["date-released"].year,
        "note": f"Version {cited['version']}",
        "url": address,
    }
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    return "\n".join(["@misc{self-attention-step-by-step,", *lines, "}"])
