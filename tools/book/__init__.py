"""The book and the workbench, which need no server but one for files."""
