"""Answers to the exercises of notebook 10, each a cell as a student typed it; see __init__.py."""
