"""The scores that a reader of notebook 06 gives to one head or to two, and what is said of them."""

import numpy as np
import pytest

from helpers.experiments import two_questions
from helpers.experiments.two_questions import START, filled
from tests.lessons import read
from tools.repository import ROOT

CELLS = {cell.id: cell for cell in read(ROOT / "notebooks" / "06_multi_head.ipynb").cells}
OWN = [[5, 0, 0], [0, 0, 5]]
SAID = [  # the scores of one head or of two, what is said
    ([[9, 0, 9]], "Both questions get the same answer. Framed: what is off, by 0.50 at"),
    ([[0, 0, 0.0]], "Equal scores"),
    ([[0, 9, 0]], "The verb has nearly all"),
    ([[9, 0, 0]], "Right about who crosses. But the same noun is named as what is crossed."),
    ([[0, 0, 9]], "Right about what is crossed. But"),
    ([[...] * 3], "Your head: each of the three words needs a score. Until then, [5, 0, 4]"),
    ([[5, ..., 4]], "each of the three words"),
    ([["5", 0, 4]], "'5' is a text"),
    ([[5, 0]], "no list of three scores"),
    ([[np.nan, 0, 4]], "nan is no score"),
    ([[10**400, 0, 4]], "is no score"),
    ([[[5], 0, 4]], "[5] is no score"),
    (OWN, "Right: two heads answer both questions, in both orders. Off by 0.01 at worst."),
    (np.array(OWN), "Right"),
    (OWN[::-1], "Exchanged"),
    ([START, START], "the same weights"),
    ([OWN[0], [0, 0, 2]], "Head 2 gives the last word only 0.79 of its weight. Framed"),
    ([[2, 0, 0], OWN[1]], "Head 1 gives the first word only 0.79 of its weight. Framed"),
    ([[...] * 3, OWN[1]], "[5, 0, 4] stands in. Framed: what is off, by 0.27 at worst."),
    ([OWN[0], [0, 5]], "Head 2: this is no list of three scores, such as [5, 0, 4]. Until"),
    *((x, "Needed: two lists of three scores") for x in (5, [5, 0, 0], [*OWN, OWN[0]])),
    ([[0, -np.inf, -np.inf], [-np.inf, -np.inf, 0]], "Right"),
    ([[-np.inf] * 3], "at least one score must not be −inf. Until"),
    ([[np.inf, 0, 0]], "inf is no score"),
]


@pytest.mark.parametrize(("heads", "said"), SAID)
def test_of_scores_it_is_said_what_they_answer_or_what_is_wrong(heads, said):
    count = 1 if isinstance(heads, list) and len(heads) == 1 else 2
    rows, framed, told = filled(heads, count)
    assert said in told
    assert framed == [(i, j) for i, j in np.ndindex(4, 4) if abs(rows - rows[i | 1])[i, j] >= 0.1]
    assert (framed == []) == told.startswith("Right: ")
    assert count == 2 or abs(rows[0] - rows[1]).max() >= 0.5


def test_the_page_s_values_are_these_and_its_cells_say_it():
    told, named = [], []
    names = {"np": np, "two_questions": two_questions}
    names["matrix"] = lambda _, *given, mark, **axes: named.append([*given[1:], axes])
    names |= {"aside": lambda _, said: told.append(said)}
    exec(CELLS["why-values"].source, names)
    assert names["values"].tolist() == two_questions.VALUES.tolist()
    assert names["wanted"].tolist() == two_questions.WANTED[0].tolist()
    for which in ("", "-two"):
        exec(CELLS[f"why-fill{which}"].source, names)
        exec(CELLS[f"why-filled{which}"].source, names)
        assert "needs a score. Until then" in told.pop()
        names |= dict.fromkeys(("columns", "axes"))  # as later cells do
    assert named[0] == named[1]
