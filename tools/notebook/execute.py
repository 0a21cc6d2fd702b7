"""Run notebooks and keep their outputs, so that two runs leave the same bytes (make notebooks).
TEACHING.md then gets what lecturers are told of them, and their minutes; README.md gets the hours.

python -m tools.notebook.execute [NOTEBOOK ...]
"""

import re
import sys
import tempfile
import textwrap
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.output_widget import OutputWidget
from traitlets.config import Config

from helpers.exercises import CHECKED, EXERCISES, FILES, PREDICTED
from tools.notebook import alone, teaching
from tools.notebook.blocks import in_words, with_minutes
from tools.notebook.cell import Cell
from tools.notebook.lesson import Lesson, read, read_all
from tools.notebook.media import JUPYTERLAB
from tools.repository import PATHS, START

WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {  # as the kernel has it, but for the version of Python
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}
SCRIPT = re.compile("<script.*?</script>", re.DOTALL)
COLLAPSED, CLOSED = {"source_hidden": True}, "hide-input"


class Captured(OutputWidget):
    """What a slider of the reader's own shows. The kernel is not told what was captured: to send
    while its reply is awaited can lose the reply, and nbclient then waits for ever."""

    def send(self, *args, **kwargs):
        pass


def executed(path, runs=1):
    """The texts to store of the notebook at `path`, after each Run All, all in one kernel, in a
    folder without functions of a reader (helpers.mine)."""
    notebook = prepared(read(path))
    texts = []
    folder = tempfile.TemporaryDirectory()
    client = client_of(notebook, folder.name)
    with folder, client.setup_kernel():
        for _ in range(runs):
            run_all(client)
            notebook.metadata = nbformat.from_dict(metadata_of(notebook))  # the kernel's own go
            texts.append(text_of(notebook))
    return texts


def with_outputs(lesson):
    """The lesson; if outputs are missing, a copy that has run. What a cell raises is its output."""
    if not lesson.cleared:
        return lesson
    print(f"{lesson.path.name}: outputs are missing, so its cells run first.", flush=True)
    notebook = deepcopy(lesson.notebook)
    with tempfile.TemporaryDirectory() as folder:
        client = client_of(notebook, folder, allow_errors=True)
        with client.setup_kernel():
            run_all(client)
    notebook.metadata = lesson.notebook.metadata  # the kernel's own go
    return Lesson(lesson.path, notebook)


def run_all(client):
    """Run the client's cells, and keep of their outputs what is stored."""
    for index, cell in enumerate(client.nb.cells):
        client.execute_cell(cell, index, store_history=True)
        drop_widgets(cell, client.widget_state)
        drop_scripts(cell)


def prepared(lesson):
    """Its notebook, with all that nobody types: what a page alone says, tasks and stubs, minutes,
    what is collapsed."""
    notebook = lesson.notebook
    alone.write(notebook, alone.address_in(read(START).notebook))
    write_exercises(notebook, lesson.path.name)
    write_minutes(Lesson(lesson.path, notebook))
    collapse(notebook)
    notebook.metadata = nbformat.from_dict(metadata_of(notebook))
    return notebook


def write_minutes(lesson):
    """Write how long the page and each of its sections take (minutes.py), where the page has a
    line **Time**. The first page says it in a sentence, and has the table of all pages and the
    hours that their cores take."""
    top = lesson.cells[0].stored
    if "**Time**" in top.source:
        more = f"; parts marked *Deeper* take {lesson.deeper_minutes} more and can be skipped"
        time = f"{in_words(lesson.minutes)} with the exercises{more * bool(lesson.deeper_minutes)}"
        top.source = re.sub(r"\*\*Time\*\* [^.]*\.", f"**Time** {time}.", top.source, count=1)
        for section in lesson.sections[1:]:
            cell = section.cells[0].stored
            if section.title != "Recap":
                cell.source = with_minutes(cell.source, section.minutes, section.deeper)
    elif lesson.path.name == PATHS[0].name:
        takes = f"takes {in_words(lesson.minutes)}"
        top.source = re.sub(r"takes \d+ minutes?", takes, top.source, count=1)
        others = [lesson, *read_all()[1:]]
        for cell in lesson.markdown:
            cell.stored.source = teaching.with_hours(cell.stored.source, others)
            for other in others:
                row = rf"(\]\({other.path.name}\).*\| )\d+ \|"
                cell.stored.source = re.sub(row, rf"\g<1>{other.minutes} |", cell.stored.source)


def text_of(notebook):
    """The notebook as it is stored."""
    return nbformat.writes(notebook) + "\n"


def metadata_of(notebook):
    """The metadata that is stored: the same for every notebook, and whether it trains models, which
    takes seconds."""
    trains = {"trains": True} if notebook.metadata.get("trains") else {}
    return METADATA | trains


