"""The lab of notebook 02: its numbers by other arithmetic, its challenges, its cells by hand."""

import re
from itertools import product

import pytest

from helpers.data import examples
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.labs.engine.parts import Lines
from helpers.labs.engine.session import Session
from helpers.labs.scores_lab import (
    COLUMNS,
    CROSS,
    EXAMPLES,
    FIVE,
    OWN,
    ROWS,
    SELF,
    THE_CAT_SLEEPS,
    THREE,
    WE_SAW_HER_DUCK,
    scores,
    vector,
)
from tests.helpers.labs.lab_page import act, begin, changed, shows, values

START = scores.at(scores.presets[0])
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
SETTINGS = [
    *product((THE_CAT_SLEEPS, OWN), (SELF, CROSS), (False, True)),
    *product((WE_SAW_HER_DUCK, THREE), (SELF,), (False, True)),
    (FIVE, SELF, False),
]


def chosen(at=START, **changes):
    return changed(scores, changes, at)


def numbers(part):
    return [[int(x.replace("−", "-")) for x in row] for row in part.data()["cells"]]


def lines(shown):
    data = shown.parts["sum"].data()
    return ["".join(text for text, _ in line) for line in data["lines"]]


def turned(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def by_hand(x, W):
    """x W with loops."""
    return [
        [sum(a * w for a, w in zip(row, column, strict=True)) for column in turned(W)] for row in x
    ]


@pytest.mark.parametrize("sentence", OF_NOTEBOOK_02)
def test_a_sentence_is_loaded_as_notebook_02_uses_it(sentence):
    for before in (FIVE, THE_CAT_SLEEPS, sentence):
        at = chosen(chosen(sentence=before), sentence=sentence)
        assert numbers(scores.show(**at).parts["scores"]) == OF_NOTEBOOK_02[sentence]


@pytest.mark.parametrize(("sentence", "attention", "projected"), SETTINGS)
def test_the_numbers_by_loops(sentence, attention, projected):
    at = START | {"sentence": sentence, "attention": attention, "projected": projected}
    at = scores.apply_dependencies(at | {"typed": "a b a", "asking": "c d"}, None)
    assert (at["attention"], at["projected"]) == (attention, projected)
    example = EXAMPLES.get(sentence, examples.THREE_INPUTS)
    X = [vector(w) for w in "aba"] if sentence == OWN else example.X.tolist()
    Y = [vector(w) for w in "cd"] if sentence == OWN else example.Y.tolist()
    if sentence == FIVE:
        X = Y = examples.FIVE_WORDS_X.tolist()
    Y = X if attention == SELF else Y
    Q, K = (by_hand(Y, example.W_Q), by_hand(X, example.W_K)) if projected else (Y, X)
    S = by_hand(Q, turned(K))
    for i, j in product(range(len(Y)), range(len(X))):
        rows = scores.show(**at | {"cell": [i, j], "layout": ROWS})
        columns = scores.show(**at | {"cell": [i, j], "layout": COLUMNS})
        for name, meant in {"scores": S, "queries": Q, "keys": K}.items():
            assert numbers(rows.parts[name]) == meant
            assert numbers(columns.parts[name]) == turned(meant)
        for shown in (rows, columns):
            terms, products, score = lines(shown)[1].replace("−", "-").split(" = ")
            pairs = re.findall(r"\(?(-?\d+)\)?·\(?(-?\d+)\)?", terms)
            assert [(int(a), int(b)) for a, b in pairs] == list(zip(Q[i], K[j], strict=True))
            assert [int(p.strip("()")) for p in products.split(" + ")] == [
                a * b for a, b in zip(Q[i], K[j], strict=True)
            ]
            assert int(score) == S[i][j]
            assert f": {score}.".replace("-", "−") in shown.spoken
            if attention == SELF and i != j:
                assert f": {S[j][i]}. ".replace("-", "−") in lines(shown)[2]
                assert ("not symmetric" in lines(shown)[2]) == (turned(S) != S)


def test_the_score_of_le_and_cat_is_written_as_in_the_notebook():
    shown = scores.show(**START)
    assert lines(shown)[0] == "“le”, row 2 of Q, asks “cat”, row 2 of K:"
    assert lines(shown)[1] == "0·(−1) + 0·(−2) + 1·1 + 3·1 = 0 + 0 + 1 + 3 = 4"
    assert shown.spoken == "“le” asks “cat”: 4."


def test_what_stands_out_is_the_query_the_key_the_cell_and_its_mirror():
    at = scores.at(scores.presets[1])  # "we" asks "duck"
    for layout, turn in ((ROWS, tuple), (COLUMNS, lambda cell: cell[::-1])):
        parts = scores.show(**at | {"layout": layout}).parts
        assert set(parts["queries"].mark) == {turn((0, 0)), turn((0, 1))}
        assert set(parts["keys"].mark) == {turn((3, 0)), turn((3, 1))}
        assert parts["scores"].mark == (turn((0, 3)),)
        assert parts["scores"].tones[turn((3, 0))] == WEIGHT
        assert parts["scores"].tones[turn((0, 1))] == QUERY
        assert parts["scores"].tones[turn((1, 3))] == KEY
        assert turn((0, 3)) not in parts["scores"].tones


def test_tokens_as_columns_turns_letters_axes_and_shapes():
    titles = {
        (ROWS, True): ["Raw scores S = Q Kᵀ", "Q = Y W_Q", "K = X W_K"],
        (ROWS, False): ["Raw scores S = Y Xᵀ", "Q = Y", "K = X"],
        (COLUMNS, True): ["Raw scores S = Kᵀ Q", "Q = W_Q Y", "K = W_K X"],
        (COLUMNS, False): ["Raw scores S = Xᵀ Y", "Q = Y", "K = X"],
    }
    for (layout, projected), expected in titles.items():
        shown = scores.show(**START | {"layout": layout, "projected": projected})
        assert [part.title for part in shown.parts.values()][:3] == expected
    shown = scores.show(**START | {"layout": COLUMNS})
    corners = [
        part.data()["corner"] for part in shown.parts.values() if not isinstance(part, Lines)
    ]
    assert corners == ["keys ↓ queries →", "features ↓ queries →", "features ↓ keys →"]
    assert "(3, 4) @ (4, 2) → (3, 2); with tokens as rows this would be K Qᵀ" in lines(shown)[3]
    assert "(2, 4) @ (4, 3) → (2, 3)" in lines(scores.show(**START))[3]
    assert shown.spoken.endswith("Keys run down, queries across.")


def test_what_a_sentence_does_not_have_is_off_and_goes_back():
    at = chosen(sentence=FIVE, attention=CROSS, projected=True)
    assert (at["attention"], at["projected"]) == (SELF, False)
    assert set(scores.show(**at).off) == {"typed", "asking", "attention", "projected"}
    assert scores.show(**at).options == {"attention": [SELF]}
    at = chosen(sentence=WE_SAW_HER_DUCK, attention=CROSS)
    assert (at["attention"], at["projected"]) == (SELF, True)
    assert set(scores.show(**START).off) == {"typed", "asking"}
    at = chosen(sentence=OWN)
    assert scores.show(**at).off == ("asking",)
    assert scores.show(**chosen(at, attention=CROSS)).off == ()


def test_the_cell_stays_inside_a_smaller_table():
    at = chosen(sentence=OWN, cell=[4, 4], typed="only two")
    assert at["cell"] == [1, 1]
    assert chosen(at, typed="one")["cell"] == [0, 0]
    assert chosen(cell=[7, 7])["cell"] == [1, 2]


def test_vectors_of_words_are_small_fixed_and_nobody_learned_them():
    assert vector("the") == [-2, 2, 2, -2]  # the bytes of sha256("the"), each modulo 5, minus 2
    words = [f"word{k}" for k in range(500)]
    entries = {x for word in words for x in vector(word)}
    assert entries == {-2, -1, 0, 1, 2}
    at = chosen(sentence=OWN, typed="the cat saw the dog")
    keys = numbers(scores.show(**at).parts["keys"])
    assert keys[0] == keys[3] != keys[1]
    assert "same word, same vector, not learned" in lines(scores.show(**at))[4]


def test_eight_long_words_have_short_columns_and_full_rows():
    at = chosen(sentence=OWN, typed=" ".join(["internationalize"] * 8))
    data = scores.show(**at).parts["scores"].data()
    assert data["columns"] == ["internat…"] * 8
    assert data["rows"] == ["internationalize"] * 8


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Your sentence: 0 words; from 1 to 8 fit here"),
        ("\u200b \x00", "Your sentence: 0 words; from 1 to 8 fit here"),
        ("a b c d e f g h i", "Your sentence: 9 words; from 1 to 8 fit here"),
        ("a " + "b" * 17, "Your sentence: “bbbbbbbbbbbbbbbbb” has more than 16 letters"),
        (["a"], "Your sentence: 0 words; from 1 to 8 fit here"),
    ],
)
def test_what_cannot_be_typed_is_said(typed, message):
    session = Session(scores)
    session.change({"number": 1, "change": {"sentence": OWN}})
    before = session.state.values
    assert session.change({"number": 2, "change": {"typed": typed}})["problems"] == {
        "typed": message
    }
    assert session.state.values == before


