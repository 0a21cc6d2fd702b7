"""The lab of notebook 11: a transformer trained on the page."""

from helpers.labs.train_lab.train_lab import train

__all__ = ["train"]
