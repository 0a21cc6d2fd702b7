"""What hidden numbers of the language model hold: needs make model, and ten minutes.

In helpers/data/hidden_numbers.json; see helpers/experiments/hidden_numbers.py. Of the sentences
beside this file, every other one is shown. On those between, five hidden numbers were picked by
eye, and ONE of the five after a look at all sentences.

  shown   of ONE, its largest places, one a sentence: the text before, the token, the hidden number,
          what comes next; its probability, without ONE, and without one of OTHERS, in the mean
  words   the likelier for its row
  loss    of all shown sentences but at these places; without ONE
  a       how many tokens "a" they have, and how many of these have ONE above 3
  all     sentences that are shown, hidden numbers, and of them how many fit: what comes next at
          half of their PLACES largest is one of their WORDS; how many with the words of another
  text    of RECORDED: the tokens, and ONE at each
  lengths [before each block, what its attention adds, what its MLP adds]: at the last token of the
          shown sentences, the medians of the vectors' lengths
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from helpers.experiments import hidden_numbers as found
from helpers.experiments import thirty_blocks
from helpers.language import smollm2

SENTENCES = Path(__file__).with_name("sentences.txt")
PLACES, WORDS, OTHERS = 8, 20, (100, 400, 700, 1000, 1300)
BLOCK, NUMBER = found.ONE


@cache
def word(number):
    return smollm2.load().tokens.decode([number]).strip().lower()


def words_of(row):
    """The WORDS that a row (49152,) makes likeliest, the likeliest first; of these, no token that
    is a part of a character."""
    best = row.argpartition(-WORDS)[-WORDS:]
    words = dict.fromkeys(map(word, best[row[best].argsort()[::-1]].tolist()))
    return [each for each in words if "�" not in each]


class Read:
    """All tokens of some sentences but the first and the last of each: of, whose sentence it is;
    at, its place there; after, what comes next; hidden (30, m, 1536)."""

    def __init__(self, sentences):
        self.cut = [found.cut(text) for text in sentences]
        places = [(k, i) for k, (x, _) in enumerate(self.cut) for i in range(1, len(x) - 1)]
        self.of, self.at = np.array(places).T
        self.after = [self.cut[k][0][i + 1] for k, i in places]
        hidden = [found.all_hidden(x)[:, 1:-1].astype(np.float16) for x, _ in self.cut]
        self.hidden = np.concatenate(hidden, axis=1)

    def largest(self, h, most=PLACES):
        """The largest of h (m,), one a sentence."""
        order = h.argsort()[::-1]
        return order[np.sort(np.unique(self.of[order], return_index=True)[1])[:most]].tolist()

    def text(self, i):
        numbers, tokens = self.cut[self.of[i]]
        before = smollm2.load().tokens.decode(numbers[: self.at[i]])
        return [before, tokens[self.at[i]]]


def of_one(read):
    h = found.SIGN * read.hidden[BLOCK - 1, :, NUMBER - 1]
    top, shown, losses = read.largest(h), [], []
    for i in top:
        numbers, place = read.cut[read.of[i]][0], read.at[i]
        p = [found.chances(numbers)[place, read.after[i]]]
        p += [
            found.chances(numbers, {BLOCK: np.s_[:, x - 1]})[place, read.after[i]]
            for x in (NUMBER, *OTHERS)
        ]
        p = [round(float(x), 3) for x in (*p[:2], np.mean(p[2:]))]
        shown.append([*read.text(i), round(float(h[i]), 1), word(read.after[i]), *p])
    for k, (numbers, _) in enumerate(read.cut):
        both = [found.chances(numbers, off) for off in (None, {BLOCK: np.s_[:, NUMBER - 1]})]
        mine = [i for i in np.flatnonzero(read.of == k) if i not in top]
        losses += [[-np.log(float(p[read.at[i], read.after[i]])) for p in both] for i in mine]
    a = [h[i] for i in range(len(h)) if read.text(i)[1] == "a"]
    (row,) = found.SIGN * found.logits_of_rows(BLOCK, [NUMBER - 1])
    loss = np.mean(losses, axis=0).round(3).tolist()
    return {
        "shown": shown,
        "words": words_of(row),
        "loss": loss,
        "a": [len(a), int(sum(x > 3 for x in a))],
    }


def of_all(read):
    fit = [0, 0]
    for b in range(30):
        h = read.hidden[b]  # (m, 1536)
        signs = np.where(h.max(axis=0) > -h.min(axis=0), 1, -1)
        rows, h = signs[:, None] * found.logits_of_rows(b + 1), signs * h
        words = [words_of(row) for row in rows]
        for number in range(1536):
            top = read.largest(h[:, number])
            fits = [sum(word(read.after[i]) in words[x] for i in top) for x in (number, number - 1)]
            fit = [n + (x >= PLACES / 2) for n, x in zip(fit, fits, strict=True)]
    return [len(read.cut), 30 * 1536, *fit]


def lengths(text):
    """Of the stream before each block, and of what its two parts add, at the last token: (3, 30)"""
    kept = []

    def block(x, attend, think, norm_1, norm_2):
        attended = attend(norm_1(x))
        thought = think(norm_2(x + attended))
        kept.append([np.linalg.norm(each[-1]) for each in (x, attended, thought)])
        return x + attended + thought

    thirty_blocks.computed(text, block)
    return np.transpose(kept)


def main():
    sentences = SENTENCES.read_text("utf-8").splitlines()
    read = Read(sentences[1::2])
    record = of_one(read)
    record["all"] = of_all(read)
    record["text"] = found.at(found.RECORDED)
    medians = np.median([lengths(text) for text in sentences[1::2]], axis=0)  # (3, 30)
    record["lengths"] = medians.astype(float).round(1).tolist()
    lines = [f'"{name}": {json.dumps(x, ensure_ascii=False)}' for name, x in record.items()]
    found.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
    print(f"{found.FILE.name}: {found.FILE.stat().st_size:,} bytes")
