"""The lab of notebook 11: a training is the same however one comes to a step, heads are switched
off as the model has it, and on the page it goes on by itself until it is told to stop."""

import numpy as np
import pytest

from helpers import training
from helpers.attention import softmax
from helpers.drawing.shapes import Cells
from helpers.labs import downhill, train
from helpers.labs.engine.session import Session
from helpers.labs.train_lab import train_lab, train_run
from helpers.labs.train_lab.train_run import (
    FRAME,
    Frame,
    Training,
    course_of,
    courses,
    right_without,
)
from helpers.labs.train_lab.train_tasks import TASKS
from tests.helpers.labs.lab_page import act, begin, choose, redrawn, setting, shows, values

pytestmark = pytest.mark.long

SMALL = {"task": "facts", "layers": 2, "heads": 2, "seed": 3}


def at(name, **changes):
    return setting(train, name) | changes


def of(**changes):
    """The values with a model chosen by hand, and nothing trained yet."""
    values = train.at(train.presets[0])
    for name, value in changes.items():
        values = train_lab.apply_dependencies(values | {name: value}, name)
    return values


def data(values):
    return {name: part.data() for name, part in train.show(**values).parts.items()}


def steps_taken(monkeypatch):
    """A list that grows with every step of any training."""
    taken, step = [], Training.step
    monkeypatch.setattr(Training, "step", lambda self: taken.append(1) or step(self))
    return taken


# --- a training ---------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_it_is_the_training_of_the_notebook(task, capsys):
    def stop(losses):
        if len(losses) == 2 * FRAME:
            raise KeyboardInterrupt

    words, n, causal, _ = language = TASKS[task].language
    model = training.Transformer(len(words), n, 2, 2, causal=causal, seed=1)
    training.train(model, language, TASKS[task].steps, TASKS[task].rate, seed=1, watch=stop)
    ours = course_of(task, 2, 2, "learned", 1).at(2 * FRAME)[-1].model
    assert all(np.array_equal(ours.p[name], x) for name, x in model.p.items())
    assert f"Stopped after {2 * FRAME}" in capsys.readouterr().out


def test_the_same_values_give_the_same_answer_whatever_came_before():
    answers = {}
    for way, stops in {"at once": [8], "step by step": [0, 4, 8], "back": [12, 8]}.items():
        courses.clear()
        for steps in stops:
            answers[way] = data(of(**SMALL, steps=steps))
    assert all(answer == answers["at once"] for answer in answers.values())
    assert answers["at once"] != data(of(**SMALL, steps=12))


def test_nothing_is_trained_twice(monkeypatch):
    courses.clear()
    taken = steps_taken(monkeypatch)
    for steps in (12, 8, 0, 12, 4):
        data(of(**SMALL, steps=steps))
        assert len(taken) == 12
    for seed in range(10):  # looked at, not trained
        data(of(**SMALL | {"seed": seed}))
    data(of(**SMALL, steps=12))
    assert len(taken) == 12


def test_a_second_seed_stands_beside_the_first(monkeypatch):
    one, other = (data(of(**SMALL | {"seed": seed}, steps=8)) for seed in (3, 5))
    taken = steps_taken(monkeypatch)
    both = data(of(**SMALL, second=5, steps=8))
    assert taken == []  # neither is trained again
    assert both["maps"] == one["maps"]
    assert both["answers"] == one["answers"]
    for seed, each in {3: one, 5: other}.items():
        course = each["loss"]["description"].split("loss: ")[1].split(";")[0]
        assert f"seed {seed}: {course};" in both["loss"]["description"]
    assert "Seed 5, with all heads: loss" in both["words"]["lines"][-1][0][0]
    assert data(of(**SMALL, second=3, steps=8)) == one  # the same seed twice is one


def test_little_is_kept_of_much(monkeypatch):
    monkeypatch.setattr(train_run, "KEPT", 8)
    courses.clear()
    for seed in range(5):
        data(of(seed=seed, steps=8))
        assert len(courses) == min(seed + 1, 3)  # of three frames each; the newest may be beyond
    assert list(courses)[-1][-1] == 4
    for _ in range(2):  # more than is kept, and still there
        data(of(seed=4, steps=40))
    data(of(seed=3))
    assert [key[-1] for key in courses] == [3]
    model = course_of("it", 2, 2, "learned", 0).at(0)[-1].model
    assert sum(x.nbytes for x in model.p.values()) < 1e5


