"""What the media say in their own way."""

import pytest

from tools.notebook import media
from tools.notebook.lesson import read
from tools.repository import PATHS


@pytest.mark.parametrize("medium", [media.WORKBENCH, media.BOOK], ids=["workbench", "book"])
def test_what_is_said_in_another_s_place_stands_in_a_notebook(medium):
    text = "\n".join(cell.source for path in PATHS for cell in read(path).cells)
    assert [there for there in medium.others if there not in text] == []
