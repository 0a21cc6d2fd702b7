"""Tests that need a published model, which `make model` fetches: CI has both."""

import pytest

from helpers.language import files

needs_model = pytest.mark.skipif(not files.there(), reason=files.MISSING)
needs_minilm = pytest.mark.skipif(not files.there("minilm"), reason=files.MISSING)
