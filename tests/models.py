"""Tests that need a published model, which `make model` fetches: CI has both."""

import pytest

from helpers.language import files

needs_model = pytest.mark.skipif(not files.is_installed(), reason=files.MISSING)
needs_minilm = pytest.mark.skipif(not files.is_installed("minilm"), reason=files.MISSING)
