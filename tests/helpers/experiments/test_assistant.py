"""A guesser and an assistant: what each stage shows, and what is recorded of it."""

import numpy as np
import pytest

from helpers import training
from helpers.exercises import EXERCISES
from helpers.experiments import assistant
from tests.helpers.training.test_training import slope_of
from tests.lessons import cells_of

TARGETS = EXERCISES["answer_targets"].reference


def texts(tokens):
    return [" ".join(assistant.WORDS[i] for i in row) for row in tokens]


def test_stage_1_has_no_form_and_never_answers_a_question():
    pages, targets = assistant.web_pages(np.random.default_rng(0), 500)
    assert np.array_equal(pages[:, 1:], targets[:, :-1])
    asking = [page for page in texts(pages) if "?" in page]
    assert 100 < len(asking) < 200
    assert not any("<" in page for page in texts(pages))
    towns = {*assistant.CAPITALS.values()}
    assert not any(towns & {*page.split()} for page in asking)


def test_stages_2_and_3_have_half_of_the_countries_and_score_only_answers():
    tokens, targets = assistant.conversations(TARGETS)
    said = " ".join(texts(tokens)).split()
    assert {*said} & {*assistant.COUNTRIES} == {*assistant.ASKED}
    assert not {*said} & {assistant.CAPITALS[c] for c in assistant.NEVER}
    scored = [" ".join(assistant.WORDS[i] for i in row[row >= 0]) for row in targets]
    assert scored[0] == "tokyo . anything else ? <end>"
    assert scored[len(assistant.ASKED)] == "tokyo . <end>"
    drawn = assistant.in_form(TARGETS).sample(np.random.default_rng(0), 50)[0]
    assert {*texts(drawn)} <= {*texts(tokens)}


def test_stage_3_goes_down_the_loss_of_its_pairs():
    """The slopes are those of the page's own function, by nudges."""
    exec(cells_of("13")["rated-loss"].source, names := {"np": np})
    sizes = {"layers": 1, "heads": 2, "d": 4, "d_ff": 4}
    model = training.Transformer(len(assistant.WORDS), assistant.N, **sizes, causal=True)
    pairs = [x[[0, 1, 2, 20, 21, 22]] for x in assistant.conversations(TARGETS)]
    before = assistant.logs(model, *pairs) + np.arange(6)  # as after some steps

    def loss():
        better, worse = np.split(assistant.logs(model, *pairs) - before, 2)
        return names["pair_loss"](better, worse, 0.5).mean()

    slopes = assistant.slopes_of_pairs(model, *pairs, before, 0.5)
    assert slopes.keys() == model.p.keys()
    for name, slope in slopes.items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        assert np.isclose(slope[place], slope_of(loss, model.p[name], place), rtol=1e-4), name


def test_a_reply_ends_before_its_end_and_is_right_if_it_names_the_capital():
    model = assistant.new_model(0)
    assert [len(x.split()) for x in assistant.replies(model, ["norway"], "COUNTRY")] == [6]
    model.p["answer"][:] = 0  # the first word is the likeliest
    model.p["answer"][:, assistant.WORDS.index("<end>")] = model.p["gain"]
    model.p["shift"][:] = 1
    assert assistant.replies(model, ["norway", "peru"]) == ["", ""]
    assert assistant.right(["norway", "peru"], ["oslo .", "it is quito ."]) == 0.5


@pytest.mark.rare
@pytest.mark.sample
def test_a_recorded_training_is_what_is_computed():
    found, models = assistant.recorded()["right"], assistant.two_stages(assistant.SEEDS[1], TARGETS)
    for name, model in zip(("1 and 2", "2"), models[1:], strict=True):
        groups = assistant.ASKED, assistant.NEVER
        shares = [assistant.right(x, assistant.replies(model, x)) for x in groups]
        assert np.allclose(shares, found[name][1], atol=0.051), name
