"""A notebook's slides as a PDF, a page a slide (make slides N=05 PDF=1).

python -m tools.slides.pdf NUMBER

It is what the show shows after the last Page Down of each slide, printed by Chromium. A lab is a
still picture.
"""

import io
import sys

import pypdf

from tools.repository import ROOT, choose_notebook
from tools.slides.stage import on_stage

FOLDER = ROOT / "handouts"
UNPRINTED = ":is(.show-votes input, .show-bars, .show-line) { display: none !important; }"


def write(stage, path, folder):
    """Write the slides of a notebook on a Stage. Returns the file and the number of its pages."""
    writer = pypdf.PdfWriter()
    slides = stage.show(path)
    stage.page.emulate_media(media="screen")  # not JupyterLab's own way to print
    unprinted = stage.page.add_style_tag(content=UNPRINTED)
    for at in range(len(slides)):
        writer.append(io.BytesIO(stage.print(at)))
    unprinted.evaluate("(style) => style.remove()")
    stage.page.emulate_media(media="null")
    writer.compress_identical_objects()  # fonts, above all
    file = folder / f"{path.stem}-slides.pdf"
    writer.write(file)
    return file, len(writer.pages)


def main(number):
    path = choose_notebook(number)
    FOLDER.mkdir(exist_ok=True)
    with on_stage([path]) as stage:
        file, pages = write(stage, path, FOLDER)
    print(f"{file.relative_to(ROOT)}: {pages} slides")


if __name__ == "__main__":
    main(*sys.argv[1:])
