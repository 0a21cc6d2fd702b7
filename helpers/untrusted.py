"""A Jupyter Server extension: opening a notebook runs nobody's code.

Jupyter runs no JavaScript and shows HTML without scripts if a notebook was not saved here. But its
pages bring back the widgets that the notebook's metadata hold, whoever wrote them there, and a
widget carries JavaScript. They draw what is stored in Vega, which can read files beside the
notebook and send them away. And the kernel, which starts with the page, looks for its own modules
in the notebook's folder first. All this ends here, for every server of the environment, as each
reads etc/jupyter/jupyter_server_config.d, where this module is named. It is part of helpers because
that is installed wherever the files in data are; tools is not.

More of these files belong to it. By jupyter_server_config.json, a server that cannot load this
module does not start. By labconfig, a button in a notebook's text cannot offer to run its cells.
"""

import sys

KERNEL = ["-P", "-m", "helpers.kernel"]  # instead of -m ipykernel_launcher
VEGA = "application/vnd.vega"  # and Vega-Lite: how the names of their kinds of output begin


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(app):
    """Called by each server before it answers. It ends the server if it cannot do its work: on an
    exception, the server would only write a warning."""
    try:
        leave_out_what_acts(app.contents_manager)
        leave_the_folder_out(app.kernel_spec_manager)
    except Exception as error:
        sys.exit(
            f"{__name__} does not fit this version of Jupyter Server, so that a notebook could run "
            f"its author's code when it is opened: {error!r}"
        )


def leave_out_what_acts(contents):
    """A notebook opens without its widgets' state and drawings in Vega, unless it is signed: saved
    here by its reader, who had run all of its cells, or by `jupyter trust`. So one that was made
    elsewhere has neither until its cells run, and once it is saved here, nor has its file."""
    mark = contents.mark_trusted_cells  # called for each notebook that is read

    def mark_without(notebook, path=""):
        if not contents.notary.check_signature(notebook):
            notebook["metadata"].pop("widgets", None)
            for cell in notebook["cells"]:
                for output in cell.get("outputs", ()):
                    for kind in [x for x in output.get("data", ()) if x.startswith(VEGA)]:
                        del output["data"][kind]
        mark(notebook, path)

    contents.mark_trusted_cells = mark_without


def leave_the_folder_out(kernels):
    """helpers.kernel starts the environment's own kernel."""
    find = kernels.get_kernel_spec

    def get_kernel_spec(name):
        spec = find(name)
        if spec.argv[0] in ("python", sys.executable) and "ipykernel_launcher" in spec.argv:
            at = spec.argv.index("ipykernel_launcher")
            spec.argv[at - 1 : at + 1] = KERNEL
        return spec

    kernels.get_kernel_spec = get_kernel_spec
