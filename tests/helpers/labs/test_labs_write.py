"""The lab of notebook 12: names are the model's, a training is that of the notebook, heads are off
as the model has it, and the settings show what their sentences say."""

import json
import re

import numpy as np
import pytest

from helpers import training
from helpers.drawing.shapes import Keyed
from helpers.labs import write
from helpers.labs.engine.session import Session
from helpers.labs.write_lab import fan, write_lab, write_run
from helpers.labs.write_lab.write_run import (
    EACH,
    MEASURED,
    NEW,
    RATE,
    SIZES,
    TRAINED,
    UNMASKED,
    bits,
    bits_of_bigram,
    course_of,
    letter_by_letter,
    model_of,
    written_names,
)
from helpers.training.learn import Training
from helpers.training.letters import COUNTRIES, END, LETTERS, LONGEST, PLACES
from helpers.training.writing import as_name, draw, names, probabilities
from tests.helpers.crowded import around, crowded, keyed
from tests.helpers.labs.lab_page import act, begin, changed, setting, shows, values

EVERY_HEAD = tuple(write_lab.HEADS)
KEPT = 20  # in the place of APART_KEPT, which takes more steps


def at(name, **changes):
    return setting(write, name) | changes


def parts(v):
    return {name: part.data() for name, part in write.show(**v).parts.items()}


def cells(v):
    return parts(v)["names"]["cells"]


@pytest.fixture
def anew(monkeypatch):
    """No training has begun."""
    monkeypatch.setattr(write_run, "APART_KEPT", KEPT)
    course_of.cache_clear()
    bits.cache_clear()


# --- a training ---------------------------------------------------------------------------------


def test_it_is_the_training_of_the_notebook(anew):
    model = training.Transformer(
        len(PLACES.words), PLACES.n, causal=True, dtype=np.float32, **SIZES
    )
    of_steps = Training(model, PLACES, write_run.STEPS, RATE)
    for _ in range(2 * MEASURED):
        of_steps.step()
    ours = model_of(NEW, 2 * MEASURED)
    assert all(np.array_equal(ours.p[name], x) for name, x in model.p.items())
    assert {name: x.shape for name, x in model_of(TRAINED, 0).p.items()} == {
        name: x.shape for name, x in ours.p.items()
    }


def test_the_same_values_give_the_same_answer_whatever_came_before(anew):
    answers = {}
    ways = {"at once": [7], "step by step": range(8), "back": [11, 7], "far back": [42, 27, 7]}
    for way, stops in ways.items():
        course_of.cache_clear()
        bits.cache_clear()
        for steps in stops:
            answers[way] = parts(at("Train", steps=steps))
    assert all(answer == answers["at once"] for answer in answers.values())
    assert answers["at once"] != parts(at("Train", steps=8))


def test_going_back_trains_little_again(anew, monkeypatch):
    step, taken = Training.step, []
    monkeypatch.setattr(Training, "step", lambda self: (taken.append(1), step(self)))
    model_of(NEW, 2 * KEPT + 3)
    taken.clear()
    for steps in range(0, 2 * KEPT, MEASURED):  # where a hand on the slider goes
        model_of(NEW, steps)
    assert taken == []
    model_of(NEW, KEPT + 7)
    assert len(taken) == 7
    model_of(NEW, KEPT + 8)
    model_of(NEW, KEPT + 18)  # asked ahead, and then one step more is asked
    taken.clear()
    model_of(NEW, KEPT + 9)
    assert len(taken) == 1


def test_the_loss_is_that_of_the_last_step_at_which_it_is_measured():
    shown = parts(at("Train", steps=MEASURED + 2))
    assert shown["words"]["lines"][0][0][0].startswith(
        f"Step {MEASURED} of 2000: {bits(NEW, MEASURED):.2f}"
    )
    assert shown["loss"] == parts(at("Train", steps=MEASURED))["loss"]
    assert shown["letters"] != parts(at("Train", steps=MEASURED))["letters"]


@pytest.mark.parametrize("off", [(), ((1, 2), (2, 4))])
def test_the_cache_changes_no_name(off):
    """As `names` writes them, which reads everything again for each letter."""
    model = model_of(TRAINED, 0)
    by_cache = written_names(model, "Be", 0.8, 5, off, 3)
    tokens = [[PLACES.words.index(c), 1, 4] for c in COUNTRIES for _ in range(EACH)]
    rng, tokens = np.random.default_rng(3), np.array(tokens)
    while tokens.shape[1] <= LONGEST:
        logits = model.run(tokens, off).logits[:, -1]
        tokens = np.column_stack([tokens, draw(rng, logits, 0.8, 5)])
    assert [*np.ravel(by_cache)] == [as_name(PLACES, row[1:]) for row in tokens]


