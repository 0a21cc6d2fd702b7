"""What honest students hand in, and what is odd: a table of name, file, marks."""

import codecs
import io
import json
import zipfile

from tests.tools.grading.hand_ins import IDS, TWO, cells, code, notebook, solved

MASK = """def my_causal_mask(n, m):
    return np.arange(m) <= np.arange(n)[:, None]


check("causal_mask", my_causal_mask)"""
SLEEPS = "import time\nwhile True:\n    time.sleep(1)"  # an endless loop that needs no processor
STRICT = MASK.replace("<=", "<")


def full():
    return notebook(cells(TWO))


def without_ids():
    found = [{key: x for key, x in cell.items() if key != "id"} for cell in cells(TWO)]
    return notebook(found, nbformat_minor=4)


def with_new_ids():
    return notebook([cell | {"id": f"{i:08x}"} for i, cell in enumerate(cells(TWO))])


def from_colab():
    found = [cell | {"metadata": {"id": cell["id"]}} for cell in cells(TWO)]
    for cell in found:
        del cell["id"]
    return notebook(found, nbformat_minor=0, metadata={"colab": {"provenance": []}})


def from_vs_code():
    """Cells that were written there have no ids."""
    found = [cell | {"metadata": {"vscode": {"languageId": "python"}}} for cell in cells(TWO)]
    for cell in found[::2]:
        del cell["id"]
    return notebook(found)