def test_an_interrupted_training_goes_on_from_its_last_frame(monkeypatch):
    courses.clear()
    right = data(of(**SMALL, steps=12))
    courses.clear()
    data(of(**SMALL, steps=4))
    step, taken = Training.step, []

    def interrupted(self):
        taken.append(1)
        step(self)
        if len(taken) == 6:  # in the middle of a frame
            raise KeyboardInterrupt

    monkeypatch.setattr(Training, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        data(of(**SMALL, steps=12))
    assert data(of(**SMALL, steps=12)) == right


# --- what depends on what -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"task": "it"},
        {"layers": 1},
        {"heads": 1},
        {"positions": "none"},
        {"seed": 4},
        {"second": 4},
    ],
)
def test_another_model_begins_at_step_0_with_all_heads_on(change):
    before = of(**SMALL, steps=8, on=[[True, False, True, True]])
    now = train_lab.apply_dependencies(before | change, *change)
    assert now["steps"] == 0
    same_shape = now["layers"] * now["heads"] == 4
    assert now["on"] == (before["on"] if same_shape else [[True] * 2])
    assert now["sequence"] == TASKS[now["task"]].example


def test_steps_end_where_the_training_does():
    assert of(steps=400)["steps"] == 200 == TASKS["reverse"].steps
    texts = train.show(**of()).options["steps"]
    assert (texts[0], texts[-1], len(texts)) == ("0 of 200", "200 of 200", 200 // FRAME + 1)


# --- heads that are off -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "off"),
    [([True, False, True, True], {(1, 2)}), ([False, True, True, False], {(1, 1), (2, 2)})],
)
def test_heads_are_off_as_the_model_has_it(on, off):
    v = of(**SMALL, steps=8, on=[on])
    model = course_of("facts", 2, 2, "learned", 3).at(8)[-1].model
    tokens, targets = TASKS["facts"].tests[0]
    without = training.accuracy(model, tokens, targets, off)
    assert right_without(TASKS["facts"], model, off) == [without]
    names = " and ".join(f"{layer}.{head}" for layer, head in sorted(off))
    shown = data(v)
    (right,) = shown["words"]["lines"][1]
    assert right[0].endswith(f" Without {names}: {without:.2f}. Framed: the right answer.")
    maps = shown["maps"]
    assert all(f"head {layer}.{head} is off" in maps["description"] for layer, head in off)
    _, tokens, targets = TASKS["facts"].read(v["sequence"])
    run = model.run(tokens[None], off)
    drawn = [x.shares for x in train.show(**v).parts["maps"].shapes if isinstance(x, Cells)]
    assert np.array_equal(drawn, np.concatenate(run.weights, axis=1)[0])
    last = softmax(run.logits[0, -1])
    answer = TASKS["facts"].language.words[last.argmax()]
    wrong = " ✗" if last.argmax() != targets[-1] else ""
    assert [row[-1] for row in shown["answers"]["cells"][1:]] == [
        answer + wrong,
        f"{last.max():.2f}",
    ]
    assert wrong == (" ✗" if (1, 1) in off else ""), "one of the cases is wrong, the other right"
    every = data(v | {"on": [[True] * 4]})
    assert every["loss"] == shown["loss"]
    assert every["words"] != shown["words"]


# --- a sequence that is typed -------------------------------------------------------------------


WHAT_IT_MEANS = "the book did not fit into the clock because it was too "


@pytest.mark.parametrize(
    ("task", "typed", "answers"),
    [
        ("reverse", "abcdefghijkl", [*"lkjihgfedcba"]),
        ("facts", "zoe lima Ann Rome ann rome Zoe", ["Rome", "Lima"]),
        ("it", WHAT_IT_MEANS + "long", ["book"]),
        ("it", WHAT_IT_MEANS + "tiny", ["clock"]),
        ("it", "into the clock the book did not fit because it was too tiny", ["clock"]),
    ],
)
def test_a_sequence_of_your_own_gets_its_right_answers(task, typed, answers):
    table = data(of(task=task, sequence=typed))["answers"]
    assert table["cells"][0] == answers
    assert len(table["columns"]) == len(answers)


