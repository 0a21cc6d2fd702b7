"""How the published model cuts a text into tokens, of 30,522 word pieces: `make record WHAT=model`.

    word_pieces.tokens("It didn't rain.")   ("[CLS]", "it", "didn", "'", "t", "rain", ".", "[SEP]")

A word that is not in the vocabulary is cut into the longest pieces that are, from left to right; a
piece within a word begins with ##. (Wu et al. 2016, in the form of BERT, Devlin et al. 2019.)
"""

import unicodedata
from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("vocabulary.npz")
LONGEST = 100  # letters of a word: a longer one is [UNK]


@cache
def vocabulary():
    """{piece: its number}, in the order of the model's table of vectors."""
    with np.load(FILE) as file:
        text = file["pieces"].tobytes().decode()
    return {piece: number for number, piece in enumerate(text.split("\n"))}


def tokens(text):
    """The tokens of a text as the model sees them: in lower case, [CLS] first, [SEP] last."""
    return ("[CLS]", *(piece for word in words(text) for piece in pieces(word)), "[SEP]")


def numbers(text):
    """The same tokens by their numbers in the model's table of vectors."""
    known = vocabulary()
    return [known[piece] for piece in tokens(text)]


def words(text):
    """The text in lower case and without accents, cut at spaces and at each punctuation mark."""
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    spaced = "".join(
        f" {c} " if is_cut_out(c) else c for c in text if c.isprintable() or c.isspace()
    )
    return spaced.split()


def is_cut_out(c):
    """Whether a character is a token of its own: punctuation, a sign or a Chinese character."""
    is_ascii_sign = c.isascii() and c.isprintable() and not c.isalnum() and c != " "
    is_chinese = "CJK UNIFIED IDEOGRAPH" in unicodedata.name(c, "")
    return is_ascii_sign or is_chinese or unicodedata.category(c).startswith("P")


def pieces(word):
    """One word as the longest pieces that the vocabulary has, from left to right."""
    known, result, begin = vocabulary(), [], 0
    while begin < len(word) <= LONGEST:
        ends = range(len(word), begin, -1)
        prefix = "##" if begin else ""
        end = next((end for end in ends if prefix + word[begin:end] in known), None)
        if end is None:
            return ["[UNK]"]
        result.append(prefix + word[begin:end])
        begin = end
    return result or ["[UNK]"]
