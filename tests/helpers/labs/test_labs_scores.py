"""The lab of notebook 02: its numbers, and its cells by hand."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Word
from helpers.labs.engine.matrix_and_lines import Matrix
from helpers.labs.engine.session import Session
from helpers.labs.scores_lab import (
    COLUMNS,
    CROSS,
    CUP,
    DOG,
    FIVE,
    OWN,
    ROWS,
    SELF,
    TEXTS,
    THE_CAT_SLEEPS,
    THREE,
    WE_SAW_HER_DUCK,
    scores,
)
from helpers.labs.scores_picture import THICK, THIN, legend
from tests.helpers.crowded import keyed
from tests.helpers.labs.lab_page import (
    act,
    begin,
    changed,
    lines_of,
    open_part,
    shows,
    values,
)
from tests.models import needs_minilm

START = scores.at(scores.presets[1])
OF_NOTEBOOK_02 = {
    THE_CAT_SLEEPS: [[0, -1, -3], [-2, 4, 3]],
    WE_SAW_HER_DUCK: [[2, -1, 0, 1], [5, 5, 3, 1], [1, 2, 1, 0], [-4, -3, -2, -1]],
    FIVE: [
        [29, 0, 10, 10, 0],
        [0, 25, 0, 0, 30],
        [10, 0, 25, 0, 0],
        [10, 0, 0, 4, 0],
        [0, 30, 0, 0, 36],
    ],
    THREE: [[2, 4, 4], [4, 16, 12], [4, 12, 10]],
}


def chosen(at=START, **changes):
    return changed(scores, changes, at)


def numbers(part):
    return [[int(x.replace("−", "-")) for x in row] for row in part.data()["cells"]]


def lines(shown):
    return lines_of(shown.parts["sum"])


@pytest.mark.parametrize("sentence", OF_NOTEBOOK_02)
def test_a_sentence_is_loaded_as_notebook_02_uses_it(sentence):
    meant = OF_NOTEBOOK_02[sentence]
    for before in (FIVE, THE_CAT_SLEEPS, sentence):
        at = chosen(chosen(sentence=before), sentence=sentence)
        assert numbers(scores.show(**at).parts["scores"]) == meant
    turned = scores.show(**at | {"layout": COLUMNS}).parts["scores"]
    assert numbers(turned) == [list(column) for column in zip(*meant, strict=True)]


def test_the_score_of_le_and_cat_is_written_as_in_the_notebook():
    shown = scores.show(**START)
    assert lines(shown)[0] == "“le”, row 2 of Q, asks “cat”, row 2 of K:"
    assert lines(shown)[1] == "0·(−1) + 0·(−2) + 1·1 + 3·1 = 0 + 0 + 1 + 3 = 4"
    assert shown.spoken == "“le” asks “cat”: 4."
    shown = scores.show(**chosen(sentence=WE_SAW_HER_DUCK, cell=[0, 3]))
    assert "“duck” asks “we”: −4. " in lines(shown)[2]
    assert "not symmetric" in lines(shown)[2]
    assert "not symmetric" not in lines(scores.show(**chosen(sentence=THREE, cell=[0, 1])))[2]


def test_what_stands_out_is_the_query_the_key_the_cell_and_its_mirror():
    parts = scores.show(**scores.at(scores.presets[2])).parts  # "we" asks "duck"
    assert set(parts["queries"].mark) == {(0, 0), (0, 1)}
    assert set(parts["keys"].mark) == {(3, 0), (3, 1)}
    assert parts["scores"].mark == ((0, 3),)
    assert parts["scores"].tones[3, 0] == WEIGHT


def test_the_legend_has_its_squares_beside_their_words():
    words = {s.text: s for s in legend() if isinstance(s, Word)}
    squares = [s.boxes[0] for s in legend() if isinstance(s, Boxes)]
    for (x, y, across, down), name in zip(squares, ("score", "below 0"), strict=True):
        assert y + down / 2 == words[name].y
        assert x + across < words[name].x < x + across + 12


@pytest.mark.parametrize("at", [(0, 3), (1, 0)])
def test_arrows_are_as_thick_as_scores(at):
    parts = scores.show(**changed(scores, {"cell": [*at]}, scores.at(scores.presets[2]))).parts
    S, found = parts["scores"].values, keyed(parts["picture"])
    for key, score in (("asks", S[at]), ("asked", S[at[::-1]])):
        (arrow,) = found[key]
        assert arrow.width == pytest.approx(THIN + (THICK - THIN) * max(0, score) / S.max())


def test_tokens_as_columns_turns_letters_axes_and_shapes():
    titles = {
        (ROWS, True): ["Raw scores S = Q Kᵀ", "Q = Y W_Q", "K = X W_K"],
        (ROWS, False): ["Raw scores S = Y Xᵀ", "Q = Y", "K = X"],
        (COLUMNS, True): ["Raw scores S = Kᵀ Q", "Q = W_Q Y", "K = W_K X"],
        (COLUMNS, False): ["Raw scores S = Xᵀ Y", "Q = Y", "K = X"],
    }
    for (layout, projected), expected in titles.items():
        shown = scores.show(**START | {"layout": layout, "projected": projected})
        assert [part.title for part in shown.parts.values()][1:4] == expected
    shown = scores.show(**START | {"layout": COLUMNS})
    corners = [part.data()["corner"] for part in shown.parts.values() if isinstance(part, Matrix)]
    assert corners == ["keys ↓ queries →", "features ↓ queries →", "features ↓ keys →"]
    assert "(3, 4) @ (4, 2) → (3, 2); with tokens as rows this would be K Qᵀ" in lines(shown)[3]
    assert "(2, 4) @ (4, 3) → (2, 3)" in lines(scores.show(**START))[3]
    assert shown.spoken.endswith("Keys run down, queries across.")


def test_what_a_sentence_does_not_have_is_off_and_goes_back():
    at = chosen(sentence=FIVE, attention=CROSS, projected=True)
    assert (at["attention"], at["projected"]) == (SELF, False)
    assert set(scores.show(**at).off) == {"typed", "attention", "projected"}
    assert scores.show(**at).options["attention"] == [SELF]
    at = chosen(sentence=WE_SAW_HER_DUCK, attention=CROSS)
    assert (at["attention"], at["projected"]) == (SELF, True)
    assert scores.show(**START).off == ("typed",)
    assert scores.show(**chosen(sentence=CUP)).off == ("attention",)


def test_the_cell_stays_inside_a_smaller_table():
    assert chosen(sentence=FIVE, cell=[4, 4])["cell"] == [4, 4]
    assert chosen(chosen(sentence=FIVE, cell=[4, 4]), sentence=THREE)["cell"] == [2, 2]
    assert chosen(cell=[7, 7])["cell"] == [1, 2]


# --- a real head ----------------------------------------------------------------------------


def test_a_real_head_has_its_scores():
    shown = scores.show(**chosen(sentence=CUP, cell=[5, 2]))
    head, X = recorded.head_4_2("too tired"), recorded.input_of_layer_4("cup fell")
    S = (X @ head.W_Q + head.b_Q) @ (X @ head.W_K + head.b_K).T
    assert np.allclose(shown.parts["scores"].values, S)
    assert numbers(shown.parts["scores"]) == np.rint(S).tolist()  # in whole numbers
    q, k, product = shown.parts["products"].values
    assert np.allclose(q * k, product)
    line = lines(shown)[1].translate({ord("−"): "-", ord("("): None, ord(")"): None})
    assert line.endswith(f"26 others, together {S[5, 2] - product.sum():.1f}: {S[5, 2]:.1f}")


def test_what_the_settings_with_a_real_head_say_is_so():
    with_W, without = (scores.at(scores.presets[k]) for k in (6, 7))
    S = scores.show(**with_W).parts["scores"].values
    assert (round(S[5, 2]), round(S[2, 5])) == (22, 4)
    G = scores.show(**without).parts["scores"].values
    assert np.allclose(G, G.T)
    assert (G.argmax(axis=1) == np.arange(len(G))).all()


@needs_minilm
def test_a_typed_sentence_is_scored_by_the_head_itself():
    almost = TEXTS[CUP].lower()  # the model's tokens are in lower case
    at = chosen(sentence=CUP, typed=almost)
    assert at["sentence"] == OWN
    assert scores.show(**at).options["sentence"][-1] == OWN
    parts = [scores.show(**v).parts["scores"] for v in (at, chosen(sentence=CUP))]
    assert np.allclose(
        *(part.values for part in parts), atol=0.05
    )  # of about 30; X was recorded in float16
    assert chosen(at, typed=TEXTS[DOG])["sentence"] == DOG
    assert chosen(at, sentence=CUP)["typed"] == TEXTS[CUP]
    assert chosen(typed="  a\tb\u00a0c\ud800 d\u200b ")["typed"] == "a b c d"
    assert chosen(typed="<b>x</b> naïve")["typed"] == "<b>x</b> naïve"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "no words; from 1 to 10 tokens fit here"),
        ("\u200b \x00", "no words; from 1 to 10 tokens fit here"),
        (["a"], "no words; from 1 to 10 tokens fit here"),
        ("a " * 11, "13 tokens; at most 12 tokens fit, with [CLS] and [SEP]"),
        ("a " * 10_000, "10000 words; at most 12 tokens fit, with [CLS] and [SEP]"),
        ("a " + "b" * 41, "“bbbbbbbbbbbbbbbbbbbb…” has more than 40 letters"),
    ],
)
def test_what_cannot_be_typed_is_said(typed, message):
    session = Session(scores)
    session.change({"number": 1, "change": {"sentence": CUP}})
    before = session.state.values
    answer = session.change({"number": 2, "change": {"typed": typed}})
    assert answer["problems"] == {"typed": f"Or type one: {message}"}
    assert session.state.values == before


def test_without_the_model_the_field_says_what_to_run(monkeypatch):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    session = Session(scores)
    answer = session.change({"number": 1, "change": {"typed": "A wombat sleeps."}})
    assert "run make model once" in answer["problems"]["typed"]
    answer = session.change({"number": 2, "change": {"typed": TEXTS[DOG]}})
    assert (answer["problems"], answer["values"]["sentence"]) == ({}, DOG)


# --- in a browser ---------------------------------------------------------------------------


def cell(root, i, j):
    return root.locator("[data-part=scores] tbody tr").nth(i).locator("td").nth(j)


def begin_at(live, preset):
    """At a setting, with the table of numbers in sight."""
    page, root = begin(live, scores, preset)
    open_part(root, "scores")
    return page, root


def agree(root):
    """The page shows what the pure function says, and one picked cell."""
    shows(root, scores)
    picked = root.locator("[data-part=scores] [aria-current=true]")
    assert picked.count() == root.locator("[data-part=scores] td.lab-picked").count() == 1


def test_hovering_shows_a_cell_and_leaving_brings_the_chosen_one_back(live):
    """With tokens as columns: a row of the page is a column of the scores."""
    page, root = begin(live, scores, 3)
    agree(root)
    act(root, cell(root, 0, 0).hover)
    assert values(root)["cell"] == [0, 0]
    agree(root)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [1, 1], "as the setting has it"
    agree(root)
    act(root, cell(root, 2, 0).hover)
    assert values(root)["cell"] == [0, 2]
    cell(root, 2, 0).click()
    act(root, cell(root, 1, 0).hover)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [0, 2], "as it was clicked"
    agree(root)


def test_a_cell_clicked_while_an_answer_is_awaited_is_the_chosen_one(live):
    """The pointer comes, and its cell is asked for; a click there, and the pointer goes on: that
    cell is shown, until the pointer leaves."""
    page, root = begin_at(live, 1)
    act(root, cell(root, 0, 1).hover)
    act(
        root,
        root.evaluate,
        """root => {
            const inside = (i, j) =>
                root.querySelector("[data-part=scores] tbody").rows[i].cells[j + 1].firstChild;
            const come = new PointerEvent("pointermove", { pointerType: "mouse", bubbles: true });
            inside(0, 0).dispatchEvent(come);
            inside(0, 0).click();
            inside(1, 2).dispatchEvent(come);
        }""",
    )
    assert values(root)["cell"] == [1, 2]
    agree(root)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [0, 0]
    agree(root)


def test_a_table_that_moves_under_a_resting_pointer_chooses_nothing(live):
    """The browser then says "over", at a time of its own, though no hand has moved."""
    page, root = begin_at(live, 6)
    act(root, cell(root, 0, 2).click)
    for kind in ("pointerover", "pointerenter", "mouseover"):
        inside = cell(root, 1, 3).locator("button")
        inside.dispatch_event(kind, {"pointerType": "mouse", "bubbles": True})
    page.wait_for_timeout(200)
    assert values(root)["cell"] == [0, 2]
    page.mouse.move(5, 5)
    agree(root)


def test_arrow_keys_choose_cells_and_tab_enters_at_the_chosen_one(live):
    page, root = begin_at(live, 1)
    inside = root.locator("[data-part=scores] td > [tabindex='0']")
    assert inside.count() == 1
    inside.focus()
    act(root, page.keyboard.press, "ArrowUp")
    act(root, page.keyboard.press, "ArrowRight")
    assert values(root)["cell"] == [0, 2]
    page.keyboard.press("ArrowRight")  # at the edge nothing is asked
    assert values(root)["cell"] == [0, 2]
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"
    agree(root)


@needs_minilm
def test_markup_that_is_typed_is_text(live):
    page, root = begin_at(live, 6)
    page.evaluate("() => { window.alert = () => { window.alerted = true } }")
    field = root.get_by_label("Or type one")
    act(root, field.fill, "<img src=x onerror=alert(1)> " * 3)
    assert "at most 12 tokens fit" in root.inner_text()
    assert field.input_value().startswith("<img"), "what is refused stays"
    typed = "<b>x</b> &"
    act(root, field.fill, typed)
    act(root, cell(root, 1, 3).click)
    assert values(root)["typed"] == typed
    heads = root.locator("[data-part=scores] tbody th").all_inner_texts()
    assert heads[:6] == ["[CLS]", "<", "b", ">", "x", "<"]
    assert root.locator("b, img").count() == 0
    assert not page.evaluate("window.alerted")
    agree(root)