@pytest.mark.parametrize(
    ("task", "typed", "message"),
    [
        ("reverse", "a b c", "3 letters, needed 12"),
        ("reverse", "abcdefghijkz", "“z” is not a letter from a to t"),
        ("facts", "Ann Rome Ann Rome", "needed a name at the end"),
        ("facts", "Ann Rome Ben", "needed a name at the end"),
        ("facts", "Ann Rome Bob", "“Bob” is not a name: Ann, Ben"),
        ("facts", "Ann Eva Ann", "“Eva” is not a city: Bern"),
        ("facts", "Ann Rome Ann Oslo Ann", "Ann has two cities"),
        ("facts", "Ann Rome " * 8, "16 words; from 1 to 15"),
        ("it", "it is too big", "needed “the … did not fit into the …"),
        ("it", WHAT_IT_MEANS.replace("clock", "sofa") + "big", "“sofa” is not one of trophy"),
        ("it", WHAT_IT_MEANS + "<b>", "“<b>” is not one of big"),
        ("it", WHAT_IT_MEANS.replace("clock", "book") + "big", "needed two things, not “book”"),
    ],
)
def test_what_a_task_cannot_read_is_refused_with_what_it_needs(task, typed, message):
    session = Session(train)
    session.change({"number": 1, "change": {"task": task}})
    answer = session.change({"number": 2, "change": {"sequence": typed}})
    assert message in answer["problems"]["sequence"]
    assert answer["problems"]["sequence"].startswith("Your sequence: ")
    assert answer["values"]["sequence"] == TASKS[task].example


# --- what the settings and the challenges say -----------------------------------------------------


def trained(name, steps):
    """The values of a setting after so many steps, and the frame there."""
    v = at(name, steps=steps)
    return v, train_lab.frame_of(v)


def without(v, *off):
    return right_without(TASKS[v["task"]], train_lab.frame_of(v).model, set(off))[-1]


by_two_heads, needless, no_pointer = (challenge.solved for challenge in train.challenges)


@pytest.mark.sample
def test_reverse():
    v = at("Reversed")
    frame = train_lab.frame_of(v)
    assert frame.right[0] > 0.995
    assert right_without(TASKS["reverse"], frame.model, {(1, 1)})[0] < 0.1
    _, tokens, _ = TASKS["reverse"].read(v["sequence"])
    A = frame.model.run(tokens[None]).weights[0][0, 0]
    assert (A.argmax(axis=1) == 11 - np.arange(12)).all()
    assert not needless(v | {"on": [[False]]})
    assert 0.15 < train_lab.frame_of(at("No positions", steps=100)).right[0] < 0.25


@pytest.mark.sample
def test_two_heads(monkeypatch):
    v, _ = trained("Two heads", 200)
    assert min(without(v, (1, 1)), without(v, (1, 2))) > 0.97
    assert without(v, (1, 1), (1, 2)) < 0.1
    assert needless(v | {"on": [[True, False]]})
    assert not needless(v)
    monkeypatch.setattr(train_lab, "right_without", lambda *arguments: [1.0])
    assert not needless(v | {"on": [[False, False]]})  # the task is to switch off one


