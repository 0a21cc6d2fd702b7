"""How votes are read and shared out (votes.js), in Node."""

import json
import subprocess

import pytest

from tools.slides.slides import EXTENSION
from tools.start import NODE

SCRIPT = """
import { parseVotes, percentages } from "./votes.js";
const [typed, letters] = JSON.parse(process.argv[1]);
const { rounds, problem } = parseVotes(typed, letters);
process.stdout.write(JSON.stringify({ rounds, problem, shares: rounds.map(percentages) }));
"""


@pytest.fixture(scope="module")
def votes():
    if not NODE.exists():
        pytest.skip("votes.js runs in Node, which tools/start.py installs")

    def read(typed, letters="abcd"):
        command = [NODE, "--input-type=module", "--eval", SCRIPT, json.dumps([typed, letters])]
        folder = EXTENSION / "show" / "static"
        done = subprocess.run(command, cwd=folder, capture_output=True, check=True)
        return json.loads(done.stdout)

    return read


def test_shares_add_up_to_100(votes):
    told = votes("a 1, b 1, c 1 / a 31, b 80, c 4, d 2")
    assert told["rounds"] == [[1, 1, 1, 0], [31, 80, 4, 2]]
    assert [sum(shares) for shares in told["shares"]] == [100, 100]
    assert told["shares"][0] == [34, 33, 33, 0]


def test_a_second_vote_stands_behind_a_slash_and_one_that_is_not_typed_yet_is_none(votes):
    assert votes("a 31, b 80 / ")["rounds"] == [[31, 80, 0, 0]]
    assert votes("a 31 / b")["rounds"] == [[31, 0, 0, 0]]
    assert votes("a 0, b 1/")["rounds"] == [[0, 1, 0, 0]]
    assert votes("a 1/b 1")["rounds"] == [[1, 0, 0, 0], [0, 1, 0, 0]]
    assert votes("")["rounds"] == []


def test_counts_without_letters_are_those_of_the_options_in_turn(votes):
    assert votes("31 80 5 2")["rounds"] == [[31, 80, 5, 2]]
    assert votes("31, 80; 5 / 0 9", "abc")["rounds"] == [[31, 80, 5], [0, 9, 0]]
    assert votes("3", "ab")["rounds"] == [[3, 0]]
    assert votes("1 2 3", "ab")["problem"] == "3 counts, but 2 options."
    assert "is not a letter" in votes("31 b", "ab")["problem"]


def test_only_the_letters_of_the_question_count_and_need_no_comma(votes):
    assert votes("a1 b 3", "abc") == {"rounds": [[1, 3, 0]], "problem": "", "shares": [[25, 75, 0]]}
    for typed in ("c 3", "a three", "<b> 3", "a 3b 4"):
        needed = f"“{typed}” is not a letter from a to b and a number"
        assert needed in votes(typed, "ab")["problem"]