def test_an_interrupted_training_goes_on_from_its_last_frame(anew, monkeypatch):
    right = parts(at("Train", steps=2 * MEASURED))
    course_of.cache_clear()
    bits.cache_clear()
    step, taken = Training.step, []

    def interrupted(self):
        taken.append(1)
        step(self)
        if len(taken) == MEASURED + 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Training, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        parts(at("Train", steps=2 * MEASURED))
    assert parts(at("Train", steps=2 * MEASURED)) == right
    assert len(taken) == 2 * MEASURED + 1  # only what was not whole is trained again


def test_another_model_begins_at_step_0():
    v = changed(write, {"model": NEW, "steps": 3 * MEASURED, "beginning": "Zo"})
    assert v["steps"] == 3 * MEASURED
    assert changed(write, {"model": UNMASKED}, v) == v | {"model": UNMASKED, "steps": 0}


# --- what it writes -----------------------------------------------------------------------------


@pytest.mark.parametrize("beginning", ["", "Zo", "heimheimhe"])
def test_names_are_those_of_the_model(beginning):
    shown = cells(at("Cold", beginning=beginning))
    for row, country in zip(shown, COUNTRIES, strict=True):
        cold = {"country": country, "temperature": 0}
        rng = np.random.default_rng(3)
        expected = names(model_of(TRAINED, 0), PLACES, rng, EACH, beginning, **cold)
        assert row == expected
        assert all(name.startswith(beginning.capitalize()) for name in row)


def test_the_same_dice_give_the_same_names_and_others_give_others():
    model = model_of(TRAINED, 0)
    one, same, other = (written_names(model, "", 0.8, 27, (), drawn) for drawn in (1, 1, 2))
    assert one == same
    assert len({*np.ravel(one)} & {*np.ravel(other)}) < 4


@pytest.mark.parametrize("kind", [TRAINED, UNMASKED])
def test_each_letter_is_drawn_from_what_is_shown_of_it(kind):
    model, off = model_of(kind, MEASURED), ((1, 2),)
    letters, weights = letter_by_letter(model, "Zonno", "JP", 0.8, 5, off)
    assert "".join([*LETTERS, "."][i] for i in letters) == "zonno."
    assert weights.shape == (6, END + 1)
    assert ((weights > 0).sum(axis=1) == 5).all()
    tokens = np.array([[PLACES.words.index("JP"), *letters[:3]]])
    logits = model.run(tokens, off).logits[0, -1, : END + 1].astype(float)
    assert np.allclose(weights[3], probabilities(logits, 0.8, 5))


def test_the_longest_name_ends_without_an_end():
    letters, weights = letter_by_letter(model_of(TRAINED, 0), "a" * 11, "IT", 1.0, 27, ())
    assert (len(letters), weights.shape) == (11, (11, END + 1))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("Bad Ems", "“ ” is not a letter from a to z"),
        ("Köln", "“ö” is not a letter from a to z"),
        ("<b>", "“<” is not a letter from a to z"),
        ("abcdefghijk", "11 letters; at most 10 fit here"),
        ("a b c d", "4 words; from 0 to 3 fit here"),
    ],
)
def test_what_no_name_begins_with_is_refused(typed, message):
    session = Session(write)
    answer = session.change({"number": 1, "change": {"beginning": typed}})
    assert answer["problems"] == {"beginning": f"Beginning: {message}"}
    assert answer["values"]["beginning"] == ""
    answer = session.change({"number": 2, "change": {"beginning": "Zo"}})
    assert answer["problems"] == {}
    assert session.change({"number": 3, "change": {"beginning": ""}})["problems"] == {}


# --- what is said of it ---------------------------------------------------------------------------


