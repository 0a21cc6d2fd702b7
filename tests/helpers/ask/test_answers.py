"""What the box answers, without a page: word by word, from any word on, whatever goes wrong."""

import re

import numpy as np
import pytest

from helpers import ask, language
from helpers.ask import still
from helpers.ask.answers import DRAWN_FROM, LONGEST, MOST, Answers, readers
from helpers.exercises import PARTS
from helpers.language.tokens import LETTERS, Tokens

TEXTS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
BYTES = [LETTERS[byte] for byte in range(256)]
HOW = {"temperature": 0, "seed": 0, "view": "v", "shown": ["v-0", "v-1", "v-2"]}


class Fake:
    """Writes a text byte by byte, whatever it is asked, and checks its cache. after: of how many
    tokens of the answer it does something else first."""

    def __init__(self, text, after=None, fault=None):
        self.tokens = Tokens(TEXTS + BYTES, [], TEXTS)
        self.text, self.after, self.fault, self.calls = text.encode(), after, fault, []
        self.parts = language.Parts()

    def next_logits(self, numbers, kept, off=(), parts=None):
        assert numbers, "as the model, it needs at least one"
        before = kept[1][0][0].tolist() if kept else []
        every = np.array([[*before, *numbers]])  # a cache that holds the tokens themselves
        kept[1] = every, every
        mark = self.tokens.number["<|im_start|>"]
        begin = len(every[0]) - every[0].tolist()[::-1].index(mark) + len("assistant\n")
        written = every[0, begin:]
        self.calls.append(len(numbers))
        if self.after == len(written):
            self.after = None
            raise self.fault
        logits = np.zeros(len(self.tokens.all), np.float32)
        byte = self.text[len(written)] if len(written) < len(self.text) else None
        logits[2 if byte is None else 3 + byte] = 5
        logits[3 + ord("x")] = 4
        return logits


def all_of(answers, message, most=MOST + 1):
    """All replies, from this message to the end."""
    replies = [answers.reply(message)]
    while not replies[-1]["end"] and len(replies) < most:
        replies.append(answers.reply({"id": message["id"], "next": True}))
    return replies


def asked(question="Why?", name="v-0", **how):
    return {"id": name, "ask": question} | HOW | how


def branched(place, choice=None, name="v-1", **how):
    return {"id": name, "from": "v-0", "place": place, "choice": choice} | HOW | how


def text(replies):
    return "".join(reply["word"]["text"] for reply in replies if reply["word"])


def test_each_message_computes_one_token_and_the_last_word_is_the_end():
    model = Fake("Oslo")
    answers = Answers(model)
    replies = all_of(answers, asked())
    assert text(replies) == "Oslo(end)"
    assert [reply["end"] for reply in replies] == ["", "", "", "", "end"]
    assert model.calls[1:] == [1, 1, 1, 1]
    assert answers.reply({"id": "v-0", "next": True})["end"] == "end"
    assert len(model.calls) == 5  # there is nothing to compute
    word = replies[1]["word"]
    assert word["place"] == 1
    assert [text for _, text, _ in word["likeliest"][:2]] == ["s", "x"]
    assert word["p"] == word["likeliest"][0][2] > word["likeliest"][1][2]


def test_a_character_of_several_tokens_comes_whole():
    replies = all_of(Answers(Fake("ó日!")), asked())
    words = [reply["word"] for reply in replies if reply["word"]]
    assert [word["text"] for word in words] == ["ó", "日", "!", "(end)"]
    assert [word["place"] for word in words] == [0, 2, 5, 6]
    p = words[2]["p"]
    assert [word["p"] for word in words[:2]] == pytest.approx([p**2, p**3], rel=1e-3)


def test_marks_of_a_conversation_are_not_shown():
    model = Fake("a")
    answers = Answers(model)
    answers.reply(asked())
    mark = model.tokens.number["<|im_start|>"]
    answer = answers.answers["v-0"]
    assert answers._take(answer, mark, 1.0, []) is None
    assert answers._take(answer, 3 + ord("b"), 1.0, [])["text"] == "b"
    assert [answers._text(number) for number in (0, 1, 2)] == ["(end)", "(mark)", "(end)"]


def test_it_goes_on_from_another_word():
    model = Fake("Oslo")
    answers = Answers(model)
    all_of(answers, asked())
    model.calls.clear()
    replies = all_of(answers, branched(1, 3 + ord("x")))
    assert text(replies) == "xlo(end)"  # behind the O that it shares
    assert replies[0]["word"]["place"] == 1
    assert max(model.calls) <= 2  # the question is not read again
    again = all_of(answers, {**branched(2, 3 + ord("x"), "v-2"), "from": "v-1"})
    assert text(again) == "xo(end)"
    assert answers.reply(branched(4, 2, "v-2"))["end"] == "end"  # the end may be chosen


def test_another_answer_is_drawn_without_reading_the_question_again():
    model = Fake("Oslo" * 4)
    answers = Answers(model)
    first = all_of(answers, asked())
    model.calls.clear()
    others = [
        text(all_of(answers, branched(0, temperature=1.2, seed=seed, name="v-1")))
        for seed in (1, 1, 2)
    ]
    assert others[0] == others[1] != others[2]
    assert text(first) not in others
    assert max(model.calls) == 1


