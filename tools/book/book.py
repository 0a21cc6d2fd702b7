"""Make the book: the notebooks as pages that need no server but one for files (make site).

python -m tools.book.book [FOLDER]        write it into FOLDER, by default `site`

page.html sets a page, book.css and the scripts of the folder web go with it, and a worker runs
Python. book_pages.py reads the notebooks, book_python.py gathers Python for the browser.
workbench.py puts JupyterLab for the browser beside the pages.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import jinja2

from helpers.data import recorded
from helpers.labs.engine.live import Live
from helpers.language import files, minilm, rounded
from tools.book import book_pages, book_python, workbench
from tools.book.book_python import NODE, WEB
from tools.published import binder_address
from tools.repository import PATHS, ROOT

SERIES = "Self-attention, step by step"
MODULES = Path(sys.prefix) / "node_modules"
BUILDERS = ("esbuild", "@esbuild", "typescript")  # they stay here
ESBUILD = MODULES / "esbuild/bin/esbuild"
TAG = re.compile(r'<span class="minutes">.*?</span>|<pre\b.*?</pre>|<[^>]*>', re.DOTALL)
BOLD = re.compile(r"<strong>.*?</strong>")


def write(folder):
    """Write the book into `folder`, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "notebooks").mkdir(parents=True)
    pages = book_pages.read(PATHS)
    loader = jinja2.FileSystemLoader(WEB)
    options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": jinja2.StrictUndefined}
    template = jinja2.Environment(loader=loader, **options).get_template("page.html")
    model = write_model(folder / "book" / "model")
    shared = {"series": SERIES, "pages": pages, "model": model}
    for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        binder = binder_address(page.name)
        around = {"before": before, "after": after, "binder": binder}
        text = template.render(shared, page=page, **around).lstrip()
        (folder / f"{page.name}.html").write_text(text, "utf-8")
    shutil.copy(folder / f"{pages[0].name}.html", folder / "index.html")
    for path in PATHS:
        shutil.copy(path, folder / "notebooks")
    write_scripts(folder / "book")
    write_licences(folder / "book" / "licences")
    sections = [section for page in pages for section in sections_of(page)]
    index = [{"id": number, **section} for number, section in enumerate(sections)]
    (folder / "book" / "search.json").write_text(json.dumps(index, ensure_ascii=False), "utf-8")
    book_python.write(folder / "book" / "python")
    workbench.write(folder / "workbench")


def write_model(folder):
    """Write the sentence model with one byte a number, if `make model` has fetched it. Returns what
    a page says of it: its size, and how far it moves weights in the recorded sentences."""
    if not minilm.there():
        return None
    folder.mkdir(parents=True)
    path, parameters = folder / "minilm.npz", files.arrays("minilm")
    rounded.write(path, parameters)
    models = minilm.MiniLM(parameters), minilm.MiniLM(rounded.read(path))
    texts = recorded.SENTENCES.values()
    return {
        "megabytes": round(path.stat().st_size / 1e6),
        "change": f"{rounded.largest_change(*models, texts):.2f}",
        "sentences": len(texts),
    }


def write_scripts(folder):
    """The scripts and styles, bundled with what they take from npm; the labs' own as they are."""
    command = [NODE, ESBUILD, WEB / "book.js", WEB / "worker.js", WEB / "book.css"]
    command += ["--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022"]
    command += ["--loader:.woff2=file", "--loader:.woff=empty", "--loader:.ttf=empty"]
    command += ["--asset-names=fonts/[name]", "--chunk-names=[name]-[hash]", "--log-level=warning"]
    environment = dict(os.environ, NODE_PATH=str(MODULES))
    subprocess.run([*command, f"--outdir={folder}"], env=environment, check=True)
    (folder / "lab.js").write_text(Live._esm, "utf-8")
    with (folder / "book.css").open("a", encoding="utf-8") as styles:
        styles.write(Live._css)


def write_licences(folder):
    """The licences of what comes from npm and goes with the pages; wheels hold their own."""
    for path in sorted(MODULES.glob("**/LICENSE*")):
        package = path.parent.relative_to(MODULES)
        if package.parts[0] not in BUILDERS:
            (folder / package).mkdir(parents=True)
            shutil.copy(path, folder / package)


def sections_of(page):
    """What the search finds: {page, href, title, text, terms} of each section. terms: what is bold,
    as a word is where it is explained."""
    for section in page.sections:
        yield {
            "page": f"{page.number} {page.title}",
            "href": f"{page.name}.html#{section.id}",
            "title": plain(section.heading),
            "text": plain(section.html),
            "terms": plain(" ".join(BOLD.findall(section.html))),
        }


def plain(text):
    return " ".join(unescape(TAG.sub(" ", text)).split())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the book and the workbench into a folder.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "site")
    target = parser.parse_args().folder
    write(target)
    print(f"The book is in {target}. make serve shows it.")