def test_what_is_typed_is_cleaned():
    assert chosen(typed="  a\tb\u00a0c\ud800 d\u200b ")["typed"] == "a b c d"
    assert chosen(typed="<b>x</b> שלום naïve")["typed"] == "<b>x</b> שלום naïve"


PLAIN = {"sentence": OWN, "attention": SELF, "projected": False}


@pytest.mark.parametrize(
    ("challenge", "solved", "near"),
    [
        (
            0,  # "the" [−2 2 2 −2] and "saw" [1 1 −1 −1]
            PLAIN | {"cell": [0, 2]},
            [
                {"cell": [0, 0]},
                {"sentence": FIVE, "attention": SELF, "cell": [0, 1]},
                {"cell": [1, 1]},
            ],
        ),
        (
            1,  # "is" 25 and "The" 30
            {"sentence": FIVE, "attention": SELF, "projected": False, "cell": [1, 4]},
            [
                {"sentence": FIVE, "attention": SELF, "projected": False, "cell": [4, 1]},
                {"sentence": FIVE, "attention": SELF, "projected": False, "cell": [1, 1]},
                {"sentence": WE_SAW_HER_DUCK, "attention": SELF, "cell": [2, 1]},  # with W_Q, W_K
                PLAIN | {"attention": CROSS, "typed": "a", "asking": "b c", "cell": [1, 0]},
            ],
        ),
        (
            2,
            PLAIN | {"projected": True, "cell": [0, 1]},  # −4 and 4
            [
                PLAIN | {"cell": [0, 1]},
                PLAIN | {"projected": True, "cell": [0, 3]},
                PLAIN | {"projected": True, "attention": CROSS, "cell": [0, 1]},
                {"sentence": WE_SAW_HER_DUCK, "attention": SELF, "cell": [0, 3]},
            ],
        ),
    ],
)
def test_each_challenge_can_be_solved_and_not_nearly(challenge, solved, near):
    is_solved = scores.challenges[challenge].solved
    assert is_solved(scores.apply_dependencies(START | solved, None))
    for values_ in [*near, *({"cell": [i, j]} for i, j in product(range(2), range(3)))]:
        assert not is_solved(scores.apply_dependencies(START | values_, None)), values_


