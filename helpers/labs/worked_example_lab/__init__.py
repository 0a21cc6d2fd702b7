"""The lab of notebook 04: eight steps from the inputs to the outputs."""

from helpers.labs.worked_example_lab.worked_example_lab import worked_example

__all__ = ["worked_example"]
