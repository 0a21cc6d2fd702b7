"""Marks the notebooks of a class."""
