"""How the language model cuts a text into tokens: bytes, merged pair by pair.

    tokens.encode("The capital of Norway is")    # [504, 3575, 282, 14197, 314]
    tokens.merges(" Norway")                     # letters, then one merge after the other
    published()                                  # these tokens without the model

Byte-pair encoding (Sennrich et al. 2016), on bytes as in GPT-2 (Radford et al. 2019). A table of
merges was learned once from much text: the pair that stood side by side most often is the first. A
text is cut into words; within a word, the pair that is the earliest in the table is merged, until
no pair is in it.

235 of the 256 bytes are tokens. Of the others, 13 occur in no text; 8 are left out of a text, as
the library tokenizers leaves them out with this table: six control characters, and the first byte
of characters that Unicode has not assigned (from U+40000 to U+BFFFF).
"""

import codecs
import re
import sys
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from unicodedata import category

import numpy as np

FILE = Path(__file__).parents[1] / "data" / "pairs.npz"


def letters_of_bytes():
    """A printable letter for each of the 256 bytes: itself, or for a space Ġ, for a new line Ċ."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    moved = {byte: chr(256 + k) for k, byte in enumerate(others)}
    return {byte: moved.get(byte, chr(byte)) for byte in range(256)}


LETTERS = letters_of_bytes()
BYTES = {letter: byte for byte, letter in LETTERS.items()}
SPACE = r"[^\S\x1c-\x1f]"  # what Unicode calls white space; Python's \s has four more
WORD = re.compile(
    "'(?:s|t|re|ve|m|ll|d)"  # the ends of English words: it's, don't, you're
    r"| ?[^\W\d_]+"  # letters, with the space before them
    rf"| ?(?:(?!{SPACE})[^\w]|_)+"  # signs, with the space before them
    rf"|{SPACE}+(?!(?!{SPACE}).)|{SPACE}+",  # spaces; the last one belongs to the word behind them
    re.DOTALL,
)


class Tokens:
    """texts: of each token, in the order of their numbers. merges: "a b", the earliest first.
    marks: tokens such as <|im_start|>, which stand for themselves."""

    def __init__(self, texts, merges, marks):
        self.all = [sys.intern(text) for text in texts]
        self.number = {text: number for number, text in enumerate(texts)}
        pairs = (tuple(map(sys.intern, pair.split(" "))) for pair in merges)  # no text twice
        self.rank = {pair: rank for rank, pair in enumerate(pairs)}
        self.marks = set(marks)
        self.mark = re.compile(f"({'|'.join(map(re.escape, marks))})")
        self.known = {}  # word → the numbers of its tokens

    # --- from a text to numbers

    def encode(self, text):
        """The numbers of a text's tokens, a list. The 21 bytes without a token are left out."""
        numbers = []
        for word in self.words(text):
            if word not in self.known:
                merged = [word] if word in self.marks else self.merges(word)[-1]
                self.known[word] = [self.number[part] for part in merged if part in self.number]
            numbers += self.known[word]
        return numbers

    def words(self, text):
        """A text cut into words, a list: nothing is merged across them. A space belongs to the word
        behind it, and each digit is a word of its own, ½ and ² too."""
        words = []
        for piece in self.mark.split(text):
            if piece in self.marks:
                words.append(piece)
                continue
            for digits, group in groupby(piece, key=is_digit):
                characters = "".join(group)
                words += characters if digits else WORD.findall(characters)
        return words

    def merges(self, word):
        """The merges of one word, step by step: a list of lists of texts. The first has a letter
        for each byte of the word, the last its tokens."""
        parts = [LETTERS[byte] for byte in word.encode(errors="replace")]
        steps = [parts]
        while known := [pair for pair in pairwise(parts) if pair in self.rank]:
            parts = merged(parts, min(known, key=self.rank.get))
            steps.append(parts)
        return steps

    # --- and back

    def decode(self, numbers):
        """The text of some tokens. Where they end within a character, it ends with �."""
        return "".join(self.streamed(numbers))

    def texts(self, numbers):
        """The text of each token, a list; � stands for a part of a character."""
        return [self.decode([number]) for number in numbers]

    def in_bytes(self, number):
        """The bytes of a token."""
        return bytes(BYTES[letter] for letter in self.all[number])

    def streamed(self, numbers):
        """The same text as `decode`, piece by piece, as the numbers come: a generator. A character
        that several tokens make is whole."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        for number in numbers:
            yield decoder.decode(self.in_bytes(number))
        yield decoder.decode(b"", final=True)


@cache
def published():
    """SmolLM2's Tokens, from the first ones and its table of pairs: `make record WHAT=pairs`. What
    a pair becomes is the next token."""
    with np.load(FILE) as file:
        texts = file["first"].tobytes().decode().split("\n")
        pairs = file["pairs"].T.tolist()
    marks, merges = [text for text in texts if len(text) > 1], []
    for a, b in pairs:
        merges.append(f"{texts[a]} {texts[b]}")
        texts.append(texts[a] + texts[b])
    return Tokens(texts, merges, marks)


def is_digit(character):
    """Whether Unicode calls it a number: 7, ½, ² and Ⅳ are some."""
    return category(character)[0] == "N"


def merged(parts, pair):
    """The parts of a word with each such pair of neighbours in one: ["a", "b"] → ["ab"]"""
    result, i = [], 0
    while i < len(parts):
        size = 2 if tuple(parts[i : i + 2]) == pair else 1
        result.append("".join(parts[i : i + size]))
        i += size
    return result
