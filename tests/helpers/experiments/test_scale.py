"""Notebook 12's model in five widths: what is recorded is of these models."""

from helpers.experiments import scale


def test_a_training_gives_the_model_s_size_and_a_loss_in_bits():
    size, bits = scale.computed(4, 0, steps=1)
    assert size == scale.recorded()[0][0][0]
    assert 3.5 < bits < 7  # as yet hardly better than a guess, 4.75


def test_three_seeds_of_five_widths_are_recorded():
    found = scale.recorded()
    assert [len(seeds) for seeds in found] == [len(scale.SEEDS)] * len(scale.WIDTHS)
    assert [{size for size, _ in seeds}.pop() for seeds in found] == sorted(x[0][0] for x in found)
