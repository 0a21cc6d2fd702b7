"""Start IPython's kernel as Jupyter does, but look into the notebook's folder only once its reader
runs a cell: until then, a file ipykernel_launcher.py or numpy.py in it would run uninvited.

python -P -m helpers.kernel -f CONNECTION_FILE    (helpers/untrusted.py lets servers call this)
"""

import sys


def main():
    from ipykernel.kernelapp import IPKernelApp  # which the book's Python has not

    app = IPKernelApp.instance(ignore_cwd=True)
    app.initialize()
    events = app.shell.events

    def add_the_folder(_):
        """Behind what is installed, so that no file in it stands in for that."""
        sys.path.append("")
        events.unregister("pre_run_cell", add_the_folder)

    events.register("pre_run_cell", add_the_folder)
    app.start()


if __name__ == "__main__":
    main()
