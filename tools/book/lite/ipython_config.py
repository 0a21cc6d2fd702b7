"""IPython's configuration in the workbench."""

c = get_config()  # noqa: F821
c.InteractiveShellApp.exec_lines = ["get_ipython().Completer.use_jedi = False"]
