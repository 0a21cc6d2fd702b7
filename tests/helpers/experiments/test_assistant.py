"""A guesser and an assistant: what each stage shows, and what is recorded of it."""

from copy import deepcopy

import numpy as np
import pytest

from helpers import attention, training
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


def test_pairs_go_down_the_loss_that_stands_above_them():
    """The slopes of the page's cell are its formula's, by nudges; Adam ignores their size."""
    sizes = {"layers": 1, "heads": 2, "d": 4, "d_ff": 4}
    model = training.Transformer(len(assistant.WORDS), assistant.N, **sizes, causal=True)
    names = {"np": np, "deepcopy": deepcopy, "training": training, "assistant": assistant}
    names |= {"told": model, "answer_targets": TARGETS, "some": []}
    one_step = cells_of("13")["rated"].source.partition("print")[0].replace("range(40)", "range(1)")
    gone = np.linspace(0, 30, 40)  # as after some steps
    one_step = one_step.replace("(logs - before", "(logs - before + gone")
    exec(one_step.replace("adam.update", "found ="), names | {"gone": gone}, names)
    pairs = names["tokens"], names["targets"]

    def loss():
        logs = training.log_probabilities(model, *pairs).sum(axis=1)
        better, worse = np.split(logs - names["before"] + gone, 2)
        return np.log(1 + np.exp(-names["beta"] * (better - worse))).sum()

    ratios = []
    for name, slope in names["found"][0].items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        ratios.append(slope_of(loss, model.p[name], place) / slope[place])
    assert min(ratios) > 0
    assert np.allclose(ratios, ratios[0], rtol=1e-4)


def test_answers_are_drawn_by_their_chances_and_scored_up_to_their_end():
    model = assistant.new_model(0)
    model.p["answer"] *= 4
    tokens, targets, said = assistant.drawn_answers(model, 50, np.random.default_rng(0))
    begin = len(assistant.FORM.split())
    assert tokens.shape == targets.shape == (1000, assistant.N)
    asked = [" ".join(assistant.filled(assistant.FORM, c)) for c in assistant.ASKED]
    assert texts(tokens[::50, :begin]) == asked
    assert (tokens[:50, :begin] == tokens[0, :begin]).all()
    for row, reply in zip(targets, said, strict=True):
        scored = " ".join(assistant.WORDS[i] for i in row[row >= 0]).split()
        ended = scored[-1] == "<end>"
        assert scored == reply.split() + ["<end>"] * ended
        assert ended or len(scored) == assistant.N - begin
        assert (row[: begin - 1] == -1).all()
    chances = attention.softmax(model.run(tokens[:1, :begin]).logits[0, -1])
    shares = np.bincount(tokens[:50, begin], minlength=len(chances)) / 50
    assert np.abs(shares - chances).max() < 0.2
    assert len({*said}) > 100


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
