"""The counts of parameters: against the published totals, and against arrays that exist."""

import numpy as np
import pytest

from helpers.block import random_weights
from helpers.experiments.parameter_counts import (
    BASE_2017,
    BERT,
    GPT_2,
    MINILM,
    MODELS,
    WRITTEN,
    attention_parameters,
    how_many,
    mlp_parameters,
    norm_parameters,
    parameters,
)

FOR_PRE_TRAINING = 768**2 + 768 + 2 * 768 + 30522 + 2 * 768 + 2  # BERT's two heads
IN_FILES = [(GPT_2, 124_439_808), (BERT, 110_106_428 - FOR_PRE_TRAINING), (MINILM, 22_713_216)]


@pytest.mark.parametrize(("model", "total"), IN_FILES, ids=lambda case: getattr(case, "name", ""))
def test_the_total_of_the_published_file_comes_out(model, total):
    assert sum(parameters(model).values()) == total


def test_the_total_of_2017_is_near_the_published_one():
    total = sum(parameters(BASE_2017).values())
    assert total == 63_082_496
    assert abs(total - 65e6) < 0.03 * 65e6


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_every_count_is_its_formula_so_many_times(model):
    assert [*parameters(model)] == [*WRITTEN]
    sizes = {"d": model.d, "d_ff": model.d_ff}
    for kind, formula in WRITTEN.items():
        code = formula.replace("²", "**2").replace(" · ", "*")
        code = code.replace("2 d", "2*d").replace("4 (", "4*(")
        assert parameters(model)[kind] == how_many(model)[kind] * eval(code, sizes), kind


def test_a_block_is_counted_as_its_arrays_are():
    weights = random_weights(np.random.default_rng(0), d=6, h=2)
    biases = 4 * 6  # those of attention, which helpers.block leaves out
    count = attention_parameters(6) + mlp_parameters(6, 4 * 6) + 2 * norm_parameters(6)
    assert sum(array.size for part in weights for array in part) + biases == count
