"""The lab of notebook 14 shows what is recorded."""

from helpers.experiments.windows import recorded
from helpers.labs.today_lab import share, today


def test_its_bars_are_the_recorded_losses():
    view = today.show(w=64, first=1, every=6)
    for text, loss in recorded(64, 1, 6).items():
        assert f"{text} {loss:.2f}" in view.parts["losses"].description


def test_a_window_keeps_a_part_of_the_cache_and_all_keys_keep_all():
    assert share(256, 0, 0) == 1
    assert share(64, 1, 0) == 65 / 8192
    assert share(64, 1, 2) == (15 * 65 + 15 * 8192) / (30 * 8192)