# --- in a browser ---------------------------------------------------------------------------


def cell(root, i, j):
    return root.locator("[data-part=scores] tbody tr").nth(i).locator("td").nth(j)


def agree(root):
    """The page shows what the pure function says, and one picked cell."""
    shows(root, scores)
    picked = root.locator("[data-part=scores] [aria-current=true]")
    assert picked.count() == root.locator("[data-part=scores] td.lab-picked").count() == 1


@pytest.mark.parametrize("preset", [0, 2])
def test_hovering_shows_a_cell_and_leaving_brings_the_chosen_one_back(live, preset):
    page, root = begin(live, scores, preset)
    flipped = preset == 2
    turn = (lambda at: at[::-1]) if flipped else (lambda at: at)
    agree(root)
    act(root, cell(root, 0, 0).hover)
    assert values(root)["cell"] == [0, 0]
    agree(root)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [1, 1], "as the setting has it"
    agree(root)
    act(root, cell(root, *turn([0, 2])).hover)
    assert values(root)["cell"] == [0, 2]
    cell(root, *turn([0, 2])).click()
    act(root, cell(root, 1, 0).hover)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [0, 2], "as it was clicked"
    agree(root)


def test_a_cell_solves_a_challenge_when_it_is_clicked_not_when_the_pointer_passes(live):
    page, root = begin(live, scores, 5)
    act(root, root.get_by_label("with W_Q, W_K").click)
    at = next(
        [i, j]
        for i, j in product(range(5), range(5))
        if scores.challenges[0].solved(values(root) | {"cell": [i, j]})
    )
    done = root.locator(".lab-tasks li").nth(0)
    assert not done.inner_text().endswith("Solved.")
    act(root, cell(root, *at).hover)
    assert values(root)["cell"] == at
    assert not done.inner_text().endswith("Solved.")
    act(root, cell(root, *at).click)
    assert done.inner_text().endswith("Solved.")
    page.mouse.move(5, 5)


