"""Answers to the exercises of one notebook."""

SCOPE = {}
WRONG = {}
RIGHT = {}
