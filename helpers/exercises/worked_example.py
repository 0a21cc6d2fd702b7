"""Exercises of one notebook."""

CHECKED = ()
PREDICTED = ()
