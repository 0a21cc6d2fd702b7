"""Make the book: the notebooks as pages that need no server but one for files (make site).

page.html sets a page, book.css and the scripts of the folder web go with it, and a worker runs
Python. book_pages.py reads the notebooks, book_python.py gathers Python for the browser.
workbench.py puts JupyterLab for the browser beside the pages.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jinja2
import nbformat
from PIL import Image

from helpers import labs
from helpers.data import recorded
from helpers.labs.engine.live import Live
from helpers.language import files, minilm, rounded
from helpers.training import one_file
from tools.book import book_pages, book_python, book_search, recordings, workbench
from tools.book.book_python import NODE, WEB
from tools.book.citation import bibtex
from tools.notebook import alone
from tools.notebook.lesson import read_all
from tools.published import (
    binder_address,
    book_address,
    colab_address,
    say_if_nowhere,
    source_address,
)
from tools.record import film
from tools.repository import PATHS, ROOT

SERIES = "Self-attention, step by step"
MODULES = Path(sys.prefix) / "node_modules"
BUILDERS = ("esbuild", "@esbuild", "prettier", "typescript")  # they stay here
ESBUILD = MODULES / "esbuild/bin/esbuild"
SCRIPTS = ("book.js", "embed.js", "editor.js", "search.js", "share.js", "worker.js", "book.css")


def write(folder):
    """Write the book into `folder`, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    python = folder / "book" / "python"
    book_python.write(python)
    pages, formulas = book_pages.read(PATHS)
    loader = jinja2.FileSystemLoader(WEB)
    options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": jinja2.StrictUndefined}
    templates = jinja2.Environment(loader=loader, **options)
    model = write_model(folder / "book" / "model")
    shared = {"series": SERIES, "pages": pages, "model": model, "source": source_address()}
    shared["film"] = film.described()
    shared["edition"] = book_python.edition()
    shared["python"] = sum(path.stat().st_size for path in book_python.first(python))
    for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        around = {"before": before, "after": after}
        around |= {"binder": binder_address(page.name), "colab": colab_address(page.name)}
        cited = bibtex(book_address(page.name))
        template = templates.get_template("page.html")
        text = template.render(shared, page=page, bibtex=cited, **around).lstrip()
        (folder / f"{page.name}.html").write_text(text, "utf-8")
    write_embedded(folder / "embed", templates.get_template("embed.html"), shared)
    shutil.copy(folder / f"{pages[0].name}.html", folder / "index.html")
    write_film(folder / "book")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    write_notebooks(folder / "notebooks")
    names = folder / "notebooks" / "names.txt"  # which 12 gives away
    names.write_text(one_file.names(), "utf-8", newline="\n")
    write_scripts(folder / "book")
    recordings.write(folder / "book" / "labs")
    write_licences(folder / "book" / "licences")
    index = book_search.index(pages, formulas)
    (folder / "book" / "search.json").write_text(json.dumps(index, ensure_ascii=False), "utf-8")
    shutil.copy(WEB / "sw.js", folder)
    (folder / "book" / "files.json").write_text(json.dumps(files_of(folder)), "utf-8")
    workbench.write(folder / "workbench")


def write_notebooks(folder):
    """The notebooks, for who opens one of them alone."""
    folder.mkdir()
    for lesson in read_all():
        alone.write(lesson.notebook, source_address())
        nbformat.write(lesson.notebook, folder / lesson.path.name)


def write_film(folder):
    """The README's film, and its last frame for those who want nothing to move."""
    shutil.copy(film.FILE, folder / "film.gif")
    with Image.open(film.FILE) as moving:
        moving.seek(moving.n_frames - 1)
        moving.save(folder / "film.png")


def write_embedded(folder, template, shared):
    """Write each lab alone, as a page to be put into other pages."""
    folder.mkdir()
    for page in shared["pages"]:
        for cell in page.cells:
            if cell.lab:
                text = template.render(shared, page=page, cell=cell, lab=getattr(labs, cell.lab))
                (folder / f"{cell.lab}.html").write_text(text.lstrip(), "utf-8")


def write_model(folder):
    """Write the sentence model with one byte a number, if `make model` has fetched it. Returns what
    a page says of it: its size, and how far it moves weights in the recorded sentences."""
    if not minilm.is_installed():
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
    command = [NODE, ESBUILD, *(WEB / name for name in SCRIPTS)]
    command += ["--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022"]
    command += ["--loader:.woff2=file", "--loader:.woff=empty", "--loader:.ttf=empty"]
    command += ["--asset-names=fonts/[name]", "--chunk-names=[name]-[hash]", "--log-level=warning"]
    environment = dict(os.environ, NODE_PATH=str(MODULES))
    subprocess.run([*command, f"--outdir={folder}"], env=environment, check=True)
    (folder / "lab.js").write_text(Live._esm, "utf-8")
    styles = (folder / "book.css").read_text("utf-8") + Live._css
    # A font that comes late moves no text: it is there from the next page on.
    styles = styles.replace("font-display:swap", "font-display:optional")
    (folder / "book.css").write_text(styles, "utf-8")


def write_licences(folder):
    """The licences of what comes from npm and goes with the pages; wheels hold their own."""
    for path in sorted(MODULES.glob("**/LICENSE*")):
        package = path.parent.relative_to(MODULES)
        if package.parts[0] not in BUILDERS:
            (folder / package).mkdir(parents=True)
            shutil.copy(path, folder / package)


def files_of(folder):
    """{path: (bytes, a hash of its content)} of all that pages of the book may ask for."""
    book = folder / "book"
    paths = [*folder.glob("*.html"), *folder.glob("embed/*"), *folder.glob("notebooks/*")]
    paths += [*book.glob("*.*"), *book.glob("fonts/*"), *book.glob("labs/*"), *book.glob("model/*")]
    paths += book_python.asked(book / "python")
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_size, digest(path))
        for path in sorted(paths)
    }


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


if __name__ == "__main__":
    target = ROOT / "site"
    say_if_nowhere()
    write(target)
    print(f"The book is in {target}. make serve shows it.")