def packed(members):
    """The bytes of a zip. members: name → text."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return file.getvalue()


def of_format_3():
    old = [
        {"cell_type": "code", "language": "python", "input": x["source"], "outputs": []}
        if x["cell_type"] == "code"
        else x
        for x in cells(TWO)
    ]
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": old}]}


def with_other_line_ends():
    found = cells(TWO)
    for cell in found:
        cell["source"] = "".join(cell["source"]).replace("\n", "  \r\n") + "\n\n"
    return notebook(found)


def merged():
    found = cells({})
    return notebook([*found, code("\n\n".join(TWO.values()))])


def split():
    before, after = solved("causal_mask").split("\n\n\n")
    return notebook(
        [
            *cells({"causal_mask": before, "all_at_once": TWO["all_at_once"]}),
            code(after),
        ]
    )


def all_in_one():
    sources = ["".join(x["source"]) for x in cells(TWO) if x["cell_type"] == "code"]
    sources = [x for x in sources if not x.startswith("labs.")]
    return notebook([code("\n\n".join(sources))])


def alone():
    return notebook([code(source) for source in TWO.values()])


def moved_down():
    found = cells(TWO)
    number = next(i for i, x in enumerate(found) if "check-causal_mask" == x["id"])
    return notebook([*found[:number], *found[number + 1 :], found[number]])


def text(made=None):
    return json.dumps(made or full(), ensure_ascii=False)


# name of the student → (the file's place, what it is): each has the two answers right, as cells
FILES = {
    "in a folder below": ("in a folder below/home/notebooks/05_masking.ipynb", full()),
    "without ids": ("without ids/05_masking.ipynb", without_ids()),
    "new ids": ("new ids/05_masking.ipynb", with_new_ids()),
    "Colab": ("Colab/Copy of 05_masking.ipynb", from_colab()),
    "VS Code": ("VS Code/05_masking.ipynb", from_vs_code()),
    "a zip": ("a zip/all.zip", packed({"home/05_masking.ipynb": text()})),
    "format 3": ("format 3/05_masking.ipynb", of_format_3()),
    "line ends": ("line ends/05_masking.ipynb", with_other_line_ends()),
    "moved down": ("moved down/05_masking.ipynb", moved_down()),
    "downloaded twice": ("downloaded twice/05_masking (1).ipynb", full()),
    "copied": ("copied/05_masking-Copy1.ipynb", full()),
    "a name in front": ("a name in front/Ada 05-Masking.ipynb", full()),
    "capitals": ("capitals/05_MASKING.IPYNB", full()),
    "another name": ("another name/homework.ipynb", full()),
    "byte order mark": ("byte order mark/05_masking.ipynb", codecs.BOM_UTF8 + text().encode()),
    "UTF-16": ("UTF-16/05_masking.ipynb", text().encode("utf-16")),
    "UTF-16 bare": ("UTF-16 bare/05_masking.ipynb", text().encode("utf-16-le")),
    "Bo Moodle": ("Bo Moodle_102_assignsubmission_file_/05_masking.ipynb", full()),
    "canvasada": ("canvasada_201_3001_05_masking-1.ipynb", full()),
    "flat": ("flat_05_masking.ipynb", full()),
}
EXPORTED = {
    "Ada Moodle": ("Ada Moodle_101_assignsubmission_file_05_masking.ipynb", full()),
    "canvaslate": ("canvaslate_LATE_202_3002_05_masking.ipynb", full()),
}
# the same, in other cells than ours
CHANGED = {
    "as it is": ("as it is/05_masking.ipynb", full()),
    "merged": ("merged/05_masking.ipynb", merged()),
    "split": ("split/05_masking.ipynb", split()),
    "all in one cell": ("all in one cell/05_masking.ipynb", all_in_one()),
    "answers alone": ("answers alone/05_masking.ipynb", alone()),
}

# kind → (exercise, the cells that stand in the place of its cell). All are right.
CELLS = [
    {
        "a helper from an own cell": (
            "causal_mask",
            "def column(n):\n    return np.arange(n)[:, None]",
            MASK.replace("np.arange(n)[:, None]", "column(n)"),
        ),
        "an import from an own cell": (
            "padding_mask",
            "import numpy as numbers\nfrom numpy import *",
            solved("padding_mask").replace("np.", "numbers."),
        ),
        "a cell that fails between": (
            "all_at_once",
            "raise RuntimeError('playing')",
            solved("all_at_once"),
        ),
        "a magic": ("masked_softmax", "%matplotlib inline\n%%time", solved("masked_softmax")),
        "a magic above a helper": (
            "no_leak_found",
            "%matplotlib inline\nimport a_library_of_mine\nletter = 'a'",
            "%config InlineBackend.figure_format = 'svg'\ncheck('no_leak_found', letter)",
        ),
        "%%time above": ("safe_softmax", "%%time\n" + solved("safe_softmax")),
        "await above": (
            "front_weight",
            "import asyncio\nawait asyncio.sleep(0)\n" + solved("front_weight"),
        ),
        "errors that were asked for": (
            "decoder_mask",
            "import warnings\nwarnings.simplefilter('error')\nnp.seterr(all='raise')",
            solved("decoder_mask"),
        ),
        "an end below": ("leak", solved("leak") + "\nimport sys\nsys.exit()"),
        "a question mark": ("whose_lengths", "np.arange?", solved("whose_lengths")),
    },
    {
        "what displays": (
            "causal_mask",
            MASK.replace("    return", "    display(n)\n    print('x' * 10**6)\n    return"),
        ),
        "a temporary file": (
            "padding_mask",
            solved("padding_mask")
            + "\nimport tempfile\nwith tempfile.TemporaryFile() as f:\n    f.write(b'1' * 1000)",
        ),
        "what stops below": (
            "safe_softmax",
            solved("safe_softmax") + "\nimport os\nos._exit(1)",
        ),
        "a comment below": ("all_at_once", f"{solved('all_at_once')}\n# done"),
        "a right one, then play": ("leak", solved("leak") + "\ncheck('leak', lambda *_: None)"),
        "a library that is not here": (
            "decoder_mask",
            "import a_library_of_mine as lib\n\n\ndef both(x, y):\n    return x & y",
            solved("decoder_mask").replace("real & (j <= i)", "both(real, j <= i)"),
        ),
        "a file that a cell writes": (
            "no_leak_found",
            "%%writefile letters.py\nright = 'a'",
            "from letters import right\ncheck('no_leak_found', right)",
        ),
        "what was shown last": (
            "front_weight",
            solved("front_weight").split("\ncheck")[0] + "\nfront_weight",
            "check('front_weight', _)",
        ),
        "a wrong letter, then the right one": (
            "whose_lengths",
            "check('whose_lengths', 'z')",
            solved("whose_lengths"),
        ),
        "a check that is gone": (
            "masked_softmax",
            solved("masked_softmax").split("\n\n\ncheck")[0],
        ),
    },
    {
        "a plot": (
            "causal_mask",
            MASK.replace(
                "    return",
                "    import matplotlib.pyplot as plt\n    plt.plot([n, m]); plt.show()\n    return",
            ),
        ),
        "ours in the place of a wrong one": (
            "decoder_mask",
            "from helpers import exercises\n\n\ndef my_decoder_mask(lengths, n):\n"
            "    return my_padding_mask(lengths, n) & my_causal_mask(n, n)\n\n\n"
            'exercises.check("decoder_mask", my_decoder_mask)',
        ),
        "annotations of the future": (
            "padding_mask",
            "from __future__ import annotations",
            solved("padding_mask").replace("(lengths, m)", "(lengths: Sizes, m: int) -> Truths"),
        ),
        "mine": (
            "front_weight",
            "from helpers import mine\nfront_weight = mine.softmax(np.array([2.0, 1.0]))[0]\n"
            "check('front_weight', front_weight)",
        ),
        "what an open prediction defines": (
            "whose_lengths",
            "check('whose_lengths', short_words[0][0])",
        ),
        "sixteen threads": (
            "no_leak_found",
            "import time\nfrom concurrent.futures import ThreadPoolExecutor\n"
            "with ThreadPoolExecutor(16) as pool:\n    list(pool.map(time.sleep, [0.1] * 16))",
            solved("no_leak_found"),
        ),
        "a slow cell above": ("all_at_once", "import time\ntime.sleep(1)", solved("all_at_once")),
        "an object that is called": (
            "masked_softmax",
            solved("masked_softmax").split("\n\n\ncheck")[0]
            + "\n\nclass Mine:\n    def __call__(self, S, mask):\n"
            "        return my_masked_softmax(S, mask)\n\ncheck('masked_softmax', Mine())",
        ),
        "an interrupt below": ("leak", solved("leak") + "\nraise KeyboardInterrupt"),
    },
    {"the page's function in the place of an open one": ("front_weight", solved("front_weight"))},
]


def with_cells(kinds):
    """A notebook in which each kind's cells stand in the place of its exercise's."""
    found = cells({})
    for name, *sources in kinds.values():
        (place,) = (i for i, x in enumerate(found) if x["id"] == IDS[name])
        *above, last = sources
        found[place : place + 1] = [*map(code, above), code(last, IDS[name])]
    return notebook(found)


# the name of a file in the class's folder → whose it is, and which system's
NAMED = {
    "ada_1_05_masking.ipynb": ("ada_1", ""),
    "bob_1_05_masking.ipynb": ("bob_1", ""),
    "cem_2026_05_masking.ipynb": ("cem_2026", ""),
    "eve.ipynb": ("eve", ""),
    "Ada Lovelace (12)_10_assignsubmission_file_05_masking.ipynb": ("Ada Lovelace (12)", "Moodle"),
    "Ada Lovelace_11_assignsubmission_file_05_masking.ipynb": ("Ada Lovelace", "Moodle"),
    "Ada Lovelace_12_assignsubmission_file_05_masking.ipynb": ("Ada Lovelace (2)", "Moodle"),
    "fay_201_3001_05_masking.ipynb": ("fay", "Canvas"),
    "van_der_fay_204_3004_05_masking-1.ipynb": ("van_der_fay", "Canvas"),
    "max_205_3007_206_3008_05_masking.ipynb": ("max", "Canvas"),
    "Jo_15_assignsubmission_file_Al_11_assignsubmission_file_05_masking.ipynb": ("Jo", "Moodle"),
    "anon_Ab3dE_3005_05_masking.ipynb": ("anon_Ab3dE", ""),
    "LATE_anon_12345_3006_homework.ipynb": ("anon_12345", ""),
    "Participant_13_assignsubmission_file_05_masking.ipynb": ("Participant", "Moodle"),
    "Participant_14_assignsubmission_file_05_masking.ipynb": ("Participant (14)", "Moodle"),
    "gus_LATE_201_3001_homework.ipynb": ("gus", "Canvas"),
    "hal_05_masking.ipynb.txt": ("hal", ""),
    "ida_05_masking.json": ("ida", ""),
}

# what is odd → (the file's place, what it is, marks that are passed, what the teacher reads)
UNREADABLE = "it cannot be read as a notebook"
NOT_OURS = "it is not one of ours, or has no exercises"
ODD = {
    "nothing": ("nothing/notes.txt", "", 0, "ignored, as it is no notebook"),
    "broken": ("broken/05_masking.ipynb", "{", 0, UNREADABLE),
    "empty": ("empty/05_masking.ipynb", "", 0, UNREADABLE),
    "a list": ("a list/05_masking.ipynb", "[]", 0, UNREADABLE),
    "a number": ("a number/05_masking.ipynb", "7", 0, UNREADABLE),
    "no cells": ("no cells/05_masking.ipynb", "{}", 0, UNREADABLE),
    "cells of text": ("cells of text/05_masking.ipynb", '{"cells": ["x"]}', 0, UNREADABLE),
    "deep": ("deep/05_masking.ipynb", "[" * 10**5, 0, UNREADABLE),
    "cut off": ("cut off/05_masking.ipynb", text()[:5000], 0, UNREADABLE),
    "bytes": ("bytes/05_masking.ipynb", bytes(range(256)) * 9, 0, UNREADABLE),
    "odd sources": (
        "odd sources/05_masking.ipynb",
        '{"cells": [{"cell_type": "code", "source": [1, null]}]}',
        0,
        "",
    ),
    "untouched": ("untouched/05_masking.ipynb", notebook(cells({})), 0, ""),
    "essay": ("essay/essay.ipynb", notebook([code("x = 1")]), 0, NOT_OURS),
    "start": ("start/00_start_here.ipynb", notebook([code("x = 1")]), 0, NOT_OURS),
    "hidden": ("hidden/.ipynb_checkpoints/05_masking.ipynb", full(), 0, "missing: 05_masking"),
    "a Mac's": ("a Mac's/__MACOSX/05_masking.ipynb", full(), 0, "missing: 05_masking"),
    "no UTF-8": ("no UTF-8/05_masking.ipynb", text().encode("latin-1", "replace"), 2, ""),
    "=1+1": ("=1+1/05_masking.ipynb", notebook(cells({})), 0, ""),
    "+49": ("+49/05_masking.ipynb", notebook(cells({})), 0, ""),
    "-x": ("-x/05_masking.ipynb", notebook(cells({})), 0, ""),
    "@x": ("@x/05_masking.ipynb", notebook(cells({})), 0, ""),
    "two\\nlines": ("two\nlines/05_masking.ipynb", notebook(cells({})), 0, "written as"),
    "\\x1b[2Jred": ("\x1b[2Jred/05_masking.ipynb", notebook(cells({})), 0, "written as"),
    "b\\xffyte": ("b\udcffyte/05_masking.ipynb", notebook(cells({})), 0, "written as"),
    "<b>&": ("<b>&/05_masking.ipynb", notebook(cells({})), 0, ""),
    "Zoë": ("Zoe\u0308/05_masking.ipynb", notebook(cells({})), 0, ""),
    "名前": ("名前/05_masking.ipynb", notebook(cells({})), 0, ""),
    'a, "b"': ('a, "b"/05_masking.ipynb', full(), 2, ""),
}
