"""The published language model, where `make model` has been run."""

from tests.helpers.language.conftest import model

__all__ = ["model"]
