"""The lab of notebook 06: how heads are split, and real ones."""

from helpers.labs.heads_lab.heads_lab import heads

__all__ = ["heads"]
