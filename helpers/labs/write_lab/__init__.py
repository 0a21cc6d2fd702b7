"""The lab of notebook 12: a transformer that writes place names, and is trained on the page."""

from helpers.labs.write_lab.write_lab import write

__all__ = ["write"]