def test_a_name_fans_out_letter_by_letter():
    """Its letter is in the middle, what was likelier above it; the next place is still folded."""
    [preset, *_] = write.presets
    way = write.way(preset)
    seen = []
    for at_place in way:
        view = write.show(**at_place)
        keyed = [shape for shape in view.parts["picture"].shapes if isinstance(shape, Keyed)]
        assert len({shape.key for shape in keyed}) == len(keyed)
        seen.append("".join(s.shapes[0].text for s in keyed if re.match(r"letter \d+ 0$", s.key)))
    assert seen[:3] == ["b", "bi", "bin"]
    assert seen[-1] == "binkendorfend"
    assert "“b”" in write.show(**way[0]).sentence
    assert write.show(**way[10]).sentence == "After “Binkendorf” only the end is likely."
    assert write.show(**way[-1]).sentence == ""
    cold = write.show(**way[0] | {"temperature": 0}).sentence
    assert "at random" not in cold
    assert "the likeliest is taken" in cold


def test_letters_fan_out_from_the_end_of_the_name_alone():
    """As high above it as below it; the name that is written is a line without choices."""
    [preset, *_] = write.presets
    for at_place in write.way(preset)[:10]:
        last = at_place["places"] - 1
        found = keyed(write.show(**at_place).parts["picture"], "disc ")
        discs = {key: disc.boxes[0] for key, (disc, *_) in found.items()}
        written = [key for key in discs if int(key.split()[0]) < last]
        assert written == [f"{place} 0" for place in range(last)]
        fanned = [box for key, box in discs.items() if key.split()[0] == str(last)]
        top, bottom = min(y for _, y, _, _ in fanned), max(y + down for _, y, _, down in fanned)
        assert (top + bottom) / 2 == pytest.approx(fan.MIDDLE, abs=4)
        assert 0 <= top < bottom <= fan.HEIGHT
        sentence = write.show(**at_place).sentence
        radii = sorted(across / 2 for _, _, across, _ in fanned)
        is_alone = (radii[-1] / fan.OPENED) ** 2 > 0.95
        assert is_alone or len(fanned) > 1
        assert (" only “" in sentence or " only the end" in sentence) == is_alone
        assert ("fan out" in sentence or not last) == (not is_alone)


WEIGHTS = np.array([[0.5, 0.3, 0.15, 0.03, 0.02], [0.2, 0.7, 0.05, 0.04, 0.01]])


def fanned(until):
    """The name “ba” at its places until there: {key: (its disc as x, y, radius, its arm)}."""
    drawing = fan.fan("A name", "DE", [1, 0], WEIGHTS, "abcde", 0, until)
    discs, arms, seen = keyed(drawing, "disc "), keyed(drawing, "arm "), {}
    for key, (word, *_) in keyed(drawing, "letter ").items():
        (disc, *_), (arm, *_) = discs[key], arms[key]
        ((x, y, across, down),) = disc.boxes
        assert across == down == 2 * disc.corner
        x, y = x + across / 2, y + down / 2
        assert word.y == pytest.approx(y)
        if until == int(key.split()[0]) + 1:  # it fans out, and its letter is beside its disc
            assert around(word)[0] >= x + across / 2
        else:
            assert word.x == pytest.approx(x)
        seen[key] = x, y, across / 2, arm
    return seen


def test_the_area_of_a_disc_is_the_probability_of_its_letter():
    """However small it is. Arms are as wide as weights are large."""
    for until, place in ((1, 0), (2, 1)):
        weights = sorted(WEIGHTS[place], reverse=True)
        fans = [shown for key, shown in fanned(until).items() if key.startswith(f"{place} ")]
        for weight, (*_, radius, arm) in zip(
            weights, sorted(fans, key=lambda f: f[1]), strict=True
        ):
            assert radius**2 == pytest.approx(26**2 * weight)
            assert arm.width == pytest.approx(0.75 + 11.25 * weight)


def test_arms_lead_from_the_last_letter_of_the_name_to_the_edges_of_the_discs():
    """In a straight line between their middles; beside a country there are two letters."""
    for until in (1, 2, 3):
        shown = fanned(until)
        for key, (x, y, radius, arm) in shown.items():
            place = int(key.split()[0])
            before = shown[f"{place - 1} 0"][:2] if place else (fan.LEFT, fan.MIDDLE)
            way = np.subtract((x, y), before)
            way = way / np.hypot(*way)
            is_fanned = until < 3 and place == until - 1
            edge = radius if is_fanned else fan.NEAR
            start, end = before + way * (fan.NEAR if place else fan.WIDE), (x, y) - edge * way
            assert np.allclose(arm.points, [start, end])