def test_the_drawn_token_is_in_the_list_and_probabilities_are_the_models():
    answers = Answers(Fake("Oslo" * 30))
    all_of(answers, asked(temperature=1.2))
    cold = Answers(Fake("O")).reply(asked())["word"]
    answer = answers.answers["v-0"]
    assert len({*answer.written}) > 8
    for number, p, likeliest in zip(answer.written, answer.p, answer.likeliest, strict=True):
        assert [p for k, _, p in likeliest if k == number] == [p]
        assert likeliest[0][2] == cold["likeliest"][0][2]  # not those of 1.2


def test_what_is_unlikely_is_not_drawn():
    model = Fake("a" * 500)
    rows = np.linspace(2, 0, len(model.tokens.all)).astype(np.float32)
    model.next_logits = lambda *_: rows
    answers = Answers(model)
    for seed in range(3):
        all_of(answers, asked(temperature=1.2, seed=seed))
        assert 20 < max(answers.answers["v-0"].written) < DRAWN_FROM


def test_an_answer_ends_after_its_most_tokens():
    replies = all_of(Answers(Fake("a" * 500)), asked())
    assert len(replies) == MOST
    assert replies[-1]["end"] == "most"
    assert "120" in replies[-1]["said"]


def test_a_long_question_is_cut_with_a_word():
    model = Fake("a")
    answers = Answers(model)
    short = answers.reply(asked("w" * LONGEST))
    cut = answers.reply(asked("w" * LONGEST + "more"))
    assert short["said"] == ""
    assert "300" in cut["said"]
    assert model.calls[0] == model.calls[1]


@pytest.mark.parametrize(
    ("fault", "piece"),
    [
        (KeyboardInterrupt(), "Interrupted"),
        (ZeroDivisionError("by hand"), "ZeroDivisionError: by hand"),
    ],
)
@pytest.mark.parametrize("after", [0, 2])
def test_what_goes_wrong_is_said_and_the_box_stays_alive(fault, piece, after):
    answers = Answers(Fake("Oslo", after, fault), language.Parts(softmax=np.exp))
    replies = all_of(answers, asked())
    assert text(replies) == "Oslo"[:after]
    assert replies[-1]["end"] == "error"
    assert piece in replies[-1]["said"]
    assert ("softmax" in replies[-1]["said"]) == isinstance(fault, Exception)
    assert text(all_of(answers, {"id": "v-0", "next": True})) == "Oslo(end)"[after:]
    assert text(all_of(answers, asked(name="v-1"))) == "Oslo(end)"


def test_numbers_that_are_none_are_said():
    model = Fake("a")
    model.next_logits = lambda *_: np.full(len(model.tokens.all), np.nan, np.float32)
    reply = Answers(model).reply(asked())
    assert reply["end"] == "error"
    assert "finite" in reply["said"]


def test_what_is_no_longer_shown_is_forgotten():
    answers = Answers(Fake("Oslo"))
    all_of(answers, asked())
    all_of(answers, asked(name="v-1", shown=["v-1"]))
    all_of(answers, asked(name="w-0", view="w", shown=["w-0"]))
    assert [*answers.answers] == ["v-1", "w-0"]
    assert "ask again" in answers.reply({"id": "v-0", "next": True})["said"]
    assert "ask again" in answers.reply(branched(0))["said"]


def test_the_model_goes_on_as_it_does_from_the_whole_text(model):
    answers = Answers(model)
    first = all_of(answers, asked("Name three animals."), most=4)
    number = first[3]["word"]["likeliest"][2][0]
    replies = all_of(answers, branched(3, number), most=8)
    before = text(first[:3]) + text(replies[:1])
    numbers = model.tokens.encode(language.chat("Name three animals.") + before)
    expected = [*language.write(model, numbers, 7)]
    assert answers.answers["v-1"].written[4:] == expected


def test_what_was_recorded_is_what_the_model_answers(model):
    written = text(all_of(Answers(model), asked(ask.FAILS)))
    assert written == "".join(word["text"] for word in still.recorded()[ask.FAILS])


def test_only_what_the_reader_wrote_is_counted():
    """Notebook 13 puts the series' own functions in the place of what is not yet right."""
    series = {part: PARTS[part].reference for part in ("rms_norm", "gated_mlp", "repeat_heads")}
    theirs = {"softmax": lambda scores: scores, "rotate": lambda x, positions, base: x}
    assert readers(None) == readers(language.Parts(**series)) == []
    parts = language.Parts(**series | theirs)
    assert readers(parts) == ["softmax", "rotate"]
    reply = Answers(Fake("a", 0, ZeroDivisionError()), parts).reply(asked())
    assert "a function of yours: softmax, rotate." in reply["said"]


def test_the_line_says_whose_functions_answer():
    assert ask.whose(()) == "It runs on the series' own functions."
    assert ask.whose(("softmax",)) == "It runs on one function of yours: softmax."
    assert ask.whose(("softmax", "split")) == "It runs on 2 functions of yours: softmax, split."


def test_the_still_is_plain_and_says_the_same_in_words(capsys):
    ask.ask()
    printed = capsys.readouterr().out
    assert {*re.findall(r"<(\w+)", still.output()["text/html"])} == {"div"}
    assert "Name three animals." in printed
    assert "“cat” 0.20" in printed