def client_of(notebook, folder, **options):
    """What runs the notebook's cells in a kernel of its own, in this folder. options: of nbclient's
    NotebookClient."""
    encrypted = {"transport_encryption": "auto"}  # or the kernel warns that it is not
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=600,  # a training takes half a minute, on a busy machine minutes
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=True,  # for drop_widgets: the notebook's own metadata stays bare
        coalesce_streams=True,
        config=Config(KernelManager=encrypted),
        **options,
    )
    client.widget_registry["@jupyter-widgets/output"] = {"OutputModel": Captured}
    return client


def write_exercises(notebook, name):
    """Write the tasks and stubs of helpers.exercises into the cells with the name of an entry, and
    the ids task-NAME and check-NAME, by which answers are found. SystemExit for an unknown name.

    An entry without cells gets them, below those of the one before. A text that was edited in the
    notebook gives way, and what goes is printed."""
    stem = name.removesuffix(".ipynb")
    folder = f"helpers/exercises/n{stem}"
    if stem in FILES:
        add_cells(notebook, FILES[stem].CHECKED)
    for cell in notebook.cells:
        entry = cell.metadata.get("entry")
        if entry is None or entry in PREDICTED:
            continue
        if entry not in CHECKED:
            sys.exit(f"{name}, cell {cell.id}: no file and no question of {folder} is {entry!r}")
        entry = CHECKED[entry]
        text = JUPYTERLAB.task(entry) if cell.cell_type == "markdown" else entry.source()
        if cell.source not in ("", text):
            file = f"{entry.name}.py" if entry.name in EXERCISES else "questions.md"
            print(f"{name}, cell {cell.id}: written anew from {folder}/{file}, in place of")
            print(textwrap.indent(cell.source, "    "))
        cell.id = f"{'task' if cell.cell_type == 'markdown' else 'check'}-{entry.name}"
        cell.source = text


def add_cells(notebook, entries):
    """Empty cells for the entries that have none, each pair below the cells of the one before and
    the cell that goes on with its function, the first below the cell `setup`, which imports what it
    needs."""
    is_setup = [has_tag(cell, "setup") for cell in notebook.cells]
    place = is_setup.index(True) + 1 if any(is_setup) else len(is_setup)
    for entry in entries:
        places = [i for i, x in enumerate(notebook.cells) if x.metadata.get("entry") == entry.name]
        if not places:
            pair = nbformat.v4.new_markdown_cell(""), nbformat.v4.new_code_cell("")
            for cell in pair:
                cell.metadata["entry"] = entry.name
                if entry.deeper:
                    cell.metadata["tags"] = ["deeper"]
            places = [place, place + 1]
            notebook.cells[place:place] = pair
        place = places[-1] + 1
        if place < len(notebook.cells) and has_tag(notebook.cells[place], "yours"):
            place += 1


def has_tag(cell, tag):
    return tag in cell.metadata.get("tags", [])


def collapse(notebook):
    """In JupyterLab the code of a cell is out of sight where only what it shows matters, and so it
    is in the pages that Jupyter exports (data/etc/jupyter)."""
    for cell in notebook.cells:
        cell.metadata.pop("jupyter", None)
        tags = [tag for tag in cell.metadata.pop("tags", []) if tag != CLOSED]
        if tags:
            cell.metadata["tags"] = tags
        if Cell(cell, 0).is_folded:
            cell.metadata["jupyter"] = COLLAPSED
            cell.metadata["tags"] = [*tags, CLOSED]


def drop_widgets(cell, states):
    """Drop the outputs that die with their kernel. A live lab's still stays; in the place of a
    slider of the reader's own stands what it shows first. states: {model: state} of all widgets."""
    if cell.cell_type == "code":
        outputs = []
        for output in cell.outputs:
            widget = output.get("data", {}).get(WIDGET)
            outputs += shown_inside(widget["model_id"], states) if widget else [output]
        cell.outputs = outputs


def drop_scripts(cell):
    """Drop what draws buttons, where a cell has run: nobody trusts what another's kernel showed."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if "text/html" in data:
            data["text/html"] = SCRIPT.sub("", data["text/html"])


def shown_inside(model, states):
    """The outputs that a widget and those in it show."""
    outputs = list(states[model].get("outputs", []))
    for child in states[model].get("children", []):
        outputs += shown_inside(child.removeprefix("IPY_MODEL_"), states)
    return outputs


def main(paths):
    for path in map(Path, paths or PATHS):
        (text,) = executed(path)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"executed {path.name}")
    teaching.write()


if __name__ == "__main__":
    main(sys.argv[1:])
