"""Tests that need a published model, which `make model` fetches: CI has it."""

import pytest

from helpers.language import files

needs_minilm = pytest.mark.skipif(not files.there("minilm"), reason=files.MISSING)