def test_a_cell_clicked_while_an_answer_is_awaited_is_the_chosen_one(live):
    """The pointer comes, and its cell is asked for; a click there, and the pointer goes on: that
    cell is shown, until the pointer leaves."""
    page, root = begin(live, scores)
    sentence = root.locator(".lab-sentence").inner_text()
    act(root, cell(root, 0, 1).hover)
    assert root.locator(".lab-sentence").inner_text() == sentence != ""
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
    assert root.locator(".lab-sentence").inner_text() == ""
    agree(root)
    act(root, page.mouse.move, 5, 5)
    assert values(root)["cell"] == [0, 0]
    agree(root)


def test_a_table_that_moves_under_a_resting_pointer_chooses_nothing(live):
    """The browser then says "over", at a time of its own, though no hand has moved."""
    page, root = begin(live, scores, 5)
    act(root, cell(root, 0, 2).click)
    for kind in ("pointerover", "pointerenter", "mouseover"):
        inside = cell(root, 1, 3).locator("button")
        inside.dispatch_event(kind, {"pointerType": "mouse", "bubbles": True})
    page.wait_for_timeout(200)
    assert values(root)["cell"] == [0, 2]
    page.mouse.move(5, 5)
    agree(root)


def test_a_table_that_changes_under_the_pointer_keeps_its_cell_and_the_focus(live):
    page, root = begin(live, scores, 3)
    act(root, cell(root, 4, 4).click)
    act(root, page.keyboard.press, "PageUp")  # to three queries of two, the pointer still there
    act(root, page.keyboard.press, "PageUp")
    page.mouse.move(5, 5)
    at = values(root)
    assert (at["sentence"], at["cell"]) == (WE_SAW_HER_DUCK, [0, 3])
    agree(root)


@pytest.mark.parametrize(
    ("preset", "key", "end"), [(0, "ArrowRight", [0, 2]), (2, "ArrowLeft", [0, 0])]
)
def test_arrow_keys_choose_cells_and_tab_enters_at_the_chosen_one(live, preset, key, end):
    page, root = begin(live, scores, preset)
    inside = root.locator("[data-part=scores] td > [tabindex='0']")
    assert inside.count() == 1
    inside.focus()
    act(root, page.keyboard.press, "ArrowUp")
    act(root, page.keyboard.press, key)
    assert values(root)["cell"] == end
    page.keyboard.press(key)  # at the edge nothing is asked
    assert values(root)["cell"] == end
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"
    agree(root)


def test_markup_that_is_typed_is_text(live):
    page, root = begin(live, scores, 5)
    page.evaluate("() => { window.alert = () => { window.alerted = true } }")
    typed = "<b>x</b> <img src=x onerror=alert(1)> שלום"
    field = root.get_by_label("Your sentence")
    act(root, field.fill, typed)
    assert root.locator(".lab-problem").all_inner_texts().count("") == 4
    assert "has more than 16 letters" in root.inner_text()
    typed = "<b>x</b> <img src=x onerror=a()> שלום"
    act(root, field.fill, typed)
    act(root, cell(root, 0, 2).click)
    assert values(root)["typed"] == typed
    heads = root.locator("[data-part=scores] tbody th").all_inner_texts()
    assert heads == ["<b>x</b>", "<img", "src=x", "onerror=a()>", "שלום"]
    assert root.locator("b, img").count() == 0
    assert not page.evaluate("window.alerted")
    agree(root)


def test_a_message_stands_beside_the_field_and_moves_nothing(live):
    _, root = begin(live, scores, 5)
    field = root.get_by_label("Your sentence")
    places = [part.bounding_box() for part in root.locator("[data-part]").all()]
    before = values(root)
    act(root, field.fill, "a b c d e f g h i")
    assert values(root) == before
    message = root.locator(".lab-problem:not(:empty)")
    assert message.inner_text() == "Your sentence: 9 words; from 1 to 8 fit here"
    assert [part.bounding_box() for part in root.locator("[data-part]").all()] == places
    agree(root)