@pytest.mark.parametrize("names", [[*"abcdef", "end"], ["end", *"abcdef"]])
def test_letters_that_fan_out_stand_apart_and_beside_their_discs(names):
    weights = np.array([[0.01] * 7] * 11)
    weights[:, 0] = 0.94
    for until in (1, 11):  # the last one has the least room
        drawn = fan.fan("A name", "DE", [0] * 11, weights, names, 0, until)
        assert crowded(drawn, slack=-1) == []
        found = keyed(drawn, "disc ")
        edge = max(x + across for (disc,) in found.values() for x, _, across, _ in disc.boxes)
        fanned = [
            word
            for key, (word,) in keyed(drawn, "letter ").items()
            if key.startswith(f"{until - 1} ")
        ]
        assert min(around(word)[0] for word in fanned) >= edge


def test_what_was_likelier_than_the_letter_is_above_it():
    weights = np.array([0.5, 0.3, 0.15, 0.05, 0, 0])
    assert fan.choices(1, weights, False, 4) == [
        (-1, 0, 0.5),
        (0, 1, 0.3),
        (1, 2, 0.15),
        (2, 3, 0.05),
    ]
    assert [rank for rank, *_ in fan.choices(5, weights, False, 4)] == [-3, -2, -1, 0]
    assert fan.choices(1, weights, True, 4) == [(0, 1, 0.3)]  # typed
    assert fan.choices(0, np.array([1.0, 0, 0]), False, 4) == [(0, 0, 1.0)]  # cold: one alone


def test_the_loss_is_said_with_and_without_heads():
    switched = [[True, False, True, True], [True] * 4]
    lines = parts(at("Six countries", on=switched))["words"]["lines"]
    with_all, without = bits(TRAINED, 0), bits(TRAINED, 0, ((1, 2),))
    said = (
        f"{with_all:.2f} bits a letter on 150 new names, perplexity {2**with_all:.1f}. Without 1.2"
    )
    assert lines[0] == [[f"{said}: {without:.2f}.", None]]
    assert without > with_all


def test_names_of_the_data_are_listed():
    known, new = next(iter(PLACES.training["FR"])).capitalize(), "Xqz"
    assert write_lab.said_of_names([[new, new]]).startswith("All 2 are new")
    said = write_lab.said_of_names([[new, known], [known, known]])
    assert said == f"1 of 4 are new. Among the names to learn from: {known}."


