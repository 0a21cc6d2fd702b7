"""Writes the files of a new notebook."""
