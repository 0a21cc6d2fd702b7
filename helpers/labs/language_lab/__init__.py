"""The lab of notebook 13: a published language model, token by token and head by head."""

from helpers.labs.language_lab.language_lab import language

__all__ = ["language"]