@pytest.mark.rare
@pytest.mark.sample
def test_facts(monkeypatch):
    v, frame = trained("Facts, one layer", 240)
    assert 0.2 < frame.right[0] < 0.3
    assert not by_two_heads(v)
    v, _ = trained("Facts, two layers", 300)
    losses = [frame.loss for frame in course_of("facts", 2, 1, "learned", 0).at(300)]
    assert losses[100 // FRAME] > 1.5
    assert losses[-1] < 0.05
    assert by_two_heads(v)
    assert not by_two_heads(v | {"steps": 100})
    monkeypatch.setattr(train_lab, "frame_of", lambda v: Frame(None, 0.0, (1.0,), None))
    assert not by_two_heads(v | {"heads": 2})
    assert not by_two_heads(v | {"task": "reverse"})


@pytest.mark.rare
@pytest.mark.sample
def test_what_it_means(monkeypatch):
    """Nothing changes in the last third of these trainings."""
    v, frame = trained("It, seed 0", 260)
    assert min(frame.right) > 0.95
    assert frame.to_noun.max() < 0.5
    assert without(v, (2, 2)) < 0.7
    v, frame = trained("It, seed 4", 260)
    assert min(frame.right) > 0.95
    assert frame.to_noun[0] > 0.9
    assert without(v, (2, 1)) > 0.9
    fits = [seed for seed in training.seeds() if max(seed["weights"]) < 0.2]
    assert fits
    assert min(seed["never shown"] for seed in fits) > 0.95
    for right, weight, steps, solved in [
        (0.95, 0.19, 400, True),
        (0.95, 0.19, 396, False),
        (0.95, 0.21, 400, False),
        (0.85, 0.19, 400, False),
    ]:
        frame = Frame(None, 0.0, (1.0, right), np.array([0.1, weight]))
        monkeypatch.setattr(train_lab, "frame_of", lambda v, frame=frame: frame)
        assert no_pointer(v | {"steps": steps}) is solved


# --- on the page --------------------------------------------------------------------------------


def step_of(root):
    return int(root.get_by_label("Steps", exact=True).get_attribute("aria-valuetext").split()[0])


def until_step(root, least):
    root.page.wait_for_function(
        "([field, least]) => parseInt(field.ariaValueText) >= least",
        arg=[root.get_by_label("Steps", exact=True).element_handle(), least],
    )


def is_at_rest(root):
    """Nothing is on its way, and nothing more comes."""
    root.page.wait_for_function("e => !('waiting' in e.dataset)", arg=root.element_handle())
    before = root.get_attribute("data-frame")
    root.page.wait_for_timeout(250)
    assert root.get_attribute("data-frame") == before
    return True


def play(root):
    return root.locator(".lab-controls .lab-play")


def test_train_goes_on_frame_by_frame_until_pause(live):
    page, root = begin(live, train)
    assert play(root).get_attribute("aria-label") == "Steps: Train"
    page.evaluate(
        """root => {
            window.steps = [];
            const field = root.querySelector("input[type=range]");
            new MutationObserver(() => steps.push(parseInt(field.ariaValueText)))
                .observe(root, { attributes: true, attributeFilter: ["data-frame"] });
        }""",
        root.element_handle(),
    )
    play(root).click()
    until_step(root, 30)
    assert play(root).inner_text() == "Pause"
    play(root).click()
    assert play(root).inner_text() == "Train"
    assert is_at_rest(root)
    steps = page.evaluate("steps")
    assert steps == list(range(FRAME, steps[-1] + 1, FRAME))  # none is left out, none comes twice
    shows(root, train)
    assert train.presets[0].sentence in root.locator(".lab-sentence").inner_text()


def test_at_the_end_it_stops_and_begins_anew_and_a_button_takes_one_step(live):
    _, root = begin(live, train)
    root.get_by_label("Steps", exact=True).press("End")  # it goes there in strides
    until_step(root, 20)
    assert play(root).inner_text() == "Pause"
    until_step(root, 200)
    assert is_at_rest(root)
    field = root.get_by_label("Steps", exact=True)
    act(root, field.press, "ArrowLeft")
    assert step_of(root) == 196
    act(root, root.get_by_role("button", name="Steps: Step").click)
    assert step_of(root) == 200
    act(root, field.press, "ArrowLeft")
    play(root).click()
    until_step(root, 200)
    assert is_at_rest(root)
    assert play(root).inner_text() == "Train"
    play(root).click()
    root.page.wait_for_function(
        "field => parseInt(field.ariaValueText) < 200",
        arg=root.get_by_label("Steps", exact=True).element_handle(),
    )
    until_step(root, 15)
    choose(root, 1)
    assert is_at_rest(root)


@pytest.mark.sample("refused")
@pytest.mark.parametrize("how", ["setting", "seed", "refused", "page down"])
def test_another_setting_stops_it_and_so_does_a_message(live, how):
    _, root = begin(live, train)
    play(root).click()
    until_step(root, 15)
    with redrawn(root):
        if how == "setting":
            root.locator(".lab-bar select").select_option(index=5)
        elif how == "seed":
            root.get_by_label("Seed", exact=True).select_option(index=2)
        elif how == "refused":
            root.get_by_label("Your sequence").fill("<b>abc</b>")
        else:
            root.page.keyboard.press("PageDown")
    root.page.wait_for_function("e => e.innerText === 'Train'", arg=play(root).element_handle())
    assert is_at_rest(root)
    if how == "refused":
        assert "“<” is not a letter" in root.locator(".lab-problem").first.inner_text()
    else:
        assert step_of(root) == (100 if how == "page down" else 0)
    shows(root, train)


SAYS = """() => {
    document.documentElement.dataset.show = "";
    window.said = [];
    document.addEventListener("lab-says", ({ detail }) => said.push(detail));
    document.addEventListener("keydown", ({ key }) => said.push(key)); // it leaves the lab
}"""
NEXT = """(lab) => {
    const asked = { begins: "" };
    lab.dispatchEvent(new CustomEvent("lab-next", { detail: asked }));
    return asked.begins;
}"""


def test_on_a_slide_page_down_says_that_it_runs_before_it_goes_on(live):
    page, root = begin(live, train, preset=len(train.presets) - 1)
    page.evaluate(SAYS)
    root.focus()
    assert root.evaluate(NEXT) == "“Train” begins"  # for the speaker
    page.keyboard.press("PageDown")
    until_step(root, 8)
    assert root.evaluate(NEXT) == "“Train” is running"
    page.keyboard.press("PageDown")
    assert page.evaluate("said") == ["“Train” is running: Page Down again goes on"]
    assert play(root).inner_text() == "Pause"
    page.keyboard.press("PageDown")
    assert page.evaluate("said.slice(1)") == ["", "PageDown"]
    play(root).click()
    assert not root.evaluate(NEXT)  # it was not left on its way
    page.evaluate("() => { delete document.documentElement.dataset.show; }")


def test_a_refused_sequence_stays_until_it_is_mended(live):
    page, root = begin(live, train)
    field, problem = root.get_by_label("Your sequence"), root.locator(".lab-problem").first
    act(root, field.fill, "a f c")
    for key in ("Enter", "Tab"):
        field.press(key)
        page.wait_for_timeout(100)
        assert field.input_value() == "a f c"
        assert problem.inner_text() == "Your sequence: 3 letters, needed 12"
    act(root, field.fill, "a f c a f c a f c a f c")
    assert problem.inner_text() == ""
    shows(root, train)


def test_a_click_or_a_key_on_a_map_switches_its_head_and_training_goes_on(live):
    page, root = begin(live, train, preset=3)
    first, second = (root.get_by_role("switch", name=f"head 1.{k}") for k in (1, 2))
    act(root, second.click)
    assert second.get_attribute("aria-checked") == "false"
    assert values(root)["on"] == [[True, False]]
    shows(root, train)
    page.keyboard.press("ArrowLeft")
    assert first.evaluate("e => e === document.activeElement")
    act(root, page.keyboard.press, "Space")
    assert values(root)["on"] == [[False, False]]
    play(root).click()
    until_step(root, 10)
    act(root, first.click)
    until_step(root, step_of(root) + 10)
    play(root).click()
    assert is_at_rest(root)
    assert values(root)["on"] == [[True, False]]
    assert train.presets[3].sentence in root.locator(".lab-sentence").inner_text()
    shows(root, train)
    choose(root, 6)
    assert root.get_by_role("switch").count() == 4


def test_on_a_slide_page_down_starts_no_run_that_a_setting_does_not_keep(live):
    """What is said of the setting would no longer be true of the picture."""
    page, root = begin(live, downhill)
    page.evaluate(SAYS)
    root.focus()
    assert root.evaluate(NEXT) == ""
    with redrawn(root):
        page.keyboard.press("PageDown")
    shows(root, downhill, downhill.at(downhill.presets[1]))
