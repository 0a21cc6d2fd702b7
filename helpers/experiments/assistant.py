"""A guesser becomes an assistant, in small: a model of words, in three stages (notebook 13).

Stage 1 learns to guess each next word of "web pages": sentences on forty countries, or one question
after the other. Stage 2 goes on with the same numbers and the same loop on questions and answers in
a form, for every other country; only the answers are scored. Stage 3, on the page itself, goes on
with what the model answers to the same questions, and with a reward for each answer.

What ten seeds gave is recorded: `make record WHAT=assistant`.
"""

import json
from copy import deepcopy
from functools import partial
from pathlib import Path

import numpy as np

from helpers import training
from helpers.attention import softmax
from helpers.training.languages import Language

FILE = Path(__file__).resolve().parents[1] / "data" / "assistant.json"
SEEDS = range(100, 110)
REWARDED = SEEDS[:3]
CAPITALS = {
    "norway": "oslo", "japan": "tokyo", "france": "paris", "italy": "rome", "spain": "madrid",
    "germany": "berlin", "poland": "warsaw", "sweden": "stockholm", "finland": "helsinki",
    "denmark": "copenhagen", "austria": "vienna", "hungary": "budapest", "greece": "athens",
    "portugal": "lisbon", "ireland": "dublin", "belgium": "brussels", "egypt": "cairo",
    "kenya": "nairobi", "ghana": "accra", "senegal": "dakar", "morocco": "rabat",
    "tunisia": "tunis", "canada": "ottawa", "cuba": "havana", "peru": "lima", "chile": "santiago",
    "ecuador": "quito", "bolivia": "sucre", "uruguay": "montevideo", "china": "beijing",
    "iran": "tehran", "iraq": "baghdad", "nepal": "kathmandu", "thailand": "bangkok",
    "vietnam": "hanoi", "turkey": "ankara", "russia": "moscow", "ukraine": "kyiv", "mali": "bamako",
    "zambia": "lusaka",
}  # fmt: skip
COUNTRIES = [*CAPITALS]
NEVER, ASKED = COUNTRIES[::2], COUNTRIES[1::2]  # in stages 2 and 3
FACTS = (
    "the capital of COUNTRY is TOWN .",
    "TOWN is the capital of COUNTRY .",
    "TOWN lies in COUNTRY .",
    "COUNTRY has the capital TOWN .",
    "in COUNTRY the capital is called TOWN .",
    "of all towns in COUNTRY the capital is TOWN .",
    "COUNTRY : TOWN .",
)
QUESTION = "what is the capital of COUNTRY ?"
FORM = f"<user> {QUESTION} <assistant>"
ANSWERS = "TOWN . anything else ? <end>", "TOWN . <end>"  # for pairs: the better one first
N = len(f"{FORM} {ANSWERS[0]}".split())


def filled(text, country):
    """The words of a text, with a country and its capital in it."""
    return text.replace("COUNTRY", country).replace("TOWN", CAPITALS[country]).split()


WORDS = sorted({x for text in (*FACTS, FORM, *ANSWERS) for c in COUNTRIES for x in filled(text, c)})


def numbers(words):
    return np.array([WORDS.index(word) for word in words])


def web_pages(rng, b):
    """The beginnings of b pages: of sentences, or, three times in ten, of questions alone."""
    pages = []
    for _ in range(b):
        sentences, words = (QUESTION,) if rng.random() < 0.3 else FACTS, []
        while len(words) <= N:
            words += filled(rng.choice(sentences), rng.choice(COUNTRIES))
        pages.append(numbers(words[: N + 1]))
    return np.array(pages)[:, :-1], np.array(pages)[:, 1:]


def conversations(answer_targets):
    """Both answers to each question, the better ones first: tokens (40, N), targets (40, N)."""
    tokens = np.full((len(ANSWERS) * len(ASKED), N), WORDS.index("<end>"))
    targets = np.full_like(tokens, -1)
    rows = [(filled(FORM, c), filled(answer, c)) for answer in ANSWERS for c in ASKED]
    for row, (question, answer) in enumerate(rows):
        both = numbers(question + answer)
        tokens[row, : len(both)] = both
        targets[row, : len(both)] = answer_targets(both, len(question))
    return tokens, targets


def drawn(rows, rng, b):
    some = rng.integers(len(rows[0]), size=b)
    return rows[0][some], rows[1][some]


WEB = Language(WORDS, N, True, web_pages)


def in_form(answer_targets):
    return Language(WORDS, N, True, partial(drawn, conversations(answer_targets)))


def new_model(seed):
    sizes = {"layers": 1, "heads": 4, "d": 64, "d_ff": 128}
    return training.Transformer(len(WORDS), N, **sizes, causal=True, seed=seed)


def two_stages(seed, answer_targets):
    """The guesser, the same after stage 2, and stage 2 alone, as on the page."""
    guesser, alone, form = new_model(seed), new_model(seed), in_form(answer_targets)
    training.train(guesser, WEB, steps=400, rate=0.01, seed=seed)
    told = deepcopy(guesser)
    for model in (told, alone):
        training.train(model, form, steps=200, rate=0.001, seed=seed)
    return guesser, told, alone


def drawn_answers(model, times, rng):
    """So many answers to each question of stage 2, beside each other, each word drawn: tokens
    (b, N); targets (b, N), of the answers up to <end>; the answers as texts."""
    tokens = np.repeat([numbers(filled(FORM, country)) for country in ASKED], times, axis=0)
    begin = tokens.shape[1]
    while tokens.shape[1] < N:
        upto = softmax(model.run(tokens).logits[:, -1]).cumsum(axis=1)  # (b, words)
        following = (upto > rng.random((len(upto), 1))).argmax(axis=1)
        tokens = np.column_stack([tokens, following])
    targets = np.column_stack([tokens[:, 1:], np.full(len(tokens), -1)])
    targets[:, : begin - 1] = -1
    targets[(tokens == WORDS.index("<end>")).cumsum(axis=1) > 0] = -1  # nothing comes after it
    return tokens, targets, texts(tokens[:, begin:])


def replies(model, countries, asked=FORM):
    """What the model writes for each country, up to <end>: always the likeliest word."""
    tokens = np.array([numbers(filled(asked, country)) for country in countries])
    begin = tokens.shape[1]
    while tokens.shape[1] < min(N, begin + len(ANSWERS[0].split())):
        following = model.run(tokens).logits[:, -1].argmax(axis=1)
        tokens = np.column_stack([tokens, following])
    return texts(tokens[:, begin:])


def texts(answers):
    """Each up to <end>."""
    said = (" ".join(WORDS[i] for i in row) for row in answers)
    return [text.partition("<end>")[0].strip() for text in said]


def right(countries, said):
    """The share of the replies that name the capital."""
    return np.mean([CAPITALS[c] in reply.split() for c, reply in zip(countries, said, strict=True)])


def recorded():
    """What tools/record/record_assistant.py says of it."""
    return json.loads(FILE.read_text("utf-8"))
