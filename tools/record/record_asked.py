"""Three answers of the published model, for the box where it is not there: needs make model.

They go into helpers/data/asked.json: {question: [[place, text, p, then text, p of each of the
likeliest], …]}, as helpers/ask/answers.py gives the words, at temperature 0.
"""

import json

from helpers import language
from helpers.ask import FAILS, OPENINGS, still
from helpers.ask.answers import Answers

QUESTIONS = (*OPENINGS[:2], FAILS)


def words(answers, question):
    message = {"id": "", "ask": question, "temperature": 0, "seed": 0, "view": "", "shown": []}
    while True:
        reply = answers.reply(message)
        if reply["end"] == "error":
            raise RuntimeError(reply["said"])
        if word := reply["word"]:
            likeliest = [x for _, text, p in word["likeliest"] for x in (text, round(p, 2))]
            yield [word["place"], word["text"], round(word["p"], 2), *likeliest]
        if reply["end"]:
            return
        message = {"id": "", "next": True}


def main():
    answers = Answers(language.load())
    asked = {question: list(words(answers, question)) for question in QUESTIONS}
    rows = [
        f"{json.dumps(question)}: [\n"
        + ",\n".join(json.dumps(word, ensure_ascii=False) for word in of_question)
        + "\n]"
        for question, of_question in asked.items()
    ]
    still.FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8", newline="\n")
