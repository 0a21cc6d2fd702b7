"""What the published language model takes, and the box that asks it: seconds and memory.

python -m tools.bench.bench_language
"""

import statistics
import subprocess
import sys

import psutil

from helpers import ask, language
from helpers.ask.answers import Answers
from tools.bench import seconds
from tools.repository import ROOT

PROMPT, TOKENS, TURNS = 64, 16, 5
READER = """
from helpers import language
model = language.load()
numbers = model.tokens.encode("The capital of Norway is")
print(*language.write(model, numbers, n=4), flush=True)
input()
"""


def print_rows():
    if not language.is_installed():
        print("| The language model is not here (make model): not measured | | |")
        return
    opened = seconds(language.load)
    print(f"| the language model, opened | {opened * 1000:.0f} ms | 200 ms |")
    prompt, token = (times * 1000 for times in step_times())
    print(f"| the language model: a token with a cache | {token:.0f} ms | 150 ms |")
    print(f"| the language model: a prompt of {PROMPT} tokens | {prompt:.0f} ms | 600 ms |")
    first, word = (times * 1000 for times in box_times())
    print(f"| the box of notebook 13: the first word of an answer | {first:.0f} ms | 500 ms |")
    print(f"| the box of notebook 13: a token after it | {word:.0f} ms | 70 ms |")
    own, whole = memory()
    measured = f"{own:.0f} MB each, {whole:.0f} MB with what they share"
    print(f"| the language model in three processes at once: memory | {measured} | 300 MB each |")


def step_times():
    """(seconds for a prompt, for a token after it): medians of some turns, without the first."""
    model, kept = language.load(), {}

    def prompt():
        kept.clear()
        model.next_logits(range(1000, 1000 + PROMPT), kept)

    def tokens():
        for _ in range(TOKENS):
            model.next_logits([1000], kept)

    turns = [(seconds(prompt), seconds(tokens) / TOKENS) for _ in range(TURNS + 1)][1:]
    return [statistics.median(times) for times in zip(*turns, strict=True)]


def box_times():
    """(seconds to an answer's first word, for a token after it), of Python's part of the box:
    medians of some turns, without the first."""
    how = {"id": "0", "temperature": 0, "seed": 0, "view": "", "shown": ["0"]}
    box, turns = Answers(language.load()), []
    for question in (ask.OPENINGS[1], *ask.OPENINGS):
        first = seconds(lambda question=question: box.reply(how | {"ask": question}))
        rest = seconds(lambda: [box.reply({"id": "0", "next": True}) for _ in range(TOKENS)])
        turns.append((first, rest / TOKENS))
    return [statistics.median(times) for times in zip(*turns[1:], strict=True)]


def memory():
    """(MB of its own, MB with what is shared) of one of three processes that hold the model."""
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READER],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for reader in readers:
            reader.stdout.readline()  # it has written four tokens
        used = [psutil.Process(reader.pid).memory_full_info() for reader in readers]
    finally:
        for reader in readers:
            reader.communicate("\n")
    return max(x.uss for x in used) / 2**20, max(x.rss for x in used) / 2**20


if __name__ == "__main__":
    print_rows()
