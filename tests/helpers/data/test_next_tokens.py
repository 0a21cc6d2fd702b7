"""What notebook 00 shows of a model that writes is what the model says."""

import json

import numpy as np
import pytest

from helpers import language
from helpers.data.next_tokens import FILE, next_tokens
from tests.models import needs_model
from tools.record import record_next


@needs_model
def test_the_recorded_next_tokens_are_the_model_s():
    model = language.load()
    assert [*json.loads(FILE.read_text("utf-8"))] == [*record_next.TEXTS]
    for text in record_next.TEXTS:
        for (ours, p), (kept, q) in zip(
            record_next.recorded(model, text), next_tokens(text), strict=True
        ):
            assert ours == kept
            assert np.allclose(p, q, atol=0.002)


def test_only_what_was_recorded_is_given():
    with pytest.raises(ValueError, match="text: given 'Oslo', needed one of 'The capital of "):
        next_tokens("Oslo")