def test_an_answer_stays_small_to_the_last_step():
    view = write_lab.loss_curve((3.0,) * (write_run.STEPS // MEASURED + 1))
    assert len(json.dumps(view.data())) < 30_000


# --- what the settings and the challenges say -----------------------------------------------------


def test_each_country_goes_on_in_its_own_way():
    for name in ("Zo", "Another country"):
        shown = cells(at(name))
        assert len({*np.ravel(shown)}) > 18
        ends = [{word[-1] for word in row} for row in shown]
        assert ends[COUNTRIES.index("IT")] <= {*"aeio"}


def test_behind_heim_japan_goes_on_as_its_names_do():
    """For ten draws; its own names nearly all end so, those of Germany mostly not."""
    ends, model = tuple("aeioun"), model_of(TRAINED, 0)
    written = [written_names(model, "Heim", 0.8, 27, (), drawn) for drawn in range(1, 11)]

    def share(names):
        return np.mean([name.endswith(ends) for name in names])

    for country, least, most in (("JP", 0.95, 1), ("DE", 0, 0.5)):
        row = COUNTRIES.index(country)
        assert least <= share(PLACES.validation[country]) <= most
        assert least <= share([name for names in written for name in names[row]]) <= most


def test_cold_hot_and_top_3():
    model, tries = model_of(TRAINED, 0), range(5)
    cold = [written_names(model, "", 0, 27, (), drawn) for drawn in tries]
    assert all(len({name for names in cold for name in names[row]}) == 1 for row in range(6))

    def likely(**changes):  # the mean of −log₂ of what the letters have at temperature 1
        costs = []
        for drawn in tries:
            for row, country in zip(cells(at(**changes, drawn=drawn)), COUNTRIES, strict=True):
                letters, weights = letter_by_letter(model, row[0], country, 1.0, 27, ())
                costs += [-np.log2(w[i]) for i, w in zip(letters, weights, strict=True)]
        return np.mean(costs)

    assert likely(name="Hot") > 1.5 * likely(name="Six countries")
    assert likely(name="Top 3") < 0.75 * likely(name="Hot")


def test_without_heads_only_the_first_letter_depends_on_the_country():
    """It is asked at the country itself; each other one at the letter before it and its place."""
    model = model_of(TRAINED, 0)
    one, other = (letter_by_letter(model, "Bonn", c, 0.8, 27, EVERY_HEAD)[1] for c in ("DE", "JP"))
    assert np.array_equal(one[1:], other[1:])
    assert not np.allclose(one[0], other[0], atol=0.01)
    assert not np.allclose(one[3], one[4], atol=0.01)  # both after an n, at another place
    shown = cells(at("No heads"))
    assert len({name for row in shown for name in row}) == 1  # “no difference”
    with_heads = cells(at("No heads", on=[[True] * 4] * 2))
    assert len({row[0] for row in with_heads}) >= 5
    assert "Without any head: " in parts(at("No heads"))["words"]["lines"][0][0][0]
    assert bits(TRAINED, 0, EVERY_HEAD) > bits_of_bigram()


@pytest.mark.rare
@pytest.mark.sample
def test_without_the_mask_the_loss_falls_and_the_names_stay_noise():
    steps = 40 * MEASURED
    assert bits(UNMASKED, steps) < 0.2 < 3 < bits(NEW, 0)
    honest = model_of(TRAINED, 0)
    tokens, targets = training.letters.encoded(
        {
            c: [name.lower() for name in row if name != write_lab.EMPTY]
            for c, row in zip(COUNTRIES, cells(at("No mask", steps=steps)), strict=True)
        }
    )
    assert training.loss(honest, tokens, targets) / np.log(2) > 4
    shown = parts(at("No mask", steps=steps))
    assert shown["names"]["wrong"]
    assert "it sees the right letter" in shown["words"]["lines"][0][0][0]


beats, costly, sure = (challenge.solved for challenge in write.challenges)


@pytest.mark.sample
def test_a_new_model_beats_the_bigram_on_its_way():
    v = at("Train")
    assert not beats(v)
    first = next(i for i in range(0, 400, MEASURED) if bits(NEW, i) < bits_of_bigram())
    assert MEASURED < first
    assert beats(v | {"steps": first})
    assert not beats(v | {"steps": first - MEASURED})
    assert not beats(at("Six countries"))


def test_one_head_costs_more_than_all_others():
    solved = []
    for layer, head in write_lab.HEADS:
        on = [[(layer, head) != (i, j) for j in range(1, 5)] for i in (1, 2)]
        solved.append(costly(at("Six countries", on=on)))
    assert sum(solved) == 1
    assert not costly(at("No heads"))
    assert not costly(at("Six countries"))


@pytest.mark.parametrize(
    ("changes", "solved"),
    [
        ({"beginning": "Acq", "name": [1, 0]}, True),  # u
        ({"beginning": "Acq", "name": [5, 3]}, True),
        ({"beginning": "Kaw", "name": [0, 0]}, False),
        ({"beginning": "Q", "name": [1, 0]}, False),  # too short
        ({"beginning": "Lan", "name": [2, 0]}, False),
        ({"beginning": "Acq", "name": [1, 0], "on": [[False] * 4] * 2}, False),
    ],
)
def test_a_beginning_after_which_one_letter_is_nearly_certain(changes, solved):
    assert sure(changed(write, changes)) is solved


# --- on the page --------------------------------------------------------------------------------


@pytest.mark.long
def test_it_goes_on_by_as_many_steps_as_there_is_time_for(live):
    page, root = begin(live, write, preset=2)
    page.evaluate(
        """root => {
            let now = 0;
            window.ms = 1; // that an answer seems to take
            performance.now = () => (now += ms);
            window.steps = [];
            const field = root.querySelector("input[type=range]");
            new MutationObserver(() => steps.push(parseInt(field.ariaValueText)))
                .observe(root, { attributes: true, attributeFilter: ["data-frame"] });
        }""",
        root.element_handle(),
    )
    root.locator(".lab-controls .lab-play").click()
    page.wait_for_function("steps.length > 12")
    page.evaluate("window.ms = 1000")
    page.wait_for_function("steps.length > 26")
    root.locator(".lab-controls .lab-play").click()
    page.wait_for_function("e => !('waiting' in e.dataset)", arg=root.element_handle())
    gone = np.diff([0, *page.evaluate("steps")])
    assert gone[0] == gone[-1] == 1
    assert max(gone) == MEASURED
    act(root, root.get_by_label("Steps", exact=True).press, "ArrowLeft")  # a hand meets the loss
    assert values(root)["steps"] % MEASURED == 0
    shows(root, write)
